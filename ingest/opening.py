"""Opens what people bring as text: packed or not, in whatever encoding, and says why where it is none."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from events import gzips
from events.encodings import as_utf8, encoding_of
from ingest.adapter import Document
from ingest.files import FileError, start_of

# A packed file may grow to this before the rest of it is left out.
LARGEST_TEXT = 64 * 1024 * 1024 * 1024
_ZIP_SIGN = b"PK\x03\x04"

Reading: TypeAlias = Callable[[], Iterable[bytes]]


def opened(name: str, read: Reading) -> Document:
    """The text of a file; `read` gives its bytes from the beginning, as often as asked.

    What is packed as a workbook is stays as it is. Raises FileError for an empty file.
    """
    start = start_of(read())
    if not start:
        raise FileError("The file is empty")
    problems: list[str] = []
    if start.startswith(gzips.SIGN):
        read = partial(_unpacked, read, problems)
        start = start_of(read())
        if not start:
            raise FileError(problems[0] if problems else "The file is empty once it is decompressed")
    if start.startswith(_ZIP_SIGN):
        return Document(name, partial(_anew, read, problems), problems)
    encoding = encoding_of(read)
    text = partial(_anew, lambda: as_utf8(read(), encoding, problems), problems)
    return Document(name, text, problems, encoding.name)


def unpacked(data: bytes) -> bytes:
    """The text of a file that is read as a whole. Raises FileError, also for what is only readable in part."""
    document = opened("", lambda: (data,))
    text = document.data
    if document.problems:
        raise FileError(document.problems[0])
    return text


def _unpacked(read: Reading, problems: list[str]) -> Iterator[bytes]:
    return gzips.gunzipped(read(), problems, LARGEST_TEXT)


def _anew(read: Reading, problems: list[str]) -> Iterator[bytes]:
    """Another reading finds the same problems again."""
    problems.clear()
    yield from read()

"""Reads files as they are, in pieces."""

from collections.abc import Iterable, Iterator
from pathlib import Path

# As much of a file as adapters see to recognise it.
START = 64 * 1024
# A file that is read as a whole may have so many bytes of text.
LARGEST = 256 * 1024 * 1024
_PIECE = 1024 * 1024


class FileError(ValueError):
    """A file cannot be opened as what it should be; the message says what was found."""


def start_of(pieces: Iterable[bytes]) -> bytes:
    """The first START bytes of a file."""
    start = bytearray()
    for piece in pieces:
        start += piece
        if len(start) >= START:
            break
    return bytes(start[:START])


def whole(pieces: Iterable[bytes], too_large: str) -> bytes:
    """All bytes of a file. Raises FileError if they are more than LARGEST, with this message."""
    data = bytearray()
    for piece in pieces:
        data += piece
        # A pipe or a device does not tell its size before it is read.
        if len(data) > LARGEST:
            raise FileError(too_large.format(f"{LARGEST // 1024 // 1024} MB"))
    return bytes(data)


def pieces_of(path: Path) -> Iterator[bytes]:
    """The bytes of a file. Raises FileError."""
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece
    except OSError as error:
        raise FileError(f"The file cannot be opened: {error.strerror or error}") from error


def read_bytes(path: Path) -> bytes:
    """All bytes of a file. Raises FileError."""
    return whole(pieces_of(path), "The file is larger than {}; split it by games")

"""Opens what people bring: plain and gzip files, with or without a byte order mark, any line ends."""

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path

# As much of a file as adapters see to recognise it.
START = 64 * 1024
# A compressed file may grow to this before it is refused.
LARGEST = 512 * 1024 * 1024
_GZIP_SIGN = b"\x1f\x8b"
_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


class FileError(ValueError):
    """A file cannot be opened as what it should be; the message says what was found."""


def read_bytes(path: Path) -> bytes:
    """The bytes of a file as it is. Raises FileError."""
    try:
        # A pipe or a device does not tell its size before it is read.
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError(f"The file cannot be opened: {error.strerror or error}") from error
    if len(data) > LARGEST:
        raise FileError(f"The file is larger than {LARGEST // 1024 // 1024} MB; split it by games")
    return data


def unpacked(data: bytes) -> bytes:
    """The text of a file as UTF-8 bytes, decompressed and without a byte order mark. Raises FileError."""
    if not data:
        raise FileError("The file is empty")
    if data.startswith(_GZIP_SIGN):
        data = _gunzipped(data)
        if not data:
            raise FileError("The file is empty once it is decompressed")
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            if encoding == "utf-8":
                return data[len(mark) :]
            try:
                return data.decode(encoding).encode()
            except UnicodeError as error:
                raise FileError(f"The file begins as {encoding.upper()} but is not: {error}") from error
    return data


def _gunzipped(data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            text = packed.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FileError(f"The file begins as gzip but cannot be decompressed: {error}") from error
    if len(text) > LARGEST:
        raise FileError(f"The file decompresses to more than {LARGEST // 1024 // 1024} MB; split it by games")
    return text


def numbered_lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines numbered from 1, without their ends (LF, CRLF or CR)."""
    if b"\n" not in text and b"\r" in text:
        text = text.replace(b"\r", b"\n")
    for number, line in enumerate(io.BytesIO(text), 1):
        yield number, line.rstrip(b"\r\n")

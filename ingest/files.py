"""Reads files as they are, in pieces."""

from collections.abc import Iterator
from pathlib import Path

# As much of a file as adapters see to recognise it.
START = 64 * 1024
# A file that is read as a whole may have so many bytes of text.
LARGEST = 256 * 1024 * 1024
_PIECE = 1024 * 1024


class FileError(ValueError):
    """A file cannot be opened as what it should be; the message says what was found."""


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
    data = bytearray()
    for piece in pieces_of(path):
        data += piece
        # A pipe or a device does not tell its size before it is read.
        if len(data) > LARGEST:
            raise FileError(f"The file is larger than {LARGEST // 1024 // 1024} MB; split it by games")
    return bytes(data)

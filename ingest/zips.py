"""Opens zip archives member by member, whole, broken or hostile. Names in them are shown, and never used as paths."""

import copy
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from typing import BinaryIO, cast

import msgspec

# What comes out at a time, and the most that is lost before damage.
_STEP = 4096
# Members have this much of the list at the end of an archive on average, at most; it is read as a whole.
_LISTED = 400
_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
_WORKBOOKS = (".xlsx", ".xlsm")
_METHODS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd", 99: "AES encryption"}
# What stands in front of a file at least.
_HEADER = 30
_ENCRYPTED = 0x1 | 0x40 | 0x2000
# What zipfile raises on bytes that are no archive: names that are no text and places outside of the file among them.
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, OverflowError, RuntimeError)


class Member(msgspec.Struct, frozen=True, eq=False):
    """A file in an archive. `size` is what the archive says it has; `pieces` opens it anew and gives what can be read.

    What is wrong stands in `problems` once `pieces` came to its end.
    """

    name: str
    size: int
    pieces: Callable[[], Iterator[bytes]]
    problems: list[str]


def is_archive(start: bytes, name: str) -> bool:
    """Whether a file that begins so is a zip archive, and no workbook, which is one too."""
    workbook = name.casefold().endswith(_WORKBOOKS) or b"xl/" in start or b"[Content_Types].xml" in start[:64]
    return start.startswith(_SIGNS) and not workbook


def members(file: BinaryIO, limit: int, most: int = 10_000) -> Iterator[Member | str]:
    """The files of an archive, at most `most` of at most `limit` bytes each, and a sentence on what is not read.

    Folders, hidden files and what macOS adds are left out. `file` stays open as long as members are read.
    """
    try:
        archive = zipfile.ZipFile(_Listed(file, most * _LISTED))
    except _BROKEN as error:
        yield f"The zip archive is cut or broken, its list of files cannot be read: {error}"
        return
    wanted = [info for info in archive.infolist() if not _left_out(info.filename)]
    if not wanted:
        yield "The zip archive holds no files"
    overlapping = _overlapping(archive)
    for info in islice(wanted, most):
        if info in overlapping:
            yield f"{_named(info)} stands where another file stands, as in a zip bomb"
        else:
            yield _judged(archive, info, limit)
    if len(wanted) > most:
        yield f"The zip archive holds {len(wanted)} files, expected at most {most}; those behind are left out"


def _left_out(name: str) -> bool:
    parts = [part for part in name.split("/") if part not in (".", "..")]
    return name.endswith("/") or any(part.startswith(".") or part == "__MACOSX" for part in parts)


def _named(info: zipfile.ZipInfo) -> str:
    return f"{info.filename!r} in the zip archive"


def _overlapping(archive: zipfile.ZipFile) -> set[zipfile.ZipInfo]:
    """The entries that reach into the one behind it; zipfile looks at this since Python 3.11.8."""
    found = set()
    end = archive.start_dir
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset, reverse=True):
        if info.header_offset + _HEADER + info.compress_size > end:
            found.add(info)
        end = info.header_offset
    return found


def _judged(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> Member | str:
    named = _named(info)
    if info.flag_bits & _ENCRYPTED:
        return f"{named} is encrypted: unpack it and give the file itself"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        method = _METHODS.get(info.compress_type, f"method {info.compress_type}")
        return f"{named} is compressed by {method}, expected Deflate: unpack it and give the file itself"
    if stat.S_ISLNK(info.external_attr >> 16):
        return f"{named} is a link, expected a file"
    if info.file_size > limit:
        return f"{named} has {info.file_size} bytes, expected at most {limit}; split it by games"
    problems: list[str] = []

    def pieces() -> Iterator[bytes]:
        return _pieces(archive, info, limit, problems)

    if is_archive(next(pieces(), b""), info.filename):
        return f"{named} is an archive within an archive: unpack it and give the file itself"
    problems.clear()
    return Member(info.filename, info.file_size, pieces, problems)


def _pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int, problems: list[str]) -> Iterator[bytes]:
    problems.clear()
    named = _named(info)
    # zipfile cuts a file to the size it says, and keeps back what it read when the checksum is wrong.
    unchecked = copy.copy(info)
    unchecked.file_size = limit + 1
    del unchecked.CRC
    size = checksum = 0
    try:
        with cast("zipfile.ZipExtFile", archive.open(unchecked)) as opened:
            while piece := opened.read1(_STEP):
                if size + len(piece) > limit:
                    yield piece[: limit - size]
                    problems.append(f"{named} has more than {limit} bytes, though it says {info.file_size}")
                    return
                size += len(piece)
                checksum = zlib.crc32(piece, checksum)
                yield piece
    except _BROKEN as error:
        problems.append(f"{named} is cut or broken: {size} bytes of it were read and the rest is lost ({error})")
        return
    if size != info.file_size:
        problems.append(f"{named} says it has {info.file_size} bytes, but {size} were read")
    elif checksum != info.CRC:
        problems.append(f"{named} does not match its checksum: it was read, but may be wrong")


class _Listed:
    """A file that gives no more than `most` bytes at a time: zipfile reads the list of an archive as a whole."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        # Behind the list stands a comment of up to 64 kB.
        self._most = max(most, 128 * 1024)
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        if size > self._most:
            raise zipfile.BadZipFile(f"the list has {size} bytes, expected at most {self._most}")
        return self._file.read(size if size >= 0 else self._most)

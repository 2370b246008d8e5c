"""Says what a file is that no log can be read from, because it is something around a log, or something else."""

import re
import zlib
from typing import NamedTuple


class _Kind(NamedTuple):
    sign: bytes
    name: str
    instead: str
    place: int = 0


_UNPACK = "unpack it and give the files in it"
_TEXT = "give the log itself, as text"
_EXPORT = "export what is in it as a log or as CSV"
_KINDS = (
    _Kind(b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    _Kind(b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    _Kind(b"ustar", "a tar archive", _UNPACK, 257),
    _Kind(b"\xfd7zXZ\0", "an xz file", _UNPACK),
    _Kind(b"\x28\xb5\x2f\xfd", "a Zstandard file", _UNPACK),
    _Kind(b"\x04\x22\x4d\x18", "an LZ4 file", _UNPACK),
    _Kind(b"%PDF-", "a PDF document", _TEXT),
    _Kind(b"\x89PNG\r\n\x1a\n", "a PNG image", _TEXT),
    _Kind(b"\xff\xd8\xff", "a JPEG image", _TEXT),
    _Kind(b"GIF87a", "a GIF image", _TEXT),
    _Kind(b"GIF89a", "a GIF image", _TEXT),
    _Kind(b"SQLite format 3\0", "an SQLite database", _EXPORT),
    _Kind(b"PAR1", "a Parquet file", _EXPORT),
    _Kind(b"ARROW1\0\0", "an Arrow file", _EXPORT),
    _Kind(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document (.xls, .doc)", "save it as XLSX or CSV"),
    _Kind(b"\x7fELF", "a program", _TEXT),
    _Kind(b"\xcf\xfa\xed\xfe", "a program", _TEXT),
    _Kind(b"\xca\xfe\xba\xbe", "a program", _TEXT),
)
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17\x72\x45\x38\x50\x90)")
# The two letters alone may begin a text, which has no NUL.
_WINDOWS_PROGRAM = re.compile(rb"MZ[^\0]{0,62}\0")
_WEBP = re.compile(rb"RIFF.{4}WEBP", re.DOTALL)
_HTTP = re.compile(rb"HTTP/\d(?:\.\d)? \d{3}\b|[A-Z]{3,7} \S{1,4000} HTTP/\d")
# Headers whose first line was lost.
_HEADERS = re.compile(
    rb"(?=(?:[!-9;-~]+:[^\r\n]*\r?\n){0,100}?content-(?:type|length|encoding):)[!-9;-~]+:", re.IGNORECASE
)
_PAGE = re.compile(
    rb"(?:<\?xml[^>]*>\s*)?(?><!--.*?-->\s*)*+<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_LOOK_AT = 64 * 1024
# Deflate, no reserved flag, and a system there is.
_GZIP = re.compile(rb"\x1f\x8b\x08[\0-\x1f].{4}[\0\x02\x04][\0-\x0d\xff]", re.DOTALL)


def wrapping_of(start: bytes) -> str | None:
    """What a file is that begins so, and what to give instead; None if it may be a log.

    To be asked of files that nothing recognises: a saved page of Board Game Arena, say, is an HTML page that is read.
    """
    start = start[:_LOOK_AT]
    for kind in _KINDS:
        if start.startswith(kind.sign, kind.place):
            return _told(kind.name, kind.instead)
    if _BZIP2.match(start):
        return _told("a bzip2 file", _UNPACK)
    if _WEBP.match(start):
        return _told("a WebP image", _TEXT)
    if _WINDOWS_PROGRAM.match(start):
        return _told("a program", _TEXT)
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if _HTTP.match(text) or _HEADERS.match(text):
        return "This file begins with HTTP headers; save the body without them"
    if _PAGE.match(text):
        return _told("an HTML page, as a website answers a sign-in or an error", "save the log that it leads to")
    before = _before_gzip(start)
    if before:
        bytes_stand = "1 byte stands" if before == 1 else f"{before} bytes stand"
        return f"{bytes_stand} before a gzip stream in this file; take them away"
    return None


def _told(name: str, instead: str) -> str:
    return f"This is {name}, expected a log: {instead}"


def _before_gzip(start: bytes) -> int | None:
    """Where a gzip stream begins in these bytes: its header fits, and what is behind it can be decompressed."""
    for found in _GZIP.finditer(start):
        try:
            text = zlib.decompressobj(31).decompress(start[found.start() : found.start() + 4096], 64)
        except zlib.error:
            continue
        if text:
            return found.start()
    return None

"""Whether bytes or texts mention somebody: by name or account, however they are encoded or packed."""

import html
import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Generator, Iterable, Iterator

from events import gzips

# A name shorter than this is looked for as a word: it is a part of too many others.
_SHORT = 4
_ZIP_SIGN = b"PK"
# What stands before a file in a zip archive: its sign, 22 bytes, and how long its name and what follows it are.
_IN_ZIP = re.compile(rb"PK\x03\x04.{22}(..)(..)", re.DOTALL)
_RAW_DEFLATE = -15
_STEP = 64 * 1024
# What zipfile raises on bytes that are no archive, or none that it can read.
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, OverflowError, RuntimeError)
# Packed files in packed files are opened to this depth.
_DEPTH = 3
# As much is looked at of what a packed file holds.
_LARGEST = 512 * 1024 * 1024
# A JSON string's escapes: signs by number, in pairs beyond 0xFFFF, and signs that stand for themselves.
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\([\"/\\bfnrt])")
_SIGNS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Mentions:
    """Finds every one of some names, in any case, in texts and in the bytes of files."""

    def __init__(self, names: Iterable[str]) -> None:
        known = sorted({_folded(name.strip()) for name in names if name.strip()})
        words = (bounded(name, re.escape(name)) for name in known)
        self._pattern = re.compile("|".join(words)) if known else None

    def __bool__(self) -> bool:
        return self._pattern is not None

    def in_text(self, text: str | None) -> bool:
        """Whether a text mentions one of them, as it is or in the escapes of JSON, XML or CSV."""
        if self._pattern is None or not text:
            return False
        forms = {text}
        if "\\" in text:
            forms.add(_unescaped(text))
        if '""' in text:
            forms.add(text.replace('""', '"'))
        if "&" in text:
            forms.add(html.unescape(text))
        return any(self._pattern.search(_folded(form)) for form in forms)

    def in_bytes(self, data: bytes, depth: int = _DEPTH) -> bool:
        """Whether a file mentions one of them, as UTF-8, UTF-16, UTF-32 or code page 1252, also within gzip and zip."""
        if self._pattern is None:
            return False
        if any(self.in_text(text) for text in _texts(data)):
            return True
        return depth > 0 and any(self.in_bytes(packed, depth - 1) for packed in _unpacked(data))


def bounded(name: str, pattern: str) -> str:
    """The pattern of a name; a short one is a word of its own."""
    return pattern if len(name) >= _SHORT else rf"(?<!\w){pattern}(?!\w)"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _unescaped(text: str) -> str:
    """A text with the escapes of JSON as the signs they stand for."""
    signs = _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else _SIGNS.get(found[2], found[2]), text)
    return signs.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _texts(data: bytes) -> Iterator[str]:
    """The bytes as text, in every encoding that could be meant."""
    yield data.decode("utf-8", "replace")
    yield data.decode("cp1252", "replace")
    if b"\0" in data:
        for start in (0, 1):
            yield data[start:].decode("utf-16-le", "replace")
            yield data[start:].decode("utf-16-be", "replace")
    # Every character of UTF-32 but the rarest has two.
    if b"\0\0" in data:
        for start in range(4):
            yield data[start:].decode("utf-32-le", "replace")
            yield data[start:].decode("utf-32-be", "replace")


def _unpacked(data: bytes) -> Iterator[bytes]:
    """What is packed in the bytes, of damaged ones what can be read; nothing if they are not packed."""
    if data.startswith(gzips.SIGN):
        yield b"".join(gzips.gunzipped([data], [], _LARGEST))
    if data.startswith(_ZIP_SIGN):
        sound = yield from _listed(data)
        if not sound:
            yield from _unlisted(data)


def _listed(data: bytes) -> Generator[bytes, None, bool]:
    """The names and files that a zip archive lists, and whether all of them could be read."""
    sound = True
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist():
                yield member.filename.encode(errors="replace")
                try:
                    with archive.open(member) as file:
                        yield file.read(_LARGEST)
                except _BROKEN:
                    sound = False
    except _BROKEN:
        return False
    return sound


def _unlisted(data: bytes) -> Iterator[bytes]:
    """The files of a damaged zip archive, found by what stands before each, as far as they can be read."""
    for found in _IN_ZIP.finditer(data):
        lengths = (int.from_bytes(length, "little") for length in found.groups())
        yield b"".join(_inflated(data[found.end() + sum(lengths) :]))


def _inflated(data: bytes) -> Iterator[bytes]:
    inflating = zlib.decompressobj(_RAW_DEFLATE)
    done = 0
    for place in range(0, len(data), _STEP):
        piece = data[place : place + _STEP]
        before = inflating.copy()
        try:
            text = inflating.decompress(piece, _LARGEST - done)
        except zlib.error:
            yield from gzips.before_damage(before, piece)
            return
        yield text
        done += len(text)
        if inflating.eof or done >= _LARGEST:
            return

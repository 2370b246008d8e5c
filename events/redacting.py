"""Puts tokens in the place of names in texts and files, in every spelling in which a name may stand there."""

import gzip
import io
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator

from events import gzips
from events.encodings import encoding_of
from events.naming import Mentions, bounded
from events.tombstones import token

_ZIP_SIGN = b"PK"
_WIDE = ("utf-16", "utf-32")
# As much of a packed file is unpacked.
_LARGEST = 512 * 1024 * 1024
# Of longer words the pattern would take seconds to make; files that have them are erased whole.
_LONGEST = 2000
_XML = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}
_JSON = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


class Redaction:
    """Replaces names by tokens. The same name has the same token on one tape, and nobody can tell whose it is.

    What somebody wrote is replaced as a name is. A client's account and its token are the same player to the tape, so
    a redacted file reads as the file did.
    """

    def __init__(self, secret: str, names: Iterable[str]) -> None:
        wanted = sorted({name for name in names if name.strip()}, key=lambda name: (-len(name), name))
        self._mentions = Mentions(wanted)
        self._tokens = [token(secret, name) for name in wanted]
        self._exactly = dict(zip(wanted, self._tokens, strict=True))
        self._pattern = (
            re.compile("|".join(f"({_spelled(name)})" for name in wanted), re.IGNORECASE) if wanted else None
        )
        self._too_long = any(len(name) > _LONGEST for name in wanted)

    def in_text(self, text: str) -> str:
        """The text with tokens for names; an empty one if a name would still stand in it."""
        if not self._mentions.in_text(text):
            return text
        redacted = self._replaced(text)
        return "" if self._mentions.in_text(redacted) else redacted

    def in_file(self, data: bytes) -> bytes | None:
        """The file with tokens for names; None if it is of a kind in which a name cannot be replaced."""
        if not self._mentions.in_bytes(data):
            return data
        if self._too_long or data.startswith(_ZIP_SIGN):
            return None
        redacted = self._gzipped(data) if data.startswith(gzips.SIGN) else self._in_bytes(data)
        return None if redacted is None or self._mentions.in_bytes(redacted) else redacted

    def _gzipped(self, data: bytes) -> bytes | None:
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                text = packed.read(_LARGEST + 1)
        except (OSError, EOFError, zlib.error):
            return None
        if len(text) > _LARGEST:
            return None
        redacted = self.in_file(text)
        return None if redacted is None else gzip.compress(redacted, mtime=0)

    def _in_bytes(self, data: bytes) -> bytes:
        encoding = encoding_of(lambda: (data,))
        if encoding.codec.startswith(_WIDE):
            return self._in_encoding(data, encoding.codec)
        return self._in_encoding(self._in_encoding(data, "utf-8"), "cp1252")

    def _in_encoding(self, data: bytes, encoding: str) -> bytes:
        """Bytes that are not of the encoding stay as they are."""
        errors = "surrogatepass" if encoding.startswith(_WIDE) else "surrogateescape"
        try:
            return self._replaced(data.decode(encoding, errors)).encode(encoding, errors)
        except UnicodeError:
            return data

    def _replaced(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(self._token, text)

    def _token(self, found: re.Match[str]) -> str:
        return self._exactly.get(found[0], self._tokens[(found.lastindex or 1) - 1])


def _spelled(name: str) -> str:
    """A pattern of a name as it is, decomposed, and in the escapes of JSON, XML and CSV."""
    forms = [name, *(unicodedata.normalize(form, name) for form in ("NFC", "NFD"))]
    spelled = dict.fromkeys((*forms, *(form.strip() for form in forms)))
    return "|".join(bounded(name.strip(), "".join(map(_sign, form))) for form in spelled)


def _sign(sign: str) -> str:
    ways = [re.escape(sign)]
    for case in {sign, sign.upper(), sign.lower()}:
        if len(case) == 1:
            ways += [re.escape(case), *_numbered(case)]
    if sign in _XML:
        ways.append(f"&{_XML[sign]};")
    if sign in _JSON:
        ways.append(re.escape(_JSON[sign]))
    if sign == '"':
        ways.append('""')
    # The longest first, so that a sign never stands for the beginning of its escape.
    return f"(?:{'|'.join(sorted(dict.fromkeys(ways), key=len, reverse=True))})"


def _numbered(sign: str) -> Iterator[str]:
    """A sign as a number, in JSON (of its UTF-16 halves) and in XML."""
    halves = sign.encode("utf-16-be", "surrogatepass")
    yield "".join(rf"\\u{halves[at]:02x}{halves[at + 1]:02x}" for at in range(0, len(halves), 2))
    yield f"&#0*{ord(sign)};"
    yield f"&#x0*{ord(sign):x};"

"""In which encoding a text file is, told from its bytes, and the same text as UTF-8, piece by piece."""

import codecs
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import msgspec

# As much as is looked at for the places of NUL bytes.
_START = 64 * 1024
# Of the characters of a text, so many are ASCII at least, and so many at most have a byte that is NUL by chance.
_MOSTLY, _RARELY = 0.5, 0.1
_FITS_WINDOWS_1252 = bytes(set(range(0xFF)) - {0x81, 0x8D, 0x8F, 0x90, 0x9D})
_REPLACED = "\N{REPLACEMENT CHARACTER}"


class Encoding(msgspec.Struct, frozen=True):
    """How a file is encoded: as a person knows it, as Python does, and how many bytes its byte order mark has."""

    name: str
    codec: str
    mark: int = 0


# The longer of two marks that begin alike comes first.
_MARKED = {
    codecs.BOM_UTF8: Encoding("UTF-8", "utf-8", 3),
    codecs.BOM_UTF32_LE: Encoding("UTF-32", "utf-32-le", 4),
    codecs.BOM_UTF32_BE: Encoding("UTF-32", "utf-32-be", 4),
    codecs.BOM_UTF16_LE: Encoding("UTF-16", "utf-16-le", 2),
    codecs.BOM_UTF16_BE: Encoding("UTF-16", "utf-16-be", 2),
}
# Where NUL bytes stand in four bytes of ASCII.
_BY_NULS = {
    (False, True, True, True): Encoding("UTF-32", "utf-32-le"),
    (True, True, True, False): Encoding("UTF-32", "utf-32-be"),
    (False, True, False, True): Encoding("UTF-16", "utf-16-le"),
    (True, False, True, False): Encoding("UTF-16", "utf-16-be"),
}
UTF_8 = Encoding("UTF-8", "utf-8")
WINDOWS_1252 = Encoding("Windows-1252", "cp1252")


def encoding_of(pieces: Callable[[], Iterable[bytes]]) -> Encoding:
    """The encoding of a file, by its mark, by the places of its NUL bytes, or by all of its bytes.

    What is in no encoding counts as UTF-8, so that its broken bytes cost their lines and no others. It is Windows-1252
    if no character beyond ASCII is UTF-8, and all are of Windows-1252; its ÿ, which is 0xFF, counts as broken.
    """
    rest = iter(pieces())
    start = b""
    for piece in rest:
        start += piece
        if len(start) >= _START:
            break
    for mark, encoding in _MARKED.items():
        if start.startswith(mark):
            return encoding
    return _by_nuls(start[:_START]) or _by_all(chain([start], rest))


def as_utf8(pieces: Iterable[bytes], encoding: Encoding, problems: list[str]) -> Iterator[bytes]:
    """The text of a file as UTF-8 without a mark. UTF-8 passes as it is, broken or not.

    What cannot be decoded is told in `problems` once all is read, and stands as U+FFFD in the text.
    """
    unmarked = _without_mark(pieces, encoding.mark)
    if encoding.codec == UTF_8.codec:
        yield from unmarked
        return
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    broken = 0
    for piece in unmarked:
        text, faults = _decoded(decoder, piece)
        broken += faults
        if text:
            yield text.encode()
    if broken:
        count = "1 character is" if broken == 1 else f"{broken} characters are"
        problems.append(f"The file is {encoding.name}, but {count} not: a {_REPLACED} stands there instead")
    cut = len(decoder.getstate()[0])
    if cut:
        problems.append(f"The file is {encoding.name} and ends in the middle of a character, which is left out")


def _by_nuls(start: bytes) -> Encoding | None:
    places = [start[place::4] for place in range(4)]
    if not all(places):
        places = [start[place::2] for place in (0, 1, 0, 1)]
    shares = [place.count(0) / len(place) if place else 0.0 for place in places]
    if any(_RARELY < share < _MOSTLY for share in shares):
        return None
    nul_1, nul_2, nul_3, nul_4 = (share >= _MOSTLY for share in shares)
    return _BY_NULS.get((nul_1, nul_2, nul_3, nul_4))


def _by_all(pieces: Iterable[bytes]) -> Encoding:
    # With "surrogateescape" each byte that is no UTF-8 is a character, so only whole characters make a text shorter.
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    ascii_only = True
    waiting = 0
    for piece in chain((piece for piece in pieces if piece), [b""]):
        if piece.isascii() and piece and not waiting:
            continue
        characters = len(decoder.decode(piece, final=not piece))
        before, waiting = waiting, len(decoder.getstate()[0])
        if characters + waiting < before + len(piece) or piece.translate(None, _FITS_WINDOWS_1252):
            return UTF_8
        ascii_only = ascii_only and piece.isascii()
    return UTF_8 if ascii_only else WINDOWS_1252


def _without_mark(pieces: Iterable[bytes], mark: int) -> Iterator[bytes]:
    left = mark
    for piece in pieces:
        if left:
            yield piece[left:]
            left -= min(left, len(piece))
        else:
            yield piece


def _decoded(decoder: codecs.IncrementalDecoder, piece: bytes) -> tuple[str, int]:
    """The text of a piece and how many faults it has."""
    state = decoder.getstate()
    decoder.errors = "strict"
    try:
        return decoder.decode(piece), 0
    except UnicodeDecodeError:
        texts = []
        for errors in ("ignore", "replace"):
            decoder.setstate(state)
            decoder.errors = errors
            texts.append(decoder.decode(piece))
        without, text = texts
        return text, text.count(_REPLACED) - without.count(_REPLACED)

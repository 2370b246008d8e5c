"""Decompresses gzip files piece by piece, whole or broken: what can be read is read, and what is wrong is said."""

import zlib
from collections.abc import Generator, Iterable, Iterator

SIGN = b"\x1f\x8b"
# As much as is put in, and comes out, at a time.
_STEP = 64 * 1024
_GZIP = 31
_WRONG_CHECKSUM = ("incorrect data check", "incorrect length check")


def gunzipped(pieces: Iterable[bytes], problems: list[str], limit: int) -> Iterator[bytes]:
    """The text of gzip data, of all its members in a row, at most `limit` bytes of it.

    Whatever stands before a fault is given; then `problems` gets a sentence that says how much that was. Zero bytes
    behind the data are padding, as gzip has it.
    """
    supply = _Supply(pieces)
    done = 0
    while True:
        read, fault = yield from _member(supply, limit - done)
        done += read
        if fault is not None:
            problems.append(fault.format(f"{done} byte{'' if done == 1 else 's'} of text"))
            return
        supply.skip_padding()
        start = supply.take(len(SIGN))
        if not start:
            return
        supply.give_back(start)
        if not start.startswith(SIGN):
            problems.append(f"Bytes that are no gzip data ({supply.rest()}) stand behind its end; they are left out")
            return


def _member(supply: "_Supply", limit: int) -> Generator[bytes, None, tuple[int, str | None]]:
    """One member: how many bytes of text it gave, and what is wrong with it, to be filled in with how much was read."""
    inflating = zlib.decompressobj(_GZIP)
    done = 0
    waiting = b""
    more = False
    fault: str | None = None
    while not inflating.eof:
        # A full step may leave text inside, even when everything was put in.
        if not waiting and not more:
            waiting = supply.take()
            if not waiting:
                return done, "The gzip data ends in the middle: {} were read and the rest is missing"
        most = min(_STEP, limit - done + 1)
        before = inflating.copy()
        try:
            text = inflating.decompress(waiting, most)
        except zlib.error as error:
            text = b"".join(before_damage(before, waiting))
            fault = _damage(str(error))
        else:
            waiting, more = inflating.unconsumed_tail, len(text) == most
        if done + len(text) > limit:
            text = text[: limit - done]
            fault = "The gzip data holds more than {}, which is as much as is read; the rest is left out"
        done += len(text)
        if text:
            yield text
        if fault is not None:
            return done, fault
    supply.give_back(inflating.unused_data)
    return done, None


def before_damage(inflating: "zlib._Decompress", waiting: bytes) -> Iterator[bytes]:
    """What comes out before a fault, of which zlib gives nothing when it is met in one go."""
    for place in range(len(waiting)):
        byte = waiting[place : place + 1]
        while True:
            try:
                text = inflating.decompress(byte, 1)
            except zlib.error:
                return
            yield text
            byte = inflating.unconsumed_tail
            if not byte and not text:
                break


def _damage(error: str) -> str:
    if any(sign in error for sign in _WRONG_CHECKSUM):
        return "The gzip data does not match its checksum: {} were read, which may be wrong, and nothing behind them"
    return "The gzip data is damaged: {} were read and the rest is lost"


class _Supply:
    """Bytes to take in small pieces, and to give back."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = (piece[place : place + _STEP] for piece in pieces for place in range(0, len(piece), _STEP))
        self._first = b""

    def take(self, at_least: int = 1) -> bytes:
        """The next bytes; fewer than `at_least` at the end."""
        taken, self._first = self._first, b""
        while len(taken) < at_least and (piece := next(self._pieces, b"")):
            taken += piece
        return taken

    def give_back(self, taken: bytes) -> None:
        self._first = taken + self._first

    def skip_padding(self) -> None:
        while taken := self.take():
            if behind := taken.lstrip(b"\0"):
                self.give_back(behind)
                return

    def rest(self) -> int:
        """How many bytes there are to the end; they are taken."""
        first = len(self.take())
        return first + sum(len(piece) for piece in self._pieces)

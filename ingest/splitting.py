"""Splits text into lines, piece by piece, so that no file and no line of it needs to fit into memory."""

from collections.abc import Iterable, Iterator

# As much is kept of a longer line; whoever reads lines refuses it for its length.
LONGEST = 4 * 1024 * 1024


def lines_of(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Lines with their ends: LF, CRLF or CR. Only the last may have none."""
    held = b""
    for piece in pieces:
        lines = (held + piece).splitlines(keepends=True)
        # A CR at the end of a piece may be half of a CRLF.
        held = _cut(lines.pop()) if lines and not lines[-1].endswith(b"\n") else b""
        yield from map(_cut, lines)
    if held:
        yield held


def _cut(line: bytes) -> bytes:
    if len(line) <= LONGEST:
        return line
    return line[:LONGEST] + (line[-1:] if line.endswith((b"\n", b"\r")) else b"")

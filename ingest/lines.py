"""Finds the lines of a stored file that tell the events of a recording."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from events.base import RecordingId
from events.tape import Tape
from ingest.adapter import Adapter, Told
from ingest.adapters import ADAPTERS
from ingest.files import FileError
from ingest.opening import opened

# As much of a line as is shown.
_SHOWN = 2000


def source_lines(
    tape: Tape, recording: RecordingId, adapters: Sequence[Adapter] = ADAPTERS
) -> dict[int, tuple[int, str]]:
    """For each event number the line it was told in, and its text; empty where the file tells no lines or is erased."""
    found = tape.recording(recording)
    source = tape.source_header(found.source) if found.source is not None else None
    adapter = next((adapter for adapter in adapters if adapter.name == found.adapter), None)
    if source is None or source.erased or adapter is None:
        return {}
    try:
        document = opened(source.name or "", partial(tape.source_parts, source.id))
    except FileError:
        return {}
    games = (told for told in adapter.told(document) if isinstance(told, Told))
    game = next((game for ordinal, game in enumerate(games, 1) if ordinal == found.ordinal), None)
    if game is None or not game.lines:
        return {}
    wanted, last = set(game.lines), max(game.lines)
    until = takewhile(lambda numbered: numbered[0] <= last, document.lines())
    texts = {number: line[:_SHOWN].decode(errors="backslashreplace") for number, line in until if number in wanted}
    return {event: (line, texts.get(line, "")) for event, line in enumerate(game.lines, 1)}

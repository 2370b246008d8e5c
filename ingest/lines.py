"""Finds the lines of a stored file that tell the events of a recording."""

from collections.abc import Sequence

from events.base import RecordingId
from events.tape import Tape
from ingest.adapter import Adapter, Document, Told
from ingest.adapters import ADAPTERS
from ingest.files import FileError, unpacked

# As much of a line as is shown.
_SHOWN = 2000


def source_lines(
    tape: Tape, recording: RecordingId, adapters: Sequence[Adapter] = ADAPTERS
) -> dict[int, tuple[int, str]]:
    """For each event number the line it was told in, and its text; empty where the file tells no lines or is erased."""
    found = tape.recording(recording)
    source = tape.source(found.source) if found.source is not None else None
    adapter = next((adapter for adapter in adapters if adapter.name == found.adapter), None)
    if source is None or source.data is None or adapter is None:
        return {}
    try:
        document = Document(source.name or "", unpacked(source.data))
    except FileError:
        return {}
    games = (told for told in adapter.read(document) if isinstance(told, Told))
    game = next((game for ordinal, game in enumerate(games, 1) if ordinal == found.ordinal), None)
    if game is None or not game.lines:
        return {}
    wanted = set(game.lines)
    texts = {
        number: line[:_SHOWN].decode(errors="backslashreplace") for number, line in document.lines() if number in wanted
    }
    return {event: (line, texts.get(line, "")) for event, line in enumerate(game.lines, 1)}

"""Reads kept files anew after an adapter was mended: each game's new reading takes the place of the old one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from events.base import Event, RecordingId
from events.erasable import SourceId
from events.recordings import Recording
from events.registry import FindingSettled, RecordingReplaced, RegistryEvent
from events.tape import Tape
from ingest.adapter import Adapter
from ingest.appending import digests_of, new_recording, with_tape_ids
from ingest.files import FileError
from ingest.forgetting import Curtain
from ingest.joining import Arrived, Joining
from ingest.opening import opened
from ingest.reading import FileReading
from ingest.registering import registered
from projector.aligning import Side, aligned
from projector.games import GAMES
from projector.joins import Joins


class Reread(msgspec.Struct, frozen=True):
    """What became of a file: games that were `replaced`, `added` or read as before; `left`: why others were not."""

    source: SourceId
    name: str | None
    replaced: int
    added: int
    unchanged: int
    left: tuple[str, ...]


def reimport(
    tape: Tape, adapters: Sequence[Adapter], *, adapter: str | None = None, source: SourceId | None = None
) -> Iterator[Reread]:
    """Read again every kept file that an older version of its adapter read, or those of one adapter, or one file.

    Each game is replaced in a transaction of its own: what was cut off goes on where it was.
    """
    known = {it.name: it for it in adapters}
    joins = Joins(registered(tape))
    files: dict[SourceId, list[Recording]] = {}
    for it in tape.recordings(source=source, newest_first=False):
        reader = known.get(it.adapter)
        if it.source is None or reader is None or adapter not in (None, it.adapter) or it.id in joins.replaced:
            continue
        if it.adapter_version < reader.version:
            files.setdefault(it.source, []).append(it)
    for name, older in files.items():
        yield _reread(tape, name, older, known[older[0].adapter], joins)


def _reread(tape: Tape, name: SourceId, older: list[Recording], adapter: Adapter, joins: Joins) -> Reread:
    kept = tape.source_header(name)
    if kept is None or kept.erased:
        return Reread(name, None, 0, 0, 0, ("The file was erased, so its games stay as they were read",))
    read = partial(tape.source_parts, name)
    try:
        document = opened(kept.name or "", read)
    except FileError as error:
        return Reread(name, kept.name, 0, 0, 0, (str(error),))
    curtain = Curtain(tape, kept.name or "", read, [adapter])
    reading = FileReading(adapter, document, curtain)
    waiting: defaultdict[str | int | None, list[Recording]] = defaultdict(list)
    for it in reversed(older):
        waiting[it.client_game or it.ordinal].append(it)
    seen: dict[str, int] = {}
    joining = Joining(tape)
    left: list[str] = []
    replaced = added = unchanged = 0
    for ordinal, game in enumerate(reading.games(), 1):
        (digest,) = digests_of([game], seen)
        # The older reading of a game is known by the client's own id, else by its place in the file.
        same = waiting[game.client_game or ordinal]
        old = same.pop() if same else None
        if old is not None and len(tape.payloads(old.id)) > 1:
            left.append(f"{old.id} grew over several files: import the last of them again")
            continue
        there = tape.told([digest]).get(digest)
        if there is not None:
            unchanged += 1
            continue
        (events,) = with_tape_ids(tape, [game], [digest], curtain)
        new = new_recording(game, events, adapter, digest, source=name, ordinal=ordinal)
        if old is None:
            (recorded,) = tape.append_new([new])
            added += 1
        else:
            recorded = tape.append_replacing(new, _replacement(tape, old, events, joins))
            replaced += 1
        if not new.simulated:
            joining.join([Arrived(recorded.id, game.family, events, game.client_game)])
    left += [
        f"{old.id} is told by the file no more: it stays as it was read" for same in waiting.values() for old in same
    ]
    tape.store_problems(name, reading.problems())
    return Reread(name, kept.name, replaced, added, unchanged, tuple(left))


class _Replacement(msgspec.Struct, frozen=True):
    """The registry's events about a new reading, once it has an id."""

    old: RecordingId
    settled: tuple[FindingSettled, ...]

    def __call__(self, new: RecordingId) -> list[RegistryEvent]:
        return [
            RecordingReplaced(old=self.old, new=new),
            *(replace(decision, recording=new) for decision in self.settled),
        ]


def _replacement(tape: Tape, old: Recording, events: Sequence[Event], joins: Joins) -> _Replacement:
    """What is registered of a new reading: that it replaces the old, and the decisions on events that both have."""
    decisions = [decision for (name, _), decision in joins.settled.items() if name == old.id]
    if not decisions or old.family not in GAMES:
        return _Replacement(old.id, ())
    telling = GAMES[old.family].telling
    pairs = dict(aligned(Side.of(telling, tape.read(old.id)), Side.of(telling, events)).pairs)
    moved = [replace(it, event=pairs[it.event - 1] + 1) for it in decisions if it.event - 1 in pairs]
    return _Replacement(old.id, tuple(moved))

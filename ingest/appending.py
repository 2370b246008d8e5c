"""Puts the games that a file tells onto the tape, with the tape's own names for players and texts."""

from collections.abc import Sequence

from events.base import Event, PlayerId, TextId
from events.erasable import SourceId
from events.references import references, with_references
from events.tape import NewRecording, Recorded, Tape
from ingest.adapter import Adapter, Told
from ingest.forgetting import Curtain
from ingest.joining import Arrived, Joining
from ingest.offsets import with_offset


def append_told(
    tape: Tape,
    games: Sequence[Told],
    adapter: Adapter,
    *,
    source: SourceId | None = None,
    before: int = 0,
    seen: dict[str, int] | None = None,
    joining: Joining | None = None,
    curtain: Curtain | None = None,
) -> list[Recorded]:
    """Append games in one transaction, with the tape's players and texts in place of the file's own names for them.

    `before` games of the source were read already; `seen` counts equal ones, which are games of their own: the same
    file tells each again, so importing it twice adds none. `joining` joins what tells a game again, `curtain` hides
    what may not be kept.
    """
    digests = digests_of(games, seen)
    known = tape.told(digests)
    unknown = [(place, game) for place, game in enumerate(games) if digests[place] not in known]
    renamed = with_tape_ids(tape, [game for _, game in unknown], [digests[place] for place, _ in unknown], curtain)
    grown: dict[int, Recorded] = {}
    new: list[tuple[int, Told, list[Event]]] = []
    for (place, game), events in zip(unknown, renamed, strict=True):
        recorded = _grown(tape, game, adapter, events)
        if recorded is None:
            new.append((place, game, events))
        else:
            grown[place] = recorded
    added = tape.append_new(
        [
            new_recording(game, events, adapter, digests[place], source=source, ordinal=before + place + 1)
            for place, game, events in new
        ]
    )
    fresh = grown | {place: recorded for (place, _, _), recorded in zip(new, added, strict=True)}
    (joining or Joining(tape)).join(
        [
            Arrived(fresh[place].id, game.family, events, game.client_game)
            for (place, game), events in zip(unknown, renamed, strict=True)
            if (fresh[place].added or place in grown) and not getattr(events[0], "simulated", False)
        ],
    )
    return [fresh.get(place) or Recorded(known[digest], added=False) for place, digest in enumerate(digests)]


def new_recording(
    game: Told, events: Sequence[Event], adapter: Adapter, digest: str, *, source: SourceId | None, ordinal: int
) -> NewRecording:
    """A game of a source, the `ordinal`th from 1, as it is recorded; `events` with the tape's players and texts."""
    return NewRecording(
        family=game.family,
        adapter=adapter.name,
        adapter_version=adapter.version,
        source=source,
        ordinal=ordinal,
        client=game.client,
        client_game=game.client_game,
        digest=digest,
        simulated=any(getattr(event, "simulated", False) for event in game.events[:1]),
        events=events,
    )


def digests_of(games: Sequence[Told], seen: dict[str, int] | None = None) -> list[str]:
    """What each game of a file is known by; `seen` counts equal ones that came before."""
    counts = seen if seen is not None else {}
    digests = []
    for game in games:
        once = game.digest(0)
        digests.append(game.digest(counts[once]) if once in counts else once)
        counts[once] = counts.get(once, 0) + 1
    return digests


def _grown(tape: Tape, game: Told, adapter: Adapter, events: list[Event]) -> Recorded | None:
    """The recording that this telling goes on with: the client's own game id is the same, and one begins as the other.

    So a log that is imported while it grows stays one game, in whatever order its states arrive. None: there is none.
    """
    if game.client_game is None:
        return None
    for found in tape.recordings(family=game.family, client_game=game.client_game):
        if (found.client, found.adapter) != (game.client, adapter.name):
            continue
        there = tape.read(found.id)
        both = min(len(there), len(events))
        if _in_words(tape, there[:both]) != _in_words(tape, events[:both]):
            continue
        if len(events) > len(there):
            tape.append(found.id, events[len(there) :], after=len(there))
        return Recorded(found.id, added=False)
    return None


def _in_words(tape: Tape, events: Sequence[Event]) -> list[Event]:
    """Events with the words of their texts in place of the ids, which are new at each import."""
    texts = [text for event in events for text in references(event)[1]]
    if not texts:
        return list(events)
    words = tape.texts(texts)
    return [with_references(event, lambda player: player, lambda text: TextId(words.get(text, ""))) for event in events]


def with_tape_ids(
    tape: Tape, games: Sequence[Told], digests: Sequence[str], curtain: Curtain | None = None
) -> list[list[Event]]:
    """The events of games with players and texts of the tape; one query for all of them."""
    wanted: dict[tuple[int, PlayerId], tuple[str, str, str | None]] = {}
    words: dict[TextId, str | None] = {}
    for place, (game, digest) in enumerate(zip(games, digests, strict=True)):
        for event in game.events:
            called, texts = references(event)
            for text in texts:
                hidden = curtain is not None and curtain.hides(game, getattr(event, "author", None))
                words[text] = None if hidden else text if curtain is None else curtain.text(text)
            for local in called:
                wanted[place, local] = (game.client, *_called(game, local, digest))
    players = dict(zip(wanted, tape.players(list(wanted.values())), strict=True)) if wanted else {}
    stored = dict(zip(words, tape.store_texts(list(words.values())), strict=True)) if words else {}
    return [
        [
            with_references(with_offset(event), lambda local, place=place: players[place, local], stored.__getitem__)  # type: ignore[misc]
            for event in game.events
        ]
        for place, game in enumerate(games)
    ]


def _called(game: Told, local: PlayerId, digest: str) -> tuple[str, str | None]:
    """The handle and name of a player."""
    person = game.person(local)
    name = person.name if person.name and person.name.strip() else None
    # Somebody without name and account is a player of this one game.
    return person.handle() or f"game:{game.client_game or digest}:{local}", name

"""What recordings are recognised by: numbers that tellings of one game share, kept beside the tape and made anew."""

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa

from events.base import RecordingId
from events.codec import Family
from events.erasable import chunks
from events.schema import RECORDING, TRAIT
from events.tape import Tape

# Stands for a recording that has no trait, so that it is not looked at again.
NONE = 0


def keep_traits(tape: Tape, traits: Mapping[RecordingId, Iterable[int]]) -> None:
    """Keep what recordings are recognised by."""
    if not traits:
        return

    def keep(connection: sa.Connection) -> None:
        numbers: dict[RecordingId, int] = {}
        for some in chunks(traits):
            found = sa.select(RECORDING.c.id, RECORDING.c.number).where(RECORDING.c.id.in_(some))
            numbers.update({RecordingId(name): number for name, number in connection.execute(found)})
        rows = [
            {"value": value, "recording": number}
            for name, number in numbers.items()
            for value in (dict.fromkeys(traits[name]) or (NONE,))
        ]
        if rows:
            connection.execute(sa.insert(TRAIT), rows)

    tape.database.write(keep)


def alike(tape: Tape, traits: Iterable[int], limit: int) -> dict[int, list[RecordingId]]:
    """The recordings that have each trait; a trait that more than `limit` share tells nothing and is left out."""
    query = sa.select(TRAIT.c.value, RECORDING.c.id).join_from(
        TRAIT, RECORDING, TRAIT.c.recording == RECORDING.c.number
    )
    found: dict[int, list[RecordingId]] = {}
    with tape.database.reading() as connection:
        for some in chunks(dict.fromkeys(traits)):
            for value, name in connection.execute(query.where(TRAIT.c.value.in_(some))):
                found.setdefault(value, []).append(RecordingId(name))
    return {value: names for value, names in found.items() if len(names) <= limit}


def counts_of(tape: Tape, recordings: Iterable[RecordingId]) -> dict[RecordingId, int]:
    """How many traits each of these recordings has."""
    query = (
        sa.select(RECORDING.c.id, sa.func.count())
        .join_from(RECORDING, TRAIT, TRAIT.c.recording == RECORDING.c.number)
        .group_by(RECORDING.c.id)
    )
    found: dict[RecordingId, int] = {}
    with tape.database.reading() as connection:
        for some in chunks(recordings):
            rows = connection.execute(query.where(RECORDING.c.id.in_(some)))
            found |= {RecordingId(name): count for name, count in rows}
    return found


def without_traits(tape: Tape, families: Sequence[Family], limit: int) -> list[RecordingId]:
    """Recordings, none of them simulated, of which nobody noted yet what they are recognised by, oldest first."""
    noted = sa.select(TRAIT.c.recording).where(TRAIT.c.recording == RECORDING.c.number).exists()
    query = (
        sa.select(RECORDING.c.id)
        .where(RECORDING.c.family.in_(families), RECORDING.c.simulated.is_(False), ~noted)
        .order_by(RECORDING.c.number)
        .limit(limit)
    )
    with tape.database.reading() as connection:
        return [RecordingId(name) for (name,) in connection.execute(query)]


def told_by_clients(tape: Tape, recordings: Iterable[RecordingId]) -> dict[RecordingId, list[RecordingId]]:
    """For each recording whose client has an id of its own for the game, the other recordings with that id."""
    mine, other = RECORDING.alias(), RECORDING.alias()
    same = sa.and_(
        other.c.client_game == mine.c.client_game,
        other.c.client == mine.c.client,
        other.c.family == mine.c.family,
        other.c.id != mine.c.id,
    )
    query = sa.select(mine.c.id, other.c.id.label("other")).join_from(mine, other, same).order_by(other.c.number)
    found: dict[RecordingId, list[RecordingId]] = {}
    with tape.database.reading() as connection:
        for some in chunks(recordings):
            for name, its in connection.execute(query.where(mine.c.id.in_(some))):
                found.setdefault(RecordingId(name), []).append(RecordingId(its))
    return found

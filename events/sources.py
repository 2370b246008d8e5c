"""What came in: every file that was stored, with what was read of it."""

import datetime as dt

import msgspec
import sqlalchemy as sa

from events.erasable import SourceId
from events.recordings import moment
from events.schema import PROBLEM, RECORDING, SOURCE
from events.tape import Tape


class Arrival(msgspec.Struct, frozen=True):
    """A file as it came in; `name` None: erased. `recordings` were new with it; `adapter` None: nothing was read."""

    source: SourceId
    name: str | None
    size: int
    received_at: dt.datetime
    recordings: int
    adapter: str | None
    problems: int


def arrivals(tape: Tape, limit: int = 100) -> list[Arrival]:
    """The files that came in last, newest first."""
    recordings = (
        sa.select(
            RECORDING.c.source,
            sa.func.count().label("recordings"),
            sa.func.min(RECORDING.c.adapter).label("adapter"),
        )
        .group_by(RECORDING.c.source)
        .subquery()
    )
    problems = sa.select(PROBLEM.c.source, sa.func.count().label("problems")).group_by(PROBLEM.c.source).subquery()
    query = (
        sa.select(
            SOURCE.c.id,
            SOURCE.c.name,
            SOURCE.c.size,
            SOURCE.c.received_at,
            sa.func.coalesce(recordings.c.recordings, 0),
            recordings.c.adapter,
            sa.func.coalesce(problems.c.problems, 0),
        )
        .outerjoin_from(SOURCE, recordings, recordings.c.source == SOURCE.c.id)
        .outerjoin(problems, problems.c.source == SOURCE.c.id)
        .order_by(SOURCE.c.received_at.desc(), SOURCE.c.id)
        .limit(limit)
    )
    with tape.database.reading() as connection:
        return [
            Arrival(SourceId(source), name, size, moment(received_at), recordings, adapter, problems)
            for source, name, size, received_at, recordings, adapter, problems in connection.execute(query)
        ]

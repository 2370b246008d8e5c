"""Tables of made-up results, as folds of so many games would give them."""

import datetime as dt
from collections.abc import Sequence

import msgspec
import polars as pl
from hypothesis import strategies as st

from projector.facts import FactTables, Tables
from projector.games import GAMES

BOBA = GAMES["boba"]
MONDAY = dt.datetime(2026, 1, 5, 12, tzinfo=dt.UTC)


class Result(msgspec.Struct, frozen=True):
    """A game between two seats, told by its result alone. `winner`: 0 a draw, None without a result."""

    decks: tuple[str | None, str | None] = (None, None)
    winner: int | None = 1
    players: tuple[str | None, str | None] = ("ada", "ben")
    first: int | None = 1
    mode: str | None = "rookie"
    simulated: bool = False
    played: dt.datetime | None = MONDAY
    retracted: bool = False


def tables_of(results: Sequence[Result]) -> Tables:
    """The tables of these games, numbered from 0."""
    empty = {name: table.collect() for name, table in FactTables(BOBA, None).tables().items()}
    games: list[dict[str, object]] = []
    seats: list[dict[str, object]] = []
    for number, it in enumerate(results):
        counts = it.winner is not None and not it.retracted
        games.append(
            {
                "game": number,
                "id": f"g{number}",
                "mode": it.mode,
                "simulated": it.simulated,
                "played": it.played,
                "winner": it.winner,
                "finished": it.winner is not None,
                "status": "complete",
                "first_honors": it.first,
                "counted": counts,
                "deck_1": it.decks[0],
                "deck_2": it.decks[1],
            }
        )
        for seat in (1, 2):
            score = None if it.winner is None else 0.5 if it.winner == 0 else float(it.winner == seat)
            seats.append(
                {
                    "game": number,
                    "seat": seat,
                    "player": it.players[seat - 1],
                    "deck": it.decks[seat - 1],
                    "first_honors": None if it.first is None else it.first == seat,
                    "result": score,
                    "opponent": it.players[2 - seat],
                    "opponent_deck": it.decks[2 - seat],
                    "counted": counts,
                }
            )
    told: dict[str, list[dict[str, object]]] = {"games": games, "seats": seats}
    tables = {
        name: table.lazy() if name not in told else pl.DataFrame(told[name], schema=table.schema).lazy()
        for name, table in empty.items()
    }
    return {**tables, **{name: counts.of(tables).collect().lazy() for name, counts in BOBA.counts.items()}}


DECKS = st.sampled_from(["aggro", "control", "tempo", None])
RESULTS = st.lists(
    st.builds(
        Result,
        decks=st.tuples(DECKS, DECKS),
        winner=st.sampled_from([0, 1, 2, 1, 2, None]),
        players=st.tuples(st.sampled_from(["ada", "ben", None]), st.sampled_from(["ada", "cleo", None])),
        first=st.sampled_from([1, 2, None]),
        mode=st.sampled_from(["rookie", "playmaker", None]),
        simulated=st.booleans(),
        played=st.none() | st.integers(0, 30).map(lambda days: MONDAY + dt.timedelta(days=days)),
        retracted=st.booleans(),
    ),
    max_size=12,
)

"""The facts of a finished fold: one row of the game, two of its seats, one of each battle that was decided.

Results count 0 for a draw and None where the log does not tell one. `deck` is a hash of what a seat brought, None if
it is not known card by card. `hot_dogs_*` are those left when the battle was decided.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import polars as pl

from events.base import GapLeft, PlayerId
from events.boba import Deck
from projector.boba.state import State
from projector.game import Summary

Row = tuple[Any, ...]

GAME_COLUMNS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "mode": pl.String,
    "format": pl.String,
    "simulated": pl.Boolean,
    "played": pl.Datetime("ms", "UTC"),
    "winner": pl.UInt8,
    "reason": pl.String,
    "finished": pl.Boolean,
    "status": pl.String,
    "first_honors": pl.UInt8,
    "trophies_1": pl.UInt8,
    "trophies_2": pl.UInt8,
    "battles": pl.UInt8,
    "events": pl.UInt32,
    "findings": pl.UInt32,
    "doubts": pl.UInt32,
}
SEAT_COLUMNS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "seat": pl.UInt8,
    "player": pl.String,
    "deck": pl.String,
    "first_honors": pl.Boolean,
    "result": pl.Float64,
}
BATTLE_COLUMNS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "battle": pl.UInt8,
    "hero_1": pl.String,
    "hero_2": pl.String,
    "printed_1": pl.Int32,
    "printed_2": pl.Int32,
    "power_1": pl.Int32,
    "power_2": pl.Int32,
    "weapon_1": pl.String,
    "weapon_2": pl.String,
    "winner": pl.UInt8,
    "reason": pl.String,
    "honors": pl.UInt8,
    "substituted_1": pl.Boolean,
    "substituted_2": pl.Boolean,
    "plays_1": pl.UInt16,
    "plays_2": pl.UInt16,
    "hot_dogs_1": pl.Int32,
    "hot_dogs_2": pl.Int32,
    "after_clinch": pl.Boolean,
}
_WINNER = list(BATTLE_COLUMNS).index("winner")
TABLES: Mapping[str, Mapping[str, pl.DataType | type[pl.DataType]]] = {
    "games": GAME_COLUMNS,
    "seats": SEAT_COLUMNS,
    "battles": BATTLE_COLUMNS,
}


def status_of(state: State) -> str:
    """Complete, partial (gaps, no end, begins late, doubts about a part) or quarantined (contradicts itself)."""
    if state.is_contradicted:
        return "quarantined"
    if state.doubts or state.ended is None or state.started is None:
        return "partial"
    return "complete"


def finished(state: State) -> bool:
    return state.ended is not None and state.ended.reason not in {"unfinished", "no_contest"}


def _winner(state: State) -> int | None:
    """The result that counts: an unfinished game has none."""
    if not finished(state) or state.winner is None:
        return None
    return 0 if state.winner == "draw" else state.winner


def trophies(state: State, seat: int) -> int | None:
    """Trophies as fought, of the battles whose results are known; as stated where none is known."""
    if all(row[_WINNER] is None for row in state.fought):
        stated = state.ended.trophies[seat - 1] if state.ended is not None else None
        return stated if stated is not None and 0 <= stated < len(state.results) else None
    return state.trophies(seat)


# The same few decks are played again and again, and sorting one costs as much as folding ten events.
@lru_cache(maxsize=4096)
def deck_hash(deck: Deck | None) -> str | None:
    """Names a deck by its contents, whatever order they stand in."""
    if deck is None or deck.partial or deck.heroes is None:
        return None
    contents = [sorted(deck.heroes), sorted(deck.plays or ()), sorted(deck.hot_dogs or ())]
    return hashlib.sha256(msgspec.json.encode(contents)).hexdigest()[:16]


def rows(state: State) -> dict[str, list[Row]]:
    """Rows for `TABLES`, each without the columns that name the game."""
    started, ended = state.started, state.ended
    winner = _winner(state)
    game: Row = (
        started.mode if started is not None else None,
        started.format if started is not None else None,
        started is not None and started.simulated,
        started.at if started is not None else None,
        winner,
        ended.reason if ended is not None else None,
        finished(state),
        status_of(state),
        state.first_honors,
        trophies(state, 1),
        trophies(state, 2),
        len(state.fought),
        len(state.events),
        len(state.findings),
        len(state.doubts),
    )
    seats: list[Row] = []
    for number in (1, 2):
        seated = started.seats[number - 1] if started is not None else None
        result = None if winner is None else 0.5 if winner == 0 else 1.0 if winner == number else 0.0
        seats.append(
            (
                number,
                seated.player if seated is not None else None,
                deck_hash(seated.deck) if seated is not None else None,
                None if state.first_honors is None else state.first_honors == number,
                result,
            )
        )
    return {"games": [game], "seats": seats, "battles": list(state.fought)}


def players(state: State) -> tuple[PlayerId | None, ...]:
    if state.started is None:
        return (None, None)
    return tuple(seated.player for seated in state.started.seats)


def summary(state: State) -> Summary:
    started, ended = state.started, state.ended
    one, two = trophies(state, 1), trophies(state, 2)
    return Summary(
        mode=started.mode if started is not None else None,
        format=started.format if started is not None else None,
        simulated=started is not None and started.simulated,
        played=started.at if started is not None else None,
        players=players(state),
        winner=_winner(state),
        reason=ended.reason if ended is not None else None,
        ended=ended is not None,
        finished=finished(state),
        status=status_of(state),
        score="" if one is None or two is None else f"{one}:{two}",
        gaps=sum(isinstance(event, GapLeft) for event in state.events),
    )

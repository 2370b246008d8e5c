"""The facts of a contest: a row of it, of each player in it, and of each match."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from projector.contests.standings import standings
from projector.contests.state import State

Row = tuple[Any, ...]
Columns = Mapping[str, pl.DataType | type[pl.DataType]]

CONTEST_COLUMNS: Columns = {
    "system": pl.String,
    "kind": pl.String,
    "name": pl.String,
    "format": pl.String,
    "structure": pl.String,
    "announced": pl.Datetime("ms", "UTC"),
    "players": pl.UInt32,
    "rounds": pl.UInt32,
    "matches": pl.UInt32,
    "ended": pl.Boolean,
    "status": pl.String,
    "findings": pl.UInt32,
}
ENTRY_COLUMNS: Columns = {
    "player": pl.String,
    "computer": pl.Boolean,
    "dropped": pl.Boolean,
    "place": pl.UInt32,
    "points": pl.UInt32,
    "wins": pl.UInt32,
    "draws": pl.UInt32,
    "losses": pl.UInt32,
    "byes": pl.UInt32,
    "opponents": pl.Float64,
    "games": pl.Float64,
    "published_place": pl.UInt32,
    "published_points": pl.Float64,
}
MATCH_COLUMNS: Columns = {
    "match": pl.String,
    "round": pl.UInt32,
    "side_1": pl.List(pl.String),
    "side_2": pl.List(pl.String),
    "best_of": pl.UInt32,
    "by_points": pl.Boolean,
    "winner": pl.UInt8,
    "reason": pl.String,
    "score_1": pl.UInt32,
    "score_2": pl.UInt32,
    "drawn_games": pl.UInt32,
    "known_games": pl.UInt32,
}
TABLES: Mapping[str, Columns] = {"contests": CONTEST_COLUMNS, "entries": ENTRY_COLUMNS, "matches": MATCH_COLUMNS}


def status_of(state: State) -> str:
    """Complete, partial (gaps, no announcement, no end) or quarantined (contradicts itself)."""
    if state.findings:
        return "quarantined"
    return "partial" if state.doubts or state.created is None or not state.ended else "complete"


def rows(state: State) -> dict[str, list[Row]]:
    """Rows for `TABLES`, each without the column that names the contest.

    The winner of a match is the stated one (0 a draw, None without a result), its score the stated one, else that of
    the games that are known. Matches of more than two sides tell the first two.
    """
    created = state.created
    contest: Row = (
        created.game if created is not None else None,
        created.kind if created is not None else None,
        created.name if created is not None else None,
        created.format if created is not None else None,
        created.structure if created is not None else None,
        created.at if created is not None else None,
        len(state.entries),
        len(state.pairings),
        len(state.matches),
        state.ended,
        status_of(state),
        len(state.findings),
    )
    return {"contests": [contest], "entries": _entries(state), "matches": _matches(state)}


def _entries(state: State) -> list[Row]:
    last = state.standings.get(None) or next(iter(reversed(state.standings.values())), ())
    published = {player: standing for standing in last for player in standing.players}
    found: list[Row] = []
    for line in standings(state):
        entry, told = state.entries[line.player], published.get(line.player)
        found.append(
            (
                line.player,
                entry.computer,
                entry.dropped,
                line.place if state.matches else None,
                line.points if state.matches else None,
                line.wins if state.matches else None,
                line.draws if state.matches else None,
                line.losses if state.matches else None,
                line.byes,
                line.opponents,
                line.games,
                told.place if told is not None else None,
                told.points if told is not None else None,
            )
        )
    return found


def _matches(state: State) -> list[Row]:
    found: list[Row] = []
    for name, match in state.matches.items():
        stated = match.ended.score if match.ended is not None else ()
        scores = [*(stated if len(stated) == len(match.sides) else match.score() if match.games else ()), None, None]
        sides = [*map(list, match.sides), [], []]
        found.append(
            (
                name,
                match.round,
                sides[0],
                sides[1],
                match.best_of,
                match.by_points,
                match.winner,
                match.ended.reason if match.ended is not None else None,
                scores[0],
                scores[1],
                match.draws(),
                len(match.games),
            )
        )
    return found

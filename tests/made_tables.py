"""Tables with rows written by hand: what a row does not name is null."""

from typing import Any

import polars as pl

from projector.boba import GAME
from projector.boba.refining import counters
from projector.facts import Tables, columns_of

Row = dict[str, Any]


def made(**rows: list[Row]) -> Tables:
    """All tables of Bo Jackson Battle Arena, with these rows of each; games have the sums over their battles."""
    found = {name: pl.DataFrame(rows.get(name, []), schema=dict(columns_of(GAME, name))).lazy() for name in GAME.tables}
    sums = counters(found["battles"])
    names = sums.collect_schema().names()
    summed = found["games"].drop(names[1:]).join(sums, on="game", how="left", maintain_order="left")
    told = [pl.col(column).cast(kind) for column, kind in columns_of(GAME, "games").items()]
    return {**found, "games": summed.select(told)}


def games(*results: int | None, **usual: Any) -> dict[str, list[Row]]:
    """Games that count, by their winners, with their two seats."""
    told = [
        {"game": number, "id": f"g{number}", "mode": "playmaker", "winner": winner, "counted": True, "finished": True}
        | {"status": "complete", "first_honors": 1, "reason": "trophies", "low_power": False}
        | usual
        for number, winner in enumerate(results)
    ]
    seats = [
        {"game": number, "seat": seat, "player": f"p{seat}", "counted": True, "first_honors": seat == 1}
        | {"result": None if winner is None else 0.5 if winner == 0 else float(winner == seat)}
        for number, winner in enumerate(results)
        for seat in (1, 2)
    ]
    return {"games": told, "seats": seats}


def battles(game: int, *winners: int, **columns: list[Any]) -> list[Row]:
    """The battles of a game by their winners, with the scores before them; `columns` hold a value for each battle."""
    found: list[Row] = []
    score = {1: 0, 2: 0}
    for place, winner in enumerate(winners):
        row: Row = {"game": game, "battle": place + 1, "winner": winner, "counted": True, "after_clinch": False}
        row |= {"reason": "power", "substituted_1": False, "substituted_2": False}
        row |= {"score_1": score[1], "score_2": score[2]}
        found.append(row | {name: values[place] for name, values in columns.items()})
        if winner:
            score[winner] += 1
    return found

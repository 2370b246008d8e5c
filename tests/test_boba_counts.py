"""Counts of cards, matchups and decks over a few games that one can count by head."""

import datetime as dt
from typing import Any

import polars as pl
import pytest

from projector.boba.counts import COUNTS
from projector.facts import Tables, columns_of
from projector.games import GAMES
from tests.result_tables import Result, tables_of

BOBA = GAMES["boba"]
ROWS: dict[str, list[dict[str, Any]]] = {
    # Deck x beats deck y, then they draw, then a game that does not count.
    "games": [
        {"game": number, "mode": "rookie", "simulated": False, "played": dt.datetime(2027, 1, 1, tzinfo=dt.UTC)}
        | {"counted": number < 2}
        for number in range(3)
    ],
    "seats": [
        {"game": game, "seat": seat, "deck": deck, "opponent_deck": other, "result": result, "counted": game < 2}
        # Of deck y the log does not tell every hero.
        | {"heroes_told": deck == "x", "plays_told": True}
        for game, (won, lost) in enumerate([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)])
        for seat, deck, other, result in ((1, "x", "y", won), (2, "y", "x", lost))
    ],
    "deck_cards": [
        {"deck": "x", "card": "H1", "kind": "hero", "copies": 1},
        {"deck": "y", "card": "H1", "kind": "hero", "copies": 1},
        {"deck": "y", "card": "P1", "kind": "play", "copies": 2},
    ],
    "appearances": [
        {"game": 0, "seat": 1, "deck": "x", "card": "H1", "kind": "hero", "lineup": 1, "run": 2, "result": 1.0},
        {"game": 0, "seat": 2, "deck": "y", "card": "P1", "kind": "play", "drawn": 1, "result": 0.0},
        # A card that is not in the deck it was seen with.
        {"game": 1, "seat": 2, "deck": "y", "card": "H9", "kind": "hero", "substituted": 1, "result": 0.5},
    ],
}


@pytest.fixture(scope="module")
def tables() -> Tables:
    filled = {"lineup": 0, "drawn": 0, "substituted": 0, "run": 0, "counted": True}
    rows = ROWS | {"appearances": [filled | row for row in ROWS["appearances"]]}
    return {
        name: pl.LazyFrame(
            [{column: row.get(column) for column in columns_of(BOBA, name)} for row in told],
            schema=columns_of(BOBA, name),
        )
        for name, told in rows.items()
    }


def counted(tables: Tables, name: str) -> list[dict[str, Any]]:
    return COUNTS[name].of(tables).collect().to_dicts()


def test_a_card_is_counted_by_how_each_seat_came_to_it(tables: Tables) -> None:
    rows = {row["card"]: row for row in counted(tables, "card_counts")}

    told = (
        "games",
        "games_won",
        "in_deck",
        "told",
        "seen",
        "seen_won",
        "not_seen",
        "not_seen_won",
        "lineup",
        "drawn",
        "run",
    )
    assert {card: tuple(row[name] for name in told) for card, row in rows.items()} == {
        # In both decks of both games; deck x's log would tell that it did not come in the drawn game.
        "H1": (4, 2.0, 4, 2, 1, 1.0, 1, 0.5, 1, 0, 1),
        "P1": (2, 0.5, 2, 2, 1, 0.0, 1, 0.5, 0, 1, 0),
        "H9": (1, 0.5, 0, 0, 1, 0.5, 0, 0.0, 0, 0, 0),
    }
    assert rows["H9"]["substituted"] == 1
    # The first of January 2027 lies in the last week of 2026.
    assert {row["week"] for row in rows.values()} == {202653}


def test_a_matchup_is_counted_from_both_sides(tables: Tables) -> None:
    told = ("deck", "opponent", "games", "wins", "draws", "losses")

    assert [tuple(row[name] for name in told) for row in counted(tables, "matchup_counts")] == [
        ("x", "y", 2, 1, 1, 0),
        ("y", "x", 2, 0, 1, 1),
    ]


def test_a_decks_share_counts_its_seats(tables: Tables) -> None:
    told = ("deck", "appearances", "wins", "draws", "losses", "mode", "simulated")

    assert [tuple(row[name] for name in told) for row in counted(tables, "share_counts")] == [
        ("x", 2, 1, 1, 0, "rookie", False),
        ("y", 2, 0, 1, 1, "rookie", False),
    ]


def test_a_matchup_is_counted_by_who_had_first_honors() -> None:
    tables = tables_of([Result(("x", "y"), 1, first=first) for first in (1, 1, 2, None)])

    rows = [row for row in counted(tables, "matchup_counts") if row["deck"] == "x"]
    assert [(row["first_honors"], row["games"], row["wins"]) for row in rows] == [
        (False, 1, 1),
        (True, 2, 2),
        (None, 1, 1),
    ]


def test_seats_whose_deck_is_not_known_have_a_share_without_a_name() -> None:
    rows = counted(tables_of([Result(("x", None), 1), Result((None, None), 0)]), "share_counts")

    told = ("deck", "first_honors", "appearances", "wins", "draws", "losses")
    assert [tuple(row[name] for name in told) for row in rows] == [
        ("x", True, 1, 1, 0, 0),
        (None, False, 2, 0, 1, 1),
        (None, True, 1, 0, 1, 0),
    ]

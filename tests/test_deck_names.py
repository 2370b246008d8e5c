"""Names and versions of decks: a deck is its contents, whatever it is called."""

import datetime as dt

import polars as pl

from events.base import PlayerId, TextId
from events.registry import DeckNamed
from projector.boba.deck_names import given_names, named, versions

ANN, BEN = PlayerId("ann"), PlayerId("ben")
SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "player": pl.String,
    "deck": pl.String,
    "deck_name": pl.String,
    "played": pl.Datetime("ms", "UTC"),
    "result": pl.Float64,
    "counted": pl.Boolean,
}
WORDS = {"t1": "Cold front", "t2": "Warm front", "t3": "Everybody's"}


def day(number: int) -> dt.datetime:
    return dt.datetime(2026, 5, number, tzinfo=dt.UTC)


def seats(*rows: tuple[str | None, str | None, str | None, dt.datetime | None, float | None]) -> pl.LazyFrame:
    return pl.DataFrame([(*row, row[4] is not None) for row in rows], schema=SCHEMA, orient="row").lazy()


def test_decks_of_one_name_are_versions_in_the_order_they_were_played() -> None:
    played = seats(
        (ANN, "d2", "t1", day(9), 1.0),
        (ANN, "d1", "t1", day(2), 0.0),
        (ANN, "d1", "t1", day(3), 0.5),
        (ANN, "d0", "t1", None, None),
    )

    found = versions(named(played, WORDS, {}))

    assert found.select("name", "version", "deck", "games", "wins", "draws", "losses", "win_rate").rows() == [
        ("Cold front", 1, "d1", 2, 0, 1, 1, 0.25),
        ("Cold front", 2, "d2", 1, 1, 0, 0, 1.0),
        ("Cold front", 3, "d0", 1, 0, 0, 0, None),
    ]


def test_the_same_cards_of_two_players_are_a_version_of_each() -> None:
    found = versions(named(seats((ANN, "d1", "t1", day(1), 1.0), (BEN, "d1", "t2", day(1), 0.0)), WORDS, {}))

    assert found.select("player", "name", "version", "deck").rows() == [
        (ANN, "Cold front", 1, "d1"),
        (BEN, "Warm front", 1, "d1"),
    ]


def test_a_deck_without_a_name_has_no_version_and_one_that_is_not_known_is_none() -> None:
    found = versions(named(seats((ANN, "d1", None, day(1), 1.0), (ANN, None, "t1", day(1), 1.0)), WORDS, {}))

    assert found.select("name", "version", "deck").rows() == [(None, None, "d1")]


def test_a_name_given_afterwards_comes_before_the_log_s_and_the_player_s_own_before_everybody_s() -> None:
    given = given_names(
        [
            DeckNamed("d1", TextId("t1")),
            DeckNamed("d1", TextId("t3")),
            DeckNamed("d1", TextId("t2"), player=BEN),
        ]
    )
    played = seats((ANN, "d1", "t1", day(1), 1.0), (BEN, "d1", "t1", day(1), 0.0), (BEN, "d2", "t1", day(2), 0.0))

    found = versions(named(played, WORDS, given))

    assert found.select("player", "name", "deck").rows() == [
        (ANN, "Everybody's", "d1"),
        (BEN, "Cold front", "d2"),
        (BEN, "Warm front", "d1"),
    ]


def test_no_seats_are_no_decks() -> None:
    assert versions(named(seats(), WORDS, {})).is_empty()

"""Ways in which statistics go wrong, by their numbers in the list of cases (31 to 35)."""

import datetime as dt

import pytest

from projector.facts import FactTables
from projector.filters import Filters
from projector.games import GAMES
from projector.statistics import BY_NAME, STATISTICS, games_behind
from tests.result_tables import Result, tables_of

TABLES = tables_of(
    [
        *[Result(("aggro", "control"), 1)] * 20,
        *[Result(("control", "aggro"), 1)] * 15,
        Result(("aggro", "tempo"), 1, players=("ada", "cleo")),
        *[Result(("aggro", "aggro"), winner, players=("ada", "ada")) for winner in (1, 1, 1, 0)],
        *[Result(("control", "aggro"), 0)] * 2,
        Result(("lucky", "aggro"), 1, players=("dov", "ben")),
        Result(("aggro", "control"), None),
    ]
)


def test_31_a_mirror_match_is_even_or_left_out() -> None:
    matchups = BY_NAME["matchups"].compute(TABLES)
    mirrors_alone = Filters(player="ada").apply(tables_of([Result(("aggro", "aggro"), 1, players=("ada", "ada"))] * 3))

    decks = BY_NAME["decks"].compute(mirrors_alone).row(0, named=True)

    assert all(deck != opponent for deck, opponent in matchups.select("deck", "opponent").iter_rows())
    assert (decks["games"], decks["win_rate"], decks["low"]) == (6, 0.5, None)


ABSURD = {
    "mode": "substitution",
    "format": "none",
    "since": dt.date(2400, 1, 1),
    "until": dt.date(1900, 1, 1),
    "client": "nobody",
    "simulated": True,
    "deck": "none",
    "card": "none",
    "player": "nobody",
    "seat": 8,
}


@pytest.mark.parametrize("name", ABSURD)
@pytest.mark.parametrize("family", list(STATISTICS))
def test_32_filters_that_match_nothing_give_tables_without_rows(name: str, family: str) -> None:
    all_games = TABLES if family == "boba" else FactTables(GAMES["challengers"], None).tables()
    chosen = Filters(**{name: ABSURD[name]})  # type: ignore[arg-type]

    try:
        none = chosen.apply(all_games)
    except ValueError as error:
        none = {name: table.clear() for name, table in all_games.items()}
        assert "take that filter away" in str(error)  # noqa: PT017 (a filter that this system does not have)

    for statistic in STATISTICS[family].values():  # type: ignore[index]
        assert statistic.compute(none).is_empty(), statistic.name


def test_33_a_minimum_applies_to_the_cell_that_is_shown() -> None:
    decks = {row["deck"]: row["enough"] for row in BY_NAME["decks"].compute(TABLES).to_dicts()}
    cells = {(row["deck"], row["opponent"]): row["enough"] for row in BY_NAME["matchups"].compute(TABLES).to_dicts()}

    assert decks["aggro"]
    assert cells["aggro", "control"]
    assert not cells["aggro", "tempo"]


def test_34_a_deck_that_won_its_only_game_does_not_lead_the_table() -> None:
    for name, column in (("decks", "deck"), ("players", "player"), ("field", "deck")):
        table = BY_NAME[name].compute(TABLES)

        first = table.row(0, named=True)
        assert first[column] not in ("lucky", "dov"), name
        assert table["low"].drop_nulls().is_sorted(descending=True), name


def test_35_a_header_counts_what_its_list_shows() -> None:
    statistic = BY_NAME["matchups"]
    games = TABLES["games"].select("game", "winner").collect()

    for row in statistic.compute(TABLES).to_dicts():
        listed = games_behind(statistic, row, TABLES).collect().join(games, on="game")
        assert listed.height == row["games"] == row["wins"] + row["draws"] + row["losses"]
        assert listed.filter(winner=0).height == row["draws"]

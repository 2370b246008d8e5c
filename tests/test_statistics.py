"""Statistics over games that one can count by head."""

import datetime as dt
import math

import polars as pl
import pytest

from events.base import Event, PlayerId
from events.boba import BattleResolved, GameEnded, GameStarted, HeroesRevealed, HonorsChosen, Mode, Seated
from projector.facts import FactTables, Tables
from projector.filters import Filters
from projector.games import GAMES
from projector.statistics import BY_NAME, STATISTICS, Statistic, definitions, games_behind
from projector.statistics.intervals import clustered_size, wilson
from projector.statistics.rates import rates
from tests.result_tables import Result, tables_of
from tests.test_facts import CARDS


def game(first: str, second: str, winner: int | str | None, mode: Mode = "rookie") -> list[Event]:
    """Seat 1 has first honors, wins battle 1 by 20 and loses battle 2 by 10; the end is as told."""
    return [
        GameStarted((Seated(PlayerId(first)), Seated(PlayerId(second))), mode),
        HonorsChosen(1),
        HeroesRevealed(1, (None, None), powers=(120, 100)),
        BattleResolved(1, 1),
        HeroesRevealed(2, (None, None), powers=(100, 110)),
        BattleResolved(2, 2),
        GameEnded(winner, "timeout" if winner is not None else "unfinished"),  # type: ignore[arg-type]
    ]


@pytest.fixture(scope="module")
def tables() -> Tables:
    facts = FactTables(GAMES["boba"], CARDS)
    games = [
        game("ada", "ben", 1),
        game("ada", "ben", 1),
        game("ada", "ben", 2),
        game("ada", "ada", "draw"),
        game("ada", "ben", None),
        game("ben", "cleo", 2, mode="substitution"),
    ]
    for number, events in enumerate(games):
        facts.add(str(number), events)  # type: ignore[arg-type]
    return facts.tables()


def computed(tables: Tables, name: str) -> pl.DataFrame:
    return BY_NAME[name].compute(tables)


def test_a_players_win_rate_counts_draws_half_and_leaves_unfinished_games_out(tables: Tables) -> None:
    rows = {row["player"]: row for row in computed(tables, "players").to_dicts()}

    counts = {name: (row["games"], row["wins"], row["draws"], row["losses"]) for name, row in rows.items()}
    assert counts == {"ada": (5, 2, 2, 1), "ben": (4, 1, 0, 3), "cleo": (1, 1, 0, 0)}
    assert {name: row["win_rate"] for name, row in rows.items()} == {"ada": 0.6, "ben": 0.25, "cleo": 1.0}


def test_one_lucky_game_does_not_lead_the_table(tables: Tables) -> None:
    assert computed(tables, "players")["player"].to_list() == ["ada", "cleo", "ben"]


def test_the_mean_over_both_seats_is_even(tables: Tables) -> None:
    rows = computed(tables, "players")

    assert rows.select((pl.col("win_rate") * pl.col("games")).sum() / pl.col("games").sum()).item() == 0.5


def test_modes_count_games_without_a_result_beside_those_with_one(tables: Tables) -> None:
    rows = {row["mode"]: row for row in computed(tables, "modes").to_dicts()}

    rookie = rows["rookie"]
    assert (rookie["recorded"], rookie["unfinished"], rookie["contradicting"], rookie["games"]) == (5, 1, 0, 4)
    assert (rookie["wins"], rookie["draws"], rookie["losses"], rookie["win_rate"]) == (2, 1, 1, 0.625)
    assert rows["substitution"]["win_rate"] == 0.0


def test_honors_win_battles_and_pass_to_the_winner(tables: Tables) -> None:
    """Seat 1 holds honors in both battles and wins the first: half of all battles, in every game alike."""
    rows = {row["mode"]: row for row in computed(tables, "honors").to_dicts()}

    assert (rows["rookie"]["games"], rows["rookie"]["battles"], rows["rookie"]["win_rate"]) == (4, 8, 0.5)
    # Every game has the same share, so nothing is known of a spread between games: each battle counts.
    assert rows["rookie"]["n_eff"] == 8
    assert rows["substitution"]["n_eff"] is None


def test_margins_are_seen_from_the_winner_of_the_battle(tables: Tables) -> None:
    rows = {row["mode"]: row for row in computed(tables, "margins").to_dicts()}

    assert (rows["rookie"]["battles"], rows["rookie"]["margin"], rows["rookie"]["se"]) == (8, 15.0, 0.0)
    assert rows["substitution"]["se"] is None


@pytest.mark.parametrize("statistic", BY_NAME.values(), ids=list(BY_NAME))
@pytest.mark.parametrize(
    "chosen", [Filters(), Filters(format="none"), Filters(player="nobody"), Filters(since=dt.date(2400, 1, 1))]
)
def test_no_row_is_a_table_with_all_columns_and_without_rows(
    tables: Tables, statistic: Statistic, chosen: Filters
) -> None:
    of_all = tables if statistic.game == "boba" else FactTables(GAMES[statistic.game], None).tables()
    none = chosen.apply({name: table.clear() for name, table in of_all.items()})

    found = statistic.compute(none)

    assert found.schema == statistic.compute(of_all).schema
    assert found.is_empty()
    assert statistic.compute(chosen.apply(of_all)).schema == found.schema


@pytest.mark.parametrize("statistic", STATISTICS["boba"].values(), ids=list(STATISTICS["boba"]))
def test_a_count_is_the_length_of_the_list_behind_it(tables: Tables, statistic: Statistic) -> None:
    table = statistic.compute(tables)

    assert table.select(statistic.key).is_unique().all() or table.is_empty()
    if statistic.behind is not None:
        for row in table.to_dicts():
            assert games_behind(statistic, row, tables).collect().height == row[statistic.count]


def test_a_row_that_is_not_named_is_refused(tables: Tables) -> None:
    with pytest.raises(ValueError, match="A row of players is named by player; player is missing"):
        games_behind(BY_NAME["players"], {"deck": "x"}, tables)


def test_a_mirror_is_even_and_widens_nothing() -> None:
    """Twelve mirrors and one game won: 13 of 25 seats, an interval only as wide as that one game allows."""
    games = [number // 2 for number in range(25)]
    mirror = [True] * 24 + [False]
    rows = pl.LazyFrame({"game": games, "deck": ["a"] * 25, "mirror": mirror, "result": [1.0, 0.0] * 12 + [1.0]})

    row = rates(rows, ["deck"], mirrors=pl.col("mirror")).row(0, named=True)

    assert (row["games"], row["win_rate"], row["enough"]) == (25, 0.52, True)
    assert (row["low"], row["high"]) == pytest.approx(((12 + 0.20654931) / 25, 13 / 25))


def test_of_a_mirror_that_a_player_won_the_seat_of_that_player_counts_as_any_game() -> None:
    tables = tables_of([Result(("aggro", "aggro")), Result(("aggro", "control"))])

    row = BY_NAME["decks"].compute(Filters(player="ada").apply(tables)).row(0, named=True)

    assert (row["games"], row["wins"], row["win_rate"], row["high"]) == (2, 2, 1.0, 1.0)
    assert row["low"] == pytest.approx(0.342, abs=5e-4)


def test_no_two_statistics_share_a_name() -> None:
    assert sum(map(len, STATISTICS.values())) == len(BY_NAME) == len(definitions())


def test_filters_leave_the_other_games_out_of_every_table(tables: Tables) -> None:
    rookie = Filters(mode="rookie").apply(tables)

    for name in ("games", "seats", "battles"):
        assert rookie[name].select("game").unique().collect().height == 5
    assert Filters(simulated=True).apply(tables)["games"].collect().is_empty()


def test_wilson_agrees_with_the_textbook() -> None:
    """10 wins of 20: Brown, Cai and DasGupta's interval, 0.299 to 0.701."""
    low, high = wilson(pl.lit(0.5), pl.lit(20))

    ends = pl.select(low=low, high=high).row(0)

    assert ends == pytest.approx((0.2993, 0.7007), abs=1e-4)


def test_battles_that_stand_or_fall_together_are_worth_one_a_game() -> None:
    """Ten games of seven battles, each won or lost whole: the variance is that of ten trials (by G-1)."""
    games = pl.DataFrame({"won": [7.0] * 5 + [0.0] * 5, "fought": [7] * 10})

    size = clustered_size(games, "won", "fought")

    assert size is not None
    assert math.isclose(size, 9.0)


def test_every_statistic_says_what_it_means() -> None:
    assert all(len(statistic.definition) > 60 for statistic in BY_NAME.values())

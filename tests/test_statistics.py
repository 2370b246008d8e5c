"""Statistics over games that one can count by head."""

import math

import polars as pl
import pytest

from events.base import Event, PlayerId
from events.boba import BattleResolved, GameEnded, GameStarted, HeroesRevealed, HonorsChosen, Mode, Seated
from projector.facts import FactTables, Tables
from projector.filters import Filters
from projector.games import GAMES
from projector.statistics import STATISTICS
from projector.statistics.intervals import clustered_size, wilson
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
    return STATISTICS[name].compute(tables)


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


def test_no_row_is_a_table_without_rows() -> None:
    empty = FactTables(GAMES["boba"], CARDS).tables()

    assert {name: statistic.compute(empty).height for name, statistic in STATISTICS.items()} == dict.fromkeys(
        STATISTICS, 0
    )


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
    assert all(len(statistic.definition) > 60 for statistic in STATISTICS.values())

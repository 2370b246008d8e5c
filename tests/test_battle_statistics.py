"""Statistics of battles and of luck by card: rows one can check by head, and what holds of all games."""

from typing import Any

import polars as pl
import pytest

from events.base import RecordingId
from ingest.selfplay import HOUSES, Wish
from projector.boba import GAME
from projector.facts import FactTables, Tables
from projector.filters import Filters
from projector.statistics.boba import battles, luck
from projector.statistics.statistic import Statistic, games_behind
from tests.expected import ROOT, shipped
from tests.made_tables import made

ALL = (*battles.STATISTICS, luck.STATISTICS[-1])
parametrised = pytest.mark.parametrize("statistic", ALL, ids=lambda statistic: statistic.name)


def battle(number: int, winner: int, **fields: Any) -> dict[str, Any]:
    usual = {"game": 0, "after_clinch": False, "counted": True, "printed_1": 150, "printed_2": 120, "reason": "power"}
    free = {"substituted_1": False, "substituted_2": False, "score_1": 0, "score_2": 0, "power_1": 150, "power_2": 120}
    return usual | free | {"battle": number, "winner": winner} | fields


def fought(*rows: dict[str, Any], **game: Any) -> Tables:
    """The battles of counted games in Playmaker."""
    numbers = sorted({row["game"] for row in rows})
    usual = {"mode": "playmaker", "counted": True, "winner": 1, "finished": True}
    seats = [{"game": number, "seat": seat, "counted": True} for number in numbers for seat in (1, 2)]
    games = [usual | {"game": number, "id": str(number)} | game for number in numbers]
    return Filters().apply(made(games=games, seats=seats, battles=list(rows)))


@pytest.fixture(scope="module")
def played() -> Tables:
    facts = FactTables(GAME, shipped()["boba"])
    for mode in ("rookie", "substitution", "playmaker"):
        wish = Wish(games=12, seed=6, mode=mode)
        for number, events in enumerate(HOUSES["boba"].deal(wish, ROOT / "data" / "boba", facts.cards)):
            facts.add(RecordingId(f"{mode}/{number}"), list(events))
    return Filters().apply(facts.tables())


def test_honors_win_by_number_of_the_battle_and_a_draw_is_half() -> None:
    tables = fought(
        battle(1, 1, honors=1),
        battle(1, 0, honors=2, game=1),
        battle(2, 2, honors=1),
        battle(2, 2, honors=2, game=1, after_clinch=True),
    )

    found = battles.honors_by(tables)

    assert found.select("battle", "games", "rate").rows() == [(1, 2, 0.75), (2, 1, 0.0)]


def test_substitutions_are_compared_at_equal_power() -> None:
    tables = fought(
        battle(1, 1, substituted_1=True),
        battle(2, 2, substituted_2=True, printed_2=170, score_1=1),
        battle(3, 1, score_1=1, score_2=1),
        battle(4, 1, substituted_1=True, substituted_2=True),
    )

    found = battles.substitutions(tables)

    rows = found.filter(pl.col("by") == "all").select("power", "substituted", "n", "rate").rows()
    assert rows == [
        ("any", False, 2, 0.5),
        ("any", True, 2, 1.0),
        ("30 or more behind", False, 1, 0.0),
        ("10 to 29 ahead", True, 1, 1.0),
        ("30 or more ahead", False, 1, 1.0),
        ("30 or more ahead", True, 1, 1.0),
    ]
    by_score = found.filter((pl.col("by") == "score") & pl.col("substituted") & (pl.col("power") == "any"))
    assert by_score.select("of", "rate").rows() == [("0:0", 1.0), ("0:1", 1.0)]


def test_margins_are_seen_from_the_winner_and_waste_what_was_not_needed() -> None:
    tables = fought(battle(1, 1), battle(2, 2, power_2=155, printed_2=120), battle(3, 1, reason="super_weapon"))

    found = battles.margins_by(tables).filter(pl.col("by") == "all")

    assert found.select("margin", "n", "mean").rows() == [
        ("by_plays", 2, 17.5),
        ("final", 2, 17.5),
        ("printed", 2, 0.0),
        ("wasted", 2, 16.5),
    ]


def test_zones_tell_what_was_laid_and_what_came_in() -> None:
    tables = fought(battle(1, 1, substituted_2=True), battle(1, 1, game=1))

    found = battles.zones(tables)

    assert found.select("substituted", "n", "mean").rows() == [(False, 3, 140.0), (True, 1, 120.0)]


def test_luck_is_what_was_shown_less_what_is_expected() -> None:
    thrown = {"game": 0, "seat": 1, "counted": True, "card": "x"}
    chances = [thrown | {"sides": 2, "shown": 1}] * 4 + [thrown | {"sides": 6, "shown": 5}]

    found = luck.chance_luck(made(chances=chances))

    assert found.select("sides", "n", "luck", "mean").rows() == [(2, 4, 2.0, 0.5), (6, 1, 1.5, 1.5)]
    assert found["low"].to_list() == pytest.approx([0.5 - 1.96 / 4, 1.5 - 1.96 * (35 / 12) ** 0.5], abs=1e-3)


@parametrised
def test_without_a_game_there_is_a_table_without_rows(played: Tables, statistic: Statistic) -> None:
    empty = statistic.compute(made())

    assert empty.is_empty()
    assert empty.schema == statistic.compute(played).schema


@parametrised
def test_a_count_is_the_length_of_the_list_behind_it(played: Tables, statistic: Statistic) -> None:
    table = statistic.compute(played)

    assert not table.is_empty()
    assert table.select(statistic.key).is_unique().all()
    if statistic.behind is not None:
        for row in table.head(30).to_dicts():
            assert games_behind(statistic, row, played).collect().height == row[statistic.count]


@parametrised
def test_rates_and_means_lie_in_their_intervals(played: Tables, statistic: Statistic) -> None:
    table = statistic.compute(played)
    (value,) = [column for column in ("rate", "mean", "share") if column in table.columns]
    near = 1e-9

    inside = (pl.col("low") - near <= pl.col(value)) & (pl.col(value) <= pl.col("high") + near)

    assert table.select((inside | pl.col("low").is_null()).all()).item()


def test_where_neither_substituted_both_seats_win_half(played: Tables) -> None:
    found = battles.substitutions(played).filter(~pl.col("substituted") & (pl.col("power") == "any"))

    assert found.filter(pl.col("by").is_in(["all", "battle"]))["rate"].to_list() == pytest.approx(
        [0.5] * found.filter(pl.col("by").is_in(["all", "battle"])).height
    )


def test_a_final_margin_is_the_printed_one_and_what_plays_added(played: Tables) -> None:
    wide = battles.margins_by(played).pivot("margin", index=["mode", "by", "of"], values="mean")

    assert wide.select((pl.col("printed") + pl.col("by_plays") - pl.col("final")).abs().max()).item() < 1e-9

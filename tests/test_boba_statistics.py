"""Statistics of Bo Jackson Battle Arena: rows one can check by head, and what holds of all games."""

import datetime as dt
from typing import Any

import polars as pl
import pytest

from events.base import RecordingId
from ingest.selfplay import HOUSES, Wish
from projector.boba import GAME
from projector.facts import FactTables, Tables
from projector.filters import Filters
from projector.statistics import BY_NAME, games_behind
from projector.statistics.boba import STATISTICS
from projector.statistics.boba.scores import SCORES
from projector.statistics.statistic import Statistic
from tests.expected import ROOT, shipped
from tests.made_tables import Row, battles, games, made


def computed(name: str, tables: Tables) -> list[dict[str, Any]]:
    return BY_NAME[name].compute(tables).to_dicts()


def of(rows: list[dict[str, Any]], **named: object) -> dict[str, Any]:
    (found,) = [row for row in rows if all(row[name] == value for name, value in named.items())]
    return found


def test_a_substitution_is_compared_with_battles_where_nobody_substituted() -> None:
    """Game 0: seat 1 substitutes alone and wins battle 1, nobody does in battle 2, both do in battle 3."""
    told = battles(0, 1, 2, 1, substituted_1=[True, False, True], substituted_2=[False, False, True])

    (row,) = computed("substitution_worth", made(**games(1), battles=told))

    assert (row["games"], row["n"], row["rate"], row["other_n"], row["other_rate"]) == (1, 1, 1.0, 2, 0.5)
    assert row["difference"] == 0.5


def test_substituting_when_behind_does_not_hide_what_it_is_worth() -> None:
    """Behind, seats win 1 of 4 with and none without; ahead, all with and 3 of 4 without: a quarter within each."""
    rows: list[Row] = []
    outcomes = [(0, 2, True, [1, 2, 2, 2]), (0, 2, False, [2] * 4), (2, 0, True, [1] * 4), (2, 0, False, [1, 1, 1, 2])]
    for place, (own, other, substituted, winners) in enumerate(outcomes):
        # Behind it substitutes far more often.
        for again in range(4 if substituted == (own == 0) else 1):
            for number, winner in enumerate(winners):
                rows.append(
                    {"game": place * 16 + again * 4 + number, "battle": 3, "winner": winner, "counted": True}
                    | {"reason": "power", "honors": 1, "substituted_1": substituted, "substituted_2": False}
                    | {"score_1": own, "score_2": other}
                )
    tables = made(**games(*[1] * 64), battles=rows)
    mine = {**tables, "seats": tables["seats"].filter(pl.col("seat") == 1)}

    (row,) = computed("substitution_worth", mine)

    assert row["within"] == pytest.approx(0.25)
    assert row["difference"] < 0
    assert row["flips"]
    assert row["within_low"] < 0.25 < row["within_high"]


def test_a_hot_dog_more_is_compared_with_one_fewer() -> None:
    """Seat 1 spends 1, then 1 more; seat 2 nothing at first, then 2."""
    told = battles(0, 1, 2, spent_1=[1, 2], spent_2=[0, 2])

    rows = computed("hot_dogs", made(**games(1), battles=told))

    assert [(row["hot_dogs"], row["n"], row["rate"]) for row in rows] == [(0, 1, 0.0), (1, 2, 0.5), (2, 1, 1.0)]
    assert [row["difference"] for row in rows] == [None, 0.5, 0.5]


def test_hot_dogs_of_battles_behind_a_hole_are_not_guessed() -> None:
    told = battles(0, 1, 2, 1, spent_1=[1, 2, 5], spent_2=[0, 0, 0])
    without_second = [row for row in told if row["battle"] != 2]

    rows = computed("hot_dogs_for_wins", made(**games(1), battles=without_second))

    assert [(row["battle"], row["n"], row["mean"]) for row in rows] == [(1, 1, 1.0)]


def test_hot_dogs_left_are_counted_by_seat() -> None:
    told = games(1, 0)
    for seat, left in zip(told["seats"], (0, 3, 2, 2), strict=True):
        seat["dogs_left"] = left

    rows = computed("hot_dogs_left", made(**told))

    assert [(row["dogs_left"], row["games"], row["n"], row["rate"], row["share"]) for row in rows] == [
        (0, 1, 1, 1.0, 0.25),
        (2, 1, 2, 0.5, 0.5),
        (3, 1, 1, 0.0, 0.25),
    ]


def test_a_score_is_seen_from_both_seats_and_level_scores_are_left_out() -> None:
    """Seat 1 leads 1-0 and wins; in the second game it leads 1-0, is caught, and loses."""
    tables = made(**games(1, 2), battles=battles(0, 1, 1) + battles(1, 1, 2))

    rows = computed("comebacks", tables)

    ahead, behind = of(rows, battle=1, own=1, other=0), of(rows, battle=1, own=0, other=1)
    assert (ahead["games"], ahead["rate"], behind["games"], behind["rate"]) == (2, 0.5, 2, 0.5)
    assert of(rows, battle=2, own=2, other=0)["rate"] == 1.0
    assert not [row for row in rows if row["own"] == row["other"]]
    mine = {**tables, "seats": tables["seats"].filter(pl.col("seat") == 1)}
    assert of(computed("comebacks", mine), battle=2, own=1, other=1)["rate"] == 0.0


def test_endings_are_shares_of_the_games_of_a_mode() -> None:
    told = games(1, 2, 0, None)
    told["games"][2] |= {"reason": "tie"}
    told["games"][3] |= {"counted": False, "reason": "unfinished"}

    rows = computed("endings", made(**told))

    assert [(row["reason"], row["games"], row["n"], row["drawn"]) for row in rows] == [
        ("trophies", 2, 3, 0),
        ("tie", 1, 3, 1),
    ]
    assert rows[0]["rate"] == pytest.approx(2 / 3)


def test_drawn_battles_and_super_weapons_are_told_apart() -> None:
    told = battles(0, 0, 1, reason=["power", "super_weapon"]) + battles(1, 1, 2)

    rows = computed("ties", made(**games(1, 2), battles=told))

    assert [(row["battle"], row["games"], row["rate"], row["super_rate"]) for row in rows] == [
        (1, 2, 0.5, 0),
        (2, 2, 0, 0.5),
    ]


def test_the_same_games_under_other_rules() -> None:
    """4-1 stays, 3-2 with draws is no win for who must win four, and 4-3 by a Super weapon is drawn at 3-3 without."""
    first = battles(0, 1, 1, 2, 1, 1)
    second = battles(1, 1, 1, 1, 2, 2, 0, 0)
    third = battles(2, 1, 2, 1, 2, 1, 2, 1, reason=["power"] * 6 + ["super_weapon"])
    tables = made(**games(1, 1, 1), battles=first + second + third)

    rows = {row["option"]: row for row in computed("rescored", tables)}

    assert list(rows) == ["most trophies", "first to four", "no super weapon", "low power", "ties stand"]
    assert {option: (row["games"], row["changed"]) for option, row in rows.items()} == {
        "most trophies": (3, 0),
        "first to four": (3, 1),
        "no super weapon": (3, 1),
        # The Super weapon decides its battle either way.
        "low power": (3, 2),
        "ties stand": (3, 0),
    }
    assert rows["first to four"]["drawn"] == pytest.approx(1 / 3)
    assert rows["most trophies"]["first_honors"] == 1.0


def test_low_power_turns_battles_of_power_and_sudden_deaths_can_be_undone() -> None:
    powers = {"power_1": [90, 80, 70, 60], "power_2": [10, 20, 30, 40]}
    won = battles(0, 1, 1, 1, 1, **powers)
    tied = battles(1, 1, 1, 1, 2, 2, 2, 0)
    told = games(1, 2)
    told["games"][1] |= {"reason": "sudden_death"}

    rows = {row["option"]: row for row in computed("rescored", made(**told, battles=won + tied))}

    assert (rows["low power"]["games"], rows["low power"]["changed"]) == (2, 2)
    assert rows["low power"]["first_honors"] == 0.25
    assert (rows["most trophies"]["changed"], rows["ties stand"]["changed"]) == (0, 1)


def test_coins_and_dice_are_held_against_what_they_show_on_average() -> None:
    thrown = [(1, 2, 1), (1, 2, 1), (1, 2, 1), (2, 2, 0), (1, 6, 6), (1, 6, 4), (1, 2, None)]
    told = games(1)
    told["chances"] = [
        {"game": 0, "seat": seat, "sides": sides, "shown": shown, "counted": True} for seat, sides, shown in thrown
    ]
    tables = made(**told)

    coins, (dice,) = computed("coins", tables), computed("dice", tables)

    assert [(row["player"], row["n"], row["heads"], row["luck"]) for row in coins] == [
        ("p1", 3, 3, 1.5),
        ("p2", 1, 0, -0.5),
    ]
    assert (dice["n"], dice["mean"], dice["luck"]) == (2, 5.0, 3.0)
    # Two fair dice: 35/12 of variance each.
    assert dice["high"] - dice["mean"] == pytest.approx(1.959964 * (35 / 12 / 2) ** 0.5)


def run(game: int, card: str, before: int, after: int, **told: Any) -> Row:
    usual = {"battle": 1, "seat": 1, "dogs_paid": 2, "acted": True, "battle_result": float(after > 0), "counted": True}
    told = {"turned": before <= 0 < after} | told
    return {"game": game, "card": card, "margin_before": before, "margin_after": after} | usual | told


def test_a_play_is_told_by_the_swing_it_caused_and_the_battles_it_turned() -> None:
    """+30 turns a lost battle, +10 does not, and one that was won anyway had nothing to turn."""
    told = games(1, 1, 1)
    told["plays"] = [run(0, "P", -20, 10), run(1, "P", -20, -10), run(2, "P", 5, 25, acted=None)]
    told["appearances"] = [
        {
            "game": game,
            "seat": 1,
            "card": "P",
            "kind": "play",
            "counted": True,
            "lineup": lineup,
            "drawn": 1,
            "run": ran,
        }
        for game, lineup, ran in ((0, 0, 1), (1, 1, 2), (2, 0, 0))
    ]

    (row,) = computed("plays", made(**told))

    assert (row["games"], row["n"], row["swing"], row["swing_n"]) == (3, 3, 20.0, 3)
    assert row["swing_high"] - row["swing"] == pytest.approx(1.959964 * 10 / 3**0.5)
    assert (row["turned"], row["turned_n"]) == (0.5, 2)
    assert (row["dogs_per_turn"], row["dogs_per_turn_n"]) == (6.0, 1)
    assert (row["acted"], row["acted_n"], row["won"]) == (1.0, 2, pytest.approx(2 / 3))
    assert (row["dead"], row["dead_n"]) == (pytest.approx(1 / 3), 3)
    assert (row["enough"], row["q"]) == (False, None)


def test_a_swing_downwards_is_one_upwards_where_low_power_wins() -> None:
    told = games(1, low_power=True)
    told["plays"] = [run(0, "P", 20, -10, turned=True)]

    (row,) = computed("plays", made(**told))

    assert (row["swing"], row["turned"], row["turned_n"]) == (30, 1.0, 1)


def scored(results: dict[str, tuple[int, int, int, int]], day: dt.date) -> tuple[list[Row], list[Row], list[Row]]:
    """Games of one-play decks on a day: for each play, won and lost games with it seen, and with it not seen."""
    at = dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)
    found: tuple[list[Row], list[Row], list[Row]] = [], [], []
    for card, sizes in results.items():
        for size, result, seen in zip(sizes, (1.0, 0.0, 1.0, 0.0), (True, True, False, False), strict=True):
            for again in range(size):
                number = hash((card, day, result, seen, again)) % 2**31
                found[0].append({"game": number, "id": str(number), "counted": True, "played": at})
                seat = {"game": number, "seat": 1, "deck": card, "result": result, "counted": True, "plays_told": True}
                found[1].append(seat)
                if seen:
                    found[2].append({**seat, "card": card, "kind": "play", "lineup": 1, "drawn": 0, "run": 0})
    return found


def test_plays_are_held_against_the_scores_of_their_day() -> None:
    """Worth 0, 10 and 20 points of win rate for scores of 0, 10 and 20, but one of 10 that is worth 30."""
    sizes = {"P0": (50, 50, 50, 50), "P10": (60, 40, 50, 50), "P20": (70, 30, 50, 50), "P99": (80, 20, 50, 50)}
    first = scored(sizes, dt.date(2026, 3, 20))
    second = scored({"P10": (50, 50, 50, 50)}, dt.date(2026, 5, 1))
    early = scored({"P10": (9, 0, 0, 9)}, dt.date(2026, 1, 1))
    parts = [[row for part in (first, second, early) for row in part[place]] for place in range(3)]
    usual = {"substituted": 0}
    tables = {
        **made(
            games=parts[0],
            seats=parts[1],
            appearances=[
                {name: value for name, value in (usual | row).items() if name != "plays_told"} for row in parts[2]
            ],
            deck_cards=[{"deck": card, "card": card, "kind": "play", "copies": 1} for card in sizes],
        ),
        SCORES: pl.LazyFrame(
            [
                {"valid_from": dt.date(2026, month, 10), "card": card, "dbs": dbs + more}
                for month, more in ((3, 0), (4, 5))
                for card, dbs in {"P0": 0, "P10": 10, "P20": 20, "P99": 10}.items()
            ]
        ),
    }

    rows = {(row["card"], row["valid_from"].month): row for row in computed("scored_plays", tables)}
    lists = computed("score_lists", tables)

    assert {key: (row["dbs"], row["games"], round(row["improvement"], 6)) for key, row in rows.items()} == {
        ("P0", 3): (0, 200, 0.0),
        ("P10", 3): (10, 200, 0.1),
        ("P20", 3): (20, 200, 0.2),
        ("P99", 3): (10, 200, 0.3),
        ("P10", 4): (15, 200, 0.0),
    }
    assert rows["P99", 3]["over"] > 0.1
    assert next(iter(rows)) == ("P99", 3)
    changed = rows["P10", 4]
    assert (changed["dbs_before"], round(changed["change"], 6)) == (10, -0.1)
    assert changed["change_low"] < -0.1 < changed["change_high"]
    assert [(row["plays"], row["n"], row["slope"] is None) for row in lists] == [(4, 4, False), (1, 1, True)]
    assert lists[0]["slope_low"] < lists[0]["slope"] < lists[0]["slope_high"]


@pytest.fixture(scope="module")
def played() -> Tables:
    facts = FactTables(GAME, shipped()["boba"])
    for mode in ("rookie", "substitution", "playmaker"):
        dealt = HOUSES["boba"].deal(Wish(games=12, seed=9, mode=mode), ROOT / "data" / "boba", facts.cards)
        for number, events in enumerate(dealt):
            facts.add(RecordingId(f"{mode}/{number}"), list(events))
    scores = {"valid_from": [dt.date(2020, 1, 1)], "card": [next(iter(facts.cards.plays))], "dbs": [7]}
    return {**facts.tables(), SCORES: pl.LazyFrame(scores)}


@pytest.mark.parametrize("statistic", STATISTICS, ids=[it.name for it in STATISTICS])
@pytest.mark.parametrize(
    "chosen", [Filters(), Filters(seat=1, post_clinch=True), Filters(mode="rookie", honors="first")]
)
def test_counts_of_house_games_are_the_lengths_of_the_lists_behind(
    played: Tables, statistic: Statistic, chosen: Filters
) -> None:
    tables = chosen.apply(played)

    table = statistic.compute(tables)

    assert table.select(statistic.key).is_unique().all() or table.is_empty()
    if statistic.behind is not None:
        for row in table.sample(min(table.height, 12), seed=1).to_dicts():
            assert games_behind(statistic, row, tables).collect().height == row[statistic.count]


@pytest.mark.parametrize("statistic", STATISTICS, ids=[it.name for it in STATISTICS])
def test_every_number_lies_in_its_interval(played: Tables, statistic: Statistic) -> None:
    table = statistic.compute(played)
    plain = [name for name in table.columns if name in ("rate", "mean", "improvement", "share")]
    ends = {"low": plain[0]} if "low" in table.columns else {}
    ends |= {name: name.removesuffix("_low") for name in table.columns if name.endswith("_low") and name != "low"}

    for end, value in ends.items():
        middle = f"{value}_rate" if f"{value}_rate" in table.columns else value
        known = table.filter(pl.col(end).is_not_null() & pl.col(middle).is_not_null())
        high = end.removesuffix("low") + "high"
        assert known.filter(~pl.col(middle).is_between(pl.col(end) - 1e-9, pl.col(high) + 1e-9)).is_empty(), end

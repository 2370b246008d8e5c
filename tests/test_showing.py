"""How statistics are put into words and pictures: which number an interval is of, and what a row is called."""

from collections.abc import Iterator

import polars as pl
import pytest

from dashboard.demo import simulate_onto
from dashboard.screens.labels import labelled, row_name
from dashboard.screens.shared import defined
from dashboard.screens.showing import measured_by
from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.importing import import_files
from ingest.selfplay import Wish
from projector.statistics import STATISTICS, Statistic
from tests.expected import SAMPLES

ALL = [statistic for its in STATISTICS.values() for statistic in its.values()]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    place = tmp_path_factory.mktemp("shown") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as work:
        list(import_files(work.tape, sorted((SAMPLES / "native").glob("*.jsonl")), work.cards))
        simulate_onto(work, "boba", Wish(30))
        simulate_onto(work, "challengers", Wish(3, players=4))
        yield work


@pytest.mark.parametrize("statistic", ALL, ids=lambda it: it.name)
def test_what_is_drawn_lies_in_the_interval_that_is_drawn(work: Workspace, statistic: Statistic) -> None:
    table = statistic.compute(work.tables(statistic.game))
    measured = measured_by(table)

    assert measured is not None or statistic.name in {"modes", "margins"}
    if measured is not None:
        number, low, high = measured
        known = table.drop_nulls([number, low, high])
        assert known.filter(~pl.col(number).is_between(pl.col(low) - 1e-9, pl.col(high) + 1e-9)).is_empty()


@pytest.mark.parametrize("statistic", ALL, ids=lambda it: it.name)
def test_no_two_rows_have_the_same_name(work: Workspace, statistic: Statistic) -> None:
    table = labelled(work, statistic.game, statistic.compute(work.tables(statistic.game)))
    key = [f"{column}_called" if f"{column}_called" in table.columns else column for column in statistic.key]

    names = table.select(row_name(key)).to_series()

    assert names.null_count() == 0
    assert names.is_unique().all(), names.filter(names.is_duplicated()).unique().to_list()


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"mode": "playmaker", "battle": 2, "own": 1, "other": 0}, "Playmaker, battle 2, 1:0"),
        ({"mode": "duel", "simulated": True}, "Duel, house bots"),
        (
            {"mode": "rookie", "by": "all", "of": "any", "power": "any", "substituted": False},
            ("Rookie, any power, not substituted"),
        ),
        ({"mode": "rookie", "by": "battle", "of": "1", "margin": "by_plays"}, "Rookie, battle 1, by plays"),
        ({"round": 7, "final": True, "starts_by": "toss"}, "round 7, final, by toss"),
        ({"round": 2, "more": -3}, "round 2, 3 fewer"),
        ({"card_called": "Jump Ball", "sides": 2}, "Jump Ball, coin"),
    ],
)
def test_a_row_is_named_in_words(row: dict[str, object], name: str) -> None:
    assert pl.DataFrame([row]).select(row_name(list(row))).item() == name


def test_a_definition_shows_names_of_columns_as_code_and_the_rest_as_it_is() -> None:
    assert defined("`win_rate` is (w + k*m), see `n_eff`") == "`win_rate` is \\(w \\+ k\\*m\\), see `n_eff`"

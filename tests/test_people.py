"""Who is who on a tape: one name for a person everywhere, merged in every statistic, and namesakes that stay apart."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from dashboard.demo import simulate_onto
from dashboard.workspace import Workspace
from events.base import PlayerId
from events.registry import NameGiven, PlayersMerged, PlayersSplit, RegistryEvent
from events.tape import migrate
from ingest.importing import import_files
from ingest.registering import register, words
from ingest.selfplay import Wish
from projector.statistics import BY_NAME
from tests.expected import SAMPLES

KITCHEN_TABLE = SAMPLES / "native" / "kitchen-table.jsonl"


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as opened:
        list(import_files(opened.tape, [KITCHEN_TABLE], opened.cards))
        yield opened


def decide(work: Workspace, *events: RegistryEvent) -> None:
    register(work.tape, events)


def seated(work: Workspace) -> list[PlayerId]:
    (game,) = work.listed(10)
    return [player for player in game.summary.players if player is not None]


def by_name(work: Workspace) -> pl.DataFrame:
    return BY_NAME["players"].compute(work.tables())


def test_a_merged_person_has_one_name_in_lists_tables_and_replays(work: Workspace) -> None:
    first, second = seated(work)
    own = work.called([first])[first]

    decide(work, PlayersMerged(kept=first, merged=second))

    assert work.called([first, second]) == {first: own, second: own}
    assert work.listed(10)[0].names == (own, own)
    assert work.games_table()["names"].to_list() == [[own, own]]
    assert work.tables()["seats"].select("player", "opponent").unique().collect().rows() == [(first, first)]
    assert work.tables()["games"].select("player_1", "player_2").collect().rows() == [(first, first)]


def test_a_split_leaves_every_statistic_as_it_was_before_the_merge(work: Workspace) -> None:
    simulate_onto(work, "boba", Wish(12))
    before = by_name(work)
    first, second = before["player"].to_list()[:2]

    decide(work, PlayersMerged(kept=first, merged=second))
    merged = by_name(work)
    decide(work, PlayersSplit(kept=first, split=second))

    assert second not in merged["player"].to_list()
    assert merged.height == before.height - 1
    assert by_name(work).equals(before)


def test_a_name_changes_no_result(work: Workspace) -> None:
    first, _ = seated(work)
    before = by_name(work)
    text = words(work.tape, "Somebody Else")
    assert text is not None

    decide(work, NameGiven(player=first, name=text))

    assert work.listed(10)[0].names[0] == "Somebody Else"
    assert by_name(work).equals(before)
    assert work.listed(10)[0].summary.winner == work.games_table()["winner"][0]


def test_namesakes_with_different_ids_stay_apart(work: Workspace) -> None:
    one, other = work.tape.players([("a", "account:1", "Ida Holm"), ("a", "account:2", "Ida Holm")])

    assert one != other
    assert work.called([one, other]) == {one: "Ida Holm", other: "Ida Holm"}
    assert work.identities.members(one) == (one,)

"""Who is who on a tape: one name for a person everywhere, merged in every statistic, and namesakes that stay apart."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import polars as pl
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from dashboard.cli import main
from dashboard.demo import simulate_onto
from dashboard.exporting import export_game
from dashboard.names import pseudonym_key
from dashboard.workspace import Workspace
from events.base import PlayerId
from events.registry import NameGiven, PlayersMerged, PlayersSplit, RegistryEvent
from events.schema import TEXT
from events.tape import migrate
from ingest.importing import import_files
from ingest.registering import register, words
from ingest.selfplay import Wish
from projector.pseudonyms import pseudonym
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


KEY = b"k" * 32


def hidden(work: Workspace, key: bytes = KEY) -> Workspace:
    return Workspace(work.database, pseudonyms=key)


def test_pseudonyms_are_the_same_for_a_person_and_differ_under_another_key(work: Workspace) -> None:
    first, second = seated(work)

    with hidden(work) as one, hidden(work) as again, hidden(work, b"x" * 32) as other:
        names = one.called([first, second])
        assert names == again.called([first, second])
        assert len(set(names.values())) == 2
        assert other.called([first])[first] != names[first]
        decide(work, PlayersMerged(kept=first, merged=second))
        assert one.called([second])[second] == names[first]


def test_nothing_that_people_wrote_and_no_name_is_in_lists_replays_and_exports_with_pseudonyms(
    work: Workspace, tmp_path: Path
) -> None:
    (game,) = work.listed(10)

    with hidden(work) as one:
        told = msgspec.json.encode([one.listed(10), one.replay(game.id)]) + str(one.games_table().to_dicts()).encode()
        export_game(one, game.id, tmp_path / "game.jsonl")

    for text in (told, (tmp_path / "game.jsonl").read_bytes()):
        for name in (*game.names, "account", *one_texts(work)):
            assert name.encode() not in text.replace(b'"account":null', b"")


def one_texts(work: Workspace) -> list[str]:
    with work.tape.database.reading() as connection:
        return [text for text in connection.execute(sa.select(TEXT.c.text)).scalars() if text and len(text) > 8]


def test_the_key_of_pseudonyms_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = pseudonym_key(tmp_path / "var")

    assert (len(key), pseudonym_key(tmp_path / "var")) == (32, key)
    assert [(it.name, it.stat().st_mode & 0o777) for it in (tmp_path / "var").iterdir()] == [("pseudonym.key", 0o600)]


def test_a_whole_tape_is_not_exported_with_pseudonyms(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["export", str(tmp_path / "tape.jsonl"), "--pseudonyms"])

    assert ran.exit_code == 2
    assert "so that its hashes hold" in ran.stderr


def test_many_persons_have_pseudonyms_of_their_own() -> None:
    names = {pseudonym(KEY, PlayerId(f"{number:020x}")) for number in range(1000)}

    assert len(names) > 990
    assert len({name.split()[0] for name in names}) == len({name.split()[1] for name in names}) == 64

"""The tables of a tape: however it is cut into refreshes, whatever changes, they are what one rebuild makes of it."""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.tables import TABLES_VARIABLE
from dashboard.workspace import Workspace
from events.base import Event, PlayerId, RecordingId
from events.boba import BattleResolved, GameEnded, GameStarted, HeroesRevealed, HonorsChosen, Seated
from events.registry import GameRestored, GameRetracted, RecordingReplaced, RecordingsJoined, RecordingsParted
from events.tape import NewRecording, Tape, migrate
from ingest.selfplay import HOUSES, Wish
from projector.facts import FactTables
from projector.games import GAMES
from projector.tables import NewerTablesError, Snapshot, TablesError
from tests.test_facts import CARDS, ROOT

WHOLE: list[Event] = [
    GameStarted((Seated(PlayerId("ada")), Seated(PlayerId("ben"))), "rookie"),
    HonorsChosen(1),
    HeroesRevealed(1, (None, None), powers=(120, 100)),
    BattleResolved(1, 1),
    GameEnded(1, "timeout"),
]
# A game between house bots with decks that are known card by card.
(WITH_DECKS,) = HOUSES["boba"].deal(HOUSES["boba"].settled(Wish(1)), ROOT / "data" / "boba", CARDS)
# What may become of a tape between two refreshes: so many new games, or a change of the game with such a number.
GAME = st.integers(0, 30)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("new"), st.integers(1, 12)),
        st.tuples(st.just("live"), st.integers(1, 3)),
        st.tuples(st.just("goes on"), GAME),
        st.tuples(st.just("retracted"), GAME),
        st.tuples(st.just("restored"), GAME),
        st.tuples(st.just("replaced"), GAME),
        st.tuples(st.just("joined"), GAME),
        st.tuples(st.just("parted"), GAME),
        st.tuples(st.just("refreshed"), st.just(0)),
    ),
    max_size=25,
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = tmp_path / "gametape.db"
    migrate(path)
    return str(path)


@pytest.fixture
def work(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    monkeypatch.setenv(TABLES_VARIABLE, str(tmp_path / "tables"))
    with Workspace(database) as opened:
        yield opened


def told(events: Sequence[Event], adapter: str = "test") -> NewRecording:
    return NewRecording(family="boba", adapter=adapter, events=events, client="a client")


def record(tape: Tape, games: int) -> list[RecordingId]:
    return [it.id for it in tape.append_new([told(WHOLE)] * games)]


def contents(snapshot: Snapshot) -> dict[str, list[Any]]:
    """Every table as a set of rows, a game by its id instead of its number."""
    found: dict[str, list[Any]] = {}
    for system in GAMES:
        tables = snapshot.tables(system)
        ids = tables["games"].select("game", "id").collect()
        assert ids["game"].is_unique().all()
        for name, table in tables.items():
            counts = GAMES[system].counts.get(name)
            frame = (table if counts is None else counts.summed([table])).collect()
            if "game" in frame.columns:
                frame = frame.drop("id", strict=False).join(ids, on="game", how="left").drop("game")
                assert frame["id"].null_count() == 0
            found[f"{system}.{name}"] = sorted(frame.rows(), key=repr)
    return found


def change(tape: Tape, recordings: list[RecordingId], what: str, which: int) -> None:
    if what in {"new", "live"}:
        adapter, events = ("live", WITH_DECKS[:3]) if what == "live" else ("test", [WHOLE, WITH_DECKS][which % 2])
        recordings += [it.id for it in tape.append_new([told(events, adapter)] * which)]
    elif recordings:
        one = recordings[which % len(recordings)]
        if what == "goes on":
            head = tape.recording(one).head
            tape.append(one, WITH_DECKS[head : head + 40] or [HonorsChosen(2)], after=head)
        elif what == "retracted":
            tape.append_registry([GameRetracted(one)])
        elif what == "restored":
            tape.append_registry([GameRestored(one)])
        elif what == "joined":
            other = recordings[which // 2 % len(recordings)]
            tape.append_registry([RecordingsJoined(recordings=(one, other), why="person")])
        elif what == "parted":
            tape.append_registry([RecordingsParted(recording=one)])
        elif what == "replaced":
            recordings += record(tape, 1)
            tape.append_registry([RecordingReplaced(old=one, new=recordings[-1])])


@given(STEPS)
@settings(max_examples=int(os.environ.get("GAMETAPE_TEST_EXAMPLES", "12")), deadline=None)
def test_any_cut_into_refreshes_gives_the_tables_of_one_rebuild(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    place = tmp_path_factory.mktemp("cut")
    migrate(place / "gametape.db")
    recordings: list[RecordingId] = []
    with pytest.MonkeyPatch.context() as patch, Workspace(str(place / "gametape.db")) as work:
        patch.setenv(TABLES_VARIABLE, str(place / "tables"))
        for what, which in steps:
            if what == "refreshed":
                work.refreshed()
            else:
                change(work.tape, recordings, what, which)
        refreshed = contents(work.refreshed())
        rebuilt, _ = work.facts.rebuild()

        assert refreshed == contents(rebuilt)
    shutil.rmtree(place)


def test_the_tables_are_those_of_the_facts(work: Workspace) -> None:
    (name,) = record(work.tape, 1)
    facts = FactTables(GAMES["boba"], CARDS)
    facts.add(name, WHOLE, "a client")

    # What is laid beside them, such as dated lists, comes from no game.
    tables = {it: table for it, table in work.tables().items() if it in facts.tables()}

    assert {it: table.collect().rows() for it, table in tables.items()} == {
        it: table.collect().rows() for it, table in facts.tables().items()
    }
    assert {it: table.collect_schema() for it, table in tables.items()} == {
        it: table.collect_schema() for it, table in facts.tables().items()
    }


def test_a_retracted_game_stays_and_does_not_count(work: Workspace) -> None:
    one, other = record(work.tape, 2)
    work.refreshed()
    work.tape.append_registry([GameRetracted(one)])

    games = work.tables()["games"].collect()

    if "counted" in games.columns:
        assert dict(games.select("id", "counted").iter_rows()) == {one: False, other: True}
    else:
        assert games["id"].to_list() == [other]


def test_a_recording_that_took_the_place_of_another_tells_its_game(work: Workspace) -> None:
    (old,) = record(work.tape, 1)
    work.refreshed()
    (new,) = record(work.tape, 1)
    work.tape.append_registry([RecordingReplaced(old=old, new=new)])

    assert work.tables()["games"].collect()["id"].to_list() == [new]


def test_a_game_that_is_played_loses_no_number_while_it_goes_on(work: Workspace) -> None:
    (live,) = (it.id for it in work.tape.append_new([told(WHOLE[:1], "live")]))
    for number in range(1, len(WHOLE)):
        work.refreshed()
        work.tape.append(live, WHOLE[number : number + 1], after=number)
        record(work.tape, 1)

    games = work.tables()["games"].collect()

    assert sorted(games["game"]) == list(range(len(WHOLE)))
    assert games.filter(id=live)["finished"].to_list() == [True]
    assert [it.live for it in work.refreshed().manifest.systems["boba"].segments].count(True) == 0


def test_files_stay_few(work: Workspace) -> None:
    for _ in range(70):
        record(work.tape, 1)
        snapshot = work.refreshed()

    assert len(snapshot.files("boba")["games"]) == 1 + 6
    assert work.tables()["games"].collect()["game"].to_list() == list(range(70))


def test_tables_that_were_handed_out_stay_readable_as_they_were(work: Workspace) -> None:
    record(work.tape, 1)
    before = work.tables()["games"]
    for _ in range(12):
        record(work.tape, 1)
        work.refreshed()

    assert before.collect().height == 1
    assert work.tables()["games"].collect().height == 13


def test_old_snapshots_are_removed_when_nobody_can_be_reading_them(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projector.tables.store.GRACE", 0.0)
    for _ in range(4):
        record(work.tape, 1)
        work.refreshed()

    snapshots = sorted(it.name for it in (work.facts.folder / "snapshots").iterdir())
    assert snapshots == ["000003", "000004"]
    assert list((work.facts.folder / "work").iterdir()) == []


def test_duckdb_and_pandas_read_the_current_tables_as_they_are(work: Workspace) -> None:
    pandas = pytest.importorskip("pandas")
    record(work.tape, 3)
    work.refreshed()
    folder = work.facts.folder / "current" / "boba" / "games"

    assert duckdb.read_parquet(f"{folder}/*.parquet").aggregate("count(*), max(game)").fetchall() == [(3, 2)]
    assert len(pandas.read_parquet(folder)) == 3


def test_an_empty_tape_has_every_table_without_a_row(work: Workspace) -> None:
    for system, game in GAMES.items():
        tables = work.tables(system)
        assert [tables[name].collect().height for name in (*game.tables, *game.counts)] == [0] * (
            len(game.tables) + len(game.counts)
        )


def test_nothing_new_is_no_new_snapshot(work: Workspace) -> None:
    record(work.tape, 1)

    assert work.refreshed() is work.refreshed()


def test_tables_of_another_tape_at_the_same_place_are_built_again(
    database: str, work: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    record(work.tape, 3)
    work.refreshed()
    work.close()
    for path in Path(database).parent.glob("gametape.db*"):
        path.unlink()
    migrate(database)

    with Workspace(database) as other:
        (name,) = record(other.tape, 1)
        games = other.tables()["games"].collect()

    assert games["id"].to_list() == [name]
    assert "are of another tape: all tables are built again" in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["removed", "cut", "manifest"])
def test_damaged_tables_are_built_again(
    database: str, work: Workspace, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    record(work.tape, 3)
    snapshot = work.refreshed()
    (file,) = snapshot.files("boba")["games"]
    if damage == "removed":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-10])
    else:
        (snapshot.folder / "manifest.json").write_text("{")

    with Workspace(database) as again:
        assert again.tables()["games"].collect().height == 3
    assert "all tables are built again" in capsys.readouterr().err


def test_tables_of_a_newer_gametape_are_refused(database: str, work: Workspace) -> None:
    record(work.tape, 1)
    path = work.refreshed().folder / "manifest.json"
    manifest = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode(manifest | {"format": 99}))

    with (
        Workspace(database) as older,
        pytest.raises(NewerTablesError, match=r"written by a newer Gametape \(format 99"),
    ):
        older.tables()

    manifest["systems"]["boba"]["versions"]["games"] = "99-00000000"
    path.write_bytes(msgspec.json.encode(manifest))
    with (
        Workspace(database) as older,
        pytest.raises(NewerTablesError, match=r"Table boba.games .* version 99-00000000"),
    ):
        older.tables()


def test_a_changed_version_or_catalogue_builds_the_tables_again(
    database: str, work: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    record(work.tape, 2)
    path = work.refreshed().folder / "manifest.json"
    manifest = msgspec.json.decode(path.read_bytes())
    manifest["systems"]["boba"] |= {"inputs": "other"}
    manifest["systems"]["challengers"]["versions"]["games"] = "0-00000000"
    path.write_bytes(msgspec.json.encode(manifest))

    with Workspace(database) as again:
        assert again.tables()["games"].collect().height == 2
    assert capsys.readouterr().err == (
        "The catalogue of Bo Jackson Battle Arena has changed; Tables of Challengers! have new versions: games: all "
        "tables are built again\n"
    )


def test_tables_as_known_at_a_bookmark_lie_apart(database: str, work: Workspace) -> None:
    (one,) = record(work.tape, 1)
    (live,) = (it.id for it in work.tape.append_new([told(WHOLE[:3], "live")]))
    then = work.tape.bookmark()
    work.tape.append(live, WHOLE[3:], after=3)
    work.tape.append_registry([GameRetracted(one)])
    record(work.tape, 5)

    with Workspace(database, through=then) as known:
        games = known.tables()["games"].collect()

    assert dict(games.select("id", "events").iter_rows()) == {one: len(WHOLE), live: 3}
    assert work.tables()["games"].filter(pl.col("id") == live).collect()["events"].to_list() == [len(WHOLE)]


def test_two_tapes_never_share_their_tables(work: Workspace, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    migrate(tmp_path / "other" / "gametape.db")

    with Workspace(str(tmp_path / "other" / "gametape.db")) as other:
        assert other.facts.folder != work.facts.folder


def test_a_place_that_cannot_be_written_is_told(
    work: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(TABLES_VARIABLE, str(tmp_path / "file"))
    with pytest.raises(TablesError, match="cannot be written: Not a directory; GAMETAPE_TABLES can name another place"):
        work.tables()


def test_counts_are_sums_over_segments(work: Workspace) -> None:
    for games in (1, 2, 3):
        work.tape.append_new([told(WITH_DECKS)] * games)
        work.refreshed()
    tables = work.tables()

    for name, counts in GAMES["boba"].counts.items():
        assert tables[name].collect().height > 0
        assert counts.summed([tables[name]]).collect().equals(counts.of(tables).collect())

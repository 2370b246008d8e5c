"""After somebody is forgotten nothing tells who it was, in no file and no row; games and statistics are as before."""

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from dashboard.cli import main
from dashboard.workspace import Workspace
from events import forgetting
from events.backup import export
from events.base import PlayerId
from events.registry import NameGiven, PlayersMerged
from events.sources import arrivals
from events.tape import migrate
from events.verify import verify
from ingest.forgetting import forget, known_names
from ingest.importing import import_bytes
from ingest.registering import register, words
from projector.statistics import BY_NAME
from tests.expected import SAMPLES
from tests.serving import chromium, serving
from tests.tapes import rows_of

KITCHEN_TABLE = (SAMPLES / "native" / "kitchen-table.jsonl").read_text()
NAME, ACCOUNT = "Zyxwort Quill", "zq-77-account"
SAID = "What Zyxwort Quill played there was bold"
# Neither a name nor an account stands in it: the person wrote it.
WROTE = "I should have passed"


def log(game: str, note: str = WROTE) -> bytes:
    """The kitchen-table game as told by somebody peculiar, with notes by and about that person."""
    lines = KITCHEN_TABLE.replace("kitchen-table-7", game).splitlines()
    header = json.loads(lines[0])
    header["players"]["p1"] = {"name": NAME, "account": ACCOUNT}
    notes = [
        {"type": "game.NoteAdded", "text": SAID, "author": "p2"},
        {"type": "game.NoteAdded", "text": note, "author": "p1"},
    ]
    return "\n".join([json.dumps(header), *lines[1:], *map(json.dumps, notes)]).encode()


FILES = {
    "zyxwort quill.jsonl": log("one"),
    "two.jsonl.gz": gzip.compress(log("two")),
    "three.jsonl": log("three").decode().encode("utf-16"),
    "broken.txt": b"Zyxwort Quill won",
    "others.jsonl": KITCHEN_TABLE.encode(),
}


@pytest.fixture
def work(url: str) -> Iterator[Workspace]:
    with Workspace(url) as opened:
        for name, data in FILES.items():
            import_bytes(opened.tape, data, name, opened.cards)
        yield opened


def somebody(work: Workspace) -> PlayerId:
    return next(account.id for account in work.tape.accounts() if account.name == NAME)


def statistics(work: Workspace) -> dict[str, list[dict[str, object]]]:
    return {name: BY_NAME[name].compute(work.tables()).to_dicts() for name in ("players", "modes", "margins")}


def spelled(text: str) -> set[bytes]:
    """How a text may lie in a file."""
    return {text.encode(), text.lower().encode(), text.encode("utf-16-le"), text.encode("utf-16-be")}


def places_of(work: Workspace, *texts: str) -> list[str]:
    """Where any of these texts still is: in rows, packed or not, and in the raw bytes of all files of a tape."""
    wanted = {form for text in texts for form in spelled(text)}
    found: list[str] = []
    for table, rows in rows_of(work.database).items():
        for row in rows:
            for value in row:
                data = value if isinstance(value, bytes) else str(value).encode()
                with suppress(zlib.error):
                    data += zlib.decompress(data)
                found += [f"{table}: {data[:80]!r}" for form in wanted if form in data]
    if not work.database.startswith("postgresql"):
        for file in Path(work.database).parent.rglob("*"):
            if file.is_file():
                found += [file.name for form in wanted if form in file.read_bytes()]
    return found


def test_nothing_tells_who_was_forgotten_and_games_and_statistics_are_as_before(work: Workspace) -> None:
    before = statistics(work)
    assert places_of(work, NAME, ACCOUNT, WROTE)

    erased = forget(work.tape, somebody(work))

    assert erased.left == ()
    assert (erased.redacted, erased.sources) == (3, 1)
    assert places_of(work, NAME, ACCOUNT, WROTE, "zyxwort") == []
    assert verify(work.tape).sound
    assert statistics(work) == before
    assert not any(NAME in name for game in work.listed(10) for name in game.names)
    exported = io.BytesIO()
    export(work.tape, exported)
    assert b"yxwort" not in exported.getvalue()
    (kept,) = [it for it in arrivals(work.tape) if it.name == "others.jsonl"]
    assert b"".join(work.tape.source_parts(kept.source)) == KITCHEN_TABLE.encode()


def test_the_same_files_again_or_packed_otherwise_add_nothing_and_stay_pseudonymous(work: Workspace) -> None:
    before = len(work.listed(10))
    forget(work.tape, somebody(work))
    accounts = work.tape.accounts()

    for name, data in {**FILES, "packed.gz": gzip.compress(log("one"))}.items():
        report = import_bytes(work.tape, data, name if "quill" not in name else "again.jsonl", work.cards)
        assert report.added == 0

    assert work.tape.accounts() == accounts
    assert len(work.listed(10)) == before
    assert places_of(work, NAME, ACCOUNT, WROTE) == []


def test_a_new_game_of_somebody_forgotten_is_the_same_person_without_a_name(work: Workspace) -> None:
    who = somebody(work)
    forget(work.tape, who)

    report = import_bytes(work.tape, log("four", "Zyxwort Quill again"), "four.jsonl", work.cards)

    assert report.added == 1
    assert who in work.listed_one(report.games[0].recording).summary.players
    assert places_of(work, NAME, ACCOUNT) == []


def test_cut_off_after_the_intent_it_is_done_when_asked_for_again(
    work: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = somebody(work)
    with monkeypatch.context() as patch:
        patch.setattr(forgetting, "_bury", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            forget(work.tape, who)
    assert places_of(work, NAME)

    forget(work.tape, who)
    again = forget(work.tape, who)

    assert places_of(work, NAME, ACCOUNT, WROTE) == []
    assert again.sources == 0


def test_a_merged_person_is_forgotten_with_all_its_players_and_given_names(work: Workspace) -> None:
    who = somebody(work)
    other = work.tape.player("elsewhere", "name:Wortzy", "Wortzy")
    text = words(work.tape, "Quillfeather")
    assert text is not None
    register(work.tape, [PlayersMerged(kept=other, merged=who), NameGiven(player=who, name=text)])
    assert known_names(work.tape, work.identities.members(other)) == {NAME, ACCOUNT, "Wortzy", "Quillfeather"}

    forget(work.tape, other)

    assert places_of(work, NAME, "Wortzy", "Quillfeather") == []
    assert work.called([who, other]) == {}


def test_a_namesake_elsewhere_keeps_the_name_and_is_told(work: Workspace) -> None:
    who = somebody(work)
    namesake = work.tape.player("elsewhere", "account:1", NAME)

    left = forget(work.tape, who).left

    assert left == (
        f"player {namesake} of another account is called so too: forget that one as well if it is the same",
    )
    assert work.called([who, namesake]) == {namesake: NAME}


def test_the_command_forgets_and_tells_where_the_name_still_stands(
    work: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mappings").mkdir()
    (tmp_path / "mappings" / "sheet.toml").write_text('player = "Zyxwort Quill"')
    monkeypatch.setattr("dashboard.workspace.VAR", tmp_path / "mappings")
    arguments = ["--database", work.database, "forget", NAME]

    asked = CliRunner().invoke(main, arguments, input="n\n")
    forgot = CliRunner().invoke(main, [*arguments, "--yes"])
    again = CliRunner().invoke(main, [*arguments, "--yes"])

    assert asked.exit_code == 1
    assert forgot.exit_code == 1
    assert f"still there: {tmp_path / 'mappings' / 'sheet.toml'}" in forgot.stderr
    assert "1 files erased, 3 files redacted" in forgot.stdout
    assert "There is no player" in again.stderr


@pytest.mark.browser
def test_no_page_tells_who_was_forgotten(tmp_path: Path) -> None:
    database = tmp_path / "tape.db"
    migrate(database)
    with Workspace(str(database)) as work:
        for name, data in FILES.items():
            import_bytes(work.tape, data, name, work.cards)
        game = next(it.id for it in work.listed(10) if NAME in it.names)
        who = somebody(work)

    with chromium() as browser, serving(database) as address:
        page = browser.new_page()

        def shown(path: str) -> str:
            page.goto(f"{address}/{path}")
            expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
            expect(page.get_by_text("Pseudonyms")).to_be_visible()
            return page.content().lower()

        named = page.get_by_text("zyxwort quill")
        shown(f"replay?game={game}")
        expect(named.first).to_be_attached()
        assert "zyxwort" in shown(f"who-is-who?person={who}")
        with Workspace(str(database)) as work:
            forget(work.tape, who)
        for path in (
            "",
            "games",
            f"replay?game={game}",
            f"who-is-who?person={who}",
            "players",
            "imports",
            "quarantine",
        ):
            content = shown(path)
            assert "zyxwort" not in content
            assert named.count() == 0
            assert ACCOUNT not in content

"""Every command as a user runs it: good use, bad use, and databases and files that are not what they should be."""

import datetime as dt
import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from click.testing import CliRunner

from dashboard.cli import MODE_NAMES, main
from events.tape import migrate
from projector.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
NATIVE = ROOT / "data" / "samples" / "native"
KITCHEN_TABLE = NATIVE / "kitchen-table.jsonl"

Run: TypeAlias = "Callable[..., Done]"


class Done(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tape.db"


@pytest.fixture
def run(database: Path) -> Run:
    """Run a command; a stack trace is never an answer."""

    def running(*words: str | Path, on: Path | None = None) -> Done:
        ran = CliRunner().invoke(main, ["--database", str(on or database), *map(str, words)])
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exc_info
        return Done(ran.exit_code, ran.stdout, ran.stderr)

    return running


def answered(done: Done) -> Any:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_command_runs_in_a_process_of_its_own(database: Path) -> None:
    command = [sys.executable, "-m", "dashboard.cli", "games", "--database", str(database)]

    without = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    migrate(database)
    empty = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (without.returncode, without.stdout) == (1, "")
    assert (
        without.stderr.startswith(f"gametape: There is no tape at {database}") or "gametape migrate" in without.stderr
    )
    assert (empty.returncode, empty.stderr) == (0, "")
    assert empty.stdout.startswith("No games yet")


def test_a_log_is_imported_listed_and_played_back(run: Run) -> None:
    run("migrate")

    imported = answered(run("import", KITCHEN_TABLE, "--json"))
    games = answered(run("games", "--json"))["games"]
    replayed = answered(run("replay", games[0]["id"], "--json"))

    assert imported["files"][0]["added"] == 1
    assert imported["files"][0]["problems"] == []
    assert [game["names"] for game in games] == [["Ada", "Ben"]]
    assert games[0]["score"] == "3:3"
    assert games[0]["winner"] == 1
    assert games[0]["reason"] == "sudden_death"
    assert len(replayed["steps"]) == games[0]["events"] == 110
    assert {step["answer"] for step in replayed["steps"]} == {"legal"}
    assert replayed["steps"][-1]["words"] == "Ada wins the game in sudden death"
    assert replayed["cards"]["G:SF-77"] == {"name": "PB Buckets", "kind": "hero", "weapon": "Super", "power": 180}


def test_the_same_file_twice_adds_nothing_however_it_is_packed_or_called(run: Run, tmp_path: Path) -> None:
    packed = tmp_path / "renamed.jsonl.gz"
    packed.write_bytes(gzip.compress(KITCHEN_TABLE.read_bytes()))
    windows = tmp_path / "windows.txt"
    windows.write_bytes(b"\xef\xbb\xbf" + KITCHEN_TABLE.read_bytes().replace(b"\n", b"\r\n"))
    run("migrate")

    added = [
        answered(run("import", path, "--json"))["files"][0]["added"]
        for path in (KITCHEN_TABLE, KITCHEN_TABLE, packed, windows)
    ]

    assert added == [1, 0, 0, 0]
    assert len(answered(run("games", "--json"))["games"]) == 1


def test_a_scoresheet_is_read_by_the_mapping_that_is_shown_and_given(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.workspace.MAPPINGS", tmp_path / "mappings")
    monkeypatch.setattr("dashboard.columns.MAPPINGS", tmp_path / "mappings")
    sheet = tmp_path / "table.csv"
    sheet.write_text("Spiel,Tag,Spieler 1,Spieler 2,Sieger\n1,03/04/2026,Ida,Udo,1\n")
    mapping = tmp_path / "table.toml"
    run("migrate")

    asked = run("import", sheet)
    shown = run("columns", sheet)
    mapping.write_text(shown.stdout.replace('# date_order = "dmy"', 'date_order = "dmy"'))
    imported = run("import", "--mapping", mapping, sheet)
    games = answered(run("games", "--json"))["games"]

    assert (asked.returncode, "03/04/2026" in asked.stderr) == (1, True)
    assert (imported.returncode, imported.stderr) == (0, "")
    assert [(game["names"], game["played"][:10], game["winner"]) for game in games] == [
        (["Ida", "Udo"], "2026-04-03", 1)
    ]
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    assert run("columns", tmp_path / "binary").returncode == 1
    assert run("import", "--mapping", sheet, sheet).returncode == 1


def test_a_bad_line_costs_that_line_and_is_told_with_its_number(run: Run, tmp_path: Path) -> None:
    lines = KITCHEN_TABLE.read_bytes().splitlines()
    lines[20] = b'{"type":"boba.Pased","seat":1,"battle":1}'
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\n".join(lines))
    run("migrate")

    done = run("import", broken, "--json")
    report = json.loads(done.stdout)["files"][0]

    assert done.returncode == 1
    assert report["added"] == 1
    assert report["games"][0]["unread"] == 1
    assert report["games"][0]["status"] == "partial"
    assert report["problems"] == [{"line": 21, "message": "Invalid value 'boba.Pased' - at `$.type`"}]


def test_a_step_as_a_seat_sees_it_hides_the_other_hand(run: Run) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    game = answered(run("games", "--json"))["games"][0]["id"]

    seen = {
        viewer: answered(run("replay", game, "--step", "14", "--as", viewer, "--json"))["state"]["seats"]
        for viewer in ("1", "2", "all", "public")
    }

    hidden = [None] * 4
    ada = ["A:PL-45", "A:PL-95", "A:PL-37", "A:PL-80"]
    ben = ["B:HTD-2", "B:HTD-1", "A:PL-31", "A:PL-7"]
    assert {viewer: [seat["play_hand"] for seat in seats] for viewer, seats in seen.items()} == {
        "1": [ada, hidden],
        "2": [hidden, ben],
        "all": [ada, ben],
        "public": [hidden, hidden],
    }


def test_a_step_or_game_that_is_not_there_is_told(run: Run) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    game = answered(run("games", "--json"))["games"][0]["id"]

    beyond = run("replay", game, "--step", "111")
    nobody = run("replay", "nobody")

    assert (beyond.returncode, beyond.stderr) == (1, "gametape: The game has steps 0 to 110, not 111\n")
    assert (nobody.returncode, nobody.stderr) == (
        1,
        "gametape: There is no game 'nobody'; `gametape games` lists those there are\n",
    )


def test_simulated_games_are_reproducible_and_marked(run: Run) -> None:
    run("migrate")

    first = answered(run("simulate", "--mode", "substitution", "--games", "5", "--seed", "7", "--json"))
    again = answered(run("simulate", "--mode", "substitution", "--games", "6", "--seed", "7", "--json"))
    games = answered(run("games", "--json"))["games"]

    assert (first["added"], again["added"]) == (5, 1)
    assert [(game["simulated"], game["status"], game["mode"]) for game in games] == [
        (True, "complete", "substitution")
    ] * 6


def test_games_are_paged_without_gap_or_overlap(run: Run) -> None:
    run("migrate")
    run("simulate", "--mode", "rookie", "--games", "7")
    everything = [game["id"] for game in answered(run("games", "--json"))["games"]]

    page = [game["id"] for game in answered(run("games", "--limit", "3", "--json"))["games"]]
    rest = [game["id"] for game in answered(run("games", "--after", page[-1], "--json"))["games"]]

    assert page + rest == everything


def test_statistics_answer_in_every_form(run: Run, tmp_path: Path) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    parquet = tmp_path / "players.parquet"

    rows = answered(run("stats", "players", "--json"))["rows"]
    table = run("stats", "players", "--csv").stdout
    written = run("stats", "players", "--parquet", parquet)
    none = run("stats", "players", "--mode", "rookie")
    unknown = run("stats", "luck")

    assert [(row["name"], row["games"], row["wins"], row["losses"]) for row in rows] == [
        ("Ada", 1, 1, 0),
        ("Ben", 1, 0, 1),
    ]
    assert table.startswith("player,name,games,wins,draws,losses,win_rate,low,high,q,enough\n")
    assert written.returncode == 0
    assert parquet.read_bytes()[:4] == b"PAR1"
    assert none.returncode == 0
    assert "No game counts here" in none.stdout
    assert unknown.returncode == 2
    assert (
        "there are players, decks, modes, first_honors, honors, margins, matchups, shares, field, strata"
        in unknown.stderr
    )


def test_the_tape_is_verified_sealed_and_checked_against_the_seal(run: Run) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)

    sealed = answered(run("verify", "--seal", "--json"))
    checked = answered(run("verify", "--kept", sealed["seal"], "--json"))

    assert sealed["sound"]
    assert checked["sound"]


def test_a_game_is_exported_in_the_format_it_came_in(run: Run, tmp_path: Path) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    game = answered(run("games", "--json"))["games"][0]["id"]
    other = tmp_path / "other.db"

    exported = run("export", "--game", game)
    (tmp_path / "game.jsonl").write_text(exported.stdout)
    run("migrate", on=other)
    answered(run("import", tmp_path / "game.jsonl", "--json", on=other))
    again = answered(run("games", "--json", on=other))["games"][0]

    told = exported.stdout.splitlines()[1:]
    original = KITCHEN_TABLE.read_text().splitlines()[1:]
    assert [json.loads(line) for line in told[1:]] == [json.loads(line) for line in original[1:]]
    assert again["names"] == ["Ada", "Ben"]


def test_the_whole_tape_is_exported_and_restored(run: Run, tmp_path: Path) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    backup, other = tmp_path / "backup.jsonl", tmp_path / "other.db"

    exported = run("export", backup)
    twice = run("export", backup)
    restored = run("restore", backup, on=other)
    full = run("restore", backup, on=other)

    assert exported.returncode == restored.returncode == 0
    assert (twice.returncode, "is there already" in twice.stderr) == (1, True)
    assert (full.returncode, "is not empty" in full.stderr) == (1, True)
    assert answered(run("games", "--json", on=other)) == answered(run("games", "--json"))
    assert run("verify", on=other).returncode == 0


def test_the_schema_names_every_event(run: Run) -> None:
    schema = answered(run("schema"))

    assert schema["title"] == "Gametape native format"
    assert {"Header", "GameStarted", "HeroSubstituted", "EffectBegan", "StandingsPublished"} <= schema["$defs"].keys()


def test_a_catalogue_that_cannot_be_read_is_told(run: Run, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.csv"
    nothing.write_bytes(b"\x00\x01\x02")

    done = run("cards", "import", nothing)

    assert done.returncode == 1
    assert "nothing.csv" in done.stderr


DATABASE_COMMANDS: list[tuple[str, ...]] = [
    ("import", str(KITCHEN_TABLE)),
    ("games",),
    ("replay", "game"),
    ("stats", "players"),
    ("verify",),
    ("export", "never-written.jsonl"),
    ("simulate", "--games", "1"),
    ("serve", "--port", "1"),
]


@pytest.mark.parametrize("words", DATABASE_COMMANDS, ids=lambda words: words[0])
def test_without_a_database_every_command_says_how_to_make_one(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)

    assert done.returncode == 1
    assert "gametape migrate" in done.stderr


@pytest.mark.parametrize("words", DATABASE_COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("kind", ["binary", "folder", "empty", "newer"])
def test_what_is_no_database_is_told(run: Run, tmp_path: Path, words: tuple[str, ...], kind: str) -> None:
    place = tmp_path / kind
    match kind:
        case "binary":
            place.write_bytes(bytes(range(256)) * 40)
        case "folder":
            place.mkdir()
        case "empty":
            place.touch()
        case _:
            migrate(place)
            connection = sqlite3.connect(place)
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
            connection.close()

    done = run(*words, on=place)

    assert done.returncode == 1
    assert done.stderr.startswith("gametape: ")
    assert kind in done.stderr


@pytest.mark.parametrize(
    "words",
    [("games",), ("stats", "players"), ("stats",), ("verify",)],
    ids=" ".join,
)
def test_an_empty_tape_is_no_fault(run: Run, words: tuple[str, ...]) -> None:
    run("migrate")

    done = run(*words)

    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("kind", ["missing", "empty", "binary", "folder", "text", "header", "deep"])
def test_a_file_that_tells_no_game_is_told(run: Run, tmp_path: Path, kind: str) -> None:
    contents = {
        "empty": b"",
        "binary": bytes(range(256)) * 40,
        "text": b"Dear diary\n",
        "header": b'{"gametape":1,"game":"boba","client":{"name":"x"}}\n',
        "deep": b'{"gametape":1,"game":"boba","client":{"name":"x"}}\n' + b"[" * 100_000 + b"\n",
    }
    place = tmp_path / kind
    if kind == "folder":
        place.mkdir()
    elif kind in contents:
        place.write_bytes(contents[kind])
    run("migrate")

    done = run("import", place)

    assert done.returncode == 1
    assert all(line.startswith(f"{place}: ") for line in done.stderr.splitlines())
    assert done.stderr
    assert answered(run("games", "--json")) == {"games": []}


def test_a_database_that_must_not_be_written_can_be_read(run: Run, database: Path, tmp_path: Path) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    folder = tmp_path / "kept"
    folder.mkdir()
    kept = folder / "tape.db"
    shutil.copy(database, kept)
    kept.chmod(0o444)

    games = run("games", "--json", on=kept)

    assert games.returncode == 0
    assert len(json.loads(games.stdout)["games"]) == 1


def test_bench_measures_every_row(run: Run) -> None:
    rows = answered(run("bench", "--games", "64", "--rounds", "1", "--tables", "1000", "--json"))["rows"]

    names = ["append_games", "append_events", "rebuild", "seek", "refresh", "stats"]
    names += [f"{row}_{game}" for game in list(GAMES)[1:] for row in ("append_games", "rebuild", "seek")]
    assert [row["name"] for row in rows[: len(names)]] == names
    # Only where a server can be started.
    postgres = {"append_games_postgres", "append_events_postgres", "follow_postgres"}
    assert {row["name"] for row in rows[len(names) :]} <= postgres
    assert all(row.keys() == {"name", "ours", "bare", "ratio", "unit"} for row in rows)
    assert all(row["ours"] > 0 and row["bare"] > 0 and row["ratio"] > 0 for row in rows)


def test_statistics_take_every_filter(run: Run) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)

    first = answered(run("stats", "players", "--honors", "first", "--post-clinch", "--json"))
    none = answered(run("stats", "decks", "--simulated", "--until", "1999-12-31", "--card", "none", "--json"))
    told = run("stats", "players", "--mode", "playmaker").stdout
    refused = [
        run("stats", "players", *words).stderr
        for words in (("--since", "soon"), ("--honors", "third"), ("--deck", "zz"), ("--contest", "cup"))
    ]

    assert first["filters"] == {"honors": "first", "post_clinch": "yes"}
    assert [row["games"] for row in first["rows"]] == [1]
    assert (none["rows"], none["rests_on"]["games"]) == ([], 0)
    assert "Games: mode playmaker. Rests on 1 of 1 games." in told
    assert "since is 'soon'; it can be a day such as 2026-01-31" in refused[0]
    assert "honors is 'third'; it can be first, second" in refused[1]
    assert "No deck on the tape begins with 'zz'" in refused[2]
    assert "There is no contest 'cup'" in refused[3]


def test_statistics_of_unfinished_games_and_of_the_last_days_say_what_they_rest_on(run: Run) -> None:
    run("migrate")
    run("import", KITCHEN_TABLE)
    today = dt.datetime.now(dt.UTC).date()

    unfinished = run("stats", "players", "--unfinished").stdout
    finished = answered(run("stats", "players", "--finished", "--json"))
    recent = answered(run("stats", "players", "--days", "0", "--json"))
    refused = run("stats", "players", "--days", "7", "--since", "2026-01-01").stderr

    assert unfinished.startswith("No game counts here: unfinished and contradicting ones are left out")
    assert unfinished.endswith("Games: unfinished ones only. Rests on 0 of 0 games.\n")
    assert (finished["filters"], finished["rests_on"]["counted"]) == ({"finished": "yes"}, 1)
    assert (recent["filters"], recent["rows"]) == ({"since": f"{today}"}, [])
    assert "Choose one of --days and --since" in refused


def test_wrong_use_is_told_with_exit_code_2(run: Run) -> None:
    for words in (
        ("games", "--limit", "0"),
        ("replay",),
        ("simulate", "--mode", "chess"),
        ("stats", "players", "--mode", "chess"),
        ("fly",),
        ("export",),
        ("serve", "--port", "99999"),
        ("serve", "--port", "-1"),
        ("demo", "--games", "-1"),
    ):
        assert run(*words).returncode == 2


def test_an_empty_host_does_not_open_the_dashboard_to_everybody(run: Run) -> None:
    run("migrate")

    assert run("serve", "--host", "").returncode == 2


def test_the_modes_of_commands_are_those_of_the_games() -> None:
    assert tuple(mode for game in GAMES.values() for mode in game.modes) == MODE_NAMES


def test_a_log_whose_game_starts_behind_a_gap_has_the_names_of_its_players(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "late.jsonl"
    header, *events = KITCHEN_TABLE.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join([header, '{"type":"game.GapLeft"}', *events[:1]]))
    run("migrate")

    (game,) = answered(run("import", log, "--json"))["files"][0]["games"]

    assert run("replay", game["recording"]).stdout.splitlines()[-1] == "    2   Playmaker game started: Ada against Ben"


def test_a_name_can_neither_steer_the_terminal_nor_widen_the_table(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "names.jsonl"
    text = KITCHEN_TABLE.read_text(encoding="utf-8")
    log.write_text(text.replace('"Ada"', r'"\u001b[31m\u202e\u009b"').replace('"Ben"', json.dumps("N" * 10_000)))
    run("migrate")
    (game,) = answered(run("import", log, "--json"))["files"][0]["games"]

    table = run("games").stdout
    told = table + run("replay", game["recording"]).stdout + run("replay", game["recording"], "--step", "9").stdout

    assert max(map(len, table.splitlines())) < 250
    assert not any(sign in told for sign in "\x1b\u202e\x9b")


def test_commands_are_listed_in_the_order_of_a_first_use() -> None:
    assert list(main.commands)[:5] == ["demo", "migrate", "import", "columns", "imports"]

"""Every game system has all that one needs, and the shared modules know none of them by name."""

import importlib
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dashboard.boards import BOARDS
from dashboard.boards.shared import frames_of, steps_of
from dashboard.cli import GAME_NAMES, MODE_NAMES, main
from dashboard.demo import simulate_onto, simulated
from dashboard.workspace import Workspace
from events.base import Event
from events.codec import FAMILIES, decode_batch, encode_batch
from events.tape import migrate
from ingest.adapter import Told
from ingest.catalogues import CATALOGUES, IMPORTERS
from ingest.selfplay import HOUSES, Wish
from projector.game import Game
from projector.games import GAMES
from projector.replay import applied, as_seen, delta, frame, replay
from tests.expected import expected_of, samples, shipped, told_in

ROOT = Path(__file__).parent.parent
CARDS = shipped()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

# Modules that may name a game: they are of one, or they are the lists in which games stand.
OF_ONE_GAME = {
    "dashboard/bench_tables.py",
    "dashboard/decks.py",
    "dashboard/seasons.py",
    "dashboard/tape_decks.py",
    "dashboard/screens/decks.py",
    "dashboard/screens/deck_pictures.py",
    "dashboard/screens/tournaments.py",
}
LISTS = {
    "events/codec.py",
    "projector/games.py",
    "dashboard/boards/__init__.py",
    "dashboard/score_lists.py",
    "dashboard/screens/query.py",
    "dashboard/screens/__init__.py",
    "dashboard/screens/glances.py",
}
# What is shared, beside them: whole folders, and of `ingest` what every adapter goes through.
SHARED = ("events/*.py", "projector/*.py", "dashboard/*.py", "dashboard/screens/*.py", "dashboard/boards/*.py")
SHARED_SCRIPTS = ("dashboard/boards/shared/*.js", "dashboard/boards/shared.css")
SHARED_INGEST = (
    "adapter",
    "appending",
    "files",
    "gathering",
    "importing",
    "joining",
    "lines",
    "native",
    "opening",
    "reading",
    "reimporting",
    "splitting",
    "wrappings",
    "zips",
    "selfplay/house",
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Event]]:
    """A game of the house bots of each system, as the demonstration begins."""
    place = tmp_path_factory.mktemp("tape") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as work:
        return {
            name: next(iter(simulated(work, name, Wish(1, mode=house.demonstrations[-1].mode))))
            for name, house in HOUSES.items()
        }


# What a game system brings


@every_game
def test_a_game_has_vocabulary_board_data_catalogue_and_bots(game: Game[Any]) -> None:
    assert importlib.import_module(f"events.{game.name}").__doc__
    assert game.name in FAMILIES
    assert hasattr(BOARDS[game.name], "board_data")
    assert hasattr(BOARDS[game.name], "show_board")
    assert (ROOT / "data" / game.name).is_dir()
    assert all(game.name in listed for listed in (CATALOGUES, IMPORTERS, HOUSES))
    for script in (f"{game.name}.js", f"{game.name}.css", f"{game.name}/art.js"):
        assert (ROOT / "dashboard" / "boards" / script).is_file()


@every_game
def test_a_game_has_samples_with_what_they_are_read_as(game: Game[Any]) -> None:
    native = [sample for sample in samples() if sample.parent.name == "native"]
    of_game = [
        sample for sample in native if any(isinstance(it, Told) and it.family == game.name for it in told_in(sample))
    ]

    assert len(of_game) >= 3
    assert all(expected_of(sample).is_file() for sample in of_game)


@every_game
def test_a_game_has_its_places_in_the_documents_and_commands(game: Game[Any]) -> None:
    rules, form = ((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("rules.md", "format.md"))

    assert f"## {game.title}\n" in rules
    assert f"## Events of {game.title}\n" in form
    assert game.title in (ROOT / "README.md").read_text(encoding="utf-8")
    assert game.name in GAME_NAMES
    assert set(game.modes) <= set(MODE_NAMES)
    assert set(HOUSES[game.name].modes) <= set(game.modes)


def test_commands_list_the_games_and_modes_there_are() -> None:
    assert list(GAME_NAMES) == list(GAMES) == list(HOUSES) == list(BOARDS) == list(CATALOGUES) == list(IMPORTERS)
    assert list(MODE_NAMES) == [mode for game in GAMES.values() for mode in game.modes]


# What works for each


@every_game
def test_a_game_is_played_back_for_every_viewer(game: Game[Any], played: dict[str, list[Event]]) -> None:
    events = played[game.name]
    seats = len(game.players(game.fold(CARDS[game.name], events)))

    for viewer in ("all", "public", *range(1, seats + 1)):
        told = replay(game, CARDS[game.name], events, viewer=viewer)
        assert len(told.steps) == len(events)
        assert all(step.words and step.answer == "legal" for step in told.steps)


@every_game
def test_deltas_give_every_frame_of_a_game(game: Game[Any], played: dict[str, list[Event]]) -> None:
    told = replay(game, CARDS[game.name], played[game.name])
    views = [told.first, *(step.view for step in told.steps)]

    for before, after in pairwise(views):
        assert applied(frame(before), delta(before, after)) == frame(after)


@every_game
def test_a_seat_is_given_no_card_that_only_others_saw(game: Game[Any], played: dict[str, list[Event]]) -> None:
    events = played[game.name][: len(played[game.name]) // 3]
    mine = str(as_seen(game, events, 1))
    hidden = {card for card in replay(game, CARDS[game.name], events).cards if f"'{card}'" not in mine}

    data = BOARDS[game.name].board_data(game, CARDS[game.name], events, viewer=1, game_id="g")

    assert hidden
    assert [card for card in sorted(hidden) if json.dumps(card) in json.dumps(data)] == []


@every_game
def test_a_game_has_a_board_of_all_its_perspectives(game: Game[Any], played: dict[str, list[Event]]) -> None:
    events = played[game.name]
    data = BOARDS[game.name].board_data(game, CARDS[game.name], events, viewer="all", game_id="g")

    assert data["views"] == ["all", *(str(seat) for seat in range(1, len(data["names"]) + 1))]
    assert data["simulated"]
    for view in data["views"]:
        assert len(frames_of(data, view)) == len(steps_of(data, view)) + 1 == len(events) + 1


@every_game
def test_events_come_back_from_the_tape_as_they_were(game: Game[Any], played: dict[str, list[Event]]) -> None:
    assert list(decode_batch(game.name, encode_batch(game.name, played[game.name]))) == played[game.name]


@every_game
def test_a_game_is_summed_up_and_counted(game: Game[Any], tmp_path: Path) -> None:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as work:
        simulate_onto(work, game.name, Wish(1))
        (listed,) = work.listed(1)
        tables = work.tables(game.name)
    summary = listed.summary

    assert (summary.simulated, summary.ended, summary.finished, summary.status) == (True, True, True, "complete")
    assert summary.mode in game.modes
    assert tables["games"].collect()["finished"].to_list() == [True]
    assert tables["seats"].collect().height == len(summary.players)
    (score,) = game.scores(tables).collect()["score"].to_list()
    assert score.replace(" ", "") == summary.score


@every_game
def test_commands_work_for_each_game(game: Game[Any], tmp_path: Path) -> None:
    database = str(tmp_path / "tape.db")
    migrate(database)
    with Workspace(database) as work:
        assert simulate_onto(work, game.name, Wish(2)) == 2
        (listed, _) = work.listed(5)
        seats = len(listed.names)
        assert work.games_table()["score"].null_count() == 0

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, ["--database", database, *arguments])
        assert done.exit_code == 0, done.output
        return done.stdout

    assert [found["game"] for found in json.loads(run("games", "--game", game.name, "--json"))["games"]] == [
        game.name
    ] * 2
    assert json.loads(run("replay", listed.id, "--as", str(seats), "--json"))["viewer"] == seats
    refused = CliRunner().invoke(main, ["--database", database, "replay", listed.id, "--as", str(seats + 1)])
    assert refused.exit_code == 1
    assert f"The game has {seats} seats; nobody looks from seat {seats + 1}" in refused.stderr


# What is shared


def shared_files() -> list[Path]:
    own = {f"{folder}/{game}.py" for folder in ("events", "dashboard/boards") for game in GAMES}
    found = [path for pattern in (*SHARED, *SHARED_SCRIPTS) for path in sorted(ROOT.glob(pattern))]
    found += [ROOT / "ingest" / f"{name}.py" for name in SHARED_INGEST]
    return [path for path in found if str(path.relative_to(ROOT)) not in OF_ONE_GAME | LISTS | own]


def test_shared_modules_name_no_game() -> None:
    names = [word for game in GAMES.values() for word in (game.name, game.title.rstrip("!"))]
    named = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    allowed = re.compile(r"^GAME_NAMES = ")

    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line) and not allowed.match(line)
    ]

    assert len(shared_files()) > 60
    assert found == []

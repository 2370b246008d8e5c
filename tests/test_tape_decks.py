"""Decks on the tape: contents, names and versions, and what commands and the Deck page show of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dashboard.cli import main
from dashboard.demo import simulate_onto
from dashboard.tape_decks import decks_on_tape, registered_deck
from dashboard.workspace import Workspace, catalogue
from events.base import CardId
from events.boba import GameStarted
from events.contest import DeckRegistered
from events.tape import migrate
from ingest.adapter import Told
from ingest.importing import import_files
from ingest.selfplay import Wish
from projector.boba.facts import deck_hash
from tests.expected import SAMPLES, told_in

KITCHEN_TABLE = SAMPLES / "native" / "kitchen-table.jsonl"
Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path) -> Ran:
    database = tmp_path / "tape.db"
    migrate(database)
    with Workspace(str(database)) as work:
        list(import_files(work.tape, [KITCHEN_TABLE], work.cards))
        simulate_onto(work, "boba", Wish(6))

    def running(*words: str | Path) -> tuple[int, str, str]:
        ran = CliRunner().invoke(main, ["--database", str(database), *map(str, words)])
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exc_info
        return ran.exit_code, ran.stdout, ran.stderr

    return running


def listed(run: Ran, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("decks", "list", "--json", *words)[1])["decks"]
    return found


def kitchen_start() -> GameStarted:
    (game,) = (one for one in told_in(KITCHEN_TABLE) if isinstance(one, Told))
    start = game.events[0]
    assert isinstance(start, GameStarted)
    return start


def test_the_decks_of_games_are_listed_by_player_and_contents(run: Ran) -> None:
    decks = listed(run)
    brought = {deck_hash(seated.deck) for seated in kitchen_start().seats}

    assert brought <= {row["deck"] for row in decks}
    assert sum(row["games"] for row in decks) == 2 * 7
    assert {row["called"] for row in listed(run, "--player", "ada")} == {"Ada"}


def test_a_deck_is_written_back_card_for_card(run: Ran) -> None:
    deck = kitchen_start().seats[0].deck
    name = deck_hash(deck)
    assert deck is not None
    assert name is not None

    code, written, _ = run("decks", "show", name[:8], "--to", "gametape")

    told = json.loads(written)
    assert code == 0
    assert sorted(told["heroes"]) == sorted(deck.heroes or ())
    assert sorted(told["plays"]) == sorted(deck.plays or ())
    assert sorted(told["hot_dogs"]) == sorted(deck.hot_dogs or ())


def test_a_name_given_afterwards_makes_versions(run: Ran) -> None:
    first, second = (row["deck"] for row in listed(run)[:2])

    assert run("decks", "name", first, "Big blue")[:2] == (0, f"{first} is called 'Big blue'\n")
    run("decks", "name", second, "Big red")

    names = {row["deck"]: row["name"] for row in listed(run)}
    assert (names[first], names[second]) == ("Big blue", "Big red")


@pytest.mark.parametrize("command", ["show", "name"])
def test_a_deck_that_is_not_there_is_told(run: Ran, command: str) -> None:
    more = ["A name"] if command == "name" else []

    code, _, said = run("decks", command, "ffffffffffff", *more)

    assert code == 1
    assert said.endswith("No deck on the tape begins with 'ffffffffffff'; `gametape decks list` has those there are\n")


def test_a_tape_without_known_decks_says_where_they_come_from(tmp_path: Path) -> None:
    migrate(tmp_path / "bare.db")

    ran = CliRunner().invoke(main, ["--database", str(tmp_path / "bare.db"), "decks", "list"])

    assert ran.output == "No deck on the tape is known card by card; logs tell decks when a game starts\n"


def test_a_registered_deck_is_the_deck_that_games_are_played_with() -> None:
    deck = kitchen_start().seats[0].deck
    assert deck is not None
    flat = (*(deck.hot_dogs or ()), *(deck.plays or ()), *(deck.heroes or ()))

    assert registered_deck(flat, catalogue("boba")) == deck_hash(deck)
    assert registered_deck((*flat[1:], CardId("nobody")), catalogue("boba")) is None
    assert registered_deck(None, catalogue("boba")) is None


def test_a_contest_s_registered_list_is_a_deck() -> None:
    (contest,) = (one for one in told_in(SAMPLES / "native" / "contest.jsonl") if isinstance(one, Told))
    (entry,) = (event for event in contest.events if isinstance(event, DeckRegistered))

    assert registered_deck(entry.deck, catalogue("boba")) is not None


def test_decks_do_not_depend_on_the_order_of_cards_in_a_log(tmp_path: Path) -> None:
    database = tmp_path / "tape.db"
    migrate(database)
    lines = KITCHEN_TABLE.read_text().splitlines()
    start = json.loads(lines[1])
    for seat in start["seats"]:
        seat["deck"]["heroes"].reverse()
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join([lines[0].replace("kitchen-table-7", "another"), json.dumps(start), *lines[2:]]))

    with Workspace(str(database)) as work:
        list(import_files(work.tape, [KITCHEN_TABLE, other], work.cards))
        decks = decks_on_tape(work)

    assert decks["deck"].n_unique() == 2

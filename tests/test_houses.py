"""House bots of every game system: what they may be asked to play, and a user's own effect pack and cards."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dashboard.cli import main
from events.base import CardId
from events.challengers import CardRevealed, TournamentStarted
from ingest.catalogues import load_challengers
from ingest.challengers_cards import CardCounts, import_cards
from ingest.selfplay import HOUSES, Wish, WishError
from ingest.selfplay.challengers import simulate
from ingest.selfplay.challengers_effects import EffectsError, HouseEffects
from ingest.selfplay.challengers_players import DRAFTERS
from projector.challengers import GAME
from tests.test_challengers_rules import CARDS, DATA

Run = Callable[..., Result]
HOUSE = HOUSES["challengers"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["--database", str(tmp_path / "tape.db"), *arguments])

    assert call("migrate").exit_code == 0
    return call


# What may be asked for


@pytest.mark.parametrize("players", [1, 3, 8])
def test_a_tournament_of_so_many_players_comes_onto_the_tape(run: Run, players: int) -> None:
    done = run("simulate", "--game", "challengers", "--players", str(players), "--games", "2", "--seed", "3", "--json")
    listed = json.loads(run("games", "--json").stdout)["games"]

    told = {"game": "challengers", "mode": None, "players": players, "seed": 3, "games": 2, "added": 2}
    assert json.loads(done.stdout) == told
    assert [(game["game"], len(game["players"]), game["simulated"], game["status"]) for game in listed] == [
        ("challengers", players + players % 2, True, "complete")
    ] * 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "challengers", "--mode", "rookie"), "It has no modes to choose from, so leave 'rookie' out"),
        (("--game", "challengers", "--players", "9"), "It is played by 1 to 8 players, not 9"),
        (("--game", "boba", "--players", "4"), "It is always played by two, so leave the number of players (4) out"),
        (("--game", "boba", "--mode", "duel"), "in the modes playmaker, substitution, rookie, not 'duel'"),
        (("--game", "boba", "--effects", "x.toml"), "It takes no effect pack"),
        (("--game", "challengers", "--effects", "nowhere.toml"), "nowhere.toml cannot be read: No such file"),
    ],
)
def test_a_wish_that_no_house_plays_is_wrong_use(run: Run, arguments: tuple[str, ...], words: str) -> None:
    done = run("simulate", "--games", "1", *arguments)

    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())


def test_bots_are_called_after_how_they_draft(run: Run) -> None:
    run("simulate", "--game", "challengers", "--players", "3", "--games", "1")

    (game,) = json.loads(run("games", "--json").stdout)["games"]

    kinds = ("Power", "Few names", "Sets")
    assert game["names"][3] == "Bot"
    assert all(name in {f"{kind} bot {seat}" for kind in kinds} for seat, name in enumerate(game["names"][:3], 1))


def test_three_drafters_draft_differently() -> None:
    decks = {}
    for drafter in DRAFTERS:
        (events,) = simulate(1, 5, CARDS, players=2, drafters=[drafter])
        state = GAME.fold(CARDS, events)
        decks[drafter.name] = tuple(tuple(sorted(map(str, seat.deck or ()))) for seat in state.seats)

    assert sorted(decks) == ["few-names", "power", "sets"]
    assert len(set(decks.values())) == 3


def test_every_house_plays_its_demonstrations() -> None:
    for house in HOUSES.values():
        assert house.demonstrations
        for series in house.demonstrations:
            assert house.settled(Wish(1, mode=series.mode, players=series.players)).games == 1


def test_a_wish_is_filled_with_what_is_usual() -> None:
    assert HOUSE.settled(Wish(1)).players == 4
    assert HOUSES["boba"].settled(Wish(1)).mode == "playmaker"
    with pytest.raises(WishError, match="1 to 8 players, not 0"):
        HOUSE.settled(Wish(1, players=0))


# An effect pack


PACK = b"""
name = "club-night"
[[effect]]
card = "CITY:S4"
on = "reveal"
do = "bonus"
amount = 3
"""


def test_a_users_pack_acts_and_names_the_format(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(PACK)

    (events,) = HOUSE.deal(HOUSE.settled(Wish(1, players=2, effects=str(file))), DATA, CARDS)

    start = events[0]
    assert isinstance(start, TournamentStarted)
    assert start.format == "club-night"
    champions = [event for event in events if isinstance(event, CardRevealed) and event.card == "CITY:S4"]
    assert champions
    assert {(event.power, event.bonuses[0].name) for event in champions} == {(7, "Club night")}
    assert GAME.fold(CARDS, events).findings == []


def test_without_effects_every_card_counts_for_its_power_alone() -> None:
    (events,) = HOUSE.deal(HOUSE.settled(Wish(1, players=4, effects="none")), DATA, CARDS)

    assert not any(event.bonuses for event in events if isinstance(event, CardRevealed))
    assert GAME.summary(GAME.fold(CARDS, events)).format == "house-plain"


def effect(**fields: str) -> bytes:
    """An effect as a file has it; values as TOML."""
    told = {"card": '"CITY:A1"', "on": '"reveal"', "do": '"bonus"', "amount": "1", **fields}
    return "\n".join(["[[effect]]", *(f"{name} = {value}" for name, value in told.items() if value), ""]).encode()


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (b"", "it has no [[effect]]"),
        (b"\xff", "codec can't decode"),
        (b"[[effect]", "Expected ']]'"),
        (b"rules = 1", "unknown field `rules`"),
        (effect(do='"dance"'), "effect 1: Invalid enum value 'dance'"),
        (effect(amount=""), "effect 1: Object missing required field `amount`"),
        (effect(amount="100"), "effect 1: Expected `int` <= 99"),
        (effect() + effect(card='"X:1"'), "effect 2 is of 'X:1', expected a card of the catalogue such as 'CITY:A1'"),
        (effect(on='"won"'), 'effect 1: do = "bonus" is for on = "reveal", not "won"'),
        (
            effect(on='"won"', do='"fans"', lasts='"match"'),
            'effect 1: `lasts` and `each` are for do = "bonus", not "fans"',
        ),
        (effect(on='"won"', do='"fans"', amount="-1"), 'effect 1: do = "fans" needs an amount from 1, not -1'),
    ],
)
def test_a_pack_with_a_mistake_is_refused_with_what_was_expected(pack: bytes, words: str) -> None:
    with pytest.raises(EffectsError) as refused:
        HouseEffects.read(pack, CARDS)

    assert words in str(refused.value)


def test_the_example_of_the_page_is_a_pack() -> None:
    page = (DATA.parents[1] / "docs" / "effects.md").read_text(encoding="utf-8")
    pack = page.split("```toml\n")[1].split("```")[0]

    effects = HouseEffects.read(pack.encode(), CARDS)

    assert effects.name == "club-night"
    assert [one.amount for one in effects.of(CardId("CITY:A1"), "reveal")] == [2]


# Cards of a user's own


HEADER = "set,set_name,level,number,name,name_fr,power,copies,plain\n"


def test_cards_add_up_and_a_bad_line_costs_that_line(tmp_path: Path) -> None:
    (tmp_path / "beach.csv").write_text(f"{HEADER}BEACH,Beach,A,1,Crab,,2,4,\nBEACH,Beach,A,2,Surfer,,much,4,\n")

    first = import_cards([tmp_path / "beach.csv"], tmp_path / "cards")
    again = import_cards([tmp_path / "beach.csv"], tmp_path / "cards")

    assert first == again
    assert first.counts == CardCounts(1, 0, 0)
    assert [(problem.line, problem.message) for problem in first.problems] == [
        (3, "power is 'much', expected a number from 0 to 999")
    ]
    cards = load_challengers(DATA, tmp_path / "cards")
    assert cards.cards[CardId("BEACH:A1")].name == "Crab"
    assert len(cards.cards) == len(CARDS.cards) + 1


def test_a_tournament_with_a_further_set_uses_five_beside_the_city(tmp_path: Path) -> None:
    (tmp_path / "beach.csv").write_text(f"{HEADER}BEACH,Beach,A,1,Crab,,2,4,\n")
    import_cards([tmp_path / "beach.csv"], tmp_path / "cards")
    cards = load_challengers(DATA, tmp_path / "cards")

    (events,) = HOUSE.deal(HOUSE.settled(Wish(1)), DATA, cards)

    start = events[0]
    assert isinstance(start, TournamentStarted)
    assert len(start.sets or ()) == 6
    assert GAME.fold(cards, events).findings == []


def test_plans_and_trophies_are_taken_whole_and_other_files_refused(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("colour = 1")
    (tmp_path / "cards.csv").write_text("name,power\nCrab,2\n")

    taken = import_cards([DATA / "plans.toml", DATA / "trophies.toml"], tmp_path / "cards")
    refused = import_cards([tmp_path / "other.toml", tmp_path / "cards.csv", tmp_path / "none.csv"], tmp_path / "cards")

    assert (taken.counts, taken.problems) == (CardCounts(0, 1, 1), ())
    assert (tmp_path / "cards" / "plans.toml").read_bytes() == (DATA / "plans.toml").read_bytes()
    assert refused.counts == CardCounts(0, 0, 0)
    assert [problem.message for problem in refused.problems] == [
        "has colour, expected `draws` and `plan`, or `fans`",
        "has no column set, set_name, level, number, name_fr, copies, plain, expected set, set_name, level, number, "
        "name, name_fr, power, copies, plain",
        "No such file or directory",
    ]

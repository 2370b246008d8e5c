"""The house decks are legal for sanctioned Playmaker, and every play in them is one the simulator can execute."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.base import CardId
from ingest.catalogue import load_catalogue
from projector.boba.cards import Catalogue, play_key

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "data" / "boba"
FULL_PLAYS = ROOT.parent / "shared" / "cards" / "boba" / "plays.csv"
DECKS = sorted((SHIPPED / "decks").glob("*.json"))

# An effect has one of these sets of keys. `who` is the seat or hero it touches, "own" where it is left out;
# `up_to` tells that a seat may recover fewer; `flip` is how many coins, and what each, or all alike, bring.
SHAPES = [
    {"power", "who"},
    {"draw_plays", "who"},
    {"draw_heroes"},
    {"recover", "up_to"},
    {"recover", "up_to", "who"},
    {"if_weapon", "then"},
    {"if_weapon", "who", "then"},
    {"flip", "each_heads"},
    {"flip", "each_tails"},
    {"flip", "each_heads", "each_tails"},
    {"flip", "all_heads", "all_tails"},
]
NESTED = ("then", "each_heads", "each_tails", "all_heads", "all_tails")

Effect = dict[str, Any]


class HouseDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    heroes: tuple[CardId, ...]
    plays: tuple[CardId, ...]
    hot_dogs: tuple[CardId, ...]


class PlainPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    play: CardId
    name: str
    effects: list[Effect]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(SHIPPED)


@pytest.fixture(scope="module")
def plain_plays() -> list[PlainPlay]:
    return msgspec.json.decode((SHIPPED / "plain_plays.json").read_bytes(), type=list[PlainPlay])


def deck_of(path: Path) -> HouseDeck:
    return msgspec.json.decode(path.read_bytes(), type=HouseDeck)


def every(effects: list[Effect]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        for key in NESTED:
            yield from every(effect.get(key, []))


def test_there_are_eight_house_decks_of_eight_names() -> None:
    assert len({deck_of(path).name for path in DECKS}) == len(DECKS) == 8


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_house_deck_has_legal_heroes(path: Path, catalogue: Catalogue) -> None:
    heroes = [catalogue.heroes[card] for card in deck_of(path).heroes]
    variations = {
        (hero.set_code, hero.name, hero.variation, hero.treatment, hero.weapon, hero.power) for hero in heroes
    }

    assert len(heroes) == len(variations) == 60
    assert max(Counter(hero.power for hero in heroes).values()) <= 6


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_house_deck_has_a_legal_playbook(path: Path, catalogue: Catalogue) -> None:
    plays = [catalogue.plays[card] for card in deck_of(path).plays]
    known = [play.dbs for play in plays if play.dbs is not None]

    # One name once: so no reprint and no home team discount stands beside its base play.
    assert len(plays) == len({play_key(play.name) for play in plays}) == len(known) == 30
    assert {play.kind for play in plays} <= {"PL", "HTD"}
    assert sum(known) <= 1000


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_house_deck_has_ten_hot_dogs_that_exist(path: Path, catalogue: Catalogue) -> None:
    hot_dogs = deck_of(path).hot_dogs

    assert len(hot_dogs) == 10
    assert set(hot_dogs) <= set(catalogue.hot_dogs)


def test_no_house_deck_outclasses_another_by_its_printed_power(catalogue: Catalogue) -> None:
    totals = [sum(catalogue.heroes[card].power for card in deck_of(path).heroes) for path in DECKS]

    # 8,250 is the limit of the Elite format too.
    assert min(totals) >= 8_100
    assert max(totals) <= 8_250


def test_any_two_house_decks_differ(catalogue: Catalogue) -> None:
    decks = [deck_of(path) for path in DECKS]
    names = [{play_key(catalogue.name_of(card)) for card in deck.plays} for deck in decks]

    for one in range(len(decks)):
        for other in range(one):
            assert len({*decks[one].heroes} & {*decks[other].heroes}) < 30
            assert len(names[one] & names[other]) < 30


def test_every_play_of_a_house_deck_is_plain(plain_plays: list[PlainPlay]) -> None:
    plain = {entry.play for entry in plain_plays}

    assert [card for path in DECKS for card in deck_of(path).plays if card not in plain] == []


def test_every_plain_play_is_in_the_catalogue_once(plain_plays: list[PlainPlay], catalogue: Catalogue) -> None:
    assert len({entry.play for entry in plain_plays}) == len(plain_plays) == 70
    assert [entry for entry in plain_plays if catalogue.plays[entry.play].name != entry.name] == []


def test_printings_of_one_plain_play_have_one_effect(plain_plays: list[PlainPlay], catalogue: Catalogue) -> None:
    effects = {entry.play: entry.effects for entry in plain_plays}

    for entry in plain_plays:
        for printing in catalogue.printings(entry.name):
            assert effects[printing.id] == entry.effects


def test_every_effect_has_a_known_shape(plain_plays: list[PlainPlay], catalogue: Catalogue) -> None:
    weapons = {hero.weapon for hero in catalogue.heroes.values()}

    for entry in plain_plays:
        assert entry.effects
        for effect in every(entry.effects):
            assert set(effect) in SHAPES, entry
            assert effect.get("who", "own") in ("own", "other"), entry
            assert effect.get("if_weapon", "Fire") in weapons, entry
            assert all(effect[key] for key in NESTED if key in effect), entry
            assert type(effect.get("up_to", True)) is bool, entry
            for key in ("draw_plays", "draw_heroes", "recover", "flip"):
                assert effect.get(key, 1) >= 1, entry


@pytest.mark.skipif(not FULL_PLAYS.is_file(), reason="the full card lists are not beside the project")
def test_every_effect_says_what_its_text_says(plain_plays: list[PlainPlay]) -> None:
    with FULL_PLAYS.open(encoding="utf-8", newline="") as file:
        texts = {f"{row['set_code']}:{row['card_number']}": row["text"] for row in csv.DictReader(file)}

    for entry in plain_plays:
        text = re.sub(r"a coin(?= \d)", "coin", texts[entry.play].replace("twice", "2 times"))
        text = re.sub(r"\ba (?=Play|Hero from|coin)", "1 ", text)
        effects = list(every(entry.effects))
        numbers = {
            abs(effect[key])
            for effect in effects
            for key in ("power", "draw_plays", "draw_heroes", "recover", "flip")
            if key in effect
        }

        assert numbers == {int(number) for number in re.findall(r"\d+", text)}, entry
        assert any("flip" in effect for effect in effects) == ("coin" in text or "Flip" in text), entry
        touches_other = any(effect.get("who") == "other" for effect in effects)
        assert touches_other == bool(re.search("opponent|Each player|Both", text)), entry
        assert {effect["if_weapon"] for effect in effects if "if_weapon" in effect} == set(
            re.findall("Fire|Ice|Steel|Glow|Hex|Gum|Super", text)
        ), entry
        assert any("recover" in effect for effect in effects) == bool(re.search("[Rr]ecover|back", text)), entry
        assert any(effect.get("up_to") for effect in effects) == ("up to" in text), entry

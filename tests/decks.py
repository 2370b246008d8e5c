"""What the tests of decks share: the catalogues, formats and lists, and decks that are legal."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from events.base import CardId
from ingest.catalogue import load_catalogue, read_files
from ingest.deck_rules import load_formats, load_lists
from ingest.decks import read_decks
from projector.boba.cards import Catalogue, Hero, play_key
from projector.boba.decks import Deck
from projector.boba.formats import Formats
from projector.boba.legality import Known, variation_of

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "data" / "boba"
SHARED = ROOT.parent / "shared"
FULL = SHARED / "cards" / "boba"
FOREIGN = SHARED / "formats"


@cache
def shipped() -> Catalogue:
    return load_catalogue(SHIPPED)


@cache
def full() -> Catalogue:
    return read_files([FULL / "heroes.csv", FULL / "plays.csv", FULL / "hotdogs.csv"]).catalogue


@cache
def formats() -> Formats:
    return load_formats(SHIPPED)


@cache
def known() -> Known:
    return Known(shipped(), load_lists(SHIPPED))


@cache
def house(name: str) -> Deck:
    (found,) = read_decks((SHIPPED / "decks" / f"{name}.json").read_bytes(), shipped()).decks
    return found.deck


def heroes(number: int, allowed: Callable[[Hero], bool] = lambda hero: True, of_one_power: int = 6) -> list[CardId]:  # noqa: ARG005
    """So many heroes that may stand together, the weakest first."""
    found: list[CardId] = []
    powers: Counter[int] = Counter()
    used = set()
    for hero in sorted(shipped().heroes.values(), key=lambda hero: (hero.power, hero.id)):
        if (
            len(found) < number
            and allowed(hero)
            and powers[hero.power] < of_one_power
            and variation_of(hero) not in used
        ):
            found.append(hero.id)
            powers[hero.power] += 1
            used.add(variation_of(hero))
    assert len(found) == number
    return found


def plays(number: int, kind: str = "PL", without: frozenset[str] = frozenset()) -> list[CardId]:
    """So many plays of different names, in the order of the catalogue, each with a score in the newest list."""
    found: dict[str, CardId] = {}
    for play in shipped().plays.values():
        key = play_key(play.name)
        if play.kind == kind and play.dbs is not None and key not in without and play.set_code in "AUGB":
            found.setdefault(key, play.id)
    assert len(found) >= number
    return sorted(found.values(), key=lambda card: (shipped().plays[card].dbs or 0, card))[:number]

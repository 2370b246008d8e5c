"""Cuts the catalogue that ships with the project out of full lists: `python -m ingest.catalogue_cut FOLDER`.

FOLDER holds full `heroes.csv`, `plays.csv` and `hotdogs.csv`. Facts only are kept: no card text, no athlete, and no
hero whose name or variation could be a person's. Every weapon of every set is there at every power it has. The same
lists always give the same cut, so a newer list changes only what it changes.
"""

import csv
import hashlib
import sys
from pathlib import Path

from ingest.catalogue import HEROES, HOT_DOGS, PLAYS, read_files, write_compact
from projector.boba.cards import Catalogue, Hero

SHIPPED = Path(__file__).parent.parent / "data" / "boba"
VARIATIONS = frozenset(
    {
        "First Edition",
        "2026 Edition",
        # The only heroes of the weapon Alt whose variation is no person's name.
        "World Champion Debut",
        "Champions Kanji Variation",
        "Champions Alt Variation",
    }
)
SETS_BY_STRATUM = frozenset({"A", "U", "G", "B"})
HEROES_PER_STRATUM = 3
HOT_DOGS_PER_SET = 5


def cut(folder: Path) -> Catalogue:
    """The catalogue to ship; raises ValueError with every problem if the full lists cannot be read whole."""
    read = read_files([folder / HEROES, folder / PLAYS, folder / HOT_DOGS])
    if read.problems:
        raise ValueError("\n".join(map(str, read.problems)))
    people = _people(folder / HEROES)
    strata: dict[tuple[str, str, int], list[Hero]] = {}
    for hero in read.catalogue.heroes.values():
        if hero.variation in VARIATIONS and not _is_like_a_person(hero, people):
            in_cut = hero.set_code in SETS_BY_STRATUM or hero.weapon == "Alt"
            if in_cut:
                strata.setdefault((hero.set_code, hero.weapon, hero.power), []).append(hero)
    heroes = [hero for stratum in strata.values() for hero in sorted(stratum, key=_lot)[:HEROES_PER_STRATUM]]
    hot_dogs = [
        hot_dog
        for hot_dog in read.catalogue.hot_dogs.values()
        if hot_dog.set_code in SETS_BY_STRATUM
        and hot_dog.number in {f"HD-{number}" for number in range(1, HOT_DOGS_PER_SET + 1)}
    ]
    return Catalogue(heroes, read.catalogue.plays.values(), hot_dogs)


def _people(path: Path) -> frozenset[str]:
    """Every word of every athlete's name."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return frozenset(word for row in csv.DictReader(file) for word in _words(row["athlete"]))


def _is_like_a_person(hero: Hero, people: frozenset[str]) -> bool:
    return not people.isdisjoint(_words(hero.name))


def _words(name: str) -> list[str]:
    return [word.strip("\"'().,") for word in name.casefold().split()]


def _lot(hero: Hero) -> bytes:
    """A fixed order that looks drawn by lot, so that a stratum's heroes have different names and treatments."""
    return hashlib.sha256(hero.id.encode()).digest()


if __name__ == "__main__":
    files = write_compact(cut(Path(sys.argv[1])))
    for shipped, data in ((HEROES, files.heroes), (PLAYS, files.plays), (HOT_DOGS, files.hot_dogs)):
        (SHIPPED / shipped).write_bytes(data)

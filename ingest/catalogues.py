"""The catalogue of each game system, read from its folders by the loader that stands here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from events.codec import Family
from ingest.catalogue import load_catalogue
from projector.challengers.cards import Catalogue as ChallengersCards
from projector.challengers.cards import read_catalogue

_FILES = ("cards.csv", "plans.toml", "trophies.toml")


def load_challengers(*folders: Path) -> ChallengersCards:
    """Cards, plans and trophies of Challengers!; of a file in several folders, the last one counts.

    Raises ValueError if a file cannot be read as one, and FileNotFoundError if no folder holds one of the three.
    """
    return read_catalogue(*(_last(name, folders).read_bytes() for name in _FILES))


def _last(name: str, folders: tuple[Path, ...]) -> Path:
    for folder in reversed(folders):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"{name} is in none of {', '.join(map(str, folders))}")


# For each game system: its folders, the shipped one first and then the user's, to its catalogue.
CATALOGUES: Mapping[Family, Callable[..., Any]] = {"boba": load_catalogue, "challengers": load_challengers}

"""The catalogue of each game system, read from its folders by the loader that stands here."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from events.codec import Family
from ingest.catalogue import ImportedCards, load_catalogue
from ingest.catalogue import import_cards as import_boba
from ingest.challengers_cards import CARDS, PLANS, TROPHIES
from ingest.challengers_cards import import_cards as import_challengers
from ingest.deck_rules import FORMATS_FILE, load_formats
from projector.boba.cards import Catalogue
from projector.challengers.cards import Catalogue as ChallengersCards
from projector.challengers.cards import read_catalogue


def load_boba(*folders: Path) -> Catalogue:
    """The cards of Bo Jackson Battle Arena, and the formats of the last folder that has them.

    Raises FormatError if those cannot be read. A folder or file that is not there holds nothing.
    """
    cards = load_catalogue(*folders)
    having = [folder for folder in folders if (folder / FORMATS_FILE).is_file()]
    return cards.with_formats(load_formats(having[-1])) if having else cards


def load_challengers(*folders: Path) -> ChallengersCards:
    """Cards, plans and trophies of Challengers!: of all folders the cards, of the last with them plans and trophies.

    Raises ValueError if a file cannot be read as one, and FileNotFoundError if no folder holds one of the three.
    """
    lists = [folder / CARDS for folder in folders if (folder / CARDS).is_file()] or [_last(CARDS, folders)]
    plans, trophies = (_last(name, folders).read_bytes() for name in (PLANS, TROPHIES))
    return read_catalogue([listed.read_bytes() for listed in lists], plans, trophies)


def _last(name: str, folders: tuple[Path, ...]) -> Path:
    for folder in reversed(folders):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"{name} is in none of {', '.join(map(str, folders))}")


# For each game system: its folders, the shipped one first and then the user's, to its catalogue.
CATALOGUES: Mapping[Family, Callable[..., Any]] = {"boba": load_boba, "challengers": load_challengers}
# For each game system: files of a user and the folder to keep them in, to what was read.
IMPORTERS: Mapping[Family, Callable[[list[Path], Path], ImportedCards]] = {
    "boba": import_boba,
    "challengers": import_challengers,
}

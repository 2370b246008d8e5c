"""The house decks that bots play with."""

from pathlib import Path

import msgspec

from events.base import CardId
from projector.boba.cards import Catalogue


class HouseDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck of the house, as it stands in its file: enough for every mode."""

    name: str
    heroes: tuple[CardId, ...]
    plays: tuple[CardId, ...] = ()
    hot_dogs: tuple[CardId, ...] = ()


def house_decks(folder: Path, cards: Catalogue) -> tuple[HouseDeck, ...]:
    """The decks of a folder such as data/boba/decks, by file name.

    Raises ValueError if one names a card that the catalogue does not know, msgspec.DecodeError if a file is no deck.
    """
    decks = []
    for path in sorted(folder.glob("*.json")):
        deck = msgspec.json.decode(path.read_bytes(), type=HouseDeck)
        unknown = [
            card
            for brought, known in (
                (deck.heroes, cards.heroes),
                (deck.plays, cards.plays),
                (deck.hot_dogs, cards.hot_dogs),
            )
            for card in brought
            if card not in known
        ]
        if unknown:
            raise ValueError(f"{path.name} names {', '.join(unknown)}, expected cards of the catalogue")
        decks.append(deck)
    return tuple(decks)

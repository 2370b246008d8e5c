"""The cards of Challengers!, and what a game needs to know beside them: the tournament plans and the trophies.

A card id is `<set>:<level><number>`, for instance `CITY:S1` (Newcomer) or `FILM:B2`. Cards of one name are different
cards where their level differs, and share a seat on the bench nevertheless. A card that is not known keeps its raw id
for a name.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from events.base import CardId
from projector.challengers.plans import Plans

STARTER_LEVEL = "S"
# A number of a card beyond this is a slip.
_MOST = 999


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card. `copies`: in the box, of a starter in all decks together. `is_plain`: it is known to have no effect."""

    id: CardId
    set: str
    set_name: str
    level: str
    name: str
    name_fr: str
    power: int
    copies: int
    is_plain: bool


class Catalogue:
    """All cards by id, the plans and the trophies."""

    def __init__(self, cards: Iterable[Card], plans: Plans) -> None:
        self.cards = {card.id: card for card in cards}
        self.plans = plans

    def name_of(self, card: CardId) -> str:
        """The card's printed name; an unknown card's name is its id."""
        return self.cards[card].name if card in self.cards else card

    @property
    def sets(self) -> tuple[str, ...]:
        """The codes of all sets, in the order of the file."""
        return tuple(dict.fromkeys(card.set for card in self.cards.values()))

    def copies(self, tray: str, sets: Iterable[str]) -> dict[CardId, int]:
        """The cards that a tray holds at the start when these sets are in use, and how many of each."""
        used = set(sets)
        return {card.id: card.copies for card in self.cards.values() if card.level == tray and card.set in used}

    def starter_deck(self) -> tuple[CardId, ...]:
        """Three of the weakest starter and one of each other."""
        starters = sorted(
            (card for card in self.cards.values() if card.level == STARTER_LEVEL), key=lambda card: card.power
        )
        return tuple(card.id for card in starters for _ in range(3 if card is starters[0] else 1))


COLUMNS = ("set", "set_name", "level", "number", "name", "name_fr", "power", "copies", "plain")


def card_of(row: Mapping[str, str | None]) -> Card:
    """The card of a line with COLUMNS. Raises ValueError."""
    told = {column: (row.get(column) or "").strip() for column in COLUMNS}
    if missing := [column for column in ("set", "level", "name") if not told[column]]:
        raise ValueError(f"the card has no {' and no '.join(missing)}")
    numbers: dict[str, int] = {}
    for column in ("number", "power", "copies"):
        if not told[column].isdecimal() or int(told[column]) > _MOST:
            raise ValueError(f"{column} is {told[column]!r}, expected a number from 0 to {_MOST}")
        numbers[column] = int(told[column])
    return Card(
        id=CardId(f"{told['set']}:{told['level']}{numbers['number']}"),
        set=told["set"],
        set_name=told["set_name"] or told["set"],
        level=told["level"],
        name=told["name"],
        name_fr=told["name_fr"],
        power=numbers["power"],
        copies=numbers["copies"],
        is_plain=told["plain"] == "yes",
    )


def read_cards(data: bytes) -> list[Card]:
    """The cards of the bytes of a `cards.csv`. Raises ValueError that names the line."""
    found: dict[CardId, Card] = {}
    for number, row in enumerate(csv.DictReader(data.decode("utf-8-sig").splitlines()), 2):
        try:
            card = card_of(row)
        except ValueError as error:
            raise ValueError(f"Line {number} is no card: {error}") from error
        if card.id in found:
            raise ValueError(f"Line {number}: two cards have the id {card.id}")
        found[card.id] = card
    return list(found.values())


def read_catalogue(cards: Sequence[bytes], plans: bytes, trophies: bytes) -> Catalogue:
    """A catalogue from the bytes of its files; of a card in two lists, the later one's facts. Raises ValueError."""
    known = {card.id: card for listed in cards for card in read_cards(listed)}
    return Catalogue(known.values(), Plans.read(plans, trophies))

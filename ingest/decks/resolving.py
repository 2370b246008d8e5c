"""Finds the card that a row of a deck file stands for.

A home team discount is found by its name, never by its number: two numberings of them are in use. Any other card is
found by an id, else by set and number checked against the name, else by its name, kind and cost. A hero's name or
number alone is no identity, however few the catalogue knows of it: beside a name must stand weapon, power and
treatment, beside a number the set or the name. What fits several cards, or none, is told with what it fits.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from events.base import CardId
from ingest.decks.rows import FOIL_SETS, By, play_kind_of
from projector.boba.cards import Catalogue, Hero, HotDog, Play, name_key, play_key
from projector.boba.decks import Told

Card: TypeAlias = Hero | Play | HotDog
_DISCOUNT = re.compile(r"(?<=[\s-])\(?htd\)?\s*$", re.IGNORECASE)
_HOT_DOG_KEY = re.compile(r"(HD-[0-9]+)-(.+)-(Foil Hot Dog|Hot Dog)-.*")
_HTD_NUMBER = re.compile(r"HTD-?0*([0-9]{1,4})$")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
# The deck builder numbers the 60 discounts from another start than the checklist.
DISCOUNTS, _SHIFT = 60, 30


class Match(NamedTuple):
    """The card a row stands for, or all that it could stand for; `note` says where the row and the card differ."""

    card: CardId | None
    candidates: tuple[CardId, ...]
    by: By | None
    note: str | None = None


class Resolver:
    """A catalogue, indexed to look rows up in."""

    def __init__(self, cards: Catalogue) -> None:
        self._cards = cards
        self._by_number: dict[str, list[Card]] = {}
        self._by_name: dict[str, list[Card]] = {}
        every: list[Card] = [*cards.heroes.values(), *cards.plays.values(), *cards.hot_dogs.values()]
        for card in every:
            self._by_number.setdefault(number_key(card.number), []).append(card)
            self._by_name.setdefault(_name_key_of(card), []).append(card)

    def find(self, told: Told) -> Match:
        """The card of a row."""
        if told.key is not None and (match := self._by_key(told)) is not None:
            return match
        if is_discount(told):
            return self._discount(told)
        name = play_key(told.name) if told.name else None
        numbered = self._numbered(told)
        fitting = [card for card in numbered if name is None or _name_key_of(card) == name]
        if fitting:
            if name is None and told.set_code is None and any(isinstance(card, Hero) for card in fitting):
                return Match(None, _ids(fitting), None)
            by: By = "set and number" if told.set_code else "number"
            return _matched(fitting, told, by)
        named = [card for card in self._by_name.get(name or "", ()) if _is_kind(card, told)]
        return self._named(named, numbered, told)

    def _numbered(self, told: Told) -> list[Card]:
        if not told.number:
            return []
        numbered = [card for card in self._by_number.get(number_key(told.number), ()) if _is_kind(card, told)]
        return [card for card in numbered if told.set_code in (None, card.set_code)]

    def _by_key(self, told: Told) -> Match | None:
        key = CardId(told.key or "")
        found: Iterable[Card] = self._cards.meant_by(key)
        if hot_dog := _HOT_DOG_KEY.fullmatch(key):
            is_foil = hot_dog[3] == "Foil Hot Dog"
            named = self._by_name.get(name_key(hot_dog[2]), ())
            numbered = (card for card in named if number_key(card.number) == number_key(hot_dog[1]))
            found = (card for card in numbered if (card.set_code in FOIL_SETS) == is_foil)
        fitting = [card for card in found if _is_kind(card, told) and told.set_code in (None, card.set_code)]
        return _matched(fitting, told, "id") if fitting else None

    def _discount(self, told: Told) -> Match:
        if told.name:
            name = play_key(_DISCOUNT.sub("", told.name))
            named = [card for card in self._by_name.get(name, ()) if isinstance(card, Play)]
            found = [card for card in named if card.kind == "HTD"]
            return _matched(found or named, told, "name") if found else Match(None, _ids(named), None)
        number = _HTD_NUMBER.match(number_key(told.number or ""))
        if number is None:
            return Match(None, (), None)
        either = {number[1], str((int(number[1]) + _SHIFT - 1) % DISCOUNTS + 1)}
        found_either = [card for one in sorted(either) for card in self._by_number.get(f"HTD-{one}", ())]
        return Match(None, _ids(found_either), None)

    def _named(self, named: Sequence[Card], numbered: Sequence[Card], told: Told) -> Match:
        """What a name tells where the number does not fit it, or there is none."""
        facts = [card for card in named if _differences(card, told) == []]
        is_sure = None not in (told.weapon, told.power, told.treatment) and told.number is None
        sure = [card for card in facts if is_sure or not isinstance(card, Hero)]
        if len(sure) == 1 == len(facts) and told.number is None:
            return _matched(sure, told, "name")
        if len(sure) == 1 == len(facts) and isinstance(sure[0], Play):
            other = f"; that number is {numbered[0].name}" if numbered else ""
            return Match(sure[0].id, (), "name", f"{told} was found by its name as {sure[0].id}{other}")
        return Match(None, _ids(facts or named or numbered), None)


def is_discount(told: Told) -> bool:
    """Whether a row tells of a home team discount."""
    return (
        told.play_kind == "HTD"
        or play_kind_of(told.number) == "HTD"
        or (told.kind in (None, "play") and _DISCOUNT.search(told.name or "") is not None)
    )


def number_key(number: str) -> str:
    """A card number without spaces, case and leading zeros."""
    return _ZEROS.sub("", "".join(number.split()).upper())


def builder_number(number: str) -> int | None:
    """The deck builder's number of a discount, from the checklist's."""
    found = _HTD_NUMBER.match(number_key(number))
    return (int(found[1]) + _SHIFT - 1) % DISCOUNTS + 1 if found else None


def _name_key_of(card: Card) -> str:
    return play_key(card.name) if isinstance(card, Play) else name_key(card.name)


def _is_kind(card: Card, told: Told) -> bool:
    if isinstance(card, Play):
        # A standard play's name is its discount's too: only a row that tells of a discount means one.
        return told.kind in (None, "play") and (card.kind == told.play_kind if told.play_kind else card.kind != "HTD")
    return told.kind in (None, "hero" if isinstance(card, Hero) else "hot_dog") and told.play_kind is None


def _differences(card: Card, told: Told) -> list[str]:
    """The facts in which a row and a card differ, as the row tells them."""
    pairs: list[tuple[str, str | int | None, str | int | None]] = []
    if isinstance(card, Hero):
        pairs = [
            ("power", told.power, card.power),
            ("weapon", _key(told.weapon), _key(card.weapon)),
            ("treatment", _key(told.treatment), _key(card.treatment)),
            ("variation", _key(told.variation), _key(card.variation)),
        ]
    elif isinstance(card, Play):
        pairs = [("cost", told.cost if card.cost is not None else None, card.cost)]
    return [f"{name} {said}, not {is_so}" for name, said, is_so in pairs if said is not None and said != is_so]


def _key(text: str | None) -> str | None:
    return name_key(text) if text else None


def _matched(found: Sequence[Card], told: Told, by: By) -> Match:
    same = [card for card in found if not _differences(card, told)]
    if len(same) == 1 or len(found) == 1:
        card = same[0] if same else found[0]
        differences = _differences(card, told)
        note = f"{card.id} {card.name}: the file says {' and '.join(differences)}" if differences else None
        return Match(card.id, (), by, note)
    return Match(None, _ids(same or found), None)


def _ids(cards: Iterable[Card]) -> tuple[CardId, ...]:
    return tuple(dict.fromkeys(card.id for card in cards))

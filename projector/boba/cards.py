"""The cards of Bo Jackson Battle Arena: the facts printed on them, and the ids that stand for them.

A card id is `<set code>:<number>`, for instance `A:BF-148` (a hero), `A:PL-31` (a play), `A:HD-1` (a hot dog).
Neither part holds a colon. A number alone repeats across sets, and inside a set 28 numbers stand for two heroes:
both of them then have the long id `<set code>:<number>:<hero>:<weapon>`, for instance
`G:RJA-1:Mr. October:Super`, and the short id stands for neither. The hero's name may hold a colon, the weapon not.

Other programs write ids of their own (`projector/boba/card_keys.py`); `Catalogue.meant_by` says what they stand for.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import Literal, TypeVar

import msgspec

from events.base import CardId
from projector.boba.card_keys import CardKeys
from projector.boba.formats import Formats

PlayKind = Literal["PL", "BPL", "HTD"]
# Few cards are asked for by an id that is none of ours, but those again and again.
_MOST_REMEMBERED = 4096


class Hero(msgspec.Struct, frozen=True, gc=False):
    """A hero; `weapon` is in title case ("Fire"), `power` is the printed one."""

    id: CardId
    set_code: str
    number: str
    name: str
    variation: str
    treatment: str
    weapon: str
    power: int


class Play(msgspec.Struct, frozen=True, gc=False):
    """A play as printed: standard (PL), bonus (BPL) or home team discount (HTD).

    `cost` is in hot dogs, None where the card has no fixed one. `dbs` is its deck balancing score in the newest list
    known; None is unknown, which is not 0.
    """

    id: CardId
    set_code: str
    number: str
    name: str
    kind: PlayKind
    cost: int | None
    dbs: int | None


class HotDog(msgspec.Struct, frozen=True, gc=False):
    """A hot dog: a face without rules."""

    id: CardId
    set_code: str
    number: str
    name: str


AnyCard = TypeVar("AnyCard", Hero, Play, HotDog)


class Catalogue:
    """The cards that are known, by id.

    `weapon_of`, `power_of` and `cost_of` answer None for a card they do not know; a play of no fixed cost answers
    None too. They are the look-up of a dict itself, because a simulation asks them a million times a second.
    """

    heroes: Mapping[CardId, Hero]
    plays: Mapping[CardId, Play]
    hot_dogs: Mapping[CardId, HotDog]
    weapon_of: Callable[[CardId], str | None]
    power_of: Callable[[CardId], int | None]
    cost_of: Callable[[CardId], int | None]

    def __init__(
        self,
        heroes: Iterable[Hero] = (),
        plays: Iterable[Play] = (),
        hot_dogs: Iterable[HotDog] = (),
        *,
        formats: Formats | None = None,
    ) -> None:
        """Keep the cards; raises ValueError where two of a kind have one id (see `identified`)."""
        self.formats = formats
        self.heroes = _by_id(heroes)
        self.plays = _by_id(plays)
        self.hot_dogs = _by_id(hot_dogs)
        self.weapon_of = {card: hero.weapon for card, hero in self.heroes.items()}.get
        self.power_of = {card: hero.power for card, hero in self.heroes.items()}.get
        self.cost_of = {card: play.cost for card, play in self.plays.items()}.get
        self._names = (
            {card: hot_dog.name for card, hot_dog in self.hot_dogs.items()}
            | {card: play.name for card, play in self.plays.items()}
            | {card: hero.name for card, hero in self.heroes.items()}
        )
        self._meant: dict[CardId, tuple[Hero | Play, ...]] = {}
        self._same_number: dict[str, tuple[Hero, ...]] = {}
        for hero in self.heroes.values():
            short = short_id(hero.set_code, hero.number)
            if hero.id != short:
                self._same_number[short] = (*self._same_number.get(short, ()), hero)

    def name_of(self, card: CardId) -> str:
        """The card's printed name; an unknown card's name is its id."""
        return self._names.get(card, card)

    def candidates(self, card: CardId) -> tuple[Hero, ...]:
        """Every hero the id can stand for: one if it is clear, more if it is ambiguous, none if it is unknown.

        The long id of a hero whose short id is clear finds it too.
        """
        if hero := self.heroes.get(card):
            return (hero,)
        if heroes := self._same_number.get(card):
            return heroes
        set_code, _, rest = card.partition(":")
        number, _, name_and_weapon = rest.partition(":")
        if hero := self.heroes.get(short_id(set_code, number)):
            return (hero,) if name_and_weapon == f"{hero.name}:{hero.weapon}" else ()
        return ()

    def resolve(self, card: CardId) -> CardId:
        """Our id of the one card that an id stands for; the id itself where that is unknown or ambiguous."""
        if card in self._names:
            return card
        meant = self.meant_by(card)
        return meant[0].id if len(meant) == 1 else card

    def meant_by(self, card: CardId) -> tuple[Hero | Play, ...]:
        """Every hero or play that an id can stand for, ours or that of another program."""
        found = self._meant.get(card)
        if found is None:
            play = self.plays.get(card)
            found = (play,) if play is not None else self.candidates(card) or self._keys.cards(card)
            if len(self._meant) >= _MOST_REMEMBERED:
                self._meant.clear()
            self._meant[card] = found
        return found

    @cached_property
    def _keys(self) -> CardKeys:
        return CardKeys(self.heroes.values(), self.plays.values())

    def printings(self, name: str) -> tuple[Play, ...]:
        """Every printing of the play of this name, reprints and home team discounts with it."""
        key = play_key(name)
        return tuple(play for play in self.plays.values() if play_key(play.name) == key)

    def merged(self, other: "Catalogue") -> "Catalogue":
        """The cards of both; of a card that both know, the other's facts."""
        return Catalogue(
            identified(chain(self.heroes.values(), other.heroes.values())),
            {**self.plays, **other.plays}.values(),
            {**self.hot_dogs, **other.hot_dogs}.values(),
            formats=other.formats or self.formats,
        )

    def with_formats(self, formats: Formats) -> "Catalogue":
        """The same cards, and the formats that games may be played in."""
        return Catalogue(self.heroes.values(), self.plays.values(), self.hot_dogs.values(), formats=formats)


def short_id(set_code: str, number: str) -> CardId:
    """The id of a card whose number stands for it alone in its set."""
    return CardId(f"{set_code}:{number}")


def identified(heroes: Iterable[Hero]) -> list[Hero]:
    """The heroes with the ids that tell them apart: short where the number is enough, long where it is not.

    Two of the same number, name and weapon are one hero, told twice: the later is kept. Signs, spaces and case of a
    name do not make another hero ("MVFree", "MVFREE").
    """
    by_number: dict[CardId, list[Hero]] = {}
    for hero in heroes:
        by_number.setdefault(short_id(hero.set_code, hero.number), []).append(hero)
    found: list[Hero] = []
    for short, told in by_number.items():
        if len(told) == 1:
            found.append(_with_id(told[0], short))
            continue
        distinct = {(name_key(hero.name), hero.weapon): hero for hero in told}
        for hero in distinct.values():
            alone = len(distinct) == 1
            found.append(_with_id(hero, short if alone else CardId(f"{short}:{hero.name}:{hero.weapon}")))
    return found


def name_key(name: str) -> str:
    """What is left of a name without its case, spaces and signs: sources vary in them."""
    return "".join(filter(str.isalnum, name.casefold())) or name


def play_key(name: str) -> str:
    """The key of a play's name: two printings of one key are the same play.

    Deck builders write a home team discount as "Steel Defense - htd"; their numbers differ from the checklist's, so
    it is joined to its base play by this key and never by number.
    """
    return name_key(name.casefold().removesuffix("- htd"))


def _with_id(hero: Hero, card: CardId) -> Hero:
    return hero if hero.id == card else msgspec.structs.replace(hero, id=card)


def _by_id(cards: Iterable[AnyCard]) -> dict[CardId, AnyCard]:
    found: dict[CardId, AnyCard] = {}
    for card in cards:
        if card.id in found:
            raise ValueError(f"Two cards have the id {card.id}")
        found[card.id] = card
    return found

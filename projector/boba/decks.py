"""Decks: what a player brings, as lists of cards, with the rows of a file that stand for no one card.

Nothing of a deck is ever dropped. An id that the catalogue does not know stays in its list, and a row that fits several
cards, or none, stays among the unresolved with all it told.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from events.base import CardId
from projector.boba.cards import Catalogue, PlayKind, name_key, play_key

CardKind: TypeAlias = Literal["hero", "play", "hot_dog"]


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row of a deck file tells of a card; None is what it does not tell. `key` is an id of another program."""

    kind: CardKind | None = None
    play_kind: PlayKind | None = None
    set_code: str | None = None
    number: str | None = None
    name: str | None = None
    variation: str | None = None
    treatment: str | None = None
    weapon: str | None = None
    power: int | None = None
    cost: int | None = None
    dbs: int | None = None
    key: str | None = None

    def __str__(self) -> str:
        """The row as a person would write it."""
        place = ":".join(part for part in (self.set_code, self.number) if part)
        words = [place, self.name or ("" if place else self.key), self.power, self.weapon]
        return " ".join(str(word) for word in words if word not in (None, "")) or "a row without a card"


class Unresolved(msgspec.Struct, frozen=True):
    """A row that stands for no one card of the catalogue: the cards it could be, if any."""

    told: Told
    count: int = 1
    candidates: tuple[CardId, ...] = ()
    in_sideboard: bool = False


class Deck(msgspec.Struct, frozen=True):
    """A deck: each list names a card as often as it is in the deck. `plays` holds all three kinds of plays."""

    heroes: tuple[CardId, ...] = ()
    plays: tuple[CardId, ...] = ()
    hot_dogs: tuple[CardId, ...] = ()
    sideboard: tuple[CardId, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    name: str | None = None

    def __len__(self) -> int:
        """The number of cards in the deck, without its sideboard."""
        rows = sum(row.count for row in self.unresolved if not row.in_sideboard)
        return len(self.heroes) + len(self.plays) + len(self.hot_dogs) + rows


class Difference(msgspec.Struct, frozen=True):
    """What to do to the first deck to have the second: cards and how many, sorted. `common` counts cards of both."""

    taken_out: tuple[tuple[CardId, int], ...]
    put_in: tuple[tuple[CardId, int], ...]
    common: int


class Likeness(msgspec.Struct, frozen=True):
    """How like a deck is to another: 1 is the same cards, 0 none in common."""

    name: str
    likeness: float
    common: int


def contents(deck: Deck) -> Counter[tuple[str, str]]:
    """The deck as a multiset of (list, card), in which the order of a file does not count. Rows are told in full."""
    found: Counter[tuple[str, str]] = Counter()
    for place, cards in (
        ("heroes", deck.heroes),
        ("plays", deck.plays),
        ("hot_dogs", deck.hot_dogs),
        ("sideboard", deck.sideboard),
    ):
        found.update((place, card) for card in cards)
    for row in deck.unresolved:
        found["sideboard?" if row.in_sideboard else "unresolved", _row_key(row)] += row.count
    return found


def diff(one: Deck, other: Deck) -> Difference:
    """What turns one deck into another, printing by printing, sideboards included."""
    before, after = contents(one), contents(other)
    return Difference(
        taken_out=tuple((CardId(card), count) for (_, card), count in sorted((before - after).items())),
        put_in=tuple((CardId(card), count) for (_, card), count in sorted((after - before).items())),
        common=(before & after).total(),
    )


def similar(
    deck: Deck,
    others: Mapping[str, Deck],
    cards: Catalogue,
    weights: Mapping[CardKind, float] = {"hero": 1.0, "play": 1.0, "hot_dog": 0.0},
) -> tuple[Likeness, ...]:
    """The decks by how like they are, the most alike first: the weighted Jaccard index of what is in them.

    That is the weight of what both have over the weight of what either has. Printings of one play are the same card; a
    home team discount is another. Hot dogs have no rules and by default no weight.
    """
    mine = _weighable(deck, cards)
    found = []
    for name, other in others.items():
        theirs = _weighable(other, cards)
        both, either = mine & theirs, mine | theirs
        whole = sum(weights.get(kind, 1.0) * count for (kind, _), count in either.items())
        shared = sum(weights.get(kind, 1.0) * count for (kind, _), count in both.items())
        found.append(Likeness(name, shared / whole if whole else 0.0, both.total()))
    return tuple(sorted(found, key=lambda one: (-one.likeness, one.name)))


def _weighable(deck: Deck, cards: Catalogue) -> Counter[tuple[CardKind, str]]:
    found: Counter[tuple[CardKind, str]] = Counter()
    found.update(("hero", card) for card in deck.heroes)
    found.update(("play", _play(card, cards)) for card in deck.plays)
    found.update(("hot_dog", card) for card in deck.hot_dogs)
    for row in deck.unresolved:
        if row.in_sideboard:
            continue
        plays = {_play(card, cards) for card in row.candidates if card in cards.plays}
        if len(plays) == 1 and len(row.candidates) and all(card in cards.plays for card in row.candidates):
            found["play", plays.pop()] += row.count
        else:
            found[row.told.kind or "hero", f"?{_row_key(row)}"] += row.count
    return found


def _play(card: CardId, cards: Catalogue) -> str:
    play = cards.plays.get(card)
    return card if play is None else f"{play_key(play.name)}{' htd' if play.kind == 'HTD' else ''}"


def _row_key(row: Unresolved) -> str:
    told = row.told
    known: Iterable[object] = (
        told.kind,
        told.set_code,
        told.number,
        name_key(told.name or ""),
        told.weapon,
        told.power,
    )
    label = "/".join("" if part is None else str(part) for part in known)
    return f"{label}/{told.key}" if told.name is None and told.number is None else label

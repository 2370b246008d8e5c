"""Finds changes that make a deck legal, and says only of those it has checked that they do.

It works rule by rule. What a rule forbids is taken out, as few cards as mend that rule; a deck that is then too small
is filled up with cards that break none. Where the deck scores too much or is too strong, the fewest swaps are made:
dear for cheap, strong for weak. Each step is the smallest for its rule; that the whole is the smallest is not claimed.
"""

import datetime as dt
import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import msgspec

from events.base import CardId
from projector.boba.cards import Hero, Play, play_key
from projector.boba.decks import Deck
from projector.boba.formats import Format
from projector.boba.legality import Fault, Known, Report, Verdict, check, variation_of

# Taking out comes before filling up, and both before swaps: so no step undoes another.
_ORDER = (
    "sideboard",
    "home-team-discounts",
    "listed-plays",
    "play-once",
    "discount-beside-play",
    "bonus-beside-play",
    "highest-power",
    "extra-power",
    "variation",
    "one-power",
    "core",
    "heroes",
    "plays",
    "bonus-plays",
    "hot-dogs",
    "sideboard-plays",
    "sideboard-bonus-plays",
    "total-power",
    "total-dbs",
)
_ABOUT_HEROES = frozenset({"heroes", "core", "one-power", "extra-power", "highest-power", "total-power", "variation"})
# A step mends one rule, and there are not thirty.
_MOST_STEPS = 100


class Change(msgspec.Struct, frozen=True):
    """A step: the rule that asks for it, cards to take out and cards to put in their place."""

    rule: str
    take_out: tuple[CardId, ...] = ()
    put_in: tuple[CardId, ...] = ()


class Mending(msgspec.Struct, frozen=True):
    """Changes in order, the deck they give and what a check says of it."""

    changes: tuple[Change, ...]
    deck: Deck
    verdict: Verdict


def mend(deck: Deck, told: Format, on: dt.date, known: Known) -> Mending:
    """Changes that leave the deck without a fault, as far as cards of the catalogue can."""
    changes: list[Change] = []
    report = check(deck, told, on, known)
    for _ in range(_MOST_STEPS):
        step = _step(deck, told, known, report)
        if not step:
            break
        changes.extend(step)
        deck = _changed(deck, step)
        report = check(deck, told, on, known)
    return Mending(tuple(changes), deck, report.verdict)


def _step(deck: Deck, told: Format, known: Known, report: Report) -> list[Change]:
    """What can be done about the first rule that is broken and can be mended.

    Its faults are about different cards, so what one takes out takes nothing from another; where cards are put in, one
    fault is mended at a time, because those cards count for the others.
    """
    bench = _Bench(deck, told, known, report)
    step: list[Change] = []
    for fault in sorted((fault for fault in report.faults if fault.rule in _ORDER), key=_order):
        if step and fault.rule != step[0].rule:
            break
        change = bench.change(fault)
        if change is None or (step and change.put_in):
            continue
        step.append(change)
        if change.put_in:
            break
    return step


def _order(fault: Fault) -> int:
    return _ORDER.index(fault.rule)


class _Bench:
    """A deck on the workbench."""

    def __init__(self, deck: Deck, told: Format, known: Known, report: Report) -> None:
        self._deck, self._format, self._cards, self._listed = deck, told, known.cards, known.listed
        self._scores = known.lists.on(report.on, known.cards)
        self._sign = 1 if told.total_power is not None else -1

    @cached_property
    def _by_power(self) -> list[Hero]:
        return sorted(self._cards.heroes.values(), key=lambda hero: (self._sign * hero.power, hero.id))

    def change(self, fault: Fault) -> Change | None:
        """The smallest change for one fault; None if the catalogue has no card for it."""
        if fault.rule == "total-dbs":
            return self._cheaper(fault)
        if fault.rule == "total-power":
            return self._weaker(fault)
        if fault.excess < 0:
            return self._filled(fault)
        return Change(fault.rule, take_out=tuple(self._least_wanted(fault)[: fault.excess]))

    def _least_wanted(self, fault: Fault) -> Sequence[CardId]:
        """Copies first, then what costs most of what the format limits, then what came last."""
        later = list(reversed(fault.cards))
        if fault.rule in ("variation", "hot-dogs"):
            return later
        if fault.rule in _ABOUT_HEROES:
            sign = -1 if self._format.total_power is not None else 1
            return sorted(later, key=lambda card: sign * self._power(card))
        copies = Counter(self._deck.plays)
        return sorted(later, key=lambda card: (copies[card] < 2, -(self._scores.of(card) or 0)))

    def _power(self, card: CardId) -> int:
        return self._cards.power_of(card) or 0

    # Filling up

    def _filled(self, fault: Fault) -> Change | None:
        if fault.rule in ("heroes", "core"):
            found: Sequence[CardId] = [hero.id for hero in self._free_heroes(-fault.excess, self._deck.heroes)]
        elif fault.rule == "plays":
            found = [play.id for play in self._free_plays(-fault.excess)]
        elif fault.rule == "hot-dogs":
            face = next(iter(self._deck.hot_dogs or self._cards.hot_dogs), None)
            found = [face] * -fault.excess if face is not None else ()
        else:
            found = ()
        return Change(fault.rule, put_in=tuple(found)) if found else None

    def _free_heroes(self, number: int, others: Sequence[CardId]) -> list[Hero]:
        """Heroes that may stand beside these: weak ones where total power is limited, else strong ones."""
        told = self._format
        tops = (told.highest_power, told.core.highest_power if told.core else None)
        top = min((one for one in tops if one is not None), default=math.inf)
        there = [hero for card in others if (hero := self._cards.heroes.get(card))]
        used, powers = {variation_of(hero) for hero in there}, Counter(hero.power for hero in there)
        found: list[Hero] = []
        for hero in self._by_power:
            if len(found) == number:
                break
            full = told.of_one_power.most is not None and powers[hero.power] >= told.of_one_power.most
            if hero.power > top or full or variation_of(hero) in used:
                continue
            found.append(hero)
            used.add(variation_of(hero))
            powers[hero.power] += 1
        return found

    def _free_plays(self, number: int) -> list[Play]:
        """Standard plays that the playbook has under no name, those of the lowest known score first."""
        used = {play_key(play.name) for card in self._deck.plays if (play := self._cards.plays.get(card))}
        listed: set[str] | None = None
        if self._format.listed_plays_only and self._listed is not None:
            plays = [play for card in self._listed if (play := self._cards.plays.get(card))]
            listed = {play_key(play.name) for play in plays if play.kind == "PL"}
        scored = [
            (score, play) for play in self._cards.plays.values() if (score := self._scores.of(play.id)) is not None
        ]
        found: list[Play] = []
        for _, play in sorted(scored, key=lambda pair: (pair[0], pair[1].id)):
            key = play_key(play.name)
            if len(found) < number and play.kind == "PL" and key not in used and (listed is None or key in listed):
                found.append(play)
                used.add(key)
        return found

    # Swaps

    def _cheaper(self, fault: Fault) -> Change | None:
        """The fewest cards that bring the scores down: dear plays against cheap ones, dear bonus plays against none."""
        dear = sorted(fault.cards, key=self._score, reverse=True)
        bonus = [card for card in dear if self._kind(card) == "BPL"]
        plays = [card for card in dear if self._kind(card) != "BPL"]
        cheap = [play.id for play in self._free_plays(len(plays))]
        for number in range(1, len(dear) + 1):
            best: tuple[int, Change] | None = None
            for swapped in range(max(0, number - len(bonus)), min(number, len(cheap)) + 1):
                out, put = (*plays[:swapped], *bonus[: number - swapped]), cheap[:swapped]
                saved = sum(map(self._score, out)) - sum(map(self._score, put))
                if saved >= fault.excess and (best is None or saved > best[0]):
                    best = saved, Change(fault.rule, out, tuple(put))
            if best is not None:
                return best[1]
        return None

    def _weaker(self, fault: Fault) -> Change | None:
        """The fewest swaps that bring the total power down: the strongest heroes against the weakest that may come."""
        strong = sorted(self._deck.heroes, key=self._power, reverse=True)
        for number in range(1, len(strong) + 1):
            weak = [hero.id for hero in self._free_heroes(number, strong[number:])]
            saved = sum(map(self._power, strong[:number])) - sum(map(self._power, weak))
            if len(weak) == number and saved >= fault.excess:
                return Change(fault.rule, tuple(strong[:number]), tuple(weak))
        return None

    def _score(self, card: CardId) -> int:
        return self._scores.of(card) or 0

    def _kind(self, card: CardId) -> str | None:
        play = self._cards.plays.get(card)
        return play.kind if play else None


def _changed(deck: Deck, step: Sequence[Change]) -> Deck:
    """The deck after changes for one rule. A card that is not where the rule looks is taken from the sideboard."""
    place = _place(step[0].rule)
    out = Counter(card for change in step for card in change.take_out)
    places = {place: _without(getattr(deck, place), out)}
    if out.total():
        places["sideboard"] = _without(places.get("sideboard", deck.sideboard), out)
    put_in = (card for change in step for card in change.put_in)
    places[place] = (*places[place], *put_in)
    return msgspec.structs.replace(deck, **places)


def _without(cards: Sequence[CardId], out: Counter[CardId]) -> tuple[CardId, ...]:
    """The cards without those to take out, the first of each; what was found is taken off the count."""
    left: list[CardId] = []
    for card in cards:
        if out[card] > 0:
            out[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _place(rule: str) -> str:
    if rule.startswith("sideboard"):
        return "sideboard"
    if rule == "hot-dogs":
        return "hot_dogs"
    return "heroes" if rule in _ABOUT_HEROES else "plays"

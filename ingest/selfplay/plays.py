"""What the plain plays do, in the small language that house bots can execute, and what a seat may expect of one.

An effect changes power, draws, recovers, asks for a weapon or flips coins; the two latter hold more effects. `who` is
the seat or hero it touches, seen from the seat that runs the play.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from events.base import CardId


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing a play does; what is left out it does not do.

    `flip` is a number of coins: `each_heads` and `each_tails` happen once a coin, `all_heads` and `all_tails` if every
    coin agrees. `up_to`: the seat may recover fewer (a bot never does).
    """

    power: int = 0
    draw_plays: int = 0
    draw_heroes: int = 0
    recover: int = 0
    up_to: bool = False
    who: Literal["own", "other"] = "own"
    if_weapon: str | None = None
    then: tuple["Effect", ...] = ()
    flip: int = 0
    each_heads: tuple["Effect", ...] = ()
    each_tails: tuple["Effect", ...] = ()
    all_heads: tuple["Effect", ...] = ()
    all_tails: tuple["Effect", ...] = ()


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """One way a play can turn out: own gains less the other seat's, in power, cards drawn and hot dogs recovered."""

    chance: float
    power: int
    cards: int
    hot_dogs: int


class PlainPlays:
    """The plays that bots can run, by card."""

    def __init__(self, effects: Mapping[CardId, tuple[Effect, ...]]) -> None:
        self.effects = effects
        self._prospects: dict[tuple[CardId, str | None, str | None], tuple[Prospect, ...]] = {}

    def prospects(self, play: CardId, own: str | None, other: str | None) -> tuple[Prospect, ...]:
        """How a play can turn out for a hero of weapon `own` against one of weapon `other`; none if it is not plain."""
        key = (play, own, other)
        found = self._prospects.get(key)
        if found is None:
            outcomes = _outcomes(self.effects[play], own, other).items() if play in self.effects else ()
            found = tuple(Prospect(chance, *outcome) for outcome, chance in outcomes)
            self._prospects[key] = found
        return found


class _PlainPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    play: CardId
    name: str
    effects: tuple[Effect, ...]


def plain_plays(path: Path) -> PlainPlays:
    """The plays of a file such as data/boba/plain_plays.json. Raises msgspec.DecodeError if it is none."""
    listed = msgspec.json.decode(path.read_bytes(), type=list[_PlainPlay])
    return PlainPlays({entry.play: entry.effects for entry in listed})


# Power, cards and hot dogs as in a prospect.
_Outcome = tuple[int, int, int]
_Chances = dict[_Outcome, float]


def _outcomes(effects: Iterable[Effect], own: str | None, other: str | None) -> _Chances:
    chances: _Chances = {(0, 0, 0): 1.0}
    for effect in effects:
        chances = _both(chances, _of_one(effect, own, other))
    return chances


def _of_one(effect: Effect, own: str | None, other: str | None) -> _Chances:
    if effect.if_weapon is not None:
        asked = own if effect.who == "own" else other
        return _outcomes(effect.then if asked == effect.if_weapon else (), own, other)
    if effect.flip:
        return _of_coins(effect, own, other)
    sign = 1 if effect.who == "own" else -1
    return {(sign * effect.power, sign * (effect.draw_plays + effect.draw_heroes), sign * effect.recover): 1.0}


def _of_coins(effect: Effect, own: str | None, other: str | None) -> _Chances:
    heads, tails = _outcomes(effect.each_heads, own, other), _outcomes(effect.each_tails, own, other)
    coins: dict[int, _Chances] = {0: {(0, 0, 0): 1.0}}
    for _ in range(effect.flip):
        thrown: dict[int, _Chances] = {}
        for count, so_far in coins.items():
            _add(thrown.setdefault(count + 1, {}), _both(so_far, heads), 0.5)
            _add(thrown.setdefault(count, {}), _both(so_far, tails), 0.5)
        coins = thrown
    coins[effect.flip] = _both(coins[effect.flip], _outcomes(effect.all_heads, own, other))
    coins[0] = _both(coins[0], _outcomes(effect.all_tails, own, other))
    total: _Chances = {}
    for so_far in coins.values():
        _add(total, so_far, 1.0)
    return total


def _both(first: _Chances, second: _Chances) -> _Chances:
    """One thing and then another."""
    total: _Chances = {}
    for (power, cards, hot_dogs), chance in first.items():
        for (more_power, more_cards, more_dogs), then in second.items():
            key = (power + more_power, cards + more_cards, hot_dogs + more_dogs)
            total[key] = total.get(key, 0.0) + chance * then
    return total


def _add(total: _Chances, chances: _Chances, weight: float) -> None:
    for outcome, chance in chances.items():
        total[outcome] = total.get(outcome, 0.0) + weight * chance

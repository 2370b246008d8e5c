"""The true values of a season's statistics, computed exactly from its parameters instead of by playing.

A game's outcome depends on one number, its lean: the log-odds that seat 1 has in every battle, honors aside. So each
value is a function of the lean, found by going through all courses of a game on a grid, and then its mean over what
the lean is made of: the decks, the two players, what all battles of the game share, and the cards that are seen.
Rounding to the grid costs less than 1e-5.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TypeAlias

import msgspec
import numpy as np

from events.base import CardId
from events.boba import Deck
from ingest.selfplay.season.parameters import SETUP, Season, edges, shares
from projector.boba.facts import deck_hash

Array: TypeAlias = np.ndarray
# Where the lean of a game can lie, and how finely it is looked at.
_FURTHEST, _STEP = 12.0, 0.004
_GRID = np.arange(-_FURTHEST, _FURTHEST + _STEP / 2, _STEP)
_BATTLES = SETUP.battles
_NEEDED = _BATTLES // 2 + 1
# Today's field, as statistics take it: the last 28 days.
_FIELD_WEEKS = 4
# Values a seen card can add, each with its probability.
_Atoms: TypeAlias = tuple[Array, Array]


class DeckTruth(msgspec.Struct, frozen=True):
    """A deck: `deck` is its hash in the tables. `share` of all appearances; `win_rate` against the season's field.

    `against_field`: the win rate against decks drawn by their shares in the season's last four weeks.
    """

    name: str
    deck: str
    share: float
    win_rate: float
    against_field: float


class CardTruth(msgspec.Struct, frozen=True):
    """A card in games told battle by battle, over the seats whose deck holds it.

    `seen`: how often it lies in the lineup or the opening hand. Win rates where it was seen and where it was not, and
    `improvement`, the first minus the second.
    """

    card: CardId
    kind: str
    seen: float
    win_rate_seen: float
    win_rate_not_seen: float
    improvement: float


class Truth(msgspec.Struct, frozen=True):
    """Everything that is true of a season: its parameters, and what they make of the statistics.

    Win rates count a draw half and leave unfinished games out. `matchups[i][j]`: deck i's win rate against deck j.
    `first_honors`: the win rate of the seat with first honors. `battle_with_honors`: the share of battles, up to the
    one that decides the game and with drawn ones as half, that the seat with honors wins. `drawn_games`: of draws.
    """

    season: Season
    decks: tuple[DeckTruth, ...]
    matchups: tuple[tuple[float, ...], ...]
    cards: tuple[CardTruth, ...]
    first_honors: float
    battle_with_honors: float
    drawn_games: float


def truth_of(season: Season) -> Truth:
    """The true values of a season."""
    return _Season(season).truth()


class _Courses(msgspec.Struct, frozen=True):
    """Means over all courses of a game, by lean on the grid, when seat 1 has first honors.

    `result` of seat 1, `drawn` games, and up to the deciding battle `fought` ones and those `held` by honors.
    """

    result: Array
    drawn: Array
    fought: Array
    held: Array


def _courses(season: Season) -> _Courses:
    """Go through a game battle by battle, over every score and holder of honors."""
    zero = np.zeros_like(_GRID)
    chances: dict[tuple[int, int, int], Array] = {(0, 0, 1): zero + 1}
    result, fought, held, drawn_games = zero.copy(), zero.copy(), zero.copy(), zero.copy()
    drawn = season.drawn
    for _ in range(_BATTLES):
        after: dict[tuple[int, int, int], Array] = {}
        for (one, two, honors), chance in chances.items():
            lean = _GRID + (season.honors if honors == 1 else -season.honors)
            wins = 1 / (1 + np.exp(-lean))
            fought += chance
            held += chance * ((1 - drawn) * (wins if honors == 1 else 1 - wins) + drawn / 2)
            for state, part in (
                ((one + 1, two, 1), (1 - drawn) * wins),
                ((one, two + 1, 2), (1 - drawn) * (1 - wins)),
                ((one, two, honors), drawn),
            ):
                if _NEEDED in state[:2]:
                    result += chance * part * (state[0] == _NEEDED)
                else:
                    after[state] = after.get(state, zero) + chance * part
        chances = after
    for (one, two, _), chance in chances.items():
        result += chance * (0.5 if one == two else float(one > two))
        drawn_games += chance * (one == two)
    return _Courses(result, drawn_games, fought, held)


class _Season:
    """A season whose true values are being computed."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.edges = edges(season)
        self.worth = {effect.card: effect.seen for effect in season.effects}
        self.weekly = shares(season)
        self.shares = self.weekly.mean(axis=0)
        # How often deck i in seat 1 meets deck j in seat 2.
        self.meetings = np.einsum("wi,wj->ij", self.weekly, self.weekly) / season.weeks
        self.seen = [
            (self._sums(deck.heroes, _BATTLES), self._sums(deck.plays, SETUP.opening_plays)) for deck in season.decks
        ]
        self.courses = _courses(season)
        self.players = _differences(season)

    def truth(self) -> Truth:
        decks = self.season.decks
        courses = self.courses
        # Either seat has first honors as often as the other; turned round, seat 2's result is seat 1's.
        result = (courses.result + 1 - courses.result[::-1]) / 2
        against = [self._without(self._smooth(result), deck) for deck in range(len(decks))]
        matchups = np.array(
            [[self._mean(against[j], i, self.edges[i, j]) for j in range(len(decks))] for i in range(len(decks))]
        )
        weights = self.meetings / self.meetings.sum(axis=1, keepdims=True)
        rates = (matchups * weights).sum(axis=1)
        against_field = matchups @ self.weekly[-_FIELD_WEEKS:].mean(axis=0)
        fields = [
            sum(weights[i, j] * _moved(against[j], self.edges[i, j]) for j in range(len(decks)))
            for i in range(len(decks))
        ]
        return Truth(
            season=self.season,
            decks=tuple(
                DeckTruth(
                    deck.name,
                    deck_hash(Deck(heroes=deck.heroes, plays=deck.plays)) or "",
                    float(self.shares[i]),
                    float(rates[i]),
                    float(against_field[i]),
                )
                for i, deck in enumerate(decks)
            ),
            matchups=tuple(tuple(row) for row in matchups.tolist()),
            cards=tuple(self._cards(fields)),
            first_honors=self._overall(courses.result),
            battle_with_honors=self._overall(courses.held) / self._overall(courses.fought),
            drawn_games=self._overall(courses.drawn),
        )

    def _sums(self, cards: Sequence[CardId], count: int) -> _Atoms:
        """What the seen ones of a pile add up to."""
        return _sums([self.worth.get(card, 0.0) for card in cards], len(cards), count)

    def _smooth(self, function: Array) -> Array:
        """The mean of a function of the lean over players and what battles share."""
        sigma = self.season.spread
        if sigma:
            furthest = round(6 * sigma / _STEP)
            density = np.exp(-0.5 * (np.arange(-furthest, furthest + 1) * _STEP / sigma) ** 2)
            function = _convolved(function, -furthest, density / density.sum())
        return _convolved(function, *self.players)

    def _without(self, function: Array, opponent: int) -> Array:
        """The mean over the cards that the opponent's deck shows: each takes away what it is worth."""
        for values, chances in self.seen[opponent]:
            function = _averaged(function, (-values, chances))
        return function

    def _mean(self, function: Array, deck: int, edge: float) -> float:
        """The mean over the cards that a deck shows, at its edge."""
        for atoms in self.seen[deck]:
            function = _averaged(function, atoms)
        return float(np.interp(edge, _GRID, function))

    def _overall(self, function: Array) -> float:
        """The mean over all games of a value that seat 1's deck and seat 2's have together, first honors in seat 1."""
        smooth = self._smooth(function)
        count = len(self.season.decks)
        against = [self._without(smooth, deck) for deck in range(count)]
        return float(
            sum(
                self.meetings[i, j] * self._mean(against[j], i, self.edges[i, j])
                for i in range(count)
                for j in range(count)
            )
        )

    def _cards(self, fields: Sequence[Array]) -> list[CardTruth]:
        """Every card of every deck. `fields[i]`: the mean result of deck i against the field, by what it has seen."""
        found: list[CardTruth] = []
        for kind, count, other in (("hero", _BATTLES, 1), ("play", SETUP.opening_plays, 0)):
            piles = [deck.heroes if kind == "hero" else deck.plays for deck in self.season.decks]
            rest = [_averaged(field, self.seen[deck][other]) for deck, field in enumerate(fields)]
            for card in dict.fromkeys(card for pile in piles for card in pile):
                holders = [deck for deck, pile in enumerate(piles) if card in pile]
                won = np.array([self._with_and_without(card, piles[deck], count, rest[deck]) for deck in holders])
                share = self.shares[holders]
                with_it, without = (share @ won) / share.sum()
                chance = count / len(piles[holders[0]])
                found.append(CardTruth(card, kind, chance, float(with_it), float(without), float(with_it - without)))
        return found

    def _with_and_without(self, card: CardId, pile: Sequence[CardId], count: int, field: Array) -> tuple[float, float]:
        others = [self.worth.get(other, 0.0) for other in pile if other != card]
        values, chances = _sums(others, len(others), count - 1)
        seen = np.interp(values + self.worth.get(card, 0.0), _GRID, field) @ chances
        values, chances = _sums(others, len(others), count)
        return float(seen), float(np.interp(values, _GRID, field) @ chances)


def _sums(worth: Sequence[float], size: int, count: int) -> _Atoms:
    """What `count` cards drawn from a pile of `size` add up to, with the chance of each sum."""
    effective = [value for value in worth if value]
    values, chances = [], []
    for some in range(min(len(effective), count) + 1):
        chance = comb(size - len(effective), count - some) / comb(size, count)
        for chosen in combinations(effective, some):
            values.append(sum(chosen))
            chances.append(chance)
    return np.array(values), np.array(chances)


def _differences(season: Season) -> tuple[int, Array]:
    """What the skills of two different players differ by: the first step of the grid, and the chances from there on.

    A difference between two steps is parted between them, so that the mean stays.
    """
    skills = np.array(season.skills)
    between = (skills[:, None] - skills[None, :])[~np.eye(len(skills), dtype=bool)]
    place = np.floor(between / _STEP)
    upper = between / _STEP - place
    low = int(place.min())
    counts = np.bincount((place - low).astype(int), 1 - upper, minlength=int(place.max()) - low + 2)
    counts += np.bincount((place - low + 1).astype(int), upper, minlength=len(counts))
    return low, counts / counts.sum()


def _moved(function: Array, by: float) -> Array:
    """The function of a lean that has this added."""
    moved: Array = np.interp(_GRID + by, _GRID, function)
    return moved


def _averaged(function: Array, atoms: _Atoms) -> Array:
    """The mean of a function of a lean that has one of these values added."""
    values, chances = atoms
    result = np.zeros_like(function)
    for value, chance in zip(values, chances, strict=True):
        result += chance * _moved(function, value)
    return result


def _convolved(function: Array, first: int, chances: Array) -> Array:
    """The same for values that are whole steps of the grid, the first of them so many steps from 0."""
    last = first + len(chances) - 1
    padded = np.pad(function, (max(-first, 0), max(last, 0)), mode="edge")
    start = max(first, 0)
    whole: Array = np.correlate(padded, chances, mode="valid")
    return whole[start : start + len(function)]

"""Plays the games of a season in blocks of arrays: one row a game, by the parameters that are true of it."""

from typing import TypeAlias

import msgspec
import numpy as np

from events.base import CardId
from ingest.selfplay.season.parameters import SETUP, Season, edges, shares
from projector.boba.cards import Catalogue

Array: TypeAlias = np.ndarray
# Games of a block are drawn together, so that game n is the same however many are asked for.
BLOCK = 4096
BATTLES = SETUP.battles
HAND = SETUP.opening_plays
_NEEDED = BATTLES // 2 + 1
_WEEK = 7 * 24 * 60 * 60
# A play that turns a battle leaves its hero so far ahead; one that does not is worth so much.
STEP = 5
_VAIN = 0.25


class Games(msgspec.Struct, frozen=True):
    """Games in arrays with one row a game, numbered from `first`. Axes of seats and battles count from 0.

    `players`, `decks`: [game, seat] as places in the season's lists. `second`: since the season began. `starts`: the
    seat with first honors. `fought`: how many battles were played. Of [game, battle]: `winner` (0 a draw, 1, 2; 9 not
    played), `honors` (1 or 2 at its start), `runner` (0 or the seat that ran a play or whose earlier play acted),
    `amount` the power it gave. `heroes` [game, seat, battle] and `hands` [game, seat, place] are places in the deck.
    `powers`, `printed` [game, seat, battle]. `run` [game, battle]: the place in the runner's hand of the play it ran,
    -1 if an earlier one acted again, -2 for none.
    """

    first: int
    players: Array
    decks: Array
    second: Array
    starts: Array
    results_only: Array
    unfinished: Array
    fought: Array
    winner: Array
    honors: Array
    heroes: Array
    hands: Array
    printed: Array
    powers: Array
    runner: Array
    amount: Array
    run: Array

    def cut(self, count: int) -> "Games":
        """The first so many of these games."""
        kept = {name: getattr(self, name)[:count] for name in self.__struct_fields__ if name != "first"}
        return Games(self.first, **kept)

    def trophies(self) -> Array:
        """Battles won, [game, seat]."""
        return np.stack([(self.winner == 1).sum(axis=1), (self.winner == 2).sum(axis=1)], axis=1)

    def result(self) -> Array:
        """The seat that won, 0 for a draw; 9 where a game has no result."""
        won = self.trophies()
        result = np.where(won[:, 0] > won[:, 1], 1, np.where(won[:, 1] > won[:, 0], 2, 0))
        return np.where(self.unfinished, 9, result)


NOT_PLAYED = 9


def blocks(games: int) -> list[tuple[int, int]]:
    """The blocks of so many games, as (number of the block, games of it)."""
    return [(start // BLOCK, min(BLOCK, games - start)) for start in range(0, games, BLOCK)]


class Rules:
    """A season prepared for playing: its cards' effects and powers as arrays, by deck and place in the deck.

    `replicate`: the season is played anew for each number, by the same truth.
    """

    def __init__(self, season: Season, cards: Catalogue, replicate: int = 1) -> None:
        self.replicate = replicate
        seen = {effect.card: effect.seen for effect in season.effects}
        self.season = season
        self.edges = edges(season)
        self.shares = np.cumsum(shares(season), axis=1)
        self.skills = np.array(season.skills)
        self.hero_seen = np.array([[seen.get(card, 0.0) for card in deck.heroes] for deck in season.decks])
        self.play_seen = np.array([[seen.get(card, 0.0) for card in deck.plays] for deck in season.decks])
        self.printed = np.array([[_power(cards, card) for card in deck.heroes] for deck in season.decks])

    @staticmethod
    def first(block: int) -> int:
        """The number of a block's first game."""
        return block * BLOCK

    def play(self, block: int, count: int = BLOCK) -> Games:
        """The first games of a block."""
        season = self.season
        random = np.random.default_rng([season.seed, self.replicate, block])
        week = random.integers(0, season.weeks, BLOCK)
        second = week * _WEEK + random.integers(0, _WEEK, BLOCK)
        players = _two_of(random, len(season.skills))
        tosses = random.random((BLOCK, 2))
        decks = (tosses[:, :, None] > self.shares[week][:, None, :-1]).sum(axis=2)
        starts = random.integers(1, 3, BLOCK)
        told, open_end, on = (random.random(BLOCK) for _ in range(3))
        stops = random.integers(0, _NEEDED, BLOCK)
        shared = random.normal(0, season.spread, BLOCK)
        heroes = _drawn(random, SETUP.hero_deck, BATTLES)
        hands = _drawn(random, SETUP.playbook, HAND)
        lean = self.edges[decks[:, 0], decks[:, 1]] + shared
        for sign, seat in ((1, 0), (-1, 1)):
            deck = decks[:, seat, None]
            worth = self.hero_seen[deck, heroes[:, seat]].sum(axis=1) + self.play_seen[deck, hands[:, seat]].sum(axis=1)
            lean += sign * (worth + self.skills[players[:, seat]])
        unfinished = open_end < season.unfinished
        winner, honors = _battles(random, lean, starts, season)
        fought = _fought(winner, goes_on=on < season.played_on)
        fought = np.where(unfinished, stops, fought)
        winner[np.arange(BATTLES) >= fought[:, None]] = NOT_PLAYED
        printed = self.printed[decks[:, :, None], heroes]
        powers, runner, amount, run = _powers(winner, printed, random.random((BLOCK, BATTLES)) < _VAIN)
        return Games(
            first=self.first(block),
            players=players,
            decks=decks,
            second=second,
            starts=starts,
            results_only=told < season.results_only,
            unfinished=unfinished,
            fought=fought,
            winner=winner,
            honors=honors,
            heroes=heroes,
            hands=hands,
            printed=printed,
            powers=powers,
            runner=runner,
            amount=amount,
            run=run,
        ).cut(count)


def _power(cards: Catalogue, card: CardId) -> int:
    power = cards.power_of(card)
    if power is None:
        raise ValueError(f"The power of {card} is not known")
    return power


def _two_of(random: np.random.Generator, players: int) -> Array:
    one = random.integers(0, players, BLOCK)
    two = random.integers(0, players - 1, BLOCK)
    return np.stack([one, two + (two >= one)], axis=1)


def _drawn(random: np.random.Generator, deck: int, count: int) -> Array:
    """So many different places of a deck in random order, [game, seat, card]."""
    order = random.random((BLOCK, 2, deck), dtype=np.float32)
    some = np.argpartition(order, count, axis=2)[:, :, :count]
    ranks = np.argsort(np.take_along_axis(order, some, axis=2), axis=2)
    result: Array = np.take_along_axis(some, ranks, axis=2)
    return result


def _battles(random: np.random.Generator, lean: Array, starts: Array, season: Season) -> tuple[Array, Array]:
    """All battles as if all were fought: who won each, and who had honors."""
    winner = np.empty((BLOCK, BATTLES), dtype=np.int8)
    honors = np.empty((BLOCK, BATTLES), dtype=np.int8)
    holder = starts.astype(np.int8)
    for battle in range(BATTLES):
        odds = lean + np.where(holder == 1, season.honors, -season.honors)
        won = np.where(random.random(BLOCK) < 1 / (1 + np.exp(-odds)), 1, 2)
        drawn = random.random(BLOCK) < season.drawn
        honors[:, battle] = holder
        winner[:, battle] = np.where(drawn, 0, won)
        holder = np.where(drawn, holder, won).astype(np.int8)
    return winner, honors


def _fought(winner: Array, *, goes_on: Array) -> Array:
    """How many battles were fought: all, or up to the one that decided the game."""
    most = np.maximum(np.cumsum(winner == 1, axis=1), np.cumsum(winner == 2, axis=1))
    decided = most >= _NEEDED
    clinched = np.where(decided.any(axis=1), decided.argmax(axis=1) + 1, BATTLES)
    return np.where(goes_on, BATTLES, clinched)


def _powers(winner: Array, printed: Array, vain: Array) -> tuple[Array, Array, Array, Array]:
    """Powers that agree with the results: where the printed ones do not, a play of the seat that is behind mends it.

    A seat that holds no play any more lets its last one act again.
    """
    powers = printed.copy()
    runner = np.zeros(winner.shape, dtype=np.int8)
    amount = np.zeros(winner.shape, dtype=np.int64)
    run = np.full(winner.shape, -2, dtype=np.int8)
    used = np.zeros((len(winner), 2), dtype=np.int8)
    rows = np.arange(len(winner))
    for battle in range(BATTLES):
        ahead = printed[:, 0, battle] - printed[:, 1, battle]
        won = winner[:, battle]
        needs_one = ((won == 1) & (ahead <= 0)) | ((won == 0) & (ahead < 0))
        needs_two = ((won == 2) & (ahead >= 0)) | ((won == 0) & (ahead > 0))
        in_vain = vain[:, battle] & ((won == 1) | (won == 2)) & ~needs_one & ~needs_two & (abs(ahead) > STEP)
        seat = np.where(needs_one, 1, np.where(needs_two, 2, np.where(in_vain, np.where(won == 1, 2, 1), 0)))
        left = used[rows, np.maximum(seat - 1, 0)] < HAND
        seat = np.where(in_vain & ~left, 0, seat)
        acts = seat > 0
        behind = seat[acts] - 1
        runner[:, battle] = seat
        amount[:, battle] = np.where(acts, np.where(in_vain, STEP, abs(ahead) + np.where(won == 0, 0, STEP)), 0)
        run[acts, battle] = np.where(left[acts], used[acts, behind], -1)
        used[acts, behind] += left[acts]
        powers[acts, behind, battle] += amount[acts, battle]
    return powers, runner, amount, run

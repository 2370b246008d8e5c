"""What is true of a simulated season: who plays how well, which decks there are, and what their cards are worth.

Every effect is in log-odds of winning one battle, for the seat that has it.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
import numpy as np

from events.base import CardId
from events.boba import Setup
from projector.boba.cards import Catalogue

# A season is played in Playmaker without benches and without plays drawn after a battle, so that which cards a seat
# sees does not depend on how the game goes.
SETUP = Setup(
    hero_deck=60,
    bench=0,
    hot_dogs=10,
    playbook=30,
    opening_plays=4,
    plays_per_battle=0,
    super_breaks_ties=False,
    tied_game="stands",
)
# Four plays of an opening hand can always be paid.
DEAREST_PLAY = 2
# So many decks can share most of their cards and differ in the others.
_CORE_HEROES, _POOL_HEROES = 50, 24
_CORE_PLAYS, _POOL_PLAYS = 22, 18

Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


class SeasonDeck(msgspec.Struct, frozen=True):
    """A deck of the season. `strength`: of its own, beside its cards'. Its share drifts by `drift` from week to week.

    `popularity` and `drift` are logarithms: a week's shares are proportional to exp(popularity + drift * week).
    """

    name: str
    heroes: tuple[CardId, ...]
    plays: tuple[CardId, ...]
    strength: float
    popularity: float
    drift: float


class CardEffect(msgspec.Struct, frozen=True):
    """What a card is worth: `in_deck` always, `seen` when it lies in the lineup or the opening hand."""

    card: CardId
    in_deck: float = 0.0
    seen: float = 0.0


class Season(msgspec.Struct, frozen=True):
    """All parameters. Equal seasons tell equal games.

    `skills` by player; `matchups[i][j]` helps deck i against deck j and hinders j. `honors` helps the seat that has
    honors, in every battle; who has them first is a toss. `spread`: the standard deviation of what all battles of a
    game share. `drawn`: share of battles that are drawn. `results_only`: share of games told by their result alone,
    `unfinished` of those that end without one, `played_on` of those that go on when the game is decided.
    """

    seed: int
    skills: tuple[float, ...]
    decks: tuple[SeasonDeck, ...]
    matchups: tuple[tuple[float, ...], ...]
    effects: tuple[CardEffect, ...]
    honors: float
    spread: float
    drawn: Share
    results_only: Share
    unfinished: Share
    played_on: Share
    weeks: int
    first_day: dt.date


def draw_season(
    seed: int,
    cards: Catalogue,
    *,
    players: int = 200,
    decks: int = 8,
    weeks: int = 12,
    skill: float = 0.25,
    strength: float = 0.15,
    matchup: float = 0.15,
    in_deck: float = 0.03,
    seen: float = 0.25,
    effective: tuple[int, int] = (6, 4),
    honors: float = 0.12,
    spread: float = 0.4,
    drawn: float = 0.03,
    results_only: float = 0.5,
    unfinished: float = 0.03,
    played_on: float = 0.5,
) -> Season:
    """Draw a season from a seed. `skill`, `strength`, `matchup`, `in_deck` and `seen` are standard deviations.

    `effective`: how many heroes and plays are worth something when seen; half of them are in every deck. Raises
    ValueError if the catalogue has too few cards, or for fewer than two players or one deck.
    """
    if players < 2 or decks < 1 or weeks < 1:
        raise ValueError(f"A season needs 2 players, a deck and a week, not {players}, {decks} and {weeks}")
    random = np.random.default_rng([seed, 0])
    heroes = sorted(hero.id for hero in cards.heroes.values())
    plays = sorted(play.id for play in cards.plays.values() if play.cost is not None and play.cost <= DEAREST_PLAY)
    hero_core, hero_pool = _cut(random, heroes, _CORE_HEROES, _POOL_HEROES, "heroes")
    play_core, play_pool = _cut(random, plays, _CORE_PLAYS, _POOL_PLAYS, "plays that cost at most 2 hot dogs")
    drawn_decks = tuple(
        SeasonDeck(
            name=f"Season deck {number}",
            heroes=(*hero_core, *_some(random, hero_pool, SETUP.hero_deck - _CORE_HEROES)),
            plays=(*play_core, *_some(random, play_pool, SETUP.playbook - _CORE_PLAYS)),
            strength=float(random.normal(0, strength)),
            popularity=float(random.normal(0, 0.5)),
            drift=float(random.normal(0, 0.08)),
        )
        for number in range(1, decks + 1)
    )
    half = np.triu(random.normal(0, matchup, (decks, decks)), 1)
    return Season(
        seed=seed,
        skills=tuple(random.normal(0, skill, players).tolist()),
        decks=drawn_decks,
        matchups=tuple(tuple(row) for row in (half - half.T).tolist()),
        effects=_effects(
            random,
            [(hero_core, hero_pool, effective[0]), (play_core, play_pool, effective[1])],
            in_deck=in_deck,
            seen=seen,
        ),
        honors=honors,
        spread=spread,
        drawn=drawn,
        results_only=results_only,
        unfinished=unfinished,
        played_on=played_on,
        weeks=weeks,
        first_day=dt.date(2026, 1, 5),
    )


def _cut(
    random: np.random.Generator, cards: Sequence[CardId], core: int, pool: int, what: str
) -> tuple[list[CardId], list[CardId]]:
    if len(cards) < core + pool:
        raise ValueError(f"The catalogue has {len(cards)} {what}; a season needs {core + pool}")
    chosen = _some(random, cards, core + pool)
    return chosen[:core], chosen[core:]


def _some(random: np.random.Generator, cards: Sequence[CardId], count: int) -> list[CardId]:
    return [cards[place] for place in random.choice(len(cards), count, replace=False)]


def _effects(
    random: np.random.Generator,
    kinds: Sequence[tuple[list[CardId], list[CardId], int]],
    *,
    in_deck: float,
    seen: float,
) -> tuple[CardEffect, ...]:
    found: list[CardEffect] = []
    for core, pool, effective in kinds:
        shown = {*core[: effective - effective // 2], *pool[: effective // 2]}
        found.extend(
            CardEffect(
                card,
                in_deck=float(random.normal(0, in_deck)) if card in pool else 0.0,
                seen=float(random.normal(0, seen)) if card in shown else 0.0,
            )
            for card in (*(card for card in core if card in shown), *pool)
        )
    return tuple(found)


def shares(season: Season) -> np.ndarray:
    """The share of each deck (columns) in each week (rows)."""
    weeks = np.arange(season.weeks)[:, None]
    popularity = np.array([deck.popularity for deck in season.decks])
    weights = np.exp(popularity + np.array([deck.drift for deck in season.decks]) * weeks)
    result: np.ndarray = weights / weights.sum(axis=1, keepdims=True)
    return result


def edges(season: Season) -> np.ndarray:
    """The log-odds that deck i (rows) has against j (columns) in a battle by decks alone, before cards are seen."""
    worth = {effect.card: effect.in_deck for effect in season.effects}
    whole = np.array(
        [deck.strength + sum(worth.get(card, 0.0) for card in (*deck.heroes, *deck.plays)) for deck in season.decks]
    )
    result: np.ndarray = whole[:, None] - whole[None, :] + np.array(season.matchups)
    return result

"""The games of a season as columns of tables: names for places, and what is known of games told battle by battle."""

import datetime as dt
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
import numpy as np
import polars as pl

from events.base import PlayerId
from events.boba import Deck
from ingest.selfplay.season.parameters import SETUP, Season
from ingest.selfplay.season.playing import BATTLES, NOT_PLAYED, Games
from projector.boba.cards import Catalogue
from projector.boba.facts import deck_hash

Array: TypeAlias = np.ndarray
Frames: TypeAlias = dict[str, pl.DataFrame]
Columns: TypeAlias = Mapping[str, pl.Series | pl.Expr]

CLIENT = "Gametape season"
_NEEDED = BATTLES // 2 + 1


def player_of(place: int) -> PlayerId:
    """What tables call a player of the season, by its place among the skills."""
    return PlayerId(f"season-{place + 1:04}")


class Names:
    """What the places in a season's lists are called in tables, as arrays to look them up in."""

    def __init__(self, season: Season, cards: Catalogue) -> None:
        self.season = season
        self.players = pl.Series([player_of(place) for place in range(len(season.skills))], dtype=pl.String)
        decks = [Deck(heroes=deck.heroes, plays=deck.plays) for deck in season.decks]
        self.decks = pl.Series([deck_hash(deck) for deck in decks], dtype=pl.String)
        self.heroes = pl.Series([card for deck in season.decks for card in deck.heroes], dtype=pl.String)
        self.plays = pl.Series([card for deck in season.decks for card in deck.plays], dtype=pl.String)
        self.weapons = pl.Series([cards.weapon_of(card) for card in self.heroes], dtype=pl.String)
        self.costs = np.array([cards.cost_of(card) for card in self.plays])
        self.begins = dt.datetime.combine(season.first_day, dt.time(), dt.UTC)

    def hero(self, games: Games) -> Array:
        """The places in `heroes` of the lineups, [game, seat, battle]."""
        places: Array = games.decks[:, :, None] * SETUP.hero_deck + games.heroes
        return places

    def hand(self, games: Games) -> Array:
        """The places in `plays` of the opening hands, [game, seat, place]."""
        places: Array = games.decks[:, :, None] * SETUP.playbook + games.hands
        return places


class Told(msgspec.Struct, frozen=True):
    """What is known of games that are told battle by battle, of battles by [game, battle].

    `told`: it was fought and is told; `counts`: it came no later than the one that decided the game. `ran`: a play was
    run, for `cost`. Of [game, seat, battle]: `score` before it, and hot dogs `spent` up to its end.
    """

    told: Array
    counts: Array
    score: Array
    spent: Array
    ran: Array
    cost: Array


def told_of(games: Games, names: Names) -> Told:
    """What is told of games."""
    told = (games.winner != NOT_PLAYED) & ~games.results_only[:, None]
    won = np.stack([games.winner == 1, games.winner == 2], axis=1)
    before = np.cumsum(won, axis=2) - won
    ran = games.run >= 0
    rows = np.arange(len(games.winner))[:, None]
    seat = np.maximum(games.runner - 1, 0)
    cost = np.where(ran, names.costs[names.hand(games)[rows, seat, np.maximum(games.run, 0)]], 0)
    spent = np.stack([np.cumsum(cost * (games.runner == number), axis=1) for number in (1, 2)], axis=1)
    return Told(told, told & (before.max(axis=1) < _NEEDED), before, spent, ran & told, cost)


def numbers_of(games: Games) -> Array:
    """The dense numbers of games."""
    return np.arange(games.first, games.first + len(games.winner), dtype=np.uint32)


def scored(result: Array, seat: int) -> Array:
    """A result as a seat's score, not a number where there is none."""
    return np.where(result == NOT_PLAYED, np.nan, np.where(result == 0, 0.5, (result == seat) * 1.0))


def known(values: Array, is_known: Array, kind: type[pl.DataType]) -> pl.Series:
    """Values, null where they are not known."""
    return pl.select(pl.when(pl.Series(is_known)).then(pl.Series(values).cast(kind))).to_series()


def framed(columns: Columns) -> pl.DataFrame:
    """A frame as high as its first column; constants fill their columns."""
    first = next(iter(columns.values()))
    if not isinstance(first, pl.Series):
        raise TypeError("The first column of a table is its games")
    return first.to_frame().select(column.alias(name) for name, column in columns.items())

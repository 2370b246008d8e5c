"""Deck balancing scores by date: every list that is known, and what a play scores on a day.

A list names one printing of each play; all printings of a play score alike, and a home team discount has a score of its
own. A play that a list does not name has no known score, which is not 0.
"""

import csv
import datetime as dt
import io
from collections.abc import Iterable, Mapping

import msgspec
import polars as pl

from events.base import CardId
from projector.boba.cards import Catalogue, Play, play_key


class DbsList(msgspec.Struct, frozen=True):
    """The scores that hold from a day on, by the card that the list names."""

    valid_from: dt.date
    scores: Mapping[CardId, int]


class DbsError(ValueError):
    """A list cannot be read; the message says what was found, and where."""


def read_dbs(valid_from: dt.date, data: bytes) -> DbsList:
    """The list of a compact file (`card,dbs`). Raises DbsError."""
    scores: dict[CardId, int] = {}
    try:
        lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig")), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise DbsError(f"The list of {valid_from} cannot be read: {error}") from error
    if not lines or lines[0] != ["card", "dbs"]:
        raise DbsError(f"The list of {valid_from} begins with {lines[:1]}, expected the header card,dbs")
    for number, cells in enumerate(lines[1:], start=2):
        if len(cells) != 2 or not (cells[1].isascii() and cells[1].isdecimal()):
            raise DbsError(f"Line {number} of the list of {valid_from} is {cells}, expected a card and its score")
        if cells[0] in scores:
            raise DbsError(f"Line {number} of the list of {valid_from} names {cells[0]} again")
        scores[CardId(cells[0])] = int(cells[1])
    return DbsList(valid_from, scores)


class Scores:
    """What plays score on a day; `valid_from` None is a day before every list that is known."""

    def __init__(self, cards: Catalogue, found: DbsList | None) -> None:
        self.valid_from = found.valid_from if found else None
        self._cards = cards
        self._by_card = found.scores if found else {}
        self._by_name: dict[tuple[str, bool], int] = {}
        for card, score in self._by_card.items():
            if play := cards.plays.get(card):
                self._by_name[_same(play)] = score

    def of(self, card: CardId) -> int | None:
        """The score of a play; None if it has none in the list."""
        if card in self._by_card:
            return self._by_card[card]
        play = self._cards.plays.get(card)
        return self._by_name.get(_same(play)) if play else None


class DbsLists:
    """The lists that are known."""

    def __init__(self, lists: Iterable[DbsList] = ()) -> None:
        self.lists = tuple(sorted(lists, key=lambda one: one.valid_from))

    def on(self, day: dt.date, cards: Catalogue) -> Scores:
        """The scores of a day: those of the newest list that is valid by then."""
        valid = [one for one in self.lists if one.valid_from <= day]
        return Scores(cards, valid[-1] if valid else None)


def score_table(lists: DbsLists, cards: Catalogue) -> pl.DataFrame:
    """What every play of the catalogue scores, list by list: `valid_from`, `card`, `dbs`, `home_team_discount`.

    A row for each printing that the list scores, sorted by day and card; a play without a score has no row.
    """
    rows = []
    for found in lists.lists:
        scores = Scores(cards, found)
        for card, play in sorted(cards.plays.items()):
            score = scores.of(card)
            if score is not None:
                rows.append((found.valid_from, card, score, play.kind == "HTD"))
    schema = {"valid_from": pl.Date, "card": pl.String, "dbs": pl.Int64, "home_team_discount": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _same(play: Play) -> tuple[str, bool]:
    return play_key(play.name), play.kind == "HTD"

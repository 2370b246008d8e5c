"""Where a game system plugs in: everything the shared modules ask of one, in one struct."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
import polars as pl

from events.base import CardId, Event, PlayerId
from events.codec import Family
from projector.contests.state import ContestRules
from projector.referee import Judged
from projector.telling import Telling

State = TypeVar("State", bound=Judged)
# The columns of a table with their kinds.
Columns: TypeAlias = Mapping[str, pl.DataType | type[pl.DataType]]


class Summary(msgspec.Struct, frozen=True):
    """What a list of games shows of one.

    `players` by seat; `winner`: a seat, 0 for a draw, None where there is no result (yet). `ended`: it has an end,
    `finished`: one that counts. `status`: complete, partial or
    quarantined. `played`: when it began, if the log tells.
    """

    mode: str | None
    format: str | None
    simulated: bool
    played: dt.datetime | None
    players: tuple[PlayerId | None, ...]
    winner: int | None
    reason: str | None
    ended: bool
    finished: bool
    status: str
    score: str
    gaps: int


class Counts(msgspec.Struct, frozen=True):
    """Numbers of a game system that add up: whatever the games are cut into, the sums over all cuts are the same.

    `compute` makes them of the tables of some games: the columns `by` which they are counted, then the `sums`.
    """

    by: Columns
    sums: Columns
    compute: Callable[[Mapping[str, pl.LazyFrame]], pl.LazyFrame]

    @property
    def columns(self) -> Columns:
        return {**self.by, **self.sums}

    def of(self, tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
        """The counts of the games of these tables, in order and with their kinds."""
        return self._told(self.compute(tables))

    def summed(self, parts: Sequence[pl.LazyFrame]) -> pl.LazyFrame:
        """The counts of several cuts together."""
        return self._told(pl.concat(parts).group_by(list(self.by)).agg(pl.col(list(self.sums)).sum()))

    def _told(self, found: pl.LazyFrame) -> pl.LazyFrame:
        told = [pl.col(column).cast(kind) for column, kind in self.columns.items()]
        return found.select(told).sort(list(self.by), nulls_last=True)


def _all_clear(_: object) -> Sequence[str]:
    return ()


def _none_known(_: object) -> tuple[None, ...]:
    return ()


def _as_the_organiser_says(_: object, __: str | None) -> ContestRules:
    return ContestRules()


class Game(msgspec.Struct, Generic[State], frozen=True):
    """A game system. `name` is the short name that recurs in events/, dashboard/boards/ and data/.

    `start(cards, events)` is the state before the first event of a sequence, `advance` folds one more into it, `fold`
    all. `mask(events, seat)` is what a seat saw (0: the public). `view` is a frozen picture of a state, `cards_in` the
    cards it names, `card_facts` what to write on one, `describe` one sentence on an event from the state it left.
    `players` are those in the seats. `unclear` has a sentence on each card that a game does not name clearly. `rows`
    are the facts of a finished fold: table name to rows in the order of `tables`' columns. `scores` makes of the tables
    what a list writes as the score of each game.
    `keyed` tables have no row of a game, but those of each key, whichever game told it first: table name to the column
    of the key. `counts` are kept beside the tables. `versions`: of a table whose rows of the same games changed, 1
    where none is named.
    `rows` are in the order of `told`'s columns where that is not None, and `refine` makes `tables` of the frames of
    many games together. `meanings` say what each column means, by `column` or `table.column`, and a row by `table.*`.
    `brought` are the cards of each seat's deck (None: not known card by card), `contest_rules(cards, format)` what a
    format says about the matches of a contest. `telling` says how recordings of one game are laid beside each other.
    """

    name: Family
    title: str
    modes: tuple[str, ...]
    start: Callable[[Any, Sequence[Event]], State]
    advance: Callable[[State, Event], None]
    fold: Callable[[Any, Sequence[Event]], State]
    mask: Callable[[Sequence[Event], int], list[Event]]
    view: Callable[[State], msgspec.Struct]
    cards_in: Callable[[Any], set[CardId]]
    card_facts: Callable[[Any, State, CardId], msgspec.Struct]
    describe: Callable[[State, Event, tuple[str, ...]], str]
    players: Callable[[State], tuple[PlayerId | None, ...]]
    summary: Callable[[State], Summary]
    tables: Mapping[str, Columns]
    rows: Callable[[State], Mapping[str, list[tuple[Any, ...]]]]
    telling: Telling
    scores: Callable[[Mapping[str, pl.LazyFrame]], pl.LazyFrame]
    unclear: Callable[[State], Sequence[str]] = _all_clear
    brought: Callable[[State], tuple[tuple[CardId, ...] | None, ...]] = _none_known
    contest_rules: Callable[[Any, str | None], ContestRules] = _as_the_organiser_says
    keyed: Mapping[str, str] = {}
    counts: Mapping[str, Counts] = {}
    versions: Mapping[str, int] = {}
    told: Mapping[str, Columns] | None = None
    refine: Callable[[Mapping[str, pl.DataFrame]], Mapping[str, pl.DataFrame]] = dict
    meanings: Mapping[str, str] = {}

"""A statistic: what it is called, what makes it, and the games behind each of its rows."""

from collections.abc import Callable, Mapping

import msgspec
import polars as pl

from events.codec import Family
from projector.facts import GAME, GAMES_TABLE, Tables


class Statistic(msgspec.Struct, frozen=True, kw_only=True):
    """A table by its name; the docstring of `compute` is its definition, `version` changes with it.

    `subject`: what a row is of, such as "deck". `key`: the columns that name a row. `behind` makes the list that the
    `count` of a row is the length of: the key's columns and `game`, and `seat` where a row counts seats; None where
    rows do not count games.
    """

    name: str
    title: str
    compute: Callable[[Tables], pl.DataFrame]
    game: Family = "boba"
    subject: str
    key: tuple[str, ...]
    behind: Callable[[Tables], pl.LazyFrame] | None = None
    count: str = "games"
    version: int = 1

    @property
    def definition(self) -> str:
        return " ".join((self.compute.__doc__ or "").split())


class Definition(msgspec.Struct, frozen=True):
    """What a number means, for pages, files and programs."""

    name: str
    title: str
    game: Family
    subject: str
    key: tuple[str, ...]
    version: int
    means: str


def definition_of(statistic: Statistic) -> Definition:
    return Definition(
        statistic.name,
        statistic.title,
        statistic.game,
        statistic.subject,
        statistic.key,
        statistic.version,
        statistic.definition,
    )


def games_behind(statistic: Statistic, row: Mapping[str, object], tables: Tables) -> pl.LazyFrame:
    """The games that a row counts, as `game` and `id`, and `seat` where both seats of a game can count in it.

    `row`: the values of the statistic's key; other columns are left alone. The list is as long as the row's count.
    Raises ValueError if the row is not named by the key, or counts no games.
    """
    if statistic.behind is None:
        raise ValueError(f"Rows of {statistic.name} do not count games")
    missing = [column for column in statistic.key if column not in row]
    if missing:
        raise ValueError(f"A row of {statistic.name} is named by {', '.join(statistic.key)}; {missing[0]} is missing")
    behind = statistic.behind(tables)
    named = [pl.col(column).eq_missing(pl.lit(row[column])) for column in statistic.key]
    columns = [column for column in (GAME, "seat") if column in behind.collect_schema().names()]
    listed = behind.filter(*named) if named else behind
    return listed.select(columns).join(tables[GAMES_TABLE].select(GAME, "id"), on=GAME).sort(columns)

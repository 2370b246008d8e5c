"""Which games, seats and battles a statistic looks at: one set of filters for pages, commands and addresses."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Literal, Self, TypeAlias

import msgspec
import polars as pl

from projector.facts import CLUSTER_SUMS, GAME, GAMES_TABLE, Tables
from projector.games import GAMES

HonorsRole: TypeAlias = Literal["first", "second"]
_ROLES: tuple[HonorsRole, ...] = ("first", "second")
_YES, _NO = "yes", "no"
# As many seats as the largest game system has.
MOST_SEATS = 8
# Filters of games by a column of theirs.
_OF_GAMES = ("mode", "format", "client", "simulated", "finished")
# What filters are called in addresses, where that is another name than here.
_ADDRESSED = {"client": "source"}


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """Filters that must all match; None matches everything.

    Of games: `mode`, `format`, `contest`, `client` (the source that told it), `simulated`, `finished` (with an end that
    counts), `left_out` (the set that stayed in the box), and days in UTC from `since` to `until`, both included, which
    leave games without a date out. Of seats, and all of the same one: `player`, `deck`, `seat` (from 1), `honors`
    (began with them or not), `card` (seen with it, or its deck is known to hold it).
    Of battles: those after the clinch are left out unless `post_clinch`.
    """

    mode: str | None = None
    format: str | None = None
    contest: str | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    client: str | None = None
    simulated: bool | None = None
    finished: bool | None = None
    left_out: str | None = None
    deck: str | None = None
    card: str | None = None
    player: str | None = None
    seat: int | None = None
    honors: HonorsRole | None = None
    post_clinch: bool = False

    def to_query(self) -> dict[str, str]:
        """The filters as parameters of an address, without those that match everything."""
        told = {_ADDRESSED.get(name, name): getattr(self, name) for name in self.__struct_fields__}
        return {name: _written(value) for name, value in told.items() if value is not None and value != _DEFAULT[name]}

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> Self:
        """Read what `to_query` writes. Raises ValueError, which says what was found and what is allowed."""
        unknown = sorted(query.keys() - _DEFAULT.keys())
        if unknown:
            raise ValueError(f"There is no filter {unknown[0]!r}; there are {', '.join(_DEFAULT)}")
        names = {_ADDRESSED.get(name, name): name for name in cls.__struct_fields__}
        found = cls(**{names[name]: _read(name, value) for name, value in query.items()})
        if found.since is not None and found.until is not None and found.since > found.until:
            raise ValueError(f"since {found.since} is later than until {found.until}; give them the other way round")
        return found

    def told(self) -> str:
        """One sentence that says what is looked at."""
        games = [
            f"{_ADDRESSED.get(name, name).replace('_', ' ')} {getattr(self, name)}"
            for name in ("mode", "format", "contest", "client", "left_out")
            if getattr(self, name) is not None
        ]
        games += [f"{word} {day}" for word, day in (("since", self.since), ("until", self.until)) if day is not None]
        if self.simulated is not None:
            games.append("simulated ones only" if self.simulated else "without simulated ones")
        if self.finished is not None:
            games.append("finished ones only" if self.finished else "unfinished ones only")
        seats = [
            f"{name} {getattr(self, name)}"
            for name in ("player", "deck", "card", "seat")
            if getattr(self, name) is not None
        ]
        if self.honors is not None:
            seats.append(f"{self.honors} honors")
        parts = ["Games: " + ", ".join(games) if games else "All games"]
        if seats:
            parts.append("seats: " + ", ".join(seats))
        if self.post_clinch:
            parts.append("battles after the clinch too")
        return "; ".join(parts) + "."

    @property
    def of_seats(self) -> bool:
        """Whether they choose among the seats of a game."""
        return any(value is not None for value in (self.player, self.deck, self.card, self.seat, self.honors))

    def apply(self, tables: Tables, contest_games: pl.LazyFrame | None = None) -> Tables:
        """The tables with the rows that match, lazily.

        Games stay that match and have a seat that matches. Of them every table keeps its rows, but a table with a
        `seat` column (seats, appearances, plays) only those of matching seats; battles and matches stay whole, as both
        seats stand in a row. Tables without games (decks) stay whole. Counts, which have a mode but no game, keep the
        rows that match if they can tell, and are missing otherwise; sums of cells end at the clinch.

        `contest_games`: the games of contests, as `contest` and `id`. Raises ValueError where the tables cannot tell
        what is asked: by contest without those, by deck or honors where a game system has none.
        """
        columns = {name: table.collect_schema().names() for name, table in tables.items()}
        games = self._of_games(tables[GAMES_TABLE], contest_games)
        seats = self._of_seats(tables, columns).join(games.select(GAME), on=GAME, how="semi") if self.of_seats else None
        if seats is not None:
            games = games.join(seats, on=GAME, how="semi")
        kept: dict[str, pl.LazyFrame] = {}
        for name, table in tables.items():
            if name == GAMES_TABLE:
                kept[name] = games
            elif GAME not in columns[name]:
                if "mode" not in columns[name]:
                    kept[name] = table
                elif self._by_columns_alone(columns[name]) and not (self.post_clinch and name == CLUSTER_SUMS):
                    kept[name] = table.filter(*self._columns())
            elif seats is not None and "seat" in columns[name]:
                kept[name] = table.join(seats, on=[GAME, "seat"], how="semi")
            elif self in (_BATTLES_ALONE, _ALL):
                kept[name] = table
            else:
                kept[name] = table.join(games.select(GAME), on=GAME, how="semi")
            if not self.post_clinch and "after_clinch" in columns[name]:
                kept[name] = kept[name].filter(~pl.col("after_clinch").fill_null(value=False))
        return kept

    def _columns(self) -> list[pl.Expr]:
        wanted = {name: getattr(self, name) for name in _OF_GAMES}
        return [pl.col(name) == value for name, value in wanted.items() if value is not None]

    def _by_columns_alone(self, columns: list[str]) -> bool:
        """Whether a table with these columns can tell all that is asked."""
        others = self.contest or self.since or self.until or self.left_out or self.of_seats
        return not others and all(getattr(self, name) is None or name in columns for name in _OF_GAMES)

    def _of_games(self, games: pl.LazyFrame, contest_games: pl.LazyFrame | None) -> pl.LazyFrame:
        day = pl.col("played").dt.date()
        wanted = self._columns()
        wanted += [day >= self.since] if self.since is not None else []
        wanted += [day <= self.until] if self.until is not None else []
        if self.left_out is not None:
            if "left_out" not in games.collect_schema():
                raise ValueError("These games leave no set out: take that filter away")
            wanted.append(pl.col("left_out") == self.left_out)
        kept = games.filter(*wanted) if wanted else games
        if self.contest is None:
            return kept
        if contest_games is None:
            raise ValueError(f"The games of contest {self.contest!r} are not known here")
        return kept.join(contest_games.filter(pl.col("contest") == self.contest), on="id", how="semi")

    def _of_seats(self, tables: Tables, columns: Mapping[str, list[str]]) -> pl.LazyFrame:
        """The seats that match, as `game` and `seat`."""
        needed = {"player": self.player, "deck": self.deck, "seat": self.seat, "first_honors": self.honors}
        for name, value in needed.items():
            if value is not None and name not in columns["seats"]:
                raise ValueError(f"These games do not tell {name.replace('_', ' ')}: take that filter away")
        seats = tables["seats"]
        for name in ("player", "deck", "seat"):
            if needed[name] is not None:
                seats = seats.filter(pl.col(name) == needed[name])
        if self.honors is not None:
            seats = seats.filter(pl.col("first_honors") == (self.honors == "first"))
        if self.card is None:
            return seats.select(GAME, "seat")
        ways = []
        for name in ("appearances", "picks", "reveals"):
            if "card" in columns.get(name, []):
                ways.append(tables[name].filter(pl.col("card") == self.card).select(GAME, "seat"))
        if "card" in columns.get("deck_cards", []):
            holders = tables["deck_cards"].filter(pl.col("card") == self.card)
            ways.append(tables["seats"].join(holders, on="deck", how="semi").select(GAME, "seat"))
        if not ways:
            raise ValueError("These games do not tell cards: take that filter away")
        return seats.select(GAME, "seat").join(pl.concat(ways), on=[GAME, "seat"], how="semi")


def first_of_last(days: int, today: dt.date) -> dt.date:
    """The day since which games are of the last so many days."""
    return today - dt.timedelta(days=days)


_ALL = Filters(post_clinch=True)
_BATTLES_ALONE = Filters()
_DEFAULT = {_ADDRESSED.get(name, name): getattr(_BATTLES_ALONE, name) for name in Filters.__struct_fields__}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return _YES if value else _NO
    return value.isoformat() if isinstance(value, dt.date) else str(value)


def _read(name: str, value: str) -> Any:
    if not value:
        raise ValueError(f"{name} is empty; leave it out to match everything")
    if name in ("since", "until"):
        return _day(name, value)
    if name in ("simulated", "finished", "post_clinch"):
        return _chosen(name, value, (_YES, _NO)) == _YES
    if name == "honors":
        return _chosen(name, value, _ROLES)
    if name == "seat":
        return int(_chosen(name, value, tuple(map(str, range(1, MOST_SEATS + 1)))))
    if name == "mode":
        return _chosen(name, value, tuple(mode for game in GAMES.values() for mode in game.modes))
    return value


def _chosen(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; it can be {', '.join(allowed)}")
    return value


def _day(name: str, value: str) -> dt.date:
    try:
        found = dt.date.fromisoformat(value)
    except ValueError:
        found = None
    if found is None or found.isoformat() != value:
        raise ValueError(f"{name} is {value!r}; it can be a day such as 2026-01-31")
    return found

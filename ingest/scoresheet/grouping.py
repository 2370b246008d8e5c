"""Puts the rows of a sheet together to games: by game id, else by rows in a row whose battle numbers go up."""

import datetime as dt
from collections.abc import Iterator

from msgspec.structs import replace

from ingest.scoresheet.cells import shortened
from ingest.scoresheet.rows import Noted, Reader
from ingest.scoresheet.sheet import Row
from ingest.scoresheet.words import Field
from projector.boba.cards import name_key

# What is the same in every row of a game, whichever of them say it.
_OF_THE_GAME: tuple[Field, ...] = (
    *("game", "date", "player_1", "player_2", "mode", "format", "round", "match", "game_of_match"),
)
# What may stand in one row of a game for all of it.
_ONCE: frozenset[Field] = frozenset(
    {*_OF_THE_GAME, "trophies_1", "trophies_2", "score", "game_winner", "end_reason", "note"}
)


class Group:
    """The rows of one game in the order of its battles; a line that could not be read stands where it was found."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.facts: dict[Field, object] = {}
        self.battles: dict[int, Noted] = {}
        self.others: list[Noted] = []
        # Lines that could not be read, each with the battle after which it stands.
        self.unread: list[tuple[int, int]] = []
        self.last = 0

    def ordered(self) -> list[tuple[int | None, Noted | int]]:
        """Battles, and lines that could not be read, in their order: a number of a battle, or None, and which."""
        told: list[tuple[int, int, int | None, Noted | int]] = [
            (battle, 0, battle, noted) for battle, noted in self.battles.items()
        ]
        told += [(after, line, None, line) for after, line in self.unread]
        return [(battle, noted) for _, _, battle, noted in sorted(told, key=lambda part: part[:2])]

    def rows(self) -> list[Noted]:
        """Every row that was read, in the order of the file."""
        return sorted([*self.battles.values(), *self.others], key=lambda noted: noted.line)

    def fits(self, noted: Noted) -> bool:
        """Whether nothing that a row says of its game contradicts what is known of this one."""
        return all(
            value is None or field not in self.facts or _same(self.facts[field], value)
            for field, value in facts_of(noted)
        )


def facts_of(noted: Noted) -> Iterator[tuple[Field, object]]:
    """What a row says of the game as a whole."""
    yield "game", noted.game
    yield "date", noted.at
    yield "player_1", noted.players[0]
    yield "player_2", noted.players[1]
    yield "mode", noted.mode
    yield "format", noted.format
    yield "round", noted.round
    yield "match", noted.match
    yield "game_of_match", noted.game_of_match


def _same(one: object, other: object) -> bool:
    if one == other:
        return True
    if isinstance(one, str) and isinstance(other, str):
        return name_key(one) == name_key(other)
    if isinstance(one, dt.datetime) and isinstance(other, dt.datetime):
        # Rows may tell when each battle was fought; a game has one day.
        return one.date() == other.date()
    return False


def grouped(reader: Reader, rows: list[Row]) -> list[Group]:
    """The games that rows tell. One row a game: every row is one."""
    groups = _Groups(reader)
    for row in rows:
        groups.add(row)
    return groups.found


class _Groups:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.found: list[Group] = []
        self.by_id: dict[str, list[Group]] = {}
        self.row_is_game = reader.mapping.rows == "game"
        self.numbered = "battle" in reader.places

    def add(self, row: Row) -> None:
        broken = self.reader.broken(row)
        if broken is not None:
            self.reader.complain(row.line, None, broken)
        noted = None if broken is not None else self.reader.read(row)
        if noted is None:
            # It may be one of the game that goes on around it.
            if self.found and not self.row_is_game:
                self.found[-1].unread.append((self.found[-1].last, row.line))
        elif self.row_is_game:
            self._begin(noted)
        else:
            self._place(noted)

    def _begin(self, noted: Noted) -> None:
        group = Group(noted.line)
        self.found.append(group)
        if noted.game is not None:
            self.by_id.setdefault(name_key(noted.game), []).append(group)
        for field, message in noted.merged:
            self.reader.complain(noted.line, field, message)
        self._join(group, noted)

    def _continue(self, group: Group, noted: Noted) -> None:
        for field, message in noted.merged:
            if field not in _ONCE:
                self.reader.complain(noted.line, field, message)
        self._join(group, noted)

    def _join(self, group: Group, noted: Noted) -> None:
        for field, value in facts_of(noted):
            if value is None:
                continue
            known = group.facts.setdefault(field, value)
            if not _same(known, value):
                self.reader.complain(
                    noted.line,
                    field,
                    f"found {_shown(value)}, while line {group.line} says {_shown(known)} of the same game",
                )
        if noted.battle is None:
            group.others.append(noted)
        else:
            group.battles[noted.battle] = noted
            group.last = noted.battle

    def _place(self, noted: Noted) -> None:
        group = self._group_of(noted)
        if not self.numbered and noted.tells_battle:
            # Without a column of battle numbers the rows of a game are its battles in their order.
            noted = replace(noted, battle=group.last + 1 if group is not None else 1)
        if noted.battle is None and noted.tells_battle and self._needs_battle(noted):
            return
        if group is None:
            self._begin(noted)
        elif noted.battle is not None and noted.battle in group.battles:
            first = group.battles[noted.battle].line
            self.reader.complain(
                noted.line, "battle", f"battle {noted.battle} of this game stands in line {first} already"
            )
        else:
            self._continue(group, noted)

    def _needs_battle(self, noted: Noted) -> bool:
        """A row without a battle number can tell the whole game's winner, and nothing else of a battle."""
        if not replace(noted, winner=None).tells_battle:
            return False
        self.reader.complain(noted.line, "battle", "found nothing, expected the number of the battle in this row")
        return True

    def _group_of(self, noted: Noted) -> Group | None:
        current = self.found[-1] if self.found else None
        goes_on = noted.battle is None or (current is not None and noted.battle > current.last)
        if noted.game is None:
            goes_on = goes_on and not (self.numbered and _is_head(noted))
            return current if current is not None and goes_on and current.fits(noted) else None
        same = self.by_id.get(name_key(noted.game), [])
        if current in same and goes_on:
            return current
        fitting = [group for group in reversed(same) if group.fits(noted)]
        return fitting[0] if fitting else None


def _is_head(noted: Noted) -> bool:
    """Whether a row says whose game follows: something of the game, nothing of a battle or of the end."""
    ends = (*noted.trophies, noted.game_winner, noted.end_reason, noted.winner, noted.note)
    return (
        noted.battle is None
        and any(value is not None for _, value in facts_of(noted))
        and all(value is None for value in ends)
    )


def _shown(value: object) -> str:
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    return shortened(value) if isinstance(value, str) else str(value)

"""Tells the game of a group of rows in events. What rows contradict stays as it is: the referee finds it."""

import datetime as dt
import re

from msgspec.structs import replace

from events.base import CardId, Event, GapLeft, MatchId, NoteAdded, PlayerId, TextId
from events.boba import (
    BattleResolved,
    CardDescribed,
    GameEnded,
    GameStarted,
    HeroesRevealed,
    HeroSubstituted,
    HonorsChosen,
    Pair,
    Seated,
    StateShown,
    SubstitutionDeclined,
)
from events.erasable import Problem
from ingest.adapter import Person, Told
from ingest.scoresheet import cells
from ingest.scoresheet.cells import CellError, Result
from ingest.scoresheet.grouping import Group
from ingest.scoresheet.rows import Noted, Reader
from ingest.scoresheet.words import Field

# The game has seven battles; whoever won four of them cannot be caught.
BATTLES, CLINCHED = 7, 4
_PLAYERS: Pair[PlayerId] = (PlayerId("p1"), PlayerId("p2"))
_WEAPONS: Pair[Field] = ("weapon_1", "weapon_2")


def told(reader: Reader, group: Group) -> Told | None:
    """The game of a group, None where its rows tell nothing of one: its line then says so."""
    return _Teller(reader, group).told()


class _Teller:
    """Writes the events of one game, each with the line it stands in."""

    def __init__(self, reader: Reader, group: Group) -> None:
        self.reader = reader
        self.group = group
        self.facts = group.facts
        self.names = (self._fact("player_1", str), self._fact("player_2", str))
        self.mode = group.facts.get("mode", reader.mapping.mode)
        # What a sheet calls power and hot dogs is what is left after plays, of which it tells nothing.
        self.plays_hidden = self.mode not in {"rookie", "substitution"}
        self.hot_dogs_sure = not self.plays_hidden
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.described: dict[CardId, tuple[str | None, int | None]] = {}
        self.honors: int | None = None
        self.battle = 0
        self.wins: list[Result | None] = []

    def _fact(self, field: Field, kind: type[str]) -> str | None:
        value = self.facts.get(field)
        return value if isinstance(value, kind) else None

    def _add(self, event: Event, line: int) -> None:
        self.events.append(event)
        self.lines.append(line)

    def told(self) -> Told | None:
        group = self.group
        self._start()
        rows = group.rows()
        for battle, part in group.ordered():
            if isinstance(part, int):
                self._add(GapLeft(first_line=part, last_line=part), part)
            elif battle is not None and not self._left_blank(battle, part):
                self._fight(battle, part, self._running_score(part, rows))
        self._end(rows)
        if all(isinstance(event, GameStarted | GapLeft) for event in self.events):
            self.reader.problems.append(
                Problem(group.line, "Nothing of a game: expected a winner, a score, an end, or a battle")
            )
            return None
        return Told(
            family="boba",
            events=self.events,
            people={player: Person(name=name) for player, name in zip(_PLAYERS, self.names, strict=True) if name},
            client=self.reader.mapping.client,
            line=group.line,
            client_game=self._id("game") if self.reader.mapping.lasting_ids else None,
            lines=self.lines,
        )

    def _start(self) -> None:
        facts, mapping, line = self.facts, self.reader.mapping, self.group.line
        match = self._id("match")
        one, two = (Seated(player=player if name else None) for player, name in zip(_PLAYERS, self.names, strict=True))
        start = GameStarted(
            seats=(one, two),
            mode=self.mode,  # type: ignore[arg-type]
            format=self._id("format") or mapping.format,
            match=None if match is None else MatchId(match),
            round=facts.get("round"),  # type: ignore[arg-type]
            game_of_match=facts.get("game_of_match"),  # type: ignore[arg-type]
            at=facts.get("date"),  # type: ignore[arg-type]
            utc_offset=mapping.utc_offset if "date" in facts else None,
        )
        self._add(start, line)

    def _id(self, field: Field) -> str | None:
        """An id or word that is kept for ever, and so must not hold a player's name."""
        text = self._fact(field, str)
        if text is None:
            return None
        parts = _name_parts(text)
        if any(name and len(name) > 1 and not name.isdigit() and _name_parts(name) <= parts for name in self.names):
            self.reader.complain(
                self.group.line,
                field,
                "it holds a player's name and is not kept: ids and formats cannot be erased, names can",
            )
            return None
        return text

    # Battles

    def _fight(self, battle: int, noted: Noted, trophies: Pair[int | None]) -> None:
        start = len(self.events)
        if battle != self.battle + 1 and not self._gap_before(battle):
            self._add(GapLeft(), noted.line)
            self._lose_sight()
        self.battle = battle
        if noted.tells_battle or trophies != (None, None):
            self._fight_told(battle, noted, trophies)
        else:
            self._add(GapLeft(first_line=noted.line, last_line=noted.line), noted.line)
            self._lose_sight()
            self.wins.append(None)
        if noted.note is not None:
            self._add(NoteAdded(text=TextId(noted.note)), noted.line)
        if noted.at is not None and noted.at.time() != dt.time():
            self.events[start:] = [replace(event, at=noted.at) for event in self.events[start:]]

    def _left_blank(self, battle: int, noted: Noted) -> bool:
        """Whether this is a line at the end that a form has for a battle nobody had to fight any more."""
        blank = not noted.tells_battle and noted.note is None and noted.trophies == (None, None)
        return (
            blank
            and self._clinched()
            and not any(later.tells_battle for number, later in self.group.battles.items() if number > battle)
        )

    def _clinched(self) -> bool:
        return max(self.wins.count(1), self.wins.count(2)) >= CLINCHED

    def _gap_before(self, battle: int) -> bool:
        """Whether a line that could not be read may be the battles missing before this one."""
        return isinstance(self.events[-1], GapLeft) and battle > self.battle

    def _lose_sight(self) -> None:
        self.honors = None
        self.hot_dogs_sure = False

    def _fight_told(self, battle: int, noted: Noted, trophies: Pair[int | None]) -> None:
        line = noted.line
        winner = self._result(noted, "winner", noted.winner)
        won = winner if winner is not None else _stronger(noted.powers)
        self._show_honors(battle, noted)
        self._substitute(battle, noted)
        self._reveal(battle, noted)
        if self._hides(noted) or (won is None and trophies != (None, None)):
            self._add(GapLeft(), line)
            self._lose_sight()
        # A later battle proves that this one was decided; of the last one only what stands there does.
        if won is not None or noted.powers != (None, None) or battle < max(self.group.battles):
            self._add(BattleResolved(battle=battle, winner=winner, powers=noted.powers), line)
        if won in {1, 2}:
            self.honors = 1 if won == 1 else 2
        elif won is None:
            self.honors = None
        if (*noted.hot_dogs, *trophies) != (None,) * 4:
            self._add(StateShown(hot_dogs=noted.hot_dogs, trophies=trophies), line)
            self.hot_dogs_sure = not self.plays_hidden and None not in noted.hot_dogs
        self.wins.append(won)

    def _hides(self, noted: Noted) -> bool:
        """Whether what the sheet does not tell, as plays, stands between what it does tell."""
        known_card = any(
            hero is not None and power is not None and cells.is_card_id(hero)
            for hero, power in zip(noted.heroes, noted.powers, strict=True)
        )
        if None in noted.substituted:
            self.hot_dogs_sure = False
        hot_dogs = noted.hot_dogs != (None, None) and not self.hot_dogs_sure
        return (self.plays_hidden and known_card) or (hot_dogs and self.mode != "rookie")

    def _show_honors(self, battle: int, noted: Noted) -> None:
        stated = self._result(noted, "honors", noted.honors, draw=False)
        if stated not in {1, 2}:
            return
        seat = 1 if stated == 1 else 2
        first = battle == 1 and len(self.events) == 1
        self._add(HonorsChosen(honors=seat) if first else StateShown(honors=seat), noted.line)
        self.honors = seat

    def _substitute(self, battle: int, noted: Noted) -> None:
        """Who has honors decides first."""
        for seat in (2, 1) if self.honors == 2 else (1, 2):
            substituted = noted.substituted[seat - 1]
            if substituted:
                self._add(
                    HeroSubstituted(seat=seat, battle=battle, hero=None, replaced=None, hot_dogs=None, paid_by=None),
                    noted.line,
                )
            elif substituted is False and self.mode != "rookie":
                self._add(SubstitutionDeclined(seat=seat, battle=battle), noted.line)

    def _reveal(self, battle: int, noted: Noted) -> None:
        printed = (None, None) if self.plays_hidden else noted.powers
        for hero, weapon, power, field in zip(noted.heroes, noted.weapons, printed, _WEAPONS, strict=True):
            if hero is not None:
                self._describe(hero, weapon, power, noted.line)
            elif weapon is not None:
                self.reader.complain(noted.line, field, f"found {weapon!r} without a hero, who would have it")
        if noted.heroes != (None, None) or printed != (None, None):
            self._add(HeroesRevealed(battle=battle, heroes=noted.heroes, powers=printed), noted.line)

    def _describe(self, hero: CardId, weapon: str | None, power: int | None, line: int) -> None:
        """State the facts of a hero that is called by its name, and those the sheet adds to a card id."""
        named = not cells.is_card_id(hero)
        known = self.described.get(hero)
        facts = (weapon, power)
        if known is not None:
            facts = (weapon or known[0], power if power is not None else known[1])
        if facts != known and (named or facts != (None, None)):
            self.described[hero] = facts
            name = str(hero) if named else None
            self._add(CardDescribed(card=hero, kind="hero", name=name, weapon=facts[0], power=facts[1]), line)

    def _running_score(self, noted: Noted, rows: list[Noted]) -> Pair[int | None]:
        """The score after this battle, if the row states that rather than the final one."""
        if noted.trophies == (None, None) or noted.trophies == self._final_score(rows):
            return None, None
        return noted.trophies

    def _final_score(self, rows: list[Noted]) -> Pair[int | None]:
        """The score in the last row; else the only one there is, where it cannot be the one after its battle."""
        stated = [noted for noted in rows if noted.trophies != (None, None)]
        if not stated:
            return None, None
        last = stated[-1]
        alone = len({noted.trophies for noted in stated}) == 1
        fought = max((number for number, noted in self.group.battles.items() if noted.tells_battle), default=0)
        beyond = sum(count or 0 for count in last.trophies) > (last.battle or 0)
        if last.battle is None or last.battle >= fought or (alone and beyond):
            return last.trophies
        return None, None

    # The end

    def _end(self, rows: list[Noted]) -> None:
        if not rows:
            return
        line = rows[-1].line
        if not self.group.battles:
            self._before_the_result(rows)
        for noted in self.group.others:
            if noted.note is not None:
                self._add(NoteAdded(text=TextId(noted.note)), noted.line)
        trophies = self._final_score(rows)
        reason = next((noted.end_reason for noted in reversed(rows) if noted.end_reason is not None), None)
        winner = self._game_winner(rows)
        if reason is None and max(count or 0 for count in trophies) >= CLINCHED:
            reason = "trophies"
        if winner is None and reason == "trophies" and None not in trophies:
            winner = _stronger(trophies)
        if winner is None and reason in {"tie", "agreed_draw"}:
            winner = "draw"
        last = self.group.battles.get(BATTLES)
        over = self._clinched() or (last is not None and last.tells_battle)
        if winner is not None or reason is not None or trophies != (None, None) or over:
            self._add(GameEnded(winner=winner, reason=reason, trophies=trophies), line)

    def _before_the_result(self, rows: list[Noted]) -> None:
        """Of a game known by its result alone: who had honors first, and the hot dogs that were left."""
        for noted in rows:
            stated = self._result(noted, "honors", noted.honors, draw=False)
            if stated in {1, 2} and len(self.events) == 1:
                self._add(HonorsChosen(honors=1 if stated == 1 else 2), noted.line)
            if noted.hot_dogs != (None, None):
                self._add(GapLeft(), noted.line)
                self._add(StateShown(hot_dogs=noted.hot_dogs), noted.line)

    def _game_winner(self, rows: list[Noted]) -> Result | None:
        """Who won the game: the last row that says so; in a row without a battle any winner is the game's."""
        found: Result | None = None
        for noted in rows:
            told = self._result(noted, "game_winner", noted.game_winner)
            if told is None and noted.battle is None:
                told = self._result(noted, "winner", noted.winner)
            if told is not None and found is not None and told != found:
                self.reader.complain(
                    noted.line, "game_winner", f"found {_named(told)}, while a row above says {_named(found)}"
                )
            elif told is not None:
                found = told
        return found

    def _result(self, noted: Noted, field: Field, text: str | None, *, draw: bool = True) -> Result | None:
        if text is None:
            return None
        try:
            return cells.result(text, self.names, draw=draw)
        except CellError as error:
            self.reader.complain(noted.line, field, str(error))
            return None


def _stronger(values: Pair[int | None]) -> Result | None:
    one, two = values
    if one is None or two is None:
        return None
    return "draw" if one == two else 1 if one > two else 2


def _named(result: Result) -> str:
    return "a draw" if result == "draw" else f"player {result}"


def _name_parts(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def all_told(reader: Reader, groups: list[Group]) -> list[Told]:
    """The games of all groups that tell one. Lines with a cell that could not be read count as unread."""
    games = [game for group in groups if (game := told(reader, group)) is not None]
    faulty = {problem.line for problem in reader.problems}
    return [replace(game, unread=len(faulty.intersection(game.lines))) for game in games]

"""OnlyChamps' game log: JSON Lines, one action a line, with its number in its game (`seq`).

What this client does, and how it is read; the samples in data/samples/onlychamps show each of it:

- A file may hold several games, their lines mixed. `seq` alone orders them: lines come late, and clocks differ. The
  same number twice is one action. A number that is missing leaves a gap.
- Zones count from 0. A reveal names one zone and no seat: it turns up what both seats placed there, so the zones of one
  number meet, and no lanes are mirrored (the client's own scoring compares them so, too). Battles count in the order of
  the reveals, whatever the zone's number.
- A zone may be filled again until it is revealed; the last hero counts.
- The log names no player and no result. The rules derive each battle, where the powers of both heroes are known.
- Cards are version keys: the set, the last number, and words for variation, treatment and weapon. They stay as they
  are; the catalogue says what they stand for when the game is folded.
"""

from collections.abc import Iterator

from events.base import CardId, Event, GapLeft, TextId
from events.boba import (
    BattleResolved,
    CardDescribed,
    Deck,
    GameEnded,
    GameStarted,
    HeroesPlaced,
    HeroesRevealed,
    Mode,
    Pair,
    Seated,
)
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Read, Skipped, Told
from ingest.json_files import Foreign, known_moment
from ingest.onlychamps_lines import (
    END,
    REVEAL,
    SCORES,
    SIGNS,
    ZONES,
    Action,
    Create,
    Line,
    OfZone,
    Place,
    is_same,
    line_of,
    opened,
)
from projector.boba.modes import MODES

CLIENT = "OnlyChamps"
# What may follow the weapon in a version key: how scarce the card is.
_SCARCITY = frozenset({"SP", "SSP", "SECRET", "1"})
_WEAPONS = frozenset({"FIRE", "ICE", "STEEL", "GLOW", "HEX", "BRAWL", "GUM", "SUPER", "ALT", "CYBER"})


def recognise(start: bytes, _: str) -> bool:
    """A line of the log has its game, number and type."""
    lines = start.replace(b"\r", b"\n").split(b"\n", 50)[:50]
    return any(line.lstrip().startswith(b"{") and all(sign in line for sign in SIGNS) for line in lines)


def read(document: Document) -> Iterator[Read]:
    """The games of a log. A line that cannot be read is a number that is missing in its game."""
    games: dict[str, dict[int, Action]] = {}
    read = unread = 0
    for number, text in document.lines():
        if not text.strip():
            yield Skipped(number)
            continue
        line = line_of(text)
        if isinstance(line, str):
            unread += 1
            yield Problem(number, line)
            continue
        read += 1
        actions = games.setdefault(line.game_id, {})
        first = actions.setdefault(line.seq, Action(number, line))
        if first.line != number:
            yield _again(number, line, first)
    if unread > read:
        yield Problem(
            None,
            f"{unread} of the {read + unread} lines cannot be read: is it a newer format? The file is left out",
        )
        yield from (Skipped(action.line) for actions in games.values() for action in actions.values())
        return
    for game, actions in games.items():
        yield from _Game(game, [actions[seq] for seq in sorted(actions)]).read()


def _again(number: int, line: Line, first: Action) -> Read:
    if line.type == first.told.type and is_same(line.payload, first.told.payload):
        return Skipped(number)
    return Problem(number, f"Number {line.seq} of the game stands in line {first.line} already, with other contents")


class _Game:
    """A game that is being read, from its actions in order."""

    def __init__(self, game: str, actions: list[Action]) -> None:
        self.game = game
        self.actions = actions
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.problems: dict[int, str] = {}
        self.payloads: dict[int, Foreign] = {}
        for action in actions:
            self._open(action)
        self.battles = self._battles()
        self.last_places = self._last_places()
        self.zones: tuple[dict[int, CardId], dict[int, CardId]] = ({}, {})
        self.revealed: set[int] = set()
        self.last_battle = 0

    def _open(self, action: Action) -> None:
        payload = opened(action.told)
        if isinstance(payload, str):
            self.problems[action.line] = payload
        else:
            self.payloads[action.line] = payload

    def read(self) -> Iterator[Read]:
        self._start()
        last = self.actions[0].told.seq - 1
        for action in self.actions:
            if action.told.seq > last + 1:
                self._add(action, GapLeft())
            last = action.told.seq
            if action.line in self.payloads:
                self._act(action, self.payloads[action.line])
            if action.line in self.problems:
                self._add(action, GapLeft(first_line=action.line, last_line=action.line))
        yield from (Problem(line, message) for line, message in self.problems.items())
        silent = {action.line for action in self.actions} - set(self.lines)
        if len(self.problems) * 2 > len(self.actions):
            yield Problem(
                None,
                f"{len(self.problems)} of the {len(self.actions)} lines of game {self.game} cannot be read: "
                "is it a newer format? The game is left out",
            )
            yield from (Skipped(line) for line in {*self.lines, *silent} - set(self.problems))
            return
        yield from map(Skipped, sorted(silent))
        yield Told(
            family="boba",
            events=self.events,
            people={},
            client=CLIENT,
            client_game=self.game,
            line=self.lines[0],
            unread=len(self.problems),
            lines=self.lines,
        )

    def _add(self, action: Action, event: Event) -> None:
        self.events.append(event)
        self.lines.append(action.line)

    def _start(self) -> None:
        """A log that begins late is still of a game that began, and its actions name the mode."""
        first = self.actions[0]
        create = self.payloads.get(first.line)
        if isinstance(create, Create):
            mode: Mode | None = next((mode for mode in MODES if mode.upper() == (create.mode_code or "").upper()), None)
            if mode is None and create.mode_code is not None:
                self.problems[first.line] = f"The mode is {create.mode_code!r}, expected one of {', '.join(MODES)}"
            self._add(first, GameStarted(_seats(create), mode=mode, at=known_moment(first.told.at)))
            return
        rookie = any(action.told.type.startswith("ROOKIE_") for action in self.actions)
        self._add(first, GameStarted((Seated(), Seated()), mode="rookie" if rookie else None))
        if first.line not in self.problems:
            self._add(first, GapLeft())

    def _battles(self) -> dict[int, int]:
        """The battle that each zone's heroes fight: battles count in the order of the reveals.

        A reveal may be among what is missing. Reveals in one direction then say which battle each of them is.
        """
        shown = [payload.zone_index for payload in self._of_type(REVEAL) if isinstance(payload, OfZone)]
        order = list(dict.fromkeys(shown))
        downwards = len(order) > 1 and order == sorted(order, reverse=True)
        zones = range(ZONES - 1, -1, -1) if downwards else range(ZONES)
        if self._is_whole() or not (downwards or order == sorted(order)):
            zones_in_order = [*order, *(zone for zone in zones if zone not in order)]
        else:
            zones_in_order = list(zones)
        return {zone: battle for battle, zone in enumerate(zones_in_order, 1)}

    def _last_places(self) -> dict[int, int]:
        """The line in which each seat placed its last hero before the first reveal."""
        lines: dict[int, int] = {}
        for action in self.actions:
            payload = self.payloads.get(action.line)
            if action.told.type == REVEAL:
                break
            if isinstance(payload, Place):
                lines[payload.seat] = action.line
        return lines

    def _of_type(self, kind: str) -> Iterator[Foreign]:
        return (
            self.payloads[action.line]
            for action in self.actions
            if action.told.type == kind and action.line in self.payloads
        )

    def _is_whole(self) -> bool:
        told = [action.told.seq for action in self.actions]
        return not self.problems and told[-1] - told[0] + 1 == len(told)

    def _act(self, action: Action, payload: Foreign) -> None:
        kind, at = action.told.type, known_moment(action.told.at)
        if isinstance(payload, Place):
            self._place(action, payload)
        elif kind == REVEAL and isinstance(payload, OfZone):
            self._reveal(action, payload.zone_index)
        elif kind in SCORES and len(self.revealed) == ZONES and self.last_battle:
            # Every battle was decided here; the last one stands open, since no other began after it.
            self._add(action, BattleResolved(self.last_battle, winner=None, at=at))
            self.last_battle = 0
        elif kind == END:
            self._add(action, GameEnded(winner=None, reason=None, at=at))

    def _place(self, action: Action, place: Place) -> None:
        zone, card = place.zone_index, CardId(place.version_key)
        if zone in self.revealed:
            self.problems[action.line] = f"Zone {zone} was revealed already, and now {card} is placed in it"
            return
        self._add(action, CardDescribed(card, kind="hero", weapon=_weapon(card), at=known_moment(action.told.at)))
        placed = self.zones[place.seat - 1]
        placed[zone] = card
        if self.last_places.get(place.seat) == action.line:
            heroes = {self.battles[index]: hero for index, hero in placed.items()}
            self._add(
                action,
                HeroesPlaced(place.seat, tuple(heroes.get(battle) for battle in range(1, ZONES + 1))),
            )

    def _reveal(self, action: Action, zone: int) -> None:
        if zone in self.revealed:
            return
        self.revealed.add(zone)
        self.last_battle = self.battles[zone]
        one, two = self.zones
        heroes: Pair[CardId | None] = (one.get(zone), two.get(zone))
        self._add(action, HeroesRevealed(self.last_battle, heroes, at=known_moment(action.told.at)))


def _seats(create: Create) -> Pair[Seated]:
    decks = {player.seat: player.deck_id for player in create.players}

    def seated(seat: int) -> Seated:
        deck = decks.get(seat)
        return Seated(deck=Deck(name=TextId(deck), partial=True) if deck else None)

    return seated(1), seated(2)


def _weapon(key: str) -> str | None:
    """The weapon that ends a version key's words, if it is one that is known."""
    words = key.rpartition(":")[2].split("_")
    while words and words[-1] in _SCARCITY:
        words.pop()
    return words[-1].title() if words and words[-1] in _WEAPONS else None


ONLYCHAMPS = Adapter(
    name="onlychamps", title="OnlyChamps game log", version=1, recognise=recognise, read=read, in_lines=True
)

"""Where everything lies in a tournament of Challengers!: the one mutable place of the fold.

None is "not known": a deck whose cards the log hides, the fans on a trophy's back. After a gap in the log what it could
have changed becomes None again, so that the referee answers "unknown" by itself.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from events.base import CardId, Event
from events.challengers import Pairing, Park, Setup, TournamentEnded, TournamentStarted, Tray
from projector.challengers import rulebook as rules
from projector.challengers.cards import STARTER_LEVEL, Catalogue
from projector.challengers.match import Match, Slots
from projector.referee import Judged, Rule

Phase: TypeAlias = Literal["setup", "deck", "match", "trophies", "final", "ended"]
Result: TypeAlias = int | Literal["draw"] | None
MOST_SEATS = 8
TRAYS: tuple[Tray, ...] = ("A", "B", "C")
# A card that a seat drew, as a row of facts: its round, seat, tray, the card, whether it was kept and redrawn.
Pick: TypeAlias = tuple[int, int, Tray | None, CardId | None, bool, bool]
# The columns of facts hold no more; more fans than this are no number of a game.
_LARGEST = 2**31 - 1


class Held:
    """A trophy of a seat: its round and its fans, None while they are not known."""

    __slots__ = ("fans", "round")

    def __init__(self, round_: int, fans: int | None) -> None:
        self.round = round_
        self.fans = fans


class TrayState:
    """A tray. `pile` counts cards, `discard` lists them, both None if not known.

    `left`: known cards that may still lie in it, in the pile or the discard; None if the sets in use are not known.
    """

    __slots__ = ("discard", "left", "pile")

    def __init__(self, left: dict[CardId, int] | None) -> None:
        self.left = left
        self.pile = None if left is None else sum(left.values())
        self.discard: Slots | None = []

    def lies_in_pile(self, card: CardId) -> bool:
        """Whether a copy of a card may lie in the pile."""
        if self.left is None:
            return True
        return self.left.get(card, 0) > (self.discard.count(card) if self.discard else 0)

    def take(self, card: CardId | None) -> None:
        if card is not None and self.left is not None and self.left.get(card, 0):
            self.left[card] -= 1

    def put(self, card: CardId | None) -> None:
        """Lay a card on the discard."""
        if card is not None and self.left is not None:
            self.left[card] = self.left.get(card, 0) + 1
        if self.discard is not None:
            self.discard.append(card)


class SeatState:
    """Everything of one seat. `deck`: all its cards between matches, None if not known; `fans`: without trophies.

    The rest is of the deck phase of round `preparing`: `hand` holds the drawn cards that are neither kept nor gone.
    """

    __slots__ = (
        "bot",
        "conceded",
        "deck",
        "fans",
        "hand",
        "kept",
        "number",
        "preparing",
        "ready",
        "redrawn",
        "removed",
        "tray",
        "trophies",
    )

    def __init__(self, number: int, *, bot: bool) -> None:
        self.number = number
        self.bot = bot
        self.conceded = False
        self.deck: Slots | None = None
        self.fans: int | None = 0
        self.trophies: list[Held] | None = []
        self.preparing = 0
        self.hand: Slots | None = []
        self.tray: Tray | None = None
        self.kept = 0
        self.redrawn = self.removed = self.ready = False

    def prepare(self, round_: int) -> None:
        """Begin the deck phase of a round."""
        self.preparing = round_
        self.hand = []
        self.tray = None
        self.kept = 0
        self.redrawn = self.removed = self.ready = False

    def all_fans(self) -> int | None:
        """Fans with those of the trophies, None if any are not known."""
        if self.fans is None or self.trophies is None:
            return None
        backs = [trophy.fans for trophy in self.trophies]
        return None if None in backs else self.fans + sum(fans for fans in backs if fans is not None)

    def highest_trophy(self) -> int:
        """The round of its highest trophy; 0 for a seat that has none, which is less than any trophy."""
        return max((trophy.round for trophy in self.trophies or ()), default=0)


class State(Judged):
    """A tournament in progress, or over. `pairings` and `matches` are those of `round`, `played` are all matches."""

    __slots__ = (
        "cards",
        "causes",
        "described",
        "ended",
        "ended_at",
        "events",
        "finalists",
        "gapped",
        "matches",
        "out_of_game",
        "pairings",
        "phase",
        "picks",
        "played",
        "round",
        "seats",
        "setup",
        "started",
        "told",
        "trays",
        "undone",
        "winner",
    )

    def __init__(self, cards: Catalogue, events: Sequence[Event]) -> None:
        super().__init__(events)
        self.cards = cards
        self.events = events
        self.described: dict[CardId, tuple[str | None, str | None, int | None]] = {}
        self.started: TournamentStarted | None = None
        self.setup: Setup | None = None
        self.seats: list[SeatState] = []
        self.trays: dict[Tray, TrayState] = {tray: TrayState(None) for tray in TRAYS}
        self.out_of_game: Slots = []
        self.round = 0
        self.phase: Phase = "setup"
        self.pairings: tuple[Pairing, ...] = ()
        self.matches: dict[Park, Match] = {}
        self.played: list[Match] = []
        self.picks: list[Pick] = []
        self.finalists: tuple[int, int] | None = None
        # For every event that can be a cause: the card behind it, if the log tells it.
        self.causes: dict[int, CardId | None] = {}
        # Whether the log tells what effects do; if not, the power of a card with an effect is unknown until stated.
        self.told = True
        self.ended: TournamentEnded | None = None
        self.ended_at = 0
        self.winner: Result = None
        # Something of the log is missing up to here.
        self.gapped = False
        self.undone: list[tuple[int, int]] = []

    def suspect(self, rule: Rule, message: str) -> None:
        """The event is impossible in a log that is whole; if something is missing, that may explain it."""
        if self.gapped:
            self.doubt()
        else:
            self.illegal(rule, message)

    def seat(self, number: int) -> SeatState | None:
        """A seat; None, with a finding, if the tournament has no such seat."""
        if number <= len(self.seats):
            return self.seats[number - 1]
        if self.started is not None:
            self.illegal(rules.SEATS, f"There is no seat {number}: the tournament has {len(self.seats)}")
            return None
        self.seats += [SeatState(missing, bot=False) for missing in range(len(self.seats) + 1, number + 1)]
        for seat in self.seats:
            seat.fans = seat.trophies = seat.deck = None
        return self.seats[number - 1]

    @property
    def last_round(self) -> int | None:
        """The round of the final, or the last round where none is played; None where that is not known."""
        if self.setup is None:
            return None
        return self.setup.rounds + 1 if self.setup.has_final else self.setup.rounds

    def caused(self, cause: int | None) -> None:
        """A cause must be an earlier event that can set an effect off."""
        if cause is not None and cause not in self.causes:
            self.illegal(rules.CAUSE, f"Event {self.number} names event {cause} as its cause")

    def name_of(self, card: CardId) -> str:
        if card in self.described and (name := self.described[card][0]):
            return name
        known = self.cards.cards.get(card)
        return known.name if known is not None else card

    def level_of(self, card: CardId) -> str | None:
        known = self.cards.cards.get(card)
        if known is not None:
            return known.level
        return self.described[card][1] if card in self.described else None

    def base_power(self, card: CardId | None) -> int | None:
        if card is None:
            return None
        known = self.cards.cards.get(card)
        if known is not None:
            return known.power
        return self.described[card][2] if card in self.described else None

    def counts_as_printed(self, card: CardId | None) -> bool:
        """Whether the log would tell it if a card counted for anything else than its base power."""
        if self.told:
            return True
        known = self.cards.cards.get(card) if card is not None else None
        return known is not None and known.is_plain

    def leaves_deck(self, card: CardId | None) -> None:
        """A card left a deck for good: to the discard of its tray, a starter out of the game."""
        level = None if card is None else self.level_of(card)
        if level == STARTER_LEVEL:
            self.out_of_game.append(card)
            return
        for name, tray in self.trays.items():
            if name == level:
                tray.put(card)
            elif level is None:
                # It may have gone to any of them.
                tray.discard = None

    def become(self, other: "State") -> None:
        """Stand as `other` stands; what was found on the way here stays found."""
        for name in set(State.__slots__) - {"events"}:
            setattr(self, name, getattr(other, name))


def within(number: int | None) -> int | None:
    """The number, or None where it is beyond all reason."""
    return number if number is None or -_LARGEST <= number <= _LARGEST else None


def take(slots: Slots | None, card: CardId | None) -> bool:
    """Take a card out of slots: itself, else a hidden one that may be it; False if it cannot lie there."""
    if not slots:
        return slots is None
    if card is None:
        # Nobody knows which card it was, so none of the others is certain any more.
        slots[:] = [None] * (len(slots) - 1)
        return True
    found = card if card in slots else None
    if found not in slots:
        return False
    slots.remove(found)
    return True

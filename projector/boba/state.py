"""Where everything lies in a game of Bo Jackson Battle Arena: the one mutable place of the fold.

None is "not known": a count that the log hides, a card nobody showed. After a gap in the log what it could have changed
becomes None again, so that the referee answers "unknown" by itself.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from events.base import CardId, Event
from events.boba import EffectBegan, GameEnded, GameStarted, PlayRun, Setup
from projector.boba.cards import Catalogue
from projector.boba.rulebook import BROUGHT
from projector.referee import Judged, Rule

Slots: TypeAlias = list[CardId | None]
Result: TypeAlias = int | Literal["draw"] | None
# A decided battle as a row of facts; the columns are `projector.boba.facts.BATTLE_COLUMNS`.
Fought: TypeAlias = tuple[object, ...]
# By seat and how cards came to it ("lineup", "bench", "substituted", "fought", "opening", "drawn", "run"): the cards.
Seen: TypeAlias = defaultdict[tuple[int, str], Slots]
# A seat, the sides of a coin (2) or die, what it showed (1 is heads), and the run of the play it was thrown for.
Chance: TypeAlias = tuple[int, int, int | None, int | None]
Phase: TypeAlias = Literal["setup", "battle", "revealed", "resolved", "sudden_death", "ended"]


class Entry:
    """A line of a hero's power ledger: what changed it, and what it became."""

    __slots__ = ("amount", "cancelled", "cause", "kind", "number", "power")

    def __init__(self, number: int, kind: str, amount: int | None, cause: int | None) -> None:
        self.number = number
        self.kind = kind
        self.amount = amount
        self.cause = cause
        self.cancelled = False
        self.power: int | None = None


class Zone:
    """One of a seat's zones: a hero, face down or up, and the ledger of its power."""

    __slots__ = ("hero", "ledger", "occupied", "power", "printed", "shown", "substituted", "weapon")

    def __init__(self) -> None:
        self.occupied = False
        self.substituted = False
        self.hero: CardId | None = None
        self.shown = False
        self.printed: int | None = None
        self.power: int | None = None
        self.weapon: str | None = None
        self.ledger: list[Entry] = []

    def clear(self) -> None:
        """A card that changes its place loses what was on it."""
        self.shown = False
        self.printed = self.power = self.weapon = None
        self.ledger = []

    def add(self, entry: Entry) -> None:
        self.ledger.append(entry)
        self.power = entry.power = changed(self.power, entry)

    def refold(self) -> None:
        """Power is a fold over the ledger: what is cancelled no longer counts, what follows counts on."""
        power: int | None = None
        for entry in self.ledger:
            if not entry.cancelled:
                power = changed(power, entry)
            entry.power = power
        self.power = power


def changed(power: int | None, entry: Entry) -> int | None:
    """The power after a change. Kinds: printed, to (set), by (added), times, lost (no longer known)."""
    kind, amount = entry.kind, entry.amount
    if kind == "by":
        return None if power is None or amount is None else within(power + amount)
    if kind in {"printed", "to"}:
        return within(amount)
    if kind == "times":
        return None if power is None or amount is None else within(power * amount)
    return None


# The columns of facts hold no more. A number beyond it is no number of a game, so the log hides the true one.
_LARGEST = 2**31 - 1


def within(number: int | None) -> int | None:
    """The number, or None where it is beyond all reason."""
    return number if number is None or -_LARGEST <= number <= _LARGEST else None


class Run:
    """A play that was run."""

    __slots__ = ("battle", "cost", "hand", "number", "play", "seat")

    def __init__(self, number: int, event: PlayRun) -> None:
        self.cost = event.cost
        self.hand: int | None = None
        self.number = number
        self.seat = event.seat
        self.battle = event.battle
        self.play = event.play


class Effect:
    """An ongoing effect: what began it, and the last battle it holds in (None: open)."""

    __slots__ = ("began", "last", "number")

    def __init__(self, number: int, began: EffectBegan, last: int | None) -> None:
        self.number = number
        self.began = began
        self.last = last


class SeatState:
    """Everything of one seat. Counts are cards, None unknown. `unseen`: brought, not seen yet, if all are known."""

    __slots__ = (
        "bench",
        "bench_sure",
        "brought_heroes",
        "brought_plays",
        "conceded",
        "decided",
        "drew",
        "hand_sure",
        "hero_deck",
        "hero_discard",
        "hero_top",
        "hot_dogs",
        "hot_dogs_spent",
        "in_effect",
        "number",
        "opened_bench",
        "opened_plays",
        "out_of_game",
        "passed",
        "placed",
        "play_discard",
        "play_hand",
        "play_top",
        "playbook",
        "plays_run",
        "replenished",
        "sudden",
        "table_order",
        "transformed",
        "unseen_heroes",
        "unseen_plays",
        "zones",
    )

    def __init__(self, number: int, battles: int) -> None:
        self.number = number
        self.hot_dogs: int | None = None
        self.hot_dogs_spent: int | None = None
        self.hero_deck: int | None = None
        self.playbook: int | None = None
        self.hero_top: Slots = []
        self.play_top: Slots = []
        self.bench: Slots = []
        self.play_hand: Slots = []
        self.hero_discard: Slots = []
        self.play_discard: Slots = []
        self.out_of_game: Slots = []
        self.transformed: Slots = []
        self.sudden: Slots = []
        self.in_effect: list[Run] = []
        self.zones = [Zone() for _ in range(battles + 1)]  # zone 0 is not used: battles count from 1
        self.bench_sure = True
        self.hand_sure = True
        self.brought_heroes: int | None = None
        self.brought_plays: int | None = None
        self.unseen_heroes: dict[CardId, int] | None = None
        self.unseen_plays: dict[CardId, int] | None = None
        self.placed = False
        self.table_order = False
        self.opened_bench = False
        self.opened_plays = False
        self.decided = False
        self.passed = False
        self.plays_run = 0
        # The battle for whose last substitution it drew a hero.
        self.replenished = 0
        self.drew = 0
        self.conceded = False


class State(Judged):
    """A game in progress, or over. `results[n]` is who won battle n: 1, 2, "draw", or None while it is not known."""

    __slots__ = (
        "acted",
        "battle",
        "cards",
        "causes",
        "chances",
        "clinched",
        "costs_changed",
        "described",
        "direction",
        "effects",
        "ended",
        "ended_at",
        "events",
        "first_honors",
        "fought",
        "gapped",
        "honors",
        "honors_at_start",
        "honors_next",
        "phase",
        "resolved",
        "results",
        "runs",
        "seats",
        "seen",
        "setup",
        "started",
        "starter",
        "sudden_winner",
        "supply",
        "sure",
        "told",
        "unclear",
        "undone",
        "winner",
    )

    def __init__(self, cards: Catalogue, events: Sequence[Event]) -> None:
        super().__init__(events)
        self.cards = cards
        self.events = events
        self.described: dict[CardId, tuple[str | None, str | None, int | None, int | None]] = {}
        # Ids that stand for several cards, so that what those differ in is unknown.
        self.unclear: dict[CardId, None] = {}
        self.started: GameStarted | None = None
        self.setup: Setup | None = None
        self.seats: tuple[SeatState, SeatState] = (SeatState(1, 7), SeatState(2, 7))
        self.results: list[Result] = [None] * 8
        self.resolved: list[bool] = [False] * 8
        self.phase: Phase = "setup"
        self.battle = 0
        self.honors: int | None = None
        self.first_honors: int | None = None
        self.honors_at_start: int | None = None
        self.honors_next: int | None = None
        self.direction: str | None = None
        self.starter: int | None = None
        self.clinched = 0
        self.sudden_winner: Result = None
        self.supply = 0
        self.runs: dict[int, Run] = {}
        self.effects: dict[int, Effect] = {}
        # What costs a seat something else than is printed: a play, all its plays (None), or "substitution".
        self.costs_changed: set[tuple[int, CardId | Literal["substitution"] | None]] = set()
        # For every event that can be a cause: the run of the play behind it, if there is one.
        self.causes: dict[int, int | None] = {}
        # Whether the log tells what plays do; if not, a power after a play is unknown until it is stated.
        self.told = True
        self.fought: list[Fought] = []
        # Cards that came to be seen in a seat's use, by the way they came; and the runs whose play did something.
        self.seen: Seen = defaultdict(list)
        self.acted: set[int | None] = set()
        self.chances: list[Chance] = []
        self.ended: GameEnded | None = None
        self.ended_at = 0
        self.winner: Result = None
        # `sure`: it is known where in the course the game stands. `gapped`: something of the log is missing up to here.
        self.sure = True
        self.gapped = False
        self.undone: list[tuple[int, int]] = []

    def suspect(self, rule: Rule, message: str) -> None:
        """The event is impossible in a log that is whole; if something is missing, that may explain it."""
        if self.gapped:
            self.doubt()
        else:
            self.illegal(rule, message)

    def seat(self, number: int) -> SeatState:
        return self.seats[number - 1]

    def other(self, number: int) -> SeatState:
        return self.seats[2 - number]

    def trophies(self, seat: int) -> int:
        """Battles known to be won by a seat."""
        return self.results.count(seat)

    def power_of(self, card: CardId | None) -> int | None:
        """The printed power of a hero: the catalogue's, else what the client described."""
        if card is None:
            return None
        power = self.cards.power_of(card)
        if power is None:
            power = self._agreed(card, "power")
        if power is None and card in self.described:
            return self.described[card][2]
        return power

    def weapon_of(self, card: CardId | None) -> str | None:
        if card is None:
            return None
        weapon = self.cards.weapon_of(card)
        if weapon is None:
            weapon = self._agreed(card, "weapon")
        if weapon is None and card in self.described:
            return self.described[card][1]
        return weapon

    def cost_of(self, card: CardId | None) -> int | None:
        if card is None:
            return None
        cost = self.cards.cost_of(card)
        if cost is None:
            cost = self._agreed(card, "cost")
        if cost is None and card in self.described:
            return self.described[card][3]
        return cost

    def name_of(self, card: CardId) -> str:
        if card in self.described and (name := self.described[card][0]):
            return name
        name = self.cards.name_of(card)
        return name if name != card else self._agreed(card, "name") or card

    def _agreed(self, card: CardId, fact: str) -> Any:
        """A fact in which all cards agree that an id can stand for: it is certain, whichever of them is meant."""
        meant = self.cards.meant_by(card)
        if len(meant) > 1:
            self.unclear[card] = None
        told = {getattr(one, fact, None) for one in meant}
        return told.pop() if len(told) == 1 else None

    def learn(self, seat: SeatState, card: CardId | None, *, play: bool = False) -> None:
        """A card of a seat came to be known: it must be one of those brought that were not seen yet."""
        unseen = seat.unseen_plays if play else seat.unseen_heroes
        if unseen is not None and card is not None:
            self.learn_all(seat, unseen, (card,))

    def learn_all(self, seat: SeatState, unseen: dict[CardId, int], cards: Sequence[CardId | None]) -> None:
        """Several cards of a seat, all heroes or all plays, came to be known."""
        for card in cards:
            if card is None:
                continue
            left = unseen.get(card, 0)
            if left:
                unseen[card] = left - 1
                continue
            self.illegal(
                BROUGHT,
                f"Seat {seat.number} shows {self.name_of(card)} ({card}), "
                "but every copy it brought is elsewhere, or it brought none",
            )

    def forget(self, seat: SeatState, card: CardId | None, *, play: bool = False) -> None:
        """A known card went where nobody knows which it is."""
        unseen = seat.unseen_plays if play else seat.unseen_heroes
        if unseen is not None and card is not None:
            unseen[card] = unseen.get(card, 0) + 1

    def become(self, other: "State") -> None:
        """Stand as `other` stands; what was found on the way here stays found."""
        for name in set(State.__slots__) - {"events"}:
            setattr(self, name, getattr(other, name))


def counted(cards: tuple[CardId, ...] | None) -> dict[CardId, int] | None:
    """How often each card stands in a list, as a dict of the caller's own."""
    return None if cards is None else _counts(cards).copy()


# The same few decks are played again and again.
@lru_cache(maxsize=4096)
def _counts(cards: tuple[CardId, ...]) -> dict[CardId, int]:
    return dict(Counter(cards))

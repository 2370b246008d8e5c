"""A match in a park: two decks, the cards in the park, the benches, and who holds the flag."""

from typing import TypeAlias

from events.base import CardId
from events.challengers import Park

Slots: TypeAlias = list[CardId | None]


class Gained:
    """A bonus that counts: the event that brought it, how much, and how long it lasts."""

    __slots__ = ("amount", "event", "lasts", "name")

    def __init__(self, event: int, amount: int, name: str | None, lasts: str) -> None:
        self.event = event
        self.amount = amount
        self.name = name
        self.lasts = lasts


class Entry:
    """A card in the park. `name`: the one it counts as; None for a card or a name that is not known."""

    __slots__ = ("base", "bonuses", "card", "name")

    def __init__(self, card: CardId | None, name: str | None, base: int | None) -> None:
        self.card = card
        self.name = name
        self.base = base
        self.bonuses: list[Gained] = []

    def power(self) -> int | None:
        """Base power and bonuses, None if not known."""
        if self.base is None or not self.bonuses:
            return self.base
        return self.base + sum(bonus.amount for bonus in self.bonuses)


class Side:
    """A seat in a match. `park`: its cards there, the top one last.

    `deck` lists its cards in no order, with None for a hidden one; it is None where not even their number is known.
    `top` are the top cards that somebody saw, top first. `bench` lists cards by the name whose seat they lie on (None:
    a card that is not known), and is None after a gap. `bonuses` are the seat's own for the whole match.
    """

    __slots__ = (
        "bench",
        "bench_seats",
        "bonuses",
        "brought",
        "cards",
        "deck",
        "exhaust",
        "flags",
        "held",
        "park",
        "places",
        "redrew",
        "revealed",
        "seat",
        "shown",
        "top",
        "trophies",
    )

    def __init__(self, seat: int, deck: Slots | None, bench_seats: int | None) -> None:
        self.seat = seat
        self.deck = None if deck is None else list(deck)
        self.brought = None if deck is None else len(deck)
        self.top: Slots = []
        self.park: list[Entry] = []
        self.bench: dict[str | None, Slots] | None = {}
        self.bench_seats = bench_seats
        self.places: dict[int, str | None] = {}
        self.exhaust: Slots = []
        self.bonuses: list[Gained] | None = []
        self.flags = 0
        self.revealed = 0
        # For the facts: the cards it brought, if all are known, how often each was revealed and held the flag, and what
        # the seat had done before.
        self.cards = tuple(card for card in deck if card is not None) if deck is not None and None not in deck else None
        self.shown: dict[CardId, int] = {}
        self.held: dict[CardId, int] = {}
        self.redrew: bool | None = None
        self.trophies: int | None = None

    def hold_flag(self) -> None:
        """What counted for an attack alone counts no more."""
        for entry in self.park:
            if entry.bonuses:
                entry.bonuses = [bonus for bonus in entry.bonuses if bonus.lasts != "attack"]

    def own_bonus(self) -> int | None:
        if not self.bonuses:
            return None if self.bonuses is None else 0
        return sum(bonus.amount for bonus in self.bonuses)

    def attack_power(self) -> int | None:
        """All cards revealed in this attack with their bonuses."""
        total = self.own_bonus()
        for entry in self.park:
            power = entry.power() if entry.bonuses else entry.base
            if total is None or power is None:
                return None
            total += power
        return total

    def flag_power(self) -> int | None:
        """What defends: the top card alone with its bonuses. Cards beneath it count nothing."""
        own, power = self.own_bonus(), self.park[-1].power() if self.park else None
        return None if own is None or power is None else own + power

    def fits(self, names: list[str | None]) -> bool | None:
        """Whether cards of these names find seats on the bench; None where that is not known."""
        bench = self.bench
        if bench is None or self.bench_seats is None:
            return None
        fresh = {name for name in names if name is not None and name not in bench}
        unnamed = names.count(None)
        if not fresh and not unnamed:
            return True
        occupied = len(bench) - (None in bench) + len(fresh)
        if fresh and occupied > self.bench_seats:
            return False
        hidden = len(bench.get(None, ())) + unnamed
        return True if occupied + hidden <= self.bench_seats else None

    def put_on_bench(self, card: CardId | None, name: str | None) -> None:
        if self.bench is not None:
            self.bench.setdefault(name, []).append(card)

    def benched(self) -> list[CardId | None]:
        return [card for cards in (self.bench or {}).values() for card in cards]

    def everything(self) -> Slots:
        """Every card of the seat, wherever it lies."""
        return [*(self.deck or ()), *(entry.card for entry in self.park), *self.benched(), *self.exhaust]

    def lose_sight(self) -> None:
        """After a gap nothing here is certain."""
        self.deck = self.bench = self.bonuses = self.bench_seats = None
        self.top = []
        self.places = {}
        self.park = [Entry(None, None, None)]


class Match:
    """A match. `holder`, `owing` and `overflowed` are places in `sides`.

    They say who holds the flag, who has yet to bench what lost it, and whose bench an effect made too full.
    """

    __slots__ = (
        "fans",
        "final",
        "gapped",
        "holder",
        "over",
        "overflowed",
        "owing",
        "park",
        "reason",
        "round",
        "sides",
        "started",
        "starter",
        "starts_by",
        "winner",
    )

    def __init__(self, round_: int, park: Park, sides: tuple[Side, Side]) -> None:
        self.round = round_
        self.park = park
        self.sides = sides
        self.started = 0
        self.starter: int | None = None
        self.starts_by: str | None = None
        self.final = False
        self.holder: int | None = None
        self.owing: int | None = None
        self.overflowed: int | None = None
        self.over = False
        self.winner: int | None = None
        self.reason: str | None = None
        self.fans: int | None = None
        self.gapped = False

    def place_of(self, seat: int) -> int | None:
        """Where a seat stands in `sides`. A seat that is not known (0) may be this one."""
        one, two = self.sides
        if one.seat == seat:
            return 0
        if two.seat == seat:
            return 1
        for place, side in enumerate(self.sides):
            if side.seat == 0:
                side.seat = seat
                return place
        return None

    def needed(self) -> int | None:
        """The power that an attack must reach."""
        return None if self.holder is None else self.sides[self.holder].flag_power()

    def lose_sight(self) -> None:
        self.gapped = True
        self.holder = self.owing = self.overflowed = None
        for side in self.sides:
            side.lose_sight()

"""Who plays the house tournaments of Challengers!: how a seat drafts, what it has, and its side of a match."""

from collections.abc import Sequence
from random import Random

import msgspec

from events.base import CardId
from events.challengers import Bonus
from projector.challengers.cards import STARTER_LEVEL, Card, Catalogue


class Drafter(msgspec.Struct, frozen=True):
    """How a house player drafts: what a point of power is worth to it, a name it has already, a set it has already.

    It removes its weakest cards while it has more names than `names`, and more than `cards` cards.
    """

    name: str
    power: float
    same_name: float
    same_set: float
    names: int
    cards: int


DRAFTERS: tuple[Drafter, ...] = (
    Drafter("power", power=1.0, same_name=0.0, same_set=0.0, names=9, cards=9),
    Drafter("few-names", power=1.0, same_name=3.0, same_set=0.0, names=6, cards=9),
    Drafter("sets", power=1.0, same_name=1.0, same_set=0.5, names=8, cards=10),
)


class Player:
    """A seat that plays: its deck, its trophies by round, and how it drafts (None: the bot)."""

    def __init__(self, seat: int, drafter: Drafter | None, deck: list[CardId]) -> None:
        self.seat = seat
        self.drafter = drafter
        self.deck = deck
        self.trophies: dict[int, int] = {}
        self.supplied = 0

    def fans(self) -> int:
        return self.supplied + sum(self.trophies.values())

    def standing(self) -> tuple[int, int, int]:
        """What ranks a seat: fans, then trophies, then the highest round of a trophy."""
        return self.fans(), len(self.trophies), max(self.trophies, default=0)


class Held:
    """The names in a deck, and how many cards of each set, starters apart."""

    def __init__(self, cards: Catalogue, deck: Sequence[CardId]) -> None:
        self.names: set[str] = set()
        self.sets: dict[str, int] = {}
        for card in deck:
            self.add(cards.cards[card])

    def add(self, card: Card) -> None:
        self.names.add(card.name)
        if card.level != STARTER_LEVEL:
            self.sets[card.set] = self.sets.get(card.set, 0) + 1


class Side:
    """A player in a match: the shuffled deck, cards and bonuses in the park, the bench by name."""

    def __init__(self, player: Player, cards: Catalogue, random: Random) -> None:
        self.player = player
        self.seat = player.seat
        self.cards = cards.cards
        self.deck = list(player.deck)
        random.shuffle(self.deck)
        self.park: list[CardId] = []
        self.bench: dict[str, list[CardId]] = {}
        # What the cards of this attack count for, what the top one counts for with the flag, and the seat's own bonus.
        self.attack = self.top = self.counted = self.own = 0

    def reveal(self, card: CardId, bonuses: Sequence[Bonus]) -> None:
        base = self.cards[card].power
        self.top = base + sum(bonus.amount for bonus in bonuses if bonus.lasts == "flag")
        self.counted = self.top + sum(bonus.amount for bonus in bonuses if bonus.lasts == "attack")
        self.own += sum(bonus.amount for bonus in bonuses if bonus.lasts == "match")
        self.attack += self.counted
        self.park.append(card)

    def power_of_top(self) -> int:
        """What the card revealed last counts for in this attack."""
        return self.counted

    def attack_power(self) -> int:
        return self.attack + self.own

    def flag_power(self) -> int:
        return self.top + self.own

    def hold(self) -> None:
        """The flag is taken: from now on the top card alone counts, without what lasts for an attack."""
        self.attack = 0

    def names_with_park(self) -> set[str]:
        return {*self.bench, *(self.cards[card].name for card in self.park)}

    def bench_all(self) -> tuple[CardId, ...]:
        """Put all cards from the park on the bench."""
        moved = tuple(self.park)
        for card in moved:
            self.bench.setdefault(self.cards[card].name, []).append(card)
        self.park.clear()
        self.attack = self.top = 0
        return moved

    def exhaust(self, count: int) -> list[CardId]:
        """Take cards off the bench, those of the rarest names first."""
        gone: list[CardId] = []
        while self.bench and len(gone) < count:
            name = min(self.bench, key=lambda held: (len(self.bench[held]), held))
            gone.append(self.bench[name].pop())
            if not self.bench[name]:
                del self.bench[name]
        return gone

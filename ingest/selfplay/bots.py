"""Three house bots that differ, and all that a bot may know when it decides: its own cards and what the table shows."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

import msgspec

from events.base import CardId
from events.boba import Setup
from ingest.selfplay.plays import PlainPlays
from projector.boba.cards import Catalogue

Direction = Literal["left_to_right", "right_to_left"]


class Shown:
    """What the table shows of a seat. `power` and `weapon` are of its hero in the open battle, once revealed."""

    __slots__ = ("bench", "hot_dogs", "passed", "play_hand", "power", "spent", "trophies", "weapon")

    def __init__(self, hot_dogs: int) -> None:
        self.hot_dogs = hot_dogs
        self.spent = 0
        self.trophies = 0
        self.bench = 0
        self.play_hand = 0
        self.passed = False
        self.power = 0
        self.weapon: str | None = None


class Sight:
    """What one seat sees. `zone` is its face-down hero of this battle, None where the game hides it from its own seat.

    `brought` are the powers of its own deck in order: the best guess at what the other seat may have.
    """

    __slots__ = ("battle", "bench", "brought", "cards", "mine", "play_hand", "plays", "setup", "theirs", "zone")

    def __init__(
        self, setup: Setup, cards: Catalogue, plays: PlainPlays, brought: Sequence[int], shown: tuple[Shown, Shown]
    ) -> None:
        self.setup = setup
        self.cards = cards
        self.plays = plays
        self.brought = brought
        self.mine, self.theirs = shown
        self.battle = 0
        self.zone: CardId | None = None
        self.bench: list[CardId] = []
        self.play_hand: list[CardId] = []

    def strength(self, hero: CardId | None) -> int:
        """Higher wins, whichever power wins in this game; a hero that is hidden is one of the deck's middle."""
        power = self.cards.power_of(hero) if hero is not None else None
        if power is None:
            power = self.brought[len(self.brought) // 2]
        return power if self.setup.winning_power == "high" else -power

    def lead(self) -> float:
        """How far the own hero is ahead; half a point stands for the Super weapon of a tie."""
        lead = self.mine.power - self.theirs.power
        if self.setup.winning_power == "low":
            lead = -lead
        if lead == 0 and self.setup.super_breaks_ties:
            return ((self.mine.weapon == "Super") - (self.theirs.weapon == "Super")) / 2
        return lead

    def chance(self, hero: CardId | None) -> float:
        """How likely a hero beats an unknown one; a draw counts half."""
        strength, brought = self.strength(hero), self.brought
        beaten = bisect_left(brought, abs(strength)) + bisect_right(brought, abs(strength))
        share = beaten / (2 * len(brought))
        return share if self.setup.winning_power == "high" else 1 - share

    def swing(self, power: int) -> int:
        """A change of power as a change of the lead."""
        return power if self.setup.winning_power == "high" else -power

    def runnable(self) -> list[tuple[CardId, int]]:
        """The plays in hand that can be paid for and executed, with their costs."""
        found = []
        for play in self.play_hand:
            cost = self.cards.cost_of(play)
            if cost is not None and cost <= self.mine.hot_dogs and play in self.plays.effects:
                found.append((play, cost))
        return found

    def battles_left(self) -> int:
        """Battles to come after this one."""
        return self.setup.battles - self.battle


class Bot(msgspec.Struct, frozen=True):
    """A way to play. `name` stands for its player; every choice is made from the sight of its seat.

    `place` orders the heroes it drew for battles 1 to the last, `honors` tells whether it wants to act first,
    `substitute` the hero of the bench to bring in (None: decline), `play` the play to run next (None: pass).
    """

    name: str
    place: Callable[[Sight, Sequence[CardId], Random], list[CardId]]
    honors: Callable[[Sight], bool]
    direction: Callable[[Random], Direction]
    substitute: Callable[[Sight], CardId | None]
    play: Callable[[Sight], CardId | None]


# Rush spends early: its best heroes first, any better hero from the bench, the strongest play while it is not ahead.


def _strongest_first(sight: Sight, heroes: Sequence[CardId], _: Random) -> list[CardId]:
    return sorted(heroes, key=sight.strength, reverse=True)


def _any_better(sight: Sight) -> CardId | None:
    best = max(sight.bench, key=sight.strength)
    return best if sight.strength(best) > sight.strength(sight.zone) else None


def _strongest_play(sight: Sight) -> CardId | None:
    lead = sight.lead()
    if lead > 0 and (sight.theirs.passed or lead >= 20):
        return None
    best, best_swing = None, 0.0
    for play, _ in sight.runnable():
        swing = _expected_swing(sight, play)
        if swing > best_swing:
            best, best_swing = play, swing
    return best


def _expected_swing(sight: Sight, play: CardId) -> float:
    prospects = sight.plays.prospects(play, sight.mine.weapon, sight.theirs.weapon)
    return sight.swing(1) * sum(prospect.chance * prospect.power for prospect in prospects)


# Thrift saves: its best heroes last, a hero from the bench only for a weak one, the cheapest play that surely turns
# a battle.


def _weakest_first(sight: Sight, heroes: Sequence[CardId], _: Random) -> list[CardId]:
    return sorted(heroes, key=sight.strength)


def _small_but_enough(sight: Sight) -> CardId | None:
    if (
        sight.mine.hot_dogs - sight.setup.substitution_cost < min(sight.battles_left(), 2)
        or sight.chance(sight.zone) > 0.35
    ):
        return None
    enough = [hero for hero in sight.bench if sight.chance(hero) >= 0.5]
    return min(enough, key=sight.strength) if enough else None


def _cheapest_sure_play(sight: Sight) -> CardId | None:
    lead = sight.lead()
    best, best_cost = None, sight.mine.hot_dogs + 1
    for play, cost in sight.runnable():
        prospects = sight.plays.prospects(play, sight.mine.weapon, sight.theirs.weapon)
        worst = lead + min(sight.swing(prospect.power) for prospect in prospects)
        turns = lead <= 0 < worst
        free = cost == 0 and worst >= lead and all(prospect.cards + prospect.hot_dogs > 0 for prospect in prospects)
        if (turns or free) and cost < best_cost:
            best, best_cost = play, cost
    return best


# Odds counts: an order nobody can guess, and whatever adds more to its chances than its hot dogs are worth later on.


def _in_any_order(_: Sight, heroes: Sequence[CardId], random: Random) -> list[CardId]:
    return random.sample(heroes, len(heroes))


def _most_likely_hero(sight: Sight) -> CardId | None:
    best = max(sight.bench, key=sight.strength)
    gain = sight.chance(best) - sight.chance(sight.zone)
    return best if gain > sight.setup.substitution_cost * _price(sight) else None


def _most_likely_play(sight: Sight) -> CardId | None:
    lead, price = sight.lead(), _price(sight)
    # Against a seat that can still answer, a narrow lead is not worth much.
    margin = 0 if sight.theirs.passed else min(5 * sight.theirs.hot_dogs, 5 * sight.theirs.play_hand, 15)
    now = _likely(lead, margin)
    card = 0.04 * min(sight.battles_left(), 3) / 3
    best, best_worth = None, 0.0
    for play, cost in sight.runnable():
        worth = -now - price * cost
        for prospect in sight.plays.prospects(play, sight.mine.weapon, sight.theirs.weapon):
            recovered = min(prospect.hot_dogs, sight.mine.spent + cost)
            then = _likely(lead + sight.swing(prospect.power), margin)
            worth += prospect.chance * (then + price * recovered + card * prospect.cards)
        if worth > best_worth:
            best, best_worth = play, worth
    return best


def _price(sight: Sight) -> float:
    """What one hot dog may be worth in the battles to come, as a chance to win one."""
    left = sight.battles_left()
    plays = 2 if sight.setup.playbook else 1
    return 0.06 * plays * left / max(sight.mine.hot_dogs, left, 1)


def _likely(lead: float, margin: int) -> float:
    """The chance to win a battle with a lead that the other seat may cut by about a margin."""
    if lead > margin:
        return 1.0
    if lead <= -margin:
        return 0.0 if lead < 0 else 0.3
    return 0.5 + 0.4 * lead / margin


BOTS: tuple[Bot, ...] = (
    Bot(
        name="bot-rush",
        place=_strongest_first,
        honors=lambda _: True,
        direction=lambda _: "left_to_right",
        substitute=_any_better,
        play=_strongest_play,
    ),
    Bot(
        name="bot-thrift",
        place=_weakest_first,
        honors=lambda _: False,
        direction=lambda _: "right_to_left",
        substitute=_small_but_enough,
        play=_cheapest_sure_play,
    ),
    Bot(
        name="bot-odds",
        place=_in_any_order,
        # Who acts second in the play window knows what to beat.
        honors=lambda sight: not sight.setup.playbook,
        direction=lambda random: "left_to_right" if random.random() < 0.5 else "right_to_left",
        substitute=_most_likely_hero,
        play=_most_likely_play,
    ),
)

"""How often the starting seat wins with the two starter decks and no effects, exactly, over every order of both decks.

`python -m tests.test_challengers_starters` prints it. Every distinct order of both decks is dealt; orders that show the
same cards up to the end of the match are the same match, which the rules fold once. The test holds the result against a
second way to it, which knows neither orders nor events: the chance of each next card, by what is left in a deck.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

from events.base import CardId, Event
from events.challengers import (
    CardRevealed,
    DeckReady,
    FlagTaken,
    MatchStarted,
    MatchWon,
    Seated,
    TournamentStarted,
)
from projector.challengers.fold import fold
from tests.test_challengers_rules import CARDS

STARTER = CARDS.starter_deck()
POWER = {card: CARDS.cards[card].power for card in STARTER}
BEFORE: tuple[Event, ...] = (
    TournamentStarted((Seated(), Seated())),
    DeckReady(1, 1),
    DeckReady(1, 2),
    MatchStarted(1, "green", (1, 2), 1, "toss"),
)


def shown(starting: Sequence[CardId], other: Sequence[CardId]) -> list[Event]:
    """What is revealed and taken when two decks lie in these orders, until an attack runs out of cards."""
    events: list[Event] = []
    decks = {1: list(starting), 2: list(other)}

    def reveal(seat: int) -> int:
        card = decks[seat].pop(0)
        events.append(CardRevealed(1, "green", seat, card))
        return POWER[card]

    needed, attacker = reveal(1), 2
    while True:
        total = last = 0
        while total < needed:
            if not decks[attacker]:
                return events
            last = reveal(attacker)
            total += last
        events.append(FlagTaken(1, "green", attacker))
        needed, attacker = last, 3 - attacker


def matches() -> dict[tuple[Event, ...], int]:
    """Every match there can be, and in how many pairs of orders it is played."""
    orders = sorted(set(permutations(STARTER)))
    counts: dict[tuple[Event, ...], int] = {}
    for starting in orders:
        for other in orders:
            events = tuple(shown(starting, other))
            counts[events] = counts.get(events, 0) + 1
    return counts


def winner(match: Sequence[Event]) -> int:
    """Who wins a match by the rules. Raises ValueError if it is not played by them."""
    state = fold(CARDS, [*BEFORE, *match, MatchWon(1, "green", None)])
    played = state.matches["green"]
    if state.findings or state.doubts or played.winner is None or played.reason != "out_of_cards":
        raise ValueError(f"No such match is played by the rules: {state.findings}")
    return played.winner


def starting_seat_wins() -> Fraction:
    """The part of all pairs of orders in which the starting seat wins."""
    counts = matches()
    wins = sum(count for match, count in counts.items() if winner(match) == 1)
    return Fraction(wins, sum(counts.values()))


def chance_by_what_is_left() -> Fraction:
    """The same by chances: a deck is only what is left in it, each card of it equally likely to be the next."""

    @cache
    def attacks(mine: tuple[int, ...], theirs: tuple[int, ...], needed: int, total: int) -> Fraction:
        """The chance that the attacker, with `mine` left, wins in the end."""
        if not mine:
            return Fraction(0)
        won = Fraction(0)
        for place, power in enumerate(mine):
            left = mine[:place] + mine[place + 1 :]
            if total + power >= needed:
                won += 1 - attacks(theirs, left, power, 0)
            else:
                won += attacks(left, theirs, needed, total + power)
        return won / len(mine)

    deck = tuple(sorted(POWER[card] for card in STARTER))
    first = [1 - attacks(deck, deck[:place] + deck[place + 1 :], power, 0) for place, power in enumerate(deck)]
    return sum(first, Fraction(0)) / len(first)


def test_every_order_of_both_decks_is_counted() -> None:
    assert sum(matches().values()) == (720 // 6) ** 2


def test_the_starting_seats_exact_chance_is_the_same_by_the_rules_and_by_chances() -> None:
    assert starting_seat_wins() == chance_by_what_is_left()


if __name__ == "__main__":
    found = starting_seat_wins()
    print(f"The starting seat wins {found} of all matches between two starter decks: {float(found):.4%}")  # noqa: T201

"""The referee of Challengers!: every rule it cites allows something and forbids something."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.base import CardId, Event, GapLeft, Rewound, SeatConceded, TakenBack
from events.challengers import (
    AllowedDraw,
    BenchSeatsChanged,
    Bonus,
    BonusEnded,
    BonusGained,
    BotDeckSet,
    CardDescribed,
    CardRevealed,
    CardsBenched,
    CardsDrawn,
    CardsKept,
    CardsLookedAt,
    CardsMoved,
    CardsRedrawn,
    CardsRemoved,
    CardsShown,
    ChoiceMade,
    DeckReady,
    DeckReordered,
    EffectPrevented,
    EffectTriggered,
    FansChanged,
    FinalistsFound,
    FlagTaken,
    MatchShown,
    MatchStarted,
    MatchWon,
    NameChanged,
    Pairing,
    PileChosen,
    PileRefilled,
    RoundStarted,
    SeatCorrected,
    Seated,
    SeatShown,
    TournamentEnded,
    TournamentStarted,
    TrophiesTurnedUp,
    Trophy,
    TrophyTaken,
)
from ingest.catalogues import load_challengers
from projector.challengers import GAME, rulebook
from projector.challengers.state import State
from projector.challengers.views import view
from projector.referee import Finding, Rule
from projector.replay import replay

DATA = Path(__file__).parent.parent / "data" / "challengers"
CARDS = load_challengers(DATA)
SETS = ("CITY", "CASTLE", "SHIPWRECK", "FILM", "HAUNTED", "SPACE")
# Single letters stand for the starters, whose power is 1 to 4.
SHORT = {"N": "CITY:S1", "T": "CITY:S2", "D": "CITY:S3", "C": "CITY:S4", "-": None}


def c(card: str) -> CardId | None:
    found = SHORT.get(card, card)
    return None if found is None else CardId(found)


def cs(cards: str) -> tuple[CardId | None, ...]:
    """Cards of a list of words; a dash is a card that is not shown."""
    return tuple(c(card) for card in cards.split())


def start(seats: int = 4, **fields: Any) -> TournamentStarted:
    return TournamentStarted((Seated(),) * seats, **fields)


def deck(cards: str) -> tuple[CardId, ...]:
    return tuple(card for card in cs(cards) if card is not None)


def ready(round_: int, *seats: int) -> list[Event]:
    return [DeckReady(round_, seat) for seat in seats]


def match(one: str, two: str, *, starter: int = 1) -> list[Event]:
    """A duel whose seats have these decks, in its first match: six events."""
    decks = [SeatCorrected(1, deck=cs(one)), SeatCorrected(2, deck=cs(two))]
    return [start(2), *ready(1, 1, 2), *decks, MatchStarted(1, "green", (1, 2), starter, "toss")]


def r(seat: int, card: str, *bonuses: Bonus, **fields: Any) -> CardRevealed:
    return CardRevealed(1, "green", seat, c(card), bonuses=bonuses, **fields)


def flag(seat: int, total: int | None = None, needed: int | None = None) -> FlagTaken:
    return FlagTaken(1, "green", seat, total, needed)


def benched(seat: int, cards: str, *places: int) -> CardsBenched:
    return CardsBenched(1, "green", seat, cs(cards), places)


def won(seat: int | None, reason: Any = None, **fields: Any) -> MatchWon:
    return MatchWon(1, "green", seat, reason, **fields)


def fold(events: Sequence[Event]) -> State:
    return GAME.fold(CARDS, events)


def found(events: Sequence[Event]) -> list[Finding]:
    return fold(events).findings


def illegal(event: int, rule: Rule, message: str) -> Finding:
    return Finding(event, "illegal", message, str(rule))


def differs(event: int, rule: Rule, what: str, stated: object, derived: object) -> Finding:
    message = f"{what}: the log states {stated}, the rules derive {derived}"
    return Finding(event, "differs", message, str(rule), str(stated), str(derived))


def answers(events: Sequence[Event]) -> list[str]:
    return [step.answer for step in replay(GAME, CARDS, events).steps]


def rounds(*winners: tuple[int, ...], seats: int = 4, fans_told: bool = True) -> list[Event]:
    """A tournament of so many rounds, each match won by concession: ten events a round of four seats after the start.

    All trophies have the lowest fans that are printed for their round.
    """
    setup = CARDS.plans.setup(seats)
    assert setup is not None
    events: list[Event] = [start(seats)]
    highest = dict.fromkeys(range(1, seats + 1), 0)
    for round_, (pairings, taken) in enumerate(zip(setup.pairings, winners, strict=False), 1):
        events += ready(round_, *range(1, seats + 1))
        for pairing, winner in zip(pairings, taken, strict=True):
            one, two = pairing.seats
            by_toss = highest[one] == highest[two]
            starter = two if highest[two] > highest[one] else one
            fans = min(CARDS.plans.trophy_fans(round_) or ()) if fans_told else None
            events += [
                MatchStarted(round_, pairing.park, (one, two), starter, "toss" if by_toss else "trophy"),
                MatchWon(round_, pairing.park, winner, "concession"),
                TrophyTaken(round_, pairing.park, winner, fans),
            ]
        highest |= dict.fromkeys(taken, round_)
    return events


def final(winner: int = 1) -> list[Event]:
    """Seats 1 and 2 play the final: four events."""
    return [
        *ready(8, 1, 2),
        MatchStarted(8, "green", (1, 2), 1, "toss", final=True),
        MatchWon(8, "green", winner, "concession"),
    ]


# Every rule: a game that keeps it, one that breaks it, and what the referee says of the second


class Case(msgspec.Struct, frozen=True):
    rule: str
    keeps: Sequence[Event]
    breaks: Sequence[Event]
    says: Sequence[Finding]


A5 = "CITY:A1 CITY:A1 CITY:A2 CASTLE:A1 CASTLE:A2"
DRAWN = [start(4, sets=SETS, left_out="FUNFAIR"), CardsDrawn(1, 1, "A", cs(A5))]
# Seat 1 wins everything, seat 2 whatever seat 1 does not; they have 34 and 26 fans, seats 3 and 4 have 8 and none.
SEVEN = rounds((1, 2), (1, 3), (1, 2), (1, 2), (1, 3), (1, 2), (1, 2))
TROPHIES = (
    *(Trophy(1, round_, fans) for round_, fans in enumerate((2, 2, 3, 5, 6, 7, 9), 1)),
    *(Trophy(2, round_, fans) for round_, fans in ((1, 2), (3, 3), (4, 5), (6, 7), (7, 9))),
    *(Trophy(3, round_, fans) for round_, fans in ((2, 2), (5, 6))),
)
# A duel that ends 22 to 12, and one in which seat 1 leads by 12 after round 4.
DUEL = rounds((1,), (1,), (1,), (2,), (1,), (2,), (1,), seats=2)
LED = rounds((1,), (1,), (1,), (1,), seats=2)
# Seat 1 has six names on its bench and must put a second Talent there, of another level.
FULL = [
    *match("N T D C SHIPWRECK:A2 CASTLE:A4 CITY:A2 CITY:B1 C D", " ".join(["CITY:C1"] * 9)),
    *(r(1, "N"), r(2, "CITY:C1"), flag(2), benched(1, "N")),
    *(r(1, "T"), r(1, "D"), r(1, "C"), flag(1), r(2, "CITY:C1"), flag(2), benched(1, "T D C")),
    *(r(1, "SHIPWRECK:A2"), r(1, "CASTLE:A4"), r(1, "CITY:A2"), flag(1), r(2, "CITY:C1"), flag(2)),
    benched(1, "SHIPWRECK:A2 CASTLE:A4"),
]
# Then it must bench a Mascot, a seventh name.
SEVENTH = [*FULL, r(1, "CITY:B1"), r(1, "C"), flag(1), r(2, "CITY:C1"), flag(2)]


CASES = [
    Case(
        "ONE_START",
        [start()],
        [start(), start()],
        [illegal(2, rulebook.ONE_START, "The tournament started already; this is event 2")],
    ),
    Case(
        "ONE_START",
        [start(), CardDescribed(CardId("X"), "Ice Cream Van")],
        [CardDescribed(CardId("X"), "Ice Cream Van")],
        [illegal(1, rulebook.ONE_START, "CardDescribed before the tournament started")],
    ),
    Case(
        "SEATS",
        [start(), *ready(1, 4)],
        [start(), *ready(1, 5)],
        [illegal(2, rulebook.SEATS, "There is no seat 5: the tournament has 4")],
    ),
    Case(
        "SETS",
        [start(4, sets=SETS, left_out="FUNFAIR")],
        [start(4, sets=SETS[:5], left_out="CITY")],
        [
            illegal(1, rulebook.SETS, "CITY is in use and left out"),
            illegal(1, rulebook.SETS, "The sets in use are CITY, CASTLE, SHIPWRECK, FILM, HAUNTED"),
        ],
    ),
    Case(
        "STARTER_DECK",
        [TournamentStarted((Seated(deck=deck("N N N T D C")), Seated(deck=deck("C D T N N N"))))],
        [TournamentStarted((Seated(deck=deck("N N N T D C")), Seated(deck=deck("N N T T D C"))))],
        [illegal(1, rulebook.STARTER_DECK, "The starter decks differ")],
    ),
    Case(
        "PAIRING",
        [start(), RoundStarted(1, (Pairing("green", (4, 1)), Pairing("red", (2, 3))))],
        [start(), RoundStarted(1, (Pairing("green", (1, 2)), Pairing("red", (3, 4))))],
        [differs(2, rulebook.PAIRING, "Round 1", "green 1-2, red 3-4", "green 1-4, red 2-3")],
    ),
    Case(
        "PAIRING",
        [start(), *ready(1, 1, 4), MatchStarted(1, "green", (4, 1), 1, "toss")],
        [start(), *ready(1, 1, 2), MatchStarted(1, "green", (1, 2), 1, "toss")],
        [illegal(4, rulebook.PAIRING, "Seats 1 and 2 meet in the green park in round 1, against the plan")],
    ),
    Case(
        "ROUND_ORDER",
        rounds((1, 2), (1, 3)),
        [*rounds((1, 2))[:9], *ready(2, 1)],
        [illegal(10, rulebook.ROUND_ORDER, "Round 2 begins before the match in the red park of round 1 is decided")],
    ),
    Case(
        "ROUND_ORDER",
        rounds((1, 2)),
        [*rounds((1, 2))[:8], *ready(2, 1), *ready(1, 1), *ready(4, 1), *ready(9, 1)],
        [
            illegal(9, rulebook.ROUND_ORDER, "Round 2 begins before the match in the red park of round 1 is played"),
            illegal(10, rulebook.ROUND_ORDER, "Something happens in round 1 after round 2 began"),
            illegal(11, rulebook.ROUND_ORDER, "Round 4 begins after round 2"),
            illegal(12, rulebook.ROUND_ORDER, "There is no round 9: the tournament has 7 rounds and a final"),
        ],
    ),
    Case(
        "ONE_MATCH",
        rounds((1, 2)),
        [*rounds((1, 2)), MatchStarted(1, "red", (2, 3), 2, "toss")],
        [illegal(12, rulebook.ONE_MATCH, "A second match starts in the red park in round 1")],
    ),
    Case(
        "ONE_MATCH",
        [start(), *ready(1, 2, 3), MatchStarted(1, "red", (2, 3), 2, "toss")],
        [start(), MatchStarted(1, "red", (3, 3), 3, "toss")],
        [
            illegal(2, rulebook.ONE_MATCH, "Seat 3 plays against itself"),
            illegal(2, rulebook.PAIRING, "Seats 3 and 3 meet in the red park in round 1, against the plan"),
        ],
    ),
    Case(
        "BOT_DRAW",
        [
            TournamentStarted((Seated(), Seated(bot=True))),
            CardsDrawn(1, 1, "A", cs("- - - - -")),
            BotDeckSet(1, 2, cs("N T D C")),
        ],
        [
            TournamentStarted((Seated(), Seated(bot=True))),
            CardsDrawn(1, 2, "A", cs("- - - - -")),
            BotDeckSet(1, 1, cs("N T D C")),
        ],
        [
            illegal(2, rulebook.BOT_DRAW, "Seat 2, the bot, draws"),
            illegal(3, rulebook.BOT_DRAW, "Seat 1 is given the bot's deck and is not the bot"),
        ],
    ),
    Case(
        "PLAN_DRAW",
        DRAWN,
        [start(), CardsDrawn(1, 1, "B", cs("- - - - -")), CardsDrawn(1, 1, "B", cs("- - - - -"))],
        [
            illegal(2, rulebook.PLAN_DRAW, "Seat 1 draws from tray B in round 1, not from A"),
            illegal(3, rulebook.PLAN_DRAW, "Seat 1 draws a second time in round 1"),
        ],
    ),
    Case(
        "PLAN_DRAW",
        [start(), PileChosen(1, 1, "A"), *DRAWN[1:]],
        [start(), PileChosen(1, 1, "B"), *DRAWN[1:]],
        [
            illegal(2, rulebook.PLAN_DRAW, "Seat 1 draws from tray B in round 1, not from A"),
            illegal(3, rulebook.PLAN_DRAW, "Seat 1 draws from tray A and chose tray B"),
        ],
    ),
    Case(
        "CARDS_DRAWN",
        DRAWN,
        [DRAWN[0], CardsDrawn(1, 1, "A", cs("- - - -")), CardsDrawn(1, 2, "A", cs("- - - - - -"))],
        [
            illegal(2, rulebook.CARDS_DRAWN, "Seat 1 draws 4 cards instead of 5; tray A holds 81"),
            illegal(3, rulebook.CARDS_DRAWN, "Seat 2 draws 6 cards instead of 5"),
        ],
    ),
    Case(
        "COPIES",
        DRAWN,
        [
            DRAWN[0],
            CardsDrawn(1, 1, "A", cs("CITY:A1 CITY:A1 CITY:A1 CITY:A1 CITY:B1")),
            CardsDrawn(1, 2, "A", cs("CITY:A1 FUNFAIR:A1 - - -")),
        ],
        [
            illegal(2, rulebook.COPIES, "Seat 1 draws Mascot (CITY:B1) of level B from tray A"),
            illegal(
                3,
                rulebook.COPIES,
                "Seat 2 draws Journalist (CITY:A1), but every copy in use is elsewhere, or its set is not in use",
            ),
            illegal(
                3,
                rulebook.COPIES,
                "Seat 2 draws Clown (FUNFAIR:A1), but every copy in use is elsewhere, or its set is not in use",
            ),
        ],
    ),
    Case(
        "REDRAW",
        [
            *DRAWN,
            CardsKept(1, 1, cs("CITY:A1")),
            CardsRedrawn(1, 1, "A", cs("CITY:A1 CITY:A2 CASTLE:A1 CASTLE:A2"), cs("- - - -")),
        ],
        [
            *DRAWN,
            CardsRedrawn(1, 1, "A", cs("CITY:A1 CITY:A2"), cs("- -")),
            CardsRedrawn(1, 1, "A", cs("CITY:A1 CASTLE:A1 CASTLE:A2 - -"), cs("- - - - -")),
        ],
        [
            illegal(3, rulebook.REDRAW, "Seat 1 discards 2 of the 5 drawn cards"),
            illegal(4, rulebook.REDRAW, "Seat 1 redraws a second time in round 1"),
        ],
    ),
    Case(
        "REDRAW",
        [*DRAWN, CardsRedrawn(1, 1, "A", cs(A5), cs("- - - - -"))],
        [*DRAWN, CardsRedrawn(1, 1, "A", cs("CITY:A1 CITY:A1 CITY:A2 CASTLE:A1 CASTLE:A3"), cs("- - - - -"))],
        [illegal(3, rulebook.REDRAW, "Seat 1 discards Stable Boy (CASTLE:A3), which it did not draw")],
    ),
    Case(
        "REDRAW",
        DRAWN,
        [*DRAWN, CardsRedrawn(1, 1, "B", cs(A5), cs("- - - - -"))],
        [illegal(3, rulebook.REDRAW, "Seat 1 redraws from tray B and drew from A")],
    ),
    Case(
        "REDRAW",
        DRAWN,
        [*DRAWN, CardsRedrawn(1, 1, "A", cs("CITY:A1"), cs("- - - - -"))],
        [illegal(3, rulebook.REDRAW, "Seat 1 discards 1 of its cards and draws 5 anew")],
    ),
    Case(
        "KEPT",
        [*DRAWN, CardsKept(1, 1, cs("CITY:A1"))],
        [*DRAWN, CardsKept(1, 1, cs("CITY:A1 CASTLE:A3"))],
        [illegal(3, rulebook.KEPT, "Seat 1 keeps Stable Boy (CASTLE:A3), which it did not draw")],
    ),
    Case(
        "KEEP_LIMIT",
        [*DRAWN, CardsKept(1, 1, cs("CITY:A1")), CardsKept(1, 1, cs("CITY:A1"))],
        [*DRAWN, CardsKept(1, 1, cs("CITY:A1 CITY:A1")), CardsKept(1, 1, cs("CITY:A2"))],
        [illegal(4, rulebook.KEEP_LIMIT, "Seat 1 keeps 3 cards in round 1 instead of 2")],
    ),
    Case(
        "REMOVED",
        [*DRAWN, CardsKept(1, 1, cs("CITY:A1")), CardsRemoved(1, 1, cs("N N CITY:A1"))],
        [*DRAWN, CardsRemoved(1, 1, cs("C C")), CardsKept(1, 1, ()), CardsDrawn(1, 1, "A", cs("- - - - -"))],
        [
            illegal(3, rulebook.REMOVED, "Seat 1 removes Champion (CITY:S4), which is not in its deck"),
            illegal(4, rulebook.REMOVED, "Seat 1 keeps cards after it removed cards"),
            illegal(5, rulebook.REMOVED, "Seat 1 draws after it removed cards"),
        ],
    ),
    Case(
        "PHASE_OVER",
        [*DRAWN, DeckReady(1, 1)],
        [
            *DRAWN,
            DeckReady(1, 1),
            CardsKept(1, 1, ()),
            DeckReady(1, 4),
            MatchStarted(1, "green", (1, 4), 1, "toss"),
            CardsRemoved(1, 4, cs("N")),
        ],
        [
            illegal(4, rulebook.PHASE_OVER, "Seat 1 keeps cards after it was ready for round 1"),
            illegal(7, rulebook.PHASE_OVER, "Seat 4 removes cards after its match of round 1 started"),
        ],
    ),
    Case(
        "REFILL",
        [*DRAWN, DeckReady(1, 1), PileRefilled(1, "A", 5)],
        [*DRAWN, DeckReady(1, 1), PileRefilled(1, "A", 4)],
        [differs(4, rulebook.REFILL, "The discard of tray A", "4", "5")],
    ),
    Case(
        "FINAL_DECK",
        [*SEVEN, FinalistsFound((1, 2)), CardsRemoved(8, 1, cs("N")), *final()],
        [*SEVEN, FinalistsFound((1, 2)), CardsDrawn(8, 1, "C", cs("- - - - -"))],
        [illegal(73, rulebook.FINAL_DECK, "Seat 1 draws before the final")],
    ),
    Case(
        "TOSS",
        match("D", "D"),
        [*match("D", "D")[:5], MatchStarted(1, "green", (1, 2), 1, "trophy")],
        [differs(6, rulebook.TOSS, "The start of seats 1 and 2 in round 1", "trophy", "toss")],
    ),
    Case(
        "STARTS",
        rounds((1, 2), (2, 3)),
        [*rounds((1, 2)), *ready(2, 3, 4), MatchStarted(2, "red", (3, 4), 3, "trophy")],
        [differs(14, rulebook.STARTS, "The start of seats 3 and 4 in round 2", "trophy", "toss")],
    ),
    Case(
        "STARTS",
        rounds((1, 3), (1, 3)),
        [*rounds((1, 3)), *ready(2, 3, 4), MatchStarted(2, "red", (3, 4), 4, "toss")],
        [
            differs(14, rulebook.STARTS, "The start of seats 3 and 4 in round 2", "toss", "trophy"),
            differs(14, rulebook.STARTS, "Round 2, who starts", "seat 4", "seat 3"),
        ],
    ),
    Case(
        "STARTS",
        match("D", "D"),
        [*match("D", "D")[:5], MatchStarted(1, "green", (1, 2), 3, "toss")],
        [illegal(6, rulebook.STARTS, "Seat 3 starts a match of seats 1 and 2")],
    ),
    Case(
        "DECK",
        [*match("D D", "C"), r(1, "D")],
        [*match("D D", "C"), r(1, "C"), r(2, "C"), flag(2), r(1, "D"), r(1, "D"), r(1, "D")],
        [
            illegal(7, rulebook.DECK, "Seat 1 reveals Champion (CITY:S4), which is not left in its deck"),
            illegal(12, rulebook.ATTACK_ENDS, "Seat 1 reveals another card although its 6 reach the needed 4"),
            illegal(12, rulebook.DECK, "Seat 1 reveals a card and has none left"),
        ],
    ),
    Case(
        "DECK_SIZE",
        [*match("D D", "C")[:5], MatchStarted(1, "green", (1, 2), 1, "toss", decks=(2, 1))],
        [*match("D D", "C")[:5], MatchStarted(1, "green", (1, 2), 1, "toss", decks=(3, 1))],
        [differs(6, rulebook.DECK_SIZE, "Seat 1 plays with cards", "3", "2")],
    ),
    Case(
        "TURN",
        [*match("D D", "C"), r(1, "D"), r(2, "C"), flag(2)],
        [*match("D D", "C C"), r(2, "C"), r(2, "C"), flag(2), flag(1)],
        [
            illegal(7, rulebook.TURN, "Seat 2 reveals first, but seat 1 starts"),
            illegal(8, rulebook.TURN, "Seat 2 reveals a card while it holds the flag"),
            illegal(9, rulebook.TURN, "Seat 2 takes the flag without an attack on it"),
            illegal(10, rulebook.TURN, "Seat 1 takes the flag before it revealed a card"),
        ],
    ),
    Case(
        "ATTACK_ENDS",
        [*match("C", "D N T"), r(1, "C"), r(2, "D"), r(2, "N"), flag(2)],
        [*match("C", "D N T"), r(1, "C"), r(2, "D"), r(2, "N"), r(2, "T"), flag(2)],
        [illegal(10, rulebook.ATTACK_ENDS, "Seat 2 reveals another card although its 4 reach the needed 4")],
    ),
    Case(
        "POWER_SUM",
        [*match("C", "D N"), r(1, "C", power=4), r(2, "D", Bonus(2), power=5), flag(2, 5, 4)],
        [*match("C", "D N"), r(1, "C", power=5), r(2, "D", Bonus(2), power=5), flag(2, 6, 4)],
        [
            differs(7, rulebook.POWER_SUM, "Seat 1's Champion counts for", "5", "4"),
            differs(9, rulebook.POWER_SUM, "Seat 2's attack", "6", "5"),
            differs(9, rulebook.POWER_SUM, "Seat 1's power", "4", "5"),
        ],
    ),
    Case(
        "NEEDED_POWER",
        [*match("C", "D N"), r(1, "C"), r(2, "D"), r(2, "N"), flag(2)],
        [*match("C", "D N"), r(1, "C"), r(2, "D"), flag(2)],
        [illegal(9, rulebook.NEEDED_POWER, "Seat 2 took the flag with 3, but seat 1 holds it with 4")],
    ),
    Case(
        "BENCH_ALL",
        [*match("C D", "C"), r(1, "C"), r(2, "C"), flag(2), benched(1, "C"), r(1, "D")],
        [*match("C D", "C"), r(1, "C"), r(2, "C"), flag(2), benched(1, "D"), benched(2, "C")],
        [
            illegal(10, rulebook.BENCH_ALL, "Seat 1 benches Dog (CITY:S3), which is not in the park"),
            illegal(11, rulebook.BENCH_ALL, "Seat 2 benches cards without losing the flag"),
        ],
    ),
    Case(
        "BENCH_SEATS",
        [*FULL, benched(1, "CITY:A2"), r(1, "CITY:B1")],
        [*SEVENTH, benched(1, "CITY:B1")],
        [illegal(30, rulebook.BENCH_SEATS, "Seat 1 benches Mascot, but all 6 seats have other names")],
    ),
    Case(
        "BENCH_SEATS",
        [*match("T D", "C C"), r(1, "T"), r(2, "C"), flag(2), benched(1, "T", 3)],
        [
            *match("C D T D", "C C C"),
            r(1, "C"),
            r(2, "C"),
            flag(2),
            benched(1, "C", 3),
            r(1, "D"),
            r(1, "T"),
            flag(1),
            benched(2, "C", 1),
            r(2, "C"),
            r(2, "C"),
            flag(2),
            benched(1, "D T", 3, 4),
        ],
        [
            illegal(16, rulebook.ATTACK_ENDS, "Seat 2 reveals another card although its 4 reach the needed 2"),
            illegal(18, rulebook.BENCH_SEATS, "Seat 1 puts Dog on place 3, where Champion lies"),
        ],
    ),
    Case(
        "BENCH_FULL",
        [*SEVENTH, won(2, "bench_full")],
        [*SEVENTH, r(1, "D")],
        [
            illegal(
                30,
                rulebook.BENCH_FULL,
                "The match goes on, but seat 1 has no seat on its bench for Mascot and has lost",
            )
        ],
    ),
    Case(
        "BENCH_FULL",
        [*SEVENTH, won(2)],
        [*FULL, won(2, "bench_full")],
        [illegal(25, rulebook.BENCH_FULL, "Seat 2 wins the match, but neither seat has lost it")],
    ),
    Case(
        "BENCH_FULL",
        [*SEVENTH, won(2)],
        [*SEVENTH, won(2, "out_of_cards")],
        [differs(30, rulebook.BENCH_FULL, "The green match was won by", "out_of_cards", "bench_full")],
    ),
    Case(
        "OUT_OF_CARDS",
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(1, "out_of_cards", total=3, needed=4)],
        [*match("C", "D N"), r(1, "C"), r(2, "D"), won(1, "out_of_cards")],
        [illegal(9, rulebook.OUT_OF_CARDS, "Seat 1 wins the match, but neither seat has lost it")],
    ),
    Case(
        "OUT_OF_CARDS",
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(None)],
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(2)],
        [differs(9, rulebook.OUT_OF_CARDS, "The green match", "seat 2", "seat 1")],
    ),
    Case(
        "MATCH_STARTED",
        [*match("C", "D"), r(1, "C")],
        [start(2), r(1, "C")],
        [illegal(2, rulebook.MATCH_STARTED, "CardRevealed in the green park of round 1, where no match started")],
    ),
    Case(
        "MATCH_OVER",
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(1), TrophyTaken(1, "green", 1, 2)],
        [*match("C C", "D"), r(1, "C"), r(2, "D"), won(1), r(1, "C")],
        [illegal(10, rulebook.MATCH_OVER, "CardRevealed in the green park after the match of round 1 was decided")],
    ),
    Case(
        "MATCH_OVER",
        [*match("C", "D"), won(None, "unfinished")],
        [*match("C", "D"), won(1, "no_contest")],
        [illegal(7, rulebook.MATCH_OVER, "The match ended as no_contest, yet seat 1 wins")],
    ),
    Case(
        "TROPHY",
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(1), TrophyTaken(1, "green", 1, 2)],
        [*match("C", "D"), r(1, "C"), TrophyTaken(1, "green", 2, 2), r(2, "D"), won(1), TrophyTaken(1, "green", 2, 2)],
        [
            illegal(8, rulebook.TROPHY, "Seat 2 takes a trophy before the match was decided"),
            illegal(11, rulebook.TROPHY, "Seat 2 takes the trophy that seat 1 won"),
        ],
    ),
    Case(
        "TROPHY",
        [*SEVEN, FinalistsFound((1, 2)), *final()],
        [*SEVEN, FinalistsFound((1, 2)), *final(), TrophyTaken(8, "green", 1, 10)],
        [illegal(77, rulebook.TROPHY, "Seat 1 takes a trophy in the final")],
    ),
    Case(
        "TROPHY_FANS",
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(1), TrophyTaken(1, "green", 1, 3)],
        [*match("C", "D"), r(1, "C"), r(2, "D"), won(1), TrophyTaken(1, "green", 1, 4)],
        [illegal(10, rulebook.TROPHY_FANS, "A trophy of round 1 has 4 fans; printed are 2, 2, 2, 3")],
    ),
    Case(
        "TURNED_UP",
        [*SEVEN, TrophiesTurnedUp(TROPHIES)],
        [*SEVEN[:-1], TrophiesTurnedUp((*TROPHIES[1:-1], Trophy(4, 1, 2), Trophy(2, 7, 10)))],
        [
            differs(
                71,
                rulebook.TURNED_UP,
                "Seat 1 has the trophies of rounds",
                "[2, 3, 4, 5, 6, 7]",
                "[1, 2, 3, 4, 5, 6, 7]",
            ),
            differs(
                71, rulebook.TURNED_UP, "Seat 2 has the trophies of rounds", "[1, 3, 4, 6, 7, 7]", "[1, 3, 4, 6, 7]"
            ),
            differs(71, rulebook.TURNED_UP, "Seat 3 has the trophies of rounds", "[2]", "[2, 5]"),
            differs(71, rulebook.TURNED_UP, "Seat 4 has the trophies of rounds", "[1]", "[]"),
        ],
    ),
    Case(
        "TURNED_UP",
        [*SEVEN, TrophiesTurnedUp()],
        [*SEVEN[:61], TrophiesTurnedUp()],
        [illegal(62, rulebook.TURNED_UP, "The trophies are turned up after round 6 of 7")],
    ),
    Case(
        "FINALISTS",
        [*SEVEN, FinalistsFound((2, 1), "fans", (34, 26, 8, 0)), *final()],
        [*SEVEN, FinalistsFound((1, 3), "fans"), *final()],
        [
            differs(72, rulebook.FINALISTS, "The final is played by", "seats 1 and 3", "seat 1 and seat 2"),
            illegal(75, rulebook.FINALISTS, "Seats 1 and 2 play the final of seats 1 and 3"),
        ],
    ),
    Case(
        "FINALISTS",
        [*SEVEN, FinalistsFound((1, 2), "fans")],
        [*SEVEN, FinalistsFound((1, 2), "trophies"), FinalistsFound((1, 1))],
        [
            differs(72, rulebook.FINALISTS, "The final was decided by", "trophies", "fans"),
            illegal(73, rulebook.FINALISTS, "Seat 1 is in the final twice"),
        ],
    ),
    Case(
        "FINALISTS",
        [*SEVEN, FinalistsFound((1, 2), "fans")],
        [start(2), FinalistsFound((1, 2))],
        [illegal(2, rulebook.FINALISTS, "There are finalists in a game without a final")],
    ),
    Case(
        "WINNER",
        [*SEVEN, FinalistsFound((1, 2)), *final(2), TournamentEnded(2, "final", (34, 26, 8, 0))],
        [*SEVEN, FinalistsFound((1, 2)), *final(2), TournamentEnded(1, "final")],
        [differs(77, rulebook.WINNER, "The final is decided", "seat 1 wins", "seat 2 wins")],
    ),
    Case(
        "WINNER",
        [*SEVEN, TournamentEnded(None, "unfinished")],
        [*SEVEN, TournamentEnded(1, "no_contest")],
        [illegal(72, rulebook.WINNER, "The game ended as no_contest, yet seat 1 wins")],
    ),
    Case(
        "WINNER",
        [*SEVEN, FinalistsFound((1, 2)), *final(), TournamentEnded(1)],
        [*SEVEN, TournamentEnded(1, "final")],
        [illegal(72, rulebook.WINNER, "The game ended by a final that was not played")],
    ),
    Case(
        "WINNER",
        [*DUEL, TournamentEnded(1, "fans")],
        [*SEVEN, TournamentEnded(1, "fans")],
        [illegal(72, rulebook.WINNER, "The game ended by fans without its final")],
    ),
    Case(
        "MOST_FANS",
        [*DUEL, TournamentEnded(1, "fans", (22, 12))],
        [*DUEL, TournamentEnded(2, "fans", (22, 13))],
        [
            differs(37, rulebook.MOST_FANS, "Seat 2's fans", "13", "12"),
            differs(37, rulebook.MOST_FANS, "The game is decided", "seat 2 wins", "seat 1 wins"),
        ],
    ),
    Case(
        "LEAD",
        [*LED, TournamentEnded(1, "lead")],
        [*LED, *ready(5, 1)],
        [illegal(22, rulebook.LEAD, "Round 5 begins although a seat leads by 12 fans")],
    ),
    Case(
        "LEAD",
        [*LED, TournamentEnded(1, "lead")],
        [*LED[:16], TournamentEnded(1, "lead")],
        [illegal(17, rulebook.LEAD, "The game ended by a lead of 7 fans")],
    ),
    Case(
        "ENDED",
        [start(), TournamentEnded(None, "no_contest"), SeatShown(1)],
        [start(), TournamentEnded(None, "no_contest"), DeckReady(1, 1)],
        [illegal(3, rulebook.ENDED, "DeckReady after the game ended with event 2")],
    ),
    Case(
        "CONCESSION",
        [start(), SeatConceded(1), TournamentEnded(2, "concession")],
        [start(), SeatConceded(1), TournamentEnded(1, "concession")],
        [illegal(3, rulebook.CONCESSION, "Seat 1 conceded and wins")],
    ),
    Case(
        "CONCESSION",
        [*match("C", "D"), SeatConceded(1), won(2, "concession")],
        [*match("C", "D"), SeatConceded(1), won(1, "concession")],
        [illegal(8, rulebook.CONCESSION, "Seat 1 conceded and wins")],
    ),
    Case(
        "CAUSE",
        [*match("C D", "D"), r(1, "C"), FansChanged(1, 1, 2, cause=7)],
        [*match("C D", "D"), r(1, "C"), FansChanged(1, 1, 2, cause=2), EffectPrevented(1, "green", 1, 20)],
        [
            illegal(8, rulebook.CAUSE, "Event 8 names event 2 as its cause"),
            illegal(9, rulebook.CAUSE, "Event 9 prevents event 20, which comes later"),
        ],
    ),
    Case(
        "AREA",
        [
            *match("C D", "D"),
            r(1, "C"),
            CardsMoved(1, "green", 1, cs("D"), "deck", "exhaust", cause=7),
            CardsMoved(1, "green", 1, cs("D"), "exhaust", "deck", "top", cause=7),
            NameChanged(1, "green", 1, c("C"), "Dog"),
        ],
        [
            *match("C D", "D"),
            r(1, "C"),
            CardsMoved(1, "green", 1, cs("D"), "bench", "exhaust", cause=7),
            NameChanged(1, "green", 1, c("D"), "Cat"),
        ],
        [
            illegal(8, rulebook.AREA, "Dog (CITY:S3) of seat 1 leaves the bench and does not lie there"),
            illegal(9, rulebook.AREA, "Seat 1 gives a name to a card that is not in the park or on its bench"),
        ],
    ),
    Case(
        "BONUS",
        [*match("C D", "D"), r(1, "C"), BonusGained(1, "green", 1, Bonus(1)), BonusEnded(1, "green", 1, 8)],
        [*match("C D", "D"), BonusGained(1, "green", 1, Bonus(1)), BonusEnded(1, "green", 1, 7)],
        [
            illegal(7, rulebook.BONUS, "Seat 1 gains a bonus and has no card in the park"),
            illegal(8, rulebook.BONUS, "Event 7 brought seat 1 no bonus that could end"),
        ],
    ),
    Case(
        "FANS",
        [start(2), FansChanged(1, 1, 2), FansChanged(1, 1, -2)],
        [start(2), FansChanged(1, 1, 2), FansChanged(1, 1, -3)],
        [illegal(3, rulebook.FANS, "Seat 1 gives back 3 fans and has 2")],
    ),
    Case(
        "SHOWN_STATE",
        [*SEVEN, SeatShown(2, cs("N N N T D C"), 26, (1, 3, 4, 6, 7))],
        [*SEVEN, SeatShown(2, cs("N N N T D D"), 27, (1, 3, 4, 6)), DeckReady(8, 1, cs("N N"))],
        [
            differs(72, rulebook.SHOWN_STATE, "Seat 2's deck", "CITY:S3", "other cards"),
            differs(72, rulebook.SHOWN_STATE, "Seat 2 has the trophies of rounds", "[1, 3, 4, 6]", "[1, 3, 4, 6, 7]"),
            differs(73, rulebook.SHOWN_STATE, "Seat 1's deck has cards", "2", "6"),
        ],
    ),
    Case(
        "SHOWN_STATE",
        [*match("C D", "D C"), r(1, "C"), MatchShown(1, "green", 1, (1, 2), (cs("C"), ()), ((), ()), powers=(4, None))],
        [
            *match("C D", "D C"),
            r(1, "C"),
            MatchShown(1, "green", 2, (2, 2), (cs("D"), ()), (cs("T"), ()), powers=(4, None)),
        ],
        [
            differs(8, rulebook.SHOWN_STATE, "Seat 1's deck has cards", "2", "1"),
            differs(8, rulebook.SHOWN_STATE, "Seat 1's cards in the park", "['CITY:S3']", "['CITY:S4']"),
            differs(8, rulebook.SHOWN_STATE, "Seat 1's bench", "['CITY:S2']", "[]"),
            differs(8, rulebook.SHOWN_STATE, "The flag is with", "2", "1"),
            differs(8, rulebook.SHOWN_STATE, "Seat 1's power", "4", "3"),
        ],
    ),
    Case(
        "TAKE_BACK",
        [start(), *ready(1, 1), TakenBack(1), *ready(1, 1)],
        [start(), *ready(1, 1), Rewound(3)],
        [illegal(3, rulebook.TAKE_BACK, "Event 3 goes back to event 3")],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{number}-{case.rule}" for number, case in enumerate(CASES)])
def test_a_rule_allows_and_forbids(case: Case) -> None:
    rule = str(getattr(rulebook, case.rule))

    assert found(case.keeps) == []
    assert found(case.breaks) == list(case.says)
    assert rule in {finding.rule for finding in case.says}


def test_every_rule_has_a_case() -> None:
    every = {name for name, rule in vars(rulebook).items() if isinstance(rule, Rule)}

    assert {case.rule for case in CASES} == every


# Known mistakes of other programs


def test_a_match_goes_on_with_all_six_bench_seats_taken() -> None:
    state = fold(FULL)
    side = state.matches["green"].sides[0]

    assert list(side.bench or ()) == ["Newcomer", "Talent", "Dog", "Champion", "Sailor", "Pig"]
    assert (state.findings, state.matches["green"].over) == ([], False)
    assert found([*FULL, won(2, "bench_full")]) == [
        illegal(25, rulebook.BENCH_FULL, "Seat 2 wins the match, but neither seat has lost it")
    ]


def test_a_seventh_card_finds_the_seat_of_its_name_whatever_its_level() -> None:
    state = fold([*FULL, benched(1, "CITY:A2"), r(1, "CITY:B1")])
    bench = state.matches["green"].sides[0].bench or {}

    assert bench["Talent"] == list(cs("T CITY:A2"))
    assert state.findings == []


def test_the_seventh_name_loses_the_match() -> None:
    state = fold([*SEVENTH, won(None)])

    assert (state.matches["green"].winner, state.matches["green"].reason) == (2, "bench_full")


def test_no_trophy_is_less_than_the_trophy_of_round_1() -> None:
    game = [*rounds((1, 2)), *ready(2, 1, 2, 3, 4)]

    assert found([*game, MatchStarted(2, "red", (3, 4), 4, "toss")]) == []
    assert found([*game, MatchStarted(2, "red", (3, 4), 4, "trophy")]) != []
    assert found([*rounds((1, 3)), *ready(2, 3, 4), MatchStarted(2, "red", (3, 4), 3, "toss")]) == [
        differs(14, rulebook.STARTS, "The start of seats 3 and 4 in round 2", "toss", "trophy")
    ]


def test_the_top_card_alone_defends() -> None:
    game = [*match("C N", "T T N"), r(1, "C"), r(2, "T"), r(2, "T"), flag(2, 4, 4), r(1, "N")]

    # The stack of seat 2 adds up to 4, its top card to 2: an attack of 1 is short, and one of 2 would do.
    assert fold(game).matches["green"].needed() == 2
    assert view(fold(game)).matches[0].sides[1].power == 2
    assert found([*game, won(2, "out_of_cards", total=1, needed=2)]) == []


# Bonuses, and what else effects do


def test_a_bonus_lasts_as_long_as_it_says() -> None:
    attack = [
        *match("C", "N N N D"),
        r(1, "C"),
        r(2, "N", Bonus(1, lasts="match")),
        r(2, "N", Bonus(1, lasts="attack"), Bonus(1, "Cheer")),
    ]
    side = fold(attack).matches["green"].sides[1]
    holding = fold([*attack, flag(2)]).matches["green"].sides[1]

    assert side.attack_power() == 5
    assert holding.flag_power() == 3


def test_a_bonus_of_a_card_beneath_the_top_one_counts_nothing_in_defence() -> None:
    game = [*match("T", "N N D"), r(1, "T"), r(2, "N", Bonus(-1)), r(2, "N"), BonusGained(1, "green", 2, Bonus(1))]

    side = fold([*game, flag(2, 2, 2)]).matches["green"].sides[1]
    assert (side.flag_power(), found([*game, flag(2)])) == (2, [])


def test_cards_of_a_match_are_conserved_when_effects_move_them() -> None:
    game = [
        *match("C D T N", "D C"),
        r(1, "C"),
        CardsMoved(1, "green", 1, cs("D"), "deck", "bench", cause=7),
        CardsMoved(1, "green", 1, cs("T"), "deck", "exhaust", cause=7),
        CardsMoved(1, "green", 1, cs("D"), "bench", "deck", "top", cause=7),
        CardsMoved(1, "green", 1, cs("CITY:A1"), "tray", "deck", "bottom", "A", cause=7),
    ]
    state = fold(game)
    side = state.matches["green"].sides[0]

    assert sorted(map(str, side.everything())) == sorted(map(str, state.seats[0].deck or ()))
    assert (side.deck, side.exhaust, side.bench, side.top) == (
        list(cs("N D CITY:A1")),
        list(cs("T")),
        {},
        list(cs("D")),
    )
    assert state.findings == []


def test_a_card_that_an_effect_puts_on_a_full_bench_loses_the_match() -> None:
    less = BenchSeatsChanged(1, "green", 2, -6, cause=7)
    game = [*match("C", "D N"), r(1, "C"), less, CardsMoved(1, "green", 2, cs("D"), "deck", "bench", cause=7)]

    assert found([*game, won(1, "bench_full")]) == []
    assert found([*game, r(2, "N")]) == [
        illegal(
            10,
            rulebook.BENCH_FULL,
            "The match goes on, but seat 2 got a card that has no seat on its bench and has lost",
        )
    ]


def test_cards_seen_on_top_of_a_deck_are_revealed_next() -> None:
    looked = CardsLookedAt(1, "green", 2, 2, cs("N D"), cause=7)
    ordered = DeckReordered(1, "green", 2, 2, cs("D"), cs("N"), cause=7)
    game = [*match("C", "D N T"), r(1, "C"), EffectTriggered(1, "green", 1, c("C"), by=7), looked]

    assert found([*game, ordered, r(2, "D")]) == []
    assert found([*game, r(2, "D")]) == [
        illegal(10, rulebook.DECK, "Seat 2 reveals Dog (CITY:S3) from a deck with Newcomer (CITY:S1) on top")
    ]
    assert found([*game, CardsShown(1, "green", 2, cs("C"))]) == [
        illegal(10, rulebook.DECK, "Seat 2's deck shows Champion (CITY:S4), which is not left in it")
    ]


def test_a_choice_can_be_a_cause() -> None:
    game = [
        *match("C", "D N T"),
        r(1, "C"),
        ChoiceMade(1, 1, "green", option=2, cause=7),
        FansChanged(1, 1, 1, cause=8),
    ]

    assert (found(game), fold(game).seats[0].fans) == ([], 1)


# The bot, and other numbers of players


def test_a_bot_may_be_in_the_final_or_leave_its_place_to_a_player() -> None:
    bots = TournamentStarted((Seated(), Seated(bot=True), Seated(), Seated()))
    game = [bots, *(event for event in SEVEN[1:] if not isinstance(event, DeckReady) or event.seat != 2)]

    assert found([*game, FinalistsFound((1, 2))]) == []
    assert found([*game, FinalistsFound((1, 3))]) == []
    assert [finding.message for finding in found([*game, FinalistsFound((1, 4))])] == [
        "The final is played by: the log states seats 1 and 4, the rules derive seat 1 and seat 3"
    ]


def test_equal_fans_are_parted_by_trophies() -> None:
    shown = [SeatCorrected(3, fans=26), SeatCorrected(4, fans=26)]
    game = [*SEVEN, *shown]

    assert found([*game, FinalistsFound((1, 2), "trophies")]) == []
    assert found([*game, FinalistsFound((1, 3))]) == [
        differs(74, rulebook.FINALISTS, "The final is played by", "seats 1 and 3", "seat 1 and seat 2")
    ]


def test_equal_fans_and_trophies_are_parted_by_the_trophy_of_the_highest_round() -> None:
    # Seat 2 has the trophies of rounds 1, 3 and 7, seat 3 those of rounds 2, 4 and 5.
    game = [*rounds((1, 2), (1, 3), (1, 2), (1, 3), (1, 3), (1, 4), (1, 2)), SeatCorrected(3, fans=14)]

    assert [seat.all_fans() for seat in fold(game).seats] == [34, 14, 14, 7]
    assert found([*game, FinalistsFound((1, 2), "highest_trophy")]) == []
    assert found([*game, FinalistsFound((1, 3))]) == [
        differs(len(game) + 1, rulebook.FINALISTS, "The final is played by", "seats 1 and 3", "seat 1 and seat 2")
    ]


def test_an_attack_of_equal_power_takes_the_flag_and_of_one_less_does_not() -> None:
    equal = [*match("D", "T N N"), r(1, "D"), r(2, "T"), r(2, "N"), flag(2, 3, 3)]
    less = [*match("D", "T N N"), r(1, "D"), r(2, "T"), flag(2)]

    assert (found(equal), fold(equal).matches["green"].holder) == ([], 1)
    assert found(less) == [illegal(9, rulebook.NEEDED_POWER, "Seat 2 took the flag with 2, but seat 1 holds it with 3")]


def test_seats_of_equal_standing_may_both_play_the_final() -> None:
    game = [*SEVEN, SeatCorrected(2, fans=40), SeatCorrected(3, fans=3, trophies=()), SeatCorrected(4, fans=3)]
    game += [SeatCorrected(1, fans=3, trophies=())]

    for seat in (1, 3, 4):
        assert found([*game, FinalistsFound((2, seat), "other")]) == []


def test_a_duel_with_equal_fans_is_a_draw() -> None:
    game = [*DUEL, SeatCorrected(2, fans=22), TournamentEnded(None, "tie")]

    assert (fold(game).winner, found(game)) == ("draw", [])


def test_another_fourth_draw_is_a_setup() -> None:
    usual = CARDS.plans.setup(2)
    assert usual is not None
    draws = (*usual.draws[:3], (AllowedDraw("A", 3),), *usual.draws[4:])
    game = rounds((1,), (1,), (2,), seats=2)
    drawn = [CardsDrawn(4, 1, "A", cs("- - - - -")), CardsKept(4, 1, cs("- - -"))]

    assert found([start(2, setup=msgspec.structs.replace(usual, draws=draws)), *game[1:], *drawn]) == []
    assert found([*game, *drawn]) == [
        illegal(17, rulebook.PLAN_DRAW, "Seat 1 draws from tray A in round 4, not from B")
    ]


# What the log hides


def test_after_a_gap_what_it_hides_is_unknown_and_a_shown_match_makes_certain_again() -> None:
    game = [*match("C D", "D N"), r(1, "C"), GapLeft(), r(2, "D"), flag(2)]
    shown = MatchShown(1, "green", 1, (1, 2), (cs("C"), ()), ((), ()), powers=(4, None))

    assert answers(game)[7:] == ["unknown", "unknown", "unknown"]
    assert found([*game[:8], shown, r(2, "D")]) == []


def test_a_client_that_does_not_tell_effects_leaves_powers_unknown_until_stated() -> None:
    untold = [start(2, effects_told=False), *match("CITY:A1", "C C")[1:], r(1, "CITY:A1"), r(2, "C")]
    stated = [*untold[:-2], r(1, "CITY:A1", power=5), r(2, "C")]

    assert answers([*untold, flag(2)])[-1] == "unknown"
    assert answers([*stated, flag(2)])[-1] == "illegal"


def test_a_seat_whose_deck_phase_is_not_told_may_play_any_card() -> None:
    game = [start(2), *ready(1, 1), MatchStarted(1, "green", (1, 2), 2, "toss"), r(2, "CITY:C1")]

    assert found(game) == []


def test_a_log_of_one_seat_need_not_tell_the_other_parks() -> None:
    mine = [event for event in rounds((1, 2)) if getattr(event, "park", "green") == "green"]
    game = [start(seen_from=1), *mine[1:], *ready(2, 1, 2), MatchStarted(2, "green", (1, 2), 2, "trophy")]

    assert found(game) == []


def test_an_unknown_card_keeps_its_raw_name_and_a_described_one_its_facts() -> None:
    van = CardDescribed(CardId("BEACH:1"), "Ice Cream Van", "BEACH", "A", 4)
    game = [*match("BEACH:1 BEACH:2", "C"), van, r(1, "BEACH:1"), r(2, "C"), flag(2, 4, 4), r(1, "BEACH:2")]
    state = fold(game)

    assert state.findings == []
    assert (state.name_of(CardId("BEACH:1")), state.name_of(CardId("BEACH:2"))) == ("Ice Cream Van", "BEACH:2")


def test_an_unfinished_game_has_no_winner() -> None:
    summary = GAME.summary(fold([*SEVEN, TournamentEnded(None, "unfinished")]))

    assert (summary.winner, summary.ended, summary.finished, summary.score) == (None, True, False, "34:26:8:0")


def test_a_game_known_by_its_result_alone_tells_its_fans() -> None:
    summary = GAME.summary(fold([start(2), TournamentEnded(2, "fans", (18, 21))]))

    assert (summary.mode, summary.winner, summary.score, summary.status) == ("duel", 2, "18:21", "complete")


# Going back


def test_what_was_taken_back_did_not_happen() -> None:
    game = [*match("C", "D N"), r(1, "C"), r(2, "D"), TakenBack(7, seat=2), r(2, "N")]

    state = fold(game)

    assert [entry.card for entry in state.matches["green"].sides[1].park] == list(cs("N"))
    assert state.findings == []


def test_a_judge_can_undo_a_take_back_by_going_back_to_before_it() -> None:
    game = [*match("C", "D N"), r(1, "C"), r(2, "D"), TakenBack(7, seat=2), Rewound(8)]

    shown = [len(fold(game[:end]).matches["green"].sides[1].park or ()) for end in (7, 8, 9, 10)]

    # The match stands as it stood after event 8: the card that was taken back lies in the park again.
    assert shown == [0, 1, 0, 1]

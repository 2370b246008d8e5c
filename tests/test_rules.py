"""The referee of Bo Jackson Battle Arena: every rule it cites allows something and forbids something."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from events.base import CardId, Event, GapLeft, Rewound, SeatConceded, TakenBack
from events.boba import (
    BattleResolved,
    CardDescribed,
    CardsLookedAt,
    CardsRemoved,
    CardsRevealed,
    CoinFlipped,
    CostChanged,
    Deck,
    DirectionChosen,
    EffectBegan,
    EffectBlocked,
    EffectEnded,
    EffectRedirected,
    EffectTriggered,
    GameEnded,
    GameStarted,
    HeroesDiscarded,
    HeroesDrawn,
    HeroesMoved,
    HeroesPlaced,
    HeroesReturned,
    HeroesRevealed,
    HeroReplaced,
    HeroSubstituted,
    HonorsChosen,
    HonorsGiven,
    HotDogsGained,
    HotDogsLost,
    HotDogsRecovered,
    HotDogsStolen,
    HotDogsSwapped,
    Mode,
    Passed,
    PileReordered,
    PlayCancelled,
    PlayRun,
    PlaysDiscarded,
    PlaysDrawn,
    PlaysReturned,
    PlayTransformed,
    PowerChangeCancelled,
    PowerChanged,
    PowerMultiplied,
    PowerReset,
    PowerSet,
    PowersSwapped,
    Seated,
    Setup,
    StarterFound,
    StateCorrected,
    StateShown,
    SubstitutionDeclined,
    SuddenDeathRevealed,
    WeaponChanged,
)
from ingest.deck_rules import load_formats
from projector.boba import GAME, rulebook
from projector.boba.cards import Catalogue, Hero, HotDog, Play, PlayKind
from projector.boba.modes import MODES
from projector.boba.state import State
from projector.boba.views import view
from projector.referee import Finding, Rule
from projector.replay import replay


def hero(card: str, weapon: str, power: int) -> Hero:
    return Hero(CardId(f"T:{card}"), "T", card, f"Hero {card}", "", "", weapon, power)


def play(card: str, cost: int, kind: PlayKind = "PL") -> Play:
    return Play(CardId(f"T:{card}"), "T", card, f"Play {card}", kind, cost, None)


# Heroes are named by weapon and power, plays by cost.
CARDS = Catalogue(
    [
        *(hero(f"F{power}", "Fire", power) for power in range(75, 205, 5)),
        *(hero(f"I{power}", "Ice", power) for power in range(75, 205, 5)),
        *(hero(f"S{power}", "Super", power) for power in range(75, 205, 5)),
    ],
    [*(play(f"P{cost}", cost) for cost in range(8)), play("Q0", 0), play("Q2", 2)],
    [HotDog(CardId("T:HD"), "T", "HD", "Hot dog")],
    formats=load_formats(Path(__file__).parent.parent / "data" / "boba"),
)


def c(card: str) -> CardId:
    return CardId(f"T:{card}")


def cs(cards: str) -> tuple[CardId | None, ...]:
    """Cards of a list of words; a dash is a card that is not shown."""
    return tuple(None if card == "-" else c(card) for card in cards.split())


def start(mode: Mode = "playmaker", *, decks: tuple[Deck | None, Deck | None] = (None, None), **numbers: Any) -> Event:
    setup = msgspec.structs.replace(MODES[mode], **numbers)
    return GameStarted((Seated(deck=decks[0]), Seated(deck=decks[1])), mode, setup)


def in_format(told: str, setup: Setup | None = None, *, mode: Mode = "rookie") -> Event:
    return GameStarted((Seated(), Seated()), mode, setup, format=told)


def begun(mode: Mode = "playmaker", *, honors: int = 1, **numbers: Any) -> list[Event]:
    """A game that has started, with honors at seat 1: two events."""
    return [start(mode, **numbers), HonorsChosen(honors)]


def shown(battle: int = 1, one: str = "F120", two: str = "F100") -> Event:
    return HeroesRevealed(battle, (c(one), c(two)))


def fought(battle: int, winner: Literal[1, 2, "draw"]) -> list[Event]:
    """A battle in two events: its reveal and its result."""
    powers = {1: ("F120", "F100"), 2: ("F100", "F120"), "draw": ("F100", "F100")}[winner]
    return [shown(battle, *powers), BattleResolved(battle, winner)]


def sudden(one: str, two: str) -> Event:
    return SuddenDeathRevealed((c(one), c(two)))


def fought_all(*winners: Literal[1, 2, "draw"]) -> list[Event]:
    return [event for battle, winner in enumerate(winners, 1) for event in fought(battle, winner)]


def fold(events: Sequence[Event]) -> State:
    return GAME.fold(CARDS, events)


def found(events: Sequence[Event]) -> list[Finding]:
    return fold(events).findings


def illegal(event: int, rule: Rule, message: str) -> Finding:
    return Finding(event, "illegal", message, str(rule))


def differs(event: int, rule: Rule, what: str, stated: object, derived: object) -> Finding:
    message = f"{what}: the log states {stated}, the rules derive {derived}"
    return Finding(event, "differs", message, str(rule), str(stated), str(derived))


def power(events: Sequence[Event], seat: int, battle: int = 1) -> int | None:
    return fold(events).seat(seat).zones[battle].power


# Every rule: a game that keeps it, one that breaks it, and what the referee says of the second


class Case(msgspec.Struct, frozen=True):
    rule: str
    keeps: Sequence[Event]
    breaks: Sequence[Event]
    says: Sequence[Finding]


ROOKIE = begun("rookie")
SUBSTITUTION = begun("substitution")
PLAYMAKER = begun()
BROUGHT = Deck((c("F120"), *(c("F100"),) * 59))

CASES = [
    Case(
        "ONE_START",
        [start()],
        [start(), start()],
        [illegal(2, rulebook.ONE_START, "The game started already; this is event 2")],
    ),
    Case(
        "ONE_START",
        [start(), CardDescribed(c("X"), "hero", power=90)],
        [HonorsChosen(1), start()],
        [illegal(1, rulebook.ONE_START, "HonorsChosen before the game started")],
    ),
    Case(
        "BROUGHT",
        [start("rookie", decks=(BROUGHT, None)), shown()],
        [start("rookie", decks=(BROUGHT, None)), HeroesPlaced(1, cs("F120 F120 - - - - -"))],
        [
            illegal(
                2,
                rulebook.BROUGHT,
                "Seat 1 shows Hero F120 (T:F120), but every copy it brought is elsewhere, or it brought none",
            )
        ],
    ),
    Case(
        "STARTER",
        [start(), StarterFound(2, "dice", ((3, 3), (1, 6)))],
        [start(), StarterFound(1, "dice", ((1, 6),))],
        [differs(2, rulebook.STARTER, "The dice select", "seat 1", "seat 2")],
    ),
    Case(
        "STARTER",
        [start(), StarterFound(1, "coin")],
        [start(), StarterFound(1, "dice", ((1, 6), (6, 1)))],
        [illegal(2, rulebook.STARTER, "The dice were rolled on after they had decided: ((1, 6), (6, 1))")],
    ),
    Case(
        "HONORS_CHOICE",
        [start(), StarterFound(2, "coin"), HonorsChosen(1, by=2)],
        [start(), StarterFound(2, "coin"), HonorsChosen(1, by=1)],
        [illegal(3, rulebook.HONORS_CHOICE, "Seat 1 chose who is first, but the choice was seat 2's")],
    ),
    Case(
        "HONORS_CHOICE",
        [*PLAYMAKER, DirectionChosen("left_to_right")],
        [*ROOKIE, shown(), HonorsChosen(2), DirectionChosen("left_to_right")],
        [
            illegal(4, rulebook.HONORS_CHOICE, "First honors are chosen in battle 1"),
            illegal(5, rulebook.HONORS_CHOICE, "The direction is chosen in battle 1"),
        ],
    ),
    Case(
        "PLACEMENT",
        [*ROOKIE, HeroesPlaced(1, (None,) * 7), HeroesPlaced(2, (None,) * 7)],
        [*ROOKIE, HeroesPlaced(1, (None,) * 6), HeroesPlaced(1, (None,) * 7)],
        [
            illegal(3, rulebook.PLACEMENT, "Seat 1 placed 6 heroes in 7 zones"),
            illegal(4, rulebook.PLACEMENT, "Seat 1 placed its heroes already"),
        ],
    ),
    Case(
        "OPENING_BENCH",
        [*SUBSTITUTION, HeroesDrawn(1, (None,) * 4, "opening")],
        [*SUBSTITUTION, HeroesDrawn(1, (None,) * 5, "opening"), HeroesDrawn(1, (None,) * 4, "opening")],
        [
            illegal(3, rulebook.OPENING_BENCH, "Seat 1 drew 5 heroes for a bench of 4"),
            illegal(4, rulebook.OPENING_BENCH, "Seat 1 drew its bench already"),
        ],
    ),
    Case(
        "OPENING_PLAYS",
        [*PLAYMAKER, PlaysDrawn(2, (None,) * 4, "opening")],
        [*PLAYMAKER, PlaysDrawn(2, (None,) * 3, "opening"), PlaysDrawn(2, (None,) * 4, "opening")],
        [
            illegal(3, rulebook.OPENING_PLAYS, "Seat 2 drew 3 opening plays instead of 4"),
            illegal(4, rulebook.OPENING_PLAYS, "Seat 2 drew its opening plays already"),
        ],
    ),
    Case(
        "DECK_SIZE",
        [start("rookie", decks=(Deck((c("F120"),) * 61), Deck((c("F120"),), partial=True)))],
        [start("substitution", decks=(Deck((c("F120"),) * 59, hot_dogs=(c("HD"),) * 9), None))],
        [
            differs(1, rulebook.DECK_SIZE, "Seat 1 brought heroes", 59, 60),
            differs(1, rulebook.DECK_SIZE, "Seat 1 brought hot dogs", 9, 10),
        ],
    ),
    Case(
        "FORMAT",
        [in_format("Rookie", MODES["rookie"]), HonorsChosen(1)],
        [in_format("Rookie", msgspec.structs.replace(MODES["rookie"], hero_deck=40))],
        [
            illegal(
                1,
                rulebook.FORMAT,
                "The game is played in a format it does not follow: hero_deck is 40, Rookie has exactly 60",
            )
        ],
    ),
    Case(
        "BATTLE_ORDER",
        [*ROOKIE, *fought_all(1, 2)],
        [*PLAYMAKER, shown(1), shown(2), BattleResolved(2, 1), shown(4), shown(8)],
        [
            illegal(4, rulebook.BATTLE_ORDER, "Battle 2 began before battle 1 was decided"),
            illegal(6, rulebook.BATTLE_ORDER, "Battle 4 began after battle 2"),
            illegal(7, rulebook.BATTLE_ORDER, "There is no battle 8: the game has 7"),
        ],
    ),
    Case(
        "SUBSTITUTION_MODE",
        [*SUBSTITUTION, SubstitutionDeclined(1, 1)],
        [*ROOKIE, SubstitutionDeclined(1, 1)],
        [illegal(3, rulebook.SUBSTITUTION_MODE, "Seat 1 declines to substitute in a game without a bench")],
    ),
    Case(
        "SUBSTITUTION_TIME",
        [*SUBSTITUTION, HeroSubstituted(1, 1, None, None, 2, 1), shown()],
        [*SUBSTITUTION, shown(), HeroSubstituted(1, 1, None, None, 2, 1)],
        [illegal(4, rulebook.SUBSTITUTION_TIME, "Seat 1 substitutes after battle 1 was revealed")],
    ),
    Case(
        "SUBSTITUTION_ONCE",
        [*SUBSTITUTION, SubstitutionDeclined(1, 1), SubstitutionDeclined(2, 1)],
        [*SUBSTITUTION, SubstitutionDeclined(2, 1), SubstitutionDeclined(2, 1)],
        [
            illegal(
                4,
                rulebook.SUBSTITUTION_ONCE,
                "Seat 2 declines to substitute in battle 1 when its decision has passed",
            )
        ],
    ),
    Case(
        "SUBSTITUTION_ORDER",
        [*begun("substitution", honors=2), SubstitutionDeclined(2, 1), HeroSubstituted(1, 1, None, None, 2, 1)],
        [*SUBSTITUTION, SubstitutionDeclined(2, 1), HeroSubstituted(1, 1, None, None, 2, 1)],
        [illegal(4, rulebook.SUBSTITUTION_ORDER, "Seat 1 substitutes in battle 1 when its decision has passed")],
    ),
    Case(
        "SUBSTITUTION_COST",
        [
            *PLAYMAKER,
            EffectBegan(1, (1,), "substitution_cost", until="game_end", amount=0),
            HeroSubstituted(1, 1, None, None, 0, 1),
        ],
        [*SUBSTITUTION, HeroSubstituted(1, 1, None, None, 1, 1)],
        [differs(3, rulebook.SUBSTITUTION_COST, "Seat 1's substitution cost", 1, 2)],
    ),
    Case(
        "SUBSTITUTION_BENCH",
        [
            *SUBSTITUTION,
            HeroesDrawn(1, cs("F120 F125 F130 F135"), "opening"),
            HeroSubstituted(1, 1, c("F130"), None, 2, 1),
        ],
        [
            *SUBSTITUTION,
            HeroesDrawn(1, cs("F120 F125 F130 F135"), "opening"),
            HeroSubstituted(1, 1, c("F140"), None, 2, 1),
        ],
        [illegal(4, rulebook.SUBSTITUTION_BENCH, "Seat 1's bench does not hold Hero F140 (T:F140)")],
    ),
    Case(
        "SUBSTITUTION_DRAW",
        [*SUBSTITUTION, HeroSubstituted(1, 1, None, None, 2, 1), HeroesDrawn(1, (None,), "substitution")],
        [*SUBSTITUTION, HeroSubstituted(1, 1, None, None, 2, 1), HeroesDrawn(1, (None, None), "substitution")],
        [illegal(4, rulebook.SUBSTITUTION_DRAW, "Seat 1 drew 2 heroes for a substitution in battle 1")],
    ),
    Case(
        "SUBSTITUTION_DRAW",
        [*SUBSTITUTION, SubstitutionDeclined(1, 1), HeroSubstituted(2, 1, None, None, 2, 2)],
        [*SUBSTITUTION, SubstitutionDeclined(1, 1), HeroesDrawn(1, (None,), "substitution")],
        [illegal(4, rulebook.SUBSTITUTION_DRAW, "Seat 1 drew 1 heroes for a substitution in battle 1")],
    ),
    Case(
        "REVEAL",
        [*ROOKIE, HeroesPlaced(1, cs("F120 - - - - - -")), shown(1, "F120")],
        [*ROOKIE, HeroesPlaced(1, cs("F120 - - - - - -")), shown(1, "F130"), shown(1)],
        [
            illegal(4, rulebook.REVEAL, "Seat 1 reveals Hero F130 (T:F130) where Hero F120 (T:F120) lies"),
            illegal(5, rulebook.REVEAL, "The heroes of battle 1 were revealed already"),
        ],
    ),
    Case(
        "PRINTED_POWER",
        [*ROOKIE, HeroesRevealed(1, (c("F120"), None), (120, 85))],
        [*ROOKIE, HeroesRevealed(1, (c("F120"), None), (125, 85))],
        [differs(3, rulebook.PRINTED_POWER, "Seat 1's Hero F120 is printed with power", 125, 120)],
    ),
    Case(
        "PLAY_MODE",
        [*PLAYMAKER, shown(), Passed(1, 1)],
        [*SUBSTITUTION, shown(), PlayRun(1, 1, None, 0), Passed(1, 1)],
        [
            illegal(4, rulebook.PLAY_MODE, "Seat 1 runs a play in a game without playbooks"),
            illegal(4, rulebook.PLAY_HELD, "Seat 1's hand of plays is empty"),
            illegal(5, rulebook.PLAY_MODE, "Seat 1 passes in a game without playbooks"),
        ],
    ),
    Case(
        "PLAY_TIME",
        [*PLAYMAKER, shown(), PlayRun(1, 1, None, 0)],
        [*PLAYMAKER, PlayRun(1, 1, None, 0), Passed(1, 1)],
        [
            illegal(3, rulebook.PLAY_TIME, "Seat 1 runs a play before the heroes of battle 1 are revealed"),
            illegal(4, rulebook.PLAY_TIME, "Seat 1 passes before the heroes of battle 1 are revealed"),
        ],
    ),
    Case(
        "PLAY_ORDER",
        [*PLAYMAKER, shown(), PlayRun(1, 1, None, 0), Passed(1, 1), PlayRun(2, 1, None, 0), Passed(2, 1)],
        [*PLAYMAKER, shown(), PlayRun(2, 1, None, 0), PlayRun(1, 1, None, 0)],
        [illegal(5, rulebook.PLAY_ORDER, "Seat 1 runs a play in battle 1 when its opportunity has passed")],
    ),
    Case(
        "PLAY_ONCE",
        [*PLAYMAKER, shown(), Passed(1, 1), PlayRun(2, 1, None, 0), PlayRun(2, 1, None, 0), Passed(2, 1)],
        [*PLAYMAKER, shown(), Passed(1, 1), Passed(2, 1), PlayRun(2, 1, None, 0), Passed(2, 1)],
        [
            illegal(6, rulebook.PLAY_ONCE, "Seat 2 runs a play in battle 1 when its opportunity has passed"),
            illegal(7, rulebook.PLAY_ONCE, "Seat 2 passes in battle 1 when its opportunity has passed"),
        ],
    ),
    Case(
        "PLAY_COST",
        [
            *PLAYMAKER,
            shown(),
            PlayRun(1, 1, c("P2"), 2),
            EffectBegan(1, (1,), "cost", until="battle_end", amount=-1, cause=4),
            CostChanged(1, "play", by=-1, cause=5),
            PlayRun(1, 1, c("P3"), 2),
        ],
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P2"), 1)],
        [differs(4, rulebook.PLAY_COST, "Seat 1's Play P2 cost", 1, 2)],
    ),
    Case(
        "PLAY_HELD",
        [*PLAYMAKER, PlaysDrawn(1, cs("P0 P1 P2 P3"), "opening"), shown(), PlayRun(1, 1, c("P3"), 3)],
        [*PLAYMAKER, PlaysDrawn(1, cs("P0 P1 P2 P3"), "opening"), shown(), PlayRun(1, 1, c("P4"), 4)],
        [illegal(5, rulebook.PLAY_HELD, "Seat 1's hand of plays does not hold Play P4 (T:P4)")],
    ),
    Case(
        "HOT_DOGS_HELD",
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P7"), 7), PlayRun(1, 1, c("P3"), 3)],
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P7"), 7), PlayRun(1, 1, c("P4"), 4)],
        [illegal(5, rulebook.HOT_DOGS_HELD, "Seat 1 pays 4 hot dogs and has 3")],
    ),
    Case(
        "HOT_DOGS_HELD",
        [*PLAYMAKER, HotDogsLost(1, 10), HotDogsStolen(2, 10)],
        [*PLAYMAKER, HotDogsLost(1, 11), HotDogsStolen(2, 11)],
        [
            illegal(3, rulebook.HOT_DOGS_HELD, "Seat 1 loses 11 hot dogs and has 10"),
            illegal(4, rulebook.HOT_DOGS_HELD, "11 hot dogs are stolen from seat 2, which has 10"),
        ],
    ),
    Case(
        "HOT_DOGS_SPENT",
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P3"), 3), HotDogsRecovered(1, 3, cause=4)],
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P3"), 3), HotDogsRecovered(1, 4, cause=4)],
        [illegal(5, rulebook.HOT_DOGS_SPENT, "Seat 1 recovers 4 hot dogs of 3 that lie spent")],
    ),
    Case(
        "WINNER",
        [*ROOKIE, shown(1, "F120", "F100"), BattleResolved(1, 1, "power", (120, 100))],
        [*ROOKIE, shown(1, "F120", "F100"), BattleResolved(1, 2)],
        [differs(4, rulebook.WINNER, "Battle 1 (120 against 100)", "seat 2 wins", "seat 1 wins")],
    ),
    Case(
        "SUPER",
        [*PLAYMAKER, shown(1, "S120", "F120"), BattleResolved(1, 1, "super_weapon")],
        [*PLAYMAKER, shown(1, "S120", "F120"), BattleResolved(1, "draw")],
        [differs(4, rulebook.SUPER, "Battle 1 (120 against 120)", "a draw", "seat 1 wins")],
    ),
    Case(
        "SUPER",
        [*PLAYMAKER, shown(1, "S120", "S120"), BattleResolved(1, "draw")],
        [*PLAYMAKER, shown(1, "S125", "F120"), BattleResolved(1, 1, "super_weapon")],
        [differs(4, rulebook.SUPER, "Battle 1 (125 against 120) was decided", "super_weapon", "power")],
    ),
    Case(
        "POWER_SUM",
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P2"), 2), PowerChanged(1, 1, 15, cause=4, power=135)],
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P2"), 2), PowerChanged(1, 1, 15, cause=4, power=130)],
        [differs(5, rulebook.POWER_SUM, "Seat 1's power", 130, 135)],
    ),
    Case(
        "POWER_SUM",
        [
            *PLAYMAKER,
            shown(),
            PlayRun(1, 1, c("P2"), 2),
            PowerChanged(1, 1, 15, cause=4),
            PowerChangeCancelled(5, cause=4, power=120),
        ],
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P2"), 2), PowerChangeCancelled(3, cause=4)],
        [illegal(5, rulebook.POWER_SUM, "Event 3 changed no power that could be cancelled")],
    ),
    Case(
        "DECIDED",
        [*PLAYMAKER, *fought(1, 1), PowerChanged(1, 2, 5)],
        [
            *PLAYMAKER,
            *fought(1, 1),
            PowerChanged(1, 1, 5),
            shown(1),
            HeroReplaced(1, 1, None, "bench", None),
            HeroesMoved(1, ((1, 2), (2, 1))),
        ],
        [
            illegal(5, rulebook.DECIDED, "Seat 1's power changes in battle 1, which is decided"),
            illegal(6, rulebook.DECIDED, "Battle 1 is decided already"),
            illegal(7, rulebook.DECIDED, "Seat 1's hero of battle 1 is replaced, which is not open"),
            illegal(8, rulebook.DECIDED, "Seat 1 moves heroes [(1, 2), (2, 1)] of battles that are not open"),
        ],
    ),
    Case(
        "BATTLE_END_DRAW",
        [*PLAYMAKER, *fought(1, 1), PlaysDrawn(1, (None,), "battle_end"), PlaysDrawn(2, (None,), "battle_end")],
        [
            *PLAYMAKER,
            *fought(1, 1),
            PlaysDrawn(1, (None, None), "battle_end"),
            PlaysDrawn(1, (None,), "battle_end"),
        ],
        [
            illegal(5, rulebook.BATTLE_END_DRAW, "Seat 1 drew 2 plays after a battle, not 1"),
            illegal(6, rulebook.BATTLE_END_DRAW, "Seat 1 draws for the end of battle 1 a second time or early"),
        ],
    ),
    Case(
        "DECK_LEFT",
        [start("rookie", hero_deck=7), HeroesPlaced(1, (None,) * 7)],
        [start("rookie", hero_deck=6), HeroesPlaced(1, (None,) * 7)],
        [illegal(2, rulebook.DECK_LEFT, "Seat 1 draws 7 of the 6 heroes in its deck")],
    ),
    Case(
        "DECK_LEFT",
        [*begun(playbook=4), PlaysDrawn(1, (None,) * 4, "opening")],
        [*begun(playbook=3), PlaysDrawn(1, (None,) * 4, "opening")],
        [illegal(3, rulebook.DECK_LEFT, "Seat 1 draws 4 of the 3 plays in its playbook")],
    ),
    Case(
        "HONORS",
        [*ROOKIE, *fought(1, 2), StateShown(honors=2)],
        [*ROOKIE, *fought(1, "draw"), StateShown(honors=2)],
        [differs(5, rulebook.HONORS, "Honors", "seat 2", "seat 1")],
    ),
    Case(
        "CLINCHED",
        [*begun("rookie", ends="at_clinch"), *fought_all(1, 1, 1, 2, 1), GameEnded(1, "trophies")],
        [*begun("rookie", ends="at_clinch"), *fought_all(1, 1, 1, 1, 2)],
        [illegal(11, rulebook.CLINCHED, "Battle 5 is fought although the game was decided in battle 4")],
    ),
    Case(
        "SUDDEN_DEATH",
        [
            *begun("rookie", tied_game="sudden_death"),
            *fought_all(1, 1, 1, 2, 2, 2, "draw"),
            sudden("F100", "F100"),
            sudden("S100", "S100"),
            sudden("S100", "F100"),
            GameEnded(1, "sudden_death"),
        ],
        [
            *begun("rookie", tied_game="sudden_death"),
            *fought_all(1, 1, 1, 2, 2, 2, "draw"),
            sudden("F105", "F100"),
            sudden("F100", "F105"),
            GameEnded(1, "sudden_death"),
        ],
        [
            illegal(18, rulebook.SUDDEN_DEATH, "Sudden death goes on after seat 1 won it"),
            differs(19, rulebook.SUDDEN_DEATH, "Sudden death", "seat 1 wins", "seat 2 wins"),
        ],
    ),
    Case(
        "SUDDEN_DEATH",
        [
            *begun("rookie", tied_game="sudden_death"),
            *fought_all(*("draw",) * 7),
            SuddenDeathRevealed((None, None), (100, 95)),
        ],
        [*begun("rookie", tied_game="sudden_death"), *fought(1, 1), SuddenDeathRevealed((None, None), (100, 95))],
        [illegal(5, rulebook.SUDDEN_DEATH, "Sudden death begins after battle 1")],
    ),
    Case(
        "SUDDEN_DEATH",
        [*ROOKIE, *fought_all(*("draw",) * 7), GameEnded("draw", "tie")],
        [*ROOKIE, *fought_all(*("draw",) * 7), SuddenDeathRevealed((None, None), (100, 95))],
        [illegal(17, rulebook.SUDDEN_DEATH, "Sudden death is played in a game whose ties stand")],
    ),
    Case(
        "SUDDEN_DEATH",
        [*begun("rookie", tied_game="sudden_death"), *fought_all(1, *("draw",) * 6), GameEnded(1, "trophies")],
        [
            *begun("rookie", tied_game="sudden_death"),
            *fought_all(1, *("draw",) * 6),
            SuddenDeathRevealed((None, None), (100, 95)),
        ],
        [illegal(17, rulebook.SUDDEN_DEATH, "Sudden death is played at 1:0 trophies")],
    ),
    Case(
        "ENDED",
        [*ROOKIE, SeatConceded(2), GameEnded(1, "concession"), StateShown(), CardsRevealed(1, (None,), "bench")],
        [*ROOKIE, SeatConceded(2), GameEnded(1, "concession"), shown()],
        [illegal(5, rulebook.ENDED, "HeroesRevealed after the game ended with event 4")],
    ),
    Case(
        "GAME_WINNER",
        [*ROOKIE, *fought_all(1, 1, 1, 1), GameEnded(1, "trophies", (4, 0))],
        [*ROOKIE, *fought_all(1, 1, 1), GameEnded(1, "trophies", (4, 0))],
        [
            differs(9, rulebook.GAME_WINNER, "Seat 1's trophies", 4, 3),
            illegal(9, rulebook.GAME_WINNER, "The game ended by trophies at 3:0 after battle 3"),
        ],
    ),
    Case(
        "GAME_WINNER",
        [*ROOKIE, *fought_all(1, 1, 2, 2, "draw", "draw", 2), GameEnded(2, "trophies", (2, 3))],
        [*ROOKIE, *fought_all(1, 1, 2, 2, "draw", "draw", 2), GameEnded(1, "trophies", (2, 3))],
        [differs(17, rulebook.GAME_WINNER, "The game", "seat 1 wins", "seat 2 wins")],
    ),
    Case(
        "GAME_WINNER",
        [start(), GameEnded(None, "unfinished", (1, 1))],
        [start(), GameEnded(1, "unfinished", (1, 1))],
        [illegal(2, rulebook.GAME_WINNER, "The game ended as unfinished, yet seat 1 wins")],
    ),
    Case(
        "GAME_WINNER",
        [start(), GameEnded(2, "trophies", (2, 4))],
        [start(), GameEnded(1, "trophies", (2, 4))],
        [differs(2, rulebook.GAME_WINNER, "The game at 2:4 trophies", "seat 1 wins", "seat 2 wins")],
    ),
    Case(
        "TIE",
        [*ROOKIE, *fought_all(1, 2, "draw", "draw", "draw", "draw", "draw"), GameEnded("draw", "tie", (1, 1))],
        [*ROOKIE, *fought_all(1, 1, "draw", "draw", "draw", "draw", "draw"), GameEnded("draw", "tie", (2, 0))],
        [illegal(17, rulebook.TIE, "A tie at 2:0 trophies after battle 7")],
    ),
    Case(
        "TIE",
        [start(), GameEnded("draw", "tie", (3, 3))],
        [start(), GameEnded(1, "tie", (3, 3))],
        [illegal(2, rulebook.TIE, "A tie that seat 1 wins")],
    ),
    Case(
        "CONCESSION",
        [*ROOKIE, SeatConceded(2), GameEnded(1, "concession")],
        [*ROOKIE, SeatConceded(2), SeatConceded(3), GameEnded(2, "concession")],
        [
            illegal(4, rulebook.CONCESSION, "There is no seat 3"),
            illegal(5, rulebook.CONCESSION, "Seat 2 conceded and wins"),
        ],
    ),
    Case(
        "CAUSE",
        [*PLAYMAKER, shown(), PlayRun(1, 1, c("P0"), 0), CoinFlipped(1, "heads", cause=4)],
        [
            *PLAYMAKER,
            shown(),
            CoinFlipped(1, "heads", cause=9),
            PowerChanged(1, 1, 5, cause=3),
            PlayCancelled(3),
            EffectRedirected(8, 1),
        ],
        [
            illegal(4, rulebook.CAUSE, "Event 4 names event 9 as its cause"),
            illegal(5, rulebook.CAUSE, "Event 5 names event 3 as its cause"),
            illegal(6, rulebook.CAUSE, "Event 3 ran no play"),
            illegal(7, rulebook.CAUSE, "Event 7 redirects event 8, which comes later"),
        ],
    ),
    Case(
        "EFFECT_HOLDS",
        [
            *PLAYMAKER,
            shown(),
            PlayRun(1, 1, c("P0"), 0),
            EffectBegan(1, (1,), "power", until="game_end", cause=4),
            EffectTriggered(5),
            EffectBlocked(5, 4),
            EffectEnded(5, "cancelled"),
        ],
        [
            *PLAYMAKER,
            shown(),
            PlayRun(1, 1, c("P0"), 0),
            EffectBegan(1, (1,), "power", until="game_end", cause=4),
            EffectEnded(5, "cancelled"),
            EffectTriggered(5),
            EffectBlocked(5, 4),
            EffectEnded(3),
        ],
        [
            illegal(7, rulebook.EFFECT_HOLDS, "Effect 5 acts, but it does not hold"),
            illegal(8, rulebook.EFFECT_HOLDS, "Effect 5 blocks, but it does not hold"),
            illegal(9, rulebook.EFFECT_HOLDS, "Effect 3 ends, but it never began"),
        ],
    ),
    Case(
        "LOCK",
        [
            *PLAYMAKER,
            EffectBegan(1, (2,), "substitution_lock", first=2, last=2),
            SubstitutionDeclined(1, 1),
            HeroSubstituted(2, 1, None, None, 2, 2),
        ],
        [
            *PLAYMAKER,
            EffectBegan(1, (2,), "substitution_lock", first=1, last=1),
            SubstitutionDeclined(1, 1),
            HeroSubstituted(2, 1, None, None, 2, 2),
        ],
        [illegal(5, rulebook.LOCK, "Seat 2 substitutes, which the effect of event 3 forbids")],
    ),
    Case(
        "LOCK",
        [
            *PLAYMAKER,
            EffectBegan(1, (2,), "play_cap", until="game_end", amount=1),
            shown(),
            Passed(1, 1),
            PlayRun(2, 1, c("P0"), 0),
        ],
        [
            *PLAYMAKER,
            EffectBegan(1, (2,), "play_cap", until="game_end", amount=1),
            shown(),
            Passed(1, 1),
            PlayRun(2, 1, c("P0"), 0),
            PlayRun(2, 1, c("P0"), 0),
        ],
        [illegal(7, rulebook.LOCK, "Seat 2 runs play 2 of this battle; the effect of event 3 allows 1")],
    ),
    Case(
        "LOCK",
        [
            *PLAYMAKER,
            EffectBegan(1, (2,), "draw_lock", until="game_end"),
            *fought(1, 1),
            PlaysDrawn(1, (None,), "battle_end"),
            PlaysDrawn(2, (), "battle_end"),
        ],
        [
            *PLAYMAKER,
            EffectBegan(1, (2,), "draw_lock", until="game_end"),
            EffectBegan(1, (1, 2), "recovery_lock", until="game_end"),
            EffectBegan(1, (2,), "play_lock", until="game_end"),
            shown(),
            PlayRun(1, 1, c("P2"), 2),
            HotDogsRecovered(1, 1, cause=7),
            Passed(1, 1),
            PlayRun(2, 1, c("P0"), 0),
            BattleResolved(1, 1),
            PlaysDrawn(2, (None,), "battle_end"),
        ],
        [
            illegal(8, rulebook.LOCK, "Seat 1 recovers hot dogs, which the effect of event 4 forbids"),
            illegal(10, rulebook.LOCK, "Seat 2 runs a play, which the effect of event 5 forbids"),
            illegal(12, rulebook.LOCK, "Seat 2 draws a play, which the effect of event 3 forbids"),
        ],
    ),
    Case(
        "SHIELD",
        [
            *PLAYMAKER,
            shown(),
            PlayRun(1, 1, c("P0"), 0),
            EffectBegan(1, (1,), "shield", until="battle_end", cause=4),
            PlayRun(1, 1, c("Q0"), 0),
            PowerChanged(1, 1, -5, cause=6),
            Passed(1, 1),
            PlayRun(2, 1, c("P0"), 0),
            EffectBlocked(5, 9),
            PowerChanged(1, 1, 5, cause=9),
        ],
        [
            *PLAYMAKER,
            shown(),
            PlayRun(1, 1, c("P0"), 0),
            EffectBegan(1, (1,), "shield", until="battle_end", cause=4),
            Passed(1, 1),
            PlayRun(2, 1, c("P0"), 0),
            PowerChanged(1, 1, -5, cause=7),
        ],
        [illegal(8, rulebook.SHIELD, "Seat 1 loses 5 power, which the effect of event 5 forbids")],
    ),
    Case(
        "SHIELD",
        [
            *PLAYMAKER,
            EffectBegan(1, (1, 2), "power_lock", until="game_end", weapon="Ice"),
            shown(1, "F120", "I100"),
            PowerChanged(1, 1, -5),
        ],
        [
            *PLAYMAKER,
            EffectBegan(1, (1, 2), "power_lock", until="game_end", weapon="Ice"),
            shown(1, "F120", "I100"),
            PowerChanged(2, 1, -5),
        ],
        [illegal(5, rulebook.SHIELD, "Seat 2 loses 5 power, which the effect of event 3 forbids")],
    ),
    Case(
        "AREA",
        [
            *PLAYMAKER,
            HeroesDrawn(1, cs("F120 F125 F130 F135"), "opening"),
            HeroesDiscarded(1, cs("F125"), "bench"),
            HeroesReturned(1, cs("F125"), "hero_discard", "hero_deck", "shuffled"),
        ],
        [
            *PLAYMAKER,
            HeroesDrawn(1, cs("F120 F125 F130 F135"), "opening"),
            HeroesDiscarded(1, cs("F140"), "bench"),
            CardsRevealed(1, cs("F140"), "bench"),
            PlaysReturned(1, (None,), "play_discard", "play_hand"),
            HeroesDiscarded(1, (None,), "zone", battle=1),
        ],
        [
            illegal(4, rulebook.AREA, "Seat 1's bench does not hold Hero F140 (T:F140)"),
            illegal(5, rulebook.AREA, "Seat 1's bench does not hold Hero F140 (T:F140)"),
            illegal(6, rulebook.AREA, "Seat 1's play discard pile is empty"),
            illegal(7, rulebook.AREA, "Seat 1 has no hero in zone 1"),
        ],
    ),
    Case(
        "AREA",
        [*ROOKIE, HeroesPlaced(1, (None,) * 7), HeroesMoved(1, ((2, 3), (3, 2)))],
        [*ROOKIE, HeroesPlaced(1, (None,) * 7), HeroesMoved(1, ((2, 3), (4, 3)))],
        [
            illegal(
                4,
                rulebook.AREA,
                "Seat 1 moves heroes [(2, 3), (4, 3)], which leaves a zone empty or full twice",
            )
        ],
    ),
    Case(
        "SHOWN_STATE",
        [
            *PLAYMAKER,
            *fought(1, 1),
            StateShown(
                battle=1,
                honors=1,
                trophies=(1, 0),
                powers=(120, 100),
                hot_dogs=(10, 10),
                hot_dogs_spent=(0, 0),
                hero_decks=(49, 49),
                playbooks=(26, 26),
                benches=((None,) * 4, None),
                zones=(cs("F120 - - - - - -"), None),
            ),
        ],
        [
            *PLAYMAKER,
            *fought(1, 1),
            StateShown(
                battle=3,
                hot_dogs=(9, None),
                hero_decks=(None, 48),
                benches=((None,) * 3, None),
                zones=(cs("F125 - - - - - -"), None),
            ),
        ],
        [
            differs(5, rulebook.SHOWN_STATE, "The battle", 3, 1),
            differs(5, rulebook.SHOWN_STATE, "Seat 1's hot dogs", 9, 10),
            differs(5, rulebook.SHOWN_STATE, "Seat 2's hero deck", 48, 49),
            differs(5, rulebook.SHOWN_STATE, "Seat 1's bench", [None] * 3, [None] * 4),
            differs(5, rulebook.SHOWN_STATE, "Seat 1's zone", "T:F125", "T:F120"),
        ],
    ),
    Case(
        "SHOWN_STATE",
        [*PLAYMAKER, HotDogsLost(1, 3), HotDogsSwapped(counts=(10, 7))],
        [*PLAYMAKER, *fought(1, 1), StateShown(trophies=(0, 0)), HotDogsSwapped(counts=(9, 10))],
        [
            differs(5, rulebook.SHOWN_STATE, "Seat 1's trophies", 0, 1),
            differs(6, rulebook.SHOWN_STATE, "Seat 1's hot dogs after the swap", 9, 10),
        ],
    ),
    Case(
        "TAKE_BACK",
        [*ROOKIE, shown(), TakenBack(2, seat=1), shown(), Rewound(2), shown(), BattleResolved(1, 1)],
        [*ROOKIE, TakenBack(3), Rewound(9)],
        [
            illegal(3, rulebook.TAKE_BACK, "Event 3 goes back to event 3"),
            illegal(4, rulebook.TAKE_BACK, "Event 4 goes back to event 9"),
        ],
    ),
]


def labelled(case: Case) -> str:
    return case.rule


@pytest.mark.parametrize("case", CASES, ids=labelled)
def test_what_a_rule_allows_is_legal(case: Case) -> None:
    assert found(case.keeps) == []


@pytest.mark.parametrize("case", CASES, ids=labelled)
def test_what_a_rule_forbids_is_found(case: Case) -> None:
    assert found(case.breaks) == list(case.says)
    assert str(getattr(rulebook, case.rule)) in {finding.rule for finding in case.says}


def test_every_rule_has_a_legal_and_an_illegal_example() -> None:
    written = {name for name, value in vars(rulebook).items() if isinstance(value, Rule)}

    assert {case.rule for case in CASES} == written


# What the rules decide


@pytest.mark.parametrize(
    ("mode", "one", "two", "winner", "reason"),
    [
        ("playmaker", "S120", "F120", 1, "super_weapon"),
        ("playmaker", "F120", "S120", 2, "super_weapon"),
        ("playmaker", "S120", "S120", "draw", "power"),
        ("playmaker", "F120", "I120", "draw", "power"),
        ("playmaker", "S120", "F125", 2, "power"),
        ("substitution", "S120", "F120", "draw", "power"),
        ("rookie", "F120", "S120", "draw", "power"),
    ],
)
def test_a_super_weapon_breaks_a_tied_battle_in_playmaker_only(
    mode: Mode, one: str, two: str, winner: object, reason: str
) -> None:
    state = fold([*begun(mode), shown(1, one, two), BattleResolved(1, None)])

    assert (state.results[1], state.fought[0][10]) == (winner, reason)
    assert state.findings == []


def test_the_weapon_that_breaks_a_tie_is_the_current_one() -> None:
    game = [*PLAYMAKER, shown(1, "S120", "F120"), WeaponChanged(1, 1, "Fire"), WeaponChanged(2, 1, "Super")]

    assert fold([*game, BattleResolved(1, None)]).results[1] == 2


def test_low_power_wins_where_the_game_says_so() -> None:
    game = [
        *begun("rookie", winning_power="low", tied_game="sudden_death"),
        shown(1, "F120", "F100"),
        BattleResolved(1, 2, "power"),
        shown(2, "F120", "F100"),
        BattleResolved(2, 1),
    ]

    state = fold(game)

    assert state.results[1] == 2
    assert state.findings == [differs(6, rulebook.WINNER, "Battle 2 (120 against 100)", "seat 1 wins", "seat 2 wins")]


def test_low_power_wins_sudden_death_too() -> None:
    game = [
        *begun("rookie", winning_power="low", tied_game="sudden_death"),
        *[BattleResolved(b, "draw") for b in range(1, 8)],
    ]

    state = fold([*game, sudden("F120", "F100")])

    assert state.sudden_winner == 2


@pytest.mark.parametrize("ends", ["after_all_battles", "at_clinch", "either"])
def test_a_game_can_stop_at_its_clinch(ends: str) -> None:
    state = fold([*begun("rookie", ends=ends), *fought_all(1, 1, 1, 1), GameEnded(None, "trophies")])

    assert (state.clinched, state.winner, state.findings) == (4, 1, [])


@pytest.mark.parametrize("ends", ["after_all_battles", "either"])
def test_a_game_can_go_on_after_its_clinch(ends: str) -> None:
    state = fold([*begun("rookie", ends=ends), *fought_all(1, 1, 1, 1, 2, 2, 2), GameEnded(1, "trophies")])

    assert state.findings == []
    assert [row[18] for row in state.fought] == [False, False, False, False, True, True, True]


def test_a_draw_leaves_honors_where_they_were() -> None:
    honors = [fold([*ROOKIE, *fought_all(2, "draw", 1, "draw")][:end]).honors for end in (4, 6, 8, 10)]

    assert honors == [2, 2, 1, 1]


def test_honors_given_during_a_battle_are_for_the_next_one() -> None:
    game = [*PLAYMAKER, shown(), HonorsGiven(2), BattleResolved(1, 1)]

    assert (fold(game[:4]).honors, fold(game).honors) == (1, 2)


def test_a_double_super_is_repeated_in_sudden_death() -> None:
    game = [*begun("rookie", tied_game="sudden_death"), *fought_all(*("draw",) * 7)]
    double = sudden("S120", "S120")
    single = sudden("F120", "S120")

    assert fold([*game, double]).sudden_winner == "draw"
    state = fold([*game, double, single, GameEnded(None, "sudden_death")])
    assert (state.sudden_winner, state.winner, state.findings) == (2, 2, [])


@pytest.mark.parametrize(
    ("end", "winner"),
    [
        (GameEnded(1, "concession"), 1),
        (GameEnded(2, "timeout"), 2),
        (GameEnded("draw", "timeout"), 0),
        (GameEnded(1, "disconnection"), 1),
        (GameEnded("draw", "agreed_draw"), 0),
        (GameEnded(2, "ruling"), 2),
        (GameEnded(1, "effect"), 1),
        (GameEnded(None, "unfinished"), None),
        (GameEnded(None, "no_contest"), None),
    ],
)
def test_a_game_can_end_for_many_reasons_at_any_time(end: GameEnded, winner: int | None) -> None:
    state = fold([*ROOKIE, *fought(1, 2), end])

    summary = GAME.summary(state)
    assert (summary.winner, summary.reason, summary.status) == (winner, end.reason, "complete")
    assert state.results[1] == 2


def test_a_game_without_an_end_is_partial() -> None:
    summary = GAME.summary(fold([*ROOKIE, *fought(1, 2)]))

    assert (summary.winner, summary.ended, summary.status) == (None, False, "partial")


# The power ledger


def ran(*changes: Event) -> list[Event]:
    """A battle of 120 against 100 in which seat 1 runs a play (event 4); the changes are events 5 and on."""
    return [*PLAYMAKER, shown(), PlayRun(1, 1, c("P0"), 0), *changes]


def add(by: int, seat: int = 1) -> PowerChanged:
    return PowerChanged(seat, 1, by, cause=4)


def double(seat: int = 1) -> PowerMultiplied:
    return PowerMultiplied(seat, 1, 2, cause=4)


@pytest.mark.parametrize(
    ("changes", "one"),
    [
        ([add(15)], 135),
        ([add(15), double()], 270),
        ([double(), add(15)], 255),
        ([add(15), PowerSet(1, 1, 0, cause=4), add(10)], 10),
        ([add(15), add(10), PowerSet(1, 1, 0, cause=4)], 0),
        ([PowerSet(1, 1, 50, cause=4), double(), add(-5)], 95),
        ([add(-200)], -80),
        ([add(15), double(), PowerChangeCancelled(5, cause=4)], 240),
        ([add(15), double(), PowerChangeCancelled(6, cause=4)], 135),
        ([PowerSet(1, 1, 0, cause=4), add(10), PowerChangeCancelled(5, cause=4)], 130),
        ([add(15), PowerReset(1, 1, cause=4)], 120),
        ([add(15), PowerReset(1, 1, cause=4), add(5)], 125),
        ([add(15), PowersSwapped(1, cause=4)], 100),
        ([add(15), PowersSwapped(1, cause=4), double()], 200),
        ([PowersSwapped(1, cause=4), PowersSwapped(1, cause=4)], 120),
    ],
)
def test_power_is_the_printed_power_and_every_change_in_order(changes: list[Event], one: int) -> None:
    assert power(ran(*changes), 1) == one
    assert found(ran(*changes)) == []


def test_a_swap_gives_each_hero_the_other_ones_power() -> None:
    game = ran(add(15), PowersSwapped(1, cause=4, powers=(100, 135)))

    assert (power(game, 1), power(game, 2), found(game)) == (100, 135, [])


def test_the_ledger_names_what_made_each_change() -> None:
    zone = view(fold(ran(add(15), double(), PowerChangeCancelled(5, cause=4)))).seats[0].zones[0]

    assert [(line.event, line.kind, line.amount, line.power, line.play, line.cancelled) for line in zone.ledger] == [
        (3, "printed", 120, 120, None, False),
        (5, "by", 15, 120, "T:P0", True),
        (6, "times", 2, 240, "T:P0", False),
    ]


def test_a_change_of_a_face_down_hero_counts_when_it_is_revealed() -> None:
    game = [*PLAYMAKER, *fought(1, 1), PowerChanged(1, 2, 35), *[shown(2, "F100", "F120")]]

    assert power(game[:5], 1, 2) is None
    assert power(game, 1, 2) == 135


def test_a_hero_that_leaves_its_zone_loses_what_was_on_it() -> None:
    game = ran(add(15), HeroReplaced(1, 1, c("F95"), "hero_deck", c("F120"), cause=4))

    assert (power(game, 1), fold(game).seat(1).hero_discard) == (95, [c("F120")])


def test_a_hero_can_leave_before_another_takes_its_zone() -> None:
    discarded = HeroesDiscarded(1, cs("F120"), "zone", battle=1, cause=4)
    game = ran(discarded, HeroReplaced(1, 1, c("F95"), "hero_deck", None, cause=4))

    assert (power(game, 1), fold(game).seat(1).hero_discard, found(game)) == (95, [c("F120")], [])


def test_a_stated_power_that_differs_is_gone_on_with() -> None:
    game = [*PLAYMAKER, shown(), BattleResolved(1, 2, "power", (120, 125))]

    state = fold(game)

    assert state.findings == [differs(4, rulebook.POWER_SUM, "Seat 2's power", 125, 100)]
    assert (state.results[1], state.fought[0][6]) == (2, 125)


# Ongoing effects


def test_an_effect_until_the_end_of_a_battle_is_gone_in_the_next() -> None:
    effect = EffectBegan(1, (2,), "play_lock", until="battle_end", cause=4)
    end = [Passed(1, 1), BattleResolved(1, 1)]
    second = [shown(2), Passed(1, 2), PlayRun(2, 2, c("P0"), 0)]

    assert found(ran(effect, *end, *second)) == []
    assert list(fold(ran(effect, *end)).effects) == [5]
    assert list(fold(ran(effect, *end, *second)).effects) == []


@pytest.mark.parametrize(("battle", "locked"), [(1, False), (2, True), (3, True), (4, False)])
def test_an_effect_holds_from_its_first_battle_to_its_last(battle: int, *, locked: bool) -> None:
    effect = EffectBegan(2, (1,), "play_lock", first=2, last=3)
    before = [event for earlier in range(1, battle) for event in fought(earlier, 1)]
    game = [*PLAYMAKER, effect, *before, shown(battle), PlayRun(1, battle, c("P0"), 0)]

    forbidden = illegal(len(game), rulebook.LOCK, "Seat 1 runs a play, which the effect of event 3 forbids")
    assert found(game) == ([forbidden] if locked else [])


def test_an_effect_tied_to_battles_holds_in_them_alone() -> None:
    effect = EffectBegan(2, (1,), "play_lock", until="game_end", battles=(2,))
    game = [*PLAYMAKER, effect, shown(), PlayRun(1, 1, c("P0"), 0), BattleResolved(1, 1), shown(2)]

    assert [finding.event for finding in found([*game, PlayRun(1, 2, c("P0"), 0)])] == [8]


def test_a_play_stays_in_effect_as_long_as_its_effect_does() -> None:
    effect = EffectBegan(1, (1,), "power", until="last_battle_end", first=1, last=2, cause=4)
    game = ran(effect, Passed(1, 1), BattleResolved(1, 1), *fought(2, 1), shown(3))

    in_effect = [[run.play for run in fold(game[:end]).seat(1).in_effect] for end in (5, 7, 9, 10)]
    assert in_effect == [["T:P0"], ["T:P0"], ["T:P0"], []]
    assert fold(game).seat(1).play_discard == ["T:P0"]


def test_an_effect_ends_with_its_play() -> None:
    effect = EffectBegan(1, (2,), "play_lock", until="game_end", cause=4)
    returned = PlaysReturned(1, cs("P0"), "in_effect", "play_hand")

    assert list(fold(ran(effect, returned)).effects) == []
    assert list(fold(ran(effect, PlayCancelled(4, cause=4))).effects) == []


def test_a_shield_covers_only_its_battle() -> None:
    game = [
        *PLAYMAKER,
        shown(),
        PlayRun(1, 1, c("P0"), 0),
        EffectBegan(1, (1,), "shield", until="battle_end", cause=4),
        Passed(1, 1),
        BattleResolved(1, 1),
        shown(2),
        Passed(1, 2),
        PlayRun(2, 2, c("P0"), 0),
        PowerChanged(1, 2, -5, cause=10),
    ]

    assert found(game) == []


def test_an_effect_on_both_seats_forbids_both() -> None:
    game = [*PLAYMAKER, EffectBegan(1, (1, 2), "play_lock", until="game_end"), shown(), PlayRun(1, 1, None, 0)]

    assert [finding.event for finding in found([*game, PlayRun(2, 1, None, 0)])] == [5, 6]


def overdrawn(*, amount: int | None, cost: int) -> list[Event]:
    return [
        *PLAYMAKER,
        EffectBegan(1, (1,), "overdraft", first=1, last=1, amount=amount),
        shown(),
        PlayRun(1, 1, c("P7"), 7),
        PlayRun(1, 1, c(f"P{cost}"), cost),
    ]


def test_an_overdraft_lends_hot_dogs_as_far_as_it_goes() -> None:
    state = fold(overdrawn(amount=3, cost=6))

    assert state.findings == []
    assert (state.seat(1).hot_dogs, state.seat(1).hot_dogs_spent) == (-3, 13)
    assert found(overdrawn(amount=3, cost=7)) == [
        illegal(6, rulebook.HOT_DOGS_HELD, "Seat 1 pays 7 hot dogs and has 3")
    ]


def test_a_free_play_can_be_run_in_debt_and_recovering_pays_the_debt_back() -> None:
    game = [*overdrawn(amount=3, cost=5), PlayRun(1, 1, c("P0"), 0), HotDogsRecovered(1, 3, cause=7)]

    state = fold(game)

    assert (state.seat(1).hot_dogs, state.seat(1).hot_dogs_spent, state.findings) == (1, 9, [])


def test_a_cause_gives_a_play_out_of_turn_and_for_another_price() -> None:
    game = [*PLAYMAKER, shown(), PlayRun(1, 1, c("P0"), 0), PlayRun(2, 1, c("P7"), 0, origin="playbook", cause=4)]

    assert found([*game, PlayRun(1, 1, c("Q2"), 2)]) == []


def test_a_copied_play_costs_what_the_copied_one_cost() -> None:
    game = [*PLAYMAKER, shown(), PlayRun(1, 1, c("P3"), 3), PlayRun(1, 1, c("P0"), 3, copy_of=4)]

    state = fold(game)

    assert (state.seat(1).hot_dogs, state.findings) == (4, [])


# Cards and hot dogs are conserved


def test_a_play_that_becomes_a_hot_dog_is_discarded_as_a_play_when_it_is_spent() -> None:
    game = [
        *PLAYMAKER,
        shown(),
        PlayRun(1, 1, c("P0"), 0),
        PlayTransformed(4, "hot_dog", cause=4),
        PlayRun(1, 1, c("P2"), 2),
        PlaysDiscarded(1, cs("P0"), "hot_dogs", cause=6),
    ]
    seats = [fold(game[:end]).seat(1) for end in (5, 6, 7)]

    assert [(seat.hot_dogs, seat.hot_dogs_spent, seat.transformed, seat.play_discard) for seat in seats] == [
        (11, 0, ["T:P0"], []),
        (9, 2, ["T:P0"], []),
        (9, 1, [], ["T:P0"]),
    ]


def test_hot_dogs_change_hands_and_new_ones_are_counted() -> None:
    game = [*PLAYMAKER, HotDogsStolen(2, 2), HotDogsGained(2, 1), HotDogsSwapped()]

    state = fold(game)

    assert [(seat.hot_dogs, seat.hot_dogs_spent) for seat in state.seats] == [(9, 0), (12, 0)]
    assert state.supply == 1


def test_a_removed_card_lies_out_of_the_game() -> None:
    game = [*PLAYMAKER, HeroesDrawn(1, cs("F120 F125 F130 F135"), "opening"), CardsRemoved(1, cs("F130"), "bench")]

    seat = fold(game).seat(1)

    assert (seat.bench, seat.out_of_game) == (list(cs("F120 F125 F135")), [c("F130")])


def test_heroes_placed_as_the_table_shows_them_are_numbered_by_the_direction() -> None:
    placed = HeroesPlaced(1, cs("F100 F105 F110 F115 F120 F125 F130"), "table")
    right_to_left = DirectionChosen("right_to_left")

    for game in ([*ROOKIE, placed, right_to_left], [*ROOKIE, right_to_left, placed]):
        assert fold(game).seat(1).zones[1].hero == c("F130")
    assert fold([*ROOKIE, placed, DirectionChosen("left_to_right")]).seat(1).zones[1].hero == c("F100")


def test_a_hero_that_changes_zones_comes_face_up_where_the_battle_is_open() -> None:
    game = [
        *ROOKIE,
        HeroesPlaced(1, cs("F100 F105 F110 F115 F120 F125 F130")),
        shown(1, "F100"),
        HeroesMoved(1, ((1, 7), (7, 1))),
    ]

    zones = fold(game).seat(1).zones

    assert (zones[1].hero, zones[1].power, zones[1].shown) == (c("F130"), 130, True)
    assert (zones[7].hero, zones[7].power, zones[7].shown) == (c("F100"), None, False)


def test_cards_seen_on_top_of_a_pile_are_known_until_it_changes() -> None:
    looked = CardsLookedAt(1, 2, cs("P1 P2"), "playbook")
    ordered = PileReordered(1, 2, "playbook", cs("P2"), cs("P1"))

    tops = [fold([*PLAYMAKER, looked, ordered][:end]).seat(1).play_top for end in (3, 4)]

    assert tops == [list(cs("P1 P2")), list(cs("P2"))]


# What the log hides


def answers(events: Sequence[Event]) -> list[str]:
    return [step.answer for step in replay(GAME, CARDS, events).steps]


def test_after_a_gap_what_it_hides_is_unknown_and_not_illegal() -> None:
    game = [*SUBSTITUTION, SubstitutionDeclined(1, 1), GapLeft(), BattleResolved(1, 1)]

    assert answers([*game, HeroSubstituted(1, 2, None, None, 2, 1)])[3:] == ["unknown", "unknown", "unknown"]


def test_after_a_gap_a_shown_state_makes_certain_again() -> None:
    shown_state = StateShown(battle=1, hot_dogs=(3, 4), hot_dogs_spent=(7, 6), play_hands=(cs("P5"), cs("P6")))
    game = [*PLAYMAKER, shown(), GapLeft(), shown_state]

    assert found([*game, PlayRun(1, 1, c("P5"), 5)]) == [
        illegal(6, rulebook.HOT_DOGS_HELD, "Seat 1 pays 5 hot dogs and has 3")
    ]
    assert answers([*game[:4], PlayRun(1, 1, c("P5"), 5)])[4] == "unknown"


def test_a_battle_known_by_its_winner_alone_counts() -> None:
    game = [start("rookie"), *[BattleResolved(battle, 1) for battle in range(1, 5)], GameEnded(None, "trophies")]

    state = fold(game)

    assert (state.winner, state.trophies(1), state.findings) == (1, 4, [])
    assert answers(game) == ["legal", "unknown", "unknown", "unknown", "unknown", "legal"]


def test_a_battle_whose_winner_is_hidden_leaves_honors_unknown() -> None:
    state = fold([*SUBSTITUTION, BattleResolved(1, None), SubstitutionDeclined(2, 2), SubstitutionDeclined(1, 2)])

    assert (state.honors, state.findings) == (None, [])


def test_a_game_known_by_its_result_alone_is_complete() -> None:
    summary = GAME.summary(fold([start(), GameEnded(2, "trophies", (1, 4))]))

    assert (summary.winner, summary.score, summary.status) == (2, "1:4", "complete")


def test_a_client_that_does_not_tell_what_plays_do_makes_powers_unknown_until_it_states_them() -> None:
    started = GameStarted((Seated(), Seated()), "playmaker", effects_told=False)
    game = [started, HonorsChosen(1), shown(), PlayRun(1, 1, None, None)]

    assert power(game[:3], 1) == 120
    assert power(game, 1) is None
    assert answers([*game, BattleResolved(1, 2)])[4] == "unknown"
    assert found([*game, BattleResolved(1, 2, "power", (120, 145))]) == []


def test_a_described_card_counts_as_described() -> None:
    game = [*ROOKIE, CardDescribed(c("NEW"), "hero", "Newcomer", "Fire", 215), shown(1, "NEW", "F200")]

    assert (power(game, 1), fold([*game, BattleResolved(1, None)]).results[1]) == (215, 1)


# Going back


def test_what_was_taken_back_did_not_happen() -> None:
    game = [*PLAYMAKER, shown(), PlayRun(1, 1, c("P7"), 7), add(15), TakenBack(3, seat=1)]

    state = fold(game)

    assert (state.seat(1).hot_dogs, power(game, 1), state.seat(1).in_effect) == (10, 120, [])
    assert found([*game, PlayRun(1, 1, c("P7"), 7)]) == []
    assert found([*game, PowerChanged(1, 1, 5, cause=4)]) == [
        illegal(7, rulebook.CAUSE, "Event 7 names event 4 as its cause")
    ]


def test_a_judge_can_undo_a_take_back_by_going_back_to_before_it() -> None:
    game = [
        *PLAYMAKER,
        shown(),
        PlayRun(1, 1, c("P1"), 1),
        TakenBack(3),
        PlayRun(1, 1, c("P2"), 2),
        Rewound(4),
        PlayRun(1, 1, c("P3"), 3),
    ]

    dogs = [fold(game[:end]).seat(1).hot_dogs for end in range(3, 9)]

    # The game stands as it stood after event 4: the first play counts again, the second does not.
    assert dogs == [10, 9, 10, 8, 9, 6]


def test_going_back_before_a_rewind_that_undid_a_take_back() -> None:
    """Event 5 takes back event 4, event 7 undoes that, event 9 goes back to where the take-back still held."""
    game = [
        *PLAYMAKER,
        shown(),
        PlayRun(1, 1, c("P1"), 1),
        TakenBack(3),
        PlayRun(1, 1, c("P2"), 2),
        Rewound(4),
        PlayRun(1, 1, c("P3"), 3),
        Rewound(6),
        PlayRun(1, 1, c("P4"), 4),
    ]

    assert [fold(game[:end]).seat(1).hot_dogs for end in (8, 9, 10)] == [6, 8, 4]


def test_findings_of_what_was_taken_back_stay_found() -> None:
    state = fold([*ROOKIE, SubstitutionDeclined(1, 1), TakenBack(2), *fought(1, 1)])

    assert [finding.event for finding in state.findings] == [3]
    assert state.results[1] == 1


def test_a_judge_corrects_without_contradicting() -> None:
    corrected = StateCorrected(honors=2, hot_dogs=(3, None), powers=(150, None), benches=(cs("F75"), None))
    state = fold([*PLAYMAKER, shown(), corrected])

    assert (state.honors, state.seat(1).hot_dogs, state.seat(1).bench) == (2, 3, [c("F75")])


def test_a_ledger_without_end_is_shown_by_its_ends() -> None:
    changes = [PowerChanged(1, 1, 1) for _ in range(1000)]

    ledger = view(fold([*PLAYMAKER, shown(), *changes])).seats[0].zones[0].ledger

    assert len(ledger) == 40
    assert [(line.event, line.kind, line.amount, line.power) for line in ledger[-3:]] == [
        (40, "by", 1, 157),
        (1002, "omitted", 962, 1119),
        (1003, "by", 1, 1120),
    ]


# Formats


def test_a_game_that_states_no_numbers_has_those_of_its_format() -> None:
    blast, low_ball = fold([in_format("Blast", mode="substitution")]), fold([in_format("low-ball")])

    assert blast.setup is not None
    assert (blast.setup.hero_deck, blast.setup.hot_dogs, blast.setup.bench) == (30, 10, 4)
    assert low_ball.setup is not None
    assert (low_ball.setup.winning_power, low_ball.setup.hero_deck) == ("low", 60)


def test_in_a_low_ball_game_the_lower_power_wins_a_battle() -> None:
    game = [in_format("Low Ball"), HonorsChosen(1), shown(1, "F120", "F100"), BattleResolved(1, None)]

    assert fold(game).results[1] == 2


def test_a_format_whose_game_has_to_say_who_wins_leaves_the_numbers_unknown() -> None:
    assert fold([in_format("HiLo Madness")]).setup is None


def test_a_format_of_somebody_s_own_says_nothing() -> None:
    assert fold([in_format("House table", msgspec.structs.replace(MODES["rookie"], hero_deck=40))]).findings == []

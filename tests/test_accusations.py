"""The referee accuses nobody of what the rules allow, and overlooks nothing impossible in a log that is whole."""

from collections.abc import Sequence

import pytest

from events.base import CardId, Event, GapLeft, SeatConceded, TakenBack
from events.boba import (
    BattleResolved,
    CardDescribed,
    CardsRevealed,
    CostChanged,
    Deck,
    DirectionChosen,
    EffectBegan,
    EffectEnded,
    EffectTriggered,
    GameEnded,
    GameStarted,
    HeroesDrawn,
    HeroesPlaced,
    HeroesReturned,
    HeroesRevealed,
    HeroSubstituted,
    HonorsChosen,
    Passed,
    PlayRun,
    PlaysDrawn,
    PowerChanged,
    Seated,
    StateCorrected,
    StateShown,
    SubstitutionDeclined,
)
from projector.boba import rulebook
from projector.boba.modes import MODES
from projector.referee import Rule
from tests.test_rules import begun, c, cs, fold, fought, fought_all, shown, start

PLAYMAKER = begun()
ROOKIE = begun("rookie")
SUBSTITUTION = begun("substitution")
TABLE = HeroesPlaced(1, cs("F75 F80 F85 F90 F95 F100 F105"), "table")
KNOWN = Deck((c("F100"), c("F120"), *(c("F75"),) * 58))


def known_to(seat: int) -> list[Event]:
    """A Substitution game in which every card that a seat brought is known, with honors at that seat."""
    return [
        start("substitution", decks=(KNOWN if seat == 1 else None, KNOWN if seat == 2 else None)),
        HonorsChosen(seat),
    ]


ALLOWED: dict[str, Sequence[Event]] = {
    "a play whose cost an event changed": [
        *PLAYMAKER,
        shown(),
        CostChanged(1, "play", by=-1, play=c("P2")),
        PlayRun(1, 1, c("P2"), 1),
    ],
    "a play after an event changed all costs": [
        *PLAYMAKER,
        shown(),
        CostChanged(1, "play", by=-1),
        PlayRun(1, 1, c("P2"), 1),
    ],
    "a substitution whose cost an event changed": [
        *SUBSTITUTION,
        CostChanged(1, "substitution", to=1),
        HeroSubstituted(1, 1, None, None, 1, 1),
    ],
    "a substitution that an effect forces after the seat's own": [
        *SUBSTITUTION,
        HeroSubstituted(1, 1, None, None, 2, 1),
        HeroesDrawn(1, (None,), "substitution"),
        EffectBegan(2, (1,), "forced_substitution"),
        EffectTriggered(5),
        HeroSubstituted(1, 1, None, None, 0, 1, cause=6),
        HeroesDrawn(1, (None,), "substitution"),
    ],
    "a play whose cost an effect on the whole game changes": [
        *PLAYMAKER,
        shown(),
        EffectBegan(1, (), "cost", until="battle_end", amount=-1),
        PlayRun(1, 1, c("P2"), 1),
    ],
    "the direction told twice": [
        start("rookie"),
        TABLE,
        DirectionChosen("right_to_left"),
        DirectionChosen("right_to_left"),
        shown(1, "F105", "F100"),
    ],
    "the direction told before and after placing": [
        start("rookie"),
        DirectionChosen("right_to_left"),
        TABLE,
        DirectionChosen("right_to_left"),
        shown(1, "F105", "F100"),
    ],
    "another direction after all": [
        start("rookie"),
        TABLE,
        DirectionChosen("right_to_left"),
        DirectionChosen("left_to_right"),
        shown(1, "F75", "F100"),
    ],
    "a client that counts on to the next battle": [
        *PLAYMAKER,
        StateShown(battle=1),
        HeroesPlaced(1, (None,) * 7),
        shown(),
        PlayRun(1, 1, None, 2),
        Passed(1, 1),
        Passed(2, 1),
        BattleResolved(1, 1),
        StateShown(battle=2, honors=1, trophies=(1, 0)),
        PlaysDrawn(1, (None,), "battle_end"),
        SubstitutionDeclined(1, 2),
        shown(2),
        PlayRun(1, 2, None, 2),
        Passed(1, 2),
        PlayRun(2, 2, None, 2),
        Passed(2, 2),
        BattleResolved(2, 1),
    ],
    "a client that shows an opening it has not told": [
        *PLAYMAKER,
        StateShown(
            battle=1,
            hero_decks=(49, 49),
            playbooks=(26, 26),
            benches=((None,) * 4, (None,) * 4),
            play_hands=(cs("P0 P1 P2 P3"), (None,) * 4),
            zones=(cs("F120 - - - - - -"), cs("F100 - - - - - -")),
        ),
        shown(),
        PlayRun(1, 1, c("P2"), 2),
    ],
    "a client that shows a later battle after a gap": [
        *PLAYMAKER,
        shown(),
        GapLeft(),
        StateShown(battle=4, honors=1),
        shown(4),
        PlayRun(1, 4, None, 0),
        Passed(1, 4),
        BattleResolved(4, 1),
    ],
    "a bench shown face down after its cards were seen": [
        *known_to(2),
        HeroesDrawn(2, (None,) * 4, "opening"),
        CardsRevealed(2, cs("F100"), "bench"),
        StateShown(benches=(None, (None,) * 4)),
        HeroSubstituted(2, 1, c("F100"), None, 2, 2),
    ],
    "a hero that a judge took off the bench and that is drawn later": [
        *known_to(1),
        HeroesDrawn(1, cs("F100 F120 F75 F75"), "opening"),
        StateCorrected(benches=(cs("F100 F75 F75"), None)),
        HeroesDrawn(1, cs("F120"), "effect"),
    ],
    "a hero that a judge put on the bench": [
        *known_to(1),
        HeroesDrawn(1, cs("F75 F75 F75 F75"), "opening"),
        StateCorrected(benches=(cs("F100 F75 F75 F75 F200"), None)),
        HeroSubstituted(1, 1, c("F100"), None, 2, 1),
    ],
    "trophies shown after a battle of unknown result": [
        *ROOKIE,
        *(BattleResolved(battle, 1 if battle < 4 else 2) for battle in range(1, 7)),
        BattleResolved(7, None),
        StateShown(trophies=(4, 3)),
    ],
    "a Super weapon that the client writes small": [
        *PLAYMAKER,
        CardDescribed(CardId("X:1"), "hero", weapon="super", power=100),
        HeroesRevealed(1, (CardId("X:1"), c("F100"))),
        BattleResolved(1, 1, "super_weapon"),
    ],
    "a play that came back to the hand by what the log does not tell": [
        GameStarted(
            (Seated(deck=Deck(plays=(c("P0"), *(c("P1"),) * 29))), Seated()),
            "playmaker",
            MODES["playmaker"],
            effects_told=False,
        ),
        HonorsChosen(1),
        PlaysDrawn(1, cs("P0 - - -"), "opening"),
        shown(),
        PlayRun(1, 1, c("P0"), 0),
        PlayRun(1, 1, c("P0"), 0),
    ],
    "an unsure bench that holds more than was shown": [
        *SUBSTITUTION,
        SubstitutionDeclined(1, 1),
        GapLeft(),
        HeroesReturned(1, cs("F100"), "hero_discard", "bench"),
        *(HeroesReturned(1, (None,), "bench", "hero_deck") for _ in range(4)),
        HeroSubstituted(1, 1, None, None, 2, 1),
        shown(1, "F120", "F100"),
    ],
    "another course after going back behind the end": [
        *ROOKIE,
        *fought_all(1, 1, 1, 1),
        GameEnded(1, "trophies"),
        TakenBack(8),
        *fought_all(2, 2, 2, 2)[6:],
        *fought(5, 1),
        GameEnded(1, "trophies"),
    ],
}


@pytest.mark.parametrize("told", ALLOWED.values(), ids=ALLOWED)
def test_what_the_rules_allow_is_no_finding(told: Sequence[Event]) -> None:
    assert fold(told).findings == []


IMPOSSIBLE: dict[str, tuple[Sequence[Event], Rule, str]] = {
    "a play under a lock on the whole game": (
        [*PLAYMAKER, shown(), EffectBegan(1, (), "play_lock", until="battle_end"), PlayRun(2, 1, None, 2)],
        rulebook.LOCK,
        "Seat 2 runs a play, which the effect of event 4 forbids",
    ),
    "two draws for one substitution": (
        [
            *SUBSTITUTION,
            HeroSubstituted(1, 1, None, None, 2, 1),
            HeroesDrawn(1, (None,), "substitution"),
            HeroesDrawn(1, (None,), "substitution"),
        ],
        rulebook.SUBSTITUTION_DRAW,
        "Seat 1 drew 1 heroes for a substitution in battle 1",
    ),
    "a hero revealed where another was turned up": (
        [*ROOKIE, HeroesPlaced(1, (None,) * 7), CardsRevealed(1, cs("F100"), "zone", 1), shown(1, "F120", "F100")],
        rulebook.REVEAL,
        "Seat 1 reveals Hero F120 (T:F120) where Hero F100 (T:F100) lies",
    ),
    "an agreed draw that somebody wins": (
        [*ROOKIE, *fought(1, 1), GameEnded(1, "agreed_draw")],
        rulebook.GAME_WINNER,
        "The game ended as an agreed draw, yet seat 1 wins",
    ),
    "sudden death in a game that is not tied": (
        [*begun("rookie", tied_game="sudden_death"), *fought_all(1, 1, 1, 1, 2, 2, 2), GameEnded(1, "sudden_death")],
        rulebook.SUDDEN_DEATH,
        "The game ended in sudden death at 4:3 trophies after battle 7",
    ),
    "an end of an effect that is the run of a play": (
        [*PLAYMAKER, shown(), PlayRun(1, 1, None, 0), EffectEnded(4)],
        rulebook.EFFECT_HOLDS,
        "Effect 4 ends, but it never began",
    ),
}


@pytest.mark.parametrize(("told", "rule", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_is_impossible_is_a_finding(told: Sequence[Event], rule: Rule, message: str) -> None:
    (finding,) = fold(told).findings

    assert (finding.event, finding.rule, finding.message) == (len(told), str(rule), message)


def test_a_loss_of_power_under_a_shield_is_unclear_without_its_cause() -> None:
    state = fold([*PLAYMAKER, shown(), EffectBegan(1, (2,), "shield", until="battle_end"), PowerChanged(2, 1, -10)])

    assert (state.findings, state.doubts) == ([], [5])


@pytest.mark.parametrize(
    ("reason", "winner"), [("agreed_draw", "draw"), ("concession", 2), ("timeout", None), ("ruling", None)]
)
def test_trophies_do_not_tell_who_won_a_game_that_ended_otherwise(reason: str, winner: object) -> None:
    conceded = [SeatConceded(1)] if reason == "concession" else []

    state = fold([*ROOKIE, *fought_all(1, 1, 1, 1), *conceded, GameEnded(None, reason)])  # type: ignore[arg-type]

    assert (state.winner, state.findings) == (winner, [])


def test_going_back_skips_what_came_after_the_end_too() -> None:
    ended = [*ROOKIE, *fought_all(1, 1, 1, 1), GameEnded(1, "trophies"), Passed(1, 5)]

    state = fold([*ended, TakenBack(len(ended))])

    assert (state.phase, state.battle, state.winner) == ("ended", 4, 1)


def test_a_log_that_goes_back_too_often_is_not_folded_for_ever() -> None:
    told = [*ROOKIE, *[SeatConceded(1)] * 100_000, *[TakenBack(100_000)] * 12]

    findings = fold(told).findings

    assert [finding.message for finding in findings] == [
        "Event 100013 goes back to event 100000, after 10 others",
        "Event 100014 goes back to event 100000, after 10 others",
    ]


def test_a_gap_leaves_a_game_without_playbooks_without_plays() -> None:
    seats = fold([*SUBSTITUTION, GapLeft()]).seats

    assert [(seat.playbook, seat.play_hand, seat.hand_sure) for seat in seats] == [(0, [], True)] * 2

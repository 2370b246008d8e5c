"""The sample logs of Challengers!: two tellings of one duel, and how the golden tournament went."""

from events import base
from events.challengers import CHALLENGERS_EVENTS, BotDeckSet, FinalistsFound, MatchCorrected
from ingest.adapter import Told
from projector.challengers import GAME
from tests.expected import SAMPLES, shipped, told_in


def test_both_tellings_of_the_duel_agree_on_its_course() -> None:
    cards = shipped()["challengers"]
    duel, one_seat = (
        GAME.fold(cards, found.events)
        for name in ("challengers-duel", "challengers-one-seat")
        for found in told_in(SAMPLES / "native" / f"{name}.jsonl")
        if isinstance(found, Told)
    )

    assert (duel.findings, one_seat.findings) == ([], [])
    assert [match.winner for match in duel.played] == [match.winner for match in one_seat.played] == [2, 2]


def golden() -> Told:
    (found,) = told_in(SAMPLES / "native" / "challengers-tournament.jsonl")
    assert isinstance(found, Told)
    return found


def test_the_golden_tournament_is_whole_and_legal_and_loses_in_both_ways() -> None:
    events = golden().events
    state = GAME.fold(shipped()["challengers"], events)

    assert (state.findings, state.doubts, state.winner) == ([], [], 1)
    assert [(match.round, match.park, match.winner, match.reason) for match in state.played] == [
        (1, "red", 3, "out_of_cards"),
        (1, "green", 1, "out_of_cards"),
        (2, "green", 2, "bench_full"),
        (2, "red", 3, "bench_full"),
        (3, "red", 4, "out_of_cards"),
        (3, "green", 3, "bench_full"),
        (4, "green", 4, "bench_full"),
        (4, "red", 3, "out_of_cards"),
        (5, "red", 4, "bench_full"),
        (5, "green", 1, "out_of_cards"),
        (6, "green", 1, "bench_full"),
        (6, "red", 4, "out_of_cards"),
        (7, "red", 3, "out_of_cards"),
        (7, "green", 1, "bench_full"),
        (8, "green", 1, "bench_full"),
    ]


def test_three_seats_have_equal_fans_in_the_golden_tournament_and_both_tie_breaks_find_the_finalists() -> None:
    told = golden()
    state = GAME.fold(shipped()["challengers"], told.events)
    (found,) = [event for event in told.events if isinstance(event, FinalistsFound)]

    standings = {
        told.people[seat.player].name: (state.seats[place].all_fans(), state.seats[place].highest_trophy())
        for place, seat in enumerate(state.started.seats if state.started is not None else ())
        if seat.player is not None
    }
    assert standings == {"Ada": (24, 7), "Ben": (4, 2), "Cleo": (24, 7), "Dov": (24, 6)}
    assert [len(seat.trophies or ()) for seat in state.seats] == [4, 1, 5, 4]
    assert (found.seats, found.decided_by) == ((1, 3), "highest_trophy")


def test_the_golden_tournament_tells_nearly_every_type_of_event() -> None:
    told = {type(event) for event in golden().events}

    assert set(CHALLENGERS_EVENTS) - told == {
        # No bot sits among four players; a gap would make the rest unknown; nobody gave up or was punished.
        BotDeckSet,
        MatchCorrected,
        base.GapLeft,
        base.Rewound,
        base.PenaltyGiven,
        base.TimeCalled,
        base.SeatConceded,
        base.SeatTakenOver,
    }

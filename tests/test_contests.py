"""Contests: matches by games and by points, decks and swaps, standings, and what the referee says to each."""

from pathlib import Path

import polars as pl
import pytest

from events.base import CardId, Event, GapLeft, MatchId, PlayerId, RecordingId
from events.contest import (
    ByeGiven,
    ContestCreated,
    ContestEnded,
    DeckRegistered,
    DoublingAccepted,
    DoublingFolded,
    DoublingOffered,
    GameLinked,
    MatchEnded,
    MatchStarted,
    Pairing,
    PlayerDropped,
    PlayerEntered,
    PoolSwapped,
    RoundPaired,
)
from ingest.adapter import Told
from ingest.deck_rules import load_formats
from projector.contests import TABLES, ContestRules, Played, fold, rows, rulebook, standings, status_of
from projector.referee import Rule
from tests.expected import ROOT, SAMPLES, told_in

ANN, BEN, CAY, DEE = (PlayerId(name) for name in ("ann", "ben", "cay", "dee"))
ONE = MatchId("m1")
POINTS = ContestRules(points_to_win=7)
OPENED: list[Event] = [ContestCreated("boba", "event"), *(PlayerEntered(player) for player in (ANN, BEN, CAY, DEE))]
BEST_OF_3 = MatchStarted(ONE, ((ANN,), (BEN,)), best_of=3)
DECK = tuple(CardId(card) for card in "AABC")


def game(winner: int | None, *decks: tuple[CardId, ...] | None, players: tuple[PlayerId, ...] = (ANN, BEN)) -> Played:
    return Played(players, winner, decks or (None, None))


def linked(*winners: int | None) -> tuple[list[Event], dict[RecordingId, Played]]:
    """Games of the one match, won by these seats."""
    events: list[Event] = [GameLinked(ONE, number, RecordingId(f"g{number}")) for number in range(1, len(winners) + 1)]
    return events, {RecordingId(f"g{number}"): game(winner) for number, winner in enumerate(winners, 1)}


def found(events: list[Event], **more: object) -> list[tuple[int, str, str]]:
    """What the referee finds: event, rule, message."""
    return [(one.event, one.rule, one.message) for one in fold(events, **more).findings]  # type: ignore[arg-type]


def told(event: int, rule: Rule, message: str) -> tuple[int, str, str]:
    return event, str(rule), message


def test_the_side_with_more_than_half_of_the_games_wins_the_match() -> None:
    games, known = linked(1, 2, 1)

    assert found([*OPENED, BEST_OF_3, *games, MatchEnded(ONE, 1, "games", (2, 1))], games=known) == []


def test_another_winner_than_the_games_make_contradicts() -> None:
    games, known = linked(1, 2, 1)

    assert found([*OPENED, BEST_OF_3, *games, MatchEnded(ONE, 2, "games")], games=known) == [
        told(10, rulebook.MATCH_WINNER, "Match m1: the log states side 2, the rules derive side 1")
    ]


@pytest.mark.parametrize("reason", ["timeout", "concession", "forfeit", "ruling"])
def test_a_match_decided_otherwise_is_won_by_the_stated_side_whatever_its_games(reason: str) -> None:
    games, known = linked(1)

    state = fold([*OPENED, BEST_OF_3, *games, MatchEnded(ONE, 2, reason, (1, 0))], games=known)  # type: ignore[arg-type]

    assert (state.findings, state.matches[ONE].winner) == ([], 2)


def test_a_match_has_no_more_games_once_it_is_decided() -> None:
    games, known = linked(1, 1, 2)

    assert found([*OPENED, BEST_OF_3, *games], games=known) == [
        told(9, rulebook.MATCH_OVER, "Match m1 has a game 3 after it was decided")
    ]


def test_drawn_games_decide_nothing() -> None:
    games, known = linked(0, 1, 0, 1)

    state = fold([*OPENED, BEST_OF_3, *games, MatchEnded(ONE, 1, "games", (2, 0))], games=known)

    assert (state.findings, state.matches[ONE].score(), state.matches[ONE].draws()) == ([], (2, 0), 2)


def test_a_match_is_as_long_as_its_format_says() -> None:
    formats = load_formats(ROOT / "data" / "boba")
    rules = formats.contest_rules("Apex Madness")
    single = MatchStarted(ONE, ((ANN,), (BEN,)))

    assert rules == ContestRules(best_of=3, swaps="never", points_to_win=7)
    assert found([*OPENED, BEST_OF_3], rules=rules) == []
    assert found([*OPENED, single], rules=rules) == [
        told(6, rulebook.MATCH_LENGTH, "Match m1: the log states best of 1, the rules derive best of 3")
    ]


def test_a_stated_score_cannot_be_less_than_the_games_there_are() -> None:
    games, known = linked(1, 1)

    assert found([*OPENED, BEST_OF_3, *games, MatchEnded(ONE, 1, "games", (1, 0))], games=known) == [
        told(9, rulebook.MATCH_SCORE, "Match m1, side 1: the log states 1, the rules derive at least 2")
    ]


def test_a_game_is_played_by_the_sides_of_its_match() -> None:
    events = [*OPENED, BEST_OF_3, GameLinked(ONE, 1, RecordingId("g1"))]

    assert found(events, games={RecordingId("g1"): game(1, players=(BEN, ANN))}) == []
    assert found(events, games={RecordingId("g1"): game(1, players=(ANN, DEE))}) == [
        told(7, rulebook.GAME_PLAYERS, "Game 1 of match m1 is played by others")
    ]


def test_a_game_that_is_not_on_the_tape_leaves_the_match_open() -> None:
    games, _ = linked(1, 2, 1)

    state = fold([*OPENED, BEST_OF_3, *games, MatchEnded(ONE, 2, "games", (1, 2))])

    assert (state.findings, state.matches[ONE].winner) == ([], 2)


# Double-Up


BY_POINTS = MatchStarted(ONE, ((ANN,), (BEN,)), points=1)


def test_a_doubled_game_counts_double() -> None:
    games, known = linked(1)
    doubled = [DoublingOffered(ONE, BEN), DoublingAccepted(ONE, ANN)]

    state = fold([*OPENED, BY_POINTS, *doubled, *games], rules=POINTS, games=known)

    assert (state.findings, state.matches[ONE].score(), state.matches[ONE].stake) == ([], (2, 0), 1)


def test_who_folds_loses_the_game_for_what_it_counted_before() -> None:
    folded = [
        DoublingOffered(ONE, BEN),
        DoublingAccepted(ONE, ANN),
        DoublingOffered(ONE, ANN),
        DoublingFolded(ONE, BEN),
    ]

    state = fold([*OPENED, BY_POINTS, *folded], rules=POINTS)

    assert (state.findings, state.matches[ONE].score()) == ([], (2, 0))


def test_nobody_answers_an_offer_of_their_own_side() -> None:
    events = [*OPENED, BY_POINTS, DoublingOffered(ONE, BEN), DoublingAccepted(ONE, BEN)]

    assert found(events, rules=POINTS) == [
        told(8, rulebook.DOUBLING, "An answer to doubling in match m1, which the other side did not offer")
    ]


def test_doubling_has_no_place_in_a_match_by_games() -> None:
    assert found([*OPENED, BEST_OF_3, DoublingOffered(ONE, BEN)]) == [
        told(7, rulebook.DOUBLING, "Doubling is offered in match m1, where it cannot be")
    ]


@pytest.mark.parametrize(
    ("side", "derived"),
    [(1, []), (2, [told(7, rulebook.MATCH_POINTS, "Match m1: the log states side 2, the rules derive side 1")])],
)
def test_seven_points_win_a_match_by_points(side: int, derived: list[tuple[int, str, str]]) -> None:
    assert found([*OPENED, BY_POINTS, MatchEnded(ONE, side, "points", (7, 4))], rules=POINTS) == derived


# Decks


REGISTERED = [*OPENED, DeckRegistered(ANN, DECK, pool=(CardId("D"),))]


def test_a_player_plays_the_registered_deck() -> None:
    events = [*REGISTERED, BEST_OF_3, GameLinked(ONE, 1, RecordingId("g1"))]
    other = (*DECK[1:], CardId("D"))

    assert found(events, games={RecordingId("g1"): game(1, DECK[::-1], None)}) == []
    assert found(events, games={RecordingId("g1"): game(1, other, None)}) == [
        told(8, rulebook.REGISTERED, "A deck in match m1 differs by 2 cards from the registered one")
    ]


def test_cards_change_places_with_the_pool_between_matches() -> None:
    swapped = PoolSwapped(ANN, out=(CardId("A"),), into=(CardId("D"),), before=ONE)

    state = fold([*REGISTERED, swapped])

    assert state.findings == []
    assert sorted(state.entries[ANN].deck.elements()) == ["A", "B", "C", "D"]  # type: ignore[union-attr]
    assert dict(state.entries[ANN].pool or {}) == {"A": 1}


def test_cards_never_change_places_between_games_of_a_match() -> None:
    swapped = PoolSwapped(ANN, out=(CardId("A"),), into=(CardId("D"),))

    assert found([*REGISTERED, BEST_OF_3, swapped]) == [
        told(8, rulebook.SWAP_TIME, "Cards are swapped while match m1 is played")
    ]


def test_a_deck_that_changes_between_games_of_a_match_is_told_though_nobody_told_a_swap() -> None:
    games, _ = linked(None, None)
    known = {RecordingId("g1"): game(1, DECK, None), RecordingId("g2"): game(2, DECK[1:], None)}

    assert found([*OPENED, BEST_OF_3, *games], games=known) == [
        told(8, rulebook.SWAP_TIME, "A player changes the deck between games of match m1")
    ]


def test_what_goes_out_is_in_the_deck_and_what_comes_in_is_in_the_pool() -> None:
    swapped = PoolSwapped(ANN, out=(CardId("D"),), into=(CardId("E"),))

    assert found([*REGISTERED, swapped]) == [
        told(7, rulebook.SWAP_CARDS, "D goes out and is not in the deck"),
        told(7, rulebook.SWAP_CARDS, "E comes in and is not in the pool"),
    ]


def test_only_formats_with_a_sideboard_swap() -> None:
    formats = load_formats(ROOT / "data" / "boba")
    swapped = PoolSwapped(ANN, out=(CardId("A"),), into=(CardId("D"),))

    assert found([*REGISTERED, swapped], rules=formats.contest_rules("SPEC")) == []
    assert found([*REGISTERED, swapped], rules=formats.contest_rules("elite")) == [
        told(7, rulebook.SWAP_FORMAT, "Cards are swapped with the pool in a format without one")
    ]


# Players and rounds


def test_who_has_not_entered_or_has_dropped_does_not_play() -> None:
    assert found([*OPENED, DeckRegistered(PlayerId("eve"), DECK)]) == [
        told(6, rulebook.ENTERED, "A player who has not entered registers a deck")
    ]
    assert found([*OPENED, PlayerDropped(ANN), BEST_OF_3]) == [
        told(7, rulebook.ENTERED, "A player who dropped starts a match")
    ]


def test_a_player_has_one_match_or_one_bye_a_round() -> None:
    pairing = Pairing(ONE, ((ANN,), (BEN,)))

    assert found([*OPENED, RoundPaired(1, (pairing,)), ByeGiven(CAY, 1)]) == []
    assert found([*OPENED, RoundPaired(1, (pairing,)), ByeGiven(ANN, 1)]) == [
        told(7, rulebook.PAIRED_ONCE, "A player has a bye in round 1 beside something else")
    ]


def test_after_a_gap_nobody_is_blamed_for_what_may_stand_in_it() -> None:
    state = fold([*OPENED, GapLeft(), MatchEnded(ONE, 1), DeckRegistered(PlayerId("eve"), DECK)])

    assert (state.findings, state.doubts, status_of(state)) == ([], [6, 7, 8], "partial")


# Standings


def test_standings_share_places_and_name_what_breaks_ties() -> None:
    matches = [
        (MatchId("a"), ANN, BEN, 1),
        (MatchId("b"), CAY, DEE, 1),
        (MatchId("c"), ANN, CAY, 0),
    ]
    events: list[Event] = [*OPENED]
    for name, one, two, winner in matches:
        events.append(MatchStarted(name, ((one,), (two,))))
        events.append(MatchEnded(name, "draw" if winner == 0 else winner))

    lines = standings(fold(events))

    assert [(line.place, line.player, line.points) for line in lines] == [
        (1, ANN, 4),
        (1, CAY, 4),
        (3, BEN, 0),
        (3, DEE, 0),
    ]
    # Ann met Ben, who took 0 of 3 points, and Cay, who took 4 of 6.
    assert lines[0].opponents == pytest.approx((0 + 4 / 6) / 2)


def test_a_bye_counts_as_won_and_meets_nobody() -> None:
    (first, *_) = standings(fold([*OPENED, ByeGiven(DEE, 1)]))

    assert (first.player, first.points, first.byes, first.wins, first.opponents) == (DEE, 3, 1, 0, None)


def test_the_sample_contest_is_legal_and_its_standings_are_the_published_ones() -> None:
    (contest,) = (one for one in told_in(SAMPLES / "native" / "contest.jsonl") if isinstance(one, Told))
    formats = load_formats(ROOT / "data" / "boba")

    state = fold(contest.events, rules=formats.contest_rules("SPEC"))

    assert (state.findings, status_of(state)) == ([], "complete")
    assert [(line.place, line.player, line.points) for line in standings(state)] == [
        (1, "v", 6),
        (2, "r", 4),
        (3, "k", 3),
        (4, "z", 1),
        (5, "l", 0),
    ]


def test_every_contest_of_the_samples_makes_rows_in_the_columns() -> None:
    for sample in sorted(Path(SAMPLES).glob("*/*")):
        if sample.suffix == ".expected":
            continue
        for one in told_in(sample):
            if isinstance(one, Told) and one.family == "contest":
                for name, its in rows(fold(one.events)).items():
                    frame = pl.DataFrame(its, schema=dict(TABLES[name]), orient="row")
                    assert frame.height == len(its)


def test_a_contest_that_ends_is_complete() -> None:
    assert status_of(fold([*OPENED, ContestEnded()])) == "complete"
    assert status_of(fold(OPENED)) == "partial"

"""Faults that other trackers were reported for: who won, and one game in many files. Each is a case with its number."""

import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from dashboard.workspace import Workspace
from events.base import Event, MatchId, PlayerId, RecordingId, SeatConceded, SeatDisconnected, SeatReconnected
from events.boba import BattleResolved, GameEnded, StarterFound
from events.contest import ContestCreated, GameLinked, MatchEnded, MatchStarted, PlayerEntered
from events.tape import migrate
from ingest.importing import FileReport, import_bytes
from projector.boba import GAME
from projector.contests import Played as PlayedGame
from projector.contests import fold as fold_contest
from tests.strategies import CARDS, Played, games, randoms, spoilt
from tests.tellings import file_of, from_on, game_of, seen


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


def brought(work: Workspace, *files: bytes) -> list[FileReport]:
    return [import_bytes(work.tape, data, f"{number}.jsonl", work.cards) for number, data in enumerate(files)]


def results(work: Workspace) -> list[tuple[int | None, bool]]:
    """Winner and whether it counts, of every game."""
    table = work.tables("boba")["games"].collect().sort("events")
    return table.select("winner", "finished").rows()


WHOLE = game_of(1)
END = next(event for event in WHOLE if isinstance(event, GameEnded))
LOSER = 2 if END.winner == 1 else 1


def until(battle: int) -> list[Event]:
    """The game up to the end of a battle."""
    place = next(at for at, it in enumerate(WHOLE) if isinstance(it, BattleResolved) and it.battle == battle)
    return WHOLE[: place + 1]


# Who won


def test_case_1_the_terminal_event_decides_after_a_disconnection_and_not_the_last_state(work: Workspace) -> None:
    log = [
        *until(3),
        SeatDisconnected(seat=LOSER),
        SeatReconnected(seat=LOSER),
        SeatConceded(seat=3 - LOSER),
        GameEnded(winner=LOSER, reason="concession"),
    ]

    brought(work, file_of(log))

    assert results(work) == [(LOSER, True)]


@settings(max_examples=40, deadline=None)
@given(games(), randoms())
def test_case_2_replay_list_and_statistics_name_the_same_winner(game: Played, random: Random) -> None:
    events = spoilt(game.events, random)
    state = GAME.fold(CARDS, events)

    (row,) = GAME.rows(state)["games"]
    told = dict(zip(GAME.tables["games"], row, strict=False))
    summary = GAME.summary(state)

    assert (told["winner"], told["finished"], told["status"]) == (summary.winner, summary.finished, summary.status)


def test_case_3_a_log_without_an_end_is_unfinished_and_in_no_win_rate(work: Workspace) -> None:
    brought(work, file_of(until(5)))

    assert results(work) == [(None, False)]
    assert work.tables("boba")["seats"].collect()["result"].to_list() == [None, None]


@pytest.mark.parametrize(("case", "winners"), [(4, (2,)), (5, (1, 2))])
def test_case_4_and_5_a_match_decided_by_timeout_has_a_winner_of_its_own(case: int, winners: tuple[int, ...]) -> None:
    one, other, match = PlayerId("ann"), PlayerId("ben"), MatchId(f"m{case}")
    played = {
        RecordingId(f"g{at}"): PlayedGame((one, other), winner, (None, None)) for at, winner in enumerate(winners)
    }
    course: list[Event] = [
        ContestCreated("boba", "event"),
        PlayerEntered(one),
        PlayerEntered(other),
        MatchStarted(match, ((one,), (other,)), best_of=3),
        *(GameLinked(match, number, game) for number, game in enumerate(played, 1)),
        MatchEnded(match, 1, "timeout"),
    ]

    state = fold_contest(course, games=played)

    assert state.matches[match].winner == 1
    assert state.findings == []


def test_case_6_a_draw_is_half_to_each_and_a_game_that_was_never_played_is_nobodys(work: Workspace) -> None:
    start = WHOLE[0]
    drawn = [start, GameEnded(winner="draw", reason="agreed_draw")]
    void = [start, StarterFound(winner=None, method=None), GameEnded(winner=None, reason="no_contest")]

    brought(work, file_of(drawn, void))

    assert results(work) == [(0, True), (None, False)]
    assert work.tables("boba")["seats"].collect().sort("game")["result"].to_list() == [0.5, 0.5, None, None]


def test_case_7_a_format_that_drifted_is_refused_loudly(work: Workspace) -> None:
    lines = file_of(WHOLE).splitlines(keepends=True)
    drifted = b"".join([lines[0], *(line.replace(b'"type":"boba.', b'"type":"boba2.') for line in lines[1:])])

    (report,) = brought(work, drifted)

    assert report.games == ()
    assert "lines of this game cannot be read: is it a newer format?" in report.problems[-1].message


# One game, many files


def test_case_8_a_reconnection_is_no_second_game_and_case_9_its_result_counts(work: Workspace) -> None:
    place = 50
    first, second = seen(GAME, WHOLE, 1)[:place], from_on(seen(GAME, WHOLE, 1), place)

    brought(work, file_of(first, second, ids=["g", "g"]))

    (game,) = work.listed(9)
    assert (game.summary.winner, game.summary.ended) == (END.winner, True)
    assert work.tables("boba")["games"].collect().height == 1


def test_case_9_the_game_after_a_reconnection_is_a_game_with_its_own_result(work: Workspace) -> None:
    place = 50
    first, second = seen(GAME, WHOLE, 1)[:place], from_on(seen(GAME, WHOLE, 1), place)
    after = game_of(2)

    brought(work, file_of(first, second, after, ids=["g", "g", "h"]))

    winners = {game.summary.winner for game in work.listed(9)}
    assert len(work.listed(9)) == 2
    assert winners == {END.winner, GAME.summary(GAME.fold(CARDS, after)).winner}


def test_case_10_three_games_in_one_file_are_three_games(work: Workspace) -> None:
    (report,) = brought(work, file_of(game_of(1), game_of(2), game_of(3)))

    assert report.added == 3
    assert len(work.listed(9)) == 3


def test_case_11_a_game_that_both_players_bring_is_one_game_of_two_recordings(work: Workspace) -> None:
    brought(work, file_of(seen(GAME, WHOLE, 1), client="phone"), file_of(seen(GAME, WHOLE, 2), client="tablet"))

    (game,) = work.listed(9)
    assert len(work.told(game.id).recordings) == 2
    assert results(work) == [(END.winner, True)]


def test_case_12_old_logs_scanned_again_renamed_packed_or_cut_leave_totals_as_they_were(work: Workspace) -> None:
    whole = file_of(game_of(1), game_of(2))
    brought(work, whole)
    before = results(work)

    brought(work, whole, gzip.compress(whole, mtime=1), file_of(game_of(2)), whole + file_of(game_of(3)))

    assert len(results(work)) == len(before) + 1
    assert Counter(before) <= Counter(results(work))
    assert len(work.tape.recordings(family="boba")) == 3


def test_case_13_two_games_of_the_same_players_in_the_same_minute_are_two(work: Workspace) -> None:
    brought(
        work, file_of(seen(GAME, game_of(1), 1), client="phone"), file_of(seen(GAME, game_of(2), 2), client="tablet")
    )

    assert len(work.listed(9)) == 2


def test_case_30_an_import_that_is_cut_off_has_all_of_a_game_or_nothing(work: Workspace) -> None:
    data = file_of(game_of(1), game_of(2))
    start = data.index(b'{"gametape"', 10)

    (report,) = brought(work, data[: start + 100])

    assert [(game.events, game.added) for game in report.games] == [(len(game_of(1)), True)]
    assert len(report.problems) == 1
    assert len(work.listed(9)) == 1

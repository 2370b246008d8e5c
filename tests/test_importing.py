"""Importing accounts for every line of a file, as read, skipped or told, and brings nothing onto the tape twice."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dashboard.workspace import Workspace
from events.base import PlayerId
from events.tape import Tape, migrate
from ingest.importing import FileReport, import_bytes
from ingest.reading import Lines

ROOT = Path(__file__).resolve().parents[1]
NATIVE = ROOT / "data" / "samples" / "native"
SAMPLES = sorted(NATIVE.glob("*.jsonl"))


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    place = tmp_path_factory.mktemp("tape") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as found:
        yield found


@pytest.fixture
def tape(tmp_path: Path) -> Iterator[Tape]:
    migrate(tmp_path / "tape.db")
    with Tape(tmp_path / "tape.db") as found:
        yield found


def brought(work: Workspace, data: bytes, name: str = "log.jsonl") -> FileReport:
    return import_bytes(work.tape, data, name, work.cards)


def balanced(lines: Lines | None) -> bool:
    return lines is not None and lines.read + lines.skipped + lines.problems == lines.total


def test_every_line_of_a_file_is_read_skipped_or_told(work: Workspace) -> None:
    header = b'{"gametape":1,"game":"boba","client":{"name":"x"}}'
    event = b'{"type":"boba.Passed","seat":1,"battle":1}'
    lines = [b'{"gametape":8}', b"and more", b"", header, event, b"{", event, b"", b'{"gametape":9}', event, header]

    report = brought(work, b"\n".join(lines))

    assert report.lines == Lines(total=11, read=3, skipped=4, problems=4)
    assert [problem.line for problem in report.problems] == [1, 6, 9, 11]
    assert [(game.line, game.events, game.unread) for game in report.games] == [(4, 3, 1)]


def test_a_game_most_of_whose_lines_cannot_be_read_is_left_out_and_told(work: Workspace) -> None:
    header = b'{"gametape":1,"game":"boba","client":{"name":"x"}}'
    event = b'{"type":"boba.Passed","seat":1,"battle":1}'

    report = brought(work, b"\n".join([header, event, b"?", b"?"]))

    assert report.games == ()
    assert report.problems[-1].line == 1
    assert report.problems[-1].message == (
        "2 of the 3 lines of this game cannot be read: is it a newer format? The game is left out"
    )
    assert report.lines == Lines(total=4, read=0, skipped=1, problems=3)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_line_of_every_sample_is_accounted_for(work: Workspace, sample: Path) -> None:
    assert balanced(brought(work, sample.read_bytes(), sample.name).lines)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sample=st.sampled_from(SAMPLES), data=st.data())
def test_any_cut_of_any_sample_is_accounted_for(work: Workspace, sample: Path, data: st.DataObject) -> None:
    whole = sample.read_bytes()
    cut = data.draw(st.integers(1, len(whole)))

    report = brought(work, whole[:cut])

    assert report.adapter is None or balanced(report.lines)
    assert report.games or report.problems


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer(work: Workspace, data: bytes) -> None:
    report = brought(work, data)

    assert report.games or report.problems


def test_two_games_that_look_alike_in_one_file_stay_two_and_the_file_twice_adds_none(work: Workspace) -> None:
    game = (
        b'{"gametape":1,"game":"boba","client":{"name":"twins"},"players":{"a":{"name":"Ida"},"b":{"name":"Udo"}}}\n'
        b'{"type":"boba.GameStarted","seats":[{"player":"a"},{"player":"b"}],"mode":"rookie"}\n'
        b'{"type":"boba.GameEnded","winner":1,"reason":null}\n'
    )

    added = [brought(work, game * times).added for times in (2, 2, 1, 3)]
    packed = brought(work, gzip.compress(game * 3)).added

    assert added == [2, 0, 0, 1]
    assert packed == 0


@pytest.mark.parametrize("order", [(30, 70, 111), (111, 30, 70), (70, 111, 30)])
def test_a_log_that_is_imported_while_it_grows_is_one_game(tape: Tape, work: Workspace, order: tuple[int, ...]) -> None:
    lines = (NATIVE / "kitchen-table.jsonl").read_bytes().splitlines(keepends=True)
    texts = [b"".join(lines[:count]) for count in order]
    # A writer may be in the middle of a line when its file is read.
    texts[0] += b'{"type":"boba.'

    reports = [import_bytes(tape, text, "growing.jsonl", work.cards) for text in texts]

    assert len({game.recording for report in reports for game in report.games}) == 1
    (recording,) = tape.recordings()
    (whole,) = import_bytes(work.tape, b"".join(lines), "whole.jsonl", work.cards).games
    assert recording.head == 110
    assert [problem.line for problem in reports[0].problems] == [order[0] + 1]
    assert [type(event) for event in tape.read(recording.id)] == [
        type(event) for event in work.tape.read(whole.recording)
    ]


def test_two_games_with_one_id_of_the_client_that_differ_stay_two(tape: Tape, work: Workspace) -> None:
    lines = (NATIVE / "kitchen-table.jsonl").read_bytes().splitlines(keepends=True)
    other = [*lines[:3], lines[3].replace(b'"honors":1', b'"honors":2')]

    added = [import_bytes(tape, b"".join(text), "log", work.cards).added for text in (lines[:6], other)]

    assert added == [1, 1]


def test_a_file_is_kept_as_it_came_before_it_is_read(tape: Tape) -> None:
    data = b"no log at all\r\n\xff"

    report = import_bytes(tape, data, "/home/somebody/diary.txt", {})

    assert report.source is not None
    kept = tape.source(report.source)
    assert kept is not None
    assert (kept.name, kept.data) == ("diary.txt", data)
    assert list(report.problems) == tape.problems(report.source)


def test_players_are_the_same_in_every_file_of_a_client_by_account_else_by_name(work: Workspace) -> None:
    def game(players: str, number: int) -> bytes:
        return (
            f'{{"gametape":1,"game":"boba","client":{{"name":"who"}},"id":"{number}","players":{players}}}\n'
            '{"type":"boba.GameStarted","seats":[{"player":"a"},{"player":"b"}],"mode":"rookie"}\n'
        ).encode()

    told = [
        '{"a":{"name":"Kim","account":"1"},"b":{"name":"Kim","account":"2"}}',
        '{"a":{"name":"Kim renamed","account":"1"},"b":{"name":"Kim"}}',
        '{"a":{"name":"Kim"},"b":{}}',
        '{"a":{},"b":{}}',
    ]
    players: list[PlayerId | None] = []
    for number, people in enumerate(told):
        recording = brought(work, game(people, number)).games[0].recording
        players.extend(work.listed_one(recording).summary.players)

    one, two, again, by_name, same_name, anonymous, other, another = players
    assert again == one
    assert same_name == by_name
    assert len({one, two, by_name, anonymous, other, another}) == 6

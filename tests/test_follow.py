"""Followers: nothing is missed and nothing comes twice, whoever writes meanwhile; and the command that prints it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from click.testing import CliRunner, Result

from dashboard.cli import main
from events.tape import START, Tape
from events.verify import verify
from tests.tapes import ROOT, passes, record, start_python, telling

# A longer look: GAMETAPE_TEST_SECONDS=60 pytest tests/test_follow.py
SECONDS = float(os.environ.get("GAMETAPE_TEST_SECONDS", "8"))

# Single events and whole games by turns. One writer now and then stops for a while between writing and committing.
_WRITER = """
import random, sys, time
from events.tape import Tape
from tests.tapes import passes, telling
url, seconds, seed, pauses = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "pauses"
chance = random.Random(seed)
with Tape(url) as tape:
    live = tape.append_new([telling(passes(1, 1))])[0].id
    head = rows = 1
    print("ready", flush=True)
    sys.stdin.readline()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if pauses and chance.random() < 0.2:
            with tape.database.writing() as connection:
                tape._append(connection, live, passes(head + 1, head + 1), head)
                time.sleep(chance.uniform(0.05, 0.3))
            head += 1
            rows += 1
        elif chance.random() < 0.7:
            tape.append(live, passes(head + 1, head + 1), after=head)
            head += 1
            rows += 1
        else:
            games = [telling(passes(1, chance.randint(1, 40))) for _ in range(chance.randint(1, 32))]
            rows += len(tape.append_new(games))
print(rows)
"""


@contextmanager
def _writers(url: str) -> Iterator[list["subprocess.Popen[str]"]]:
    pauses = ["pauses", "", "", ""]
    writers = [start_python(_WRITER, url, SECONDS, number, pause) for number, pause in enumerate(pauses)]
    try:
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdin is not None
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write("go\n")
            writer.stdin.flush()
        yield writers
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()


def test_four_writers_and_a_follower_who_misses_nothing(
    postgres: str, record_property: Callable[[str, object], None]
) -> None:
    seen: list[tuple[str, int]] = []
    by_position: list[tuple[str, int]] = []
    naive = (
        "SELECT recording.id, tape.first, position FROM tape JOIN recording ON recording.number = tape.recording "
        "WHERE position > %s ORDER BY position LIMIT 1000"
    )
    mark, position, longest = START, 0, 0
    with (
        psycopg.connect(postgres, autocommit=True) as connection,
        Tape(postgres) as tape,
        _writers(postgres) as writers,
    ):
        while True:
            over = all(writer.poll() is not None for writer in writers)
            batches, mark = tape.follow(mark)
            seen += [(it.recording, it.first) for it in batches]
            rows = connection.execute(naive, (position,)).fetchall()
            by_position += [(name, first) for name, first, _ in rows]
            position = rows[-1][2] if rows else position
            longest = max(longest, tape.lag().rows)
            if over and not batches and not rows:
                break
        written = sum(int(writer.communicate()[0]) for writer in writers)
        assert [writer.returncode for writer in writers] == [0] * 4
        assert verify(tape).sound

    missed = written - len(set(by_position))
    record_property("rows", written)
    record_property("missed by position", missed)
    record_property("most rows behind the horizon", longest)
    assert len(seen) == len(set(seen)) == written
    assert all(numbers == sorted(numbers) for numbers in _by_recording(seen))
    assert max(Counter(by_position).values()) == 1
    # So this test could have failed, and somebody is told that rows wait.
    assert missed > 0
    assert longest > 0


def _by_recording(seen: list[tuple[str, int]]) -> list[list[int]]:
    found: dict[str, list[int]] = {}
    for name, first in seen:
        found.setdefault(name, []).append(first)
    return list(found.values())


# The command


def _follow(url: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["follow", "--database", url, "--once", *words])


def test_every_event_is_printed_once_and_a_bookmark_behind_it(url: str) -> None:
    with Tape(url) as tape:
        one = record(tape, passes(1, 2))
        first = _follow(url)
        tape.append(one, passes(3, 3), after=2)
        end = tape.bookmark()

    lines = [json.loads(line) for line in first.stdout.splitlines()]
    event = {"recording": one, "number": 2, "family": "boba", "event": {"type": "boba.Passed", "seat": 1, "battle": 2}}
    assert first.exit_code == 0
    assert lines[1] == event
    assert [line.get("number") for line in lines] == [1, 2, None]

    rest = _follow(url, "--after", lines[2]["bookmark"], "--json", "lines")
    assert [json.loads(line) for line in rest.stdout.splitlines()] == [
        {"recording": one, "number": 3, "family": "boba", "event": {"type": "boba.Passed", "seat": 2, "battle": 3}},
        {"bookmark": end},
    ]
    assert _follow(url, "--after", end, "--json").stdout == ""


def test_long_tapes_are_printed_with_bookmarks_in_between(url: str) -> None:
    with Tape(url) as tape:
        tape.append_new([telling(passes(1, 1)) for _ in range(450)])

    lines = [json.loads(line) for line in _follow(url).stdout.splitlines()]
    marks = [line["bookmark"] for line in lines if "bookmark" in line]

    assert (len(lines), len(marks)) == (453, 3)
    for place, mark in enumerate(marks, 1):
        rest = _follow(url, "--after", mark).stdout.splitlines()
        assert len(rest) == len(lines) - place - min(200 * place, 450)


def test_a_bookmark_that_is_none_is_told(url: str) -> None:
    done = _follow(url, "--after", "today")

    assert (done.exit_code, done.stderr) == (
        1,
        "gametape: 'today' is no bookmark of this tape: begin again at its start, 0\n",
    )


def _started(url: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "dashboard.cli", "follow", "--database", url, "--poll", "0.05"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_waits_for_more_and_ends_quietly_when_interrupted(url: str) -> None:
    with Tape(url) as tape:
        recording = record(tape, passes(1, 1))
        following = _started(url)
        assert following.stdout is not None
        first = [following.stdout.readline() for _ in range(2)]
        tape.append(recording, passes(2, 2), after=1)
        second = [json.loads(following.stdout.readline()) for _ in range(2)]
        following.send_signal(signal.SIGINT)
        rest = following.communicate(timeout=30)

        assert json.loads(first[0])["number"] == 1
        assert (second[0]["number"], second[1]) == (2, {"bookmark": tape.bookmark()})
    assert (*rest, following.returncode) == ("", "", 0)


def test_it_ends_quietly_when_nobody_reads(url: str) -> None:
    with Tape(url) as tape:
        recording = record(tape, passes(1, 1))
        following = _started(url)
        assert following.stdout is not None
        assert following.stderr is not None
        following.stdout.readline()
        following.stdout.close()
        tape.append(recording, passes(2, 2), after=1)

    assert following.wait(timeout=30) == 0
    assert following.stderr.read() == ""
    following.stderr.close()


def test_somebody_is_told_what_events_wait_for(
    postgres: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dashboard import following

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(following, "_WORTH_TELLING", 0.0)
    monkeypatch.setattr(time, "sleep", interrupt)
    with Tape(postgres) as tape, Tape(postgres) as slow:
        recording = record(tape, passes(1, 1))
        with slow.database.writing() as connection:
            connection.exec_driver_sql("SELECT pg_current_xact_id()")
            tape.append(recording, passes(2, 2), after=1)
            following.follow(tape, START, once=False, poll=0.01)

    told = capsys.readouterr()
    assert told.err.startswith("gametape: 1 append waits for a transaction that is open since ")
    assert len(told.out.splitlines()) == 2

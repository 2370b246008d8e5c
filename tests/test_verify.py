"""Verifying names what somebody who can write the file has altered, removed or moved."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.base import RecordingId
from events.chain import header_hash, root_hash, row_hash, seal_hash
from events.codec import FORMAT, encode_batch
from events.registry import GameRetracted
from events.seals import SealLineError, seal
from events.tape import Tape, migrate
from events.verify import Finding, Verification, verify
from tests.tapes import Hands, is_postgres, passes, reach_into, telling

ONE, TWO, THREE = RecordingId("one"), RecordingId("two"), RecordingId("three")


def _fill(url: str | Path) -> None:
    """A tape of three games: positions 1 to 3, then two more rows of game one, then one of game two."""
    with Tape(url) as tape:
        tape.append_new([telling(passes(1, 3), recording=name) for name in ("one", "two", "three")])
        tape.append(ONE, passes(4, 5), after=3)
        tape.append(ONE, passes(6, 6), after=5)
        tape.append(TWO, passes(4, 4), after=3)


@pytest.fixture
def games(url: str) -> str:
    _fill(url)
    return url


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The same tape in a file, for what happens to files."""
    migrate(tmp_path / "gametape.db")
    _fill(tmp_path / "gametape.db")
    return tmp_path / "gametape.db"


@pytest.fixture
def tape(games: str) -> Iterator[Tape]:
    with Tape(games) as opened:
        yield opened


def test_a_tape_that_nobody_touched_is_sound(tape: Tape) -> None:
    first = seal(tape)
    tape.append_registry([GameRetracted(recording=ONE)])
    second = seal(tape)
    tape.append(THREE, passes(4, 4), after=3)

    verification = verify(tape, [first, second])

    assert verification == Verification(recordings=4, rows=8, seals=2, findings=())
    assert verification.sound


def test_an_empty_tape_is_sound(url: str) -> None:
    with Tape(url) as tape:
        line = seal(tape)
        assert verify(tape, [line]) == Verification(recordings=0, rows=0, seals=1, findings=())
        assert line == f"gametape-seal:1:1:0:0:{'0' * 64}"


def test_progress_is_told_up_to_the_end(tape: Tape) -> None:
    told: list[tuple[int, int]] = []
    tape.append_new([telling(passes(1, 1)) for _ in range(1000)])

    verify(tape, progress=lambda done, total: told.append((done, total)))

    assert told == [(1000, 2012), (2000, 2012), (2012, 2012)]


# Seals


def test_a_seal_is_one_line_and_changes_only_with_the_tape(tape: Tape) -> None:
    first = seal(tape)
    again = seal(tape)
    tape.append(THREE, passes(4, 4), after=3)
    second = seal(tape)

    assert first == again
    assert first.startswith("gametape-seal:1:1:6:6:")
    assert second.startswith("gametape-seal:1:2:7:7:")
    assert len(first.split(":")[-1]) == 64


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "'hello' is no seal: expected gametape-seal:1:NUMBER:BOOKMARK:ROWS:ROOT"),
        ("gametape-seal:1:1:6:six:00", "'gametape-seal:1:1:6:six:00' is no seal: expected gametape-seal:1:NUMBER:"),
        ("gametape-seal:1:1:6:6:00", "'gametape-seal:1:1:6:6:00' is no seal that this Gametape knows"),
        (f"gametape-seal:2:1:6:6:{'0' * 64}", "is no seal that this Gametape knows: expected one of version 1"),
    ],
)
def test_a_line_that_is_no_seal_is_told(tape: Tape, line: str, message: str) -> None:
    with pytest.raises(SealLineError) as refused:
        verify(tape, [line])

    assert message in str(refused.value)


def test_the_tape_goes_on_while_it_is_sealed_by_two(games: str) -> None:
    with Tape(games) as one, Tape(games) as other:
        lines = [seal(one)]
        for number in range(4, 8):
            one.append(THREE, passes(number, number), after=number - 1)
            lines.append(seal(other if number % 2 else one))

        assert verify(one, lines) == Verification(recordings=3, rows=10, seals=5, findings=())


# What the chain finds


def _change_a_byte(path: Path) -> None:
    payload = encode_batch("boba", passes(4, 5))
    written = bytearray(path.read_bytes())
    written[written.index(payload) + len(payload) - 6] ^= 1
    path.write_bytes(written)


def test_a_byte_changed_in_the_file_is_found(path: Path) -> None:
    _change_a_byte(path)

    with Tape(path) as tape:
        assert verify(tape).findings == (Finding("altered", "Recording one, events 4 to 5: altered", ONE, 4, 5),)


def _exchange(one: int, other: int) -> str:
    moves = ((one, 1000), (other, one), (1000, other))
    return "".join(f"UPDATE tape SET position = {there} WHERE position = {here};" for here, there in moves)  # noqa: S608 (numbers)


_OR_ITSELF = ", or what is told of the recording itself"
_CHANGES: list[tuple[str, list[Finding]]] = [
    (
        "DELETE FROM tape WHERE position = 1",
        [
            Finding("missing", "Recording one, events 1 to 3: missing", ONE, 1, 3),
            Finding("missing", "Tape, position 1: missing"),
        ],
    ),
    (
        "DELETE FROM tape WHERE position = 4",
        [
            Finding("missing", "Recording one, events 4 to 5: missing", ONE, 4, 5),
            Finding("missing", "Tape, position 4: missing"),
        ],
    ),
    (
        "DELETE FROM tape WHERE position IN (4, 5)",
        [
            Finding("missing", "Recording one, events 4 to 6: missing", ONE, 4, 6),
            Finding("missing", "Tape, positions 4 to 5: missing"),
        ],
    ),
    (
        "DELETE FROM tape WHERE position = 6",
        [
            Finding("missing", "Recording two, event 4: missing", TWO, 4, 4),
            Finding("missing", "Tape, position 6: missing"),
        ],
    ),
    (
        """
        CREATE TEMP TABLE held AS SELECT position, payload FROM tape WHERE position IN (4, 5);
        UPDATE tape SET payload = (SELECT payload FROM held WHERE held.position = 9 - tape.position)
        WHERE position IN (4, 5);
        """,
        [
            Finding("altered", "Recording one, events 4 to 5: altered", ONE, 4, 5),
            Finding("altered", "Recording one, event 6: altered", ONE, 6, 6),
        ],
    ),
    (
        _exchange(4, 5),
        [Finding("reordered", "Recording one, event 6: on the tape before events 4 to 5", ONE, 6, 6)],
    ),
    (
        "UPDATE tape SET payload = 'text' WHERE position = 4",
        [
            Finding("altered", "Recording one, position 4: altered", ONE),
            Finding("missing", "Recording one, events 4 to 5: missing", ONE, 4, 5),
        ],
    ),
    (
        "UPDATE tape SET format = 'text' WHERE position = 4",
        [Finding("altered", "Recording one, events 4 to 5: altered", ONE, 4, 5)],
    ),
    (
        "UPDATE tape SET hash = x'00' WHERE position = 5",
        [
            Finding("altered", "Recording one, event 6: altered", ONE, 6, 6),
            Finding("altered", "Recording one: ends with another hash than it says", ONE),
        ],
    ),
    (
        "UPDATE tape SET last = 6 WHERE position = 4",
        [
            Finding("altered", "Recording one, events 4 to 6: altered", ONE, 4, 6),
            Finding("altered", "Recording one, event 6: altered, event 7 comes next", ONE, 6, 6),
        ],
    ),
    (
        "UPDATE recording SET simulated = true WHERE id = 'two'",
        [Finding("altered", f"Recording two, events 1 to 3: altered{_OR_ITSELF}", TWO, 1, 3)],
    ),
    (
        "UPDATE recording SET head = 9 WHERE id = 'two'",
        [Finding("missing", "Recording two, events 5 to 9: missing", TWO, 5, 9)],
    ),
    (
        "UPDATE recording SET head = 3 WHERE id = 'two'",
        [Finding("altered", "Recording two: ends at event 4, but it says at event 3", TWO)],
    ),
    (
        "UPDATE recording SET head_hash = x'00' WHERE id = 'two'",
        [Finding("altered", "Recording two: ends with another hash than it says", TWO)],
    ),
    (
        "DELETE FROM recording WHERE id = 'two'",
        [Finding("missing", "Recording with the number 2: missing, but for 2 rows up to event 4, from position 2 on")],
    ),
    (
        "DELETE FROM tape WHERE recording = 3; DELETE FROM recording WHERE id = 'three'",
        [Finding("missing", "Tape, position 3: missing")],
    ),
]


def _skip_what_types_forbid(change: str) -> None:
    if re.search("= '(text|many)'", change):
        pytest.skip("PostgreSQL keeps columns to their types")


@pytest.mark.parametrize(("change", "findings"), _CHANGES)
def test_the_chain_finds_and_names_a_change(games: str, change: str, findings: list[Finding]) -> None:
    if is_postgres(games):
        _skip_what_types_forbid(change)
        # It loses positions by itself, and cannot tell.
        findings = [it for it in findings if not it.message.startswith("Tape, position")]
    with reach_into(games) as file:
        file.executescript(change)

    with Tape(games) as tape:
        assert list(verify(tape).findings) == findings


def test_a_row_that_was_chained_but_cannot_be_read_is_found(games: str) -> None:
    with reach_into(games) as file:
        _rewrite(file, "three", b"nonsense")

    with Tape(games) as tape:
        (finding,) = verify(tape).findings

    assert (finding.what, finding.recording, finding.first, finding.last) == ("unreadable", THREE, 1, 3)
    assert finding.message.startswith("Recording three, events 1 to 3: unreadable: A batch of 8 bytes cannot be decom")


def test_a_damaged_page_of_the_file_is_a_finding_and_the_rest_is_looked_at(path: Path) -> None:
    written = bytearray(path.read_bytes())
    page = written.index(encode_batch("boba", passes(4, 5))) // 4096 * 4096
    written[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(written)

    with Tape(path) as tape:
        findings = verify(tape).findings

    assert {finding.what for finding in findings} == {"unreadable"}
    assert "is damaged: database disk image is malformed" in findings[0].message


# What only a seal finds


def _rewrite(file: Hands, recording: str, payload: bytes) -> None:
    """Gives a recording of one row another payload, and all its hashes anew."""
    header = file.execute(
        "SELECT id, family, source, ordinal, adapter, adapter_version, client, client_game, digest, simulated, "
        "created_at, number FROM recording WHERE id = ?",
        (recording,),
    ).fetchone()
    row = row_hash(header_hash(*header[:-1]), recording, 1, 3, FORMAT, payload)
    file.execute("UPDATE tape SET payload = ?, hash = ? WHERE recording = ?", (payload, row, header[-1]))
    file.execute("UPDATE recording SET head_hash = ? WHERE id = ?", (row, recording))


def test_a_game_that_was_rewritten_with_its_hashes_is_found_by_a_seal(games: str) -> None:
    with Tape(games) as tape:
        seal(tape)
    with reach_into(games) as file:
        _rewrite(file, "three", encode_batch("boba", passes(2, 4)))

    with Tape(games) as tape:
        assert verify(tape).findings == (
            Finding(
                "seal",
                "Seal 1: behind bookmark 0 up to 6 the tape is not what was sealed: rows then 6, now 6, not the same "
                "or not in that order",
            ),
        )


def test_a_seal_tells_between_which_bookmarks_something_changed(games: str) -> None:
    with Tape(games) as tape:
        lines = [seal(tape)]
        for number in (4, 5, 6):
            tape.append(THREE, passes(number, number), after=number - 1)
            lines.append(seal(tape))
    with reach_into(games) as file:
        file.execute("UPDATE tape SET recorded_at = recorded_at + 1 WHERE position = 8")

    with Tape(games) as tape:
        changed = "the tape is not what was sealed: rows then {0}, now {0}, not the same or not in that order"
        assert [it.message for it in verify(tape).findings] == [
            f"Seal 3: behind bookmark 7 up to 8 {changed.format(1)}"
        ]
        assert [it.message for it in verify(tape, lines[1:3]).findings] == [
            f"Kept seal 3: behind bookmark 0 up to 8 {changed.format(8)}",
            f"Seal 3: behind bookmark 7 up to 8 {changed.format(1)}",
        ]


@pytest.mark.parametrize(
    ("one", "other", "moved"),
    [(2, 3, [(THREE, 1, 3, 2), (TWO, 1, 3, 3)]), (5, 6, [(TWO, 4, 4, 5), (ONE, 6, 6, 6)])],
    ids=["games of one call", "rows of two games"],
)
def test_positions_that_two_games_exchanged_are_found_by_a_seal(
    games: str, one: int, other: int, moved: list[tuple[RecordingId, int, int, int]]
) -> None:
    with Tape(games) as tape:
        line = seal(tape)
    with reach_into(games) as file:
        file.executescript(_exchange(one, other))

    with Tape(games) as tape:
        findings = verify(tape).findings
        against_kept = verify(tape, [line]).findings

    assert [it.what for it in findings] == ["seal", "reordered", "reordered"]
    assert [(it.recording, it.first, it.last) for it in findings[1:]] == [it[:3] for it in moved]
    assert [it.message.rsplit(": ", 1)[1] for it in findings[1:]] == [
        f"moved to position {position}, by its time and age" for *_, position in moved
    ]
    assert len([it for it in against_kept if it.what == "seal"]) == 2


def _forget_game_three(file: Hands) -> None:
    """Removes a whole game and every trace of it that the database has."""
    file.executescript(
        """
        DELETE FROM tape WHERE recording = 3;
        DELETE FROM recording WHERE id = 'three';
        UPDATE tape SET position = position - 1 WHERE position > 3;
        """
    )
    if not file.is_postgres:
        file.execute("UPDATE sqlite_sequence SET seq = 5 WHERE name = 'tape'")


def test_a_game_deleted_without_a_trace_is_found_by_a_seal(games: str) -> None:
    with Tape(games) as tape:
        line = seal(tape)
    with reach_into(games) as file:
        _forget_game_three(file)

    expected = "behind bookmark 0 up to 6 the tape is not what was sealed: rows then 6, now 5"
    with Tape(games) as tape:
        assert [it.message for it in verify(tape).findings] == [f"Seal 1: {expected}"]
        assert [it.message for it in verify(tape, [line]).findings] == [
            f"Kept seal 1: {expected}",
            f"Seal 1: {expected}",
        ]


def test_only_a_kept_seal_finds_what_was_sealed_anew(games: str) -> None:
    with Tape(games) as tape:
        line = seal(tape)
    with reach_into(games) as file:
        _forget_game_three(file)
        file.execute("DELETE FROM seal")
    with Tape(games) as tape:
        assert verify(tape).sound
        assert [it.message for it in verify(tape, [line]).findings] == [
            "Kept seal 1: missing on the tape, or altered there",
            "Kept seal 1: behind bookmark 0 up to 6 the tape is not what was sealed: rows then 6, now 5",
        ]
        seal(tape)

        assert verify(tape).sound
        assert [it.message for it in verify(tape, [line]).findings] == [
            "Kept seal 1: another than seal 1 on the tape",
            "Kept seal 1: behind bookmark 0 up to 6 the tape is not what was sealed: rows then 6, now 5",
        ]


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        ("DELETE FROM seal WHERE number = 2", ["Seal 2: missing"]),
        ("UPDATE seal SET sealed_at = 0 WHERE number = 3", ["Seal 3: altered"]),
        ("UPDATE seal SET rows = 'many' WHERE number = 3", ["Seal 3: altered"]),
        (
            "UPDATE seal SET hash = x'00' WHERE number = 2",
            ["Seal 2: altered", "Seal 3: does not follow the seal before it"],
        ),
    ],
)
def test_seals_that_were_altered_are_found(games: str, change: str, messages: list[str]) -> None:
    with Tape(games) as tape:
        for number in (4, 5, 6):
            seal(tape)
            tape.append(THREE, passes(number, number), after=number - 1)
    if is_postgres(games):
        _skip_what_types_forbid(change)
    with reach_into(games) as file:
        file.execute(change)

    with Tape(games) as tape:
        assert [it.message for it in verify(tape).findings] == messages


def test_many_findings_are_counted(url: str) -> None:
    with Tape(url) as tape:
        for _ in range(3):
            tape.append_new([telling(passes(1, 1)) for _ in range(400)])
    with reach_into(url) as file:
        file.execute("UPDATE tape SET format = 7")

    with Tape(url) as tape:
        verification = verify(tape)

    assert (len(verification.findings), verification.omitted) == (1000, 200)


# What stands on every tape for good


def test_the_hashes_are_these_for_ever() -> None:
    header = header_hash("a", "boba", None, 12, "")
    row = row_hash(header, "a", 1, 2, 1, b"payload")
    root = root_hash(bytes(32), 1, "a", 1, 2, 1_700_000_000_000_000, row)
    sealed = seal_hash(bytes(32), 1, "1", 1, root, 1_700_000_000_000_000)

    assert [hashed.hex() for hashed in (header, row, root, sealed)] == [
        "c94ad32592cf8e3c1f97c459db72b7851b0e695fc9f293c8e60a719d7ad872ce",
        "97fe31e8c991ae52514225b57fe4d494650b34d8e11fe10ce53729dedd1fb77c",
        "5612bcd4870750cca31576054b7de6fd4e3523e6d765b8cb0610351ecacb4911",
        "1782710758faa1ebfec957f0f6fd00390f9ebef0ea4abdcb3bcc03051b7ae8b4",
    ]


def test_parts_that_run_into_each_other_have_other_hashes() -> None:
    assert header_hash("ab", "c") != header_hash("a", "bc")
    assert header_hash("", None) != header_hash(None, "")
    assert row_hash(bytes(32), "a", 1, 1, 1, b"bc") != row_hash(bytes(32), "ab", 1, 1, 1, b"c")

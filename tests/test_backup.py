"""An export restores to an equal database, or tells which lines are broken."""

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.backup import BackupError, NotEmptyError, export, restore
from events.base import RecordingId
from events.registry import GameRetracted
from events.schema import REVISIONS
from events.seals import seal
from events.tape import NewRecording, Problem, Tape, migrate, shown
from events.tombstones import make_secret
from events.verify import verify
from tests.tapes import connected, is_postgres, passes, reach_into, rows_of, telling


@pytest.fixture
def full(url: str) -> str:
    """A database with something in every table."""
    _fill(url)
    return url


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The same in a file."""
    migrate(tmp_path / "gametape.db")
    _fill(tmp_path / "gametape.db")
    return tmp_path / "gametape.db"


def _fill(url: str | Path) -> None:
    with Tape(url) as tape:
        source = tape.store_source(b"a log", "log \u2028 \U0001f0cf.txt")
        gone = tape.store_source(b"another log" * 200_000, "gone.txt")
        tape.store_source(b"a large log " * 200_000, "large.txt")
        tape.store_problems(source, [Problem(3, "expected a card"), Problem(None, "no end")])
        one = tape.player("c", "ann", "Ann")
        tape.player("c", "bob")
        tape.erase_player(one)
        tape.database.write(make_secret)
        tape.erase_text(tape.store_texts(["kept", "erased"])[1])
        told = NewRecording(
            family="boba", adapter="x", source=source, ordinal=1, digest="d", simulated=True, events=passes(1, 4)
        )
        (recorded, _) = tape.append_new([told, telling(passes(1, 9))])
        seal(tape)
        tape.append(recorded.id, passes(5, 5), after=4)
        tape.append_registry([GameRetracted(recording=recorded.id)])
        seal(tape)
        tape.erase_source(gone)
    with connected(url) as hands:
        hands.execute("INSERT INTO vacancy VALUES (70, 79)")


def _exported(url: str | Path) -> bytes:
    file = io.BytesIO()
    with Tape(url) as tape:
        export(tape, file)
    return file.getvalue()


def test_an_export_restores_to_equal_rows_in_any_database(full: str, place: str) -> None:
    exported = _exported(full)

    count = restore(io.BytesIO(exported), place)

    before, after = rows_of(full), rows_of(place)
    assert all(before.values())
    if is_postgres(full):
        # It exports the positions that are vacant, not what it once restored of another database.
        del before["vacancy"], after["vacancy"]
    assert after == before
    assert count == len(exported.splitlines()) - 2
    with Tape(place) as tape:
        assert verify(tape).sound
        assert tape.append(RecordingId("registry"), [GameRetracted(recording=RecordingId("x"))], after=1).added
        assert len(tape.follow()[0]) == 5
        assert tape.append_new([telling(passes(1, 1))])[0].added
        assert len(tape.recordings()) == 4
        assert verify(tape).sound


def test_an_export_is_the_same_from_whatever_database(path: Path, place: str, tmp_path: Path) -> None:
    with reach_into(path) as file:
        file.execute("DELETE FROM vacancy")
    exported = _exported(path)

    restore(io.BytesIO(exported), place)
    restore(io.BytesIO(_exported(place)), tmp_path / "again.db")

    assert _exported(place) == exported
    assert _exported(tmp_path / "again.db") == exported


def test_an_empty_database_is_exported_and_restored(url: str, place: str) -> None:
    assert restore(io.BytesIO(_exported(url)), place) == 0


def test_an_export_from_before_there_were_vacancies_is_restored(path: Path, place: str) -> None:
    lines = [json.loads(line) for line in _exported(path).splitlines()]
    lines = [line for line in lines if line.get("table") != "vacancy"]
    lines[0]["revision"] = "0001"
    del lines[-1]["end"]["vacancy"]

    restore(io.BytesIO("\n".join(map(json.dumps, lines)).encode()), place)

    with Tape(place) as tape:
        assert verify(tape).sound


def test_an_export_shows_the_events_beside_the_payload(path: Path) -> None:
    lines = [json.loads(line) for line in _exported(path).splitlines()]
    rows = [line for line in lines if line.get("table") == "tape"]

    assert lines[0] == {"gametape_export": 1, "revision": REVISIONS[-1]}
    assert lines[-1]["end"]["tape"] == len(rows) == 4
    assert rows[2]["family"] == "boba"
    assert rows[2]["events"] == [{"type": "boba.Passed", "seat": 2, "battle": 5}]
    assert base64.b64decode(rows[2]["row"]["payload"])[:1] == b"x"


def test_a_damaged_row_is_exported_and_restored_as_it_is(path: Path, place: str) -> None:
    with reach_into(path) as file:
        file.execute("UPDATE tape SET payload = x'00' WHERE position = 2")

    restore(io.BytesIO(_exported(path)), place)

    assert rows_of(place) == rows_of(path)


def test_nothing_is_restored_over_something(full: str) -> None:
    before = rows_of(full)

    with pytest.raises(NotEmptyError) as refused:
        restore(io.BytesIO(_exported(full)), full)

    assert str(refused.value) == f"The database {shown(full)} is not empty: restore into a new one"
    assert rows_of(full) == before
    with Tape(full) as tape:
        assert tape.append_new([telling(passes(1, 1))])[0].added


def _line_of(lines: list[dict[str, Any]], table: str) -> int:
    return next(number for number, line in enumerate(lines) if line.get("table") == table)


def _without_header(lines: list[dict[str, Any]]) -> None:
    del lines[0]


def _of_another_revision(lines: list[dict[str, Any]]) -> None:
    lines[0]["revision"] = "9999"


def _cut_short(lines: list[dict[str, Any]]) -> None:
    del lines[-3:]


def _without_a_row(lines: list[dict[str, Any]]) -> None:
    del lines[_line_of(lines, "seal")]
    del lines[_line_of(lines, "seal")]


def _with_other_events(lines: list[dict[str, Any]]) -> None:
    lines[_line_of(lines, "tape")]["events"][0]["battle"] = 77


def _with_another_type(lines: list[dict[str, Any]]) -> None:
    lines[_line_of(lines, "recording")]["row"]["head"] = "four"


def _with_a_row_twice(lines: list[dict[str, Any]]) -> None:
    lines.insert(_line_of(lines, "text") + 1, lines[_line_of(lines, "text")])


def _of_a_table_unknown(lines: list[dict[str, Any]]) -> None:
    lines[_line_of(lines, "text")]["table"] = "user"


def _with_something_behind(lines: list[dict[str, Any]]) -> None:
    lines.append(lines[-2])


def _with_numbers_too_large(lines: list[dict[str, Any]]) -> None:
    lines[_line_of(lines, "source")]["row"]["size"] = 2**70


_COUNTS = "source 3, source_part 2, problem 2, player 2, text 2, recording 3, tape 4, vacancy 1, seal 1, forgetting"


_FOREIGN_KEY = "Line 13: Expected `int`, got `str` - at `$.head`; Line 16: FOREIGN KEY constraint failed"
_UNIQUE = "Line 12: UNIQUE constraint failed: text.id"
_AS_POSTGRES_SAYS = {
    _FOREIGN_KEY: "Line 13: Expected `int`, got `str` - at `$.head`; "
    'Line 16: insert or update on table "tape" violates foreign key constraint "tape_recording_fkey"',
    _UNIQUE: 'Line 12: duplicate key value violates unique constraint "text_pkey"',
}


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_without_header, 'Line 1: expected the header of an export, {"gametape_export": 1, ...}'),
        (_of_another_revision, "Line 1: the export has revision 9999, this Gametape knows 0005"),
        (_cut_short, f"Line 21: expected an end that counts {_COUNTS} 0; found none"),
        (
            _without_a_row,
            f"Line 22: expected an end that counts {_COUNTS.replace('seal 1', 'seal 0')} 1; "
            f"found {_COUNTS.replace('seal 1', 'seal 2')} 1",
        ),
        (_with_other_events, "Line 16: the events are not those of the payload"),
        (_with_another_type, _FOREIGN_KEY),
        (_with_a_row_twice, _UNIQUE),
        (
            _of_a_table_unknown,
            "Line 11: expected a row of source, source_part, problem, player, text, recording, tape, vacancy, seal, "
            "forgetting, found user",
        ),
        (_with_something_behind, "Line 25: expected nothing behind the end"),
        (_with_numbers_too_large, "Line 2: "),
    ],
)
def test_broken_lines_are_told_and_nothing_is_restored(
    path: Path, place: str, spoil: Callable[[list[dict[str, Any]]], None], message: str
) -> None:
    lines = [json.loads(line) for line in _exported(path).splitlines()]
    spoil(lines)
    spoilt = "\n".join(map(json.dumps, lines)).encode()

    with pytest.raises(BackupError) as refused:
        restore(io.BytesIO(spoilt), place)

    if is_postgres(place):
        message = _AS_POSTGRES_SAYS.get(message, message)
    assert str(refused.value).startswith(f"Nothing was restored. {message}")
    with Tape(place) as tape:
        assert tape.recordings() == []
    assert restore(io.BytesIO(_exported(path)), place)


@pytest.mark.parametrize("line", [b"", b"nonsense", b"[1]", b"\xff\xfe", b'{"row": ' + b"[" * 100_000, b"{}"])
def test_a_line_of_nonsense_is_told_with_its_number(path: Path, tmp_path: Path, line: bytes) -> None:
    lines = _exported(path).splitlines()
    lines.insert(3, line)

    with pytest.raises(BackupError, match=r"Nothing was restored\. Line 4: "):
        restore(io.BytesIO(b"\n".join(lines)), tmp_path / "restored.db")


def test_a_file_of_nothing_is_no_export(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"Line 0: expected an end that counts .*; found none"):
        restore(io.BytesIO(b""), tmp_path / "restored.db")

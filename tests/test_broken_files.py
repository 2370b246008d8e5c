"""Files as they come: in any encoding, cut, wrapped, packed or hostile. What can be read is, the rest is told."""

import gzip
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.forgetting import forget
from ingest.importing import FileReport, import_bytes, import_files, import_upload
from ingest.lines import source_lines
from tests.archives import zipped
from tests.expected import SAMPLES

KITCHEN_TABLE = (SAMPLES / "native" / "kitchen-table.jsonl").read_bytes()
SHEET = (SAMPLES / "scoresheet" / "games.csv").read_bytes()


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


def brought(work: Workspace, data: bytes, name: str = "log.jsonl") -> FileReport:
    return import_bytes(work.tape, data, name, work.cards)


def messages(report: FileReport) -> list[str]:
    return [problem.message for problem in report.problems]


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
def test_case_28_a_log_in_any_encoding_of_unicode_is_the_log(work: Workspace, codec: str) -> None:
    plain = brought(work, KITCHEN_TABLE)

    encoded = brought(work, KITCHEN_TABLE.decode().encode(codec), "encoded.jsonl")

    assert (encoded.problems, encoded.lines) == (plain.problems, plain.lines)
    assert [(game.recording, game.added) for game in encoded.games] == [(game.recording, False) for game in plain.games]


def test_case_28_a_log_in_code_page_1252_is_read_and_the_guess_is_told(work: Workspace) -> None:
    named = KITCHEN_TABLE.decode().replace('"Ada"', '"José"').replace('"Ben"', '"Zoë"')
    report = brought(work, named.encode("cp1252"))

    assert messages(report) == ["The file is not UTF-8; it was read as Windows-1252"]
    assert brought(work, named.encode(), "utf-8.jsonl").added == 0


def test_case_28_a_lone_ff_and_a_nul_cost_their_lines_and_no_others(work: Workspace) -> None:
    lines = KITCHEN_TABLE.splitlines(keepends=True)
    lines[3] = lines[3].replace(b"{", b"{\xff", 1)
    lines[5] = lines[5].replace(b"{", b"{\0", 1)

    report = brought(work, b"".join(lines))

    assert [problem.line for problem in report.problems] == [4, 6]
    assert report.lines is not None
    assert report.lines.read == len(lines) - 2


@pytest.mark.parametrize(
    ("front", "told"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", "HTTP headers"),
        (b"<!DOCTYPE html><html><body>Sorry</body></html>", "HTML"),
        (b"%PDF-1.7\n", "PDF"),
        (b"SQLite format 3\0", "SQLite"),
    ],
)
def test_case_29_what_stands_around_a_log_is_named_and_the_file_is_kept(
    work: Workspace, front: bytes, told: str
) -> None:
    report = brought(work, front + KITCHEN_TABLE)

    assert report.games == ()
    assert told in messages(report)[0]
    assert report.source is not None
    assert b"".join(work.tape.source_parts(report.source)) == front + KITCHEN_TABLE


def test_case_29_bytes_in_front_of_gzip_data_are_named(work: Workspace) -> None:
    report = brought(work, b"payload:" + gzip.compress(KITCHEN_TABLE))

    assert report.games == ()
    assert "8 bytes" in messages(report)[0]
    assert "gzip" in messages(report)[0]


@pytest.mark.parametrize("inside", [gzip.compress(KITCHEN_TABLE), zipped({"a": b"a"})])
def test_what_is_packed_twice_is_named(work: Workspace, inside: bytes) -> None:
    report = brought(work, gzip.compress(inside))

    assert messages(report) == ["This gzip file holds another packed file: unpack it once and give what is in it"]


def test_a_cut_gzip_file_is_read_as_far_as_it_goes(work: Workspace) -> None:
    whole = gzip.compress(KITCHEN_TABLE)
    report = brought(work, whole[: len(whole) // 2], "cut.jsonl.gz")

    assert len(report.games) == 1
    assert messages(report)[-1].startswith("The gzip data ends in the middle: ")
    # The log that is whole goes on where the cut one ended.
    assert [(game.recording, game.added) for game in brought(work, whole, "whole.jsonl.gz").games] == [
        (report.games[0].recording, False)
    ]
    assert brought(work, KITCHEN_TABLE).games[0].recording == report.games[0].recording


def test_an_archive_brings_each_of_its_files_with_a_report_of_its_own(work: Workspace) -> None:
    files = {"games/table.jsonl": KITCHEN_TABLE, "games.csv": SHEET, "games/notes.txt": b"bring snacks"}

    reports = import_upload(work.tape, zipped(files), "logs.zip", work.cards)

    assert [(report.path, report.adapter) for report in reports] == [
        ("logs.zip/games/table.jsonl", "native"),
        ("logs.zip/games.csv", "scoresheet"),
        ("logs.zip/games/notes.txt", None),
    ]
    for report, data in zip(reports, files.values(), strict=True):
        assert report.source is not None
        assert b"".join(work.tape.source_parts(report.source)) == data
    assert brought(work, KITCHEN_TABLE).added == 0
    assert source_lines(work.tape, reports[0].games[0].recording)[1][0] == 2


def test_a_damaged_archive_brings_what_can_be_read_and_is_kept_itself(work: Workspace, tmp_path: Path) -> None:
    whole = zipped({"broken.txt": b"the last byte of this changes!", "table.jsonl": KITCHEN_TABLE}, zipfile.ZIP_STORED)
    broken = tmp_path / "broken.zip"
    broken.write_bytes(whole.replace(b"changes!", b"changed."))

    *files, itself = import_files(work.tape, [broken], work.cards)

    assert [(len(report.games), report.adapter) for report in files] == [(0, None), (1, "native")]
    assert messages(itself) == [
        "'broken.txt' in the zip archive does not match its checksum: it was read, but may be wrong"
    ]
    assert itself.source is not None
    assert b"".join(work.tape.source_parts(itself.source)) == broken.read_bytes()


def test_nothing_of_a_damaged_archive_is_kept_where_somebody_was_forgotten(work: Workspace) -> None:
    brought(work, KITCHEN_TABLE)
    forget(work.tape, work.tape.accounts()[0].id)

    *_, itself = import_upload(work.tape, zipped({"a.txt": b"a"})[:-30], "cut.zip", work.cards)

    assert itself.source is None
    assert messages(itself)[-1] == (
        "The archive itself is not kept: nobody can tell whether it names somebody who was forgotten"
    )


def test_a_workbook_is_read_as_one_and_not_as_an_archive(work: Workspace) -> None:
    workbook = SAMPLES / "scoresheet" / "workbook.xlsx"

    (report,) = import_files(work.tape, [workbook], work.cards)

    assert report.adapter == "scoresheet"
    assert len(report.games) > 1

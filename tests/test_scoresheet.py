"""Scoresheets that people keep by hand: CSV and XLSX of any layout, with gaps, doubts and hostile ones."""

import datetime as dt
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from openpyxl import Workbook

from events.base import CardId, Event, GapLeft, NoteAdded, TextId
from events.boba import (
    BattleResolved,
    CardDescribed,
    GameEnded,
    GameStarted,
    HeroesRevealed,
    HeroSubstituted,
    HonorsChosen,
    StateShown,
    SubstitutionDeclined,
)
from events.codec import encode_batch
from events.erasable import Problem
from ingest.adapter import Document, Told
from ingest.catalogue import load_catalogue
from ingest.scoresheet import (
    SCORESHEET,
    Column,
    Mapping,
    MappingError,
    Reading,
    SheetError,
    describe_mapping,
    keep_mapping,
    kept_mapping,
    parse_mapping,
    propose,
    read_proposed,
    read_with,
    scoresheet_adapter,
)
from ingest.scoresheet.cells import CellError, date, hero, readings, result
from ingest.scoresheet.package import LARGEST_TOTAL
from ingest.scoresheet.words import FIELDS, field_of
from projector.boba import GAME
from projector.boba.cards import Catalogue
from tests import workbooks
from tests.expected import ROOT, SAMPLES
from tests.workbooks import DATE, TIME, error, formula, line, number, packed, parts, sheet, text, workbook

SHEETS = SAMPLES / "scoresheet"
BATTLES = "game,date,player 1,player 2,mode,battle,power 1,power 2,winner,score\n"
UTC = dt.UTC


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    return load_catalogue(ROOT / "data" / "boba")


def document(table: str | bytes, name: str = "sheet.csv") -> Document:
    return Document(name, table.encode() if isinstance(table, str) else table)


def read(table: str | bytes) -> Reading:
    reading = read_proposed(document(table))
    assert reading.read + reading.skipped + reading.faulty == reading.rows
    return reading


def events_of(table: str | bytes) -> list[Event]:
    reading = read(table)
    assert reading.problems == ()
    (game,) = reading.games
    return list(game.events)


def problems_of(table: str | bytes) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in read(table).problems]


def fields_of(header: str) -> list[str]:
    return [column.field for column in propose(document(header + "\n")).column]


# Which column is what


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Player 1", "player_1"),
        ("PLAYER_2", "player_2"),
        ("p1-power", "power_1"),
        ("Power of player 2", "power_2"),
        ("Stärke 1", "power_1"),
        ("Staerke Spieler 2", "power_2"),
        ("Held von Spieler 2", "hero_2"),
        ("Waffe 1", "weapon_1"),
        ("Kampf-Nr.", "battle"),
        ("Zone", "battle"),
        ("Sieger", "winner"),
        ("Battle winner", "winner"),
        ("Winner of the game", "game_winner"),
        ("Game #", "game"),
        ("Datum", "date"),
        ("Spiel im Match", "game_of_match"),
        ("Opponent", "player_2"),
        ("Opponent's power", "power_2"),
        ("Hot Dogs 1", "hot_dogs_1"),
        ("Trophäen 2", "trophies_2"),
        ("Endstand", "score"),
        ("How ended", "end_reason"),
        ("Bemerkung", "note"),
        ("Power", None),
        ("Table", None),
        ("", None),
    ],
)
def test_a_header_names_its_field_in_english_and_german_whatever_its_case_and_signs(
    header: str, field: str | None
) -> None:
    assert field_of(header) == field


def test_every_field_is_named_by_itself() -> None:
    assert [field for field in FIELDS if field_of(field) != field] == []


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        ("Battle,Hero,Power,Hero,Power,Winner", ["battle", "hero_1", "power_1", "hero_2", "power_2", "winner"]),
        ("Date;Player;Opponent;Result", ["date", "player_1", "player_2", "winner"]),
        ("Player 1\tPlayer 2\tP1\tWinner", ["player_1", "player_2", "unused", "winner"]),
        ("Player 1,Player 2,Name,Name,Winner", ["player_1", "player_2", "unused", "unused", "winner"]),
    ],
)
def test_columns_are_told_apart_by_their_seat_and_order(header: str, fields: list[str]) -> None:
    assert fields_of(header) == fields


def test_a_column_called_result_is_the_score_if_it_holds_scores() -> None:
    assert fields_of("Player 1,Player 2,Result\nAnn,Ben,4:3")[2] == "score"
    assert fields_of("Player 1,Player 2,Result\nAnn,Ben,W")[2] == "winner"


def test_a_column_of_dates_is_the_date_whatever_it_is_called() -> None:
    assert fields_of("Abend,Player 1,Player 2,Winner\n2026-05-01,Ann,Ben,1\n,Ann,Ben,2")[0] == "date"


def test_a_proposal_is_shown_with_what_is_not_used_and_reads_back_the_same() -> None:
    table = document('Players\' list\n"Player 1","Player 2","Ti""sch",Winner\nAnn,Ben,"a\\b",1\n')

    shown = describe_mapping(table)

    assert "# Columns that are not used: 'Ti\"sch'\n" in shown
    assert '# Column 3, for example "a\\\\b"\n[[column]]\nheader = "Ti\\"sch"\nfield = "unused"\n' in shown
    assert parse_mapping(shown) == propose(table)


def test_a_sheet_whose_headers_say_nothing_can_be_mapped_by_hand(tmp_path: Path) -> None:
    table = document("Ich und wer,Noch wer,Ausgegangen\nAnn,Ben,2\n")
    shown = describe_mapping(table)
    for field in ("player_1", "player_2", "winner"):
        shown = shown.replace('field = "unused"', f'field = "{field}"', 1)
    adapter = scoresheet_adapter(tmp_path)
    assert not adapter.recognise(table.data, table.name)

    keep_mapping(tmp_path, parse_mapping(shown))

    assert adapter.recognise(table.data, table.name)
    (game,) = adapter.read(table)
    assert isinstance(game, Told)
    assert game.events[-1] == GameEnded(winner=2, reason=None)


def test_the_next_file_of_a_layout_is_read_by_the_mapping_that_was_kept(tmp_path: Path) -> None:
    first = document("Date,Player 1,Player 2,Winner\n2026-05-01,Ann,Ben,1\n")
    adapter = scoresheet_adapter(tmp_path)
    assert len(list(adapter.read(first))) == 1
    (kept,) = tmp_path.iterdir()
    kept.write_text(kept.read_text().replace('# date_order = "dmy"', 'date_order = "dmy"'))

    (game,) = adapter.read(document("DATE;player_1;player_2;winner\n03/04/2026;Ann;Ben;1\n"))

    assert isinstance(game, Told)
    assert isinstance(game.events[0], GameStarted)
    assert game.events[0].at == dt.datetime(2026, 4, 3, tzinfo=UTC)


def test_a_kept_mapping_that_is_broken_is_told_and_nothing_is_guessed(tmp_path: Path) -> None:
    table = document("Player 1,Player 2,Winner\nAnn,Ben,1\n")
    path = keep_mapping(tmp_path, propose(table))
    path.write_text("rows = ")

    adapter = scoresheet_adapter(tmp_path)

    assert adapter.recognise(table.data, table.name)
    assert list(adapter.read(table)) == [
        Problem(
            None,
            f"The mapping kept in {path} cannot be used: The mapping is no TOML: Invalid value (at end of document). "
            "Mend or remove it",
        )
    ]


def test_a_folder_that_cannot_be_written_costs_the_mapping_only(tmp_path: Path) -> None:
    blocked = tmp_path / "mappings"
    blocked.symlink_to(tmp_path / "nowhere")

    reading = read_proposed(document("Player 1,Player 2,Winner\nAnn,Ben,1\n"), blocked)

    assert len(reading.games) == 1
    assert [problem.message.partition("/")[0] for problem in reading.problems] == ["The mapping cannot be kept in "]


def test_a_mapping_is_kept_and_found_by_its_layout(tmp_path: Path) -> None:
    mapping = replace(propose(document(BATTLES)), date_order="mdy", utc_offset=-300, mode="rookie", client="League")

    keep_mapping(tmp_path, mapping)

    assert kept_mapping(tmp_path, mapping.layout) == mapping
    assert kept_mapping(tmp_path, "another|layout") is None


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('field = "winner"', 'field = "winer"', "There is no field 'winer', expected one of"),
        ('field = "winner"', 'field = "winer"', "did you mean 'winner'?"),
        ('field = "player_2"', 'field = "player_1"', "Two columns are player_1; a field has one column"),
        ('rows = "game"', 'rows = "match"', "Invalid enum value 'match' - at `$.rows`"),
        ('rows = "game"', 'rows = "battle"', "One row a battle needs to say which"),
        ('field = "winner"', 'field = "power_1"', "The mapping names no games: expected a winner"),
        ('header = "Winner"', 'header = "Who"', "The headers of the columns are not those of the layout"),
        ("lasting_ids = false", "lasting = 0", "unknown field `lasting`"),
        ("# utc_offset = 60", "utc_offset = 6000", "Expected `int` <= 1439"),
    ],
)
def test_a_mapping_that_cannot_be_is_refused_with_what_was_expected(before: str, after: str, message: str) -> None:
    shown = describe_mapping(document("Player 1,Player 2,Winner\nAnn,Ben,1\n"))
    assert before in shown

    with pytest.raises(MappingError) as refused:
        parse_mapping(shown.replace(before, after, 1))

    assert message in str(refused.value)


def test_one_row_a_game_cannot_have_columns_of_a_battle() -> None:
    shown = describe_mapping(document(BATTLES))

    with pytest.raises(MappingError, match="One row a game has no battle, power_1, power_2: set rows to 'battle'"):
        parse_mapping(shown.replace('rows = "battle"', 'rows = "game"'))


def test_a_mapping_reads_only_sheets_of_its_layout() -> None:
    mapping = propose(document("Player 1,Player 2,Winner\n"))

    reading = read_with(document("Player 1,Player 2,Score\nAnn,Ben,4:1\n"), mapping)

    assert [problem.message for problem in reading.problems] == [
        "The mapping is for another layout: no row has the headers player1|player2|winner"
    ]


# What is a scoresheet


@pytest.mark.parametrize(
    "start",
    [
        b"set_code,number,name,variation,treatment,weapon,power\nA,BBF-3,Leducky,First Edition,Blue,Ice,185\n",
        b"set_code,number,name,kind,cost,dbs\nA,BPL-1,Member Bounce,BPL,3,5\n",
        b"set,set_code,card_number,hero,variation,treatment,weapon,power,notation,athlete\nAlpha,A,1,Showtime\n",
        b"Slot,Card#,Name,Cost,Ability,DBS\n1,A - PL-83,Double or Nothin',1,Flip a coin twice,9\n",
        b"id,name,type,release,number,cost,dbs,ability,bonus\n117-Bammer,Bammer,Hero,Alpha Edition,117,,,,\n",
        b"player_name,player_email,format,is_valid,hero_count,dbs_total,avg_power,hero_card_numbers\nAnn,a@b.c\n",
        b"player_name,player_email,player_discord,is_valid,status,submitted_at\nAnn,ann@example.org,ann,true\n",
        b"deckbuilder_id,deckbuilder_name,play_name,cost,dbs\n",
        b"Place,Player,Points,Wins,Losses\n1,Ann,9,3,0\n",
        b"Round,Table,Player 1,Player 2\n1,1,Ann,Ben\n",
        b'{"gametape":1,"game":"boba"}\n{"type":"boba.GameStarted"}\n',
        b'[{"player 1": "Ann", "player 2": "Ben", "winner": 1}]',
        b"<!DOCTYPE html><table><tr><td>Player 1,Player 2,Winner\n",
        b"Player 1,Player 2,Winner\n\0\0",
        b"PK\x03\x04\x14\0\0\0\0\0word/document.xml",
        b"\n\n",
        b"",
    ],
)
def test_other_files_are_not_taken_for_scoresheets(start: bytes) -> None:
    assert not SCORESHEET.recognise(start, "file.csv")


@pytest.mark.parametrize("sample", ["template.csv", "games.csv", "battles.csv", "german.csv", "workbook.xlsx"])
def test_the_samples_are_scoresheets(sample: str) -> None:
    assert SCORESHEET.recognise((SHEETS / sample).read_bytes().removeprefix(b"\xef\xbb\xbf")[:65536], "file")


def test_an_empty_template_tells_no_game() -> None:
    assert list(SCORESHEET.read(document((SHEETS / "template.csv").read_bytes()))) == []


# Text tables


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends_make_no_difference(delimiter: str, end: str) -> None:
    lines = ["Player 1,Player 2,Winner,Note", 'Ann,Ben,1,"a ""b"""', "", "Cal,Dee,2,"]

    reading = read(end.join(lines).replace(",", delimiter))

    assert [(game.line, game.people["p1"].name, game.events[-1]) for game in reading.games] == [  # type: ignore[index]
        (2, "Ann", GameEnded(winner=1, reason=None)),
        (4, "Cal", GameEnded(winner=2, reason=None)),
    ]
    assert (reading.rows, reading.read, reading.skipped, reading.faulty) == (4, 2, 2, 0)


def test_a_stated_delimiter_is_obeyed() -> None:
    assert len(read("sep=;\r\nPlayer 1;Player 2;Winner\r\nAnn, the first;Ben;1\r\n").games) == 1


def test_a_cell_in_quotes_may_hold_delimiters_and_line_ends() -> None:
    events = events_of('Player 1,Player 2,Winner,Note\nAnn,Ben,1,"one, two\nthree"\n')

    assert NoteAdded(text=TextId("one, two three")) in events


def test_a_quote_that_is_not_closed_costs_its_line() -> None:
    table = 'Player 1,Player 2,Winner\nAnn,"Ben,1\n' + "Cal,Dee,2\n" * 30

    reading = read(table)

    assert len(reading.games) == 30
    assert problems_of(table) == [(2, "A quotation mark opens a cell in this line and is not closed")]


def test_a_row_with_more_cells_than_the_header_is_left_out() -> None:
    assert problems_of("Player 1,Player 2,Winner\nAnn, the first,Ben,1\nCal,Dee,2\n") == [
        (2, "Found 4 cells, expected 3 as in the header: a cell that holds the delimiter stands in quotation marks")
    ]


def test_a_text_that_is_not_utf_8_is_refused_with_its_first_bad_byte() -> None:
    table = "Spieler 1;Spieler 2;Sieger\nAnn;Ben;1\nKäthe;Jörg;2\n".encode("cp1252")

    assert SCORESHEET.recognise(table, "sheet.csv")
    assert problems_of(table) == [
        (3, "Byte 2 of line 3 is 0xE4, which is not UTF-8: save the table as CSV UTF-8 and import it again")
    ]


# Dates


@pytest.mark.parametrize(
    ("written", "order", "day"),
    [
        ("2026-05-31", None, (2026, 5, 31)),
        ("2026/5/31", None, (2026, 5, 31)),
        ("20260531", None, (2026, 5, 31)),
        ("31.05.2026", None, (2026, 5, 31)),
        ("05/31/2026", None, (2026, 5, 31)),
        ("04.04.2026", None, (2026, 4, 4)),
        ("03/04/2026", "dmy", (2026, 4, 3)),
        ("03/04/2026", "mdy", (2026, 3, 4)),
        ("Fr, 3.4.2026", "dmy", (2026, 4, 3)),
        ("3. Mai 2026", None, (2026, 5, 3)),
        ("12 June 2026", None, (2026, 6, 12)),
        ("May 3, 2026", None, (2026, 5, 3)),
        ("1. März 2026", None, (2026, 3, 1)),
    ],
)
def test_a_date_is_the_day_it_says(written: str, order: str | None, day: tuple[int, int, int]) -> None:
    assert date(written, order) == dt.datetime(*day)  # type: ignore[arg-type] # noqa: DTZ001 (a cell has no offset)


@pytest.mark.parametrize(
    ("written", "order", "message"),
    [
        ("31.05.26", None, "found '31.05.26', expected a year of four digits"),
        ("46177", None, "expected a date (a number is none: give the column the format of a date and save again)"),
        ("31.02.2026", None, "expected a date such as 2026-05-31, from 2000 to 2199"),
        ("13/04/2026", "mdy", "expected a date in the order month, day, year such as 2026-05-31, from 2000 to 2199"),
        ("13/04/2026", "ymd", "expected a date in the order year, month, day such as 2026-05-31, from 2000 to 2199"),
        ("1970-01-01", None, "expected a date such as 2026-05-31, from 2000 to 2199"),
        ("1899-12-30", None, "expected a date such as 2026-05-31, from 2000 to 2199"),
        ("yesterday", None, "expected a date such as 2026-05-31, from 2000 to 2199"),
        ("12 Juny 2026", None, "expected a date such as 2026-05-31, from 2000 to 2199"),
    ],
)
def test_what_is_no_date_is_never_made_one(written: str, order: str | None, message: str) -> None:
    with pytest.raises(CellError) as refused:
        date(written, order)  # type: ignore[arg-type]

    assert message in str(refused.value)


def test_a_date_with_two_readings_is_asked_about_and_nothing_is_read() -> None:
    table = "Date,Player 1,Player 2,Winner\n13/04/2026,Ann,Ben,1\n03/04/2026,Ann,Ben,1\n12/06/2026,Ann,Ben,2\n"

    reading = read(table)

    assert reading.games == ()
    assert problems_of(table) == [
        (
            3,
            "The order of day and month is not clear, so nothing of this file is read: 03/04/2026 in line 3 is "
            "2026-03-04 or 2026-04-03; 12/06/2026 in line 4 is 2026-06-12 or 2026-12-06. Set date_order in its "
            'mapping to "dmy" (day, month, year) or "mdy" (month, day, year)',
        )
    ]
    chosen = read_with(document(table), replace(propose(document(table)), date_order="dmy"))
    assert [game.events[0].at for game in chosen.games] == [
        dt.datetime(2026, 4, 13, tzinfo=UTC),
        dt.datetime(2026, 4, 3, tzinfo=UTC),
        dt.datetime(2026, 6, 12, tzinfo=UTC),
    ]


def test_the_time_of_day_is_read_where_it_is_told_and_the_offset_where_it_is_chosen() -> None:
    table = document("Date,Player 1,Player 2,Winner\n2026-05-01 19:30,Ann,Ben,1\n2026-05-02T20:00:00+02:00,Ann,Ben,1\n")

    reading = read_with(table, replace(propose(table), utc_offset=-300))

    starts = [game.events[0] for game in reading.games]
    assert [(start.at, getattr(start, "utc_offset", None)) for start in starts] == [
        (dt.datetime(2026, 5, 2, 0, 30, tzinfo=UTC), -300),
        (dt.datetime(2026, 5, 2, 18, 0, tzinfo=UTC), -300),
    ]


def test_a_date_that_cannot_be_read_leaves_the_game_without_one() -> None:
    reading = read("Date,Player 1,Player 2,Winner\n31.02.2026,Ann,Ben,1\n")

    assert reading.games[0].events[0].at is None
    assert reading.problems == (
        Problem(2, "Column 1 (Date): found '31.02.2026', expected a date such as 2026-05-31, from 2000 to 2199"),
    )


@given(st.dates(dt.date(2000, 1, 1), dt.date(2199, 12, 31)), st.sampled_from([".", "/", "-"]))
def test_an_unclear_date_has_both_readings(day: dt.date, sign: str) -> None:
    written = f"{day.day}{sign}{day.month}{sign}{day.year}"

    found = {reading.date() for reading in readings(written)}

    swapped = {dt.date(day.year, day.day, day.month)} if day.day <= 12 else set()
    assert found == {day} | swapped


# Cells


@pytest.mark.parametrize(
    ("cell", "meant"),
    [
        *((cell, 1) for cell in ("1", "P1", "Player 1", "Spieler 1", "Ann", "ANN", "W", "win", "W-L", "Sieg")),
        *((cell, 2) for cell in ("2", "p2", "Ben", "L", "L-W", "Niederlage")),
        *((cell, "draw") for cell in ("draw", "tie", "D", "=", "T", "unentschieden", "Remis")),
    ],
)
def test_a_winner_is_a_seat_a_name_or_a_draw(cell: str, meant: object) -> None:
    assert result(cell, ("Ann", "Ben")) == meant


@pytest.mark.parametrize(
    ("cell", "players", "message"),
    [
        ("Cal", ("Ann", "Ben"), "found 'Cal', expected 1, 2, draw or a name ('Ann' or 'Ben')"),
        ("3", (None, None), "found '3', expected 1, 2, draw"),
        ("2", ("2", "Ben"), "something that can only mean one; it can mean player 1, player 2"),
        ("D", ("D", "Ben"), "something that can only mean one; it can mean player 1, a draw"),
        ("Ann", ("Ann", "ann"), "something that can only mean one; it can mean player 1, player 2"),
    ],
)
def test_a_winner_that_could_be_two_is_none(cell: str, players: tuple[str | None, str | None], message: str) -> None:
    with pytest.raises(CellError) as refused:
        result(cell, players)

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("cell", "card"),
    [
        ("A:BF-1", "A:BF-1"),
        ("a:bf-1", "A:BF-1"),
        ("g:RJA-1:Mr. October:Super", "G:RJA-1:Mr. October:Super"),
        ("Night Owl", "Night Owl"),
        ("BF-1", "BF-1"),
    ],
)
def test_a_hero_is_a_card_id_or_its_name(cell: str, card: str) -> None:
    assert hero(cell) == card


def test_every_cell_that_cannot_be_understood_is_told_with_its_place_and_costs_that_cell() -> None:
    table = (
        "Battle,Mode,Player 1,Player 2,Power 1,Power 2,Sub 1,Winner,Score,End reason,Honors\n"
        "1,chess,Ann,Ben,15O,120,maybe,1,4;1,bored,draw\n"
    ).replace(",", "\t")

    assert problems_of(table) == [
        (2, "Column 9 (Score): found '4;1', expected trophies of player 1 and 2 such as 4:3"),
        (2, "Column 2 (Mode): found 'chess', expected rookie, substitution or playmaker"),
        (2, "Column 5 (Power 1): found '15O', expected a whole number from -9999 to 99999"),
        (2, "Column 7 (Sub 1): found 'maybe', expected yes or no"),
        (
            2,
            "Column 10 (End reason): found 'bored', expected one of trophies, sudden_death, tie, concession, timeout, "
            "disconnection, agreed_draw, ruling, effect, unfinished, no_contest",
        ),
        (2, "Column 11 (Honors): found 'draw', expected 1, 2 or a name ('Ann' or 'Ben')"),
    ]
    (game,) = read(table).games
    assert BattleResolved(battle=1, winner=1, powers=(None, 120)) in game.events
    assert game.unread == 1


def test_an_empty_cell_is_none_and_never_0() -> None:
    table = "Battle,Player 1,Player 2,Power 1,Power 2,Winner,Trophies 1,Trophies 2\n1,Ann,Ben,,-,?,,\n2,,,0,,2,0,1\n"

    assert events_of(table)[1:] == [
        GapLeft(first_line=2, last_line=2),
        BattleResolved(battle=2, winner=2, powers=(0, None)),
        GameEnded(winner=None, reason=None, trophies=(0, 1)),
    ]


def test_trophies_of_two_columns_and_a_score_that_differ_are_none() -> None:
    table = "Player 1,Player 2,Trophies 1,Trophies 2,Score,Winner\nAnn,Ben,4,2,4:1,1\n"

    assert problems_of(table) == [(2, "Column 4 (Trophies 2): found 2, while the score says 4:1")]
    assert read(table).games[0].events[-1] == GameEnded(winner=1, reason=None)


def test_a_control_sign_or_an_endless_cell_is_no_name() -> None:
    assert problems_of(f"Player 1,Player 2,Winner\nA\x07nn,Ben,1\nAnn,{'B' * 1001},1\n") == [
        (2, "Column 1 (Player 1): found 'A\\x07nn', expected only characters that can be read"),
        (3, f"Column 2 (Player 2): found '{'B' * 57}...', expected at most 1000 characters"),
    ]


def test_an_id_that_holds_a_players_name_is_not_kept() -> None:
    table = "Match,Player 1,Player 2,Winner\nAnn Lee vs Ben,Ann Lee,Ben,1\n"

    reading = read(table)

    assert isinstance(reading.games[0].events[0], GameStarted)
    assert reading.games[0].events[0].match is None
    assert problems_of(table) == [
        (
            2,
            "Column 1 (Match): it holds a player's name and is not kept: ids and formats cannot be erased, names can",
        )
    ]


# Games


def test_one_row_a_game_is_a_game_of_results() -> None:
    reading = read(
        "Date,Player 1,Player 2,Mode,Format,Round,Match,Game of match,Score,Winner,End reason,Honors,Note\n"
        "2026-05-01,Ann,Ben,Playmaker,SPEC,R2,m-4,1,3:2,Ben,conceded,2,long\n"
    )

    (game,) = reading.games
    assert {player: person.name for player, person in game.people.items()} == {"p1": "Ann", "p2": "Ben"}
    start = game.events[0]
    assert isinstance(start, GameStarted)
    assert (start.mode, start.format, start.round, start.match, start.game_of_match) == (
        "playmaker",
        "SPEC",
        2,
        "m-4",
        1,
    )
    assert game.events[1:] == [
        HonorsChosen(honors=2),
        NoteAdded(text=TextId("long")),
        GameEnded(winner=2, reason="concession", trophies=(3, 2)),
    ]


@pytest.mark.parametrize(
    ("score", "winner", "reason", "ended"),
    [
        ("4:2", "", "", GameEnded(winner=1, reason="trophies", trophies=(4, 2))),
        ("3:2", "", "", GameEnded(winner=None, reason=None, trophies=(3, 2))),
        ("3:2", "", "trophies", GameEnded(winner=1, reason="trophies", trophies=(3, 2))),
        ("3:3", "", "tie", GameEnded(winner="draw", reason="tie", trophies=(3, 3))),
        ("2:1", "", "unfinished", GameEnded(winner=None, reason="unfinished", trophies=(2, 1))),
        ("4:2", "1", "judge", GameEnded(winner=1, reason="ruling", trophies=(4, 2))),
        ("", "D", "", GameEnded(winner="draw", reason=None)),
    ],
)
def test_four_trophies_have_won_and_fewer_are_no_result_by_themselves(
    score: str, winner: str, reason: str, ended: GameEnded
) -> None:
    assert events_of(f"Player 1,Player 2,Score,Winner,End reason\nAnn,Ben,{score},{winner},{reason}\n")[-1] == ended


def test_rows_of_one_game_are_grouped_by_its_id_in_whatever_order_they_stand() -> None:
    reading = read(
        BATTLES + "7,,Ann,Ben,rookie,2,,,2,\n8,,Cal,Dee,rookie,1,,,1,\n7,,,,,1,,,1,\n8,,,,,2,,,2,\n7,,Ann,Ben,,3,,,1,\n"
    )

    assert [[event.winner for event in game.events if isinstance(event, BattleResolved)] for game in reading.games] == [
        [1, 2, 1],
        [1, 2],
    ]
    assert reading.games[0].lines == [2, 4, 2, 6]


def test_without_ids_a_game_goes_on_while_its_battle_numbers_go_up_and_nothing_differs() -> None:
    reading = read(
        "Date,Player 1,Player 2,Battle,Winner\n"
        "2026-05-01,Ann,Ben,1,1\n,,,2,1\n\n,,,3,2\n"  # a blank line splits nothing
        "2026-05-01,Ann,Ben,1,2\n2026-05-01,Ann,Ben,2,2\n"  # the numbers begin again
        "2026-05-01,Ann,Cal,3,1\n"  # somebody else
        "2026-05-08,Ann,Cal,4,1\n"  # another day
    )

    assert [(game.line, sum(isinstance(event, BattleResolved) for event in game.events)) for game in reading.games] == [
        (2, 3),
        (6, 2),
        (8, 1),
        (9, 1),
    ]


def test_a_row_that_names_the_players_begins_the_game_below_it() -> None:
    reading = read("Player 1,Player 2,Battle,Winner\nAnn,Ben,,\n,,1,1\n,,2,1\nAnn,Ben,,\n,,1,2\n")

    assert [(game.line, len(game.events)) for game in reading.games] == [(2, 3), (5, 2)]


def test_rows_of_one_id_that_differ_are_told() -> None:
    table = BATTLES + "7,2026-05-01,Ann,Ben,rookie,1,,,1,\n7,2026-05-02,Ann,Bne,,2,,,2,\n"

    assert problems_of(table) == [
        (3, "Column 2 (date): found 2026-05-02, while line 2 says 2026-05-01 of the same game"),
        (3, "Column 4 (player 2): found 'Bne', while line 2 says 'Ben' of the same game"),
    ]
    assert len(read(table).games) == 1


def test_game_numbers_that_begin_again_with_other_players_or_another_day_are_other_games() -> None:
    reading = read(BATTLES + "1,,Ann,Ben,,1,,,1,\n1,,Cal,Dee,,1,,,2,\n1,2026-05-01,Ann,Ben,,1,,,2,\n")

    assert [problem.message for problem in reading.problems] == [
        "Column 6 (battle): battle 1 of this game stands in line 2 already"
    ]
    assert len(reading.games) == 2


def test_a_battle_told_twice_is_told_and_not_fought_twice() -> None:
    table = BATTLES + "7,,Ann,Ben,,1,,,1,\n7,,,,,1,,,2,\n"

    assert problems_of(table) == [(3, "Column 6 (battle): battle 1 of this game stands in line 2 already")]


def test_a_battle_without_its_number_is_told_and_left_out() -> None:
    table = BATTLES + "7,,Ann,Ben,,1,,,1,\n7,,,,,,150,100,1,\n7,,,,,x,,,2,\n7,,,,,3,,,2,\n"

    assert problems_of(table) == [
        (3, "Column 6 (battle): found nothing, expected the number of the battle in this row"),
        (4, "Column 6 (battle): found 'x', expected a number from 1 to 99"),
    ]
    (game,) = read(table).games
    assert game.events[1:] == [
        BattleResolved(battle=1, winner=1),
        GapLeft(first_line=4, last_line=4),
        BattleResolved(battle=3, winner=2),
    ]


def test_without_battle_numbers_the_rows_of_a_game_id_are_its_battles_in_their_order() -> None:
    events = events_of("Game,Player 1,Player 2,Power 1,Power 2,Winner\ng,Ann,Ben,,,1\ng,,,,,2\n")

    assert events[1:] == [BattleResolved(battle=1, winner=1), BattleResolved(battle=2, winner=2)]


def test_rows_that_cannot_be_told_apart_as_battles_are_refused() -> None:
    assert problems_of("Player 1,Player 2,Power 1,Power 2,Winner\nAnn,Ben,150,120,1\n") == [
        (
            1,
            "One row a battle needs to say which: expected a column with battle numbers, or with game ids whose rows "
            "are in the order of the battles",
        )
    ]


def test_a_row_of_nothing_but_its_number_is_no_game() -> None:
    assert problems_of(BATTLES + "1,,,,,1,,,,\n1,,,,,2,,,,\n") == [
        (2, "Nothing of a game: expected a winner, a score, an end, or a battle")
    ]


# Battles


def test_a_battle_is_told_as_far_as_it_is_known(cards: Catalogue) -> None:
    events = events_of(
        "Battle,Mode,Player 1,Player 2,Hero 1,Weapon 1,Power 1,Hero 2,Power 2,Winner,Honors,Sub 1,Sub 2,Dogs 1,Dogs 2\n"
        "1,substitution,Ann,Ben,Night Owl,fire,135,A:BF-112,120,Ann,Ben,yes,no,8,10\n"
    )

    owl, known = CardId("Night Owl"), CardId("A:BF-112")
    assert events[1:] == [
        HonorsChosen(honors=2),
        SubstitutionDeclined(seat=2, battle=1),
        HeroSubstituted(seat=1, battle=1, hero=None, replaced=None, hot_dogs=None, paid_by=None),
        CardDescribed(card=owl, kind="hero", name="Night Owl", weapon="Fire", power=135),
        CardDescribed(card=known, kind="hero", power=120),
        HeroesRevealed(battle=1, heroes=(owl, known), powers=(135, 120)),
        BattleResolved(battle=1, winner=1, powers=(135, 120)),
        StateShown(hot_dogs=(8, 10)),
    ]
    assert GAME.fold(cards, events).findings == []


def test_battles_that_are_missing_or_empty_leave_gaps_and_no_finding(cards: Catalogue) -> None:
    events = events_of(BATTLES + "1,,Ann,Ben,rookie,1,150,100,1,\n1,,,,,2,,,,\n1,,,,,5,,,2,\n")

    assert events[1:] == [
        HeroesRevealed(battle=1, heroes=(None, None), powers=(150, 100)),
        BattleResolved(battle=1, winner=1, powers=(150, 100)),
        GapLeft(first_line=3, last_line=3),
        BattleResolved(battle=5, winner=2),
    ]
    assert GAME.fold(cards, events).findings == []


def test_lines_of_a_form_that_nobody_had_to_fill_after_the_fourth_trophy_are_no_gaps() -> None:
    rows = "".join(f"1,,Ann,Ben,rookie,{battle},,,{1 if battle < 5 else ''},\n" for battle in range(1, 8))

    assert events_of(BATTLES + rows)[-2:] == [BattleResolved(battle=4, winner=1), GameEnded(winner=None, reason=None)]


def test_powers_of_a_playmaker_game_are_those_after_plays_that_nobody_wrote_down(cards: Catalogue) -> None:
    events = events_of(
        "Battle,Mode,Player 1,Player 2,Hero 1,Power 1,Hero 2,Power 2,Winner,Dogs 1,Dogs 2\n"
        "1,playmaker,Ann,Ben,A:BF-1,200,A:BF-112,120,1,7,10\n"
    )

    assert events[1:] == [
        HeroesRevealed(battle=1, heroes=(CardId("A:BF-1"), CardId("A:BF-112"))),
        GapLeft(),
        BattleResolved(battle=1, winner=1, powers=(200, 120)),
        StateShown(hot_dogs=(7, 10)),
    ]
    assert GAME.fold(cards, events).findings == []


def test_what_rows_contradict_is_found_by_the_referee_and_never_mended(cards: Catalogue) -> None:
    events = events_of(
        BATTLES
        + "1,,Ann,Ben,rookie,1,150,100,2,\n"
        + "".join(f"1,,,,,{battle},,,1,\n" for battle in range(2, 7))
        + "1,,,,,7,,,1,3:4\n"
    )

    assert BattleResolved(battle=1, winner=2, powers=(150, 100)) in events
    assert events[-1] == GameEnded(winner=2, reason="trophies", trophies=(3, 4))
    assert [finding.message for finding in GAME.fold(cards, events).findings] == [
        "Battle 1 (150 against 100): the log states seat 2 wins, the rules derive seat 1 wins",
        "Seat 1's trophies: the log states 3, the rules derive 6",
        "Seat 2's trophies: the log states 4, the rules derive 1",
        "The game: the log states seat 2 wins, the rules derive seat 1 wins",
    ]


def test_a_winner_against_the_score_is_found_by_the_referee(cards: Catalogue) -> None:
    events = events_of("Player 1,Player 2,Score,Winner\nAnn,Ben,4:2,Ben\n")

    assert [finding.message for finding in GAME.fold(cards, events).findings] == [
        "The game at 4:2 trophies: the log states seat 2 wins, the rules derive seat 1 wins"
    ]


def test_a_running_score_is_compared_battle_by_battle(cards: Catalogue) -> None:
    events = events_of(BATTLES + "1,,Ann,Ben,rookie,1,,,1,1:0\n1,,,,,2,,,2,1:0\n1,,,,,3,,,1,2:1\n1,,,,,4,,,1,3:1\n")

    assert [event.trophies for event in events if isinstance(event, StateShown)] == [(1, 0), (1, 0), (2, 1)]
    assert [finding.message for finding in GAME.fold(cards, events).findings] == [
        "Seat 2's trophies: the log states 0, the rules derive 1"
    ]


def test_ids_of_games_last_only_where_the_mapping_says_so() -> None:
    table = document(BATTLES + "L3-7,,Ann,Ben,,1,,,1,\n")
    mapping = propose(table)

    assert [game.client_game for game in read_with(table, mapping).games] == [None]
    lasting = replace(mapping, lasting_ids=True, client="Thursday league")
    assert [(game.client, game.client_game) for game in read_with(table, lasting).games] == [
        ("Thursday league", "L3-7")
    ]


def test_what_a_mapping_says_of_all_games_holds_where_a_row_is_silent() -> None:
    table = document("Player 1,Player 2,Mode,Winner\nAnn,Ben,,1\nAnn,Ben,rookie,1\n")

    reading = read_with(table, replace(propose(table), mode="playmaker", format="SPEC"))

    starts = [game.events[0] for game in reading.games]
    assert [(getattr(start, "mode", None), getattr(start, "format", None)) for start in starts] == [
        ("playmaker", "SPEC"),
        ("rookie", "SPEC"),
    ]


# Workbooks


HEADER = line(1, "Battle", "Date", "Player 1", "Player 2", "Mode", "Power 1", "Power 2", "Winner", "Score")


def test_the_sample_workbook_is_the_one_that_the_tests_build() -> None:
    with zipfile.ZipFile(workbooks.SAMPLE) as package:
        assert {name: package.read(name).decode() for name in package.namelist()} == workbooks.sample_parts()


def test_dates_of_a_workbook_are_dates_and_numbers_are_none() -> None:
    table = workbook(
        HEADER,
        line(2, 1, number("B2", 46177, DATE), "Ann", "Ben", "rookie", None, None, 1),
        line(3, 1, "2026-06-05", "Ann", "Ben", "rookie", None, None, 1),
        line(4, 1, 46179, "Ann", "Ben", "rookie", None, None, 1),
        line(5, 1, number("B5", 0, DATE), "Ann", "Ben", "rookie", None, None, 1),
    )

    reading = read(table)

    assert [game.events[0].at for game in reading.games] == [
        dt.datetime(2026, 6, 4, tzinfo=UTC),
        dt.datetime(2026, 6, 5, tzinfo=UTC),
        None,
        None,
    ]
    assert problems_of(table) == [
        (
            4,
            "Cell B4 (Date): found '46179', expected a date (a number is none: give the column the format of a date "
            "and save again)",
        ),
        (5, "Cell B5 (Date): found '0:00', expected a date such as 2026-05-31, from 2000 to 2199"),
    ]


def test_a_score_that_became_a_time_is_read_and_one_that_became_a_date_is_told() -> None:
    table = workbook(
        line(1, "Player 1", "Player 2", "Score"),
        line(2, "Ann", "Ben", number("C2", 4 / 24 + 3 / 1440, TIME)),
        line(3, "Ann", "Ben", number("C3", 46115, DATE)),
    )

    assert read(table).games[0].events[-1] == GameEnded(winner=1, reason="trophies", trophies=(4, 3))
    assert problems_of(table) == [
        (
            3,
            "Cell C3 (Score): found '2026-04-03', expected trophies of player 1 and 2 such as 4:3 (a spreadsheet "
            'program made a date of it: give the column the format "text")',
        ),
        (3, "Nothing of a game: expected a winner, a score, an end, or a battle"),
    ]


def test_formulas_are_never_evaluated_and_errors_are_no_values() -> None:
    table = workbook(
        HEADER,
        line(2, 1, None, "Ann", "Ben", "rookie", formula("F2", "1+1", "150"), formula("G2", "1+1"), 1),
        line(3, 2, None, None, None, None, error("F3", "#REF!"), 100, formula("H3", 'IF(1,"2")', "2", "str")),
        line(4, 3, None, None, None, None, text("F4", "=1+1"), 95, formula("H4", 'IF(1,"")', "", "str")),
    )

    assert problems_of(table) == [
        (
            2,
            "Cell G2 (Power 2): its formula was never calculated, so it has no value: open the workbook in a "
            "spreadsheet program and save it",
        ),
        (3, "Cell F3 (Power 1): found the error #REF!, expected a value"),
        (4, "Cell F4 (Power 1): found '=1+1', expected a whole number from -9999 to 99999"),
    ]
    (game,) = read(table).games
    assert [event for event in game.events if isinstance(event, BattleResolved)] == [
        BattleResolved(battle=1, winner=1, powers=(150, None)),
        BattleResolved(battle=2, winner=2, powers=(None, 100)),
        BattleResolved(battle=3, winner=None, powers=(None, 95)),
    ]


def test_a_merged_value_belongs_to_its_first_cell_and_others_that_need_one_are_told() -> None:
    table = workbook(
        HEADER,
        line(2, 1, None, "Ann", "Ben", "rookie", None, None, 1),
        line(3, 2, None, None, None, None, None, None, None),
        line(4, 3, None, None, None, None, None, None, 2),
        merged=("C2:C4", "D2:D4", "H2:H3"),
    )

    assert problems_of(table) == [
        (3, "Cell H3 (Winner): it is part of the merged cells H2:H3; their value belongs to H2")
    ]


def test_a_workbook_written_by_openpyxl_is_read() -> None:
    book = Workbook()
    book.active.title = "Results"  # type: ignore[union-attr]
    for row in (["Date", "Player 1", "Player 2", "Score"], [dt.date(2026, 5, 1), "Ann", "Ben", "4:1"], [None, "=A1"]):
        book.active.append(row)  # type: ignore[union-attr]
    data = io.BytesIO()
    book.save(data)

    reading = read(data.getvalue())

    assert [game.events[0].at for game in reading.games] == [dt.datetime(2026, 5, 1, tzinfo=UTC)]
    assert [problem.line for problem in reading.problems] == [3, 3]


def test_other_sheets_with_games_are_told_and_others_are_left_alone() -> None:
    rows = (line(1, "Player 1", "Player 2", "Winner"), line(2, "Ann", "Ben", 1))
    table = packed(parts({"Notes": sheet(line(1, "cake")), "May": sheet(*rows), "June": sheet(*rows)}))

    assert problems_of(table) == [
        (None, "Only the sheet 'May' is read. There are games in 'June' too: save each of them as a file of its own")
    ]
    assert len(read(table).games) == 1


def test_a_workbook_without_games_says_what_was_expected() -> None:
    (problem,) = problems_of(workbook(line(1, "Slot", "Card#"), line(2, 1, "A - PL-83")))

    assert problem[1].startswith("No row is the header of a scoresheet: expected columns such as Player 1")


# Hostile workbooks


FAR = sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
)
MANY = "".join(f'<b n="{number * number}"/>' for number in range(100_001))
GOOD = sheet(line(1, "Player 1", "Player 2", "Winner"), line(2, "Ann", "Ben", 1))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (packed(parts({"Far": FAR})), "The sheet is too large. It reaches to row 1048576, column 1; the most are"),
        (
            packed(parts({"Said": GOOD.replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>')})),
            "The sheet is too large. It says that it reaches to row 1048576, column 16384; the most are",
        ),
        (
            packed(parts({"Wide": sheet('<row r="1"><z r="XFD1"><v>1</v></z></row>')})),
            "The sheet is too large. It reaches to row 1, column 16384",
        ),
        (
            packed(parts({"Back": sheet('<row r="2"/><row r="1"/>')})),
            "The workbook is not opened: row 1 of xl/worksheets/sheet1.xml stands after row 2",
        ),
        (
            packed(parts({"Twice": sheet('<row r="1"><c r="B1"/><c r="A1"/></row>')})),
            "The workbook is not opened: cell A1 of xl/worksheets/sheet1.xml stands in row 1 out of its order",
        ),
        (packed(parts({"Laughs": LAUGHS})), "declares a document type, through which XML reads other files and grows"),
        (
            packed(parts({"Laughs": LAUGHS.replace('"1.0"', '"1.0" encoding="UTF-16"')}) | {"xl/theme.xml": LAUGHS}),
            "The workbook is not opened: its part xl/",
        ),
        (
            packed(parts({"Wide": LAUGHS}) | {"xl/worksheets/sheet1.xml": LAUGHS.encode("utf-16")}),
            "declares a document type",
        ),
        (packed(parts({"Deep": GOOD}) | {"xl/a.xml": "<a>" * 200}), "is nested more than 100 deep"),
        (packed(parts({"Many": GOOD}) | {"xl/a.xml": f"<a>{MANY}</a>"}), "has more elements than a table"),
        (packed(parts({"Bad": GOOD}) | {"xl/a.xml": "<a>"}), "its part xl/a.xml is no XML: no element found"),
        (
            packed(parts({"Bad": GOOD}) | {"xl/a.xml": '<?xml version="1.0" encoding="TF-8"?><a/>'}),
            "its part xl/a.xml is no XML: unknown encoding: TF-8",
        ),
        (
            packed(parts({"Bomb": GOOD}) | {"xl/media/image1.png": b"\0" * 10_000_000}),
            "its part xl/media/image1.png claims to grow from",
        ),
        (packed(parts({"Macro": GOOD}) | {"xl/vbaProject.bin": b"x"}), "it holds macros: save it as .xlsx without"),
        (packed(parts({"Other": GOOD}) | {"xl/../../x.xml": "<a/>"}), "it holds 'xl/../../x.xml', which is no part"),
        (packed(parts({"Other": GOOD}) | {"run.exe": b"x"}), "it holds 'run.exe', which is no part of a table"),
        (packed({f"xl/p{number}.xml": "<a/>" for number in range(1001)}), "it has 1001 parts; a workbook has 1000"),
        (packed({"xl/workbook.xml": "<a/>"}), "The workbook is damaged: KeyError"),
        (packed(parts({"Cut": GOOD}))[:-30], "The workbook cannot be opened: File is not a zip file"),
        (b"PK\x03\x04 xl/", "The workbook cannot be opened: File is not a zip file"),
    ],
)
def test_a_hostile_workbook_is_refused_with_its_reason(table: bytes, message: str) -> None:
    assert SCORESHEET.recognise(table[:65536], "sheet.xlsx")

    ((_, told),) = problems_of(table)

    assert message in told


def test_a_workbook_whose_parts_claim_too_much_together_is_refused_before_any_is_opened() -> None:
    package = bytearray(packed(parts({"Games": GOOD})))
    # The size that the central directory claims for its first part.
    entry = package.index(b"PK\x01\x02")
    package[entry + 20 : entry + 28] = (LARGEST_TOTAL).to_bytes(4, "little") * 2

    ((_, told),) = problems_of(bytes(package))

    assert f"{LARGEST_TOTAL} are the most: split it by games" in told


def test_a_part_compressed_in_an_odd_way_is_told() -> None:
    package = bytearray(packed(parts({"Games": GOOD})))
    package[package.index(b"PK\x01\x02") + 10] = zipfile.ZIP_LZMA

    assert problems_of(bytes(package)) == [
        (
            None,
            "The workbook is not opened: its part '[Content_Types].xml' is compressed as no workbook is",
        )
    ]


def test_an_encrypted_part_is_told() -> None:
    package = bytearray(packed(parts({"Games": GOOD})))
    package[package.index(b"PK\x01\x02") + 8] |= 1

    assert problems_of(bytes(package)) == [
        (None, "The workbook is not opened: it is encrypted: remove the password and save it again")
    ]


_LIMITED = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (1536 * 1024 ** 2, 1536 * 1024 ** 2))
from ingest.adapter import Document
from ingest.scoresheet import read_proposed
for name in sys.argv[1:]:
    for problem in read_proposed(Document(name, Path(name).read_bytes())).problems:
        print(problem.message[:46])
"""


def test_a_far_cell_and_a_bomb_take_no_memory(tmp_path: Path) -> None:
    far, bomb = tmp_path / "far.xlsx", tmp_path / "bomb.xlsx"
    far.write_bytes(packed(parts({"Far": FAR})))
    rows = b'<row><c t="inlineStr"><is><t>' + b" " * 300_000_000 + b"</t></is></c></row>"
    head, _, tail = GOOD.encode().partition(b"</sheetData>")
    bomb.write_bytes(packed(parts({"Bomb": GOOD}) | {"xl/worksheets/sheet1.xml": head + rows + b"</sheetData>" + tail}))
    assert far.stat().st_size < 5_000
    assert bomb.stat().st_size < 500_000

    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(far), str(bomb)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (done.stderr, done.stdout.splitlines()) == (
        "",
        [
            "The sheet is too large. It reaches to row 1048",
            "The workbook is not opened: its part xl/worksh",
        ],
    )


# Any table at all

CELLS = st.one_of(
    st.sampled_from(
        ["", "1", "2", "3", "7", "Ann", "Ben", "draw", "4:3", "150", "yes", "03/04/2026", "2026-05-01", '"']
    ),
    st.text(max_size=12),
)
HEADERS = st.sampled_from([*FIELDS, "Table", "", "Power", "Hero"])
TABLES = st.builds(
    lambda header, rows: [header, *rows],
    st.lists(HEADERS, min_size=1, max_size=14),
    st.lists(st.lists(CELLS, max_size=14), max_size=12),
)


@settings(max_examples=300, deadline=None)
@given(TABLES, st.sampled_from([",", ";", "\t"]), st.booleans())
def test_any_table_of_strings_is_read_or_refused_and_its_rows_add_up(
    table: list[list[str]],
    delimiter: str,
    quoted: bool,  # noqa: FBT001 (drawn by hypothesis)
) -> None:
    def written(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"' if quoted else cell

    data = "\n".join(delimiter.join(map(written, row)) for row in table).encode()

    reading = read(data)

    told = [problem.line for problem in reading.problems if problem.line is not None]
    assert reading.faulty == len(set(told)) or reading.games == ()
    for game in reading.games:
        encode_batch("boba", game.events)
        assert len(game.lines) == len(game.events)
        assert isinstance(game.events[0], GameStarted)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(FIELDS), min_size=3, max_size=20, unique=True),
    st.lists(st.lists(CELLS, min_size=3, max_size=20), max_size=20),
    st.sampled_from(["battle", "game"]),
)
def test_any_mapping_reads_any_table(fields: list[str], rows: list[list[str]], kind: str) -> None:
    columns = tuple(Column(field, field) for field in fields)  # type: ignore[arg-type]
    mapping = Mapping("|".join(field.replace("_", "") for field in fields), kind, columns, date_order="dmy")  # type: ignore[arg-type]
    lines = [fields, *rows]
    data = "\n".join("\t".join(" ".join(cell.split()).replace('"', "") for cell in row) for row in lines).encode()

    reading = read_with(document(data), mapping)

    assert reading.read + reading.skipped + reading.faulty == reading.rows
    for game in reading.games:
        encode_batch("boba", game.events)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused_by_values(data: bytes) -> None:
    for start in (b"", b"PK\x03\x04", b"Player 1,Player 2,Winner\n"):
        SCORESHEET.recognise(start + data, "x.xlsx")
        assert read(start + data) is not None


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_workbook_never_raises(data: st.DataObject) -> None:
    damaged = dict(parts({"Games": GOOD}))
    name = data.draw(st.sampled_from(sorted(damaged)))
    place = data.draw(st.integers(0, len(damaged[name])))
    junk = data.draw(st.sampled_from(["", "9", "<", 'r="Z9"', "</c>", "xyz"]))
    damaged[name] = damaged[name][:place] + junk + damaged[name][place + data.draw(st.integers(0, 6)) :]

    assert read(packed(damaged)) is not None


@settings(max_examples=100, deadline=None)
@given(st.integers(0), st.binary(min_size=1, max_size=4))
def test_a_package_with_changed_bytes_never_raises(place: int, junk: bytes) -> None:
    package = bytearray(packed(parts({"Games": GOOD})))
    package[place % len(package) : place % len(package) + len(junk)] = junk

    assert read(bytes(package)) is not None


def test_what_is_no_table_has_no_mapping() -> None:
    with pytest.raises(SheetError, match="There is no row in it"):
        propose(document("\n\n"))


# The template


def test_the_template_has_a_column_for_every_field_that_fits_in_one_row() -> None:
    mapping = propose(document((SHEETS / "template.csv").read_bytes()))

    assert sorted(set(FIELDS) - mapping.fields()) == ["trophies_1", "trophies_2"]
    assert all(column.field != "unused" for column in mapping.column)


def test_the_guide_names_every_field_and_setting() -> None:
    guide = (ROOT / "docs" / "scoresheet.md").read_text(encoding="utf-8")

    assert [field for field in (*FIELDS, *Mapping.__struct_fields__) if f"`{field}`" not in guide] == []
    assert describe_mapping(document((SHEETS / "games.csv").read_bytes())).splitlines()[0] in guide


def test_a_table_typed_from_the_printed_form_is_understood() -> None:
    form = (ROOT / "docs" / "scoresheet.html").read_text(encoding="utf-8")
    headers = re.findall("<th>(.*?)</th>", form.partition("a table of games")[2])

    assert [header for header in headers if field_of(header) is None] == []
    assert len(headers) == 9

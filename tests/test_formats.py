"""The formats and the lists of scores: what is in the files, and what a broken file is told."""

import csv
import datetime as dt

import msgspec
import pytest

from events.base import CardId
from projector.boba.cards import play_key
from projector.boba.dbs import DbsError, DbsLists, read_dbs
from projector.boba.formats import FormatError, Range, read_formats
from projector.boba.modes import MODES
from tests.decks import FULL, SHIPPED, formats, known, shipped

needs_full_lists = pytest.mark.skipif(not FULL.is_dir(), reason="the full card lists are not beside the project")
MARCH, APRIL = dt.date(2026, 3, 10), dt.date(2026, 4, 27)


def test_every_format_is_there() -> None:
    assert list(formats().formats) == [
        "rookie",
        "substitution",
        "playmaker",
        "playmaker-sanctioned",
        "booster-box-sealed",
        "double-blaster-sealed",
        "double-mega-sealed",
        "spec",
        "spec-2026",
        "spec-plus",
        "elite",
        "apex-madness",
        "hilo-madness",
        "blast",
        "checklist",
    ]
    assert list(formats().variants) == ["low-ball", "double-up"]


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("playmaker", "heroes", Range(60, 60)),
        ("playmaker", "of_one_power", Range(0, 6)),
        ("playmaker", "total_dbs", None),
        ("playmaker-sanctioned", "total_dbs", 1000),
        ("double-mega-sealed", "heroes", Range(40, 40)),
        ("double-blaster-sealed", "plays", Range(20, 20)),
        ("double-blaster-sealed", "each_play_once", False),
        ("spec", "highest_power", 160),
        ("spec", "swaps", "between_matches"),
        ("spec-2026", "bonus_plays", Range(0, 0)),
        ("spec-2026", "home_team_discounts", False),
        ("spec-plus", "heroes", Range(60, 70)),
        ("elite", "total_power", 8250),
        ("apex-madness", "hot_dogs", Range(4, 4)),
        ("hilo-madness", "winning_power", "by_match"),
        ("hilo-madness", "best_of", 3),
        ("blast", "of_one_power", Range(0, 3)),
        ("checklist", "listed_plays_only", True),
    ],
)
def test_a_format_limits_what_it_should(name: str, field: str, value: object) -> None:
    assert getattr(formats().formats[name], field) == value


def test_the_extras_of_spec_plus_fill_it_up_to_seventy() -> None:
    told = formats().formats["spec-plus"]

    assert told.core is not None
    assert told.core.heroes.least + sum(extra.most for extra in told.extras) == told.heroes.most == 70


def test_a_format_is_valid_between_its_dates() -> None:
    told = formats().formats["spec-2026"]

    days = [dt.date(2025, 12, 31), dt.date(2026, 1, 1), dt.date(2026, 12, 31), dt.date(2027, 1, 1)]
    assert [told.is_valid_on(day) for day in days] == [False, True, True, False]


def test_the_usual_setup_of_a_mode_is_the_setup_of_its_format() -> None:
    assert [formats().formats[mode].differences(setup) for mode, setup in MODES.items()] == [(), (), ()]


def test_a_setup_is_compared_with_a_format() -> None:
    setup = msgspec.structs.replace(MODES["playmaker"], hero_deck=40, winning_power="low")

    assert formats().formats["playmaker"].differences(setup) == (
        "hero_deck is 40, Playmaker has exactly 60",
        "winning_power is low, Playmaker has high",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[format]]\nid="a"\nname="A"\nmode="rookie"\nheros=1', "unknown field `heros`"),
        ('[[format]]\nid="a"\nname="A"\nmode="chess"', "Invalid enum value 'chess'"),
        ('[[format]]\nid="A B"\nname="A"\nmode="rookie"', "matching regex"),
        ('[[format]]\nid="a"\nname="A"\nmode="rookie"\nheroes={least=2,most=1}', "a range of 2 to 1"),
        ('[[format]]\nid="a"\nname="A"\nmode="rookie"\nextras=[{power=165,most=1}]', "extras and no core"),
        ('[[format]]\nid="a"\nname="A"\nmode="rookie"\n[[format]]\nid="a"\nname="B"\nmode="rookie"', "a is told twice"),
        ("[[format", "cannot be read"),
        ("\udcff", "cannot be read"),
        ("", "missing required field `format`"),
    ],
)
def test_a_broken_file_of_formats_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=".*" + message):
        read_formats(text.encode("utf-8", "surrogateescape"))


# The lists of scores


def test_the_two_known_lists_are_there() -> None:
    assert [(one.valid_from, len(one.scores)) for one in known().lists.lists] == [(MARCH, 409), (APRIL, 411)]


def test_every_card_of_a_list_is_a_play_that_is_known() -> None:
    assert [card for one in known().lists.lists for card in one.scores if card not in shipped().plays] == []


@needs_full_lists
@pytest.mark.parametrize("day", [MARCH, APRIL])
def test_a_list_has_the_scores_of_the_published_one(day: dt.date) -> None:
    scores = known().lists.on(day, shipped())
    plays = shipped().plays.values()
    with (FULL / "dbs" / f"{day}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            is_discount = row["deckbuilder_id"].startswith("HTD")
            printings = [
                play
                for play in plays
                if play_key(play.name) == play_key(row["play_name"]) and (play.kind == "HTD") == is_discount
            ]
            assert printings
            assert {scores.of(play.id) for play in printings} == {int(row["dbs"])}, row


@pytest.mark.parametrize(
    ("day", "valid_from"),
    [
        (dt.date(2026, 3, 9), None),
        (MARCH, MARCH),
        (dt.date(2026, 4, 26), MARCH),
        (APRIL, APRIL),
        (dt.date(2030, 1, 1), APRIL),
    ],
)
def test_a_list_is_valid_from_its_day_until_the_next(day: dt.date, valid_from: dt.date | None) -> None:
    assert known().lists.on(day, shipped()).valid_from == valid_from


def test_a_play_without_a_score_is_unknown_not_free() -> None:
    march, april = (known().lists.on(day, shipped()) for day in (MARCH, APRIL))

    assert march.of(CardId("A:PL-92")) is None
    assert april.of(CardId("A:PL-92")) is not None
    assert april.of(CardId("PH:PHI-38")) is None
    assert april.of(CardId("X:PL-1")) is None
    assert known().lists.on(dt.date(2020, 1, 1), shipped()).of(CardId("A:PL-31")) is None
    assert DbsLists().on(APRIL, shipped()).of(CardId("A:PL-31")) is None


def test_a_reprint_scores_what_its_play_scores_and_a_discount_its_own() -> None:
    scores = known().lists.on(APRIL, shipped())

    assert scores.of(CardId("G:PL-84")) == scores.of(CardId("A:PL-73")) == 12
    assert scores.of(CardId("B:HTD-13")) == 17


def test_the_lists_ship_as_facts_only() -> None:
    for path in (SHIPPED / "dbs").glob("*.csv"):
        assert {len(line.split(",")) for line in path.read_text().splitlines()} == {2}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected the header"),
        (b"card;dbs\n", "expected the header"),
        (b"card,dbs\nA:PL-1\n", "Line 2"),
        (b"card,dbs\nA:PL-1,x\n", "Line 2"),
        (b"card,dbs\nA:PL-1,-1\n", "Line 2"),
        (b"card,dbs\nA:PL-1,1\nA:PL-1,1\n", "Line 3 .* names A:PL-1 again"),
        (b"\xff\xfe", "cannot be read"),
        (b'card,dbs\n"A:PL-1,1\n', "cannot be read"),
    ],
)
def test_a_broken_list_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(DbsError, match=message):
        read_dbs(MARCH, data)

"""The catalogue: what ships, what full lists become, and what a broken file is told."""

import csv
import io
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import CardId
from ingest.catalogue import (
    LONGEST_FILE,
    LONGEST_LINE,
    MOST_PROBLEMS,
    CardCounts,
    ImportedCards,
    Problem,
    import_cards,
    load_catalogue,
    read_cards,
    read_files,
    read_folders,
    write_compact,
)
from ingest.catalogue_cut import cut
from projector.boba.cards import Catalogue, Hero, HotDog, Play, identified, play_key, short_id

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "data" / "boba"
FULL = ROOT.parent / "shared" / "cards" / "boba"
FULL_FILES = [FULL / "heroes.csv", FULL / "plays.csv", FULL / "hotdogs.csv"]
needs_full_lists = pytest.mark.skipif(not FULL.is_dir(), reason="the full card lists are not beside the project")

HEROES = "set_code,number,name,variation,treatment,weapon,power"
PLAYS = "set_code,number,name,kind,cost,dbs"
FULL_HEROES = "set,set_code,card_number,hero,variation,treatment,weapon,power,notation,athlete,playbook_boba_id"
TORQUE = Hero(
    CardId("A:7"), "A", "7", "Torque", variation="First Edition", treatment="Base Set", weapon="Fire", power=120
)
EMPTY = Catalogue()


@pytest.fixture(scope="module")
def shipped() -> Catalogue:
    return load_catalogue(SHIPPED)


@pytest.fixture(scope="module")
def full() -> Catalogue:
    read = read_files(FULL_FILES)
    assert read.problems == ()
    return read.catalogue


def read(*lines: str, end: str = "\n") -> tuple[list[CardId], list[tuple[int, str]]]:
    found = read_cards(end.join(lines).encode("utf-8", errors="surrogateescape"), "cards.csv")
    cards = [*found.catalogue.heroes, *found.catalogue.plays, *found.catalogue.hot_dogs]
    return cards, [(problem.line, problem.message) for problem in found.problems]


# What ships


def test_the_shipped_files_have_no_problems_and_are_as_they_would_be_written() -> None:
    found = read_folders(SHIPPED)
    files = write_compact(found.catalogue)

    assert found.problems == ()
    assert files.heroes == (SHIPPED / "heroes.csv").read_bytes()
    assert files.plays == (SHIPPED / "plays.csv").read_bytes()
    assert files.hot_dogs == (SHIPPED / "hotdogs.csv").read_bytes()


def test_the_shipped_heroes_have_every_weapon_and_the_whole_range_of_power(shipped: Catalogue) -> None:
    heroes = shipped.heroes.values()
    weapons = {"Fire", "Ice", "Steel", "Glow", "Hex", "Brawl", "Gum", "Super", "Alt"}

    assert len(heroes) == 932
    assert {hero.weapon for hero in heroes} == weapons
    assert {hero.power for hero in heroes} == set(range(75, 201, 5))
    assert {"A", "U", "G", "B"} <= {hero.set_code for hero in heroes}


def test_the_shipped_plays_are_all_printings(shipped: Catalogue) -> None:
    plays = shipped.plays.values()

    assert len(plays) == 465
    assert len({play_key(play.name) for play in plays}) == 375
    assert sum(play.dbs is None for play in plays) == 24
    assert [play.id for play in plays if play.cost is None] == ["U:BPL-1"]
    assert shipped.plays[CardId("A:PL-31")] == Play(CardId("A:PL-31"), "A", "PL-31", "Buff Up 15", "PL", 2, 17)
    assert shipped.name_of(CardId("A:PL-36")) == "Make It Take It"
    assert len(shipped.hot_dogs) == 20


@needs_full_lists
def test_no_shipped_name_is_an_athletes(shipped: Catalogue) -> None:
    with FULL_FILES[0].open(encoding="utf-8", newline="") as file:
        athletes = {row["athlete"].casefold() for row in csv.DictReader(file)} - {""}

    names = {hero.name.casefold() for hero in shipped.heroes.values()}
    texts = (
        {hero.variation.casefold() for hero in shipped.heroes.values()}
        | {hero.treatment.casefold() for hero in shipped.heroes.values()}
        | {play.name.casefold() for play in shipped.plays.values()}
        | {hot_dog.name.casefold() for hot_dog in shipped.hot_dogs.values()}
    )

    assert not names & athletes
    assert [(text, name) for text in texts | names for name in athletes if " " in name and name in text] == []


@needs_full_lists
def test_the_shipped_files_are_the_cut_of_the_full_lists(shipped: Catalogue) -> None:
    assert write_compact(cut(FULL)) == write_compact(shipped)


# The full lists


@needs_full_lists
def test_every_card_of_the_full_lists_loads(full: Catalogue) -> None:
    assert (len(full.heroes), len(full.plays), len(full.hot_dogs)) == (16_988, 465, 139)
    assert len({*full.heroes, *full.plays, *full.hot_dogs}) == 16_988 + 465 + 139
    assert sum(card.count(":") > 1 for card in full.heroes) == 56
    assert full.weapon_of(CardId("A:1")) == "Fire"
    assert full.power_of(CardId("A:SF-76")) == 250
    assert {hero.weapon for hero in full.heroes.values()} == {
        *("Fire", "Ice", "Steel", "Glow", "Hex", "Brawl", "Gum", "Super", "Alt")
    }


@needs_full_lists
def test_a_number_of_two_heroes_resolves_to_neither(full: Catalogue) -> None:
    short = CardId("G:RJA-1")
    long = CardId("G:RJA-1:Mr. October:Super")

    assert {hero.name for hero in full.candidates(short)} == {"Mr. October", "JAW-JAW"}
    assert (full.name_of(short), full.weapon_of(short), full.power_of(short)) == (short, None, None)
    assert [hero.power for hero in full.candidates(long)] == [185]
    assert full.name_of(long) == "Mr. October"


@needs_full_lists
def test_full_lists_survive_the_compact_form(full: Catalogue) -> None:
    files = write_compact(full)

    again = [read_cards(data, "") for data in (files.heroes, files.plays, files.hot_dogs)]

    assert [found.problems for found in again] == [(), (), ()]
    assert again[0].catalogue.heroes == full.heroes
    assert again[1].catalogue.plays == full.plays
    assert again[2].catalogue.hot_dogs == full.hot_dogs


def test_a_home_team_discount_is_joined_to_its_base_play_by_name(shipped: Catalogue) -> None:
    printings = shipped.printings("Steel Defense - htd")

    assert [(play.id, play.kind, play.cost, play.dbs) for play in printings] == [
        ("A:PL-57", "PL", 1, 105),
        ("B:HTD-10", "HTD", 0, 110),
    ]
    for play in shipped.plays.values():
        if play.kind == "HTD":
            base = [other for other in shipped.printings(play.name) if other.kind == "PL"]
            assert base, play
            assert {other.cost for other in base} == {(play.cost or 0) + 1}, play


def test_a_reprint_has_the_score_its_list_gives_to_the_name() -> None:
    lines = f"{PLAYS.replace('number', 'card_number')},dbs_by_name\nG,PL-76,Frostbiter,PL,1,,17\nG,PL-1,A,PL,1,8,9"

    plays = read_cards(lines.encode(), "").catalogue.plays

    assert [play.dbs for play in plays.values()] == [17, 8]


# Ids


def test_an_unknown_card_has_its_id_for_a_name(shipped: Catalogue) -> None:
    unknown = CardId("Z:PL-1")

    assert shipped.name_of(unknown) == "Z:PL-1"
    assert (shipped.weapon_of(unknown), shipped.power_of(unknown), shipped.cost_of(unknown)) == (None, None, None)
    assert shipped.candidates(unknown) == ()


def test_a_long_id_finds_a_hero_that_needs_none() -> None:
    catalogue = Catalogue([TORQUE])

    assert catalogue.candidates(CardId("A:7:Torque:Fire")) == (TORQUE,)
    assert catalogue.candidates(CardId("A:7:Torque:Ice")) == ()


def test_heroes_that_meet_in_a_merge_get_long_ids() -> None:
    icy = Hero(short_id("A", "7"), "A", "7", "Torque", "First Edition", "Base Set", "Ice", 125)

    merged = Catalogue([TORQUE]).merged(Catalogue([icy]))

    assert list(merged.heroes) == ["A:7:Torque:Fire", "A:7:Torque:Ice"]
    assert len(merged.candidates(CardId("A:7"))) == 2


def test_a_merge_takes_the_others_facts_of_a_card_both_know() -> None:
    renamed = Hero(short_id("A", "7"), "A", "7", "TORQUE", "First Edition", "Base Set", "Fire", 130)

    assert dict(Catalogue([TORQUE]).merged(Catalogue([renamed])).heroes) == {"A:7": renamed}


def test_two_cards_of_one_id_are_a_bug() -> None:
    with pytest.raises(ValueError, match=r"^Two cards have the id A:7$"):
        Catalogue([TORQUE, TORQUE])


def test_a_catalogue_can_be_sent_to_another_process(shipped: Catalogue) -> None:
    assert pickle.loads(pickle.dumps(shipped)).heroes == shipped.heroes  # noqa: S301 - our own bytes


# Broken files


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(end: str, mark: str) -> None:
    cards, problems = read(mark + HEROES, "A,7,Torque,,,FIRE,120", "A,8,Torque,,,ICE,x", "", end=end)

    assert cards == ["A:7"]
    assert problems == [(3, "the power is 'x', expected a whole number")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A,8,Halo,,,Ice,12.5", "the power is '12.5', expected a whole number"),
        ("A,8,Halo,,,Ice,-5", "the power is '-5', expected a whole number"),
        ("A,8,Halo,,,Ice,１２", "the power is '\\uff11\\uff12', expected a whole number"),
        ("A,8,Halo,,,Ice," + "9" * 5000, "the power is '" + "9" * 57 + "...', expected a whole number"),
        ("A,8,Halo,,,Ice,", "the column power is blank"),
        ("A,8, ,,,Ice,120", "the column name is blank"),
        ("A,8,Halo,,,Ice", "has 6 cells, expected 7 as in the header"),
        ("A,8,Halo,,,Ice,120,", "has 8 cells, expected 7 as in the header"),
        ("A:B,8,Halo,,,Ice,120", "found 'A:B:8', expected a set code and number without a colon"),
        ("A,8,Halo,,,I:ce,120", "the weapon is 'I:ce', expected one without a colon"),
        ("A,7,TORQUE ,,,Fire,125", "A:7 TORQUE (Fire) is on line 2 already"),
        ('A,8,"Halo,,,Ice,120', "is no line of CSV: a quote is not closed on it"),
        ('A,8,"Ha"lo,,,Ice,120', "is no line of CSV: ',' expected after '\"'"),
        ("A,8,Ha\0lo,,,Ice,120", "holds a NUL byte, expected text"),
        ("A,8,Ha\x1b[2Jlo,,,Ice,120", "found 'Ha\\x1b[2Jlo', expected text that can be printed"),
        ("A,8,Cura\udce7ao,,,Ice,120", "holds the byte 0xE7, which is no UTF-8 (save the file as CSV UTF-8)"),
        ("A,8," + "x" * LONGEST_LINE, f"is {LONGEST_LINE + 4} characters long, expected at most {LONGEST_LINE}"),
    ],
)
def test_a_bad_line_costs_one_line(line: str, message: str) -> None:
    cards, problems = read(HEROES, "A,7,Torque,,,Fire,120", line, "A,9,Halo,,,Ice,120")

    assert cards == ["A:7", "A:9"]
    assert problems == [(3, message)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A,PL-2,Two,XX,1,2", "the kind is 'XX', expected PL, BPL or HTD"),
        ("A,PL-2,Two,PL,one,2", "the cost is 'one', expected a whole number"),
        ("A,PL-2,Two,PL,1,1e3", "the dbs is '1e3', expected a whole number"),
        ("A,PL-1,Two,PL,1,2", "A:PL-1 is on line 2 already"),
    ],
)
def test_a_bad_play_costs_one_line(line: str, message: str) -> None:
    cards, problems = read(PLAYS, "A,PL-1,One,PL,,", line, "A,PL-3,Three,HTD,0,0")

    assert cards == ["A:PL-1", "A:PL-3"]
    assert problems == [(3, message)]


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"", 1, f"is empty, expected a header such as {HEROES}; the file was not read"),
        (b"\xef\xbb\xbf\r\n", 1, f"is empty, expected a header such as {HEROES}; the file was not read"),
        (
            b"\x89PNG\r\n\x1a\n\0\0",
            1,
            "holds the byte 0x89, which is no UTF-8 (save the file as CSV UTF-8); the file was not read",
        ),
        (b"PK\x03\x04\0\0", 1, "holds a NUL byte, expected text; the file was not read"),
        (HEROES.encode("utf-16"), 1, "is in UTF-16, expected UTF-8 (save it as CSV UTF-8); the file was not read"),
        (
            b"\nset_code,card_number,hero,weapon\nA,7,Torque,FIRE\n",
            2,
            "a list of heroes without the columns variation, treatment, power; the file was not read",
        ),
        (
            b"name,name,kind,set_code,number,cost,dbs",
            1,
            "a list of plays with the columns name twice; the file was not read",
        ),
        (
            b"set_code;number;name",
            1,
            "found 'set_code;number;name', expected the header of heroes, plays or hot dogs, such as "
            f"{HEROES} (columns are separated by commas); the file was not read",
        ),
    ],
)
def test_a_file_that_is_no_list_is_told_so(data: bytes, line: int, message: str) -> None:
    found = read_cards(data, "cards.csv")

    assert found.problems == (Problem("cards.csv", line, message),)
    assert found.catalogue.heroes == {}


def test_a_file_that_is_too_long_is_not_read() -> None:
    found = read_cards(b" " * (LONGEST_FILE + 1), "cards.csv")

    assert [str(problem) for problem in found.problems] == [
        f"cards.csv: is longer than {LONGEST_FILE} bytes; the file was not read"
    ]


def test_problems_without_end_are_counted() -> None:
    _, problems = read(HEROES, *["x"] * (MOST_PROBLEMS + 5))

    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1] == (0, "5 more lines after these could not be read")


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    paths = [tmp_path / "none.csv", tmp_path]

    assert [str(problem) for problem in read_files(paths).problems] == [
        f"{tmp_path / 'none.csv'}: No such file or directory",
        f"{tmp_path}: is a folder, expected a CSV file of cards",
    ]


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for header in (b"", HEROES.encode() + b"\n", PLAYS.encode() + b"\n"):
        read_cards(header + data, "")


# Import


def test_an_import_is_saved_and_importing_twice_is_importing_once(tmp_path: Path) -> None:
    source = tmp_path / "list.csv"
    source.write_text(
        f"{FULL_HEROES}\nAlpha,A,7,Torque,First Edition,Base Set,FIRE,120,,Some Body,7-x\nbad\n", encoding="utf-8"
    )
    folder = tmp_path / "var" / "cards"

    first = import_cards([source], folder)
    saved = (folder / "heroes.csv").read_bytes()
    second = import_cards([source], folder)

    problem = Problem(str(source), 3, "has 1 cells, expected 11 as in the header")
    assert first == second == ImportedCards(CardCounts(1, 0, 0), (problem,))
    assert dict(load_catalogue(folder).heroes) == {"A:7": TORQUE}
    assert saved == (folder / "heroes.csv").read_bytes()
    assert b"Some Body" not in saved
    assert sorted(path.name for path in folder.iterdir()) == ["heroes.csv", "hotdogs.csv", "plays.csv"]


def test_an_import_adds_to_what_is_saved(tmp_path: Path) -> None:
    for name, line in (("one.csv", "A,HD-1,Frank"), ("two.csv", "A,HD-2,Grillbert")):
        (tmp_path / name).write_text(f"set_code,number,name\n{line}\n", encoding="utf-8")
        import_cards([tmp_path / name], tmp_path / "cards")

    assert list(load_catalogue(tmp_path / "cards").hot_dogs) == ["A:HD-1", "A:HD-2"]


def test_an_import_does_not_write_over_lines_it_cannot_read(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "plays.csv").write_text(f"{PLAYS}\nbad\n", encoding="utf-8")
    (tmp_path / "dogs.csv").write_text("set_code,number,name\nA,HD-1,Frank\n", encoding="utf-8")

    imported = import_cards([tmp_path / "dogs.csv"], folder)

    assert imported.counts == CardCounts(0, 0, 0)
    assert [(problem.line, problem.message) for problem in imported.problems] == [
        (2, "has 1 cells, expected 6 as in the header"),
        (0, "nothing was saved; mend or remove the files named above, then import again"),
    ]
    assert (folder / "plays.csv").read_text(encoding="utf-8") == f"{PLAYS}\nbad\n"


def test_an_import_without_cards_saves_nothing(tmp_path: Path) -> None:
    imported = import_cards([tmp_path / "none.csv"], tmp_path / "cards")

    assert imported.counts == CardCounts(0, 0, 0)
    assert len(imported.problems) == 1
    assert not (tmp_path / "cards").exists()


def test_an_import_into_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "dogs.csv").write_text("set_code,number,name\nA,HD-1,Frank\n", encoding="utf-8")

    imported = import_cards([tmp_path / "dogs.csv"], tmp_path / "dogs.csv")

    assert imported.counts == CardCounts(0, 0, 0)
    assert [str(problem) for problem in imported.problems] == [
        f"{tmp_path / 'dogs.csv'}: cannot be written: File exists"
    ]


def test_loading_tells_the_log_what_cannot_be_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "hotdogs.csv").write_text("set_code,number,name\nA,HD-1\n", encoding="utf-8")

    assert load_catalogue(tmp_path, tmp_path / "none").hot_dogs == EMPTY.hot_dogs

    assert caplog.messages == [f"{tmp_path / 'hotdogs.csv'}, line 2: has 2 cells, expected 3 as in the header"]


# Round trip

words = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" ,\"'"), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)
names = words.filter(bool)
codes = names.map(lambda text: text.replace(":", "-"))
weapons = st.sampled_from(["Fire", "Ice", "Super", "Cyber"])
wholes = st.integers(0, 99_999)
heroes = st.builds(
    lambda set_code, number, *facts: Hero(short_id(set_code, number), set_code, number, *facts),
    *(codes, codes, names, words, words, weapons, wholes),
)
plays = st.builds(
    lambda set_code, number, *facts: Play(short_id(set_code, number), set_code, number, *facts),
    *(codes, codes, names, st.sampled_from(["PL", "BPL", "HTD"]), st.none() | wholes, st.none() | wholes),
)
hot_dogs = st.builds(
    lambda set_code, number, name: HotDog(short_id(set_code, number), set_code, number, name),
    *(codes, codes, names),
)


@given(
    st.lists(heroes, max_size=8).map(identified),
    st.lists(plays, max_size=5, unique_by=lambda play: play.id),
    st.lists(hot_dogs, max_size=5, unique_by=lambda hot_dog: hot_dog.id),
)
def test_what_is_written_is_read_again(heroes: list[Hero], plays: list[Play], hot_dogs: list[HotDog]) -> None:
    catalogue = Catalogue(heroes, plays, hot_dogs)

    files = write_compact(catalogue)
    again = EMPTY
    for data in (files.heroes, files.plays, files.hot_dogs):
        found = read_cards(data, "")
        assert found.problems == ()
        again = again.merged(found.catalogue)

    assert (again.heroes, again.plays, again.hot_dogs) == (catalogue.heroes, catalogue.plays, catalogue.hot_dogs)
    assert write_compact(again) == files


def test_compact_files_are_plain_csv() -> None:
    rows = list(csv.reader(io.StringIO(write_compact(Catalogue([TORQUE])).heroes.decode())))

    assert rows == [HEROES.split(","), ["A", "7", "Torque", "First Edition", "Base Set", "Fire", "120"]]

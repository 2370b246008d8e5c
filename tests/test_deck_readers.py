"""Deck files of every form: what is read, what stays unclear, what is written back, and what hostile files are told."""

import csv
import datetime as dt
import gzip
import json
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.cli import main
from events.base import CardId
from ingest.decks import FORMS, CannotHoldError, ReadDeck, ReadDecks, read_decks, repriced, write_deck
from ingest.decks.resolving import Resolver
from projector.boba.cards import Catalogue, play_key
from projector.boba.decks import Deck, Told, contents
from projector.boba.legality import check
from tests.decks import FOREIGN, FULL, ROOT, SHIPPED, formats, full, house, known, shipped

needs_full_lists = pytest.mark.skipif(not FULL.is_dir(), reason="the full card lists are not beside the project")
SAMPLES = ROOT / "data" / "deck_samples"
HOUSES = sorted((SHIPPED / "decks").glob("*.json"))


class Counted(NamedTuple):
    """How many cards a file has by kind, with the rows that are not clear and the problems that are told."""

    heroes: int
    plays: int
    hot_dogs: int
    unresolved: int
    problems: int


# With the full card lists. Heroes and plays that stay unclear differ in their set; hot dogs that do are no problem.
FOREIGN_FILES = {
    "deck-csv/v1_boba-playbook.csv": ("playbook-web", Counted(0, 35, 0, 0, 0)),
    "deck-csv/v1_scanner-legacy.csv": ("scanner-legacy", Counted(0, 33, 0, 0, 0)),
    "deck-csv/v2_boba-playbook-mobile.csv": ("playbook-mobile", Counted(60, 35, 10, 0, 0)),
    "boba-playbook/deck-export.txt": ("playbook-text", Counted(57, 33, 0, 15, 5)),
    "boba-playbook/saved-deck.supabase.sample.json": ("playbook-saved", Counted(1, 2, 0, 10, 0)),
    "boba-playbook/template-decks.sample.json": ("playbook-templates", Counted(60, 35, 0, 10, 0)),
    "boba-playbook/cards.shape.sample.json": ("playbook-catalogue", Counted(1, 2, 0, 0, 0)),
    "boba-scanner/submit-deck.request.json": ("scanner-submission", Counted(3, 3, 0, 10, 0)),
    "boba-scanner/organizer-decks.csv": ("organizer-decks", Counted(0, 0, 0, 90, 90)),
    "boba-scanner/organizer-submissions.csv": ("organizer-submissions", Counted(0, 0, 0, 0, 0)),
    "boba-scanner/tournament-entry-card-list.txt": ("entry-list", Counted(0, 0, 0, 10, 10)),
    "official-deckbuilder/cards.head.json": ("deck-builder", Counted(0, 5, 0, 0, 0)),
    "onlychamps/deck.sample.json": ("onlychamps", Counted(3, 0, 0, 4, 4)),
}
WHOLE = {"gametape", "list", "playbook-saved", "playbook-templates", "playbook-catalogue", "playbook-mobile"}
OWN_FILES = {
    "deck-builder.json": ("deck-builder", Counted(0, 4, 0, 0, 0)),
    "entry-list.txt": ("entry-list", Counted(0, 0, 0, 4, 4)),
    "gametape.json": ("gametape", Counted(3, 4, 3, 0, 0)),
    "list.txt": ("list", Counted(1, 4, 2, 0, 0)),
    "onlychamps.json": ("onlychamps", Counted(3, 0, 0, 0, 0)),
    "organizer-decks.csv": ("organizer-decks", Counted(0, 0, 0, 4, 6)),
    "organizer-submissions.csv": ("organizer-submissions", Counted(0, 0, 0, 0, 0)),
    "playbook-catalogue.json": ("playbook-catalogue", Counted(3, 4, 3, 0, 0)),
    "playbook-mobile.csv": ("playbook-mobile", Counted(3, 4, 3, 0, 0)),
    "playbook-saved.json": ("playbook-saved", Counted(3, 4, 1, 2, 0)),
    "playbook-templates.json": ("playbook-templates", Counted(3, 4, 1, 2, 0)),
    "playbook-text.txt": ("playbook-text", Counted(3, 4, 0, 3, 0)),
    "playbook-web.csv": ("playbook-web", Counted(0, 4, 0, 0, 0)),
    "scanner-legacy.csv": ("scanner-legacy", Counted(0, 4, 0, 0, 0)),
    "scanner-submission.json": ("scanner-submission", Counted(3, 4, 0, 3, 0)),
}


def counted(read: ReadDecks) -> Counted:
    deck = read.decks[0].deck
    unresolved = sum(row.count for row in deck.unresolved)
    return Counted(len(deck.heroes), len(deck.plays), len(deck.hot_dogs), unresolved, len(read.problems))


def one(data: str | bytes, cards: Catalogue | None = None, form: str | None = None) -> ReadDeck:
    read = read_decks(data.encode() if isinstance(data, str) else data, cards or shipped(), form)
    assert len(read.decks) == 1, read.problems
    return read.decks[0]


def foreign(name: str) -> bytes:
    path = FOREIGN / name
    if not path.is_file():
        pytest.skip("the files of other clients are not beside the project")
    return path.read_bytes()


# What is read


@needs_full_lists
@pytest.mark.parametrize("name", FOREIGN_FILES)
def test_a_file_of_another_client_is_read_whole(name: str) -> None:
    form, expected = FOREIGN_FILES[name]

    read = read_decks(foreign(name), full())

    assert (read.form, counted(read)) == (form, expected)


@pytest.mark.parametrize("name", FOREIGN_FILES)
@pytest.mark.parametrize("cards", ["shipped", "full"])
def test_a_file_of_another_client_is_written_back_the_same(name: str, cards: str) -> None:
    data = foreign(name)
    catalogue = full() if cards == "full" else shipped()
    form, _ = FOREIGN_FILES[name]
    deck = one(data, catalogue).deck
    if FORMS[form].write is None:
        with pytest.raises(CannotHoldError, match="holds no cards"):
            write_deck(deck, form, catalogue)
        return

    written = write_deck(deck, form, catalogue)

    back = read_decks(written, catalogue)
    assert back.form == form
    assert contents(back.decks[0].deck) == contents(deck)
    assert write_deck(back.decks[0].deck, form, catalogue) == written


@needs_full_lists
@pytest.mark.parametrize("name", FOREIGN_FILES)
def test_no_row_of_a_file_is_dropped_whatever_is_known(name: str) -> None:
    data = foreign(name)
    read = [one(data, cards) for cards in (Catalogue(), shipped(), full())]

    assert len({len(deck.deck) for deck in read}) == 1
    assert len({sum(row.count for row in deck.rows) for deck in read}) == 1


@needs_full_lists
@pytest.mark.parametrize("name", FOREIGN_FILES)
def test_the_compact_catalogue_finds_no_card_that_the_full_one_denies(name: str) -> None:
    data = foreign(name)
    for small, large in zip(one(data, shipped()).rows, one(data, full()).rows, strict=True):
        if small.card is not None:
            assert small.card == large.card or small.card in large.candidates


@pytest.mark.parametrize("name", OWN_FILES)
def test_our_sample_of_a_form_is_read_and_written_back_the_same(name: str) -> None:
    form, expected = OWN_FILES[name]

    read = read_decks((SAMPLES / name).read_bytes(), shipped())

    assert (read.form, counted(read)) == (form, expected)
    if FORMS[form].write is not None:
        back = one(write_deck(read.decks[0].deck, form, shipped()), form=form)
        assert contents(back.deck) == contents(read.decks[0].deck)


def test_every_form_has_a_sample() -> None:
    assert {form for form, _ in OWN_FILES.values()} == set(FORMS)
    assert {path.name for path in SAMPLES.iterdir()} == set(OWN_FILES)


def test_samples_hold_no_card_text() -> None:
    for path in SAMPLES.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            assert {row.get("Ability", row.get("ability", "")) for row in csv.DictReader(file)} == {""}


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.write is not None])
def test_a_house_deck_comes_back_from_every_form_that_can_hold_it_and_the_others_refuse_it(
    path: Path, form: str
) -> None:
    deck = house(path.stem)
    if form not in {*WHOLE, "scanner-submission"}:
        with pytest.raises(CannotHoldError, match="read back, the deck would differ in"):
            write_deck(deck, form, shipped())
        return

    back = one(write_deck(deck, form, shipped()), form=form).deck

    assert (Counter(back.heroes), Counter(back.plays)) == (Counter(deck.heroes), Counter(deck.plays))
    assert len(back) == len(deck)
    if form in {"gametape", "list"}:
        assert contents(back) == contents(deck)


def test_a_form_refuses_a_deck_it_cannot_hold_and_says_what_would_be_lost() -> None:
    deck = Deck((CardId("A:BBF-3"),), (CardId("A:PL-31"),))

    with pytest.raises(CannotHoldError, match=r"plays as CSV \(web\): read back, the deck would differ in A:BBF-3"):
        write_deck(deck, "playbook-web", shipped())


def test_a_card_that_is_not_known_comes_back_and_resolves_once_it_is() -> None:
    deck = one('{"heroes": ["Z:99", "A:BBF-3"], "plays": []}').deck
    new = Catalogue(
        [msgspec.structs.replace(shipped().heroes[CardId("A:BBF-3")], id="Z:99", set_code="Z", number="99")]
    )

    data = write_deck(deck, "gametape", shipped())

    assert one(data).deck == deck
    assert deck.heroes == ("Z:99", "A:BBF-3")
    assert not read_decks(data, shipped().merged(new)).problems


def test_a_sideboard_comes_back_from_our_forms_and_is_refused_by_others() -> None:
    deck = Deck(plays=(CardId("A:PL-31"),), sideboard=(CardId("A:PL-32"), CardId("A:BPL-1")))

    for form in ("gametape", "list"):
        assert contents(one(write_deck(deck, form, shipped()), form=form).deck) == contents(deck)
    with pytest.raises(CannotHoldError, match="A:BPL-1, A:PL-32"):
        write_deck(deck, "playbook-mobile", shipped())


# How cards are found


def test_every_discount_of_the_deck_builder_is_found_by_its_name() -> None:
    path = FULL / "dbs" / "2026-04-27.csv"
    if not path.is_file():
        pytest.skip("the full card lists are not beside the project")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["deckbuilder_id"].startswith("HTD")]
    listed = [
        {
            "id": row["deckbuilder_id"],
            "release": "HTD",
            "type": "",
            "number": int(row["deckbuilder_id"].partition("-")[2]),
            "name": row["deckbuilder_name"],
            "cost": int(row["cost"]),
            "dbs": int(row["dbs"]),
        }
        for row in rows
    ]

    read = read_decks(json.dumps(listed).encode(), shipped())

    found = read.decks[0].deck.plays
    assert (len(rows), len(found), read.problems) == (60, 60, ())
    for row, card in zip(rows, found, strict=True):
        play = shipped().plays[card]
        bases = [one for one in shipped().printings(row["play_name"]) if one.kind == "PL"]
        assert play.kind == "HTD"
        assert play_key(play.name) == play_key(row["play_name"])
        assert bases
        assert int(row["deckbuilder_id"][4:]) % 60 == (int(play.number[4:]) + 30) % 60
    written = json.loads(write_deck(read.decks[0].deck, "deck-builder", shipped()))
    assert [card["id"] for card in written] == [row["deckbuilder_id"] for row in rows]


def test_a_discount_without_a_name_is_one_of_two() -> None:
    read = one("HTD-40")

    assert [row.candidates for row in read.deck.unresolved] == [("B:HTD-10", "B:HTD-40")]


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("A:PL-31", ["A:PL-31"]),
        ("a - pl-31", ["A:PL-31"]),
        ("A - PL-31", ["A:PL-31"]),
        ("A---PL-31", ["A:PL-31"]),
        ("A:PL-31 Buff Up 15", ["A:PL-31"]),
        ("PL-31 Buff Up 15", ["A:PL-31"]),
        ("Buff Up 15 (A:PL-31)", ["A:PL-31"]),
        ("Buff Up 15", ["A:PL-31"]),
        ("buff up  15!", ["A:PL-31"]),
        ("Buff Up 15 (2 HD)", ["A:PL-31"]),
        ("2x Buff Up 15", ["A:PL-31"] * 2),
        ("2 x Buff Up 15", ["A:PL-31"] * 2),
        ("Buff Up 15 x2", ["A:PL-31"] * 2),
        ("3 Buff Up 15", ["A:PL-31"] * 3),
        ("- Buff Up 15", ["A:PL-31"]),
        ("1-4-1 Play", ["A:PL-80"]),
        ("4 New Plays Baby!", ["A:PL-10"]),
        ("2x 4 New Plays Baby!", ["A:PL-10"] * 2),
        ("Transfer Portal - htd", ["B:HTD-31"]),
        ("A:BBF-3", ["A:BBF-3"]),
        ("Leducky 185 ICE (Blue Battlefoil)", ["A:BBF-3"]),
        ("BBF-3 Leducky", ["A:BBF-3"]),
        ("alpha:HERO:NO_003:FIRST_EDITION_BLUE_BATTLEFOIL_ICE", ["A:BBF-3"]),
        ("BBF-3-Leducky-Blue Battlefoil-First Edition", ["A:BBF-3"]),
        ("2x A:HD-1", ["A:HD-1"] * 2),
    ],
)
def test_a_pasted_line_is_the_card_it_means(line: str, cards: list[str]) -> None:
    deck = one(line, form="list").deck

    found = [*deck.heroes, *deck.plays, *deck.hot_dogs]
    assert found == cards
    assert deck.unresolved == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("PL-31", "PL-31 fits 3 cards: A:PL-31 (Buff Up 15)"),
        ("Shooters Shoot", "Shooters Shoot fits 2 cards: A:PL-73 (Shooters Shoot), G:PL-84 (Shooters Shoot)"),
        ("BBF-3", "BBF-3 may be A:BBF-3 (Leducky), which it does not tell for sure"),
        ("A:PL-999", "A:PL-999 is no card that the catalogue knows"),
        ("Nobody", "Nobody is no card that the catalogue knows"),
    ],
)
def test_a_line_that_is_no_one_card_is_kept_and_told_with_its_candidates(line: str, message: str) -> None:
    read = read_decks(line.encode(), shipped(), "list")

    assert [(problem.line, problem.message.startswith(message)) for problem in read.problems] == [(1, True)]
    assert len(read.decks[0].deck.unresolved) == 1


def test_a_number_that_contradicts_the_name_gives_way_to_the_name_and_is_told() -> None:
    read = read_decks(b"Slot,Card#,Name,Cost,Ability,DBS\n1,A - PL-32,Buff Up 15,2,,17\n", shipped())

    assert read.decks[0].deck.plays == ("A:PL-31",)
    assert [problem.message for problem in read.problems] == [
        "A:PL-32 Buff Up 15 was found by its name as A:PL-31; that number is Opp Loses 15"
    ]


def test_a_cost_that_differs_from_the_card_is_told() -> None:
    read = read_decks(b"Slot,Card#,Name,Cost,Ability,DBS\n1,A - PL-31,Buff Up 15,9,,17\n", shipped())

    assert read.decks[0].deck.plays == ("A:PL-31",)
    assert [problem.message for problem in read.problems] == ["A:PL-31 Buff Up 15: the file says cost 9, not 2"]


def test_a_bonus_play_is_known_by_its_number_whatever_it_is_labelled() -> None:
    found = Resolver(shipped()).find(Told(kind="play", play_kind="BPL", set_code="U", number="BPL-22"))

    assert found.card == "U:BPL-22"


@needs_full_lists
def test_every_hero_is_found_by_set_number_and_name() -> None:
    resolver = Resolver(full())

    lost = [
        hero.id
        for hero in full().heroes.values()
        if resolver.find(
            Told(kind="hero", set_code=hero.set_code, number=hero.number, name=hero.name, weapon=hero.weapon)
        ).card
        != hero.id
    ]

    assert lost == []


@needs_full_lists
def test_the_scores_of_a_file_are_compared_with_the_list_of_a_day() -> None:
    read = one(foreign("deck-csv/v1_boba-playbook.csv"), full())

    by_april, by_march = (
        repriced(read.rows, known().lists.on(day, full())) for day in (dt.date(2026, 5, 1), dt.date(2026, 3, 10))
    )

    assert by_april == ()
    assert len(by_march) == 19
    assert (by_march[0].card, by_march[0].told, by_march[0].dbs) == ("A:PL-83", 9, 4)


@needs_full_lists
def test_a_deck_of_another_client_is_judged_whole() -> None:
    deck = one(foreign("deck-csv/v2_boba-playbook-mobile.csv"), full()).deck

    report = check(
        deck,
        formats().formats["playmaker-sanctioned"],
        dt.date(2026, 5, 1),
        msgspec.structs.replace(known(), cards=full()),
    )

    assert report.verdict == "legal"
    assert report.scores.unknown == ()


def test_an_organizers_table_gives_one_deck_a_player_and_no_addresses() -> None:
    read = read_decks((SAMPLES / "organizer-decks.csv").read_bytes(), shipped())

    assert [(found.deck.name, len(found.deck)) for found in read.decks] == [("Ada", 4), ("Ben", 2)]
    assert [found.claims.is_valid for found in read.decks if found.claims] == [True, False]
    assert b"@" not in msgspec.json.encode(read)


# Hostile files


def test_ten_thousand_pasted_lines_are_answered() -> None:
    lines = "\n".join(["PL-31", "2x Buff Up 15", "<b>Nobody</b>", "117"] * 2_500)

    started = time.perf_counter()
    read = read_decks(lines.encode(), shipped())

    assert time.perf_counter() - started < 30
    assert sum(row.count for row in read.decks[0].rows) == 12_500
    assert len(read.decks[0].deck) == 12_500


@pytest.mark.parametrize("line", ["-" * 490, "1 a " * 120, "((" * 240, "x 1 " * 120, "a-b " * 120, "htd " * 120])
def test_lines_made_to_be_slow_are_answered(line: str) -> None:
    started = time.perf_counter()
    read = read_decks(f"{line}\n".encode() * 2_000, shipped())

    assert time.perf_counter() - started < 30
    assert len(read.decks[0].deck) == 2_000


def test_a_list_without_end_is_not_read() -> None:
    for data in (b"1\n" * 1_000_000, b"id,name,type,release,number\n" + b"a,b,c,d,e\n" * 300_000):
        read = read_decks(data, shipped())

        assert read.decks == ()
        assert read.problems[-1].message == "The file has more than 50000 rows; the decks from there were not read"


def test_an_id_of_two_heroes_is_neither() -> None:
    one_hero = shipped().heroes[CardId("A:BBF-3")]
    twins = [
        msgspec.structs.replace(one_hero, id=f"Z:1:{name}:Ice", number="1", set_code="Z", name=name) for name in "ab"
    ]
    cards = shipped().merged(Catalogue(twins))

    deck = one('{"heroes": ["Z:1", "Z:1:a:Ice"], "plays": []}', cards).deck

    assert deck.heroes == ("Z:1:a:Ice",)
    assert [row.candidates for row in deck.unresolved] == [("Z:1:a:Ice", "Z:1:b:Ice")]
    assert one(write_deck(deck, "gametape", cards), cards).deck == deck


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (bytes(range(256)), "The file is no text"),
        (b"\x00" * 1000, "The file is no text"),
        (b"\x1f\x8bnot gzip", "The gzip data is damaged"),
        (b"\xff\xfea", "UTF-16"),
        (b"{", "begins as JSON but is not"),
        (b"[" * 100_000, "JSON"),
        (b"[1, 2, 3]", "no form that is known"),
        (b"{}", "no form that is known"),
        (b"x" * (4 * 1024 * 1024 + 1), "expected a deck"),
        (b'{"cards": [{"versionKey": 3}]}', "Expected `str`, got `int`"),
        (b'{"deck_cards": [{"boba_id": "a", "quantity": "many"}]}', "Expected `int`, got `str`"),
        (b'{"heroes": 5}', "Expected `array`, got `int`"),
    ],
)
def test_what_is_no_deck_is_told_in_a_sentence(data: bytes, message: str) -> None:
    read = read_decks(data, shipped())

    assert any(message in problem.message for problem in read.problems), read.problems
    assert not any(found.deck.heroes for found in read.decks)


def test_a_billion_copies_count_once_and_are_told() -> None:
    for data in (
        b'{"cards": [{"versionKey": "alpha:HERO:NO_003:X", "qty": 1000000000}]}',
        b"999999999x Buff Up 15",
    ):
        read = read_decks(data, shipped())

        assert len(read.decks[0].deck) == 1
        assert "copies of a card, expected 0 to 999" in read.problems[0].message


@pytest.mark.parametrize(
    "encode", [lambda text: b"\xef\xbb\xbf" + text, gzip.compress, lambda text: text.replace(b"\n", b"\r\n")]
)
def test_marks_line_ends_and_compression_change_nothing(encode: "type[bytes]") -> None:
    for name, (form, expected) in OWN_FILES.items():
        read = read_decks(encode((SAMPLES / name).read_bytes()), shipped())

        assert (read.form, counted(read)) == (form, expected)


def test_a_code_page_is_read_and_told() -> None:
    read = read_decks("Buff Up 15\nDon’t Know".encode("cp1252"), shipped())

    assert read.decks[0].deck.plays == ("A:PL-31",)
    assert read.problems[0].message == "The file is not UTF-8; it was read as Windows-1252"


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.text(max_size=400).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_answered(data: bytes) -> None:
    read = read_decks(data, shipped())

    assert read.decks or read.problems


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(OWN_FILES)), st.data())
def test_a_damaged_file_is_answered(name: str, data: st.DataObject) -> None:
    whole = bytearray((SAMPLES / name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=3))

    read = read_decks(bytes(whole), shipped())

    assert read.decks or read.problems


# The commands


def run(*words: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["decks", *map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, done.stdout, done.stderr


AFTERGLOW, COLD_FRONT = SHIPPED / "decks" / "afterglow.json", SHIPPED / "decks" / "cold_front.json"


def test_a_legal_deck_is_said_to_be_legal() -> None:
    code, printed, _ = run("check", AFTERGLOW, "--format", "playmaker-sanctioned", "--on", "2026-05-01")

    assert code == 0
    assert printed.startswith("Afterglow: legal in Sanctioned Playmaker on 2026-05-01\n")
    assert "DBS 609 (by the list of 2026-04-27)" in printed


def test_an_illegal_deck_is_told_its_faults_and_what_would_mend_them() -> None:
    code, printed, _ = run("check", AFTERGLOW, "--format", "spec-2026", "--on", "2026-05-01")

    assert code == 1
    assert "home-team-discounts: found 2, allowed none" in printed
    assert "what would mend it, rule by rule (then legal)" in printed


def test_the_answer_for_programs_has_everything() -> None:
    code, printed, _ = run("check", AFTERGLOW, "--format", "rookie", "--on", "2026-05-01", "--json")

    (deck,) = json.loads(printed)["decks"]
    assert code == 1
    assert deck["report"]["verdict"] == "illegal"
    assert [(fault["rule"], fault["found"], fault["allowed"]) for fault in deck["report"]["faults"]] == [
        ("plays", "30", "none"),
        ("hot-dogs", "10", "none"),
    ]
    assert deck["report"]["scores"]["total"] == 609
    assert deck["report"]["legal_in"] == ["playmaker", "playmaker-sanctioned", "booster-box-sealed", "elite"]
    assert deck["verdict_after_changes"] == "legal"


def test_the_list_of_an_event_decides_the_checklist_format() -> None:
    with_list = run("check", AFTERGLOW, "--format", "checklist", "--plays", AFTERGLOW)
    without = run("check", AFTERGLOW, "--format", "checklist")
    other = run("check", AFTERGLOW, "--format", "checklist", "--plays", COLD_FRONT)

    assert [code for code, _, _ in (with_list, without, other)] == [0, 1, 1]
    assert "Afterglow: unknown in Checklist" in without[1]
    assert "listed-plays: found" in other[1]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("check", AFTERGLOW, "--format", "chess"), 2, "There is no format 'chess'"),
        (("check", AFTERGLOW, "--on", "12/06/2026"), 2, "is no day"),
        (("check", "nowhere.json"), 1, "cannot be opened"),
        (("diff", AFTERGLOW, "nowhere.json"), 1, "cannot be opened"),
        (("diff", AFTERGLOW, SAMPLES / "organizer-decks.csv"), 1, "holds 2 decks, expected one"),
        (("convert", AFTERGLOW, "--to", "chess"), 2, "There is no form 'chess'"),
        (("convert", AFTERGLOW, "--to", "playbook-web"), 1, "read back, the deck would differ in"),
        (("check",), 2, "Missing argument"),
    ],
)
def test_wrong_use_is_told(words: tuple[str | Path, ...], code: int, message: str) -> None:
    found, _, told = run(*words)

    assert found == code
    assert message in told


def test_names_cannot_command_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(json.dumps({"name": "\x1b[2J<script>", "heroes": ["\x1b[31m:1"], "plays": []}))

    _, printed, told = run("check", path)

    assert "\x1b" not in printed + told
    assert "<script>" in printed


def test_decks_are_compared() -> None:
    _, same, _ = run("diff", AFTERGLOW, AFTERGLOW)
    _, other, _ = run("diff", AFTERGLOW, COLD_FRONT)
    _, alike, _ = run("similar", AFTERGLOW, "--json")

    assert same == "100 cards in common\n"
    assert other.endswith("35 cards in common\n")
    assert len(json.loads(alike)["decks"]) == 7


def test_what_cannot_be_compared_with_is_told_and_the_rest_compared(tmp_path: Path) -> None:
    (tmp_path / "cold.json").write_bytes(COLD_FRONT.read_bytes())
    (tmp_path / "link.json").symlink_to(COLD_FRONT)

    code, alike, told = run("similar", AFTERGLOW, "--json", "--among", tmp_path)

    assert (code, len(json.loads(alike)["decks"])) == (1, 1)
    assert f"{tmp_path / 'link.json'}: This is a link to {COLD_FRONT}; links inside a folder are not followed" in told


def test_formats_and_forms_are_listed() -> None:
    _, printed, _ = run("formats")
    _, told, _ = run("formats", "--json")

    assert all(name in printed for name in (*formats().formats, *FORMS))
    assert len(json.loads(told)["formats"]) == 15
    assert len(json.loads(told)["files"]) == len(FORMS)


def test_a_deck_is_converted() -> None:
    code, printed, _ = run("convert", AFTERGLOW, "--to", "playbook-mobile")

    assert code == 0
    assert printed.startswith("id,name,type,release,number,cost,dbs,ability,bonus\n")
    assert len(printed.splitlines()) == 101


def test_a_form_without_a_deck_in_it_is_told() -> None:
    header = (SAMPLES / "organizer-submissions.csv").read_bytes().splitlines(keepends=True)[0]

    found = read_decks(header, shipped())

    assert found.decks == ()
    assert [problem.message for problem in found.problems] == [
        "The file has the form of Card Scanner, who has submitted, but it holds no deck"
    ]

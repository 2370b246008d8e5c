"""Faults that other trackers were reported for: cards, times and files. Each is a case with its number."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from dashboard.workspace import Workspace
from events.base import CardId, GapLeft
from events.boba import GameStarted
from events.challengers import CardsDrawn, CardsRedrawn
from events.codec import encode_line
from events.erasable import Problem
from events.tape import migrate
from ingest.adapter import Adapter, Told
from ingest.decks import FORMS, CannotHoldError, read_decks, write_deck
from ingest.importing import FileReport, import_bytes
from ingest.opening import unpacked
from ingest.selfplay.challengers import simulate
from projector.boba.cards import Catalogue
from projector.boba.decks import Deck
from projector.games import GAMES
from tests.adapter_demands import CARDS, found_in
from tests.decks import shipped
from tests.expected import SAMPLES, adapters_of, samples
from tests.strategies import Played, games, randoms
from tests.tapes import connected

TEXTS = [sample for sample in samples() if sample.suffix != ".xlsx"]
IN_LINES = [sample for sample in TEXTS if sample.suffix in {".jsonl", ".csv"}]


def named(sample: Path) -> str:
    return sample.relative_to(SAMPLES).as_posix()


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


def brought(work: Workspace, data: bytes, name: str) -> FileReport:
    return import_bytes(work.tape, data, name, work.cards)


def adapter_of(sample: Path) -> Adapter:
    (adapter,) = adapters_of(sample)
    return adapter


def games_in(adapter: Adapter, data: bytes, name: str) -> list[Told]:
    return [found for found in found_in(adapter, data, name) if isinstance(found, Told)]


def problems_in(adapter: Adapter, data: bytes, name: str) -> list[Problem]:
    return [found for found in found_in(adapter, data, name) if isinstance(found, Problem)]


def moments_of(games: Sequence[Told]) -> list[dt.datetime]:
    return [event.at for told in games for event in told.events if event.at is not None]


# Cards

UNKNOWN = CardId("Z:999")
WRITABLE = [name for name, form in FORMS.items() if form.write is not None]
DECK_SAMPLES = sorted((SAMPLES.parent / "deck_samples").iterdir())


def with_the_unknown_card() -> Catalogue:
    """The catalogue of a later day."""
    known = shipped().heroes[CardId("A:BBF-3")]
    return shipped().merged(Catalogue([replace(known, id=UNKNOWN, set_code="Z", number="999")]))


def written_as(form: str, deck: Deck) -> bytes | str:
    """A deck as a file of a form, or why it cannot be one."""
    try:
        return write_deck(deck, form, shipped())
    except CannotHoldError as error:
        return str(error)


@pytest.mark.parametrize("form", WRITABLE)
def test_case_19_a_card_that_nobody_knows_comes_back_from_a_deck_file_or_the_file_is_not_written(form: str) -> None:
    deck = Deck((UNKNOWN, CardId("A:BBF-3")))

    written = written_as(form, deck)

    if isinstance(written, str):
        assert UNKNOWN in written
        return
    (back,), (later,) = read_decks(written, shipped(), form).decks, read_decks(written, with_the_unknown_card()).decks
    assert len(back.deck) == len(deck)
    assert sorted(later.deck.heroes) == sorted(deck.heroes)


@pytest.mark.parametrize("sample", DECK_SAMPLES, ids=lambda path: path.name)
def test_case_19_a_deck_file_has_as_many_cards_whatever_the_catalogue_knows(sample: Path) -> None:
    nothing, known = (read_decks(sample.read_bytes(), cards).decks for cards in (Catalogue(), shipped()))

    assert [len(one.deck) for one in nothing] == [len(one.deck) for one in known]


@pytest.mark.parametrize("seed", range(5))
def test_case_20_a_redraw_is_no_draw_of_its_own_and_marks_no_card_that_was_drawn_first(seed: int) -> None:
    game = GAMES["challengers"]
    cards = CARDS["challengers"]
    (events,) = simulate(1, seed, cards, players=4)

    rows = game.rows(game.fold(cards, events))["picks"]
    picks = [dict(zip(game.tables["picks"], row, strict=False)) for row in rows]

    drawn = [event for event in events if isinstance(event, CardsDrawn)]
    redrawn = [event for event in events if isinstance(event, CardsRedrawn)]
    assert redrawn
    assert len([pick for pick in picks if not pick["redrawn"]]) == sum(len(event.cards) for event in drawn)
    assert len([pick for pick in picks if pick["redrawn"]]) == sum(len(event.cards) for event in redrawn)


BARE = (
    b'{"gametape":1,"game":"boba","client":{"name":"x"}}\n'
    b'{"type":"boba.GameStarted","seats":[{"player":"a"},{"player":"b"}],"mode":"playmaker"}\n'
)


def test_case_21_what_a_bare_result_does_not_tell_is_null_in_every_table(work: Workspace) -> None:
    brought(work, BARE + b'{"type":"boba.GameEnded","winner":1,"reason":null}\n', "x.jsonl")

    tables = {name: table.collect() for name, table in work.tables("boba").items()}

    (game,) = tables["games"].to_dicts()
    assert {column: value for column, value in game.items() if value is not None} == {
        **{name: game[name] for name in ("game", "id", "client", "player_1", "player_2")},
        **dict.fromkeys(("simulated", "low_power"), False),
        **dict.fromkeys(("finished", "counted"), True),
        **dict.fromkeys(("findings", "doubts", "gaps"), 0),
        "mode": "playmaker",
        "winner": 1,
        "status": "complete",
        "events": 2,
    }
    for seat in tables["seats"].to_dicts():
        assert [seat[name] for name in ("deck", "deck_name", "first_honors", "dogs_left", "opponent_deck")] == [
            None
        ] * 5
        assert (seat["heroes_told"], seat["plays_told"]) == (False, False)


def test_case_21_what_a_battle_known_by_its_winner_does_not_tell_is_null(work: Workspace) -> None:
    brought(work, BARE + b'{"type":"boba.BattleResolved","battle":1,"winner":2}\n', "x.jsonl")

    (battle,) = work.tables("boba")["battles"].collect().to_dicts()

    told = {"game", "battle", "winner", "after_clinch", "score_1", "score_2", "counted"}
    assert {column for column, value in battle.items() if value is not None} == told


def test_case_21_games_known_by_their_results_do_not_lower_how_many_battles_were_fought(work: Workspace) -> None:
    brought(work, (SAMPLES / "native" / "results-only.jsonl").read_bytes(), "results.jsonl")
    before = work.tables("boba")["games"].collect()["battles"]

    assert sorted(before.drop_nulls().to_list()) == [5, 6]
    assert before.null_count() == 7


def test_case_21_a_game_with_gaps_has_the_final_score_that_its_log_states(work: Workspace) -> None:
    known = b'{"type":"boba.BattleResolved","battle":1,"winner":2}\n{"type":"game.GapLeft"}\n'
    end = b'{"type":"boba.GameEnded","winner":1,"reason":null,"trophies":[4,2]}\n'

    brought(work, BARE + known + end, "x.jsonl")

    assert work.tables("boba")["games"].select("trophies_1", "trophies_2").collect().rows() == [(4, 2)]


# Time

_DATE = re.compile(rb"\d{4}-\d\d-\d\d(?:[T ][0-9:.]+(?:Z|[+-]\d\d:?\d\d)?)?")
DATED = [
    sample
    for sample in TEXTS
    if _DATE.search(sample.read_bytes()) and moments_of(games_in(adapter_of(sample), sample.read_bytes(), sample.name))
]


@pytest.mark.parametrize("sample", DATED, ids=named)
def test_case_22_a_date_with_two_readings_is_told_and_never_guessed(sample: Path) -> None:
    adapter = adapter_of(sample)
    data = _DATE.sub(b"03/04/2026", sample.read_bytes())

    assert moments_of(games_in(adapter, data, sample.name)) == []
    assert problems_in(adapter, data, sample.name)


@pytest.mark.parametrize("sample", [sample for sample in DATED if sample.parent.name != "native"], ids=named)
@pytest.mark.parametrize("clock", [b"1970-01-01", b"1899-12-30", b"1904-01-01"])
def test_case_22_a_clock_that_was_never_set_tells_no_moment(sample: Path, clock: bytes) -> None:
    data = _DATE.sub(lambda found: clock + found[0][10:], sample.read_bytes())

    assert [it for it in moments_of(games_in(adapter_of(sample), data, sample.name)) if it.year < 2000] == []


@pytest.mark.parametrize("told", [b"0", b"-1", b"null", b"1e300"])
@pytest.mark.parametrize(("name", "field"), [("boba-playbook/practice.json", b"savedAt"), ("bga/today.json", b"time")])
def test_case_22_a_counted_clock_that_was_never_set_tells_no_moment(name: str, field: bytes, told: bytes) -> None:
    sample = SAMPLES / name
    data = re.sub(b'"' + field + rb'": ?\d+', b'"' + field + b'": ' + told, sample.read_bytes())

    assert moments_of(games_in(adapter_of(sample), sample.read_bytes(), sample.name))
    assert moments_of(games_in(adapter_of(sample), data, sample.name)) == []


@pytest.mark.parametrize("sample", [sample for sample in DATED if sample.suffix != ".csv"], ids=named)
def test_case_23_an_offset_is_applied_once(sample: Path) -> None:
    adapter = adapter_of(sample)
    clocks = re.compile(rb"(T\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:\d\d)")
    utc, east = (clocks.sub(rb"\1" + zone, sample.read_bytes()) for zone in (b"Z", b"+05:30"))

    before, after = (moments_of(games_in(adapter, data, sample.name)) for data in (utc, east))

    assert before
    assert [one - other for one, other in zip(before, after, strict=True)] == [dt.timedelta(hours=5, minutes=30)] * len(
        before
    )


STARTS = {
    "native": b'{"gametape":1,"game":"boba","client":{"name":"x"}}\n'
    b'{"type":"boba.GameStarted","seats":[{},{}],"mode":"rookie","at":"2026-05-02T19:00:00+05:30"}\n',
    "onlychamps": b'{"gameId":"g","seq":1,"type":"CREATE","payload":{},"at":"2026-05-02T19:00:00+05:30"}\n',
    "scoresheet": b"Date,Player 1,Player 2,Score,Winner\n2026-05-02T19:00:00+05:30,Ida,Udo,4:2,1\n",
}


@pytest.mark.parametrize("name", STARTS)
def test_case_23_the_tape_keeps_utc_and_the_offset_beside_it(name: str, work: Workspace) -> None:
    (game,) = brought(work, STARTS[name], "x.csv" if name == "scoresheet" else "x.jsonl").games

    start = work.tape.read(game.recording)[0]

    assert isinstance(start, GameStarted)
    assert start.at == dt.datetime(2026, 5, 2, 13, 30, tzinfo=dt.UTC)
    assert start.utc_offset == 330


@settings(max_examples=40)
@given(game=games(), random=randoms())
def test_case_24_clocks_that_go_backwards_change_nothing_but_when_a_game_was_played(
    game: Played, random: Random
) -> None:
    moments = [
        dt.datetime(2026, 5, 2, 19, tzinfo=dt.UTC) - dt.timedelta(minutes=random.randint(-99, 99)) for _ in game.events
    ]
    told = [replace(event, at=at) for event, at in zip(game.events, moments, strict=True)]
    system = GAMES["boba"]
    plain, dated = (system.fold(CARDS["boba"], events) for events in (game.events, told))

    before, after = dict(system.rows(plain)), dict(system.rows(dated))

    place = list(system.tables["games"]).index("played")
    assert [(*row[:place], *row[place + 1 :]) for row in after.pop("games")] == [
        (*row[:place], *row[place + 1 :]) for row in before.pop("games")
    ]
    assert after == before
    assert dated.findings == plain.findings


def test_case_24_no_table_holds_a_time_that_passed() -> None:
    kinds = {kind for game in GAMES.values() for table in game.tables.values() for kind in table.values()}

    assert not any(isinstance(kind, pl.Duration) or kind is pl.Duration for kind in kinds)


@pytest.mark.parametrize("sample", samples(), ids=named)
def test_case_25_when_a_game_was_played_is_what_its_file_says_and_never_when_we_heard_of_it(
    sample: Path, work: Workspace
) -> None:
    told = {
        moment.astimezone(dt.UTC)
        for moment in moments_of(games_in(adapter_of(sample), unpacked(sample.read_bytes()), sample.name))
    }

    report = brought(work, sample.read_bytes(), sample.name)

    for game in report.games:
        events = work.tape.read(game.recording)
        assert {event.at for event in events if event.at is not None} <= told
        if game.family in GAMES:
            played = work.listed_one(game.recording).summary.played
            assert played is None or played in told


def test_case_25_when_we_heard_of_a_game_is_kept_beside_it(work: Workspace, tmp_path: Path) -> None:
    before = dt.datetime.now(dt.UTC).timestamp()

    brought(work, STARTS["native"], "x.jsonl")

    with connected(tmp_path / "tape.db") as hands:
        ((heard,),) = hands.execute("SELECT recorded_at FROM tape").fetchall()
    assert before - 1 <= heard / 1e6 <= dt.datetime.now(dt.UTC).timestamp() + 1
    assert work.tables("boba")["games"].collect()["played"].to_list() == [
        dt.datetime(2026, 5, 2, 13, 30, tzinfo=dt.UTC)
    ]


# Files


def without_lines(games: Sequence[Told]) -> list[object]:
    """Games as they are told, wherever their lines stand."""
    return [
        (
            told.family,
            [
                encode_line(replace(it, first_line=None, last_line=None) if isinstance(it, GapLeft) else it)
                for it in told.events
            ],
            told.people,
            (told.client, told.client_version, told.client_game, told.unread),
        )
        for told in games
    ]


def spread(data: bytes) -> bytes:
    """The lines with blank ones around each."""
    return b"\n \n" + data.replace(b"\n", b"\n\n\t\n") + b"\n\n"


REWRITTEN = {
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "no last line end": lambda data: data.rstrip(b"\n"),
    "blank lines at the end": lambda data: data + b"\n\n\n",
    "a mark": lambda data: b"\xef\xbb\xbf" + data,
    "UTF-16": lambda data: data.decode().encode("utf-16"),
}


@pytest.mark.parametrize("way", REWRITTEN)
@pytest.mark.parametrize("sample", TEXTS, ids=named)
def test_case_27_line_ends_and_marks_change_no_game(sample: Path, way: str) -> None:
    adapter = adapter_of(sample)
    data = unpacked(REWRITTEN[way](sample.read_bytes()))

    assert adapter.recognise(data, sample.name)
    assert without_lines(games_in(adapter, data, sample.name)) == without_lines(
        games_in(adapter, sample.read_bytes(), sample.name)
    )


@pytest.mark.parametrize("sample", IN_LINES, ids=named)
def test_case_27_blank_lines_between_lines_change_no_game(sample: Path) -> None:
    adapter = adapter_of(sample)
    data = spread(sample.read_bytes())

    assert adapter.recognise(data, sample.name)
    assert without_lines(games_in(adapter, data, sample.name)) == without_lines(
        games_in(adapter, sample.read_bytes(), sample.name)
    )


# Format drift


def drifted(data: bytes, share: float, random: Random) -> bytes:
    """A file in which so many of its lines are of a format that nobody knows."""
    lines = data.splitlines()
    for place in random.sample(range(1, len(lines)), int(share * len(lines))):
        lines[place] = b'{"v":2,"what":"else"}'
    return b"\n".join(lines) + b"\n"


@pytest.mark.parametrize("sample", [SAMPLES / "native/rookie.jsonl", SAMPLES / "onlychamps/rookie.jsonl"], ids=named)
@pytest.mark.parametrize("seed", range(5))
def test_case_7_a_file_most_of_whose_lines_are_unknown_is_refused_loudly(
    sample: Path, seed: int, work: Workspace
) -> None:
    chance = Random(seed)  # noqa: S311 (which lines, not a secret)

    report = brought(work, drifted(sample.read_bytes(), 0.7, chance), sample.name)

    assert report.games == ()
    assert "is it a newer format?" in report.problems[-1].message
    assert work.listed(9) == []

"""Archives of Board Game Arena: every packet is accounted for, every fact told once, and a mapping says what it is."""

import copy
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.base import Event, GapLeft, PlayerId, SeatConceded, TakenBack
from events.challengers import (
    CardRevealed,
    CardsBenched,
    CardsDrawn,
    FlagTaken,
    RoundStarted,
    Seated,
    TournamentEnded,
    TournamentStarted,
)
from events.codec import encode_batch
from events.erasable import Problem
from ingest.adapter import Document, Told
from ingest.bga import (
    BGA,
    Account,
    BgaMapping,
    BgaMappingError,
    Reading,
    bga_adapter,
    keep_bga_mapping,
    mapping_in,
    parse_bga_mapping,
    read_archive,
)
from projector.challengers import GAME
from projector.challengers.cards import Catalogue
from projector.replay import replay
from tests.expected import ROOT, SAMPLES, shipped

SHARED = ROOT.parent / "shared" / "formats" / "bga"
EXAMPLE = (ROOT / "docs" / "bga-example.toml").read_text(encoding="utf-8")
SHIPPED = mapping_in(None)
WHOLE = parse_bga_mapping(EXAMPLE).over(SHIPPED)
DUEL = SAMPLES / "bga" / "duel-2021.json"
Json = Any


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    found: Catalogue = shipped()["challengers"]
    return found


def message(kind: str, args: Json = (), uid: str | int | None = None) -> Json:
    return {"uid": uid, "type": kind, "log": "", "args": args}


def packet(number: Json, messages: Json, **other: Json) -> Json:
    told = {
        "channel": "/table/t7",
        "table_id": 7,
        "packet_id": number,
        "packet_type": "resend",
        "move_id": number,
        "time": 1_700_000_000,
        "data": messages,
    }
    return told | other


PLAYERS = [{"id": 1, "name": "Wren"}, {"id": "2", "name": "Moss, the younger"}]


def document(packets: Json, players: Json = PLAYERS) -> Document:
    return Document("x.json", json.dumps({"status": 1, "data": {"logs": packets, "players": players}}).encode())


def read(packets: Json, mapping: BgaMapping = SHIPPED) -> Reading:
    return read_archive(document(packets), mapping)


def sampled(path: Path, mapping: BgaMapping = SHIPPED) -> Reading:
    return read_archive(Document(path.name, path.read_bytes()), mapping)


def events_of(reading: Reading) -> list[Event]:
    (told,) = reading.games
    return list(told.events)[1:]


def messages_of(reading: Reading) -> list[str]:
    return [problem.message for problem in reading.problems]


def mapped(rules: str) -> BgaMapping:
    return parse_bga_mapping(f'[bga]\ngame = "challengers"\n{rules}').over(SHIPPED)


# The envelopes


def envelopes() -> dict[str, bytes]:
    packets = [packet(1, [message("gameStateChange", {"reflexion": {"total": {"1": "9", "2": 9}}}), message("odd")])]
    listed = json.dumps(packets)
    return {
        "of 2020-21": f'{{"status":1,"data":{{"status":1,"data":{{"valid":1,"data":{listed}}}}}}}'.encode(),
        "of today": json.dumps({"status": 1, "data": {"logs": packets, "players": PLAYERS}}).encode(),
        "the history": f'{{"status":"1","data":{{"valid":1,"data":{listed}}}}}'.encode(),
        "bare packets": listed.encode(),
        "a saved page": f"<html><script>\nvar g_gamelogs = {listed};\nvar x = 1;</script></html>".encode(),
    }


@pytest.mark.parametrize("name", envelopes())
def test_every_envelope_holds_the_same_packets(name: str) -> None:
    data = envelopes()[name]

    reading = read_archive(Document("x.json", data), SHIPPED)

    assert BGA.recognise(data, "x.json")
    assert reading.account == Account(total=1, read=0, framework=0, unknown=1)
    (told,) = reading.games
    assert told.client_game == "7"
    assert [seat.player for seat in told.events[0].seats] == ["1", "2"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b'{"status":"0","error":"Log in first","code":806}',
            "Board Game Arena answered with an error instead of an archive: Log in first (code 806)",
        ),
        (
            b'{"status":1,"data":{"valid":1}}',
            "This holds no list of packets: expected one at `$.data.data.data`, `$.data.data` or `$.data.logs`, and "
            "`$.data` is the last that is there",
        ),
        (b'{"status":1,"data":7}', "Expected `object`, got `int` - in `$.data`"),
        (b"[" * 100_000, "The JSON is nested too deeply"),
        (b'[{"packet_id', "Input data was truncated"),
    ],
)
def test_what_is_no_archive_is_told_as_what_it_is(data: bytes, message: str) -> None:
    reading = read_archive(Document("x.json", data), SHIPPED)

    assert (messages_of(reading), reading.games) == ([message], ())


def test_an_archive_that_names_another_game_is_refused() -> None:
    data = json.dumps({"status": 1, "game_name": "tokaido", "data": {"logs": [packet(1, [])]}}).encode()

    reading = read_archive(Document("x.json", data), SHIPPED)

    assert messages_of(reading) == ["The archive is of 'tokaido', and Gametape reads those of challengers"]
    assert reading.account == Account(1, 0, 0, 1)


# The account


@pytest.mark.parametrize("sample", sorted((SAMPLES / "bga").glob("*.json")), ids=lambda path: path.stem)
@pytest.mark.parametrize("mapping", [SHIPPED, WHOLE], ids=["shipped", "whole"])
def test_every_packet_of_a_sample_is_accounted_for(sample: Path, mapping: BgaMapping) -> None:
    account = sampled(sample, mapping).account

    total = sample.read_text(encoding="utf-8").count('"packet_type"')
    assert (account.total, account.read + account.framework + account.unknown) == (total, total)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the files of other clients are not beside the project")
@pytest.mark.parametrize(
    ("name", "account"),
    [
        ("archive_logs_2021_envelope_tokaido.json", Account(10, 0, 5, 5)),
        ("notificationHistory_crew.json", Account(9, 0, 2, 7)),
    ],
)
def test_archives_of_other_games_are_accounted_for(name: str, account: Account) -> None:
    reading = sampled(SHARED / name)

    assert reading.account == account
    assert "this one may be of another" in messages_of(reading)[-1]
    assert len(reading.games) == 1


def test_a_packet_is_unknown_if_anything_in_it_is() -> None:
    told = [
        packet(1, [message("gameStateChange", {})]),
        packet(2, [message("playerConcedeGame", {"player_id": 2}), message("message")]),
        packet(3, [message("playerConcedeGame", {"player_id": 2}), message("odd")]),
        packet(4, []),
        packet(5, 5),
        packet(6, [{"args": []}]),
        7,
    ]

    reading = read(told)

    assert reading.account == Account(total=7, read=1, framework=2, unknown=4)
    assert messages_of(reading) == [
        "Packet 5 cannot be read: Expected `array`, got `int` - at `$.data` - in `$.data.logs[4]`",
        "Packet 7 cannot be read: Expected `object`, got `int` - in `$.data.logs[6]`",
        "A message of packet 6 cannot be read: Object missing required field `type` - in `$.data.logs[5]`",
        "Unknown types of messages, each left as a gap in its place: odd (1). "
        "`gametape bga types FILE` shows what they hold, for the mapping",
        "Nothing but the frame of the game and its result was read. An archive does not name its game: this one may "
        "be of another",
    ]


def test_unknown_types_are_gaps_in_their_place_and_named_with_their_number() -> None:
    told = [
        packet(1, [message("parade"), message("parade"), message("song")]),
        packet(2, [message("playerConcedeGame", {"player_name": "Wren"})]),
        packet(3, [message("song")]),
    ]

    reading = read(told)

    assert [type(event) for event in events_of(reading)] == [GapLeft, SeatConceded, GapLeft]
    assert "parade (2), song (2)" in messages_of(reading)[0]
    assert [(kind.type, kind.treated) for kind in reading.kinds] == [
        ("parade", {"unknown": 2}),
        ("song", {"unknown": 2}),
        ("playerConcedeGame", {"read": 1}),
    ]


# Ids, copies, order


def test_ids_are_the_same_as_strings_and_as_integers() -> None:
    def told(form: Any) -> Json:
        result = [{"player": form(2), "rank": form(1)}, {"player": form(1), "rank": form(2)}]
        return [
            packet(form(1), [message("message", [])], table_id=form(7), time=form(1_700_000_000)),
            packet(form(2), [message("playerConcedeGame", {"player_id": form(1)})], table_id=form(7)),
            packet(form(3), [message("gameStateChange", {"id": form(99), "args": {"result": result}})]),
        ]

    strings, integers = read(told(str)), read(told(int))

    assert strings.games[0].client_game == integers.games[0].client_game == "7"
    assert [type(event) for event in events_of(strings)] == [SeatConceded, TournamentEnded]
    assert strings.account == integers.account
    ended = events_of(strings)[-1]
    assert isinstance(ended, TournamentEnded)
    assert ended.winner == 2
    for one, two in zip(events_of(strings)[:1], events_of(integers)[:1], strict=True):
        assert (type(one), getattr(one, "seat", None)) == (type(two), getattr(two, "seat", None))


def test_args_may_be_an_empty_list_and_a_move_may_have_no_number() -> None:
    told = [
        packet(1, [message("wakeupPlayers", [])], move_id=None),
        packet(2, [message("gameStateChange", [])]),
        packet(3, [message("playerConcedeGame", [])], move_id=None, time=None),
    ]

    reading = read(told)

    assert reading.account == Account(3, 0, 2, 1)
    assert messages_of(reading)[0] == (
        "1 of 1 messages of type playerConcedeGame cannot be read by the mapping: "
        "there is no args.player_id or args.player_name"
    )


DRAWS = """
[[type]]
name = "drawn"
event = "CardsDrawn"
fields.round = { constant = 1 }
fields.seat = { seat = "args.player_id" }
fields.tray = { constant = "A" }
fields.cards = { each = "args.cards", item = { path = "item", as = "text" } }
"""


def test_the_public_and_the_private_copy_of_one_fact_are_counted_once() -> None:
    told = [
        packet(1, [message("drawn", {"player_id": 1, "cards": [11, 12], "count": "2"})], channel="/player/p1"),
        packet(2, [message("drawn", {"player_id": "1", "count": 2, "cards": []})], move_id=1),
        packet(3, [message("drawn", {"player_id": 2, "cards": [13]})], move_id=1),
    ]

    reading = read(told, mapped(DRAWS))

    assert [event.cards for event in events_of(reading) if isinstance(event, CardsDrawn)] == [("11", "12"), ("13",)]
    assert reading.account == Account(total=3, read=3, framework=0, unknown=0)
    assert [(kind.count, kind.private, kind.copies) for kind in reading.kinds] == [(3, 1, 1)]


def test_a_private_copy_may_have_a_type_of_its_own() -> None:
    rules = f'{DRAWS}\n[[type]]\nname = "drawnForYou"\nsame_as = "drawn"\n'
    told = [
        packet(1, [message("drawn", {"player_id": 1, "cards": None})]),
        packet(2, [message("drawnForYou", {"player_id": 1, "cards": ["a"]})], channel="/player/p1", move_id=1),
    ]

    reading = read(told, mapped(rules))

    assert [getattr(event, "cards", None) for event in events_of(reading)] == [("a",)]


def test_two_facts_that_differ_in_a_number_stay_two() -> None:
    told = [
        packet(1, [message("drawn", {"player_id": 1, "cards": ["a"]})], channel="/player/p1"),
        packet(2, [message("drawn", {"player_id": 2, "cards": ["b"]})], move_id=1),
        packet(3, [message("drawn", {"player_id": 2, "cards": ["b"]})], move_id=1),
    ]

    assert len(events_of(read(told, mapped(DRAWS)))) == 3


def test_a_packet_that_is_sent_twice_counts_once() -> None:
    once = packet(1, [message("playerConcedeGame", {"player_id": 1}, uid="u")])
    again = packet(2, [message("playerConcedeGame", {"player_id": 1}, uid="u")])

    reading = read([once, once, again])

    assert [type(event) for event in events_of(reading)] == [SeatConceded]
    assert reading.account == Account(total=3, read=3, framework=0, unknown=0)


def test_two_packets_of_one_number_with_other_contents_are_told() -> None:
    told = [packet(1, [message("message")]), packet(1, [message("playerConcedeGame", {"player_id": 1})])]

    reading = read(told)

    assert messages_of(reading) == [
        "Packet 2 has the number of packet 1, 1, with other contents; it is left out - in `$.data.logs[1]`"
    ]
    assert reading.account == Account(total=2, read=0, framework=1, unknown=1)


def test_packets_are_read_in_the_order_of_their_numbers_and_missing_moves_leave_a_gap() -> None:
    told = [
        packet(12, [message("gameStateChange", {"id": 99, "args": {"result": [{"player": 1, "rank": 1}]}})]),
        packet("9", [message("message")], move_id="8"),
        packet("10", [message("playerConcedeGame", {"player_id": 2})], move_id="9"),
    ]

    kinds = [type(event) for event in events_of(read(told))]

    # It begins late, and moves 10 and 11 are missing.
    assert kinds == [GapLeft, SeatConceded, GapLeft, TournamentEnded]


def test_several_tables_in_a_file_are_several_games() -> None:
    told = [packet(1, [message("message")]), packet(1, [message("message")], table_id="8", channel="/table/t8")]

    reading = read(told)

    assert [game.client_game for game in reading.games] == ["7", "8"]
    assert reading.account == Account(2, 0, 2, 0)


def test_a_table_without_players_is_no_game() -> None:
    reading = read_archive(document([packet(1, [message("odd")])], players=[]), SHIPPED)

    assert reading.games == ()
    assert messages_of(reading)[0] == "The packets name 0 players of table 7, expected 2 to 8"
    assert reading.account == Account(1, 0, 0, 1)


# The framework's start, concession, end and result


def test_the_shipped_mapping_reads_the_start_a_concession_the_end_and_the_result() -> None:
    result = [
        {"player": "2", "name": "Moss, the younger", "rank": "2", "concede": "1"},
        {"player": 1, "name": "Wren", "rank": 1},
    ]
    told = [
        packet(1, [message("gameStateChange", {"name": "gameSetup"})]),
        packet(2, [message("playerConcedeGame", {"player_name": "Moss, the younger"})]),
        packet(3, [message("gameStateChange", {"id": 99, "args": {"table": {"concede": 1}, "result": result}})]),
    ]

    reading = read(told)

    (game,) = reading.games
    at = game.events[0].at
    assert list(game.events) == [
        TournamentStarted((Seated(PlayerId("1")), Seated(PlayerId("2"))), effects_told=False, at=at),
        SeatConceded(2, at=at),
        TournamentEnded(1, "concession", at=at),
    ]
    assert at is not None
    assert at.isoformat() == "2023-11-14T22:13:20+00:00"
    assert {one: (person.name, person.account) for one, person in game.people.items()} == {
        "1": ("Wren", "1"),
        "2": ("Moss, the younger", "2"),
    }
    assert reading.problems == ()


def test_two_first_ranks_are_a_draw_and_no_rank_is_no_winner() -> None:
    def winner(ranks: Sequence[Json]) -> Json:
        rows = [{"player": place, "rank": rank} for place, rank in enumerate(ranks, 1)]
        (ended,) = events_of(read([packet(1, [message("gameStateChange", {"id": 99, "args": {"result": rows}})])]))
        assert isinstance(ended, TournamentEnded)
        return ended.winner

    assert [winner(["1", 1]), winner([None, None]), winner([2, 1])] == ["draw", None, 2]


def test_an_undo_of_the_framework_leaves_a_gap_since_it_does_not_say_how_far_it_goes() -> None:
    told = [packet(1, [message("message")]), packet(2, [message("undoRestorePoint", [])])]

    assert [type(event) for event in events_of(read(told))] == [GapLeft]


# A mapping of one's own


def test_a_made_up_vocabulary_is_read_to_the_last_message(cards: Catalogue) -> None:
    reading = sampled(DUEL, WHOLE)

    (game,) = reading.games
    steps = replay(GAME, cards, game.events).steps
    assert reading.problems == ()
    assert reading.account == Account(total=14, read=12, framework=2, unknown=0)
    assert [(step.number, step.answer) for step in steps if step.answer != "legal"] == []
    told = [event for event in game.events if isinstance(event, CardRevealed | FlagTaken | CardsBenched)]
    assert [(type(event).__name__, event.seat) for event in told] == [
        ("CardRevealed", 1),
        ("CardRevealed", 2),
        ("CardRevealed", 2),
        ("FlagTaken", 2),
        ("CardsBenched", 1),
        ("CardRevealed", 1),
        ("FlagTaken", 1),
        ("CardsBenched", 2),
    ]
    assert GAME.summary(GAME.fold(cards, game.events)).winner == 1


def test_what_is_taken_back_names_the_event_it_goes_back_to() -> None:
    rules = """
[[type]]
name = "roundBegins"
event = "RoundStarted"
fields.round = { path = "args.from_zero", plus = 1 }
[[type]]
name = "undone"
event = "TakenBack"
fields.to = { before_move = "args.move" }
[[type]]
name = "cleared"
event = "TakenBack"
fields.to = { before_uid = "args.uids.0" }
"""
    told = [
        packet(1, [message("roundBegins", {"from_zero": "0"})]),
        packet(2, [message("roundBegins", {"from_zero": 1}, uid="u2")]),
        packet(3, [message("undone", {"move": "2"})]),
        packet(4, [message("cleared", {"uids": ["u2"]})]),
        packet(5, [message("undone", {"move": 77})]),
    ]

    reading = read(told, mapped(rules))

    at = reading.games[0].events[0].at
    assert events_of(reading) == [
        RoundStarted(1, at=at),
        RoundStarted(2, at=at),
        TakenBack(2, at=at),
        TakenBack(2, at=at),
        GapLeft(at=at),
    ]
    assert messages_of(reading) == [
        "1 of 2 messages of type undone cannot be read by the mapping: nothing was told of the move '77'"
    ]


def test_a_value_that_a_table_lacks_is_named_and_never_guessed() -> None:
    rules = """
[tables.trays]
1 = "A"
[[type]]
name = "chosen"
event = "PileChosen"
fields.round = "args.round"
fields.seat = { seat = "args.player_id" }
fields.tray = { path = "args.pile", table = "trays" }
"""
    told = [
        packet(1, [message("chosen", {"round": "1", "player_id": 1, "pile": 1})]),
        packet(2, [message("chosen", {"round": 1, "player_id": 1, "pile": 9})]),
        packet(3, [message("chosen", {"round": 10**40, "player_id": 1, "pile": "1"})]),
        packet(4, [message("chosen", {"round": 1, "player_id": 3, "pile": "1"})]),
    ]

    reading = read(told, mapped(rules))

    assert messages_of(reading) == [
        "3 of 4 messages of type chosen cannot be read by the mapping: the table trays has no 9 for args.pile; "
        "it is no PileChosen: Expected `int` <= 99 - at `$.round`; no player of the table is 3"
    ]


def test_fans_are_told_by_seat_if_a_mapping_says_where_they_stand() -> None:
    rules = """
[[type]]
name = "gameStateChange"
when = { path = "args.id", is = 99 }
event = "TournamentEnded"
fields.winner = { winner = "args.args.result" }
fields.fans = { by_seat = "args.args.result", value = { path = "item.score", as = "number" } }
"""
    result = [{"player": 2, "rank": 1, "score": "31"}, {"player": 1, "rank": 2, "score": 20}]

    (ended,) = events_of(
        read([packet(1, [message("gameStateChange", {"id": 99, "args": {"result": result}})])], mapped(rules))
    )

    assert isinstance(ended, TournamentEnded)
    assert (ended.winner, ended.fans) == (2, (20, 31))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bga = ", "The mapping is no TOML: Invalid value (at end of document)"),
        ("x = 1", "The mapping is not complete or not right: Object contains unknown field `x`"),
        (
            '[bga]\ngame = "chess"',
            "The mapping is not complete or not right: Invalid enum value 'chess' - at `$.bga.game`",
        ),
        (
            '[[type]]\nname = "a"\nevent = "FlagTakn"',
            "Type 'a': There is no event 'FlagTakn', expected one of BenchSeats",
        ),
        ('[[type]]\nname = "a"\nevent = "FlagTaken"', "Type 'a': FlagTaken needs park, round, seat - at `type[0]`"),
        ('[[type]]\nname = "a"\nfields.x = 1', "Type 'a': It has fields and no event - at `type[0]`"),
        (
            '[[type]]\nname = "a"\nevent = "GapLeft"\nfields.x = 1',
            "Type 'a': GapLeft has no field 'x', expected one of at, first_line, last_line - at `type[0]`",
        ),
        (
            '[[type]]\nname = "a"\nevent = "GapLeft"\nfields.at = "time"',
            "Type 'a': 'time' is no path: expected one that begins with args, item, move, uid, to, as args.card.id",
        ),
        (
            '[[type]]\nname = "a"\nevent = "GapLeft"\nfields.at = { path = "args.x", table = "t" }',
            "Type 'a': There is no table 't', expected one of none - at `type[0]`",
        ),
        (
            '[[type]]\nname = "a"\nevent = "GapLeft"\nfields.at = { path = "args.x", seat = "args.x" }',
            "Type 'a': An expression has one of path, constant, seat, each, hidden, remembered, winner, by_seat, ",
        ),
        (
            '[[type]]\nname = "a"\nwhen = { path = "args.x" }',
            "Type 'a': The condition on args.x needs either `is` or `holds` - at `type[0]`",
        ),
    ],
)
def test_a_mapping_that_cannot_be_says_what_was_found_and_expected(text: str, message: str) -> None:
    head = "" if text.startswith(("bga", "[bga", "x")) else "[bga]\n"

    with pytest.raises(BgaMappingError) as found:
        parse_bga_mapping(f"{text}\n[bga]\n" if text.startswith("x") else head + text)

    assert str(found.value).startswith(message)


def test_a_users_mapping_is_kept_as_written_and_laid_over_the_shipped_one(tmp_path: Path) -> None:
    path = keep_bga_mapping(tmp_path, EXAMPLE)

    mapping = mapping_in(tmp_path)

    assert path.read_text(encoding="utf-8") == EXAMPLE
    assert mapping == WHOLE
    assert {"roundBegins", "playerConcedeGame"} <= mapping.rules.keys()
    (told,) = (found for found in bga_adapter(tmp_path).read(document([packet(1, [])])) if isinstance(found, Told))
    assert told.client == "Board Game Arena"


def test_a_kept_mapping_that_is_broken_is_told(tmp_path: Path) -> None:
    path = keep_bga_mapping(tmp_path, EXAMPLE)
    path.write_text("[bga]\nfoo = 1\n", encoding="utf-8")

    (problem,) = bga_adapter(tmp_path).read(document([packet(1, [])]))

    assert isinstance(problem, Problem)
    assert problem.message.startswith(f"The mapping {path} cannot be used: The mapping is not complete or not right")


# The command


def gametape(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dashboard.cli", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_the_command_lists_types_with_their_number_and_what_they_hold(tmp_path: Path) -> None:
    mapping = tmp_path / "mine.toml"
    mapping.write_text(EXAMPLE, encoding="utf-8")

    shown = gametape("bga", "types", DUEL)
    whole = gametape("bga", "types", "--json", "--mapping", mapping, DUEL)

    assert shown.returncode == 0
    assert shown.stdout.startswith("14 packets: 1 read, 2 framework, 11 unknown\n")
    assert '\nbannerSeized\n  args.player_id = 52\n  args.player_name = "Moss, the younger"\n' in shown.stdout
    assert "athleteShown (4)" in shown.stderr
    told = json.loads(whole.stdout)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert told["packets"] == {"total": 14, "read": 12, "framework": 2, "unknown": 0}
    assert told["types"][0]["type"] == "athleteShown"
    assert told["types"][0]["events"] == ["CardRevealed"]


def test_the_command_answers_a_bad_file_with_a_message(tmp_path: Path) -> None:
    missing = gametape("bga", "types", tmp_path / "none.json")
    broken = tmp_path / "broken.toml"
    broken.write_text("[bga", encoding="utf-8")

    refused = gametape("bga", "types", "--mapping", broken, DUEL)

    assert (missing.returncode, refused.returncode) == (1, 1)
    assert missing.stderr.startswith(f"gametape: {tmp_path / 'none.json'}: The file cannot be opened")
    assert refused.stderr.startswith(f"gametape: {broken}: The mapping is no TOML: ")


# Hostile files


def answered(data: bytes, mapping: BgaMapping, cards: Catalogue) -> None:
    reading = read_archive(Document("x.json", data), mapping)
    account = reading.account
    assert account.total == account.read + account.framework + account.unknown
    for told in reading.games:
        encode_batch(told.family, list(told.events))
        told.digest(0)
        GAME.rows(GAME.fold(cards, told.events))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([10**30, 10**400, -1, 1e308, "", "x" * 5000, "9" * 400, [], {}, [[]], "\ud800", "²"]),
    st.text(max_size=4),
)


def places(value: Json) -> list[tuple[Json, Json]]:
    """Every place in a JSON value that can be changed, as its container and key."""
    found: list[tuple[Json, Json]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        found.extend((holder, key) for key in keys)
        waiting.extend(holder[key] for key in keys if isinstance(holder[key], dict | list))
    return found


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sample=st.sampled_from(sorted((SAMPLES / "bga").glob("*.json"))), data=st.data())
def test_a_sample_with_something_changed_gets_an_answer(sample: Path, data: st.DataObject) -> None:
    value = json.loads(sample.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        found = places(value)
        if not found:
            break
        holder, key = found[data.draw(st.integers(0, 10_000)) % len(found)]
        if data.draw(st.booleans()):
            # A copy: one list in two places, or in itself, is no JSON.
            holder[key] = copy.deepcopy(data.draw(JUNK))
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            del holder[key]

    answered(json.dumps(value).encode(), WHOLE, CARDS)


CARDS: Catalogue = shipped()["challengers"]


@pytest.mark.parametrize("depth", [10, 63, 64, 65, 300, 900, 990, 1000, 100_000])
def test_nesting_of_any_depth_gets_an_answer(depth: int, cards: Catalogue) -> None:
    deep = b"[" * depth + b"]" * depth
    told = b'[{"channel":"/table/t7","packet_id":1,"data":[{"type":"odd","args":' + deep + b"}]}]"
    twice = b'{"data":{"logs":' + told[:-1] + b"," + told[1:] + b"}}"

    answered(told, SHIPPED, cards)
    answered(twice, SHIPPED, cards)


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)),
        b'[{"channel":"\xff","packet_id":1,"data":[]}]',
        b'[{"channel":"/table/t7","packet_id":1,"data":[{"type":"\xff"}]}]',
        b'[{"channel":"/table/t7","packet_id":' + b"9" * 10_000 + b',"data":[]}]',
        b'[{"channel":"/table/t7","time":1e999,"data":[]}]',
        b"<html>g_gamelogs = {{{",
        b"<html>g_gamelogs = [" + b"[" * 100_000,
        b"<html>g_gamelogs = [" + b"9" * 10_000 + b"]",
        b"<html>boardgamearena",
        b'<html>g_gamelogs = ["\xff"]',
        b"null",
    ],
)
def test_hostile_bytes_get_a_problem_and_never_an_exception(data: bytes, cards: Catalogue) -> None:
    answered(data, WHOLE, cards)

    assert read_archive(Document("x.html", data), WHOLE).problems

"""Another telling of a game is recognised when it is imported, in whatever order they come, and two games stay two."""

import datetime as dt
import gzip
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from dashboard.workspace import Workspace
from events.base import Event, PlayerId
from events.boba import GameStarted, HeroesRevealed, Seated
from events.challengers import TournamentStarted
from events.registry import PlayersMerged, RecordingsJoined, RecordingsParted
from events.tape import NewRecording, migrate
from ingest.adapter import Document, Person, Told
from ingest.importing import import_bytes
from ingest.native import NATIVE, Client, write
from ingest.registering import register, registered
from projector.boba import GAME
from projector.challengers import GAME as CHALLENGERS
from projector.statistics import BY_NAME
from tests.tellings import EVENING, ONE, OTHER, PEOPLE, file_of, from_on, game_of, seen
from tests.test_challengers_properties import tournament


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


def brought(work: Workspace, *files: bytes) -> list[str]:
    """The games on the tape after these files came in."""
    for number, data in enumerate(files):
        import_bytes(work.tape, data, f"log-{number}.jsonl", work.cards)
    return [listed.id for listed in work.listed(100)]


def why(work: Workspace) -> list[str]:
    """Why recordings were joined, in words."""
    joined = [event for event in registered(work.tape) if isinstance(event, RecordingsJoined)]
    reasons = [event.reason for event in joined if event.reason is not None]
    return [f"{event.why}: {work.tape.texts(reasons)[event.reason]}" for event in joined if event.reason is not None]


GAME_1 = game_of(1)
MINE, THEIRS = seen(GAME, GAME_1, 1), seen(GAME, GAME_1, 2)


def test_both_players_recordings_are_one_game_that_is_read_whole_and_counted_once(work: Workspace) -> None:
    (game,) = brought(work, file_of(MINE, client="phone"), file_of(THEIRS, client="tablet"))

    assert [type(event) for event in work.events(game)] == [type(event) for event in GAME_1]
    assert work.listed_one(game).summary.status == "complete"
    assert work.tables()["games"].collect().height == 1
    assert why(work) == [
        f"contents: the same players, 14 cards seen by both; both tell {len(GAME_1)} facts alike and none otherwise"
    ]


def test_an_import_says_which_game_a_recording_tells_again(work: Workspace) -> None:
    (game,) = brought(work, file_of(MINE, client="phone"))

    report = import_bytes(work.tape, file_of(THEIRS, client="tablet"), "log", work.cards)

    assert [told.joined for told in report.games] == [(game,)]


def test_the_clients_own_id_of_a_game_joins_its_recordings(work: Workspace) -> None:
    early, late = MINE[:40], from_on(MINE, 45)

    (game,) = brought(work, file_of(late, ids=["g7"]), file_of(early, ids=["g7"]))

    assert len(work.events(game)) == len(MINE) - 5 + 1
    assert why(work)[0].startswith("client_game: phone gives both the id g7; ")


def test_a_recording_that_begins_in_the_middle_completes_when_the_other_half_comes(work: Workspace) -> None:
    late = file_of(from_on(THEIRS, 30), client="tablet")
    (game,) = brought(work, late)
    assert work.listed_one(game).summary.status != "complete"

    (game,) = brought(work, file_of(MINE, client="phone"))

    assert work.listed_one(game).summary.status == "complete"
    assert [type(event) for event in work.events(game)] == [type(event) for event in GAME_1]


@pytest.mark.parametrize("minutes", [0, 1, 90])
def test_two_games_of_the_same_players_in_the_same_minute_stay_two(work: Workspace, minutes: int) -> None:
    other = game_of(2, at=EVENING + dt.timedelta(minutes=minutes))

    games = brought(work, file_of(MINE, client="phone"), file_of(seen(GAME, other, 2), client="tablet"))

    assert len(games) == 2


def test_two_tellings_that_contradict_each_other_in_one_fact_stay_two(work: Workspace) -> None:
    other = [
        replace(event, heroes=event.heroes[::-1]) if isinstance(event, HeroesRevealed) and event.battle == 3 else event
        for event in THEIRS
    ]

    assert len(brought(work, file_of(MINE, client="phone"), file_of(other, client="tablet"))) == 2


def test_a_game_of_other_players_with_the_same_cards_stays_another(work: Workspace) -> None:
    people = PEOPLE | {OTHER: Person(name="Ole")}

    games = brought(work, file_of(MINE), file_of(THEIRS, people=people))

    assert len(games) == 2


def test_the_same_cards_a_week_later_are_another_game(work: Workspace) -> None:
    other = game_of(1, at=EVENING + dt.timedelta(days=7))

    assert len(brought(work, file_of(MINE, client="phone"), file_of(seen(GAME, other, 2), client="tablet"))) == 2


def test_the_other_side_may_sit_in_seat_1_of_its_own_log(work: Workspace) -> None:
    turned = GAME.telling.reseated(THEIRS, {1: 2, 2: 1})

    (game,) = brought(work, file_of(MINE, client="phone"), file_of(turned, client="tablet"))

    assert work.listed_one(game).summary.status == "complete"


def test_players_who_are_called_otherwise_by_another_client_are_recognised_by_their_game(work: Workspace) -> None:
    people = {ONE: Person(name="ida_1999"), OTHER: Person(name="u.d.o.")}

    (game,) = brought(work, file_of(MINE, client="phone"), file_of(THEIRS, client="tablet", people=people))

    assert work.listed_one(game).names == ("Ida", "Udo")
    assert "players who may be the same" in why(work)[0]


TELLINGS = (
    file_of(MINE, client="phone"),
    file_of(THEIRS[:60], client="tablet"),
    file_of(from_on(THEIRS, 40), client="camera"),
    file_of(game_of(2), client="phone"),
)


def test_every_order_of_arrival_gives_the_same_games_tables_and_statistics(tmp_path: Path) -> None:
    found = []
    for number, order in enumerate(itertools.permutations(TELLINGS)):
        migrate(tmp_path / f"{number}.db")
        with Workspace(str(tmp_path / f"{number}.db")) as work:
            games = brought(work, *order)
            told = sorted([type(event).__name__ for event in work.events(game)] for game in games)
            battles = work.tables()["battles"].collect().drop("game").sort("battle", "hero_1")
            statistics = [BY_NAME[name].compute(work.tables()).rows() for name in ("decks", "honors", "margins")]
            found.append((told, battles.rows(), statistics))

    assert len(found[0][0]) == 2
    assert all(other == found[0] for other in found[1:])


def test_files_that_come_again_renamed_packed_or_cut_add_no_game(work: Workspace) -> None:
    whole = file_of(MINE, game_of(2), game_of(3))
    subset = file_of(game_of(2))

    games = brought(work, whole, gzip.compress(whole, mtime=5), subset, whole, file_of(MINE, game_of(4)))

    assert len(games) == 4
    assert len(work.tape.recordings()) == 4


def test_what_a_person_parted_is_not_joined_again(work: Workspace) -> None:
    (game,) = brought(work, file_of(MINE, client="phone"), file_of(THEIRS, client="tablet"))
    parted = work.tellings.joins().recordings_of(work.recording(game).id)[1]
    register(work.tape, [RecordingsParted(recording=parted)])

    games = brought(work, file_of(THEIRS[:60], client="tablet"))

    joins = work.tellings.joins()
    assert parted in games
    assert joins.game_of(parted) != joins.game_of(work.recording(game).id)


def test_what_an_import_left_that_was_cut_off_is_joined_at_the_next(work: Workspace) -> None:
    for number, data in enumerate((file_of(MINE, client="phone"), file_of(THEIRS, client="tablet"))):
        (told,) = NATIVE.read(Document(f"{number}", data))
        assert isinstance(told, Told)
        new = NewRecording(family="boba", adapter="native", events=list(told.events), client=told.client)
        work.tape.append_new([new])

    assert len(brought(work, file_of(game_of(5)))) == 2


def test_bots_that_play_alike_are_never_joined(work: Workspace) -> None:
    def simulated(events: list[Event]) -> list[Event]:
        start = events[0]
        assert isinstance(start, GameStarted)
        seats = (Seated(player=PlayerId("one")), Seated(player=PlayerId("other")))
        return [GameStarted(seats=seats, mode=start.mode, simulated=True), *events[1:]]

    games = brought(work, file_of(simulated(MINE), client="a"), file_of(simulated(THEIRS), client="b"))

    assert len(games) == 2


def tournament_file(events: Sequence[Event], client: str) -> bytes:
    start = events[0]
    assert isinstance(start, TournamentStarted)
    people = {seat.player: Person(name=f"Player {seat.player}") for seat in start.seats if seat.player is not None}
    told = [replace(start, simulated=False, at=EVENING), *events[1:]]
    return b"".join(write("challengers", told, people=people, texts={}, client=Client(name=client)))


def test_two_players_of_a_tournament_tell_one_game_and_another_tournament_is_another(work: Workspace) -> None:
    first, second = tournament(2, 4), tournament(4, 4)

    games = brought(
        work,
        tournament_file(seen(CHALLENGERS, first, 1), "phone"),
        tournament_file(seen(CHALLENGERS, first, 3), "tablet"),
        tournament_file(seen(CHALLENGERS, second, 2), "tablet"),
    )

    assert len(games) == 2
    assert sorted(len(work.told(game).recordings) for game in games) == [1, 2]
    assert all(work.listed_one(game).summary.status != "quarantined" for game in games)


def test_accounts_that_somebody_merged_are_the_same_players_for_what_comes_after(work: Workspace) -> None:
    people = {ONE: Person(name="Ida", account="i-1"), OTHER: Person(name="Udo", account="u-1")}
    again = {ONE: Person(name="Ida", account="i-2"), OTHER: Person(name="Udo", account="u-2")}
    first, second = game_of(2), game_of(3)
    files = [file_of(seen(GAME, first, 1), people=people), file_of(seen(GAME, first, 2), people=again)]
    apart = brought(work, *files)
    ids = {account.handle: account.id for account in work.tape.accounts()}
    for old, new in (("i-1", "i-2"), ("u-1", "u-2")):
        register(work.tape, [PlayersMerged(kept=ids[f"account:{old}"], merged=ids[f"account:{new}"])])

    after = brought(work, file_of(seen(GAME, second, 1), people=people), file_of(seen(GAME, second, 2), people=again))

    # One client that calls players otherwise tells another game, until somebody says who they are.
    assert len(apart) == 2
    assert len(after) == 3

"""Joining, parting, retracting, settling and reading anew, by command: each is an event with its author and reason."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from dashboard.cli import main
from dashboard.workspace import Workspace
from events.base import Event, RecordingId
from events.boba import BattleResolved, GameEnded, GameStarted
from events.codec import encode_line
from events.registry import FindingSettled, RecordingReplaced
from events.tape import migrate
from ingest.adapter import Adapter, Document, Read, Told
from ingest.importing import import_bytes
from ingest.native import NATIVE
from ingest.registering import registered
from ingest.reimporting import reimport
from projector.boba import GAME
from tests.tellings import file_of, from_on, game_of, seen

Run = Callable[..., Result]


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as found:
        yield found


@pytest.fixture
def run(work: Workspace) -> Run:
    return lambda *arguments: CliRunner().invoke(
        main, [arguments[0], "--database", work.database, *map(str, arguments[1:])]
    )


def brought(work: Workspace, data: bytes, name: str = "log.jsonl") -> list[str]:
    return [game.recording for game in import_bytes(work.tape, data, name, work.cards).games]


GAME_1 = game_of(1)
LAST = len(GAME_1)
END = GAME_1[-1]
assert isinstance(END, GameEnded)
WINNER = END.winner
OTHER: int = 2 if WINNER == 1 else 1
WRONG = [*GAME_1[:-1], replace(END, winner=OTHER)]


def results(work: Workspace) -> list[int | None]:
    """Who won each game that counts."""
    return work.tables()["games"].filter("counted").collect()["winner"].to_list()


def test_two_halves_without_anything_in_common_are_joined_and_parted_by_hand(work: Workspace, run: Run) -> None:
    (first,) = brought(work, file_of(GAME_1[:30]), "a")
    (second,) = brought(work, file_of(from_on(GAME_1, 35), client="tablet"), "b")
    assert len(work.listed(9)) == 2

    joined = run("join", first, second, "--by", "Ole", "--reason", "I was there")

    assert (joined.exit_code, joined.output) == (0, f"{first} is told by 2 recordings now\n")
    assert [it.id for it in work.listed(9)] == [first]
    assert work.tables()["games"].collect()["id"].to_list() == [first]
    told = json.loads(run("recordings", second, "--json").output)
    assert [it["id"] for it in told["recordings"]] == [first, second]
    (decision,) = told["decisions"]
    assert (decision["reason"], decision["by"]) == ("I was there", "Ole")
    assert decision["what"] == f"Joined by hand: {first}, {second}"

    parted = run("part", second)

    assert (parted.exit_code, parted.output) == (0, f"{second} is a game of its own now\n")
    assert len(work.listed(9)) == 2
    assert sorted(work.tables()["games"].collect()["id"].to_list()) == sorted([first, second])


def test_what_cannot_be_joined_or_parted_is_said(work: Workspace, run: Run) -> None:
    (game,) = brought(work, file_of(GAME_1))

    answers = [run("join", game, game), run("join", game, "nowhere"), run("part", game), run("retract", game, "--undo")]

    assert [answer.exit_code for answer in answers] == [1, 1, 1, 1]
    assert [answer.stderr.strip() for answer in answers] == [
        f"gametape: {game} and {game} are the same game already",
        "gametape: There is no game 'nowhere'; `gametape games` lists those there are",
        f"gametape: {game} is the only recording of its game: there is nothing to part it from",
        f"gametape: {game} is not retracted",
    ]


def test_a_retracted_game_counts_nowhere_until_it_is_restored(work: Workspace, run: Run) -> None:
    (game,) = brought(work, file_of(GAME_1))
    assert results(work) == [WINNER]

    run("retract", game, "--reason", "a test")

    assert results(work) == []
    assert work.listed_one(game).summary.status == "retracted"
    assert run("retract", game, "--undo").output == f"{game} counts again\n"
    assert results(work) == [WINNER]


def test_a_quarantined_game_is_shown_beside_the_step_that_broke(work: Workspace, run: Run) -> None:
    (game,) = brought(work, file_of(WRONG))

    listed, shown = run("quarantine", "--json"), run("quarantine", game)

    assert [it["id"] for it in json.loads(listed.output)["games"]] == [game]
    assert shown.exit_code == 1
    assert f"The game: the log states seat {OTHER} wins, the rules derive seat {WINNER} wins" in shown.output
    assert encode_line(work.events(game)[-1]).decode() in shown.output


@pytest.mark.parametrize(
    ("take", "winner", "status"),
    [("stated", OTHER, "complete"), ("derived", WINNER, "complete"), ("unfinished", None, "complete")],
)
def test_a_contradiction_is_settled_by_choosing_what_holds(
    work: Workspace, run: Run, take: str, winner: int | None, status: str
) -> None:
    (game,) = brought(work, file_of(WRONG))

    settled = run("settle", game, LAST, "--take", take, "--by", "Ida", "--reason", "we counted again")

    assert (settled.exit_code, settled.output) == (0, f"{game} is {status}\n")
    assert work.listed_one(game).summary.winner == winner
    assert results(work) == ([winner] if winner is not None else [])
    shown = run("quarantine", game)
    assert shown.exit_code == 0
    assert f"settled: {take}, we counted again" in shown.output
    assert run("settle", game, LAST, "--undo").output == f"{game} is quarantined, 1 findings are open\n"


def test_a_line_is_edited_and_the_finding_stays_visible_as_settled(work: Workspace, run: Run) -> None:
    (game,) = brought(work, file_of(WRONG))
    line = encode_line(replace(work.events(game)[-1], winner=WINNER)).decode()

    settled = run("settle", game, LAST, "--take", "edit", "--line", line)

    assert settled.output == f"{game} is complete\n"
    assert work.listed_one(game).summary.winner == WINNER
    (step,) = [step for step in work.replay(game).steps if step.findings]
    assert [finding.settled for finding in step.findings] == ["edited"]


def test_of_two_recordings_that_contradict_each_other_the_other_one_can_be_believed(work: Workspace, run: Run) -> None:
    (first,) = brought(work, file_of(seen(GAME, GAME_1, 1)), "a")
    (second,) = brought(work, file_of(seen(GAME, WRONG, 2), client="tablet"), "b")
    joined = run("join", first, second)
    assert "They contradict each other in 1 facts" in joined.stderr
    believed = work.listed_one(first).summary.winner

    run("settle", first, LAST, "--take", "derived" if believed == OTHER else "stated")

    assert work.listed_one(first).summary.winner == WINNER
    assert work.listed_one(first).summary.status == "complete"


def test_choices_that_cannot_be_are_refused(work: Workspace, run: Run) -> None:
    (game,) = brought(work, file_of(GAME_1))

    assert run("settle", game, 3, "--take", "stated").stderr == f"gametape: There is no finding at event 3 of {game}\n"
    assert run("settle", game, 999, "--take", "stated").stderr == (
        f"gametape: {game} has events 1 to {LAST}, not 999\n"
    )
    assert "The line is no event of the game" in run("settle", game, 3, "--take", "edit", "--line", "{}").stderr
    assert run("settle", game, 3, "--take", "edit").exit_code == 2
    assert run("settle", game, 3).exit_code == 2
    assert run("settle", game, 3, "--undo").exit_code == 1


def newer(read: Callable[[Told], Told]) -> Adapter:
    """The native adapter, mended: it reads each game otherwise."""

    def read_all(document: Document) -> Iterator[Read]:
        for found in NATIVE.read(document):
            yield read(found) if isinstance(found, Told) else found

    return replace(NATIVE, version=2, read=read_all)


def mended(told: Told) -> Told:
    """As an adapter would read it that used to leave out every pass, and told the wrong end."""
    events: list[Event] = [replace(e, format="kitchen") if isinstance(e, GameStarted) else e for e in told.events]
    return replace(told, events=events)


def without_results(told: Told) -> Told:
    return replace(told, events=[event for event in told.events if not isinstance(event, BattleResolved)])


def test_a_new_reading_replaces_the_old_and_addresses_and_decisions_follow(work: Workspace) -> None:
    old_ones = brought(work, file_of(WRONG, game_of(2), ids=["x"]))
    work.tape.append_registry(
        [FindingSettled(recording=work.recording(old_ones[0]).id, event=LAST, decision="derived")]
    )

    (report,) = reimport(work.tape, [newer(without_results)])

    assert (report.replaced, report.added, report.unchanged, report.left) == (2, 0, 0, ())
    assert len(work.listed(9)) == 2
    for old in old_ones:
        new = work.recording(old).id
        assert new != old
        assert len(work.tellings.steps_of(work.tellings.joins().current(new))) == len(work.events(new))
        assert work.tellings.steps_of(RecordingId(old))[-1] == len(work.events(new))
    moved = [event for event in registered(work.tape) if isinstance(event, FindingSettled)][-1]
    assert (moved.recording, moved.event) == (work.recording(old_ones[0]).id, len(work.events(old_ones[0])))
    assert list(reimport(work.tape, [newer(without_results)])) == []


def test_a_reimport_that_was_cut_off_goes_on_where_it_was(work: Workspace) -> None:
    brought(work, file_of(GAME_1, game_of(2)), "one")
    brought(work, file_of(game_of(3)), "two")

    first = next(reimport(work.tape, [newer(mended)]))
    rest = list(reimport(work.tape, [newer(mended)]))

    assert (first.replaced, [it.replaced for it in rest]) == (2, [1])
    assert len(work.listed(9)) == 3
    assert sum(isinstance(event, RecordingReplaced) for event in registered(work.tape)) == 3


def test_a_reading_that_is_the_same_replaces_nothing_and_an_erased_file_is_told(work: Workspace) -> None:
    brought(work, file_of(GAME_1))

    (same,) = reimport(work.tape, [newer(lambda told: told)])
    work.tape.erase_source(same.source)
    (erased,) = reimport(work.tape, [newer(mended)])

    assert (same.replaced, same.unchanged) == (0, 1)
    assert erased.left == ("The file was erased, so its games stay as they were read",)


def test_the_command_says_when_there_is_nothing_to_read_anew(work: Workspace, run: Run) -> None:
    brought(work, file_of(GAME_1))

    assert run("reimport").output == "Every file was read by the present version of its adapter\n"
    assert run("reimport", "--adapter", "none").exit_code == 2

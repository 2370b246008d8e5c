"""Two tellings of one game by two clients, each with causes that the other leaves out, united into the whole.

The whole lies in tests/golden/pair.expected; `python -m tests.test_pair` rewrites it, and a person reads what changed.
"""

import itertools
import tempfile
from pathlib import Path

from dashboard.workspace import Workspace
from events.base import Event, PlayerId
from events.boba import GameStarted
from events.tape import migrate
from ingest.adapter import Person, Told
from ingest.importing import import_bytes
from tests.expected import SAMPLES, game_lines, shipped

GOLDEN = Path(__file__).parent / "golden" / "pair.expected"
PAIR = (SAMPLES / "native" / "pair-one.jsonl", SAMPLES / "native" / "pair-two.jsonl")


def united(place: Path, files: tuple[Path, ...]) -> tuple[list[str], list[Event], str]:
    """The ids of the games after these files came in, and the events and lines of the first."""
    migrate(place)
    with Workspace(str(place)) as work:
        for file in files:
            import_bytes(work.tape, file.read_bytes(), file.name, work.cards)
        games: list[str] = [listed.id for listed in work.listed(9)]
        events = list(work.events(games[0]))
        state = work.system(games[0]).fold(work.cards["boba"], events)
        ids = [player for player in work.system(games[0]).players(state) if player is not None]
        names = work.tape.names(ids)
        people: dict[PlayerId, Person] = {player: Person(name=names[player]) for player in ids}
    told = Told(family="boba", events=events, people=people, client="both", line=1)
    lines = [line for line in game_lines(told, shipped()) if " is " not in line and "Summary(" not in line]
    return games, events, "\n".join(lines) + "\n"


def test_the_pair_is_one_game_read_and_checked_whole_in_either_order(tmp_path: Path) -> None:
    for number, files in enumerate(itertools.permutations(PAIR)):
        games, _, lines = united(tmp_path / f"{number}.db", files)

        assert len(games) == 1
        assert lines == GOLDEN.read_text(encoding="utf-8")


def test_each_side_of_the_pair_tells_causes_that_the_other_leaves_out(tmp_path: Path) -> None:
    one, two, both = (
        united(tmp_path / f"{number}.db", files)[1] for number, files in enumerate((PAIR[:1], PAIR[1:], PAIR))
    )

    def caused(events: list[Event]) -> list[bool]:
        return [getattr(event, "cause", None) is not None for event in events]

    assert len(one) == len(two) == len(both)
    assert [mine or theirs for mine, theirs in zip(caused(one), caused(two), strict=True)] == caused(both)
    assert sum(caused(one)) > 3
    assert sum(caused(two)) > 3
    assert not any(mine and theirs for mine, theirs in zip(caused(one), caused(two), strict=True))


def test_each_side_of_the_pair_knows_its_own_deck_alone_and_the_whole_knows_both(tmp_path: Path) -> None:
    def decks(events: list[Event]) -> list[bool]:
        started = events[0]
        assert isinstance(started, GameStarted)
        return [seat.deck is not None for seat in started.seats]

    one, two, both = (
        united(tmp_path / f"{number}.db", files)[1] for number, files in enumerate((PAIR[:1], PAIR[1:], PAIR))
    )

    # Each calls itself seat 1.
    assert (decks(one), decks(two), decks(both)) == ([True, False], [True, False], [True, True])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        GOLDEN.write_text(united(Path(folder) / "tape.db", PAIR)[2], encoding="utf-8", newline="\n")

"""The sample logs of Challengers! are read as the .expected beside each says.

`python -m tests.test_challengers_samples` rewrites them; a person reads the difference before it is committed.
"""

from pathlib import Path
from typing import Any, Union

import msgspec
import pytest

from events.base import PlayerId
from events.challengers import CHALLENGERS_EVENTS
from ingest.adapter import Person, Told
from projector.challengers import GAME
from projector.games import GAMES
from tests import expected
from tests.test_challengers_rules import CARDS, DATA

SAMPLES = sorted((DATA / "samples").glob("*.jsonl"))
_UNION: Any = Union[CHALLENGERS_EVENTS]  # noqa: UP007 (a union made of a tuple)


def told_in(sample: Path) -> Told:
    """The game of a sample, as the native adapter reads it."""
    header, *lines = sample.read_bytes().splitlines()
    found = msgspec.json.decode(header)
    decoder = msgspec.json.Decoder(_UNION)
    return Told(
        family=found["game"],
        events=[decoder.decode(line) for line in lines],
        people={PlayerId(player): msgspec.convert(person, Person) for player, person in found["players"].items()},
        client=found["client"]["name"],
        client_version=found["client"].get("version"),
        client_game=found["id"],
        line=1,
        unread=0,
        lines=list(range(2, len(lines) + 2)),
    )


def has_places(path: str) -> bool:
    """As `expected._has_places`, with the lists of places that a tournament has."""
    last = path.rsplit(".", 1)[-1]
    return last in {"seats", "zones", "results", "resolved", "ledger", "trays", "matches", "sides", "park", "bench"}


def rendered(sample: Path) -> str:
    lines = [f"{sample.name}, read by: native", "", *expected._game(told_in(sample), CARDS)]  # type: ignore[arg-type]  # ours
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_is_read_as_expected(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    monkeypatch.setattr(expected, "_has_places", has_places)

    assert rendered(sample) == sample.with_suffix(".expected").read_text(encoding="utf-8")


def test_both_tellings_of_the_duel_agree_on_its_course() -> None:
    duel, one_seat = (GAME.fold(CARDS, told_in(sample).events) for sample in SAMPLES)

    assert (duel.findings, one_seat.findings) == ([], [])
    assert [match.winner for match in duel.played] == [match.winner for match in one_seat.played] == [2, 2]


if __name__ == "__main__":
    GAMES[GAME.name] = GAME
    expected._has_places = has_places
    for found in SAMPLES:
        found.with_suffix(".expected").write_text(rendered(found), encoding="utf-8", newline="\n")

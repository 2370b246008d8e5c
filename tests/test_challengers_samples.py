"""The sample logs of Challengers!: what the two tellings of one duel have in common."""

from ingest.adapter import Told
from projector.challengers import GAME
from tests.expected import SAMPLES, shipped, told_in


def test_both_tellings_of_the_duel_agree_on_its_course() -> None:
    cards = shipped()["challengers"]
    duel, one_seat = (
        GAME.fold(cards, found.events)
        for name in ("challengers-duel", "challengers-one-seat")
        for found in told_in(SAMPLES / "native" / f"{name}.jsonl")
        if isinstance(found, Told)
    )

    assert (duel.findings, one_seat.findings) == ([], [])
    assert [match.winner for match in duel.played] == [match.winner for match in one_seat.played] == [2, 2]

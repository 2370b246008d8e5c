"""The store of tables by itself: segments, keys and counts of a game system made up for it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from events.base import RecordingId
from projector.facts import FactRows, Origin
from projector.game import Counts, Game
from projector.games import GAMES
from projector.tables import Change, Mark, Piece, Snapshot, TableStore, with_counts, write_piece
from projector.tables.segments import FAN_OUT, FULL, Segment, merge

SIZES = st.lists(st.one_of(st.integers(1, 20), st.integers(1, FULL)), max_size=40)
# Games of one number, each with a deck that holds as many cards as its name says.
TOY: Game[Any] = msgspec.structs.replace(
    GAMES["boba"],
    tables={
        "games": {"score": pl.UInt8},
        "decks": {"deck": pl.String, "cards": pl.UInt8},
        "deck_cards": {"deck": pl.String, "card": pl.UInt8},
    },
    keyed={"decks": "deck", "deck_cards": "deck"},
    counts={
        "scores": Counts(
            {"score": pl.UInt8},
            {"n": pl.UInt32},
            lambda tables: tables["games"].group_by("score").agg(n=pl.len()),
        )
    },
    versions={},
    told=None,
    refine=dict,
)


def piece(games: Sequence[tuple[str, int, int]]) -> Piece:
    """Games as (id, score, cards in the deck)."""
    rows = FactRows(TOY)
    for number, (name, score, cards) in enumerate(games):
        deck = f"of {cards}"
        told: dict[str, list[tuple[Any, ...]]] = {
            "games": [(score,)],
            "decks": [(deck, cards)],
            "deck_cards": [(deck, card) for card in range(cards)],
        }
        rows.add(number, Origin(RecordingId(name)), told)
    return with_counts(TOY, Piece(len(games), rows.take()))


def publish(store: TableStore, **change: Any) -> Snapshot:
    return store.publish({"boba": Change(**change)}, Mark("tape", "0"), {"boba": ""}, store.current())


def rows(snapshot: Snapshot, table: str) -> list[Any]:
    return sorted(snapshot.tables("boba")[table].collect().rows(), key=repr)


def store_in(folder: Path) -> TableStore:
    return TableStore(folder, {"boba": TOY})


def test_a_key_is_told_once_whichever_games_tell_it(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    publish(store, pieces=[piece([("a", 1, 2), ("b", 1, 2)]), piece([("c", 1, 2), ("d", 1, 1)])])

    snapshot = publish(store, pieces=[piece([("e", 1, 1), ("f", 1, 3)])])

    assert rows(snapshot, "decks") == [("of 1", 1), ("of 2", 2), ("of 3", 3)]
    assert len(rows(snapshot, "deck_cards")) == 1 + 2 + 3


def test_a_key_of_a_live_game_is_told_once_when_the_game_is_over(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    publish(store, live=[piece([("a", 1, 2), ("b", 1, 1)])])
    publish(store, pieces=[piece([("c", 1, 1)])])

    snapshot = publish(store, pieces=[piece([("a", 2, 2)])], gone=frozenset("a"))

    assert rows(snapshot, "games") == [(0, "c", None, 1), (1, "a", None, 2), (2, "b", None, 1)]
    assert rows(snapshot, "decks") == [("of 1", 1), ("of 2", 2)]


def test_a_key_of_several_live_games_is_told_once(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    publish(store, live=[piece([("a", 1, 2)])])

    snapshot = publish(store, live=[piece([("b", 1, 2)])])

    assert rows(snapshot, "decks") == [("of 2", 2)]
    assert rows(snapshot, "scores") == [(1, 2)]


def test_what_is_gone_leaves_its_segment_and_the_counts(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    publish(store, pieces=[piece([("a", 1, 1), ("b", 2, 1), ("c", 2, 1)])])

    snapshot = publish(store, pieces=[piece([("b", 3, 1)])], gone=frozenset("b"))

    assert rows(snapshot, "games") == [(0, "a", None, 1), (2, "c", None, 2), (3, "b", None, 3)]
    assert rows(snapshot, "scores") == [(1, 1), (2, 1), (3, 1)]


def test_a_segment_without_a_game_is_no_more(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    publish(store, pieces=[piece([("a", 1, 1)])])
    publish(store, pieces=[piece([("b", 1, 1)])])

    snapshot = publish(store, gone=frozenset("b"))

    assert [it.first for it in snapshot.manifest.systems["boba"].segments] == [0]
    assert snapshot.manifest.systems["boba"].next == 2


def test_pieces_in_files_and_in_memory_make_the_same_tables(tmp_path: Path) -> None:
    one, other = piece([("a", 1, 2), ("b", 2, 1)]), piece([("c", 3, 2)])
    files = [write_piece(tmp_path / name, it) for name, it in (("one", one), ("other", other))]

    told = publish(store_in(tmp_path / "files"), pieces=files)
    held = publish(store_in(tmp_path / "memory"), pieces=[one, other])

    assert {name: rows(told, name) for name in told.tables("boba")} == {
        name: rows(held, name) for name in held.tables("boba")
    }


def test_merged_counts_are_those_of_the_merged_games(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for number in range(FAN_OUT):
        snapshot = publish(store, pieces=[piece([(f"a{number}", number % 2, 1)])])

    assert len(snapshot.files("boba")["scores"]) == 1
    assert rows(snapshot, "scores") == [(0, 4), (1, 4)]


def test_of_more_live_games_than_can_be_played_the_older_come_to_rest(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    publish(store, live=[piece([(f"{number:04d}", 1, 1) for number in range(1000)])])

    snapshot = publish(store, live=[piece([(f"{number:04d}", 1, 1) for number in range(1000, 1100)])])

    first, live = snapshot.manifest.systems["boba"].segments
    assert (first.first, first.end, live.games, live.live) == (0, 1000, 100, True)
    assert snapshot.tables("boba")["games"].sort("game").collect()["id"].to_list() == [
        f"{number:04d}" for number in range(1100)
    ]


@given(SIZES)
def test_segments_stay_in_order_and_few_however_large_they_come(sizes: list[int]) -> None:
    segments: list[Segment] = []
    place = 0
    for games in sizes:
        segments.append(Segment(place, place + games, games))
        place += games
        merged = merge(segments)
        for one, parts in merged:
            assert (one.first, one.end) == (parts[0].first, parts[-1].end)
            assert one.games == sum(part.games for part in parts)
            assert one.games <= FULL
            assert len(parts) == 1 or not any(part.full for part in parts)
        assert [part for _, parts in merged for part in parts] == segments
        segments = [one for one, _ in merged]
    assert sum(not it.full for it in segments) < 2 * FAN_OUT


def test_a_million_games_in_refreshes_of_a_thousand_are_few_files() -> None:
    segments: list[Segment] = []
    written = most = 0
    for number in range(1000):
        segments.append(Segment(number * 1000, number * 1000 + 1000, 1000))
        merged = merge(segments)
        wrote = sum(one.games for one, parts in merged if len(parts) > 1)
        written, most = written + wrote, max(most, wrote)
        segments = [one for one, _ in merged]

    assert len(segments) <= 30
    assert written <= 4 * 1_000_000
    assert most <= FULL

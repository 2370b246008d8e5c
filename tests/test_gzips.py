"""Gzip data gives all the text there is, whatever is wrong behind it, and never more than it may."""

import gzip
import random
import tracemalloc
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from events.gzips import gunzipped

CHANCE = random.Random(1)  # noqa: S311 (a test's dice)
WORDS = " ".join(CHANCE.choices(["seat", "bench", "flag", "park", "honors"], k=50_000)).encode()
PACKED = gzip.compress(WORDS)
LIMIT = 10 * 1024 * 1024


def read(*pieces: bytes, limit: int = LIMIT) -> tuple[bytes, list[str]]:
    problems: list[str] = []
    return b"".join(gunzipped(pieces, problems, limit)), problems


def in_pieces(data: bytes, size: int) -> list[bytes]:
    return [data[place : place + size] for place in range(0, len(data), size)]


@given(
    texts=st.lists(st.binary(max_size=2000), min_size=1, max_size=4), size=st.integers(1, 500), zeros=st.integers(0, 9)
)
@example(texts=[WORDS, WORDS], size=1, zeros=3)
@example(texts=[WORDS, WORDS], size=10_000_000, zeros=0)
def test_members_in_a_row_are_one_text_however_they_come(texts: list[bytes], size: int, zeros: int) -> None:
    packed = b"".join(map(gzip.compress, texts)) + bytes(zeros)

    assert read(*in_pieces(packed, size)) == (b"".join(texts), [])


@given(cut=st.integers(0, len(PACKED) - 1))
def test_data_that_ends_early_gives_what_is_there(cut: int) -> None:
    text, (problem,) = read(PACKED[:cut])

    count = "1 byte" if len(text) == 1 else f"{len(text)} bytes"
    assert WORDS.startswith(text)
    assert problem == f"The gzip data ends in the middle: {count} of text were read and the rest is missing"


def test_a_cut_costs_no_more_than_what_is_cut() -> None:
    text, _ = read(PACKED[:-9])

    assert len(WORDS) - len(text) < 10


def test_damage_costs_nothing_that_stands_before_it() -> None:
    # Flushed, a block ends with the text; then 0xFF begins one of a kind that there is not.
    packing = zlib.compressobj(wbits=31)
    packed = packing.compress(WORDS) + packing.flush(zlib.Z_FULL_FLUSH)

    assert read(packed, b"\xff" * 1000) == (
        WORDS,
        [f"The gzip data is damaged: {len(WORDS)} bytes of text were read and the rest is lost"],
    )


@pytest.mark.parametrize("place", [-8, -4])
def test_a_wrong_checksum_is_told_behind_the_whole_text(place: int) -> None:
    packed = bytearray(PACKED)
    packed[place] ^= 1

    assert read(bytes(packed), gzip.compress(b"more")) == (
        WORDS,
        [
            f"The gzip data does not match its checksum: {len(WORDS)} bytes of text were read, which may be wrong, "
            "and nothing behind them"
        ],
    )


def test_a_second_member_that_is_cut_leaves_the_first() -> None:
    assert read(gzip.compress(b"first"), gzip.compress(b"second")[:5]) == (
        b"first",
        ["The gzip data ends in the middle: 5 bytes of text were read and the rest is missing"],
    )


@pytest.mark.parametrize("behind", [b"\x1f", b"{", b"\0\0\0 and so on", b"\x1e\x8b\x08"])
def test_other_bytes_behind_the_end_are_counted(behind: bytes) -> None:
    count = len(behind.lstrip(b"\0"))

    assert read(PACKED, *in_pieces(behind, 1)) == (
        WORDS,
        [f"Bytes that are no gzip data ({count}) stand behind its end; they are left out"],
    )


@pytest.mark.parametrize("data", [b"{}", b"\x1f\x8b\x07 no such method", b"\x1f\x8b\x08\xff flags of no gzip"])
def test_what_is_no_gzip_gives_nothing(data: bytes) -> None:
    assert read(data) == (b"", ["The gzip data is damaged: 0 bytes of text were read and the rest is lost"])


@pytest.mark.parametrize("members", [1, 3])
def test_a_text_may_be_as_long_as_the_limit_and_not_longer(members: int) -> None:
    packed = gzip.compress(b"x" * 100_000) * members
    size = 100_000 * members

    assert read(packed, limit=size) == (b"x" * size, [])
    assert read(packed, limit=size - 1) == (
        b"x" * (size - 1),
        [f"The gzip data holds more than {size - 1} bytes of text, which is as much as is read; the rest is left out"],
    )


def test_a_bomb_takes_no_memory() -> None:
    def bomb() -> Iterator[bytes]:
        packed = gzip.compress(bytes(16 * 1024 * 1024))
        for _ in range(1000):
            yield packed

    problems: list[str] = []
    tracemalloc.start()
    size = sum(map(len, gunzipped(bomb(), problems, 64 * 1024 * 1024)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (size, len(problems)) == (64 * 1024 * 1024, 1)
    assert peak < 18 * 1024 * 1024  # of which the test's own text has 16


@given(
    data=st.binary(max_size=300), at=st.integers(0, 10_000), limit=st.integers(0, 200_000), size=st.integers(1, 5000)
)
def test_nothing_ends_it_otherwise(data: bytes, at: int, limit: int, size: int) -> None:
    for packed in (data, b"\x1f\x8b\x08" + data, PACKED[:at] + data + PACKED[at + len(data) :]):
        text, problems = read(*in_pieces(packed, size), limit=limit)

        assert len(text) <= limit
        assert len(problems) <= 1
        assert problems or text == gzip.decompress(packed)

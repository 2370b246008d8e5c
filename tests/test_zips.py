"""A zip archive gives the files in it that can be read, and a sentence on each that cannot."""

import io
import random
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.zips import Member, is_archive, members
from tests.archives import zipped

ROOT = Path(__file__).resolve().parents[1]
WORKBOOK = ROOT / "data" / "samples" / "scoresheet" / "workbook.xlsx"
LIMIT = 1024 * 1024
CHANCE = random.Random(1)  # noqa: S311 (a test's dice)
LOG = " ".join(CHANCE.choices(["seat", "bench", "flag", "park", "honors"], k=5000)).encode()


def read(data: bytes, limit: int = LIMIT, most: int = 10_000) -> list[tuple[str, bytes, list[str]] | str]:
    found: list[tuple[str, bytes, list[str]] | str] = []
    for one in members(io.BytesIO(data), limit, most):
        if isinstance(one, Member):
            text = b"".join(one.pieces())
            assert b"".join(one.pieces()) == text
            found.append((one.name, text, one.problems))
        else:
            found.append(one)
    return found


def declared(data: bytes, place: int, value: int, size: int = 4) -> bytes:
    """An archive of one file whose entry in the list at the end says something else."""
    at = data.index(b"PK\x01\x02") + place
    return data[:at] + value.to_bytes(size, "little") + data[at + size :]


FLAGS, METHOD, CHECKSUM, SIZE, ATTRIBUTES, NAME = 8, 10, 16, 24, 38, 46


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@given(texts=st.dictionaries(st.text("abc/é", min_size=1), st.binary(), min_size=1))
@example(texts={"log": LOG * 10})
def test_the_files_of_an_archive_are_given_in_their_order(method: int, texts: dict[str, bytes]) -> None:
    files = {f"{name}log": b"#" + text for name, text in texts.items()}

    assert read(zipped(files, method)) == [(name, data, []) for name, data in files.items()]


def test_names_are_given_as_they_are() -> None:
    files = {"../../etc/passwd": b"a", "/absolute": b"b", "./here": b"", "C:\\log\x1b[31m": b"c"}

    assert read(zipped(files)) == [(name, data, []) for name, data in files.items()]


def test_folders_hidden_files_and_those_of_macos_are_left_out() -> None:
    names = ("deep/", ".hidden", "deep/.git/HEAD", "__MACOSX/deep/log", "deep/log")

    assert read(zipped(dict.fromkeys(names, b""))) == [("deep/log", b"", [])]


def test_a_file_may_have_no_name() -> None:
    data = zipped({"a": LOG})
    unnamed = declared(data, NAME, 0, 1).replace(b"a", b"\0", 1)

    assert read(unnamed) == [("", LOG, [])]


@pytest.mark.parametrize("names", [(), ("deep/",), (".hidden",)])
def test_an_archive_without_files_is_told(names: tuple[str, ...]) -> None:
    assert read(zipped(dict.fromkeys(names, b""))) == ["The zip archive holds no files"]


@pytest.mark.parametrize(
    ("place", "value", "size", "told"),
    [
        (FLAGS, 1, 2, "is encrypted: unpack it and give the file itself"),
        (METHOD, 12, 2, "is compressed by bzip2, expected Deflate: unpack it and give the file itself"),
        (METHOD, 77, 2, "is compressed by method 77, expected Deflate: unpack it and give the file itself"),
        (ATTRIBUTES, 0o120777 << 16, 4, "is a link, expected a file"),
        (SIZE, LIMIT + 1, 4, "has 1048577 bytes, expected at most 1048576; split it by games"),
    ],
)
def test_a_file_that_is_not_read_is_told(place: int, value: int, size: int, told: str) -> None:
    data = declared(zipped({"log": LOG}), place, value, size)

    assert read(data) == [f"'log' in the zip archive {told}"]


@pytest.mark.parametrize("size", [0, len(LOG) - 1, len(LOG) + 1])
def test_a_file_with_another_size_than_it_says_is_read_and_told(size: int) -> None:
    data = declared(zipped({"log": LOG}), SIZE, size)

    assert read(data) == [
        ("log", LOG, [f"'log' in the zip archive says it has {size} bytes, but {len(LOG)} were read"]),
    ]


def test_a_wrong_checksum_is_told_behind_the_file() -> None:
    data = declared(zipped({"log": LOG}), CHECKSUM, 0)

    assert read(data) == [
        ("log", LOG, ["'log' in the zip archive does not match its checksum: it was read, but may be wrong"]),
    ]


def test_a_bomb_that_says_it_is_small_is_read_up_to_the_limit_and_takes_no_memory() -> None:
    data = declared(zipped({"bomb": bytes(64 * LIMIT)}), SIZE, 100)

    tracemalloc.start()
    (bomb,) = members(io.BytesIO(data), LIMIT)
    assert isinstance(bomb, Member)
    size = sum(map(len, bomb.pieces()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size == LIMIT
    assert bomb.problems == ["'bomb' in the zip archive has more than 1048576 bytes, though it says 100"]
    assert peak < LIMIT


def test_a_file_may_be_as_long_as_the_limit() -> None:
    assert read(zipped({"log": LOG}), limit=len(LOG)) == [("log", LOG, [])]


def test_archives_in_archives_are_told_and_workbooks_are_files() -> None:
    workbook = WORKBOOK.read_bytes()
    data = zipped({"inner.zip": zipped({"log": LOG}), "log": zipped({}), "sheet.xlsx": workbook, "sheet": workbook})

    assert read(data) == [
        "'inner.zip' in the zip archive is an archive within an archive: unpack it and give the file itself",
        "'log' in the zip archive is an archive within an archive: unpack it and give the file itself",
        ("sheet.xlsx", workbook, []),
        ("sheet", workbook, []),
    ]
    assert not is_archive(workbook, "sheet")
    assert is_archive(data, "logs.zip")


def test_more_files_than_one_reads_are_counted() -> None:
    assert read(zipped({name: name.encode() for name in "abc"}), most=2) == [
        ("a", b"a", []),
        ("b", b"b", []),
        "The zip archive holds 3 files, expected at most 2; those behind are left out",
    ]


def test_a_list_of_endless_files_is_not_read() -> None:
    assert read(zipped(dict.fromkeys(map(str, range(5000)), b"")), most=100) == [
        "The zip archive is cut or broken, its list of files cannot be read: "
        "the list has 248890 bytes, expected at most 131072"
    ]


@given(cut=st.integers(2, len(zipped({"log": LOG})) - 1))
def test_an_archive_that_is_cut_has_no_list(cut: int) -> None:
    assert read(zipped({"log": LOG})[:cut]) == [
        "The zip archive is cut or broken, its list of files cannot be read: File is not a zip file"
    ]


def test_damage_within_a_file_costs_what_stands_behind_it() -> None:
    # Flushed, a block ends with the text; then 0xFF begins one of a kind that there is not.
    packing = zlib.compressobj(wbits=-15)
    broken = packing.compress(LOG) + packing.flush(zlib.Z_FULL_FLUSH) + b"\xff" * 100
    data = zipped({"log": broken, "other": b"other"}, zipfile.ZIP_STORED)
    data = declared(declared(data, SIZE, 40_000), METHOD, zipfile.ZIP_DEFLATED, 2)

    log, other = members(io.BytesIO(data), LIMIT)

    assert isinstance(log, Member)
    assert isinstance(other, Member)
    text = b"".join(log.pieces())
    assert LOG.startswith(text)
    assert len(LOG) - len(text) <= 4096
    assert log.problems == [
        f"'log' in the zip archive is cut or broken: {len(text)} bytes of it were read and the rest is lost "
        "(Error -3 while decompressing data: invalid block type)"
    ]
    assert list(other.pieces()) == [b"other"]


def test_files_may_not_stand_in_each_other() -> None:
    data = bytearray(zipped({"a": LOG, "b": LOG}))
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 47] = b"\0\0\0\0a"

    assert read(bytes(data)) == [
        ("a", LOG, []),
        "'a' in the zip archive stands where another file stands, as in a zip bomb",
    ]


@given(data=st.binary(max_size=400), signs=st.sampled_from([b"PK", b"PK\x03\x04", b"PK\x05\x06"]))
def test_no_bytes_are_too_much(data: bytes, signs: bytes) -> None:
    for one in read(signs + data):
        assert one


@given(
    at=st.lists(st.tuples(st.integers(0, 10_000), st.binary(min_size=1, max_size=8)), max_size=5),
    method=st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]),
)
def test_no_change_of_an_archive_is_too_much(at: list[tuple[int, bytes]], method: int) -> None:
    data = bytearray(zipped({"a": b"a log" * 9, "é": b"", "deep/b": b"{}\n" * 50}, method))
    for place, change in at:
        start = place % len(data)
        data[start : start + len(change)] = change

    for one in read(bytes(data)):
        assert one

"""A file that is something around a log, or something else, is called by its name."""

import bz2
import gzip
import io
import lzma
import sqlite3
import sys
import tarfile
import time
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.wrappings import wrapping_of

ROOT = Path(__file__).resolve().parents[1]
LOG = (ROOT / "data" / "samples" / "native" / "kitchen-table.jsonl").read_bytes()
SAMPLES = sorted(path for path in (ROOT / "data" / "samples").rglob("*") if path.is_file())
UNPACK = "unpack it and give the files in it"
TEXT = "give the log itself, as text"
EXPORT = "export what is in it as a log or as CSV"
HEADERS = "This file begins with HTTP headers; save the body without them"
PAGE = "This is an HTML page, as a website answers a sign-in or an error, expected a log: save the log that it leads to"


def tar() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as writing:
        writing.addfile(tarfile.TarInfo("log"))
    return held.getvalue()


def parquet() -> bytes:
    held = io.BytesIO()
    pl.DataFrame({"a": [1]}).write_parquet(held)
    return held.getvalue()


def database() -> bytes:
    with sqlite3.connect(":memory:") as one:
        one.execute("CREATE TABLE a (b)")
        found = one.serialize()
    one.close()
    return found


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (tar(), f"a tar archive, expected a log: {UNPACK}"),
        (lzma.compress(LOG), f"an xz file, expected a log: {UNPACK}"),
        (bz2.compress(LOG), f"a bzip2 file, expected a log: {UNPACK}"),
        (bz2.compress(b""), f"a bzip2 file, expected a log: {UNPACK}"),
        (b"7z\xbc\xaf\x27\x1c\0\4", f"a 7z archive, expected a log: {UNPACK}"),
        (b"Rar!\x1a\x07\1\0", f"a RAR archive, expected a log: {UNPACK}"),
        (b"\x28\xb5\x2f\xfd\4\0", f"a Zstandard file, expected a log: {UNPACK}"),
        (b"%PDF-1.7\n", f"a PDF document, expected a log: {TEXT}"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", f"a PNG image, expected a log: {TEXT}"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", f"a JPEG image, expected a log: {TEXT}"),
        (b"RIFF\x1a\0\0\nWEBPVP8 ", f"a WebP image, expected a log: {TEXT}"),
        (database(), f"an SQLite database, expected a log: {EXPORT}"),
        (parquet(), f"a Parquet file, expected a log: {EXPORT}"),
        (Path(sys.executable).read_bytes()[:4096], f"a program, expected a log: {TEXT}"),
        (b"MZ\x90\0\3\0\0\0\4", f"a program, expected a log: {TEXT}"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0",
            "an old Office document (.xls, .doc), expected a log: save it as XLSX or CSV",
        ),
    ],
)
def test_what_is_no_log_is_called_by_its_name(data: bytes, what: str) -> None:
    assert wrapping_of(data) == f"This is {what}"


@pytest.mark.parametrize(
    "headers",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
        b"HTTP/2 200\nserver: x\n\n",
        b"\r\nHTTP/1.0 404 Not Found\r\n\r\n",
        b"POST /games?id=1 HTTP/1.1\r\nHost: example.org\r\n\r\n",
        b"Date: Mon, 27 Apr 2026 10:00:00 GMT\r\ncontent-encoding: gzip\r\n\r\n",
        b"Content-Length: 12\n\n",
    ],
)
@pytest.mark.parametrize("body", [LOG, gzip.compress(LOG), b""])
def test_http_headers_in_front_are_told(headers: bytes, body: bytes) -> None:
    assert wrapping_of(headers + body) == HEADERS


@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE html>\n<html><body>Please sign in</body></html>",
        b"\xef\xbb\xbf  <HTML lang='en'>",
        b'<?xml version="1.0"?>\n<!-- saved --> <!-- twice -->\n<!DOCTYPE html PUBLIC "x">',
        b"<head><title>502</title>",
    ],
)
def test_an_html_page_is_told(data: bytes) -> None:
    assert wrapping_of(data) == PAGE


@pytest.mark.parametrize(("front", "told"), [(b"\0", "1 byte stands"), (b"\x1f\x8b\x08\0" * 9, "36 bytes stand")])
def test_bytes_before_a_gzip_stream_are_counted(front: bytes, told: str) -> None:
    assert wrapping_of(front + gzip.compress(LOG)) == f"{told} before a gzip stream in this file; take them away"


@given(front=st.binary(min_size=1, max_size=2000))
def test_a_gzip_stream_is_found_behind_anything(front: bytes) -> None:
    assert wrapping_of(b"log" + front + gzip.compress(LOG)) is not None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        LOG,
        gzip.compress(LOG),
        b"MZ,player,deck\n1,2,3\n",
        b"player: Zo\xc3\xab\nseat: 1\n\n",
        b"<log>\n",
        b"BZh is a name\n",
        b"\x1f\x8b\x08",
        b"a sign \x1f\x8b\x08\0\0\0\0\0\0\3 and no stream",
        b"GET is a word\n",
    ],
)
def test_what_may_be_a_log_is_left_alone(data: bytes) -> None:
    assert wrapping_of(data) is None


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_no_sample_is_called_something_else(sample: Path) -> None:
    start = sample.read_bytes()[: 64 * 1024]

    assert wrapping_of(start) == (PAGE if sample.suffix == ".html" else None)


@given(data=st.binary(max_size=600))
def test_no_bytes_are_too_much(data: bytes) -> None:
    assert wrapping_of(data) != ""


@pytest.mark.parametrize(
    "part", [b"a:", b"a:\n", b"<!-- -->", b"<!--", b"<?xml", b"\x1f\x8b\x08\0\0\0\0\0\0\3", b"GET ", b" "]
)
def test_hostile_beginnings_take_no_time(part: bytes) -> None:
    begun = time.perf_counter()

    wrapping_of(part * (64 * 1024 // len(part)))

    assert time.perf_counter() - begun < 2

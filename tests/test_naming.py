"""Somebody is found in bytes by name, in every encoding and packing that files come in."""

import gzip
import io
import json
import zipfile

import pytest

from events.naming import Mentions

NAME = "Zyxwort Quöll 🎴"
MENTIONS = Mentions([NAME, "Al"])


def _zipped(text: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/sharedStrings.xml", text)
    return file.getvalue()


TEXT = NAME.encode() + b"".join(b"%d " % (number**5) for number in range(1000))


@pytest.mark.parametrize(
    "data",
    [
        NAME.encode(),
        NAME.upper().encode(),
        NAME.encode("utf-16"),
        b"x" + NAME.encode("utf-16-be"),
        NAME.encode("utf-32"),
        b"x" + NAME.encode("utf-32-be"),
        json.dumps(NAME).encode(),
        json.dumps(NAME).upper().replace("\\U", "\\u").encode(),
        json.dumps(NAME).encode("utf-16-le"),
        gzip.compress(NAME.encode()),
        gzip.compress(gzip.compress(NAME.encode())),
        _zipped(f"<t>{NAME}</t>"),
        _zipped("<t>Zyxwort Qu&#246;ll &#x1F3B4;</t>"),
        b"won by Al.",
    ],
    ids=[*"abcdefghijklmn"],
)
def test_somebody_is_found(data: bytes) -> None:
    assert MENTIONS.in_bytes(b"before " + data if not data.startswith((b"\x1f", b"PK")) else data)


@pytest.mark.parametrize("packed", [gzip.compress(TEXT), _zipped(TEXT.decode())], ids=["gzip", "zip"])
def test_somebody_is_found_in_what_comes_out_of_damaged_and_cut_files(packed: bytes) -> None:
    middle = len(packed) * 3 // 5
    damaged = packed[:middle] + b"\xff" * 20 + packed[middle + 20 :]

    assert MENTIONS.in_bytes(damaged)
    assert MENTIONS.in_bytes(packed[:middle])


def test_somebody_is_found_behind_a_file_of_an_archive_that_cannot_be_read() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("broken.txt", b"Somebody")
        packed.writestr("log.txt", TEXT, zipfile.ZIP_DEFLATED)

    assert MENTIONS.in_bytes(file.getvalue().replace(b"Somebody", b"Sumebody", 1))


def test_a_sign_of_code_page_1252_is_found() -> None:
    assert Mentions(["Quöll"]).in_bytes("Name;Quöll".encode("cp1252"))


@pytest.mark.parametrize("data", [b"", b"Zyxwort", b"Also Alan", b"\x1f\x8bbroken", b"PKbroken", bytes(9)])
def test_nobody_is_found_where_nobody_is(data: bytes) -> None:
    assert not MENTIONS.in_bytes(data)


def test_nobody_is_looked_for_by_no_name() -> None:
    assert not Mentions(["", "  "])
    assert not Mentions([]).in_bytes(b"anything")

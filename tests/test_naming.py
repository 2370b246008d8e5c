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


@pytest.mark.parametrize(
    "data",
    [
        NAME.encode(),
        NAME.upper().encode(),
        NAME.encode("utf-16"),
        b"x" + NAME.encode("utf-16-be"),
        json.dumps(NAME).encode(),
        json.dumps(NAME).upper().replace("\\U", "\\u").encode(),
        json.dumps(NAME).encode("utf-16-le"),
        gzip.compress(NAME.encode()),
        gzip.compress(gzip.compress(NAME.encode())),
        _zipped(f"<t>{NAME}</t>"),
        _zipped("<t>Zyxwort Qu&#246;ll &#x1F3B4;</t>"),
        b"won by Al.",
    ],
    ids=[*"abcdefghijkl"],
)
def test_somebody_is_found(data: bytes) -> None:
    assert MENTIONS.in_bytes(b"before " + data if not data.startswith((b"\x1f", b"PK")) else data)


def test_a_sign_of_code_page_1252_is_found() -> None:
    assert Mentions(["Quöll"]).in_bytes("Name;Quöll".encode("cp1252"))


@pytest.mark.parametrize("data", [b"", b"Zyxwort", b"Also Alan", b"\x1f\x8bbroken", b"PKbroken", bytes(9)])
def test_nobody_is_found_where_nobody_is(data: bytes) -> None:
    assert not MENTIONS.in_bytes(data)


def test_nobody_is_looked_for_by_no_name() -> None:
    assert not Mentions(["", "  "])
    assert not Mentions([]).in_bytes(b"anything")

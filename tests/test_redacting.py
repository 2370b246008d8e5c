"""Names give way to tokens in texts and files, however they are spelled there, and nothing else changes."""

import gzip
import html
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.redacting import Redaction
from events.tombstones import token, tombstone

NAME = 'Zyx"wört <Quöll> 🎴\\ & Co'
TOKEN = token("secret", NAME)
REDACTION = Redaction("secret", [NAME, "Al"])


@pytest.mark.parametrize(
    ("data", "redacted"),
    [
        (NAME.encode(), TOKEN.encode()),
        (f"x{NAME.upper()}x".encode(), f"x{TOKEN}x".encode()),
        (json.dumps([NAME]).encode(), json.dumps([TOKEN]).encode()),
        (json.dumps([NAME], ensure_ascii=False).encode(), json.dumps([TOKEN]).encode()),
        (f"<t>{html.escape(NAME)}</t>".encode(), f"<t>{TOKEN}</t>".encode()),
        (("\ufeff" + NAME).encode("utf-16-le"), ("\ufeff" + TOKEN).encode("utf-16-le")),
        (("\ufeff" + NAME).encode("utf-16-be"), ("\ufeff" + TOKEN).encode("utf-16-be")),
        (NAME.encode("utf-32"), TOKEN.encode("utf-32")),
        (f"{{}}{NAME}".encode("utf-32-be"), f"{{}}{TOKEN}".encode("utf-32-be")),
        (f"{{}}{NAME}".encode("utf-16-le"), f"{{}}{TOKEN}".encode("utf-16-le")),
        (b'1;"' + NAME.replace('"', '""').encode() + b'";2', f'1;"{TOKEN}";2'.encode()),
        (b"\xff" + NAME.encode() + b"\x00\xff", b"\xff" + TOKEN.encode() + b"\x00\xff"),
        (b"Al and Alan", token("secret", "Al").encode() + b" and Alan"),
        (b"nobody", b"nobody"),
        (b"PK\x03\x04" + NAME.encode(), None),
    ],
    ids=[
        "plain",
        "case",
        "escaped",
        "json",
        "xml",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "utf-32-be",
        "no mark",
        "csv",
        "bytes",
        "short",
        "none",
        "zip",
    ],
)
def test_a_token_stands_for_the_name(data: bytes, redacted: bytes | None) -> None:
    assert REDACTION.in_file(data) == redacted


def test_a_packed_file_is_packed_again() -> None:
    redacted = REDACTION.in_file(gzip.compress(NAME.encode()))

    assert redacted is not None
    assert gzip.decompress(redacted) == TOKEN.encode()


def test_a_sign_of_code_page_1252_gives_way_too() -> None:
    assert Redaction("s", ["Quöll"]).in_file("Name;Quöll".encode("cp1252")) == f"Name;{token('s', 'Quöll')}".encode()


def test_a_name_too_long_for_a_pattern_is_erased_with_its_file() -> None:
    name = "y" * 10_000
    redaction = Redaction("s", [name])

    assert redaction.in_file(name.encode()) is None
    assert redaction.in_file(b"yyyy") == b"yyyy"


def test_a_redacted_account_is_the_same_player_and_another_secret_or_client_is_not() -> None:
    handle, redacted = f"account:{NAME}", f"account:{token('s', NAME)}"

    assert tombstone("s", "phone", handle) == tombstone("s", "phone", redacted)
    assert len({tombstone(*told, handle) for told in (("s", "phone"), ("s", "tablet"), ("t", "phone"))}) == 3
    assert tombstone("s", "phone", handle) != tombstone("s", "phone", f"name:{NAME}")


_WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(name=_WORDS.filter(str.strip), before=_WORDS, after=_WORDS)
def test_no_name_is_left_in_a_line_of_json_and_the_line_can_be_read(name: str, before: str, after: str) -> None:
    line = json.dumps({"1": before, "2": name, "3": f"{before} {name} {after}"})

    redacted = Redaction("s", [name]).in_file(line.encode())

    if redacted is not None:
        assert name not in redacted.decode().replace(token("s", name), "") or len(name) < 4
        if len(name) > 6 and name.isalpha():
            assert json.loads(redacted)["2"] == token("s", name)

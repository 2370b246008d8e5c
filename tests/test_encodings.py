"""A text is read in the encoding it has, and what is in none costs no more than itself."""

import codecs
import re
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from events.encodings import UTF_8, WINDOWS_1252, Encoding, as_utf8, encoding_of

MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}
LINE = '{"type":"boba.Said","seat":1,"text":"Zoë: — ★ 一"}\n'
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SIZES = st.integers(1, 9)


def in_pieces(data: bytes, size: int) -> Callable[[], list[bytes]]:
    return lambda: [data[place : place + size] for place in range(0, len(data), size)]


def read(data: bytes, size: int = 1000) -> tuple[str, bytes, list[str]]:
    problems: list[str] = []
    pieces = in_pieces(data, size)
    encoding = encoding_of(pieces)
    return encoding.name, b"".join(as_utf8(pieces(), encoding, problems)), problems


@pytest.mark.parametrize("codec", MARKS)
@given(text=TEXTS, size=SIZES)
def test_a_text_with_a_mark_is_read_as_it_was_written(codec: str, text: str, size: int) -> None:
    # The mark of UTF-16 and a NUL is the mark of UTF-32.
    text = text.lstrip("\0")

    assert read(MARKS[codec] + text.encode(codec), size) == (codec[:6].rstrip("-").upper(), text.encode(), [])


@pytest.mark.parametrize("codec", list(MARKS)[1:])
@given(text=TEXTS, size=SIZES)
def test_a_text_that_is_mostly_ascii_needs_no_mark(codec: str, text: str, size: int) -> None:
    text = LINE * (1 + len(text)) + text

    assert read(text.encode(codec), size) == (codec[:6].upper(), text.encode(), [])


@pytest.mark.parametrize("codec", list(MARKS)[1:])
def test_two_letters_are_enough(codec: str) -> None:
    assert read("{}".encode(codec)) == (codec[:6].upper(), b"{}", [])


@given(text=TEXTS.filter(lambda text: "\0" not in text and not text.startswith("\ufeff")), size=SIZES)
def test_utf_8_passes_untouched(text: str, size: int) -> None:
    pieces = in_pieces(text.encode(), size)()

    passed = list(as_utf8(pieces, encoding_of(lambda: pieces), []))

    assert len(passed) == len(pieces)
    assert all(one is other for one, other in zip(passed, pieces, strict=True))


@given(text=st.text(st.characters(codec="cp1252", exclude_characters="ÿ\0")), size=SIZES)
@example(text="Ã", size=1)
@example(text="Ãa©", size=1)
def test_a_text_of_windows_1252_is_read_and_named(text: str, size: int) -> None:
    text = f"{text} Zoë"
    data = text.encode("cp1252")
    if re.search(rb"[\xc2-\xf4][\x80-\xbf]", data):
        return

    assert read(data, size) == ("Windows-1252", text.encode(), [])


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":"\xff"}\n{"b":1}',  # 0xFF is in no UTF-8, and rarely meant as a letter
        b"Zo\xeb\n\xff",
        b"Zo\xeb\nZo\xc3\xab",  # some of it is UTF-8
        b"Zo\xeb \x81",  # no letter of Windows-1252
        b"a\0b and a line with a NUL",
        b"",
    ],
)
@pytest.mark.parametrize("size", [1, 2, 1000])
def test_what_is_in_no_encoding_stays_as_it_is(data: bytes, size: int) -> None:
    assert read(data, size) == ("UTF-8", data, [])


def test_a_character_that_comes_late_decides_too() -> None:
    lines = [b"a line of the log\n" * 50_000]

    assert encoding_of(lambda: [*lines, b"Zo\xeb", *lines]) == WINDOWS_1252
    assert encoding_of(lambda: [*lines, b"Zo\xeb", *lines, "ë".encode()]) == UTF_8


@pytest.mark.parametrize(("codec", "cut"), [("utf-16-le", 1), ("utf-16-be", 3), ("utf-32-le", 2)])
def test_a_text_that_ends_within_a_character_is_read_up_to_it(codec: str, cut: int) -> None:
    data = MARKS[codec] + f"{LINE}🂡".encode(codec)

    assert read(data[:-cut]) == (
        codec[:6].upper(),
        LINE.encode(),
        [f"The file is {codec[:6].upper()} and ends in the middle of a character, which is left out"],
    )


@pytest.mark.parametrize("size", [1, 1000])
def test_half_a_character_of_utf_16_costs_only_itself(size: int) -> None:
    half = "🂡".encode("utf-16-le")[:2]
    data = b"".join([LINE.encode("utf-16-le"), half, "a\ufffd".encode("utf-16-le"), half, LINE.encode("utf-16-le")])

    assert read(data, size) == (
        "UTF-16",
        f"{LINE}\ufffda\ufffd\ufffd{LINE}".encode(),
        ["The file is UTF-16, but 2 characters are not: a \ufffd stands there instead"],
    )


@given(
    start=st.sampled_from([b"", *MARKS.values(), b"a\0b\0", b"\0a\0b", b"a\0\0\0", b"Zo\xeb"]),
    data=st.binary(),
    size=SIZES,
)
def test_no_bytes_are_too_much(start: bytes, data: bytes, size: int) -> None:
    name, text, problems = read(start + data, size)

    assert name in {"UTF-8", "UTF-16", "UTF-32", "Windows-1252"}
    assert len(problems) <= 2
    if name != "UTF-8":
        text.decode()


@given(codec=st.sampled_from([*MARKS, "cp1252"]), mark=st.integers(0, 4), data=st.binary(), size=SIZES)
def test_another_encoding_than_the_files_own_is_no_end_either(codec: str, mark: int, data: bytes, size: int) -> None:
    list(as_utf8(in_pieces(data, size)(), Encoding(codec, codec, mark), []))

"""Text is split into lines piece by piece as it would be as a whole, and no line fills the memory."""

import io

from hypothesis import given
from hypothesis import strategies as st

from ingest.adapter import Document
from ingest.splitting import LONGEST, lines_of


@given(st.lists(st.text(alphabet="ab\r\n", max_size=12).map(str.encode), max_size=8))
def test_pieces_are_split_as_the_whole_is(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)

    assert list(lines_of(pieces)) == whole.splitlines(keepends=True)


def test_of_a_line_that_is_too_long_the_beginning_is_kept_and_the_next_line_is_whole() -> None:
    pieces = [b"x" * 1024 * 1024] * 10 + [b"x\r", b"\nnext\r", b"y" * (LONGEST + 9) + b"\r", b"end"]

    assert [(len(line), line[-4:]) for line in lines_of(pieces)] == [
        (LONGEST + 1, b"xxx\n"),
        (5, b"ext\r"),
        (LONGEST + 1, b"yyy\r"),
        (3, b"end"),
    ]


def test_a_document_is_read_as_often_as_asked() -> None:
    text = b"one\r\n\ntwo"
    document = Document("x", lambda: iter(io.BytesIO(text)))

    assert list(document.lines()) == [(1, b"one"), (2, b""), (3, b"two")]
    assert list(document.lines(ends=True)) == [(1, b"one\r\n"), (2, b"\n"), (3, b"two")]
    assert (document.count(), document.data, document.start) == (3, text, text)

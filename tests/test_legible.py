"""Text from logs is shown as it is written, but for signs that are obeyed instead of seen."""

import pytest

from dashboard.legible import legible
from dashboard.screens.shared import plain


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Quill", "Quill"),
        ("Jos\u00e9 \u738b \u0645\u0631\u06cc\u0645", "Jos\u00e9 \u738b \u0645\u0631\u06cc\u0645"),
        ("a\u00a0b", "a\u00a0b"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("\x1b[31mred\x07", "\ufffd[31mred\ufffd"),
        ("one\ntwo\u2028three", "one\ufffdtwo\ufffdthree"),
        ("\u202elive\u2066", "\ufffdlive\ufffd"),
    ],
)
def test_signs_that_are_obeyed_are_replaced_and_all_others_kept(text: str, seen: str) -> None:
    assert legible(text) == seen


@pytest.mark.parametrize("text", ["https://evil.example", "HTTP://evil.example", "www.evil.example", "me@evil.example"])
def test_no_address_in_a_name_becomes_a_link(text: str) -> None:
    beginning, _, end = plain(text).partition("\u2060")

    assert end
    assert f"{beginning}{end}".replace("\\", "") == text

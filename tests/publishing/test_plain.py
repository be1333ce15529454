"""What a terminal would act on is taken out; what people write stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.publishing.plain import printable


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;a title\x07on", "on"),
        ("\x1b]8;;https://x.test\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("bell\x07 back\x08space\r", "bell backspace"),
        ("\x9b31mred", "31mred"),
        ("user\u202egnp.exe\u202c", "usergnp.exe"),
        ("a\x1b", "a"),
        ("a\tb\nc — “ü” 你好 مرحبا 👩‍💻", "a\tb\nc — “ü” 你好 مرحبا 👩‍💻"),
    ],
)
def test_printable(text: str, left: str) -> None:
    assert printable(text) == left


@given(st.text())
def test_nothing_is_left_that_acts(text: str) -> None:
    assert not set(printable(text)) & {"\x1b", "\x07", "\x08", "\r", "\x9b", "\x00", "\u202e"}

"""Where sentences end."""

from __future__ import annotations

import re

import pytest

from narrator.checking.sentences import split


@pytest.mark.parametrize(
    "sentences",
    [
        ["The suite failed.", "It ran a.py again, e.g. twice, and 3.5 s passed."],
        ["It failed. [msg 5]", "Then it ran. [msg 6], [msg 7]"],
        ["It read the plan.", "[msg 281] says so.", "Fine."],
        ["“Hello. World.” [msg 5] and more.", "“Next one.”", "The end"],
        [
            "“I could” [msg 4] became “It is straightforward.” [msg 6].",
            "Two rivals [msg 4]; “to go.” [msg 4]; the edit, “Right.” [msg 9].",
        ],
        ["“A.” [msg 3], [msg 4]", "Next."],
        ["It had happened before.", "“create it” went to plan."],
        ["It failed.", "`a.py` was the cause."],
        ["Dr. Smith et al. went.", "J. Smith too.", "No. 5 was.", "He said no.", "Then"],
        ["1. First thing.", "Second."],
        ["See etc. and so on.", "Why?", "Is it? yes it is"],
        ["Wait…", "It… goes on"],
        ["• one: a", "• two: b.", "And c"],
        ["Then it ran.[^d1]", "Next."],
        ["(See also.)", "End."],
    ],
)
def test_sentences_end_where_a_reader_ends_them(sentences: list[str]) -> None:
    text = "".join(("\n" if s.startswith("•") else " ") * bool(n) + s for n, s in enumerate(sentences))
    text = text.replace("[^d1] ", "[^d1] ")
    whole = [m.span() for m in re.finditer(r"“[^”]*”|`[^`]*`", text)]
    marks = [m.span() for m in re.finditer(r"\[[^\]]*\]", text)]
    assert [text[start:end] for start, end in split(text, whole, marks)] == sentences

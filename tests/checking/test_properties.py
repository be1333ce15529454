"""Whatever the text, the check comes to an end, says the same twice, and points into the text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.checking import check, verdicts
from narrator.model import Transcript
from narrator.references import cite
from tests.checking.lines import transcript

SESSION = transcript(
    """
0 user 12:00:00 | text: run it, 3 times
1 assistant 12:00:05-12:00:14 | call bash: command=pytest | result error exit=1: 3 failed, 38 passed
2 assistant error=MessageAbortedError
""",
    gaps=((7, 9),),
)
PIECES = (
    "---\nsession: ses_1\nsubject: 2\n---\n", "# A ", "## Context\n\n", "[msg 1]", "[msg 9999999999]",
    "[msg 0]–[msg 2]", "[msg 1 @x]", "“", "”", '"three words here"', "`", "```\n", "> ", "- ", "1. ",
    "| a | b |\n|---|---|\n| ", " | ", "[^d1]", "\n[^d1]: ", "3 − 2 = 1", "12:00:05", "(", ")", " / 0",
    "calls in [msg 0]–[msg 2]: ", "3 of 41", "…", " before ", " after ", ", then ", "had run ", "two ", "5,000 ms ",
    "~12K ", "1e9", "٣", "\x00", "\ud800", "\u200b", "\r\n", "\n\n", " ", ".", ";", "*", "**", "\\", "&amp;",
    "<!-- plan -->\n", "[redacted: key]", "/home/a/b.py", "message 5",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.sampled_from([None, 0, 2, 99]))
@settings(max_examples=400, deadline=None)
def test_pieces_of_the_grammar_in_any_order_are_checked(text: str, subject: int | None) -> None:
    _is_sound(text, SESSION, subject)


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_is_checked(text: str) -> None:
    _is_sound(text, SESSION, None)


LONG = (
    *("---\n" + "  \n" * 4000, "<!--\n" * 20000, "." * 50000, "“" * 20000, '"' * 20000, "[^" * 20000, "9" * 50000),
    *("- " * 20000, "`" * 20000, "[msg 1]" * 3000, "a.b" * 20000, "| a " * 5000, "> " * 5000, "(" * 20000),
    *("[^a]: (" + "1 + " * 5000, "5 s " * 3000, "two " * 3000, "had run [msg 1] before " * 1000),
)


@pytest.mark.parametrize("text", LONG)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    verdicts(f"---\nsession: ses_1\n---\n{text}\n", SESSION)
    verdicts(text, SESSION)
    assert time.process_time() - start < 10


def test_an_empty_session_is_checked_against() -> None:
    empty = SESSION.model_copy(update={"messages": (), "gaps": ()})
    assert [p.code for p in check("So [msg 1].\n", empty)] == ["citations"]


def _is_sound(text: str, session: Transcript, subject: int | None) -> None:
    results = verdicts(text, session, subject=subject)
    assert results == verdicts(text, session, subject=subject)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert all(1 <= r.line <= lines and r.column >= 1 and r.text for r in results)
    assert list(results) == sorted(results, key=lambda r: (r.line, r.column))
    wrong = [r for r in results if r.verdict == "wrong"]
    assert len(check(text, session, subject=subject)) == len(wrong)


def test_a_long_document_on_a_long_session_takes_less_than_a_second() -> None:
    noise = "\\n".join(f"src/module_{n}.py:{n}: warning {n * 7} of {n * 13}" for n in range(60))
    session = transcript(
        "\n".join(f"{n} assistant | call bash: command=run {n} | result: {noise} | text: step {n} done" for n in range(5000))
    )
    paragraph = "It said “step {0} done” in `src/module_5.py` [msg {0}]. It ran 35 of 65 and saw nothing new {1}. "
    body = "\n\n".join(paragraph.format(n, cite(n, n + 3)) for n in range(0, 4900, 49))
    text = f"---\nsession: ses_1\nsubject: 2500\n---\n{body}\n\nAll [^a].\n\n[^a]: `step 17` in [msg 0]–[msg 4999]: 1 [msg 17]\n"
    start = time.process_time()
    results = verdicts(text, session)
    assert time.process_time() - start < 2  # 1,600 words; a second on a slow machine, and room for a busy one
    assert len(results) > 500

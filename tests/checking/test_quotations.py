"""Quotations stand in the messages that are cited for them."""

from __future__ import annotations

import pytest

from narrator.redaction import redact
from tests.checking.lines import asked, transcript

KEY = "sk-ant-api03-" + "Zx8Qv2Lm9Rt4Yp7Wk3Nb6Hc1Jd5Fg0As" * 2 + "-AAAAAA"
SESSION = transcript(
    f"""
0 user | text: make it *really* fast — don't "wait"\\nfor the lock
1 assistant error=Aborted | think: I can't see the log. Let me look… then decide. | call bash: command=grep -n "lock" src/*.py
2 assistant | text: ## Done\\n\\n1. Read `pool.py`\\n2. **Fixed** the lock | call todo: items=[{{"content":"say \\"yes\\" now"}}]
3 user | text: the key is {KEY} ok
"""
)


@pytest.mark.parametrize(
    "text",
    [
        "“make it really fast” [msg 0]",
        '“make it **really** fast - don’t "wait"” [msg 0]',
        "“don't " + '"wait" for the lock” [msg 0]',
        "“I can't … then decide.” [msg 1]",
        "“…see the log […] then decide” [msg 1]",
        '“grep -n "lock" src/\\*.py” [msg 1]',
        "“Aborted” [msg 1]",
        "“Read pool.py Fixed the lock” [msg 2]",
        "“1. Read `pool.py` 2. Fixed the lock” [msg 2]",
        '“say "yes" now” [msg 2]',
        "> make it really\n> fast [msg 0]",
        "It said so [msg 0]:\n\n> make it really fast",
    ],
)
def test_words_that_stand_there_are_right(text: str) -> None:
    assert {verdict for verdict, _ in asked("quotations", text, SESSION)} == {"right"}


@pytest.mark.parametrize(
    "text",
    [
        "“make it very fast” [msg 0]",
        "“make it really fast” [msg 1]",
        "“Make it really fast” [msg 0]",
        "“then decide … see the log” [msg 1]",
        "“ake it really fas” [msg 0]",
        "“nobody ever said this”",
        "> make it really slow [msg 0]",
        "“it's done [msg 0]” [msg 0]",
    ],
)
def test_words_that_do_not_are_wrong(text: str) -> None:
    assert [verdict for verdict, _ in asked("quotations", text, SESSION)] == ["wrong"]


def test_it_says_where_they_stand_instead() -> None:
    from narrator.checking import check

    problems = check("---\nsession: ses_1\n---\n“make it really fast” [msg 1]\n", SESSION)
    assert [p.code for p in problems] == ["quotations"]
    assert "they stand in [msg 0]" in problems[0].text


def test_a_secret_is_compared_and_reported_redacted() -> None:
    from narrator.checking import verdicts

    redacted = redact(f"the key is {KEY} ok")
    assert KEY not in redacted
    for words in (redacted, f"the key is {KEY} ok"):
        results = verdicts(f"---\nsession: ses_1\n---\n“{words}” [msg 3]\n", SESSION)
        assert [r.verdict for r in results if r.check == "quotations"] == ["right"]
        assert all(KEY not in r.passage + r.text for r in results)


def test_a_plain_text_quotes_with_straight_marks() -> None:
    assert asked("quotations", 'The user wrote "make it really fast" ([msg 0]).', SESSION, strict=False) == [
        ("right", '"make it really fast"')
    ]
    assert asked("quotations", 'The user wrote "make it really fast," ([msg 0]).', SESSION, strict=False) == [
        ("right", '"make it really fast,"')
    ]
    assert asked("quotations", 'The user wrote "make it very fast" ([msg 0]).', SESSION, strict=False) == [
        ("wrong", '"make it very fast"')
    ]
    assert asked("quotations", 'A "term" isn\'t quoted.', SESSION, strict=False) == []


def test_a_plain_text_is_not_held_to_what_it_cites_nearby() -> None:
    text = 'It said "see the log" first. Then the user wrote ([msg 0]).'
    assert asked("quotations", text, SESSION, strict=False) == [("unknown", '"see the log"')]


def test_what_a_gap_may_hold_is_not_refuted() -> None:
    gapped = transcript("0 user | text: go", gaps=((1, 5),))
    assert asked("quotations", "“stop it right now” [msg 3]", gapped) == [("unknown", "“stop it right now”")]
    assert asked("quotations", "“stop it right now”", gapped) == [("unknown", "“stop it right now”")]
    assert asked("quotations", "“stop it right now” [msg 0]", gapped) == [("wrong", "“stop it right now”")]

"""Names in code stand in the messages that are cited for them."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript(
    r"""
0 user | text: fix src\app\main.py and the cache
1 assistant | call bash: command=cd /home/alice/work && python  -m pytest src/data.py | result: RETRY_LIMIT = 3@
2 assistant | call Read: path=src/sync.py | result: def take(self): pass
""".replace("@", r"\npermissions:\n  contents: write"),
    gaps=((3, 9),),
)


@pytest.mark.parametrize(
    "text",
    [
        "It read `src/sync.py` by `Read`, and `take()` [msg 2].",
        "`src/app/main.py` [msg 0]",
        "`python -m pytest src/data.py` [msg 1]",
        "`permissions: contents: write` [msg 1]",
        "`cd ~/work` [msg 1]",
        "`RETRY_LIMIT` … [msg 1] and `python … src/data.py` [msg 1]",
        "None was `kept` [^a].\n\n[^a]: `kept` in [msg 0]–[msg 2]: 0",
    ],
)
def test_names_that_stand_there_are_right(text: str) -> None:
    assert {verdict for verdict, _ in asked("names", text, SESSION)} == {"right"}


@pytest.mark.parametrize(
    "text", ["`src/sink.py` [msg 2]", "`a.py` [msg 1]", "`sync.py` [msg 1]", "`RETRY` [msg 1]", "It was `slow` [msg 2]"]
)
def test_names_that_do_not_are_wrong(text: str) -> None:
    assert [verdict for verdict, _ in asked("names", text, SESSION)] == ["wrong"]


@pytest.mark.parametrize(
    "text", ["`src/sink.py`", "`src/sink.py` [msg 4]", "It didn't touch `src/sink.py` [msg 2]", "`src/sink.py`. It ran."]
)
def test_what_cannot_be_decided_is_unknown(text: str) -> None:
    assert [verdict for verdict, _ in asked("names", text, SESSION)] == ["unknown"]


def test_a_denial_in_another_clause_excuses_nothing() -> None:
    assert asked("names", "It wasn't fast; it read `src/sink.py` [msg 2]", SESSION) == [("wrong", "src/sink.py")]


def test_a_plain_text_may_set_a_word_in_code() -> None:
    assert asked("names", "It was `slow` ([msg 2]) in `src/sink.py` ([msg 2]).", SESSION, strict=False) == [
        ("unknown", "slow"),
        ("wrong", "src/sink.py"),
    ]


def test_names_in_quotations_are_the_quotations_business() -> None:
    assert asked("names", "“def `take(self)`” [msg 2]", SESSION) == []

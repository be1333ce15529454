"""What a footnote counts over a range is counted again."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

LINES = """
0 user mode=build | text: make it pass
1 assistant mode=build | think: No pytest found. I lack access. | call bash: command=pytest -q src | result error exit=1: 3 failed
2 assistant mode=build | call read: path=a | result: pytest here | call read: path=b | result: y | text: two read
3 assistant mode=build error=MessageAbortedError
4 user mode=plan | text: stop that, use tox
5 assistant mode=plan | call edit: path=c ; old=x ; new=y | result refused: the user refused
6 user by=harness flags=synthetic mode=build | text: Continue
7 assistant mode=build | call bash: command=tox | result: ok | text: done by tox
"""
SESSION = transcript(LINES)


def _noted(text: str, gaps: tuple[tuple[int, int], ...] = ()) -> list[str]:
    session = SESSION.model_copy(update={"gaps": gaps})
    return [verdict for verdict, _ in asked("ranges", f"So [^a].\n\n[^a]: {text}", session)]


@pytest.mark.parametrize(
    "text",
    [
        "calls in [msg 0]–[msg 7]: 5",
        "tool calls in [msg 1]–[msg 2]: 3 (`bash` 1, `read` 2).",
        "`read` calls in [msg 0]–[msg 7]: 2 [msg 2]",
        "`read` and `edit` calls in [msg 0]–[msg 7]: 3 [msg 2], [msg 5]; refused: 1 [msg 5]",
        "calls of `bash` in [msg 0]–[msg 7]: 2 [msg 1], [msg 7]",
        "failed calls in [msg 0]–[msg 7]: 1 of 5 [msg 1]",
        "refused calls in [msg 0]–[msg 7]: one [msg 5]",
        "calls in plan mode in [msg 0]–[msg 7]: 1",
        "tool calls of messages in build mode in [msg 0]–[msg 7]: 4",
        "commands with `pytest` in [msg 0]–[msg 7]: 1 [msg 1]",
        "typed messages in [msg 0]–[msg 7]: 2 [msg 0], [msg 4]",
        "user messages in [msg 0]–[msg 7]: 3",
        "assistant messages in [msg 0]–[msg 7]: 5",
        "messages in [msg 0]–[msg 3]: 4",
        "silent messages in [msg 0]–[msg 7]: 1 [msg 3]",
        "assistant messages without text or call in [msg 0]–[msg 7]: 1 [msg 3]",
        "messages without text in [msg 0]–[msg 7]: 3 [msg 1], [msg 3], [msg 5]",
        "typed messages with `tox` in [msg 0]–[msg 7]: 1 of 2 [msg 4]",
        "messages with `tox` in a call in [msg 0]–[msg 7]: 1 [msg 7]",
        "`MessageAbortedError` in [msg 0]–[msg 7]: 1 [msg 3]",
        "interrupts in [msg 0]–[msg 7]: 1 [msg 3]",
        "`tox` in [msg 0]–[msg 7]: 2 [msg 4], [msg 7]",
        "`access`, `permission` in the assistant's text and thoughts in [msg 1]–[msg 7]: 1 [msg 1]",
        "`access` in the assistant's text in [msg 0]–[msg 7]: 0",
        "`pytest` in results in [msg 0]–[msg 7]: 1 [msg 2]",
        "“two read” in [msg 0]–[msg 7]: 1 [msg 2]",
        "`git push` in [msg 0]–[msg 7]: never",
        "tool names in [msg 0]–[msg 7]: `bash`, `edit`, `read`",
        "`tox` in [msg 0]–[msg 7]: first at [msg 4], last at [msg 7]",
        "calls in [msg 0]–[msg 7]: 5, from [msg 1] to [msg 7]",
        "calls in [msg 0]–[msg 7]: 5 [msg 1], [msg 2], …",
        "thoughts in [msg 0]–[msg 7]: 1 [msg 1]",
        "`lack` in [msg 1]: 1",
    ],
)
def test_a_count_that_comes_out_is_right(text: str) -> None:
    assert set(_noted(text)) == {"right"}


@pytest.mark.parametrize(
    "text",
    [
        "calls in [msg 0]–[msg 7]: 6",
        "tool calls in [msg 1]–[msg 2]: 3 (`bash` 2, `read` 1)",
        "`read` calls in [msg 0]–[msg 7]: 2 [msg 1]",
        "`read` calls in [msg 0]–[msg 7]: 1; refused: 1 [msg 5]",
        "failed calls in [msg 0]–[msg 7]: 1 of 4 [msg 1]",
        "typed messages in [msg 0]–[msg 7]: 3",
        "typed messages in [msg 0]–[msg 7]: 2 [msg 0], [msg 6]",
        "typed messages in [msg 0]–[msg 7]: 2 [msg 0]",
        "`MessageAbortedError` in [msg 0]–[msg 7]: 0",
        "`tox` in [msg 0]–[msg 7]: never",
        "tool names in [msg 0]–[msg 7]: `bash`, `edit`",
        "`tox` in [msg 0]–[msg 7]: first at [msg 7]",
        "calls in [msg 0]–[msg 7]: 5, from [msg 2] to [msg 7]",
        "calls in [msg 0]–[msg 7]: 5 [msg 3], …",
        "`access` in the assistant's text and thoughts in [msg 0]–[msg 7]: 0",
    ],
)
def test_a_count_that_does_not_is_wrong(text: str) -> None:
    assert "wrong" in _noted(text)


@pytest.mark.parametrize(
    "text",
    [
        "thoughts that begin with `No` and a missing tool in [msg 0]–[msg 7]: 1 [msg 1]",
        "typed messages sent again in the other mode in [msg 0]–[msg 7]: 1",
        "typed messages in [msg 0]–[msg 7] about the weather: 0",
        "calls in [msg 0]–[msg 7]: many",
        "calls in [msg 0]–[msg 70]: 5",
        "calls in [msg 0 @b]–[msg 7 @b]: 5",
        "just a remark",
    ],
)
def test_what_is_not_understood_is_never_right(text: str) -> None:
    assert _noted(text) == ["unknown"]


def test_what_follows_a_count_is_not_taken_for_it() -> None:
    found = _noted("typed messages in [msg 0]–[msg 7]: 2 [msg 0], [msg 4], and 1 reworded [msg 6]")
    assert sorted(found) == ["right", "unknown"]


def test_a_gap_leaves_never_and_only_open() -> None:
    gap = ((3, 3),)
    session = SESSION.model_copy(update={"messages": tuple(m for m in SESSION.messages if m.index != 3), "gaps": gap})

    def noted(text: str) -> list[str]:
        return [verdict for verdict, _ in asked("ranges", f"So [^a].\n\n[^a]: {text}", session)]

    assert noted("`git push` in [msg 0]–[msg 7]: 0") == ["unknown"]
    assert noted("interrupts in [msg 0]–[msg 7]: 1 [msg 3]") == ["unknown"]
    assert noted("calls in [msg 0]–[msg 7]: 6") == ["unknown"]
    assert noted("calls in [msg 0]–[msg 7]: 4") == ["wrong"]
    assert noted("calls in [msg 4]–[msg 7]: 2") == ["right"]

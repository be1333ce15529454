"""Of a long text only what stands around the quoted words is searched, and a secret that an edge of it cuts is still seen."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from narrator.model import Message, Part, Span, Transcript
from narrator.redaction import WINDOW, Secret, quote
from narrator.redaction.rules import find_by_rules
from tests.redaction.planted import SERVICES

KEY = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"
PEM = SERVICES["private-key-block"][0](random.Random(3))  # noqa: S311


def session(text: str) -> Transcript:
    message = Message(index=0, role="user", kind="prompt", by="person", parts=(Part(kind="text", by="person", text=text),))
    return Transcript(session="s", format="x", agent="a", messages=(message,))


def quoted(text: str, start: int, end: int) -> str:
    return quote(session(text), Span(session="s", message=0, part=0, start=start, end=end))


@pytest.mark.parametrize("at", [WINDOW * k + d for k in (0, 1, 2, 3) for d in (-41, -40, -20, -1, 0, 1, 20)])
def test_a_key_at_any_edge_is_seen(at: int) -> None:
    at = max(0, at)
    text = "word " * (at // 5) + " " * (at % 5) + f"{KEY} " + "more " * WINDOW
    for start, end in ((at - 3, at + 10), (at + 5, at + 9), (at + 30, at + 60), (at, at + len(KEY))):
        shown = quoted(text, max(0, start), end)
        assert "[redacted: github-token]" in shown
        assert not any(KEY[i : i + 6] in shown for i in range(len(KEY) - 5))


@pytest.mark.parametrize("line", [1, 5, 12, 20, 24])
@pytest.mark.parametrize("lead", [0, WINDOW - 100, 2 * WINDOW - 700])
def test_a_line_of_a_private_key_is_seen_by_its_beginning_far_before(line: int, lead: int) -> None:
    text = "x " * (lead // 2) + PEM + "\n" + "y " * WINDOW
    body = PEM.splitlines()[line]
    at = text.index(body)
    assert quoted(text, at + 8, at + 40) == "[redacted: private-key]"


def test_only_what_is_around_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def counted(text: str) -> Iterator[Secret]:
        searched.append(len(text))
        return find_by_rules(text)

    monkeypatch.setattr("narrator.redaction.finding.find_by_rules", counted)
    text = "some words here. " * (WINDOW // 2)
    assert quoted(text, 5 * WINDOW + 3, 5 * WINDOW + 40) == text[5 * WINDOW + 3 : 5 * WINDOW + 40]
    assert max(searched) <= 3 * WINDOW


def test_what_stands_far_from_a_quotation_changes_nothing() -> None:
    text = f"{KEY} " + "plain words " * WINDOW + "quoted here" + " and more" * WINDOW
    at = text.index("quoted here")
    assert quoted(text, at, at + 11) == "quoted here"

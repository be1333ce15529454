"""Causes of silences, ranked with what records them hidden."""

from __future__ import annotations

import pytest

from narrator.model import Event, Message, Part, Transcript
from narrator.readers import read as read_session
from narrator.silence import CAUSES
from narrator.silence.masked import cases_of, counted, mask, rank
from narrator.silence.masked_signs import SIGNS, signs_of
from narrator.silence.masked_table import EXPECTED, IMAGINED
from tests.readers.opencode_lab import EXPORTS
from tests.silence.telling import told

SUMMARY = "## Goal\\nShip the cart"


def signs(transcript: Transcript, index: int) -> dict[str, str]:
    hidden = mask(transcript)
    position = hidden.position(index)
    assert position is not None
    return dict(signs_of(hidden, position))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda p: f"{p.parent.name}-{p.name.split('.')[0]}")
def test_what_records_a_cause_changes_nothing_once_it_is_hidden(path: object) -> None:
    transcript = read_session(path)  # type: ignore[arg-type]
    other = {"error": "Other", "finish": "other", "flags": ("queued",), "record": (("error.message", "other"),), "model": "other"}
    changed = tuple(m if m.by == "harness" else m.model_copy(update=other) for m in transcript.messages)
    events = (Event(kind="abort", text="stopped"),)
    assert mask(transcript.model_copy(update={"messages": changed, "events": events})) == mask(transcript)


def test_the_harness_own_line_goes_and_an_empty_one_stays() -> None:
    line = {"by": "harness", "kind": "notice"}
    transcript = told("0 U Fix it\n1 A\n2 U [Request interrupted]\n3 U\n4 U Go on", m2=line, m3=line)
    hidden = mask(transcript)
    assert [m.index for m in hidden.messages] == [0, 1, 3, 4]
    assert {m.by for m in hidden.messages if m.role == "user"} == {"person"}


def test_words_that_nobody_typed_and_statuses_are_hidden() -> None:
    parts = (
        Part(kind="text", by="harness", text="Continue", flags=("synthetic",)),
        Part(kind="notice", by="harness", name="compaction"),
        Part(kind="call", by="model", name="bash", call="c", status="cancelled"),
        Part(kind="result", by="tool", name="bash", call="c", status="cancelled", text="aborted"),
    )
    (message,) = mask(told("0 A", m0={"parts": parts})).messages
    assert [(p.kind, p.status) for p in message.parts] == [("call", None)]


def test_signs_say_what_stands_around() -> None:
    transcript = told(f"0 U Fix it\n1 A !bash\n2 A\n3 U\n4 A {SUMMARY}\n5 U Fix it")
    found = signs(transcript, 2)
    assert (found["holds"], found["before"], found["after"], found["second_after"]) == (
        "nothing",
        "shell",
        "silent user",
        "answer",
    )
    assert (found["again"], found["summary"], found["gap_after"]) == ("later", "second", "untold")
    assert signs(transcript, 3)["summary"] == "next"


def test_a_reply_without_an_end_stands_out_only_where_others_have_one() -> None:
    ended = {"at": "2026-01-01T00:00:00Z", "ended": "2026-01-01T00:00:03Z"}
    begun = {"at": "2026-01-01T00:00:00Z"}
    lines = "0 U Fix it\n1 A done\n2 U go on\n3 A"

    def duration(**its: dict[str, str]) -> str:
        transcript = told(lines)
        messages = [Message.model_validate(m.model_dump() | its.get(f"m{m.index}", {})) for m in transcript.messages]
        return signs(transcript.model_copy(update={"messages": tuple(messages)}), 3)["duration"]

    assert duration(m1=ended, m3=begun) == "open"
    assert duration(m1=begun, m3=begun) == "untold"
    assert duration(m1=begun, m3=ended) == "soon"


def test_a_ranking_sums_to_one_and_puts_what_fits_first() -> None:
    transcript = told(f"0 U Fix it\n1 A !bash\n2 A\n3 U\n4 A {SUMMARY}\n5 U Fix it")
    ranking = rank(signs(transcript, 2), "assistant")
    assert sum(p for _, p in ranking) == pytest.approx(1)
    assert ranking[0][0] == "context_overflow"
    assert [p for _, p in ranking] == sorted((p for _, p in ranking), reverse=True)


def test_counts_outweigh_expectations() -> None:
    transcript = told("0 U Fix it\n1 A\n2 U go on")
    before = dict(rank(signs(transcript, 1), "assistant"))
    table = counted(cases_of(transcript, {1: "filler"}, "s") * 40)
    after = dict(rank(signs(transcript, 1), "assistant", table))
    assert after["filler"] > 0.5 > before["filler"]


def test_the_table_speaks_of_signs_and_causes_that_there_are() -> None:
    assert {sign for by_role in EXPECTED.values() for its in by_role.values() for sign, _ in its} <= set(SIGNS)
    named = [cause for by_role in EXPECTED.values() for cause in by_role]
    assert sorted(named) == sorted(IMAGINED)
    assert set(named) == {c for c, _ in CAUSES} - {"compaction", "unknown"}

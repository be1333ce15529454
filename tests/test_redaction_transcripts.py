"""A session without its secrets: every field that holds words, counted, and the same again when it is done again."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import HealthCheck, given, settings

from narrator.model import Child, Event, Message, Part, Problem, Transcript
from narrator.redaction.transcripts import redact_transcript
from tests.readers.test_jsonl import transcripts

MAIL = "jo@shopatsea.com"
GONE = "[redacted: email]"


def session(where: str) -> Transcript:
    part = Part(kind="call", text=where, by="model", name="bash", args=(("to", where), (where, "x")), call="c1")
    file = Part(kind="file", by="person", name=where)
    message = Message(
        index=3, role="user", kind="prompt", by="person", parts=(part, file), id="m1", error=where, record=(("error", where),)
    )
    return Transcript(
        session="s",
        format="x",
        agent="codex",
        title=where,
        cwd=where,
        started=datetime(2026, 1, 1, tzinfo=UTC),
        messages=(message,),
        events=(Event(kind="retry", text=where),),
        children=(Child(session="s2", title=where),),
        problems=(Problem(code="bad-line", text=where),),
    )


def test_every_field_that_holds_words_is_redacted_and_the_others_stay() -> None:
    found, replaced = redact_transcript(session(MAIL))
    assert found == session(GONE)
    assert replaced == 11


def test_a_value_that_only_its_name_makes_a_secret_is_redacted() -> None:
    call = Part(kind="call", by="model", name="login", args=(("user", "jo"), ("password", "tr0ub4dor&3x")))
    message = Message(index=0, role="assistant", kind="reply", by="model", parts=(call,))
    found, replaced = redact_transcript(Transcript(session="s", format="x", agent="a", messages=(message,)))
    assert found.messages[0].parts[0].args == (("user", "jo"), ("password", "[redacted: password]"))
    assert replaced == 1


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(transcript=transcripts())
def test_redacting_again_changes_nothing(transcript: Transcript) -> None:
    once = redact_transcript(transcript).transcript
    assert redact_transcript(once) == (once, 0)

"""A session without its secrets: every field that holds words, counted, and the same again when it is done again."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import HealthCheck, given, settings

from narrator.model import Child, Event, Message, Part, Problem, Span, Transcript
from narrator.redaction import Policy, quote, redact, using
from narrator.redaction.transcripts import numbered, redact_transcript
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
    with using(Policy("strict")):
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


KEYS = tuple("gh" + f"p_{c * 2}Rk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj" for c in "qwe")


def spoken(*texts: str) -> Transcript:
    parts = tuple(Part(kind="text", by="person", text=text) for text in texts)
    message = Message(index=0, role="user", kind="prompt", by="person", parts=parts)
    return Transcript(session="s", format="x", agent="a", messages=(message,))


def test_the_same_secret_has_the_same_number_everywhere() -> None:
    found, replaced = redact_transcript(spoken(f"{KEYS[0]} {KEYS[1]}", KEYS[1], f"again {KEYS[0]}"))
    assert replaced == 4
    assert [p.text for p in found.messages[0].parts] == [
        "[redacted: github-token 1] [redacted: github-token 2]",
        "[redacted: github-token 2]",
        "again [redacted: github-token 1]",
    ]


def test_what_is_alone_of_its_kind_has_no_number() -> None:
    found, _ = redact_transcript(spoken(f"{KEYS[0]} {KEYS[0]}", "PASS=S3cretPass2 ./run"))
    assert found.messages[0].parts[0].text == "[redacted: github-token] [redacted: github-token]"
    assert found.messages[0].parts[1].text == "PASS=[redacted: password] ./run"


def test_a_quotation_has_the_number_that_its_secret_has_in_the_session() -> None:
    session = spoken(*KEYS)
    with numbered(session):
        assert quote(session, Span(session="s", message=0, part=1)) == "[redacted: github-token 2]"
        assert redact(f"x {KEYS[2]}") == "x [redacted: github-token 3]"
        assert redact("PASS=S3cretPass2 ./run") == "PASS=[redacted: password] ./run"
    assert redact(KEYS[2]) == "[redacted: github-token]"


def test_redacting_what_has_numbers_changes_nothing() -> None:
    once = redact_transcript(spoken(*KEYS)).transcript
    assert redact_transcript(once) == (once, 0)


def test_a_secret_that_is_known_goes_where_nothing_tells_it() -> None:
    found, replaced = redact_transcript(spoken("DB_PASSWORD=q7Rk2mZ9xWb4tYc8", "it printed q7Rk2mZ9xWb4tYc8 then", "q7Rk"))
    assert [p.text for p in found.messages[0].parts] == [
        "DB_PASSWORD=[redacted: password]",
        "it printed [redacted: password] then",
        "q7Rk",
    ]
    assert replaced == 2

"""A session's reading as JSON or as text: messages, phases, turning points, silences, and the facts about one message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from narrator.analysis import Analysis
from narrator.evidence import Fact, gather, stretch_about
from narrator.findings import find
from narrator.model import Message, Span
from narrator.quantities import count
from narrator.redaction import redact

SHOWN = 90
"""Code points of a message's text in a listing."""


def as_json(analysis: Analysis, index: int | None = None, *, facts: bool = False) -> str:
    """Return the reading as indented JSON, a newline at the end; of one message where `index` is given.

    Raises:
        MessageIndexError: when the session has no such message.

    """
    form = _session(analysis) if index is None else _one(analysis, index, facts=facts)
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


def _session(analysis: Analysis) -> dict[str, Any]:
    transcript = analysis.transcript
    return {
        "session": transcript.session,
        "format": transcript.format,
        "agent": transcript.agent,
        "version": transcript.version,
        "title": redact(transcript.title) if transcript.title else None,
        "started": _time(transcript.started),
        "ended": _time(transcript.ended),
        "digest": transcript.digest,
        "messages": [_message(m) for m in transcript.messages],
        "events": [
            {"kind": e.kind, "text": redact(e.text), "at": _time(e.at), "after": e.after, "lines": _lines(e.places)}
            for e in transcript.events
        ],
        "gaps": [list(g) for g in transcript.gaps],
        "children": [c.model_dump() for c in transcript.children],
        "phases": [
            {"number": p.number, "first": p.first, "last": p.last, "kind": p.kind, "title": p.title, "cues": list(p.cues)}
            for p in analysis.phases
        ],
        "turning_points": [
            {"message": t.message, "kind": t.kind, "score": t.score, "before": t.before, "after": t.after, "cues": list(t.cues)}
            for t in analysis.turning_points
        ],
        "interventions": [
            {"message": i.message, "after": i.after, "act": i.act, "similarity": round(i.similarity, 3), "latency": i.latency}
            for i in analysis.interventions
        ],
        "silences": [_silence(analysis, s.message) for s in analysis.silences],
        "coverage": transcript.coverage.model_dump(),
        "problems": [{**p.model_dump(exclude={"text"}), "text": redact(p.text)} for p in transcript.problems],
    }


def _message(message: Message) -> dict[str, Any]:
    return {
        "index": message.index,
        "id": message.id,
        "role": message.role,
        "kind": message.kind,
        "by": message.by,
        "at": _time(message.at),
        "ended": _time(message.ended),
        "mode": message.mode,
        "model": message.model,
        "finish": message.finish,
        "error": message.error,
        "flags": list(message.flags),
        "parts": [p.kind for p in message.parts],
        "file": message.places[0].file if message.places else None,
        "lines": _lines(message.places),
    }


def _lines(places: Any) -> list[int]:
    return [p.line for p in places if p.line is not None]


def _time(value: Any) -> str | None:
    return None if value is None else value.isoformat()


def _silence(analysis: Analysis, index: int) -> dict[str, Any] | None:
    silence = analysis.silence(index)
    if silence is None:
        return None
    return {
        "message": silence.message,
        "cause": silence.cause,
        "detail": silence.detail,
        "certainty": silence.certainty,
        "evidence": [{"text": redact(s.text), "messages": sorted({x.message for x in s.spans})} for s in silence.evidence],
        "undecided": list(silence.undecided),
    }


def _one(analysis: Analysis, index: int, *, facts: bool) -> dict[str, Any]:
    stretch = stretch_about(analysis, index)
    found: dict[str, Any] = {
        "session": analysis.transcript.session,
        "message": _message(stretch.message),
        "record": {key: redact(value) for key, value in stretch.message.record},
        "phase": analysis.phase(index).number,
        "silence": _silence(analysis, index),
        "context": [stretch.index(stretch.start), stretch.index(stretch.end - 1)],
    }
    if facts:
        found["facts"] = [_fact(f) for f in facts_about(analysis, index)]
    return found


def facts_about(analysis: Analysis, index: int) -> tuple[Fact, ...]:
    """Return every fact that a document about message `index` may tell, findings last.

    Raises:
        MessageIndexError: when the session has no such message.

    """
    stretch = stretch_about(analysis, index)
    facts = gather(stretch)
    return (*facts, *find(stretch, facts))


def _fact(found: Fact) -> dict[str, Any]:
    return {
        "predicate": found.predicate,
        "args": {name: _arg(value) for name, value in found.args},
        "at": found.at,
        "salience": found.salience,
        "found_by": found.found_by,
        "spans": [_arg(s) for s in found.spans],
        "notes": [n.text for n in found.notes],
    }


def _arg(value: Any) -> Any:
    if isinstance(value, Span):
        return {key: v for key, v in value.model_dump().items() if v is not None}
    if isinstance(value, tuple):
        return [_arg(v) for v in value]
    return redact(value) if isinstance(value, str) else value


def as_text(analysis: Analysis, index: int | None = None, *, facts: bool = False) -> str:
    """Return the reading for a person, in lines.

    Raises:
        MessageIndexError: when the session has no such message.

    """
    lines = _session_lines(analysis) if index is None else _message_lines(analysis, index, facts=facts)
    return "\n".join(lines) + "\n"


def _session_lines(analysis: Analysis) -> Iterator[str]:
    transcript = analysis.transcript
    first, last = transcript.messages[0].index, transcript.messages[-1].index
    yield f"{redact(transcript.title or transcript.session)}"
    held = count(len(transcript.messages), "message")
    yield f"{transcript.agent} {transcript.version or ''}, read as {transcript.format}: {held}, {first} to {last}"
    yield "".join(f"  not in the record: {a} to {b}\n" for a, b in transcript.gaps).rstrip("\n") or "  no gaps"
    yield "\nPhases"
    yield from (f"  {p.number:>3}  {p.first:>6}–{p.last:<6} {p.kind:<10} {p.title}" for p in analysis.phases)
    yield "\nTurning points"
    yield from (f"  {t.message:>6}  {t.score:4.2f}  {t.kind:<13} {', '.join(t.cues)}" for t in analysis.turning_points[:10])
    yield "\nSilences"
    yield from (f"  {s.message:>6}  {s.cause:<20} {s.certainty:<9} {s.detail}" for s in analysis.silences)
    cover = transcript.coverage
    kept = f"{cover.in_messages} in messages, {cover.in_events} in events, {cover.in_header} in the header"
    yield f"\n{count(cover.records, 'record')}: {kept}, {cover.unknown} unknown, {cover.bad} bad"
    yield from (f"  {p.code}: {redact(p.text)}" for p in transcript.problems)


def _message_lines(analysis: Analysis, index: int, *, facts: bool) -> Iterator[str]:
    stretch = stretch_about(analysis, index)
    message = stretch.message
    yield f"[msg {index}] {message.role}, {', '.join((f'{message.kind} by {message.by}', *message.flags))}"
    for key, value in (
        ("id", message.id),
        ("at", _time(message.at)),
        ("mode", message.mode),
        ("finish", message.finish),
        ("error", message.error),
    ):
        if value:
            yield f"  {key}: {value}"
    yield from (f"  {key}: {redact(value)[:SHOWN]}" for key, value in message.record)
    silence = analysis.silence(index)
    if silence is not None:
        yield f"  silence: {silence.cause} ({silence.certainty})"
        yield from (f"    {redact(s.text)}" for s in silence.evidence)
    for number, part in enumerate(message.parts):
        words = " ".join(redact(part.text or " ".join(v for _, v in part.args)).split())
        yield f"  {number} {part.kind} {part.name or ''} {words[:SHOWN]}"
    if facts:
        yield from (
            f"  {f.predicate}: {json.dumps(_fact(f)['args'], ensure_ascii=False)[:200]}" for f in facts_about(analysis, index)
        )

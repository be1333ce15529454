"""A session's reading as JSON: messages, phases, turning points, silences, and the facts about one message."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, tzinfo
from pathlib import PurePath
from typing import Any

from narrator.analysis import Analysis
from narrator.evidence import Fact, gather, stretch_about
from narrator.findings import find
from narrator.ledger import gather_ledger
from narrator.model import Child, Message, Place, Problem, Span
from narrator.redaction import redact, redact_value
from narrator.times import PAUSE, extent, zone_name


def as_json(analysis: Analysis, index: int | None = None, *, facts: bool = False) -> str:
    """Return the reading as indented JSON, a newline at the end; of one message where `index` is given.

    Raises:
        MessageIndexError: when the session has no such message.

    """
    if index is not None:
        form = _one(analysis, index, facts=facts)
    else:
        form = _session(analysis) | ({"facts": [_fact(f) for f in gather_ledger(analysis)]} if facts else {})
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


def _session(analysis: Analysis) -> dict[str, Any]:
    transcript, zone = analysis.transcript, analysis.zone
    return {
        "session": transcript.session,
        "format": transcript.format,
        "agent": transcript.agent,
        "version": transcript.version,
        "title": _said(transcript.title),
        "started": _time(transcript.started, zone),
        "ended": _time(transcript.ended, zone),
        "time": _extent(analysis),
        "digest": transcript.digest,
        "messages": [_message(m, zone) for m in transcript.messages],
        "events": [
            {"kind": e.kind, "text": redact(e.text), "at": _time(e.at, zone), "after": e.after, "lines": _lines(e.places)}
            for e in transcript.events
        ],
        "gaps": [list(g) for g in transcript.gaps],
        "children": [_child(c) for c in transcript.children],
        "phases": [
            {"number": p.number, "first": p.first, "last": p.last, "kind": p.kind, "title": p.title, "cues": list(p.cues)}
            for p in analysis.phases
        ],
        "turning_points": [
            {"message": t.message, "kind": t.kind, "score": t.score, "before": t.before, "after": t.after, "cues": list(t.cues)}
            for t in analysis.turning_points
        ],
        "interventions": [
            {
                "message": i.message,
                "after": i.after,
                "act": i.act,
                "similarity": round(i.similarity, 3),
                "latency": i.latency,
                "mode": None if i.mode is None else [_said(mode) for mode in i.mode],
            }
            for i in analysis.interventions
        ],
        "responses": [
            {"stopped": r.stopped, "how": r.how, "act": r.act, "message": None if r.by is None else r.by.message}
            for r in analysis.responses
        ],
        "silences": [_silence(analysis, s.message) for s in analysis.silences],
        "coverage": transcript.coverage.model_dump(),
        "problems": [_problem(p) for p in transcript.problems],
    }


def _message(message: Message, zone: tzinfo) -> dict[str, Any]:
    return {
        "index": message.index,
        "id": message.id or message.field("id"),
        "role": message.role,
        "kind": message.kind,
        "by": message.by,
        "at": _time(message.at, zone),
        "ended": _time(message.ended, zone),
        "mode": _said(message.mode),
        "model": _said(message.model),
        "finish": _said(message.finish),
        "error": _said(message.error),
        "tokens": None if message.tokens is None else message.tokens.model_dump(),
        "cost": message.cost,
        "flags": list(message.flags),
        "parts": [p.kind for p in message.parts],
        "file": file_name(message.places[0]) if message.places else None,
        "lines": _lines(message.places),
    }


def _child(child: Child) -> dict[str, Any]:
    return {"session": child.session, "message": child.message, "title": _said(child.title)}


def _problem(problem: Problem) -> dict[str, Any]:
    place = problem.place
    where = None if place is None else {**place.model_dump(), "file": file_name(place)}
    return {"code": problem.code, "text": redact(problem.text), "message": problem.message, "place": where}


def file_name(place: Place) -> str:
    """Return the name of a place's file, a store's with table and row: its folder is this machine's own."""
    file, mark, row = place.file.partition("#")
    return PurePath(file).name + mark + row


def _said(words: str | None) -> str | None:
    return None if words is None else redact(words)


def _lines(places: Iterable[Place]) -> list[int]:
    return [p.line for p in places if p.line is not None]


def _time(value: datetime | None, zone: tzinfo) -> str | None:
    return None if value is None else value.astimezone(zone).isoformat()


def _extent(analysis: Analysis) -> dict[str, Any]:
    """The session's time in seconds, None where its record tells no time; a pause is longer than `pause`."""
    took = extent(analysis.transcript)
    return {
        "zone": zone_name(analysis.zone),
        "span": None if took is None else took.seconds,
        "active": None if took is None else took.active,
        "pause": round(PAUSE.total_seconds()),
    }


def _silence(analysis: Analysis, index: int) -> dict[str, Any] | None:
    silence = analysis.silence(index)
    if silence is None:
        return None
    return {
        "message": silence.message,
        "cause": silence.cause,
        "detail": redact(silence.detail),
        "certainty": silence.certainty,
        "evidence": [{"text": redact(s.text), "messages": sorted({x.message for x in s.spans})} for s in silence.evidence],
        "undecided": list(silence.undecided),
    }


def _one(analysis: Analysis, index: int, *, facts: bool) -> dict[str, Any]:
    stretch = stretch_about(analysis, index)
    found: dict[str, Any] = {
        "session": analysis.transcript.session,
        "zone": zone_name(analysis.zone),
        "message": _message(stretch.message, analysis.zone),
        "record": {key: redact_value(key, value) for key, value in stretch.message.record},
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

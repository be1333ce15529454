"""A session's reading for a person: what is in it and where to look, in aligned lines without control characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from itertools import groupby
from textwrap import wrap

from narrator.analysis import Analysis
from narrator.evidence import Arg, Fact, stretch_about
from narrator.ledger import gather_ledger
from narrator.model import Message, Part, Span, Transcript
from narrator.phases import Response, TurningPoint
from narrator.publishing.about import dollars, tell_session, tell_tokens
from narrator.publishing.plain import printable
from narrator.publishing.reading import facts_about, file_name
from narrator.publishing.strip import draw_strip, lines_of
from narrator.quantities import duration, series
from narrator.redaction import quote, redact, redact_value
from narrator.references import cite
from narrator.silence import CAUSES, Silence
from narrator.times import stamp, zone_name

WORDS = 72
"""Code points of a part's words in a listing."""
TITLE = 48
"""Code points of a phase's title and of a turning point's words: their lines fit a terminal of 80 columns."""
TURNS = 10
"""Turning points that are listed, and stops."""
ITEMS = 6
"""Items of a fact's list that are shown."""
WHY = " " * 8
ANSWERED = {
    "request": "a request",
    "question": "a question",
    "correction": "a correction",
    "report": "a report",
    "redirect": "a redirection",
    "stop": "a stop",
    "approve": "an approval",
    "thanks": "thanks",
    "repeat": "the same words again",
    "refine": "nearly the same words again",
    "other": "a word",
}
"""How the act of a person is told that answered a stop."""
PROBLEMS = 20
"""Problems that are listed."""


def as_text(analysis: Analysis, index: int | None = None, *, facts: bool = False, color: bool = False) -> str:
    """Return the reading of a session, or of one of its messages, in lines; its strip in colors (ANSI) where asked for.

    Raises:
        MessageIndexError: when the session has no such message.

    """
    if index is not None:
        lines = _one(analysis, index, facts=facts)
    else:
        lines = _ledger(analysis) if facts else _session(analysis, color=color)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def on_one_line(text: str, longest: int = WORDS) -> str:
    """Return text redacted, on one line, without what a terminal would act on, cut at `longest` code points."""
    line = " ".join(printable(redact(text)).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def _session(analysis: Analysis, *, color: bool) -> Iterator[str]:
    transcript = analysis.transcript
    yield on_one_line(transcript.title or transcript.session, 120)
    yield from _table(tell_session(transcript, analysis.zone))
    yield from ("", "At a glance")
    yield from lines_of(draw_strip(analysis), color=color)
    yield from _section("Phases", "", ((f"{p.first}–{p.last}", p.kind, on_one_line(p.title, TITLE)) for p in analysis.phases))
    turns = analysis.turning_points
    more = f", the first {TURNS} of {len(turns)}" if len(turns) > TURNS else ""
    yield from _turns(transcript, turns[:TURNS], f"strongest first{more}")
    stops = analysis.responses
    note = "and what the person did" + (f", the first {TURNS} of {len(stops)}" if len(stops) > TURNS else "")
    yield from _section("Where the work stopped", note, (_stopped(r) for r in stops[:TURNS]))
    silences = ((str(s.message), s.cause, s.certainty, on_one_line(s.detail)) for s in analysis.silences)
    yield from _section("Silences", "messages without words", silences)
    yield from _section("Problems", "", ((p.code, on_one_line(p.text, 120)) for p in transcript.problems[:PROBLEMS]))
    if len(transcript.problems) > PROBLEMS:
        yield f"  and {len(transcript.problems) - PROBLEMS} more; --json has all"


def _turns(transcript: Transcript, turns: Sequence[TurningPoint], note: str) -> Iterator[str]:
    rows = list(_table((str(t.message), t.kind, _words(transcript, t.message)) for t in turns))
    yield from ("", f"Turning points  ({note})" if rows else "Turning points")
    for row, turn in zip(rows, turns, strict=True):
        yield row
        yield from wrap("why: " + ", ".join(turn.cues or ("nothing stronger",)), 78, initial_indent=WHY, subsequent_indent=WHY)
    if not rows:
        yield "  none"


def _stopped(response: Response) -> tuple[str, ...]:
    by = response.by
    if by is None:
        return (str(response.stopped), response.how, "nothing followed")
    after = "" if by.latency is None else f", {duration(by.latency)} later"
    mode = "" if by.mode is None else f", now in {on_one_line(by.mode[1])} mode"
    return (str(response.stopped), response.how, f"{ANSWERED[response.act]} {cite(by.message)}{after}{mode}")


def _ledger(analysis: Analysis) -> Iterator[str]:
    """The facts about a whole session, kind by kind, each with its place among all by salience."""
    facts = gather_ledger(analysis)
    order = sorted(range(len(facts)), key=lambda n: (-facts[n].salience, facts[n].at, n))
    places = {id(facts[n]): place for place, n in enumerate(order, 1)}
    yield on_one_line(analysis.transcript.title or analysis.transcript.session, 120)
    for name, group in groupby(facts, key=lambda f: f.found_by):
        yield from ("", f"Facts  {name}")
        for found in group:
            roles = "  ".join(f"{role}={_value(analysis.transcript, value)}" for role, value in found.args)
            yield f"  {found.predicate}  {_cited(found.spans)}  ({places[id(found)]} of {len(facts)} by weight)"
            yield from (f"    {line}" for line in ([roles] if roles else []) + [note.text for note in found.notes])
    if not facts:
        yield from ("", "Facts", "  none")


def _one(analysis: Analysis, index: int, *, facts: bool) -> Iterator[str]:
    stretch = stretch_about(analysis, index)
    message, transcript = stretch.message, analysis.transcript
    yield f"{cite(index)}  {message.role}, {', '.join((f'{message.kind} by {message.by}', *message.flags))}"
    yield from _table(_fields(analysis, message))
    silence = analysis.silence(index)
    if silence is not None:
        yield from _silence(silence)
    yield from _section("Parts", "", (_part(number, part) for number, part in enumerate(message.parts)))
    if message.record:
        yield from _section(
            "Record", "the harness's own fields", ((name, on_one_line(redact_value(name, text))) for name, text in message.record)
        )
    if facts:
        yield from _facts(transcript, facts_about(analysis, index))


def _fields(analysis: Analysis, message: Message) -> Iterator[tuple[str, str]]:
    phase = analysis.phase(message.index)
    turn = next((t for t in analysis.turning_points if t.message == message.index), None)
    values = (
        ("id", message.id or message.field("id")),
        ("time", _when(message, analysis.zone)),
        ("mode", message.mode),
        ("model", message.model),
        ("finish", message.finish),
        ("error", message.error),
        ("tokens", None if message.tokens is None else tell_tokens(message.tokens)),
        ("cost", None if message.cost is None else dollars(message.cost)),
        ("phase", f"{phase.number} of {len(analysis.phases)}, {phase.first} to {phase.last}, {phase.kind}"),
        ("turns here", None if turn is None else f"{turn.kind} ({turn.score:.2f}): {', '.join(turn.cues)}"),
        ("stands in", _places(message)),
    )
    yield from ((name, on_one_line(value, 120)) for name, value in values if value)


def _places(message: Message) -> str:
    lines = [str(p.line) for p in message.places if p.line is not None]
    where = f", line{'s' if len(lines) > 1 else ''} {series(tuple(lines))}" if lines else ""
    return file_name(message.places[0]) + where if message.places else ""


def _silence(silence: Silence) -> Iterator[str]:
    detail = f": {on_one_line(silence.detail)}" if silence.detail else ""
    yield ""
    yield f"Silence  {silence.cause} ({silence.certainty}){detail}"
    yield f"  {dict(CAUSES).get(silence.cause, '')}"
    yield from (f"  for it: {on_one_line(s.text, 120)} {_cited(s.spans)}" for s in silence.evidence)
    yield from (f"  would decide: {text}" for text in silence.undecided)


def _part(number: int, part: Part) -> tuple[str, ...]:
    words = part.text or " ".join(f"{name}={text}" for name, text in part.args)
    state = part.status if part.kind in ("call", "result") else ", ".join(part.flags)
    return (str(number), part.kind, part.name or "", state or "", on_one_line(words))


def _facts(transcript: Transcript, facts: Sequence[Fact]) -> Iterator[str]:
    for name, group in groupby(facts, key=lambda f: f.found_by):
        yield from ("", f"Facts  {name}")
        for found in group:
            roles = "  ".join(f"{role}={_value(transcript, value)}" for role, value in found.args)
            yield f"  {found.predicate}  {_cited(found.spans)}"
            yield from (f"    {line}" for line in ([roles] if roles else []) + [note.text for note in found.notes])


def _value(transcript: Transcript, value: Arg) -> str:
    if isinstance(value, Span):
        return f"“{on_one_line(quote(transcript, value))}” {cite(value.message)}"
    if isinstance(value, tuple):
        more = f"; and {len(value) - ITEMS} more" if len(value) > ITEMS else ""
        return f"({'; '.join(_value(transcript, v) for v in value[:ITEMS])}{more})"
    return on_one_line(str(value)) or "–"


def _words(transcript: Transcript, index: int) -> str:
    message = transcript.message(index)
    text = on_one_line(message.visible_text, TITLE) if message is not None else ""
    return f"“{text}”" if text else ""


def _cited(spans: Iterable[Span]) -> str:
    indices = sorted({s.message for s in spans})
    return " ".join(cite(i) for i in indices[:3]) + (f" and {len(indices) - 3} more" if len(indices) > 3 else "")


def _when(message: Message, zone: tzinfo) -> str:
    ends = [time for time in (message.at, message.ended) if time is not None]
    return " to ".join(dict.fromkeys(stamp(time, zone) for time in ends)) + f" ({zone_name(zone)})" if ends else ""


def _section(title: str, note: str, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield ""
    lines = list(_table(rows))
    yield f"{title}  ({note})" if note and lines else title
    yield from lines or ["  none"]


def _table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Lines of cells in columns; a column of numbers stands to the right."""
    cells = list(rows)
    columns = list(zip(*cells, strict=True))
    widths = [max(len(c) for c in column) for column in columns]
    right = [all(c.replace(".", "").isdigit() for c in column) for column in columns]
    for row in cells:
        aligned = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True) if w)
        yield f"  {'  '.join(aligned)}"

"""A session's reading as a page: its timeline, phases, turning points, silences, and what became of its records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from narrator.analysis import Analysis
from narrator.publishing.about import tell_session
from narrator.publishing.html_messages import show_message, words_of
from narrator.publishing.html_templates import fill, policy, style
from narrator.publishing.listing import on_one_line
from narrator.publishing.page_pictures import WIDE, mark_targets, timelines
from narrator.silence import CAUSES

TURNS = 40
"""Turning points that are listed, the strongest."""
SILENCES = 120
"""Silent messages that are listed, the first."""
PROBLEMS = 60
WORDS = 160
"""Code points of a message's words in a table."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table: the messages that it is about, and its cells."""

    first: int
    last: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A table, and how many rows it leaves out."""

    id: str
    name: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    left_out: int = 0


def as_page(analysis: Analysis, *, templates: str | Path | None = None) -> str:
    """Return the reading of a session as HTML.

    Raises:
        TemplateError: when a page template is missing or doesn't fit.

    """
    tables = (_phases(analysis), _turns(analysis), _silences(analysis))
    wanted = mark_targets(analysis, WIDE) | {i for t in tables for line in t.lines for i in (line.first, line.last)}
    transcript = analysis.transcript
    sheet = style(templates=templates)
    values: dict[str, object] = {
        "title": on_one_line(transcript.title or transcript.session, 120),
        "about": tuple((name, on_one_line(words, 200)) for name, words in tell_session(transcript, analysis.zone)),
        "timelines": timelines(analysis, wanted, broad=WIDE, templates=templates),
        "tables": tables,
        "problems": tuple((p.code, on_one_line(p.text, 240)) for p in transcript.problems[:PROBLEMS]),
        "more_problems": max(0, len(transcript.problems) - PROBLEMS),
        "messages": tuple(show_message(analysis, i, brief=True) for i in sorted(wanted)),
        "total": len(transcript.messages),
        "shown": wanted,
        "session": transcript.session,
        "digest": transcript.digest,
        "style": sheet,
        "policy": policy(sheet),
    }
    return str(fill("page/session.html.j2", values, templates=templates))


def _phases(analysis: Analysis) -> Listed:
    lines = (
        Line(p.first, p.last, (str(p.number), p.kind, on_one_line(p.title, WORDS), ", ".join(p.cues))) for p in analysis.phases
    )
    return Listed("phases", "Phases", ("", "kind", "about", "opened by"), tuple(lines))


def _turns(analysis: Analysis) -> Listed:
    turns = analysis.turning_points
    lines = (Line(t.message, t.message, (t.kind, _words(analysis, t.message), ", ".join(t.cues))) for t in turns[:TURNS])
    columns = ("kind", "words", "told by")
    return Listed("turns", "Turning points, strongest first", columns, tuple(lines), max(0, len(turns) - TURNS))


def _silences(analysis: Analysis) -> Listed:
    causes = dict(CAUSES)
    lines = []
    for silence in analysis.silences[:SILENCES]:
        signs = "; ".join(on_one_line(s.text, WORDS) for s in silence.evidence)
        cells = (causes.get(silence.cause, silence.cause), silence.certainty, signs, ", ".join(silence.undecided))
        lines.append(Line(silence.message, silence.message, cells))
    columns = ("why", "how sure", "for it", "what would decide it")
    return Listed("silences", "Messages without words", columns, tuple(lines), max(0, len(analysis.silences) - SILENCES))


def _words(analysis: Analysis, index: int) -> str:
    message = analysis.transcript.message(index)
    return "" if message is None else words_of(analysis, message, WORDS)

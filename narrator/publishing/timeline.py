"""The timeline of a session: phases, turning points, what was done, what failed, silences, what it cost, message by message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from pathlib import Path

from markupsafe import Markup

from narrator.analysis import Analysis
from narrator.phases import Phase
from narrator.publishing.about import dollars
from narrator.publishing.html_messages import words_of
from narrator.publishing.html_templates import fill
from narrator.publishing.listing import on_one_line
from narrator.publishing.svg import Axis, Href, Mark, Tick, marks, rounded, ticks
from narrator.quantities import count, series
from narrator.references import cite
from narrator.silence import CAUSES

ROWS: tuple[tuple[str, frozenset[str]], ...] = (
    ("looks", frozenset({"explore", "search", "review"})),
    ("plans", frozenset({"plan", "ask", "talk", "delegate"})),
    ("edits", frozenset({"edit"})),
    ("runs", frozenset({"run", "operate"})),
    ("tests", frozenset({"test", "debug"})),
)
"""The strip's rows, and the kinds of acts in each."""
LABELS = 56
"""Width of the lanes' names, left of the axis."""
CELL = 4
"""Least width of a cell of the strip."""
LEVELS = 4
"""Shades of a cell: a quarter, a half, three quarters of the most calls in a cell of its row, or more."""
LETTER = 6.2
"""Width of a letter in the pictures' lettering, about."""
MARGIN = 6


@dataclass(frozen=True, slots=True)
class Band:
    """A phase."""

    x: float
    width: float
    label: str
    """As much as fits."""
    title: str
    href: str | None


@dataclass(frozen=True, slots=True)
class Cell:
    """Acts of one kind at some messages."""

    x: float
    width: float
    level: int


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of acts along the session."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """What it had cost up to each message."""

    name: str
    path: str
    """Points from the left, in a box of height 1 (0 at the bottom)."""
    total: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """A timeline, laid out."""

    name: str
    width: int
    left: float
    right: float
    title: str
    summary: str
    bands: tuple[Band, ...]
    turns: tuple[Mark, ...]
    rows: tuple[Row, ...]
    failures: tuple[Mark, ...]
    silences: tuple[Mark, ...]
    curve: Curve | None
    ticks: tuple[Tick, ...]
    gaps: tuple[float, ...]
    """Where the record has holes."""
    subject: Mark | None


def draw(picture: Timeline, *, templates: str | Path | None = None) -> Markup:
    """Return a timeline as SVG.

    Raises:
        TemplateError: when its template is missing or doesn't fit.

    """
    return fill("page/timeline.svg.j2", {"picture": picture}, templates=templates)


def lay_out(analysis: Analysis, href: Href, *, name: str, width: int, subject: int | None = None) -> Timeline:
    """Return a timeline `width` units wide, laid out; `name` begins its ids, `subject` is a message to be marked."""
    transcript = analysis.transcript
    axis = Axis(transcript, LABELS, width - MARGIN)
    indices = [m.index for m in transcript.messages]
    holes = [b for a, b in pairwise(indices) if b > a + 1]
    return Timeline(
        name=name,
        width=width,
        left=axis.left,
        right=axis.right,
        title=f"Timeline of the session, {cite(indices[0], indices[-1])}",
        summary=_summary(analysis, subject),
        bands=tuple(_band(axis, p, href) for p in analysis.phases),
        turns=_turns(analysis, axis, href),
        rows=tuple(_row(analysis, axis, row, kinds) for row, kinds in ROWS),
        failures=marks(axis, _failed(analysis), href, several="failures at {} messages"),
        silences=marks(axis, _silent(analysis), href, several="{} messages without words"),
        curve=_curve(analysis, axis),
        ticks=ticks(axis, 3 if width < 500 else 5, analysis.zone),
        gaps=tuple(rounded(axis.edge(b)) for b in holes),
        subject=None if subject is None else Mark(rounded(axis.at(subject)), 1, (subject,), cite(subject), href(subject)),
    )


def _summary(analysis: Analysis, subject: int | None) -> str:
    failed = sum(_failures(analysis).values())
    told = (
        f"{len(analysis.transcript.messages):,} messages in {count(len(analysis.phases), 'phase')}",
        count(len(analysis.turning_points), "turning point"),
        count(failed, "failed call"),
        count(len(analysis.silences), "message") + " without words",
    )
    where = "" if subject is None else f" {cite(subject)} stands in phase {analysis.phase(subject).number}."
    phases = "; ".join(f"{p.number}, {p.kind}: {on_one_line(p.title, 60)}, {cite(p.first, p.last)}" for p in analysis.phases)
    return f"{series(told)}.{where} The phases: {phases}."


def _band(axis: Axis, phase: Phase, href: Href) -> Band:
    x, end = axis.edge(phase.first), axis.edge(phase.last) + axis.step
    label = f"{phase.number} {phase.kind}"
    fits = label if len(label) * LETTER < end - x - 4 else str(phase.number)
    shown = fits if len(fits) * LETTER < end - x else ""
    title = f"Phase {phase.number} {phase.kind}: {on_one_line(phase.title, 80)} {cite(phase.first, phase.last)}"
    return Band(rounded(x), rounded(max(1.0, end - x - 1)), shown, title, href(phase.first))


def _turns(analysis: Analysis, axis: Axis, href: Href) -> tuple[Mark, ...]:
    many = len(analysis.turning_points)
    words = {m.index: m for m in analysis.transcript.messages}
    found = (
        (t.message, 1 - rank / many, f"{cite(t.message)} turns: {t.kind}, “{words_of(analysis, words[t.message], 90)}”")
        for rank, t in enumerate(analysis.turning_points)
    )
    return marks(axis, found, href, several="{} turning points")


def _failures(analysis: Analysis) -> Counter[int]:
    return Counter(o.message for o in analysis.observations.outcomes if o.status == "failed")


def _failed(analysis: Analysis) -> Iterator[tuple[int, float, str]]:
    failed = _failures(analysis)
    most = max(failed.values(), default=1)
    for index, many in failed.items():
        yield index, many / most, f"{count(many, 'call')} failed at {cite(index)}"


def _silent(analysis: Analysis) -> Iterator[tuple[int, float, str]]:
    causes = dict(CAUSES)
    for silence in analysis.silences:
        yield silence.message, 1.0, f"{cite(silence.message)} has no words: {causes.get(silence.cause, silence.cause)}"


def _row(analysis: Analysis, axis: Axis, name: str, kinds: frozenset[str]) -> Row:
    done = Counter(a.message for a in analysis.observations.acts if a.kind in kinds)
    messages = analysis.transcript.messages
    size = max(1, -(-len(messages) * CELL // int(axis.right - axis.left)))
    counts = [sum(done[m.index] for m in messages[i : i + size]) for i in range(0, len(messages), size)]
    most = max([*counts, 1])
    levels = [-(-LEVELS * n // most) for n in counts]
    return Row(name, tuple(_cells(axis, levels, size)))


def _cells(axis: Axis, levels: Sequence[int], size: int) -> Iterator[Cell]:
    """Cells of one shade that stand side by side are one."""
    at = 0
    for level, group in groupby(levels):
        many = len(list(group))
        if level:
            start = axis.left + at * size * axis.step
            end = min(axis.right, start + many * size * axis.step)
            yield Cell(rounded(start), rounded(max(1.0, end - start)), level)
        at += many


def _curve(analysis: Analysis, axis: Axis) -> Curve | None:
    messages = analysis.transcript.messages
    own = ["copied" not in m.flags for m in messages]
    costs = [(m.cost or 0.0) * mine for m, mine in zip(messages, own, strict=True)]
    tokens = [float(m.tokens.output) * mine if m.tokens else 0.0 for m, mine in zip(messages, own, strict=True)]
    spent = costs if any(costs) else tokens
    total = sum(spent)
    if not total:
        return None
    size = max(1, len(messages) * CELL // int(axis.right - axis.left))
    sums = list(accumulate(spent))
    points = [(axis.left, 0.0)]
    points += [(axis.at(m.index), sums[i] / total) for i, m in enumerate(messages) if i % size == 0 or i == len(messages) - 1]
    points.append((axis.right, 1.0))
    path = " ".join(f"{rounded(x):g},{1 - y:.3f}" for x, y in points)
    return Curve("cost" if any(costs) else "output", path, dollars(total) if any(costs) else f"{total:,.0f} tokens")

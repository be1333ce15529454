"""What each stage makes of the shipped sessions, side by side with what it made before: a diff shows which stage moved.

`pytest tests/test_golden.py --update-golden` writes the files as the stages now make them, and removes those of no case.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from narrator.analysis import Analysis, analyze
from narrator.assets import folder
from narrator.evidence import Arg, Fact, Stretch, gather, stretch_about
from narrator.findings import Finding, findings_of
from narrator.model import Span
from narrator.planning import DocumentPlan, plan
from narrator.readers import read
from narrator.realization import write

GOLDEN = Path(__file__).parent / "golden"
Json = Any


class Case(NamedTuple):
    """A message of a shipped session."""

    session: str
    """The session's file below corpora/."""
    message: int
    """Its index."""

    @property
    def folder(self) -> Path:
        """Where its golden files are: by corpus, by session where a corpus holds several, by index."""
        corpus, _, file = self.session.partition("/")
        name = [] if file == "session.jsonl" else [file.partition(".")[0]]
        return GOLDEN.joinpath(corpus, *name, str(self.message))


CASES: tuple[Case, ...] = tuple(
    Case(session, index)
    for session, indices in (
        ("dflash/session.jsonl", (8858, 10018, 10872, 10876, 10880)),
        ("opencode-lab/aborts.json", (1, 3, 7)),
        ("opencode-lab/compaction-failures.json", (2, 3, 11)),
        ("opencode-lab/overflow-error.json", (4, 5, 6)),
        ("opencode-lab/provider-errors.json", (1, 3, 7)),
    )
    for index in indices
)


# ------------------------------------------------------------------------------------------------------ values as JSON
def span(value: Span) -> list[Json]:
    """Return [message, part, start, end], [message, part] for a whole part, [message] for a whole message; an argument last."""
    place = [value.message, value.part, value.start, value.end]
    short = place if value.start or value.end is not None else place[: 1 if value.part is None else 2]
    return [*short, *([value.arg] if value.arg is not None else [])]


def role(value: Arg) -> Json:
    if isinstance(value, Span):
        return {"span": span(value)}
    return [role(v) for v in value] if isinstance(value, tuple) else value


def fact(value: Fact) -> Json:
    whole = {
        "fact": value.predicate,
        "at": value.at,
        **{name: role(arg) for name, arg in value.args},
        "spans": [span(s) for s in value.spans],
        "notes": [[n.text, *n.messages] for n in value.notes],
        "salience": round(value.salience, 4),
    }
    return {k: v for k, v in whole.items() if v != [] and not (k == "salience" and v == 1.0)}


def finding(value: Finding) -> Json:
    counts = {"n": value.n, "of": value.of, "strength": value.strength}
    return {"move": value.move, **counts, "facts": [fact(f) for f in value.facts]}


# ---------------------------------------------------------------------------------------------------------- the stages
@cache
def analyzed(session: str) -> Analysis:
    return analyze(read(folder("corpora") / session))


@cache
def facts_about(case: Case) -> tuple[Stretch, tuple[Fact, ...]]:
    stretch = stretch_about(analyzed(case.session), case.message)
    return stretch, gather(stretch)


@cache
def planned(case: Case) -> DocumentPlan:
    return plan(analyzed(case.session), case.message)


def phases(case: Case) -> Json:
    """Return the stretch, and what of phases, turning points, interventions and silences lies in it."""
    stretch, analysis = facts_about(case)[0], analyzed(case.session)
    first, last = stretch.index(stretch.start), stretch.index(stretch.end - 1)
    around = {"asked": stretch.asked, "resumed": stretch.resumed}
    return {
        "stretch": [{"first": first, "last": last, **{k: None if p is None else stretch.index(p) for k, p in around.items()}}],
        "phases": [_plain(p) for p in analysis.phases if p.last >= first and p.first <= last],
        "turning points": [_plain(t) for t in analysis.turning_points if first <= t.message <= last],
        "interventions": [_plain(i) for i in analysis.interventions if first <= i.message <= last],
        "silences": [_silence(s) for s in analysis.silences if first <= s.message <= last],
    }


def _plain(value: Any) -> Json:
    found = {name: getattr(value, name) for name in value.__slots__}
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in found.items()}


def _silence(value: Any) -> Json:
    return _plain(value) | {"evidence": [[sign.text, *map(span, sign.spans)] for sign in value.evidence]}


def facts(case: Case) -> Json:
    found: dict[str, list[Json]] = {}
    for each in facts_about(case)[1]:
        found.setdefault(each.found_by, []).append(fact(each))
    return found


def findings(case: Case) -> Json:
    stretch, found = facts_about(case)
    return {"findings": [finding(f) for f in findings_of(stretch, found)]}


def outline(case: Case) -> Json:
    made = planned(case)
    head = {"kind": made.kind, "moment": made.moment, "title": made.title.predicate, "thesis": made.thesis.predicate}
    roles = {name: role(arg) for name, arg in made.title.args}
    sections = {
        section.name: [
            {
                "heading": section.heading.predicate if section.heading else None,
                "passages": [[p.layout, *(_node(n.relation, *n.facts()) for n in p.nodes)] for p in section.passages],
            }
        ]
        for section in made.sections
    }
    return {"document": [head], "roles": [roles], **sections}


def _node(relation: str, *told: Fact) -> str:
    served = "" if relation == "nucleus" else f"{relation}: "
    return served + " + ".join(f"{f.predicate} {f.at}" for f in told)


def lines(value: dict[str, list[Json]]) -> str:
    """Return JSON with a line for each item of each list, so that a diff shows the items that moved."""
    blocks = []
    for name, items in value.items():
        rows = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in items)
        blocks.append(f"{json.dumps(name)}: [\n{rows}\n]" if items else f"{json.dumps(name)}: []")
    return "{" + ",\n".join(blocks) + "}\n"


STAGES: tuple[tuple[str, Callable[[Case], str]], ...] = (
    ("phases.json", lambda case: lines(phases(case))),
    ("facts.json", lambda case: lines(facts(case))),
    ("findings.json", lambda case: lines(findings(case))),
    ("plan.json", lambda case: lines(outline(case))),
    ("essay.md", lambda case: write(planned(case)).markdown),
)
"""The stages in their order, each with the file that keeps what it makes."""


# ----------------------------------------------------------------------------------------------------------- the tests
def _id(case: Case) -> str:
    return str(case.folder.relative_to(GOLDEN))


@pytest.mark.parametrize(("name", "stage"), STAGES, ids=[name for name, _ in STAGES])
@pytest.mark.parametrize("case", CASES, ids=_id)
def test_a_stage_makes_what_it_made(case: Case, name: str, stage: Callable[[Case], str], request: pytest.FixtureRequest) -> None:
    file, made = case.folder / name, stage(case)
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(made, "utf-8")
    assert file.is_file(), f"{file} is missing; run pytest tests/test_golden.py --update-golden"
    assert made.splitlines() == file.read_text("utf-8").splitlines()


def _strays() -> Iterator[Path]:
    wanted = {case.folder / name for case in CASES for name, _ in STAGES}
    yield from (p for p in sorted(GOLDEN.rglob("*")) if p.is_file() and p not in wanted)


def test_every_golden_file_is_of_a_case(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        for stray in list(_strays()):
            stray.unlink()
    assert [str(p.relative_to(GOLDEN)) for p in _strays()] == []


def test_cases_about_silences_are_about_silences() -> None:
    spoken = {("dflash/session.jsonl", 10872), ("dflash/session.jsonl", 10876), ("opencode-lab/overflow-error.json", 6)}
    for case in CASES:
        assert (analyzed(case.session).silence(case.message) is None) == (case in spoken), case


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_golden_files_are_json(case: Case) -> None:
    for name in (n for n, _ in STAGES if n.endswith(".json")):
        assert isinstance(json.loads((case.folder / name).read_text("utf-8")), dict)

"""How narrator's phases, turning points and silences agree with two careful readers', beside simple rules.

    python benchmarks/phases.py [SHARED]

SHARED holds labels/, sessions/ and tools/score.py, by default ../shared. Rules and weights were developed on D1 to D4; D5 and D6
are only scored. The last lines time the segmentation of 50,000 generated messages.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean
from time import process_time
from types import ModuleType
from typing import Any

from narrator import analyze, read
from narrator.analysis import Analysis
from narrator.model import Message, Part, Transcript
from narrator.publishing.reading import as_json

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared"
GROUPS = (("D1–D4, developed on", ("D1", "D2", "D3", "D4")), ("D5–D6, only scored", ("D5", "D6")))
COLUMNS = ("bF1", "Pk", "WD", "tpF1", "hinge", "sil")
NINE = 9
MANY = 50_000
ORDERS = ("Add a case for the parser.", "Why is it so slow?", "yes", "Never mind, deploy what we have", "No, that's wrong")

Reading = Mapping[str, Any]
Rule = Callable[[Analysis, Reading], tuple[list[int], list[int]]]
"""(analysis, its reading) → positions of boundaries, positions of turning points, best first; both of messages."""


def main(arguments: Sequence[str]) -> int:
    """Print the scores, group by group; return 1 where a group misses what is asked of it."""
    shared = Path(arguments[0]) if arguments else DEFAULT
    scorer = read_scorer(shared)
    people = scorer.people(shared / "labels")
    print(f"{'':24}{'':24}" + "".join(f"{c:>7}" for c in COLUMNS))
    missed = 0
    for title, keys in GROUPS:
        rows = {name: [_scored(scorer, shared, people[key], rule) for key in keys] for name, rule in RULES}
        for name, found in rows.items():
            averages = _mean(found)
            print(f"{title:24}{name:24}" + "".join(f"{averages[c]:7.3f}" for c in COLUMNS))
            if name == "narrator":
                missed += averages["bF1"] < 0.75 or averages["tpF1"] < 0.60 or averages["sil"] < 0.95
        ceilings = [_ceiling(scorer, people[key]) for key in keys]
        averages = _mean(ceilings)
        print(f"{title:24}{'one reader, the other':24}" + "".join(f"{averages[c]:7.3f}" for c in COLUMNS))
    _time()
    return int(missed > 0)


def read_scorer(shared: Path) -> ModuleType:
    """Return the scorer as a module.

    Raises:
        SystemExit: where there is none.

    """
    spec = importlib.util.spec_from_file_location("score", shared / "tools" / "score.py")
    if spec is None or spec.loader is None or not (shared / "labels").is_dir():
        raise SystemExit(f"{shared}: no labels there")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _scored(scorer: ModuleType, shared: Path, both: list[dict[str, Any]], rule: Rule) -> dict[str, float]:
    analysis = analyze(read(shared / both[0]["file"]))
    got: Reading = json.loads(as_json(analysis))
    copy = scorer.Copy(both[0]["messages"], got["messages"])
    boundaries, turns = rule(analysis, got)
    silences = {place: scorer.CAUSES.get(s["cause"], s["cause"]) for s in got["silences"] for place in copy.places[s["message"]]}
    places = sorted({copy.at(i) for i in boundaries} - {0})
    order = list(dict.fromkeys(copy.at(i) for i in turns))
    return _mean([scorer.score(labels, places, order, silences) for labels in both])


def _ceiling(scorer: ModuleType, both: list[dict[str, Any]]) -> dict[str, float]:
    theirs, points, _, quiet = scorer.person_marks(both[1])
    scores: dict[str, float] = scorer.score(both[0], theirs, points, quiet)
    return scores


def _mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    known = {c: [r[c] for r in rows if r[c] == r[c]] for c in COLUMNS}
    return {c: mean(values) if values else float("nan") for c, values in known.items()}


def narrated(_: Analysis, got: Reading) -> tuple[list[int], list[int]]:
    """Return what narrator marks."""
    return [p["first"] for p in got["phases"][1:]], [t["message"] for t in got["turning_points"]]


def nothing(_: Analysis, __: Reading) -> tuple[list[int], list[int]]:
    """Return no boundary and no turning point."""
    return [], []


def each_word(analysis: Analysis, _: Reading) -> tuple[list[int], list[int]]:
    """Return a boundary and a turning point at every act of a person, in order."""
    said = [i.message for i in analysis.interventions[1:]]
    return said, said


def after_work(analysis: Analysis, _: Reading) -> tuple[list[int], list[int]]:
    """Return the nine acts of a person that stand after the longest stretches of work, the longest first."""
    positions = analysis.signals.persons
    messages = analysis.transcript.messages
    by_work = sorted(pairwise(positions), key=lambda pair: pair[0] - pair[1])[:NINE]
    said = [messages[p].index for _, p in by_work]
    return sorted(said), said


RULES: tuple[tuple[str, Rule], ...] = (
    ("narrator", narrated),
    ("no boundary", nothing),
    ("each word of a person", each_word),
    ("nine after longest work", after_work),
)


def _time() -> None:
    from narrator.observations import observe
    from narrator.phases import find_boundaries, find_turning_points, phases_of, read_course, read_signals
    from narrator.silence import name_silences

    transcript = Transcript(session="many", format="jsonl", agent="opencode", messages=tuple(_messages()))
    begun = process_time()
    observations, silences = observe(transcript), name_silences(transcript)
    observed = process_time()
    course = read_course(read_signals(transcript, observations, silences))
    phases = phases_of(course.signals, find_boundaries(course))
    turns = find_turning_points(course)
    done = process_time()
    print(f"\n{MANY:,} messages: {len(phases)} phases and {len(turns):,} turning points in {done - observed:.2f} s", end="")
    print(f", after {observed - begun:.2f} s of observations")


def _messages() -> Iterator[Message]:
    for index in range(MANY):
        if index % 12 == 0:
            said = Part(kind="text", text=ORDERS[index // 12 % len(ORDERS)], by="person")
            yield Message(index=index, role="user", kind="prompt", by="person", parts=(said,))
        else:
            path = f"/srv/{index // 40}/{index % 7}.py"
            tool = ("read", "edit", "grep")[index % 3]
            call = Part(kind="call", name=tool, args=(("filePath", path),), by="model", call=f"c{index}", status="ok")
            yield Message(index=index, role="assistant", kind="reply", by="model", parts=(call,))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

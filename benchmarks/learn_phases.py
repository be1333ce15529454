"""Learn the weights of the cues for phases and turning points from labeled sessions: for development only, nothing runs it.

    python benchmarks/learn_phases.py [SHARED]

Fits a logistic regression with a quadratic penalty (Newton's method) of what people marked at each act of a person on what the
cues say there, on D1 to D4, and prints the weights beside those in use, which are these rounded to twentieths. A turning point
counts by its importance (3: 1, 2: 0.5, 1: 0.2). Needs numpy, which spaCy brings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phases import DEFAULT, GROUPS, read_scorer

from narrator import analyze, read
from narrator.phases.cues import BIAS, CUES, Course, read_course
from narrator.phases.turns import TURN_BIAS, TURN_CUES
from narrator.publishing.reading import as_json

PENALTIES = {"phases": 3.0, "turns": 0.7}
"""Chosen by leaving out one session at a time."""
NEAR = {"phases": 3, "turns": 2}
"""Messages within which a mark belongs to an act, as in the scorer."""
IMPORTANCE = {1: 0.2, 2: 0.5, 3: 1.0}
STEPS = 30

Values = NDArray[np.float64]


def main(arguments: Sequence[str]) -> int:
    """Print the tables."""
    shared = Path(arguments[0]) if arguments else DEFAULT
    scorer = read_scorer(shared)
    people = scorer.people(shared / "labels")
    sessions = [_session(scorer, shared, people[key]) for key in GROUPS[0][1]]
    for kind, cues, bias in (("phases", CUES, BIAS), ("turns", TURN_CUES, TURN_BIAS)):
        said = np.vstack([_values(course, cues) for course, _ in sessions])
        marked = np.concatenate([marks[kind] for _, marks in sessions])
        weights = fit(said, marked, PENALTIES[kind])
        print(f"{kind}\n{'':28}{'learned':>9}{'in use':>9}")
        used = [*((name, weight) for name, _, weight in cues), ("(bias)", bias)]
        for (name, weight), learned in zip(used, weights, strict=True):
            print(f"{name:28}{learned:9.2f}{weight:9.2f}")
    return 0


def _session(scorer: Any, shared: Path, both: list[dict[str, Any]]) -> tuple[Course, dict[str, Values]]:
    transcript = read(shared / both[0]["file"])
    analysis = analyze(transcript)
    course = read_course(analysis.signals)
    copy = scorer.Copy(both[0]["messages"], json.loads(as_json(analysis))["messages"])
    places = [
        sorted({copy.at(transcript.messages[p].index) for p in ((e.first,) if kind == "phases" else (e.first, e.said))})
        for kind in ("phases", "turns")
        for e in course.exchanges
    ]
    count = len(course.exchanges)
    marks = {"phases": np.zeros(count), "turns": np.zeros(count)}
    for labels in both:
        _mark(marks["phases"], places[:count], [(p["first"], 0.5) for p in labels["phases"] if p["first"]], NEAR["phases"])
        points = [(t["msg"], IMPORTANCE[t["importance"]] / 2) for t in labels["turning_points"]]
        _mark(marks["turns"], places[count:], points, NEAR["turns"])
    return course, {kind: np.minimum(1.0, found[1:]) for kind, found in marks.items()}


def _mark(marks: Values, places: list[list[int]], labeled: list[tuple[int, float]], near: int) -> None:
    for at, worth in labeled:
        distances = [min(abs(place - at) for place in of) for of in places]
        nearest = int(np.argmin(distances))
        if distances[nearest] <= near:
            marks[nearest] += worth


def _values(course: Course, cues: Sequence[tuple[str, Any, float]]) -> Values:
    return np.array([[cue(course, n) for _, cue, _ in cues] for n in range(1, len(course.exchanges))])


def fit(said: Values, marked: Values, penalty: float) -> Values:
    """Return the weights of the cues and the bias, last, that make the marks likeliest under the penalty (none on the bias)."""
    columns = np.c_[said, np.ones(len(said))]
    ridge = np.diag([penalty] * said.shape[1] + [1e-3])
    weights = np.zeros(columns.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (likely - marked) + ridge @ weights
        curve = (columns.T * (likely * (1 - likely))) @ columns + ridge
        weights = weights - np.linalg.solve(curve, slope)
    return weights


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

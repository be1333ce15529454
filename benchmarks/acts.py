"""How well acts agree with people's labels of what each step of an agent does.

    python benchmarks/acts.py [FILE]

FILE holds steps of OpenHands runs with labels of a published study, one JSON object a line, by default
../shared/labels/openhands-actions.dev.jsonl. The runs are parted in two halves by their names in order, turn about: the rules
were developed on the first, the second was held out.
"""

from __future__ import annotations

import ast
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from narrator.model import Message, Part
from narrator.observations import Act, acts

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "labels" / "openhands-actions.dev.jsonl"
RESAMPLED = 2_000
"""Bootstrap samples, of whole runs: steps of one run are alike."""

LABELS: Mapping[str, tuple[str, str]] = {
    "Explore": ("look", "explore"),
    "Search": ("look", "search"),
    "Locate": ("look", "search"),
    "Reproduce": ("try", "reproduce"),
    "Run tests": ("try", "test"),
    "Generate Fix": ("change", "edit"),
    "Refactor": ("change", "edit"),
}
"""The study's label → the group that it falls in, of three and of five."""

ACTS: Mapping[str, tuple[str, str]] = {
    "explore": ("look", "explore"),
    "review": ("look", "explore"),
    "search": ("look", "search"),
    "run": ("try", "test"),
    "test": ("try", "test"),
    "debug": ("try", "test"),
    "edit": ("change", "edit"),
    "operate": ("look", "explore"),
}
"""An act's activity → its group. The writing of a script that is to be tried is `reproduce` among the five. The study has no
label for setting up and clearing away (`operate`); its people mostly took it for looking around. The others (plan, talk,
delegate, ask) count as wrong."""


class Step(NamedTuple):
    """A labeled step, as groups of three and of five."""

    run: str
    label: tuple[str, str]
    act: tuple[str, str]


def main(args: Sequence[str]) -> int:
    """Print agreement for all, for the half of the development, and for the half held out; return 0."""
    path = Path(args[0]) if args else DEFAULT
    if not path.exists():
        sys.stderr.write(f"acts.py: {path}: no such file\n")
        return 2
    steps = [_step(json.loads(line)) for line in path.read_text().splitlines() if line.strip()]
    names = sorted({s.run for s in steps})
    halves = (("all", names), ("developed on", names[::2]), ("held out", names[1::2]))
    for level, groups in ((0, "three groups"), (1, "five groups")):
        sys.stdout.write(f"{groups:14}  runs  steps  accuracy  kappa  95% of resampled runs\n")
        for title, runs in halves:
            chosen = [s for s in steps if s.run in set(runs)]
            if chosen:
                _print(title, chosen, level)
        sys.stdout.write("\n")
        _confusion(steps, level)
    return 0


def _step(row: Mapping[str, str]) -> Step:
    did = acts(_message(row), row["run"])
    return Step(row["run"], LABELS[row["label"]], _group(did[-1]) if did else ("talk", "talk"))


def _message(row: Mapping[str, str]) -> Message:
    call = ast.literal_eval(row["action"].strip().removesuffix("---").strip())
    given = json.loads(call["arguments"])
    args = tuple((k, v if isinstance(v, str) else json.dumps(v)) for k, v in given.items())
    part = Part(kind="call", by="model", name=call["name"], args=args)
    return Message(index=int(row["step"]), role="assistant", kind="reply", by="model", parts=(part,))


def _group(act: Act) -> tuple[str, str]:
    group = ACTS.get(act.activity, (act.activity, act.activity))
    return (group[0], "reproduce") if act.kind == "edit" and act.purpose else group


def accuracy(pairs: Sequence[tuple[str, str]]) -> float:
    """Return the share of pairs that agree."""
    return sum(a == b for a, b in pairs) / len(pairs)


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return Cohen's kappa (1960): agreement beyond chance, 1 at best; 1 too where chance alone would agree wholly."""
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(left[k] * right[k] for k in left) / len(pairs) ** 2
    return 1.0 if chance == 1 else (accuracy(pairs) - chance) / (1 - chance)


def interval(steps: Sequence[Step], level: int) -> tuple[float, float]:
    """Return the 2.5th and 97.5th of a hundred of kappa over runs drawn with replacement, by a fixed seed."""
    by_run: dict[str, list[tuple[str, str]]] = {}
    for step in steps:
        by_run.setdefault(step.run, []).append((step.label[level], step.act[level]))
    runs, chance = sorted(by_run), random.Random(1)  # noqa: S311 - a sample, no secret
    drawn = sorted(kappa([p for r in chance.choices(runs, k=len(runs)) for p in by_run[r]]) for _ in range(RESAMPLED))
    return drawn[RESAMPLED // 40], drawn[-RESAMPLED // 40 - 1]


def _pairs(steps: Iterable[Step], level: int) -> list[tuple[str, str]]:
    return [(s.label[level], s.act[level]) for s in steps]


def _print(title: str, steps: Sequence[Step], level: int) -> None:
    pairs, (low, high) = _pairs(steps, level), interval(steps, level)
    runs = len({s.run for s in steps})
    figures = f"{accuracy(pairs):8.3f}  {kappa(pairs):5.3f}  {low:.3f} to {high:.3f}"
    sys.stdout.write(f"{title:14}  {runs:4}  {len(pairs):5}  {figures}\n")


def _confusion(steps: Sequence[Step], level: int) -> None:
    counted = Counter(_pairs(steps, level))
    rows = list(dict.fromkeys(g[level] for g in LABELS.values()))
    columns = [*rows, *sorted({b for _, b in counted} - set(rows))]
    sys.stdout.write(f"{'label, act':14}  " + "  ".join(f"{c:>9}" for c in columns) + "\n")
    for row in rows:
        sys.stdout.write(f"{row:14}  " + "  ".join(f"{counted[row, c]:9}" for c in columns) + "\n")
    sys.stdout.write("\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

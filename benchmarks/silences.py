"""How well the causes of silences are told with the recorded cause hidden.

    python benchmarks/silences.py [SHARED]

The lab's sessions and their causes lie in tests/data/opencode-lab. SHARED, by default ../shared, holds real sessions (sessions/)
and labels/; without it the lab is measured alone. Each silence is ranked by a table that was counted without its session (or
without its scenario in any version of opencode); a forecast of the base rates is the floor.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.readers import read
from narrator.silence import name_silences
from narrator.silence.masked import NOTHING, Case, Ranking, Table, cases_of, counted, rank
from narrator.silence.masked_table import EXPECTED

ROOT = Path(__file__).resolve().parents[1]
LAB = ROOT / "tests" / "data" / "opencode-lab"
DEFAULT = ROOT.parent / "shared"
RESAMPLED = 2_000
"""Bootstrap samples, of whole sessions."""
RARE = 0.5
"""Imagined cases of each cause in the base rates, so that none is impossible."""
BINS = 5
"""Bins of the calibration error, each with as many silences."""


class Forecast(NamedTuple):
    """A silence, and what was said of it."""

    case: Case
    ranking: Ranking
    base: Mapping[str, float]
    """Each cause's share where the table was counted."""
    base_of_role: Mapping[str, float]
    """The same among silences of the same role."""


class Way(NamedTuple):
    """A way to forecast: which silences, and from which others."""

    title: str
    asked: Sequence[Case]
    known: Sequence[Case]
    """What the table is counted from, less what `fold` says belongs to the silence that is asked about."""
    fold: Callable[[Case], str]
    alone: bool = False
    """Whether the ranking rests on the expectations set by hand, and counts serve the base rates only."""


def main(args: Sequence[str]) -> int:
    """Print a line for each way to leave out what is forecast, then what was taken for what."""
    shared = Path(args[0]) if args else DEFAULT
    if args and not (shared / "sessions").is_dir():
        sys.stderr.write(f"silences.py: {shared}: no folder sessions in it\n")
        return 2
    lab, (real, scored) = lab_cases(LAB), real_cases(shared)
    everything = [*real, *scored]
    ways = (
        Way("lab, its session left out", lab, lab, _session),
        Way("lab, its scenario left out", lab, lab, _scenario),
        Way("lab, by expectations alone", lab, lab, _session, alone=True),
        Way("real, its session left out", everything, [*lab, *real], _session),
        Way("real, by the lab's table", everything, lab, _session),
        Way("real, by expectations alone", everything, [*lab, *real], _session, alone=True),
    )
    sys.stdout.write(
        f"{'':27} sessions silences  accuracy  Brier  base  skill (95%)             of role  calibration error (95%)\n"
    )
    for way in ways:
        if way.asked:
            _print(way.title, list(_forecasts(way)))
    sys.stdout.write("\n")
    for way in (ways[1], ways[3]):
        if way.asked:
            _confusion(way.title, list(_forecasts(way)))
    return 0


def lab_cases(folder: Path) -> list[Case]:
    """Return the lab's silences with their causes, in the order of its list."""
    rows = [line.split("\t") for line in (folder / "expected.tsv").read_text().splitlines()[1:]]
    by_file: dict[str, dict[int, str]] = {}
    for file, index, _, _, cause in rows:
        by_file.setdefault(file, {})[int(index)] = cause
    return [case for file, causes in by_file.items() for case in cases_of(read(folder / file), causes, file)]


def real_cases(shared: Path) -> tuple[list[Case], list[Case]]:
    """Return silences of real sessions whose cause is recorded or labeled: those to count, and those only to score."""
    labeled = _labeled(shared / "labels" / "silences.tsv")
    only_scored = {Path(json.loads(p.read_text())["file"]).name for p in sorted(shared.glob("labels/D[56].a.json"))}
    found: tuple[list[Case], list[Case]] = ([], [])
    for path in sorted(p for p in (shared / "sessions").rglob("*") if p.is_file()):
        try:
            transcript = read(path)
        except NarratorError:
            continue
        causes = {s.message: s.cause for s in name_silences(transcript) if s.certainty == "recorded"}
        causes |= _by_line(transcript, labeled.get(path.name, {}))
        found[path.name in only_scored].extend(cases_of(transcript, causes, path.name))
    return found


def _labeled(path: Path) -> Mapping[str, Mapping[int, str]]:
    if not path.exists():
        return {}
    found: dict[str, dict[int, str]] = {}
    for file, where, shape, cause, *_ in (line.split("\t") for line in path.read_text().splitlines()[1:]):
        if where.isdigit() and not shape.startswith("turn"):
            found.setdefault(Path(file).name, {})[int(where)] = cause
    return found


def _by_line(transcript: Transcript, labeled: Mapping[int, str]) -> dict[int, str]:
    lines = {place.line: m.index for m in transcript.messages for place in m.places}
    silent = {m.index for m in transcript.messages if m.is_silent}
    return {lines[line]: cause for line, cause in labeled.items() if lines.get(line) in silent}


def _session(case: Case) -> str:
    return case.session


def _scenario(case: Case) -> str:
    return case.session.rpartition("/")[2]


def _forecasts(way: Way) -> Iterator[Forecast]:
    tables: dict[str, Table] = {}
    for case in way.asked:
        left_out = way.fold(case)
        if left_out not in tables:
            tables[left_out] = counted([c for c in way.known if way.fold(c) != left_out])
        table = tables[left_out]
        ranking = rank(case.signs, case.role, NOTHING if way.alone else table)
        of_role = table.causes.get(case.role, {})
        every = {cause: n for by_role in table.causes.values() for cause, n in by_role.items()}
        yield Forecast(
            case, ranking, _shares(every, [*EXPECTED["assistant"], *EXPECTED["user"]]), _shares(of_role, EXPECTED[case.role])
        )


def _shares(counts: Mapping[str, int], causes: Collection[str]) -> Mapping[str, float]:
    whole = sum(counts.get(c, 0) + RARE for c in causes)
    return {c: (counts.get(c, 0) + RARE) / whole for c in causes}


def brier(shares: Mapping[str, float], cause: str) -> float:
    """Return Brier's score (1950) of one forecast, over all causes: 0 for a sure and right one, 2 for a sure and wrong one."""
    return sum((p - (c == cause)) ** 2 for c, p in shares.items()) + (cause not in shares)


def calibration_error(forecasts: Sequence[Forecast]) -> float:
    """Return the expected calibration error: how far confidence and accuracy lie apart, on average over bins of equal size."""
    rated = sorted((f.ranking[0][1], f.ranking[0][0] == f.case.cause) for f in forecasts)
    size = ceil(len(rated) / BINS)
    bins = [rated[i : i + size] for i in range(0, len(rated), size)]
    return sum(abs(sum(p - right for p, right in b)) for b in bins) / len(rated)


def skill(forecasts: Sequence[Forecast], *, of_role: bool = False) -> float:
    """Return Brier's skill: 1 minus the score's share of the base rate's; below 0 where the base rate does better."""
    mine = sum(brier(dict(f.ranking), f.case.cause) for f in forecasts)
    return 1 - mine / sum(brier(f.base_of_role if of_role else f.base, f.case.cause) for f in forecasts)


def _resampled(forecasts: Sequence[Forecast], figure: Callable[[Sequence[Forecast]], float]) -> tuple[float, float]:
    by_session: dict[str, list[Forecast]] = {}
    for each in forecasts:
        by_session.setdefault(each.case.session, []).append(each)
    names, chance = sorted(by_session), random.Random(1)  # noqa: S311 - a sample, no secret
    drawn = sorted(figure([f for n in chance.choices(names, k=len(names)) for f in by_session[n]]) for _ in range(RESAMPLED))
    return drawn[RESAMPLED // 40], drawn[-RESAMPLED // 40 - 1]


def _print(title: str, forecasts: Sequence[Forecast]) -> None:
    n = len(forecasts)
    right = sum(f.ranking[0][0] == f.case.cause for f in forecasts) / n
    mine = sum(brier(dict(f.ranking), f.case.cause) for f in forecasts) / n
    base = sum(brier(f.base, f.case.cause) for f in forecasts) / n
    (low, high), (least, most) = _resampled(forecasts, skill), _resampled(forecasts, calibration_error)
    sessions = len({f.case.session for f in forecasts})
    scores = f"{right:8.2f}  {mine:5.2f}  {base:4.2f}  {skill(forecasts):5.2f} ({low:5.2f} to {high:5.2f})"
    error = f"{calibration_error(forecasts):7.2f} ({least:.2f} to {most:.2f})"
    sys.stdout.write(f"{title:27} {sessions:8} {n:8}  {scores}  {skill(forecasts, of_role=True):9.2f}  {error}\n")


def _confusion(title: str, forecasts: Sequence[Forecast]) -> None:
    taken: dict[str, Counter[str]] = {}
    for each in forecasts:
        taken.setdefault(each.case.cause, Counter())[each.ranking[0][0]] += 1
    sys.stdout.write(f"{title}: cause, how often, first in rank\n")
    for cause, firsts in sorted(taken.items(), key=lambda pair: (-pair[1].total(), pair[0])):
        told = ", ".join(f"{name} {n}" for name, n in sorted(firsts.items(), key=lambda pair: (-pair[1], pair[0])))
        sys.stdout.write(f"  {cause:20} {firsts.total():4}  {told}\n")
    sys.stdout.write("\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

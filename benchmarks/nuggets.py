"""What the twenty most salient facts of a session tell of what careful readers would tell, beside twenty drawn at random.

    python benchmarks/nuggets.py [SHARED]

The facts are written as a document of one sentence each (their own words, redacted), with the messages that they stand on, and
scored by ../shared/tools/score.py: the share of vital nuggets that are told. Then the time that all facts of the largest sessions
take. D1 to D4 were developed on; D5 and D6 are only scored.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time
from types import ModuleType

from phases import DEFAULT, GROUPS, read_scorer

from narrator import analyze, read
from narrator.analysis import Analysis
from narrator.evidence import Fact
from narrator.ledger import Whole, gather_ledger
from narrator.ledger.salience import texts_of
from narrator.publishing.reading import as_json
from narrator.redaction import redact

MOST = 20
DRAWS = 20
"""Draws of twenty facts at random."""
LARGE = 3_000_000
"""Bytes from which a session is timed."""


def main(arguments: Sequence[str]) -> int:
    """Print the shares of vital nuggets told, group by group, and the times."""
    shared = Path(arguments[0]) if arguments else DEFAULT
    scorer = read_scorer(shared)
    people = scorer.people(shared / "labels")
    for title, keys in GROUPS:
        analyses = {key: analyze(read(shared / people[key][0]["file"])) for key in keys}
        ledgers = {key: gather_ledger(analysis) for key, analysis in analyses.items()}
        best = _scores(scorer, shared, analyses, {key: most_salient(facts) for key, facts in ledgers.items()})
        draw = random.Random(1)  # noqa: S311 (a fixed draw, no secret)
        drawn = [
            _scores(scorer, shared, analyses, {k: tuple(draw.sample(f, min(MOST, len(f)))) for k, f in ledgers.items()})
            for _ in range(DRAWS)
        ]
        chance = {key: mean(d[key] for d in drawn) for key in keys}
        print(f"{title:24}{'most salient':>14}{'at random':>12}")
        for key in keys:
            print(f"{key:24}{best[key]:14.3f}{chance[key]:12.3f}   {len(ledgers[key]):,} facts")
        print(f"{'mean':24}{mean(best.values()):14.3f}{mean(chance.values()):12.3f}\n")
    _time(shared)
    return 0


def most_salient(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the most salient facts, at most `MOST`."""
    return tuple(sorted(facts, key=lambda f: (-f.salience, f.at))[:MOST])


def _scores(
    scorer: ModuleType, shared: Path, analyses: dict[str, Analysis], told: dict[str, tuple[Fact, ...]]
) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        readings, documents = Path(folder, "readings"), Path(folder, "documents")
        readings.mkdir()
        documents.mkdir()
        for key, analysis in analyses.items():
            (readings / f"{key}.json").write_text(as_json(analysis), "utf-8")
            whole = Whole(analysis)
            (documents / f"{key}.json").write_text(json.dumps([_sentence(whole, f) for f in told[key]]), "utf-8")
        printed = StringIO()
        with redirect_stdout(printed):
            scorer.nuggets(shared / "labels", readings, documents)
    rows = (line.split() for line in printed.getvalue().splitlines())
    return {row[0]: float(row[2]) for row in rows if row[0] in analyses and row[1] == "vital"}


def _sentence(whole: Whole, found: Fact) -> dict[str, object]:
    text = redact(" ".join(texts_of(whole, found)))
    return {"text": text, "spans": [{"message": m} for m in found.messages]}


def _time(shared: Path) -> None:
    for path in sorted((shared / "sessions").rglob("*")):
        if path.is_file() and path.stat().st_size >= LARGE:
            analysis = analyze(read(path))
            begun = process_time()
            facts = gather_ledger(analysis)
            took = process_time() - begun
            print(f"{path.name:48}{path.stat().st_size / 1e6:6.1f} MB {len(facts):6,} facts {took:6.2f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How much of what is made false in true documents the checker sees, and how often it alarms at what is true.

    python benchmarks/mutations.py [--each N] [--documents N] [--missed] [PATH ...]

PATH are session files, and folders of them; by default the corpora and, where they are, ../shared/sessions. About so many
messages of each session (`--documents`, 4) narrator writes an essay; in each, up to `--each` (2) changes of every kind are made,
one at a time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.mutation.measure import BARE, Tally, documents, survey  # noqa: E402
from tests.mutation.mutants import MUTATIONS  # noqa: E402

DEFAULT = (ROOT / "corpora", ROOT.parent / "shared" / "sessions")


def main(args: Sequence[str]) -> int:
    """Print a line a mutation and the figures of the documents as written; return 1 where one of these holds a false alarm."""
    told = _arguments(args)
    missing = [path for path in told.paths if not path.exists()]
    if missing:
        sys.stderr.write(f"mutations.py: {missing[0]}: no such file or folder\n")
        return 2
    paths = [file for path in told.paths or [p for p in DEFAULT if p.is_dir()] for file in _files(path)]
    begun = time.process_time()
    tally = survey(documents(paths, told.documents), each=told.each)
    _print(tally, time.process_time() - begun)
    if told.missed:
        sys.stdout.write("".join(f"\n{name}: {line}\n" for name, line in tally.missed))
    return 1 if tally.alarms else 0


def _arguments(args: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutations.py", description="Measure the checker by changes to true documents.")
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--documents", type=int, default=4)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("paths", nargs="*", type=Path)
    return parser.parse_args(args)


def _files(path: Path) -> list[Path]:
    found = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    return [p for p in found if p.name != "README.md"]


def _print(tally: Tally, seconds: float) -> None:
    sys.stdout.write(f"{'mutation':32}    made  caught   unknown\n")
    names = [key for name, _ in MUTATIONS for key in (name, f"{name}{BARE}") if tally.made[key]]
    for name in names:
        made, unknown = tally.made[name], tally.unknown[name]
        sys.stdout.write(f"{name:32}  {made:6}  {tally.rate(name):6.1%}  {unknown:8}\n")
    made = sum(tally.made.values())
    sys.stdout.write(f"{'all':32}  {made:6}  {tally.overall(bare=True):6.1%}\n")
    sys.stdout.write(f"{'all with something to look up':32}  {'':6}  {tally.overall():6.1%}\n\n")
    sys.stdout.write(f"{tally.documents} documents as written, {tally.sentences:,} factual sentences: ")
    sys.stdout.write(f"{tally.alarms} false alarms, {tally.unjudged} sentences that no check judges; {seconds:.0f} s of CPU\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

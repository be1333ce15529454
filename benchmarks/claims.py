"""Claims of success over many sessions: how many are found, by verdict and by what they speak of, and how long it takes.

    python benchmarks/claims.py [PATH ...]

PATH are sessions or folders of them, by default ../shared/sessions. "Decided" is the share of claims that are supported or
contradicted; "with a result", the share of those whose record holds a result that bears on them which are. Time is processor time
beyond reading and analysis.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from narrator import analyze, read
from narrator.errors import NarratorError
from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.claims import find_claims

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "sessions"
VERDICTS = ("supported", "contradicted", "unverified")


def main(arguments: Sequence[str]) -> int:
    """Print a line a session, then the sums."""
    found: list[Fact] = []
    print(f"{'':40}{'MB':>6}{'claims':>8}{'supported':>11}{'contradicted':>14}{'unverified':>12}{'seconds':>9}")
    for path in _files([Path(a) for a in arguments] or [DEFAULT]):
        try:
            whole = Whole(analyze(read(path)))
        except NarratorError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        begun = time.process_time()
        claims = list(find_claims(whole))
        took = time.process_time() - begun
        counts = Counter(_verdict(c) for c in claims)
        cells = "".join(f"{counts[v]:>{width}}" for v, width in zip(VERDICTS, (11, 14, 12), strict=True))
        print(f"{path.name[:39]:40}{path.stat().st_size / 1e6:6.1f}{len(claims):8}{cells}{took:9.2f}")
        found += claims
    _sums(found)
    return 0


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(p for p in path.rglob("*") if p.is_file() and p.name != "README.md") if path.is_dir() else [path]


def _verdict(claim: Fact) -> str:
    return claim.predicate.rpartition(".")[2]


def _sums(claims: Sequence[Fact]) -> None:
    counts = Counter(_verdict(c) for c in claims)
    decided = counts["supported"] + counts["contradicted"]
    bearing = sum(bool(c.arg("by")) for c in claims)
    print(f"\n{len(claims)} claims: " + ", ".join(f"{counts[v]} {v}" for v in VERDICTS))
    if claims:
        print(f"decided: {decided / len(claims):.0%}; with a result: {decided / bearing if bearing else 0:.0%} of {bearing}")
    by_about: Counter[tuple[str, str]] = Counter()
    for claim in claims:
        about = claim.arg("about")
        by_about.update((str(a), _verdict(claim)) for a in (about if isinstance(about, tuple) else ()))
    print(f"\n{'about':16}{'supported':>11}{'contradicted':>14}{'unverified':>12}")
    for about in dict.fromkeys(a for a, _ in sorted(by_about)):
        print(f"{about:16}" + "".join(f"{by_about[about, v]:>{w}}" for v, w in zip(VERDICTS, (11, 14, 12), strict=True)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

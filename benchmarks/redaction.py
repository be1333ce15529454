"""How many secrets are found, how much is taken for one that isn't, and how quickly.

    python benchmarks/redaction.py [--seeds N] [PATH …]

Counts the planted suite and the decoys of `tests/redaction`, then searches the session files in the given files and folders (by
default `../shared/sessions`) and prints every place that was found there, without the secret's middle, for a person to judge.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from narrator.errors import NarratorError  # noqa: E402
from narrator.model import Transcript  # noqa: E402
from narrator.readers import read  # noqa: E402
from narrator.redaction import Secret, find_secrets, redact  # noqa: E402
from narrator.redaction.copies import redact_bytes  # noqa: E402
from narrator.redaction.rules import load_rules  # noqa: E402
from tests.redaction.decoys import decoys  # noqa: E402
from tests.redaction.planted import planted  # noqa: E402

AROUND = 48
"""Characters shown before a place that was found."""


class Alarm(NamedTuple):
    """A place that was found in a session."""

    file: str
    rule: str
    before: str
    secret: str


class Searched(NamedTuple):
    """What a session's texts came to."""

    lines: int
    size: int
    seconds: float
    alarms: tuple[Alarm, ...]


def main(arguments: Sequence[str]) -> int:
    """Print all figures; return 1 where the planted suite or the decoys miss their bars, 2 where there is no session."""
    options = _options(arguments)
    seeds = range(1, options.seeds + 1)
    missed = _planted(seeds)
    wrong = _decoys(seeds)
    searched = [s for path in _files(options.paths) if (s := _search(path)) is not None]
    _sessions(searched)
    _copies(options.paths)
    return 1 if missed or wrong else 0 if searched else 2


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, default=[ROOT.parent / "shared" / "sessions"], metavar="PATH")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="How many planted suites and sets of decoys (3).")
    return parser.parse_args(arguments)


def _planted(seeds: Sequence[int]) -> bool:
    """Print how many planted secrets are gone whole, and which aren't; return whether under 99 % are."""
    total: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for secret in (p for seed in seeds for p in planted(seed)):
        told = secret.secret.splitlines()[1] if "\n" in secret.secret else secret.secret
        total[secret.kind] += 1
        left[secret.kind] += told in redact(secret.text)
    count = sum(total.values())
    share = 1 - sum(left.values()) / count
    print(f"planted: {share:.2%} of {count} secrets of {len(total)} kinds in {len(seeds)} suites are gone")
    for kind, number in left.most_common():
        if number:
            print(f"  {kind}: {number} of {total[kind]} left")
    return share < 0.99


def _decoys(seeds: Sequence[int]) -> bool:
    """Print how many decoys are taken for secrets; return whether any is."""
    lines = [line for seed in seeds for _, line in decoys(seed)]
    wrong = [line for line in lines if find_secrets(line)]
    print(f"decoys: {len(wrong)} of {len(lines)} lines are taken for secrets")
    for line in wrong:
        print(f"  {line}")
    return bool(wrong)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else (path,)


def _search(path: Path) -> Searched | None:
    try:
        texts = tuple(_texts(read(path)))
    except NarratorError:
        return None
    begun = time.process_time()
    found = [(text, secret) for text in texts for secret in find_secrets(text)]
    seconds = time.process_time() - begun
    alarms = tuple(_alarm(path, text, secret) for text, secret in found)
    return Searched(sum(text.count("\n") + 1 for text in texts), sum(map(len, texts)), seconds, alarms)


def _texts(transcript: Transcript) -> Iterator[str]:
    for message in transcript.messages:
        for part in message.parts:
            yield part.text
            yield from (value for _, value in part.args)
        yield from (value for _, value in message.record)
    yield from (event.text for event in transcript.events)


def _alarm(path: Path, text: str, secret: Secret) -> Alarm:
    before = " ".join(text[max(0, secret.start - AROUND) : secret.start].split())
    words = text[secret.start : secret.end]
    shown = f"{words[:2]}…{words[-1:]} ({len(words)})" if len(words) > 4 else "…"
    return Alarm(path.name, load_rules()[secret.rank].name, before, shown)


def _sessions(searched: Sequence[Searched]) -> None:
    lines, size, seconds = (sum(getattr(s, name) for s in searched) for name in ("lines", "size", "seconds"))
    alarms = Counter(alarm for s in searched for alarm in s.alarms)
    rate = 10_000 * sum(alarms.values()) / max(1, lines)
    speed = size / 1e6 / max(seconds, 1e-9)
    places = f"{sum(alarms.values())} places in {lines} lines ({rate:.2f} in 10,000)"
    print(f"sessions: {places}, {len(searched)} files, {speed:.0f} MB/s")
    for alarm, number in alarms.most_common():
        print(f"  {number} x {alarm.rule} in {alarm.file}: {alarm.before} {alarm.secret}")


def _copies(paths: Iterable[Path]) -> None:
    size = seconds = 0.0
    for path in _files(paths):
        data = path.read_bytes()
        begun = time.process_time()
        redact_bytes(data)
        seconds += time.process_time() - begun
        size += len(data)
    if seconds:
        print(f"copies: {size / 1e6 / seconds:.1f} MB/s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

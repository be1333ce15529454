"""How fast each reader is, and how much memory it takes, beside orjson alone on the same file.

    python benchmarks/reading.py [PATH ...]

PATH are folders and files, by default ../shared/sessions. Each measurement runs in a process of its own. The floor is what any
reader must do at least: `orjson.loads` of each line of a file of JSON lines, of the whole of a JSON document, and of each line of
a text, written as a JSON string beforehand. For its time what it decodes is dropped at once, for its memory all of it is kept.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from narrator.errors import NarratorError
from narrator.readers import claimant, head_of, readers
from narrator.readers.base import Reader
from narrator.readers.compressed import is_packed, open_bytes
from narrator.readers.records import paused_collector

DEFAULT = Path(__file__).resolve().parents[1].parent / "shared" / "sessions"
LIMIT = 4.0
"""How many times the floor a reader may take."""
LEAST = 0.5
"""Seconds for which a measurement is repeated; the quickest run counts."""
TEXTS = ("aider", "flat", "opencode-markdown", "specstory")
"""Readers of text that is no JSON."""
HEADINGS = ("reader", "file", "MB", "MB/s", "floor", "factor", "peak MB", "floor", "records", "unexplained")


def main(args: Sequence[str]) -> int:
    """Print a line a file, then what was too slow or left unexplained; return how many of those there are."""
    if args[:1] == ["--one"]:
        sys.stdout.write(json.dumps(_measured(args[1], Path(args[2]))))
        return 0
    paths = [Path(a) for a in args] or [DEFAULT]
    missing = [p for p in paths if not p.exists()]
    if missing:
        sys.stderr.write(f"reading.py: {missing[0]}: no such file or folder\n")
        return 2
    rows = [row for path in paths for row in _rows(path)]
    _print(rows)
    return 1 if any(r["slow"] or r["unexplained"] for r in rows) else 0


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    known = tuple(readers())
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    for file in files:
        reader = _reader_of(file, known)
        if reader is None:
            sys.stderr.write(f"{file.name}: no reader's\n")
            continue
        read, floor, kept = (_in_a_process(what, file) for what in ("read", "floor", "kept"))
        factor = read["seconds"] / floor["seconds"]
        told = {"reader": reader.name, "file": file.name, "floor": floor["seconds"], "kept": kept["peak"]}
        yield {**read, **told, "factor": factor, "slow": factor > LIMIT}


def _reader_of(file: Path, known: Sequence[Reader]) -> Reader | None:
    with suppress(NarratorError):
        return claimant(head_of(file), known)
    return None


def _in_a_process(what: str, file: Path) -> dict[str, Any]:
    done = subprocess.run([sys.executable, __file__, "--one", what, str(file)], capture_output=True, check=True, text=True)  # noqa: S603
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _measured(what: str, file: Path) -> dict[str, Any]:
    reader = _reader_of(file, tuple(readers()))
    if reader is None:
        return {}
    floor = _floor_of(file, reader)
    actions: dict[str, Callable[[], Any]] = {
        "read": lambda: reader.read(file),
        "floor": lambda: deque(floor(), maxlen=0),
        "kept": lambda: list(floor()),
    }
    before = _peak()
    first, result = _timed(actions[what])
    peak = _peak() - before
    seconds = min([first, *_repeated(actions[what], first)])
    told = {"seconds": seconds, "peak": peak, "size": _size(file)}
    if what == "read":
        cover = result.coverage
        told |= {"records": cover.records, "unexplained": cover.unknown + cover.bad}
    return told


def _timed(action: Callable[[], Any]) -> tuple[float, Any]:
    with paused_collector():
        # Of the processor: what else the machine does leaves it alone, and the file is in the system's cache.
        start = time.process_time()
        result = action()
        return time.process_time() - start, result


def _repeated(action: Callable[[], Any], first: float) -> Iterator[float]:
    left = LEAST - first
    while left > 0:
        seconds, _ = _timed(action)
        left -= max(seconds, 0.001)
        yield seconds


def _floor_of(file: Path, reader: Reader) -> Callable[[], Iterable[Any]]:
    """Return what gives a file's values by orjson alone."""
    if reader.name in TEXTS:
        lines = [orjson.dumps(line) for line in _bytes(file).decode("utf-8", "replace").split("\n")]
        return lambda: _decode_all(file, lines)
    return (lambda: [_decoded(_bytes(file))]) if _is_one_document(file) else (lambda: _decode_all(file, None))


def _decode_all(file: Path, lines: list[bytes] | None) -> Iterator[Any]:
    """Yield each line of a file, decoded; or read the file and give `lines`, decoded, in place of its own."""
    with _plainly(file) as stream:
        if lines is not None:
            stream.read()
        yield from map(_decoded, lines or stream)


def _bytes(file: Path) -> bytes:
    with _plainly(file) as stream:
        return stream.read()


def _plainly(file: Path) -> BinaryIO:
    # As one would write it without a thought; an archive has to be unpacked all the same.
    with open_bytes(file) as stream:
        packed = is_packed(stream)
    return open_bytes(file) if packed else file.open("rb")


def _decoded(data: bytes) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        # Glued and cut lines are the readers' to mend; the floor has then gone over the bytes up to there.
        return None


def _is_one_document(file: Path) -> bool:
    with open_bytes(file) as stream:
        first = stream.readline(1 << 24).strip()
        try:
            orjson.loads(first)
        except orjson.JSONDecodeError:
            return True
        return not stream.read(1)


def _size(file: Path) -> int:
    with open_bytes(file) as stream:
        return sum(len(piece) for piece in iter(lambda: stream.read(1 << 20), b""))


def _peak() -> int:
    """Return the most memory that this process has held so far, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # Linux gives a process its parent's peak as well, unless it is asked here.
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _print(rows: list[dict[str, Any]]) -> None:
    cells = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(c) for c in column) for column in zip(*cells, strict=True)]
    for line in cells:
        aligned = (c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True)))
        sys.stdout.write("  ".join(aligned).rstrip() + "\n")
    slow = [r for r in rows if r["slow"]]
    unexplained = sum(r["unexplained"] for r in rows)
    records = sum(r["records"] for r in rows)
    sys.stdout.write(f"\n{len(rows)} files, {records:,} records, {unexplained:,} of them unexplained; ")
    sys.stdout.write(f"{len(slow)} slower than {LIMIT:g} times the floor\n")


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    size = row["size"] / 1e6
    return (
        row["reader"],
        row["file"],
        f"{size:.2f}",
        f"{size / row['seconds']:.0f}",
        f"{size / row['floor']:.0f}",
        f"{row['factor']:.1f}",
        f"{row['peak'] / 1e6:.0f}",
        f"{row['kept'] / 1e6:.0f}",
        str(row["records"]),
        str(row["unexplained"]),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

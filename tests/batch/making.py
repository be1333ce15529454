"""Makes corpora of many small sessions, and reads what a batch wrote."""

from __future__ import annotations

from pathlib import Path

from narrator.batch import Account, Engine, Here, Options, Step, Wanted, run, worklist

LAB = Path(__file__).resolve().parents[2] / "corpora" / "opencode-lab"
ID = "ses_dd32253faffewiiod7I1MDNX0y"
OPTIONS = Options(version="test")


def copies(folder: Path, n: int) -> Path:
    """Write the lab's session of aborts so many times, each with an id of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    text = (LAB / "aborts.json").read_text("utf-8")
    assert ID in text
    for i in range(n):
        (folder / f"{i:02}.json").write_text(text.replace(ID, f"ses_{i:02}32253faffewiiod7I1MDNX0y"), "utf-8")
    return folder


def batch(
    source: Path, out: Path, engine: Engine | None = None, *, options: Options = OPTIONS, steps: list[Step] | None = None
) -> Account:
    """Run a batch in this process."""
    watch = (lambda _: None) if steps is None else steps.append
    return run(worklist((source,), Wanted()), options, out, engine or Here(), watch=watch)


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file under a folder, by its name in it."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def times(folder: Path) -> dict[str, int]:
    """Return when each file under a folder was written."""
    return {str(p.relative_to(folder)): p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}

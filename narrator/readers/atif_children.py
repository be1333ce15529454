"""Where a trajectory's sub-agents' trajectories are: in its own document, or in files beside it that it names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from narrator.readers.atif import trajectories
from narrator.readers.documents import document
from narrator.readers.records import Tally


def trajectories_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, what `read` takes for it: `FILE#ID` for one in the document, the file for one that is named by it."""
    with document(path, Tally()) as found:
        inside = {name for names, one in trajectories(found) if one.at != found.at for name in names}
    beside = {s: path.parent / s for s in sessions if s not in inside and s.endswith(".json")}
    files = {s: str(file) for s, file in beside.items() if file.is_file()}
    return files | {s: f"{path}#{s}" for s in sessions if s in inside}

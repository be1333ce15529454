"""The stages joined: a path and an index in, a document out."""

from __future__ import annotations

from pathlib import Path

from narrator.analysis import analyze
from narrator.planning import plan
from narrator.readers import read
from narrator.realization import Document, write
from narrator.redaction.transcripts import numbered


def essay(path: str | Path, index: int | None = None, *, zone: str = "UTC") -> Document:
    """Return the essay about message `index` of the session in `path` (by default about its strongest turning point).

    Times are told in `zone` ("Europe/Berlin").

    Raises:
        NarratorError: when the path, the session or the index can't be had, or there is no such zone.

    """
    transcript = read(path)
    with numbered(transcript):
        return write(plan(analyze(transcript, zone=zone), index))

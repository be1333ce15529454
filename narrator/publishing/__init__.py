"""Where a finished text goes: a file, a terminal, JSON."""

from __future__ import annotations

from narrator.publishing import reading
from narrator.publishing.files import publish, write_file
from narrator.publishing.json_form import as_json

__all__ = ["as_json", "publish", "reading", "write_file"]

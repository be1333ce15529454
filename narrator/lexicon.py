"""The lexicon: for each predicate several wordings, as data in templates/lexicon.toml; a kind of document may override some."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from narrator.assets import folder
from narrator.errors import TemplateError


@dataclass(frozen=True, slots=True)
class Entry:
    """How a predicate may be worded."""

    wordings: tuple[str, ...]
    """Jinja templates over the fact's roles, without citations and full stop."""
    cells: tuple[str, ...] = ()
    """For a table's row: one template a cell."""
    framing: bool = False
    """True for a sentence that holds no fact, number, name or quotation."""


def load_lexicon(kind: str, templates: Path | None = None) -> dict[str, Entry]:
    """Return the wordings for a kind of document: the shared ones, the shipped kind's over them, the user's folder last.

    Raises:
        TemplateError: when a file is no valid lexicon.

    """
    shipped = folder("templates")
    files = [shipped / "lexicon.toml", shipped / kind / "lexicon.toml"]
    files += [templates / "lexicon.toml", templates / kind / "lexicon.toml"] if templates else []
    entries: dict[str, Entry] = {}
    for file in files:
        if file.is_file():
            entries.update(_read(file))
    return entries


@cache
def _read(file: Path) -> dict[str, Entry]:
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TemplateError(f"{file}: not a lexicon ({error})") from error
    return {name: _entry(file, name, body) for name, body in table.items()}


def _entry(file: Path, name: str, body: object) -> Entry:
    if not isinstance(body, dict) or not (body.get("wordings") or body.get("cells")):
        raise TemplateError(f"{file}: [{name}] has neither wordings nor cells")
    return Entry(
        wordings=tuple(map(str, body.get("wordings", ()))),
        cells=tuple(map(str, body.get("cells", ()))),
        framing=bool(body.get("framing", False)),
    )

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

    A kind's lexicon may name another kind, `base = "retro"`, whose wordings go before its own.

    Raises:
        TemplateError: when a file is no valid lexicon.

    """
    shipped = folder("templates")
    folders = [shipped, templates] if templates else [shipped]
    kinds = _lineage(kind, folders)
    files = [parent / name / "lexicon.toml" for parent in folders for name in ("", *kinds)]
    entries: dict[str, Entry] = {}
    for file in files:
        if file.is_file():
            entries.update(_read(file)[1])
    return entries


def _lineage(kind: str, folders: list[Path]) -> tuple[str, ...]:
    """The kinds whose wordings a kind builds on, by `base` in their lexicons, and itself, last."""
    lineage = [kind]
    while True:
        files = (parent / lineage[0] / "lexicon.toml" for parent in folders)
        base = next((b for f in files if f.is_file() and (b := _read(f)[0])), "")
        if not base or base in lineage:
            return tuple(lineage)
        lineage.insert(0, base)


@cache
def _read(file: Path) -> tuple[str, dict[str, Entry]]:
    """The kind that a lexicon builds on ("" for none), and its entries."""
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TemplateError(f"{file}: not a lexicon ({error})") from error
    base = table.pop("base", "")
    if not isinstance(base, str):
        raise TemplateError(f"{file}: base is no kind of document: {base!r}")
    return base, {name: _entry(file, name, body) for name, body in table.items()}


def _entry(file: Path, name: str, body: object) -> Entry:
    if not isinstance(body, dict) or not (body.get("wordings") or body.get("cells")):
        raise TemplateError(f"{file}: [{name}] has neither wordings nor cells")
    return Entry(
        wordings=tuple(map(str, body.get("wordings", ()))),
        cells=tuple(map(str, body.get("cells", ()))),
        framing=bool(body.get("framing", False)),
    )

"""Schemas: what a kind of document is made of, as data in templates/<kind>/schema.toml."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from narrator.assets import folder
from narrator.errors import TemplateError
from narrator.planning.values import Layout, Relation


class PassageSchema(BaseModel):
    """A paragraph, list or table to be filled."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    predicates: tuple[str, ...]
    """Patterns (`*` matches anything) of the predicates that it takes, in this order."""
    layout: Layout = "paragraph"
    order: Literal["given", "weight"] = "given"
    """given: by pattern, then time; weight: the weightiest `most`, told in order of time."""
    most: int = 12
    least: int = 1
    """With fewer facts the passage is left out."""
    always: tuple[str, ...] = ()
    """Patterns of predicates that are told in any case, not counted in `most`, before the others of their message."""
    each: Literal["document", "phase"] = "document"
    """phase: a passage for each phase of the session, with the facts about its messages."""
    relations: tuple[Relation, ...] = ()
    """Of the second, third, … node to what stands before it."""
    moments: tuple[str, ...] = ("*",)
    """Patterns of the moments that have this passage."""
    not_moments: tuple[str, ...] = ()
    """Patterns of the moments that don't, whatever `moments` says."""

    def takes(self, moment: str) -> bool:
        """Return whether documents about this moment have the passage."""
        barred = any(fnmatchcase(moment, pattern) for pattern in self.not_moments)
        return not barred and any(fnmatchcase(moment, pattern) for pattern in self.moments)


class SectionSchema(BaseModel):
    """A section, with its passages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    heading: bool = True
    least: int = 1
    """With fewer facts in all, the section is left out."""
    moments: tuple[str, ...] = ("*",)
    passages: tuple[PassageSchema, ...]

    def takes(self, moment: str) -> bool:
        """Return whether documents about this moment have the section."""
        return any(fnmatchcase(moment, pattern) for pattern in self.moments)


class Schema(BaseModel):
    """A kind of document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    subject: Literal["message", "session"]
    sections: tuple[SectionSchema, ...]


def load_schema(kind: str, templates: Path | None = None) -> Schema:
    """Return the schema of a kind of document, from the user's folder or the shipped one.

    Raises:
        TemplateError: when there is no such kind, or its schema doesn't hold.

    """
    for parent in (*([templates] if templates else []), folder("templates")):
        file = parent / kind / "schema.toml"
        if file.is_file():
            return _parse(file)
    known = sorted(p.parent.name for p in folder("templates").glob("*/schema.toml"))
    raise TemplateError(f"{kind}: no such kind of document; there are {', '.join(known)}")


def _parse(file: Path) -> Schema:
    try:
        table: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
        return Schema.model_validate(table)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TemplateError(f"{file}: not TOML ({error})") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise TemplateError(f"{file}: {where}: {first['msg']}") from error

"""Where a finished text goes: a file, a terminal, JSON."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from narrator.publishing import reading
from narrator.publishing.files import publish, write_file
from narrator.publishing.json_form import as_json

if TYPE_CHECKING:
    from narrator.publishing.page import as_page

__all__ = ["as_json", "as_page", "publish", "reading", "write_file"]


def __getattr__(name: str) -> Any:
    # Pygments and Jinja take a fifth of a second to load, and only pages need them both.
    if name == "as_page":
        return import_module("narrator.publishing.page").as_page
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

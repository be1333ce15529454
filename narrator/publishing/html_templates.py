"""The door to Jinja for pages: templates with escaping on, the one style sheet, and the policy that lets nothing else in."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2 import TemplateError as JinjaError
from markupsafe import Markup

from narrator.assets import folder
from narrator.errors import TemplateError

STYLE = "page/style.css"
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""What may stand in no page: controls, changes of the direction of writing, halves of characters, none at all."""


def fill(name: str, values: dict[str, object], *, templates: str | Path | None = None) -> Markup:
    """Return a page template (its path below templates/) filled with values; what isn't `Markup` is escaped.

    Raises:
        TemplateError: when it is missing or doesn't fit.

    """
    try:
        filled = _environment(None if templates is None else str(templates)).get_template(name).render(values)
    except JinjaError as error:
        raise TemplateError(f"template {name}: {error}") from error
    return Markup(_UNFIT.sub("", filled))  # noqa: S704 (the template has escaped it)


def style(*, templates: str | Path | None = None) -> Markup:
    """Return the style sheet of every page."""
    return Markup(f"\n{fill(STYLE, {}, templates=templates).strip()}\n")  # noqa: S704 (a file of ours, no words of a session)


def policy(sheet: str) -> str:
    """Return the Content-Security-Policy of a page with this style sheet: it may do nothing but show itself."""
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@cache
def _environment(own: str | None) -> Environment:
    folders = [*([own] if own else []), str(folder("templates"))]
    return Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

"""The door to Jinja: wordings and page templates, with the filters that put the session's words and figures into them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2 import TemplateError as JinjaError

from narrator import quantities
from narrator.assets import folder
from narrator.errors import TemplateError
from narrator.lexicon import Entry
from narrator.model import Span, Transcript
from narrator.realization.aggregation import base_clause, clause, short_path
from narrator.realization.citations import citations_after
from narrator.realization.quotation import LONGEST, LONGEST_BLOCK, code, escape, flatten, words_at
from narrator.redaction import redact
from narrator.references import cite

_BLANK_LINES = re.compile(r"\n{3,}")


class Wordings:
    """Compiled templates over one transcript: a wording that misses a role fails, and says which."""

    def __init__(self, transcript: Transcript, lexicon: dict[str, Entry], templates: Path | None = None) -> None:
        self._environment = _environment(transcript, templates)
        self._environment.filters.update(_phrases(lexicon))
        self._compiled: dict[str, Template] = {}

    def render(self, template: str, roles: dict[str, object]) -> str:
        """Return a wording filled with a fact's roles.

        Raises:
            TemplateError: when it names a role that the fact doesn't have.

        """
        try:
            if template not in self._compiled:
                self._compiled[template] = self._environment.from_string(template)
            return " ".join(self._compiled[template].render(roles).split())
        except JinjaError as error:
            raise TemplateError(f"the wording {template!r} doesn't fit its fact: {error}") from error

    def render_page(self, name: str, values: dict[str, object]) -> str:
        """Return a page template (its path below templates/) filled with values.

        Raises:
            TemplateError: when it is missing or doesn't fit.

        """
        try:
            page = self._environment.get_template(name).render(values)
            return _BLANK_LINES.sub("\n\n", page).rstrip("\n") + "\n"
        except JinjaError as error:
            raise TemplateError(f"template {name}: {error}") from error


def _environment(transcript: Transcript, templates: Path | None) -> Environment:
    folders = [*([templates] if templates else []), folder("templates")]
    environment = Environment(  # noqa: S701 (Markdown, not HTML; quotations are escaped by the filters)
        loader=FileSystemLoader([str(f) for f in folders]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # The last net: what a filter let through goes here.
        finalize=lambda value: redact(value) if isinstance(value, str) else value,
    )
    environment.filters.update(_filters(transcript))
    environment.globals["msg"] = cite
    return environment


def scalar(text: str) -> str:
    """Return text as a value of front matter: quoted where YAML would read more into it."""
    plain = re.fullmatch(r"\w[\w.-]*", text) and not re.fullmatch(r"[\d_.]+(?:e\d+)?|0[xob]\w+", text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _phrases(lexicon: dict[str, Entry]) -> dict[str, Callable[..., str]]:
    def phrase(value: str, slot: str) -> str:
        entry = lexicon.get(f"phrase.{slot}.{value}")
        if entry is None:
            raise TemplateError(f"the lexicon has no phrase.{slot}.{value}")
        return entry.wordings[0]

    def turned(values: Sequence[tuple[str, int]]) -> str:
        return quantities.series(tuple(f"{cite(message)} ({phrase(kind, 'turn')})" for kind, message in values))

    def phrases(values: Sequence[str], slot: str) -> str:
        return quantities.series(tuple(phrase(v, slot) for v in values)) or "nothing"

    return {"phrase": phrase, "phrases": phrases, "turned": turned}


def _filters(transcript: Transcript) -> dict[str, Callable[..., str]]:
    def words(value: Span | str, longest: int) -> str:
        if isinstance(value, Span):
            return words_at(transcript, value, longest=longest)
        return flatten(redact(value), longest=longest)

    def quote(value: Span | str, longest: int = LONGEST) -> str:
        return f"“{words(value, longest)}”"

    def said(value: Span, longest: int = LONGEST) -> str:
        return f"{quote(value, longest)} {cite(value.message)}"

    return {
        "quote": quote,
        "said": said,
        "scalar": scalar,
        "unstopped": lambda text: text.replace(".”", "”") if text.endswith(".”") else text,
        "block": lambda value: words(value, LONGEST_BLOCK),
        "code": code,
        "codes": lambda values: quantities.series(tuple(dict.fromkeys(code(short_path(redact(v))) for v in values))) or "none",
        "cited": lambda values: citations_after("", values),
        "saids": lambda values, longest=LONGEST: quantities.series(tuple(said(v, longest) for v in values)),
        "quotes": lambda values: quantities.series(tuple(quote(v) for v in values)),
        "deeds": clause,
        "deeds_base": base_clause,
        "plain": lambda value: escape(redact(value)),
        "clauses": lambda values: "; ".join(map(redact, values)),
        "spaced": lambda text: f" {text}" if text else "",
        "names": lambda values: quantities.series(tuple(escape(redact(v)) for v in values)) or "none",
        "series": lambda values: quantities.series(tuple(map(redact, values))),
        "either": lambda values: quantities.series(tuple(map(redact, values)), "or"),
        "number": quantities.number,
        "count": quantities.count,
        "plural": quantities.plural,
        "duration": quantities.duration,
        "sentence": lambda text: text[:1].upper() + text[1:],
    }

"""A document's Markdown as the pieces of a page: title, contents, text, footnotes, with what they cite."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from narrator.checking.footnotes import footnotes_plugin
from narrator.checking.plugin import citations_plugin
from narrator.publishing.html_code import clean
from narrator.publishing.html_prose import Env, basic_parser

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_NOT_IN_IDS = re.compile(r"[^\w]+")
_LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]")
_QUOTED = re.compile("“([^“”]*)”")
_STOPS = re.compile(r"[.,;:!?)\]”’…]+")
_DERIVED = re.compile(r"d(\d+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading in the table of contents."""

    id: str
    label: Markup


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote."""

    id: str
    label: str
    body: Markup
    references: tuple[str, ...]
    """Ids of the places that refer to it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A document in HTML."""

    title: Markup
    plain_title: str
    contents: tuple[Entry, ...]
    body: Markup
    notes: tuple[Note, ...]
    cites: dict[int, tuple[str, ...]] = field(repr=False)
    """By message, the ids of the places that cite it."""


def write_html(markdown: str, known: Container[int]) -> Written:
    """Return a document in HTML; citations of messages that are `known` open them."""
    md = _parser()
    env: Env = {"known": known, "cites": {}, "refs": {}}
    tokens = md.parse(clean(_FRONT_MATTER.sub("", markdown)), env)
    _close_up(tokens)
    contents = tuple(_name_headings(tokens))
    title, body, notes = _parted(tokens)
    env["ids"] = {e.id for e in contents}
    env["defined"] = {name for name, _ in notes}
    written = Markup(md.renderer.render(body, md.options, env))  # noqa: S704 (raw HTML is off)
    shown = [(name, Markup(md.renderer.render(own, md.options, env))) for name, own in notes]  # noqa: S704
    return Written(
        title=Markup(md.renderer.render(title, md.options, env)),  # noqa: S704
        plain_title="".join(_words(title)),
        contents=contents,
        body=written,
        notes=tuple(Note(note_id(n), note_label(n), html, tuple(env["refs"].get(n, ()))) for n, html in shown),
        cites={index: tuple(ids) for index, ids in env["cites"].items()},
    )


def note_id(name: str) -> str:
    """Return the id of a footnote on its page."""
    return f"note-{name}"


def note_label(name: str) -> str:
    """Return what stands for a footnote in the text: the number of a derivation, else its name."""
    match = _DERIVED.fullmatch(name)
    return match[1] if match else name


def _parser() -> MarkdownIt:
    md = basic_parser(anchors=True).use(citations_plugin).use(footnotes_plugin)
    for name, rule in (
        ("text", _text),
        ("citation", _citation),
        ("footnote_ref", _reference),
        ("footnote_open", lambda *_: ""),
        ("footnote_close", lambda *_: ""),
    ):
        md.add_render_rule(name, rule)
    return md


def _text(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, ___: Env) -> str:
    """Words; a quotation that runs from right to left is set apart, or its marks would stand at the wrong ends."""
    text = escapeHtml(tokens[at].content)
    return _QUOTED.sub(r"“<bdi>\1</bdi>”", text) if _LEFTWARD.search(text) else text


def _citation(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    token = tokens[at]
    first = token.meta["citations"][0]
    label = escapeHtml(token.content)
    if first.session is not None or first.first not in env["known"]:
        return f'<span class="cite">{label}</span>'
    places = env["cites"].setdefault(first.first, [])
    places.append(f"cite-{first.first}-{len(places) + 1}")
    return f'<button type="button" class="cite" id="{places[-1]}" popovertarget="msg-{first.first}">{label}</button>'


def _reference(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    name = tokens[at].meta["name"]
    if name not in env["defined"]:
        return escapeHtml(tokens[at].content)
    places = env["refs"].setdefault(name, [])
    places.append(f"ref-{name}-{len(places) + 1}")
    shown = escapeHtml(note_label(name))
    link = f'<a href="#{note_id(name)}" id="{places[-1]}" role="doc-noteref" aria-label="note {shown}">{shown}</a>'
    return f'<sup class="ref">{link}</sup>'


def _name_headings(tokens: Sequence[Token]) -> Iterator[Entry]:
    """Give each heading below the title an id, and yield those of the second rank."""
    used: set[str] = set()
    for token, words in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            slug = _NOT_IN_IDS.sub("-", "".join(_words([words])).lower()).strip("-") or "part"
            name = next(n for n in (f"s-{slug}", *(f"s-{slug}-{k}" for k in range(2, len(tokens) + 2))) if n not in used)
            used.add(name)
            token.attrSet("id", name)
            if token.tag == "h2":
                yield Entry(name, Markup(escapeHtml("".join(_words([words])))))  # noqa: S704


def _close_up(tokens: Sequence[Token]) -> None:
    """Let a raised mark stand at the word that it belongs to, and both it and a full stop in the line of their citation."""
    for token in tokens:
        children = token.children or []
        for words, mark in pairwise(children):
            if mark.type == "footnote_ref" and words.type == "text":
                words.content = words.content.rstrip(" ")
        if token.children:
            token.children = list(_kept_together([c for c in children if c.type != "text" or c.content]))


def _kept_together(children: Sequence[Token]) -> Iterator[Token]:
    """Children with a span around each citation and what may not begin a line: browsers break lines beside a button."""
    at = 0
    while at < len(children):
        end = at + 1
        while children[at].type == "citation" and end < len(children) and children[end].type == "footnote_ref":
            end += 1
        follows = children[end] if end < len(children) and children[end].type == "text" else None
        stop = _STOPS.match(follows.content) if follows is not None and children[at].type == "citation" else None
        if end == at + 1 and stop is None:
            yield children[at]
        else:
            yield Token("together_open", "span", 1, attrs={"class": "together"})
            yield from children[at:end]
            if follows is not None and stop is not None:
                yield Token("text", "", 0, content=stop[0])
                follows.content = follows.content[stop.end() :]
            yield Token("together_close", "span", -1)
        at = end


def _parted(tokens: Sequence[Token]) -> tuple[list[Token], list[Token], list[tuple[str, list[Token]]]]:
    """Return the title's words, the text's tokens, and each footnote's."""
    title: list[Token] = []
    body: list[Token] = []
    notes: list[tuple[str, list[Token]]] = []
    inside = ""
    for token in tokens:
        if token.type == "footnote_open" or (token.type == "heading_open" and token.tag == "h1" and not title):
            inside = token.type
        elif inside and token.type == inside.replace("open", "close"):
            inside = ""
        elif inside == "footnote_open":
            notes.append((token.meta["name"], [token]))
        else:
            (title if inside else body).append(token)
    return title, body, notes


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        yield from (child.content or " " for child in token.children or () if child.type != "footnote_ref")

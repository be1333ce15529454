"""Markdown becomes HTML that can do nothing: no raw tags, no pictures, links to the web, to mail and within the page only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import normalizeLink
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from narrator.publishing.html_code import by_language
from narrator.publishing.html_excerpts import Piece

OPEN, CLOSE = "\ufdd0", "\ufdd1"
"""Stand around cited words while Markdown is rendered (characters that Unicode keeps free, and `clean` takes out)."""
_MARKS = re.compile(f"([{OPEN}{CLOSE}])")
_BOTH = str.maketrans("", "", OPEN + CLOSE)
_LEADING = re.compile(r"\s*(?:(?:[-+*>|_`~]|#{1,6}|\d{1,9}[.)])[ \t]*)*")
_CLOSING = " \t\n|*_`~"
"""Marks stand inside of what opens and closes blocks and emphasis, or Markdown would no longer see it."""
_WEB = re.compile(r"(?:https?://|mailto:)[^\s]", re.IGNORECASE)

Env = MutableMapping[str, Any]
Rule = Callable[[Any, Sequence[Token], int, OptionsDict, Env], str]


def plain(pieces: Sequence[Piece]) -> Markup:
    """Return words as they were written, cited ones marked."""
    return Markup("").join(Markup("<mark>{}</mark>").format(p.text) if p.marked else escape(p.text) for p in pieces)


def rendered(pieces: Sequence[Piece]) -> Markup:
    """Return a message's Markdown as HTML, cited words marked; its headings are no headings of the page."""
    source = "".join(_between_marks(p.text) if p.marked else p.text for p in pieces)
    return Markup(_message_parser().render(source, {}))  # noqa: S704 (raw HTML is off)


def _between_marks(text: str) -> str:
    lead = match.end() if (match := _LEADING.match(text)) else 0
    words = text[lead:].rstrip(_CLOSING)
    end = lead + len(words)
    return f"{text[:lead]}{OPEN}{words}{CLOSE}{text[end:]}" if words else text


def basic_parser(*, anchors: bool, breaks: bool = False) -> MarkdownIt:
    """Return a parser whose output is safe; `anchors` lets links lead within the page."""
    md = MarkdownIt("commonmark", {"html": False, "breaks": breaks}).enable(["table", "strikethrough"]).disable("reference")
    md.validateLink = lambda url: _WEB.match(url) is not None or (anchors and url.startswith("#"))  # type: ignore[method-assign]
    md.normalizeLink = lambda url: normalizeLink(url.translate(_BOTH))  # type: ignore[method-assign]
    for name, rule in RULES:
        md.add_render_rule(name, rule)
    return md


@cache
def _message_parser() -> MarkdownIt:
    md = basic_parser(anchors=False, breaks=True)
    md.add_render_rule("heading_open", lambda *_: '<p class="heading">')
    md.add_render_rule("heading_close", lambda *_: "</p>\n")
    return md


def _text(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    return "".join(_marked(tokens[at].content, env))


def _code_inline(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    return f"<code>{''.join(_marked(tokens[at].content, env))}</code>"


def _fence(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    text, language = tokens[at].content.rstrip("\n"), (tokens[at].info.translate(_BOTH).split() or [""])[0]
    marked = env.get("marked") or _MARKS.search(text)
    return f"<pre><code>{''.join(_marked(text, env)) if marked else by_language(text, language)}</code></pre>\n"


def _marked(text: str, env: Env) -> Iterator[str]:
    for piece in _MARKS.split(text):
        if piece in (OPEN, CLOSE):
            env["marked"] = piece == OPEN
        elif piece:
            yield f"<mark>{escapeHtml(piece)}</mark>" if env.get("marked") else escapeHtml(piece)


def _link_open(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    href = str(tokens[at].attrGet("href") or "")
    known = not href.startswith("#") or href[1:] in env.get("ids", ())
    env.setdefault("links", []).append("a" if known else "span")
    outside = "" if href.startswith("#") else ' rel="noreferrer noopener nofollow"'
    return f'<a href="{escapeHtml(href)}"{outside}>' if known else "<span>"


def _link_close(_: Any, __: Sequence[Token], ___: int, ____: OptionsDict, env: Env) -> str:
    return f"</{env['links'].pop()}>"


def _image(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, env: Env) -> str:
    """A picture would be loaded from somewhere: its words and its address stand for it."""
    href = str(tokens[at].attrGet("src") or "")
    words = "".join(_marked(tokens[at].content or href, env))
    if not _WEB.match(href):
        return f"[picture: {words}]"
    return f'[picture: <a href="{escapeHtml(href)}" rel="noreferrer noopener nofollow">{words}</a>]'


def _cell(tag: str) -> Rule:
    def open_cell(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, ___: Env) -> str:
        side = str(tokens[at].attrGet("style") or "").rpartition(":")[2]
        opening = f'<{tag} class="{side}">' if side in ("right", "center") else f"<{tag}>"
        unnamed = tag == "th" and not tokens[at + 1].content
        return f'{opening}<span class="unseen">row</span>' if unnamed else opening

    return open_cell


RULES: tuple[tuple[str, Rule], ...] = (
    ("text", _text),
    ("code_inline", _code_inline),
    ("fence", _fence),
    ("code_block", _fence),
    ("link_open", _link_open),
    ("link_close", _link_close),
    ("image", _image),
    ("th_open", _cell("th")),
    ("td_open", _cell("td")),
    ("table_open", lambda *_: '<div class="wide" role="group" aria-label="table" tabindex="0"><table>\n'),
    ("table_close", lambda *_: "</table></div>\n"),
)
"""How tokens are written that would else carry inline styles, load something, or lose the marks."""

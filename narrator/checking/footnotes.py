"""Footnotes as a markdown-it-py plugin: `[^d1]` in the text, `[^d1]: …` on a line of its own.

A definition runs to the next blank line or the next definition; each is a block `footnote_open … footnote_close` around one
inline token, its name in `meta["name"]`.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

_REFERENCE = re.compile(r"\[\^([\w-]{1,40})\]")
_DEFINITION = re.compile(r"\[\^([\w-]{1,40})\]:[ \t]*")


def footnotes_plugin(md: MarkdownIt) -> None:
    """Teach `md` footnotes: tokens `footnote_ref` (inline), `footnote_open` and `footnote_close` (block)."""
    md.inline.ruler.before("link", "footnote_ref", _reference)
    md.block.ruler.before("reference", "footnote", _definition, {"alt": ["paragraph", "blockquote"]})
    md.add_render_rule("footnote_ref", _render_reference)
    md.add_render_rule("footnote_open", _render_open)
    md.add_render_rule("footnote_close", lambda *_: "</p>\n")


def _reference(state: StateInline, silent: bool) -> bool:
    match = _REFERENCE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "[" else None
    if match is None:
        return False
    if not silent:
        token = state.push("footnote_ref", "", 0)
        token.content = match[0]
        token.meta = {"name": match[1]}
    state.pos = match.end()
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    match = None if state.is_code_block(start) else _DEFINITION.match(_line(state, start))
    if match is None:
        return False
    if silent:
        return True
    stop = start + 1
    while stop < end and not state.isEmpty(stop) and not _DEFINITION.match(_line(state, stop)):
        stop += 1
    lines = [_line(state, start)[match.end() :], *(_line(state, n) for n in range(start + 1, stop))]
    state.line = stop
    _push(state, match[1], "\n".join(lines).rstrip(), [start, stop])
    return True


def _push(state: StateBlock, name: str, content: str, span: list[int]) -> None:
    for kind, nesting in (("footnote_open", 1), ("inline", 0), ("footnote_close", -1)):
        token = state.push(kind, "p" if nesting else "", nesting)  # type: ignore[arg-type]
        token.map = span
        token.meta = {"name": name}
        if kind == "inline":
            token.content = content
            token.children = []


def _render_reference(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, ___: MutableMapping[str, Any]) -> str:
    name = escapeHtml(tokens[at].meta["name"])
    return f'<sup class="note"><a href="#note-{name}">{name}</a></sup>'


def _render_open(_: Any, tokens: Sequence[Token], at: int, __: OptionsDict, ___: MutableMapping[str, Any]) -> str:
    name = escapeHtml(tokens[at].meta["name"])
    return f'<p class="note" id="note-{name}"><b>{name}</b> '

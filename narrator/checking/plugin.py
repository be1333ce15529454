"""Citations as a markdown-it-py plugin: `[msg 5]` becomes a token of its own, rendered as a link to the message.

`MarkdownIt("commonmark").use(citations_plugin)` renders `<a class="msg" href="#msg-5">[msg 5]</a>`; with
`href=lambda citation: None` the citation stays plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from narrator.references import Citation, find

_BRACKET = re.compile(r"\[(?:msg|message)[^\[\]\n]{1,240}\]", re.IGNORECASE)

Href = Callable[[Citation], str | None]
"""Where a citation leads; None leaves it plain text."""


def message_anchor(citation: Citation) -> str | None:
    """Return `#msg-5` for the text's own session, None for a citation of another."""
    return f"#msg-{citation.first}" if citation.session is None else None


def citations_plugin(md: MarkdownIt, href: Href = message_anchor) -> None:
    """Teach `md` citations: a token `citation` whose `meta["citations"]` are those of `references.find`."""

    def render(_: RendererProtocol, tokens: Sequence[Token], at: int, __: OptionsDict, ___: MutableMapping[str, Any]) -> str:
        token = tokens[at]
        target = href(token.meta["citations"][0])
        label = escapeHtml(token.content)
        return label if target is None else f'<a class="msg" href="{escapeHtml(target)}">{label}</a>'

    md.inline.ruler.before("link", "citation", _citation)
    md.add_render_rule("citation", render)


def _citation(state: StateInline, silent: bool) -> bool:
    match = _BRACKET.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "[" else None
    citations = find(match[0]) if match else ()
    if match is None or not citations:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content = match[0]
        token.meta = {"citations": citations}
    state.pos = match.end()
    return True

"""A document on a terminal, rendered by rich."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown
from rich.rule import Rule
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from narrator.publishing.plain import printable

WIDTH = 100
"""Columns beyond which prose reads badly."""
THEME = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold underline",
        "markdown.code": "cyan",
        "markdown.block_quote": "none",
        "markdown.table.header": "bold",
        "markdown.table.border": "dim",
        "citation": "dim",
    },
    inherit=True,
)
"""Colors that read on a light ground and on a dark one."""

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_NOTE = re.compile(r"^\[\^(\w+)\]: (.*)$", re.MULTILINE)
_MARK = re.compile(r" ?\[\^(\w+)\]")
_CITATION = re.compile(r"\[(msg [^\[\]\n]{1,80})\]")
_OPEN, _CLOSE, _GLUE = "\ufdd0", "\ufdd1", "\ufdd2"
"""Stand for the brackets and spaces of citations while rich lays out the text: it would break lines there, or see links.

They are no characters (Unicode keeps them free for such uses), so no session's words hold one that means something.
"""
_SHOWN = str.maketrans({_OPEN: "[", _CLOSE: "]", _GLUE: " "})
_LAID_OUT = re.compile(f"({_OPEN}[^{_CLOSE}]*{_CLOSE}|{_GLUE}\\(\\w+\\))")


def show(markdown: str, console: Console | None = None) -> None:
    """Print a document to the terminal: without its front matter, its footnotes as a list at the end."""
    screen = console or Console(highlight=False)
    with screen.use_theme(THEME):
        screen.print(Page(markdown), width=min(screen.width, WIDTH))


class Page:
    """A document's Markdown as rich can lay it out."""

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the text, then the footnotes, with citations whole and dimmed."""
        body, notes = split_notes(self.markdown)
        dim = console.get_style("citation")
        yield Text()
        yield from _with_citations(console.render(Markdown(body, hyperlinks=False), options), dim)
        if notes:
            grid = Table.grid(padding=(0, 1))
            for name, text in notes:
                grid.add_row(Text(f"({name})", dim), _note(text, console.get_style("markdown.code")))
            yield Text()
            yield Rule(style=dim)
            yield from _with_citations(console.render(grid, options), dim)


def _note(text: str, code: Style) -> Text:
    """A footnote's text; of Markdown it holds code spans only."""
    return Text.assemble(*((piece, code) if number % 2 else piece for number, piece in enumerate(text.split("`"))))


def split_notes(markdown: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a document's text without front matter and footnotes, and the footnotes as (name, text)."""
    body = _FRONT_MATTER.sub("", printable(markdown))
    notes = tuple((name, _glued(text)) for name, text in _NOTE.findall(body))
    return _MARK.sub(rf"{_GLUE}(\1)", _glued(_NOTE.sub("", body))).rstrip() + "\n", notes


def _glued(text: str) -> str:
    return _CITATION.sub(lambda m: _OPEN + m[1].replace(" ", _GLUE) + _CLOSE, text)


def _with_citations(segments: Iterable[Segment], style: Style) -> Iterator[Segment]:
    for text, own, control in segments:
        for number, piece in enumerate(_LAID_OUT.split(text)):
            if piece:
                yield Segment(piece.translate(_SHOWN), Style.combine([own or Style(), style]) if number % 2 else own, control)

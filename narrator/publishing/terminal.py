"""A document on a terminal, rendered by rich."""

from __future__ import annotations

import re

from rich.console import Console
from rich.markdown import Markdown

_NOTE = re.compile(r"^\[\^(\w+)\]: (.*)$", re.MULTILINE)
_MARK = re.compile(r"\[\^(\w+)\]")
WIDTH = 100
"""Columns beyond which prose reads badly."""


def show(markdown: str) -> None:
    """Print a document to the terminal: without its front matter, its footnotes as a list at the end."""
    console = Console()
    console.print(Markdown(for_terminal(markdown)), width=min(console.width, WIDTH))


def for_terminal(markdown: str) -> str:
    """Return a document's Markdown as a terminal can show it: rich knows neither front matter nor footnotes."""
    body = re.sub(r"\A---\n.*?\n---\n", "", markdown, flags=re.DOTALL)
    notes = _NOTE.findall(body)
    text = _MARK.sub(r"(\1)", _NOTE.sub("", body)).rstrip() + "\n"
    listed = "".join(f"- ({name}) {note}\n" for name, note in notes)
    return f"{text}\n---\n\n{listed}" if listed else text

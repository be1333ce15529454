"""Code and terminal output for a page: quietly highlighted by Pygments, without what a terminal would act on."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

from narrator.publishing.plain import printable

LONGEST = 20_000
"""Code points beyond which code stays plain: nobody reads so much for its colors, and some lexers are slow."""
_NAMES_OF_MARKS = str.maketrans("", "", "\ufdd0\ufdd1")


def clean(text: str) -> str:
    """Return text as a terminal would leave it on the screen: overwritten lines gone, no colors, no control characters."""
    lines = text.replace("\r\n", "\n").split("\n") if "\r" in text else [text]
    return printable("\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)).translate(_NAMES_OF_MARKS)


def by_language(text: str, language: str) -> Markup:
    """Return code as HTML, highlighted where its language (a fence's first word) is known."""
    return _colored(text, _lexer(language.strip().lower()))


def by_file(text: str, path: str) -> Markup:
    """Return code as HTML, highlighted by the name of its file."""
    return _colored(text, _lexer_of_file(PurePosixPath(path.replace("\\", "/")).name))


def _colored(text: str, lexer: Lexer | None) -> Markup:
    if lexer is None or len(text) > LONGEST:
        return escape(text)
    done = highlight(text, lexer, HtmlFormatter(nowrap=True))
    return Markup(done.rstrip("\n"))  # noqa: S704 (Pygments escapes)


@cache
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
    except ClassNotFound:
        return None


@cache
def _lexer_of_file(name: str) -> Lexer | None:
    try:
        return get_lexer_for_filename(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None

"""Where a passage quotes: “…”, and straight "…" of three words or more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from narrator.checking.sentences import Stretch

QUOTED_WORDS = 3
"""Words from which a passage between straight quotes is a quotation; fewer may be a term."""

_STRAIGHT = re.compile(r'(?<![\w"=])"(?=[^\s"])([^"]{1,4000}?)(?<=[^\s"])"(?![\w"])')
_ATTRIBUTION = re.compile(r"\n\s*(?:—|–|--)\s?[^\n]{0,200}$")


def quotations(text: str, codes: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """Return the stretches of `text` that quote, marks included, outermost only, in order; none begins or ends in code."""
    shut = tuple(codes)
    found = (stretch for stretch in (*_typographic(text), *_straight(text)) if not _cuts(stretch, shut))
    out: list[Stretch] = []
    for stretch in sorted(found, key=lambda s: (s[0], -s[1])):
        if not out or stretch[0] >= out[-1][1]:
            out.append(stretch)
    return tuple(out)


def whole_quotation(text: str) -> bool:
    """Return whether a paragraph is nothing but one quotation."""
    body = text.strip()
    return len(body) > 2 and (body[0], body[-1]) in {("“", "”"), ('"', '"')} and not set(body[1:-1]) & {body[0], body[-1]}


def block_quotation(text: str, marks: Iterable[Stretch]) -> Stretch:
    """Return the stretch of a block quote that is quoted: without citations at its end and a line that names the speaker."""
    end = len(text)
    for start, last in sorted(marks, reverse=True):
        if not text[last:end].strip(" \n,;.–—()and"):
            end = start
    body = text[:end].rstrip(" \n,;–—(")
    named = _ATTRIBUTION.search(body)
    end = named.start() if named else len(body)
    start = len(text) - len(text.lstrip())
    return (min(start, end), end)


def _cuts(stretch: Stretch, codes: tuple[Stretch, ...]) -> bool:
    return any(start <= edge < end for start, end in codes for edge in (stretch[0], stretch[1] - 1))


def _typographic(text: str) -> Iterator[Stretch]:
    opened: list[int] = []
    for match in re.finditer("[“”]", text):
        if match[0] == "“":
            opened.append(match.start())
        elif opened:
            yield opened.pop(), match.end()


def _straight(text: str) -> Iterator[Stretch]:
    for match in _STRAIGHT.finditer(text):
        if len(match[1].split()) >= QUOTED_WORDS:
            yield match.span()

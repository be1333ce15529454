"""Words of the session set into prose: redacted, on one line, cut where a reader may stop, safe inside Markdown."""

from __future__ import annotations

import re

from narrator.model import Span, Transcript
from narrator.redaction import quote, redact

LONGEST = 240
"""Code points of a quotation within a sentence."""
LONGEST_BLOCK = 600
"""Code points of a block quotation."""
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")
_LINE_MARK = re.compile(r"^\s*(?:#{1,6}\s+|[-*+]\s+|>\s?|\d+[.)]\s+)", re.MULTILINE)
_STOP = re.compile(r"[.!?…](?=\s|$)")
_CLAUSE = re.compile(r"[,;:–—](?=\s)")


def words_at(transcript: Transcript, span: Span, *, longest: int = LONGEST) -> str:
    """Return the words at a span for a quotation, without quotation marks; "…" stands where they were cut."""
    return flatten(quote(transcript, span), longest=longest)


def flatten(text: str, *, longest: int = LONGEST) -> str:
    """Return text on one line, without Markdown's marks, cut at a sentence, a clause or a word, and escaped."""
    plain = " ".join(_EMPHASIS.sub("", _LINE_MARK.sub("", text)).split())
    return escape(_cut(plain, longest))


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    head = text[:longest]
    stops = [m.end() for m in _STOP.finditer(head) if m.end() >= longest // 3]
    if stops:
        return text[: stops[-1]] + ("" if stops[-1] == len(text) else " …")
    clauses = [m.start() for m in _CLAUSE.finditer(head) if m.start() >= longest // 2]
    end = clauses[-1] if clauses else max(head.rfind(" "), longest // 2)
    return text[:end].rstrip(" ,;:") + " …"


def escape(text: str) -> str:
    """Return text that Markdown shows as it is: no tags, links, stray emphasis or half-open code."""
    out = text.replace("\\", "\\\\") if "`" not in text else text
    if out.count("`") % 2:
        out = out.replace("`", "\\`")
    outside = out.split("`") if "\\`" not in out else [out]
    for i in range(0, len(outside), 2):
        outside[i] = re.sub(r"([<*\[\]|]|(?<!\w)_|_(?!\w))", r"\\\1", outside[i])
    return "`".join(outside)


def code(text: str, *, longest: int = 80) -> str:
    """Return a name, path or command as a code span, redacted and cut."""
    plain = " ".join(redact(text).split())
    if len(plain) > longest:
        plain = plain[: longest - 2].rstrip() + " …"
    fence = "``" if "`" in plain else "`"
    pad = " " if "`" in plain else ""
    return f"{fence}{pad}{plain}{pad}{fence}"

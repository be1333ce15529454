"""Words of the session set into prose: redacted, on one line, cut where a reader may stop, safe inside Markdown."""

from __future__ import annotations

import re

from narrator.model import Span, Transcript
from narrator.redaction import quote, redact

LONGEST = 240
"""Code points of a quotation within a sentence."""
LONGEST_BLOCK = 600
"""Code points of a block quotation."""
_EMPHASIS = re.compile(r"\*\*|(?<!\w)__|__(?!\w)|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")
_TERMINAL = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]"
)
"""What is meant for a terminal or turns the direction of writing: colors, titles, control characters."""
_FIRST_MARK = re.compile(r"^(\d*)(#{1,6} |[-+>] |[.)] )")
"""What would make a heading, a list or a quotation of the first words of a block."""
_INNER = str.maketrans("“”„‟", "‘’‘‘")
"""Marks inside a quotation: a stray one of the kind that is put around it would end it, and forge what stands behind."""
_STOP = re.compile(r"[.!?…](?=\s|$)")
_CLAUSE = re.compile(r"[,;:–—](?=\s)")


def words_at(transcript: Transcript, span: Span, *, longest: int = LONGEST) -> str:
    """Return the words at a span for a quotation, without quotation marks; "…" stands where they were cut."""
    return flatten(quote(transcript, span), longest=longest)


def flatten(text: str, *, longest: int = LONGEST) -> str:
    """Return text on one line, without Markdown's emphasis, cut at a sentence, a clause or a word, and escaped."""
    plain = " ".join(_without_emphasis(_TERMINAL.sub("", text)).split())
    return _FIRST_MARK.sub(r"\1\\\2", escape(_cut(plain, longest).rstrip(" :")).translate(_INNER))


def _without_emphasis(text: str) -> str:
    """Text without the marks of emphasis, code between backticks as it was."""
    pieces = re.split(r"(`+[^`]*`+)", text)
    return "".join(piece if i % 2 else _EMPHASIS.sub("", piece) for i, piece in enumerate(pieces))


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    cut = _shortened(text, longest)
    for opening, closing in (("“", "”"), ('"', '"')):
        body = cut.removesuffix(" …")
        is_open = body.count(opening) > body.count(closing) if opening != closing else body.count(opening) % 2
        if is_open and body.rfind(opening) > 0:
            cut = body[: body.rfind(opening)].rstrip(" ,;:(") + " …"  # an inner quotation is cut off whole
    return cut


def _shortened(text: str, longest: int) -> str:
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
    if out.count("`") % 2 or "``" in out:
        out = out.replace("`", "\\`")
    outside = out.split("`") if "\\`" not in out else [out]
    for i in range(0, len(outside), 2):
        outside[i] = re.sub(r"&(?=#?\w+;)", "&amp;", outside[i])
        outside[i] = re.sub(r"([<*\[\]|]|(?<!\w)_|_(?!\w))", r"\\\1", outside[i])
    return "`".join(outside)


def _whole_words(text: str, longest: int) -> str:
    """The beginning of a text, cut where no word, name or path goes on; of a single long path its last piece."""
    ends = [m.end() for m in re.finditer(r"[\w./\\-]+", text[: longest + 1]) if m.end() <= longest]
    return text[: ends[-1]].rstrip() if ends else re.split(r"[/\\]", text)[-1][:longest]


def code(text: str, *, longest: int = 80) -> str:
    """Return a name, path or command as a code span, redacted and cut."""
    plain = " ".join(redact(text).split())
    cut = ""
    if len(plain) > longest:
        plain, cut = _whole_words(plain, longest), " …"
    fence = "``" if "`" in plain else "`"
    pad = " " if "`" in plain else ""
    return f"{fence}{pad}{plain}{pad}{fence}{cut}"

"""Where the assistant claims something: the sentences of its replies, without headings, quotations, plans and summaries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.language import sentences
from narrator.ledger.claims_words import Claim, claimed
from narrator.ledger.whole import Whole
from narrator.model import Message, Part, Span
from narrator.observations.places import PROSE_LIMIT, stretch

Key = tuple[int, int]
"""A place in the order of the session: a message's position, a part's number."""

_CUE = re.compile(
    r"[✅✓✔🎉]|pass|green|clean|succe|done|complet|finish|implement|compil|buil[dt]|work|fix|"
    r"resolv|solv|commit|push|pull request|\bpr\b|"
    r"merged|live|running|online|\bup\b|health|ready|in place|all set|creat|wrote|written|"
    r"generat|scaffold|saved|add|introduc|insert|"
    r"wired|placed|includ|integrat|record|captur|document|enabl|put|updat|chang|modif|edit|refactor|rewr|simplif|extend|adjust|tighten|"
    r"refresh|reword|correct|convert|normaliz|bump|configur|appl|switch|restruct|collaps|"
    r"revert|restor|point|wrap|reformat|expand|"
    r"clarif|improv|address|link|mark|set up|remov|delet|drop|eliminat|strip|disabl|replac|"
    r"swap|renam|mov|extract|consolidat|split|"
    r"gone|stopped|closed|shut|instal|valid|verif|\bruns?\b|deployed|started|handled|lint|[^\x00-ɏ‐-⟿]|alle|tous|tod[ao]s|fertig|"
    r"erledigt|behoben|termin|hecho|listo|feito|pronto",
    re.IGNORECASE,
)
"""What a text has in it that claims anything: others aren't parted into sentences at all."""
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+(.+)|\*\*([^*\n]+?):?\*\*:?[ \t]*|([A-Z][^.!?\n]{0,60}):[ \t]*)$", re.MULTILINE)
_UNREAL = re.compile(
    r"\b(?:next|plan(?:ned|s)?|steps?|remaining|to-?dos?|options?|alternatives?|proposed?|"
    r"proposals?|suggest\w*|recommend\w*|goals?|"
    r"if|how|what (?:needs|should|would|could|is left|happens)|would|could|should|will|before|"
    r"problems?|issues?|root cause|why|current(?:ly)?|"
    r"requirements?|scenarios?|examples?|expected|open questions?|ideas?|in progress|limitations?|trade-?offs?|risks?|approach|"
    r"design|phase|background|context|history|upstream|you (?:have )?(?:now )?added|commit message|pr (?:body|description))\b",
    re.IGNORECASE,
)
"""Headings of what isn't so yet, or isn't the assistant's own."""
_REAL = re.compile(
    (
        r"\b(?:done|changes?|changed|fixed|fixes|completed?|summary|implemented|what (?:i|was|"
        r"has|changed)|results?|verified|added|resolved)\b"
    ),
    re.IGNORECASE,
)


class Said(NamedTuple):
    """A sentence that claims something."""

    key: Key
    message: int
    span: Span
    claims: tuple[Claim, ...]
    excused: bool
    """Whether the words around it name an exception: failures known before, a part left out."""


_EXCUSED = re.compile(
    r"\b(?:except|apart from|aside from|other than|pre-?existing|already (?:fail\w*|broken)"
    r"|unrelated|known|flaky|expected (?:fail|error)|"
    r"skipped|not caused|on main too)\b",
    re.IGNORECASE,
)
SENTENCE = 4
"""Words from which a line with a colon says something by itself ("Also added two helpers:"), not only "Files changed:"."""
AROUND = 240
"""Code points after a claim in which an exception to it is looked for."""


def find_said(whole: Whole) -> Iterator[Said]:
    """Yield the sentences of the assistant's replies that claim something, in order; its thoughts are no statements."""
    summaries = whole.analysis.signals.summaries
    for position, message in enumerate(whole.messages):
        if message.role != "assistant" or message.kind != "reply" or position in summaries or "compaction" in message.flags:
            continue
        for number, part in enumerate(message.parts):
            if part.kind == "text" and part.by == "model" and not {"synthetic", "ignored"} & set(part.flags):
                yield from _of_part(whole, position, message, number, part)


def _of_part(whole: Whole, position: int, message: Message, number: int, part: Part) -> Iterator[Said]:
    text = part.text[:PROSE_LIMIT]
    if not _CUE.search(text):
        return
    headings = [(m.start(), m.end(), next(g for g in m.groups() if g)) for m in _HEADING.finditer(text)]
    for start, end in sentences(text):
        if not _CUE.search(text, start, end):
            continue
        claims = claimed(text[start:end])
        if claims and not _is_apart(text, start, end, claims) and _is_real(headings, start):
            span = stretch(whole.analysis.transcript.session, message, number, start, end)
            excused = _EXCUSED.search(text, start, end + AROUND) is not None
            yield Said((position, number), message.index, span, claims, excused)


def _is_apart(text: str, start: int, end: int, claims: tuple[Claim, ...]) -> bool:
    """Return whether a sentence stands in a heading or in a quotation of others, or only leads in to a list."""
    line = text[text.rfind("\n", 0, start) + 1 : start].lstrip()
    if line.startswith((">", "#")):
        return True
    title = text[start:end].strip(" *_").endswith(":") or text[end : end + 3].strip("* ").startswith(":")
    short = len(text[start:end].split()) < SENTENCE
    return title and short and (" " not in text[start:end].strip() or all(c.about == "edit" and not c.names for c in claims))


def _is_real(headings: list[tuple[int, int, str]], at: int) -> bool:
    """Return whether the heading above a sentence leaves it a statement of what is done."""
    above = next((title for begin, end, title in reversed(headings) if end <= at), None)
    return above is None or _UNREAL.search(above) is None or _REAL.search(above) is not None

"""The one door to spaCy: where sentences and candidate terms stand in prose.

Tier 1 only: `spacy.blank("en")`, rules without a model. spaCy is loaded by the first call, never by the import. Limits are on
length, so the same text gives the same spans on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

LIMIT = 20_000
"""Code points of a text that are looked at; the longest answers of agents have a third of it, pasted files more."""
WRAPPED = 60
"""A line at least this long that goes on in lower case was wrapped by an editor, not ended by its writer."""

Span = tuple[int, int]
"""Half open, in code points."""
TermKind = Literal["code", "identifier", "name", "acronym"]


class Term(NamedTuple):
    """A candidate for a term of art, and where it stands."""

    start: int
    end: int
    kind: TermKind
    """code: between backticks (without them); identifier: camelCase, snake_case; name: capitalized words in a row; acronym."""


_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_NO_PROSE = re.compile(r"\s*(?:\||[-=*_+|: \t]{3,}$|<!--|</?[a-zA-Z][\w-]*[^>]*>\s*$)")
"""Tables, rules, tags on a line of their own."""
_MARKER = re.compile(r"[ \t]*(?:(?:>[ \t]?)+|#{1,6}[ \t]+)?(?:(?:[-*+•]|\d{1,3}[.)]|[A-Za-z][.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")
_CODE = re.compile(r"`([^`\n]+)`")
_IDENTIFIER = re.compile(
    r"(?<![\w./\\-])(?:[A-Za-z]\w*_\w*[A-Za-z0-9]|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|_+[a-z]\w+)(?:\(\))?(?![\w/\\-]|\.\w)"
)
_ABBREVIATIONS = frozenset(
    ("e.g.", "i.e.", "eg.", "ie.", "cf.", "vs.", "approx.", "ca.", "resp.", "incl.", "excl.", "esp.", "fig.", "no.")
)
"""What a sentence doesn't end with."""
_MAY_END = frozenset(("etc.", "al.", "jr.", "inc.", "ltd.", "corp.", "dept.", "p.m.", "a.m."))
"""What a sentence may end with, if a capital follows."""
_WIDE_END = re.compile(r"[。！？｡]+[」』）”]*")
"""Full stops of scripts that put no blank after them, so that the English tokenizer doesn't see them."""


def sentences(text: str) -> tuple[Span, ...]:
    """Return where the sentences of the prose in `text` stand, in order and trimmed, list and heading marks left out.

    Headings, items and lines end sentences; fenced code and tables are no prose. Beyond `LIMIT` code points there are none.
    """
    cut = text[:LIMIT]
    found = tuple(span for start, end in _blocks(cut) for span in _sentences_of(cut, start, end))
    return found[:-1] if len(text) > LIMIT and found and found[-1][1] == len(cut) else found


def terms(text: str) -> tuple[Term, ...]:
    """Return the candidates for terms of art in the prose of `text`, in order, without overlaps; code in backticks counts."""
    cut = text[:LIMIT]
    found: list[Term] = []
    for start, end in _blocks(cut):
        for term in sorted(_terms_of(cut, start, end), key=lambda t: (t.start, -t.end)):
            if not found or term.start >= found[-1].end:
                found.append(term)
    return tuple(found)


@cache
def _pipeline() -> Language:
    import spacy  # nearly a second, and most commands do without it

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    return pipeline


def _blocks(text: str) -> Iterator[Span]:
    """Yield the stretches of prose that no sentence leaves: lines, joined where an editor wrapped them."""
    fence = ""
    open_block: Span | None = None
    for start, end in _lines(text):
        mark = _FENCE.match(text, start, end)
        plain = not fence and not mark and not _NO_PROSE.match(text, start, end)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        begin = _skip_marker(text, start, end)
        if plain and open_block and _goes_on(text, open_block, start, begin):
            open_block = (open_block[0], end)
            continue
        if open_block:
            yield open_block
        open_block = (begin, end) if plain and begin < end else None
    if open_block:
        yield open_block


def _lines(text: str) -> Iterator[Span]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield start, end
        start = end + 1


def _skip_marker(text: str, start: int, end: int) -> int:
    match = _MARKER.match(text, start, end)
    return match.end() if match else start


def _goes_on(text: str, block: Span, start: int, begin: int) -> bool:
    last = text.rfind("\n", block[0], block[1]) + 1 or block[0]
    indent = len(text[start:begin].strip())
    return block[1] - last >= WRAPPED and indent == 0 and text[begin : begin + 1].islower()


def _sentences_of(text: str, start: int, end: int) -> Iterator[Span]:
    code = [(m.start() + start, m.end() + start) for m in _CODE.finditer(text[start:end])]
    begin = start
    wide = (m.end() for m in _WIDE_END.finditer(text, start, end))
    for boundary in sorted({*_boundaries(text, start, end), *wide, end}):
        if boundary == end or not any(a < boundary < b for a, b in code):
            trimmed = _trim(text, begin, boundary)
            if trimmed:
                yield trimmed
            begin = boundary


def _boundaries(text: str, start: int, end: int) -> Iterator[int]:
    doc = _pipeline()(text[start:end])
    for sentence in doc.sents:
        number = _first_token(doc, sentence.start)
        if number > 0 and _ends_before(doc, number):
            yield start + doc[number].idx


def _first_token(doc: Doc, number: int) -> int:
    """Return the token that a sentence begins with: an opening bracket or emphasis before it is its own."""
    first = number
    while number > 1 and doc[number - 1].is_punct:
        number -= 1
        first = number if _is_apart(doc[number - 1]) else first
    return first


def _ends_before(doc: Doc, number: int) -> bool:
    """Return whether a sentence ends before a token: a blank stands between, and no abbreviation asks for more."""
    last, following = doc[number - 1], doc[number]
    if not _is_apart(last):
        return False
    word = _word_before(doc, number)
    if word in _ABBREVIATIONS:
        return False
    return not (word in _MAY_END and following.text[:1].islower())


def _word_before(doc: Doc, number: int) -> str:
    """Return the word that a full stop closes, in lower case, with the stop even where the tokenizer parted them."""
    last = doc[number - 1].lower_
    if last == "." and number > 1 and not _is_apart(doc[number - 2]):
        return doc[number - 2].lower_ + "."
    return last


def _is_apart(token: Token) -> bool:
    return bool(token.whitespace_) or token.is_space


def _trim(text: str, start: int, end: int) -> Span | None:
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    end -= len(words) - len(words.rstrip())
    return (start, end) if start < end else None


def _terms_of(text: str, start: int, end: int) -> Iterator[Term]:
    for match in _CODE.finditer(text, start, end):
        trimmed = _trim(text, *match.span(1))
        if trimmed:
            yield Term(*trimmed, "code")
    yield from (Term(*m.span(), "identifier") for m in _IDENTIFIER.finditer(text, start, end))
    doc = _pipeline()(text[start:end])
    for run in _capitalized_runs(doc):
        yield Term(start + run[0].idx, start + run[-1].idx + len(run[-1]), "name")
    yield from (Term(start + t.idx, start + t.idx + len(t), "acronym") for t in doc if _is_acronym(t))


def _capitalized_runs(doc: Doc) -> Iterator[list[Token]]:
    """Yield runs of two and more capitalized words; one that begins a sentence is capitalized for that."""
    run: list[Token] = []
    for token in doc:
        joins = token.text[:1].isupper() and token.is_alpha and not token.is_stop and not token.is_sent_start
        if joins:
            run.append(token)
        if not joins or token.whitespace_ != " ":
            yield from (run,) if len(run) > 1 else ()
            run = []
    yield from (run,) if len(run) > 1 else ()


def _is_acronym(token: Token) -> bool:
    return token.is_upper and token.is_alpha and 2 <= len(token) <= 6 and not token.is_stop

"""A document as the checks see it: its front matter, its sentences with what they cite, its footnotes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice, takewhile
from typing import Literal

from narrator.checking.blocks import Block, Note, blocks
from narrator.checking.quotes import block_quotation, quotations, whole_quotation
from narrator.checking.sentences import Stretch, split
from narrator.references import Citation, find, find_hashes

Read = Callable[[str], tuple[Citation, ...]]
"""Finds the citations of a text."""
Reach = Literal["own", "inherited", "weak", "none"]

_FRONT = re.compile(
    r"\A\ufeff?---[ \t]*\n((?:[A-Za-z][\w-]*:[^\n]*\n|[ \t]+[^\s][^\n]*\n|#[^\n]*\n|[ \t]*\n)+)---[ \t]*(?:\n|\Z)"
)
_FIELD = re.compile(r"^([A-Za-z][\w-]*):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_PLAN_MARK = "\n<!-- plan -->"
_PLAN = re.compile(r"\n<!-- plan -->[ \t]*\n+(`{3,})[^\n`]*\n(?:(?!```)[^\n]*\n)*\1`*\s*")
_COMMENT = re.compile(r"^[ ]{0,3}<!--.{0,4000}?-->[ \t]*$", re.MULTILINE | re.DOTALL)
_BINDING = ("session", "digest", "subject")
"""The fields of front matter by which a document says that it is one of narrator's kind."""
_TITLE = re.compile(r"[A-Z0-9][^\n]*[^\s.,;:?!\"”]")
_RUN_IN = re.compile(r"\s*\*\*([^*\n]+)\*\*")
_BESIDE = re.compile(r"(?:[\s,;()]|and\b){0,9}")
"""What stands between citations that stand for the same words."""
_BRACKET_REACH = 1000
"""Code points before a citation in which the bracket that it stands in must open."""
_TITLE_WORDS = 14
"""Words up to which a line without a full stop is a heading, in a document without Markdown headings."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words that a sentence quotes."""

    text: str
    """As a reader sees them, without the marks."""
    source: str
    """As they are written in Markdown."""
    start: int
    end: int
    """Half open, marks included, in the sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence (a heading, a block quote, a footnote) and what stands for it."""

    block: Block
    start: int
    """Where it begins in its block."""
    text: str
    citations: tuple[Citation, ...] = ()
    """Its own; offsets are those of `text`."""
    mentions: tuple[Citation, ...] = ()
    """Messages that it names in passing ("message 8"), in a document that has the strict form for citations."""
    quotations: tuple[Quotation, ...] = ()
    codes: tuple[Stretch, ...] = ()
    notes: tuple[Note, ...] = ()
    reach: Reach = "none"
    """How it came by `cited`: they are its own; they stand further on in its paragraph; they are the nearest there are."""
    cited: tuple[Citation, ...] = ()
    """The citations that stand for it."""

    def place(self, offset: int = 0) -> tuple[int, int]:
        """Return line and column, from 1, of an offset in the text."""
        return self.block.place(self.start + offset)

    @property
    def is_title(self) -> bool:
        """Whether it is a heading, or the words in bold that open a paragraph and stand for one ("**What it cost.** …")."""
        if self.block.kind == "heading":
            return True
        bold = _RUN_IN.match(self.block.raw) if self.start == 0 and self.reach != "own" else None
        return bold is not None and _letters(bold[1]) == _letters(self.text)

    @property
    def groups(self) -> tuple[tuple[Citation, ...], ...]:
        """Its own citations in their order, those together that stand side by side."""
        out: list[list[Citation]] = []
        for citation in self.citations:
            if out and _BESIDE.fullmatch(self.text, out[-1][-1].end, citation.start):
                out[-1].append(citation)
            else:
                out.append([citation])
        return tuple(map(tuple, out))

    def names_only(self, index: int | None) -> bool:
        """Return whether all that it cites is the message `index`, named in passing and not cited in brackets."""
        return all((c.first, c.last) == (index, index) and not _is_bracketed(self.text, c) for c in self.citations)

    def prose(self) -> str:
        """Return the text with blanks for its citations, footnote references, quotations and code."""
        marks = (*map(citation_stretch, (*self.citations, *self.mentions)), *((n.start, n.end) for n in self.notes))
        return masked(self.text, (*marks, *((q.start, q.end) for q in self.quotations), *self.codes))


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown text, read."""

    front: dict[str, str]
    front_lines: tuple[tuple[str, int], ...]
    """The line of each of its fields, from 1."""
    sentences: tuple[Sentence, ...]
    """In order; footnotes left out."""
    footnotes: dict[str, Sentence]
    """By name; the first of a name counts."""

    mates: dict[int, tuple[Sentence, ...]] = field(default_factory=dict)
    """The sentences of each group of blocks that share their citations, by the group's number."""

    @property
    def strict(self) -> bool:
        """Whether it names its session, as narrator's own documents do: then the grammar binds it."""
        return any(name in self.front for name in _BINDING)

    @property
    def subject(self) -> int | None:
        """The index of the message that it is about: its front matter's, or else the one that a plain text names most often."""
        value = self.front.get("subject", "")
        if value.isascii() and value.isdigit() and len(value) < 10:
            return int(value)
        return None if self.strict else self._most_named()

    def _most_named(self) -> int | None:
        """Return the message that is named in passing ("message 5") at least twice and more often than any other, or None."""
        named = Counter(
            c.first for s in self.sentences for c in s.citations if c.first == c.last and not _is_bracketed(s.text, c)
        )
        first, second = (*named.most_common(2), (0, 0), (0, 0))[:2]
        return first[0] if first[1] > max(1, second[1]) else None


def parse(text: str) -> Document:
    """Return the document that a Markdown text is; any text is one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT.match(text)
    fields = {key: value.strip("\"'") for key, value in _FIELD.findall(front[1])} if front else {}
    lines = {m[1]: text.count("\n", 0, front.start(1) + m.start()) + 1 for m in _FIELD.finditer(front[1])} if front else {}
    body = _blanked(text, 0, front.end()) if front else text
    plan = body.rfind(_PLAN_MARK)
    if plan >= 0 and _PLAN.fullmatch(body, plan):
        body = _blanked(body, plan, len(body))
    body = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), body)
    found = blocks(body)
    strict = any(name in fields for name in _BINDING)
    if not strict and not any(block.kind == "heading" for block in found):
        found = tuple(_with_titles(found))
    read = find_hashes if not strict and _cites_by_hash(body) else find
    sentences = [s for block in found for s in _sentences(block, read, strict=strict)]
    notes = {s.block.name: s for s in reversed(sentences) if s.block.kind == "footnote"}
    told = [s for s in sentences if s.block.kind != "footnote"]
    reached = tuple(_reached(told))
    mates = {group: tuple(members) for group, members in groupby(reached, key=lambda s: s.block.group)}
    return Document(fields, tuple(lines.items()), reached, notes, mates)


def _cites_by_hash(text: str) -> bool:
    """Return whether a text cites messages as `#12`, which may be anything's number, and in no other way."""
    return len(find_hashes(text)) > 1 and not find(text)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + "\n" * text.count("\n", start, end) + text[end:]


def _with_titles(found: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks of a plain text, lines that look like headings made headings."""
    title: tuple[str, ...] = ()
    for block in found:
        short = len(block.text.split()) <= _TITLE_WORDS and not find(block.text)
        if block.kind == "paragraph" and short and _TITLE.fullmatch(block.text):
            title = (block.text,)
            yield replace(block, kind="heading")
        else:
            yield replace(block, headings=title)


def _sentences(block: Block, read: Read, *, strict: bool) -> Iterator[Sentence]:
    shown = quotations(block.text, block.codes) if block.kind != "quote" else ()  # what a message cites, no document cites
    hidden = masked(block.text, (*block.codes, *shown))
    marks = [citation_stretch(c) for c in read(hidden)] + [(n.start, n.end) for n in block.notes]
    if block.kind == "code":
        quoted: tuple[Stretch, ...] = ((0, len(block.text)),)
    elif block.kind == "quote":
        inner = quotations(block.text, block.codes)
        quoted = inner if inner and _is_rest_small(block.text, inner, marks) else (block_quotation(block.text, marks),)
    else:
        quoted = ((0, len(block.text)),) if whole_quotation(block.text) else quotations(block.text, block.codes)
    shut = block.kind in ("code", "quote", "heading", "footnote")
    stretches = ((0, len(block.text)),) if shut else split(block.text, (*block.codes, *quoted), marks)
    for start, end in stretches:
        if start < end:
            yield _sentence(block, start, end, quoted, read, strict=strict)


def _is_rest_small(text: str, inner: Iterable[Stretch], marks: Iterable[Stretch]) -> bool:
    """Return whether a block quote is a quotation in marks with no more than a speaker's name beside it."""
    return len(masked(text, (*inner, *marks)).split()) <= 6


def citation_stretch(citation: Citation) -> Stretch:
    """Return where a citation stands."""
    return citation.start, citation.end


def masked(text: str, stretches: Iterable[Stretch]) -> str:
    """Return `text` with blanks for the stretches, whatever their order; they may overlap."""
    out, at = [], 0
    for start, end in sorted(stretches):
        if end > at:
            out += [text[at : max(at, start)], " " * (end - max(at, start))]
            at = end
    return "".join((*out, text[at:]))


def _sentence(block: Block, start: int, end: int, quoted: Sequence[Stretch], read: Read, *, strict: bool) -> Sentence:
    text = block.text[start:end]
    codes = _within(block.codes, start, end)
    inside = _within(quoted, start, end)
    hidden = () if block.kind == "code" else (*codes, *(inside if strict or block.kind != "quote" else ()))
    found = read(masked(text, hidden)) if block.kind != "code" else ()
    named = tuple(c for c in found if strict and not _is_bracketed(text, c))
    return Sentence(
        block,
        start,
        text,
        tuple(c for c in found if c not in named),
        named,
        tuple(_quotation(block, start, first, last) for first, last in inside),
        codes,
        tuple(_notes(block.notes, start, end)),
    )


def _within(stretches: Sequence[Stretch], start: int, end: int) -> tuple[Stretch, ...]:
    """Return those of ascending stretches that lie from `start` to `end`, as offsets from `start`."""
    first = bisect_left(stretches, start, key=lambda s: s[0])
    near = takewhile(lambda s: s[0] < end, islice(stretches, first, None))
    return tuple((low - start, high - start) for low, high in near if high <= end)


def _notes(notes: Sequence[Note], start: int, end: int) -> Iterator[Note]:
    first = bisect_left(notes, start, key=lambda n: n.start)
    for note in takewhile(lambda n: n.start < end, islice(notes, first, None)):
        yield Note(note.name, note.start - start, note.end - start)


def _is_bracketed(text: str, citation: Citation) -> bool:
    first, stop = max(0, citation.start - _BRACKET_REACH), citation.start + 1
    return text.rfind("[", first, stop) > text.rfind("]", first, stop)


def _quotation(block: Block, start: int, first: int, last: int) -> Quotation:
    marks = 1 if block.text[start + first] in '“"' and block.text[start + last - 1] in '”"' and last - first > 1 else 0
    inner = (start + first + marks, start + last - marks)
    return Quotation(block.text[slice(*inner)], block.source(*inner), first, last)


def _reached(told: list[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences, each given the citations that stand for it."""
    lead: Sentence | None = None
    for _, members in groupby(told, key=lambda s: s.block.group):
        group = list(members)
        if group[0].block.kind == "heading":
            lead = None
        nearest = zip(group, _before(group), _after(group), strict=True)
        done = [_given(sentence, before, after, lead) for sentence, before, after in nearest]
        yield from done
        if group[0].block.kind == "paragraph":
            lead = done[-1]


def _before(group: list[Sentence]) -> Iterator[Sentence | None]:
    """Yield for each sentence the nearest before it that cites."""
    last = None
    for sentence in group:
        yield last
        last = sentence if sentence.citations else last


def _after(group: list[Sentence]) -> Iterator[Sentence | None]:
    """Yield for each sentence the nearest after it that cites: of its own block, where blocks don't share citations."""
    found: list[Sentence | None] = []
    following: Sentence | None = None
    for sentence in reversed(group):
        shares = sentence.block.kind in ("cell", "quote")
        found.append(following if following is not None and (shares or following.block is sentence.block) else None)
        following = sentence if sentence.citations else following
    return reversed(found)


def _given(sentence: Sentence, before: Sentence | None, after: Sentence | None, lead: Sentence | None) -> Sentence:
    """Return a sentence with its reach; `before` and `after` are the nearest of its group that cite."""
    if sentence.citations:
        return replace(sentence, reach="own", cited=sentence.citations)
    shares = sentence.block.kind in ("cell", "quote")
    following = after or (before if shares else None)
    if following is not None:
        return replace(sentence, reach="inherited", cited=(*following.citations, *sentence.mentions))
    if lead is not None and lead.cited and _opens(lead, sentence):
        reach: Reach = "inherited" if sentence.quotations and sentence.block.kind in ("quote", "code", "paragraph") else "weak"
        return replace(sentence, reach=reach, cited=lead.cited)
    near = (*sentence.mentions, *(before.citations if before else ()))
    return replace(sentence, reach="weak", cited=near) if near else sentence


def _opens(lead: Sentence, sentence: Sentence) -> bool:
    """Return whether the paragraph before leads over to this block ("they write:")."""
    block = sentence.block
    apart = block.kind != "paragraph" or whole_quotation(block.text)
    return apart and lead.block.text.rstrip().endswith(":")

"""Finished documents about messages of the shipped sessions and of real ones: sound Markdown, citations, quotations."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from markdown_it import MarkdownIt

from narrator.analysis import Analysis, analyze
from narrator.assets import folder
from narrator.checking import check
from narrator.errors import SourceError
from narrator.model import Transcript
from narrator.planning import plan
from narrator.readers import read
from narrator.realization import Document, write
from narrator.redaction import redact, source_text
from narrator.references import find
from tests.shared import needs_shared, sessions

CORPORA = sorted(str(p.relative_to(folder("corpora"))) for p in folder("corpora").glob("*/*.json*"))
REAL = {f"{p.parent.name}/{p.name}": p for p in sessions("opencode", "claude-code", "codex") if p.suffix in (".json", ".jsonl")}
Rule = Callable[[Document, Transcript], None]


@cache
def analyzed(name: str) -> Analysis:
    return analyze(read(REAL.get(name, folder("corpora") / name)))


@cache
def written(name: str, index: int) -> Document:
    return write(plan(analyzed(name), index))


def indices(transcript: Transcript) -> set[int]:
    return {m.index for m in transcript.messages}


# --------------------------------------------------------------------------------------------- a document in its own words
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
_QUOTED = re.compile(r"“[^“”]*(?:“[^“”]*”[^“”]*)*”|^> .*$", re.MULTILINE)


def body(document: Document) -> str:
    """Return a document's Markdown without its front matter."""
    return document.markdown.split("---\n", 2)[2]


def own_words(document: Document) -> str:
    """Return what a document says itself: the session's words stand between quotation marks, as code or in a block."""
    return _CODE.sub("x", _QUOTED.sub("x", body(document)))


def bare(text: str) -> str:
    """Return words alone: without marks of Markdown and with single blanks."""
    marks = str.maketrans("“”„‟", "‘’‘‘")  # inside a quotation, double marks are written as single ones
    return " ".join(re.sub(r"[*_#<>|`\[\]-]", " ", text.replace("\\", "").translate(marks)).split())


# ---------------------------------------------------------------------------------------------------------------- the rules
def citations_are_of_messages_that_are_there(document: Document, transcript: Transcript) -> None:
    # A hole of the record is named as missing, by its ends, and in no other way.
    holes = {m for first, last in transcript.gaps for m in (first, last)}
    found = find(own_words(document))
    assert {m for c in found if c.strict for m in (c.first, c.last)} <= indices(transcript)
    assert {m for c in found for m in (c.first, c.last)} <= indices(transcript) | holes


def claims_cite_what_they_stand_on(document: Document, _transcript: Transcript) -> None:
    for sentence in document.claims:
        assert sentence.spans
        there = find(sentence.text)
        if not sentence.facts[0].startswith("contrast."):  # a row's cells cite each for itself
            missing = [s.message for s in sentence.spans if not any(c.covers(s.message) for c in there)]
            assert not missing, (sentence.text, missing)


def there_is_one_title_and_no_empty_section(document: Document, _transcript: Transcript) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(body(document))
    heads = [(t.tag, i) for i, t in enumerate(tokens) if t.type == "heading_open"]
    assert [tag for tag, _ in heads].count("h1") == 1
    assert heads[0] == ("h1", 0)
    for tag, at in heads:
        assert at + 3 < len(tokens), (tag, tokens[at + 1].content)
        assert tokens[at + 3].type != "heading_open", (tag, tokens[at + 1].content)
    assert sum(tag == "h2" for tag, _ in heads) == sum(bool(s.heading) for s in document.sections)


def it_is_tidy(document: Document, _transcript: Transcript) -> None:
    text = body(document)
    assert "\n\n\n" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert not [line for line in text.splitlines() if line != line.rstrip()]
    plain = own_words(document).replace("|  |", "| |")
    wrong = re.search(r".{0,80}(?:  | \.(?![\w/.])|\.\.(?!/)| ,|,,|\( | \)|“”|``|\. ,|:\.|\{\{|\bNone\b|Span\().{0,20}", plain)
    assert wrong is None, wrong


def sentences_begin_with_a_capital(document: Document, _transcript: Transcript) -> None:
    for section in document.sections:
        for block in section.blocks:
            if block.layout == "paragraph":
                wrong = [s.text for item in block.items for s in item if s.text[:1].islower()]
                assert not wrong


def no_citation_is_doubled(document: Document, _transcript: Transcript) -> None:
    doubled = re.search(r".{0,60}(?:(\[msg \d+\]),? \1|(\[\^d\d+\]) \2)", body(document))
    assert doubled is None, doubled


def quotation_marks_are_balanced(document: Document, _transcript: Transcript) -> None:
    for line in body(document).splitlines():
        if line.startswith("> "):
            continue  # a block is the session's own words, marks and all
        depth = 0
        for mark in re.findall("[“”]", _CODE.sub("", line)):
            depth += 1 if mark == "“" else -1
            assert depth >= 0, line
        assert depth == 0, line


def block_quotations_are_the_sessions_words(document: Document, transcript: Transcript) -> None:
    for section in document.sections:
        for sentence in (s for b in section.blocks if b.layout == "quote" for item in b.items for s in item):
            (span,) = sentence.spans
            words = re.sub(r" \[msg \d+\]$", "", sentence.text).removesuffix(" …")
            source = redact(source_text(transcript, span))
            assert bare(words) in bare(source)
            if not re.search(r"[\\*_`#\[\]<>|\x00-\x1f\x7f]|\s\s|^\s|^[-+]|^\d+[.)]", source):
                assert words == source[: len(words)]


def footnotes_are_all_used_and_all_there(document: Document, _transcript: Transcript) -> None:
    used = list(dict.fromkeys(re.findall(r"\[\^(d\d+)\](?!:)", body(document))))
    assert used == [f"d{i}" for i in range(1, len(used) + 1)]
    assert [n.name for n in document.footnotes] == used
    assert re.findall(r"^\[\^(d\d+)\]:", body(document), re.MULTILINE) == used


def the_front_matter_binds_it_to_its_session(document: Document, transcript: Transcript) -> None:
    head = document.markdown.split("---\n")[1].splitlines()
    subject = f"subject: {document.plan.subject}"
    assert head == [f"session: {transcript.session}", f"digest: {transcript.digest}", subject, "kind: essay"]


RULES: tuple[Rule, ...] = (
    citations_are_of_messages_that_are_there,
    claims_cite_what_they_stand_on,
    there_is_one_title_and_no_empty_section,
    it_is_tidy,
    sentences_begin_with_a_capital,
    no_citation_is_doubled,
    quotation_marks_are_balanced,
    block_quotations_are_the_sessions_words,
    footnotes_are_all_used_and_all_there,
    the_front_matter_binds_it_to_its_session,
)


def sample(name: str, most: int) -> list[int]:
    """Return the first silences of a session, then messages spread over it."""
    analysis = analyzed(name)
    every = [m.index for m in analysis.transcript.messages]
    quiet = [s.message for s in analysis.silences][: most // 2]
    return list(dict.fromkeys([*quiet, *every[:: max(1, len(every) // most)]]))[:most]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("name", CORPORA)
def test_documents_about_shipped_sessions(name: str, rule: Rule) -> None:
    transcript = analyzed(name).transcript
    for index in sample(name, 45):
        rule(written(name, index), transcript)


@pytest.mark.parametrize("name", CORPORA)
def test_the_checker_finds_nothing_wrong(name: str) -> None:
    transcript = analyzed(name).transcript
    for index in sample(name, 20):
        assert [p.text for p in check(written(name, index).markdown, transcript)] == []


@pytest.mark.parametrize("name", CORPORA)
def test_the_same_message_gives_the_same_bytes(name: str) -> None:
    again = analyze(read(folder("corpora") / name))
    for index in sample(name, 4):
        assert write(plan(again, index)).markdown == written(name, index).markdown


def test_a_document_knows_its_sentences_and_claims() -> None:
    document = written("dflash/session.jsonl", 10880)
    sentences = list(document.sentences())
    assert [s for s in sentences if s.facts] == list(document.claims)
    assert all(s.text in document.markdown for s in sentences)
    assert document.title in document.markdown


@needs_shared
@pytest.mark.parametrize("name", sorted(REAL))
def test_real_sessions_can_be_written_about(name: str) -> None:
    try:
        transcript = analyzed(name).transcript
    except SourceError as error:
        pytest.skip(str(error))
    for index in sample(name, 3):
        for rule in RULES:
            rule(written(name, index), transcript)

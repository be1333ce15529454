"""A document's sentences, what stands for them, and where they stand."""

from __future__ import annotations

from narrator.checking.document import Document, Sentence, parse


def _named(document: Document, words: str) -> Sentence:
    return next(s for s in document.sentences if words in s.text)


def _cited(document: Document, words: str) -> tuple[str, list[int]]:
    sentence = _named(document, words)
    return sentence.reach, [c.first for c in sentence.cited]


def test_a_citation_stands_for_the_sentences_up_to_it() -> None:
    document = parse("---\nsession: s\n---\nOne. Two. Three [msg 3]. Four.\n\nFive.\n")
    assert _cited(document, "One") == ("inherited", [3])
    assert _cited(document, "Three") == ("own", [3])
    assert _cited(document, "Four") == ("weak", [3])
    assert _cited(document, "Five") == ("none", [])


def test_cells_of_a_row_share_their_citations() -> None:
    document = parse("---\nsession: s\n---\n| a | b |\n|---|---|\n| [msg 1] | at 12:38 |\n| [msg 2] | later |\n")
    assert _cited(document, "12:38") == ("inherited", [1])
    assert _cited(document, "later") == ("inherited", [2])
    assert _named(document, "later").block.name == "b"


def test_paragraphs_of_a_block_quote_share_their_citations() -> None:
    document = parse("---\nsession: s\n---\n> one\n>\n> two [msg 4]\n")
    assert _cited(document, "one") == ("inherited", [4])
    assert [q.text for s in document.sentences for q in s.quotations] == ["one", "two"]


def test_a_lead_in_stands_for_the_quotation_after_it() -> None:
    document = parse('In the next message ([msg 9]), they write:\n\n"Just stop"\n\nIt stopped.\n')
    assert _cited(document, "Just stop") == ("inherited", [9])
    assert _cited(document, "It stopped") == ("none", [])


def test_a_speaker_named_under_a_block_quote_is_no_part_of_it() -> None:
    document = parse("> do it\n> — the user, [msg 4]\n")
    assert [q.text for q in document.sentences[0].quotations] == ["do it"]


def test_front_matter_makes_mentions_of_citations() -> None:
    strict = parse("---\nsession: s\nsubject: 8\n---\nMessage 8 is empty [msg 8].\n").sentences[0]
    assert ([c.first for c in strict.citations], [c.first for c in strict.mentions]) == ([8], [8])
    liberal = parse("Message 8 is empty.\n").sentences[0]
    assert ([c.first for c in liberal.citations], liberal.mentions) == ([8], ())


def test_other_front_matter_binds_to_nothing() -> None:
    document = parse("---\nlayout: post\n---\nMessage 8 is empty.\n")
    assert not document.strict
    assert [c.first for c in document.sentences[0].citations] == [8]
    assert not parse("---\n\nA.\n\n---\n").front


def test_a_plain_text_has_headings_too() -> None:
    document = parse("The Silence\n\nThe Context: A Run in Crisis\n\nIt ran ([msg 3]).\n")
    assert [s.block.kind for s in document.sentences] == ["heading", "heading", "paragraph"]
    assert document.sentences[-1].block.headings == ("The Context: A Run in Crisis",)


def test_headings_are_nested() -> None:
    document = parse("# A\n\n## B\n\nb.\n\n### C\n\nc.\n\n## D\n\nd.\n")
    assert [s.block.headings for s in document.sentences if s.block.kind == "paragraph"] == [
        ("A", "B"),
        ("A", "B", "C"),
        ("A", "D"),
    ]


def test_citations_in_code_and_in_quotations_are_none() -> None:
    sentence = parse("It wrote `[msg 5]` and “see [msg 6]” [msg 7].\n").sentences[0]
    assert [c.first for c in sentence.citations] == [7]


def test_a_plan_at_the_end_and_comments_are_no_text() -> None:
    document = parse("A [msg 1].\n\n<!-- a remark -->\n\nB.\n\n<!-- plan -->\n```yaml\nthesis: 5\n```\n")
    assert [s.text for s in document.sentences] == ["A [msg 1].", "B."]


PLACES = """---
session: s
---

# Title

It ran `a.py`
  and **then**
failed \\* here [msg 1].

> said so
> twice

| x | y |
|---|---|
| same | same |
"""


def test_places_are_those_of_the_source() -> None:
    source = PLACES
    lines = source.splitlines()
    for words in ("Title", "It ran", "said so"):
        line, column = _named(parse(source), words).place()
        assert lines[line - 1][column - 1 :].startswith(words)
    sentence = _named(parse(source), "It ran")
    for words in ("a.py", "and", "then", "failed", "here", "[msg 1]"):
        line, column = sentence.place(sentence.text.index(words))
        assert lines[line - 1][column - 1 :].startswith(words)
    cells = [s.place() for s in parse(source).sentences if s.text == "same"]
    assert cells == [(16, 3), (16, 10)]


def test_footnotes_are_kept_apart() -> None:
    document = parse("A [^d1].\n\n[^d1]: 3 − 2 = 1 [msg 4]\n[^d2]: none\n")
    assert sorted(document.footnotes) == ["d1", "d2"]
    assert [n.name for n in document.sentences[0].notes] == ["d1"]
    assert [c.first for c in document.footnotes["d1"].citations] == [4]

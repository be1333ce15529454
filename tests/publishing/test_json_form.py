"""A document as JSON: all that stands in the text, with what each sentence stands on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from narrator import essay
from narrator.publishing import as_json
from tests.cli.running import DFLASH


@pytest.fixture(scope="module")
def form() -> Any:
    return json.loads(as_json(essay(DFLASH, 10880)))


def test_it_says_what_the_document_is_about(form: Any) -> None:
    document = essay(DFLASH, 10880)
    assert (form["kind"], form["session"], form["subject"], form["title"]) == ("essay", "dflash", 10880, document.title)
    assert form["digest"] == document.plan.analysis.transcript.digest
    assert form["moment"] == document.plan.moment


def test_every_sentence_is_there_in_order_with_its_facts_and_spans(form: Any) -> None:
    told = [x for s in form["sections"] for b in s["blocks"] for item in b["items"] for x in item]
    sentences = list(essay(DFLASH, 10880).sentences())
    assert [(x["text"], x["facts"]) for x in told] == [(s.text, list(s.facts)) for s in sentences]
    assert [[p["message"] for p in x["spans"]] for x in told] == [[p.message for p in s.spans] for s in sentences]


def test_tables_keep_their_rows(form: Any) -> None:
    tables = [b for s in form["sections"] for b in s["blocks"] if b["layout"] == "table"]
    assert tables
    for table in tables:
        assert len({len(row) for row in table["items"]}) == 1


def test_footnotes_are_there(form: Any) -> None:
    assert [n["name"] for n in form["footnotes"]] == [n.name for n in essay(DFLASH, 10880).footnotes]


def test_the_bytes_are_the_same_every_time() -> None:
    assert as_json(essay(DFLASH, 10018)) == as_json(essay(DFLASH, 10018))
    assert as_json(essay(DFLASH, 10018)).endswith("}\n")

"""Quotations: on one line, cut where a reader may stop, safe inside Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from narrator.realization.quotation import code, escape, flatten


def test_short_words_stay_as_they_are() -> None:
    assert flatten("Just stop the current bad run") == "Just stop the current bad run"


def test_emphasis_and_line_breaks_go() -> None:
    assert flatten("Done:\n\n- **both** files\n- read") == "Done: - both files - read"


def test_what_would_become_a_heading_or_a_list_is_escaped() -> None:
    assert flatten("## Done") == "\\## Done"
    assert flatten("1. first") == "1\\. first"


def test_a_long_text_ends_at_a_sentence() -> None:
    assert flatten("The first sentence is here. The second one is far too long.", longest=40) == "The first sentence is here. …"


def test_a_long_sentence_ends_at_a_clause_or_a_word() -> None:
    assert flatten("a sentence that goes on, and on without an end in sight", longest=30) == "a sentence that goes on …"
    assert flatten("nothing but words without a single clause in them", longest=22) == "nothing but words …"


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "[x](javascript:y)", "a * b * c", "![i](http://x/y.png)", "a `b"])
def test_what_a_session_says_stays_text(text: str) -> None:
    html = MarkdownIt("commonmark").render(escape(text))
    assert not {"<script", "<a ", "<img", "<em>", "<code>"} & {
        t for t in ("<script", "<a ", "<img", "<em>", "<code>") if t in html
    }


@pytest.mark.parametrize("text", ["a &lt; b", "&#60;x&#62;", "`` ` ``` and &amp;"])
def test_entities_and_runs_of_backticks_read_as_they_were_written(text: str) -> None:
    tokens = MarkdownIt("commonmark").parseInline(escape(text))[0].children or []
    assert "".join(t.content for t in tokens) == text


def test_code_stays_code() -> None:
    assert escape("read `a_b.py` now") == "read `a_b.py` now"
    assert code("echo `date`") == "`` echo `date` ``"


@given(st.text(max_size=400))
def test_a_quotation_is_one_paragraph(text: str) -> None:
    assert "\n" not in flatten(text)
    assert len(flatten(text, longest=50).replace("\\", "")) <= 54

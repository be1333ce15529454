"""Where sentences and terms stand in what agents and people write."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.language import LIMIT, sentences, terms


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("  Padded.  Twice. ", ["Padded.", "Twice."]),
        ("Use e.g. a.py or v1.2.3 at 3.5 ms. Next.", ["Use e.g. a.py or v1.2.3 at 3.5 ms.", "Next."]),
        ("It moved, i.e. It broke. Fine.", ["It moved, i.e. It broke.", "Fine."]),
        ("Node vs. Deno. Done.", ["Node vs. Deno.", "Done."]),
        ("Logs, tests etc. are gone. Good.", ["Logs, tests etc. are gone.", "Good."]),
        ("Logs, tests etc. The rest stays.", ["Logs, tests etc.", "The rest stays."]),
        ("Fixed in v2. The release is 3.1. Ship it.", ["Fixed in v2.", "The release is 3.1.", "Ship it."]),
        ("I edited a.py. b.py stays.", ["I edited a.py.", "b.py stays."]),
        ("Call app.Run from main.go.Then stop.", ["Call app.Run from main.go.Then stop."]),
        ("See https://x.org/a.b?c=1. Then go.", ["See https://x.org/a.b?c=1.", "Then go."]),
        ("Done. **Now** the rest.", ["Done.", "**Now** the rest."]),
        ("It works. (All of it.) Good.", ["It works.", "(All of it.)", "Good."]),
        ("It works. `npm test` passes.", ["It works.", "`npm test` passes."]),
        ('He said "stop." Then he left.', ['He said "stop."', "Then he left."]),
        ("The pattern `a. B` stays whole. Yes.", ["The pattern `a. B` stays whole.", "Yes."]),
        ("修复这个错误。日本語のテキスト。", ["修复这个错误。", "日本語のテキスト。"]),
        ("Cited in [msg 5]–[msg 9]. Next [msg 10].", ["Cited in [msg 5]–[msg 9].", "Next [msg 10]."]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_prose_is_split(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_lines_headings_and_items_end_sentences() -> None:
    items = "- item one\n- item two. More.\n1. first\n2) second\n* [x] ticked\n> quoted. Twice."
    text = f"# The plan\nFirst this\nThen that. And that.\n{items}"
    expected = [
        "The plan",
        "First this",
        "Then that.",
        "And that.",
        "item one",
        "item two.",
        "More.",
        "first",
        "second",
        "ticked",
    ]
    assert split(text) == [*expected, "quoted.", "Twice."]


def test_a_line_that_an_editor_wrapped_goes_on() -> None:
    text = "This line is long enough that an editor must have wrapped it here\nand so it goes on. It ends."
    assert split(text) == [text.removesuffix(" It ends."), "It ends."]


def test_a_long_line_before_an_item_or_a_capital_ends() -> None:
    first = "This line is long enough that an editor might have wrapped it here"
    assert split(f"{first}\n- and here is an item") == [first, "and here is an item"]
    assert split(f"{first}\nAnother begins") == [first, "Another begins"]


def test_code_and_tables_are_no_prose() -> None:
    code = "```py\nx = 1. + y\nprint('No. No.')\n```"
    table = "| a. | b |\n|----|---|\n| c. | d |"
    text = f"Before.\n{code}\nBetween.\n\n{table}\n\n~~~\n```\nNo.\n~~~\n---\nAfter."
    assert split(text) == ["Before.", "Between.", "After."]


def test_an_open_fence_hides_the_rest() -> None:
    assert split("Before.\n```\nx. Y.\n") == ["Before."]


def test_a_long_text_is_cut_by_length_and_ends_with_a_whole_sentence() -> None:
    text = "word " * 19 + "end. "
    found = split(text * 400)
    assert len(text * 400) > LIMIT
    assert len(found) == LIMIT // len(text)
    assert set(found) == {text.strip()}


@given(st.text(alphabet=st.sampled_from("aB1.!?。 \n`*#->|(\"'\t_\r\u2028é"), max_size=60) | st.text(max_size=60))
def test_spans_lie_in_the_text_in_order_and_trimmed(text: str) -> None:
    found = sentences(text)
    assert all(0 <= start < end <= len(text) and text[start:end] == text[start:end].strip() for start, end in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    ordered = terms(text)
    assert all(0 <= t.start < t.end <= len(text) for t in ordered)
    assert all(a.end <= b.start for a, b in pairwise(ordered))


def kinds(text: str) -> list[tuple[str, str]]:
    return [(text[t.start : t.end], t.kind) for t in terms(text)]


def test_terms_are_found_by_their_form() -> None:
    text = "Since the Content Filter uses `foo_bar()` and maxTokens, set MAX_RETRIES for the API; see New York City."
    assert kinds(text) == [
        ("Content Filter", "name"),
        ("foo_bar()", "code"),
        ("maxTokens", "identifier"),
        ("MAX_RETRIES", "identifier"),
        ("API", "acronym"),
        ("New York City", "name"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Updating Elementor now.",
        "The User",
        "plain words only",
        "see src/foo_bar.py",
        "I am",
        "- Creating Widgets",
        "```\nfoo_bar MAX_A\n```",
        "a-b_c-d",
    ],
)
def test_ordinary_words_paths_and_fenced_code_are_no_terms(text: str) -> None:
    assert kinds(text) == []


def test_importing_this_does_not_load_spacy() -> None:
    code = "import sys, narrator.language; sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

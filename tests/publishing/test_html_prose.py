"""What a transcript holds can do nothing on a page, whatever it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator import analyze, plan, write
from narrator.publishing.html_code import clean
from narrator.publishing.html_excerpts import Piece
from narrator.publishing.html_prose import plain, rendered
from narrator.publishing.page import as_page
from tests.publishing.pages import faults, parsed, words
from tests.scenes import scene

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[go](javascript:alert(1))",
    "[go](JaVaScRiPt:alert(1))",
    "[go](java&#x73;cript:alert(1))",
    "[go](data:text/html;base64,PHNjcmlwdD4=)",
    "![p](data:image/svg+xml;base64,PHN2Zz4=)",
    "![p](https://example.com/pixel.png)",
    "[go](vbscript:x) [go](file:///etc/passwd) [go](//example.com) [go](\\\\host\\share)",
    "[spoof](#msg-1)",
    '[x](https://example.com "onmouseover=alert(1)")',
    '[x](https://example.com/"onmouseover="alert(1))',
    "<https://example.com/?a=<b>>",
    "</details></pre></article></main></body>",
    "--></style><script>alert(1)</script>",
    "]]></title><svg onload=alert(1)>",
    "```html\n</code></pre><script>alert(1)</script>\n```",
    "```<script>\nx\n```",
    "| a | b |\n|:-:|--:|\n| <b> | `</td>` |",
    "\x1b[31mred\x1b[0m \x1b]8;;https://example.com\x07link\x1b]8;;\x07 \x9b31m",
    "\u202edesrever\u202c \u2066x\u2069",
    "{{ 7 * 7 }} {% raw %} {# #}",
    "<!-- <svg/onload=alert(1)> -->",
    "[a]: javascript:alert(1)\n\n[a]",
    "# Heading\n\n###### Six",
    "&lt;script&gt; &#60;script&#62;",
    "x" * 5000,
    "\ufdd0<b>\ufdd1\ufdd1",
    "שלום world مرحبا 你好 👩🏽‍💻 e\u0301",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_message_acts(text: str) -> None:
    told = scene("1 U Go.\n2 A Answer.\n3 U Stop, no.\n4 A Ok.")
    message = told.transcript.messages[1]
    said = message.model_copy(update={"parts": (message.parts[0].model_copy(update={"text": text}),)})
    first, _, *others = told.transcript.messages
    evil = told.transcript.model_copy(update={"messages": (first, said, *others), "title": text, "version": text})
    for index in (2, 3):
        assert faults(as_page(write(plan(analyze(evil), index)))) == []


@pytest.mark.parametrize("text", HOSTILE)
def test_marked_words_stay_within_their_message(text: str) -> None:
    html = str(rendered((Piece("So:\n\n", False), Piece(clean(text), True), Piece("\n\nand on.", False))))
    tree = parsed(f"<!doctype html><title>t</title><main>{html}</main>")
    assert "and on." in words(tree)
    assert "\ufdd0" not in html
    assert "\ufdd1" not in html
    for tag in ("script", "img", "svg", "iframe"):
        assert f"<{tag}" not in html.lower()


def test_marks_keep_markdown_as_it_is() -> None:
    source = "- **one** two\n- three\n\n| a | b |\n|---|---|\n| c | d |\n\n```py\nx = 1\n```\n"
    bare = str(rendered((Piece(source, False),)))
    marked = str(rendered((Piece(source, True),)))
    unmarked = marked.replace("<mark>", "").replace("</mark>", "")
    assert unmarked.count("<li>") == bare.count("<li>") == 2
    assert unmarked.count("<td>") == bare.count("<td>") == 2
    assert "<mark>one</mark>" in marked
    assert "<mark>d</mark>" in marked


def test_a_link_to_the_web_stays_and_leaks_no_address() -> None:
    html = str(rendered((Piece("[docs](https://example.com/a?b=1&c=2) and <mailto:a@b.example>", False),)))
    assert '<a href="https://example.com/a?b=1&amp;c=2" rel="noreferrer noopener nofollow">docs</a>' in html
    assert 'href="mailto:a@b.example"' in html


def test_a_picture_is_its_words_and_its_address() -> None:
    html = str(rendered((Piece("![a chart](https://example.com/c.png) ![p](data:image/png;base64,AA)", False),)))
    assert '[picture: <a href="https://example.com/c.png" rel="noreferrer noopener nofollow">a chart</a>]' in html
    assert "data:" not in html.replace("](data:", "")


def test_columns_of_figures_stand_to_the_right_without_inline_styles() -> None:
    html = str(rendered((Piece("| a | b |\n|---|--:|\n| c | 1 |", False),)))
    assert '<td class="right">1</td>' in html
    assert "style=" not in html


def test_code_is_highlighted_where_its_language_is_known() -> None:
    assert '<span class="k">def</span>' in rendered((Piece("```python\ndef f(): pass\n```", False),))
    assert "<span" not in rendered((Piece("```nonesuch\ndef f(): pass\n```", False),))


def test_plain_words_are_escaped_and_marked() -> None:
    assert plain((Piece("a<b", False), Piece("<c>", True))) == "a&lt;b<mark>&lt;c&gt;</mark>"


FRAGMENTS = (
    *(
        "**",
        "*",
        "_",
        "__",
        "`",
        "``",
        "```",
        "~~~",
        "~~",
        "# ",
        "- ",
        "1. ",
        "> ",
        "| a | b |",
        "|---|--:|",
        "\n",
        "\n\n",
        "    ",
    ),
    *(
        "[a](https://x.example)",
        "[",
        "](",
        ")",
        "![i](",
        "<b>",
        "</div>",
        "<!--",
        "-->",
        "&amp;",
        "&",
        "\\",
        "<https://x.example>",
    ),
    *("word", "two words", "é你", "\t", "---", "***", "===", '"', "'", "[^d1]", "[msg 1]", "mailto:a@b.example"),
)


@settings(deadline=None)
@given(st.lists(st.tuples(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=12).map("".join), st.booleans()), max_size=5))
def test_whatever_is_marked_the_tags_nest(told: list[tuple[str, bool]]) -> None:
    html = str(rendered([Piece(text, marked) for text, marked in told]))
    tree = parsed(f"<!doctype html><title>t</title><main>{html}</main>")
    assert not {"\ufdd0", "\ufdd1"} & set(html)
    assert {str(e.tag) for e in tree.iter("main") for e in e.iter()} <= ALLOWED
    if not any(marked and text.strip(" \t\n|*_`~") for text, marked in told):
        assert "<mark>" not in html


ALLOWED = {
    *("main", "p", "strong", "em", "s", "code", "pre", "ul", "ol", "li", "blockquote", "hr", "br", "a", "mark", "span"),
    *("div", "table", "thead", "tbody", "tr", "th", "td"),
}
"""Elements that a message's Markdown can become."""

"""Citations and footnotes as markdown-it plugins."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from narrator.checking.footnotes import footnotes_plugin
from narrator.checking.plugin import citations_plugin


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a [msg 5].", '<p>a <a class="msg" href="#msg-5">[msg 5]</a>.</p>\n'),
        ("[msg 5]–[msg 9]", '<p><a class="msg" href="#msg-5">[msg 5]</a>–<a class="msg" href="#msg-9">[msg 9]</a></p>\n'),
        ("[msg 5 @ses_2]", "<p>[msg 5 @ses_2]</p>\n"),
        ("`[msg 5]`", "<p><code>[msg 5]</code></p>\n"),
        ("[msg five]", "<p>[msg five]</p>\n"),
        ("[the message](https://x.example)", '<p><a href="https://x.example">the message</a></p>\n'),
    ],
)
def test_a_citation_is_rendered_as_a_link(text: str, html: str) -> None:
    assert MarkdownIt("commonmark").use(citations_plugin).render(text) == html


def test_a_link_can_lead_elsewhere_or_nowhere() -> None:
    elsewhere = MarkdownIt("commonmark").use(citations_plugin, href=lambda c: f"{c.session}.html#{c.first}")
    assert elsewhere.render("[msg 5 @b]") == '<p><a class="msg" href="b.html#5">[msg 5 @b]</a></p>\n'
    assert MarkdownIt("commonmark").use(citations_plugin, href=lambda _: None).render("[msg 5]") == "<p>[msg 5]</p>\n"


def test_a_link_is_escaped() -> None:
    md = MarkdownIt("commonmark").use(citations_plugin, href=lambda _: '"><script>')
    assert "<script>" not in md.render("[msg 5]")


def test_footnotes_stand_on_lines_of_their_own() -> None:
    md = MarkdownIt("commonmark").use(footnotes_plugin)
    html = md.render("It grew[^d1].\n\n[^d1]: 3 − 2 = 1\nin all\n[^d2]: word\n")
    assert '<sup class="note"><a href="#note-d1">d1</a></sup>' in html
    assert '<p class="note" id="note-d1"><b>d1</b> 3 − 2 = 1\nin all</p>' in html
    assert '<p class="note" id="note-d2"><b>d2</b> word</p>' in html

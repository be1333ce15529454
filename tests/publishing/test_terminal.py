"""A document as a terminal shows it: citations whole, footnotes at the end, nothing that acts."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from narrator import essay
from narrator.publishing.terminal import show, split_notes
from narrator.references import find
from tests.cli.running import DFLASH

DOCUMENT = """\
---
session: s
subject: 3
---

# A title

It ran `make -j4` and failed [msg 3]–[msg 5] [^d1]; then it said “done” [msg 7 @ses_child].

> Stop \\[please\\] now [msg 8]

|  | before | after |
| --- | --- | --- |
| asked | one thing [msg 1] | another [msg 9] |

1. **The user** (likely). For it: nothing [msg 2].

[msg 4]: it says [msg 4].

[^d1]: calls of `make` in [msg 3]–[msg 5]: 7.
"""


def shown(markdown: str, width: int = 80, *, color: bool = False) -> str:
    out = StringIO()
    show(
        markdown,
        Console(file=out, width=width, force_terminal=color, color_system="standard" if color else None, highlight=False),
    )
    return out.getvalue()


def test_front_matter_is_left_out_and_footnotes_stand_at_the_end() -> None:
    text = shown(DOCUMENT)
    assert "subject: 3" not in text
    assert "[^" not in text
    assert "[msg 3]–[msg 5] (d1); then" in text
    assert text.rstrip().endswith("(d1) calls of make in [msg 3]–[msg 5]: 7.")
    assert split_notes(DOCUMENT)[1][0][0] == "d1"


def test_every_citation_is_shown_as_it_stands() -> None:
    written = [c[:3] for c in find(DOCUMENT)]
    assert [c[:3] for c in find(" ".join(shown(DOCUMENT).split()))] == written


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_citation_is_broken_over_two_lines(width: int) -> None:
    for line in shown(DOCUMENT, width).splitlines():
        assert line.count("[msg") == len(re.findall(r"\[msg \d+(?: @ses_child)?\]", line)), line


@pytest.mark.parametrize(("width", "widest"), [(60, 60), (80, 80), (120, 100), (300, 100)])
def test_prose_is_never_wider_than_reads_well(width: int, widest: int) -> None:
    text = shown(DOCUMENT + "\n" + "word " * 200, width)
    lengths = [len(line.rstrip()) for line in text.splitlines()]
    assert widest - 10 < max(lengths) <= widest


def test_quotations_tables_and_lists_are_laid_out() -> None:
    text = shown(DOCUMENT)
    assert "▌ Stop [please] now [msg 8]" in text
    assert re.search(r"^ +before +after", text, re.MULTILINE)
    assert re.search(r"^ +asked +one thing \[msg 1\] +another \[msg 9\]", text, re.MULTILINE)
    assert re.search(r"^ 1 The user \(likely\)", text, re.MULTILINE)
    assert "`" not in text


def test_what_the_session_wrote_for_a_terminal_does_not_reach_it() -> None:
    text = shown("# A\n\nIt ran `\x1b]0;owned\x07\x1b[31mmake` [msg 1].\n", color=True)
    assert "owned" not in text
    assert "31m" not in text


def test_citations_are_dimmed_where_there_are_colors() -> None:
    assert "\x1b[2m[msg 8]\x1b[0m" in shown(DOCUMENT, color=True)


def test_private_characters_of_a_session_stay_as_they_are() -> None:
    assert "an icon \ue000 \ue001 here" in shown("# A\n\nan icon \ue000 \ue001 here [msg 1].\n")


def test_a_shipped_essay_keeps_all_its_citations() -> None:
    markdown = essay(DFLASH, 10880).markdown
    body = markdown.split("---\n", 2)[2]
    assert sorted(c[:3] for c in find(" ".join(shown(markdown, 100).split()))) == sorted(c[:3] for c in find(body))

"""Documents about whole sessions: the course phase by phase, nothing quoted twice, a session without a person."""

from __future__ import annotations

import re

import pytest

from narrator.analysis import analyze
from narrator.assets import folder
from narrator.checking import check
from narrator.planning import plan
from narrator.publishing import as_page
from narrator.readers import read
from narrator.realization import Document, write
from tests.publishing.pages import faults
from tests.scenes import scene as told

SESSIONS = sorted((folder("corpora") / "opencode-lab").glob("*.json"))
WORK = "\n".join(
    [
        "1 U Fix the parser in /srv/parser.py.",
        *(f"{n} A ! edit /srv/parser.py > ok" for n in range(2, 12)),
        "12 A I fixed the parser. The problem was that the lock `token_lock` was held twice.",
        "13 U Now write the guide.",
        *(f"{n} A ! write /docs/guide.md > ok" for n in range(14, 24)),
        "24 A The guide stands in /docs/guide.md.",
    ]
)


def document(text: str, kind: str = "retro") -> Document:
    return write(plan(told(text).analysis, kind=kind))


def test_a_retrospective_tells_each_phase_in_order() -> None:
    text = document(WORK).markdown
    course = text[text.index("## How the work went") :]
    assert [m[0] for m in re.finditer(r"\*\w+\*, \[msg \d+\]–\[msg \d+\]", course)] == [
        "*Implementing*, [msg 1]–[msg 12]",
        "*Implementing*, [msg 13]–[msg 24]",
    ]
    assert "The assistant changed `guide.md` [msg 14]" in course or "After changes to `guide.md` [msg 14]" in course


@pytest.mark.parametrize("kind", ["retro", "brief"])
@pytest.mark.parametrize("path", SESSIONS, ids=lambda p: p.stem)
def test_nothing_in_documents_about_the_shipped_sessions_is_wrong(path: object, kind: str) -> None:
    transcript = read(str(path))
    text = write(plan(analyze(transcript), kind=kind)).markdown
    assert check(text, transcript) == ()


def test_no_words_are_quoted_twice() -> None:
    text = document(WORK).markdown.split("\n# ", 1)[1]
    quoted = re.findall(r"“([^”]{20,})”", text.split("\n", 1)[1])
    assert len(quoted) == len(set(quoted))


def test_a_brief_is_under_150_words() -> None:
    long = WORK.replace("Fix the parser in", "Fix " + "the parser and " * 80 + "the rest in")
    body = document(long, "brief").markdown.split("\n# ", 1)[1].split("\n---\n")[0]
    assert 10 < len(body.split()) < 150


@pytest.mark.parametrize("kind", ["retro", "brief"])
def test_a_session_in_which_nobody_speaks_has_one_too(kind: str) -> None:
    text = document("1 A ! edit /srv/a.py > ok\n2 A Done.", kind).markdown
    assert "# A session without a word of the user's" in text
    assert check(text, told("1 A ! edit /srv/a.py > ok\n2 A Done.").transcript) is not None


def test_the_same_session_gives_the_same_text() -> None:
    assert document(WORK).markdown == document(WORK).markdown


def test_a_page_about_a_session_is_about_no_message() -> None:
    page = as_page(document(WORK))
    assert faults(page) == []
    assert "Retro about" not in page
    assert "is where the line stands" not in page

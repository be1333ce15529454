"""Each format has a page: one template for all, and what a page says of its harness is what the program does."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.readers import READERS, read, readers
from narrator.readers.base import GIVES, gives
from narrator.silence import CAUSES, HARNESSES, name_silences
from narrator.silence.losses import IN_PIECES

ROOT = Path(__file__).resolve().parents[1]
OVERVIEW = ROOT / "docs" / "formats.md"
PAGES = sorted((ROOT / "docs" / "formats").glob("*.md"))
KNOWN = {r.name: r for r in readers()}
HEADINGS = [
    "Where its files are",
    "What a session is",
    "What becomes of a record",
    "How messages are numbered",
    "Who wrote what",
    "Times, tokens, cost",
    "Why a message has no words",
    "What is lost",
    "Hazards",
    "Try it",
]
WORDS = [cause for cause, _ in CAUSES]
FIELDLESS = {"empty_completion", "content_filter", "lost_record", "attachment"}
NEVER = {
    "opencode-markdown": FIELDLESS | {"injected"},
    "flat": FIELDLESS | {"failed_compaction"},
    "codex": {"failed_compaction"},
    "gemini": {"failed_compaction"},
    "openhands": {"failed_compaction"},
    "swe-agent": {"interrupt", "attachment"},
    "mini-swe-agent": {"attachment"},
}
"""Causes that rules know and a format's own reader never leads to: flattened text has no fields, a compaction without a summary
is an event, pictures aren't recorded."""


def page_of(name: str) -> Path:
    """Return the page that the overview's table links for a format."""
    found = re.search(rf"^\| `{re.escape(name)}` \| \[[^\]]+\]\(([^)]+)\) \|", OVERVIEW.read_text("utf-8"), re.MULTILINE)
    assert found is not None, f"{name} has no page"
    return OVERVIEW.parent / found[1]


FORMATS = {name: page_of(name) for name, _ in READERS}
every_format = pytest.mark.parametrize("name", FORMATS)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)


def section(page: Path, heading: str) -> str:
    """Return the text under a heading of a page."""
    _, mark, rest = page.read_text("utf-8").partition(f"\n## {heading}\n")
    assert mark, f"{page.name} has no section {heading!r}"
    return rest.partition("\n## ")[0]


def harness_of(page: Path) -> str:
    """Return whose rules tell the silences of a page's formats."""
    return page.stem if page.stem in dict(HARNESSES) else "flat"


@cache
def causes_in(module: str) -> frozenset[str]:
    """Return the causes that a module of rules, and those that it takes rules from, name."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    found = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value in WORDS}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        names = [a.name for a in node.names]
        if node.module == "narrator.silence.causes" and "without_words" in names:
            found |= {"attachment", "blank"}
        inner = [f"{node.module}.{n}" for n in names] if node.module == "narrator.silence" else [node.module]
        for other in inner:
            if other == "narrator.readers.opencode_origins" or (
                other.startswith("narrator.silence.") and other.rpartition(".")[2] not in ("causes", "bookkeeping")
            ):
                found |= causes_in(other)
    return frozenset({str(cause) for cause in found} | {"unknown"})


def told(page: Path) -> dict[str, set[str]]:
    """Return the causes that a page's table tells, each with its certainties."""
    rows = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \| \S.* \|$", section(page, "Why a message has no words"), re.MULTILINE)
    assert len(rows) == len(dict(rows))
    return {cause: set(certainties.split(", ")) for cause, certainties in rows}


def test_every_page_is_some_format_s() -> None:
    assert set(FORMATS.values()) == set(PAGES)


@every_page
def test_a_page_has_the_headings_of_all(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS
    assert text.startswith("# ")
    assert all(len(section(page, heading).strip()) > 40 for heading in HEADINGS)


@every_page
def test_each_cause_in_the_harness_s_rules_stands_on_its_page(page: Path) -> None:
    own = {name for name, found in FORMATS.items() if found == page}
    rules = causes_in(dict(HARNESSES)[harness_of(page)]) | ({"lost_record"} if own & IN_PIECES else set())
    assert set(told(page)) == rules - NEVER.get(page.stem, set())
    assert all(certainties <= {"recorded", "inferred", "unknown"} for certainties in told(page).values())


def silences() -> Iterator[tuple[str, str, str, str]]:
    """Yield (file, format, cause, certainty) of every silence in the sessions of the tests and the corpora."""
    for path in sorted([*(ROOT / "tests" / "data").rglob("*.*"), *(ROOT / "corpora").glob("*/*.json*")]):
        try:
            transcript = read(path) if path.is_file() and "storage" not in path.parts else None
        except NarratorError:
            continue
        for silence in name_silences(transcript) if transcript is not None else ():
            yield path.name, transcript.format if transcript is not None else "", silence.cause, silence.certainty


def test_what_a_page_says_of_a_cause_is_what_is_told_of_it() -> None:
    seen = 0
    for file, name, cause, certainty in silences():
        if name == "jsonl":
            continue  # lines that were converted have the causes of the harness that they came from
        seen += 1
        assert certainty in told(FORMATS[name]).get(cause, set()), f"{file}: {cause}, {certainty}"
    assert seen > 100


@every_format
def test_a_page_says_what_its_format_records(name: str) -> None:
    text = section(FORMATS[name], "Times, tokens, cost")
    given = gives(KNOWN[name])
    assert f"Recorded: {', '.join(given)}." in text
    lacks = ", ".join(g for g in GIVES if g not in given)
    assert f"Not recorded: {lacks or 'nothing of these'}." in text


@every_format
def test_a_page_names_the_variables_that_move_its_files(name: str) -> None:
    module = dict(READERS)[name].partition(":")[0]
    asked = re.findall(r"os\.environ(?:\.get\(|\[)\"(\w+)\"", inspect.getsource(import_module(module)))
    text = section(FORMATS[name], "Where its files are")
    assert [v for v in asked if f"`{v}`" not in text] == []


@every_page
def test_a_page_has_a_command_that_was_run(page: Path) -> None:
    assert re.search(r"^```console\n\$ narrator inspect --session \S+\n", section(page, "Try it"), re.MULTILINE)

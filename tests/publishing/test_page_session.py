"""A session's reading as a page: valid, harmless, and with everything that is listed on the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import analyze, read
from narrator.publishing import page_session
from narrator.publishing.page_session import as_page
from narrator.redaction import Policy, using
from tests.cli.running import ABORTS, DFLASH, run
from tests.publishing.pages import faults, parsed, words
from tests.scenes import scene
from tests.shared import SHARED, needs_shared

LAB = sorted(ABORTS.parent.glob("*.json"))


@pytest.mark.parametrize("path", [DFLASH, *LAB], ids=lambda p: p.stem)
def test_a_page_has_no_fault_and_is_the_same_each_time(path: Path) -> None:
    text = as_page(analyze(read(path)))
    assert faults(text) == []
    assert as_page(analyze(read(path))) == text


def test_it_lists_phases_turning_points_and_silences() -> None:
    analysis = analyze(read(DFLASH))
    tree = parsed(as_page(analysis))
    rows = {s.attrib["id"]: [words(r) for r in s.iter("tr")][1:] for s in tree.iter("section") if "id" in s.attrib}
    assert len(rows["phases"]) == len(analysis.phases)
    assert len(rows["turns"]) == len(analysis.turning_points)
    assert len(rows["silences"]) == len(analysis.silences)
    assert any("[msg 10880]" in row for row in rows["silences"])


def test_what_a_table_leaves_out_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_session, "TURNS", 3)
    analysis = analyze(read(DFLASH))
    tree = parsed(as_page(analysis))
    section = next(s for s in tree.iter("section") if s.attrib.get("id") == "turns")
    assert f"{len(analysis.turning_points) - 3} more left out" in words(section)


def test_the_command_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "reading.html"
    assert run("inspect", "--session", DFLASH, "--format", "html", "--out", path).code == 0
    assert path.read_text("utf-8") == as_page(analyze(read(DFLASH)))
    assert run("inspect", "--session", DFLASH, "--format", "html", "--index", "10880").code == 2
    assert run("inspect", "--session", DFLASH, "--format", "json").out == run("inspect", "--session", DFLASH, "--json").out


@needs_shared
@pytest.mark.parametrize("name", ["nasty.jsonl", "nasty_surr.jsonl"])
def test_a_hostile_session_does_nothing(name: str) -> None:
    assert faults(as_page(analyze(read(SHARED / "hostile" / name)))) == []


def test_how_much_is_redacted_is_the_policy_in_force() -> None:
    told = scene("1 U Write to ann.lee@corpmail.net please.\n2 A ok.\n3 U No, stop.").analysis
    with using(Policy(level="strict")):
        strict = as_page(told)
    assert "ann.lee@corpmail.net" in as_page(told)
    assert "ann.lee@corpmail.net" not in strict

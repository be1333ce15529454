"""An essay as a page: valid, harmless, whole; citations open what they cite, footnotes lead there and back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator import analyze, essay, plan, read, write
from narrator.publishing.html_document import write_html
from narrator.publishing.page import RANGE, as_page, cited_in
from tests.cli.running import ABORTS, DFLASH, run
from tests.publishing.pages import faults, parsed, words
from tests.scenes import Scene
from tests.shared import SHARED, needs_shared

SVG = "{http://www.w3.org/2000/svg}"
LAB = sorted(ABORTS.parent.glob("*.json"))


@pytest.fixture(scope="module")
def page() -> str:
    return as_page(essay(DFLASH, 10880))


@pytest.mark.parametrize("path", [DFLASH, *LAB], ids=lambda p: p.stem)
def test_a_page_has_no_fault(path: Path) -> None:
    assert faults(as_page(essay(path))) == []


def test_it_is_the_same_bytes_each_time(page: str) -> None:
    assert as_page(essay(DFLASH, 10880)) == page


def test_every_citation_opens_its_message(page: str) -> None:
    document = essay(DFLASH, 10880)
    tree = parsed(page)
    main = next(e for e in tree.iter("main"))
    text = next(e for e in main.iter("div") if e.attrib.get("class") == "essay")
    opened = [b for b in text.iter("button") if b.attrib["class"] == "cite"]
    body = document.markdown.split("---\n", 2)[2].partition("\n[^d1]:")[0]
    assert [words(b) for b in opened] == re.findall(r"\[msg \d+\]", body)
    for button in opened:
        assert button.attrib["popovertarget"] == f"msg-{words(button)[5:-1]}"


def test_the_words_that_a_sentence_stands_on_are_marked(page: str) -> None:
    tree = parsed(page)
    told = next(a for a in tree.iter("article") if a.attrib["id"] == "msg-10871")
    marked = " ".join(words(mark) for mark in told.iter("mark"))
    assert "Ours trails on every task, by nearly 4 tokens per step on average." in marked
    assert "2.5% of the planned 161,481 steps" in marked
    assert "2.5% of the planned" not in words(next(told.iter("mark")))


def test_footnotes_lead_there_and_back(page: str) -> None:
    tree = parsed(page)
    links = {a.attrib["id"]: a.attrib["href"] for a in tree.iter("a") if a.attrib.get("role") == "doc-noteref"}
    back = [a.attrib["href"] for a in tree.iter("a") if a.attrib.get("role") == "doc-backlink"]
    assert sorted(back) == sorted(f"#{name}" for name in links)
    notes = essay(DFLASH, 10880).footnotes
    assert set(links.values()) == {f"#note-{n.name}" for n in notes}


def test_a_long_range_brings_its_ends_only(scene: Scene) -> None:
    """The scene.

    1 U Go.
    2 A ! ls > a
    3 A ! ls > b
    60 A Done.
    """
    cited = cited_in("So it went [msg 1]–[msg 60]. Then [msg 1]–[msg 3]. Elsewhere [msg 2 @ses_2].", scene.analysis, 1)
    assert cited.alone == {1, 3, 60}
    assert cited.times == {1: 2, 3: 1, 60: 1}
    assert cited.passed == {2}
    assert RANGE < 59


def test_a_citation_of_what_is_not_there_opens_nothing(scene: Scene) -> None:
    """The scene.

    1 U Go.
    2 A Done.
    """
    written = write_html("# T\n\nSee [msg 1], [msg 9] and [msg 1 @ses_2].[^x] [a](#nowhere)\n", {1, 2})
    assert written.body.count("<button") == 1
    assert '<span class="cite">[msg 9]</span>' in written.body
    assert "[^x]" in written.body
    assert "<a" not in written.body
    assert scene.transcript.message(9) is None


def test_long_output_is_folded_and_what_is_left_out_is_a_number(scene: Scene) -> None:
    """The scene.

    1 U Build it.
    2 A ! bash make >2 LOG
    3 A It failed.
    """
    log = "\n".join(f"line {n} of the log" for n in range(6000))
    long = scene.but(f"2 A ! bash make >2 {log}")
    document = long.essay(3)
    text = as_page(document)
    assert len(log) > 100_000
    assert len(text) < 60_000
    tree = parsed(text)
    result = next(d for d in tree.iter("details") if "result" in d.attrib["class"])
    assert "6,000 lines" in words(next(result.iter("summary")))
    gaps = [words(p) for p in result.iter("p") if p.attrib.get("class") == "gap"]
    left = sum(int(re.sub(r"\D", "", gap)) for gap in gaps)
    shown = sum(len("".join(pre.itertext())) for pre in result.iter("pre"))
    assert left + shown == len(log)


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "essay.html"
    done = run("essay", "--session", ABORTS, "--index", "1", "--format", "html", "--out", path)
    assert done.code == 0, done.err
    assert faults(path.read_text("utf-8")) == []
    assert run("essay", "--session", ABORTS, "--index", "1", "--format", "html").out == path.read_text("utf-8")


@needs_shared
@pytest.mark.parametrize("name", ["nasty.jsonl", "nasty_surr.jsonl"])
def test_a_hostile_session_does_nothing_and_shows_no_secret(name: str) -> None:
    analysis = analyze(read(SHARED / "hostile" / name))
    source = (SHARED / "hostile" / name).read_text("utf-8", errors="replace")
    secrets = re.findall(r"AKIA[A-Z0-9]{16}|ghp_\w{30,}|sk-[\w-]{20,}|xox[bp]-[\w-]{20,}", source)
    assert secrets
    for message in analysis.transcript.messages:
        text = as_page(write(plan(analysis, message.index)))
        assert faults(text) == []
        assert not [s for s in secrets if s in text]


def test_a_quotation_that_runs_leftward_is_set_apart() -> None:
    written = write_html("# T\n\nIt said: “هل يمكنك؟” and “yes”.\n", set())
    assert "“<bdi>هل يمكنك؟</bdi>” and “<bdi>yes</bdi>”" in written.body
    assert "<bdi>" not in write_html("# T\n\nIt said “yes”.\n", set()).body


def test_the_pictures_are_on_it_and_their_marks_lead_to_messages(page: str) -> None:
    tree = parsed(page)
    pictures = [e for e in tree.iter(f"{SVG}svg") if "picture" in e.attrib.get("class", "")]
    assert [e.attrib["class"].split()[-1] for e in pictures] == ["timeline", "timeline", "arcs", "arcs"]
    for picture in pictures:
        leads = [e.attrib["href"] for e in picture.iter(f"{SVG}a")]
        assert leads
        assert all(re.fullmatch(r"#msg-\d+", href) for href in leads)


def test_no_line_begins_with_the_stop_after_a_citation() -> None:
    body = write_html("# T\n\nSo [msg 1] [^d1]. Then [msg 1], “it” [msg 1]–[msg 2]. [msg 1]\n\n[^d1]: 1 + 1 = 2.\n", {1, 2}).body
    kept = re.findall(r'<span class="together">(.*?)</span>', re.sub(r"</?(?:button|a|sup)[^>]*>", "", body))
    assert kept == ["[msg 1]1.", "[msg 1],", "[msg 2]."]
    assert re.sub(r"<[^>]+>", "", body).strip() == "So [msg 1]1. Then [msg 1], “it” [msg 1]–[msg 2]. [msg 1]"

"""`narrator inspect`, as a person and as a program would use it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from narrator.readers import readers
from narrator.readers.base import GIVES, gives
from tests.cli.running import ABORTS, DATA, DFLASH, run


def test_a_broken_line_is_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    lines = DFLASH.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines[:50], lines[50][:99], '{"type": "other"} {"type": "other"}', *lines[51:]]) + "\n", "utf-8")
    done = run("inspect", "--session", path)
    assert done.code == 0
    assert "messages     108, from [msg 8815] to [msg 10890]" in done.out
    assert ", 1 broken)" in done.out
    assert "bad-line  " in done.out
    assert "line 51" in done.out
    form = json.loads(run("inspect", "--session", path, "--json").out)
    assert form["coverage"]["bad"] == 1
    assert {p["place"]["line"] for p in form["problems"] if p["code"] == "bad-line"} == {51}


def test_json_maps_every_message_to_its_lines() -> None:
    form = json.loads(run("inspect", "--session", DFLASH, "--json").out)
    assert [m["index"] for m in form["messages"]] == [*range(8815, 8859), *range(9995, 10031), *range(10862, 10891)]
    assert form["messages"][0]["file"] == "session.jsonl"
    assert [m["lines"] for m in form["messages"][:2]] == [[2], [3]]


def test_an_id_that_was_scrubbed_is_kept() -> None:
    path = DATA / "opencode-lab" / "1.18.33" / "overflow_error.sanitized.json"
    messages = json.loads(run("inspect", "--session", path, "--json").out)["messages"]
    assert all(m["id"] for m in messages)


def test_one_message_with_its_facts() -> None:
    done = run("inspect", "--session", ABORTS, "--index", "1", "--facts")
    assert done.code == 0
    assert done.out.startswith("[msg 1]  assistant, reply by model, interrupted\n")
    assert "\nSilence  interrupt (recorded): before any output\n  the person stopped it\n" in done.out
    assert "\nFacts  about\n  message.empty" in done.out
    assert "\nFacts  " not in run("inspect", "--session", ABORTS, "--index", "1").out
    form = json.loads(run("inspect", "--session", ABORTS, "--index", "1", "--facts", "--json").out)
    assert form["silence"]["cause"] == "interrupt"
    assert form["facts"]
    assert all(fact["spans"] for fact in form["facts"])


def test_the_facts_of_a_whole_session_stand_by_kind_with_their_place_by_weight() -> None:
    done = run("inspect", "--session", ABORTS, "--facts")
    assert "\nFacts  exchanges\n  exchange." in done.out
    places = [int(n) for n in re.findall(r"\((\d+) of \d+ by weight\)$", done.out, re.MULTILINE)]
    form = json.loads(run("inspect", "--session", ABORTS, "--facts", "--json").out)
    assert sorted(places) == list(range(1, len(form["facts"]) + 1))
    assert form["phases"]
    assert "facts" not in json.loads(run("inspect", "--session", ABORTS, "--json").out)


def test_out(tmp_path: Path) -> None:
    path = tmp_path / "reading.json"
    assert run("inspect", "--session", ABORTS, "--json", "--out", path).err == f"narrator: wrote {path}\n"
    assert json.loads(path.read_text("utf-8"))["agent"] == "opencode"


def test_formats_lists_every_reader_and_what_it_gives() -> None:
    known = list(readers())
    lines = run("formats").out.splitlines()
    assert [line.split("  ")[0] for line in lines if not line.startswith(" ")] == [r.name for r in known]
    told = [line.strip() for line in lines if line.startswith(" ")]
    assert [line.split(", ") for line in told if not line.startswith("not: ")] == [list(gives(r)) for r in known if gives(r)]
    lacking = [line.removeprefix("not: ").split(", ") for line in told if line.startswith("not: ")]
    assert lacking == [[g for g in GIVES if g not in gives(r)] for r in known if gives(r) and gives(r) != GIVES]

"""Every door by which a session's words leave: a secret in each of its fields, and no verb that tells it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from narrator.cli import VERBS, group
from tests.cli.running import run

KEY = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"
MAIL = "jo.doe@shopatsea.com"
NO_DOORS = ("formats",)
"""Verbs that read no session."""


def call(number: int, command: str, result: str, **more: Any) -> dict[str, Any]:
    return {
        "index": number,
        "role": "assistant",
        "at": f"2026-01-01T00:0{number}:00Z",
        "model": f"model {KEY}",
        "parts": [
            {"kind": "reasoning", "text": f"I think of {KEY} and {MAIL}"},
            {"kind": "text", "text": f"I'll run it with {KEY}, as {MAIL} said."},
            {
                "kind": "call",
                "name": "bash",
                "call": f"c{number}",
                "status": "error",
                "args": {"command": command, "note": KEY, KEY: "x"},
            },
            {"kind": "result", "name": "bash", "call": f"c{number}", "status": "error", "exit_code": 1, "text": result},
        ],
        **more,
    }


MESSAGES: list[dict[str, Any]] = [
    {"index": 0, "role": "user", "at": "2026-01-01T00:00:00Z", "parts": f"Deploy with {KEY} for {MAIL}. Always use {KEY}!"},
    call(1, f"deploy --token {KEY} > out-{KEY}.txt", f"Error: 401 for {KEY}\nfailed: {MAIL}", finish=f"stop {KEY}"),
    call(2, f"export GITHUB_TOKEN={KEY} && deploy", f"Error: 401 for {KEY}", error=f"AuthError {KEY}"),
    {
        "index": 3,
        "role": "assistant",
        "at": "2026-01-01T00:03:00Z",
        "parts": [],
        "error": f"Refused {KEY}",
        "record": {"error": f"bad {KEY}"},
    },
    {"index": 4, "role": "user", "at": "2026-01-01T00:04:00Z", "parts": f"No, stop. Don't use {KEY} any more; ask {MAIL}."},
    call(5, f"cat /srv/{KEY}/notes.md", f"| name | value |\n|---|---|\n| {KEY} | 3.5 s |\n"),
    {
        "index": 6,
        "role": "assistant",
        "at": "2026-01-01T00:06:00Z",
        "parts": f"Done: 3.5 s with `{KEY}`, not 4.5 s. I fixed {KEY} and all tests pass.",
    },
]
HEADER = {"narrator": 1, "session": "s1", "agent": "codex", "title": f"Deploy {KEY} {MAIL}", "cwd": f"/srv/{KEY}"}
EVENTS = [{"event": {"kind": "retry", "text": f"retry with {KEY}, {MAIL}"}}, {"event": {"kind": "title", "text": f"{KEY}"}}]
BROKEN = f'{{"index": 7, "role": "user", "parts": "cut {KEY}'
ESSAY = f"""---
session: other-{KEY}
subject: 1
---

# About {KEY}

The user said “use {KEY} and nothing else” [msg 0]. It ran `deploy {KEY} {MAIL}` in 17 s [msg 1], and {KEY} 99 times [msg 40].
"""


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    lines = [json.dumps(value) for value in (HEADER, *MESSAGES, *EVENTS)]
    path.write_text("\n".join([*lines, BROKEN, "not json"]) + "\n", "utf-8")
    return path


DOORS = [
    *((("essay", "--index", str(n), "--format", form)) for n in range(7) for form in ("markdown", "json", "html")),
    ("essay",),
    *((kind, "--format", form) for kind in ("retro", "brief") for form in ("markdown", "json", "html")),
    ("claims",),
    ("claims", "--json"),
    ("batch", "SESSION", "--out", "FOLDER"),
    ("inspect",),
    ("inspect", "--json"),
    ("inspect", "--facts"),
    ("inspect", "--facts", "--json"),
    ("inspect", "--format", "html"),
    *(("inspect", "--graph", form) for form in ("dot", "graphml", "json")),
    ("inspect", "--format", "html"),
    *(("inspect", "--graph", form) for form in ("dot", "graphml", "json")),
    *(("inspect", "--index", str(n), "--facts", *more) for n in range(7) for more in ((), ("--json",))),
    ("convert", "--to", "atif"),
    ("convert", "--to", "jsonl"),
    ("redact", "--dry-run"),
    ("redact", "--out", "OUT"),
    ("check", "ESSAY"),
    ("check", "ESSAY", "--strict"),
    ("sessions", "SESSION"),
    ("sessions", "SESSION", "--json"),
]


def passed(door: tuple[str, ...], session: Path, *more: str) -> str:
    """Everything that a verb says and writes."""
    essay, out = session.with_name("essay.md"), session.with_name("out")
    essay.write_text(ESSAY, "utf-8")
    places = {"ESSAY": str(essay), "SESSION": str(session), "OUT": str(out), "FOLDER": str(session.with_name("folder"))}
    named = [places.get(word, word) for word in door]
    done = run(*named, *(() if "SESSION" in door else ("--session", str(session))), *more)
    assert done.code in (0, 1), done.err
    assert "fault of narrator" not in done.err
    written = [out, *sorted(session.with_name("folder").rglob("*.*"))]
    return done.out + done.err + "".join(p.read_text("utf-8") for p in written if p.is_file())


@pytest.mark.parametrize("door", DOORS, ids=" ".join)
def test_no_secret_leaves(door: tuple[str, ...], session: Path) -> None:
    assert KEY not in passed(door, session)


@pytest.mark.parametrize("door", [d for d in DOORS if d[0] != "check"], ids=" ".join)
def test_strictly_no_personal_detail_leaves(door: tuple[str, ...], session: Path) -> None:
    said = passed(door, session, "--redact", "strict")
    assert KEY not in said
    assert "shopatsea" not in said


@pytest.mark.parametrize(
    "door", [("inspect",), ("convert", "--to", "jsonl"), ("essay", "--index", "0"), ("sessions", "SESSION")], ids=" ".join
)
def test_unredacted_the_words_stand(door: tuple[str, ...], session: Path) -> None:
    said = passed(door, session, "--no-redact")
    assert KEY[:20] in said
    assert "[redacted" not in said


def test_every_verb_is_a_door_that_was_tried_and_can_be_told_how_much() -> None:
    assert {door[0] for door in DOORS} | set(NO_DOORS) == {verb for verb, _ in VERBS}
    for verb in {door[0] for door in DOORS} - {"check"}:
        command = group.get_command(click.Context(group), verb)
        assert command is not None
        assert {"redact_level", "no_redact", "scanners"} <= {p.name for p in command.params}


def test_an_error_tells_no_secret(session: Path) -> None:
    for words in (("essay", "--index", "99"), ("inspect", "--index", "99"), ("check", str(session), "--index", "99")):
        done = run(*words, "--session", str(session))
        assert done.code == 2
        assert KEY not in done.out + done.err


OTHER = "gh" + "p_wwRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"
LEVELS = [(), ("--redact", "strict"), ("--no-redact",)]


@pytest.mark.parametrize("level", LEVELS, ids=repr)
@pytest.mark.parametrize("index", ["0", "1", "4"])
def test_an_essay_written_at_any_level_is_right_about_its_session(
    tmp_path: Path, session: Path, level: tuple[str, ...], index: str
) -> None:
    text = session.read_text("utf-8").replace(f"Don't use {KEY}", f"Don't use {OTHER}")
    session.write_text(text, "utf-8")
    essay = tmp_path / "essay.md"
    assert run("essay", "--index", index, "--session", str(session), "--out", str(essay), *level).code == 0
    done = run("check", str(essay), "--session", str(session))
    assert (done.code, done.out) == (0, "")
    if index == "4" and level == ():
        assert "[redacted: github-token 2]" in essay.read_text("utf-8").replace("\\", "")

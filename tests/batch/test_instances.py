"""What in a session may recur: one instance for each, with words that may leave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from narrator.analysis import analyze
from narrator.batch import Instance
from narrator.batch.instances import instances
from narrator.ledger import gather_ledger
from narrator.readers import read
from tests.batch.making import LAB

KEY = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"


def of(path: Path) -> tuple[Instance, ...]:
    analysis = analyze(read(path))
    return instances(analysis, gather_ledger(analysis))


def call(number: int, command: str, result: str, *, code: int = 1, tool: str = "bash") -> dict[str, Any]:
    status = "error" if code else "ok"
    args = {"command": command} if tool == "bash" else {"filePath": command, "oldString": "a", "newString": "b"}
    shared = {"name": tool, "call": f"c{number}", "status": status}
    told = {"kind": "result", **shared, "exit_code": code, "text": result}
    return {"index": number, "role": "assistant", "parts": [{"kind": "call", **shared, "args": args}, told]}


def found(tmp_path: Path, *messages: dict[str, Any]) -> dict[str, list[Instance]]:
    path = tmp_path / "s.jsonl"
    lines = [{"narrator": 1, "session": "s", "agent": "opencode"}, {"index": 0, "role": "user", "parts": "Run it."}, *messages]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    out: dict[str, list[Instance]] = {}
    for each in of(path):
        out.setdefault(each.kind, []).append(each)
    return out


def test_interrupts_of_the_lab_are_found() -> None:
    kinds = [i.kind for i in of(LAB / "aborts.json")]
    assert kinds.count("interrupt") == 5


def test_a_failure_has_its_program_and_its_words(tmp_path: Path) -> None:
    kinds = found(tmp_path, call(1, "python x.py", "ModuleNotFoundError: No module named 'torch'"))
    (failed,) = kinds["failure"]
    assert (failed.message, failed.by) == (1, "python")
    assert "No module named 'torch'" in failed.words


def test_a_loop_is_found_by_the_ledger(tmp_path: Path) -> None:
    (loop,) = found(tmp_path, *(call(i, "pytest -q", "E   ValueError: lexer state is lost") for i in (1, 2, 3)))["loop"]
    assert "lexer state is lost" in loop.words


def test_a_correction_is_told_once_whichever_facts_tell_it(tmp_path: Path) -> None:
    said = {"index": 1, "role": "assistant", "parts": "Done, it is Foo now."}
    kinds = found(tmp_path, said, {"index": 2, "role": "user", "parts": "No, that's wrong, use Bar."})
    assert [i.message for i in kinds["correction"]] == [2]


def test_no_secret_is_in_an_instance(tmp_path: Path) -> None:
    kinds = found(
        tmp_path,
        call(1, f"deploy --token {KEY}", f"Error: access was denied for {KEY} at once"),
        {"index": 2, "role": "user", "parts": f"No, that's wrong, I said use {KEY} instead of the other one."},
    )
    told = str(kinds)
    assert "failure" in kinds
    assert KEY not in told
    assert KEY.lower() not in told

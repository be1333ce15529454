"""`narrator claims`: each claim of success with its verdict, the contradicted first; exit 1 where there is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run

KEY = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"


def message(index: int, role: str, *parts: object) -> str:
    return json.dumps({"index": index, "role": role, "parts": list(parts)})


def ran(command: str, output: str, code: int) -> tuple[object, object]:
    status = "ok" if code == 0 else "error"
    call = {"kind": "call", "by": "model", "name": "bash", "args": [["command", command]], "call": "c1", "status": status}
    return call, {
        "kind": "result",
        "by": "tool",
        "name": "bash",
        "call": "c1",
        "status": status,
        "exit_code": code,
        "text": output,
    }


def said(text: str) -> object:
    return {"kind": "text", "by": "model", "text": text}


def session(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "session.jsonl"
    head = '{"narrator": 1, "session": "s1", "agent": "opencode", "cwd": "/srv/app"}'
    path.write_text("\n".join((head, message(0, "user", "Fix it."), *lines)) + "\n", "utf-8")
    return path


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    return session(
        tmp_path,
        message(1, "assistant", *ran("git commit -m x", "[main 1a2b3c4] x", 0)),
        message(2, "assistant", said("Committed.")),
        message(3, "assistant", *ran("pytest", "3 failed, 38 passed in 1.2s", 1)),
        message(
            4, "assistant", said(f"All tests pass. Done. It works now with {KEY}, as " + "one would expect of it " * 9 + ".")
        ),
    )


def test_the_table_has_the_contradicted_first_and_ends_with_the_counts(failing: Path) -> None:
    done = run("claims", "--session", failing)
    assert done.code == 1
    lines = done.out.splitlines()
    assert [line.split()[:2] for line in lines[1:-2] if line[:7].strip()] == [
        ["4", "contradicted"],
        ["4", "unverified"],
        ["4", "unverified"],
        ["2", "supported"],
    ]
    assert lines[1].split()[2] == "3"
    assert lines[2].strip() == "↳ 3 failed, 38 passed"
    assert lines[-1] == "of 4 claims 1 supported, 1 contradicted, 2 unverified"
    assert max(map(len, lines)) <= 80
    assert KEY[:8] not in done.out


def test_json_holds_all_that_is_known(failing: Path) -> None:
    done = run("claims", "--session", failing, "--json")
    told = json.loads(done.out)
    assert (done.code, told["failed"], told["session"]) == (1, True, "s1")
    assert told["counts"] == {"contradicted": 1, "unverified": 2, "supported": 1}
    first = told["claims"][1]
    assert (first["message"], first["verdict"], first["words"], first["about"]) == (
        4,
        "contradicted",
        "All tests pass.",
        ["tests"],
    )
    assert first["by"] == [{"message": 3, "part": 1, "end": 27}]
    assert (first["result"], first["changed_before"], first["changed_after"], first["denied"]) == (
        "3 failed, 38 passed",
        0,
        0,
        None,
    )
    assert KEY not in done.out


def test_without_a_contradiction_the_exit_code_is_0(tmp_path: Path) -> None:
    done = run("claims", "--session", session(tmp_path, message(1, "assistant", said("I read it."))))
    assert (done.code, done.out) == (0, "no claim of success found\n")
    done = run("claims", "--session", session(tmp_path, message(1, "assistant", said("All tests pass."))))
    assert (done.code, done.out.splitlines()[-1]) == (0, "of 1 claim 0 supported, 0 contradicted, 1 unverified")

"""A session of 100 MB is read in bounded memory: 300 MB for lines, 500 MB for an export that is one JSON document."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SIZE = 100 * 1024 * 1024
CHILD = """
import resource, sys
from pathlib import Path
from narrator.readers import read
transcript = read(sys.argv[1])
status = Path("/proc/self/status")
# Linux gives a process its parent's peak as well, unless it is asked here.
own = status.read_text().partition("VmHWM:")[2].split()[0] if status.exists() else None
unit = 1024 if sys.platform == "darwin" else 1
print(len(transcript.messages), own or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit)
"""
"""Prints how many messages a file has, and the most memory that reading it took, in KiB."""
OUTPUT = "".join(
    f"src/module_{n}.py:{n}: def handle(request, *, strict=False):  # line {n} of what a search printed\n" for n in range(40)
)
TIME = "2026-03-02T12:00:{:02}.000Z"


def claude(n: int) -> Iterator[str]:
    base = {"sessionId": "s1", "version": "2.1.98", "timestamp": TIME.format(n % 60), "cwd": "/srv/x", "isSidechain": False}
    call = {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": f"grep -rn handle src # {n}"}}
    said = {"id": f"m{n}", "model": "x", "role": "assistant", "stop_reason": "tool_use", "usage": {"output_tokens": 9}}
    yield json.dumps(
        {**base, "type": "assistant", "uuid": f"a{n}", "parentUuid": f"r{n - 1}", "message": {**said, "content": [call]}}
    )
    back = {"type": "tool_result", "tool_use_id": f"t{n}", "content": OUTPUT}
    twin = {"stdout": OUTPUT, "stderr": "", "interrupted": False}
    words = {"role": "user", "content": [back]}
    yield json.dumps({**base, "type": "user", "uuid": f"r{n}", "parentUuid": f"a{n}", "message": words, "toolUseResult": twin})


def codex(n: int) -> Iterator[str]:
    def item(payload: dict[str, object]) -> str:
        return json.dumps({"timestamp": TIME.format(n % 60), "type": "response_item", "payload": payload})

    if n == 0:
        meta = {"id": "0199c0de-0000-7000-8000-000000000001", "cwd": "/srv/x", "cli_version": "0.140.0"}
        yield json.dumps({"timestamp": TIME.format(0), "type": "session_meta", "payload": meta})
    arguments = json.dumps({"cmd": f"rg handle src # {n}"})
    yield item({"type": "function_call", "name": "exec_command", "arguments": arguments, "call_id": f"c{n}"})
    yield item({"type": "function_call_output", "call_id": f"c{n}", "output": OUTPUT})


def numbered(n: int) -> Iterator[str]:
    if n == 0:
        yield json.dumps({"narrator": 1, "session": "s1", "agent": "opencode"})
    call = {"kind": "call", "name": "bash", "call": f"c{n}", "args": {"command": f"grep {n}"}}
    result = {"kind": "result", "name": "bash", "call": f"c{n}", "text": OUTPUT}
    yield json.dumps({"index": n, "role": "assistant", "parts": [call, result]})


def write_lines(path: Path, records: Callable[[int], Iterator[str]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        n = 0
        while file.tell() < SIZE:
            file.writelines(record + "\n" for record in records(n))
            n += 1


def write_export(path: Path) -> None:
    info = {"id": "ses_1", "version": "1.14.41", "title": "Big", "directory": "/srv/x", "time": {"created": 1, "updated": 2}}
    with path.open("w", encoding="utf-8") as file:
        file.write('{\n  "info": ' + json.dumps(info) + ',\n  "messages": [\n')
        n = 0
        while file.tell() < SIZE:
            state = {"status": "completed", "input": {"command": f"grep {n}"}, "output": OUTPUT, "title": "", "metadata": {}}
            part = {
                "id": f"prt_{n:012}",
                "messageID": f"msg_{n:012}",
                "type": "tool",
                "tool": "bash",
                "callID": f"c{n}",
                "state": state,
            }
            head = {
                "id": f"msg_{n:012}",
                "sessionID": "ses_1",
                "role": "assistant",
                "time": {"created": n + 1, "completed": n + 2},
            }
            file.write((",\n" if n else "") + json.dumps({"info": head, "parts": [part]}, indent=2))
            n += 1
        file.write("\n  ]\n}\n")


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("name", "write", "most"),
    [
        ("claude-code.jsonl", lambda path: write_lines(path, claude), 300),
        ("codex.jsonl", lambda path: write_lines(path, codex), 300),
        ("numbered.jsonl", lambda path: write_lines(path, numbered), 300),
        ("export.json", write_export, 500),
    ],
    ids=["claude-code", "codex", "jsonl", "opencode export"],
)
def test_a_session_of_100_mb_fits(tmp_path: Path, name: str, write: Callable[[Path], None], most: int) -> None:
    path = tmp_path / name
    write(path)
    done = subprocess.run([sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, check=True)
    messages, kilobytes = map(int, done.stdout.split())
    assert messages > 1000
    assert kilobytes / 1024 < most

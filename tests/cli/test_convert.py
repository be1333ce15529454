"""`narrator convert`: what is written reads back as the session without its secrets, and what is lost is said with numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from atif import Trajectory

from narrator.readers import read
from narrator.redaction import Policy, using
from narrator.redaction.transcripts import redact_transcript
from tests.cli.running import ABORTS, DATA, DFLASH, run
from tests.readers.test_jsonl import bare

KEY = "sk-proj-Zk3vQ8xT2mN7rB4yL9wC6hJ1dF5gS0aP"
SESSION = (
    '{"narrator": 1, "session": "s1", "agent": "codex", "cwd": "/home/jo/app"}\n'
    f'{{"index": 0, "role": "user", "parts": "My key is {KEY}, in /home/jo/app."}}\n'
    '{"event": {"kind": "retry", "text": "mail jo@shopatsea.com"}}\n'
    '{"index": 1, "role": "assistant", "parts": [{"kind": "call", "name": "bash", '
    f'"args": {{"command": "export OPENAI_API_KEY={KEY}"}}}}], "record": {{"error": "{KEY}"}}}}\n'
)


@pytest.fixture
def secretive(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_text(SESSION, "utf-8")
    return path


@pytest.mark.parametrize("form", ["atif", "jsonl"])
@pytest.mark.parametrize("path", [ABORTS, DFLASH, DATA / "claude-code" / "queued.jsonl", DATA / "swe-agent" / "calls.traj"])
def test_reads_back_as_the_same_session(tmp_path: Path, form: str, path: Path) -> None:
    out = tmp_path / "out"
    done = run("convert", "--to", form, "--session", path, "--out", out)
    assert (done.code, done.out) == (0, "")
    again = read(out)
    assert again.format == form
    assert bare(again) == bare(redact_transcript(read(path)).transcript)


@pytest.mark.parametrize("form", ["atif", "jsonl"])
def test_secrets_do_not_leave(tmp_path: Path, secretive: Path, form: str) -> None:
    done = run("convert", "--to", form, "--session", secretive, "--redact", "strict")
    assert done.code == 0
    assert KEY not in done.out
    assert "/home/jo" not in done.out
    assert "jo@shopatsea" not in done.out
    assert re.search(r"^narrator: [5-9] secrets and personal details redacted$", done.err, re.MULTILINE)
    out = tmp_path / "out"
    out.write_text(done.out, "utf-8")
    with using(Policy("strict")):
        assert bare(read(out)) == bare(redact_transcript(read(secretive)).transcript)


@pytest.mark.parametrize("form", ["atif", "jsonl"])
def test_nothing_is_redacted_where_nothing_is_wanted(tmp_path: Path, secretive: Path, form: str) -> None:
    out = tmp_path / "out"
    assert run("convert", "--to", form, "--session", secretive, "--no-redact", "--out", out).code == 0
    assert bare(read(out)) == bare(read(secretive))


def test_atif_is_valid_and_says_what_it_puts_aside(secretive: Path) -> None:
    done = run("convert", "--to", "atif", "--session", secretive)
    Trajectory.model_validate_json(done.out)
    assert json.loads(done.out)["schema_version"] == "ATIF-v1.7"
    assert "narrator: under extra.narrator, which only narrator reads: 1 events, 1 harness's records" in done.err
    assert "narrator: not written: 3 places in the source, the counts of its 4 records, its digest" in done.err


def test_json_lines_put_nothing_aside(secretive: Path) -> None:
    assert "extra.narrator" not in run("convert", "--to", "jsonl", "--session", secretive).err


def test_the_same_bytes_every_time() -> None:
    first, second = (run("convert", "--to", "atif", "--session", ABORTS) for _ in range(2))
    assert first == second


def test_the_session_itself_is_not_overwritten(secretive: Path) -> None:
    done = run("convert", "--to", "jsonl", "--session", secretive, "--out", secretive)
    assert done.code == 2
    assert "the session itself" in done.err
    assert secretive.read_text("utf-8") == SESSION


def test_a_format_must_be_named() -> None:
    done = run("convert", "--session", ABORTS)
    assert done.code == 2
    assert "--to" in done.err

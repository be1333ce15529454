"""`narrator redact`: a copy in the session's own format, or what it would be without; never half, never over another file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from narrator.readers import read
from narrator.redaction.transcripts import redact_transcript
from tests.cli.running import ABORTS, DATA, DFLASH, run
from tests.readers.test_jsonl import bare
from tests.shared import SHARED, needs_shared

KEY = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"
OTHER = "AK" + "IAQ3EXAMPLE7ZYXW5T"
MARK = "[redacted: github-token]"
SESSION = (
    '{"narrator": 1, "session": "s1", "agent": "codex", "cwd": "/home/jo/app"}\n'
    f'{{"index": 0, "role": "user", "parts": "My key is {KEY},\\nand {OTHER}, \\u00e9."}}\n'
    f'{{"index": 1, "role": "assistant", "parts": "Not {KEY}"}}\n'
)
FORMATS = [
    ABORTS,
    DFLASH,
    *sorted(p for p in DATA.glob("*/*.json*") if p.parent.name not in ("checking", "opencode-lab") and "index" not in p.name),
    *sorted(p for p in DATA.glob("*/*.md") if p.name != "README.md"),
    *sorted(DATA.glob("*/*.traj")),
]


@pytest.fixture
def secretive(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_text(SESSION, "utf-8")
    return path


def test_the_copy_differs_in_the_secrets_alone_and_reads_the_same(tmp_path: Path, secretive: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = run("redact", "--session", secretive, "--out", out)
    assert (done.code, done.out) == (0, "")
    assert f"wrote {out}; 3 places, 2 secrets" in done.err
    assert out.read_text("utf-8") == SESSION.replace(KEY, MARK).replace(OTHER, "[redacted: aws-key]")
    assert bare(read(out)) == bare(redact_transcript(read(secretive)).transcript)


def test_a_dry_run_counts_without_values(secretive: Path) -> None:
    done = run("redact", "--dry-run", "--session", secretive)
    assert done.code == 0
    assert done.out == (
        "kind          places  different\naws-key            1          1\ngithub-token       2          1\n3 places, 2 secrets\n"
    )
    assert KEY not in done.out + done.err
    assert run("redact", "--dry-run", "--session", ABORTS).out == "nothing to redact\n"


def planted(data: bytes) -> tuple[bytes, str]:
    """A session's bytes with a secret in place of its rarest long word that stands alone in what was said."""
    words = Counter(re.findall(rb"(?<= )[a-z]{3,12}(?=[ .,])", data))
    word = min(words, key=lambda w: (data.count(w) != words[w], words[w], -len(w), w), default=b"")
    return (re.sub(rb"(?<= )%b(?=[ .,])" % word, KEY.encode(), data) if word else data), word.decode()


@pytest.mark.parametrize("path", FORMATS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_every_format_keeps_every_other_byte(tmp_path: Path, path: Path) -> None:
    data, word = planted(path.read_bytes())
    if KEY.encode() not in data:
        pytest.skip("no word to put a secret for")
    source, out = tmp_path / path.name, tmp_path / "out"
    source.write_bytes(data)
    done = run("redact", "--session", source, "--out", out)
    if "no such" in done.err or "kept in" in done.err or "not a session" in done.err:
        pytest.skip("no session of its own")
    assert done.code == 0, done.err
    assert out.read_bytes() == data.replace(KEY.encode(), MARK.encode())
    assert read(out).model_copy(update={"digest": ""}).coverage == read(source).coverage
    assert word


def test_a_store_is_copied_as_a_store(tmp_path: Path) -> None:
    source, out = tmp_path / "opencode.db", tmp_path / "out.db"
    with sqlite3.connect(source) as database:
        database.executescript(
            "CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, version TEXT, directory TEXT,"
            " time_created INT, time_updated INT);"
            "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INT, data TEXT);"
            "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);"
        )
        database.execute("INSERT INTO session VALUES ('ses_1', NULL, 'About keys', '1.2', '/x', 1, 2)")
        database.execute(
            "INSERT INTO message VALUES ('msg_1', 'ses_1', 1, ?)", (json.dumps({"role": "user", "time": {"created": 1}}),)
        )
        part = json.dumps({"type": "text", "text": f"use {KEY}"})
        database.execute("INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_1', ?)", (part,))
    done = run("redact", "--session", f"{source}#ses_1", "--out", out)
    assert done.code == 0, done.err
    assert read(out).messages[0].visible_text == f"use {MARK}"
    assert KEY.encode() not in out.read_bytes()


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ((), "Give --out FILE"),
        (("--dry-run", "--out", "x"), "Give --out FILE"),
        (("--no-redact", "--dry-run"), "leaves nothing to do"),
        (("--scanner", "nowhere:find", "--dry-run"), "can't be loaded"),
        (("--out", "/nowhere/x"), "no folder"),
    ],
)
def test_what_can_not_be_done_is_said(secretive: Path, args: tuple[str, ...], error: str) -> None:
    done = run("redact", "--session", secretive, *args)
    assert done.code == 2
    assert error in done.err


def test_another_file_is_written_over_only_by_force(tmp_path: Path, secretive: Path) -> None:
    out = tmp_path / "out"
    out.write_text("mine", "utf-8")
    done = run("redact", "--session", secretive, "--out", out)
    assert (done.code, out.read_text("utf-8")) == (2, "mine")
    assert "--force" in done.err
    assert run("redact", "--session", secretive, "--out", out, "--force").code == 0
    assert MARK in out.read_text("utf-8")


def test_strictly_personal_details_go_as_well(tmp_path: Path, secretive: Path) -> None:
    out = tmp_path / "out"
    assert run("redact", "--session", secretive, "--redact", "strict", "--out", out).code == 0
    assert json.loads(out.read_text("utf-8").splitlines()[0])["cwd"] == "~/app"


@needs_shared
@pytest.mark.slow
def test_real_sessions_keep_every_byte_but_a_planted_secret(tmp_path: Path) -> None:
    for path in sorted((SHARED / "sessions").glob("*/*")):
        if path.suffix in (".jsonl", ".json", ".md", ".traj") and path.stat().st_size < 1_000_000:
            data, _ = planted(path.read_bytes())
            source, out = tmp_path / path.name, tmp_path / "out"
            source.write_bytes(data)
            done = run("redact", "--session", source, "--out", out, "--force")
            assert done.code == 0 or "without messages" in done.err, done.err
            if done.code == 0:
                assert out.read_bytes() == data.replace(KEY.encode(), MARK.encode())

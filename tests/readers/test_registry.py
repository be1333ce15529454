"""The table of formats: who claims which file, and what is said of paths that hold no session."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from narrator.errors import NarratorError, NoMessagesError, SourceError
from narrator.model import Transcript
from narrator.readers import READERS, discover, read, readers
from narrator.readers.base import HEAD_BYTES, Head
from tests.shared import needs_shared, sessions

DATA = Path(__file__).parent.parent / "data"
FOLDERS = {
    "claude-code": "claude-code",
    "codex": "codex",
    "pi": "pi",
    "copilot": "copilot",
    "gemini": "gemini",
    "openhands": "openhands",
    "cline": "cline",
    "atif": "atif",
    "swe-agent": "swe-agent",
    "mini-swe-agent": "mini-swe-agent",
    "jsonl": "jsonl",
    "aider": "aider",
    "specstory": "specstory",
    "opencode-markdown": "opencode-markdown",
    "flat": "flat",
    "opencode-lab": "opencode",
}


def fixtures() -> Iterator[tuple[str, Path]]:
    for folder, name in FOLDERS.items():
        files = sorted((DATA / folder).glob("**/*.export.json" if name == "opencode" else "*.*"))
        yield from ((name, path) for path in files)


def claims(path: Path) -> list[str]:
    head = Head(path, path.open("rb").read(HEAD_BYTES))
    return [reader.name for reader in readers() if reader.sniff(head)]


@pytest.mark.parametrize(("name", "path"), [pytest.param(n, p, id=f"{p.parent.name}/{p.name}") for n, p in fixtures()])
def test_each_file_is_claimed_by_its_format_alone(name: str, path: Path) -> None:
    assert claims(path) == [name]


@needs_shared
@pytest.mark.parametrize("harness", ["claude-code", "codex", "opencode", "aider", "specstory"])
def test_real_sessions_are_read_by_their_format(harness: str) -> None:
    for path in sessions(harness):
        exported = harness == "opencode" and path.suffix == ".md"
        assert claims(path) == ["opencode-markdown" if exported else harness]


def test_every_format_has_a_name_of_its_own_and_a_title() -> None:
    known = list(readers())
    assert [r.name for r in known[: len(READERS)]] == [name for name, _ in READERS]
    assert len({r.name for r in known}) == len(known)
    assert all(r.title for r in known)


def test_format_can_be_named() -> None:
    path = DATA / "codex" / "bare.jsonl"
    assert read(path, format="codex").format == read(path).format == "codex"


def test_readers_do_not_raise_on_a_file_of_another_format(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b'{"a": [1, {"b": null}]}\n[msg 5] user: hi\n\xff\x00\n')
    for reader in readers():
        with suppress(NarratorError):
            assert isinstance(reader.read(path), Transcript)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "an empty file"),
        (b" \n\t\n", "an empty file"),
        (b"An essay about [msg 5].", "not a session of a known format"),
        (b'{"some": "json"}', "not a session of a known format"),
        (b"\x00\x01\x02", "not a session of a known format"),
    ],
)
def test_files_without_a_session(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=words) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        read(tmp_path / "missing.jsonl")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="a folder"):
        read(tmp_path)


def test_no_such_format(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("x")
    with pytest.raises(SourceError, match=r"no such format; the formats are .*codex.*jsonl"):
        read(path, format="word")


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_text("x")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SourceError, match=r"can't be read \(Permission denied\)"):
        read(path)


def test_session_without_messages(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"narrator": 1, "session": "s", "agent": "opencode"}\n')
    with pytest.raises(NoMessagesError, match="without messages"):
        read(path)


def test_a_mark_in_a_files_name_is_no_session(tmp_path: Path) -> None:
    path = tmp_path / "a#b.txt"
    path.write_text("[msg 1] user: a\n[msg 2] assistant: b\n")
    assert len(read(path).messages) == 2
    assert len(read(f"{path}#any").messages) == 2


def test_discover_lists_sessions_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("OPENCODE_DB", raising=False)
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    folder = tmp_path / "codex" / "sessions" / "2026"
    folder.mkdir(parents=True)
    for number in (1, 2):
        path = folder / f"rollout-{number}.jsonl"
        path.touch()
        os.utime(path, (number, number))
    assert [(name, path.name) for name, path in discover()] == [("codex", "rollout-2.jsonl"), ("codex", "rollout-1.jsonl")]


@pytest.mark.parametrize("name", ["claude-code", "jsonl"])
def test_a_first_line_longer_than_the_head_is_read_on(name: str, tmp_path: Path) -> None:
    long = "log line " * 20_000
    user = {"type": "user", "uuid": "u1", "sessionId": "s", "message": {"role": "user", "content": long}}
    answer = {"type": "assistant", "uuid": "u2", "sessionId": "s", "message": {"role": "assistant", "content": "Read."}}
    lines = {
        "claude-code": (user | {"timestamp": "2026-01-01T00:00:00Z"}, answer | {"parentUuid": "u1"}),
        "jsonl": ({"narrator": 1, "title": long}, {"index": 0, "role": "user", "text": "Fix it."}),
    }[name]
    path = tmp_path / "long.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert read(path).format == name

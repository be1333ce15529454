"""Claude Code's forks and resumed sessions: what they repeat of an older session is flagged, and nothing else is."""

from __future__ import annotations

import gzip
from pathlib import Path

from narrator.model import Transcript
from narrator.readers import read
from tests.readers.test_children import Line, record, write

OLD, NEW = "0a1b2c3d-0000-4000-8000-00000000000a", "0a1b2c3d-0000-4000-8000-00000000000b"


def talk(session: str, *numbers: int, **fields: object) -> list[Line]:
    kinds = {n: "user" if n % 2 else "assistant" for n in numbers}
    return [record(f"u{n}", kind, f"word {n}", session=session, **fields) for n, kind in kinds.items()]


def copied(transcript: Transcript) -> list[int]:
    return [m.index for m in transcript.messages if "copied" in m.flags]


def test_a_background_fork_repeats_its_parents_records_to_the_byte(tmp_path: Path) -> None:
    path = write(tmp_path / f"{NEW}.jsonl", *talk(OLD, 1, 2), *talk(NEW, 3, 4, sessionKind="bg"))
    transcript = read(path)
    assert (transcript.session, copied(transcript)) == (NEW, [0, 1])


def test_a_background_fork_whose_copies_bear_its_own_id_is_told_by_its_parents_file(tmp_path: Path) -> None:
    path = write(tmp_path / f"{NEW}.jsonl", *talk(NEW, 1, 2, sessionKind="bg"), *talk(NEW, 5, 6, sessionKind="bg"))
    assert copied(read(path)) == []
    parent = write(tmp_path / f"{OLD}.jsonl", *talk(OLD, 1, 2), *talk(OLD, 3, 4))
    assert copied(read(path)) == [0, 1]
    assert copied(read(parent)) == []


def test_a_fork_that_says_so(tmp_path: Path) -> None:
    fork = {"sessionId": OLD, "messageUuid": "u1"}
    path = write(tmp_path / f"{NEW}.jsonl", *talk(NEW, 1, 2, forkedFrom=fork), *talk(NEW, 3, 4))
    parent = write(tmp_path / f"{OLD}.jsonl", *talk(OLD, 1, 2), *talk(OLD, 7, 8))
    assert copied(read(path)) == [0, 1]
    assert copied(read(parent)) == []


def test_a_resumed_session_repeats_the_file_that_didnt_go_on(tmp_path: Path) -> None:
    summary = {"type": "summary", "summary": "words", "leafUuid": "u2"}
    path = write(tmp_path / f"{NEW}.jsonl", summary, *talk(NEW, 1, 2, 3, 4))
    assert copied(read(path)) == []
    parent = tmp_path / f"{OLD}.jsonl.gz"
    parent.write_bytes(gzip.compress(write(tmp_path / "x", *talk(OLD, 1, 2)).read_bytes()))
    assert copied(read(path)) == [0, 1]
    assert copied(read(parent)) == []


def test_a_snapshot_of_the_same_session_is_no_older_session(tmp_path: Path) -> None:
    path = write(tmp_path / f"{NEW}.jsonl", *talk(NEW, 1, 2, 3, 4))
    write(tmp_path / "backup.jsonl", *talk(NEW, 1, 2))
    write(tmp_path / f"{OLD}.jsonl", *talk(OLD, 5, 6))
    assert copied(read(path)) == []


def test_a_session_that_went_on_under_another_id_is_no_copy(tmp_path: Path) -> None:
    path = write(tmp_path / f"{NEW}.jsonl", *talk(OLD, 1, 2), *talk(NEW, 3, 4))
    assert copied(read(path)) == []
    write(tmp_path / f"{OLD}.jsonl", *talk(OLD, 1, 2))
    assert copied(read(path)) == [0, 1]


def test_a_sub_agents_log_beside_isnt_asked(tmp_path: Path) -> None:
    path = write(tmp_path / f"{NEW}.jsonl", *talk(NEW, 1, 2, 3, 4))
    write(tmp_path / "agent-a1.jsonl", *talk("agent-a1", 1, 2))
    assert copied(read(path)) == []

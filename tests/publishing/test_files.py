"""Documents on disk: whole or not at all, and never one over another."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from narrator import essay, publish
from narrator.errors import NarratorError
from narrator.publishing.files import write_file
from tests.cli.running import ABORTS, DFLASH

OVERFLOW = ABORTS.with_name("overflow-error.json")


def test_the_bytes_are_utf_8_with_line_feeds(tmp_path: Path) -> None:
    write_file(tmp_path / "a.md", "“ü”\n")
    assert (tmp_path / "a.md").read_bytes() == "“ü”\n".encode()


def test_where_writing_fails_the_old_file_stays_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_file(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    private = tmp_path / "private"
    private.touch(mode=0o600)
    private.chmod(0o600)
    write_file(private, "x")
    write_file(tmp_path / "new", "x")
    assert private.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "there" / "a.md")
    write_file(link, "x")
    assert link.is_symlink()
    assert (tmp_path / "there" / "a.md").read_text() == "x"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_file(pipe, "x\n")
    reader.join(10)
    assert got == ["x\n"]
    assert pipe.is_fifo()


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(NarratorError, match=r"a\.md: can't be written \(there is no folder .*nowhere\); choose another place"):
        write_file(tmp_path / "nowhere" / "a.md", "x")


def test_publish_makes_the_folder_and_names_files_by_kind_and_message(tmp_path: Path) -> None:
    documents = [essay(ABORTS, 1), essay(ABORTS, 3), essay(DFLASH, 10018)]
    paths = publish(documents, tmp_path / "a" / "b")
    assert [p.name for p in paths] == ["essay-1.md", "essay-3.md", "essay-10018.md"]
    assert [p.read_text("utf-8") for p in paths] == [d.markdown for d in documents]
    assert publish(documents, str(tmp_path / "a" / "b")) == paths


def test_of_two_sessions_neither_essay_takes_the_place_of_the_other(tmp_path: Path) -> None:
    documents = [essay(ABORTS, 1), essay(OVERFLOW, 1), essay(OVERFLOW, 2)]
    paths = publish(documents, tmp_path)
    assert [p.name for p in paths] == [
        f"essay-{documents[0].plan.session}-1.md",
        f"essay-{documents[1].plan.session}-1.md",
        "essay-2.md",
    ]
    assert [p.read_text("utf-8") for p in paths] == [d.markdown for d in documents]


def test_a_session_s_name_can_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    from dataclasses import replace

    document: Any = essay(ABORTS, 1)
    other = replace(document, plan=replace(document.plan, session="../../etc/passwd"))
    paths = publish([document, other], tmp_path / "out")
    assert {p.parent for p in paths} == {tmp_path / "out"}
    assert paths[1].name == "essay-etc-passwd-1.md"


def test_a_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NarratorError, match=r"file: can't be made \(File exists\); choose another folder"):
        publish([], tmp_path / "file")

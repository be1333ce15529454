"""A batch: what it writes, what it doesn't do again, and what doesn't stop it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import msgspec
import pytest

from narrator.analysis import analyze
from narrator.batch import Options, Processes, Step, Task, Wanted, worklist
from narrator.batch.shelf import Shelf
from narrator.errors import NarratorError
from narrator.pipeline import essay
from narrator.readers import read
from tests.batch.making import batch, copies, times, tree

FIRST = "sessions/ses_0032253faffewiiod7I1MDNX0y"
NAMES = ["brief.md", "entry.json", "essay-11.md", "essay-4.md", "essay-8.md", "retro.md"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return copies(tmp_path / "source", 3)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def anew(steps: list[Step]) -> list[str]:
    return [s.item.folder for s in steps if s.item is not None and s.anew]


def test_a_session_gets_a_retrospective_a_brief_and_essays_about_its_first_three_turns(source: Path, out: Path) -> None:
    found = batch(source, out)
    assert (found.found, found.wanted, found.told, found.documents, found.aside) == (3, 3, 3, 15, ())
    assert sorted(p.name for p in (out / FIRST).iterdir()) == NAMES
    assert (out / FIRST / "essay-8.md").read_text("utf-8") == essay(source / "00.json", 8).markdown
    assert sorted(p.name for p in out.iterdir()) == ["coverage.json", "coverage.md", "manifest.json", "rollup.md", "sessions"]
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert [len(s["files"]) for s in manifest["sessions"]] == [5, 5, 5]


def test_pages_stand_beside_the_markdown(source: Path, out: Path) -> None:
    batch(source, out, options=Options(version="test", forms=("markdown", "html")))
    assert (out / FIRST / "retro.html").read_text("utf-8").startswith("<!doctype html>")
    assert (out / FIRST / "retro.md").exists()
    batch(source, out)
    assert sorted(p.name for p in (out / FIRST).iterdir()) == NAMES


def test_a_second_run_writes_nothing(source: Path, out: Path) -> None:
    batch(source, out)
    before, steps = times(out), list[Step]()
    batch(source, out, steps=steps)
    assert times(out) == before
    assert anew(steps) == []
    assert [s.done for s in steps] == [0, 1, 2, 3]


def test_what_changed_is_told_again_and_nothing_else(source: Path, out: Path) -> None:
    batch(source, out)
    path = source / "01.json"
    path.write_text(path.read_text("utf-8").replace("abort mid text", "abort in mid text"), "utf-8")
    before, steps = times(out), list[Step]()
    batch(source, out, steps=steps)
    assert anew(steps) == ["ses_0132253faffewiiod7I1MDNX0y"]
    changed = {name for name, at in times(out).items() if at != before[name]}
    assert {Path(name).parts[1] for name in changed if name.startswith("sessions")} == set(anew(steps))
    assert "abort in mid text" in (out / "sessions" / anew(steps)[0] / "essay-4.md").read_text("utf-8")


def test_other_options_or_another_narrator_tell_it_again(source: Path, out: Path) -> None:
    batch(source, out)
    for options in (Options(version="other"), Options(version="other", zone="Europe/Berlin")):
        steps = list[Step]()
        batch(source, out, options=options, steps=steps)
        assert len(anew(steps)) == 3
    assert "(Europe/Berlin)" in (out / FIRST / "retro.md").read_text("utf-8")


@pytest.mark.parametrize("harm", ["gone", "changed", "no entry", "broken entry"])
def test_what_was_harmed_is_made_whole(source: Path, out: Path, harm: str) -> None:
    batch(source, out)
    before = tree(out)
    essay_file, entry = out / FIRST / "essay-4.md", out / FIRST / "entry.json"
    if harm == "gone":
        essay_file.unlink()
    elif harm == "changed":
        essay_file.write_text("scribbles")
    elif harm == "no entry":
        entry.unlink()
    else:
        entry.write_text(entry.read_text("utf-8")[:100])
    batch(source, out)
    assert tree(out) == before


def test_what_a_killed_run_left_is_taken_away(source: Path, out: Path) -> None:
    batch(source, out)
    before = tree(out)
    (out / ".rollup.md.77.part").write_text("half")
    (out / FIRST / ".retro.md.77.part").write_text("half")
    (out / FIRST / "essay-99.md").write_text("about a turn that is none any more")
    (out / FIRST / "entry.json").unlink()
    (out / FIRST / "notes.txt").write_text("a person's own")
    batch(source, out)
    assert tree(out) == before | {f"{FIRST}/notes.txt": b"a person's own"}


def test_an_entry_is_written_when_all_else_is(source: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []
    replace = Path.replace

    def spy(self: Path, target: Path) -> Path:
        if target.name == "entry.json":
            seen.append({p.name for p in target.parent.iterdir()} - {self.name})
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", spy)
    batch(source, out)
    assert seen == [set(NAMES) - {"entry.json"}] * 3


def test_a_file_is_never_seen_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(tmp_path)
    shelf.write("a.md", "old")

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NarratorError, match="No space left"):
        shelf.write("a.md", "new")
    assert tree(tmp_path) == {"a.md": b"old"}


def test_bad_files_among_good_ones_are_named_and_stop_nothing(source: Path, out: Path) -> None:
    whole = (source / "00.json").read_text("utf-8")
    (source / "cut.json").write_text(whole[: len(whole) // 2])
    (source / "empty.json").write_text("")
    (source / "notes.md").write_text("# Notes\n")
    found = batch(source, out)
    assert found.told >= 3
    assert {Path(f.path).name for f in found.files} | {Path(a.path).name for a in found.aside} >= {"empty.json", "notes.md"}
    page = (out / "coverage.md").read_text("utf-8")
    assert "notes.md`: not of a format that is read" in page


def test_a_fault_of_ours_sets_one_session_aside(source: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(transcript: object, **kwargs: object) -> object:
        if getattr(transcript, "session", "").startswith("ses_01"):
            raise RecursionError("too deep")
        return analyze(transcript, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr("narrator.batch.telling.analyze", fails)
    found = batch(source, out)
    assert found.told == 2
    (aside,) = found.aside
    assert (aside.reason, aside.why) == ("fault", "a fault of narrator's own (RecursionError: too deep)")
    assert "2 of 3 sessions told" in (out / "coverage.md").read_text("utf-8")
    monkeypatch.undo()
    assert batch(source, out).told == 3


def test_a_session_that_can_no_longer_be_read_is_set_aside(source: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(path: str, *, format: str | None = None) -> object:  # noqa: A002
        if path.endswith("02.json"):
            os.unlink(path)
        return read(path, format=format)

    monkeypatch.setattr("narrator.batch.telling.read", gone)
    found = batch(source, out)
    assert [(a.reason, Path(a.path).name) for a in found.aside] == [("unread", "02.json")]


def test_processes_write_the_same_bytes(source: Path, tmp_path: Path) -> None:
    batch(source, tmp_path / "here")
    batch(source, tmp_path / "two", Processes(2))
    assert tree(tmp_path / "here") == tree(tmp_path / "two")


def test_a_session_of_a_store_that_has_not_changed_is_not_told_again(tmp_path: Path, out: Path) -> None:
    chat = "# aider chat started at 2026-01-0{0} 10:00:00\n\n#### fix the lexer of file {0}\n\nI fixed it.\n\n"
    path = tmp_path / ".aider.chat.history.md"
    path.write_text(chat.format(1) + chat.format(2), "utf-8")
    assert batch(path, out).told == 2
    before = times(out)
    path.write_text(chat.format(1) + chat.format(2) + chat.format(3), "utf-8")
    steps = list[Step]()
    assert batch(path, out, steps=steps).told == 3
    assert len(anew(steps)) == 1
    assert all(times(out)[name] == at for name, at in before.items() if name.startswith("sessions"))


def test_a_folder_that_cannot_be_made_is_an_error_for_people(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NarratorError, match="can't be made"):
        batch(source, tmp_path / "file" / "out")


def test_a_task_is_plain_data(source: Path) -> None:
    task = Task(item=worklist((source,), Wanted()).items[0], options=Options(version="x"), out="/out")
    assert msgspec.json.decode(msgspec.json.encode(task), type=Task) == task


@pytest.mark.skipif(sys.platform == "darwin", reason="its file names are UTF-8")
def test_a_name_that_is_no_text_is_told_by_its_bytes(source: Path, out: Path) -> None:
    for name in (b"broken\xff.json", b"notes\xff.md"):
        (source / os.fsdecode(name)).write_text("{ not json" if name.endswith(b"md") else "")
    (source / "00.json").rename(source / os.fsdecode(b"good\xff.json"))
    found = batch(source, out)
    assert found.told == 3
    assert "notes\\udcff.md" in (out / "coverage.json").read_text("utf-8").replace("\\\\", "\\")

"""Which sessions are told: what the options leave out, and what folders they get."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from narrator.batch import Wanted, Worklist, worklist
from narrator.errors import SourceError


def session(folder: Path, name: str, *, day: int | None = 1, cwd: str = "/srv/cart", n: int = 2, hour: int = 12) -> None:
    lines: list[dict[str, object]] = [{"narrator": 1, "session": name, "agent": "codex", "cwd": cwd}]
    for i in range(n):
        at = {} if day is None else {"at": f"2026-01-{day:02}T{hour:02}:00:0{i}Z"}
        lines.append({"index": i, "role": "assistant" if i % 2 else "user", "parts": f"Words {i}.", **at})
    folder.mkdir(exist_ok=True)
    (folder / f"{name}-{day}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def names(work: Worklist) -> list[str]:
    return [item.session for item in work.items]


def test_since_takes_what_ended_on_the_day_or_later_in_the_zone(tmp_path: Path) -> None:
    session(tmp_path, "old", day=1)
    session(tmp_path, "late", day=1, hour=23)
    session(tmp_path, "new", day=2)
    session(tmp_path, "timeless", day=None)
    work = worklist((tmp_path,), Wanted(since=date(2026, 1, 2)))
    assert (names(work), work.older) == (["new"], 3)
    assert names(worklist((tmp_path,), Wanted(since=date(2026, 1, 2), zone="Europe/Berlin"))) == ["late", "new"]


@pytest.mark.parametrize(("wanted", "found"), [("cart", ["a"]), ("CART", ["a"]), ("c*", ["a", "b"]), ("lexer", [])])
def test_project_is_a_name_or_a_pattern(tmp_path: Path, wanted: str, found: list[str]) -> None:
    session(tmp_path, "a", cwd="/srv/cart")
    session(tmp_path, "b", cwd="/srv/client")
    work = worklist((tmp_path,), Wanted(project=wanted))
    assert (names(work), work.elsewhere) == (found, 2 - len(found))


def test_min_messages_leaves_short_ones_out(tmp_path: Path) -> None:
    session(tmp_path, "a", n=2)
    session(tmp_path, "b", n=5)
    work = worklist((tmp_path,), Wanted(min_messages=3))
    assert (names(work), work.short) == (["b"], 1)


def test_sessions_stand_by_their_ids_whatever_their_files_are_called(tmp_path: Path) -> None:
    for name, day in (("b", 3), ("a", 5), ("c", 1)):
        session(tmp_path, name, day=day)
    assert names(worklist((tmp_path,), Wanted())) == ["a", "b", "c"]


def test_every_session_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for name in ("one:two", "one*two", "ONE/two", "..", "plain"):
        session(tmp_path, name.replace("/", "-") if name != ".." else name, day=len(name))
    folders = [item.folder for item in worklist((tmp_path,), Wanted()).items]
    assert len({f.lower() for f in folders}) == len(folders) == 5
    assert "plain" in folders
    assert all(f.strip(".") and "/" not in f and ":" not in f for f in folders)


def test_what_the_batch_itself_wrote_is_no_session(tmp_path: Path) -> None:
    session(tmp_path, "a")
    session(tmp_path / "out", "b")
    work = worklist((tmp_path,), Wanted(), without=tmp_path / "out")
    assert (names(work), work.files) == (["a"], ())


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        worklist((tmp_path / "gone",), Wanted())

"""A kind's wordings may build on another kind's."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.errors import TemplateError
from narrator.lexicon import load_lexicon


def write(folder: Path, kind: str, text: str) -> None:
    (folder / kind).mkdir(parents=True, exist_ok=True)
    (folder / kind / "lexicon.toml").write_text(text)


def test_its_own_go_before_those_it_builds_on(tmp_path: Path) -> None:
    write(tmp_path, "weekly", 'base = "retro"\n["turns.one"]\nwordings = ["It turned once"]\n')
    lexicon = load_lexicon("weekly", tmp_path)
    assert lexicon["turns.one"].wordings == ("It turned once",)
    assert lexicon["frame.goal"] == load_lexicon("retro")["frame.goal"]
    assert "frame.goal" not in load_lexicon("essay")


def test_a_ring_of_bases_ends(tmp_path: Path) -> None:
    write(tmp_path, "a", 'base = "b"\n["x"]\nwordings = ["a"]\n')
    write(tmp_path, "b", 'base = "a"\n["x"]\nwordings = ["b"]\n')
    assert load_lexicon("a", tmp_path)["x"].wordings == ("a",)


def test_a_base_that_is_no_name_is_said(tmp_path: Path) -> None:
    write(tmp_path, "a", "base = 3\n")
    with pytest.raises(TemplateError, match="base is no kind"):
        load_lexicon("a", tmp_path)

"""A machine without sessions, for every test of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDERS = ("XDG_DATA_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "OPENCODE_DB", "NARRATOR_DEBUG")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the empty home folder that HOME names."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in FOLDERS:
        monkeypatch.delenv(name, raising=False)
    return folder

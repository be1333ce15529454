"""Each harness's files are found where it puts them by default, and where its own variable moves them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from narrator.readers import READERS, readers
from narrator.readers.discovery import find, sessions
from tests.readers.specimens import DATA, create

VARIABLES = (
    *("XDG_DATA_HOME", "XDG_CONFIG_HOME", "OPENCODE_DB", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "PI_CODING_AGENT_DIR"),
    *("PI_CODING_AGENT_SESSION_DIR", "OPENCLAW_STATE_DIR", "COPILOT_HOME", "GEMINI_CLI_HOME", "CLINE_DIR", "CLINE_DATA_DIR"),
    "AIDER_CHAT_HISTORY_FILE",
)
TASK = "User/globalStorage/saoudrizwan.claude-dev/tasks/t1/api_conversation_history.json"


class Where(NamedTuple):
    """Where a format's files are."""

    name: str
    default: str
    """In the home folder."""
    variable: str = ""
    moved: str = ""
    """In the folder that the variable names; "" where it names the file."""


PLACES = (
    Where("opencode-store", ".local/share/opencode/opencode.db", "XDG_DATA_HOME", "opencode/opencode.db"),
    Where("opencode-store", ".local/share/opencode/opencode-beta.db", "OPENCODE_DB"),
    Where("opencode-files", ".local/share/opencode/storage", "XDG_DATA_HOME", "opencode/storage"),
    Where("codex", ".codex/sessions/2026/05/01/rollout-x.jsonl", "CODEX_HOME", "sessions/2026/05/01/rollout-x.jsonl"),
    Where("codex", ".codex/archived_sessions/rollout-x.jsonl", "CODEX_HOME", "archived_sessions/rollout-x.jsonl"),
    Where("claude-code", ".claude/projects/-srv/x.jsonl", "CLAUDE_CONFIG_DIR", "projects/-srv/x.jsonl"),
    Where("claude-code", ".config/claude/projects/-srv/x.jsonl"),
    Where("pi", ".pi/agent/sessions/--srv--/x.jsonl", "PI_CODING_AGENT_DIR", "sessions/--srv--/x.jsonl"),
    Where("pi", ".omp/agent/sessions/--srv--/x.jsonl", "PI_CODING_AGENT_SESSION_DIR", "--srv--/x.jsonl"),
    Where("pi", ".openclaw/agents/main/sessions/x.jsonl", "OPENCLAW_STATE_DIR", "agents/main/sessions/x.jsonl"),
    Where("copilot", ".copilot/session-state/x/events.jsonl", "COPILOT_HOME", "session-state/x/events.jsonl"),
    Where("copilot", ".copilot/session-state/x.jsonl", "COPILOT_HOME", "session-state/x.jsonl"),
    Where("gemini", ".gemini/tmp/h/chats/session-x.jsonl", "GEMINI_CLI_HOME", ".gemini/tmp/h/chats/session-x.jsonl"),
    Where("openhands", ".openhands/conversations/c1"),
    Where("cline", f".config/Code/{TASK}", "XDG_CONFIG_HOME", f"Code - Insiders/{TASK}"),
    Where("cline", f".vscode-server/data/{TASK}"),
    Where(
        "cline", ".cline/data/tasks/t1/api_conversation_history.json", "CLINE_DIR", "data/tasks/t1/api_conversation_history.json"
    ),
    Where(
        "cline", ".cline/data/tasks/t1/api_conversation_history.json", "CLINE_DATA_DIR", "tasks/t1/api_conversation_history.json"
    ),
    Where("aider", ".aider.chat.history.md", "AIDER_CHAT_HISTORY_FILE"),
)


def lay(name: str, folder: Path, place: Path) -> None:
    """Put a session of a format at a place."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if name == "opencode-files":
        create(name, place)
    elif name == "openhands":
        shutil.copytree(DATA / "openhands" / "conversation", place)
    else:
        made = folder / "made"
        made.mkdir()
        create(name, made).rename(place)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def check(name: str, place: Path) -> None:
    listed = sessions().listings
    assert {x.session for x in listed} <= set(sessions().ids)
    assert {x.format for x in listed} == {name}
    assert all(Path(x.path.partition("#")[0]).is_relative_to(place) for x in listed)
    found = find(listed[0].session)
    assert found is not None
    assert found.path == listed[0].path


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are those of Linux")
@pytest.mark.parametrize("where", PLACES, ids=lambda w: f"{w.name}: {w.default}")
def test_a_session_in_the_default_folder_is_found(tmp_path: Path, home: Path, where: Where) -> None:
    lay(where.name, tmp_path, home / where.default)
    check(where.name, home / where.default)


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are those of Linux")
@pytest.mark.parametrize("where", [w for w in PLACES if w.variable], ids=lambda w: f"{w.name}: {w.variable}")
def test_a_variable_moves_it(tmp_path: Path, home: Path, where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home.is_dir()
    root = tmp_path / "elsewhere"
    place = root / where.moved if where.moved else root / "session"
    lay(where.name, tmp_path, place)
    assert sessions().listings == ()
    monkeypatch.setenv(where.variable, str(root if where.moved else place))
    check(where.name, place)


def test_every_format_that_is_looked_for_stands_above() -> None:
    silent = {r.name for r in readers() if "Yield nothing" in (type(r).stores.__doc__ or "")}
    assert {w.name for w in PLACES} == {name for name, _ in READERS} - silent

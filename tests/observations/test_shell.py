"""A shell's command line is read for what it runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.observations.shell import Command, commands


def heads(text: str) -> list[str]:
    return [" ".join(c.words[:3]) for c in commands(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cd app && make test", ["make test"]),
        ("FOO=1 BAR='a b' env X=y pytest -q", ["pytest -q"]),
        ("sudo -u root timeout 5 systemctl restart web", ["systemctl restart web"]),
        ("bash -lc 'npm ci && npm test'", ["npm ci", "npm test"]),
        ("for f in *.py; do wc -l $f; done", ["wc -l $f"]),
        ("if [ -f x ]; then cat x; fi", ["[ -f x", "cat x"]),
        ("# a remark\nls -la # another", ["ls -la"]),
        ("npx --yes vitest run", ["vitest run"]),
        ("uv run --with x python -m pytest tests", ["pytest tests"]),
        ("$c = sitetool post get 5 2>&1\n$c.Length", ["sitetool post get"]),
        ("$c.Substring(0, 100)", []),
        ("echo 'a; b && c'", ["echo a; b && c"]),
        ("cd only", []),
    ],
)
def test_wrappers_and_preparations_are_looked_through(text: str, expected: list[str]) -> None:
    assert heads(text) == expected


def test_commands_on_another_machine_know_where_they_run() -> None:
    text = "ssh -i key root@box \"pct exec 101 -- bash -lc 'tmux ls; nvidia-smi'\" | tail -3"
    assert [(c.words[0], c.host) for c in commands(text)] == [
        ("tmux", "101 on root@box"),
        ("nvidia-smi", "101 on root@box"),
        ("tail", None),
    ]


def test_a_here_document_is_no_command() -> None:
    found = commands("cat > a.py <<'EOF'\nrm -rf /\nEOF\npython3 a.py")
    assert [c.words[0] for c in found] == ["cat", "python3"]
    assert found[0].writes == "a.py"
    assert found[0].script == "rm -rf /"


def test_a_here_document_behind_a_pipe_ends_at_its_mark() -> None:
    found = commands("python - <<PY | tee out.log\nimport os\nPY\nls")
    assert [(c.words[0], c.piped, c.feeds) for c in found] == [
        ("python", False, True),
        ("tee", True, False),
        ("ls", False, False),
    ]


def test_windows_paths_keep_their_backslashes() -> None:
    (found,) = commands('Get-Content "C:\\Users\\me\\notes.txt" -Raw')
    assert found.words[1] == "C:\\Users\\me\\notes.txt"


def test_an_unended_quotation_is_survived() -> None:
    assert isinstance(commands("echo 'never ended"), tuple)


@given(st.text(alphabet="ab$()'\"\\|&;<>\n \t{}#=-`EOF", max_size=120))
def test_any_text_is_read_and_commands_stand_inside_it(text: str) -> None:
    for command in commands(text):
        assert isinstance(command, Command)
        assert command.words
        assert 0 <= command.start <= command.end <= len(text)

"""What the documents say of the program is so: verbs, flags, names, formats, causes, commands and their output, links."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

import narrator
from narrator.checking import CHECKS
from narrator.cli import VERBS, group
from narrator.phases.cues import CUES
from narrator.phases.steps import STEP_CUES
from narrator.phases.turns import TURN_CUES
from narrator.readers import READERS
from narrator.silence import CAUSES

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs" / "formats").glob("*.md"))
DOCS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")), *PAGES]
CLI, API, FORMATS, SILENCES = (ROOT / "docs" / f"{name}.md" for name in ("cli", "api", "formats", "silences"))
FUNCTIONS = sorted(n for n in narrator.__all__ if inspect.isfunction(getattr(narrator, n)))


class Block(NamedTuple):
    """A fenced block of a document."""

    path: Path
    language: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The lines that call narrator."""
        lines = (line.removeprefix("$ ").removeprefix(".venv/bin/") for line in self.text.splitlines())
        return [line for line in lines if line.startswith("narrator ")]


def blocks() -> Iterator[Block]:
    for path in DOCS:
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            yield Block(path, match[1], match[2])


BLOCKS = list(blocks())
COMMANDS = [(b.path.name, c) for b in BLOCKS if b.language != "python" for c in b.commands if " VERB" not in c]


def section(path: Path, heading: str) -> str:
    """Return the text under a heading, up to the next of its rank."""
    rank = heading.split(" ")[0]
    _, mark, rest = path.read_text("utf-8").partition(f"\n{heading}\n")
    assert mark, f"{path.name} has no section {heading!r}"
    return re.split(rf"^#{{1,{len(rank)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(path: Path) -> list[str]:
    """Return the first cells of a document's tables that are code."""
    return re.findall(r"^\| `([\w-]+)`(?:, `[\w-]+`)* \|", path.read_text("utf-8"), re.MULTILINE)


def command_of(verb: str) -> click.Command:
    command = group.get_command(click.Context(group), verb)
    assert command is not None
    return command


@pytest.mark.parametrize("verb", [verb for verb, _ in VERBS])
def test_every_verb_has_a_section_with_all_its_flags_and_no_other(verb: str) -> None:
    text = section(CLI, f"## narrator {verb}")
    options = {o for p in command_of(verb).params if isinstance(p, click.Option) for o in p.opts}
    assert options <= set(re.findall(r"--[a-z]+(?:-[a-z]+)*", text))
    told = {o for row in re.findall(r"^\| (`--.*?) \|", text, re.MULTILINE) for o in re.findall(r"--[a-z-]+", row)}
    assert told == options
    for parameter in command_of(verb).params:
        if isinstance(parameter.type, click.Choice):
            assert "\\|".join(parameter.type.choices) in text


def test_cli_has_a_section_for_each_verb_and_no_other() -> None:
    headings = re.findall(r"^## narrator (\w+)$", CLI.read_text("utf-8"), re.MULTILINE)
    assert headings == [verb for verb, _ in VERBS]


def test_every_check_is_told() -> None:
    table = re.findall(r"^\| `([a-z]+)` \|", section(CLI, "## narrator check"), re.MULTILINE)
    assert table == [name for name, _ in CHECKS]


def test_every_public_name_is_told() -> None:
    text = API.read_text("utf-8")
    missing = [name for name in narrator.__all__ if f"`{name}`" not in text and f"### `{name}(" not in text]
    assert missing == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_told_with_its_parameters(name: str) -> None:
    heading = next(line for line in API.read_text("utf-8").splitlines() if line.startswith(f"### `{name}("))
    told = [p.strip() for p in heading[heading.index("(") + 1 : heading.index(")")].split(",")]
    wanted: list[str] = []
    for parameter in inspect.signature(getattr(narrator, name)).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in wanted:
            wanted.append("*")
        default = parameter.default
        shown = f'"{default}"' if isinstance(default, str) else repr(default)
        wanted.append(parameter.name if default is parameter.empty else f"{parameter.name}={shown}")
    assert told == wanted


def test_every_value_is_told_with_fields_that_it_has() -> None:
    for name, cells in re.findall(r"^\| `(\w+)` \|(.*)$", section(API, "## Values"), re.MULTILINE):
        value: Any = getattr(narrator, name)
        known = {*dir(value), *getattr(value, "model_fields", ()), *getattr(value, "__annotations__", ())}
        for field in re.findall(r"`(\w+)(?:\(\w*\))?`", cells):
            assert field in known, f"{name}.{field}"


def test_every_format_is_told_and_no_other() -> None:
    assert rows(FORMATS) == [name for name, _ in READERS]


def test_every_cause_is_told_and_no_other() -> None:
    told = [cause for cause in rows(SILENCES) if cause != "cause"]
    assert sorted(told) == sorted(cause for cause, _ in CAUSES)


@pytest.mark.parametrize(("name", "line"), COMMANDS)
def test_every_command_is_valid(name: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(line, comments=True)
    assert program == "narrator", name
    if words[0].startswith("-"):
        group.make_context("narrator", words, resilient_parsing=True)
        return
    command_of(words[0]).make_context(words[0], words[1:]).close()  # raises where it doesn't parse


def test_there_are_commands_to_look_at() -> None:
    assert len(COMMANDS) > 10


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language == "console"], ids=lambda b: b.text.splitlines()[0])
def test_what_a_command_prints_is_what_the_document_shows(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    line, *shown = block.text.splitlines()
    result = CliRunner().invoke(group, shlex.split(line.removeprefix("$ narrator ")), prog_name="narrator")
    pattern = "\n".join("(?:.*\n)*?.*" if text == "..." else re.escape(text) for text in shown)
    assert re.fullmatch(pattern, result.output.rstrip("\n")), result.output


def test_the_python_of_the_documents_runs(tmp_path: Path) -> None:
    copyfile(ROOT / "corpora" / "opencode-lab" / "aborts.json", tmp_path / "session.jsonl")
    for block in BLOCKS:
        if block.language == "python":
            done = subprocess.run(
                [sys.executable, "-c", block.text],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
    assert (tmp_path / "essays" / "essay-3.md").exists()


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("path", DOCS, ids=lambda p: p.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", path.read_text("utf-8")):
        file, _, name = target.partition("#")
        place = path.parent / file if file else path
        assert place.exists(), target
        if name:
            headings = re.findall(r"^#+ (.*)$", place.read_text("utf-8"), re.MULTILINE)
            assert name in {anchor(h) for h in headings}, target


def test_every_document_is_linked_from_the_readme() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert {str(p.relative_to(ROOT)) for p in DOCS if p.name != "README.md" and p not in PAGES} <= set(links)


def test_the_readme_has_two_commands_to_copy_and_the_second_is_what_ci_runs() -> None:
    shell = [b.text for b in BLOCKS if b.path.name == "README.md" and b.language == "sh"]
    assert len(shell) == 2
    assert shell[0].endswith("\n.venv/bin/narrator essay --index 10880\n")
    assert "pytest" in shell[1]
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    awk = re.search(r"tests=\$\((awk '.*' README\.md)\)", script)
    assert awk is not None
    done = subprocess.run(["bash", "-c", awk[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == shell[1]


def test_the_changelog_tells_this_version_and_its_output() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert narrator.__version__ in text
    assert "\n### Output\n" in text
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == narrator.__version__


def test_every_cue_of_phases_and_turns_is_explained() -> None:
    page = (ROOT / "docs" / "phases.md").read_text("utf-8")
    listed = {name for row in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE) for name in row.split(", ")}
    assert {name for table in (CUES, STEP_CUES, TURN_CUES) for name, _, _ in table} <= listed

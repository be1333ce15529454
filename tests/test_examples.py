"""The examples run; the essays beside them are what the program writes, byte for byte."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from narrator import check
from narrator.publishing import as_page

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
ESSAYS = sorted(EXAMPLES.glob("essay-*.md"))
AGAIN = "if this change of wording is meant, run: python examples/regenerate.py"


@pytest.fixture(scope="module")
def regenerate() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / "regenerate.py"))


def test_the_shipped_essays_are_those_that_are_written(regenerate: dict[str, Any]) -> None:
    names = [f"essay-{index}.md" for index in regenerate["INDICES"]]
    assert sorted(names) == [path.name for path in ESSAYS]
    for name, document in zip(names, regenerate["documents"](), strict=True):
        assert (EXAMPLES / name).read_bytes() == document.markdown.encode(), f"{name}: {AGAIN}"


def test_the_shipped_page_is_the_one_that_is_written(regenerate: dict[str, Any]) -> None:
    document = regenerate["documents"]()[regenerate["INDICES"].index(regenerate["QUOTED"])]
    # Which words of code are colored is up to the version of Pygments.
    colors = re.compile(r'<span class="[a-z0-9 ]{1,9}">|</span>')
    page = (EXAMPLES / f"essay-{regenerate['QUOTED']}.html").read_text("utf-8")
    assert colors.sub("", page) == colors.sub("", as_page(document)), AGAIN


def test_nothing_in_the_shipped_essays_is_wrong(regenerate: dict[str, Any]) -> None:
    for document in regenerate["documents"]():
        assert check(document.markdown, document.plan.analysis.transcript) == ()


def test_the_readme_quotes_what_is_written(regenerate: dict[str, Any]) -> None:
    readme = EXAMPLES.with_name("README.md").read_text("utf-8")
    assert regenerate["BEGIN"] in readme
    assert regenerate["END"] in readme
    document = regenerate["documents"]()[regenerate["INDICES"].index(regenerate["QUOTED"])]
    assert regenerate["renewed"](readme, document) == readme, AGAIN


@pytest.mark.parametrize(
    "path", sorted(p for p in EXAMPLES.glob("*.py") if p.name != "regenerate.py"), ids=lambda path: path.name
)
def test_every_script_runs(path: Path) -> None:
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("0 problems\n")

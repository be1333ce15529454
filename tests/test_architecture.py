"""Imports go one way, without a cycle; each library has its door; what must start fast loads little."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "narrator"
LINE: tuple[tuple[str, ...], ...] = (
    ("errors", "assets"),
    ("model", "references", "quantities", "tallies", "person", "inflection", "lexicon", "times", "coverage"),
    ("redaction",),
    ("language",),
    ("readers",),
    ("graph",),
    ("observations",),
    ("silence",),
    ("phases",),
    ("analysis",),
    ("evidence",),
    ("ledger",),
    ("findings",),
    ("checking",),
    ("planning",),
    ("realization",),
    ("publishing",),
    ("pipeline",),
    ("batch",),
    ("cli",),
    ("__main__",),
)
"""From left to right: a room imports only from rooms to its left, and from its own, as `docs/architecture.md` draws it."""

DOORS = {
    "ahocorasick": ("redaction/rules.py",),
    "spacy": ("language",),
    "networkx": ("graph",),
    "jinja2": ("realization/templates.py", "publishing/html_templates.py"),
    "markdown_it": ("checking", "references", "publishing/html_document.py", "publishing/html_prose.py"),
    "pygments": ("publishing/html_code.py",),
    "rich": ("publishing/terminal.py", "cli/progress.py"),
    "click": ("cli",),
    "orjson": ("readers",),
    "sqlite3": ("readers", "redaction/databases.py"),
    "tomllib": ("lexicon.py", "planning/schemas.py", "redaction"),
}
"""Where each library may be imported."""


def _modules() -> dict[str, Path]:
    files = sorted(PACKAGE.rglob("*.py"))
    return {".".join(("narrator", *f.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): f for f in files}


def _imports(path: Path) -> set[str]:
    """Every absolute import in a file, inside functions too, but not those for type checking only."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for child in block.body
        for node in ast.walk(child)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _room(module: str) -> str | None:
    return module.split(".")[1] if module.startswith("narrator.") else None


def test_every_room_stands_in_the_line() -> None:
    rooms = {room for name in _modules() if (room := _room(name))}
    assert rooms == {room for place in LINE for room in place}


@pytest.mark.parametrize("module", sorted(_modules()))
def test_imports_come_from_the_left(module: str) -> None:
    places = {room: i for i, place in enumerate(LINE) for room in place}
    here = _room(module)
    if here is None:
        return
    wrong = [
        name
        for name in _imports(_modules()[module])
        if (there := _room(name)) in places and there != here and places[there] > places[here]
    ]
    assert not wrong


def test_there_is_no_cycle() -> None:
    modules = _modules()
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, path in modules.items():
        graph.add_edges_from((name, target) for target in _imports(path) if target in modules and target != name)
    # A package and its own submodules are one thing here: a submodule never imports its package's `__init__`.
    assert list(nx.simple_cycles(graph)) == []


@pytest.mark.parametrize("library", sorted(DOORS))
def test_each_library_has_one_door(library: str) -> None:
    users = [
        str(path.relative_to(PACKAGE))
        for path in _modules().values()
        if any(name == library or name.startswith(f"{library}.") for name in _imports(path))
    ]
    allowed = DOORS[library]
    assert [u for u in users if not u.startswith(allowed)] == []


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("narrator", ("spacy", "networkx", "jinja2", "pydantic", "numpy")),
        ("narrator.cli", ("spacy", "networkx", "jinja2", "pydantic", "numpy", "rich")),
    ],
)
def test_start_up_loads_nothing_heavy(module: str, heavy: tuple[str, ...]) -> None:
    script = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_modules_stay_small() -> None:
    long = {name: n for name, path in _modules().items() if (n := len(path.read_text("utf-8").splitlines())) > 400}
    assert long == {}

"""The wheel holds all that it needs: installed outside the checkout it writes a shipped essay, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_installed_wheel_writes_the_shipped_essay(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(tmp_path / "dist"), str(ROOT)], check=True, capture_output=True
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    place = tmp_path / "venv"
    venv.create(place, with_pip=True)
    subprocess.run([str(place / "bin" / "pip"), "install", "-q", str(wheel)], check=True, capture_output=True)
    home = tmp_path / "home"
    home.mkdir()
    done = subprocess.run(
        [str(place / "bin" / "narrator"), "essay", "--index", "10880"],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"},
        check=True,
        capture_output=True,
    )
    assert done.stdout == (ROOT / "examples" / "essay-10880.md").read_bytes()

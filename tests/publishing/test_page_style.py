"""The style sheet: every color of text reads on every ground that it stands on, light and dark; and a real browser agrees."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from narrator.publishing import as_page
from narrator.publishing.html_templates import style
from tests.scenes import scene

GROUNDS = ("ground", "raised", "tint")
TEXTS = ("ink", "soft", "link", "bad", "k", "s", "n", "c", "d", "f")
SHAPES = ("look", "plan", "edit", "run", "talk")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def colors() -> dict[str, tuple[str, str]]:
    """Return each variable's light and dark color."""
    return {
        name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", str(style()))
    }


def luminance(color: str) -> float:
    """Return the relative luminance of a color, 0 to 1 (WCAG 2.2)."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_color_reads_on_every_ground(scheme: int) -> None:
    known = colors()
    for ground in GROUNDS:
        weak = {t: contrast(known[t][scheme], known[ground][scheme]) for t in TEXTS}
        assert {t: round(c, 2) for t, c in weak.items() if c < 4.5} == {}, ground
        faint = {s: contrast(known[s][scheme], known[ground][scheme]) for s in SHAPES}
        assert {s: round(c, 2) for s, c in faint.items() if c < 3} == {}, ground
    assert contrast(known["mark-ink"][scheme], known["mark"][scheme]) >= 4.5


def test_old_browsers_get_the_light_colors() -> None:
    plain = dict(re.findall(r"--([\w-]+): (#\w{6})[;\s]", str(style()).partition("@supports")[0]))
    assert plain == {name: light for name, (light, _) in colors().items()}


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_nothing_planted_runs_in_a_browser(tmp_path: Path) -> None:
    planted = (
        "<script>document.title='pwned'</script><img src=x onerror=\"document.title='pwned'\"> "
        "</style><svg onload=\"document.title='pwned'\"> [a](javascript:document.title='pwned')"
    )
    told = scene(f"1 U {planted}\n2 A {planted} ! bash ls > {planted}\n3 U No, stop. {planted}\n4 A Ok.")
    path = tmp_path / "page.html"
    path.write_text(as_page(told.essay(3)), "utf-8")
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=2000", "--dump-dom")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    done = subprocess.run(
        [str(CHROMIUM), *flags, profile, path.as_uri()], capture_output=True, text=True, timeout=100, check=True
    )
    assert "<title>" in done.stdout
    assert "pwned" not in re.findall(r"<title>([^<]*)</title>", done.stdout)[0].replace("document.title='pwned'", "")
    assert 'id="msg-3"' in done.stdout
    assert "CONSOLE" not in done.stderr, done.stderr

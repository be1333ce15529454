"""What a script is written for is told by its name and place."""

from __future__ import annotations

import pytest

from narrator.observations import acts
from narrator.observations.scratch import purpose_of
from narrator.observations.values import Activity
from tests.observations.build import SESSION, called, shell


@pytest.mark.parametrize(
    ("path", "purpose"),
    [
        ("/repo/reproduce.py", "debug"),
        ("reproduce_issue_v2.py", "debug"),
        ("C:\\repo\\debugCart.mjs", "debug"),
        ("/repo/test_fix.py", "test"),
        ("$TMPDIR/fill.sh", "run"),
        ("$TMPDIR/notes.md", None),
        ("tests/test_cart.py", None),
        ("src/cart.test.ts", None),
        ("pkg/cart_test.go", None),
        ("src/checkers/base_checker.py", None),
        ("src/contest.py", None),
        ("reproduce.md", None),
    ],
)
def test_a_script_is_for_what_its_name_and_place_say(path: str, purpose: Activity | None) -> None:
    assert purpose_of(path) == purpose


def test_only_a_script_written_anew_serves_another_kind_of_act() -> None:
    (wrote,) = acts(shell("cat > reproduce.py <<'EOF'\nprint(1)\nEOF"), SESSION)
    assert (wrote.kind, wrote.purpose, wrote.activity) == ("edit", "debug", "debug")
    (edited,) = acts(called("edit", {"file_path": "reproduce.py", "old_string": "1", "new_string": "2"}), SESSION)
    assert (edited.kind, edited.purpose, edited.activity) == ("edit", None, "edit")

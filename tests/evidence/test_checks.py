"""What was last checked before a report or a stop, and the compactions that fell into the work."""

from __future__ import annotations

from tests.scenes import scene as told

SUMMARY = "## Goal\nDeploy it.\n## Discoveries\nNone."
EDIT = "! edit filePath=/etc/serve.conf oldString=x newString=y > ok"


# ---------------------------------------------------------------------------------------------------------- compactions
def test_a_compaction_between_two_acts_falls_into_the_work() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 U\n4 A {SUMMARY}\n5 A {EDIT}\n6 A It is deployed.")
    assert scene.told(1, "after.compacted") == ["after.compacted"]


def test_a_compaction_behind_the_report_does_not() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 A It is deployed.\n4 U\n5 A {SUMMARY}\n6 U Now the docs.\n7 A On.")
    assert scene.told(1, "after.compacted") == []


def test_the_subject_goes_on_with_work_that_was_compacted() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 U\n4 A {SUMMARY}\n5 A {EDIT}\n6 A It is deployed.")
    assert scene.told(5, "work.compacted") == ["work.compacted"]
    assert scene.told(4, "work.compacted") == []

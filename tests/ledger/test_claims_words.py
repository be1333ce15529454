"""Which sentences claim something, and what."""

from __future__ import annotations

import time

import pytest

from narrator.ledger import Whole
from narrator.ledger.claims_prose import find_said
from narrator.ledger.claims_words import claimed
from tests.scenes import scene as told


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("All 1,274 tests pass.", ("tests",)),
        ("✅ All tests pass and linting is clean!", ("tests", "lint")),
        ("**Tests**: 12 pass, 0 fail", ("tests",)),
        ("The full suite finished cleanly.", ("tests",)),
        ("Typecheck passed.", ("types",)),
        ("Compiles cleanly.", ("compile",)),
        ("Repo build passed.", ("build",)),
        ("All checks pass.", ("checks",)),
        ("CI is green on the new run.", ("ci",)),
        ("Fixed and pushed.", ("push", "fixed")),
        ("Good, committed.", ("commit",)),
        ("Draft PR created: https://host.example/pull/7", ("pull request",)),
        ("The server is now running at http://localhost:8080.", ("service",)),
        ("It works now.", ("works",)),
        ("The upload bug is fixed.", ("fixed",)),
        ("Implementation complete.", ("done",)),
        ("All done!", ("done",)),
        ("Done — I dropped the flag.", ("done", "edit")),
        ("I've updated `a.py` to read it.", ("edit",)),
        ("**`a.py`** — Added `parse()`", ("edit",)),
        ("Status line updated to point at the section.", ("edit",)),
        ("Alle Tests bestehen.", ("tests",)),
        ("所有测试都通过了。", ("tests",)),
        ("Terminé.", ("done",)),
    ],
)
def test_claims_are_found_by_what_they_speak_of(sentence: str, about: tuple[str, ...]) -> None:
    assert {c.about for c in claimed(sentence)} >= set(about)


@pytest.mark.parametrize(
    "sentence",
    [
        "Do all tests pass?",
        "Let me check that all tests pass.",
        "If all tests pass, I'll commit.",
        "All tests should pass now.",
        "Once the build passes, push it.",
        "I'll fix this so that it works.",
        "Not all tests pass.",
        "The tests don't pass.",
        "The build is not fixed.",
        "Nothing was pushed.",
        'The message says "all tests pass".',
        "The script prints `all tests pass`.",
        "You have now added the index.",
        "Next, the parser needs to be updated.",
        "The flag is passed to the runner.",
        "Here's what I changed:",
        "We are ready for the next step.",
        "This is how it works:",
        "Almost done.",
        "The tests are failing.",
    ],
)
def test_what_isn_t_so_yet_or_isn_t_said_is_no_claim(sentence: str) -> None:
    assert claimed(sentence) == ()


def test_an_edit_tells_what_was_done_to_which_name() -> None:
    (claim,) = claimed("Renamed `main-new.ts` to `main.ts`.")
    assert (claim.deed, claim.names) == ("move", ("main-new.ts", "main.ts"))
    (claim,) = claimed("**`a/state.go`** - Added fields to `State` struct")
    assert (claim.deed, claim.names, claim.located) == ("add", ("State", "a/state.go"), True)


def test_headings_quotations_and_lists_of_what_is_planned_claim_nothing() -> None:
    scene = told(
        "1 U Go.\n2 A Here it is.\n\n## All tests pass\n\n>> All tests pass.\n\n## Next steps\n\n- Added `parse` to the index\n\n"
        "## Changes\n\n- Added `parse` to the index"
    )
    words = [scene.words(s.span) for s in find_said(Whole(scene.analysis))]
    assert words == ["Added `parse` to the index"]


def test_long_and_tangled_sentences_cost_no_time() -> None:
    begun = time.process_time()
    for sentence in ("all " * 140, "pass, " * 99, "- " * 299, "`x` " * 149, "is now " * 80 + "done", "tests and " * 58 + "pass"):
        claimed(sentence)
    assert time.process_time() - begun < 1

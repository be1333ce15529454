"""Terms that a session uses and defines."""

from __future__ import annotations

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.terms import LEAST, find_terms
from tests.scenes import Scene
from tests.scenes import scene as told


def terms(definition: str, use: str, times: int = LEAST - 1, by: str = "A") -> tuple[Scene, list[Fact]]:
    uses = [f"{n} A I looked at {use} once more." for n in range(3, 3 + times)]
    scene = told("\n".join(["1 U Do it.", f"2 {by} {definition}", *uses]))
    return scene, list(find_terms(Whole(scene.analysis)))


@pytest.mark.parametrize(
    ("definition", "term", "words"),
    [
        ("I see. `lock_map` is a table of locks by name. Fine.", "lock_map", "`lock_map` is a table of locks by name."),
        ("The LockMap (in core) is the table of all locks.", "LockMap", "LockMap (in core) is the table of all locks."),
        ("Here:\n  - `lock_map`: the table of locks by name", "lock_map", "`lock_map`: the table of locks by name"),
        ("“Lock map” means the table of locks by name.", "Lock map", "Lock map” means the table of locks by name."),
        ("We use the Shared Lock Table (SLT) here.", "SLT", "Shared Lock Table"),
    ],
)
def test_the_forms_of_a_definition(definition: str, term: str, words: str) -> None:
    scene, (found,) = terms(definition, term)
    assert (found.predicate, found.arg("term"), found.arg("n"), found.arg("by")) == ("term.defined", term, LEAST, "model")
    assert scene.words(found.arg("words")).endswith(words)


@pytest.mark.parametrize(
    "text",
    [
        "`lock_map` is the problem here, I think.",
        "`lock_map` is a bit too slow for that.",
        "- `lock_map`: Added a second lock",
        "`src/lock.py` is a file of the locks.",
        "Is `lock_map` a table of locks by name?",
        "```\n  `lock_map` is a table of locks.\n  ```",
        "We use the Shared Lock Table (ABC) here.",
        "This is a table of all the locks.",
    ],
)
def test_what_defines_nothing(text: str) -> None:
    assert terms(text, "lock_map ABC src/lock.py this")[1] == []


def test_a_term_must_come_back() -> None:
    assert terms("`lock_map` is a table of locks by name.", "lock_map", LEAST - 2)[1] == []


def test_the_first_of_the_surest_definitions_counts_and_a_person_s_too() -> None:
    scene, (found,) = terms("`lock_map` is a table of locks by name. And `lock_map` is a slow one, too.", "lock_map", by="U")
    assert scene.words(found.arg("words")) == "`lock_map` is a table of locks by name."
    assert found.arg("by") == "person"

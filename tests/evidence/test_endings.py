"""The words that say how a call ended, and what its acts are called when it wasn't carried out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from narrator.evidence.deeds import deeds_at
from narrator.evidence.endings import telling_span
from tests.scenes import Scene
from tests.scenes import scene as told


def ending(result: str, command: str = "bash make") -> str | None:
    scene = told(f"1 U Fix it.\n2 A ! {command} {result}\n3 A")
    (outcome,) = scene.signals.outcomes[1]
    span = telling_span(scene.stretch(3), outcome)
    return None if span is None else scene.words(span)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (">1 ....F\n=== 1 failed, 2 passed in 0.10s ===", "1 failed, 2 passed"),
        (">2 make: *** No rule to make target 'all'.  Stop.", "make: *** No rule to make target 'all'. Stop."),
        (">1 ---\n\n  the first line with words  \nand another", None),
        (">1", None),
        (">1 ***", None),
    ],
)
def test_an_ending_is_told_in_the_results_own_words(result: str, expected: str | None) -> None:
    found = ending(result)
    assert found is None or found in result
    if expected is not None:
        assert found is not None
        assert " ".join(expected.split()) in " ".join(found.split())


def test_words_are_found_behind_lines_without_any() -> None:
    scene = told("1 U Fix it.\n2 A ! bash ./run.sh >1 ----\n1234\nno luck today\n3 A")
    (outcome,) = scene.signals.outcomes[1]
    whole = outcome.span.model_copy(update={"start": 0, "end": None})
    span = telling_span(scene.stretch(3), replace(outcome, summary="", span=whole))
    assert span is not None
    assert scene.words(span) == "no luck today"


def verbs(result: str) -> list[str]:
    scene: Scene = told(f"1 U Fix it.\n2 A ! bash rm -rf build {result} ! read /srv/a.py > x\n3 A")
    return [str(d[0]) for d in deeds_at(scene.stretch(3), (1,)) if isinstance(d, tuple)]


@pytest.mark.parametrize("how", [">refused no", ">cancelled"])
def test_what_was_not_carried_out_was_only_tried(how: str) -> None:
    first, second = verbs(how)
    assert first.startswith("tried to ")
    assert not second.startswith("tried to ")


@pytest.mark.parametrize("how", ["> ok", ">1 rm: cannot remove", ""])
def test_what_failed_was_done_all_the_same(how: str) -> None:
    assert not any(v.startswith("tried to ") for v in verbs(how))

"""The segmentation: every message in one phase, no more phases than a person would mark, the best of all cuts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.model import Message, Part, Transcript
from narrator.observations import observe
from narrator.phases import find_boundaries, phases_of, read_course, read_signals
from narrator.phases.boundaries import PRICE, Candidate, best_segmentation, length_price, marked_boundaries
from narrator.phases.labels import kind_of
from narrator.silence import name_silences
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

LINES = (
    "U Add a test for it.",
    "U No, that's wrong",
    "U Never mind, let's try something else",
    "U {plan} Why is it so slow?",
    "U yes",
    "U",
    "A",
    "A Done.",
    "A ! read /srv/a.py > x",
    "A ! edit /srv/b.py > x",
    f"A {SUMMARY}",
    "S Reminder.",
)


@st.composite
def sessions(draw: st.DrawFn) -> Scene:
    """Draw a session of up to sixty messages, with holes."""
    steps = draw(st.lists(st.tuples(st.sampled_from((1, 1, 1, 1, 7)), st.sampled_from(LINES)), min_size=1, max_size=60))
    index, lines = 0, []
    for step, line in steps:
        index += step
        lines.append(f"{index} {line}")
    return told("\n".join(lines))


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_phases_cover_each_message_once_in_order_and_are_few(scene: Scene) -> None:
    phases = scene.analysis.phases
    indices = [m.index for m in scene.transcript.messages]
    covered = [i for p in phases for i in indices if p.first <= i <= p.last]
    assert covered == indices
    assert [p.number for p in phases] == list(range(1, len(phases) + 1))
    assert len(phases) - 1 <= round(marked_boundaries(len(indices)))
    assert all(p.first in indices and p.last in indices for p in phases)


@settings(max_examples=60, deadline=None)
@given(sessions())
def test_every_boundary_names_its_cues_and_opens_its_phase(scene: Scene) -> None:
    found = scene.analysis.boundaries
    assert [b.before for b in found] == [p.first for p in scene.analysis.phases[1:]]
    assert all(b.cues for b in found)
    assert [p.cues for p in scene.analysis.phases] == [(), *(b.cues for b in found)]


def worth(chosen: Sequence[Candidate], length: int, mean: float) -> float:
    """Return what a segmentation is worth, by its definition."""
    starts = (0, *(c.position for c in chosen), length)
    return sum(c.score - PRICE for c in chosen) - sum(length_price(b - a, mean) for a, b in pairwise(starts))


@st.composite
def candidates(draw: st.DrawFn) -> tuple[tuple[Candidate, ...], int, int]:
    """Draw at most eight candidates with their scores, a length, how many may be chosen."""
    length = draw(st.integers(2, 60))
    positions = draw(st.sets(st.integers(1, length - 1), max_size=8))
    quarters = st.integers(-20, 8).map(lambda n: n / 4)
    return tuple(Candidate(p, draw(quarters), None) for p in sorted(positions)), length, draw(st.integers(0, 5))


@settings(max_examples=150, deadline=None)
@given(candidates())
def test_the_segmentation_is_the_best_of_all(given_: tuple[tuple[Candidate, ...], int, int]) -> None:
    found, length, most = given_
    mean = length / (most + 1)
    every = (c for n in range(min(len(found), most) + 1) for c in combinations(found, n))
    best = max(worth(c, length, mean) for c in every)
    chosen = best_segmentation(found, length, most)
    assert set(chosen) <= set(found)
    assert len(chosen) <= most
    assert list(chosen) == sorted(chosen, key=lambda c: c.position)
    assert worth(chosen, length, mean) == pytest.approx(best)


def test_a_boundary_that_is_not_worth_its_price_is_not_taken() -> None:
    assert best_segmentation((Candidate(50, PRICE - 0.01, None),), 100, 1) == ()
    assert best_segmentation((Candidate(50, PRICE + 0.01, None),), 100, 1) != ()


def test_phases_of_a_common_length_cost_nothing_and_odd_ones_more_the_odder_they_are() -> None:
    assert length_price(20, 20) == length_price(10, 20) == length_price(50, 20) == 0.0
    assert 0 < length_price(5, 20) < length_price(2, 20)
    assert 0 < length_price(60, 20) < length_price(90, 20)


@pytest.mark.parametrize(("messages", "phases"), [(80, (8, 10)), (600, (12, 13)), (10_000, (17, 18)), (12, (2, 3)), (1, (1, 1))])
def test_as_many_phases_as_a_person_would_mark(messages: int, phases: tuple[int, int]) -> None:
    assert phases[0] <= 1 + round(marked_boundaries(messages)) <= phases[1]


def test_what_a_person_asks_anew_opens_a_phase() -> None:
    work = [f"{n} A ! edit /srv/parser.py > ok" for n in range(2, 12)]
    more = [f"{n} A ! edit /docs/guide.md > ok" for n in range(13, 20)]
    scene = told("\n".join(["1 U Fix the parser.", *work, "12 U Now write the guide.", *more]))
    first, second = scene.analysis.phases
    assert (first.first, first.last, second.first, second.last) == (1, 11, 12, 19)
    assert {"other files"} <= set(second.cues)
    assert (first.title, second.title) == ("Fix the parser", "write the guide")


def test_a_plain_answer_opens_none() -> None:
    work = [f"{n} A ! edit /srv/parser.py > ok" for n in range(2, 9)]
    scene = told("\n".join(["1 U Fix the parser.", *work, "9 U yes", "10 A ! edit /srv/parser.py > ok"]))
    assert len(scene.analysis.phases) == 1


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (("A ! edit /a.py > ok",) * 4, "implement"),
        (("A ! bash pytest -q >1 1 failed, 2 passed",) * 4, "debug"),
        (("A ! bash pytest -q >0 3 passed",) * 4, "verify"),
        (("A ! read /a.py > x",) * 4, "orient"),
        (("A I would keep it.", "A Yes."), "decide"),
    ],
)
def test_a_phase_is_called_by_what_leads_it(lines: tuple[str, ...], kind: str) -> None:
    scene = told("\n".join(["1 U Go.", *(f"{n} {line}" for n, line in enumerate(lines, 2))]))
    assert scene.analysis.phases[0].kind == kind


@pytest.mark.parametrize(("failed", "kind"), [(2, "verify"), (3, "debug")])
def test_a_phase_is_about_what_fails_where_three_calls_fail(failed: int, kind: str) -> None:
    runs = [f"{n} A ! bash pytest -q {'>1 1 failed, 2 passed' if n < 2 + failed else '>0 3 passed'}" for n in range(2, 8)]
    assert told("\n".join(["1 U Test it.", *runs])).analysis.phases[0].kind == kind


@pytest.mark.parametrize(("looks", "kind"), [(11, "debug"), (13, "operate")])
def test_a_phase_is_about_what_fails_where_it_is_a_fifth_of_it(looks: int, kind: str) -> None:
    lines = ["A ! bash systemctl restart run >1 Job for run.service failed."] * 3 + ["A ! read /a.py > x"] * looks
    signals = told("\n".join(f"{n} {line}" for n, line in enumerate(["U Restart it.", *lines]))).signals
    assert kind_of(signals, 0, 1 + len(lines)) == kind


@pytest.mark.parametrize("count", [5_000, 20_000])
def test_the_time_grows_with_the_messages_alone(count: int) -> None:
    pick = random.Random(7)  # noqa: S311 (a fixed session, no secret)
    messages = tuple(_message(n, pick.randrange(3)) for n in range(count))
    transcript = Transcript(session="s", format="jsonl", agent="opencode", messages=messages)
    signals = read_signals(transcript, observe(transcript), name_silences(transcript))
    assert len(signals.persons) > count // 5
    begun = process_time()
    course = read_course(signals)
    phases = phases_of(signals, find_boundaries(course))
    assert process_time() - begun < count / 5_000
    assert 1 < len(phases) <= 1 + round(marked_boundaries(count))


def _message(index: int, choice: int) -> Message:
    if choice == 0:
        order = "Never mind, try the other one" if index % 90 < 3 else f"Add a test for case {index}."
        words = Part(kind="text", text=order, by="person")
        return Message(index=index, role="user", kind="prompt", by="person", parts=(words,))
    call = Part(kind="call", name="read", args=(("filePath", f"/srv/{index // 7}.py"),), by="model", call="c", status="ok")
    return Message(index=index, role="assistant", kind="reply", by="model", parts=(call,))


def test_orders_of_equal_weight_still_make_phases() -> None:
    lines = (f"{n} U Add a test for case {n}." if n % 6 == 0 else f"{n} A ! edit /srv/{n // 6}.py > ok" for n in range(60))
    assert len(told("\n".join(lines)).analysis.phases) > 1


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("Fix the parser. Then test it.", "Fix the parser"),
        ("No. That is for later.", "No. That is for later"),
        ("yo\n  deploy it to staging", "yo deploy it to staging"),
        ("<task>\n  Fix the parser now.", "Fix the parser now"),
        ("## 1. Please fix the parser", "fix the parser"),
        ("read https://www.example.org/a/very/long/path/of/it and fix it", "read example.org and fix it"),
        ("one two three four five six seven eight nine", "one two three four five six seven eight…"),
    ],
)
def test_a_title_is_the_beginning_of_the_instruction(words: str, title: str) -> None:
    assert told(f"1 U {words}\n2 A Done.").analysis.phases[0].title == title


def test_without_an_instruction_a_title_tells_what_was_done() -> None:
    assert (
        told("1 A ! edit /srv/a.py > ok\n2 A ! bash pytest -q >0 3 passed").analysis.phases[0].title == "edited a.py, ran pytest"
    )

"""Each cue of a person's act: where it speaks, and the nearest case where it doesn't."""

from __future__ import annotations

import pytest

from narrator.phases import cues, read_course
from narrator.phases.cues import CUES, Cue, names_of, score
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

TALK = "1 U {at=9:00} Fix the parser.\n2 A {at=9:01 until=9:02} Fixed."


def value(scene: Scene, cue: Cue, number: int = 1) -> float:
    return cue(read_course(scene.signals), number)


def edits(first: int, last: int, name: str = "/srv/a.py") -> str:
    return "\n".join(f"{n} A ! edit {name} > ok" for n in range(first, last + 1))


@pytest.mark.parametrize(("at", "expected"), [("9:03", 0.0), ("9:06", 0.25), ("13:18", 1.0), ("23:00", 1.0)])
def test_a_pause_counts_by_its_logarithm(at: str, expected: float) -> None:
    assert value(told(f"{TALK}\n3 U {{at={at}}} Next."), cues.long_pause) == pytest.approx(expected, abs=0.01)


def test_a_pause_of_unknown_length_counts_little_and_is_not_named() -> None:
    scene = told("1 U Fix it.\n2 A Done.\n3 U Next.")
    assert 0 < value(scene, cues.long_pause) < cues.NAMED_VALUE
    assert 0 < value(scene, cues.longest_pauses) < cues.NAMED_VALUE


def test_pauses_are_ranked_within_their_session() -> None:
    scene = told(
        f"{TALK}\n3 U {{at=9:05}} Go on.\n4 A {{at=9:06}} Yes.\n5 U {{at=9:30}} Next.\n6 A {{at=9:31}} Yes.\n7 U {{at=9:32}} So."
    )
    assert [value(scene, cues.longest_pauses, n) for n in (1, 2, 3)] == [0.5, 1.0, 0.0]


def test_an_answer_at_once_follows_no_pause_however_quick_the_others_are() -> None:
    scene = told(f"{TALK}\n3 U {{at=9:02:01}} Next.\n4 A {{at=9:02:02}} Yes.\n5 U {{at=9:02:06}} So.")
    assert value(scene, cues.longest_pauses, 2) == 0.0


def test_work_before_and_after_counts_by_its_logarithm() -> None:
    scene = told(f"1 U Fix it.\n{edits(2, 4)}\n5 U Now the next.\n{edits(6, 6)}")
    assert (value(scene, cues.after_long_work), value(scene, cues.before_long_work)) == (2 / 6, 1 / 6)


@pytest.mark.parametrize(
    ("before", "after", "begins", "ends"), [(0, 3, 1.0, 0.0), (3, 0, 0.0, 1.0), (3, 3, 0.0, 0.0), (0, 2, 0.0, 0.0)]
)
def test_work_begins_after_talk_and_talk_after_work(before: int, after: int, begins: float, ends: float) -> None:
    lines = ["1 U Fix it.", edits(2, 1 + before), "10 U Now?", edits(11, 10 + after), "20 A Done."]
    scene = told("\n".join(line for line in lines if line))
    assert (value(scene, cues.work_begins), value(scene, cues.talk_begins)) == (begins, ends)


@pytest.mark.parametrize(("file", "expected"), [("/srv/b.py", 1.0), ("/other/a.py", 0.0)])
def test_other_files_are_told_by_their_names(file: str, expected: float) -> None:
    assert value(told(f"1 U Fix it.\n{edits(2, 2)}\n3 U Next.\n4 A ! read {file} > x"), cues.other_files) == expected


def test_without_files_there_are_no_others() -> None:
    assert value(told(f"1 U Fix it.\n{edits(2, 2)}\n3 U Next.\n4 A Done."), cues.other_files) == 0.0


@pytest.mark.parametrize(
    ("before", "after", "expected"), [("plan", "build", 1.0), ("plan", "plan", 0.0), ("plan", "", 0.0), ("", "plan", 0.0)]
)
def test_a_change_of_mode_counts_where_both_are_known(before: str, after: str, expected: float) -> None:
    assert value(told(f"1 U {{{before}}} Fix it.\n2 A Done.\n3 U {{{after}}} Next."), cues.other_mode) == expected


@pytest.mark.parametrize(
    ("words", "cue", "expected"),
    [
        ("No, that's wrong", cues.correction, 1.0),
        ("Add a test for it.", cues.correction, 0.0),
        ("Never mind, let's try something else", cues.redirect, 1.0),
        ("Add a test for it.", cues.redirect, 0.0),
        ("Also add a test.", cues.goes_on, 1.0),
        ("También añade una prueba.", cues.goes_on, 1.0),
        ("另外加一个测试。", cues.goes_on, 1.0),
        ("Alsoran is the name.", cues.goes_on, 0.0),
        ("Add a test.", cues.goes_on, 0.0),
    ],
)
def test_what_a_person_says(words: str, cue: Cue, expected: float) -> None:
    assert value(told(f"{TALK}\n3 U {words}"), cue) == expected


@pytest.mark.parametrize(("lines", "expected"), [(cues.PASTED_LINES, 1.0), (cues.PASTED_LINES - 1, 0.0)])
def test_a_text_of_several_lines_was_pasted(lines: int, expected: float) -> None:
    scene = told(TALK + "\n3 U " + "\n  ".join(f"line of a log {n}" for n in range(lines)))
    assert value(scene, cues.pasted) == expected


@pytest.mark.parametrize(("line", "expected"), [("2 A ! read /a.py > x", 1.0), ("2 A Done.", 0.0)])
def test_what_is_typed_while_a_tool_runs_was_queued(line: str, expected: float) -> None:
    assert value(told(f"1 U Fix it.\n{line}\n3 U Next."), cues.queued) == expected


def test_other_words_are_told_where_the_vocabulary_changes() -> None:
    parser = ["Fix the parser grammar tokens.", "The parser grammar reads tokens.", "Which grammar tokens does the parser need?"]
    deploy = [
        "Deploy the release to staging servers.",
        "Staging servers run the release.",
        "Deploy servers for the staging release?",
    ]
    lines = [f"{n} {'A' if n % 2 else 'U'} {text}" for n, text in enumerate([*parser, "The grammar.", *deploy, "The release."])]
    scene = told("\n".join(lines))
    depths = [value(scene, cues.other_words, n) for n in range(1, 4)]
    assert max(depths) == depths[1] > 0.5
    assert all(0 <= d <= 1 for d in depths)


@pytest.mark.parametrize("line", ["3 A Add a test for it.", "3 S Add a test for it.", "3 U {synthetic} Add a test.", "3 U"])
def test_only_a_persons_own_words_begin_an_exchange(line: str) -> None:
    assert len(read_course(told(f"{TALK}\n{line}\n4 A {SUMMARY}").signals).exchanges) == 1


def test_the_score_is_the_sum_of_what_the_cues_say() -> None:
    course = read_course(told(f"{TALK}\n3 U Also fix this.\n{edits(4, 9)}").signals)
    assert score(course, 1) == pytest.approx(cues.BIAS + sum(w * cue(course, 1) for _, cue, w in CUES))


def test_a_cue_is_named_where_it_speaks_loudly_and_counts() -> None:
    spoken = (("weak", 0.3, 1.0), ("strong", 1.0, 0.5), ("strongest", 0.9, 1.0), ("against", 1.0, -1.0))
    assert names_of(spoken, "nothing") == ("strongest", "strong")
    assert names_of(spoken[:1], "nothing") == ("nothing",)


def test_every_cue_is_in_the_table_under_its_own_name() -> None:
    others = {"read_course", "score", "names_of", "Course"}
    functions = {
        f
        for name, f in vars(cues).items()
        if callable(f) and name[0] != "_" and name not in others and f.__module__ == cues.__name__
    }
    assert {cue for _, cue, _ in CUES} == functions
    assert len({name for name, _, _ in CUES}) == len(CUES)

"""The message as it stands: what it is, its words, what the record says of it, why it is empty."""

from __future__ import annotations

import pytest

from narrator.analysis import analyze
from narrator.evidence import gather, stretch_about
from narrator.model import Coverage
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

LONG = "The lock isn't held while the graph is traced. " * 10


def shape(line: str) -> str:
    scene = told(f"1 U Fix it.\n{line}\n3 A On.")
    return scene.facts(2, "message.")[0].predicate.split(".")[1]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 A", "empty_assistant"),
        ("2 U", "empty_user"),
        ("2 A ~ A thought.", "thinking_assistant"),
        ("2 A ~", "hidden_assistant"),
        ("2 U @ shot.png", "attachment_user"),
        (f"2 A {{summary}} {SUMMARY}", "summary"),
        ("2 A {summary}", "empty_summary"),
        ("2 U Now the docs.", "prompt"),
        ("2 U {command} ! bash make > ok", "command"),
        ("2 S A reminder.", "notice"),
        ("2 U {by=hook} A reminder.", "notice"),
        ("2 A Done.", "reply"),
        ("2 A Let me look. ! read /srv/a.py > x", "working_reply"),
        ("2 A ! read /srv/a.py > x", "work"),
    ],
)
def test_a_message_is_what_it_holds(line: str, expected: str) -> None:
    assert shape(line) == expected


def test_its_measures_are_counted() -> None:
    what = told("1 U Fix it.\n2 A Let me look here. ! read /srv/a.py > x ! read /srv/b.py > x").facts(2, "message.")[0]
    assert {name: what.arg(name) for name in ("n", "words", "calls", "author")} == {
        "n": 2,
        "words": 4,
        "calls": 2,
        "author": "the assistant",
    }


def test_a_persons_words_are_quoted_whole_and_an_assistants_where_they_are_short() -> None:
    scene = told(f"1 U Fix it.\n2 A Done.\n3 U {LONG}\n4 A {LONG}")
    assert scene.words(scene.fact(2, "message.says").arg("words")) == "Done."
    assert scene.words(scene.fact(3, "message.words").arg("words")) == LONG.strip()
    assert not {"message.says", "message.words"} & set(scene.told(4))


def test_of_a_long_text_the_weighty_sentences_are_told() -> None:
    cause = "The root cause is that the lock isn't held while the graph is traced."
    scene = told(f"1 U Fix it.\n2 A {cause} {'And so on and on. ' * 30}\n3 A {cause}")
    said = ("own.said", "own.claim", "own.thought")
    assert [scene.words(f.arg("words")) for f in scene.facts(2, *said)] == [cause]
    assert scene.told(3, *said) == []


def test_a_thought_of_a_silent_message_is_told() -> None:
    scene = told("1 U Fix it.\n2 A ~ The lock isn't held.")
    assert scene.words(scene.fact(2, "message.thought").arg("words")) == "The lock isn't held."


def test_own_acts_are_told_with_what_they_showed(scene: Scene) -> None:
    """A test run that went well, and a look.

    1 U Run the tests.
    2 A ! bash pytest -q >0 ..... [100%]
      5 passed in 0.1s
    3 A ! read /srv/a.py > x
    """
    acts = scene.fact(2, "own.acts")
    assert (acts.arg("calls"), acts.messages) == (1, (2,))
    assert "5 passed" in scene.words(scene.fact(2, "own.result").arg("words"))
    assert scene.told(3, "own.") == ["own.acts"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 A {error=ProviderError error.message=overloaded}", ["record.error"]),
        ("2 A {error=ProviderError x=y}", ["record.error_name"]),
        ("2 A {finish=stop x=y}", ["record.finish"]),
        ("2 A {finish=stop x=y} Done.", []),
        ("2 A {at=10:00 until=10:01 x=y} Done.", ["record.lasted"]),
        ("2 A {at=10:00 until=10:00 x=y} Done.", []),
        ("2 A", ["record.none"]),
    ],
)
def test_the_record_speaks_where_it_has_a_field(line: str, expected: list[str]) -> None:
    scene = told(f"1 U Fix it.\n{line}\n3 A On.\n4 A\n5 A On.")
    assert [p for p in scene.told(2, "record.") if p not in ("record.rarity", "record.only")] == expected


def test_how_rare_its_like_is_is_counted_over_the_whole_record() -> None:
    scene = told("1 U Fix it.\n2 A\n3 A On.\n4 U\n5 A\n6 A On.")
    found = scene.fact(2, "record.rarity")
    assert (found.arg("like"), found.arg("of"), found.arg("role")) == (2, 4, "assistant")
    assert found.notes[0].text == "assistant messages without text or call in [msg 1]–[msg 6]: 2"
    assert found.notes[0].messages == (2, 5)
    assert scene.told(4, "record.rarity", "record.only") == ["record.only"]


def test_a_silence_is_told_as_sure_as_it_is() -> None:
    scene = told("1 U Fix it.\n2 A {error=MessageAbortedError}\n3 U Stop\n4 A\n5 U Write the docs.\n6 A\n7 A On.")
    assert [scene.facts(n, "silence.")[0].predicate for n in (2, 4, 6)] == [
        "silence.recorded.interrupt",
        "silence.inferred.interrupt",
        "silence.unknown.unknown",
    ]
    assert scene.told(1, "silence") == []


def test_signs_are_told_where_no_rivals_are() -> None:
    recorded = told("1 U Fix it.\n2 A {error=MessageAbortedError}\n3 U Stop").fact(2, "silence.signs")
    assert "MessageAbortedError" in str(recorded.arg("signs"))
    assert told("1 U Fix it.\n2 A\n3 U Stop").told(2, "silence.signs") == []


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("2 A ! bash rm -rf build >refused no", "occasion.refused"),
        ("2 A {interrupted} I was", "occasion.cut"),
        ("2 A ! bash make >2 make: *** No rule", None),
        ("2 A Done.", None),
    ],
)
def test_a_refusal_or_a_cut_right_before_is_the_occasion_of_a_persons_word(before: str, expected: str | None) -> None:
    assert told(f"1 U Fix it.\n{before}\n3 U Not that.").told(3, "occasion") == ([expected] if expected else [])


def test_how_long_a_prompt_took_is_told_where_the_record_has_times() -> None:
    timed = told("1 U {at=10:00} Fix it.\n2 A {at=10:01 until=10:02} Done.\n3 U {at=10:05} Now the docs.")
    prompt = timed.facts(3, "message.prompt")[0]
    assert prompt.arg("seconds") == 180.0
    assert prompt.notes[0].text == "10:05:00 − 10:02:00 (UTC) = 3 min"
    assert timed.facts(1, "message.prompt")[0].arg("seconds") is None


@pytest.mark.parametrize(
    ("counts", "what"),
    [
        ({}, ()),
        ({"bad": 2, "truncated": 1}, ("records that can't be read", "an end that is cut off")),
        ({"dangling": 1, "unknown": 3}, ("references to records that aren't there", "records of kinds that aren't known")),
    ],
)
def test_a_record_that_lacks_something_says_so(counts: dict[str, int], what: tuple[str, ...]) -> None:
    transcript = told("1 U Fix it.\n2 A Fixed.").transcript
    spoilt = analyze(transcript.model_copy(update={"coverage": Coverage(records=9, **counts)}))
    found = [f.arg("what") for f in gather(stretch_about(spoilt, 2)) if f.predicate == "open.record"]
    assert found == ([what] if what else [])


def test_a_command_that_a_person_ran_is_theirs_and_no_act_of_the_assistant() -> None:
    scene = told("1 U Fix it.\n2 A Done.\n3 U {command} ! bash make check > ok\n4 A Good.")
    assert scene.fact(3, "message.command").arg("commands") == ("make check",)
    assert scene.told(3, "own.", "message.") == ["message.command"]


def test_an_opening_that_passes_over_the_first_words_does_not_begin_the_message() -> None:
    rest = "The parser holds one lock per file and frees it late, which is what made it slow. " * 5
    assert scene_of(f"## Summary\n{rest}") == ["own.opening.later"]
    assert scene_of(rest) == ["own.opening"]
    assert scene_of(f"Perfect! {rest}") == ["own.opening.later"]


def scene_of(text: str) -> list[str]:
    return told(f"1 U Fix it.\n2 A {text}").told(2, "own.opening")


def test_a_summary_without_headings_is_told_by_its_first_line() -> None:
    plain = told("1 U Fix it.\n2 A {summary} The parser was slow.\n3 A On.")
    assert plain.fact(2, "message.summary.plain").arg("heads") == ("The parser was slow.",)
    headed = told("1 U Fix it.\n2 A {summary} ## Goal\nThe parser was slow.\n3 A On.")
    assert headed.fact(2, "message.summary").arg("heads") == ("## Goal",)

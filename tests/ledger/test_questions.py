"""Questions and their answers, the person's and the model's."""

from __future__ import annotations

from time import process_time

import pytest

from narrator.analysis import analyze
from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.instructions import find_instructions
from narrator.ledger.instructions_limits import find_limits
from narrator.ledger.open_ends import find_open_ends
from narrator.ledger.questions import find_questions
from narrator.ledger.questions_words import content_words
from tests.scenes import Scene
from tests.scenes import scene as told

LIMIT = 5.0
"""Seconds for four messages of data: minutes where a pattern goes back and forth over them."""


def _found(scene: Scene) -> list[Fact]:
    return list(find_questions(Whole(scene.analysis)))


def _predicates(text: str, agent: str = "opencode") -> list[str]:
    return [f.predicate for f in _found(told(text, agent))]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Why is it so slow?", "It reads the file twice."),
        ("¿Por qué es tan lento?", "Lee el archivo dos veces."),
        ("Warum ist das so langsam?", "Es liest die Datei zweimal."),
        ("Por que está tão lento?", "Lê o arquivo duas vezes."),
        ("为什么这么慢？", "它读了两次文件。"),
    ],
)
def test_a_question_is_answered_by_the_opening_of_the_reply(question: str, answer: str) -> None:
    scene = told(f"1 U {question}\n2 A {answer}")
    (found,) = _found(scene)
    assert found.predicate == "question.answered"
    assert [scene.words(s) for s in found.spans] == [question, answer]


def test_courtesies_headings_and_announcements_answer_nothing() -> None:
    scene = told("1 U Why is it so slow?\n2 A Great question!\n\n  # Analysis\n\n  Here's why:\n\n  It reads the file twice.")
    (found,) = _found(scene)
    assert scene.words(found.arg("answer")) == "It reads the file twice."


def test_of_several_questions_each_has_the_passage_that_speaks_of_it() -> None:
    scene = told(
        "1 U Where is the parser cache stored? And why is the lexer rebuilt each time?\n"
        "2 A The lexer is rebuilt because its tables change.\n\n  The parser keeps its cache in memory."
    )
    answers = [scene.words(f.arg("answer")) for f in _found(scene)]
    assert answers == ["The parser keeps its cache in memory.", "The lexer is rebuilt because its tables change."]


def test_a_report_of_changes_need_not_answer() -> None:
    scene = told("1 U Are we committed?\n2 A ! bash git commit -m x > [main 1] x\n3 A The helper moved to utils.")
    assert [f.predicate for f in _found(scene)] == ["question.unknown"]


def test_no_word_before_the_topic_changed_is_no_answer() -> None:
    cut = "1 U Where is the cache?\n2 A {interrupted}\n3 U Delete the old lexer.\n4 A Done."
    assert _predicates(cut) == ["question.unanswered"]


def test_an_answer_may_come_after_a_word_to_go_on() -> None:
    scene = told("1 U Where is the parser cache?\n2 A {interrupted}\n3 U continue\n4 A The parser cache is in memory.")
    assert [f.predicate for f in _found(scene)] == ["question.answered"]


def test_requests_in_the_form_of_questions_are_none() -> None:
    assert _predicates("1 U Can you add a test?\n2 A Done.") == []


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("yes", "put.answered"),
        ("no, leave it", "put.answered"),
        ("sí, por favor", "put.answered"),
        ("好的", "put.answered"),
        ("ja bitte", "put.answered"),
        ("Why is the lexer rebuilt?", "put.unanswered"),
        ("are the changes saved? if yes, do it", "put.unknown"),
    ],
)
def test_what_the_model_puts_to_the_person_is_answered_by_how_they_go_on(said: str, predicate: str) -> None:
    scene = told(f"1 U Look at the parser.\n2 A It reads twice. Shall I fix that?\n3 U {said}\n4 A The tables change.")
    assert predicate in [f.predicate for f in _found(scene)]


def test_a_tool_s_question_is_answered_in_its_result() -> None:
    asked = """questions='[{"question":"Which way?"},{"question":"How far?"}]'"""
    result = 'User has answered your questions: "Which way?"="north", "How far?"="a mile". You can now continue.'
    scene = told(f"1 U Go.\n2 A ! question {asked} > {result}")
    assert [scene.words(f.arg("answer")) for f in _found(scene)] == ["north", "a mile"]
    refused = told(f"1 U Go.\n2 A ! question {asked} >refused no")
    assert [f.predicate for f in _found(refused)] == ["put.unanswered"] * 2


def test_the_last_question_of_a_session_is_open() -> None:
    scene = told("1 U Look.\n2 A It reads twice. Shall I fix that?\n3 U /exit")
    (found,) = (f for f in find_open_ends(Whole(scene.analysis)) if f.predicate == "open.question")
    assert scene.words(found.arg("words")) == "Shall I fix that?"


def test_telling_words_are_stems_and_pairs_of_characters() -> None:
    assert content_words("Where are the caches stored?") & content_words("The cache is in memory") == {"cache"}
    assert "缓存" in content_words("缓存在哪里")


@pytest.mark.parametrize("run", ["#", "“", '"', "a/", "`a", "请", "what ", "and add "])
def test_data_in_a_reply_takes_no_time(run: str) -> None:
    scene = told("1 U Why is the parser slow?\n2 A x\n3 U Add it and push.\n4 A x")
    long = tuple(
        m.model_copy(update={"parts": tuple(p.model_copy(update={"text": f"{p.text} {run * 1500}"}) for p in m.parts)})
        for m in scene.transcript.messages
    )
    analysis = analyze(scene.transcript.model_copy(update={"messages": long}))
    whole = Whole(analysis)
    assert whole.observations
    begun = process_time()
    for find in (find_questions, find_instructions, find_limits, find_open_ends):
        list(find(whole))
    assert process_time() - begun < LIMIT

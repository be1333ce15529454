"""A fact becomes a sentence: its wording, its citations, its footnotes, its stop."""

from __future__ import annotations

import pytest

from narrator.errors import TemplateError
from narrator.evidence import Fact, Note, fact, with_notes
from narrator.lexicon import Entry
from narrator.model import Span
from narrator.planning import Node
from narrator.realization.surface import Voice
from narrator.realization.templates import Wordings
from tests.scenes import scene as told

SCENE = told("1 U Fix it.\n2 A Done.\n3 U Why?\n4 A Because.\n5 A So.")
LEXICON = {
    "said": Entry(("it says so",)),
    "cited": Entry(("it says so at [msg 2]",)),
    "two": Entry(("one wording", "another wording", "a third wording")),
    "other": Entry(("one wording", "another wording", "a third wording")),
    "list": Entry(("these are it:",)),
    "stopped": Entry(("it ends with a stop.",)),
    "quoted": Entry(("it says {{ words | quote }}",)),
    "frame": Entry(("what follows is another matter",), framing=True),
    "row": Entry((), cells=("{{ name }}", "x [msg {{ n }}]")),
    "needs": Entry(("it needs {{ role }}",)),
    "relation.contrast": Entry(("But",)),
    "named": Entry(("`gamma` was set",)),
    "it": Entry(("It was set",)),
}


def voice(subject: int = 1) -> Voice:
    return Voice(SCENE.transcript, LEXICON, Wordings(SCENE.transcript, LEXICON), subject)


def a(predicate: str, *messages: int, **roles: str | int | Span) -> Fact:
    spans = tuple(Span(session="s", message=m) for m in messages or (1,))
    return fact(predicate, spans, spans[0].message, **roles)


@pytest.mark.parametrize(
    ("predicate", "messages", "expected"),
    [
        ("said", (2,), "It says so [msg 2]."),
        ("said", (1, 4), "It says so [msg 1], [msg 4]."),
        ("said", (1, 2, 3), "It says so [msg 1]–[msg 3]."),
        ("cited", (2,), "It says so at [msg 2]."),
        ("cited", (2, 4), "It says so at [msg 2], [msg 4]."),
        ("list", (2,), "These are it [msg 2]:"),
        ("stopped", (2,), "It ends with a stop [msg 2]."),
    ],
)
def test_citations_and_stop_are_added(predicate: str, messages: tuple[int, ...], expected: str) -> None:
    assert voice().say(a(predicate, *messages)).text == expected


def test_a_sentence_knows_its_spans_and_its_fact() -> None:
    found = a("said", 2, 4)
    sentence = voice().say(found)
    assert (sentence.spans, sentence.facts) == (found.spans, ("said",))


def test_a_framing_sentence_cites_nothing_and_claims_nothing() -> None:
    sentence = voice().say(a("frame", 2))
    assert (sentence.text, sentence.spans, sentence.facts) == ("What follows is another matter.", (), ())


def test_a_block_quotation_takes_no_stop_of_ours() -> None:
    assert voice().say(a("said", 2), stop=False).text == "it says so [msg 2]"


def test_the_second_use_of_a_slot_takes_another_wording() -> None:
    speaker = voice()
    texts = [speaker.say(a("two", 2)).text for _ in range(4)]
    assert len(set(texts[:3])) == 3
    assert texts[3] == texts[0]


def test_the_first_wording_depends_on_the_place_alone() -> None:
    firsts = {n: voice(n).say(a("two", 2)).text for n in range(40)}
    assert firsts == {n: voice(n).say(a("two", 2)).text for n in range(40)}
    assert len(set(firsts.values())) == 3
    assert any(voice(n).say(a("two", 2)).text != voice(n).say(a("other", 2)).text for n in range(40))


def test_slots_take_turns_by_themselves() -> None:
    speaker, fresh = voice(), voice()
    speaker.say(a("two", 2))
    assert speaker.say(a("other", 2)).text == fresh.say(a("other", 2)).text


def test_a_missing_wording_is_told_by_its_predicate() -> None:
    with pytest.raises(TemplateError, match="'unheard'"):
        voice().say(a("unheard"))


def test_a_missing_role_is_told_with_the_wording() -> None:
    with pytest.raises(TemplateError, match=r"it needs \{\{ role \}\}.*role"):
        voice().say(a("needs"))


def test_a_relation_is_worded_before_the_sentence() -> None:
    assert voice().say(a("it", 2), "contrast").text == "But it was set [msg 2]."
    assert voice().say(a("named", 2), "contrast").text == "But `gamma` was set [msg 2]."
    assert voice().say(a("it", 2), "cause").text == "It was set [msg 2]."


def test_a_node_is_told_with_its_satellites() -> None:
    texts = [s.text for s in voice().tell(Node("nucleus", a("said", 2), (a("it", 3), a("named", 4))))]
    assert texts == ["It says so [msg 2].", "It was set [msg 3].", "`gamma` was set [msg 4]."]


def test_a_rows_cells_cite_for_themselves() -> None:
    first, second = voice().cells(a("row", 2, name="acts", n=4))
    assert (first.text, second.text) == ("acts", "x [msg 4]")


def test_a_title_cites_nothing() -> None:
    assert voice().phrase(a("said", 2)) == "it says so"


def test_footnotes_are_numbered_as_they_come_up_and_the_same_one_once() -> None:
    speaker = voice()
    sums, other = Note("4 − 2 = 2", (1, 3)), Note("calls in [msg 1]–[msg 4]: 3")
    first = speaker.say(with_notes(a("said", 2), sums, other))
    second = speaker.say(with_notes(a("it", 2), other))
    assert first.text == "It says so [msg 2] [^d1] [^d2]."
    assert second.text == "It was set [msg 2] [^d2]."
    notes = speaker.footnotes.notes
    assert [(n.name, n.text) for n in notes] == [("d1", "4 − 2 = 2 [msg 1], [msg 3]."), ("d2", "calls in [msg 1]–[msg 4]: 3.")]
    assert [s.message for s in notes[0].spans] == [1, 3]


def test_marks_of_a_row_stand_in_its_last_cell() -> None:
    cells = voice().cells(with_notes(a("row", 2, name="acts", n=4), Note("x: 1")))
    assert [c.text for c in cells] == ["acts", "x [msg 4] [^d1]"]


def test_quoted_words_stay_as_they_are_said() -> None:
    words = Span(session="s", message=4, part=0)
    assert voice().say(a("quoted", 4, words=words)).text == "It says “Because.” [msg 4]."

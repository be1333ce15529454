"""Rival explanations of a silence: their shares, their order in the situations that occur, the signs for and against."""

from __future__ import annotations

import pytest

from narrator.analysis import analyze
from narrator.evidence import Hypothesis, hypotheses, stretch_about
from narrator.evidence.hypotheses import GRADES, RULES, weigh
from narrator.model import Problem
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

ORDER = "Kill the training for now, deploy with the other drafter up to 16 draft len."
EDITED = ORDER.replace("with the other drafter", "the other drafter, with")
WORK = "1 U Find the bottleneck.\n2 A ! bash nvidia-smi > x"


def edge(again: str) -> Scene:
    return told(f"1 U {ORDER}\n2 A ! bash pkill train > ok\n3 A\n4 U\n5 A {SUMMARY}\n6 U {again}\n7 A ! bash ls > x")


def names(scene: Scene, index: int) -> list[str]:
    return [h.name for h in weigh(scene.stretch(index))]


def rival(scene: Scene, index: int, name: str) -> Hypothesis:
    return next(h for h in weigh(scene.stretch(index)) if h.name == name)


SITUATIONS = {
    "before a compaction, then the order edited": (edge(EDITED), 3),
    "then a typed stop": (told(f"{WORK}\n3 A\n4 U Just stop the run\n5 A Stopped."), 3),
    "after a report": (told("1 U Fix it.\n2 A All six changes are on the server now.\n3 U"), 3),
    "after a report, before a gap": (told("1 U Fix it.\n2 A All six changes are on the server now.\n3 U\n9 A Later."), 3),
    "in the middle of nothing": (told("1 U Fix it.\n2 A\n3 A Done."), 2),
    "an empty line elsewhere": (told("1 U Fix it.\n2 A Done.\n3 U\n4 A On.", agent="claude-code"), 3),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_all_rivals_of_a_role_share_one_whole(situation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hypotheses, "LEAST", 0.0)
    monkeypatch.setattr(hypotheses, "MOST", len(RULES))
    scene, index = SITUATIONS[situation]
    message = scene.transcript.message(index)
    assert message is not None
    found = weigh(scene.stretch(index))
    assert {h.name for h in found} == {r.name for r in RULES if r.role == message.role}
    assert sum(h.probability for h in found) == pytest.approx(1.0)
    assert all(0 < h.probability < 1 for h in found)


def test_before_a_compaction_with_the_order_edited_the_context_was_refused_or_the_user_stopped_it() -> None:
    scene, index = SITUATIONS["before a compaction, then the order edited"]
    assert names(scene, index)[:2] == ["context_overflow", "interrupt"]
    overflow, stop = weigh(scene.stretch(index))[:2]
    assert overflow.probability < 0.95
    assert [(s.messages, a.messages) for s in overflow.support for a in overflow.against] == [((5,), (1, 6))]
    assert {m for s in stop.support for m in s.messages} == {1, 2, 6}


def test_with_the_order_repeated_to_the_letter_the_refusal_is_surer() -> None:
    same, edited = (rival(edge(again), 3, "context_overflow") for again in (ORDER, EDITED))
    assert same.probability > edited.probability
    assert not same.against


def test_before_a_typed_stop_the_user_stopped_it() -> None:
    scene, index = SITUATIONS["then a typed stop"]
    first, *rest = weigh(scene.stretch(index))
    assert first.name == "interrupt"
    assert first.probability > 0.55
    assert {m for s in first.support for m in s.messages} == {2, 4}
    assert all(h.probability < first.probability / 4 for h in rest)


@pytest.mark.parametrize("situation", ["after a report", "after a report, before a gap"])
def test_after_a_report_in_opencode_it_is_a_marker_and_no_answer(situation: str) -> None:
    scene, index = SITUATIONS[situation]
    found = weigh(scene.stretch(index))
    assert found[0].name == "compaction"
    assert found[0].probability > 0.55
    answer = next(h for h in found if h.name == "answer")
    assert answer is found[-1]
    assert answer.probability < 0.03
    assert answer.against


def test_where_an_empty_line_can_be_sent_an_answer_is_not_excluded() -> None:
    scene, index = SITUATIONS["an empty line elsewhere"]
    answer = rival(scene, index, "answer")
    assert not answer.against
    assert answer.probability > 0.05


def test_a_silence_on_record_has_no_rivals() -> None:
    scene = told(f"{WORK}\n3 A {{error=MessageAbortedError}}\n4 U Just stop the run")
    assert weigh(scene.stretch(3)) == ()
    assert scene.told(3, "hypothes") == []


def test_words_have_no_rivals() -> None:
    assert told(WORK).told(2, "hypothes") == []


def test_no_more_rivals_are_told_than_a_reader_keeps_apart() -> None:
    scene, index = SITUATIONS["in the middle of nothing"]
    assert sum(r.role == "assistant" for r in RULES) > hypotheses.MOST == 4
    assert len(weigh(scene.stretch(index))) == hypotheses.MOST


def test_rivals_that_are_unlikely_and_unsupported_are_left_out() -> None:
    scene, index = SITUATIONS["then a typed stop"]
    assert all(h.probability >= hypotheses.LEAST or h.support for h in weigh(scene.stretch(index)))
    assert "context_overflow" not in names(scene, index)


SIGNS = {
    "summary_follows": (edge(ORDER), 3, True),
    "summary_follows, too far on": (told(f"{WORK}\n3 A\n4 A On.\n5 U\n6 A {SUMMARY}"), 3, False),
    "no_summary_follows": (told(f"{WORK}\n3 A\n4 A On."), 3, True),
    "no_summary_follows, at the end": (told(f"{WORK}\n3 A"), 3, False),
    "record_ends": (told(f"{WORK}\n3 A"), 3, True),
    "record_ends, before a gap": (told(f"{WORK}\n3 A\n9 A On."), 3, True),
    "record_ends, not": (told(f"{WORK}\n3 A\n4 A On."), 3, False),
    "same_order_after": (told(f"1 U {ORDER}\n2 A\n3 U {ORDER}"), 2, True),
    "same_order_after, edited": (told(f"1 U {ORDER}\n2 A\n3 U {EDITED}"), 2, False),
    "edited_order_after": (told(f"1 U {ORDER}\n2 A\n3 U {EDITED}"), 2, True),
    "edited_order_after, the same": (told(f"1 U {ORDER}\n2 A\n3 U {ORDER}"), 2, False),
    "edited_order_after, another": (told(f"1 U {ORDER}\n2 A\n3 U Write the docs."), 2, False),
    "typed_next": (told(f"{WORK}\n3 A\n4 U Stop"), 3, True),
    "typed_next, later": (told(f"{WORK}\n3 A\n4 A On.\n5 U Stop"), 3, False),
    "typed_next, the harness": (told(f"{WORK}\n3 A\n4 U {{synthetic}} Go on."), 3, False),
    "turned_away": (told(f"{WORK}\n3 A\n4 U Stop"), 3, True),
    "turned_away, going on": (told(f"{WORK}\n3 A\n4 U yes"), 3, False),
    "in_the_middle": (told(f"{WORK}\n3 A\n4 A On."), 3, True),
    "in_the_middle, after words": (told("1 U Fix it.\n2 A Done.\n3 A\n4 A On."), 3, False),
    "in_the_middle, across a gap": (told(f"{WORK}\n9 A\n10 A On."), 9, False),
    "after_report": (told("1 U Fix it.\n2 A Done.\n3 U"), 3, True),
    "after_report, at work": (told(f"{WORK}\n3 U"), 3, False),
    "after_report, across a gap": (told("1 U Fix it.\n2 A Done.\n9 U"), 9, False),
    "cannot_be_typed": (told("1 U Fix it.\n2 A Done.\n3 U"), 3, True),
    "cannot_be_typed, elsewhere": (told("1 U Fix it.\n2 A Done.\n3 U", agent="codex"), 3, False),
}


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_is_seen_where_it_is_and_stands_on_messages(sign: str) -> None:
    scene, index, expected = SIGNS[sign]
    found = getattr(hypotheses, sign.split(",")[0])(scene.stretch(index))
    assert (found is not None) is expected
    if found is not None:
        clause, positions = found
        assert clause[0].islower() or clause.startswith("[msg")
        assert not clause.endswith(".")
        assert all(0 <= p < len(scene.transcript.messages) for p in positions)


def test_every_sign_of_a_rule_is_tried_above() -> None:
    assert {test.__name__ for rule in RULES for test, _ in rule.tests} == {s.split(",")[0] for s in SIGNS}


def test_rivals_are_told_likeliest_first_with_what_would_decide() -> None:
    scene, index = SITUATIONS["before a compaction, then the order edited"]
    rivals = scene.facts(index, "hypothesis.")
    assert [f.arg("name") for f in rivals] == names(scene, index)
    assert [f.salience for f in rivals] == sorted((f.salience for f in rivals), reverse=True)
    wanted = scene.fact(index, "hypotheses.decided_by").arg("what")
    assert isinstance(wanted, tuple)
    assert len(wanted) == len(set(wanted)) >= 2


def test_a_cause_that_a_rule_infers_from_the_record_has_no_rivals_that_deny_it() -> None:
    scene = told("1 U Fix it.\n2 A ! bash ls > x\n3 A\n4 U Stop that.", agent="claude-code")
    assert names(scene, 3)[0] == "interrupt"
    messages = tuple(m.model_copy(update={"record": (("version", "2.1.30"),)}) for m in scene.transcript.messages)
    lost = Problem(code="dangling-parent", text="the record that it follows isn't in the file", message=3)
    spoilt = analyze(scene.transcript.model_copy(update={"messages": messages, "problems": (lost,)}))
    silence = spoilt.silence(3)
    assert silence is not None
    assert (silence.cause, silence.certainty) == ("lost_record", "inferred")
    assert weigh(stretch_about(spoilt, 3)) == ()


def test_grades_fall_with_the_probability_and_cover_all_of_it() -> None:
    bounds = [least for least, _ in GRADES]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == 0.0
    grades = [str(f.arg("grade")) for f in SITUATIONS["then a typed stop"][0].facts(3, "hypothesis.")]
    order = [word for _, word in GRADES]
    assert [order.index(g) for g in grades] == sorted(order.index(g) for g in grades)

"""What the person asked for, over a whole session."""

from __future__ import annotations

from narrator.ledger import LEDGER, Whole, gather_ledger
from narrator.ledger.asked import find_asked
from tests.scenes import scene as told


def test_each_act_that_says_something_is_told_in_the_person_s_words() -> None:
    scene = told("1 U Fix the parser.\n2 A Done.\n3 U thanks!\n4 A Fine.\n5 U Why is it so slow?\n6 A It reads twice.")
    found = list(find_asked(Whole(scene.analysis)))
    assert [(f.predicate, f.at) for f in found] == [("asked.request", 1), ("asked.question", 5)]
    assert [scene.words(f.arg("words")) for f in found] == ["Fix the parser.", "Why is it so slow?"]


def test_facts_come_by_extractor_and_know_it() -> None:
    facts = gather_ledger(told("1 U Fix the parser.\n2 A Done.").analysis)
    order = [name for name, _ in LEDGER]
    assert [order.index(f.found_by) for f in facts] == sorted(order.index(f.found_by) for f in facts)

"""What each act of the person got."""

from __future__ import annotations

from narrator.ledger import Whole
from narrator.ledger.exchanges import MOST, find_exchanges, name_of
from tests.scenes import Scene
from tests.scenes import scene as told


def exchanges(scene: Scene) -> list[tuple[str, int]]:
    return [(f.predicate, f.at) for f in find_exchanges(Whole(scene.analysis)) if f.predicate.startswith("exchange.")]


def test_an_exchange_is_worked_on_answered_or_left() -> None:
    worked, answered = "1 U Fix it.\n2 A ! edit /srv/a.py > ok\n3 A Done.", "4 U Why so?\n5 A It was read twice."
    scene = told(f"{worked}\n{answered}\n6 U And the docs?\n7 A {{interrupted}}")
    assert exchanges(scene) == [("exchange.worked.told", 1), ("exchange.answered", 4), ("exchange.left", 6)]


def test_its_files_stand_by_name_the_most_changed_first_and_failed_edits_changed_nothing() -> None:
    lines = ["! edit /srv/a.py > ok", "! edit /srv/b.py > ok", "! edit /srv/b.py > ok", "! edit /srv/c.py >error no such text"]
    scene = told("\n".join(["1 U Fix it.", *(f"{n} A {line}" for n, line in enumerate(lines, 2)), "6 A Done."]))
    found = next(find_exchanges(Whole(scene.analysis)))
    assert found.arg("files") == ("b.py", "a.py")
    assert found.messages == (1, 2, 3, 6)


def test_a_report_is_told_by_its_opening_and_by_what_weighs_most_in_it() -> None:
    causes = " ".join(f"The problem was that the lock `lock_{n}` was held twice." for n in range(MOST + 2))
    scene = told(f"1 U Fix it.\n2 A I went through the parser.\n\n  And then:\n\n  {'x' * 300}\n\n  {causes}")
    found = next(find_exchanges(Whole(scene.analysis)))
    says = found.arg("says")
    assert isinstance(says, tuple)
    assert len(says) == MOST
    assert scene.words(found.arg("report")).startswith("I went through the parser.")


def test_an_act_sent_again_is_told_once_as_last_sent() -> None:
    scene = told("1 U Make a page of it.\n2 A {interrupted}\n3 U Make a page of it, please.\n4 A Done.")
    found = next(find_exchanges(Whole(scene.analysis)))
    assert scene.words(found.arg("typed")) == "Make a page of it, please."


def test_a_path_is_named_by_its_last_part_whichever_way_it_leans() -> None:
    assert [name_of(p) for p in ("/srv/a.py", r"C:\srv\a.py", "a.py", "/srv/pages/")] == ["a.py", "a.py", "a.py", "pages"]


def test_the_first_and_the_last_are_told_once_more_without_what_the_frame_quotes() -> None:
    work = "2 A ! edit /srv/a.py > ok\n3 A I fixed the parser."
    scene = told(f"1 U Fix it.\n{work}\n4 U Now the docs.\n5 A ! edit /docs/b.md > ok\n6 A The guide is written.")
    told_of = [(f.predicate, f.at, [name for name, _ in f.args]) for f in find_exchanges(Whole(scene.analysis))]
    assert [t for t in told_of if "typed" not in t[2]] == [("reply.worked.told", 3, ["files", "edits", "report"])]
    assert told_of[-1] == ("exchange.worked", 4, ["typed", "act", "files", "edits"])
    alone = find_exchanges(Whole(told(f"1 U Fix it.\n{work}").analysis))
    assert [f.predicate for f in alone] == ["exchange.worked.told", "reply.worked"]


def test_what_stands_behind_a_hole_in_the_record_answers_nothing_before_it() -> None:
    scene = told("1 U Fix it.\n2 A Let me see.\n3 U Stop that.\n4 A Stopping.\n90 A ! edit /srv/a.py > ok\n91 A The tests pass.")
    last = next(f for f in find_exchanges(Whole(scene.analysis)) if f.at == 3)
    assert last.messages == (3, 4)

"""What is worth telling of a whole session."""

from __future__ import annotations

from narrator.ledger import gather_ledger
from narrator.ledger.salience import names_in
from tests.scenes import scene as told


def test_names_are_paths_identifiers_and_figures() -> None:
    text = "The cap in `parse_all` of /srv/a.py is 4,617 at 90%, by CountLines and HTTP; fine otherwise."
    assert names_in(text) == {"parse_all", "srv/a.py", "4,617", "90%", "countlines", "http"}


def test_what_the_session_comes_back_to_weighs_more() -> None:
    lines = ["1 U Set cap_limit to 40.", "2 A I set it.", "3 U Set pad_width to 12.", "4 A I set that too."]
    back = [f"{n} {'U' if n % 2 else 'A'} The cap_limit again, number {n}." for n in range(5, 13)]
    facts = {f.at: f for f in gather_ledger(told("\n".join([*lines, *back])).analysis) if f.predicate.startswith("exchange.")}
    assert facts[1].salience > facts[3].salience


def test_each_further_fact_of_an_exchange_weighs_half() -> None:
    facts = gather_ledger(told("1 U Fix the parser.\n2 A Done.").analysis)
    weights = {f.predicate: f.salience for f in facts}
    assert weights["asked.request"] < weights["exchange.answered"] / 2 + 0.01
    assert weights["frame.goal"] > weights["exchange.answered"]


def test_the_same_session_gives_the_same_weights() -> None:
    text = "1 U Fix `a_b` in /srv/a.py.\n2 A Done.\n3 U Now `c_d`.\n4 A It fails: 3 of 40."
    assert gather_ledger(told(text).analysis) == gather_ledger(told(text).analysis)

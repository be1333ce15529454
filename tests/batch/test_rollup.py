"""The rollup: counts, citations, and nothing from fewer than three sessions."""

from __future__ import annotations

import re

from narrator.batch import Entry, Instance, Options
from narrator.batch.pens import short_names
from narrator.batch.rollup import rollup
from narrator.references import find


def entry(name: str, *found: Instance, project: str | None = "cart", day: str | None = "2026-01-05") -> Entry:
    return Entry(
        session=name,
        folder=name,
        digest="0",
        made=Options(version="x"),
        agent="codex",
        format="codex",
        project=project,
        title=f"Title of {name}",
        day=day,
        messages=10,
        prompts=1,
        calls=1,
        records=10,
        bad=0,
        problems=0,
        files=(),
        instances=found,
    )


def failure(message: int, words: str = "No module named 'torch'") -> Instance:
    return Instance(kind="failure", key=words.lower(), by="pytest", message=message, words=words)


def of(kind: str, message: int, words: str = "no, I meant the other lexer, in src", key: str = "") -> Instance:
    return Instance(kind=kind, key=key, message=message, words=words)


def notes(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\[\^(r\d+)\]: (.*)$", text, re.MULTILINE))


def test_an_error_in_three_sessions_came_back_with_every_instance_cited() -> None:
    text = rollup([entry("a", failure(3), failure(5)), entry("b", failure(7)), entry("c", failure(9)), entry("d")], of=6)
    assert "4 of six sessions are told" in text
    line = next(line for line in text.splitlines() if line.startswith("- “No module named 'torch'”"))
    match = re.fullmatch(r"- “.*”: in 3 of 4 sessions, four times in all\[\^(r\d+)\], all in `cart`", line)
    assert match is not None
    cited = [(c.session, c.first) for c in find(notes(text)[match[1]])]
    assert cited == [("a", 3), ("a", 5), ("b", 7), ("c", 9)]


def test_an_error_in_two_sessions_is_none_that_came_back() -> None:
    text = rollup([entry("a", failure(3), failure(4)), entry("b", failure(7)), entry("c", failure(9, "Other words here"))], of=3)
    assert "No error came in three sessions or more" in text
    assert "“No module named" not in text.split("By what was called")[0]
    assert "Two other errors came in fewer sessions each" in text


def test_what_is_in_two_sessions_is_only_counted() -> None:
    text = rollup([entry("a", of("correction", 1)), entry("b", of("correction", 2)), entry("c")], of=3)
    assert "## Corrections" not in text
    few = text.partition("## Too few to conclude from")[2]
    assert "- Corrections: in 2 of 3 sessions, twice in all[^r1]." in few
    assert notes(text)["r1"] == "[msg 1 @a], [msg 2 @b]"


def test_what_is_in_three_sessions_is_told_with_words() -> None:
    found = [entry(name, of("correction", 1), of("correction", 4)) for name in "abc"]
    text = rollup(found, of=3)
    assert "The user corrected the assistant in 3 of 3 sessions, six times in all[^r1]." in text
    assert "- “no, I meant the other lexer, in src” [msg 1 @a], `cart`" in text
    assert "Too few" not in text


def test_where_a_kind_is_thickest_is_said_of_projects_with_three_sessions() -> None:
    cart = [entry(f"c{i}", of("loop", 2)) for i in range(3)]
    shop = [entry(f"s{i}", project="shop") for i in range(3)]
    text = rollup([*cart, *shop], of=6)
    assert "in 3 of 6 sessions, three times in all[^r1]; most in `cart`, in 3 of its 3." in text
    small = [entry(f"c{i}", of("loop", 2), project=f"p{i}") for i in range(3)]
    assert "most in" not in rollup([*small, *shop], of=6)


def test_claims_and_open_ends_are_told() -> None:
    found = [
        entry(n, of("claim.contradicted", 3, "All tests pass now, on every machine."), of("open.untested", 9, "")) for n in "abc"
    ]
    text = rollup(found, of=3)
    assert "claimed a success that the record contradicts in 3 of 3 sessions" in text
    assert "- 3 of 3 sessions changed code after their last test or run[^r" in text


def test_interrupts_are_told_by_what_the_user_did_next() -> None:
    found = [entry(n, of("interrupt", 3, "", "correction"), of("interrupt", 5, "", "stop")) for n in "abc"]
    text = rollup(found, of=3)
    assert "Then they corrected it three times and stopped for good three times." in text


def test_tables_have_rows_of_three_sessions_and_the_rest() -> None:
    cart = [entry(f"c{i}", of("correction", 2)) for i in range(3)]
    rest = [entry("d", project="shop", day="2026-02-02"), entry("e", project=None, day=None)]
    text = rollup([*cart, *rest], of=5)
    assert "| `cart` | 3 | 30 | 3 of 3 |" in text
    assert "| the rest: one project with fewer than three sessions and one session without a project | 2 | 20 | 0 of 2 |" in text
    assert "| 2026-W02 | 3 | 30 | 3 of 3 |" in text
    assert "in circles" not in text


def test_every_session_is_listed_the_newest_first() -> None:
    text = rollup([entry("a", day=None), entry("b", day="2026-01-01"), entry("c", day="2026-02-01")], of=3)
    rows = re.findall(r"^\| (\w) \| .*\[Title of \w\]\(sessions/(\w)/retro.md\) \|$", text, re.MULTILINE)
    assert rows == [("c", "c"), ("b", "b"), ("a", "a")]


def test_every_mark_of_a_footnote_has_one_and_none_is_left_over() -> None:
    kinds = ("correction", "repeat", "interrupt", "refusal", "claim.contradicted", "claim.unverified", "loop", "open.todo")
    found = [entry(n, failure(1), *(of(k, i) for i, k in enumerate(kinds))) for n in "abcd"]
    text = rollup(found, of=4)
    body = text.partition("\n[^r1]:")[0]
    assert set(re.findall(r"\[\^(r\d+)\]", body)) == set(notes(text))


def test_nothing_told_is_a_text_too() -> None:
    text = rollup([], of=2)
    assert text.startswith("# What recurs in no sessions\n\n0 of two sessions are told")
    assert "##" not in text


def test_drawn_names_are_cut_where_no_other_goes_on_and_given_names_are_not() -> None:
    one, other = "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b", "0199a1b2-7c3d-7e4f-9a5b-6c7d8e9f0a1b"
    names = short_names([one, other, "fix-the-lexer-in-the-morning", "ses_dd32253faffewiiod7I1MDNX0y"])
    assert names[one] == "0199a1b2-7c3d-7e4f-8"
    assert names["fix-the-lexer-in-the-morning"] == "fix-the-lexer-in-the-morning"
    assert names["ses_dd32253faffewiiod7I1MDNX0y"] == "ses_dd32"

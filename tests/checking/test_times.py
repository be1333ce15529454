"""Times of day are checked in the zone that the document names; the session's span and active time are counted again."""

from __future__ import annotations

from collections import Counter

import pytest

from narrator.checking import verdicts
from narrator.model import Transcript
from tests.checking.lines import transcript

SESSION = transcript(
    """
0 user 22:50:00 | text: run it
1 assistant 22:50:05-22:50:14 | text: done
2 user 23:40:00 | text: and now?
3 assistant 23:41:30 | text: done again
"""
)
NOTE = (
    "time of the session: 22:50:00 to 23:41:30 on 2 March 2026 (UTC), 51 min 30 s; "
    "without pauses of more than 30 min: 1 min 44 s."
)
BERLIN = (
    "time of the session: 23:50:00 on 2 March 2026 to 00:41:30 on 3 March 2026 (Europe/Berlin), 51 min 30 s; "
    "without pauses of more than 30 min: 1 min 44 s."
)


def found(body: str, *, zone: str | None = None, session: Transcript = SESSION, digest: str = "d1") -> Counter[str]:
    front = f"---\nsession: ses_1\ndigest: {digest}\n" + (f'zone: "{zone}"\n' if zone else "") + "---\n\n# A run\n\n"
    results = verdicts(front + body, session)
    return Counter(r.verdict for r in results if r.check not in ("citations", "ranges") and not r.passage.startswith("session"))


@pytest.mark.parametrize(
    ("zone", "clock", "verdict"),
    [
        (None, "22:50", "right"),
        (None, "23:50", "wrong"),
        ("UTC", "22:50", "right"),
        ("Europe/Berlin", "23:50", "right"),
        ("Europe/Berlin", "22:50", "wrong"),
        ("Asia/Kathmandu", "04:35", "right"),
        ("Asia/Kathmandu", "04:50", "wrong"),
    ],
)
def test_a_time_of_day_is_of_the_documents_zone(zone: str | None, clock: str, verdict: str) -> None:
    assert found(f"It came at {clock} [msg 1].\n", zone=zone)[verdict] >= 1
    assert (found(f"It came at {clock} [msg 1].\n", zone=zone)["wrong"] > 0) == (verdict == "wrong")


@pytest.mark.parametrize(
    ("zone", "day", "wrong"),
    [(None, "2 March 2026", 0), ("Asia/Kathmandu", "3 March 2026", 0), ("Asia/Kathmandu", "2 March 2026", 1)],
)
def test_a_day_is_of_the_documents_zone(zone: str | None, day: str, wrong: int) -> None:
    assert found(f"It came on {day} [msg 0].\n", zone=zone)["wrong"] == wrong


@pytest.mark.parametrize(
    ("zone", "equation", "wrong"),
    [
        (None, "22:50:05 − 22:50:00 (UTC) = 5 s", 0),
        (None, "22:50:05 − 22:50:00 = 5 s", 0),
        ("Europe/Berlin", "23:50:05 − 23:50:00 (Europe/Berlin) = 5 s", 0),
        ("Europe/Berlin", "23:50:05 − 23:50:00 = 5 s", 0),
        ("Europe/Berlin", "22:50:05 − 22:50:00 (UTC) = 5 s", 0),
        ("Europe/Berlin", "22:50:05 − 22:50:00 (Europe/Berlin) = 5 s", 2),
        ("Europe/Berlin", "23:50:05 − 23:50:00 (UTC) = 5 s", 2),
    ],
)
def test_a_computation_is_of_the_zone_in_its_brackets_or_else_of_the_documents(zone: str, equation: str, wrong: int) -> None:
    assert found(f"It came at once [^d1].\n\n[^d1]: {equation} [msg 0], [msg 1].\n", zone=zone)["wrong"] == wrong


def test_a_computation_across_a_change_of_the_clocks_is_told_in_utc() -> None:
    """At 01:00 UTC on 25 October Berlin's clocks go from 03:00 back to 02:00."""
    moved = SESSION.model_copy(
        update={"messages": tuple(m.model_copy(update={"at": m.at and m.at.replace(month=10, day=25, hour=n, minute=50)})
                                  for n, m in enumerate(SESSION.messages))}
    )  # fmt: skip
    note = "It came an hour later [^d1].\n\n[^d1]: {} = 1 h 5 s [msg 0], [msg 1].\n"
    told = found(note.format("01:50:05 − 00:50:00 (UTC)"), zone="Europe/Berlin", session=moved)
    wall = found(note.format("02:50:05 − 02:50:00 (Europe/Berlin)"), zone="Europe/Berlin", session=moved)
    assert (told["wrong"], wall["wrong"]) == (0, 1)


def test_a_zone_that_is_none_is_wrong_in_the_front_matter() -> None:
    assert found("Nothing is told.\n", zone="Europe/Berln")["wrong"] == 1
    assert found("Nothing is told.\n", zone="Europe/Berlin")["wrong"] == 0


def test_no_sentence_names_another_zone_than_the_documents() -> None:
    sentence = "It came on 2 March 2026 ({}) [msg 0].\n"
    assert [found(sentence.format(z))["wrong"] for z in ("UTC", "Europe/Berlin", "Figure")] == [0, 1, 0]


@pytest.mark.parametrize(("note", "zone"), [(NOTE, None), (BERLIN, "Europe/Berlin"), (BERLIN, None), (NOTE, "Europe/Berlin")])
def test_the_sessions_time_is_told_rightly_in_any_zone_that_stands_beside_it(note: str, zone: str | None) -> None:
    results = found(f"It ran [^d1].\n\n[^d1]: {note}\n", zone=zone)
    assert (results["wrong"], results["unknown"]) == (0, 0)


@pytest.mark.parametrize(
    ("told", "other"),
    [
        ("22:50:00", "22:50:01"),
        ("23:41:30", "23:41:29"),
        ("2 March", "3 March"),
        ("(UTC)", "(Europe/Berlin)"),
        ("51 min 30 s", "51 min 31 s"),
        ("1 min 44 s", "2 min 44 s"),
        ("30 min:", "20 min:"),
        ("; without pauses of more than 30 min: 1 min 44 s", ", without a pause of more than 30 min"),
        (" s.", " s; messages without a time: 1."),
    ],
)
def test_each_figure_of_the_sessions_time_is_counted_again(told: str, other: str) -> None:
    assert told in NOTE
    assert found(f"It ran [^d1].\n\n[^d1]: {NOTE.replace(told, other)}\n")["wrong"] >= 1


def test_messages_without_a_time_are_counted_again() -> None:
    session = transcript("0 user 22:50:00 | text: go\n1 assistant | text: done\n2 assistant 22:51:00 | text: done")
    note = "time of the session: 22:50:00 to 22:51:00 on 2 March 2026 (UTC), 1 min, without a pause of more than 30 min{}.\n"
    counts = [found(f"It ran [^d1].\n\n[^d1]: {note.format(f'; messages without a time: {n}')}", session=session) for n in (1, 2)]
    assert [c["wrong"] for c in counts] == [0, 1]


def test_a_time_of_a_session_without_times_is_wrong() -> None:
    untimed = transcript("0 user | text: go\n1 assistant | text: done")
    assert found(f"It ran [^d1].\n\n[^d1]: {NOTE}\n", session=untimed)["wrong"] == 1


def test_of_a_session_that_has_changed_since_nothing_is_refuted() -> None:
    results = found(f"It ran [^d1].\n\n[^d1]: {NOTE.replace('23:41:30', '23:41:29')}\n", digest="d2")
    assert (results["wrong"], results["unknown"] > 0) == (0, True)


def test_other_words_are_neither_right_nor_wrong() -> None:
    results = found("It ran [^d1].\n\n[^d1]: time of the session: all day.\n")
    assert (results["wrong"], results["unknown"]) == (0, 1)

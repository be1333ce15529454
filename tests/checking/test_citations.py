"""Citations exist, or don't, or can't be known to."""

from __future__ import annotations

from tests.checking.lines import asked, transcript

SESSION = transcript("3 user | text: go\n4 assistant | text: done\n9 user | text: thanks", gaps=((0, 2), (5, 8)))


def test_a_message_of_the_session_is_right() -> None:
    assert asked("citations", "It went [msg 3]–[msg 4].", SESSION) == [("right", "[msg 3]–[msg 4]")]


def test_a_message_outside_is_wrong() -> None:
    assert asked("citations", "It went [msg 12].", SESSION) == [("wrong", "[msg 12]")]
    assert asked("citations", "It went [msg 4]–[msg 12].", SESSION) == [("wrong", "[msg 4]–[msg 12]")]


def test_a_message_in_a_gap_is_unknown() -> None:
    assert asked("citations", "It went [msg 6] and [msg 4]–[msg 9].", SESSION) == [
        ("unknown", "[msg 6]"),
        ("unknown", "[msg 4]–[msg 9]"),
    ]


def test_another_session_is_unknown_and_this_one_by_name_is_not() -> None:
    assert asked("citations", "It went [msg 3 @ses_2] and [msg 99 @ses_1].", SESSION) == [
        ("unknown", "[msg 3 @ses_2]"),
        ("wrong", "[msg 99 @ses_1]"),
    ]


def test_messages_named_in_passing_are_asked_for_too() -> None:
    assert asked("citations", "Message 44 is empty.", SESSION) == [("wrong", "Message 44")]
    assert asked("citations", "It sent the message 44 seconds later.", SESSION) == []
    assert asked("citations", "In message 44 it ends.", SESSION, strict=False) == [("wrong", "message 44")]


def test_footnotes_are_looked_at() -> None:
    assert asked("citations", "It went [^a].\n\n[^a]: 3 − 2 = 1 [msg 12]", SESSION) == [("wrong", "[msg 12]")]

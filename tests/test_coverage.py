"""What became of a source's records, in words."""

from __future__ import annotations

import pytest

from narrator.coverage import tell_records
from narrator.model import Coverage


@pytest.mark.parametrize(
    ("coverage", "told"),
    [
        (Coverage(), "0"),
        (Coverage(records=1, messages=1, in_messages=1), "1 (1 in 1 message)"),
        (
            Coverage(records=1988, messages=393, in_messages=1987, in_header=1),
            "1,988 (1,987 in 393 messages, 1 in the header)",
        ),
        (
            Coverage(records=10, messages=2, events=1, in_messages=5, in_events=1, in_header=1, unknown=2, bad=1),
            "10 (5 in 2 messages, 1 in events, 1 in the header, 2 of an unknown kind, 1 broken)",
        ),
        (
            Coverage(records=3, messages=2, in_messages=3, glued=2, dangling=1, truncated=1),
            "3 (3 in 2 messages), 2 on another's line, 1 reference to a record that isn't there, the last one cut off",
        ),
        (
            Coverage(records=2, messages=2, in_messages=2, dangling=4),
            "2 (2 in 2 messages), 4 references to records that aren't there",
        ),
        (Coverage(records=2, messages=2, in_messages=2, events=3), "2 (2 in 2 messages)"),
    ],
)
def test_records_are_told_by_what_became_of_them(coverage: Coverage, told: str) -> None:
    assert tell_records(coverage) == told

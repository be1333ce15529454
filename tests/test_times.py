"""Times in a zone, through changes of the clocks; a session's span and how much of it was active."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.quantities import exact_duration
from narrator.times import PAUSE, clock, day, difference, extent, length, stamp, zone_name, zone_named
from tests.scenes import scene

BERLIN, KATHMANDU, SYDNEY = map(zone_named, ("Europe/Berlin", "Asia/Kathmandu", "Australia/Sydney"))
NEW_YEAR = datetime(2025, 12, 31, 23, 30, 15, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def session(text: str) -> Transcript:
    return scene(text).transcript


def test_a_zone_moves_hour_and_day() -> None:
    assert (clock(NEW_YEAR, UTC), day(NEW_YEAR, UTC)) == ("23:30:15", "31 December 2025")
    assert (clock(NEW_YEAR, BERLIN), day(NEW_YEAR, BERLIN)) == ("00:30:15", "1 January 2026")
    assert stamp(NEW_YEAR, SYDNEY) == "2026-01-01 10:30:15"


def test_a_zone_may_be_off_by_three_quarters_of_an_hour() -> None:
    assert clock(NEW_YEAR, KATHMANDU) == "05:15:15"


def test_summer_and_winter_have_their_own_hours() -> None:
    assert [clock(at(f"2026-{month}-15T12:00:00"), BERLIN) for month in ("01", "07")] == ["13:00:00", "14:00:00"]


@pytest.mark.parametrize(
    ("early", "late", "told"),
    [
        ("2026-03-29T00:50:00", "2026-03-29T00:55:00", "01:55:00 − 01:50:00 (Europe/Berlin)"),
        ("2026-03-29T00:50:00", "2026-03-29T01:10:00", "01:10:00 − 00:50:00 (UTC)"),
        ("2026-10-25T00:50:00", "2026-10-25T01:10:00", "01:10:00 − 00:50:00 (UTC)"),
        ("2026-10-25T01:10:00", "2026-10-25T01:20:00", "02:20:00 − 02:10:00 (Europe/Berlin)"),
    ],
)
def test_a_difference_across_a_change_of_the_clocks_is_told_in_utc(early: str, late: str, told: str) -> None:
    assert difference(at(late), at(early), BERLIN) == told


def test_a_length_is_of_real_time_whatever_the_clocks_show() -> None:
    before, after = (at(f"2026-03-29T{hour}:00:00").astimezone(BERLIN) for hour in ("00", "02"))
    assert length(before.astimezone(UTC), after.astimezone(UTC)) == 7200


@pytest.mark.parametrize("name", ["UTC", "utc", "Z"])
def test_utc_has_these_names(name: str) -> None:
    assert zone_named(name) is UTC
    assert zone_name(zone_named(name)) == "UTC"


@pytest.mark.parametrize("name", ["Europe/Berlin", "Asia/Kathmandu", "Etc/GMT+5", "America/Argentina/Buenos_Aires"])
def test_a_zone_is_found_again_by_its_name(name: str) -> None:
    assert zone_name(zone_named(name)) == name


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Europe/Berln", "Europe/Berlin"),
        ("Kathmandoo", "Asia/Kathmandu"),
    ],
)
def test_a_zone_that_is_none_is_answered_by_the_one_that_may_be_meant(name: str, meant: str) -> None:
    with pytest.raises(NarratorError, match=f"^no such time zone: '{name}'; did you mean {meant}\\?$"):
        zone_named(name)


@pytest.mark.parametrize("name", ["", "Nowhere at all", "../etc/passwd", "localtime", "\0", "+02:00", "/etc/localtime"])
def test_other_names_are_refused_with_an_example(name: str) -> None:
    with pytest.raises(NarratorError, match=r"give a name like Europe/Berlin, or UTC$"):
        zone_named(name)


# -------------------------------------------------------------------------------------------------- span and active time
def test_pauses_are_left_out_of_the_active_time() -> None:
    took = extent(session("0 U {at=10:00} Go.\n1 A {at=10:01 until=10:05} Done.\n2 U {at=12:05} More.\n3 A {at=12:06} Done."))
    assert took is not None
    assert (took.seconds, took.active, took.pauses, took.untimed) == (126 * 60, 6 * 60, 1, 0)


def test_a_gap_as_long_as_the_threshold_is_no_pause() -> None:
    assert timedelta(minutes=30) == PAUSE
    kept, left = (extent(session(f"0 U {{at=10:00}} Go.\n1 A {{at={end}}} Done.")) for end in ("10:30", "10:30:01"))
    assert kept is not None
    assert left is not None
    assert (kept.active, kept.pauses) == (1800, 0)
    assert (left.active, left.pauses) == (0, 1)


def test_a_session_without_times_has_none() -> None:
    assert extent(session("0 U Go.\n1 A Done.")) is None


def test_a_message_without_a_time_is_counted_and_given_none() -> None:
    took = extent(session("0 U {at=10:00} Go.\n1 A Reading.\n2 A {at=10:02} Done."))
    assert took is not None
    assert (took.seconds, took.untimed) == (120, 1)


def test_messages_out_of_order_change_nothing() -> None:
    took = extent(session("0 U {at=10:02} Go.\n1 A {at=10:00} Done.\n2 A {at=10:01} Done."))
    assert took is not None
    assert (clock(took.started, UTC), took.seconds, took.active) == ("10:00:00", 120, 120)


def test_copied_messages_have_their_time_in_another_session() -> None:
    took = extent(session("0 U {at=08:00 copied} Go.\n1 A {at=08:01 copied} Done.\n2 U {at=10:00} More.\n3 A {at=10:01} Done."))
    assert took is not None
    assert (took.seconds, took.pauses) == (60, 0)


def test_span_and_active_time_are_those_that_their_clocks_show() -> None:
    told = session("0 U {at=10:00} Go.\n1 A {at=10:01} Done.")
    parts = [
        m.model_copy(update={"at": m.at and m.at + timedelta(milliseconds=900 * (1 - n))}) for n, m in enumerate(told.messages)
    ]
    took = extent(told.model_copy(update={"messages": tuple(parts)}))
    assert took is not None
    assert exact_duration(took.seconds) == "1 min"
    assert took.active == took.seconds

"""`--tz`: times in another zone, which always stands beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ABORTS, DFLASH, run


def essay(*args: str | Path) -> str:
    done = run("essay", "--session", ABORTS, "--index", "3", *args)
    assert done.code == 0
    return done.out


def front(text: str) -> str:
    return text.split("---\n")[1]


def test_an_essay_is_in_utc_and_says_so_beside_its_times() -> None:
    text = essay()
    assert "zone" not in front(text)
    assert "it begins on 30 November 2026 (UTC)" in text
    assert "time of the session: 14:30:54 to 14:31:08 on 30 November 2026 (UTC), 14 s" in text
    assert essay("--tz", "utc") == text


def test_an_essay_in_another_zone_says_so_in_its_front_matter_and_beside_its_times() -> None:
    text = essay("--tz", "Asia/Kathmandu")
    assert 'zone: "Asia/Kathmandu"\n' in front(text)
    assert "(UTC)" not in text
    assert "14:30:" not in text
    assert "time of the session: 20:15:54 to 20:16:08 on 30 November 2026 (Asia/Kathmandu), 14 s" in text


def test_a_zone_changes_nothing_but_times() -> None:
    def plain(text: str) -> str:
        return "\n".join(
            line for line in text.splitlines() if "(Asia/Tokyo)" not in line and "(UTC)" not in line and "zone:" not in line
        )

    assert plain(essay("--tz", "Asia/Tokyo")) == plain(essay())


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", "Etc/GMT+5"])
@pytest.mark.parametrize("index", ["1", "3", "4", "7"])
def test_the_check_reads_the_zone_of_a_text(zone: str, index: str) -> None:
    text = run("essay", "--session", ABORTS, "--index", index, "--tz", zone).out
    done = run("check", "-", "--session", ABORTS, "--strict", stdin=text)
    assert (done.code, done.out) == (0, "")


def test_the_check_finds_a_text_whose_zone_was_changed() -> None:
    text = essay("--tz", "Asia/Kathmandu")
    for other in (text.replace('zone: "Asia/Kathmandu"', 'zone: "Asia/Tokyo"'), text.replace("Asia/Kathmandu", "Asia/Tokyo")):
        assert run("check", "-", "--session", ABORTS, stdin=other).code == 1


def test_an_essay_as_json_names_its_zone() -> None:
    assert json.loads(essay("--format", "json"))["zone"] == "UTC"
    assert json.loads(essay("--format", "json", "--tz", "Asia/Tokyo"))["zone"] == "Asia/Tokyo"


def test_inspect_tells_span_and_active_time() -> None:
    lines = run("inspect", "--session", ABORTS, "--tz", "Asia/Kolkata").out.splitlines()
    assert "  time         2026-11-30 20:00:54 to 2026-11-30 20:01:08 (Asia/Kolkata), 14 s" in lines
    assert "  active       14 s, no pause of more than 30 min" in lines


def test_inspect_tells_where_no_time_is_recorded() -> None:
    assert "  time         none is recorded" in run("inspect", "--session", DFLASH).out.splitlines()
    assert json.loads(run("inspect", "--session", DFLASH, "--json").out)["time"] == {
        "zone": "UTC",
        "span": None,
        "active": None,
        "pause": 1800,
    }


def test_inspect_tells_a_messages_time_with_its_zone() -> None:
    lines = run("inspect", "--session", ABORTS, "--index", "1", "--tz", "Asia/Tokyo").out.splitlines()
    assert [line.split(None, 1)[1] for line in lines if line.startswith("  time ")] == [
        "2026-11-30 23:30:54 to 2026-11-30 23:30:56 (Asia/Tokyo)"
    ]


def test_inspect_as_json_has_times_with_their_offset() -> None:
    told = json.loads(run("inspect", "--session", ABORTS, "--json", "--tz", "Asia/Kathmandu").out)
    assert told["time"] == {"zone": "Asia/Kathmandu", "span": 14, "active": 14, "pause": 1800}
    assert told["messages"][0]["at"].endswith("+05:45")
    assert told["started"].endswith("+05:45")


@pytest.mark.parametrize("verb", ["essay", "inspect", "sessions"])
def test_a_zone_that_is_none_is_answered_by_the_one_that_may_be_meant(verb: str) -> None:
    done = run(verb, "--tz", "Berlin")
    assert (done.code, done.out) == (2, "")
    assert done.err == "narrator: no such time zone: 'Berlin'; did you mean Europe/Berlin?\n"


def test_a_session_without_times_says_so() -> None:
    text = run("essay", "--session", DFLASH, "--index", "10880", "--tz", "Europe/Berlin").out
    assert "and tells no time" in text
    assert "time of the session" not in text

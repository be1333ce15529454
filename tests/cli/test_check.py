"""`narrator check`: exit 0 where nothing is wrong, 1 where something is, 2 where it can't be told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ABORTS, DFLASH, run

RIGHT = "# A stop\n\nThe user wrote “Just stop the current bad run” [msg 10019].\n"
WRONG = "# A stop\n\nThe user wrote “Just go on with the current bad run” [msg 10019].\n"
NOWHERE = "# A stop\n\nThe user stopped it [msg 10891].\n"


def test_a_text_in_which_nothing_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text(RIGHT)
    done = run("check", path, "--session", DFLASH)
    assert (done.code, done.out) == (0, "")
    assert done.err.endswith(" right, 0 wrong, 0 unknown\n")


@pytest.mark.parametrize(("text", "check"), [(WRONG, "quotations"), (NOWHERE, "citations")])
def test_what_is_wrong_is_said_at_its_place(text: str, check: str, tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text(text)
    done = run("check", path, "--session", DFLASH)
    assert done.code == 1
    assert done.out.startswith(f"{path}:3:")
    assert f": {check}: " in done.out
    assert " 1 wrong, " in done.err


def test_standard_input_is_named_by_a_dash() -> None:
    assert run("check", "-", "--session", DFLASH, stdin=RIGHT).code == 0
    wrong = run("check", "-", "--session", DFLASH, stdin=WRONG)
    assert wrong.code == 1
    assert wrong.out.startswith("-:3:")


def test_line_ends_and_marks_of_other_systems_change_nothing() -> None:
    foreign = b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode()
    assert run("check", "-", "--session", DFLASH, stdin=foreign).out == run("check", "-", "--session", DFLASH, stdin=WRONG).out


def test_strict_fails_on_what_can_not_be_decided() -> None:
    text = "# A stop\n\nSomebody wrote “I liked that run” elsewhere.\n"
    done = run("check", "-", "--session", DFLASH, stdin=text)
    assert (done.code, done.out) == (0, "")
    assert done.err.endswith("0 wrong, 1 unknown\n")
    strict = run("check", "-", "--session", DFLASH, "--strict", stdin=text)
    assert strict.code == 1
    assert strict.out.startswith("-:3:")
    assert run("check", "-", "--session", DFLASH, "--strict", stdin=RIGHT).code == 0


def test_the_front_matter_names_the_session() -> None:
    text = run("essay", "--session", ABORTS, "--index", "5").out
    done = run("check", "-", stdin=text)
    assert "aborts.json, the session that the text names" in done.err
    assert done.code in (0, 1)
    other = run("check", "-", stdin="---\nsession: ses_nowhere\nsubject: 5\n---\n\n# A\n\nB [msg 5].\n")
    assert other.code == 2
    assert (
        other.err
        == "narrator: the text is about session ses_nowhere, which isn't on this machine; give its file with --session\n"
    )


def test_a_text_without_front_matter_is_checked_against_the_session_that_has_its_message() -> None:
    assert "dflash/session.jsonl" in run("check", "-", "--index", "10019", stdin=RIGHT).err
    lacking = run("check", "-", "--session", ABORTS, "--index", "10019", stdin=RIGHT)
    assert lacking.code == 2
    assert "has no such message" in lacking.err


def test_what_a_terminal_would_act_on_is_not_printed() -> None:
    text = "# A\n\nThe user wrote “\x1b]0;owned\x07\x1b[31mred words of nobody” [msg 10019].\n"
    assert "\x1b" not in run("check", "-", "--session", DFLASH, stdin=text).out


def test_json_holds_every_verdict_and_the_counts(tmp_path: Path) -> None:
    path = tmp_path / "text.md"
    path.write_text(WRONG)
    done = run("check", path, "--session", DFLASH, "--format", "json")
    told = json.loads(done.out)
    assert done.code == 1
    assert (told["essay"], told["session"], told["failed"]) == (str(path), "dflash", True)
    assert told["counts"] == {word: sum(r["verdict"] == word for r in told["results"]) for word in ("right", "wrong", "unknown")}
    assert told["counts"]["right"] > 0
    (wrong,) = [r for r in told["results"] if r["verdict"] == "wrong"]
    assert (wrong["check"], wrong["line"], wrong["column"]) == ("quotations", 3, 16)
    assert wrong["passage"] == "“Just go on with the current bad run”"
    assert json.loads(run("check", "-", "--session", DFLASH, "--format", "json", stdin=RIGHT).out)["failed"] is False


def test_annotations_are_github_s_commands(tmp_path: Path) -> None:
    path = tmp_path / "100%, a: text.md"
    path.write_text(WRONG)
    done = run("check", path, "--session", DFLASH, "--format", "github")
    assert done.code == 1
    (line,) = done.out.splitlines()
    name = str(path).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    assert line.startswith(f"::error file={name},line=3,col=16,title=narrator%3A quotations::the words aren't in")
    piped = run("check", "-", "--session", DFLASH, "--format", "github", "--strict", stdin="Somebody wrote “I liked that run”.\n")
    assert piped.out.startswith("::warning line=1,col=16,title=narrator%3A quotations::")
    assert piped.code == 1

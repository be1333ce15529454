"""An essay with one fault of each kind, each found at its line; its twin, in which all is true, passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.checking import CHECKS, check, verdicts
from narrator.model import Transcript
from narrator.readers import read

DATA = Path(__file__).parents[1] / "data" / "checking"
FAULTY = (DATA / "faulty.md").read_text("utf-8")
CORRECT = (DATA / "correct.md").read_text("utf-8")


@pytest.fixture(scope="module")
def session() -> Transcript:
    return read(DATA / "session.jsonl")


def test_the_correct_essay_is_right_in_everything(session: Transcript) -> None:
    results = verdicts(CORRECT, session)
    assert {r.verdict for r in results} == {"right"}
    assert {r.check for r in results} == {name for name, _ in CHECKS} - {"uncited"}
    assert check(CORRECT, session) == ()


def test_each_fault_is_found_at_its_line_and_nothing_else(session: Transcript) -> None:
    wanted = [line.split("\t") for line in (DATA / "faults.tsv").read_text("utf-8").splitlines()[1:]]
    found = [[str(r.line), r.check, r.passage] for r in verdicts(FAULTY, session) if r.verdict == "wrong"]
    assert found == wanted


def test_a_problem_says_where_and_why(session: Transcript) -> None:
    first = check(FAULTY, session)[0]
    assert (first.code, first.text) == ("derivations", "11:38: there is no footnote [^d9] — “[^d9]”")
    cited = next(p for p in check(FAULTY, session) if p.code == "citations")
    assert cited.message == 33


def test_a_fault_is_where_its_column_says(session: Transcript) -> None:
    lines = FAULTY.splitlines()
    for result in verdicts(FAULTY, session):
        words = re.split(r"[`*…\s]", result.passage)[0]
        assert lines[result.line - 1][result.column - 1 :].lstrip("`*>").startswith(words)


@pytest.mark.parametrize(
    "place", [m.span() for m in re.finditer(r"(?<=[ (])\d[\d.]*\d|(?<=[ (])\d(?= (?:failed|of))", CORRECT[200:])]
)
def test_no_figure_of_the_essay_can_be_changed_unseen(session: Transcript, place: tuple[int, int]) -> None:
    start, end = place[0] + 200, place[1] + 200
    digit = "7" if CORRECT[end - 1] != "7" else "3"
    changed = CORRECT[: end - 1] + digit + CORRECT[end:]
    assert check(changed, session), CORRECT[start - 20 : end + 20]


@pytest.mark.parametrize("quotation", re.findall(r"“[^”]+”", CORRECT))
def test_no_quotation_can_be_changed_unseen(session: Transcript, quotation: str) -> None:
    words = quotation.split(" ")
    changed = " ".join([*words[:-2], "hardly", words[-1]])
    assert any(p.code == "quotations" for p in check(CORRECT.replace(quotation, changed), session))


@pytest.mark.parametrize(("essay", "status"), [("correct.md", 0), ("faulty.md", 1)])
def test_the_command_says_so_by_its_status(essay: str, status: int) -> None:
    from click.testing import CliRunner

    from narrator.cli.check import command

    result = CliRunner().invoke(command, [str(DATA / essay), "--session", str(DATA / "session.jsonl")])
    assert result.exit_code == status, result.output
    assert ("derivations" in result.output) == bool(status)

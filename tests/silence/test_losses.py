"""A record that can't be read may have held a message's words: then nothing says that there were none."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.analysis import analyze
from narrator.evidence import gather, stretch_about
from narrator.model import Transcript
from narrator.readers import read
from narrator.silence import name_silences
from narrator.silence.losses import may_lack
from tests.readers.codex_lines import complete, prompt, said, started, thought
from tests.readers.codex_lines import write as write_codex
from tests.readers.copilot_lines import prompt as copilot_prompt
from tests.readers.copilot_lines import said as copilot_said
from tests.readers.copilot_lines import session as copilot
from tests.readers.copilot_lines import turn
from tests.readers.opencode_lab import export, model, user
from tests.readers.opencode_lab import read as read_export
from tests.readers.pi_lines import prompt as pi_prompt
from tests.readers.pi_lines import reply, session


def causes(transcript: Transcript) -> list[tuple[int, str, str]]:
    return [(s.message, s.cause, s.certainty) for s in name_silences(transcript)]


def spoilt(path: Path, line: int) -> Path:
    """Break a line of a file, counted from 1."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines[line - 1] = '{"broken\n'
    path.write_text("".join(lines), "utf-8")
    return path


def test_codex(tmp_path: Path) -> None:
    told = (
        started(),
        prompt("go"),
        thought("Hm."),
        said("Done.")[1],
        complete(None),
        started("t2"),
        prompt("Well?"),
        said("Yes."),
    )
    assert causes(read(write_codex(tmp_path, *told))) == []
    assert causes(read(spoilt(write_codex(tmp_path, *told), 6))) == [(1, "lost_record", "inferred")]
    assert causes(read(spoilt(write_codex(tmp_path, *told[:3], *told[4:]), 10))) == [(1, "reasoning_only", "recorded")]


def test_opencode(tmp_path: Path) -> None:
    answer = model(5, finish="stop", until=9)
    answer["parts"] = [{"type": "step-start", "id": "prt_1"}, "broken"]
    assert causes(read_export(tmp_path, export(user(0, "go"), answer))) == [(1, "lost_record", "inferred")]


def test_copilot(tmp_path: Path) -> None:
    transcript = copilot(tmp_path, copilot_prompt("go"), turn(copilot_said("")))
    assert causes(transcript) == [(1, "empty_completion", "recorded")]
    path = Path(transcript.messages[0].places[0].file)
    path.write_text(path.read_text("utf-8") + '{"broken\n', "utf-8")
    assert causes(read(path)) == [(1, "lost_record", "inferred")]


def test_a_message_that_is_one_record_isn_t_doubted(tmp_path: Path) -> None:
    transcript = session(tmp_path, pi_prompt("go"), reply(), pi_prompt("hm?"))
    path = Path(transcript.messages[0].places[0].file)
    assert causes(read(spoilt(path, 4))) == [(1, "empty_completion", "recorded")]


@pytest.mark.parametrize(("line", "lacks"), [(2, False), (4, True)])
def test_no_text_says_that_nobody_answered_where_a_record_is_lost(tmp_path: Path, line: int, lacks: bool) -> None:
    path = write_codex(tmp_path, started(), prompt("List the files."), prompt("Well, list them."), said("One file."), complete())
    path.write_text(path.read_text("utf-8").replace("\n", '\n{"broken\n', line).replace('\n{"broken\n', "\n", line - 1), "utf-8")
    transcript = read(path)
    assert transcript.coverage.bad == 1
    assert may_lack(transcript, 0, 1) is lacks
    told = {f.predicate for f in gather(stretch_about(analyze(transcript), 0))}
    assert ("response.lost" in told, "response.none" in told) == (lacks, not lacks)


def test_no_text_says_that_nothing_is_on_record_where_an_empty_answer_is() -> None:
    analysis = analyze(read(Path(__file__).parents[1] / "data" / "claude-code" / "api-errors.jsonl"))
    told = {f.predicate: f for f in gather(stretch_about(analysis, 0))}
    assert told["response.empty"].arg("n") == 1
    assert "response.none" not in told

"""opencode's Markdown transcript: where messages begin, what is thought and what said, tools, and what can't be known."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Message, Transcript
from narrator.readers.base import Head
from narrator.readers.opencode import OpencodeExport
from narrator.readers.opencode_markdown import OpencodeMarkdown
from narrator.silence import Silence, name_silences
from tests.readers.opencode_transcript import exported
from tests.shared import SHARED, needs_shared

DATA = Path(__file__).parent.parent / "data"
FOLDER = DATA / "opencode-markdown"
LAB = sorted((DATA / "opencode-lab").glob("*/*.export.json"))
HEAD = "# T\n\n**Session ID:** ses_9\n**Created:** 5/1/2026, 10:00:00 AM\n**Updated:** 5/1/2026, 10:00:00 AM\n\n---\n\n"


@pytest.fixture(scope="module")
def session() -> Transcript:
    return OpencodeMarkdown().read(FOLDER / "session.md")


def write(folder: Path, text: str | bytes) -> Transcript:
    path = folder / "session-ses_9.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return OpencodeMarkdown().read(path)


def shape(message: Message) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in message.parts if p.kind != "call"]


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def test_head(session: Transcript) -> None:
    assert (session.session, session.title, session.agent) == ("ses_1", "Make it quick", "opencode")
    assert session.started is session.ended is None
    assert session.events[0].text.startswith("created 5/1/2026, 10:00:00 AM, updated")


def test_messages_begin_below_a_rule_with_opencodes_own_heading(session: Transcript) -> None:
    assert [m.role for m in session.messages] == [
        *("user", "assistant", "assistant", "user", "assistant", "user", "assistant", "user", "assistant", "assistant")
    ]
    assert session.messages[0].visible_text.endswith("## User said\n\nnothing")
    assert [m.mode for m in session.messages if m.role == "assistant"] == ["build", "build", "build", "compaction", "plan", None]
    assert session.messages[8].model == "Model · Two"


def test_before_a_tool_all_is_thought(session: Transcript) -> None:
    assert shape(session.messages[1])[0] == (
        "reasoning",
        "The user wants the log read.\n\nThe log is in two files.\n\nI look at the log.",
    )


def test_at_the_end_words_follow_the_models_talk_to_itself(session: Transcript) -> None:
    assert shape(session.messages[2]) == [
        ("reasoning", "The user wants a summary. Let me write it."),
        ("text", "It is short."),
    ]


def test_outputs_may_hold_fences_and_rules(session: Transcript) -> None:
    read, result, bash, refused = session.messages[1].parts[1:]
    assert (read.name, read.args, read.status) == ("read", (("filePath", "/srv/log.md"),), "ok")
    assert result.text == "# Log\n\n```bash\nmake\n```\n\n---\n\nthe end"
    assert (bash.status, refused.by) == ("refused", "harness")
    assert session.messages[8].parts[0].status == "missing"


def test_early_versions_put_tools_into_a_block_of_their_own() -> None:
    message = OpencodeMarkdown().read(FOLDER / "early-2026.md").messages[1]
    assert [(p.kind, p.text) for p in message.parts] == [("call", ""), ("result", "x\n\n```sh\ny\n```"), ("text", "Done.")]


def test_silences_are_told_by_headings_and_neighbors(session: Transcript) -> None:
    told = [(s.message, s.cause, s.certainty) for s in name_silences(session)]
    assert told == [(4, "unknown", "unknown"), (5, "compaction", "inferred"), (7, "continue", "inferred")]
    assert [m.by for m in session.messages if m.role == "user"] == ["person", "person", "harness", "harness"]


@pytest.mark.parametrize(
    ("heading", "cause"),
    [("## Assistant (Build · m)", "unfinished"), ("## Assistant (Build · m · 3.0s)", "unknown"), ("## Assistant", "unfinished")],
)
def test_the_last_answer_ended_where_its_heading_has_a_duration(tmp_path: Path, heading: str, cause: str) -> None:
    (found,) = name_silences(write(tmp_path, f"{HEAD}## User\n\nhi\n\n---\n\n{heading}\n\n---\n\n"))
    assert found.cause == cause
    assert found.undecided


@pytest.mark.parametrize("count", [99, 100, 101])
def test_with_the_most_that_is_exported_the_numbering_is_unknown(tmp_path: Path, count: int) -> None:
    transcript = write(tmp_path, HEAD + "".join(f"## User\n\n{i}\n\n---\n\n" for i in range(count)))
    assert len(transcript.messages) == count
    cut = count == 100
    assert transcript.gaps == (((0, 0),) if cut else ())
    assert [p.code for p in transcript.problems] == (["numbering-unknown"] if cut else [])
    assert transcript.messages[0].index == int(cut)


def test_no_heading(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no heading of a message"):
        write(tmp_path, HEAD)


def test_every_line_of_a_message_is_in_its_place(session: Transcript) -> None:
    data = (FOLDER / "session.md").read_bytes()
    at = session.messages[0].places[0].byte_start or 0
    for message in session.messages:
        place = message.places[0]
        assert place.byte_start is not None
        assert data[at : place.byte_start].strip() in (b"", b"---")
        at = place.byte_end or 0
    assert data[at:].strip() == b"---"


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (HEAD + "## User\n\nhi\n", True),
        ("\ufeff" + HEAD + "## Assistant\n", True),
        (HEAD, False),
        ("An essay\n\n" + HEAD + "## User\n", False),
        ("# T\n\n## User\n\nhi\n", False),
    ],
)
def test_told_by_title_id_and_a_heading(text: str, ours: bool) -> None:
    assert OpencodeMarkdown().sniff(Head(Path("x"), text.encode())) is ours


def agrees(real: Silence | None, found: Silence) -> bool:
    """Return whether a cause read off neighbors is the recorded one, a wider one, or says itself what would decide it."""
    if real is None or found.cause in (real.cause, "unknown"):
        return True
    if found.cause == "compaction":
        return real.cause.endswith("compaction")
    # Errors and finish reasons aren't exported; before a person's next words an interrupt is the likeliest.
    return found.cause == "interrupt" and found.certainty == "inferred" and bool(found.undecided)


@pytest.mark.parametrize("path", LAB, ids=lambda p: f"{p.parent.name}/{p.name.partition('.')[0]}")
def test_recorded_sessions_are_read_alike_from_their_transcript(tmp_path: Path, path: Path) -> None:
    real = OpencodeExport().read(path)
    found = write(tmp_path, exported(json.loads(path.read_text()), limit=1_000))
    assert [m.role for m in found.messages] == [m.role for m in real.messages]
    for ours, theirs in zip(found.messages, real.messages, strict=True):
        assert [(p.name, p.args) for p in ours.parts if p.kind == "call"] == [
            (p.name, p.args) for p in theirs.parts if p.kind == "call"
        ]
        assert (ours.kind == "summary") == (theirs.kind == "summary" and theirs.mode == "compaction")
    recorded = {real.position(s.message): s for s in name_silences(real)}
    assert [s for s in name_silences(found) if not agrees(recorded.get(s.message), s)] == []


@needs_shared
def test_a_real_transcript_tells_what_its_export_tells() -> None:
    folder = SHARED / "sessions" / "opencode"
    found = OpencodeMarkdown().read(folder / "oc-plain-tui-export.md")
    real = OpencodeExport().read(folder / "oc-plain-1.14.46.json")
    assert (found.session, found.title, len(found.messages)) == (real.session, real.title, 94)
    same = 0
    for ours, theirs in zip(found.messages, real.messages, strict=False):
        assert (ours.role, ours.kind, ours.by) == (theirs.role, theirs.kind, theirs.by)
        assert [(p.name, p.args, p.status) for p in ours.parts if p.kind == "call"] == [
            (p.name, p.args, p.status) for p in theirs.parts if p.kind == "call"
        ]
        results = [p.text.strip() for p in theirs.parts if p.kind == "result" and p.text]
        assert [p.text.strip() for p in ours.parts if p.kind == "result"] == results
        same += ours.visible_text == theirs.visible_text
    # The other six say something between a thought and a tool, and nothing parts it from the thought.
    assert same == 88


LINES = st.sampled_from(
    [
        *("", "---", "## User", "## Assistant", "## Assistant (Build · m · 1.0s)", "## Assistant (Compaction · m)", "words"),
        *(
            "_Thinking:_",
            "**Tool: read**",
            "Tool: read",
            "**Input:**",
            "**Output:**",
            "**Error:**",
            "```",
            "```json",
            '{"a": 1}',
            "{",
        ),
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(st.lists(LINES | st.text(max_size=12), max_size=60))
def test_any_lines_are_read(tmp_path: Path, lines: list[str]) -> None:
    transcript = write(tmp_path, HEAD + "## User\n\n" + "\n".join(lines))
    assert adds_up(transcript)
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record and m.places for m in transcript.messages)
    name_silences(transcript)


@pytest.mark.parametrize("name", ["session", "early-2026"])
def test_every_prefix_is_read(tmp_path: Path, name: str) -> None:
    data = (FOLDER / f"{name}.md").read_bytes()
    for end in range(0, len(data), 17):
        try:
            assert adds_up(write(tmp_path, data[:end]))
        except NarratorError:
            assert b"## User" not in data[:end]


def test_time_is_linear(tmp_path: Path) -> None:
    tool = "**Tool: bash**\n\n**Input:**\n```json\n{}\n```\n\n**Output:**\n```\n```\nx\n"
    begun = time.perf_counter()
    write(tmp_path, f"{HEAD}## Assistant\n\n" + tool * 20_000)
    write(tmp_path, f"{HEAD}## Assistant\n\n" + "_Thinking:_\n\nLet me\n\n" * 20_000 + "```\nTool: x\n" * 20_000)
    assert time.perf_counter() - begun < 10

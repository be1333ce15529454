"""Exports that are not as they should be: what shells do to them, cut, broken, of wrong types, of other programs, big."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.readers.opencode import OpencodeExport
from tests.readers.opencode_lab import LAB, adds_up, export, head, model, read, tool, user
from tests.readers.test_memory import CHILD


@pytest.mark.parametrize(
    ("prefix", "encoding"),
    [
        ("Exporting session: ses_1\n", "utf-8"),
        ("\x1b[90mExporting session: ses_1\x1b[0m", "utf-8"),
        ("\ufeff", "utf-8"),
        ("", "utf-16"),
    ],
    ids=["2>&1", "2>&1 in color", "byte order mark", "PowerShell"],
)
def test_what_shells_do_to_an_export(prefix: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_bytes((prefix + json.dumps(export(user(0, "häh?")))).encode(encoding))
    assert OpencodeExport().sniff(head(path.read_bytes()))
    assert [m.visible_text for m in OpencodeExport().read(path).messages] == ["häh?"]


def test_the_bare_messages_of_the_http_api(tmp_path: Path) -> None:
    bare = json.dumps(export(user(0, "hello"), model(5, "hi", until=9))["messages"])
    transcript = read(tmp_path, bare)
    assert OpencodeExport().sniff(head(bare.encode()))
    assert (transcript.session, [m.visible_text for m in transcript.messages]) == ("ses_1", ["hello", "hi"])
    assert adds_up(transcript)


def test_info_may_come_after_the_messages(tmp_path: Path) -> None:
    whole = export(user(0, "hello"))
    text = json.dumps({"messages": whole["messages"], "info": whole["info"]})
    assert OpencodeExport().sniff(head(text.encode()))
    assert read(tmp_path, text).title == "made"


def test_a_file_cut_anywhere_gives_the_whole_messages_before_the_cut(tmp_path: Path) -> None:
    path = LAB / "1.18.33" / "overflow_error.export.json"
    data = path.read_bytes()
    whole = OpencodeExport().read(path)
    starts = [m.places[0].byte_start or 0 for m in whole.messages]
    for cut in range(starts[0], len(data) - 8, 997):
        (tmp_path / "cut.json").write_bytes(data[:cut])
        transcript = OpencodeExport().read(tmp_path / "cut.json")
        assert [m.id for m in transcript.messages] == [m.id for m in whole.messages if (m.places[0].byte_end or 0) <= cut]
        assert transcript.coverage.truncated == 1
        assert [p.code for p in transcript.problems] == ["cut-file"]
        assert adds_up(transcript)


@pytest.mark.parametrize(
    "hurt",
    ['"te"xt"', '"a" { "b"', '"tex\\"', "}", '"text": "'],
    ids=["odd quote", "brace", "open string", "stray brace", "cut string"],
)
def test_a_broken_message_costs_only_itself(hurt: str, tmp_path: Path) -> None:
    text = json.dumps(export(*(user(i, f"message {i}") for i in range(5))), indent=2)
    broken = text.replace('"message 2"', hurt)
    transcript = read(tmp_path, broken)
    assert [m.visible_text for m in transcript.messages] == ["message 0", "message 1", "message 3", "message 4"]
    assert [p.code for p in transcript.problems] == ["bad-message"]
    assert (transcript.coverage.bad, transcript.coverage.truncated) == (1, 0)
    assert adds_up(transcript)


def test_an_export_without_messages_says_so(tmp_path: Path) -> None:
    for text in (
        '{"info": {"id": "ses_1"}}',
        '{"info": {"id": "ses_1"}, "messages": null}',
        '{"info": {"id": "ses_1"}, "messages": {"a": 1}}',
    ):
        transcript = read(tmp_path, text)
        assert transcript.messages == ()
        assert [p.code for p in transcript.problems] == ["no-messages"]
        assert adds_up(transcript)


def test_characters_that_are_none_are_replaced(tmp_path: Path) -> None:
    transcript = read(tmp_path, json.dumps(export(user(0, "a\ud800b"))))
    assert transcript.messages[0].visible_text == "a�b"
    assert [p.code for p in transcript.problems] == ["lone-surrogate"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing", "no JSON"),
        ('{"other": 1}', "neither `info` nor `messages`"),
        (json.dumps([{"id": "msg_1", "role": "user", "parts": [], "metadata": {"sessionID": "ses_1"}}]), "mid-2025"),
    ],
)
def test_what_is_no_export_is_refused_in_words(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=words):
        read(tmp_path, text)


def test_a_session_that_the_export_doesnt_hold_is_refused(tmp_path: Path) -> None:
    read(tmp_path, export(user(0, "hello")))
    with pytest.raises(SourceError, match="holds the session ses_1, not ses_2"):
        OpencodeExport().read(tmp_path / "session.json", "ses_2")


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "user", "sessionId": "x", "message": {"role": "user", "content": "{\\"info\\": {\\"id\\": \\"ses_1\\"}}"}}\n',
        '{"sessionId": "x", "messages": [{"id": "1", "type": "user", "content": "hi"}]}',
        '{"info": {"format": "swe-agent"}, "messages": [{"role": "user", "content": "hi"}]}',
        '{"trajectory": [], "info": {"exit_status": "submitted"}}',
        "# Session\n\n**Session ID:** ses_1\n",
        "",
    ],
)
def test_other_formats_are_not_taken_for_an_export(text: str) -> None:
    assert not OpencodeExport().sniff(head(text.encode()))


KEYS = (
    "info",
    "messages",
    "parts",
    "id",
    "role",
    "time",
    "created",
    "completed",
    "type",
    "text",
    "state",
    "status",
    "input",
    "metadata",
    "error",
)
MORE = (
    "tokens",
    "cache",
    "summary",
    "callID",
    "tool",
    "start",
    "end",
    "output",
    "exit",
    "attachments",
    "revert",
    "messageID",
    "model",
    "auto",
    "files",
)
WORDS = (
    "user",
    "assistant",
    "text",
    "tool",
    "file",
    "compaction",
    "subtask",
    "reasoning",
    "completed",
    "running",
    "msg_1",
    "prt_0123456789ab",
    "",
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=3)
SHAPES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS + MORE), inner, max_size=6),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shape=SHAPES, where=st.sampled_from(["file", "messages", "info", "part", "state"]))
def test_wrong_types_anywhere_never_raise(shape: Any, where: str, tmp_path: Path) -> None:
    session: Any = {
        "file": shape,
        "messages": {"info": {"id": "ses_1"}, "messages": shape},
        "info": {"info": shape, "messages": [{"info": shape, "parts": shape}]},
        "part": export(user(0, "x"), {"info": {"role": "assistant"}, "parts": [shape, {"type": "tool", "state": {}}]}),
        "state": export(
            model(0, {"type": "tool", "tool": shape, "callID": shape, "state": shape}, {"type": "text", "text": shape})
        ),
    }[where]
    try:
        transcript = read(tmp_path, session)
    except NarratorError:
        return
    assert adds_up(transcript)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_damaged_bytes_never_raise(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 (no secret)
    data = bytearray((LAB / "1.18.33" / "user_variants.export.json").read_bytes())
    for _ in range(chance.randint(1, 20)):
        at = chance.randrange(len(data))
        data[at : at + chance.randint(0, 40)] = bytes(chance.randbytes(chance.randint(0, 3)))
    (tmp_path / "x.json").write_bytes(data)
    try:
        transcript = OpencodeExport().read(tmp_path / "x.json")
    except NarratorError:
        return
    assert adds_up(transcript)


@pytest.mark.slow
def test_a_100_mb_export_is_read_under_500_mb(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    output = "line of output with “quotes” and\ttabs\n" * 250
    with path.open("w", encoding="utf-8") as file:
        file.write('{"info": ' + json.dumps(export()["info"]) + ', "messages": [\n')
        for i in range(5000):
            part = tool(output=output, input={"command": "make"}, metadata={"output": output, "exit": 0})
            file.write((",\n" if i else "") + json.dumps(model(i, "I run it", part, until=i + 1, finish="tool-calls"), indent=2))
        file.write("]}")
    assert path.stat().st_size > 100_000_000
    ran = subprocess.run([sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, check=True)
    messages, kilobytes = map(int, ran.stdout.split())
    assert messages == 5000
    assert kilobytes * 1024 < 500_000_000

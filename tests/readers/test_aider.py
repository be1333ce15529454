"""Aider's chat history: runs, who said what, edits and commands and how they ended, replies that were never logged."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Event, Message, Tokens, Transcript
from narrator.readers import read
from narrator.readers.aider import Aider
from narrator.readers.base import Head
from narrator.silence import name_silences
from tests.shared import SHARED, needs_shared

DATA = Path(__file__).parent.parent / "data" / "aider"
RUNS, OLD = DATA / "runs.md", DATA / "old-wording.md"
START = "# aider chat started at 2026-05-01 10:00:00\n\n"
USAGE = "> Tokens: 1k sent, 1 received.  \n"


@pytest.fixture(scope="module")
def runs() -> Transcript:
    return Aider().read(RUNS)


def write(folder: Path, text: str | bytes) -> Transcript:
    path = folder / "history.md"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Aider().read(path)


def calls(message: Message) -> list[tuple[str | None, str | None, str | None]]:
    return [(p.name, p.arg("file_path") or p.arg("command"), p.status) for p in message.parts if p.kind == "call"]


def counts(transcript: Transcript, data: bytes, first: int, last: int) -> set[int]:
    """Return in how many places of records each byte of a stretch stands, blanks left out."""
    found = [0] * len(data)
    holders: list[Message | Event] = [*transcript.messages, *transcript.events]
    for place in (p for holder in holders for p in holder.places):
        for at in range(place.byte_start or 0, place.byte_end or 0):
            found[at] += 1
    return {found[at] for at in range(first, last) if not data[at : at + 1].isspace()}


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def test_the_newest_run_with_messages_is_read(runs: Transcript) -> None:
    assert (runs.session, runs.version, runs.agent) == ("2026-05-01T10:00:00", "0.86.1", "aider")
    assert runs.title == "Raise the limit to 20,"


def test_local_times_are_no_times(runs: Transcript) -> None:
    assert runs.started is runs.ended is None
    assert all(m.at is None for m in runs.messages)
    assert runs.events[0].text == "aider chat started at 2026-05-01 10:00:00, local time, its zone isn't recorded"


@pytest.mark.parametrize("chosen", ["2", "2026-05-01T10:00:00", "2026-05-01 10:00", "2026-05-01T1"])
def test_a_run_is_named_by_its_number_or_its_start(runs: Transcript, chosen: str) -> None:
    assert read(f"{RUNS}#{chosen}").messages == runs.messages


@pytest.mark.parametrize("chosen", ["4", "0", "2027", "2026-05-01"])
def test_a_run_that_is_not_there_or_not_the_only_one(chosen: str) -> None:
    with pytest.raises(SourceError, match=r"no run .*; it has 3, started 2026-05-01T09:00:00 to 2026-05-02T08:00:00"):
        Aider().read(RUNS, chosen)


def test_runs_of_the_same_second_keep_apart(tmp_path: Path) -> None:
    path = tmp_path / "h.md"
    path.write_text(f"{START}#### a  \n\n{START}#### b  \n")
    assert Aider().read(path).session == "2026-05-01T10:00:00-2"
    assert Aider().read(path, "2026-05-01T10:00:00").messages[0].visible_text == "a"


def test_each_run_with_messages_is_listed() -> None:
    (found,) = Aider().listings(RUNS)
    assert (found.session, found.path, found.messages) == ("2026-05-01T10:00:00", f"{RUNS}#2026-05-01T10:00:00", 19)
    assert (found.title, found.project, found.started, found.open) == ("Raise the limit to 20,", "aider", None, False)


def test_inputs_are_a_persons_and_a_questions_automatic_answer_is_not(runs: Transcript) -> None:
    typed = [(m.index, m.kind) for m in runs.messages if m.role == "user"]
    assert [i for i, _ in typed] == [0, 2, 3, 6, 8, 10, 12, 14, 16, 17]
    assert [i for i, kind in typed if kind == "command"] == [2]
    assert runs.messages[0].visible_text == "Raise the limit to 20,\nand say why."
    assert "[Yes]: all" in runs.messages[3].parts[1].text
    assert runs.messages[3].parts[1].by == "harness"


def test_headings_and_quotations_of_the_model_are_its_words(runs: Transcript) -> None:
    assert "> ten is too few\n\n#### Plan" in runs.messages[1].visible_text


def test_search_replace_blocks_are_edits(runs: Transcript) -> None:
    reply = runs.messages[1]
    edit = reply.parts[1]
    assert edit.args == (("file_path", "app.py"), ("old_string", "LIMIT = 10"), ("new_string", "LIMIT = 20"))
    assert (reply.parts[2].text, reply.parts[2].status) == ("Applied edit to app.py", "ok")
    assert "SEARCH" not in reply.visible_text
    assert [p.text for p in reply.parts if p.name == "commit"] == ["Commit 1a2b3c4 fix: raise the limit"]


def test_a_refused_command_is_the_persons_word(runs: Transcript) -> None:
    call, result = runs.messages[1].parts[-2:]
    assert (call.arg("command"), call.status, result.by) == ("pytest -q", "refused", "person")


def test_a_command_that_the_person_ran_has_its_output(runs: Transcript) -> None:
    _, call, result = runs.messages[2].parts
    assert (call.by, call.arg("command"), result.text.splitlines()[0]) == ("person", "pytest -q", "1 failed, 3 passed")


def test_the_block_that_failed_is_told_from_those_that_did_not(runs: Transcript) -> None:
    assert calls(runs.messages[4]) == [("edit", "tests.py", "ok"), ("edit", "app.py", "error")]
    assert runs.messages[5].visible_text == "It is 20 already."


def test_failures_are_read_where_each_line_has_its_mark() -> None:
    transcript = Aider().read(OLD)
    assert calls(transcript.messages[2]) == [("edit", "box.py", "error")]
    assert "\n    width = 1\n" in transcript.messages[2].parts[1].text


def test_tokens_close_a_reply_or_open_it(runs: Transcript) -> None:
    assert (runs.messages[1].tokens, runs.messages[1].cost) == (Tokens(input=3100, output=412), 0.01)
    assert runs.messages[4].tokens == Tokens(input=800, output=90, cache_read=2000, cache_write=1200)
    old = Aider().read(OLD)
    assert [m.tokens and m.tokens.input for m in old.messages] == [None, 34130, 12102, 17038]
    assert old.messages[1].cost == 0.171325


def test_thoughts_and_modes(runs: Transcript) -> None:
    assert [p.kind for p in runs.messages[18].parts] == ["reasoning", "text"]
    assert (runs.messages[18].mode, runs.messages[1].mode, runs.messages[1].model) == ("ask", "code", "gpt-4o")


def test_a_stop_in_a_reply_is_an_interrupt_and_at_the_prompt_it_is_none(runs: Transcript) -> None:
    assert [m.index for m in runs.messages if "interrupted" in m.flags] == [7, 9]
    assert runs.messages[7].visible_text == "I will now"
    assert [e.text for e in runs.events if e.after == 18] == ["^C again to exit", "^C KeyboardInterrupt"]


def test_errors_that_were_overcome_are_events_only(runs: Transcript) -> None:
    assert (runs.messages[11].error, runs.messages[11].visible_text) == (None, "Here.")
    assert [e.kind for e in runs.events if e.after == 10] == ["error", "retry", "error", "retry"]
    assert runs.messages[13].error == "APIConnectionError"


def test_silences_are_told_by_what_is_printed_in_their_place(runs: Transcript) -> None:
    told = [(s.message, s.cause, s.certainty) for s in name_silences(runs)]
    assert told == [
        (9, "interrupt", "recorded"),
        (13, "provider_error", "recorded"),
        (15, "empty_completion", "recorded"),
        (16, "blank", "recorded"),
    ]


@pytest.mark.parametrize(
    ("printed", "cause", "detail"),
    [
        ("Model x/y has hit a token limit!", "context_overflow", ""),
        (
            "Model x/y has hit a token limit!  \n> Output tokens: ~4,096 of 4,096 -- possibly exceeded output limit!",
            *("empty_completion", "output limit"),
        ),
        ("litellm.ContextWindowExceededError: too long", "context_overflow", ""),
        ("litellm.ContentPolicyViolationError: no", "content_filter", ""),
        ("litellm.exceptions.AuthenticationError: no key", "provider_error", ""),
        ("Tokens: 5k sent, 20 received.", "empty_completion", ""),
    ],
)
def test_causes(tmp_path: Path, printed: str, cause: str, detail: str) -> None:
    transcript = write(tmp_path, f"{START}#### go  \n> {printed}  \n\n#### again  \n")
    assert [(s.message, s.cause, s.detail) for s in name_silences(transcript)] == [(1, cause, detail)]


def test_a_prompt_that_nothing_answers_makes_no_reply(tmp_path: Path) -> None:
    assert len(write(tmp_path, f"{START}#### go  \n\n#### again  \n").messages) == 2


def test_a_stop_while_aider_asks_again_by_itself(tmp_path: Path) -> None:
    text = f"{START}#### go  \n\nadd it\n\n{USAGE}> a.py  \n> Add file to the chat? (Y)es/(N)o [Yes]: y  \n"
    transcript = write(tmp_path, f"{text}>  \n>  \n> ^C again to exit  \n\n#### no  \n")
    assert [(m.role, m.flags) for m in transcript.messages[1:3]] == [("assistant", ()), ("assistant", ("interrupted",))]


def test_a_commands_text_of_several_lines_is_one(tmp_path: Path) -> None:
    text = f"{START}#### go  \n\nRun these.\n\n{USAGE}> mkdir -p out      \ntouch out/a  \n"
    transcript = write(tmp_path, f"{text}> Run shell commands? (Y)es/(N)o [Yes]: y  \n> Running mkdir -p out  \n")
    assert calls(transcript.messages[1]) == [("bash", "mkdir -p out\ntouch out/a", "missing")]


def test_an_edit_in_another_form_is_known_by_its_outcome(tmp_path: Path) -> None:
    text = f"{START}#### go  \n\na.py\n```\nx = 1\n```\n\n{USAGE}> Applied edit to a.py  \n> Skipping edits to b.py  \n"
    assert calls(write(tmp_path, text).messages[1]) == [("edit", "a.py", "ok"), ("edit", "b.py", "refused")]


def test_an_unfinished_block_is_words(tmp_path: Path) -> None:
    message = write(tmp_path, f"{START}#### go  \n\na.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n").messages[1]
    assert message.visible_text == "a.py\n```\n<<<<<<< SEARCH\nx\n=======\ny"


def test_a_name_inside_the_fence(tmp_path: Path) -> None:
    text = f"{START}#### go  \n\nHere:\n\n```\na.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```\n\nDone.\n"
    message = write(tmp_path, text).messages[1]
    assert calls(message) == [("edit", "a.py", "missing")]
    assert message.visible_text == "Here:\n\nDone."


def test_trimmed_line_ends(tmp_path: Path) -> None:
    trimmed = "\n".join(line.rstrip() for line in OLD.read_text().splitlines()) + "\n"
    assert [m.role for m in write(tmp_path, trimmed).messages] == [m.role for m in Aider().read(OLD).messages]


def test_a_start_that_is_quoted_begins_no_run(tmp_path: Path) -> None:
    transcript = write(tmp_path, f"{START}#### go  \n\nThe file says:\n{START}")
    assert transcript.session == "2026-05-01T10:00:00"
    assert "chat started" in transcript.messages[1].visible_text


def test_bytes_that_are_no_text_are_a_problem(tmp_path: Path) -> None:
    transcript = write(tmp_path, START.encode() + b"#### \xff\x00  \r\n")
    assert [p.code for p in transcript.problems] == ["bad-bytes"]
    assert transcript.problems[0].place is not None
    assert transcript.problems[0].place.line == 3


def test_no_run(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no run of Aider begins in it"):
        write(tmp_path, "# something else\n")


@pytest.mark.parametrize(
    ("text", "ours"),
    [(f"\n{START}", True), (f"\ufeff{START}", True), (f"About Aider:\n\n{START}", False), ("# aider chat\n", False), ("", False)],
)
def test_told_by_its_first_words(text: str, ours: bool) -> None:
    assert Aider().sniff(Head(Path("x"), text.encode())) is ours


@pytest.mark.parametrize("path", [RUNS, OLD], ids=lambda p: p.stem)
def test_every_line_is_in_one_record(path: Path) -> None:
    data = path.read_bytes()
    transcript = Aider().read(path)
    first = transcript.messages[0].places[0].byte_start or 0
    end = data.find(b"# aider chat", first)
    assert counts(transcript, data, first, end if end >= 0 else len(data)) == {1}


LINES = st.sampled_from(
    [
        START.strip(),
        "",
        "#### a  ",
        "#### a",
        "#### <blank>  ",
        "#### /run x  ",
        "> ^C again to exit  ",
        "> Tokens: 1k sent, . received.",
        "> Tokens: 1.2M sent, 3 received. Cost: $0.0.1 message  ",
        "> 1 prompt tokens, 2 completion tokens, $.. cost  ",
        "> Applied edit to a.py  ",
        "> # 1 SEARCH/REPLACE block failed to match!",
        "## SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in a.py",
        "> Run shell command? (Y)es/(N)o [Yes]: n  ",
        "> litellm.X: y  ",
        "> Empty response received from LLM. Check your provider account?  ",
        "> x",
        ">  ",
        ">",
        "words",
        "a.py",
        "```",
        "<<<<<<< SEARCH",
        "=======",
        ">>>>>>> REPLACE",
        "<think>",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(st.lists(LINES | st.text(max_size=12), max_size=40))
def test_any_lines_are_read(tmp_path: Path, lines: list[str]) -> None:
    transcript = write(tmp_path, START + "\n".join(lines))
    assert adds_up(transcript)
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record and m.places for m in transcript.messages)
    for message in transcript.messages:
        assert all(p.status is not None for p in message.parts if p.kind == "call")
    name_silences(transcript)


def test_every_prefix_is_read(tmp_path: Path) -> None:
    data = RUNS.read_bytes()
    for end in range(0, len(data), 37):
        try:
            assert adds_up(write(tmp_path, data[:end]))
        except NarratorError:
            assert end < 60


def test_time_is_linear(tmp_path: Path) -> None:
    text = START + "#### go  \n\n" + "<<<<<<< SEARCH\n=======\n```\n> x\n" * 40_000 + "\n> y\nz\n" * 20_000
    begun = time.perf_counter()
    write(tmp_path, text)
    assert time.perf_counter() - begun < 10


@needs_shared
def test_real_histories() -> None:
    core = SHARED / "sessions" / "aider" / "aider-afi-core.md"
    found = [Aider().read(core, str(run)) for run in range(1, 10)]
    # 49 lines of input, 9 of them answers that Aider gave itself; 39 replies.
    assert sum(m.role == "user" for t in found for m in t.messages) == 40
    assert sum(m.role == "assistant" for t in found for m in t.messages) == 39
    assert not any("interrupted" in m.flags for t in found for m in t.messages)
    assert all(m.tokens for t in found for m in t.messages if m.role == "assistant")
    edits = [p.status for t in found for m in t.messages for p in m.parts if p.kind == "call" and p.name == "edit"]
    assert (edits.count("ok"), edits.count("error"), edits.count("missing")) == (20, 1, 6)
    bench = SHARED / "sessions" / "aider" / "aider-swebench-django-11019.md"
    runs = [Aider().read(bench, str(run)) for run in range(1, 6)]
    assert [len([m for m in t.messages if m.role == "user"]) for t in runs] == [1] * 5

"""Each link by a small session that has it and one that nearly has it; then the questions asked of a graph."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.graph import (
    Link,
    answer_of,
    build,
    children_of,
    cited_by,
    file_history,
    files_of,
    grounds,
    linked_from,
    neighbors_by,
    prompt_of,
    quoted_by,
    quoted_from,
    repeats_of,
    revised_by,
    verified_by,
)
from narrator.graph.checks import find_checks
from narrator.graph.files import normal, touches
from narrator.graph.words import GRAM, WINDOW, fingerprints, number_words
from narrator.model import Child, Message, Part, Status, Transcript
from narrator.redaction import source_text

ROLES: dict[str, dict[str, Any]] = {
    "user": {"role": "user", "kind": "prompt", "by": "person"},
    "agent": {"role": "assistant", "kind": "reply", "by": "model"},
    "summary": {"role": "user", "kind": "summary", "by": "model"},
    "harness": {"role": "user", "kind": "notice", "by": "harness"},
}


def call(name: str, status: Status = "ok", **args: str) -> Part:
    return Part(kind="call", name=name, by="model", args=tuple(args.items()), status=status)


def edit(old: str, new: str, path: str = "a.py", status: Status = "ok") -> Part:
    return call("edit", status, filePath=path, oldString=old, newString=new)


def write(text: str, path: str = "a.py") -> Part:
    return call("write", filePath=path, content=text)


def run(command: str, status: Status = "ok") -> Part:
    return call("bash", status, command=command)


def said(who: str, *parts: str | Part, **fields: Any) -> Message:
    base = ROLES[who]
    made = tuple(p if isinstance(p, Part) else Part(kind="text", text=p, by=base["by"]) for p in parts)
    return Message(index=0, parts=made, **(base | fields))


def session(*messages: Message, **fields: Any) -> Transcript:
    numbered = tuple(m.model_copy(update={"index": i}) for i, m in enumerate(messages))
    return Transcript(session="s", format="test", agent="test", cwd="/w", messages=numbered, **fields)


def links(transcript: Transcript, link: Link, **options: Any) -> list[tuple[Any, Any]]:
    return [(u, v) for u, v, key in build(transcript, **options).edges(keys=True) if key == link]


def test_messages_follow_one_another_but_not_across_a_gap() -> None:
    one, two, three = session(said("user", "a"), said("agent", "b"), said("user", "c")).messages
    gapped = Transcript(
        session="s", format="test", agent="test", messages=(one, two, three.model_copy(update={"index": 7})), gaps=((2, 6),)
    )
    assert links(gapped, Link.NEXT) == [(0, 1)]
    assert sorted(build(gapped)) == [0, 1, 7]


def test_a_reply_names_its_parent_and_a_parent_that_is_missing_is_none() -> None:
    transcript = session(said("user", "a", id="x"), said("agent", "b", id="y", parent="x"), said("agent", "c", parent="lost"))
    assert links(transcript, Link.REPLY) == [(1, 0)]


def test_a_call_that_starts_a_sub_agent_is_linked_to_its_session() -> None:
    children = (Child(session="sub", message=1, title="look around"), Child(session="unplaced"))
    graph = build(session(said("user", "a"), said("agent", call("task")), children=children))
    assert children_of(graph, 1) == ("sub",)
    assert children_of(graph, 0) == ()


def test_brackets_in_a_message_cite_and_bare_numbers_do_not() -> None:
    transcript = session(
        said("user", "one"),
        said("agent", "two"),
        said("user", "as [msg 0] says; the commit message 1"),
        said("agent", "- the message\n1. a list"),
        said("user", "see [msg 0, 1]"),
    )
    assert links(transcript, Link.CITE) == [(2, 0), (4, 0), (4, 1)]


def test_an_essay_cites_in_any_form_and_its_ranges_are_all_they_span() -> None:
    transcript = session(*(said("user", f"word {i}") for i in range(6)))
    essays = ["As message 1 shows.", "From [msg 2]–[msg 4] on; [msg 5 @other]; [msg 99]."]
    graph = build(transcript, essays=essays)
    assert cited_by(graph, 1) == (("essay", 0),)
    assert neighbors_by(graph, ("essay", 1), Link.CITE) == (2, 3, 4)
    assert cited_by(graph, 5) == ()


def test_of_a_wide_range_only_the_ends_are_linked() -> None:
    transcript = session(*(said("user", f"word {i}") for i in range(300)))
    graph = build(transcript, essays=["All of [msg 0]–[msg 299]."])
    assert neighbors_by(graph, ("essay", 0), Link.CITE) == (0, 299)


def test_who_cites_is_told_in_order_messages_first() -> None:
    transcript = session(said("user", "a"), said("user", "[msg 0]"), said("user", "[msg 0]"))
    assert cited_by(build(transcript, essays=["[msg 0]", "[msg 0]"]), 0) == (1, 2, ("essay", 0), ("essay", 1))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Run the tests", "run the tests!"),
        ("continue", "continue"),
        ("please remove the old tests again", "please remove the old useless tests again"),
        ("also: the trailer is wrong there", "also: the trailer is wrong there or it isn't even one, it is the subject"),
    ],
)
def test_the_same_or_nearly_the_same_instruction_is_linked(first: str, second: str) -> None:
    assert links(session(said("user", first), said("agent", "ok"), said("user", second)), Link.REPEAT) == [(2, 0)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("yes", "yes"),
        ("ok thanks", "OK, thanks!"),
        ("run the tests", "write the docs"),
        ("please add a test for the parser", "please add a page on the parser and the writer to the manual"),
    ],
)
def test_assent_and_other_instructions_are_not(first: str, second: str) -> None:
    assert links(session(said("user", first), said("agent", "ok"), said("user", second)), Link.REPEAT) == []


def test_a_log_that_holds_an_earlier_one_is_a_new_report() -> None:
    log = "error: permission denied to the bot while pushing"
    transcript = session(
        said("user", log),
        said("user", "limit it to one branch"),
        said("user", f"now I get commit 1a2b with six files changed and then again {log}"),
    )
    assert links(transcript, Link.REPEAT) == []


def test_harness_copies_of_a_prompt_are_no_repeats() -> None:
    again = said("user", "Run all the tests", flags=("replay",))
    assert links(session(said("user", "Run all the tests"), again), Link.REPEAT) == []


def test_all_repeats_of_a_prompt_are_found_from_any_of_them() -> None:
    graph = build(session(*(said("user", "Run all the tests") for _ in range(4)), said("user", "stop now please")))
    assert repeats_of(graph, 2) == (0, 1, 3)
    assert repeats_of(graph, 4) == ()


PASSAGE = "the branch is pushed by the hook to whatever remote the push itself goes to"


def test_a_passage_taken_over_is_linked_to_its_first_author_and_can_be_read_at_both_ends() -> None:
    transcript = session(said("agent", f"I see: {PASSAGE}."), said("user", f"You wrote “{PASSAGE.upper()}”, why?"))
    graph = build(transcript)
    assert quoted_from(graph, 1) == (0,)
    assert quoted_by(graph, 0) == (1,)
    found = grounds(graph, 1, 0, Link.QUOTE)
    assert found is not None
    assert source_text(transcript, found.spans[0]) == PASSAGE.upper()
    assert source_text(transcript, found.origins[0]) == PASSAGE


@pytest.mark.parametrize(
    "text",
    [
        "the branch is pushed by the hook",
        "https://host.org/the/branch/is/pushed/by/the/hook/to/whatever/remote/the/push/itself/goes/to",
    ],
)
def test_short_runs_and_addresses_are_no_quotes(text: str) -> None:
    assert links(session(said("agent", f"I see: {PASSAGE} {text}"), said("user", text)), Link.QUOTE) == []


def test_the_same_in_other_words_is_no_quote() -> None:
    other = "the branch was pushed by a hook to whichever remote a push itself went to"
    assert links(session(said("agent", PASSAGE), said("user", other)), Link.QUOTE) == []


def test_an_agent_has_turns_of_phrase() -> None:
    phrase = "now let me run all of the tests to verify that everything still works"
    assert links(session(said("agent", phrase), said("agent", phrase)), Link.QUOTE) == []


def test_an_agent_that_takes_over_its_own_prose_at_length_quotes_itself() -> None:
    assert links(
        session(said("agent", PASSAGE + " unless it is told"), said("agent", "So " + PASSAGE + " unless it is told")),
        Link.QUOTE,
    ) == [(1, 0)]


def test_code_comes_from_files() -> None:
    code = "if (value == null) { return fallback(value, other); } else { return first(value)[0]; } return null;"
    fenced = f"```\n{PASSAGE} {PASSAGE}\n```"
    assert links(session(said("agent", code), said("agent", code)), Link.QUOTE) == []
    assert links(session(said("agent", fenced), said("agent", fenced)), Link.QUOTE) == []


def test_what_a_tool_prints_quotes_nobody() -> None:
    printed = Part(kind="result", text=PASSAGE, by="tool")
    assert links(session(said("user", PASSAGE), said("agent", call("read"), printed)), Link.QUOTE) == []


def test_a_person_quoted_often_stays_the_origin() -> None:
    transcript = session(said("user", PASSAGE), *(said("agent", f"{i}: the user says {PASSAGE}") for i in range(8)))
    assert links(transcript, Link.QUOTE) == [(i, 0) for i in range(1, 9)]


@given(st.lists(st.integers(0, 3), max_size=60))
def test_any_eight_words_in_common_share_a_fingerprint(numbers: list[int]) -> None:
    text = " ".join(map(str, numbers))
    vocabulary: dict[str, int] = {}
    shared = " ".join("abcdefgh")
    one = {f for f, _ in fingerprints(number_words(f"{text} {shared} x", vocabulary).numbers)}
    other = {f for f, _ in fingerprints(number_words(f"{shared} {text}", vocabulary).numbers)}
    assert len(shared.split()) == GRAM + WINDOW - 1
    assert one & other


def test_the_reply_that_closes_the_turn_answers_the_prompt() -> None:
    graph = build(
        session(said("user", "Fix it"), said("agent", "Looking.", run("ls")), said("agent", "Fixed."), said("user", "ok"))
    )
    assert answer_of(graph, 0) == 2
    assert prompt_of(graph, 2) == 0
    assert prompt_of(graph, 1) is None
    assert answer_of(graph, 3) is None


@pytest.mark.parametrize(
    "last",
    [
        said("agent", "Looking.", run("ls")),
        said("agent", "Half a", flags=("interrupted",)),
        said("agent", "Sorry", error="APIError"),
        said("agent", ""),
        said("harness", "stopped"),
    ],
)
def test_a_turn_that_was_broken_off_has_no_answer(last: Message) -> None:
    assert links(session(said("user", "Fix it"), last, said("user", "again")), Link.ANSWERS) == []


def test_a_reply_after_a_queued_prompt_answers_that_one() -> None:
    queued = said("user", "And that", flags=("queued",))
    transcript = session(said("user", "This"), said("agent", "On it.", run("ls")), queued, said("agent", "Both done."))
    assert links(transcript, Link.ANSWERS) == [(3, 2)]


LINE = "value = compute(first, second)"


def test_an_edit_that_takes_out_a_line_revises_the_edit_that_put_it_in() -> None:
    transcript = session(said("agent", edit("x", f"x\n    {LINE}")), said("agent", edit(LINE, "value = None")))
    graph = build(transcript)
    assert revised_by(graph, 0) == (1,)
    found = grounds(graph, 1, 0, Link.REVISES)
    assert found is not None
    assert [source_text(transcript, s) for s in (*found.spans, *found.origins)] == [LINE, LINE]
    assert found.why == ("/w/a.py",)


def test_writing_a_file_anew_revises_those_whose_lines_are_gone() -> None:
    transcript = session(said("agent", write(f"{LINE}\nprint(value)")), said("agent", write("print('nothing at all')")))
    assert links(transcript, Link.REVISES) == [(1, 0)]
    kept = session(said("agent", write(f"{LINE}\nend")), said("agent", write(f"{LINE}\nmore of that")))
    assert links(kept, Link.REVISES) == []


def test_patches_revise_patches() -> None:
    head = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n"
    transcript = session(
        said("agent", call("apply_patch", input=f"{head}+{LINE}\n*** End Patch")),
        said("agent", call("apply_patch", input=f"{head}-{LINE}\n+other = compute(second)\n*** End Patch")),
    )
    assert links(transcript, Link.REVISES) == [(1, 0)]


@pytest.mark.parametrize(
    "second",
    [
        edit("value = other(first, second)", "value = None"),
        edit(LINE, "value = None", path="b.py"),
        edit(LINE, "value = None", status="error"),
        edit(LINE, f"{LINE}\nmore = True"),
        edit("end", "done"),
    ],
)
def test_other_lines_other_files_and_failed_edits_revise_nothing(second: Part) -> None:
    assert links(session(said("agent", edit("x", f"{LINE}\nend")), said("agent", second)), Link.REVISES) == []


@pytest.mark.parametrize(
    "text",
    ["no, remove that again", "Never mind, leave it for another day", "actually, let's use a list", "I meant the other file"],
)
def test_a_prompt_that_takes_back_revises_the_one_before(text: str) -> None:
    assert links(session(said("user", "Add the hash"), said("agent", "Added."), said("user", text)), Link.REVISES) == [(2, 0)]


@pytest.mark.parametrize(
    "text", ["no problem, go on", "now add a test", "wait why is that there?", "notes go to docs", "Nothing else"]
)
def test_a_prompt_that_only_sounds_like_it_does_not(text: str) -> None:
    assert links(session(said("user", "Add the hash"), said("agent", "Added."), said("user", text)), Link.REVISES) == []


def test_a_prompt_sent_again_changed_revises_and_sent_again_unchanged_repeats_only() -> None:
    changed = session(
        said("user", "please remove the old tests again"), said("user", "please remove the old useless tests again")
    )
    same = session(said("user", "please remove the old tests"), said("user", "please remove the old tests"))
    assert links(changed, Link.REVISES) == [(1, 0)]
    assert links(same, Link.REVISES) == []
    assert links(same, Link.REPEAT) == [(1, 0)]


def test_a_check_bears_on_the_edits_before_it_once_for_each_kind_of_check() -> None:
    transcript = session(
        said("agent", edit("a", "b")),
        said("agent", run("pytest -q")),
        said("agent", run("pytest -q")),
        said("agent", run("ruff check . && mypy .")),
    )
    assert links(transcript, Link.VERIFIES) == [(1, 0), (3, 0)]
    assert verified_by(build(transcript), 0) == (1, 3)


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("docs/a.md", "pytest"),
        ("a.py", "cargo test"),
        ("a.py", "ls && cat a.py"),
        ("a.py", "echo 'run pytest now'"),
        ("a.py", 'rg "jest|pytest|vitest" docs'),
        ("a.py", "git commit -m 'pytest'"),
        ("a.py", "cat > notes <<EOF\npytest\nEOF"),
        ("a.py", "cd /elsewhere && pytest"),
        ("a.py", "python other.py"),
        ("src/a.test.ts", "bun test src/b.test.ts"),
        ("packages/one/src/a.ts", "bun test packages/two/test/b.test.ts"),
        ("a_test.go", "go build ./..."),
        ("/w/.tool/settings.py", "pytest"),
    ],
)
def test_what_is_no_check_of_the_file_verifies_nothing(path: str, command: str) -> None:
    assert links(session(said("agent", edit("a", "b", path=path)), said("agent", run(command))), Link.VERIFIES) == []


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("a.py", "cd /w && timeout 60 uv run pytest -q 2>&1 | tail"),
        ("a.py", "PYTHONPATH=. python -m pytest tests/test_a.py"),
        ("a.py", "python a.py --fast"),
        ("C:\\t\\a.php", 'wp eval-file "C:\\t\\a.php"'),
        ("packages/one/src/a.ts", "bun test packages/one/test/b.test.ts"),
        ("cmd/cli/strategy/a.go", "go test ./cmd/cli/strategy/... -run TestA"),
        ("a.rs", "cargo fmt && cargo check"),
        ("web/a.tsx", "npm run build"),
        ("a.go", "mise run lint"),
        ("a.py", '["bash","-lc","pytest -q"]'),
    ],
)
def test_real_forms_of_checks_are_known(path: str, command: str) -> None:
    assert links(session(said("agent", edit("a", "b", path=path)), said("agent", run(command))), Link.VERIFIES) == [(1, 0)]


@pytest.mark.parametrize("status", ["refused", "missing", "cancelled", "running"])
def test_a_check_without_a_result_verifies_nothing(status: Status) -> None:
    assert links(session(said("agent", edit("a", "b")), said("agent", run("pytest", status))), Link.VERIFIES) == []


def test_a_failed_check_is_a_result_too() -> None:
    assert links(session(said("agent", edit("a", "b")), said("agent", run("pytest", "error"))), Link.VERIFIES) == [(1, 0)]


def test_a_claim_is_verified_by_the_next_check_of_its_kind_unless_an_edit_comes_between() -> None:
    claim = said("agent", "All 12 tests pass.")
    assert links(session(claim, said("user", "sure?"), said("agent", run("pytest"))), Link.VERIFIES) == [(2, 0)]
    assert links(session(claim, said("agent", run("npm run build"))), Link.VERIFIES) == []
    between = session(claim, said("agent", edit("a", "b")), said("agent", run("pytest")))
    assert links(between, Link.VERIFIES) == [(2, 1)]


def test_where_a_check_stands_in_its_command() -> None:
    command = "cd x && npx vitest run"
    ((start, end, check),) = find_checks(command)
    assert command[start:end] == "vitest" == check.head
    assert check.tells == "test"


def test_messages_that_name_a_file_are_a_chain_and_not_a_clique() -> None:
    transcript = session(
        said("agent", call("Read", file_path="/w/src/a.py")),
        said("user", "go on"),
        said("agent", edit("a", "b", path="src/a.py")),
        said("agent", run("sed -n '1,20p' src/a.py | head -3")),
        said("agent", call("Read", file_path="/w/src/b.py")),
    )
    graph = build(transcript)
    assert links(transcript, Link.SAME_FILE) == [(2, 0), (3, 2)]
    assert file_history(graph, 2, "/w/src/a.py") == (0, 3)
    assert files_of(graph, 3) == ("/w/src/a.py",)
    assert files_of(graph, 4) == ()


def test_folders_and_same_names_elsewhere_are_other_files() -> None:
    transcript = session(
        said("agent", call("Grep", path="src", pattern="x")),
        said("agent", call("Grep", path="src", pattern="y")),
        said("agent", call("Read", file_path="src/a.py")),
        said("agent", call("exec", cmd="cat src/a.py", workdir="/other")),
    )
    assert links(transcript, Link.SAME_FILE) == []


def test_several_files_between_two_messages_are_one_link() -> None:
    both = (call("Read", file_path="a.py"), call("Read", file_path="b.py"))
    graph = build(session(said("agent", *both), said("agent", *both)))
    found = grounds(graph, 1, 0, Link.SAME_FILE)
    assert found is not None
    assert found.why == ("/w/a.py", "/w/b.py")
    assert len(found.spans) == len(found.origins) == 2


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("a.py", "/w", "/w/a.py"),
        ("./x/../a.py", "/w", "/w/a.py"),
        ("C:\\w\\a.py", "/w", "C:/w/a.py"),
        ("a.py", "C:\\w", "C:/w/a.py"),
        ("~/a.py", "/w", "~/a.py"),
        ('"a.py"', None, "a.py"),
    ],
)
def test_paths_are_made_comparable(path: str, folder: str | None, expected: str) -> None:
    assert normal(path, folder) == expected


def test_several_edits_in_one_call_are_read_and_broken_ones_survived() -> None:
    whole = call("MultiEdit", file_path="a.py", edits='[{"old_string":"x = 1","new_string":"x = 2"}, 3]')
    (touch,) = touches(whole, "/w")
    assert (touch.removed, touch.added) == (("x = 1",), ("x = 2",))
    (broken,) = touches(call("MultiEdit", file_path="a.py", edits='[{"old_string":'), "/w")
    assert not broken.edits


def test_questions_about_a_node_that_is_not_there_have_no_answer() -> None:
    graph = build(session(said("user", "a")))
    assert neighbors_by(graph, 9, Link.NEXT) == linked_from(graph, 9, Link.NEXT) == ()
    assert answer_of(graph, 9) is None
    assert repeats_of(graph, 9) == ()
    assert files_of(graph, 9) == ()


def sentences(count: int) -> Iterable[str]:
    return (
        f"Please look at module {i} and tell me what its function number {i} returns when item {i * 7} is absent"
        for i in range(count)
    )


@pytest.mark.parametrize("link", [Link.REPEAT, Link.QUOTE, Link.SAME_FILE, Link.VERIFIES, Link.REVISES])
def test_links_grow_with_the_messages_and_not_with_their_pairs(link: Link) -> None:
    def count(size: int) -> int:
        texts = [said("user", text) for text in sentences(size)]
        agents = [
            said("agent", text, edit(f"line number {i} of it", f"line number {i + 1} of it"), run("pytest"))
            for i, text in enumerate(sentences(size))
        ]
        return len(links(session(*(m for pair in zip(texts, agents, strict=True) for m in pair)), link))

    small, large = count(40), count(160)
    assert large <= 4 * small + 8
    assert large <= 2 * 320


def test_two_builds_are_equal_in_their_order() -> None:
    transcript = session(*(said("user", t) for t in sentences(20)), said("agent", edit("a", "b")), said("agent", run("pytest")))
    one, other = (list(build(transcript, essays=["[msg 3]"]).edges(keys=True, data=True)) for _ in range(2))
    assert one == other


def test_importing_this_does_not_load_networkx() -> None:
    code = "import sys, narrator.graph; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

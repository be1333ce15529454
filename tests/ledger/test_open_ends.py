"""What a session leaves open at its end."""

from __future__ import annotations

import pytest

from narrator.analysis import analyze
from narrator.checking import verdicts
from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.open_ends import find_open_ends
from narrator.model import Span
from tests.scenes import Scene
from tests.scenes import scene as told

EDIT = "2 A ! edit src/parse.py > done"


def _found(scene: Scene, predicate: str) -> list[Fact]:
    return [f for f in find_open_ends(Whole(scene.analysis)) if f.predicate == predicate]


def _words(scene: Scene, value: object) -> list[str]:
    assert isinstance(value, tuple)
    return [scene.words(v) if isinstance(v, Span) else str(v) for v in value]


TODOS = (
    ("todowrite", 'todos=\'[{"content":"Parse","status":"completed"},{"content":"Test it","status":"pending"}]\''),
    ("update_plan", 'plan=\'[{"step":"Parse","status":"completed"},{"step":"Test it","status":"in_progress"}]\''),
    ("write_todos", 'todos=\'[{"description":"Parse","status":"cancelled"},{"description":"Test it","status":"pending"}]\''),
    (
        "manage_todo_list",
        'todoList=\'[{"id":1,"title":"Parse","status":"completed"},{"id":2,"title":"Test it","status":"not-started"}]\'',
    ),
    ("task_tracker", 'task_list=\'[{"title":"Parse","status":"done"},{"title":"Test it","status":"todo"}]\''),
    ("update_todo_list", "todos='- [x] Parse\n- [ ] Test it'"),
    ("focus_chain", "task_progress='- [x] Parse\n- [ ] Test it'"),
)


@pytest.mark.parametrize(("tool", "argument"), TODOS)
def test_items_that_the_last_list_leaves_open_are_told_in_its_words(tool: str, argument: str) -> None:
    scene = told(f"1 U Go.\n2 A ! {tool} {argument} > ok\n3 A Done so far.")
    (found,) = _found(scene, "open.todo")
    assert _words(scene, found.arg("items")) == ["Test it"]


def test_a_later_list_that_is_done_leaves_nothing_open() -> None:
    first, last = (f'! todowrite todos=\'[{{"content":"Parse","status":"{s}"}}]\' > ok' for s in ("pending", "completed"))
    assert not _found(told(f"1 U Go.\n2 A {first}\n3 A {last}"), "open.todo")


def test_items_made_one_by_one_are_closed_by_their_number() -> None:
    scene = told(
        "1 U Go.\n2 A ! TaskCreate subject=Parse > Task #1 created successfully: Parse\n"
        "3 A ! TaskCreate subject='Test it' > Task #2 created successfully: Test it\n"
        "4 A ! TaskUpdate taskId=1 status=completed > Updated task #1 status",
        agent="claude-code",
    )
    (found,) = _found(scene, "open.todo")
    assert _words(scene, found.arg("items")) == ["Test it"]


def test_files_edited_after_the_last_test_are_untested() -> None:
    scene = told(f"1 U Go.\n{EDIT}\n3 A ! bash pytest > 3 passed\n4 A ! edit src/lex.py > done\n5 A Fine.")
    (found,) = _found(scene, "open.untested")
    assert found.arg("files") == ("src/lex.py",)
    assert [n.text for n in found.notes] == ["test runs in [msg 4]–[msg 5]: 0"]


@pytest.mark.parametrize(
    "after",
    ["3 A ! bash pytest >1 1 failed", "3 A ! bash python app.py > hi", "3 U it works now, thanks", "3 U !make test"],
)
def test_what_was_tried_by_whomever_is_not_untested(after: str) -> None:
    assert not _found(told(f"1 U Go.\n{EDIT}\n{after}\n4 A Fine."), "open.untested")


def test_prose_needs_no_test() -> None:
    assert not _found(told("1 U Go.\n2 A ! edit README.md > done\n3 A Fine."), "open.untested")


STARTED = "2 A ! bash npm run dev >running Command running in background with ID: b12. Output is being written to: x"


def test_a_command_left_running_is_open_until_its_end_is_told() -> None:
    open_one = told(f"1 U Go.\n{STARTED}\n3 A It runs.", agent="claude-code")
    (found,) = _found(open_one, "open.running")
    assert found.arg("id") == "b12"
    stopped = open_one.but("3 A ! KillShell shell_id=b12 > Killed")
    noticed = open_one.but("3 U {by=harness} Background command b12 completed (exit code 0)")
    assert not _found(stopped, "open.running")
    assert not _found(noticed, "open.running")


def test_git_status_tells_what_is_uncommitted_unless_a_commit_follows() -> None:
    scene = told("1 U Go.\n2 A ! bash git status --short > M src/parse.py\n?? notes.txt\n3 A Fine.")
    (found,) = _found(scene, "open.uncommitted")
    assert _words(scene, found.arg("files")) == ["src/parse.py", "notes.txt"]
    assert not _found(scene.but("3 A ! bash git commit -am x > [main 1] x"), "open.uncommitted")
    assert not _found(scene.but("3 A ! bash git status > nothing to commit, working tree clean"), "open.uncommitted")


def test_the_long_form_of_git_status_is_read_too() -> None:
    status = "On branch main\nChanges not staged for commit:\n\tmodified:   src/parse.py\nUntracked files:\n\tnotes.txt"
    first, second, third = told("1 U Go.\n2 A ! bash git status > x\n3 A Fine.").transcript.messages
    call, result = second.parts
    second = second.model_copy(update={"parts": (call, result.model_copy(update={"text": status}))})
    transcript = told("1 U Go.").transcript.model_copy(update={"messages": (first, second, third)})
    (found,) = (f for f in find_open_ends(Whole(analyze(transcript))) if f.predicate == "open.uncommitted")
    ends = [(s.start, s.end) for s in found.spans]
    assert [status[a:b] for a, b in ends] == ["src/parse.py", "notes.txt"]


@pytest.mark.parametrize(("last", "n"), [("Why?", 1), ("/exit", 0), ("thanks!", 0)])
def test_a_last_word_without_a_reply_is_open(last: str, n: int) -> None:
    assert len(_found(told(f"1 U Go.\n2 A Done.\n3 U {last}"), "open.unreplied")) == n


@pytest.mark.parametrize(
    ("last", "how"),
    [
        ("3 A ! bash make > built", ["midway"]),
        ("3 A ! bash make > built\n4 A It builds.", []),
        ("3 A {interrupted} I was", ["interrupt"]),
        ("3 A ! bash make >refused no", []),
    ],
)
def test_a_session_that_breaks_off_says_how(last: str, how: list[str]) -> None:
    assert [f.arg("how") for f in _found(told(f"1 U Go.\n2 A Let me.\n{last}"), "open.cut")] == how


def test_the_footnotes_hold() -> None:
    scene = told(f"1 U Go.\n{EDIT}\n3 A Fine.\n4 U why though?\n5 S hm", agent="claude-code")
    notes = [n.text for f in find_open_ends(Whole(scene.analysis)) for n in f.notes]
    body = "".join(f"It was left open [msg 1].[^{n}]\n\n" for n in range(len(notes)))
    text = body + "".join(f"[^{n}]: {words}\n" for n, words in enumerate(notes))
    told_of = [v for v in verdicts(text, scene.transcript) if v.check == "ranges"]
    assert [v.verdict for v in told_of] == ["right"] * 2

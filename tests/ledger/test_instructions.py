"""What was ordered, and what became of it; limits kept and violated."""

from __future__ import annotations

import pytest

from narrator.checking import verdicts
from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.instructions import find_instructions
from narrator.ledger.instructions_limits import find_limits
from narrator.ledger.instructions_words import instructions
from narrator.model import Span
from tests.scenes import Scene
from tests.scenes import scene as told


def _ordered(text: str) -> list[tuple[str, str]]:
    scene = told(f"0 U Hello.\n1 A Hello.\n2 U {text}\n3 A Well.")
    speech = scene.signals.speeches[2]
    return [(i.deed, scene.words(i.span)) for i in instructions(speech, scene.transcript.messages[2].parts[0].text)]


def _fates(scene: Scene) -> list[str]:
    return [f.predicate.removeprefix("instruction.") for f in find_instructions(Whole(scene.analysis))]


def _words(scene: Scene, value: object) -> list[str]:
    assert isinstance(value, tuple)
    return [scene.words(v) for v in value if isinstance(v, Span)]


def test_a_message_may_order_several_things() -> None:
    assert _ordered("commit, push and open a draft PR") == [("commit", "commit"), ("push", "push"), ("pr", "open a draft PR")]
    assert _ordered("Please do this:\n1. Add a test.\n2. Run the tests.") == [("edit", "Add a test."), ("test", "Run the tests.")]
    assert _ordered("Suggest a path to complete and publish it.") == [("tell", "Suggest a path to complete and publish it.")]


@pytest.mark.parametrize(
    "words",
    [
        "Why is the build slow?",
        "Tests are failing again.",
        "commit messages are too long",
        "Run main(): it breaks",
        "If anything breaks, fix it",
        "Don't push yet.",
        "build files in dist folder?",
    ],
)
def test_what_only_looks_like_an_order_is_none(words: str) -> None:
    assert _ordered(words) == []


@pytest.mark.parametrize(
    ("words", "deed"),
    [
        ("Agrega una prueba para el parser", "edit"),
        ("Por favor ejecuta las pruebas", "test"),
        ("Füge einen Test für den Parser hinzu", "edit"),
        ("Bitte prüfe den Parser", "look"),
        ("Adicione um teste para o parser", "edit"),
        ("请添加一个测试", "edit"),
        ("运行一下测试", "test"),
        ("提交代码", "commit"),
    ],
)
def test_orders_are_known_in_other_languages(words: str, deed: str) -> None:
    assert [d for d, _ in _ordered(words)] == [deed]


def test_names_figures_and_object_stand_by_themselves() -> None:
    scene = told("1 U Limit `max_rows` in src/lex.py to 500 rows.\n2 A ! edit src/lex.py > ok\n3 A Done.")
    (found,) = find_instructions(Whole(scene.analysis))
    assert found.predicate == "instruction.done"
    assert _words(scene, found.arg("names")) == ["`max_rows`", "src/lex.py"]
    assert _words(scene, found.arg("figures")) == ["500"]
    assert scene.words(found.arg("object")) == "`max_rows` in src/lex.py to 500 rows"


GO = "0 U Look at the parser.\n1 A It is fine."


@pytest.mark.parametrize(
    ("text", "fate"),
    [
        ("2 U commit\n3 A ! bash git add . && git commit -m x > [main 1] x\n4 A Done.", "done"),
        ("2 U Fix src/lex.py\n3 A ! edit src/lex.py > ok\n4 A Done.", "done"),
        ("2 U Fix src/lex.py\n3 A ! edit src/parse.py > ok\n4 A Done.", "unknown"),
        ("2 U Fix src/lex.py\n3 A ! edit src/lex.py > ok\n4 A {interrupted}\n5 U What next?\n6 A Hm.", "partly"),
        ("2 U Fix src/lex.py\n3 A ! edit src/lex.py > ok\n4 A Done.\n5 U No, that's wrong.\n6 A Hm.", "partly"),
        ("2 U Run the tests\n3 A ! bash pytest >refused no\n4 A Fine.", "refused"),
        ("2 U Delete the database\n3 A I can't do that: it is in use.", "refused"),
        (
            "2 U Rewrite the lexer\n3 A {interrupted}\n4 U never mind, look at the docs\n5 A ! read docs.md > x\n6 A Fine.",
            "superseded",
        ),
        (
            "2 U Fix the lexer and push\n3 A ! edit lex.py > ok\n4 A It is mended.\n5 U And the docs?\n6 A ! read a.md > x",
            "forgotten",
        ),
        (
            "2 U Fix the lexer and push\n3 A ! edit lex.py > ok\n4 A I'll push later.\n5 U And the docs?\n6 A ! read a.md > x",
            "unknown",
        ),
        (
            "2 U Fix the lexer and push\n3 A ! Task prompt=fix > ok\n4 A It is mended.\n5 U And the docs?\n6 A ! read a.md > x",
            "unknown",
        ),
        ("2 U Fix the lexer, commit\n3 A ! mcp__git__git_commit message=x > ok\n4 A It is mended.", "done"),
        ("2 U Ponder it and push\n3 A Hm.\n4 U and?\n5 A ! bash git push origin main > ok\n6 A Done.", None),
    ],
)
def test_what_became_of_an_instruction(text: str, fate: str | None) -> None:
    fates = _fates(told(f"{GO}\n{text}", "claude-code"))
    assert fates[1:][-1:] == ([fate] if fate else [])


def test_a_general_order_is_done_where_the_work_speaks_of_the_same() -> None:
    work = "3 A ! edit lex.py > ok\n4 A The unicode tables of the lexer are rebuilt lazily now."
    assert _fates(told(f"{GO}\n2 U Rebuild the lexer's unicode tables lazily.\n{work}"))[1:] == ["done"]
    assert _fates(told(f"{GO}\n2 U Translate every page of the handbook.\n{work}"))[1:] == ["unknown"]


def test_a_forgotten_instruction_says_over_what() -> None:
    scene = told(
        "0 U Fix the lexer and push\n1 A ! edit lex.py > ok\n2 A The lexer is mended.\n3 U And the docs?\n4 A ! read a.md > x",
        "claude-code",
    )
    (found,) = (f for f in find_instructions(Whole(scene.analysis)) if f.predicate == "instruction.forgotten")
    (note,) = found.notes
    assert note.text == "commands with `git push` in [msg 0]–[msg 4]: 0"
    text = f"It was forgotten [msg 0].[^1]\n\n[^1]: {note.text}\n"
    assert [v.verdict for v in verdicts(text, scene.transcript) if v.check == "ranges"] == ["right"]


EDIT = "! edit src/lex.py > ok"


@pytest.mark.parametrize(
    ("words", "work", "verdict"),
    [
        ("Fix it. Do not push.", f"2 A {EDIT}\n3 A Done.", "kept"),
        ("Fix it. Don't push yet!", f"2 A {EDIT}\n3 A ! bash git push > ok", "violated"),
        ("Fix it. Don't push yet!", f"2 A {EDIT}\n3 A Done.\n4 U push it\n5 A ! bash git push > ok", "kept"),
        ("Arréglalo, no toques src/parse.py", f"2 A {EDIT}\n3 A Listo.", "kept"),
        ("Fix it but don't touch src/lex.py", f"2 A {EDIT}\n3 A Done.", "violated"),
        ("Fix it but don't touch `src/parse/`", f"2 A {EDIT}\n3 A Done.", "kept"),
        ("修一下，不要修改 src/lex.py", f"2 A {EDIT}\n3 A 好了", "violated"),
        ("Ändere nicht src/lex.py", f"2 A {EDIT}\n3 A Fertig.", None),
        ("Fix it, only change src/lex.py", f"2 A {EDIT}\n3 A Done.", "kept"),
        ("Fix it, only change src/parse.py", f"2 A {EDIT}\n3 A Done.", "violated"),
        ("Fix it. Never use sed", "2 A ! bash sed -i s/a/b/ x.py > ok\n3 A Done.", "violated"),
        ("Run the tests first, then fix it", f"2 A ! bash pytest > 1 failed\n3 A {EDIT}", "kept"),
        ("Run the tests first, then fix it", f"2 A {EDIT}\n3 A ! bash pytest > 1 passed", "violated"),
        ("Read docs/lex.md first.", f"2 A ! read docs/lex.md > x\n3 A {EDIT}", "kept"),
        ("Fix it. Don't push unless the tests pass.", f"2 A {EDIT}\n3 A ! bash git push > ok", None),
        ("Do not push.", "2 A Fine.", None),
    ],
)
def test_a_limit_is_kept_or_violated_where_the_acts_tell(words: str, work: str, verdict: str | None) -> None:
    scene = told(f"0 U Hello.\n1 U {words}\n{work}")
    assert [f.predicate for f in find_limits(Whole(scene.analysis))] == ([f"constraint.{verdict}"] if verdict else [])


def test_a_person_s_own_commands_keep_and_break_nothing() -> None:
    scene = told(f"0 U Hello.\n1 U Fix it. Do not push.\n2 A {EDIT}\n3 U {{command}} ! bash git push > ok\n4 A Fine.")
    found: list[Fact] = list(find_limits(Whole(scene.analysis)))
    assert [f.predicate for f in found] == ["constraint.kept"]


@pytest.mark.parametrize(
    ("order", "command", "fate"),
    [
        ("install the parser", "git add parser", "unknown"),
        ("install the parser", "uv pip install parser", "done"),
        ("deploy it", "cat target/release/deploy.log", "unknown"),
        ("deploy it", "bash scripts/deploy.sh", "done"),
        ("stop the server", "rm -rf build", "unknown"),
        ("stop the server", "pkill -f server", "done"),
        ("push", "git add . && git commit -m x && git push", "done"),
        ("merge it", "git log --merges", "unknown"),
    ],
)
def test_a_deed_is_known_by_what_its_command_does(order: str, command: str, fate: str) -> None:
    assert _fates(told(f"{GO}\n2 U {order}\n3 A ! bash {command} > ok\n4 A Well."))[1:] == [fate]

"""A message on a page: its parts, what is marked, folded, cut and left out, and nothing that is secret."""

from __future__ import annotations

from narrator.model import Span
from narrator.publishing.html_code import clean
from narrator.publishing.html_excerpts import Excerpt, excerpt
from narrator.publishing.html_messages import LONG, ShownMessage, show_message
from tests.scenes import scene


def show(text: str, index: int, *spans: Span, brief: bool = False) -> ShownMessage:
    return show_message(scene(text).analysis, index, spans, brief=brief)


def body(message: ShownMessage) -> str:
    return "\n".join(str(b.body) for p in message.parts for b in p.blocks)


def cut(text: str, *marks: tuple[int, int], longest: int = 900) -> Excerpt:
    told = scene("1 U Go.\n2 A Yes.").transcript
    first, second = told.messages
    part = second.parts[0].model_copy(update={"text": text})
    changed = told.model_copy(update={"messages": (first, second.model_copy(update={"parts": (part,)}))})
    return excerpt(changed, Span(session=told.session, message=2, part=0), marks, longest=longest)


def shown(found: Excerpt) -> str:
    return "".join(p.text for w in found.windows for p in w.pieces)


def test_what_is_shown_and_what_is_left_out_add_up() -> None:
    text = "\n".join(f"line {n}" for n in range(2000))
    for marks in ((), ((5000, 5040),), ((0, 4), (9000, 9010), (9020, 9030)), ((len(text) - 3, len(text)),)):
        found = cut(text, *marks)
        assert len(shown(found)) + sum(w.skipped for w in found.windows) + found.skipped == len(text)
        assert found.lines == 2000
        marked = [p.text for w in found.windows for p in w.pieces if p.marked]
        assert marked == [text[a:b] for a, b in marks]


def test_a_text_that_is_cited_whole_has_no_marks() -> None:
    assert not cut("All of it.", (0, 10)).marked
    assert cut("All of it.", (0, 3)).marked


def test_a_line_without_end_is_cut() -> None:
    found = cut("x" * 2_000_000, (1_000_000, 1_000_010))
    assert len(shown(found)) < 3000
    assert sum(w.skipped for w in found.windows) + found.skipped + len(shown(found)) == 2_000_000


def test_a_secret_that_a_mark_cuts_is_gone_whole() -> None:
    key = "AKIA" + "QZ7WERTY2UIOP4AB"
    text = f"export AWS_ACCESS_KEY_ID={key} and on"
    for start in range(len("export "), len(text) - 6, 5):
        words = shown(cut(text, (start, start + 6)))
        assert key not in words
        assert not any(key[i : i + 8] in words for i in range(len(key) - 7))


def test_what_a_terminal_would_have_overwritten_is_gone() -> None:
    assert clean("10%\r55%\r100%\ndone\r\n\x1b[1mok\x1b[0m\x07 \u202eevil") == "100%\ndone\nok evil"


def test_words_of_the_model_are_markdown_and_of_persons_as_they_stand() -> None:
    text = "1 U **Go** now.\n2 A **Done** now."
    assert "**Go** now." in body(show(text, 1))
    assert "<strong>Done</strong> now." in body(show(text, 2))


def test_a_call_shows_what_it_is_about_and_what_does_not_fit_in_a_line() -> None:
    long = "echo " + "y" * 200
    message = show(f"1 U Go.\n2 A ! bash ls > a b\n3 A ! bash {long} >2 no\n4 A Ok.", 2)
    assert [(p.kind, p.title) for p in message.parts] == [("call", "bash ls"), ("result", "Result")]
    message = show(f"1 U Go.\n2 A ! bash ls > a b\n3 A ! bash {long} >2 no\n4 A Ok.", 3)
    assert [p.kind for p in message.parts] == ["call", "argument", "result"]
    assert message.parts[0].title == "bash"
    assert "y" * 200 in body(message)
    assert message.parts[-1].status == "exit code 2" or "exit code 2" in message.parts[-1].status


def test_a_value_that_is_secret_by_its_name_is_not_shown() -> None:
    message = show('1 U Go.\n2 A ! login password="hunter2hunter2" > ok\n3 A Ok.', 2)
    assert "hunter2hunter2" not in body(message) + " ".join(p.title for p in message.parts)


def test_neighbors_are_a_line_each() -> None:
    message = show("1 U Go on, then.\n2 A\n3 A ! bash ls > a", 2)
    assert message.before is not None
    assert (message.before.index, message.before.who, message.before.words) == (1, "user", "Go on, then.")
    assert message.after is not None
    assert message.after.words == "bash ls"
    assert message.silence.startswith("No words")
    assert show("1 U Go.", 1).before is None


def test_a_message_that_is_only_passed_is_shown_in_short() -> None:
    text = f"1 U Go.\n2 A {'word ' * 900}"
    assert len(body(show(text, 2, brief=True))) < len(body(show(text, 2))) <= LONG


def test_of_nothing_nothing_is_shown() -> None:
    assert cut("").windows == ()
    assert body(show("1 U Go.\n2 A", 2)) == ""

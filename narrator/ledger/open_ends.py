"""What the session leaves open at its end: to-dos, questions, words without a reply, work untested, running, uncommitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from narrator.evidence import Fact, Note, fact, with_notes
from narrator.ledger.open_ends_todos import last_todos
from narrator.ledger.open_ends_work import find_running, find_uncommitted, find_untested
from narrator.ledger.questions_put import find_open_question
from narrator.ledger.whole import Whole
from narrator.model import Message
from narrator.phases.exchanges import read_exchanges
from narrator.silence.losses import may_lack

ASIDE = frozenset(("thanks", "approval", "stop"))
"""What a person says that needs no reply."""
TALKING = frozenset(("claude-code", "codex", "copilot", "gemini", "opencode", "pi"))
"""Harnesses whose turns end with words; in others a call may end the work."""

CLOSING = ("finished", "reported", "proposed a plan", "asked")
"""Verbs of calls that end a turn."""


def find_open_ends(whole: Whole) -> Iterator[Fact]:
    """Yield `open.<kind>` for what is open at the session's end, kind by kind (`ENDS`)."""
    if whole.messages:
        for find in ENDS:
            yield from find(whole)


def find_open_todos(whole: Whole) -> Iterator[Fact]:
    """Yield one `open.todo` with the items that the last writing of the to-do list leaves open."""
    left = [todo for todo in last_todos(whole) if todo.open]
    if left:
        spans = tuple(todo.span for todo in left)
        items = tuple(todo.span if todo.span.arg is not None else todo.text for todo in left)
        yield fact("open.todo", spans, max(s.message for s in spans), items=items)


def find_unanswered(whole: Whole) -> Iterator[Fact]:
    """Yield `open.question` where the session ends with the model's question to the person."""
    yield from find_open_question(whole, read_exchanges(whole.analysis.signals))


def find_unreplied(whole: Whole) -> Iterator[Fact]:
    """Yield `open.unreplied` where the person's last words got neither words nor acts."""
    persons = [p for p in whole.persons() if p in whole.analysis.signals.speeches]
    if not persons:
        return
    last = persons[-1]
    speech = whole.analysis.signals.speeches[last]
    later = whole.messages[last + 1 :]
    if speech.act in ASIDE or _is_control(whole.words_of(speech.text_span)) or any(_is_reply(m) for m in later):
        return
    if may_lack(whole.analysis.transcript, last, len(whole.messages)):
        return
    found = fact("open.unreplied", (speech.text_span,), speech.message, words=speech.text_span)
    end = whole.messages[-1].index
    yield with_notes(found, Note(f"replies with a tool call in [msg {speech.message}]–[msg {end}]: 0")) if later else found


def _is_control(words: str) -> bool:
    """Whether a typed text steers the harness or a shell (`/exit`, `!ls`): nobody replies to it."""
    return words.startswith(("/", "!")) or words.strip().lower() in ("exit", "quit", "bye", ":q")


def _is_reply(message: Message) -> bool:
    return message.by == "model" and message.kind == "reply" and not message.is_silent


def find_cut(whole: Whole) -> Iterator[Fact]:
    """Yield `open.cut` where the session breaks off: in the midst of a record, of a call, or by an interrupt.

    The role `how` is record, interrupt, call (its result isn't recorded) or midway (after a result, without a closing word).
    """
    how = _how_cut(whole)
    if how is not None:
        last = whole.span(len(whole.messages) - 1)
        yield fact("open.cut", (last,), last.message, how=how, n=last.message)


def _how_cut(whole: Whole) -> str | None:
    last = whole.messages[-1]
    if whole.analysis.transcript.coverage.truncated:
        return "record"
    silence = whole.analysis.silence(last.index)
    if "interrupted" in last.flags or (silence is not None and silence.cause == "interrupt"):
        return "interrupt"
    return _how_call_ended(whole, last)


def _how_call_ended(whole: Whole, last: Message) -> str | None:
    """Say how a session ends whose last message is the model's and has a call; None where that closes the work."""
    calls = list(whole.calls(len(whole.messages) - 1)) if last.by == "model" else []
    if not calls:
        return None
    _, act, ended = calls[-1]
    if last.parts[act.part].status in ("running", "missing"):
        return "call"
    words = any(p.kind == "text" and p.text.strip() for p in last.parts[act.part + 1 :])
    closes = act.verb in CLOSING or words or ended is None or ended.status in ("refused", "cancelled")
    return "midway" if not closes and whole.analysis.transcript.agent in TALKING else None


ENDS: tuple[Callable[[Whole], Iterator[Fact]], ...] = (
    find_open_todos,
    find_untested,
    find_running,
    find_uncommitted,
    find_unanswered,
    find_unreplied,
    find_cut,
)
"""Every kind of open end, in the order in which they are told."""

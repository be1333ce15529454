"""A message as a page shows it: who spoke, when, its parts with the cited words marked, long ones cut and folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup, escape

from narrator.analysis import Analysis
from narrator.model import Message, Part, Span, Transcript
from narrator.publishing.html_code import by_file, by_language
from narrator.publishing.html_excerpts import Excerpt, Range, Window, excerpt
from narrator.publishing.html_prose import plain, rendered
from narrator.publishing.listing import on_one_line
from narrator.redaction import redact, redact_value
from narrator.references import cite
from narrator.silence import CAUSES

LONG, SHORT = 6_000, 700
"""Code points of a part that are shown: of a message that a sentence cites, and of one that is only passed on the way."""
PARTS, FEW = 60, 8
"""Parts that are shown, of the two."""
FOLD_LINES, FOLD_POINTS = 14, 1_400
"""A part longer than this is folded, unless cited words stand in it."""
SPOKEN_LINES = 24
ONE_LINE = 110
"""Code points of a call's own line."""
NEIGHBOR = 240
"""Code points of the messages before and after."""
WRITTEN = frozenset({"model", "sub-agent"})
"""Whose words are Markdown; what persons paste and tools print is shown as it stands."""
MAIN = ("command", "cmd", "script", "filePath", "file_path", "path", "pattern", "query", "url", "description", "prompt")
"""Arguments that say what a call is about, the first that it has."""
SHELL = frozenset({"command", "cmd", "script"})
FILES = ("filePath", "file_path", "path")


@dataclass(frozen=True, slots=True)
class Block:
    """Words in a row, and how many are left out before them."""

    skipped: int
    body: Markup


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of a message, or one of a call's arguments."""

    kind: str
    """text, thought, call, argument, result, file, notice."""
    title: str
    """What stands over it: the tool and what it is about, the argument's name; "" for plain words."""
    blocks: tuple[Block, ...]
    skipped: int
    """Code points left out at its end."""
    lines: int
    is_prose: bool
    folded: bool
    is_spoken: bool = False
    """Whether a person typed it, in so few lines that it is no paste."""
    status: str = ""
    """How a call ended, where it isn't well."""


@dataclass(frozen=True, slots=True)
class Neighbor:
    """The message before or after, in a line."""

    index: int
    who: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message of a page."""

    index: int
    label: str
    who: str
    at: datetime | None
    notes: tuple[str, ...]
    """What else its record says: model, mode, how it ended."""
    silence: str
    """Why it has no words; "" where it has."""
    parts: tuple[ShownPart, ...]
    left_out: int
    """Parts that aren't shown."""
    before: Neighbor | None
    after: Neighbor | None


def show_message(analysis: Analysis, index: int, spans: Sequence[Span] = (), *, brief: bool = False) -> ShownMessage:
    """Return the message with `index` as a page shows it; `spans` are the words cited of it, `brief` leaves out more."""
    transcript = analysis.transcript
    position = transcript.position(index) or 0
    message = transcript.messages[position]
    most = FEW if brief else PARTS
    view = _View(transcript, message, _marks(spans), SHORT if brief else LONG)
    parts = [shown for number in range(len(message.parts)) for shown in view.part(number)]
    return ShownMessage(
        index=index,
        label=cite(index),
        who=who(message),
        at=message.at and message.at.astimezone(analysis.zone),
        notes=_notes(message),
        silence=_silence(analysis, index),
        parts=tuple(parts[:most]),
        left_out=max(0, len(parts) - most),
        before=_neighbor(analysis, position - 1),
        after=_neighbor(analysis, position + 1),
    )


def who(message: Message) -> str:
    """Return who speaks in a message, in a word or two."""
    if message.kind == "summary":
        return "summary"
    by = {"model": "assistant", "person": "user"}.get(message.by, message.by)
    return by if message.kind in ("prompt", "reply") else f"{by}, {message.kind}"


def words_of(analysis: Analysis, message: Message, longest: int) -> str:
    """Return a message on one line: its words, else what it called, else why it is silent; redacted."""
    if message.visible_text:
        return on_one_line(message.visible_text, longest)
    calls = [_head(message.parts[call.part]) for call in message.calls()]
    return on_one_line("; ".join(calls), longest) if calls else _silence(analysis, message.index)


def _neighbor(analysis: Analysis, position: int) -> Neighbor | None:
    messages = analysis.transcript.messages
    if not 0 <= position < len(messages):
        return None
    message = messages[position]
    return Neighbor(message.index, who(message), words_of(analysis, message, NEIGHBOR))


def _notes(message: Message) -> tuple[str, ...]:
    ended = "" if message.finish in (None, "stop", "end_turn", "tool-calls", "tool_use") else f"finish: {message.finish}"
    mode = f"mode: {message.mode}" if message.mode else ""
    found = (message.model, mode, ended, f"error: {message.error}" if message.error else "", *message.flags)
    return tuple(on_one_line(redact(note), 80) for note in found if note)


def _silence(analysis: Analysis, index: int) -> str:
    silence = analysis.silence(index)
    if silence is None:
        return ""
    if silence.cause == "unknown":
        return "No words, and the record doesn't say why."
    inferred = ", as far as the record tells" if silence.certainty == "inferred" else ""
    return f"No words: {dict(CAUSES).get(silence.cause, silence.cause)}{inferred}."


def _marks(spans: Sequence[Span]) -> Mapping[tuple[int, str | None], tuple[Range, ...]]:
    found: dict[tuple[int, str | None], tuple[Range, ...]] = {}
    for span in spans:
        if span.part is not None and span.end is not None:
            key = (span.part, span.arg)
            found[key] = (*found.get(key, ()), (span.start, span.end))
    return found


def _main(part: Part) -> tuple[str, str] | None:
    """The argument that says what a call is about, with its name."""
    return next(((name, text) for name in MAIN if (text := part.arg(name))), next(iter(part.args), None))


def _told_whole(part: Part) -> bool:
    """Whether a call's own line holds all of what it is about."""
    main = _main(part)
    return main is not None and "\n" not in main[1] and len(_head(part)) <= ONE_LINE


def _head(part: Part) -> str:
    main = _main(part)
    return f"{part.name or 'call'} {redact_value(*main) if main else part.text}".strip()


@dataclass(frozen=True, slots=True)
class _View:
    transcript: Transcript
    message: Message
    marks: Mapping[tuple[int, str | None], tuple[Range, ...]]
    longest: int

    def part(self, number: int) -> tuple[ShownPart, ...]:
        """A part as it is shown; a call is its own line and its arguments."""
        part = self.message.parts[number]
        if part.kind == "call":
            return (self._call(number, part), *self._arguments(number, part))
        if not part.text.strip() and part.kind != "file":
            return (_hidden(part),) if "hidden" in part.flags else ()
        found = self._excerpt(number, None)
        is_prose = part.kind in ("text", "reasoning") and part.by in WRITTEN
        blocks = tuple(Block(w.skipped, rendered(w.pieces) if is_prose else plain(w.pieces)) for w in found.windows)
        return (self._shown(part, found, blocks, is_prose=is_prose),)

    def _shown(self, part: Part, found: Excerpt, blocks: tuple[Block, ...], *, is_prose: bool) -> ShownPart:
        kind = "thought" if part.kind == "reasoning" else part.kind
        long = found.lines > FOLD_LINES or found.shown > FOLD_POINTS
        told = "synthetic" in part.flags or "ignored" in part.flags
        titles = {"thought": "Thought", "result": "Result", "file": f"File {part.name or ''}", "notice": "Notice"}
        title = titles.get(kind, "Put in by the harness" if told else "")
        folded = not found.marked and (kind == "thought" or (long and kind != "text") or told)
        status = part.status if kind == "result" and part.status not in (None, "ok") else ""
        code = f"exit code {part.exit_code}" if kind == "result" and part.exit_code else ""
        says = ", ".join(s for s in (status, code) if s)
        head = on_one_line(title, ONE_LINE)
        spoken = part.kind == "text" and part.by == "person" and found.lines <= SPOKEN_LINES
        look = {"is_prose": is_prose, "is_spoken": spoken, "folded": folded}
        return ShownPart(kind, head, blocks, found.skipped, found.lines, **look, status=says)

    def _call(self, number: int, part: Part) -> ShownPart:
        status = part.status if part.status not in (None, "ok") else ""
        blocks: tuple[Block, ...] = ()
        if part.text.strip() and not part.args:
            blocks = tuple(Block(w.skipped, plain(w.pieces)) for w in self._excerpt(number, None).windows)
        whole = _told_whole(part) or not part.args
        head = on_one_line(_head(part) if whole else f"{part.name or 'call'} {part.arg('description') or ''}", ONE_LINE)
        return ShownPart("call", head, blocks, 0, 1, is_prose=False, folded=False, status=status or "")

    def _arguments(self, number: int, part: Part) -> tuple[ShownPart, ...]:
        """The arguments that a call's own line doesn't hold whole."""
        main = _main(part)
        told = main[0] if main and _told_whole(part) else None
        return tuple(self._argument(number, part, name) for name, text in part.args if self._is_wanted(number, name, text, told))

    def _is_wanted(self, number: int, name: str, text: str, told: str | None) -> bool:
        if (number, name) in self.marks:
            return True
        return name != told and (len(text) > ONE_LINE // 2 or "\n" in text)

    def _argument(self, number: int, part: Part, name: str) -> ShownPart:
        found = self._excerpt(number, name)
        text = part.arg(name) or ""
        blocks = tuple(Block(w.skipped, plain(w.pieces) if found.marked else _code(part, name, w)) for w in found.windows)
        if (named := redact_value(name, text)) != redact(text):
            blocks = (Block(0, escape(on_one_line(named))),)
        long = found.lines > FOLD_LINES or found.shown > FOLD_POINTS
        title = on_one_line(name, ONE_LINE)
        return ShownPart("argument", title, blocks, found.skipped, found.lines, is_prose=False, folded=long and not found.marked)

    def _excerpt(self, number: int, arg: str | None) -> Excerpt:
        whole = Span(session=self.transcript.session, message=self.message.index, part=number, arg=arg)
        return excerpt(self.transcript, whole, self.marks.get((number, arg), ()), longest=self.longest)


def _code(part: Part, name: str, window: Window) -> Markup:
    text = "".join(piece.text for piece in window.pieces)
    if name in SHELL:
        return by_language(text, "bash")
    path = next((p for key in FILES if (p := part.arg(key))), None)
    if path is not None and name not in FILES:
        return by_file(text, path)
    return by_language(text, "json") if text[:1] in ("{", "[") else escape(text)


def _hidden(part: Part) -> ShownPart:
    title = "Thought, hidden" if part.kind == "reasoning" else f"{part.kind.capitalize()}, hidden"
    return ShownPart("notice", title, (), 0, 0, is_prose=False, folded=False)

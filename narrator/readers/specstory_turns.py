"""The sections of a SpecStory file become messages: headings of one answer are merged, what the harness says is told from people.

A sub-agent's sections stand between the others, several sub-agents' mixed, and nothing says whose they are: they are flagged
`sidechain`, and merged only where they follow each other. The session's own answer goes on behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from narrator.model import Author, Kind, Message, Part, Role
from narrator.readers.base import text_part
from narrator.readers.claude_blocks import blocks_of
from narrator.readers.claude_speech import speech_of
from narrator.readers.claude_texts import PROMPT
from narrator.readers.markdown_lines import text_of
from narrator.readers.records import Tally
from narrator.readers.specstory_parts import Body, call_name, call_number
from narrator.readers.specstory_sections import Section


@dataclass(slots=True, eq=False)
class Turn:
    """A message under construction."""

    role: Role
    kind: Kind
    by: Author
    side: bool
    sections: list[Section] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    empty: int = 0
    """Headings without words."""
    acted: bool = False
    """Whether its last section is a tool's."""

    @property
    def model(self) -> str | None:
        """The model that its headings name."""
        return next((s.model for s in self.sections if s.model), None)


class Turns:
    """What has been read of a file."""

    def __init__(self, agent: str, tally: Tally) -> None:
        self.agent = agent
        self.tally = tally
        self.turns: list[Turn] = []
        self._last: dict[bool, Turn] = {}
        """The last message of the session's own thread, and of its sub-agents'."""
        self._held: dict[bool, list[Section]] = {False: [], True: []}
        """Headings without words whose answer isn't known yet, by whether they are a sub-agent's."""

    def read(self, sections: Sequence[Section]) -> None:
        """Take in the sections."""
        for section in sections:
            if section.role == "user" or self._is_order(section):
                self._release(side=section.side)
                self._speak(section)
            else:
                self._answer(section)
        for side in (False, True):
            self._release(side=side)
        local = [s for s in sections if s.local]
        if local:
            text = f"line {local[0].lines.first}: a time without a zone is none; so are {len(local)} in all"
            self.tally.complain("no-zone", text, local[0].lines[:1].place())

    def messages(self) -> Iterator[Message]:
        """Yield the messages, numbered from 0."""
        for index, turn in enumerate(self.turns):
            times = [s.at for s in turn.sections if s.at]
            ended = max(times, default=None)
            yield Message(
                index=index,
                role=turn.role,
                kind=turn.kind,
                by=turn.by,
                parts=tuple(turn.parts),
                at=times[0] if times else None,
                ended=ended if turn.role == "assistant" and len(times) > 1 else None,
                id=next((s.id for s in turn.sections if s.id), None),
                model=turn.model if turn.role == "assistant" else None,
                mode=next((s.mode for s in turn.sections if s.mode), None),
                flags=tuple(sorted(turn.flags)),
                record=(("headings", str(len(turn.sections))), ("headings.empty", str(turn.empty))),
                places=tuple(s.lines.place() for s in turn.sections),
            )

    def _is_order(self, section: Section) -> bool:
        """Return whether an `Agent` heading is a sub-agent's order: it names no model, and has words."""
        return section.side and section.model is None and self.agent == "claude-code" and bool(text_of(section.body.texts))

    def _speak(self, section: Section) -> None:
        text = text_of(section.body.texts)
        if self.agent == "claude-code":
            speech = speech_of(blocks_of(text), PROMPT, side=section.side)
            turn = Turn("user", speech.origin.kind, speech.origin.by, section.side)
            turn.parts.extend(speech.parts)
            turn.flags.update(speech.origin.flags)
            if speech.interrupts:
                self._interrupt(side=section.side)
        else:
            by: Author = "model" if section.side else "person"
            turn = Turn("user", "prompt", by, section.side)
            turn.parts.extend([text_part(text, by)] if text else [])
        self._begin(turn, section)

    def _interrupt(self, *, side: bool) -> None:
        last = self._last.get(side)
        if last is not None and last.role == "assistant":
            last.flags.add("interrupted")

    def _begin(self, turn: Turn, section: Section) -> None:
        turn.flags.update({"sidechain"} if section.side else ())
        turn.sections.append(section)
        self._add(turn)

    def _add(self, turn: Turn) -> None:
        self.turns.append(turn)
        self._last[turn.side] = turn

    def _answer(self, section: Section) -> None:
        held = self._held[section.side]
        if not any(line.strip() for line in section.body):
            held.append(section)
            return
        last = self._open(side=section.side)
        parts = Body(section).parts
        acts = any(p.kind == "call" for p in parts)
        speaks = bool(held) or parts[0].kind != "call"
        other = last is not None and None not in (last.model, section.model) and last.model != section.model
        if last is None or other or (last.acted and speaks):
            last = self._new(side=section.side)
        self._release(side=section.side, turn=last)
        last.sections.append(section)
        last.parts += _authored(_numbered(parts, _calls(last)), last.by)
        last.acted = acts

    def _open(self, *, side: bool) -> Turn | None:
        """Return the answer that a section may go on with: the session's last one; a sub-agent's where it stands right before."""
        last = self._last.get(side)
        near = last is not None and last.role == "assistant" and (not side or last is self.turns[-1])
        return last if near else None

    def _new(self, *, side: bool) -> Turn:
        turn = Turn("assistant", "reply", "sub-agent" if side else "model", side)
        turn.flags.update({"sidechain"} if side else ())
        self._add(turn)
        return turn

    def _release(self, *, side: bool, turn: Turn | None = None) -> None:
        """Give headings without words to their answer, else to the one before them; alone they are a message."""
        held, self._held[side] = self._held[side], []
        if not held:
            return
        last = turn or self._last.get(side)
        turn = last if last is not None and last.role == "assistant" else self._new(side=side)
        turn.sections.extend(held)
        turn.empty += len(held)


def _calls(turn: Turn) -> int:
    return sum(p.kind == "call" for p in turn.parts)


def _numbered(parts: Sequence[Part], first: int) -> Iterator[Part]:
    """Yield a section's parts, its calls numbered on from those that its message has already."""
    for part in parts:
        yield part.model_copy(update={"call": call_name(call_number(part.call) + first)}) if part.call and first else part


def _authored(parts: Iterable[Part], by: Author) -> Iterator[Part]:
    for part in parts:
        yield part.model_copy(update={"by": by}) if part.by != by and part.kind != "result" and part.by == "model" else part

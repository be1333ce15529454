"""A run of Aider becomes messages and events, block by block.

Aider keeps no roles and ids. What a message is, its neighbors say: a reply answers what was typed, or what Aider itself sent back
(a file that was added, an edit that failed). What was printed belongs to the message before it. A reply that nothing was logged
of (an empty one, a failed call, one that was stopped at once) is a message where something printed tells of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from narrator.model import Author, Event, Kind, Message, Place, Role, Tokens
from narrator.readers.aider_blocks import Block
from narrator.readers.aider_calls import Calls, command_of
from narrator.readers.aider_edits import reply_parts
from narrator.readers.aider_entries import Entry, cost_of, entry_of, tokens_of
from narrator.readers.base import Draft, text_part
from narrator.readers.markdown_lines import Lines

_ASKING = frozenset({"/ask", "/code", "/architect", "/context", "/help"})
"""Commands that, with words behind them, ask the model."""
_AUTOMATIC = re.compile(r"[^\n]{1,1000}\(Y\)es/\(N\)o[^\n]{0,60}\[(?:Yes|No)\]: (?:all|skip)")
"""A question that Aider answered itself, by an answer given before."""
_BLANK = "<blank>"
"""What Aider logs for an empty line."""
_MODES = frozenset({"ask", "architect", "context", "help"})
_STOPPING = re.compile(r"Only \d+ reflections allowed, stopping\.")


@dataclass(slots=True, eq=False)
class Turn:
    """A message under construction."""

    role: Role
    kind: Kind
    by: Author
    model: str | None = None
    mode: str | None = None
    draft: Draft = field(default_factory=Draft)
    calls: Calls = field(init=False)
    tokens: Tokens | None = None
    cost: float | None = None
    error: str | None = None
    finish: str | None = None
    flags: set[str] = field(default_factory=set)
    told: dict[str, str] = field(default_factory=dict)
    lines: list[list[Lines]] = field(default_factory=list)
    """Each stretch of blocks that it comes from."""

    def __post_init__(self) -> None:
        self.calls = Calls(self.draft)

    def take(self, block: Block) -> None:
        """Add a block's lines."""
        if self.lines and self.lines[-1][-1].last + 1 == block.lines.first:
            self.lines[-1].append(block.lines)
        else:
            self.lines.append([block.lines])

    def message(self, index: int, run: int) -> Message:
        """Return the finished message."""
        self.calls.close()
        stopped = "cancelled" if "interrupted" in self.flags else "missing"
        return Message(
            index=index,
            role=self.role,
            kind=self.kind,
            by=self.by,
            parts=self.draft.finish(stopped),
            model=self.model,
            mode=self.mode,
            tokens=self.tokens,
            cost=self.cost,
            error=self.error,
            finish=self.finish,
            flags=tuple(sorted(self.flags)),
            record=(("run", str(run)), *self.told.items()),
            places=tuple(_place(stretch) for stretch in self.lines),
        )


def _place(stretch: Sequence[Lines]) -> Place:
    return stretch[0].place().model_copy(update={"byte_end": stretch[-1].place().byte_end})


class Turns:
    """What has been read of a run."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.events: list[Event] = []
        self.header: list[Place] = []
        self.version: str | None = None
        self._model: str | None = None
        self._mode: str | None = None
        self._head_end = 0
        self._asked: str | None = None
        self._waiting = False
        """Whether a reply is due."""
        self._signs: list[tuple[Block, Entry]] = []
        """What was printed that tells of a reply, none having come yet."""

    def read(self, blocks: Iterable[Block]) -> None:
        """Take in the blocks of a run."""
        for block in blocks:
            if block.kind == "start":
                self._head(block)
            elif block.kind == "typed":
                self._type(block)
            elif block.kind == "reply":
                self._reply(block)
            else:
                self._print(block, entry_of(block.text))
        self._miss()

    def _head(self, block: Block) -> None:
        place = block.lines.place()
        before = self.header[-1] if self.header else None
        if before is not None and block.lines.first == self._head_end + 1:
            self.header[-1] = before.model_copy(update={"byte_end": place.byte_end})
        else:
            self.header.append(place)
        self._head_end = block.lines.last

    def _type(self, block: Block) -> None:
        if _AUTOMATIC.fullmatch(block.text) and self.turns:
            self._note(block, Entry("plain", block.text, {}))
            return
        self._miss()
        word = block.text.split(maxsplit=1)[0] if block.text.strip() else ""
        asks = word in _ASKING and len(block.text.split(maxsplit=1)) > 1
        command = word[:1] in ("/", "!") and not asks
        turn = Turn("user", "command" if command else "prompt", "person")
        turn.draft.add(text_part("" if block.text == _BLANK else block.text, "person"))
        if block.text == _BLANK:
            turn.told["typed"] = _BLANK
        ran = command_of(block.text) if command else None
        if ran is not None:
            turn.calls.run(ran, "person")
        self._begin(turn, block)
        self._asked = word[1:] if asks else None
        self._waiting = not command and block.text != _BLANK

    def _reply(self, block: Block) -> None:
        # Errors that a later try overcame aren't the reply's.
        for overcome in [s for s in self._signs if s[1].wording == "error"]:
            self._signs.remove(overcome)
            self._event(*overcome)
        turn = self._answer()
        for part in reply_parts(block.text):
            turn.draft.add(part)
        turn.take(block)

    def _answer(self) -> Turn:
        """Begin a message of the model, with what was printed before it that tells of it."""
        mode = self._asked or (self._mode if self._mode in _MODES else "code" if self._mode else None)
        turn = Turn("assistant", "reply", "model", model=self._model, mode=mode)
        signs, self._signs, self._waiting = self._signs, [], False
        self.turns.append(turn)
        for block, entry in signs:
            self._tell(turn, entry)
            turn.take(block)
        return turn

    def _begin(self, turn: Turn, block: Block) -> None:
        turn.take(block)
        self.turns.append(turn)

    def _miss(self) -> None:
        """Make a message of a reply that was due and never logged, if anything tells of it."""
        if self._waiting and self._signs:
            self._answer()
        self._signs, self._waiting = [], False

    def _print(self, block: Block, entry: Entry) -> None:
        self._learn(entry)
        if not self.turns:
            self._head(block)
        elif entry.wording in ("usage-before", "interrupt", "error") and self._waiting:
            self._signs.append((block, entry))
        elif entry.wording in ("empty", "limit", "usage") and self._waiting:
            self._signs.append((block, entry))
            self._answer()
        elif entry.wording in ("retry", "error", "model") or (entry.wording == "interrupt" and not self._stops(entry)):
            self._event(block, entry)
        elif entry.wording == "usage-before":
            self._waiting = True
            self._signs.append((block, entry))
        else:
            self._note(block, entry)

    def _learn(self, entry: Entry) -> None:
        if entry.wording == "version":
            self.version = self.version or entry.found["version"]
        elif entry.wording == "model":
            self._model, self._mode = entry.found["model"].rstrip(","), entry.found["format"]

    def _stops(self, entry: Entry) -> bool:
        """Return whether a key pressed after a reply cut it off: no count of its tokens came, and others of the run have one."""
        last = self.turns[-1]
        counted = any(t.tokens is not None for t in self.turns)
        return entry.wording == "interrupt" and last.role == "assistant" and last.tokens is None and counted

    def _event(self, block: Block, entry: Entry) -> None:
        kind = {"retry": "retry", "error": "error", "model": "model"}.get(entry.wording, "other")
        place = block.lines.place()
        self.events.append(Event(kind=kind, text=entry.text, after=len(self.turns) - 1, places=(place,)))

    def _note(self, block: Block, entry: Entry) -> None:
        turn = self.turns[-1]
        turn.take(block)
        self._tell(turn, entry)
        turn.calls.note(entry)
        # Aider sends these back to the model by itself.
        if turn.calls.sends_back(entry):
            self._waiting = True
        elif _STOPPING.fullmatch(entry.text):
            self._waiting = False

    def _tell(self, turn: Turn, entry: Entry) -> None:
        if turn.role == "user":
            return
        if entry.wording in ("usage", "usage-before"):
            turn.tokens, turn.cost = tokens_of(entry), cost_of(entry)
            turn.told["usage"] = entry.text
        elif entry.wording == "interrupt":
            turn.flags.add("interrupted")
            turn.told.setdefault("interrupt", entry.text)
        elif entry.wording == "error":
            turn.error = entry.found["name"]
            turn.told["error"] = entry.text[:1000]
        elif entry.wording in ("empty", "limit"):
            turn.told[entry.wording] = entry.text
        elif entry.wording == "exceeded":
            turn.told[f"exceeded.{entry.found['side'].lower()}"] = entry.text
            if entry.found["side"] == "Output":
                turn.finish = "length"

"""What a mutated sentence is held against to know that it is false: plain searches in a session, without the checker's rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from narrator.model import Message, Transcript

_MARKS = str.maketrans({**dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‘’", "'"), **dict.fromkeys("–—−", "-"), "…": "..."})
_NOISE = re.compile(r"[*_`~\\#>|]+")


def flat(text: str) -> str:
    """Return `text` in small letters on one line, without Markdown's marks: for comparing only."""
    return " ".join(_NOISE.sub("", text.translate(_MARKS)).lower().split())


@dataclass(frozen=True)
class Record:
    """A session, with what each of its messages holds as one flat text."""

    transcript: Transcript
    _flat: dict[int, str] = field(default_factory=dict)

    def words(self, index: int) -> str:
        """Return all that a message holds, flat; "" where there is none."""
        if index not in self._flat:
            message = self.transcript.message(index)
            self._flat[index] = flat("\n".join(_texts(message))) if message is not None else ""
        return self._flat[index]

    def holds(self, index: int, passage: str) -> bool:
        """Return whether a message holds the pieces of a passage (between its ellipses), whatever their order."""
        pieces = [p for piece in re.split(r"…|\.\.\.", passage) if (p := flat(piece))]
        return bool(pieces) and all(piece in self.words(index) for piece in pieces)

    def is_whole(self, indices: Iterable[int]) -> bool:
        """Return whether the session holds all of some messages, so that what isn't found in them isn't there."""
        return all(self.transcript.message(index) is not None for index in indices)

    def indices(self) -> list[int]:
        """Return the messages' numbers, in order."""
        return [message.index for message in self.transcript.messages]

    def near(self, index: int) -> list[int]:
        """Return the numbers of the messages right before and after one."""
        at = self.transcript.position(index)
        every = self.indices()
        return [] if at is None else [every[n] for n in (at + 1, at - 1) if 0 <= n < len(every)]

    def anywhere(self, indices: Iterable[int], passage: str) -> bool:
        """Return whether one of the messages holds a passage."""
        return any(self.holds(index, passage) for index in indices)


def _texts(message: Message) -> Iterator[str]:
    for part in message.parts:
        yield from (part.text, part.name or "", *(f"{name} {text}" for name, text in part.args))
        yield from (text.replace("\\n", "\n").replace('\\"', '"') for _, text in part.args if "\\" in text)
    yield from (f"{name} {text}" for name, text in message.record)
    yield from (text for text in (message.error, message.finish, message.mode, message.model, message.id) if text)

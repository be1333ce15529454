"""What messages hold: their words, their fields, their figures. Each is looked up when it is asked for, and once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from datetime import UTC, datetime, tzinfo
from decimal import Decimal

from narrator.checking.units import NUMBER, SECONDS, UNIT, amount, canonical
from narrator.checking.wording import occurs, plain, rarest, readings
from narrator.model import Message, Part, Transcript
from narrator.redaction import redact

_AMOUNT = re.compile(rf"(?<![A-Za-z0-9_])(?<![0-9][.:])({NUMBER})(?![0-9]|\.[0-9])(?:[ \u00a0]?({UNIT})(?![A-Za-z]))?")
_JSON_ESCAPES = (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\/", "/"), ("\\\\", "\\"))
_FEW = 8
"""Messages up to which a quotation is looked for in each whole text, without asking for its rarest word first."""


class Sources:
    """The messages of a transcript as places where words and figures are looked for."""

    def __init__(self, transcript: Transcript, zone: tzinfo = UTC) -> None:
        self.transcript = transcript
        self.zone = zone
        self._raw: dict[int, str] = {}
        self._flat: dict[int, str] = {}
        self._texts: dict[int, tuple[str, ...]] = {}
        self._forms: dict[str, tuple[str, ...]] = {}
        self._amounts: dict[int, frozenset[tuple[Decimal, str]]] = {}

    def message(self, index: int) -> Message | None:
        """Return the message with `index`, or None."""
        return self.transcript.message(index)

    def told_in(self, zone: tzinfo) -> Sources:
        """Return the same sources for a text that tells times in `zone`."""
        other = copy(self)
        other.zone = zone
        return other

    def local(self, message: Message) -> tuple[datetime, ...]:
        """Return when a message began and ended by the clock on the wall: never to be subtracted from each other."""
        return tuple(time.astimezone(self.zone) for time in moments(message))

    def raw(self, index: int) -> str:
        """Return all that a message holds as one text, as it stands: for finding in, never for output."""
        if index not in self._raw:
            self._raw[index] = "\n".join(self.texts(index))
        return self._raw[index]

    def flat(self, index: int) -> str:
        """Return `raw` on one line, with slashes for backslashes: where names and paths are looked for."""
        if index not in self._flat:
            self._flat[index] = " ".join(self.raw(index).replace("\\\\", "/").replace("\\", "/").split())
        return self._flat[index]

    def texts(self, index: int) -> tuple[str, ...]:
        """Return each text of a message as it stands, those that hold JSON once more with its escapes undone."""
        if index not in self._texts:
            message = self.message(index)
            self._texts[index] = tuple(_variants(_texts(message))) if message else ()
        return self._texts[index]

    def forms(self, text: str) -> tuple[str, ...]:
        """Return a text, redacted, in each of its comparable forms (`wording.readings`)."""
        if text not in self._forms:
            self._forms[text] = readings(redact(text))
        return self._forms[text]

    def saying(self, index: int, wanted: Iterable[tuple[str, ...]]) -> tuple[Part, ...]:
        """Return the parts of a message in which one of some readings of a quotation stands."""
        message, every = self.message(index), tuple(wanted)
        return tuple(p for p in (message.parts if message else ()) if any(self._holds(_of_part(p), one) for one in every))

    def amounts(self, index: int) -> frozenset[tuple[Decimal, str]]:
        """Return the numbers in a message's texts with the family of their unit; times in seconds."""
        if index not in self._amounts:
            self._amounts[index] = frozenset(_amounts(self.raw(index)))
        return self._amounts[index]

    def quoted_in(self, wanted: tuple[str, ...], indices: Iterable[int]) -> int | None:
        """Return the first of the messages in one of whose texts the pieces of a quotation stand, or None."""
        among = tuple(indices)
        sign = _sign(wanted) if len(among) > _FEW else ""
        return next((i for i in among if sign in self.raw(i) and self._holds(self.texts(i), wanted)), None)

    def _holds(self, texts: Iterable[str], wanted: tuple[str, ...]) -> bool:
        sign = _sign(wanted)
        return any(occurs(wanted, form) for text in texts if sign in text for form in self.forms(text))

    def everywhere(self) -> tuple[int, ...]:
        """Return the indices of all messages."""
        return tuple(message.index for message in self.transcript.messages)


def moments(message: Message) -> tuple[datetime, ...]:
    """Return when a message began and ended, as far as it is recorded."""
    return tuple(time for time in (message.at, message.ended) if time is not None)


def _sign(wanted: tuple[str, ...]) -> str:
    """Return a word that a text must hold for a quotation's pieces to stand in it; "" where none is sure to be in the source."""
    return "" if any("redacted" in piece for piece in wanted) else rarest(wanted)


def _of_part(part: Part) -> Iterator[str]:
    yield from (text for text in (part.text, *(text for _, text in part.args)) if text)


def _texts(message: Message) -> Iterator[str]:
    for part in message.parts:
        yield part.text
        if part.name:
            yield part.name
        for name, text in part.args:
            yield name
            yield text
    for name, text in message.record:
        yield name
        yield text
        yield f"{name.rpartition('.')[2]}: {text}"  # as a person writes a field and its value
    yield from (text for text in (message.error, message.finish, message.mode, message.model, message.id, *message.flags) if text)


def _variants(texts: Iterable[str]) -> Iterator[str]:
    """Yield each text, and those that hold JSON once more with its escapes undone."""
    for text in texts:
        if not text:
            continue
        yield plain(text)
        if "\\n" in text or '\\"' in text:
            undone = text
            for escape, char in _JSON_ESCAPES:
                undone = undone.replace(escape, char)
            yield plain(undone)


def _amounts(text: str) -> Iterator[tuple[Decimal, str]]:
    for digits, unit in set(_AMOUNT.findall(text)):
        family = canonical(unit)
        yield amount(digits) * (SECONDS[unit] if family == "s" else 1), family

"""Flattened, numbered text: a line that names a message (`[msg 10880] assistant:`), then its words, until the next such line.

Read as well: `[msg 10880] (assistant)`, `[10880] user:`, `msg 10880 | assistant`, `## [msg 5] user`, with a time or a model in
parentheses after the role. A number that doesn't ascend is no heading but a quotation: the longest ascending chain counts.
Lines before the first heading may say `session:`, `agent:`, `title:` (or a `# title`), `version:`, `cwd:`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from narrator.errors import SourceError
from narrator.model import Author, Kind, Message, Place, Role, Transcript
from narrator.readers.base import Head, parse_time
from narrator.readers.compressed import stem
from narrator.readers.flat_parts import is_result, parts_of
from narrator.readers.numbering import holes
from narrator.readers.records import Tally, read_bytes

_PREAMBLE_LIMIT = 2_000
"""Bytes before the first heading: a file with more of them speaks about a session."""

ROLES: dict[str, tuple[Role, Kind, Author]] = {
    "user": ("user", "prompt", "person"),
    "human": ("user", "prompt", "person"),
    "person": ("user", "prompt", "person"),
    "assistant": ("assistant", "reply", "model"),
    "agent": ("assistant", "reply", "model"),
    "model": ("assistant", "reply", "model"),
    "ai": ("assistant", "reply", "model"),
    "system": ("system", "notice", "harness"),
    "harness": ("system", "notice", "harness"),
    "tool": ("system", "notice", "tool"),
}
"""The words for roles, and what they make of a message."""

_PEOPLE = frozenset(word for word, (_, _, by) in ROLES.items() if by == "person")
_ROLE = "(?:" + "|".join(ROLES) + ")"
_HEADING = re.compile(
    r"""[ ]{0,3}(?:\#{1,6}[ \t]+)?(?:\*\*|__)?
    (?:\[(?:msg|message)?[ \t]*\#?(?P<boxed>\d{1,9})\]|(?:msg|message)[ \t]+\#?(?P<plain>\d{1,9}))
    [ \t]*(?:(?:[|:-]|–|—)[ \t]*)?
    (?:\((?P<inner>ROLE)\)|(?P<role>ROLE))
    (?:[ \t]*\((?P<note>[^()\n]{1,60})\))?
    [ \t]*(?:\*\*|__)?[ \t]*
    (?:$|:(?:\*\*|__)?[ \t]*(?P<words>.*)$)""".replace("ROLE", _ROLE).encode(),
    re.VERBOSE | re.IGNORECASE,
)
_MENTION = re.compile(rb"\[(?:msg|message)[ \t]+#?\d", re.IGNORECASE)
_TOLD = re.compile(r"\W{0,4}(session|agent|title|version|cwd)(?: id)?[ \t]*[:=][*_ \t]*(\S.*)", re.IGNORECASE)
_RULE = re.compile(r"\n?[ \t]*(?:-{3,}|\*{3,}|={3,})[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that names a message."""

    index: int
    role: str
    note: str
    number: int
    """Physical line, from 1."""
    start: int
    """First byte of the line."""
    content: int
    """First byte of the message's words."""


class FlatText:
    """Reads flattened, numbered text."""

    name = "flat"
    title = "numbered text ([msg 5] assistant: …)"
    gives = ("times", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether headings begin soon, outside a code block, ascend, and outnumber other mentions of messages."""
        if head.data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return False
        chain = _ascending(tuple(_headings(head.data)))
        if len(chain) < 2 or len(_MENTION.findall(head.data)) > 2 * len(chain):
            return False
        preamble = head.data[: chain[0].start]
        return len(preamble) <= _PREAMBLE_LIMIT and preamble.count(b"```") % 2 == 0

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened or no line names a message.

        """
        tally = Tally()
        data = read_bytes(path, tally)
        tally.digest = sha256(data).hexdigest()
        found = tuple(_headings(data))
        chain = _ascending(found)
        if not chain:
            raise SourceError(f"{path}: no line names a message; such a line looks like [msg 5] assistant:")
        _count(found, chain, data, tally, str(path))
        told = _told(data[: chain[0].start])
        messages = tuple(_messages(chain, data, str(path), tally))
        times = [m.at for m in messages if m.at]
        return Transcript(
            session=told.get("session") or stem(path),
            format=self.name,
            agent=told.get("agent", "unknown").lower(),
            version=told.get("version"),
            title=told.get("title"),
            cwd=told.get("cwd"),
            started=times[0] if times else None,
            ended=times[-1] if times else None,
            messages=messages,
            gaps=tuple(holes(line.index for line in chain)),
            problems=tuple(tally.problems),
            coverage=tally.coverage(len(messages), 0),
            digest=tally.digest,
        )

    def stores(self) -> Iterator[Path]:
        """Yield nothing: no harness writes this format."""
        yield from ()


def _headings(data: bytes) -> Iterator[_Line]:
    start = 0
    for number, line in enumerate(BytesIO(data), 1):
        bom = 3 if number == 1 and line.startswith(b"\xef\xbb\xbf") else 0
        match = _HEADING.match(line.rstrip(b"\r\n"), bom)
        if match:
            index = int(match["boxed"] or match["plain"])
            role = (match["inner"] or match["role"]).decode().lower()
            note = (match["note"] or b"").decode("utf-8", "replace").strip()
            content = start + (match.start("words") if match["words"] else len(line))
            yield _Line(index, role, note, number, start, content)
        start += len(line)


def _ascending(lines: Sequence[_Line]) -> tuple[_Line, ...]:
    """Return the longest ascending chain that begins with the first line, of several the one whose lines stand earliest."""
    lengths = _chain_lengths(lines)
    chain: list[_Line] = []
    wanted = lengths[0] if lengths else 0
    for line, length in zip(lines, lengths, strict=True):
        if length == wanted and (not chain or line.index > chain[-1].index):
            chain.append(line)
            wanted -= 1
    return tuple(chain)


def _chain_lengths(lines: Sequence[_Line]) -> list[int]:
    """Return for each line how long the longest ascending chain is that begins with it (Schensted 1961, from the end)."""
    tails: list[int] = []
    lengths = []
    for line in reversed(lines):
        at = bisect_left(tails, -line.index)
        tails[at : at + 1] = [-line.index]
        lengths.append(at + 1)
    return lengths[::-1]


def _count(found: Sequence[_Line], chain: Sequence[_Line], data: bytes, tally: Tally, name: str) -> None:
    preamble = bool(data[: chain[0].start].strip(b"\xef\xbb\xbf \t\r\n"))
    tally.records = len(chain) + preamble
    tally.in_messages = len(chain)
    tally.in_header = int(preamble)
    kept = {line.number for line in chain}
    for line in found:
        if line.number not in kept:
            text = f"line {line.number}: looks like the heading of message {line.index}, out of order; read as words"
            tally.complain("heading-out-of-order", text, Place(file=name, line=line.number))


def _messages(chain: Sequence[_Line], data: bytes, name: str, tally: Tally) -> Iterator[Message]:
    ends = [line.start for line in chain[1:]] + [len(data)]
    texts = [data[line.content : end].decode("utf-8", "replace") for line, end in zip(chain, ends, strict=True)]
    ruled = len(texts) > 1 and all(_RULE.search(t.rstrip()) for t in texts[:-1])
    for line, end, text in zip(chain, ends, texts, strict=True):
        place = Place(file=name, line=line.number, byte_start=line.start, byte_end=end)
        if "\ufffd" in text and b"\xef\xbf\xbd" not in data[line.content : end]:
            tally.complain("bad-bytes", f"message {line.index}: bytes that are no UTF-8 were replaced", place, line.index)
        role, kind, by = ROLES["tool" if line.role in _PEOPLE and is_result(text) else line.role]
        at = parse_time(line.note)
        yield Message(
            index=line.index,
            role=role,
            kind=kind,
            by=by,
            parts=parts_of(_RULE.sub("", text.rstrip()) if ruled else text, by),
            at=at,
            model=line.note if line.note and at is None and role == "assistant" else None,
            places=(place,),
        )


def _told(preamble: bytes) -> dict[str, str]:
    """Return what the lines before the first message say of the session, by name; the first of a name counts."""
    found: dict[str, str] = {}
    for line in preamble.decode("utf-8", "replace").lstrip("\ufeff").splitlines():
        match = _TOLD.match(line)
        if match:
            found.setdefault(match[1].lower(), match[2].strip())
        elif line.startswith("# "):
            found.setdefault("title", line[2:].strip())
    return found

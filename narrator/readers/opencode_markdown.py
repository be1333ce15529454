"""What opencode's terminal program exports: a Markdown transcript of the last 100 messages of a session.

It keeps words, thoughts and tools, and nothing of ids, times, errors, finish reasons, files and markers; how long an answer took,
and whether it ended, its heading says. Messages are parted where a rule, a blank line and a heading follow each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from narrator.errors import SourceError
from narrator.model import Event, Message, Transcript
from narrator.readers.base import Head
from narrator.readers.compressed import stem
from narrator.readers.markdown_lines import Lines, lines_of, text_of
from narrator.readers.opencode_markdown_parts import reply_parts
from narrator.readers.opencode_parts import parts_of
from narrator.readers.records import Tally, read_bytes

LIMIT = 100
"""Messages that the terminal program loads, the last ones: a file with as many may lack the ones before them."""

_HEADING = re.compile(
    r"## (?:User|Assistant(?: \((?P<agent>[^·\n]{1,100}?) · (?P<model>[^\n]{1,200}?)(?: · (?P<seconds>\d{1,9}\.\d)s)?\))?)\s*$"
)
_TOLD = re.compile(r"\*\*(Session ID|Created|Updated):\*\* (\S.*)$")
_HEAD = re.compile(r"\s*# [^\n]*\n\s*\*\*Session ID:\*\* \S+[ \t]*\r?\n")


class OpencodeMarkdown:
    """Reads opencode's Markdown transcript."""

    name = "opencode-markdown"
    title = "opencode's Markdown transcript (exported or copied from its terminal program)"
    gives = ("reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the file begins with a title and a session's id, and a message's heading follows."""
        text = head.text
        return _HEAD.match(text) is not None and ("\n## User" in text or "\n## Assistant" in text)

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened or has no heading of a message.

        """
        tally = Tally()
        data = read_bytes(path, tally)
        tally.digest = sha256(data).hexdigest()
        lines = lines_of(data, tally, str(path))
        starts = [at for at in lines.beginning_with("## ") if _begins(lines, at)]
        if not starts:
            raise SourceError(f"{path}: no heading of a message; such a line looks like ## User, below a rule")
        before = lines[: starts[0]]
        first = _first_index(len(starts), tally)
        sections = (_without_rule(lines[a:b]) for a, b in zip(starts, [*starts[1:], len(lines)], strict=True))
        messages = tuple(_message(section, first + i) for i, section in enumerate(sections))
        told = {found[1]: found[2] for line in before if (found := _TOLD.match(line))}
        tally.in_messages, tally.in_header = len(messages), int(any(line.strip() for line in before))
        tally.records = tally.in_messages + tally.in_header
        return Transcript(
            session=told.get("Session ID", "").strip() or stem(path),
            format=self.name,
            agent="opencode",
            title=next((line[2:].strip() for line in before if line.startswith("# ")), None) or None,
            messages=messages,
            events=tuple(_dates(told, before)),
            gaps=((0, first - 1),) if first else (),
            problems=tuple(tally.problems),
            coverage=tally.coverage(len(messages), int("Created" in told)),
            digest=tally.digest,
        )

    def stores(self) -> Iterator[Path]:
        """Yield nothing: a person puts the file where it is wanted."""
        yield from ()


def _first_index(count: int, tally: Tally) -> int:
    """Return the first message's index: 1 where others may come before it, how many isn't told, so that 0 stands for them."""
    if count != LIMIT:
        return 0
    text = f"exactly {LIMIT} messages, the most that are exported: how many come before the first isn't known; it is numbered 1"
    tally.complain("numbering-unknown", text, message=1)
    return 1


def _begins(lines: Lines, at: int) -> bool:
    if _HEADING.match(lines[at]) is None:
        return False
    return at >= 2 and lines[at - 1].strip() == "" and lines[at - 2].rstrip() == "---"


def _without_rule(lines: Lines) -> Lines:
    end = len(lines)
    while end > 1 and not lines[end - 1].strip():
        end -= 1
    return lines[: end - 1] if end > 1 and lines[end - 1].rstrip() == "---" else lines[:end]


def _message(lines: Lines, index: int) -> Message:
    heading = lines[0][3:].strip()
    match = _HEADING.match(lines[0])
    place = (lines.place(),)
    if heading == "User":
        text = text_of(lines.texts[1:])
        # The terminal program sends no empty message: one that shows nothing is its own, or holds what isn't exported.
        return Message(
            index=index,
            role="user",
            kind="prompt" if text else "notice",
            by="person" if text else "harness",
            parts=parts_of([{"type": "text", "text": text}] if text else [], "person"),
            record=(("heading", heading),),
            places=place,
        )
    agent, model, seconds = match.group("agent", "model", "seconds") if match else (None, None, None)
    summary = agent is not None and agent.lower() == "compaction"
    return Message(
        index=index,
        role="assistant",
        kind="summary" if summary else "reply",
        by="model",
        parts=reply_parts(lines.texts[1:]),
        model=model,
        mode=agent.lower() if agent else None,
        flags=("compaction",) if summary else (),
        record=(("heading", heading), *((("seconds", seconds),) if seconds else ())),
        places=place,
    )


def _dates(told: dict[str, str], before: Lines) -> Iterator[Event]:
    """Yield when the session was created and updated, as it is written: a local date, whose zone isn't told."""
    if "Created" in told:
        text = (
            f"created {told['Created'].strip()}, updated {told.get('Updated', '?').strip()}: local time, its zone isn't recorded"
        )
        yield Event(kind="other", text=text, places=(before.place(),))

"""Which messages are a person's acts and which the harness's bookkeeping: summaries, replays, lines to go on."""

from __future__ import annotations

import re

from narrator.model import Message, Transcript
from narrator.silence.causes import BOOKKEEPING, Certainty, Silence

_FIRST = re.compile(r"\s*(?:-{3,}\s*)?#{1,3} (?:Goal|Objective)\b")
_HEADINGS = (
    "Goal",
    "Instructions",
    "Discoveries",
    "Accomplished",
    "Relevant files",
    "Constraints & Preferences",
    "Progress",
    "Key Decisions",
    "Next Steps",
    "Critical Context",
    "Objective",
    "Important Details",
    "Work State",
    "Next Move",
)
"""The headings of opencode's summaries, versions 1.1 to 1.18."""

_HEADING = re.compile(r"^#{1,3} (" + "|".join(map(re.escape, _HEADINGS)) + r")\b", re.MULTILINE | re.IGNORECASE)
_RESUMED = "This session is being continued from a previous conversation"
"""How Claude Code's summaries begin."""

HARNESS_LINES = (
    "Continue if you have next steps",
    "Summarize the task tool output above and continue with your task.",
    "The previous request exceeded the provider's size limit",
    "[Request interrupted by user",
)
"""How lines begin that a harness writes in a person's place; in a flattened text nothing else tells them from a person's."""


def begins_summary(message: Message, headings: int = 2) -> bool:
    """Return whether a reply begins with the first heading of a compaction's summary and has at least so many of its headings."""
    text = message.visible_text
    if message.role != "assistant" or not _FIRST.match(text):
        return False
    return len({found.lower() for found in _HEADING.findall(text)}) >= headings


def summaries(transcript: Transcript) -> tuple[tuple[int, Certainty], ...]:
    """Return the indices of messages that are summaries of a compaction, and how that is known, in order.

    A message's kind records it. In a flattened text it is inferred from a summary's headings after an empty message of the user,
    or after a gap.
    """
    found: list[tuple[int, Certainty]] = []
    for position, message in enumerate(transcript.messages):
        if message.kind == "summary":
            found.append((message.index, "recorded"))
        elif not message.record and _looks_like_summary(transcript, position):
            found.append((message.index, "inferred"))
    return tuple(found)


def _looks_like_summary(transcript: Transcript, position: int) -> bool:
    message = transcript.messages[position]
    if message.role == "user":
        return message.visible_text.startswith(_RESUMED)
    before = neighbor(transcript, position, -1)
    if before is None:
        return begins_summary(message, 3)
    return before.role == "user" and before.is_silent and begins_summary(message)


def acts_of_person(transcript: Transcript, silences: tuple[Silence, ...]) -> tuple[int, ...]:
    """Return the positions (not the indices) of messages that are a person's own acts, typed or commanded, in order.

    Left out: what the harness wrote in a person's place, known by a flag, by the cause of its silence or by its first words;
    instructions that a compaction replayed; and empty messages of which nothing says that a person sent them.
    """
    quiet = {s.message: s.cause for s in silences}
    machine = {index for index, _ in summaries(transcript)} | _replayed(transcript, silences)
    return tuple(
        position
        for position, message in enumerate(transcript.messages)
        if message.by == "person"
        and message.kind != "notice"
        and message.index not in machine
        and quiet.get(message.index) not in BOOKKEEPING | {"unknown"}
        and not {"replay", "synthetic"} & set(message.flags)
        and not message.visible_text.startswith(HARNESS_LINES)
    )


def _replayed(transcript: Transcript, silences: tuple[Silence, ...]) -> set[int]:
    """Return the indices of instructions that, by the cause of a silence before a compaction, the harness sent again itself."""
    found = set()
    for silence in silences:
        position = transcript.position(silence.message) if silence.cause == "context_overflow" else None
        again = neighbor(transcript, position, 3) if position is not None else None
        if again is not None and position is not None and again.visible_text == last_typed(transcript, position):
            found.add(again.index)
    return found


def neighbor(transcript: Transcript, position: int, distance: int) -> Message | None:
    """Return the message so many places on (back, where negative), or None where the record ends or has a gap on the way."""
    there = position + distance
    if not 0 <= there < len(transcript.messages):
        return None
    message = transcript.messages[there]
    return message if message.index - transcript.messages[position].index == distance else None


def last_typed(transcript: Transcript, position: int) -> str | None:
    """Return the last words before `position` that the record holds of a person; None for none."""
    for message in reversed(transcript.messages[:position]):
        text = message.visible_text
        if message.by == "person" and text and not text.startswith(HARNESS_LINES):
            return text
    return None

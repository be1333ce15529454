"""The sentences that opencode itself writes into a session, by which its own acts are told from a person's and a model's."""

from __future__ import annotations

import re

CONTINUES = ("Continue if you have next steps", "The previous request exceeded the provider's size limit")
"""How the message begins that opencode sends itself after a summary."""

SHELL = "The following tool was executed by the user"
"""The whole text of a `!command`'s message."""

FOLLOWUP = "Summarize the task tool output above and continue with your task"
"""How the message begins that opencode sends itself after a sub-agent's command."""

_ORIGINS = ((CONTINUES, "continue"), ((SHELL,), "shell"), ((FOLLOWUP,), "subtask_followup"))

ATTACHED = "[Attached "
"""How the line begins that stands for an image in a replayed instruction."""

_SCRUBBED = re.compile(r"\[redacted:|\s*REDACTED\b")

_REFUSALS = re.compile(
    r"(?:Error: )?(?:The user (?:rejected permission|dismissed th|has specified a rule which prevents)"
    r"|(?:Permission(?:Rejected|Corrected|Denied)|Question(?:Rejected|Dismissed))Error\b)"
)
_FEEDBACK = re.compile(
    r'with the following feedback:\s*\S|^(?:Error: )?PermissionCorrectedError\(.*"feedback"\s*:\s*"[^"]', re.DOTALL
)
_ABORTED = ("Tool execution aborted", "Tool execution was interrupted", "Aborted", "The operation was aborted")

_NOTE = re.compile(r"<(shell|bash)_metadata>\n(?P<note>(?:(?!<\1_metadata>).)*)</\1_metadata>\s*\Z", re.DOTALL)
_NOTE_LENGTH = 2000
"""Characters at an output's end in which the shell's own note is looked for."""

_OVERFLOWS = re.compile(
    r"context[_ ]length[_ ]exceeded|maximum context length|exceeds? (?:the |this model's )?context"
    r"|(?:prompt|input) is too long|context window|too many (?:input )?tokens|request_too_large",
    re.IGNORECASE,
)


def origin(text: str) -> str | None:
    """Return the cause (a word of the silences) of a synthetic message with this text; None where no wording tells it."""
    start = text.lstrip()
    return next((word for beginnings, word in _ORIGINS if start.startswith(beginnings)), None)


def is_scrubbed(text: str) -> bool:
    """Return whether the text was taken out, by `--sanitize` or by a scrubber of secrets."""
    return _SCRUBBED.match(text) is not None


def is_refusal(error: str) -> bool:
    """Return whether a tool's error says that a person, or a rule of the person's, refused the call."""
    return _REFUSALS.match(error) is not None


def has_feedback(error: str) -> bool:
    """Return whether a refusal carries the person's own words."""
    return _FEEDBACK.search(error) is not None


def is_abort(error: str) -> bool:
    """Return whether a tool's error says that the call was stopped."""
    return error.removeprefix("Error: ").startswith(_ABORTED)


def shell_note(output: str) -> str:
    """Return what the shell tool noted under its output (an abort, a timeout); "" where it noted nothing."""
    start = max(0, len(output) - _NOTE_LENGTH)
    found = _NOTE.search(output, start) if output.rfind("_metadata>", start) >= 0 else None
    return found["note"] if found else ""


def is_overflow(words: str) -> bool:
    """Return whether a provider's error says, in its words, that the context was too long."""
    return _OVERFLOWS.search(words) is not None

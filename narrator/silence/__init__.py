"""Why a message has no visible text: one vocabulary, and one file of rules a harness.

A rule looks at one silent message in its transcript and returns a `Silence` or None; the first that matches wins.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from narrator.model import Transcript
from narrator.silence.causes import BOOKKEEPING, CAUSES, Sign, Silence, unknown

Rule = Callable[[Transcript, int], Silence | None]
"""(transcript, position in `transcript.messages`) -> the silence, if this rule tells it."""

HARNESSES: tuple[tuple[str, str], ...] = (
    ("opencode", "narrator.silence.opencode"),
    ("claude-code", "narrator.silence.claude_code"),
    ("codex", "narrator.silence.codex"),
    ("flat", "narrator.silence.flat"),
)
"""The module that holds `RULES` for each harness; `flat` serves where no record is kept beside the words."""

__all__ = ["BOOKKEEPING", "CAUSES", "HARNESSES", "Rule", "Sign", "Silence", "name_silences", "rules_for"]


def rules_for(transcript: Transcript) -> tuple[Rule, ...]:
    """Return the rules for the transcript's harness, or those for flattened text where it keeps no record."""
    recorded = any(m.record for m in transcript.messages)
    wanted = transcript.agent if recorded else "flat"
    table = dict(HARNESSES)
    rules: tuple[Rule, ...] = import_module(table.get(wanted, table["flat"])).RULES
    return rules


def name_silences(transcript: Transcript) -> tuple[Silence, ...]:
    """Return a `Silence` for each message that has neither visible text nor a tool call, in order."""
    rules = rules_for(transcript)
    silent = (i for i, m in enumerate(transcript.messages) if m.is_silent)
    return tuple(_first(rules, transcript, i) for i in silent)


def _first(rules: tuple[Rule, ...], transcript: Transcript, position: int) -> Silence:
    for rule in rules:
        found = rule(transcript, position)
        if found is not None:
            return found
    return unknown(transcript, position)

"""Why a message has no visible text: one vocabulary, and one file of rules a harness.

A rule looks at one silent message in its transcript and returns a `Silence` or None; the first that matches wins.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from narrator.model import Transcript
from narrator.silence.causes import BOOKKEEPING, CAUSES, Sign, Silence, unknown
from narrator.silence.losses import doubted, losses_of

Rule = Callable[[Transcript, int], Silence | None]
"""(transcript, position in `transcript.messages`) -> the silence, if this rule tells it."""

HARNESSES: tuple[tuple[str, str], ...] = (
    ("opencode", "narrator.silence.opencode"),
    ("claude-code", "narrator.silence.claude_code"),
    ("codex", "narrator.silence.codex"),
    ("pi", "narrator.silence.pi"),
    ("copilot", "narrator.silence.copilot"),
    ("gemini", "narrator.silence.gemini"),
    ("openhands", "narrator.silence.openhands"),
    ("cline", "narrator.silence.cline"),
    ("atif", "narrator.silence.atif"),
    ("swe-agent", "narrator.silence.swe_agent"),
    ("mini-swe-agent", "narrator.silence.swe_agent"),
    ("aider", "narrator.silence.aider"),
    ("specstory", "narrator.silence.specstory"),
    ("opencode-markdown", "narrator.silence.opencode_markdown"),
    ("flat", "narrator.silence.flat"),
)
"""The module that holds `RULES` for each harness; `atif` serves for what a converter kept of one, `flat` where no record is kept
beside the words."""

KEEPERS: tuple[tuple[str, str], ...] = (("schema_version", "atif"), ("headings", "specstory"), ("heading", "opencode-markdown"))
"""A field that only one kind of conversion keeps in its messages' records, and the name in `HARNESSES` that knows the kind."""

__all__ = ["BOOKKEEPING", "CAUSES", "HARNESSES", "Rule", "Sign", "Silence", "name_silences", "rules_for"]


def rules_for(transcript: Transcript) -> tuple[Rule, ...]:
    """Return the rules for the transcript's harness, or those for flattened text where it keeps no record."""
    rules: tuple[Rule, ...] = _module(transcript).RULES
    return rules


def name_silences(transcript: Transcript) -> tuple[Silence, ...]:
    """Return a `Silence` for each message that has neither visible text nor a tool call, in order.

    A message with calls and no words is one too where the harness's `CALL_RULES`, if it has any, tell it (stopped in a call).
    """
    rules = rules_for(transcript)
    call_rules: tuple[Rule, ...] = getattr(_module(transcript), "CALL_RULES", ())
    losses = losses_of(transcript)
    found = []
    for position, message in enumerate(transcript.messages):
        if message.is_silent:
            silence = _first(rules, transcript, position) or unknown(transcript, position)
            found.append(doubted(transcript, silence, position, losses))
        elif call_rules and not message.visible_text:
            found += [s for s in (_first(call_rules, transcript, position),) if s is not None]
    return tuple(found)


def _module(transcript: Transcript) -> ModuleType:
    recorded = any(m.record for m in transcript.messages)
    wanted = _keeper(transcript) if recorded else "flat"
    table = dict(HARNESSES)
    return import_module(table.get(wanted, table["flat"]))


def _keeper(transcript: Transcript) -> str:
    """Return whose fields the messages' records are: a conversion's, told by a field that only it has, else the harness's own."""
    told = (keeper for field, keeper in KEEPERS if any(m.field(field) for m in transcript.messages))
    return next(told, transcript.agent)


def _first(rules: tuple[Rule, ...], transcript: Transcript, position: int) -> Silence | None:
    return next((found for rule in rules if (found := rule(transcript, position)) is not None), None)

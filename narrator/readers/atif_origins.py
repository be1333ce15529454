"""Whose words a trajectory's steps hold: a harness that was converted still speaks in the person's place."""

from __future__ import annotations

from collections.abc import Callable

from narrator.model import Part
from narrator.readers.base import text_part
from narrator.readers.claude_speech import Speech, speech_of
from narrator.readers.claude_texts import NOTICE, PROMPT
from narrator.readers.codex_text import wrapper


def speech(text: str, agent: str) -> Speech:
    """Return the message that a user step's words make, by the way in which the harness `agent` speaks for itself."""
    return SPEAKERS.get(agent, _typed)(text)


def _typed(text: str) -> Speech:
    return Speech(PROMPT, _parts(text), interrupts=False)


def _claude(text: str) -> Speech:
    return speech_of([{"type": "text", "text": text}] if text else [], PROMPT, side=False)


def _codex(text: str) -> Speech:
    if wrapper(text) is None:
        return _typed(text)
    return Speech(NOTICE, (text_part(text, "harness"),), interrupts=False)


def _parts(text: str) -> tuple[Part, ...]:
    return (text_part(text, "person"),) if text else ()


SPEAKERS: dict[str, Callable[[str], Speech]] = {"claude-code": _claude, "codex": _codex}
"""Harnesses whose own words are known, by the trajectory's `agent.name`."""


def is_receipt(text: str, name: str, call: str) -> bool:
    """Return whether a step's words are a converter's, put there because it had a call and no words."""
    return text in (f"Executed {name} {call}", f"Executed {name}")

"""Text without what a terminal would act on: colors, titles, control characters, changes of writing direction."""

from __future__ import annotations

import re

_ACTS = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)"
    r"|\x1b[@-Z\\-_]"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)


def printable(text: str) -> str:
    """Return `text` without them; line feeds and tabs stay."""
    return _ACTS.sub("", text)

"""English verbs from the past back to the base form, for the few hundred verbs that acts are told with."""

from __future__ import annotations

_IRREGULAR = {
    "began": "begin",
    "built": "build",
    "did": "do",
    "found": "find",
    "got": "get",
    "left": "leave",
    "made": "make",
    "put": "put",
    "ran": "run",
    "read": "read",
    "rebuilt": "rebuild",
    "reset": "reset",
    "sent": "send",
    "set": "set",
    "took": "take",
    "went": "go",
    "wrote": "write",
}
_WITH_E = frozenset(
    [
        "activated",
        "archived",
        "browsed",
        "cloned",
        "closed",
        "compiled",
        "completed",
        "configured",
        "created",
        "decoded",
        "delegated",
        "deleted",
        "disabled",
        "enabled",
        "encoded",
        "executed",
        "generated",
        "invoked",
        "measured",
        "merged",
        "moved",
        "navigated",
        "paused",
        "prepared",
        "proposed",
        "rebased",
        "released",
        "removed",
        "renamed",
        "replaced",
        "restored",
        "resumed",
        "saved",
        "scheduled",
        "staged",
        "traced",
        "translated",
        "updated",
        "upgraded",
        "used",
        "validated",
    ]
)
"""Regular verbs whose base form ends in e."""
_DOUBLED = frozenset(
    [
        "cancelled",
        "committed",
        "dropped",
        "formatted",
        "grepped",
        "mapped",
        "planned",
        "stopped",
        "swapped",
        "tagged",
        "unzipped",
        "zipped",
    ]
)
"""Regular verbs that double their last consonant."""


def base_form(past: str) -> str:
    """Return the base form of a verb phrase's first word: "searched for" → "search for", "stopped" → "stop"."""
    word, _, rest = past.partition(" ")
    base = _base(word)
    return f"{base} {rest}" if rest else base


def _base(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _DOUBLED:
        return word[:-3]
    if word in _WITH_E:
        return word[:-1]
    if word.endswith("ied"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith("ed") else word

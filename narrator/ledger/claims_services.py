"""Whether a service answered: what calls that name its address show of it."""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.ledger.claims_prose import Key
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations.places import COMMAND_LIMIT

LOOKED_AT = 3_000
"""Code points of an output, at its start and its end, in which an address and a status are looked for."""
_HOST = re.compile(r"https?://([\w.-]+(?::\d+)?)|\b((?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+)", re.IGNORECASE)
_UP = re.compile(
    r"^(?:HTTP/[\d.]+ )?200\b[^\n]{0,20}$|\bHTTP/[\d.]+ 200\b|\b(?:status|http_code|code)\W{1,4}200\b|"
    r"\b(?:server|site|app|service)\b[^\n]{0,40} (?:is (?:already )?running|started)\b|"
    r"\b(?:listening|running|serving) (?:on|at)\b|"
    r"^[^\n\w]*Local:\s+https?://",
    re.IGNORECASE | re.MULTILINE,
)
_DOWN = re.compile(
    r"\b(?:connection refused|ECONNREFUSED|could not resolve|couldn['’]t connect|failed to connect|EADDRINUSE)\b|"
    r"\baddress already in use\b|"
    r"\bHTTP/[\d.]+ [45]\d\d\b|^[45]\d\d$",
    re.IGNORECASE | re.MULTILINE,
)


class Answer(NamedTuple):
    """A call about an address."""

    key: Key
    up: bool
    """Whether its output shows that something answers there, and nothing that it doesn't."""
    span: Span
    """The words that show it, else the whole result."""
    said: str


def host_of(text: str) -> str | None:
    """Return the host and port that a text names first, or None."""
    match = _HOST.search(text)
    return None if match is None else (match[1] or match[2]).lower()


def read_answers(whole: Whole) -> dict[str, list[Answer]]:
    """Return the calls that name an address, by host and port, in order."""
    found: dict[str, list[Answer]] = {}
    for position, act, outcome in whole.calls():
        if outcome is None or act.kind not in ("operate", "run", "explore", "test") or outcome.part == act.part:
            continue
        message = whole.messages[position]
        asked = "\n".join(text[:COMMAND_LIMIT] for _, text in message.parts[act.part].args)
        output = message.parts[outcome.part].text
        shown = output if len(output) <= 2 * LOOKED_AT else output[:LOOKED_AT] + output[-LOOKED_AT:]
        hosts = {(m[1] or m[2]).lower() for text in (asked, shown) for m in _HOST.finditer(text)}
        if hosts:
            answer = _answer(whole, (position, act.part), outcome.part, output, ok=outcome.status == "ok")
            for host in sorted(hosts):
                found.setdefault(host, []).append(answer)
    return found


def _answer(whole: Whole, key: Key, part: int, output: str, *, ok: bool) -> Answer:
    up = _UP.search(output, 0, LOOKED_AT) or _UP.search(output, max(0, len(output) - LOOKED_AT))
    down = _DOWN.search(output, 0, LOOKED_AT)
    span = whole.span(key[0]).model_copy(update={"part": part})
    if up is None or down is not None or not ok:
        return Answer(key, False, span, "")
    return Answer(key, True, span.model_copy(update={"start": up.start(), "end": up.end()}), " ".join(up[0].split()))

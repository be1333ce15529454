"""What mini-SWE-agent's messages hold: an action among the words, an observation in its envelope, a person's word in between."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from narrator.model import Author, Part, Status
from narrator.readers.base import as_dict, as_text
from narrator.readers.swe_agent_texts import ending

_BLOCK = re.compile(r"```(?:bash|mswea_\w+|sh)[ \t]*\n(.*?)\n```", re.DOTALL)
_CODE = re.compile(r"\s*<returncode>(-?\d{1,9})</returncode>\s*")
_OPENING, _CLOSING = "<output>", "</output>"
_CUTS = ("<output_head>", "<elided_chars>")
_NOT_RUN = "action was not executed"


class Interjection(NamedTuple):
    """What a person did to a run in between."""

    status: Status | None
    """What it made of the calls before it."""
    opening: str
    """The harness's words around it."""
    words: str
    """The person's own."""


_INTERJECTIONS: tuple[tuple[re.Pattern[str], Status | None], ...] = (
    (re.compile(r"Commands? not executed\. The user rejected your commands? with the following message:\s*"), "refused"),
    (re.compile(r"Commands? not executed\. Switching to human mode"), "refused"),
    (re.compile(r"Interrupted by user:\s*(?:Temporary interruption caught\.\s*\Z)?"), "cancelled"),
    (re.compile(r"Temporary interruption caught\.?\s*"), "cancelled"),
    (re.compile(r"The user added a new task:\s*"), None),
    (re.compile(r"Switched to human mode\."), None),
)
"""How the harness's words begin where a person stepped in, and what became of the calls before."""


def interjection(text: str) -> Interjection | None:
    """Return what a person did, by the harness's words in the user's place; None where these are of something else."""
    for pattern, status in _INTERJECTIONS:
        found = pattern.match(text)
        if found:
            return Interjection(status, text[: found.end()], text[found.end() :])
    return None


def parted(content: str, command: str | None = None) -> tuple[str, str | None]:
    """Return a reply's words without its action, and the action: the only shell block in it, or the one that is `command`."""
    blocks = list(_BLOCK.finditer(content))
    if command is None:
        chosen = blocks[0] if len(blocks) == 1 else None
    else:
        chosen = next((b for b in blocks if b[1].strip() == command.strip()), None)
    if chosen is None:
        return content.strip("\n"), command
    words = (content[: chosen.start()].strip("\n"), content[chosen.end() :].strip("\n"))
    return "\n\n".join(w for w in words if w.strip()), chosen[1].strip()


def result_part(text: str, extra: dict[str, Any], *, call: str | None, name: str | None, role: str) -> Part:
    """Return an observation, taken out of its envelope, as a result."""
    found = _CODE.match(text)
    told = extra.get("returncode")
    code = told if type(told) is int and abs(told) < 2**31 else int(found[1]) if found else None
    body = text[found.end() :] if found else text
    raw = extra.get("raw_output")
    words = raw if isinstance(raw, str) else _unwrapped(body)
    status, by = _ending(body, extra, code, role)
    flags = ("truncated",) if any(cut in body for cut in _CUTS) else ()
    not_run = status == "cancelled"
    return Part(
        kind="result",
        text=as_text(extra.get("exception_info")) if not_run else words,
        by=by,
        name=name,
        call=call,
        status=status,
        exit_code=None if not_run else code,
        flags=flags,
    )


def _unwrapped(body: str) -> str:
    """Return what stands between the tags of an output, without the line feeds beside them; all of it where it has no tags."""
    inner = body.removeprefix(_OPENING).rstrip()
    if not body.startswith(_OPENING) or not inner.endswith(_CLOSING):
        return body
    return inner.removesuffix(_CLOSING).removeprefix("\n").removesuffix("\n")


def _ending(body: str, extra: dict[str, Any], code: int | None, role: str) -> tuple[Status, Author]:
    if extra.get("exception_info") == _NOT_RUN:
        return "cancelled", "harness"
    status, by = ending(body)
    if status == "ok" and (code or extra.get("exception_info")):
        return "error", "tool"
    return status, by if role != "exit" else "tool"


def usage_of(extra: dict[str, Any]) -> dict[str, Any]:
    """Return what the model's provider counted for a reply."""
    return as_dict(as_dict(extra.get("response")).get("usage") or extra.get("usage"))

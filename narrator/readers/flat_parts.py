"""The parts of a flattened message: the usual notations for thoughts, tool calls and results; all else is text.

| notation | becomes |
|---|---|
| `<think>…</think>`, `<thinking>…</thinking>` | reasoning |
| `<tool_call>{"name": …, "arguments": {…}}</tool_call>` | a call |
| `[tool: bash] {…}`, `[tool_call: bash] …` | a call; what is no JSON object is its one argument |
| `<tool_result>…</tool_result>`, `<tool_response>…</tool_response>` | the result of the first call without one |
| `[tool_result] …`, `[result] …` to the next notation | the same |
| `<conversation_data>` around a message's words | nothing: a wrapper |

A notation counts at the beginning of a line only, and a result only after a call: anything else is words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from narrator.model import Author, Part, PartKind
from narrator.readers.base import Draft, as_args, text_part

_WRAPPER = re.compile(r"\s*<conversation_data>(.*)</conversation_data>\s*", re.DOTALL)
_NOTATION = re.compile(
    r"""^[ \t]*(?:
    <(?P<tag>think|thinking|tool_call|tool_result|tool_response)(?:[ ]name="(?P<named>[^"\n]{1,80})")?>
    | \[tool(?:_call)?:[ ]*(?P<tool>[\w.:/-]{1,80})\]
    | \[(?P<result>(?:tool_)?result)(?::[ ]*(?P<of>[^\]\n]{1,80}))?\]
    )""",
    re.VERBOSE | re.MULTILINE,
)
_BLANKS = re.compile(r"\s*")
_EXIT = re.compile(
    r"[ \t([]*(?:process )?(?:exit code|exit status|exited with code|exited with)[: ]+(-?\d{1,3})\b", re.IGNORECASE
)
_SHELLS = frozenset({"bash", "shell", "sh", "zsh", "terminal", "execute_bash", "run_command"})
"""Tools whose one argument is a command."""
_DECODER = json.JSONDecoder(strict=False)


class _Piece(NamedTuple):
    """A stretch of a message: what it is, where it ends in the words, its own words, a tool's name, a call's arguments."""

    kind: str
    end: int
    text: str = ""
    name: str | None = None
    args: tuple[tuple[str, str], ...] = ()


def is_result(text: str) -> bool:
    """Return whether a message's words begin with the notation of a result: a tool's message, whoever sent it on."""
    match = _NOTATION.match(_unwrapped(text).lstrip())
    return match is not None and bool(match["result"] or match["tag"] in ("tool_result", "tool_response"))


def parts_of(text: str, by: Author) -> tuple[Part, ...]:
    """Return the parts of a message's words, whose author is `by`; none for blanks. Only a model's message has notations."""
    words = _unwrapped(text)
    if by != "model":
        return (text_part(_trimmed(words), by),) if words.strip() else ()
    draft = Draft()
    waiting: list[tuple[str, str | None]] = []
    for number, piece in enumerate(_pieces(words)):
        if piece.kind == "call":
            waiting.append((f"call-{number}", piece.name))
            draft.add(Part(kind="call", by=by, name=piece.name, args=piece.args, call=f"call-{number}"))
        elif piece.kind == "result":
            asked = next((w for w in waiting if w[1] == piece.name), waiting[0])
            waiting.remove(asked)
            draft.answer(_result(piece.text, *asked))
        elif piece.text.strip():
            kind: PartKind = "reasoning" if piece.kind == "reasoning" else "text"
            draft.add(Part(kind=kind, text=_trimmed(piece.text), by=by))
    return draft.finish()


def _unwrapped(text: str) -> str:
    match = _WRAPPER.fullmatch(text)
    return match[1] if match else text


def _trimmed(text: str) -> str:
    return text.rstrip().lstrip("\r\n")


def _result(text: str, call: str, name: str | None) -> Part:
    words = _trimmed(text)
    lines = words.splitlines() or [""]
    found = _EXIT.match(lines[0]) or _EXIT.match(lines[-1])
    code = int(found[1]) if found else None
    return Part(kind="result", text=words, by="tool", name=name, call=call, exit_code=code, status="error" if code else "ok")


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield what the words hold, in order; a result that no call asked for and a tag that isn't closed are words."""
    begin = at = waiting = 0
    unclosed: set[str] = set()
    while match := _NOTATION.search(text, at):
        piece = _read(text, match, unclosed)
        if piece is None or (piece.kind == "result" and not waiting):
            at = match.end()
            continue
        yield _Piece("text", match.start(), text[begin : match.start()])
        yield piece
        waiting += (piece.kind == "call") - (piece.kind == "result")
        begin = at = piece.end
    yield _Piece("text", len(text), text[begin:])


def _read(text: str, match: re.Match[str], unclosed: set[str]) -> _Piece | None:
    if match["tool"]:
        return _bracketed_call(text, match["tool"], match.end())
    if match["result"]:
        return _bracketed_result(text, match, unclosed)
    end = -1 if match["tag"] in unclosed else text.find(f"</{match['tag']}>", match.end())
    if end < 0:
        unclosed.add(match["tag"])
        return None
    return _tagged(match, text[match.end() : end], end + len(match["tag"]) + 3)


def _tagged(match: re.Match[str], inside: str, end: int) -> _Piece | None:
    if match["tag"] in ("tool_result", "tool_response"):
        return _Piece("result", end, inside, match["named"])
    if match["tag"] != "tool_call":
        return _Piece("reasoning", end, inside)
    value = _object(inside.strip(), 0)[0]
    name = match["named"] or (value or {}).get("name")
    if value is None or not isinstance(name, str):
        return None
    given = next((value[k] for k in ("arguments", "args", "input", "parameters") if k in value), value if match["named"] else {})
    return _Piece("call", end, name=name, args=as_args(given))


def _bracketed_result(text: str, match: re.Match[str], unclosed: set[str]) -> _Piece:
    """Return the result up to its closing bracket, or to the next notation where it has none of its own."""
    word, at = match["result"], match.end()
    closed = -1 if word in unclosed else text.find(f"[/{word}]", at)
    if closed < 0:
        unclosed.add(word)
    elif text.find(f"[{word}", at, closed) < 0:
        return _Piece("result", closed + len(word) + 3, text[at:closed], match["of"])
    following = _NOTATION.search(text, at)
    end = following.start() if following else len(text)
    return _Piece("result", end, text[at:end], match["of"])


def _bracketed_call(text: str, name: str, at: int) -> _Piece:
    blanks = _BLANKS.match(text, at)
    value, end = _object(text, blanks.end() if blanks else at)
    if value is not None:
        return _Piece("call", end, name=name, args=as_args(value))
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    words = text[at:end].strip()
    key = "command" if name.lower() in _SHELLS else "input"
    return _Piece("call", end, name=name, args=((key, words),) if words else ())


def _object(text: str, at: int) -> tuple[dict[str, Any] | None, int]:
    """Return the JSON object at `at`, and where it ends; None where there is none."""
    if not text.startswith("{", at):
        return None, at
    try:
        value, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at
    return (value, end) if isinstance(value, dict) else (None, at)

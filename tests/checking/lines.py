r"""Transcripts from lines, one a message, for tests.

    0 user 12:00:00 | text: Make the suite pass
    1 assistant 12:00:05-12:00:14 mode=build | think: Run it. | call bash: command=pytest -q | result error exit=1: 3 failed

The head is index, role and, where there is one, the time or the time and the end; then `mode=`, `error=`, `flags=`, `by=`,
`cost=`, `output=` (tokens). A `|` with blanks around it parts the parts, ` ; ` a call's arguments; `\n` is a line break.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time
from typing import Any

from narrator.checking import verdicts
from narrator.model import Message, Part, Tokens, Transcript

DAY = datetime(2026, 3, 2, tzinfo=UTC)


def transcript(lines: str, *, gaps: tuple[tuple[int, int], ...] = (), session: str = "ses_1") -> Transcript:
    """Return the transcript that `lines` describe."""
    messages = tuple(_message(line) for line in lines.strip().splitlines() if line.strip())
    return Transcript(session=session, format="jsonl", agent="opencode", messages=messages, gaps=gaps, digest="d1")


def _message(line: str) -> Message:
    head, *rest = re.split(r" \| ", line.strip())
    index, role, *words = head.split()
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    times = [_time(text) for word in words if "=" not in word for text in word.split("-")]
    values: dict[str, Any] = {"index": int(index), "role": role, "kind": "prompt" if role == "user" else "reply"}
    values |= {"at": times[0] if times else None, "ended": times[1] if len(times) > 1 else None}
    values |= {name: fields[name] for name in ("mode", "error", "finish") if name in fields}
    if "output" in fields:
        values["tokens"] = Tokens(output=int(fields["output"]))
    if "cost" in fields:
        values["cost"] = float(fields["cost"])
    by = fields.get("by", "person" if role == "user" else "model")
    flags = tuple(sorted(fields["flags"].split(","))) if "flags" in fields else ()
    return Message.model_validate(values | {"by": by, "flags": flags, "parts": tuple(_parts(rest, by, int(index)))})


def _time(text: str) -> datetime:
    return datetime.combine(DAY, time.fromisoformat(text), UTC)


def _parts(rest: list[str], by: str, index: int) -> list[Part]:
    out: list[Part] = []
    for number, words in enumerate(rest):
        head, _, body = words.partition(":")
        kind, *more = head.split()
        text = body.strip().replace("\\n", "\n")
        if kind == "call":
            args = tuple(tuple(arg.split("=", 1)) for arg in text.split(" ; ") if arg)
            status = more[1] if len(more) > 1 else "ok"
            told = {"name": more[0], "args": args, "call": f"c{index}.{number}", "status": status}
            out.append(Part.model_validate({"kind": "call", "by": "model"} | told))
        elif kind == "result":
            codes = [int(word.removeprefix("exit=")) for word in more if word.startswith("exit=")]
            status = "error" if "error" in more else "refused" if "refused" in more else "ok"
            asked = out[-1]
            out[-1] = asked.model_copy(update={"status": status})
            fields: dict[str, Any] = {
                "name": asked.name,
                "call": asked.call,
                "status": status,
                "exit_code": codes[0] if codes else None,
            }
            out.append(Part(kind="result", by="tool", text=text, **fields))
        else:
            out.append(Part.model_validate({"kind": {"text": "text", "think": "reasoning"}[kind], "by": by, "text": text}))
    return out


def asked(
    check: str, text: str, session: Transcript, *, subject: int | None = None, strict: bool = True
) -> list[tuple[str, str]]:
    """Return (verdict, words) of each result of one check on `text`, given front matter where `strict`."""
    front = "---\nsession: ses_1\n---\n\n" if strict else ""
    found = verdicts(front + text, session, subject=subject)
    return [(result.verdict, result.passage) for result in found if result.check == check]

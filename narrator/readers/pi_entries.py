"""Pi's entries, by type and role: what each does to the session that is being read."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from narrator.model import Author, Part, Place, Tokens
from narrator.readers.base import as_dict, as_text, parse_time, text_part
from narrator.readers.pending import Pending
from narrator.readers.pi_parts import blocks_of, image_part, prompt_of, reply_parts, result_of, shell_parts
from narrator.readers.pi_session import Session
from narrator.readers.records import Record

_ERROR_NAME = re.compile(r'"type"\s*:\s*"([a-z_]{0,40}(?:error|exceeded|filter)[a-z_]{0,40})"')
_STATUS = re.compile(r"\A\W{0,3}(?:Error:?\s*)?([45]\d\d)\b")
_ERROR_LENGTH = 1000
"""Characters kept of an error's words: enough for its code."""

_BUCKETS = {"input": "input", "output": "output", "cache_read": "cacheRead", "cache_write": "cacheWrite"}
"""What Pi calls each of our counts of tokens."""
_OWN_MODELS = frozenset({"delivery-mirror", "gateway-injected"})
"""Models that OpenClaw names where it wrote a message itself."""


def take(session: Session, record: Record) -> None:
    """Take in the next entry."""
    value, place = record.value, record.place
    if value.get("type") == "session":
        session.tally.in_header += 1
        session.header = session.header or value
        return
    at = parse_time(value.get("timestamp"))
    session.enter(value, at, place)
    _take_entry(session, value, at, place)
    if isinstance(name := value.get("id"), str):
        session.numbers[name] = len(session.parents) - 1


def _take_entry(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    kind, message = as_text(value.get("type")), value.get("message")
    name = as_text(value.get("id")) or None
    role = as_text(message.get("role")) if kind == "message" and isinstance(message, dict) else ""
    if role in ROLES:
        ROLES[role](session, as_dict(message), at, place, name)
    elif kind == "custom_message":
        _custom(session, value, at, place, name)
    elif kind in ENTRIES:
        ENTRIES[kind](session, value, at, place)
    else:
        session.tally.meet_unknown(f"{kind}.{role}" if kind == "message" else kind, place)
        text = value.get("text") or value.get("summary") or as_dict(message).get("content")
        if text:
            session.note("other", as_text(text), at, place)


Take = Callable[[Session, dict[str, Any], datetime | None, Place, str | None], None]


def _user(session: Session, message: dict[str, Any], at: datetime | None, place: Place, name: str | None) -> None:
    typed = parse_time(message.get("timestamp")) or at
    before = session.messages[-1] if session.messages else None
    found = prompt_of(message.get("content"), "person")
    pending = session.begin("user", found.kind, "person", "message.user", typed, place)
    pending.id = name
    pending.draft.parts += found.parts
    if before is not None and before.finish == "toolUse" and typed and before.ended and typed < before.ended:
        pending.flags.add("queued")


def _assistant(session: Session, message: dict[str, Any], at: datetime | None, place: Place, name: str | None) -> None:
    model = as_text(message.get("model"))
    own = message.get("provider") == "openclaw" and model in _OWN_MODELS
    by: Author = "harness" if own else "model"
    pending = session.begin("assistant", "reply", by, "message.assistant", parse_time(message.get("timestamp")) or at, place)
    pending.ended = at if at and pending.at and at > pending.at else None
    pending.id, pending.model = name, model or None
    pending.draft.parts += reply_parts(message.get("content"), by)
    session.calls.update((c, pending.index) for c in pending.draft.calls())
    pending.finish = as_text(message.get("stopReason")) or None
    usage = as_dict(message.get("usage"))
    pending.tokens = _tokens(usage)
    cost = as_dict(usage.get("cost")).get("total")
    if pending.tokens is not None and isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 <= cost < 1e9:
        pending.cost = float(cost)
    words = as_text(message.get("errorMessage"))[:_ERROR_LENGTH]
    pending.tell(provider=as_text(message.get("provider")), api=as_text(message.get("api")), errorMessage=words)
    if own:
        pending.flags.add("synthetic")
    if pending.finish == "aborted":
        pending.flags.add("interrupted")
    if pending.finish == "error":
        _note_error(pending, words)


def _note_error(pending: Pending, words: str) -> None:
    named, status = _ERROR_NAME.findall(words), _STATUS.match(words)
    pending.error = next((n for n in named if n != "error"), "error")
    pending.tell(status=status[1] if status else None)


def _tokens(usage: dict[str, Any]) -> Tokens | None:
    counts = {ours: n for ours, theirs in _BUCKETS.items() if type(n := usage.get(theirs)) is int and 0 <= n < 2**53}
    return Tokens(**counts) if any(counts.values()) else None


def _result(session: Session, message: dict[str, Any], at: datetime | None, place: Place, _: str | None) -> None:
    call = as_text(message.get("toolCallId"))
    index = session.calls.get(call)
    asked = session.messages[index] if index is not None else None
    parts = result_of(message, asked.name_of(call) if asked else None)
    if asked is None:
        _orphan(session, parts, at, place)
        return
    asked.draft.answer(parts[0])
    asked.draft.parts += parts[1:]
    asked.merge(place, at)
    session.tally.in_messages += 1


def _orphan(session: Session, parts: tuple[Part, ...], at: datetime | None, place: Place) -> None:
    session.tally.dangling += 1
    session.tally.complain("orphan-result", f"a result of a call that isn't in the file ({parts[0].call})", place, session.last)
    last = session.messages[-1] if session.messages else None
    if last is None or last.role != "assistant":
        session.tally.in_events += 1
        session.note("other", parts[0].text, at, place)
    else:
        session.tally.in_messages += 1
        last.draft.parts += parts
        last.merge(place, at)


def _shell(session: Session, message: dict[str, Any], at: datetime | None, place: Place, name: str | None) -> None:
    ran = parse_time(message.get("timestamp")) or at
    pending = session.begin("user", "command", "person", "message.bashExecution", ran, place)
    pending.id = name
    asked, result = shell_parts(message, f"shell-{pending.index}")
    pending.draft.add(asked)
    pending.draft.answer(result)
    pending.tell(excludeFromContext="true" if message.get("excludeFromContext") is True else None)


def _custom(session: Session, message: dict[str, Any], at: datetime | None, place: Place, name: str | None) -> None:
    """Take what an extension put in; the model sees it, the person only where `display` says so."""
    hidden = () if message.get("display") is not False else ("synthetic",)
    pending = session.begin("user", "notice", "hook", "custom_message", parse_time(message.get("timestamp")) or at, place)
    pending.id = name
    for block in blocks_of(message.get("content")):
        image = block.get("type") == "image"
        words = as_text(block.get("text") if block.get("type") == "text" else block)
        pending.draft.add(image_part(block, "hook") if image else text_part(words, "hook", *hidden))
    pending.flags.add("synthetic")
    pending.tell(customType=as_text(message.get("customType")), display=as_text(message.get("display")))


def _summary(session: Session, value: dict[str, Any], at: datetime | None, place: Place, name: str | None, kind: str) -> None:
    by: Author = "hook" if value.get("fromHook") is True else "model"
    pending = session.begin("assistant", "summary", by, kind, parse_time(value.get("timestamp")) or at, place)
    pending.id = name
    pending.draft.add(text_part(as_text(value.get("summary")), by))
    fields = ("tokensBefore", "firstKeptEntryId", "firstKeptEntryIndex", "fromId", "fromHook")
    pending.tell(**{f: as_text(value[f]) for f in fields if value.get(f) is not None})
    if kind == "compaction":
        pending.flags.add("compaction")
        session.note("compaction", "", at, place)


def _compaction_entry(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    _summary(session, value, at, place, as_text(value.get("id")) or None, "compaction")


def _branch_entry(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    _summary(session, value, at, place, as_text(value.get("id")) or None, "branch_summary")


def _compaction_message(session: Session, value: dict[str, Any], at: datetime | None, place: Place, name: str | None) -> None:
    _summary(session, value, at, place, name, "compaction")


def _branch_message(session: Session, value: dict[str, Any], at: datetime | None, place: Place, name: str | None) -> None:
    _summary(session, value, at, place, name, "branch_summary")


def _model(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    new = "/".join(filter(None, (as_text(value.get("provider")), as_text(value.get("modelId")))))
    session.note("model", f"{session.model} → {new}" if session.model else new, at, place)
    session.model = new
    session.tally.in_events += 1


def _thinking(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    new = as_text(value.get("thinkingLevel"))
    session.note("mode", f"thinking: {session.thinking} → {new}" if session.thinking else f"thinking: {new}", at, place)
    session.thinking = new
    session.tally.in_events += 1


def _extension(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    session.note("other", as_text(value.get("customType")), at, place)
    session.tally.in_events += 1


def _label(session: Session, value: dict[str, Any], at: datetime | None, place: Place) -> None:
    target = session.numbers.get(as_text(value.get("targetId")))
    index = session.led[target] if target is not None else None
    session.note("other", f"label {as_text(value.get('label'))!r}" + ("" if index is None else f" on message {index}"), at, place)
    session.tally.in_events += 1


def _info(session: Session, value: dict[str, Any], _at: datetime | None, _place: Place) -> None:
    session.name = as_text(value.get("name")) or session.name
    session.tally.in_header += 1


ROLES: dict[str, Take] = {
    "user": _user,
    "assistant": _assistant,
    "toolResult": _result,
    "bashExecution": _shell,
    "custom": _custom,
    "hookMessage": _custom,
    "compactionSummary": _compaction_message,
    "branchSummary": _branch_message,
}
"""What is done with each role of a message entry."""

ENTRIES: dict[str, Callable[[Session, dict[str, Any], datetime | None, Place], None]] = {
    "compaction": _compaction_entry,
    "branch_summary": _branch_entry,
    "model_change": _model,
    "thinking_level_change": _thinking,
    "custom": _extension,
    "label": _label,
    "session_info": _info,
}
"""What is done with each other kind of entry."""

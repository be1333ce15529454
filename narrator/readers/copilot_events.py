"""Copilot CLI's events, by type: what each does to the session that is being read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.model import Tokens
from narrator.readers.base import as_dict, as_text, parse_time, text_part
from narrator.readers.copilot_parts import Data, Verdict, call_part, prompt_parts, reply_parts, result_of
from narrator.readers.copilot_session import Session, Stamp, Turn
from narrator.readers.pending import Pending
from narrator.readers.records import Record

PERSONS = frozenset({"", "user", "steering", "queued"})
"""What a prompt's `source` says where a person typed it; other words are the harness's."""


def take(session: Session, record: Record) -> None:
    """Take in the next event."""
    value = record.value
    name, parent = value.get("id"), value.get("parentId")
    stamp = Stamp(
        parse_time(value.get("timestamp")),
        record.place,
        name if isinstance(name, str) else None,
        parent if isinstance(parent, str) else None,
    )
    session.meet(stamp)
    kind, data = as_text(value.get("type")), as_dict(value.get("data"))
    if kind in EVENTS:
        EVENTS[kind](session, data, stamp)
    else:
        _unknown(session, data, stamp, kind)
    if stamp.id is not None:
        session.led[stamp.id] = len(session.messages)


def _start(session: Session, data: Data, _: Stamp) -> None:
    session.tally.in_header += 1
    session.header = session.header or data
    session.model = session.model or as_text(data.get("selectedModel")) or None


def _header(session: Session, _: Data, __: Stamp) -> None:
    session.tally.in_header += 1


def _title(session: Session, data: Data, _: Stamp) -> None:
    session.title = as_text(data.get("title")) or session.title
    session.tally.in_header += 1


def _resume(session: Session, _: Data, stamp: Stamp) -> None:
    session.leave_turn()
    session.note_all("other", "resumed", stamp)


def _prompt(session: Session, data: Data, stamp: Stamp) -> None:
    source = as_text(data.get("source"))
    during = session.turn is not None and not session.turn.over
    own = source in PERSONS
    session.mode = as_text(data.get("agentMode")) or session.mode
    if not during:
        session.leave_turn()
    pending = session.begin("user", "prompt" if own else "notice", "person" if own else "harness", "user.message", stamp)
    pending.draft.parts += prompt_parts(data, pending.by)
    pending.flags.update({"queued"} if during and own else set() if own else {"synthetic"})
    pending.tell(interactionId=as_text(data.get("interactionId")), prompt_source=source)


def _notification(session: Session, data: Data, stamp: Stamp) -> None:
    told = as_dict(data.get("kind"))
    pending = session.begin("user", "notice", "harness", "system.notification", stamp)
    pending.draft.add(text_part(as_text(data.get("content")), "harness"))
    pending.flags.add("synthetic")
    pending.tell(kind=as_text(told.get("type")), exitCode=as_text(told.get("exitCode")))


def _turn_start(session: Session, data: Data, stamp: Stamp) -> None:
    session.leave_turn()
    session.turn = Turn(as_text(data.get("turnId")), stamp)


def _turn_end(session: Session, _: Data, stamp: Stamp) -> None:
    turn = session.turn
    pending = turn.message if turn is not None else None
    if turn is not None:
        turn.over = True
    if pending is not None:
        pending.tell(**{"turn.end": "complete"})
    session.join(pending, stamp, or_event="turn ended")


def _reply(session: Session, data: Data, stamp: Stamp) -> None:
    name = as_text(data.get("messageId"))
    known = session.replies.get(name) if name else None
    if known is not None:
        _repeat(session, known, data, stamp)
        return
    side = bool(data.get("parentToolCallId"))
    pending = session.begin("assistant", "reply", "sub-agent" if side else "model", "assistant.message", stamp)
    pending.id = name or pending.id
    session.replies[pending.id or ""] = pending
    if side:
        pending.flags.add("sidechain")
    else:
        _enter(session, pending)
    _fill(session, pending, data)


def _enter(session: Session, pending: Pending) -> None:
    """Give a turn's first message the record that begins the turn, and its time."""
    turn = session.turn
    if turn is None or turn.over:
        return
    if turn.message is None:
        if turn.stamp.at is not None and pending.at is not None and turn.stamp.at <= pending.at:
            pending.at, pending.ended = turn.stamp.at, pending.at
        pending.places.append(turn.stamp.place)
        session.tally.in_messages += 1
    turn.message = pending


def _fill(session: Session, pending: Pending, data: Data) -> None:
    pending.draft.parts += reply_parts(data, pending.by)
    session.calls.update((c, pending) for c in pending.draft.calls())
    pending.model = as_text(data.get("model")) or session.model
    spent = data.get("outputTokens")
    if type(spent) is int and 0 < spent < 2**53:
        pending.tokens = Tokens(output=spent)
    fields = ("turnId", "interactionId", "apiCallId", "parentToolCallId")
    pending.tell(outputTokens=as_text(spent), **{f: as_text(data.get(f)) for f in fields})


def _repeat(session: Session, known: Pending, data: Data, stamp: Stamp) -> None:
    """Take another record of a message: its next chunk, or all of it again."""
    text = "".join(p.text for p in known.draft.parts if p.kind == "text")
    chunk = data.get("chunkIndex")
    whole = text + as_text(data.get("content")) if type(chunk) is int and chunk > 0 else as_text(data.get("content")) or text
    held = [p for p in known.draft.parts if p.kind != "text"]
    ids = {p.call for p in held if p.kind == "call"}
    more = [p for p in reply_parts(data | {"content": ""}, known.by) if p.kind == "call" and p.call not in ids]
    calls = [p for p in held if p.kind == "call"]
    words = [text_part(whole, known.by)] if whole else []
    known.draft.parts = [*(p for p in held if p.kind != "call"), *words, *calls, *more]
    session.calls.update((c, known) for c in known.draft.calls())
    session.join(known, stamp)


def _call_start(session: Session, data: Data, stamp: Stamp) -> None:
    call = as_text(data.get("toolCallId"))
    if stamp.at is not None:
        session.began[call] = stamp.at
    session.join(session.calls.get(call), stamp, or_event=f"call of {as_text(data.get('toolName')) or 'a tool'}")


def _call_progress(session: Session, data: Data, stamp: Stamp) -> None:
    session.join(session.calls.get(as_text(data.get("toolCallId"))), stamp)


def _call_end(session: Session, data: Data, stamp: Stamp) -> None:
    call = as_text(data.get("toolCallId"))
    pending = session.calls.get(call)
    name = pending.name_of(call) if pending is not None else None
    found = result_of(data, name, began=session.began.get(call), at=stamp.at, verdict=session.verdicts.get(call))
    if pending is not None:
        pending.draft.answer(found)
        session.join(pending, stamp)
        return
    session.tally.dangling += 1
    session.tally.complain("orphan-result", f"a result of a call that isn't in the file ({call[:40]})", stamp.place, session.last)
    session.note_all("other", found.text, stamp)


def _command(session: Session, data: Data, stamp: Stamp) -> None:
    pending = session.begin("user", "command", "person", "tool.user_requested", stamp)
    pending.draft.add(call_part(data, "person"))
    session.calls.update((c, pending) for c in pending.draft.calls())


def _permission_asked(session: Session, data: Data, stamp: Stamp) -> None:
    call = as_text(as_dict(data.get("permissionRequest")).get("toolCallId") or data.get("toolCallId"))
    session.asked[as_text(data.get("requestId"))] = call
    session.join(session.calls.get(call), stamp, or_event="permission requested")


def _permission_given(session: Session, data: Data, stamp: Stamp) -> None:
    call = session.asked.get(as_text(data.get("requestId"))) or as_text(data.get("toolCallId"))
    told = as_dict(data.get("result"))
    session.verdicts[call] = Verdict(as_text(told.get("kind")), as_text(told.get("feedback")))
    session.join(session.calls.get(call), stamp, or_event=f"permission {as_text(told.get('kind'))}".strip())


def _hook_start(session: Session, data: Data, stamp: Stamp) -> None:
    name, given = as_text(data.get("hookType")), as_dict(data.get("input"))
    session.hooks[as_text(data.get("hookInvocationId"))] = len(session.events)
    session.note_all("hook", name, stamp)
    stopped = as_text(given.get("stopReason"))
    last = next((m for m in reversed(session.messages) if m.source == "assistant.message"), None)
    if name == "agentStop" and stopped and last is not None:
        last.finish = stopped


def _hook_end(session: Session, data: Data, stamp: Stamp) -> None:
    number = session.hooks.get(as_text(data.get("hookInvocationId")))
    failed = data.get("success") is False
    words = as_text(as_dict(data.get("error")).get("message"))
    if number is None:
        session.note("hook", f"{as_text(data.get('hookType'))}{' failed' if failed else ''}", stamp)
    else:
        event = session.events[number]
        text = f"{event.text} failed: {words}".rstrip(": ") if failed else event.text
        session.events[number] = event.model_copy(update={"text": text, "places": (*event.places, stamp.place)})
    session.tally.in_events += 1


def _abort(session: Session, data: Data, stamp: Stamp) -> None:
    reason, turn = as_text(data.get("reason")), session.turn
    bearer = session.bearer()
    if bearer is not None:
        bearer.flags.add("interrupted")
    if turn is not None and turn.message is not None and not turn.over:
        turn.message.tell(**{"turn.aborted": reason or "abort"})
    begun = (turn.stamp.place,) if turn is not None and turn.message is None and not turn.over else ()
    session.note("abort", reason, stamp, *begun)
    session.tally.in_events += 1 + len(begun)
    session.turn = None if begun else turn
    if session.turn is not None:
        session.turn.over = True


def _error(session: Session, data: Data, stamp: Stamp) -> None:
    turn = session.turn
    if turn is not None and turn.message is not None and not turn.over:
        turn.message.error = as_text(data.get("errorType")) or "error"
        turn.message.tell(**{"error.message": as_text(data.get("message"))[:1000], "status": as_text(data.get("statusCode"))})
    kind, words = as_text(data.get("errorType")), as_text(data.get("message"))
    session.note_all("error", f"{kind}: {words}" if kind else words, stamp)


def _model_change(session: Session, data: Data, stamp: Stamp) -> None:
    old, new = session.model or as_text(data.get("previousModel")), as_text(data.get("newModel"))
    session.note_all("model", f"{old} → {new}" if old else new, stamp)
    session.model = new or session.model


def _mode_change(session: Session, data: Data, stamp: Stamp) -> None:
    new = as_text(data.get("newMode") or data.get("mode"))
    session.note_all("mode", f"{session.mode} → {new}" if session.mode else new, stamp)
    session.mode = new or session.mode


def _compaction_start(session: Session, _: Data, stamp: Stamp) -> None:
    session.note_all("compaction", "", stamp)


def _compaction_end(session: Session, data: Data, stamp: Stamp) -> None:
    summary = as_text(data.get("summaryContent"))
    if data.get("success") is False or not summary.strip():
        words = as_text(data.get("error"))
        session.note_all("compaction", f"failed: {words}".rstrip(": ") if data.get("success") is False else "", stamp)
        return
    pending = session.begin("assistant", "summary", "model", "session.compaction_complete", stamp)
    pending.draft.add(text_part(summary, "model"))
    pending.flags.add("compaction")
    pending.tell(preCompactionTokens=as_text(data.get("preCompactionTokens")))
    if not any(e.kind == "compaction" and e.after == pending.index - 1 for e in session.events[-3:]):
        session.note("compaction", "", stamp)


def _rewind(session: Session, data: Data, stamp: Stamp) -> None:
    first = session.led.get(as_text(data.get("upToEventId")))
    if first is not None:
        begun = {m.id: m.index for m in session.messages}
        first = begun.get(as_text(data.get("upToEventId")), first)
        for pending in session.messages[first:]:
            pending.flags.add("superseded")
    session.note_all("rewind", "" if first is None else f"to before message {first}", stamp)


def _words(session: Session, data: Data, stamp: Stamp) -> None:
    text = next((as_text(data[k]) for k in ("message", "content", "summary", "name", "warningType") if data.get(k)), "")
    session.note_all("other", text, stamp)


def _unknown(session: Session, data: Data, stamp: Stamp, kind: str) -> None:
    session.tally.meet_unknown(kind, stamp.place)
    text = next((as_text(data[k]) for k in ("message", "content", "text", "summary") if data.get(k)), "")
    if text.strip():
        session.note("other", text, stamp)


EVENTS: dict[str, Callable[[Session, Any, Stamp], None]] = {
    "session.start": _start,
    "session.resume": _resume,
    "session.shutdown": _header,
    "session.idle": _header,
    "session.usage_info": _header,
    "session.title_changed": _title,
    "session.context_changed": _header,
    "session.workspace_file_changed": _header,
    "session.permissions_changed": _words,
    "session.plan_changed": _words,
    "session.handoff": _words,
    "session.info": _words,
    "session.warning": _words,
    "session.task_complete": _words,
    "session.error": _error,
    "session.model_change": _model_change,
    "session.mode_changed": _mode_change,
    "session.truncation": _compaction_start,
    "session.compaction_start": _compaction_start,
    "session.compaction_complete": _compaction_end,
    "session.snapshot_rewind": _rewind,
    "system.message": _words,
    "system.notification": _notification,
    "user.message": _prompt,
    "pending_messages.modified": _header,
    "assistant.turn_start": _turn_start,
    "assistant.turn_end": _turn_end,
    "assistant.message": _reply,
    "assistant.intent": _header,
    "assistant.reasoning": _header,
    "assistant.usage": _header,
    "tool.user_requested": _command,
    "tool.execution_start": _call_start,
    "tool.execution_partial_result": _call_progress,
    "tool.execution_progress": _call_progress,
    "tool.execution_complete": _call_end,
    "permission.requested": _permission_asked,
    "permission.completed": _permission_given,
    "user_input.requested": _call_progress,
    "user_input.completed": _call_progress,
    "subagent.started": _call_progress,
    "subagent.completed": _call_progress,
    "subagent.failed": _call_progress,
    "subagent.selected": _words,
    "skill.invoked": _words,
    "hook.start": _hook_start,
    "hook.end": _hook_end,
    "abort": _abort,
}
"""What is done with each type of event."""

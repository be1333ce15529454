"""Codex records of any shape: nothing raises, every record is counted, every index is its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.readers.codex_events import EVENTS
from narrator.readers.codex_items import ITEMS
from narrator.silence import name_silences
from tests.readers.codex_lines import rollout
from tests.shared import needs_shared, sessions

values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.sampled_from(["a", "", "user", "t1"])
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "type", "content", "message", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = (
    *(
        "role",
        "content",
        "call_id",
        "arguments",
        "output",
        "name",
        "namespace",
        "summary",
        "message",
        "info",
        "turn_id",
        "images",
        "item",
    ),
    *(
        "reason",
        "duration_ms",
        "num_turns",
        "codex_error_info",
        "started_at",
        "model",
        "sandbox_policy",
        "id",
        "status",
        "last_agent_message",
    ),
)
fields = st.dictionaries(st.sampled_from(NAMES), values, max_size=5)


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    envelope = draw(st.sampled_from(["response_item", "event_msg", "turn_context", "compacted", "session_meta", "x"]))
    table = {"response_item": ITEMS, "event_msg": EVENTS}.get(envelope, {"x": None})
    kind = draw(st.sampled_from(sorted(table)) | st.just("strange"))
    payload = draw(fields) | {"type": kind}
    if draw(st.booleans()):
        payload["role"] = draw(st.sampled_from(["user", "assistant", "developer"]))
    return (
        {"type": envelope, "payload": payload}
        if draw(st.booleans())
        else draw(values.filter(lambda v: isinstance(v, dict))) | {"type": envelope, "payload": payload}
    )


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(records(), max_size=12))
def test_garbage_never_raises_and_is_counted(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    transcript = rollout(tmp_path, *lines)
    c = transcript.coverage
    assert c.records == len(lines) + 1 == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    name_silences(transcript)


@needs_shared
def test_real_sessions_add_up_and_say_each_thing_once() -> None:
    from narrator.readers.codex import Codex

    for path in sessions("codex"):
        transcript = Codex().read(path)
        c = transcript.coverage
        assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
        assert c.unknown == c.bad == 0
        assert all(m.record and m.places for m in transcript.messages)
        lines = [p.line for m in transcript.messages for p in m.places if "interrupted" not in m.flags]
        assert len(lines) == len(set(lines))

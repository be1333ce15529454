"""Its like in this session: the other messages that are empty for the same reason, and what came after each."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.findings.values import Finding

FAMILIES = (
    frozenset({"auto_compaction", "overflow_compaction", "manual_compaction", "compaction"}),
    frozenset({"provider_error", "context_overflow"}),
    frozenset({"empty_completion", "reasoning_only"}),
)


def find_likes(stretch: Stretch, _facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where the session holds another silence of the same cause."""
    silence = stretch.analysis.silence(stretch.message.index)
    if silence is None or silence.cause == "unknown":
        return
    family = next((f for f in FAMILIES if silence.cause in f), frozenset({silence.cause}))
    like = [s.message for s in stretch.analysis.silences if s.cause in family]
    if len(like) < 2:
        return
    signals, transcript = stretch.analysis.signals, stretch.analysis.transcript
    positions = [p for m in like if (p := transcript.position(m)) is not None]
    typed = [transcript.messages[p + 1].index for p in positions if signals.person_at(p + 1)]
    roles: dict[str, Arg] = {"n": len(like), "others": len(like) - 1, "typed": len(typed), "cause": silence.cause}
    spans = tuple(stretch.whole(p) for p in positions)
    causes = " or ".join(f"`{c}`" for c in sorted({s.cause for s in stretch.analysis.silences if s.cause in family}))
    first, last = transcript.messages[0].index, transcript.messages[-1].index
    note = Note(f"silences of cause {causes} in [msg {first}]–[msg {last}]: {len(like)}", tuple(like))
    told = _told(silence.cause, len(typed), len(like))
    yield Finding(
        "its like", (with_notes(fact(told, spans, stretch.message.index, **roles), note),), spans, len(typed), len(like), 0.5
    )


def _told(cause: str, typed: int, of: int) -> str:
    if cause == "interrupt":
        return "likes.stopped.all" if typed == of else "likes.stopped.some" if typed else "likes.stopped"
    return "likes.compaction" if cause in FAMILIES[0] else "likes.same"

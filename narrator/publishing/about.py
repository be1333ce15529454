"""What a session is, in rows of a name and a value: where from, when, how long, what its source held, what it spent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from math import fsum

from narrator.coverage import tell_records
from narrator.model import Tokens, Transcript
from narrator.quantities import count, exact_duration
from narrator.references import cite
from narrator.times import PAUSE, extent, stamp, zone_name


def tell_session(transcript: Transcript, zone: tzinfo) -> Iterator[tuple[str, str]]:
    """Yield (name, value) for each row, times in `zone`; what the record doesn't tell has no row, but for its time."""
    first, last = transcript.messages[0].index, transcript.messages[-1].index
    yield ("session", transcript.session)
    yield ("recorded by", f"{transcript.agent} {transcript.version or ''}".strip() + f", read as {transcript.format}")
    yield from _times(transcript, zone)
    yield ("messages", f"{len(transcript.messages):,}, from {cite(first)} to {cite(last)}")
    if transcript.gaps:
        yield ("not in it", ", ".join(f"{a} to {b}" for a, b in transcript.gaps))
    if transcript.children:
        yield ("sub-agents", count(len(transcript.children), "session"))
    yield ("records", tell_records(transcript.coverage))
    yield from _spent(transcript)


def _times(transcript: Transcript, zone: tzinfo) -> Iterator[tuple[str, str]]:
    took = extent(transcript)
    if took is None:
        yield ("time", "none is recorded")
        return
    ends = f"{stamp(took.started, zone)} to {stamp(took.ended, zone)} ({zone_name(zone)})"
    yield ("time", f"{ends}, {exact_duration(took.seconds)}")
    pause = f"of more than {exact_duration(PAUSE.total_seconds())}"
    left_out = f"{count(took.pauses, 'pause')} {pause} left out" if took.pauses else f"no pause {pause}"
    yield ("active", f"{exact_duration(took.active)}, {left_out}")
    if took.untimed:
        yield ("untimed", count(took.untimed, "message"))


def _spent(transcript: Transcript) -> Iterator[tuple[str, str]]:
    """What the messages that tell it add up to; nothing where none does."""
    told = [m.tokens for m in transcript.messages if m.tokens is not None and "copied" not in m.flags]
    costs = [m.cost for m in transcript.messages if m.cost is not None and "copied" not in m.flags]
    if told:
        sums = Tokens(**{name: sum(getattr(t, name) for t in told) for name in Tokens().model_dump()})
        yield ("tokens", f"{tell_tokens(sums)}; told by {count(len(told), 'message')}")
    if costs:
        yield ("cost", f"{dollars(fsum(costs))}; told by {count(len(costs), 'message')}")


def tell_tokens(tokens: Tokens) -> str:
    """Return the buckets that aren't empty: "1,696 input, 21 output"."""
    return ", ".join(f"{n:,} {name.replace('_', ' ')}" for name, n in tokens.model_dump().items() if n) or "0"


def dollars(cost: float) -> str:
    """Return a cost in US dollars, of less than one to a hundredth of a cent: "$1.44", "$0.0044"."""
    return f"${cost:.4f}" if 0 < cost < 1 else f"${cost:,.2f}"

"""Why the message is empty, as its silence was named, with the signs."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.hypotheses import weigh
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.model import Span
from narrator.silence import Silence


def explain_silence(stretch: Stretch) -> Iterator[Fact]:
    """Yield the subject's silence: its cause by certainty, the signs for it, what would decide it."""
    silence = stretch.analysis.silence(stretch.message.index)
    if silence is None:
        return
    spans = _spans(silence) or (stretch.whole(stretch.subject),)
    roles: dict[str, Arg] = {"n": silence.message, "cause": silence.cause, "detail": silence.detail}
    own = (stretch.whole(stretch.subject),)
    named = own if silence.certainty == "unknown" else spans
    yield fact(f"silence.{silence.certainty}.{silence.cause}", named, silence.message, **roles)
    if len(weigh(stretch)) > 1:
        return  # the rivals are told with their signs, and with what would decide between them
    signs = tuple(s.text for s in silence.evidence)
    if signs:
        yield fact("silence.signs", spans, silence.message, signs=signs)
    if silence.undecided and silence.certainty != "recorded":
        yield fact("silence.undecided", (stretch.whole(stretch.subject),), silence.message, what=silence.undecided)


def _spans(silence: Silence) -> tuple[Span, ...]:
    return tuple(span for sign in silence.evidence for span in sign.spans)

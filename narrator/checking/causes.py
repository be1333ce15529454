"""Why a message is empty, or who ended it, as a sentence says it, against what the record says and what it only suggests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.countables import is_interrupted
from narrator.checking.document import Sentence, masked
from narrator.checking.hedges import HEDGE
from narrator.checking.results import CheckResult, Verdict
from narrator.model import Message
from narrator.references import Citation, cite

NAME = "causes"
FEW = 6
"""Messages of which a sentence may say why they are empty."""

_IT = r"(?:it\b|(?:the |this |that )?(?:message|reply|answer|turn)\b)"
_WHO = "user|person|assistant|harness|model"
_MARKS = ("auto_compaction", "overflow_compaction", "manual_compaction", "compaction")
_NOBODY = re.compile(r"\b(?:nobody|no one|no person|no user|didn['’]t|did not|wasn['’]t|not)\b[^.;:]{0,20}$", re.IGNORECASE)

CAUSES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(form, re.IGNORECASE), frozenset(causes.split()))
    for form, causes in (
        (
            (
                rf"\b(?P<who>{_WHO}) (?:had )?(?:stopped|cut short|interrupted|aborted|cancelled) {_IT}"
                rf"|\b(?:stopped|cut short|interrupted|aborted) by (?:the |a )?(?P<by>{_WHO})\b"
                r"|\b(?P<any>nobody) stopped it\b"
            ),
            "interrupt",
        ),
        (r"\bthe provider (?:had )?(?:failed|gave no answer)\b", "provider_error context_overflow content_filter"),
        (r"\bthe provider (?:had )?refused (?:the context|the request|it)\b", "context_overflow overflow_compaction"),
        (r"\bthe provider withheld\b", "content_filter"),
        (
            r"\bthe model (?:had )?ended (?:its turn )?(?:with nothing|without a word)\b",
            "empty_completion reasoning_only filler stream_artifact",
        ),
        (r"\bthe model thought, and ended its turn without a word\b", "reasoning_only"),
        (r"\b(?:was never|was not|wasn['’]t) finished\b", "unfinished"),
        (
            r"\bmark(?:s|er)? (?:that|here that|of) (?:the context is to be summarized|a compaction)\b",
            " ".join(_MARKS),
        ),
        (r"\bwas to be a summary(?: of the session)?,? and (?:failed|came to nothing)\b", "failed_compaction"),
        (r"\bthe user (?:sent (?:a )?blanks?|answered with silence)\b", "blank"),
        (r"\b(?:plugin|hook|the API) put it there\b", "injected"),
        (r"\bthe user sent a file or an image and no words\b", "attachment"),
        (r"\bharness['’]s own (?:line|word) to go on\b", "continue"),
        (r"\bharness['’]s stock line\b", "filler"),
        (r"\ba shell command that the user ran\b", "shell"),
        (r"\ba command of the user['’]s that runs in a sub-agent\b", "subtask"),
        (r"\ban artifact of recording\b", "stream_artifact"),
        (r"\brecord of its text is missing\b", "lost_record"),
        (r"\bwas interrupted or lost\b", "not_recorded"),
        (r"\bcut off, and probably not by a person\b", "connection_abort"),
    )
)
"""What a sentence may say, and the causes (words of `narrator.silence.CAUSES`) of which it is so."""


def check_causes(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each sentence that says why a message that it names or cites is empty, or that somebody stopped it."""
    for sentence in case.document.sentences:
        if sentence.block.kind in ("paragraph", "heading"):
            hidden = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
            for form, causes in CAUSES:
                for match in form.finditer(hidden):
                    found = _judge(case, sentence, match, causes, hidden)
                    if found is not None:
                        word, text = found
                        yield verdict(word, NAME, text, sentence, match.span())


def _judge(
    case: Case, sentence: Sentence, match: re.Match[str], causes: frozenset[str], prose: str
) -> tuple[Verdict, str] | None:
    messages = _about(case, sentence, match)
    if not messages:
        return None
    groups = match.groupdict()
    actor = (groups.get("who") or groups.get("by") or "").lower()
    denied = groups.get("any") is not None or _NOBODY.search(prose[: match.start()]) is not None
    so = [message for message in messages if _is(case, message, causes)]
    bound = case.pool(sentence, wide=True).binds
    if actor in ("assistant", "harness", "model") and so:
        return ("wrong" if bound and _sure(case, so, causes) else "unknown"), f"{cite(so[0].index)} was stopped by a person"
    if denied:
        wrong = bool(so) and _sure(case, so, causes) and bound
        return (
            "wrong" if wrong else "unknown" if so else "right"
        ), f"{cite(messages[0].index)}: nothing of the kind is on record"
    if not so:
        other = _otherwise(case, messages, causes)
        return ("wrong" if other and bound else "unknown"), other or "the record doesn't say why"
    if _sure(case, so, causes) or HEDGE.search(prose) is not None or sentence.block.kind == "heading":
        return "right", f"{cite(so[0].index)}: the record bears it out"
    return "unknown", f"{cite(so[0].index)}: the record suggests it and doesn't say it"


def _about(case: Case, sentence: Sentence, match: re.Match[str]) -> list[Message]:
    """Return the messages of which it is said: those named beside the words, or cited behind them, or of these the subject."""
    near = [c for c in sentence.mentions if match.start() - 60 <= c.start < match.end() + 20]
    groups = [g for g in sentence.groups if g[0].start >= match.end()]
    told: list[Citation] = near or list(groups[0] if groups else sentence.cited)
    indices = case.pool_of(told).indices
    if not near and case.subject in indices and case.document.strict:
        indices = (case.subject,)
    found = [m for i in indices[:FEW] if (m := case.transcript.message(i)) is not None] if len(indices) <= FEW else []
    return [m for m in found if m.role != "user" or m.index in case.silences] or found


def _is(case: Case, message: Message, causes: frozenset[str]) -> bool:
    silence = case.silences.get(message.index)
    stopped = "interrupt" in causes and (is_interrupted(message) or _is_refused(message))
    return stopped or (silence is not None and silence.cause in causes)


def _is_refused(message: Message) -> bool:
    return any(part.status in ("refused", "cancelled") for part in message.parts)


def _sure(case: Case, messages: list[Message], causes: frozenset[str]) -> bool:
    """Return whether the record itself says it of one of the messages."""
    if "interrupt" in causes and any(is_interrupted(message) or _is_refused(message) for message in messages):
        return True
    return any((s := case.silences.get(m.index)) is not None and s.certainty == "recorded" for m in messages)


def _otherwise(case: Case, messages: list[Message], causes: frozenset[str]) -> str:
    """Return what the record says of the messages instead; "" where it doesn't."""
    for message in messages:
        silence = case.silences.get(message.index)
        if silence is not None and silence.certainty == "recorded":
            return f"the record gives another cause for {cite(message.index)}: {silence.cause}"
        whole = silence is None and message.error is None and bool(message.visible_text)
        if whole and "interrupt" not in causes:
            return f"{cite(message.index)} isn't empty"
        if silence is None and message.finish is not None and message.error is None and message.role == "assistant":
            return f"{cite(message.index)} isn't empty and was ended by nobody"
    return ""

"""Settings followed over the session: set, set again, set back; by edits, by words that tell of it, by the options of runs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narrator.evidence import Arg, Fact, fact
from narrator.ledger.files import shown
from narrator.ledger.files_edits import edits
from narrator.ledger.parameters_lines import Swap, swaps
from narrator.ledger.parameters_options import Varied, options_varied
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Change
from narrator.redaction import redact_value

MOST_SWAPS = 12
"""Settings that one edit changes; more are a rewriting."""

_FIGURE = re.compile(r"[-−+~]?[$€£]?\d[\d.,]*(?:[eE][-+]?\d+)?(?P<unit> ?[%A-Za-z/]{0,8})")
_REASON = re.compile(
    r"\b(?:because|since|so that|so it|as the|due to|otherwise|to (?:avoid|allow|make|match|prevent|reduce|improve|fix|give|keep|"
    r"ensure|get|stop)|too (?:low|high|small|large|big|slow|fast|short|long|few|many|strict|loose))\b"
)
_HAPPENED = re.compile(r"\b(?:has|have|had|went|goes|grew|grows|fell|falls|rose|rises|improved|jumped|shrank|is now|was)\b")
"""Words by which a figure is one that came out, not one that was set."""
_NO_NAMES = frozenset(("inline", "output", "result", "results", "all", "both", "each", "value", "total", "count", "number"))
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s)[^.!?\n]*)*[.!?:]?")


@dataclass(frozen=True, slots=True)
class Setting:
    """One change of a setting's value."""

    where: str
    """The file, or the command, that holds it; "" where it was only told."""
    name: str
    old: str
    new: str
    position: int
    span: Span
    reason: Span | None = None
    before: Span | None = None
    """Where the old value stands, if elsewhere."""


def find_parameters(whole: Whole) -> Iterator[Fact]:
    """Yield a fact for each setting, by its first change.

    `set.parameter`, `reset.parameter` (set again to something else) or `restored.parameter` (back to its first value) where
    edits did it; `told.parameter` where only words tell; `varied.option` where a command was run again with another value.
    Roles: name, of (file or command), old, new, times, between (the values in between), reason.
    """
    groups: defaultdict[tuple[str, str, str], list[Setting]] = defaultdict(list)
    made = list(_made(whole))
    for setting in made:
        groups["made", setting.where, setting.name].append(setting)
    for setting in _told(whole, made):
        its = groups["told", "", setting.name.lower()]
        if not its or (its[-1].old, its[-1].new) != (setting.old, setting.new):
            its.append(setting)
    for varied in options_varied(whole):
        groups["varied", varied.where, varied.name].append(_as_setting(varied))
    found = sorted(groups.items(), key=lambda item: (item[1][0].position, item[1][0].span.start, item[0]))
    yield from (_fact(whole, kind, its) for (kind, _, _), its in found)


def _as_setting(varied: Varied) -> Setting:
    return Setting(varied.where, varied.name, varied.old, varied.new, varied.position, varied.span, before=varied.before)


def _fact(whole: Whole, kind: str, its: list[Setting]) -> Fact:
    first, last = its[0], its[-1]
    roles: dict[str, Arg] = {"name": first.name}
    if first.where:
        roles["of"] = first.where
    roles |= {"old": redact_value(first.name, first.old), "new": redact_value(first.name, last.new)}
    if len(its) > 1:
        roles |= {"times": len(its), "between": tuple(redact_value(s.name, s.new) for s in its[:-1])}
    reason = next((s.reason for s in reversed(its) if s.reason is not None), None)
    spans = [s.span for s in its] if first.before is None else [first.before, *(s.span for s in its)]
    if reason is not None:
        roles["reason"] = reason
        spans.append(reason)
    return fact(_predicate(kind, its), tuple(spans), whole.index(first.position), **roles)


def _predicate(kind: str, its: Sequence[Setting]) -> str:
    if kind != "made":
        return "told.parameter" if kind == "told" else "varied.option"
    if len(its) == 1:
        return "set.parameter"
    return "restored.parameter" if its[-1].new == its[0].old else "reset.parameter"


def _made(whole: Whole) -> Iterator[Setting]:
    for edit in edits(whole):
        found = [swap for old, new in edit.pairs for swap in swaps(old, new, edit.file)]
        for swap in found if len(found) <= MOST_SWAPS else ():
            span = _place(whole, edit.span, swap)
            reason = _reason_before(whole, edit.position, edit.span.part or 0, swap)
            yield Setting(shown(whole, edit.file), swap.name, swap.old, swap.new, edit.position, span, reason)


def _place(whole: Whole, call: Span, swap: Swap) -> Span:
    part = whole.messages[whole.position(call.message)].parts[call.part or 0]
    for name, text in part.args:
        at = text.find(swap.line)
        if at >= 0:
            return call.model_copy(update={"arg": name, "start": at, "end": at + len(swap.line)})
    return call


def _reason_before(whole: Whole, position: int, part: int, swap: Swap) -> Span | None:
    """Return the sentence before the call, in its message, that gives a reason and names the setting or its new value."""
    parts = whole.messages[position].parts
    number = next((n for n in range(part - 1, -1, -1) if parts[n].kind in ("text", "reasoning")), None)
    if number is None:
        return None
    named = re.compile(rf"(?<!\w)(?:{re.escape(swap.name)}|{re.escape(swap.new.strip(chr(34) + chr(39)))})(?!\w)")
    for match in _SENTENCE.finditer(parts[number].text[-2_000:]):
        if _REASON.search(match[0]) and named.search(match[0]) and len(match[0]) <= 400:
            start = max(0, len(parts[number].text) - 2_000) + match.start() + len(match[0]) - len(match[0].lstrip())
            end = max(0, len(parts[number].text) - 2_000) + match.end()
            return Span(
                session=whole.analysis.transcript.session, message=whole.index(position), part=number, start=start, end=end
            )
    return None


def _told(whole: Whole, made: Sequence[Setting]) -> Iterator[Setting]:
    done = {(s.old.strip("\"'"), s.new.strip("\"'")) for s in made}
    for change in whole.observations.changes:
        position = whole.position(change.message)
        part = whole.messages[position].parts[change.part]
        speaks = part.kind == "text" and part.by in ("person", "model") and position not in whole.analysis.signals.summaries
        if not speaks or change.old is None or (change.old, change.new) in done:
            continue
        if _is_setting(change) and not _HAPPENED.search(whole.words_of(change.span)):
            yield Setting("", change.name, change.old, change.new, position, change.span, _reason_behind(whole, change))


def _reason_behind(whole: Whole, change: Change) -> Span | None:
    """Return the reason where it stands in the same sentence: the next one may give that of something else."""
    reason = change.reason_span
    if reason is None:
        return None
    between = whole.words_of(change.span.model_copy(update={"start": change.span.end, "end": reason.start}))
    return reason if re.search(r"[.!?;](?:\s|$)", between) is None else None


def _is_setting(change: Change) -> bool:
    """Words tell of many things that went from one to another; a setting's values are figures with the same unit, or switches."""
    old, new = _FIGURE.fullmatch(change.old or ""), _FIGURE.fullmatch(change.new)
    if change.name.lower() in _NO_NAMES or old is None or new is None:
        return False
    return old["unit"] == new["unit"] or not old["unit"] or not new["unit"]

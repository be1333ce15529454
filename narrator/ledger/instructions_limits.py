"""Limits that what was done shows kept or violated: "don't push", "don't touch X", "only change X", "read X first"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import narrator.observations.speech_tongues as tongues
from narrator.evidence import Fact, Note, fact, with_notes
from narrator.ledger.instructions_deeds import COMMANDS, does, is_file, last_part, shown, went
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act, Outcome
from narrator.observations.program_table import is_known
from narrator.observations.speech_act import own_sentences
from narrator.observations.values import Speech

MOST = 40
"""Limits of a session that are held against what followed: each looks at all of it."""
SHOWN = 3
"""Acts that a violation is shown by."""

_NOT = r"(?:(?:please )?(?:do ?n[o']?t|do not|never|without|avoid|no|nao|nicht|keine?)|不要|别|请勿)\s*(?:ever |just |also )?"
_DEEDS = r"(?P<deed>force[- ]push|commit|push|deploy|publish|merge|install)(?:t?ing)?|(?P<wide>提交|推送|部署|安装)"
_YET = (
    r"(?:\s*(?:it|this|that|them|anything|any (?:changes|packages)|(?:the |your |my )?(?:changes|code)|yet|for now|"
    r"todavia|ainda|noch))*"
)
_TOUCH = (
    r"(?:touch|change|modify|edit|alter|remove|delete|rename|overwrite)(?:e?d|e?ing)?|modifying|editing|changing|touching|removing|deleting|"
    r"toques|modifiques|cambies|borres|edites|mexa em|altere|modifique|apague|andern?|anfassen|loschen|修改|改动|改|动|碰|删除"
)
_CLAUSE = re.compile(r"(?:[^,;:()!?，；。！？]|(?<=\w)[:](?=\w))+")
_NAMED = re.compile(r"`([^`\n]{2,80})`|(@?(?:[\w.~-]+/)+[\w.*-]*|@?[\w-]{2,}\.[a-z]{1,5}\b)")
_THEN = re.compile(r"\bthen\b")
WIDE: Mapping[str, str] = {"提交": "commit", "推送": "push", "部署": "deploy", "安装": "install"}
FORCED = re.compile(r"\bgit (?:-[cC] \S+ )*push\b[^;&|\n]*(?:--force|\s-f\b|\s\+\w)")


class Limit(NamedTuple):
    """A limit, and where it stands."""

    kind: str
    """deed, touch, program, only, first."""
    what: tuple[str, ...]
    """A deed, a program, or names of files."""
    span: Span
    brief: bool
    """Whether it holds for the time being ("yet", "for now")."""


_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("deed", re.compile(rf"\W*{_NOT}(?:{_DEEDS}){_YET}\W*$")),
    (
        "touch",
        re.compile(
            rf"\W*(?:.{{0,40}}\b)?{_NOT}(?:{_TOUCH})\b|\W*{_NOT}(?:{_TOUCH})|"
            r"\W*leave .+ (?:alone|untouched|as (?:it|they) (?:is|are))\W*$"
        ),
    ),
    ("program", re.compile(rf"\W*{_NOT}us(?:e|ing) (?:the )?`?(?P<program>[\w.-]+)`?\W*$")),
    (
        "only",
        re.compile(
            r"\W*(?:please )?(?:(?:only|just) (?:touch|change|modify|edit|update)|(?:touch|change|modify|edit|update) only)\b"
        ),
    ),
    ("first", re.compile(r"\W*(?:please )?(?:(?:first,? |start by )(?:re-?)?read(?:ing)?\b|(?:re-?)?read\b.*\bfirst\W*$)")),
    (
        "tests first",
        re.compile(
            r"\W*(?:please )?(?:(?:first,? )run (?:all )?(?:the )?tests\b|"
            r"run (?:all )?(?:the )?tests (?:first|before (?:you )?(?:chang|edit|mak)\w*))"
        ),
    ),
)


def find_limits(whole: Whole) -> Iterator[Fact]:
    """Yield `constraint.kept` or `constraint.violated` for each limit of a person that what follows shows kept or broken."""
    held = 0
    for position in whole.persons():
        speech = whole.analysis.signals.speeches.get(position)
        if speech is not None and speech.text_span.part is not None:
            text = whole.messages[position].parts[speech.text_span.part].text
            for limit in limits(speech, text):
                held += 1
                found = _held(whole, position, limit) if held <= MOST else None
                if found is not None:
                    yield found


def limits(speech: Speech, text: str) -> Iterator[Limit]:
    """Yield the limits in a person's words that can be held against acts, in order."""
    for sentence in own_sentences(text, first_turn=speech.message == 0):
        if sentence.text.rstrip()[-1:] in "?？":
            continue
        whole_one = _limit(speech, text, sentence.start, sentence.end, ("first", "tests first"))
        if whole_one is not None:
            yield whole_one
            continue
        for clause in _CLAUSE.finditer(text, sentence.start, sentence.end):
            found = _limit(speech, text, clause.start(), clause.end(), ("deed", "touch", "program", "only"))
            if found is not None:
                yield found


def _limit(speech: Speech, text: str, start: int, end: int, kinds: tuple[str, ...]) -> Limit | None:
    words = text[start:end].strip()
    start += text[start:end].index(words) if words else 0
    low = tongues.plain(words.lower().replace("’", "'"))
    for kind, pattern in _RULES:
        match = pattern.match(low) if kind in kinds else None
        if match is None:
            continue
        what = _what(kind, match, words)
        if what:
            brief = re.search(r"\b(?:yet|for now|todavia|ainda|noch)\b", low) is not None
            return Limit(kind, what, speech.text_span.model_copy(update={"start": start, "end": start + len(words)}), brief)
    return None


def _what(kind: str, match: re.Match[str], words: str) -> tuple[str, ...]:
    if kind == "deed":
        return (match["deed"] or WIDE[match["wide"]],)
    if kind == "program":
        return (match["program"],) if is_known(match["program"]) else ()
    if kind == "tests first":
        return ("test",)
    reach = _THEN.search(words)
    names = (m[1] or m[2] for m in _NAMED.finditer(words, 0, reach.start() if reach else len(words)))
    return tuple(n.strip("@`") for n in names if is_file(n) or n.endswith("/"))


_Call = tuple[int, Act, Outcome | None]


def _held(whole: Whole, position: int, limit: Limit) -> Fact | None:
    end = _end(whole, position, limit)
    calls = [(p, a, o) for p, a, o in whole.calls(position + 1, end) if _counts(a, o) and whole.messages[p].by != "person"]
    judge = JUDGES[limit.kind]
    broken, chance = judge(whole, limit, calls)
    if broken:
        spans = tuple(broken[:SHOWN])
        return fact("constraint.violated", (limit.span, *spans), limit.span.message, words=limit.span, kind=limit.kind, by=spans)
    if not chance:
        return None
    found = fact(
        "constraint.kept", (limit.span, *chance[:1]), limit.span.message, words=limit.span, kind=limit.kind, by=tuple(chance[:1])
    )
    note = _none(whole, limit, position, end)
    return found if note is None else with_notes(found, note)


def _counts(act: Act, ended: Outcome | None) -> bool:
    """Whether a call did its work; tests that fail did theirs."""
    return went(ended) or (act.kind == "test" and ended is not None and ended.status == "failed")


def _end(whole: Whole, position: int, limit: Limit) -> int:
    """Return where a limit ends: with the session, where the person orders what it forbids, or with its turn if it is brief."""
    following = [p for p in whole.persons() if p > position]
    if limit.kind in ("first", "tests first", "only") or limit.brief:
        return following[0] if following else len(whole.messages)
    for later in following:
        words = whole.messages[later].visible_text.lower()
        if any(last_part(name) in words for name in limit.what):
            return later
    return len(whole.messages)


def _deed(whole: Whole, limit: Limit, calls: list[_Call]) -> tuple[list[Span], list[Span]]:
    (deed,) = limit.what
    if deed == "force-push" or deed == "force push":
        pushed = [(p, a) for p, a, _ in calls if does(whole, p, a, "push")]
        forced = [shown(whole, p, a, "push") for p, a in pushed if FORCED.search(_command(whole, p, a))]
        return forced, [shown(whole, p, a, "push") for p, a in pushed]
    name = "deploy" if deed == "publish" else deed
    done = [shown(whole, p, a, name) for p, a, _ in calls if _does_named(whole, p, a, name)]
    return done, [a.object_span or a.span for _, a, _ in calls if a.kind == "edit"]


def _does_named(whole: Whole, position: int, act: Act, deed: str) -> bool:
    return act.verb == "installed" if deed == "install" else does(whole, position, act, deed)


def _touch(whole: Whole, limit: Limit, calls: list[_Call]) -> tuple[list[Span], list[Span]]:  # noqa: ARG001
    edits = [(a, a.files) for _, a, _ in calls if a.kind == "edit" or a.verb in ("removed", "moved")]
    broken = [a.object_span or a.span for a, files in edits if any(_is(f, name) for f in files for name in limit.what)]
    return broken, [a.object_span or a.span for a, _ in edits]


def _only(whole: Whole, limit: Limit, calls: list[_Call]) -> tuple[list[Span], list[Span]]:  # noqa: ARG001
    edits = [(a, f) for _, a, _ in calls if a.kind == "edit" for f in a.files]
    broken = [a.object_span or a.span for a, f in edits if not any(_is(f, name) for name in limit.what)]
    return broken, [a.object_span or a.span for a, _ in edits]


def _program(whole: Whole, limit: Limit, calls: list[_Call]) -> tuple[list[Span], list[Span]]:  # noqa: ARG001
    ran = [a for _, a, _ in calls if a.program is not None]
    return [a.span for a in ran if a.program == limit.what[0]], [a.span for a in ran]


def _first(whole: Whole, limit: Limit, calls: list[_Call]) -> tuple[list[Span], list[Span]]:
    edits = [n for n, (_, a, _) in enumerate(calls) if a.kind == "edit"]
    reads = [[n for n, (p, a, _) in enumerate(calls) if _reads(whole, p, a, name)][:1] for name in limit.what]
    known = [n for found in reads for n in found]
    late = [n for n in known if edits and n > edits[0]]
    if len(known) < len(limit.what) or (late and len(late) < len(known)):
        return [], []
    return _in_order(calls, known if late else [max(known)], edits)


def _tests_first(whole: Whole, limit: Limit, calls: list[_Call]) -> tuple[list[Span], list[Span]]:  # noqa: ARG001
    ran = [n for n, (_, a, _) in enumerate(calls) if a.kind == "test"]
    return _in_order(calls, ran, [n for n, (_, a, _) in enumerate(calls) if a.kind == "edit"])


def _in_order(calls: list[_Call], first: list[int], then: list[int]) -> tuple[list[Span], list[Span]]:
    if not first or not then:
        return [], []
    spans = [calls[n][1].object_span or calls[n][1].span for n in (then[0], first[0])]
    return ([], spans[::-1]) if first[0] < then[0] else (spans, [])


def _reads(whole: Whole, position: int, act: Act, name: str) -> bool:
    if act.kind not in ("explore", "search"):
        return False
    text = " ".join(text[:4_000] for _, text in whole.messages[position].parts[act.part].args)
    return last_part(name) in text.replace("\\", "/").lower()


def _is(path: str, name: str) -> bool:
    """Whether a path is what a name says: the file itself, or a folder that it lies in."""
    plain, wanted = path.replace("\\", "/").lower(), name.replace("\\", "/").lower().removeprefix("./")
    return plain == wanted or plain.endswith("/" + wanted) or f"/{wanted.rstrip('/')}/" in f"/{plain}"


def _command(whole: Whole, position: int, act: Act) -> str:
    call = whole.messages[position].parts[act.part]
    return next((text for name in ("command", "cmd", "script") if (text := call.arg(name))), "")


Judge = Callable[[Whole, Limit, list[_Call]], tuple[list[Span], list[Span]]]
"""Returns what breaks a limit, and what shows that it could have been broken."""
JUDGES: Mapping[str, Judge] = {
    "deed": _deed,
    "touch": _touch,
    "program": _program,
    "only": _only,
    "first": _first,
    "tests first": _tests_first,
}


def _none(whole: Whole, limit: Limit, position: int, end: int) -> Note | None:
    """Return the footnote that counts what would have broken a limit, where that can be counted again: none."""
    said = f"git {limit.what[0]}" if limit.kind == "deed" and limit.what[0] in COMMANDS else ""
    calls = whole.calls(position + 1, end)
    if not said or any(said in _command(whole, p, a) for p, a, _ in calls):
        return None
    return Note(f"commands with `{said}` in [msg {whole.index(position)}]–[msg {whole.index(end - 1)}]: 0")

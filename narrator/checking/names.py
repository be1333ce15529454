"""Names in code (files, commands, flags, identifiers) are in a message that is cited for them, or in a footnote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.case import Case, Pool, verdict
from narrator.checking.document import Sentence
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.sentences import Stretch
from narrator.redaction import redact
from narrator.references import cite

NAME = "names"
MOST = 200
"""Names of one sentence that are looked up."""

_NAMELIKE = re.compile(r"[\W\d_]|[a-z][A-Z]|^[A-Z]")
"""What sets a file, a command, a flag or an identifier apart from a word, in a document that may put anything in code."""
_NOT = r"(?:no|not|never|none|nothing|neither|nor|without|lacks?|lacked|absent|missing|\w+n['’]t)"
_DENIED_BEFORE = re.compile(rf"\b{_NOT}\b(?:\W+\w+){{0,5}}\W*$", re.IGNORECASE)
_DENIED_AFTER = re.compile(rf"^\W*(?:\w+\W+){{0,2}}{_NOT}\b", re.IGNORECASE)
_UNRECORDED = re.compile(r"\b(?:not|\w+n['’]t) in (?:this|the) record\b", re.IGNORECASE)
"""Words by which a sentence may say that a name is nowhere: before it, after it, anywhere."""
_JOINT = re.compile(r"`?(?:, | and |, and )`?")
"""What stands between two names of a list."""
_FILE = re.compile(r"^[^\s]+\.\w{1,8}$")
"""A file by its name: a command may well have been run twice, and stand so in a list."""
_ELISION = re.compile(r"…|\.{3}")


def check_names(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each name in code that stands outside quotations and footnotes."""
    cited = case.cited_anywhere()
    for sentence in case.document.sentences:
        heading = sentence.is_title and sentence.reach != "own"
        every = Pool(cited.indices, cited.ranges, case.document.strict, cited.whole)
        notes = case.document.footnotes.values() if heading else case.notes(sentence)
        noted = " ".join(note.text for note in notes)
        for start, end in sentence.codes[:MOST]:
            if not _is_quoted(sentence, (start, end)):
                pool = every if heading else case.near(sentence, start, end, wide=False)
                word, text = _judge(case, sentence, (start, end), pool, noted)
                if word == "right" and case.document.strict and (start, end) in _listed_twice(sentence):
                    word, text = "wrong", "it stands twice in one list: of what there was, something else is left out"
                yield verdict(word, NAME, text, sentence, (start, end))
        if len(sentence.codes) > MOST:
            rest = (sentence.codes[MOST][0], sentence.codes[-1][1])
            yield verdict("unknown", NAME, f"a sentence of more than {MOST} names: the rest isn't looked up", sentence, rest)


def _listed_twice(sentence: Sentence) -> set[Stretch]:
    """Return the files that stand again further on in the same list, commas and "and" between them alone."""
    twice: set[Stretch] = set()
    names: dict[str, Stretch] = {}
    before: Stretch | None = None
    for code in sentence.codes:
        if before is None or not _JOINT.fullmatch(sentence.text, before[1], code[0]):
            names = {}
        name = sentence.text[slice(*code)]
        if name in names and _FILE.search(name):
            twice.add(code)
        names[name] = before = code
    return twice


def _is_quoted(sentence: Sentence, code: Stretch) -> bool:
    return any(q.start <= code[0] and code[1] <= q.end for q in sentence.quotations)


def _judge(case: Case, sentence: Sentence, at: Stretch, pool: Pool, noted: str) -> tuple[Verdict, str]:
    name = sentence.text[slice(*at)]
    wanted = pieces_of(name)
    if not wanted:
        return "unknown", "the code holds no name"
    found = next((i for i in pool.indices if _holds(case, i, wanted)), None)
    if found is not None:
        return "right", f"in {cite(found)}"
    if stands(wanted, flat(noted)):
        return "right", "a footnote of the sentence names it"
    if not pool.ranges:
        return "unknown", "nothing is cited for it"
    if not pool.whole:
        return "unknown", "the record doesn't hold all that is cited for it"
    if _is_denied(sentence, at):
        return "unknown", "in no message that is cited for it, which may be what the sentence says"
    sure = pool.binds and (case.document.strict or _NAMELIKE.search(name) is not None)
    return "wrong" if sure else "unknown", "in no message that is cited for it"


def _is_denied(sentence: Sentence, at: Stretch) -> bool:
    """Return whether the words close to a name may say that it is nowhere."""
    prose = sentence.prose()
    before, after = re.split(r"[;:—]", prose[: at[0]])[-1], re.split(r"[,;:.—]", prose[at[1] :])[0]
    return any(
        form.search(text) is not None for form, text in ((_DENIED_BEFORE, before), (_DENIED_AFTER, after), (_UNRECORDED, prose))
    )


def pieces_of(name: str) -> tuple[str, ...]:
    """Return the pieces of a name between its ellipses; "" where it begins or ends with one."""
    found = [text.strip() for text in _ELISION.split(flat(name))]
    return tuple(found) if any(found) else ()


def flat(text: str) -> str:
    """Return `text` on one line, with slashes for backslashes."""
    return " ".join(text.replace("\\", "/").split())


def _holds(case: Case, index: int, wanted: tuple[str, ...]) -> bool:
    if stands(wanted, case.sources.flat(index)) or stands(_uncalled(wanted), case.sources.flat(index)):
        return True
    hidden = any("[redacted: " in piece or "~" in piece for piece in wanted)
    return hidden and stands(wanted, flat(redact(case.sources.raw(index))))


def _uncalled(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return a function's name without the empty brackets that prose puts after it."""
    return tuple(piece.removesuffix("()") for piece in wanted)


def stands(wanted: tuple[str, ...], text: str) -> bool:
    """Return whether the pieces of a name stand in a flat text, in this order, and don't begin or end inside a word."""
    at, last = 0, len(wanted) - 1
    for number, piece in enumerate(wanted):
        before = _edge(piece[:1], "<") if number == 0 else ""
        match = re.compile(before + re.escape(piece) + (_edge(piece[-1:], "") if number == last else "")).search(text, at)
        if match is None:
            return False
        at = match.end()
    return True


def _edge(char: str, behind: str) -> str:
    return rf"(?{behind}!\w)" if char.isalnum() or char == "_" else ""

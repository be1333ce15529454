"""What a sentence claims, told by its words: tests that pass, a clean build, a commit, a file made, a bug fixed, all done.

Code and quoted words are masked before the cues are looked for, so that only the writer's own words count; intentions,
conditions, questions and negations are no claims.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.ledger.claims_cues import BEGUN, DEEDS, ENDED, ITEM, PASSIVE, TABLE, About, Deed
from narrator.ledger.claims_tongues import TONGUES


class Claim(NamedTuple):
    """One thing that a sentence claims."""

    about: About
    scope: str = ""
    """The words before the subject that say which: "all 1274 unit", "focused"; in lower case."""
    single: bool = False
    """Whether it speaks of one test."""
    deed: Deed | None = None
    """What an edit is said to have done."""
    names: tuple[str, ...] = ()
    """Names in code spans and paths that stand after the deed, then those before it, in order."""
    located: bool = False
    """Whether the first name says where something was added, not what: "added fields to `State`"."""


LONGEST = 600
"""Characters of a sentence that is looked at; longer ones are lists or logs that lost their line ends."""
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|be|been|being|get|gets|got|can|does|do|did|that|which|who|you|they|he|she|user|each|when|"
    r"not|never|to|for|of|with|from|by|in|on|and|or|as)\b|n['’]t\b"
)

_NO_SUBJECT = re.compile(r"\b(?:i|we)\b|^\W*(?:the|a|an|this|that|its|my|our|newly)\W*$")
"""What stands before a participle that is none, or is no sentence's: "the line I added", "the regenerated index"."""

_UNREAL = re.compile(
    r"\b(?:(?:check|verify|confirm|see) (?:that|if|whether|it|everything|all|the|they|these|"
    r"this)|should|shall|will|would|might|may|could|can|if|when|whenever|once|until|whether|"
    r"unless|make sure|ensure|"
    r"let me|let['’]?s|let us|needs?|going to|i['’]ll|we['’]ll|before|want|wants|please|todo|expect(?:ed)?|assuming|"
    r"suppose|in case|hope(?:fully)?|how|why|what|where|which|so that|to get|must|try|trying|"
    r"was supposed|claims?|claimed|said|says|"
    r"appears?|seems?|looks like|probably|maybe|perhaps|think|believe|you(?:['’]ve| have)?(?: now| just)?|the user|they|not sure|"
    r"waiting|wait|since|because|as soon as|thought i|still need|either|instead of|rather "
    r"than|suggests?|tends?|used to|unlike|originally|previously|initially)\b"
)
"""Words before a cue by which it is no statement of what is so."""
_NEGATED = re.compile(
    r"(?:\b(?:not|never|no longer|nothing|none|neither|nor|no|without|fail(?:s|ed|ing)?|"
    r"cannot|hardly|almost|nearly|partially|partly|"
    r"half|isn|aren|wasn|doesn|don|didn|haven|hasn|won|less)\b|n['’]t\b)(?:\W+[\w'’-]+){0,4}\W*$"
)
_ONCE = re.compile(r"\b(?:original|previous|former)(?:ly)? failing\b")
"""What was wrong before, named so: "the originally failing job is green"."""
_CONDITION = re.compile(r"^\W{0,2}(?: \w+)? ?(?:if|once|unless|until|when you|whenever|assuming)\b")
_PARTIAL = re.compile(
    r"\b(?:not yet|but then|but (?:not|the|one|some|it|there)|still (?:fail|need|in progress)"
    r"|in progress|(?:still|is|are) pending|progressing)\b"
)
_SINGLE = re.compile(r"\b(?:test|spec)\b(?! (?:suite|run|files))")
_LOCATING = re.compile(r"\b(?:in|to|into|within|inside|on)(?: the| both)?\W*$")
_CODE = re.compile(r"`[^`\n]+`")
_QUOTED = re.compile(r"“[^”\n]{1,300}”|(?<![\w`])\"[^\"\n]{1,300}\"(?!\w)|«[^»\n]{1,300}»")
_LINK = re.compile(r"\]\([^)\n]{1,400}\)")
_NAME = re.compile(
    r"`([^`\n]{1,200})`|(?<![\w/`:.])((?:[\w.@~-]*/)*[\w.-]*\w\.[A-Za-z]{1,5}\d?)(?![\w/`(])"
    r"|\]\(([^)\n]{1,400})\)"
)
_EMPHASIS = re.compile(r"(`[^`\n]+`)|\*\*|(?<!\w)__|__(?!\w)|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")


def claimed(sentence: str) -> tuple[Claim, ...]:
    """Return what a sentence claims, each thing once, in the order of the table; none for one that claims nothing."""
    if len(sentence) > LONGEST or sentence.rstrip(" *_)\"'").endswith("?"):
        return ()
    sentence = _EMPHASIS.sub(lambda m: m[1] or "", sentence)
    words = masked(sentence)
    found: dict[About, Claim] = {}
    for about, needed, pattern in TABLE:
        if about in found or not any(letters in words for letters in needed):
            continue
        match = next((m for m in pattern.finditer(words) if _is_stated(words, m)), None)
        if match is not None:
            found[about] = Claim(about, _scope(match.groupdict().get("scope") or ""), single=_SINGLE.search(match[0]) is not None)
    edit = _edit(sentence, words)
    if edit is not None and not {"commit", "push", "pull request"} & found.keys():
        found["edit"] = edit
    return tuple(found.values()) or tuple(Claim(about) for about in _foreign(sentence))


def _scope(words: str) -> str:
    """Return the words that say which tests, without those of what was claimed before them ("tests pass and lint")."""
    return re.split(r"\b(?:pass(?:es|ed|ing)?|clean|green|complete|done)\b", words)[-1].strip(" ,").removeprefix("and ")


def masked(sentence: str) -> str:
    """Return a sentence in lower case with code, quotations and targets of links as x; every position stays what it was."""
    text = _QUOTED.sub(_crossed, _LINK.sub(_crossed, _CODE.sub(_crossed, sentence)))
    low = text.lower()
    return low if len(low) == len(sentence) else text


def _crossed(match: re.Match[str]) -> str:
    test = "test" if match[0][1:5].lower() == "test" else ""
    return test + "x" * (len(match[0]) - len(test))


def _is_stated(words: str, match: re.Match[str]) -> bool:
    # A scope is part of the match, and what makes a statement unreal or untrue may stand in it.
    scope = match.groupdict().get("scope")
    start = match.end("scope") if scope else match.start("deed") if "deed" in match.re.groupindex else match.start()
    before = _ONCE.sub("", words[:start])
    last = before.rfind("; ") + 1
    return not (
        _UNREAL.search(before, last)
        or _NEGATED.search(before[last:])
        or _CONDITION.match(words[match.end() : match.end() + 20])
        or _PARTIAL.search(words, match.start())
        or (match.end() < len(words) and words[match.end() :].strip(" *_") == "?")
    )


def _edit(sentence: str, words: str) -> Claim | None:
    for pattern in (BEGUN, ITEM, PASSIVE, ENDED):
        match = pattern.search(words)
        if match is None or not _is_stated(words, match):
            continue
        start = match.start("deed")
        subject = match["title"] if pattern is ITEM else words[:start] if pattern is ENDED else ""
        if _FINITE.search(subject) or _NO_SUBJECT.search(subject):
            continue
        deed = next(d for d, pattern_ in DEEDS.items() if re.fullmatch(pattern_, match["deed"]))
        after = names_in(sentence, start)
        names = after if pattern is BEGUN else (*after, *names_in(sentence[:start]))
        first = _NAME.search(sentence, start) if after else None
        located = first is not None and _LOCATING.search(words[start : first.start()]) is not None
        return Claim("edit", deed=deed, names=names, located=located)
    return None


def names_in(sentence: str, start: int = 0) -> tuple[str, ...]:
    """Return the names in code spans, the paths and the targets of links from `start` on, in order."""
    return tuple(next(g for g in m.groups() if g) for m in _NAME.finditer(sentence, start))


def _foreign(sentence: str) -> tuple[About, ...]:
    low = sentence.lower()
    return tuple(about for about, pattern in TONGUES if pattern.search(low))  # type: ignore[misc]

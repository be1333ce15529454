"""Sentences that carry weight: findings, causes, plans, decisions, surprises, doubts, claims, predictions, corrections, gaps.

One table of cues, tried in order on a sentence in lower case; the first that holds decides the kind. How sure the writer is, is
judged apart from it, by the modal words. Code and tables are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.language import sentences
from narrator.model import Message
from narrator.observations.places import stretch
from narrator.observations.values import Statement, StatementKind, Strength

LONGEST = 600
"""Characters of a sentence that is looked at; longer ones are lists or logs that lost their line ends."""
FEWEST = 3
"""Words below which a sentence says nothing that can be quoted ("Good.", "Next steps")."""

_NOT = r"(?:not|n't|never|no longer|cannot|without|unable|nothing|neither|nor|no)"
_WORKS = (
    r"works?(?: (?:now|correctly|perfectly|fine|great|well|as (?:expected|intended)))?|working(?: (?:now|"
    r"correctly|perfectly|fine|as expected))?|passes|pass(?:ed|ing)?|fixed|resolved|"
    r"solved|succeeds|succeeded|successful(?:ly)?|done|completed?|finished|deployed|merged|pushed|committed|"
    r"implemented|ready|live|verified|confirmed|green|clean"
)
_DOERS = r"(?:i|we|i've|we've|i have|we have|i just|i've now|i have now)"
_DEEDS = (
    r"added|created|updated|fixed|implemented|removed|replaced|refactored|moved|changed|wrote|committed|"
    r"pushed|opened|deployed|merged|installed|configured|built|completed|"
    r"rewrote|renamed|extracted|verified|tested|ran|cleaned|resolved|addressed|set up|simplified|published|"
    r"closed|started|stopped|restored|reverted|documented"
)

_INTENT = (
    r"wait|let|i'?ll|i'?ve|i have|i need|i should|i can|i could|i want|i'?m|i think|we (?:need|should|can|could)|re-?reading|"
    r"the user|the (?:most|best|classic|cleanest|simplest|easiest)|an? (?:\w+er|better) "
)
"""What follows "actually" where a plan changes, not what is taken for a fact."""
_TAKEN_BACK = r"wait|that|this|it|it'?s|there|they|i"
_OWN_CHOICE = (
    r"(?:(?:so|and|but|also|then),? )?(?:(?:i'?m|i am|we'?re|we are|i'?ll be) )?(?:still |now |only |just |also )?(?:using|"
    r"leaving|keeping|choosing|picking|skipping|sticking|preferring|avoiding|dropping|waiting|continuing|going (?:with|for))"
)
"""How a sentence begins that tells what the speaker does, and gives a reason for it."""
_OUTCOME = (
    r"fail(?:s|ed|ing|ures?)?|errors?|exceptions?|missing|wrong(?:ly)?|empty|blank|slow(?:er|ly)?|broken?|breaks|broke|"
    r"crash(?:es|ed|ing)?|hangs?|hung|stuck|undefined|null|mismatch(?:es|ed)?|bugs?|issues?|problems?|incorrect(?:ly)?|invalid|"
    r"unexpected(?:ly)?|stale|warnings?|conflicts?|not|cannot|unable|never|no longer|lost|leaks?|timed out|times? ?outs?|raised|"
    r"raises|throws|threw|rejected|refused|denied|skipped|overwrit(?:es|ten)|duplicated?s?|unmatched|misses|missed|drops|dropped|"
    r"falls? (?:through|back)|there(?:'s| is| are) no"
)
"""Words of an outcome that a cause explains; "because" alone also gives the reasons for a choice."""
_READING = re.compile(
    r"(?:(?:so|ok(?:ay)?|now|hm+|and|but|actually|wait|here|looks like|it (?:seems|looks like)(?: that)?)[,.]? )*(?:the )?user"
    r"(?:'s| is| was| has| now| just| also| seems to be)*(?: now| just| also)? (?:saying|asking|asks?|asked|wants?|wanted|"
    r"says|said|pointing|points|requests?|requested|requesting|telling|tells|told|would like|needs?|suggest\w*|"
    r"clarif\w*|confirm(?:s|ed|ing)|report(?:s|ed|ing)|mention(?:s|ed|ing)?|referring|refers|complain\w*|provided|provides|gave|gives)\b"
)
"""A reading of the request: what the user is taken to want, no fact that was found."""

_ANNOUNCED = r"(?!.*\b(?:is|are|was|were|to|from|because)\W*:$)(?!.{0,30}:$)"
"""Not a lead-in to what is told only after it ("The issue is:")."""

_ASSERTED = r"(?!(?:any|anything|if|whether)\b)"
"""No case that is only thought of ("Any files that are missing")."""
_MEASURED = (
    r"(?!\D*\b(?:is|are|was|were|looks?|seems?) (?:(?:quite|very|pretty|rather|fairly|really|relatively|somewhat|too|an?) )*(?:"
    r"large|big|long|huge|small|short|complex|complicated|simple|straightforward|comprehensive|extensive|nice|great|interesting)\b\D*$)"
)
"""No opinion of how large or hard something is, without a figure."""

CUES: tuple[tuple[StatementKind, str], ...] = (
    ("question", r".*\?[\s\"')*_]*$"),
    (
        "correction",
        (
            rf"(?:hm+,? |oh,? |wait,? |ah,? |no,? )*(?:actually\b(?!,? (?:{_INTENT}))(?!.*:$)|(?:no,|no -) ?(?:{_TAKEN_BACK})\b|"
            r"i was wrong|i misread|i misunderstood|"
            r"i made (?:a|an) (?:mistake|error)|my mistake|my bad|scratch that|"
            r"on second thought|correction\b|that'?s (?:wrong|not right|incorrect)|i (?:incorrectly|mistakenly|"
            r"wrongly|forgot|missed|overlooked))"
        ),
    ),
    (
        "surprise",
        (
            r"(?:hm+|wait|whoa|oh|huh|interesting(?:ly)?|strange(?:ly)?|weird(?:ly)?|odd(?:ly)?|surprising(?:ly)?|"
            r"unexpected(?:ly)?|curious(?:ly)?|oops|uh-oh|suspicious)\b[\s,.!:—–-]"
            r"|.*\b(?:unexpected(?:ly)?|surprising(?:ly)?|strange(?:ly)?|odd(?:ly)?|weird(?:ly)?|suspicious(?:ly)?|"
            r"(?:does|do|did)(?: not|n't) (?:make|add) (?:any )?(?:sense|up)|didn'?t expect|"
            r"not what (?:i|we) expected|out of nowhere|for some reason)\b"
        ),
    ),
    (
        "decision",
        (
            r".*(?:\b(?:i'?ll|i will|we'?ll|let'?s|i'?m going to|we should|i should|we can|i can|better to|i'?d|"
            r"i would) (?:just |rather |simply |now )?(?:go with|use|instead|keep(?! (?:an eye|\w+ing)\b)|choose|pick|"
            r"opt|stick|switch|drop|"
            r"skip|prefer|take the)\b"
            r"|\b(?:(?:decided|deciding)(?! (?:whether|how|what|which|if|when|where)\b)|chose|choosing|opted|"
            r"settled on|going with|i recommend|i'?d recommend|my recommendation|"
            r"recommended(?= (?:to|that|because|approach))|recommendation(?= (?:is|for|:)))\b|"
            rf"^(?:{_OWN_CHOICE})\b.*\b(?:because|since|due to|so that)\b|"
            r"\bbest (?:approach|option|way|choice|route|path|fix) (?:is|would be|here))|(?:so |but |"
            r"and )?(?:instead\b|rather than\b)"
        ),
    ),
    (
        "plan",
        (
            r"(?:(?:ok(?:ay)?|so|now|next|then|good|great|perfect|alright|right|first|also|finally|and|"
            r"but|actually|wait|no|you'?re (?:absolutely )?right)[\s,.!:—–-]+)*(?:let me|let'?s|i'?ll|i will|i need to|i should|"
            r"i'?m going to|i am going to|"
            r"i'?m (?:now )?(?:checking|running|looking|reading|adding|updating|going|starting|creating|verifying|"
            r"inspecting|testing)|"
            r"next[,: ]|now i|now let|first[,:]|then i|we need to|we should|i want to|i have to|time to|going to|"
            r"i can (?:now )?(?:start|check|look|use|try|do)|todo|to do:|step \d)"
        ),
    ),
    (
        "cause",
        (
            rf"{_ANNOUNCED}.*\b(?:turns out|root cause|(?:the|this|that|my|your|real|actual|main|"
            r"underlying) (?:\w+ )?(?:problem|issue|cause|reason|culprit|bug|trouble|failure|error)s? (?:is|was|are|"
            r"were|here|lies|comes?|seems|appears|occurs?|happens?)|"
            r"(?:problem|issue|cause|culprit) is|so the (?:issue|problem|reason)|caused by|"
            r"is (?:failing|broken|happening) since)\b"
        ),
    ),
    (
        "cause",
        (
            rf"{_ANNOUNCED}(?:this|that|it)(?: is|'s| was) (?:\w+ )?(?:because|due to)\b|"
            rf"{_ANNOUNCED}(?!(?:{_OWN_CHOICE})\b)(?=.*(?:\b(?:{_OUTCOME})\b|n't\b)).*\b(?:because|due to|"
            r"this (?:is why|explains|means|happens)|that'?s why|that is why|which is why|which explains|"
            r"(?:comes|coming|stems|results?) from|led to|leads to|owing to)\b"
        ),
    ),
    (
        "gap",
        (
            _ASSERTED + r".*\b(?:(?:i|we) (?:do(?: not|n't)|can(?:not|'t| not)|could(?: not|n't)|have(?: not|n't)|"
            r"did(?: not|n't)|was(?: not|n't)|wasn'?t able to) (?:\w+ )?(?:know|see|tell|find|verify|test|check|confirm|run|"
            r"access|reach|determine|been able|have)|(?<!that )(?<!which )(?:is|are|was|were|remains?) (?:still )?(?:unclear|"
            r"unknown|untested|unverified|missing|open|pending|incomplete|not (?:yet )?(?:tested|verified|implemented|available|"
            r"checked|covered|clear|installed))|"
            r"(?:not|n't) (?:yet|tested|verified)|untested|unverified|unable to|still (?:need|missing|to do|open)|"
            r"remains? to be|left to do|no way to|don't have (?:access|permission)|out of scope|can'?t be (?:verified|"
            r"tested))\b"
        ),
    ),
    (
        "claim",
        (
            rf"(?:\W*(?:✅|✓|✔|🎉)|(?:\*\*)?(?:done|all done|all set|fixed|success|complete)\b[\s!.:*—–-]|"
            rf"all (?:\w+ ){{0,4}}(?:pass(?:ed|ing)?|green|good|done|complete|work(?:ing)?)\b)|(?:(?:and|so|now|also|"
            rf"then),? )?{_DOERS} (?:also |now |successfully |already )?(?:{_DEEDS})\b"
            rf"|(?:added|created|updated|fixed|implemented|removed|replaced|refactored|committed|pushed|opened|"
            rf"deployed|merged|successfully)\b"
            rf"|(?!.*\b{_NOT}\b)(?!.*n't\b)(?!.*\b(?:should|if|when|once|whether|until|to make sure|make sure|ensure|"
            rf"let me|will|would|might|may|could|need|but|before|how)\b).*\b(?:is|are|was|were|has been|have been|now|"
            rf"tests?|build|everything|it|fix|lint|typecheck|checks?) (?:\w+ ){{0,2}}(?:{_WORKS})\b(?!.*:$)"
        ),
    ),
    (
        "doubt",
        (
            r".*\b(?:might|may|maybe|perhaps|probably|possibly|presumably|not sure|unsure|uncertain|seems?|appears?|"
            r"could be|i think|i suspect|i guess|i believe|i assume|i wonder|likely|unlikely|looks like|sounds like)\b"
        ),
    ),
    (
        "prediction",
        (
            r".*\b(?:should (?:now |then |also |still |just |not |be able |be |have |work|fix|pass|give|make|show|"
            r"produce|resolve|help|take)|will (?:now |then |also |still |not |be |have |work|fix|fail|break|give|make|"
            r"cause|need|take|show)|would (?:be|fail|break|work|cause|make|give|need|take)|expect(?:ed|s|ing)? (?:to|"
            r"that|it)|going to (?:fail|break|work|cause))\b"
        ),
    ),
    (
        "result",
        (
            r".*(?:\b\d[\d,.]* ?(?:tests?|passed|failed|failures?|errors?|issues?|warnings?|%|percent|ms|seconds?|"
            r"tok/s|x)\b|\b(?:exit(?:ed)? (?:code|status|with)|returned|returns? \d|output (?:is|was|shows)|"
            r"results?(?: is|:| are| show)|the (?:test|build|run|command|script|output|log|"
            r"check)s? (?:\w+ )?(?:shows?|showed|says?|said|gives?|gave|printed|failed|fails|passed|returned|"
            r"completed))\b)"
        ),
    ),
    (
        "finding",
        (
            _ASSERTED + _MEASURED + r".*\b(?:i (?:can |now |also )?(?:see|found|find|notice|noticed|understand|have (?:found|"
            r"confirmed|identified))|found|there (?:is|are|was|were|'s)|no \w+(?: \w+)? (?:found|available|exists?|matches)|"
            r"not supported|not found|does(?: not|n't) (?:exist|support|work|have|match|contain|use)|do(?: not|"
            r"n't) (?:exist|support|work|have|match|contain|use)|did(?: not|n't) (?:work|find|exist|change)|"
            r"confirm(?:ed|s)|shows?|contains?|exists?|already|has no|have no|is (?:not|n't|only|just|still|empty|"
            r"missing|wrong|broken|failing|using|set|defined|called|stored|located|hardcoded)|are (?:not|n't|only|"
            r"still|all|missing|wrong|broken|failing|using|stored)|isn't|aren't|wasn't|fails?|failed|crash(?:es|ed)|"
            r"uses|lives? in|means that)\b"
        ),
    ),
    (
        "finding",
        (
            _MEASURED + r"(?=.*[`\d\"])(?:the|this|that|it|its|these|those|both|each|all|our|your|my|current(?:ly)?|"
            r"so)\b.*\b(?:is|are|was|were|has|have|needs?|requires?|takes?|does)\b(?!.*:$)"
        ),
    ),
)
_TABLE = tuple((kind, re.compile(pattern)) for kind, pattern in CUES)
_UNBROKEN = re.compile(r"\S{400,}")
"""Longer than any path or URL that people write in a sentence; a tokenizer takes minutes over a run of quotation marks."""
_POSSIBLE = re.compile(r"\b(?:might|may|maybe|perhaps|possibly|could|not sure|unsure|uncertain|i wonder|unclear)\b")
_LIKELY = re.compile(
    r"\b(?:probably|likely|presumably|should|seems?|appears?|looks like|sounds like|i think|i suspect|i guess|"
    r"i believe|i assume|expect|would)\b"
)


def statements(message: Message, session: str) -> tuple[Statement, ...]:
    """Return the weighty sentences of a message's texts and visible thoughts, in the order in which they stand.

    Costly (it loads spaCy): call it on the stretch that a document needs, not on whole sessions.
    """
    return tuple(_statements(message, session))


def _statements(message: Message, session: str) -> Iterator[Statement]:
    for number, part in enumerate(message.parts):
        if part.kind not in ("text", "reasoning") or "synthetic" in part.flags or not part.text.strip():
            continue
        for start, end in sentences(_broken(part.text)):
            kind = kind_of(part.text[start:end])
            if kind is not None:
                span = stretch(session, message, number, start, end)
                yield Statement(message.index, number, kind, strength_of(part.text[start:end]), span)


def _broken(text: str) -> str:
    """Blank out runs without a blank that are too long for words (data, minified code); every position stays what it was."""
    return _UNBROKEN.sub(lambda m: " " * len(m[0]), text)


def kind_of(sentence: str) -> StatementKind | None:
    """Return what a sentence states, by the first cue that holds; None for one without weight, or that reads the request."""
    if len(sentence) > LONGEST or sentence.count(" ") < FEWEST - 1:
        return None
    low = _plain(sentence)
    if _READING.match(low):
        return None
    return next((kind for kind, cue in _TABLE if cue.match(low)), None)


def strength_of(sentence: str) -> Strength:
    """Return how sure a sentence is, by its modal words."""
    low = _plain(sentence)
    return "possible" if _POSSIBLE.search(low) else "likely" if _LIKELY.search(low) else "certain"


def _plain(sentence: str) -> str:
    return " ".join(sentence.lower().replace("’", "'").split()).lstrip("*_#>- ")

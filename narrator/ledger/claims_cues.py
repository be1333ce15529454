"""The cues of claims: patterns over a sentence in lower case, by what is claimed; and the deeds of an edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

About = Literal[
    "tests",
    "build",
    "compile",
    "types",
    "lint",
    "checks",
    "ci",
    "commit",
    "push",
    "pull request",
    "service",
    "edit",
    "works",
    "fixed",
    "done",
]
Deed = Literal["create", "add", "change", "remove", "replace", "move"]

_ADVERBS = (
    r"(?:(?:all|both|now|still|also|already|again|are|is|were|was|be|been|have|has|completely|"
    r"fully|successfully|each|too) )*"
)
_PASSES = r"(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|successful|clean|ok|fine)"
_SCOPE = r"(?P<scope>(?:[\w/.:&'’+-]+,? ){0,8}?)"
_LEAD = (
    r"^\W*(?:(?:ok(?:ay)?|yes|yep|great|good|perfect|excellent|nice|awesome|and|so|now|also|"
    r"then|finally|done|complete|success|fixed|"
    r"confirmed|fix|verified|progress|thought|result|status|summary|verification|in this pass)\b\W{1,4})*"
)
_I = r"(?:(?:i|we)(?:['’]ve| have| also| just| now| then| already| successfully)* )"
DEEDS: Mapping[Deed, str] = {
    "create": r"created|wrote|written|generated|scaffolded|saved",
    "add": r"added|introduced|implemented|inserted|placed|wired|included|integrated|recorded|captured|documented|enabled|put",
    "change": (
        r"rebuilt|regenerated|installed|"
        r"updated|changed|modified|edited|refactored|rewrote|rewritten|simplified|extended|adjusted|tightened|refreshed|reworded|"
        r"corrected|converted|cleaned|normalized|bumped|configured|applied|switched|restructured|collapsed|reverted|restored|"
        r"pointed|wrapped|reformatted|expanded|clarified|improved|addressed|linked|marked|set up"
    ),
    "remove": r"removed|deleted|dropped|eliminated|stripped|disabled",
    "replace": r"replaced|swapped",
    "move": r"renamed|moved|extracted|consolidated|split|merged",
}
_ANY_DEED = "|".join(DEEDS.values())
_BEEN = (
    r"(?:(?:is|are) now|now [\w ]{1,40} is|(?:is|was)(?= (?:created|saved|written)(?: at| in| to| and|\W*$))|"
    r"['’]s been|(?:has|have) (?:now |all |both )?been|(?:is|are) (?:all|both))"
)
_THING = r"(?:tests?|specs?)(?: (?:suites?|cases?|runs?|files?))?|suites?"
_SERVERS = (
    r"sites?|servers?|services?|apps?|applications?|containers?|databases?|daemons?|endpoints?|"
    r"dashboards?|api|logs?|stack|preview"
)
_URL = r"(?:https?://|localhost|127\.0\.0\.1)"
_DONE = r"(?:complete[d]?|done|finished|implemented|in place|all set|(?:merge-|review-)?ready(?! for))"

CUES: tuple[tuple[About, str], ...] = (
    (
        "done",
        (
            r"\b(?:browser|servers?|process(?:es)?|session|worker|dashboard)\b[\w ]{0,20} (?:is|"
            r"are) (?:now )?(?:closed|stopped|shut down)\b"
        ),
    ),
    ("fixed", r"^\W*(?P<scope>(?:all|both|\d+|two|three|four|five|[a-z]+) [\w ]{0,30}?)(?:fixed|resolved|addressed)\W*$"),
    ("commit", r"^\W*commit x+\W{1,4}\d+ files?\b"),
    ("tests", rf"\b{_SCOPE}(?:{_THING}) (?:is|are) [^.;]{{1,60}} and still (?:passing|green)\b"),
    ("checks", rf"{_LEAD}(?:all )?clean(?: now)?\W*$"),
    (
        "works",
        (
            r"^\W*(?P<scope>(?:both|all)\b[^.;]{1,60}) work(?: now| correctly| fine)?\W*$|\bruns? (?:correctly|"
            r"cleanly|fine|without (?:\w+ )?errors)\b"
        ),
    ),
    ("done", r"^\W*[a-z]+ed successfully\b|\b(?:task|issue|bead|ticket|thread|pr)s? (?:x+ )?(?:is|are) (?:now )?closed\b"),
    ("done", r"\bis (?:now )?an? (?:finished|complete)\b|\bis (?:now )?verified by\b"),
    ("tests", rf"\b{_SCOPE}(?:{_THING}),? {_ADVERBS}{_PASSES}\b(?! (?:in|to|through|by|as|a|an|over)\b(?! they| expected))"),
    ("tests", rf"\b(?:passes|passed|passing) (?P<scope>(?:all|every|both|the) (?:[\w-]+ ){{0,3}})(?:{_THING})\b"),
    ("tests", r"\b(?P<scope>(?:all )?\d[\d,]*(?:/\d+)? )(?:tests? |specs? )?(?:passed|passing)\b"),
    (
        "tests",
        (
            rf"\b{_SCOPE}(?:{_THING})(?: has| have)? (?:completed|finished)(?: cleanly| successfully|"
            rf" without (?:errors|failures))\b"
        ),
    ),
    ("tests", r"^\W*(?P<scope>)tests\W{1,5}(?P<n>\d[\d,]*) pass(?:ed|es|ing)?\b|^\W*(?P<m>\d[\d,]*) pass(?:ed|ing)?\b"),
    ("tests", r"^\W*(?P<scope>)x*test\w*x* (?:now )?(?:passes|passed)\b"),
    (
        "types",
        (
            rf"\b{_SCOPE}(?:type-?check(?:ing|s)?|type check(?:s|ing)?|types|mypy|pyright|tsc|tsgo),? (?:and "
            rf"[\w-]+ )?{_ADVERBS}{_PASSES}\b"
        ),
    ),
    (
        "build",
        (
            rf"\b{_SCOPE}(?:builds?|compilation|compile|rebuild),? {_ADVERBS}(?:{_PASSES}|succeeded|"
            rf"works|(?:completed|finished)(?! (?:the|its)))\b"
        ),
    ),
    (
        "compile",
        (
            rf"\b(?:{_SCOPE}(?:it|everything|code|project|typescript|crate|all)) {_ADVERBS}(?:compiles|"
            rf"builds)\b(?! (?:the|a|an)\b)"
        ),
    ),
    ("compile", r"^\W*(?P<scope>)clean compile\b|\b(?:compiles|compiled) (?:clean|cleanly|successfully|fine|without errors)\b"),
    ("build", r"^\W*(?P<scope>)clean build\b|\b(?:builds|built) (?:clean|cleanly|successfully|fine|without errors)\b"),
    (
        "lint",
        (
            rf"\b{_SCOPE}(?:lint(?:ing|er|ers|s)?|biome|eslint|ruff|golangci-lint|fmt|format(?:ting)"
            rf"?)(?:,| and [\w-]+)* {_ADVERBS}{_PASSES}\b"
        ),
    ),
    (
        "lint",
        (
            r"\b(?P<scope>)lint(?:ing)?\W{1,6}(?:\d[\w ]{0,30}, )?(?:no (?:issues|errors|warnings|"
            r"problems)|0 (?:issues|errors))\b"
        ),
    ),
    ("checks", rf"\b{_SCOPE}(?:checks?|hooks?|gates?|validations?|scans?|sweeps?|conversions?) {_ADVERBS}{_PASSES}\b"),
    ("checks", rf"\b(?:everything|all)(?P<scope>) {_ADVERBS}(?:passes|passed|passing|green|clean)\b"),
    (
        "ci",
        (
            rf"\b(?:ci|pipeline|workflow|(?:x+|lint|test|build) job)(?P<scope>)(?: run)?\b[^.,;]{{0,40}}? "
            rf"{_ADVERBS}(?:green|pass(?:es|ed|ing)?|succeed(?:s|ed))\b"
        ),
    ),
    (
        "commit",
        (
            rf"{_LEAD}{_I}?(?:[a-z]+ and )?committed\b|\b(?:{_BEEN}|all|now|and|is|are) committed\b|"
            rf"\bcommit (?:x+ )?(?:is |was |has been )?(?:successful|succeeded|done|ready|created|"
            rf"landed)\b"
        ),
    ),
    ("commit", rf"(?:{_LEAD}{_I}?created|\bhave been created:?) (?:an? |the |\d+ |\w+ )?(?:[\w-]+ )?commits?\b"),
    (
        "push",
        (
            rf"{_LEAD}{_I}?(?:[a-z]+,? and )?pushed\b|\b(?:{_BEEN}|all|now|and|is|are|was|were|also|"
            rf"commits?|branch) pushed\b|\bpush (?:to \S+ )?(?:is |was |has )?(?:successful|succeeded|"
            rf"done|went through)\b"
        ),
    ),
    (
        "pull request",
        (
            rf"{_LEAD}{_I}?(?:opened|created|updated|merged|filed|raised) (?:an? |the |draft |new "
            rf")*(?:pr|pull request)\b|\b(?:pr|pull request) (?:#?\d+ |x+ )?(?:is|has been|was) (?:now "
            rf")?(?:open(?:ed)?|updated|created|merged|up|live|ready)\b"
        ),
    ),
    ("pull request", r"\b(?:pr|pull request) (?:#?\d+ |x+ )?(?:created|opened|updated|merged)\b"),
    (
        "service",
        (
            rf"\b(?:{_SERVERS})\b(?: [\w-]+){{0,2}}? (?:is|are)(?: now| back| up and| all| currently)"
            rf"* (?:live|running|online|up|listening|healthy|reachable|deployed|working)\b"
        ),
    ),
    (
        "service",
        (
            rf"\b(?:is|are|now)(?: now| back| up and)* (?:live|running|online|up|listening|deployed|"
            rf"available|reachable)\b.{{0,20}}{_URL}"
        ),
    ),
    ("service", r"\b(?:is|are) (?:now |back |up and |all )*(?:healthy|up and running)\b"),
    ("service", rf"{_LEAD}(?:{_I})?(?:deployed|started|restarted) (?:the |an? )?[\w-]*\W?(?:{_SERVERS})\b"),
    (
        "fixed",
        (
            rf"{_LEAD}{_I}?(?:[a-z]+ and )?(?:fixed|resolved|solved)\b|\b(?:{_BEEN}|is|are|was|were|both|now|be) "
            rf"{_ADVERBS}(?:fixed|resolved|solved|gone)\b"
        ),
    ),
    (
        "fixed",
        (
            r"\b(?:fix|fixes|repair|corrections) (?:is|are) (?:now )?(?:in|in place|done|complete|"
            r"applied|live|working)\b|\bthat (?:fixed|fixes|solved|resolved) (?:it|the|this)\b|\bhave "
            r"stopped\b"
        ),
    ),
    (
        "works",
        (
            r"\b(?:it|that|this|everything|all|both|now|[a-z]+|x+) (?:now |all |both |also )*(?:works|"
            r"(?<=all )work|(?<=both )work)(?: (?:now|again|correctly|perfectly|great|well|as (?:expected|"
            r"intended)|fine|properly|end-to-end|too)\b|\s*[.!,;:—–)]|\s*$)"
        ),
    ),
    (
        "works",
        (
            r"\b(?:is|are|['’]s|verified|confirmed|was|were) (?:now |all |both |also |fully )*(?:working|"
            r"functional|functioning)(?: (?:now|again|correctly|perfectly|as (?:expected|intended)"
            r"|fine|properly|end-to-end)\b|\s*[.!,;:—–)]|\s*$)"
        ),
    ),
    (
        "done",
        (
            r"^\W*(?:all )?(?:done|all set|success(?:ful)?|finished|complete[d]?|implemented)\b(?:\W*$|\s?[.!:,—–]|\sand\b)|"
            r"^\W*(?:done|implemented|finished) in\b"
        ),
    ),
    (
        "done",
        (
            rf"\b(?:is|are|now|['’]s|['’]re|all|been|have|both) (?:now |all |both |also |fully |essentially "
            rf"|already |been |\w+ly )*{_DONE}\b(?! (?:by|as|in|to be|with|of|list|set|layout|valid)"
            rf"\b)|^(?P<scope>[^.:]{{1,40}}) (?:complete|done)[.!]*$"
        ),
    ),
    (
        "done",
        (
            rf"{_LEAD}{_I}?(?:completed|finished|implemented|handled|addressed)\b|\bsuccessfully "
            rf"(?:\w+ed|done|written|built|set up|run)\b"
        ),
    ),
)
"""Tried in order; all that hold are claimed. For "edit" see the deeds."""
NEEDED: Mapping[About, str] = {
    "tests": "test|spec|suite|pass",
    "types": "type|mypy|pyright|tsc|tsgo",
    "build": "buil|compil",
    "compile": "compil|builds",
    "lint": "lint|biome|ruff|fmt|format",
    "checks": "clean|check|hook|gate|validation|scan|sweep|conversion|everything|all",
    "ci": "ci|pipeline|workflow|job",
    "commit": "commit",
    "push": "push",
    "pull request": "pr|pull",
    "service": "live|running|online|up|listening|health|reachable|deployed|start|working|available",
    "fixed": "address|fix|resolv|solv|gone|repair|correct|stopped",
    "works": "work|function|run|validate",
    "done": "shut down|stopped|done|complet|finish|implement|success|closed|verified|ready|all set|in place|handled|addressed",
}
"""Letters without which none of a subject's cues can hold: they spare most sentences the longer look."""
TABLE: tuple[tuple[About, tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (about, tuple(NEEDED[about].split("|")), re.compile(pattern)) for about, pattern in CUES
)
BEGUN = re.compile(rf"{_LEAD}{_I}?(?:successfully |also |now )?(?P<deed>{_ANY_DEED})\b(?!\W*$)")
ITEM = re.compile(
    rf"^(?P<title>\W{{0,6}}\w[^.;?!]{{0,80}}?)\W{{0,3}}[—–:-]\W{{1,4}}{_I}?(?:fully |completely "
    rf"|now )?(?P<deed>{_ANY_DEED})\b(?!\W*$| (?:by|via)\b)"
)
"""A list's item that names its subject first: "`a.py` - Added `parse`"."""
PASSIVE = re.compile(rf"\b{_BEEN} (?:successfully |also |fully )?(?P<deed>{_ANY_DEED})\b")
_ENDING = (
    r"created|added|updated|removed|deleted|renamed|moved|applied|addressed|recorded|captured|"
    r"documented|implemented|refreshed|simplified|rebuilt|rewritten|restored|installed|regenerated|changed(?= from)"
)
ENDED = re.compile(
    rf"^\W*(?:[a-z]{{1,20}}[:—–]\W{{1,4}})?(?:[\w/.#'’-]+,? ){{1,5}}?(?P<deed>{_ENDING})\b(?=(?: too| now)?\W*$| (?:to|in|"
    rf"into|from|across|at|and|for|as|with|accordingly)\b|[.!,;]| \(|:? (?:x|http))"
)
"""A short subject and a participle: "Status line updated to point at §4"."""

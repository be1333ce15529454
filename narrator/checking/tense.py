"""The words by which a sentence says when something was: before the subject, after it, or in the order of its clauses."""

from __future__ import annotations

import re

_PARTICIPLES = (
    "been|done|gone|seen|run|written|rewritten|read|made|found|taken|given|said|told|shown|set|reset|put|built|rebuilt|begun|come|become|"
    "got|gotten|kept|left|lost|led|known|thought|brought|broken|chosen|cut|drawn|driven|fallen|grown|held|heard|hit|met|paid|sent|spent|"
    "stood|thrown|understood|won|caught|taught|sought|bought|felt|meant|dealt|laid|sworn|hidden|forgotten|spoken|stuck|shut|split|let|had"
)
_ADVERBS = r"(?:not|already|just|also|never|only|since|ever|even|long|still|always|then|so far|\w+ly)"
PAST_PERFECT = re.compile(rf"\bhad(?:n['’]t)?(?: {_ADVERBS})*(?: been)? (?:(?!need)\w+ed|{_PARTICIPLES})\b", re.IGNORECASE)
"""had checked, hadn't been told, had already run."""

CONTEXT = re.compile(
    r"^(?:the )?(?:context|background|backstory|prelude|run-up|prehistory)\b"
    r"(?! (?:window|overflow|length|limit|size|that|lost|was))"
    r"|\bpreceding\b|\bpreceded\b|\bled (?:up )?(?:to|here)\b|\bleading up to\b|\b(?:came|went|had gone|had come) before\b"
    r"|^(?:how|where) .*\b(?:come|came|got|gotten) (?:here|to this|to that|so far)\b"
    r"|^(?:just )?before\b(?!.*\b(?:after|then|since)\b)",
    re.IGNORECASE,
)
"""Headings over what came before the subject."""

_EVENT = r"(?:\w+ )?(?:message|silence|stop|turn|interrupt|interruption|abort|cut|pause|moment|reply|answer|prompt|point)"
LATER = re.compile(
    r"\b(?:later|afterwards?|subsequently|eventually|ultimately|thereafter|would|will|in hindsight|in the end|to come)\b"
    r"|\bnext (?:message|prompt|turn|day|morning|instruction|reply)\b|\b(?:since|from) then\b"
    r"|\bnot until\b|\bonly (?:when|then|after)\b"
    rf"|\bafter (?:this|that|it|which)\b|\bafter (?:the|its|his|her|their|this|that) {_EVENT}\b|\bafter (?:messages?|msg) \d"
    r"|\b(?:after|from|since|until|by) \[msg|\b(?:by|at) the (?:end|close)\b|\b(?:what|that|which) follow(?:s|ed)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says that it speaks of what came after."""

AFTERMATH = re.compile(
    r"\b(?:after|afterwards|later|since|then|aftermath|outcome|result|consequence|intervention|turn|turning|comes? back|came back"
    r"|came of|cost|left|kept|lost|open|lessons?|shows?|reveals?|conclusion|end|ended|next|survive[sd]?|follow(?:ed|s|ing)?"
    r"|exists?|changed)\b",
    re.IGNORECASE,
)
"""Headings over what came after the subject, where the past perfect may speak of any time."""

ANTERIOR = re.compile(
    r"^\W*(?:before (?:this|that|it|then)|earlier|previously|until then|so far|up to (?:then|here|this point|that point))\b"
    rf"|\b(?:led|leads|leading|leads) (?:up )?to (?:the|this|that) {_EVENT}\b|\bbefore (?:the|this|that) {_EVENT}\b",
    re.IGNORECASE,
)
"""Words by which a sentence says that it speaks of what came before the subject."""

PREVIOUS = re.compile(
    r"\b(?:the|its) (?:previous|preceding|prior|earlier) (?:messages?|turns?|steps?|calls?|actions?|attempts?|runs?|checks?)\b",
    re.IGNORECASE,
)
"""Words that speak of what came before the message told of last."""

BREAK = re.compile(r"[;:—]|\b(?:but|then|so|when|while|until|before|after|whereupon)\b", re.IGNORECASE)
"""Where a clause ends, and with it the reach of its tense."""

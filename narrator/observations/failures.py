"""How programs and shells complain: exceptions, panics, "command not found", "No such file or directory".

Each row finds a line. Exceptions are looked for from the end (the last line of a traceback says what it was), complaints of
shells from the start.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from narrator.observations.places import HEAD_LIMIT, TAIL_LIMIT

_EXCEPTIONS = re.compile(
    r"""
    ^[ \t]*(?:E[ ]{3}[ \t]*)?(?:Uncaught[ ]|Unhandled[ ]|error:[ ])?(?:[\w.$]+\.)?
        [A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Iteration|Failure)(?:\ \[\w+\])?(?::[ ][^\n]*)?$
    |^(?:Exception[ ]in[ ]thread[ ]"[^"\n]*"[ ]|Caused[ ]by:[ ])[^\n]+$
    |^(?:panic|fatal[ ]error):[ ][^\n]+$
    |^thread[ ]'[^'\n]*'[^\n]{0,20}panicked[ ]at[ ][^\n]+$
    |(?:PHP[ ])?(?:Fatal|Parse)[ ]error(?:</b>)?:[ ]+[^\n]+
    |^\S+:\d+:in[ ][^\n]+\([A-Z][\w:]*\)$
    |^[^\n]*(?:Segmentation[ ]fault|core[ ]dumped|CUDA[ ]out[ ]of[ ]memory|Out[ ]of[ ]memory|\bKilled\b(?=\s*$))[^\n]*$
    """,
    re.VERBOSE | re.MULTILINE,
)
_COMPLAINTS = re.compile(
    r"""
    ^[^\n]*:[ ](?:command[ ]not[ ]found|not[ ]found|[Nn]o[ ]such[ ]file[ ]or[ ]directory|[Pp]ermission[ ]denied
        |can't[ ]cd[ ]to|Is[ ]a[ ]directory|Not[ ]a[ ]directory|cannot[ ]execute|Connection[ ](?:refused|timed[ ]out|reset)
        |No[ ]route[ ]to[ ]host|Could[ ]not[ ]resolve[ ]host|Device[ ]or[ ]resource[ ]busy|No[ ]space[ ]left[ ]on[ ]device
        |syntax[ ]error|unbound[ ]variable|Address[ ]already[ ]in[ ]use)\b[^\n]*$
    |^[^\n]*(?:is[ ]not[ ]recognized[ ]as[ ]|Cannot[ ]find[ ]path|cannot[ ]find[ ]the[ ](?:path|file)|does[ ]not[ ]exist\b)[^\n]*$
    |^[ \t]*(?:fatal|[Ee]rror|ERROR|E|FATAL|npm[ ]ERR!|npm[ ]error|curl:[ ]\(\d+\)|ssh|[Ff]ailed[ ]to|Unable[ ]to
        |[Uu]nknown|[Uu]nrecognized|[Cc]annot|[Cc]ould[ ]not|[Cc]an't)(?::[ ]|[ ])[^\n]+$
    """,
    re.VERBOSE | re.MULTILINE,
)
_OVERTIME = re.compile(
    r"^[^\n]*\b(?:[Tt]imed[ -]?out|TIMED[ _]?OUT|[Tt]imeout (?:of |after |exceeded|reached|expired)|deadline exceeded)[^\n]*$",
    re.MULTILINE,
)
_TRACEBACK = re.compile(r"^Traceback \(most recent call last\):|^[ \t]+at .+[:(]\d+(?::\d+)?\)?$|^goroutine \d+ \[", re.MULTILINE)
_POWERSHELL = re.compile(r"(?<=\n)[ ]+\|[ ]+(?![~ ])[^\n]+$", re.MULTILINE)
_LINE = re.compile(r"\n[ \t]*Line \|")
_SAYING = re.compile(r"^[^\n]*\w[^\n]*$", re.MULTILINE)
_BLUNT = re.compile(
    r"[\s\u2800-\u28ff]*(?:[✖✗✘❌×] \w|(?:&: |<br />\s*<b>)?(?:fatal|[Ee]rror|ERROR|FATAL|Error response from daemon|npm ERR!|"
    r"curl: \(\d+\)|The term ')(?::| |\b))"
)
_ENDS_IN_ERROR = re.compile(r"^(?:[Ee]rror|ERROR|[Ff]atal|FATAL|E|npm (?:ERR!|error)|make: \*\*\*)(?:: | )[^\n]+$", re.MULTILINE)
_OWN = re.compile(r"[Ff]ailed(?!$)|[Cc]ould not|[Cc]annot|not found|No such")
_GONE = re.compile(r": (?:command not found|No such file or directory|not found)\b|is not recognized as")
_DECLARED = re.compile(r"[❌✗✘]\s?\w|\W{0,3}(?:FAILURE|FAILED|FAIL)\b(?:[:!]|\s*[-–—] )")
SHORT = 500
"""Characters of an output that holds nothing but a complaint."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A complaint and where it stands."""

    words: str
    start: int
    end: int


def exception(text: str) -> Failure | None:
    """Return the last exception, panic or crash near the end of an output; of PowerShell's block the line that says what."""
    last = _last(_EXCEPTIONS, text, max(0, len(text) - TAIL_LIMIT))
    if last is None and (block := _LINE.search(text)) is not None:
        return _failure(_last(_POWERSHELL, text, block.end()))
    if last is not None and _LINE.search(text, last.start(), last.start() + SHORT):
        return _failure(_last(_POWERSHELL, text, last.start())) or _failure(last)
    return _failure(last)


def complaint(text: str) -> Failure | None:
    """Return the first complaint of a shell or a program at the start of an output, else the last one at its end."""
    first = _COMPLAINTS.search(text, 0, min(len(text), HEAD_LIMIT))
    if first is not None or len(text) <= HEAD_LIMIT:
        return _failure(first)
    return _failure(_last(_COMPLAINTS, text, max(HEAD_LIMIT, len(text) - TAIL_LIMIT)))


def overtime(text: str) -> Failure | None:
    """Return the last line near the end of an output that says that something took too long."""
    return _failure(_last(_OVERTIME, text, max(0, len(text) - TAIL_LIMIT)))


def first_line(text: str) -> Failure | None:
    """Return the first line that says something."""
    return _failure(_SAYING.search(text))


def last_line(text: str) -> Failure | None:
    """Return the last line that says something."""
    end = len(text)
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end]
        if any(c.isalnum() for c in line):
            trimmed = line.strip()
            at = start + line.index(trimmed)
            return Failure(trimmed, at, at + len(trimmed))
        end = start - 1
    return None


def declared(text: str) -> Failure | None:
    """Return the last line of an output where it declares a failure, as scripts do that are written to try something."""
    end = last_line(text)
    return end if end is not None and _DECLARED.match(end.words) else None


def plainly_failed(text: str) -> Failure | None:
    """Return the complaint of an output that shows by itself that the program failed, whatever the exit code.

    That is a traceback or an error at its very end, or a short output that is a complaint and nothing else.
    """
    if len(text) <= SHORT and (_BLUNT.match(text) or _GONE.search(text)):
        return complaint(text) or last_line(text)
    crash = exception(text)
    end = _last(_ENDS_IN_ERROR, text, max(0, len(text) - SHORT))
    if end is not None:
        return crash if crash is not None and not _OWN.search(end[0]) else _failure(end)
    if crash is None or len(text) - crash.end > SHORT:
        return None
    return crash if _TRACEBACK.search(text, max(0, crash.start - TAIL_LIMIT)) or "rror</b>:" in crash.words else None


def _last(pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
    found = None
    for match in pattern.finditer(text, start):
        found = match
    return found


def _failure(match: re.Match[str] | None) -> Failure | None:
    if match is None:
        return None
    words = match[0].strip(" \t|")
    start = match.start() + match[0].index(words)
    return Failure(words, start, start + len(words))

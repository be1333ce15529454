"""How languages show what was thrown: one row a language, of data only; `exceptions` reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """How a language shows an exception and its stack."""

    name: str
    head: re.Pattern[str]
    """The line that says what was thrown: groups `type` and `message`, and `file` and `line` where they stand on it."""
    frame: re.Pattern[str]
    """A frame: groups `file` and `line`."""
    foreign: re.Pattern[str]
    """What a frame's line holds that isn't the project's own."""
    before: bool = False
    """Whether the stack stands before the head, its deepest frame last."""
    last: bool = True
    """Whether of several heads the last one tells (a cause's cause) or the first (what came of it)."""


_TYPE = (
    r"(?P<type>(?:[\w$]+[.:]{1,2}){0,12}[A-Z]\w*"
    r"(?:Error|Exception|Interrupt|Exit|Timeout|Iteration|Failure|Warning|Fault|DoesNotExist))"
)
_SAID = r"(?:: ?(?P<message>[^\n]*))?$"


def _language(name: str, head: str, frame: str, foreign: str, *, before: bool = False, last: bool = True) -> Language:
    heads, frames, foreigners = (re.compile(pattern, re.MULTILINE) for pattern in (head, frame, foreign))
    return Language(name, heads, frames, foreigners, before, last)


LANGUAGES: tuple[Language, ...] = (
    _language(
        "Python",
        rf"^(?:E {{2,12}})?(?P<type>(?:\w+\.){{0,12}}[A-Za-z_]\w*){_SAID}",
        r"^[ \t]*(?:\|[ \t]*)?File \"(?P<file>[^\"\n]+)\", line (?P<line>\d+)"
        r"|^(?P<file2>[\w./\\@+-]+\.py):(?P<line2>\d+): (?=\w|in )",
        r"site-packages|dist-packages|[/\\]lib[/\\]python[\d.]*[/\\]|[/\\]Lib[/\\]|<frozen |<string>|<stdin>|<attrs"
        r"|_pytest[/\\]|pluggy[/\\]",
        before=True,
    ),
    _language(
        "Java",
        rf"^(?:Exception in thread \"[^\"\n]*\" |Caused by: |\[ERROR\] +)?{_TYPE}{_SAID}"
        r"(?=(?:\n[^\n]{0,300}){0,3}?\n[ \t]+at [\w$.<>/@]+\("
        r"(?:[\w$]+\.(?:java|kt|scala|groovy|clj):|Native Method|Unknown Source))",
        r"^[ \t]+at (?P<name>[\w$.<>/@]+)\((?P<file>[\w$]+\.(?:java|kt|scala|groovy|clj)):(?P<line>\d+)\)",
        r"at (?:java\.|javax\.|jdk\.|sun\.|com\.sun\.|kotlin\.|kotlinx\.|scala\.|groovy\.|java\.base/|junit\.|io\.netty\."
        r"|com\.google\.common\.|org\.(?:junit|gradle|apache|springframework|hibernate|mockito|assertj|opentest4j|testng|hamcrest"
        r"|eclipse|codehaus|jetbrains)\.)",
    ),
    _language(
        "C#",
        rf"^(?:Unhandled [Ee]xception[.:] ?|[ \t]*---> |[ \t]*Error Message:\n[ \t]*)?{_TYPE}[ \t]*: ?(?P<message>[^\n]*)$"
        r"(?=(?:\n[^\n]*){0,6}\n[ \t]+at [\w.`<>]+[\[(])",
        r"^[ \t]+at [^\n]{1,300}? in (?P<file>[^\n]{1,300}?):line (?P<line>\d+)",
        r"at (?:System|Microsoft|Xunit|NUnit|MSTest)\.|/_/src/",
    ),
    _language(
        "JavaScript",
        r"^(?:[ \t]*(?:Uncaught |Unhandled Rejection |\[cause\]: |Error: (?=\w*Error:))?|[^\n]{0,40}?\berror: )"
        rf"(?P<type>(?:[A-Z]\w*)?Error|[A-Z]\w*Exception)(?: \[\w+\])?{_SAID}(?=(?:\n[^\n]*){{0,30}}?\n[ \t]+(?:at |❯ ))",
        r"^[ \t]+(?:at (?:[^\n(]{1,200}? \()?|❯ (?:[^\n]{1,100}? )?)(?:file://)?"
        r"(?P<file>(?:[A-Za-z]:)?[\w./\\@+~\[\]$ -]{1,300}?\.\w{2,4}):(?P<line>\d+)(?::\d+)?",
        r"node_modules|node:|\(internal/|at internal/|<anonymous>|bun:|native:|ext:|deno:",
        last=False,
    ),
    _language(
        "Go",
        r"^(?P<type>panic|fatal error): (?P<message>[^\n]*)$",
        r"^\t(?P<file>[^\s:]{1,300}\.(?:go|s)):(?P<line>\d+)(?: \+0x[\da-f]+)?$",
        r"/(?:usr/local/)?go(?:/[\d.]+)?/src/|/pkg/mod/|/go/[\w.@-]*/?src/(?:runtime|testing|net|sync)/|/libexec/src/|/vendor/",
        last=False,
    ),
    _language(
        "Rust",
        r"^thread '[^'\n]*'[^\n]{0,20} (?P<type>panicked) at (?:'(?P<message>[^\n]*?)', (?P<file>[^\s:]+):(?P<line>\d+):\d+$"
        r"|(?P<file2>[^\s:]+):(?P<line2>\d+):\d+:\n(?P<message2>[^\n]*)$)",
        r"^[ \t]+at (?P<file>(?:\./|/)?[^\s:]{1,300}\.rs):(?P<line>\d+)",
        r"/rustc/|\.cargo[/\\]|/library/(?:std|core|alloc)/|rustlib",
        last=False,
    ),
    _language(
        "Ruby",
        r"^(?P<file>[^\s:]{1,300}|-e):(?P<line>\d+):in [`'][^'\n]*': (?P<message>[^\n]*?) \((?P<type>[A-Z][\w:]*)\)$",
        r"^[ \t]+(?:\d+: )?from (?P<file>[^\s:]{1,300}):(?P<line>\d+)",
        r"/gems/|/lib/ruby/|<internal:|/rubies/|-e:\d",
        last=False,
    ),
    _language(
        "PHP",
        r"(?:PHP )?(?P<sort>(?:Fatal|Parse) error)(?:</b>)?: +(?:Uncaught )?(?:(?P<type>(?:[A-Z][\w\\]*)?(?:Error|Exception)): )?"
        r"(?P<message>[^\n]*?) in (?:<b>)?(?P<file>[^\n<]{1,300}?)(?:</b>)?(?::(?P<line>\d+)| on line (?:<b>)?(?P<line2>\d+))",
        r"^#\d+ (?P<file>[^\n(]{1,300}?)\((?P<line>\d+)\): ",
        r"/vendor/|phar://|\.phar\b|\\vendor\\",
        last=False,
    ),
)

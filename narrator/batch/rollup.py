"""The rollup: what recurs over many sessions, with counts, and every instance cited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from narrator.batch.patterns import ENOUGH, Case, Pattern, by_key, grouped, joined, of_kind
from narrator.batch.pens import Pen
from narrator.batch.rollup_tables import project_table, session_table, week_table
from narrator.batch.rollup_words import AGAIN, NEXT, OPEN
from narrator.batch.values import Entry
from narrator.quantities import count, number, series, times
from narrator.realization.quotation import code

MOST = 12
"""Errors that are told one by one."""
EXAMPLES = 6
"""Quotations of a kind, each of another session."""
TELLING = 30
"""Code points of a quotation that says something by itself."""
SHORT = 6
"""Lines of what stands at the top."""


class Roll:
    """What the sections are written from; each yields Markdown, line by line."""

    def __init__(self, entries: Sequence[Entry], of: int) -> None:
        self.entries, self.of = entries, of
        self.pen = Pen(entries)
        self.few: list[str] = []
        """What is in too few sessions to be concluded from, a line each."""
        self.top: list[tuple[int, str]] = []
        """Sessions and a line, for the top."""

    def kind(self, *kinds: str) -> Pattern:
        """Return every case of some kinds."""
        return of_kind(self.entries, *kinds)

    def share(self, pattern: Pattern) -> str:
        """Return "in 12 of 38 sessions, 40 times[^r1]"; every instance stands in the footnote."""
        n, m = len(pattern.folders), len(self.entries)
        return f"in {n} of {m} sessions, {times(len(pattern.cases))} in all{self.pen.note(pattern)}"

    def most(self, pattern: Pattern) -> str:
        """Return where it is thickest: "; most in `cart`: 8 of its 9 sessions"; "" where no project stands out."""
        sizes = {name: len(each) for name, each in grouped(self.entries, lambda e: e.project)[0].items()}
        whole = len(pattern.folders) / len(self.entries)
        best = [(n / sizes[p], n, p) for p, n in pattern.projects.items() if n >= ENOUGH and p in sizes and n / sizes[p] > whole]
        if not best:
            return ""
        _, n, project = min(best, key=lambda each: (-each[0], -each[1], each[2]))
        return f"; most in {code(project)}, in {n} of its {sizes[project]}"

    def concluded(self, pattern: Pattern, what: str) -> bool:
        """Return whether a kind is in enough sessions; where it isn't, it is told among what is too little."""
        if pattern.cases and not pattern.enough:
            self.few.append(f"- {_capital(what)}: {self.share(pattern)}.")
        return pattern.enough

    def say(self, pattern: Pattern, line: str) -> None:
        """Put a line forward for the top."""
        self.top.append((len(pattern.folders), line))

    def examples(self, pattern: Pattern) -> Iterator[str]:
        """Yield a quotation a session, of those sessions that have most of it."""
        sessions: dict[str, list[Case]] = {}
        for case in pattern.cases:
            if case.instance.words:
                sessions.setdefault(case.entry.folder, []).append(case)
        ordered = sorted(sessions.values(), key=lambda cases: -len(cases))
        told = [best for cases in ordered if (best := _telling(cases)) is not None]
        for case in told[:EXAMPLES]:
            of = f", {code(case.entry.project)}" if case.entry.project else ""
            yield f"- “{case.instance.words}” {self.pen.cite(case)}{of}"


def _telling(cases: Sequence[Case]) -> Case | None:
    """Return the case whose words are longest of those that aren't cut; None where all are short."""
    # A tool's own remark in brackets ("no output") tells nothing.
    long = [c for c in cases if len(c.instance.words) >= TELLING and not c.instance.words.startswith("(")]
    return min(long, key=lambda c: (c.instance.words.endswith("…"), -len(c.instance.words)), default=None)


def corrections(roll: Roll) -> Iterator[str]:
    """What the user corrected, and what they had to say again."""
    corrected, again = roll.kind("correction"), roll.kind("repeat")
    if roll.concluded(corrected, "corrections"):
        share = roll.share(corrected)
        roll.say(corrected, f"The user corrected the assistant {share}{roll.most(corrected)}.")
        yield f"The user corrected the assistant {share}{roll.most(corrected)}."
        yield from ("", *roll.examples(corrected), "")
    if roll.concluded(again, "instructions given again"):
        same = sum(c.instance.key == "repeat" for c in again.cases)
        near = len(again.cases) - same
        yield f"The user gave an instruction again {roll.share(again)}: {same} in the same words, {near} in nearly the same."
        yield from ("", *roll.examples(again))


def failures(roll: Roll) -> Iterator[str]:
    """Which errors come back from session to session."""
    failed = roll.kind("failure")
    if not roll.concluded(failed, "calls that failed and said why"):
        return
    keys = by_key(failed)
    back, rare = [p for p in keys if p.enough], [p for p in keys if not p.enough]
    yield f"Calls failed and said why {roll.share(failed)}{roll.most(failed)}. {_came_back(len(back))}"
    yield ""
    for pattern in back[:MOST]:
        share = roll.share(pattern)
        if pattern in back[:2]:
            roll.say(pattern, f"An error came back {share}{_projects(pattern)}: “{pattern.words}”.")
        yield f"- “{pattern.words}”: {share}{_projects(pattern)}"
    rest = [*back[MOST:], *rare]
    if rest:
        told = joined(rest)
        yield from ("", f"{count(len(rest), 'other error').capitalize()} came in fewer sessions each{roll.pen.note(told)}.")
    programs = [p for p in by_key(failed, program=True) if p.enough and p.key][:MOST]
    if programs:
        yield from ("", "By what was called, each with what it said most:", "", *(_program(roll, p) for p in programs))


def _program(roll: Roll, pattern: Pattern) -> str:
    said = next(c for c in pattern.cases if c.instance.words == pattern.words)
    return f"- {code(pattern.key)}: {roll.share(pattern)}{roll.most(pattern)}; “{pattern.words}” {roll.pen.cite(said)}"


def _came_back(n: int) -> str:
    if not n:
        return f"No error came in {number(ENOUGH)} sessions or more."
    return f"{count(n, 'error').capitalize()} came in {number(ENOUGH)} sessions or more" + (
        ":" if n <= MOST else f"; the first {number(MOST)}:"
    )


def _projects(pattern: Pattern) -> str:
    n = len(pattern.projects)
    return f", in {number(n)} projects" if n > 1 else f", all in {code(next(iter(pattern.projects)))}" if n else ""


def stops(roll: Roll) -> Iterator[str]:
    """Where the user interrupted or refused, and what they did then."""
    cut, refused = roll.kind("interrupt"), roll.kind("refusal")
    if roll.concluded(cut, "interrupts"):
        share = roll.share(cut)
        roll.say(cut, f"The user interrupted the work {share}{roll.most(cut)}.")
        after = [f"{NEXT.get(p.key, p.key)} {times(len(p.cases))}" for p in by_key(cut) if len(p.cases) >= ENOUGH]
        told = f" Then they {series(tuple(after))}." if after else ""
        yield from (f"The user interrupted the work {share}{roll.most(cut)}.{told}", "")
    if roll.concluded(refused, "refusals"):
        tools = [f"{code(p.key)} {times(len(p.cases))}" for p in by_key(refused) if p.key and len(p.cases) >= ENOUGH]
        told = f" Refused were {series(tuple(tools))}." if tools else ""
        yield f"The user refused a call {roll.share(refused)}{roll.most(refused)}.{told}"


def claims(roll: Roll) -> Iterator[str]:
    """Which claims of success the record contradicts, and which it doesn't bear out."""
    against, without = roll.kind("claim.contradicted"), roll.kind("claim.unverified")
    if roll.concluded(against, "claims of success that the record contradicts"):
        share = roll.share(against)
        roll.say(against, f"The assistant claimed a success that the record contradicts {share}{roll.most(against)}.")
        yield f"The assistant claimed a success that the record contradicts {share}{roll.most(against)}."
        yield from ("", *roll.examples(against), "")
    if roll.concluded(without, "claims of success without a check on record"):
        yield f"It claimed a success for which the record shows no check {roll.share(without)}{roll.most(without)}."
        yield from ("", *roll.examples(without))


def again(roll: Roll) -> Iterator[str]:
    """Where the work went in circles, was undone, was given up."""
    for kind, what, verb, ways in AGAIN:
        found = roll.kind(kind)
        if roll.concluded(found, what):
            counts = [f"{ways[p.key]} {times(len(p.cases))}" for p in by_key(found) if p.key in ways and len(p.cases) >= ENOUGH]
            line = f"{verb} {roll.share(found)}{roll.most(found)}."
            roll.say(found, line)
            yield from (line + (f" {_capital(series(tuple(counts)))}." if counts else ""), "", *roll.examples(found), "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def left_open(roll: Roll) -> Iterator[str]:
    """What sessions leave undone at their end."""
    for kind, what, verb in OPEN:
        found = roll.kind(kind)
        if roll.concluded(found, what):
            line = f"{len(found.folders)} of {len(roll.entries)} sessions {verb}{roll.pen.note(found)}{roll.most(found)}."
            roll.say(found, line)
            yield f"- {line}"


SECTIONS: tuple[tuple[str, Callable[[Roll], Iterator[str]]], ...] = (
    ("Corrections", corrections),
    ("Failures that come back", failures),
    ("Interrupts and refusals", stops),
    ("Claims", claims),
    ("In circles, undone, given up", again),
    ("Left open", left_open),
)
"""What is told, in this order; a section in which nothing may be concluded isn't there."""


def rollup(entries: Sequence[Entry], *, of: int) -> str:
    """Return what recurs in sessions, as Markdown; `of` is how many there were to be told."""
    roll = Roll(entries, of)
    sections = [(title, list(write(roll))) for title, write in SECTIONS]
    lines = [*_head(roll), ""]
    for title, body in sections:
        if body:
            lines += [f"## {title}", "", *body, ""]
    for title, table in (("By project", project_table(entries)), ("By week", week_table(entries))):
        if table:
            lines += [f"## {title}", "", *table, ""]
    if roll.few:
        lines += ["## Too few to conclude from", "", *roll.few, ""]
    if entries:
        lines += ["## Sessions", "", *session_table(entries, roll.pen.names), ""]
    return _tidy([*lines, *roll.pen.notes])


def _tidy(lines: Sequence[str]) -> str:
    out: list[str] = []
    for line in lines:
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).rstrip("\n") + "\n"


def _head(roll: Roll) -> Iterator[str]:
    n = len(roll.entries)
    yield f"# What recurs in {count(n, 'session')}"
    yield ""
    rule = f"Nothing is concluded from what is in fewer than {number(ENOUGH)} sessions"
    yield f"{_scope(roll.entries, roll.of)} {rule}; what isn't told, and why, is in [coverage.md](coverage.md)."
    if roll.top:
        yield ""
        ordered = sorted(enumerate(roll.top), key=lambda each: (-each[1][0], each[0]))[:SHORT]
        yield from (f"- {line}" for _, (_, line) in sorted(ordered))


def _scope(entries: Sequence[Entry], of: int) -> str:
    days = sorted(e.day for e in entries if e.day)
    span = f", from {days[0]} to {days[-1]}" if days else ""
    projects = len({e.project for e in entries if e.project})
    agents = len({e.agent for e in entries})
    told = f"{len(entries):,} of {count(of, 'session')} are told{span}"
    return f"{told}: {sum(e.messages for e in entries):,} messages, {count(projects, 'project')}, {count(agents, 'harness')}."

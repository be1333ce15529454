"""Which act does what: the commands and kinds of act that do a deed, the files that it touches, the words that show it."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property

from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act, Outcome

ARGUMENTS = ("command", "cmd", "script")
_COMMAND_END = re.compile(r"\s*(?:\d?>|[;&|\n]|$)")
SUBJECTS = ("committed", "opened a pull request,")
"""Verbs of acts that are told by their subject."""
_MANAGERS = "pip3?|npm|pnpm|yarn|bun|uv|apt|apt-get|brew|cargo|go|gem|bundle|poetry|conda|mise|composer|dnf|yum|apk"
COMMANDS: dict[str, re.Pattern[str]] = {
    deed: re.compile(pattern)
    for deed, pattern in (
        ("commit", r"\bgit (?:-[cC] \S+ )*commit\b"),
        ("push", r"\bgit (?:-[cC] \S+ )*push\b"),
        ("pr", r"\bgh pr create\b|\bglab mr create\b"),
        ("branch", r"\bgit (?:-[cC] \S+ )*(?:checkout(?! --)|switch|branch(?= [\w/])|worktree add[^;&|\n]* -[bB]|commit-tree)\b"),
        ("merge", r"\bgit (?:-[cC] \S+ )*(?:merge|rebase|cherry-pick)\b|\bgh pr merge\b"),
        ("pull", r"\bgit (?:-[cC] \S+ )*(?:pull|fetch)\b"),
        ("install", rf"\b(?:{_MANAGERS})\b[^;&|\n]*\s(?:install|add|ci|sync|get|i)\b"),
        (
            "deploy",
            (
                r"(?<![/\w.-])(?:deploy|publish|rollout)(?![/.\w-])|\bgh release create\b|\bcompose\b[^;&|\n]* up\b|"
                r"\bkubectl apply\b|\bhelm upgrade\b|\bterraform apply\b|"
                r"(?:^|[;&|]\s*|\b(?:bash|sh|python3?|node)\s+)[\w./-]{0,200}deploy[\w-]*\.(?:sh|py|ts|js)\b"
            ),
        ),
        ("stop", r"(?<![/\w.-])(?:kill|pkill|killall|stop|kill-session|kill-server|down)(?![/.\w])"),
    )
}
"""What in a shell's command does a deed, whatever else the line does."""
KINDS: dict[str, frozenset[str]] = {
    "test": frozenset(("test",)),
    "edit": frozenset(("edit",)),
    "run": frozenset(("run", "test", "debug", "operate")),
    "look": frozenset(("explore", "search", "review", "test", "run", "debug")),
    "delegate": frozenset(("delegate",)),
}
"""Kinds of act that do a deed."""
DEFINITE = frozenset(("commit", "push", "pr", "merge", "pull", "deploy", "test", "install", "delegate"))
"""Deeds that an act does or doesn't do, whatever they are about."""
FORGETTABLE: dict[str, str] = {
    "commit": "commands with `git commit`",
    "push": "commands with `git push`",
    "pr": "commands with `gh pr create`",
    "test": "test runs",
}
"""Deeds of which it can be told that nothing did them, and how a footnote counts what did."""
_MENTIONS = {
    "pr": r"\bpr\b|pull request|#\d+",
    "test": r"\btests?\b|\blint|\bcheck|pass(?:ed|es|ing)?\b|测试",
    "install": r"\binstall",
    "delegate": r"\bagent|\bworker|\bspawn|\bdelegat",
}
_FILE = re.compile(r"[\w*-]*\w[\w*-]\.[A-Za-z]\w{0,5}$")
HANDS_ON = frozenset(("loaded the skill",))
"""Verbs of acts that leave it to another text or agent what is done."""

Call = tuple[int, Act, Outcome | None]
"""A call of the model's: its position, what it does, how it ended."""


@dataclass(frozen=True)
class Deeds:
    """What a whole session does and speaks of, deed by deed, each looked up once."""

    whole: Whole
    found: dict[str, list[Call]] = field(default_factory=dict)
    spoken: dict[str, list[int]] = field(default_factory=dict)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call of the model's."""
        return tuple(c for c in self.whole.calls() if self.whole.messages[c[0]].by != "person")

    def after(self, deed: str, position: int) -> list[Call]:
        """Return the calls that do a deed, from a position on."""
        if deed not in self.found:
            self.found[deed] = [c for c in self.calls if does(self.whole, c[0], c[1], deed)]
        return self.found[deed][bisect_left(self.found[deed], position, key=lambda c: c[0]) :]

    def last_mention(self, deed: str) -> int:
        """Return the position at which the model last speaks of a deed; -1 for never."""
        if deed not in self.spoken:
            about = re.compile(_MENTIONS.get(deed, rf"\b{deed}"), re.IGNORECASE)
            by_model = ((p, m) for p, m in enumerate(self.whole.messages) if m.by == "model")
            self.spoken[deed] = [p for p, m in by_model if about.search(m.visible_text) is not None]
        return self.spoken[deed][-1] if self.spoken[deed] else -1


def went(ended: Outcome | None) -> bool:
    """Return whether a call did what it was meant to do, as far as the record tells."""
    return ended is None or ended.status in ("ok", "empty")


def does(whole: Whole, position: int, act: Act, deed: str) -> bool:
    """Return whether an act does a deed."""
    if deed in KINDS:
        return (act.kind in KINDS[deed] and act.verb not in HANDS_ON and not _is_plan(act)) or (
            deed == "edit" and act.verb in ("removed", "moved", "copied", "undid")
        )
    if deed not in COMMANDS:
        return False
    call = whole.messages[position].parts[act.part]
    if _named_tool(call.name or "") == deed:
        return True
    command = next((text for name in ARGUMENTS if (text := call.arg(name))), "")
    return COMMANDS[deed].search(command) is not None or (deed == "stop" and act.verb == "stopped")


def _named_tool(name: str) -> str:
    """Return the deed that the name of a server's tool tells ("git_commit", "create_pull_request"); "" for none."""
    low = name.lower().replace("-", "_")
    made = low.endswith(("create_pull_request", "create_merge_request"))
    return "pr" if made else next((deed for deed in ("commit", "push") if low.endswith(f"git_{deed}")), "")


def _is_plan(act: Act) -> bool:
    """Whether an act only writes down what is to be done, where a harness keeps that."""
    return act.kind == "edit" and any("/plans/" in f.replace("\\", "/") or "/memory/" in f for f in act.files)


def is_file(name: str) -> bool:
    """Return whether a name in a person's words is that of a file, by its ending."""
    return _FILE.search(name.strip("`@")) is not None and "://" not in name


def last_part(name: str) -> str:
    """Return the last part of a name, in lower case."""
    return name.strip("`@").replace("\\", "/").rsplit("/", 1)[-1].lower()


def touches(act: Act, file: str) -> bool:
    """Return whether an act is about a file, by the last part of its name."""
    return any(last_part(path) == file for path in act.files) or last_part(act.object) == file


def shown(whole: Whole, position: int, act: Act, deed: str) -> Span:
    """Return the words that show a deed: of a shell's line that does several, its own command."""
    if deed in COMMANDS and not (act.verb in SUBJECTS and act.object_span is not None):
        for name, text in whole.messages[position].parts[act.part].args:
            found = COMMANDS[deed].search(text) if name in ARGUMENTS else None
            if found is not None:
                end = _COMMAND_END.search(text, found.end())
                stop = end.start() if end else len(text)
                return act.span.model_copy(update={"arg": name, "start": found.start(), "end": stop})
    return act.object_span or act.span

"""The calls of an Aider message and what was printed of them: edits applied or refused, shell commands run or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.model import Author, Part, Status
from narrator.readers.aider_entries import Entry
from narrator.readers.base import Draft

_COMMAND = re.compile(r"(?:!|/run |/test |/git |/lint )\s*(?P<words>.+)", re.DOTALL)
_MISMATCH = re.compile(r"^## SearchReplaceNoExactMatch: .* in (?P<path>\S.*)$", re.MULTILINE)
_SEARCHED = re.compile(r"^<{5,9} SEARCH\n(?P<old>.*?)^={5,9}$", re.MULTILINE | re.DOTALL)
_OTHERS = re.compile(r"^# The other \d+ SEARCH/REPLACE blocks? w(?:as|ere) applied successfully\.", re.MULTILINE)
_SENT_BACK = re.compile(
    r"(?:Add (?:file|these files) to the chat|Attempt to fix (?:lint|test) errors)\?.*(?:\]:)? (?:y|yes|a|all)"
    r"|The LLM did not conform to the edit format\."
)
_KEPT_WORDS = re.compile(r"Add .*to the chat\?.*|Added \d+ lines? of output to the chat\.")
"""What is said of a command's output in place of the output, which isn't logged."""
_YES = ("y", "yes", "a", "all")


def command_of(typed: str) -> str | None:
    """Return the shell command that a typed command runs, or None."""
    match = _COMMAND.match(typed)
    if match is None:
        return None
    return f"git {match['words']}" if typed.startswith("/git ") else match["words"]


class Calls:
    """What was printed after a message, as its calls, their results and notices."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._plain: list[str] = []
        self._failure: list[str] | None = None
        self._ran: str | None = None
        self._answered: set[str] = set()

    def run(self, command: str, by: Author) -> str:
        """Add a shell command, and return its call; a person's own takes what is printed next as its output."""
        call = f"shell-{len(self._draft.parts)}"
        self._draft.add(Part(kind="call", by=by, name="bash", args=(("command", command),), call=call))
        self._ran = call if by == "person" else None
        return call

    def note(self, entry: Entry) -> None:
        """Take in what was printed."""
        if entry.wording == "plain" and self._failure is not None:
            self._failure.append(entry.text)
            return
        self._close_failure()
        if entry.wording == "plain":
            self._plain.append(entry.text)
        elif entry.wording == "shell":
            self._suggest(entry)
        else:
            self._flush()
            self._settle(entry)

    def sends_back(self, entry: Entry) -> bool:
        """Return whether Aider, having printed this, asks the model again by itself."""
        return entry.wording == "failed" or (entry.wording == "plain" and _SENT_BACK.fullmatch(entry.text) is not None)

    def close(self) -> None:
        """Settle what is still open."""
        self._close_failure()
        self._flush()

    def _suggest(self, entry: Entry) -> None:
        while self._plain and not self._plain[-1].strip():
            self._plain.pop()
        command = self._plain.pop() if self._plain else ""
        self._flush()
        call = self.run(command, "model")
        if not entry.found["answer"].lower().startswith(_YES):
            self._answer(call, entry.text, "person", "refused", "bash")

    def _settle(self, entry: Entry) -> None:
        path = entry.found.get("path", "")
        if entry.wording == "applied":
            self._answer_edits(path, entry.text, "tool", "ok")
        elif entry.wording == "not-applied":
            self._answer_edits(path, entry.text, "tool", "cancelled")
        elif entry.wording == "skipped":
            self._answer_edits(path, entry.text, "person", "refused")
        elif entry.wording == "failed":
            self._failure = [entry.text]
        elif entry.wording == "commit":
            self._draft.add(Part(kind="notice", text=entry.text, by="harness", name="commit"))

    def _flush(self) -> None:
        text = "\n".join(self._plain).strip("\n")
        self._plain = []
        if not text.strip():
            return
        if self._ran is None:
            self._draft.add(Part(kind="notice", text=text, by="harness"))
            return
        if all(_KEPT_WORDS.fullmatch(line) for line in text.split("\n") if line):
            self._draft.add(Part(kind="notice", text=text, by="harness"))
        else:
            self._answer(self._ran, text, "tool", "ok", "bash")
        self._ran = None

    def _answer_edits(self, path: str, text: str, by: Author, status: Status) -> None:
        """Answer the edits of a file; one that was applied and isn't written as a block was made in another form."""
        calls = [c for c, named, _ in self._open_edits() if _same(named, path)]
        if not calls:
            call = f"edit-of-{len(self._draft.parts)}"
            self._draft.add(Part(kind="call", by="model", name="edit", args=(("file_path", path),), call=call))
            calls = [call]
        for call in calls:
            self._answer(call, text, by, status, "edit")

    def _close_failure(self) -> None:
        if self._failure is None:
            return
        text, self._failure = "\n".join(self._failure), None
        found = list(_MISMATCH.finditer(text))
        ends = [*(m.start() for m in found[1:]), len(text)]
        for match, end in zip(found, ends, strict=False):
            self._fail(match["path"].strip(), text[match.start() : end].strip())
        others = _OTHERS.search(text)
        for call, _, _ in list(self._open_edits()) if others else ():
            self._answer(call, others[0] if others else "", "tool", "ok", "edit")
        if not found:
            self._draft.add(Part(kind="notice", text=text, by="harness"))

    def _fail(self, path: str, text: str) -> None:
        searched = _SEARCHED.search(text)
        old = searched["old"].strip() if searched else None
        for call, named, sought in list(self._open_edits()):
            if _same(named, path) and old in (None, sought.strip()):
                self._answer(call, text, "tool", "error", "edit")

    def _open_edits(self) -> Iterator[tuple[str, str, str]]:
        for part in self._draft.parts:
            if part.kind == "call" and part.name == "edit" and part.call and part.call not in self._answered:
                yield part.call, part.arg("file_path") or "", part.arg("old_string") or ""

    def _answer(self, call: str, text: str, by: Author, status: Status, name: str) -> None:
        self._answered.add(call)
        self._draft.answer(Part(kind="result", text=text, by=by, name=name, call=call, status=status))


def _same(one: str, other: str) -> bool:
    one, other = one.removeprefix("./"), other.removeprefix("./")
    return one == other or one.endswith(f"/{other}") or (bool(one) and other.endswith(f"/{one}"))

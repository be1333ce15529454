"""Lists a Claude Code session by the ends of its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from narrator.model import Message
from narrator.readers.base import Listing, as_dict, as_text, parse_time
from narrator.readers.claude_blocks import CALLS, blocks_of, is_result, kind_of, said
from narrator.readers.claude_speech import Speech, speech_of
from narrator.readers.claude_texts import COMMAND, FILLERS, INTERRUPT, PROMPT, origin_of
from narrator.readers.compressed import stem
from narrator.readers.ends import ends, first_records, is_cut, last_records
from narrator.readers.summaries import heading, project_of

Json = dict[str, Any]

MOST_RECORDS = 2000
"""How many records are looked through for a prompt: before it stand hooks, snapshots, and what commands printed."""


def list_session(path: Path) -> Iterator[Listing]:
    """Yield the session in a file; none where the file has no turns.

    Raises:
        SourceError: when the file can't be opened.

    """
    found = ends(path)
    last = last_records(path, found, lambda r: _is_turn(r) and not _is_side(r))
    first = last if found.is_whole else list(_until_prompt(first_records(path, found)))
    turns = [r for r in (*first, *last) if _is_turn(r)]
    if not turns:
        return
    child = all(_is_side(r) for r in turns)
    own = [r for r in (*first, *last) if child or not _is_side(r)]
    times = [t for r in own if (t := parse_time(r.get("timestamp"))) is not None]
    yield Listing(
        session=_session(path, (*first, *last), child=child),
        format="claude-code",
        path=str(path),
        agent="claude-code",
        title=_title(first, last),
        project=project_of(_first(own, "cwd")),
        started=times[0] if times else None,
        ended=times[-1] if times else None,
        messages=count_messages(last) if found.is_whole else None,
        open=is_cut(found) or _is_open(last, child=child),
        child=child,
    )


def _until_prompt(records: Iterator[Json]) -> Iterator[Json]:
    for record in islice(records, MOST_RECORDS):
        yield record
        if _prompt(record) is not None:
            return


def _session(path: Path, records: Iterable[Json], *, child: bool) -> str:
    agent = _first(records, "agentId")
    if child and agent:
        return f"agent-{agent}"
    ids = [name for r in records if (name := as_text(r.get("sessionId") or r.get("session_id")))]
    return stem(path) if not ids or stem(path) in ids else ids[-1]


def _first(records: Iterable[Json], name: str) -> str:
    return next((text for r in records if (text := as_text(r.get(name)))), "")


def _title(first: list[Json], last: list[Json]) -> str | None:
    """Return what a person called the session, else typed first, else what the harness called it."""
    called = [title for r in (*first, *last) if (title := as_text(r.get("customTitle")).strip())]
    if called:
        return called[-1]
    prompts = (words for r in first if (words := _prompt(r)) is not None)
    named = (title for r in reversed((*first, *last)) if (title := as_text(r.get("aiTitle")).strip()))
    commands = (_words(s) for r in first if (s := _speech(r)) is not None and s.origin == COMMAND)
    return next((h for words in prompts if (h := heading(words))), None) or next(named, None) or next(commands, None)


def _prompt(record: Json) -> str | None:
    """Return the words that a person typed as a prompt in a record, or None."""
    speech = _speech(record)
    return (_words(speech) or None) if speech is not None and speech.origin == PROMPT else None


def _speech(record: Json) -> Speech | None:
    """Return what a record in the person's place says; None for results and every other record."""
    given = as_dict(record.get("attachment"))
    if record.get("type") == "attachment" and given.get("type") == "queued_command":
        return speech_of(blocks_of(given.get("prompt")), origin_of(given), side=False)
    if record.get("type") != "user" or not _is_turn(record):
        return None
    own = [b for b in _blocks(record) if not is_result(b)]
    results = len(own) < len(_blocks(record))
    return None if results and not own else speech_of(own, origin_of(record), side=_is_side(record))


def _words(speech: Speech) -> str:
    message = Message(index=0, role="user", kind=speech.origin.kind, by=speech.origin.by, parts=speech.parts)
    return message.visible_text


def _blocks(record: Json) -> list[Json]:
    message = record.get("message")
    return blocks_of(message.get("content") if isinstance(message, dict) else message)


def _is_turn(record: Json) -> bool:
    return record.get("type") in ("user", "assistant") and isinstance(record.get("message"), (dict, str))


def _is_side(record: Json) -> bool:
    return record.get("isSidechain") is True or isinstance(record.get("parent_tool_use_id"), str)


def count_messages(records: Iterable[Json]) -> int:
    """Return how many messages the records of a file make, all of them given."""
    replies: set[str] = set()
    said_already: set[str] = set()
    count = 0
    for record in records:
        if record.get("type") == "assistant" and _is_turn(record):
            key = as_text(as_dict(record.get("message")).get("id")) or as_text(record.get("uuid"))
            count += not key or key not in replies
            replies.add(key)
        elif _speech(record) is not None:
            key = as_text(record.get("uuid"))
            count += not key or key not in said_already
            said_already.add(key)
    return count


def _is_open(records: list[Json], *, child: bool) -> bool:
    for record in reversed(records):
        if _is_side(record) and not child:
            continue
        if record.get("type") == "assistant" and _is_turn(record):
            return _is_unfinished(record)
        speech = _speech(record)
        if speech is None and record.get("type") == "user" and _is_turn(record):
            return True
        if speech is not None and (speech.origin.kind == "prompt" or speech.origin == INTERRUPT or speech.interrupts):
            return True
    return False


def _is_unfinished(record: Json) -> bool:
    """Return whether a reply that nothing follows isn't a turn's end: it calls, failed, only thought, or was cut by a limit."""
    if record.get("isApiErrorMessage") is True or as_dict(record.get("message")).get("stop_reason") in ("max_tokens", "tool_use"):
        return True
    blocks = _blocks(record)
    if any(kind_of(b) in CALLS for b in blocks):
        return True
    words = "".join(said(b) for b in blocks if kind_of(b) == "text").strip()
    return not words and words not in FILLERS

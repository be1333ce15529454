"""One session told, by a worker: its documents, then its entry."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from hashlib import file_digest
from pathlib import Path

from narrator.analysis import Analysis, analyze
from narrator.batch.instances import instances
from narrator.batch.shelf import SESSIONS, Shelf
from narrator.batch.values import Aside, Entry, Item, Options, Outcome, Reason, Task, shown
from narrator.errors import NarratorError, SourceError
from narrator.evidence import Fact
from narrator.ledger import gather_ledger
from narrator.lexicon import load_lexicon
from narrator.model import Transcript
from narrator.planning import DocumentPlan, plan
from narrator.planning.schemas import load_schema
from narrator.planning.sessions import plan_session
from narrator.publishing import as_page
from narrator.readers import read
from narrator.realization import write
from narrator.realization.quotation import flatten
from narrator.redaction import Policy, redact, using
from narrator.redaction.transcripts import numbered
from narrator.times import zone_named

TURNS = 3
"""Turning points about which essays are written, strongest first."""
WHOLE = ("retro", "brief")
"""Kinds of documents about a whole session."""
TITLE = 100
"""Code points of a title."""


def tell(task: Task) -> Outcome:
    """Write a session's documents and return its entry; where it can't be told, say why. Never raises."""
    with using(Policy(task.options.level, task.options.scanners)):
        try:
            return _told(task)
        except SourceError as error:
            return aside(task.item, "unread", str(error))
        except NarratorError as error:
            return aside(task.item, "unwritten", str(error))
        except Exception as error:  # noqa: BLE001 (one bad session never stops the rest)
            return aside(task.item, "fault", f"a fault of narrator's own ({type(error).__name__}: {error})")


def aside(item: Item, reason: Reason, why: str) -> Aside:
    """Return that a session wasn't told, and why, redacted."""
    said = " ".join(redact(shown(why.removeprefix(f"{item.path}: "))).split())
    session, path = (redact(shown(text)) for text in (item.session, item.path))
    return Aside(session=session, path=path, folder=item.folder, reason=reason, why=said)


def standing(task: Task, before: Entry | None) -> bool:
    """Return whether a session was told as it is now, as far as its file's bytes tell that; `before` is its entry."""
    return before is not None and before.made == task.options and before.digest == _digest(Path(task.item.path))


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        # A folder, or one session of a store: its digest is known when it is read.
        return None


def _told(task: Task) -> Outcome:
    shelf, item = Shelf(task.out), task.item
    transcript = read(item.path, format=item.format)
    before = shelf.entry(item.folder)
    if before is not None and before.made == task.options and before.digest == transcript.digest:
        shelf.sweep(f"{SESSIONS}/{item.folder}")
        return before
    if len(transcript.messages) < task.min_messages:
        return aside(item, "few", f"{len(transcript.messages)} messages, fewer than {task.min_messages}")
    with numbered(transcript):
        analysis = analyze(transcript, zone=task.options.zone)
        facts = gather_ledger(analysis)
        written = list(documents(analysis, facts, task.options))
        return shelf.put_entry(_entry(item, analysis, facts, task.options), written)


def documents(analysis: Analysis, facts: tuple[Fact, ...], options: Options) -> Iterator[tuple[str, str]]:
    """Yield name and text of each document about a session: of the whole, then of its strongest turning points."""
    plans = [(kind, _whole(analysis, facts, kind)) for kind in WHOLE]
    plans += [(f"essay-{turn.message}", plan(analysis, turn.message)) for turn in analysis.turning_points[:TURNS]]
    for name, planned in plans:
        document = write(planned)
        yield f"{name}.md", document.markdown
        if "html" in options.forms:
            yield f"{name}.html", as_page(document)


def _whole(analysis: Analysis, facts: tuple[Fact, ...], kind: str) -> DocumentPlan:
    return plan_session(analysis, load_schema(kind, None), frozenset(load_lexicon(kind, None)), ledger=facts)


def _entry(item: Item, analysis: Analysis, facts: tuple[Fact, ...], options: Options) -> Entry:
    transcript = analysis.transcript
    cover = transcript.coverage
    return Entry(
        session=redact(shown(transcript.session)),
        folder=item.folder,
        digest=transcript.digest,
        made=options,
        agent=transcript.agent if transcript.agent != "unknown" else transcript.format,
        format=transcript.format,
        project=flatten(redact(shown(item.project)), longest=TITLE) if item.project else None,
        title=_title(transcript),
        day=_day(transcript, options.zone),
        messages=len(transcript.messages),
        prompts=len(analysis.interventions),
        calls=sum(len(each) for each in analysis.signals.acts.values()),
        records=cover.records,
        bad=cover.bad + cover.unknown,
        problems=len(transcript.problems),
        files=(),
        instances=instances(analysis, facts),
    )


def _title(transcript: Transcript) -> str | None:
    asked = next((m.visible_text for m in transcript.messages if m.by == "person" and m.visible_text), "")
    text = transcript.title or asked
    return flatten(redact(text), longest=TITLE) or None if text else None


def _day(transcript: Transcript, zone: str) -> str | None:
    times: list[datetime] = [t for t in (transcript.started, *(m.at for m in transcript.messages)) if t is not None]
    return min(times).astimezone(zone_named(zone)).date().isoformat() if times else None

"""`narrator check`: a text about a session, checked against the session."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from narrator.cli.common import format_option, index_option, plain_errors, put, say, session_option
from narrator.cli.opening import open_session, session_of_text
from narrator.errors import MessageIndexError, SourceError

if TYPE_CHECKING:
    from narrator.model import Transcript


@click.command()
@click.argument("essay", type=click.Path())
@session_option
@format_option
@index_option("The message that the text is about, where its front matter doesn't say.")
@click.option("--strict", is_flag=True, help="Fail on what can't be decided, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="Form of the output.",
)
@plain_errors
def command(essay: str, session: str | None, source_format: str | None, index: int | None, strict: bool, form: str) -> None:
    """Check ESSAY (a file, or - for standard input) against its session: exit 1 where something in it is wrong.

    With no --session, the session that the text's front matter names is looked for on this machine. JSON holds every verdict;
    text and GitHub's annotations hold what is wrong, and with --strict what can't be decided.
    """
    from narrator.checking import count_unjudged, verdicts
    from narrator.cli.verdicts import FORMS, tally

    text = _read(essay)
    transcript = _session(text, session, source_format, index)
    if index is not None and transcript.message(index) is None:
        raise MessageIndexError(f"--index {index}: session {transcript.session} has no such message")
    results = verdicts(text, transcript, subject=index)
    counts = tally(results)
    put(FORMS[form](essay, transcript.session, results, strict=strict))
    blank, every = count_unjudged(text, results)
    if blank:
        say(f"of {blank} of {every} sentences no check judges what they say, only what they cite, quote and name")
    say(f"{counts['right']} right, {counts['wrong']} wrong, {counts['unknown']} unknown")
    if counts["wrong"] or (strict and counts["unknown"]):
        sys.exit(1)


def _read(essay: str) -> str:
    if essay == "-" and sys.stdin is None:
        raise SourceError("standard input is closed; give the path of a text")
    try:
        data = sys.stdin.buffer.read() if essay == "-" else Path(essay).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SourceError(f"{essay}: can't be read ({error.strerror or error}); give the path of a text") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{essay}: not UTF-8 text; check the path") from error
    if not text.strip():
        raise SourceError(f"{essay}: an empty text; there is nothing to check")
    return text.replace("\r\n", "\n")


def _session(text: str, session: str | None, source_format: str | None, index: int | None) -> Transcript:
    matter = _front_matter(text)
    if session is None and "session" in matter:
        return session_of_text(matter["session"])
    subject = matter.get("subject", "")
    return open_session(
        session, index if index is not None or not subject.isdecimal() else int(subject), source_format=source_format
    )


def _front_matter(text: str) -> dict[str, str]:
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        return {}
    pairs = (line.partition(":") for line in lines[1 : lines.index("---", 1)])
    return {name.strip(): value.strip() for name, _, value in pairs if value.strip()}

"""`narrator check`: a text about a session, checked against the session."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from narrator.cli.common import format_option, open_session, plain_errors, session_option
from narrator.errors import SourceError


@click.command()
@click.argument("essay", type=click.Path())
@session_option
@format_option
@click.option(
    "--index",
    type=click.IntRange(min=0),
    metavar="N",
    help="The message that the text is about, where its front matter doesn't say.",
)
@click.option("--strict", is_flag=True, help="Fail on what can't be decided, too.")
@plain_errors
def command(essay: str, session: str | None, source_format: str | None, index: int | None, strict: bool) -> None:
    """Check ESSAY (a file, or - for standard input) against its session: exit 1 where something in it is wrong."""
    from narrator.checking import verdicts

    text = _read(essay)
    transcript = open_session(session, index if index is not None else _subject(text), source_format=source_format)
    results = verdicts(text, transcript, subject=index)
    counts = {verdict: sum(r.verdict == verdict for r in results) for verdict in ("right", "wrong", "unknown")}
    for result in results:
        if result.verdict == "wrong" or (strict and result.verdict == "unknown"):
            click.echo(f"{essay}:{result.line}:{result.column}: {result.check}: {result.text}")
    click.echo(f"{counts['right']} right, {counts['wrong']} wrong, {counts['unknown']} unknown", err=True)
    if counts["wrong"] or (strict and counts["unknown"]):
        sys.exit(1)


def _read(essay: str) -> str:
    try:
        return sys.stdin.read() if essay == "-" else Path(essay).read_text("utf-8")
    except OSError as error:
        raise SourceError(f"{essay}: can't be read ({error.strerror or error}); give the path of a text") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{essay}: not UTF-8 text; check the path") from error


def _subject(text: str) -> int | None:
    for line in text.splitlines()[1:12]:
        name, _, value = line.partition(":")
        if name == "subject" and value.strip().isdigit():
            return int(value)
    return None

"""`narrator convert`: a session in another format, without its secrets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from narrator.cli.common import deliver, format_option, out_option, plain_errors, redact_options, say, session_option
from narrator.cli.opening import open_session

if TYPE_CHECKING:
    from narrator.model import Transcript


@click.command()
@click.option("--to", "form", type=click.Choice(["atif", "jsonl"]), required=True, help="The format to write.")
@session_option
@format_option
@out_option
@plain_errors
@redact_options
def command(form: str, session: str | None, source_format: str | None, out: str | None) -> None:
    """Write a session as ATIF or as narrator's JSON lines; what is lost or put aside is said on standard error.

    Secrets are redacted, as in everything that narrator writes, unless --no-redact is given.
    """
    from narrator.redaction.transcripts import redact_transcript

    transcript = open_session(session, source_format=source_format)
    redacted = redact_transcript(transcript)
    lines, aside = _written(redacted.transcript, form)
    deliver(b"".join(lines).decode("utf-8"), out, about=transcript)
    _report(transcript, aside, redacted.replaced)


def _written(transcript: Transcript, form: str) -> tuple[Iterable[bytes], tuple[tuple[str, int], ...]]:
    """Return the lines of the file, and what its format has no place for."""
    if form == "atif":
        from narrator.readers.atif_write import write_atif

        return write_atif(transcript)
    from narrator.readers.jsonl_write import write_lines

    return write_lines(transcript), ()


def _report(transcript: Transcript, aside: tuple[tuple[str, int], ...], replaced: int) -> None:
    if aside:
        say(f"under extra.narrator, which only narrator reads: {', '.join(f'{count} {words}' for words, count in aside)}")
    places = sum(len(m.places) for m in transcript.messages) + sum(len(e.places) for e in transcript.events)
    records = transcript.coverage.records
    say(f"not written: {places} places in the source, the counts of its {records} records, its digest")
    if replaced:
        say(f"{replaced} secrets and personal details redacted")

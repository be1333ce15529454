"""`narrator inspect`: what is read out of a session, for a person who wonders at an essay, or for a program."""

from __future__ import annotations

import click

from narrator.cli.common import deliver, format_option, in_color, out_option, plain_errors, redact_options, session_option
from narrator.cli.opening import open_session


@click.command()
@session_option
@format_option
@click.option("--index", type=click.IntRange(min=0), metavar="N", help="One message and what is known of it.")
@click.option("--facts", is_flag=True, help="With --index: every fact found about it.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@out_option
@plain_errors
@redact_options
def command(
    session: str | None, source_format: str | None, index: int | None, facts: bool, as_json: bool, out: str | None
) -> None:
    """Show the phases, turning points and silences of a session; with --index, one message."""
    from narrator.analysis import analyze
    from narrator.publishing import listing, reading

    if facts and index is None:
        raise click.UsageError("--facts needs --index: it tells the facts about one message.")
    transcript = open_session(session, index, source_format=source_format)
    analysis = analyze(transcript)
    if as_json:
        text = reading.as_json(analysis, index, facts=facts)
    else:
        text = listing.as_text(analysis, index, facts=facts, color=out in (None, "-") and in_color())
    deliver(text, out, about=transcript)

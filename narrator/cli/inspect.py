"""`narrator inspect`: what is read out of a session, for a person who wonders at an essay, or for a program."""

from __future__ import annotations

import click

from narrator.cli.common import deliver, format_option, open_session, plain_errors, session_option


@click.command()
@session_option
@format_option
@click.option("--index", type=click.IntRange(min=0), metavar="N", help="One message and what is known of it.")
@click.option("--facts", is_flag=True, help="With --index: every fact found about it.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option("--out", metavar="FILE", help="Write to this file instead of standard output.")
@plain_errors
def command(
    session: str | None, source_format: str | None, index: int | None, facts: bool, as_json: bool, out: str | None
) -> None:
    """Show the phases, turning points and silences of a session; with --index, one message."""
    from narrator.analysis import analyze
    from narrator.publishing import reading

    analysis = analyze(open_session(session, index, source_format=source_format))
    if as_json:
        deliver(reading.as_json(analysis, index, facts=facts), out)
    else:
        deliver(reading.as_text(analysis, index, facts=facts), out)

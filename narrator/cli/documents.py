"""Verbs that write a document about a whole session: one command for each kind."""

from __future__ import annotations

import click

from narrator.cli.common import deliver, format_option, out_option, plain_errors, redact_options, session_option, tz_option
from narrator.cli.opening import open_session


def session_verb(kind: str, about: str) -> click.Command:
    """Return the command that writes documents of a kind about sessions; `about` is its help."""

    @click.command(help=about)
    @session_option
    @format_option
    @click.option(
        "--format",
        "form",
        type=click.Choice(["markdown", "json", "html"]),
        default="markdown",
        show_default=True,
        help="Form of the output.",
    )
    @click.option(
        "--templates",
        type=click.Path(exists=True, file_okay=False),
        help="A folder whose templates and wordings go before the shipped ones.",
    )
    @tz_option
    @out_option
    @plain_errors
    @redact_options
    def command(
        session: str | None, source_format: str | None, form: str, templates: str | None, zone: str, out: str | None
    ) -> None:
        from narrator.analysis import analyze
        from narrator.planning import plan
        from narrator.publishing import as_json, as_page
        from narrator.realization import write
        from narrator.times import zone_named

        zone_named(zone)  # before a long session is read
        transcript = open_session(session, None, source_format=source_format)
        document = write(plan(analyze(transcript, zone=zone), kind=kind, templates=templates), templates=templates)
        if form == "html":
            text = as_page(document, templates=templates)
        else:
            text = as_json(document) if form == "json" else document.markdown
        deliver(text, out, about=transcript, rendered=form == "markdown")

    return command

"""`narrator essay`: the essay about one message."""

from __future__ import annotations

import click

from narrator.cli.common import (
    deliver,
    format_option,
    index_option,
    out_option,
    plain_errors,
    redact_options,
    say,
    session_option,
    tz_option,
)
from narrator.cli.opening import open_session


@click.command()
@index_option("The message, by the N of [msg N]; by default the strongest turning point.")
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
    index: int | None,
    session: str | None,
    source_format: str | None,
    form: str,
    templates: str | None,
    zone: str,
    out: str | None,
) -> None:
    """Write the essay about one message: what it is, what led to it, why, what came of it."""
    from narrator.analysis import analyze
    from narrator.planning import plan
    from narrator.publishing import as_json, as_page
    from narrator.realization import write
    from narrator.times import zone_named

    zone_named(zone)  # before a long session is read
    transcript = open_session(session, index, source_format=source_format)
    document = write(plan(analyze(transcript, zone=zone), index, templates=templates), templates=templates)
    if index is None:
        turns = document.plan.analysis.turning_points
        say(
            f"about message {document.plan.subject}, {'the strongest turning point' if turns else 'the last: nothing turns here'}"
        )
    if form == "html":
        text = as_page(document, templates=templates)
    else:
        text = as_json(document) if form == "json" else document.markdown
    deliver(text, out, about=transcript, rendered=form == "markdown")

"""`narrator essay`: the essay about one message."""

from __future__ import annotations

import click

from narrator.cli.common import (
    format_option,
    index_option,
    out_option,
    plain_errors,
    redact_options,
    say,
    session_option,
    tz_option,
)
from narrator.cli.documents import deliver_document, form_options
from narrator.cli.opening import open_session


@click.command()
@index_option("The message, by the N of [msg N]; by default the strongest turning point.")
@session_option
@format_option
@form_options
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
    deliver_document(document, form, templates, out)

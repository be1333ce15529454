"""`narrator essay`: the essay about one message."""

from __future__ import annotations

import click

from narrator.cli.common import deliver, format_option, open_session, plain_errors, session_option


@click.command()
@click.option(
    "--index",
    type=click.IntRange(min=0),
    metavar="N",
    help="The message, by the N of [msg N]; by default the strongest turning point.",
)
@session_option
@format_option
@click.option(
    "--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True, help="Form of the output."
)
@click.option(
    "--templates",
    type=click.Path(exists=True, file_okay=False),
    help="A folder whose templates and wordings go before the shipped ones.",
)
@click.option("--out", metavar="FILE", help="Write to this file instead of standard output.")
@plain_errors
def command(
    index: int | None, session: str | None, source_format: str | None, form: str, templates: str | None, out: str | None
) -> None:
    """Write the essay about one message: what it is, what led to it, why, what came of it."""
    from narrator.analysis import analyze
    from narrator.planning import plan
    from narrator.publishing import as_json
    from narrator.realization import write

    transcript = open_session(session, index, source_format=source_format)
    document = write(plan(analyze(transcript), index, templates=templates), templates=templates)
    deliver(as_json(document) if form == "json" else document.markdown, out, rendered=form == "markdown")

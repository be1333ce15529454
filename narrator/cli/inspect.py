"""`narrator inspect`: what is read out of a session, for a person who wonders at an essay, or for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from narrator.cli.common import (
    deliver,
    format_option,
    in_color,
    index_option,
    out_option,
    plain_errors,
    redact_options,
    session_option,
    tz_option,
)
from narrator.cli.opening import open_session

if TYPE_CHECKING:
    from narrator.analysis import Analysis


@click.command()
@session_option
@format_option
@index_option("One message and what is known of it.")
@click.option("--facts", is_flag=True, help="Every fact found about the session, or with --index about the message.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="Lines, JSON for programs, or a page with the session's timeline.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--graph",
    type=click.Choice(["dot", "graphml", "json"]),
    help="Instead, the graph of the links between its messages, for other tools.",
)
@tz_option
@out_option
@plain_errors
@redact_options
def command(
    session: str | None,
    source_format: str | None,
    index: int | None,
    facts: bool,
    form: str,
    as_json: bool,
    graph: str | None,
    zone: str,
    out: str | None,
) -> None:
    """Show the phases, turning points and silences of a session; with --index, one message."""
    from narrator.analysis import analyze
    from narrator.times import zone_named

    form = "json" if as_json else form
    if graph is not None and (index is not None or form != "text"):
        raise click.UsageError("--graph has its own forms and shows the whole session: leave out --index, --format and --json.")
    if form == "html" and index is not None:
        raise click.UsageError("--format html shows the whole session: leave out --index, or write an essay about the message.")
    zone_named(zone)  # before a long session is read
    transcript = open_session(session, index, source_format=source_format)
    analysis = analyze(transcript, zone=zone)
    text = _graph(analysis, graph) if graph is not None else _reading(analysis, form, index, facts=facts, out=out)
    deliver(text, out, about=transcript)


def _reading(analysis: Analysis, form: str, index: int | None, *, facts: bool, out: str | None) -> str:
    from narrator.publishing import listing, page_session, reading

    if form == "html":
        return page_session.as_page(analysis)
    if form == "json":
        return reading.as_json(analysis, index, facts=facts)
    return listing.as_text(analysis, index, facts=facts, color=out in (None, "-") and in_color())


def _graph(analysis: Analysis, form: str) -> str:
    from narrator.graph.export import FORMS

    return FORMS[form](analysis.graph, analysis.transcript)

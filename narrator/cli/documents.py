"""What verbs that write a document share, and those about a whole session: one command for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from narrator.cli.common import deliver, format_option, out_option, plain_errors, redact_options, session_option, tz_option
from narrator.cli.opening import open_session

if TYPE_CHECKING:
    from narrator.realization import Document


P = ParamSpec("P")
R = TypeVar("R")


def form_options(command: Callable[P, R]) -> Callable[P, R]:
    """Give a command the options of every verb that writes a document: its form, and templates of one's own."""
    form = click.option(
        "--format",
        "form",
        type=click.Choice(["markdown", "json", "html"]),
        default="markdown",
        show_default=True,
        help="Form of the output.",
    )
    templates = click.option(
        "--templates",
        type=click.Path(exists=True, file_okay=False),
        help="A folder whose templates and wordings go before the shipped ones.",
    )
    return form(templates(command))


def deliver_document(document: Document, form: str, templates: str | None, out: str | None) -> None:
    """Write a document in one of its forms to where the verb was told to."""
    from narrator.publishing import as_json, as_page

    if form == "html":
        text = as_page(document, templates=templates)
    else:
        text = as_json(document) if form == "json" else document.markdown
    deliver(text, out, about=document.plan.analysis.transcript, rendered=form == "markdown")


def session_verb(kind: str, about: str) -> click.Command:
    """Return the command that writes documents of a kind about sessions; `about` is its help."""

    @click.command(help=about)
    @session_option
    @format_option
    @form_options
    @tz_option
    @out_option
    @plain_errors
    @redact_options
    def command(
        session: str | None, source_format: str | None, form: str, templates: str | None, zone: str, out: str | None
    ) -> None:
        from narrator.analysis import analyze
        from narrator.planning import plan
        from narrator.realization import write
        from narrator.times import zone_named

        zone_named(zone)  # before a long session is read
        transcript = open_session(session, None, source_format=source_format)
        document = write(plan(analyze(transcript, zone=zone), kind=kind, templates=templates), templates=templates)
        deliver_document(document, form, templates, out)

    return command

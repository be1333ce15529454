"""`narrator batch`: many sessions told, and what recurs in them."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

import click

from narrator.cli.common import plain_errors, redact_options, say, tz_option


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Write to this folder."
)
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Only sessions that ended on 2026-11-30 or later."
)
@click.option("--project", metavar="NAME", help="Only those of this project; * and ? stand for any characters.")
@click.option("--min-messages", type=click.IntRange(min=0), default=0, metavar="N", help="Only those with so many messages.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes at work; by default one for each processor.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "html"]),
    default="markdown",
    show_default=True,
    help="Form of the documents; html writes pages beside the Markdown.",
)
@tz_option
@plain_errors
@redact_options
def command(
    paths: tuple[Path, ...],
    out: Path,
    since: datetime | None,
    project: str | None,
    min_messages: int,
    jobs: int | None,
    form: str,
    zone: str,
) -> None:
    """Tell every session in the files and folders PATH (by default of this machine), and what recurs in them.

    A session gets a retrospective, a brief, and essays about its first three turning points, all together rollup.md. Killed
    and run again, the work goes on where it stood; a session that hasn't changed isn't told again.
    """
    from narrator.batch import Options, Processes, Wanted, as_lines, run, version, worklist
    from narrator.cli.progress import watching
    from narrator.redaction import policy
    from narrator.times import zone_named

    zone_named(zone)  # before anything is read
    wanted = Wanted(since=since.date() if since else None, project=project, min_messages=min_messages, zone=zone)
    work = worklist(paths, wanted, without=out)
    in_force = policy()
    options = Options(
        version=version(),
        zone=zone,
        level=in_force.level,
        scanners=in_force.scanners,
        forms=("markdown", "html") if form == "html" else ("markdown",),
    )
    try:
        with watching() as watch:
            found = run(work, options, out, Processes(jobs or os.cpu_count() or 1), min_messages=min_messages, watch=watch)
    except KeyboardInterrupt:
        say("interrupted; run it again to go on")
        sys.exit(130)
    for line in as_lines(found):
        say(line)
    say(f"wrote {out / 'rollup.md'}; coverage.md says what isn't told, and why")

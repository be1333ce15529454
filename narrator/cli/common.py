"""What all verbs share: the options that name a session, errors as one line, output to a file, a pipe or a terminal."""

from __future__ import annotations

import errno
import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from narrator.errors import NarratorError

if TYPE_CHECKING:
    from narrator.model import Transcript

P = ParamSpec("P")
R = TypeVar("R")

session_option = click.option(
    "--session",
    metavar="PATH|ID",
    help="The session's file (PATH#ID picks one out of a store), the id of one on this machine or its beginning (narrator "
    "sessions lists them), or `latest`. By default the newest; where it lacks the message, a shipped one that has it.",
)
format_option = click.option(
    "--from",
    "source_format",
    metavar="FORMAT",
    help="Read it as this format (narrator formats lists them); by default its content tells.",
)
out_option = click.option("--out", metavar="FILE", help="Write to this file instead of standard output.")


def say(text: str) -> None:
    """Print one line for a person on standard error."""
    click.echo(f"narrator: {' '.join(text.split())}", err=True)


def plain_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn a NarratorError (and, unless NARRATOR_DEBUG is set, a fault of ours) into one line on standard error and exit 2."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except NarratorError as error:
            say(str(error))
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("NARRATOR_DEBUG"):
                raise
            kind = type(error).__name__
            say(f"a fault of narrator's own ({kind}: {error}); set NARRATOR_DEBUG=1 to see where")
        sys.exit(2)

    return run


def deliver(text: str, out: str | None = None, *, about: Transcript, rendered: bool = False) -> None:
    """Write `text` to the file `out`, or (None, "-") to standard output; Markdown is rendered where that is a terminal.

    Raises:
        NarratorError: when it can't be written, or would take the place of the session that it is `about`.

    """
    if out not in (None, "-"):
        _write(text, out, about)
    elif rendered and sys.stdout is not None and sys.stdout.isatty():
        from narrator.publishing.terminal import show

        show(text)
    else:
        put(text)


def put(text: str) -> None:
    """Write `text` to standard output.

    Raises:
        NarratorError: when it can't be written.

    """
    if sys.stdout is None:
        raise NarratorError("standard output is closed; write to a file with --out")
    try:
        click.echo(text, nl=False)
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        raise NarratorError(f"standard output: can't be written ({error.strerror or error})") from error


def _write(text: str, out: str, about: Transcript) -> None:
    from narrator.publishing import write_file

    target = Path(out)
    sources = {place.file for message in about.messages for place in message.places}
    if target.exists() and any(_same(target, source) for source in sorted(sources)):
        raise NarratorError(f"{out}: the session itself; choose another place with --out")
    write_file(target, text)
    say(f"wrote {out}")


def _same(target: Path, source: str) -> bool:
    # Of a store, places say file#table/id.
    names = (source, source.partition("#")[0])
    return any(name and Path(name).exists() and target.samefile(name) for name in names)

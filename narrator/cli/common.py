"""What all verbs share: the session that is meant, errors as one line, output to a file or the terminal."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from narrator.errors import MessageIndexError, NarratorError

if TYPE_CHECKING:
    from narrator.model import Transcript

P = ParamSpec("P")
R = TypeVar("R")

session_option = click.option(
    "--session",
    metavar="PATH",
    help="The session's file; PATH#ID picks one out of a store. By default the newest on this machine, else a shipped one.",
)
format_option = click.option(
    "--from", "source_format", metavar="FORMAT", help="Read it as this format instead of telling it by content."
)


def plain_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Turn a NarratorError (and, unless NARRATOR_DEBUG is set, a fault of ours) into one line on standard error and exit 2."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except NarratorError as error:
            click.echo(f"narrator: {error}", err=True)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("NARRATOR_DEBUG"):
                raise
            kind = type(error).__name__
            click.echo(f"narrator: a fault of narrator's own ({kind}: {error}); set NARRATOR_DEBUG=1 to see where", err=True)
        sys.exit(2)

    return run


def open_session(session: str | None, index: int | None = None, *, source_format: str | None = None) -> Transcript:
    """Return the session that is meant, saying on standard error which one where it wasn't named.

    Raises:
        NarratorError: when it can't be read, or nothing has the index.

    """
    from narrator.readers import read

    if session is not None:
        return read(session, format=source_format)
    reasons = []
    for path, label in _candidates():
        try:
            transcript = read(path)
        except NarratorError as error:
            reasons.append(str(error))
            continue
        if index is None or transcript.message(index) is not None:
            why = f" ({'; '.join(reasons)})" if reasons else ""
            click.echo(f"narrator: reading {label} {path}{why}", err=True)
            return transcript
        if not label.startswith("the shipped"):
            reasons.append(f"{path} has no message {index}")
    raise MessageIndexError(f"no session on this machine has a message {index}; name one with --session")


def _candidates() -> Iterator[tuple[Path, str]]:
    from narrator.assets import folder
    from narrator.readers import discover

    for _, path in discover()[:1]:
        yield path, "the newest session on this machine,"
    for path in sorted(folder("corpora").glob("*/*.json*")):
        yield path, "the shipped session"


def deliver(text: str, out: str | None, *, rendered: bool = False) -> None:
    """Write `text` to the file `out`, or to standard output; Markdown is rendered where that is a terminal."""
    if out is not None:
        from narrator.publishing import write_file

        write_file(Path(out), text)
        click.echo(f"narrator: wrote {out}", err=True)
    elif rendered and sys.stdout.isatty():
        from narrator.publishing.terminal import show

        show(text)
    else:
        click.echo(text, nl=False)

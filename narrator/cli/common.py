"""What all verbs share: the options that name a session, errors as one line, output to a file, a pipe or a terminal."""

from __future__ import annotations

import errno
import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

import click

from narrator.errors import NarratorError

if TYPE_CHECKING:
    from narrator.model import Transcript
    from narrator.redaction import Level

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])

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
tz_option = click.option(
    "--tz", "zone", default="UTC", show_default=True, metavar="ZONE", help="The zone of the times shown: Europe/Berlin."
)


def index_option(about: str) -> Callable[[F], F]:
    """Return the option `--index`, which names a message; `about` is its help."""
    return click.option("--index", metavar="N", callback=_index, help=about)


def _index(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    text = value.strip().removeprefix("[").removesuffix("]").removeprefix("msg").strip()
    if text.isascii() and text.isdigit():
        return int(text)
    negative = text.startswith("-") and text[1:].isdigit()
    why = "messages are numbered from 0, and none from the end" if negative else "not a message's number"
    raise click.BadParameter(f"{value}: {why}; give the N of [msg N], such as 47.")


def redact_options(command: Callable[P, R]) -> Callable[P, R]:
    """Give a command the options that say how much is redacted, and run it so; `--redact`'s words are `redaction.LEVELS`."""

    @click.option(
        "--redact",
        "redact_level",
        type=click.Choice(["secrets", "strict"]),
        default="secrets",
        show_default=True,
        help="What to redact: secrets; or mail addresses, home folders, host names and IP addresses as well.",
    )
    @click.option("--no-redact", is_flag=True, help="Redact nothing.")
    @click.option("--scanner", "scanners", multiple=True, metavar="MODULE:FUNCTION", help="A scanner of your own; repeatable.")
    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        from narrator.redaction import Policy, using
        from narrator.redaction.scanners import load

        given, none = kwargs.pop("redact_level"), kwargs.pop("no_redact")
        scanners = tuple(str(name) for name in cast("tuple[str, ...]", kwargs.pop("scanners")))
        if none and (given != "secrets" or scanners):
            raise click.UsageError("--no-redact stands against --redact strict and --scanner: choose one.")
        for name in scanners:
            load(name)
        with using(Policy("none" if none else cast("Level", given), scanners)):
            return command(*args, **kwargs)

    return run


out_option = click.option("--out", metavar="FILE", help="Write to this file instead of standard output.")


def say(text: str) -> None:
    """Print one line for a person on standard error; it may tell of a session, and so is redacted too."""
    from narrator.redaction import redact

    click.echo(f"narrator: {' '.join(redact(text).split())}", err=True)


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


def in_color() -> bool:
    """Return whether what goes to standard output may be colored: it is a terminal, and NO_COLOR is not set (no-color.org)."""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


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

"""The command line: a lazy group, one file a verb."""

from __future__ import annotations

import io
import os
import sys
from difflib import get_close_matches
from importlib import import_module

import click

VERBS: tuple[tuple[str, str], ...] = (
    ("essay", "Write the essay about one message."),
    ("retro", "Write the retrospective of a whole session."),
    ("brief", "Write a session in under 150 words."),
    ("batch", "Tell many sessions, and what recurs in them."),
    ("check", "Check a text about a session against the session."),
    ("claims", "Show every claim of success, and what the record says of it."),
    ("inspect", "Show what narrator reads out of a session."),
    ("sessions", "List the sessions on this machine, newest first."),
    ("formats", "List the formats that can be read, and what each can give."),
    ("convert", "Write a session in another format."),
    ("redact", "Write a copy of a session without its secrets."),
)
"""Every verb with its one line of help; its command is `command` in narrator/cli/VERB.py."""


class LazyGroup(click.Group):
    """A group that loads a verb's module when the verb is used, so that `--help` answers at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the verbs in the order of the table."""
        return [name for name, _ in VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a verb's command, or None for an unknown one."""
        if cmd_name not in dict(VERBS):
            return None
        command = import_module(f"narrator.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return a verb's name, its command and what is left of the line; a mistyped verb is answered by the nearest one."""
        name, known = args[0], dict(VERBS)
        if name not in known and not name.startswith("-"):
            near = get_close_matches(name.lower(), known, 1)
            ctx.fail(f"there is no verb {name!r}; " + (f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of verbs, without loading one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="narrator", message="narrator %(version)s")
def group() -> None:
    """Turn the record of a coding-agent session into a cited narrative that can be checked.

    Start with:  narrator essay --index 10880
    """


def main() -> None:
    """Run the command line; what went wrong is one line on standard error, and never a traceback."""
    _write_utf_8()
    try:
        group()
    except OSError as error:
        # Of help and usage texts; where the reader of our output has gone (as `head` does), click has already ended quietly.
        click.echo(f"narrator: standard output: can't be written ({error.strerror or error})", err=True)
        sys.exit(2)
    finally:
        _let_go()


def _write_utf_8() -> None:
    """The same bytes under every locale; what UTF-8 can't hold (a path's stray bytes) is shown by its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _let_go() -> None:
    """Drop what standard output didn't take: Python would try again at exit, and complain."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

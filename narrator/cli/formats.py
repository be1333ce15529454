"""`narrator formats`: what can be read, and what of a session each format records."""

from __future__ import annotations

import click

from narrator.cli.common import plain_errors, put


@click.command()
@plain_errors
def command() -> None:
    """List the formats that can be read, in the order in which they are asked whether a file is theirs.

    Under each stands what it can give of a message: times, ids, errors, reasons to finish, tokens, cost, reasoning, calls.
    """
    from narrator.readers import readers
    from narrator.readers.base import GIVES, gives

    known = tuple(readers())
    width = max(len(r.name) for r in known)
    for reader in known:
        put(f"{reader.name:<{width}}  {reader.title}\n")
        if told := gives(reader):
            put(f"{'':<{width}}  {', '.join(told)}\n")
            lacks = [g for g in GIVES if g not in told]
            put(f"{'':<{width}}  not: {', '.join(lacks)}\n" if lacks else "")

"""`narrator formats`: what can be read."""

from __future__ import annotations

import click

from narrator.cli.common import plain_errors, put


@click.command()
@plain_errors
def command() -> None:
    """List the formats that can be read, in the order in which they are asked whether a file is theirs."""
    from narrator.readers import readers

    known = tuple(readers())
    width = max(len(r.name) for r in known)
    put("".join(f"{reader.name:<{width}}  {reader.title}\n" for reader in known))

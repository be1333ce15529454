"""`narrator redact`: a copy of a session in its own format without its secrets, or what it would be without."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from narrator.cli.common import format_option, plain_errors, put, redact_options, say, session_option
from narrator.cli.opening import open_session
from narrator.errors import NarratorError, SourceError

if TYPE_CHECKING:
    from narrator.redaction.writing import Found


@click.command()
@session_option
@format_option
@click.option("--dry-run", is_flag=True, help="Write nothing; say what kinds of secrets there are, and how many of each.")
@click.option("--out", metavar="FILE", help="Write the copy to this file.")
@click.option("--force", is_flag=True, help="Write over what stands there.")
@plain_errors
@redact_options
def command(session: str | None, source_format: str | None, dry_run: bool, out: str | None, force: bool) -> None:
    """Write a copy of a session's file with its secrets replaced and nothing else changed; with --dry-run, count them.

    The copy has the format of the session, packed as it was. Of a store that holds several sessions, all are copied.
    """
    from narrator.redaction import policy
    from narrator.redaction.writing import count_secrets, write_copy

    if policy().level == "none":
        raise click.UsageError("--no-redact leaves nothing to do here; copy the file.")
    if dry_run == (out is not None):
        raise click.UsageError("Give --out FILE for a copy, or --dry-run for what it would be without.")
    source = _file(session, source_format)
    data = _bytes(source)
    if out is None:
        put(_as_table(count_secrets(source, data)))
        return
    found = write_copy(source, data, Path(out), force=force)
    say(f"wrote {out}; {_summary(found)}")


def _file(session: str | None, source_format: str | None) -> Path:
    """The one file that a session is kept in."""
    transcript = open_session(session, source_format=source_format)
    named = {place.file.partition("#")[0] for message in transcript.messages for place in message.places}
    files = sorted(name for name in named if name)
    if not files or not Path(files[0]).is_file():
        raise SourceError(f"session {transcript.session}: kept in no file that could be copied")
    if len(files) > 1:
        raise SourceError(
            f"session {transcript.session}: kept in {len(files)} files; narrator convert --to jsonl writes one, redacted as well"
        )
    return Path(files[0])


def _bytes(source: Path) -> bytes:
    from narrator.readers.compressed import fault, open_bytes

    try:
        with open_bytes(source) as stream:
            data = stream.read()
            wrong = fault(stream)
    except OSError as error:
        raise NarratorError(f"{source}: can't be read ({error.strerror or error})") from error
    if wrong is not None:
        say(f"{source}: {wrong.text}")
    return data


def _as_table(found: Found) -> str:
    """What is there by kind, without the secrets themselves."""
    if not found:
        return "nothing to redact\n"
    places = Counter(kind for kind, _ in found)
    different = Counter(kind for kind, _ in dict.fromkeys(found))
    width = max(len("kind"), *map(len, places))
    rows = [("kind", "places", "different"), *((kind, str(places[kind]), str(different[kind])) for kind in sorted(places))]
    return "".join(f"{kind:<{width}}  {n:>6}  {m:>9}\n" for kind, n, m in rows) + f"{_summary(found)}\n"


def _summary(found: Found) -> str:
    if not found:
        return "nothing to redact"
    places, secrets = len(found), len(set(found))
    return f"{places} place{'s' * (places > 1)}, {secrets} secret{'s' * (secrets > 1)}"

"""Writes a redacted copy of a session's file in its own form: packed as it was packed, whole or not at all."""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.errors import NarratorError
from narrator.redaction.copies import redact_bytes
from narrator.redaction.databases import MAGIC, copy_database

Found = tuple[tuple[str, str], ...]

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


def count_secrets(source: Path, data: bytes) -> Found:
    """Return what a copy would be without: (kind, secret) of each place, in order. The secrets are never to be shown.

    Raises:
        NarratorError: when a database can't be copied.

    """
    if not data.startswith(MAGIC):
        return redact_bytes(data).found
    with TemporaryDirectory(prefix="narrator-") as folder:
        return copy_database(source, Path(folder) / "copy.db")


def write_copy(source: Path, data: bytes, target: Path, *, force: bool = False) -> Found:
    """Write the file at `source`, which unpacks to `data`, to `target` without its secrets; return (kind, secret) of each place.

    A reader of `target` sees nothing or all of it. What stands there already is replaced only with `force`.

    Raises:
        NarratorError: when it can't be written, when something stands there, or when it is the session itself.

    """
    if target.exists() and not force:
        raise NarratorError(f"{target}: exists already; choose another place with --out, or give --force")
    if target.exists() and target.samefile(source):
        raise NarratorError(f"{target}: the session itself; choose another place with --out")
    try:
        with TemporaryDirectory(prefix=".narrator-", dir=target.parent) as folder:
            made = Path(folder) / "copy"
            found = _make(source, data, made)
            _put(made, target, force=force)
    except FileExistsError as error:
        raise NarratorError(f"{target}: exists already; choose another place with --out, or give --force") from error
    except OSError as error:
        reason = error.strerror or str(error) if target.parent.is_dir() else f"there is no folder {target.parent}"
        raise NarratorError(f"{target}: can't be written ({reason}); choose another place") from error
    return found


def _make(source: Path, data: bytes, made: Path) -> Found:
    if data.startswith(MAGIC):
        return copy_database(source, made)
    copy = redact_bytes(data)
    with source.open("rb") as file:
        packing = file.read(4)
    made.write_bytes(_packed(copy.data, packing))
    return copy.found


def _packed(data: bytes, packing: bytes) -> bytes:
    if packing.startswith(GZIP):
        return gzip.compress(data, mtime=0)
    if packing.startswith(ZSTD):
        return _zstd(data)
    return data


if sys.version_info >= (3, 14):
    from compression import zstd

    def _zstd(data: bytes) -> bytes:
        return zstd.compress(data)

else:

    def _zstd(data: bytes) -> bytes:
        from zstandard import ZstdCompressor

        return ZstdCompressor().compress(data)


def _put(made: Path, target: Path, *, force: bool) -> None:
    made.chmod(0o666 & ~_umask())
    if force:
        made.replace(target)
        return
    try:
        os.link(made, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        made.replace(target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

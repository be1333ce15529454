"""Writes documents to disk, whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from narrator.errors import NarratorError
from narrator.realization import Document

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


def write_file(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8; a reader sees the old file or the new one, never half of it.

    A link is followed, a file's mode is kept, and what is no regular file (a pipe, a device) is written to as it stands.

    Raises:
        NarratorError: when the folder or file can't be written.

    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8", newline="\n")
        else:
            _replace(target, text)
    except OSError as error:
        reason = error.strerror or str(error)
        if not target.parent.is_dir():
            reason = f"there is no folder {path.parent}"
        raise NarratorError(f"{path}: can't be written ({reason}); choose another place") from error


def _replace(target: Path, text: str) -> None:
    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=target.parent, delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(text)
            file.close()
            temporary.chmod(mode)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def publish(documents: Iterable[Document], folder: str | Path) -> tuple[Path, ...]:
    """Write each document to `folder`, making it, and return the paths in the documents' order.

    A file is named KIND-SUBJECT.md, or KIND-SESSION-SUBJECT.md where documents about several sessions would share a name.

    Raises:
        NarratorError: when the folder or a file can't be written.

    """
    target = Path(folder)
    told = tuple(documents)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NarratorError(f"{target}: can't be made ({error.strerror or error}); choose another folder") from error
    names = _names(told)
    for document, name in zip(told, names, strict=True):
        write_file(target / name, document.markdown)
    return tuple(target / name for name in names)


def _names(documents: tuple[Document, ...]) -> tuple[str, ...]:
    plans = [d.plan for d in documents]
    short = [f"{p.kind}-{p.subject}.md" for p in plans]
    about = {name: {p.session for p, n in zip(plans, short, strict=True) if n == name} for name in short}
    return tuple(
        name if len(about[name]) == 1 else f"{p.kind}-{_slug(p.session)}-{p.subject}.md"
        for p, name in zip(plans, short, strict=True)
    )


def _slug(session: str) -> str:
    return _NOT_IN_NAMES.sub("-", session).strip("-.") or "session"

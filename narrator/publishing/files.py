"""Writes documents to disk, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from narrator.errors import NarratorError
from narrator.realization import Document


def write_file(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8; a reader sees the old file or the new one, never half of it.

    Raises:
        NarratorError: when the folder or file can't be written.

    """
    temporary = None
    try:
        with NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, delete=False) as file:
            temporary = Path(file.name)
            file.write(text)
        temporary.chmod(0o666 & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise NarratorError(f"{path}: can't be written ({error.strerror or error}); choose another place with --out") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def publish(documents: Iterable[Document], folder: str | Path) -> tuple[Path, ...]:
    """Write each document to `folder` as KIND-SUBJECT.md, making the folder; return the paths in the documents' order.

    Raises:
        NarratorError: when the folder or a file can't be written.

    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NarratorError(f"{target}: can't be made ({error.strerror or error})") from error
    paths = []
    for document in documents:
        path = target / f"{document.plan.kind}-{document.plan.subject}.md"
        write_file(path, document.markdown)
        paths.append(path)
    return tuple(paths)

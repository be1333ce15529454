"""Finds templates/ and corpora/, in a wheel or beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

from narrator.errors import NarratorError

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """Return the folder `name` ("templates" or "corpora") of this installation.

    Raises:
        NarratorError: when the installation lacks it.

    """
    for parent in (_PACKAGE / "_data", _PACKAGE.parent):
        if (parent / name).is_dir():
            return parent / name
    raise NarratorError(f"this installation of narrator has no {name}/ folder; install it again")

"""Which narrator told a session: its version, and a digest of its own code and templates."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import narrator
from narrator.assets import folder

CODE = (".py", ".toml", ".j2", ".css", ".js")
DIGITS = 12


@cache
def version() -> str:
    """Return "0.1.0+0123456789ab": two narrators that may write other words have other versions."""
    package = Path(narrator.__file__).parent
    hashed = sha256()
    for root in (package, folder("templates")):
        for path in sorted(p for p in root.rglob("*") if p.suffix in CODE and "_data" not in p.relative_to(root).parts):
            hashed.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{narrator.__version__}+{hashed.hexdigest()[:DIGITS]}"

"""narrator: the record of a coding-agent session, told so that a reader can check it."""

from __future__ import annotations

__version__ = "0.1.0"

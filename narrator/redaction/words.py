"""Words by which a value is known to be no secret, out of `words.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_LISTS = {name: frozenset(words.split()) for name, words in _TEXTS.items()}

STAND_INS = _LISTS["stand-ins"]
"""What stands for a value without being one; in lower case, without hyphens and underscores."""
SENTENCES = _LISTS["sentences"]
"""Words of messages and labels about passwords: several words with one of these among them are no passphrase."""
OF_PROSE = _LISTS["prose"]
"""Words of sentences, one of which tells that words without quotes are no passphrase."""
OF_OPTIONS = _LISTS["options"]
"""Words that follow the name of an option where it is spoken of."""
OF_NAMES = _LISTS["names"]
"""What names of variables, types and fields are made of."""

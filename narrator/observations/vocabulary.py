"""Lists of words, written as running text."""

from __future__ import annotations


def words(*texts: str) -> frozenset[str]:
    """Return the words of some texts, parted by blanks."""
    return frozenset(word for text in texts for word in text.split())

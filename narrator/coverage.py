"""What became of a source's records, in the words of a footnote: "120 (96 in 42 messages, 20 in events, 4 broken)"."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.model import Coverage
from narrator.quantities import plural

KINDS: tuple[tuple[str, str, str], ...] = (
    ("in_messages", "messages", "message"),
    ("in_events", "", "in events"),
    ("in_header", "", "in the header"),
    ("unknown", "", "of an unknown kind"),
    ("bad", "", "broken"),
)
"""What a record may become, in this order: the field that counts it, the field that counts what it became a part of, words."""
BESIDES: tuple[tuple[str, str, str], ...] = (
    ("glued", "on another's line", "on another's line"),
    ("dangling", "reference to a record that isn't there", "references to records that aren't there"),
)
"""What is told besides, and isn't a kind of its own: the field that counts it, words for one, words for several."""
CUT = "the last one cut off"
OPENING = "records in the source"
"""The first words of the footnote."""


def tell_records(coverage: Coverage) -> str:
    """Return how many records there are and what became of them, what is nought left out."""
    kinds = ", ".join(_kinds(coverage))
    return ", ".join((f"{coverage.records:,}" + (f" ({kinds})" if kinds else ""), *_besides(coverage)))


def _kinds(coverage: Coverage) -> Iterator[str]:
    for field, whole, words in KINDS:
        n = getattr(coverage, field)
        if n and whole:
            made = getattr(coverage, whole)
            yield f"{n:,} in {made:,} {words if made == 1 else plural(words)}"
        elif n:
            yield f"{n:,} {words}"


def _besides(coverage: Coverage) -> Iterator[str]:
    for field, one, many in BESIDES:
        n = getattr(coverage, field)
        if n:
            yield f"{n:,} {one if n == 1 else many}"
    if coverage.truncated:
        yield CUT

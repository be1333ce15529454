"""The time zone that a passage names in brackets behind its times: "14:47:58 − 14:47:33 (Europe/Berlin)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import tzinfo

from narrator.times import find_zone

_ZONE = re.compile(r"\(([A-Z][A-Za-z0-9_+-]{1,30}(?:/[A-Za-z0-9_+-]{1,30}){0,2})\)")


def zone_in(text: str) -> tuple[tzinfo | None, str]:
    """Return the first zone that a text names in brackets, and the text without it; None where it names none."""
    for start, end, zone in zones(text):
        return zone, text[:start].rstrip(" ") + text[end:]
    return None, text


def zones(text: str) -> Iterator[tuple[int, int, tzinfo]]:
    """Yield where a text names a zone in brackets (half open, brackets included), and the zone."""
    for match in _ZONE.finditer(text):
        zone = find_zone(match[1])
        if zone is not None:
            yield match.start(), match.end(), zone

"""A user's own scanners: any function from a text to the places of what is to be replaced.

    def find(text: str) -> Iterable[tuple[int, int, str]]:
        '''Yield (start, end, kind): half open in code points; kind is what stands in the mark, such as acme-key.'''

It is named with `--scanner module:function`, or installed under the entry point group `narrator.scanners`, and then always runs.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Protocol

from narrator.errors import NarratorError
from narrator.redaction.rules import Secret

GROUP = "narrator.scanners"
SCANNER_RANK = 500
"""Behind every rule of the table, before personal details."""

_KIND = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_MARK = re.compile(r"\[redacted: [\w-]+(?: \d+)?\]")


class Scanner(Protocol):
    """Finds secrets: of the same text always the same, without asking a network."""

    def __call__(self, text: str, /) -> Iterable[tuple[int, int, str]]:
        """Yield (start, end, kind) of each secret in `text`, half open, in code points, in any order."""
        ...


def find_by_scanners(text: str, names: tuple[str, ...] = ()) -> Iterator[Secret]:
    """Yield what the scanners find that are installed, and those that are named; not what has gone already.

    Raises:
        NarratorError: when a scanner can't be loaded, fails, or gives what is no place in the text.

    """
    marks = list(_MARK.finditer(text)) if "[redacted: " in text else []
    for name, scanner in (*_installed(), *((name, load(name)) for name in names)):
        try:
            found = [(int(start), int(end), str(kind)) for start, end, kind in scanner(text)]
        except Exception as error:
            raise NarratorError(f"scanner {name}: failed ({type(error).__name__}); nothing was written unscanned") from error
        for start, end, kind in found:
            if not (0 <= start < end <= len(text) and _KIND.match(kind)):
                raise NarratorError(
                    f"scanner {name}: gave ({start}, {end}, {kind!r}) for a text of {len(text)}; "
                    "it must give start < end within the text and a kind such as acme-key"
                )
            if not any(start < m.end() and m.start() < end for m in marks):
                yield Secret(start, end, kind, SCANNER_RANK)


@cache
def load(name: str) -> Scanner:
    """Return the scanner that `module:function` (also from the working folder) or an entry point's name stands for.

    Raises:
        NarratorError: when there is none.

    """
    module, _, function = name.partition(":")
    if not function:
        found = dict(_installed()).get(name)
        if found is None:
            raise NarratorError(f"--scanner {name}: no such entry point in {GROUP}; name it as module:function")
        return found
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        scanner = getattr(import_module(module), function)
    except Exception as error:
        raise NarratorError(f"--scanner {name}: can't be loaded ({type(error).__name__}: {error})") from error
    return _callable(name, scanner)


@cache
def _installed() -> tuple[tuple[str, Scanner], ...]:
    points = sorted(entry_points(group=GROUP), key=lambda p: p.name)
    try:
        return tuple((p.name, _callable(p.name, p.load())) for p in points)
    except NarratorError:
        raise
    except Exception as error:
        raise NarratorError(f"a scanner of {GROUP} can't be loaded ({type(error).__name__}: {error})") from error


def _callable(name: str, scanner: object) -> Scanner:
    if not callable(scanner):
        raise NarratorError(f"--scanner {name}: no function; it must take a text and give (start, end, kind)")
    return scanner

"""A copy of a file without its secrets: every other byte as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from narrator.redaction.json_strings import Found, find_in, looks_like_json
from narrator.redaction.marks import Numbers, current_numbers, mark, number

MIN_KNOWN = 12
"""Code points of a secret that is taken out wherever it stands once it is known: a shorter one may be a word elsewhere."""


class Copy(NamedTuple):
    """What became of a file's bytes."""

    data: bytes
    found: tuple[tuple[str, str], ...]
    """Each place that was replaced, in order: the kind, and the secret itself. Never to be shown."""


class Texts(NamedTuple):
    """What was found in several texts, and which number each secret has among all of them."""

    found: tuple[tuple[Found, ...], ...]
    numbers: Numbers


def redact_bytes(data: bytes) -> Copy:
    """Return a file's bytes with its secrets replaced; JSON stays JSON, with the escapes that it had.

    The same secret has the same number throughout, and is gone too where only its words tell.
    """
    text = data.decode("utf-8", "surrogateescape")
    found, numbers = search([text])
    written = "".join(pieces(text, found[0], numbers))
    return Copy(written.encode("utf-8", "surrogateescape"), tuple((f.kind, f.words) for f in found[0]))


def search(texts: Iterable[str]) -> Texts:
    """Return what is to be replaced in each of the texts, in order."""
    each = [(text, find_in(text)) for text in texts]
    known = known_in((f.kind, f.words) for _, found in each for f in found)
    all_found = tuple(tuple(with_known(text, found, known)) for text, found in each)
    return Texts(all_found, number((f.kind, f.words) for found in all_found for f in found))


def is_known_anywhere(words: str) -> bool:
    """Return whether a secret is taken out without its surroundings too: long, letters and digits in it, on one line."""
    enough = len(words) >= MIN_KNOWN and "\n" not in words
    return enough and any(map(str.isdigit, words)) and any(map(str.isalpha, words))


def known_in(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the secrets, given as (kind, words), that are taken out without their surroundings too: words and kind."""
    return {words: kind for kind, words in reversed(list(found)) if is_known_anywhere(words)}


def pieces(text: str, found: Iterable[Found], numbers: Numbers | None = None) -> Iterator[str]:
    """Yield a text's pieces with marks in the secrets' places, numbered so (by default as in the block of `numbering`)."""
    told = current_numbers() if numbers is None else numbers
    at = 0
    for secret in found:
        yield text[at : secret.start]
        yield mark(secret.kind, told.get((secret.kind, secret.words)))
        at = secret.end
    yield text[at:]


def with_known(text: str, found: Iterable[Found], known: Mapping[str, str]) -> Iterator[Found]:
    """Yield what was found in a text, and between it the secrets that were found elsewhere, by their words."""
    more = [place for words, kind in known.items() for place in _places(text, words, kind)]
    last = 0
    for secret in sorted([*found, *more], key=lambda f: (f.start, -f.end)):
        if secret.start >= last:
            yield secret
            last = secret.end


def _places(text: str, words: str, kind: str) -> Iterator[Found]:
    forms = {words, words.replace("/", "\\/")} if looks_like_json(text) else {words}
    for form in sorted(forms):
        at = text.find(form)
        while at >= 0:
            yield Found(at, at + len(form), kind, words)
            at = text.find(form, at + len(form))

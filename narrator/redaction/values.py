"""Whether a value that a name is given is a secret: not a reference, a placeholder, a word, or a path."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from math import log2

Check = Callable[[re.Match[str]], bool]

MIN_RANDOM = 16
"""Shortest value that is taken for a key or token by its looks (provider keys have 20 and more)."""
MIN_CHUNK = 10
"""Shortest run of letters and digits that such a value must hold: words and versions joined by hyphens have shorter ones."""
MIN_ENTROPY = 3.0
"""Bits a character. Random hexadecimal of 32 has 3.5 and more, identifiers with a number about 3.2 but fail on digits."""
MIN_PASSWORD = 5
MIN_ENCODED = 0.4
"""Share of a key block's body that must be base64: code that only names the block's two lines has less."""

_ENCODED_RUN = re.compile(r"[A-Za-z0-9+/=]{16,}")
_NOT_ALNUM = re.compile(r"[^A-Za-z0-9]+")
_REFERENCE = re.compile(
    r"[$%{<\[(=/~.*&:\\-]|[A-Za-z]:[\\/]|https?:|file:|env[.:]|(?:os|process|self|this|secrets?|vars?|args?|config)\."
)
_PLACEHOLDER = re.compile(
    r"your|x{4}|\*{3}|\.{3}|…|placeholder|change.?me|redacted|\$\{|\{\{|<|insert.|replace.?(?:me|with)|_here\b", re.IGNORECASE
)
_DOTTED = re.compile(r"[A-Za-z_][A-Za-z_0-9.:]*[.:][A-Za-z_]\w*[!?]?\Z")
_CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z]+)+\Z")
_WORDS = frozenset(
    (
        *(
            "password",
            "passwd",
            "passphrase",
            "pass",
            "pwd",
            "secret",
            "token",
            "string",
            "text",
            "varchar",
            "hidden",
            "required",
        ),
        *("optional", "invalid", "incorrect", "missing", "wrong", "field", "input", "false", "true", "null", "none", "undefined"),
        *("empty", "example", "test", "user", "username", "login", "value", "admin"),
    )
)
"""What stands for a value without being one, in lower case."""


def entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits a character."""
    counts = Counter(value).values()
    return -sum(n / len(value) * log2(n / len(value)) for n in counts)


def looks_random(value: str) -> bool:
    """Return whether a value could only be made by a machine: long, digits among letters in one run, no pattern."""
    if len(value) < MIN_RANDOM or _names_something(value):
        return False
    chunk = max(_NOT_ALNUM.split(value), key=len)
    digits = sum(c.isdigit() for c in chunk)
    return len(chunk) >= MIN_CHUNK and 2 <= digits < len(chunk) - 1 and entropy(value) >= MIN_ENTROPY


def looks_like_password(value: str, *, quoted: bool, environment: bool) -> bool:
    """Return whether a value given to a password's name is one; bare words in code and prose aren't."""
    if len(value) < MIN_PASSWORD or _names_something(value) or (not quoted and _DOTTED.match(value)):
        return False
    if quoted:
        return not (value.isalpha() and value.istitle())
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    symbols = any(not c.isalnum() and c not in "_-." for c in value[:-1])
    return environment or mixed or symbols


def looks_like_credentials(value: str, *, encoded: bool) -> bool:
    """Return whether what follows an authorization scheme is a credential: digits among letters, or (encoded) both cases."""
    if _names_something(value) or (_DOTTED.match(value) and not any(c.isdigit() for c in value)):
        return False
    letters = any(c.isalpha() for c in value)
    mixed = letters and sum(c.isdigit() for c in value) >= 2
    return mixed or (encoded and value.lower() != value != value.upper() and _CAMEL.match(value) is None)


def _names_something(value: str) -> bool:
    return value.lower() in _WORDS or _REFERENCE.match(value) is not None or _PLACEHOLDER.search(value) is not None


def _random(match: re.Match[str]) -> bool:
    value = match["secret"] if "secret" in match.re.groupindex else match[0]
    return not _is_called(match) and looks_random(value)


def _password(match: re.Match[str]) -> bool:
    quoted = bool(match["quote"])
    environment = match["name"].isupper() and match["sign"] == "="
    return (quoted or not _is_called(match)) and looks_like_password(match["secret"], quoted=quoted, environment=environment)


def _header(match: re.Match[str]) -> bool:
    encoded = (match["scheme"] or "").strip().lower() == "basic"
    return not _is_called(match) and looks_like_credentials(match["secret"], encoded=encoded)


def _url_password(match: re.Match[str]) -> bool:
    value = match["password"]
    return value.lower() not in _WORDS and _PLACEHOLDER.search(value) is None and value[0] not in "$<*[" and value != "%s"


def _block(match: re.Match[str]) -> bool:
    body = match["body"]
    return sum(map(len, _ENCODED_RUN.findall(body))) >= MIN_ENCODED * max(1, len(body))


def _is_called(match: re.Match[str]) -> bool:
    """Return whether a bracket follows: then the value is a function's or a list's name."""
    return match.string[match.end() : match.end() + 1] in tuple("([{")


CHECKS: dict[str, Check] = {
    "random": _random,
    "password": _password,
    "header": _header,
    "url-password": _url_password,
    "block": _block,
}
"""The checks by the names that the table gives them."""

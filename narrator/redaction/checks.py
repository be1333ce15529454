"""What a match of a rule must pass as well, by the names that the table gives these checks."""

from __future__ import annotations

import re
from collections.abc import Callable

from narrator.redaction.values import (
    holds_credentials,
    looks_like_credentials,
    looks_like_password,
    looks_mixed,
    looks_random,
    stands_for_another,
)

Check = Callable[[re.Match[str]], bool]

MIN_ENCODED = 0.4
"""Share of a key block's body that must be base64: code that only names the block's two lines has less."""

_ENCODED_RUN = re.compile(r"[A-Za-z0-9+/=]{16,}")
_LONG_OPTION = re.compile(r"(?:rint[0f]?|ath|erm|rune|ort|assword|rotocol|lugin-dir)\Z")
_PORTS = re.compile(r"[\d.]+:\d+(?:/\w+)?\Z")


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


def _assigned(match: re.Match[str]) -> bool:
    """Return whether a secret's name is given a random value, or, where it is plainly given one, letters and digits mixed."""
    value, sign = match["secret"], match["sign"] or match["told"]
    if _is_called(match):
        return False
    data = bool(match["quote"] or match["told"]) or sign == "=" or (sign or "").strip(" \t*") == ":"
    return looks_random(value) or looks_mixed(value, data=data, environment=match["name"].isupper() and sign == "=")


def _mixed(match: re.Match[str]) -> bool:
    return not _is_called(match) and looks_mixed(match["secret"], data=False, environment=False)


def _basic(match: re.Match[str]) -> bool:
    return holds_credentials(match["secret"])


def _option(match: re.Match[str]) -> bool:
    """Return whether what is glued to `-p` (or follows an option) is a password: not a port, nor another program's option."""
    value = match["secret"]
    return not (stands_for_another(value) or _LONG_OPTION.match(value) or _PORTS.match(value))


def _url_password(match: re.Match[str]) -> bool:
    value = match["password"]
    return not stands_for_another(value) and value[0] not in "$<*[" and value != "%s"


def _block(match: re.Match[str]) -> bool:
    body = match["body"]
    return sum(map(len, _ENCODED_RUN.findall(body))) >= MIN_ENCODED * max(1, len(body))


def _is_called(match: re.Match[str]) -> bool:
    """Return whether a bracket follows: then the value is a function's or a list's name."""
    return match.string[match.end() : match.end() + 1] in tuple("([{")


CHECKS: dict[str, Check] = {
    "random": _random,
    "assigned": _assigned,
    "mixed": _mixed,
    "basic": _basic,
    "option": _option,
    "password": _password,
    "header": _header,
    "url-password": _url_password,
    "block": _block,
}
"""The checks by the names that the table gives them."""

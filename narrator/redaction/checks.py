"""What a match of a rule must pass as well, by the names that the table gives these checks."""

from __future__ import annotations

import re
from collections.abc import Callable

from narrator.redaction.values import (
    holds_credentials,
    is_given,
    looks_issued,
    looks_like_bare_passphrase,
    looks_like_credentials,
    looks_like_passphrase,
    looks_like_password,
    looks_mixed,
    looks_opaque,
    looks_random,
    looks_scrambled,
    stands_for_another,
)
from narrator.redaction.words import OF_NAMES, OF_OPTIONS

Check = Callable[[re.Match[str]], bool]

MIN_ENCODED = 0.4
"""Share of a key block's body that must be base64: code that only names the block's two lines has less."""

_ENCODED_RUN = re.compile(r"[A-Za-z0-9+/=]{16,}")
_LONG_OPTION = re.compile(r"(?:rint[0f]?|ath|erm|rune|ort|assword|rotocol|lugin-dir)\Z")
MIN_WORD = 6
"""Letters of a word that is a password where nothing else can be meant."""
MIN_OPTION_WORD = 8
"""Letters of a word that follows `--password`: in prose shorter ones do."""
MAX_NAME = 80
"""Longest name of a setting, with what stands before it on its line."""
_NO_SECRETS_NAME = re.compile(
    r"(?:next|previous|page|paging|client|request|change|action|continuation|resume|cancel(?:lation)?|idempotency|"
    r"pagination|sync|starting|approval)[ _-]?(?:page|request)?[ _-]?\Z",
    re.IGNORECASE,
)
"""What stands before `token` where it opens nothing: it turns a page, or tells two requests apart."""
_NAME_OF_LINE = re.compile(r"(?:\s*(?:export |set |- )?)?[\w.-]{0,60}")
_OPENS_LINE = re.compile(r"(?:\A|\n|\\n|[\"'`])[\s>*#-]{0,8}(?:export |set )?[\w.-]{0,60}\Z")
_OWN = re.compile(r"\b(?:my|our)(?: \w{1,20})? \Z", re.IGNORECASE)
"""What stands before `passphrase` where somebody tells one."""
_QUALIFIED = re.compile(r"::\w{0,40}\Z")
_COOKIE = re.compile(r"(?P<name>[^=;\s]+)=(?P<value>[^;\s]*)")
_OF_COOKIES = ("path", "domain", "expires", "max-age", "samesite", "version")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-", re.IGNORECASE)
_PORTS = re.compile(r"[\d.]+:\d+(?:/\w+)?\Z")


def _random(match: re.Match[str]) -> bool:
    value = match["secret"] if "secret" in match.re.groupindex else match[0]
    return not _is_called(match) and (looks_random(value) or looks_scrambled(value))


def _password(match: re.Match[str]) -> bool:
    quoted = bool(match["quote"])
    environment = match["name"].isupper() and match["sign"] == "="
    return (quoted or not _is_called(match)) and looks_like_password(match["secret"], quoted=quoted, environment=environment)


def _option_password(match: re.Match[str]) -> bool:
    """Return whether an option gives a password: letters alone too, where they are no name for one."""
    value, plain = match["secret"], not match["name"].endswith(" ")
    word = (
        value.isalpha() and value.islower() and len(value) >= (MIN_WORD if plain else MIN_OPTION_WORD) and value not in OF_OPTIONS
    )
    told = word and is_given(value) and not any(name in value for name in OF_NAMES)
    return told or looks_opaque(value) or looks_like_password(value, quoted=bool(match["quote"]), environment=False)


def _header(match: re.Match[str]) -> bool:
    if _QUALIFIED.search(match.string[max(0, match.start() - MAX_NAME) : match.start()]):
        return False
    encoded = (match["scheme"] or "").strip().lower() == "basic"
    return not _is_called(match) and looks_like_credentials(match["secret"], encoded=encoded)


def _assigned(match: re.Match[str]) -> bool:
    """Return whether a secret's name is given a random value, or, where it is plainly given one, letters and digits mixed."""
    value, sign = match["secret"], match["sign"] or match["told"]
    before = match.string[max(0, match.start() - MAX_NAME) : match.start()]
    if (sign == ":" and before.endswith("/")) or _QUALIFIED.search(before) or _is_called(match):
        return False
    if match["name"].lower() == "token" and _NO_SECRETS_NAME.search(before):
        return False
    data = bool(match["quote"] or match["told"]) or sign == "=" or (sign or "").strip(" \t*") == ":"
    return (
        looks_random(value)
        or looks_scrambled(value)
        or looks_mixed(value, data=data, environment=match["name"].isupper() and sign == "=")
    )


def _mixed(match: re.Match[str]) -> bool:
    value = match["secret"]
    strong = any(map(str.isdigit, value)) and any(map(str.isalpha, value)) and not set(value[:-1]).isdisjoint("!@$%^*~")
    mixed = looks_mixed(value, data=False, environment=False) or (strong and is_given(value))
    return mixed and not _is_called(match)


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


def _issued(match: re.Match[str]) -> bool:
    return looks_issued(match["rest"])


def _pass(match: re.Match[str]) -> bool:
    """Return whether `pass` or `pw` names a password: a field of its own that is given letters mixed with digits or signs."""
    value, name = match["secret"], match["name"]
    before = match.string[max(0, match.start() - 1) : match.start()]
    alone = not before.isalnum() and not (name.isupper() and before != "_")
    signs = any(not c.isalnum() and c not in "_-./:" for c in value[:-1])
    digits = sum(c.isdigit() for c in value)
    mixed = (digits and sum(c.isalpha() for c in value) >= 3 and not value[0].isdigit()) or (
        signs and any(map(str.isalpha, value))
    )
    word = bool(match["quote"]) and before == "_" and value.isalpha() and value.islower() and len(value) >= MIN_WORD
    told = bool(match["quote"]) or name.isupper() or before in ("", "\n", " ", "_", "\t")
    return (
        alone
        and told
        and bool(mixed or word)
        and not _is_called(match)
        and looks_like_password(value, quoted=False, environment=True)
    )


def _line(match: re.Match[str]) -> bool:
    """Return whether a whole line gives a password: what stands before its name on the line belongs to the name."""
    line = match.string[max(0, match.start() - MAX_NAME) : match.start()].rpartition("\n")[2]
    return _NAME_OF_LINE.fullmatch(line) is not None and looks_like_password(match["secret"], quoted=True, environment=True)


def _passphrase(match: re.Match[str]) -> bool:
    return looks_like_passphrase(match["secret"])


def _line_passphrase(match: re.Match[str]) -> bool:
    """Return whether a line gives words as a passphrase: on their own, or as a person's own; for a password four at least."""
    before = match.string[max(0, match.start() - MAX_NAME) : match.start()]
    words = re.split(r"[ -]", match["secret"])
    told = match["sign"].strip(" :=*").isalpha()
    own = _OWN.search(before) is not None
    enough = len(words) > 3 or (match["name"].lower() == "passphrase" and not told)
    return (
        enough and (own or (not told and _OPENS_LINE.search(before) is not None)) and looks_like_bare_passphrase(match["secret"])
    )


def _given(match: re.Match[str]) -> bool:
    return is_given(match["secret"])


def _opaque(match: re.Match[str]) -> bool:
    name = match.string[match.start() : match.start("secret")].rstrip(" =\"'\\").lower()
    turns = name.endswith("token") and _NO_SECRETS_NAME.search(name.removesuffix("token"))
    return not (turns or _is_called(match)) and looks_opaque(match["secret"])


def _cookie(match: re.Match[str]) -> bool:
    """Return whether a value of a header's cookies was made by a machine: not its path, its date, or a word."""
    values = (m["value"] for m in _COOKIE.finditer(match["secret"]) if m["name"].lower() not in _OF_COOKIES)
    return any(looks_random(value) or looks_scrambled(value) for value in values)


def _session(match: re.Match[str]) -> bool:
    value = match["secret"]
    return _UUID.match(value) is None and not _is_called(match) and (looks_random(value) or looks_scrambled(value))


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
    "option-password": _option_password,
    "header": _header,
    "url-password": _url_password,
    "block": _block,
    "issued": _issued,
    "pass": _pass,
    "line": _line,
    "passphrase": _passphrase,
    "line-passphrase": _line_passphrase,
    "given": _given,
    "opaque": _opaque,
    "session": _session,
    "cookie": _cookie,
}
"""The checks by the names that the table gives them."""

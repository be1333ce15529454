"""Whether a value that a name is given is a secret: not a reference, a placeholder, a word, or a path."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections import Counter
from itertools import pairwise
from math import log2

from narrator.redaction.words import OF_NAMES, OF_PROSE, SENTENCES, STAND_INS

MIN_RANDOM = 16
"""Shortest value that is taken for a key or token by its looks (provider keys have 20 and more)."""
MIN_CHUNK = 10
"""Shortest run of letters and digits that such a value must hold: words and versions joined by hyphens have shorter ones."""
MIN_ENTROPY = 3.0
"""Bits a character. Random hexadecimal of 32 has 3.5 and more, identifiers with a number about 3.2 but fail on digits."""
MINSTAND_INS_ENTROPY = 2.5
"""Bits a character of words joined: English has about 3.5 a letter on the whole, fewer in so few letters."""
MIN_PASSWORD = 5
MIN_MIXED = 8
"""Shortest run of letters and digits mixed that is taken for a secret where its name says that it is one."""

MIN_OPAQUE = 12
"""Shortest run of letters alone that is taken for a secret where its name says that it is one: most words are shorter."""
MIN_DIFFERENT = 3
"""Different characters in what a service issued: fewer are an example made of one piece again and again."""
MIN_CHANGES = 0.4
"""Share of neighbors of another case: at random one half, in names made of words a third and less."""
MIN_LETTERS = 26
"""Letters of one case alone are no words joined from here on."""

_NOT_ALNUM = re.compile(r"[^A-Za-z0-9]+")
_REFERENCE = re.compile(
    r"[$%{<\[(=/~.*&:\\-]|[A-Za-z]:[\\/]|https?:|(?:env|file|vault|op|ssm|arn|sops|keychain|keyring|ref|param)[.:]|@[A-Za-z_]+\Z|"
    r"(?:os|process|self|this|secrets?|vars?|args?|config)\.|(?:required|nullable|optional|string|sometimes)\|"
)
_PLACEHOLDER = re.compile(
    r"""(?:\A|[^a-z0-9])(?-i:your|YOUR|Your(?=\W|_|Api|Key|Token|Secret|Pass|\Z))|x{4}|[*•●·]{3}|\.{3}|…|placeholder|change.?me
    |\A%\w+%\Z|\A(?:my|some|the)[-_](?:\w+[-_])?(?:secret|pass(?:word)?|token|key)\b|redacted|\$\{|\{\{|<[\w\ -]{1,40}>
    |\Ainsert[^a-z]|replace[^a-z0-9]?(?:me|with)\b|_here\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""What makes the whole value stand for another; a word inside of a random one (…EXAMPLEKEY) doesn't."""
_TECHNICAL = re.compile(
    r"base(?:16|32|58|64|85)|sha\d{1,3}|md5|utf_?\d{1,2}|oauth2?|x509|ed25519|[ehpr]s(?:256|384|512)|pkcs\d{1,2}|u?int\d{1,3}|"
    r"float\d{2}|i18n|l10n|ipv[46]|0x|%[0-9a-f]{2}",
    re.IGNORECASE,
)
"""Words with a number of their own, which names in code are made of; and what URLs escape."""
_RUN = re.compile(r"[A-Za-z0-9!@$%^*?+~]+")
_WORD = re.compile(r"[a-z]+")
_OF_PROSE = ("ed", "ing", "ly", "tion", "able", "ment")
"""Endings of words that are seldom in lists for passphrases, and often in prose."""
_NUMBERED = re.compile(r"(?P<word>[A-Za-z]+)\d+\Z")
_MEASURE = re.compile(r"\d+[A-Za-z]{1,5}\Z")
_DOTTED = re.compile(r"[A-Za-z_][A-Za-z_0-9.:]*[.:][A-Za-z_]\w*[!?]?\Z")
_CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z]+)+\Z")


_STANDS_FOR = re.compile(
    r"x{6}|X{6}|\*{3}|\.{3}|0{10}|a{10}|1234567890123|(?<![A-Za-z0-9])(?i:your|placeholder|example|dummy|redacted)(?![a-z0-9])|_here\b"
)


def entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits a character."""
    counts = Counter(value).values()
    return -sum(n / len(value) * log2(n / len(value)) for n in counts)


def looks_random(value: str) -> bool:
    """Return whether a value could only be made by a machine: long, digits among letters in one run, no pattern."""
    if len(value) < MIN_RANDOM or names_something(value):
        return False
    chunk = max(_NOT_ALNUM.split(_TECHNICAL.sub(" ", value)), key=len)
    digits = sum(c.isdigit() for c in chunk)
    return len(chunk) >= MIN_CHUNK and 2 <= digits < len(chunk) - 1 and entropy(value) >= MIN_ENTROPY


def looks_mixed(value: str, *, data: bool, environment: bool) -> bool:
    """Return whether a value given to a secret's name is one: digits among letters in one run, but no numbered name in code.

    `data` says that the value can't be a name in code, `environment` that a shell reads it.
    """
    if names_something(value) or (not data and _DOTTED.match(value)):
        return False
    return any(_is_mixed(run, data=data, enough=1 if environment else 2) for run in _RUN.findall(_TECHNICAL.sub(" ", value)))


def _is_mixed(run: str, *, data: bool, enough: int) -> bool:
    digits, letters = sum(c.isdigit() for c in run), sum(c.isalpha() for c in run)
    if len(run) < MIN_MIXED or digits < enough or letters < 2 or _MEASURE.match(run):
        return False
    numbered = _NUMBERED.match(run)
    return numbered is None or (data and numbered["word"].lower() not in STAND_INS)


def looks_opaque(value: str) -> bool:
    """Return whether letters alone that a secret's name is given are one: no name in code, one run, more than a word's length."""
    if names_something(value) or not value.isascii() or len(value) < MIN_OPAQUE or any(w in value.lower() for w in OF_NAMES):
        return False
    if not value.isalpha():
        return any(c.isdigit() for c in value) and looks_mixed(value, data=True, environment=False)
    hump = sum(a.islower() and b.isupper() for a, b in pairwise(value))
    return not value.isupper() and (value.islower() or hump > len(value) / 6) and entropy(value) >= MINSTAND_INS_ENTROPY


def looks_scrambled(value: str) -> bool:
    """Return whether letters (and digits) change case so often that no names of code are joined in them."""
    if len(value) < MIN_RANDOM or not (value.isascii() and value.isalnum()) or names_something(value):
        return False
    changes = sum(_class_of(a) != _class_of(b) for a, b in pairwise(value))
    return changes >= MIN_CHANGES * (len(value) - 1) and entropy(value) >= MIN_ENTROPY


def _class_of(character: str) -> int:
    return character.isupper() + 2 * character.isdigit()


def looks_issued(value: str) -> bool:
    """Return whether what follows a service's own beginning was issued: no placeholder, no words, many different characters."""
    if _STANDS_FOR.search(value) or value.isdigit() or len(set(value)) < min(MIN_DIFFERENT, len(value) // 2):
        return False
    mixed = any(c.isdigit() for c in value) or value.lower() != value != value.upper()
    return mixed or (value.isalpha() and len(value) >= (MIN_RANDOM if value.isupper() else MIN_LETTERS))


def looks_like_passphrase(value: str) -> bool:
    """Return whether quoted words are a passphrase and no sentence of a program's."""
    return not SENTENCES & set(_WORD.findall(value.lower()))


def looks_like_bare_passphrase(value: str) -> bool:
    """Return whether words without quotes are a passphrase and no prose: nouns and the like alone."""
    words = _WORD.findall(value.lower())
    return looks_like_passphrase(value) and not any(word in OF_PROSE or word.endswith(_OF_PROSE) for word in words)


def is_given(value: str) -> bool:
    """Return whether a value that its place says is a secret is one: only a reference or a placeholder speaks against it."""
    return not names_something(value)


def holds_credentials(encoded: str) -> bool:
    """Return whether base64, which may be cut at its end, holds `user:password`."""
    bare = encoded.rstrip("=")
    try:
        plain = b64decode(bare + "=" * (-len(bare) % 4) if len(bare) % 4 != 1 else bare[:-1]).decode("utf-8")
    except (NotBase64, UnicodeDecodeError):
        return False
    return plain.isprintable() and ":" in plain


def looks_like_password(value: str, *, quoted: bool, environment: bool) -> bool:
    """Return whether a value given to a password's name is one; bare words in code and prose aren't."""
    if len(value) < MIN_PASSWORD or names_something(value) or (not quoted and _DOTTED.match(value)):
        return False
    if quoted:
        return not (value.isalpha() and value.istitle())
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    symbols = any(not c.isalnum() and c not in "_-." for c in value[:-1])
    return environment or mixed or symbols


def looks_like_credentials(value: str, *, encoded: bool) -> bool:
    """Return whether what follows an authorization scheme is a credential: digits among letters, or (encoded) both cases."""
    if names_something(value) or (_DOTTED.match(value) and not any(c.isdigit() for c in value)):
        return False
    letters = any(c.isalpha() for c in value)
    mixed = letters and sum(c.isdigit() for c in value) >= 2
    return mixed or (encoded and value.lower() != value != value.upper() and _CAMEL.match(value) is None)


def names_something(value: str) -> bool:
    """Return whether a value refers to something, or stands for another."""
    return stands_for_another(value) or _REFERENCE.match(value) is not None


def stands_for_another(value: str) -> bool:
    """Return whether a value is a placeholder."""
    return value.lower().replace("_", "").replace("-", "") in STAND_INS or _PLACEHOLDER.search(value) is not None

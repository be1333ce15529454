"""Finds what names a machine: IP and hardware addresses, and host names of a network of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from narrator.redaction.rules import Secret

ADDRESS_RANK = 3_000
HOST_RANK = 4_000
"""Behind mail addresses and home folders."""

_V4 = re.compile(r"(?<![\w.+-])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w+-]|\.\d)")
_V6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:{1,2}|::){2,7}[0-9A-Fa-f]{0,4}(?![\w:])")
_HARDWARE = re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![\w:-])")

_OWN_NETWORK = "local|lan|internal|intranet|corp|home|localdomain|private|localnet"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOSTS = (
    re.compile(rf"(?<![\w.@/-])(?P<host>(?:{_LABEL}\.){{1,6}}(?:{_OWN_NETWORK}))(?![\w(=-]|\.\w)"),
    re.compile(rf"(?<=://)(?P<host>(?:{_LABEL}\.){{1,6}}(?:{_OWN_NETWORK}))(?![\w-]|\.\w)"),
    re.compile(
        rf"(?<![\w.-])(?P<host>(?:{_LABEL}\.){{1,8}}(?:amazonaws\.com|compute\.internal|rds\.amazonaws\.com|"
        r"database\.windows\.net|azurewebsites\.net|cloudapp\.azure\.com|run\.app|fly\.dev|herokuapp\.com))(?![\w-])"
    ),
    re.compile(rf"(?<![\w.@-])[a-z_][a-z0-9_-]{{0,31}}@(?P<host>{_LABEL}(?:\.{_LABEL}){{0,6}})(?=:[~/]|\s?[$#%]\s|\s+[~/])"),
    re.compile(
        rf"\b(?:ssh|scp|sftp|mosh|rsync|ping)\s(?:-\S{{1,40}}\s){{0,4}}(?:[\w.-]{{1,64}}@)(?P<host>{_LABEL}(?:\.{_LABEL}){{0,6}})"
    ),
    re.compile(
        rf"(?i:\b(?:hostname|host_name|server_name|computername|nodename)\b)[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?"
        rf"(?P<host>{_LABEL}(?:\.{_LABEL}){{0,6}})(?![\w(\[.])"
    ),
)
_NO_HOST = re.compile(
    r"(?:localhost|example|test|host|none|null|true|false|string|str|self)\Z|.*\bexample\.(?:com|org|net)\Z", re.I
)

_OF_VERSION = re.compile(
    r"(?:\b(?:\w{0,30}version|versions|ver|v|releases?|build|tag|section|chapter|clause|oid)"
    r"(?:[ \t]is)?\\{0,3}[\"'`*)>]{0,3}[ \t]{0,3}[:=(>]?[ \t]{0,3}"
    r"|[~^][ ]?|[<>~]=[ ]?|~>[ ]?|§[ ]?|(?<=\w)===?)\\{0,3}[\"'`*v]{0,3}\Z",
    re.IGNORECASE,
)
"""What stands before four numbers of a version or a section."""
_OF_PACKAGE = re.compile(
    r"(?:\b(?:npm|npx|pnpm|yarn|bun|pip|uv|brew|install|add|upgrade|package|module)\b[^\n]{0,60}[\w/-]|@[\w.-]{1,40}/[\w.-]{1,40})@\Z|"
    r"(?<![\w/:.-])[A-Z][A-Za-z]{2,30}/\Z"
)
"""What stands before the version of a package (name@) or of a browser (Name/)."""
_ADDRESS_NAME = re.compile(r"(?:ip|addr|address|host|server|peer|remote)\w{0,4}[ ]?===?\W{0,2}\Z", re.IGNORECASE)
_JOINT = re.compile(r"[ \t]?(?:,|\b(?:to|and|or|through|until)\b|->|=>|→|\.\.|[-–/])(?:[ \t](?:and|or))?[ \t]?v?")
"""What stands between two versions, of which the first is known as one."""
_BEFORE = 110
"""Code points before an address that tell whether it is one."""


def find_addresses(text: str) -> Iterator[Secret]:
    """Yield IP addresses, those of the machine itself and of no machine aside, and hardware addresses."""
    if "." in text:
        yield from (_at(m, "ip-address") for m in _quads(text) if _is_v4(m[0]))
    if ":" in text:
        yield from (_at(m, "ip-address") for m in _V6.finditer(text) if _is_v6(m[0]))
    yield from (_at(m, "hardware-address") for m in _HARDWARE.finditer(text) if not set(m[0]) <= set("0:-fF"))


def _quads(text: str) -> Iterator[re.Match[str]]:
    """Yield four numbers with dots between them that are no version of something, nor follow on one (1.2.3.4 to 1.2.3.5)."""
    version = -1
    for match in _V4.finditer(text):
        follows = version >= 0 and match.start() - version < 12 and _JOINT.fullmatch(text, version, match.start()) is not None
        if follows or _is_version(text[max(0, match.start() - _BEFORE) : match.start()], match[0]):
            version = match.end()
        else:
            yield match


def _is_version(before: str, written: str) -> bool:
    if _OF_VERSION.search(before, max(0, len(before) - 50)):
        return _ADDRESS_NAME.search(before) is None
    return _OF_PACKAGE.search(before) is not None and not IPv4Address(written).is_private


def find_hosts(text: str) -> Iterator[Secret]:
    """Yield host names of private networks and of clouds' machines, and those that a login or a setting names."""
    for pattern in _HOSTS:
        for match in pattern.finditer(text):
            if not _NO_HOST.match(match["host"]) and not match["host"].isdecimal():
                yield Secret(match.start("host"), match.end("host"), "host", HOST_RANK)


def _at(match: re.Match[str], kind: str) -> Secret:
    return Secret(match.start(), match.end(), kind, ADDRESS_RANK)


def _is_v4(written: str) -> bool:
    address = IPv4Address(written)
    return not (address.is_loopback or address.is_unspecified or address.is_multicast or written.startswith("255."))


def _is_v6(written: str) -> bool:
    try:
        address = IPv6Address(written)
    except AddressValueError:
        return False
    return not (address.is_loopback or address.is_unspecified) and ("::" in written or written.count(":") == 7)

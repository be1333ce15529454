"""Strict redaction takes out IP addresses, and leaves versions and sections that have four numbers too."""

from __future__ import annotations

import pytest

from narrator.redaction import Policy, redact, using

VERSIONS = [
    "version 1.2.3.4",
    "Version: 1.2.3.4",
    '"version": "1.2.3.4"',
    r"{\"version\": \"1.2.3.4\"}",
    'AssemblyVersion("1.2.3.4")',
    "<version>1.2.3.4</version>",
    "from version 1.2.3.4 to 1.2.3.5",
    "versions 1.2.3.4, 1.2.3.5 and 2.0.0.1",
    "v 1.2.3.4",
    "release 4.18.2.1",
    "build 8.1.0.4",
    "pip install thing==1.2.3.4",
    "thing>=1.2.3.4",
    "thing ~> 1.2.3.4",
    "'^1.2.3.4'",
    "npm install thing@1.2.3.4",
    "├── @scope/thing@1.2.3.4",
    "Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36",
    "RFC 5280, section 4.2.1.13",
    "§ 4.2.1.13",
]
ADDRESSES = [
    "connect to 8.8.4.4",
    "ssh root@8.8.4.4",
    "http://8.8.4.4/x",
    "http://user@8.8.4.4:80",
    "/dev/tcp/8.8.4.4/80",
    "host: 8.8.4.4",
    'if ip == "8.8.4.4":',
    "server_ip==8.8.4.4",
    "the version runs at 8.8.4.4",
    "version 1.2.3.4 runs at 8.8.4.4",
    "npm install; ssh admin@10.0.0.7",
    "npm install http://8.8.4.4/x.tgz",
    "route 8.8.4.4 to 10.0.0.7",
]


@pytest.mark.parametrize("text", VERSIONS)
def test_a_version_stays(text: str) -> None:
    with using(Policy("strict")):
        assert redact(text) == text


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_goes(text: str) -> None:
    with using(Policy("strict")):
        shown = redact(text)
    assert "[redacted: ip-address]" in shown
    assert "8.8.4.4" not in shown
    assert "10.0.0.7" not in shown

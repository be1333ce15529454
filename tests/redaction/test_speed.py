"""No text makes the search slow: what is made to, costs a few times what ordinary text does."""

from __future__ import annotations

import base64
import random
from time import process_time

import pytest

from narrator.redaction import Policy, find_secrets, using
from narrator.redaction.copies import redact_bytes
from narrator.redaction.rules import load_rules

SIZE = 200_000
MOST = 3.0
"""Seconds for so much text: ordinary text takes a hundredth of that, one quadratic rule many times as much."""
UNITS = [
    *(
        "a",
        "A",
        "aB",
        "1",
        ".",
        "/",
        "\\",
        '"',
        "=",
        "_",
        "-",
        " ",
        "\n",
        "@",
        "://",
        "%20",
        '{"',
        "a.",
        "a-",
        "a@b.",
        "1.2.",
        "a:b:",
    ),
    *(
        "password ",
        "password: ",
        "cookie: a=b; ",
        "a=b; ",
        "curl ",
        "x -u ",
        "eyJ",
        "eyJaaaaaaaaa.",
        "/home/",
        "mysql -p ",
        "token token",
    ),
    *(
        "-----BEGIN PRIVATE KEY-----",
        "PRIVATE KEY-----",
        f"-----BEGIN PRIVATE KEY-----\n{'A' * 64}\n",
        "IBAAKCaaaaaaaa ",
        "wsl$\\a\\",
    ),
    *("secret secret ", "secret='a b c d", 'password="', "--token ", "--a-", "_mmk", "-us1", "Q~"),
]


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_a_text_of_one_piece_again_and_again_is_searched_quickly(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    begun = process_time()
    with using(Policy("strict")):
        find_secrets(text)
    assert process_time() - begun < MOST


@pytest.mark.parametrize("lead", ["cookie: ", "curl ", "password ", "secret: ", "://", "-----BEGIN PRIVATE KEY-----\n"])
@pytest.mark.parametrize("unit", ["a=b; ", "a ", "-u a ", "a", "A" * 63 + "\n", ":"])
def test_what_follows_a_keyword_is_searched_quickly(lead: str, unit: str) -> None:
    text = lead + unit * (SIZE // len(unit))
    begun = process_time()
    find_secrets(text)
    assert process_time() - begun < MOST


def test_the_keywords_one_after_another_are_searched_quickly() -> None:
    keys = sorted({key for rule in load_rules() for key in rule.keys})
    for joint in ("", " ", '="a.b_', ": "):
        text = joint.join(keys) * (SIZE // sum(len(k) + len(joint) for k in keys))
        begun = process_time()
        find_secrets(text)
        assert process_time() - begun < MOST


@pytest.mark.parametrize("lead", ["", '{"a": "', '["'])
def test_a_megabyte_of_base64_is_searched_quickly(lead: str) -> None:
    data = random.Random(1).randbytes(750_000)  # noqa: S311
    begun = process_time()
    assert not redact_bytes(lead.encode() + base64.b64encode(data)).found
    assert process_time() - begun < MOST

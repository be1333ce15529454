"""A secret that a line break cuts is gone whole: at any width, with any mark that opens the next line, real or written out."""

from __future__ import annotations

import json
import random

import pytest

from narrator.redaction import redact
from narrator.redaction.copies import redact_bytes
from tests.redaction.planted import SERVICES

KEYS = {
    name: SERVICES[name][0](random.Random(5))  # noqa: S311
    for name in (
        "github-token",
        "anthropic-key",
        "openai-key",
        "openai-key-new",
        "stripe-key",
        "slack-token",
        "pypi-token",
        "jwt",
        "npm-token",
    )
}
BREAKS = ["\n", "\r\n", "\\n", "\\\\n", "\n    ", "\n> ", "\n│ ", " \n".strip(" "), "\\\n"]


def left(key: str, shown: str) -> list[str]:
    return [key[i : i + 8] for i in range(len(key) - 7) if key[i : i + 8] in shown]


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("cut", BREAKS, ids=repr)
def test_a_key_cut_once_is_gone(name: str, cut: str) -> None:
    key = KEYS[name]
    for at in (len(key) // 3, len(key) // 2, len(key) - 12):
        shown = redact(f"export TOKEN_OF_THE_DEPLOYMENT_SERVER={key[:at]}{cut}{key[at:]}\nnext line")
        assert left(key, shown) == [], at
        assert shown.endswith("next line")


@pytest.mark.parametrize("width", [64, 72, 80, 100])
def test_a_long_key_wrapped_by_a_terminal_is_gone(width: int) -> None:
    line = f"ANTHROPIC_API_KEY={KEYS['anthropic-key']}"
    wrapped = "\n".join(line[i : i + width] for i in range(0, len(line), width))
    shown = redact(f"$ env\n{wrapped}\nHOME=/root and more words\n")
    assert left(KEYS["anthropic-key"][: width * (len(line) // width) - 18], shown) == []
    assert "\nHOME=/root and more words\n" in shown


def test_what_follows_a_whole_key_on_the_next_line_stays() -> None:
    for following in (
        "next words",
        "export A=b",
        "README.md",
        "src/app2.py",
        "step2",
        "0 errors",
        "key2=value2",
        "def test_v2():",
    ):
        text = f"the token for all of our deployments is {KEYS['github-token']}\n{following}"
        assert redact(text) == f"the token for all of our deployments is [redacted: github-token]\n{following}"


def test_names_on_two_lines_are_no_secret() -> None:
    for text in (
        "sk-learn\ncontrib-module",
        "hf_hub\ndownload_all_of_the_files_in_a_folder",
        "npm_config\nregistry",
        "re_compile\npattern12",
    ):
        assert redact(text) == text


def test_in_json_the_break_goes_with_the_secret_and_the_rest_stays() -> None:
    key = KEYS["github-token"]
    data = json.dumps({"a": f"it is {key[:12]}\n{key[12:]}\nnext", "n": 1}).encode()
    assert json.loads(redact_bytes(data).data) == {"a": "it is [redacted: github-token]\nnext", "n": 1}

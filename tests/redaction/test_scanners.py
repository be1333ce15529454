"""A user's own scanner joins in, and one that misbehaves stops the work instead of letting a secret out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.redaction import Policy, redact, using
from narrator.redaction.scanners import load

HERE = "tests.redaction.test_scanners"


def acme(text: str) -> Iterable[tuple[int, int, str]]:
    return [(m.start(), m.end(), "acme-key") for m in re.finditer(r"ACME-\d{8}", text)]


def fails(text: str) -> Iterable[tuple[int, int, str]]:
    raise ValueError(text)


def outside(text: str) -> Iterable[tuple[int, int, str]]:
    return [(0, len(text) + 1, "acme-key")]


def speaks(text: str) -> Iterable[tuple[int, int, str]]:
    return [(0, 1, f"Kind: {text}")]


no_function = 3


def test_a_scanner_names_its_own_kind() -> None:
    with using(Policy(scanners=(f"{HERE}:acme",))):
        assert redact("id ACME-12345678, ok") == "id [redacted: acme-key], ok"
    assert redact("id ACME-12345678, ok") == "id ACME-12345678, ok"


def test_the_table_goes_first_where_both_find_the_same() -> None:
    with using(Policy(scanners=(f"{HERE}:acme",))):
        assert redact("DB_PASSWORD=ACME-12345678") == "DB_PASSWORD=[redacted: password]"


@pytest.mark.parametrize("name", ["fails", "outside", "speaks"])
def test_one_that_misbehaves_is_an_error_without_the_words(name: str) -> None:
    with using(Policy(scanners=(f"{HERE}:{name}",))), pytest.raises(NarratorError, match=f"scanner {HERE}:{name}") as error:
        redact("very secret words")
    assert name == "speaks" or "secret words" not in str(error.value)


@pytest.mark.parametrize("name", ["nowhere:find", f"{HERE}:none", f"{HERE}:no_function", "no-entry-point"])
def test_what_is_no_scanner_is_an_error(name: str) -> None:
    with pytest.raises(NarratorError, match=re.escape(f"--scanner {name}")):
        load(name)


def test_a_module_of_the_working_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_alone.py").write_text("def find(text):\n    yield 0, 2, 'two'\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    with using(Policy(scanners=("mine_alone:find",))):
        assert redact("abc") == "[redacted: two]c"

"""Base forms of the verbs that acts are told with, against an independent inflector where it is installed."""

from __future__ import annotations

import pytest

from narrator.inflection import base_form


@pytest.mark.parametrize(
    ("past", "base"),
    [
        ("ran", "run"),
        ("searched for", "search for"),
        ("stopped", "stop"),
        ("copied", "copy"),
        ("deleted the branch", "delete the branch"),
        ("committed", "commit"),
        ("wrote", "write"),
        ("edited", "edit"),
        ("checked", "check"),
        ("used", "use"),
        ("read", "read"),
        ("formatted", "format"),
        ("cancelled", "cancel"),
    ],
)
def test_base_form(past: str, base: str) -> None:
    assert base_form(past) == base

"""Each rule of the table finds its kind, in every setting; the planted suite as a whole is found nearly always."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from narrator.redaction import redact
from narrator.redaction.rules import find_by_rules, load_rules
from tests.redaction.planted import AROUND, SERVICES, SETTINGS, Planted, planted

ROOT = Path(__file__).resolve().parents[2]
RULES = {rule.name: rule for rule in load_rules()}
PLANTED = tuple(planted(seed=7, rounds=1))


def telling(secret: str) -> str:
    """What must be gone of a secret: of a key block, its lines."""
    return secret.splitlines()[1] if "\n" in secret else secret


def samples(name: str) -> list[Planted]:
    return [p for p in PLANTED if p.kind == name]


def test_every_rule_has_samples_and_every_sample_a_rule() -> None:
    assert set(RULES) == set(SERVICES) | set(SETTINGS)
    assert len(RULES) == len(load_rules()) > 200


@pytest.mark.parametrize("name", RULES)
def test_a_rule_finds_its_samples(name: str) -> None:
    """By itself: none is found only because another rule finds it too."""
    found = [any(load_rules()[s.rank].name == name for s in find_by_rules(p.text)) for p in samples(name)]
    assert sum(found) >= 0.5 * len(found)


@pytest.mark.parametrize("name", RULES)
def test_nothing_is_left_of_a_sample(name: str) -> None:
    kept = [p.text for p in samples(name) if telling(p.secret) in redact(p.text)]
    assert len(kept) <= max(1, 0.05 * len(samples(name))), kept[:3]


def test_of_the_planted_suite_nearly_nothing_is_left() -> None:
    kept = [p for p in PLANTED if telling(p.secret) in redact(p.text)]
    assert len({p.kind for p in PLANTED}) >= 200
    assert len(kept) <= 0.005 * len(PLANTED), [p.text for p in kept][:20]


@pytest.mark.parametrize("name", [n for n in SERVICES if n != "private-key-block"])
def test_what_stands_afterwards_names_the_service(name: str) -> None:
    secret = SERVICES[name][0](random.Random(11))  # noqa: S311
    assert re.fullmatch(rf"see \[redacted: {RULES[name].kind}\] there", redact(f"see {secret} there"))


ESCAPES = ["\\n", "\\t", "\x1b[31m", "\\u001b[0m", "%3D", "\\\\n", "\\r\\n"]


@pytest.mark.parametrize("name", SERVICES)
def test_an_escape_sequence_before_a_secret_does_not_hide_it(name: str) -> None:
    secret = SERVICES[name][0](random.Random(12))  # noqa: S311
    assert [e for e in ESCAPES if telling(secret) in redact(f"x{e}{secret}")] == []


@pytest.mark.parametrize("name", SERVICES)
def test_inside_of_a_word_nothing_begins(name: str) -> None:
    rule = RULES[name]
    if not (rule.within or rule.back or rule.anywhere):
        secret = SERVICES[name][0](random.Random(13))  # noqa: S311
        assert not [s for s in find_by_rules(f"Wx{secret}") if s.kind == rule.kind and s.start == 2]


def test_the_settings_around_are_many() -> None:
    assert len(AROUND) >= 15


def test_every_rule_stands_in_the_documents() -> None:
    told = set(re.findall(r"`([\w-]+)`", (ROOT / "docs" / "redaction.md").read_text("utf-8")))
    assert [rule.name for rule in load_rules() if not {rule.name, rule.kind} <= told] == []

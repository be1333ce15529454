"""The door to Jinja: a wording or page that doesn't fit says so; filters put the session's words in safely."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.errors import TemplateError
from narrator.lexicon import Entry
from narrator.model import Span
from narrator.realization.templates import Wordings
from tests.scenes import scene as told

SCENE = told("1 U Fix **it**, please.\n2 A {x=y} ! bash make | tee [log] > done")
LEXICON = {"phrase.act.stop": Entry(("order to stop",)), "phrase.act.request": Entry(("order",))}
WORDS = Span(session="s", message=1, part=0)


@pytest.fixture
def wordings() -> Wordings:
    """Wordings over a small session, with two phrases."""
    return Wordings(SCENE.transcript, LEXICON)


@pytest.mark.parametrize("template", ["It {{ missing }}", "It {{ missing | quote }}", "It {{ n | count(missing) }}"])
def test_a_missing_role_is_told_with_its_wording(wordings: Wordings, template: str) -> None:
    with pytest.raises(TemplateError) as caught:
        wordings.render(template, {"n": 3})
    assert template in str(caught.value)
    assert "missing" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("template", ["It {{ n", "It {% if %}", "It {{ n | nosuchfilter }}"])
def test_a_broken_wording_is_told_with_its_text(wordings: Wordings, template: str) -> None:
    with pytest.raises(TemplateError) as caught:
        wordings.render(template, {"n": 3})
    assert template in str(caught.value)


def test_a_value_without_a_phrase_is_told_by_name(wordings: Wordings) -> None:
    with pytest.raises(TemplateError, match=r"phrase\.act\.sing"):
        wordings.render("{{ act | phrase('act') }}", {"act": "sing"})


def test_a_missing_page_is_told_by_name(wordings: Wordings) -> None:
    with pytest.raises(TemplateError, match=r"sonnet/document\.md\.j2"):
        wordings.render_page("sonnet/document.md.j2", {})


def test_a_page_with_an_unknown_name_is_told_by_its_own(tmp_path: Path) -> None:
    (tmp_path / "page.md.j2").write_text("{{ nothing }}", "utf-8")
    with pytest.raises(TemplateError) as caught:
        Wordings(SCENE.transcript, LEXICON, tmp_path).render_page("page.md.j2", {})
    assert "page.md.j2" in str(caught.value)
    assert "nothing" in str(caught.value)


def test_a_page_ends_in_one_line_break_and_has_no_double_blank_lines(tmp_path: Path) -> None:
    (tmp_path / "page.md.j2").write_text("a\n\n\n\n\nb\n\n\n", "utf-8")
    assert Wordings(SCENE.transcript, LEXICON, tmp_path).render_page("page.md.j2", {}) == "a\n\nb\n"


@pytest.mark.parametrize(
    ("template", "roles", "expected"),
    [
        ("{{ words | quote }}", {"words": WORDS}, "“Fix it, please.”"),
        ("{{ words | quote(6) }}", {"words": WORDS}, "“Fix …”"),
        ("{{ words | said }}", {"words": WORDS}, "“Fix it, please.” [msg 1]"),
        ("{{ words | block }}", {"words": WORDS}, "Fix it, please."),
        ("{{ words | quote }}", {"words": "a [link] and *stress*"}, "“a \\[link\\] and stress”"),
        ("{{ name | code }}", {"name": "a `b`"}, "`` a `b` ``"),
        ("{{ names | codes }}", {"names": ("a.py", "b.py", "a.py")}, "`a.py` and `b.py`"),
        ("{{ names | codes }}", {"names": ()}, "none"),
        ("{{ names | names }}", {"names": ("root@box",)}, "root@box"),
        ("{{ items | quotes }}", {"items": ("stop it", "deploy it")}, "“stop it” and “deploy it”"),
        ("{{ acts | phrases('act') }}", {"acts": ("stop", "request")}, "order to stop and order"),
        ("{{ acts | phrases('act') }}", {"acts": ()}, "nothing"),
        ("{{ n | count('call') }}", {"n": 3}, "three calls"),
        ("{{ n | number | sentence }} things", {"n": 6}, "Six things"),
        ("{{ seconds | duration }}", {"seconds": 90.0}, "90 seconds"),
        ("{{ what | series }}", {"what": ("a", "b", "c")}, "a, b and c"),
        ("{{ what | either }}", {"what": ("a", "b")}, "a or b"),
        ("{{ signs | clauses }}", {"signs": ("a", "b")}, "a; b"),
        ("it{{ detail | spaced }}", {"detail": "while thinking"}, "it while thinking"),
        ("it{{ detail | spaced }}", {"detail": ""}, "it"),
        ("{{ msg(3, 5) }} {{ msg(4) }}", {}, "[msg 3]–[msg 5] [msg 4]"),
        ("two   blanks\n and a break", {}, "two blanks and a break"),
    ],
)
def test_filters(wordings: Wordings, template: str, roles: dict[str, object], expected: str) -> None:
    assert wordings.render(template, roles) == expected


@pytest.mark.parametrize("words", ["marked with `*` in the list", "the glob `**/*.py`", "see `__init__` there"])
def test_code_in_a_quotation_keeps_its_marks(wordings: Wordings, words: str) -> None:
    assert wordings.render("{{ words | quote }}", {"words": words}) == f"“{words}”"


def test_a_cut_leaves_no_mark_of_an_inner_quotation_open(wordings: Wordings) -> None:
    words = "The tests move from “versioned document” to “internal trace model, and on and on and on” now"
    text = wordings.render("{{ words | quote(70) }}", {"words": words})
    assert text.count("“") == text.count("”")


@pytest.mark.parametrize("name", ["quote", "code", "plain"])
def test_secrets_do_not_leave_by_any_filter(wordings: Wordings, name: str) -> None:
    secret = "ghp_" + "Ab1" * 12
    assert secret not in wordings.render(f"{{{{ words | {name} }}}}", {"words": f"token {secret} here"})


@pytest.mark.parametrize("name", ["codes", "names", "quotes"])
def test_secrets_do_not_leave_in_lists_either(wordings: Wordings, name: str) -> None:
    secret = "ghp_" + "Ab1" * 12
    assert secret not in wordings.render(f"{{{{ words | {name} }}}}", {"words": (f"token {secret} here",)})


def test_a_users_page_is_looked_for_first(tmp_path: Path) -> None:
    (tmp_path / "essay").mkdir()
    (tmp_path / "essay" / "document.md.j2").write_text("mine", "utf-8")
    assert Wordings(SCENE.transcript, LEXICON, tmp_path).render_page("essay/document.md.j2", {}) == "mine\n"

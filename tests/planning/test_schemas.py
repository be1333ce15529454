"""Schemas and lexicons as files: what is wrong is said with its file and field; a user's own folder goes first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.assets import folder
from narrator.errors import TemplateError
from narrator.lexicon import load_lexicon
from narrator.planning import plan
from narrator.planning.schemas import load_schema
from narrator.realization import write
from tests.scenes import scene as told

GOOD = """
kind = "note"
subject = "message"

[[sections]]
name = "opening"
heading = false

[[sections.passages]]
predicates = ["message.reply"]
"""
SESSION = "1 U Fix it.\n2 A It is fixed."


def put(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a file below a folder of templates, and return it."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def complaint(folder: Path, text: str | bytes) -> str:
    file = put(folder, "note/schema.toml", text)
    with pytest.raises(TemplateError) as caught:
        load_schema("note", folder)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('kind = "note"\n', "", "kind"),
        ('subject = "message"', 'subject = "weather"', "subject"),
        ("heading = false", 'heading = "maybe"', "sections.0.heading"),
        ("predicates =", "predicate =", "sections.0.passages.0"),
        ('["message.reply"]', '"message.reply"', "sections.0.passages.0.predicates"),
        ('["message.reply"]', '["message.reply"]\nlayout = "spiral"', "sections.0.passages.0.layout"),
        ('["message.reply"]', '["message.reply"]\nmost = "few"', "sections.0.passages.0.most"),
        ('["message.reply"]', '["message.reply"]\nrelations = ["because"]', "sections.0.passages.0.relations.0"),
        ('name = "opening"\n', "", "sections.0.name"),
    ],
)
def test_a_schema_that_does_not_hold_is_told_with_its_file_and_field(tmp_path: Path, old: str, new: str, field: str) -> None:
    assert old in GOOD
    assert field in complaint(tmp_path, GOOD.replace(old, new))


@pytest.mark.parametrize("text", ["kind = ", b'kind = "\xff\xfe"'])
def test_what_is_no_toml_is_told_with_its_file(tmp_path: Path, text: str | bytes) -> None:
    assert "TOML" in complaint(tmp_path, text)


def test_an_unknown_kind_is_told_with_the_known_ones() -> None:
    with pytest.raises(TemplateError) as caught:
        load_schema("sonnet")
    assert all(word in str(caught.value) for word in ("sonnet", "essay"))


@pytest.mark.parametrize("kind", sorted(p.parent.name for p in folder("templates").glob("*/schema.toml")))
def test_every_shipped_schema_holds_and_is_of_its_folder(kind: str) -> None:
    assert load_schema(kind).kind == kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["title"]\nwords = ["x"]', "[title]"),
        ('["title"]\nwordings = []', "[title]"),
        ('title = "x"', "[title]"),
        ("[title", "lexicon"),
        (b'["title"]\nwordings = ["\xff"]', "lexicon"),
    ],
)
def test_a_lexicon_that_does_not_hold_is_told_with_its_file_and_entry(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = put(tmp_path, "lexicon.toml", text)
    with pytest.raises(TemplateError) as caught:
        load_lexicon("essay", tmp_path)
    assert str(file) in str(caught.value)
    assert said in str(caught.value)


def test_every_predicate_that_a_schema_asks_for_could_be_worded() -> None:
    patterns = [p for s in load_schema("essay").sections for q in s.passages for p in q.predicates]
    known = load_lexicon("essay")
    assert [p for p in patterns if not any(re.fullmatch(_regex(p), name) for name in known)] == []


def _regex(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", ".*")


# ------------------------------------------------------------------------------------------------ a user's own templates
def test_a_users_wording_goes_before_the_shipped_one(tmp_path: Path) -> None:
    scene = told(SESSION)
    put(tmp_path, "lexicon.toml", '["message.reply"]\nwordings = ["It answers, in a house style"]')
    text = write(plan(scene.analysis, 2, templates=tmp_path), templates=tmp_path).markdown
    assert "It answers, in a house style [msg 2]." in text
    assert "house style" not in scene.essay(2).markdown


def test_a_wording_for_one_kind_goes_before_one_for_all(tmp_path: Path) -> None:
    put(tmp_path, "lexicon.toml", '["message.reply"]\nwordings = ["For all kinds"]')
    put(tmp_path, "essay/lexicon.toml", '["message.reply"]\nwordings = ["For essays"]')
    assert load_lexicon("essay", tmp_path)["message.reply"].wordings == ("For essays",)
    assert load_lexicon("other", tmp_path)["message.reply"].wordings == ("For all kinds",)


def test_a_users_headline_for_a_moment_is_chosen(tmp_path: Path) -> None:
    put(
        tmp_path,
        "lexicon.toml",
        '["title.reported.well"]\nwordings = ["x"]\n["title.reported"]\nwordings = ["A word to the user"]',
    )
    assert plan(told(SESSION).analysis, 2, templates=tmp_path).title.predicate.startswith("title.reported")


def test_a_users_page_goes_before_the_shipped_one(tmp_path: Path) -> None:
    put(tmp_path, "essay/document.md.j2", "# {{ title }}\n\n\n\nMine: {{ sections | length }}\n")
    document = write(plan(told(SESSION).analysis, 2, templates=tmp_path), templates=tmp_path)
    assert document.markdown == f"# {document.title}\n\nMine: {len(document.sections)}\n"


def test_a_kind_of_their_own_needs_a_schema_and_a_page(tmp_path: Path) -> None:
    put(tmp_path, "note/schema.toml", GOOD)
    analysis = told(SESSION).analysis
    made = plan(analysis, 2, kind="note", templates=tmp_path)
    assert [f.predicate for s in made.sections for f in s.facts()] == ["message.reply", "session.untimed"]
    with pytest.raises(TemplateError, match=r"note/document\.md\.j2"):
        write(made, templates=tmp_path)
    put(tmp_path, "note/document.md.j2", "{{ sections[0].blocks[0].items[0][0].text }}\n")
    assert write(made, templates=tmp_path).markdown.startswith("Message 2 ")


def test_the_shipped_templates_stay_as_they_are(tmp_path: Path) -> None:
    put(tmp_path, "lexicon.toml", '["message.reply"]\nwordings = ["Mine"]')
    load_lexicon("essay", tmp_path)
    assert load_lexicon("essay")["message.reply"].wordings != ("Mine",)

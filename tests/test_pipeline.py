"""From a path to an essay: the stages of the public API, and what must hold of every essay about every message."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from narrator import Analysis, Document, analyze, check, essay, plan, publish, read, write
from narrator.analysis import analyze as analyze_again
from narrator.errors import MessageIndexError, NoMessagesError, SourceError
from narrator.realization import Sentence
from tests.shared import SHARED, needs_shared, sessions

ROOT = Path(__file__).resolve().parents[1]
DFLASH = ROOT / "corpora" / "dflash" / "session.jsonl"
CORPORA = sorted((ROOT / "corpora").glob("*/*.json*"))
EXPORTS = sorted((ROOT / "tests" / "data" / "opencode-lab" / "1.18.33").glob("*.json"))
SMALL = [
    *sorted((ROOT / "tests" / "data" / "claude-code").glob("*.jsonl")),
    *sorted((ROOT / "tests" / "data" / "codex").glob("*")),
]
REAL = [p for p in sessions("opencode", "claude-code", "codex") if p.suffix != ".md"]  # but opencode's own prose export

STEP = 5
"""Besides the silent messages, every fifth of a corpus is written about."""
CITED = 0.9
"""Of the sentences that state a fact, at least this share stands on a citation: its own, or one further on in its paragraph."""


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def indices(analysis: Analysis, step: int) -> list[int]:
    """Return the silent messages, the first turning points, and every so-manieth message."""
    silent = {s.message for s in analysis.silences}
    turns = {t.message for t in analysis.turning_points[:3]}
    return sorted(silent | turns | {m.index for m in analysis.transcript.messages[::step]})


def stands(document: Document) -> Iterator[tuple[Sentence, bool]]:
    """Yield each sentence that states a fact, and whether it or a later one of its paragraph or item cites a message."""
    for section in document.sections:
        for block in section.blocks:
            for item in block.items:
                for number, sentence in enumerate(item):
                    if sentence.facts:
                        yield sentence, any("[msg " in s.text for s in item[number:])


def essays(path: Path, step: int) -> list[Document]:
    """Return the essays about the silent messages of a session, its first turns and a sample."""
    analysis = analyze(read(path))
    return [write(plan(analysis, index)) for index in indices(analysis, step)]


def are_right(documents: Iterable[Document]) -> None:
    for document in documents:
        transcript = document.plan.analysis.transcript
        assert check(document.markdown, transcript) == (), f"message {document.plan.subject} of {transcript.session}"


def are_cited(documents: Iterable[Document]) -> None:
    told = [pair for document in documents for pair in stands(document)]
    bare = [sentence.text for sentence, cited in told if not cited]
    assert len(bare) <= (1 - CITED) * len(told), bare[:9]


def test_the_stages_one_by_one_come_to_what_essay_returns() -> None:
    transcript = read(DFLASH)
    analysis = analyze(transcript)
    document = write(plan(analysis, 10880))
    assert document == essay(DFLASH, 10880) == essay(str(DFLASH), 10880)
    assert document.markdown == essay(DFLASH, 10880).markdown
    assert document.plan.analysis.transcript == transcript
    assert document.markdown.startswith("---\nsession: dflash\n")


def test_published_as_written(tmp_path: Path) -> None:
    document = essay(DFLASH, 10018)
    (path,) = publish([document], tmp_path / "out")
    assert path.read_bytes() == document.markdown.encode()


def test_the_default_is_the_strongest_turning_point() -> None:
    analysis = analyze(read(DFLASH))
    assert plan(analysis).subject == analysis.turning_points[0].message == essay(DFLASH).plan.subject


def test_reading_again_and_analyzing_again_changes_nothing() -> None:
    first, second = analyze(read(DFLASH)), analyze_again(read(DFLASH))
    assert (first.silences, first.phases, first.turning_points) == (second.silences, second.phases, second.turning_points)
    assert first.transcript == second.transcript


def test_every_claim_has_spans_that_are_in_the_session() -> None:
    document = essay(DFLASH, 10880)
    transcript = document.plan.analysis.transcript
    assert document.claims
    for claim in document.claims:
        assert claim.spans, claim.text
        assert all(transcript.message(span.message) is not None for span in claim.spans)


def test_what_can_not_be_had_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(MessageIndexError):
        essay(DFLASH, 0)
    with pytest.raises(SourceError):
        essay(tmp_path / "nothing.json")
    (tmp_path / "empty.json").write_text('{"info": {"id": "ses_1"}, "messages": []}')
    with pytest.raises(NoMessagesError):
        essay(tmp_path / "empty.json")


SCRIPT = """
import sys
from narrator import analyze, essay, read
from narrator.publishing import as_json, reading
for index in (8858, 10018, 10880):
    document = essay(sys.argv[1], index)
    print(document.markdown, as_json(document))
analysis = analyze(read(sys.argv[2]))
print(reading.as_json(analysis), reading.as_json(analysis, 3, facts=True))
"""


def test_the_bytes_do_not_hang_on_the_order_of_sets() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(DFLASH), str(ROOT / "corpora" / "opencode-lab" / "aborts.json")],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TZ": zone},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "America/New_York"), ("77", "Asia/Tokyo"))
    }
    assert len(outputs) == 1


@pytest.mark.parametrize("path", CORPORA, ids=name)
def test_essays_about_every_silence_and_a_sample_of_a_corpus(path: Path) -> None:
    documents = essays(path, STEP)
    are_right(documents)
    assert all(document.title and document.claims for document in documents)


def test_what_the_essays_about_the_corpora_say_stands_on_citations() -> None:
    are_cited(document for path in CORPORA for document in essays(path, STEP))


@pytest.mark.parametrize("path", [*EXPORTS, *SMALL], ids=name)
def test_every_message_of_a_small_session_can_be_written_about(path: Path) -> None:
    analysis = analyze(read(path))
    are_right(write(plan(analysis, message.index)) for message in analysis.transcript.messages)


@needs_shared
@pytest.mark.parametrize("path", REAL, ids=name)
def test_the_essay_about_the_strongest_turn_of_a_real_session(path: Path) -> None:
    documents = [essay(path)]
    are_cited(documents)
    are_right(documents)


@needs_shared
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("path", REAL, ids=name)
def test_essays_about_every_silence_and_a_sample_of_a_real_session(path: Path) -> None:
    documents = essays(path, 11)
    are_cited(documents)
    are_right(documents)


@needs_shared
@pytest.mark.parametrize("path", sorted((SHARED / "hostile").glob("*.jsonl")), ids=name)
def test_nothing_of_a_hostile_session_acts(path: Path) -> None:
    analysis = analyze(read(path))
    documents = [write(plan(analysis, message.index)) for message in analysis.transcript.messages]
    for document in documents:
        assert not set(document.markdown) & set("\x00\x07\x1b\u202e"), document.plan.subject
        assert "<script" not in document.markdown.replace("\\<", "")
    are_right(documents)

"""What a person does by a message."""

from __future__ import annotations

import pytest

from narrator.model import Message, Part
from narrator.observations import speech
from narrator.observations.speech_act import tells_failure
from tests.observations.build import SESSION, said, typed, words


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("please stop this job", "stop"),
        ("hold on", "stop"),
        ("no, that's the wrong file", "correction"),
        ("you didnt run the migration", "correction"),
        ("Wait, that is another module.", "correction"),
        ("don't touch the tests", "correction"),
        ("these totals are not accurate, recount", "correction"),
        ("use redis instead", "redirect"),
        ("ok, let's try something else: sort by date", "redirect"),
        ("never mind that.\n\nupdate the changelog", "redirect"),
        ("yes", "approval"),
        ("ok", "approval"),
        ("yeah do that", "approval"),
        ("yes, that one, go on", "approval"),
        ("ok, let's do this", "approval"),
        ("LGTM!", "approval"),
        ("ok write a parser for the new format", "request"),
        ("please fix ci", "request"),
        ("Now the docs.", "request"),
        ("can you run the suite once more?", "request"),
        ("Implement the following plan:\n\n# Plan\n\n" + "Use X instead of Y. " * 30, "request"),
        ("read the manual and list what we break. what is worst?", "request"),
        ("the package is there, so now write a test", "request"),
        ("why is the total 17?", "question"),
        ("how do i see the logs", "question"),
        ("do you think that is safe", "question"),
        ("can you explain the second rule", "question"),
        ("tell me why the cache is needed", "question"),
        ("the import crashes on empty files", "report"),
        ("I renamed the bucket", "report"),
        ("login doesnt work", "report"),
        ("ok I updated it", "report"),
        ("the columns have a grey border", "other"),
        ("basically the key thing is that it opens on a click", "other"),
        ("/plan:quick move the toolbar to the bottom", "request"),
        ("this looks amazing, start implementing", "request"),
        ("thanks!", "thanks"),
        ("great, thank you so much", "thanks"),
        ("…", "other"),
    ],
)
def test_short_messages(text: str, act: str) -> None:
    found = speech(typed(text), SESSION)
    assert found is not None
    assert found.act == act


@pytest.mark.parametrize(
    "text",
    [
        "the import crashes on empty files",
        "login doesnt work",
        "i'm not seeing any logs",
        "fatal: unable to access 'x'",
        "got a 502",
    ],
)
def test_words_that_tell_of_a_failure(text: str) -> None:
    assert tells_failure(text)


@pytest.mark.parametrize("text", ["ok I updated it", "it works, no errors", "fixed the bug and 0 failed", "the run is up"])
def test_words_that_tell_of_none(text: str) -> None:
    assert not tells_failure(text)


def test_a_pasted_log_is_a_report_whatever_it_asks_for() -> None:
    log = (
        "remote: Permission denied\nfatal: unable to access\nhint: please use --force\nerror: failed to push\n"
        "Make sure the rights are correct."
    )
    found = speech(typed(log), SESSION)
    assert found is not None
    assert found.act == "report"


def test_a_persons_words_after_a_log_count() -> None:
    log = "error: a\nerror: b\nfatal: c\nwarning: d\n\ncan you fix this"
    message = typed(log)
    found = speech(message, SESSION)
    assert found is not None
    assert (found.act, words(message, found.span)) == ("request", "can you fix this")


def test_the_sentence_that_shows_it_is_cited() -> None:
    message = typed("  The server is up. It looks well. Can you make sure it survives a reboot?  ")
    found = speech(message, SESSION)
    assert found is not None
    assert words(message, found.span) == "Can you make sure it survives a reboot?"
    assert words(message, found.text_span) == message.visible_text


def test_the_first_message_corrects_nothing() -> None:
    found = speech(typed("don't edit generated files, edit the templates instead", index=0), SESSION)
    assert found is not None
    assert found.act not in ("correction", "redirect", "stop")


def test_only_a_persons_typed_words_are_speech() -> None:
    synthetic = Part(kind="text", by="harness", text="Continue", flags=("synthetic",))
    harness = Message(index=3, role="user", kind="prompt", by="harness", parts=(synthetic,))
    assert speech(harness, SESSION) is None
    assert speech(said("stop"), SESSION) is None
    assert speech(typed("   "), SESSION) is None

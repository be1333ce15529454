"""A document of narrator's kind opens with the message that its front matter names."""

from __future__ import annotations

import pytest

from narrator.checking import verdicts
from tests.checking.lines import transcript

SESSION = transcript("\n".join(f"{n} {'user' if n % 4 == 0 else 'assistant'} | text: message {n}" for n in range(20)))
ESSAY = """
# A stop

Message 15 is empty [msg 15]. The order is given again [msg 16].

## What came of it

It went on [msg 17].
"""


def _subject(subject: int, body: str, *, digest: bool = True) -> str:
    front = f"---\nsession: ses_1\n{'digest: d1' if digest else 'kind: essay'}\nsubject: {subject}\n---\n"
    return next(r.verdict for r in verdicts(front + body, SESSION) if r.passage.startswith("subject"))


@pytest.mark.parametrize(
    ("subject", "body", "verdict"),
    [
        (15, ESSAY, "right"),
        (16, ESSAY, "wrong"),
        (17, ESSAY, "wrong"),
        (15, "# T\n\nThe user stopped it [msg 15].\n\n## Next\n\nOn [msg 16].\n", "right"),
        (16, "# T\n\nThe user stopped it [msg 15].\n\n## Next\n\nOn [msg 16].\n", "wrong"),
        (15, "# T\n\n## The message\n\n> message 15 [msg 15]\n\nThese are two words.\n", "right"),
        (16, "# T\n\nNothing is cited here.\n", "right"),
        (15, "# T\n\nThe user stopped message 15 and went on [msg 15], [msg 16].\n", "right"),
        (16, "# T\n\nThe user stopped message 15 and went on [msg 15], [msg 16].\n", "wrong"),
        (99, ESSAY, "wrong"),
    ],
)
def test_the_subject_is_what_the_document_opens_with(subject: int, body: str, verdict: str) -> None:
    assert _subject(subject, body) == verdict


def test_a_document_of_another_kind_may_open_as_it_likes() -> None:
    assert _subject(16, ESSAY, digest=False) == "right"

"""Surface realization: a planned fact becomes a sentence with its citations and footnotes."""

from __future__ import annotations

from narrator.errors import TemplateError
from narrator.evidence.values import Fact
from narrator.lexicon import Entry
from narrator.model import Span, Transcript
from narrator.planning.values import Node
from narrator.realization.choice import choose
from narrator.realization.citations import citations_after
from narrator.realization.document import Footnote, Sentence
from narrator.realization.templates import Wordings

_ENDS = (".", "?", "!", ":")


class Footnotes:
    """Numbers the footnotes of one document as they come up; the same derivation keeps its number."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._names: dict[str, str] = {}
        self.notes: list[Footnote] = []

    def mark(self, found: Fact) -> str:
        """Return the marks of a fact's footnotes ("[^d1] [^d2]"), adding those that are new."""
        return " ".join(f"[^{self._name(n.text, n.messages)}]" for n in found.notes)

    def _name(self, text: str, messages: tuple[int, ...]) -> str:
        tail = citations_after(text, messages)
        whole = f"{text} {tail}".strip() + "."
        if whole not in self._names:
            self._names[whole] = f"d{len(self._names) + 1}"
            spans = tuple(Span(session=self._session, message=m) for m in messages)
            self.notes.append(Footnote(self._names[whole], whole, spans))
        return self._names[whole]


class Voice:
    """Words facts for one document."""

    def __init__(self, transcript: Transcript, lexicon: dict[str, Entry], wordings: Wordings, subject: int) -> None:
        self._transcript = transcript
        self._lexicon = lexicon
        self._wordings = wordings
        self._subject = subject
        self._used: dict[str, int] = {}
        self.footnotes = Footnotes(transcript.session)

    def say(self, found: Fact, relation: str = "nucleus", *, stop: bool = True) -> Sentence:
        """Return the fact as a sentence; without a full stop where it is a block quotation.

        Raises:
            TemplateError: when the lexicon has no wording for it, or one that doesn't fit.

        """
        entry = self._entry(found.predicate)
        text = self._wordings.render(self._pick(found.predicate, entry.wordings), dict(found.args))
        if stop:
            text = self._connect(relation, text)
        cited = "" if entry.framing else citations_after(text, found.messages)
        tail = " ".join(piece for piece in (cited, self.footnotes.mark(found)) if piece)
        return Sentence(
            text=_close(text, tail) if stop else f"{text} {tail}".rstrip(),
            spans=() if entry.framing else found.spans,
            facts=() if entry.framing else (found.predicate,),
        )

    def cells(self, found: Fact) -> tuple[Sentence, ...]:
        """Return the fact as a table's row, a sentence a cell; each cell cites for itself."""
        marks = self.footnotes.mark(found)
        texts = [self._wordings.render(cell, dict(found.args)) for cell in self._entry(found.predicate).cells]
        if marks:
            texts[-1] = f"{texts[-1]} {marks}"
        return tuple(_cell(text, found) for text in texts)

    def phrase(self, found: Fact) -> str:
        """Return the fact as words without citations or full stop: a title, a heading, a cell."""
        return self._wordings.render(self._pick(found.predicate, self._entry(found.predicate).wordings), dict(found.args))

    def tell(self, node: Node, *, stop: bool = True) -> tuple[Sentence, ...]:
        """Return a node's sentences: its nucleus, then its satellites."""
        first = self.say(node.nucleus, node.relation, stop=stop)
        return (first, *(self.say(s, "elaboration", stop=stop) for s in node.satellites))

    def _entry(self, predicate: str) -> Entry:
        entry = self._lexicon.get(predicate)
        if entry is None:
            raise TemplateError(f"the lexicon has no wording for {predicate!r}; add one to templates/lexicon.toml")
        return entry

    def _pick(self, slot: str, options: tuple[str, ...]) -> str:
        # The hash says where a document begins in the list of wordings; a second use of the slot takes the next one.
        turn = self._used.get(slot, 0)
        self._used[slot] = turn + 1
        start = choose(range(len(options)), self._transcript.session, self._subject, slot)
        return options[(start + turn) % len(options)]

    def _connect(self, relation: str, text: str) -> str:
        entry = self._lexicon.get(f"relation.{relation}")
        if entry is None:
            return text[:1].upper() + text[1:]
        word = self._pick(f"relation.{relation}", entry.wordings)
        follows = text[:1].lower() + text[1:] if text.split(" ")[0] in _LOWERED else text
        return f"{word} {follows}"


_LOWERED = frozenset(
    {"The", "It", "Its", "A", "An", "In", "On", "Message", "No", "Nothing", "What", "That", "This", "One", "Two"}
)
"""First words that lose their capital behind a connective; names and quotations keep theirs."""


def _cell(text: str, found: Fact) -> Sentence:
    """A cell that cites states the fact; one that doesn't is a label."""
    return Sentence(text, found.spans, (found.predicate,)) if "[msg " in text else Sentence(text, (), ())


def _close(text: str, tail: str) -> str:
    stop = "" if text.endswith(_ENDS) and not tail else "."
    if tail and text.endswith(":"):
        return f"{text[:-1]} {tail}:"
    if tail and text.endswith("."):
        text = text[:-1]
    if tail.startswith("[msg") and text.endswith("]"):
        text += ","  # two citations in a row are a list
    return f"{text} {tail}".rstrip() + stop

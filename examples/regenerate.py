"""Writes the essays in this folder again, one as a page too, and what the README quotes of it. For use after a change of wording.

Run it: python examples/regenerate.py
"""

from __future__ import annotations

import re
from pathlib import Path

from narrator import Document, essay, publish
from narrator.assets import folder
from narrator.publishing import as_page, write_file
from narrator.realization import Sentence

INDICES = (8858, 10018, 10880)
QUOTED = 10880
PREDICATES = ("thesis", "comparison", "hypothesis", "hypotheses")
"""The README quotes the paragraphs and lists that state such facts, under their headings, with their footnotes."""

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
PAGE = HERE / f"essay-{QUOTED}.html"
BEGIN, END = f"<!-- quoted from examples/essay-{QUOTED}.md -->\n", "<!-- end of the quotation -->\n"


def documents() -> tuple[Document, ...]:
    """Return the essays about the shipped session's empty messages, in the order of `INDICES`."""
    session = folder("corpora") / "dflash" / "session.jsonl"
    return tuple(essay(session, index) for index in INDICES)


def excerpt(document: Document) -> str:
    """Return the lines that the README quotes, each as it stands in the essay."""
    starts = [f"# {document.title}"]
    for section in document.sections:
        items = [item for block in section.blocks for item in block.items if _states(block.items)]
        starts += [f"## {section.heading}"] if items and section.heading else []
        starts += [item[0].text for item in items]
        starts += [f"{mark}:" for item in items for s in item for mark in re.findall(r"\[\^\w+\]", s.text)]
    body = document.markdown.split("---\n", 2)[2]
    kept = [line for line in body.split("\n") if not line or re.sub(r"^(?:\d+\.|[->]) ", "", line).startswith(tuple(starts))]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _states(items: tuple[tuple[Sentence, ...], ...]) -> bool:
    return any(fact.startswith(PREDICATES) for item in items for sentence in item for fact in sentence.facts)


def renewed(text: str, document: Document) -> str:
    """Return the README's text with its quotation as the essay now stands."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    quotation = "".join(f"> {line}".rstrip() + "\n" for line in excerpt(document).split("\n"))
    return f"{before}{BEGIN}\n{quotation}\n{END}{after}"


def main() -> None:
    written = documents()
    for path in publish(written, HERE):
        print(path.name)
    write_file(PAGE, as_page(written[INDICES.index(QUOTED)]))
    print(PAGE.name)
    README.write_text(renewed(README.read_text("utf-8"), written[INDICES.index(QUOTED)]), "utf-8")
    print(README.name)


if __name__ == "__main__":
    main()

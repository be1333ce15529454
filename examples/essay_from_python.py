"""Writes an essay by the Python API, a stage at a time, checks it, and prints what it stands on.

Run it: python examples/essay_from_python.py
"""

from __future__ import annotations

from narrator import analyze, check, plan, read, write
from narrator.assets import folder


def main() -> None:
    transcript = read(folder("corpora") / "dflash" / "session.jsonl")
    analysis = analyze(transcript)
    document = write(plan(analysis, 10018))
    print(document.title)
    for claim in document.claims[:5]:
        cited = sorted({span.message for span in claim.spans})
        print(f"- {claim.text}\n  stands on {cited}")
    problems = check(document.markdown, transcript)
    print(f"{len(document.claims)} claims, {len(problems)} problems")


if __name__ == "__main__":
    main()

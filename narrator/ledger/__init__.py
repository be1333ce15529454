"""What holds of a whole session: the table of its extractors, and `gather_ledger`, which runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from narrator.analysis import Analysis
from narrator.evidence import Fact
from narrator.evidence.values import found_by
from narrator.ledger.asked import find_asked
from narrator.ledger.chains import find_chains
from narrator.ledger.checks import find_checks
from narrator.ledger.claims import find_claims
from narrator.ledger.commits import find_commits
from narrator.ledger.course import find_course, find_frame, find_turns
from narrator.ledger.exchanges import find_exchanges
from narrator.ledger.files import find_files
from narrator.ledger.instructions import find_instructions
from narrator.ledger.instructions_limits import find_limits
from narrator.ledger.loops import find_loops
from narrator.ledger.measurements import find_measurements
from narrator.ledger.open_ends import find_open_ends
from narrator.ledger.parameters import find_parameters
from narrator.ledger.processes import find_processes
from narrator.ledger.questions import find_questions
from narrator.ledger.salience import weigh
from narrator.ledger.terms import find_terms
from narrator.ledger.thoughts import find_thoughts
from narrator.ledger.thoughts_choices import find_choices
from narrator.ledger.thoughts_predictions import find_predictions
from narrator.ledger.undone import find_undone
from narrator.ledger.whole import Whole

__all__ = ["LEDGER", "Whole", "gather_ledger"]

Extractor = Callable[[Whole], Iterator[Fact]]
"""Takes a session, yields facts in the order of its messages; linear in its size."""

LEDGER: tuple[tuple[str, Extractor], ...] = (
    ("frame", find_frame),
    ("course", find_course),
    ("turns", find_turns),
    ("asked", find_asked),
    ("exchanges", find_exchanges),
    ("files", find_files),
    ("parameters", find_parameters),
    ("commits", find_commits),
    ("processes", find_processes),
    ("measurements", find_measurements),
    ("checks", find_checks),
    ("chains", find_chains),
    ("loops", find_loops),
    ("undone", find_undone),
    ("claims", find_claims),
    ("thoughts", find_thoughts),
    ("choices", find_choices),
    ("predictions", find_predictions),
    ("terms", find_terms),
    ("instructions", find_instructions),
    ("limits", find_limits),
    ("questions", find_questions),
    ("open ends", find_open_ends),
)
"""Every extractor with its name, in the order in which `inspect` lists their facts."""


def gather_ledger(analysis: Analysis) -> tuple[Fact, ...]:
    """Return every fact about the session, by extractor and then in order of its messages, each with its salience."""
    whole = Whole(analysis)
    facts = tuple(f for name, extract in LEDGER for f in found_by(name, extract(whole)))
    return weigh(whole, facts)

"""narrator: the record of a coding-agent session, told so that a reader can check it.

The public names; each is resolved when it is first used, so that `import narrator` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from narrator.analysis import Analysis, analyze
    from narrator.checking import check
    from narrator.errors import NarratorError
    from narrator.model import Message, Part, Place, Problem, Span, Transcript
    from narrator.pipeline import essay
    from narrator.planning import DocumentPlan, plan
    from narrator.publishing import publish
    from narrator.readers import read
    from narrator.realization import Document, write

__version__ = "0.1.0"

_HOMES = {
    "Analysis": "narrator.analysis",
    "Document": "narrator.realization",
    "DocumentPlan": "narrator.planning",
    "Message": "narrator.model",
    "NarratorError": "narrator.errors",
    "Part": "narrator.model",
    "Place": "narrator.model",
    "Problem": "narrator.model",
    "Span": "narrator.model",
    "Transcript": "narrator.model",
    "analyze": "narrator.analysis",
    "check": "narrator.checking",
    "essay": "narrator.pipeline",
    "plan": "narrator.planning",
    "publish": "narrator.publishing",
    "read": "narrator.readers",
    "write": "narrator.realization",
}

__all__ = [
    "Analysis",
    "Document",
    "DocumentPlan",
    "Message",
    "NarratorError",
    "Part",
    "Place",
    "Problem",
    "Span",
    "Transcript",
    "__version__",
    "analyze",
    "check",
    "essay",
    "plan",
    "publish",
    "read",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'narrator' has no attribute {name!r}")

"""One small session for each type of moment: the message that it is about, and its name."""

from __future__ import annotations

from dataclasses import replace

from narrator.analysis import Analysis
from narrator.silence import Silence
from tests.scenes import Scene, scene

ORDER = "Kill the training for now, deploy with the other drafter up to 16 draft len."
EDITED = "Kill the training for now, deploy the other drafter with up to 16 draft len"
SUMMARY = "## Goal\nDeploy it.\n## Discoveries\nNone."
STOPPED = "{error=MessageAbortedError}"

_CUT = f"1 U {{plan}} {ORDER}\n2 A ! bash pkill train > ok\n3 A"
_NEXT = {
    "mode": f"4 U {{build}} {EDITED}",
    "same": f"4 U {ORDER}",
    "again": f"4 U {EDITED}",
    "stop": "4 U Just stop the current run",
    "redirect": "4 U Never mind, let's try something else",
    "correction": "4 U No, that's the wrong server",
    "question": "4 U Why is it so slow?",
    "next": "4 U Write the changelog for the release.",
}
_DONE = "1 U Fix the parser.\n2 A It is fixed, and all tests pass."
_AT_WORK = "1 U Fix the parser.\n2 A ! read /srv/parser.py > x"

TOLD: dict[str, tuple[str, int]] = {
    "edge.again": (f"{_CUT}\n4 U\n5 A {SUMMARY}\n6 U {EDITED}", 3),
    "edge.alone": (f"{_CUT}\n4 U\n5 A {SUMMARY}\n6 A On.", 3),
    "compaction.summary": (f"{_DONE}\n3 U\n4 A {SUMMARY}\n5 A On.", 4),
    "compaction.summary_last": (f"{_DONE}\n3 U\n4 A {SUMMARY}", 4),
    "compaction.marker.recorded.report": (f"{_DONE}\n3 U {{compaction}}\n4 A {SUMMARY}", 3),
    "compaction.marker.recorded.work": (f"{_AT_WORK}\n3 U {{compaction}}\n4 A {SUMMARY}", 3),
    "compaction.marker.inferred.report": (f"{_DONE}\n3 U", 3),
    "compaction.marker.inferred.work": (f"{_AT_WORK}\n3 U\n4 A {SUMMARY}", 3),
    "compaction.continue": (f"{_DONE}\n3 U\n4 A {SUMMARY}\n5 U\n6 A On.", 5),
    **{f"cut.recorded.{name}": (f"{_CUT} {STOPPED}\n{line}\n5 A On.", 3) for name, line in _NEXT.items()},
    "cut.recorded.alone": (f"{_CUT} {STOPPED}", 3),
    **{f"cut.inferred.{name}": (f"{_CUT}\n{line}\n5 A On.", 3) for name, line in _NEXT.items() if name != "same"},
    "provider.recorded": (f"{_CUT} {{error=ProviderError}}\n4 A On.", 3),
    "provider.inferred": (f"1 U {ORDER}\n2 A\n3 U {ORDER}\n4 A\n5 U {ORDER}\n6 A On.", 2),
    "quiet": (f"{_CUT} {{finish=stop}}\n4 A On.", 3),
    "silent.unfinished": (_CUT, 3),
    "silent.unknown": (f"{_CUT}\n4 A On.", 3),
    "silent.failed_compaction": (f"{_DONE}\n3 A {{summary}}\n4 A On.", 3),
    "persons": (f"{_DONE}\n3 U @ shot.png\n4 A On.", 3),
    "harness": (f"{_DONE}\n3 S A reminder.\n4 A On.", 3),
    "spoken.unanswered": (f"{_AT_WORK}\n3 U Stop\n4 U Go on, please.\n5 A Yes.", 3),
    "spoken.unanswered.cut": (
        f"{_AT_WORK}\n3 U Stop\n4 S {{interrupted synthetic}} Interrupted.\n5 U Go on, please.\n6 A Yes.",
        3,
    ),
    "spoken.request": ("1 U Fix the parser.\n2 A It is fixed.", 1),
    "spoken.stop": (f"{_AT_WORK}\n3 U Stop\n4 A Stopped.", 3),
    "spoken.redirect": (f"{_AT_WORK}\n3 U Never mind, let's try something else\n4 A Yes.", 3),
    "spoken.correction": (f"{_AT_WORK}\n3 U No, that's the wrong file\n4 A Right.", 3),
    "spoken.question": (f"{_AT_WORK}\n3 U Why is it so slow?\n4 A The lock isn't held.", 3),
    "spoken.approval": (f"{_DONE}\n3 U yes\n4 A Good.", 3),
    "spoken.report": (f"{_DONE}\n3 U The page is blank\n4 A I see.", 3),
    "spoken.ran": (f"{_DONE}\n3 U {{command}} ! bash make check > ok\n4 U And now?\n5 A Good.", 3),
    "spoken.other": (f"{_DONE}\n3 U thanks!\n4 A Good.", 3),
    "worked": (_AT_WORK, 2),
    "worked.failed": ("1 U Fix it.\n2 A ! bash make >2 make: *** No rule to make target", 2),
    "worked.refused": ("1 U Clean up.\n2 A ! bash rm -rf build >refused no\n3 U Not that.", 2),
    "reported": (_DONE, 2),
}
NAMED = {
    "silent.lost_record": Silence(3, "lost_record"),
    "silent.not_recorded": Silence(3, "not_recorded"),
    "silent.connection_abort": Silence(3, "connection_abort"),
    "cut.inferred.alone": Silence(3, "interrupt", certainty="inferred"),
    "cut.inferred.same": Silence(3, "interrupt", certainty="inferred"),
}
"""Silences that only a harness's own record tells; here they are put into the analysis."""


def moments() -> dict[str, tuple[Scene, Analysis, int]]:
    """Return for each moment its session, the analysis and the index of its message."""
    found = {name: (s := scene(text), s.analysis, index) for name, (text, index) in TOLD.items()}
    for name, silence in NAMED.items():
        bare = scene(f"{_CUT}\n4 U {ORDER}\n5 A On." if name == "cut.inferred.same" else f"{_CUT}\n4 A On.")
        found[name] = (bare, replace(bare.analysis, silences=(silence,)), silence.message)
    return found

"""Named figures: `loss=2.14`, `Throughput: 12.8 K tok/s`, "the load took 5.2 s", in what is said and what programs print.

Conservative: a figure counts that has a unit, or whose name is that of a measure. Times of day, line numbers, versions, hashes,
ids, ports, sizes in listings and code don't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.model import Message
from narrator.observations.act import acts
from narrator.observations.envelopes import body
from narrator.observations.figures import UNITS, decimal
from narrator.observations.places import PROSE_LIMIT, stretch
from narrator.observations.values import Act, Measurement
from narrator.observations.vocabulary import words

OUTPUT_LIMIT = 60_000
"""Characters of a result that are looked at, from its end: what a run measured last counts."""
NAME_WORDS = 5
"""Words of a name in a sentence; what stands before belongs to the sentence."""

LINE_LIMIT = 2_000
"""Characters of a line that may hold figures to read; longer lines are data or minified code."""

_DIGIT = re.compile(r"\d")
_MARKUP = re.compile(r"</|/>|style=|\r[^\n]")
"""Lines of HTML, and progress bars that overwrite themselves."""
_MEASURES = (
    "loss|acc|accuracy|error rate|lr|learning rate|throughput|latency|score|f1|f-?score|bleu|rouge|precision|"
    "recall|perplexity|ppl|reward|rmse|mse|mae|auc|iou|"
    "map|mfu|grad[ _-]?norm|norm|duration|elapsed|time|runtime|wall|speed|speedup|ratio|rate|coverage|"
    "percentage|percent|average|avg|mean|median|p50|p90|p95|p99|std|"
    "stddev|variance|min|max|total|count|length|len|size|memory|mem|vram|ram|usage|utilization|util|"
    "temperature|temp|streak|acceptance|tokens|samples|lines|hits|"
    "misses|hit rate|qps|rps|fps|tps|ops|bandwidth|cost|tflops|flops|gain|delta|improvement|drop|difference|"
    "epochs?|depth|batch size|batch_size|queue|rows|files|"
    "failures|errors|warnings|passed|failed|skipped|kappa|similarity|distance|noise|gamma|alpha|beta|"
    "momentum|weight|threshold"
)
_NAMED = re.compile(rf"(?:^|[\W_])(?:{_MEASURES})(?:$|[\W_]|\d)", re.IGNORECASE)
_NOT_NAMES = re.compile(
    (
        r"(?:^|[\W_])(?:line|lines? \d+|ports?|pids?|ids?|ver|versions?|col|column|code|exit|status|index|idx|"
        r"page|year|month|day|date|issue|pr|commit|sha|hash|uid|gid|mode|"
        r"timestamp|ts|node|device|rank|seed|step|epoch|chunk|https?|localhost|sha256|at|msg|message|row|offset|"
        r"limit|timeout|yield_time_ms)$"
    ),
    re.IGNORECASE,
)
_FILE = re.compile(r"/.*/|\.[a-z]{1,4}$")
_CONDITIONS = re.compile(
    r"\b(step|epoch|iter(?:ation)?|it|round|trial|fold|seed|run|split|batch|task|dataset|model|phase)[ =:#]*([\w./-]+)",
    re.IGNORECASE,
)
_VALUE = (
    rf"(?P<value>[~≈]?[-−+]?(?:\d{{1,3}}(?:,\d{{3}})+|"
    rf"\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?P<gap>\s?)(?P<unit>{UNITS})?(?![\w:/.-]*[\w:/-]|,\d)"
)
_PAIR = re.compile(
    rf"(?P<name>[A-Za-z][\w./%@()-]*(?: [A-Za-z(][\w./%@()-]*){{0,3}})(?:\"|'|\*\*|`)?\s*(?P<mark>=|:(?!:))\s*(?:\*\*|`)?{_VALUE}"
)
_SAID = re.compile(
    rf"(?P<name>(?:[A-Za-z][\w'’/-]* ){{1,{NAME_WORDS}}})(?:\*\*|`)?(?:(?:is|was|are|were|of|at|to|took|takes|"
    rf"in|by|from|only|about|around|now|just|still|roughly|approximately|"
    rf"nearly|over|under|reached|averag\w+|up to|down to|has|had|got|hit|shows?) )*(?:\*\*|`)?{_VALUE}"
)
_STOP = words(
    "the a an and or but with for of in on at to from by is was are were that which this these those it its "
    "our my your we i so then than as if into about only now "
    "just still after before between per over under each every all took takes take has have had be been will "
    "would should can could using used use got gets get shows "
    "show says reached hit instead up down maybe always exactly even ever least most than means mean's too "
    "very not no there here also both any some more less first last next same they them he she already one "
    "two"
)
_DATA = (".log", ".out", ".txt", ".csv", ".tsv", ".jsonl", ".json")


class _Found(NamedTuple):
    name: str
    match: re.Match[str]


def measurements(message: Message, session: str) -> tuple[Measurement, ...]:
    """Return the named figures of a message's texts, thoughts and results, in the order in which they stand."""
    doing = {act.part: act for act in acts(message, session)}
    results = {call.result: doing.get(call.part) for call in message.calls() if call.result is not None}
    found: list[Measurement] = []
    for number, part in enumerate(message.parts):
        if part.kind in ("text", "reasoning"):
            found += _measured(message, session, number, part.text[:PROSE_LIMIT], 0, said=True)
        elif part.kind == "result" and _prints_figures(results.get(number)):
            start, end = body(part.text)
            found += _measured(message, session, number, part.text[:end], max(start, end - OUTPUT_LIMIT), said=False)
    return tuple(found)


def _prints_figures(act: Act | None) -> bool:
    """Return whether an act's result may measure something: runs do, files that are read only if they are logs or data."""
    if act is None:
        return False
    return act.kind in ("run", "test", "debug", "operate") or (
        act.kind == "explore" and any(f.lower().endswith(_DATA) for f in act.files)
    )


def _measured(message: Message, session: str, number: int, text: str, start: int, *, said: bool) -> Iterator[Measurement]:
    for begin, end in _lines(text, start):
        line = text[begin:end]
        condition = _condition(line)
        for name, match in _in_line(line, said=said):
            value = decimal(match["value"].lstrip("~≈+"))
            if value is not None:
                stop = match.end("unit") if match["unit"] else match.end("value")
                span = stretch(session, message, number, begin + match.start("value"), begin + stop)
                yield Measurement(message.index, number, name, match["value"], value, match["unit"] or "", condition, span)


def _lines(text: str, start: int) -> Iterator[tuple[int, int]]:
    fenced = False
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text.startswith("```", start):
            fenced = not fenced
        elif (
            not fenced and end - start <= LINE_LIMIT and _DIGIT.search(text, start, end) and not _MARKUP.search(text, start, end)
        ):
            yield start, end
        start = end + 1


def _condition(line: str) -> str:
    match = _CONDITIONS.search(line)
    return match[0].strip() if match and any(c.isdigit() for c in match[2]) else ""


def _in_line(line: str, *, said: bool) -> Iterator[_Found]:
    taken = 0
    for match in _PAIR.finditer(line):
        words = match["name"].replace("(", " ").split()
        name = _trimmed(words[-1:] if match["mark"] == "=" else words)
        if name and _counts(name, match, line):
            yield _Found(name, match)
            taken = match.end()
    if not said or taken or line.lstrip()[:1] in "|│":
        return
    for match in _SAID.finditer(line):
        name = _trimmed(match["name"].split())
        if name and match["unit"] and not _NOT_NAMES.search(name):
            yield _Found(name, match)


def _counts(name: str, match: re.Match[str], line: str) -> bool:
    """Return whether a pair is a measurement: a unit that is no multiplier, or the name of a measure with its own mark."""
    if _NOT_NAMES.search(name) or _FILE.search(name) or (line[max(0, match.start() - 1)] in "-/.$@#" and match.start() > 0):
        return False
    return bool(match["unit"]) or (_NAMED.search(name) is not None and len(match["value"]) < 16)


def _trimmed(words: list[str]) -> str:
    while words and words[0].lower() in _STOP:
        del words[0]
    while words and words[-1].lower() in _STOP:
        del words[-1]
    if any(w.lower() in _STOP for w in words):
        last = max(i for i, w in enumerate(words) if w.lower() in _STOP)
        words = words[last + 1 :]
    words = words[-1:] if words and any(w.endswith(".") for w in words[:-1]) else words
    return "" if any("'" in w or "’" in w for w in words) else " ".join(words).strip("-(")

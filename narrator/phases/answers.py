"""How an act of a person stands to what the model said before and answered after it: proposals, contradictions, concessions.

Words of several languages, in small tables; where a text speaks none of them, these cues are silent and the others decide.
"""

from __future__ import annotations

import re

from narrator.observations.speech_act import tells_failure
from narrator.phases.cues import Course

HEAD = 400
"""Code points at a text's beginning that are looked at."""

_PROPOSES = re.compile(
    r"\b(?:should(?:n['’]?t)? we|can['’]?t we|could(?:n['’]?t)? we|can we|why (?:not|don['’]?t we)|how about|what about|what if|"
    r"would it be|would(?:n['’]?t)? it|maybe|i think|i believe|i guess|let['’]?s|we (?:should|could|need|don['’]?t need|want)|"
    r"don['’]?t need|"
    r"instead|better (?:to|if)|i(?:['’]d| would) prefer|rather|"
    r"podríamos|deberíamos|mejor|creo que|en vez de|podemos|wir (?:sollten|könnten|brauchen)|lieber|stattdessen|"
    r"ich (?:denke|glaube)|poderíamos|deveríamos|melhor|acho que|em vez de|vamos)\b|要不|不如|应该|建议|我觉得|改成|换成",
    re.IGNORECASE,
)
_INQUIRES = re.compile(
    r"\W*(?:(?:ok|so|and|now|also|but|hm+|y|und|e|那|那么)\W+)*(?:(?:what|why|how|where|which|who|when|does|do|did|is|are|was|"
    r"explain|tell me|can you explain|qué|por qué|cómo|dónde|cuál|quién|cuándo|was|warum|wieso|wie|wo|welche[rs]?|wer|wann|o que|"
    r"por que|como|onde|qual|quem|quando)\b|什么|为什么|怎么|如何|哪|是否)",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"\b(?:done|fixed|completed?|all (?:tests )?pass|passes|works?(?:ing)? (?:correctly|now|as expected)|is live|verified|"
    r"successful(?:ly)?|resolved|ready|updated|implemented|removed|added|correct(?:ly)?|match(?:es)?|listo|hecho|corregido|funciona|"
    r"erledigt|fertig|behoben|funktioniert|pronto|feito|corrigido)\b|✅|完成|已修复|成功",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|no|never|wrong|only|don['’]?t|doesn['’]?t|can['’]?t|cannot|isn['’]?t|aren['’]?t|won['’]?t|nada|nunca|sólo|nicht|kein\w*|nie|"
    r"falsch|nur|não|errado|só)\b|不|没|错",
    re.IGNORECASE,
)
_DENIED_WITHIN = 120
"""A denial stands at the beginning of what a person says; further on it denies something else."""
_CONCEDES = re.compile(
    r"\W*(?:(?:ah|oh|yes|ok|hm+)[,.—–! -]+)?(?:you(?:['’]re| are) (?:\w+ )?right|(?:good|great|nice) catch|i agree|agreed|"
    r"that(?:['’]s| is) (?:a |an )?(?:crucial|important|fair|significant|real|valid)\b|fair\b|sorry|my (?:mistake|bad)|"
    r"i apologi[sz]e|i was wrong|tienes razón|de acuerdo|buena observación|perdón|lo siento|du hast recht|sie haben recht|stimmt|"
    r"guter (?:punkt|hinweis)|entschuldigung|tem razão|tens razão|você (?:está certo|tem razão)|bem visto|concordo|desculpe|"
    r"你说得对|您说得对|你是对的|没错|抱歉|对不起)",
    re.IGNORECASE,
)
_ABANDONS = re.compile(
    r"\b(?:never ?mind|forget (?:it|about|that|this)|(?:drop|scrap|ditch|skip) (?:it|that|this)|don['’]?t bother|leave it|"
    r"give up|olvídalo|déjalo|vergiss (?:es|das)|lass (?:es|das)|esquece|deixa (?:isso|pra lá))\b|算了|不用了|别管",
    re.IGNORECASE,
)
_FINDS_CAUSE = re.compile(
    r"\b(?:root cause|the (?:\w+ )?(?:issue|problem|bug|culprit|cause)(?: here)?(?: is| was|:)|found (?:the|it|an?) |"
    r"i see (?:the|an?) (?:issue|problem|bug)|turns out|that['’]s why|caused by|"
    r"el problema (?:es|era)|la causa|resulta que|das problem (?:ist|war)|die ursache|liegt daran|o problema (?:é|era)|a causa)\b"
    r"|原因是|问题在于|问题是|根本原因",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|whether|when|in case|would|could|si|cuando|wenn|falls|se|quando)\b|\?|如果|？", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?。！？\n])\s*")


def proposes(course: Course, number: int) -> float:
    """The person proposes a way: should we, how about, I think, let's."""
    return float(proposes_way(course.exchanges[number].words))


def inquires(course: Course, number: int) -> float:
    """The person wants to know: what, why, how."""
    return float(_INQUIRES.match(course.exchanges[number].words) is not None)


def tells_of_failure(course: Course, number: int) -> float:
    """The person tells of something that fails, not only of what would be if."""
    return float(reports_failure(course.exchanges[number].words))


def contradicts(course: Course, number: int) -> float:
    """The model had just said that something is done or right; the person denies, corrects, or tells of a failure."""
    exchange = course.exchanges[number]
    if not _CLAIMS.search(exchange.before):
        return 0.0
    denied = _DENIES.search(exchange.words[:_DENIED_WITHIN]) is not None or course.act(number) == "correction"
    return float(denied or bool(tells_of_failure(course, number)))


def concedes(course: Course, number: int) -> float:
    """The model's answer begins by giving in: you're right, good catch, sorry."""
    return float(_CONCEDES.match(course.exchanges[number].answer) is not None)


def explained(course: Course, number: int) -> float:
    """The model's answer begins with a cause."""
    return float(_FINDS_CAUSE.search(course.exchanges[number].answer) is not None)


def gives_up(text: str) -> bool:
    """Return whether a text's beginning gives up what was being done."""
    return _ABANDONS.search(text[:HEAD]) is not None


def proposes_way(text: str) -> bool:
    """Return whether a text's beginning proposes a way."""
    return _PROPOSES.search(text[:HEAD]) is not None


def reports_failure(text: str) -> bool:
    """Return whether a text's beginning tells of a failure as a fact: no condition, no question."""
    sentences = _SENTENCE.split(text[: HEAD + HEAD // 2])
    return any(tells_failure(s) and not _CONDITION.search(s) for s in sentences)


def states_cause(text: str) -> bool:
    """Return whether a text's beginning tells a cause that was found."""
    return _FINDS_CAUSE.search(text[:HEAD]) is not None

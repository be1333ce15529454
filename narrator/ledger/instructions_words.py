"""Instructions in a person's words: clauses that order something, the deed that each orders, the names and figures in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import narrator.observations.speech_tongues as tongues
from narrator.model import Span
from narrator.observations.speech_act import Sentence, act_of, own_sentences
from narrator.observations.speech_words import IMPERATIVES
from narrator.observations.values import Speech

LONG, HEAD = 1_500, 300
"""A message longer than this is a text handed over; what orders something stands in its first code points."""
MOST = 10
"""Instructions of one message that are told."""

_POLITE = re.compile(
    r"(?:(?:(?:please|pls|also|then|now|just|and|next|finally|first|after that|let'?s|let us|"
    r"(?:can|could|would|will) (?:you|u|we)|"
    r"(?:you|we) (?:should|need to|must|have to)|i(?:'d| would)? (?:want|need|like) (?:you |us )?to|go ahead and|feel free to|"
    r"make sure to|try to|help me(?: to)?|maybe|quickly|actually|"
    r"por favor|puedes|podrias|hay que|quiero que|necesito que|vamos a|voce pode|pode(?:ria)?|preciso que|"
    r"bitte|kannst du|konntest du|lass uns|du sollst)\W+)|[请帮我你麻烦能可以先再把将给吗需要想让])*"
)
DEEDS: tuple[tuple[str, str], ...] = (
    ("commit", r"(?:git )?commit|haz (?:un )?commit|faca (?:o )?commit|committe|提交"),
    ("push", r"(?:git )?push|sube los cambios|推送"),
    ("pr", r"(?:open|create|make|raise|submit|file)\b[^.]{0,20}\b(?:pr|pull request|mr|merge request)"),
    (
        "branch",
        r"(?:create|make|switch|checkout|check out)\b[^.]{0,30}\bbranch|(?:git )?(?:switch|checkout)(?: to)? (?:main|master)",
    ),
    ("merge", r"(?:git )?(?:merge|rebase)"),
    ("pull", r"(?:git )?(?:pull|fetch)"),
    ("install", r"install|instala|instale|installiere|安装"),
    ("deploy", r"deploy|publish|release|ship|despliega|publica|部署|发布"),
    ("delegate", r"(?:spawn|dispatch|launch|delegate|run an? (?:\w+ )?(?:sub-?)?agents?)"),
    ("stop", r"kill|stop|shut down"),
    (
        "test",
        (
            r"(?:re-?)?(?:run|execute|do)\b[^.]{0,30}\b(?:tests?|test suite|specs?|lint\w*|"
            r"type ?check\w*|checks|pytest|jest|vitest|ci)|"
            r"(?:ejecuta|corre|execute|rode|fuhre|starte)\b.{0,20}\b(?:pruebas|tests?|testes)|(?:运行|跑)(?:一下)?测试"
        ),
    ),
    (
        "edit",
        (
            r"(?:start|begin) (?:an?|the)\b[^.]{0,30}\b(?:document|doc|file|page|plan)|"
            r"add|fix|update|change|implement|create|write|remove|delete|rename|move|refactor|replace|"
            r"make(?! sure)|convert|extract|improve|"
            r"document|simplify|revert|undo|mention|rebuild|rework|"
            r"restructure|rewrite|re-?do|clean ?up|put|set|store|copy|use|apply|port|split|format|address|"
            r"turn|generate|configure|enable|disable|adjust|bump|insert|wrap|append|drop|yank|include|limit|increase|reduce|populate|"
            r"capture|record|init|modify|correct|translate|strip|"
            r"anad[ea]|agrega|crea|corrige|arregla|cambia|quita|elimina|borra|escribe|implementa|actualiza|modifica|reemplaza|renombra|"
            r"adicion[ea]|crie|corrija|mude|altere|remova|apague|escreva|implemente|atualize|modifique|substitua|"
            r"fuge?|erstelle?|behebe?|korrigiere?|andere?|entferne?|losche?|schreibe?|implementiere?|aktualisiere?|ersetze?|benenne?|"
            r"添加|增加|创建|新建|新增|修改|修复|删除|去掉|移除|写|实现|更新|重构|优化|替换|加上|改"
        ),
    ),
    (
        "run",
        r"(?:re-?)?run|execute|start|launch|restart|build|compile|benchmark|reproduce|ejecuta|corre|rode|starte?|运行|执行|跑|启动|编译",
    ),
    (
        "look",
        (
            r"look|check|read|re-?read|analy[sz]e|investigate|review|explore|research|search|find|inspect|verify|examine|audit|scan|study|"
            r"compare|debug|double.?check|figure out|go through|"
            r"revisa|verifica|comprueba|busca|lee|analiza|verifique|revise|procure|leia|analise|"
            r"prufe?|uberprufe?|suche?|lies|analysiere?|schau|检查|查看|看看|看一下|搜索|查找|读取|分析|阅读"
        ),
    ),
    (
        "tell",
        r"list|show|give|propose|suggest|recommend|provide|outline|answer|muestra|dame|mostre|zeige?|gib|列出|给出|总结|显示",
    ),
)
"""Deed → how an instruction to do it begins, in lower case without accents; the first that fits."""
_DEEDS = tuple((deed, re.compile(tongues.bounded(pattern))) for deed, pattern in DEEDS)
_VERBS = "|".join(pattern for _, pattern in DEEDS)
_ASKED = re.compile(
    r"(?:(?:please|also|maybe|and|actually)\W+)*(?:please\b|(?:can|could|would|will) (?:you|u|we)\b|let'?s\b|"
    r"puedes|podrias|pode|voce|kannst|konntest|bitte|por favor)|请|帮|能|可"
)
"""How an instruction begins that has the form of a question, or stands beside one."""
_SPLIT = re.compile(
    rf"(?:,\s*(?:and\s+)?(?:then\s+|also\s+)?|;\s*|\s+and\s+(?:then\s+|also\s+)?|\s+then\s+|，(?:然后|再|并)?|并且?|然后|\s+(?:y|e|und)\s+)"
    rf"(?={tongues.bounded(_VERBS)})"
)
_IF = re.compile(r"(?:\b(?:if|si|wenn|falls|se)\b|如果)")
"""What makes an order of what follows it depend on something."""
_AIM = re.compile(rf"\bto (?:{_VERBS}|{IMPERATIVES}|complete)$")
"""What stands before an "and" that joins two aims of one order ("the way to complete and publish it")."""
_NOUN = re.compile(
    r"(?!(?:what|which|that|how|why|if|whether|where|who)\b)(?:\w+ ){0,2}(?:is|are|was|were|has|have|had|fail\w*|shows?|doesn'?t|"
    r"does|didn'?t|works?|worked|should|would|will)\b|(?:message|list|title|body|conflicts?|hash|sha)s?\b|(?:to|or|/|vs)\b|"
    r"[(\[{=:<>.]\S|\w+\(\):"
)
"""What follows a word that is a noun here ("tests are slow", "commit message"), or code."""
_NAME = re.compile(
    r"`[^`\n]{2,80}`|https?://[^\s)>\]]+|@?(?:[\w.~-]+/)+[\w.*-]*\w|(?<![\w/])@?[\w-]*\w\.(?:[a-z]{1,4}\d?|[A-Z]{2,4})(?![\w.])|"
    r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w+"
)
_FIGURE = re.compile(r"(?<![\w.#/:-])\d[\d.,]*(?:\s?(?:%|px|ms|s|min|h|MB|GB|KB|lines?|words?|tests?|times|days?))?(?![\w/-])")
_DENIES = re.compile(r"(?:do ?n[o']?t|do not|never|no |nicht|nao |não |不要|别)")


@dataclass(frozen=True, slots=True)
class Instruction:
    """A clause that orders something."""

    deed: str
    """A key of `DEEDS`."""
    span: Span
    """The clause."""
    names: tuple[Span, ...]
    """Paths, identifiers, addresses in it."""
    figures: tuple[Span, ...]
    object: Span | None
    """What stands behind its verb."""


def instructions(speech: Speech, text: str) -> tuple[Instruction, ...]:
    """Return what a person's message orders, in order; `text` is that of the part that was typed."""
    told = own_sentences(text, first_turn=speech.message == 0)
    reach = speech.text_span.start + (HEAD if len(text.strip()) > LONG else len(text))
    found = (i for s in told if s.start < reach for i in _of_sentence(speech, text, s))
    return tuple(i for _, i in zip(range(MOST), found, strict=False))


def _of_sentence(speech: Speech, text: str, sentence: Sentence) -> Iterator[Instruction]:
    if act_of(sentence) == "question" or len(sentence.text) > sentence.end - sentence.start:
        return
    low = tongues.plain(sentence.text)
    if (speech.act == "question" or low.rstrip()[-1:] in "?？") and not _ASKED.match(low):
        return
    base = sentence.end - len(low)
    joints = [m for m in _SPLIT.finditer(low) if not _AIM.search(low, max(0, m.start() - 30), m.start())]
    cuts = [0, *(m.end() for m in joints), len(low)]
    ends = [*(m.start() for m in joints), len(low)]
    ordered, before = False, 0
    for start, end in zip(cuts, ends, strict=False):
        found = _deed(low[start:end])
        if (start > 0 and not ordered) or _IF.search(low, before, start):
            return
        before = start
        if found is None:
            continue
        ordered = True
        deed, after = found
        yield _instruction(speech, text, deed, (base + start, base + end), base + start + after)


def _deed(clause: str) -> tuple[str, int] | None:
    """Return what a clause orders and where its verb ends, or None."""
    start = _POLITE.match(clause)
    begin = start.end() if start else 0
    if _DENIES.match(clause, begin):
        return None
    for deed, pattern in _DEEDS:
        verb = pattern.match(clause, begin)
        if verb is not None:
            noun = (
                _NOUN.match(clause, verb.end() + 1)
                if clause[verb.end() : verb.end() + 1] in " "
                else clause[verb.end()] in "(=:/"
            )
            return None if noun else (deed, verb.end())
    return None


def _instruction(speech: Speech, text: str, deed: str, clause: tuple[int, int], after: int) -> Instruction:
    def span(start: int, end: int) -> Span:
        return speech.text_span.model_copy(update={"start": start, "end": end})

    start, end = clause
    end = start + len(text[start:end].rstrip(" ,;，"))
    names = tuple(span(*m.span()) for m in _NAME.finditer(text, start, end))
    taken = [(n.start, n.end or 0) for n in names]
    figures = tuple(span(*m.span()) for m in _FIGURE.finditer(text, start, end) if not any(a <= m.start() < b for a, b in taken))
    rest = text[after:end]
    begin = after + len(rest) - len(rest.lstrip())
    bare = text[begin:end].rstrip(".!?。！？ ")
    return Instruction(deed, span(start, end), names, figures, span(begin, begin + len(bare)) if bare else None)

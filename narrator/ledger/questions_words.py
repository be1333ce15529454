"""The words that bear a text's meaning, by which an answer is known to be about its question; in any language."""

from __future__ import annotations

import re

from narrator.language import sentences
from narrator.observations.vocabulary import words

LIMIT = 20_000
"""Code points of a text that are looked at."""
STEM = 6
"""Letters of a word that are compared: endings differ between a question and its answer."""

_SMALL = words(
    "about above after again also always another anything around because been before being below between both came "
    "come comes could different does doesn doing done down each either else even every everything first from further "
    "gets give given goes going good have having here himself into issue itself just know last less like likely "
    "little look looks made make makes making many maybe mean means might more most much must need needs never next "
    "nothing only other otherwise over perhaps please possible problem quite rather really right same seem seems "
    "shall should show since some something still stuff such sure take than that their them then there these they "
    "thing things think this those through time under until upon used using very want wants ways well were what when "
    "where whether which while will with within without work works would your yours yeah okay actually basically "
    "currently exactly simply something para como esta este esto esos esas porque pero cuando donde desde hasta sobre "
    "entre también tambien todo toda todos todas puede puedes puedo tiene tienes hacer hace aquí aqui algo más muito "
    "mais isso esse essa isto você voce para pelo pela quando onde fazer pode tem uma está estão nicht oder aber auch "
    "eine einen einem einer wenn dann noch schon sind wird werden wurde haben hast kann kannst soll sollte wie was "
    "warum welche diese dieser dieses nach über unter zwischen"
)
"""Words that tell nothing of what a text is about: English, Spanish, Portuguese, German."""
_WORD = re.compile(r"[^\W\d_](?:[\w-]*\w)?|[\w.-]*[/_.][\w./-]*\w|\d{2,}")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SMALL_WIDE = frozenset(
    ("什么", "怎么", "为什", "是否", "可以", "我们", "你们", "这个", "那个", "现在", "如何", "一下", "需要", "问题")
)

_UNBROKEN = re.compile(r"\S{400,}")
"""Longer than any path or address in a sentence: data, over which a tokenizer takes minutes."""


def sentences_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the sentences of a text's prose stand; long runs without a blank are none."""
    return sentences(_UNBROKEN.sub(lambda m: " " * len(m[0]), text))


def content_words(text: str) -> frozenset[str]:
    """Return the stems of a text's telling words, in lower case; of Chinese, Japanese and Korean, pairs of characters."""
    low = text[:LIMIT].lower()
    latin = (w.strip("-") for w in _WORD.findall(low))
    found = {w.removesuffix("s")[:STEM] for w in latin if len(w) > 3 and w not in _SMALL and not _WIDE.search(w)}
    pairs = {run[i : i + 2] for run in _WIDE.findall(low) for i in range(len(run) - 1)}
    return frozenset(found | (pairs - _SMALL_WIDE))

"""Plain claims in other languages than English; what isn't in this small table isn't found."""

from __future__ import annotations

import re

_ROWS: tuple[tuple[str, str], ...] = (
    # German, French, Spanish, Portuguese, Chinese, Japanese, Russian
    ("tests", r"^\W*alle (?:\w+ ){0,3}tests? (?:laufen|bestehen|sind grün|bestanden)|^\W*tests laufen (?:alle )?durch"),
    ("tests", r"^\W*tous les tests (?:passent|réussissent|sont verts)"),
    ("tests", r"^\W*(?:todas las pruebas|todos los tests|todos os testes) (?:pasan|han pasado|passam|passaram)"),
    ("tests", r"(?:所有|全部)(?:的)?测试(?:都|均|全部|已)*通过|(?:すべて|全て|全)の?テストが?(?:通|パス|成功)"),
    ("tests", r"^\W*все тесты (?:прошли|проходят)"),
    ("fixed", r"^\W*(?:behoben|corrigé|corregido|corrigido|arreglado|исправлено)\b"),
    ("fixed", r"^\W*(?:已(?:经)?修复|修复完成|修正しました|修正完了)"),
    ("done", r"^\W*(?:fertig|erledigt|terminé|c['’]est fait|hecho|listo|feito|pronto|concluído|готово|сделано)\s*(?:[.!:—–]|$)"),
    ("done", r"^\W*(?:已(?:经)?完成|全部完成|完成了|完了しました|完成しました)"),
)
TONGUES = tuple((about, re.compile(pattern)) for about, pattern in _ROWS)
"""What is claimed, and how a sentence in lower case begins that claims it."""

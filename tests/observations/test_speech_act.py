"""What a person does by a message."""

from __future__ import annotations

import pytest

from narrator.model import Message, Part
from narrator.observations import speech
from narrator.observations.speech_act import tells_failure
from tests.observations.build import SESSION, said, typed, words


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("please stop this job", "stop"),
        ("hold on", "stop"),
        ("no, that's the wrong file", "correction"),
        ("you didnt run the migration", "correction"),
        ("Wait, that is another module.", "correction"),
        ("don't touch the tests", "correction"),
        ("these totals are not accurate, recount", "correction"),
        ("use redis instead", "redirect"),
        ("ok, let's try something else: sort by date", "redirect"),
        ("never mind that.\n\nupdate the changelog", "redirect"),
        ("yes", "approval"),
        ("ok", "approval"),
        ("yeah do that", "approval"),
        ("yes, that one, go on", "approval"),
        ("ok, let's do this", "approval"),
        ("LGTM!", "approval"),
        ("ok write a parser for the new format", "request"),
        ("please fix ci", "request"),
        ("Now the docs.", "request"),
        ("can you run the suite once more?", "request"),
        ("Implement the following plan:\n\n# Plan\n\n" + "Use X instead of Y. " * 30, "request"),
        ("read the manual and list what we break. what is worst?", "request"),
        ("the package is there, so now write a test", "request"),
        ("why is the total 17?", "question"),
        ("how do i see the logs", "question"),
        ("do you think that is safe", "question"),
        ("can you explain the second rule", "question"),
        ("tell me why the cache is needed", "question"),
        ("the import crashes on empty files", "report"),
        ("I renamed the bucket", "report"),
        ("login doesnt work", "report"),
        ("ok I updated it", "report"),
        ("the columns have a grey border", "other"),
        ("basically the key thing is that it opens on a click", "other"),
        ("/plan:quick move the toolbar to the bottom", "request"),
        ("this looks amazing, start implementing", "request"),
        ("thanks!", "thanks"),
        ("great, thank you so much", "thanks"),
        ("…", "other"),
    ],
)
def test_short_messages(text: str, act: str) -> None:
    found = speech(typed(text), SESSION)
    assert found is not None
    assert found.act == act


@pytest.mark.parametrize(
    "text",
    [
        "the import crashes on empty files",
        "login doesnt work",
        "i'm not seeing any logs",
        "fatal: unable to access 'x'",
        "got a 502",
    ],
)
def test_words_that_tell_of_a_failure(text: str) -> None:
    assert tells_failure(text)


@pytest.mark.parametrize("text", ["ok I updated it", "it works, no errors", "fixed the bug and 0 failed", "the run is up"])
def test_words_that_tell_of_none(text: str) -> None:
    assert not tells_failure(text)


def test_a_pasted_log_is_a_report_whatever_it_asks_for() -> None:
    log = (
        "remote: Permission denied\nfatal: unable to access\nhint: please use --force\nerror: failed to push\n"
        "Make sure the rights are correct."
    )
    found = speech(typed(log), SESSION)
    assert found is not None
    assert found.act == "report"


def test_a_persons_words_after_a_log_count() -> None:
    log = "error: a\nerror: b\nfatal: c\nwarning: d\n\ncan you fix this"
    message = typed(log)
    found = speech(message, SESSION)
    assert found is not None
    assert (found.act, words(message, found.span)) == ("request", "can you fix this")


def test_the_sentence_that_shows_it_is_cited() -> None:
    message = typed("  The server is up. It looks well. Can you make sure it survives a reboot?  ")
    found = speech(message, SESSION)
    assert found is not None
    assert words(message, found.span) == "Can you make sure it survives a reboot?"
    assert words(message, found.text_span) == message.visible_text


def test_the_first_message_corrects_nothing() -> None:
    found = speech(typed("don't edit generated files, edit the templates instead", index=0), SESSION)
    assert found is not None
    assert found.act not in ("correction", "redirect", "stop")


def test_only_a_persons_typed_words_are_speech() -> None:
    synthetic = Part(kind="text", by="harness", text="Continue", flags=("synthetic",))
    harness = Message(index=3, role="user", kind="prompt", by="harness", parts=(synthetic,))
    assert speech(harness, SESSION) is None
    assert speech(said("stop"), SESSION) is None
    assert speech(typed("   "), SESSION) is None


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("request", "请帮我把登录页面改成深色主题"),
        ("request", "帮我看一下这个测试"),
        ("question", "为什么这个测试会失败？"),
        ("question", "这样可以吗？"),
        ("question", "这个函数是做什么的"),
        ("approval", "好的"),
        ("approval", "可以，继续"),
        ("approval", "好的，就按这个方案做"),
        ("stop", "停！先不要改"),
        ("stop", "等一下"),
        ("correction", "不对，我要的是左边的按钮"),
        ("correction", "不要改配置文件"),
        ("redirect", "算了，改成用 Redis 吧"),
        ("report", "还是报错"),
        ("report", "现在可以了"),
        ("report", "运行之后没有反应"),
        ("thanks", "谢谢"),
        ("request", "现在修复登录的问题"),
        ("request", "能不能帮我写一个脚本？"),
        ("request", "Por favor, añade un botón para cerrar sesión"),
        ("request", "¿Puedes revisar los tests?"),
        ("question", "¿Por qué falla el build?"),
        ("question", "como se ejecuta esto"),
        ("approval", "sí"),
        ("approval", "vale, adelante"),
        ("approval", "Sí, hazlo"),
        ("correction", "No, eso no es lo que quería"),
        ("correction", "no toques ese archivo"),
        ("report", "no funciona, sigue igual"),
        ("report", "ya funciona"),
        ("stop", "para, espera"),
        ("thanks", "muchas gracias"),
        ("redirect", "mejor usa sqlite en lugar de postgres"),
        ("request", "Crie um endpoint para listar pedidos"),
        ("request", "você pode corrigir isso?"),
        ("question", "o que significa esse erro?"),
        ("approval", "sim, pode ser"),
        ("approval", "Isso mesmo"),
        ("correction", "não, não é isso"),
        ("report", "não funcionou"),
        ("report", "Deu certo"),
        ("thanks", "obrigado"),
        ("request", "Bitte füge einen Test hinzu"),
        ("request", "Kannst du das bitte ändern?"),
        ("request", "Füge einen Button hinzu"),
        ("question", "Warum schlägt der Build fehl?"),
        ("question", "was ist das hier für eine Datei"),
        ("approval", "ja"),
        ("approval", "ja, mach weiter"),
        ("approval", "Genau"),
        ("correction", "Nein, das ist falsch"),
        ("correction", "nicht so"),
        ("stop", "Stopp, warte mal"),
        ("redirect", "lieber mit Postgres statt SQLite"),
        ("report", "funktioniert immer noch nicht"),
        ("report", "es läuft"),
        ("thanks", "danke"),
        ("request", "Ajoute un test pour le panier"),
        ("question", "Pourquoi ça plante ?"),
        ("approval", "oui, vas-y"),
        ("correction", "Non, ce n'est pas ça"),
        ("report", "ça ne marche pas"),
        ("request", "テストを追加してください"),
        ("question", "これは何ですか"),
        ("report", "エラーが出ます"),
        ("request", "исправь ошибку в тестах"),
        ("question", "почему тест падает?"),
        ("report", "не работает"),
        ("approval", "да"),
        ("request", "로그인 버튼을 추가해줘"),
        ("question", "왜 안 돼요?"),
        ("report", "여전히 오류가 나요"),
    ],
)
def test_other_languages_have_the_same_acts(act: str, text: str) -> None:
    found = speech(typed(text), SESSION)
    assert found is not None
    assert found.act == act


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("request", "/github-pr-review"),
        ("other", "/exit"),
        ("request", "Re-read the doc (there were some edits). Then look again.\nare never applied."),
        ("question", "does the runner have a dashboard"),
        ("request", "this plan must be written in such a way that a new session can pick it up"),
        ("correction", "dude you are just repeating the same mistakes now."),
        ("approval", "API streaming is good"),
        ("approval", "y, that name is fine"),
        ("report", "Fetching main from fork...\nNo matching commits found on it.\nNothing to sync."),
    ],
)
def test_kinds_of_words_that_were_once_misread(act: str, text: str) -> None:
    found = speech(typed(text), SESSION)
    assert found is not None
    assert found.act == act


def test_what_stands_before_a_pasted_log_is_the_persons() -> None:
    log = "\n".join(f"error: line {n} is broken" for n in range(5))
    found = speech(typed(f"Stack below.\nplease add a retry to my client\n{log}"), SESSION)
    assert found is not None
    assert found.act == "request"


def test_accents_leave_the_offsets_alone() -> None:
    message = typed("¡Hola! Está roto. Añade un test, ¿sí?")
    found = speech(message, SESSION)
    assert found is not None
    assert words(message, found.span) in ("Está roto.", "Añade un test, ¿sí?")

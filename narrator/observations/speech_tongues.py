"""What tells a person's speech act in other languages than English: Spanish, Portuguese, German, French, Chinese, and more.

Compared with text in lower case whose Latin letters have lost their accents (`plain`): people leave them out as often as not.
"""

from __future__ import annotations

import unicodedata

_BARE = {code: unicodedata.normalize("NFKD", chr(code))[0] for code in range(0xC0, 0x180)} | {0xDF: "s", 0xF8: "o", 0x142: "l"}
"""Latin letters without their accents, one for one: offsets stay."""
_BEFORE = r"(?:(?<![a-zа-яё0-9])(?=[a-zа-яё])|(?=[^\x00-\u04ff]))"
_AFTER = r"(?:(?<=[a-zа-яё])(?![a-zа-яё])|(?<![a-zа-яё]))"
"""Words of alphabets are bounded; Chinese, Japanese and Korean ones stand in running text."""


def plain(text: str) -> str:
    """Return a text in lower case without the accents of its Latin letters, character for character."""
    return text.translate(_BARE)


def bounded(pattern: str) -> str:
    """Return a pattern that finds words of any language, whole where their script parts words."""
    return rf"{_BEFORE}(?:{pattern}){_AFTER}"


def _either(*languages: str) -> str:
    return "|".join(languages)


FILLERS = (
    r"(?:(?:hola|ola|oi|bueno|entonces|entao|hallo|bonjour|alors|salut|und|et|dann|ahora|agora|jetzt|maintenant|ademas|tambien|"
    r"tambem|auch|aussi)(?![a-z'])|现在|然后|另外|还有|那么|那|接下来|接着|再|先|[¿¡])[\s,，:：、.!！]*"
)
"""Words at the start that tell nothing of the act."""

THANKS = _either(
    r"(?:muchas )?gracias|(?:muito )?obrigad[oa]|valeu|(?:vielen )?dank(?:e)?(?: schon| dir)?|merci(?: beaucoup)?",
    r"谢谢你?|多谢|感谢|谢了|辛苦了|ありがとう(?:ございます)?|спасибо|감사합니다|고마워",
)

APPROVAL = _either(
    r"si|vale|claro|dale|adelante|perfecto|de acuerdo|correcto|hazlo|procede|continua(?:r)?|sigue|esta bien|listo",
    r"sim|pode(?: ser)?|isso(?: mesmo)?|certo|beleza|prossiga|perfeito|esta bom|manda ver|segue|concordo|faca isso",
    r"ja|genau|passt|mach(?: das| es| weiter| mal)?|weiter|in ordnung|gerne?|einverstanden|klar|los|richtig|stimmt|super",
    r"oui|d'accord|vas[- ]y|allez[- ]y|parfait|continuez?|c'est bon|exactement",
    r"好|好的|好啊|可以|可以的|行|对|对的|是|是的|继续|没问题|同意|嗯+|没错|确认|开始吧|就这样|就这么办|ok了|接着来?",
    r"はい|いいです(?:よ|ね)?|続けて(?:ください)?|お願いします|了解(?:です)?|да|давай|хорошо|продолжай|верно|네|예|좋아요?|"
    r"계속(?:해)?",
)

STOP = _either(
    r"deten(?:te|lo)?|alto|basta|espera(?: un momento)?|para(?: ya)?(?=[.!,]|$)|cancela(?:lo)?|no sigas",
    r"pare|parar|espere|cancele|cancela|chega|nao continue",
    r"stopp|halt|warte(?: mal)?|abbrechen|brich ab|hor auf|aufhoren|arrete[rz]?|attends|attendez",
    r"停(?:下|止|一下)?|等等|等一下|先别|先停|别(?:继续|动)|暂停|取消|やめて|止めて|待って|стоп|останови(?:сь)?|подожди|"
    r"хватит|멈춰|중지|잠깐",
)

REDIRECT = _either(
    r"en (?:lugar|vez) de|mejor (?:usa|haz|vamos|prueba|hagamos|usemos)|olvida(?:te)?|cambio de planes?|otro enfoque",
    r"em vez d[eoa]|ao inves|esquec[ea]|deixa (?:isso|pra la)|melhor (?:usar|fazer|tentar)|outra abordagem|mudanca de planos",
    r"stattdessen|anstatt|statt(?=\s)|vergiss|lieber|lass uns (?:was|etwas) ander|anderer? ansatz|andersherum",
    r"plutot|a la place|au lieu d|oublie|laisse tomber|(?:^|[，,] ?)(?:还是|直接|就)?(?:改成|换成|改为|改用|换个|换一种)|"
    r"而不是|算了|先不|不用了",
    r"代わりに|じゃなくて|ではなく|вместо|лучше|забудь|по-другому|대신|말고",
)

CORRECTION = _either(
    r"no[,.;!]|no,? (?:eso|es eso|es asi|asi|quiero|queria|hagas|toques|uses)|eso no|esta mal|incorrecto|te (?:dije|pedi)",
    r"(?:te )?(?:has )?olvid(?:aste|ado)|sigues? (?:sin|haciendo)|deshaz|revierte",
    r"nao[,.;!]|nao (?:e isso|era isso|quero|queria|mexa|use|faca)|errado|isso nao|esta errado|eu (?:disse|pedi)|"
    r"voce (?:esqueceu|nao)",
    r"nein|falsch|nicht (?:so|das|die|den)|das (?:ist|war|stimmt) (?:falsch|nicht)|du hast .{0,40}(?:vergessen|nicht|falsch|"
    r"ubersehen)",
    r"ich (?:sagte|meinte|wollte)|mach das ruckgangig",
    r"non[,.;!]|c'est (?:faux|pas)|ce n'est pas|pas (?:ca|comme ca)|tu as oublie|j'ai dit|annule",
    r"不是|不对|错了|不要|别|不应该|你(?:没有?|忘|漏|搞错|弄错|理解错|又)|我(?:说|要|指)的是|还是(?:不对|错)|撤销|回滚|不该",
    r"違う|違います|そうじゃ|そうではな|нет[,.!]|не так|неправильно|не надо|я (?:сказал|просил)|아니[,.요]?|틀렸|그게 아니",
)

QUESTION = _either(
    r"que (?:es|son|hace|hay|significa|pasa|paso|opinas|tal)|como (?:se|puedo|hago|funciona|seria|esta|lo)|por que|cual(?:es)?",
    r"cuando|donde|quien|cuant[oa]s?|explica(?:me|r)?|puedes explicar|hay (?:alguna?|otra?)|existe|es posible|se puede",
    r"o que|qual|quais|quando|onde|quem|quant[oa]s?|explique|pode(?:ria)? explicar|como (?:eu|faco|que)|tem como|da para|"
    r"e possivel",
    r"was (?:ist|sind|macht|machst|passiert|bedeutet|hast|kann|soll|wird|ware|fur|meinst|denkst)|wie|warum|wieso|weshalb|wann",
    r"wo|woher|wer|welche[rsnm]?|wozu|erklare?|kannst du .{0,40}erklaren|gibt es|ist (?:das|es|der|die)|sind|haben wir|"
    r"hast du|muss ich",
    r"qu'est[- ]ce|quoi|comment|pourquoi|quel(?:le)?s?|quand|combien|est[- ]ce|explique[rz]?|y a[- ]t[- ]il",
    r"为什么|为何|为啥|什么|怎么(?!.{0,12}[改修弄])|如何|哪(?:个|些|里|一)|谁|几个|多少|是否|是不是|有没有|能不能解释|解释|"
    r"介绍|说明一下",
    r"なぜ|何(?:が|を|で|の)|どう|どこ|いつ|どれ|почему|что|как (?:это|мне|работает)|где|когда|зачем|какой|какие|сколько|왜|"
    r"무엇|뭐|어떻게|어디",
)

ASKING_END = (
    r"[?？¿][\s)\"'”]*$|[吗呢][。.!！\s]*$|(?:什么|怎么回事|怎么办|几个|多少)的?[。\s]*$|(?:です|ます|"
    r"でしょう)か[。\s]*$|까[?.\s]*$|(?:,|，) ?(?:ne|oder|verdad|certo|non|对吧|是吧)[.\s]*$"
)

REQUEST = _either(
    r"anad[ea](?:me)?|agrega|crea(?:me)?|haz(?:me)?|corrige|arregla|cambia|quita|elimina|borra|usa|utiliza|ejecuta|corre|"
    r"prueba|revisa",
    r"verifica|comprueba|busca|lee|escribe|genera|implementa|instala|actualiza|muestra(?:me)?|dame|necesito|quiero|quisiera|"
    r"por favor",
    r"puedes|podrias|mueve|pon|sube|analiza|documenta|traduce|refactoriza|optimiza|despliega|ajusta|modifica|reemplaza|"
    r"vamos a|hay que",
    r"adicion[ea]|crie|cria|faca|faz|corrija|mude|altere|remova|apague|use|execute|rode|teste|verifique|revise|procure|leia|"
    r"escreva",
    r"gere|implemente|instale|atualize|mostre|preciso|quero|gostaria|pode(?:ria)?|voce pode|mova|coloque|analise|documente|"
    r"traduza",
    r"refatore|otimize|ajuste|modifique|substitua|vamos|deixe",
    r"fuge?|erstelle?|mache?|baue?|behebe?|korrigiere?|andere?|entferne?|losche?|benutze?|nutze?|verwende?|fuhre?|starte?|"
    r"teste?|prufe?",
    r"uberprufe?|suche?|lies|schreibe?|generiere?|implementiere?|installiere?|aktualisiere?|zeige?|ich (?:brauche|mochte|will|"
    r"hatte gern)",
    r"bitte|kannst du|konntest du|konnen wir|verschiebe?|setze?|analysiere?|dokumentiere?|ubersetze?|optimiere?|passe?|"
    r"ersetze?|gib|schau",
    r"lass uns|wir (?:mussen|sollten|brauchen)|du (?:sollst|musst|kannst)",
    r"ajoute[rz]?|cree[rz]?|fais|faites|modifie[rz]?|supprime[rz]?|enleve|utilise[rz]?|lance[rz]?|verifie[rz]?|cherche[rz]?|"
    r"lis|ecris",
    r"genere|implemente|installe|mets|montre|j'ai besoin|je (?:veux|voudrais)|s'il (?:te|vous) plait|peux[- ]tu|"
    r"pouvez[- ]vous|tu peux|il faut",
    r"(?:请|帮(?:我|忙)|麻烦|需要|我(?:想|要|需要|希望)|给我|把|将|让|添加|加|增加|创建|新建|新增|修改|改|修复|修|删除|删|"
    r"去掉|移除|使用|用|运行",
    r"执行|跑|测试|检查|查看|查|看(?:看|一下)|搜索|查找|读取?|写|生成|实现|安装|更新|显示|分析|优化|重构|重新|提交|部署|继续|"
    r"开始|翻译|总结",
    r"你(?:来|先|去|帮|把|需要|应该|可以|能)|设计|整理|对比|根据|参考|按照?|能(?:不能|否|帮)|可(?:不可)?以.{0,4}(?:帮|给|"
    r"把))(?!之?后|时|的|失败|报错|出|完|了)",
    r"добавь|создай|сделай|исправь|измени|удали|используй|запусти|проверь|найди|напиши|покажи|нужно|пожалуйста|можешь|мне нужн",
)

REQUEST_END = r"(?:て|で)(?:ください|下さい|ほしい|くれ)(?:[。!！\s]*)$|お願い(?:します)?[。\s]*$|(?:해|줘|주세요|하세요)[.!\s]*$"

FAILURES = _either(
    r"no (?:funciona|aparece|carga|veo|se ve|puedo|anda|compila|hace nada)|falla(?:n|ndo)?|fallo|rot[oa]|sigue (?:sin|"
    r"fallando|igual)",
    r"nao (?:funciona|funcionou|aparece|carrega|consigo|esta|compila|deu)|erros?|falhou|quebr(?:ou|ad[oa])|continua (?:com|"
    r"sem|dando)",
    r"funktioniert (?:immer noch |leider )?nicht|gehts? (?:immer noch )?nicht|fehler(?:meldung)?|kaputt|schlagt fehl|"
    r"klappt nicht|absturz",
    r"ne (?:marche|fonctionne|s'affiche|charge) (?:pas|plus)|marche pas|erreurs?|echoue|casse|plante",
    r"报错|错误|失败|不行|不能|无法|没有?(?:反应|显示|出现|效果|变化|成功)|不(?:工作|起作用|生效|显示|对劲)|崩溃|卡住|卡死|"
    r"还是(?:不|没)|有问题|出错|打不开",
    r"エラー|動か(?:ない|ません)|失敗|できません|できない|おかしい|не (?:работает|запускается|видно|могу)|ошибк[аи]|слома|"
    r"упал|안 ?(?:돼|되|됨)|오류|에러|실패",
)

SUCCESSES = _either(
    r"(?:ya |ahora )?funciona(?: bien)?|ya (?:esta|lo|quedo)|funcionou|ja (?:esta|fiz)|pronto|deu certo|klappt|fertig|lauft|"
    r"funktioniert",
    r"ca (?:marche|fonctionne)|fini|成功了?|好了|完成了|可以了|搞定|没问题了|動いた|動きました|できました|работает|готово|됐|"
    r"성공",
)
"""News of how something went well."""

"""English words by which a person's speech act is told: what is ordered, asked, explained, told as news."""

from __future__ import annotations

IMPERATIVES = (
    r"add|address|adjust|allow|analy[sz]e|apply|archive|ask|avoid|build|bump|call|change|check|clean|clone|"
    r"close|combine|commit|compare|configure|connect|"
    r"consider|continue|convert|copy|create|cut|debug|delegate|delete|deploy|design|disable|dispatch|do(?! (?:you|u|we|they|"
    r"i)\b)|document|double.?check|download|draft|drop|edit|enable|ensure|examine|"
    r"execute|ignore|mention|expand|explore|export|extend|extract|fetch|figure|fill|find|finish|fix|focus|"
    r"follow|format|generate|get|git|give|go|grep|group|handle|help|hide|"
    r"implement|import|improve|include|increase|init|initiali[sz]e|inspect|install|integrate|investigate|keep|"
    r"kill|launch|leave|let'?s|limit|list|load|log|look (?:at|into|for|up|in|through|how|again|over)|"
    r"make|mark|measure|merge|migrate|modify|monitor|move|open|optimi[sz]e|perform|pick|plan|port|prepare|"
    r"publish|pull|push|put|(?:re-)?read|re-?(?:run|check|test|apply|generate)|rebase|rebuild|recreate|redo|"
    r"reduce|refactor|release|remember|remove|rename|replace|report|reproduce|rerun|research|reset|resolve|"
    r"respond|restart|restore|resume|retry|return|review|"
    r"rewrite|run|save|scan|search|see|send|separate|set|share|ship|show|simplify|skip|sort|spawn|split|start|"
    r"submit|summari[sz]e|switch|sync|take|test|think|track|"
    r"translate|trim|try|turn|understand|unblock|update|upgrade|upload|use|validate|verify|wait(?! (?:why|"
    r"what|how|we|that)\b)|walk|work|wrap|write|feel free|act|you are|here(?:'s| is) (?:the|a) (?:task|plan|"
    r"spec)|"
    r"then|respond|address"
)
CONTROL = (
    r"exit|quit|bye|clear|new|reset|compact|model|models|config|help|resume|continue|sessions?|login|logout|cost|usage|status|"
    r"stats|context|memory|mcp|permissions|agents|hooks|doctor|theme|vim|undo|redo|rewind|export|share|unshare|drop|add|tokens|"
    r"settings|approvals|init|mode|plan|fast|effort|ide|bug|feedback|upgrade|terminal-setup|tasks|todos|rename|copy|diff|ls"
)
"""Commands of a harness that steer the harness; others run a skill or a prompt, which is a request."""
SHOWS = r"show me (?:how|why|what)|see (?:why|how|what)"
EXPLAINS = rf"explain|tell me|describe|clarify|elaborate|summari[sz]e|walk me|talk|{SHOWS}|remind me"
ASKS = (
    r"what|why|how|when (?:will|does|do|did|is|are|should|can)|where|which|who|whose|any|(?:is|are|was|were|am|do|does|did|"
    r"have|has|had)(?! (?:not|never|always|still|also|just|now|only|no|being|been|an?)\b)|(?:can|could|should|would|"
    r"will)(?= (?:you|u|we|i|they|it|he|she|there|this|that|these|"
    r"those|the|my|our|your|all|both|some|any|\w+ (?:\w+ )*[^?]*\?)\b)|isn'?t|aren'?t|"
    r"don'?t (?:we|you|they)|doesn'?t|wouldn'?t|shouldn'?t|won'?t|can'?t (?:we|you|i)"
)

FAILURES = (
    r"fail(?:s|ed|ing|ures?)?|errors?|exceptions?|warnings?|crash(?:es|ed|ing)?|broke[n]?|breaks|bug(?:s|ged|gy)?|"
    r"(?:does|is|are|was|were|could|wo)(?:n'?t| not| no longer)|can ?not(?:be)?|can'?t|"
    r"(?:do|did)(?: not|n'?t) (?:see|get|find|load|work|run|start|show|help|change)|"
    r"not (?:\w+ )?(?:seeing|getting|working|loading|showing|found|there|recogni[sz]ed|valid|accurate|correct|right)|"
    r"unable|missing|lost|gone|wrong|invalid|unexpected|denied|refused|rejected|hangs?|hung|stuck|fro[zs]en?|freezes|"
    r"slow(?:er|ly)?|never (?:ends|finishes|loads|returns|stops)|stopped|times? out|timed out|timeouts?|"
    r"panics?|panicked|fatal|traceback|conflicts?|corrupt(?:ed)?|undefined|mistakes?|issues?|problems?|empty|blank|"
    r"too (?:long|slow|big)|(?:crept|went|shot) up|[45]\d\d"
)
NEWS = (
    rf"\b(?:{FAILURES})\b|^(?:i|we|i've|we've|it|that|this)(?:'ve| have| has| just| now| already)* (?:\w+ed|ran|did|made|set|"
    r"put|got|went|took|gave|wrote|sent|found|built|left)\b|\b(?:works?|worked|working|passes|passed|passing|succeeded|(?:is|are|"
    r"has|have|all) (?:\w+ )?(?:done|finished|green|up|running|merged|deployed|installed|fixed))\b|"
    r"\bi'?m (?:now )?(?:getting|seeing)\b"
)
"""News of how something went: what failed, what works, what the person has done."""

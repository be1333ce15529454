"""Why an opencode message has no visible text: the rules in the order in which they are asked, the first that matches wins."""

from __future__ import annotations

from narrator.silence.opencode_calls import bare, failed_compaction, finished, interrupt, stored_error, unfinished
from narrator.silence.opencode_users import attachment, blank, compaction, injected, own_line, subtask

RULES = (
    compaction,
    subtask,
    own_line,
    injected,
    attachment,
    blank,
    failed_compaction,
    interrupt,
    stored_error,
    unfinished,
    bare,
    finished,
)
"""Asked in this order of a message with neither visible text nor a tool call."""

CALL_RULES = (interrupt,)
"""Asked of a message with tool calls and no words, which is a silence only where one of these tells it: stopped in a call."""

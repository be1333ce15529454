"""The few exceptions; what is wrong *inside* a session is a `Problem`, not an exception.

NarratorError
├── SourceError          a path, session or format that can't be read
│   └── NoMessagesError  a session that was read and holds no message
├── MessageIndexError    an index that the session doesn't have
└── TemplateError        a template or schema that doesn't fit
"""

from __future__ import annotations


class NarratorError(Exception):
    """Anything that narrator refuses to do; its text says what, where and what to do, in one line."""


class SourceError(NarratorError):
    """A path, session or format that can't be read."""


class NoMessagesError(SourceError):
    """A session that was read and holds no message."""


class MessageIndexError(NarratorError):
    """An index that the session doesn't have."""


class TemplateError(NarratorError):
    """A template or schema that doesn't fit its document."""

"""Limits: how much of anything a record may hold.  What goes beyond is a `limit` finding.

Lengths are in characters.
"""

from __future__ import annotations

LINE = 1 << 26
"""A line of a stream, its end included."""
COMMENT = 1 << 25
"""A comment, of however many lines."""
TAG = 1 << 24
"""A tag pair, brackets included."""
TOKEN = 1 << 16
"""A move, a number or anything else that is neither comment nor tag pair."""
DEPTH = 1_000_000
"""Variations within variations."""
TOKENS = 1 << 22
"""Tokens of a record's movetext."""
JSON = 1 << 26
"""A record in JSON."""
NESTING = 100
"""Lists and objects of JSON within each other."""
MAIL = 1 << 24
"""A message, in bytes, whatever is attached to it."""
PARTS = 1000
"""Parts of a message, attachments and all that they hold."""
FINDINGS = 20
"""Findings of one kind, bad bytes or unreadable tokens, that are told of a record one by one."""

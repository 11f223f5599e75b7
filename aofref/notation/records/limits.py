"""Limits: how much of anything a record may hold.  What goes beyond is a `limit` finding.

Lengths are in characters.
"""

from __future__ import annotations

LINE = 1 << 20
"""A line of a stream, its end included."""
COMMENT = 1 << 20
"""A comment, of however many lines."""
TAG = 1 << 20
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
MAIL_LINES = 1 << 18
"""Lines of a message, whatever is attached to it."""
TEXT_LINES = 1 << 16
"""Lines of the text of a message, decoded."""
MULTIPARTS = 50
"""Parts of a message that hold others."""
FIELD = 1 << 16
"""A field of the head of a message or a part, of those that are read."""
PARAMETERS = 100
"""Parameters of such a field."""
MAIL_LINE = 1 << 15
"""A line of the text of a message, or a tag of its HTML that does not end."""
TAGS = 1 << 17
"""Tags of a message in HTML."""
OWN = 1 << 15
"""What the sender of a message has written himself, quotes left out."""
CELLS = 1 << 12
"""Letters followed by a digit in that: each may belong to a move."""
FINDINGS = 20
"""So many findings of one kind, bad bytes or unreadable tokens, are reported for a record."""

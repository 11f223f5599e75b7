"""Mail: what a player wrote in a message, and the moves in it (RFC 5322); bytes in, values out."""

from __future__ import annotations

from aofref.notation.mail.lines import START, Beyond, LineText
from aofref.notation.mail.message import Message, read
from aofref.notation.mail.said import Said, broken, said, unread

__all__ = ["START", "Beyond", "LineText", "Message", "Said", "broken", "read", "said", "unread"]

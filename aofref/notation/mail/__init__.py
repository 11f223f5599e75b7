"""Mail: what a player wrote in a message, and the moves in it (RFC 5322); bytes in, values out."""

from __future__ import annotations

from aofref.notation.mail.lines import Beyond, LineText
from aofref.notation.mail.message import Message, address, read
from aofref.notation.mail.orders import Order, broken, orders, unread

__all__ = [
    "Beyond",
    "LineText",
    "Message",
    "Order",
    "address",
    "broken",
    "orders",
    "read",
    "unread",
]

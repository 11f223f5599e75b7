"""Mail: the text of a message (RFC 5322); bytes in, values out."""

from aofref.notation.mail.lines import LineText as LineText
from aofref.notation.mail.message import Message as Message
from aofref.notation.mail.message import read as read
from aofref.notation.mail.message import read_head as read_head

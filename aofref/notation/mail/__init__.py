"""Mail: the text of a message (RFC 5322); bytes in, values out."""

from aofref.notation.mail.lines import LineText as LineText
from aofref.notation.mail.message import Message as Message
from aofref.notation.mail.message import automated as automated
from aofref.notation.mail.message import mailbox as mailbox
from aofref.notation.mail.message import read as read

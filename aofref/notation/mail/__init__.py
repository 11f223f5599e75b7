"""Mail: the text of a message and the moves in it (RFC 5322); bytes in, values out."""

from aofref.notation.mail.lines import LineText as LineText
from aofref.notation.mail.message import Message as Message
from aofref.notation.mail.message import automated as automated
from aofref.notation.mail.message import mailbox as mailbox
from aofref.notation.mail.message import read as read
from aofref.notation.mail.orders import Order as Order
from aofref.notation.mail.orders import broken as broken
from aofref.notation.mail.orders import orders as orders
from aofref.notation.mail.orders import unread as unread

"""Mail: the lines of a message, and what they say in a game, for programs that play by mail.

`aofref.read_mail` is for a message of one game with one move.  A program that reads more, such as
a club, parses the message by `read`, and asks a `Reader` of the record about its lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aofref.judge.edit.addition import reader_of
from aofref.judge.edit.mail_move import LineReader
from aofref.judge.edit.mail_move import MailMove as MailMove
from aofref.judge.edit.mail_move import Order as Order
from aofref.library.record import record_of
from aofref.notation.mail import LineText as LineText
from aofref.notation.mail import Message as Message
from aofref.notation.mail import read as read

if TYPE_CHECKING:
    from aofref.library.record import Record

__all__ = ["LineText", "MailMove", "Message", "Order", "Reader", "read"]


class Reader(LineReader):
    """Reads lines of messages in the game of a record, in the position that it has reached.

    It knows the names of the players, and whether a draw is offered.  IllegalMove for a record that
    is not legal so far.
    """

    def __init__(self, record: Record) -> None:
        judged = record_of(record)._require_legal()
        super().__init__(judged.last, reader_of(judged))

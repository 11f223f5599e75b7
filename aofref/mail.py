"""Mail: the lines of a message, and what they say in a game, for programs that play by mail.

`aofref.read_mail` is for a message of one game with one move.  A program that reads more, such as
a club, parses the message by `read`, and asks a `Reader` of the record about its lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aofref.judge.edit import mail_move
from aofref.judge.edit.addition import reader_of
from aofref.judge.edit.mail_move import MailMove as MailMove
from aofref.judge.edit.mail_move import Order as Order
from aofref.library.record import record_of
from aofref.notation.mail import LineText as LineText
from aofref.notation.mail import Message as Message
from aofref.notation.mail import read as read
from aofref.values import Frozen

if TYPE_CHECKING:
    from aofref.library.record import Record
    from aofref.notation.typed import InputReader
    from aofref.rules.position import CorePosition

__all__ = ["LineText", "MailMove", "Message", "Order", "Reader", "read"]


class Reader(Frozen):
    """Reads lines of messages in the game of a record, in the position that it has reached.

    It knows the names of the players, and whether a draw is offered.  IllegalMove for a record that
    is not legal so far.
    """

    __slots__ = ("_position", "_typed")
    _position: CorePosition
    _typed: InputReader

    def __init__(self, record: Record) -> None:
        judged = record_of(record)._require_legal()
        self._set(_position=judged.last, _typed=reader_of(judged))

    def move(self, lines: Sequence[LineText]) -> MailMove:
        """Find the one move, or word for one, among lines; `why` is the reason if there is none."""
        return mail_move.move_of(self._position, lines, self._typed)

    def conditional_line(self, line: LineText) -> str:
        """Return the moves of a line that is `if` and moves; empty for any other line."""
        return mail_move.conditional_line(self._typed, line)

    def moves(self, text: str) -> tuple[str, ...]:
        """Part a text into the moves that stand in it one behind the other, in one word or more."""
        return tuple([move for _, move in self._typed.gathered(text.split())])

    def is_move(self, word: str) -> bool:
        """Return whether a text with a cell is a move, legal or not."""
        return mail_move.is_move(self._typed, word)

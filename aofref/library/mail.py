"""Mail: the move or word that a message has for the game of a record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from aofref.findings import Finding
from aofref.judge.collect.summary import players
from aofref.judge.edit.addition import Word
from aofref.judge.edit.mail_move import mail_of
from aofref.library.record import Record, record_of
from aofref.notation.times import write_moment
from aofref.report.json import position
from aofref.report.text import mail
from aofref.rules.position import CorePosition
from aofref.values import Frozen


class Mail(Frozen):
    """The move or word of a message, or why it has none: made by `aofref.read_mail`.

    `words` are a move, a draw, or both, and `lines` conditional lines, for `Record.add`; there are
    none with a `finding`, which has the reason.  `army` is the letter of the army that has sent
    them, empty if From names no player of the game; `player` is the name of the player whom it
    names, or None.  `sent` is the time of its Date, in UTC, or None.  `unread` are the sender's
    lines that were not wholly understood.
    """

    __slots__ = (
        *("words", "lines", "army", "player", "sent", "unread", "finding"),
        *("_position", "_text"),
    )
    words: tuple[Word, ...]
    lines: tuple[Word, ...]
    army: str
    player: str | None
    sent: datetime | None
    unread: tuple[Word, ...]
    finding: Finding | None
    _position: CorePosition
    _text: str

    def report(self) -> dict[str, Any]:
        """Return it as plain data; with a finding as `aofref play --mail --format json` does."""
        if self.finding is not None:
            return {**position.unread(self._position, self.finding.code, self.finding.message)}
        return {
            **position.head(self._position),
            "words": [word.text for word in self.words],
            "lines": [line.text for line in self.lines],
            "army": self.army or None,
            "player": self.player,
            "sent": None if self.sent is None else write_moment(self.sent),
            "unread": [{"line": word.place.line, "text": word.text} for word in self.unread],
        }

    def __str__(self) -> str:
        """Write what was found in which line, as `aofref play --mail` does."""
        return self._text


def read_mail(data: bytes, record: Record, *, by: str = "", source: str = "") -> Mail:
    """Find the one move or word that a message has for the game of a record.

    `data` is the whole message with its head.  `by` is the army that has sent it, by its letter,
    its name or its player; by default an army of the player whom From names.  `source` is the name
    of the message, for diagnostics.  Whether the move is legal, and of that army, is for
    `Record.add` to judge: `record.add(*mail.words, by=mail.army, lines=mail.lines)`.

    Refuse a mail whose `army` is empty: without one, `add` takes the move of whoever has the turn.

    Quoted lines, signatures and attachments are not the sender's.  For a message with several
    moves, and for a withdrawal or a draw of an army that is not clear, there is a finding.  Raises
    IllegalMove for a record that is not legal so far, UnknownName for an unknown army.
    """
    if not isinstance(data, bytes):
        raise TypeError(f"a message is bytes, not {type(data).__name__}")
    judged = record_of(record)._require_legal()
    army = record.army_named(by) if by else ""
    found, head = mail_of(judged, data, army), f"{source}: " if source else ""
    why = mail.unclear(judged, found) if found.army is None else found.why
    shown = [f"{head}{line}" for line in (mail.orders(found) if found.orders else ())]
    if found.orders and found.sender and not army:
        shown.append(f"{head}{mail.sender(judged, found)}")
    words, lines = list[Word](), list[Word]()
    if why is not None:
        shown += mail.refused(judged, found.word, why, source or "-")
    else:
        words += [Word(order.move, order.place, source) for order in found.orders]
        lines += [Word(text, place, source) for place, text in found.conditional]
    unread = [Word(line.text.strip(), line.place(), source) for line in found.unread]
    player = dict(players(judged))[found.sender[0]] if found.sender else None
    return Mail(
        tuple(words),
        tuple(lines),
        found.army or "",
        player,
        found.sent,
        tuple(unread),
        why,
        judged.last,
        "\n".join(shown),
    )

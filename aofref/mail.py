"""Mail: what a message says in the game of a record, for programs that play by mail.

`read_mail` is for a message of one game with one move.  A program that reads more, such as a club,
parses the message by `read`, and asks a `Reader` of the record about its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from aofref.findings import START, BadText, Code, Finding, Refusal, fault
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.collect.summary import players
from aofref.judge.edit.addition import Word, reader_of
from aofref.judge.edit.mail_move import LineReader, MailMove, Order
from aofref.judge.replay.verdict import Replay
from aofref.library.record import Record, record_of
from aofref.notation import moves, movetext
from aofref.notation.mail import LineText, Message, read
from aofref.notation.times import write_moment
from aofref.notation.typed import InputReader, consents
from aofref.report.json import position
from aofref.report.text.proof import hints
from aofref.report.text.record import armies_joined
from aofref.rules.position import CorePosition
from aofref.text import excerpt, on_one_line
from aofref.values import Frozen

_NAMED = 5  # how many lines that are no move are named
__all__ = ["LineText", "MailMove", "Message", "Order", "Reader", "read"]
_FAULTS = (ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)
"""Errors that the package email raises at some faulty heads."""


class Reader(LineReader):
    """Reads lines of messages in the game of a record, in the position that it has reached.

    It knows the names of the players, and whether a draw is offered.  IllegalMove for a record that
    is not legal so far.
    """

    def __init__(self, record: Record) -> None:
        judged = record_of(record)._require_legal()
        super().__init__(judged.last, reader_of(judged))


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
    reader, judged = Reader(record), record.verdict
    army: str | None = record.army_named(by) if by else ""
    lines, sender, sent = list[Word](), "", None
    try:
        letter = read(data)
    except BadText as problem:
        found = MailMove((), problem.findings[0])
    except _FAULTS as problem:
        text = f"the message cannot be read: {' '.join(str(problem).split())[:100]}"
        found = MailMove((), fault(Code.SYNTAX, text, START))
    else:
        every, sent = list(letter.lines), letter.sent
        for number, line in enumerate(every):
            if told := reader.conditional_line(line):
                lines.append(Word(told, line.place(line.text.index(told.split()[0])), source))
                every[number] = line._replace(text="")
        found = reader.move(every)
        sender = reader._typed.sender((letter.name, letter.sender))
    why = found.why
    if lines and why is not None and why.code is Code.SYNTAX:
        why = fault(Code.SYNTAX, f"{why.message}; a conditional line goes with one", why.place)
    player = dict(players(judged))[sender[0]] if sender else None
    shown = [*_in_words(found, lines)] if found.orders else []
    if found.orders and not army:
        who, first = "From names no player of this game", found.orders[0]
        if player is not None:
            has = [judged.game.letters.index(letter) for letter in sender]
            who = f"From names {on_one_line(player)}, who plays "
            shown.append(who := who + armies_joined(judged.game, has, "and"))
        army = _army_of(judged, reader._typed, first.move, sender)
        if army is None:
            text = (
                f"{excerpt(first.move)} does not name its army, and {who}: name it with --by ARMY"
            )
            why = Finding(Refusal(Code.AMBIGUOUS, text, section=None), first.place)
    shown = [f"{source}: {line}" if source else line for line in shown]
    if why is not None:
        near = suggestions(judged.last, found.word, why.refusal) if found.word else ()
        shown += why.diagnostic(source or "-"), *hints(judged.last, found.word, why.refusal, near)
    is_clear = why is None
    return Mail(
        tuple([Word(order.move, order.place, source) for order in found.orders if is_clear]),
        tuple(lines) if is_clear else (),
        army or "",
        player,
        sent,
        tuple([Word(line.text.strip(), line.place(), source) for line in found.unread]),
        why,
        judged.last,
        "\n".join(shown),
    )


def _in_words(found: MailMove, conditional: Iterable[Word]) -> Iterator[str]:
    """Write which lines have the move, the draw and conditional lines, and which have none."""
    for order in found.orders:
        line = f"line {order.place.line}"
        move = f"the move is that of {line}: {excerpt(order.move)}"
        verb = "accepted" if consents([order.move]) else "offered"
        yield f"a draw is {verb} in {line}" if order.offers else move
    for told in conditional:
        yield f"line {told.place.line} is a conditional line: {excerpt(told.text)}"
    if found.unread:
        named = [f"line {line.place().line} {excerpt(line.text.strip())}" for line in found.unread]
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        yield f"not understood: {', '.join(named[:_NAMED])}{more}"


def _army_of(so_far: Replay, reader: InputReader, first: str, letters: str) -> str | None:
    """Choose the army of a mail among the armies of its sender; None if it is not clear.

    Moves of other armies are refused later.  Without a sender a move is of the army to move, but a
    withdrawal or an offer of a draw must name its army.
    """
    at, game = so_far.last, so_far.game
    read = reader.read(first)
    move = moves.read(at, read.text)
    named = read.offer or (move.army if move is not None else "")
    bare = not named and (read.offer is not None or read.text.endswith(movetext.WITHDRAWALS))
    if letters:
        living = [army for army in letters if at.royals[game.letters.index(army)] >= 0]
        mine = living or [*letters]
        if named in mine or len(mine) == 1 or not bare:
            return next((army for army in (named, game.letters[at.turn]) if army in mine), mine[0])
    return None if bare and (letters or reader.players) else ""

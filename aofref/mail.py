"""Mail: what a message says in the game of a record, for programs that play by mail.

`read_mail` is for a message of one game with one move.  A program that reads more, such as a club,
parses the message by `read`, and asks a `Reader` of the record about its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise, product
from typing import Any

from aofref.findings import START, BadText, Code, Finding, Place, Refusal, fault
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.collect.summary import players
from aofref.judge.edit.addition import Word, reader_of
from aofref.judge.replay.reading import read_typed
from aofref.judge.replay.verdict import Replay
from aofref.library.record import Record, record_of
from aofref.notation import moves, movetext, resolve
from aofref.notation.cells import completions
from aofref.notation.mail import LineText, Message, read, read_head
from aofref.notation.moves import SIGN
from aofref.notation.times import write_moment
from aofref.notation.typed import CONSENT, DECLINED, DRAW, InputReader, advice, consents
from aofref.report.json import position
from aofref.report.text.proof import hints
from aofref.report.text.record import armies_joined
from aofref.rules.position import CorePosition
from aofref.text import excerpt, on_one_line
from aofref.values import Frozen, Value

__all__ = ["LineText", "MailMove", "Message", "Order", "Reader", "read", "read_head"]
_SIGN = re.compile(SIGN)
_SIGNED = re.compile(f"[0-9]{SIGN}")
_CELL = re.compile("[A-Za-z][0-9]")
_WORD = re.compile(r"[^\s()\"'<>*\u201c\u201d]+")
_LETTER = re.compile(r"[^\W\d_]")
_FULL = re.compile(r"\S+")
_ACTION = re.compile(r"\b(?:resign|draw|pass)\b", re.IGNORECASE)
_IF = re.compile(r"[\s*_]*if\b[\s:,]*", re.IGNORECASE)
_LIKE_ONE = re.compile(r"(?<!\S)[A-Z]{0,2}[a-z]{1,2}[0-9]{1,2}(?!\w)\S*")
_FIRST = 8  # the most words of the first move of a conditional line
_WORDS = 5  # the most words of a move in a sentence: `E : Rfa5 - fa4`
_SEAM = 2  # the most words of a broken move on each side of a line's end
_NAMED = 5  # how many lines that are no move are named
_FAULTS = (ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)
"""Errors that the package email raises at some faulty heads."""


class Order(Value):
    """A move in a message, or its `draw`; it is `alone` if its line has no other text.

    `line` is the index of its line in the message; `start` and `end` are offsets in it.
    """

    place: Place
    move: str
    alone: bool
    line: int
    start: int
    end: int

    @property
    def offers(self) -> bool:
        """Whether it offers a draw, or accepts one."""
        return self.move.endswith((DRAW, CONSENT))

    def overlaps(self, other: Order) -> bool:
        """Whether they share characters of a line."""
        return self.line == other.line and self.start < other.end and other.start < self.end


class MailMove(Value):
    """The orders of a message: a move, a draw, or a move and a draw behind it.

    Otherwise `orders` is empty, `why` reports that there is no move, or several, and
    `word` is the first that looks like a move.  `unread` are the lines that were not wholly
    understood.
    """

    orders: tuple[Order, ...]
    why: Finding | None = None
    unread: tuple[LineText, ...] = ()
    word: str = ""


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

    def move(self, lines: Sequence[LineText], *, sentences: bool = True) -> MailMove:
        """Find the one move, or word for one, among lines; `why` is the reason if there is none.

        Without `sentences` a move inside a sentence is none.
        """
        position, typed = self._position, self._typed
        every = orders(typed, lines, sentences=sentences)
        played = [order for order in every if not order.offers]
        offers = {order.move: order for order in reversed(every) if order.offers}
        firsts = sorted(played, reverse=True)
        different = {_meant(position, order.move): order for order in firsts}
        withdrawn = any(order.move.endswith(movetext.WITHDRAWALS) for order in played)
        if len(different) > 1 or len(offers) > 1 or (offers and withdrawn):
            return _several(*different.values(), *offers.values())
        pieces = _broken(typed, lines, played)
        parsed = (moves.parse(position.game, order.move) for order in played)
        cells = ("", *position.game.board.names)  # others lack their level
        if pieces is not None and any(one is None or one.destination in cells for one in parsed):
            return _several(*pieces, played[0])
        draw = [*offers.values()]
        words = (*draw, *played[:1]) if consents([*offers]) else (*played[:1], *draw)
        if not words or pieces is not None:
            return _without(lines, pieces)
        for order in played[:1]:
            text = lines[order.line].text[order.start : order.end]
            why = read_typed(position, text, reader=typed).why
            if why is not None and why.code is Code.AMBIGUOUS and (apart := typed.several(text)):
                several = f"line {order.place.line} has several moves: {', '.join(apart)}"
                return _ambiguous(several, order)
        whole = {order.line for order in every if order.alone}
        others = (line for number, line in enumerate(lines) if line.own and number not in whole)
        return MailMove(words, unread=tuple([line for line in others if _LETTER.search(line.text)]))

    def conditional_line(self, line: LineText) -> str:
        """Return the moves of a line that is `if` and moves; empty for any other line."""
        match = _IF.match(line.text) if line.own else None
        if match is None:
            return ""
        words = line.text[match.end() :].rstrip(" \t*_.!?").split()
        first = self._typed.gathered(words[:_FIRST])[:1]
        return " ".join(words) if any(self.is_move(word) for _, word in first) else ""

    def moves(self, text: str) -> tuple[str, ...]:
        """Part a text into the moves that stand in it one behind the other, in one word or more."""
        return tuple([move for _, move in self._typed.gathered(text.split())])

    def is_move(self, word: str) -> bool:
        """Return whether a text with a cell is a move, legal or not."""
        return _CELL.search(word) is not None and self._typed.is_move(word)

    def declines(self, text: str) -> bool:
        """Return whether a text declines a draw in words, which a move alone does."""
        return advice(text) == DECLINED


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


# Why there is none --------------------------------------------------------------------------------


def _without(lines: Sequence[LineText], pieces: tuple[Order, Order] | None) -> MailMove:
    why = "no line of this message is a move"
    own = [line for line in lines if line.own]
    place = own[0].place(len(own[0].text) - len(own[0].text.lstrip())) if own else START
    for line in own:
        at = line.place().line
        if hinted := advice(line.text.strip()):
            why += f"; line {at} is {excerpt(line.text.strip())}: {hinted}"
            break
        if (word := _ACTION.search(line.text)) is not None:
            why += f"; if line {at} means it, write {word[0].lower()} alone on a line"
            break
    if pieces is not None:
        why += f"; these lines may be one, broken in two: {_listed(pieces)}"
        place = pieces[0].place
    looks = [match[0] for line in own if (match := _LIKE_ONE.search(line.text)) is not None]
    like = looks[0] if looks and pieces is None else ""
    return MailMove((), fault(Code.SYNTAX, why, place), word=like)


def _several(*orders: Order) -> MailMove:
    first, *_ = found = sorted(orders)
    return _ambiguous(f"several lines could be the move: {_listed(found[:5])}", first)


def _ambiguous(why: str, order: Order) -> MailMove:
    return MailMove((), Finding(Refusal(Code.AMBIGUOUS, why, section=None), order.place))


def _listed(orders: Sequence[Order]) -> str:
    return ", ".join(f"line {order.place.line} {excerpt(order.move)}" for order in orders)


def _meant(position: CorePosition, text: str) -> object:
    parsed = moves.read(position, text)
    if parsed is None:
        return text
    if parsed.action:
        return parsed.army or position.game.letters[position.turn], parsed.action
    meant = resolve.resolve(position, parsed)
    return text if isinstance(meant, Refusal) else meant


# Moves in lines -----------------------------------------------------------------------------------


def orders(
    reader: InputReader, lines: Sequence[LineText], *, sentences: bool = True
) -> list[Order]:
    """List the possible moves of a message: lines that are a move, else moves inside sentences.

    Words without a cell, such as a number, are not moves.  A draw is offered on a line of its own,
    or behind a move that has the rest of its line.
    """
    own = [(number, line) for number, line in enumerate(lines) if line.own]
    found = list[Order]()
    for number, line in own:
        bare = line.text.strip()
        bare = bare.strip("*_").strip() if bare[:1] in "*_" else bare
        start = line.text.index(bare)
        end = start + len(bare)
        before, *behind = reader.parted(bare)
        if behind and (move := _move_of(reader, before)):
            found.append(Order(line.place(start), move, True, number, start, start + len(before)))
            bare, start = behind[0], end - len(behind[0])
        read = reader.read(bare)
        unclear = bare if read.why is not None else read.text if read.offer is not None else ""
        if move := _move_of(reader, bare, alone=True) or unclear:
            found.append(Order(line.place(start), move, True, number, start, end))
    if not sentences or any(not order.offers for order in found):
        return found
    for number, line in own:
        words, at = list(_WORD.finditer(line.text)), 0
        while at < len(words):
            for last in range(min(at + _WORDS, len(words)) - 1, at - 1, -1):
                start, end = words[at].start(), words[last].end()
                text = line.text[start:end]
                together = "".join(word[0] for word in words[at : last + 1])
                if _CELL.search(text) is None or len("".join(text.split())) > len(together):
                    continue
                if move := _move_of(reader, text):
                    found.append(Order(line.place(start), move, False, number, start, end))
                    at = last
                    break
            at += 1
    return found


def _move_of(reader: InputReader, text: str, *, alone: bool = False) -> str:
    """Parse a text as a move; empty if it is not one, as `base64`, which has only the form.

    A move that is `alone` on its line may lack the level of its cell, as in `nb4`.
    """
    move, board, kinds = reader.read(text).text, reader.game.board, reader.game.kinds
    parsed = moves.parse(reader.game, move)
    if parsed is None:
        return ""
    end = parsed.destination
    castles = parsed.castling in reader.game.castlings.names and (alone or not move.isalpha())
    if parsed.action or castles or end in board.number or _SIGNED.search(move):
        return move
    piece = not parsed.origin and end[:1].upper() in kinds
    lacks = completions(board, end)[1] or (piece and completions(board, end[1:])[1])
    return move if alone and lacks else ""


# Moves broken in two ------------------------------------------------------------------------------


def _broken(
    reader: InputReader, lines: Sequence[LineText], read: Sequence[Order]
) -> tuple[Order, Order] | None:
    """Find a move that may be broken over the end of a line; return its two parts.

    A sign stands at the end of a part.  If orders were read, it overlaps one of them and is another
    move; else it may be any move.
    """
    by_line: dict[int, list[Order]] = {}
    for order in read:
        by_line.setdefault(order.line, []).append(order)
    full = [number for number, line in enumerate(lines) if line.text.strip()]
    for upper, lower in pairwise(full):
        above, below = by_line.get(upper, [])[-_SEAM:], by_line.get(lower, [])[:_SEAM]
        whole = above and below and above[0].alone and below[0].alone
        if lines[lower].quoted or whole or (read and not (above or below)):
            continue
        ends = list(_FULL.finditer(lines[upper].text))[-_SEAM:]
        begins = list(_FULL.finditer(lines[lower].text))[:_SEAM]
        for first, last in product(reversed(ends), begins):  # the shortest texts come first
            cuts = (upper, first.start(), ends[-1].end()), (lower, begins[0].start(), last.end())
            left, right = (
                Order(lines[at].place(start), lines[at].text[start:end], False, at, start, end)
                for at, start, end in cuts
            )
            parts = [one for one in (*above, *below) if one.overlaps(left) or one.overlaps(right)]
            if bool(parts) == bool(read) and _are_one(reader, left, right, parts):
                return left, right
    return None


def _are_one(reader: InputReader, left: Order, right: Order, parts: Sequence[Order]) -> bool:
    """Return whether two texts are a move together, and another than the moves of its parts.

    A sign stands between them.  Beside a part that is a move the other has a cell, or is the letter
    of a piece or an army: a name above a move is no part of it.
    """
    game, seam = reader.game, left.move[-1] + right.move[0]
    if _SIGN.search(seam) is None and "=" not in seam:
        return False
    rest = [side.move for side in (left, right) if not any(map(side.overlaps, parts))]
    letters = {*game.kinds, *game.letters}
    may_be_parts = [_CELL.search(text) or _SIGN.sub("", text).strip() in letters for text in rest]
    if parts and "=" not in seam and not any(may_be_parts):
        return False
    for text in (left.move + right.move, f"{left.move} {right.move}"):
        move = _move_of(reader, text) if _CELL.search(text) else ""
        parsed = moves.parse(game, move)
        # Only a Pawn is promoted: `I` may begin a sentence.
        pawns = parsed is not None and parsed.code in ("", game.pawn_code)
        if parsed and (not parsed.promotion or (pawns and parsed.promotion in game.kinds)):
            others = [moves.parse(game, part.move) for part in parts]
            bare = [one._replace(text="", suffix="") for one in others if one is not None]
            return parsed._replace(text="", suffix="") not in bare
    return False

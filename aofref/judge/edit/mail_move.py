"""MailMove: the one move or word in the lines of a message, in the position that it answers."""

import re
from collections.abc import Sequence

from aofref.findings import START, Code, Finding, Refusal, fault
from aofref.judge.replay.reading import read_typed
from aofref.notation import mail, moves, movetext, resolve
from aofref.notation.mail import LineText, Order
from aofref.notation.typed import InputReader, advice, consents
from aofref.rules.position import CorePosition
from aofref.text import excerpt
from aofref.values import Value

_WORD = re.compile(r"\b(?:resign|draw|pass)\b", re.IGNORECASE)
_IF = re.compile(r"[\s*_]*if\b[\s:,]*", re.IGNORECASE)
_FIRST = 8  # the most words of the first move of a conditional line
_CELL = re.compile(r"[A-Za-z][0-9]")
_LIKE_ONE = re.compile(r"(?<!\S)[A-Z]{0,2}[a-z]{1,2}[0-9]{1,2}(?!\w)\S*")


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


def conditional_line(reader: InputReader, line: LineText) -> str:
    """Return the moves of a line that is `if` and moves; empty for any other line."""
    match = _IF.match(line.text) if line.own else None
    if match is None:
        return ""
    words = line.text[match.end() :].rstrip(" \t*_.!?").split()
    first = reader.gathered(words[:_FIRST])[:1]
    return " ".join(words) if any(is_move(reader, word) for _, word in first) else ""


def is_move(reader: InputReader, word: str) -> bool:
    """Return whether a text with a cell is a move."""
    return _CELL.search(word) is not None and reader.is_move(word)


def move_of(position: CorePosition, lines: Sequence[LineText], reader: InputReader) -> MailMove:
    """Find the move among the lines of a message, or the word for one."""
    every = mail.orders(reader, lines)
    played = [order for order in every if not order.offers]
    offers = {order.move: order for order in reversed(every) if order.offers}
    texts = {order.move: order for order in reversed(played)}
    firsts = sorted(texts.values(), reverse=True)
    different = {_meant(position, order.move): order for order in firsts}
    withdrawn = any(order.move.endswith(movetext.WITHDRAWALS) for order in played)
    if len(different) > 1 or len(offers) > 1 or (offers and withdrawn):
        return _several(sorted((*different.values(), *offers.values())))
    pieces = mail.broken(reader, lines, played)
    if pieces is not None and any(_is_whole(position, order.move) for order in played):
        return _several(sorted((*pieces, played[0])))
    draw = [*offers.values()]
    words = (*draw, *played[:1]) if consents([*offers]) else (*played[:1], *draw)
    if not words or pieces is not None:
        return _without(lines, pieces)
    for order in played[:1]:
        text = lines[order.line].text[order.start : order.end]
        why = read_typed(position, text, reader=reader).why
        if why is not None and why.code is Code.AMBIGUOUS and (apart := reader.several(text)):
            several = f"line {order.place.line} has several moves: {', '.join(apart)}"
            return _ambiguous(several, order)
    return MailMove(words, unread=tuple(mail.unread(lines, every)))


def _is_whole(position: CorePosition, text: str) -> bool:
    """Return whether a move, or a word for one, is more than a cell without its level."""
    parsed = moves.parse(position.game, text)
    return (
        parsed is None or not parsed.destination or parsed.destination in position.game.board.number
    )


def _without(lines: Sequence[LineText], pieces: tuple[Order, Order] | None) -> MailMove:
    why = "no line of this message is a move"
    own = [line for line in lines if line.own]
    place = own[0].place(len(own[0].text) - len(own[0].text.lstrip())) if own else START
    for line in own:
        at = line.place().line
        if hinted := advice(line.text.strip()):
            why += f"; line {at} is {excerpt(line.text.strip())}: {hinted}"
            break
        if (word := _WORD.search(line.text)) is not None:
            why += f"; if line {at} means it, write {word[0].lower()} alone on a line"
            break
    if pieces is not None:
        why += f"; these lines may be one, broken in two: {_listed(pieces)}"
        place = pieces[0].place
    looks = [match[0] for line in own if (match := _LIKE_ONE.search(line.text)) is not None]
    like = looks[0] if looks and pieces is None else ""
    return MailMove((), fault(Code.SYNTAX, why, place), word=like)


def _several(orders: list[Order]) -> MailMove:
    return _ambiguous(f"several lines could be the move: {_listed(orders[:5])}", orders[0])


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

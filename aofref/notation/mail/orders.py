"""Orders: the moves and words that a message says, what may be broken over lines, what is left."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from aofref.findings import Place
from aofref.notation import moves
from aofref.notation.cells import completions
from aofref.notation.mail.lines import LineText
from aofref.notation.moves import MoveText
from aofref.notation.movetext import SIGN
from aofref.notation.typed import Typist
from aofref.notation.words import DRAW

_SIGN = re.compile(SIGN)
_SIGNED = re.compile(f"[0-9]{SIGN}")
_CELL = re.compile("[a-z][0-9]", re.IGNORECASE)
_WORD = re.compile(r"[^\s()\"'<>*\u201c\u201d]+")
_LETTER = re.compile(r"[^\W\d_]")
_FULL = re.compile(r"\S+")
_WORDS = 5  # as many words as a move in a sentence is written with: `E : Rfa5 - fa4`
_SEAM = 2  # as many words on each side of a line's end as may be one move


class Order(NamedTuple):
    """A move that a message says, or its `draw`; where, and whether that is all its line says.

    `line` is its line's number among those of the message, from 0; `start` and `end` are offsets.
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
        return self.move.endswith(DRAW)


def orders(typist: Typist, lines: Sequence[LineText]) -> list[Order]:
    """List what could be the move of a message: lines that are a move, else the words that are.

    Words that name no cell, as a lone number does, are no moves.  A draw is offered on a line of
    its own, or behind a move that has the rest of its line.
    """
    own = [(number, line) for number, line in enumerate(lines) if line.own]
    whole = [order for number, line in own for order in _whole(typist, number, line)]
    if any(not order.offers for order in whole):
        return whole
    return whole + [order for number, line in own for order in _within(typist, number, line)]


def unread(lines: Sequence[LineText], read: Sequence[Order]) -> list[LineText]:
    """List the sender's lines in words that the orders read do not cover."""
    whole = {order.line for order in read if order.alone}
    return [
        line
        for number, line in enumerate(lines)
        if line.own and number not in whole and _LETTER.search(line.text)
    ]


def _whole(typist: Typist, number: int, line: LineText) -> Iterator[Order]:
    text = line.text.strip()
    bare = text.strip("*_").strip() if text[:1] in "*_" else text
    start = line.text.index(bare)
    end = start + len(bare)
    read = typist.read(bare)
    unclear = bare if read.why is not None else read.text if read.offer is not None else ""
    if move := _move(typist, bare, alone=True) or unclear:
        yield Order(line.place(start), move, True, number, start, end)
        return
    for words in islice(re.finditer(r"[\s,;]+", line.text[start:end]), _WORDS + 1):
        last, first = start + words.start(), start + words.end()
        offer = typist.read(line.text[first:end])
        if offer.offer is not None and (move := _move(typist, line.text[start:last])):
            yield Order(line.place(start), move, True, number, start, last)
            yield Order(line.place(first), offer.text, True, number, first, end)
            return


def _within(typist: Typist, number: int, line: LineText) -> Iterator[Order]:
    """Find the moves in a sentence, each of up to _WORDS words."""
    words = list(_WORD.finditer(line.text))
    at = 0
    while at < len(words):
        for last in range(min(at + _WORDS, len(words)) - 1, at - 1, -1):
            start, end = words[at].start(), words[last].end()
            text = line.text[start:end]
            together = "".join(word[0] for word in words[at : last + 1])
            if _CELL.search(text) is None or len("".join(text.split())) > len(together):
                continue
            if move := _move(typist, text):
                yield Order(line.place(start), move, False, number, start, end)
                at = last
                break
        at += 1


def broken(
    typist: Typist, lines: Sequence[LineText], read: Sequence[Order]
) -> tuple[Order, Order] | None:
    """Find a move that may be broken over the end of a line: what stands on either side.

    If orders were read, it shares a part with one of them and means another move; else it may be
    any.  A blank line is crossed only where a sign is left over.
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
        for left, right in _seams(lines, upper, lower):
            parts = [
                order for order in (*above, *below) if _meets(order, left) or _meets(order, right)
            ]
            if bool(parts) == bool(read) and _are_one(typist, left.move, right.move, parts):
                return left, right
    return None


def _are_one(typist: Typist, left: str, right: str, parts: Sequence[Order]) -> bool:
    """Say whether two texts are a move together, and another than those read of its parts."""
    if not parts and _SIGN.search(left + right) is None:
        return False
    for text in (left + right, f"{left} {right}"):
        if _CELL.search(text) and (move := _move(typist, text)) and _may_promote(typist, move):
            return all(_meant(typist, move) != _meant(typist, part.move) for part in parts)
    return False


def _may_promote(typist: Typist, move: str) -> bool:
    """Say whether what a text would become, if anything, is a Pawn's: `I` may begin a sentence."""
    parsed = moves.parse(typist.game, move)
    if parsed is None or not parsed.promotion:
        return True
    return parsed.promotion in typist.game.kinds and parsed.code in ("", typist.game.pawn_code)


def _seams(lines: Sequence[LineText], upper: int, lower: int) -> Iterator[tuple[Order, Order]]:
    """Go through what stands before and behind a line's end, the shortest first."""
    ends = list(_FULL.finditer(lines[upper].text))[-_SEAM:]
    begins = list(_FULL.finditer(lines[lower].text))[:_SEAM]
    if lower > upper + 1 and ends[-1][0][-1].isalnum() and begins[0][0][0].isalnum():
        return  # across a blank line a sign must be left over
    for first, last in product(reversed(ends), begins):
        yield (
            _piece(lines, upper, first.start(), ends[-1].end()),
            _piece(lines, lower, begins[0].start(), last.end()),
        )


def _piece(lines: Sequence[LineText], number: int, start: int, end: int) -> Order:
    line = lines[number]
    return Order(line.place(start), line.text[start:end], False, number, start, end)


def _meets(order: Order, piece: Order) -> bool:
    return order.line == piece.line and order.start < piece.end and piece.start < order.end


def _meant(typist: Typist, move: str) -> MoveText | None:
    parsed = moves.parse(typist.game, move)
    return None if parsed is None else parsed._replace(text="", suffix="")


def _move(typist: Typist, text: str, *, alone: bool = False) -> str:
    """Read a text as a move; empty if it is none, as `base64` is, which has only the form.

    One that is `alone` on its line may lack the level of its cell.
    """
    move = typist.read(text).text
    parsed = moves.parse(typist.game, move)
    if parsed is None:
        return ""
    cells = typist.game.board.number
    meant = parsed.action or parsed.destination in cells or _SIGNED.search(move)
    return move if meant or (alone and _lacks_part(typist, parsed)) else ""


def _lacks_part(typist: Typist, written: MoveText) -> bool:
    """Say whether a move goes to a cell but for its level, with the piece in any case: `nb4`."""
    board, end = typist.game.board, written.destination
    piece = not written.origin and end[:1].upper() in typist.game.kinds
    return bool(completions(board, end)[1] or (piece and completions(board, end[1:])[1]))

"""Orders: the moves and words in a message, moves broken over lines, lines left over."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product

from aofref.findings import Place
from aofref.notation import moves
from aofref.notation.cells import completions
from aofref.notation.mail.lines import LineText
from aofref.notation.moves import SIGN
from aofref.notation.movetext import MoveText
from aofref.notation.typed import BEFORE_OFFER, CONSENT, DRAW, InputReader
from aofref.values import Value

_SIGN = re.compile(SIGN)
_SIGNED = re.compile(f"[0-9]{SIGN}")
_CELL = re.compile("[a-z][0-9]", re.IGNORECASE)
_WORD = re.compile(r"[^\s()\"'<>*\u201c\u201d]+")
_LETTER = re.compile(r"[^\W\d_]")
_FULL = re.compile(r"\S+")
_WORDS = 5  # the most words of a move in a sentence: `E : Rfa5 - fa4`
_SEAM = 2  # the most words of a broken move on each side of a line's end


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

    def overlaps(self, other: "Order") -> bool:
        """Whether they share characters of a line."""
        return self.line == other.line and self.start < other.end and other.start < self.end


def orders(reader: InputReader, lines: Sequence[LineText]) -> list[Order]:
    """List the possible moves of a message: lines that are a move, else moves inside sentences.

    Words without a cell, such as a number, are not moves.  A draw is offered on a line of its own,
    or behind a move that has the rest of its line.
    """
    own = [(number, line) for number, line in enumerate(lines) if line.own]
    whole = [order for number, line in own for order in _orders_of_line(reader, number, line)]
    if any(not order.offers for order in whole):
        return whole
    return whole + [
        order for number, line in own for order in _moves_in_sentence(reader, number, line)
    ]


def unread(lines: Sequence[LineText], read: Sequence[Order]) -> list[LineText]:
    """List the sender's lines of words that have no order of their own."""
    whole = {order.line for order in read if order.alone}
    return [
        line
        for number, line in enumerate(lines)
        if line.own and number not in whole and _LETTER.search(line.text)
    ]


def _orders_of_line(reader: InputReader, number: int, line: LineText) -> Iterator[Order]:
    """Yield the move that a line is, and the draw behind it, or the draw alone."""
    text = line.text.strip()
    bare = text.strip("*_").strip() if text[:1] in "*_" else text
    start = line.text.index(bare)
    end = start + len(bare)
    for words in islice(BEFORE_OFFER.finditer(line.text, start, end), _WORDS + 1):
        last, first = words.span()
        offer = reader.read(line.text[first:end])
        if offer.offer is not None and (move := _move_of(reader, line.text[start:last])):
            yield Order(line.place(start), move, True, number, start, last)
            yield Order(line.place(first), offer.text, True, number, first, end)
            return
    read = reader.read(bare)
    unclear = bare if read.why is not None else read.text if read.offer is not None else ""
    if move := _move_of(reader, bare, alone=True) or unclear:
        yield Order(line.place(start), move, True, number, start, end)


def _moves_in_sentence(reader: InputReader, number: int, line: LineText) -> Iterator[Order]:
    """Yield the moves in a sentence, each of up to _WORDS words."""
    words = list(_WORD.finditer(line.text))
    at = 0
    while at < len(words):
        for last in range(min(at + _WORDS, len(words)) - 1, at - 1, -1):
            start, end = words[at].start(), words[last].end()
            text = line.text[start:end]
            together = "".join(word[0] for word in words[at : last + 1])
            if _CELL.search(text) is None or len("".join(text.split())) > len(together):
                continue
            if move := _move_of(reader, text):
                yield Order(line.place(start), move, False, number, start, end)
                at = last
                break
        at += 1


def broken(
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
        for left, right in _parts(lines, upper, lower):
            both = [*above, *below]
            parts = [order for order in both if order.overlaps(left) or order.overlaps(right)]
            if bool(parts) == bool(read) and _are_one(reader, left, right, parts):
                return left, right
    return None


def _are_one(reader: InputReader, left: Order, right: Order, parts: Sequence[Order]) -> bool:
    """Return whether two texts are a move together, and another than the moves of its parts.

    A sign stands between them.  Beside a part that is a move the other has a cell, or is the letter
    of a piece or an army: a name above a move is no part of it.
    """
    seam = left.move[-1] + right.move[0]
    if _SIGN.search(seam) is None and "=" not in seam:
        return False
    rest = [side for side in (left, right) if not any(map(side.overlaps, parts))]
    if parts and "=" not in seam and not any(_may_be_part(reader, side.move) for side in rest):
        return False
    for text in (left.move + right.move, f"{left.move} {right.move}"):
        if _CELL.search(text) and (move := _move_of(reader, text)) and _may_promote(reader, move):
            meant = _without_suffix(reader, move)
            return all(meant != _without_suffix(reader, part.move) for part in parts)
    return False


def _may_be_part(reader: InputReader, text: str) -> bool:
    """Return whether a text has a cell, or is the code of a piece or the letter of an army."""
    letters = _SIGN.sub("", text).strip()
    return bool(_CELL.search(text)) or letters in (*reader.game.kinds, *reader.game.letters)


def _may_promote(reader: InputReader, move: str) -> bool:
    """Return whether a move has no promotion, or a Pawn's: `I` may begin a sentence."""
    parsed = moves.parse(reader.game, move)
    if parsed is None or not parsed.promotion:
        return True
    return parsed.promotion in reader.game.kinds and parsed.code in ("", reader.game.pawn_code)


def _parts(lines: Sequence[LineText], upper: int, lower: int) -> Iterator[tuple[Order, Order]]:
    """Yield the texts before and behind a line's end, the shortest first."""

    def part(number: int, start: int, end: int) -> Order:
        line = lines[number]
        return Order(line.place(start), line.text[start:end], False, number, start, end)

    ends = list(_FULL.finditer(lines[upper].text))[-_SEAM:]
    begins = list(_FULL.finditer(lines[lower].text))[:_SEAM]
    for first, last in product(reversed(ends), begins):
        yield (
            part(upper, first.start(), ends[-1].end()),
            part(lower, begins[0].start(), last.end()),
        )


def _without_suffix(reader: InputReader, move: str) -> MoveText | None:
    parsed = moves.parse(reader.game, move)
    return None if parsed is None else parsed._replace(text="", suffix="")


def _move_of(reader: InputReader, text: str, *, alone: bool = False) -> str:
    """Parse a text as a move; empty if it is not one, as `base64`, which has only the form.

    A move that is `alone` on its line may lack the level of its cell.
    """
    move = reader.read(text).text
    parsed = moves.parse(reader.game, move)
    if parsed is None:
        return ""
    cells = reader.game.board.number
    castles = parsed.castling in reader.game.castlings.names and (alone or not move.isalpha())
    meant = parsed.action or castles or parsed.destination in cells or _SIGNED.search(move)
    return move if meant or (alone and _lacks_part(reader, parsed)) else ""


def _lacks_part(reader: InputReader, written: MoveText) -> bool:
    """Return whether the destination of a move lacks only its level, as in `nb4`."""
    board, end = reader.game.board, written.destination
    piece = not written.origin and end[:1].upper() in reader.game.kinds
    return bool(completions(board, end)[1] or (piece and completions(board, end[1:])[1]))

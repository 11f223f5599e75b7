"""Numbers: the number of a move that is due in a record, by the way in which it counts."""

from aofref.findings import Code, Finding, fault
from aofref.notation.records import Kind, Record, Token
from aofref.notation.records.tokens import number_of
from aofref.values import Value


class Numbering(Value):
    """How a record numbers its moves: by `rounds`, or by `plies` if its second number does.

    Each is the difference between the numbers and what they count; None if they do not count that.
    A record counts from 1 or from its `first` number, which stood behind `begun` plies.
    """

    rounds: int | None = None
    plies: int | None = None
    begun: int = -2
    first: int = 0

    @property
    def has_begun(self) -> bool:
        """Whether there was a number."""
        return self.rounds is not None or self.plies is not None

    def take(self, number: int, round_: int, plies: int) -> "Numbering | None":
        """Return the numbering with a move's number taken; None if that number is not due.

        The move stands in a round, behind a number of plies.
        """
        by_round, by_ply, begun, first = self
        is_second = plies == begun + 1
        if number - round_ == by_round and by_ply is None and not is_second:
            return self
        if by_round is None and by_ply is None:
            return Numbering(number - round_, None, plies, number)
        if is_second:
            by_ply = first - begun
        by_round = by_round if number - round_ == by_round else None
        by_ply = by_ply if number - plies == by_ply else None
        counted = Numbering(by_round, by_ply, begun, first)
        return counted if counted.has_begun else None

    def due(self, round_: int, plies: int) -> int:
        """Return the number that is due."""
        if self.rounds is None and self.plies is not None:
            return self.plies + plies
        return (self.rounds or 0) + round_

    def misnumbered(self, number: int, round_: int, plies: int, token: Token) -> Finding:
        """Warn that the move of a token has another number than the one that is due."""
        text = f"the move has the number {number} where {self.due(round_, plies)} is due"
        why = fault(Code.CONTRADICTION, text, token.place, token.ordinal)
        return why._replace(ply=plies + 1)


ROUNDS = Numbering(0)
"""Every move has the number of its round."""


def begun_late(record: Record) -> list[Finding]:
    """Warn of a record without tags, and so without a position, that does not begin with move 1."""
    numbers = (token for token in record.tokens if token.kind is Kind.NUMBER)
    first = None if record.tags else next(numbers, None)
    number = None if first is None else number_of(first.text)
    if first is None or number is None or number < 2:
        return []
    why = f"no tag says where a game begins whose first number is {number}"
    return [fault(Code.CONTRADICTION, why, first.place, first.ordinal)]

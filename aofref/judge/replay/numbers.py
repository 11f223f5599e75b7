"""Numbers: the number of a move that is due in a record, by the way in which it counts."""

from aofref.values import Value


class Numbering(Value):
    """How a record numbers its moves: `ways` are the ways of counting that fit all its numbers.

    A record counts rounds from 1 or from its `first` number, which stood behind `begun` plies.  It
    may count plies if its second move has the next number.  Each way is whether it counts plies,
    and what it adds to their count or to the round.
    """

    ways: tuple[tuple[bool, int], ...] = ()
    begun: int = -2
    first: int = 0

    def take(self, number: int, round_: int, plies: int) -> "Numbering | None":
        """Return the numbering with a move's number taken; None if that number is not due.

        The move stands in a round, behind a number of plies.
        """
        ways = self.ways
        if not ways:
            return Numbering(((False, number - round_),), plies, number)
        if plies == self.begun + 1:
            by_plies = (True, self.first - self.begun)
            ways = ways if by_plies in ways else (*ways, by_plies)
        elif len(ways) == 1:
            ((by_ply, more),) = ways
            return self if number == more + (plies if by_ply else round_) else None
        fit = [way for way in ways if number == way[1] + (plies if way[0] else round_)]
        if len(fit) == len(self.ways) and ways is self.ways:
            return self
        return self._replace(ways=tuple(fit)) if fit else None

    def due(self, round_: int, plies: int) -> int:
        """Return the number that is due, by the first way."""
        by_ply, more = self.ways[0] if self.ways else (False, 0)
        return more + (plies if by_ply else round_)


ROUNDS = Numbering(((False, 0),))
"""Every move has the number of its round."""


def misnumbered(number: int, due: int) -> str:
    """Write that a move has another number than the one that is due."""
    return f"the move has the number {number} where {due} is due"

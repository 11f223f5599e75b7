"""A piece alone: questions on a board that is empty but for it and the Kings that a game needs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from aofref.judge.cases.question import Question
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import legal_moves
from aofref.rules.position import Setup


class Alone:
    """A type of piece of an army, alone on the board of a game."""

    def __init__(self, game: CompiledVariant, asked: Question, code: str, letter: str) -> None:
        """Take the game, what its records have in common, the piece's code and its army."""
        self.game, self.asked, self.code = game, asked, code
        self.army = game.letters.index(letter)
        self.piece = game.piece(self.army, game.kinds[code])

    def reaches(self, cell: int) -> set[int]:
        """List the cells that a move from `cell` leads to."""
        return set(self.game.lines.quiet(self.piece, cell))

    def placed(self, cell: int, wanted: set[int]) -> Question:
        """Put it on a cell, with Kings where they neither hinder it nor stand on `wanted`.

        An army that needs no King is off the board.
        """
        reached = self.reaches(cell)
        for line in self._placements(cell, reached | wanted | {cell}):
            if _begins(self.game, line, cell) == reached:
                return self.asked._replace(position=line)
        raise ValueError(f"no room for Kings beside {self.code}{self.game.board.names[cell]}")

    def _placements(self, cell: int, closed: set[int]) -> Iterator[str]:
        """Write positions with two Kings on cells that are not closed, far ones first."""
        game = self.game
        free = [at for at in _far_first(game, cell) if at not in closed]
        for enemy in free[:12]:
            for own in [cell] if game.is_royal[self.piece] else free:
                if own != enemy and distance(game, own, enemy) > 2:
                    yield self._line(cell, own, enemy)

    def _line(self, cell: int, own: int, enemy: int) -> str:
        game, names = self.game, self.game.board.names
        armies = [f"{letter}:-" for letter in game.letters]
        mine = f"{self.code}{names[cell]}"
        letter = game.letters[self.army]
        armies[self.army] = f"{letter}:{mine}" if own == cell else f"{letter}:K{names[own]};{mine}"
        other = (self.army + 1) % len(game.letters)
        armies[other] = f"{game.letters[other]}:K{names[enemy]}"
        return f"{'/'.join(armies)} {letter} - 1"

    def tree(self, start: int) -> dict[int, int]:
        """Return every cell it can ever come to, each with the one before it; start with itself."""
        found, waiting = {start: start}, deque([start])
        while waiting:
            cell = waiting.popleft()
            for end in sorted(self.reaches(cell) - found.keys()):
                found[end] = cell
                waiting.append(end)
        return found


def distance(game: CompiledVariant, one: int, other: int) -> int:
    """Say how far apart two cells are: the largest difference of their coordinates."""
    cells = game.board.cells
    return max(abs(a - b) for a, b in zip(cells[one], cells[other], strict=True))


@lru_cache(maxsize=1024)
def _far_first(game: CompiledVariant, cell: int) -> tuple[int, ...]:
    """List the cells of a board, those far from one first."""
    cells = range(len(game.board.cells))
    return tuple(sorted(cells, key=lambda at: -distance(game, at, cell)))


def _begins(game: CompiledVariant, line: str, cell: int) -> set[int] | None:
    """List the cells that the piece on `cell` can go to; None where nothing may stand so."""
    found = positions.read(game, line)
    if not isinstance(found, Setup):
        return None
    position, _ = turn.begin(found)
    return {move.destination for move in legal_moves(position) if move.origin == cell}

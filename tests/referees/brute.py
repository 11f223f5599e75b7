"""Chess on other boards by brute force: cells in a dictionary, every move tried, nothing clever.

Written from the pages of the games alone: it imports nothing of aofref.  Hexagons are told apart by
their file and their height on paper, two for a cell, so that a neighbour is (0, 2) or (1, 1) away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import NamedTuple

At = tuple[int, ...]
Board = dict[At, tuple[str, str]]
"""What stands on a cell: army and piece."""


def around(*numbers: int) -> list[At]:
    """All orders and signs of some numbers."""
    found = set()
    for order in permutations(numbers):
        found |= set(product(*({n, -n} for n in order)))
    return sorted(found)


class Rules(NamedTuple):
    """A game: its cells by name, who rides and leaps where, what Pawns do, and who stands where."""

    cells: dict[str, At]
    rides: dict[str, list[At]]
    leaps: dict[str, list[At]]
    steps: list[At]
    takes: list[At]
    turned: Callable[[At], At]
    last: Callable[[At, str], bool]
    becomes: str
    array: dict[str, str]
    doubles: dict[str, str]


class State(NamedTuple):
    board: Board
    army: str
    passed: tuple[At, At] | None


class Played(NamedTuple):
    origin: At
    end: At
    becomes: str
    taken: At | None
    passed: tuple[At, At] | None


class Brute:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.names = {at: name for name, at in rules.cells.items()}
        self.starts = {
            army: {rules.cells[name] for name in names.split()}
            for army, names in rules.doubles.items()
        }

    def start(self) -> State:
        board: Board = {}
        for army, text in self.rules.array.items():
            for group in text.split(";"):
                code, *names = group.split()
                board |= {self.rules.cells[name]: (army, code) for name in names}
        return State(board, "W", None)

    def _on(self, at: At, by: At) -> At | None:
        end = tuple(a + b for a, b in zip(at, by, strict=True))
        return end if end in self.names else None

    def _reached(self, board: Board, at: At) -> Iterator[At]:
        """What a piece, no Pawn, goes to or attacks, its own pieces among it."""
        _, code = board[at]
        for by in self.rules.leaps.get(code, []):
            if (end := self._on(at, by)) is not None:
                yield end
        for by in self.rules.rides.get(code, []):
            end = self._on(at, by)
            while end is not None:
                yield end
                if end in board:
                    break
                end = self._on(end, by)

    def _pawn(self, state: State, at: At) -> Iterator[Played]:
        rules, board, army = self.rules, state.board, state.army
        turn = rules.turned if army == "B" else lambda by: by
        for by in map(turn, rules.steps):
            end = self._on(at, by)
            if end is None or end in board:
                continue
            yield Played(at, end, "", None, None)
            far = self._on(end, by)
            if at in self.starts.get(army, ()) and far is not None and far not in board:
                yield Played(at, far, "", None, (end, far))
        for by in map(turn, rules.takes):
            end = self._on(at, by)
            if end is not None and end in board and board[end][0] != army:
                yield Played(at, end, "", end, None)
            elif end is not None and state.passed is not None and end == state.passed[0]:
                yield Played(at, end, "", state.passed[1], None)

    def _tried(self, state: State) -> Iterator[Played]:
        for at, (army, code) in state.board.items():
            if army != state.army:
                continue
            if code == "P":
                for played in self._pawn(state, at):
                    if self.rules.last(played.end, army):
                        for becomes in self.rules.becomes:
                            yield played._replace(becomes=becomes)
                    else:
                        yield played
            else:
                for end in self._reached(state.board, at):
                    if state.board.get(end, ("", ""))[0] != army:
                        yield Played(at, end, "", None, None)

    def after(self, state: State, played: Played) -> State:
        board = dict(state.board)
        if played.taken is not None:
            board.pop(played.taken)
        army, code = board.pop(played.origin)
        board[played.end] = (army, played.becomes or code)
        return State(board, "B" if army == "W" else "W", played.passed)

    def in_check(self, board: Board, army: str) -> bool:
        king = next(at for at, stands in board.items() if stands == (army, "K"))
        for at, (other, code) in board.items():
            if other == army:
                continue
            if code == "P":
                turn = self.rules.turned if other == "B" else lambda by: by
                if king in [self._on(at, by) for by in map(turn, self.rules.takes)]:
                    return True
            elif king in self._reached(board, at):
                return True
        return False

    def legal(self, state: State) -> dict[str, State]:
        """The positions that a player may bring about, by the move as origin, end, promotion."""
        found = {}
        for played in self._tried(state):
            then = self.after(state, played)
            if not self.in_check(then.board, state.army):
                becomes = f"={played.becomes}" if played.becomes else ""
                found[f"{self.names[played.origin]}{self.names[played.end]}{becomes}"] = then
        return found

    def perft(self, state: State, depth: int) -> int:
        every = self.legal(state)
        if depth == 1:
            return len(every)
        return sum(self.perft(then, depth - 1) for then in every.values())


# The games -----------------------------------------------------------------------------------------

RIDES = {"R": around(1, 0, 0), "B": around(1, 1, 0), "U": around(1, 1, 1)}
RIDES["Q"] = RIDES["R"] + RIDES["B"] + RIDES["U"]
CUBIC = {"K": RIDES["Q"], "N": around(2, 1, 0)}


def cube(size: int) -> dict[str, At]:
    letters = "abcdef"[:size]
    return {
        f"{level}{file}{rank}": (x, rank, z)
        for z, level in enumerate(letters, 1)
        for x, file in enumerate(letters, 1)
        for rank in range(1, size + 1)
    }


RAUMSCHACH = Rules(
    cells=cube(5),
    rides=RIDES,
    leaps=CUBIC,
    steps=[(0, 1, 0), (0, 0, 1)],
    takes=[(1, 1, 0), (-1, 1, 0), (1, 0, 1), (-1, 0, 1), (0, 1, 1)],
    turned=lambda by: (by[0], -by[1], -by[2]),
    last=lambda at, army: at[1:] == ((5, 5) if army == "W" else (1, 1)),
    becomes="QRBUN",
    array={
        "W": "R aa1 ae1; N ab1 ad1; K ac1; B ba1 bd1; U bb1 be1; Q bc1; "
        "P aa2 ab2 ac2 ad2 ae2 ba2 bb2 bc2 bd2 be2",
        "B": "R ea5 ee5; N eb5 ed5; K ec5; U da5 dd5; B db5 de5; Q dc5; "
        "P ea4 eb4 ec4 ed4 ee4 da4 db4 dc4 dd4 de4",
    },
    doubles={},
)
FORWARD: list[At] = [(x, 1, z) for x in (-1, 0, 1) for z in (-1, 0, 1)]
PARTON = RAUMSCHACH._replace(
    cells=cube(6),
    steps=FORWARD,
    takes=FORWARD,
    last=lambda at, army: at[1] == (6 if army == "W" else 1),
    array={
        "W": "K aa1; Q ab1; B ac1; U ad1; N ae1; R af1; "
        "P aa2 ab2 ac2 ad2 ae2 af2 ba1 bb1 bc1 bd1 be1 bf1",
        "B": "K af6; Q ae6; B ad6; U ac6; N ab6; R aa6; "
        "P aa5 ab5 ac5 ad5 ae5 af5 ba6 bb6 bc6 bd6 be6 bf6",
    },
)


def signs(*pairs: tuple[int, int]) -> list[At]:
    return sorted({(x * i, y * j) for x, y in pairs for i in (1, -1) for j in (1, -1)})


HEX_RIDES = {"R": signs((0, 2), (1, 1)), "B": signs((2, 0), (1, 3))}
HEX_RIDES["Q"] = HEX_RIDES["R"] + HEX_RIDES["B"]


def foot_of(file: int) -> int:
    """How high the first rank of a file lies."""
    return abs(file - 5)


GLINSKI = Rules(
    cells={
        f"{letter}{rank}": (file, foot_of(file) + 2 * rank)
        for file, letter in enumerate("abcdefghikl")
        for rank in range(1, 12 - foot_of(file))
    },
    rides=HEX_RIDES,
    leaps={"K": HEX_RIDES["Q"], "N": signs((1, 5), (2, 4), (3, 1))},
    steps=[(0, 2)],
    takes=[(1, 1), (-1, 1)],
    turned=lambda by: (by[0], -by[1]),
    last=lambda at, army: at[1] == (22 - foot_of(at[0]) if army == "W" else 2 + foot_of(at[0])),
    becomes="QRBN",
    array={
        "W": "K g1; Q e1; R c1 i1; B f1 f2 f3; N d1 h1; P b1 c2 d3 e4 f5 g4 h3 i2 k1",
        "B": "K g10; Q e10; R c8 i8; B f9 f10 f11; N d9 h9; P b7 c7 d7 e7 f7 g7 h7 i7 k7",
    },
    doubles={"W": "b1 c2 d3 e4 f5 g4 h3 i2 k1", "B": "b7 c7 d7 e7 f7 g7 h7 i7 k7"},
)
MCCOOEY = GLINSKI._replace(
    takes=[(1, 3), (-1, 3)],
    array={
        "W": "K g1; Q e1; R d1 h1; B f1 f2 f3; N e2 g2; P c1 d2 e3 f4 g3 h2 i1",
        "B": "K g10; Q e10; R d9 h9; B f9 f10 f11; N e9 g9; P c8 d8 e8 f8 g8 h8 i8",
    },
    doubles={"W": "c1 d2 e3 g3 h2 i1", "B": "c8 d8 e8 g8 h8 i8"},
)
GAMES = {"raumschach": RAUMSCHACH, "parton": PARTON, "glinski": GLINSKI, "mccooey": MCCOOEY}

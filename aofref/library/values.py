"""Values of the library: moves, and errors with the reason of a refusal."""

from typing import TYPE_CHECKING, NamedTuple

from aofref.findings import Code, Finding
from aofref.notation import moves
from aofref.notation.moves import Notation
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import NO_PROMOTION, PASS, CoreMove, CorePosition
from aofref.text import on_one_line

if TYPE_CHECKING:
    from aofref.judge.edit.addition import Word
    from aofref.judge.replay.reading import Refused


class Move(NamedTuple):
    """A move: its army, its piece, and the cells from and to which the piece goes.

    `army` is the letter of the army, `code` the code of the piece, `origin` and `destination` are
    cells.  `promotion` is the code of the piece that a Pawn becomes, empty if it stays a Pawn.
    `captures` is True for a capture, en passant included.  `lan`, also `str`, is long notation
    without army and suffixes.  For a pass all but `army` are empty or False, and `lan` is `--`.
    """

    army: str
    lan: str
    code: str = ""
    origin: str = ""
    destination: str = ""
    promotion: str = ""
    captures: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether the army passes."""
        return not self.origin

    def __str__(self) -> str:
        return self.lan


def named_move(position: CorePosition, taken: CoreMove) -> Move:
    """Return a move of the army to move with its names."""
    game, lan = position.game, moves.lan(position, taken)
    army, names = game.letters[position.turn], game.board.names
    if taken == PASS:
        return Move(army, lan)
    return Move(
        army,
        lan,
        game.code(position.board[taken.origin]),
        names[taken.origin],
        names[taken.destination],
        "" if taken.promotion == NO_PROMOTION else game.codes[taken.promotion],
        bool(position.board[taken.destination] or en_passant_captures(position, taken)),
    )


def written_move(move: str | Move) -> str:
    """Write a move with its army, and return a text as it is; TypeError for anything else."""
    if isinstance(move, Move):
        return f"{move.army}:{move.lan}"
    if not isinstance(move, str):
        raise TypeError(f"a move is text or a Move, not {type(move).__name__}")
    return move


def text_of(kind: str, given: str) -> str:
    """Return a text as it is; TypeError for anything else."""
    if not isinstance(given, str):
        raise TypeError(f"{kind} is text, not {type(given).__name__}")
    return given


def notation(name: str) -> Notation:
    """Return a notation by its name; ValueError lists the notations."""
    try:
        return Notation(name)
    except ValueError:
        every = ", ".join(known.value for known in Notation)
        raise ValueError(f"there is no notation {name!r}; there are {every}") from None


class UnknownVariant(LookupError):
    """No game has that name."""


class _WithFindings(ValueError):
    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Its faults: at least one finding."""
        found: tuple[Finding, ...] = self.args[0]
        return found

    def __str__(self) -> str:
        return "; ".join(finding.message for finding in self.findings)


class BadPosition(_WithFindings):
    """A text is not a position of the game, or not an array, or a position has no FEN.

    `findings` lists every fault.
    """


class BadRecord(_WithFindings):
    """A record that cannot be read, written or merged: `findings` has the reasons.

    From `Record.add`, `warnings` are the warnings on the texts that were sent, each with its text.
    """

    warnings: "tuple[tuple[Word, Finding], ...]" = ()


class BadGame(_WithFindings):
    """A file is not a game: `findings` lists every fault, with line and column."""

    def __init__(self, findings: tuple[Finding, ...], source: str) -> None:
        super().__init__(findings)
        self.args = (findings, source)

    @property
    def source(self) -> str:
        """The path of the file."""
        path: str = self.args[1]
        return path

    def __str__(self) -> str:
        file = on_one_line(self.source)
        return "; ".join(
            f"{file}:{fault.line}:{fault.column}: {fault.message}" for fault in self.findings
        )


class _WithFinding(ValueError):
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)

    @property
    def finding(self) -> Finding:
        """The reason, with the text of the move."""
        found: Finding = self.args[0]
        return found

    @property
    def code(self) -> Code:
        """The code of the refusal, such as `blocked`."""
        return self.finding.code

    def __str__(self) -> str:
        return self.finding.message


class IllegalMove(_WithFinding):
    """An illegal move, or a text that is not a move: `finding` has the reason, `str` its sentence.

    From `Record.add`, `word` is the text with the move, and `warnings` are the warnings on the
    texts before it, each with its text.
    """

    word: "Word | None" = None
    warnings: "tuple[tuple[Word, Finding], ...]" = ()
    _refused: "Refused | None" = None


def refused_move(problem: IllegalMove) -> "Refused | None":
    """Return the move that `Record.add` refused, as it was read; None if it cannot be read."""
    return problem._refused


class UnknownName(_WithFinding):
    """A cell, a piece or an army that the game does not have; `str` lists what it has."""

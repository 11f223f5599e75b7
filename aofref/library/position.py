"""Position: what stands where, and which moves are legal."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from aofref.findings import Refusal
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import Refused, no_move, played, sent
from aofref.library import made
from aofref.library.values import Compared, Event, FrozenMapping, IllegalMove, Move, Piece
from aofref.notation import moves, positions, results
from aofref.rules import turn
from aofref.rules.events import Event as Happened
from aofref.rules.generate import legal_moves
from aofref.rules.perft import perft
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS
from aofref.rules.position import Move as Taken
from aofref.rules.position import Position as Core
from aofref.rules.refuse import refusal
from aofref.rules.threats import attacks

if TYPE_CHECKING:
    from aofref.library.variant import Variant
    from aofref.library.views import Attackers, Difference, Explanation, KingThreat, Material


class Position(Compared):
    """A position of a game: made by `Variant.start`, `Variant.position` and `push`.

    `str` is its canonical line.  Two are equal if their variants, lines and ends are; `events` are
    what led to it, and are not compared.
    """

    __slots__ = ("_core", "_happened", "variant")
    variant: Variant
    _core: Core
    _happened: tuple[Happened, ...]

    def __init__(self, variant: Variant, core: Core, happened: tuple[Happened, ...] = ()) -> None:
        """Hold a position of the rules, and what its turn began with."""
        self._fill(variant=variant, _core=core, _happened=happened)

    # What there is -----------------------------------------------------------------------------

    @property
    def turn(self) -> str | None:
        """Give the letter of the army to move; None once the game is over."""
        core = self._core
        return None if core.turn == NOBODY else core.game.letters[core.turn]

    @property
    def round(self) -> int:
        """Give the number of the round, from 1."""
        return self._core.round

    @property
    def end(self) -> str | None:
        """Give the result that ended the game, such as `1-0-0-0`; None while it goes on.

        `*` means that the position was given as over, without a result.
        """
        core = self._core
        if core.turn != NOBODY:
            return None
        return results.write(len(core.game.armies), core.winners)

    @property
    def armies(self) -> tuple[str, ...]:
        """Give the letters of the armies on the board, in order of play."""
        return tuple(self._core.game.letters[army] for army in self._core.living)

    def piece_at(self, cell: str) -> Piece | None:
        """Give the piece on a cell, or None; UnknownName if the board has no such cell."""
        number = self._number(cell)
        stands = self._core.board[number]
        return made.piece(self._core.game, stands, number) if stands else None

    def pieces(self) -> tuple[Piece, ...]:
        """Give every piece: by army in order of play, then by code and cell."""
        core, game = self._core, self._core.game
        found = [made.piece(game, stands, cell) for cell, stands in enumerate(core.board) if stands]
        order = {letter: place for place, letter in enumerate(game.letters)}
        return tuple(sorted(found, key=lambda one: (order[one.army], one.code, one.cell)))

    @property
    def events(self) -> tuple[Event, ...]:
        """Give what the move that led here, and the start of this turn, brought about."""
        return made.events(self._core.game, self._happened)

    @property
    def checks(self) -> FrozenMapping[tuple[str, ...]]:
        """Give the armies in check, each with the pieces that attack: `{"I": ("P:Cge3",)}`."""
        core, found = self._core, {}
        for army in core.living:
            by = sorted(
                {str(self._piece(cell)) for cell, _ in attacks(core.board, core.king_attacks[army])}
            )
            if by:
                found[core.game.letters[army]] = tuple(by)
        return FrozenMapping(found)

    # Moves -------------------------------------------------------------------------------------

    def legal_moves(self, from_: str | None = None) -> tuple[Move, ...]:
        """Give the legal moves, or those of the piece on a cell, in the order of their LAN.

        An army that must pass has one, whose LAN is `--`.  UnknownName if the board has no such
        cell.
        """
        cell = None if from_ is None else self._number(from_)
        found = [
            made.move(self._core, move)
            for move in legal_moves(self._core)
            if cell is None or move.origin == cell
        ]
        return tuple(sorted(found, key=lambda move: move.lan))

    def mover(self, cell: str) -> Piece:
        """Give the piece on a cell, which must be of the army to move.

        IllegalMove says why nothing there may move: `no-such-cell`, `game-over`, `empty-cell` or
        `wrong-army`.
        """
        from aofref.judge.analysis.proof import movable

        why = movable(self._core, cell)
        if why is not None:
            raise self._illegal(why, "")
        return self._piece(self._number(cell))

    def move(self, text: str) -> Move:
        """Find the legal move that a text means, in any notation and as people type it.

        Raises IllegalMove; its code is `syntax` for what is not a move at all.  A withdrawal, such
        as `E:resigns`, is not a Move: use `push`.
        """
        core, read = self._core, sent(self._core, text)
        parsed = moves.parse(core.game, read.move)
        if read.why is not None or parsed is None or parsed.action in moves.WITHDRAWALS:
            raise self._illegal(read.why or no_move(core, read.move), text)
        found = moves.resolve(core, parsed)
        why = found if isinstance(found, Refusal) else refusal(core, found)
        if isinstance(found, Refusal) or why is not None:
            raise self._illegal(why or found, text)  # type: ignore[arg-type]
        return made.move(core, found)

    def push(self, move: str | Move) -> Position:
        """Play a move, or have an army withdraw (`E:resigns`): give the position after it.

        Takes a text as `move` does, or a Move; raises IllegalMove.  This position stays as it is.
        """
        taken = self._legal(move)
        if taken is not None:
            return Position(self.variant, *turn.after_unjudged(self._core, taken))
        ply, after = self._played(made.text(move))
        return Position(self.variant, after, ply.events)

    def write(self, move: str | Move, notation: str = "lan", *, suffix: bool = True) -> str:
        """Write a legal move in `lan`, `san`, `coord`, `numeric` or `courier`, without its army.

        With the suffix for check and mate, as records have it, unless `suffix` is False.  Raises
        IllegalMove, or ValueError for another notation.
        """
        to = made.notation(notation)
        taken = self._legal(move)
        if taken is None:
            ply, _ = self._played(made.text(move))
            if ply.move is None:
                return ply.lan
            taken = ply.move
        return moves.write(self._core, taken, to) + (self._suffix(taken) if suffix else "")

    def suffix(self, move: str | Move) -> str:
        """Give the suffix of a legal move for check and mate, often empty; raises IllegalMove."""
        taken = self._legal(move)
        return self._played(made.text(move))[0].suffix if taken is None else self._suffix(taken)

    def explain(self, move: str | Move, *, board: bool = False) -> Explanation:
        """Say why a move is legal or not: rule, path, what blocks or is missing, who checks.

        Does not raise for a text that is not a move: its code is `syntax`, as for a withdrawal.
        With `board` the position is drawn in the text, too.
        """
        from aofref.judge.analysis.suggestions import explained
        from aofref.library.views import Explanation

        return Explanation(self, explained(self._core, made.text(move)), board)

    def perft(self, depth: int) -> int:
        """Count the lines of `depth` legal moves; a pass counts as a move.

        The count for depth 0 is one.  ValueError for a negative depth, TypeError if it is not a
        whole number.
        """
        if index(depth) < 0:
            raise ValueError(f"a depth is 0 or more, not {depth}")
        return perft(self._core, depth)

    # What there is to say of it ----------------------------------------------------------------

    def threats(self) -> tuple[KingThreat, ...]:
        """Say who attacks each royal piece, in order of play, and who moves before a capture."""
        from aofref.judge.analysis.threats import king_threats
        from aofref.library.views import KingThreat

        return tuple(KingThreat(self._core.game, one) for one in king_threats(self._core))

    def attackers(self, *cells: str) -> tuple[Attackers, ...]:
        """Say who attacks and who guards these cells; if none is given, the cells of all pieces.

        The cells of pieces come in order of play, then by name.  UnknownName if the board has no
        such cell.
        """
        from aofref.judge.analysis.attackers import all_attackers, attackers_of
        from aofref.library.views import Attackers

        numbers = [self._number(cell) for cell in cells]
        found = [attackers_of(self._core, one) for one in numbers] or all_attackers(self._core)
        return tuple(Attackers(self._core.game, one) for one in found)

    def material(self) -> tuple[Material, ...]:
        """Count the pieces of every army, in order of play, and compare them with its array."""
        from aofref.judge.analysis.attackers import material
        from aofref.library.views import Material

        return tuple(Material(self._core.game, one) for one in material(self._core))

    def difference(self, claimed: Position) -> Difference:
        """Say how another position of the game differs, such as one that a player claims.

        ValueError for a position of another game.
        """
        from aofref.library.views import Difference

        if claimed.variant.id != self.variant.id:
            raise ValueError(f"{claimed.variant.id} is another game than {self.variant.id}")
        return Difference(self._core.game, (self._core, claimed._core))

    def report(self) -> dict[str, Any]:
        """Give what the JSON of the commands says of it: game, rulings, line, turn and round."""
        from aofref.report.json import position

        return position.head(self._core)

    # Looks -------------------------------------------------------------------------------------

    def text(self, width: int = 80, side: str = "") -> str:
        """Draw the board as text, at most `width` columns wide if possible.

        `side` is the letter of the army at the foot of the board; the usual one if it is left out.
        """
        from aofref.judge.analysis.view import board_view
        from aofref.report.svg.plan import plan_of
        from aofref.report.text import board

        seen = board_view(self._core)
        plan = plan_of(self._core.game, self._army(side))
        return "\n".join(board.draw(seen, plan, board.position_sheet(seen), width=width))

    def svg(self, side: str = "", *, stacked: bool = False, drawings: bool = False) -> str:
        """Draw the board as a standalone SVG picture.

        Its levels lie side by side, or over each other if `stacked`; pieces show their codes, or
        `drawings`.  `side` is as for `text`.
        """
        from aofref.judge.analysis.view import board_view
        from aofref.report.svg import picture
        from aofref.report.svg.plan import plan_of
        from aofref.report.svg.shapes import Look
        from aofref.report.text.caption import caption

        seen = board_view(self._core)
        plan = plan_of(self._core.game, self._army(side))
        look = Look(stacked=stacked, drawings=drawings)
        return picture.svg(seen, plan, caption(seen, {}, 0), look)

    def _repr_svg_(self) -> str:
        """Draw it where a notebook shows it."""
        return self.svg()

    # The rest ----------------------------------------------------------------------------------

    def _legal(self, move: str | Move) -> Taken | None:
        """Give a Move that is legal here as the rules have it; None if that is to be found out."""
        core = self._core
        if not isinstance(move, Move) or move.army != self.turn:
            return None
        taken = PASS
        if not move.is_pass:
            cell, kinds = core.game.board.number, {"": NO_PROMOTION, **core.game.kinds}
            if not {move.origin, move.destination} <= cell.keys() or move.promotion not in kinds:
                return None
            taken = Taken(cell[move.origin], cell[move.destination], kinds[move.promotion])
        return taken if refusal(core, taken) is None and made.move(core, taken) == move else None

    def _suffix(self, taken: Taken) -> str:
        return moves.suffix(*turn.after_unjudged(self._core, taken))

    def _played(self, text: str) -> tuple[Ply, Core]:
        line = LineOfPlay(self._core)
        found = played(line, text)
        if isinstance(found, Refused):
            raise self._illegal(found.finding.refusal, text)
        return found, line.position

    def _illegal(self, why: Refusal, move: str) -> IllegalMove:
        return IllegalMove(made.refused(why, self.turn or "", move))

    def _piece(self, cell: int) -> Piece:
        return made.piece(self._core.game, self._core.board[cell], cell)

    def _number(self, cell: str) -> int:
        return made.cell(self._core.game, cell)

    def _army(self, letter: str) -> int:
        letters = self._core.game.letters
        if letter and letter not in letters:
            raise ValueError(f"there is no army {letter!r}; there are {', '.join(letters)}")
        return letters.index(letter) if letter else -1

    def __str__(self) -> str:
        return positions.write(self._core)

    def __repr__(self) -> str:
        return f"{self.variant!r}.position({str(self)!r})"

    def _same(self) -> Core:
        return self._core

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.variant, self._core, self._happened)

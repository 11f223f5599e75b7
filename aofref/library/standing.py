"""Standing: the questions on what stands on a board, of a Position and of a Board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict, Unpack

from aofref.findings import Code, Finding, Piece, Refusal
from aofref.judge.analysis import threats
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import Refused, no_move, play_typed, read_typed
from aofref.library import names
from aofref.library.values import (
    IllegalMove,
    Move,
    Moves,
    mapped,
    move_of,
    text_of,
    whole,
    written_move,
)
from aofref.library.values import notation as notation_named
from aofref.notation import moves, movetext, positions
from aofref.rules import turn
from aofref.rules.events import Event
from aofref.rules.moves import attackers_of_cell, attacks_now, legal_moves
from aofref.rules.position import NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.refuse import piece_on, with_variant
from aofref.text import no_such
from aofref.values import Frozen, FrozenMapping

if TYPE_CHECKING:
    from aofref.judge.analysis.diagnosis import Proof, Slip
    from aofref.judge.analysis.threats import KingThreat, Material
    from aofref.judge.analysis.versions import Difference
    from aofref.judge.analysis.view import BoardView
    from aofref.library.board import Board
    from aofref.library.position import Position, Variant
    from aofref.library.typed import ExplanationReport, NotationName, PositionReport, ThemeName
    from aofref.notation.typed import InputReader


class PictureKeywords(TypedDict, total=False):
    """The options of `Position.svg`.

    The levels are side by side, or over each other if `stacked`.  Pieces are their codes, or
    `drawings`.  `from_` marks the cells to which the piece on a cell may go.  `cells` writes the
    names of all cells.  `bindings` colours the cells by the bindings of a piece, as `RA` or
    `P:Peacock`.  `theme` is `color` or `print`.  With `caption` there is one line under the board
    in place of a heading and a legend.  `width` is in millimetres; 0 is the width of A4.  By
    default the theme is `color`, and the others are False, 0 or empty.

    `last` is the last move to show, a Move or its long notation; None shows none, and by default it
    is the move that led to the position, if it is known.  `arrows` are pairs of cells.  `fill` has
    the colours of cells, each a name or `#` and hexadecimal digits, as in CSS.  `level` draws one
    level alone.
    """

    stacked: bool
    drawings: bool
    from_: str | None
    cells: bool
    bindings: str
    theme: ThemeName
    caption: bool
    width: float
    last: Move | str | None
    arrows: Iterable[tuple[str, str]]
    fill: Mapping[str, str]
    level: str


class Standing:
    """What stands on a board, and the questions on it: of a Position, and of a Board."""

    __slots__: ClassVar[tuple[str, ...]] = ()

    @property
    def variant(self) -> Variant:
        """Its game."""
        return self.position().variant

    @property
    def _core(self) -> CorePosition:
        """The position, with its turn started."""
        raise NotImplementedError

    def _standing(self) -> CorePosition:
        """Return it as the last move left it, whose turn need not be started."""
        return self._core

    def _refreshed(self) -> CorePosition:
        """Return it with its watches, whose turn need not be started: a game of two may be over."""
        return self._core

    def position(self) -> Position:
        """Return it as a value, which never changes."""
        raise NotImplementedError

    # Contents ----------------------------------------------------------------------------------

    @property
    def turn(self) -> str | None:
        """The letter of the army to move; None once the game is over."""
        core = self._core
        return None if core.turn == NOBODY else core.game.letters[core.turn]

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._core.round

    @property
    def halfmove_clock(self) -> int:
        """The halfmoves since the last capture or move of a Pawn, from its record or FEN on."""
        return self._core.halfmoves

    @property
    def end(self) -> str | None:
        """The result that ended the game, such as `1-0-0-0`; None while it goes on.

        `*`: the position line has the game as over, without a result.
        """
        core = self._core
        return None if core.turn != NOBODY else core.game.result(core.winners)

    @property
    def key(self) -> str:
        """A text for tables of positions, not to be read: equal for what is the same but the round.

        Two positions of a game have the same key if the same army is to move, the same pieces stand
        on the same cells, and the same rights can be used.  With more than two armies every right
        to capture en passant counts, as an army whose turn comes later may use it.  In a game of
        two that is over, the army that has no move is to move.
        """
        return positions.key(self._core)

    @property
    def armies(self) -> tuple[str, ...]:
        """The letters of the armies on the board, in order of play."""
        return tuple(self._core.game.letters[army] for army in self._core.living)

    def piece_at(self, cell: str) -> Piece | None:
        """Return the piece on a cell, or None; UnknownName if the board has no such cell."""
        core = self._standing()
        number = names.cell(core.game, cell)
        return piece_on(core, number) if core.board[number] else None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move that led to it, and of the start of its turn."""
        return self.position()._happened

    @property
    def checks(self) -> FrozenMapping[tuple[str, ...]]:
        """The armies in check, each with its attackers: `{"I": ("P:Cge3",)}`."""
        core, checks = self._core, {}
        for army in core.living:
            if by := {str(piece_on(core, cell)) for cell, _, _ in attacks_now(core, army)}:
                checks[core.game.letters[army]] = tuple(sorted(by))
        return FrozenMapping(checks)

    def is_check(self) -> bool:
        """Return whether the army to move is in check or checkmated."""
        core = self._refreshed()
        if core.game.two_players:
            return bool(core.attackers)
        return core.turn != NOBODY and bool(core.watches[core.turn].attackers)

    def is_checkmate(self) -> bool:
        """Return whether the army to move is checkmated (RULES 8) in a game of two, else False."""
        return self._is_stuck() and self.is_check()

    def is_stalemate(self) -> bool:
        """Return whether the army to move is stalemated (RULES 8) in a game of two, else False."""
        return self._is_stuck() and not self.is_check()

    def _is_stuck(self) -> bool:
        core = self._core
        is_over = core.game.two_players and core.turn == NOBODY
        return is_over and positions.without_a_move(core) != NOBODY

    def is_repetition(self, count: int = 3) -> bool:
        """Return whether the position has stood `count` times, now included.

        Positions are counted from the first one of the line, or of its record.  Rights to capture
        en passant that have no use do not matter.
        """
        return self.times_stood() >= whole("a number of times", count)

    def times_stood(self) -> int:
        """Count how often the position has stood, now included, as `is_repetition` does."""
        return turn.times_stood(self._core)

    def is_attacked(self, cell: str, by: str) -> bool:
        """Return whether an army, by its letter or name, attacks a cell.

        It does if a piece of it could capture there, were it its turn and an enemy there.  Checks
        on its own royal piece and captures en passant do not matter.  UnknownName if there is no
        such cell or army.
        """
        game, board = self._standing().game, self._standing().board
        army = names.army(game, by)
        found = self._attacking(cell, (army,))
        return army in [game.army_of[board[at]] for at in found]

    def _attacking(self, cell: str, armies: Sequence[int]) -> list[int]:
        """List the cells of the pieces that attack a cell, at least those of some armies."""
        core = self._standing()
        return attackers_of_cell(core, names.cell(core.game, cell), armies)

    def worth(self, values: Mapping[str, float], army: str) -> float:
        """Add up the values of the pieces of an army, less the values of all other pieces.

        `values` are by the code of the piece; pieces without a value count nothing.  UnknownName
        for a piece or an army that the game does not have.
        """
        core = self._standing()
        game = core.game
        side = game.letters.index(army) if army in game.letters else names.army(game, army)
        try:
            return core.worth(side, values.items())
        except AttributeError:  # asked for afterwards: a search calls this for every leaf
            mapped("values", values)
            raise
        except KeyError:  # names of pieces are not always codes
            pass
        codes = [game.codes[names.kind(game, name)] for name in values]
        return core.worth(side, zip(codes, values.values(), strict=True))

    # Moves -------------------------------------------------------------------------------------

    def generate_legal_moves(self) -> Iterator[Move]:
        """Yield the legal moves in no order: their texts are not written, as `legal_moves` does."""
        return iter(Moves(core := self._refreshed(), legal_moves(core)))

    def count_legal_moves(self) -> int:
        """Count the legal moves; a pass is one."""
        return len(legal_moves(self._refreshed()))

    def legal(self, move: str | Move) -> bool:
        """Return whether a move is legal: a text in any notation, or a Move."""
        return self._meant(move) is not None

    def gives_check(self, move: str | Move) -> bool:
        """Return whether another army is in check from the army of a legal move right after it.

        Raises IllegalMove.
        """
        core, taken = self._refreshed(), self._taken(move)
        now, army = turn.moved(core, taken), core.turn
        now.refresh()
        return bool(now.position.attackers >> army & 1)

    def mover(self, cell: str) -> Piece:
        """Return the piece on a cell, which must be of the army to move.

        Otherwise raises IllegalMove, whose code is `no-such-cell`, `game-over`, `empty-cell` or
        `wrong-army`.
        """
        from aofref.judge.analysis.diagnosis import movable

        if (why := movable(self._core, text_of("a cell", cell).strip().lower())) is not None:
            raise self._illegal(with_variant(self._core.game, why), "")
        return piece_on(self._core, names.cell(self._core.game, cell))

    def move(self, text: str) -> Move:
        """Parse a legal move in any notation, as people type it.

        Raises IllegalMove, with the code `syntax` for a text that is not a move.  A withdrawal,
        such as `E:resigns`, is not a Move: use `push`.
        """
        return move_of(self._core, self._taken(text_of("a move", text)))

    def write(
        self, move: str | Move, notation: NotationName = "lan", *, suffix: bool = True
    ) -> str:
        """Write a legal move in `lan`, `san`, `coord`, `numeric`, `courier` or `uci`.

        It comes without its army.  It has its suffix for check and mate unless `suffix` is False;
        in `uci` it has none.  Raises IllegalMove, or ValueError for another notation, and for `uci`
        in a game with several levels or with cells that are not a letter and a digit.
        """
        to = notation_named(notation)
        if lacks := to.lacks(self._core.game):
            raise ValueError(lacks)
        taken = self._meant(move)
        if taken is None:
            return self._withdrawn(move)[0].lan
        text = movetext.write(self._core, taken, to)
        return text + self._suffix(taken) if suffix and to.has_marks else text

    def san(self, move: str | Move) -> str:
        """Write a legal move in short notation, as `write`; raises IllegalMove."""
        return self.write(move, "san")

    def suffix(self, move: str | Move) -> str:
        """Return the suffix of a legal move for check and mate, often empty; raises IllegalMove."""
        taken = self._meant(move)
        return self._withdrawn(move)[0].suffix if taken is None else self._suffix(taken)

    def explain(self, move: str | Move, *, board: bool = False) -> Explanation:
        """Explain why a move is legal or not: rule, path, blocker, missing cell, checks.

        A text that is not a move, or a withdrawal, raises nothing: the code is `syntax`.  With
        `board` the text has a drawing of the position.
        """
        from aofref.judge.analysis.diagnosis import explain
        from aofref.judge.analysis.suggestions import suggestions

        core, text = self._core, written_move(move)
        read, why, _ = read_typed(core, text, reader=self._reader())
        proof = None if why is not None else explain(core, read)
        if proof is None:
            read, why = text, why or no_move(core, text)
        else:
            why = proof.refusal
        if why is None:
            return Explanation(self.position(), None, (), proof, board, ())
        finding, near = self._illegal(why, read).finding, suggestions(core, read, why)
        return Explanation(self.position(), finding, near, proof, board, ())

    def perft(self, depth: int) -> int:
        """Count the lines of `depth` legal moves; a pass counts as a move.

        The count for depth 0 is one.  ValueError for a negative depth, TypeError if it is not a
        whole number.
        """
        if whole("a depth", depth) < 0:
            raise ValueError(f"a depth is 0 or more, not {depth}")
        return turn.perft(self._core, depth)

    # Analysis ----------------------------------------------------------------------------------

    def threats(self) -> tuple[KingThreat, ...]:
        """List the royal pieces in order of play, each with its attackers."""
        return tuple(threats.king_threats(self._core))

    def material(self) -> tuple[Material, ...]:
        """Count the pieces of every army, in order of play, and compare them with its array."""
        return tuple(threats.material(self._core))

    def fen(self) -> str:
        """Write it as FEN, with the `halfmove_clock`.

        The en passant square is written only where a legal
        move captures there.  BadPosition for a game that has no FEN, and where nobody is to move,
        as after a withdrawal.
        """
        from aofref.notation import fen

        at = self.position()
        return fen.write(at._core, at._happened)

    def difference(self, claimed: Position | Board) -> Difference:
        """Compare it with another position of the game, such as a player's claim.

        ValueError for a position of another game.
        """
        from aofref.judge.analysis.versions import Difference

        if not isinstance(claimed, Standing):
            raise TypeError(f"a claimed position is a Position, not {type(claimed).__name__}")
        if claimed.variant.id != self.variant.id:
            raise ValueError(f"{claimed.variant.id} is another game than {self.variant.id}")
        return Difference(self._core, claimed._core)

    def report(self) -> PositionReport:
        """Return its game, rulings, line, turn and round as plain data, as in JSON."""
        from aofref.report.json import position

        return position.head(self._core)

    # Drawings ----------------------------------------------------------------------------------

    def text(self, width: int = 80, side: str = "", *, key: bool = False) -> str:
        """Draw the board as text, at most `width` columns wide if possible, with the last move.

        `side` is the letter or the name of the army at the foot of the board; empty: the usual one.
        With `key` a line below explains the marks, if there are any.
        """
        from aofref.report.svg.plan import plan_of
        from aofref.report.text import board

        game, seen = self._core.game, self._view(self.position()._last)
        plan = plan_of(game, names.army(game, side) if side else -1)
        marks = board.position_marks(seen)
        lines = [*board.draw(seen, plan, marks, width=whole("a width", width))]
        return "\n".join([*lines, *(["", "   ".join(marks.key)] if key and marks.key else [])])

    def svg(self, side: str = "", **options: Unpack[PictureKeywords]) -> str:
        """Draw the board as a standalone SVG picture, as `aofref show --format svg` does.

        `side` is as for `text`; `PictureKeywords` has the other options.  UnknownName for a cell, a
        piece or an army that is not there, ValueError for another theme, level or colour, and for a
        last move that is none.
        """
        from aofref.report.svg import picture
        from aofref.report.svg.plan import PictureOptions, plan_of
        from aofref.report.svg.shapes import Theme
        from aofref.report.text.caption import caption as captioned

        known = PictureKeywords.__annotations__
        if unknown := [*options.keys() - known.keys()]:
            raise TypeError(no_such("option", unknown[0], ("side", *known)))
        if not isinstance(options.get("width", 0), int | float):
            raise TypeError(f"a width is a number, not {type(options['width']).__name__}")
        game, given = self._core.game, dict[str, Any](options)
        last, from_ = given.pop("last", self.position()._last), given.pop("from_", None)
        arrows, fill = given.pop("arrows", ()), mapped("colours", given.pop("fill", {}))
        bindings = text_of("a piece", given.pop("bindings", ""))
        letter, _, piece = bindings.rpartition(":")
        army = names.army(game, letter) if letter else -1
        bound = (names.kind(game, piece), army) if bindings else None
        marks = {} if from_ is None else names.range_in(self._core, from_).marks
        theme, themes = options.get("theme", Theme.COLOR), [theme.value for theme in Theme]
        if theme not in themes:
            raise ValueError(no_such("theme", theme, themes))
        level, levels = options.get("level", ""), plan_of(game).levels
        if level and level not in levels:
            have = f"are {', '.join(levels)}" if len(levels) > 1 else "is only one, without a name"
            raise ValueError(f"there is no level {level!r}; there {have}")
        meant = PictureOptions(
            foot=-1 if side == "" else names.army(game, side),
            bound=bound,
            marks=marks,
            arrows=tuple([self._arrow(arrow) for arrow in arrows]),
            fill={
                names.cell(game, cell): picture.colour(text_of("a colour", name))
                for cell, name in fill.items()
            },
            **given,
        )
        seen, came = self._view(last), "" if last is None else self._written(last)
        caption = captioned(seen, {}, None if came else 0, came)
        return picture.svg(seen, caption, meant)

    def _arrow(self, ends: tuple[str, str]) -> tuple[int, int]:
        if isinstance(ends, str) or len(ends) != 2:
            raise TypeError(f"an arrow is a pair of cells, not {ends!r}")
        return names.cell(self._core.game, ends[0]), names.cell(self._core.game, ends[1])

    def _view(self, last: str | Move | None) -> BoardView:
        """Return the view of it after a move, which need not be known to be the last."""
        from aofref.judge.analysis.view import board_view

        return board_view(self._core, None if last is None else self._walk(last))

    def _walk(self, last: str | Move) -> CoreMove:
        """Read a move, legal or not, that may be the last; PASS if no piece goes anywhere."""
        game, written = self._core.game, moves.parse(self._core.game, written_move(last))
        if written is not None and (not written.army or written.army in game.letters):
            army = game.letters.index(written.army) if written.army else 1 - self._core.turn
            number, castling = game.board.number, game.castlings.named.get((army, written.castling))
            if written.action:
                return PASS
            if castling is not None:
                royal = castling.royal
                return CoreMove(royal.origin, royal.destination, castling=castling.number)
            if written.origin in number and written.destination in number:
                return CoreMove(number[written.origin], number[written.destination])
        raise ValueError(f"the last move is a Move, or in long notation, not {last!r}")

    def _written(self, last: str | Move) -> str:
        """Write the last move as a record has it, with its suffix if it is known to be the last."""
        at = self.position()
        is_last = last is at._last
        if isinstance(last, str) and not is_last:
            return last
        text = written_move(last)
        if self._core.game.two_players:
            text = text.partition(":")[2]
        return text + (movetext.suffix(at._core, at._happened) if is_last else "")

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.svg()

    def _suffix(self, taken: CoreMove) -> str:
        return movetext.suffix(*turn.apply(self._core, taken))

    def _meant(self, move: str | Move) -> CoreMove | None:
        """Read a legal move: a Move, or a text as people type it; None for anything else."""
        core = self._refreshed()
        if isinstance(move, Move) and (move._position is core or move._position == core):
            return move._taken
        text = written_move(move)
        if (meant := moves.read_legal(core, text)) is not None:
            return meant
        read = read_typed(self._core, text, reader=self._reader())
        return None if read.why is not None else moves.read_legal(self._core, read.text)

    def _taken(self, move: str | Move) -> CoreMove:
        taken = self._meant(move)
        if taken is None:
            left, _ = self._withdrawn(move)
            raise self._illegal(no_move(self._core, left.token.text), left.token.text)
        return taken

    def _withdrawn(self, move: str | Move) -> tuple[Ply, CorePosition]:
        """Let an army withdraw; raises IllegalMove for all else that is no legal move."""
        line, text = LineOfPlay(self._core), written_move(move)
        ply = play_typed(line, text, reader=self._reader())
        if isinstance(ply, Refused):
            raise self._illegal(ply.finding.refusal, text)
        return ply, line.position

    def _reader(self) -> InputReader:
        from aofref.notation.typed import InputReader  # only for typed moves

        return InputReader.among(self._core.game, self.position()._named)

    def _illegal(self, why: Refusal, move: str) -> IllegalMove:
        return IllegalMove(Finding(why, army=self.turn or "", move=move))

    def __str__(self) -> str:
        return positions.write(self._core)


class Explanation(Frozen):
    """The proof that a move is legal or illegal: of `Position.explain` and of an `IllegalMove`.

    `position` is the position before it.  `finding` is the error, None if the move is legal, and
    `suggestions` are legal moves that resemble the text.
    """

    __slots__ = ("position", "finding", "suggestions", "_proof", "_board", "_slips")
    position: Position
    finding: Finding | None
    suggestions: tuple[str, ...]
    _proof: Proof | None  # of a text that is a move
    _board: bool  # whether the text has a drawing
    _slips: tuple[Slip, ...]  # of a move that was sent out of turn

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return self.finding is None

    @property
    def code(self) -> Code | None:
        """The code of the error, `syntax` if the text is not a move; None if the move is legal."""
        return None if self.finding is None else self.finding.code

    @property
    def written(self) -> str:
        """The move as it was read, such as `Nf3`; the whole text if it is not a move."""
        return self._proof.written if self._proof else self.finding.move if self.finding else ""

    @property
    def move(self) -> Move | None:
        """The move; None if it is illegal."""
        proof = self._proof
        return move_of(proof.position, proof.move) if proof and proof.move else None

    @property
    def path(self) -> tuple[str, ...]:
        """The cells that a legal move passes, origin and destination included."""
        return () if self._proof is None else self._proof.path

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of a legal move."""
        return () if self._proof is None else self._proof.events

    @property
    def text(self) -> str:
        """The whole proof as text."""
        from aofref.report.text import proof

        shown, found, core = self._proof, self.finding, self.position._core
        lines = [*proof.lines(shown, board=self._board)] if shown else [f"{found}"]
        if found is not None:
            lines += proof.hints(core, found.move, found.refusal, self.suggestions)
        return "\n".join(lines)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the move is illegal, for its player: rule and path, and what may be meant instead.

        A line each; the sentence of `finding` is not among them.  Empty if the move is legal.
        """
        from aofref.report.text import proof

        why, core = self.finding, self.position._core
        if why is None:
            return ()
        if self._proof is None:  # a text that is not a move
            return tuple(proof.hints(core, why.move, why.refusal, self.suggestions))
        return tuple(proof.reasons(self._proof, self.written, self.suggestions, self._slips))

    def report(self) -> ExplanationReport:
        """Return it as plain data, as `aofref explain --format json` does."""
        from aofref.report.json import position

        if self._proof is None:
            assert self.finding is not None
            return position.unread(self.position._core, self.finding.code, self.finding.message)
        return position.explained(self._proof, self.suggestions)

    def __str__(self) -> str:
        return self.text

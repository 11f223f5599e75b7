"""Variant and Position: a game under rulings, its positions and their legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from aofref import games
from aofref.findings import Code, Finding, Piece, Refusal
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.opening import no_such_variant
from aofref.judge.replay.reading import Refused, no_move, play_typed, read_typed
from aofref.library import names, values
from aofref.library.values import IllegalMove, Move, UnknownName
from aofref.notation import moves, movetext, positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.events import Event
from aofref.rules.moves import attacks_now, legal_moves
from aofref.rules.position import (
    NOBODY,
    PASS,
    CoreMove,
    CorePosition,
)
from aofref.rules.refuse import piece_on, pieces_of, with_variant
from aofref.rules.turn import perft
from aofref.text import no_such, on_one_line
from aofref.values import Frozen, FrozenMapping

if TYPE_CHECKING:
    from aofref.judge.analysis.diagnosis import Proof
    from aofref.judge.analysis.examples import ArmyCell
    from aofref.judge.analysis.threats import Attackers, KingThreat, Material
    from aofref.judge.analysis.versions import Difference
    from aofref.judge.analysis.view import BoardView
    from aofref.library.board import Board
    from aofref.library.typed import (
        ExplanationReport,
        NotationName,
        PositionReport,
        RulesReport,
        ThemeName,
        VariantReport,
    )
    from aofref.notation.typed import InputReader, Named


class Variant(Frozen):
    """A game under rulings, from an array: made by `aofref.variant` and `aofref.variants`.

    `str` is its line in the list of games, whatever the rulings and the array.
    Two are equal if they are the same game under the same rulings from the same array.
    """

    __slots__ = ("_game",)
    _game: CompiledVariant

    @property
    def id(self) -> str:
        """The id, such as `aof2`."""
        return self._game.variant.id

    @property
    def title(self) -> str:
        """The name of the game on its page."""
        return self._game.variant.title

    @property
    def armies(self) -> FrozenMapping[str]:
        """The names of the armies by letter, in order of play: `{"E": "European", ...}`."""
        return FrozenMapping({army.letter: army.name for army in self._game.variant.armies})

    def army_named(self, name: str) -> str | None:
        """Return the letter of an army by its letter or its name, in any case; None for no army."""
        army = self._game.variant.army_named(values.text_of("an army", name))
        return None if army is None else army.letter

    @property
    def pieces(self) -> FrozenMapping[str]:
        """The names of the piece types by code: `{"K": "King", ...}`."""
        pieces = self._game.variant.pieces.items()
        return FrozenMapping({code: piece.name for code, piece in pieces})

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells."""
        return tuple(self._game.board.names)

    def coordinates(self, cell: str) -> tuple[int, int, int]:
        """Return the coordinates of a cell: two of its column, and one of its level.

        On cubic boards the column is the file and the rank, from 1.  On hexagonal levels its
        numbers follow the game's page or file; of the six neighbours on a level, two differ
        in both, by 1 and 1 or by 1 and -1.  UnknownName if the board has no such cell.
        """
        return self._game.board.cells[names.cell(self._game, cell)]

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """List the cells one orthogonal step from a cell, up and down included, by name.

        UnknownName if the board has no such cell.
        """
        board = self._game.board
        return tuple(
            [board.names[number] for number in board.neighbours(names.cell(self._game, cell))]
        )

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings chosen in place of the default ones, such as `check=advisory`."""
        return self._game.rulings

    @property
    def array(self) -> str:
        """The pieces on their cells at the start, as the first field of a position line."""
        return positions.write_placement(turn.array(self._game))

    @property
    def judged_by(self) -> str:
        """Name the rulings and the array as reports do: `default rulings` if none is chosen."""
        from aofref.report.text.record import rulings

        return rulings(self._game)

    def start(self) -> Position:
        """Return the position that the game starts from."""
        return Position(self, *turn.start(self._game), (), None)

    def position(self, text: str) -> Position:
        """Read a position line or a FEN.

        The start-of-turn rule is applied to it first.  Raises BadPosition, with every fault; of a
        FEN as `from_fen` does.
        """
        from aofref.notation.fen import is_like_fen

        if is_like_fen(values.text_of("a position", text)):
            return self.from_fen(text)
        return Position(self, *turn.begin(positions.read(self._game, text)), (), None)

    def from_fen(self, text: str) -> Position:
        """Read a FEN, as the tag `FEN` of a record has it; its full-move number is the round.

        A castling right without its pieces, and an en passant square that no Pawn can just have
        passed, are left out.  BadPosition lists everything else that is wrong with it, each fault
        with its column, or that the game has no FEN.
        """
        from aofref.notation import fen

        standing = fen.read(self._game, values.text_of("a FEN", text)).position
        return Position(self, *turn.begin(standing), (), None)

    def rules(
        self, piece: str | None = None, from_: str | None = None, army: str | None = None
    ) -> Rules:
        """Describe the game; or a piece, by code or name, and its cells on an empty board.

        `from_` is the cell of the piece, by default one from which its moves show best.  `army` is
        the letter of the army that has the piece, by default an army that has that cell in its
        array, or any army if the piece moves alike for all.  Without a cell, `army` matters only
        to `Rules.svg`.  UnknownName for a piece, a cell or an army that does not exist, with the
        code `ambiguous` if the army must be given.
        """
        from aofref.judge.analysis.examples import ArmyCell
        from aofref.report.text.rules import owner

        game = self._game
        if piece is None:
            return Rules(game, None, None, None)
        kind, cell = names.kind(game, piece), None if from_ is None else names.cell(game, from_)
        unknown = "the armies of {id} are {letters}, not {name}"
        side = None if army is None else names.army(game, army, unknown)
        if cell is None:
            return Rules(game, kind, side, None)
        side = owner(game, kind, cell) if side is None else side
        if side is None:
            name = on_one_line(game.types[kind].name)
            text = f"how the {name} moves from {game.board.names[cell]} depends on its army"
            raise UnknownName(Finding(Refusal(Code.AMBIGUOUS, text, section=None)))
        return Rules(game, kind, side, ArmyCell(side, cell))

    def report(self) -> VariantReport:
        """Describe the game as plain data, as `aofref variants --format json` does."""
        from aofref.report.json.listing import variant

        return variant(self._game.base)

    def __str__(self) -> str:
        from aofref.report.text.listing import variant

        return variant(self._game.base)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self._game is other._game or self._game.key == other._game.key

    def __hash__(self) -> int:
        return hash((self.id, self.rulings))

    def __repr__(self) -> str:
        rulings = f", rulings={list(self.rulings)}" if self.rulings else ""
        own = ", array=..." if self._game.own_array else ""
        return f"aofref.variant({self.id!r}{rulings}{own})"


def variant(
    name: str, rulings: Iterable[str] = (), array: str | None = None, *, files: bool = True
) -> Variant:
    """Find a game by its id, alias or title, in any case, or by its file, `FILE.toml`.

    `rulings` choose other readings, such as `check=advisory`; `aofref rulings` lists them.
    `array` is another placement of the pieces.  With `files=False`, for names that strangers give,
    only the games that come with aofref are known: no other file is opened.  Raises UnknownVariant,
    BadGame for a faulty file, ValueError for a ruling that the game does not have, BadPosition for
    a faulty array.

    Once the file of a game has been opened, its id is known, also to records.
    """
    with nullcontext() if files else games.without_files():
        is_file = values.text_of("a game's name", name).endswith(".toml") and files
        rules = games.opened(name) if is_file else games.find(games.meant(name))
        if rules is None:
            raise games.faulty(name) or values.UnknownVariant(no_such_variant(name))
    chosen = {*values.texts("a ruling", rulings)}
    for ruling in sorted(chosen.difference(rules.rulings, rules.default_rulings)):
        has = ", ".join(sorted(rules.rulings)) or "none"
        raise ValueError(f"{rules.id} has no ruling {ruling}; it has {has}")
    if why := rules.conflicts(chosen):
        raise ValueError(why)
    game = compile_variant(rules, tuple(sorted(chosen.difference(rules.default_rulings))))
    if array is None:
        return Variant(game)
    return Variant(positions.read_array(game, values.text_of("an array", array)))


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


class Position(Frozen):
    """A position of a game: made by `Variant.start`, `Variant.position` and `push`.

    `variant` is its game; `str` is its canonical line.  Two are equal if their variants, lines and
    ends are; their `events`, and the last moves that drawings show, are not compared.
    """

    __slots__ = ("variant", "_core", "_happened", "_named", "_last")
    variant: Variant
    _core: CorePosition
    _happened: tuple[Event, ...]
    _named: Named  # the players of a record, whose names typed moves may have
    _last: Move | str | None  # the move that led to it, or its long notation, if it is known

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
        number = names.cell(self._core.game, cell)
        return piece_on(self._core, number) if self._core.board[number] else None

    def pieces(self) -> tuple[Piece, ...]:
        """List every piece: by army in order of play, then by code and cell."""
        core = self._core
        armies = core.game.armies
        return tuple([piece for army in armies for piece in sorted(pieces_of(core, army))])

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move before this position, and of the start of this turn."""
        return self._happened

    @property
    def checks(self) -> FrozenMapping[tuple[str, ...]]:
        """The armies in check, each with its attackers: `{"I": ("P:Cge3",)}`."""
        core, checks = self._core, {}
        for army in core.living:
            if by := {str(piece_on(core, cell)) for cell, _, _ in attacks_now(core, army)}:
                checks[core.game.letters[army]] = tuple(sorted(by))
        return FrozenMapping(checks)

    # Moves -------------------------------------------------------------------------------------

    def legal_moves(self, from_: str | None = None) -> tuple[Move, ...]:
        """List the legal moves, of all pieces or of the piece on a cell, in the order of their LAN.

        An army that must pass has one move, whose LAN is `--`.  UnknownName if the board has no
        such cell.
        """
        core = self._core
        legal = legal_moves(core)
        if from_ is not None:
            cell = names.cell(core.game, from_)
            legal = [move for move in legal if move.origin == cell]
        written = movetext.in_order(core, legal)
        return tuple([values.move_of(core, move, text) for text, move in written])

    def generate_legal_moves(self) -> Iterator[Move]:
        """Yield the legal moves in no order: their texts are not written, as `legal_moves` does."""
        return iter(values.Moves(self._core, legal_moves(self._core)))

    def count_legal_moves(self) -> int:
        """Count the legal moves; a pass is one."""
        return len(legal_moves(self._core))

    def legal(self, move: str | Move) -> bool:
        """Return whether a move is legal: a text in any notation, or a Move."""
        return self._meant(move) is not None

    def board(self) -> Board:
        """Return a board with this position, to make and take back moves on it in place."""
        from aofref.library.board import Board  # only programs that search need it

        return Board(self)

    def mover(self, cell: str) -> Piece:
        """Return the piece on a cell, which must be of the army to move.

        Otherwise raises IllegalMove, whose code is `no-such-cell`, `game-over`, `empty-cell` or
        `wrong-army`.
        """
        from aofref.judge.analysis.diagnosis import movable

        if (why := movable(self._core, values.text_of("a cell", cell).strip().lower())) is not None:
            why = with_variant(self._core.game, why)
            raise self._illegal(why, "")
        return piece_on(self._core, names.cell(self._core.game, cell))

    def move(self, text: str) -> Move:
        """Parse a legal move in any notation, as people type it.

        Raises IllegalMove, with the code `syntax` for a text that is not a move.  A withdrawal,
        such as `E:resigns`, is not a Move: use `push`.
        """
        return values.move_of(self._core, self._taken(values.text_of("a move", text)))

    def push(self, move: str | Move) -> Position:
        """Return the position after a move or a withdrawal (`E:resigns`).

        Takes a text as `move` does, or a Move; raises IllegalMove.  This position does not change.
        """
        taken = self._meant(move)
        if taken is None:
            left, after = self._withdrawn(move)
            return self._of_this_game(after, left.events, None)
        after, happened = turn.apply(self._core, taken)
        return self._of_this_game(after, happened, values.move_of(self._core, taken))

    def _of_this_game(
        self, core: CorePosition, happened: tuple[Event, ...], last: Move | str | None
    ) -> Position:
        return Position(self.variant, core, happened, self._named, last)

    def write(
        self, move: str | Move, notation: NotationName = "lan", *, suffix: bool = True
    ) -> str:
        """Write a legal move in `lan`, `san`, `coord`, `numeric`, `courier` or `uci`.

        It comes without its army.  It has its suffix for check and mate unless `suffix` is False;
        in `uci` it has none.  Raises IllegalMove, or ValueError for another notation, and for `uci`
        in a game with several levels or with cells that are not a letter and a digit.
        """
        to = values.notation(notation)
        if lacks := to.lacks(self._core.game):
            raise ValueError(lacks)
        taken = self._meant(move)
        if taken is None:
            return self._withdrawn(move)[0].lan
        text = movetext.write(self._core, taken, to)
        return text + self._suffix(taken) if suffix and to.has_marks else text

    def suffix(self, move: str | Move) -> str:
        """Return the suffix of a legal move for check and mate, often empty; raises IllegalMove."""
        taken = self._meant(move)
        return self._withdrawn(move)[0].suffix if taken is None else self._suffix(taken)

    def explain(self, move: str | Move, *, board: bool = False) -> Explanation:
        """Explain why a move is legal or not: rule, path, blocker, missing cell, checks.

        A text that is not a move, or a withdrawal, raises nothing: the code is `syntax`.  With
        `board` the text has a drawing of the position.
        """
        from aofref.judge.analysis.suggestions import explained

        text = values.written_move(move)
        return Explanation(self, *explained(self._core, text, self._reader()), board)

    def perft(self, depth: int) -> int:
        """Count the lines of `depth` legal moves; a pass counts as a move.

        The count for depth 0 is one.  ValueError for a negative depth, TypeError if it is not a
        whole number.
        """
        if values.whole("a depth", depth) < 0:
            raise ValueError(f"a depth is 0 or more, not {depth}")
        return perft(self._core, depth)

    # Analysis ----------------------------------------------------------------------------------

    def threats(self) -> tuple[KingThreat, ...]:
        """List the royal pieces in order of play, each with its attackers."""
        from aofref.judge.analysis.threats import king_threats

        return tuple(king_threats(self._core))

    def attackers(self, *cells: str) -> tuple[Attackers, ...]:
        """List the attackers and guards of these cells; if none is given, of all pieces.

        The cells of pieces come in order of play, then by name.  UnknownName if the board has no
        such cell.
        """
        from aofref.judge.analysis.threats import all_attackers, attackers_of

        numbers = [names.cell(self._core.game, cell) for cell in cells]
        listed = [attackers_of(self._core, number) for number in numbers]
        return tuple(listed or all_attackers(self._core))

    def material(self) -> tuple[Material, ...]:
        """Count the pieces of every army, in order of play, and compare them with its array."""
        from aofref.judge.analysis.threats import material

        return tuple(material(self._core))

    def fen(self) -> str:
        """Write it as FEN.

        The halfmoves since the last capture or move of a Pawn are counted from the record, or the
        FEN, that the position comes from.  The en passant square is written only where a legal
        move captures there.  BadPosition for a game that has no FEN, and where nobody is to move,
        as after a withdrawal.
        """
        from aofref.notation import fen

        return fen.write(self._core, self._happened)

    def difference(self, claimed: Position) -> Difference:
        """Compare it with another position of the game, such as a player's claim.

        ValueError for a position of another game.
        """
        from aofref.judge.analysis.versions import Difference

        if not isinstance(claimed, Position):
            raise TypeError(f"a claimed position is a Position, not {type(claimed).__name__}")
        if claimed.variant.id != self.variant.id:
            raise ValueError(f"{claimed.variant.id} is another game than {self.variant.id}")
        return Difference(self._core, claimed._core)

    def report(self) -> PositionReport:
        """Return its game, rulings, line, turn and round as plain data, as in JSON."""
        from aofref.report.json import position

        return position.head(self._core)

    # Drawings ----------------------------------------------------------------------------------

    def text(self, width: int = 80, side: str = "") -> str:
        """Draw the board as text, at most `width` columns wide if possible, with the last move.

        `side` is the letter or the name of the army at the foot of the board; empty: the usual one.
        """
        from aofref.report.svg.plan import plan_of
        from aofref.report.text import board

        game, seen = self._core.game, self._view(self._last)
        plan = plan_of(game, names.army(game, side) if side else -1)
        return "\n".join(
            board.draw(seen, plan, board.position_marks(seen), width=values.whole("a width", width))
        )

    def svg(self, side: str = "", **options: Unpack[PictureKeywords]) -> str:
        """Draw the board as a standalone SVG picture, as `aofref show --format svg` does.

        `side` is as for `text`; `PictureKeywords` has the other options.  UnknownName for a cell, a
        piece or an army that is not there, ValueError for another theme, level or colour, and for a
        last move that is none.
        """
        from aofref.report.board_options import PictureOptions
        from aofref.report.svg import picture
        from aofref.report.svg.plan import plan_of
        from aofref.report.svg.shapes import Theme
        from aofref.report.text.caption import caption as captioned

        known = PictureKeywords.__annotations__
        if unknown := [*options.keys() - known.keys()]:
            raise TypeError(no_such("option", unknown[0], ("side", *known)))
        if not isinstance(options.get("width", 0), int | float):
            raise TypeError(f"a width is a number, not {type(options['width']).__name__}")
        game, given = self._core.game, dict[str, Any](options)
        last, from_ = given.pop("last", self._last), given.pop("from_", None)
        arrows, fill = given.pop("arrows", ()), values.mapped("colours", given.pop("fill", {}))
        bindings = values.text_of("a piece", given.pop("bindings", ""))
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
                names.cell(game, cell): picture.colour(values.text_of("a colour", name))
                for cell, name in fill.items()
            },
            **given,
        )
        seen, came = self._view(last), "" if last is None else self._written(last)
        caption = captioned(seen, {}, None if came else 0, came)
        return picture.svg(seen, caption, meant)

    def _arrow(self, ends: tuple[str, str]) -> tuple[int, int]:
        """Read a pair of cells."""
        if isinstance(ends, str) or len(ends) != 2:
            raise TypeError(f"an arrow is a pair of cells, not {ends!r}")
        return names.cell(self._core.game, ends[0]), names.cell(self._core.game, ends[1])

    def _view(self, last: str | Move | None) -> BoardView:
        """Return the view of it after a move, which need not be known to be the last."""
        from aofref.judge.analysis.view import board_view

        return board_view(self._core, None if last is None else self._walk(last))

    def _walk(self, last: str | Move) -> CoreMove:
        """Read a move, legal or not, that may be the last; PASS if no piece goes anywhere."""
        game, written = self._core.game, moves.parse(self._core.game, values.written_move(last))
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
        is_last = last is self._last
        if isinstance(last, str) and not is_last:
            return last
        text = values.written_move(last)
        if self._core.game.two_players:
            text = text.partition(":")[2]
        return text + (movetext.suffix(self._core, self._happened) if is_last else "")

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.svg()

    def _suffix(self, taken: CoreMove) -> str:
        return movetext.suffix(*turn.apply(self._core, taken))

    def _meant(self, move: str | Move) -> CoreMove | None:
        """Read a legal move: a Move, or a text as people type it; None for anything else."""
        core, taken = self._core, values.taken_in(self._core, move)
        if taken is not None:
            return taken
        text = values.written_move(move)
        if (meant := moves.read_legal(core, text)) is not None:
            return meant
        read = read_typed(core, text, reader=self._reader())
        return None if read.why is not None else moves.read_legal(core, read.text)

    def _taken(self, move: str | Move) -> CoreMove:
        """Read a legal move; raises IllegalMove."""
        taken = self._meant(move)
        if taken is None:
            left, _ = self._withdrawn(move)
            raise self._illegal(no_move(self._core, left.token.text), left.token.text)
        return taken

    def _withdrawn(self, move: str | Move) -> tuple[Ply, CorePosition]:
        """Let an army withdraw; raises IllegalMove for all else that is no legal move."""
        line, text = LineOfPlay(self._core), values.written_move(move)
        ply = play_typed(line, text, reader=self._reader())
        if isinstance(ply, Refused):
            raise self._illegal(ply.finding.refusal, text)
        return ply, line.position

    def _reader(self) -> InputReader:
        from aofref.notation.typed import InputReader  # only for typed moves

        return InputReader.among(self._core.game, self._named)

    def _illegal(self, why: Refusal, move: str) -> IllegalMove:
        return IllegalMove(Finding(why, army=self.turn or "", move=move))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._core == other._core

    def __hash__(self) -> int:
        return hash(self._core)

    def __str__(self) -> str:
        return positions.write(self._core)

    def __repr__(self) -> str:
        return f"{self.variant!r}.position({str(self)!r})"


class Explanation(Frozen):
    """The proof that a move is legal or illegal: made by `Position.explain`.

    `position` is the position before it.  `finding` is the error, None if the move is legal, and
    `suggestions` are legal moves that resemble the text.
    """

    __slots__ = ("position", "finding", "suggestions", "_proof", "_board")
    position: Position
    finding: Finding | None
    suggestions: tuple[str, ...]
    _proof: Proof | None  # of a text that is a move
    _board: bool  # whether the text has a drawing

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return self.finding is None

    @property
    def code(self) -> Code | None:
        """The code of the error, `syntax` if the text is not a move; None if the move is legal."""
        return None if self.finding is None else self.finding.code

    @property
    def move(self) -> Move | None:
        """The move; None if it is illegal."""
        proof = self._proof
        if proof is None or proof.move is None:
            return None
        return values.move_of(proof.position, proof.move)

    @property
    def path(self) -> tuple[str, ...]:
        """The cells that a legal move passes, origin and destination included."""
        return () if self._proof is None else self._proof.path

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of a legal move."""
        proof = self._proof
        return () if proof is None else proof.events

    @property
    def text(self) -> str:
        """The whole proof as text."""
        from aofref.report.text import proof

        shown, found, core = self._proof, self.finding, self.position._core
        lines = [*proof.lines(shown, board=self._board)] if shown else [f"{found}"]
        if found is not None:
            lines += proof.hints(core, found.move, found.refusal, self.suggestions)
        return "\n".join(lines)

    def report(self) -> ExplanationReport:
        """Return it as plain data, as `aofref explain --format json` does."""
        from aofref.report.json import position

        if self._proof is None:
            assert self.finding is not None
            return position.unread(self.position._core, self.finding.code, self.finding.message)
        return position.explained(self._proof, self.suggestions)

    def __str__(self) -> str:
        return self.text


class Rules(Frozen):
    """The description of a game or of a piece: made by `Variant.rules`."""

    __slots__ = ("_game", "_kind", "_army", "_at")
    _game: CompiledVariant
    _kind: int | None
    _army: int | None
    _at: ArmyCell | None

    def report(self) -> RulesReport:
        """Return it as plain data, as `aofref rules --format json` does."""
        from aofref.report.json import rules

        if self._kind is None:
            return rules.game(turn.start(self._game)[0])
        return rules.piece(self._game, self._kind, self._at)

    def text(self, width: int = 79) -> str:
        """Return it as text, with as many levels side by side as fit into `width` columns."""
        from aofref.report.text import rules

        game, kind = self._game, self._kind
        if kind is None:
            lines = rules.game(turn.start(game)[0])
        elif self._at is None:
            lines = chain(rules.piece(game, kind), rules.shown(game, kind, width))
        else:
            lines = rules.reach(game, kind, self._at, width)
        return "\n".join(lines)

    def svg(self) -> str:
        """Draw the moves of the piece as a standalone SVG; ValueError for the rules of a game.

        `aofref rules GAME PIECE --format svg` is the same.
        """
        from aofref.judge.analysis.examples import informative_cell
        from aofref.report.svg import rulebook
        from aofref.report.svg.piece_drawing import piece_drawing

        game, kind = self._game, self._kind
        if kind is None:
            raise ValueError("a drawing is of one piece: name it")
        spot = self._at or informative_cell(game, kind, self._army)
        return rulebook.svg(piece_drawing(game, kind, spot))

    def html(self) -> str:
        """Write the rulebook of the game, or the chapter of the piece, as an HTML page.

        `aofref rules GAME --format html` is the same.
        """
        from aofref.report.page import rulebook

        if self._kind is None:
            return rulebook.page(turn.start(self._game)[0])
        return rulebook.chapter_page(self._game, self._kind)

    def __str__(self) -> str:
        return self.text()

"""Variant and Position: a game under rulings, its positions and their legal moves."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING

from aofref import games
from aofref.findings import Code, Finding, Piece, Refusal
from aofref.judge.analysis.threats import all_attackers, attackers_of
from aofref.judge.replay.opening import no_such_variant
from aofref.library import names
from aofref.library.standing import Explanation, Standing
from aofref.library.values import Move, UnknownName, UnknownVariant, move_of, text_of, texts
from aofref.notation import movetext, positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.events import Event
from aofref.rules.moves import legal_moves
from aofref.rules.position import CorePosition
from aofref.rules.refuse import pieces_of
from aofref.text import on_one_line
from aofref.values import Frozen, FrozenMapping

if TYPE_CHECKING:
    from aofref.judge.analysis.examples import ArmyCell
    from aofref.judge.analysis.threats import Attackers
    from aofref.judge.replay.reading import Refused
    from aofref.library.board import Board
    from aofref.library.typed import RulesReport, VariantReport
    from aofref.notation.typed import Named


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
        army = self._game.variant.army_named(text_of("an army", name))
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

        if is_like_fen(text_of("a position", text)):
            return self.from_fen(text)
        return Position(self, *turn.begin(positions.read(self._game, text)), (), None)

    def from_fen(self, text: str) -> Position:
        """Read a FEN, as the tag `FEN` of a record has it; its full-move number is the round.

        A castling right without its pieces, and an en passant square that no Pawn can just have
        passed, are left out.  BadPosition lists everything else that is wrong with it, each fault
        with its column, or that the game has no FEN.
        """
        from aofref.notation import fen

        standing = fen.read(self._game, text_of("a FEN", text)).position
        return Position(self, *turn.begin(standing), (), None)

    def fen_warnings(self, text: str) -> tuple[Finding, ...]:
        """Return the warnings on a FEN: what `from_fen` leaves out.  None on a position line.

        BadPosition as of `position`.
        """
        from aofref.notation import fen

        is_fen = fen.is_like_fen(text_of("a position", text))
        return fen.read(self._game, text).warnings if is_fen else ()

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
        is_file = text_of("a game's name", name).endswith(".toml") and files
        rules = games.opened(name) if is_file else games.find(games.meant(name))
        if rules is None:
            raise games.faulty(name) or UnknownVariant(no_such_variant(name))
    chosen = {*texts("a ruling", rulings)}
    for ruling in sorted(chosen.difference(rules.rulings, rules.default_rulings)):
        has = ", ".join(sorted(rules.rulings)) or "none"
        raise ValueError(f"{rules.id} has no ruling {ruling}; it has {has}")
    if why := rules.conflicts(chosen):
        raise ValueError(why)
    game = compile_variant(rules, tuple(sorted(chosen.difference(rules.default_rulings))))
    if array is None:
        return Variant(game)
    return Variant(positions.read_array(game, text_of("an array", array)))


class Position(Standing, Frozen):
    """A position of a game: made by `Variant.start`, `Variant.position` and `push`.

    `variant` is its game; `str` is its canonical line.  Two are equal if their variants, lines and
    ends are; their `events`, their past, and the last moves that drawings show, are not compared.
    """

    __slots__ = ("variant", "_core", "_happened", "_named", "_last")
    variant: Variant
    _core: CorePosition
    _happened: tuple[Event, ...]
    _named: Named  # the players of a record, whose names typed moves may have
    _last: Move | str | None  # the move that led to it, or its long notation, if it is known

    def position(self) -> Position:
        """Return it as a value, which never changes."""
        return self

    def board(self) -> Board:
        """Return a board with this position, to make and take back moves on it in place."""
        from aofref.library.board import Board  # only programs that search need it

        return Board(self)

    def push(self, move: str | Move) -> Position:
        """Return the position after a move or a withdrawal (`E:resigns`).

        Takes a text as `move` does, or a Move; raises IllegalMove.  This position does not change.
        """
        taken = self._meant(move)
        if taken is None:
            left, after = self._withdrawn(move)
            return self._of_this_game(after, left.events, None)
        after, happened = turn.apply(self._core, taken)
        return self._of_this_game(after, happened, move_of(self._core, taken))

    def _of_this_game(
        self, core: CorePosition, happened: tuple[Event, ...], last: Move | str | None
    ) -> Position:
        return Position(self.variant, core, happened, self._named, last)

    def pieces(self) -> tuple[Piece, ...]:
        """List every piece: by army in order of play, then by code and cell."""
        core = self._core
        armies = core.game.armies
        return tuple([piece for army in armies for piece in sorted(pieces_of(core, army))])

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
        written = sorted([(movetext.lan(core, move), move) for move in legal])
        return tuple([move_of(core, move, text) for text, move in written])

    def attackers(self, *cells: str) -> tuple[Attackers, ...]:
        """List the attackers and guards of these cells; if none is given, of all pieces.

        The cells of pieces come in order of play, then by name.  UnknownName if the board has no
        such cell.
        """
        numbers = [names.cell(self._core.game, cell) for cell in cells]
        listed = [attackers_of(self._core, number) for number in numbers]
        return tuple(listed or all_attackers(self._core))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._core == other._core

    def __hash__(self) -> int:
        return hash(self._core)

    def __repr__(self) -> str:
        return f"{self.variant!r}.position({str(self)!r})"


def refusal(why: Refused, players: Named) -> Explanation:
    """Prove a refusal of a move that was read, in the position that it was sent in."""
    from aofref.judge.analysis.diagnosis import proof_of, slips
    from aofref.judge.analysis.suggestions import suggestions

    core, token, finding, twice = why
    at = Position(Variant(core.game), core, (), players, None)
    near = suggestions(core, token.text, finding.refusal)
    guesses = () if twice else slips(core, finding, [token])
    return Explanation(
        at, finding, near, proof_of(core, token.text, finding.refusal), False, guesses
    )


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

"""Position lines and array placements: parsed in any order, written canonically."""

import re
from codecs import charmap_decode
from collections import Counter
from typing import Final

from aofref.boards import NO_CELL
from aofref.findings import NOWHERE, BadPosition, Code, Finding, Place, fault, first_faults
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import has_safe_move, moved_at_home, rights_in_use
from aofref.rules.position import NOBODY, CorePosition, Passed
from aofref.rules.turn import array

_SIGNS: Final = "." + "".join(
    map(chr, (*range(65, 91), *range(97, 123), *range(48, 58), *range(0x1401, 0x14C2)))
)
"""A sign for each piece, in keys: letters and digits, then letters of Canadian syllabics."""
_MARKED_CELL = r"([a-z0-9]+)(?:\^([0-9]{1,3}))?"  # with the moves that its Pawn owes
LONGEST = 20_000  # more characters than any position or array needs
MOST_FAULTS = 20  # the most faults of a position that are listed; the rest are counted


def write(position: CorePosition) -> str:
    """Write the canonical line: placement, turn, en passant rights, round."""
    game = position.game
    turn = "-" if position.turn == NOBODY else game.letters[position.turn]
    rights = _write_rights(game, position.passed)
    return f"{write_placement(position)} {turn} {rights or '-'} {position.round}"


def _write_rights(game: CompiledVariant, passed: tuple[Passed, ...]) -> str:
    names = game.board.names
    return ",".join([f"{names[right.cell]}>{names[right.pawn]}" for right in passed])


def key(position: CorePosition) -> str:
    """Write a key of the position: a sign for each cell, the turn, the rights that are in use.

    Of a game of two whose turn is not started, it is the same as with the turn started.
    """
    game, army = position.game, position.turn
    if army == NOBODY and game.two_players:
        army = without_a_move(position)
    placed, _ = charmap_decode(position.board, "strict", _SIGNS)
    text = f"{placed} {'-' if army == NOBODY else game.letters[army]}"
    if position.passed and (rights := rights_in_use(position)):
        return f"{text} {_write_rights(game, rights)}"
    return text


def without_a_move(position: CorePosition) -> int:
    """Return the army that cannot move where a game of two is over; NOBODY if both can."""
    armies = position.living if len(position.living) == 2 else []
    armies.sort(key=lambda army: not position.watches[army].attackers)
    stuck = [army for army in armies if not has_safe_move(position.with_turn(army))]
    return stuck[0] if stuck else NOBODY


def write_placement(position: CorePosition) -> str:
    """Write the first field of the position line."""
    game, groups = position.game, list[str]()
    names, marks = game.board.names, marks_on(game, position.board)
    for letter, pieces in zip(game.letters, game.as_written, strict=True):
        group = []
        for piece in pieces:
            cells = sorted(position.cells_like(piece))
            named = [f"{names[at]}^{marks[at]}" if at in marks else names[at] for at in cells]
            if marks and game.is_pawn[piece]:
                named.sort()
            if cells:
                group.append(game.code(piece) + ",".join(named))
        groups.append(f"{letter}:{';'.join(group) or '-'}")
    return "/".join(groups)


def marks_on(game: CompiledVariant, board: bytes) -> dict[int, int]:
    """Return the numbers that a position line has behind `^`, by the cells of their pieces.

    The state of a Pawn is the number of moves that it owes, or 0 if it has stepped.  A piece that
    stands where it could castle from, and has moved, has 0.
    """
    marks = dict.fromkeys(moved_at_home(game, board), 0) if game.castlings.homes else {}
    for piece in game.in_a_state:
        if game.is_pawn[piece] and piece in board:
            owed = max(0, game.state_of[piece])
            marks.update([(cell, owed) for cell, stands in enumerate(board) if stands == piece])
    return marks


def read(game: CompiledVariant, line: str) -> CorePosition:
    """Parse a position line, which may be folded; raises BadPosition with all faults.

    The position is as it stands: its turn is not started (`turn.begin`).
    """
    placed = Placement(game, line)
    fields = line.split()
    if len(fields) > 4:
        fields = unfolded(line).split()
    if len(fields) != 4:
        placed.fault(f"a position has four fields, not {len(fields)}")
        placed.check()
    placement, turn_text, rights, round_text = fields
    _read_placement(placed, placement)
    placed.check_pieces(over=turn_text == "-")
    turn = game.letters.index(turn_text) if turn_text in game.letters else NOBODY
    if turn == NOBODY and turn_text != "-":
        placed.fault(f"the turn names no army: {short(turn_text)}")
    elif turn in placed.named and not placed.royals[turn] and not game.two_players:
        placed.fault(f"army {turn_text} has the turn but is not on the board")
    passed, cells = list[Passed](), game.board.number
    for part in rights.split(",") if rights != "-" else ():
        over, _, at = (cells.get(name, -1) for name in part.partition(">"))
        piece = placed.board[at] if at >= 0 else 0
        army, ends = game.army_of[piece], game.pawns.doubles[piece].values()
        if over < 0 or not game.is_pawn[piece] or over not in [end.get(at) for end in ends]:
            placed.fault(f"no Pawn fits the en passant right {short(part)}")
        elif army == turn or any(right.army == army for right in passed):
            placed.fault(f"army {game.letters[army]} cannot grant the en passant right {part}")
        else:
            passed.append(Passed(army, over, at))
            if not game.state_of[piece]:  # it has moved
                placed.board[at] = game.pawns.stepped(piece, at)
    if not re.fullmatch("[1-9][0-9]{0,8}", round_text):
        placed.fault(f"the round is a number from 1, not {short(round_text)}")
    placed.check()
    board = game.castlings.with_rights(bytes(placed.board), placed.moved)
    position = CorePosition(game, board, turn, int(round_text), tuple(sorted(passed)))
    placed.check_turn(position)
    return position


def unfolded(text: str) -> str:
    """Join a position, or an array, that was folded behind `/ ; ,`."""
    for sign in "/;,":
        text = sign.join(part.strip() for part in text.split(sign))
    return text


def read_array(game: CompiledVariant, text: str) -> CompiledVariant:
    """Parse an array and return the game that begins from it; raises BadPosition with all faults.

    It must have the same number of pieces of each type, and meet the conditions of a position.
    """
    placed = Placement(game, text)
    _read_placement(placed, unfolded(text))
    if placed.marked:
        placed.fault("an array has no marks of Pawns (^): they follow from it")
    arrays: list[dict[int, int]] = [{} for _ in game.armies]
    for cell, piece in enumerate(placed.board):
        if piece:
            arrays[game.army_of[piece]][cell] = game.kind_of[piece]
    for letter, own, usual in zip(game.letters, arrays, game.array, strict=True):
        has, wants = Counter(own.values()), Counter(usual.values())
        for kind in sorted(has | wants):
            if has[kind] != wants[kind]:
                code = game.codes[kind]
                placed.fault(f"army {letter} has {has[kind]} {code}, not {wants[kind]}")
    placed.check_pieces(begun=False)
    placed.check()
    other = CompiledVariant(game.base, game.rulings, tuple(arrays))
    placed.check_turn(array(other))
    return other


class Placement:
    """The pieces that a text puts on the board, and all that is wrong with the text.

    A fault has the column where its piece is written, by its cell, or else the `place` of them all.
    """

    def __init__(self, game: CompiledVariant, text: str, place: Place = NOWHERE) -> None:
        self.game: Final = game
        self.board = [0] * len(game.board.cells)
        self.named: set[int] = set()  # armies
        self.royals: list[list[int]] = [[] for _ in game.armies]
        self.marked = False
        self.moved: set[int] = set()  # the cells of pieces that can no longer castle
        self.faults: list[Finding] = []
        self.place = place
        self.columns: dict[int, int] = {}
        if len(text) > LONGEST:
            why = f"a position has at most {LONGEST} characters, not {len(text)}"
            raise BadPosition((fault(Code.LIMIT, why, place),))

    def fault(self, text: str, cell: int = NO_CELL, place: Place | None = None) -> None:
        """Add a fault at a place of the text, else of the piece on a cell, or of all pieces."""
        at = place or (Place(1, self.columns[cell]) if cell in self.columns else self.place)
        self.faults.append(fault(Code.BAD_POSITION, text, at))

    def check(self) -> None:
        """Raise BadPosition with the first MOST_FAULTS faults and a count of the others, if any."""
        if self.faults:
            raise BadPosition(first_faults(self.faults, MOST_FAULTS))

    def put(self, cell: int, piece: int) -> None:
        """Put a piece on a cell."""
        if self.board[cell]:
            self.fault(f"two pieces stand on {self.game.board.names[cell]}")
        self.board[cell] = piece
        if self.game.is_royal[piece]:
            self.royals[self.game.army_of[piece]].append(cell)

    def check_pieces(self, *, over: bool = False, begun: bool = True) -> None:
        """Check that the pieces of the named armies can stand so; less is asked if it is `over`.

        Where the game has `begun`, on a board of one level, each Pawn can have come to its cell.
        """
        game, board, royals = self.game, self.board, self.royals
        standing = {game.army_of[piece] for piece in set(board) if piece}
        for army in sorted(self.named):
            letter, own = game.letters[army], royals[army]
            if len(own) > 1:
                names = " and ".join([game.board.names[cell] for cell in own])
                why = f"army {letter} has {len(own)} royal pieces, on {names}"
                self.fault(why, own[1])
            elif not own and army in standing:
                self.fault(f"army {letter} has pieces but no royal piece")
            elif not own and game.two_players and not over:
                self.fault(f"army {letter} has no King")
        if self.named and not any(royals) and not over:
            self.fault("no army is on the board")
        letters, cells, rules = game.letters, game.board.names, game.pawns
        pawns = [(cell, piece) for cell, piece in enumerate(board) if game.is_pawn[piece]]
        whose = [f"Pawn of {letters[game.army_of[piece]]}" for _, piece in pawns]
        for (cell, piece), pawn in zip(pawns, whose, strict=True):
            if rules.must(piece, cell):
                self.fault(f"the {pawn} on {cells[cell]} should have promoted there", cell)
        if begun and game.two_players and not game.board.spans[2]:
            for (cell, piece), pawn in zip(pawns, whose, strict=True):
                if cell not in game.movers[piece].ever(rules.starts[game.army_of[piece]]):
                    self.fault(f"no {pawn} can ever come to {cells[cell]}", cell)

    def check_turn(self, position: CorePosition) -> None:
        """Check, with two players, that the waiting army is not in check; raises BadPosition."""
        game, waiting = self.game, 1 - position.turn
        if game.two_players and position.turn != NOBODY and position.checks[waiting]:
            self.fault(f"army {game.letters[waiting]} is in check, but it is not its turn")
        self.check()


def short(text: str) -> str:
    """Quote a part of a position, cut to 24 characters."""
    return repr(text if len(text) <= 24 else text[:21] + "...")


def _read_placement(placed: Placement, written: str) -> None:
    game = placed.game
    for part in written.split("/"):
        letter, colon, groups = part.partition(":")
        if not colon or letter not in game.letters:
            placed.fault(f"not an army: {short(part)}")
            continue
        army = game.letters.index(letter)
        if army in placed.named:
            placed.fault(f"army {letter} is given twice")
        placed.named.add(army)
        for group in groups.split(";") if groups != "-" else ():
            code = group[: len(group) - len(group.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
            if code not in game.kinds:
                placed.fault(f"no piece code at {short(group)}")
                continue
            piece = game.piece(army, game.kinds[code])
            castles, cell_of = piece in game.castlings.pieces, re.compile(_MARKED_CELL)
            for text in group[len(code) :].split(","):
                match = cell_of.fullmatch(text)
                cell = game.board.number.get(match.group(1)) if match else None
                if match is None or cell is None:
                    placed.fault(f"{code} has no cell: {short(text)}")
                    continue
                placed.put(cell, piece)
                if match.group(2) is None:
                    continue
                placed.marked, owed = True, int(match.group(2))
                most = 0 if castles else max(game.variant.pawns.owed or (0,))
                if not (game.is_pawn[piece] or castles) or owed > most:
                    placed.fault(f"{code} on {text} cannot owe {owed} moves")
                elif castles:
                    placed.moved.add(cell)
                elif owed:
                    placed.board[cell] = game.in_state(piece, owed)
                else:
                    placed.board[cell] = game.pawns.stepped(piece, cell)
    for army in game.armies:
        if army not in placed.named:
            placed.fault(f"army {game.letters[army]} is missing")

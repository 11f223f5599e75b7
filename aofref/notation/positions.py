"""Position lines and array placements: parsed in any order, written canonically."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from aofref.boards import NO_CELL
from aofref.findings import NOWHERE, BadPosition, Code, Finding, Place, fault, first_faults
from aofref.notation.cells import MARKED_CELL
from aofref.rules.castling import moved_at_home
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import captures_in_passing, en_passant_captures
from aofref.rules.position import NOBODY, CorePosition, Passed
from aofref.rules.turn import array

LONGEST = 20_000  # more characters than any position or array needs
MOST_FAULTS = 20  # the most faults of a position that are listed; the rest are counted


def write(position: CorePosition) -> str:
    """Write the canonical line: placement, turn, en passant rights, round."""
    return f"{_write_but_round(position, position.passed)} {position.round}"


def key(position: CorePosition) -> str:
    """Write the line without its round, and without en passant rights that nobody can use.

    With two players a right is kept if a legal move uses it.  With more, each right is kept, as an
    army whose turn comes later may use it.
    """
    passed = position.passed
    if passed and position.game.two_players:
        moves = captures_in_passing(position)
        used = {cell for move in moves for cell in en_passant_captures(position, move)}
        passed = tuple([right for right in passed if right.pawn in used])
    return _write_but_round(position, passed)


def _write_but_round(position: CorePosition, passed: tuple[Passed, ...]) -> str:
    game = position.game
    names = game.board.names
    turn = "-" if position.turn == NOBODY else game.letters[position.turn]
    rights = ",".join([f"{names[right.cell]}>{names[right.pawn]}" for right in passed])
    return f"{write_placement(position)} {turn} {rights or '-'}"


def write_placement(position: CorePosition) -> str:
    """Write the first field of the position line."""
    game, marks = position.game, marks_on(position.game, position.board)
    named: list[list[str] | None] = [None] * len(game.kind_of)
    names = game.board.names  # in the order of cells
    for cell, piece in enumerate(position.board.translate(game.plain)):
        if piece:
            name, cells = names[cell], named[piece]
            if marks and cell in marks:
                name += f"^{marks[cell]}"
            if cells is None:
                named[piece] = [name]
            else:
                cells.append(name)
    groups = []
    for pieces in game.as_written:
        group = []
        for piece in pieces:
            cells = named[piece]
            if cells is not None:
                if marks and game.is_pawn[piece]:
                    cells.sort()
                group.append(game.codes[game.kind_of[piece]] + ",".join(cells))
        groups.append(";".join(group))
    placed = zip(game.letters, groups, strict=True)
    return "/".join([f"{letter}:{group or '-'}" for letter, group in placed])


def marks_on(game: CompiledVariant, board: bytes) -> dict[int, int]:
    """Return the numbers that a position line has behind `^`, by the cells of their pieces.

    The state of a Pawn is the number of moves that it owes, or 0 if it has stepped.  A piece that
    stands where it could castle from, and has moved, has 0.
    """
    marks = dict.fromkeys(moved_at_home(game, board), 0) if game.castling_homes else {}
    for piece in game.in_a_state:
        if game.is_pawn[piece] and piece in board:
            owed = max(0, game.state_of[piece])
            marks.update([(cell, owed) for cell, stands in enumerate(board) if stands == piece])
    return marks


def read(game: CompiledVariant, line: str) -> CorePosition:
    """Parse a position line, which may be folded; raises BadPosition with all faults.

    The position is as it stands: its turn is not started (`turn.begin`).
    """
    check_length(line)
    fields = line.split()
    if len(fields) > 4:
        fields = unfolded(line).split()
    if len(fields) != 4:
        raise _refused([f"a position has four fields, not {len(fields)}"])
    placement, turn_text, rights, round_text = fields
    placed = _read_placement(game, placement)
    faults = placed.faults
    faults += _standing_faults(game, placed, over=turn_text == "-")
    faults += [text for _, text in lost_pawns(game, placed.board)]
    turn = game.letters.index(turn_text) if turn_text in game.letters else NOBODY
    if turn == NOBODY and turn_text != "-":
        faults.append(f"the turn names no army: {short(turn_text)}")
    elif turn in placed.named and not placed.royals[turn] and not game.two_players:
        faults.append(f"army {turn_text} has the turn but is not on the board")
    passed = _read_rights(game, rights, turn, placed)
    if not re.fullmatch("[1-9][0-9]{0,8}", round_text):
        faults.append(f"the round is a number from 1, not {short(round_text)}")
    if not faults:
        board = game.castlings.with_rights(bytes(placed.board), placed.moved)
        position = CorePosition(game, board, turn, int(round_text), tuple(passed))
        faults = check_faults(position)
        if not faults:
            return position
    raise _refused(faults)


def unfolded(text: str) -> str:
    """Join a position, or an array, that was folded behind `/ ; ,`."""
    for sign in "/;,":
        text = sign.join(part.strip() for part in text.split(sign))
    return text


def read_array(game: CompiledVariant, text: str) -> CompiledVariant:
    """Parse an array and return the game that begins from it; raises BadPosition with all faults.

    It must have the same number of pieces of each type, and meet the conditions of a position.
    """
    check_length(text)
    placed = _read_placement(game, unfolded(text))
    if placed.marked:
        placed.faults.append("an array has no marks of Pawns (^): they follow from it")
    arrays: list[dict[int, int]] = [{} for _ in game.armies]
    for cell, piece in enumerate(placed.board):
        if piece:
            arrays[game.army_of[piece]][cell] = game.kind_of[piece]
    for letter, own, usual in zip(game.letters, arrays, game.array, strict=True):
        has, wants = Counter(own.values()), Counter(usual.values())
        for kind in sorted(has | wants):
            if has[kind] != wants[kind]:
                code = game.codes[kind]
                placed.faults.append(f"army {letter} has {has[kind]} {code}, not {wants[kind]}")
    placed.faults += _standing_faults(game, placed, over=False)
    if placed.faults:
        raise _refused(placed.faults)
    other = CompiledVariant(game.base, game.rulings, tuple(arrays))
    if faults := check_faults(array(other)):
        raise _refused(faults)
    return other


class _Placed:
    """A placement as far as it has been parsed, and its faults."""

    def __init__(self, game: CompiledVariant) -> None:
        self.board = [0] * len(game.board.cells)
        self.marked = False
        self.moved: set[int] = set()  # the cells of pieces that can no longer castle
        self.named: set[int] = set()
        self.royals: list[list[int]] = [[] for _ in game.armies]
        self.faults: list[str] = []


def _refused(faults: list[str]) -> BadPosition:
    return bad_position([fault(Code.BAD_POSITION, text, NOWHERE) for text in faults])


def bad_position(faults: list[Finding]) -> BadPosition:
    """Return the exception for the first MOST_FAULTS faults, and a count of the others."""
    return BadPosition(first_faults(faults, MOST_FAULTS))


def check_length(text: str, at: Place = NOWHERE) -> None:
    """Check that a position or an array is not too long; raises BadPosition."""
    if len(text) > LONGEST:
        why = f"a position has at most {LONGEST} characters, not {len(text)}"
        raise BadPosition((fault(Code.LIMIT, why, at),))


def check_faults(position: CorePosition) -> list[str]:
    """Return the fault that, with two players, the army not to move is in check; else nothing."""
    game, waiting = position.game, 1 - position.turn
    if not game.two_players or position.turn == NOBODY or not position.checks[waiting]:
        return []
    return [f"army {game.letters[waiting]} is in check, but it is not its turn"]


def short(text: str) -> str:
    """Quote a part of a position, cut to 24 characters."""
    return repr(text if len(text) <= 24 else text[:21] + "...")


def _read_placement(game: CompiledVariant, text: str) -> _Placed:
    placed = _Placed(game)
    for part in text.split("/"):
        letter, colon, groups = part.partition(":")
        if not colon or letter not in game.letters:
            placed.faults.append(f"not an army: {short(part)}")
            continue
        army = game.letters.index(letter)
        if army in placed.named:
            placed.faults.append(f"army {letter} is given twice")
        placed.named.add(army)
        if groups != "-":
            for group in groups.split(";"):
                _read_group(game, army, group, placed)
    for army in game.armies:
        if army not in placed.named:
            placed.faults.append(f"army {game.letters[army]} is missing")
    return placed


def _read_group(game: CompiledVariant, army: int, group: str, placed: _Placed) -> None:
    code = group[: len(group) - len(group.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
    if code not in game.kinds:
        placed.faults.append(f"no piece code at {short(group)}")
        return
    kind, cell_of = game.kinds[code], re.compile(MARKED_CELL)
    for text in group[len(code) :].split(","):
        match = cell_of.fullmatch(text)
        cell = game.board.number.get(match.group(1)) if match else None
        if match is None or cell is None:
            placed.faults.append(f"{code} has no cell: {short(text)}")
            continue
        if placed.board[cell]:
            placed.faults.append(f"two pieces stand on {game.board.names[cell]}")
        placed.board[cell] = game.piece(army, kind)
        if game.types[kind].royal:
            placed.royals[army].append(cell)
        if match.group(2) is not None:
            placed.marked = True
            owed, most = int(match.group(2)), max(game.variant.pawns.owed or (0,))
            castles = game.piece(army, kind) in game.castlings.pieces
            if not (game.types[kind].pawn or castles) or owed > (0 if castles else most):
                placed.faults.append(f"{code} on {text} cannot owe {owed} moves")
            elif castles:
                placed.moved.add(cell)
            elif owed:
                placed.board[cell] = game.in_state(placed.board[cell], owed)
            else:
                placed.board[cell] = game.pawns.stepped(placed.board[cell], cell)


def _standing_faults(game: CompiledVariant, placed: _Placed, *, over: bool) -> list[str]:
    faults = piece_faults(game, placed.board, placed.royals, placed.named, over=over)
    return [text for _, text in faults]


def piece_faults(
    game: CompiledVariant,
    board: Sequence[int],
    royals: Sequence[Sequence[int]],
    armies: Iterable[int],
    *,
    over: bool,
) -> Iterator[tuple[int, str]]:
    """Yield why pieces cannot stand as they do, each with the cell of a piece or NO_CELL.

    `royals` are the cells of the royal pieces by army, `armies` the armies that are held to these
    conditions; some are not if the game is `over`.
    """
    named, standing = sorted(armies), {game.army_of[piece] for piece in set(board) if piece}
    for army in named:
        letter, own = game.letters[army], royals[army]
        pieces = army in standing
        if len(own) > 1:
            names = " and ".join(game.board.names[cell] for cell in own)
            yield own[1], f"army {letter} has {len(own)} royal pieces, on {names}"
        elif not own and pieces:
            yield NO_CELL, f"army {letter} has pieces but no royal piece"
        elif not own and game.two_players and not over:
            yield NO_CELL, f"army {letter} has no King"
    if named and not any(royals) and not over:
        yield NO_CELL, "no army is on the board"
    pawns = {piece for piece in set(board) if game.is_pawn[piece]}
    for cell, piece in enumerate(board) if pawns else ():
        if piece in pawns and game.pawns.must(piece, cell):
            letter = game.letters[game.army_of[piece]]
            name = game.board.names[cell]
            yield cell, f"the Pawn of {letter} on {name} should have promoted there"


def lost_pawns(game: CompiledVariant, board: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the cells to which no Pawn of its army can ever come, and that; on one level only."""
    if not game.two_players or len({level for _, _, level in game.board.cells}) > 1:
        return
    for cell, piece in enumerate(board):
        if game.is_pawn[piece]:
            army, name = game.army_of[piece], game.board.names[cell]
            if cell not in game.movers[piece].ever(game.pawns.starts[army]):
                yield cell, f"no Pawn of {game.letters[army]} can ever come to {name}"


def _read_rights(game: CompiledVariant, text: str, turn: int, placed: _Placed) -> list[Passed]:
    rights: list[Passed] = []
    for part in text.split(",") if text != "-" else ():
        passed, _, pawn = (game.board.number.get(name, -1) for name in part.partition(">"))
        army = game.army_of[placed.board[pawn]] if pawn >= 0 else -1
        stepped = army >= 0 and any(
            ends.get(pawn) == passed for ends in game.pawns.doubles[placed.board[pawn]].values()
        )
        if not stepped or passed < 0 or not game.is_pawn[placed.board[pawn]]:
            placed.faults.append(f"no Pawn fits the en passant right {short(part)}")
        elif army == turn or any(right.army == army for right in rights):
            letter = game.letters[army]
            placed.faults.append(f"army {letter} cannot grant the en passant right {part}")
        else:
            rights.append(Passed(army, passed, pawn))
            if not game.state_of[placed.board[pawn]]:  # it has moved
                placed.board[pawn] = game.pawns.stepped(placed.board[pawn], pawn)
    return sorted(rights)

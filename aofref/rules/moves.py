"""Moves: the moves of the army to move, what they threaten and what they take (RULES 3 to 8).

As long as a royal piece may castle with another, this stands at home in the state MAY_CASTLE.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from enum import Enum, auto
from typing import Final, assert_never

from aofref.boards import NO_CELL
from aofref.games.model import ToArrayPiece, ToLevelPiece, ToPartner
from aofref.geometry import Vector, add, times
from aofref.paths import Line, bits, open_line
from aofref.rules.compiled_variant import FOE, MAY_CASTLE, CompiledCastling, CompiledVariant
from aofref.rules.position import (
    NO_CASTLING,
    NO_PROMOTION,
    NOBODY,
    PASS,
    CoreMove,
    CorePosition,
    Passed,
    lines_to,
)

# Attacks ------------------------------------------------------------------------------------------


def attacks(lines: Sequence[Line], occupied: int) -> list[Line]:
    """List an open line of each attacking piece; an empty cell attacks nothing."""
    attacking: dict[int, Line] = {}
    for line in lines:
        cell, between, screens = line
        if (
            (occupied & between).bit_count() == screens
            and occupied >> cell & 1
            and cell not in attacking
        ):
            attacking[cell] = line
    return list(attacking.values())


def attackers_of_cell(position: CorePosition, cell: int, armies: Sequence[int]) -> list[int]:
    """List the cells of the pieces of armies that attack a cell, as `attackers_by_cell` does."""
    pieces = [piece for army in armies for piece in position.game.pieces[army]]
    lines = lines_to(position.game, pieces, position.cells, cell)
    return [line[0] for line in attacks(lines, position.occupied)]


def attacks_now(position: CorePosition, army: int) -> list[Line]:
    """List an open line of each piece that attacks an army's royal piece."""
    return attacks(position.watches[army].lines, position.occupied)


def exposes(
    position: CorePosition, origin: int, destination: int, taken: tuple[int, ...] = ()
) -> bool:
    """Return whether a move leaves the moving army's royal piece in check."""
    watch = position.watches[position.turn]
    if origin == watch.royal:
        occupied = position.occupied & ~(1 << origin)  # no line needs the cell that it goes to
        return open_line(position.enemy_lines(destination), occupied) is not None
    if not (origin in watch.exposed or destination in watch.exposed or taken):
        return False
    if watch.attackers and not (taken or watch.near & (1 << origin | 1 << destination)):
        return True
    occupied = position.occupied & ~(1 << origin | bits(taken)) | 1 << destination
    for cell, between, screens in watch.lines:  # an attacker may have been taken by the move
        if (
            (occupied & between).bit_count() == screens
            and cell != destination
            and cell not in taken
        ):
            return True
    return False


# Pawns --------------------------------------------------------------------------------------------

STAYS: Final = (NO_PROMOTION,)  # the only choice of a Pawn that may not promote


def taken_en_passant(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    """List the cells of the Pawns that a move of the piece on `origin` takes en passant."""
    game, board = position.game, position.board
    piece, taken = board[origin], tuple[int, ...]()
    for right in position.passed if game.is_pawn[piece] and not board[destination] else ():
        whose, cell, pawn = right
        army = game.army_of[piece]
        if cell == destination and whose != army and not _limit(position, army, right):
            taken += (pawn,)
    lines = game.movers[piece].taking.to(origin, destination) if taken else ()
    return taken if open_line(lines, position.occupied) is not None else ()


def _limit(position: CorePosition, army: int, right: Passed) -> str:
    """Return the only region where `army` may use a right, if the cell passed is outside it."""
    game = position.game
    pair = frozenset((game.letters[army], game.letters[right.army]))
    region = game.variant.pawns.limits.get(pair)
    return "" if region is None or right.cell in game.board.regions[region] else region


def barred_right(position: CorePosition, origin: int, destination: int) -> tuple[str, str]:
    """Return the armies and region if a move is no capture en passant outside the region (aof6)."""
    letters = position.game.letters
    army = position.game.army_of[position.board[origin]]
    for right in position.passed:
        region = _limit(position, army, right) if right.army != army else ""
        if right.cell == destination and region:
            armies = sorted((letters[army], letters[right.army]), key=letters.index)
            return " and ".join(armies), region
    return "", ""


def rights_after(
    position: CorePosition, move: CoreMove, taken: Sequence[int] = ()
) -> tuple[Passed, ...]:
    """List the en passant rights right after a move; a double step adds one.

    Rights on captured Pawns, on its destination or on the cells `taken`, end.
    """
    game, rights = position.game, position.passed
    origin, destination, promotion, _ = move
    if rights:
        gone = (destination, *taken)
        rights = tuple([right for right in rights if right.pawn not in gone])
    piece = position.board[origin]
    if game.is_pawn[piece] and promotion == NO_PROMOTION:
        doubles = game.pawns.doubles[piece].get(origin)
        if doubles is not None and destination in doubles:
            right = Passed(position.turn, doubles[destination], destination)
            rights = tuple(sorted((*rights, right)))
    return rights


def strides(game: CompiledVariant, piece: int, origin: int, end: int) -> tuple[Vector, ...]:
    """List the steps of a Pawn that begin a way of two steps from `origin` to `end`."""
    apart = add(game.board.cells[end], times(-1, game.board.cells[origin]))
    steps = game.pawns.steps(piece)
    return tuple(step for step in steps if add(apart, times(-1, step)) in steps)


def promotions(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    """List the types to which the Pawn on `origin` may promote, and NO_PROMOTION if it may stay."""
    game = position.game
    piece = position.board[origin]
    if game.pawns.stays(piece, origin, destination):
        return STAYS
    must = game.pawns.must(piece, destination)
    rule, army = game.variant.promotion, game.army_of[piece]
    match rule:
        case ToPartner():
            codes = rule.elsewhere[game.letters[army]]
            for enemy, array in enumerate(game.array):
                if enemy != army and destination in array:
                    codes = (rule.partners[game.letters[enemy]],)
            return tuple(game.kinds[code] for code in codes)
        case ToArrayPiece():
            choices = game.pawns.choices[army]
            if rule.also and position.cells_like(game.piece(army, game.kinds[rule.needs])):
                choices += (game.kinds[rule.also],)
        case ToLevelPiece():
            codes = rule.by_level[game.board.levels[destination]]
            choices = tuple(game.kinds[code] for code in codes)
        case _:
            assert_never(rule)
    return choices if must else (NO_PROMOTION, *choices)


# Castling -----------------------------------------------------------------------------------------


class Bar(Enum):
    """What keeps an army from castling."""

    ABSENT = auto()  # a piece does not stand on the cell where it would start
    MOVED = auto()  # the piece on the cell has moved; of a royal piece perhaps all companions have
    OCCUPIED = auto()  # the cell is to be passed or entered
    ATTACKED = auto()  # the royal piece is on the cell, or would pass it or come to it


def castlings_of(position: CorePosition) -> list[CoreMove]:
    """List the legal castlings of the army to move."""
    if position.royals[position.turn] not in position.game.castlings.homes:
        return []
    return [
        castling.move
        for castling in position.game.castlings.of_army[position.turn]
        if barred(position, castling) is None
    ]


def barred(position: CorePosition, castling: CompiledCastling) -> tuple[Bar, int] | None:
    """Return what keeps the army to move from a castling of its own, and the cell; or None."""
    game, board, (royal, companion) = position.game, position.board, castling.paths
    for path in castling.paths:
        if game.plain[board[path.origin]] != path.piece:
            return Bar.ABSENT, path.origin
    if castling.strange != NO_CELL:
        return Bar.MOVED, castling.strange
    if game.state_of[board[companion.origin]] != MAY_CASTLE:
        castlers = game.castlings.castlers[castling.army]
        others = [piece for piece in castlers if position.cells[piece]]
        return Bar.MOVED, (companion if others else royal).origin
    for cell in castling.needed:
        if board[cell]:
            return Bar.OCCUPIED, cell
    if position.watches[position.turn].attackers:
        return Bar.ATTACKED, royal.origin
    for cell in (*royal.passed, royal.destination):
        if attacks_on(position, castling, cell):
            return Bar.ATTACKED, cell
    return None


def attacks_on(position: CorePosition, castling: CompiledCastling, cell: int) -> list[Line]:
    """List the attacks on the royal piece on a cell that it passes or comes to in castling.

    While it passes, its companion has not moved; when it arrives, both have.
    """
    royal, companion = castling.paths
    occupied = position.occupied & ~(1 << royal.origin)
    if cell == royal.destination:
        occupied = occupied & ~(1 << companion.origin) | 1 << companion.destination
    return attacks(position.enemy_lines(cell), occupied | 1 << cell)


def board_during(board: bytes, castling: CompiledCastling, cell: int) -> bytes:
    """Return the board with the royal piece on a cell of its way in castling; at its end, after."""
    royal, companion = castling.paths
    after = bytearray(board)
    after[royal.origin] = 0
    if cell == royal.destination:
        after[companion.origin] = 0
        after[companion.destination] = companion.piece
    after[cell] = royal.piece
    return bytes(after)


def rights_of(game: CompiledVariant, board: bytes) -> list[CompiledCastling]:
    """List the castlings whose pieces have not moved, so that they may still be made one day."""
    return [
        castling
        for castling in game.castlings.from_array
        if game.state_of[board[castling.companion.origin]] == MAY_CASTLE
    ]


def moved_at_home(game: CompiledVariant, board: bytes) -> list[int]:
    """List the cells of pieces that stand where they would castle from, and have moved.

    A companion has moved if the royal piece may still castle with another; else the royal piece.
    """
    may = rights_of(game, board)
    still = {castling.army for castling in may}
    return [
        (castling.companion if castling.army in still else castling.royal).origin
        for castling in game.castlings.at_home(board)
        if castling not in may
    ]


# Generation ---------------------------------------------------------------------------------------


def destinations(position: CorePosition, origin: int) -> list[int]:
    """List the cells to which the piece on `origin` could go if check did not matter."""
    piece, sides_to = position.board[origin], position.game.sides_to
    seen = position.board.translate(sides_to[position.game.army_of[piece]])
    return _by_origin(position, [piece], seen).get(origin, [])


def attackers_by_cell(position: CorePosition) -> list[list[int]]:
    """List for each cell the cells of the pieces that attack it, by army in order of play.

    A piece attacks a cell if it could capture there, were it its turn and an enemy there.  Neither
    checks on its own royal piece nor captures en passant matter.
    """
    found: list[list[int]] = [[] for _ in position.board]
    pieces = [piece for pieces in position.game.pieces for piece in pieces]
    attacks = _by_origin(position, pieces, bytes((FOE,)) * len(position.board))
    for origin, ends in attacks.items():
        for end in ends:
            found[end].append(origin)
    return found


def _by_origin(position: CorePosition, pieces: Sequence[int], sides: bytes) -> dict[int, list[int]]:
    """List by its cell the ends of the ways of each piece that may go, if check did not matter.

    `sides` are what the pieces see on the cells.
    """
    game, board, occupied = position.game, position.board, position.occupied
    found: dict[int, list[int]] = {}
    standing = position.cells
    for piece in pieces:
        if not standing[piece]:
            continue
        known, passed = game.movers[piece].ways, position.passed if game.is_pawn[piece] else ()
        for origin in standing[piece]:
            ways = known[origin] or game.ways(piece, origin)
            ends: list[int] = []  # a comprehension would be a call for each piece
            for end, leaps in ways.leaps:
                if leaps[sides[end]]:
                    ends.append(end)
            for ray in ways.rays:
                for end in ray:
                    if board[end]:
                        if sides[end] == FOE:
                            ends.append(end)
                        break
                    ends.append(end)
            for end, lines in ways.lines:
                for _, between, screens in lines[sides[end]]:
                    if (occupied & between).bit_count() == screens:
                        ends.append(end)
                        break
            if passed:
                for right in passed:
                    if not sides[right.cell] and taken_en_passant(position, origin, right.cell):
                        ends.append(right.cell)
            if ends:
                found[origin] = list(dict.fromkeys(ends)) if passed or ways.shared else ends
    return found


def captures_in_passing(position: CorePosition) -> list[CoreMove]:
    """List the legal moves that capture en passant, in a game of two."""
    game, found, places = position.game, list[CoreMove](), position.game.board.places
    pawns = game.pawns.of_army[position.turn] if position.turn != NOBODY else []
    for end in dict.fromkeys([right.cell for right in position.passed]):
        for piece in pawns:
            taking = game.movers[piece].taking
            reach = taking.reach or taking.learn()
            for cell in position.cells[piece]:
                near = reach[places[end] - places[cell]]
                taken = taken_en_passant(position, cell, end) if near else ()
                if taken and not (game.check_binds and exposes(position, cell, end, taken)):
                    kinds = promotions(position, cell, end)
                    found += [CoreMove(cell, end, kind) for kind in kinds]
    return found


def rights_in_use(position: CorePosition) -> tuple[Passed, ...]:
    """List the en passant rights that count where positions are compared.

    With two players a right counts if a legal move uses it.  With more, each right counts, as an
    army whose turn comes later may use it.
    """
    rights = position.passed
    if not rights or not position.game.two_players:
        return rights
    captures = captures_in_passing(position)
    used = {pawn for move in captures for pawn in taken_en_passant(position, *move[:2])}
    return tuple([right for right in rights if right.pawn in used])


def origins(
    position: CorePosition,
    piece: int,
    destination: int,
    promotion: int = NO_PROMOTION,
    among: Set[int] | None = None,
) -> list[int]:
    """List the cells from which a piece of the army to move may legally go to `destination`.

    The piece may be in any state.  Only cells of `among` are listed, if it is given.
    """
    game, board = position.game, position.board
    target, pawn = board[destination], game.is_pawn[piece]
    origins: list[int] = []
    if (target and game.army_of[target] == position.turn) or (promotion >= 0 and not pawn):
        return origins
    places, at = game.board.places, game.board.places[destination]
    rights = position.passed if pawn and not target else ()
    passing = rights and destination in [cell for _, cell, _ in rights]
    occupied, exposed = position.occupied, position.watches[position.turn].exposed
    taken: tuple[int, ...] = ()
    standing = position.cells
    for own in game.alike[piece]:
        cells = standing[own]
        if not cells:
            continue
        going = game.movers[own].taking if target else game.movers[own].moving
        reach = going.reach or going.learn()
        if passing:  # it may capture where it does not move
            reach = bytes((1,)) * len(reach)
        for cell in cells:
            if not reach[at - places[cell]] or (among is not None and cell not in among):
                continue
            if passing:
                taken = taken_en_passant(position, cell, destination)
            for _, between, screens in () if taken else going.to(cell, destination):
                if (occupied & between).bit_count() == screens:
                    break
            else:
                if not taken:
                    continue
            if pawn and promotion not in promotions(position, cell, destination):
                continue
            if cell in exposed or destination in exposed or taken:
                binds = game.check_binds and exposes(position, cell, destination, taken)
                if binds and not may_expose(position):
                    continue
            origins.append(cell)
    origins.sort()
    return origins


def has_safe_move(position: CorePosition) -> bool:
    """Return whether the army to move has a move that leaves it out of check."""
    # Out of check a piece nearly always steps to an empty cell, and neither cell is exposed.
    game, watch = position.game, position.watches[position.turn]
    exposed, pieces = watch.exposed, game.tried[position.turn]
    closed = position.occupied | bits(exposed) if watch.hops else position.occupied
    for piece in () if watch.attackers else pieces:
        known = game.movers[piece].ways
        for origin in position.cells[piece]:
            steps = (known[origin] or game.ways(piece, origin)).steps
            if steps & closed != steps and origin not in exposed:
                return True
    ends = destinations(position, watch.royal)
    if not all(exposes(position, watch.royal, end) for end in ends):  # each takes long
        return True
    for piece in pieces:
        if not game.is_royal[piece] and _moves(position, [piece], binding=True):
            return True
    return bool(castlings_of(position))


def _moves(position: CorePosition, pieces: Sequence[int], *, binding: bool) -> list[CoreMove]:
    """List the moves of an army's pieces, but castlings; `binding`: without leaving a check."""
    game, board, army = position.game, position.board, position.game.army_of[pieces[0]]
    found = _by_origin(position, pieces, board.translate(game.sides_to[army]))
    royal = position.royals[army]
    every: list[CoreMove] = []
    looked_at: Sequence[int] = ()
    passed = {right.cell for right in position.passed if binding}
    if binding:
        watch = position.watches[army]
        looked_at = range(len(board)) if watch.hops else watch.exposed
    first = [(royal, found.pop(royal))] if royal in found else []
    for origin, ends in first + sorted(found.items()):
        pawn = game.is_pawn[board[origin]]
        if origin in looked_at or (pawn and not passed.isdisjoint(ends)):
            all_ends, ends = ends, []
            for end in all_ends:
                taken = taken_en_passant(position, origin, end) if passed else ()
                if not exposes(position, origin, end, taken):
                    ends.append(end)
        if pawn and game.promotes(board[origin], origin):
            for end in ends:
                every += [CoreMove(origin, end, of) for of in promotions(position, origin, end)]
        else:
            made = game.moves_from[origin]
            for end in ends:
                every.append(made[end])
    return every


def legal_moves(position: CorePosition) -> list[CoreMove]:
    """List the legal moves; `[PASS]` if the army must pass, none if the game is over (RULES 8).

    The royal piece comes first, then the other pieces in the order of their cells, then castlings.
    """
    if position.turn == NOBODY:
        return []
    game, castlings = position.game, castlings_of(position)
    pieces = game.pieces[position.turn]
    moves = _moves(position, pieces, binding=game.check_binds) + castlings
    if game.check_binds and not (moves or game.two_players):
        if not may_expose(position):
            return [PASS]
        moves = _moves(position, pieces, binding=False)
    if not (moves or (game.check_binds and game.two_players)):
        return [PASS]
    return moves


def may_expose(position: CorePosition) -> bool:
    """Return whether the army may make unsafe moves: it has no safe one nor must pass (R-16)."""
    game, watch = position.game, position.watches[position.turn]
    must_not_pass = watch.attackers or not game.variant.stalemate_passes
    return bool(must_not_pass) and not (game.two_players or has_safe_move(position))


def path_of(position: CorePosition, move: CoreMove) -> tuple[str, ...]:
    """Return the names of the cells of a legal move, in the order in which they are crossed."""
    game, board = position.game, position.board
    if move == PASS:
        return ()
    if move.castling != NO_CASTLING:
        royal = game.castlings.every[move.castling].royal
        return tuple(
            [game.board.names[cell] for cell in (royal.origin, *royal.passed, royal.destination)]
        )
    piece = board[move.origin]
    mover, capture = game.movers[piece], board[move.destination]
    going = mover.taking if capture or taken_en_passant(position, *move[:2]) else mover.moving
    line = open_line(going.to(*move[:2]), position.occupied)
    assert line is not None
    crossed = mover.path(line, move.destination)
    return tuple(game.board.names[cell] for cell in (move.origin, *crossed, move.destination))

"""Refuse: why a move is not legal (RULES 3 to 8).  `refusal` and generation always agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from aofref.atoms import Bend, Hop
from aofref.boards import Board
from aofref.findings import BEYOND, Attack, Code, Piece, Refusal, in_order
from aofref.games import RulingText, rulings_of
from aofref.games.model import ToArrayPiece
from aofref.geometry import F, HexPrism, Vector, Y, add, times
from aofref.paths import Line, Route, open_line, routes_from
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import (
    STAYS,
    Bar,
    attacks_now,
    attacks_on,
    barred,
    barred_right,
    board_during,
    exposes,
    has_safe_move,
    legal_moves,
    may_expose,
    promotions,
    strides,
    taken_en_passant,
)
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition
from aofref.text import joined, some

_new: Final = tuple.__new__  # of a Value, without the cost of its own
_Proof = Callable[[CorePosition, CoreMove], Refusal]


def breach(position: CorePosition, move: CoreMove) -> _Proof | None:
    """Return the proof for the first condition that a move does not meet; None if it is legal.

    Other moves are generated only to decide whether the army can leave check, or must pass (RULES
    8).
    """
    game, board, army = position.game, position.board, position.turn
    origin, destination, promotion, castles = move
    if army == NOBODY:
        return lambda _position, _move: Refusal(Code.GAME_OVER)
    if origin < 0:
        return None if legal_moves(position) in ([], [PASS]) else _need_not_pass
    if castles >= 0:
        found = barred(position, game.castlings.every[castles])
        return None if found is None else _cannot_castle
    piece, target = board[origin], board[destination]
    if game.army_of[piece] != army:
        return lambda position, move: not_own(position, move.origin)
    if target and game.army_of[target] == army:
        return _own_piece
    taken = taken_en_passant(position, origin, destination) if position.passed else ()
    if not taken:
        going = game.movers[piece].taking if target else game.movers[piece].moving
        for _, between, screens in going.to(origin, destination):
            if (position.occupied & between).bit_count() == screens:
                break
        else:
            return lambda position, move: _on_the_way(position, move, _unreached(position, move))
    is_pawn = game.is_pawn[piece]
    if (is_pawn or promotion != NO_PROMOTION) and promotion not in (
        promotions(position, origin, destination) if is_pawn else STAYS
    ):
        return _wrong_promotion
    exposed = position.watches[army].exposed
    leaves = origin in exposed or destination in exposed or taken
    if leaves and game.check_binds and exposes(position, origin, destination, taken):
        return None if may_expose(position) else _left_in_check
    return None


def refusal(position: CorePosition, move: CoreMove) -> Refusal | None:
    """Return why `move` is illegal; None if it is legal."""
    proof = breach(position, move)
    return None if proof is None else with_variant(position.game, proof(position, move))


def with_variant(game: CompiledVariant, why: Refusal) -> Refusal:
    """Name the game in the refusal, if the game is from a file."""
    return why.with_variant(game.variant.id) if game.variant.source else why


def not_own(position: CorePosition, cell: int) -> Refusal:
    """Refuse an origin without a piece, or with a piece of another army."""
    side = position.game.sides[position.turn]
    if not position.board[cell]:
        return Refusal(Code.EMPTY_CELL, destination=position.game.board.names[cell])
    return Refusal(Code.WRONG_ARMY, piece=piece_on(position, cell), army=side)


def _own_piece(position: CorePosition, move: CoreMove) -> Refusal:
    """Refuse a move to the cell of a piece of the same army, or of the piece itself."""
    held, end = piece_on(position, move.destination), position.game.board.names[move.destination]
    if move.origin == move.destination:
        return Refusal(Code.OWN_PIECE, f"{held} is already on {end}", held, end)
    mover = piece_on(position, move.origin)
    return Refusal(Code.OWN_PIECE, piece=mover, destination=end, blocker=held)


def _need_not_pass(position: CorePosition, _move: CoreMove) -> Refusal:
    """Refuse a pass by a legal move of the army to move."""
    own = legal_moves(position)[0]
    end, side = position.game.board.names[own.destination], position.game.sides[position.turn]
    mover = piece_on(position, own.origin)
    return Refusal(Code.CANNOT_PASS, piece=mover, destination=end, army=side)


def _wrong_promotion(position: CorePosition, move: CoreMove) -> Refusal:
    """Refuse a move with a promotion, or without one, by what the piece may promote to."""
    game, (origin, destination, promotion, _) = position.game, move
    is_pawn = game.is_pawn[position.board[origin]]
    choices = promotions(position, origin, destination) if is_pawn else STAYS
    codes = tuple(game.codes[kind] for kind in choices if kind != NO_PROMOTION)
    code = Code.BAD_PROMOTION if codes else Code.PROMOTION_FORBIDDEN
    if promotion == NO_PROMOTION:
        code = Code.PROMOTION_REQUIRED
    return Refusal(
        code,
        piece=piece_on(position, origin),
        destination=game.board.names[destination],
        candidates=codes,
        besides="" if codes or not is_pawn else _goes_on(position, origin, destination),
        topics=(promotion_topic(position, code, destination),),
    )


def promotion_topic(position: CorePosition, code: Code, cell: int) -> str:
    """Return the name of the page's sentence on promotion on a cell."""
    game, turn = position.game, position.turn
    held = any(cell in array for army, array in enumerate(game.array) if army != turn)
    return f"{code} {'array' if held else game.letters[turn]}"


def _cannot_castle(position: CorePosition, move: CoreMove) -> Refusal:
    """Refuse a castling of the army to move by what bars it."""
    castling = position.game.castlings.every[move.castling]
    found = barred(position, castling)
    assert found is not None
    game, army, (bar, cell) = position.game, position.turn, found
    royal = piece_on(position, position.royals[army])
    topic = f"castling.{game.letters[army]}"
    table = f"{game.variant.id}: {topic}"
    if bar is Bar.OCCUPIED:
        on_royal_way = cell == castling.royal.destination or cell in castling.royal.passed
        path = castling.royal if on_royal_way else castling.companion
        names = tuple([game.board.names[each] for each in (*path.passed, path.destination)])
        mover, blocker = piece_on(position, path.origin), piece_on(position, cell)
        walk = CoreMove(path.origin, path.destination)
        why = Refusal(
            *(Code.BLOCKED, "", mover, names[-1], names, blocker), section=table, topics=(topic,)
        )
        return _on_the_way(position, walk, why)
    checks, on = tuple[Attack, ...](), game.board.names[cell]
    if bar is Bar.ABSENT:
        code = next(game.code(path.piece) for path in castling.paths if path.origin == cell)
        it_is = "it is not" if code == royal.code else f"there is no {code} of its army"
        text = f"{it_is} on {on}"
    elif bar is Bar.MOVED:
        text = f"{piece_on(position, cell)} has moved"
        if cell == castling.royal.origin != castling.strange:
            text = "it, or each piece that it could castle with, has moved"
    else:
        board = board_during(position.board, castling, cell)
        checks = threats_of(game, board, attacks_on(position, castling, cell), cell)
        by = ", ".join(map(str, checks))
        comes = "come to" if cell == castling.royal.destination else "pass"
        text = f"it would {comes} {on}, which is attacked by {by}"
        if cell == castling.royal.origin:
            text = f"it is in check from {by}"
    return Refusal(
        Code.CANNOT_CASTLE,
        f"{royal} cannot castle: {text}",
        royal,
        game.board.names[castling.royal.destination],
        checks=checks,
        section=table,
        topics=(topic,),
    )


def _goes_on(position: CorePosition, origin: int, destination: int) -> str:
    """Return why a Pawn that promotes at the end of its way does not promote here (RULES 7)."""
    game, piece = position.game, position.board[origin]
    ahead = game.pawns.ahead(piece, destination)
    if not ahead:
        return ""
    if game.pawns.owing:
        rule, after = game.variant.pawns, game.pawns.owed_after(piece, origin, destination)
        if not after or rule.owed is None:
            return ""
        before, (could_double, other) = game.state_of[piece], rule.owed
        return (
            f"{_by(game, 'R-7')}it owed {some(before, 'move')}, and after this one still owes "
            f"{after}, of the {could_double} of a Pawn that starts on the {rule.doubles_on} of the "
            f"board, or the {other} of any other"
        )
    names = joined([game.board.names[cell] for cell in ahead], "and")
    if not all(position.board[cell] for cell in ahead):
        if isinstance(game.variant.promotion, ToArrayPiece) and game.variant.promotion.zones:
            return ""  # a matter of its rank
        return f"its way goes on to {names}"
    ruling = _by(game, "R-25")
    lie = "are its cells" if len(ahead) > 1 else "is its cell"
    return f"{ruling}{names} {lie} ahead, and count as its way though occupied"


def piece_on(position: CorePosition, cell: int) -> Piece:
    """Return the piece on an occupied cell, as refusals name it."""
    return _named(position.game, position.board, cell)


def _named(game: CompiledVariant, board: Sequence[int], cell: int) -> Piece:
    return _new(Piece, (*game.named[board[cell]], game.board.names[cell]))


def pieces_of(position: CorePosition, army: int) -> list[Piece]:
    """List the pieces of an army, in no order."""
    game, names, found = position.game, position.game.board.names, list[Piece]()
    for piece in game.pieces[army]:
        cells = position.cells[piece]
        if cells:
            letter, code, name = game.named[piece]
            for cell in cells:
                found.append(_new(Piece, (letter, code, name, names[cell])))
    return found


def threats_of(
    game: CompiledVariant, board: Sequence[int], attacks: list[Line], end: int
) -> tuple[Attack, ...]:
    """Return attacks on a cell as refusals name them.

    They have the pieces, the empty cells that these cross, and their screens.
    """
    names, threats = game.board.names, list[Attack]()
    for line in sorted(attacks):
        cell, crossed = line[0], game.movers[board[line[0]]].path(line, end)
        empty = tuple(names[at] for at in crossed if not board[at])
        screens = [_named(game, board, at) for at in crossed if board[at]]
        threats.append(Attack(_named(game, board, cell), empty, next(iter(screens), None)))
    return tuple(threats)


def _left_in_check(position: CorePosition, move: CoreMove) -> Refusal:
    """Refuse a move that leaves its own royal piece in check (RULES 8)."""
    game, (origin, destination, _, _) = position.game, move
    must_pass = not game.two_players and not has_safe_move(position)
    board = bytearray(position.board)
    board[destination] = board[origin]
    for cell in (origin, *taken_en_passant(position, *move[:2])):
        board[cell] = 0
    after = CorePosition(game, bytes(board), position.turn)
    at = after.royals[position.turn]
    exposed = piece_on(after, at)
    return Refusal(
        Code.IN_CHECK,
        piece=piece_on(position, origin),
        destination=game.board.names[destination],
        blocker=exposed,
        checks=threats_of(game, board, attacks_now(after, position.turn), at),
        besides="no move keeps it out of check, so the army must pass" if must_pass else "",
        topics=(f"{Code.IN_CHECK} {exposed.name}",),
    )


# Ways that are not open -------------------------------------------------------------------------


def _unreached(position: CorePosition, move: CoreMove) -> Refusal:
    """Return why none of the piece's lines to the destination is open."""
    game, board, (origin, destination, _, _) = position.game, position.board, move
    piece, mover, end = board[origin], piece_on(position, origin), game.board.names[destination]
    kind, goes, called = game.type_of(piece), game.movers[piece], game.board.called
    held_by = piece_on(position, destination) if board[destination] else None
    moving, taking = goes.moving.to(origin, destination), goes.taking.to(origin, destination)
    lines, other = (taking, moving) if held_by else (moving, taking)
    if other and not lines and not (held_by and open_line(other, position.occupied) is None):
        code, text, besides = Code.NO_CAPTURE, "", ""  # it only moves there, or only captures
        armies, region = barred_right(position, origin, destination)
        if held_by and any(isinstance(atom, Hop) for atom in kind.captures or kind.atoms):
            code = Code.NO_SCREEN
        elif held_by is not None:
            text = f"{mover} does not capture that way: {end} is occupied by {held_by}"
        elif armies:
            besides = f"between {armies}, en passant is possible only on {region}"
        return Refusal(code, text, mover, end, (end,), held_by, besides=besides)
    route = _gap(position, origin, destination)
    section = "6" if kind.pawn else ""
    if lines or other:  # of lines whose cells exist, the one with the fewest cells is blocked
        line = min(lines or other, key=lambda line: line[1].bit_count() - line[2])
        path, hops = goes.path(line, destination), line[2]
        walked = (*(game.board.names[cell] for cell in path), end)
        held = [cell for cell in path if board[cell]]
        if hops and not held:
            return Refusal(Code.NO_SCREEN, "", mover, end, walked)
        blocker = piece_on(position, held[1] if hops else held[0])
        if route is not None and route.jumps and route.missing is not None:
            lacks = called(route.missing)
            return Refusal(Code.MISSING_CELL, "", mover, end, (end,), blocker, lacks)
        return Refusal(Code.BLOCKED, "", mover, end, walked, blocker, section=section)
    is_closed = destination in goes.closed_to(origin)
    if route is None or route.missing is None or is_closed:
        if kind.pawn:
            why = _no_double_step(game, piece, move)
        elif is_closed:
            why = _kept_out(game, piece, move)
        elif _on_bend(game, piece, move):
            why = f"{_by(game, 'R-3')}it may not stop on the bend"
        else:
            why = _by_ruling(game, game.code(piece))
        return Refusal(Code.UNREACHABLE, "", mover, end, besides=why, section=section)
    cells, missing = tuple(map(called, route.cells)), called(route.missing)
    text, ruling = f"{mover} cannot go {in_order(cells)}", ""
    if missing == BEYOND:
        text += f": that way leads {missing}"
    else:
        ruling = _of_need(game, mover.code, origin, route)
        if len(cells) == 1 and game.board.bars_leap(game.board.cells[origin], route.cells[0]):
            columns = f"{game.board.columns[origin]} and {game.board.columns[destination]}"
            text, missing = f"{text}: its leap is barred between columns {columns}", ""
        else:
            text = ""  # that of the code
    return Refusal(Code.MISSING_CELL, text, mover, end, cells, missing=missing, besides=ruling)


def _of_need(game: CompiledVariant, code: str, origin: int, route: Route) -> str:
    """Return the ruling by which a way needs the missing cell beside it; empty if there is none.

    That a first step cannot reach a region which its level lacks is a sentence of the page itself.
    """
    number, directions = game.variant.ruled_needs.get(code, ("", ()))
    missing, lattice = route.missing, game.board.lattice
    if not number or missing is None or missing in route.cells:
        return ""
    first, step = route.cells[0], route.steps[route.failing]
    if missing == (*first[:2], game.board.cells[origin][2]):
        return ""
    if (lattice.step_along(step) or step) not in lattice.vectors(directions, ()):
        return ""
    return _reading(game, number)


def _no_double_step(game: CompiledVariant, piece: int, move: CoreMove) -> str:
    """Return why a Pawn's move of two steps is no double step; empty for other moves (RULES 6)."""
    names, army, rule = game.board.names, game.army_of[piece], game.variant.pawns
    steps, letter = strides(game, piece, move.origin, move.destination), game.letters[army]
    side = game.sides[army].name
    if not steps:
        return ""
    if letter not in rule.doubles:
        return f"no Pawn of {side} has a double step"
    if len(steps) > 1:
        return "a double step is two steps the same way, not one of each"
    if move.destination in game.pawns.doubles[piece].get(move.origin, ()):
        ruling = _by(game, "R-17")
        return f"{ruling}it has already moved, and only its first move may be a double step"
    starts, region = game.pawns.starts[army], rule.doubles_from.get(letter, rule.doubles_on)
    if letter not in rule.doubles_from and move.origin not in starts:
        return f"{names[move.origin]} is not a starting cell of a Pawn of {side}"
    if region and move.origin not in game.board.regions[region]:
        return f"{names[move.origin]} is not on the {region} of the board"
    passed = game.board.next_cell(move.origin, steps[0])
    if passed < 0:
        return ""
    others = [game.sides[other].name for other in game.armies if passed in game.pawns.starts[other]]
    if others:  # the sentence alone would allow it
        ruling = _by(game, "R-18")
        return f"{ruling}{names[passed]} is a starting cell of a Pawn of {others[0]}, not of {side}"
    return f"it would not pass over a starting cell of a Pawn of {side}: {names[passed]} is none"


def _kept_out(game: CompiledVariant, piece: int, move: CoreMove) -> str:
    """Return that a piece may not enter a region, and the ruling that decides so."""
    code, (origin, destination, _, _) = game.code(piece), move
    closed = next(
        each
        for each in game.movers[piece].kept_out(origin)
        if destination in game.board.regions[each.region]
    )
    from_level = closed.level and f" from level {closed.level}"
    ways = game.movers[piece].routes(origin).get(game.board.cells[destination], ())
    by_ruling = ""
    if any(way.missing is None for way in ways):
        usual = closed in game.base.pieces[code].kept_out
        for ruling in game.base.rulings.values():
            pieces = ruling.changes.get("pieces", game.base.pieces)
            if (closed in pieces[code].kept_out) != usual:
                by_ruling = _by(game, ruling.number)
    return f"{by_ruling}it may not enter the {closed.region}{from_level}"


def _on_bend(game: CompiledVariant, piece: int, move: CoreMove) -> bool:
    """Return whether a piece would stop on its bend."""
    mover, cells, vectors = game.movers[piece], game.board.cells, game.board.lattice.vectors
    apart = add(cells[move.destination], times(-1, cells[move.origin]))
    turning = [atom for taken in (True, False) for atom in mover.atoms(taken)]
    bends = [atom.directions for atom in turning if isinstance(atom, Bend)]
    return any(apart in vectors(directions, mover.forward) for directions in bends)


@lru_cache(maxsize=256)
def _by_ruling(game: CompiledVariant, code: str) -> str:
    """Return the ruling that changes how a piece moves; empty if there is none (RULES 9)."""
    for choice, ruling in game.base.rulings.items():
        pieces = ruling.changes.get("pieces", game.base.pieces)
        if pieces[code].atoms != game.base.pieces[code].atoms:
            if choice in game.rulings:
                return f"{ruling.number}, {choice}: {_text(game, ruling.number).alters}"
            return _reading(game, ruling.number)
    return ""


def _by(game: CompiledVariant, number: str) -> str:
    """Return the number of a ruling, with a colon; empty in a game from a file."""
    return "" if game.variant.source else f"{number}: "


def _reading(game: CompiledVariant, number: str) -> str:
    """Return the number and the reading of a ruling."""
    return f"{number}: {_text(game, number).reading.removesuffix('.')}"


def _text(game: CompiledVariant, number: str) -> RulingText:
    """Return a ruling as the game has it."""
    (text,) = (text for text in rulings_of(game.base) if text.number == number)
    return text


def _gap(position: CorePosition, origin: int, destination: int) -> Route | None:
    """Find the shortest way that only missing cells forbid; None if no board has one.

    The Elephant has two ways: one for an empty middle, one for an occupied middle.
    """
    game, board = position.game, position.board
    ways = game.movers[board[origin]].routes(origin).get(game.board.cells[destination])
    if ways is None:
        return None
    if any(route.jumps for route in ways):
        (between,) = (route.cells[0] for route in ways if not route.jumps)
        middle = game.board.index.get(between)
        occupied = middle is not None and bool(board[middle])
        ways = [route for route in ways if route.jumps == occupied]
    return min(ways, key=lambda route: len(route.cells), default=None)


# Sentences of the game's page --------------------------------------------------------------------
#
# The texts in `games/pages` give each sentence a name: a code (`bad-promotion`), a rule (`gap`,
# `double-step E`) or a piece, alone or with a code and the kind of step (`Magus blocked root-2`).


def _on_the_way(position: CorePosition, move: CoreMove, why: Refusal) -> Refusal:
    """Name in a refusal the sentences on the piece's way, the most specific first."""
    game, board, (origin, end, _, _) = position.game, position.game.board, move
    piece, code, names = position.board[origin], why.code, list[str]()
    mover, name = game.movers[piece], game.type_of(piece).name
    if game.is_pawn[piece]:
        steps = strides(game, piece, origin, end)
        if len(steps) == 1 or (steps and code is Code.UNREACHABLE):
            names = [f"double-step {game.letters[game.army_of[piece]]}", "double-step"]
        elif code is Code.NO_CAPTURE and why.blocker is None:
            region = barred_right(position, origin, end)[1]
            names = [*([f"en-passant {region}"] if region else []), "Pawn capturing"]
        else:
            names = ["Pawn moving" if code is Code.NO_CAPTURE else f"Pawn {code}"]
    elif code is Code.UNREACHABLE:
        closed = [each for each in mover.kept_out(origin) if end in board.regions[each.region]]
        names = [f"level {level}" if level else f"{name} kept-out" for _, level in closed]
        apart = add(board.cells[end], times(-1, board.cells[origin]))
        names.append(f"{name} {code} {_lies(board, apart)}")
    else:
        ways = routes_from(board, mover.rays(False), origin).get(board.cells[end], ())
        way = next((way for way in ways if (*map(board.called, way.cells),) == why.path), None)
        if way is not None and way.atom is not None:
            from aofref.rules.parts import part_of  # only where something was refused

            part, held = part_of(game, game.kind_of[piece], way.atom), why.blocker
            step = way.failing
            if held is not None and held.cell in why.path:
                step = why.path.index(held.cell)
            names.append(f"{part} {code} {_lies(board, way.steps[step])}")
            if way.missing in way.cells:
                names.append(f"{part} {code} on the way")
            names += [f"{part} {code}", *_of_places(board).get(why.missing, ()), part]
    return why._replace(topics=(*why.topics, *names, code, name))


@lru_cache(maxsize=16)
def _of_places(board: Board) -> dict[str, list[str]]:
    """List by the name of a missing cell the sentences on it: on its column, or on its level."""
    gaps = {(x, y) for x, y, _ in board.barred.values()}
    names: dict[str, list[str]] = {}
    for level in sorted({z for _, _, z in board.cells}):
        for place in {board.name_of((*gap, level)) for gap in gaps}:
            names.setdefault(place, []).append("gap")
        for place in {board.name_of((x, y, level)) for x, y, _ in board.cells}:
            names.setdefault(place, []).append(f"level {level}")
    return names


def _lies(board: Board, step: Vector) -> str:
    """Return the pages' word for the kind of a step; empty if no sentence has one."""
    if isinstance(board.lattice, HexPrism):
        if step in board.lattice.vectors(F, ()):
            return "root-2"
        if step in board.lattice.vectors(Y, ()):
            return "hybrid"
    return "vertical" if step[:2] == (0, 0) else ""

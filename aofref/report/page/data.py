"""Data for the scripts of pages; cells and pieces are numbers of two digits.

A node is the start or a ply; it leaves out what the script knows from its parent `p`, the node
before it if there is none, and from the list of moves.  `v` marks a variation, `d` are the
changes of the board, cell and piece by turns; `x` is a reach: a cell, how many ends, the ends, and
`g` has the ends that have come to the reach before or gone from it; `n` is the ply, `t` the turn,
`r` the round, `l` has a bit for each living army, `w` is the sentence, `o` and `k` are the cells of
the last move, if `d` has more, and the checks, `s` the fates of the armies.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any

from aofref.boards import Naming
from aofref.findings import Code, Refusal
from aofref.geometry import Vector
from aofref.judge.analysis.game_view import (
    GameView,
    NextMove,
    NodeView,
    PieceRefusals,
    Reach,
    Standing,
    changed_cells,
)
from aofref.judge.analysis.view import BoardView
from aofref.report.svg import picture, shapes
from aofref.report.svg.layout import UNIT, Layout, layout_of, level_box
from aofref.report.svg.plan import ROW, BoardPlan, Point, plan_of, rim, spot, walled
from aofref.report.text.caption import fate, spoken
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NO_CASTLING, PASS, CoreMove, CorePosition
from aofref.text import on_one_line
from aofref.values import Value

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
"""The digits of small numbers: cells, pieces, sentences."""


@cache
def digits(number: int) -> str:
    """Write a number below 4096 in two digits."""
    high, low = divmod(number, len(DIGITS))
    return DIGITS[high] + DIGITS[low]


class Post(Value):
    """The address that moves are mailed to, or empty, and the game's id in the club."""

    address: str = ""
    game: str = ""


def of_game_view(game_view: GameView, post: Post) -> dict[str, Any]:
    """Return the data of a record for the script."""
    views, last = game_view.views, game_view.main[-1]
    nodes, reaches = list[dict[str, Any]](), list[dict[int, tuple[int, ...]]]()
    for number, view in enumerate(views):
        before = views[view.parent] if view.parent >= 0 else None
        node: dict[str, Any] = {} if view.parent == number - 1 else {"p": view.parent}
        if not view.main:
            node["v"] = 1
        node |= _unusual(view, before)
        changes = _changes(before.board_view if before else None, view.board_view)
        node["d"] = "".join(digits(cell) + digits(stands) for cell, stands in changes)
        known = reaches[view.parent] if before else {}
        if view.reach:
            node["g"] = _packed(_altered(known, view.reach))
        reaches.append({**known, **view.reach})
        for cell, stands in changes:
            if not stands:
                reaches[-1].pop(cell, None)
        if view.exposing:
            node["x"] = _packed(view.exposing)
        sentence = spoken(game_view, view)
        if before is None or sentence != _of_a_move(view, before.board_view):
            node["w"] = sentence
        moved = [cell for walk in view.board_view.last for cell in walk]
        if moved != _moved(changes):
            node["o"] = moved
        if view.board_view.checks:
            node["k"] = [[check.royal, *check.attackers] for check in view.board_view.checks]
        fates = [fate(view.board_view, army) for army in range(len(view.board_view.game.armies))]
        if any(fates):
            node["s"] = fates
        nodes.append(node)
    to_come = game_view.next_move
    next_move = of_next_move(to_come, last, post) if to_come else None
    if next_move is not None:
        next_move["offers"] = list(views[last].board_view.offers)
    return {
        **of_game(views[0].board_view.game),
        "nodes": nodes,
        "refused": _refused(game_view),
        "next": next_move,
    }


def _unusual(view: NodeView, before: NodeView | None) -> dict[str, int]:
    """Return the ply, turn, round and living armies, without those usual behind the node before."""
    armies = len(view.board_view.game.armies)
    ply, turn, round_, living = (
        (-1, -1, 1, (1 << armies) - 1) if before is None else _counts(before)
    )
    usual = ply + 1, (turn + 1) % armies, round_, living
    pairs = zip("ntrl", _counts(view), usual, strict=True)
    return {name: value for name, value, expected in pairs if value != expected}


def _counts(view: NodeView) -> tuple[int, int, int, int]:
    """Return the ply, the turn, the round, and the living armies as bits."""
    board_view, number = view.board_view, view.ply.number if view.ply else 0
    living = sum(1 << army for army in board_view.position.living)
    return number, board_view.turn, board_view.round, living


def _of_a_move(view: NodeView, before: BoardView) -> str:
    """Write of a move as the script does where the data have no sentence: one piece, no events."""
    ply, now, game = view.ply, view.board_view, before.game
    if ply is None or len(now.last) != 1 or now.turn < 0:
        return ""
    ((start, end),) = now.last
    armies, names, stands = game.variant.armies, game.board.names, before.position.board

    def called(cell: int) -> str:
        piece = stands[cell]
        return on_one_line(f"{armies[game.army_of[piece]].called} {game.type_of(piece).name}")

    to = f"takes the {called(end)} on" if stands[end] else "to"
    done = f"{called(start)} from {names[start]} {to} {names[end]}"
    return f"Ply {ply.number}: {done}. {on_one_line(armies[now.turn].called)} to move."


@lru_cache(maxsize=32)
def of_game(game: CompiledVariant) -> Mapping[str, Any]:
    """Return the board and the pieces, as seen from every side.

    `spots` are the columns, then the gaps, in half widths and rows, a row being `row` widths high;
    `walls` are the pairs of cells with a border between them; the `sides` have indices of `shapes`.
    """
    variant, board, plan = game.variant, game.board, plan_of(game)
    at = {name: cell for cell, name in zip(board.cells, board.columns, strict=True)}
    shades = [" ".join(both) for both in shapes.shades(game)]
    fills = list(dict.fromkeys(shades))
    columns = [at[name] for name in sorted(at)] + [(*gap, 0) for gap, _ in plan.gaps]
    sides = [("as its columns are counted", -1)] if not game.two_players else []
    sides += [(on_one_line(army.called), number) for number, army in enumerate(variant.armies)]
    seen, shapes_of = [_side(game, number) for _, number in sides], list[dict[str, Any]]()
    for side in seen:  # most sides have the same
        for kind in ("flat", "stacked"):
            if side[kind] not in shapes_of:
                shapes_of.append(side[kind])
            side[kind] = shapes_of.index(side[kind])
    return {
        **of_cells(game),
        "two": game.two_players,
        "fills": fills,
        "fill": "".join(DIGITS[fills.index(both)] for both in shades),
        "royal": [number for number, kind in enumerate(game.types) if kind.royal],
        "spots": " ".join("{},{}".format(*spot(game, column)) for column in columns),
        "row": round(ROW, 5) if plan.hexes else 1,
        "walls": "".join(digits(a) + digits(b) for a, b in walled(game)),
        "sides": [{"name": name, **side} for (name, _), side in zip(sides, seen, strict=True)],
        "shapes": shapes_of,
    }


def of_cells(game: CompiledVariant) -> dict[str, Any]:
    """Return the names of armies, types, columns and levels, and of cells that a column lacks.

    A cell has the names of its column and level, the level's `first` or behind, and a number, its
    place in the order of the names.
    """
    board, plan = game.board, plan_of(game)
    columns = sorted(set(board.columns))
    every = board.naming.join(product(columns, plan.levels))
    return {
        "letters": list(game.letters),
        "armies": [on_one_line(army.called) for army in game.variant.armies],
        "codes": list(game.codes),
        "types": [on_one_line(kind.name) for kind in game.types],
        "columns": " ".join(columns),
        "levels": list(plan.levels),
        "first": board.naming is not Naming.COLUMN_THEN_LEVEL,
        "lacking": " ".join(name for name in every if name not in board.number),
    }


def _side(game: CompiledVariant, number: int) -> dict[str, Any]:
    plan = plan_of(game, number)
    flat, stacked, box = (
        layout_of(plan),
        layout_of(plan, stacked=True, letter=UNIT * 0.45),
        level_box(plan),
    )
    room = [round(size, 2) for size in (box.width, box.height, *box.origin, *box.pads)]
    sheet = {
        "w": round(stacked.width),
        "h": round(stacked.height),
        "o": [[round(x, 1), round(y, 1)] for x, y in stacked.origins],
        "t": [[round(x), round(y)] for x, y in stacked.titles],
        "up": picture.uprights(stacked),
    }
    rims = [[name for name in rim(plan) if name.out == out] for out in _outs(plan)]
    return {
        "turn": plan.turn,
        "flat": {**_shapes(flat), "box": room},
        "stacked": {**_shapes(stacked), "sheet": sheet},
        "rim": [" ".join(digits(name.cell) + name.text for name in names) for names in rims],
    }


def _outs(plan: BoardPlan) -> list[Point]:
    """Return the sides of the levels that have names."""
    return list(dict.fromkeys(name.out for name in rim(plan)))


def _shapes(layout: Layout) -> dict[str, Any]:
    centred = layout._replace(origins=((0.0, 0.0),) * len(layout.origins))
    return {
        "lean": [layout.flatten, layout.shear],
        "token": round(layout.token / 10, 2),
        "high": round(UNIT * layout.flatten * 0.47, 1),
        "low": round(layout.token_over(1)[2], 1),
        "outs": [_pair(centred.at(0, (x / 2, y / 2))) for x, y in _outs(layout.plan)],
    }


def _pair(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]


def _changes(before: BoardView | None, now: BoardView) -> list[tuple[int, int]]:
    """List the cells where something else stands than before, each with the piece there, or 0."""
    board = now.position.board.translate(now.game.plain)
    if before is None:
        return [(cell, piece) for cell, piece in enumerate(board) if piece]
    return [(cell, board[cell]) for cell in changed_cells(before.position, now.position)]


def _moved(changes: list[tuple[int, int]]) -> list[int]:
    """List the origin and end of a move that changes no other cells, as the script finds them."""
    left = [cell for cell, piece in changes if not piece]
    if len(changes) != 2 or len(left) != 1:
        return []
    return left + [cell for cell, piece in changes if piece]


def _altered(before: Reach, now: Reach) -> dict[int, tuple[int, ...]]:
    """Return by cell the ends that have come to the reach of the piece there or gone from it."""
    return {
        cell: tuple(sorted({*ends}.symmetric_difference(before.get(cell, ()))))
        for cell, ends in now.items()
    }


def _packed(reach: Reach) -> str:
    return "".join(
        digits(cell) + digits(len(ends)) + "".join(map(digits, ends))
        for cell, ends in sorted(reach.items())
    )


def anchors(game_view: GameView) -> Iterator[str]:
    """Yield an anchor for every node: `ply-57`; a withdrawal takes it from the ply before."""
    plies = [view.ply.number if view.ply else 0 for view in game_view.views]
    last = {plies[number]: number for number in game_view.main}
    for number, (view, ply) in enumerate(zip(game_view.views, plies, strict=True)):
        if not view.main:
            yield f"variation-{number}"
        else:
            yield f"ply-{ply}" if last[ply] == number else f"ply-{ply}-{number}"


def view_at(game_view: GameView, ply: int) -> int:
    """Return the index of the view after a ply of the main line and withdrawals behind it."""
    return max(
        number
        for number in game_view.main
        if (at := game_view.views[number].ply) is None or at.number <= ply
    )


def _refused(game_view: GameView) -> dict[str, Any] | None:
    """Return the node of a refused move, the reason, and the cells that are known."""
    proof, refused = game_view.judged.proof, game_view.judged.replay.refused
    if refused is None:
        return None
    cells = []
    if proof is not None:
        number = proof.position.game.board.number
        end = proof.refusal.destination if proof.refusal else ""
        cells = [cell for cell in (proof.piece, number.get(end, -1)) if cell >= 0]
    why = f"{refused.code.value}, {refused.refusal.sentence(options=False)}"
    move = refused.written if refused.code is not Code.SYNTAX else ""
    reason = on_one_line(f"Refused: {move}: {why}" if move else f"Refused: {why}")
    return {"node": game_view.main[-1], "cells": cells, "why": reason}


# Most refusals of a piece differ only in the cells that they name.  So each is one of
# `sentences`, with `{o}` for the piece, `{e}` for the cell and `{E}` for the piece on it, `{c}`
# and `{s}` for further cells and the pieces on them; the numbers of the cells of `missing` follow
# the numbers of the board.  `why` is a text for each piece: its cell and the sentence for most
# cells, then every cell that has another, with the cells that this one names.
_NAMED = re.compile(
    r"(?<![A-Za-z0-9])(?:([A-Z]):([A-Z]{1,2}))?([a-z]{1,3}[0-9]{1,2})(?![A-Za-z0-9])"
)
NONE = "--"  # in place of a sentence


def of_next_move(next_move: NextMove, node: int, post: Post) -> dict[str, Any]:
    """Return what the script needs to make moves at a node: the refusals of all that are illegal.

    `moves` are the legal ones between cells where one is not just written as these cells; all
    others are where the pieces reach.
    """
    position, sentences = next_move.position, dict[str, int]()
    game = position.game
    moves = [(move, _rest(position, move, lan)) for move, lan in next_move.legal if move != PASS]
    apart = {(move.origin, move.destination) for move, rest in moves if rest}
    return {
        "node": node,
        "army": position.turn,
        "living": list(position.living),
        "prefix": "" if game.two_players else f"{game.letters[position.turn]}:",
        "pass": next((lan for move, lan in next_move.legal if move == PASS), ""),
        "bare": game.pawn_kind,
        "moves": [
            digits(move.origin) + digits(move.destination) + rest
            for move, rest in moves
            if (move.origin, move.destination) in apart
        ],
        "castlings": {
            lan: [cell for walk in game.castlings.walks(move) for cell in walk]
            for move, lan in next_move.legal
            if move.castling != NO_CASTLING
        },
        "why": [
            _whys(position, origin, whys, sentences) for origin, whys in next_move.refusals.items()
        ],
        "missing": list(_missing(game)),
        "sentences": list(sentences),
        "mail": post.address,
        "game": post.game,
    }


def _rest(position: CorePosition, move: CoreMove, lan: str) -> str:
    """Write what a move's LAN has behind its cells; or all of it if it does not begin with them."""
    game, board = position.game, position.board
    origin, end = game.board.names[move.origin], game.board.names[move.destination]
    sign = "x" if board[move.destination] else "-"
    return lan.removeprefix(f"{game.signs[board[move.origin]]}{origin}{sign}{end}")


_Parted = tuple[str, str]
"""A sentence with placeholders, and the digits of the cells that fill them."""


def _whys(
    position: CorePosition, origin: int, whys: PieceRefusals, sentences: dict[str, int]
) -> str:
    game, board = position.game, position.board
    elsewhere, parted = _standing(game, game.plain[board[origin]], origin, whys.ever)
    parted = dict(parted)
    for cell, why in whys.now.items():
        parted[cell] = _parted(game, board, origin, cell, why)

    def sentence(text: str) -> str:
        return digits(sentences.setdefault(text, len(sentences)))

    usual = sentence(elsewhere) if elsewhere else NONE
    rest = [digits(cell) + sentence(text) + cells for cell, (text, cells) in parted.items()]
    return digits(origin) + usual + "".join(rest)


@lru_cache(maxsize=512)  # most pieces of a gallery's pages have not left the array
def _standing(
    game: CompiledVariant, piece: int, origin: int, ever: Standing
) -> tuple[str, Mapping[int, _Parted]]:
    """Part the refusals that hold whatever else stands on the board, first that of most cells."""
    board = bytearray(len(game.board.cells))
    board[origin] = piece
    usual = ""
    if ever.elsewhere is not None:
        end = game.board.number[ever.elsewhere.destination]
        usual, _ = _parted(game, board, origin, end, ever.elsewhere)
    return usual, {
        cell: _parted(game, board, origin, cell, why) for cell, why in ever.by_cell.items()
    }


def _parted(
    game: CompiledVariant, board: Sequence[int], origin: int, end: int, why: Refusal
) -> _Parted:
    """Replace the cells and pieces in a sentence by placeholders."""
    cells, numbers = list[str](), _numbers(game)

    def placeholder(match: re.Match[str]) -> str:
        letter, code, name = match.groups()
        cell = numbers.get(name, -1)
        if cell < 0:  # no cell of this game
            return match[0]
        piece = board[cell] if cell < len(board) else 0
        stands = piece and (game.letters[game.army_of[piece]], game.code(piece)) == (letter, code)
        if letter and cell == origin and stands:
            return "{o}"
        if cell == end:
            return "{E}" if stands else f"{letter}:{code}{{e}}" if letter else "{e}"
        cells.append(digits(cell))
        return "{s}" if stands else f"{letter}:{code}{{c}}" if letter else "{c}"

    text = _NAMED.sub(placeholder, f"{why.code.value}, {why.message}")
    return text, "".join(cells)


@lru_cache(maxsize=32)
def _missing(game: CompiledVariant) -> tuple[str, ...]:
    """Name the missing cells of columns and gaps."""
    return tuple(game.board.called(cell) for cell in sorted(_ghosts(game)))


@lru_cache(maxsize=32)
def _numbers(game: CompiledVariant) -> dict[str, int]:
    """Number the cells and, after them, the missing cells by their names."""
    return {name: cell for cell, name in enumerate((*game.board.names, *_missing(game)))}


def _ghosts(game: CompiledVariant) -> set[Vector]:
    return {cell for _, cell, _ in plan_of(game).ghosts()}

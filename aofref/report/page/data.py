"""Data: what the page's script is given; cells and pieces are numbers, written with two digits.

`d` of a node are changes of the board, cell and piece by turns;
`g` and `x` are reaches: a cell, how many ends, the ends.
"""

from collections.abc import Iterator
from typing import Any

from aofref.findings import Code
from aofref.judge.analysis.game_view import GameView, Reach
from aofref.judge.analysis.view import BoardView
from aofref.report.page.compose import DIGITS, Post, digits, of_next_move
from aofref.report.svg import picture, shapes
from aofref.report.svg.layout import UNIT, Layout, lay, level_box
from aofref.report.svg.plan import Plan, Point, plan_of, rim
from aofref.report.text.caption import spoken
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line


def of_game_view(game_view: GameView, post: Post) -> dict[str, Any]:
    """Write all that the script needs of a record."""
    views, last, following = game_view.views, game_view.main[-1], dict[int, int]()
    for number, view in enumerate(views):  # the node that follows another in its own line of play
        parent = views[view.parent] if view.parent >= 0 else None
        if parent is not None and (view.main or (not parent.main and view.parent not in following)):
            following[view.parent] = number
    nodes = []
    for number, (view, name) in enumerate(zip(views, anchors(game_view), strict=True)):
        board_view, ply = view.board_view, view.ply
        node: dict[str, Any] = {
            "a": name,
            "f": following.get(number, -1),
            "p": view.parent,
            "n": ply.number if ply else 0,
            "m": ply.written(board_view.game) if ply else "",
            "t": board_view.turn,
            "r": board_view.round,
            "d": _changes(views[view.parent].board_view if view.parent >= 0 else None, board_view),
            "g": _packed(view.reach),
            "x": _packed(view.exposing),
            "w": spoken(game_view, view),
        }
        if board_view.last:
            node["o"] = list(board_view.last)
        if board_view.checks:
            node["k"] = [[check.royal, *check.attackers] for check in board_view.checks]
        nodes.append({**node, "l": sum(1 << army for army in board_view.living)})
    next_move = game_view.next_move and of_next_move(game_view.next_move, last, post)
    if next_move is not None:
        next_move["offers"] = list(views[last].board_view.offers)
    return {
        **of_game(views[0].board_view.game),
        "nodes": nodes,
        "main": game_view.main,
        "refused": _refused(game_view),
        "next": next_move,
    }


def of_game(game: CompiledVariant) -> dict[str, Any]:
    """Write the board and the pieces, as seen from every side."""
    variant = game.variant
    sides = [("as its columns are counted", -1)] if not game.two_players else []
    sides += [(on_one_line(army.name), number) for number, army in enumerate(variant.armies)]
    return {
        **of_cells(game),
        "two": game.two_players,
        "fills": " ".join(f"{outer}/{inner}" for outer, inner in shapes.shades(game)),
        "royal": [number for number, kind in enumerate(game.types) if kind.royal],
        "sides": [{"name": name, **_side(game, number)} for name, number in sides],
    }


def of_cells(game: CompiledVariant) -> dict[str, Any]:
    """Write the names of armies, types, cells and levels, and where each cell belongs."""
    board, plan = game.board, plan_of(game)
    columns = sorted(set(board.columns))
    return {
        "letters": list(game.letters),
        "armies": [on_one_line(army.name) for army in game.variant.armies],
        "codes": list(game.codes),
        "types": [on_one_line(kind.name) for kind in game.types],
        "cells": " ".join(board.names),
        "column": "".join(digits(columns.index(name)) for name in board.columns),
        "level": "".join(DIGITS[at] for at in plan.level_of),
        "levels": list(plan.levels),
    }


def _side(game: CompiledVariant, number: int) -> dict[str, Any]:
    plan = plan_of(game, number)
    flat, stacked, box = lay(plan), lay(plan, stacked=True, letter=UNIT * 0.45), level_box(plan)
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
        "flat": {**_shapes(flat), "box": room},
        "stacked": {**_shapes(stacked), "sheet": sheet},
        "rim": [" ".join(digits(name.cell) + name.text for name in names) for names in rims],
    }


def _outs(plan: Plan) -> list[Point]:
    """List the sides of the levels on which names lie."""
    return list(dict.fromkeys(name.out for name in rim(plan)))


def _shapes(layout: Layout) -> dict[str, Any]:
    corners = layout.corners()
    centred = layout._replace(origins=((0.0, 0.0),) * len(layout.origins))
    levels = range(len(layout.origins))
    ghosts = list(layout.plan.ghosts())
    walls = list(layout.plan.walls())
    return {
        "c": _points(corners),
        "d": _points([(x * 0.76, y * 0.76) for x, y in corners]),
        "token": round(layout.token / 10, 2),
        "high": round(UNIT * layout.flatten * 0.47, 1),
        "low": round(layout.token_over(1)[2], 1),
        "outs": [_pair(centred.at(0, (x / 2, y / 2))) for x, y in _outs(layout.plan)],
        "walls": [picture.wall_path(centred, [w for w in walls if w[0] == at]) for at in levels],
        "ghosts": [[_pair(centred.at(at, p)) for on, _, p in ghosts if on == at] for at in levels],
        "at": " ".join(_points([centred.spot(cell)]) for cell in range(len(layout.plan.points))),
    }


def _pair(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}".replace(".0", "") for x, y in points)


def _changes(before: BoardView | None, now: BoardView) -> str:
    game, parts = now.game, []
    for cell, piece in enumerate(now.pieces):
        was = before.pieces[cell] if before else None
        stands = 0 if piece is None else game.piece(piece.army, game.kinds[piece.code])
        stood = 0 if was is None else game.piece(was.army, game.kinds[was.code])
        if stands != stood:
            parts.append(digits(cell) + digits(stands))
    return "".join(parts)


def _packed(reach: Reach) -> str:
    return "".join(
        digits(cell) + digits(len(ends)) + "".join(map(digits, ends))
        for cell, ends in sorted(reach.items())
    )


def anchors(game_view: GameView) -> Iterator[str]:
    """Name every node for links: `ply-57`; a withdrawal takes the name from the ply before it."""
    plies = [view.ply.number if view.ply else 0 for view in game_view.views]
    last = {plies[number]: number for number in game_view.main}
    for number, (view, ply) in enumerate(zip(game_view.views, plies, strict=True)):
        if not view.main:
            yield f"variation-{number}"
        else:
            yield f"ply-{ply}" if last[ply] == number else f"ply-{ply}-{number}"


def view_at(game_view: GameView, ply: int) -> int:
    """Find the view after a ply of the main line, withdrawals that follow it included."""
    return max(
        number
        for number in game_view.main
        if (at := game_view.views[number].ply) is None or at.number <= ply
    )


def _refused(game_view: GameView) -> dict[str, Any] | None:
    """Write at which node a move was refused, why, and its cells as far as they are known."""
    proof, refused = game_view.judged.proof, game_view.judged.replay.refused
    if refused is None:
        return None
    cells = []
    if proof is not None:
        number = proof.position.game.board.number
        end = proof.refusal.known.get("destination", "") if proof.refusal else ""
        cells = [cell for cell in (proof.piece, number.get(end, -1)) if cell >= 0]
    why = f"{refused.code.value}, {refused.refusal.sentence(options=False)}"
    move = refused.written if refused.code is not Code.SYNTAX else ""
    reason = on_one_line(f"Refused: {move}: {why}" if move else f"Refused: {why}")
    return {"node": game_view.main[-1], "cells": cells, "why": reason}

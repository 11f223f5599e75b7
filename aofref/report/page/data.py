"""Data: what the page's script is given; cells and pieces are numbers, written with two digits.

`d` of a node are changes of the board, cell and piece by turns;
`g` and `x` are reaches: a cell, how many ends, the ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aofref.findings import Code
from aofref.judge.analysis.game_view import GameView, NodeView, Reach
from aofref.judge.analysis.view import BoardView
from aofref.report.page.compose import DIGITS, Post, digits, of_next_move
from aofref.report.svg import picture
from aofref.report.svg.layout import Layout, lay, level_box
from aofref.report.svg.plan import plan_of
from aofref.report.text import messages, spoken
from aofref.report.text.record import written
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line


def of_game_view(of: GameView, post: Post) -> dict[str, Any]:
    """Give all that the script needs of a record."""
    game = of.views[0].board_view.game
    follow, named = _following(of), list(anchors(of))
    return {
        **of_game(game, of.views[0].board_view),
        "nodes": [
            {"a": named[number], "f": follow.get(number, -1), **_view(of, view)}
            for number, view in enumerate(of.views)
        ],
        "main": of.main,
        "refused": _refused(of),
        "next": of_next_move(of.next_move, of.main[-1], post) if of.next_move else None,
    }


def of_game(game: CompiledVariant, board_view: BoardView) -> dict[str, Any]:
    """Give the board and the pieces, as seen from every side."""
    variant, board = game.variant, game.board
    columns = sorted(set(board.columns))
    fills = picture.shades(board_view)
    sides = [("as its columns are counted", -1)] if not game.two_players else []
    sides += [(on_one_line(army.name), number) for number, army in enumerate(variant.armies)]
    plan = plan_of(game)
    return {
        "two": game.two_players,
        "letters": list(game.letters),
        "armies": [on_one_line(army.name) for army in variant.armies],
        "codes": list(game.codes),
        "types": [on_one_line(kind.name) for kind in game.types],
        "cells": " ".join(board.names),
        "column": "".join(digits(columns.index(name)) for name in board.columns),
        "level": "".join(DIGITS[at] for at in plan.level_of),
        "levels": list(plan.levels),
        "fills": " ".join(f"{outer}/{inner}" for outer, inner in fills),
        "rims": "".join("01"[rim] for rim in plan.rims()),
        "sides": [{"name": name, **_side(game, number)} for name, number in sides],
    }


def _side(game: CompiledVariant, number: int) -> dict[str, Any]:
    plan = plan_of(game, number)
    flat, stacked, box = lay(plan), lay(plan, stacked=True), level_box(plan)
    room = [round(size, 1) for size in (box.width, box.height, *box.origin)]
    return {
        "flat": {**_shapes(flat), "box": room},
        "stacked": {**_shapes(stacked), "sheet": _sheet(stacked)},
    }


def _sheet(layout: Layout) -> dict[str, Any]:
    """Give where the levels lie."""
    return {
        "w": round(layout.width),
        "h": round(layout.height),
        "o": [[round(x, 1), round(y, 1)] for x, y in layout.origins],
        "t": [[round(x), round(y)] for x, y in layout.titles],
        "up": picture.uprights(layout),
    }


def _shapes(layout: Layout) -> dict[str, Any]:
    """Give what is the same wherever the levels lie, seen from the middle of each."""
    corners = layout.corners()
    centred = layout._replace(origins=((0.0, 0.0),) * len(layout.origins))
    levels = range(len(layout.origins))
    ghosts = list(layout.plan.ghosts())
    walls = list(layout.plan.walls())
    return {
        "c": _points(corners),
        "d": _points([(x * 0.76, y * 0.76) for x, y in corners]),
        "token": round(layout.token / 10, 2),
        "lift": picture.lift(layout),
        "low": round(picture.name_drop(layout), 1),
        "walls": [picture.wall_path(centred, [w for w in walls if w[0] == at]) for at in levels],
        "ghosts": [[_pair(centred.at(at, p)) for on, p in ghosts if on == at] for at in levels],
        "at": " ".join(_points([centred.spot(cell)]) for cell in range(len(layout.plan.points))),
    }


def _pair(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}".replace(".0", "") for x, y in points)


# Nodes ------------------------------------------------------------------------------------------


def _view(of: GameView, view: NodeView) -> dict[str, Any]:
    board_view, ply = view.board_view, view.ply
    parent = of.views[view.parent].board_view if view.parent >= 0 else None
    found: dict[str, Any] = {
        "p": view.parent,
        "n": ply.number if ply else 0,
        "m": written(board_view.game, ply) if ply else "",
        "t": board_view.turn,
        "r": board_view.round,
        "d": _changes(parent, board_view),
        "g": _packed(view.reach),
        "x": _packed(view.exposing),
        "w": spoken.spoken(of, view),
    }
    if board_view.last:
        found["o"] = list(board_view.last)
    if board_view.checks:
        found["k"] = [[check.royal, *check.attackers] for check in board_view.checks]
    found["l"] = sum(1 << army for army in board_view.living)
    return found


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


def _following(of: GameView) -> dict[int, int]:
    """Give for each node the one that follows it in its own line of play."""
    found: dict[int, int] = {}
    for number, view in enumerate(of.views):
        parent = of.views[view.parent] if view.parent >= 0 else None
        if parent is not None and (view.main or (not parent.main and view.parent not in found)):
            found[view.parent] = number
    return found


def anchors(of: GameView) -> Iterator[str]:
    """Name every node for links: `ply-57`; a withdrawal takes the name from the ply before it."""
    last = {
        (view.ply.number if view.ply else 0): number
        for number, view in enumerate(of.views)
        if view.main
    }
    for number, view in enumerate(of.views):
        ply = view.ply.number if view.ply else 0
        if not view.main:
            yield f"variation-{number}"
        else:
            yield f"ply-{ply}" if last[ply] == number else f"ply-{ply}-{number}"


def view_at(of: GameView, ply: int) -> int:
    """Give the view after a ply of the main line, withdrawals that follow it included."""
    return max(
        number for number in of.main if (at := of.views[number].ply) is None or at.number <= ply
    )


def _refused(of: GameView) -> dict[str, Any] | None:
    """Give the node at which a move was refused, why, and its cells as far as they are known."""
    proof, refused = of.judged.proof, of.judged.replay.refused
    if refused is None:
        return None
    cells = []
    if proof is not None:
        number = proof.position.game.board.number
        end = proof.refusal.known.get("destination", "") if proof.refusal else ""
        cells = [cell for cell in (proof.piece, number.get(end, -1)) if cell >= 0]
    why = f"{refused.code.value}, {messages.sentence(refused.refusal)}"
    move = messages.written(refused) if refused.code is not Code.SYNTAX else ""
    reason = on_one_line(f"Refused: {move}: {why}" if move else f"Refused: {why}")
    return {"node": of.main[-1], "cells": cells, "why": reason}

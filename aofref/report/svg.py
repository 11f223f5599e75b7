"""SVG and HTML: a position as a picture, level beside level."""

from __future__ import annotations

import math
from html import escape

from aofref.geometry import HexPrism
from aofref.notation import positions
from aofref.report.diagram import spot
from aofref.rules.position import Position

SIZE = 22
COLOURS = ("#1f5fa8", "#b8541a", "#2f7d3b", "#8a2f83")
SHADES = ("#f4efe2", "#e6eef4")


def svg(position: Position) -> str:
    """Draw a position as an SVG image: a hexagon or square a cell, a colour an army."""
    board, game = position.game.board, position.game
    hexes = isinstance(board.lattice, HexPrism)
    levels = sorted({at[2] for at in board.cells})
    spots = [spot(game, at) for at in board.cells]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    low, high = min(y for _, y in spots), max(y for _, y in spots)
    across, up = SIZE * 0.87, SIZE * 1.5 if hexes else SIZE * 1.74
    width = (right - left + 3) * across
    height = (high - low + 3) * up
    parts = []
    for cell, at in enumerate(board.cells):
        x = (spots[cell][0] - left + 1.5) * across + levels.index(at[2]) * width
        y = (high - spots[cell][1] + 2) * up
        parts.append(_shape(x, y, SHADES[at[2] % 2], hexes, board.names[cell]))
        piece = position.board[cell]
        if piece:
            parts.append(
                f'<text x="{x:.1f}" y="{y + 5:.1f}" fill="{COLOURS[game.army_of[piece]]}">'
                f"{game.code(piece)}</text>"
            )
    for place, level in enumerate(levels):
        name = next(board.levels[c] for c, at in enumerate(board.cells) if at[2] == level)
        parts.append(
            f'<text x="{(place + 0.5) * width:.1f}" y="{up * 0.7:.1f}">level {name}</text>'
        )
    size = f'width="{len(levels) * width:.0f}" height="{height:.0f}"'
    style = "text{font:bold 13px sans-serif;text-anchor:middle}"
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{style}</style>\n{body}\n</svg>\n'
    )


def html(position: Position, title: str) -> str:
    """Write a page with the picture of a position, its line and a legend of the armies."""
    legend = " ".join(
        f'<b style="color:{COLOURS[army]}">{escape(name.letter)} {escape(name.name)}</b>'
        for army, name in enumerate(position.game.variant.armies)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title></head>\n<body><h1>{escape(title)}</h1>\n<p>{legend}</p>\n{svg(position)}"
        f"<p><code>{escape(positions.write(position))}</code></p>\n</body></html>\n"
    )


def _shape(x: float, y: float, fill: str, hexes: bool, name: str) -> str:
    corners = 6 if hexes else 4
    radius = SIZE if hexes else SIZE * 1.23
    turn = 30 if hexes else 45
    angles = (math.radians(turn + 360 / corners * n) for n in range(corners))
    points = " ".join(
        f"{x + radius * math.cos(a):.1f},{y + radius * math.sin(a):.1f}" for a in angles
    )
    return f'<polygon points="{points}" fill="{fill}" stroke="#999"><title>{name}</title></polygon>'

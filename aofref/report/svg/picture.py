"""Picture: a board view as a standalone SVG, without script or reference to anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aofref.judge.analysis.view import BoardView
from aofref.report.svg import drawings, hatching
from aofref.report.svg.layout import LANDSCAPE, PORTRAIT, SCREEN, UNIT, Layout, lay
from aofref.report.svg.legend import LINE, head, legend, under
from aofref.report.svg.plan import Plan, Point, bonds
from aofref.report.svg.shapes import (
    Look,
    Theme,
    Words,
    arrow,
    ends,
    mark,
    plain_text,
    ring,
    short,
    style,
    token,
    tokens,
    use,
)
from aofref.report.text.caption import Caption
from aofref.variants.model import Shading

INSIDE = 0.76
"""How large the inside of a cell is where it has a colour of its own."""


def svg(board_view: BoardView, plan: Plan, caption: Caption, look: Look | None = None) -> str:
    """Draw a board view with its caption and legend."""
    look = look or Look()
    whole = look.words is Words.ALL
    sheets = (SCREEN,) if look.words is Words.NONE else (PORTRAIT, LANDSCAPE)
    layout = lay(
        plan, stacked=look.stacked, room=(len(caption.lines) + 5) * LINE * whole, sheets=sheets
    )
    width = layout.width
    heading = list(head(caption, width)) if whole else []
    top = (len(heading) + 0.6) * LINE + 8 if whole else 0.0
    height = top + layout.height
    if whole:
        foot, count = legend(board_view, caption, look, width, height + LINE)
        height += LINE * (count + 1)
    else:
        foot = list(under(caption, width, height)) if look.words is Words.CAPTION else []
        height += LINE * (len(foot) + 0.4) if foot else 0
    fitting = max(min(w / width, h / height) for w, h in (PORTRAIT, LANDSCAPE))
    scale = look.width / width if look.width else fitting
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {short(width)} {short(height)}" '
        f'width="{short(width * scale)}mm" height="{short(height * scale)}mm" '
        'role="img" aria-labelledby="title desc">',
        f'<title id="title">{plain_text(caption.title)}</title>',
        f'<desc id="desc">{plain_text(" ".join(caption.lines))}</desc>',
        f"<style>{style(board_view, look.theme)}</style>",
        f"<defs>{definitions(board_view, layout, look)}</defs>",
        f'<rect width="{short(width)}" height="{short(height)}" fill="#fff"/>',
    ]
    parts += [
        f'<text class="{kind}" x="10" y="{short(22 + n * LINE)}">{plain_text(line)}</text>'
        for n, (kind, line) in enumerate(heading)
    ]
    parts.append(f'<g transform="translate(0 {short(top)})">')
    parts += board(board_view, layout, look)
    parts += ["</g>", *foot, "</svg>"]
    return "\n".join(parts) + "\n"


def definitions(board_view: BoardView, layout: Layout, look: Look) -> str:
    """Define the shapes used: the cell, a token an army, a symbol a piece type."""
    found = [cell_shapes(board_view, layout), tokens(board_view)]
    if look.drawings:
        names = {piece.name for piece in board_view.pieces if piece}
        found += [drawings.symbol(name) for name in sorted(names & drawings.DRAWINGS.keys())]
    if look.theme is Theme.PRINT:
        found += _hatchings(layout, _fills(board_view, look))
    return "".join(found)


def _hatchings(layout: Layout, fills: list[tuple[str, str]]) -> Iterator[str]:
    """Define the lines of every class of cells that the board has."""
    cell = layout.corners()
    inside = [(x * INSIDE, y * INSIDE) for x, y in cell]
    for place, (shape, corners) in enumerate((("c", cell), ("d", inside))):
        for kind in sorted({fill[place] for fill in fills}):
            if hatching.ident(kind, shape):
                yield hatching.lines(kind, shape, corners)


def _hatched(kind: str, shape: str, at: str, look: Look) -> Iterator[str]:
    """Put lines on a cell where they stand for its colour."""
    ident = hatching.ident(kind, shape) if look.theme is Theme.PRINT else ""
    if ident:
        yield f'<use xlink:href="#{ident}" class="h men" {at}/>'


def _fills(board_view: BoardView, look: Look) -> list[tuple[str, str]]:
    """Give each cell's class of colour, and that of its inside, as they are to be shown."""
    if look.bindings is None:
        return shades(board_view)
    return [(f"b{n % 9}" if n >= 0 else "bx", "") for n in look.bindings]


def cell_shapes(board_view: BoardView, layout: Layout) -> str:
    """Define the shape of a cell, and that of its inside where it has two colours."""
    cell = " ".join(f"{short(x)},{short(y)}" for x, y in layout.corners())
    found = f'<polygon id="c" points="{cell}"/>'
    if board_view.game.variant.shading is Shading.BOTH:
        inner = " ".join(f"{short(x * INSIDE)},{short(y * INSIDE)}" for x, y in layout.corners())
        found += f'<polygon id="d" points="{inner}"/>'
    return found


def board(board_view: BoardView, layout: Layout, look: Look) -> Iterator[str]:
    """Draw the levels, the last move, the checks and the pieces."""
    plan, names = layout.plan, board_view.game.board.names
    spots = [layout.spot(cell) for cell in range(len(names))]
    if layout.stacked:
        yield f'<path class="up" d="{uprights(layout)}"/>'
    yield "".join(
        f'<text class="lev" x="{short(x)}" y="{short(y)}">level {plain_text(level)}</text>'
        for level, (x, y) in zip(plan.levels, layout.titles, strict=True)
        if level
    )
    ghosts = (layout.at(level, point) for level, point in plan.ghosts())
    yield "".join(
        f'<use xlink:href="#c" class="g" x="{short(x)}" y="{short(y)}"/>' for x, y in ghosts
    )
    fills = _fills(board_view, look)
    for cell, (x, y) in enumerate(spots):
        outer, inner = fills[cell]
        at, title = f'x="{short(x)}" y="{short(y)}"', plain_text(_title(board_view, cell))
        yield f'<use xlink:href="#c" class="c {outer}" {at}><title>{title}</title></use>'
        yield from _hatched(outer, "c", at, look)
        if inner:
            yield f'<use xlink:href="#d" class="d {inner} men" {at}/>'
            yield from _hatched(inner, "d", at, look)
    yield f'<path class="w" d="{wall_path(layout, plan.walls())}"/>'
    yield f'<g class="men">{"".join(_under(board_view, layout, spots))}'
    yield "".join(_men(board_view, layout, spots, look))
    yield "".join(_names(board_view, layout, spots, look))
    yield "".join(_over(board_view, layout, spots, look))
    yield "</g>"


def shades(board_view: BoardView) -> list[tuple[str, str]]:
    """Give each cell's class of colour, and that of its inside where a cell has two."""
    game, found = board_view.game, []
    for (third, quarter), at in zip(bonds(game), game.board.cells, strict=True):
        match game.variant.shading:
            case Shading.CHEQUERED:
                found.append((f"k{third}", ""))
            case Shading.BOTH:
                found.append((f"t{third}", f"q{quarter}"))
            case Shading.THIRDS:
                found.append((f"{'tu'[at[2] % 2 == 0]}{third}", ""))
            case _:
                found.append((f"q{quarter}" if third < 0 else f"t{third}", ""))
    return found


def uprights(layout: Layout) -> str:
    """Draw the upright lines that join the outermost columns of the levels."""
    plan, last = layout.plan, len(layout.plan.levels) - 1
    found = []
    for point in _hull(set(plan.points)):
        (x, low), (_, high) = layout.at(0, point), layout.at(last, point)
        found.append(f"M{short(x)} {short(low)}V{short(high)}")
    return "".join(found)


def _hull(points: Iterable[Point]) -> list[Point]:
    """Give the corners of the least convex figure around points."""
    ordered = sorted(points)

    def half(row: list[Point]) -> list[Point]:
        found: list[Point] = []
        for p in row:
            while len(found) > 1 and _bends(found[-2], found[-1], p) <= 1e-6:
                found.pop()
            found.append(p)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def _bends(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def wall_path(layout: Layout, borders: Iterable[tuple[int, Point, Point]]) -> str:
    """Draw borders, as of the Drum, each given by the place of its level and both ends."""
    found = []
    for level, a, b in borders:
        (ax, ay), (bx, by) = layout.at(level, a), layout.at(level, b)
        found.append(f"M{short(ax)} {short(ay)}L{short(bx)} {short(by)}")
    return "".join(found)


def _names(board_view: BoardView, layout: Layout, spots: list[Point], look: Look) -> Iterator[str]:
    """Write the names of cells: all, or those of the rim and of its level's."""
    low = name_drop(layout)
    rims = layout.plan.rims()
    for cell, (x, y) in enumerate(spots):
        if look.cells or rims[cell]:
            name = plain_text(board_view.game.board.names[cell])
            yield f'<text class="n" x="{short(x)}" y="{short(y + low)}">{name}</text>'


def lift(layout: Layout) -> float:
    """Give how far over the centre of its cell a token stands, to leave room for the name."""
    return -5.0 if layout.stacked else -4.2


def name_drop(layout: Layout) -> float:
    """Give how far under its centre the name of a cell stands."""
    if layout.stacked:
        return UNIT * layout.flatten * (0.48 if layout.plan.pointy else 0.46)
    return UNIT * 0.455


def _title(board_view: BoardView, cell: int) -> str:
    piece, name = board_view.pieces[cell], board_view.game.board.names[cell]
    if piece is None:
        return name
    return f"{name}: {board_view.game.variant.armies[piece.army].name} {piece.name} ({piece.code})"


def _under(board_view: BoardView, layout: Layout, spots: list[Point]) -> Iterator[str]:
    for cell in board_view.last or ():
        yield use("last", spots[cell])
    if board_view.last is not None and _level_with(layout, *board_view.last):
        yield arrow(spots[board_view.last[0]], spots[board_view.last[1]], layout.token)[0]


def _level_with(layout: Layout, a: int, b: int) -> bool:
    """Say whether two cells are on one level, so that a line between them crosses no other."""
    return layout.plan.level_of[a] == layout.plan.level_of[b]


def _men(board_view: BoardView, layout: Layout, spots: list[Point], look: Look) -> Iterator[str]:
    size = layout.token / 10
    for cell, piece in enumerate(board_view.pieces):
        if piece is not None:
            x, y = spots[cell]
            at = f"{short(x)} {short(y + lift(layout))}"
            yield f'<g transform="translate({at}) scale({short(size)})">'
            yield token(board_view, piece.army, piece.code, piece.name, drawn=look.drawings)
            yield "</g>"


def _over(board_view: BoardView, layout: Layout, spots: list[Point], look: Look) -> Iterator[str]:
    if board_view.last is not None:
        start, end = (spots[cell] for cell in board_view.last)
        on_level = _level_with(layout, *board_view.last)
        yield arrow(start, end, layout.token)[1] if on_level else ends(start, end)
    for found in board_view.checks:
        x, y = spots[found.royal]
        for cell in found.attackers:
            if _level_with(layout, cell, found.royal):
                (ax, ay), line = spots[cell], f"L{short(x)} {short(y)}"
                yield f'<path class="by" d="M{short(ax)} {short(ay)}{line}"/>'
            else:
                yield use("far", spots[cell])
        yield ring((x, y + lift(layout)), layout.token * 1.25)
    if look.reach is not None:
        for cell, kind in look.reach.marks.items():
            yield mark(kind, spots[cell])

"""Picture: a board view as a standalone SVG, without scripts or references to other files."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap

from aofref.games.model import Shading
from aofref.geometry import HexPrism
from aofref.judge.analysis.view import BoardView
from aofref.report.svg import shapes
from aofref.report.svg.plan import (
    LANDSCAPE,
    PORTRAIT,
    READABLE,
    UNIT,
    Layout,
    PictureOptions,
    Point,
    layout_of,
    plan_of,
)
from aofref.report.svg.shapes import Theme, plain_text, short
from aofref.report.text.board import REACH
from aofref.report.text.caption import Caption
from aofref.rules.compiled_variant import CompiledVariant

INSIDE = 0.76  # the size of the inside of a cell that has a second colour there

NAME = 10.0  # the size of a name in a cell
LINE = 17.0  # the height of a line of text
_NAMED = 124.0  # the width of a drawing with the name of its piece type
_POINT = 25.4 / 96
_DARK = "@media (prefers-color-scheme:dark){.paper{fill:#1f2126}.lev{fill:#d8d5cb}}"
_CARD = (200.0, 175.0)  # the room of a thumbnail, in CSS pixels
_SEEN = 4.5  # half the width of the least piece in a thumbnail, in CSS pixels
_PIECES = PictureOptions(drawings=True)  # of a thumbnail
_TITLE = 11.0  # the size of a level's name in a thumbnail, in CSS pixels


def svg(board_view: BoardView, caption: Caption, options: PictureOptions) -> str:
    """Draw a board view with its caption and legend."""
    plan = plan_of(board_view.game, options.foot)
    whole, letter = not options.caption, UNIT / 3
    room = (len(caption.lines) + 5) * LINE * whole
    for _ in range(4):  # larger names leave less room for the levels
        levels = [plan.levels.index(options.level)] if options.level else ()
        layout = layout_of(plan, stacked=options.stacked, room=room, letter=letter, levels=levels)
        width, foot = layout.width, list[str]()
        heading = list(head(caption, width)) if whole else []
        top = (len(heading) + 0.6) * LINE + 8 if whole else 0.0
        height = top + layout.height
        if whole:
            foot, count = legend(board_view, caption, options, width, height + LINE)
            height += LINE * (count + 1)
        else:
            foot = list(under(caption, width, height))
            height += LINE * (len(foot) + 0.4)
        fitting = max(min(w / width, h / height) for w, h in (PORTRAIT, LANDSCAPE))
        scale = options.width / width if options.width else fitting  # a unit in millimetres
        if letter * scale >= READABLE * _POINT:
            break
        letter = 1.03 * READABLE * _POINT / scale
    parts = [
        *_opening(caption, (width, height), scale),
        f"<style>{shapes.style(board_view.game, options.theme)}</style>",
        f"<defs>{definitions(board_view, layout, options)}</defs>",
        f'<rect width="{short(width)}" height="{short(height)}" fill="#fff"/>',
    ]
    parts += [
        f'<text class="{kind}" x="10" y="{short(22 + n * LINE)}">{plain_text(line)}</text>'
        for n, (kind, line) in enumerate(heading)
    ]
    parts.append(f'<g transform="translate(0 {short(top)})">')
    parts += board(board_view, layout, options)
    parts += ["</g>", *foot, "</svg>"]
    return "\n".join(parts) + "\n"


def _opening(caption: Caption, size: tuple[float, float], scale: float) -> list[str]:
    """Open a picture, with what it shows in words; `scale` is a unit of its size in millimetres."""
    wide, high = (short(side) for side in size)
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {wide} {high}" '
        f'width="{short(size[0] * scale)}mm" height="{short(size[1] * scale)}mm" '
        'role="img" aria-labelledby="title desc">',
        f'<title id="title">{plain_text(caption.title)}</title>',
        f'<desc id="desc">{plain_text(" ".join(caption.lines))}</desc>',
    ]


def colour(name: str) -> str:
    """Check a colour, a name or a number as in CSS; ValueError for any other text."""
    if re.fullmatch("#[0-9A-Fa-f]{3,8}|[A-Za-z]{1,30}", name) is None:
        raise ValueError(f"not a colour: {name!r}; write a name, or # and hexadecimal digits")
    return name


def thumbnail(board_view: BoardView, caption: Caption) -> str:
    """Draw the level of the last move, or a small board as a whole, for a list of records.

    It lies on a page, and is dark where that is.  It has few bytes: no names but that of the level;
    cells of a colour and pieces of an army that are alike are drawn together.
    """
    game, stands = board_view.game, board_view.position.board
    layout = _of_thumbnail(game, _level_of_last(board_view))
    level_of = layout.plan.level_of
    title = _TITLE / _scale(layout) if len(layout.shown) < len(layout.plan.levels) else 0.0
    top = 1.3 * title
    height = layout.height + top
    under, over = _course(board_view, layout, 0, layout.token)
    parts = [
        *_opening(caption, (layout.width, height), 1),
        f"<style>{shapes.small_style(game)}{_DARK}</style>",
        f"<defs>{definitions(board_view, layout, _PIECES)}</defs>",
        '<rect class="paper" width="100%" height="100%" fill="#faf8f2"/>',
    ]
    if title:
        size, name = short(title), plain_text(layout.plan.levels[layout.shown[0]])
        parts.append(f'<text class="lev" y="{size}" font-size="{size}">level {name}</text>')
    parts.append(f'<g transform="translate(0 {short(top)})">{_empty_board(game, layout)}{under}')
    scale, alike = layout.token / 10, dict[int, list[Point]]()
    for cell, piece in enumerate(stands):
        if piece and level_of[cell] in layout.shown:
            x, y = layout.spot(cell)
            alike.setdefault(piece, []).append((x / scale, y / scale))
    parts.append(f'<g transform="scale({scale:.3g})">')
    parts += [
        shapes.at_corners(f"p{piece}", shapes.token(game, piece), points)
        for piece, points in alike.items()
    ]
    return "\n".join((*parts, f"</g>{over}</g></svg>\n"))


def _level_of_last(board_view: BoardView) -> int:
    """Return the level where the last move ended; without one, that with the most pieces."""
    level_of = plan_of(board_view.game).level_of
    if board_view.last:
        return level_of[board_view.last[0][1]]
    board = board_view.position.board
    pieces = Counter(level for piece, level in zip(board, level_of, strict=True) if piece)
    return max(range(len(plan_of(board_view.game).levels)), key=pieces.__getitem__)


@lru_cache(maxsize=64)  # all records of a game in a gallery have its layouts
def _of_thumbnail(game: CompiledVariant, level: int) -> Layout:
    """Lay out a whole board if its pieces are large enough in a list of records, else a level."""
    whole = layout_of(plan_of(game), sheets=(_CARD,), letter=0)
    if whole.token * _scale(whole) >= _SEEN:
        return whole
    return layout_of(plan_of(game), sheets=(_CARD,), letter=0, levels=(level,))


def _scale(layout: Layout) -> float:
    return min(_CARD[0] / layout.width, _CARD[1] / layout.height)


def definitions(board_view: BoardView, layout: Layout, options: PictureOptions) -> str:
    """Write the definitions: a cell, its inside if it has a second colour, tokens, and symbols."""
    cell = layout.corners()
    inside = [(x * INSIDE, y * INSIDE) for x, y in cell]
    drawn = {"c": cell}
    if board_view.game.variant.shading is Shading.BOTH:
        drawn["d"] = inside
    defined = [
        f'<polygon id="{shape}" points="{" ".join(f"{short(x)},{short(y)}" for x, y in corners)}"/>'
        for shape, corners in drawn.items()
    ]
    defined.append(shapes.tokens(board_view.game))
    if options.drawings:
        types = map(board_view.game.type_of, filter(None, board_view.position.board))
        defined.append(shapes.drawings(sorted({type_.name for type_ in types})))
    if options.theme == Theme.PRINT:
        outer, inner = map(set, zip(*_fills(board_view, options), strict=True))
        for shape, corners, kinds in (("c", cell, outer), ("d", inside, inner)):
            hatched = [kind for kind in sorted(kinds) if shapes.hatching(kind, shape)]
            defined += [shapes.hatched(kind, shape, corners) for kind in hatched]
    return "".join(defined)


def _fills(board_view: BoardView, options: PictureOptions) -> Sequence[tuple[str, str]]:
    if options.bound is None:
        return shapes.shades(board_view.game)
    classes, _ = shapes.bound(board_view.game, *options.bound)
    return [(f"b{n % 9}" if n >= 0 else "bx", "") for n in classes]


def board(board_view: BoardView, layout: Layout, options: PictureOptions) -> Iterator[str]:
    """Draw the levels of a layout with their names, the last move, the checks and the pieces."""
    game, stands = board_view.game, board_view.position.board
    plan, names = layout.plan, game.board.names
    spots = [layout.spot(cell) for cell in range(len(names))]
    cells = layout.cells()
    if layout.stacked and len(layout.shown) > 1:
        yield f'<path class="up" d="{uprights(layout)}"/>'
    yield from _around(layout)
    ghosts = (layout.at(at, point) for at, _, point in plan.ghosts() if at in layout.shown)
    yield "".join(shapes.use("g", ghost) for ghost in ghosts)
    fills = _fills(board_view, options)
    for cell in cells:
        (outer, inner), (x, y) = fills[cell], spots[cell]
        at, title, piece = f'x="{short(x)}" y="{short(y)}"', names[cell], stands[cell]
        if piece:
            army = game.variant.armies[game.army_of[piece]].called
            title = f"{title}: {army} {game.type_of(piece).name} ({game.code(piece)})"
        title = f"<title>{plain_text(title)}</title>"
        style = f'style="fill:{options.fill[cell]}" ' if cell in options.fill else ""
        yield f'<use xlink:href="#c" class="c {outer}" {style}{at}>{title}</use>'
        for shape, kind in (("c", outer), ("d", inner)) if not style else ():
            if shape == "d" and kind:
                yield f'<use xlink:href="#d" class="d {kind} men" {at}/>'
            if options.theme == Theme.PRINT and (ident := shapes.hatching(kind, shape)):
                yield f'<use xlink:href="#{ident}" class="h men" {at}/>'
    yield f'<path class="w" d="{wall_path(layout)}"/>'
    half, lift, _ = layout.token_over(NAME * options.cells)
    under, over = _course(board_view, layout, lift, half)
    yield f'<g class="men">{under}'
    drawn = options.drawings
    yield "".join(
        f'<g transform="translate({short(x)} {short(y - lift)}) scale({half / 10:.3g})">'
        f"{shapes.token(game, p, drawn=drawn)}"
        "</g>"
        for p, (x, y) in ((stands[cell], spots[cell]) for cell in cells)
        if p
    )
    foot = layout.token_over(NAME)[2]
    yield "".join(
        f'<text class="n" x="{short(x)}" y="{short(y + foot)}">{plain_text(name)}</text>'
        for name, (x, y) in ((names[cell], spots[cell]) for cell in cells)
        if options.cells
    )
    shown = {*cells}
    marked = (
        shapes.mark(kind, spots[cell]) for cell, kind in options.marks.items() if cell in shown
    )
    pointed = (
        "".join(shapes.arrow(spots[start], spots[end], layout.token))
        for start, end in options.arrows
        if shown.issuperset((start, end))
    )
    yield "".join((over, *marked, *pointed))
    yield "</g>"


@lru_cache(maxsize=32)
def _around(layout: Layout) -> tuple[str, ...]:
    titled = zip(layout.plan.levels, layout.titles, strict=True)
    levels = "".join(
        f'<text class="lev" x="{short(x)}" y="{short(y)}">level {plain_text(level)}</text>'
        for number, (level, (x, y)) in enumerate(titled)
        if level and number in layout.shown
    )
    names = "".join(
        f'<text x="{short(x)}" y="{short(y + 0.36 * layout.letter)}">{plain_text(name.text)}</text>'
        for name, (x, y) in layout.names()
    )
    return (
        f'<g font-size="{short(layout.letter * 1.1)}">',
        levels,
        f'</g><g class="axis" font-size="{short(layout.letter)}">',
        names,
        "</g>",
    )


def _course(board_view: BoardView, layout: Layout, lift: float, half: float) -> tuple[str, str]:
    """Draw the last move and the checks, under the pieces and over them."""
    level_of, spot, last = layout.plan.level_of, layout.spot, board_view.last
    shown = {*layout.cells()}
    # The last move lies under the pieces, but the head of its arrow over them.
    under = "".join(
        shapes.use("last", spot(cell)) for walk in last for cell in walk if cell in shown
    )
    over = ""
    for start, end in last:
        if not shown.issuperset((start, end)):
            continue
        if level_of[start] == level_of[end]:
            aside = shapes.aside(last)
            tail, head = shapes.arrow(spot(start), spot(end), layout.token, aside)
            under, over = under + tail, over + head
        else:
            over += shapes.ends(spot(start), spot(end))
    for royal, attackers in board_view.checks:
        if royal not in shown:
            continue
        x, y = spot(royal)
        for cell in filter(shown.__contains__, attackers):
            if level_of[cell] == level_of[royal]:
                ax, ay = spot(cell)
                line = f"M{short(ax)} {short(ay)}L{short(x)} {short(y)}"
                over += f'<path class="by" d="{line}"/>'
            else:
                over += shapes.use("far", spot(cell))
        over += shapes.ring((x, y - lift), half * 1.25)
    return under, over


@lru_cache(maxsize=64)
def _empty_board(game: CompiledVariant, layout: Layout) -> str:
    """Draw the cells and borders of a flat board; cells of a colour are drawn together."""
    cells, shades = layout.cells(), shapes.shades(game)
    drawn = []
    for shape, kinds in (
        ("c", [outer for outer, _ in shades]),
        ("d", [d for _, d in shades]),
    ):
        for kind in sorted(filter(None, {kinds[cell] for cell in cells})):
            spots = [layout.spot(cell) for cell in cells if kinds[cell] == kind]
            fill = f'<use xlink:href="#{shape}" class="{shape} {kind}"/>'
            drawn.append(shapes.at_corners(f"{shape}-{kind}", fill, spots))
    return "".join((*drawn, f'<path class="w" d="{wall_path(layout)}"/>'))


def uprights(layout: Layout) -> str:
    """Draw the upright lines that join the outermost columns of the levels."""

    def half(row: list[Point]) -> list[Point]:
        corners: list[Point] = []
        for point in row:
            while len(corners) > 1:
                (ax, ay), (bx, by), (cx, cy) = *corners[-2:], point
                if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 1e-6:  # it turns left
                    break
                corners.pop()
            corners.append(point)
        return corners[:-1]

    plan, last = layout.plan, len(layout.plan.levels) - 1
    lines = []
    ordered = sorted(set(plan.points))
    # The outermost points are the corners of the least convex figure around all.
    for point in half(ordered) + half(ordered[::-1]):
        (x, low), (_, high) = layout.at(0, point), layout.at(last, point)
        lines.append(f"M{short(x)} {short(low)}V{short(high)}")
    return "".join(lines)


def wall_path(layout: Layout) -> str:
    """Draw the borders on the levels shown, as of the Drum."""
    walls = (wall for wall in layout.plan.walls() if wall[0] in layout.shown)
    ends = ((*layout.at(level, a), *layout.at(level, b)) for level, a, b in walls)
    return "".join(f"M{short(ax)} {short(ay)}L{short(bx)} {short(by)}" for ax, ay, bx, by in ends)


def head(caption: Caption, width: float) -> Iterator[tuple[str, str]]:
    """Yield the lines over the board, wrapped to its width, with their classes."""
    most = max(20, int((width - 20) / 6.4))
    wide = max(20, int((width - 20) / 9.2))
    for part in wrap(caption.title, wide, max_lines=3, placeholder=" …"):
        yield "head", part
    for line in caption.lines:
        yield from (("line", part) for part in wrap(line, most))


def under(caption: Caption, width: float, top: float) -> Iterator[str]:
    """Write a caption under a board: who plays, where, and what is to be seen."""
    players = " – ".join(army.player for army in caption.armies if army.player)
    whole = ". ".join(text.rstrip(".") for text in (players, caption.title, *caption.lines) if text)
    for n, line in enumerate(wrap(f"{whole}.", max(20, int((width - 20) / 7.4))), 1):
        yield f'<text class="caption" x="10" y="{short(top + n * LINE)}">{plain_text(line)}</text>'


def legend(
    board_view: BoardView, caption: Caption, options: PictureOptions, width: float, top: float
) -> tuple[list[str], int]:
    """Draw the legend (armies, bindings, drawings, marks), and return its number of lines."""
    game, parts, count = board_view.game, list[str](), 0

    def put(n: int, x: float, drawn: str, text: str, dim: str = "", weight: str = "") -> None:
        y = top + (count + n) * LINE
        parts.extend(
            (
                f'<g transform="translate({short(x)} {short(y)})"{dim}><g transform="scale(.72)">',
                drawn,
                f'</g><text class="leg" x="13" y="4"{weight}>{plain_text(text)}</text></g>',
            )
        )

    across = max(1, int(width // 260))
    for n, army in enumerate(caption.armies):
        dim = ' opacity=".4"' if army.left else ""
        weight = ' font-weight="bold"' if army.to_move else ""
        text, most = army.text, max(12, int((width / across - 20) / 6.6))
        text = text if len(text) <= most else text[: most - 1] + "…"
        x = 20 + n % across * (width - 10) / across
        put(n // across, x, shapes.badge(game, n), text, dim, weight)
    count = -(-len(caption.armies) // across)
    if options.bound is not None:
        y, (_, note) = top + count * LINE + 4, shapes.bound(game, *options.bound)
        parts.append(f'<text class="leg" x="10" y="{short(y)}">{plain_text(note)}</text>')
        count += 1
    if options.drawings:
        types = dict[str, int]()  # each with a piece of an army that has it
        for piece in filter(None, board_view.position.board):
            types.setdefault(game.type_of(piece).name, piece)
        across = int(width // _NAMED)
        for n, (name, piece) in enumerate(sorted(types.items())):
            x = 20 + n % across * (width - 20) / across
            put(n // across, x, shapes.token(game, piece), f"{game.code(piece)} {name}")
        count += -(-len(types) // across)
    hexes, x = isinstance(game.board.lattice, HexPrism), 20.0
    for kinds, text in marks(board_view, options):
        samples = 18 * len(kinds)
        wide = samples + 6.4 * len(text) + 14
        if x > 20 and x + wide > width:
            x, count = 20.0, count + 1
        drawn = "".join(
            f'<g transform="translate({n * 18} 0) scale(.8)">{shapes.sample(kind, hexes=hexes)}</g>'
            for n, kind in enumerate(kinds)
        )
        at = f"{short(x)} {short(top + count * LINE)}"
        most = max(12, int((width - x - samples) / 6.4))
        lines = wrap(text, most) if x + wide > width + 14 else [text]
        parts.append(f'<g class="mark" transform="translate({at})">{drawn}')
        parts += [
            f'<text class="leg" x="{samples - 6}" y="{short(4 + n * LINE)}">'
            f"{plain_text(line)}</text>"
            for n, line in enumerate(lines)
        ]
        parts[-1] += "</g>"
        x += wide
        count += len(lines) - 1
    return parts, count + 1


def marks(board_view: BoardView, options: PictureOptions) -> Iterator[shapes.Meaning]:
    """Yield the meanings of the marks in a picture."""
    level = board_view.game.board.levels
    if board_view.last:
        on_level = {level[start] == level[end] for start, end in board_view.last}
        kinds_of_last = (
            kind for kind, same in (("arrow", True), ("end", False)) if same in on_level
        )
        yield ("last", *kinds_of_last), "the last move"
    by = {level[cell] == level[royal] for royal, cells in board_view.checks for cell in cells}
    if by:
        yield ("check",), "is in check"
        yield tuple(kind for kind, same in (("by", True), ("far", False)) if same in by), "gives it"
    kinds = set(options.marks.values())
    yield from (((kind,), text) for kind, text in REACH.items() if kind in kinds)
    yield from cells(board_view.game, bindings=options.bound is not None)


def cells(game: CompiledVariant, *, bindings: bool = False) -> Iterator[shapes.Meaning]:
    """Yield the meanings of the colours and borders of a board."""
    plan = plan_of(game)
    fills = {fill for pair in shapes.shades(game) for fill in pair if fill} if not bindings else ()
    flat = len({*game.board.levels}) == 1
    colours = dict(shapes.meanings("colour")) | dict(shapes.meanings("squares") if flat else ())
    for (first,), text in colours.items():
        classes = tuple(sorted(fill for fill in fills if fill[0] == first))
        if len(classes) > 1:
            yield tuple(f"c {fill}" for fill in classes), text
    if any(True for _ in plan.walls()):
        camps = any(name.endswith("Subcamp") for name in game.board.regions)
        yield ("w",), "border of the Drum" + (" and the Subcamps" if camps else "")
    if any(True for _ in plan.ghosts()):
        yield ("g",), "not a cell of this level"

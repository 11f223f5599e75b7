"""Picture: a scene as a standalone SVG, without script and without reference to anything else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from textwrap import wrap
from typing import NamedTuple

from aofref.judge.scene import Range, Scene
from aofref.report import drawings
from aofref.report.caption import Caption
from aofref.report.layout import LANDSCAPE, PORTRAIT, UNIT, Layout, lay
from aofref.report.plan import Plan, Point, bonds
from aofref.variants.model import Shading

ARMIES = ("#1d4f9f", "#a8430b", "#17703a", "#7a2a86")
TWO = ("#fffdf6", "#26262b")
LINE = 17.0


class Look(NamedTuple):
    """How a scene is to be drawn: a name in every cell, drawings for letters, colours of a binding.

    `bindings` gives for each cell its class, -1 for a cell that the piece never stands on; `reach`
    marks what a piece may do.
    """

    stacked: bool = False
    cells: bool = False
    drawings: bool = False
    bindings: tuple[int, ...] | None = None
    binding: str = ""
    reach: Range | None = None


def svg(scene: Scene, plan: Plan, caption: Caption, look: Look | None = None) -> str:
    """Draw a scene with its caption and legend."""
    look = look or Look()
    layout = lay(plan, stacked=look.stacked, room=(len(caption.lines) + 5) * LINE)
    head = list(_head(caption, layout.width))
    top = (len(head) + 0.6) * LINE + 8
    foot = list(_legend(scene, caption, look, layout.width, top + layout.height + LINE))
    width = layout.width
    height = top + layout.height + LINE * (_rows(scene, caption, look, width) + 1)
    scale = max(min(w / width, h / height) for w, h in (PORTRAIT, LANDSCAPE))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width * scale)}mm" height="{_n(height * scale)}mm" '
        'role="img" aria-labelledby="title desc">',
        f'<title id="title">{_text(caption.title)}</title>',
        f'<desc id="desc">{_text(" ".join(caption.lines))}</desc>',
        f"<style>{style(scene)}</style>",
        f"<defs>{definitions(scene, layout, look)}</defs>",
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="#fff"/>',
    ]
    parts += [
        f'<text class="{kind}" x="10" y="{_n(22 + n * LINE)}">{_text(line)}</text>'
        for n, (kind, line) in enumerate(head)
    ]
    parts.append(f'<g transform="translate(0 {_n(top)})">')
    parts += board(scene, layout, look)
    parts += ["</g>", *foot, "</svg>"]
    return "\n".join(parts) + "\n"


def style(scene: Scene) -> str:
    """Give the rules of colours and letters."""
    return STYLE + armies(scene.game.two_players)


def armies(two: bool) -> str:
    """Give the rules of the armies' colours, of two armies or of four."""
    colours = TWO if two else ARMIES
    inks = ("#111", "#fff") if two else ("#fff",) * 4
    return "".join(
        f".a{n}{{fill:{c};stroke:{'#222' if two else '#fff'}}}.i{n}"
        f"{{fill:{ink};color:{ink};stroke:none}}"
        for n, (c, ink) in enumerate(zip(colours, inks, strict=True))
    )


STYLE = (
    "svg text{font-family:'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#222}"
    ".head{font-size:16px;font-weight:bold}.line,.leg{font-size:12.5px}"
    ".lev{font-size:14px;font-weight:bold;fill:#444}"
    ".c{stroke:#8a8474;stroke-width:.7}"
    ".t0{fill:#f6eedb}.t1{fill:#ead9b5}.t2{fill:#fdfaf2}"
    ".u0{fill:#e3e8f0}.u1{fill:#cfd8e6}.u2{fill:#f4f6fa}"
    ".q0{fill:#fbdfc2}.q1{fill:#f3cfcf}.q2{fill:#d5e8cd}.q3{fill:#cfe1f3}"
    ".k0{fill:#d9c49a}.k1{fill:#f6eedb}"
    ".b0{fill:#8fbce6}.b1{fill:#f6b26b}.b2{fill:#93c47d}.b3{fill:#e69a9a}.b4{fill:#c6a6dd}"
    ".b5{fill:#ffe08a}.b6{fill:#9adbd2}.b7{fill:#d9b38c}.b8{fill:#c0c0c0}.bx{fill:#fff}"
    ".g{fill:none;stroke:#cfcabd;stroke-width:.6;stroke-dasharray:2 2}"
    ".w{fill:none;stroke:#8b5a2b;stroke-width:2.6;stroke-linecap:round}"
    ".up{fill:none;stroke:#b9b3a3;stroke-width:.8}"
    ".n{font-size:6.6px;text-anchor:middle;fill:#6b6558}"
    ".p{font-weight:bold;text-anchor:middle}"
    ".last{fill:none;stroke:#e0a800;stroke-width:3}.arrow{stroke:#c98f00;stroke-width:2.6;"
    "fill:none;opacity:.85}.tip{fill:#c98f00;opacity:.95}"
    ".check{fill:none;stroke:#d40000;stroke-width:3}"
    ".by{stroke:#d40000;stroke-width:1.6;stroke-dasharray:5 3;fill:none;opacity:.8}"
    ".go{fill:#0b8043;stroke:#fff;stroke-width:1}.take{fill:none;stroke:#d40000;stroke-width:2.6}"
    ".risk{stroke:#777;stroke-width:2.4;fill:none}.stop{fill:none;stroke:#555;stroke-width:2.2;"
    "stroke-dasharray:3 2}.self{fill:none;stroke:#0b8043;stroke-width:3}"
    ".men{pointer-events:none}"
)


def definitions(scene: Scene, layout: Layout, look: Look) -> str:
    """Define the shapes used: the cell, a token an army, a symbol a piece type."""
    cell = " ".join(f"{_n(x)},{_n(y)}" for x, y in layout.corners())
    found = [f'<polygon id="c" points="{cell}"/>']
    if scene.game.variant.shading is Shading.BOTH:
        inner = " ".join(f"{_n(x * 0.76)},{_n(y * 0.76)}" for x, y in layout.corners())
        found.append(f'<polygon id="d" points="{inner}"/>')
    found += [f'<path id="a{army}" d="{shape}"/>' for army, shape in enumerate(shapes(scene))]
    if look.drawings:
        names = sorted({man.name for man in scene.men if man})
        found += [drawings.symbol(name) for name in names]
    return "".join(found)


def shapes(scene: Scene) -> tuple[str, ...]:
    """Give the outline of each army's token, of half width 10: by it the army is told."""
    return _OUTLINES[: len(scene.game.letters)]


_OUTLINES = (
    "M-9.8 0A9.8 9.8 0 1 1 9.8 0A9.8 9.8 0 1 1-9.8 0Z",  # a disc
    "M-8.7-8.7H8.7V8.7H-8.7Z",  # a square
    "M0-12L12 0L0 12L-12 0Z",  # a diamond
    "M-9.4-9.2H9.4V2.6L0 11.2L-9.4 2.6Z",  # a shield
)


def board(scene: Scene, layout: Layout, look: Look) -> Iterator[str]:
    """Draw the levels, the last move, the checks and the men."""
    plan, names = layout.plan, scene.game.board.names
    spots = [layout.spot(cell) for cell in range(len(names))]
    if layout.stacked:
        yield f'<path class="up" d="{uprights(layout)}"/>'
    yield "".join(
        f'<text class="lev" x="{_n(x)}" y="{_n(y)}">level {_text(level)}</text>'
        for level, (x, y) in zip(plan.levels, layout.titles, strict=True)
    )
    ghosts = (layout.at(level, point) for level, point in plan.ghosts())
    yield "".join(f'<use href="#c" class="g" x="{_n(x)}" y="{_n(y)}"/>' for x, y in ghosts)
    fills = shades(scene) if look.bindings is None else _bound(look.bindings)
    for cell, (x, y) in enumerate(spots):
        outer, inner = fills[cell]
        at = f'x="{_n(x)}" y="{_n(y)}"'
        yield f'<use href="#c" class="c {outer}" {at}><title>{_told(scene, cell)}</title></use>'
        if inner:
            yield f'<use href="#d" class="{inner} men" {at}/>'
    yield f'<path class="w" d="{walls(layout)}"/>'
    yield f'<g class="men">{"".join(_names(scene, layout, spots, look))}'
    yield "".join(_under(scene, layout, spots))
    yield "".join(_men(scene, layout, spots, look))
    yield "".join(_over(scene, layout, spots, look))
    yield "</g>"


def shades(scene: Scene) -> list[tuple[str, str]]:
    """Give each cell's class of colour, and that of its inside where a cell has two."""
    game, found = scene.game, []
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


def _bound(classes: tuple[int, ...]) -> list[tuple[str, str]]:
    return [(f"b{n % 9}" if n >= 0 else "bx", "") for n in classes]


def uprights(layout: Layout) -> str:
    """Draw the upright lines that join the outermost columns of the levels."""
    plan, last = layout.plan, len(layout.plan.levels) - 1
    found = []
    for point in _hull(set(plan.points)):
        (x, low), (_, high) = layout.at(0, point), layout.at(last, point)
        found.append(f"M{_n(x)} {_n(low)}V{_n(high)}")
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


def walls(layout: Layout) -> str:
    """Draw the borders of the Drum and the Subcamps."""
    return wall_path(layout, layout.plan.walls())


def wall_path(layout: Layout, borders: Iterable[tuple[int, Point, Point]]) -> str:
    """Draw borders, each given by the place of its level and both ends."""
    found = []
    for level, a, b in borders:
        (ax, ay), (bx, by) = layout.at(level, a), layout.at(level, b)
        found.append(f"M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}")
    return "".join(found)


def _names(scene: Scene, layout: Layout, spots: list[Point], look: Look) -> Iterator[str]:
    """Write the names of cells: all, or those of the rim and of its level's."""
    low = name_drop(layout)
    rims = layout.plan.rims()
    for cell, (x, y) in enumerate(spots):
        if look.cells or rims[cell]:
            name = scene.game.board.names[cell]
            yield f'<text class="n" x="{_n(x)}" y="{_n(y + low)}">{name}</text>'


def lift(layout: Layout) -> float:
    """Give how far over the centre of its cell a token stands, to leave room for the name."""
    return -1.5 if layout.stacked else -3.0


def name_drop(layout: Layout) -> float:
    """Give how far under its centre the name of a cell stands."""
    if layout.stacked:
        return UNIT * layout.flatten * (0.48 if layout.plan.pointy else 0.46)
    return UNIT * 0.455


def _told(scene: Scene, cell: int) -> str:
    man, name = scene.men[cell], scene.game.board.names[cell]
    if man is None:
        return name
    return f"{name}: {scene.game.variant.armies[man.army].name} {man.name} ({man.code})"


def _under(scene: Scene, layout: Layout, spots: list[Point]) -> Iterator[str]:
    for cell in scene.last or ():
        yield _use("c", "last", spots[cell])
    if scene.last is not None:
        yield arrow(spots[scene.last[0]], spots[scene.last[1]], layout.token)[0]
    for found in scene.checks:
        for cell in found.attackers:
            (ax, ay), (bx, by) = spots[cell], spots[found.royal]
            yield f'<path class="by" d="M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}"/>'
        yield _use("c", "check", spots[found.royal])


def _use(shape: str, kind: str, at: Point) -> str:
    return f'<use href="#{shape}" class="{kind}" x="{_n(at[0])}" y="{_n(at[1])}"/>'


def _men(scene: Scene, layout: Layout, spots: list[Point], look: Look) -> Iterator[str]:
    size = layout.token / 10
    for cell, man in enumerate(scene.men):
        if man is not None:
            x, y = spots[cell]
            yield f'<g transform="translate({_n(x)} {_n(y + lift(layout))}) scale({_n(size)})">'
            yield token(scene, man.army, man.code, man.name, drawn=look.drawings)
            yield "</g>"


def token(scene: Scene, army: int, code: str, name: str, *, drawn: bool) -> str:
    """Draw a piece of half width 10: the token of its army, its letters or its drawing."""
    shape = f'<use href="#a{army}" class="a{army}"/>'
    if drawn:
        return f'{shape}<use href="#{drawings.ident(name)}" class="i{army}"/>'
    size = 8.2 if len(code) > 1 else 10.5
    return f'{shape}<text class="p i{army}" font-size="{size}" y="{_n(size * 0.36)}">{code}</text>'


def _over(scene: Scene, layout: Layout, spots: list[Point], look: Look) -> Iterator[str]:
    if scene.last is not None:
        yield arrow(spots[scene.last[0]], spots[scene.last[1]], layout.token)[1]
    if look.reach is not None:
        for cell, kind in reach_marks(look.reach).items():
            yield mark(kind, spots[cell])


def arrow(start: Point, end: Point, token: float) -> tuple[str, str]:
    """Draw the line and the tip of an arrow between two cells, short of the token at its end."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip = max(length - token, length * 0.6)
    x, y = ax + ux * tip, ay + uy * tip
    back = (x - ux * 9, y - uy * 9)
    left = (back[0] - uy * 5, back[1] + ux * 5)
    right = (back[0] + uy * 5, back[1] - ux * 5)
    points = " ".join(f"{_n(px)},{_n(py)}" for px, py in ((x, y), left, right))
    return (
        f'<path class="arrow" d="M{_n(ax)} {_n(ay)}L{_n(back[0])} {_n(back[1])}"/>',
        f'<polygon class="tip" points="{points}"/>',
    )


def reach_marks(found: Range) -> Mapping[int, str]:
    """Give the mark of every cell that bears on what a piece may do."""
    marks = dict.fromkeys(found.blockers, "stop")
    marks |= dict.fromkeys(found.exposing, "risk")
    marks |= dict.fromkeys(found.moves, "go")
    marks |= dict.fromkeys(found.captures, "take")
    marks[found.origin] = "self"
    return marks


def mark(kind: str, at: Point) -> str:
    """Draw a mark on a cell."""
    x, y = _n(at[0]), _n(at[1])
    match kind:
        case "go":
            return f'<circle class="go" cx="{x}" cy="{y}" r="5"/>'
        case "risk":
            return f'<path class="risk" d="M{x} {y}m-5-5l10 10m0-10l-10 10"/>'
        case "take":
            return _use("c", "take", at)
        case _:
            return _use("c", kind, at)


# Words ------------------------------------------------------------------------------------------

_KEY = {
    "self": "the piece",
    "go": "goes to",
    "take": "captures on",
    "stop": "is stopped by",
    "risk": "would expose its King",
}


def _head(caption: Caption, width: float) -> Iterator[tuple[str, str]]:
    """Give the lines over the board, each with its class, broken to its width."""
    most = max(20, int((width - 20) / 6.4))
    for part in wrap(
        caption.title, max(20, int((width - 20) / 9.2)), max_lines=3, placeholder=" …"
    ):
        yield "head", part
    for line in caption.lines:
        yield from (("line", part) for part in wrap(line, most))


def _rows(scene: Scene, caption: Caption, look: Look, width: float) -> int:
    across = _across(width)
    rows = -(-len(caption.armies) // across) + bool(look.reach) + bool(look.binding)
    if look.drawings:
        rows += -(-len(_types(scene)) // int(width // _NAMED))
    return rows


_NAMED = 124.0
"""How wide a drawing and the name of its piece type are."""


def _types(scene: Scene) -> dict[str, tuple[int, str]]:
    """Give the piece types on the board by name, each with an army that has it, and its code."""
    found: dict[str, tuple[int, str]] = {}
    for man in scene.men:
        if man is not None:
            found.setdefault(man.name, (man.army, man.code))
    return dict(sorted(found.items()))


def _drawn_types(scene: Scene, width: float, top: float) -> Iterator[str]:
    """Say which drawing is which piece type."""
    across = int(width // _NAMED)
    for n, (name, (army, code)) in enumerate(_types(scene).items()):
        row, column = divmod(n, across)
        at = f"{_n(20 + column * (width - 20) / across)} {_n(top + row * LINE)}"
        yield f'<g transform="translate({at})"><g transform="scale(.72)">'
        yield token(scene, army, code, name, drawn=True)
        yield f'</g><text class="leg" x="13" y="4">{code} {name}</text></g>'


def _across(width: float) -> int:
    return max(1, int(width // 260))


def _legend(scene: Scene, caption: Caption, look: Look, width: float, top: float) -> Iterator[str]:
    across = _across(width)
    for n, army in enumerate(caption.armies):
        row, column = divmod(n, across)
        x, y = 20 + column * (width - 10) / across, top + row * LINE
        dim = "" if army.living else ' opacity=".4"'
        yield f'<g transform="translate({_n(x)} {_n(y)})"{dim}><g transform="scale(.72)">'
        yield token(scene, n, army.letter, "", drawn=False)
        weight = ' font-weight="bold"' if army.to_move else ""
        text = _cut(army.text, width / across - 20)
        yield f'</g><text class="leg" x="13" y="4"{weight}>{_text(text)}</text></g>'
    y = top + -(-len(caption.armies) // across) * LINE
    if look.binding:
        yield f'<text class="leg" x="10" y="{_n(y + 4)}">{_text(look.binding)}</text>'
        y += LINE
    if look.drawings:
        yield from _drawn_types(scene, width, y)
        y += -(-len(_types(scene)) // int(width // _NAMED)) * LINE
    if look.reach is not None:
        step = max(90.0, (width - 20) / 5)
        kinds = set(reach_marks(look.reach).values())
        for n, (kind, text) in enumerate((k, t) for k, t in _KEY.items() if k in kinds):
            x = 20 + n * step
            shown = mark(kind, (0, 0))
            yield f'<g transform="translate({_n(x)} {_n(y)})"><g transform="scale(.45)">{shown}</g>'
            yield f'<text class="leg" x="12" y="4">{text}</text></g>'


def _cut(text: str, width: float) -> str:
    most = max(12, int(width / 6.6))
    return text if len(text) <= most else text[: most - 1] + "…"


def _text(text: str) -> str:
    """Escape a text, and leave out what XML has no place for."""
    return escape("".join(c for c in text if c >= " " and c not in "\x7f\ufffe\uffff"))


def _n(value: float) -> str:
    """Write a number shortly."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text

"""Shapes: the pieces, marks and colours that pictures are made of."""

import math
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from html import escape

from aofref.games.model import Shading
from aofref.report.svg.plan import Point, bonds
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line, resource_rows, resource_text, some


class Theme(StrEnum):
    """The medium of a picture: a screen, or print in black and white."""

    COLOR = "color"
    PRINT = "print"


@lru_cache(maxsize=8)
def bound(game: CompiledVariant, kind: int, army: int) -> tuple[tuple[int, ...], str]:
    """Return the binding of each cell, -1 where no move leads, and a line of legend."""
    from aofref.rules import parts

    if army < 0:
        army = next((a for a in game.armies if kind in game.array[a].values()), 0)
    bindings = parts.bindings(game, army, kind)
    count, none = max(bindings, default=-1) + 1, bindings.count(-1)
    name = f"{game.variant.armies[army].called} {game.types[kind].name}"
    note = f"Bindings of the {name}, from any cell: {count}"
    if not none:
        return bindings, f"{note}."
    are = "is" if none == 1 else "are"
    return bindings, f"{note}; {some(none, 'cell')} that it never enters {are} white."


@cache
def css(name: str) -> str:
    """Read a style beside this module, on one line."""
    return resource_text(__name__, name).replace("\n", "")


STYLE = css("screen.css")
# of whole pictures; the names of a page are styled by its theme
_APART = re.compile(r"(svg text|\.(head|line,\.leg,\.caption|up|stop|axis text|lev|n))\{.*?\}")
_COLOUR = re.compile(r"\.([a-z][0-9x])\{[^}]*\}")  # the rule of a colour of cells
# The signs of the armies, of half width 10, all different.
OUTLINES = [outline for _, outline in resource_rows(__name__, "signs.tsv")]


def small_style(game: CompiledVariant) -> str:
    """Write the style of levels and pieces alone, without the colours of other boards."""
    own = {colour for both in shades(game) for colour in both}
    style = _COLOUR.sub(lambda rule: rule[0] if rule[1] in own else "", _APART.sub("", STYLE))
    return style + armies(game.two_players)


def style(game: CompiledVariant, theme: str) -> str:
    """Write the style of colours and letters."""
    if theme == Theme.PRINT:
        return css("print.css")
    return STYLE + armies(game.two_players)


def armies(two: bool) -> str:
    """Write the style of the armies' colours, of two armies or of four: of a sign and of a piece.

    A piece has its rim and inner lines in `stroke`, all else in `fill` and `color`, so that one
    symbol serves all armies.  White's rim is dark and wide, a light one is thin.
    """
    return css("two.css" if two else "four.css")


# Our own drawings: each lies around (0, 0) and within 8 of it, as a body, strokes and inner lines.
DRAWINGS = {name: tuple(paths) for name, *paths in resource_rows(__name__, "drawings.tsv")}
"""The body, the strokes and the inner lines of piece types, by name."""


def drawing_id(name: str) -> str:
    """Return the id of a type's symbol; empty for a type without one."""
    return f"d-{name.lower()}" if name in DRAWINGS else ""


def drawings(names: Iterable[str]) -> str:
    """Write the symbols of types that have one, in the colours of their use: first the rim."""
    symbols = []
    for name in dict.fromkeys(name for name in names if name in DRAWINGS):
        body, strokes, lines = DRAWINGS[name]
        paths = (("ol", body), ("os", strokes), ("fl", body), ("pn", strokes), ("dt", lines))
        inside = "".join(f'<path class="{kind}" d="{path}"/>' for kind, path in paths if path)
        symbols.append(f'<symbol id="{drawing_id(name)}" overflow="visible">{inside}</symbol>')
    return "".join(symbols)


def tokens(game: CompiledVariant) -> str:
    """Write the definition of each army's sign, of half width 10."""
    return "".join(f'<path id="a{army}" d="{OUTLINES[army]}"/>' for army in game.armies)


def badge(game: CompiledVariant, army: int) -> str:
    """Draw an army, of half width 10: one of two by its colour, of four by its sign and letter."""
    if game.two_players:
        return f'<use xlink:href="#a0" class="a{army}"/>'
    text = f'<text class="badge" y="{"4446"[army]}">{plain_text(game.letters[army])}</text>'
    return f'<use xlink:href="#a{army}" class="a{army}"/>{text}'


FIGURE = {True: "scale(1.27)", False: "scale(1.15)translate(-.5 -.7)"}
"""How a drawing fits a piece of half width 10: of two armies, or of more, with a sign beside it."""
SIGN = "translate(7.6 7.6)scale(.36)"


def token(game: CompiledVariant, piece: int, *, drawn: bool = True) -> str:
    """Draw a piece of half width 10: its drawing or its letters, and of four armies a sign."""
    army, code, two = game.army_of[piece], game.code(piece), game.two_players
    if drawn and (symbol := drawing_id(game.type_of(piece).name)):
        man = f'<use xlink:href="#{symbol}" class="i{army}" transform="{FIGURE[two]}"/>'
    else:
        size = 12 if len(code) > 1 else 17
        at = f'class="p i{army}" font-size="{size}" y="{short(size * 0.36)}"'
        man = f"<text {at}>{plain_text(code)}</text>"
    sign = f'<use xlink:href="#a{army}" class="a{army} sign" transform="{SIGN}"/>'
    return man if two else man + sign


def at_corners(name: str, drawing: str, points: Sequence[Point]) -> str:
    """Draw a drawing, by a name, at many points: the corners of a path that is not drawn."""
    ends = "".join(f' marker-{place}="url(#m-{name})"' for place in ("start", "mid", "end"))
    return (
        f'<marker id="m-{name}" overflow="visible" markerUnits="userSpaceOnUse">{drawing}</marker>'
        f'<path fill="none"{ends} d="{_through(points)}"/>'
    )


def _through(points: Sequence[Point]) -> str:
    """Write a path through points, from each to the next, so that it has few digits."""
    (left, top), *rest = [(round(10 * x), round(10 * y)) for x, y in points]
    parts = [f"M{left / 10:g} {top / 10:g}"]
    for x, y in rest:
        aside, down = f"{(x - left) / 10:g}", f"{(y - top) / 10:g}"
        parts.append(f"v{down}" if x == left else f"h{aside}" if y == top else f"l{aside} {down}")
        left, top = x, y
    return "".join(parts)


def use(kind: str, at: Point) -> str:
    """Draw the shape of a cell, with a class, at a point."""
    return f'<use xlink:href="#c" class="{kind}" x="{short(at[0])}" y="{short(at[1])}"/>'


def ring(at: Point, radius: float) -> str:
    """Draw the ring around the token of a royal piece in check."""
    return f'<circle class="check" cx="{short(at[0])}" cy="{short(at[1])}" r="{short(radius)}"/>'


def ends(*cells: Point) -> str:
    """Number cells from 1: the ends of a move from one level to another."""
    return "".join(
        f'<g class="end" transform="translate({short(at[0] + 11)} {short(at[1] - 13)})">'
        f'<circle r="6"/><text y="3">{number}</text></g>'
        for number, at in enumerate(cells, 1)
    )


def arrow(start: Point, end: Point, token: float, aside: float = 0) -> tuple[str, str]:
    """Draw the line and the tip of an arrow between two cells, short of the token at its end.

    It lies `aside` to the left of the line from centre to centre.
    """
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / length, (by - ay) / length
    ax, ay = ax + uy * aside, ay - ux * aside
    tip = max(length - token, length * 0.6)
    x, y = ax + ux * tip, ay + uy * tip
    back = (x - ux * 9, y - uy * 9)
    left = (back[0] - uy * 5, back[1] + ux * 5)
    right = (back[0] + uy * 5, back[1] - ux * 5)
    points = " ".join(f"{short(px)},{short(py)}" for px, py in ((x, y), left, right))
    return (
        f'<path class="arrow" d="M{short(ax)} {short(ay)}L{short(back[0])} {short(back[1])}"/>',
        f'<polygon class="tip" points="{points}"/>',
    )


def aside(walks: Sequence[tuple[int, int]]) -> float:
    """Return how far arrows lie beside their lines: in castling two pieces pass each other."""
    return 7 if len(walks) > 1 else 0


Meaning = tuple[tuple[str, ...], str]
"""A line of a legend: the kinds of marks, each a class of the style, and their meaning."""


@cache
def meanings(of: str) -> tuple[Meaning, ...]:
    """Return the meanings of the marks that marks.tsv has under a name, in order."""
    rows = resource_rows(__name__, "marks.tsv")
    return tuple((tuple(kinds.split()), text) for name, kinds, text in rows if name == of)


def mark(kind: str, at: Point) -> str:
    """Draw a mark on a cell."""
    x, y = short(at[0]), short(at[1])
    match kind:
        case "go":
            return f'<circle class="go" cx="{x}" cy="{y}" r="5"/>'
        case "risk":
            return f'<path class="risk" d="M{x} {y}m-5-5l10 10m0-10l-10 10"/>'
        case _:
            return use(kind, at)


@cache
def samples(of: str) -> dict[str, str]:
    """Return the marks around (0, 0), for a legend, that samples.tsv has under a name, by kind."""
    rows = resource_rows(__name__, "samples.tsv")
    return {kind: drawing for name, kind, drawing in rows if name == of}


def sample(kind: str, *, hexes: bool) -> str:
    """Draw a sample of a mark, within 10 of (0, 0), for a legend."""
    cell = "M0-9L8-4.5V4.5L0 9L-8 4.5V-4.5Z" if hexes else "M-8-8H8V8H-8Z"
    return samples("picture").get(kind) or f'<path class="{kind}" d="{cell}"/>'


@lru_cache(maxsize=32)
def shades(game: CompiledVariant) -> Sequence[tuple[str, str]]:
    """Return the colour class of each cell, and of its inside, empty if it has one colour."""
    fills = []
    for (third, quarter), at in zip(bonds(game), game.board.cells, strict=True):
        match game.variant.shading:
            case Shading.CHEQUERED:
                fills.append((f"k{third}", ""))
            case Shading.BOTH:
                fills.append((f"t{third}", f"q{quarter}"))
            case Shading.THIRDS:
                other = at[2] % 2 == 0 and len({*game.board.levels}) > 1
                fills.append((f"{'tu'[other]}{third}", ""))
            case shading:
                in_thirds = (at[2] % 2 == 0) is (shading is Shading.ODD_QUARTERS)
                fills.append((f"t{third}" if in_thirds else f"q{quarter}", ""))
    return fills


def plain_text(text: str) -> str:
    """Escape a text on one line, without characters that XML forbids."""
    return escape(on_one_line(text).replace("\ufffe", "").replace("\uffff", ""))


def short(value: float) -> str:
    """Write a number with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


# Hatching: in pictures for print, lines in place of the colours of cells -------


@cache
def _hatching() -> dict[str, tuple[list[float], float]]:
    """Return the hatching of each class of cells: directions, in degrees, and distance of lines."""
    rows = resource_rows(__name__, "hatching.tsv")
    return {kind: ([*map(float, angles.split())], float(apart)) for kind, angles, apart in rows}


def hatching(kind: str, shape: str) -> str:
    """Return the id of the lines in a cell (`c`) or its inside (`d`); empty for none."""
    return f"h{shape}-{kind}" if kind in _hatching() else ""


def hatched(kind: str, shape: str, corners: list[Point]) -> str:
    """Write the lines of a class of cells, between the sides of a shape around (0, 0)."""
    angles, apart = _hatching()[kind]
    path = ""
    for angle in map(math.radians, angles):
        sine, cosine = math.sin(angle), math.cos(angle)
        most = int(max(abs(y * cosine - x * sine) for x, y in corners) / apart)
        for step in range(-most, most + 1):
            crossings = []
            for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
                a = ay * cosine - ax * sine - step * apart
                b = by * cosine - bx * sine - step * apart
                if (a < 0) != (b < 0):
                    part = a / (a - b)
                    crossings.append((ax + (bx - ax) * part, ay + (by - ay) * part))
            if len(crossings) == 2:
                (ax, ay), (bx, by) = sorted(crossings, key=lambda at: at[0] * cosine + at[1] * sine)
                path += f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
    return f'<path id="{hatching(kind, shape)}" d="{path}"/>'

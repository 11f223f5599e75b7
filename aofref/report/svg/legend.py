"""Legend: the words over and under a picture."""

from collections.abc import Iterator
from textwrap import wrap

from aofref.geometry import HexPrism
from aofref.judge.analysis.view import BoardView
from aofref.report.svg.plan import plan_of
from aofref.report.svg.shapes import Look, plain_text, sample, shades, short, token
from aofref.report.text.board import REACH
from aofref.report.text.caption import Caption
from aofref.rules.compiled_variant import CompiledVariant

LINE = 17.0
_NAMED = 124.0  # how wide a drawing and the name of its piece type are


def head(caption: Caption, width: float) -> Iterator[tuple[str, str]]:
    """Break the lines over the board to its width, each with its class."""
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
    board_view: BoardView, caption: Caption, look: Look, width: float, top: float
) -> tuple[list[str], int]:
    """Draw the legend, and count its lines: the armies, the binding, the drawings, the marks."""
    across = max(1, int(width // 260))
    parts: list[str] = []
    for n, army in enumerate(caption.armies):
        row, column = divmod(n, across)
        x, y = 20 + column * (width - 10) / across, top + row * LINE
        dim = "" if army.living else ' opacity=".4"'
        weight = ' font-weight="bold"' if army.to_move else ""
        text, most = army.text, max(12, int((width / across - 20) / 6.6))
        text = text if len(text) <= most else text[: most - 1] + "…"
        parts += [
            f'<g transform="translate({short(x)} {short(y)})"{dim}><g transform="scale(.72)">',
            token(n, army.letter, "", drawn=False),
            f'</g><text class="leg" x="13" y="4"{weight}>{plain_text(text)}</text></g>',
        ]
    count = -(-len(caption.armies) // across)
    if look.binding:
        y = top + count * LINE + 4
        parts.append(f'<text class="leg" x="10" y="{short(y)}">{plain_text(look.binding)}</text>')
        count += 1
    if look.drawings:
        types: dict[str, tuple[int, str]] = {}  # each with an army that has it, and its code
        for piece in filter(None, board_view.pieces):
            types.setdefault(piece.name, (piece.army, piece.code))
        across = int(width // _NAMED)
        for n, (name, (owner, code)) in enumerate(sorted(types.items())):
            row, column = divmod(n, across)
            x, y = 20 + column * (width - 20) / across, top + (count + row) * LINE
            parts += [
                f'<g transform="translate({short(x)} {short(y)})"><g transform="scale(.72)">',
                token(owner, code, name, drawn=True),
                f'</g><text class="leg" x="13" y="4">{plain_text(f"{code} {name}")}</text></g>',
            ]
        count += -(-len(types) // across)
    hexes, x = isinstance(board_view.game.board.lattice, HexPrism), 20.0
    for kinds, text in marks(board_view, look):
        wide = 18 * len(kinds) + 6.4 * len(text) + 14
        if x > 20 and x + wide > width:
            x, count = 20.0, count + 1
        drawn = "".join(
            f'<g transform="translate({n * 18} 0) scale(.8)">{sample(kind, hexes=hexes)}</g>'
            for n, kind in enumerate(kinds)
        )
        at = f"{short(x)} {short(top + count * LINE)}"
        parts += [
            f'<g class="mark" transform="translate({at})">{drawn}',
            f'<text class="leg" x="{18 * len(kinds) - 6}" y="4">{plain_text(text)}</text></g>',
        ]
        x += wide
    return parts, count + 1


MarkMeaning = tuple[tuple[str, ...], str]
"""A line of a legend: the kinds of marks, each a class of the style, and what they mean."""


def marks(board_view: BoardView, look: Look) -> Iterator[MarkMeaning]:
    """Say what the marks of a picture mean, as far as it has them."""
    level = board_view.game.board.levels
    if board_view.last is not None:
        start, end = board_view.last
        on_level = level[start] == level[end]
        yield ("last", "arrow" if on_level else "end"), "the last move"
    by = {level[cell] == level[at.royal] for at in board_view.checks for cell in at.attackers}
    if by:
        yield ("check",), "is in check"
        yield tuple(kind for kind, same in (("by", True), ("far", False)) if same in by), "gives it"
    kinds = set((look.marks or {}).values())
    yield from (((kind,), text) for kind, text in REACH.items() if kind in kinds)
    yield from cells(board_view.game, bindings=look.bindings is not None)


def of_play(*, levels: bool) -> Iterator[MarkMeaning]:
    """Say what a page marks of what was played, on a board with one level or several."""
    yield ("last", "arrow"), "the last move"
    if levels:
        yield ("last", "end"), "the last move, from 1 to 2, between levels"
    yield ("check", "by"), "a royal piece in check, and what gives it"
    if levels:
        yield ("far",), "what gives check or attacks from another level"


def of_a_choice(*, levels: bool) -> Iterator[MarkMeaning]:
    """Say what a page marks when its reader chooses a piece, and a move."""
    yield ("self",), "the piece that was chosen"
    yield ("go",), "it may go there"
    yield ("take",), "it captures there"
    yield ("risk",), "it would leave its King in check"
    if levels:
        yield ("beside",), "the same column on another level"
    yield ("chosen",), "the move that is written"
    yield ("refused",), "a move that is refused"


def cells(game: CompiledVariant, *, bindings: bool = False) -> Iterator[MarkMeaning]:
    """Say what the colours and the lines of a board mean."""
    plan = plan_of(game)
    fills = {fill for pair in shades(game) for fill in pair if fill} if not bindings else ()
    for first, text in _COLOURS.items():
        classes = tuple(sorted(fill for fill in fills if fill[0] == first))
        if len(classes) > 1:
            yield tuple(f"c {fill}" for fill in classes), text
    if any(True for _ in plan.walls()):
        camps = any(name.endswith("Subcamp") for name in game.board.regions)
        yield ("w",), "border of the Drum" + (" and the Subcamps" if camps else "")
    if any(True for _ in plan.ghosts()):
        yield ("g",), "not a cell of this level"


_COLOURS = {  # what cells of a colour have in common, by the letter that their classes begin with
    "k": "a step along a root-2 diagonal keeps the colour",
    "t": "a step along a hex diagonal keeps the colour",
    "u": "likewise, on the other level",
    "q": "two steps along one orthogonal keep the colour",
}

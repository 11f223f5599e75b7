"""Legend: the words over and under a picture."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from aofref.judge.analysis.view import BoardView
from aofref.report.svg.shapes import Look, mark, plain_text, short, token
from aofref.report.text.board import REACH
from aofref.report.text.caption import Caption

LINE = 17.0


_NAMED = 124.0
"""How wide a drawing and the name of its piece type are."""


def head(caption: Caption, width: float) -> Iterator[tuple[str, str]]:
    """Give the lines over the board, each with its class, broken to its width."""
    most = max(20, int((width - 20) / 6.4))
    for part in wrap(
        caption.title, max(20, int((width - 20) / 9.2)), max_lines=3, placeholder=" …"
    ):
        yield "head", part
    for line in caption.lines:
        yield from (("line", part) for part in wrap(line, most))


def under(caption: Caption, width: float, top: float) -> Iterator[str]:
    """Write a caption under a board: who plays, where, and what is to be seen."""
    players = " – ".join(army.player for army in caption.armies if army.player)
    whole = ". ".join(text.rstrip(".") for text in (players, caption.title, *caption.lines) if text)
    for n, line in enumerate(wrap(f"{whole}.", max(20, int((width - 20) / 7.4))), 1):
        yield f'<text class="caption" x="10" y="{short(top + n * LINE)}">{plain_text(line)}</text>'


def rows(board_view: BoardView, caption: Caption, look: Look, width: float) -> int:
    """Count the lines of the legend."""
    across = _across(width)
    rows = -(-len(caption.armies) // across) + bool(look.reach) + bool(look.binding)
    if look.drawings:
        rows += -(-len(_types(board_view)) // int(width // _NAMED))
    return rows


def legend(
    board_view: BoardView, caption: Caption, look: Look, width: float, top: float
) -> Iterator[str]:
    """Draw the legend: the armies, the binding, the drawings, the marks."""
    across = _across(width)
    for n, army in enumerate(caption.armies):
        row, column = divmod(n, across)
        x, y = 20 + column * (width - 10) / across, top + row * LINE
        dim = "" if army.living else ' opacity=".4"'
        yield f'<g transform="translate({short(x)} {short(y)})"{dim}><g transform="scale(.72)">'
        yield token(board_view, n, army.letter, "", drawn=False)
        weight = ' font-weight="bold"' if army.to_move else ""
        text = _cut(army.text, width / across - 20)
        yield f'</g><text class="leg" x="13" y="4"{weight}>{plain_text(text)}</text></g>'
    y = top + -(-len(caption.armies) // across) * LINE
    if look.binding:
        yield f'<text class="leg" x="10" y="{short(y + 4)}">{plain_text(look.binding)}</text>'
        y += LINE
    if look.drawings:
        yield from _drawn_types(board_view, width, y)
        y += -(-len(_types(board_view)) // int(width // _NAMED)) * LINE
    if look.reach is not None:
        step = max(90.0, (width - 20) / 5)
        kinds = set(look.reach.marks.values())
        for n, (kind, text) in enumerate((k, t) for k, t in REACH.items() if k in kinds):
            x = 20 + n * step
            yield f'<g transform="translate({short(x)} {short(y)})">'
            yield f'<g transform="scale(.45)">{mark(kind, (0, 0))}</g>'
            yield f'<text class="leg" x="12" y="4">{text}</text></g>'


def _drawn_types(board_view: BoardView, width: float, top: float) -> Iterator[str]:
    """Say which drawing is which piece type."""
    across = int(width // _NAMED)
    for n, (name, (army, code)) in enumerate(_types(board_view).items()):
        row, column = divmod(n, across)
        at = f"{short(20 + column * (width - 20) / across)} {short(top + row * LINE)}"
        yield f'<g transform="translate({at})"><g transform="scale(.72)">'
        yield token(board_view, army, code, name, drawn=True)
        yield f'</g><text class="leg" x="13" y="4">{plain_text(f"{code} {name}")}</text></g>'


def _types(board_view: BoardView) -> dict[str, tuple[int, str]]:
    """Give the piece types on the board by name, each with an army that has it, and its code."""
    found: dict[str, tuple[int, str]] = {}
    for piece in board_view.pieces:
        if piece is not None:
            found.setdefault(piece.name, (piece.army, piece.code))
    return dict(sorted(found.items()))


def _across(width: float) -> int:
    return max(1, int(width // 260))


def _cut(text: str, width: float) -> str:
    most = max(12, int(width / 6.6))
    return text if len(text) <= most else text[: most - 1] + "…"

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
        text = _cut(army.text, width / across - 20)
        parts += [
            f'<g transform="translate({short(x)} {short(y)})"{dim}><g transform="scale(.72)">',
            token(board_view, n, army.letter, "", drawn=False),
            f'</g><text class="leg" x="13" y="4"{weight}>{plain_text(text)}</text></g>',
        ]
    count = -(-len(caption.armies) // across)
    if look.binding:
        y = top + count * LINE + 4
        parts.append(f'<text class="leg" x="10" y="{short(y)}">{plain_text(look.binding)}</text>')
        count += 1
    if look.drawings:
        parts += _drawn_types(board_view, width, top + count * LINE)
        count += -(-len(_types(board_view)) // int(width // _NAMED))
    if look.reach is not None:
        step, y = max(90.0, (width - 20) / 5), top + count * LINE
        kinds = set(look.reach.marks.values())
        for n, (kind, text) in enumerate((k, t) for k, t in REACH.items() if k in kinds):
            parts += [
                f'<g transform="translate({short(20 + n * step)} {short(y)})">',
                f'<g transform="scale(.45)">{mark(kind, (0, 0))}</g>',
                f'<text class="leg" x="12" y="4">{text}</text></g>',
            ]
        count += 1
    return parts, count


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


def _cut(text: str, width: float) -> str:
    most = max(12, int(width / 6.6))
    return text if len(text) <= most else text[: most - 1] + "…"

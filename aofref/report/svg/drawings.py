"""Drawings: a simple picture of every piece type, our own, one SVG symbol a type.

Each lies around (0, 0) and within 7 of it, as a filled path and a stroked one.
"""

from __future__ import annotations

from aofref.text import own_text

DRAWINGS = {
    name: (filled, stroked)
    for name, filled, stroked in (
        line.split("\t") for line in own_text(__name__, "drawings.tsv").splitlines()
    )
}
"""Piece types by name: what is filled, and what is stroked."""


def ident(name: str) -> str:
    """Give the id of a type's symbol."""
    return f"d-{name.lower()}"


def symbol(name: str) -> str:
    """Give the symbol of a type, in the colour of where it is used."""
    filled, stroked = DRAWINGS[name]
    inside = f'<path fill-rule="evenodd" d="{filled}"/>' if filled else ""
    if stroked:
        inside += (
            f'<path d="{stroked}" fill="none" stroke="currentColor" stroke-width="1.35" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return f'<symbol id="{ident(name)}" overflow="visible">{inside}</symbol>'

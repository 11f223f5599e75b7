"""Trial: the script of a rulebook, with which its reader tries a piece on any cell."""

from __future__ import annotations

from typing import Any

from aofref.report.page import data, ways
from aofref.report.svg import rulebook as svg
from aofref.rules.compiled_variant import CompiledVariant

SCRIPTS = ("digits", "cells", "mover", "trial")  # the parts of the script, in order


def given(game: CompiledVariant) -> dict[str, Any]:
    """Write what the script needs: the board, how its pieces go, where cells lie on drawings."""
    return {
        **data.of_cells(game),
        "ways": ways.of_pieces(game),
        "spots": list(svg.places(game).values()),
        "missing": svg.missing_places(game),
    }

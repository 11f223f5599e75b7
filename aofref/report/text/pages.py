"""Pages: the sentence of a game's page that a refusal rests on, quoted."""

from __future__ import annotations

from aofref import variants
from aofref.findings import Code, Refusal
from aofref.variants.model import Variant

_ON_THE_MOVE = (Code.UNREACHABLE, Code.MISSING_CELL, Code.BLOCKED, Code.NO_CAPTURE, Code.NO_SCREEN)


def page_sentence(game: Variant, why: Refusal) -> str:
    """Quote the sentence of the page that a refusal rests on; empty where there is none."""
    page = variants.page(game.id)
    if page is None:
        return ""
    if why.code in _ON_THE_MOVE and why.piece is not None:
        quoted = page.pieces.get(game.pieces[why.piece.code].name, ("",))
        return quoted[-1 if why.code is Code.MISSING_CELL else 0]
    if why.code is Code.WRONG_ARMY and "removed" in page.rules and why.piece is None:
        return page.rules["removed"]
    return page.rules.get(why.code, "")

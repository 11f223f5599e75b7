"""Pages: the sentence of a game's page that a refusal rests on, quoted."""

from __future__ import annotations

from aofref import variants
from aofref.findings import Refusal
from aofref.rules.position import Position
from aofref.rules.resting import rests_on


def page_sentence(position: Position, why: Refusal) -> str:
    """Quote the sentence of the page that a refusal rests on; empty where there is none."""
    page = variants.page(position.game.variant.id)
    if page is None:
        return ""
    return next((page[name] for name in rests_on(position, why) if name in page), "")

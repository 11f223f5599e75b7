"""Draws: offers and consent by `play`, for two and four armies, and how a game ends by them."""

from __future__ import annotations

import pytest

import aofref as library

TWO = '[Variant "sd2l-cohen"]\n\nbg3-bg4 *\n'


def test_the_library_offers_and_agrees() -> None:
    offered = library.loads(TWO).play("W:draw")
    assert (
        offered.end is None
        and offered.offers == ("W",)
        and offered.mainline()[0].comments == ("[%draw W]",)
    )
    agreed = offered.play("bj7-bj6", "draw").play("W:draw")
    assert library.loads("nothing").offers == ()
    assert agreed.end == library.End("1/2-1/2", "agreement", 2, armies=("W", "B"))
    with pytest.raises(library.IllegalMove, match="the game is over"):
        agreed.play("bg4-bg5")
    assert str(agreed).endswith("{[%draw B]} {[%draw W]} 1/2-1/2\n\n")
    with pytest.raises(library.IllegalMove, match="has no army X"):
        offered.play("X:draw")

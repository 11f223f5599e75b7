"""Pages: the sentence of a game's page that a refusal rests on, quoted."""

from __future__ import annotations

from aofref.findings import Code, Refusal
from aofref.report import quotes
from aofref.variants.model import Variant

_PIECES = {
    "aof2": quotes.AOF2,
    "aof6": quotes.AOF6,
    "proto-prelates": quotes.PROTO_PRELATES,
    "sd2l-cohen": quotes.SD2L,
    "sd2l-sling": quotes.SD2L,
    "heathen-europe": quotes.HEATHEN_EUROPE,
}
_ON_THE_MOVE = (
    Code.UNREACHABLE,
    Code.MISSING_CELL,
    Code.BLOCKED,
    Code.NO_CAPTURE,
    Code.NO_SCREEN,
)
_ALPHABETIC = "Play proceeds in alphabetic order (EIJP)."
_ANTICLOCKWISE = "Play proceeds in anticlockwise order, starting with the Chrislamic army."
_REMOVED = "That player's pieces are removed from the game ..."
_THIRD = "The player delivering the third Checkmate wins."
_LAST = (
    "The player delivering the last Checkmate wins - or joint winner if their own army is removed "
    "as well."
)
_FIDE = "Check, Checkmate, and Stalemate are as in FIDE Chess."
_NORMAL = "Check, Checkmate, and Stalemate are as normal."
_STUCK = "A Pawn ending a move on a cell whence it has no unpromoted move must be promoted."
_TO_PARTNER = (
    "Promotion on an enemy piece's starting cell is to the same piece type (but without changing "
    "army) as that enemy's King's Partner. Promotion of an Indian or Persian Pawn on an initially "
    "empty cell is to one's own King's Partner. Promotion of a European or Jewish Pawn on an "
    "initially empty cell is to whichever of Gryphon and Fortnight the player chooses."
)
_BY_RANK = (
    "Pawns ending a move on or beyond rank e if Indoisraeli, j if New-Age, o if Chrislamic, or t "
    "if Marxist may be promoted to any other array piece of their own or, once the player has a "
    "President, a Firstlady."
)
_COMPULSORY = (
    "If the Pawn has no further unpromoted move promotion is compulsory, otherwise it is optional."
)
_LEFT_DRUM = (
    "Pawns with no further move within the Drum, even if they would otherwise be able to leave it "
    "by a noncapturing move, must be promoted to any other capturable piece of the relevant array."
)
_FAR_EDGE = (
    "If the Pawn reaches the far vertical edge promotion is compulsory, otherwise it is optional."
)
_AFTER_FIVE = (
    "A Pawn is promotable after making 5 or more moves, unless it could have but did not make a "
    "double-step move, in which case the minimum is 6."
)
_BY_LEVEL = (
    "Promotion on the top and bottom levels in to Rook, Unicorn, or Knight and on the middle level "
    "to Gryphon or Elf."
)
_TRIANGLE = {
    Code.WRONG_TURN: _ALPHABETIC,
    Code.WRONG_ARMY: _ALPHABETIC,
    Code.GAME_OVER: _THIRD,
    Code.FALSE_RESULT: _THIRD,
    Code.PROMOTION_REQUIRED: _STUCK,
    Code.PROMOTION_FORBIDDEN: _STUCK,
    Code.BAD_PROMOTION: _TO_PARTNER,
}
_STAR = {
    Code.GAME_OVER: _FIDE,
    Code.FALSE_RESULT: _FIDE,
    Code.PROMOTION_REQUIRED: _LEFT_DRUM,
    Code.PROMOTION_FORBIDDEN: _LEFT_DRUM,
    Code.BAD_PROMOTION: _LEFT_DRUM,
}
_RULES = {
    "aof2": _TRIANGLE,
    "proto-prelates": _TRIANGLE,
    "aof6": {
        Code.WRONG_TURN: _ANTICLOCKWISE,
        Code.WRONG_ARMY: _ANTICLOCKWISE,
        Code.GAME_OVER: _LAST,
        Code.FALSE_RESULT: _LAST,
        Code.PROMOTION_REQUIRED: _COMPULSORY,
        Code.PROMOTION_FORBIDDEN: _BY_RANK,
        Code.BAD_PROMOTION: _BY_RANK,
    },
    "sd2l-cohen": _STAR,
    "sd2l-sling": _STAR,
    "heathen-europe": {
        Code.GAME_OVER: _NORMAL,
        Code.FALSE_RESULT: _NORMAL,
        Code.PROMOTION_REQUIRED: _FAR_EDGE,
        Code.PROMOTION_FORBIDDEN: _AFTER_FIVE,
        Code.BAD_PROMOTION: _BY_LEVEL,
    },
}


def sentence(game: Variant, why: Refusal) -> str:
    """Quote the sentence of the page that a refusal rests on; empty where there is none."""
    if why.code is Code.IN_CHECK:
        return "It must be kept out of Check."
    if why.code in _ON_THE_MOVE and why.piece is not None:
        name = game.pieces[why.piece.code].name
        quoted = _PIECES.get(game.id, {}).get(name, ("",))
        return quoted[-1 if why.code is Code.MISSING_CELL else 0]
    if why.code is Code.WRONG_ARMY and len(game.armies) > 2 and why.piece is None:
        return _REMOVED
    return _RULES.get(game.id, {}).get(why.code, "")

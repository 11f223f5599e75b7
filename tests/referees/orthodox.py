"""Orthodox chess without castling, made of aofref's own atoms and rules: data, no code of its own.

The board stands on edge: one file of cells thick, its level the orthodox file, so that a Pawn's
capture, a step forward and a level up or down, is the orthodox one.  Cell `ea4` is e4.
"""

from __future__ import annotations

import chess

from aofref import pieces
from aofref.atoms import ride
from aofref.boards import cuboid
from aofref.games.model import Army, Ending, Pawns, ToArrayPiece, VariantData
from aofref.geometry import ORTHOGONALS, ROOT_2_DIAGONALS
from aofref.pieces import Piece

QUEEN = Piece("Queen", ride(ORTHOGONALS + ROOT_2_DIAGONALS))
BISHOP = Piece("Bishop", ride(ROOT_2_DIAGONALS))
PAWNS = " ".join(f"{file}a{{0}}" for file in "abcdefgh")
RANK = "K ea{0}; Q da{0}; R aa{0} ha{0}; B ca{0} fa{0}; N ba{0} ga{0}; P "

VARIANT = VariantData(
    id="orthodox",
    title="Orthodox chess without castling",
    page="",
    board=cuboid(1, 8, 8),
    armies=(Army("W", "White", ((0, 1, 0),)), Army("B", "Black", ((0, -1, 0),))),
    pieces={
        "K": pieces.CUBIC_KING,
        "Q": QUEEN,
        "R": pieces.CUBIC_ROOK,
        "B": BISHOP,
        "N": pieces.CUBIC_KNIGHT,
        "P": pieces.PAWN,
    },
    array={"W": RANK.format(1) + PAWNS.format(2), "B": RANK.format(8) + PAWNS.format(7)},
    pawns=Pawns(doubles="WB"),
    promotion=ToArrayPiece(),
    ending=Ending.FIDE,
)


def cell(square: int) -> str:
    name = chess.square_name(square)
    return f"{name[0]}a{name[1]}"


def line(board: chess.Board) -> str:
    """Write a python-chess board as a position line."""
    armies = []
    for letter, color in (("W", chess.WHITE), ("B", chess.BLACK)):
        groups = [
            chess.piece_symbol(kind).upper() + ",".join(cell(s) for s in board.pieces(kind, color))
            for kind in reversed(chess.PIECE_TYPES)
            if board.pieces(kind, color)
        ]
        armies.append(f"{letter}:{';'.join(groups)}")
    passed = "-"
    if board.ep_square is not None:
        ahead = -8 if board.turn == chess.WHITE else 8
        passed = f"{cell(board.ep_square)}>{cell(board.ep_square + ahead)}"
    turn = "W" if board.turn == chess.WHITE else "B"
    return f"{'/'.join(armies)} {turn} {passed} {board.fullmove_number}"

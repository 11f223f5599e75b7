"""Heathen Europe Chess, on a cubic board (RULES 1 to 10)."""

from aofref import pieces
from aofref.boards import cuboid
from aofref.games.model import Army, Ending, Pawns, Ruling, Shading, ToLevelPiece, VariantData

PIECES = {
    "K": pieces.CUBIC_KING,
    "R": pieces.CUBIC_ROOK,
    "N": pieces.CUBIC_KNIGHT,
    "L": pieces.CUBIC_ELF,
    "Y": pieces.CUBIC_GRYPHON,
    "U": pieces.CUBIC_UNICORN,
    "P": pieces.CUBIC_PAWN,
}

VARIANT = VariantData(
    id="heathen-europe",
    title="Heathen Europe Chess",
    page="Heathen Europe Chess",
    board=cuboid(6, 6, 4),
    armies=(
        Army("W", "White", ((1, 0, 0), (0, 1, 0))),
        Army("B", "Black", ((-1, 0, 0), (0, -1, 0))),
    ),
    pieces=PIECES,
    array={
        "W": """
            K ca1;
            R aa2 ab1;
            N ab2 db2;
            L ba2 bb1 bb2 cb2;
            Y ca2 cb1;
            U aa1 da1 da2 db1;
            P aa3 ab3 ac1 ac2 ba3 bb3 bc1 bc2 ca3 cb3 cc1 cc2 da3 db3 dc1 dc2;
        """,
        "B": """
            K cf6;
            R ae6 af5;
            N ae5 de5;
            L be5 be6 bf5 ce5;
            Y ce6 cf5;
            U af6 de6 df5 df6;
            P ad5 ad6 ae4 af4 bd5 bd6 be4 bf4 cd5 cd6 ce4 cf4 dd5 dd6 de4 df4;
        """,
    },
    pawns=Pawns(doubles="WB", doubles_on="vertical faces", owed=(6, 5)),
    promotion=ToLevelPiece(
        {"a": ("R", "U", "N"), "b": ("Y", "L"), "c": ("Y", "L"), "d": ("R", "U", "N")}
    ),
    ending=Ending.FIDE,
    shading=Shading.CHEQUERED,
    rulings={
        "hec-king=planar": Ruling("R-5", {"pieces": {**PIECES, "K": pieces.PLANAR_KING}}),
    },
)

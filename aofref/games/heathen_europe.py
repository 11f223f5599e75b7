"""Heathen Europe Chess, on a cubic board (RULES 1 to 10)."""

from aofref import pieces
from aofref.boards import cuboid
from aofref.games import model

PIECES, ARRAY = model.pieces_of("heathen-europe")

VARIANT = model.VariantData(
    id="heathen-europe",
    title="Heathen Europe Chess",
    page="Heathen Europe Chess",
    board=cuboid(6, 6, 4),
    armies=(
        model.Army("W", "White", ((1, 0, 0), (0, 1, 0))),
        model.Army("B", "Black", ((-1, 0, 0), (0, -1, 0))),
    ),
    pieces=PIECES,
    array=ARRAY,
    pawns=model.Pawns(doubles="WB", doubles_on="vertical faces", owed=(6, 5)),
    promotion=model.ToLevelPiece(
        {"a": ("R", "U", "N"), "b": ("Y", "L"), "c": ("Y", "L"), "d": ("R", "U", "N")}
    ),
    ending=model.Ending.FIDE,
    shading=model.Shading.CHEQUERED,
    rulings={
        "hec-king=planar": model.Ruling("R-5", {"pieces": {**PIECES, "K": pieces.PLANAR_KING}}),
    },
)

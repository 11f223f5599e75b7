"""Proto Prelates: the armies of Armies of Faith 2, enlarged, on six levels (RULES 1 to 10)."""

from aofref import pieces
from aofref.boards import triangle
from aofref.games import model
from aofref.games.aof2 import ARMIES
from aofref.geometry import F, Y

PIECES, ARRAY = model.pieces_of("proto-prelates")

VARIANT = model.VariantData(
    id="proto-prelates",
    title="Proto Prelates",
    page="Proto Prelates",
    board=triangle(6, {1: "IP", 3: "J", 4: "J", 6: "IP"}),
    armies=ARMIES,
    pieces=PIECES,
    array=ARRAY,
    pawns=model.Pawns(doubles="IP"),
    promotion=model.ToPartner(
        partners={"E": "GY", "I": "FZ", "J": "FO", "P": "W"},
        elsewhere={"E": ("GY", "FO"), "I": ("FZ",), "J": ("GY", "FO"), "P": ("W",)},
    ),
    ending=model.Ending.LAST_ARMY,
    shading=model.Shading.BOTH,
    emperor="EM",
    rulings={
        **model.OF_FOUR_ARMIES,
        "pp-elephant=free": model.Ruling("R-14", {"pieces": {**PIECES, "ET": pieces.ELEPHANT}}),
        "pp-elephant=direct": model.Ruling(
            "R-24", {"pieces": {**PIECES, "ET": pieces.ELEPHANT_KEPT_OUT_FROM_6}}
        ),
    },
    default_rulings=("pp-elephant=barred",),
    ruled_needs={"PK": ("R-29", F + Y), "M": ("R-29", Y)},
)

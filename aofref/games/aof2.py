"""Armies of Faith 2: Later Antiquity (RULES 1 to 10)."""

from aofref.boards import triangle
from aofref.games import model
from aofref.geometry import F

EUROPEAN = model.Army("E", "European", ((-1, 0, 0), (0, 1, 0)))
INDIAN = model.Army("I", "Indian", ((1, 0, 0), (1, 1, 0)))
JEWISH = model.Army("J", "Jewish", ((-1, 0, 0), (0, 1, 0)))
PERSIAN = model.Army("P", "Persian", ((0, -1, 0), (-1, -1, 0)))
ARMIES = (EUROPEAN, INDIAN, JEWISH, PERSIAN)

PIECES, ARRAY = model.pieces_of("aof2")

VARIANT = model.VariantData(
    id="aof2",
    title="Armies of Faith 2: Later Antiquity",
    page="Armies of Faith 2: Later Antiquity",
    board=triangle(5, {1: "IP", 3: "J", 5: "IP"}),
    armies=ARMIES,
    pieces=PIECES,
    array=ARRAY,
    pawns=model.Pawns(doubles="IP"),
    promotion=model.ToPartner(
        partners={"E": "Y", "I": "F", "J": "T", "P": "O"},
        elsewhere={"E": ("Y", "T"), "I": ("F",), "J": ("Y", "T"), "P": ("O",)},
    ),
    ending=model.Ending.LAST_ARMY,
    shading=model.Shading.EVEN_QUARTERS,
    four_partners=model.FourPartners(
        partners=("Y", "F", "T", "O"),
        most_bound={"E": "U", "I": "E", "J": "A", "P": "M"},
        into="B",
    ),
    emperor="EM",
    rulings=model.OF_FOUR_ARMIES,
    ruled_needs={"E": ("R-2", F)},
)

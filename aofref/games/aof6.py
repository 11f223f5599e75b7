"""Armies of Faith 6: After Empire (RULES 1 to 10)."""

from aofref.boards import Naming, build, pair
from aofref.games import model
from aofref.geometry import AXIAL, ROOT_7_AND_2, F, H, Vector, W, Y

COLUMNS = [
    (x, y)
    for x in range(1, 15)
    for y in range(-9, 5)
    if 1 <= x + y <= 9 and not (y > 0 and x < 5) and not (y < -5 and x > 10)
]
GAPS = {  # the missing columns, each with the pairs of columns that it keeps apart
    (4, 1, 0): "ea-td ea-sd ea-tc eb-td fa-td",  # da, which does not exist
    (11, -6, 0): "nj-ok mj-ok ni-ok nj-ol nj-pk",  # nk, likewise
}


def column_name(x: int, y: int) -> str:
    """Name a column by the letters a..t of its coordinates, which wrap: t is 0."""
    return pair(x % 20 or 20, y % 20 or 20)


def _barred() -> dict[tuple[Vector, Vector], Vector]:
    named = {column_name(x, y): (x, y, 0) for x, y in COLUMNS}
    barred = {}
    for gap, pairs in GAPS.items():
        for apart in pairs.split():
            start, end = (named[column] for column in apart.split("-"))
            barred[start, end] = barred[end, start] = gap
    return barred


BOARD = build(
    AXIAL,
    Naming.COLUMN_THEN_LEVEL,
    [(x, y, level) for level in range(1, 6) for x, y in COLUMNS],
    lambda at: (column_name(at[0], at[1]), str(at[2])),
    {
        "on or beyond rank e": lambda x, y, _: x <= 5,
        "on or beyond rank j": lambda x, y, _: x >= 10,
        "on or beyond rank o": lambda x, y, _: y <= -5,
        "on or beyond rank t": lambda x, y, _: y >= 0,
        "column te": lambda x, y, _: (x, y) == (5, 0),
        "column oj": lambda x, y, _: (x, y) == (10, -5),
    },
    _barred(),
)

CHRISLAMIC = model.Army("C", "Chrislamic", ((0, -1, 0), (1, -1, 0)))
INDOISRAELI = model.Army("I", "Indoisraeli", ((-1, 0, 0), (-1, 1, 0)))
MARXIST = model.Army("M", "Marxist", ((0, 1, 0), (-1, 1, 0)))
NEW_AGE = model.Army("N", "NewAge", ((1, 0, 0), (1, -1, 0)), "New-Age")

PAWNS = model.Pawns(
    doubles="CIMN",
    first_move=True,
    limits={frozenset("CN"): "column te", frozenset("IM"): "column oj"},
)

PIECES, ARRAY = model.pieces_of("aof6")

VARIANT = model.VariantData(
    id="aof6",
    title="Armies of Faith 6: After Empire",
    page="Armies of Faith 6: After Empire",
    board=BOARD,
    armies=(CHRISLAMIC, INDOISRAELI, MARXIST, NEW_AGE),
    pieces=PIECES,
    array=ARRAY,
    pawns=PAWNS,
    promotion=model.ToArrayPiece(
        zones={
            "C": "on or beyond rank o",
            "I": "on or beyond rank e",
            "M": "on or beyond rank t",
            "N": "on or beyond rank j",
        },
        also="FL",
        needs="PR",
    ),
    ending=model.Ending.JOINT,
    shading=model.Shading.ODD_QUARTERS,
    alignment=model.Alignment(
        name="Revolutionary Elements",
        royal="K",
        middle="RY",
        ally="ET",
        into="PR",
        radials=W + F + H + Y,
    ),
    bereft=("K", "Q"),
    mirrored=True,  # so that the order of play runs anticlockwise
    rulings={
        **model.OF_FOUR_ARMIES,
        "aof6-order=reverse": model.Ruling(
            "R-13", {"armies": (CHRISLAMIC, NEW_AGE, MARXIST, INDOISRAELI), "mirrored": False}
        ),
        "aof6-double=any": model.Ruling("R-17", {"pawns": PAWNS._replace(first_move=False)}),
        "aof6-survivor=alone": model.Ruling("R-26", {"ending": model.Ending.SURVIVOR}),
    },
    ruled_needs=dict.fromkeys(("LV", "LC"), ("R-28", ROOT_7_AND_2)),
)

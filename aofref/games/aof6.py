"""Armies of Faith 6: After Empire (RULES 1 to 10)."""

from aofref import pieces
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

VARIANT = model.VariantData(
    id="aof6",
    title="Armies of Faith 6: After Empire",
    page="Armies of Faith 6: After Empire",
    board=BOARD,
    armies=(CHRISLAMIC, INDOISRAELI, MARXIST, NEW_AGE),
    pieces={
        "K": pieces.KING,
        "PR": pieces.PRESIDENT,
        "RK": pieces.ROOK,
        "N": pieces.KNIGHT,
        "PN": pieces.PAWN,
        "CM": pieces.CAMEL,
        "ET": pieces.ELEPHANT,
        "Q": pieces.QUEEN,
        "RY": pieces.REVOLUTIONARY,
        "B": pieces.BISHOP,
        "CL": pieces.CALIPH,
        "CD": pieces.CARDINAL,
        "MD": pieces.MODERATOR,
        "PO": pieces.POPE,
        "PM": pieces.PRIMATE,
        "CO": pieces.COHEN,
        "GU": pieces.GURU,
        "LV": pieces.LEVITE,
        "RA": pieces.RABBI_OF_FIVE,
        "V": pieces.VICEREINE,
        "BS": pieces.BARONESS,
        "CV": pieces.CANVASSER,
        "H": pieces.HOUSEWIFE,
        "MH": pieces.MARSHAL,
        "CT": pieces.CHATELAINE,
        "D": pieces.DRUID,
        "EF": pieces.ELF,
        "GY": pieces.GRYPHON,
        "LC": pieces.LEPRECHAUN,
        "PC": pieces.PRINCE,
        "U": pieces.UNICORN,
        "FL": pieces.FIRSTLADY,
    },
    array={
        "C": """
            K ed3;
            CL ed1 fb1;
            B ec1 ed5 fb5 fc1;
            N eb1 eb5 gb1 gb5;
            RK eb2 eb4 fb2 fb4;
            PM ec2 ec4;
            CM ed2 ed4 fc2 fc4 gb2 gb4;
            Q ec3;
            PO fc3;
            CD eb3 fb3;
            MD ec5 fc5;
            PN ea2 ea3 ea4 fa1 fa2 fa3 fa4 fa5 ga1 ga2 ga3 ga4 ga5 gb3 th2 th4;
        """,
        "I": """
            K on3;
            LV on1 pl1;
            ET om1 on5 pl5 pm1;
            N ol1 ol5 ql1 ql5;
            RK ol2 ol4 pl2 pl4;
            RY om2 om4;
            RA on2 on4 pm2 pm4 ql2 ql4;
            CO om3 pm3;
            GU ol3 pl3;
            V om5 pm5;
            PN ok2 ok3 ok4 pk1 pk2 pk3 pk4 pk5 qk1 qk2 qk3 qk4 qk5 ql3 rj2 rj4;
        """,
        "M": """
            K kj3;
            CV kj1 mi1;
            ET kj5 li1 lj1 mi5;
            N mh1 mh5 mj1 mj5;
            RK mi2 mi4 mj2 mj4;
            RY lj2 lj4;
            CM kj2 kj4 li2 li4 mh2 mh4;
            BS li3 lj3;
            MH mi3 mj3;
            H li5 lj5;
            PN mh3 nh1 nh2 nh3 nh4 nh5 ni1 ni2 ni3 ni4 ni5 nj2 nj3 nj4 og2 og4;
        """,
        "N": """
            K ta3;
            PC sc1 ta1;
            EF sb1 sc5 ta5 tb1;
            N rc1 rc5 tc1 tc5;
            RK sc2 sc4 tc2 tc4;
            CT tb2 tb4;
            U rc2 rc4 sb2 sb4 ta2 ta4;
            Q tb3;
            LC sb3;
            GY sc3 tc3;
            D sb5 tb5;
            PN qe2 qe4 rc3 rd1 rd2 rd3 rd4 rd5 sd1 sd2 sd3 sd4 sd5 td2 td3 td4;
        """,
    },
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

"""Armies of Faith 2: Later Antiquity (RULES 1 to 10)."""

from aofref import pieces
from aofref.boards import triangle
from aofref.games import model
from aofref.geometry import F

EUROPEAN = model.Army("E", "European", ((-1, 0, 0), (0, 1, 0)))
INDIAN = model.Army("I", "Indian", ((1, 0, 0), (1, 1, 0)))
JEWISH = model.Army("J", "Jewish", ((-1, 0, 0), (0, 1, 0)))
PERSIAN = model.Army("P", "Persian", ((0, -1, 0), (-1, -1, 0)))
ARMIES = (EUROPEAN, INDIAN, JEWISH, PERSIAN)

VARIANT = model.VariantData(
    id="aof2",
    title="Armies of Faith 2: Later Antiquity",
    page="Armies of Faith 2: Later Antiquity",
    board=triangle(5, {1: "IP", 3: "J", 5: "IP"}),
    armies=ARMIES,
    pieces={
        "K": pieces.KING,
        "EM": pieces.EMPEROR,
        "R": pieces.ROOK,
        "N": pieces.KNIGHT,
        "F": pieces.FERZ,
        "T": pieces.FORTNIGHT,
        "Y": pieces.GRYPHON,
        "O": pieces.PEACOCK_PIECE,
        "E": pieces.ELEPHANT,
        "G": pieces.GURU,
        "A": pieces.RABBI,
        "S": pieces.SENNIGHT,
        "L": pieces.ELF,
        "U": pieces.UNICORN,
        "C": pieces.CAMEL,
        "M": pieces.SIMURGH,
        "B": pieces.BISHOP,
        "P": pieces.PAWN,
    },
    array={
        "E": """
            K jb5;
            Y jb4;
            R ka4 ia5 kc5;
            N ja4 kb4 ia4 kc4;
            U ka5 ja5 kb5;
            L ha5 kd5;
            P ib5 jc5 ha4 ib4 jc4 kd4 ga4 hb4 ic4 jd4 ke4 ga5 hb5 ic5 jd5 ke5;
        """,
        "J": """
            K jb1;
            T jb2;
            R ka2 ia1 kc1;
            N ja2 kb2 ia2 kc2;
            A ka1 ja1 kb1;
            S ha1 kd1;
            P ib1 jc1 ha2 ib2 jc2 kd2 ga1 hb1 ic1 jd1 ke1 ga2 hb2 ic2 jd2 ke2;
        """,
        "I": """
            K db2;
            F db3;
            G ba3;
            R ba2 da2 dc2;
            N ca3 cb3 ca4 cb4;
            E ca2 cb2 ba4 db4;
            P da3 dc3 da4 dc4 ea2 eb2 ec2 ed2 ea3 eb3 ec3 ed3 ea4 eb4 ec4 ed4;
        """,
        "P": """
            K jh3;
            O jh4;
            C kj4 kj2 jh2;
            R kj3 kh3 ih3;
            N ki2 ji2 ki4 ji4;
            M ki3 ji3;
            P kh2 ih2 kh4 ih4 kg2 jg2 ig2 hg2 kg3 jg3 ig3 hg3 kg4 jg4 ig4 hg4;
        """,
    },
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

"""Proto Prelates: the armies of Armies of Faith 2, enlarged, on six levels (RULES 1 to 10)."""

from aofref import pieces
from aofref.boards import triangle
from aofref.games import model
from aofref.games.aof2 import ARMIES
from aofref.geometry import F, Y

PIECES = {
    "K": pieces.KING,
    "EM": pieces.EMPEROR,
    "RK": pieces.ROOK,
    "N": pieces.KNIGHT,
    "FZ": pieces.FERZ,
    "FO": pieces.FORTNIGHT,
    "GY": pieces.GRYPHON,
    "W": pieces.WAZIR,
    "D": pieces.DRUID,
    "EF": pieces.ELF,
    "PF": pieces.PONTIFF,
    "U": pieces.UNICORN,
    "ET": pieces.ELEPHANT_KEPT_OUT,
    "GU": pieces.GURU,
    "H": pieces.HARVESTER,
    "SU": pieces.SADHU,
    "CO": pieces.COHEN,
    "LV": pieces.LEVITE,
    "RA": pieces.RABBI,
    "SN": pieces.SENNIGHT,
    "CM": pieces.CAMEL,
    "M": pieces.MAGUS,
    "PK": pieces.PEACOCK_PIECE,
    "SM": pieces.SIMURGH,
    "PN": pieces.PAWN,
}

VARIANT = model.VariantData(
    id="proto-prelates",
    title="Proto Prelates",
    page="Proto Prelates",
    board=triangle(6, {1: "IP", 3: "J", 4: "J", 6: "IP"}),
    armies=ARMIES,
    pieces=PIECES,
    array={
        "E": """
            K jb6;
            GY jb5;
            U ka5 ib5 jc5 ka6 ib6 jc6;
            N ia5 kc5 ia6 kc6;
            RK ja5 kb5 ja6 kb6;
            PF ha6 kd6;
            D hb6 jd6;
            EF ic5 ic6;
            PN ga5 ke5 gb5 hc5 id5 je5 ga6 ke6 gb6 hc6 id6 je6 ha5 kd5 hb5 jd5;
        """,
        "J": """
            K jb1;
            FO jb2;
            RA ka1 ib1 jc1 ka2 ib2 jc2;
            N ia1 kc1 ia2 kc2;
            RK ja1 kb1 ja2 kb2;
            LV ha1 kd1;
            CO hb1 jd1;
            SN ic1 ic2;
            PN ga1 ke1 gb1 hc1 id1 je1 ga2 ke2 gb2 hc2 id2 je2 ha2 kd2 hb2 jd2;
        """,
        "I": """
            K db3;
            FZ db2;
            ET ca2 cb2 ba4 db4;
            RK da2 dc2 da3 dc3;
            N da4 dc4 da5 dc5;
            GU ca3 cb3;
            SU ca4 cb4;
            H ca5 cb5;
            PN ea2 ea3 ea4 ea5 eb2 eb3 eb4 eb5 ec2 ec3 ec4 ec5 ed2 ed3 ed4 ed5;
        """,
        "P": """
            K jh4;
            W jh5;
            SM kj3 kj4;
            RK kh4 ih4 kh5 ih5;
            N ki2 ji2 ki3 ji3;
            PK ki5 ji5 kh3 ih3;
            M ki4 ji4;
            CM kh2 ih2;
            PN kg2 kg3 kg4 kg5 jg2 jg3 jg4 jg5 ig2 ig3 ig4 ig5 hg2 hg3 hg4 hg5;
        """,
    },
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

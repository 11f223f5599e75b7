"""A second, independent referee for six Gilman variants.

It is written straight from the rules and the formats and aims only at being
easy to compare with those texts.  Nothing here is tuned: boards are
dictionaries, every move is tried on a copy of the board, and the only cache
holds what a piece would do on an empty board.

A cell is a triple (p, q, level).  On the hex-prism boards (p, q) is the
column, on heathen-europe it is (file, rank), all counted as the rules do.
A piece on the board is a triple (army, code, owed); `owed` is 0 except for
heathen-europe Pawns, and for the aof6 Pawns that the text marks with `^0`
(R-17), where it is MOVED.
"""

# What aofref-json(5) calls the "cell" of an en-passant event is open to two
# readings: "pawn" (where the captured Pawn stood) or "passed" (where the
# capturer lands).  Change this constant to get the other one.
EN_PASSANT_EVENT_CELL = "passed"

ALIASES = {"pp": "proto-prelates", "hec": "heathen-europe"}
VARIANTS = ["aof2", "aof6", "proto-prelates", "sd2l-cohen", "sd2l-sling", "heathen-europe"]
ROYAL = ("K", "EM", "PR")
UP, DOWN = (0, 0, 1), (0, 0, -1)
BENT = ("gryphon", "simurgh", "anchorite", "stargazer")
MOVED = -1  # aof6: moved, and on the array cell of another Pawn of its army


class BadPosition(ValueError):
    """A position line that cannot be read or is not allowed."""


class IllegalMove(ValueError):
    """A move text that is not among the legal moves."""


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def times(n, a):
    return (n * a[0], n * a[1], n * a[2])


def column(cell):
    return cell[:2]


# --------------------------------------------------------------------------
# Boards
# --------------------------------------------------------------------------

# Six flat orthogonal directions, each 60 degrees on from the one before.
TRIANGULAR_O = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 0, 0), (-1, -1, 0), (0, -1, 0)]
AXIAL_O = [(1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)]


def triangular_cells(missing_by_level):
    """Cells of aof2 / proto-prelates.  missing_by_level: level -> corners."""
    cells = {}
    for h in range(2, 12):
        for l in range(1, h):
            distance = {"JE": (11 - h) + (l - 1), "I": h - 2, "P": 10 - l}
            for level, corners in missing_by_level.items():
                if any(distance[c] <= 2 for c in corners):
                    continue
                name = "abcdefghijk"[h - 1] + "abcdefghijk"[l - 1]
                cells[(h, l, level)] = name + str(level)
    return cells


def aof6_columns():
    names = {}
    for x in range(1, 15):
        for y in range(-9, 5):
            if not 1 <= x + y <= 9:
                continue
            if (y > 0 and x < 5) or (y < -5 and x > 10):
                continue
            letters = sorted(
                ["tabcdefghijklmnopqrs"[x % 20], "tabcdefghijklmnopqrs"[y % 20]], reverse=True
            )
            names[(x, y)] = "".join(letters)
    return names


def aof6_cells():
    return {
        (x, y, level): name + str(level)
        for (x, y), name in aof6_columns().items()
        for level in range(1, 6)
    }


def star_cells():
    cells = {}
    for x in range(-6, 7):
        on_file = []
        for y in range(-6, 7):
            z = -x - y
            lower = min(x, y, z) >= -3
            upper = max(x, y, z) <= 3
            if lower or upper:
                on_file.append((y, lower, upper))
        for rank, (y, lower, upper) in enumerate(on_file, start=1):
            name = "abcdefghijklm"[x + 6] + str(rank)
            if lower:
                cells[(x, y, 1)] = "a" + name
            if upper:
                cells[(x, y, 2)] = "b" + name
    return cells


def in_star_drum(cell):
    x, y = cell[0], cell[1]
    return max(abs(x), abs(y), abs(-x - y)) <= 3


def cubic_cells():
    return {
        (x, y, z): "abcd"[z - 1] + "abcdef"[x - 1] + str(y)
        for x in range(1, 7)
        for y in range(1, 7)
        for z in range(1, 5)
    }


# --------------------------------------------------------------------------
# Piece tables.  A piece is a list of atoms; see Game.lines.
# --------------------------------------------------------------------------

KING = [("step", "WF")]
EMPEROR = [("step", "WF"), ("step", "H")]
PRESIDENT = [("step", "WF"), ("step", "Y")]
ROOK = [("ride", "W")]
BISHOP = [("ride", "F")]
KNIGHT = [("block", 2, 1)]
CAMEL = [("block", 3, 1)]
GURU = [("block", 4, 1), ("block", 5, 3)]
SADHU = [("block", 5, 2), ("block", 7, 3)]
FORTNIGHT = [("oblique", 3, 1)]  # root-13, one level
ELF = [("oblique", 2, 2)]  # root-7, two levels
SENNIGHT = [("oblique", 2, 0)]  # root-7, flat
ELEPHANT = [("elephant",)]
GRYPHON = [("gryphon",)]
UNICORN = [("ride", "H")]
PEACOCK = [("peacock",)]
PAWN = [("pawn",)]


def rabbi(n):
    return [("curve", "H", n)]


def cohen(n):
    return [("curve", "O", n), ("curve", "H", n), ("step", "V")]


AOF2_PIECES = {
    "K": KING,
    "EM": EMPEROR,
    "R": ROOK,
    "N": KNIGHT,
    "F": [("step", "F")],
    "T": FORTNIGHT,
    "Y": GRYPHON,
    "O": PEACOCK,
    "E": ELEPHANT,
    "G": GURU,
    "A": rabbi(4),
    "S": SENNIGHT,
    "L": ELF,
    "U": UNICORN,
    "C": CAMEL,
    "M": [("simurgh",)],
    "B": BISHOP,
    "P": PAWN,
}

PP_PIECES = {
    "K": KING,
    "EM": EMPEROR,
    "RK": ROOK,
    "N": KNIGHT,
    "FZ": [("step", "F")],
    "FO": FORTNIGHT,
    "GY": GRYPHON,
    "W": [("step", "W")],
    "D": BISHOP + [("step", "Y")],
    "EF": ELF,
    "PF": BISHOP + [("ride", "Y")],
    "U": UNICORN,
    "ET": ELEPHANT,
    "GU": GURU,
    "H": BISHOP + [("anchorite",)],
    "SU": SADHU,
    "CO": cohen(5),
    "LV": BISHOP + ELF,
    "RA": rabbi(4),
    "SN": SENNIGHT,
    "CM": CAMEL,
    "M": BISHOP + [("stargazer",)],
    "PK": PEACOCK,
    "SM": [("simurgh",)],
    "PN": PAWN,
}

AOF6_PIECES = {
    "K": KING,
    "PR": PRESIDENT,
    "RK": ROOK,
    "N": KNIGHT,
    "PN": PAWN,
    "CM": CAMEL,
    "ET": ELEPHANT,
    "Q": ROOK + BISHOP,
    "RY": [("step", "W"), ("step", "H"), ("step", "Y")],
    "B": BISHOP,
    "CL": BISHOP + CAMEL,
    "CD": BISHOP + KNIGHT,
    "MD": BISHOP + [("step", "H")],
    "PO": BISHOP + [("step", "W"), ("step", "H")],
    "PM": BISHOP + [("step", "W")],
    "CO": cohen(5),
    "GU": GURU,
    "LV": BISHOP + ELF,
    "RA": rabbi(5),
    "V": ROOK + [("step", "H")],
    "BS": ROOK + [("step", "F"), ("step", "H")],
    "CV": ROOK + CAMEL,
    "H": ROOK + [("step", "Y")],
    "MH": ROOK + KNIGHT,
    "CT": ROOK + [("step", "F")],
    "D": BISHOP + [("step", "Y")],
    "EF": ELF,
    "GY": GRYPHON,
    "LC": ELF + UNICORN,
    "PC": KING,
    "U": UNICORN,
    "FL": ROOK + BISHOP + [("ride", "Y")],
}

SD2L_COHEN_PIECES = {
    "K": KING,
    "R": ROOK,
    "N": KNIGHT,
    "CO": cohen(4),
    "RA": rabbi(4),
    "SN": SENNIGHT,
    "P": PAWN,
}
SD2L_SLING_PIECES = {
    "K": KING,
    "R": ROOK,
    "N": KNIGHT,
    "SL": [("hop", "H")],
    "RA": rabbi(4),
    "SN": SENNIGHT,
    "P": PAWN,
}

HEC_PIECES = {
    "K": [("cubic-king",)],
    "R": [("ride", "W")],
    "N": [("cubic-leap", (2, 1, 0))],
    "L": [("cubic-leap", (3, 1, 1))],
    "Y": [("gryphon",)],
    "U": [("ride", "T")],
    "P": PAWN,
}


# --------------------------------------------------------------------------
# Arrays
# --------------------------------------------------------------------------

AOF2_ARRAY = {
    "E": "K jb5; Y jb4; R ka4 ia5 kc5; N ja4 kb4 ia4 kc4; U ka5 ja5 kb5; "
    "L ha5 kd5; P ib5 jc5 ha4 ib4 jc4 kd4 ga4 hb4 ic4 jd4 ke4 ga5 hb5 "
    "ic5 jd5 ke5",
    "J": "K jb1; T jb2; R ka2 ia1 kc1; N ja2 kb2 ia2 kc2; A ka1 ja1 kb1; "
    "S ha1 kd1; P ib1 jc1 ha2 ib2 jc2 kd2 ga1 hb1 ic1 jd1 ke1 ga2 hb2 "
    "ic2 jd2 ke2",
    "I": "K db2; F db3; G ba3; R ba2 da2 dc2; N ca3 cb3 ca4 cb4; "
    "E ca2 cb2 ba4 db4; P da3 dc3 da4 dc4 ea2 eb2 ec2 ed2 ea3 eb3 ec3 "
    "ed3 ea4 eb4 ec4 ed4",
    "P": "K jh3; O jh4; C kj4 kj2 jh2; R kj3 kh3 ih3; N ki2 ji2 ki4 ji4; "
    "M ki3 ji3; P kh2 ih2 kh4 ih4 kg2 jg2 ig2 hg2 kg3 jg3 ig3 hg3 kg4 "
    "jg4 ig4 hg4",
}

PP_ARRAY = {
    "E": "K jb6; GY jb5; U ka5 ib5 jc5 ka6 ib6 jc6; N ia5 kc5 ia6 kc6; "
    "RK ja5 kb5 ja6 kb6; PF ha6 kd6; D hb6 jd6; EF ic5 ic6; "
    "PN ga5 ke5 gb5 hc5 id5 je5 ga6 ke6 gb6 hc6 id6 je6 ha5 kd5 hb5 jd5",
    "J": "K jb1; FO jb2; RA ka1 ib1 jc1 ka2 ib2 jc2; N ia1 kc1 ia2 kc2; "
    "RK ja1 kb1 ja2 kb2; LV ha1 kd1; CO hb1 jd1; SN ic1 ic2; "
    "PN ga1 ke1 gb1 hc1 id1 je1 ga2 ke2 gb2 hc2 id2 je2 ha2 kd2 hb2 jd2",
    "I": "K db3; FZ db2; ET ca2 cb2 ba4 db4; RK da2 dc2 da3 dc3; "
    "N da4 dc4 da5 dc5; GU ca3 cb3; SU ca4 cb4; H ca5 cb5; PN "
    + " ".join(c + l for c in ["ea", "eb", "ec", "ed"] for l in "2345"),
    "P": "K jh4; W jh5; SM kj3 kj4; RK kh4 ih4 kh5 ih5; N ki2 ji2 ki3 ji3; "
    "PK ki5 ji5 kh3 ih3; M ki4 ji4; CM kh2 ih2; PN "
    + " ".join(c + l for c in ["kg", "jg", "ig", "hg"] for l in "2345"),
}

# aof6: level -> list of (codes for C, I, M, N; offsets along the Pawn steps).
AOF6_LEVEL_24 = [
    ("RK RK RK RK", [(1, 1), (2, 0)]),
    ("PM RY RY CT", [(1, 0)]),
    ("CM RA CM U", [(0, 0), (0, 1), (0, 2)]),
    ("PN PN PN PN", [(3, 0), (2, 1), (1, 2), (1, 3)]),
]
AOF6_TABLE = {
    1: [
        ("CL LV CV PC", [(0, 0), (1, 1)]),
        ("B ET ET EF", [(1, 0), (0, 1)]),
        ("N N N N", [(2, 0), (0, 2)]),
        ("PN PN PN PN", [(2, 1), (1, 2)]),
    ],
    2: AOF6_LEVEL_24,
    3: [
        ("K K K K", [(0, 0)]),
        ("Q CO BS Q", [(1, 0)]),
        ("PO CO BS LC", [(0, 1)]),
        ("CD GU MH GY", [(1, 1), (2, 0)]),
        ("PN PN PN PN", [(3, 0), (2, 1), (1, 2), (0, 2)]),
    ],
    4: AOF6_LEVEL_24,
    5: [
        ("B ET ET EF", [(0, 0), (1, 1)]),
        ("MD V H D", [(1, 0), (0, 1)]),
        ("N N N N", [(2, 0), (0, 2)]),
        ("PN PN PN PN", [(2, 1), (1, 2)]),
    ],
}
AOF6_CORNER = {"C": (5, 4), "I": (14, -5), "M": (10, -9), "N": (1, 0)}

SD2L_ARRAY = {
    "sd2l-cohen": {
        2: "K (0,-3); N (1,-3) (-1,-2); RA (1,-4) (2,-4) (3,-4); "
        "SN (2,-5); CO (3,-5); R (3,-6); P (0,-2) (0,-1) (-1,-1) (1,-2) "
        "(-3,0) (3,-3)",
        1: "N (0,-3) (0,-2); RA (-1,-3) (-2,-2) (-3,-1); SN (-2,-3); "
        "CO (-3,-2); R (-3,-3); P (0,-1) (-1,-2) (-1,-1) (1,-3) (1,-2) "
        "(-2,-1) (2,-3)",
    },
    "sd2l-sling": {
        2: "K (0,-3); N (1,-3) (-1,-2); RA (1,-4) (2,-4) (3,-4); "
        "SL (2,-5) (2,-3) (3,-6); SN (3,-5); P (0,-2) (1,-2) (2,-2) "
        "(3,-3) (-1,-1) (-2,-1) (-3,0)",
        1: "N (0,-3); RA (-2,-2) (-3,-1) (-3,-2); SL (-2,-3) (-3,-3) "
        "(-2,-1); R (-1,-3) (-3,0); SN (-1,-2); P (0,-2) (-1,-1) (-2,0) "
        "(-3,1) (1,-3) (2,-3) (3,-3)",
    },
}

HEC_ARRAY = {
    1: "U a1; R b1 a2; N b2",
    2: "L b1 a2 b2",
    3: "K a1; Y b1 a2; L b2",
    4: "U a1 b1 a2; N b2",
}
HEC_PAWNS = "c1 c2 b3 a3"


# --------------------------------------------------------------------------
# Other facts that differ by variant
# --------------------------------------------------------------------------

ORDER = {
    "aof2": "EIJP",
    "proto-prelates": "EIJP",
    "aof6": "CIMN",
    "sd2l-cohen": "WB",
    "sd2l-sling": "WB",
    "heathen-europe": "WB",
}

TRI_FORWARD = {
    "J": [(-1, 0, 0), (0, 1, 0)],
    "E": [(-1, 0, 0), (0, 1, 0)],
    "I": [(1, 0, 0), (1, 1, 0)],
    "P": [(0, -1, 0), (-1, -1, 0)],
}
AOF6_FORWARD = {
    "C": [(0, -1, 0), (1, -1, 0)],
    "I": [(-1, 0, 0), (-1, 1, 0)],
    "M": [(0, 1, 0), (-1, 1, 0)],
    "N": [(1, 0, 0), (1, -1, 0)],
}
STAR_FORWARD = {"W": [(0, 1, 0)], "B": [(0, -1, 0)]}
HEC_FORWARD = {"W": [(1, 0, 0), (0, 1, 0)], "B": [(-1, 0, 0), (0, -1, 0)]}

PARTNER = {
    "aof2": {"E": "Y", "I": "F", "J": "T", "P": "O"},
    "proto-prelates": {"E": "GY", "I": "FZ", "J": "FO", "P": "W"},
}
MOST_BOUND = {"E": "U", "I": "E", "J": "A", "P": "M"}

# Columns of aof6 between which no H or Y step, and no Elf leap, is made.
NO_H_OR_Y = [("ea", "td"), ("nj", "ok")]
NO_ELF = [
    ("ea", "sd"),
    ("ea", "tc"),
    ("eb", "td"),
    ("fa", "td"),
    ("mj", "ok"),
    ("ni", "ok"),
    ("nj", "ol"),
    ("nj", "pk"),
]


class State:
    """One position, with what must be remembered about it."""

    def __init__(self):
        self.board = {}  # cell -> (army, code, owed)
        self.alive = []  # armies still in the game, in order of play
        self.turn = None  # army letter, or "-" when the game is over
        self.ep = {}  # army -> (cell passed, cell of the Pawn)
        self.round = 1
        self.result = "*"
        self.checks = {}  # army -> list of the armies attacking it
        self.events = []  # what happened at ply 0, for start() and read()
        self.legal = None  # filled by Game.legal_moves

    def copy(self):
        new = State()
        new.board = dict(self.board)
        new.alive = list(self.alive)
        new.turn = self.turn
        new.ep = dict(self.ep)
        new.round = self.round
        new.result = self.result
        new.checks = dict(self.checks)
        return new


class Move:
    """One move of one piece, with all it needs to be played and written."""

    def __init__(
        self, origin, target, piece, captured=False, promotion=None, ep_armies=(), passed=None
    ):
        self.origin = origin
        self.target = target
        self.piece = piece  # the triple that stands on the target
        self.captured = captured
        self.promotion = promotion  # code, or None
        self.ep_armies = ep_armies  # armies whose Pawns go en passant
        self.passed = passed  # cell passed by a double step


class Game:
    royal = ROYAL
    stalemate = "draw"  # what it is for the player who has no move: draw, win, loss

    def __init__(self, variant, rulings=()):
        self.variant = ALIASES.get(variant, variant)
        if self.variant not in VARIANTS:
            raise ValueError("unknown variant " + variant)
        if isinstance(rulings, str):
            rulings = rulings.replace(",", " ").split()
        self.planar_king = "hec-king=planar" in rulings
        self.advisory = "check=advisory" in rulings
        self.pass_in_stalemate = "stalemate=move" not in rulings
        self.reverse_order = "aof6-order=reverse" in rulings
        self.double_from_any = "aof6-double=any" in rulings
        self.elephant_barred = "pp-elephant=free" not in rulings
        self.elephant_direct = "pp-elephant=direct" in rulings
        self.survivor_alone = "aof6-survivor=alone" in rulings
        self.order = list(ORDER[self.variant])
        if self.variant == "aof6" and self.reverse_order:
            self.order = list("CNMI")
        self.two_players = len(self.order) == 2
        self.cubic = self.variant == "heathen-europe"
        self.faith2 = self.variant in ("aof2", "proto-prelates")
        self.sd2l = self.variant.startswith("sd2l")
        self.set_up_board()
        self.set_up_directions()
        self.set_up_array()
        self.line_memo = {}
        self.reachable_memo = {}

    # ---------------------------------------------------------------- setup

    def set_up_board(self):
        v = self.variant
        if v == "aof2":
            self.name = triangular_cells({1: ["I", "P"], 2: [], 3: ["JE"], 4: [], 5: ["I", "P"]})
        elif v == "proto-prelates":
            self.name = triangular_cells(
                {1: ["I", "P"], 2: [], 3: ["JE"], 4: ["JE"], 5: [], 6: ["I", "P"]}
            )
        elif v == "aof6":
            self.name = aof6_cells()
        elif self.sd2l:
            self.name = star_cells()
        else:
            self.name = cubic_cells()
        self.cell = {name: cell for cell, name in self.name.items()}
        assert len(self.cell) == len(self.name)

        self.no_h_or_y, self.no_elf = set(), set()
        if v == "aof6":
            col = {name: c for c, name in aof6_columns().items()}
            for pairs, where in ((NO_H_OR_Y, self.no_h_or_y), (NO_ELF, self.no_elf)):
                for a, b in pairs:
                    where.add((col[a], col[b]))
                    where.add((col[b], col[a]))
            self.te, self.oj = col["te"], col["oj"]

    def set_up_directions(self):
        self.family = {}
        if self.cubic:
            around = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]
            for letter, nonzero in (("W", 1), ("F", 2), ("T", 3)):
                self.family[letter] = [d for d in around if sum(abs(c) for c in d) == nonzero]
            self.pieces, self.forward = HEC_PIECES, HEC_FORWARD
            return
        if self.faith2:
            self.O, self.forward = TRIANGULAR_O, TRI_FORWARD
        elif self.variant == "aof6":
            self.O, self.forward = AXIAL_O, AOF6_FORWARD
        else:
            self.O, self.forward = AXIAL_O, STAR_FORWARD
        self.H = [add(self.O[i], self.O[(i + 1) % 6]) for i in range(6)]
        vertical = [UP, DOWN]
        self.family["O"] = list(self.O)
        self.family["V"] = vertical
        self.family["W"] = self.O + vertical
        self.family["F"] = [add(o, v) for o in self.O for v in vertical]
        self.family["H"] = list(self.H)
        self.family["Y"] = [add(h, v) for h in self.H for v in vertical]
        self.pieces = {
            "aof2": AOF2_PIECES,
            "proto-prelates": PP_PIECES,
            "aof6": AOF6_PIECES,
            "sd2l-cohen": SD2L_COHEN_PIECES,
            "sd2l-sling": SD2L_SLING_PIECES,
        }[self.variant]

    def set_up_array(self):
        self.array = {}  # cell -> (army, code, owed)
        v = self.variant
        if self.faith2:
            source = AOF2_ARRAY if v == "aof2" else PP_ARRAY
            for army, text in source.items():
                for group in text.split(";"):
                    code, *cells = group.split()
                    for name in cells:
                        self.put_in_array(self.cell[name], army, code)
        elif v == "aof6":
            for army, corner in AOF6_CORNER.items():
                u, w = AOF6_FORWARD[army]
                for level, rows in AOF6_TABLE.items():
                    for codes, offsets in rows:
                        code = codes.split()["CIMN".index(army)]
                        for i, j in offsets:
                            here = (corner[0], corner[1], level)
                            here = add(here, add(times(i, u), times(j, w)))
                            self.put_in_array(here, army, code)
        elif self.sd2l:
            for level, text in SD2L_ARRAY[v].items():
                for group in text.split(";"):
                    code, *cells = group.split()
                    for word in cells:
                        x, y = (int(n) for n in word.strip("()").split(","))
                        self.put_in_array((x, y, level), "W", code)
                        self.put_in_array((x, -x - y, level), "B", code)
        else:
            for level, text in HEC_ARRAY.items():
                groups = text + "; P " + HEC_PAWNS
                for group in groups.split(";"):
                    code, *cells = group.split()
                    for word in cells:
                        x, y = "abcdef".index(word[0]) + 1, int(word[1])
                        owed = 0
                        if code == "P":
                            owed = 6 if word in ("c1", "a3") else 5
                        self.put_in_array((x, y, level), "W", code, owed)
                        self.put_in_array((7 - x, 7 - y, level), "B", code, owed)
        self.pawn_code = "PN" if "PN" in self.pieces else "P"
        self.pawn_codes = [self.pawn_code]
        self.pawn_cells = {army: set() for army in self.order}
        self.army_cells = {army: set() for army in self.order}
        self.army_types = {army: set() for army in self.order}
        for cell, (army, code, _) in self.array.items():
            self.army_cells[army].add(cell)
            self.army_types[army].add(code)
            if code == self.pawn_code:
                self.pawn_cells[army].add(cell)

    def put_in_array(self, cell, army, code, owed=0):
        assert cell in self.name and cell not in self.array, (cell, code)
        self.array[cell] = (army, code, owed)

    # ------------------------------------------- geometry on an empty board

    def exists(self, cell):
        return cell in self.name

    def step(self, cell, direction):
        """The cell one step on, or None where section 3 forbids the step.

        The kind of the step is told by its direction: a step that changes
        both column and level is an F or Y step and needs the two cells that
        complete its upright square.
        """
        target = add(cell, direction)
        if not self.exists(target):
            return None
        if self.cubic:
            return target
        if direction[2] != 0 and direction[:2] != (0, 0):
            if not self.exists((target[0], target[1], cell[2])):
                return None
            if not self.exists((cell[0], cell[1], target[2])):
                return None
        flat = (direction[0], direction[1], 0)
        if flat in self.H and (column(cell), column(target)) in self.no_h_or_y:
            return None
        return target

    def ray(self, cell, direction):
        """All cells one gets to by repeating one step."""
        found = []
        cell = self.step(cell, direction)
        while cell is not None:
            found.append(cell)
            cell = self.step(cell, direction)
        return found

    def block_complete(self, start, flat, columns, vertical, levels):
        """Whether a whole upright block of cells exists."""
        return all(
            self.exists(add(start, add(times(i, flat), times(j, vertical))))
            for i in range(columns + 1)
            for j in range(levels + 1)
        )

    def lines(self, code, army, cell):
        """What a piece can try from a cell, before anything is in the way.

        Each entry is one of
          ("line", cells, n)   walk along the cells; the first n of them must
                               be empty and are no place to stop
          ("hop", cells)       the Sling
          ("elephant", middle, end, if_empty, if_occupied)
        Pawns are dealt with elsewhere.
        """
        key = (code, army if code in ("O", "PK") else None, cell)
        if key not in self.line_memo:
            found = []
            for atom in self.pieces[code]:
                found += self.atom_lines(atom, army, cell)
            self.line_memo[key] = found
        return self.line_memo[key]

    def bends(self, kind):
        """The first step of each way of a bent rider, and the step it goes on with."""
        if kind == "gryphon" and self.cubic:
            for d in self.family["F"]:
                for axis in range(3):
                    if d[axis]:
                        yield d, tuple(d[axis] if n == axis else 0 for n in range(3))
        elif kind == "simurgh":
            for i in range(6):
                yield self.H[i], self.O[i]
                yield self.H[i], self.O[(i + 1) % 6]
        elif kind == "stargazer":
            for i in range(6):
                for v in (UP, DOWN):
                    yield add(self.H[i], v), add(self.O[i], v)
                    yield add(self.H[i], v), add(self.O[(i + 1) % 6], v)
        else:
            for o in self.O:
                for v in (UP, DOWN):
                    for straight in (o, v):
                        diagonal = add(o, v)
                        yield (diagonal, straight) if kind == "gryphon" else (straight, diagonal)

    def atom_lines(self, atom, army, cell):
        kind = atom[0]
        found = []

        def line(cells, bends=0):
            if len(cells) > bends:
                found.append(("line", cells, bends))

        def one(target):
            if target is not None:
                line([target])

        def bent(first, then):
            corner = self.step(cell, first)
            if corner is not None:
                line([corner] + self.ray(corner, then), 1)

        if kind == "step":
            for letter in atom[1]:
                for d in self.family[letter]:
                    one(self.step(cell, d))
        elif kind == "ride":
            for d in self.family[atom[1]]:
                line(self.ray(cell, d))
        elif kind == "hop":
            for d in self.family[atom[1]]:
                found.append(("hop", self.ray(cell, d)))
        elif kind == "block":
            for m, n in ((atom[1], atom[2]), (atom[2], atom[1])):
                for o in self.O:
                    for v in (UP, DOWN):
                        if self.block_complete(cell, o, m, v, n):
                            one(add(cell, add(times(m, o), times(n, v))))
        elif kind == "oblique":
            long, levels = atom[1], atom[2]
            for i in range(6):
                for side in (1, -1):
                    flat = add(times(long, self.O[i]), self.O[(i + side) % 6])
                    for v in (UP, DOWN) if levels else (UP,):
                        target = add(cell, add(flat, times(levels, v)))
                        ends = (column(cell), column(target))
                        if not self.exists(target):
                            continue
                        if not self.exists(add(cell, times(levels, v))):
                            continue
                        if not self.exists(add(cell, flat)):
                            continue
                        if long == 2 and levels == 2 and ends in self.no_elf:
                            continue
                        one(target)
        elif kind == "elephant":
            for o in self.O:
                for v in (UP, DOWN):
                    d = add(o, v)
                    middle, end = add(cell, d), add(cell, times(2, d))
                    if not (self.exists(middle) and self.exists(end)):
                        continue
                    if self.barred_to_elephants(cell, end):
                        continue
                    if_empty = self.step(cell, d) is not None and self.step(middle, d) is not None
                    if_occupied = self.block_complete(cell, o, 2, v, 2)
                    found.append(("elephant", middle, end, if_empty, if_occupied))
        elif kind == "curve":
            flats = self.O if atom[1] == "O" else self.H
            for i in range(6):
                for turn in (1, -1):
                    cells, here = [], cell
                    for n in range(atom[2]):
                        here = self.step(here, flats[(i + n * turn) % 6])
                        if here is None:
                            break
                        cells.append(here)
                    line(cells)
        elif kind in BENT:
            for first, then in self.bends(kind):
                bent(first, then)
        elif kind == "peacock":
            ahead = add(*self.forward[army])
            i = self.H.index(ahead)
            back = times(-1, ahead)
            sideways = [self.O[(i + 2) % 6], self.O[(i - 1) % 6]]
            for d in [ahead, back] + sideways:
                one(self.step(cell, d))
                for v in (UP, DOWN):
                    one(self.step(cell, add(d, v)))
            for v in (UP, DOWN):
                one(self.step(cell, v))
        elif kind == "cubic-king":
            for d in self.family["W"] + self.family["F"]:
                if not (self.planar_king and d[2] != 0):
                    one(self.step(cell, d))
        elif kind == "cubic-leap":
            size = sorted(atom[1])
            for x in range(-3, 4):
                for y in range(-3, 4):
                    for z in range(-3, 4):
                        if sorted((abs(x), abs(y), abs(z))) == size:
                            one(self.step(cell, (x, y, z)))
        else:
            raise AssertionError(kind)
        return found

    def barred_to_elephants(self, origin, cell):
        """R-14: the Jewish/European Subcamp is closed; R-24's other reading: from level 6 two more."""
        if not (self.variant == "proto-prelates" and self.elephant_barred):
            return False
        if self.elephant_direct and origin[2] == 6 and min(cell[0] - 2, 10 - cell[1]) <= 2:
            return True
        return (11 - cell[0]) + (cell[1] - 1) <= 2

    def pawn_capture_cells(self, army, cell):
        forward = self.forward[army]
        directions = [add(f, v) for f in forward for v in (UP, DOWN)]
        if self.cubic:
            directions.append(add(*forward))
        targets = [self.step(cell, d) for d in directions]
        return [t for t in targets if t is not None]

    # --------------------------------------------------- moves on a board

    def targets(self, board, cell, capturing):
        """Cells a piece (no Pawn) may go to without looking at who is there.

        With `capturing` the answer is the occupied cells it bears on, and
        without it the empty cells it can move to.
        """
        army, code, _ = board[cell]
        found = set()
        for entry in self.lines(code, army, cell):
            if entry[0] == "line":
                cells, bends = entry[1], entry[2]
                for i, target in enumerate(cells):
                    occupied = target in board
                    if i >= bends and occupied == capturing:
                        found.add(target)
                    if occupied:
                        break
            elif entry[0] == "hop":
                screens = 0
                for target in entry[1]:
                    if target in board:
                        if screens == 1 and capturing:
                            found.add(target)
                        screens += 1
                        if screens == 2:
                            break
                    elif screens == 0 and not capturing:
                        found.add(target)
            else:
                _, middle, end, if_empty, if_occupied = entry
                allowed = if_occupied if middle in board else if_empty
                if allowed and (end in board) == capturing:
                    found.add(end)
        return found

    def may_bear_on(self, code, army, cell):
        """Every cell the piece could ever capture on from here; only used
        to leave out pieces that are plainly too far away."""
        key = (code, army, cell)
        if key not in self.reachable_memo:
            found = set()
            if code == self.pawn_code:
                found.update(self.pawn_capture_cells(army, cell))
            else:
                for entry in self.lines(code, army, cell):
                    if entry[0] == "elephant":
                        found.add(entry[2])
                    else:
                        found.update(entry[1])
            self.reachable_memo[key] = found
        return self.reachable_memo[key]

    def attacks(self, board, army, target):
        """Whether any piece of the army could capture on the cell."""
        for cell, (owner, code, _) in board.items():
            if owner != army:
                continue
            if target not in self.may_bear_on(code, army, cell):
                continue
            if code == self.pawn_code:
                return True
            if target in self.targets(board, cell, capturing=True):
                return True
        return False

    def royal_cell(self, board, army):
        for cell, (owner, code, _) in board.items():
            if owner == army and code in self.royal:
                return cell
        return None

    def attackers(self, board, alive, army):
        """The living enemy armies that give check to the army."""
        royal = self.royal_cell(board, army)
        return [other for other in alive if other != army and self.attacks(board, other, royal)]

    def in_check(self, board, alive, army):
        return bool(self.attackers(board, alive, army))

    def double_step_allowed(self, army, cell, passed, owed=0):
        if cell not in self.pawn_cells[army]:
            return False
        if self.faith2:
            return army in ("I", "P")
        if self.variant == "aof6":
            return owed != MOVED
        if self.sd2l:
            return passed in self.pawn_cells[army]
        return cell[0] in (1, 6) or cell[1] in (1, 6)

    def en_passant_allowed(self, capturer, victim, cell):
        if capturer == victim:
            return False
        if self.variant == "aof6":
            if {capturer, victim} == {"C", "N"}:
                return column(cell) == self.te
            if {capturer, victim} == {"I", "M"}:
                return column(cell) == self.oj
        return True

    def promotions(self, board, army, cell, owed):
        """Codes a Pawn of the army that has just come to the cell may turn
        into; None in the list stands for staying a Pawn."""
        ahead = [add(cell, f) for f in self.forward[army]]
        blocked_for_good = not any(self.exists(a) for a in ahead)
        if self.faith2:
            if not blocked_for_good:
                return [None]
            partner = PARTNER[self.variant]
            for enemy in self.order:
                if enemy != army and cell in self.army_cells[enemy]:
                    return [partner[enemy]]
            if army in ("I", "P"):
                return [partner[army]]
            return [partner["E"], partner["J"]]
        if self.variant == "aof6":
            x, y = cell[0], cell[1]
            far_enough = {"I": x <= 5, "N": x >= 10, "C": y <= -5, "M": y >= 0}[army]
            choices = sorted(self.army_types[army] - {"K", "PN"})
            if any(piece[0] == army and piece[1] == "PR" for piece in board.values()):
                choices.append("FL")
            if blocked_for_good:
                return choices
            return [None] + choices if far_enough else [None]
        if self.sd2l:
            if self.exists(ahead[0]) and in_star_drum(ahead[0]):
                return [None]
            return sorted(self.army_types[army] - {"K", "P"})
        far_edge = (6, 6) if army == "W" else (1, 1)
        choices = ["R", "U", "N"] if cell[2] in (1, 4) else ["Y", "L"]
        if column(cell) == far_edge:
            return choices
        return [None] + choices if owed == 0 else [None]

    def owed_after(self, army, target, owed, cost):
        """What is remembered of a Pawn that has just come to the target."""
        if self.cubic:
            return max(0, owed - cost)
        if self.marks_moved_pawns() and target in self.pawn_cells[army]:
            return MOVED
        return 0

    def marks_moved_pawns(self):
        return self.variant == "aof6" and not self.double_from_any

    def pawn_moves(self, state, cell):
        board = state.board
        army, code, owed = board[cell]
        found = []

        def arrive(target, cost, **more):
            left = self.owed_after(army, target, owed, cost)
            for choice in self.promotions(board, army, target, left):
                if choice is None:
                    piece = (army, code, left)
                else:
                    piece = (army, choice, 0)
                found.append(Move(cell, target, piece, promotion=choice, **more))

        for f in self.forward[army]:
            first = self.step(cell, f)
            if first is None or first in board:
                continue
            arrive(first, 1)
            second = self.step(first, f)
            if second is None or second in board:
                continue
            if self.double_step_allowed(army, cell, first, owed):
                arrive(second, 2, passed=first)
        for target in self.pawn_capture_cells(army, cell):
            if target in board:
                if board[target][0] != army:
                    arrive(target, 1, captured=True)
            else:
                victims = [
                    a
                    for a in self.order
                    if a in state.ep
                    and state.ep[a][0] == target
                    and self.en_passant_allowed(army, a, target)
                ]
                if victims:
                    arrive(target, 1, captured=True, ep_armies=victims)
        return found

    def pseudo_legal(self, state):
        board, found = state.board, []
        for cell, (army, code, _) in board.items():
            if army != state.turn:
                continue
            if code in self.pawn_codes:
                found += self.pawn_moves(state, cell)
                continue
            for target in self.targets(board, cell, capturing=False):
                found.append(Move(cell, target, board[cell]))
            for target in self.targets(board, cell, capturing=True):
                if board[target][0] != army:
                    found.append(Move(cell, target, board[cell], captured=True))
        return found

    def board_after(self, state, move):
        board = dict(state.board)
        del board[move.origin]
        for army in move.ep_armies:
            del board[state.ep[army][1]]
        board[move.target] = move.piece
        return board

    def legal_moves(self, state):
        """LAN -> Move; LAN "--" -> None is the pass."""
        if state.legal is not None:
            return state.legal
        state.legal = {}
        if state.turn == "-":
            return state.legal
        everything = self.pseudo_legal(state)
        safe = [
            m
            for m in everything
            if not self.in_check(self.board_after(state, m), state.alive, state.turn)
        ]
        if self.two_players:
            allowed = safe
        elif self.advisory:
            # R-8, its alternative: no move is illegal for leaving a check,
            # so nobody with a move is ever without one (R-16 never asks).
            allowed = everything
        elif safe:
            allowed = safe
        elif self.in_check(state.board, state.alive, state.turn):
            allowed = everything
        elif self.pass_in_stalemate:
            allowed = []
        else:
            allowed = everything
        if not allowed and not self.two_players:
            state.legal = {"--": None}
            return state.legal
        for move in allowed:
            text = self.lan(state, move)
            assert text not in state.legal, text
            state.legal[text] = move
        return state.legal

    def lan(self, state, move):
        code = state.board[move.origin][1]
        text = "" if code == self.pawn_code else code
        text += self.name[move.origin]
        text += "x" if move.captured else "-"
        text += self.name[move.target]
        if move.ep_armies:
            text += "ep"
        if move.promotion:
            text += "=" + move.promotion
        return text

    # --------------------------------------------------------- turn keeping

    def next_alive(self, state, army):
        i = self.order.index(army)
        for n in range(1, len(self.order) + 1):
            candidate = self.order[(i + n) % len(self.order)]
            if candidate in state.alive:
                return candidate
        raise AssertionError("nobody is left")

    def pass_turn(self, state, army_before):
        army = self.next_alive(state, army_before)
        if self.order.index(army) <= self.order.index(army_before):
            state.round += 1
        state.turn = army
        state.ep.pop(army, None)

    def remove_army(self, state, army):
        state.alive.remove(army)
        for cell in [c for c, p in state.board.items() if p[0] == army]:
            del state.board[cell]
        state.ep.pop(army, None)

    def drop_dead_rights(self, state):
        """An en passant right ends when its Pawn is no longer there."""
        for army, (_, pawn) in list(state.ep.items()):
            piece = state.board.get(pawn)
            if piece is None or piece[0] != army or piece[1] not in self.pawn_codes:
                del state.ep[army]

    def finish(self, state, winners, events):
        share = "1" if len(winners) == 1 else "1/%d" % len(winners)
        state.result = "-".join(share if a in winners else "0" for a in self.order)
        state.turn = "-"
        events.append({"type": "end", "result": state.result})

    def start_of_turn(self, state, events):
        """Four players: the passes before the player to move may move."""
        while True:
            player = state.turn
            taken = []
            for army in state.alive:
                if army != player and self.attacks(
                    state.board, player, self.royal_cell(state.board, army)
                ):
                    taken.append(army)
            if not taken:
                return
            for army in taken:
                events.append({"type": "checkmate", "army": army, "by": player})
                self.remove_army(state, army)
            gone = list(taken)
            if self.faith2:
                royal = self.royal_cell(state.board, player)
                if state.board[royal][1] == "K":
                    state.board[royal] = (player, "EM", 0)
                    events.append(
                        {
                            "type": "promotion",
                            "army": player,
                            "cell": self.name[royal],
                            "from": "K",
                            "to": "EM",
                        }
                    )
            if self.variant != "aof6":
                if len(state.alive) == 1:
                    self.finish(state, state.alive, events)
                    return
            else:
                queenless = []
                for army in state.alive:
                    codes = [p[1] for p in state.board.values() if p[0] == army]
                    if "K" in codes and "Q" not in codes:
                        queenless.append(army)
                for army in queenless:
                    self.remove_army(state, army)
                    events.append({"type": "removal", "army": army, "reason": "no-queen"})
                gone += queenless
                winners = self.aof6_winners(state, player, gone)
                if winners:
                    self.finish(state, winners, events)
                    return
            if player not in state.alive:
                self.pass_turn(state, player)

    def aof6_winners(self, state, player, gone):
        """Who wins (all four: a draw) after a pass that took something."""
        left = state.alive
        if len(gone) == 4:
            return list(self.order)
        if not left:
            return list(gone)
        if len(left) == 1:
            if self.survivor_alone:
                return list(left)
            if len(gone) == 3 or left[0] == player:
                return list(left)
            return [left[0], player]
        return []

    def report_checks(self, state, events):
        now = {}
        if len(state.alive) > 1:
            for army in state.alive:
                by = self.attackers(state.board, state.alive, army)
                if by:
                    now[army] = by
        for army in self.order:
            if army in now and now[army] != state.checks.get(army):
                events.append({"type": "check", "army": army, "by": list(now[army])})
        state.checks = now

    def settle(self, state, events):
        """All that happens between a turn being passed on and a move."""
        if len(state.alive) == 1:
            self.finish(state, state.alive, events)
        elif not self.two_players:
            self.start_of_turn(state, events)
            self.report_checks(state, events)
        else:
            self.report_checks(state, events)
            if not self.legal_moves(state):
                loser = state.turn
                winner = [a for a in self.order if a != loser]
                if loser in state.checks:
                    events.append({"type": "checkmate", "army": loser, "by": winner[0]})
                    self.finish(state, winner, events)
                else:
                    events.append({"type": "stalemate", "army": loser})
                    draw = list(self.order)
                    shares = {"draw": draw, "win": [loser], "loss": winner}
                    self.finish(state, shares[self.stalemate], events)
            state.legal = None

    # ------------------------------------------------------------ public

    def start(self):
        state = State()
        state.board = dict(self.array)
        state.alive = list(self.order)
        state.turn = self.order[0]
        self.settle(state, state.events)
        return state

    def moves(self, state):
        return sorted(self.legal_moves(state))

    def play(self, state, lan):
        new = state.copy()
        events = []
        if lan.endswith(":resigns") or lan.endswith(":forfeits"):
            army, reason = lan.split(":")
            if state.turn == "-" or army not in state.alive:
                raise IllegalMove(lan)
            self.remove_army(new, army)
            events.append({"type": "removal", "army": army, "reason": reason})
            if army == state.turn:
                self.pass_turn(new, army)
            self.settle(new, events)
            return new, events
        legal = self.legal_moves(state)
        if lan not in legal:
            raise IllegalMove(lan)
        move, army = legal[lan], state.turn
        if move is None:
            events.append({"type": "pass", "army": army})
        else:
            new.board = self.board_after(state, move)
            for victim in move.ep_armies:
                passed, pawn = state.ep[victim]
                where = pawn if EN_PASSANT_EVENT_CELL == "pawn" else passed
                events.append(
                    {
                        "type": "en-passant",
                        "army": army,
                        "cell": self.name[where],
                        "captured": victim,
                    }
                )
            if move.promotion:
                events.append(
                    {
                        "type": "promotion",
                        "army": army,
                        "cell": self.name[move.target],
                        "from": state.board[move.origin][1],
                        "to": move.promotion,
                    }
                )
            self.end_of_move(new, army, events)
            self.drop_dead_rights(new)
            if move.passed is not None and not move.promotion:
                new.ep[army] = (move.passed, move.target)
        self.pass_turn(new, army)
        self.settle(new, events)
        return new, events

    def end_of_move(self, state, army, events):
        """Promotions that come by themselves when a move is over."""
        board = state.board
        if self.variant == "aof2":
            codes = {p[1] for p in board.values() if p[0] == army}
            if all(code in codes for code in "YFTO"):
                old = MOST_BOUND[army]
                cells = [c for c, p in board.items() if p[:2] == (army, old)]
                for cell in sorted(cells, key=self.name.get):
                    board[cell] = (army, "B", 0)
                    events.append(
                        {
                            "type": "promotion",
                            "army": army,
                            "cell": self.name[cell],
                            "from": old,
                            "to": "B",
                        }
                    )
        if self.variant == "aof6":
            royal = self.royal_cell(board, army)
            if board[royal][1] == "K" and self.elements_aligned(board, army, royal):
                board[royal] = (army, "PR", 0)
                events.append(
                    {
                        "type": "promotion",
                        "army": army,
                        "cell": self.name[royal],
                        "from": "K",
                        "to": "PR",
                    }
                )

    def elements_aligned(self, board, army, king):
        for letter in "WFHY":
            for d in self.family[letter]:
                middle = self.step(king, d)
                if middle is None:
                    continue
                end = self.step(middle, d)
                if end is None:
                    continue
                if board.get(middle, ("", ""))[:2] == (army, "RY") and board.get(end, ("", ""))[
                    :2
                ] == (army, "ET"):
                    return True
        return False

    def reach(self, code, army, cell):
        here = self.cell[cell]
        state = State()
        state.board = {here: (army, code, 0)}
        state.alive, state.turn = [army], army
        if code == self.pawn_code:
            return {self.name[m.target] for m in self.pawn_moves(state, here)}
        return {self.name[t] for t in self.targets(state.board, here, capturing=False)}

    # ------------------------------------------------------ position lines

    def line(self, state):
        armies = []
        for army in self.order:
            groups = {}
            for cell, (owner, code, owed) in state.board.items():
                if owner == army:
                    text = self.name[cell]
                    if owed:
                        text += "^%d" % (0 if owed == MOVED else owed)
                    groups.setdefault(code, []).append(text)
            if army not in state.alive:
                armies.append(army + ":-")
                continue
            codes = sorted(groups, key=lambda c: (c not in self.royal, c))
            armies.append(
                army + ":" + ";".join(code + ",".join(sorted(groups[code])) for code in codes)
            )
        rights = [
            self.name[state.ep[a][0]] + ">" + self.name[state.ep[a][1]]
            for a in self.order
            if a in state.ep
        ]
        return " ".join(["/".join(armies), state.turn, ",".join(rights) or "-", str(state.round)])

    def owed_given(self, army, code, cell, text):
        """What the `^n` of a given position stands for.

        CHOICE: aofref-record(5) gives `^` a meaning on heathen-europe Pawns (what
        they owe, 0 to 6; `^0` is as good as nothing) and as `^0` on aof6
        Pawns; anywhere else it is a bad position.
        CHOICE: an aof6 Pawn has "no double step left" wherever it says `^0`.
        Away from the array cells of its army's Pawns that goes without
        saying, and so it does nowhere under aof6-double=any: the mark is
        read and dropped, and the canonical line is without it.
        """
        if code != self.pawn_code or not (text.isascii() and text.isdigit()):
            raise BadPosition("^" + text)
        number = int(text)
        if self.cubic and number <= 6:
            return number
        if self.variant == "aof6" and number == 0:
            marked = self.marks_moved_pawns() and cell in self.pawn_cells[army]
            return MOVED if marked else 0
        raise BadPosition("^" + text)

    def read(self, text):
        try:
            return self.read_checked(text)
        except (KeyError, IndexError, AttributeError) as problem:
            raise BadPosition("%s: %r" % (text, problem))

    def read_checked(self, text):
        fields = text.split()
        if len(fields) != 4:
            raise BadPosition("four fields are needed")
        placement, turn, rights, number = fields
        state = State()
        for part in placement.split("/"):
            army, groups = part.split(":")
            if army not in self.order or army in state.alive:
                raise BadPosition("army " + army)
            if groups == "-":
                continue
            state.alive.append(army)
            for group in groups.split(";"):
                n = 0
                while n < len(group) and group[n].isupper():
                    n += 1
                code = group[:n]
                if code not in self.pieces:
                    raise BadPosition("code " + code)
                for word in group[n:].split(","):
                    name, hat, owed = word.partition("^")
                    cell = self.cell[name]
                    if cell in state.board:
                        raise BadPosition(name + " is given twice")
                    owed = self.owed_given(army, code, cell, owed) if hat else 0
                    state.board[cell] = (army, code, owed)
        state.alive = [a for a in self.order if a in state.alive]
        for army in state.alive:
            royals = [p for p in state.board.values() if p[0] == army and p[1] in self.royal]
            if len(royals) != 1:
                raise BadPosition("royal pieces of " + army)
        state.round = int(number)
        state.turn = turn
        if turn != "-" and turn not in state.alive:
            raise BadPosition("turn " + turn)
        if rights != "-":
            for right in rights.split(","):
                passed, pawn = (self.cell[n] for n in right.split(">"))
                army = state.board[pawn][0]
                state.ep[army] = (passed, pawn)
        self.drop_dead_rights(state)
        state.ep.pop(turn, None)
        if turn == "-":
            if len(state.alive) == 1:
                self.finish(state, state.alive, state.events)
            return state
        if self.two_players and len(state.alive) == 2:
            waiting = [a for a in self.order if a != turn][0]
            if self.in_check(state.board, state.alive, waiting):
                raise BadPosition(waiting + " is in check out of turn")
        self.settle(state, state.events)
        return state

"""Star of David 2 Level, the Cohen form (RULES 1 to 10)."""

from aofref import pieces
from aofref.boards import LETTERS, Naming, build
from aofref.games.model import Army, Ending, Pawns, ToArrayPiece, VariantData
from aofref.geometry import AXIAL, Vector

COLUMNS = [(x, y) for x in range(-6, 7) for y in range(-6, 7)]
LOWER = [(x, y) for x, y in COLUMNS if min(x, y, -x - y) >= -3]
UPPER = [(x, y) for x, y in COLUMNS if max(x, y, -x - y) <= 3]  # two triangles that point apart
FIRST = {x: min(y for file, y in LOWER + UPPER if file == x) for x in range(-6, 7)}
"""Where each file begins, on either level; its cells are numbered from there."""


def _parts(at: Vector) -> tuple[str, str]:
    x, y, level = at
    return f"{LETTERS[x + 6]}{y - FIRST[x] + 1}", "ab"[level - 1]


BOARD = build(
    AXIAL,
    Naming.LEVEL_THEN_COLUMN,
    [(x, y, 1) for x, y in LOWER] + [(x, y, 2) for x, y in UPPER],
    _parts,
    {"Drum": lambda x, y, _: max(abs(x), abs(y), abs(x + y)) <= 3},
)

VARIANT = VariantData(
    id="sd2l-cohen",
    title="Star of David 2 Level Hex Chess, Cohen form",
    page="Star of David 2 Level Hex Chess",
    board=BOARD,
    armies=(Army("W", "White", ((0, 1, 0),)), Army("B", "Black", ((0, -1, 0),))),
    pieces={
        "K": pieces.KING,
        "R": pieces.ROOK,
        "N": pieces.KNIGHT,
        "P": pieces.PAWN,
        "CO": pieces.COHEN_OF_FOUR,
        "RA": pieces.RABBI,
        "SN": pieces.SENNIGHT,
    },
    array={
        "W": """
            K bg1;
            R ad1 bj1;
            N ag1 ag2 bf2 bh2;
            RA ad3 ae2 af1 bh1 bi2 bj3;
            SN ae1 bi1;
            CO ad2 bj2;
            P ae3 af2 af3 ag3 ah2 ah3 ai3 bd4 bf3 bg2 bg3 bh3 bj4;
        """,
        "B": """
            K bg7;
            R ad10 bj10;
            N ag6 ag7 bf7 bh7;
            RA ad8 ae8 af8 bh8 bi8 bj8;
            SN ae9 bi9;
            CO ad9 bj9;
            P ae7 af6 af7 ag5 ah6 ah7 ai7 bd7 bf6 bg5 bg6 bh6 bj7;
        """,
    },
    pawns=Pawns(doubles="WB", over_array=True),
    promotion=ToArrayPiece(),
    ending=Ending.FIDE,
    inside="Drum",
)

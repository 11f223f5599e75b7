"""Star of David 2 Level, the Cohen form (RULES 1 to 10)."""

from aofref.boards import LETTERS, Naming, build
from aofref.games import model
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

PIECES, ARRAY = model.pieces_of("sd2l-cohen")

VARIANT = model.VariantData(
    id="sd2l-cohen",
    title="Star of David 2 Level Hex Chess, Cohen form",
    page="Star of David 2 Level Hex Chess",
    board=BOARD,
    armies=(model.Army("W", "White", ((0, 1, 0),)), model.Army("B", "Black", ((0, -1, 0),))),
    pieces=PIECES,
    array=ARRAY,
    pawns=model.Pawns(doubles="WB", over_array=True),
    promotion=model.ToArrayPiece(),
    ending=model.Ending.FIDE,
    inside="Drum",
)

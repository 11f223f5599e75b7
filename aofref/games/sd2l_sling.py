"""Star of David 2 Level, the Sling form: other pieces and arrays (RULES 1 to 10)."""

from aofref import pieces
from aofref.games import sd2l_cohen

VARIANT = sd2l_cohen.VARIANT._replace(
    id="sd2l-sling",
    title="Star of David 2 Level Hex Chess, Sling form",
    pieces={
        "K": pieces.KING,
        "R": pieces.ROOK,
        "N": pieces.KNIGHT,
        "P": pieces.PAWN,
        "RA": pieces.RABBI,
        "SN": pieces.SENNIGHT,
        "SL": pieces.SLING,
    },
    array={
        "W": """
            K bg1;
            R ad4 af1;
            N ag1 bf2 bh2;
            RA ad2 ad3 ae2 bh1 bi2 bj3;
            SL ad1 ae1 ae3 bi1 bi3 bj1;
            SN af2 bj2;
            P ad5 ae4 af3 ag2 ah2 ai3 aj4 bd4 be3 bf3 bg2 bh3 bi4 bj4;
        """,
        "B": """
            K bg7;
            R ad7 af8;
            N ag7 bf7 bh7;
            RA ad8 ad9 ae8 bh8 bi8 bj8;
            SL ad10 ae7 ae9 bi7 bi9 bj10;
            SN af7 bj9;
            P ad6 ae6 af6 ag6 ah7 ai7 aj7 bd7 be7 bf6 bg6 bh6 bi6 bj7;
        """,
    },
)

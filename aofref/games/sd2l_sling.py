"""Star of David 2 Level, the Sling form: other pieces and arrays (RULES 1 to 10)."""

from aofref.games import model, sd2l_cohen

PIECES, ARRAY = model.pieces_of("sd2l-sling")

VARIANT = sd2l_cohen.VARIANT._replace(
    id="sd2l-sling",
    title="Star of David 2 Level Hex Chess, Sling form",
    pieces=PIECES,
    array=ARRAY,
)

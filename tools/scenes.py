"""Make the examples of the rulebooks: `python -m tools.scenes`.

Each is a position and moves of a case in `fixtures/cases`, with a sentence that explains it.  A test
fails if `aofref/judge/analysis/scenes.txt` is stale.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from aofref.notation.cases import Case, read

ROOT = Path(__file__).parent.parent
SCENES = ROOT / "aofref" / "judge" / "analysis" / "scenes.txt"
CASES = ROOT / "fixtures" / "cases"


class Chosen(NamedTuple):
    """An example: its subject, its case, a sentence, and the number of moves taken from the case.

    `legal` is a legal move of the case, played after these.
    """

    topic: str
    case: str
    text: str
    moves: int = 9
    legal: str = ""


_CHECK = "The move gives check."
_MATE_OF_TWO = "The King is in check, and no move of its army can save it: checkmate."
_STALEMATE = "Not in check, but without a legal move: stalemate."
_PASS = "The King is not in check, but would be after every move. So the army passes."
_EMPEROR = (
    "The turn begins. The King that the player to move could capture is checkmated, its army is "
    "removed, and the King of the player to move becomes an Emperor. Then the player moves."
)
_NO_MOVE_INSIDE = "The Pawn has no step forward left inside the Drum, so it must promote."

CHOSEN = (
    Chosen("Check", "aof2.200", f"{_CHECK} The Persian player has a turn to answer it.", 1),
    Chosen(
        "Checkmate and removal",
        "aof2.199",
        "The Indian King is in check from the European Rook, and nobody has lifted that by the "
        "time when the European turn begins. It is checkmated; its army is removed; the European "
        "King becomes an Emperor.",
    ),
    Chosen(
        "Mate by several armies",
        "aof2.234",
        "The Indian Knight steps out of the way of the Jewish Gryphon, whose turn is next. Both "
        "Kings that the Gryphon then bears on are checkmated by the Jewish army.",
    ),
    Chosen(
        "Help against a check",
        "aof2.226",
        "The European King had no way out of check. The Indian Rook steps between before the "
        "Jewish turn begins: no checkmate.",
    ),
    Chosen("Passing", "aof2.268", _PASS, 1),
    Chosen(
        "Four Partners",
        "aof2.139",
        "The European Pawn promotes to a Ferz. With a Gryphon, a Ferz, a Fortnight and a Peacock "
        "on the board, all Unicorns of the army become Bishops.",
    ),
    Chosen(
        "The end",
        "aof2.231",
        "Removed armies open lines, so one checkmate follows another before the move. The last "
        "army on the board wins.",
    ),
    Chosen(
        "Check",
        "aof6.162",
        "The Indoisraeli King is in check from the Marxist Rook. The Chrislamic army is to "
        "move, then the Indoisraeli one: it has a turn to answer.",
    ),
    Chosen(
        "Checkmate and removal",
        "aof6.161",
        "When the Chrislamic turn begins, the King that its Rook could capture is checkmated, and "
        "its army is removed. Each of the other armies has a Queen or a President, and stays.",
    ),
    Chosen(
        "An army without a Queen",
        "aof6.167",
        "After a checkmate every army with a King but no Queen is removed as well: here the "
        "Marxist army. The King of the New-Age army has a Queen.",
    ),
    Chosen(
        "Revolutionary Elements",
        "aof6.131",
        "The Elephant arrives on the other side of the Revolutionary, opposite the King, each one "
        "step away. The King becomes a President.",
    ),
    Chosen("Passing", "aof6.193", _PASS),
    Chosen(
        "A draw",
        "aof6.178",
        "The checkmate removes one army, and the other three have a King but no Queen: all four "
        "go at once, and the game is drawn.",
    ),
    Chosen(
        "Joint winners",
        "aof6.186",
        "The checkmating player has no Queen, and is removed too. The army that is left shares "
        "the win with it.",
    ),
    Chosen(
        "Check",
        "proto-prelates.109",
        "The Indian King is in check from the Jewish Rook. The European army is to move, then the "
        "Indian one: it has a turn to answer.",
    ),
    Chosen("Checkmate, removal and the Emperor", "proto-prelates.107", _EMPEROR),
    Chosen("Passing", "proto-prelates.122", _PASS, 1),
    Chosen(
        "The end", "proto-prelates.119", "The last army on the board wins: this is the third mate."
    ),
    Chosen("Check", "sd2l-cohen.062", f"{_CHECK} The King can step aside."),
    Chosen("Checkmate", "sd2l-cohen.063", _MATE_OF_TWO),
    Chosen("Stalemate", "sd2l-cohen.064", _STALEMATE),
    Chosen("The Drum and promotion", "sd2l-cohen.055", _NO_MOVE_INSIDE, legal="ag6-ag7=CO"),
    Chosen("Checkmate", "sd2l-sling.055", _MATE_OF_TWO),
    Chosen("Stalemate", "sd2l-sling.056", _STALEMATE),
    Chosen("The Drum and promotion", "sd2l-sling.047", _NO_MOVE_INSIDE, legal="ag6-ag7=SL"),
    Chosen("Check", "heathen-europe.024", "A Pawn gives check where it captures."),
    Chosen("Checkmate", "heathen-europe.065", _MATE_OF_TWO),
    Chosen("Stalemate", "heathen-europe.066", _STALEMATE),
    Chosen(
        "Moves owed",
        "heathen-europe.050",
        "The Pawn began on a face and owed six moves; its double step counted two. With this move "
        "it owes none, and may promote.",
        legal="ae4-ae5=R",
    ),
    Chosen(
        "The far edge",
        "heathen-europe.058",
        "On the far vertical edge it must promote, whatever it still owes.",
        legal="ae5xaf6=R",
    ),
    Chosen("Stalemate", "chess-without-castling.002", _STALEMATE),
    Chosen(
        "Castling",
        "chess.009",
        "The black Rook on f8 attacks f1, which the King would pass: White may not castle by O-O. "
        "The Rook on b8 attacks b1, which only the Rook passes: White may castle by O-O-O.",
        legal="O-O-O",
    ),
    Chosen("Checkmate", "chess.011", f"The Rook gives check from f1. {_MATE_OF_TWO}"),
    Chosen(
        "Castling",
        "capablanca.005",
        "The white Rook attacks h8, which the King would pass: Black may not castle by O-O. "
        "Nothing bars O-O-O.",
        legal="O-O-O",
    ),
    Chosen("Check", "raumschach.006", f"{_CHECK} It comes from two levels below."),
)


def cases() -> dict[str, Case]:
    """Read every case."""
    paths = sorted(path for path in CASES.glob("*.txt") if path.stem != "sentences")
    return {case.id: case for path in paths for case in read(path.read_text("utf-8"))}


def written() -> str:
    """Write all examples, a paragraph each."""
    known, paragraphs = cases(), []
    for chosen in CHOSEN:
        case = known[chosen.case]
        assert not case.rulings and not case.array, chosen.case
        assert not chosen.legal or any(
            line.keyword == "legal" and chosen.legal in line.rest.split()
            for line in case.expectations
        ), chosen.case
        moves = [*case.moves[: chosen.moves], *filter(None, [chosen.legal])]
        fields = {
            "case": chosen.case,
            "topic": chosen.topic,
            "text": chosen.text,
            "position": case.position,
            "moves": " ".join(moves),
        }
        paragraphs.append("".join(f"{name}: {value}\n" for name, value in fields.items() if value))
    return "\n".join(paragraphs)


if __name__ == "__main__":
    SCENES.write_text(written(), "utf-8", newline="\n")

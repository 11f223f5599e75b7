"""The piece types, one line each, in the pages' own words (RULES 5)."""

from aofref import geometry
from aofref.atoms import Atoms, Hop, bent, curve, hop, lame_leap, leap, oriented, ride, step
from aofref.geometry import F, Flat, H, O, Spatial, V, W, Y, oblique
from aofref.values import Value


class KeptOut(Value):
    """A region that a piece may not enter: from any level, or only from `level`."""

    region: str
    level: str = ""


class Piece(Value):
    """A piece type: the atoms it moves by, the atoms it captures by if they differ, and marks.

    `kept_out` lists the regions of the board that it may not enter.
    """

    name: str
    atoms: Atoms
    captures: Atoms | None = None
    royal: bool = False
    pawn: bool = False
    kept_out: tuple[KeptOut, ...] = ()

    @property
    def captures_apart(self) -> bool:
        """Whether the piece captures otherwise than it moves."""
        return self.captures is not None or any(isinstance(atom, Hop) for atom in self.atoms)

    @property
    def oriented(self) -> bool:
        """Whether a move of the piece is relative to its army's Pawn directions."""
        return any(map(oriented, self.atoms + (self.captures or ())))


_BISHOP = ride(F)
_ROOK = ride(W)
_KNIGHT = leap(oblique(2, 1))
_CAMEL = leap(oblique(3, 1))
_ELF = leap(geometry.ROOT_7_AND_2)
_KING = step(W + F)
_CUBIC_KING = step(geometry.ORTHOGONALS + geometry.ROOT_2_DIAGONALS)

KING = Piece("King", _KING, royal=True)
EMPEROR = Piece("Emperor", _KING + step(H), royal=True)
PRESIDENT = Piece("President", _KING + step(Y), royal=True)
ROOK = Piece("Rook", _ROOK)
KNIGHT = Piece("Knight", _KNIGHT)
PAWN = Piece("Pawn", step(geometry.FORWARD), captures=step(geometry.FORWARD_AND_LEVEL), pawn=True)

FERZ = Piece("Ferz", step(F))
FORTNIGHT = Piece("Fortnight", leap(geometry.ROOT_13_AND_1))
GRYPHON = Piece("Gryphon", bent(F, W))
PEACOCK_PIECE = Piece("Peacock", step(geometry.PEACOCK))
WAZIR = Piece("Wazir", step(W))

ELEPHANT = Piece("Elephant", lame_leap(F))
ELEPHANT_KEPT_OUT = ELEPHANT._replace(kept_out=(KeptOut("Jewish/European Subcamp"),))
ELEPHANT_KEPT_OUT_FROM_6 = ELEPHANT_KEPT_OUT._replace(
    kept_out=(
        *ELEPHANT_KEPT_OUT.kept_out,
        KeptOut("Indian Subcamp", level="6"),
        KeptOut("Persian Subcamp", level="6"),
    )
)
GURU = Piece("Guru", leap(oblique(4, 1) + oblique(5, 3)))
SADHU = Piece("Sadhu", leap(oblique(5, 2) + oblique(7, 3)))
RABBI = Piece("Rabbi", curve(Flat.HEX, 4))
RABBI_OF_FIVE = Piece("Rabbi", curve(Flat.HEX, 5))
COHEN = Piece("Cohen", curve(Flat.ORTHOGONAL, 5) + curve(Flat.HEX, 5) + step(V))
COHEN_OF_FOUR = Piece("Cohen", curve(Flat.ORTHOGONAL, 4) + curve(Flat.HEX, 4) + step(V))
SENNIGHT = Piece("Sennight", leap(geometry.ROOT_7))
SLING = Piece("Sling", hop(H))
ELF = Piece("Elf", _ELF)
UNICORN = Piece("Unicorn", ride(H))
CAMEL = Piece("Camel", _CAMEL)
SIMURGH = Piece("Simurgh", bent(H, O))

BISHOP = Piece("Bishop", _BISHOP)
CALIPH = Piece("Caliph", _BISHOP + _CAMEL)
CARDINAL = Piece("Cardinal", _BISHOP + _KNIGHT)
DRUID = Piece("Druid", _BISHOP + step(Y))
HARVESTER = Piece("Harvester", _BISHOP + bent(W, F))
LEVITE = Piece("Levite", _BISHOP + _ELF)
MAGUS = Piece("Magus", _BISHOP + bent(Y, F))
MODERATOR = Piece("Moderator", _BISHOP + step(H))
PONTIFF = Piece("Pontiff", _BISHOP + ride(Y))
POPE = Piece("Pope", _BISHOP + step(W) + step(H))
PRIMATE = Piece("Primate", _BISHOP + step(W))

BARONESS = Piece("Baroness", _ROOK + step(F) + step(H))
CANVASSER = Piece("Canvasser", _ROOK + _CAMEL)
CHATELAINE = Piece("Chatelaine", _ROOK + step(F))
HOUSEWIFE = Piece("Housewife", _ROOK + step(Y))
MARSHAL = Piece("Marshal", _ROOK + _KNIGHT)
VICEREINE = Piece("Vicereine", _ROOK + step(H))

QUEEN = Piece("Queen", _ROOK + _BISHOP)
FIRSTLADY = Piece("Firstlady", _ROOK + _BISHOP + ride(Y))
LEPRECHAUN = Piece("Leprechaun", _ELF + ride(H))
PRINCE = Piece("Prince", _KING)
REVOLUTIONARY = Piece("Revolutionary", step(W + H + Y))

CUBIC_KING = Piece("King", _CUBIC_KING, royal=True)
PLANAR_KING = Piece("King", step(geometry.HORIZONTALS), royal=True)
CUBIC_ROOK = Piece("Rook", ride(geometry.ORTHOGONALS))
CUBIC_KNIGHT = Piece("Knight", leap((Spatial(2, 1, 0),)))
CUBIC_ELF = Piece("Elf", leap((Spatial(3, 1, 1),)))
CUBIC_GRYPHON = Piece("Gryphon", bent(geometry.ROOT_2_DIAGONALS, geometry.ORTHOGONALS))
CUBIC_UNICORN = Piece("Unicorn", ride(geometry.ROOT_3_DIAGONALS))
CUBIC_PAWN = PAWN._replace(captures=step(geometry.FORWARD_AND_LEVEL + geometry.BOTH_FORWARD))

"""Loader: a game's file made into a Variant, or all that is wrong with it (aofref-game(5))."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from aofref.boards import Board
from aofref.geometry import Cubic, Forward, Lattice
from aofref.pieces import Piece
from aofref.variants.files import words
from aofref.variants.files.armies import (
    Stands,
    armies,
    attacked,
    faulty_array,
    groups,
    letters,
    stuck,
)
from aofref.variants.files.movers import Ground, Turn, Wrong, piece, still, turn
from aofref.variants.files.sheet import MOST_LETTERS, Fault, Sheet
from aofref.variants.files.terrain import EDGES, Terrain
from aofref.variants.model import Army, Ending, Pawns, Shading, Stalemate, ToArrayPiece, Variant

MOST_KINDS = 255
"""Piece types times armies."""

_TABLES = ("id", "title", "page", "board", "pieces", "pawns", "promotion", "ending", "armies")


def load(text: str) -> Variant | tuple[Fault, ...]:
    """Make the game of a file's text, or list its faults; raises Unread where it is not TOML."""
    sheet = Sheet(text)
    game = _Game(sheet).variant()
    assert game is not None or sheet.faults
    return game if game is not None and not sheet.faults else sheet.faults


class _Game:
    """A game being read."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def variant(self) -> Variant | None:
        """Read the whole file; None where too little of it is right."""
        sheet = self.sheet
        sheet.known(_TABLES)
        id_ = sheet.value(str, "id", needed=True)
        if id_ is not None and not re.fullmatch("[a-z0-9-]{1,40}", id_):
            what = "an id is made of small letters, digits and hyphens, 1 to 40 of them"
            sheet.fault(what, "id", index=0)
        title, page = sheet.line(200, "title", needed=True), sheet.line(500, "page")
        terrain = Terrain(sheet)
        board = terrain.board
        found = armies(sheet)
        lattice = terrain.lattice
        turns = self._turns(lattice, found) if lattice else {}
        ground = Ground(lattice, terrain.levels, turns) if lattice else None
        kinds = self._pieces(ground, len(letters(sheet)))
        pawns = self._pawns(board, kinds)
        promotion = self._promotion(board, kinds)
        stalemate = self._ending()
        stands = faulty_array(sheet, board, kinds)
        if board is None or not found or not kinds or id_ is None:
            return None
        board = self._with_edges(board, found, kinds)
        square = isinstance(lattice, Cubic)
        made = Variant(
            id=id_,
            title=title,
            page=page or title,
            board=board,
            armies=found,
            pieces=MappingProxyType(kinds),
            array={army.letter: groups(board, stands[army.letter]) for army in found},
            pawns=pawns,
            promotion=promotion,
            ending=Ending.FIDE if len(found) == 2 else Ending.LAST_ARMY,
            shading=Shading.CHEQUERED if square else Shading.THIRDS,
            stalemate=stalemate,
            source=sheet.text,
        )
        self._at_start(made, stands)
        return made

    # Armies and pieces -------------------------------------------------------------------------

    def _turns(self, lattice: Lattice, found: tuple[Army, ...]) -> Mapping[Forward, Turn]:
        """Give for each way forward the turn that the first army's takes to come to it."""
        turns: dict[Forward, Turn] = {}
        for army in found:
            way = turn(lattice, found[0].forward, army.forward)
            if way is None:
                what = f"no turn of the level takes {found[0].name}'s way forward to this one"
                self.sheet.fault(what, "armies", army.letter, "forward")
            else:
                turns[army.forward] = way
        return turns

    def _pieces(self, ground: Ground | None, count: int) -> dict[str, Piece]:
        """Read the pieces, each with those above it; without a ground, not where they go."""
        sheet = self.sheet
        table = sheet.value(dict, "pieces", needed=True) or {}
        found: dict[str, Piece] = {}
        known: dict[str, Piece] = {}
        lost: set[str] = set()
        for code in table:
            if not re.fullmatch(words.CODE, code):
                sheet.fault("a piece's code is one or two capitals", "pieces", code)
            text = sheet.value(str, "pieces", code)
            if text is None:
                continue
            said = words.sort(text) if len(text) <= MOST_LETTERS else None
            if said is None:
                lost.add(re.split(" *[,:]", text.lstrip(), maxsplit=1)[0])
                sheet.misread("piece", text, "pieces", code)
                continue
            self._name(code, said, known)
            terms = said.moves + (said.takes or ())
            if any(isinstance(term, words.Other) and term.name in lost for term in terms):
                lost.add(said.name)  # one above is faulty: no more can be said of this one
                continue
            try:
                made = piece(said, known, ground) if ground else still(said)
                found[code] = known[said.name] = made
            except Wrong as problem:
                lost.add(said.name)
                sheet.fault(str(problem), "pieces", code, index=problem.at)
        if len(table) * max(count, 1) > MOST_KINDS:
            what = f"there are at most {MOST_KINDS} piece types times armies"
            sheet.fault(f"{what}, not {len(table) * count}", "pieces")
            return {}
        return found

    def _name(self, code: str, said: words.Sort, known: Iterable[str]) -> None:
        """Tell what is wrong with a piece's name, where `known` are those above, and its marks."""
        path, name = ("pieces", code), said.name.casefold()
        others = {other.casefold() for other in self.sheet.data["pieces"] if other != code}
        if said.name in words.RESERVED or name in map(str.casefold, known):
            what = f"another piece, or a word of phrases, is already called {said.name}"
            self.sheet.fault(what, *path, index=0)
        elif name in others:
            self.sheet.fault(f"{said.name} is another piece's code", *path, index=0)
        if said.royal and said.pawn:
            self.sheet.fault("a royal piece is no Pawn", *path, index=0)

    # Pawns, promotion, ending ------------------------------------------------------------------

    def _region(self, board: Board | None, *path: str) -> str:
        name = self.sheet.value(str, *path)
        if name is None or board is None or name in board.regions:
            return name or ""
        if name not in EDGES or path[0] != "promotion":
            self.sheet.fault(f"no region is called {name!r}"[:80], *path, index=0)
        return str(name)

    def _pawns(self, board: Board | None, kinds: Mapping[str, Piece]) -> Pawns:
        sheet = self.sheet
        sheet.known(("doubles", "on"), "pawns")
        doubles = sheet.value(str, "pawns", "doubles") or ""
        for at, letter in enumerate(doubles):
            if letter not in (letters(sheet) or letter):
                sheet.fault(f"no army has the letter {letter!r}", "pawns", "doubles", index=at)
        on = sheet.data.get("pawns", {}).get("on") if sheet.value(dict, "pawns") else None
        if isinstance(on, dict):
            starts = {key: self._region(board, "pawns", "on", key) for key in on if key in doubles}
            for key in on.keys() - starts.keys():
                sheet.fault("this army has no double step", "pawns", "on", key)
        else:
            region = self._region(board, "pawns", "on")
            starts = dict.fromkeys(doubles if region else "", region)
            if region and "doubles" not in sheet.data["pawns"]:
                sheet.fault("this means nothing without doubles", "pawns", "on")
        whole = len(kinds) == len(sheet.value(dict, "pieces") or {})
        if doubles and kinds and whole and not any(kind.pawn for kind in kinds.values()):
            sheet.fault("no piece is a pawn", "pawns", "doubles")
        return Pawns(doubles, doubles_from=starts)

    def _promotion(self, board: Board | None, kinds: Mapping[str, Piece]) -> ToArrayPiece:
        sheet = self.sheet
        sheet.known(("zones", "must", "to"), "promotion")
        zones = {}
        for letter in sheet.value(dict, "promotion", "zones") or {}:
            if letter not in (letters(sheet) or (letter,)):
                sheet.fault(f"no army has the letter {letter!r}", "promotion", "zones", letter)
            else:
                zones[letter] = self._region(board, "promotion", "zones", letter)
        must = sheet.value(bool, "promotion", "must")
        listed = sheet.value(str, "promotion", "to") or ""
        codes = []
        for code, at in words.tokens(listed):
            kind = kinds.get(code)
            unknown = code not in (sheet.value(dict, "pieces") or {})
            if unknown or code in codes or (kind and (kind.royal or kind.pawn)):
                what = "is listed twice" if code in codes else "is no piece to promote to"
                sheet.fault(f"{code} {what}", "promotion", "to", index=at)
            codes.append(code)
        return ToArrayPiece(zones, forced=must is not False, to=tuple(codes))

    def _ending(self) -> Stalemate:
        sheet, count = self.sheet, len(letters(self.sheet))
        sheet.known(("stalemate",), "ending")
        text = sheet.value(str, "ending", "stalemate")
        allowed = ("pass",) if count > 2 else ("draw", "win", "loss")
        if text is not None and text not in allowed:
            what = f"stalemate is {' or '.join(allowed)} among {max(count, 2)} armies"
            sheet.fault(what, "ending", "stalemate", index=0)
            return Stalemate.DRAW
        return Stalemate[text.upper()] if text in ("draw", "win", "loss") else Stalemate.DRAW

    def _with_edges(self, board: Board, found: tuple[Army, ...],
                    kinds: Mapping[str, Piece]) -> Board:  # fmt: skip
        """Add the regions `last` and `first` where the file does not define its own."""
        regions = dict(board.regions)
        for name, army in zip(EDGES, found, strict=False):
            regions.setdefault(name, stuck(board, army, kinds))
        return board.with_regions(MappingProxyType(regions))

    def _at_start(self, made: Variant, stands: Stands) -> None:
        """Tell what cannot be where the game begins."""
        rule = made.promotion
        assert isinstance(rule, ToArrayPiece)
        for army in made.armies:
            path = ("armies", army.letter, "array")
            own = stands[army.letter]
            zone = rule.zones.get(army.letter, "") if rule.forced else ""
            forced = made.board.regions.get(zone, frozenset())
            ends = {
                code: forced | stuck(made.board, army, {code: kind})
                for code, kind in made.pieces.items()
                if kind.pawn
            }
            pawns = [one for one in own if one.code in ends]
            for one in pawns:
                if one.cell in ends[one.code]:
                    name = made.board.names[one.cell]
                    what = f"the Pawn on {name} would have had to promote there"
                    self.sheet.fault(what, *path, index=one.at)
            types = (made.pieces[one.code] for one in own)
            idle = self._whole() and all(kind.royal or kind.pawn for kind in types)
            if idle and pawns and not rule.to:
                self.sheet.fault(f"the Pawns of {army.letter} have nothing to promote to", *path)
        for letter, by in attacked(made, stands) if self._whole() else ():
            what = f"army {letter} begins in check from the {by}, but does not move first"
            self.sheet.fault(what, "armies", letter, "array")

    def _whole(self) -> bool:
        """Say that every piece is known, and stands where it should."""
        return all(self.sheet.sound(key) for key in ("board", "pieces", "armies"))

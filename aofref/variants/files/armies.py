"""Armies: those of a game's file, where their pieces stand, and what they attack at the start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aofref.boards import Board
from aofref.geometry import Forward, Vector
from aofref.paths import walks
from aofref.pieces import Piece
from aofref.variants.files.sheet import Sheet
from aofref.variants.files.words import CELL, CODE, INTEGER, tokens
from aofref.variants.model import Army, Variant

MOST_FORWARD = 6
_FORWARD = re.compile(rf" *({INTEGER}) +({INTEGER})(?: +({INTEGER}))? *")
_TAGS = re.compile(
    "event.*|site|date|round|result|variant|position|array|rulings|termination|eco|opening|"
    "(sub)?variation|annotator|plycount|time(control)?|utc(date|time)|mode|setup|fen|section|"
    "stage|board|nic|(white|black)(elo|title|type|na|team|uscf)"
)
"""The tags of PGN and of records that name no player, in small letters."""


class Stand(NamedTuple):
    """A piece of an array: its code and cell, and its place in the text."""

    code: str
    cell: int
    at: int


Stands = Mapping[str, Sequence[Stand]]
"""What each army has at the start, by its letter."""


def groups(board: Board, stands: Sequence[Stand]) -> str:
    """Give an army's array as a Variant has it."""
    cells: dict[str, list[str]] = {}
    for one in stands:
        cells.setdefault(one.code, []).append(board.names[one.cell])
    return "; ".join(f"{code} {' '.join(found)}" for code, found in cells.items())


def letters(sheet: Sheet) -> tuple[str, ...]:
    """List the letters of a file's armies in order of play, those with faults included."""
    return tuple(sheet.value(dict, "armies") or {})


def armies(sheet: Sheet) -> tuple[Army, ...]:
    """Read the armies in order of play; none of them where one has a fault."""
    table = sheet.value(dict, "armies", needed=True)
    if table is None:
        return ()
    found: list[Army] = []
    for letter in table:
        if not re.fullmatch("[A-Z]", letter):
            sheet.fault("an army's letter is one capital", "armies", letter)
        sheet.known(("name", "forward", "array"), "armies", letter)
        name = sheet.line(30, "armies", letter, "name", needed=True)
        if name and (
            not re.fullmatch("[A-Za-z][A-Za-z0-9]*", name) or _TAGS.fullmatch(name.lower())
        ):
            what = "an army's name is a tag: letters and digits, and not one of PGN's"
            sheet.fault(what, "armies", letter, "name", index=0)
        if len(name) == 1 and name.upper() in {*table} - {letter}:
            sheet.fault(f"{name} is another army's letter", "armies", letter, "name", index=0)
        if name.casefold() in {army.name.casefold() for army in found}:
            sheet.fault(f"two armies are called {name}", "armies", letter, "name", index=0)
        forward = _forward(sheet, letter)
        if name and forward:
            found.append(Army(letter, name, forward))
    if not 2 <= len(table) <= 4:
        sheet.fault(f"a game has two to four armies, not {len(table)}", "armies")
    whole = len(found) == len(table) and 2 <= len(table) <= 4
    return tuple(found) if whole else ()


def _forward(sheet: Sheet, letter: str) -> Forward:
    """Read an army's ways forward."""
    path = ("armies", letter, "forward")
    found: list[Vector] = []
    texts = sheet.texts(*path, needed=True)
    if sheet.value(list, *path) == []:
        sheet.fault("an army has some way forward", *path)
    if len(texts) > MOST_FORWARD:
        sheet.fault(f"an army has at most {MOST_FORWARD} ways forward", *path)
    for place, text in enumerate(texts[:MOST_FORWARD]):
        match = _FORWARD.fullmatch(text)
        if match is None:
            sheet.fault("expected two or three numbers, as in 0 1 0", *path, place, index=0)
            continue
        x, y, z = (int(number or 0) for number in match.groups())
        if (x, y, z) == (0, 0, 0) or (x, y, z) in found or max(abs(x), abs(y), abs(z)) > 9:
            what = "a way forward may not be zero, be given twice, or have numbers over 9"
            sheet.fault(what, *path, place, index=0)
        found.append((x, y, z))
    return tuple(found) if sheet.sound(*path) else ()


def faulty_array(sheet: Sheet, board: Board | None, kinds: Mapping[str, Piece]) -> Stands:
    """Read where the pieces stand, and tell what cannot be; `kinds` are those rightly written.

    Without a board nothing is said of the cells that it has.
    """
    codes = sheet.value(dict, "pieces")
    stands, held = dict[str, list[Stand]](), set[str]()
    for letter in sheet.value(dict, "armies") or {}:
        path, own = ("armies", letter, "array"), stands.setdefault(letter, [])
        text = sheet.value(str, *path, needed=True)
        if text is None:
            continue
        code, fresh, royals, sure = "", True, 0, len(kinds) == len(codes or kinds)
        for word, at in tokens(text):
            if word == ";":
                fresh = True
            elif fresh:
                code, fresh = word, False
                if codes is not None and code not in codes:
                    sheet.fault(f"no piece has the code {word[:20]!r}", *path, index=at)
                sure &= code in kinds
            else:
                royals += code in kinds and kinds[code].royal
                if (fault := _misplaced(word, board, held)) is not None:
                    sheet.fault(fault, *path, index=at)
                elif board is not None and code in kinds:
                    own.append(Stand(code, board.number[word], at))
                held.add(word)
        for nowhere in re.finditer(rf"(?:^|;)\s*({CODE})\s*(?=;|$)", text):
            what = f"no cell follows the code {nowhere[1]}"
            sheet.fault(what, *path, index=nowhere.start(1))
        if royals != 1 and sure:
            what = "no royal piece" if not royals else f"{royals} royal pieces"
            marked = "" if any(kind.royal for kind in kinds.values()) else ", marked royal"
            sheet.fault(f"army {letter} has {what}; it needs one{marked}", *path)
    return stands


def _misplaced(word: str, board: Board | None, held: set[str]) -> str | None:
    """Say why no piece can stand on a cell so named; `held` are the cells of those before."""
    if board is not None and word in board.number:
        return f"two pieces stand on {word}" if word in held else None
    if re.fullmatch(CELL, word):
        return f"the board has no cell {word}" if board is not None else None
    if re.fullmatch(CODE, word):
        return f"expected a semicolon before {word}"
    return f"{word[:20]!r} is no cell; between cells stand blanks, before a code a semicolon"


def stuck(board: Board, army: Army, kinds: Mapping[str, Piece]) -> frozenset[int]:
    """List the cells where a Pawn of an army, of whatever type, can step no further."""
    found: set[int] = set()
    for kind in kinds.values():
        if kind.pawn:
            taken = walks(board, kind.atoms, army.forward)
            cells = range(len(board.cells))
            ways = {
                cell for cell in cells for walk in taken
                if len(walk.track.cells(cell)) >= walk.first_stop
            }  # fmt: skip
            found |= set(cells) - ways
    return frozenset(found)


def attacked(made: Variant, stands: Stands) -> Iterator[tuple[str, str]]:
    """Name the armies, but the first, whose royal piece is attacked, and the piece that does."""
    letters = [army.letter for army in made.armies]
    held = {one.cell for letter in letters for one in stands[letter]}
    royals = {
        one.cell: letter
        for letter in letters[1:]
        for one in stands[letter]
        if made.pieces[one.code].royal
    }
    told: set[str] = set()
    for army in made.armies:
        ways = {
            code: walks(made.board, kind.atoms if kind.captures is None else kind.captures,
                        army.forward)
            for code, kind in made.pieces.items()
        }  # fmt: skip
        for one in stands[army.letter]:
            for track, first_stop, hops, _ in ways[one.code]:
                crossed = 0
                for count, cell in enumerate(track.cells(one.cell), 1):
                    if count >= first_stop and crossed == hops and cell in royals:
                        victim = royals[cell]
                        if victim != army.letter and victim not in told:
                            told.add(victim)
                            name = made.pieces[one.code].name
                            yield victim, f"{name} of {army.letter}"
                    crossed += cell in held
                    if crossed > hops:
                        break

"""Armies: those of a game's file, where their pieces stand, and what they attack at the start."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from aofref.boards import Board
from aofref.geometry import Forward, Vector, add
from aofref.paths import lines_between, rays, rays_by_difference
from aofref.pieces import Piece
from aofref.variants.files.game_file import GameFile
from aofref.variants.files.words import CELL, CODE, INTEGER, tokens
from aofref.variants.model import Army, VariantData

MOST_ARMIES, MOST_FORWARD = 4, 6
_FORWARD = re.compile(rf" *({INTEGER}) +({INTEGER})(?: +({INTEGER}))? *")
_TAGS = re.compile(  # the tags of PGN and of records that name no player, in small letters
    "event.*|site|date|round|result|variant|position|array|rulings|termination|eco|opening|"
    "(sub)?variation|annotator|plycount|time(control)?|utc(date|time)|mode|setup|fen|section|"
    "stage|board|nic|(white|black)(elo|title|type|na|team|uscf)"
)


class Stand(NamedTuple):
    """A piece of an array: its code and cell, and its place in the text."""

    code: str
    cell: int
    at: int


Stands = Mapping[str, Sequence[Stand]]  # what each army has at the start, by its letter


def groups(board: Board, stands: Sequence[Stand]) -> str:
    """Write an army's array as a VariantData has it."""
    cells: dict[str, list[str]] = {}
    for stand in stands:
        cells.setdefault(stand.code, []).append(board.names[stand.cell])
    return "; ".join(f"{code} {' '.join(names)}" for code, names in cells.items())


def letters(file: GameFile) -> tuple[str, ...]:
    """List the letters of a file's armies in order of play, those with faults included.

    Of more armies than a game may have the first are read.
    """
    return tuple(islice(file.value(dict, "armies") or {}, MOST_ARMIES))


def read_armies(file: GameFile) -> tuple[Army, ...]:
    """Read the armies in order of play; none of them where one has a fault."""
    table = file.value(dict, "armies", needed=True)
    if table is None:
        return ()
    armies: list[Army] = []
    for letter in letters(file):
        if not re.fullmatch("[A-Z]", letter):
            file.fault("an army's letter is one capital", "armies", letter)
        file.known(("name", "forward", "array"), "armies", letter)
        name = file.line(30, "armies", letter, "name", needed=True)
        if name and (
            not re.fullmatch("[A-Za-z][A-Za-z0-9]*", name) or _TAGS.fullmatch(name.lower())
        ):
            what = "an army's name is a tag: letters and digits, and not one of PGN's"
            file.fault(what, "armies", letter, "name", index=0)
        if len(name) == 1 and name.upper() in {*table} - {letter}:
            file.fault(f"{name} is another army's letter", "armies", letter, "name", index=0)
        if name.casefold() in {army.name.casefold() for army in armies}:
            file.fault(f"two armies are called {name}", "armies", letter, "name", index=0)
        forward = _forward(file, letter)
        if name and forward:
            armies.append(Army(letter, name, forward))
    if not 2 <= len(table) <= MOST_ARMIES:
        file.fault(f"a game has two to four armies, not {len(table)}", "armies")
        return ()
    return tuple(armies) if len(armies) == len(table) else ()


def _forward(file: GameFile, letter: str) -> Forward:
    path = ("armies", letter, "forward")
    vectors: list[Vector] = []
    texts = file.texts(*path, needed=True)
    if file.value(list, *path) == []:
        file.fault("an army has some way forward", *path)
    if len(texts) > MOST_FORWARD:
        file.fault(f"an army has at most {MOST_FORWARD} ways forward", *path)
    for place, text in enumerate(texts[:MOST_FORWARD]):
        match = _FORWARD.fullmatch(text)
        if match is None:
            file.fault("expected two or three numbers, as in 0 1 0", *path, place, index=0)
            continue
        x, y, z = (int(number or 0) for number in match.groups())
        if (x, y, z) in ((0, 0, 0), *vectors) or max(abs(x), abs(y), abs(z)) > 9:
            what = "a way forward may not be zero, be given twice, or have numbers over 9"
            file.fault(what, *path, place, index=0)
        vectors.append((x, y, z))
    return tuple(vectors) if file.sound(*path) else ()


def read_arrays(file: GameFile, board: Board | None, kinds: Mapping[str, Piece]) -> Stands:
    """Read where the pieces stand; `kinds` are those rightly written.

    Without a board no cell is a fault for not being on it.
    """
    codes = file.value(dict, "pieces")
    stands, held = dict[str, list[Stand]](), set[str]()
    for letter in letters(file):
        path, own = ("armies", letter, "array"), stands.setdefault(letter, [])
        text = file.value(str, *path, needed=True)
        if text is None:
            continue
        code, fresh, royals, sure = "", True, 0, len(kinds) == len(codes or kinds)
        for word, at in tokens(text):
            if word == ";":
                fresh = True
            elif fresh:
                code, fresh = word, False
                if codes is not None and code not in codes:
                    file.fault(f"no piece has the code {word[:20]!r}", *path, index=at)
                sure &= code in kinds
            else:
                royals += code in kinds and kinds[code].royal
                if (fault := _misplaced(word, board, held)) is not None:
                    file.fault(fault, *path, index=at)
                elif board is not None and code in kinds:
                    own.append(Stand(code, board.number[word], at))
                held.add(word)
        for nowhere in re.finditer(rf"(?:^|;)\s*({CODE})\s*(?=;|$)", text):
            file.fault(f"no cell follows the code {nowhere[1]}", *path, index=nowhere.start(1))
        if royals != 1 and sure:
            what = "no royal piece" if not royals else f"{royals} royal pieces"
            marked = "" if any(kind.royal for kind in kinds.values()) else ", marked royal"
            file.fault(f"army {letter} has {what}; it needs one{marked}", *path)
    return stands


def _misplaced(word: str, board: Board | None, held: set[str]) -> str | None:
    """Say why no piece can stand on a cell so named; `held` are those before it."""
    if board is not None and word in board.number:
        return f"two pieces stand on {word}" if word in held else None
    if re.fullmatch(CELL, word):
        return f"the board has no cell {word}" if board is not None else None
    if re.fullmatch(CODE, word):
        return f"expected a semicolon before {word}"
    return f"{word[:20]!r} is no cell; between cells stand blanks, before a code a semicolon"


def stuck(board: Board, army: Army, kind: Piece) -> frozenset[int]:
    """List the cells where a Pawn of an army, of this type, can step no further."""
    # A set of cells is a number with a bit for each; shifted by the difference of two places, it
    # has those that lie so to one of the set.
    least = min(board.places)
    every = left = sum(1 << (place - least) for place in board.places)
    for ray in rays(board, kind.atoms, army.forward):
        ready, start = left, (0, 0, 0)
        for vector in ray.vectors[: ray.first_stop]:
            for step in (*board.lattice.needs(vector), vector):
                needed = add(start, step)
                apart = board.difference(needed)
                fits = all(abs(n) <= span for n, span in zip(needed, board.spans, strict=True))
                ready &= (every >> apart if apart >= 0 else every << -apart) if fits else 0
            start = add(start, vector)
        left &= ~ready
    return frozenset(n for n, place in enumerate(board.places) if left >> (place - least) & 1)


def attacked(made: VariantData, stands: Stands) -> Iterator[tuple[str, str]]:
    """Name the armies, but the first, whose royal piece is attacked, and the piece that does."""
    board, letters = made.board, [army.letter for army in made.armies]
    held = {stand.cell for letter in letters for stand in stands[letter]}
    royals = {
        letter: next(stand.cell for stand in stands[letter] if made.pieces[stand.code].royal)
        for letter in letters[1:]
    }
    for army in made.armies:
        ways = {
            code: rays_by_difference(board, kind.atoms if kind.captures is None else kind.captures,
                                     army.forward, capturing=True)
            for code in {stand.code for stand in stands[army.letter]}
            for kind in (made.pieces[code],)
        }  # fmt: skip
        for code, cell, _ in stands[army.letter]:
            for victim, royal in [*royals.items()]:
                apart = board.places[royal] - board.places[cell]
                lines = lines_between(ways[code], apart, cell, capturing=True)
                if victim != army.letter and any(
                    screen in held and held.isdisjoint(path) for screen, path in lines
                ):
                    del royals[victim]
                    yield victim, f"{made.pieces[code].name} of {army.letter}"

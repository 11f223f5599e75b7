"""Diagrams: positions as `aofref show` draws them in text, parsed.

A diagram may have marks, colours, levels side by side, words before it.  Turn, rights, round and
moves owed follow it: in the position line, or in the line that `state_line` writes.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from aofref import variants
from aofref.notation import positions
from aofref.notation.positions import Faults
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.position import CorePosition, Setup
from aofref.rules.turn import array

LONGEST = 200_000  # more characters than any diagram needs, with colours and words
_PAINT = re.compile("\x1b\\[[0-9;]*m")
_LEVEL = re.compile(r"\blevel(?: ([^\s:]+))?(?=\s|\Z)")
_MARK = "[-<>+!*x#?@~]"
_BESIDE = re.compile(
    r"turn (?P<turn>\S+), en passant (?P<rights>\S+), round (?P<round>\S+?)(?:; owed (?P<owed>.+))?"
)
_Stands = tuple[str, str]  # the army and the code of the piece on a cell, both empty for none
_CHOSEN = re.compile(r"(?<!\S)([a-z0-9-]+=[a-z-]+) \(R-[0-9]+\)")


def state_line(position: CorePosition) -> str:
    """Write the part of a position that a board does not show: turn, en passant, round, moves owed.

    A Pawn that owes as many moves as at the start is left out; the marks of castling are included.
    """
    placement, turn, rights, number = positions.write(position).split()
    usual, pawn = _usual(position.game), position.game.codes[position.game.pawn_kind]
    marks = sorted(
        f"{cell}^{mark or 0}"
        for _, code, cell, mark in _placed(placement)
        if mark != (usual.get(cell, "") if code == pawn else "")
    )
    owed = f"; owed {' '.join(marks)}" if marks else ""
    return f"turn {turn}, en passant {rights}, round {number}{owed}"


def named(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the id of the game and the rulings named before a diagram; empty for none."""
    head, *_ = _clean(text[:LONGEST]).split("\n\n")
    words = " ".join(head.split())
    for name in variants.every():
        found = variants.find(name)
        if found is not None and f"{found.title} ({found.id})" in words:
            chosen = words.partition("Rulings: ")[2]
            return name, tuple(r for r in _CHOSEN.findall(chosen) if r in found.rulings)
    return "", ()


def read(game: CompiledVariant, text: str) -> Setup | Faults:
    """Parse a position line, or a diagram with its state line; or return all faults.

    A diagram with a position line must agree with it; without one it must show every cell.
    """
    plain = "\n".join(_headed(game, _clean(text).split("\n")))
    if _LEVEL.search(plain) is None:
        return positions.read(game, text)
    if len(text) > LONGEST:
        return positions.too_long("a diagram", LONGEST, text)
    drawn: dict[str, _Stands] = {}
    faults: list[str] = []
    for found in _cells(game, plain.split("\n")):
        if isinstance(found, str):
            faults.append(found)
        elif found[0] in drawn:
            faults.append(f"{found[0]} is drawn twice")
        else:
            drawn[found[0]] = found[1]
    if not drawn and not faults:
        faults.append("no row of cells follows the name of a level")
    last = plain.rstrip().rpartition("\n\n")[2]
    line = positions.unfolded(last)
    placement, *rest = line.split() or [""]
    if len(rest) == 3 and placement[:2] == f"{game.letters[0]}:":
        stands = {cell: (army, code) for army, code, cell, _ in _placed(placement)}
        faults += [
            f"the diagram and the position line differ on {name}"
            for name, shown in drawn.items()
            if shown != stands.get(name, ("", ""))
        ]
    else:
        board = game.board
        shown = {board.levels[board.number[name]] for name in drawn}
        faults += [
            f"level {level} is not drawn"
            for level in dict.fromkeys(board.levels)
            if level not in shown
        ]
        faults += [
            f"{name} is not drawn"
            for name, level in zip(board.names, board.levels, strict=True)
            if name not in drawn and level in shown
        ]
        besides = _BESIDE.fullmatch(" ".join(last.split()))
        if besides is None:
            faults.append("there is no position line behind the diagram, and no line `turn ...`")
        else:
            line = _written(game, drawn, besides)
    return positions.refusals(faults) if faults else positions.read(game, line)


def _clean(text: str) -> str:
    return _PAINT.sub("", text).replace("\r", "").replace("\u00a0", " ")


def _headed(game: CompiledVariant, lines: list[str]) -> Iterator[str]:
    """Yield the lines; a board of one level without a name gets the heading `level`."""
    level, *others = {*game.board.levels}
    for above, line in pairwise(["-", *lines]):
        begins = not others and not above.strip() and line.strip()
        if begins and not _row(game).sub("", line).strip():
            yield f"level {level}"
        yield line


def _cells(game: CompiledVariant, lines: list[str]) -> Iterator[tuple[str, _Stands] | str]:
    """Yield the cells in the rows of a diagram, and a fault for a line that is not a row."""
    row, known = _row(game), game.board.levels
    levels: list[tuple[int, str]] = []  # their first columns, and their names
    for line, below in pairwise([*lines, ""]):
        heads = [(head.start(), head[1] or "") for head in _LEVEL.finditer(line)]
        if len(heads) > len(known) or not {name for _, name in heads}.issubset(known):
            heads = []
        bare = not _LEVEL.sub("", line).strip() and not row.sub("", below).strip()
        if heads and bare and below.strip():
            levels = heads
        elif not line.strip():
            levels = []
        elif levels and row.sub("", line).strip():
            yield f"not a row of cells: {positions.short(line.strip())}"
        elif levels:
            for found in row.finditer(line):
                level = [name for start, name in levels if start <= found.start("mark")][-1:]
                cell = _names(game).get((*level, found["column"]))
                if cell is None:
                    yield f"level {' '.join(level)} has no column {found['column']}"
                else:
                    yield cell, ((found["army"] or "").upper(), found["code"] or "")


@lru_cache(maxsize=8)
def _row(game: CompiledVariant) -> re.Pattern[str]:
    """Make the pattern of a cell in a row, as `>eLfb`."""
    armies = "".join(map(re.escape, game.letters)).lower()
    codes, columns = (
        "|".join(map(re.escape, sorted(set(names), reverse=True)))  # `PN` comes before `P`
        for names in (game.codes, game.board.columns)
    )
    return re.compile(
        f"(?P<mark>{_MARK}?)(?:(?P<army>[{armies}])(?P<code>{codes}))?(?P<column>{columns})"
    )


@lru_cache(maxsize=8)
def _names(game: CompiledVariant) -> Mapping[tuple[str, ...], str]:
    board = game.board
    return dict(zip(zip(board.levels, board.columns, strict=True), board.names, strict=True))


def _placed(placement: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the army, code, cell and mark of every piece of a placement."""
    for part in placement.split("/"):
        for group in part[2:].split(";") if part[2:] != "-" else ():
            code = group.rstrip("abcdefghijklmnopqrstuvwxyz0123456789,^")
            for text in group[len(code) :].split(","):
                cell, _, mark = text.partition("^")
                yield part[:1], code, cell, mark


def _usual(game: CompiledVariant) -> dict[str, str]:
    """Return the moves that Pawns owe at the start of the game's own array, by cell."""
    start = array(compile_variant(game.variant))
    return {cell: mark for _, _, cell, mark in _placed(positions.write_placement(start)) if mark}


def _written(game: CompiledVariant, drawn: Mapping[str, _Stands], besides: re.Match[str]) -> str:
    usual, marks = _usual(game), dict[str, str]()
    for text in (besides["owed"] or "").split():
        cell, _, mark = text.partition("^")
        marks[cell] = mark
    pawn = game.codes[game.pawn_kind]
    groups: dict[str, list[str]] = {letter: [] for letter in game.letters}
    for name, (army, code) in drawn.items():
        mark = marks.get(name, usual.get(name, "") if code == pawn else "")
        groups.get(army, []).append(f"{code}{name}{mark and f'^{mark}'}")
    armies = (f"{letter}:{';'.join(texts) or '-'}" for letter, texts in groups.items())
    return f"{'/'.join(armies)} {besides['turn']} {besides['rights']} {besides['round']}"

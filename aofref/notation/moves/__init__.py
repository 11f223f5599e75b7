"""Moves as text: readers and writers of moves in each notation (aofref-record(5)).

Each module here is a notation with the module's name; a new notation needs only its file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from typing import Final

from aofref.findings.facts import CaptureWritten, ReadAs
from aofref.notation.movetext import (
    CODE,
    PASS_TEXT,
    PASSES,
    SUFFIX,
    THE_END,
    Action,
    Expected,
    Form,
    MoveText,
    pawn_written_out,
    read_castling,
    read_parts,
    suffix,
    suffix_agrees,
    warnings,
    write_lettered,
)
from aofref.notation.resolve import army_refusal, is_legal, legal, resolve
from aofref.notation.signs import BLANK, DASH, ENDING, SINGLE_SIGNS, marks_parted
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, PASS, CoreMove, CorePosition

__all__ = [
    "EP",
    "LONGEST",
    "PASS_TEXT",
    "TOKEN",
    "WITHDRAWALS",
    "Action",
    "Expected",
    "MoveText",
    "Notation",
    "army_refusal",
    "as_capture",
    "expected",
    "is_legal",
    "lan",
    "legal",
    "of_army",
    "parse",
    "read",
    "resolve",
    "san",
    "shown",
    "suffix",
    "suffix_agrees",
    "warnings",
    "write",
]

WITHDRAWALS: Final[tuple[Action, ...]] = (Action.RESIGNS, Action.FORFEITS)
LONGEST: Final = 64
"""The most characters that are read as a move; no notation writes as many."""


class Notation(Enum):
    """A notation to read and write moves in: the five of aofref-record(5), then any other."""

    _ignore_ = "added found name dot kind folder"
    LAN = "lan"
    SAN = "san"
    COORD = "coord"
    NUMERIC = "numeric"
    COURIER = "courier"
    added = vars()
    for folder in __path__:
        for found in sorted(os.listdir(folder)):  # noqa: PTH208 - `pkgutil` takes long to load
            name, dot, kind = found.partition(".")
            if kind == "py" and name[0] != "_" and name.upper() not in added:
                added[name.upper()] = name

    __hash__ = object.__hash__  # Enum's own is a Python function, called for each move written


_Reader = Callable[[CompiledVariant, str], MoveText | None]
FORMS: dict[Notation, Form] = {
    notation: import_module(f"{__name__}.{notation.value}").FORM for notation in Notation
}
_IN_SAN = (Notation.LAN, Notation.COORD)  # SAN reads their moves, too
_READERS: dict[Notation | None, tuple[_Reader, ...]] = {
    None: (
        *[form.read for notation, form in FORMS.items() if notation not in _IN_SAN],
        read_castling,
        read_parts,
    ),
    **{notation: (form.read, read_castling) for notation, form in FORMS.items()},
    Notation.SAN: (FORMS[Notation.SAN].read, read_castling, read_parts),
}
"""By notation, the parsers of a move, and of castling by its name, as any notation may have it.

Cells may lack a part, such as the level, in SAN, or if any notation is read.
"""
EP: Final[str] = rf"e\.?p\.?(?:=?{CODE})?{SUFFIX}"
"""The mark of a capture en passant, which a blank may separate from its move."""
_ARMY = "[A-Z]:"
WORD_END: Final[str] = rf"(?=[{BLANK}{ENDING}(){{}};$!?\[*{SINGLE_SIGNS}]|//|\Z)"
"""The end of a word."""
_APART = "|".join((PASSES, "0{2,3}", *(form.token for form in FORMS.values() if form.token)))
_IN_WORD = rf"[^{BLANK}{ENDING}(){{}};$!?\[\]*/{SINGLE_SIGNS}]"
_INSIDE = rf"(?:/(?!/)|[{ENDING}]++(?![{BLANK}{ENDING}]*+\Z))"
_PROMOTION_IN_PARENTHESES = rf"\((?:=?[A-Za-z]{{1,2}}|e\.p\.)\){_IN_WORD}*+"
TOKEN: Final[str] = (
    rf"(?:{_ARMY})?(?:(?:{_APART}){SUFFIX}{WORD_END}"
    rf"|(?:[A-Za-z]|{DASH}{{2}}){_IN_WORD}*+(?:{_INSIDE}{_IN_WORD}*+)*+"
    rf"(?:{_PROMOTION_IN_PARENTHESES})?(?:[ \t]+{EP}{WORD_END})?)"
)
"""A move in a line of movetext: a token of a notation, or any word like a move."""
_PROMOTED = r"(.*[0-9](?: ?e\.?p\.?)?)(?: ?\(=?([A-Za-z]{1,2})\)|(?: ?[=/] ?)?([A-Za-z]{1,2}))"
_PASSING = r"(.*[0-9]) ?(?:\(e\.?p\.?\)|/e\.?p\.?)((?:=[A-Za-z]{1,2})?)"
_MARKED_EARLY = r"(.*[0-9])([+#]{1,2})(=[A-Za-z]{1,2}|\(=?[A-Za-z]{1,2}\))"
_WITHDRAWAL = rf"({'|'.join(WITHDRAWALS)})({SUFFIX})"


def parse(game: CompiledVariant, text: str, notation: Notation | None = None) -> MoveText | None:
    """Parse a move with army prefix and suffixes in `notation`, or in any; None if it is not one.

    A capital and a colon at its start are an army, whether or not the game has it: `read` knows
    where they may be a piece and a capture.
    """
    if len(text) > LONGEST:
        return None
    army, rest = _parted(text)
    if rest.startswith(WITHDRAWALS) and (gone := re.fullmatch(_WITHDRAWAL, rest)) is not None:
        return MoveText(text, army, action=Action(gone[1]), suffix=gone[2])
    readers = _READERS[notation]
    for spelling, marks in _spellings(game, rest):
        for reader in readers:
            written = reader(game, spelling)
            if written is not None:
                if spelling == text:
                    return written
                found = written.suffix if marks is None else marks
                return written._replace(text=text, army=army, suffix=found)
    return None


def read(position: CorePosition, text: str, notation: Notation | None = None) -> MoveText | None:
    """Parse a move of a position, as `parse` does; of two readings of a colon choose one.

    In a game for two, `B:c3` may be a Bishop's capture or a move of Black's Pawn.  The legal one is
    meant, else the capture; the refusal and the warnings name the other.
    """
    game = position.game
    written = parse(game, text, notation)
    capture = None if written is None or position.turn == NOBODY else as_capture(game, written)
    if written is None or capture is None:
        return written
    if not game.two_players:
        return written._replace(note=CaptureWritten(capture.text))
    if written.army not in game.letters:
        return capture
    pawns = of_army(game, written.army, _behind_army(written.text))
    side = game.sides[game.letters.index(written.army)]
    readings = f"the capture {capture.text}", f"the move {pawns} of {side}"
    if is_legal(position, written) and not is_legal(position, capture):
        return written._replace(note=ReadAs(*reversed(readings)))
    return capture._replace(note=ReadAs(*readings))


def as_capture(game: CompiledVariant, written: MoveText) -> MoveText | None:
    """Return the capture that an army, a colon and a cell may be, by the piece with that code."""
    code = pawn_written_out(game, written.army)
    whole = written.code or written.origin or written.promotion
    if whole or written.captures is not False or code not in game.kinds:
        return None
    text = f"{written.army}x{_behind_army(written.text)}"
    return written._replace(text=text, army="", code=code, captures=True)


def of_army(game: CompiledVariant, letter: str, text: str, pawn: str = "") -> str:
    """Put the letter of an army before a text, so that the letter cannot be the code of a piece.

    Where it might be, the text is a Pawn's move: it has the cell `pawn`, or else the code of Pawns.
    """
    named = f"{letter}:{text}"
    written = parse(game, named) if game.two_players else None
    if written is None or as_capture(game, written) is None:
        return named
    return f"{letter}:{f'{pawn}-' if pawn else game.pawn_code}{text}"


def _behind_army(text: str) -> str:
    return text.partition(":")[2].lstrip()


def _spellings(game: CompiledVariant, text: str) -> Iterator[tuple[str, str | None]]:
    """Yield a text as it is, then plainer spellings of it, each with its suffix split off.

    Marks of check may be words, stand apart or stand before a promotion; the promotion may be in
    parentheses or small letters, or lack its sign; `ep` may be in parentheses or behind a stroke.
    """
    yield text, None
    early = re.fullmatch(_MARKED_EARLY, text)
    move, suffix = marks_parted("".join(early.group(1, 3, 2)) if early is not None else text)
    if move != text:
        yield move, suffix
    if (passing := re.fullmatch(_PASSING, move)) is not None:
        yield f"{passing[1]}ep{passing[2]}", suffix
        return
    promoted = re.fullmatch(_PROMOTED, move)
    if promoted is not None:
        end, bracketed, bare = promoted.groups("")
        code = bracketed or bare
        if code.isupper() or code.upper() in game.kinds:
            yield f"{end}={code.upper()}", suffix


def expected(game: CompiledVariant, text: str) -> Expected | None:
    """Return the expected element of a text that is not a move; None for a move.

    Its column is counted in the text with single blanks.
    """
    if len(text) > LONGEST:
        return Expected(f"a move of at most {LONGEST} characters", 1)
    if parse(game, text) is not None:
        return None
    army, rest = _parted(text)
    if (gone := re.match(_WITHDRAWAL, rest)) is not None:
        lacks = Expected(THE_END, gone.start(2) + 1)
    else:
        every = (form.lacks(game, rest) for form in FORMS.values())
        begun = [found for found in every if found is not None]
        lacks = max(begun, key=lambda found: found.column, default=Expected("a move", 1))
    return lacks._replace(column=lacks.column + (len(army) and 2))


def _parted(text: str) -> tuple[str, str]:
    """Split a text, with single blanks, into its army (a capital before a colon) and the rest."""
    plain = " ".join(text.split())
    if plain[1:2] == ":" and "A" <= plain[0] <= "Z":
        return plain[0], plain[2:]
    return "", plain


def write(position: CorePosition, move: CoreMove, notation: Notation) -> str:
    """Write a move in a notation, without army and suffixes."""
    form = FORMS[notation]
    return form.passes if move == PASS else form.write(position, move)


def lan(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation; a Pawn's code is left out."""
    if move == PASS:
        return PASS_TEXT
    return write_lettered(position, move, position.game.board.names[move.origin], "-")


def shown(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation, with its army if there are four."""
    text, game = lan(position, move), position.game
    return text if game.two_players else f"{game.letters[position.turn]}:{text}"


def san(position: CorePosition, move: CoreMove) -> str:
    """Write a move with the least origin that makes it unique among the legal moves."""
    return write(position, move, Notation.SAN)

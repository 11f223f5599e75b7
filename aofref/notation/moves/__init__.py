"""Moves as text: one reader and one writer of moves, for every notation (aofref-record(5))."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from aofref.findings import CAPTURE_WRITTEN, READ_AS, Note
from aofref.notation.moves import courier, numeric
from aofref.notation.moves.writer import Notation, in_order, lan, shown, write
from aofref.notation.movetext import (
    CODE,
    PASS_TEXT,
    PASSES,
    SUFFIX,
    THE_END,
    Action,
    Expected,
    MoveText,
    lettered_lacks,
    pawn_written_out,
    read_castling,
    read_lettered,
    read_parts,
    suffix,
    suffix_agrees,
    warnings,
)
from aofref.notation.resolve import army_refusal, is_legal, legal, legal_or_none, resolve
from aofref.notation.signs import BLANK, DASH, ENDING, SINGLE_SIGNS, marks_parted
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, CoreMove, CorePosition

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
    "in_order",
    "is_legal",
    "lan",
    "legal",
    "legal_or_none",
    "of_army",
    "parse",
    "read",
    "read_legal",
    "resolve",
    "shown",
    "suffix",
    "suffix_agrees",
    "warnings",
    "write",
]

WITHDRAWALS: Final[tuple[Action, ...]] = (Action.RESIGNS, Action.FORFEITS)
LONGEST: Final = 64
"""The most characters that are read as a move; no notation writes as many."""
_MOST: Final = 1 << 13  # texts of a game that are kept, parsed


def _read_lan(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move that has its whole origin and a sign, or a pass."""
    written = read_lettered(game, text)
    if written is None or written.action:
        return written
    whole = written.origin in game.board.number
    return written if whole and written.captures is not None else None


def _read_coord(game: CompiledVariant, text: str) -> MoveText | None:
    """Read two whole cells, with neither code nor sign between them, or a pass."""
    written = read_lettered(game, text)
    if written is None or written.action:
        return written
    whole = written.origin in game.board.number
    return written if whole and not written.code and written.captures is None else None


_READERS = {
    Notation.LAN: (_read_lan, read_castling),
    Notation.SAN: (read_lettered, read_castling, read_parts),
    Notation.COORD: (_read_coord, read_castling),
    Notation.NUMERIC: (numeric.read, read_castling),
    Notation.COURIER: (courier.read, read_castling),
    Notation.UCI: (_read_coord, read_castling),
    None: (read_lettered, numeric.read, courier.read, read_castling, read_parts),
}
"""By notation, or for any, the parsers of a move; castling by its name is of every notation."""
EP: Final[str] = rf"e\.?p\.?(?:=?{CODE})?{SUFFIX}"
"""The mark of a capture en passant, which a blank may separate from its move."""
_ARMY = "[A-Z]:"
WORD_END: Final[str] = rf"(?=[{BLANK}{ENDING}(){{}};$!?\[*{SINGLE_SIGNS}]|//|\Z)"
"""The end of a word."""
_APART = f"{PASSES}|0{{2,3}}|{numeric.TOKEN}|{courier.TOKEN}"
_IN_WORD = rf"[^\s{ENDING}(){{}};$!?\[\]*/{SINGLE_SIGNS}]"
_INSIDE = rf"(?:/(?!/)|[{ENDING}]++(?![{BLANK}{ENDING}]*+\Z))"
_IN_PARENTHESES = (
    rf"(?:\((?:=?[A-Za-z]{{1,2}}|e\.p\.)\)|[ \t]+\((?:=?[A-Z]{{1,2}}|e\.?p\.?)\)){_IN_WORD}*+"
)
"""A promotion, or the mark of a capture en passant."""
TOKEN: Final[str] = (
    rf"(?:{_ARMY})?(?:(?:{_APART}){SUFFIX}{WORD_END}"
    rf"|(?:[A-Za-z]|{DASH}{{2}}){_IN_WORD}*+(?:{_INSIDE}{_IN_WORD}*+)*+"
    rf"(?:{_IN_PARENTHESES})?(?:[ \t]+{EP}{WORD_END})?)"
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
    key = text if notation is None else (notation, text)
    if key not in game.parsed_texts:
        if len(text) > LONGEST:
            return None
        if len(game.parsed_texts) >= _MOST:
            game.parsed_texts.clear()
        game.parsed_texts[key] = _parsed(game, text, notation)
    written: MoveText | None = game.parsed_texts[key]
    return written


def _parsed(game: CompiledVariant, text: str, notation: Notation | None) -> MoveText | None:
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
    if written is None or not written.army or position.turn == NOBODY:
        return written
    if (capture := as_capture(game, written)) is None:
        return written
    if not game.two_players:
        return written._replace(note=Note(CAPTURE_WRITTEN, (capture.text,)))
    if written.army not in game.letters:
        return capture
    pawns = of_army(game, written.army, _behind_army(written.text))
    side = game.sides[game.letters.index(written.army)]
    readings = f"the capture {capture.text}", f"the move {pawns} of {side}"
    if is_legal(position, written) and not is_legal(position, capture):
        return written._replace(note=Note(READ_AS, readings[::-1]))
    return capture._replace(note=Note(READ_AS, readings))


def read_legal(
    position: CorePosition, text: str, notation: Notation | None = None
) -> CoreMove | None:
    """Read a legal move or pass; None, without a reason, for any other text."""
    written = read(position, text, notation)
    if written is None or written.action in WITHDRAWALS:
        return None
    return legal_or_none(position, written)


def as_capture(game: CompiledVariant, written: MoveText) -> MoveText | None:
    """Return the capture that an army, a colon and a cell may be, by the piece with that code."""
    if written.code or written.origin or written.promotion or written.captures is not False:
        return None
    if (code := pawn_written_out(game, written.army)) not in game.kinds:
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
        every = (lacks(game, rest) for lacks in (lettered_lacks, numeric.lacks, courier.lacks))
        begun = [found for found in every if found is not None]
        lacks = max(begun, key=lambda found: found.column, default=Expected("a move", 1))
    return lacks._replace(column=lacks.column + (len(army) and 2))


def _parted(text: str) -> tuple[str, str]:
    """Split a text, with single blanks, into its army (a capital before a colon) and the rest."""
    plain = " ".join(text.split())
    if plain[1:2] == ":" and "A" <= plain[0] <= "Z":
        return plain[0], plain[2:]
    return "", plain

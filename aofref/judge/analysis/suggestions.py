"""Suggestions: the legal moves that a refused move may have meant; no verdict needs them."""

from __future__ import annotations

import re
from itertools import compress

from aofref.findings import Code, Refusal
from aofref.notation import moves, movetext
from aofref.notation.moves import SIGN
from aofref.notation.resolve import like
from aofref.rules.moves import legal_moves
from aofref.rules.position import NOBODY, PASS, CoreMove, CorePosition
from aofref.text import nearest

_SLIPS = {  # codes of possible slips of the pen; the sentences of other codes advise the reader
    *(Code.SYNTAX, Code.NO_SUCH_CELL, Code.EMPTY_CELL, Code.WRONG_PIECE, Code.BAD_PROMOTION),
    *(Code.NO_MATCH, Code.UNREACHABLE),
}
_CELL = re.compile("[a-wyz]{1,2}[0-9]{1,2}")  # x is the sign of a capture
"""A cell, or a part of one."""
_LETTERS = re.compile("[A-Z]{1,2}")
_OWED = re.compile(rf"[0-9]\s*{SIGN}")
_MOST, _LIKE = 3, 0.75
"""The most suggestions, and the least likeness (of 1) of a text to a suggestion."""


def suggestions(position: CorePosition, written: str, why: Refusal) -> tuple[str, ...]:
    """List legal moves to paste, with their army if it was written.

    For an ambiguous move, list all its meanings; else up to three moves similar to it.
    """
    game = position.game
    if position.turn == NOBODY:
        return ()
    parsed = moves.read(position, written)
    written = written if parsed is None else parsed.text
    army = f"{game.letters[position.turn]}:" if written[1:2] == ":" else ""
    if why.code is Code.NO_SUCH_CELL and why.candidates:
        return tuple(army + text.rpartition(":")[2] for text in why.moves)
    if why.code is Code.AMBIGUOUS and parsed is not None:
        return tuple(sorted(army + movetext.lan(position, m) for m in like(position, parsed)))
    no_army = why.code is Code.WRONG_ARMY and bool(why.candidates)
    if why.code not in _SLIPS and not no_army:
        return ()
    bare = written[2:] if written[1:2] == ":" else written
    by_text = sorted((movetext.lan(position, m), m) for m in legal_moves(position) if m != PASS)
    legal = [text for text, _ in by_text]
    names = game.board.names
    whole = parsed is not None and parsed.origin in game.board.number
    cells = _CELL.findall(bare.lower())
    meant = any(_is_of(cells[-1], name) for name in names) if cells else False
    any_way = meant and not (whole and why.code is Code.UNREACHABLE)
    # First come moves from and to the cells of the text, whose letters may be swapped or missing;
    # next moves much like the text, preferably to its last cell; then, if `any_way`, the most
    # similar moves to that cell, or else from the first.  All have a cell or the piece of the text.
    ends = [(names[move.origin], names[move.destination]) for _, move in by_text]
    code = _code(bare)
    owed = len(cells) == 1 and _OWED.search(bare) is not None  # a sign without a cell behind it
    there = [cells != [] and not owed and _is_of(cells[-1], end) for _, end in ends]
    away = [(owed or len(cells) > 1) and _is_of(cells[0], start) for start, _ in ends]
    own = [code != "" and _code(text) == code for text in legal]
    to_it, from_it = list(compress(legal, there)), list(compress(legal, away))
    both = tuple(text for text, to, off in zip(legal, there, away, strict=True) if to and off)
    akin = [text for text, *of_it in zip(legal, there, away, own, strict=True) if any(of_it)]
    near = both[:_MOST] or nearest(bare, to_it, _MOST, _LIKE) or nearest(bare, akin, _MOST, _LIKE)
    if any_way:
        near = near or nearest(bare, to_it or from_it or akin, _MOST, 0.0)
    return tuple(army + text for text in near)


def _code(text: str) -> str:
    letters = _LETTERS.match(text)
    return letters[0] if letters is not None else ""


def _is_of(part: str, cell: str) -> bool:
    """Return whether a cell has all characters of a part, in any order."""
    return all(part.count(letter) <= cell.count(letter) for letter in part)


def specimens(position: CorePosition) -> list[CoreMove]:
    """List a legal move of a piece, and a legal move of a Pawn, if there are any."""
    by_kind: dict[bool, CoreMove] = {}
    for move in legal_moves(position):
        if move != PASS:
            by_kind.setdefault(position.game.is_pawn[position.board[move.origin]], move)
    return [by_kind[kind] for kind in (False, True) if kind in by_kind]

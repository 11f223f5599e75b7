"""Movetext: one parsed move, the patterns that all notations share, and the suffixes of check."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from aofref.boards import Naming
from aofref.findings import READ_AS, Code, Note, Refusal
from aofref.games.model import folded_castling
from aofref.notation.cells import INCOMPLETE, PATTERNS, completions
from aofref.notation.results import CASTLING
from aofref.notation.signs import DASH
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event, Happening
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, CoreMove, CorePosition
from aofref.rules.refuse import piece_on, with_variant
from aofref.values import Value

PASS_TEXT = "--"
PASSES = "0000|<>|@@@@|Z0|[Nn]ull"  # how other programs write a pass
SIGN = "[-\u2010-\u2015\u2212x\u00d7:]"
CODE = "[A-Z]{1,2}"
SUFFIX = r"(?:\#[A-Z]*)?(?:\+[A-Z]*)?"
_CAPTURES = frozenset("x\u00d7:")
_PAWN_CODES = ("P", "PN")


class Action(StrEnum):
    """The kind of a move's text; only MOVE is false."""

    MOVE = ""
    PASS = PASS_TEXT
    RESIGNS = "resigns"
    FORFEITS = "forfeits"


class MoveText(NamedTuple):
    """The text of a move, parsed.

    `origin` is a whole cell, a column, a level or empty.  `captures` is None in a notation without
    marks of captures.  `taken` are the cells of Pawns captured en passant, if the notation names
    them.  `castling` is the name of a castling, folded (`folded_castling`).  `note` is a note
    of its refusal on another reading.
    """

    text: str
    army: str = ""
    code: str = ""
    origin: str = ""
    captures: bool | None = None
    destination: str = ""
    en_passant: bool = False
    promotion: str = ""
    suffix: str = ""
    action: Action = Action.MOVE
    taken: tuple[str, ...] = ()
    castling: str = ""
    note: Note | None = None


class Expected(Value):
    """The expected element of a text, and its column, from 1."""

    what: str
    column: int


THE_END = "the end of the move"


_PASS = rf"(?:{DASH}{{2}}|{PASSES})(?P<suffix>{SUFFIX})"


def read_pass(text: str) -> MoveText | None:
    """Parse a pass: two dashes, or a form of other programs."""
    match = re.fullmatch(_PASS, text)
    return None if match is None else MoveText(text, action=Action.PASS, suffix=match["suffix"])


def named_by_cells(position: CorePosition, move: CoreMove) -> bool:
    """Return whether the two cells of a move name it; a castling may share them with another."""
    castlings = position.game.castlings
    return move.castling == NO_CASTLING or castlings.every[move.castling].by_cells


def pawn_written_out(game: CompiledVariant, code: str) -> str:
    """Return the game's code of its Pawn for any code of Pawns; other codes unchanged."""
    if code in _PAWN_CODES and code not in game.kinds:
        return game.pawn_code if game.pawn_kind >= 0 else code
    return code


_CASTLING = rf"({CASTLING}|[Oo]{{2,3}}|0{{2,3}}|[A-Za-z][A-Za-z0-9-]*)({SUFFIX})"
_CASTLINGS_OF_CHESS = ("o-o", "o-o-o")


def read_castling(game: CompiledVariant, text: str) -> MoveText | None:
    """Parse a castling: a name of the game's own, or as chess players write it in any game."""
    match = re.fullmatch(_CASTLING, text)
    if match is None:
        return None
    folded = folded_castling(re.sub(DASH, "-", match[1]))
    if not folded.strip("o-"):
        folded = "-".join(folded.replace("-", ""))
    if folded not in game.castlings.names and folded not in _CASTLINGS_OF_CHESS:
        return None
    return MoveText(text, suffix=match[2], castling=folded)


_PLAIN_SIGN = "[-x:]"
_PLAIN = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-") | {"\u00d7": ":"}
)
"""Signs of one byte: a pattern with others takes longer to compile."""


@lru_cache(maxsize=16)
def _lettered(naming: Naming, less: str = "") -> tuple[str, re.Pattern[str]]:
    """The patterns of a move in letters: of the part before its destination, and of the whole.

    `less` is what a cell may be that lacks a part.
    """
    cell, column, level = PATTERNS[naming]
    if less:
        cell, level = f"{cell}|{less}", f"{level}|[a-wyz](?={_PLAIN_SIGN})"
    head = rf"({CODE})?(?:({cell}|{column}|{level})(?={_PLAIN_SIGN}|{cell}))?({_PLAIN_SIGN})?"
    tail = rf"({cell})(?: ?(e\.?p\.?))?(?:=?(?P<promotion>{CODE}))?"
    return head, re.compile(f"{head}{tail}(?P<suffix>{SUFFIX})")


def read_lettered(game: CompiledVariant, text: str) -> MoveText | None:
    """Parse a move in letters, with any part of its origin; a pass is two dashes.

    Two whole cells without a sign may be a capture or not.
    """
    match = _lettered(game.board.naming)[1].fullmatch(text.translate(_PLAIN))
    return read_pass(text) if match is None else _matched(game, text, match)


def _matched(game: CompiledVariant, text: str, match: re.Match[str]) -> MoveText:
    code, origin, sign, end, ep, promotion, suffix = match.groups("")
    captures = None if origin in game.board.number and not sign else sign in _CAPTURES
    code = pawn_written_out(game, code)
    return MoveText(text, "", code, origin, captures, end, bool(ep), promotion, suffix)


def read_parts(game: CompiledVariant, text: str) -> MoveText | None:
    """Parse a move in letters with a cell that lacks its level or a letter.

    A column alone is such a cell only in a move with a sign.
    """
    board = game.board
    if (less := INCOMPLETE.get(board.naming)) is None:
        return None
    match = _lettered(board.naming, less)[1].fullmatch(text.translate(_PLAIN))
    if match is None:
        return None
    origin, sign, end = match.groups("")[1:4]
    if not sign and not end[-1].isdigit():
        return None
    if not any(completions(board, cell)[0] for cell in (end, origin)):
        return None
    written = _matched(game, text, match)
    return written if sign or not origin else written._replace(captures=None)


def lettered_lacks(game: CompiledVariant, text: str) -> Expected | None:
    """Return the expected element of a text that is not a move in letters or a pass."""
    if (passed := re.match(_PASS, text)) is not None:
        return Expected(THE_END, passed.start("suffix") + 1)
    head, whole = _lettered(game.board.naming)
    plain = text.translate(_PLAIN)
    begun, match = re.match(head, plain), whole.match(plain)
    before = begun.end() if begun is not None else 0
    if match is None or match.start("suffix") < before:
        return Expected("a cell", before + 1) if before else None
    end = match.start("suffix")
    owed = text[end : end + 1] == "=" and match["promotion"] is None
    return Expected("a piece", end + 2) if owed else Expected(THE_END, end + 1)


def write_lettered(position: CorePosition, move: CoreMove, origin: str, quiet: str = "") -> str:
    """Write code, a part of the origin, sign, destination and suffixes; castling by its name.

    `quiet` is the sign of a move that captures nothing.  A Pawn's code is left out.
    """
    game, board, (start, end, promotion, castling) = position.game, position.board, move
    if castling != NO_CASTLING:
        return game.castlings.every[castling].name
    code, ep = game.signs[board[start]], ""
    if position.passed and en_passant_captures(position, move):
        quiet, ep = "x", "ep"
    text = f"{code}{origin}{'x' if board[end] else quiet}{game.board.names[end]}{ep}"
    return text if promotion == NO_PROMOTION else f"{text}={game.codes[promotion]}"


def write_promotion(position: CorePosition, move: CoreMove) -> str:
    """Write the promotion of a Pawn, or nothing."""
    return "" if move.promotion == NO_PROMOTION else f"={position.game.codes[move.promotion]}"


_MARKS = r"(#)?([A-Z]*)(\+)?([A-Z]*)"


def suffix(after: CorePosition, events: tuple[Event, ...]) -> str:
    """Write the suffix of a move: `#` and `+`, with the armies if there are four."""
    if not events:
        for watch in after.watches:
            if watch.attackers:
                break
        else:
            return ""
    letters = after.game.letters
    mated = [event["army"] for event in events if event["type"] == Happening.CHECKMATE]
    checked = [
        letter
        for letter, watch in zip(letters, after.watches, strict=True)
        if watch.attackers and letter not in mated
    ]
    if not checked and not mated:
        return ""
    if after.game.two_players:
        return "#" if mated else "+" if checked else ""
    text = "#" + "".join(sorted(mated, key=letters.index)) if mated else ""
    return text + ("+" + "".join(checked) if checked else "")


def suffix_agrees(written: str, is_so: str, enemy: str = "") -> bool:
    """Return whether a written suffix claims nothing false; it may claim less than is true."""
    return not written or written == is_so or not _denied(written, is_so, enemy, {})


def _denied(written: str, is_so: str, enemy: str, names: Mapping[str, str]) -> str:
    """Write the denial of a false suffix, as `the Jewish army is not checkmated`.

    A checkmated army is in check too; a sign without letters means some army.  `enemy` is the army
    of signs without letters, if there is only one; `names` has the words for armies by letter.
    """
    mate, mated, check, checked = _marks_of(written)
    is_mate, is_mated, is_check, is_checked = _marks_of(is_so)
    in_mate = {*is_mated, *enemy} if is_mate else set()
    in_check = {*is_checked, *is_mated, *enemy} if is_check or is_mate else set()
    denied = []
    if mate and not (is_mate and in_mate.issuperset(mated)):
        denied.append(_negated(mated, in_mate, enemy, "checkmated", names))
    if check and not ((is_check or is_mate) and in_check.issuperset(checked)):
        denied.append(_negated(checked, in_check, enemy, "in check", names))
    return " and ".join(denied)


def _negated(named: str, truly: set[str], enemy: str, what: str, names: Mapping[str, str]) -> str:
    """Return the armies of a false claim: of the named ones, else the enemy, else all."""
    wrong = [army for army in named if army not in truly] or list(enemy)
    armies = [names.get(army, f"army {army}") for army in wrong]
    if not armies:
        return f"no army is {what}"
    return f"{' and '.join(armies)} {'is' if len(armies) == 1 else 'are'} not {what}"


def _marks_of(text: str) -> tuple[bool, str, bool, str]:
    match = re.fullmatch(_MARKS, text)
    if match is None:
        return False, "", False, ""
    mate, mated, check, checked = match.groups("")
    return bool(mate), mated, bool(check), checked


def warnings(
    position: CorePosition, move: CoreMove, written: MoveText, is_so: str
) -> list[Refusal]:
    """Return the false claims of a legal move's text; `is_so` is the right suffix."""
    game, note = position.game, written.note
    found: list[Refusal] = []  # `list[Refusal]()` takes longer than all that follows
    if written.suffix and written.suffix != is_so:
        enemy = game.letters[1 - position.turn] if game.two_players else ""
        if not suffix_agrees(written.suffix, is_so, enemy):
            names = {side.letter: side.name for side in game.sides}
            text = f"marked {written.suffix}, but {_denied(written.suffix, is_so, enemy, names)}"
            found.append(with_variant(game, Refusal(Code.FALSE_CHECK, text)))
    marked, origin, end = written.captures, move.origin, move.destination
    if marked is not None and origin >= 0 and not written.castling:
        captures = position.board[end] != 0
        if position.passed and not captures:
            captures = bool(en_passant_captures(position, move))
        if captures is not marked and not (captures and written.en_passant):
            wrong = Code.UNMARKED_CAPTURE if captures else Code.FALSE_CAPTURE
            piece, name = piece_on(position, origin), game.board.names[end]
            found.append(Refusal(wrong, piece=piece, destination=name))
    if note is not None and note.words == READ_AS:
        return [why.noting(note) for why in found]
    return found

"""Moves: the one reader of moves as text, in each of the notations (aofref-record(5)).

Numeric is in the manner of ICCF, digits only.  Courier is in the manner of Game Courier, one move a
line: `P ca4-ba4; F-ba4`.  Its clauses name the promotion, the Pawns captured en passant, and the
piece that castles with a royal one: `K e1-g1; R h1-f1`.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Final

from aofref.boards import Naming
from aofref.findings import CAPTURE_WRITTEN, READ_AS, Note
from aofref.games.model import folded_castling
from aofref.notation.cells import (
    CELL,
    FEWEST_DIGITS,
    INCOMPLETE,
    MOST_DIGITS,
    PATTERNS,
    completions,
    digits,
)
from aofref.notation.movetext import LIFT, PASS_DIGIT, WITHDRAWALS, Action, MoveText, Notation
from aofref.notation.resolve import legal_or_none, numbers_of
from aofref.notation.results import CASTLING
from aofref.notation.signs import BLANK, DASH, DASHES, ENDING, SINGLE_SIGNS, marks_parted
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY, CoreMove, CorePosition

PASSES = "0000|<>|@@@@|Z0|[Nn]ull"  # how other programs write a pass
SIGN = f"[{DASHES}x\u00d7:]"
CODE = "[A-Z]{1,2}"
SUFFIX = r"(?:\#[A-Z]*)?(?:\+[A-Z]*)?"
_CAPTURES = frozenset("x\u00d7:")
_PAWN_CODES = ("P", "PN")
LONGEST: Final = 64
"""The most characters that are read as a move; no notation writes as many."""
_MOST: Final = 1 << 13  # texts of a game that are kept, parsed
_THE_END = "the end of the move"
_new = tuple.__new__  # of a NamedTuple, without the cost of its own
_PASS = rf"(?:{DASH}{{2}}|{PASSES})({SUFFIX})"


def _read_pass(_game: CompiledVariant, text: str) -> MoveText | None:
    match = re.fullmatch(_PASS, text)
    return None if match is None else MoveText(text, action=Action.PASS, suffix=match[1])


def _pawn_written_out(game: CompiledVariant, code: str) -> str:
    """Return the game's code of its Pawn for any code of Pawns; other codes unchanged."""
    if code in _PAWN_CODES and code not in game.kinds:
        return game.pawn_code if game.pawn_kind >= 0 else code
    return code


_CASTLING = rf"({CASTLING}|[Oo]{{2,3}}|0{{2,3}}|[A-Za-z][A-Za-z0-9-]*)({SUFFIX})"
_CASTLINGS_OF_CHESS = ("o-o", "o-o-o")


def _read_castling(game: CompiledVariant, text: str) -> MoveText | None:
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
_PLAIN = str.maketrans(dict.fromkeys(DASHES, "-") | {"\u00d7": ":"})
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


def _read_lettered(game: CompiledVariant, text: str, *, lacking: bool = False) -> MoveText | None:
    """Parse a move in letters, with any part of its origin; one that is `lacking` part of a cell.

    Two whole cells without a sign may be a capture or not.  A column alone is a cell that lacks its
    level only in a move with a sign.
    """
    board, less = game.board, INCOMPLETE.get(game.board.naming, "") if lacking else ""
    if lacking and not less:
        return None
    match = _lettered(board.naming, less)[1].fullmatch(text.translate(_PLAIN))
    if match is None:
        return None
    code, origin, sign, end, ep, promotion, suffix = match.groups("")
    if less and not sign and not end[-1].isdigit():
        return None
    if less and not any(completions(board, cell)[0] for cell in (end, origin)):
        return None
    may_capture = not sign and (origin != "" if less else origin in board.number)
    captures = None if may_capture else sign in _CAPTURES
    code = _pawn_written_out(game, code)
    return MoveText(text, "", code, origin, captures, end, bool(ep), promotion, suffix)


_CELLS = f"[1-9]{{4}}[1-4]?|[0-9]{{{2 * FEWEST_DIGITS},{2 * MOST_DIGITS + 2}}}"
_NUMERIC_TOKEN = f"{PASS_DIGIT}|(?:{_CELLS})(?:{DASH}(?:{_CELLS}))?"
"""A cell of chess has two digits, neither of them 0; a move number of four digits has a dot."""
_NUMERIC = rf"({PASS_DIGIT}|{_CELLS})({SUFFIX})"
_DIGITS = f"[0-9]+{SUFFIX}"
TWO_IN_DIGITS: Final = rf"({_CELLS}){DASH}({_CELLS})"
"""Two moves in digits that a dash joins."""
_OF_ICCF = "QRBN"
"""What a fifth digit promotes to, from 1, in games on 8 by 8 squares."""


def _read_numeric(game: CompiledVariant, text: str) -> MoveText | None:
    """Read two cells in digits, and a promotion by its place in the list of codes; or a pass."""
    match = re.fullmatch(_NUMERIC, text)
    if match is None:
        return None
    written, suffix = match.groups()
    if written == PASS_DIGIT:
        return MoveText(text, action=Action.PASS, suffix=suffix)
    cells, names = digits(game.board, game.variant.digits)
    size = len(cells[0])
    if len(written) not in _sizes(game):
        return None
    origin, end = (names.get(cell, cell) for cell in (written[:size], written[size : 2 * size]))
    promotion = place = written[2 * size :]
    if len(place) == 1:
        promotion = _OF_ICCF[int(place) - 1]
    elif place and 1 <= int(place) <= len(game.codes):
        promotion = game.codes[int(place) - 1]
    return MoveText(text, "", "", origin, None, end, False, promotion, suffix)


def _sizes(game: CompiledVariant) -> list[int]:
    """Return how many digits a move may have: on 8 by 8 squares five, with a promotion."""
    size, board = len(digits(game.board, game.variant.digits)[0][0]), game.board
    squares = {(file, rank) for file in "abcdefgh" for rank in "12345678"}
    is_as_chess = board.naming is Naming.FILE_RANK and {*board.short} == squares
    return [2 * size, *([5] if is_as_chess and size == 2 else []), 2 * size + 2]


_CLAUSE = rf";[ \t]*({CODE}|{LIFT}){DASH}({CELL})"
_COURIER_TOKEN = (
    rf"{CODE}[ \t]+{CELL}{DASH}(?P<courier_end>{CELL})"
    rf"(?:;[ \t]*(?:{LIFT}{DASH}{CELL}|{CODE}{DASH}(?P=courier_end)"
    rf"|{CODE}[ \t]+{CELL}{DASH}{CELL}(?={SUFFIX}\s*(?:\Z|//|[{{($!?]))))*"
)
"""A clause that promotes on another cell is a comment, and so is one that castles within a line."""
_HEAD = rf"({CODE})\s+({CELL}){DASH}"
_COURIER = rf"{_HEAD}({CELL})((?:;[ \t]*(?:{CODE}|{LIFT}){DASH}{CELL})*)({SUFFIX})"


def _read_courier(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move with its clauses in any order, but the walks of a castling in the game's."""
    match = re.fullmatch(_COURIER, text)  # compiled here: most records have no such move
    if match is None:
        plain, names = re.sub(r";\s*", "; ", text.translate(_PLAIN)), game.board.names
        for castling in game.castlings.every:
            suffix, royal = plain.removeprefix(castling.walks), castling.royal
            if suffix != plain and re.fullmatch(SUFFIX, suffix) is not None:
                walk = game.code(royal.piece), names[royal.origin], None, names[royal.destination]
                named = folded_castling(castling.name)
                return MoveText(text, "", *walk, suffix=suffix, castling=named)
        return None
    code, origin, destination, also, suffix = match.groups()
    clauses = re.findall(_CLAUSE, also)
    promotions = [clause for clause in clauses if clause[0] != LIFT]
    if len(promotions) > 1 or any(cell != destination for _, cell in promotions):
        return None
    promotion, code = promotions[0][0] if promotions else "", _pawn_written_out(game, code)
    taken = tuple(cell for mark, cell in clauses if mark == LIFT)
    of_it = code, origin, None, destination, bool(taken), promotion, suffix
    return MoveText(text, "", *of_it, taken=taken)


def _read_whole(game: CompiledVariant, text: str, *, signed: bool) -> MoveText | None:
    """Read a move that has its whole origin: with a sign, or with neither code nor sign."""
    written = _read_lettered(game, text)
    if written is None or written.origin not in game.board.number:
        return None
    is_signed = written.captures is not None
    return written if is_signed is signed and (signed or not written.code) else None


_Reader = Callable[[CompiledVariant, str], MoveText | None]
_read_parts: Final = partial(_read_lettered, lacking=True)
_CELLS_ALONE: Final = partial(_read_whole, signed=False), _read_pass, _read_castling
_READERS: Final[dict[Notation | None, tuple[_Reader, ...]]] = {
    Notation.LAN: (partial(_read_whole, signed=True), _read_pass, _read_castling),
    Notation.SAN: (_read_lettered, _read_pass, _read_castling, _read_parts),
    Notation.COORD: _CELLS_ALONE,
    Notation.NUMERIC: (_read_numeric, _read_castling),
    Notation.COURIER: (_read_courier, _read_pass, _read_castling),
    Notation.UCI: _CELLS_ALONE,
    None: (_read_lettered, _read_pass, _read_numeric, _read_courier, _read_castling, _read_parts),
}
"""By notation, or for any, the parsers of a move; castling by its name is of every notation."""
EP: Final[str] = rf"e\.?p\.?(?:=?{CODE})?{SUFFIX}"
"""The mark of a capture en passant, which a blank may separate from its move."""
_ARMY = "[A-Z]:"
WORD_END: Final[str] = rf"(?=[{BLANK}{ENDING}(){{}};$!?\[*{SINGLE_SIGNS}]|//|\Z)"
"""The end of a word."""
_APART = f"{PASSES}|0{{2,3}}|{_NUMERIC_TOKEN}|{_COURIER_TOKEN}"
_IN_WORD = rf"[^\s{ENDING}(){{}};$!?\[\]*/{SINGLE_SIGNS}]*+"
_INSIDE = rf"(?:/(?!/)|[{ENDING}]++(?![{BLANK}{ENDING}]*+\Z))"
_IN_PARENTHESES = (
    rf"(?:\((?:=?[A-Za-z]{{1,2}}|e\.p\.)\)|[ \t]+\((?:=?[A-Z]{{1,2}}|e\.?p\.?)\)){_IN_WORD}"
)
"""A promotion, or the mark of a capture en passant."""
TOKEN: Final[str] = (
    rf"(?:{_ARMY})?(?:(?:{_APART}){SUFFIX}{WORD_END}"
    rf"|(?:[A-Za-z]|{DASH}{{2}}){_IN_WORD}(?>{_INSIDE}{_IN_WORD})*+"
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
    key, known = text if notation is None else (notation, text), game.parsed_texts
    if key not in known:
        if len(text) > LONGEST:
            return None
        if len(known) >= _MOST:
            known.clear()
        new = _parsed(game, text, notation)
        known[key] = new and _new(MoveText, (*new[:-1], numbers_of(game, new)))
    written: MoveText | None = known[key]
    return written


def _parsed(game: CompiledVariant, text: str, notation: Notation | None) -> MoveText | None:
    army, rest = _parted(text)
    if rest.startswith(WITHDRAWALS) and (gone := re.fullmatch(_WITHDRAWAL, rest)) is not None:
        return MoveText(text, army, action=Action(gone[1]), suffix=gone[2])
    for spelling, marks in _spellings(game, rest):
        for reader in _READERS[notation]:
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
    pawns = of_army(game, written.army, written.text.partition(":")[2].lstrip())
    side = game.sides[game.letters.index(written.army)]
    readings = f"the capture {capture.text}", f"the move {pawns} of {side}"
    if legal_or_none(position, written) and not legal_or_none(position, capture):
        return written._replace(note=Note(READ_AS, readings[::-1]))
    return capture._replace(note=Note(READ_AS, readings))


def read_legal(position: CorePosition, text: str) -> CoreMove | None:
    """Read a legal move or pass; None, without a reason, for any other text."""
    written = read(position, text)
    if written is None or written.action in WITHDRAWALS:
        return None
    return legal_or_none(position, written)


def as_capture(game: CompiledVariant, written: MoveText) -> MoveText | None:
    """Return the capture that an army, a colon and a cell may be, by the piece with that code."""
    if written.code or written.origin or written.promotion or written.captures is not False:
        return None
    if (code := _pawn_written_out(game, written.army)) not in game.kinds:
        return None
    text = f"{written.army}x{written.text.partition(':')[2].lstrip()}"
    return written._replace(text=text, army="", code=code, captures=True, numbers=None)


def of_army(game: CompiledVariant, letter: str, text: str, pawn: str = "") -> str:
    """Put the letter of an army before a text, so that the letter cannot be the code of a piece.

    Where it might be, the text is a Pawn's move: it has the cell `pawn`, or else the code of Pawns.
    """
    named = f"{letter}:{text}"
    written = parse(game, named) if game.two_players else None
    if written is None or as_capture(game, written) is None:
        return named
    return f"{letter}:{f'{pawn}-' if pawn else game.pawn_code}{text}"


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


def expected(game: CompiledVariant, text: str) -> str:
    """Return what is expected of a text that is not a move, and at which column; "" for a move.

    The column is counted in the text with single blanks.
    """
    if len(text) > LONGEST:
        return f"expected a move of at most {LONGEST} characters at column 1"
    if parse(game, text) is not None:
        return ""
    army, rest = _parted(text)
    found, plain = [(0, "a move")], rest.translate(_PLAIN)
    if re.fullmatch(_DIGITS, rest) is not None:
        *sizes, most = _sizes(game)
        found = [(0, f"a move of {', '.join(map(str, sizes))} or {most} digits")]
    for pattern in (_WITHDRAWAL, _PASS, _COURIER):
        if (match := re.match(pattern, rest)) is not None:
            found.append((match.start(match.lastindex or 0), _THE_END))
    head, whole = _lettered(game.board.naming)
    if (match := whole.match(plain)) is not None:
        end = match.start("suffix")
        owed = rest[end : end + 1] == "=" and match["promotion"] is None
        found.append((end + 1, "a piece") if owed else (end, _THE_END))
    for begins in (_HEAD, head):
        if (begun := re.match(begins, plain)) is not None:
            found.append((begun.end(), "a cell"))
    at, what = max(found, key=lambda one: one[0])
    return f"expected {what} at column {at + 1 + (len(army) and 2)}"


def _parted(text: str) -> tuple[str, str]:
    """Split a text, with single blanks, into its army (a capital before a colon) and the rest."""
    plain = " ".join(text.split())
    if plain[1:2] == ":" and "A" <= plain[0] <= "Z":
        return plain[0], plain[2:]
    return "", plain

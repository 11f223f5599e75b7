"""FEN: the position of a game of two armies on a board of ranks and files (aofref-record(5)).

What other programs write is read: EPD's four fields, counters that are `-` or missing, the tilde of
a promoted piece.  What contradicts the board is left out with a warning.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Final

from aofref.findings import NOWHERE, BadPosition, Code, Finding, Place, fault
from aofref.games.files.reader import Word
from aofref.geometry import CUBIC
from aofref.notation.positions import Placement, short
from aofref.rules.compiled_variant import CompiledCastling, CompiledVariant
from aofref.rules.events import Event, Happening
from aofref.rules.moves import captures_in_passing, rights_of
from aofref.rules.position import NOBODY, CorePosition, Passed
from aofref.rules.turn import array, begin
from aofref.text import joined
from aofref.values import Value

NO_FEN = (
    "{} has no FEN, which is for two armies, on one level of ranks and files, "
    "whose pieces are single letters"
)
NO_TURN = "a FEN names an army to move, and nobody is to move here"

_FIELDS = {  # what no FEN lacks
    "placement": r"\S*/\S*",
    "turn": "[wb]",
    "castling": "-|[A-Za-z]{1,4}",
    "en passant": "-|[a-z][0-9]{1,2}",
}
_COUNTED = "halfmoves", "a round"
_BEGINS = re.compile(r"\s*[\w~]+/")  # a position line has a colon before its first slash
_FIELD = re.compile(r"[^\s;,]+")
_PART = re.compile(r"[0-9]+|[A-Za-z]~?|.", re.DOTALL)
_OPERATION = re.compile(  # of EPD; a mark before it, or none behind it, is usual, too
    r'[\s;,]*+([A-Za-z]\w*+)((?>\s++(?:"[^"]*+"|[^\s;"]++))*+)\s*+(?:;|\Z)'
)
_MOVES = "moves"  # behind a FEN in UCI
_BETWEEN = " \t\n\r\f\v;,"
_COUNTER = re.compile("[0-9]{1,9}")
_UNKNOWN = "-"  # what some programs write for a counter that they do not know
_IN_CHESS960 = "are those of Chess960, another game"
_TURNS = "wb"
_RIGHTS = "KQkq"


def _place(offset: int) -> Place:
    return Place(1, offset + 1)


class Fen(Value):
    """What a FEN means: the position as it stands, and what contradicts the board.

    `has_round` is whether the FEN gives the round, which else is 1.  The places of the warnings
    are on line 1.
    """

    position: CorePosition
    has_round: bool = True
    warnings: tuple[Finding, ...] = ()


def is_like_fen(text: str) -> bool:
    """Return whether a text is a FEN, or meant as one, and no position line or diagram."""
    return _BEGINS.match(text) is not None or _is_array(text)


def _is_array(text: str) -> bool:
    return text.strip().lower() == "startpos"  # so engines call it


class _Form(Value):
    """What the FENs of a game are made of.

    `rows` are the cells of each rank, as the first army sees the board: from above, from the left.
    `pieces` are the pieces by their letters, and `letters` the letters by piece, a blank for an
    empty cell.  `castlings` has those that the game has among the rights K, Q, k and q: K and k go
    towards higher files, Q and q towards lower.
    """

    rows: tuple[tuple[int, ...], ...]
    pieces: dict[str, int]
    letters: tuple[str, ...]
    castlings: dict[str, CompiledCastling]


@lru_cache(maxsize=8)
def _form(game: CompiledVariant) -> _Form | None:
    """Return what the FENs of a game are made of; None if it has no FEN.

    It has none if two castlings have the same letter, or one does not go along a rank.
    """
    board, castlings = game.board, dict[str, CompiledCastling]()
    xs, ys, zs = (len(set(axis)) for axis in zip(*board.cells, strict=True))
    squares = board.lattice is CUBIC and zs == 1 and xs * ys == len(board.cells)
    single = all(len(code) == 1 for code in game.codes)
    if not (squares and game.two_players and single):
        return None
    for castling in game.castlings.every:
        royal, companion = (board.cells[path.origin] for path in castling.paths)
        letter = _RIGHTS[2 * castling.army + (companion[0] < royal[0])]
        if letter in castlings or companion[1] != royal[1]:
            return None
        castlings[letter] = castling
    codes = [(game.code(piece), game.army_of[piece]) for piece in range(1, len(game.kind_of))]
    letters = [" ", *[code.lower() if army else code for code, army in codes]]
    pieces = {letter: game.plain[piece] for piece, letter in enumerate(letters) if piece}
    order = sorted(board.cells, key=lambda place: (-place[1], place[0]))
    ranks = groupby(order, key=lambda place: place[1])
    rows = tuple([tuple([board.index[place] for place in rank]) for _, rank in ranks])
    rights = {letter: castlings[letter] for letter in _RIGHTS if letter in castlings}
    return _Form(rows, pieces, tuple(letters), rights)


def has_fen(game: CompiledVariant) -> bool:
    """Return whether the positions of a game can be written as FEN."""
    return _form(game) is not None


def castlings(game: CompiledVariant) -> dict[str, int] | None:
    """Return the castlings that a FEN has letters for, by their numbers; None without a FEN."""
    form = _form(game)
    return {letter: one.number for letter, one in form.castlings.items()} if form else None


def _form_of(game: CompiledVariant) -> _Form:
    """Return what the FENs of a game are made of; raises BadPosition if it has no FEN."""
    form = _form(game)
    if form is None:
        raise BadPosition((fault(Code.BAD_POSITION, NO_FEN.format(game.variant.id), NOWHERE),))
    return form


def read(game: CompiledVariant, text: str) -> Fen:
    """Parse a FEN, under the limits of the position lines.

    Raises BadPosition, with the place of each fault on line 1, or for a game that has no FEN.
    """
    reader = _Reader(game, text)
    return Fen(array(game)) if _is_array(text) else reader.fen()


class _Reader(Placement):
    """Parses the fields of a FEN, and collects what contradicts the board."""

    def __init__(self, game: CompiledVariant, text: str) -> None:
        self.form: Final = _form_of(game)
        self.text: Final = text
        self.warnings: Final[list[Finding]] = []
        super().__init__(game, text, _place(0))

    def fen(self) -> Fen:
        fields = [Word(m[0], m.start()) for m in _FIELD.finditer(self.text)]
        self._complete(fields)
        placement, turn_text, castling, passed = fields[:4]
        self._placement(placement)
        turn = _TURNS.find(turn_text) if len(turn_text) == 1 else NOBODY
        if turn == NOBODY:
            self._fault(turn_text.at, f"the turn is w or b, not {short(turn_text)}")
        rights = self._castling(castling)
        right = self._passed(passed, turn)
        halfmoves, round_ = self._counters(passed.at + len(passed))
        self.faults.sort(key=lambda why: (why.place, why.message))
        self.check()
        for may in rights:
            self.game.castlings.allow(self.board, may)
        board, stepped = bytes(self.board), () if right is None else (right,)
        position = CorePosition(self.game, board, turn, round_ or 1, stepped, halfmoves)
        self.place = _place(turn_text.at)
        self.check_turn(position)
        return Fen(position, round_ is not None, tuple(self.warnings))

    def _fault(self, at: int, text: str) -> None:
        self.fault(text, place=_place(at))

    def _warning(self, at: int, text: str) -> None:
        self.warnings.append(fault(Code.CONTRADICTION, text, _place(at)))

    def _complete(self, fields: list[Word]) -> None:
        """Check that no field is missing: every word is a field in its form, or a counter."""
        missing, rest = list[str](), list(fields)
        for name, form in _FIELDS.items():
            if not rest or re.fullmatch(form, rest[0]) is None:
                missing.append(name)
            else:
                del rest[0]
        if len(rest) > 2 or not all(map(_COUNTER.fullmatch, rest)):
            missing = [*_FIELDS][len(fields) :]
        if missing:
            at = rest[0].at if rest else max(len(self.text.rstrip()) - 1, 0)
            if rest and missing == ["en passant"] and fields[2] == "-":
                at, is_wide = fields[2].at, self.text[fields[2].at - 2].isspace()
                missing = ["castling"] if is_wide else ["castling or en passant"]
            self._fault(at, f"a FEN has four fields or six; missing here: {joined(missing, 'and')}")
            self.check()

    def _placement(self, placement: Word) -> None:
        rows, at = self.form.rows, placement.at
        if (slash := placement.find("\\")) >= 0:
            self._fault(at + slash, "the ranks of a FEN are separated by /, without a backslash")
            return
        ranks = placement.split("/")
        count = f"there are {len(ranks)} ranks, not {len(rows)}"
        for number, rank in enumerate(ranks):
            if number == len(rows):
                self._fault(at, count)
                break
            row, file, known, start = rows[number], 0, True, at
            for text in _PART.findall(rank):
                piece, why = self.form.pieces.get(text[0]), ""
                if piece is not None:
                    if file < len(row):
                        self.columns[row[file]] = start + 1
                        self.put(row[file], piece)
                    file += 1
                elif not (text.isdecimal() and text.isascii()) or text == "0":
                    why = f"{short(text)} is no piece of {self.game.variant.id}, and no number"
                elif len(text) > 1 and (text[0] == "0" or not 9 < int(text) <= len(row)):
                    why = f"the digits {short(text)} stand side by side: empty cells are one number"
                else:
                    file += int(text)
                if why:
                    self._fault(start, why)
                    known = False
                start += len(text)
            if known and file != len(row):
                self._fault(at, f"the rank {short(rank)} has {file} cells, not {len(row)}")
            at += len(rank) + 1
        if len(ranks) < len(rows):
            self._fault(at - 2, count)
        if not self.faults:
            self.place = _place(placement.at)
            self.named.update(self.game.armies)
            self.check_pieces()

    def _castling(self, field: Word) -> list[CompiledCastling]:
        """Read the castling rights; one without its pieces is left out."""
        castlings, text = self.form.castlings, "" if field == "-" else field
        for at, letter in enumerate(text, field.at):
            if letter in text[: at - field.at]:
                self._fault(at, f"the castling right {letter} is given twice")
            elif letter not in _RIGHTS:
                why = f"{short(letter)} is no castling right"
                if any(name.startswith(letter.lower()) for name in self.game.board.names):
                    why = f"castling rights by the files of Rooks, {short(text)}, {_IN_CHESS960}"
                    why += ": here they are K, Q, k and q"
                self._fault(at, why)
                break
        if not castlings or not text or self.faults:
            return []
        home = self.game.castlings.at_home(bytes(self.board))
        rights = [one for letter in text if (one := castlings.get(letter)) in home]
        if len(rights) < len(text) and self._is_of_chess960(text):
            why = f"the castling rights {short(text)} {_IN_CHESS960}: they are left out"
            self._warning(field.at, why)
            return []
        names, code = self.game.board.names, self.game.code
        for at, letter in enumerate(text, field.at):
            if (castling := castlings.get(letter)) is None:
                self._warning(at, f"{self.game.variant.id} has no castling {letter}")
            elif castling not in rights:
                needs = [f"{code(path.piece)} on {names[path.origin]}" for path in castling.paths]
                why = f"the castling right {letter} is left out: it needs {joined(needs, 'and')}"
                self._warning(at, why)
        return rights

    def _is_of_chess960(self, text: str) -> bool:
        """Return whether each right has its pieces on their rank, but a royal piece elsewhere."""
        board, cells, away = self.board, self.game.board.cells, False
        for castling in map(self.form.castlings.get, text):
            if castling is None:
                return False
            royal, companion = castling.paths
            rank, is_higher = cells[royal.origin][1], cells[companion.origin] > cells[royal.origin]
            on_it = [(x, board[cell]) for cell, (x, y, _) in enumerate(cells) if y == rank]
            kings = [x for x, piece in on_it if piece == royal.piece]
            rooks = [x for x, piece in on_it if piece == companion.piece]
            if not any((rook > king) is is_higher for king in kings for rook in rooks):
                return False
            away = away or board[royal.origin] != royal.piece
        return away

    def _passed(self, passed: Word, turn: int) -> Passed | None:
        """Read the en passant square; a right needs a Pawn that may have passed it."""
        game, board = self.game, self.board
        if passed == "-":
            return None
        cell = game.board.number.get(passed)
        if cell is None:
            self._fault(passed.at, f"the en passant square is a cell or -, not {short(passed)}")
        elif not self.faults:
            doubles = game.pawns.doubles
            for pawn in game.pawns.of_army[1 - turn]:
                for start, ends in doubles[pawn].items() if not board[cell] else ():
                    for end, over in ends.items():
                        if over == cell and board[end] == pawn and not board[start]:
                            return Passed(1 - turn, cell, end)
            self._warning(passed.at, f"no Pawn can just have passed {passed}")
        return None

    def _counters(self, at: int) -> tuple[int, int | None]:
        """Read the count of halfmoves and the round (None: not given), or EPD's operations."""
        given, said = list[str](), dict[str, str]()
        for what in _COUNTED:
            field = re.compile(r"\s++([^\s;,]++)").match(self.text, at)
            if field is None or (not given and field[1][0].isalpha()):
                break
            at, text = field.end(), field[1]
            given.append(text)
            if text != _UNKNOWN and _COUNTER.fullmatch(text) is None:
                self._fault(field.start(1), f"{short(text)} is no number of {what}")
        end = len(self.text.rstrip(_BETWEEN))
        while at < end:
            operation = _OPERATION.match(self.text, at)
            if operation is None or operation[1] == _MOVES:
                rest = self.text[at:end].lstrip(_BETWEEN)
                why = "only operations of EPD stand behind a FEN's four fields or six"
                self._fault(end - len(rest), f"{why}: {short(rest)}")
                break
            said.setdefault(operation[1], operation[2].strip())
            at = operation.end()
        texts = (*given, "")[:2] if given else [said.get(name, "") for name in ("hmvc", "fmvn")]
        halfmoves, round_ = (int(t) if _COUNTER.fullmatch(t) else None for t in texts)
        return halfmoves or 0, round_


def write(position: CorePosition, events: Iterable[Event]) -> str:
    """Write the FEN of a position; `events` are what the last move led to.

    The en passant square is written only where a legal move captures there, as python-chess does.
    After mate or stalemate the army without a move is the army to move.  Raises BadPosition for a
    game that has no FEN, and where nobody is to move, as after a withdrawal.
    """
    game, turn, form = position.game, position.turn, _form_of(position.game)
    if turn == NOBODY:
        no_move = (Happening.CHECKMATE, Happening.STALEMATE)
        ends = [event.army for event in events if event.type in no_move]
        if not ends:
            raise BadPosition((fault(Code.BAD_POSITION, NO_TURN, NOWHERE),))
        turn = game.letters.index(ends[0])
    letters = [form.letters[piece] for piece in position.board]
    placement = "/".join(["".join([letters[cell] for cell in row]) for row in form.rows])
    for count in range(len(form.rows[0]), 0, -1):
        placement = placement.replace(" " * count, str(count))
    left = rights_of(game, position.board)
    rights = [letter for letter, castling in form.castlings.items() if castling in left]
    passed = next((move.destination for move in captures_in_passing(position)), None)
    return " ".join(
        (
            placement,
            _TURNS[turn],
            "".join(rights) or "-",
            "-" if passed is None else game.board.names[passed],
            str(position.halfmoves),
            str(position.round),
        )
    )


def agree(read: Fen, given: CorePosition) -> bool:
    """Return whether a FEN gives a position, with its turn started.

    En passant rights that nobody can use may differ, as FENs are written with and without them,
    and the round where the FEN has none.
    """
    mine, theirs = begin(read.position)[0], begin(given)[0]
    same = mine.board == theirs.board and mine.turn == theirs.turn
    passed, others = (set(captures_in_passing(position)) for position in (mine, theirs))
    return same and passed == others and (mine.round == theirs.round or not read.has_round)

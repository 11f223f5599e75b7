"""Resolve: find the move that a text means in a position, or refuse the text."""

import re

from aofref.boards import NO_CELL, Board
from aofref.findings import Code, Note, Piece, Refusal, Side
from aofref.notation.cells import PATTERNS, completions
from aofref.notation.movetext import MoveText, Numbers, shown
from aofref.notation.signs import marks_parted
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves, origins, taken_en_passant
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.refuse import breach, not_own, piece_on, promotion_topic, refusal, with_variant
from aofref.text import excerpt, joined

_ORDER = (  # reasons why a piece may not go to a cell, in the order of aofref-codes(7)
    *(Code.OWN_PIECE, Code.BLOCKED, Code.MISSING_CELL, Code.NO_SCREEN, Code.NO_CAPTURE),
    *(Code.UNREACHABLE, Code.PROMOTION_REQUIRED, Code.PROMOTION_FORBIDDEN, Code.BAD_PROMOTION),
    Code.IN_CHECK,
)
_FEW = 5
"""The most other pieces that are named one by one."""
_MOST = 12
"""The most legal moves that the refusal of a cell without its level names."""
_CAPTURING = "Pawn capturing"  # the page's sentence on what Pawns capture
_NO_KIND = -1  # the type of an unknown code
_new = tuple.__new__  # of a NamedTuple, without the cost of its own
# The reasons why a piece cannot come to a cell at all.
NO_WAY = frozenset(_ORDER[: _ORDER.index(Code.UNREACHABLE) + 1])


def legal(position: CorePosition, written: MoveText) -> CoreMove | Refusal:
    """Find the legal move that a text means, or refuse it.

    If short notation names several pieces and none may go there, the refusal names them all.
    """
    meant, known = _meant(position, written)
    if known or (not isinstance(meant, Refusal) and breach(position, meant) is None):
        return meant
    game, turn = position.game, position.turn
    found = with_variant(game, meant) if isinstance(meant, Refusal) else refusal(position, meant)
    assert found is not None
    if not isinstance(meant, Refusal):
        if written.en_passant and _CAPTURING in found.topics:
            at = found.topics.index(_CAPTURING)
            topics = (*found.topics[:at], "en-passant", *found.topics[at:])
            found = found._replace(topics=topics)
        is_whole = written.action or written.castling or written.origin in game.board.number
        named = [] if is_whole else _named(position, written, turn)
        if others := [cell for cell in named if cell != meant.origin]:
            them = f"any other {game.code(position.board[others[0]])} of {game.sides[turn]}"
            if len(others) <= _FEW:
                them = ", ".join(str(piece_on(position, cell)) for cell in others)
            found = found.noting(Note(f"nor can {them} go there"))
    if found.code in (Code.PROMOTION_FORBIDDEN, Code.BAD_PROMOTION) and written.promotion:
        bare, _ = marks_parted(written.text)
        if re.search("[0-9][a-z]{1,2}$", bare) is not None:  # a small letter: a slip of the text
            why = f"{written.promotion} is no promotion that could be made there"
            return Refusal(Code.SYNTAX, f"not a move: {excerpt(written.text)}; {why}")
    return found if written.note is None else found.noting(written.note)


def legal_or_none(position: CorePosition, written: MoveText) -> CoreMove | None:
    """Find the legal move that a text means; None, without a reason, if `legal` refuses it."""
    meant, known = _meant(position, written, reasoned=False)
    if isinstance(meant, Refusal) or not (known or breach(position, meant) is None):
        return None
    return meant


def resolve(position: CorePosition, written: MoveText) -> CoreMove | Refusal:
    """Find the move that a text means, legal or not, or refuse a text that means none.

    A false mark of a capture en passant is refused here, unless the piece cannot make the move
    anyway.  `written` is not a withdrawal.
    """
    meant, _ = _meant(position, written)
    return with_variant(position.game, meant) if isinstance(meant, Refusal) else meant


def _meant(
    position: CorePosition, written: MoveText, *, reasoned: bool = True
) -> tuple[CoreMove | Refusal, bool]:
    """Find the move or refusal for a text, and whether the move is already known to be legal.

    If it need not be `reasoned`, a refusal that takes long is not.
    """
    game, turn = position.game, position.turn
    if turn == NOBODY:
        return Refusal(Code.GAME_OVER), False
    army, numbers = written.army, written.numbers or numbers_of(game, written)
    origin, destination, kind, promotion, among, is_plain = numbers
    if army and army != game.letters[turn]:
        why = army_refusal(position, written)
        if why is None:
            named = (game.sides[game.letters.index(army)],)
            why = Refusal(Code.WRONG_TURN, candidates=named, army=game.sides[turn])
        return why, False
    if not is_plain:
        if written.action:
            return PASS, False
        if written.castling and (castled := _named_castling(position, written)) is not None:
            return castled, False
        if (why := _names_refusal(position, written)) is not None:
            return why, False
    is_legal = False
    if origin >= 0:
        move = _new(CoreMove, (origin, destination, promotion, NO_CASTLING))
        piece = position.board[origin]
        if game.army_of[piece] != turn or (kind >= 0 and game.kind_of[piece] != kind):
            why = piece_refusal(position, written, origin)
            if why is not None:
                return why, False
        if game.castlings.homes:
            move = castling_by_cells(position, move)
    else:
        cells: list[int] = []
        if kind >= 0:
            cells = origins(position, game.pieces[turn][kind], destination, promotion, among)
        is_legal = len(cells) == 1
        if is_legal:
            move = _new(CoreMove, (cells[0], destination, promotion, NO_CASTLING))
        elif game.castlings.homes and (castled := _castling_to(position, kind, written)):
            move = castled
        elif not (cells or reasoned):
            return Refusal(Code.NO_MATCH), False
        else:
            found = _find(position, written, cells, destination, promotion)
            if isinstance(found, Refusal):
                return found, False
            move = found
    if written.en_passant and (why := _en_passant_refusal(position, written, move)) is not None:
        return why, False
    return move, is_legal


def numbers_of(game: CompiledVariant, written: MoveText) -> Numbers:
    """Look up the names of a move's text; no piece comes from a part of cells that has none."""
    code, start, promoted = written.code, written.origin, written.promotion
    number = game.board.number
    origin, destination = number.get(start, NO_CELL), number.get(written.destination, NO_CELL)
    kind, promotion, among = game.pawn_kind, NO_PROMOTION, None
    is_plain = destination >= 0 and not (written.taken or written.action or written.castling)
    if code or origin >= 0:
        kind = game.kinds.get(code, _NO_KIND)
        is_plain = is_plain and (kind >= 0 or not code)
    if promoted:
        promotion = game.kinds.get(promoted, NO_PROMOTION)
        is_plain = is_plain and promotion >= 0
    if start and origin < 0:
        among = game.board.part(start)
        if among is None:
            kind, is_plain = _NO_KIND, False
    return origin, destination, kind, promotion, among, is_plain


def _named_castling(position: CorePosition, written: MoveText) -> CoreMove | Refusal | None:
    """Find the castling that a text names, or refuse it; None if the piece named is another's."""
    game, turn = position.game, position.turn
    castling = game.castlings.named.get((turn, written.castling))
    if castling is not None:
        whose = game.board.names[castling.royal.origin]
        return castling.move if written.origin in ("", whose) else None
    if own := game.castlings.of_army[turn]:
        names = tuple(castling.name for castling in own)
        named = game.castlings.names.get(written.castling, written.castling.upper())
        return unknown(Code.CANNOT_CASTLE, "castling", named, names)
    who = str(game.sides[turn]) if game.castlings.homes else game.variant.id
    section = "" if game.variant.source else "8"
    return Refusal(Code.CANNOT_CASTLE, f"{who} has no castling", section=section)


def castling_by_cells(position: CorePosition, move: CoreMove) -> CoreMove:
    """Return the castling whose royal piece goes between the cells of a move; else the move.

    Where another move goes there, too, castling is meant if it alone is legal.
    """
    for castling in position.game.castlings.between.get(move[:2], ()):
        castled = castling.move
        if castling.royal.piece == position.board[move.origin] and (
            castling.by_cells
            or (breach(position, castled) is None and breach(position, move) is not None)
        ):
            return castled if move.promotion == NO_PROMOTION else move
    return move


def _castling_to(position: CorePosition, kind: int, written: MoveText) -> CoreMove | None:
    """Return the castling that brings a royal piece to a cell where no other move does."""
    game, royal = position.game, position.royals[position.turn]
    of_it = ("", *game.board.short[royal])
    if kind != game.kind_of[position.board[royal]] or written.origin not in of_it:
        return None
    end = game.board.number.get(written.destination, NO_CELL)
    move = castling_by_cells(position, CoreMove(royal, end))
    return None if written.promotion or move.castling == NO_CASTLING else move


def army_refusal(position: CorePosition, written: MoveText) -> Refusal | None:
    """Refuse a text that names an army off the board or not of the game; else return None."""
    game = position.game
    if not written.army:
        return None
    turn = game.sides[position.turn]
    if written.army not in game.letters:
        return unknown(Code.WRONG_ARMY, "army", written.army, game.letters, turn)
    army = game.letters.index(written.army)
    if position.royals[army] < 0:
        text = f"{game.sides[army]} is no longer on the board"
        return Refusal(Code.WRONG_ARMY, text, army=turn, topics=("removed",))
    return None


def unknown(
    code: Code, what: str, name: str, candidates: tuple[str, ...], army: Side | None = None
) -> Refusal:
    """Refuse the name of an army or a piece (`what`) that the game lacks, by the names it has."""
    text = f"this game has no {what} {name}; it has {', '.join(candidates)}"
    return Refusal(code, text, candidates=candidates, army=army)


def _names_refusal(position: CorePosition, written: MoveText) -> Refusal | None:
    """Refuse cells and codes that the game does not have."""
    game = position.game
    number, (_, column, level) = game.board.number, PATTERNS[game.board.naming]
    for cell in (written.destination, written.origin, *written.taken):
        if cell in number:
            continue
        if cell is not written.origin or (cell and not re.fullmatch(f"{column}|{level}", cell)):
            return _no_cell(position, written, cell)
    if written.code and written.code not in game.kinds:
        return unknown(Code.WRONG_PIECE, "piece", written.code, game.codes)
    if written.promotion and written.promotion not in game.kinds:
        end, named = written.destination, "" if written.origin in number else written.code
        may = {one.promotion for one in like(position, written._replace(code=named, promotion=""))}
        allowed = tuple([code for code in game.codes if game.kinds[code] in may])
        text = f"this game has no piece {written.promotion}"
        topic: str = Code.PROMOTION_FORBIDDEN
        if allowed:
            text += f"; on {end} the Pawn may become {joined(allowed)}"
            topic = promotion_topic(position, Code.BAD_PROMOTION, number[end])
        return Refusal(
            Code.BAD_PROMOTION, text, destination=end, candidates=allowed, topics=(topic,)
        )
    return None


def no_cell(board: Board, cell: str) -> Refusal:
    """Refuse a name that is not a cell, or only a part of one: of the `candidates`."""
    lacks, cells = completions(board, cell)
    if not cells:
        return Refusal(Code.NO_SUCH_CELL, missing=cell)
    text = f"{cell} lacks {lacks}: {', '.join(cells)}"
    return Refusal(Code.NO_SUCH_CELL, text, candidates=cells)


def _no_cell(position: CorePosition, written: MoveText, cell: str) -> Refusal:
    """Refuse a missing or incomplete cell, with the moves that may be meant.

    Its first letter may be the code of the piece, or the sign of a capture.
    """
    game, board, code, origin = position.game, position.game.board, written.code, written.origin
    lacking = no_cell(board, cell)
    if not lacking.candidates:
        if cell[:1] != "x":
            if code or origin or cell[:1].upper() not in game.kinds:
                return lacking
            code = cell[:1].upper()
        lacking = no_cell(board, cell[1:])
        if not lacking.candidates:
            sign = cell[:1] == "x" and completions(board, cell[1:])[0]
            return lacking if sign else Refusal(Code.NO_SUCH_CELL, missing=cell)
    guess = origin[:1].upper() if origin not in board.number and not code else ""
    if guess in game.kinds and completions(board, origin[1:])[1]:
        code, origin = guess, origin[1:]
    kind = game.kinds.get(code, _NO_KIND) if code else game.pawn_kind
    if origin in board.number and game.army_of[position.board[board.number[origin]]] >= 0:
        kind = game.kind_of[position.board[board.number[origin]]]
    if kind < 0:
        return lacking
    own = [
        move
        for move in legal_moves(position)
        if move.origin >= 0 and game.kind_of[position.board[move.origin]] == kind
    ]
    own = [move for move in own if board.names[move.origin].endswith(origin)] or own
    ends = lacking.candidates if cell is written.destination else (written.destination,)
    to_it = [move for move in own if board.names[move.destination] in ends]
    texts = sorted({shown(position, move) for move in to_it or own})
    first, name = tuple(texts[:_MOST]), game.types[kind].name
    legal = f"no {name} can move"
    if to_it:
        legal = f"{name} moves there: {', '.join(first)}"
    elif first:
        legal = f"no {name} may go there, but these moves are legal: {', '.join(first)}"
    if more := texts[_MOST:]:
        legal += f" and {len(more)} more"
    return lacking._replace(reason=f"{lacking.reason}; {legal}", moves=first)


def like(position: CorePosition, written: MoveText) -> list[CoreMove]:
    """List the legal moves with the code, or else a Pawn's, cells and promotion of a text."""
    game, board = position.game, position.game.board
    code, number = written.code or game.pawn_code, board.number
    return [
        move
        for move in legal_moves(position)
        if move != PASS
        and game.code(position.board[move.origin]) == code
        and number.get(written.destination) == move.destination
        and written.origin in {"", board.names[move.origin], *board.short[move.origin]}
        and (not written.promotion or game.codes[move.promotion] == written.promotion)
    ]


def piece_refusal(position: CorePosition, written: MoveText, origin: int) -> Refusal | None:
    """Refuse an origin that is empty, or has a piece of another army or type than written."""
    game = position.game
    piece = position.board[origin]
    if game.army_of[piece] != position.turn:
        return not_own(position, origin)
    if written.code and game.code(piece) != written.code:
        there = piece_on(position, origin)
        text = f"the piece there is {there}, not {written.code}"
        return Refusal(Code.WRONG_PIECE, text, there)
    return None


def _find(
    position: CorePosition, written: MoveText, legal: list[int], end: int, promotion: int
) -> CoreMove | Refusal:
    """Find the move that short notation means where no piece, or several, may legally go.

    `legal` are the cells of these.  If only some of them capture en passant, the marks of captures
    tell which are meant.  Of several illegal moves, choose the one whose reason comes last in
    aofref-codes(7).
    """
    game, board, turn = position.game, position.game.board, position.turn
    side = game.sides[turn]
    code = written.code or game.pawn_code
    meant, to = Piece(side.letter, code, "", written.origin), written.destination
    called = f"{code} on {written.origin} of {side}" if written.origin else f"{code} of {side}"
    if legal:
        takes = [cell for cell in legal if taken_en_passant(position, cell, end)]
        if takes and len(takes) < len(legal) and not position.board[end]:
            is_taking = bool(written.captures or written.en_passant)
            legal = [cell for cell in legal if (cell in takes) is is_taking]
        if len(legal) == 1:
            return CoreMove(legal[0], end, promotion)
        names = tuple([board.names[cell] for cell in legal])
        text = f"more than one {called} can go to {to}: from {', '.join(names)}"
        return Refusal(Code.AMBIGUOUS, text, meant, to, candidates=names)
    named = _named(position, written, turn)
    if not named:
        for army in () if written.army else game.others[turn]:
            for cell in _named(position, written, army) if position.royals[army] >= 0 else ():
                if breach(position.with_turn(army), CoreMove(cell, end, promotion)) is None:
                    foreign = piece_on(position, cell)
                    return Refusal(Code.WRONG_ARMY, piece=foreign, army=side)
        why = Refusal(Code.NO_MATCH, f"no {called} can go to {to}", meant, to)
        kind = game.kinds.get(written.origin.upper(), _NO_KIND)
        if kind >= 0 and not any(written.origin in name for name in board.names):
            text = f"the letter of the {game.types[kind].name} is {game.codes[kind]}"
            return why.noting(Note(text))
        any_of_it = _named(position, written._replace(origin=""), turn)
        return why if any_of_it else why.noting(Note(f"{side} has no {code}"))

    def rank(move: CoreMove) -> int:
        why = refusal(position, move)
        assert why is not None
        return _ORDER.index(why.code)

    return max((CoreMove(cell, end, promotion) for cell in named), key=rank)


def _named(position: CorePosition, written: MoveText, army: int) -> list[int]:
    """List the cells of the pieces of an army that short notation names."""
    game, board = position.game, position.game.board
    kind, part = game.kinds[written.code] if written.code else game.pawn_kind, written.origin
    standing = position.cells_like(game.piece(army, kind)) if kind >= 0 else ()
    return sorted([cell for cell in standing if not part or part in board.short[cell]])


def _en_passant_refusal(
    position: CorePosition, written: MoveText, move: CoreMove
) -> Refusal | None:
    """Refuse a move wrongly written as a capture en passant, or with the wrong Pawns captured."""
    names = position.game.board.names
    taken = tuple(names[cell] for cell in taken_en_passant(position, *move[:2]))
    wrong = tuple(cell for cell in written.taken if cell not in taken)
    if taken and not wrong:
        return None
    why = refusal(position, move)
    if why is not None and why.code in NO_WAY:
        return None
    mover, end = piece_on(position, move.origin), names[move.destination]
    turn = position.game.sides[position.turn]
    text = f"{mover} takes nothing en passant on {end}"
    if taken:
        others = f"{', '.join(taken)} en passant, not {' '.join(wrong)}"
        text = f"{mover} to {end} takes the Pawn on {others}"
    why = Refusal(
        Code.NO_CAPTURE, text, mover, end, topics=("en-passant", Code.NO_CAPTURE, mover.name)
    )
    return why._replace(candidates=taken, army=turn)

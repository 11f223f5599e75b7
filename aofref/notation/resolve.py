"""Resolve: find the move that a text means in a position, or refuse the text."""

from aofref.boards import NO_CELL, Board
from aofref.findings import Code, Piece, Refusal, facts
from aofref.notation.cells import completions, is_part
from aofref.notation.movetext import MoveText, write_lettered
from aofref.rules.castling import move_of
from aofref.rules.generate import en_passant_captures, legal_moves, origins
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.refuse import breach, piece_on, refusal, with_variant

_ORDER = (  # reasons why a piece may not go to a cell, in the order of aofref(1)
    *(Code.OWN_PIECE, Code.BLOCKED, Code.MISSING_CELL, Code.NO_SCREEN, Code.NO_CAPTURE),
    *(Code.UNREACHABLE, Code.PROMOTION_REQUIRED, Code.PROMOTION_FORBIDDEN, Code.BAD_PROMOTION),
    Code.IN_CHECK,
)
_MOST = 12
"""The most legal moves that the refusal of a cell without its level names."""
NO_KIND = NO_PIECE = -1  # the type of an unknown code; a piece that is on no cell
_new = tuple.__new__  # of a NamedTuple, without the cost of its own
# The reasons why a piece cannot come to a cell at all.
NO_WAY = frozenset(_ORDER[: _ORDER.index(Code.UNREACHABLE) + 1])


def legal(position: CorePosition, written: MoveText) -> CoreMove | Refusal:
    """Find the legal move that a text means, or refuse it.

    If short notation names several pieces and none may go there, the refusal names them all.
    """
    found = _legal(position, written)
    if written.note is None or not isinstance(found, Refusal):
        return found
    return found.noting(written.note)


def _legal(position: CorePosition, written: MoveText) -> CoreMove | Refusal:
    meant, is_legal = _meant(position, written)
    if is_legal:
        return meant
    if isinstance(meant, Refusal):
        return with_variant(position.game, meant)
    why = refusal(position, meant)
    if why is None:
        return meant
    if written.en_passant and why.code is Code.NO_CAPTURE and type(why.facts) is facts.Going:
        why = why._replace(facts=facts.GoingEnPassant(*why.facts))
    if written.action or written.castling or written.origin in position.game.board.number:
        return why
    others = [cell for cell in _named(position, written, position.turn) if cell != meant.origin]
    standing = tuple(piece_on(position, cell) for cell in others)
    if not standing:
        return why
    return why.noting(facts.Others(standing, position.game.sides[position.turn]))


def is_legal(position: CorePosition, written: MoveText) -> bool:
    """Return whether a text means a legal move: whether `legal` does not refuse it."""
    meant, known = _meant(position, written)
    return known or (not isinstance(meant, Refusal) and breach(position, meant) is None)


def resolve(position: CorePosition, written: MoveText) -> CoreMove | Refusal:
    """Find the move that a text means, legal or not, or refuse a text that means none.

    A false mark of a capture en passant is refused here, unless the piece cannot make the move
    anyway.  `written` is not a withdrawal.
    """
    meant, _ = _meant(position, written)
    return with_variant(position.game, meant) if isinstance(meant, Refusal) else meant


def _meant(position: CorePosition, written: MoveText) -> tuple[CoreMove | Refusal, bool]:
    """Find the move or refusal for a text, and whether the move is already known to be legal."""
    game, turn = position.game, position.turn
    if turn == NOBODY:
        return Refusal(Code.GAME_OVER), False
    _, army, code, start, _, end, en_passant, promoted, _, action, taken, castling, _ = written
    if army and army != game.letters[turn]:
        return _army_out_of_turn(position, written), False
    if action:
        return PASS, False
    if castling and (castled := _named_castling(position, written)) is not None:
        return castled, False
    number, kinds = game.board.number, game.kinds
    origin = number.get(start, NO_CELL) if start else NO_CELL
    destination = number.get(end, NO_CELL)
    kind = kinds.get(code, NO_KIND) if code else game.pawn_kind
    promotion = kinds.get(promoted, NO_PROMOTION) if promoted else NO_PROMOTION
    among = game.board.part(start) if start and origin < 0 else None
    if (
        destination < 0
        or (kind < 0 and code)
        or (promoted and promotion < 0)
        or (start and origin < 0 and among is None)
        or taken
    ) and (why := _names_refusal(position, written)) is not None:
        return why, False
    is_legal = False
    if origin >= 0:
        move = _new(CoreMove, (origin, destination, promotion, NO_CASTLING))
        piece = position.board[origin]
        if game.army_of[piece] != turn or (code and game.kind_of[piece] != kind):
            why = piece_refusal(position, written, origin)
            if why is not None:
                return why, False
        if game.castling_homes:
            move = castling_by_cells(position, move)
    else:
        cells: list[int] = []
        if kind >= 0 and (among is not None or not start):
            cells = origins(position, game.piece(turn, kind), destination, promotion, among)
        is_legal = len(cells) == 1
        if is_legal:
            move = _new(CoreMove, (cells[0], destination, promotion, NO_CASTLING))
        elif game.castling_homes and (castled := _castling_to(position, kind, written)):
            move = castled
        else:
            legal = [CoreMove(cell, destination, promotion) for cell in cells]
            found = _find(position, written, legal, destination, promotion)
            if isinstance(found, Refusal):
                return found, False
            move = found
    if en_passant and (why := _en_passant_refusal(position, written, move)) is not None:
        return why, False
    return move, is_legal


def _named_castling(position: CorePosition, written: MoveText) -> CoreMove | Refusal | None:
    """Find the castling that a text names, or refuse it; None if the piece named is another's."""
    game, turn = position.game, position.turn
    castling = game.castlings.named(turn, written.castling)
    if castling is not None:
        whose = game.board.names[castling.royal.origin]
        return move_of(castling) if written.origin in ("", whose) else None
    if own := game.castlings.of_army[turn]:
        names = tuple(castling.name for castling in own)
        named = game.castlings.names.get(written.castling, written.castling.upper())
        return Refusal(Code.CANNOT_CASTLE, facts.Unknown("castling", named, names))
    who = str(game.sides[turn]) if game.castling_homes else game.variant.id
    return Refusal(Code.CANNOT_CASTLE, facts.NoCastling(who), "" if game.variant.source else "8")


def castling_by_cells(position: CorePosition, move: CoreMove) -> CoreMove:
    """Return the castling whose royal piece goes between the cells of a move; else the move.

    Where another move goes there, too, castling is meant if it alone is legal.
    """
    if move.promotion == NO_PROMOTION:
        for castling in position.game.castlings.of_royal(position.board, move.origin):
            castled = move_of(castling)
            if castled.destination == move.destination and (
                castling.by_cells
                or (breach(position, castled) is None and breach(position, move) is not None)
            ):
                return castled
    return move


def _castling_to(position: CorePosition, kind: int, written: MoveText) -> CoreMove | None:
    """Return the castling that brings a royal piece to a cell where no other move does."""
    game, royal = position.game, position.royals[position.turn]
    if kind != game.kind_of[position.board[royal]]:
        return None
    end = game.board.number.get(written.destination, NO_CELL)
    short = ("", *game.board.short[royal])
    move = castling_by_cells(position, CoreMove(royal, end))
    fits = written.origin in short and not written.promotion and move.castling != NO_CASTLING
    return move if fits else None


def _army_out_of_turn(position: CorePosition, written: MoveText) -> Refusal:
    """Refuse a text that names an army whose turn it is not."""
    why = army_refusal(position, written)
    if why is not None:
        return why
    game = position.game
    named = game.sides[game.letters.index(written.army)]
    return Refusal(Code.WRONG_TURN, facts.OutOfTurn(game.sides[position.turn], (named,)))


def army_refusal(position: CorePosition, written: MoveText) -> Refusal | None:
    """Refuse a text that names an army off the board or not of the game; else return None."""
    game = position.game
    if not written.army:
        return None
    turn = game.sides[position.turn]
    if written.army not in game.letters:
        return Refusal(Code.WRONG_ARMY, facts.Unknown("army", written.army, game.letters, turn))
    army = game.letters.index(written.army)
    if position.royals[army] < 0:
        return Refusal(Code.WRONG_ARMY, facts.Gone(game.sides[army], turn))
    return None


def _names_refusal(position: CorePosition, written: MoveText) -> Refusal | None:
    """Refuse cells and codes that the game does not have."""
    game = position.game
    number = game.board.number
    for cell in (written.destination, written.origin, *written.taken):
        if cell in number:
            continue
        if cell is not written.origin or (cell and not is_part(game.board, cell)):
            return Refusal(Code.NO_SUCH_CELL, _no_cell(position, written, cell))
    if written.code and written.code not in game.kinds:
        return Refusal(Code.WRONG_PIECE, facts.Unknown("piece", written.code, game.codes))
    if written.promotion and written.promotion not in game.kinds:
        allowed = _allowed(position, written)
        none_such = facts.NoneSuch(written.promotion, written.destination, allowed)
        return Refusal(Code.BAD_PROMOTION, none_such)
    return None


def no_cell(board: Board, cell: str) -> facts.NoCell | facts.PartOfCell:
    """Return the facts of a name that is not a cell, or only a part of one."""
    lacks, cells = completions(board, cell)
    return facts.PartOfCell(cell, lacks, cells) if cells else facts.NoCell(cell)


def _no_cell(
    position: CorePosition, written: MoveText, cell: str
) -> facts.NoCell | facts.PartOfCell:
    """Return the facts of a missing or incomplete cell, with the moves that may be meant.

    Its first letter may be the code of the piece, or the sign of a capture.
    """
    game, board, code, origin = position.game, position.game.board, written.code, written.origin
    lacking = no_cell(board, cell)
    if isinstance(lacking, facts.NoCell):
        if cell[:1] != "x":
            if code or origin or cell[:1].upper() not in game.kinds:
                return lacking
            code = cell[:1].upper()
        lacking = no_cell(board, cell[1:])
        if isinstance(lacking, facts.NoCell):
            sign = cell[:1] == "x" and completions(board, cell[1:])[0]
            return lacking if sign else facts.NoCell(cell)
    guess = origin[:1].upper() if origin not in board.number and not code else ""
    if guess in game.kinds and completions(board, origin[1:])[1]:
        code, origin = guess, origin[1:]
    kind = game.kinds.get(code, NO_PIECE) if code else game.pawn_kind
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
    texts = sorted({_in_full(position, move) for move in to_it or own})
    shown, name = tuple(texts[:_MOST]), game.variant.pieces[game.codes[kind]].name
    more = len(texts) - len(shown)
    return lacking._replace(kind=name, moves=shown, there=bool(to_it), more=more)


def _in_full(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation, with its army if there are four."""
    game = position.game
    text = write_lettered(position, move, game.board.names[move.origin], "-")
    return text if game.two_players else f"{game.letters[position.turn]}:{text}"


def _allowed(position: CorePosition, written: MoveText) -> tuple[str, ...]:
    """List the codes that the named Pawn may promote to; none if it may not go there."""
    game, number = position.game, position.game.board.number
    whole, end = number.get(written.origin), number.get(written.destination)
    pawns = _named(position, written, position.turn) if whole is None else [whole]
    legal = (move for move in legal_moves(position) if move.origin in pawns)
    kinds = {move.promotion for move in legal if move.destination == end}
    return tuple(code for code in game.codes if game.kinds[code] in kinds)


def piece_refusal(position: CorePosition, written: MoveText, origin: int) -> Refusal | None:
    """Refuse an origin that is empty, or has a piece of another army or type than written."""
    game = position.game
    piece = position.board[origin]
    if not piece:
        return Refusal(Code.EMPTY_CELL, facts.Empty(written.origin))
    if game.army_of[piece] != position.turn:
        turn = game.sides[position.turn]
        return Refusal(Code.WRONG_ARMY, facts.Foreign(piece_on(position, origin), turn))
    if written.code and game.code(piece) != written.code:
        return Refusal(Code.WRONG_PIECE, facts.OtherKind(piece_on(position, origin), written.code))
    return None


def _find(
    position: CorePosition, written: MoveText, legal: list[CoreMove], end: int, promotion: int
) -> CoreMove | Refusal:
    """Find the move that short notation means where no piece, or several, may legally go.

    Of several illegal moves, choose the one whose reason comes last in the order of aofref(1).
    """
    game, board = position.game, position.game.board
    side = game.sides[position.turn]
    code = written.code or game.pawn_code
    meant = Piece(side.letter, code, "", written.origin)
    if legal:
        fitting = _written_so(position, written, legal)
        if len(fitting) == 1:
            return fitting[0]
        names = tuple(board.names[move.origin] for move in fitting)
        return Refusal(Code.AMBIGUOUS, facts.Meant(meant, written.destination, side, names))
    named = _named(position, written, position.turn)
    if not named:
        if (other := _of_another(position, written, end, promotion)) is not None:
            return other
        why = Refusal(Code.NO_MATCH, facts.Meant(meant, written.destination, side))
        kind = game.kinds.get(written.origin.upper(), NO_PIECE)
        if kind >= 0 and not any(written.origin in name for name in board.names):
            return why.noting(facts.WrittenSmall(game.types[kind].name, game.codes[kind]))
        any_of_it = _named(position, written._replace(origin=""), position.turn)
        return why if any_of_it else why.noting(facts.HasNone(side, code))

    def rank(move: CoreMove) -> int:
        why = refusal(position, move)
        assert why is not None
        return _ORDER.index(why.code)

    return max((CoreMove(cell, end, promotion) for cell in named), key=rank)


def _named(position: CorePosition, written: MoveText, army: int) -> list[int]:
    """List the cells of the pieces of an army that short notation names."""
    game, board = position.game, position.game.board
    kind = game.kinds[written.code] if written.code else game.pawn_kind
    piece = game.piece(army, kind) if kind >= 0 else NO_PIECE
    return [
        cell
        for cell, stands in enumerate(position.board.translate(game.plain))
        if stands == piece and written.origin in ("", *board.short[cell])
    ]


def _of_another(
    position: CorePosition, written: MoveText, end: int, promotion: int
) -> Refusal | None:
    """Refuse a move without an army that would be legal for an army out of turn."""
    sides, turn = position.game.sides, position.turn
    for army in () if written.army else (*range(turn + 1, len(sides)), *range(turn)):
        for cell in _named(position, written, army) if position.royals[army] >= 0 else ():
            if breach(position.with_turn(army), CoreMove(cell, end, promotion)) is None:
                foreign = facts.Foreign(piece_on(position, cell), sides[turn])
                return Refusal(Code.WRONG_ARMY, foreign)
    return None


def _written_so(position: CorePosition, written: MoveText, legal: list[CoreMove]) -> list[CoreMove]:
    """Filter moves by the text's marks of captures, if only some of them capture en passant."""
    takes = [move for move in legal if en_passant_captures(position, move)]
    quiet = [move for move in legal if move not in takes]
    if position.board[legal[0].destination] or not takes or not quiet:
        return legal
    return takes if written.captures or written.en_passant else quiet


def _en_passant_refusal(
    position: CorePosition, written: MoveText, move: CoreMove
) -> Refusal | None:
    """Refuse a move wrongly written as a capture en passant, or with the wrong Pawns captured."""
    names = position.game.board.names
    taken = tuple(names[cell] for cell in en_passant_captures(position, move))
    wrong = tuple(cell for cell in written.taken if cell not in taken)
    if taken and not wrong:
        return None
    why = refusal(position, move)
    if why is not None and why.code in NO_WAY:
        return None
    mover, end = piece_on(position, move.origin), names[move.destination]
    turn = position.game.sides[position.turn]
    if not taken:
        return Refusal(Code.NO_CAPTURE, facts.NotEnPassant(mover, end, turn))
    return Refusal(Code.NO_CAPTURE, facts.OtherPawn(mover, end, " ".join(wrong), taken, turn))

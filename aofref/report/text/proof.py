"""Proofs: the reason for a refusal in lines for players, and suggestions."""

from collections.abc import Iterable, Iterator

from aofref.boards import Naming
from aofref.findings import Code, Refusal
from aofref.judge.analysis.diagnosis import Proof, Slip
from aofref.judge.analysis.suggestions import specimens
from aofref.judge.replay.comments import Followed
from aofref.notation import moves, movetext, positions
from aofref.report.text import board as drawn
from aofref.report.text.record import folded, proof_lines, rulings, slip
from aofref.rules.position import NOBODY, CorePosition


def lines(proof: Proof, *, board: bool = False, options: bool = True) -> Iterator[str]:
    """Write a proof: verdict, rule, path, facts, the piece's legal moves, the position.

    `options=False` leaves out the options of commands.
    """
    position, game, why = proof.position, proof.position.game, proof.refusal
    if why is None:
        yield f"{proof.written}: legal"
        if proof.path:
            yield from folded("path:", " > ".join(proof.path).split(" "))
        for false in proof.warnings:
            yield from folded(f"warning: {false.code.value}", false.message.split())
        for event in proof.events:
            yield f"  then: {event}"
    else:
        yield f"{proof.written}: refused, {why.code.value}"
        yield f"  {why.sentence(options=options)}"
        yield from proof_lines(proof)
    turn = "nobody" if position.turn == NOBODY else game.letters[position.turn]
    yield f"  turn: {turn}, round {position.round}"
    if why is None:
        yield from folded("legal moves of that piece:", proof.moves)
    yield f"  rulings: {rulings(game)}"
    yield f"  position: {positions.write(position)}"
    if board:
        yield ""
        yield drawn.position(position)


def conditional_line(followed: Followed) -> str:
    """Describe how far a conditional line was followed."""
    line = f"conditional line after ply {followed.line.given} ({' '.join(followed.line.words)})"
    if followed.departed is not None:
        own = f", where {followed.leaver} leaves its own line" if followed.leaver else ""
        return f"{line}: stops applying at ply {followed.departed}{own}"
    if followed.met == len(followed.line.words):
        return f"{line}: played to its end"
    return f"{line}: applies; next is {followed.line.words[followed.met]}"


def reasons(
    proof: Proof, written: str, suggested: tuple[str, ...], guesses: Iterable[Slip] = ()
) -> Iterator[str]:
    """Write why a move is refused: the facts, what may have slipped, the moves that may be meant.

    `written` is the move as it was sent.
    """
    position, why = proof.position, proof.refusal
    assert why is not None
    if why.code is not Code.SYNTAX and why.section is not None:
        yield from proof_lines(proof)
    for guess in guesses:
        yield from slip(position.game, guess)
    yield from hints(position, written, why, suggested)


def hints(
    position: CorePosition, written: str, why: Refusal, suggested: tuple[str, ...]
) -> Iterator[str]:
    """Write the form of moves, where the form may be wrong, and the moves that may be meant."""
    parsed = moves.read(position, written)
    bare = parsed is not None and not (parsed.code or parsed.origin or parsed.action)
    if why.code in (Code.SYNTAX, Code.NO_SUCH_CELL, Code.NO_MATCH) or (
        bare and why.code is not Code.AMBIGUOUS
    ):
        yield from form(position)
    if not suggested or why.moves:  # its sentence names them
        return
    if why.code is Code.AMBIGUOUS:
        yield from folded("one of:", suggested)
        return
    game, lack = position.game, ""  # a piece that is not there: `no L of the European army on kd4`
    lacking = why.code in (Code.EMPTY_CELL, Code.WRONG_PIECE, Code.NO_SUCH_CELL)
    if lacking and parsed is not None and position.turn != NOBODY and parsed.code in game.kinds:
        there = parsed.origin in game.board.number and why.code is not Code.NO_SUCH_CELL
        if there or why.missing == parsed.origin:
            lack = f"no {parsed.code} of {game.sides[position.turn].name} on {parsed.origin}"
    *first, last = suggested
    yield from folded(f"{lack};" if lack else "nearest:", [*(f"{s}," for s in first), f"{last}?"])


def form(position: CorePosition) -> Iterator[str]:
    """Write a line with examples of legal moves; nothing if there is none."""
    board, shown = position.game.board, specimens(position)
    if not shown:
        return
    texts = [movetext.lan(position, move) for move in shown]
    end = shown[0].destination
    column, level = board.columns[end], board.levels[end]
    parts = f"file {column[0]}, rank {column[1:]}"
    if board.naming is Naming.COLUMN_THEN_LEVEL:
        parts = f"column {column}, level {level}"
    elif level:
        parts = f"level {level}, {parts}"
    of_pawn = position.game.is_pawn[position.board[shown[-1].origin]]
    pawns = " (a Pawn has no letter)" if of_pawn else ""
    yield (f"  a move is written like {' or '.join(texts)}{pawns}; {board.names[end]} is {parts}")

"""Arbiter: proofs, conditional lines, slips of turn and differing versions.  Makes no text."""

from __future__ import annotations

import re
from typing import NamedTuple

from aofref.findings import Refusal, Threat
from aofref.notation import moves
from aofref.notation.records import Kind, Record, Token
from aofref.paths import routes
from aofref.replay import Ply, Replay, Run
from aofref.rules import turn
from aofref.rules.events import Checkmate, End, Event, Removal
from aofref.rules.generate import legal_moves, lifts
from aofref.rules.position import NOBODY, PASS, Move, Position
from aofref.rules.refuse import refusal, standing, threats
from aofref.rules.tables import Tables
from aofref.rules.threats import attacks, open_line

CONDITIONAL = re.compile(r"\[%if\s+([^\]]*)\]")


class Proof(NamedTuple):
    """A move judged in a position: the refusal, or None and what the legal move brings about.

    `piece` is the cell of the piece that is meant (-1: none), `own` its legal moves in LAN, `path`
    the cells of a legal move from origin to destination.
    """

    position: Position
    written: str
    refusal: Refusal | None
    move: Move | None
    piece: int
    own: tuple[str, ...]
    events: tuple[Event, ...]
    path: tuple[str, ...] = ()


def explain(position: Position, written: str) -> Proof | None:
    """Judge a written move; None if it cannot be read as a move."""
    said = moves.parse(position.game, written)
    if said is None or said.action in moves.WITHDRAWALS:
        return None
    found = moves.resolve(position, said)
    if isinstance(found, Refusal):
        return proof_of(position, written, found)
    why = refusal(position, found)
    if why is not None:
        return proof_of(position, written, why)
    events = turn.after(position, found)[1]
    own = moves_of(position, found.origin)
    return Proof(position, written, None, found, found.origin, own, events, _path(position, found))


def _path(position: Position, move: Move) -> tuple[str, ...]:
    """Name the cells of a legal move in the order in which the piece comes to them."""
    game, board = position.game, position.board
    if move == PASS:
        return ()
    piece = board[move.origin]
    capture = bool(board[move.destination] or lifts(position, move))
    table = game.take_lines(piece, move.origin) if capture else game.quiet_lines(piece, move.origin)
    line = open_line(board, table[move.destination])
    assert line is not None
    screen, crossed = line
    taken = game.walks(piece, capture)
    found = routes(game.board, taken, move.origin, move.destination)
    passed = {*crossed, screen} - {move.origin}
    for route in found:
        cells = [game.board.index.get(at, -1) for at in route.cells]
        if set(cells[:-1]) == passed:
            return tuple(game.board.names[cell] for cell in (move.origin, *cells))
    return tuple(game.board.names[cell] for cell in (move.origin, *crossed, move.destination))


def proof_of(position: Position, written: str, why: Refusal) -> Proof:
    """Complete a refusal with the piece that is meant and its legal moves."""
    cell = position.game.board.number.get(why.piece.cell, -1) if why.piece else -1
    own = moves_of(position, cell) if cell >= 0 else ()
    return Proof(position, written, why, None, cell, own, ())


def moves_of(position: Position, cell: int) -> tuple[str, ...]:
    """List the legal moves of the piece on a cell, in LAN, sorted."""
    legal = (move for move in legal_moves(position) if move.origin == cell)
    return tuple(sorted(moves.lan(position, move) for move in legal))


# Turns left out or put in -----------------------------------------------------------------------


class Slip(NamedTuple):
    """A way to mend a record where the turn is wrong: how many of the moves after it then fit.

    `put_in` names the army whose move seems to be missing; empty, the written move is superfluous.
    """

    put_in: str
    fitting: int
    following: int


def slips(position: Position, rest: list[Token]) -> list[Slip]:
    """Try the record again with one turn put in, and with the move `rest[0]` left out."""
    letters = position.game.letters
    found = []
    if len(position.living) > 1 and position.turn != NOBODY:
        skipped = turn.skip(position)
        found.append(Slip(letters[position.turn], _fitting(skipped, rest), len(rest)))
    found.append(Slip("", _fitting(position, rest[1:]), len(rest) - 1))
    return found


def _fitting(position: Position, tokens: list[Token]) -> int:
    run = Run(position)
    for count, token in enumerate(tokens):
        if not run.play(token):
            return count
    return len(tokens)


def main_line(record: Record) -> list[Token]:
    """List the moves of the main line."""
    return [token for token in record.main_line if token.kind is Kind.MOVE]


# Conditional lines ------------------------------------------------------------------------------


class Conditional(NamedTuple):
    """A conditional line in a record: where it was given, its moves, and how it stands.

    `met` counts the moves that were played as foreseen; `departed` is the ply at which the play
    went another way, 0 if it did not.
    """

    ply: int
    words: tuple[str, ...]
    met: int
    departed: int


def conditionals(replay: Replay) -> list[Conditional]:
    """Find every `[%if ...]` of the main line, and how far the play has followed it."""
    if replay.first is None:
        return []
    found, count = [], 0
    for token in replay.record.main_line:
        if token.kind is Kind.MOVE:
            count += 1
        elif token.kind is Kind.COMMENT and (match := CONDITIONAL.search(token.text)):
            found.append(_followed(replay, min(count, len(replay.plies)), match.group(1).split()))
    return found


def _followed(replay: Replay, count: int, words: list[str]) -> Conditional:
    given = replay.plies[count - 1].number if count else 0
    position = position_at(replay, given)
    for met, word in enumerate(words):
        if count + met >= len(replay.plies):
            return Conditional(given, tuple(words), met, 0)
        proof = explain(position, word)
        ply = replay.plies[count + met]
        if proof is None or proof.move is None or proof.move != ply.move:
            return Conditional(given, tuple(words), met, given + met + 1)
        position = turn.after(position, proof.move)[0]
    return Conditional(given, tuple(words), len(words), 0)


# Versions ---------------------------------------------------------------------------------------


def position_at(replay: Replay, number: int) -> Position:
    """Give the position after a ply, withdrawals that follow it included."""
    position = replay.first
    assert position is not None
    for ply in replay.plies:
        if ply.number > number:
            break
        position = step(position, ply)
    return position


def step(position: Position, ply: Ply) -> Position:
    """Play a ply of a replay again."""
    if ply.move is None:
        return turn.withdraw(position, ply.army, ply.lan)[0]
    return turn.after(position, ply.move)[0]


def first_difference(one: Replay, other: Replay) -> int:
    """Give how many plies two versions share before they differ, or before the shorter ends."""
    count = 0
    for a, b in zip(one.plies, other.plies, strict=False):
        if (a.army, a.move, a.lan) != (b.army, b.move, b.lan):
            break
        count += 1
    return count


def differing_cells(one: Position, other: Position) -> list[int]:
    """List the cells on which two positions of a game differ, moves owed included."""
    return [
        cell
        for cell in range(len(one.board))
        if one.board[cell] != other.board[cell] or one.owed.get(cell) != other.owed.get(cell)
    ]


# Threats and outcomes ---------------------------------------------------------------------------


class Danger(NamedTuple):
    """A royal piece and every attacker with its path; `first` moves before the blow can fall."""

    royal: str
    army: str
    attackers: tuple[Threat, ...]
    waits: tuple[str, ...]


def dangers(position: Position) -> list[Danger]:
    """List every royal piece, who attacks it, and which armies move before the first attacker."""
    game, found = position.game, []
    for army in position.living:
        attackers = threats(
            position.game, position.board, attacks(position.board, position.watch[army])
        )
        at = standing(position, position.royals[army])
        waits: list[str] = []
        hostile = {threat.piece.army for threat in attackers}
        if attackers and position.turn != NOBODY:
            order = [(position.turn + n) % len(game.letters) for n in range(len(game.letters))]
            for letter in (game.letters[a] for a in order if a in position.living):
                if letter in hostile:
                    break
                waits.append(letter)
        found.append(Danger(f"{at.code}{at.cell}", at.army, attackers, tuple(waits)))
    return found


class Outcome(NamedTuple):
    """What became of an army: `mated`, `removed`, `resigns`, `forfeits`, `won`, ... and when."""

    fate: str
    by: str = ""
    ply: int | None = None


def outcomes(replay: Replay) -> dict[str, Outcome]:
    """Give each army's outcome by letter; `playing` or, once the game is over, `survived`."""
    game = replay.game
    if game is None or replay.last is None:
        return {}
    over = replay.last.turn == NOBODY
    found = {letter: Outcome("survived" if over else "playing") for letter in game.letters}
    for army, letter in enumerate(game.letters):
        if replay.first is not None and replay.first.royals[army] < 0:
            found[letter] = Outcome("absent")
    for ply, event in replay.events():
        if isinstance(event, Checkmate):
            found[game.letters[event.army]] = Outcome("mated", game.letters[event.by], ply)
        elif isinstance(event, Removal):
            found[game.letters[event.army]] = Outcome(event.reason, "", ply)
        elif isinstance(event, End) and len(event.winners) == 1:
            letter = game.letters[event.winners[0]]
            if found[letter].fate == "survived":
                found[letter] = Outcome("won", "", ply)
    return found


def same_game(one: Tables, other: Tables) -> bool:
    """Say whether two records are of one game under the same rulings and array."""
    return (one.variant, one.rulings, one.array) == (other.variant, other.rulings, other.array)

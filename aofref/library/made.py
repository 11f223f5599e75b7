"""What the rooms below give, made into the values of the library."""

from __future__ import annotations

from collections.abc import Iterable

from aofref.findings import NOWHERE, Code, Refusal
from aofref.findings import Finding as Found
from aofref.findings.facts import NoCell
from aofref.library.values import Event, Finding, Move, Piece, UnknownName
from aofref.notation import moves
from aofref.notation.moves import Notation
from aofref.report.text.messages import sentence
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event as Happened
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import NO_PROMOTION, PASS, Position
from aofref.rules.position import Move as Taken


def finding(of: Found) -> Finding:
    """Give a finding with its sentence."""
    return Finding(
        of.code,
        sentence(of.refusal),
        of.place.line,
        of.place.column,
        of.ply,
        of.army,
        of.move,
    )


def refused(why: Refusal, army: str = "", move: str = "") -> Finding:
    """Give the finding of a move that stands in no record."""
    return finding(Found(why, NOWHERE, 0, army, move))


def cell(game: CompiledVariant, name: str) -> int:
    """Find a cell by its name."""
    if name not in game.board.number:
        raise UnknownName(refused(Refusal(Code.NO_SUCH_CELL, NoCell(name))))
    return game.board.number[name]


def events(game: CompiledVariant, happened: Iterable[Happened]) -> tuple[Event, ...]:
    """Give events with the words for them."""
    from aofref.report.json import record  # a third of what a position loads
    from aofref.report.text.record import describe

    found = []
    for one in happened:
        items = record.event(game, 0, one)
        del items["ply"]
        found.append(Event(items, describe(game, one)))
    return tuple(found)


def piece(game: CompiledVariant, number: int, cell: int) -> Piece:
    """Give a piece where it stands."""
    army = game.letters[game.army_of[number]]
    return Piece(army, game.code(number), game.type_of(number).name, game.board.names[cell])


def move(position: Position, of: Taken) -> Move:
    """Give a move of the army that has the turn."""
    game, army, lan = position.game, position.game.letters[position.turn], moves.lan(position, of)
    if of == PASS:
        return Move(army, lan)
    names = game.board.names
    return Move(
        army,
        lan,
        game.code(position.board[of.origin]),
        names[of.origin],
        names[of.destination],
        "" if of.promotion == NO_PROMOTION else game.codes[of.promotion],
        bool(position.board[of.destination] or en_passant_captures(position, of)),
    )


def text(move: str | Move) -> str:
    """Give a move as text, with its army; TypeError for what is neither."""
    if isinstance(move, Move):
        return f"{move.army}:{move.lan}"
    if not isinstance(move, str):
        raise TypeError(f"a move is text or a Move, not {type(move).__name__}")
    return move


def notation(name: str) -> Notation:
    """Find a notation by its name; ValueError lists the notations."""
    try:
        return Notation(name)
    except ValueError:
        every = ", ".join(known.value for known in Notation)
        raise ValueError(f"there is no notation {name!r}; there are {every}") from None

"""Text: the report that a referee reads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from aofref.events import (
    Attacker,
    Check,
    Checkmate,
    End,
    EnPassant,
    Event,
    Passes,
    Promotion,
    Removal,
    Repetition,
    Stalemate,
)
from aofref.game import Game
from aofref.notation import positions, results
from aofref.position import NOBODY, Position
from aofref.replay import Ply, Replay
from aofref.report import diagram
from aofref.report.messages import sentence

WIDTH = 79


def report(replay: Replay, number: int, source: str, *, trace: bool = False) -> str:
    """Write the whole report of a record; with `trace`, a line for every ply."""
    return "\n".join(_lines(replay, number, source, trace)) + "\n"


def _lines(replay: Replay, number: int, source: str, trace: bool) -> Iterator[str]:
    record, game, last = replay.record, replay.game, replay.last
    event = record.tag("Event")
    title = f", {event.value}" if event else ""
    yield f"Record {number} ({source}:{record.start.line}){title}: {replay.status}"
    if game is None:
        yield from _errors(replay)
        return
    yield f"  {game.variant.title} ({game.variant.id})"
    yield f"  Rulings: {rulings(game)}"
    yield f"  Players: {_players(replay, game)}"
    if last is None:
        yield from _errors(replay)
        return
    if replay.plies:
        yield ""
        yield from _trace(replay, game) if trace else _moves(replay.plies, game)
    told = [(ply, e) for ply, e in replay.events()]
    if told:
        yield ""
        yield "What happened:"
        for ply, e in told:
            yield f"  {_when(replay, game, ply):<14} {describe(game, e)}"
    yield ""
    yield from _standing(replay, game, last)
    yield from _errors(replay)


def rulings(game: Game) -> str:
    """Name the rulings and the array that a game is judged by."""
    chosen = ", ".join(f"{r} ({game.variant.rulings[r].number})" for r in game.rulings)
    array = "; the record's own array" if game.own_array else ""
    return (chosen or "as RULES section 9, no alternative chosen") + array


def describe(game: Game, event: Event) -> str:
    """Say in a sentence what happened."""
    letters, names = game.letters, game.board.names
    match event:
        case Check(army, _, attackers):
            return f"{letters[army]} is in check by {_pieces(game, attackers)}"
        case Checkmate(army, by, attackers):
            return (
                f"{letters[army]} is checkmated by {letters[by]}, with {_pieces(game, attackers)}"
            )
        case Removal(army, "no-queen"):
            return f"{letters[army]} is removed: it has a King but no Queen"
        case Removal(army, reason):
            return f"{letters[army]} {reason} and is removed"
        case Promotion(army, cell, before, after):
            was, is_now = game.types[before].name, game.types[after].name
            return f"{letters[army]} promotes its {was} on {names[cell]} to {is_now}"
        case EnPassant(army, cell, captured):
            return (
                f"{letters[army]} takes a Pawn of {letters[captured]} en passant on {names[cell]}"
            )
        case Passes(army):
            return f"{letters[army]} has no move and passes"
        case Stalemate(army):
            return f"{letters[army]} is stalemated"
        case Repetition(count):
            return f"this position stands for the {count}{'rd' if count == 3 else 'th'} time"
        case End(winners):
            who = " and ".join(letters[army] for army in winners)
            verb = "wins" if len(winners) == 1 else "share the game"
            return f"the game is over: {who} {verb}, {results.write(len(letters), winners)}"


def _pieces(game: Game, attackers: tuple[Attacker, ...]) -> str:
    return ", ".join(
        f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{game.board.names[cell]}"
        for cell, piece in attackers
    )


def _players(replay: Replay, game: Game) -> str:
    tags = {tag.name: tag.value for tag in replay.record.tags}
    return " - ".join(
        f"{army.letter} {army.name} {tags.get(army.name) or '?'}" for army in game.variant.armies
    )


def written(game: Game, ply: Ply) -> str:
    """Write a ply as a record has it, with its army if there are four and its suffixes."""
    if ply.move is None or not game.two_players:
        return f"{game.letters[ply.army]}:{ply.lan}{ply.suffix}"
    return ply.lan + ply.suffix


def _moves(plies: tuple[Ply, ...], game: Game) -> Iterator[str]:
    """Write the moves, a round to a paragraph, wrapped."""
    for number, group in groupby(plies, key=lambda ply: ply.round):
        line = f"{number:>4}."
        for ply in group:
            text = written(game, ply)
            if len(line) + 1 + len(text) > WIDTH:
                yield line
                line = " " * 5
            line += f" {text}"
        yield line


def _trace(replay: Replay, game: Game) -> Iterator[str]:
    for ply in replay.plies:
        told = "; ".join(describe(game, event) for event in ply.events)
        yield f"{ply.number:>5} {written(game, ply):<20} {told}".rstrip()


def _when(replay: Replay, game: Game, number: int) -> str:
    if not number:
        return "at the start"
    return f"ply {number}"


def _standing(replay: Replay, game: Game, last: Position) -> Iterator[str]:
    """Give the position after the last legal ply, and the result."""
    turn = "nobody" if last.turn == NOBODY else game.letters[last.turn]
    yield f"After ply {replay.length}, {turn} to move:"
    yield diagram.position(last)
    yield ""
    yield positions.write(last)
    claimed = f" (the record claims {replay.claimed})" if replay.claimed != replay.result else ""
    yield f"Result: {replay.result}{claimed}"


def _errors(replay: Replay) -> Iterator[str]:
    for finding in replay.findings:
        ply = f" at ply {finding.ply}" if finding.ply else ""
        yield f"{finding.code.value}{ply}: {finding.move} {sentence(finding.refusal)}".replace(
            ":  ", ": "
        )

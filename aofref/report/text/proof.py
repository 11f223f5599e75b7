"""Proofs: why a move is refused, in lines that a player will accept."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.judge.analysis.courses import Course
from aofref.judge.analysis.proof import Proof
from aofref.judge.replay.event import named
from aofref.notation import positions
from aofref.report.text import diagram
from aofref.report.text.record import folded, proof_lines, rulings
from aofref.rules.position import NOBODY


def lines(proof: Proof, *, board: bool = False, options: bool = True) -> Iterator[str]:
    """Write a proof: verdict, rule, path, facts, the piece's legal moves, the position.

    Without `options` it names no option of a command.
    """
    position, game, why = proof.position, proof.position.game, proof.refusal
    if why is None:
        yield f"{proof.written}: legal"
        if proof.path:
            yield from folded("path:", " > ".join(proof.path).split(" "))
        for false in proof.warnings:
            yield from folded(f"warning: {false.code.value}", false.message.split())
        for event in named(game, proof.events):
            yield f"  then: {event}"
    else:
        yield f"{proof.written}: refused, {why.code.value}"
        yield f"  {why.sentence(options=options)}"
        yield from proof_lines(proof)
    turn = "nobody" if position.turn == NOBODY else game.letters[position.turn]
    yield f"  turn: {turn}, round {position.round}"
    if why is None:
        yield from folded("legal moves of that piece:", proof.own)
    yield f"  rulings: {rulings(game)}"
    yield f"  position: {positions.write(position)}"
    if board:
        yield ""
        yield diagram.position(position)


def course(found: Course, leaver: str = "") -> str:
    """Say how a conditional line stands; `leaver` is the army that left it, if it is its own."""
    line = f"conditional line after ply {found.line.given} ({' '.join(found.line.words)})"
    if found.departed is not None:
        own = f", where {leaver} leaves its own line" if leaver else ""
        return f"{line}: stops applying at ply {found.departed}{own}"
    if found.met == len(found.line.words):
        return f"{line}: played to its end"
    return f"{line}: applies; next is {found.line.words[found.met]}"

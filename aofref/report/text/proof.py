"""Proofs: why a move is refused, in lines that a player will accept."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.judge.analysis.diagnosis import Course
from aofref.judge.analysis.proof import Proof
from aofref.judge.analysis.threats import KingThreat
from aofref.notation import positions
from aofref.report.text import diagram
from aofref.report.text.directions import joined
from aofref.report.text.messages import piece, sentence, threat
from aofref.report.text.record import describe, folded, proof_lines, rulings
from aofref.rules.position import NOBODY


def lines(proof: Proof, *, board: bool = False) -> Iterator[str]:
    """Write a proof: verdict, rule, path, facts, the piece's legal moves, the position."""
    position, game, why = proof.position, proof.position.game, proof.refusal
    if why is None:
        yield f"{proof.written}: legal"
        if proof.path:
            yield from folded("path:", " > ".join(proof.path).split(" "))
        for false in proof.warnings:
            yield from folded(f"warning: {false.code.value}", sentence(false).split())
        for event in proof.events:
            yield f"  then: {describe(game, event)}"
    else:
        yield f"{proof.written}: refused, {why.code.value}"
        yield f"  {sentence(why)}"
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


def danger(found: KingThreat) -> Iterator[str]:
    """Say who attacks a royal piece, and who moves before it could be captured."""
    if not found.attackers:
        yield f"{piece(found.royal)}: not attacked"
        return
    verb = "move" if len(found.waits) > 1 else "moves"
    first = f"{joined(found.waits, 'and')} {verb} before the capture" if found.waits else "at once"
    yield f"{piece(found.royal)}: attacked; {first}"
    for attack in found.attackers:
        yield f"  by {threat(attack)}"

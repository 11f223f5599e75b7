"""Proofs: why a move is refused, in lines that a player will accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aofref.arbiter import Conditional, Danger, Proof
from aofref.notation import positions
from aofref.report import diagram
from aofref.report.messages import piece, sentence, threat
from aofref.report.text import describe, proof_lines, rulings
from aofref.rules.position import NOBODY
from aofref.rules.tables import Tables


def lines(proof: Proof, *, board: bool = False) -> Iterator[str]:
    """Write a proof: verdict, rule, path, facts, the piece's legal moves, the position."""
    position, game, why = proof.position, proof.position.game, proof.refusal
    if why is None:
        yield f"{proof.written}: legal"
        if proof.path:
            yield f"  path: {' > '.join(proof.path)}"
        for event in proof.events:
            yield f"  then: {describe(game, event)}"
    else:
        yield f"{proof.written}: refused, {why.code.value}"
        yield f"  {sentence(why)}"
        yield from proof_lines(proof)
    turn = "nobody" if position.turn == NOBODY else game.letters[position.turn]
    yield f"  turn: {turn}, round {position.round}"
    if why is None:
        yield f"  legal moves of that piece: {' '.join(proof.own)}"
    yield f"  rulings: {rulings(game)}"
    yield f"  position: {positions.write(position)}"
    if board:
        yield ""
        yield diagram.position(position)


def facts(game: Tables, proof: Proof) -> dict[str, Any]:
    """Give a proof as plain data, for JSON; keys without a fact are left out."""
    why = proof.refusal
    if why is None:
        return {}
    found: dict[str, Any] = {
        "rule": f"RULES {why.rule}" if why.rule else "",
        "page": game.variant.page if why.rule else "",
        "piece": piece(why.piece) if why.piece else "",
        "path": list(why.path),
        "missing": why.missing,
        "blocker": piece(why.blocker) if why.blocker else "",
        "checks": [
            {"piece": piece(attack.piece), "path": list(attack.path)} for attack in why.checks
        ],
        "candidates": list(why.candidates),
        "to-move": why.army,
    }
    told = {key: value for key, value in found.items() if value}
    return told | ({"legal": list(proof.own)} if proof.piece >= 0 else {})


def conditional(found: Conditional) -> str:
    """Say how a conditional line stands."""
    line = f"conditional line after ply {found.ply} ({' '.join(found.words)})"
    if found.departed:
        return f"{line}: stops applying at ply {found.departed}"
    if found.met == len(found.words):
        return f"{line}: played to its end"
    return f"{line}: applies; next is {found.words[found.met]}"


def danger(found: Danger) -> Iterator[str]:
    """Say who attacks a royal piece, and who moves before the blow falls."""
    if not found.attackers:
        yield f"{found.army}:{found.royal}: not attacked"
        return
    waits = f"; before the blow falls: {' '.join(found.waits)}" if found.waits else "; at once"
    yield f"{found.army}:{found.royal}: attacked{waits}"
    for attack in found.attackers:
        yield f"  by {threat(attack)}"

"""Proofs: why a move is refused, in lines that a player will accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aofref.judge.desk import Course
from aofref.judge.proof import Proof
from aofref.judge.threats import Danger
from aofref.notation import positions
from aofref.report import diagram, pages
from aofref.report.messages import piece, sentence, threat
from aofref.report.text import describe, folded, proof_lines, rulings
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


def facts(proof: Proof) -> dict[str, Any]:
    """Give a proof as plain data, for JSON; keys without a fact are left out."""
    why, game = proof.refusal, proof.position.game
    if why is None:
        return {}
    known = why.known
    found: dict[str, Any] = {
        "rule": f"RULES {why.rule}" if why.rule else "",
        "page": game.variant.page if why.rule else "",
        "sentence": pages.sentence(game.variant, why) if why.rule else "",
        "piece": piece(why.piece) if why.piece else "",
        "path": list(known.get("path", ())),
        "missing": known.get("missing", ""),
        "blocker": piece(known["blocker"]) if "blocker" in known else "",
        "checks": [
            {"piece": piece(attack.piece), "path": list(attack.path)}
            for attack in known.get("checks", ())
        ],
        "candidates": list(known.get("candidates", ())),
        "to-move": known.get("army", ""),
    }
    told = {key: value for key, value in found.items() if value}
    if proof.piece >= 0:
        told["legal"] = list(proof.own) if proof.on_turn else []
        if not proof.on_turn:
            told["on-its-turn"] = list(proof.own)
    return told


def course(found: Course) -> str:
    """Say how a conditional line stands."""
    line = f"conditional line after ply {found.line.given} ({' '.join(found.line.words)})"
    if found.departed is not None:
        return f"{line}: stops applying at ply {found.departed}"
    if found.met == len(found.line.words):
        return f"{line}: played to its end"
    return f"{line}: applies; next is {found.line.words[found.met]}"


def danger(found: Danger) -> Iterator[str]:
    """Say who attacks a royal piece, and who moves before the blow falls."""
    if not found.attackers:
        yield f"{found.army}:{found.royal}: not attacked"
        return
    waits = f"; before the blow falls: {' '.join(found.waits)}" if found.waits else "; at once"
    yield f"{found.army}:{found.royal}: attacked{waits}"
    for attack in found.attackers:
        yield f"  by {threat(attack)}"

"""Proofs: why a move is refused, as plain data."""

from __future__ import annotations

from typing import Any

from aofref.judge.analysis.proof import Proof
from aofref.report.text import pages
from aofref.report.text.messages import piece


def proof(of: Proof) -> dict[str, Any]:
    """Give a proof as plain data, for JSON; keys without a fact are left out."""
    why, game = of.refusal, of.position.game
    if why is None:
        return {}
    known = why.known
    found: dict[str, Any] = {
        "rule": why.cited if why.rule else "",
        "page": game.variant.page if why.rule else "",
        "sentence": pages.page_sentence(game.variant, why) if why.rule else "",
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
    data = {key: value for key, value in found.items() if value}
    if of.piece >= 0:
        data["legal"] = list(of.own) if of.on_turn else []
        if not of.on_turn:
            data["on-its-turn"] = list(of.own)
    return data

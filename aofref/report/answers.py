"""Answers: short reports on a position, as lines of text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from aofref.findings import Code, Threat
from aofref.judge.choices import Choice
from aofref.judge.proof import Proof
from aofref.judge.sight import Material, Sight
from aofref.judge.threats import Danger
from aofref.notation import positions
from aofref.report import proof
from aofref.report.messages import piece, sentence, threat
from aofref.report.text import describe
from aofref.rules.position import NOBODY, Position


def line(told: dict[str, Any]) -> str:
    """Write an answer as a line of JSON."""
    return json.dumps(told, ensure_ascii=False) + "\n"


def head(at: Position) -> dict[str, Any]:
    """Say which position an answer is about."""
    turn = "-" if at.turn == NOBODY else at.game.letters[at.turn]
    return {
        "variant": at.game.variant.id,
        "rulings": list(at.game.rulings),
        "position": positions.write(at),
        "turn": turn,
        "round": at.round,
    }


def moves(at: Position, found: Iterable[Choice]) -> dict[str, Any]:
    """Give legal moves as plain data."""
    told = [{"move": choice.text, "suffix": choice.suffix} for choice in found]
    return {**head(at), "count": len(told), "moves": told}


def perft(
    at: Position, depth: int, total: int, counts: list[tuple[str, int]] | None
) -> dict[str, Any]:
    """Give a count of lines as plain data."""
    told: dict[str, Any] = {**head(at), "depth": depth, "count": total}
    if counts is not None:
        told["divide"] = dict(counts)
    return told


def attack(found: Threat) -> dict[str, Any]:
    """Give an attack as plain data."""
    told: dict[str, Any] = {"piece": piece(found.piece), "path": list(found.path)}
    if found.screen is not None:
        told["screen"] = piece(found.screen)
    return told


def dangers(at: Position, found: Iterable[Danger]) -> dict[str, Any]:
    """Give the dangers of royal pieces as plain data."""
    told = [
        {
            "piece": f"{danger.army}:{danger.royal}",
            "attackers": [attack(one) for one in danger.attackers],
            "waits": list(danger.waits),
        }
        for danger in found
    ]
    return {**head(at), "royals": told}


def sights(at: Position, found: Iterable[Sight]) -> dict[str, Any]:
    """Give attackers and guards of cells as plain data."""
    told = [
        {
            "cell": seen.cell,
            "piece": piece(seen.piece) if seen.piece else None,
            "attackers": [attack(one) for one in seen.attackers],
            "guards": [attack(one) for one in seen.guards],
        }
        for seen in found
    ]
    return {**head(at), "cells": told}


def sight(seen: Sight) -> Iterator[str]:
    """Say who attacks and who guards a cell."""
    name = piece(seen.piece) if seen.piece else f"{seen.cell}, empty"
    if not seen.attackers and not seen.guards:
        yield f"{name}: neither attacked nor guarded" if seen.piece else f"{name}: not attacked"
        return
    attacked = f"attacked by {len(seen.attackers)}" if seen.attackers else "not attacked"
    guarded = f", guarded by {len(seen.guards)}" if seen.piece else ""
    yield f"{name}: {attacked}{guarded}"
    for one in seen.attackers:
        yield f"  by {threat(one)}"
    for one in seen.guards:
        yield f"  guarded by {threat(one)}"


def material(found: Iterable[Material]) -> Iterator[str]:
    """Say what every army has, what it has lost, and what it gained by promotion."""
    for army in found:
        if not army.pieces:
            yield f"{army.army}: off the board"
            continue
        count = sum(number for _, number in army.pieces)
        yield f"{army.army}: {_counted(army.pieces)}; {count} in all"
        if army.lost:
            yield f"  lost: {_counted(army.lost)}"
        if army.gained:
            yield f"  gained: {_counted(army.gained)}"


def _counted(pieces: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{number} {code}" for code, number in pieces)


def material_data(at: Position, found: Iterable[Material]) -> dict[str, Any]:
    """Give what every army has as plain data."""
    told = {
        army.army: {
            "pieces": dict(army.pieces),
            "lost": dict(army.lost),
            "gained": dict(army.gained),
        }
        for army in found
    }
    return {**head(at), "armies": told}


def explained(found: Proof, near: tuple[str, ...]) -> dict[str, Any]:
    """Give the proof of a move as plain data."""
    why, game = found.refusal, found.position.game
    told: dict[str, Any] = {**head(found.position), "move": found.written, "legal": why is None}
    if why is not None:
        told |= {"code": why.code.value, "message": sentence(why), "proof": proof.facts(found)}
        told["suggestions"] = list(near)
        return told
    told["path"] = list(found.path)
    told["warnings"] = [
        {"code": false.code.value, "message": sentence(false)} for false in found.warnings
    ]
    told["then"] = [describe(game, event) for event in found.events]
    told["moves"] = list(found.own)
    return told


def unread(at: Position, code: Code, text: str) -> dict[str, Any]:
    """Say why nothing was played, where there is no proof to give."""
    return {**head(at), "legal": False, "code": code.value, "message": text}

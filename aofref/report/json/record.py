"""JSON: one object a record (aofref-json(5))."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from aofref.findings import Side
from aofref.judge.analysis.diagnosis import Diagnosis, Proof
from aofref.judge.replay.ending import ending
from aofref.judge.replay.verdict import End, Replay
from aofref.notation import positions
from aofref.rules.position import NOBODY


def record(judged: Diagnosis, number: int, source: str, *, trace: bool = False) -> dict[str, Any]:
    """Describe a record as plain data; with `trace`, there is an event for each ply."""
    replay = judged.replay
    game, errors = replay.known_game, replay.errors
    data: dict[str, Any] = {
        "record": number,
        "source": source,
        "line": replay.record.start.line,
        "variant": game.variant.id if game else None,
        "tags": replay.record.values,
        "status": replay.status,
        "plies": replay.length,
        "error": errors[0].report() if errors else None,
        "warnings": [warning.report() for warning in replay.warnings],
        "events": [],
        "turn": None,
        "result": replay.result,
        "claimed": replay.claimed,
        "position": None,
        **ended(ending(replay), replay.offering),
        "armies": {},
        "rulings": list(game.rulings) if game else [],
    }
    if replay.opened:
        last = replay.last
        data["events"] = events(replay, trace=trace)
        data["turn"] = "-" if last.turn == NOBODY else last.game.letters[last.turn]
        data["position"] = positions.write(last)
        data["armies"] = {
            letter: {"outcome": fate.fate, "by": fate.by or None, "ply": fate.ply}
            for letter, fate in judged.outcomes.items()
        }
        if replay.decisions:
            data["arbiter"] = arbiter(replay)
        if errors and judged.proof is not None and errors[0] is replay.refused:
            data["error"]["proof"] = proof(judged.proof)
    return data


def arbiter(replay: Replay) -> list[dict[str, Any]]:
    """List the arbiter's decisions that were applied as plain data."""
    return [{"decision": each, **found.report()} for each, found in replay.decisions]


def proof(refused: Proof) -> dict[str, Any]:
    """Describe a proof as plain data; keys without a fact are left out."""
    why = refused.refusal
    if why is None:
        return {}
    facts: dict[str, Any] = {
        "rule": why.cited,
        "page": refused.position.game.variant.page if why.rule else "",
        "sentence": refused.page_sentence,
        "piece": str(why.piece) if why.piece else "",
        "path": list(why.path),
        "missing": why.missing,
        "blocker": str(why.blocker) if why.blocker else "",
        "checks": [attack.report() for attack in why.checks],
        "candidates": [
            candidate.letter if isinstance(candidate, Side) else candidate
            for candidate in why.candidates
        ],
        "to-move": why.army.letter if why.army else "",
    }
    data = {key: value for key, value in facts.items() if value}
    if refused.cell >= 0:
        data["moves"] = list(refused.moves) if refused.on_turn else []
        if not refused.on_turn:
            data["on-its-turn"] = list(refused.moves)
    return data


def ended(end: End | None, standing: Sequence[str]) -> dict[str, Any]:
    """Describe the end of a game, None while it goes on, and the armies that offer a draw."""
    return {
        "end": None if end is None else {"result": end.result, "by": str(end.by), "ply": end.ply},
        "offers": list(standing),
    }


def events(replay: Replay, *, trace: bool) -> list[dict[str, Any]]:
    """List the events of a replay as plain data, in order, and every ply with `trace`."""
    game = replay.game
    reported = [event.report(0) for event in replay.opening]
    sans = [ply.in_san(before) for before, ply in replay.moves()] if trace else []
    for ply, san in zip_longest(replay.plies, sans):
        if trace:
            move = {"ply": ply.number, "type": "move", "army": game.letters[ply.army]}
            reported.append({**move, "move": ply.lan + ply.suffix, "san": san})
        if ply.events:
            reported.extend(event.report(ply.number) for event in ply.events)
    return reported

"""JSON: one object a record (aofref(1))."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aofref.findings import Finding
from aofref.judge.analysis.diagnosis import Diagnosis
from aofref.judge.replay.ending import End, ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.offers import offers
from aofref.judge.replay.verdict import Replay, Unopened
from aofref.notation import positions, results
from aofref.report.json.proof import proof
from aofref.report.text.messages import sentence
from aofref.rules import events as happened
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NOBODY
from aofref.text import json_line


def line(
    judged: Diagnosis | Unopened, number: int, source: str, *, trace: Sequence[str] | None = None
) -> str:
    """Write the object of the record that is `number` in the source, on one line."""
    return json_line(record(judged, number, source, trace=trace))


def record(
    judged: Diagnosis | Unopened, number: int, source: str, *, trace: Sequence[str] | None = None
) -> dict[str, Any]:
    """Give the object of a record as plain data.

    With `trace`, every ply in SAN, there is an event for each ply.
    """
    replay = judged if isinstance(judged, Unopened) else judged.replay
    game, errors = replay.game, replay.errors
    found: dict[str, Any] = {
        "record": number,
        "source": source,
        "line": replay.record.start.line,
        "variant": game.variant.id if game else None,
        "tags": replay.record.values,
        "status": replay.status,
        "plies": replay.length,
        "error": finding(errors[0]) if errors else None,
        "warnings": [finding(warning) for warning in replay.warnings],
        "events": [],
        "turn": None,
        "result": replay.result,
        "claimed": replay.claimed,
        "position": None,
        **ended(ending(replay), offers(replay)),
        "armies": {},
        "rulings": list(game.rulings) if game else [],
    }
    if isinstance(judged, Diagnosis):
        found |= _played(judged, trace)
        if errors and judged.proof is not None and errors[0] is replay.refused:
            found["error"]["proof"] = proof(judged.proof)
    return found


def _played(judged: Diagnosis, trace: Sequence[str] | None) -> dict[str, Any]:
    """Give what only a record that was played has: what happened, and where everything stands."""
    replay = judged.replay
    found: dict[str, Any] = {
        "events": events(replay, trace),
        "turn": _turn(replay.game, replay.last.turn),
        "position": positions.write(replay.last),
        "armies": {
            letter: {"outcome": fate.fate, "by": fate.by or None, "ply": fate.ply}
            for letter, fate in judged.outcomes.items()
        },
    }
    if replay.decisions:
        found["arbiter"] = [
            {"decision": verdict, **finding(of)} for verdict, of in replay.decisions
        ]
    return found


def ended(end: End | None, standing: Sequence[str]) -> dict[str, Any]:
    """Give how a game ended, None while it goes on, and the armies that offer a draw."""
    return {
        "end": None if end is None else {"result": end.result, "by": end.by.value, "ply": end.ply},
        "offers": list(standing),
    }


def finding(of: Finding) -> dict[str, Any]:
    """Give a finding as plain data."""
    return {
        "ply": of.ply,
        "line": of.place.line,
        "column": of.place.column,
        "army": of.army or None,
        "move": of.move or None,
        "code": of.code.value,
        "message": sentence(of.refusal),
    }


def events(replay: Replay, trace: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Give every event of a replay as plain data, in order."""
    game = replay.game
    found = [event(game, 0, e) for e in replay.opening]
    for index, ply in enumerate(replay.plies):
        if trace is not None:
            found.append(_ply(game, ply, trace[index]))
        if ply.events:
            found.extend(event(game, ply.number, e) for e in ply.events)
    return found


def event(game: CompiledVariant, ply: int, of: happened.Event) -> dict[str, Any]:
    """Give one event as plain data."""
    letters, cells, codes = game.letters, game.board.names, game.codes
    match of:
        case happened.Check(army, by, _):
            rest: dict[str, Any] = {"type": "check", "army": letters[army]}
            rest["by"] = [letters[a] for a in by]
        case happened.Checkmate(army, mater, _):
            rest = {"type": "checkmate", "army": letters[army], "by": letters[mater]}
        case happened.Removal(army, reason):
            rest = {"type": "removal", "army": letters[army], "reason": reason}
        case happened.Promotion(army, cell, before, after):
            rest = {"type": "promotion", "army": letters[army], "cell": cells[cell]}
            rest |= {"from": codes[before], "to": codes[after]}
        case happened.EnPassant(army, cell, captured):
            rest = {"type": "en-passant", "army": letters[army], "cell": cells[cell]}
            rest["captured"] = letters[captured]
        case happened.Passes(army):
            rest = {"type": "pass", "army": letters[army]}
        case happened.Stalemate(army):
            rest = {"type": "stalemate", "army": letters[army]}
        case happened.Repetition(times):
            rest = {"type": "repetition", "count": times}
        case happened.End(winners):
            rest = {"type": "end", "result": results.write(len(letters), winners)}
    return {"ply": ply, **rest}


def _ply(game: CompiledVariant, ply: Ply, san: str) -> dict[str, Any]:
    return {
        "ply": ply.number,
        "type": "move",
        "army": game.letters[ply.army],
        "move": ply.lan + ply.suffix,
        "san": san,
    }


def _turn(game: CompiledVariant, turn: int) -> str:
    return "-" if turn == NOBODY else game.letters[turn]

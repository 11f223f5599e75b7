"""JSON: one object a record (aofref-json(5))."""

from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from aofref.findings import Side
from aofref.judge.analysis.diagnosis import Proof, proved
from aofref.judge.replay.ending import ending, outcomes
from aofref.judge.replay.verdict import End, Replay
from aofref.notation import positions
from aofref.rules.position import NOBODY
from aofref.values import members

if TYPE_CHECKING:
    from aofref.library.typed import (
        EndReport,
        EventReport,
        FindingReport,
        ProofReport,
        RecordReport,
    )


def record(replay: Replay, number: int, source: str, *, trace: bool = False) -> "RecordReport":
    """Describe a record as plain data; with `trace`, there is an event for each ply."""
    game, errors = replay.known_game, replay.errors
    data: RecordReport = {
        "record": number,
        "source": source,
        "line": replay.record.place.line,
        "variant": game.variant.id if game else None,
        "tags": replay.record.values,
        "status": replay.status.value,
        "plies": replay.length,
        "error": errors[0].report() if errors else None,
        "warnings": [warning.report() for warning in replay.warnings],
        "events": [],
        "turn": None,
        "result": replay.result,
        "claimed": replay.claimed,
        "position": None,
        "end": ended(ending(replay)),
        "offers": list(replay.offering),
        "armies": {},
        "rulings": list(game.rulings) if game else [],
    }
    if replay.opened:
        last = replay.last
        data["events"] = events(replay, trace=trace)
        data["turn"] = "-" if last.turn == NOBODY else last.game.letters[last.turn]
        data["position"] = positions.write(last)
        data["armies"] = {
            letter: {"outcome": fate.fate.value, "by": fate.by or None, "ply": fate.ply}
            for letter, fate in outcomes(replay).items()
        }
        if replay.decisions:
            data["arbiter"] = arbiter(replay)
        error = data["error"]
        if error is not None and errors[0] is replay.refused and (why := proved(replay)):
            error["proof"] = proof(why)
    return data


def arbiter(replay: Replay) -> "list[FindingReport]":
    """List the arbiter's decisions that were applied as plain data."""
    decided = [{"decision": each.value, **of.report()} for each, of in replay.decisions]
    return cast("list[FindingReport]", decided)


def proof(refused: Proof) -> "ProofReport":
    """Describe a proof as plain data; keys without a fact are left out."""
    why = refused.refusal
    if why is None:
        return {}
    facts = {
        "rule": why.cited,
        "page": refused.position.game.variant.page if why.rule else "",
        "sentence": refused.page_sentence,
        **members(why, "piece path missing blocker checks"),
        "candidates": [
            candidate.letter if isinstance(candidate, Side) else candidate
            for candidate in why.candidates
        ],
        "to-move": why.army.letter if why.army else "",
    }
    data = cast("ProofReport", {key: fact for key, fact in facts.items() if fact})
    if refused.cell >= 0:
        data["moves"] = list(refused.moves) if refused.on_turn else []
        if not refused.on_turn:
            data["on-its-turn"] = list(refused.moves)
    return data


def ended(end: End | None) -> "EndReport | None":
    """Describe the end of a game; None while it goes on."""
    return None if end is None else {"result": end.result, "by": end.by, "ply": end.ply}


def events(replay: Replay, *, trace: bool) -> "list[EventReport]":
    """List the events of a replay as plain data, in order, and every ply with `trace`."""
    game = replay.game
    reported = [event.report(0) for event in replay.opening]
    sans = [ply.in_san(before) for before, ply in replay.moves()] if trace else []
    for ply, san in zip_longest(replay.plies, sans):
        if trace:
            army, lan = game.letters[ply.army], ply.lan + ply.suffix
            reported.append(
                {"ply": ply.number, "type": "move", "army": army, "move": lan, "san": san}
            )
        if ply.events:
            reported.extend(event.report(ply.number) for event in ply.events)
    return reported

"""Differences: how two records of a game, or a claimed position, differ, as plain data."""

from __future__ import annotations

from typing import Any

from aofref.findings import Finding
from aofref.judge.analysis.diagnosis import Comparison, Version
from aofref.notation import positions
from aofref.report.text.diff import NOTHING, differences
from aofref.report.text.messages import sentence
from aofref.report.text.record import written, written_move
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position


def versions(
    game: CompiledVariant,
    found: Comparison,
    names: tuple[str, str],
    ends: tuple[Position, Position],
) -> dict[str, Any]:
    """Give where two versions part, and how they stand at their ends, as plain data."""
    outcome = "agree" if found.agree else "refused-alike" if found.refused_alike else "differ"
    return {
        **_head(game, names, outcome),
        "shared": found.shared,
        "versions": [
            {"next": _next(game, of), "plies": of.more, "withdrawals": of.rest}
            for of in found.versions
        ],
        **_differences(*ends, differing=not found.moves_agree and not found.refused_alike),
        **_stated(found),
    }


def _stated(found: Comparison) -> dict[str, Any]:
    """Give the results of two records, and the tags that differ."""
    results = dict(zip(("a", "b"), found.results, strict=True))
    return {"results": results, "tags": [tag._asdict() for tag in found.tags]}


def starts(
    one: Position, other: Position, found: Comparison, names: tuple[str, str]
) -> dict[str, Any]:
    """Give how the first positions of two records differ as plain data."""
    data = {"shared": None, "versions": [], **_differences(one, other), **_stated(found)}
    return {**_head(one.game, names, "different-starts"), **data}


def claimed(is_so: Position, claim: Position) -> dict[str, Any]:
    """Give how a claimed position differs from the one that stands as plain data."""
    found = _differences(is_so, claim)
    return {
        **_judged(is_so.game, "differ" if any(found.values()) else "agree"),
        "position": positions.write(is_so),
        "claimed": positions.write(claim),
        **found,
    }


def _head(game: CompiledVariant, names: tuple[str, str | None], outcome: str) -> dict[str, Any]:
    return {"a": names[0], "b": names[1], **_judged(game, outcome)}


def _judged(game: CompiledVariant, outcome: str) -> dict[str, Any]:
    return {"variant": game.variant.id, "rulings": list(game.rulings), "outcome": outcome}


def _differences(one: Position, other: Position, *, differing: bool = True) -> dict[str, Any]:
    """Give the cells and the fields in which positions differ; None for an empty cell."""
    cells, fields = [], []
    for what, mine, theirs in differences(one, other) if differing else ():
        if what in one.game.board.number:
            a, b = (None if text == NOTHING else text for text in (mine, theirs))
            cells.append({"cell": what, "a": a, "b": b})
        else:
            fields.append({"field": what.replace(" ", "-"), "a": mine, "b": theirs})
    return {"cells": cells, "fields": fields}


def _next(game: CompiledVariant, of: Version) -> dict[str, Any] | None:
    if of.next is None:
        return None
    if isinstance(of.next, Finding):
        why, place, move, decision = of.next, of.next.place, written_move(of.next), None
    else:
        ply = of.next
        place, move = ply.token.place, written(game, ply)
        if ply.stood is None:
            return {"line": place.line, "column": place.column, "move": move, "legal": True}
        why, move = ply.stood, written_move(ply.stood)
        decision = "stands" if ply.move is not None else "forfeits"
    data: dict[str, Any] = {"line": place.line, "column": place.column, "move": move}
    data |= {"legal": False, "code": why.code.value, "message": sentence(why.refusal)}
    return data if decision is None else {**data, "decision": decision}

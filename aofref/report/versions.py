"""Versions: how two records of a game, or a claimed position, differ, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aofref.findings import Finding, Place
from aofref.judge.desk import Comparison, Version, differing_cells
from aofref.notation import positions
from aofref.report.messages import sentence
from aofref.report.text import said_move, written
from aofref.rules.position import Position
from aofref.rules.tables import Tables

SIDES = ("A", "B")


def versions(
    game: Tables, found: Comparison, names: tuple[str, str], ends: tuple[Position, Position]
) -> Iterator[str]:
    """Say where two versions part, with both readings, and how they stand at their ends."""
    plies = "ply" if found.shared == 1 else "plies"
    if found.agree:
        more = "".join(_goes_on(side, of) for side, of in zip(SIDES, found.versions, strict=True))
        yield f"the records agree in all {found.shared} {plies}{more}"
        for name, of in zip(names, found.versions, strict=True):
            if of.next is not None:
                yield f"{name}:{_next(game, of)}"
        return
    if found.refused_alike:
        yield f"the records agree in all {found.shared} {plies}, and in the next, which is illegal"
    else:
        yield f"the records agree in {found.shared} {plies} and differ in the next:"
    for name, of in zip(names, found.versions, strict=True):
        yield f"{name}:{_next(game, of)}"
    if found.refused_alike:
        return
    differing = list(between(*ends, names))
    yield "at their ends they differ in:" if differing else "at their ends both stand alike"
    yield from (f"  {line}" for line in differing)


def _goes_on(side: str, of: Version) -> str:
    if of.next is None:
        return ""
    gone = "a withdrawal" if of.rest == 1 else f"{of.rest} withdrawals"
    more = [str(of.more)] * bool(of.more) + [gone] * bool(of.rest)
    return f"; {side} goes on for {' and '.join(more)}"


def _next(game: Tables, of: Version) -> str:
    """Give the place of what a version has next, what it is, and what is said of it."""
    if of.next is None:
        return " ends here"
    if isinstance(of.next, Finding):
        return f"{_at(of.next.place)}: {said_move(of.next)}: {_refused(of.next)}"
    ply = of.next
    at, stood = _at(ply.token.place), ply.stood
    if stood is not None:
        verdict = "stands" if ply.move is not None else "forfeits"
        return f"{at}: {said_move(stood)}: {stood.code.value}, {verdict}: {sentence(stood.refusal)}"
    return f"{at}: {written(game, ply)}: legal"


def _at(place: Place) -> str:
    return f"{place.line}:{place.column}"


def _refused(of: Finding) -> str:
    return f"{of.code.value}: {sentence(of.refusal)}"


def differences(one: Position, other: Position) -> Iterator[tuple[str, str, str]]:
    """List the cells and the fields in which two positions differ, with what each has there."""
    names = one.game.board.names
    for cell in differing_cells(one, other):
        yield names[cell], _stands(one, cell), _stands(other, cell)
    fields = zip(
        ("turn", "en passant", "round"),
        positions.write(one).split()[1:],
        positions.write(other).split()[1:],
        strict=True,
    )
    yield from (found for found in fields if found[1] != found[2])


def between(one: Position, other: Position, names: tuple[str, str]) -> Iterator[str]:
    """Say how the positions of two records differ."""
    for what, mine, theirs in differences(one, other):
        yield f"{what}: {mine} in {names[0]}, {theirs} in {names[1]}"


def claimed(is_so: Position, claim: Position) -> Iterator[str]:
    """Say how a claimed position differs from the one that stands."""
    for what, mine, theirs in differences(is_so, claim):
        yield f"{what}: {mine}, claimed {theirs}"


NOTHING = "nothing"


def _stands(position: Position, cell: int) -> str:
    piece, game = position.board[cell], position.game
    if not piece:
        return NOTHING
    owed = f"^{position.owed[cell]}" if cell in position.owed else ""
    return f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{owed}"


# As plain data -----------------------------------------------------------------------------------


def versions_data(
    game: Tables, found: Comparison, names: tuple[str, str], ends: tuple[Position, Position]
) -> dict[str, Any]:
    """Give where two versions part, and how they stand at their ends, as plain data."""
    outcome = "agree" if found.agree else "refused-alike" if found.refused_alike else "differ"
    return {
        **_head(game, names, outcome),
        "shared": found.shared,
        "versions": [
            {"next": _next_data(game, of), "plies": of.more, "withdrawals": of.rest}
            for of in found.versions
        ],
        **_differences_data(*ends, told=outcome == "differ"),
    }


def starts_data(one: Position, other: Position, names: tuple[str, str]) -> dict[str, Any]:
    """Give how the first positions of two records differ as plain data."""
    told = {"shared": None, "versions": [], **_differences_data(one, other)}
    return {**_head(one.game, names, "different-starts"), **told}


def claimed_data(is_so: Position, claim: Position, name: str, ply: int) -> dict[str, Any]:
    """Give how a claimed position differs from the one that stands as plain data."""
    found = _differences_data(is_so, claim)
    return {
        **_head(is_so.game, (name, None), "differ" if any(found.values()) else "agree"),
        "ply": ply,
        "position": positions.write(is_so),
        "claimed": positions.write(claim),
        **found,
    }


def _head(game: Tables, names: tuple[str, str | None], outcome: str) -> dict[str, Any]:
    told = {"variant": game.variant.id, "rulings": list(game.rulings)}
    return {"a": names[0], "b": names[1], **told, "outcome": outcome}


def _differences_data(one: Position, other: Position, *, told: bool = True) -> dict[str, Any]:
    """Give the cells and the fields in which positions differ; None for an empty cell."""
    cells, fields = [], []
    for what, mine, theirs in differences(one, other) if told else ():
        if what in one.game.board.number:
            a, b = (None if text == NOTHING else text for text in (mine, theirs))
            cells.append({"cell": what, "a": a, "b": b})
        else:
            fields.append({"field": what.replace(" ", "-"), "a": mine, "b": theirs})
    return {"cells": cells, "fields": fields}


def _next_data(game: Tables, of: Version) -> dict[str, Any] | None:
    if of.next is None:
        return None
    if isinstance(of.next, Finding):
        why, place, move, decision = of.next, of.next.place, said_move(of.next), None
    else:
        ply = of.next
        place, move = ply.token.place, written(game, ply)
        if ply.stood is None:
            return {"line": place.line, "column": place.column, "move": move, "legal": True}
        why, move = ply.stood, said_move(ply.stood)
        decision = "stands" if ply.move is not None else "forfeits"
    told: dict[str, Any] = {"line": place.line, "column": place.column, "move": move}
    told |= {"legal": False, "code": why.code.value, "message": sentence(why.refusal)}
    return told if decision is None else {**told, "decision": decision}

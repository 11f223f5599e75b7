"""Wrong moves refused by aofref and, from RULES.md and CONTRACT.md alone, by the second referee.

    AOFREF_WRONG_MOVES=200000 python -m pytest tests/test_second_refusals.py

compares as many as it is told.  Both must give the same code, or one that the texts would bear as
well (the second referee says which), and name the same facts.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from aofref import variants
from aofref.findings import Refusal, Standing
from aofref.notation import moves, positions
from aofref.rules import turn
from aofref.rules.position import Position
from aofref.rules.refuse import refusal
from tests import second_refusals
from tests.helpers import game

SETTINGS = [
    *((name, "") for name in variants.IDS),
    *((name, ruling) for name in variants.IDS for ruling in game(name).variant.rulings),
    ("aof6", "aof6-double=any aof6-order=reverse stalemate=move"),
]
MOVES = int(os.environ.get("AOFREF_WRONG_MOVES", "6000")) // len(SETTINGS)


def named(piece: Standing) -> str:
    return f"{piece.army} {piece.code}{piece.cell}"


def differences(why: Refusal, code: str, facts: dict[str, Any]) -> Iterator[str]:
    """Name the facts of a refusal that the second referee does not know."""
    if why.code.value != code:
        return
    mine, ways = why.known, facts.get("ways", ())
    if code == "missing-cell":
        known = {name for way in ways for name in (*way["missing_any"], way["missing"])}
        gap = mine["missing"][:2] in ("da", "nk")  # named in RULES 1 as what is not there
        if mine["missing"] not in known and not (gap and "beyond the board" in known):
            yield f"missing {mine['missing']}, not {known}"
    if code == "blocked" and named(mine["blocker"]) not in {way["blocker"] for way in ways}:
        yield f"blocker {mine['blocker']}"
    if code in ("promotion-required", "bad-promotion"):
        known = set(facts.get("promotions", mine["candidates"])) - {"-"}
        if set(mine["candidates"]) != known:
            yield f"promotions {mine['candidates']}, not {known}"
    if code == "in-check":
        checkers = {checker["piece"]: checker for checker in facts["checkers"]}
        if {named(check.piece) for check in mine["checks"]} != set(checkers):
            yield f"checkers {mine['checks']}"
            return
        for check in mine["checks"]:
            screen = named(check.screen) if check.screen else None
            screens = {known for _, known in checkers[named(check.piece)]["ways"]}
            if screen not in screens:
                yield f"screen {screen}, not {screens}"


def judged(position: Position, text: str) -> Refusal | None:
    said = moves.parse(position.game, text)
    assert said is not None, text
    move = moves.resolve(position, said)
    return move if isinstance(move, Refusal) else refusal(position, move)


@pytest.mark.parametrize(("name", "rulings"), SETTINGS)
def test_both_referees_refuse_alike(name: str, rulings: str) -> None:
    other = second_refusals.Game(name, rulings)
    mine = game(name, *sorted(rulings.split()))
    rng = random.Random(f"{name} {rulings}")
    wrong, done, number = [], 0, 0
    while done < MOVES:
        number += 1
        if number % 3:
            state = second_refusals.scattered_state(other, rng)
        else:
            state = second_refusals.random_state(other, rng, 40)
        found = positions.read(mine, other.line(state))
        if isinstance(found, positions.Faults):
            assert all("must have promoted" in why.known["reason"] for why in found.refusals), found
            continue
        position, _ = turn.begin(found)
        for text in second_refusals.wrong_moves(other, state, rng, 25):
            code, facts = second_refusals.refuse(other, state, text)
            why = judged(position, text)
            is_so = why.code.value if why else "legal"
            if is_so != code and is_so not in facts.get("open", ()):
                wrong.append((other.line(state), text, is_so, code))
            elif why is not None:
                wrong += [(other.line(state), text, code, d) for d in differences(why, code, facts)]
            done += 1
    assert number < 4 * MOVES
    assert wrong == []

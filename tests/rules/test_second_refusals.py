"""Wrong moves refused by aofref and, from the rules and formats alone, by the second referee.

    python -m pytest --long tests/rules/test_second_refusals.py

compares 50,000 instead of 5,000, and as many as AOFREF_WRONG_MOVES says; they are spread over the
six games, every ruling and five kinds of positions, from whole games to nearly empty boards.  Both must give the same code, or one that the texts would bear as
well (the second referee says which), and name the same facts.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from aofref import games
from aofref.findings import BadPosition, Piece, Refusal
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.position import CorePosition
from tests.helpers import game, meant
from tests.referees import second_refusals

SETTINGS = [
    *((name, "") for name in games.IDS),
    *((name, ruling) for name in games.IDS for ruling in game(name).variant.rulings),
    ("aof2", "check=advisory stalemate=move"),
    ("aof6", "aof6-double=any aof6-order=reverse stalemate=move"),
    ("aof6", "aof6-double=any check=advisory"),
    ("proto-prelates", "pp-elephant=free stalemate=move"),
]
MOVES = int(os.environ.get("AOFREF_WRONG_MOVES", "2000"))
OF_A_POSITION = 16
NOT_EVERYWHERE = {"game-over", "missing-cell", "no-screen", "promotion-required", "in-check"}


class Told(NamedTuple):
    """The facts that aofref names in a refusal, each piece as the second referee writes it."""

    code: str
    piece: str = ""
    blocker: str = ""
    missing: str = ""
    path: tuple[str, ...] = ()
    candidates: frozenset[str] = frozenset()
    checks: frozenset[tuple[str, tuple[str, ...], str | None]] = frozenset()


def named(piece: Piece | None) -> str:
    return f"{piece.army} {piece.code}{piece.cell}" if piece else ""


def told(why: Refusal) -> Told:
    known = why.known
    checks = ((named(c.piece), c.path, named(c.screen) or None) for c in known.get("checks", ()))
    return Told(
        why.code.value,
        named(why.piece),
        named(known.get("blocker")),
        known.get("missing", ""),
        known.get("path", ()),
        frozenset(known.get("candidates", ())),
        frozenset(checks),
    )


def differences(why: Told, code: str, facts: dict[str, Any]) -> Iterator[str]:
    """Name the facts of a refusal that the second referee does not know."""
    if why.code != code:
        return
    known: Any = why.piece if "of" in facts else facts.get("piece", why.piece)
    if why.piece != known:
        yield f"piece {why.piece}, not {known}"
    ways = facts.get("ways", ())
    match code:
        case "missing-cell":
            known = {name for way in ways for name in (*way["missing_any"], way["missing"])}
            gap = why.missing[:2] in ("da", "nk")  # named in RULES 1 as what is not there
            if why.missing not in known and not (gap and "beyond the board" in known):
                yield f"missing {why.missing}, not {known}"
        case "blocked":
            known = {(way["blocker"], tuple(way["path"])) for way in ways}
            if (why.blocker, why.path[:-1]) not in known:
                yield f"blocker {why.blocker} on {why.path}, not {known}"
        case "own-piece":
            stays = facts["origin"] == facts["destination"]
            if why.blocker != ("" if stays else facts["on_end"]):
                yield f"own piece {why.blocker}"
        case "no-such-cell":
            if why.missing not in facts["cells"]:
                yield f"no cell {why.missing}"
        case "ambiguous":
            if why.candidates != set(facts["candidates"]):
                yield f"candidates {why.candidates}, not {facts['candidates']}"
        case "promotion-required" | "bad-promotion":
            known = set(facts.get("promotions", why.candidates)) - {"-"}
            if why.candidates != known:
                yield f"promotions {why.candidates}, not {known}"
        case "in-check":
            known = {checker["piece"]: checker["ways"] for checker in facts["checkers"]}
            if {piece for piece, _, _ in why.checks} != set(known):
                yield f"checkers {why.checks}, not {known}"
            elif any(
                (list(path), screen) not in known[piece] for piece, path, screen in why.checks
            ):
                yield f"ways of checkers {why.checks}, not {known}"
            if why.blocker[-len(facts["royal"]) :] != facts["royal"]:
                yield f"royal piece {why.blocker}, not on {facts['royal']}"


def judged(position: CorePosition, text: str) -> Refusal | None:
    found = meant(position, text)
    return found if isinstance(found, Refusal) else None


def compared(name: str, rulings: str, kind: Any, count: int) -> tuple[list[Any], Counter[str]]:
    """Let both refuse so many moves in positions of a kind: where they differ, and the codes."""
    other, mine = second_refusals.Game(name, rulings), game(name, *sorted(rulings.split()))
    rng = random.Random(f"{name} {rulings} {kind.__name__}")
    wrong: list[Any] = []
    codes: Counter[str] = Counter()
    for state in kind(other, rng):
        line = other.line(state)
        try:
            position, _ = turn.begin(positions.read(mine, line))
        except BadPosition as problem:
            assert all("should have promoted" in why.message for why in problem.findings), problem
            continue
        for text in second_refusals.wrong_moves(other, state, rng, OF_A_POSITION):
            code, facts = second_refusals.refuse(other, state, text)
            why = judged(position, text)
            is_so = why.code.value if why else "legal"
            if is_so != code and is_so not in facts.get("open", ()):
                wrong.append((line, text, is_so, code))
            elif why is not None:
                wrong += [(line, text, code, fact) for fact in differences(told(why), code, facts)]
            codes[code] += 1
        if codes.total() >= count:
            return wrong, codes
    raise AssertionError("the positions came to an end")


@pytest.mark.parametrize(("name", "rulings"), SETTINGS)
def test_both_referees_refuse_alike(name: str, rulings: str, effort: int) -> None:
    count = 1 + effort * MOVES // (len(SETTINGS) * len(second_refusals.KINDS))
    seen: Counter[str] = Counter()
    for kind in second_refusals.KINDS:
        wrong, codes = compared(name, rulings, kind, count)
        assert wrong == [], kind.__name__
        seen += codes
    always = set(second_refusals.ORDER_OF_CODES) - NOT_EVERYWHERE
    assert always <= set(seen) or count < 100, always - set(seen)

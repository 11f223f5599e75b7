"""Reads and judges the numbered adjudication cases of fixtures/cases (its README has the format)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aofref import variants
from aofref.findings import Refusal
from aofref.notation import moves as text
from aofref.notation import positions
from aofref.report import json
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from aofref.rules.position import Move, Position
from aofref.rules.refuse import refusal
from aofref.rules.tables import Tables, tables_of

CASES = Path(__file__).parent.parent / "fixtures" / "cases"


@dataclass
class Case:
    """A case: its id and title, and its lines as (keyword, rest)."""

    id: str
    title: str
    lines: list[tuple[str, str]] = field(default_factory=list)

    def get(self, keyword: str) -> list[str]:
        return [rest for key, rest in self.lines if key == keyword]


def read(path: Path) -> Iterator[Case]:
    case: Case | None = None
    for line in path.read_text("utf-8").splitlines():
        keyword, _, rest = line.strip().partition(" ")
        if not keyword or keyword.startswith("#"):
            if not keyword and case is not None:
                yield case
                case = None
        elif keyword == "case":
            name, _, title = rest.partition(" ")
            case = Case(name, title)
        else:
            assert case is not None, line
            case.lines.append((keyword, rest.strip()))
    if case is not None:
        yield case


def judge(case: Case) -> list[str]:
    """List what is not as the case says."""
    game = _game(case)
    given = case.get("position")
    setup = positions.read(game, given[0]) if given else turn.array(game)
    if isinstance(setup, positions.Faults):
        return [f"bad position: {setup}"]
    position, events = turn.begin(setup)
    told = [json.event(game, 0, event) for event in events]
    ply = 0
    for written in " ".join(case.get("moves")).split():
        said = text.parse(game, written)
        if said is None:
            return [f"{written} is no move"]
        if said.action in text.WITHDRAWALS:
            position, events = turn.withdraw(position, game.letters.index(said.army), said.action)
        else:
            move = text.resolve(position, said)
            why = move if isinstance(move, Refusal) else refusal(position, move)
            if why is not None or isinstance(move, Refusal):
                return [f"{written} is refused: {why}"]
            ply += 1
            position, events = turn.after(position, move)
        told += [json.event(game, ply, event) for event in events]
    wrong = []
    for keyword, rest in case.lines:
        if keyword not in {"page", "rule", "rulings", "array", "position", "moves", "note"}:
            wrong += _expect(keyword, rest, position, told)
    if not any(key not in {"page", "rule", "note", "position", "moves"} for key, _ in case.lines):
        wrong.append("nothing is expected")
    return wrong


def _game(case: Case) -> Tables:
    variant = variants.find(case.id.rpartition(".")[0])
    assert variant is not None, case.id
    rulings = tuple(sorted(" ".join(case.get("rulings")).split()))
    game = tables_of(variant, rulings)
    for array in case.get("array"):
        found = positions.read_array(game, array)
        assert isinstance(found, Tables), found
        game = found
    return game


def _expect(keyword: str, rest: str, position: Position, told: list[dict[str, Any]]) -> list[str]:
    left, _, right = rest.partition("=")
    cells = set(right.split()) - {"-"}
    match keyword:
        case "reaches" | "reaches-also" | "reaches-not":
            got = _destinations(position, left.strip())
        case "span" | "span-also" | "span-not":
            got = _span(position.game, *left.split())
        case "bound":
            got = _bound(position.game, *left.split())
            return [] if len(got) == int(right) else [f"{rest}: {len(got)}"]
        case "legal":
            return [
                f"{move} is refused: {why}"
                for move in rest.split()
                if (why := _why(position, move))
            ]
        case "illegal":
            return _illegal(position, *rest.split())
        case "count":
            got_count = len(legal_moves(position))
            return [] if got_count == int(rest) else [f"{got_count} legal moves, not {rest}"]
        case "event":
            return [] if rest in _told(told) else [f"no event {rest}; there are {_told(told)}"]
        case "no-event":
            return [f"event {e}" for e in _told(told) if f"{e} ".startswith(f"{rest} ")]
        case "turn":
            is_so = "-" if position.turn < 0 else position.game.letters[position.turn]
            return [] if is_so == rest else [f"turn {is_so}, not {rest}"]
        case "after":
            line = positions.write(position)
            return [] if line == rest else [f"after {line}"]
        case _:
            return [f"unknown keyword {keyword}"]
    kind = keyword.partition("-")[2]
    wrong = cells & got if kind == "not" else cells - got if kind else cells ^ got
    return [f"{keyword} {rest}: {' '.join(sorted(wrong))}"] if wrong else []


def _destinations(position: Position, cell: str) -> set[str]:
    board = position.game.board
    return {
        board.names[move.destination]
        for move in legal_moves(position)
        if move.origin == board.number[cell]
    }


def _span(game: Tables, code: str, army: str, cell: str) -> set[str]:
    piece = game.piece(game.letters.index(army), game.kinds[code])
    return {game.board.names[end] for end in game.quiet_lines(piece, game.board.number[cell])}


def _bound(game: Tables, code: str, army: str, cell: str) -> set[str]:
    seen, waiting = {cell}, deque([cell])
    while waiting:
        for end in _span(game, code, army, waiting.popleft()) - seen:
            seen.add(end)
            waiting.append(end)
    return seen


def _why(position: Position, written: str) -> Refusal | None:
    said = text.parse(position.game, written)
    assert said is not None, written
    move = text.resolve(position, said)
    return move if isinstance(move, Refusal) else refusal(position, move)


def _illegal(position: Position, written: str, code: str, *words: str) -> list[str]:
    why = _why(position, written)
    if why is None:
        return [f"{written} is legal"]
    if why.code.value != code:
        return [f"{written} is {why.code.value}, not {code}"]
    missing = set(words) - set(_facts(why))
    return [f"{written}: {' '.join(sorted(missing))} not in {why}"] if missing else []


def _facts(of: object) -> Iterator[str]:
    if isinstance(of, str):
        yield of
    elif isinstance(of, tuple):  # refusals, standings and threats are such
        for part in of:
            yield from _facts(part)


def _told(told: list[dict[str, Any]]) -> list[str]:
    """Write events as the cases do; an army checked by several others has a line for each."""
    lines = []
    for event in told:
        by = event.get("by")
        for one in by if isinstance(by, list) else [by]:
            words = [str(event["ply"]), event["type"]]
            for key, value in event.items():
                if key in ("ply", "type"):
                    continue
                words += ["by", one] if key == "by" else [str(value)]
            lines.append(" ".join(words))
    return lines


__all__ = ["CASES", "Case", "Move", "judge", "read"]

"""Random games from files, judged by aofref and by the slow second referee, which reads the same files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

import aofref
from tests import second_referee
from tests.second_games import FileGame
from tests.second_referee import State

SHIPPED = Path(aofref.__file__).parent / "variants" / "files"
TWINS = Path(__file__).parent / "games"
NAMES = [
    "raumschach",
    "parton",
    "glinski",
    "mccooey",
    "chess-without-castling",
    "capablanca-without-castling",
]
GAMES, PLIES = 2, 70
ENDINGS, MOVES = 12, 12


def the_same(events: tuple[aofref.Event, ...], told: list[dict[str, object]]) -> bool:
    """Whether the events are those of the second referee, which counts no repetitions."""
    mine = [dict(event) for event in events if event.type != "repetition"]
    for event in mine:
        if event["type"] == "check":
            event["by"] = list(event["by"])
    return mine == told


def played_alike(
    position: aofref.Position, other: FileGame, state: State, plies: int, rng: random.Random
) -> set[str]:
    """Play moves at random with both referees; give the types of the events and kinds of moves."""
    told, seen = state.events, set()
    for _ in range(plies):
        assert str(position) == other.line(state)
        assert the_same(position.events, told)
        seen |= {event["type"] for event in told}
        checks = {army: sorted(by) for army, by in position.checks.items()}
        assert checks == {army: other.pieces_that_check(state, army) for army in state.checks}
        assert (position.end or "*") == state.result
        moves = {move.lan: move for move in position.legal_moves()}
        assert sorted(moves) == other.moves(state)
        if position.end:
            break
        rare = sorted(lan for lan in moves if lan.endswith("ep")) or sorted(
            lan for lan in moves if "x" in lan or "=" in lan
        )
        chosen = rng.choice(rare if rare and rng.random() < 0.4 else sorted(moves))
        position = position.push(moves[chosen])
        state, told = other.play(state, chosen)
    return seen


def endings(other: FileGame, rng: random.Random) -> Iterator[State]:
    """Make positions of few pieces, in which Pawns stand where Pawns can."""
    codes = [code for code in other.pieces if code not in other.royal]
    while True:
        line = []
        cells = rng.sample(sorted(other.cell), len(other.cell))
        for army in other.order:
            placed = [rng.choice(other.royal) + cells.pop()]
            for code in rng.choices(codes, k=rng.randint(1, 4)):
                cell = cells.pop()
                if code not in other.pawn_codes or other.promotions(army, code, other.cell[cell]) == [None]:
                    placed.append(code + cell)
            line.append(f"{army}:{';'.join(placed)}")
        with suppress(second_referee.BadPosition):
            state = other.read(f"{'/'.join(line)} {rng.choice(other.order)} - 5")
            if state.result == "*":
                yield state


@pytest.mark.parametrize("name", NAMES)
def test_both_referees_agree_on_the_games_of_files(name: str, effort: int) -> None:
    of, other = aofref.variant(name), FileGame(SHIPPED / f"{name}.toml")
    rng = random.Random(name)
    for _ in range(GAMES * effort):
        played_alike(of.start(), other, other.start(), PLIES, rng)


@pytest.mark.parametrize("name", NAMES)
def test_both_referees_agree_on_endings_of_the_games_of_files(name: str, effort: int) -> None:
    of, other = aofref.variant(name), FileGame(SHIPPED / f"{name}.toml")
    rng = random.Random(name)
    seen = set()
    for state in islice(endings(other, rng), ENDINGS * effort):
        seen |= played_alike(of.position(other.line(state)), other, state, MOVES, rng)
    print(name, sorted(seen))
    assert seen >= {'check', 'checkmate', 'promotion', 'end'}

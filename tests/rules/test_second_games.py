"""Random games from files, judged by aofref and by the slow second referee, which reads the same files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

import aofref
from tests.helpers import ROOT
from tests.referees import second_referee
from tests.referees.second_games import FileGame
from tests.referees.second_referee import State

SHIPPED = sorted((Path(aofref.__file__).parent / "games" / "files").glob("*.toml"))
OURS = sorted((ROOT / "tests" / "games" / "files").glob("*.toml"))
FILES = [*SHIPPED, *OURS]
PLIES = 30
ENDINGS, MOVES = 8, 6
every_file = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def of(path: Path) -> aofref.Variant:
    return aofref.variant(path.stem if path in SHIPPED else str(path))


def reported(position: aofref.Position) -> list[dict[str, object]]:
    """The events of a position, but repetitions, which the second referee does not count."""
    events = [dict(event) for event in position.events if event.type != "repetition"]
    return [
        {**event, "by": list(event["by"])} if event["type"] == "check" else event
        for event in events
    ]


def played_alike(
    position: aofref.Position, other: FileGame, state: State, plies: int, rng: random.Random
) -> set[str]:
    """Play moves at random with both referees; give the types of the events."""
    told, seen = state.events, set()
    for _ in range(plies):
        assert str(position) == other.line(state)
        assert reported(position) == told
        seen |= {event["type"] for event in told}
        checks = {army: sorted(by) for army, by in position.checks.items()}
        assert checks == {army: other.pieces_that_check(state, army) for army in state.checks}
        assert (position.end or "*") == state.result
        moves = {move.lan: move for move in position.legal_moves()}
        assert sorted(moves) == other.moves(state)
        if position.end:
            break
        en_passant = sorted(lan for lan in moves if "ep" in lan)
        sharp = sorted(lan for lan in moves if "x" in lan or "=" in lan or lan[:3] == "O-O")
        chosen = rng.choice((rng.random() < 0.4 and (en_passant or sharp)) or sorted(moves))
        if chosen[:3] == "O-O":
            seen.add("castling")
        position = position.push(moves[chosen])
        state, told = other.play(state, chosen)
    return seen


def endings(other: FileGame, rng: random.Random) -> Iterator[State]:
    """Make positions of few pieces, many of them Pawns that may go two steps, or of a bare King."""
    codes = [code for code in other.pieces if code not in other.royal]
    while True:
        cells, armies = rng.sample(sorted(other.name), len(other.name)), []
        bare = rng.choice([*other.order, ""])
        for army in other.order:
            double = other.double_from.get(army)
            placed = [rng.choice(other.royal) + other.name[cells.pop()]]
            if other.castlings[army] and rng.random() < 0.7:
                walks = sorted({walk[:2] for _, *both in other.castlings[army] for walk in both})
                if {cell for _, cell in walks} <= {*cells}:
                    cells = [cell for cell in cells if cell not in {cell for _, cell in walks}]
                    placed = [
                        code + other.name[cell] + "^0" * (rng.random() < 0.1)
                        for code, cell in sorted(walks, reverse=True)
                        if code in other.royal or rng.random() < 0.8
                    ]
            for _ in range(0 if army == bare else rng.randint(2, 6)):
                code = rng.choice(codes if bare else [rng.choice(codes), *other.pawn_codes])
                cell = cells[-1]
                if code in other.pawn_codes:
                    if double and rng.random() < 0.5:
                        cell = rng.choice(sorted(double))
                    if other.promotions(army, code, cell) != [None]:
                        continue
                if cell in cells:
                    cells.remove(cell)
                    placed.append(code + other.name[cell])
            armies.append(f"{army}:{';'.join(placed)}")
        with suppress(second_referee.BadPosition):
            state = other.read(f"{'/'.join(armies)} {rng.choice(other.order)} - 5")
            if state.result == "*":
                yield other.read(other.line(state))  # its start of turn is over


@every_file
def test_both_referees_play_the_games_of_files_alike(path: Path, effort: int) -> None:
    other, rng = FileGame(path), random.Random(path.stem)
    for _ in range(effort):
        played_alike(of(path).start(), other, other.start(), PLIES, rng)


def test_both_referees_play_endings_of_the_games_of_files_alike(effort: int) -> None:
    for path in FILES:
        other, rng = FileGame(path), random.Random(f"endings of {path.stem}")
        seen = set()
        for state in islice(endings(other, rng), ENDINGS * effort):
            try:
                start = of(path).position(other.line(state))
            except aofref.BadPosition as lost:  # the other takes a Pawn behind its array
                assert {"can ever come to" in fault.message for fault in lost.findings} == {True}
                continue
            seen |= played_alike(start, other, state, MOVES, rng)
        assert ("castling" in seen) == other.castle


@pytest.mark.parametrize("name", ["sd2l-cohen", "sd2l-sling"])
def test_the_second_referee_plays_the_file_of_a_game_as_the_game(name: str) -> None:
    game, twin = second_referee.Game(name), FileGame(OURS[0].parent / f"{name}-twin.toml")
    rng = random.Random(name)
    state, other = game.start(), twin.start()
    for _ in range(PLIES // 2):
        assert game.line(state) == twin.line(other)
        moves = game.moves(state)
        assert moves == twin.moves(other)
        chosen = rng.choice(moves)
        state, told = game.play(state, chosen)
        other, alike = twin.play(other, chosen)
        assert told == alike


RARE = [
    ("chess-without-castling", "W:Ke1;Pe2/B:Ke8;Pd4 W - 5", "e2-e4 d4xe3ep", "en-passant"),
    ("capablanca-without-castling", "W:Kf1;Pj2/B:Kf8;Pi4 W - 5", "j2-j4 i4xj3ep", "en-passant"),
    ("glinski", "W:Kg1;Pe4/B:Kg10;Pf6 W - 5", "e4-e6 f6xe5ep", "en-passant"),
    ("mccooey", "W:Kg1;Pd2/B:Kg10;Pe5 W - 5", "d2-d4 e5xd3ep", "en-passant"),
    ("mixed", "W:Kua1;Fub2/B:Kwf7;Puc4 W - 5", "Fub2-ub4 uc4xub3ep", "en-passant"),
    ("mixed", "W:Kua1;Fub2/B:Kwf7;Pwb3 W - 5", "Fub2-wb2 wb3xvb2ep", "en-passant"),
    ("chess", "W:Ke1;Ra1/B:Kd8 W - 5", "O-O-O", "check"),
    ("chess-without-castling", "W:Kg1;Re1/B:Kg8;Pf7,g7,h7 W - 9", "Re1-e8", "checkmate"),
    ("chess-without-castling", "W:Kf7;Qa6/B:Kh8 W - 9", "Qa6-g6", "stalemate"),
    ("chess-without-castling", "W:Kf6;Qa7/B:Kg8 W - 9", "Qa7-g7", "checkmate"),
    ("mixed", "W:Kve6;Cve5,wd2,wd4;Luf1;Suc2;Tva2,wf3;Wva4/B:Kwf7 B - 9", "", "stalemate"),
]


@pytest.mark.parametrize(("name", "line", "moves", "last"), RARE)
def test_both_referees_play_what_is_rare_alike(name: str, line: str, moves: str, last: str) -> None:
    (path,) = (path for path in FILES if path.stem == name)
    other = FileGame(path)
    position, state = of(path).position(line), other.read(line)
    told = state.events
    for move in moves.split():
        assert sorted(legal.lan for legal in position.legal_moves()) == other.moves(state)
        position = position.push(move)
        state, told = other.play(state, move)
    assert (str(position), reported(position)) == (other.line(state), told)
    assert last in {event["type"] for event in told}
    assert (position.end or "*") == state.result

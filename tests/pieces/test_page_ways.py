"""Where a page's script lets a piece go is where the referee does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from aofref import games
from aofref.games.files.loader import load
from aofref.judge.analysis.examples import ArmyCell
from aofref.judge.analysis.view import range_of
from aofref.report.json import rules as json_rules
from aofref.report.page.rules_data import of_rules
from aofref.report.svg.piece_drawing import piece_drawing
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.moves import destinations, exposes, legal_moves
from aofref.rules.position import CorePosition
from aofref.text import resource_text
from tests.browsing import browser
from tests.helpers import ROOT, game, sampled

__all__ = ["browser"]

GAMES = sampled(
    [*games.every(), "mixed", "round"],
    "aof2",
    "aof6",
    "sd2l-sling",
    "heathen-europe",
    "chess",
    "mixed",
)
ASK = """(text) => {
    %s
    const [data, asked] = JSON.parse(text), game = rules(data);
    return JSON.stringify(asked.map(([piece, from, placed]) => {
        const army = game.armyOf(piece), beside = [0, army, (army + 1) %% game.data.letters.length];
        const others = placed.map(([cell, side]) => [cell, game.pieceOf(beside[side], 0)]);
        const found = explored(game, piece, from, others);
        const { goes, takes, would, over, stops, lacks, needs, lines } = found;
        const blocked = [...stops].map(([cell, cells]) => [cell, [...cells]]);
        return [[goes, takes, would, over].map((cells) => [...cells]), blocked, [...lacks],
            [...needs], lines];
    }));
}"""
"""The text is JSON both ways: Playwright takes long over large values."""


class Reach(NamedTuple):
    """What the script says of a piece on a cell."""

    goes: set[int]
    takes: set[int]
    would: set[int]
    over: set[int]
    stops: dict[int, set[int]]
    lacks: dict[int, str]
    needs: set[int]
    lines: list[list[int]]


Asked = list[tuple[int, int, list[tuple[int, int]]]]
"""Pieces, the cells that they are on, and further cells, each with 1 for a friend, 2 for a foe."""
Ask = Callable[[CompiledVariant, Asked], list[Reach]]


def _sets(stops: list[tuple[int, list[int]]]) -> dict[int, set[int]]:
    return {cell: set(cells) for cell, cells in stops}


def tables(name: str) -> CompiledVariant:
    """Return a game, or one of `tests/games`."""
    if name in games.every():
        return game(name)
    text = (ROOT / "tests" / "games" / "files" / f"{name}.toml").read_text("utf-8")
    return compile_variant(load(text))


@pytest.fixture(scope="module")
def ask(browser: Any) -> Any:
    page = browser.new_page()
    parts = [
        resource_text("aofref.report.page.write", f"{name}.js")
        for name in ("digits", "rules", "ways")
    ]

    def asked(of: CompiledVariant, queries: Asked) -> list[Reach]:
        given = json.dumps([of_rules(of), queries])
        found = json.loads(page.evaluate(ASK % "\n".join(parts), given))
        return [
            Reach(
                *(set(goes), set(takes), set(would), set(over)),
                *(_sets(stops), dict(lacks), set(needs), lines),
            )
            for (goes, takes, would, over), stops, lacks, needs, lines in found
        ]

    yield asked
    page.close()


@pytest.mark.parametrize("name", GAMES)
def test_on_an_empty_board_it_goes_where_rules_say(ask: Ask, name: str) -> None:
    """From a sixth of the cells, others for each piece; a piece of another army, from an eighteenth."""
    of = tables(name)
    cells, names = range(len(of.board.cells)), of.board.names
    asked: Asked = [
        (piece, cell, [])
        for piece in range(1, of.in_a_state.start)
        for cell in (
            cells[piece % 6 :: 6]
            if of.is_pawn[piece] or of.army_of[piece] == of.armies[0]
            else cells[piece % 18 :: 18]
        )
    ]
    for (piece, cell, _), found in zip(asked, ask(of, asked), strict=True):
        kind, army = of.kind_of[piece], of.army_of[piece]
        told = json_rules.reach(of, kind, ArmyCell(army, cell))
        assert sorted(names[end] for end in found.goes) == told["targets"]
        only = (found.would | found.over) - found.goes
        assert sorted(names[end] for end in only) == told["only-to-capture"]
        assert found.would | found.over == set(of.movers[piece].captures(cell))
        assert not found.takes and not found.stops


@pytest.mark.parametrize("name", GAMES)
def test_it_is_as_the_rulebook_draws_it(ask: Ask, name: str) -> None:
    """Its lines, what they need, and what the board lacks, are those of its drawings."""
    of, rng = tables(name), random.Random(name)
    cells = range(len(of.board.cells))
    asked: Asked = [
        (piece, cell, [])
        for piece in range(1, of.in_a_state.start)
        for cell in rng.sample(cells, 3)
    ]
    for (piece, cell, _), found in zip(asked, ask(of, asked), strict=True):
        drawing = piece_drawing(of, of.kind_of[piece], ArmyCell(of.army_of[piece], cell))
        assert sorted(map(tuple, found.lines)) == sorted(drawing.ways)
        if cell in of.movers[piece].closed_to(cell):
            continue  # it never stands there, and two reasons bar what it might reach
        assert found.needs == drawing.needed
        assert found.lacks == {
            cell: of.board.called(missing) if missing else ""
            for cell, missing in drawing.barred.items()
        }


@pytest.mark.parametrize(("name", "most"), [("aof2", 12_000), ("aof6", 20_000)])
def test_what_the_script_is_given_is_short(name: str, most: int) -> None:
    assert len(json.dumps(of_rules(tables(name)), separators=(",", ":"))) < most


class Crowd(NamedTuple):
    """A piece among others, the army that has it on the move."""

    position: CorePosition
    origin: int

    @property
    def asked(self) -> tuple[int, int, list[tuple[int, int]]]:
        board, army_of = self.position.board, self.position.game.army_of
        own = army_of[board[self.origin]]
        placed = [
            (cell, 1 if army_of[piece] == own else 2)
            for cell, piece in enumerate(board)
            if piece and cell != self.origin
        ]
        return board[self.origin], self.origin, placed

    def with_foe(self, cell: int) -> CorePosition:
        """Return the position with a further piece of the other army on a cell."""
        of, board = self.position.game, bytearray(self.position.board)
        own = of.army_of[board[self.origin]]
        foe = next(of.army_of[piece] for piece in board if piece and of.army_of[piece] != own)
        board[cell] = next(of.piece(foe, kind) for kind in _common(of))
        return _stands(of, bytes(board), own)


def _common(of: CompiledVariant) -> list[int]:
    return [kind for kind, type_ in enumerate(of.types) if not type_.royal]


def _stands(of: CompiledVariant, board: bytes, army: int) -> CorePosition:
    return CorePosition(of, board, army)


def crowds(of: CompiledVariant, piece: int, count: int) -> list[Crowd]:
    """Put a piece among random others of its army and of another, with a King each."""
    rng, own = random.Random(f"{of.variant.id} {piece}"), of.army_of[piece]
    royals = [kind for kind, type_ in enumerate(of.types) if type_.royal]
    made = []
    for _ in range(count):
        foe = rng.choice([army for army in of.armies if army != own])
        board = bytearray(len(of.board.cells))
        crowd = rng.randint(2, len(board) // 3)
        origin, *others = rng.sample(range(len(board)), crowd + 1)
        board[origin] = piece
        for army in (own, foe):
            if army != own or not of.is_royal[piece]:
                board[others.pop()] = of.piece(army, rng.choice(royals))
        for cell in others:
            board[cell] = of.piece(rng.choice((own, foe)), rng.choice(_common(of)))
        made.append(Crowd(_stands(of, bytes(board), own), origin))
    return made


@pytest.mark.parametrize("name", GAMES)
def test_among_others_it_goes_where_the_referee_lets_it(ask: Ask, name: str) -> None:
    of = tables(name)
    made = [crowd for piece in range(1, of.in_a_state.start) for crowd in crowds(of, piece, 2)]
    captures = 0
    for crowd, found in zip(made, ask(of, [crowd.asked for crowd in made]), strict=True):
        position, origin = crowd
        assert found.goes | found.takes == set(destinations(position, origin))
        assert found.takes == {end for end in found.goes | found.takes if position.board[end]}
        legal = {move.destination for move in legal_moves(position) if move.origin == origin}
        assert legal <= found.goes | found.takes
        for end in (found.goes | found.takes) - legal:
            assert exposes(position, origin, end, ())
        captures += len(found.takes)
    assert captures > len(made) // 4


@pytest.mark.parametrize("name", GAMES)
def test_where_it_would_capture_and_what_is_in_its_way(ask: Ask, name: str) -> None:
    """Of the empty cells of each crowd, 20 at random are looked at."""
    of, rng = tables(name), random.Random(name)
    made = [crowd for piece in range(1, of.in_a_state.start) for crowd in crowds(of, piece, 1)]
    alone = ask(of, [(*crowd.asked[:2], []) for crowd in made])
    for crowd, found, free in zip(made, ask(of, [c.asked for c in made]), alone, strict=True):
        (position, origin), board = crowd, crowd.position.board
        empty = [cell for cell, stands in enumerate(board) if not stands]
        tried = {*rng.sample(empty, min(20, len(empty)))}
        would = {cell for cell in tried if cell in destinations(crowd.with_foe(cell), origin)}
        apart = of.type_of(board[origin]).captures_apart
        assert (found.would if apart else found.goes) & tried == would
        blocked = set().union(*found.stops.values())
        ever, now = (each.goes | each.takes | each.would | each.over for each in (free, found))
        assert blocked == ever - now
        assert all(board[cell] for cell in found.stops)
        assert set(range_of(position, origin).blockers) <= found.stops.keys() | found.takes

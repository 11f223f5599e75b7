"""Shortcuts come to what the rules say: tables by difference, fans, what bears on a King."""

from __future__ import annotations

import random

import pytest

from aofref import variants
from aofref.paths import Line
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import destinations, legal_moves
from aofref.rules.king_attacks import KingAttacks, look, open_line
from aofref.rules.pawns import marks_after, taken_en_passant
from aofref.rules.position import Move
from aofref.rules.turn import following, quiet_turn
from aofref.variants.files.loader import load
from aofref.variants.model import Variant
from tests.helpers import ROOT, game, given


def tables(name: str) -> CompiledVariant:
    """Return the tables of a game, or of a game in `tests/games`, in which nothing is known yet."""
    variant = variants.find(name)
    if variant is None:
        made = load((ROOT / "tests" / "games" / f"{name}.toml").read_text("utf-8"))
        assert isinstance(made, Variant)
        variant = made
    return CompiledVariant(variant)


# Where pieces go --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*variants.IDS, "chess-without-castling", "glinski", "mixed"])
def test_pieces_go_where_their_lines_are_open(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aofref.rules.lines._MOST", 50)  # so that lines are forgotten, too
    rng, of = random.Random(name), tables(name)
    position, _ = turn.start(of)
    cells, gone = range(len(of.board.cells)), 0
    for _ in range(60):
        board = position.board
        for origin in rng.sample(position.occupied, 4):
            piece = board[origin]
            moving, capturing = of.lines.moving(piece), of.lines.capturing(piece)
            open_ends = set()
            for end in cells:
                lines = (capturing if board[end] else moving).lines(origin, end)
                goes = open_line(board, lines) is not None
                if goes and of.army_of[board[end]] != of.army_of[piece]:
                    open_ends.add(end)
                elif not board[end] and of.is_pawn[piece] and capturing.lines(origin, end):
                    open_ends |= {end} if taken_en_passant(position, origin, end) else set()
            marked = origin in position.owed and of.pawns.keeps_marks
            doubles = of.pawns.doubles[piece].get(origin, ()) if marked else ()
            ends = destinations(position, origin)
            assert set(ends) == open_ends - {*doubles} and len(ends) == len(set(ends))
            gone += len(ends)
        moves = legal_moves(position)
        if not moves:
            break
        position, _ = turn.after_unjudged(position, rng.choice(moves))
    assert gone > 100


def test_no_two_ways_to_lie_to_each_other_have_one_difference() -> None:
    for name in variants.IDS:
        board = game(name).board
        pairs = [
            (tuple(b - a for a, b in zip(start, end, strict=True)), there - place)
            for start, place in zip(board.cells, board.places, strict=True)
            for end, there in zip(board.cells, board.places, strict=True)
        ]
        assert len(set(pairs)) == len({way for way, _ in pairs}) == len({n for _, n in pairs})
        assert all(2 * abs(number) < board.differences for _, number in pairs)


def test_cells_in_line_are_cells_of_the_board() -> None:
    of = game("aof6")
    cells = of.board.cells
    for cell in range(len(cells)):
        for middle, far in of.transforms.in_line(cell):
            assert min(middle, far) >= 0
            steps = [
                tuple(b - a for a, b in zip(cells[start], cells[end], strict=True))
                for start, end in ((cell, middle), (middle, far))
            ]
            assert steps[0] == steps[1]


# What bears on a King -----------------------------------------------------------------------------


def test_at_first_no_king_is_attacked_and_nothing_is_to_turn_into_something_else() -> None:
    for name in variants.IDS:
        position = turn.start(game(name))[0]
        assert position.transforms_due is False and position.all_king_attacks.attacked is False


def test_an_attack_is_known() -> None:
    # The Rook on bd2 has nothing between it and the King on bd5.
    position = given(game("heathen-europe"), "W:Kaa1;Rbd2/B:Kbd5 B - 9")
    assert position.all_king_attacks.attacked is True
    assert [king_attacks.armies for king_attacks in position.king_attacks] == [0, 1]


BOARD = "W:Kbd5;Naa1/B:Kdf6;Rba5,bd2;Ubd4 W - 9"


@pytest.mark.parametrize(
    ("lines", "armies", "near", "blockers", "hops"),
    [
        # Ubd4 stands next to the King and attacks; that is not the end of it.
        (["bd4 bd4", "ba5 ba5 bb5 bc5"], 2, "bd4 ba5 bb5 bc5", "", ""),
        # A piece alone between is a shield, be it on the first cell of the board; two are none.
        (["bd2 bd2 bd3 bd4"], 0, "bd2 bd3 bd4", "bd4", ""),
        (["bd2 bd2 ba5 bd4"], 0, "bd2 ba5 bd4", "", ""),
        (["bd2 bd2 aa1 bd3"], 0, "bd2 aa1 bd3", "aa1", ""),
        (["bd2 bd2 aa1 bd4"], 0, "bd2 aa1 bd4", "", ""),
        # A hop over bd4, where a piece stands, may land on its whole line.
        (["bd2 bd4 bd3"], 2, "bd2 bd3 bd4", "bd3 bd4", "bd3 bd4"),
    ],
)
def test_what_bears_on_a_king(
    lines: list[str], armies: int, near: str, blockers: str, hops: str
) -> None:
    """Each line is the cell of an attacker, the cell that must be held, and those crossed."""
    position = given(game("heathen-europe"), BOARD)
    number, names = position.game.board.number, position.game.board.names
    assert number["aa1"] == 0
    by_cell: dict[int, tuple[Line, ...]] = {}
    for line in lines:
        cell, screen, *path = (number[name] for name in line.split())
        by_cell[cell] = ((screen, tuple(path)),)
    seen: KingAttacks = look(position.game, position.board, by_cell)
    assert seen.armies == armies
    told = [{names[cell] for cell in cells} for cells in (seen.near, seen.blockers, seen.hops)]
    assert told == [set(near.split()), set(blockers.split()), set(hops.split())]


def test_a_king_on_the_first_cell_is_watched_and_has_its_turn() -> None:
    position = given(game("heathen-europe"), "W:Kaa1/B:Kdf6;Raa4 W - 9")
    assert position.royals[0] == 0 and position.king_attacks[0].armies == 2
    assert following((3, 0, 5), 0) == 1
    assert following((3, -1, 5), 0) == 2
    assert following((3, -1, 5), 2) == 0
    assert following((-1, -1, 5), 2) == 2


# Quiet turns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "code", "seen"),
    [
        # A Knight goes where it attacks no King: from the first cell of the board, or another.
        ("heathen-europe", "W:Kbd5;Naa1/B:Kdf6 W - 9", "N", 0),
        ("heathen-europe", "W:Kbd5;Nba3/B:Kdf6 W - 9", "N", 0),
        ("heathen-europe", "W:Kdf6/B:Kbd5;Naa1 B - 9", "N", 0),
        ("aof2", "E:Kjb5;Nga3/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "N", 0),
        # A royal piece's own moves are never quiet, nor those of an army that is attacked.
        ("heathen-europe", "W:Kbd5;Naa1/B:Kdf6 W - 9", "K", None),
        ("heathen-europe", "W:Kbd5;Naa1/B:Kdf6;Rbd2 W - 9", "N", None),
        # The Rook gives check from ba6 and from bf1.
        ("heathen-europe", "W:Kdd5;Rba1/B:Kbf6 W - 9", "R", 2),
    ],
)
def test_what_is_quiet(name: str, line: str, code: str, seen: int | None) -> None:
    position = given(game(name), line)
    of, cells = position.game, position.cells_of(position.turn)
    [origin] = [cell for cell in cells if of.code(position.board[cell]) == code]
    ends = destinations(position, origin)
    turns = [quiet_turn(position, Move(origin, end)) for end in ends]
    quiet = [reached for reached in turns if reached is not None]
    assert len(quiet) == (0 if seen is None else len(ends) - seen)
    for reached in quiet:
        assert reached.transforms_due is False and reached.king_attacks == position.king_attacks
        assert reached.turn == following(position.royals, position.turn)


def test_marks_are_the_same_where_nothing_changes_them() -> None:
    # What Pawns owe stays as it is, unless one moves or is taken.
    position = given(game("heathen-europe"), "W:Kdf6;Pac3^5/B:Kdd1;Naa2;Pdf1^2 B - 9")
    of, number = position.game, position.game.board.number
    quiet = Move(number["aa2"], number["ab4"])
    assert marks_after(position, quiet) == position.owed
    taken = marks_after(position, Move(number["aa2"], number["ac3"]))
    assert taken == {number["df1"]: 2}
    assert marks_after(position, Move(number["df1"], number["de1"])) == {
        number["ac3"]: 5,
        number["de1"]: 1,
    }
    none = given(of, "W:Kdf6;Nac3/B:Kdd1;Paa2 B - 9")
    assert marks_after(none, Move(number["aa2"], number["ba1"])) == none.owed

"""Shortcuts: what only saves time is taken where it may be, is kept, and changes nothing.

Whoever breaks one gets the same verdicts, later; so these tests look at the shortcut itself.
"""

from __future__ import annotations

import random

import pytest

from aofref import variants
from aofref.paths import Line, Reach
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import _line_by_line, _stirs, destinations, legal_moves
from aofref.rules.king_attacks import (
    UNATTACKED,
    AllKingAttacks,
    KingAttacks,
    cells_of,
    look,
    occupied_on,
)
from aofref.rules.lines import HOPS, PAWN, PLAIN, LineTables
from aofref.rules.make_move import following, make_move
from aofref.rules.pawns import marks_after
from aofref.rules.position import Move, Position
from aofref.variants.files.loader import load
from aofref.variants.model import Variant
from tests.helpers import ROOT, game, given


def fresh(name: str) -> CompiledVariant:
    """Make the tables of a game in which nothing is worked out yet."""
    variant = variants.find(name)
    assert variant is not None
    return CompiledVariant(variant)


def from_file(name: str) -> CompiledVariant:
    """Make the tables of a game in `tests/games`."""
    found = load((ROOT / "tests" / "games" / f"{name}.toml").read_text("utf-8"))
    assert isinstance(found, Variant)
    return CompiledVariant(found)


def piece(of: CompiledVariant, army: str, code: str) -> int:
    return of.piece(of.letters.index(army), of.kinds[code])


# What is remembered -----------------------------------------------------------------------------


def test_what_is_worked_out_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    of = fresh("aof2")
    done: list[tuple[int, int, bool]] = []
    work = LineTables._compile

    def counted(game: LineTables, one: int, cell: int, *, capturing: bool) -> Reach:
        done.append((one, cell, capturing))
        return work(game, one, cell, capturing=capturing)

    monkeypatch.setattr(LineTables, "_compile", counted)
    gd3 = of.board.number["gd3"]
    for _ in range(3):
        for code in ("R", "P"):
            of.lines.quiet(piece(of, "E", code), gd3)
            of.lines.captures(piece(of, "E", code), gd3)
    assert len(done) == len(set(done)) == 3  # a Rook captures as it goes


def test_armies_have_in_common_what_goes_the_same_way_in_both() -> None:
    of = fresh("aof2")  # the Partner O takes its bearings from its army, and so do Pawns
    cells = range(len(of.board.cells))
    for code in of.codes:
        one, other = piece(of, "E", code), piece(of, "I", code)
        for lines in (of.lines.quiet, of.lines.captures):
            same = all(lines(one, cell) == lines(other, cell) for cell in cells)
            assert same == (code not in ("O", "P"))
    # E and J go the same way, and neither has double steps.
    for code in of.codes:
        one, other = piece(of, "E", code), piece(of, "J", code)
        assert all(of.lines.quiet(one, cell) == of.lines.quiet(other, cell) for cell in cells)


@pytest.mark.parametrize("name", [*variants.IDS, "chess-without-castling", "glinski", "mixed"])
def test_what_leads_from_cell_to_cell_is_what_a_piece_reaches(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aofref.rules.differences._MOST", 50)  # so that it forgets, too
    rng, of = random.Random(name), from_file(name) if name == "mixed" else fresh(name)
    cells, found = range(len(of.board.cells)), 0
    for one in range(1, len(of.kind_of)):
        for cell in rng.sample(cells, 12):
            for all_of, table in (
                (of.lines.quiet, of.lines.moving(one)),
                (of.lines.captures, of.lines.capturing(one)),
            ):
                reach = all_of(one, cell)
                between = {end: table.lines(cell, end) for end in cells}
                again = {end: table.lines(cell, end) for end in rng.sample(cells, 20)}
                assert {end: lines for end, lines in between.items() if lines} == reach
                assert all(between[end] == lines for end, lines in again.items())
                places = of.board.places
                assert all(table.cover[places[end] - places[cell]] for end in reach)
                found += len(reach)
    assert found > 1000


def test_no_two_ways_to_lie_to_each_other_have_one_difference() -> None:
    for name in variants.IDS:
        board = game(name).board
        pairs = [
            (tuple(b - a for a, b in zip(one, other, strict=True)), there - here)
            for one, here in zip(board.cells, board.places, strict=True)
            for other, there in zip(board.cells, board.places, strict=True)
        ]
        assert len(set(pairs)) == len({way for way, _ in pairs}) == len({n for _, n in pairs})
        assert all(2 * abs(number) < board.differences for _, number in pairs)


def test_pieces_are_found_wherever_they_stand() -> None:
    assert cells_of(bytes([5, 0, 5, 7, 5]), 5) == [0, 2, 4] and cells_of(bytes([5, 0]), 7) == []
    assert occupied_on(bytes([5, 0, 5, 7])) == (0, 2, 3)


def test_only_pawns_have_steps() -> None:
    of = fresh("aof2")
    for code in of.codes:
        assert bool(of.lines.steps_rows[piece(of, "E", code)]) == (code == "P")


def test_pieces_are_walked_but_for_pawns_and_slings() -> None:
    for name in variants.IDS:
        of = game(name)
        for army in of.letters:
            for code, kind in of.kinds.items():
                manner = HOPS if code == "SL" else PLAIN
                if of.types[kind].pawn:
                    manner = PAWN
                assert of.lines.manner[piece(of, army, code)] == manner


@pytest.mark.parametrize("seed", range(4))
def test_a_sling_walks_its_rays_as_its_lines_say(seed: int) -> None:
    rng, (position, _) = random.Random(seed), turn.start(game("sd2l-sling"))
    of = position.game
    slings = [of.piece(army, of.kinds["SL"]) for army in of.armies]
    seen = 0
    for _ in range(120):
        for origin, piece in enumerate(position.board):
            if piece in slings:
                ends = destinations(position, origin)
                assert sorted(ends) == sorted(_line_by_line(position, piece, origin))
                seen += any(position.board[end] for end in ends)
        moves = legal_moves(position)
        if not moves:
            break
        position, _ = turn.after_unjudged(position, rng.choice(moves))
    assert seen  # some of them could capture


def test_an_elephant_that_leaps_need_not_walk() -> None:
    # Two steps along a line through an empty cell, or over a piece: wherever it walks, it leaps.
    of = fresh("aof2")
    leaps, rays, bends, doubled = of.lines.ways(piece(of, "E", "E"), of.board.number["gd3"])
    assert len(set(leaps)) == len(leaps) > 0 and (rays, bends, doubled) == ((), (), False)


def test_cells_in_line_are_cells_of_the_board() -> None:
    of = fresh("aof6")
    cells = of.board.cells
    for cell in range(len(cells)):
        for middle, far in of.transforms.in_line(cell):
            assert min(middle, far) >= 0
            steps = [
                tuple(b - a for a, b in zip(cells[one], cells[other], strict=True))
                for one, other in ((cell, middle), (middle, far))
            ]
            assert steps[0] == steps[1]


# What need not be looked at -----------------------------------------------------------------------


def test_nothing_is_ripe_or_attacked_at_first() -> None:
    for name in variants.IDS:
        position = turn.start(game(name))[0]
        assert position.ripe is False and position.all_king_attacks.attacked is False


def test_an_attack_is_known() -> None:
    # The Rook on bd2 has nothing between it and the King on bd5.
    position = given(game("heathen-europe"), "W:Kaa1;Rbd2/B:Kbd5 B - 9")
    assert position.all_king_attacks.attacked is True
    assert [watch.armies for watch in position.king_attacks] == [0, 1]


def test_nobody_watches_who_is_off_the_board() -> None:
    assert UNATTACKED.lines == {} and UNATTACKED.armies == 0
    assert AllKingAttacks((UNATTACKED, UNATTACKED)).attacked is False


def watched(pieces: str, *lines: tuple[str, str, list[str]]) -> tuple[Position, KingAttacks]:
    """Look at watchers with lines: of each its cell, the screen, what it crosses."""
    of = game("heathen-europe")
    position = given(of, pieces)
    number = of.board.number
    found: dict[int, tuple[Line, ...]] = {
        number[cell]: ((number[screen], tuple(number[each] for each in path)),)
        for cell, screen, path in lines
    }
    return position, look(of, position.board, found)


def names(position: Position, cells: frozenset[int]) -> set[str]:
    return {name for name, cell in position.game.board.number.items() if cell in cells}


BOARD = "W:Kbd5;Naa1/B:Kdf6;Rba5,bd2;Ubd4 W - 9"


def test_every_watcher_is_looked_at() -> None:
    # Ubd4 stands next to the King and attacks; that is not the end of it.
    position, watch = watched(BOARD, ("bd4", "bd4", []), ("ba5", "ba5", ["bb5", "bc5"]))
    assert watch.armies == 2 and names(position, watch.near) == {"bd4", "ba5", "bb5", "bc5"}
    assert watch.blockers == watch.hops == set()


def test_one_piece_between_is_a_shield_two_are_none() -> None:
    position, watch = watched(BOARD, ("bd2", "bd2", ["bd3", "bd4"]))
    assert watch.armies == 0 and names(position, watch.blockers) == {"bd4"}
    position, watch = watched(BOARD, ("bd2", "bd2", ["ba5", "bd4"]))
    assert watch.armies == 0 and watch.blockers == set()


def test_the_first_cell_of_the_board_is_a_cell_as_any_other() -> None:
    position, watch = watched(BOARD, ("bd2", "bd2", ["aa1", "bd3"]))
    assert position.game.board.number["aa1"] == 0
    assert watch.armies == 0 and names(position, watch.blockers) == {"aa1"}
    _, watch = watched(BOARD, ("bd2", "bd2", ["aa1", "bd4"]))
    assert watch.blockers == set()


def test_a_hop_may_land_on_its_whole_line() -> None:
    position, watch = watched(BOARD, ("bd2", "bd4", ["bd3"]))
    assert watch.armies == 2  # over bd4, where a piece stands
    assert names(position, watch.hops) == names(position, watch.blockers) == {"bd3", "bd4"}
    assert names(position, watch.near) == {"bd2", "bd3", "bd4"}


# Royal pieces on the first cell -------------------------------------------------------------------


def test_a_king_on_the_first_cell_is_watched() -> None:
    position = given(game("heathen-europe"), "W:Kaa1/B:Kdf6;Raa4 W - 9")
    assert position.royals[0] == 0 and position.king_attacks[0].armies == 2


def test_a_king_on_the_first_cell_has_its_turn() -> None:
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
        # A royal piece's own moves are never quiet, nor those of one that is attacked.
        ("heathen-europe", "W:Kbd5;Naa1/B:Kdf6 W - 9", "K", None),
        ("heathen-europe", "W:Kbd5;Naa1/B:Kdf6;Rbd2 W - 9", "N", None),
        # The Rook gives check from ba6 and from bf1.
        ("heathen-europe", "W:Kdd5;Rba1/B:Kbf6 W - 9", "R", 2),
    ],
)
def test_what_is_quiet(name: str, line: str, code: str, seen: int | None) -> None:
    position = given(game(name), line)
    [origin] = [
        cell
        for cell in position.cells_of(position.turn)
        if position.game.code(position.board[cell]) == code
    ]
    ends = destinations(position, origin)
    found = [make_move(position, Move(origin, end)) for end in ends]
    quiet = [each for each in found if each is not None]
    assert len(quiet) == (0 if seen is None else len(ends) - seen)
    for each in quiet:
        assert each.ripe is False and each.king_attacks == position.king_attacks
        assert each.turn == following(position.royals, position.turn)


# Moves that need not be listed --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "W:Kbd5;Nbb3;Pbc3;Rbd3;Uaa2;Ybd2/B:Kdf6;Nbc4;Pbd4 W - 9",
        "W:Kbd5;Nbb3;Pad3,bd3/B:Kdf6;Pbd4 W be4>bd4 9",  # a Pawn that might lift another
        "W:Kaa1;Nab1;Pba1;Rac1/B:Kdf6 W - 9",  # hemmed in, but for the Rook and the Knight
        "W:Kab1;Naa2;Pba1;Raa1/B:Kdf6 W - 9",  # the Rook could go on, were there a way out
        # A Gryphon that goes only where it must turn, and one that can go nowhere.
        "W:Kdf6;Yaa1/B:Kcc3 W - 9",
    ],
)
def test_a_piece_stirs_where_it_has_somewhere_to_go(line: str) -> None:
    position = given(game("heathen-europe"), line)
    of = position.game
    for origin in position.cells_of(0):
        lifts_perhaps = bool(position.passed) and of.is_pawn[position.board[origin]]
        ends = destinations(position, origin)
        assert _stirs(position, origin, frozenset()) is (ends != [] and not lifts_perhaps)
        # Where hops land does not count, be it all that it reaches or all but one cell.
        assert not ends or not _stirs(position, origin, frozenset(ends))
        if len(ends) > 1:
            assert _stirs(position, origin, frozenset(ends[:-1])) is not lifts_perhaps


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

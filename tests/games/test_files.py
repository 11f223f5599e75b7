"""Games from files: what a file may say, what is wrong with one, and where games are found."""

from __future__ import annotations

import json
import os
import pickle
import random
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import aofref as library
from aofref import games
from aofref.findings import BadText, Code, Finding, Place, Refusal, fault
from aofref.games.files import loader, shelf, toml, words
from aofref.games.files.loader import load
from aofref.notation import positions
from aofref.notation.movetext import Notation, write
from aofref.report.text.rules import words as everything
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.events import Event, Reason
from aofref.rules.moves import legal_moves
from aofref.rules.position import CoreMove, CorePosition
from aofref.rules.refuse import refusal
from tests.helpers import FIXTURES, OURS, PACKAGE, ROOT, aofref, meant
from tests.hostile_games import HOSTILE

GAMES = Path(__file__).parent / "files"

SMALL, HEX, CUBES = (
    (FIXTURES / "games" / f"{name}.toml").read_text("utf-8") for name in ("small", "hex", "cubes")
)


@pytest.fixture(autouse=True)
def nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `--variant` has opened is known as long as a process runs: not to the next test."""
    monkeypatch.setattr(shelf, "_opened", {})


def game(text: str) -> CompiledVariant:
    return compile_variant(load(text))


def faults(text: str) -> tuple[Finding, ...]:
    with pytest.raises(BadText) as problem:
        load(text)
    return problem.value.findings


def told_at(text: str) -> list[tuple[int, int, str]]:
    """The faults of a text: line, column and message."""
    return [(*found.place, found.message) for found in faults(text)]


def with_tables(tables: str, text: str = SMALL) -> str:
    return text.replace("[armies.W]", f"{tables}\n[armies.W]", 1)


def with_piece(phrase: str, text: str = SMALL) -> str:
    return with_tables(f'X = "{phrase}"', text)


def in_file(folder: Path, text: str = SMALL, name: str = "small") -> Path:
    """Write a game to a file, with the name as its id."""
    (path := folder / f"{name}.toml").write_text(text.replace('"small"', f'"{name}"'), "utf-8")
    return path


def written(position: CorePosition, form: Notation = Notation.LAN) -> set[str]:
    """The legal moves in a notation."""
    return {write(position, move, form) for move in legal_moves(position)}


# Twins ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sd2l-cohen", "sd2l-sling"])
def test_a_file_says_all_that_a_module_says(name: str) -> None:
    module = games.find(name)
    twin = load((GAMES / f"{name}-twin.toml").read_text("utf-8"))
    assert module is not None
    for seed in range(3):
        chance = random.Random(seed)
        ours, theirs = (turn.start(compile_variant(one))[0] for one in (twin, module))
        for _ in range(70):
            assert positions.write(ours) == positions.write(theirs)
            moves = legal_moves(theirs)
            assert sorted(legal_moves(ours)) == sorted(moves)
            if not moves:
                break
            move = chance.choice(moves)
            assert write(ours, move, Notation.SAN) == write(theirs, move, Notation.SAN)
            ours, theirs = turn.apply(ours, move)[0], turn.apply(theirs, move)[0]
    every = range(len(ours.board))
    assert all(
        (refusal(ours, CoreMove(a, b)) is None) == (refusal(theirs, CoreMove(a, b)) is None)
        for a in every
        for b in every[::7]
    )


# Phrases --------------------------------------------------------------------------------------------


def test_a_lame_leap_needs_the_cell_between() -> None:
    found = game(with_piece("Horse: leap 2:1 over orthogonals").replace("R a1", "X a1; R a2"))
    moves = written(turn.start(found)[0])
    assert {move for move in moves if move.startswith("Xa1")} == {"Xa1-c2"}


def test_the_last_army_of_three_wins() -> None:
    of = compile_variant(load((ROOT / "tests/games/files/round.toml").read_text("utf-8")))
    position, events = turn.start(of)[0], tuple[Event, ...]()
    for army in (0, 1):
        position, events = turn.withdraw(position, army, Reason.RESIGNS)
    assert [event["result"] for event in events if event["type"] == "end"] == ["0-0-1"]


def test_every_army_sees_vectors_from_its_side() -> None:
    found = game(with_piece("Guard: step (1 2) (0 -1)").replace("R e5", "X c3"))
    ends = found.movers[found.piece(1, 3)].quiet(12)
    assert {found.board.names[end] for end in ends} == {"b1", "c4"}


FOUR = SMALL.partition("[armies")[0].replace("1..5", "1..8") + "".join(
    f'[armies.{name[0]}]\nname = "{name}"\nforward = ["{way}"]\narray = "{array}"\n'
    for name, way, array in (
        ("North", "0 1", "K d1; R e1; P d2"),
        ("East", "1 0", "K a4; R a5; P b4"),
        ("South", "0 -1", "K e8; R d8; P e7"),
        ("West", "-1 0", "K h5; R h4; P g5"),
    )
)


def test_four_armies_turn_by_right_angles() -> None:
    found = game(FOUR)
    names, number = found.board.names, found.board.number
    takes = [
        {names[end] for end in found.movers[found.piece(army, 2)].captures(number["e5"])}
        for army in range(4)
    ]
    assert takes == [{"d6", "f6"}, {"f4", "f6"}, {"d4", "f4"}, {"d4", "d6"}]
    assert [found.letters[army] for army in found.armies] == ["N", "E", "S", "W"]
    position, events = turn.start(found)
    assert not events and legal_moves(position)


def test_a_hexagon_turns_by_sixths() -> None:
    found = game(HEX.replace('["0 -1"]', '["-1 1"]'))
    names, number = found.board.names, found.board.number
    ends = {names[end] for end in found.movers[found.piece(1, 2)].quiet(number["ac3"])}
    takes = {names[end] for end in found.movers[found.piece(1, 2)].captures(number["ac3"])}
    assert (ends, takes) == ({"ab4"}, {"ac4", "ab3"})


def test_a_faulty_array_draws_the_board(tmp_path: Path) -> None:
    told = aofref("rules", str(file := in_file(tmp_path, SMALL.replace("P b2", "P b9"))))
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.splitlines() == [
        f"{file}:14:24: bad-game the board has no cell b9",
        "   a5   b5 bKc5   d5 bRe5",
        "   a4   b4   c4 bPd4   e4",
        "   a3   b3   c3   d3   e3",
        "   a2   b2   c2   d2   e2",
        " wRa1   b1 wKc1   d1   e1",
    ]
    with pytest.raises(library.BadGame) as bad:
        library.variant(str(file))
    assert str(bad.value) == f"{file}:14:24: the board has no cell b9"
    assert bad.value.source == str(file)
    assert str(pickle.loads(pickle.dumps(bad.value))) == str(bad.value)
    # Without a royal piece, too; not where another thing is wrong.
    in_file(tmp_path, SMALL.replace("K c1; ", ""))
    assert aofref("rules", str(file)).stderr.endswith(" wRa1   b1   c1   d1   e1\n")
    in_file(tmp_path, SMALL.replace("ride orthogonals", "ride orthogonal"))
    told = aofref("rules", str(file))
    assert told.stderr == f"{file}:9:17: bad-game expected a direction: orthogonals?\n"


@pytest.mark.parametrize(
    "pieces",
    [
        'Q = "Soldier, pawn: step (0 1)"',  # no army has one
        'Q = "Stopped: leap (2 1)(1 2) over (2 1)"',  # it crosses the cell where it ends
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_piece_that_never_moves_has_its_rules(pieces: str, form: str, tmp_path: Path) -> None:
    text = re.sub("; P ..", "", SMALL).replace("[armies.W]", f"{pieces}\n[armies.W]")
    file = str(in_file(tmp_path, text))
    for named in ([], ["Q"]):
        told = aofref("rules", file, *named, "--format", form)
        assert (told.exit_code, told.stderr) == (0, "") and told.stdout


# Boards ---------------------------------------------------------------------------------------------


def test_cells_holes_and_ranks() -> None:
    text = SMALL.replace(
        'y = "1..5"', 'y = "1..5"\nholes = [["x = 2", "y = 1"]]\nranks = "by file"'
    )
    board = game(text).board
    assert "b1" not in board.number and "b2" in board.number  # a hole keeps its rank
    cut = SMALL.replace('y = "1..5"', 'y = "1..5"\ncells = [["x != 2"]]').replace("!=", ">=")
    cut = cut.replace("R a1", "R d1").replace("d4", "d3")
    assert sorted(game(cut).board.names)[0] == "b1"
    slanted = HEX.replace('z = "1..2"', 'z = "1..2"\ncells = [["x+y >= 5"]]\nfiles = "pqrst"')
    slanted = slanted.replace("K ac1; R aa1; P ab2", "K ar1; R as1; P as2")
    told = game(slanted.replace("K ac5; R ae5; P ad4", "K bt4; R bt5; P as4")).board
    assert [told.name_of((x, 6 - x, 1)) for x in (1, 3, 5)] == ["ap2", "ar2", "at1"]


@pytest.mark.parametrize(
    "levels", ['z = "1..1"', 'z = "-3..-3"', 'z = "1..3"\ncells = [["z = 2"]]']
)
def test_a_board_of_one_level_is_by_file_and_rank(levels: str) -> None:
    """The same game, however its only level is written."""
    text = SMALL.replace('y = "1..5"', f'y = "1..5"\n{levels}\nfiles = "pqrst"')
    text = re.sub("(?<=[ ])[a-e](?=[1-5])", lambda file: chr(ord(file[0]) + 15), text)
    position = turn.start(game(text))[0]
    assert position.game.board.names[0] == "p1"
    assert written(position, Notation.SAN) == {
        *("Kq1", "Ks1", "Kr2", "Ks2", "Rq1", "Rp2", "Rp3", "Rp4", "Rp5", "q3"),
    }


def test_many_ranks_in_every_notation() -> None:
    text = SMALL.replace('y = "1..5"', 'y = "1..40"').replace("c5", "c40").replace("e5", "e40")
    position = turn.start(game(text.replace("d4", "d39")))[0]
    move = next(m for m in legal_moves(position) if write(position, m, Notation.LAN) == "Ra1-a12")
    told = {one.value: write(position, move, one) for one in OURS}
    assert told == {
        "lan": "Ra1-a12", "san": "Ra12", "coord": "a1a12", "numeric": "01010112", "courier": "R a1-a12"
    }  # fmt: skip
    for form, said in told.items():
        assert library.loads(f'[Variant "x"]\n\n{said} *').status == "malformed"  # no such game
        assert meant(position, said, Notation(form)) == move


def test_levels_are_numbers_of_two_digits() -> None:
    texts = written(turn.start(game(HEX))[0], Notation.NUMERIC)
    assert "010202010203" in texts  # ab2-ab3
    assert all(len(text) == 12 for text in texts)


# Rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stalemate", "result"), [("draw", "1/2-1/2"), ("win", "0-1"), ("loss", "1-0")]
)
def test_what_stalemate_is(stalemate: str, result: str, tmp_path: Path) -> None:
    path = in_file(tmp_path, f'{SMALL}[ending]\nstalemate = "{stalemate}"\n')
    small = library.variant(str(path))
    final = small.position("W:Kc2;Rb4/B:Ka1 W - 9").push("Rb4-b2")
    assert final.end == result


def test_a_zone_forces_and_may_let_stay() -> None:
    zone = SMALL.replace("[pieces]", '[board.regions]\nfar = [["y >= 4"]]\n[pieces]')
    forced = with_tables('[promotion]\nzones = { W = "far" }\nto = "R"', zone)
    free = forced.replace('to = "R"', 'to = "R"\nmust = false')
    line = "W:Kc1;Pb3/B:Kc5 W - 1"
    for text, wanted in ((forced, {"b3-b4=R"}), (free, {"b3-b4=R", "b3-b4"})):
        position = turn.begin(positions.read(game(text), line))[0]
        assert {move for move in written(position) if move.startswith("b3")} == wanted


def test_last_and_first_are_the_ends_of_the_way() -> None:
    found = game(with_tables('[promotion]\nzones = { W = "last", B = "first" }'))
    plain = game(SMALL)
    for army in (0, 1):
        piece = found.piece(army, 2)
        for cell in range(len(plain.board.cells)):
            assert found.pawns.must(piece, cell) == plain.pawns.must(piece, cell)


def test_double_steps_from_regions() -> None:
    text = SMALL.replace("[pieces]", '[board.regions]\nhome = [["y = 2"]]\n[pieces]')
    found = game(with_tables('[pawns]\ndoubles = "W"\non = "home"', text))
    assert {found.board.names[cell] for cell in found.pawns.doubles[3]} == {
        *["a2", "b2", "c2", "d2", "e2"]
    }
    assert not found.pawns.doubles[6]


def test_a_pawn_may_be_the_first_of_the_pieces() -> None:
    """Its code is still the one that is left out."""
    first = re.sub("(?s)(K = .*)(P = .*?\n)", r"\2\1", SMALL)
    assert first.index("P = ") < first.index("K = ")
    ours, usual = turn.start(game(first))[0], turn.start(game(SMALL))[0]
    written_out = meant(ours, "PNb2-b3", Notation.LAN)
    assert isinstance(written_out, CoreMove) and write(ours, written_out, Notation.LAN) == "b2-b3"
    for form in Notation:
        assert written(usual, form) == written(ours, form)


def test_several_kinds_of_pawns_and_none() -> None:
    text = with_piece(" Red Rider-2 , pawn:step (1 1) ; takes step (0 1)")
    text = text.replace("P b2", "P b2; X a2")
    position = turn.start(game(with_tables('[pawns]\ndoubles = "W"', text)))[0]
    assert {"b3", "b4", "Xb3", "Xc4"} <= written(position, Notation.SAN)
    none = turn.start(game(re.sub(r"(; P ..(?=\"))|P = .*\n", "", SMALL)))[0]
    assert not any(none.game.is_pawn)
    told = refused(none, "b3")
    assert told.startswith("no P of White can go to b3")
    assert refused(none, "PNb2-b3").startswith("this game has no piece PN; ")


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_game_without_pawns_says_nothing_of_them(form: str, tmp_path: Path) -> None:
    text = SMALL.replace('P = "Pawn, pawn: step (0 1); takes step (1 1) (-1 1)"\n', "")
    file = in_file(tmp_path, text.replace("; P b2", "").replace("; P d4", ""))
    for piece in ("", "R"):
        done = aofref("rules", str(file), *filter(None, [piece]), "--format", form)
        assert done.exit_code == 0
        assert not re.search("must promote|can promote|with the Pawn|(see Pawn)", done.stdout)


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_examples_have_both_royal_pieces(form: str, tmp_path: Path) -> None:
    """A piece that needs the only cells on which a King of the array can stand in an example."""
    piece = 'A = "Ape: leap (1 2) over (0 2); takes hop 2 3:1, (0 2)"\n'
    file = in_file(tmp_path, SMALL.replace('R = "', f'{piece}R = "'))
    assert aofref("rules", str(file), "A", "--format", form).exit_code == 0


def refused(position: CorePosition, text: str) -> str:
    why = meant(position, text)
    assert isinstance(why, Refusal)
    return why.message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Xa1-c2", "(small: pieces.X)"),
        ("Ra5-a4", "nothing stands on a5"),
        ("b2-b5", "(small: pieces.P)"),
        ("Rc9", "no cell c9 (small: board)"),
        ("b2xc3", "only to capture"),
        ("a1xc2", "Xa1"),
    ],
)
def test_refusals_cite_the_file(text: str, told: str) -> None:
    piece = with_piece("Cannon: ride 1 orthogonals; takes hop orthogonals").replace(
        "R a1", "R e1; X a1"
    )
    said = refused(turn.start(game(piece))[0], text)
    assert told in said and "RULES" not in said


@pytest.mark.parametrize(
    "phrase",
    [
        "Cannon: ride orthogonals; takes hop orthogonals",
        "Shooter: step orthogonals; takes leap 2:0, 2:1",
        "Odd: leap 2:1 over orthogonals; takes ride 2 diagonals",
        "Turner: bend diagonals then orthogonals",
        "Jumper: hop 2 orthogonals, diagonals",
        "Lancer, pawn: step (0 1); takes ride (1 1) (-1 1)",
        "Vaulter, pawn: step (0 1); takes hop (1 1) (-1 1) (0 1)",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_generated_is_what_is_not_refused(phrase: str, seed: int) -> None:
    """On a small board full of pieces, of which one captures otherwise than it moves."""
    of = game(with_piece(phrase).replace("R a1", "R a1 b1 d2; X a2 e2"))
    position, chance = turn.start(of)[0], random.Random(seed)
    cells = range(len(position.board))
    for _ in range(8):
        moves = legal_moves(position)
        ways = {(move.origin, move.destination) for move in moves}
        assert ways == {
            (origin, end)
            for origin in cells
            for end in cells
            if any(
                refusal(position, CoreMove(origin, end, promotion)) is None
                for promotion in (-1, of.kinds["R"])
            )
        }
        if not moves:
            break
        position = turn.apply(position, chance.choice(moves))[0]


def test_a_cannon_needs_a_screen() -> None:
    text = with_piece("Cannon: ride orthogonals; takes hop orthogonals").replace("R a1", "X a1")
    position = turn.start(game(text.replace("R e5", "R a5")))[0]
    assert "only by leaping over exactly one piece" in refused(position, "Xa1xa5")
    hops = turn.start(game(text.replace("R e5", "R a5").replace("P b2", "P a2")))[0]
    assert "Xa1xa5" in written(hops)
    steps = with_piece("Odd: step diagonals; takes ride orthogonals").replace("R a1", "X a1")
    odd = turn.start(game(steps.replace("R e5", "R a5").replace("P b2", "P e2")))[0]
    assert "only to capture" in refused(odd, "Xa1-a4")


# Faults ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "at"), [("title", "[x", (2, 4)), ('"Small"', '"Small', (2, 15))]
)
def test_what_is_not_toml_has_its_place(old: str, new: str, at: tuple[int, int]) -> None:
    """The reason is in the words of Python's own reader."""
    text = SMALL.replace(old, new, 1)
    with pytest.raises(tomllib.TOMLDecodeError) as own:
        tomllib.loads(text)
    why = str(own.value).partition(" (at ")[0]
    why = f"not TOML: {why[0].lower()}{why[1:]}"
    assert faults(text) == (fault(Code.BAD_GAME, why, Place(*at)),)


def test_an_army_goes_six_ways_and_nine_cells() -> None:
    ways = (1, 2, 3, 4, 5, 9)
    text = re.sub('"0 (-?)1"', lambda way: ", ".join(f'"0 {way[1]}{n}"' for n in ways), SMALL)
    assert [len(army.forward) for army in game(text).variant.armies] == [6, 6]


@pytest.mark.parametrize(
    "phrase",
    [
        *("step (0 1 1)", "step (0 2 1), diagonals", "ride (0 1 0)", "step (1 -1 1) (-1 2 1)"),
        *("leap 2:1 over (0 1 0)", "bend (0 1 1) then (0 1 0)", "curve orthogonals 2", "leap 2:0"),
    ],
)
def test_a_pawn_is_stuck_where_it_has_no_step(phrase: str) -> None:
    of = game(with_piece(f"X, pawn: {phrase}", HEX))
    for number, army in enumerate(of.variant.armies):
        quiet = [of.movers[of.piece(number, of.kinds["X"])].quiet(cell) for cell in range(50)]
        found = loader._stuck(of.board, army, of.variant.pieces["X"])
        assert found == {cell for cell, ends in enumerate(quiet) if not ends}


@pytest.mark.parametrize("many", [50, 51, 60])
def test_fifty_faults_are_told(many: int) -> None:
    """They are keys that nobody knows, from the first line."""
    keys = "".join(f"q{number:02} = 1\n" for number in range(many))
    found = [(fault.line, fault.column, fault.message) for fault in faults(keys + SMALL)]
    more = {50: [], 51: [(51, 1, "and 1 more fault")], 60: [(51, 1, "and 10 more faults")]}
    assert found[50:] == more[many]
    assert [place[:2] for place in found[:50]] == [(line, 1) for line in range(1, 51)]


CODES = [first + second for first in "ABCDE" for second in "ABCDEFGHIJKLMNOPQRSTUVWXY"]


def with_codes(codes: list[str], text: str) -> str:
    return with_tables("\n".join(f'{code} = "{code} er: step orthogonals"' for code in codes), text)


def test_what_kinds_there_may_be() -> None:
    """255 piece types times armies: 127 for two."""
    told = "there are at most 255 piece types times armies, not 256"
    assert told_at(with_codes(CODES, CUBES)) == [(8, 1, told)]
    game(with_codes(CODES[:-1], CUBES))


def test_what_an_army_castles_with_counts_twice() -> None:
    """It has not moved, or it has: 126 types of two armies leave room for three, not for four."""
    text = with_codes(CODES[2:], SMALL)
    text = text.replace("R a1; P b2", "R a1; AC b1; P b2")
    text += '[castling.W]\nleft = "K c1-b1; R a1-c1"\nnear = "K c1-a1; AC b1-c1"\n'
    text += '[castling.B]\nright = "K c5-d5; R e5-c5"\n'
    game(text)
    text = text.replace("R e5; P d4", "R e5; AC b5; P d4") + 'near = "K c5-a5; AC b5-c5"\n'
    line = 1 + text[: text.index("[castling.W]")].count("\n")
    most = "there are at most 255 piece types times armies"
    twice = f"{most}, with those twice that castle with a royal piece, not 256"
    assert told_at(text) == [(line, 1, twice)]


COSTS = """
import os, resource, sys, time
from itertools import islice
from contextlib import suppress
from aofref.findings import BadText
from aofref.games.files.loader import load
from tests.hostile_games import HOSTILE, random_file

usual = sys.stdin.read()
load(usual)
began = time.process_time()
for _ in range(20):
    load(usual)
unit = (time.process_time() - began) / 20
step, seeds = int(sys.argv[1]), range(int(sys.argv[2]))
some = dict(islice(HOSTILE.items(), 2, None, step))
for name, text in {**some, **{seed: random_file(seed) for seed in seeds}}.items():
    assert len(text.encode()) <= 65_536
    if os.fork():
        assert os.wait()[1] == 0, name
        continue
    began = time.process_time()
    with suppress(BadText):
        load(text)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{(time.process_time() - began) / unit:.0f} {most} {name}", flush=True)
    os._exit(0)
"""


@pytest.mark.slow
def test_hostile_files_cost_little(effort: int) -> None:
    """Any file is answered in 200 MB and in less time than a thousand usual games take.

    Every fourth of them, unless --long asks for all.
    """
    step, seeds = (1, 30) if effort > 1 else (4, 1)
    done = subprocess.run(
        [sys.executable, "-c", COSTS, str(step), str(seeds)],
        input=(PACKAGE / "games/files/glinski.toml").read_text("utf-8"),
        capture_output=True, text=True, check=False, cwd=GAMES.parent.parent,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    costs = [line.split(" ", 2) for line in done.stdout.splitlines()]
    assert len(costs) >= len(HOSTILE) // step + seeds
    assert [cost for cost in costs if int(cost[0]) >= 1000 or int(cost[1]) >= 200] == []


@pytest.mark.parametrize(
    ("name", "line", "column", "told"),
    [
        ("conditions: regions", 108, 9, "a game has at most 100 conditions"),
        ("conditions: regions of nothing", 108, 1, "a game has at most 100 conditions"),
        ("conditions: conditions", 8, 2210, "a game has at most 100 conditions"),
        ("pieces: pawns that ride far", 32, 15, "the pieces of a game have at most 20,000,000"),
    ],
)
def test_what_a_file_asks_for_has_a_limit(name: str, line: int, column: int, told: str) -> None:
    fault, *_ = faults(HOSTILE[name])
    assert (fault.line, fault.column, fault.code.value) == (line, column, "limit")
    assert fault.message.startswith(told)


def test_a_hundred_conditions_are_read() -> None:
    text = SMALL.replace('y = "1..5"', 'y = "1..5"\ncells = [' + '["x = 1"], ' * 99 + "[]]")
    assert len(game(text).board.cells) == 25
    (fault,) = faults(text.replace("[]]", "[], []]"))
    assert fault.code.value == "limit"


def test_a_limit_is_told_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = in_file(tmp_path, HOSTILE["conditions: regions"], "much")
    told = ":108:9: limit a game has at most 100 conditions\n"
    said = aofref("moves", "--variant", str(path))
    assert (said.exit_code, said.stdout, said.stderr) == (2, "", f"{path}{told}")
    with pytest.raises(library.BadGame) as wrong:
        library.variant(str(path))
    assert str(wrong.value.findings[0].code) == "limit"
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    record = aofref("check", "--quiet", stdin='[Variant "much"]\n\n*\n')
    assert record.exit_code == 2
    assert record.stderr == f"-:1:1: limit the file of 'much': {path}{told.replace('limit ', '')}"


@pytest.mark.parametrize(
    ("value", "line", "column"),
    [
        ('title = "Small"\nx = 1', 3, 5),
        ("title = -1_1", 2, 9),
        (f'# = {"1" * 5000}\ntitle = "= {"1" * 5000}"\nx = [\n  "a",  # 2\n  1', 6, 3),
    ],
)
def test_a_number_of_many_digits(
    value: str, line: int, column: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SMALL.replace('title = "Small"', value + "0" * 4300 + "]" * ("[" in value))
    assert told_at(text) == [(line, column, "this number has too many digits")]
    path = in_file(tmp_path, text, "digits")
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    in_file(tmp_path, name="zz")
    said = aofref("variants")  # which goes on
    assert said.exit_code == 2 and "\nzz " in said.stdout
    assert said.stderr == f"{path}:{line}:{column}: bad-game this number has too many digits\n"


def test_variants_lists_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (
        "pieces: marks",
        "conditions: regions",
        "tables: keys",
        "toml: brackets",
        "toml: blanks",
    )
    for number, name in enumerate(wrong):
        in_file(tmp_path, HOSTILE[name], f"a{number:02}")
    (tmp_path / "a.toml").mkdir()
    in_file(tmp_path, name="zz")
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    said = aofref("variants")
    assert said.exit_code == 2 and said.stdout.splitlines()[-1].startswith("zz ")
    assert len({line.split(":")[0] for line in said.stderr.splitlines()}) == len(wrong) + 1


def test_what_is_no_plain_file(tmp_path: Path) -> None:
    large, strange, fifo = tmp_path / "l.toml", tmp_path / "s.toml", tmp_path / "f.toml"
    large.write_bytes(b"#" * 70_000)
    strange.write_bytes(b"id = 1\n\xff")
    (late := tmp_path / "late.toml").write_bytes("\ufeff# é \n#é ".encode() + b"\xff")
    (folder := tmp_path / "folder.toml").mkdir()
    os.mkfifo(fifo)
    for path, told in (
        (large, "1:1: bad-game a game has at most 65536 bytes"),
        (strange, "2:1: bad-game this is not UTF-8"),
        (late, "2:4: bad-game this is not UTF-8"),
        (fifo, "1:1: bad-game this is not a plain file"),
        (folder, "1:1: bad-game this is not a plain file"),
        (tmp_path / "none.toml", "1:1: bad-game this cannot be read"),
    ):
        said = aofref("moves", "--variant", str(path))
        assert (said.exit_code, said.stdout) == (2, "")
        assert said.stderr.startswith(f"{path}:{told}")


# Where games are found --------------------------------------------------------------------------------


def test_a_record_names_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = '[Variant "small-one"]\n\n1. b3 *\n'
    assert "unknown-variant" in aofref("check", stdin=record).stderr
    path = in_file(tmp_path, name="small-one")
    assert aofref("check", "--variant", str(path), stdin=record).exit_code == 0
    by_path = record.replace("small-one", str(path))
    assert aofref("check", stdin=by_path).exit_code == 2  # a record holds no path
    second = tmp_path / "second"
    second.mkdir()
    in_file(second, name="small-two")
    in_file(second, name="small-one")
    monkeypatch.setenv("AOFREF_GAMES", f"::{tmp_path}:{second}:")
    assert aofref("check", stdin=record.replace("one", "two")).exit_code == 0
    said = aofref("variants")
    assert said.exit_code == 0 and "\nsmall-two " in said.stdout
    assert said.stderr == (
        f"{second}/small-one.toml:1:1: warning: bad-game {path} has the same id, and is read "
        "instead\n"
    )


def test_every_fault_of_the_game_that_a_record_names_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One a line, behind the place of the record's tag."""
    text = SMALL.replace("P b2", "P b9").replace("d4", "c5").replace('"small"', '"bad\u2028"')
    (path := tmp_path / "wrong.toml").write_text(text)
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    (players := tmp_path / "players.tsv").write_text("a\tA\ta@b\nc\tC\tc@d\n")
    told = [
        f"{path}:1:7: {{}}an id is made of small letters, digits and hyphens, 1 to 40 of them",
        f"{path}:1:7: {{}}the id is 'bad\\u2028', but the file is called 'wrong'",
        f"{path}:14:24: {{}}the board has no cell b9",
        f"{path}:18:24: {{}}two pieces stand on c5",
    ]
    record = '[Event "x"]\n[Variant "wrong"]\n\n1. b3 *\n'
    for command in (["check"], ["moves"], ["play", "-", "b3"], ["explain", "-", "b3"]):
        said = aofref(*command, stdin=record)
        assert said.exit_code == 2
        assert said.stderr.splitlines() == [
            f"-:2:1: bad-game the file of 'wrong': {line.format('')}" for line in told
        ]
    found = library.loads(record).findings
    assert [str(one.code) for one in found] == ["bad-game"] * 4
    named = [line.format("bad-game ") for line in told]
    board = [
        *("   a5   b5 bKc5   d5 bRe5", "   a4   b4   c4   d4   e4", "   a3   b3   c3   d3   e3"),
        *("   a2   b2   c2   d2   e2", " wRa1   b1 wKc1   d1   e1"),
    ]
    to = str(tmp_path / "c")
    season = ("season", str(players), "--output-dir", to, "--variant", "wrong")
    for command_line in (("new", "wrong"), season):
        said = aofref(*command_line)
        assert (said.exit_code, said.stderr.splitlines()[:4]) == (2, named)
        assert said.stderr.splitlines()[4:] == board  # without the two pieces at fault


def test_an_id_is_the_name_of_the_file_and_of_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (other := tmp_path / "other.toml").write_text(SMALL)
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    assert aofref("variants").exit_code == 2
    found = aofref("check", stdin='[Variant "other"]\n\n*\n')
    assert found.exit_code == 2 and "-:1:1: bad-game the file of 'other'" in found.stderr
    for path, told in (
        (other, "1:7: bad-game the id is 'small', but the file is called 'other'"),
        (in_file(tmp_path, f"\n{SMALL}", "aof2"), "2:7: bad-game the id 'aof2' is another game's"),
        (
            in_file(tmp_path, f"\n{SMALL}", "glinski"),
            "2:7: bad-game the id 'glinski' is another game's",
        ),
    ):
        assert aofref("moves", "--variant", str(path)).stderr == f"{path}:{told}\n"
    assert aofref("moves", "--variant", "other").stderr.startswith(
        f"{other}:1:7: bad-game the id is"
    )
    said = aofref("variants", "--format", "json")
    assert said.exit_code == 2 and said.stderr.count("a game of aofref has this id") == 2
    assert len(json.loads(said.stdout.splitlines()[0])["army-names"]) == 4


def test_the_library_opens_files(tmp_path: Path) -> None:
    path = in_file(tmp_path, name="small-lib")
    found = library.variant(str(path))
    assert (found.id, found.title) == ("small-lib", "Small")
    position = found.start().push("Ra1-a4")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.push("d4-d3").piece_at("d3").name == "Pawn"
    assert library.variant("small-lib") == found
    assert library.loads('[Variant "small-lib"]\n\nb3 d3 *').status == "legal"
    in_file(tmp_path, SMALL.replace("K c1", "K z1"), "small-lib")
    with pytest.raises(library.BadGame) as wrong:
        library.variant(str(path))
    (fault,) = wrong.value.findings
    assert (fault.line, fault.column, str(fault.code)) == (14, 12, "bad-game")
    assert str(wrong.value).endswith("14:12: the board has no cell z1")
    with pytest.raises(library.UnknownVariant):
        library.variant("no-such-game")


# Looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["raumschach", "parton", "glinski", "mccooey",
                                  "chess-without-castling", "capablanca-without-castling"])  # fmt: skip
def test_every_look(name: str) -> None:
    assert aofref("rules", name).exit_code == 0
    of = games.find(name)
    assert of is not None
    for code in of.pieces:
        said = aofref("rules", name, code)
        assert said.exit_code == 0 and "RULES" not in said.stdout
        assert aofref("rules", name, code, "--format", "json").exit_code == 0
    record = aofref("new", name).stdout
    for form in ("text", "svg", "html", "position"):
        said = aofref("show", "--format", form, stdin=record)
        assert said.exit_code == 0 and len(said.stdout) > 100
    numeric = aofref("convert", "--to", "numeric", stdin=record).stdout
    assert aofref("check", stdin=numeric).exit_code == 0


def test_a_game_of_glinski_is_explained() -> None:
    said = aofref("play", "-", "Ng1-f3", stdin=aofref("new", "glinski").stdout)
    assert said.exit_code == 1
    assert "the piece there is W:Kg1, not N (glinski: pieces.K)" in said.stderr
    blocked = aofref("play", "-", "Rc1-c3", stdin=aofref("new", "glinski").stdout)
    assert '"Rook: ride orthogonals"' in blocked.stderr and "RULES" not in blocked.stderr


def test_a_move_by_mail(tmp_path: Path) -> None:
    record = tmp_path / "game.aof"
    record.write_text(aofref("new", "glinski").stdout)
    mail = tmp_path / "mail.eml"
    mail.write_text("From: anna@example.org\nSubject: our game\n\nHello!\n\nNf4\n\nAnna\n")
    said = aofref("play", "--by", "W", "--mail", str(mail), str(record))
    assert (
        said.exit_code == 1 and "more than one N of White can go to f4: from d1, h1" in said.stderr
    )
    mail.write_text(mail.read_text().replace("Nf4", "1. Nh1 - f4"))
    said = aofref("play", "--by", "W", "--mail", str(mail), str(record))
    assert said.exit_code == 0 and "1. Nh1-f4 *" in said.stdout


def test_random_games_of_four_armies_are_read_again(tmp_path: Path) -> None:
    four = library.variant(str(in_file(tmp_path, FOUR, "four")))
    for seed in range(4):
        chance, record = random.Random(seed), library.new("four")
        position = four.start()
        for _ in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            move = chance.choice(moves)
            record, position = record.play(move), position.push(move)
        assert record.status == "legal"
        for form in ("lan", "san", "numeric", "courier"):
            again = library.loads(record.write(form))
            assert again.status == "legal", form
            nodes = [*again.mainline()]
            assert str(nodes[-1].after) == str(position)


# Words ------------------------------------------------------------------------------------------------


def test_a_pawn_in_words() -> None:
    regions = '[board.regions]\nfar = [["y >= 4"]]\nhome = [["y = 2"]]\n[pieces]'
    tables = '[pawns]\ndoubles = "W"\non = "home"\n[promotion]\nzones = { W = "far" }\nto = "R"\n'
    text = SMALL.replace("[pieces]", regions).replace("[armies.W]", tables + "[armies.W]", 1)
    said = dict(everything(game(text), 2))
    assert said["Double step"].endswith("For White these cells are a2 b2 c2 d2 e2.")
    assert "its promotion zone: White a4 a5 b4 b5 c4 c5 d4 d5 e4 e5." in said["Promotion"]
    assert "It becomes a Rook." in said["Promotion"]
    free = dict(everything(game(text.replace('to = "R"', "must = false")), 2))
    assert "A Pawn may promote" in free["Promotion"]


def test_a_piece_has_so_many_directions() -> None:
    many = " ".join(f"({x} {y})" for x in range(-16, 17) for y in range(-16, 17) if x or y)
    long = [
        many[at : at + 900].partition("(")[2].rpartition(")")[0] for at in range(0, len(many), 900)
    ]
    lines = "".join(f'X{letter} = "X{n}: leap ({part})"\n' for n, (letter, part) in enumerate(
        zip("ABCDEFGHIJKLMNOPQRSTUV", long, strict=False)))  # fmt: skip
    every = " + ".join(f"X{n}" for n in range(len(long)))
    text = SMALL.replace("[armies.W]", f'{lines}Y = "All: {every}"\n[armies.W]', 1)
    assert any("a piece has at most 1000 directions" in fault.message for fault in faults(text))


def test_places_of_whatever_toml() -> None:
    text = """# first
a.b = 'x'  # told
"q.r" = {c = "\\u0041\\tz", d = [1, [2, "w"]], e.f = true}
[[t.u]]
k = '''
raw'''
m = \"\"\"one \\
   two\"\"\"
"""
    text = text.replace('\\"', '"')
    found = toml.parse(text)
    assert isinstance(found, toml.Toml)
    assert found.place(("a", "b")) == (2, 1) and found.place(("a", "b"), 0) == (2, 8)
    assert found.place(("q.r", "c"), 2) == (3, 23)  # behind two escapes
    assert found.place(("q.r", "d", 1, 1), 0) == (3, 40)
    assert found.place(("q.r", "e", "f")) == (3, 46)
    assert found.place(("t", "u", "k"), 0) == (6, 1)
    assert found.place(("t", "u", "m"), 4) == (8, 4)  # behind a line that goes on
    assert found.place(("none", "such")) == (1, 1) and found.place(("a",), 0) == (2, 1)


# The lesson -------------------------------------------------------------------------------------------

LESSON = (ROOT / "docs" / "games.md").read_text("utf-8")


def test_the_games_of_the_lesson_are_those_that_come_with_aofref() -> None:
    first, second, third, hexagons, *parts = re.findall(r"```toml\n(.*?)```", LESSON, re.DOTALL)
    for text, name in ((first + second + third, "raumschach"), (hexagons, "glinski")):
        ours, theirs = game(text), games.find(name)
        assert theirs is not None and ours.variant.array == theirs.array
        assert ours.variant.pieces == theirs.pieces and ours.variant.pawns == theirs.pawns
        assert ours.board.names == theirs.board.names
    for part, name in zip(parts, ("mccooey", "chess"), strict=True):
        theirs = games.find(name)
        assert theirs is not None
        assert all(line in theirs.source for line in part.splitlines())


def test_the_phrases_of_the_lesson_can_be_read() -> None:
    phrases = re.findall(r"^\| `([^`]+)` \|", LESSON, re.MULTILINE)
    assert len(phrases) == 6
    for phrase in phrases:
        assert words.piece(f"A: {phrase}").moves


def test_the_faults_of_the_lesson_are_those_of_aofref() -> None:
    broken = LESSON.replace("root-3 diagonals", "rooot-3 diagonals", 1)
    first, second, third, *_ = re.findall(r"```toml\n(.*?)```", broken, re.DOTALL)
    text = (first + second + third).replace("P aa2 ab2 ac2", "P aa1 ab2 ac2", 1)
    for line, column, message in told_at(text):
        assert f"\nmy-raum.toml:{line}:{column}: bad-game {message}\n" in LESSON
    assert LESSON.count("bad-game") == len(faults(text)) == 2

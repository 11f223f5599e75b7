"""What a position carries from move to move is what it would be, worked out afresh, whatever is asked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from aofref import games
from aofref.findings import Code
from aofref.judge.analysis.threats import all_attackers, king_threats, material
from aofref.notation import movetext, positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Reason, attackers
from aofref.rules.moves import exposes, has_safe_move, legal_moves, taken_en_passant
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.refuse import refusal
from tests.helpers import game, given, meant, play_at_random, sampled

TWO_AT_ONCE = "C:Ked3;PNpj2,pi4/I:Kon3;PNoi3/M:Kkj3;PNpj3/N:Kta3 C oj3>pj3,oj3>oi3 2"
PLIES = 50
SHORT = {  # positions that soon see promotions, hops and checks
    "aof2": "E:Kjb5;Pca3,fb2;Uka5;Rha4/I:Kdb2;Fdb3;Rfc3;Pjf2,if4;Eca2/J:Kjb1;Tjb2;Pea1,gc1/"
    "P:Kjh3;Ojh4;Mki3;Pdb4,gd3;Cfa3 E - 9",
    "sd2l-sling": "W:Kbg1;SLbf3,ae3,bh3;Pbg4,be5;Rai3/B:Kbg7;SLbf5,ah5;Pbg3,ah6;RAbd5;Nag5 W - 9",
    "heathen-europe": "W:Kca1;Yca2;Pae5,be5^1,df3^2;Uda1/B:Kcf6;Lbe6;Pab2,cb3^1,dc3^3;Raf1 W - 9",
}
EVERY = [(name, "") for name in games.IDS] + [
    (name, ruling) for name in games.IDS for ruling in sorted(game(name).variant.rulings)
]


def played(
    of: CompiledVariant, start: CorePosition, seed: str, plies: int
) -> Iterator[tuple[CorePosition, CoreMove]]:
    """Play at random, gladly taking, lifting, promoting, hopping and moving a royal piece."""
    rng, position = random.Random(seed), start
    for _ in range(plies):
        if position.turn == NOBODY:
            return
        legal, doubles = legal_moves(position), of.pawns.doubles[position.turn]
        tastes = (
            [move for move in legal if taken_en_passant(position, *move[:2])],
            [
                move
                for move in legal
                if move.promotion != NO_PROMOTION
                or position.board[move.destination]
                or move.destination in doubles.get(move.origin, ())
            ],
            [move for move in legal if move.origin == position.royals[position.turn]],
        )
        liked = [taste for taste in tastes if taste and rng.random() < 0.7]
        move = rng.choice(liked[0] if liked else legal)
        yield position, move
        position = turn.apply(position, move)[0]


def assert_fresh(position: CorePosition) -> None:
    """Hold a position against what its line says, made afresh, and that with its turn started."""
    fresh = positions.read(position.game, positions.write(position))
    assert fresh == position and fresh.royals == position.royals
    assert (fresh.near, fresh.attackers) == (position.near, position.attackers)
    for army in position.game.armies:
        assert fresh.occupied == position.occupied
        assert fresh.cells_of(army) == position.cells_of(army)
        new, kept = fresh.watches[army], position.watches[army]
        assert (new.attackers, set(new.exposed)) == (kept.attackers, set(kept.exposed))
        assert new.near == kept.near
        assert sorted(new.lines) == sorted(kept.lines)
    legal = legal_moves(position)
    assert set(legal_moves(fresh)) == set(legal) and len(set(legal)) == len(legal)
    if position.turn == NOBODY:
        return
    started, events = turn.begin(fresh)
    assert started == position and all(event.type == "check" for event in events)
    safe = False
    for move in legal:
        if move.origin >= 0:
            taken = taken_en_passant(position, *move[:2])
            safe |= not exposes(position, move.origin, move.destination, taken)
    assert has_safe_move(position) == safe == has_safe_move(fresh)


def starts(of: CompiledVariant, name: str) -> Iterator[CorePosition]:
    yield turn.start(of)[0]
    for line in (SHORT.get(name, ""), TWO_AT_ONCE if name == "aof6" else ""):
        if line:
            yield given(of, line)


@pytest.mark.parametrize(("name", "ruling"), EVERY)
def test_what_is_carried_is_what_is_made_afresh(name: str, ruling: str) -> None:
    of = game(name, *ruling.split())
    for number, start in enumerate(starts(of, name)):
        for ply, (position, _) in enumerate(played(of, start, f"{name} {ruling} {number}", PLIES)):
            if ply % 10 == 0:
                ask(position)
            assert_fresh(position)
            if ply % 40 == 9 and len(position.living) > 2:
                assert_fresh(turn.withdraw(position, position.living[-1], Reason.RESIGNS)[0])


def ask(position: CorePosition) -> None:
    """Ask a position for all that changes nothing."""
    line, last = positions.write(position), len(position.board) - 1
    king_threats(position), all_attackers(position), material(position), repr(position)
    if position.turn != NOBODY:
        has_safe_move(position), refusal(position, PASS)
        refusal(position, CoreMove(0, last)), refusal(position, CoreMove(last, 0))
    for move in legal_moves(position)[::12]:
        movetext.suffix(*turn.apply(position, move))
    assert positions.write(position) == line


def test_chess_too() -> None:
    of = game("chess")
    for seed in range(2):
        for position, _ in played(of, turn.start(of)[0], f"chess {seed}", 150):
            assert_fresh(position)


def test_the_games_above_see_what_is_rare() -> None:
    seen: Counter[str] = Counter()
    for name, ruling in EVERY:
        of = game(name, *ruling.split())
        for number, start in enumerate(starts(of, name)):
            for position, move in played(of, start, f"{name} {ruling} {number}", PLIES):
                if move.origin < 0:
                    continue
                taken = taken_en_passant(position, *move[:2])
                after, _ = turn.apply(position, move)
                seen.update(
                    {
                        "en passant": bool(taken),
                        "two en passant": len(taken) == 2,
                        "promotion": move.promotion != NO_PROMOTION,
                        "royal move": move.origin == position.royals[position.turn],
                        "out of check": bool(position.checks[position.turn]),
                        "hop": any(
                            screens for _, _, screens in position.watches[position.turn].lines
                        ),
                        "removal": len(after.living) < len(position.living),
                    }
                )
    assert len(seen) == 7 and all(seen.values()), seen


# Every pair of cells ------------------------------------------------------------------------------


SLOW = settings(max_examples=2)
CASTLE = ("chess", "capablanca")
"""Where two pieces go at once, which tests/judge/test_python_chess holds."""


@pytest.mark.parametrize(
    "name", sampled([name for name in games.every() if name not in CASTLE], *games.IDS, "glinski")
)
@SLOW
@drawn(seed=st.integers(0, 10**6), plies=st.integers(1, 150))
def test_generation_and_refusal_agree_on_every_pair(name: str, seed: int, plies: int) -> None:
    position, _ = play_at_random(game(name), seed, plies)[-1]
    legal = set(legal_moves(position))
    by_refusal = set()
    kinds = {NO_PROMOTION, *range(seed % 9, len(position.game.types), 9)}
    kinds |= {move.promotion for move in legal}  # and of the others a ninth at a time
    army_of = position.game.army_of
    own = {c: p for c, p in enumerate(position.board) if p and army_of[p] == position.turn}
    others = [cell for cell in range(len(position.board)) if cell not in own]
    origins = {*[*own][seed % 4 :: 4], *others[seed % 40 :: 40]}  # some at a time
    for origin in origins:
        for destination in range(len(position.board)):
            pawn = position.game.is_pawn[own.get(origin, 0)]
            for kind in kinds if pawn else (NO_PROMOTION, 0):
                move = CoreMove(origin, destination, kind)
                if refusal(position, move) is None:
                    by_refusal.add(move)
    assert by_refusal == {move for move in legal if move.origin in origins}
    assert (refusal(position, CoreMove(-1, -1)) is None) == (CoreMove(-1, -1) in legal)


# What mutants lived by (docs/mutation.md) --------------------------------------------------------

NO_MOVE = (
    "W:Kbg1;Nbg6;Pae6,af6;Rak2/B:Kam1;Nad2,ae1,bc2;Pae7,af7,ag5;Rad1;SLba1;SNad10 W - 30",
    "W:Kbg1;Nag4;Pae6,af6;Rak2/B:Kam1;Nad2,ae1,bc2;Pae7,af7,ag5;Rad1;SLba1;SNad10 - - 30",
)
"""The King has al1 and al2, which ak2 looks at. Rook, Sling, Sennight stand in corners behind their
own pieces, the Knights' leaps all need a cell of the upper level that is none, the Pawns are blocked.
"""
MATED = "E:Kjb5/I:Kba2;Rgb5/J:-/P:Kjh3 I - 9", "E:-/I:EMba2;Rgb5/J:-/P:Kjh3 I - 9"
CHAIN = "E:Kgd3/I:Kdb2;Rkd3/J:Kjb1;Rgb2,je3/P:Kjh3;Rgb1 E - 9"


@pytest.mark.parametrize(
    ("name", "line", "written", "told", "line_after"),
    [
        ("sd2l-sling", NO_MOVE[0], "Nbg6-ag4", "stalemate B, end 1/2-1/2", NO_MOVE[1]),
        # The row (.., -3): from ai3 over aj4, ak1, al1 to am1; ak2 looks at al1 and al2.
        ("sd2l-cohen", "W:Kbg1;Rai6,ak2/B:Kam1 W - 30", "Rai6-ai3", "check B W, checkmate B W, end 1-0", "W:Kbg1;Rai3,ak2/B:Kam1 - - 30"),
        # Sennights look at al1 and al2. The Pawn would be a screen on ag4, the Sennight has to stay.
        ("sd2l-sling", "W:Kbg1;SLae5;SNai6,aj7/B:Kam1;Pag5 W - 30", "Kbg1-bg2", "stalemate B, end 1/2-1/2", "W:Kbg2;SLae5;SNai6,aj7/B:Kam1;Pag5 - - 30"),
        ("sd2l-sling", "W:Kbg1;Rai3;SNai6,aj7/B:Kam1;SNak1 W - 30", "Kbg1-bg2", "stalemate B, end 1/2-1/2", "W:Kbg2;Rai3;SNai6,aj7/B:Kam1;SNak1 - - 30"),
        # A double step over (-1, -1), blocking (-1, 1), which could take nothing there in passing.
        ("sd2l-cohen", "W:Kbg1;Paf2;Rak2/B:Kam1;Paf5 W - 30", "af2-af4", "stalemate B, end 1/2-1/2", "W:Kbg1;Paf4;Rak2/B:Kam1;Paf5 - af3>af4 30"),
        ("aof2", "E:Kjb5/I:Kdb2/J:-/P:Kjh3 E - 9", "Kjb5-ja5", "", "E:Kja5/I:Kdb2/J:-/P:Kjh3 I - 9"),
        # The corner (6, 6, 1): ae1 looks along (5, .., 1), ba6 along (.., 6, 2), df5 down (6, 5).
        # The Gryphon's three bends from (1, 1, 1) are held, in the first line; it has others.
        ("heathen-europe", "W:Kda1;Nad1,ba2,bb1;Rae1,ba6,df5/B:Kaf6;Yaa1 W - 30", "Nad1-ab2", "stalemate B, end 1/2-1/2", "W:Kda1;Nab2,ba2,bb1;Rae1,ba6,df5/B:Kaf6;Yaa1 - - 30"),
        ("heathen-europe", "W:Kda6;Nbb3/B:Kdd1;Ybd4 W - 4", "Nbb3-bc5", "", "W:Kda6;Nbc5/B:Kdd1;Ybd4 B - 4"),
        # ba2 is the first cell there is. The row (7..2, 1) leads to it, the row (7..10, 2) to jb5.
        ("aof2", "E:Kjb5;Rgb2/I:Kba2;Ned4/J:-/P:Kjh3 E - 9", "Rgb2-ga2", "check I E", "E:Kjb5;Rga2/I:Kba2;Ned4/J:-/P:Kjh3 I - 9"),
        ("aof2", "E:Kjb5;Rga2/I:Kba2;Ned4/J:-/P:Kjh3 I - 9", "", "check I E", "E:Kjb5;Rga2/I:Kba2;Ned4/J:-/P:Kjh3 I - 9"),
        ("aof2", MATED[0], "", "checkmate E I, promotion I ba2 K EM", MATED[1]),
        ("aof2", "E:-/I:Kba2/J:-/P:- I - 5", "", "end 0-1-0-0", "E:-/I:Kba2/J:-/P:- - - 5"),
        # One is mated, and another stands in check: gb1 looks along (7..10, 2) of level 1 at jb1.
        ("aof2", "E:Kjb5/I:Kdb2;Rgb5/J:Kjb1/P:Kjh3;Rgb1 I - 9", "", "checkmate E I, promotion I db2 K EM, check J P", "E:-/I:EMdb2;Rgb5/J:Kjb1/P:Kjh3;Rgb1 I - 9"),
        # Each by the next: kd3 along (.., 4), gb2 along (.., 2), gb1 too, je3 along (10, ..).
        ("aof2", CHAIN, "", "check E I, check I J, check J P, check P J", CHAIN),
        # Two at once: from id2 and ed4 two columns and a level off; along (.., 4) and down gd.
        ("aof2", "E:Kgd3/I:Kdb2;Nid2/J:Kjb1/P:Kjh3;Ned4 E - 1", "", "check E I P", "E:Kgd3/I:Kdb2;Nid2/J:Kjb1/P:Kjh3;Ned4 E - 1"),
        ("aof2", "E:Kgd3/I:Kdb2;Rkd3/J:Kjb1/P:Kjh3;Rgd5 E - 1", "", "check E I P", "E:Kgd3/I:Kdb2;Rkd3/J:Kjb1/P:Kjh3;Rgd5 E - 1"),
        ("aof2", "E:Kgd3/I:Kdb2;Rgd5/J:Kjb1/P:Kjh3;Rkd3 E - 1", "", "check E I P", "E:Kgd3/I:Kdb2;Rgd5/J:Kjb1/P:Kjh3;Rkd3 E - 1"),
        # A piece stands between, on the first cell there is: te1 (5, 0), ea1 (5, 1), eb1 (5, 2).
        ("aof6", "C:Keb1;Nea1/I:Kon3/M:Kkj3/N:Kta3;RKte1 C - 5", "", "", "C:Keb1;Nea1/I:Kon3/M:Kkj3/N:Kta3;RKte1 C - 5"),
        # Nothing stands between: a Sling two cells away, over (-1, 0) af4, gives no check.
        ("sd2l-sling", "W:Kae6/B:Kbg7;SLag2 W - 1", "", "", "W:Kae6/B:Kbg7;SLag2 W - 1"),
        ("aof2", "E:Kjb5;Phe3/I:Kdb2/J:Kjb1/P:Kjh3;Phe2 E hf2>he2 2", "he3xhf2ep", "en-passant E hf2 P", "E:Kjb5;Phf2/I:Kdb2/J:Kjb1/P:Kjh3 I - 2"),
        # Two are left, both with a Queen: the row (5, ..) of level 3 from te (5, 0) to ed (5, 4).
        ("aof6", "C:Ked3/I:Kon3;Qon2;RKte3/M:Kkj3;Qkj2/N:- I - 9", "", "checkmate C I", "C:-/I:Kon3;Qon2;RKte3/M:Kkj3;Qkj2/N:- I - 9"),
        # On the first cell, too, a King is next to fa (6, 1), and that to ga (7, 1).
        ("aof6", "C:Kea1;ETga1;PNfa3;RYfa1/I:Kon3/M:Kkj3/N:Kta3 C - 9", "fa3-tf3", "promotion C ea1 K PR", "C:PRea1;ETga1;PNtf3;RYfa1/I:Kon3/M:Kkj3/N:Kta3 I - 9"),
        # The last cell there is, ti5, is not in line with a King that has nothing on that side.
        ("aof6", "C:Ked3;ETth5;PNfa3;RYti5/I:Kon3/M:Kkj3/N:Kta3 C - 9", "fa3-tf3", "", "C:Ked3;ETth5;PNtf3;RYti5/I:Kon3/M:Kkj3/N:Kta3 I - 9"),
        # Only a Pawn takes in passing (RULES 6), and only while the cell passed is empty.
        ("aof2", "E:Kjb5;Nhd1/I:Kdb2/J:Kjb1/P:Kjh4;Phe2 E hf2>he2 2", "Nhd1-hf2", "", "E:Kjb5;Nhf2/I:Kdb2/J:Kjb1/P:Kjh4;Phe2 I hf2>he2 2"),
        ("aof2", "E:Kjb5;Phe3/I:Kdb2;Nhf2/J:Kjb1/P:Kjh4;Phe2 E hf2>he2 2", "he3xhf2", "", "E:Kjb5;Phf2/I:Kdb2/J:Kjb1/P:Kjh4;Phe2 I hf2>he2 2"),
        # Marks go with a Pawn, or with what takes it.
        ("heathen-europe", "W:Kda6;Nbb3/B:Kdd1;Pbd4^3 W - 4", "Nbb3xbd4", "", "W:Kda6;Nbd4/B:Kdd1 B - 4"),
        ("heathen-europe", "W:Kda6;Pab2^3/B:Kdd1;Pbd4^3 W - 4", "ab2-ac2", "", "W:Kda6;Pac2^2/B:Kdd1;Pbd4^3 B - 4"),
        ("heathen-europe", "W:Kda6;Pab2/B:Kdd1;Pbd4^3 W - 4", "ab2-ac2", "", "W:Kda6;Pac2/B:Kdd1;Pbd4^3 B - 4"),
        ("aof6", "C:Ked3;PNfa3^0/I:Kon3;Nha4/M:Kkj3/N:Kta3 I - 2", "Nha4xfa3", "", "C:Ked3/I:Kon3;Nfa3/M:Kkj3/N:Kta3 M - 2"),
    ],
)  # fmt: skip
def test_what_a_move_or_the_start_of_a_turn_brings_about(
    name: str, line: str, written: str, told: str, line_after: str
) -> None:
    of = game(name)
    setup = positions.read(of, line)
    position, events = turn.begin(setup)
    if written:
        assert events == ()
        move = meant(position, written)
        assert isinstance(move, CoreMove)
        assert move in legal_moves(position)
        position, events = turn.apply(position, move)
    assert ", ".join(in_words(event.report(0)) for event in events) == told
    assert positions.write(position) == line_after
    if position.turn != NOBODY:
        again = given(of, line_after)  # the same in what its line does not tell, too
        assert position == again
        assert (position.royals, position.checks) == (again.royals, again.checks)


def in_words(event: Mapping[str, object]) -> str:
    facts = [value for name, value in event.items() if name != "ply"]
    return " ".join(" ".join(fact) if isinstance(fact, list) else str(fact) for fact in facts)


def test_a_checkmate_is_by_the_pieces_of_who_gives_it() -> None:
    of = game("aof2")
    setup = positions.read(of, "E:Kjb5/I:Kdb2;Rgb5/J:Kjb1/P:Kjh3;Rje5 I - 9")
    first = turn.begin(setup)[1][0]
    assert first.type == "checkmate"
    assert [cell for cell, _ in attackers(first)] == [
        of.board.number["gb5"]
    ]  # je5 looks at it, too


def test_the_rights_and_the_marks_of_who_resigns_go_too() -> None:
    of = game("aof2")
    position = given(of, "E:Kjb5/I:Kdb2;Pga2/J:Kjb1/P:Kjh3;Phe2 E fa2>ga2,hf2>he2 2")
    left = turn.withdraw(position, 1, Reason.RESIGNS)[0]
    assert left == given(of, "E:Kjb5/I:-/J:Kjb1/P:Kjh3;Phe2 E hf2>he2 2")
    of = game("aof6")
    position = given(of, "C:Ked3;PNfa3^0/I:Kon3/M:Kkj3/N:Kta3 I - 2")
    left = turn.withdraw(position, 0, Reason.RESIGNS)[0]
    assert left == given(of, "C:-/I:Kon3/M:Kkj3/N:Kta3 I - 2")


@pytest.mark.parametrize(
    ("name", "line", "winners"),
    [
        ("aof2", "E:-/I:Kba2/J:-/P:- - - 5", (1,)),
        ("aof2", "E:Kjb5/I:Kba2/J:-/P:- - - 5", None),
        ("aof6", "C:-/I:Kon3/M:-/N:- - - 5", None),  # an army that fell with others may share it
    ],
)
def test_who_won_a_game_that_is_given_as_over(
    name: str, line: str, winners: tuple[int, ...] | None
) -> None:
    assert given(game(name), line).winners == winners


def test_partners_that_are_there_from_the_start_wait_for_their_armys_own_move() -> None:
    of = game("aof2")
    position = given(of, "E:Kjb5;Fga4;Oga2;Tgb4;Uka5;Yga5/I:Kdb2;Nea3/J:-/P:Kjh3 I - 9")
    told: list[str] = []
    for written in ("Nea3-ca4", "Kjh3-jg3", "Kjb5-jc5"):
        move = meant(position, written)
        assert isinstance(move, CoreMove)
        position, events = turn.apply(position, move)
        told.append(", ".join(in_words(event.report(0)) for event in events))
    assert told == ["", "", "promotion E ka5 U B"]


@pytest.mark.parametrize("royal", ["K", "PR"])
def test_a_first_lady_needs_a_president(royal: str) -> None:
    # C promotes from rank o on, y <= -5 (RULES 7): from qg (7, -3) to pg (7, -4) to og (7, -5).
    of = game("aof6")
    position = given(of, f"C:{royal}ed3;PNpg3/I:Kon3/M:Kkj3/N:Kta3 C - 9")
    cells, lady = of.board.number, of.kinds["FL"]
    move = CoreMove(cells["pg3"], cells["og3"], lady)
    assert (move in legal_moves(position)) is (royal == "PR")


def test_a_marked_pawn_on_a_cell_of_an_array_of_ones_own() -> None:
    # C goes (0, -1) and (1, -1): from li (9, -8) to kj (10, -9) only, and not a step farther.
    usual = game("aof6")
    cells = usual.board.number
    first, *others = usual.array
    of = CompiledVariant(usual.variant, (), ({**first, cells["li3"]: usual.pawn_kind}, *others))
    position = given(of, "C:Ked3;PNli3^0/I:Kon3/M:Kkj1/N:Kta3 C - 9")
    why = refusal(position, CoreMove(cells["li3"], cells["kj4"]))
    assert why is not None and why.code is Code.NO_CAPTURE
    why = refusal(position, CoreMove(cells["li3"], cells["kj5"]))
    assert why is not None and why.code is Code.UNREACHABLE


def test_the_living_are_those_with_a_royal_piece_on_whatever_cell() -> None:
    assert given(game("aof2"), "E:Kjb5/I:Kba2/J:-/P:Kjh3 E - 9").living == [0, 1, 3]


def test_a_turn_can_be_left_out_while_somebody_is_in_check() -> None:
    left = turn.skip(given(game("aof2"), "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3;Rgb1 E - 9"))
    assert (left.turn, left.checks) == (1, (0, 0, 1 << 3, 0))  # along (.., 2) to jb1

"""Castling: the rules by hand, and what can be counted and read back against python-chess."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import chess
import pytest

import aofref as library
from aofref import games
from aofref.findings import START, BadPosition, BadText
from aofref.games.files.loader import load
from aofref.games.model import VariantData
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.notation import positions
from aofref.notation.moves import parse
from aofref.notation.movetext import Notation, write
from aofref.notation.records import Kind, Token
from aofref.notation.resolve import legal
from aofref.notation.typed import InputReader
from aofref.rules import turn
from aofref.rules.compiled_variant import MAY_CASTLE, CompiledVariant, compile_variant
from aofref.rules.moves import has_safe_move, legal_moves
from aofref.rules.position import NO_CASTLING, NOBODY, CoreMove, CorePosition
from tests.entries import by_commands, by_library, checked, unlike
from tests.referees import python_chess
from tests.referees.python_chess import on_the_kings_cells


@cache
def chess_game() -> CompiledVariant:
    game = games.find("chess")
    assert game is not None
    return compile_variant(game)


def placed(line: str, game: CompiledVariant | None = None) -> CorePosition:
    return turn.begin(positions.read(game or chess_game(), line))[0]


# Against python-chess ---------------------------------------------------------------------------------

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT = [  # https://www.chessprogramming.org/Perft_Results
    (chess.STARTING_FEN, (20, 400, 8902)),
    (KIWIPETE, (48, 2039, 97862)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379)),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", (26, 568, 13744)),
    ("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", None),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", None),
    ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", None),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        (14, 191, 2812),
    ),  # pins, en passant exposing a King
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", None),  # en passant that would open a rank
    ("8/P6k/8/8/8/8/p6K/8 w - - 0 1", None),  # promotions on both sides
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", (24, 496, 9483)),  # many promotions
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", None),
    ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", None),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", None),  # en passant out of check
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", None),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", None),  # stalemates near
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", None),
    ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", None),  # a back-rank mate
]


@pytest.mark.parametrize(("fen", "counts"), PERFT)
def test_counts_are_those_of_chess(fen: str, counts: tuple[int, ...] | None) -> None:
    board = chess.Board(fen)
    if counts is None:
        counts = tuple(python_chess.perft(board, depth) for depth in (1, 2, 3))
    position = library.variant("chess").from_fen(fen)
    for depth, count in enumerate(counts, 1):
        assert position.perft(depth) == count


def test_every_legal_move_is_read_back_by_every_entry(effort: int, tmp_path: Path) -> None:
    chance, tried = random.Random(f"entries {effort}"), 0
    count = 40 if effort > 1 else 2
    strewn = [on_the_kings_cells(chance) for _ in range(count)]
    passing = chess.Board("4r1k1/8/8/8/1p1Pp3/8/8/4R1K1 b - d3 0 1")
    for board in (*strewn, *python_chess.positions(9, count), passing):
        record = f'[Variant "chess"]\n[FEN "{board.fen()}"]\n[White "Anna"]\n[Black "Anna"]\n\n*\n'
        home = {chess.E1, chess.E8}
        legal = sorted(
            board.legal_moves, key=lambda move: (move.from_square not in home, move.uci())
        )
        for move in legal[:: 1 if effort > 1 else 5]:
            meant = python_chess.lan(board, move)
            for text, warned in python_chess.ways(board, move):
                tried += 1
                assert checked(record, text) == (meant, warned), (record, text)
                assert not unlike(by_library(record, text), meant), (record, text)
                if tried % 29 == 1:
                    assert not unlike(by_commands(record, text, tmp_path), meant), (record, text)
    assert tried > 100


AWAY = '[Variant "chess"]\n[FEN "8/8/1k6/8/3K4/8/8/4R3 w - - 0 1"]\n[White "Anna"]\n\n*\n'
BLACK = '[Variant "chess"]\n[FEN "2R1q3/8/1k6/8/3K4/8/8/8 b - - 0 1"]\n[Black "Anna"]\n\n*\n'
BIGGER = '[Variant "capablanca"]\n[Position "W:Kd4;Qf1/B:Kb6;Ri1 W - 1"]\n[White "Anna"]\n\n*\n'


@pytest.mark.parametrize(
    ("record", "text", "meant", "warned"),
    [
        *(
            (AWAY, text, "Re1-g1", "")
            for text in ("Re1-g1", "e1-g1", "e1g1", "5171", "R e1-g1", "Rg1", "Reg1")
        ),
        *((AWAY, text, "Re1-c1", "") for text in ("Re1-c1", "e1c1", "5131")),
        (AWAY, "Re1-g1+", "Re1-g1", "false-check"),
        (AWAY, "Re1xg1", "Re1-g1", "false-capture"),
        (AWAY, "Ke1-g1", "wrong-piece", ""),
        (AWAY, "O-O", "cannot-castle", ""),
        *((BLACK, text, "Qe8xc8", "") for text in ("Qe8xc8", "e8c8", "5838", "Q e8-c8", "Qxc8")),
        (BLACK, "Qe8-c8", "Qe8xc8", "unmarked-capture"),
        *((BIGGER, text, "Qf1xi1", "") for text in ("Qf1xi1", "f1i1", "Q f1-i1", "Qxi1")),
        (BIGGER, "f1-i1", "Qf1xi1", "unmarked-capture"),
    ],
)
def test_what_stands_on_the_kings_cell_is_what_goes(
    record: str, text: str, meant: str, warned: str, tmp_path: Path
) -> None:
    assert checked(record, text) == (meant, warned)
    assert not unlike(by_library(record, text), meant)
    assert not unlike(by_commands(record, text, tmp_path), meant)


# By hand ----------------------------------------------------------------------------------------------


def why(line: str, text: str) -> str:
    position = placed(line)
    written = parse(chess_game(), text)
    assert written is not None
    meant = legal(position, written)
    return "" if isinstance(meant, CoreMove) else f"{meant.code} {meant.message}"


BARE = "W:Ke1;Ra1,h1/B:Kb8"
NO_SIDE = "W:Ke1 cannot castle: it, or each piece that it could castle with, has moved"


@pytest.mark.parametrize(
    ("line", "text", "sentence"),
    [
        (f"{BARE} W - 1", "O-O", ""),
        (f"{BARE};Re7 W - 1", "O-O", "W:Ke1 cannot castle: it is in check from B:Re7 through e6 e5 e4 e3 e2"),
        (f"{BARE};Rd7 W - 1", "O-O", ""),
        (
            f"{BARE};Rd7 W - 1",
            "O-O-O",
            "W:Ke1 cannot castle: it would pass d1, which is attacked by B:Rd7 through d6 d5 d4 d3 d2",
        ),
        (f"{BARE};Nb3 W - 1", "Ke1-c1", "W:Ke1 cannot castle: it would come to c1, which is attacked by B:Nb3"),
        ("W:Ke1^0;Ra1,h1/B:Kb8 W - 1", "O-O", NO_SIDE),
        ("W:Ke1;Ra1^0,h1/B:Kb8 W - 1", "O-O-O", "W:Ke1 cannot castle: W:Ra1 has moved"),
        ("W:Ke1;Ra1^0,h1/B:Kb8 W - 1", "O-O", ""),
        ("W:Ke1;Ra1^0,h1^0/B:Kb8 W - 1", "e1c1", NO_SIDE),
        ("W:Ke1;Ra1,h2/B:Kb8 W - 1", "O-O", "W:Ke1 cannot castle: there is no R of its army on h1"),
        ("W:Ke2;Ra1,h1/B:Kb8 W - 1", "O-O", "W:Ke2 cannot castle: it is not on e1"),
    ],
)  # fmt: skip
def test_a_refusal_proves_why(line: str, text: str, sentence: str) -> None:
    assert why(line, text) == (sentence and f"cannot-castle {sentence} (chess: castling.W)")


def test_what_stands_between_is_named() -> None:
    assert why("W:Ke1;Bf1;Nb1;Rh1,a1/B:Kb8 W - 1", "O-O") == (
        "blocked W:Ke1 cannot go f1 g1: f1 is occupied by W:Bf1 (chess: castling.W)"
    )
    assert why("W:Ke1;Bf1;Nb1;Rh1,a1/B:Kb8 W - 1", "O-O-O") == (
        "blocked W:Ra1 cannot go b1 c1 d1: b1 is occupied by W:Nb1 (chess: castling.W)"
    )


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("W:Ke1;Ra1^0,h1^0/B:Kb8", "W:Ke1^0;Ra1,h1/B:Kb8"),
        ("W:Ke1^0;Ra1^0,h1/B:Kb8", "W:Ke1^0;Ra1,h1/B:Kb8"),
        ("W:Ke1;Ra1^0/B:Kb8", "W:Ke1^0;Ra1/B:Kb8"),
        ("W:Ke1^0;Ra2/B:Kb8", "W:Ke1;Ra2/B:Kb8"),
        ("W:Ke2;Ra1^0/B:Kb8", "W:Ke2;Ra1/B:Kb8"),
        ("W:Ke2^0;Rc1^0/B:Kb8", "W:Ke2;Rc1/B:Kb8"),
        ("W:Ke1;Ra1^0,h1/B:Kb8", "W:Ke1;Ra1^0,h1/B:Kb8"),
        ("W:Ke1;Ra1,h1/B:Ke8^0;Ra8", "W:Ke1;Ra1,h1/B:Ke8^0;Ra8"),
    ],
)
def test_the_same_rights_are_written_alike(written: str, canonical: str) -> None:
    position = placed(f"{written} W - 1")
    assert positions.write(position) == f"{canonical} W - 1"
    assert position == placed(f"{canonical} W - 1")


@pytest.mark.parametrize(
    ("move", "may"),
    [
        ("Ra1-b1", "h1 a8 h8"),
        ("Ra1xa8", "h1 h8"),
        ("Ke1-e2", "a8 h8"),
        ("O-O", "a8 h8"),
        ("Ra1-b1 Ke8-e7 Rb1-a1", "h1"),
    ],
)
def test_a_rook_shows_whether_its_king_may_castle_with_it(move: str, may: str) -> None:
    """It stands as a piece of its own as long as neither has moved, and else as any other Rook."""
    position, of = placed("W:Ke1;Ra1,h1/B:Ke8;Ra8,h8 W - 1"), chess_game()
    for text in move.split():
        written = parse(of, text)
        assert written is not None
        meant = legal(position, written)
        assert isinstance(meant, CoreMove)
        position = turn.apply(position, meant)[0]
    castlers = {of.in_state(of.piece(army, of.kinds["R"]), MAY_CASTLE) for army in of.armies}
    stands = [
        of.board.names[cell] for cell, piece in enumerate(position.board) if piece in castlers
    ]
    assert set(stands) == set(may.split())
    assert position == placed(positions.write(position))


@pytest.mark.parametrize("mark", ["Ke1^1", "Ke1;Bc1^0", "Ke1;Pe2^1", "Ke1;Ra1^2"])
def test_a_mark_that_no_piece_has_is_a_fault(mark: str) -> None:
    with pytest.raises(BadPosition, match="cannot owe"):
        positions.read(chess_game(), f"W:{mark}/B:Kb8 W - 1")


def test_an_array_without_the_pieces_there_has_no_castling() -> None:
    array = "W:Kd1;Qe1;Ra1,h1;Bc1,f1;Nb1,g1;Pa2,b2,c2,d2,e2,f2,g2,h2/B:Ke8;Qd8;Ra8,h8;Bc8,f8;Nb8,g8;Pa7,b7,c7,d7,e7,f7,g7,h7"
    other = positions.read_array(chess_game(), array)
    for line, king in (("W:Ke1;Ra1,h1/B:Kb8 W - 9", "W:Ke1"), ("W:Ke1^0;Ra1/B:Kb8 W - 9", "W:Ke1")):
        position = placed(line, other)
        assert "^" not in positions.write(position)
        written = parse(other, "O-O-O")
        assert written is not None
        meant = legal(position, written)
        assert not isinstance(meant, CoreMove) and f"{king} has moved" in meant.message
    theirs = placed("W:Kd1/B:Ke8;Rh8 B - 9", other)
    assert "O-O" in {write(theirs, move, Notation.SAN) for move in legal_moves(theirs)}


# Games of one's own -----------------------------------------------------------------------------------

OWN = """
id = "own"
title = "Own"
[board]
lattice = "cubic"
x = "1..8"
y = "1..3"
[pieces]
K = "King, royal: step orthogonals, diagonals"
R = "Rook: ride orthogonals"
P = "Pawn, pawn: step (0 1); takes step (1 1) (-1 1)"
[castling.W]
{castling}
[armies.W]
name = "White"
forward = ["0 1"]
array = "K d1; R a1 h1; P a2"
[armies.B]
name = "Black"
forward = ["0 -1"]
array = "K d3; R a3 h3; P a2"
"""
OWN = OWN.replace('array = "K d3; R a3 h3; P a2"', 'array = "K g3; R b3; P h2"')


def own(castling: str) -> VariantData:
    game = load(OWN.format(castling=castling))
    assert isinstance(game, VariantData), game
    return game


@pytest.mark.parametrize(
    ("castling", "column", "message"),
    [
        ('left = "K d1-b1; R a1-c1"', 0, ""),
        ('left = "R a1-c1; K d1-b1"', 9, "R is not royal; the royal piece comes first"),
        ('left = "K d1-b1; P a2-c2"', 18, "P is royal or a Pawn, which nothing castles with"),
        ('left = "K d1-b1; R b1-c1"', 18, "the array has no R on b1"),
        ('left = "K d2-b2; R a1-c1"', 9, "the array has no K on d2"),
        ('left = "K d1-b1; R a1-c3"', 0, ""),
        ('left = "K d1-b1; R a1-b3"', 23, "no straight line of cells leads from a1 to b3"),
        ('left = "K d1-d1; R a1-c1"', 14, "K does not leave d1"),
        ('left = "K d1-b1; R a1-b1"', 23, "both pieces come to b1"),
        ('left = "K d1-b9; R a1-c1"', 14, "the board has no cell b9"),
        ('left = "K d1-b1"', 16, "expected a semicolon, and the piece that goes with the royal one"),
        ('left = "d1-b1; R a1-c1"', 9, "expected a piece's code, as in K e1-g1; R h1-f1"),
        ('"2-2" = "K d1-b1; R a1-c1"', 1, "a castling is called by letters, digits and hyphens, a letter first, 20 at most"),
        ('"Kd1-b1" = "K d1-b1; R a1-c1"', 1, "Kd1-b1 can be read as another move"),
        ('resigns = "K d1-b1; R a1-c1"', 1, "resigns can be read as another move"),
        ('O-O = "K d1-b1; R a1-c1"\n0-0 = "K d1-f1; R h1-e1"', 1, "a castling is called by letters, digits and hyphens, a letter first, 20 at most"),
        ('O-O = "K d1-b1; R a1-c1"\no-o = "K d1-f1; R h1-e1"', 1, "o-o can be read as another castling"),
        ("left = 3", 8, "castling.W.left must be text"),
    ],
)  # fmt: skip
def test_a_fault_of_the_table_has_its_place(castling: str, column: int, message: str) -> None:
    if not message:
        load(OWN.format(castling=castling))
        return
    with pytest.raises(BadText) as problem:
        load(OWN.format(castling=castling))
    (fault,) = problem.value.findings
    assert (fault.message, fault.column) == (message, column)
    line = castling.count("\n") + OWN.split("\n").index("{castling}") + 1
    assert fault.line == line


def test_a_castling_of_ones_own_beside_an_ordinary_move_to_the_same_cell() -> None:
    game = compile_variant(own('little = "K d1-c1; R a1-b1"\nbig = "K d1-f1; R h1-e1"'))
    position = placed("W:Kd1;Ra1,h1/B:Kg3 W - 1", game)
    for notation in Notation:
        texts = [write(position, move, notation) for move in legal_moves(position)]
        assert len(texts) == len(set(texts))
        for text, move in zip(texts, legal_moves(position), strict=True):
            written = parse(game, text, notation)
            assert written is not None and legal(position, written) == move
    lan = {write(position, move, Notation.LAN) for move in legal_moves(position)}
    assert {"Kd1-c1", "little", "big"} <= lan
    coord = {write(position, move, Notation.COORD) for move in legal_moves(position)}
    assert {"d1c1", "little", "d1f1"} <= coord


def test_only_castling_may_be_left_of_all_moves() -> None:
    text = OWN.format(castling='over = "K d1-b1; S a1-c1"')
    text = text.replace("step orthogonals, diagonals", "step diagonals")
    text = text.replace("[castling.W]", 'S = "Stone: leap 7:7"\n[castling.W]')
    made = load(text.replace("K d1; R a1 h1; P a2", "K d1; S a1 c2 e2"))
    assert isinstance(made, VariantData), made
    game = compile_variant(made)
    position = placed("W:Kd1;Sa1,c2,e2/B:Kg3 W - 1", game)
    (move,) = legal_moves(position)
    assert write(position, move, Notation.LAN) == "over" and has_safe_move(position)
    over = placed("W:Kd1^0;Sa1,c2,e2/B:Kg3 W - 1", game)
    assert over.turn == NOBODY and over.winners == (0, 1)  # stalemate


def test_pieces_may_change_places() -> None:
    game = compile_variant(own('over = "K d1-h1; R h1-d1"'))
    position = placed("W:Kd1;Rh1/B:Kb3 W - 1", game)
    castled = next(move for move in legal_moves(position) if move.castling != NO_CASTLING)
    after = turn.apply(position, castled)[0]
    assert positions.write(after) == "W:Kh1;Rd1/B:Kb3 B - 1"
    assert after == placed("W:Kh1;Rd1/B:Kb3 B - 1", game)


# As people type it ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *[(text, "O-O") for text in ("castles kingside", "Castle king side", "castling on the king's side")],
        *[(f"castles {text}", "O-O-O") for text in ("O-O-O", "o-o-o", "0-0-0")],
        *[(text, "O-O") for text in ("short castling", "castles short", "4. castles short!", "castled kingside")],
        *[(text, "O-O-O") for text in ("castles queenside", "long castle", "White castles long")],
        *[(text, "0-0") for text in ("0-0", "0 - 0", "4. 0-0", "(0-0)", "0-0!?", "4. 0 - 0")],
        *[(text, "Kg1") for text in ("Kg1", "kg1", "king to g1", "4. Kg1")],
        ("castles", "castles"),  # on either side
        ("castles e4", "castles e4"),
    ],
)  # fmt: skip
def test_castling_is_read_as_people_type_it(typed: str, read: str) -> None:
    found = InputReader(chess_game()).read(typed)
    assert found.text.removeprefix("W:") == read
    assert (found.why is not None) == (typed == "castles")


def test_a_castling_of_ones_own_is_typed_by_its_name() -> None:
    reader = InputReader(compile_variant(own('left = "K d1-b1; R a1-c1"')))
    for typed in ("left", "Left", "castles left", "castle"):
        written = parse(reader.game, reader.read(typed).text)
        assert written is not None and written.castling == "left"


def test_courier_names_a_castling_beside_an_ordinary_move_to_the_same_cell() -> None:
    game = compile_variant(own('little = "K d1-c1; R a1-b1"'))
    line = LineOfPlay(placed("W:Kd1;Ra1,h1/B:Kg3 W - 1", game))
    done = line.play(Token(Kind.MOVE, "K d1-c1; R a1-b1", *START))
    assert isinstance(done, Ply) and done.lan == "little"

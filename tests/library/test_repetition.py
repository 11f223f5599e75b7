"""Repetitions, counted alike by records, positions and boards, beside python-chess and by hand."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import chess
import pytest

import aofref
from aofref import games

CHESS = aofref.variant("chess")


def counts(events: tuple[aofref.Event, ...]) -> list[int]:
    return [event.count for event in events if event.type == "repetition"]


def wanted(theirs: chess.Board) -> list[int]:
    """Count how often the position has stood, from the third time on, as python-chess does."""
    times = max(n for n in range(1, 30) if n == 1 or theirs.is_repetition(n))
    return [times] if times > 2 and any(theirs.legal_moves) else []


STARTS = (
    "r3k1n1/p1p5/8/1P1P4/1p1p4/8/P1P5/R3K1N1 w - - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
)


def test_all_count_as_python_chess_does() -> None:
    """Games in which Pawns step by twos, and Kings, Knights and Rooks go forth and back.

    Kings and Rooks that come back have lost their rights, and the position is another.
    """
    rng, found = random.Random(18), [0, 0]
    for seed in range(10):
        theirs = chess.Board(STARTS[seed % 2])
        position = CHESS.from_fen(theirs.fen())
        board, told = position.board(), list[list[int]]()
        while len(theirs.move_stack) < 90 and any(theirs.legal_moves):
            moves = [*theirs.legal_moves]
            back = [
                move
                for move in moves
                if len(theirs.move_stack) > 1
                and (move.from_square, move.to_square)
                == (theirs.move_stack[-2].to_square, theirs.move_stack[-2].from_square)
            ]
            move = rng.choice(back if back and rng.random() < 0.85 else moves)
            theirs.push(move)
            board.push(move.uci())
            position = position.push(move.uci())
            assert counts(position.events) == counts(board.events) == wanted(theirs)
            for n in (2, 3, 4):
                assert board.is_repetition(n) is theirs.is_repetition(n)
            told.append(wanted(theirs))
        played = " ".join(move.uci() for move in theirs.move_stack)
        record = aofref.loads(f'[Variant "chess"]\n[FEN "{STARTS[seed % 2]}"]\n\n{played} *\n')
        assert [counts(node.events) for node in record.mainline()] == told
        found[seed % 2] += sum(map(len, told))
    assert min(found) > 10


TO_AND_FRO = "Nf3 Nf6 Ng1 Ng8"
AROUND = "Kjb5-ja5 Kdb2-da2 Kjb1-ja1 Kjh3-jh4 Kja5-jb5 Kda2-db2 Kja1-jb1 Kjh4-jh3"


def test_play_goes_on_from_a_record() -> None:
    """The start stands for the third time after eight plies; records have the same event."""
    record = aofref.new("chess").play(*TO_AND_FRO.split(), "Nf3", "Nf6", "Ng1")
    whole = record.play("Ng8")
    assert counts(whole.mainline()[-1].events) == [3] and counts(whole.at(8).events) == [3]
    for before in (record.position, record.at(7), record.mainline()[-1].after):
        for position in (before, pickle.loads(pickle.dumps(before))):
            assert counts(position.push("Ng8").events) == [3]
            board = position.board()
            board.push("Ng8")
            assert board.is_repetition() and not board.is_repetition(4)
            assert board.times_stood() == board.position().times_stood() == 3
            assert counts(board.events) == counts(board.position().events) == [3]
            board.pop()
            assert not board.is_repetition() and board.is_repetition(2)
            assert counts(board.events) == []
            board.push("Ng8")
            assert board.copy().is_repetition() and counts(board.copy().events) == [3]
    other = record.undo()[0].play("Nc3").node(-1).add_variation("4. Ng1 Ng8 5. Nc3")
    beside = other.node(-1).variations[0]
    assert [counts(node.events) for node in beside] == [[], [3], []]
    assert not CHESS.position(str(record.position)).push("Ng8").events


@pytest.mark.parametrize("times", [20, 60])
def test_a_long_line_counts_on(times: int) -> None:
    position = CHESS.start()
    for n in range(1, times):
        for san in TO_AND_FRO.split():
            position = position.push(san)
        assert counts(position.events) == ([n + 1] if n > 1 else [])
    assert counts(position.push("e4").push("e5").events) == []


def test_a_game_of_four_has_no_such_event_but_a_board_counts() -> None:
    game = aofref.variant("aof2")
    board = game.position("E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 1").board()
    for _ in range(2):
        assert not board.is_repetition()
        for move in AROUND.split():
            board.push(move)
    assert board.is_repetition() and not board.is_repetition(4) and not board.events


def test_pawns_that_come_back_are_counted(tmp_path: Path) -> None:
    """Of a game's file a Pawn may step aside, and back: the start stands again after each four."""
    text = (games.__path__[0] / Path("files", "chess-without-castling.toml")).read_text("utf-8")
    text = text.replace("pawn: step (0 1);", "pawn: step (0 1) (1 0) (-1 0);")
    path = tmp_path / "aside.toml"
    path.write_text(text.replace("chess-without-castling", "aside").replace('doubles = "WB"', ""))
    start = aofref.variant(str(path)).position("W:Ke1;Pa2/B:Ke8;Pa7 W - 1")
    position, board, told = start, start.board(), []
    for san in ["a2-b2", "a7-b7", "b2-a2", "b7-a7"] * 2:
        position = position.push(san)
        board.push(san)
        told.append(counts(position.events))
    assert told == [[]] * 7 + [[3]] and board.is_repetition()

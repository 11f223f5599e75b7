"""Boards that moves change in place, and moves in no order, beside python-chess."""

from __future__ import annotations

import copy
import pickle
import random

import chess
import pytest

import aofref
from tests.referees import python_chess

CHESS = aofref.variant("chess")
VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}
KINDS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def uci(move: aofref.Move) -> str:
    if move.lan in ("O-O", "O-O-O"):
        return f"{move.origin}{move.destination}"
    return f"{move.origin}{move.destination}{move.promotion.lower()}"


def worth(board: chess.Board, color: chess.Color) -> int:
    return sum(
        value * (len(board.pieces(kind, color)) - len(board.pieces(kind, not color)))
        for kind, value in KINDS.items()
    )


def test_a_copy_changes_by_itself() -> None:
    ours, theirs = CHESS.start().board(), chess.Board()
    for san in ("e4", "e5", "Nf3"):
        ours.push(san)
        theirs.push_san(san)
    for copied in (copy.copy(ours), ours.copy()):
        copied.push("Nc6")
        copied.pop()
        copied.pop()
        copied.push("Ke2")
        assert copied.fen().split()[0] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR"
        assert (
            ours.fen() == theirs.fen()
            and str(ours) == str(ours.position())
            and len(ours) == len(copied) == 3
        )
    assert ours.pop().lan == "Ng1-f3"


def alike(ours: aofref.Board, theirs: chess.Board) -> None:
    legal = {uci(move): move for move in ours.legal_moves()}
    assert legal.keys() == {move.uci() for move in theirs.legal_moves}
    for move in theirs.legal_moves:
        assert legal[move.uci()].captures is theirs.is_capture(move)
    assert ours.is_check() is theirs.is_check()
    assert ours.worth(VALUES, "W") == worth(theirs, chess.WHITE)
    outcome = theirs.outcome()
    over = outcome is not None and outcome.termination in (
        chess.Termination.CHECKMATE,
        chess.Termination.STALEMATE,
    )
    assert ours.end == (theirs.result() if over else None)
    assert ours.turn == (None if over else "W" if theirs.turn else "B")


def symbols(found: tuple[aofref.Piece, ...]) -> set[tuple[str, str]]:
    """Name pieces as python-chess does."""
    return {(at.cell, at.code if at.army == "W" else at.code.lower()) for at in found}


def symbols_of(board: chess.Board, squares: chess.SquareSet) -> set[tuple[str, str]]:
    every = board.piece_map()
    return {(chess.square_name(square), every[square].symbol()) for square in squares}


def asked(at: aofref.Position | aofref.Board, theirs: chess.Board) -> None:
    """Put the questions that a Position and a Board both answer, as python-chess answers them."""
    assert at.is_check() is theirs.is_check()
    assert at.is_checkmate() is theirs.is_checkmate()
    assert at.is_stalemate() is theirs.is_stalemate()
    assert [at.is_repetition(n) for n in (2, 3)] == [theirs.is_repetition(n) for n in (2, 3)]
    assert (
        at.round == theirs.fullmove_number and at.count_legal_moves() == theirs.legal_moves.count()
    )
    assert at.worth(VALUES, "B") == worth(theirs, chess.BLACK)
    assert symbols(at.pieces()) == symbols_of(theirs, chess.SquareSet(theirs.occupied))
    for square, name in enumerate(chess.SQUARE_NAMES):
        for color, army in ((chess.WHITE, "W"), (chess.BLACK, "black")):
            assert at.is_attacked(name, by=army) is theirs.is_attacked_by(color, square)
        if isinstance(at, aofref.Board):
            attackers = at.attackers(name)
            both = theirs.attackers(chess.WHITE, square) | theirs.attackers(chess.BLACK, square)
            assert symbols(attackers) == symbols_of(theirs, both) and len(attackers) == len(both)
            armies = [one.army for one in attackers]
            assert armies == sorted(armies, reverse=True)
    for move in [*theirs.legal_moves][:9]:
        assert at.san(move.uci()) == theirs.san(move)
        assert at.gives_check(move.uci()) is theirs.gives_check(move)
        assert at.write(move.uci(), "uci") == move.uci() and at.legal(move.uci())
    if theirs.is_checkmate() or theirs.is_stalemate():
        assert at.turn is None and not [*at.generate_legal_moves()]


def test_a_position_and_a_board_answer_alike() -> None:
    ends = set()
    for seed in (*range(6), 23, 57):
        theirs, ours = chess.Board(), CHESS.start().board()
        for move in python_chess.played(seed, 160).move_stack:
            theirs.push(move)
            ours.push(move.uci())
            if len(ours) % 7 == 0 or theirs.outcome() is not None:
                asked(ours, theirs)
                asked(ours.position(), theirs)
        ends |= {theirs.is_checkmate()}
    assert True in ends


@pytest.mark.parametrize(
    ("fen", "is_mate"),
    [("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", True)],
)
def test_checkmate_and_stalemate(fen: str, is_mate: bool) -> None:
    for at in (CHESS.from_fen(fen), CHESS.position(str(CHESS.from_fen(fen))).board()):
        assert (at.is_checkmate(), at.is_stalemate()) == (is_mate, not is_mate)
        assert at.is_check() is is_mate


def test_checkmate_is_of_games_for_two() -> None:
    """The Indian army is checkmated as the turn begins, and is gone: nobody is to move in a mate."""
    (record,) = aofref.read("fixtures/records/aof2-00-first.aof")
    mate = record.node(7)
    assert mate.events[0].type == "checkmate"
    for at in (mate.after, mate.after.board(), record.at(6)):
        assert not at.is_checkmate() and not at.is_stalemate()


def test_an_army_that_has_left_is_not_checkmated() -> None:
    resigned = CHESS.from_fen("7k/6Q1/8/6K1/8/8/8/8 b - - 0 1").push("B:resigns")
    assert resigned.end == "1-0" and not resigned.is_check()
    assert not resigned.is_checkmate() and not resigned.is_stalemate()


def test_a_board_shows_itself_as_its_position_does() -> None:
    board = CHESS.start().board()
    board.push("Nf3")
    position = board.position()
    assert position.position() is position and board.variant == position.variant == CHESS
    assert board.svg(cells=True) == position.svg(cells=True) and board.text() == position.text()
    assert (board.fen(), str(board)) == (position.fen(), str(position))
    assert str(board.explain("Ke7")) == str(position.explain("Ke7"))
    assert board.difference(position).report() == position.difference(board).report()
    assert (
        board.armies == ("W", "B") and board.checks == {} and board.threats() == position.threats()
    )


def test_a_board_goes_forward_and_back_as_that_of_python_chess_does() -> None:
    rng = random.Random(47)
    for seed in range(8):
        theirs = python_chess.played(seed, 120)
        ours = CHESS.start().board()
        for move in theirs.move_stack:
            (
                ours.push(move.uci())
                if rng.random() < 0.2
                else ours.push(
                    next(legal for legal in ours.legal_moves() if uci(legal) == move.uci())
                )
            )
        if seed % 2:
            ours = ours.copy()  # no move of it has been asked for
        assert len(ours) == len(theirs.move_stack) == len(ours.line)
        assert [uci(move) for move in ours.line] == [move.uci() for move in theirs.move_stack]
        while theirs.move_stack:
            if rng.random() < 0.5:
                alike(ours, theirs)
            assert uci(ours.pop()) == theirs.pop().uci()
            assert ours.position() == CHESS.from_fen(theirs.fen(en_passant="fen"))
        with pytest.raises(IndexError):
            ours.pop()
        assert ours.position() == CHESS.start()


def test_the_moves_of_a_board_are_a_sequence() -> None:
    """The twenty moves of the start of chess, as python-chess has them."""
    moves = aofref.variant("chess").start().board().legal_moves()
    named = {move.lan.replace("-", "").lstrip("N") for move in moves}
    assert named == {move.uci() for move in chess.Board().legal_moves}
    assert len(moves) == len(named) == 20
    listed = [*moves]
    assert [moves[at] for at in range(20)] == listed and moves[-1] == listed[19]
    assert [*moves[3:5]] == listed[3:5] and [*reversed(moves)] == listed[::-1]
    assert listed[7] in moves and moves.index(listed[7]) == 7
    assert repr(moves) == repr(listed)
    with pytest.raises(IndexError):
        moves[20]


@pytest.mark.parametrize(
    "name", ["aof2", "aof6", "sd2l-sling", "heathen-europe", "glinski", "chess"]
)
def test_a_board_leads_to_the_positions_that_push_leads_to(name: str) -> None:
    rng, position = random.Random(name), aofref.variant(name).start()
    board, positions = position.board(), [position]
    for _ in range(40):
        if position.end is not None:
            break
        moves = [*position.generate_legal_moves()]
        assert len(moves) == position.count_legal_moves() == position.perft(1)
        assert sorted(moves) == sorted(position.legal_moves()) == sorted(board.legal_moves())
        written = [position.write(move, suffix=False) for move in moves]
        assert [move.lan for move in position.legal_moves()] == sorted(written)
        move = rng.choice(moves)
        by_text = position.push(f"{move.army}:{move.lan}")
        position = position.push(move)
        assert position == by_text and position.events == by_text.events
        board.push(move)
        positions.append(position)
        if rng.random() < 0.5:  # what is not looked at may not be judged yet
            assert board.position() == position and board.position().events == position.events
            assert (board.turn, board.end, board.key) == (position.turn, position.end, position.key)
            checked = position.checks.keys() & {position.turn}
            assert board.is_check() == bool(checked or (position.end and position.checks))
    copied = board.copy()  # its moves are made, and nothing is asked between
    while len(board):
        position = positions.pop()
        assert board.position() == copied.position() == position
        assert copied.events == board.events == position.events
        assert copied.is_repetition(2) == board.is_repetition(2)
        assert copied.position().checks == position.checks
        assert board.pop() == copied.pop()
        if len(board) and rng.random() < 0.5:  # this position is not asked
            copied.pop()
            board.pop()
            positions.pop()


def test_what_is_legal() -> None:
    start = CHESS.start()
    for move, legal in (("e4", True), ("Nf3", True), ("e5", False), ("nonsense", False)):
        assert start.legal(move) is start.board().legal(move) is legal
    after = start.push("e4")
    (e4,) = [move for move in start.legal_moves() if move.lan == "e2-e4"]
    assert start.legal(e4) and not after.legal(e4)
    assert start.legal(pickle.loads(pickle.dumps(e4)))
    board = start.board()
    with pytest.raises(aofref.IllegalMove, match="e5"):
        board.push("e5")
    assert not len(board)


def test_moves_are_equal_if_their_names_are() -> None:
    start = CHESS.start()
    (e4,) = [move for move in start.legal_moves() if move.lan == "e2-e4"]
    later = start.push("Nf3").push("Nf6").push("Ng1").push("Ng8")
    (again,) = [move for move in later.legal_moves() if move.lan == "e2-e4"]
    named = aofref.Move("W", "e2-e4", "P", "e2", "e4")
    assert e4 == again == named == start.move("e4") and len({e4, again, named}) == 1
    assert (e4 != again) is False and e4 != start.move("e3") and e4 != "e2-e4"
    assert repr(e4) == repr(named) and str(e4) == "e2-e4"
    assert not e4.captures and e4.promotion == "" and e4.code == "P" and e4.army == "W"


def test_a_board_knows_its_armies_and_pieces_by_their_names() -> None:
    board = CHESS.start().board()
    assert board.piece_at("e1") == aofref.Piece("W", "K", "King", "e1")
    assert board.worth({"Q": 9}, "white") == 0
    assert repr(board) == f"<aofref.Board {CHESS.start()}>"
    board.push("e4")
    board.push("d5")
    board.push("exd5")
    assert board.worth({"queen": 9, "Pawn": 1}, "Black") == board.worth({"P": 1}, "B") == -1


def test_a_board_is_true_without_a_move() -> None:
    board = CHESS.start().board()
    assert board and len(board) == 0
    board.push("e4")
    assert board and len(board) == 1


def test_what_a_board_says_of_its_last_move() -> None:
    board = CHESS.start().board()
    with pytest.raises(IndexError):
        board.peek()
    assert not board.events
    for san in ("f3", "e5", "g4"):
        assert board.san(board.position().move(san)) == san
        board.push(san)
    assert board.san("d8h4") == "Qh4#" and board.san("Bb4") == "Bb4"
    with pytest.raises(aofref.IllegalMove):
        board.san("Qh5")
    assert board.peek().lan == "g2-g4" and len(board) == 3
    board.push("Qh4")
    assert [event.type for event in board.events] == ["check", "checkmate", "end"]
    assert board.events == board.position().events and board.peek().lan == "Qd8-h4"
    assert board._repr_svg_() == board.position().svg()


def test_boards_are_equal_where_their_positions_are() -> None:
    one, other = CHESS.start().board(), CHESS.start().board()
    assert one == other
    for board, line in ((one, "Nf3 Nf6 Nc3"), (other, "Nc3 Nf6 Nf3")):
        for san in line.split():
            board.push(san)
    assert one == other and one.key == other.key and one.hash == other.hash == hash(one.key)
    other.pop()
    assert one != other and one.key != other.key and one != one.position()
    with pytest.raises(TypeError):
        hash(one)


def test_a_move_of_an_equal_position_is_taken_as_it_is() -> None:
    """Also where nobody has looked at the board in between, as with a mate in sight."""
    line = CHESS.start().board()
    for san in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"):
        line.push(san)
    board = CHESS.start().board()
    for move in line.line:
        board.push(move)
    assert board == line and board.end == "1-0" and board.line == line.line
    assert board.copy() == board and board.is_check()


@pytest.mark.parametrize("mate", ["7k/8/6K1/8/8/8/8/R7 w - -", "7k/8/5K2/6Q1/8/8/8/8 w - -"])
def test_a_key_is_the_same_before_and_after_a_board_is_judged(mate: str) -> None:
    """Of a position without a move the army has it whose turn it is, as in a FEN."""
    position = CHESS.from_fen(f"{mate} 0 1")
    for move in position.legal_moves():
        board, after = position.board(), position.push(move)
        board.push(move)
        assert board.key == after.key and board.end == after.end and board.key == after.key
        judged = position.board()
        judged.push(move)
        assert judged.end == after.end and judged.key == after.key
        assert CHESS.position(str(after)).key == after.key


def test_the_halfmoves_are_counted_on() -> None:
    game = aofref.variant("chess")
    fen = "4k3/8/8/8/8/8/P7/4K2R w KQ e3 5 30"
    assert [why.code for why in game.fen_warnings(fen)] == ["contradiction"] * 2
    assert game.fen_warnings(game.start().fen()) == ()
    with pytest.raises(aofref.BadPosition):
        game.fen_warnings("4k3/8 w - - 0 1")
    position = game.from_fen(fen)
    board = position.board()
    counts = [board.halfmove_clock]
    for move in ("Kd2", "Kd7", "a4"):
        board.push(move)
        position = position.push(move)
        assert position.halfmove_clock == board.halfmove_clock == int(board.fen().split()[4])
        counts.append(board.halfmove_clock)
    assert counts == [5, 6, 7, 0]

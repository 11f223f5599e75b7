"""aofref held to python-chess: games, castling, FEN, repetition and refusals, all made when the tests run."""

from __future__ import annotations

import io
import logging
import random
from collections.abc import Iterator

import chess
import chess.pgn
import pytest

import aofref
from aofref import Record
from tests.referees import python_chess

GAMES, POSITIONS = 25, 200  # of a part; the quick tests have the first
PARTS = [0, pytest.param(1, marks=pytest.mark.slow)]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """python-chess logs each error that it also returns."""
    logging.getLogger("chess.pgn").disabled = True
    yield
    logging.getLogger("chess.pgn").disabled = False


def records(text: str) -> list[Record]:
    return list(aofref.read(io.StringIO(text), variant="chess"))


def written(games: tuple[chess.pgn.Game, ...]) -> str:
    return "".join(f"{game}\n\n" for game in games)


def read_by_python_chess(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


# Records ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_games_that_castle_are_legal_and_end_alike(part: int) -> None:
    games = python_chess.games(part, GAMES)
    for record, game in zip(records(written(games)), games, strict=True):
        board = game.end().board()
        assert (record.status, record.findings) == ("legal", ())
        assert [node.move.lan for node in record.mainline() if node.move] == [
            python_chess.lan(before, move) for before, move in plies(game)
        ]
        assert record.position.fen() == board.fen()


def plies(game: chess.pgn.Game) -> Iterator[tuple[chess.Board, chess.Move]]:
    board = game.board()
    for move in game.mainline_moves():
        yield board, move
        board.push(move)


@pytest.mark.parametrize("part", PARTS)
def test_python_chess_reads_what_is_written_in_short_notation(part: int) -> None:
    games = python_chess.games(part, GAMES)
    for record, game in zip(records(written(games)), games, strict=True):
        theirs = read_by_python_chess(record.write("san"))
        assert theirs.errors == []
        assert python_chess.tree(theirs) == python_chess.tree(game)
        assert theirs.headers["Result"] == game.headers["Result"]


@pytest.mark.parametrize("part", PARTS)
def test_games_that_castle_survive_every_notation(part: int) -> None:
    games = python_chess.games(part, GAMES)
    read = records(written(games))
    short = [record.write("san") for record in read]  # as the test above holds to python-chess
    notations: tuple[aofref.NotationName, ...] = ("lan", "coord", "numeric", "courier", "uci")
    for to in notations:
        read = records("".join([record.write(to) for record in read]))
    read = records("".join([record.to_json() for record in read]))
    assert [record.write("san") for record in read] == short


# Positions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_legal_moves_of_positions_with_rights(part: int) -> None:
    game = aofref.variant("chess")
    for at, board in enumerate(python_chess.positions(part, POSITIONS)):
        position = game.from_fen(board.fen())
        ours = {
            f"{move.origin}{move.destination}{move.promotion.lower()}": move
            for move in position.legal_moves()
        }
        assert set(ours) == {move.uci() for move in board.legal_moves}
        for move in [*board.legal_moves][at % 4 :: 4]:
            ep = "ep" if board.is_en_passant(move) else ""
            assert position.write(ours[move.uci()], "san") == board.san(move) + ep
            assert position.write(ours[move.uci()], "uci") == move.uci()
            assert position.move(move.uci()) == ours[move.uci()]
        assert position.fen() == board.fen()


# Texts of castling, by the file to which the King goes: `{rank}` is its rank.
CASTLINGS = {
    "g": ("O-O", "0-0", "o-o", "OO", "O\u2013O", "O-O+", "0-0#"),
    "c": ("O-O-O", "0-0-0", "o-o-o", "OOO", "O-O\u2212O"),
}
COURIER = {"g": "K e{rank}-g{rank}; R h{rank}-f{rank}", "c": "K e{rank}-c{rank}; R a{rank}-d{rank}"}
BY_CELLS = ("Ke{rank}-{file}{rank}", "Ke{rank}{file}{rank}", "e{rank}{file}{rank}")
BY_CELL = "K{file}{rank}"
CODES = {*map(str, aofref.Code)}


@pytest.mark.parametrize("part", PARTS)
def test_texts_of_castling_are_accepted_where_castling_is_legal(part: int) -> None:
    game, castled = aofref.variant("chess"), 0
    for board in python_chess.positions(part, POSITIONS):
        position, rank = game.from_fen(board.fen()), "1" if board.turn else "8"
        king = {move.uci() for move in board.legal_moves if is_kings(board, move)}
        for file, names in CASTLINGS.items():
            by_cells = f"e{rank}{file}{rank}"
            legal = by_cells in king
            numeric = f"5{rank}{'abcdefgh'.index(file) + 1}{rank}"
            texts = [*names, COURIER[file], *BY_CELLS, numeric]
            filled = [text.format(rank=rank, file=file) for text in texts]
            accepted = {text: accepts(position, text) for text in filled}
            if legal:
                assert accepted == dict.fromkeys(filled, names[0]), board.fen()
            else:
                assert {*accepted.values()} <= CODES, board.fen()
                assert {accepted[name] for name in names} <= {"cannot-castle", "blocked"}
            castled += legal
            # A King that can reach the cell in either way is never on e1.
            by_cell = BY_CELL.format(rank=rank, file=file)
            assert (accepts(position, by_cell) not in CODES) == legal, board.fen()
    assert castled > POSITIONS / 10


def is_kings(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.KING


def accepts(position: aofref.Position, text: str) -> str:
    """Return the move that a text means, in long notation, or the code of its refusal."""
    try:
        return position.move(text).lan
    except aofref.IllegalMove as problem:
        return str(problem.code)


# Refusals ---------------------------------------------------------------------------------------------


CELLS = set(chess.SQUARE_NAMES)


def damaged(part: int) -> Iterator[tuple[str, chess.pgn.Game]]:
    """Yield games, one move of each swapped for a text from anywhere, and how python-chess reads them."""
    chance = random.Random(f"damaged {part}")
    sans = [
        [board.san(move) for board, move in plies(game)] for game in python_chess.games(part, GAMES)
    ]
    pool = sorted({san for line in sans for san in line} | {"O-O", "O-O-O"})
    for line in sans:
        at = chance.randrange(len(line))
        swapped = chance.choice((chance.choice(pool), chance.choice(("O-O", "O-O-O"))))
        text = " ".join([*line[:at], swapped, *line[at + 1 :], "*"])
        yield text, read_by_python_chess(f"{text}\n")


@pytest.mark.parametrize("part", PARTS)
def test_damaged_games_are_refused_at_the_same_ply(part: int) -> None:
    games, refused = [*damaged(part)], 0
    text = "".join(f'[Round "{at}"]\n\n{text}\n\n' for at, (text, _) in enumerate(games))
    for record, (line, game) in zip(records(text), games, strict=True):
        played, words = sum(1 for _ in game.mainline_moves()), line.split()
        faults = [finding for finding in record.findings if not finding.is_warning]
        # aofref reads "d5" as a capture, with a warning, where no Pawn can go there but by one.
        for finding in record.findings:
            if finding.code.value == "unmarked-capture" and finding.written[2:] in CELLS:
                faults = [finding]
                break
        assert len(faults) == bool(game.errors) == (played < len(words) - 1), line
        if not faults:
            assert (record.status, record.plies) == ("legal", played)
            continue
        refused += 1
        (fault,) = faults
        assert (fault.ply, fault.line) == (played + 1, record.line + 2)
        assert fault.column == len(" ".join(words[:played])) + 1 + bool(played)
        assert fault.written.endswith(words[played])
        if not fault.is_warning:
            explained = record.position.explain(words[played])
            legal = {move.lan for move in record.position.legal_moves()}
            assert explained.code == fault.code and legal.issuperset(explained.suggestions)
    assert refused > GAMES / 2


# Fairy-Stockfish --------------------------------------------------------------------------------------

CAPABLANCA = "capablanca"
CASTLED = ("f1i1", "f1c1", "f8i8", "f8c8")


def capablanca(seed: int, most: int) -> list[str]:
    """Play a game of Capablanca's chess that castles early, by Fairy-Stockfish."""
    pyffish = pytest.importorskip("pyffish")
    chance, moves = random.Random(f"capablanca {seed}"), list[str]()
    fen = pyffish.start_fen(CAPABLANCA)
    for ply in range(most):
        legal = sorted(pyffish.legal_moves(CAPABLANCA, fen, moves))
        if not legal:
            break
        castlings = [move for move in legal if move in CASTLED and ply < 40]
        clearing = [move for move in legal if move[0] in "bcdeghi" and move[1] == "18"[ply % 2]]
        resting = [move for move in legal if move[:2] not in ("f1", "f8")]
        chosen = castlings or (chance.random() < 0.5 and clearing) or resting or legal
        moves.append(chance.choice(chosen))
    return moves


@pytest.mark.parametrize("part", PARTS)
def test_games_of_capablanca_castle_as_in_fairy_stockfish(part: int) -> None:
    pyffish = pytest.importorskip("pyffish")
    start, fen, castled = aofref.variant(CAPABLANCA).start(), pyffish.start_fen(CAPABLANCA), 0
    texts = []
    for seed in range(part * 6, part * 6 + 6):
        moves, position = capablanca(seed, 36), start
        for at, move in enumerate(moves):
            ours = {
                f"{legal.origin}{legal.destination}{legal.promotion.lower()}": legal
                for legal in position.legal_moves()
            }
            assert set(ours) == set(pyffish.legal_moves(CAPABLANCA, fen, moves[:at]))
            castled += ours[move].lan.startswith("O-O")
            position = position.push(ours[move])
        theirs = pyffish.get_fen(CAPABLANCA, fen, moves)
        assert position.fen() == theirs
        assert start.variant.from_fen(theirs).fen() == theirs
        texts.append(" ".join([*pyffish.get_san_moves(CAPABLANCA, fen, moves), "*"]))
    text = "\n\n".join(f'[Variant "{CAPABLANCA}"]\n\n{text}' for text in texts)
    assert castled > 2
    assert text.count("O-O") == castled
    for record in aofref.read(io.StringIO(text)):
        assert (record.status, record.findings) == ("legal", ())

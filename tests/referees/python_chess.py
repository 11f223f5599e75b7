"""Games and positions of chess, made at random by python-chess: the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import chess
import chess.pgn

BACK = (chess.KNIGHT, chess.BISHOP, chess.QUEEN)
"""The pieces that stand between a King and its Rooks."""
COMMENTS = (
    "a plan; then another",
    "O-O was possible, 1-0 claimed",
    "[%clk 0:09:58]",
    "[%eval 0.31] (d4) $3 1. e4",
    "Züge wie dieser",
    'says "yes" % and no',
)


def steered(chance: random.Random, board: chess.Board) -> chess.Move:
    """Choose a move: mostly castling where it is legal, else rather one that clears the way for it."""
    legal: list[chess.Move] = [*board.legal_moves]
    castlings: list[chess.Move] = [move for move in legal if board.is_castling(move)]
    if castlings and chance.random() < 0.8:
        return chance.choice(castlings)
    if board.fullmove_number <= 15:
        kinds = [(move, board.piece_type_at(move.from_square)) for move in legal]
        first = 0 if board.turn else 7
        clearing: list[chess.Move] = [
            move
            for move, kind in kinds
            if kind in BACK and chess.square_rank(move.from_square) == first
        ]
        waiting: list[chess.Move] = [
            move for move, kind in kinds if kind not in (chess.KING, chess.ROOK)
        ]
        if clearing and chance.random() < 0.6:
            return chance.choice(clearing)
        if waiting and chance.random() < 0.9:
            return chance.choice(waiting)
    return chance.choice(legal)


def boards(chance: random.Random, most: int) -> Iterator[chess.Board]:
    """Play a game, and yield the same board before each of its moves and at its end."""
    board = chess.Board()
    yield board
    while len(board.move_stack) < most and any(board.legal_moves):
        board.push(steered(chance, board))
        yield board


def played(seed: object, most: int) -> chess.Board:
    """Play a game of at most `most` plies."""
    *_, board = boards(random.Random(str(seed)), most)
    return board


def perft(board: chess.Board, depth: int) -> int:
    """Count the lines of `depth` legal moves."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def _add_line(
    chance: random.Random, node: chess.pgn.GameNode, board: chess.Board, depth: int
) -> None:
    """Add a variation to the moves that may follow a node, with a variation of its own perhaps."""
    played_already = {after.move for after in node.variations}
    for at in range(chance.randrange(1, 5)):
        moves = [move for move in board.legal_moves if at or move not in played_already]
        if not moves:
            return
        move = steered(chance, board)
        move = move if move in moves else chance.choice(moves)
        before, node = node, node.add_variation(move)
        _annotate(chance, node)
        if at and depth and chance.random() < 0.4:
            _add_line(chance, before, board.copy(stack=False), depth - 1)
        board.push(move)


def _annotate(chance: random.Random, node: chess.pgn.ChildNode) -> None:
    if chance.random() < 0.15:
        node.comment = chance.choice(COMMENTS)
    if chance.random() < 0.1:
        node.nags = {chance.choice((1, 2, 6, 14, 146))}
    if node.starts_variation() and chance.random() < 0.3:
        node.starting_comment = chance.choice(COMMENTS)


@cache
def games(part: int, count: int, most: int = 36) -> tuple[chess.pgn.Game, ...]:
    """Make games that castle early, with comments, NAGs and variations."""
    made = []
    for number in range(count):
        chance = random.Random(f"game {part} {number}")
        game = chess.pgn.Game()
        game.headers["White"], game.headers["Round"] = f"Player {number}", str(part)
        node: chess.pgn.GameNode = game
        board = chess.Board()
        for move in played(f"game {part} {number}", most).move_stack:
            before, node = node, node.add_variation(move)
            _annotate(chance, node)
            if chance.random() < 0.06:
                _add_line(chance, before, board.copy(stack=False), 2)
            board.push(move)
        game.headers["Result"] = board.result()
        made.append(game)
    return tuple(made)


def tree(node: chess.pgn.GameNode) -> list[object]:
    """Return the moves that follow a node with all that is written at them."""
    line: list[object] = [" ".join(node.comment.split())]
    while node.variations:
        first, *others = node.variations
        marks = (sorted(first.nags), *(" ".join(text.split()) for text in (first.comment,)))
        line.append((first.uci(), marks, [_branch(other) for other in others]))
        node = first
    return line


def _branch(node: chess.pgn.ChildNode) -> list[object]:
    begins = " ".join(node.starting_comment.split())
    return [begins, node.uci(), sorted(node.nags), *tree(node)]


@cache
def positions(part: int, count: int) -> tuple[chess.Board, ...]:
    """Make positions with castling rights: of games, and with pieces strewn over the board."""
    chance, made = random.Random(f"positions {part}"), list[chess.Board]()
    while len(made) < count:
        if len(made) % 2:
            board = _strewn(chance)
        else:
            *_, board = boards(chance, chance.randrange(4, 30))
            board = board.copy(stack=False)
        if board.has_castling_rights(board.turn) and any(board.legal_moves):
            made.append(board)
    return tuple(made)


def on_the_kings_cells(chance: random.Random) -> chess.Board:
    """Put Rooks and Queens on the cells where Kings begin, and other pieces anywhere."""
    while True:
        board = chess.Board(None)
        free = [*chess.SQUARES]
        for square, color in ((chess.E1, chess.WHITE), (chess.E8, chess.BLACK)):
            free.remove(square)
            board.set_piece_at(square, chess.Piece(chance.choice((chess.ROOK, chess.QUEEN)), color))
        for square in chance.sample(free, chance.randrange(2, 12)):
            letters = "kNBRQnbrq" if chess.square_rank(square) in (0, 7) else "NBRQPPnbrqpp"
            board.set_piece_at(square, chess.Piece.from_symbol(chance.choice(letters)))
        for king, square in zip("Kk", chance.sample(free, 2), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(king))
        board.turn = chance.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board


def lan(board: chess.Board, move: chess.Move) -> str:
    """Write a move as aofref does in long notation, without a suffix."""
    text = board.lan(move).rstrip("+#")
    return text + ("ep" if board.is_en_passant(move) else "")


def ways(board: chess.Board, move: chess.Move) -> Iterator[tuple[str, str]]:
    """Write a move in every notation, with and without marks; with each the warnings on them."""
    origin, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    piece = board.piece_at(move.from_square)
    assert piece is not None
    letter = piece.symbol().upper()
    code = letter.replace("P", "")
    takes, passing = board.is_capture(move), board.is_en_passant(move)
    ep = "ep" if passing else ""
    promoted = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    sign, other = ("x", "-") if takes else ("-", "x")
    wrong = "false-capture" if not takes else "" if passing else "unmarked-capture"
    checks = board.gives_check(move)
    board.push(move)
    mates = board.is_checkmate()
    board.pop()
    suffix = "#" if mates else "+" if checks else ""
    yield board.san(move), ""
    yield move.uci() if not promoted else f"{origin}{end}{promoted}", ""
    yield f"{code}{origin}{end}{promoted}{suffix}", ""
    cells = "".join(
        str("abcdefgh".index(name) + 1) if name in "abcdefgh" else name for name in origin + end
    )
    places = {"Q": "02", "R": "03", "B": "04", "N": "05"}
    yield cells + (places[promoted[1]] if promoted else ""), ""
    yield f"{code}{origin}{other}{end}{ep}{promoted}{suffix}", wrong
    if board.is_castling(move):
        name, rank = board.san(move).rstrip("+#"), origin[1]
        yield f"{name}{suffix}", ""
        rook = f"h{rank}-f{rank}" if name == "O-O" else f"a{rank}-d{rank}"
        yield f"K {origin}-{end}; R {rook}", ""
        if not checks:
            yield f"{name}+", "false-check"
        return
    plain = f"{code}{origin}{sign}{end}{ep}{promoted}"
    yield plain, ""
    yield f"{plain}{suffix}", ""
    if not mates:
        yield f"{plain}#", "false-check"
    if not checks:
        yield f"{plain}+", "false-check"
    lifted = f"; @-{end[0]}{origin[1]}" if passing else ""
    put = f"; {promoted[1]}-{end}" if promoted else ""
    yield f"{letter} {origin}-{end}{put}{lifted}", ""


def _strewn(chance: random.Random) -> chess.Board:
    """Put Kings and Rooks where they begin, other pieces anywhere, and choose rights."""
    while True:
        board = chess.Board(None)
        for square, letter in ((chess.E1, "K"), (chess.A1, "R"), (chess.H1, "R")):
            for at, symbol in ((square, letter), (chess.square_mirror(square), letter.lower())):
                board.set_piece_at(at, chess.Piece.from_symbol(symbol))
        free = [square for square in chess.SQUARES if not board.piece_at(square)]
        for square in chance.sample(free, chance.randrange(2, 12)):
            letters = "NBRQnbrq" if chess.square_rank(square) in (0, 7) else "NBRQPPPnbrqppp"
            board.set_piece_at(square, chess.Piece.from_symbol(chance.choice(letters)))
        board.turn = chance.random() < 0.5
        board.castling_rights = chess.BB_EMPTY
        for square in (chess.A1, chess.H1, chess.A8, chess.H8):
            if chance.random() < 0.8:
                board.castling_rights |= chess.BB_SQUARES[square]
        if board.is_valid():
            return board

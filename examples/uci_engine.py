"""An engine that speaks UCI, and searches two plies for material: for any program that shows chess.

python examples/uci_engine.py
"""

import sys
from collections.abc import Iterator

import aofref

VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}
CHESS = aofref.variant("chess", files=False)


def best(board: aofref.Board, depth: int) -> tuple[float, aofref.Move | None]:
    """Return the gain of the best move in sight, and the move; None if the game is over."""
    army, found = board.turn, list[tuple[float, aofref.Move]]()
    if army is None:
        return -99 if board.is_checkmate() else 0, None
    for move in board.legal_moves():
        board.push(move)
        gain = board.worth(VALUES, army) if depth == 1 else -best(board, depth - 1)[0]
        found.append((gain, move))
        board.pop()
    return max(found)


def placed(words: list[str]) -> aofref.Board:
    """Read `startpos` or `fen FEN`, and `moves` behind it."""
    before, _, moves = " ".join(words).partition("moves")
    fen = before.removeprefix("fen ").strip()
    board = (CHESS.start() if fen == "startpos" else CHESS.from_fen(fen)).board()
    for move in moves.split():
        board.push(move)
    return board


def answers(lines: Iterator[str]) -> Iterator[str]:
    """Yield what the engine says to the lines of a program."""
    board = CHESS.start().board()
    for line in lines:
        match line.split():
            case ["uci"]:
                yield "id name aofref example"
                yield "uciok"
            case ["isready"]:
                yield "readyok"
            case ["ucinewgame"]:
                board = CHESS.start().board()
            case ["position", *words]:
                board = placed(words)
            case ["go", *_]:
                _, move = best(board, 2)
                yield f"bestmove {board.write(move, 'uci') if move is not None else '0000'}"
            case ["quit"]:
                return
            case _:
                pass


if __name__ == "__main__":
    for answer in answers(sys.stdin):
        print(answer, flush=True)

"""What programs do with the library, and the same with python-chess: edits, heads, boards, FEN."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import chess
import chess.pgn

import aofref
from benchmarks import play
from benchmarks.measure import Row, process
from benchmarks.rows import wanted
from tests.referees import python_chess

HEADS = """
import sys, chess.pgn
with open(sys.argv[1]) as stream:
    while headers := chess.pgn.read_headers(stream):
        {do}
"""
CELLS = chess.SQUARE_NAMES
AOFREF = [sys.executable, "-m", "aofref"]


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """Yield a row for each thing that programs wait for; each is a cost."""
    count = 1 if quick else 10
    played = play.castled_games(count)
    texts = [play.pgn_record(moves) for moves in played]
    for name, against, ours, theirs, goals in (
        *_editing(texts[0]),
        *_reading(texts),
        *_on_a_board(played),
        *_heads(folder, texts if quick else texts * 200),
    ):
        yield Row(name, f"python-chess: {against}", ours, theirs, wanted(*goals), "cost")


Said = tuple[str, str, Callable[[], object], Callable[[], object], tuple[float, float]]
"""A row: its name, what it is measured against, both works, its goals pure and compiled."""


def _editing(pgn: str) -> Iterator[Said]:
    """Comment every ply of a game that has been read, and write the game."""
    record = aofref.loads(pgn, variant="chess")
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert record.is_opened
    assert game is not None

    def at_once() -> str:
        nodes = record.mainline()
        done = record.edited({node: {"comments": [f"ply {node.ply}"]} for node in nodes})
        return done.text

    def one_by_one() -> str:
        done = record
        for ply in range(1, record.plies + 1):
            done = done.node(ply).with_comments(f"ply {ply}")
        return done.text

    def theirs() -> str:
        for node in game.mainline():
            node.comment = f"ply {node.ply()}"
        return str(game)

    name = f"a comment on each of {play.PLIES} plies, and the text"
    yield f"{name}: `Record.edited`", "the same", at_once, theirs, (3, 2)
    yield f"{name}: `with_comments`, one by one", "the same", one_by_one, theirs, (3, 2)
    yield from _lines(pgn)


LINES = 40
"""How many variations are added, one by one."""


def _lines(pgn: str) -> Iterator[Said]:
    """Add a variation of one move to each of the first plies, then let each become the line."""
    record, other = aofref.loads(pgn, variant="chess"), list[str]()
    game, board = chess.pgn.read_game(io.StringIO(pgn)), chess.Board()
    assert game is not None
    for move in [*game.mainline_moves()][:LINES]:
        other.append(board.san(next(one for one in board.legal_moves if one != move)))
        board.push(move)

    def added() -> aofref.Record:
        done = record
        for ply, san in enumerate(other, 1):
            done = done.node(ply).add_variation(san)
        return done

    parents: list[chess.pgn.GameNode] = [game, *game.mainline()][:LINES]

    def theirs_added() -> str:
        for node, san in zip(parents, other, strict=True):
            node.add_variation(node.board().parse_san(san))
        text = str(game)
        for node in parents:  # it is done again
            node.remove_variation(node.variations[1])
        return text

    def promoted(done: aofref.Record) -> str:
        for ply in range(LINES, 0, -1):
            done = done.promote_variation(done.node(ply).variations[0][0])
        return done.text

    def theirs_promoted() -> str:
        parents: list[chess.pgn.GameNode] = [both_read, *both_read.mainline()][:LINES]
        for node in reversed(parents):
            node.promote(node.variations[1])
        text = str(both_read)
        for node in parents:  # it is done again
            node.promote(node.variations[1])
        return text

    assert record.is_opened
    both = aofref.loads(added().text, variant="chess")
    assert both.is_opened
    found = chess.pgn.read_game(io.StringIO(both.text))
    assert found is not None
    both_read: chess.pgn.Game = found
    yield (
        f"{LINES} variations, and the text: `add_variation`, one by one",
        "`add_variation`",
        lambda: added().text,
        theirs_added,
        (4, 4),
    )
    yield (
        f"{LINES} promotions of them, and the text: `promote_variation`, one by one",
        "`promote`",
        lambda: promoted(both),
        theirs_promoted,
        (4, 4),
    )


def _reading(texts: list[str]) -> Iterator[Said]:
    """List the legal moves at each ply of games while they are read."""
    pgn = "".join(texts)

    def ours() -> None:
        for record in aofref.read(io.StringIO(pgn), variant="chess"):
            for node in record.mainline():
                node.before.legal_moves()

    def theirs() -> None:
        stream = io.StringIO(pgn)
        while game := chess.pgn.read_game(stream):
            board = game.board()
            for move in game.mainline_moves():
                list(board.legal_moves)
                board.push(move)

    yield "`legal_moves` at each ply while reading", "the same", ours, theirs, (1, 0.7)


def _on_a_board(played: list[list[str]]) -> Iterator[Said]:
    """Push texts, and ask a board at each ply of games, all but the push being measured."""
    start = aofref.variant("chess").start()
    sans = [_in_san(moves) for moves in played]

    def pushed(games: list[list[str]]) -> None:
        for moves in games:
            board = start.board()
            for move in moves:
                board.push(move)

    def theirs_pushed(games: list[list[str]], name: str) -> None:
        for moves in games:
            push = getattr(chess.Board(), name)
            for move in moves:
                push(move)

    for form, games, name in (("SAN", sans, "push_san"), ("coordinates", played, "push_uci")):
        ours, theirs = partial(pushed, games), partial(theirs_pushed, games, name)
        yield f"`Board.push` of {form}", f"`{name}`", ours, theirs, (1.2, 0.8)

    boards = [python_chess.played(seed, 40) for seed in range(len(played))]
    lines = [[move.uci() for move in board.move_stack] for board in boards]

    def at_each_ply(ask: Callable[[aofref.Board], object]) -> None:
        for moves in lines_of_moves:
            board = start.board()
            for move in moves:
                board.push(move)
                ask(board)

    def theirs_at_each_ply(ask: Callable[[chess.Board], object]) -> None:
        for played_board in boards:
            board = chess.Board()
            for move in played_board.move_stack:
                board.push(move)
                ask(board)

    lines_of_moves = [_moves(start, moves) for moves in lines]
    for name, against, ask, their, goals in (
        ("`Board.key`", "`_transposition_key`", _key, _their_key, (1.5, 1.0)),
        ("`Board.pieces`", "`piece_map`", _pieces, _piece_map, (1.0, 0.8)),
        ("`Board.attackers` of each cell", "`attackers`, of both", _attackers, _their, (2.0, 1.5)),
        ("one `Board.is_attacked`", "`is_attacked_by`", _attacked, _is_attacked, (2.0, 1.5)),
    ):
        ours = partial(at_each_ply, ask)
        yield f"{name} after each `push`", against, ours, partial(theirs_at_each_ply, their), goals

    fens = [board.fen(en_passant="legal") for board in boards]
    game = aofref.variant("chess")

    def fen() -> list[str]:
        return [game.from_fen(text).fen() for text in fens]

    def their_fen() -> list[str]:
        return [chess.Board(text).fen() for text in fens]

    assert fen() == their_fen()
    yield "FEN read and written", "the same", fen, their_fen, (1.2, 1)


def _in_san(moves: list[str]) -> list[str]:
    """Write moves in SAN."""
    board = chess.Board()
    return [board.san_and_push(chess.Move.from_uci(move)) for move in moves]


def _moves(start: aofref.Position, moves: list[str]) -> list[aofref.Move]:
    """Return the moves of a line of a game, each of a Board."""
    board = start.board()
    for move in moves:
        board.push(move)
    return list(board.line)


def _key(board: aofref.Board) -> object:
    return board.key


def _their_key(board: chess.Board) -> object:
    return board._transposition_key()


def _pieces(board: aofref.Board) -> object:
    return board.pieces()


def _piece_map(board: chess.Board) -> object:
    return board.piece_map()


def _attackers(board: aofref.Board) -> object:
    return [board.attackers(cell) for cell in CELLS]


def _their(board: chess.Board) -> object:
    sides = (chess.WHITE, chess.BLACK)
    return [board.attackers(side, square) for square in chess.SQUARES for side in sides]


def _attacked(board: aofref.Board) -> object:
    return board.is_attacked("d4", by="W")


def _is_attacked(board: chess.Board) -> object:
    return board.is_attacked_by(chess.WHITE, chess.D4)


def _tags_of(path: Path) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return what reads the tags of a file, by aofref and by python-chess."""

    def ours() -> list[str]:
        return [record.tags["White"] for record in aofref.read(path, judge=False)]

    def theirs() -> list[str]:
        found = []
        with path.open() as stream:
            while headers := chess.pgn.read_headers(stream):
                found.append(headers["White"])
        return found

    return ours, theirs


def _heads(folder: Path, texts: list[str]) -> Iterator[Said]:
    """Read the tags of a file, by the library and by commands."""
    path = folder / "heads.pgn"
    path.write_text("".join(text.replace('"?"', f'"Player {at}"') for at, text in enumerate(texts)))

    lines = folder / "lines.pgn"  # as sites give games
    lines.write_text(re.sub(r"(?<![\]\n])\n(?=[^\[\n])", " ", path.read_text()))
    ours, theirs = _tags_of(path)
    against, goals = "`read_headers`", (2, 2)
    yield "tags of a file: `read(judge=False)`", against, ours, theirs, goals
    yield "tags of a file, a line a game: `read(judge=False)`", against, *_tags_of(lines), goals
    for name, words, do in (
        (
            "tags of a file: `select --tag --count`",
            ["select", "--tag", "White~1", "--count"],
            "pass",
        ),
        ("tags of a file: `list --tags`", ["list", "--tags"], "print(dict(headers))"),
    ):
        other = process([sys.executable, "-c", HEADS.format(do=do), str(path)])
        yield (
            name,
            against,
            process([*AOFREF, *words, str(path)]),
            other,
            goals,
        )

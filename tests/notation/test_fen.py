"""FEN: read as other programs write it, written as python-chess writes it, refused with a place."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref import BadPosition, Position, UnknownVariant, loads, variant
from tests.helpers import aofref, table

CHESS = "chess-without-castling"
ENDING = "4k3/8/8/8/8/8/4P3/4K3"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


FENS = table("fens")
FENS.append(
    (CHESS, f"  {ENDING}  w\t-   -  0 12 ", ["W:Ke1;Pe2/B:Ke8 W - 12", f"{ENDING} w - - 0 12"])
)


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


@pytest.mark.parametrize(("mark", "text", "lines"), FENS, ids=range(len(FENS)))
def test_a_fen_is_read_alike_by_all(mark: str, text: str, lines: list[str]) -> None:
    name = mark.split(" ")[0]
    read = [line for line in lines if not re.match("[0-9]+: ", line)]
    of_tag, of_text = list[str](), list[str]()
    for line in lines[len(read) :]:
        column, told = line.split(": ", 1)
        at = 7 + len(quoted(text[: int(column) - 1]))
        code = "" if told.startswith("warning: ") else "bad-position "
        of_tag.append(f"-:1:{at}: {code}{told.replace('warning: ', 'warning: contradiction ')}")
        of_text += [line] if code else []
    tag, game = f'[FEN "{quoted(text)}"]\n', variant(name)
    for tags in tag, f'[SetUp "1"]\n{tag.replace("FEN", "Fen")}':
        done = aofref("show", "--format", "position", "--variant", name, stdin=f"{tags}\n*\n")
        assert (done.stdout.splitlines(), done.exit_code) == (read[:1], 0 if read else 2)
        assert done.stderr.replace("-:2:", "-:1:").splitlines() == of_tag
    assert (
        aofref("check", "-q", "--variant", name, stdin=f"{tag}\n*\n").stderr.splitlines() == of_tag
    )
    others = "\\" not in text  # which with a backslash take it for no FEN
    for reader in [game.from_fen, game.position][: 1 + others]:
        if read:
            position = reader(text)
            assert [str(position), position.fen()] == read
            continue
        with pytest.raises(BadPosition) as why:
            reader(text)
        assert [f"{one.column}: {one.message}" for one in why.value.findings] == of_text
    for words in [("show",), ("moves",), ("threats",), ("explain", "e2-e4")] * others:
        done = aofref(*words, "--variant", name, "--position", text)
        found = re.findall("^--position:1:([0-9]+: )bad-position (.*)", done.stderr, re.MULTILINE)
        assert ["".join(one) for one in found] == of_text
        assert (done.exit_code == 2) is not bool(read)


def test_a_fen_that_is_too_long() -> None:
    found = aofref("check", "-q", "--variant", CHESS, stdin=f'[FEN "{"8/" * 10_001} w - -"]\n\n*\n')
    assert found.stderr == "-:1:7: limit a position has at most 20000 characters, not 20008\n"
    found = aofref("check", "-q", "--variant", CHESS, stdin=f'[FEN "{"?" * 100} w - -"]\n\n*\n')
    assert found.stderr.count("\n") == 21 and found.stderr.endswith("and 81 more faults\n")


@settings(max_examples=40)
@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(f'{START} w KQkq - e3 0 1 ; bm "'.split(" ")), max_size=12).map(
        " ".join
    )
)
def test_whatever_the_text_it_is_read_or_refused_with_places(text: str) -> None:
    for name in ("chess", "capablanca"):
        try:
            position = variant(name).from_fen(text)
        except BadPosition as why:
            assert all(0 < fault.column <= len(text) + 1 for fault in why.findings)
        else:
            assert variant(name).from_fen(position.fen()) == position


OTHERS = (
    "Chess960|chess 960|Fischer Random|fischerandom|Fischerrandom Chess|Atomic|Antichess|Crazyhouse|Three-check|3check|"
    "3-Check|King of the Hill|Horde|Racing Kings|racingKings|S-Chess|Capablanca960|Bughouse|Duck Chess"
)


def test_the_library_knows_the_names_of_other_games() -> None:
    for name in OTHERS.split("|"):
        with pytest.raises(UnknownVariant, match="is another game"):
            variant(name)


def test_a_game_from_a_fen_is_compared_as_one_of_a_position() -> None:
    head, moves = f'[Variant "{CHESS}"]\n', "\n12. e4 Kd7 *\n"
    by_fen = loads(f'{head}[SetUp "1"]\n[FEN "{ENDING} w - - 0 12"]\n{moves}')
    longer = f'{head}[Position "W:Ke1;Pe2/B:Ke8 W - 12"]\n{moves.replace("Kd7", "Kd7 13. e5")}'
    compared = by_fen.compare(loads(longer))
    assert (compared.tags, compared.shared) == ((), 2)


# What is written --------------------------------------------------------------------------------------


def test_the_library_refuses_what_has_none() -> None:
    for position in (variant("glinski").start(), variant("heathen-europe").start()):
        with pytest.raises(BadPosition, match="has no FEN"):
            position.fen()
        with pytest.raises(BadPosition, match="has no FEN"):
            position.variant.from_fen(START)
    with pytest.raises(BadPosition, match="nobody is to move"):
        variant("chess").start().push("W:resigns").fen()
    with pytest.raises(BadPosition, match="four fields") as why:
        variant("chess").from_fen(START)
    assert [(fault.line, fault.column) for fault in why.value.findings] == [(1, len(START))]
    with pytest.raises(TypeError):
        variant("chess").from_fen(None)  # type: ignore[arg-type]


# Held to python-chess ---------------------------------------------------------------------------------


def boards(seed: int, count: int) -> Iterator[chess.Board]:
    """Yield positions of random games, some with less rights, some that begin with little."""
    chance, yielded = random.Random(seed), 0
    starts = [
        chess.STARTING_FEN,
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        "4k3/P1P1P1P1/8/5p1p/6P1/8/1p1p1p1p/4K3 w - - 12 40",
    ]
    while yielded < count:
        board = chess.Board(chance.choice(starts))
        for letter in "HAha":
            if chance.random() < 0.2:
                side = chess.WHITE if letter.isupper() else chess.BLACK
                square = chess.square("ah".index(letter.lower()) * 7, 0 if side else 7)
                board.castling_rights &= ~chess.BB_SQUARES[square]
        for _ in range(chance.randrange(1, 90)):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            doubled = [m for m in moves if board.piece_type_at(m.from_square) == chess.PAWN]
            board.push(chance.choice(doubled if doubled and chance.random() < 0.4 else moves))
            if chance.random() < 0.15:
                yielded += 1
                yield board.copy()


def uci(position: Position) -> list[str]:
    texts = (position.write(move, "coord", suffix=False) for move in position.legal_moves())
    return sorted(text.lower().replace("=", "") for text in texts)


@pytest.mark.parametrize("seed", range(3))
def test_three_hundred_fens_of_python_chess(seed: int) -> None:
    games, seen = (variant("chess"), variant(CHESS)), set[str]()
    for board in boards(seed, 100):
        for castles in (True, False):
            if not castles:
                board.castling_rights = chess.BB_EMPTY
            expected, legal = board.fen(), sorted(map(chess.Move.uci, board.legal_moves))
            for passed in ("legal", "fen", "xfen"):
                for promoted in (False, True):
                    text = board.fen(en_passant=passed, promoted=promoted)
                    position = games[not castles].from_fen(text)
                    assert position.fen() == expected
                    assert games[not castles].position(f" {text} ") == position
                    assert position.turn is None or uci(position) == legal, text
            if legal:  # the line has all but the count
                same = games[not castles].position(str(position))
                assert same.fen().split()[:4] == expected.split()[:4]
            seen.update(board.castling_xfen(), text.partition(" ")[0])
            seen.add("en passant" if board.has_legal_en_passant() else "")
    assert seen >= {*"KQkq-~", "en passant"}


@pytest.mark.parametrize("seed", range(3))
def test_a_game_from_a_fen_is_counted_on(seed: int) -> None:
    chess_, chance = variant("chess"), random.Random(seed)
    for board in boards(seed + 100, 12):
        position, texts, fens = chess_.from_fen(board.fen()), list[str](), [board.fen()]
        for _ in range(30):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            move = chance.choice(moves)
            texts.append(board.uci(move))
            board.push(move)
            fens.append(board.fen())
            position = position.push(texts[-1])
            assert position.fen() == fens[-1]
        record = loads(f'[Variant "chess"]\n[FEN "{fens[0]}"]\n\n{" ".join(texts)} *\n')
        assert record.findings == ()
        assert (record.start.fen(), record.position.fen()) == (fens[0], fens[-1])
        assert [record.at(ply).fen() for ply in range(len(texts) + 1)] == fens
        assert [node.before.fen() for node in record.mainline()] == fens[:-1]
        assert [node.after.fen() for node in record.mainline()] == fens[1:]


def test_the_library_reads_the_word_for_the_array() -> None:
    game = variant("chess")
    for word in ("startpos", " StartPos "):
        assert game.position(word) == game.from_fen(word) == game.start()


@pytest.mark.parametrize(
    ("name", "placement", "column"),
    [
        ("chess", "rnbqkbnr/ppppppp~x/8/8/8/8/PPPPPPPP/RNBQKBNR", 18),
        ("capablanca", "rnabqkbcnr/pppppppppp/10/10/x9/10/PPPPPPPPPP/RNABQKBCNR", 29),
        ("chess", "rnbqk~bnr~/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNK", 45),
    ],
)
def test_a_fault_has_its_column_behind_signs_of_two_characters(
    name: str, placement: str, column: int
) -> None:
    with pytest.raises(BadPosition) as refused:
        variant(name).from_fen(f"{placement} w KQkq - 0 1")
    assert [why.column for why in refused.value.findings] == [column]

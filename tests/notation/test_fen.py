"""FEN: read as other programs write it, written as python-chess writes it, refused with a place."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref import BadPosition, Position, UnknownVariant, loads, variant
from tests.helpers import aofref

CHESS = "chess-without-castling"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
ENDING = "4k3/8/8/8/8/8/4P3/4K3"


def checked(*tags: str, moves: str = "*", variant: str = CHESS) -> tuple[int, list[str]]:
    """Check a record of these tags and moves: the exit status, and each finding without its file."""
    text = "".join(f"[{tag}]\n" for tag in tags) + f"\n{moves}\n"
    done = aofref("check", "--quiet", "--variant", variant, stdin=text)
    lines = [line.removeprefix("-:") for line in done.stderr.splitlines() if line.startswith("-:")]
    return done.exit_code, lines


def final(*tags: str, moves: str = "*", variant: str = CHESS) -> str:
    """Give the last position of a record of these tags and moves."""
    text = "".join(f"[{tag}]\n" for tag in tags) + f"\n{moves}\n"
    done = aofref("show", "--format", "position", "--variant", variant, stdin=text)
    assert done.exit_code == 0, done.stderr
    return done.stdout.strip()


# What is read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{ENDING} w - - 0 12", "W:Ke1;Pe2/B:Ke8 W - 12"),
        (f"{ENDING} b - - 7 12", "W:Ke1;Pe2/B:Ke8 B - 12"),
        (f"  {ENDING}  w\t-   -  0 12 ", "W:Ke1;Pe2/B:Ke8 W - 12"),  # blanks
        (f"{ENDING} w - -", "W:Ke1;Pe2/B:Ke8 W - 1"),  # EPD's four fields
        (f"{ENDING} w - - 3", "W:Ke1;Pe2/B:Ke8 W - 1"),
        (f"{ENDING} w - - 0 0", "W:Ke1;Pe2/B:Ke8 W - 1"),  # asdfjkl/jfxchess #87
        (f"{ENDING} w - - - -", "W:Ke1;Pe2/B:Ke8 W - 1"),  # pychess/pychess #871
        (f"{ENDING} w - - 0 12;", "W:Ke1;Pe2/B:Ke8 W - 12"),  # official-stockfish/books #54
        (f'{ENDING} w - - bm e4; id \\"a; b\\";', "W:Ke1;Pe2/B:Ke8 W - 1"),
        (f"{ENDING} w - - hmvc 4; fmvn 12; draw_offer;", "W:Ke1;Pe2/B:Ke8 W - 12"),
        ("4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1", "W:Ke1;Qd5/B:Ke8 W - 1"),  # a promoted piece
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "W:Ke1;Pe4/B:Ke8;Pf4 B e3>e4 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "W:Ke1;Pe4/B:Ke8 B e3>e4 1"),  # nobody captures there
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9", "W:Ke1;Pd5/B:Ke8;Pe5 W e6>e5 9"),
    ],
)  # fmt: skip
def test_a_fen_of_the_world(text: str, line: str) -> None:
    assert checked(f'FEN "{text}"') == (0, [])
    assert final(f'FEN "{text}"') == line
    assert final('SetUp "1"', f'Fen "{text}"') == line


@pytest.mark.parametrize("text", ["startpos", "StartPos", f"{START} w KQkq - 0 1", "?", "-", ""])
def test_a_fen_of_the_array(text: str) -> None:
    assert checked(f'FEN "{text}"', moves="1. e4 e5 *") == (0, [])
    assert final(f'FEN "{text}"') == final()


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("3r2k1/2rP1pp1/2q4p/2N5/7Q/4P2P/6P1/3R2K1 b - - 5 38", "38. .. g5 39. Qe4 Qxc5 40. Qe8 Qf8 0-1"),  # mliebelt/pgn-viewer #129, without SetUp
        ("8/8/8/6R1/4k3/2KN1r2/8/8 w - - 0 1", "1.Re5# *"),  # jhlywa/chess.js #152
        (  # yo35/rpb-chessboard #181, with the move that is missing there
            "r2q1rk1/pbpn2pp/1p1pp3/5p2/1PPPn3/2BBPN2/P1Q2PPP/3R1RK1 b - - 0 12",
            "1... Nxc3 2.Qxc3 Bxf3 3.gxf3 Qh4 4. Kg2 Rf6 *",
        ),
    ],
)  # fmt: skip
def test_a_record_goes_on_from_a_fen(text: str, moves: str) -> None:
    assert checked(f'FEN "{text}"', moves=moves) == (0, [])


TAILS = [
    "- - 0 12; D1 20",
    "- - 0 12 ;D1 20 ;D2 400 ;D3 8902",  # perftsuite.epd of ROCE
    '- - 0 12 ;D1 20;c0 "of two; books";',
    "- - 0 12,D1 20",
    "- - 0 12 bm e4; id KK03",
    "- - 0 12 bm Nf6+",
    "- - hmvc 0; fmvn 12",
    '- - ;fmvn 12 ;c0 "x"',
    "- -;fmvn 12;D1 20",
    "- -,fmvn 12",
]


@pytest.mark.parametrize("tail", TAILS)
def test_operations_of_epd_in_all_their_forms(tail: str) -> None:
    """They stand behind the fourth or the sixth field, with marks before, between or behind them."""
    given, line = f"{ENDING} w {tail}", "W:Ke1;Pe2/B:Ke8 W - 12"
    game = variant(CHESS)
    assert str(game.from_fen(given)) == str(game.position(given)) == line
    assert game.from_fen(given).fen() == f"{ENDING} w - - 0 12"
    tag = 'FEN "' + given.replace('"', '\\"') + '"'
    assert checked(tag, moves="12. e4 *") == (0, [])
    assert str(loads(f'[Variant "{CHESS}"]\n[{tag}]\n\n12. e4 *\n').start) == line
    for command in ("show", "--format", "position"), ("moves",), ("threats",), ("explain", "e2-e4"):
        done = aofref(*command, "--variant", CHESS, "--position", given)
        assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (f"{ENDING} w  - 0 1", "missing here: castling"),
        ("4k3/8/8/11111111/8/8/8/4K3 w - - 0 1", "the digits '11111111' stand side by side"),
        (f"{ENDING} w - - 0 1 moves e2e4", "six: 'moves e2e4'"),
    ],
)
def test_every_way_refuses_what_is_no_fen(given: str, why: str) -> None:
    game = variant(CHESS)
    for read in game.from_fen, game.position:
        with pytest.raises(BadPosition, match=why):
            read(given)
    (status, (line,)) = checked(f'FEN "{given}"')
    assert status == 2 and why in line
    for command in ("show",), ("moves",), ("threats",), ("explain", "e2-e4"):
        done = aofref(*command, "--variant", CHESS, "--position", given)
        assert done.exit_code == 2 and why in done.stderr


def test_two_digits_are_a_number_of_no_more_cells_than_a_rank_has() -> None:
    game, rest = variant("capablanca"), "pppppppppp/10/10/4P5/55/PPPP1PPPPP/RNABQKBCNR b - - 0 1"
    assert game.from_fen(f"rnabqkbcnr/{rest.replace('55', '10')}").armies
    with pytest.raises(BadPosition, match="the digits '55' stand side by side"):
        game.from_fen(f"rnabqkbcnr/{rest}")


def test_move_numbers_are_not_compared_as_with_position() -> None:
    for tag in (f'FEN "{ENDING} b - - 0 12"', 'Position "W:Ke1;Pe2/B:Ke8 B - 12"'):
        assert checked(tag, moves="1. Kd8 2. e4 *") == (0, [])


# What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "message"),  # the fault stands behind the sign ^
    [
        (f"{START} w KQk^q", "a FEN has four fields or six; missing here: en passant"),
        (f"{START[:-1]}^R", "; missing here: turn, castling and en passant"),
        ("8/8/8/8/8/8/^8 w - -", "there are 7 ranks, not 8"),
        ("4k3/8/8/8/8/8/8/8/^4K3 w - -", "there are 9 ranks, not 8"),
        ("4k3/8/8/8/8/^7/8/4K3 w - -", "the rank '7' has 7 cells, not 8"),
        ("4k3/8/8/8/^44/8/8/4K3 w - -", "the digits '44' stand side by side"),
        ("4k3/8/8/^11111111/8/8/8/4K3 w - -", "the digits '11111111' stand side by side"),
        ("4k3/8/8/8/8/p^08/8/4K3 w - -", "the digits '08' stand side by side"),
        ("4k3/8/8/8/^9/8/8/4K3 w - -", "the rank '9' has 9 cells, not 8"),
        ("4k3/8/8/4^A3/8/8/8/4K3 w - -", "'A' is no piece of chess-without-castling"),
        ("4k3/8/8/^~8/8/8/8/4K3 w - -", "'~' is no piece"),
        ("4k3/8/8/^\u06638/8/8/8/4K3 w - -", "is no piece"),  # another script's digit
        ("4k3/8/8/8/8/8/^/4K3 w - -", "the rank '' has 0 cells, not 8"),
        ("4k3/8/8/8/8/8/8/4K3/^ w - -", "there are 9 ranks, not 8"),
        ("^4k3/8/8/8/8/8/8/8 w - -", "army W has no King"),
        ("^4k3/8/8/8/8/8/8/3RB3 w - -", "army W has pieces but no royal piece"),
        ("4k3/8/8/8/4K3/8/8/4^K3 w - -", "army W has 2 royal pieces, on e4 and e1"),
        ("4k2^P/8/8/8/8/8/8/4K3 w - -", "the Pawn of W on h8 should have promoted there"),
        ("4k3/8/8/8/8/8/8/4R1K1 ^w - -", "army B is in check, but it is not its turn"),
        (f"{ENDING} ^white - -", "the turn is w or b, not 'white'"),
        (f"{ENDING} ^W - -", "the turn is w or b, not 'W'"),
        (f"{ENDING} ^- - -", "the turn is w or b, not '-'"),
        (f"{START} w ^HAha - 0 1", "by the files of Rooks, 'HAha', are those of Chess960, another"),
        ("rnbqkbnr^\\/pppppppp\\/8\\/8\\/8\\/8\\/PPPPPPPP\\/RNBQKBNR w KQkq - 0 1", "without a backslash"),
        ("rnbqkbnr^\\pppppppp\\8\\8\\8\\8\\PPPPPPPP\\RNBQKBNR w KQkq -", "without a backslash"),
        ("4k3/8/8/8/8/8/8/^P3K3 w - -", "no Pawn of W can ever come to a1"),
        ("4k1^p1/8/8/8/8/8/8/4K3 w - -", "no Pawn of B can ever come to g8"),
        (f"{START} b ^HQkq - 0 1", "by the files of Rooks, 'HQkq'"),  # en-croissant #410
        (f"{START} b KQk^b - 0 1", "by the files of Rooks, 'KQkb'"),  # X-FEN
        (f"{START} w KQ^Kq - 0 1", "the castling right K is given twice"),
        (f"{START} w K^/kq - 0 1", "'/' is no castling right"),
        (f"{ENDING} w - ^e9 0 1", "the en passant square is a cell or -, not 'e9'"),
        (f"{ENDING} w ^- 0 1", "four fields or six; missing here: castling or en passant"),
        (f"{ENDING} w  ^- 0 1", "four fields or six; missing here: castling"),  # many programs
        (f"{ENDING} w e3 ^0 1", "four fields or six; missing here: castling"),
        (f"{START} w KQkq ^0 1", "four fields or six; missing here: en passant"),
        (f"{START} KQkq - ^0 1", "four fields or six; missing here: turn"),
        (f"{ENDING} w ^0 1", "four fields or six; missing here: castling and en passant"),
        (f"{ENDING} w - - 0 1 ^2", "four fields or six: '2'"),
        (f"{ENDING} w - - 0 1 ^moves e2e4", "four fields or six: 'moves e2e4'"),  # of UCI
        (f"{ENDING} w - - ^moves e2e4", "four fields or six: 'moves e2e4'"),
        (f"{ENDING} w - - 0 ^-1", "'-1' is no number of a round"),
        (f"{ENDING} w - - 0 ^1234567890", "is no number of a round"),
        (f"{ENDING} w - - ^0x 1", "'0x' is no number of halfmoves"),
        (f"{ENDING} w - - 0 ^one", "'one' is no number of a round"),
        (f"{ENDING} w - - ^!one 1", "'!one' is no number of halfmoves"),
        (f"{ENDING} w - - bm e4; ^4", "four fields or six: '4'"),
    ],
)  # fmt: skip
def test_a_fault_has_its_column_in_the_tag(marked: str, message: str) -> None:
    tag = f'FEN "{marked}"'
    status, (line,) = checked(tag.replace("^", ""), moves="1. e4 *")
    place, code, text = line.split(" ", 2)
    assert (status, place, code) == (2, f"1:{tag.index('^') + 2}:", "bad-position")
    assert message in text


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


def test_faults_are_counted_from_a_number_on() -> None:
    _, lines = checked(f'FEN "{"?" * 100} w - -"')
    assert len(lines) == 21 and lines[-1].endswith("and 81 more faults")


@pytest.mark.parametrize("name", ["aof2", "sd2l-cohen", "raumschach", "glinski"])
def test_other_games_have_no_fen(name: str) -> None:
    """They have four armies, levels, or hexes."""
    status, (line,) = checked(f'FEN "{START} w KQkq - 0 1"', variant=name)
    assert status == 2 and line.startswith("1:1: bad-tag the game starts elsewhere, by FEN")


def test_capablanca_has_its_own_letters_and_ten_files() -> None:
    text = "rnabqkbcnr/pppppppppp/10/10/4P5/10/PPPP1PPPPP/RNABQKBCNR b KQkq e3 0 1"
    name = "capablanca-without-castling"
    assert final(f'FEN "{text}"', variant=name) == final(moves="1. e4 *", variant=name)
    _, lines = checked(f'FEN "{START} w - -"', variant=name)
    assert "the rank 'rnbqkbnr' has 8 cells, not 10" in lines[0]


# What contradicts the board ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1",  # Stockfish #867
        "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",  # the cell that it came from is not empty
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",  # nor is the one that it passed
        "4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1",  # a Pawn of the army to move
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e5 0 1",
    ],
)
def test_an_en_passant_square_that_no_pawn_has_passed(text: str) -> None:
    tag, cell = f'FEN "{text}"', text.split()[3]
    status, (line,) = checked(tag)
    place = f"1:{tag.index(f' {cell} ') + 3}"
    assert status == 0
    assert line == f"{place}: warning: contradiction no Pawn can just have passed {cell}"
    assert final(tag).split()[2] == "-"


SAME = 'Position "W:Ke1;Pe2/B:Ke8 W - 12"'
PASSED = 'Position "W:Ke1;Pe4/B:Ke8 B e3>e4 1"'
TAKEN = 'Position "W:Ke1;Pe4/B:Ke8;Pf4 B e3>e4 1"'
OTHER = "1:1: warning: contradiction FEN gives another position than Position"
FIRST = f'FEN "{ENDING} w - - 0 12"'
TAGS = [  # tags, moves, and how each finding begins
    ('FEN "4k3/8/8/8x/8/8/8/4K3 x - z1 0 1 2"', "*", "1:16: bad-", "1:28: bad-", "1:32: bad-", "1:39: bad-"),
    (r'FEN "4k3/\\8/8/8/8/8/8/4K3 w - - ?"', "*", "1:11: bad-position", "1:35: bad-position"),
    (f'FEN "{"8/" * 10_001} w - -"', "*", "1:7: limit a position has at most 20000 characters"),
    (f"{FIRST}\n{SAME}", "*"),
    (f'FEN "{ENDING} w - -"\n{SAME}', "*"),  # EPD has no round
    (f'FEN "{ENDING} b - - 0 12"\n{SAME}', "*", OTHER),
    (f'FEN "{ENDING} w - - 0 11"\n{SAME}', "*", OTHER),
    (f'FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 12"\n{SAME}', "*", OTHER),
    (f'FEN "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"\n{PASSED}', "*"),  # nobody can capture: either is right
    (f'FEN "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"\n{PASSED}', "*"),
    (f'FEN "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"\n{TAKEN}', "*"),
    (f'FEN "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1"\n{TAKEN}', "*", OTHER),
    (f'FEN "{ENDING} w"\n{SAME}', "*", "1:29: bad-position a FEN has four fields"),
    ('SetUp "1"', "*", "1:1: bad-tag the game starts elsewhere, by SetUp '1', which is not read: the tag FEN or Position gives"),
    (f'{FIRST}\nSetUp "0"', "12. e4 *", "2:1: warning: contradiction SetUp 0 says"),
    (f'FEN "{START} w KQkq - 0 1"\nSetUp "0"', "*"),  # as usual, indeed
    (f'{FIRST}\nFEN "{ENDING} b - - 0 12"', "*", "2:1: warning: contradiction FEN is "),
    (f'{FIRST}\nEPD "{ENDING} b - -"', "*", "2:1: bad-tag the game starts elsewhere, by EPD"),
]  # fmt: skip


@pytest.mark.parametrize("row", TAGS)
def test_tags_beside_each_other(row: tuple[str, ...]) -> None:
    tags, moves, *told = row
    status, lines = checked(*tags.split("\n"), moves=moves)
    assert [line[: len(begins)] for line, begins in zip(lines, told, strict=True)] == told
    assert status == (0 if all("warning: " in line for line in lines) else 2)
    if told == [OTHER] and SAME in tags:
        assert final(*tags.split("\n")) == "W:Ke1;Pe2/B:Ke8 W - 12"


def test_setup_alone_in_a_game_without_fen() -> None:
    report = aofref("check", "--quiet", "--variant", "aof2", stdin='[SetUp "1"]\n\n*\n')
    assert report.exit_code == 2 and "the tag Position gives a position" in report.stderr


def test_convert_keeps_it_and_in_json_its_faults_are_placed() -> None:
    text = f'[FEN "{ENDING} w KQ e3 0 12"]\n[SetUp "1"]\n\n12. e4 Kd8 *\n'
    done = aofref("convert", "--to", "json", "--variant", CHESS, stdin=text)
    back = aofref("convert", "--to", "san", stdin=done.stdout)
    assert back.stdout == text.replace('"1"]\n', f'"1"]\n[Variant "{CHESS}"]\n') + "\n"
    assert done.stderr.startswith("-:1:34: warning: contradiction")
    assert back.stderr.startswith("-:1:1: warning: contradiction")


def test_every_notation_comes_back() -> None:
    text = '[Variant "chess"]\n[FEN "r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 5 30"]\n\n30. d4 exd3ep 31. O-O *\n'
    first = aofref("show", "--format", "fen", stdin=text)
    assert first.stdout == "r3k2r/8/8/8/8/3p4/8/R4RK1 b kq - 1 31\n"
    for notation in ("lan", "san", "coord", "numeric", "courier", "uci", "json"):
        done = aofref("convert", "--to", notation, stdin=text)
        assert (done.exit_code, done.stderr) == (0, "")
        assert aofref("show", "--format", "fen", stdin=done.stdout).stdout == first.stdout


def test_games_from_a_fen_are_compared_and_counted_as_those_of_a_position() -> None:
    head, moves = '[Variant "chess-without-castling"]\n', "\n12. e4 Kd7 *\n"
    by_fen = loads(f'{head}[SetUp "1"]\n[FEN "{ENDING} w - - 0 12"]\n{moves}')
    by_line = loads(
        f'{head}[Position "W:Ke1;Pe2/B:Ke8 W - 12"]\n{moves.replace("Kd7", "Kd7 13. e5")}'
    )
    compared = by_fen.compare(by_line)
    assert compared.tags == () and compared.shared == 2
    array = f'{head}[FEN "{START} w KQkq - 0 1"]\n\n1. e4 e5 *\n'
    stats = aofref("stats", "--format", "json", stdin=f"{by_fen.text}\n{array}").stdout
    (opening,) = json.loads(stats)["openings"]
    assert (opening["opening"], opening["games"]) == ("e2-e4 e7-e5", 1)


# Castling rights --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        # glinscott/Garbochess-JS #4; the black Rook on a8 is there, its King is not
        ("r2q1rnk/ppR5/3P2pp/1P1Nbp2/4p3/BQ4P1/P3BP1P/6K1 w KQkq -", "-"),
        # yo35/rpb-chessboard #64
        ("r1bqr1k1/1p1nb2p/p1p1ppp1/2Pp3n/3P4/P1N1PN1P/1P2BPPB/2RQK2R w KQ - 0 1", "K"),
        ("8/1k3KP1/8/8/8/8/8/8 w KQ -", "-"),  # mliebelt/pgn-viewer #117
        ("4k3/8/8/8/8/8/8/R3K2r w KQ - 0 1", "Q"),  # a Rook of the other army
        ("r3k2r/8/8/8/8/8/8/4K3 w qk - 0 1", "kq"),
    ],
)
def test_a_right_without_king_or_rook_is_left_out_with_a_warning(text: str, left: str) -> None:
    tag, given = f'FEN "{text}"', text.split()[2]
    status, lines = checked(tag, variant="chess")
    start = tag.index(f" {given} ") + 3
    gone = [start + given.index(letter) for letter in given if letter not in left]
    assert status == 0
    assert [line.split(" ")[:3] for line in lines] == [
        [f"1:{column}:", "warning:", "contradiction"] for column in gone
    ]
    shown = aofref("show", "--format", "fen", "--variant", "chess", stdin=f"[{tag}]\n\n*\n")
    assert shown.stdout.split()[2] == left
    assert checked(tag)[1] == []  # in a game without castling they mean nothing


def test_capablanca_castles_with_its_own_rooks() -> None:
    capablanca = variant("capablanca")
    start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
    assert capablanca.start().fen() == start
    text = "r4k3r/10/10/10/10/10/10/R4K3R w Kq - 0 1"
    position = capablanca.from_fen(text)
    assert position.fen() == text
    with pytest.raises(BadPosition, match="by the files of Rooks, 'JAja'"):
        capablanca.from_fen(start.replace("KQkq", "JAja"))


# What is written --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "args", "expected"),
    [
        ("*", (), f"{START} w KQkq - 0 1"),
        ("1. e4 *", (), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("1. e4 Nf6 *", ("--ply", "1"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("1. e4 a6 2. e5 d5 *", (), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"),  # en passant where a Pawn may capture
        ("1. f3 e5 2. g4 Qh4# 0-1", (), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),  # the fool's mate, White to move
        (  # Sam Loyd's stalemate, Black to move
            "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 "
            "8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 1/2-1/2",
            (),
            "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
        ),
        ("1. e4 e5 W:resigns", (), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
    ],
)  # fmt: skip
def test_show_writes_it(moves: str, args: tuple[str, ...], expected: str) -> None:
    text = f'[Variant "chess"]\n\n{moves}\n'
    shown = aofref("show", "--format", "fen", *args, stdin=text)
    assert (shown.stdout, shown.stderr, shown.exit_code) == (f"{expected}\n", "", 0)


def test_show_writes_it_without_a_record() -> None:
    shown = aofref("show", "--format", "fen", "--variant", "chess", stdin="")
    assert shown.stdout == f"{START} w KQkq - 0 1\n"
    line = "W:Ke1^0;Ra1,h1/B:Ke8;Pd5 W d6>d5 9"
    shown = aofref("show", "--format", "fen", "--variant", "chess", "--position", line)
    assert shown.stdout == "4k3/8/8/3p4/8/8/8/R3K2R w - - 0 9\n"


def test_show_goes_on_where_a_game_has_none() -> None:
    text = '[Variant "aof2"]\n\n*\n\n[Variant "chess"]\n\n*\n'
    shown = aofref("show", "--format", "fen", stdin=text)
    assert (shown.stdout, shown.exit_code) == (f"{START} w KQkq - 0 1\n", 2)
    assert shown.stderr.startswith("-:1:1: bad-position aof2 has no FEN, which is for two armies")


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


def test_lichess_names_a_game_from_a_fen_so() -> None:
    text = '[Variant "From Position"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *\n'
    assert loads(text).status == "legal"


@pytest.mark.parametrize(
    "name",
    [
        *("Chess960", "chess 960", "Fischer Random", "fischerandom", "Fischerrandom Chess", "Atomic"),
        *("Antichess", "Crazyhouse", "Three-check", "3check", "3-Check", "King of the Hill"),
        *("Horde", "Racing Kings", "racingKings", "S-Chess", "Capablanca960", "Bughouse", "Duck Chess"),
    ],
)  # fmt: skip
def test_another_game_is_named_without_a_guess(name: str) -> None:
    found = aofref("check", "--quiet", stdin=f'[Variant "{name}"]\n\n1. e4 *\n')
    assert found.exit_code == 2
    assert found.stderr.startswith(f"-:1:1: unknown-variant '{name}' is another game; the variants")
    assert found.stderr.count("\n") == 1 and "?" not in found.stderr
    chosen = aofref("moves", "--variant", name)
    assert chosen.exit_code == 2 and f"'{name}' is another game" in chosen.stderr
    with pytest.raises(UnknownVariant, match="is another game"):
        variant(name)


CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w {} - 2 9"


def test_the_rights_of_chess960_are_one_finding() -> None:
    text = f'[Variant "chess"]\n[FEN "{CHESS960}"]\n\n9. h3 *\n'
    for rights, status in (("HFhf", 2), ("KQkq", 0), ("KQ", 0), ("Hkq", 2)):
        found = aofref("check", "--quiet", stdin=text.format(rights))
        assert found.exit_code == status
        assert found.stderr.count("\n") == 1
        assert f"'{rights}'" in found.stderr and "Chess960, another game" in found.stderr
        if status:
            with pytest.raises(BadPosition, match="Chess960"):
                variant("chess").from_fen(CHESS960.format(rights))
    other = aofref("check", "--quiet", stdin=text.format("KQkq").replace('"chess"', '"Chess960"'))
    assert (other.exit_code, other.stderr.count("\n"), other.stderr.count("Chess960")) == (2, 1, 1)


def test_a_pawn_behind_its_array_is_refused_however_it_is_given() -> None:
    """For python-chess, too, a Pawn on the first or last rank is invalid."""
    why, line = "no Pawn of W can ever come to a1", "W:Ke1;Pa1/B:Ke8 W - 1"
    for tag, text in (("FEN", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"), ("Position", line)):
        found = aofref("moves", "--variant", "chess", "--position", text)
        assert found.exit_code == 2 and why in found.stderr
        found = aofref("check", "-q", "--variant", "chess", stdin=f'[{tag} "{text}"]\n\n*\n')
        assert found.exit_code == 2 and why in found.stderr
        with pytest.raises(BadPosition, match=why):
            variant("chess").position(text)
    array = (  # where another array has a Pawn, one may stand
        "W:Ke1;Bc1,f1;Nb1,g1;Pa1,b2,c2,d2,e2,f2,g2,h2;Qd1;Ra2,h1"
        "/B:Ke8;Bc8,f8;Nb8,g8;Pa7,b7,c7,d7,e7,f7,g7,h7;Qd8;Ra8,h8"
    )
    text = f'[Variant "chess"]\n[Array "{array}"]\n[Position "{line}"]\n\n*\n'
    assert loads(text).status == "legal"


def test_the_library_reads_the_word_for_the_array() -> None:
    game = variant("chess")
    for word in ("startpos", " StartPos "):
        assert game.position(word) == game.from_fen(word) == game.start()

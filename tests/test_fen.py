"""FEN: read as other programs write it, written as python-chess writes it, refused with a place."""

from __future__ import annotations

import pytest

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
        (
            "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
            "W:Ke1;Pe4/B:Ke8;Pf4 B e3>e4 1",
        ),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "W:Ke1;Pe4/B:Ke8 B e3>e4 1"),  # nobody captures there
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9", "W:Ke1;Pd5/B:Ke8;Pe5 W e6>e5 9"),
    ],
)
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
        (  # mliebelt/pgn-viewer #129, without SetUp
            "3r2k1/2rP1pp1/2q4p/2N5/7Q/4P2P/6P1/3R2K1 b - - 5 38",
            "38. .. g5 39. Qe4 Qxc5 40. Qe8 Qf8 0-1",
        ),
        ("8/8/8/6R1/4k3/2KN1r2/8/8 w - - 0 1", "1.Re5# *"),  # jhlywa/chess.js #152
        (  # yo35/rpb-chessboard #181, with the move that is missing there
            "r2q1rk1/pbpn2pp/1p1pp3/5p2/1PPPn3/2BBPN2/P1Q2PPP/3R1RK1 b - - 0 12",
            "1... Nxc3 2.Qxc3 Bxf3 3.gxf3 Qh4 4. Kg2 Rf6 *",
        ),
    ],
)
def test_a_record_goes_on_from_a_fen(text: str, moves: str) -> None:
    assert checked(f'FEN "{text}"', moves=moves) == (0, [])


def test_move_numbers_are_not_compared_as_with_position() -> None:
    for tag in (f'FEN "{ENDING} b - - 0 12"', 'Position "W:Ke1;Pe2/B:Ke8 B - 12"'):
        assert checked(tag, moves="1. Kd8 2. e4 *") == (0, [])


# What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "message"),  # the fault stands behind the sign ^
    [
        (f"{START} w KQk^q", "a FEN has four fields or six, and here is no en passant"),
        (f"{START[:-1]}^R", "and here is no turn, castling and en passant"),
        ("8/8/8/8/8/8/^8 w - -", "there are 7 ranks, not 8"),
        ("4k3/8/8/8/8/8/8/8/^4K3 w - -", "there are 9 ranks, not 8"),
        ("4k3/8/8/8/8/^7/8/4K3 w - -", "the rank '7' has 7 cells, not 8"),
        ("4k3/8/8/8/^44/8/8/4K3 w - -", "the rank '44' has 44 cells, not 8"),
        ("4k3/8/8/8/^9/8/8/4K3 w - -", "the rank '9' has 9 cells, not 8"),
        ("4k3/8/8/4^A3/8/8/8/4K3 w - -", "'A' is no piece of chess-without-castling"),
        ("4k3/8/8/^~8/8/8/8/4K3 w - -", "'~' is no piece"),
        ("4k3/8/8/^\u06638/8/8/8/4K3 w - -", "is no piece"),  # another script's digit
        ("4k3/8/8/8/8/8/^/4K3 w - -", "the rank '' has 0 cells, not 8"),
        ("4k3/8/8/8/8/8/8/4K3/^ w - -", "there are 9 ranks, not 8"),
        ("^4k3/8/8/8/8/8/8/8 w - -", "army W has no King"),
        ("^4k3/8/8/8/8/8/8/3RB3 w - -", "army W has pieces but no royal piece"),
        ("4k3/8/8/8/4K3/8/8/4^K3 w - -", "army W has 2 royal pieces, on e4 and e1"),
        ("4k2^P/8/8/8/8/8/8/4K3 w - -", "the Pawn of W on h8 would have had to promote there"),
        ("4k3/8/8/8/8/8/8/4R1K1 ^w - -", "army B is in check, but it is not its turn"),
        (f"{ENDING} ^white - -", "the turn is w or b, not 'white'"),
        (f"{ENDING} ^W - -", "the turn is w or b, not 'W'"),
        (f"{ENDING} ^- - -", "the turn is w or b, not '-'"),
        (f"{START} w ^HAha - 0 1", "castling rights by the files of Rooks, 'HAha', are not read"),
        (f"{START} b ^HQkq - 0 1", "by the files of Rooks, 'HQkq'"),  # en-croissant #410
        (f"{START} b KQk^b - 0 1", "by the files of Rooks, 'KQkb'"),  # X-FEN
        (f"{START} w KQ^Kq - 0 1", "the castling right K is given twice"),
        (f"{START} w K^/kq - 0 1", "'/' is no castling right"),
        (f"{ENDING} w - ^e9 0 1", "the en passant square is a cell or -, not 'e9'"),
        (f"{ENDING} w - ^0 1", "the en passant square is a cell or -, not '0'"),
        (f"{ENDING} w - - 0 1 ^2", "a FEN has six fields, not 7"),
        (f"{ENDING} w - - 0 ^-1", "'-1' is no number of a round"),
        (f"{ENDING} w - - 0 ^1234567890", "is no number of a round"),
        (f"{ENDING} w - - ^0x 1", "'0x' is no number of halfmoves"),
        (f"{ENDING} w - - ^one 1", "neither a number nor an operation of EPD: 'one 1'"),
        (f"{ENDING} w - - bm e4; ^id", "neither a number nor an operation of EPD: 'id'"),
    ],
)
def test_a_fault_has_its_column_in_the_tag(marked: str, message: str) -> None:
    tag = f'FEN "{marked}"'
    status, (line,) = checked(tag.replace("^", ""), moves="1. e4 *")
    place, code, text = line.split(" ", 2)
    assert (status, place, code) == (2, f"1:{tag.index('^') + 2}:", "bad-position")
    assert message in text


def test_every_fault_is_reported() -> None:
    status, lines = checked('FEN "4k3/8/8/8x/8/8/8/4K3 x - z1 0 1 2"')
    places = [line.partition(" ")[0] for line in lines]
    assert (status, places) == (2, ["1:16:", "1:28:", "1:32:", "1:39:"])


def test_a_column_behind_a_backslash_is_that_of_the_text() -> None:
    tag = r'FEN "4k3/\\8/8/8/8/8/8/4K3 w - - ?"'
    status, lines = checked(tag)
    assert status == 2 and lines[0].startswith(f"1:{tag.index(chr(92)) + 2}: bad-position ")
    assert lines[-1].startswith(f"1:{tag.index('?') + 2}: bad-position ")


def test_faults_are_counted_from_a_number_on() -> None:
    _, lines = checked(f'FEN "{"?" * 100} w - -"')
    assert len(lines) == 21 and lines[-1].endswith("and 81 more faults")


def test_a_fen_may_not_be_endless() -> None:
    status, (line,) = checked(f'FEN "{"8/" * 10_001} w - -"')
    assert status == 2 and line.startswith("1:7: limit a position has at most 20000 characters")


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ("aof2", "four armies"),
        ("sd2l-cohen", "levels"),
        ("raumschach", "levels"),
        ("glinski", "hex"),
    ],
)
def test_other_games_have_no_fen(variant: str, why: str) -> None:
    status, (line,) = checked(f'FEN "{START} w KQkq - 0 1"', variant=variant)
    assert status == 2 and line.startswith("1:1: bad-tag the game starts elsewhere, by FEN"), why


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


def test_a_position_beside_it() -> None:
    same = 'Position "W:Ke1;Pe2/B:Ke8 W - 12"'
    assert checked(f'FEN "{ENDING} w - - 0 12"', same) == (0, [])
    assert checked(f'FEN "{ENDING} w - -"', same) == (0, [])  # EPD has no round
    for text in (f"{ENDING} b - - 0 12", f"{ENDING} w - - 0 11", "4k3/8/8/8/8/8/8/4K3 w - - 0 12"):
        status, (line,) = checked(f'FEN "{text}"', same)
        assert (status, line.split(" ")[:3]) == (0, ["1:1:", "warning:", "contradiction"])
        assert final(f'FEN "{text}"', same) == "W:Ke1;Pe2/B:Ke8 W - 12"
    passed = 'Position "W:Ke1;Pe4/B:Ke8 B e3>e4 1"'  # where nobody can capture both ways are right
    for square in ("e3", "-"):
        assert checked(f'FEN "4k3/8/8/8/4P3/8/8/4K3 b - {square} 0 1"', passed) == (0, [])
    passed = 'Position "W:Ke1;Pe4/B:Ke8;Pf4 B e3>e4 1"'
    assert checked('FEN "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"', passed) == (0, [])
    assert "contradiction" in checked('FEN "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1"', passed)[1][0]
    status, lines = checked(f'FEN "{ENDING} w"', same)
    assert status == 2 and "bad-position" in lines[0]


def test_setup_that_denies_it_is_a_contradiction() -> None:
    status, (line,) = checked(f'FEN "{ENDING} w - - 0 12"', 'SetUp "0"', moves="12. e4 *")
    assert status == 0 and line.startswith("2:1: warning: contradiction SetUp 0 says")


def test_a_second_fen_is_a_contradiction_and_one_of_another_name_is_not_read() -> None:
    first = f'FEN "{ENDING} w - - 0 12"'
    status, (line,) = checked(first, f'FEN "{ENDING} b - - 0 12"')
    assert status == 0 and line.startswith("2:1: warning: contradiction FEN is ")
    status, (line,) = checked(first, f'EPD "{ENDING} b - -"')
    assert status == 2 and line.startswith("2:1: bad-tag the game starts elsewhere, by EPD")


def test_convert_keeps_it_and_in_json_its_faults_are_placed() -> None:
    text = f'[FEN "{ENDING} w KQ e3 0 12"]\n[SetUp "1"]\n\n12. e4 Kd8 *\n'
    done = aofref("convert", "--to", "json", "--variant", CHESS, stdin=text)
    back = aofref("convert", "--to", "san", stdin=done.stdout)
    assert back.stdout == text.replace('"1"]\n', f'"1"]\n[Variant "{CHESS}"]\n') + "\n"
    assert done.stderr.startswith("-:1:34: warning: contradiction")
    assert back.stderr.startswith("-:1:1: warning: contradiction")

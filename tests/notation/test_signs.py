"""Signs of other programs in movetext: evaluations, marks of check apart, promotions, passes, blanks."""

from __future__ import annotations

import io
import re
from pathlib import Path

import chess.pgn
import pytest

import aofref as library
from aofref.notation import moves
from aofref.notation.signs import marks_parted
from tests.clubs import AClub
from tests.entries import by_commands, by_library, unlike
from tests.helpers import FIXTURES, aofref, game

CHESS = '[Variant "chess-without-castling"]\n\n'


def checked(text: str, head: str = CHESS) -> tuple[int, str]:
    """Check a record: the status, and what was reported of it."""
    done = aofref("check", "--quiet", "-", stdin=head + text)
    return done.exit_code, done.stderr


@pytest.mark.parametrize(
    ("text", "move", "marks"),
    [
        ("Qh5", "Qh5", ""),
        ("Qh5\u2260", "Qh5", "#"),
        ("Qh5 Mate", "Qh5", "#"),
        ("Qh5++", "Qh5", "+"),
        ("Qh5\u2020", "Qh5", "+"),
        ("Qh5+E+I", "Qh5", "+EI"),
        ("Qh5#E#I", "Qh5", "#EI"),
        ("Qh5#E+I", "Qh5", "#E+I"),
    ],
)
def test_marks_of_check_are_those_of_a_record(text: str, move: str, marks: str) -> None:
    assert marks_parted(text) == (move, marks)


# Evaluations ------------------------------------------------------------------------------------

SIGNS = [
    *("\u00b1", "\u2213", "\u221e", "\u2a72", "\u2a71", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "="),
    *("+--", "N", "TN", "D", "RR", "\u25a1", "\u2192", "+\u2212", "\u2212+", "+/\u2013"),
    *("\u2299", "\u21c4", "\u25b3", "\u2313", "\u229e", "\u21bb", "\u27eb", "=/&", "<=>", "->"),  # of SCID
]  # fmt: skip


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_is_a_nag_before_and_behind_nags(sign: str) -> None:
    text = (
        f"1. e4 {sign} e5 $1 {sign} 2. Nf3!? {sign} Nc6 {sign} $13 (2... d6 {sign}) 3. Bc4 {sign} *"
    )
    assert checked(text) == (0, "")
    record = library.loads(CHESS + text)
    nags = [node.nags for node in record.mainline()]
    assert nags == [(sign,), ("$1", sign), ("!?", sign), (sign, "$13"), (sign,)]
    other = chess.pgn.read_game(io.StringIO(text.replace("--", "")))  # which passes over the signs
    assert other is not None
    assert [node.san for node in record.mainline()] == [node.san() for node in other.mainline()]


@pytest.mark.parametrize("notation", ["lan", "san", "coord", "numeric", "courier", "json"])
def test_convert_keeps_every_sign(notation: str) -> None:
    plain = aofref(
        "convert", "--to", notation, "-", stdin=f"{CHESS}1. e4 e5 {{so}} 2. f3 $10 d6 *\n"
    )
    for sign in SIGNS:
        text = f"{CHESS}1. e4 {sign} 1... e5 {sign} {{so}} 2. f3 $10 {sign} 2... d6 {sign} *\n"
        there = aofref("convert", "--to", notation, "-", stdin=text)
        assert there.exit_code == 0, sign
        assert there.stdout.count(sign) == plain.stdout.count(sign) + 4, sign
        again = aofref("convert", "--to", notation, "-", stdin=there.stdout)
        assert again.stdout == there.stdout, sign
        back, first = library.loads(there.stdout), library.loads(text)
        told = [[(node.lan, node.nags) for node in record.mainline()] for record in (back, first)]
        assert told[0] == told[1], sign


# Marks of check ---------------------------------------------------------------------------------


def test_marks_of_four_armies_apart() -> None:
    written = aofref(
        "convert", "--to", "lan", str(FIXTURES / "records" / "aof2-03-mates-in-a-row.aof")
    ).stdout
    assert "#" in written
    assert "+" in written
    apart = written.replace("+", "! +").replace("#", "$1 #")
    assert aofref("check", "--quiet", "-", stdin=apart).stderr == ""
    assert [n.lan for n in library.loads(apart).mainline()] == [
        n.lan for n in library.loads(written).mainline()
    ]
    wrong = apart.replace("+E", "+I", 1).replace("+I", "+P", 1)
    assert "false-check" in aofref("check", "--quiet", "-", stdin=wrong).stderr


# Promotions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [("aof6", "da5-ca5(RK)", "RK"), ("aof6", "da5-ca5/RK", "RK"), ("aof6", "da5-ca5rk", "RK"),
     ("aof6", "da5-ca5=Rk", "RK"), ("aof2", "ca4-ba4f", "F"), ("aof2", "ca4ba4(F)", "F"),
     ("heathen-europe", "ba5bb6l", "L"), ("sd2l-cohen", "bd4xbd9/SN+", "SN")],
)  # fmt: skip
def test_codes_of_one_letter_and_two(name: str, text: str, code: str) -> None:
    read = moves.parse(game(name), text)
    assert read is not None
    assert read.promotion == code


def test_small_letters_that_are_no_promotion() -> None:
    assert moves.parse(game("aof2"), "ga4-fa4z") is None  # no piece of this game
    for text, meant in (("ga4xfa5ep", (True, "", "")), ("ga4-fa4ch", (False, "", "+"))):
        read = moves.parse(game("aof2"), text)
        assert read is not None and (read.en_passant, read.promotion, read.suffix) == meant


# Passes -----------------------------------------------------------------------------------------

PASSES = ["--", "\u2013\u2013", "\u2212\u2212", "Z0", "null", "Null", "<>", "@@@@", "0000"]


@pytest.mark.parametrize("text", PASSES)
def test_a_pass_that_is_legal(text: str) -> None:
    record = (FIXTURES / "records" / "aof2-07-pass.aof").read_text()
    assert ":--" in record
    other = record.replace(":--", f":{text}")
    assert aofref("check", "--quiet", "-", stdin=other).stderr == ""
    assert aofref("convert", "-", stdin=other).stdout == aofref("convert", "-", stdin=record).stdout


# Blanks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "end", ["\x1a", "\n\x1a", "\n\n\x1a\x1a\n", "\x00", "\x00" * 600, "\n\x00\x00\n", "\x1a\x00"]
)
@pytest.mark.parametrize(
    "text", ["1. e4 e5 *", "1. e4 e5", "1. e4 e5 1-0", "1. e4 {so}", "1. e4 $1"]
)
def test_what_fills_a_file_up(text: str, end: str) -> None:
    assert checked(text + end) == (0, "")
    done = aofref("check", "--format", "json", stdin=CHESS + text + end)
    assert done.stdout.count("\n") == 1  # one record


# Cells without their level ----------------------------------------------------------------------

HEC = '[Variant "heathen-europe"]\n[White "Anna"]\n[Black "Bela"]\n\n*\n'
B4 = "b4 lacks its level: ab4, bb4, cb4, db4"  # the four levels of Heathen Europe (RULES 2)
KNIGHTS = f"{B4}; Knight moves there: Nab2-bb4, Ndb2-cb4"


@pytest.mark.parametrize(
    "text", ["Nb4", "nb4", "knight to b4", "Knight b4", "N b4", "1. Nb4!", "W:Nb4", "N-b4"]
)
def test_a_knight_that_goes_to_b4(text: str, tmp_path: Path) -> None:
    """Every entry asks for the level, and names the Knights' moves; a club does so in its answer."""
    assert not unlike(by_library(HEC, text), "no-such-cell")
    assert not unlike(by_commands(HEC, text, tmp_path), "no-such-cell")
    with pytest.raises(library.IllegalMove, match=re.escape(KNIGHTS)):
        library.loads(HEC).play(text)
    said = aofref("explain", "--variant", "hec", text).stdout
    assert f"refused, no-such-cell\n  {KNIGHTS} (RULES 2)" in said and "no cell" not in said
    for args in (["play", "-", text], ["play", str(tmp_path / "game.aof"), "--mail"]):
        stdin = HEC if text in args else f"\nHello,\n\n{text}\n\nYours, Ted\n"
        found = aofref(*args, stdin=stdin)
        assert found.exit_code == 1 and KNIGHTS in found.stderr and "no cell" not in found.stderr


def test_a_mail_to_a_club_with_a_cell_without_its_level(tmp_path: Path) -> None:
    club = AClub(tmp_path / "club")
    (tmp_path / "club" / "games" / "g.aof").write_text(HEC)
    club.mail("Anna", "[g]", "knight to b4")
    (line,) = club.run()
    assert (line["verdict"], line["code"]) == ("refused", "no-such-cell")
    assert KNIGHTS in " ".join(club.answer("<1@example.net>", "Anna").split())


@pytest.mark.parametrize("word", ["Ted", "Red", "ha", "hello", "Yes", "ok", "a-b"])
def test_words_are_no_cells(word: str) -> None:
    for name in ("aof2", "aof6", "proto-prelates", "sd2l-cohen", "heathen-europe"):
        assert moves.parse(game(name), word) is None


def test_a_cell_of_the_library_without_its_level() -> None:
    with pytest.raises(ValueError, match=B4):
        library.variant("hec").start().piece_at("b4")

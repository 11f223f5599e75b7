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


def plies(text: str, head: str = CHESS) -> list[str]:
    return [node.lan for node in library.loads(head + text).mainline()]


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

MATE = "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7{} Ke7 7. Nd5{} 1-0"
CHECKS = ["+", "!+", "! +", "++", " ++", "\u2020", "!\u2020", " ch", "ch", " ch.", " check", " {x} +", "?! $1 + $2",
          "\n+", " dis ch", "dbl ch", ""]  # fmt: skip
MATES = ["#", "!!#", "!! #", "++", "\u2021", "mate", " mate", " Mate!", "# $3", " checkmate.", "\u2260", "+ mate", ""]  # fmt: skip
NO_MATES = {" #": "#", "!! mate": "#", "\u2260": "#", "+ mate": "#+"}
N_C6 = "'N c6' may be the move Nc6, or a sign and c6; a novelty is $146, a diagram $220\n"
VERDICTS = [
    *((f"1. e4{sign} e5!{sign} 2. Nf3{sign}$1 Nc6{sign}{{good}} *", 0, "") for sign in "\u00b1\u221e\u2a72"),
    ("1. e4 N e5 2. Nf3 *", 0, ""),  # no Knight can go to e5
    ("1. e4 e5 2. Nf3 N c6 *", 2, f"-:3:17: syntax {N_C6}"),  # a Knight can go to c6, and so can a Pawn
    ("1. N f3 *", 0, ""),  # no move stands before it: it is no sign
    ("1. e4 e5 2. N f3 *", 0, ""),
    ("1. N g1-f3 N b8-c6 *", 0, ""),  # as courier writes it
    ("{begun} N *", 2, ""),
    ("1. e4 e5 (1... N c6) 2. Nf3 *", 0, ""),
    *((f"1. e4 {word} e5 *", 2, "") for word in ("foo", "--/", "/", "+=-")),  # no signs
    ("1. e4 =Q e5 *", 1, "-:3:4: promotion-forbidden "),
    *((MATE.format("", mate), 0, "") for mate in MATES),
    *((MATE.format(mark, "#"), 0, f": marked {as_read}, but Black is not checkmated")
      for mark, as_read in NO_MATES.items()),
    *((f"1. e4{mark} e5 *", 0, "marked +, but Black is not in check") for mark in ("+", "!+", " ch", "++", "\u2020", " dbl ch")),
    *((text, 2, "") for text in ("1. + e4 *", "1. e4 e5 2. + Nf3 *", "1. e4 (1. d4) + *", "# *", "mate *")),  # of no move
    ("1. e4 \x00 e5 *", 2, ""),  # within a record null bytes are no blanks
    ("1. e4\x00 e5 *", 2, ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status", "said"), VERDICTS)
def test_what_a_sign_means(text: str, status: int, said: str) -> None:
    """`said` is in what is reported; of a legal record, nothing is reported without it."""
    found, told = checked(text)
    assert found == status and said in told
    assert told or not status
    assert said or status or not told


@pytest.mark.parametrize("check", CHECKS)
def test_a_mark_of_check_wherever_it_stands(check: str) -> None:
    assert checked(MATE.format(check, "#")) == (0, "")
    assert (
        "6. Bxf7+" in aofref("convert", "--to", "san", stdin=CHESS + MATE.format(check, "")).stdout
    )


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

ROAD = "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 d6 5. "


@pytest.mark.parametrize(
    "text",
    ["axb8=Q", "axb8Q", "axb8q", "axb8=q", "axb8(Q)", "axb8(Q)!", "axb8/Q", "axb8(=Q)", "a7b8q", "a7xb8/q",
     "a7-b8q", "axb8(q)", "axb8/Q ch"],
)  # fmt: skip
def test_a_promotion_in_other_ways(text: str) -> None:
    road = ROAD.replace("Nc6", "h6")
    status, said = checked(f"{road}{text} *")
    assert status == 0
    assert ("unmarked-capture" in said) is ("-" in text)
    assert ("false-check" in said) is text.endswith("ch")
    assert plies(f"{road}{text} *")[-1] == "a7xb8=Q"


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
def test_a_pass_that_is_not_legal_is_refused_once(text: str) -> None:
    status, said = checked(f"1. e4 {text} 2. d4 {text} *")
    assert status == 1
    assert said.startswith(f"-:3:7: cannot-pass B:{text}: Black may not pass")
    assert said.count("\n") == 1


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


@pytest.mark.parametrize("blank", ["\u200b", "\ufeff", "\u2060", "\u200e", "\u00ad", "\u00a0"])
def test_characters_that_show_nothing(blank: str) -> None:
    text = f"1.{blank}e4{blank} e5 {blank}2. {blank}Nf3 Nc6{blank}*{blank}\n{blank}\n"
    assert checked(text) == (0, "")
    assert plies(text) == ["e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6"]


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


@pytest.mark.parametrize("move", ["Nb4", "W:Nb4", "nb4"])
def test_a_record_with_a_cell_without_its_level(move: str) -> None:
    status, said = checked(f"1. {move} ae4-ae3 *", '[Variant "hec"]\n\n')
    assert status == 1
    assert f"no-such-cell W:{move.removeprefix('W:')}: {KNIGHTS}" in said


def test_a_mail_to_a_club_with_a_cell_without_its_level(tmp_path: Path) -> None:
    club = AClub(tmp_path / "club")
    (tmp_path / "club" / "games" / "g.aof").write_text(HEC)
    club.mail("Anna", "[g]", "knight to b4")
    (line,) = club.run()
    assert (line["verdict"], line["code"]) == ("refused", "no-such-cell")
    assert KNIGHTS in " ".join(club.answer("<1@example.net>", "Anna").split())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("hec", "exd5", "d5 lacks its level: ad5, bd5, cd5, dd5; no Pawn may go there"),
        ("hec", "Rf5xc5", "c5 lacks its level: ac5, bc5, cc5, dc5; no Rook can move"),
        ("hec", "e2e4", "e4 lacks its level: ae4, be4, ce4, de4; no Pawn may go there"),
        ("hec", "a7-a6=U", "a6 lacks its level: aa6, ba6, ca6, da6; no Pawn may go there"),
        ("hec", "b4", f"{B4}; Pawn moves there: ab3-ab4, bb3-bb4, cb3-cb4, db3-db4"),
        ("hec", "Nb2-b4", KNIGHTS),
        ("hec", "Nb4ch", KNIGHTS),
        ("hec", "a7-a6(u)", "a6 lacks its level: aa6, ba6, ca6, da6; no Pawn may go there"),
        ("sd2l-cohen", "Ng4", "g4 lacks its level: ag4, bg4; Knight moves there: Nag2-bg4"),
        ("raumschach", "Nb3", "b3 lacks its level: ab3, bb3, cb3, db3, eb3; Knight moves there: Nab1-bb3"),
        ("aof2", "Nb4", "b4 lacks a letter of its column: ba4, cb4, db4, eb4, fb4, "),
        ("aof2", "exd5", "d5 lacks a letter of its column: ed5, fd5, gd5, hd5, id5, jd5, kd5; "
         "Pawn moves there: E:ic5-id5, E:jd5-id5"),
        ("aof2", "ga4-fa", "fa lacks its level: fa1, fa2, fa3, fa4, fa5; Pawn moves there: E:ga4-fa4"),
        ("aof2", "Rf5xc5", "c5 lacks a letter of its column: "),
        ("sd2l-cohen", "Rf5xc5", "the board has no cell c5"),
        ("sd2l-cohen", "Nb4", "the board has no cell b4"),
    ],
)  # fmt: skip
def test_cells_without_a_part(name: str, text: str, said: str) -> None:
    done = aofref("explain", "--variant", name, text)
    assert done.exit_code == 1
    assert f"refused, no-such-cell\n  {said}" in done.stdout
    record = aofref("check", "--quiet", "-", stdin=f'[Variant "{name}"]\n\n1. {text} *\n')
    assert (record.exit_code, said in record.stderr) == (1, True)


def test_chess_needs_no_level() -> None:
    assert "lacks" not in aofref("explain", "--variant", "chess-without-castling", "Nb9").output
    assert moves.parse(game("chess-without-castling"), "exd") is None


def test_a_cell_by_itself_without_its_level() -> None:
    assert f"no-such-cell: {B4} (" in aofref("moves", "--variant", "hec", "--from", "b4").stderr
    with pytest.raises(ValueError, match=B4):
        library.variant("hec").start().piece_at("b4")


@pytest.mark.parametrize("word", ["Ted", "Red", "ha", "hello", "Yes", "ok", "a-b"])
def test_words_are_no_cells(word: str) -> None:
    for name in ("aof2", "aof6", "proto-prelates", "sd2l-cohen", "heathen-europe"):
        assert moves.parse(game(name), word) is None

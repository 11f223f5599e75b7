"""The facts that a refusal names: the owner's findings of issue 8, each read off the board by hand."""

from __future__ import annotations

import pytest

from aofref.findings import BEYOND, Code, Piece, Refusal
from aofref.rules.position import CoreMove
from aofref.rules.refuse import refusal
from tests.helpers import aofref, game, given, meant


def why(name: str, line: str, written: str, *rulings: str) -> Refusal:
    refused = meant(given(game(name, *rulings), line), written)
    assert isinstance(refused, Refusal), f"{written} is legal"
    return refused


@pytest.mark.parametrize(
    ("name", "line", "written", "code", "missing"),
    [
        # The Pawn's capture is a root-2 step: ia4 needs ia3 under it, and level 3 has no ia.
        ("aof2", "E:Kkd1;Pia4/I:-/J:-/P:Kie5;Pib3 P - 1", "ib3-ia4", "missing-cell", "ia3"),
        # A curve that leaves the board: ad10 lies on its rim.
        ("sd2l-cohen", "W:Kaf7;RAad10/B:Kbg3 W - 1", "RAad10-af6", "missing-cell", "beyond the board"),
        # aof6: column da does not exist, and (4, 5), left of C's corner, is no column ed.
    ],
)  # fmt: skip
def test_the_missing_cell(name: str, line: str, written: str, code: str, missing: str) -> None:
    found = why(name, line, written)
    assert (found.code.value, found.missing) == (code, missing)
    assert missing in found.message


def test_a_place_beyond_the_board_never_bears_the_name_of_a_cell() -> None:
    board = game("aof6").board
    assert board.called((5, 4, 3)) == "ed3"
    assert board.called((4, 5, 3)) == "beyond the board"  # its letters, d and e, are ed's
    assert board.called((4, 2, 3)) == "beyond the board"  # db is no column
    assert board.called((4, 1, 3)) == "da3"  # the page names da and nk as what is not there
    assert game("aof2").board.called((12, 9, 4)) == "beyond the board"
    assert game("aof2").board.called((9, 1, 3)) == "ia3"


def test_what_is_cited_against_a_pass_is_legal() -> None:
    line = "E:Kgd3;Ngd4/I:Kdb2/J:-/P:Kjh3;Rhd5 E - 1"
    found = why("aof2", line, "--")
    assert found.code is Code.CANNOT_PASS and found.piece is not None
    told = aofref("moves", "--variant", "aof2", "--position", line).stdout.split()
    cited = f"{found.piece.code}{found.piece.cell}"
    assert any(move.startswith(cited) and move.endswith(found.destination) for move in told), found


def test_a_limited_en_passant_names_its_rule() -> None:
    line = "C:Ked3;PNte4/I:Kon3/M:Kkj3/N:Kta3;PNsf3 C se3>sf3 2"
    for written in ("te4xse3ep", "te4xse3", "te4-se3"):
        found = why("aof6", line, written)
        assert found.code is Code.NO_CAPTURE
        assert "between C and N, en passant is possible only on column te" in found.message
    claim = why("aof2", "E:Kjb5;Pga4/I:-/J:Kjb1/P:Kjh3 E - 1", "ga4-fa4ep")
    assert claim.message == "E:Pga4 takes nothing en passant on fa4 (RULES 6)"


def test_own_piece_comes_before_the_way() -> None:
    found = why("aof2", "E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "Rka4-jb5")
    assert found.code is Code.OWN_PIECE
    assert found.rule == "4"  # "A piece never goes to a cell that a piece of its own army holds."


# Cells are coordinates of RULES 1: aof2 `jb` is (10, 2), H steps are (2, 1) (1, 2) (-1, 1) and back;
# aof6 `fa` is (6, 1), `sf` (6, -1); sd2l `ag2` is (0, -2) on the lower level.
AOF2 = "E:Kjb5;{}/I:Kdb2{}/J:Kjb1{}/P:Kjh3 E - 1"
ALONE = AOF2.format("Rka4;Pga4", "", "")
SLING = "W:Kbg1;SLag2/B:Kbg7;{} W - 1"
OUT = "C:Ked3;PNfa3^0/I:Kon3/M:Kkj3/N:Kta3 C - 2"
SHUT_IN = "E:Kka1/I:Kdb2;Rfa2,je1,ke2{}/J:-/P:Kjh3 E - 1"
DOUBLE = "E:Kjb5/I:Kdb2;Pea2/J:Kjb1;N{}/P:Kjh3 I - 1"
ELEPHANT = "E:Kjb5/I:Kdb2;Eji3/J:-/P:Kke3{} I - 1"
PRELATE = "E:Kgd5/I:Kdb3;ETga4/J:-/P:Kjh4{} I - 1"


@pytest.mark.parametrize(
    ("name", "line", "written", "told", "unsaid"),
    [
        ("aof2", ALONE, "ka5-ja5", "nothing stands on ka5", ""),
        ("aof2", ALONE, "db2-eb2", "I:Kdb2 does not belong to the European army, whose turn it is (RULES 8)", ""),
        ("aof2", ALONE, "Rka4-ga4", "E:Rka4 cannot go to ga4: its own E:Pga4 stands there (RULES 4)", ""),
        # The row (11..7, 1) on level 4: ja (10, 1), ia (9, 1), ha (8, 1).
        ("aof2", AOF2.format("Rka4", "", ";Nia4"), "Rka4-ga4", "E:Rka4 cannot go ja4 ia4 ha4 ga4: ia4 is occupied by J:Nia4 (RULES 4)", ""),
        ("aof2", AOF2.format("Rka4", "", ";Nha4,ia4"), "Rka4xha4", "E:Rka4 cannot go ja4 ia4 ha4: ia4 is occupied by J:Nia4 (RULES 4)", ""),
        # From (3, 1): over (5, 2) in two steps, or over (4, 3) (6, 4) (7, 3) in four; (4, 0) is none.
        ("aof2", "E:Kjb5/I:Kdb2;Peb3/J:Kjb1;Aca3/P:Kjh3;Ndc3 J - 1", "Aca3-fa3", "J:Aca3 cannot go eb3 fa3: eb3 is occupied by I:Peb3 (RULES 4)", ""),
        # Level 3 has no column at distance 0 to 2 from ka (RULES 2).
        ("aof2", AOF2.format("Rka2", "", ""), "Rka2-ka4", "E:Rka2 cannot go ka3 ka4: cell ka3, which the move needs, is missing (RULES 3)", ""),
        # (11, 10) to (9, 6) is twice (-1, -2): (-2, -1) comes first, or (1, -1); both leave the board.
        ("aof2", "E:Kjg4;Akj4/I:Khb2/J:-/P:- E - 1", "Akj4-if4", "E:Akj4 cannot go (beyond the board) hg4 if4: that way leads beyond the board (RULES 3)", ""),
        # (-1, 2) to (-3, 6) is twice (-1, 2): over (0, 3), or (-3, 3), then (-1, 5), or (-4, 5).
        ("sd2l-cohen", "W:Kbg1;COaf6/B:Kbg7 W - 1", "COaf6-ad10", "W:COaf6 cannot go ag7 (beyond the board) ad10: that way leads beyond the board (RULES 3)", ""),
        # A leap over ih4 when that is empty: up to hg5 it needs ih5. When it is held: all nine cells.
        ("aof2", ELEPHANT.format(""), "Eji3-hg5", "I:Eji3 cannot go ih4 hg5: cell ih5, which the move needs, is missing; R-2: Each of the Elephant's two steps needs its 2x2 block (RULES 3)", ""),
        ("aof2", ELEPHANT.format(";Nih4"), "Eji3-hg5", "I:Eji3 cannot go hg5: cell ji5, which the move needs, is missing; R-2: Each of the Elephant's two steps needs its 2x2 block (RULES 3)", ""),
        # ga4, ha5, ia6 is barred; where it is free, with ha5 held it needs ia4, and level 4 has no ia.
        ("proto-prelates pp-elephant=free", PRELATE.format(";Nha5"), "ETga4-ia6", "I:ETga4 cannot go ia6: cell ia4, which the move needs, is missing (RULES 3)", "blocker=P:Nha5"),
        ("proto-prelates", PRELATE.format(""), "ETga4-ia6", "I:ETga4 has no move that leads to ia6; R-14: it may not enter the Jewish/European Subcamp (RULES 5)", ""),
        ("proto-prelates", PRELATE.format(""), "ETga4-ga6", "I:ETga4 has no move that leads to ga6 (RULES 5)", ""),
        # One step is no move of an Elephant, nor the bend one of a Gryphon, whatever cell they lack.
        ("aof2", "E:Kjb5/I:Kdb2;Eha3/J:-/P:Kke3 I - 1", "Eha3-ia4", "I:Eha3 has no move that leads to ia4 (RULES 5)", ""),
        ("aof2", "E:Kgb5;Yha3/I:Kdb2/J:-/P:Kke3 E - 1", "Yha3-ia4", "E:Yha3 has no move that leads to ia4; R-3: it may not stop on the bend (RULES 5)", ""),
        ("aof2", ALONE, "Kjb5-gb4", "E:Kjb5 has no move that leads to gb4 (RULES 5)", ""),
        # Over (-1, 0) af4 and (-2, 2) ae6 to (-3, 4) ad8: a capture needs one of them to be held.
        ("sd2l-sling", SLING.format("Rad8"), "SLag2xad8", "W:SLag2 captures on ad8 only by leaping over exactly one piece, and none is between (RULES 4)", "path=af4 ae6 ad8"),
        ("sd2l-sling", SLING.format("Raf4"), "SLag2xaf4", "W:SLag2 captures on af4 only by leaping over exactly one piece, and none is between (RULES 4)", "blocker=B:Raf4"),
        ("sd2l-sling", SLING.format("Rad8,ae6;Naf4"), "SLag2xad8", "W:SLag2 cannot go af4 ae6 ad8: ae6 is occupied by B:Rae6 (RULES 4)", ""),
        ("sd2l-sling", SLING.format("Naf4"), "SLag2-ad8", "W:SLag2 cannot go af4 ae6 ad8: af4 is occupied by B:Naf4 (RULES 4)", ""),
        # Pawns. E goes (-1, 0), ga to fa, and captures so with a level; I goes (1, 0), ea to fa to ga.
        ("aof2", ALONE, "ga4-fa5", "E:Pga4 can go to fa5 only to capture, and there is nothing to capture (RULES 6)", ""),
        ("aof2", AOF2.format("Pga4", ";Nfa4", ""), "ga4-fa4", "E:Pga4 does not capture that way: fa4 is occupied by I:Nfa4 (RULES 6)", ""),
        ("aof2", DOUBLE.format("fa2"), "ea2-ga2", "I:Pea2 cannot go fa2 ga2: fa2 is occupied by J:Nfa2 (RULES 6)", ""),
        ("aof2", DOUBLE.format("fa2,ga2"), "ea2xga2", "I:Pea2 cannot go fa2 ga2: fa2 is occupied by J:Nfa2 (RULES 6)", ""),
        ("aof2", DOUBLE.format("ga2"), "ea2xga2", "I:Pea2 does not capture that way: ga2 is occupied by J:Nga2 (RULES 6)", ""),
        ("aof2", "E:Kkd1/I:-/J:-/P:Kie5;Pib3 P - 1", "ib3-ia4", "P:Pib3 cannot go ia4: cell ia3, which the move needs, is missing (RULES 3)", ""),
        ("aof2", ALONE, "ga4-ca4", "E:Pga4 has no move that leads to ca4 (RULES 6)", ""),
        # C goes (0, -1): fa to tf to sf, and fa is an array cell of its Pawns, of another than this.
        ("aof6", OUT, "fa3-sf3", "C:PNfa3 has no move that leads to sf3; R-17: it has already moved, and only its first move may be a double step (RULES 6)", ""),
        ("aof6", OUT, "fa3-rf3", "C:PNfa3 has no move that leads to rf3 (RULES 6)", ""),
        ("aof6", "C:Ked3;PNte4/I:Kon3/M:Kkj3/N:Kta3;PNsf3 C se3>sf3 2", "te4xse3ep", "C:PNte4 can go to se3 only to capture, and there is nothing to capture; between C and N, en passant is possible only on column te (RULES 6)", ""),
        ("aof2", "E:Kjb5;Pga4/I:Kdb2/J:Kjb1/P:Kjh3;Phe2 E hf2>he2 2", "ga4-fa5", "E:Pga4 can go to fa5 only to capture, and there is nothing to capture (RULES 6)", ""),
        # The page bars Elves between ea and sd; the bar is the reason, not a cell.
        ("aof6", "C:Ked3/I:Kon3;EFea1/M:Kkj3/N:Kta3 I - 1", "EFea1-sd3", "I:EFea1 cannot go sd3: its leap is barred between columns ea and sd (RULES 3)", ""),
        # Promotion: ahead of fe4 (6, 5) are (5, 5) and (6, 6), no columns; cb4 is an array cell of I.
        ("aof2", ALONE, "Rka4-ja4=F", "E:Rka4 may not promote on ja4 (RULES 7)", ""),
        ("aof2", ALONE, "ga4-fa4=Y", "E:Pga4 may not promote on fa4; its way goes on to ea4 and fb4 (RULES 7)", ""),
        ("aof2", AOF2.format("Pfd4", "", ""), "fd4-fe4", "E:Pfd4 must promote on fe4 to Y or T (RULES 7)", ""),
        ("aof2", AOF2.format("Pfd4", "", ""), "fd4-fe4=F", "E:Pfd4 promotes on fe4 only to Y or T (RULES 7)", ""),
        ("aof2", AOF2.format("Pca4", "", ""), "ca4-cb4=Y", "E:Pca4 promotes on cb4 only to F (RULES 7)", ""),
        # heathen-europe: f6 is White's far edge, whatever is owed; a and d make R, U, N, b and c Y, L.
        ("heathen-europe", "W:Kda6;Paf5^1/B:Kdd1 W - 4", "af5-af6", "W:Paf5 must promote on af6 to R, U or N (RULES 7)", ""),
        ("heathen-europe", "W:Kda6;Pbf5^3/B:Kdd1 W - 4", "bf5-bf6=N", "W:Pbf5 promotes on bf6 only to Y or L (RULES 7)", ""),
        ("heathen-europe", "W:Kda6;Pac3^2/B:Kdd1 W - 4", "ac3-ac4=R", "W:Pac3 may not promote on ac4; R-7: it owed 2 moves, and after this one still owes 1, of the 6 of a Pawn that starts on the vertical faces of the board, or the 5 of any other (RULES 7)", ""),
        # Check: along the row (11..7, 4) of level 4; down the column gd; both at once, by their names.
        ("aof2", "E:Kgd3/I:Kdb2;Rkd4/J:Kjb1/P:Kjh3 E - 1", "Kgd3-gd4", "E:Kgd3 to gd4 leaves E:Kgd4 in check from I:Rkd4 through jd4 id4 hd4 (RULES 8)", ""),
        ("aof2", "E:Kgd3;Ngd4/I:Kdb2;Rgd5/J:Kjb1/P:Kjh3 E - 1", "Ngd4-id5", "E:Ngd4 to id5 leaves E:Kgd3 in check from I:Rgd5 through gd4 (RULES 8)", ""),
        ("aof2", "E:Kgd2/I:Kdb2;Rkd3/J:Kjb1/P:Kjh3;Ogd4 E - 1", "Kgd2-gd3", "E:Kgd2 to gd3 leaves E:Kgd3 in check from P:Ogd4, I:Rkd3 through jd3 id3 hd3 (RULES 8)", ""),
        # ea1 (5, 1), the first cell there is, lies between te1 (5, 0) and eb1 (5, 2).
        ("aof6", "C:Keb1;Nea1/I:Kon3/M:Kkj3/N:Kta3;RKte1 C - 5", "Nea1-ga2", "C:Nea1 to ga2 leaves C:Keb1 in check from N:RKte1 through ea1 (RULES 8)", ""),
        # A piece that comes to af4 or ae6 is a screen; one that stood before a Rook shielded.
        ("sd2l-sling", "W:Kae6;Nbf6/B:Kbg7;SLag2 W - 1", "Nbf6-af4", "W:Nbf6 to af4 leaves W:Kae6 in check from B:SLag2 over W:Naf4 (RULES 8)", ""),
        ("sd2l-sling", "W:Kad8;Nbe4/B:Kbg7;SLag2 W - 1", "Nbe4-ae6", "W:Nbe4 to ae6 leaves W:Kad8 in check from B:SLag2 through af4 over W:Nae6 (RULES 8)", ""),
        ("sd2l-sling", "W:Kae6;Nae7/B:Kbj10;Rae9;SLag2 W - 1", "Nae7-be5", "W:Nae7 to be5 leaves W:Kae6 in check from B:Rae9 through ae8 ae7 (RULES 8)", ""),
        # Of two Rooks that give check one is taken.
        ("aof2", "E:Kgd3;Nid4/I:Kdb2;Rkd3/J:Kjb1/P:Kjh3;Rgd5 E - 1", "Nid4xgd5", "E:Nid4 to gd5 leaves E:Kgd3 in check from I:Rkd3 through jd3 id3 hd3 (RULES 8)", ""),
        # The Pawn taken on he2 (8, 5) stood between fe2 (6, 5) and je2 (10, 5).
        ("aof2", "E:Kje2;Phe3/I:Kdb2;Rfe2/J:Kjb1/P:Kjh3;Phe2 E hf2>he2 2", "he3xhf2ep", "E:Phe3 to hf2 leaves E:Kje2 in check from I:Rfe2 through ge2 he2 ie2 (RULES 8)", ""),
        # The corner ka1 has five neighbours: ja1, kb1, and ka2, ja2, kb2 above. fa2 looks along
        # (.., 1) at ja2 and ka2, ke2 along (11, ..) at kb2 and ka2, je1 along (10, ..) at ja1, and,
        # in the first line only, gb1 along (.., 2) at kb1. None looks at ka1: level 3 has no ka.
        ("aof2", SHUT_IN.format(",gb1"), "Kka1-ja1", "E:Kka1 to ja1 leaves E:Kja1 in check from I:Rje1 through jd1 jc1 jb1; no move keeps it out of check, so the army must pass (RULES 8)", ""),
        ("aof2", SHUT_IN.format(""), "Kka1-ja1", "E:Kka1 to ja1 leaves E:Kja1 in check from I:Rje1 through jd1 jc1 jb1 (RULES 8)", ""),
        ("aof2", SHUT_IN.format(""), "--", "the European army may not pass: E:Kka1 can go to kb1 (RULES 8)", ""),
    ],
)  # fmt: skip
def test_what_a_refusal_says(name: str, line: str, written: str, told: str, unsaid: str) -> None:
    found = why(*name.split()[:1], line, written, *name.split()[1:])
    assert found.message == told
    words = {
        fact: in_words(value) for fact, value in found._asdict().items() if value and fact in PLAIN
    }
    left = [f"{fact}={word}" for fact, word in words.items() if word not in told]
    assert " ".join(left) == unsaid
    if found.code in OF_A_WAY:
        assert words["path"].split()[-1] == words["destination"]


OF_A_WAY = {Code.BLOCKED, Code.MISSING_CELL, Code.NO_SCREEN, Code.NO_CAPTURE}
PLAIN = {"piece", "destination", "path", "blocker", "missing", "besides"}
"""Facts that stand in a sentence as they are."""


def in_words(fact: str | Piece | tuple[str, ...]) -> str:
    if isinstance(fact, Piece):
        return str(fact)
    if isinstance(fact, tuple):
        return " ".join(f"({cell})" if cell == BEYOND else cell for cell in fact)
    return fact


@pytest.mark.parametrize(
    ("origin", "code", "told"),
    [
        ("ka5", Code.EMPTY_CELL, "nothing stands on ka5"),
        ("db2", Code.WRONG_ARMY, "I:Kdb2 does not belong to the European army, whose turn it is (RULES 8)"),
    ],
)  # fmt: skip
def test_a_move_that_nobody_wrote_is_refused_as_well(origin: str, code: Code, told: str) -> None:
    position = given(game("aof2"), ALONE)
    number = position.game.board.number
    refused = refusal(position, CoreMove(number[origin], number["jb4"]))
    assert refused is not None
    assert (refused.code, refused.message) == (code, told)


@pytest.mark.parametrize("name", ["aof2", "sd2l-cohen", "heathen-europe", "raumschach", "glinski"])
def test_a_cell_in_the_form_of_another_game_is_no_cell(name: str) -> None:
    found = aofref("explain", "--variant", name, "P bc2-b03")
    assert found.exit_code == 1 and "no-such-cell" in found.stderr + found.stdout


@pytest.mark.parametrize(
    ("name", "move", "cell"),
    [
        ("aof6", "PN t12-rh2", "t12"),
        ("heathen-europe", "N x1-be3", "x1"),
        ("glinski", "N ad1-c3", "ad1"),
    ],
)
def test_an_origin_in_the_form_of_another_game_is_no_cell(name: str, move: str, cell: str) -> None:
    found = aofref("explain", "--variant", name, move)
    text = found.stderr + found.stdout
    assert found.exit_code == 1 and "no-such-cell" in text and f"has no cell {cell} " in text

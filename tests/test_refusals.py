"""The facts that a refusal names: the owner's findings of issue 8, each read off the board by hand."""

from __future__ import annotations

import pytest

from aofref.findings import Code, Refusal
from aofref.notation import moves
from aofref.report.messages import sentence
from aofref.rules.refuse import refusal
from tests.helpers import aofref, game, given


def why(name: str, line: str, written: str, *rulings: str) -> Refusal:
    position = given(game(name, *rulings), line)
    said = moves.parse(position.game, written)
    assert said is not None
    move = moves.resolve(position, said)
    refused = move if isinstance(move, Refusal) else refusal(position, move)
    assert refused is not None, f"{written} is legal"
    return refused


@pytest.mark.parametrize(
    ("name", "line", "written", "code", "missing"),
    [
        # The Pawn's capture is a root-2 step: ia4 needs ia3 under it, and level 3 has no ia.
        ("aof2", "E:Kkd1/I:-/J:-/P:Kie5;Pib3 P - 1", "ib3-ia4", "missing-cell", "ia3"),
        ("aof2", "E:Kkd1;Pia4/I:-/J:-/P:Kie5;Pib3 P - 1", "ib3-ia4", "missing-cell", "ia3"),
        # Curves that leave the board: ad10 lies on its rim, and so does kj4.
        ("sd2l-cohen", "W:Kaf7;RAad10/B:Kbg3 W - 1", "RAad10-af6", "missing-cell", "beyond the board"),
        ("aof2", "E:Kjg4;Akj4/I:Khb2/J:-/P:- E - 1", "Akj4-if4", "missing-cell", "beyond the board"),
        # The middle ih4 is empty: the second step, up to hg5, needs ih5 over the middle.
        ("aof2", "E:Kjb5/I:Kdb2;Eji3/J:-/P:Kke3 I - 1", "Eji3-hg5", "missing-cell", "ih5"),
        # The same leap over a piece needs all nine cells; the first from ji3 on is ji5.
        ("aof2", "E:Kjb5/I:Kdb2;Eji3/J:-/P:Kke3;Nih4 I - 1", "Eji3-hg5", "missing-cell", "ji5"),
        # aof6: column da does not exist, and (4, 5), left of C's corner, is no column ed.
        ("aof6", "C:Ked3/I:Kon3;EFea1/M:Kkj3/N:Kta3 I - 1", "EFea1-sd3", "missing-cell", "da3"),
    ],
)  # fmt: skip
def test_the_missing_cell(name: str, line: str, written: str, code: str, missing: str) -> None:
    found = why(name, line, written)
    assert (found.code.value, found.known["missing"]) == (code, missing)
    assert missing in sentence(found)


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
    assert any(
        move.startswith(cited) and move.endswith(found.known["destination"]) for move in told
    ), found


def test_a_slings_check_names_its_screen() -> None:
    found = why("sd2l-sling", "W:Kbg1/B:Kbg7;Paf5;SLae7 W - 1", "Kbg1-ah2")
    assert found.code is Code.IN_CHECK
    (check,) = found.known["checks"]
    assert check.piece.cell == "ae7" and check.screen is not None
    assert (check.screen.army, check.screen.code, check.screen.cell) == ("B", "P", "af5")
    assert "over B:Paf5" in sentence(found)


def test_a_limited_en_passant_names_its_rule() -> None:
    line = "C:Ked3;PNte4/I:Kon3/M:Kkj3/N:Kta3;PNsf3 C se3>sf3 2"
    for written in ("te4xse3ep", "te4xse3", "te4-se3"):
        found = why("aof6", line, written)
        assert found.code is Code.NO_CAPTURE
        assert "between C and N en passant is only onto column te" in sentence(found)
    claim = why("aof2", "E:Kjb5;Pga4/I:-/J:Kjb1/P:Kjh3 E - 1", "ga4-fa4ep")
    assert sentence(claim) == "E:Pga4 takes nothing en passant on fa4 (RULES 6)"


def test_own_piece_comes_before_the_way() -> None:
    found = why("aof2", "E:Kjb5;Rka4,ga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "Rka4-jb5")
    assert found.code is Code.OWN_PIECE
    assert found.rule == "4"  # "A piece never goes to a cell that a piece of its own army holds."

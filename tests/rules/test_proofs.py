"""Proofs of refusals, and the legal moves that may have been meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import aofref as library
from aofref.judge.analysis.diagnosis import Proof, explain, movable, proof_of
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.replay.reading import no_move, read_typed
from aofref.report.json.record import proof as as_json
from aofref.report.text import proof
from aofref.rules import turn
from tests.clubs import AClub
from tests.helpers import aofref, game, given
from tests.judging import ENDING, MATES, PINNED

# Nearest -------------------------------------------------------------------------------------------

ROOKS = "E:Kgb5;Rga4,ha5,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
PAWNS = "E:Kgb5;Pec5,fd5,ga4,hb4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"


@pytest.mark.parametrize(
    ("line", "written", "near"),
    [
        (ROOKS, "Rha4", ("Rga4-ha4", "Rha5-ha4", "Rka4-ha4")),
        (ROOKS, "E:Rha4", ("E:Rga4-ha4", "E:Rha5-ha4", "E:Rka4-ha4")),
        (ROOKS, "R4ha4", ("Rga4-ha4", "Rka4-ha4")),
        (PAWNS, "gb4", ("ga4-gb4", "hb4-gb4")),  # the King goes there too
        (PAWNS, "ed5=Y", ("ec5-ed5=Y", "fd5-ed5=Y")),
        (ROOKS, "Nha5-ha4", ("Rha5-ha4",)),  # wrong-piece: what goes to that cell
        (ROOKS, "E:Nha5-ha4", ("E:Rha5-ha4",)),
        (ROOKS, "X:Rha5-ha4", ("E:Rha5-ha4",)),  # no such army
        (ROOKS, "I:Rha5-ha4", ()),  # wrong-turn
        # wrong-army: of an army that there is
        ("E:Kgb5;Pga4/I:Kdb2;Pea4/J:Kjb1/P:Kjh3 E - 1", "ea4-fa4", ()),
        (PAWNS, "ga4fa9", ("ga4-fa4",)),  # five letters of six are right
        (PAWNS, "E:ga4fa9", ("E:ga4-fa4",)),
        (PAWNS, "ga4-fa", ("ga4-fa4",)),  # syntax
        (PAWNS, "ga4-fz9", ()),  # too much is wrong
        (ROOKS, "Rga4-gb5", ()),  # own-piece
        ("E:Kgb5/I:-/J:-/P:- - - 1", "Kgb5-gb9", ()),
    ],
)
def test_moves_that_may_have_been_meant(line: str, written: str, near: tuple[str, ...]) -> None:
    position = given(game("aof2"), line)
    found = explain(position, written)
    why = found.refusal if found is not None else no_move(position, written)
    assert why is not None and suggestions(position, written, why) == near


def test_at_most_three_moves_that_may_have_been_meant() -> None:
    position = given(game("aof2"), PAWNS)
    found = explain(position, "Kgb5-zz4")
    assert found is not None and found.refusal is not None
    near = suggestions(position, "Kgb5-zz4", found.refusal)
    assert len(near) == 3 and all(re.fullmatch("Kgb5-[a-k]{2}4", move) for move in near)


@pytest.mark.parametrize(
    ("text", "move", "told"),
    [("e: LHA5-fb3!", "E:Lha5-fb3", ""), ("hello", "hello", "not a move: 'hello'")],
)
def test_a_move_as_it_was_sent(text: str, move: str, told: str) -> None:
    found = read_typed(turn.start(game("aof2"))[0], text)
    assert found.text == move
    assert (found.why is None) == (not told)
    assert found.why is None or found.why.message.startswith(told)


# Proofs --------------------------------------------------------------------------------------------

FD5 = ("fd5-ed5=T", "fd5-ed5=Y", "fd5-fe5=T", "fd5-fe5=Y")
"""Both cells ahead of this Pawn of PAWNS are at the edge (RULES 7)."""
KBA2 = ("Kba2-ba3", "Kba2-ca2", "Kba2-ca3", "Kba2-cb2", "Kba2-cb3")
PROMOTES = "E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
"""The Persian Rook takes the European King at the start of its turn, whatever the other does."""


def explained(line: str, written: str, of: str = "aof2") -> Proof:
    found = explain(given(game(of), line), written)
    assert found is not None
    return found


def test_a_legal_move_is_explained() -> None:
    found = explained(PROMOTES, "ca4-ba4=F")
    number = game("aof2").board.number
    assert (found.refusal, found.written, found.on_turn) == (None, "ca4-ba4=F", True)
    assert found.move is not None and found.move.destination == number["ba4"]
    assert found.cell == number["ca4"] and found.path == ("ca4", "ba4")
    assert found.moves == ("ca4-ba4=F", "ca4-cb4=F")  # an Indian array cell each: its Partner
    assert [event.type for event in found.events] == ["promotion"]
    assert found.warnings == () and found.position == given(game("aof2"), PROMOTES)
    assert explained(MATES, "Kjb1-ja1#E").warnings == ()
    for written, warned in (("ca4xba4=F", "false-capture"), ("ca4-ba4=F+I", "false-check")):
        assert [why.code.value for why in explained(PROMOTES, written).warnings] == [warned]


@pytest.mark.parametrize(
    ("line", "written", "code", "piece", "own", "on_turn"),
    [
        (PROMOTES, "ca4-ba4=Y", "bad-promotion", "ca4", ("ca4-ba4=F", "ca4-cb4=F"), True),
        (PAWNS.replace(" E ", " I "), "fd5-ed5=Y", "wrong-army", "fd5", FD5, False),
        (PAWNS.replace(" E ", " I "), "E:fd5-ed5=Y", "wrong-turn", "fd5", FD5, False),
        (PINNED, "Nge2", "in-check", "gd4", (), True),
        ("E:Kba2/I:-/J:Kjb1/P:Kjh3 E - 1", "Kba2-ea2", "unreachable", "ba2", KBA2, True),
        (PAWNS, "I:ga4", "wrong-turn", "", (), True),  # which Pawn is not said
        (PAWNS, "Kaa1-gb4", "no-such-cell", "", (), True),
        (PAWNS, "Kja1-jb1", "empty-cell", "", (), True),
        ("E:Kgb5;Pga4/I:-/J:-/P:- - - 1", "ga4-fa4", "game-over", "ga4", (), True),
    ],
)
def test_a_refusal_names_the_piece(
    line: str, written: str, code: str, piece: str, own: tuple[str, ...], on_turn: bool
) -> None:
    found = explained(line, written)
    assert found.refusal is not None and found.refusal.code.value == code
    assert found.cell == game("aof2").board.number.get(piece, -1)
    assert found.moves == own
    assert (found.on_turn, found.path, found.events) == (on_turn, (), ())
    assert (found.written, found.position) == (written, given(game("aof2"), line))


@pytest.mark.parametrize(
    ("of", "line", "written", "path"),
    [
        # RULES 11: the Gryphon from jb4 to gb5
        ("aof2", "E:Kka4;Yjb4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "Yjb4-gb5", "jb4 ib5 hb5 gb5"),
        ("aof2", "E:Kjb5/I:Kdb2;Pfa4/J:Kjb1;Pfa3/P:Kjh3 J ea4>fa4 1", "fa3xea4ep", "fa3 ea4"),
        # a double step passes the cell between
        ("aof2", "E:Kjb5/I:Kdb2;Pda3/J:Kjb1/P:Kjh3 I - 9", "da3-fc3", "da3 eb3 fc3"),
        ("aof2", "E:Kba2/I:-/J:Kjb1/P:Kjh3;Rca4,cb4,da3 E - 1", "--", ""),
        # a Sling captures over one piece: (0,-2), (1,-1), (2,0)
        ("sd2l-sling", "W:Kbg1;Pbh4;SLbg2/B:Kbg7;Rbi6 W - 1", "SLbg2xbi6", "bg2 bh4 bi6"),
    ],
)
def test_the_way_of_a_move(of: str, line: str, written: str, path: str) -> None:
    assert explained(line, written, of).path == tuple(path.split())


@pytest.mark.parametrize("written", ["E:resigns", "forfeits", "x", ""])
def test_what_is_no_move_is_not_explained(written: str) -> None:
    assert explain(given(game("aof2"), PROMOTES), written) is None


@pytest.mark.parametrize("written", ["zz", "J:zz1-ga4"])
def test_a_refusal_that_names_no_piece(written: str) -> None:
    start = turn.start(game("aof2"))[0]
    found = explain(start, written) or proof_of(start, written, no_move(start, written))
    assert found.refusal is not None and (found.cell, found.moves) == (-1, ())


@pytest.mark.parametrize(
    ("line", "cell", "code", "told"),
    [
        (PROMOTES, "ca4", None, ""),
        (PROMOTES, "zz1", "no-such-cell", "the board has no cell zz1 (RULES 2)"),
        (PROMOTES, "ca3", "empty-cell", "nothing stands on ca3"),
        (PROMOTES, "db2", "wrong-army",
         "I:Kdb2 does not belong to the European army, whose turn it is (RULES 8)"),
        ("E:Kgb5;Pga4/I:-/J:-/P:- - - 1", "ga4", "game-over", "the game is over (RULES 8)"),
        ("E:Kgb5;Pga4/I:-/J:-/P:- - - 1", "zz1", "no-such-cell",
         "the board has no cell zz1 (RULES 2)"),
    ],
)  # fmt: skip
def test_what_may_move_from_a_cell(line: str, cell: str, code: str | None, told: str) -> None:
    found = movable(given(game("aof2"), line), cell)
    assert (found and found.code.value) == code
    assert found is None or found.message == told


# Proofs of what is no move -------------------------------------------------------------------------


def test_a_proof_says_what_is_wrong_with_the_suffix_and_shows_the_board() -> None:
    found = explain(given(game("aof2"), ENDING), "Rka4-ja4+J")
    assert found is not None and found.refusal is None
    lines = list(proof.lines(found, board=True))
    # From ja4 the Rook reaches neither jb1 (another column and level) nor any other King.
    assert any(line.startswith("  warning: false-check") for line in lines)
    assert "  path: ka4 > ja4" in lines
    assert lines[-2] == "" and lines[-1].count("\n") > 5 * 5  # five levels, drawn
    assert as_json(found) == {}


@pytest.mark.parametrize("text", ["ha5", "E:HA5", "1. ha5"])
def test_a_cell_alone_lists_the_moves_of_the_piece_there(text: str, tmp_path: Path) -> None:
    listed = "\n  legal moves of E:Lha5: Lha5-fb3 Lha5-gc3 Lha5-id3 Lha5-jd3\n"
    record, mail = tmp_path / "g.aof", tmp_path / "m"
    record.write_text('[Variant "aof2"]\n\n*\n')
    mail.write_text(f"From: Anna <a@example.net>\n\n{text}\n")
    for args in (["play", str(record), text], ["play", str(record), "--mail", str(mail)]):
        found = aofref(*args)
        assert (found.exit_code, found.stdout) == (1, "") and " own-piece " in found.stderr
        assert listed in found.stderr
    assert listed in aofref("explain", str(record), text).stdout
    assert listed in f"{library.variant('aof2').start().explain(text)}"
    club = AClub(tmp_path / "club")
    club.game("g")
    club.mail("Anna", "[g]", text)
    assert club.verdicts() == ["refused"]
    answer = " ".join(club.answer("<1@example.net>", "Anna").split())
    assert "legal moves of E:Lha5: Lha5-fb3 Lha5-gc3 Lha5-id3 Lha5-jd3" in answer

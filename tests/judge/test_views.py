"""What is to be seen: bindings, board views, the game as its page shows it."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import aofref as library
from aofref.judge.analysis.threats import all_attackers, attackers_of
from aofref.judge.analysis.view import board_view, range_of, view_of
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay, Step
from aofref.notation.records import Kind
from aofref.rules.parts import bindings
from aofref.rules.position import PASS, CoreMove
from tests.helpers import aofref, game, given
from tests.judging import (
    EU,
    IN,
    JE,
    PE,
    PINNED,
    TAKEN,
    cells,
    fate,
    faults,
    game_of,
    judged_as,
)

# Bindings ------------------------------------------------------------------------------------------


def test_bindings_of_pieces() -> None:
    hec = game("heathen-europe")  # RULES 11: Unicorns have 36 cells each of four
    found = bindings(hec, 0, hec.kinds["U"])
    assert sorted(found) == [n for n in range(4) for _ in range(36)]
    aof2 = game("aof2")  # an Elephant cannot go from or to ba3: levels 1 and 5 lack the Subcamp
    assert bindings(aof2, 1, aof2.kinds["E"])[aof2.board.number["ba3"]] == -1


@pytest.mark.parametrize(
    ("ruling", "entered"),
    [  # counted by hand over the squares of 4 and 9 cells, each move one way
        ("", [38, 38, 38, 38, 34, 34, 25, 25]),
        ("pp-elephant=direct", [38, 38, 38, 38, 34, 34, 25, 25]),
        ("pp-elephant=free", [38, 38, 38, 38, 36, 36, 26, 26]),
    ],
)
def test_bindings_of_an_elephant_that_may_leave_but_not_enter(
    ruling: str, entered: list[int]
) -> None:
    pp = game("proto-prelates", *filter(None, [ruling]))
    found = bindings(pp, pp.letters.index("I"), pp.kinds["ET"])
    assert [found.count(number) for number in range(max(found) + 1)] == entered
    subcamp = pp.board.regions["Jewish/European Subcamp"]
    assert len(subcamp) == 24
    # ia6, jb6, kc6, and by the mirror image of the board ia1, jb1, kc1.
    free = {pp.board.number[name] for name in ["ia6", "jb6", "kc6", "ia1", "jb1", "kc1"]}
    assert {cell for cell, n in enumerate(found) if n < 0} == subcamp - (
        free if ruling[-4:] == "free" else set()
    )
    picture = aofref(
        "show",
        "-",
        "--format",
        "svg",
        "--bindings",
        "ET",
        *(["--ruling", ruling] if ruling else []),
        stdin='[Variant "proto-prelates"]\n\n*\n',
    ).stdout
    white = 294 - sum(entered)
    assert (
        f"Bindings of the Indian Elephant, from any cell: 8; {white} cells that it never enters are white."
        in picture
    )


def test_bindings_of_pawns_go_one_way() -> None:
    hec = game("heathen-europe")  # no White Pawn steps to file a of rank 1, on any level
    found = bindings(hec, 0, hec.kinds["P"])
    never = {hec.board.names[cell] for cell, n in enumerate(found) if n < 0}
    assert never == {"aa1", "ba1", "ca1", "da1"} and found.count(0) == 140
    sd2l = game("sd2l-cohen")  # a Pawn is bound to its filestack
    for army in sd2l.armies:
        found = bindings(sd2l, army, sd2l.kinds["P"])
        for number in range(max(found) + 1):
            names = [name for name, n in zip(sd2l.board.names, found, strict=True) if n == number]
            assert len({name[1] for name in names}) == 1


# Steps, as a page shows them -----------------------------------------------------------------------------------------

BRANCHED = f"""[Variant "aof2"]

% kept
1. {EU} $1 {{c}} (E:Lkd5-hb3 (E:ga4-fa4 I:ea2-fa2) I:da4-da4 {IN}) (E:hb5-gb5) {IN} (I:ea2-fa2) {JE} J:zz1-zz2
{PE} (P:zz) *
"""


UNSEEN = (Kind.NUMBER, Kind.ESCAPE)


def plies(found: Replay) -> list[Ply]:
    return [step for step in found.steps if isinstance(step, Ply)]


def parents(found: Replay) -> list[int]:
    """Number plies from 1 in the order of the text; list the number of the one before each."""
    numbers = {-1: 0, **{ply.token.ordinal: n for n, ply in enumerate(plies(found), 1)}}
    return [numbers[ply.parent] for ply in plies(found)]


def marked(found: Replay) -> list[tuple[str, Step]]:
    """List what is shown, each with what became of a move, or else its kind."""
    kinds = [(fate(step), step) for step in found.steps if step.token.kind not in UNSEEN]
    return [(step.token.kind.name if kind == "NO_MOVE" else kind, step) for kind, step in kinds]


def test_what_is_written_is_viewed_in_its_order() -> None:
    found = judged_as(BRANCHED)
    assert " | ".join(f"{mark} {step.token.text}" for mark, step in marked(found)) == (
        f"PLAYED {EU} | NAG $1 | COMMENT c | OPEN ( | PLAYED E:Lkd5-hb3 | OPEN ( | "
        f"PLAYED E:ga4-fa4 | PLAYED I:ea2-fa2 | CLOSE ) | REFUSED I:da4-da4 | BEHIND {IN} | "
        f"CLOSE ) | OPEN ( | PLAYED E:hb5-gb5 | CLOSE ) | PLAYED {IN} | OPEN ( | "
        f"PLAYED I:ea2-fa2 | CLOSE ) | PLAYED {JE} | REFUSED J:zz1-zz2 | BEHIND {PE} | OPEN ( | "
        "BEHIND P:zz | CLOSE ) | RESULT *"
    )
    assert parents(found) == [0, 0, 0, 3, 0, 1, 1, 6]
    assert [ply.lan for ply in plies(found)] == [
        *("Lha5-fb3", "Lkd5-hb3", "ga4-fa4", "ea2-fa2", "hb5-gb5", "ea3-fa3", "ea2-fa2"),
        "Sha1-fb1",
    ]
    number = game("aof2").board.number
    assert view_of(found, found.plies[:2]).last == ((number["ea3"], number["fa3"]),)


def test_a_variation_before_the_first_move() -> None:
    found = judged_as(f'[Variant "aof2"]\n\n(E:ga4-fa4 {IN}) (E:hb5-gb5) {EU} *\n')
    assert parents(found) == [0, 1, 0, 0] and found.plies == (plies(found)[3],)
    assert view_of(found, ()) == board_view(found.first)


def test_a_conditional_line_before_the_first_move() -> None:
    found = judged_as(f'[Variant "aof2"]\n\n{{[%if {EU}]}} {EU} *\n')
    assert [mark for mark, _ in marked(found)] == ["COMMENT", "PLAYED", "RESULT"]


def test_a_decision_counts_only_where_it_is_asked_for() -> None:
    found = game_of(EU, "I:da4-fa4", TAKEN, IN)
    assert (found.length, found.decisions, found.status) == (1, (), "illegal")


def test_a_first_word_that_is_wrong() -> None:
    found = judged_as('[Variant "aof2"]\n\nE:zz1-zz2 *\n')
    ((text, wrong),) = faults(found)
    assert wrong.code.value == "no-such-cell"
    assert text == "E:zz1-zz2"


def test_decisions_are_viewed() -> None:
    bad, takeback = "I:da4-fa4", "{[%arbiter takeback]}"
    text = f'[Variant "aof2"]\n\n1. {EU} {bad} {takeback} ({IN}) {IN} J:ka1-ka1 {{[%arbiter forfeits]}} {PE}\n'
    found = judged_as(text, Setting(as_played=True))
    assert [mark for mark, _ in marked(found) if mark != "COMMENT"] == [
        *("PLAYED", "TAKEN_BACK", "OPEN", "PLAYED", "CLOSE", "PLAYED", "PLAYED", "PLAYED")
    ]
    assert parents(found) == [0, 1, 1, 3, 4]
    assert [event.type for event in plies(found)[3].events] == ["removal"]
    assert {text for text, _ in faults(found)} == {bad}
    stood = [ply.stood for ply in plies(found) if ply.stood]
    assert [why.code.value for why in stood] == ["own-piece"]


def test_what_cannot_be_read_is_viewed_up_to_there() -> None:
    found = judged_as(f'[Variant "aof2"]\n\n1. {EU} ) {IN} ( {JE} *\n')
    assert [mark for mark, _ in marked(found)][:3] == ["PLAYED", "CLOSE", "BEHIND"]
    assert len(found.plies) == 1
    junk = judged_as(f'[Variant "aof2"]\n\n1. {EU} }} {IN} *\n')
    texts = [(mark, step.token.text) for mark, step in marked(junk)]
    assert texts == [("PLAYED", EU), ("BAD", "}"), ("BEHIND", IN), ("RESULT", "*")]


@pytest.mark.parametrize("rest", ["", "*", "{c}"])
def test_a_record_without_moves_has_its_start(rest: str) -> None:
    position = PINNED.replace(";Ngd4", "")
    found = judged_as(f'[Variant "aof2"]\n[Position "{position}"]\n\n{rest}\n')
    assert not plies(found) and [event.type for event in found.opening] == ["check"]


# What is to be seen --------------------------------------------------------------------------------

GUARDED = "E:Kjb5;Pja4;Ria4/I:EMdb2/J:Kjb1;Rga4/P:Kjh3 E - 1"
"""The Jewish Rook looks along row a at the European one, which its King guards."""


@pytest.mark.parametrize(
    ("cell", "piece", "attackers", "guards"),
    [
        ("ia4", "E:R", ["J:Rga4"], ["E:Kjb5"]),
        ("ha4", "", ["E:Ria4", "J:Rga4"], []),
        ("ga4", "J:R", ["E:Ria4"], []),
        ("ia5", "", ["E:Kjb5", "E:Pja4", "E:Ria4"], []),  # a Pawn by its way of capturing
        ("fa1", "", [], []),
    ],
)
def test_who_attacks_and_guards_a_cell(
    cell: str, piece: str, attackers: list[str], guards: list[str]
) -> None:
    found = attackers_of(given(game("aof2"), GUARDED), game("aof2").board.number[cell])
    assert found.cell == cell
    assert (f"{found.piece.army}:{found.piece.code}" if found.piece else "") == piece
    for told, wanted in ((found.attackers, attackers), (found.guards, guards)):
        names = [f"{one.piece.army}:{one.piece.code}{one.piece.cell}" for one in told]
        assert sorted(names) == wanted


def test_pieces_are_looked_at_in_order() -> None:
    found = all_attackers(given(game("aof2"), GUARDED))
    assert [one.cell for one in found] == ["ia4", "ja4", "jb5", "db2", "ga4", "jb1", "jh3"]


def test_a_position_as_it_is_drawn() -> None:
    hec = game("hec")
    found = board_view(given(hec, "W:Kca1;Pac1^6,bd2/B:Kdf6;Rcf1 W - 7"))
    men = [found.piece(cell) for cell in range(len(hec.board.names))]
    assert sorted(map(str, filter(None, men))) == [
        *("B:Kdf6", "B:Rcf1", "W:Kca1", "W:Pac1", "W:Pbd2"),
    ]
    assert {man.name for man in men if man is not None} == {"King", "Pawn", "Rook"}
    assert (found.turn, found.round, found.position.living, found.last) == (0, 7, [0, 1], ())
    ((royal, attackers),) = found.checks  # the Rook looks along rank 1 of level c
    assert ((royal,), attackers) == (cells("ca1", of="hec"), cells("cf1", of="hec"))
    assert board_view(given(game("aof2"), GUARDED), PASS).last == ()
    assert found.game is hec
    assert board_view(given(game("aof2"), GUARDED), CoreMove(3, 5)).last == ((3, 5),)


@pytest.mark.parametrize(
    ("line", "origin", "moves", "captures", "exposing", "blockers", "on_turn"),
    [
        # the way ahead to fa4 is held, that to gb4 is free, fa5 is the only capture
        ("E:Kjb5;Pga4/I:Kdb2;Nfa5;Pfa4/J:Kjb1/P:Kjh3 E - 1", "ga4",
         ["gb4"], ["fa5"], [], ["fa4"], True),
        ("E:Kjb5;Pga4/I:Kdb2;Nfa5;Pfa4/J:Kjb1/P:Kjh3 J - 1", "ga4",
         ["gb4"], ["fa5"], [], ["fa4"], False),
        ("E:Kjb5/I:Kdb2;Pfa4/J:Kjb1;Pfa3/P:Kjh3 J ea4>fa4 1", "fa3",
         ["ea3", "fb3"], ["ea4"], [], [], True),
        ("E:Kba2;Nca2,cb3/I:-/J:Kjb1/P:Kjh3;Rca4,da3 E - 1", "ba2",
         ["cb2"], [], ["ba3", "ca3"], ["ca2", "cb3"], True),
    ],
)  # fmt: skip
def test_what_a_piece_may_do(
    line: str,
    origin: str,
    moves: list[str],
    captures: list[str],
    exposing: list[str],
    blockers: list[str],
    on_turn: bool,
) -> None:
    (cell,) = cells(origin)
    found = range_of(given(game("aof2"), line), cell)
    told = [cells(*names) for names in (moves, captures, exposing, blockers)]
    assert [found.moves, found.captures, found.exposing, found.blockers] == told
    assert (found.origin, found.on_turn) == (cell, on_turn)


CASTLING = "W:Ke1;Ra1,h1/B:Ke8;Rf8 W - 1"  # the King may castle to c1; it would pass f1 to g1


def on_chess(name: str) -> int:
    return game("chess").board.number[name]


def test_a_king_may_go_where_it_castles() -> None:
    for turn in "WB":
        found = range_of(given(game("chess"), CASTLING.replace(" W", f" {turn}")), on_chess("e1"))
        assert found.moves == cells("c1", "d1", "d2", "e2", of="chess")
        assert found.exposing == cells("f1", "f2", of="chess")


def test_castling_is_a_last_move_of_two_pieces() -> None:
    found = judged_as(f'[Variant "chess"]\n[Position "{CASTLING}"]\n\n1. O-O-O Ke8-e7 *\n')
    assert [
        [
            tuple(game("chess").board.names[cell] for cell in walk)
            for walk in view_of(found, found.plies[:count]).last
        ]
        for count in range(3)
    ] == [[], [("e1", "c1"), ("a1", "d1")], [("e8", "e7")]]


def test_the_marks_of_castling_are_on_all_its_cells() -> None:
    record = f'[Variant "chess"]\n[Position "{CASTLING}"]\n\n1. O-O-O *\n'
    lines = aofref("show", stdin=record).stdout.splitlines()
    assert "  <a1   b1>wKc1>wRd1  <e1   f1   g1 wRh1" in lines
    drawn = aofref("show", "--format", "svg", stdin=record).stdout
    board = drawn.partition("the last move")[0]
    assert (board.count('class="arrow"'), board.count('class="last"')) == (3, 5)  # and the legend's
    last = json.loads(aofref("show", "--format", "json", stdin=record).stdout)["last"]
    assert last == {"army": "W", "move": "O-O-O", "from": "e1", "to": "c1"}


def test_what_stands_in_the_ways_of_a_rook() -> None:
    # its own Pawn, an enemy before cells that it cannot come to, and one at a way's end
    line = "E:Kjb5;Nia4;Pha4;Rga4/I:Kdb2;Pda4,ea4,ga5/J:Kjb1/P:Kjh3 E - 1"
    found = range_of(given(game("aof2"), line), *cells("ga4"))
    assert found.blockers == cells("ha4", "ea4")
    assert set(found.captures) == set(cells("ea4", "ga5"))


# The last move of a position --------------------------------------------------------------------

ARROW = 'class="arrow"'
NUMBERED = 'class="end"'  # of a move to another level


def last_of(position: library.Position) -> str:
    """Return the last move in the heading of a picture."""
    found = re.search(r"Last move: (\S+)\. ", position.svg())
    return found[1] if found else ""


def test_a_position_knows_its_last_move_as_show_does(tmp_path: Path) -> None:
    record = library.loads('[Variant "sd2l-cohen"]\n\n1. bg3-bg4 Nag6-be6 2. bh3-bh4 bj7-bj6 *\n')
    file = tmp_path / "g.aof"
    file.write_text(record.text)
    pushed = library.variant("sd2l-cohen").start()
    board = pushed.board()
    typed = pushed
    for node in record.mainline():
        shown = aofref("show", "--ply", str(node.ply), str(file)).stdout
        assert "< last move from" in shown and node.move is not None
        assert last_of(pushed) == last_of(node.before)
        pushed = pushed.push(node.move)
        typed = typed.push(node.text)
        board.push(node.move)
        same = (node.after, record.at(node.ply), pushed, typed, board.position())
        for position in same:
            assert "<" in position.text() and position.text() in shown
            assert f" Last move: {node.lan}. " in shown and last_of(position) == node.lan
            assert position == pushed and hash(position) == hash(pushed)
            kept = pickle.loads(pickle.dumps(position))
            assert kept == position and kept.svg() == position.svg() == node.after.svg()
    assert record.position.svg() == record.at(-1).svg() != record.position.svg(last=None)
    assert last_of(record.start) == ""
    board.pop()
    assert board.position().svg() == record.at(3).svg()


def test_a_position_after_castling_shows_both_pieces() -> None:
    start = library.variant("chess").position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    after = start.push("O-O")
    kept = pickle.loads(pickle.dumps(after))
    assert after.svg().count(ARROW) == 2 + 1 == kept.svg().count(ARROW)  # one in the legend
    assert after.svg() == kept.svg() == after.svg(last="O-O")
    assert after.svg(last="W:O-O") == after.svg().replace("move: O-O", "move: W:O-O")
    assert after.text().count("<") == after.text().count(">") == 2


def test_a_position_after_a_withdrawal_has_no_last_move() -> None:
    start = library.variant("aof2").start().push("Lha5-fb3")
    assert last_of(start) == "E:Lha5-fb3" and last_of(start.push("J:resigns")) == ""


def test_the_last_move_of_a_picture_may_be_another() -> None:
    start = library.variant("aof2").start()
    move = start.move("ga4-fa4")
    assert last_of(start) == ""
    for last in (move, "E:ga4-fa4", "ga4-fa4"):
        assert start.svg(last=last).count(ARROW) == 2
    assert start.svg(last="E:--") and NUMBERED in start.push("Lha5-fb3").svg()
    for wrong in ("fa4", "Nzz1-zz2", "x", "X:ga4-fa4", "O-O"):
        with pytest.raises(ValueError, match="the last move is a Move, or in long notation"):
            start.svg(last=wrong)
    with pytest.raises(TypeError):
        start.svg(last=1)  # type: ignore[arg-type]


def test_arrows_and_colours_of_cells() -> None:
    start = library.variant("aof2").start()
    drawn = start.svg(arrows=[("ga4", "FA4"), ("ha5", "fb3")], fill={"ha5": "#ff0", "fa4": "gold"})
    assert drawn.count(ARROW) == 2
    assert 'style="fill:#ff0"' in drawn and 'style="fill:gold"' in drawn
    fromstring(drawn)
    for colour in ("red;x", '"/><script>', "url(#x)", "#12", ""):
        with pytest.raises(ValueError, match="not a colour"):
            start.svg(fill={"ha5": colour})
    for named in ({"arrows": [("ga4", "zz1")]}, {"fill": {"zz1": "red"}}):
        with pytest.raises(library.UnknownName):
            start.svg(**named)


@pytest.mark.parametrize("options", [{}, {"stacked": True}, {"cells": True}, {"theme": "print"}])
def test_one_level_of_a_picture(options: dict[str, Any]) -> None:
    position = library.variant("aof2").start().push("ga4-fa4")
    drawn = position.svg(level="4", **options)
    on_it = [piece for piece in position.pieces() if piece.cell.endswith("4")]
    titles = re.findall(r"<title>([a-k]{2}\d)(: )?", drawn)
    assert len(titles) == 55 and {cell[2] for cell, _ in titles} == {"4"}
    assert sum(1 for _, held in titles if held) == len(on_it)
    assert ">level 4<" in drawn and ">level 3<" not in drawn
    assert position.svg(level="3", **options).count(ARROW) == 1  # in the legend
    fromstring(drawn)
    with pytest.raises(ValueError, match=r"^there is no level '7'; there are 1, 2, 3, 4, 5$"):
        position.svg(level="7")

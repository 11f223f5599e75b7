"""The library: what `import aofref` gives, and that its values never change.

Expected values are from the games' pages, from fixtures that the second referee wrote, or counted
by hand.
"""

from __future__ import annotations

import builtins
import copy
import gzip
import json
import os
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import Enum
from fractions import Fraction
from io import BytesIO, StringIO
from operator import attrgetter
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any
from xml.etree import ElementTree

import pytest

import aofref
from aofref import games, mail
from aofref.judge.replay.driver import replay
from aofref.library.record import DECISIONS
from aofref.notation.notes import Decided
from tests.helpers import ROOT
from tests.helpers import aofref as command
from tools import reference

FIRST = ROOT / "fixtures" / "records" / "aof2-00-first.aof"
ENDING = "E:Kjb5;Rka4/I:-/J:Kjb1;Aka1,kb1/P:- E - 41"


def first() -> aofref.Record:
    (record,) = aofref.read(FIRST)
    return record


# Games --------------------------------------------------------------------------------------------


def test_a_game_says_what_it_is() -> None:
    game = aofref.variant("aof2", rulings=["stalemate=move", "check=advisory"])
    assert game.title == "Armies of Faith 2: Later Antiquity"
    assert list(game.armies) == ["E", "I", "J", "P"] and game.armies["P"] == "Persian"
    assert game.pieces["L"] == "Elf" and len(game.pieces) == 18
    assert game.rulings == ("check=advisory", "stalemate=move")
    assert len(game.cells) == 245


# Positions ----------------------------------------------------------------------------------------


def test_a_position_reads_and_writes_its_line() -> None:
    position = aofref.variant("aof2").position("J:Kjb1;Akb1,ka1/P:-/I:-/E:Rka4;Kjb5 E - 41")
    assert str(position) == ENDING
    assert (position.turn, position.round, position.end) == ("E", 41, None)
    assert position.armies == ("E", "J")
    assert position.piece_at("ka4") == aofref.Piece("E", "R", "Rook", "ka4")
    assert str(position.piece_at("ka4")) == "E:Rka4"
    assert position.piece_at("ka5") is None
    assert " ".join(map(str, position.pieces())) == "E:Kjb5 E:Rka4 J:Aka1 J:Akb1 J:Kjb1"


def test_a_bad_position_says_all_that_is_wrong() -> None:
    with pytest.raises(ValueError) as told:
        aofref.variant("aof2").position("E:Kjb5,jb4;Xka4/I:-/J:Kjb1/P:- E - 0")
    assert isinstance(told.value, aofref.BadPosition)
    assert [finding.code for finding in told.value.findings] == ["bad-position"] * 3
    assert "round" in str(told.value)


def test_moves_of_a_piece() -> None:
    # An Elf leaps two O steps and one at 60 degrees, with two levels: of its leaps from ha5, four
    # end on level 3 where no own piece stands.
    start = aofref.variant("aof2").start()
    moves = start.legal_moves(from_="ha5")
    assert [str(move) for move in moves] == ["Lha5-fb3", "Lha5-gc3", "Lha5-id3", "Lha5-jd3"]
    assert moves[0] == aofref.Move("E", "Lha5-fb3", "L", "ha5", "fb3")
    assert start.legal_moves(from_="ed3") == ()


NOTATIONS: dict[aofref.NotationName, str] = {
    "lan": "Lha5-fb3",
    "san": "Lfb3",
    "coord": "ha5fb3",
    "numeric": "0801506023",
    "courier": "L ha5-fb3",
}
UCI_LESS = ("aof2", "heathen-europe", "glinski", "raumschach", "sd2l-cohen")


def test_a_move_is_read_and_written_in_any_notation() -> None:
    start = aofref.variant("aof2").start()
    move = start.move("Lha5-fb3")
    assert {notation: start.write(move, notation) for notation in NOTATIONS} == NOTATIONS
    for text in (*NOTATIONS.values(), "E:Lha5-fb3", " lha5 - fb3!"):
        assert start.move(text) == move
        assert start.push(text) == start.push(move)


@pytest.mark.parametrize("name", UCI_LESS)
def test_a_game_without_squares_of_two_signs_has_no_uci(name: str, tmp_path: Path) -> None:
    record, start = aofref.new(name), aofref.variant(name).start()
    move, why = start.legal_moves()[0], f"^{name} has no UCI moves: only games on one level"
    with pytest.raises(ValueError, match=why):
        start.write(move, "uci")
    with pytest.raises(aofref.BadRecord, match=why):
        record.write("uci")
    file = tmp_path / "game.aof"
    file.write_text(text := str(record), "utf-8")
    for words in (["convert"], ["play", "--in-place"], ["moves"], ["undo", "--in-place"]):
        command_, *more = words
        play = [move.lan] if command_ == "play" else []
        if command_ == "undo":
            file.write_text(text := str(record.play(move)), "utf-8")
        done = command(command_, "--to", "uci", *more, str(file), *play)
        assert done.exit_code != 0 and f"{name} has no UCI moves" in done.stderr
        assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Rka4-ka1", "missing-cell"),  # level 3 lacks the European Subcamp
        ("Kjb5-jb4", "own-piece"),
        ("I:eb4-fb4", "wrong-turn"),
        ("Nka4-ga4", "wrong-piece"),
        ("zz", "syntax"),
    ],
)
def test_an_illegal_move_is_raised_with_its_code(text: str, code: str) -> None:
    start = aofref.variant("aof2").start()
    for door in (start.move, start.push, start.write):
        with pytest.raises(ValueError) as told:
            door(text)
        assert isinstance(told.value, aofref.IllegalMove)
        assert told.value.code == code == told.value.finding.code
        assert str(told.value) == told.value.finding.message
    assert start.explain(text).code == code
    assert not start.explain(text).legal


def test_pushing_changes_nothing() -> None:
    start = aofref.variant("sd2l-cohen").start()
    line = str(start)
    assert start.perft(0) == 1 and start.perft(1) == len(start.legal_moves()) == 33  # RULES 11
    after = start.push(start.legal_moves()[0])
    assert str(start) == line and after.turn == "B" and after.round == 1


def test_checks_and_events_are_told() -> None:
    record = first()
    node = record.mainline()[3]  # Cjh2-ge3: the Camel's 3:1 leap goes on to db2
    assert dict(node.after.checks) == {"I": ("P:Cge3",)}
    assert dict(node.before.checks) == {}
    (event,) = node.events
    assert dict(event) == {"type": "check", "army": "I", "by": ("P",)}
    assert (event.type, event.army, event.by) == ("check", "I", ("P",))
    assert node.after.events == node.events
    with pytest.raises(AttributeError):
        event.cell  # noqa: B018


def test_an_army_withdraws() -> None:
    start = aofref.variant("sd2l-cohen").start()
    over = start.push("W:resigns")
    assert over.turn is None and over.end == "0-1"
    with pytest.raises(aofref.IllegalMove) as told:
        over.push("B:resigns")
    assert told.value.code == "game-over"


def test_an_explanation_prints() -> None:
    start = aofref.variant("aof2").start()
    why = start.explain("Rka4-ka1")
    lines = str(why).splitlines()
    assert lines[0] == "Rka4-ka1: refused, missing-cell"
    assert any("ka3" in line for line in lines[1:])
    good = start.explain("Lha5-fb3")
    assert good.legal and good.move == start.move("Lha5-fb3") and good.path == ("ha5", "fb3")


def test_an_explanation_of_no_move_says_how_one_is_written() -> None:
    start = aofref.variant("aof2").start()
    why = start.explain("hello")
    assert (why.code, why.move, why.path, why.events) == ("syntax", None, (), ())
    assert str(why).startswith("syntax not a move") and "a move is written like" in str(why)
    report = why.report()
    assert not report["legal"] and report["code"] == "syntax" and report["position"] == str(start)
    near = start.explain("Lha5-fb4")
    assert near.finding is not None and near.finding.move == "Lha5-fb4"
    refused: aofref.RefusedReport = near.report()  # type: ignore[assignment]
    assert near.suggestions and refused["suggestions"] == list(near.suggestions)
    assert any("a move is written like" in line for line in why.reasons)
    assert near.finding.message not in "\n".join(near.reasons)
    assert near.suggestions[0] in near.reasons[-1] and not start.explain("Lha5-fb3").reasons


def test_the_turns_and_the_time_of_an_army() -> None:
    """Ten days and two a move, of which White takes three and Black one; White is given a day."""
    day, start = 86_400, datetime(2026, 11, 20, 12, tzinfo=UTC)
    tags = {"UTCDate": "2026.11.20", "UTCTime": "12:00:00", "TimeControl": f"{10 * day}+{2 * day}"}
    record, sent = aofref.new("chess", tags=tags), [start + timedelta(days=3, hours=5)]
    sent.append(sent[0] + timedelta(days=1))
    record = record.add("e4", sent=sent[0]).record.add("e5", sent=sent[1]).record
    record = record.give_time("W", day)
    turns = [(turn.army, turn.since, turn.moved, turn.first, turn.last) for turn in record.turns]
    assert turns == [
        ("W", start, sent[0], 0, 0),
        ("B", sent[0], sent[1], 1, 1),
        ("W", sent[1], None, 2, 2),
    ]
    assert [(gift.army, gift.seconds, gift.after) for gift in record.given] == [("W", day, 2)]
    assert (record.bank("W"), record.bank("Black")) == (10 * day, 11 * day)
    assert record.bank("W", exact=True) == 10 * day - 5 * 3600
    assert record.bank("W", double_after="2d") == 9 * day  # the third day counts twice
    assert aofref.Charging(double_after=2 * day).cost(start, sent[0]) == 4 * day
    assert record.play("B:resigns").turns == record.turns[:2]
    assert aofref.new("chess").bank("W") is None
    unread = aofref.loads('[Variant "unheard-of"]\n\n1. e4 *\n')
    assert unread.turns == unread.given == ()


def test_an_explanation_draws_the_board_if_asked() -> None:
    position = aofref.variant("aof2").position(ENDING)
    plain, drawn = (position.explain("Rka4-ja4", board=board) for board in (False, True))
    assert str(drawn).startswith(str(plain)) and "level" in str(drawn).removeprefix(str(plain))
    assert plain != drawn and plain.report() == drawn.report()


CHECKED = "E:Kgd3/I:Kdb2;Rid4/J:Kjb1/P:Kjh3;Rgd5 I - 1"  # the Rook looks down the column gd


def test_threats_name_the_pieces_the_path_and_who_moves_first() -> None:
    first, *others = aofref.variant("aof2").position(CHECKED).threats()
    assert first.piece == aofref.Piece("E", "K", "King", "gd3") and first.waits == ("I", "J")
    (attack,) = first.attackers
    assert attack.piece == aofref.Piece("P", "R", "Rook", "gd5")
    assert (attack.path, attack.screen, str(attack)) == (("gd4",), None, "P:Rgd5 through gd4")
    assert str(first).splitlines() == [
        "E:Kgd3: attacked; the Indian army and the Jewish army move before the capture",
        "  by P:Rgd5 through gd4",
    ]
    assert [one.piece.army for one in others] == ["I", "J", "P"]
    assert not any(one.attackers or one.waits for one in others)


def test_attackers_and_guards_of_cells() -> None:
    position = aofref.variant("aof2").position(CHECKED)
    king, empty = position.attackers("gd3", "gd4")
    assert (king.cell, str(king.piece)) == ("gd3", "E:Kgd3")
    assert [str(one.piece) for one in king.attackers] == ["P:Rgd5"]
    assert empty.piece is None and empty.guards == ()
    assert "P:Rgd5" in [str(one.piece) for one in empty.attackers]
    every = position.attackers()
    assert [str(one.piece) for one in every[:2]] == ["E:Kgd3", "I:Kdb2"] and len(every) == 6


def test_what_an_army_has_lost_and_gained() -> None:
    position = aofref.variant("aof2").position("E:Kjb5;Pja4;Ria4/I:EMdb2/J:Kjb1/P:- E - 1")
    european, indian, _, persian = position.material()
    assert dict(european.pieces) == {"K": 1, "R": 1, "P": 1} and not european.gained
    # RULES 10, of K Y R3 N4 U3 L2 P16, in the order of the codes of the game
    lost = {"R": 2, "N": 4, "Y": 1, "L": 2, "U": 3, "P": 15}
    assert european.lost == lost and list(european.lost) == list(lost)
    assert (indian.army, dict(indian.gained)) == ("I", {"EM": 1})
    assert not persian.pieces and str(persian) == "P: off the board"


AOF2 = aofref.variant("aof2")
START, LATE = AOF2.start(), AOF2.position(ENDING)
NOT_THERE: list[tuple[Callable[[], object], type[aofref.UnknownName | aofref.IllegalMove], str]] = [
    (lambda: START.piece_at("zz9"), aofref.UnknownName, "no-such-cell"),
    (lambda: START.legal_moves("zz9"), aofref.UnknownName, "no-such-cell"),
    (lambda: START.attackers("gd3", "zz9"), aofref.UnknownName, "no-such-cell"),
    (lambda: LATE.mover("zz1"), aofref.IllegalMove, "no-such-cell"),
    (lambda: LATE.mover("ka5"), aofref.IllegalMove, "empty-cell"),
    (lambda: LATE.mover("jb1"), aofref.IllegalMove, "wrong-army"),
    (lambda: AOF2.rules("X"), aofref.UnknownName, "wrong-piece"),
    (lambda: AOF2.rules("L", "zz1"), aofref.UnknownName, "no-such-cell"),
    (lambda: AOF2.rules("L", "ha5", "X"), aofref.UnknownName, "wrong-army"),
    (lambda: AOF2.rules("P", "ga3"), aofref.UnknownName, "ambiguous"),
    (lambda: START.svg(from_="zz1"), aofref.UnknownName, "no-such-cell"),
    (lambda: START.svg(from_="fb3"), aofref.UnknownName, "empty-cell"),
    (lambda: START.svg(bindings="X:L"), aofref.UnknownName, "wrong-army"),
    (lambda: START.svg(bindings="I:Q"), aofref.UnknownName, "wrong-piece"),
    (lambda: START.svg(side="X"), aofref.UnknownName, "wrong-army"),
]


@pytest.mark.parametrize(("ask", "error", "code"), NOT_THERE)
def test_what_is_not_there_is_refused_with_its_code(
    ask: Callable[[], object],
    error: type[aofref.UnknownName | aofref.IllegalMove],
    code: str,
) -> None:
    with pytest.raises(error) as told:
        ask()
    assert told.value.code == code


def test_a_suffix_is_of_a_move() -> None:
    # from two cells beside it a Rook attacks the lone King on aa1
    position = aofref.variant("hec").position("W:Kdf6;Rbb1/B:Kaa1 W - 1")
    suffixes = {move.lan: position.suffix(move) for move in position.legal_moves("bb1")}
    assert {lan for lan, suffix in suffixes.items() if suffix} == {"Rbb1-ab1", "Rbb1-ba1"}
    assert position.suffix("Rbb1-ab1") == "+"
    assert position.write("Rab1", "lan") == "Rbb1-ab1+"
    assert position.write("Rab1", "lan", suffix=False) == "Rbb1-ab1"
    with pytest.raises(aofref.IllegalMove):
        position.suffix("Rbb1-cc2")


def test_a_move_that_is_none_here_is_refused_as_its_text_is() -> None:
    for move, code in (
        (aofref.Move("E", "Rka4-ka9", "R", "ka4", "ka9"), "no-such-cell"),
        (aofref.Move("J", "Kjb1-ja1", "K", "jb1", "ja1"), "wrong-turn"),
        (aofref.Move("E", "--"), "cannot-pass"),
        (aofref.Move("E", "Rka4-ka1", "R", "ka4", "ka1"), "missing-cell"),
    ):
        with pytest.raises(aofref.IllegalMove) as told:
            LATE.push(move)
        assert told.value.code == code


def test_positions_are_compared() -> None:
    game = aofref.variant("aof2")
    one, other = game.position(ENDING), game.position(ENDING.replace("Rka4", "Rja4"))
    found = one.difference(other)
    assert str(found).splitlines() == ["ja4: nothing, claimed E:R", "ka4: E:R, claimed nothing"]
    assert found and found.report()["comparison"] == "differ"
    same = one.difference(one)
    assert not same and same.report()["comparison"] == "agree"
    with pytest.raises(ValueError, match="another game"):
        one.difference(aofref.variant("hec").start())


def test_a_position_is_named_as_the_commands_name_it() -> None:
    position = aofref.variant("aof2", ["check=advisory"]).position(ENDING)
    assert position.report() == {
        "variant": "aof2",
        "rulings": ["check=advisory"],
        "position": ENDING,
        "turn": "E",
        "round-of-play": 41,
    }


def test_a_game_and_its_pieces_are_described() -> None:
    game = aofref.variant("aof2")
    assert str(game.rules()).startswith("Armies of Faith 2: Later Antiquity (aof2)\n")
    assert game.rules().report()["variant"] == "aof2"
    assert str(game.rules("Elf")) == str(game.rules("L")) != str(game.rules("L", "ha5"))
    assert "reach" not in game.rules("L").report()
    reach = game.rules("L", from_="fb3").report()["reach"]
    assert "ha5" in reach["targets"]  # as ha5 leads to fb3
    assert game.army_named("persian") == "P" and game.army_named("x") is None


@pytest.mark.parametrize("name", games.IDS)
def test_a_position_is_drawn(name: str) -> None:
    start = aofref.variant(name).start()
    picture = start._repr_svg_()
    assert picture.startswith("<svg") and picture == start.svg()
    assert (
        picture.count('<title id="title">') == 1
        and aofref.variant(name).title.replace("&", "&amp;") in picture
    )
    assert max(map(len, start.text(width=80).splitlines())) <= 80
    moved = start.push(start.legal_moves()[0])
    drawn, keyed = moved.text(), moved.text(key=True)
    assert keyed == f"{drawn}\n\n< last move from   > to" and start.text(key=True) == start.text()
    with pytest.raises(ValueError, match="no army"):
        start.text(side="?")


# Records ------------------------------------------------------------------------------------------


def test_a_record_is_judged() -> None:
    record = first()
    assert record.tags["European"] == "Anna" and "Nobody" not in record.tags
    assert (record.status, record.findings, record.plies) == ("legal", (), 7)
    assert record.variant == aofref.variant("aof2")
    assert record.end is not None
    assert (record.end.result, record.end.by, record.end.ply) == ("0-0-0-1", "resignation", 7)
    assert record.position.end == "0-0-0-1"


def test_nodes_hold_the_positions_around_them() -> None:
    record = first()
    nodes = record.mainline()
    position = record.start
    for node in nodes:
        assert node.before == position
        if node.move is not None:
            assert position is not None and position.push(node.text) == node.after
            assert position.write(node.move, "san") == node.san
        position = node.after
    assert position == record.position
    assert [node.ply for node in nodes] == [1, 2, 3, 4, 5, 6, 7, 7, 7]
    assert nodes[0].text == "E:Lkd5-hc3" and nodes[0].lan == "Lkd5-hc3" and nodes[0].army == "E"


TREE = """[Variant "sd2l-cohen"]

{before} 1. bg3-bg4! $1 {behind} (1. ae3-ae4 {inner} bj7-bj6 (1... bg5-bg4) {last}) ({led in} 1. Nbf2-af4) bj7-bj6 *
"""


def test_variations_are_nodes_too() -> None:
    record = aofref.loads(TREE)
    one, two = record.mainline()
    assert record.comments == ("before",)
    assert one.nags == ("!", "$1") and one.comments == ("behind",)
    first, second = one.variations
    assert [node.text for node in first] == ["ae3-ae4", "bj7-bj6"]
    assert first[0].comments == ("inner",) and first[1].comments == ("last",)
    assert [[node.text for node in line] for line in first[1].variations] == [["bg5-bg4"]]
    assert second[0].opening_comments == ("led in",)
    for line in (first, second):
        assert line[0].before == one.before
    assert first[1].variations[0][0].before == first[0].after
    assert two.before == one.after


def test_what_is_illegal_is_found() -> None:
    record = aofref.loads('[Variant "sd2l-cohen"]\n\n1. bg3-bg4 bj7-bj3 2. bh3-bh4 *\n')
    assert record.status == "illegal"
    (finding,) = record.findings
    assert (finding.code, finding.line, finding.column) == ("unreachable", 3, 12)
    assert (finding.ply, finding.army) == (2, "B")
    assert not finding.is_warning
    assert [node.text for node in record.mainline()] == ["bg3-bg4"]
    with pytest.raises(aofref.IllegalMove):
        record.play("bj7-bj6")


def test_players_and_points() -> None:
    """Three of four have a name; the shares are those of aofref-record(5)."""
    record = aofref.new("aof2", players={"E": "Anna", "I": "Bela", "P": "Dora"})
    assert record.players == {"E": "Anna", "I": "Bela", "P": "Dora"} and record.is_opened
    assert aofref.new("chess").players == {}
    won = record.play("E:resigns", "J:resigns", "I:resigns")
    assert won.end is not None and won.end.points == {"E": 0, "I": 0, "J": 0, "P": 1}
    drawn = won.undo()[0].with_tags({"Result": "0-1/2-0-1/2"})
    assert drawn.end is not None and sum(drawn.end.points.values()) == 1
    assert drawn.end.points["I"] == Fraction(1, 2) == drawn.end.points["P"]
    left = aofref.loads('[Variant "chess"]\n[Termination "abandoned"]\n\n1. e4 *\n')
    assert left.end is not None and left.end.points == {}


def test_what_cannot_be_opened_is_a_value() -> None:
    record = aofref.loads('[Variant "nim"]\n\n1. a-b *\n')
    assert record.status == "malformed" and not record.is_opened
    assert record.mainline() == () and record.end is None
    for of in map(attrgetter, ("variant", "start", "position")):
        with pytest.raises(aofref.BadRecord) as told:
            of(record)
        assert told.value.findings == record.findings
    assert record.players == {} and record.movetext == "1. a-b"
    assert [finding.code for finding in record.findings] == ["unknown-variant"]
    for write in (record.write, record.to_json):
        with pytest.raises(ValueError, match="nim"):
            write()
    assert str(record) == '[Variant "nim"]\n\n1. a-b *\n'  # printing never fails


def test_a_record_goes_on() -> None:
    record = aofref.new("aof2", players={"E": "Anna", "indian": "Bela"})
    assert record.tags["European"] == "Anna" and record.tags["Indian"] == "Bela"
    longer = record.play("Lha5-fb3").play("eb4-fb4")
    assert (record.plies, longer.plies) == (0, 2)
    assert longer.write("san").endswith("1. E:Lfb3 I:ebfb4 *\n\n")
    assert aofref.loads(str(longer)) == longer
    assert aofref.loads(longer.to_json()) == longer
    with pytest.raises(aofref.IllegalMove) as told:
        longer.play("eb4-fb4")
    assert told.value.finding.ply == 3


CHESS = '[Variant "chess-without-castling"]\n[White "Anna"]\n[Black "Bela"]\n\n'
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "words", "named", "counts", "movetext"),
    [
        ("", ("e4",), {}, (1, 0), "1. e2-e4 *"),
        ("", ("e4", "draw"), {"by": "Anna"}, (1, 0), "1. e2-e4 {[%draw W]} *"),
        ("", ("e4",), {"sent": NOON}, (1, 0), "1. e2-e4 {[%sent 2026-11-21T12:00:00Z]} *"),
        ("", ("e4", "draw"), {"sent": aofref.Stamp(NOON, "ab")}, (1, 0),
         "1. e2-e4 {[%mail ab] [%sent 2026-11-21T12:00:00Z] [%draw W]} *"),
        ("", ("e4",), {"lines": ["e5 Nf3"]}, (1, 0), "1. e2-e4 {[%if e7-e5 Ng1-f3]} *"),
        ("1. e4 {[%if e5 Nf3]}", ("e5",), {}, (1, 1),
         "1. e2-e4 {[%if e7-e5 Ng1-f3]} 1... e7-e5 2. Ng1-f3 {[%conditional 1]} *"),
        ("1. e4 {[%if e5 W:resigns]}", ("e5",), {}, (1, 1),
         "1. e2-e4 {[%if e7-e5 W:resigns]} 1... e7-e5 W:resigns {[%conditional 1]} 0-1"),
        ("1. e4 {[%if e5 Nf3]}", ("e5",), {"answers": False}, (1, 0),
         "1. e2-e4 {[%if e7-e5 Ng1-f3]} 1... e7-e5 *"),
        ("1. e4 {[%draw W]}", ("draw",), {"by": "Black"}, (0, 0),
         "1. e2-e4 {[%draw W]} {[%draw B]} 1/2-1/2"),
        ("1. e4", (), {"result": "1-0"}, (0, 0), "1. e2-e4 1-0"),
        ("1. e4", ("resign",), {"by": "b"}, (1, 0), "1. e2-e4 B:resigns 1-0"),
    ],
)  # fmt: skip
def test_what_somebody_has_sent_is_added(
    before: str, words: tuple[str, ...], named: dict[str, Any], counts: object, movetext: str
) -> None:
    added = aofref.loads(f"{CHESS}{before} *\n").add(*words, **named)
    assert " ".join(added.record.write().partition("\n\n")[2].split()) == movetext
    assert (added.played, added.answered) == counts
    assert added.record.status == "legal"


@pytest.mark.parametrize(
    ("words", "named", "error", "found"),
    [
        (("e4", "Ke3"), {}, aofref.IllegalMove, ("Ke3", "unreachable")),
        (("e4",), {"by": "Black"}, aofref.IllegalMove, ("e4", "wrong-turn")),
        (("e4",), {"lines": ["e5 Ke3"]}, aofref.IllegalMove, ("e5 Ke3", "unreachable")),
        (("e4",), {"lines": ["e5"]}, aofref.IllegalMove, ("e5", "wrong-turn")),
        (("e4",), {"lines": ["(e5)"]}, aofref.IllegalMove, ("(e5)", "syntax")),
        (("e4",), {"by": "Carl"}, aofref.UnknownName, None),
        (("draw",), {"sent": NOON}, ValueError, None),
        (("draw",), {"lines": ["e4"]}, ValueError, None),
        ((), {"result": "2-0"}, ValueError, None),
        (("f3", "e5", "g4", "Qh4"), {"result": "1-0"}, aofref.BadRecord, None),
    ],
)
def test_nothing_is_added_where_a_part_is_refused(
    words: tuple[str, ...], named: dict[str, Any], error: type[Exception], found: object
) -> None:
    with pytest.raises(error) as caught:
        aofref.loads(f"{CHESS}*\n").add(*words, **named)
    if isinstance(problem := caught.value, aofref.IllegalMove):
        assert problem.word is not None and (problem.word.text, problem.code) == found
        assert pickle.loads(pickle.dumps(problem)).word == problem.word


def test_a_record_that_goes_on_is_of_no_file() -> None:
    record = first()
    assert record.source == str(FIRST)
    longer = aofref.loads(TREE).play("bh3-bh4")
    assert (longer.source, longer.line) == ("", 1)
    (other,) = aofref.read(FIRST.parent / "sd2l-cohen-01-checkmate.aof")
    shorter = aofref.new("sd2l-cohen").play(*(node.text for node in other.mainline()))
    assert shorter.source == "" and shorter.status == "legal"


def test_a_new_record_holds_what_was_asked_for() -> None:
    record = aofref.new("sd2l-cohen", {"W": 'A "B" \\'}, {"Position": "W:Kbg1/B:Kag6 W - 1"})
    assert record.tags["White"] == 'A "B" \\' and str(record.start) == "W:Kbg1/B:Kag6 W - 1"


@pytest.mark.parametrize(
    ("players", "tags", "error"),
    [
        ({"W": "two\nlines"}, {}, ValueError),
        ({"European": "Anna"}, {}, ValueError),
        ({}, {"Two words": "x"}, ValueError),
        ({}, {"Result": "1-0"}, ValueError),
        ({}, {"Variant": "aof2"}, ValueError),
        ({}, {"Position": "W:Kbg1 W"}, aofref.BadPosition),
    ],
)
def test_a_new_record_that_cannot_be(
    players: dict[str, str], tags: dict[str, str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        aofref.new("sd2l-cohen", players, tags)


def test_what_was_done_last_is_taken_back() -> None:
    record = aofref.loads('[Variant "sd2l-cohen"]\n\n1. bg4 {x} bj6 2. bh4 {[%draw W]} *\n')
    shorter, taken = record.undo(2)
    assert taken == ("White's offer of a draw", "bh3-bh4")
    assert shorter.plies == 2 and shorter.write("san").endswith("1. bg4 {x} 1... bj6 *\n\n")
    assert (shorter.line, shorter.source) == (1, "")
    assert shorter.text == '[Variant "sd2l-cohen"]\n\n1. bg4 {x} bj6 *\n'
    assert pickle.loads(pickle.dumps(shorter)) == shorter == record.undo(2)[0]
    longer = shorter.play("bh4")
    assert longer.plies == 3
    for count, why in ((5, "only 4 steps"), (0, "1 or more")):
        with pytest.raises(ValueError, match=why):
            record.undo(count)
    with pytest.raises(ValueError, match="cannot be read"):
        aofref.loads('[Variant "x"]\n\n*\n').undo()


def test_a_record_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, nodes = first().report(), first().mainline()
    before, replays = nodes[6].before, list[object]()

    def counted(*given: Any) -> object:
        replays.append(given)
        return replay(*given)

    monkeypatch.setattr("aofref.library.record.replay", counted)
    record = first()
    assert record.status == "legal" and record.plies == 7
    assert record.report() == wanted and record.at(6) == before
    assert record.at(6).events == before.events and record.mainline() == nodes
    assert [node.after for node in record.mainline()] == [node.after for node in nodes]
    assert len(replays) == 1
    shorter, _ = record.undo()
    assert record.compare(shorter).behind == (1, 0) and len(replays) == 2
    assert aofref.loads('[Variant "x"]\n\n*\n').status == "malformed"


def test_the_position_after_a_ply() -> None:
    record = first()
    assert record.at(0) == record.start and record.at(-1) == record.at(7) == record.position
    assert record.at(6) == record.mainline()[6].before
    assert record.at(7).events == record.position.events
    assert record.at(7).end == "0-0-0-1"  # the withdrawals behind it included
    for ply in (8, -9):
        with pytest.raises(IndexError, match="only 7 plies"):
            record.at(ply)
    with pytest.raises(IndexError):
        aofref.loads('[Variant "x"]\n\n*\n').at(0)


@pytest.mark.parametrize("comment", ["a\r\r\n\nb", "a\n\ufeff\ufeffb\n\nc", "a\n\n\ufeff\ufeffb"])
def test_a_comment_stays_as_it_is_whatever_begins_and_ends_its_lines(comment: str) -> None:
    text = f'[Variant "aof2"]\n\n1. Lha5-fb3 {{{comment}}} *\n'
    record = aofref.loads(text)
    words = record.mainline()[0].comments
    assert words == (comment.replace("\r\n", "\n").replace("\n\ufeff", "\n"),)
    (of_bytes,) = aofref.read(BytesIO(text.encode()))
    longer = record.play("I:ea3-fa3").play("Sha1-fb1")
    others = [of_bytes, aofref.loads(record.write()), aofref.loads(record.to_json()), longer]
    for other in (*others, aofref.loads(str(longer)), longer.undo()[0]):
        assert other.mainline()[0].comments == words


def test_versions_are_compared() -> None:
    head = '[Variant "sd2l-cohen"]\n\n1. bg4'
    short, long = (aofref.loads(f"{head}{rest} *\n") for rest in (" {why}", " bj6"))
    found = short.compare(long)
    assert found.agree and found.shared == 1 and found.report()["comparison"] == "agree"
    assert str(found) == "the records agree in all 1 ply; - has 1 ply more\n-:3:8: bj7-bj6: legal"
    other = aofref.loads(f"{head} ah5 *\n")
    parted = long.compare(other)
    assert not parted.agree and "bj7-bj6" in str(parted) and "ah6-ah5" in str(parted)
    with pytest.raises(ValueError, match="not of the same game"):
        long.compare(aofref.new("aof2"))
    moved = aofref.loads('[Variant "sd2l-cohen"]\n[Position "W:Kbg1/B:Kag6 W - 1"]\n\n*\n')
    starts = long.compare(moved)
    assert str(starts).startswith("the records start from different positions:\n")
    assert not starts.agree and starts.report()["comparison"] == "different-starts"


def test_where_a_record_stood_before() -> None:
    text = '[Variant "aof2"]\n[Date "2026]\n\n*\n'
    line = "% aofref: games/a.aof:7:3: record 2\n"
    read = aofref.loads(line + text, source="out.aof")
    assert (read.source, read.place, read.number) == ("out.aof", (2, 1), 1)
    assert read.origin == "% aofref: out.aof:2:1: record 1\n"
    moved = read.at_origin()
    assert (moved.source, moved.place, moved.number) == ("games/a.aof", (7, 3), 2)
    assert (moved.origin, moved.text) == (line, text) and moved == read
    assert moved.findings[0].line == 8 and read.findings[0].line == 3
    alone = aofref.loads(text)
    assert alone.at_origin() is alone


def test_the_bytes_of_a_record(tmp_path: Path) -> None:
    """They come as they were, for a program that parts a file; edited, a record has none."""
    (file := tmp_path / "a.aof").write_bytes(
        b'[Variant "chess"]\r\n\r\n1. e4 *\r\n'
        b'[Variant "chess"]\r\n\r\n1. d4 {\xe4 \xe4}\r\n\r\n[Variant "chess"]\r\n\r\n1. c4'
    )
    records = [*aofref.read(file, content=True)]
    assert b"".join(record.content for record in records) == file.read_bytes()
    assert [record.is_closed for record in records] == [True, True, False]
    assert not aofref.loads(records[2].text + " c5 1-0 (").is_closed
    assert aofref.loads(records[2].to_json()).is_closed
    assert records[2].with_tags({"Site": "Rome"}).content == b""
    assert {record.content for record in aofref.read(file)} == {b""}
    with file.open("rb") as stream:
        assert next(aofref.read(stream, content=True)).content == records[0].content
    first, second, third = records
    (why,) = second.undecoded
    assert (why.place, why.message.split(";")[0]) == ((6, 8), "byte 0xe4 is not valid UTF-8")
    assert second.findings[0].message == f"in 2 places {why.message}"
    assert first.undecoded == third.undecoded == ()


def test_what_is_wrong_above_the_moves() -> None:
    record = aofref.loads('[Variant "chess"]\n[Date "2026]\n\n1. e4 e4 *\n', judge=False)
    assert [why.code for why in record.head_findings] == ["bad-tag"] and not record.is_judged
    assert [why.code for why in record.findings] == ["bad-tag", "unreachable"] and record.is_judged
    torn = aofref.loads('[Variant "chess"]\n[Date "2026]\n\n1. e4 {open\n', judge=False)
    assert [why.line for why in torn.head_findings] == [2]
    assert [why.line for why in torn.findings] == [2, 4]
    noted = aofref.loads("1. e4 *", variant="chess").node(1).with_comments("book")
    assert noted.is_judged and not aofref.loads(noted.text).is_judged


def test_a_record_until_a_ply() -> None:
    record = aofref.loads('[Variant "chess"]\n[Result "1-0"]\n\n1. e4 (1. d4) e5 {x} 2. Nf3 1-0\n')
    assert record.until(-1) is record and record.until(3) == record
    assert record.until(2).movetext == "1. e4 (1. d4) e5 {x}"
    assert record.until(-3).movetext == "1. e4 (1. d4)"
    assert record.until(0).text == '[Variant "chess"]\n[Result "*"]\n\n*\n'
    wrong = aofref.loads('[Variant "chess"]\n\n1. e4 e4 2. Nf3 *\n')
    assert (wrong.until(1).status, wrong.until(1).movetext) == ("legal", "1. e4")
    with pytest.raises(IndexError, match="only 1 ply"):
        wrong.until(2)
    with pytest.raises(IndexError):
        aofref.loads("1. e4 *\n").until(0)


def test_an_illegal_move_that_was_sent_is_explained() -> None:
    record = aofref.new("chess", players={"W": "Anna", "B": "Bela"})
    with pytest.raises(aofref.IllegalMove) as caught:
        record.add("e4", "Anna: Nf3", by="")
    assert caught.value.explanation is not None
    with pytest.raises(aofref.IllegalMove) as caught:
        record.play("e4", "e5", "Ngh3", "Bb2")
    explained = caught.value.explanation
    assert explained is not None
    after = record.play("e4", "e5", "Ngh3").position
    assert (explained.position, explained.written) == (after, "Bb2")
    assert explained.finding == caught.value.finding and not explained.legal
    assert explained.reasons == after.explain("Bb2").reasons != ()
    assert explained.report() == after.explain("Bb2").report()
    with pytest.raises(aofref.IllegalMove) as caught:
        record.add("e7-e5", by="Bela")  # White's move seems to be missing
    sent = caught.value.explanation
    assert sent is not None and sent.code == "wrong-turn"
    assert {*sent.reasons} > {*record.position.explain("B:e7-e5").reasons}
    with pytest.raises(aofref.IllegalMove) as caught:
        record.add("e4", lines=["e5 (d5)"])
    assert caught.value.explanation is None
    assert caught.value.word is not None and caught.value.word.text == "e5 (d5)"
    with pytest.raises(aofref.IllegalMove) as caught:
        record.position.push("e5")
    assert caught.value.explanation is None


def test_an_arbiter_decides() -> None:
    text = '[Variant "sd2l-cohen"]\n\n1. bg4 bj7-bj3 {x} 2. bh4 *\n'
    record = aofref.loads(text)
    at = datetime(2026, 11, 22, 10, tzinfo=UTC)
    done = record.decide("takeback", "Eva Lang", "all agreed", at)
    ((verdict, why),) = done.decisions
    assert verdict == "takeback" and why == record.findings[0] and not record.decisions
    comment = "{[%arbiter takeback] by Eva Lang at 2026-11-22T10:00:00Z: all\nagreed}"
    wanted = text.replace("bj7-bj3", f"bj7-bj3 {comment}")
    assert done.text == wanted.replace("2. bh4", "{illegal from here: 2. bh4}")  # White's answer
    assert (record.plies, done.plies) == (1, 1) and record.text == text
    assert done.findings != record.findings
    _, second = aofref.read(StringIO(f"{text}\n{text}"))
    assert second.decide("takeback").number == second.number == 2
    with pytest.raises(aofref.IllegalMove):  # a Pawn does not take what is not there
        aofref.loads(text.replace("bj7-bj3", "bj7-zz2")).decide("stands")
    with pytest.raises(ValueError, match="no illegal move"):
        aofref.new("aof2").decide("stands")
    with pytest.raises(ValueError, match="JSON"):
        aofref.loads(aofref.new("aof2").to_json()).decide("stands")
    for words in ("a } b", "[%x]"):
        with pytest.raises(ValueError, match="cannot stand in a comment"):
            record.decide("stands", words)
    assert tuple(Decided) == DECISIONS


def test_tags_are_set_and_removed() -> None:
    text = '[Event "x"]\n[Variant "sd2l-cohen"]\n\n1. bg4   {so} bj6\n*\n'
    record = aofref.loads(text)
    done = record.with_tags({"Event": None, "Round": "2", "Nix": None})
    assert done.text == text.replace('[Event "x"]\n', "").replace('n"]\n', 'n"]\n[Round "2"]\n')
    assert record.text == text and done == aofref.loads(done.text) == pickle.loads(
        pickle.dumps(done)
    )
    ended = record.with_tags({"Result": "1-0", "Termination": "adjudication"})
    assert ended.end == aofref.End("1-0", "adjudication", 2, armies=("W", "B"))
    assert ended.text.endswith("bj6\n1-0\n")
    assert ended.with_tags({"Result": "*"}).with_tags({"Result": None}) == record
    played = record.play("bh4").with_tags({"White": "Anna"})
    assert played.tags["White"] == "Anna" and played.plies == 3
    wrongs = {"Result": "1-0-0-0", "Variant": "shogi", "Position": "x"}
    for name, value in wrongs.items():
        with pytest.raises(aofref.BadRecord) as caught:
            record.with_tags({name: value})
        assert all(found.line for found in caught.value.findings)
    resigned = record.play("W:resigns")
    for result in ("1-0", "*"):
        with pytest.raises(aofref.BadRecord, match="but the moves give 0-1"):
            resigned.with_tags({"Result": result})
    for tags in ({"a b": "1"}, {"Event": "1\n2"}):
        with pytest.raises(ValueError):
            record.with_tags(tags)
    with pytest.raises(ValueError, match="Event cannot be"):  # half a character, which JSON has not
        aofref.loads(record.to_json()).with_tags({"Event": "\ud800"})
    with pytest.raises(aofref.BadRecord):
        aofref.loads('{"aof": 2}').with_tags({"Event": "x"})


def test_a_finding_is_a_diagnostic() -> None:
    (found,) = aofref.loads('[Variant "sd2l-cohen"]\n\n1. bg4 bj7-bj3 *\n').findings
    told = command("check", "-q", stdin='[Variant "sd2l-cohen"]\n\n1. bg4 bj7-bj3 *\n')
    assert told.stderr == f"{found.diagnostic()}\n"
    assert found.diagnostic("a.aof").startswith("a.aof:3:8: unreachable B:bj7-bj3: ")


def test_a_report_and_json_are_those_of_the_command_line() -> None:
    told = command("check", "--format", "json", str(FIRST))
    assert json.loads(told.stdout) == first().report()
    told = command("convert", "--to", "json", str(FIRST))
    assert told.stdout == first().to_json()


def test_a_page_is_that_of_the_command_line() -> None:
    asked: list[tuple[dict[str, Any], list[str]]] = [
        ({}, []),
        ({"ply": 3}, ["--ply", "3"]),
        ({"ply": -2}, ["--ply", "-2"]),
        ({"mail_to": "a@b.example"}, ["--mail-to", "a@b.example"]),
    ]
    for named, args in asked:
        shown = command("show", "--format", "html", *args, str(FIRST)).stdout
        assert first().html(**named) == shown
    begun = aofref.new("aof2")
    mailed = begun.html(None, "a@b.example", "../", game="g-7", word="drum")
    assert '"game":"g-7"' in mailed and '"word":"drum"' in mailed
    assert '"rules":"../rules-aof2.html"' in mailed and '"rules":"x"' in begun.html(rules="x")
    own = aofref.new("aof2", tags={"Array": str(begun.start).split()[0]})
    assert '"rules":' not in own.html(rules="../")
    with pytest.raises(IndexError, match="only 7 plies"):
        first().html(8)
    unreadable = aofref.loads('[Variant "?"]\n\n*\n')
    with pytest.raises(ValueError, match="no page"):
        unreadable.html()
    assert unreadable._repr_html_() is None


def test_a_notebook_shows_the_page_of_a_record() -> None:
    shown = first()._repr_html_()
    assert shown is not None
    (frame,) = ElementTree.fromstring(f"<div>{shown}</div>")
    assert (frame.tag, frame.text) == ("iframe", None)
    # an attribute's line ends become blanks in XML, which HTML keeps
    assert frame.attrib["srcdoc"].split() == first().html().split()


@pytest.mark.parametrize(
    ("named", "args"),
    [
        ({}, []),
        ({"side": "Indian", "stacked": True}, ["--side", "I", "--view", "stacked"]),
        ({"from_": "HA5", "theme": "print"}, ["--from", "ha5", "--theme", "print"]),
        ({"cells": True, "drawings": True}, ["--cells", "--pieces", "drawings"]),
        ({"bindings": "rabbi", "width": 60}, ["--bindings", "A", "--width", "60"]),
        ({"bindings": "P:peacock", "caption": True}, ["--bindings", "P:O", "--caption"]),
    ],
)
def test_a_picture_has_the_options_of_the_command_line(
    named: dict[str, Any], args: list[str]
) -> None:
    shown = command("show", "--variant", "aof2", "--format", "svg", *args).stdout
    assert aofref.variant("aof2").start().svg(**named) == shown


def test_cells_are_named_in_any_case() -> None:
    start = aofref.variant("aof2").start()
    assert start.piece_at("HA5") == start.piece_at("ha5") == aofref.Piece("E", "L", "Elf", "ha5")
    assert start.legal_moves(from_="Ha5") == start.legal_moves(from_="ha5") != ()
    assert start.mover("HA5") == start.piece_at("ha5")
    assert start.attackers("HA5", "FB3") == start.attackers("ha5", "fb3")
    rules = start.variant.rules
    assert str(rules("L", from_="HA5")) == str(rules("L", from_="ha5"))
    with pytest.raises(aofref.UnknownName, match="no cell ZZ1"):
        start.piece_at("ZZ1")


def test_the_reference_names_all_there_is() -> None:
    assert reference.PAGE.read_text("utf-8") == reference.rendered(), "python -m tools.reference"
    for name in aofref.__all__:
        found = getattr(aofref, name)
        if isinstance(found, UnionType):
            continue
        assert reference.doc(found), name
        if not isinstance(found, type):
            continue
        known = reference.members(found)
        shown = {one for one in dir(found) if not one.startswith("_")}
        assert {one for one in known if one[0] != "_"} >= shown - {
            *dir(Mapping),
            *dir(dict),
            *(dir(str) if issubclass(found, Enum) else ()),
            *(dir(tuple) if found is aofref.Place or Sequence in found.__mro__ else ()),
            *getattr(found, "__members__", ()),
            *reference.UNLISTED.get(name, ()),
        } - OF_ERRORS
        for attribute, one in known.items():
            said = f"`{attribute}`" in reference.doc(found) if isinstance(one, str) else one.__doc__
            assert said, f"{name}.{attribute} is not described"


OF_PYTHON = {
    "Any",
    "Fraction",
    "Iterable",
    "Iterator",
    "Mapping",
    "None",
    "PathLike",
    "Sequence",
    "Unpack",
    "Literal",
    "NotRequired",
    "True",
    "False",
}


def test_every_type_in_a_public_signature_can_be_imported() -> None:
    shown = re.findall(
        r"^(?:- |### )`(.*?)`", reference.rendered().replace("\n  ", " "), re.MULTILINE
    )
    annotations = [re.sub(r"'[^']*'", "", text) for text in shown]
    named = {name for text in annotations for name in re.findall(r"\b[A-Z]\w+", text)}
    assert {"Piece", "Code", "Attack", "Mapping"} <= named
    errors, variables = {"LookupError", "ValueError"}, {"Plain"}
    assert not {
        name
        for name in named - OF_PYTHON - errors - variables
        if not (hasattr(aofref, name) or hasattr(mail, name))
    }


SLIPS = """\
import aofref
from aofref import Code, FrozenMapping, Refusal, Side, Version

refused: Code = Code.BLOCKED
game = aofref.variant("chess")
armies: FrozenMapping[str] = game.armies
event = game.start().events[0]
kind: str = event.type
aofref.foo  # line 9
event.armee
game.start().turm
game.start().legal_moves()[0].ariginal
"""


@pytest.mark.slow
def test_a_slip_is_an_error_to_mypy(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SLIPS, "utf-8")
    checked = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "script.py"]
    told = subprocess.run(checked, capture_output=True, text=True, cwd=tmp_path)
    found = [line.partition(" error: ")[::2] for line in told.stdout.splitlines()]
    assert [(place, re.findall('"(\\w+)"', text)[:2]) for place, text in found] == [
        ("script.py:9:", ["foo"]),
        ("script.py:10:", ["Event", "armee"]),
        ("script.py:11:", ["Position", "turm"]),
        ("script.py:12:", ["Move", "ariginal"]),
    ]


def test_the_classes_of_the_library_keep_their_docstrings_where_it_is_compiled() -> None:
    compiled = (ROOT / "hatch_build.py").read_text("utf-8").split()
    for name in aofref.__all__:
        module = getattr(aofref, name).__module__.removeprefix("aofref.").replace(".", "/")
        assert module not in compiled, f"{name}: mypyc drops what it says"


OF_ERRORS = set(dir(ValueError))


@pytest.mark.parametrize("text", ["", "\n\n", '[Variant "aof2"]\n\n*\n\n[Variant "aof2"]\n\n*\n'])
def test_one_record_is_loaded(text: str) -> None:
    with pytest.raises(ValueError, match="record"):
        aofref.loads(text)


def test_records_are_read_lazily_from_files_and_streams(tmp_path: Path) -> None:
    text = FIRST.read_text("utf-8")
    folder = tmp_path
    (folder / "a.aof").write_text(text + text, "utf-8")
    (folder / "b.txt").write_text(text, "utf-8")
    (folder / "deep").mkdir()
    (folder / "deep" / "c.aof").write_bytes(b"\xef\xbb\xbf" + text.encode().replace(b"\n", b"\r\n"))
    found = list(aofref.read(folder))
    assert len(found) == 3 and len(set(found)) == 1
    assert [record.source for record in found] == [str(folder / "a.aof")] * 2 + [
        str(folder / "deep" / "c.aof")
    ]
    assert found[1].line > found[0].line == 1
    assert (
        list(aofref.read(StringIO(text))) == list(aofref.read(BytesIO(text.encode()))) == found[:1]
    )
    assert next(iter(aofref.read(str(folder / "a.aof")))) == found[0]
    with pytest.raises(FileNotFoundError):
        list(aofref.read(folder / "none.aof"))


def test_a_file_object_is_left_open(tmp_path: Path) -> None:
    packed = tmp_path / "games.aof.gz"
    with gzip.open(packed, "wb") as stream:
        stream.write(FIRST.read_bytes())
    with gzip.open(packed, "rb") as stream:
        assert list(aofref.read(stream)) == [first()] and not stream.closed
    with gzip.open(packed, "rt", encoding="utf-8") as lines:
        assert list(aofref.read(lines)) == [first()] and not lines.closed


def test_lines_end_at_line_feeds_alone_wherever_a_record_is_read_from() -> None:
    text = '[Variant "sd2l-cohen"]\n\n1. bg3-bg4 ; a\u2028[White "b"]\x0bc\nbj7-bj3 *\n'
    (read,) = aofref.read(BytesIO(text.encode()))
    for record in (read, aofref.loads(text)):
        assert record.mainline()[0].comments == ('a\u2028[White "b"]\x0bc',)
        assert [(found.line, found.column) for found in record.findings] == [(4, 1)]


def test_bytes_that_are_no_text_are_found() -> None:
    (record,) = aofref.read(BytesIO(b'[Variant "sd2l-cohen"]\n[Site "\xff"]\n\n1. bg3-bg4 *\n'))
    assert [finding.code for finding in record.findings] == ["encoding"]
    (other,) = aofref.read(
        BytesIO('[Variant "sd2l-cohen"]\n[Site "\xe9"]\n\n*\n'.encode("latin-1")),
        encoding="latin-1",
    )
    assert other.tags["Site"] == "\xe9" and other.status == "legal"


def test_a_record_that_names_no_game_takes_the_one_given() -> None:
    record = aofref.loads("1. Lha5-fb3 *", variant="aof2", rulings=["check=advisory"])
    assert record.status == "legal" and record.variant == aofref.variant("aof2", ["check=advisory"])
    with pytest.raises(aofref.UnknownVariant):
        aofref.loads("*", variant="nim")


# Values -------------------------------------------------------------------------------------------


def values() -> list[object]:
    game = aofref.variant("aof2")
    start = game.start()
    record = first()
    node = record.mainline()[3]
    bad = aofref.loads('[Variant "sd2l-cohen"]\n\n1. bg3-bg9 *\n')
    return [
        game,
        aofref.variant("aof2", ["check=advisory"]),
        start,
        start.push("Lha5-fb3"),
        node.after,
        record.position,
        start.move("Lha5-fb3"),
        start.piece_at("ha5"),
        aofref.Move("E", "--", captures=False),
        start.explain("Rka4-ka1"),
        start.explain("Lha5-fb3"),
        record,
        node,
        node.events[0],
        node.after.checks,
        record.tags,
        record.end,
        bad,
        bad.findings[0],
        game.armies,
        *start.threats()[:1],
        *start.material()[:1],
        *game.position(CHECKED).threats()[0].attackers,
        *start.attackers("ha5"),
        start.difference(node.after),
        game.rules("L"),
        node.after.explain("x"),
        start.explain("Lha5-fb3", board=True),
        record.undo()[0],
        record.compare(record.undo()[0]),
    ]


def test_values_never_change_and_are_kept() -> None:
    every, again = values(), values()
    for number, (value, same) in enumerate(zip(every, again, strict=True)):
        for name in [*(name for name in dir(value) if not name.startswith("__")), "new_name"]:
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, 1)
            with pytest.raises((AttributeError, TypeError)):
                delattr(value, name)
        copies = pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)
        for kept in (same, *copies):
            assert kept == value and hash(kept) == hash(value) and (kept != value) is False
            assert str(kept) == str(value)
        assert value not in again[:number] + again[number + 1 :] and value != "x"


def of_all_kinds() -> dict[int, object]:
    """Give values of the library, and all that they lead to, by their identities."""
    game, board = aofref.variant("aof2"), aofref.variant("chess").start().board()
    for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
        board.push(san)
    tags = '[White "A"]\n[Black "B"]\n[UTCDate "2026.11.01"]\n[TimeControl "10/4320000"]\n'
    played, record = aofref.loads(f'[Variant "chess"]\n{tags}\n1. e4 e5 1-0\n'), first()
    nameless, going = aofref.loads("1. e4 *", variant="chess"), played.undo()[0]
    roots: list[object] = [
        *(*values(), board, aofref.variants(), aofref.rulings(), going.add("W:draw")),
        *(aofref.table([played, nameless], cross=True), going.clock("2026-11-02")),
        *(aofref.read_mail(b"\ne4 {x}\n", nameless), record.compare(record.undo()[0])),
        *(aofref.Word("e4"), aofref.Stamp(datetime(2026, 11, 1, tzinfo=UTC))),
        *(aofref.Charging(True, None), aofref.Given("W", 60, 0)),
        *(aofref.Note("is not one"), game.position(CHECKED).threats()),
    ]
    wrong: tuple[Callable[[], object], ...] = (
        *(lambda: board.push("x"), lambda: game.position("E"), lambda: aofref.variant("nim")),
        *(lambda: board.piece_at("z9"), lambda: aofref.variant("not/there.toml")),
        lambda: aofref.loads("e4").write(),
    )
    for make in wrong:
        with pytest.raises((ValueError, LookupError)) as problem:
            make()
        roots.append(problem.value)
    found, ahead = dict[int, object](), roots
    for _ in range(5):
        ahead = [value for value in ahead if id(value) not in found]
        found.update((id(value), value) for value in ahead)
        ahead = [next_ for value in ahead for next_ in held_by(value)]
    return found


def held_by(value: object) -> Iterator[object]:
    """Yield what a value holds, and what its attributes are."""
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, Sequence) and not isinstance(value, str):
        yield from value
    if type(value).__module__.startswith("aofref"):
        for name in dir(type(value)):
            if not name.startswith("_"):
                with suppress(AttributeError):
                    yield getattr(value, name)


def test_every_value_of_the_library_is_pickled_and_copied() -> None:
    """And holds nothing that could be changed from outside."""
    kinds = [getattr(aofref, name) for name in aofref.__all__]
    kinds = [kind for kind in kinds if isinstance(kind, type) and not is_of_annotations(kind)]
    found = [value for value in of_all_kinds().values() if isinstance(value, tuple(kinds))]
    assert {kind for kind in kinds if not any(isinstance(value, kind) for value in found)} == set()
    for value in found:
        held = [one for one in held_by(value) if isinstance(one, list | dict | set | bytearray)]
        assert not held, (value, held)
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert type(again) is type(value) and str(again) == str(value)
            if isinstance(value, BaseException):
                assert isinstance(again, BaseException) and again.args == value.args
            else:
                assert again == value


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("chess", ("e4", "Nc6", "W:Pe4e5", "d5", "exd6", "0000")),
        ("chess", ("W:Pe2e4", "b8c6", "Ng1f3", "Nc6d4", "Nxd4")),
        ("aof2", ("Lha5fb3", "I:ea3-fa3", "J:draw", "E:resigns")),
    ],
)
def test_add_writes_what_play_writes(game: str, moves: tuple[str, ...]) -> None:
    added = played = aofref.new(game)
    for move in moves:
        try:
            played = played.play(move)
        except aofref.IllegalMove:
            continue
        added = added.add(move).record
        assert added.text == played.text
    assert added.plies > 1 and "W:Pe" not in added.text


def test_without_files_only_games_of_the_package_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(games.__file__).parent / "files" / "chess.toml").read_text("utf-8")
    for name in ("shelved", "opened"):
        (tmp_path / f"{name}.toml").write_text(text.replace('"chess"', f'"{name}"'), "utf-8")
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    path = str(tmp_path / "opened.toml")
    assert aofref.variant("shelved").id == "shelved" and aofref.variant(path).id == "opened"
    seen = list[str]()

    def spy(module: ModuleType, name: str) -> None:
        real = getattr(module, name)

        def spied(path: Any, *rest: Any, **more: Any) -> Any:
            seen.append("" if isinstance(path, int) else os.fspath(path))
            return real(path, *rest, **more)

        monkeypatch.setattr(module, name, spied)

    for module, name in ((os, "open"), (os, "listdir"), (builtins, "open")):
        spy(module, name)
    for name in ("shelved", "opened", path, "/dev/zero.toml", "nim", "../files/chess", ""):
        with pytest.raises(aofref.UnknownVariant) as problem:
            aofref.variant(name, files=False)
        assert "shelved" not in str(problem.value).removeprefix(f"no such variant: '{name}'")
    for name in ("aof2", "Chess", "HEC", "glinski", "Armies of Faith 2"):
        aofref.variant(name, files=False)
    assert all(one.startswith(str(Path(aofref.__file__).parent)) or not one for one in seen)
    assert aofref.variant("opened").id == "opened"


def test_a_board_is_pickled_and_copied_with_its_line() -> None:
    board = aofref.variant("chess").start().board()
    moves = ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
    for move in moves:
        board.push(move)
    castled = aofref.variant("chess").from_fen("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1").board()
    for move in ("O-O", "O-O-O", "a8=Q+"):
        castled.push(move)
    resigning = aofref.variant("aof2").start().push("E:resigns").board()
    resigning.push(resigning.legal_moves()[0])
    for one in (board, castled, resigning):
        for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert again == one and again.line == one.line and again.events == one.events
            assert again.is_repetition(3) is one.is_repetition(3) is (one is board)
            lans = [move.lan for move in one.line]
            assert [again.pop().lan for _ in lans] == lans[::-1]
            assert again == one._first.board() and len(one) == len(lans)


def is_of_annotations(kind: type) -> bool:
    """Whether a class is there for annotations only."""
    return kind.__name__ in ("NodeChanges", "OpenFile", "PictureKeywords", "SelectKeywords")


def test_an_error_keeps_what_it_says() -> None:
    game = aofref.variant("aof2")
    with pytest.raises(aofref.IllegalMove) as illegal:
        game.start().push("Rka4-ka1")
    with pytest.raises(aofref.BadPosition) as bad:
        game.position("E")
    for error, names in ((illegal.value, ("finding", "code")), (bad.value, ("findings",))):
        same = pickle.loads(pickle.dumps(error))
        for name in names:
            assert getattr(same, name) == getattr(error, name)
            with pytest.raises(AttributeError):
                setattr(error, name, None)


def test_positions_reached_by_different_orders_of_moves_are_one_key() -> None:
    start = aofref.variant("heathen-europe").start()
    reply = start.push("Lba2-ab5").legal_moves()[0]
    one = start.push("Lba2-ab5").push(reply).push("Lbb1-aa4")
    other = start.push("Lbb1-aa4").push(reply).push("Lba2-ab5")
    assert {one: "book"}[other] == "book"
    assert {one: "book"}[one.variant.position(str(other))] == "book"


def test_nodes_of_equal_records_are_equal_and_made_once() -> None:
    one, other = first(), first()
    assert one.mainline() is one.mainline() and one.mainline() == other.mainline()
    assert len({*one.mainline(), *other.mainline()}) == 9
    assert one.mainline()[0] != one.mainline()[1]
    assert one.mainline()[0] != aofref.new("aof2").play("E:Lkd5-hc3").mainline()[0]
    assert len({node.after.variant for node in one.mainline()}) == 1


def test_one_of_several_threads_replays_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    count: list[object] = []

    def counted(*args: Any, **options: Any) -> object:
        count.append(args)
        time.sleep(0.01)  # so that the others come while it works
        return replay(*args, **options)

    monkeypatch.setattr("aofref.library.record.replay", counted)
    record = first()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: record.mainline(), range(8)))
    assert len(count) == 1 and all(one is found[0] for one in found)


def test_several_threads_see_the_same() -> None:
    record = first()
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(lambda _: (record.mainline(), record.position, record.report()), range(32))
        )
        starts = list(
            pool.map(lambda _: aofref.variant("heathen-europe").start().perft(1), range(16))
        )
    assert all(one == found[0] for one in found)
    assert set(starts) == {73}


def test_every_listed_name_is_one_of_the_package() -> None:
    assert set(aofref.__all__) <= set(dir(aofref))
    for name in aofref.__all__:
        assert getattr(aofref, name).__module__.startswith("aofref.")
    with pytest.raises(AttributeError, match="film"):
        aofref.film  # type: ignore[attr-defined]  # noqa: B018


def test_importing_loads_no_more_than_its_own_name() -> None:
    code = (
        "import sys; before = set(sys.modules); import aofref; print(*(set(sys.modules) - before))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert told.stdout.split() == ["aofref"]


def test_a_game_may_begin_from_another_array() -> None:
    usual = aofref.variant("sd2l-cohen")
    assert usual.array == str(usual.start()).partition(" ")[0]
    swapped = usual.array.replace("Kbg1", "K?").replace("Nag1,", "Nbg1,").replace("K?", "Kag1")
    other = aofref.variant("sd2l-cohen", array=swapped)
    assert str(other.start().piece_at("ag1")) == "W:Kag1"
    assert other != usual and other.start() != usual.start()
    assert pickle.loads(pickle.dumps(other)) == other
    with pytest.raises(aofref.BadPosition, match="army W"):
        aofref.variant("sd2l-cohen", array=usual.array.replace("Kbg1;", ""))


# Records without a replay ----------------------------------------------------------------------------


MANY = """[Event "a"]
[White "Anna"]
[Black "Bela"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

[Event "b"]
[White "Carl"]
[Black "\\"D\\" Dora"]
[Result "*"]

1. e4 {a comment} e5 2. hello there *

"""


def _heads() -> list[aofref.Record]:
    return list(aofref.read(StringIO(MANY), variant="chess", judge=False))


def test_tags_and_texts_need_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the movetext is read")

    monkeypatch.setattr("aofref.library.record.read", never)
    records = _heads()
    assert [record.tags["White"] for record in records] == ["Anna", "Carl"]
    assert records[1].tags["Black"] == '"D" Dora'
    assert [record.line for record in records] == [1, 8]
    assert "".join(record.text for record in records) == MANY
    with pytest.raises(AssertionError):
        assert records[0].status
    assert [record.tags for record in pickle.loads(pickle.dumps(records))] == [
        record.tags for record in records
    ]


def test_a_tag_that_decides_nothing_is_set_without_a_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the record is replayed")

    record = aofref.loads(MANY[: MANY.index('[Event "b')], variant="chess")
    monkeypatch.setattr("aofref.library.record.replay", never)
    done = record.with_tags({"Round": "3", "White": None})
    assert dict(done.tags) == {"Event": "a", "Black": "Bela", "Result": "1-0", "Round": "3"}
    for name in ("Result", "FEN", "Variant", "Termination", "TimeControl"):
        with pytest.raises(AssertionError):
            record.with_tags({name: "*"})
    monkeypatch.undo()
    assert (done.status, done.plies) == ("illegal", 2)


def test_the_verdict_is_the_same_when_it_is_asked_for() -> None:
    whole = list(aofref.read(StringIO(MANY), variant="chess"))
    for heads, record in zip(_heads(), whole, strict=True):
        assert heads.findings == record.findings and heads.report() == record.report()
        assert (heads.status, heads.plies, heads.end) == (record.status, record.plies, record.end)
    assert [record.status for record in whole] == ["illegal", "malformed"]
    assert _heads() == whole and set(_heads()) == set(whole)
    longer = aofref.loads(MANY.split("\n\n[")[0], variant="chess", judge=False)
    assert longer == whole[0] and longer.with_tags({"Round": "3"}).tags["Round"] == "3"
    assert longer.with_tags({"Event": "c"}).tags["Event"] == "c"


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_mark_of_a_beginning_that_is_all_of_a_line(place: int, end: str) -> None:
    """As where files with marks are joined: in bytes, in text, in a stream of the command."""
    parts = ['[Event "a"]\n', "\n1. e4 e5 1-0\n", f"\n{end}"]
    text = "".join([*parts[: place + 1], "\ufeff" + end, *(parts[place + 1 :] if end else ())])
    for source in (StringIO(text), StringIO(text + MANY), BytesIO(text.encode())):
        whole = list(aofref.read(source, variant="chess"))
        source.seek(0)
        heads = list(aofref.read(source, variant="chess", judge=False))
        assert [record.text for record in heads] == [record.text for record in whole]
        assert heads == whole and [one.line for one in heads] == [one.line for one in whole]
    assert command("select", "--tag", "Event=a", stdin=text).stdout == text


def test_records_are_selected_by_tags_without_their_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the movetext is read")

    monkeypatch.setattr("aofref.library.record.read", never)
    wanted: tuple[tuple[dict[str, Any], list[str]], ...] = (
        ({"player": "dora"}, ["b"]),
        ({"tag": ["White~a", "Event>a"]}, ["b"]),
        ({"tag": "Event=a", "invert": True}, ["b"]),
        ({"sort": "Event"}, ["a", "b"]),
        ({"sort": ("Site", "Event"), "first": 1}, ["a"]),
        ({}, ["b", "a"]),
    )
    for criteria, names in wanted:
        chosen = aofref.select(reversed(_heads()), **criteria)
        assert [record.tags["Event"] for record in chosen] == names
    assert (
        command("select", "--tag", "Event=b", stdin=MANY).stdout == MANY[MANY.index('[Event "b') :]
    )
    with pytest.raises(AssertionError):
        list(aofref.select(_heads(), plies="1.."))


def test_the_moves_are_judged_when_a_criterion_needs_them() -> None:
    assert [record.status for record in aofref.select(_heads(), plies=2)] == [
        "illegal",
        "malformed",
    ]
    assert [r.tags["Event"] for r in aofref.select(_heads(), status=["illegal", "legal"])] == ["a"]
    twice = [*_heads(), *_heads()]
    assert len(list(aofref.select(twice, unique="moves"))) == 2
    assert len(list(aofref.select(twice, unique=True))) == 2
    assert len(list(aofref.select(twice, unique=False))) == 4
    assert len(list(aofref.select(twice, unique="position", moved="King"))) == 0


@pytest.mark.parametrize(
    ("criteria", "said"),
    [
        ({"status": "fine"}, "status: 'fine' is not one of legal, illegal, malformed"),
        ({"ended": ["moves", "tired"]}, "ended: 'tired' is not one of moves, resignation, "),
        ({"unique": "board"}, "unique: 'board' is not moves or position"),
        ({"plies": "ten"}, "plies: 'ten': expected 10, 10.., ..40 or 10..40 at column 1"),
        ({"event": "wedding"}, "event: 'wedding': expected one of check, checkmate, "),
        ({"tag": "Date"}, "tag: 'Date': expected one of = ~ < > at column 5"),
        ({"result": "2-0"}, "result: '2-0' is not a result"),
        ({"winner": "X"}, "winner: no game has such an army or piece"),
        (
            {"moved": "Elf", "variant": "chess"},
            "moved: chess has no such army or piece: it has the ",
        ),
        ({"player": ""}, "player: a name is missing"),
        ({"first": 0}, "first: 0 is not a number from 1 on"),
    ],
)
def test_a_criterion_that_cannot_be(criteria: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        aofref.select([], **criteria)


def test_what_is_no_criterion() -> None:
    with pytest.raises(TypeError, match="there is no criterion tags; there are tag, player, "):
        aofref.select([], tags="Date=2025")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="a value of player is text, not int"):
        aofref.select([], player=3)  # type: ignore[arg-type]
    with pytest.raises(aofref.UnknownVariant):
        aofref.select([], variant="shogi")


def test_a_long_stream_is_read_record_by_record() -> None:
    taken: list[int] = []

    class Stream(StringIO):
        def __iter__(self) -> Iterator[str]:  # type: ignore[override]
            for number in range(1000):
                taken.append(number)
                yield from MANY.splitlines(keepends=True)

    first = next(aofref.read(Stream(), variant="chess", judge=False))
    assert first.tags["Event"] == "a" and len(taken) == 1

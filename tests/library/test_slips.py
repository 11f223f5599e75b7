"""Slips: what a program gives that the library does not know is named, with what there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import aofref

CHESS: Any = aofref.variant("chess")
START: Any = CHESS.start()
RECORD: Any = aofref.new("chess").play("e4", "e5")
STOPPED: Any = aofref.loads('[Variant "chess"]\n\n1. e4 e5 2. Ra3 *\n')
CHECK: Any = aofref.loads('[Variant "chess"]\n\n1. e4 f5 2. Qh5+ *\n').mainline()[-1].events[0]
LOADS: Any = aofref.loads
NEW: Any = aofref.new
UNKNOWN: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: aofref.variant("ches"), aofref.UnknownVariant, "no such variant 'ches': chess?"),
    (lambda: aofref.variant("nothing at all"), LookupError, "the variants are aof2, aof6, "),
    (lambda: aofref.variant("aof2", ["hec-king=planar"]), ValueError, "aof2 has no ruling hec-king=planar"),
    (lambda: aofref.variant("aof2", ["checks=x"]), ValueError, "it has check=advisory, stalemate=move"),
    (lambda: aofref.read("x", rulings=["a=b"]), ValueError, "no such ruling: a=b; there are aof6-double"),
    (lambda: aofref.read("x", "utf-99"), ValueError, "utf-99"),
    (lambda: aofref.read("x", "utf-16"), ValueError, "utf-16 does not keep ASCII"),
    (lambda: aofref.read("x", variant="nim"), aofref.UnknownVariant, "no such variant: 'nim'"),
    (lambda: aofref.table([], by="Site"), ValueError, "no table by 'Site'; there are Event, Round, V"),
    (lambda: NEW("chess", players={"X": "Xu"}), ValueError, "chess has no army 'X'; it has W, B"),
    (lambda: START.piece_at("e44"), aofref.UnknownName, "no cell e44; cells have names such as e4, "),
    (lambda: START.board().piece_at("e9"), aofref.UnknownName, "no cell e9; cells have names such as "),
    (lambda: START.board().attackers("j9"), aofref.UnknownName, "no cell j9; cells have names such as "),
    (lambda: START.board().is_attacked("a1", by="X"), aofref.UnknownName, "'X'; there are W, B"),
    (lambda: START.attackers("??"), ValueError, "no cell ??; cells have names such as a1"),
    (lambda: CHESS.rules("Z"), aofref.UnknownName, "no piece Z; it has K, Q, R, B, N, P"),
    (lambda: CHESS.rules("K", army="Z"), aofref.UnknownName, "the armies of chess are W, B, not Z"),
    (lambda: START.text(side="Z"), aofref.UnknownName, "there is no army 'Z'; there are W, B"),
    (lambda: START.board().worth({"P": 1}, "Z"), aofref.UnknownName, "no army 'Z'; there are W, B"),
    (lambda: START.board().worth({"Z": 1}, "W"), aofref.UnknownName, "no piece Z; it has K, Q, R"),
    (lambda: START.write("e4", "pgn"), ValueError, "'pgn'; there are lan, san, coord, numeric, courier, uci"),
    (lambda: RECORD.write("pgn"), ValueError, "'pgn'; there are lan, san, coord, numeric, courier, uci"),
    (lambda: START.svg(theme="dark"), ValueError, "no theme 'dark'; there are color, print"),
    (lambda: START.svg(colour="red"), TypeError, "no option 'colour'; there are side, stacked, dra"),
    (lambda: aofref.variant("aof2").start().svg(level="9"), ValueError, "there are 1, 2, 3, 4, 5"),
    (lambda: RECORD.army_named("Zoe"), aofref.UnknownName, "'Zoe'; there are W White, B Black"),
    (lambda: RECORD.add("Nf3", by="Zoe"), aofref.UnknownName, "'Zoe'; there are W White, B Black"),
    (lambda: STOPPED.decide("undo"), ValueError, "no decision 'undo'; there are stands, takeback, forf"),
    (lambda: RECORD.at(9), IndexError, "there is no ply 9: the record has only 2 plies"),
    (lambda: START.board().pop(), IndexError, "no move has been made"),
    (lambda: START.perft(-1), ValueError, "depth"),
    (lambda: CHECK.cell, AttributeError, "an event 'check' has no cell; it has type, army, by"),
]  # fmt: skip
WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: aofref.variant("chess", 3), "a ruling is text, not int"),  # type: ignore[arg-type]
    (lambda: aofref.read("x", 3), "an encoding is text, not int"),  # type: ignore[arg-type]
    (lambda: aofref.read(["x"]), "records are in a path or an open file, not list"),  # type: ignore[arg-type]
    (lambda: aofref.read(1.5), "records are in a path or an open file, not float"),  # type: ignore[arg-type]
    (lambda: LOADS(None), "a record is text, not NoneType"),
    (lambda: LOADS("1. e4 *", rulings=[3]), "a ruling is text, not int"),
    (lambda: NEW("chess", players=["Anna"]), "players are a mapping, not list"),
    (lambda: NEW("chess", players={"W": 3}), "a player's name is text, not int"),
    (lambda: NEW("chess", tags={"Event": 3}), "a tag's value is text, not int"),
    (lambda: aofref.table(["x"]), "a record is a Record, not str"),  # type: ignore[list-item]
    (lambda: aofref.read_mail(b"", "x"), "a record is a Record, not str"),  # type: ignore[arg-type]
    (lambda: RECORD.compare(3), "a record is a Record, not int"),
    (lambda: [*aofref.select(["x"])], "a record is a Record, not str"),  # type: ignore[list-item]
    (lambda: [*aofref.select([3], tag="Event=x")], "a record is a Record, not int"),  # type: ignore[list-item]
    (lambda: RECORD.node(1).in_(START), "a record is a Record, not Position"),
    (lambda: RECORD.edited(["Event"]), "changes are a mapping, not list"),
    (lambda: RECORD.edited({RECORD.node(1): None}), "changes of a ply are a mapping, not NoneType"),
    (lambda: START.board().is_repetition("3"), "a number of times is a whole number, not str"),
    (lambda: RECORD.with_tags(["Event"]), "tags are a mapping, not list"),
    (lambda: RECORD.with_tags({3: "x"}), "a tag's name is text, not int"),
    (lambda: RECORD.at("1"), "a ply is a whole number, not str"),
    (lambda: RECORD.undo(1.5), "a number of steps is a whole number, not float"),
    (lambda: RECORD.give_time("W", "1d"), "a number of seconds is a whole number, not str"),
    (lambda: RECORD.write(3), "a notation is text, not int"),
    (lambda: STOPPED.decide(3), "a decision is text, not int"),
    (lambda: STOPPED.decide("takeback", 3), "a comment is text, not int"),
    (lambda: STOPPED.decide("takeback", at=3), "a time is text, not int"),
    (lambda: RECORD.mainline()[0].remove_variation(None), "a variation is a whole number, not NoneType"),
    (lambda: START.perft("2"), "a depth is a whole number, not str"),
    (lambda: START.perft(1.5), "a depth is a whole number, not float"),
    *((lambda door=door: door(None), "a move is text or a Move, not NoneType")
      for door in (START.push, START.write, START.explain, RECORD.play)),
    (lambda: START.legal_moves(b"e2"), "a cell is text, not bytes"),
    (lambda: START.piece_at(b"e2"), "a cell is text, not bytes"),
    (lambda: START.mover(b"e2"), "a cell is text, not bytes"),
    (lambda: START.move(b"e4"), "a move is text, not bytes"),
    (lambda: CHESS.position(b"x"), "a position is text, not bytes"),
    (lambda: CHESS.rules(b"K"), "a piece is text, not bytes"),
    (lambda: CHESS.army_named(b"W"), "an army is text, not bytes"),
    (lambda: aofref.variant(b"x"), "a game's name is text, not bytes"),  # type: ignore[arg-type]
    (lambda: aofref.variant("aof2", [b"x"]), "a ruling is text, not bytes"),  # type: ignore[list-item]
    (lambda: aofref.variant("aof2", array=b"x"), "an array is text, not bytes"),  # type: ignore[arg-type]
    (lambda: RECORD.edited({1: {"nags": "!"}}), "a ply is a Node, not int"),
    (lambda: RECORD.edited({RECORD.node(1): {"nags": 14}}), "a mark is text, not int"),
    (lambda: RECORD.add("Nf3", sent=3), "a time is text, not int"),
    (lambda: RECORD.add(result=1), "a result is text, not int"),
    (lambda: RECORD.with_tags({"Round": 3}), "a tag's value is text, not int"),
    (lambda: START.text(width="80"), "a width is a whole number, not str"),
    (lambda: START.svg(width="80"), "a width is a number, not str"),
    (lambda: START.svg(arrows=["e4"]), "an arrow is a pair of cells, not 'e4'"),
    (lambda: START.svg(fill=["e4"]), "colours are a mapping, not list"),
    (lambda: START.svg(fill={"e4": 3}), "a colour is text, not int"),
    (lambda: START.board().worth(["P"], "W"), "values are a mapping, not list"),
]  # fmt: skip


@pytest.mark.parametrize(("slip", "error", "text"), UNKNOWN)
def test_an_unknown_name_is_told_with_those_that_are_known(
    slip: Callable[[], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error) as told:
        slip()
    assert text in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(("slip", "text"), WRONG)
def test_what_is_of_another_type_is_named(slip: Callable[[], object], text: str) -> None:
    with pytest.raises(TypeError) as told:
        slip()
    assert str(told.value) == text

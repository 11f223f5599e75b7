"""Plies of a record: their place in its tree, in another version of it, and the order of lines."""

from __future__ import annotations

import io
import random
from typing import cast

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aofref
from aofref import Node, Record
from tests.library.test_editing import GAME, HEAD, made, named, nodes


def test_a_ply_by_its_number() -> None:
    record = aofref.loads(GAME)
    assert [record.node(ply).text for ply in (1, 8, -1, -8)] == ["e4", "Nf6", "Nf6", "e4"]
    for ply in (0, 9, -9):
        with pytest.raises(IndexError, match="only 8 plies"):
            record.node(ply)
    with pytest.raises(TypeError):
        record.node(cast("int", "1"))
    resigned = aofref.loads(HEAD + "1. e4 e5 W:resigns 0-1\n")
    assert resigned.node(-1).text == "e5"  # a withdrawal is none that is counted
    assert [node.ply for node in resigned.mainline()] == [1, 2, 2]
    assert [*map(str, resigned.mainline())] == ["e2-e4", "e7-e5", "W:resigns"]
    assert resigned.ending == "0-1, by resignation" and not record.ending
    assert str(aofref.new("aof2").play("Lha5-fb3").node(1)) == "E:Lha5-fb3"
    unread = aofref.loads('[Variant "unheard-of"]\n\n1. e4 *\n')
    with pytest.raises(IndexError, match="only 0 plies"):
        unread.node(1)


def test_the_tree_is_that_of_python_chess() -> None:
    text = HEAD + "1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5)) (1. c4) 1... e5 (1... c5) 2. Nf3 *\n"
    record, game = aofref.loads(text), chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    tree = {}
    todo: list[chess.pgn.GameNode] = [game]
    for node in todo:
        todo += node.variations
        for child in node.variations:
            line = [one.san() for one in line_of(child)]
            tree[" ".join(line)] = node.variations.index(child)
    found = {}
    for own in nodes(record):
        texts, one = list[str](), cast("Node | None", own)
        while one is not None:
            texts.append(one.text)
            one = one.parent
        found[" ".join(reversed(texts))] = own.index
    assert found == tree


def line_of(node: chess.pgn.ChildNode) -> list[chess.pgn.ChildNode]:
    """List the moves from the start to a node."""
    line = [node]
    while isinstance(parent := line[-1].parent, chess.pgn.ChildNode):
        line.append(parent)
    return line[::-1]


def test_the_same_ply_of_another_version() -> None:
    record = aofref.loads(GAME)
    edited = record.with_comments("new").node(1).add_variation("1. d4 {x} d5")
    assert [node.in_(edited).text for node in nodes(record)] == [one.text for one in nodes(record)]
    assert all(node.in_(edited)._record is edited for node in nodes(record))
    assert named(record, "d5").in_(edited).parent == named(edited, "f4")
    kept = record.node(2).with_comments("kept")
    assert [node.in_(kept) for node in nodes(record)] == nodes(kept)
    assert [node.in_(record) for node in nodes(kept)] == nodes(record)
    promoted = record.promote_variation(named(record, "f4"))
    assert named(record, "Nc6").in_(promoted).parent == named(promoted, "Nf3")
    with pytest.raises(ValueError, match="no ply 1, d2-d4, after the same moves"):
        named(edited, "d4").in_(record)
    twice = aofref.loads(HEAD + "1. e4 (1. d4 {a} d5) (1. d4 {b} Nf6) *\n")
    again = twice.node(1).with_nags("!")
    assert [node.in_(again).comments for node in nodes(twice)] == [
        one.comments for one in nodes(twice)
    ]
    other = aofref.loads(twice.text.replace("*", "1... e5 *"))
    assert [node.in_(other).comments for node in nodes(twice)] == [
        one.comments for one in nodes(twice)
    ]


LINES = HEAD + (
    "1. e4 {best} e5 $1 {reply} (1... c5! {Sic} 2. Nf3 (2. c3 d5) d6) {after}\n"
    "(1... e6 2. d4) 2. Nf3 {x} Nc6 1-0 {end}\n"
)


@pytest.mark.parametrize(
    ("san", "up", "expected"),
    [
        ("c5", True, "1. e4 {best} c5! {Sic} (1... e5 $1 {reply} {after} 2. Nf3 {x} Nc6 {end})\n"
         "(1... e6 2. d4) 2. Nf3 (2. c3 d5) d6 1-0\n"),
        ("d6", True, "1. e4 {best} c5! {Sic} (1... e5 $1 {reply} {after} 2. Nf3 {x} Nc6 {end})\n"
         "(1... e6 2. d4) 2. Nf3 (2. c3 d5) d6 1-0\n"),
        ("e5", False, "1. e4 {best} c5! {Sic} (1... e5 $1 {reply} {after} 2. Nf3 {x} Nc6 {end})\n"
         "(1... e6 2. d4) 2. Nf3 (2. c3 d5) d6 1-0\n"),
        ("e6", True, "1. e4 {best} e5 $1 {reply} (1... e6 2. d4) {after}\n"
         "(1... c5! {Sic} 2. Nf3 (2. c3 d5) d6) 2. Nf3 {x} Nc6 1-0 {end}\n"),
        ("c5", False, "1. e4 {best} e5 $1 {reply} (1... e6 2. d4) {after}\n"
         "(1... c5! {Sic} 2. Nf3 (2. c3 d5) d6) 2. Nf3 {x} Nc6 1-0 {end}\n"),
        ("d5", True, "1. e4 {best} e5 $1 {reply} (1... c5! {Sic} 2. c3 (2. Nf3 d6) d5) {after}\n"
         "(1... e6 2. d4) 2. Nf3 {x} Nc6 1-0 {end}\n"),
    ],
)  # fmt: skip
def test_a_line_changes_places_with_another(san: str, up: bool, expected: str) -> None:
    record = aofref.loads(LINES)
    node = named(record, san)
    done = record.promote_variation(node) if up else record.demote_variation(node)
    assert done.text.split() == (HEAD + expected).split()
    assert done.status == "legal"
    assert record.text == LINES


def test_at_the_end_of_its_way_a_line_stays() -> None:
    record = aofref.loads(LINES)
    assert record.promote_variation(record.node(2)) == record
    assert record.promote_variation(record.node(-1)) == record
    assert record.demote_variation(named(record, "e6")) == record
    assert record.demote_variation(record.node(1)) == record
    other = aofref.loads(HEAD + "1. e4 *\n")
    with pytest.raises(ValueError, match="ply 1, e2-e4, is of another record"):
        record.promote_variation(other.node(1))
    same = aofref.loads(LINES)
    assert record.promote_variation(named(same, "c5")) == record.promote_variation(
        named(record, "c5")
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # comments before the first move of a variation
        ("1. e4 ({or} 1. d4! {x} d5) e5 *", "1. d4! {or} {x} (1. e4 e5) d5 *"),
        # the numbers behind a variation
        ("1. e4 (1. d4 d5) 1... e5 *", "1. d4 (1. e4 e5) 1... d5 *"),
        ("1. e4 (d4 d5 (d6)) e5 2. Nf3 *", "1. d4 (e4 e5 2. Nf3) d5 (d6) *"),
        ("1. e4 2. (1. d4 d5) e5 *", "1. d4 (1. e4 e5) 2. d5 *"),
        # what has no legal move stays beside the move
        ("1. e4 ({only} ) (1. d4) e5 *", "1. d4 (1. e4 e5) ({only}) *"),
        # an illegal end of the main line, and withdrawals
        ("1. e4 (1. d4 d5) Ke7 *", "1. d4 (1. e4 Ke7) d5 *"),
        ("1. e4 e5 (1... d5 W:resigns) 2. Nf3 *", "1. e4 d5 (1... e5 2. Nf3) W:resigns *"),
        ("1. e4 e5 (1... d5) W:resigns 0-1", "1. e4 d5 (1... e5 W:resigns) 0-1"),
        # commands
        ("1. e4 (1. d4 {[%sent 2026-11-20T10:00:00Z]}) e5 {[%if Nf3 Nc6]} *",
         "1. d4 {[%sent 2026-11-20T10:00:00Z]} (1. e4 e5 {[%if Nf3 Nc6]}) *"),
        # words
        ("1. e4 (1. Pawn d2 - d4 d5) Pawn e7 - e5 *", "1. Pd2-d4 (1. e4 Pe7-e5) d5 *"),
    ],
)  # fmt: skip
def test_everything_stays_with_its_move(old: str, new: str) -> None:
    record = aofref.loads(f"{HEAD}{old}\n")
    first = next(node for node in nodes(record) if node.variations)
    done = record.promote_variation(first.variations[0][-1])
    assert done.text == f"{HEAD}{new}\n"
    assert record.demote_variation(first) == done


@pytest.mark.parametrize(
    ("old", "san", "new"),
    [
        # a variation that another one begins with stands in place of no ply of that
        ("1. e4 ((1. d4) 1. c4) e5 *", "d4", "1. e4 ((1. d4) 1. c4) e5 *"),
        ("1. e4 ((1. d4)) e5 *", "d4", "1. e4 ((1. d4)) e5 *"),
        ("1. e4 (1. c4) ((1. d4) 1. a4) e5 *", "d4", "1. e4 (1. c4) ((1. d4) 1. a4) e5 *"),
        ("((1. d4)) 1. e4 *", "d4", "((1. d4)) 1. e4 *"),
        # a result in a variation stays in its line, unless that becomes the main line
        (
            "1. e4 (1. d4 (1. c4 1-0) 1... d5 0-1) e5 *",
            "c4",
            "1. e4 (1. c4 (1. d4 1... d5 0-1) 1-0) e5 *",
        ),
        ("1. e4 (1. d4 d5 1-0) e5 0-1", "d5", "1. d4 (1. e4 e5) d5 0-1"),
        # and it goes along with its number
        ("1. e4 ((1. d4) 1. c4) e5 *", "c4", "1. c4 (1. d4) (1. e4 e5) *"),
    ],
)
def test_parentheses_in_parentheses(old: str, san: str, new: str) -> None:
    record = aofref.loads(f"{HEAD}{old}\n")
    places = [place for place, ply in record._plies.items() if ply.token.text == san]
    done = record.promote_variation(Node(record._numbers[places[0]], record))
    assert done.text == f"{HEAD}{new}\n" and done.status == "legal"


@pytest.mark.parametrize("in_json", [False, True])
def test_a_game_of_four_armies(in_json: bool) -> None:
    record = aofref.new("aof2")
    first, second = [str(move) for move in record.start.legal_moves()[:2]]
    record = record.play(first).node(1).add_variation(f"{second} {{x}}")
    reply = record.position.legal_moves()[0]
    record = record.play(reply)
    record = aofref.loads(record.to_json()) if in_json else record
    done = record.promote_variation(record.node(1).variations[0][0])
    assert [(node.lan, node.comments) for node in done.mainline()] == [(second, ("x",))]
    assert [node.lan for node in done.node(1).variations[0]] == [first, reply.lan]
    assert done.demote_variation(done.node(1)) == record


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("1. f3 e5 2. a4 (2. g4 Qh4#) Nc6 1-0", "false-result"),
        ("1. e4 (1. d4 Ke7) e5 *", "own-piece"),
        ("1. e4 e5 (1... d5 {[%draw W B]} 2. d4) 2. d4 *", "game-over"),
    ],
)
def test_a_main_line_that_would_be_refused(moves: str, code: str) -> None:
    record = aofref.loads(f"{HEAD}{moves}\n")
    first = next(node for node in nodes(record) if node.variations)
    with pytest.raises(aofref.BadRecord) as problem:
        record.promote_variation(first.variations[0][0])
    assert [finding.code for finding in problem.value.findings] == [code]


def tree_of(node: chess.pgn.GameNode) -> list[object]:
    """List the lines behind a node of python-chess, with its comments and marks."""
    return [
        (child.san(), child.comment.split(), sorted(child.nags), tree_of(child))
        for child in node.variations
    ]


def read(record: Record) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(record.text))
    assert game is not None and not game.errors
    return game


@given(st.randoms(use_true_random=False))
def test_python_chess_changes_lines_in_the_same_way(chance: random.Random) -> None:
    text = made(chance).replace("\n; line", "")  # python-chess passes over such comments
    record = aofref.loads(text)
    places = [(node, line) for node in record.mainline() for line in node.variations]
    if not places:
        return
    node, line = chance.choice(places)
    game = read(record)
    parent: chess.pgn.GameNode = game
    for _ in range(node.ply - 1):
        parent = parent.variations[0]
    if chance.random() < 0.5:
        parent.promote(parent.variations[line[0].index])
        done = record.promote_variation(chance.choice(line))
    else:
        parent.demote(parent.variations[0])
        done = record.demote_variation(node)
    assert tree_of(read(done)) == tree_of(game)
    assert done.status == "legal"


def test_the_result_of_a_variation_stays_where_its_line_changes_places() -> None:
    moves = "1. e4 (1. d4 d5) e5 (1... c5 2. Nf3 1-0) 2. Nf3 *"
    record = aofref.loads(f'[Variant "chess"]\n\n{moves}\n')
    done = record.promote_variation(record.node(1).variations[0][0])
    assert done.movetext == "1. d4 (1. e4 e5 (1... c5 2. Nf3 1-0) 2. Nf3) d5"
    assert done.demote_variation(done.node(1)).movetext == record.movetext

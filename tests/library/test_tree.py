"""A tree that grows: lines that are played on, cut, and read as text."""

from __future__ import annotations

import random

import chess
import chess.pgn
import pytest

import aofref
from aofref import Node, Record
from tests.referees import python_chess

HEAD = '[Variant "chess"]\n\n'
MOVES = "{a game} 1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 Nc6 1-0\n"
GAME = aofref.loads(HEAD + MOVES)
E4, E5, NF3, NC6 = GAME.mainline()
C5, _, D6 = E5.variations[0]


def moves(record: Record) -> str:
    """Return the movetext of a record, whose lines are broken by its writer."""
    head, _, text = record.text.partition("\n\n")
    assert head + "\n\n" == HEAD and record.status == "legal"
    return " ".join(text.split())


def test_what_follows_is_gone_into() -> None:
    for done in (E4.play("e5", "Nf3"), C5.play("Nf3", "d6"), E4.play("1... c5"), E4.play()):
        assert done is GAME


@pytest.mark.parametrize(
    ("node", "played", "expected"),
    [
        (E4, "c5 Nf3 d6 d4", "2... d6 3. d2-d4) 2. Nf3 Nc6 1-0"),
        (D6, "d4 cd4", "2... d6 3. d2-d4 c5xd4) 2. Nf3 Nc6 1-0"),
        (D6, "d4! {open}", "2... d6 3. d2-d4! {open}) 2. Nf3 Nc6 1-0"),
        (E4, "e5 Nf3 Nf6 Nxe5", "2. Nf3 Nc6 (2... Ng8-f6 3. Nf3xe5) 1-0"),
        (E4, "e6 d4", "2... d6) (1... e7-e6 2. d2-d4) 2. Nf3 Nc6 1-0"),
        (C5, "Nf3 Nc6 Bb5", "2... d6 (2... Nb8-c6 3. Bf1-b5)) 2. Nf3 Nc6 1-0"),
        (C5, "c3 d5", "(2. Nc3) (2. c2-c3 d7-d5) 2... d6) 2. Nf3 Nc6 1-0"),
        (C5, "Nc3 Nc6", "(2. Nc3 Nb8-c6) 2... d6) 2. Nf3 Nc6 1-0"),
    ],
)
def test_play(node: Node, played: str, expected: str) -> None:
    words = ["d4! {open}"] if "{" in played else played.split()
    done = node.play(*words)
    assert moves(done).endswith(expected)
    assert [one.lan for one in done.mainline()] == [one.lan for one in GAME.mainline()]


def test_play_at_the_end_of_the_game() -> None:
    record = aofref.loads(HEAD + "1. e4 e5 (1... c5) *\n")
    last = record.node(-1)
    assert last.play("Nf3", "Nc6 {x}") == record.play("Nf3", "Nc6 {x}")
    assert record.node(1).play("e5", "Nf3") == record.play("Nf3")
    with pytest.raises(aofref.IllegalMove) as told:
        NC6.play("Bb5")
    assert told.value.code == "game-over"
    mate = aofref.loads(HEAD + "1. f3 e5 2. g4 *\n").node(-1).play("Qh4")
    assert mate.end is not None and mate.end.result == "0-1"


def test_moves_at_the_end_of_a_variation_are_judged_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = aofref.loads(HEAD + "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n")
    last = record.node(2).variations[0][-1]
    with monkeypatch.context() as only:
        only.setattr("aofref.library.record.replay", None)  # no record is judged as a whole
        for san in ("d6", "d4 {open}", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"):
            record = last.play(san)
            last = record.node(2).variations[0][-1]
        grown, record = record, record.promote_variation(last)
        board = last.after.board()
    assert moves(grown) == (
        "1. e4 e5 (1... c5 2. Nf3 d7-d6 3. d2-d4 {open} 3... c5xd4 4. Nf3xd4 Ng8-f6 5. Nb1-c3 a7-a6) "
        "2. Nf3 Nc6 *"
    )
    assert board.fen().startswith("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq")
    again = aofref.loads(record.text)
    assert record == again and record.position == again.position == last.after


def test_what_is_not_played() -> None:
    for node in (E4, E5, C5, D6):
        with pytest.raises(aofref.IllegalMove) as told:
            node.play("Ke3")
        assert told.value.code == "unreachable"
    with pytest.raises(aofref.IllegalMove):
        E4.play("c5", "Nf3", "d6", "Ke3")
    stuck = aofref.loads(HEAD + "1. e4 e5 (1... c5 2. Ke3) *\n")
    with pytest.raises(aofref.IllegalMove, match="Ke1 has no move that leads to e3"):
        stuck.node(2).variations[0][0].play("Nf3")
    faulty = aofref.loads(HEAD + "1. e4 ?x e5 *\n")
    assert faulty.status == "malformed"
    with pytest.raises(ValueError, match="cannot be read"):
        faulty.node(1).play("e6")


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (E4, "{a game} *"),
        (E5, "{a game} 1. e4 c5 {Sicilian} 2. Nf3 (2. Nc3) 2... d6 *"),
        (NF3, "{a game} 1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3) 2... d6) *"),
        (C5, "{a game} 1. e4 e5 2. Nf3 Nc6 1-0"),
        (C5.play("c3").node(2).variations[0][1], "{a game} 1. e4 e5 (1... c5 {Sicilian} 2. Nc3 (2. c2-c3)) 2. Nf3 Nc6 1-0"),
        (D6, "{a game} 1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3)) 2. Nf3 Nc6 1-0"),
    ],
)  # fmt: skip
def test_cut(node: Node, expected: str) -> None:
    assert moves(node.cut()) == expected


def test_the_result_of_what_is_left() -> None:
    text = '[Variant "chess"]\n[Result "1-0"]\n[Termination "time forfeit"]\n\n1. f3 e5 2. g4 1-0\n'
    assert aofref.loads(text).node(2).cut().text == ('[Variant "chess"]\n[Result "*"]\n\n1. f3 *\n')
    mate = aofref.loads(HEAD + "1. f3 e5 2. g4 d5 (2... Qh4#) 1/2-1/2\n").node(4).cut()
    assert moves(mate) == "1. f3 e5 2. g4 Qh4# 0-1"
    open_again = aofref.loads(HEAD + "1. f3 e5 2. g4 Qh4# (2... d5) 0-1 {so be it}\n").node(4)
    assert moves(open_again.cut()) == "1. f3 e5 2. g4 d5 *"


def test_following() -> None:
    assert E4.following == (E5, C5) and NC6.following == D6.following == ()
    assert [node.lan for node in C5.following] == ["Ng1-f3", "Nb1-c3"]
    assert [node.index for node in C5.following] == [0, 1]
    assert all(node.parent == C5 for node in C5.following)


def test_movetext() -> None:
    assert GAME.movetext == MOVES.removesuffix(" 1-0\n")
    sicilian = "1... c5 {Sicilian} 2. Nf3 (2. Nc3) 2... d6"
    assert [node.movetext for node in (E4, E5, NF3, NC6)] == [
        f"1. e4 e5 ({sicilian}) 2. Nf3 Nc6",
        f"1... e5 ({sicilian}) 2. Nf3 Nc6",
        "2. Nf3 Nc6",
        "2... Nc6",
    ]
    assert [node.movetext for node in (C5, D6)] == [sicilian, "2... d6"]
    bare = E5.remove_variation(0)
    assert bare.node(2).add_variation(C5.movetext) == GAME
    unread = aofref.loads("1. e4 {x}\n% a line of the publisher\n e5 ; to the end\n *\n")
    assert unread.movetext == "1. e4 {x} e5 {to the end}"
    assert aofref.new("chess").movetext == ""


@pytest.mark.parametrize(
    ("node", "added", "expected"),
    [
        (E5, "1... c5 2. Nf3 d6 3. d4 {open} cxd4", "2... d6 3. d4 {open} cxd4) 2. Nf3 Nc6 1-0"),
        (E5, "c5 Nf3 e6 {x}", "1... c5 {Sicilian} 2. Nf3 (2. Nc3) 2... d6 (2... e6 {x})) 2. Nf3 Nc6 1-0"),
        (E5, "1... c5! {Sicilian} 2. Nf3 (2. c3 d5) 2... d6", "1... c5! {Sicilian} 2. Nf3 (2. Nc3) (2. c3 d5) 2... d6) 2. Nf3 Nc6 1-0"),
        (E5, "1... e5 2. Nf3 $1 Nf6", "2. Nf3 $1 Nc6 (2... Nf6) 1-0"),
        (E5, "{or} 1... e5", "1. e4 e5 {or} (1... c5 {Sicilian} 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 Nc6 1-0"),
        (E4, "1. e4 (1. d4) e6", "2... d6) (1... e6) 2. Nf3 Nc6 1-0"),
    ],
)  # fmt: skip
def test_a_variation_of_a_known_move_goes_into_it(node: Node, added: str, expected: str) -> None:
    done = node.add_variation(added)
    assert moves(done).endswith(expected)
    assert node.in_(done).add_variation(added) == done


def test_a_variation_may_go_beyond_the_game() -> None:
    record = aofref.loads(HEAD + "1. e4 e5 *\n")
    done = record.node(1).add_variation("1. e4 e5 2. Nf3! {x} (2. f4) Nc6")
    assert moves(done) == "1. e4 e5 2. Ng1-f3! {x} (2. f4) 2... Nb8-c6 *"


def test_variations_are_edited_with_the_rest() -> None:
    done = GAME.edited({E5: {"variations": [("e6", "d4"), "1... d5 {S} 2. exd5"], "nags": "!"}})
    expected = "1. e4 e5! (1... e7-e6 2. d2-d4) (1... d5 {S} 2. exd5) 2. Nf3 Nc6 1-0"
    assert moves(done) == f"{{a game}} {expected}"
    assert moves(GAME.edited({E5: {"variations": ()}})) == "{a game} 1. e4 e5 2. Nf3 Nc6 1-0"
    into = GAME.edited({E5: {"variations": [("c6", "d4"), ("c6", "Nf3"), ("e5", "Nc3")]}})
    assert moves(into) == (
        "{a game} 1. e4 e5 (1... c7-c6 2. d2-d4 (2. Ng1-f3)) 2. Nf3 (2. Nb1-c3) Nc6 1-0"
    )
    with pytest.raises(aofref.IllegalMove):
        GAME.edited({E5: {"variations": [("Ke7", "Ke3")]}})
    with pytest.raises(TypeError, match="a move is text or a Move, not int"):
        GAME.edited({E5: {"variations": [(3,)]}})  # type: ignore[list-item]


def test_a_game_for_four_grows_too() -> None:
    record = aofref.new("aof2").play("Lha5-fb3")
    first = record.node(1)
    other = first.before.legal_moves("ha5")[1]
    done = first.add_variation(f"E:{other}")
    grown = (
        done.node(1).variations[0][0].play(*done.node(1).variations[0][0].after.legal_moves()[:1])
    )
    line = grown.node(1).variations[0]
    assert [node.army for node in line] == ["E", "I"] and grown.status == "legal"
    assert line[0].movetext == f"1. E:{other} I:{line[1].lan}"
    assert line[0].cut() == record


def test_a_tree_grows_as_that_of_python_chess_does() -> None:
    """Lines of random games are played into one tree from its start, and moves are cut."""
    for seed in range(4):
        chance = random.Random(seed)
        lines = [python_chess.played(number, 12).move_stack for number in range(6)]
        lines += [[*line[:5], *other[5:]] for line in lines for other in lines]
        record, game = aofref.new("chess").play(lines[0][0].uci()), chess.pgn.Game()
        game.add_variation(lines[0][0])
        for line in lines:
            node: chess.pgn.GameNode = game
            for at, move in enumerate(line):
                if move not in node.board().legal_moves or (line[0] != lines[0][0]):
                    line = line[:at]
                    break
                node = (
                    node.variation(move) if node.has_variation(move) else node.add_variation(move)
                )
            if len(line) > 1:
                record = record.node(1).play(*[move.uci() for move in line[1:]])
        assert tree(record.node(1)) == theirs(game.variations[0])
        for _ in range(3):
            ours, other = record.node(1), game.variations[0]
            for _ in range(chance.randrange(1, 6)):
                if not other.variations:
                    break
                at = chance.randrange(len(other.variations))
                other = other.variations[at]
                ours = followers(ours)[at]
            if other.parent is not game and other.parent is not None:
                other.parent.remove_variation(other)
                record = ours.cut()
            assert tree(record.node(1)) == theirs(game.variations[0])


def followers(node: Node) -> list[Node]:
    """List the plies that follow a ply, in order."""
    found = [one for one in every(node._record) if one.parent == node]
    return sorted(found, key=lambda one: one.index)


def every(record: Record) -> list[Node]:
    """List all plies of a record, those of variations, too."""
    found, lines = list[Node](), [record.mainline()]
    while lines:
        for node in lines.pop():
            found.append(node)
            lines += node.variations
    return found


Tree = tuple[str, list["Tree"]]


def tree(node: Node) -> Tree:
    return node.before.write(node.lan, "uci"), [tree(one) for one in followers(node)]


def theirs(node: chess.pgn.ChildNode) -> Tree:
    return node.move.uci(), [theirs(one) for one in node.variations]

"""What the pieces of a board attack, beside the captures of each game."""

from __future__ import annotations

import random

import pytest

import aofref
from aofref import games
from aofref.rules.moves import destinations
from aofref.rules.position import CorePosition

CHESS = aofref.variant("chess")


GAMES = [*games.IDS, "capablanca", "glinski", "parton", "raumschach"]


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_attacks_where_it_could_capture_an_enemy(name: str) -> None:
    """With an enemy put on the cell, the captures there are generated, check apart."""
    rng, position = random.Random(name), aofref.variant(name).start()
    for _ in range(3):
        for _ in range(20):
            if position.end is None:
                position = position.push(rng.choice(position.legal_moves()))
        board, core = position.board(), position._core
        of = core.game
        for cell in rng.sample(range(len(core.board)), 10):
            wanted = []
            for army in of.armies:
                enemy = of.piece(of.others[army][0], of.lively[-1] % len(of.types))
                held = CorePosition(
                    of, core.board[:cell] + bytes((enemy,)) + core.board[cell + 1 :], army
                )
                own = held.cells_of(army)
                wanted += [of.board.names[at] for at in own if cell in destinations(held, at)]
            attackers = board.attackers(of.board.names[cell])
            order = [of.letters.index(at.army) for at in attackers]
            assert order == sorted(order)
            assert sorted(at.cell for at in attackers) == sorted(wanted)
            (shown,) = position.attackers(of.board.names[cell])
            alone = position.board()  # which looks at this cell alone
            assert sorted(alone.attackers(of.board.names[cell])) == sorted(attackers)
            for letter in of.letters:
                attacked = letter in {at.army for at in attackers}
                assert alone.is_attacked(of.board.names[cell], by=letter) is attacked
            known = [attack.piece for attack in shown.attackers + shown.guards]
            assert sorted(known) == sorted(attackers)


def test_who_attacks_a_cell() -> None:
    """A Rook attacks a Pawn and guards a King; a Pawn guards, and a pin does not matter."""
    board = CHESS.position("W:Ke1;Pd4;Ra4/B:Kh4;Nf5 W - 1").board()
    assert [str(at) for at in board.attackers("d4")] == ["W:Ra4", "B:Nf5"]
    assert board.attackers("e5") == (aofref.Piece("W", "P", "Pawn", "d4"),)
    assert board.is_attacked("d4", by="B") and board.is_attacked("D4", by="white")
    assert not board.is_attacked("e5", by="B") and not board.attackers("a8")[1:]
    board.push("d5")
    assert [str(at) for at in board.attackers("h4")] == ["W:Ra4", "B:Nf5"]
    assert [str(at) for at in board.attackers("d5")] == []
    board.pop()
    assert [str(at) for at in board.attackers("d4")] == ["W:Ra4", "B:Nf5"]


def test_a_move_gives_check_to_any_army() -> None:
    """As the events of the move have it: of the army that moves, whoever else gives check."""
    game = aofref.variant("aof2")
    position = game.position("E:Kgd3/I:Kdb2;Rid4/J:Kjb1/P:Kjh3;Rgd5 I - 1")
    board, found = position.board(), {False: 0, True: 0}
    for move in board.legal_moves():
        events = position.push(move).events
        gives = any(event.type == "check" and "I" in event.by for event in events)
        assert board.gives_check(move) is board.gives_check(move.lan) is gives
        found[gives] += 1
    assert found[True] == 2 and found[False] > 2
    assert board.position() == position
    with pytest.raises(aofref.IllegalMove):
        board.gives_check("Rid4-db4")

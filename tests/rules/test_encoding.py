"""The numbers of pieces: army, type and state."""

import pytest

from aofref.notation import positions
from aofref.rules.compiled_variant import MAY_CASTLE, PLAIN, STEPPED
from tests.helpers import game, given


@pytest.mark.parametrize(
    ("name", "rulings", "pieces"),
    [
        ("aof6", (), 4 * 32 + 4),  # a Pawn on another's cell
        ("aof6", ("aof6-double=any",), 4 * 32),
        ("heathen-europe", (), 2 * 7 + 2 * 6),  # a Pawn owes up to six moves
        ("chess", (), 2 * 6 + 2),  # a Rook that may castle
        ("aof2", (), 4 * 18),
    ],
)
def test_how_many_pieces_a_game_tells_apart(
    name: str, rulings: tuple[str, ...], pieces: int
) -> None:
    of = game(name, *rulings)
    assert len(of.army_of) - 1 == pieces
    for piece in range(1, pieces + 1):
        assert of.in_state(of.plain[piece], of.state_of[piece]) == piece
        assert piece in of.alike[of.plain[piece]] == of.alike[piece]
        assert (of.state_of[piece] == PLAIN) is (piece not in of.in_a_state)


@pytest.mark.parametrize(
    ("name", "line", "states"),
    [
        ("heathen-europe", "W:Kca1;Pac3^6,ac4/B:Kcf6 W - 1", {"ac3": 6, "ac4": PLAIN}),
        ("aof6", "C:Ked3;PNth2^0,th4/I:Kom3/M:Kkj3/N:Kta3 M - 1", {"th2": STEPPED, "th4": PLAIN}),
        ("chess", "W:Ke1;Ra1^0,h1/B:Kb8 W - 1", {"a1": PLAIN, "h1": MAY_CASTLE, "e1": PLAIN}),
        ("chess", "W:Ke1^0;Ra1,h1/B:Kb8 W - 1", {"a1": PLAIN, "h1": PLAIN, "e1": PLAIN}),
    ],
)
def test_a_position_line_has_the_states_of_pieces(
    name: str, line: str, states: dict[str, int]
) -> None:
    of = game(name)
    position = given(of, line)
    assert {cell: of.state_of[position.board[of.board.number[cell]]] for cell in states} == states
    assert positions.write(position) == line

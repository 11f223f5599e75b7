"""Values: nobody can change one, equal ones mean the same, any may be pickled; positions are, too."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Sequence
from types import MappingProxyType, SimpleNamespace
from typing import Any, ClassVar

import pytest

import aofref
from aofref import rules
from aofref.games import IDS, find
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.events import Event, Reason
from aofref.rules.position import NOBODY, CoreMove, CorePosition
from aofref.values import FrozenMapping, Value
from tests.helpers import game, given, play_at_random
from tests.judging import ENDING
from tools import reference

AOF2 = game("aof2")


class Point(Value):
    """A value as the modules define them."""

    x: int
    y: int = 7
    name: str = ""


class OnGrid(Point):
    """A value with the fields of another, and no others."""

    size: ClassVar[int] = 3


class Empty(Value):
    """A value without fields."""


def test_a_value_is_made_of_its_fields() -> None:
    point = Point(1, name="a")
    assert (point.x, point.y, point.name) == (1, 7, "a")
    assert Point(1, 7, "a") == Point(y=7, x=1, name="a") == point and tuple(point) == (1, 7, "a")
    assert hash(Point(1, 7, "a")) == hash(point) and point != Point(2, 7, "a")
    assert repr(point) == "Point(x=1, name='a')" and repr(Empty()) == "Empty()"
    assert point._asdict() == {"x": 1, "y": 7, "name": "a"}
    assert point._replace(y=2) == Point(1, 2, "a")
    assert OnGrid(4)._fields == ("x", "y", "name") and OnGrid(4).y == 7
    match point:
        case Point(1, y, name="a"):
            assert y == 7
        case _:
            raise AssertionError(point)


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, 2, "a", 4), {}), ((1,), {"z": 3}), ((1, 2), {"x": 3}), ((), {"y": 3})],
)
def test_a_value_with_too_few_or_too_many_fields(
    values: tuple[object, ...], named: dict[str, object]
) -> None:
    with pytest.raises(TypeError, match="Point"):
        Value.__new__(Point, *values, **named)


def test_nobody_changes_a_value() -> None:
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        point.other = 2  # type: ignore[attr-defined]
    assert point == Point(1)


@pytest.mark.parametrize("value", [Point(1), OnGrid(1, 2), Empty()])
def test_a_value_is_pickled_and_copied(value: Value) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert again == value and type(again) is type(value)


OWING = "W:Kca1;Pab3^6/B:Kdf6 W - 1"


def sorts_of_positions() -> list[CorePosition]:
    """Give one of each way that positions come about."""
    of = game("aof2")
    first = turn.start(of)[0]
    moves = of.board.number
    quiet, _ = turn.apply(first, CoreMove(moves["ga4"], moves["fa4"]))
    return [
        first,
        quiet,
        turn.withdraw(first, 2, Reason.RESIGNS)[0],
        turn.skip(first),
        first.with_turn(3),
        given(game("heathen-europe"), OWING),
        pickle.loads(pickle.dumps(first)),
    ]


@pytest.mark.parametrize("position", sorts_of_positions(), ids=lambda one: str(one.turn))
def test_nobody_changes_what_a_position_holds(position: CorePosition) -> None:
    written = positions.write(position)
    with pytest.raises(AttributeError):
        position.other = 2  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        position.__dict__  # noqa: B018
    for watch in position.watches:
        assert isinstance(watch.lines, tuple) and isinstance(watch.exposed, tuple | range)
    assert positions.write(position) == written


@pytest.mark.parametrize("name", IDS)
def test_a_position_is_pickled_whole(name: str) -> None:
    of = game(name)
    for position, _ in play_at_random(of, f"pickled {name}", 60)[::12]:
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert again.game is of
        assert positions.write(again) == positions.write(position)
        assert again.royals == position.royals and again.cells_of(0) == position.cells_of(0)
        for new, kept in zip(again.watches, position.watches, strict=True):
            assert new.lines == kept.lines and new.attackers == kept.attackers
            assert (new.near, set(new.exposed)) == (kept.near, set(kept.exposed))
        assert copy.copy(position) == position


def test_a_finished_game_is_pickled_with_its_winners() -> None:
    of = game("sd2l-sling")
    over = turn.withdraw(turn.start(of)[0], 0, Reason.RESIGNS)[0]
    again = pickle.loads(pickle.dumps(over))
    assert (over.turn, over.winners) == (NOBODY, (1,)) and again == over
    assert again.winners == (1,)


def test_an_array_of_ones_own_is_pickled() -> None:
    of = game("aof2")
    other = positions.read_array(of, exchanged(of))
    first = turn.start(other)[0]
    again = pickle.loads(pickle.dumps(first))
    assert again == first and again.game.key == other.key and again.game.own_array


def exchanged(of: CompiledVariant) -> str:
    """Write the array of aof2 with the European Rook of ka4 and Knight of ja4 exchanged."""
    text = positions.write_placement(turn.array(of))
    assert "ka4" in text and "ja4" in text
    return text.replace("ka4", "??").replace("ja4", "ka4").replace("??", "ja4")


def test_equal_positions_mean_the_same() -> None:
    of = game("aof2")
    line = "E:Kjb5;Rka4/I:-/J:Kjb1;Aka1,kb1/P:- E - 41"
    one, other = given(of, line), given(of, line)
    assert one == other and one is not other and hash(one) == hash(other)
    assert len({one, other}) == 1
    advisory = given(game("aof2", "check=advisory"), line)
    assert advisory != one and len({one, advisory}) == 2
    both = ("check=advisory", "stalemate=move")
    variant = find("aof2")
    assert variant is not None
    assert given(compile_variant(variant, both), line) == given(
        compile_variant(variant, both[::-1]), line
    )
    assert one != line


def test_positions_of_two_games_are_never_equal() -> None:
    # The same board, armies and pieces: in one the Kings' Partners are others.
    line = "W:Kbg1/B:Kbg7 W - 1"
    sling, cohen = given(game("sd2l-sling"), line), given(game("sd2l-cohen"), line)
    same = cohen.board == sling.board and cohen.turn == sling.turn
    assert same and sling != cohen


def test_positions_under_two_arrays_are_never_equal() -> None:
    of = game("aof2")
    other = positions.read_array(of, exchanged(of))
    again = positions.read_array(of, positions.write_placement(turn.array(of)))
    line = "E:Kjb5;Rka4/I:-/J:Kjb1;Aka1,kb1/P:- E - 41"
    assert given(other, line) != given(of, line)
    assert given(again, line) == given(of, line)


# Compiled or not -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "is_compiled"), [("/lib/turn.cpython-311.so", True), ("/lib/turn.py", False)]
)
def test_the_rules_are_compiled_where_they_come_from_no_source(
    monkeypatch: pytest.MonkeyPatch, origin: str, is_compiled: bool
) -> None:
    def found(name: str, path: list[str]) -> SimpleNamespace | None:
        where = ("aofref.rules.turn", rules.__path__)
        return SimpleNamespace(origin=origin) if (name, path) == where else None

    monkeypatch.setattr("aofref.rules.PathFinder.find_spec", found)
    assert rules.compiled() is is_compiled


# Positions that differ -----------------------------------------------------------------------------

SLIP = "W:Kda6;Pab2^5/B:Kdd1;Pbe4^5 W - 4"


@pytest.mark.parametrize(
    "line",
    [
        "W:Kda6;Pab3^5/B:Kdd1;Pbe4^5 W - 4",
        "W:Kda6;Pab2^5/B:Kdd1;Pbe4^5 B - 4",
        "W:Kda6;Pab2^5/B:Kdd1;Pbe4^5 W - 5",
        "W:Kda6;Pab2^4/B:Kdd1;Pbe4^5 W - 4",
    ],
)
def test_positions_differ_in_whatever_their_lines_do(line: str) -> None:
    of = game("heathen-europe")
    assert given(of, SLIP) == given(of, SLIP) != given(of, line)


def test_positions_differ_in_their_rights() -> None:
    of = game("aof2")
    line = "E:Kjb5/I:Kdb2/J:Kkb1/P:Kjh3;Phe2 I {} 2"
    none, persian = (given(of, line.format(right)) for right in ("-", "hf2>he2"))
    assert none != persian


def test_a_position_shows_its_pieces() -> None:
    assert repr(given(game("aof2"), ENDING)) == (
        "Position({'jb5': 'EK', 'ka4': 'ER', 'db2': 'IK', 'ia4': 'IN', 'jb1': 'JK', 'jh3': 'PK'}, "
        "turn=0, round=1, passed=())"
    )


GA1, GD5 = (AOF2.board.number[cell] for cell in ("ga1", "gd5"))
ROOKS = [AOF2.piece(army, AOF2.kinds["R"]) for army in range(4)]
IN_WORDS: list[tuple[str, dict[str, object], list[tuple[int, int]], str]] = [
    ("aof2", {"type": "check", "army": "I", "by": ("E", "J")}, [(GD5, ROOKS[0]), (GA1, ROOKS[2])],
     "the Indian army is in check from E:Rgd5, J:Rga1"),
    ("aof2", {"type": "checkmate", "army": "P", "by": "I"}, [(GD5, ROOKS[1])],
     "the Persian army is checkmated by the Indian army, with I:Rgd5"),
    ("aof6", {"type": "removal", "army": "I", "reason": Reason.NO_QUEEN}, [],
     "the Indoisraeli army is removed: it has a King but no Queen"),
    ("aof2", {"type": "removal", "army": "I", "reason": Reason.RESIGNS}, [],
     "the Indian army resigns and is removed"),
    ("aof2", {"type": "removal", "army": "I", "reason": Reason.FORFEITS}, [],
     "the Indian army forfeits and is removed"),
    ("aof2", {"type": "promotion", "army": "E", "cell": "ba4", "from": "P", "to": "F"}, [],
     "the European army promotes its Pawn on ba4 to Ferz"),
    ("aof2", {"type": "en-passant", "army": "J", "cell": "ea4", "captured": "I"}, [],
     "the Jewish army takes a Pawn of the Indian army en passant on ea4"),
    ("aof2", {"type": "pass", "army": "J"}, [],
     "the Jewish army has no move that it may make, and passes"),
    ("sd2l-cohen", {"type": "stalemate", "army": "B"}, [], "Black is stalemated"),
    ("sd2l-cohen", {"type": "repetition", "count": 3}, [],
     "this position occurs for the 3rd time"),
    ("sd2l-cohen", {"type": "repetition", "count": 5}, [],
     "this position occurs for the 5th time"),
    ("aof2", {"type": "end", "result": "0-0-1-0"}, [],
     "the game is over: the Jewish army wins, 0-0-1-0"),
    ("aof2", {"type": "end", "result": "1/2-0-1/2-0"}, [],
     "the game is over: the European army and the Jewish army win jointly, 1/2-0-1/2-0"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "happened", "attackers", "words"), IN_WORDS)
def test_what_happens_in_words(
    name: str, happened: dict[str, object], attackers: list[tuple[int, int]], words: str
) -> None:
    event = Event(game(name), happened, tuple(attackers))
    assert str(event) == words == str(pickle.loads(pickle.dumps(event)))


# As users see them -----------------------------------------------------------------------------------


def test_a_mapping_that_never_changes_is_joined_with_others_as_a_mapping_proxy_is() -> None:
    armies = FrozenMapping({"W": "White", "B": "Black"})
    proxy = MappingProxyType(dict(armies))
    for other in ({"W": "Weiss", "X": "Xu"}, MappingProxyType({"X": "Xu"}), armies):
        for joined, known in ((armies | other, proxy | other), (other | armies, other | proxy)):
            assert joined == known and list(joined) == list(known) and type(joined) is dict
    with pytest.raises(TypeError, match="FrozenMapping"):
        armies | [("X", "Xu")]  # type: ignore[operator]
    with pytest.raises(TypeError, match="FrozenMapping"):
        [("X", "Xu")] | armies  # type: ignore[operator]
    assert armies == {"W": "White", "B": "Black"}


def test_a_mapping_that_never_changes_is_a_value() -> None:
    armies = FrozenMapping({"W": "White", "B": "Black"})
    assert json.dumps(dict(armies)) == '{"W": "White", "B": "Black"}'
    assert armies == dict(armies) == FrozenMapping({"B": "Black", "W": "White"})
    assert hash(armies) == hash(FrozenMapping({"B": "Black", "W": "White"}))
    assert repr(armies) == "FrozenMapping({'W': 'White', 'B': 'Black'})"
    for again in (copy.copy(armies), copy.deepcopy(armies), pickle.loads(pickle.dumps(armies))):
        assert again == armies and type(again) is FrozenMapping and list(again) == ["W", "B"]
    with pytest.raises(TypeError):
        armies["W"] = "Weiss"  # type: ignore[index]


def test_an_event_is_a_mapping_that_never_changes() -> None:
    event = Event(game("aof2"), {"type": "check", "army": "I", "by": ("E", "J")})
    assert event | {"ply": 3} == {"type": "check", "army": "I", "by": ("E", "J"), "ply": 3}
    assert {"ply": 3} | event == {"ply": 3, **event} and {**event} == event == dict(event)
    assert repr(event) == "Event({'type': 'check', 'army': 'I', 'by': ('E', 'J')})"
    for again in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
        assert again == event and str(again) == str(event) and hash(again) == hash(event)


def test_a_move_is_no_tuple() -> None:
    start = aofref.variant("chess").start()
    own = aofref.Move("W", "e2-e4", "P", "e2", "e4")
    for move in (start.move("e4"), start.legal_moves()[0], start.board().legal_moves()[0], own):
        assert not isinstance(move, tuple | Sequence) and move
        wrong: Any = move
        slips: list[Any] = [
            len,
            iter,
            tuple,
            lambda it: it[0],
            lambda it: it[:2],
            lambda it: "e2" in it,
        ]
        for slip in (*slips, lambda it: it + it, lambda it: it * 2):
            with pytest.raises(TypeError):
                slip(wrong)
        for name in ("index", "count", "_fields", "_asdict"):
            assert not hasattr(move, name)
        assert pickle.loads(pickle.dumps(move)) == copy.copy(move) == move
        assert hash(pickle.loads(pickle.dumps(move))) == hash(move)
    passed = aofref.Move("E", "--", captures=False)
    assert passed == aofref.Move(army="E", lan="--") and passed.promotion == ""
    match passed:
        case aofref.Move("E", lan):
            assert lan == "--"
    other: object = aofref.End("*", "abandoned", 3)
    assert other != passed
    public = {name for name in dir(own) if not name.startswith("_")}
    assert public == {*reference.members(aofref.Move)}


def test_values_show_what_is_meant() -> None:
    """They unpack as tuples, but `dir` lists what the reference does."""
    piece = aofref.Piece("E", "L", "Elf", "ha5")
    army, *_, cell = piece
    assert (army, cell) == ("E", "ha5")
    for of in (
        piece,
        aofref.Piece,
        aofref.End("1-0", "moves", 5),
        aofref.Place(1, 2),
        aofref.Finding,
    ):
        kind = of if isinstance(of, type) else type(of)
        shown = {name for name in dir(of) if not name.startswith("_")}
        assert shown - ({"count", "index"} if kind is aofref.Place else set()) == {
            *reference.members(kind)
        }


MATED = '[Variant "chess"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
STOPPED = '[Variant "chess"]\n\n1. f3 e5 2. Ra3 *\n'


def test_the_representation_of_a_value_is_short_and_tells_what_it_is() -> None:
    record, other = aofref.loads(MATED), aofref.loads(STOPPED)
    start, node = record.at(0), record.mainline()[-1]
    compared, (threat, _) = record.compare(other), node.after.threats()
    shown = {
        "<aofref.Record -:1>": record,
        "<aofref.Node 4 B:Qd8-h4#>": node,
        "<aofref.Move B:Qd8-h4>": node.move,
        "(<aofref.Move W:a2-a3>,)": start.legal_moves("a2")[:1],
        "<aofref.Piece W:Ke1>": start.piece_at("e1"),
        "End(result='0-1', by='moves', ply=4, armies=('W', 'B'))": record.end,
        "Event({'type': 'checkmate', 'army': 'W', 'by': 'B'})": node.events[1],
        "<aofref.Explanation e4: legal>": start.explain("e4"),
        "<aofref.Rules K King (chess): steps along orthogonals or diagonals; royal>": start.variant.rules(
            "K"
        ),
        "<aofref.KingThreat W:Ke1: attacked; at once>": threat,
        "<aofref.Attack B:Qh4 through g3 f2>": threat.attackers[0],
        "<aofref.Attackers W:Ke1: attacked by 1, guarded by 1>": node.after.attackers("e1")[0],
        "<aofref.Material W: 1 K, 1 Q, 2 R, 2 B, 2 N, 8 P; 16 in all>": start.material()[0],
        "<aofref.Difference f2: W:P, claimed nothing>": start.difference(record.at(1)),
        "<aofref.Comparison the records agree in 2 plies and differ in the next:>": compared,
        "Version(next=<aofref.Parting 3:13: g2-g4: legal>, more=2, rest=0)": compared.versions[0],
        "Added(record=<aofref.Record -:1>, played=1)": aofref.new("chess").add("e4"),
        "aofref.variant('chess')": start.variant,
        f"<aofref.Variants of {len(aofref.variants())}>": aofref.variants(),
    }
    assert {text: repr(value) for text, value in shown.items()} == {text: text for text in shown}
    assert repr(other.findings[0]).startswith("<aofref.Finding 3:13 unreachable W:R")
    for drawn in (node, start, start.board()):
        assert drawn._repr_svg_().startswith("<svg")
    assert node._repr_svg_() == node.after.svg()


def test_values_of_two_classes_are_not_equal() -> None:
    class One(Value):
        at: int

    class Other(Value):
        at: int

    one: object = One(1)
    assert one != Other(1) and one == One(1) == (1,) and one != One(2)
    assert len({one, One(1), Other(1)}) == 2


def test_the_members_of_enums_cannot_be_written() -> None:
    for member, name in ((aofref.Code.BLOCKED, "sentence"), (aofref.Severity.WARNING, "word")):
        with pytest.raises(AttributeError):
            setattr(member, name, "x")
    assert "occupied" in aofref.Code.BLOCKED.sentence

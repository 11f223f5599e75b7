"""Scenes: examples of a game's rules, each a position before and after; they are of the cases.

`scenes.txt` is made by `python -m tools.scenes`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import Refusal
from aofref.judge.analysis.examples import Example
from aofref.notation import moves, positions, results
from aofref.notation.records import Item, Kind, write_paragraph, write_tags
from aofref.notation.suffixes import suffix
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import TurnEvent
from aofref.rules.position import CoreMove, CorePosition, Setup
from aofref.text import own_text


class Scene(NamedTuple):
    """An example: what it is of, what it shows, the position before and after, and what happened.

    `move` led from one to the other, in LAN in `text_of_move`; where it is None the start of a turn
    did, or nothing.  `record` is the text of a record that shows it, whose last move it is.
    """

    topic: str
    text: str
    case: str
    before: CorePosition
    move: CoreMove | None
    text_of_move: str
    after: CorePosition
    events: tuple[TurnEvent, ...]
    record: str


class PlayedMove(NamedTuple):
    """A move of an example, with the position before and after it, and what it brought about."""

    before: CorePosition
    move: CoreMove
    after: CorePosition
    events: tuple[TurnEvent, ...]


def scenes(of: CompiledVariant) -> list[Scene]:
    """List the examples of a game; none of a game that nobody has chosen any for.

    They are of the usual rules: where a ruling forbids a move of one, it is left out.
    """
    scenes = []
    for paragraph in own_text(__name__, "scenes.txt").rstrip("\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in paragraph.split("\n"))
        if fields["case"].rpartition(".")[0] != of.variant.id:
            continue
        line = fields.get("position")
        setup = turn.array(of) if line is None else positions.read(of, line)
        assert isinstance(setup, Setup), fields["case"]
        before, move, written = turn.as_it_stands(setup), None, ""
        after, events = turn.begin(setup)
        plies: list[PlayedMove] = []
        for text in fields.get("moves", "").split():
            parsed = moves.parse(of, text)
            assert parsed is not None, text
            meant = moves.legal(after, parsed)
            if isinstance(meant, Refusal):
                break
            before, move, written = after, meant, _written(after, meant)
            after, events = turn.after(before, meant)
            plies.append(PlayedMove(before, meant, after, events))
        else:
            head = (fields["topic"], fields["text"], fields["case"])
            record = _record(line or "", after, plies)
            scenes.append(Scene(*head, before, move, written, after, events, record))
    return scenes


def _written(position: CorePosition, move: CoreMove) -> str:
    letter = position.game.letters[position.turn]
    text = moves.lan(position, move)
    return text if position.game.two_players else f"{letter}:{text}"


def played(topic: str, text: str, *plies: PlayedMove) -> Scene:
    """Show the last of these moves; its record begins with the first."""
    before, move, after, events = plies[-1]
    record = _record(positions.write(plies[0].before), after, plies)
    written = _written(before, move)
    return Scene(topic, text, "", before, move, written, after, events, record)


def play(example: Example) -> PlayedMove:
    """Play an example move."""
    before = example.position
    parsed = moves.parse(before.game, example.text)
    assert parsed is not None, example.text
    move = moves.legal(before, parsed)
    assert not isinstance(move, Refusal), example.text
    return PlayedMove(before, move, *turn.after(before, move))


def _record(line: str, last: CorePosition, plies: Sequence[PlayedMove]) -> str:
    """Write the record of moves from a position, from the game's array if there is no line."""
    game = last.game
    result = results.write(len(game.armies), last.winners)
    given = {"Rulings": " ".join(game.rulings), "Position": line}
    tags = [("Variant", game.variant.id), ("Result", result)]
    tags += [(name, value) for name, value in given.items() if value]
    items, last_round = [], 0
    for before, move, after, events in plies:
        number = f"{before.round}{'.' if before.turn == before.living[0] else '...'}"
        due = before.round != last_round
        text = _written(before, move) + suffix(after, events)
        items.append(Item(Kind.MOVE, text, number if due else ""))
        last_round = before.round
    return write_tags(tags) + write_paragraph([*items, Item(Kind.RESULT, result)])

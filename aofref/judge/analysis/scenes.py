"""Scenes: examples of a game's rules, each a position before and after; they are of the cases.

`scenes.txt` is made by `python -m tools.scenes`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import Refusal
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

    `move` led from one to the other; where it is None the start of a turn did, or nothing.
    `record` is the text of a record that shows it, whose last move it is.
    """

    topic: str
    text: str
    case: str
    before: CorePosition
    move: CoreMove | None
    after: CorePosition
    events: tuple[TurnEvent, ...]
    record: str

    @property
    def text_of_move(self) -> str:
        """The move in LAN, with its army where there are four."""
        return "" if self.move is None else moves.shown(self.before, self.move)


class PlayedMove(NamedTuple):
    """A move of an example, with the position before and after it, and what it brought about."""

    before: CorePosition
    move: CoreMove
    after: CorePosition
    events: tuple[TurnEvent, ...]


_Led = tuple[CorePosition, CoreMove | None, CorePosition, tuple[TurnEvent, ...]]


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
        shown: _Led = (turn.as_it_stands(setup), None, *turn.begin(setup))
        plies: list[PlayedMove] = []
        for text in fields.get("moves", "").split():
            parsed = moves.parse(of, text)
            assert parsed is not None, text
            meant = moves.legal(shown[2], parsed)
            if isinstance(meant, Refusal):
                break
            shown = play(shown[2], meant)
            plies.append(shown)
        else:
            record = _record(line or "", shown[2], plies)
            topic, shows, case = fields["topic"], fields["text"], fields["case"]
            scenes.append(Scene(topic, shows, case, *shown, record))
    return scenes


def played(topic: str, text: str, *plies: PlayedMove) -> Scene:
    """Show the last of these moves; its record begins with the first."""
    record = _record(positions.write(plies[0].before), plies[-1].after, plies)
    return Scene(topic, text, "", *plies[-1], record)


def play(before: CorePosition, move: CoreMove) -> PlayedMove:
    """Play a legal move of an example."""
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
        text = moves.shown(before, move) + suffix(after, events)
        items.append(Item(Kind.MOVE, text, number if due else ""))
        last_round = before.round
    return write_tags(tags) + write_paragraph([*items, Item(Kind.RESULT, result)])

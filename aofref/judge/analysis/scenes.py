"""Scenes: examples of a game's rules, each a position before and after; they are of the cases.

`scenes.txt` is made by `python -m tools.scenes`.
"""

from typing import NamedTuple

from aofref.findings import Refusal
from aofref.judge.analysis.examples import Example
from aofref.notation import moves, positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import TurnEvent
from aofref.rules.position import CoreMove, CorePosition, Setup
from aofref.text import own_text


class Scene(NamedTuple):
    """An example: what it is of, what it shows, the position before and after, and what happened.

    `move` led from one to the other, in LAN in `text_of_move`; where it is None the start of a turn
    did, or nothing.
    """

    topic: str
    text: str
    case: str
    before: CorePosition
    move: CoreMove | None
    text_of_move: str
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
        for text in fields.get("moves", "").split():
            parsed = moves.parse(of, text)
            assert parsed is not None, text
            meant = moves.legal(after, parsed)
            if isinstance(meant, Refusal):
                break
            before, move, written = after, meant, moves.lan(after, meant)
            written = written if of.two_players else f"{of.letters[after.turn]}:{written}"
            after, events = turn.after(before, meant)
        else:
            head = (fields["topic"], fields["text"], fields["case"])
            scenes.append(Scene(*head, before, move, written, after, events))
    return scenes


def played(example: Example, topic: str, text: str) -> Scene:
    """Play an example move."""
    before = example.position
    parsed = moves.parse(before.game, example.text)
    assert parsed is not None, example.text
    move = moves.legal(before, parsed)
    assert not isinstance(move, Refusal), example.text
    after, events = turn.after(before, move)
    return Scene(topic, text, "", before, move, example.text, after, events)

"""Game view: a game for a page: the tree of its plies, and the views of their positions."""

from collections.abc import Iterator

from aofref.judge.analysis.diagnosis import Diagnosis, diagnosis
from aofref.judge.analysis.view import (
    BoardView,
    board_view,
    departures,
    view_after_withdrawal,
    with_ending,
)
from aofref.judge.replay.line import Ply
from aofref.judge.replay.steps import Step
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import Kind
from aofref.rules.events import TurnEvent
from aofref.rules.position import NOBODY, CorePosition
from aofref.values import Value


class NodeView(Value):
    """A node: the start, or a ply with the position behind it and its events.

    `ply` is None at the start, `parent` the number of the node before it, or -1.
    """

    parent: int
    ply: Ply | None
    position: CorePosition
    events: tuple[TurnEvent, ...]
    main: bool


class GameView(Value):
    """A game tree for a page: `views` of the start and of every ply, in the order of the text.

    `items` are the displayed steps.
    """

    judged: Diagnosis
    views: tuple[NodeView, ...]
    items: tuple[Step, ...]

    @property
    def main(self) -> list[int]:
        """List the views of the main line, the start first."""
        return [number for number, view in enumerate(self.views) if view.main]

    @property
    def over(self) -> bool:
        """Whether nobody is to move at the end of the main line."""
        return self.shown(self.main[-1]).turn == NOBODY

    @property
    def unclosed(self) -> int:
        """Count the variations that are open at the end."""
        last = self.items[-1] if self.items else None
        return 0 if last is None else max(0, last.depth - (last.token.kind is Kind.CLOSE))

    def shown(self, number: int) -> BoardView:
        """Return the view of a node; that of the main line's last with how the game ended."""
        node, game = self.views[number], self.judged.replay.game
        ply, before = node.ply, self.views[node.parent].position
        if ply is not None and ply.move is None and game.two_players:
            seen = view_after_withdrawal(node.position, before)
        else:
            seen = board_view(node.position, None if ply is None else ply.move)
        seen = seen._replace(departures=departures(self._happened(number)))
        return with_ending(seen, self.judged.replay) if number == self.main[-1] else seen

    def _happened(self, number: int) -> tuple[TurnEvent, ...]:
        """Return the events on the way to a node."""
        found = tuple[TurnEvent, ...]()
        while number >= 0:
            found = self.views[number].events + found
            number = self.views[number].parent
        return found


def game_view(judged: Replay) -> GameView | None:
    """Make a view of every node of a record; None if it could not be opened."""
    if not judged.opened:
        return None
    items = (step for step in judged.steps if step.token.kind not in (Kind.NUMBER, Kind.ESCAPE))
    return GameView(diagnosis(judged), tuple(_views(judged)), tuple(items))


def _views(judged: Replay) -> Iterator[NodeView]:
    numbers = {-1: 0}
    yield NodeView(-1, None, judged.first, judged.opening, main=True)
    for place, step in enumerate(judged.steps):
        if step.ply is None or step.after is None:
            continue
        parent, numbers[place] = numbers[step.parent], len(numbers)
        yield NodeView(parent, step.ply, step.after, step.ply.events, not step.depth)

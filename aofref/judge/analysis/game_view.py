"""Game view: a game for a page: the tree of its plies, and the views of their positions."""

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
from aofref.rules.events import Event
from aofref.rules.position import NOBODY, CorePosition
from aofref.values import Value

_UNSEEN = (Kind.NUMBER, Kind.ESCAPE)


class NodeView(Value):
    """A node: the start, or a ply with its events.

    `ply` is None at the start, `parent` the number of the node before it, or -1.
    """

    parent: int
    ply: Ply | None
    events: tuple[Event, ...]

    @property
    def main(self) -> bool:
        """Whether it belongs to the main line."""
        return self.ply is None or not self.ply.depth


class GameView(Value):
    """A game tree for a page: `views` of the start and of every ply, in the order of the text."""

    judged: Replay
    views: tuple[NodeView, ...]

    @property
    def items(self) -> list[Step]:
        """List the displayed steps."""
        return [step for step in self.judged.steps if step.token.kind not in _UNSEEN]

    @property
    def main(self) -> list[int]:
        """List the views of the main line, the start first."""
        return [number for number, view in enumerate(self.views) if view.main]

    @property
    def over(self) -> bool:
        """Whether nobody is to move at the end of the main line."""
        return self.shown(self.main[-1]).turn == NOBODY

    def position(self, number: int) -> CorePosition:
        """Return the position at a node."""
        ply = self.views[number].ply
        return self.judged.after(-1 if ply is None else ply.token.ordinal, self.judged.steps)

    def shown(self, number: int) -> BoardView:
        """Return the view of a node; that of the main line's last with how the game ended."""
        node, game = self.views[number], self.judged.game
        ply, position = node.ply, self.position(number)
        if ply is not None and ply.move is None and game.two_players:
            seen = view_after_withdrawal(position, self.position(node.parent))
        else:
            seen = board_view(position, None if ply is None else ply.move)
        seen = seen._replace(departures=departures(self._happened(number)))
        return with_ending(seen, self.judged) if number == self.main[-1] else seen

    def _happened(self, number: int) -> tuple[Event, ...]:
        """Return the events on the way to a node."""
        found = tuple[Event, ...]()
        while number >= 0:
            found = self.views[number].events + found
            number = self.views[number].parent
        return found


def game_view(judged: Replay) -> GameView | None:
    """Make a view of every node of a record; None if it could not be opened."""
    if not judged.opened:
        return None
    views, numbers = [NodeView(-1, None, judged.opening)], {-1: 0}
    for ply in judged.steps:
        if isinstance(ply, Ply):
            numbers[ply.token.ordinal] = len(views)
            views.append(NodeView(numbers[ply.parent], ply, ply.events))
    return GameView(judged, tuple(views))

"""Node: a ply of a record, with the positions before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aofref.judge.replay.event import Event, named
from aofref.judge.replay.verdict import Replay
from aofref.library.values import Move, named_move
from aofref.notation.moves import san

if TYPE_CHECKING:
    from aofref.judge.replay.tree import TreeNode
    from aofref.library.position import Position
    from aofref.library.record import Record


@dataclass(frozen=True, slots=True, repr=False)
class Node:
    """A legal ply of a record, or a withdrawal, with the positions before and after it.

    Two are equal if they are the same ply of equal records.  Made by `Record.mainline`.
    """

    _number: int
    _record: Record

    @property
    def _node(self) -> TreeNode:
        return self._record._tree.nodes[self._number]

    @property
    def ply(self) -> int:
        """The number of the ply, from 1; a withdrawal has that of the ply before it."""
        return self._node.ply.number

    @property
    def round(self) -> int:
        """The round that it was played in."""
        return self._node.ply.round

    @property
    def army(self) -> str:
        """The letter of the army that moved or withdrew."""
        node = self._node
        return node.before.game.letters[node.ply.army]

    @property
    def text(self) -> str:
        """The move as the record has it."""
        return self._node.ply.token.text

    @property
    def lan(self) -> str:
        """The move in long notation, with its suffix, without its army; or the withdrawal."""
        return self._node.ply.lan + self._node.ply.suffix

    @property
    def san(self) -> str:
        """The move in short notation, likewise; in long if an illegal move was let stand."""
        node = self._node
        if node.ply.move is None or node.ply.stood:
            return self.lan
        return san(node.before, node.ply.move) + node.ply.suffix

    @property
    def move(self) -> Move | None:
        """The move; None for a withdrawal."""
        node = self._node
        return None if node.ply.move is None else named_move(node.before, node.ply.move)

    @property
    def before(self) -> Position:
        """The position in which it was played."""
        node, tree = self._node, self._record._tree
        assert isinstance(tree.judged, Replay)
        led = tree.judged.opening if node.parent < 0 else tree.nodes[node.parent].ply.events
        return self._record._position(node.before, led)

    @property
    def after(self) -> Position:
        """The position that it led to."""
        return self._record._position(self._node.after, self._node.ply.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """What it brought about, in order."""
        return named(self._node.before.game, self._node.ply.events)

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments after it."""
        return self._node.comments

    @property
    def opening_comments(self) -> tuple[str, ...]:
        """The comments before it, where it begins a variation."""
        return self._node.opening_comments

    @property
    def nags(self) -> tuple[str, ...]:
        """The marks after it as they are written: `!`, `$1`."""
        return self._node.nags

    @property
    def variations(self) -> tuple[tuple[Node, ...], ...]:
        """The lines that could have taken its place, each as its nodes in order."""
        tree = self._record._tree
        return tuple([self._record._nodes(tree.line(at)) for at in self._node.variations])

    def __repr__(self) -> str:
        return f"<aofref.Node {self.ply} {self.army}:{self.lan}>"

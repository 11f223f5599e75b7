"""The game tree: every legal ply of a record, its variations included, with its positions.

The nodes lie flat, in the order of the text, so that the depth of variations costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from aofref.judge.replay.driver import Fate, Step, replay
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged
from aofref.notation.records import Kind, ParsedRecord, Token
from aofref.rules.position import Position


class Node(NamedTuple):
    """A ply of the tree, the position before it and the one after.

    `comments` and `nags` stand behind it, `opening_comments` before it where it begins a
    variation.  `variations` are the first nodes of the lines that take its place, `parent` is the
    node that led to it, `next` the one that follows it on its own line (-1: none).  A variation
    before the first move, or behind one that was taken back, takes the place of no node.
    """

    parent: int
    ply: Ply
    before: Position
    after: Position
    comments: tuple[str, ...]
    nags: tuple[str, ...]
    opening_comments: tuple[str, ...]
    variations: tuple[int, ...]
    next: int


class Mark(Enum):
    """What an item of the list of moves is."""

    MOVE = auto()
    COMMENT = auto()
    NAG = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    TAKEN_BACK = auto()
    REFUSED = auto()
    BEHIND = auto()  # not judged, for a move before it was refused, or not to be read


class Item(NamedTuple):
    """An item of the list of moves: its text, its token, and the node of a move (-1: none)."""

    mark: Mark
    text: str
    token: int
    node: int


class GameTree(NamedTuple):
    """A record that was replayed, and its nodes; `comments` stand before the first move.

    `main` are the nodes of the main line, in order, `items` all that is written, in order.
    """

    found: Judged
    nodes: tuple[Node, ...]
    main: tuple[int, ...]
    comments: tuple[str, ...]
    items: tuple[Item, ...]

    def line(self, at: int) -> Iterator[int]:
        """Go through the nodes of a line from the node `at` on; of none, if that is -1."""
        return _line(self.nodes, at)


def _line(nodes: Sequence[Node], at: int) -> Iterator[int]:
    while at >= 0:
        yield at
        at = nodes[at].next


def game_tree(record: ParsedRecord, setting: Setting | None = None) -> GameTree:
    """Replay a record and give its tree: what is legal of its main line and of its variations."""
    planter = _Planter()
    found = replay(record, setting, planter.take)
    nodes = tuple([growing.grown() for growing in planter.nodes])
    main = tuple(_line(nodes, planter.first))
    comments = tuple(planter.lines[0].comments)
    return GameTree(found, nodes, main, comments, tuple(planter.items))


class _Growing:
    """A node while what belongs to it comes in."""

    __slots__ = (
        *("parent", "ply", "before", "after", "opening_comments", "comments", "nags"),
        *("variations", "next"),
    )

    def __init__(self, parent: int, ply: Ply, before: Position, after: Position) -> None:
        self.parent, self.ply, self.before, self.after = parent, ply, before, after
        self.opening_comments: tuple[str, ...] = ()
        self.comments: list[str] = []
        self.nags: list[str] = []
        self.variations: list[int] = []
        self.next = -1

    def grown(self) -> Node:
        """Return the node, now that all is known."""
        return Node(
            self.parent,
            self.ply,
            self.before,
            self.after,
            tuple(self.comments),
            tuple(self.nags),
            self.opening_comments,
            tuple(self.variations),
            self.next,
        )


class _Growth:
    """A line that is being read: the node that it takes the place of, and its last (-1: none).

    `start` is the node that it follows (-1: the start of the game), `origin` the one that its last
    move followed, which a variation opened now would follow too.  `replaced` is the node that this
    variation would take the place of.  `comments` are those before its first node; `ended` says
    that a move of it was refused.
    """

    __slots__ = ("comments", "ended", "instead_of", "last", "origin", "replaced", "start")

    def __init__(self, instead_of: int = -1, start: int = -1, *, ended: bool = False) -> None:
        self.instead_of, self.start, self.origin = instead_of, start, start
        self.last = self.replaced = -1
        self.comments: list[str] = []
        self.ended = ended

    @property
    def here(self) -> int:
        """The node that the next move follows."""
        return self.last if self.last >= 0 else self.start


_MARKS = {
    Kind.OPEN: Mark.OPEN,
    Kind.CLOSE: Mark.CLOSE,
    Kind.COMMENT: Mark.COMMENT,
    Kind.NAG: Mark.NAG,
    Kind.RESULT: Mark.RESULT,
    Kind.BAD: Mark.BEHIND,
}
"""What tokens are in the list of moves; the others do not stand in it."""


class _Planter:
    """Listens to a replay; a line for each variation that is open, the main line first."""

    def __init__(self) -> None:
        self.nodes: list[_Growing] = []
        self.items: list[Item] = []
        self.lines = [_Growth()]
        self.first = -1

    def take(self, step: Step) -> None:
        """Take the next token, with what came of it."""
        token, here = step.token, self.lines[-1]
        if token.kind is Kind.MOVE:
            self._move(step, here)
            return
        if token.kind in _MARKS:
            self._add(_MARKS[token.kind], token)
        if token.kind is Kind.OPEN:
            self.lines.append(_Growth(here.replaced, here.origin, ended=here.ended))
        elif token.kind is Kind.CLOSE and len(self.lines) > 1:
            self.lines.pop()
        elif here.ended:
            return
        elif token.kind is Kind.COMMENT:
            comments = self.nodes[here.last].comments if here.last >= 0 else here.comments
            comments.append(token.text)
        elif token.kind is Kind.NAG and here.last >= 0:
            self.nodes[here.last].nags.append(token.text)

    def _add(self, mark: Mark, token: Token, node: int = -1) -> None:
        self.items.append(Item(mark, token.text, token.ordinal, node))

    def _move(self, step: Step, here: _Growth) -> None:
        if here.ended or step.fate is Fate.BEHIND:
            here.ended = True
            self._add(Mark.BEHIND, step.token)
        elif step.ply is not None and step.before is not None and step.after is not None:
            self._add(Mark.MOVE, step.token, len(self.nodes))
            self._grow(_Growing(here.here, step.ply, step.before, step.after), here)
        elif step.fate is Fate.TAKEN_BACK:
            self._add(Mark.TAKEN_BACK, step.token)
            here.origin, here.replaced = here.here, -1
        else:
            self._add(Mark.REFUSED, step.token)
            here.ended = True

    def _grow(self, node: _Growing, here: _Growth) -> None:
        """Let the line have a node more."""
        number = len(self.nodes)
        self.nodes.append(node)
        if here.last >= 0:
            self.nodes[here.last].next = number
        elif len(self.lines) == 1:
            self.first = number
        else:
            node.opening_comments = tuple(here.comments)
            if here.instead_of >= 0:
                self.nodes[here.instead_of].variations.append(number)
        here.origin = here.here
        here.last = here.replaced = number

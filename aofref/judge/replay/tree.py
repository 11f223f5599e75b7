"""The game tree: every legal ply of a record, its variations included, with its positions.

The nodes lie flat, in the order of the text, so that the depth of variations costs nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from aofref.judge.replay.driver import Fate, TokenFate, replay
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged
from aofref.notation.records import Kind, ParsedRecord, Token
from aofref.rules.position import CorePosition


class TreeNode(NamedTuple):
    """A ply of the tree, the position before it and the one after.

    `comments` and `nags` stand behind it, `opening_comments` before it where it begins a
    variation.  `variations` are the first nodes of the lines that take its place, `parent` is the
    node that led to it, `next` the one that follows it on its own line (-1: none).  A variation
    before the first move, or behind one that was taken back, takes the place of no node.
    """

    parent: int
    ply: Ply
    before: CorePosition
    after: CorePosition
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


class TreeItem(NamedTuple):
    """An item of the list of moves: its text, its token, and the node of a move (-1: none)."""

    mark: Mark
    text: str
    token: int
    node: int


class GameTree(NamedTuple):
    """A record that was replayed, and its nodes; `comments` stand before the first move.

    `main` are the nodes of the main line, in order, `items` all that is written, in order.
    """

    judged: Judged
    nodes: tuple[TreeNode, ...]
    main: tuple[int, ...]
    comments: tuple[str, ...]
    items: tuple[TreeItem, ...]

    def line(self, start: int) -> Iterator[int]:
        """Go through the nodes of a line from the node `start` on; of none, if that is -1."""
        while start >= 0:
            yield start
            start = self.nodes[start].next


def game_tree(record: ParsedRecord, setting: Setting | None = None) -> GameTree:
    """Replay a record into its tree: what is legal of its main line and of its variations."""
    builder = _TreeBuilder()
    judged = replay(record, setting, builder.take)
    nodes = tuple([node.built() for node in builder.nodes])
    comments, items = tuple(builder.lines[0].comments), tuple(builder.items)
    tree = GameTree(judged, nodes, (), comments, items)
    return tree._replace(main=tuple(tree.line(builder.first)))


@dataclass(slots=True)
class _NodeBuilder:
    """A node while what belongs to it comes in."""

    parent: int
    ply: Ply
    before: CorePosition
    after: CorePosition
    comments: list[str] = field(default_factory=list)
    nags: list[str] = field(default_factory=list)
    opening_comments: tuple[str, ...] = ()
    variations: list[int] = field(default_factory=list)
    next: int = -1

    def built(self) -> TreeNode:
        """Return the node, now that all is known."""
        return TreeNode(
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


@dataclass(slots=True)
class _OpenLine:
    """A line that is being read: the node that it takes the place of, and its last (-1: none).

    `start` is the node that it follows (-1: the start of the game), `origin` the one that its last
    move followed, which a variation opened now would follow too.  `replaced` is the node that this
    variation would take the place of.  `comments` are those before its first node; `ended` says
    that a move of it was refused.
    """

    instead_of: int = -1
    start: int = -1
    origin: int = -1
    ended: bool = False
    last: int = -1
    replaced: int = -1
    comments: list[str] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The node that the next move follows."""
        return self.last if self.last >= 0 else self.start


_MARKS = {  # the marks of the tokens that stand in the list of moves; the others do not
    Kind.OPEN: Mark.OPEN,
    Kind.CLOSE: Mark.CLOSE,
    Kind.COMMENT: Mark.COMMENT,
    Kind.NAG: Mark.NAG,
    Kind.RESULT: Mark.RESULT,
    Kind.BAD: Mark.BEHIND,
}


class _TreeBuilder:
    """Listens to a replay; a line for each variation that is open, the main line first."""

    def __init__(self) -> None:
        self.nodes: list[_NodeBuilder] = []
        self.items: list[TreeItem] = []
        self.lines = [_OpenLine()]
        self.first = -1

    def take(self, reported: TokenFate) -> None:
        """Add what came of the next token."""
        token, line = reported.token, self.lines[-1]
        if token.kind is Kind.MOVE:
            self._move(reported, line)
            return
        if token.kind in _MARKS:
            self._add(_MARKS[token.kind], token)
        if token.kind is Kind.OPEN:
            self.lines.append(_OpenLine(line.replaced, line.origin, line.origin, line.ended))
        elif token.kind is Kind.CLOSE and len(self.lines) > 1:
            self.lines.pop()
        elif line.ended:
            return
        elif token.kind is Kind.COMMENT:
            comments = self.nodes[line.last].comments if line.last >= 0 else line.comments
            comments.append(token.text)
        elif token.kind is Kind.NAG and line.last >= 0:
            self.nodes[line.last].nags.append(token.text)

    def _add(self, mark: Mark, token: Token, node: int = -1) -> None:
        self.items.append(TreeItem(mark, token.text, token.ordinal, node))

    def _move(self, reported: TokenFate, line: _OpenLine) -> None:
        token, fate = reported.token, reported.fate
        before, ply, after = reported.before, reported.ply, reported.after
        if line.ended or fate is Fate.BEHIND:
            line.ended = True
            self._add(Mark.BEHIND, token)
        elif ply is not None and before is not None and after is not None:
            self._add(Mark.MOVE, token, len(self.nodes))
            node, number = _NodeBuilder(line.end, ply, before, after), len(self.nodes)
            self.nodes.append(node)
            if line.last >= 0:
                self.nodes[line.last].next = number
            elif len(self.lines) == 1:
                self.first = number
            else:
                node.opening_comments = tuple(line.comments)
                if line.instead_of >= 0:
                    self.nodes[line.instead_of].variations.append(number)
            line.origin = line.end
            line.last = line.replaced = number
        elif fate is Fate.TAKEN_BACK:
            self._add(Mark.TAKEN_BACK, token)
            line.origin, line.replaced = line.end, -1
        else:
            self._add(Mark.REFUSED, token)
            line.ended = True

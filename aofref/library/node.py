"""Node: a ply of the tree of a record; and what a record and its nodes share."""

from __future__ import annotations

from collections.abc import Iterable
from threading import RLock
from typing import Any

from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.tree import GameTree, game_tree
from aofref.judge.replay.tree import Node as TreeNode
from aofref.judge.replay.verdict import Judged, Replay
from aofref.library import made
from aofref.library.position import Position
from aofref.library.values import Compared, Event, Lazy, Move
from aofref.library.variant import Variant
from aofref.notation import moves
from aofref.notation.records import Kind, RawRecord, read
from aofref.notation.records import Record as Written
from aofref.rules.events import Event as Happened
from aofref.rules.position import Position as Core


class Reading(Lazy):
    """The text of a record and how it is judged; it is read and replayed when that is asked for.

    A record and its nodes share one.  Two are equal if their records are.
    """

    __slots__ = ("_found", "_key", "_made", "_tokens", "_tree", "_variant", "raw", "setting")
    raw: RawRecord
    setting: Setting
    _made: tuple[Written, ...]

    def __init__(self, raw: RawRecord, setting: Setting, *built: Written) -> None:
        """Hold a text, and what was `built` of a record that is not read from one."""
        self._fill(_lock=RLock(), raw=raw, setting=setting, _made=built)

    @property
    def tokens(self) -> Written:
        """Give the tags and the tokens."""
        return self._once("_tokens", lambda: read(self.raw) if not self._made else self._made[0])

    @property
    def tree(self) -> GameTree:
        """Give the game tree."""
        return self._once("_tree", lambda: game_tree(self.tokens, self.setting))

    @property
    def found(self) -> Judged:
        """Give the verdict: of a replay without a tree, if `judged` was asked for one."""
        found: Judged | None = getattr(self, "_found", None)
        return self.tree.found if found is None else found

    def judged(self) -> Judged:
        """Give the verdict, if need be by a replay that keeps no positions."""
        if hasattr(self, "_tree"):
            return self.tree.found
        return self._once("_found", lambda: replay(self.tokens, self.setting))

    @property
    def variant(self) -> Variant | None:
        """Give the game; None if the record names none."""
        game = self.found.game
        return self._once("_variant", lambda: None if game is None else Variant(game))

    def position(self, core: Core, happened: tuple[Happened, ...]) -> Position:
        """Give a position of the record, which all have one Variant."""
        return Position(self.variant or Variant(core.game), core, happened)

    @property
    def key(self) -> bytes:
        """Give a digest of what is compared, so that nodes are compared as fast as records."""
        return self._once("_key", self._digest)

    def _digest(self) -> bytes:
        from hashlib import blake2b  # and with it OpenSSL

        written = self.tokens
        tags = [(tag.name, tag.value) for tag in written.tags]
        tokens = [
            (token.kind.name, token.text)
            for token in written.tokens
            if token.kind is not Kind.NUMBER
        ]
        unread = self.raw.text if written.findings else ""
        content = repr((tags, tokens, unread, self.setting))
        return blake2b(content.encode("utf-8")).digest()

    def _same(self) -> bytes:
        return self.key

    def __reduce__(self) -> tuple[Any, ...]:
        return Reading, (self.raw, self.setting, *self._made)


class Node(Compared):
    """A legal ply of a record, or a withdrawal, with the positions before and after it.

    Two are equal if they are the same ply of equal records.  Made by `Record.mainline`.
    """

    __slots__ = ("_node", "_number", "_reading")
    _reading: Reading
    _number: int
    _node: TreeNode

    def __init__(self, reading: Reading, number: int) -> None:
        """Hold what was read of its record, and its place in the tree."""
        self._fill(_reading=reading, _number=number, _node=reading.tree.nodes[number])

    @property
    def ply(self) -> int:
        """Give the number of the ply, from 1; a withdrawal has that of the ply before it."""
        return self._node.ply.number

    @property
    def round(self) -> int:
        """Give the round that it was played in."""
        return self._node.ply.round

    @property
    def army(self) -> str:
        """Give the letter of the army that moved or withdrew."""
        node = self._node
        return node.before.game.letters[node.ply.army]

    @property
    def text(self) -> str:
        """Give the move as the record has it."""
        return self._node.ply.token.text

    @property
    def lan(self) -> str:
        """Give the move in long notation, with its suffix, without its army; or the withdrawal."""
        return self._node.ply.lan + self._node.ply.suffix

    @property
    def san(self) -> str:
        """Give the move in short notation, likewise; in long if an illegal move was let stand."""
        node = self._node
        if node.ply.move is None or node.ply.stood:
            return self.lan
        return moves.san(node.before, node.ply.move) + node.ply.suffix

    @property
    def move(self) -> Move | None:
        """Give the move; None for a withdrawal."""
        node = self._node
        return None if node.ply.move is None else made.move(node.before, node.ply.move)

    @property
    def before(self) -> Position:
        """Give the position in which it was played."""
        node, tree = self._node, self._reading.tree
        assert isinstance(tree.found, Replay)
        led = tree.found.opening if node.parent < 0 else tree.nodes[node.parent].ply.events
        return self._reading.position(node.before, led)

    @property
    def after(self) -> Position:
        """Give the position that it led to."""
        return self._reading.position(self._node.after, self._node.ply.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """Give what it brought about, in order."""
        return made.events(self._node.before.game, self._node.ply.events)

    @property
    def comments(self) -> tuple[str, ...]:
        """Give the comments after it."""
        return self._node.comments

    @property
    def opening_comments(self) -> tuple[str, ...]:
        """Give the comments before it, where it begins a variation."""
        return self._node.opening_comments

    @property
    def nags(self) -> tuple[str, ...]:
        """Give the marks after it as they are written: `!`, `$1`."""
        return self._node.nags

    @property
    def variations(self) -> tuple[tuple[Node, ...], ...]:
        """Give the lines that could have taken its place, each as its nodes in order."""
        tree = self._reading.tree
        return tuple([nodes(self._reading, tree.line(at)) for at in self._node.variations])

    def _same(self) -> tuple[int, Reading]:
        return self._number, self._reading

    def __reduce__(self) -> tuple[Any, ...]:
        return Node, (self._reading, self._number)

    def __repr__(self) -> str:
        return f"<aofref.Node {self.ply} {self.army}:{self.lan}>"


def nodes(reading: Reading, numbers: Iterable[int]) -> tuple[Node, ...]:
    """Give nodes by their numbers."""
    return tuple([Node(reading, number) for number in numbers])

"""Record: a game as it was written down, judged when it is asked for; Node: a ply of its tree."""

from __future__ import annotations

from collections.abc import Iterable
from threading import RLock
from typing import Any

from aofref.findings import Finding as Found
from aofref.findings import Place
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.ending import ending
from aofref.judge.replay.offers import offers
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.tree import GameTree, game_tree
from aofref.judge.replay.tree import Node as TreeNode
from aofref.judge.replay.verdict import Replay, Unopened
from aofref.library import made
from aofref.library.position import Position
from aofref.library.values import (
    End,
    Event,
    Finding,
    Frozen,
    FrozenMapping,
    IllegalMove,
    Lazy,
    Move,
)
from aofref.library.variant import Variant
from aofref.notation import moves
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, RawRecord, read
from aofref.notation.records import Record as Written
from aofref.rules.events import Event as Happened
from aofref.rules.position import Position as Core

_START = Place(1, 1)
_COMMENT = Kind.COMMENT.name


class _Reading(Lazy):
    """The text of a record and how it is judged; it is read and replayed when that is asked for.

    A record and its nodes share one.  Two are equal if their records are.
    """

    __slots__ = ("_key", "_tokens", "_tree", "_variant", "raw", "setting")
    raw: RawRecord
    setting: Setting

    def __init__(self, raw: RawRecord, setting: Setting) -> None:
        self._fill(_lock=RLock(), raw=raw, setting=setting)

    @property
    def tokens(self) -> Written:
        """Give the tags and the tokens."""
        return self._once("_tokens", lambda: read(self.raw))

    @property
    def tree(self) -> GameTree:
        """Give the game tree."""
        return self._once("_tree", lambda: game_tree(self.tokens, self.setting))

    @property
    def variant(self) -> Variant | None:
        """Give the game; None if the record names none."""
        game = self.tree.found.game
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
            (_COMMENT if token.kind is Kind.LINE_COMMENT else token.kind.name, token.text)
            for token in written.tokens
            if token.kind is not Kind.NUMBER
        ]
        unread = self.raw.text if written.findings else ""
        content = repr((tags, tokens, unread, self.setting))
        return blake2b(content.encode("utf-8")).digest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Reading):
            return NotImplemented
        return self is other or self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Reading, (self.raw, self.setting)


class Record(Lazy):
    """A record: its tags, its moves, and the verdict on them.  Made by `read`, `loads` and `new`.

    It is replayed when something is first asked that needs it, and what was found is kept.  Two
    are equal if they say the same, tag by tag and token by token, and are judged by the same
    rulings; move numbers, line ends and where they were read from are not compared.

    `source` is the name of the file that it was read from (`-` for a file object without a name,
    empty for one of `loads`, `new` and `play`), `line` the number of its first line there, from 1.
    """

    __slots__ = ("_main", "_reading", "line", "source")
    source: str
    line: int
    _reading: _Reading

    def __init__(self, raw: RawRecord, setting: Setting, source: str = "") -> None:
        """Hold the text of one record, and how it is to be judged."""
        reading = _Reading(raw, setting)
        self._fill(_lock=RLock(), _reading=reading, source=source, line=raw.start.line)

    # What it says ------------------------------------------------------------------------------

    @property
    def tags(self) -> FrozenMapping[str]:
        """Give the tags by name, in order; of one that is given twice the first value."""
        found: dict[str, str] = {}
        for tag in self._reading.tokens.tags:
            found.setdefault(tag.name, tag.value)
        return FrozenMapping(found)

    @property
    def variant(self) -> Variant | None:
        """Give the game, with the rulings and the array of the record; None if it names no game."""
        return self._reading.variant

    @property
    def comments(self) -> tuple[str, ...]:
        """Give the comments before the first move."""
        return self._tree.comments

    # What became of it -------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Give `legal`, `illegal` or `malformed`."""
        return self._tree.found.status.value

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Give all that is wrong with it, warnings included, in the order of the text."""
        return tuple(made.finding(found) for found in self._tree.found.findings)

    @property
    def plies(self) -> int:
        """Count the legal plies of the main line; a withdrawal is none."""
        return self._tree.found.length

    @property
    def start(self) -> Position | None:
        """Give the position that it starts from; None if it could not be opened."""
        found = self._tree.found
        if isinstance(found, Unopened):
            return None
        return self._reading.position(found.first, found.opening)

    @property
    def position(self) -> Position | None:
        """Give the position after its last legal ply; None if it could not be opened."""
        found = self._tree.found
        if isinstance(found, Unopened):
            return None
        led = found.plies[-1].events if found.plies else found.opening
        return self._reading.position(found.last, led)

    @property
    def end(self) -> End | None:
        """Give how the game ended; None while it goes on."""
        found = ending(self._tree.found)
        return None if found is None else End(found.result, found.by, found.ply)

    @property
    def offers(self) -> tuple[str, ...]:
        """Give the letters of the armies whose offers of a draw stand."""
        return offers(self._tree.found)

    def mainline(self) -> tuple[Node, ...]:
        """Give the legal plies of the main line, withdrawals included, in order.

        It is made once; asking again costs nothing.
        """
        return self._once("_main", lambda: _nodes(self._reading, self._tree.main))

    def report(self, source: str = "", number: int = 1) -> dict[str, Any]:
        """Give the report as `aofref check --format json` does, as plain data."""
        from aofref.judge.analysis.diagnosis import diagnosed
        from aofref.report.json import record

        return record.record(diagnosed(self._tree.found), number, source or self.source or "-")

    # What is made of it ------------------------------------------------------------------------

    def play(self, *moves: str | Move) -> Record:
        """Give the record with moves added, each in any notation; raises IllegalMove.

        An army withdraws by `E:resigns`; it offers a draw, or agrees to one, by `E:draw`.  The
        record must be legal so far, and its game under way.  Moves are written in long notation,
        and so are those that were there.  Every call replays the whole record: give many moves at
        once rather than one by one.
        """
        from aofref.judge.edit.amend import concluded, continued

        found = self._tree.found
        if isinstance(found, Unopened) or found.errors:
            raise IllegalMove(made.finding(found.errors[0]))
        longer = continued(found, (made.text(move) for move in moves))
        if isinstance(longer, Found):
            raise IllegalMove(made.finding(longer))
        setting = self._reading.setting
        text = rewrite(concluded(longer, setting), setting, Notation.LAN).text
        return Record(RawRecord(text, _START), setting)

    def write(self, notation: str = "lan") -> str:
        """Write the record in `lan`, `san`, `coord`, `numeric` or `courier`, comments and all.

        What follows an illegal move stays in comments.  Raises ValueError for another notation, and
        for a record that cannot be read.
        """
        return self._written(made.notation(notation))

    def to_json(self) -> str:
        """Write the record as one line of JSON, which `loads` and `read` take.

        Raises ValueError for a record that cannot be read.
        """
        return self._written(None)

    def _written(self, to: Notation | None) -> str:
        text = self._rewritten(to)
        if not text:
            why = "; ".join(found.message for found in self.findings if not found.is_warning)
            raise ValueError(f"a record that cannot be read is not written: {why}")
        return text

    def _rewritten(self, to: Notation | None) -> str:
        return rewrite(self._reading.tokens, self._reading.setting, to).text

    # The rest ----------------------------------------------------------------------------------

    @property
    def _tree(self) -> GameTree:
        return self._reading.tree

    def __str__(self) -> str:
        """Write the record in long notation; one that cannot be read comes as it stands."""
        return self._rewritten(Notation.LAN) or self._reading.raw.text

    def __repr__(self) -> str:
        return f"<aofref.Record {self.source or '-'}:{self.line}>"

    def __eq__(self, other: object) -> bool:
        return self._reading == other._reading if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._reading)

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self._reading.raw, self._reading.setting, self.source)


class Node(Frozen):
    """A legal ply of a record, or a withdrawal, with the positions before and after it.

    Two are equal if they are the same ply of equal records.  Made by `Record.mainline`.
    """

    __slots__ = ("_node", "_number", "_reading")
    _reading: _Reading
    _number: int
    _node: TreeNode

    def __init__(self, reading: _Reading, number: int) -> None:
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
        """Give the move in short notation, likewise; in long if it is illegal and was let stand."""
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
        """Give the comments behind it."""
        return self._node.comments

    @property
    def opening_comments(self) -> tuple[str, ...]:
        """Give the comments before it, where it begins a variation."""
        return self._node.opening_comments

    @property
    def nags(self) -> tuple[str, ...]:
        """Give the marks behind it as they are written: `!`, `$1`."""
        return self._node.nags

    @property
    def variations(self) -> tuple[tuple[Node, ...], ...]:
        """Give the lines that could have taken its place, each as its nodes in order."""
        tree = self._reading.tree
        return tuple([_nodes(self._reading, tree.line(at)) for at in self._node.variations])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._number == other._number and self._reading == other._reading

    def __hash__(self) -> int:
        return hash((self._number, self._reading))

    def __reduce__(self) -> tuple[Any, ...]:
        return Node, (self._reading, self._number)

    def __repr__(self) -> str:
        return f"<aofref.Node {self.ply} {self.army}:{self.lan}>"


def _nodes(reading: _Reading, numbers: Iterable[int]) -> tuple[Node, ...]:
    return tuple([Node(reading, number) for number in numbers])

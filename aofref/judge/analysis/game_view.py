"""Game view: a game tree as a page shows it: every board, and where its pieces could go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from aofref.findings import Finding
from aofref.judge.analysis.choices import NextMove, next_move
from aofref.judge.analysis.diagnosis import Diagnosis, diagnosis
from aofref.judge.analysis.view import BoardView, as_ended, board_view, left_standing
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.tree import GameTree, Item, game_tree
from aofref.judge.replay.verdict import Replay, Unopened
from aofref.notation.records import ParsedRecord
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import TurnEvent
from aofref.rules.generate import destinations, legal_moves
from aofref.rules.position import NOBODY, PASS, Position

Reach = Mapping[int, tuple[int, ...]]
"""Where the piece on a cell could go, check apart, on the turn of its army; by its cell."""


class NodeView(NamedTuple):
    """What is seen at a node; `ply` is None at the start, `parent` the view before (-1: none).

    `reach` holds the pieces whose reach is another than in the parent (all of them at the start),
    `exposing` where the army to move would leave its King in check.
    """

    parent: int
    ply: Ply | None
    board_view: BoardView
    events: tuple[TurnEvent, ...]
    reach: Reach
    exposing: Reach
    main: bool


class GameView(NamedTuple):
    """A game tree as it is seen: the start, then every node, so that node n is view n + 1.

    `findings` are those that belong to an item, by its place in `items`, `next_move` what may be
    played next, None once the game has ended.
    """

    judged: Diagnosis
    views: tuple[NodeView, ...]
    items: tuple[Item, ...]
    findings: Mapping[int, Finding]
    next_move: NextMove | None

    @property
    def main(self) -> list[int]:
        """List the views of the main line, the start first."""
        return [number for number, view in enumerate(self.views) if view.main]


def game_view(record: ParsedRecord, setting: Setting | None = None) -> GameView | None:
    """Replay a record and look at every node; None if it cannot be opened."""
    tree = game_tree(record, setting)
    if isinstance(tree.found, Unopened):
        return None
    found = tree.found
    views = list(_views(tree, found))
    last = max(number for number, view in enumerate(views) if view.main)
    views[last] = views[last]._replace(board_view=as_ended(views[last].board_view, found))
    return GameView(
        diagnosis(found),
        tuple(views),
        tree.items,
        _placed(tree.items, found),
        None if views[last].board_view.turn == NOBODY else next_move(found.last),
    )


def _placed(items: tuple[Item, ...], found: Replay) -> dict[int, Finding]:
    """Find the items that findings are about."""
    all_ = [*found.findings, *(decision.finding for decision in found.decisions)]
    by_token = {finding.token: finding for finding in all_ if finding.token >= 0}
    return {n: by_token[item.token] for n, item in enumerate(items) if item.token in by_token}


def _views(tree: GameTree, found: Replay) -> Iterator[NodeView]:
    """Look at the start, then at every node, from what was seen at the one before it."""
    reaches, first, main = _Reaches(found.game), found.first, set(tree.main)
    known = [reaches.reach(first, first, {})]
    shown, exposing = board_view(first), _exposing(first, known[0])
    yield NodeView(-1, None, shown, found.opening, known[0], exposing, True)
    for number, node in enumerate(tree.nodes):
        old = known[node.parent + 1]
        move, left = node.ply.move, node.ply.move is None and found.game.two_players
        shown = left_standing(node.after, node.before) if left else board_view(node.after, move)
        reach = old if left else reaches.reach(node.after, node.before, old)
        known.append(reach)
        yield NodeView(
            node.parent + 1,
            node.ply,
            shown,
            node.ply.events,
            {cell: ends for cell, ends in reach.items() if old.get(cell) != ends},
            _exposing(node.after, reach),
            number in main,
        )


def _exposing(position: Position, reach: Reach) -> dict[int, tuple[int, ...]]:
    """Return where pieces of the army to move could go, but would leave its King in check."""
    if position.turn == NOBODY:
        return {}
    game, found = position.game, {}
    legal: dict[int, set[int]] = {}
    for move in legal_moves(position):
        if move != PASS:
            legal.setdefault(move.origin, set()).add(move.destination)
    for cell, ends in reach.items():
        if game.army_of[position.board[cell]] == position.turn:
            wrong = tuple(end for end in ends if end not in legal.get(cell, ()))
            if wrong:
                found[cell] = wrong
    return found


class _Reaches:
    """Works out reaches, looking again only at pieces that a change bears on."""

    def __init__(self, game: CompiledVariant) -> None:
        self.game = game
        self.touched: dict[tuple[int, int], frozenset[int]] = {}

    def reach(self, now: Position, before: Position, known: Reach) -> dict[int, tuple[int, ...]]:
        """Return the reach of every piece of a position, `known` those of the position before."""
        pairs = enumerate(zip(before.board, now.board, strict=True))
        changed = {cell for cell, (was, stands) in pairs if was != stands}
        changed |= {right.cell for right in (*before.passed, *now.passed)}
        found = {}
        for cell, piece in enumerate(now.board):
            if not piece:
                continue
            old = known.get(cell)
            if old is None or cell in changed or not changed.isdisjoint(self._touched(piece, cell)):
                old = tuple(sorted(set(destinations(now, cell))))
            found[cell] = old
        return found

    def _touched(self, piece: int, cell: int) -> frozenset[int]:
        """List the cells that bear on where a piece goes."""
        found = self.touched.get((piece, cell))
        if found is None:
            cells = set()
            of = self.game.lines
            for table in (of.quiet(piece, cell), of.captures(piece, cell)):
                for end, lines in table.items():
                    cells.add(end)
                    for screen, path in lines:
                        cells.add(screen)
                        cells.update(path)
            found = self.touched[piece, cell] = frozenset(cells)
        return found

"""Film: a whole record as it is to be looked at, a frame a ply, variations and all, as values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from aofref.findings import Finding
from aofref.judge.desk import Judgement, judgement
from aofref.judge.line import Ply, step
from aofref.judge.opening import Setting
from aofref.judge.replay import Fate, Step, replay
from aofref.judge.scene import Scene, scene
from aofref.judge.verdict import Replay, Unopened
from aofref.notation.records import Kind, Record, Token
from aofref.rules.events import Event
from aofref.rules.generate import destinations, legal_moves
from aofref.rules.position import NOBODY, PASS, Position
from aofref.rules.tables import Tables

Reach = Mapping[int, tuple[int, ...]]
"""Where the piece on a cell could go, check apart and were it its army's turn; by its cell."""


class Frame(NamedTuple):
    """What is seen after a ply; frame 0 is the start, `parent` the frame before (-1: none).

    `ply` is None at the start.  `reach` holds the pieces whose reach is another than in the parent
    (all of them at the start), `exposing` where the army to move would leave its King in check.
    """

    parent: int
    ply: Ply | None
    scene: Scene
    events: tuple[Event, ...]
    reach: Reach
    exposing: Reach
    main: bool


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
    """An item of the list of moves: its text, and the frame that a move led to (-1: none)."""

    mark: Mark
    text: str
    frame: int


class Film(NamedTuple):
    """A record replayed: its frames, the order of what is written, and the judgement of it all.

    `findings` are those that belong to an item, by its place in `items`.
    """

    judged: Judgement
    frames: tuple[Frame, ...]
    items: tuple[Item, ...]
    findings: Mapping[int, Finding]

    @property
    def main(self) -> list[int]:
        """List the frames of the main line, the start first."""
        return [number for number, frame in enumerate(self.frames) if frame.main]


def film(record: Record, setting: Setting | None = None) -> Film | None:
    """Replay a record frame by frame; None if it names no game, or no position that can be read."""
    camera = _Camera()
    found = replay(record, setting, camera.take)
    if isinstance(found, Unopened):
        return None
    if not camera.frames:
        camera.begin(found.first)
    frames = list(camera.frames)
    frames[0] = frames[0]._replace(events=found.opening)
    return Film(judgement(found), tuple(frames), tuple(camera.items), _placed(camera, found))


def _placed(camera: _Camera, found: Replay) -> dict[int, Finding]:
    """Find the items that findings are about."""
    told = [*found.findings, *(decision.finding for decision in found.decisions)]
    by_token = {finding.token: finding for finding in told if finding.token >= 0}
    return {item: by_token[token] for item, token in enumerate(camera.tokens) if token in by_token}


class _Camera:
    """Takes the steps of a replay down; a level for each line of play that is open.

    A level holds the frame that its next move follows, and the one before its last move; None is a
    line that ends with a refused move.
    """

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.positions: list[Position] = []
        self.reaches: list[dict[int, tuple[int, ...]]] = []
        self.items: list[Item] = []
        self.tokens: list[int] = []
        self.levels: list[tuple[int, int] | None] = [(0, 0)]
        self.eyes: _Eyes | None = None

    def begin(self, first: Position) -> None:
        """Take the start."""
        self.eyes = _Eyes(first.game)
        reach = self.eyes.reach(first)
        self.positions.append(first)
        self.reaches.append(reach)
        self.frames.append(Frame(-1, None, scene(first), (), reach, _exposing(first, reach), True))

    def take(self, told: Step) -> None:
        """Take a step of the replay."""
        if not self.frames:
            if told.before is None:
                return
            self.begin(told.before)
        token, here = told.token, self.levels[-1]
        match token.kind:
            case Kind.MOVE:
                self._move(told, here)
            case Kind.OPEN:
                self._add(Mark.OPEN, token)
                self.levels.append((here[1], here[1]) if here else None)
            case Kind.CLOSE:
                self._add(Mark.CLOSE, token)
                if len(self.levels) > 1:
                    self.levels.pop()
            case Kind.COMMENT | Kind.LINE_COMMENT:
                self._add(Mark.COMMENT, token)
            case Kind.NAG:
                self._add(Mark.NAG, token)
            case Kind.RESULT:
                self._add(Mark.RESULT, token)
            case Kind.BAD:
                self._add(Mark.BEHIND, token)
            case _:
                pass

    def _add(self, mark: Mark, token: Token, frame: int = -1) -> None:
        self.items.append(Item(mark, token.text, frame))
        self.tokens.append(token.ordinal)

    def _move(self, told: Step, here: tuple[int, int] | None) -> None:
        token = told.token
        if here is None or told.fate is Fate.BEHIND:
            self._add(Mark.BEHIND, token)
        elif told.ply is not None:
            number = self._shoot(here[0], told.ply)
            self._add(Mark.MOVE, token, number)
            self.levels[-1] = (number, here[0])
        elif told.fate is Fate.TAKEN_BACK:
            self._add(Mark.TAKEN_BACK, token)
            self.levels[-1] = (here[0], here[0])
        else:
            self._add(Mark.REFUSED, token)
            self.levels[-1] = None

    def _shoot(self, parent: int, ply: Ply) -> int:
        """Take the frame after a ply."""
        assert self.eyes is not None
        before = self.positions[parent]
        after = step(before, ply)
        known = self.reaches[parent]
        reach = self.eyes.reach(after, before, known)
        news = {cell: ends for cell, ends in reach.items() if known.get(cell) != ends}
        self.positions.append(after)
        self.reaches.append(reach)
        self.frames.append(
            Frame(
                parent,
                ply,
                scene(after, ply.move),
                ply.events,
                news,
                _exposing(after, reach),
                len(self.levels) == 1,
            )
        )
        return len(self.frames) - 1


def _exposing(position: Position, reach: Reach) -> dict[int, tuple[int, ...]]:
    """Give where pieces of the army to move could go, but would leave its King in check."""
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


class _Eyes:
    """Works out reaches, looking again only at pieces that a change bears on."""

    def __init__(self, game: Tables) -> None:
        self.game = game
        self.touched: dict[tuple[int, int], frozenset[int]] = {}

    def reach(
        self,
        now: Position,
        before: Position | None = None,
        known: Reach | None = None,
    ) -> dict[int, tuple[int, ...]]:
        """Give the reach of every piece of a position, `known` those of the position before."""
        changed: set[int] = set()
        if before is not None:
            pairs = enumerate(zip(before.board, now.board, strict=True))
            changed = {cell for cell, (was, stands) in pairs if was != stands}
            changed |= {right.cell for right in (*before.passed, *now.passed)}
        found = {}
        for cell, piece in enumerate(now.board):
            if not piece:
                continue
            old = known.get(cell) if known is not None else None
            if old is None or cell in changed or not changed.isdisjoint(self._touched(piece, cell)):
                old = tuple(sorted(set(destinations(now, cell))))
            found[cell] = old
        return found

    def _touched(self, piece: int, cell: int) -> frozenset[int]:
        """Give the cells that bear on where a piece goes."""
        found = self.touched.get((piece, cell))
        if found is None:
            cells = set()
            for table in (
                self.game.quiet_lines(piece, cell),
                self.game.take_lines(piece, cell),
            ):
                for end, lines in table.items():
                    cells.add(end)
                    for screen, path in lines:
                        cells.add(screen)
                        cells.update(path)
            found = self.touched[piece, cell] = frozenset(cells)
        return found

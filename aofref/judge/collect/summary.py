"""Summary: what a list says of a record, and what records add up to: points and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from aofref import variants
from aofref.judge.replay.line import Ply, step
from aofref.judge.replay.verdict import Judged, Replay, Status, Unopened
from aofref.notation import moves, results
from aofref.rules.events import Checkmate, EnPassant, Promotion
from aofref.rules.position import NOBODY, Position

UNNAMED = "?"
"""Stands for a player whose name is not given."""
WHOLE = 12
"""A whole game, in the parts that `results.read` counts by."""


class Summary(NamedTuple):
    """What a list says of a record: where it is, who plays what, how far they have come.

    `players` pairs army letters with names, `?` for a name not given; without a game they are those
    of the tags that name an army of some game.  `turn` is `-` once there is a result; `result` is
    the one that the moves fixed, else the one that a legal record states.
    """

    source: str
    number: int
    line: int
    variant: str
    players: tuple[tuple[str, str], ...]
    plies: int
    turn: str
    result: str
    status: Status


def summary(found: Judged, number: int, source: str) -> Summary:
    """Sum up a replay."""
    result = outcome(found)
    return Summary(
        source,
        number,
        found.record.start.line,
        found.game.variant.id if found.game else "",
        players(found),
        found.length,
        _turn(found, result),
        result,
        found.status,
    )


def outcome(found: Judged) -> str:
    """Give the result of a game: fixed by its moves, or else stated by a record that is legal."""
    if found.result != results.OPEN or found.status is not Status.LEGAL:
        return found.result
    return found.claimed


def _turn(found: Judged, result: str) -> str:
    if isinstance(found, Unopened):
        return "?"
    over = result != results.OPEN or found.last.turn == NOBODY
    return "-" if over else found.game.letters[found.last.turn]


def players(found: Judged) -> tuple[tuple[str, str], ...]:
    """Pair the letters of the armies with the names of their players."""
    tags = found.record.values
    if found.game is not None:
        armies = found.game.variant.armies
        return tuple((army.letter, tags.get(army.name, "").strip() or UNNAMED) for army in armies)
    return tuple(
        (letter, tags[name]) for name, letter in _armies().items() if tags.get(name, "").strip()
    )


def _armies() -> dict[str, str]:
    """Give the letters of the armies of every game by their names."""
    games = [game for name in variants.IDS if (game := variants.find(name)) is not None]
    return {army.name: army.letter for game in games for army in game.armies}


def shares(of: Summary) -> tuple[int, ...]:
    """Give each player's share in twelfths, in the order of `players`; all 0 in an open game."""
    return results.read(len(of.players), of.result) or ()


def course(found: Judged) -> Iterator[tuple[Position, Ply]]:
    """Give every ply with the position that it was played in."""
    if isinstance(found, Unopened):
        return
    position = found.first
    for ply in found.plies:
        yield position, ply
        position = step(position, ply)


def in_san(found: Judged) -> tuple[str, ...]:
    """Write every ply in short notation, with its suffixes; in LAN what is no legal move."""
    return tuple(
        (ply.lan if ply.move is None or ply.stood else moves.san(before, ply.move)) + ply.suffix
        for before, ply in course(found)
    )


# Points -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Score:
    """What a player has: games that ended, points, games won alone and shared, games still open."""

    games: int = 0
    points: Fraction = Fraction(0)
    wins: int = 0
    shared: int = 0
    open: int = 0


class Table:
    """Points by player.  Only legal records count; `left_out` counts the others by status.

    A name is the same in any case and with any blanks; it is shown as it was met first.  Who is not
    named is not ranked.
    """

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.scores: dict[str, Score] = {}
        self.left_out: Counter[str] = Counter()

    def add(self, of: Summary) -> None:
        """Add a record; a player of several armies has the points of them all."""
        if of.status is not Status.LEGAL:
            self.left_out[of.status] += 1
            return
        mine: Counter[str] = Counter()
        for (_, name), share in zip(of.players, shares(of), strict=True):
            if name != UNNAMED:
                shown = " ".join(name.split())
                self.names.setdefault(shown.casefold(), shown)
                mine[shown.casefold()] += share
        for name, share in mine.items():
            self._add(self.scores.setdefault(name, Score()), share, of.result)

    def _add(self, score: Score, share: int, result: str) -> None:
        if result == results.OPEN:
            score.open += 1
            return
        score.games += 1
        score.points += Fraction(share, WHOLE)
        score.wins += share == WHOLE
        score.shared += 0 < share < WHOLE

    def ranking(self) -> list[tuple[str, Score]]:
        """List the players, the one with most points first; of equals the one with fewer games."""
        found = ((self.names[name], score) for name, score in self.scores.items())
        return sorted(found, key=lambda item: (-item[1].points, item[1].games, item[0]))


# Statistics -------------------------------------------------------------------------------------


class GameFacts(NamedTuple):
    """What a record adds to the statistics of its game; `opening` is its first round in LAN.

    `mates` are by the army that mated, `promotions` by army and new piece (`E:F`), `taken` by the
    army and code of the piece taken (`J:N`).
    """

    summary: Summary
    mates: tuple[str, ...] = ()
    promotions: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    opening: str = ""


def facts(found: Judged, number: int, source: str) -> GameFacts:
    """Gather what a record adds to the statistics."""
    of = summary(found, number, source)
    if isinstance(found, Unopened):
        return GameFacts(of)
    game = found.game
    mates, promotions = [], []
    for _, event in found.events():
        if isinstance(event, Checkmate):
            mates.append(game.letters[event.by])
        elif isinstance(event, Promotion):
            promotions.append(f"{game.letters[event.army]}:{game.codes[event.after]}")
    taken = tuple(name for before, ply in course(found) for name in captured(before, ply))
    return GameFacts(of, tuple(mates), tuple(promotions), taken, _opening(found))


def captured(before: Position, ply: Ply) -> list[str]:
    """Name what a ply took, as in `J:N`: at most a piece it went to and a Pawn in passing."""
    if ply.move is None or ply.move.destination < 0:
        return []
    game, target = before.game, before.board[ply.move.destination]
    found = [f"{game.letters[game.army_of[target]]}:{game.code(target)}"] if target else []
    pawn = game.pawn_code
    passed = [event for event in ply.events if isinstance(event, EnPassant)]
    return found + [f"{game.letters[event.captured]}:{pawn}" for event in passed]


def _opening(found: Replay) -> str:
    """Write the moves of the first round; nothing for a game that began from a given position."""
    if found.record.tag("Position") is not None:
        return ""
    return " ".join(ply.lan for ply in found.plies if ply.move is not None and ply.round == 1)


@dataclass(slots=True)
class Statistics:
    """What the records of one game add up to; `openings` counts whole first rounds."""

    games: int = 0
    plies: int = 0
    longest: int = 0
    status: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    mates: Counter[str] = field(default_factory=Counter)
    promotions: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    openings: Counter[str] = field(default_factory=Counter)

    def add(self, of: GameFacts) -> None:
        """Add a record: what came before its first illegal move, if there is one."""
        self.games += 1
        self.plies += of.summary.plies
        self.longest = max(self.longest, of.summary.plies)
        self.status[of.summary.status] += 1
        self.results[of.summary.result] += 1
        self.mates.update(of.mates)
        self.promotions.update(of.promotions)
        self.taken.update(of.taken)
        if of.opening:
            self.openings[of.opening] += 1

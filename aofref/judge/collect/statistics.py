"""Statistics: what the records of a game add up to."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from aofref.judge.collect.summary import Summary, captured, course, summary
from aofref.judge.replay.verdict import Judged, Unopened
from aofref.rules.events import Checkmate, Promotion


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


def facts(judged: Judged, number: int, source: str) -> GameFacts:
    """Gather what a record adds to the statistics."""
    sums = summary(judged, number, source, marked=True)
    if isinstance(judged, Unopened):
        return GameFacts(sums)
    game = judged.game
    mates, promotions = [], []
    for _, event in judged.events():
        if isinstance(event, Checkmate):
            mates.append(game.letters[event.by])
        elif isinstance(event, Promotion):
            promotions.append(f"{game.letters[event.army]}:{game.codes[event.after]}")
    taken = tuple(name for before, ply in course(judged) for name in captured(before, ply))
    opening = ""
    if judged.record.tag("Position") is None:  # a game from a given position has none
        moves = (ply.lan for ply in judged.plies if ply.move is not None and ply.round == 1)
        opening = " ".join(moves)
    return GameFacts(sums, tuple(mates), tuple(promotions), taken, opening)


@dataclass(slots=True)
class Statistics:
    """What the records of one game add up to; `openings` counts whole first rounds."""

    games: int = 0
    plies: int = 0
    longest: int = 0
    status: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    mates: Counter[str] = field(default_factory=Counter)
    promotions: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    openings: Counter[str] = field(default_factory=Counter)

    def add(self, facts: GameFacts) -> None:
        """Add a record: what came before its first illegal move, if there is one."""
        self.games += 1
        self.plies += facts.summary.plies
        self.longest = max(self.longest, facts.summary.plies)
        self.status[facts.summary.status] += 1
        self.results[facts.summary.result] += 1
        if facts.summary.end is not None:
            self.ends[facts.summary.end.by] += 1
        self.mates.update(facts.mates)
        self.promotions.update(facts.promotions)
        self.taken.update(facts.taken)
        if facts.opening:
            self.openings[facts.opening] += 1

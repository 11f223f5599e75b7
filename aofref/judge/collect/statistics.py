"""Statistics: what the records of a game add up to."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from aofref.judge.collect.summary import Summary, captured, course, summary
from aofref.judge.replay.verdict import Judged, Unopened
from aofref.rules.events import Checkmate, Promotion


class GameFacts(NamedTuple):
    """What a record adds to the statistics of its game: its summary, and what is counted of it.

    That is its `status`, its `results` and `ends`, one at most, `mates` by the army that mated,
    `promotions` by army and new piece (`E:F`), `taken` by the army and code of the piece taken
    (`J:N`), and as one of the `openings` its whole first round in LAN.
    """

    summary: Summary
    counted: dict[str, list[str]]


def facts(judged: Judged, number: int, source: str) -> GameFacts:
    """Gather what a record adds to the statistics."""
    sums = summary(judged, number, source, marked=True)
    counted = {"status": [str(sums.status)], "results": [sums.result]}
    counted["ends"] = [] if sums.end is None else [sums.end.by]
    if isinstance(judged, Unopened):
        return GameFacts(sums, counted)
    game, events = judged.game, [event for _, event in judged.events()]
    counted["mates"] = [game.letters[event.by] for event in events if isinstance(event, Checkmate)]
    counted["promotions"] = [
        f"{game.letters[event.army]}:{game.codes[event.after]}"
        for event in events
        if isinstance(event, Promotion)
    ]
    counted["taken"] = [name for before, ply in course(judged) for name in captured(before, ply)]
    first = [ply.lan for ply in judged.plies if ply.move is not None and ply.round == 1]
    given = judged.record.tag("Position") is not None  # a game from there has no first round
    counted["openings"] = [" ".join(first)] if first and not given else []
    return GameFacts(sums, counted)


@dataclass(slots=True)
class Statistics:
    """What the records of one game add up to; `counts` has what is counted of each, by its name."""

    games: int = 0
    plies: int = 0
    longest: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, facts: GameFacts) -> None:
        """Add a record: what came before its first illegal move, if there is one."""
        self.games += 1
        self.plies += facts.summary.plies
        self.longest = max(self.longest, facts.summary.plies)
        for name, values in facts.counted.items():
            self.counts[name].update(values)

"""Totals: what records add up to: statistics by game; points, who met whom, tie-breaks by player.

Sonneborn-Berger: for every opponent, a player's points from the games with that opponent, times the
opponent's points in the table.  With two players a game that is the score of that name; with four
armies a game counts for each of the three opponents.  Head-to-head is the sum of a player's points
from the games with each of those who are still tied with that player.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from aofref.judge.collect.summary import UNNAMED, Summary, captured, summary, with_positions
from aofref.judge.replay.ending import called
from aofref.judge.replay.verdict import Judged, Status, Unopened
from aofref.notation import results
from aofref.rules.events import Checkmate, Promotion
from aofref.text import folded_name, natural

WHOLE = 12  # a whole game, in the parts that `results.read` counts by
_NONE = Fraction(0)
GROUPS = ("Event", "Round", "Variant")  # the tags that tables can be divided by


class GameFacts(NamedTuple):
    """What a record adds to the statistics of its game: its summary, and what is counted of it.

    That is its `status`, its `results` and `ends`, one at most, these in the words of people as
    `endings`, `mates` by the army that mated,
    `promotions` by army and new piece (`E:F`), `taken` by the army and code of the piece taken
    (`J:N`), and as one of the `openings` its whole first round in LAN.
    """

    summary: Summary
    counted: dict[str, list[str]]


def facts(judged: Judged, number: int, source: str) -> GameFacts:
    """Gather what a record adds to the statistics."""
    sums = summary(judged, number, source, marked=True)
    counted = {"status": [str(sums.status)], "results": [sums.result]}
    end = sums.end
    counted["ends"] = [] if end is None else [end.by]
    counted["endings"] = [] if end is None else [called(end)]
    if isinstance(judged, Unopened):
        return GameFacts(sums, counted)
    game, events = judged.game, [event for _, event in judged.events()]
    counted["mates"] = [game.letters[event.by] for event in events if isinstance(event, Checkmate)]
    counted["promotions"] = [
        f"{game.letters[event.army]}:{game.codes[event.after]}"
        for event in events
        if isinstance(event, Promotion)
    ]
    counted["taken"] = [
        name for before, ply in with_positions(judged) for name in captured(before, ply)
    ]
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


@dataclass(slots=True)
class Met:
    """What a player has of the games with one opponent: how many ended, and the points."""

    games: int = 0
    points: Fraction = Fraction(0)


@dataclass(slots=True)
class Score:
    """What a player has: games that ended, points, games won alone and shared, games still open.

    `met` has the opponents, by their names in small letters.
    """

    name: str
    games: int = 0
    points: Fraction = Fraction(0)
    wins: int = 0
    shared: int = 0
    open: int = 0
    met: dict[str, Met] = field(default_factory=dict)


class Row(NamedTuple):
    """A line of a table: a player's score and tie-breaks, and what each player yielded.

    `against` has the players in the order of the table, None for the player's own place and for
    those not met; `head_to_head` is None for a player who is tied with nobody.
    """

    score: Score
    sonneborn_berger: Fraction
    head_to_head: Fraction | None
    against: tuple[Met | None, ...]


class Table:
    """Points by player, of legal records.

    Names that differ in case or blanks are one, shown as first met.  A player who is not named is
    neither ranked nor anybody's opponent.
    """

    def __init__(self) -> None:
        self.scores: dict[str, Score] = {}

    def add(self, summary: Summary) -> None:
        """Add a record; a player of several armies has the points of them all."""
        mine: Counter[str] = Counter()
        shares = results.read(len(summary.players), summary.result) or ()  # all 0 in an open game
        for (_, name), share in zip(summary.players, shares, strict=True):
            if name != UNNAMED:
                shown = " ".join(name.split())
                self.scores.setdefault(folded_name(name), Score(shown))
                mine[folded_name(name)] += share
        for name, share in mine.items():
            score = self.scores[name]
            if summary.result == results.OPEN:
                score.open += summary.end is None  # a game may end without a result, too
                continue
            score.games += 1
            score.points += Fraction(share, WHOLE)
            score.wins += share == WHOLE
            score.shared += 0 < share < WHOLE
            for other in mine.keys() - {name}:
                met = score.met.setdefault(other, Met())
                met.games += 1
                met.points += Fraction(share, WHOLE)

    def ranking(self) -> list[Row]:
        """List the players in order: points, fewer games, Sonneborn-Berger, head-to-head, name."""
        sums = {  # Sonneborn-Berger
            name: sum((met.points * self.scores[n].points for n, met in score.met.items()), _NONE)
            for name, score in self.scores.items()
        }

        def key(name: str) -> tuple[Fraction, int, Fraction]:
            score = self.scores[name]
            return -score.points, score.games, -sums[name]

        order: list[tuple[str, Fraction | None]] = []
        for _, tied in groupby(sorted(sums, key=key), key):
            order += self._untied(list(tied))
        names = [name for name, _ in order]
        return [
            Row(self.scores[name], sums[name], direct, tuple(map(self.scores[name].met.get, names)))
            for name, direct in order
        ]

    def _untied(self, names: list[str]) -> list[tuple[str, Fraction | None]]:
        if len(names) == 1:
            return [(names[0], None)]
        met = {name: self.scores[name].met for name in names}
        direct = {
            name: sum((met[name][other].points for other in names if other in met[name]), _NONE)
            for name in names
        }
        order = sorted(names, key=lambda name: (-direct[name], self.scores[name].name))
        return [(name, direct[name]) for name in order]


class Tables:
    """A table for each value of the tags `by`, some of `GROUPS`; a single one if `by` is empty.

    Only legal records count; `left_out` counts the others by status.
    """

    def __init__(self, by: tuple[str, ...] = ()) -> None:
        self.by = by
        self.left_out: Counter[str] = Counter()
        self._shown: dict[str, str] = {}
        self._tables: dict[tuple[str, ...], Table] = {} if by else {(): Table()}

    def add(self, summary: Summary) -> None:
        """Add a record to its table; values that differ in case or blanks are one, as first met."""
        if summary.status is not Status.LEGAL:
            self.left_out[summary.status] += 1
            return
        values = {"Event": summary.event, "Round": summary.round, "Variant": summary.variant}
        shown = [" ".join((values[name] or "").split()) or UNNAMED for name in self.by]
        key = tuple(self._shown.setdefault(folded_name(value), value) for value in shown)
        self._tables.setdefault(key, Table()).add(summary)

    def groups(self) -> list[tuple[dict[str, str], Table]]:
        """List the tables, each with the values that it is of; numbers are sorted as numbers."""
        tables = sorted(self._tables.items(), key=lambda item: list(map(natural, item[0])))
        return [(dict(zip(self.by, key, strict=True)), table) for key, table in tables]

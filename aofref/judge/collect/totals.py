"""Totals: statistics by game; points, crosstables and tie-breaks by player.

Sonneborn-Berger: for every opponent, a player's points from the games with that opponent, times the
opponent's points in the table.  In games of two this is the usual score; in games of four a game
counts for each of the three opponents.  Head-to-head: a player's points from the games with the
players who are still tied.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from aofref.judge.collect.summary import UNNAMED, Summary, captured, summary
from aofref.judge.replay.ending import called
from aofref.judge.replay.verdict import Replay, Status
from aofref.notation import results
from aofref.rules.turn import start
from aofref.text import folded_name, natural
from aofref.values import Value

_NONE = Fraction(0)
GROUPS = ("Event", "Round", "Variant")  # the tags that tables can be divided by


class GameFacts(Value):
    """The contribution of a record to the statistics of its game: its summary, and items to count.

    The keys of `counted` are `status`, `results`, `ends` and, in words, `endings`, each with one
    item at most; `mates` by army; `promotions` by army and new piece (`E:F`); `taken` by army and
    code of the captured piece (`J:N`); and `openings`, the first round in LAN.
    """

    summary: Summary
    counted: dict[str, list[str]]


def facts(judged: Replay, number: int, source: str) -> GameFacts:
    """Return the contribution of a record to the statistics."""
    sums = summary(judged, number, source, marked=True)
    counted = {"status": [str(sums.status)], "results": [sums.result]}
    end = sums.end
    counted["ends"] = [] if end is None else [end.by]
    counted["endings"] = [] if end is None else [called(end)]
    if not judged.opened:
        return GameFacts(sums, counted)
    events = [event for _, event in judged.events()]
    counted["mates"] = [event["by"] for event in events if event.type == "checkmate"]
    counted["promotions"] = [
        f"{event.army}:{event.to}" for event in events if event.type == "promotion"
    ]
    counted["taken"] = [name for before, ply in judged.moves() for name in captured(before, ply)]
    first = [ply.lan for ply in judged.plies if ply.move is not None and ply.round == 1]
    from_array = judged.first == start(judged.game)[0]  # else it has no first round
    counted["openings"] = [" ".join(first)] if first and from_array else []
    return GameFacts(sums, counted)


@dataclass(slots=True)
class Statistics:
    """The totals of the records of one game; `counts` has the counters of `GameFacts`."""

    games: int = 0
    plies: int = 0
    longest: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, facts: GameFacts) -> None:
        """Add a record, up to its first illegal move."""
        self.games += 1
        self.plies += facts.summary.plies
        self.longest = max(self.longest, facts.summary.plies)
        for name, values in facts.counted.items():
            self.counts[name].update(values)


@dataclass(slots=True)
class Opponent:
    """A player's games with one opponent: the number that ended, and the points."""

    games: int = 0
    points: Fraction = Fraction(0)


@dataclass(slots=True)
class Score:
    """A player's games that ended, points, games won alone and shared, games still open.

    `opponents` are keyed by folded names.
    """

    name: str
    games: int = 0
    points: Fraction = Fraction(0)
    wins: int = 0
    shared: int = 0
    open: int = 0
    opponents: dict[str, Opponent] = field(default_factory=dict)


class Row(Value):
    """A line of a table: a player's score and tie-breaks, and the games with each player.

    `against` has the players in the order of the table, None for the player's own place and for
    players not met.  `head_to_head` is None for a player without a tie.
    """

    score: Score
    sonneborn_berger: Fraction
    head_to_head: Fraction | None
    against: tuple[Opponent | None, ...]


class Table:
    """Points by player, of legal records.

    Names that differ in case or blanks are one player, shown by the first.  A player without a name
    is neither ranked nor an opponent.
    """

    def __init__(self) -> None:
        self.scores: dict[str, Score] = {}

    def add(self, summary: Summary) -> None:
        """Add a record; a player of several armies gets the points of all."""
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
            score.points += Fraction(share, results.WHOLE)
            score.wins += share == results.WHOLE
            score.shared += 0 < share < results.WHOLE
            for other in mine.keys() - {name}:
                opponent = score.opponents.setdefault(other, Opponent())
                opponent.games += 1
                opponent.points += Fraction(share, results.WHOLE)

    def ranking(self) -> list[Row]:
        """List the players in order: points, fewer games, Sonneborn-Berger, head-to-head, name."""
        sums = {  # Sonneborn-Berger
            name: sum(
                (each.points * self.scores[n].points for n, each in score.opponents.items()), _NONE
            )
            for name, score in self.scores.items()
        }

        def key(name: str) -> tuple[Fraction, int, Fraction]:
            score = self.scores[name]
            return -score.points, score.games, -sums[name]

        order: list[tuple[str, Fraction | None]] = []
        for _, tied in groupby(sorted(sums, key=key), key):
            order += self._untied(list(tied))
        names = [name for name, _ in order]
        rows = []
        for name, direct in order:
            against = tuple(map(self.scores[name].opponents.get, names))
            rows.append(Row(self.scores[name], sums[name], direct, against))
        return rows

    def _untied(self, names: list[str]) -> list[tuple[str, Fraction | None]]:
        if len(names) == 1:
            return [(names[0], None)]
        direct = {}
        for name in names:
            opponents = self.scores[name].opponents
            direct[name] = sum((opponents[n].points for n in names if n in opponents), _NONE)
        order = sorted(names, key=lambda name: (-direct[name], self.scores[name].name))
        return [(name, direct[name]) for name in order]


class Tables:
    """A table for each value of the tags `by`, some of `GROUPS`; a single one if `by` is empty.

    Only legal records are included; `left_out` counts the others by status.
    """

    def __init__(self, by: tuple[str, ...] = ()) -> None:
        self.by = by
        self.left_out: Counter[str] = Counter()
        self._shown: dict[str, str] = {}
        self._tables: dict[tuple[str, ...], Table] = {} if by else {(): Table()}

    def add(self, summary: Summary) -> None:
        """Add a record to its table; values that differ in case or blanks share a table."""
        if summary.status is not Status.LEGAL:
            self.left_out[summary.status] += 1
            return
        values = {"Event": summary.event, "Round": summary.round, "Variant": summary.variant}
        shown = [" ".join((values[name] or "").split()) or UNNAMED for name in self.by]
        key = tuple(self._shown.setdefault(folded_name(value), value) for value in shown)
        self._tables.setdefault(key, Table()).add(summary)

    def groups(self) -> list[tuple[dict[str, str], Table]]:
        """Return the tables with their values, in order; numbers are sorted as numbers."""
        tables = sorted(self._tables.items(), key=lambda item: list(map(natural, item[0])))
        return [(dict(zip(self.by, key, strict=True)), table) for key, table in tables]

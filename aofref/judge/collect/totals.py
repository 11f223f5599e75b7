"""Totals: statistics by game; points, crosstables and tie-breaks by player.

Sonneborn-Berger: for every opponent, a player's points from the games with that opponent, times the
opponent's points in the table.  In games of two this is the usual score; in games of four a game
counts for each of the three opponents.  Head-to-head: a player's points from the games with the
players who are still tied.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from aofref.judge.collect.summary import UNNAMED, Summary, captured, fault_in_words
from aofref.judge.replay.ending import called
from aofref.judge.replay.verdict import Replay, Status
from aofref.notation import results
from aofref.rules.turn import start
from aofref.text import folded_name, natural, on_one_line
from aofref.values import FrozenMapping, Value, members

if TYPE_CHECKING:
    from aofref.library.typed import RowReport

_NONE = Fraction(0)
GROUPS = ("Event", "Round", "Variant")  # the tags that tables can be divided by


def facts(judged: Replay, sums: Summary) -> dict[str, list[str]]:
    """List what a record contributes to the statistics of its game, beside its summary.

    The keys are `status`, `results`, `ends` and, in words, `endings`, each with one item at most;
    `mates` by army; `promotions` by army and new piece (`E:F`); `taken` by army and code of the
    captured piece (`J:N`); and `openings`, the first round in LAN.
    """
    counted = {"status": [str(sums.status)], "results": [sums.result]}
    end = sums.end
    counted["ends"] = [] if end is None else [end.by]
    counted["endings"] = [] if end is None else [called(end)]
    if not judged.opened:
        return counted
    events = [event for _, event in judged.events()]
    counted["mates"] = [event["by"] for event in events if event.type == "checkmate"]
    counted["promotions"] = [
        f"{event.army}:{event.to}" for event in events if event.type == "promotion"
    ]
    counted["taken"] = [name for before, ply in judged.moves() for name in captured(before, ply)]
    first = [ply.lan for ply in judged.plies if ply.move is not None and ply.round == 1]
    from_array = judged.first == start(judged.game)[0]  # else it has no first round
    counted["openings"] = [" ".join(first)] if first and from_array else []
    return counted


@dataclass(slots=True)
class Statistics:
    """The totals of the records of one game; `counts` has the counters of `facts`."""

    games: int = 0
    plies: int = 0
    longest: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, sums: Summary, counted: dict[str, list[str]]) -> None:
        """Add a record, up to its first illegal move."""
        self.games += 1
        self.plies += sums.plies
        self.longest = max(self.longest, sums.plies)
        for name, values in counted.items():
            self.counts[name].update(values)


class Opponent(Value):
    """A player's `games` with one opponent that ended with a result, and the `points` from them."""

    games: int = 0
    points: Fraction = _NONE


class Row(Value):
    """A player in a table of points: made by `aofref.table`.

    `name` is the name as it was first met.  `games` is the number of the player's games that ended
    with a result, `points` the player's share of them, `wins` the number won alone, `shared` the
    number shared with others, and `open` the number of games that go on.  `sonneborn_berger` adds
    up, for every opponent, the points from the games with that opponent, times the opponent's
    points; `head_to_head` are the points against those who are tied with the player, None for a
    player without a tie.  `against` has the games with each opponent by name, in the order of the
    table, and `tags` the tags that all records of the table share, with `by`.
    """

    name: str
    points: Fraction
    games: int
    wins: int
    shared: int
    open: int
    sonneborn_berger: Fraction
    head_to_head: Fraction | None
    against: FrozenMapping[Opponent]
    tags: FrozenMapping[str] = FrozenMapping({})

    def _cells(self) -> tuple[str, ...]:
        """List the texts of its columns: name, points, games, wins, shared, open, tie-breaks."""
        counts = map(str, (self.games, self.wins, self.shared, self.open))
        direct = "-" if self.head_to_head is None else in_fractions(self.head_to_head)
        breaks = in_fractions(self.sonneborn_berger), direct
        return (on_one_line(self.name), in_fractions(self.points), *counts, *breaks)

    def report(self, *, cross: bool = False) -> "RowReport":
        """Return it as plain data, as `aofref table --format json` does; `cross` adds opponents.

        `points` is exact text; `value` is a number.
        """
        direct = None if self.head_to_head is None else in_fractions(self.head_to_head)
        against = {
            name: {**_points(met.points), "games": met.games} for name, met in self.against.items()
        }
        data = {
            **{name.lower(): value for name, value in self.tags.items()},
            "player": self.name,
            **_points(self.points),
            **members(self, "games wins shared open"),
            "sonneborn-berger": in_fractions(self.sonneborn_berger),
            "head-to-head": direct,
            **({"against": against} if cross else {}),
        }
        return cast("RowReport", data)

    def __str__(self) -> str:
        return "  ".join(self._cells())


def in_fractions(value: Fraction) -> str:
    """Write points exactly, as in `2 1/3`."""
    whole, rest = divmod(value, 1)
    return f"{whole} {rest}" if whole and rest else str(rest if rest else whole)


def _points(value: Fraction) -> dict[str, Any]:
    return {"points": in_fractions(value), "value": round(float(value), 4)}


class LeftOut(Value):
    """A record that a table leaves out: made by `aofref.table`.

    `source` is its source, `line` its first line there, `status` its status, and `why` the reason.
    """

    source: str
    line: int
    status: str
    why: str

    def __str__(self) -> str:
        return on_one_line(f"{self.source}:{self.line}: left out of the table: {self.why}")


@dataclass(slots=True)
class _Score:
    """What a player's records add up to; players, `opponents` too, are keyed by folded names."""

    name: str
    games: int = 0
    points: Fraction = _NONE
    wins: int = 0
    shared: int = 0
    open: int = 0
    opponents: dict[str, Opponent] = field(default_factory=dict)


class Tables:
    """Points by player: a table for each value of the tags `by`, some of `GROUPS`, or a single one.

    Only legal records are counted; `left_out` has what is left out.  Names that differ in case or
    blanks are one player, shown by the first.  A player without a name is neither ranked nor an
    opponent.
    """

    def __init__(self, by: tuple[str, ...] = ()) -> None:
        self.by = by
        self.left_out: list[LeftOut] = []
        self._shown: dict[str, str] = {}
        self._tables: dict[tuple[str, ...], dict[str, _Score]] = {}

    def add(self, summary: Summary) -> LeftOut | None:
        """Add a record; return why it is left out, if it is."""
        if summary.status is Status.LEGAL:
            values = {"Event": summary.event, "Round": summary.round, "Variant": summary.variant}
            shown = [" ".join((values[name] or "").split()) or UNNAMED for name in self.by]
            key = tuple(self._shown.setdefault(folded_name(value), value) for value in shown)
            _add(self._tables.setdefault(key, {}), summary)
            no_names = all(name == UNNAMED for _, name in summary.players)
            why = "no player is named" if no_names else ""
            if summary.end is not None and summary.result == results.OPEN:
                why = "it ended without a result"
        else:
            why = str(summary.status)
            if summary.error is not None:
                why += f": {fault_in_words(summary.error)}"
        if not why:
            return None
        left_out = LeftOut(summary.source, summary.line, summary.status.value, why)
        self.left_out.append(left_out)
        return left_out

    def rows(self) -> list[Row]:
        """List the rows of all tables in order; tags that are numbers are sorted as numbers."""
        tables = sorted(self._tables.items(), key=lambda item: list(map(natural, item[0])))
        return [
            row
            for key, scores in tables
            for row in _ranking(scores, FrozenMapping(dict(zip(self.by, key, strict=True))))
        ]


Rankings = Sequence[tuple[Mapping[str, str], Sequence[Row]]]
"""Tables of points, each with the tags that its records share."""


def divided(rows: Iterable[Row], by: Sequence[str]) -> Rankings:
    """Divide rows into tables, each with its tags; without `by` there is one, even without rows."""
    tables = groupby(rows, key=lambda row: row.tags)
    found = [(tags, list(of_one)) for tags, of_one in tables]
    return found if found or by else [(FrozenMapping({}), [])]


def _add(scores: dict[str, _Score], summary: Summary) -> None:
    """Add a record; a player of several armies gets the points of all."""
    mine: Counter[str] = Counter()
    shares = results.read(len(summary.players), summary.result) or ()  # all 0 in an open game
    for (_, name), share in zip(summary.players, shares, strict=True):
        if name != UNNAMED:
            shown = " ".join(name.split())
            scores.setdefault(folded_name(name), _Score(shown))
            mine[folded_name(name)] += share
    for name, share in mine.items():
        score = scores[name]
        if summary.result == results.OPEN:
            score.open += summary.end is None  # a game may end without a result, too
            continue
        points = Fraction(share, results.WHOLE)
        score.games += 1
        score.points += points
        score.wins += share == results.WHOLE
        score.shared += 0 < share < results.WHOLE
        for other in mine.keys() - {name}:
            games, before = score.opponents.get(other, Opponent())
            score.opponents[other] = Opponent(games + 1, before + points)


def _ranking(scores: dict[str, _Score], tags: FrozenMapping[str]) -> list[Row]:
    """List the players in order: points, fewer games, Sonneborn-Berger, head-to-head, name."""
    sums = {  # Sonneborn-Berger
        name: sum((each.points * scores[n].points for n, each in score.opponents.items()), _NONE)
        for name, score in scores.items()
    }

    def key(name: str) -> tuple[Fraction, int, Fraction]:
        score = scores[name]
        return -score.points, score.games, -sums[name]

    ranked = dict[str, Fraction | None]()
    for _, group in groupby(sorted(sums, key=key), key):
        tied, direct = [*group], dict[str, Fraction | None]()
        for name in tied:
            met = scores[name].opponents
            own = sum((met[n].points for n in tied if n in met), _NONE)
            direct[name] = own if len(tied) > 1 else None
        tied.sort(key=lambda name: (-(direct[name] or 0), scores[name].name))
        ranked |= {name: direct[name] for name in tied}
    rows = []
    for name, head_to_head in ranked.items():
        score = scores[name]
        against = {scores[n].name: score.opponents[n] for n in ranked if n in score.opponents}
        counts = score.points, score.games, score.wins, score.shared, score.open
        rows.append(
            Row(score.name, *counts, sums[name], head_to_head, FrozenMapping(against), tags)
        )
    return rows

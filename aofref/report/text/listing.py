"""Listing: many records, tables and statistics, in lines or tab-separated values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from aofref.games.model import VariantData
from aofref.judge.collect.summary import Summary, fault_in_words
from aofref.judge.replay.ending import called, shared
from aofref.judge.replay.verdict import End, Replay, Status
from aofref.notation.records.writer import write_tags
from aofref.report.text.record import folded, how
from aofref.text import on_one_line, padded, some, width

if TYPE_CHECKING:
    from aofref.judge.collect.totals import Opponent, Rankings, Row, Statistics
    from aofref.library.record import Record

COLUMNS = (  # the columns of a list as tab-separated values
    *("place", "players", "game", "plies", "turn", "result", "status"),
    *("end", "offers", "event", "round", "date", "player"),
)
MOST = 10  # openings shown, those played most
_COUNTED = {  # the counters of statistics, and their titles
    **{"results": "results", "endings": "ended by", "mates": "mates by"},
    **{"promotions": "promotions", "taken": "pieces taken"},
}
TABLE_COLUMNS = ("player", "points", "games", "wins", "shared", "open", "SB", "H2H")
NONE = "-"  # a cell without a value
SELF = "*"  # the cell of a player's line in the player's own column


_FORMULA = r"(?![-+]?[\d.]*\Z|-:\d+\Z)[=+@\t\r-]"
"""The beginning of a cell that a spreadsheet may compute, but numbers, `-`, places in `-`."""


def tabbed(cells: Iterable[str]) -> str:
    """Write a line of tab-separated values; an apostrophe precedes cells that might be computed."""
    shown = (("'" if re.match(_FORMULA, cell) else "") + on_one_line(cell) for cell in cells)
    return "\t".join(shown) + "\n"


def tsv(row: Summary) -> str:
    """Write a record as tab-separated values."""
    end, offers = row.end.by if row.end else "", " ".join(row.offers)
    game = (row.variant, str(row.plies), row.turn, row.result, row.status)
    rest = (row.event or "", row.round or "", row.date or "", row.player or "")
    return tabbed((place(row), names(row), *game, end, offers, *rest))


TAG_COLUMNS = ("place", "tag", "value")  # the columns of a list of tags, likewise


def head(row: Record) -> str:
    """Write the tags of a record on a line, as they stand in a record."""
    pairs = write_tags(tuple(row.tags.items())).split("\n")
    return f"{on_one_line(' '.join((place(row), *pairs)))}".rstrip() + "\n"


def head_tsv(row: Record) -> str:
    """Write each tag of a record as tab-separated values."""
    return "".join([tabbed((place(row), name, value)) for name, value in row.tags.items()])


_NARROWEST = (24, 14, 4, 12, 9, 9)  # columns of a list to read: place, game, plies, turn, and so on


class Lines:
    """Writes records as aligned lines; columns are as wide as the widest cell so far."""

    def __init__(self) -> None:
        self._widths = _NARROWEST

    def of(self, rows: Sequence[Summary]) -> Iterator[str]:
        """Write records; names and other long cells come last.

        A game that is over has its end in place of the turn.
        """
        lines = [[on_one_line(cell) for cell in _columns(row)] for row in rows]
        found = zip(*(map(width, cells[:-1]) for cells in lines), strict=True)
        pairs = zip(self._widths, found, strict=True) if lines else ()
        self._widths = tuple(max(least, *met) for least, met in pairs) or self._widths
        for *cells, rest in lines:
            place, game, plies, *others = map(padded, cells, self._widths)
            last = "  ".join((plies.strip().rjust(len(plies)), *others, rest))
            yield f"{place} {game} {last}".rstrip() + "\n"


def _columns(row: Summary) -> tuple[str, ...]:
    """Write the cells of a record's columns, and last the part without a column."""
    turn = f"{row.turn} to move" if row.end is None else _ended(row.end)
    to_move = f"; to move: {row.player}" if row.player else ""
    of_round = f"round {row.round}" if (row.round or "").strip("?.- ") else ""
    known = [text for text in (row.event, of_round, row.date) if text and text.strip("?.- ")]
    occasion = f"; {', '.join(known)}" if known else ""
    rest = f"{names(row)}{to_move}{_offered(row)}{occasion}"
    return place(row), row.variant or "?", str(row.plies), turn, row.result, row.status, rest


def _ended(end: End) -> str:
    """Write the word for an end: of a game that several armies share by the moves, how they do."""
    among_many = end.by == "moves" and end.result.count("-") > 1
    return (shared(end) if among_many else "") or called(end)


def _offered(row: Summary) -> str:
    return f"; draw offered by {' and '.join(row.offers)}" if row.offers and row.end is None else ""


def place(row: Summary | Record) -> str:
    """Write the place of a record: `FILE:LINE`."""
    return f"{row.source}:{row.line}"


def names(row: Summary) -> str:
    """Write the players in order of play."""
    return " - ".join(name for _, name in row.players)


def short(row: Summary) -> str:
    """Write a verdict as a line: place, status, plies and the first error."""
    turn = row.result if row.turn == "?" else f"{row.turn} to move"
    turn = turn if row.end is None else how(row.end)
    plies = f"{some(row.plies, 'ply', 'plies')}"
    shown = f"{place(row)}: {row.status}, {plies}, {turn}{_offered(row)}"
    return on_one_line(f"{shown}: {fault_in_words(row.error)}" if row.error else shown) + "\n"


def counted(statuses: Counter[str]) -> str:
    """Write the number of records, and of each status."""
    total = statuses.total()
    kinds = (f"{statuses[s]} {s}" for s in Status if statuses[s])
    return f"{some(total, 'record')}: {', '.join(kinds)}"


def log(judged: Replay, row: Summary) -> Iterator[str]:
    """Write a game, a line a round: its moves and their events."""
    yield next(Lines().of([row])).rstrip("\n")
    if judged.opened:
        game = judged.game
        for event in judged.opening:
            yield f"  at the start: {event}"
        for number, group in groupby(judged.plies, key=lambda ply: ply.round):
            plies = tuple(group)
            reported = "; ".join(str(event) for ply in plies for event in ply.events)
            moves = " ".join(ply.written(game) for ply in plies)
            yield f"{number:>4}. {moves}" + (f"  ({reported})" if reported else "")
    for error in judged.errors:
        yield f"  {fault_in_words(error)}"


def variant(game: VariantData) -> str:
    """Write a game as a line: id, title, cells, armies in order of play, rulings to choose."""
    armies = ", ".join(f"{army.letter} {army.called}" for army in game.armies)
    rulings = f"; rulings {', '.join(game.rulings)}" if game.rulings else ""
    cells = f"{len(game.board.cells)} cells"
    return on_one_line(f"{game.id:<15} {game.title}: {cells}; {armies}{rulings}")


def statistics(name: str, counts: Statistics) -> Iterator[str]:
    """Write the statistics of the records of one game."""
    mean = counts.plies / counts.games
    yield f"{name or 'of no known game'}: {counted(counts.counts['status'])}"
    yield f"  plies: {counts.plies}, {mean:.1f} a game, at most {counts.longest}"
    for kind, title in _COUNTED.items():
        if counter := counts.counts[kind]:
            reported = [f"{what} {n}," for what, n in ordered(counter)]
            reported[-1] = reported[-1].removesuffix(",")
            yield from folded(f"{title}:", reported)
    if openings := ordered(counts.counts["openings"]):
        yield "  first rounds:"
        for moves, count in openings[:MOST]:
            yield f"    {count:>4}  {moves}"
        if len(openings) > MOST:
            yield f"    and {len(openings) - MOST} more"


def ordered(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return counts in order, the greatest first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def grid(rows: Sequence[Row], *, cross: bool = False, named: bool = False) -> list[tuple[str, ...]]:
    """List the cells of a table line by line, the headings first.

    With `cross` lines are numbered, and there is a column for every player: under that number, or
    the name if `named`.
    """
    lines = [row._cells() for row in rows]
    if not cross:
        return [TABLE_COLUMNS, *lines]
    player, *others = TABLE_COLUMNS
    heads = (line[0] if named else str(number) for number, line in enumerate(lines, 1))
    numbered = [("#", player, *heads, *others)]
    for number, (row, line) in enumerate(zip(rows, lines, strict=True), 1):
        against = (
            SELF if other is row else _against(row.against.get(other.name)) for other in rows
        )
        numbered.append((str(number), line[0], *against, *line[1:]))
    return numbered


def _against(games: Opponent | None) -> str:
    """Write the points from the games with an opponent, and the number of games if not 1."""
    if games is None:
        return NONE
    from aofref.judge.collect.totals import in_fractions  # which a list of records does not need

    points = in_fractions(games.points)
    return points if games.games == 1 else f"{points} ({games.games})"


def table_title(subject: Mapping[str, str]) -> str:
    """Write the title of a table, as `Spring Cup, round 2`."""
    named = (f"round {value}" if name == "Round" else value for name, value in subject.items())
    return on_one_line(", ".join(named))


def tables(rankings: Rankings, *, cross: bool) -> Iterator[str]:
    """Write tables in aligned columns, each below its title."""
    for number, (subject, rows) in enumerate(rankings):
        if number:
            yield "\n"
        if subject:
            yield f"{table_title(subject)}\n"
        lines = grid(rows, cross=cross)
        widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            filled = [
                padded(cell, wide, right=at != cross)
                for at, (cell, wide) in enumerate(zip(line, widths, strict=True))
            ]
            yield "  ".join(filled).rstrip() + "\n"


def tables_tsv(rankings: Rankings, *, cross: bool) -> Iterator[str]:
    """Write tables as tab-separated values; the tags of each are columns before the others.

    The headings of the first stand for all, but cross tables have columns of their own.
    """
    for number, (subject, rows) in enumerate(rankings):
        head, *lines = grid(rows, cross=cross, named=True)
        if cross or not number:
            yield tabbed((*map(str.lower, subject), *head))
        for line in lines:
            yield tabbed((*subject.values(), *line))

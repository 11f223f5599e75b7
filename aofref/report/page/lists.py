"""Lists: a page of many records for their players, and pages of tables of points.

Every word of a record is escaped.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from aofref.judge.analysis.clock import Clock
from aofref.judge.collect.summary import UNNAMED, Summary
from aofref.judge.collect.totals import Rankings, Row
from aofref.judge.replay.verdict import Status
from aofref.notation.times import in_days
from aofref.report.page.write import minified, render
from aofref.report.text import listing
from aofref.text import as_file_name, folded_name, free_name, natural, on_one_line
from aofref.values import Value

_CROSS = 30  # the most players of a crosstable
_FEW = 6  # records on a page that needs no list of its sections
_IN_FULL = {"SB": "Sonneborn-Berger", "H2H": "head-to-head"}
_ARBITER, _ENDED, _UNNAMED = "arbiter", "ended", "unnamed"  # anchors


class Shown(Value):
    """A record in a gallery: what is known of it, its text, and the addresses of its files.

    `standing` is the army to move, or the end; `about` the event, round and game; `why` is the
    fault of a record that is not legal.
    `day` is that of the last move or the beginning of a game that ended, as `2026-11-21`, if known.
    """

    summary: Summary
    source: str
    title: str
    standing: str = ""
    about: str = ""
    clock: Clock | None = None
    why: str = ""
    day: str = ""
    link: str = ""
    picture: str = ""
    record: str = ""


class Section(Value):
    """A part of a gallery: the name of its link, its heading and its records.

    A player of running games with no move to make has one without records.
    """

    anchor: str
    name: str
    heading: str
    records: list[Shown]


def gallery(
    title: str,
    records: Sequence[Shown],
    rankings: Rankings,
    rules: Mapping[str, str],
    now: datetime,
    mail_to: str = "",
    *,
    club: bool = False,
) -> str:
    """Write the page of several records: by players to move, those for an arbiter, tables, ended.

    `rules` are the titles of the rulebooks beside it, by their addresses; clocks are read at `now`.
    Moves are mailed to the address `mail_to`, of a `club` or not.  Tables without a game that ended
    are left out, and columns of zeros.
    """
    grids = [
        _table(_known(subject), rows, cross=len(rows) <= _CROSS, zeros=False)
        for subject, rows in rankings
        if any(row.games for row in rows)
    ]
    timed = any(shown.clock and shown.clock.left is not None for shown in records)
    held = [shown for shown in records if shown.summary.status is not Status.LEGAL]
    legal = [shown for shown in records if shown.summary.status is Status.LEGAL]
    going = [*_running([shown for shown in legal if shown.summary.end is None])]
    going += [Section(_ARBITER, "Arbiter", "Waiting for the arbiter", held)] if held else []
    over = [shown for shown in legal if shown.summary.end is not None]
    over.sort(key=lambda shown: shown.day, reverse=True)  # those without a date are last
    return render(
        "gallery.html",
        _style(),
        rules=rules,
        title=title,
        count=len(records),
        clocks=_moment(now) if timed else "",
        mail_to=mail_to,
        club=club,
        listed=len(records) > _FEW,
        moment=_moment,
        in_days=in_days,
        going=going,
        tables=grids,
        over=[Section(_ENDED, "Ended", "Ended", over)] if over else [],
    )


def tables(rankings: Rankings, *, cross: bool) -> str:
    """Write a page of tables; the title of each is the tags that its records share."""
    made = [_table(subject, rows, cross=cross) for subject, rows in rankings]
    return render("table.html", _style(), tables=made)


def _table(
    subject: Mapping[str, str], rows: Sequence[Row], *, cross: bool, zeros: bool = True
) -> dict[str, Any]:
    """Give a table to its template: title, lines, and the column of the players, from 1."""
    players = 2 if cross else 1
    columns = [
        (_IN_FULL.get(head, head), *cells)
        for at, (head, *cells) in enumerate(zip(*listing.grid(rows, cross=cross), strict=True))
        if zeros or at < players + cross * len(rows) or {*cells} - {"0", "-"}
    ]
    lines = [*zip(*columns, strict=True)]
    return {"title": listing.table_title(subject), "lines": lines, "players": players}


def _known(subject: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in subject.items() if value != UNNAMED}


def _running(records: Sequence[Shown]) -> Iterator[Section]:
    """Yield the players of running games by name, each with the games that wait for a move."""
    waiting: dict[str, list[Shown]] = {}
    names: dict[str, str] = {}
    unnamed: list[Shown] = []
    for shown in records:
        for _, name in shown.summary.players:
            if name != UNNAMED:
                names.setdefault(folded_name(name), on_one_line(name))
        player = shown.summary.player
        found = unnamed if player is None else waiting.setdefault(folded_name(player), [])
        found.append(shown)
    taken = {_ARBITER, _ENDED, _UNNAMED, "tables", "rules"}
    for folded in sorted(names, key=natural):
        anchor = free_name(as_file_name(folded) or "player", taken)
        urgent = sorted(waiting.get(folded, ()), key=_urgency)
        yield Section(anchor, names[folded], f"{names[folded]} to move", urgent)
    if unnamed:
        unnamed.sort(key=_urgency)
        yield Section(_UNNAMED, "Others", "Others to move" if names else "Running", unnamed)


def _urgency(shown: Shown) -> tuple[bool, int, list[tuple[bool, int, str]]]:
    """Return a sort key: the least time left first, then by name."""
    left = None if shown.clock is None else shown.clock.left
    return left is None, left or 0, natural(shown.source)


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _style() -> str:
    return "".join(map(minified, ("theme.css", "list.css")))

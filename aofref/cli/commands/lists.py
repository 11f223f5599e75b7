"""Commands that list many records: a line each, or a line a round."""

from collections.abc import Callable
from functools import partial

from aofref.cli.io import stdout, stdout_raw
from aofref.cli.many import Done, Records, RepeatNotice, Run, done, records_options
from aofref.cli.options.option import option, refuse_if
from aofref.cli.options.shared import format_option
from aofref.judge.collect.summary import Summary, summary
from aofref.library.record import Record
from aofref.report.json import listing as json
from aofref.report.text import listing
from aofref.text import json_line

FORMS: dict[str, Callable[[Summary], str]] = {
    "tsv": listing.tsv,
    "json": lambda row: json_line(json.summary(row)),
}
TAG_FORMS: dict[str, Callable[[Record], str]] = {
    "text": listing.head,
    "tsv": listing.head_tsv,
    "json": lambda row: json_line(json.head(row)),
}
AT_ONCE = 100
"""The number of lines for people that are held back, until their columns can be aligned."""


def _tags(record: Record, form: str) -> Done[str]:
    """Return a record's tags, and what is wrong above its movetext, which is not read."""
    return done(record, TAG_FORMS[form](record), record.head_findings)


@option("--format text|tsv|json as form", "What a line looks like.")
@option("--turn NAME|ARMY", "List only games in which this player or army is to move.", once=True)
@option("--tags as has_tags", "List the tags alone; no move is read.")
@records_options()
def list_records(records: Records, form: str, turn: str | None, has_tags: bool) -> int:
    """List records, a line each: place, state of the game, players, event, round and date.

    aofref list games/
    aofref list --turn Anna games/
    aofref list --format tsv games/ | sort -k 4 -n
    aofref list --format json - < all.aof
    aofref list --tags games/
    """
    put = stdout_raw if form == "tsv" else stdout
    if has_tags:
        refuse_if(turn is not None, "--tags cannot be combined with --turn")
        if form == "tsv":
            stdout_raw(listing.tabbed(listing.TAG_COLUMNS))
        run = Run(records._replace(heads=True), partial(_tags, form=form))
        for line in run:
            put(line)
        return run.status
    notice, lines, to_read = RepeatNotice(), listing.Lines(), list[Summary]()
    run = Run(records, summary, listed=True)
    try:
        for at, row in enumerate(run):
            if form == "tsv" and not at:
                stdout_raw(listing.tabbed(listing.COLUMNS))
            notice.add(row)
            if turn is not None and not row.awaits(turn):
                continue
            if form != "text":
                put(FORMS[form](row))
                continue
            to_read.append(row)
            if len(to_read) == AT_ONCE:
                stdout("".join(lines.of(to_read)))
                to_read.clear()
    finally:
        stdout("".join(lines.of(to_read)))
    notice.close()
    return run.status


def _logged(record: Record, *, as_json: bool) -> str:
    row = summary(record)
    if as_json:
        return json_line(json.log(record.verdict, row))
    return "".join(f"{line}\n" for line in listing.log(record.verdict, row))


@format_option
@records_options()
def log(records: Records, form: str) -> int:
    """Show games at a glance: a line for each round, and in words what its moves led to.

    aofref log game.aof
    aofref log --format json game.aof
    """
    between, work = "", partial(_logged, as_json=form == "json")
    run = Run(records._replace(needs_record=True), work, listed=True)
    for logged in run:
        stdout(between + logged)
        between = "" if form == "json" else "\n"
    return run.status

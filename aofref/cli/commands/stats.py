"""`aofref stats`: count results, mates, promotions, captures.

Group: Many records

    aofref stats games/
    aofref stats --format json --jobs 0 games/
"""

from aofref import games
from aofref.cli.io.output import stdout
from aofref.cli.many import Records, RepeatNotice, Run, records_options, summary_of
from aofref.cli.options.shared import format_option
from aofref.judge.collect.summary import Summary
from aofref.judge.collect.totals import Statistics, facts
from aofref.library.record import Record
from aofref.report.json.listing import statistics
from aofref.report.text import listing
from aofref.text import json_line

_Gathered = tuple[Summary, dict[str, list[str]]]


@format_option
@records_options()
def command(records: Records, form: str) -> int:
    """Count, game by game: plies, results, mates, promotions, pieces taken, first rounds."""
    counts: dict[str, Statistics] = {}
    notice, run = RepeatNotice(), Run(records, _gathered, listed=True)
    for row, counted in run:
        notice.add(row)
        counts.setdefault(row.variant, Statistics()).add(row, counted)
    others = sorted(counts.keys() - {*games.IDS, ""})
    names = [name for name in (*games.IDS, *others, "") if name in counts]
    if form == "json":
        for name in names:
            stdout(json_line(statistics(name, counts[name])))
    else:
        texts = ("\n".join(listing.statistics(name, counts[name])) for name in names)
        stdout("".join(f"{text}\n" for text in texts))
    notice.close()
    return run.status


def _gathered(record: Record) -> _Gathered:
    row = summary_of(record, marked=True)
    return row, facts(record.verdict, row)

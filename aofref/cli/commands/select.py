"""`aofref select`: select records by their content.

Group: Many records

    aofref select --player Anna --result 1-0-0-0 games/
    aofref select --tag 'Date>2025' --event promotion:E:F --plies 10..40 all.aof
    aofref select --position 'E:Kjb5;Rka4/J:Aka1' --unique games/ > some.aof
    aofref select --sort Event --sort Round games/ > sorted.aof
    aofref select --split Event --output-dir events/ all.aof
    aofref select --output-dir games/ all.aof
"""

import sys
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import click

from aofref import games
from aofref.cli import selection
from aofref.cli.batch.records import Records, records_options
from aofref.cli.commands import Helped
from aofref.cli.io.output import stdout
from aofref.cli.options.completers import complete_armies, complete_pieces
from aofref.cli.options.shared import folder_option, gathered
from aofref.judge.collect import criteria
from aofref.judge.replay.ending import FORFEIT, By
from aofref.values import Value

_UNIQUE = ("moves", "position")
_ENDS = [*(by.value for by in By), FORFEIT]
_several = partial(click.option, multiple=True)


class _Select(Helped):
    """A command whose --unique may come without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = []
        for at, arg in enumerate(args):
            bare = arg == "--unique" and [*args, ""][at + 1] not in _UNIQUE
            given.append("--unique=moves" if bare else arg)
        return super().parse_args(ctx, given)


Criteria = list[criteria.Criterion]


class Every(Value):
    """The criteria that a record must all meet, by option."""

    tags: Criteria
    names: Criteria
    plies: Criteria
    events: Criteria
    moved: Criteria
    patterns: Criteria
    counts: Criteria


class Either(Value):
    """The criteria of which a record must meet one of each option that is given."""

    results: list[criteria.Inward]
    ends: list[criteria.Inward]
    winners: list[criteria.Inward]
    statuses: list[criteria.Inward]


class Output(Value):
    """The values of the options that order, count or divide the selected records."""

    sort: tuple[str, ...]
    split: str | None
    folder: Path | None
    first: int | None
    is_counted: bool


def _ended_by(word: str) -> criteria.EndedBy:
    if word == FORFEIT:
        return criteria.EndedBy(By.RESIGNATION, forfeited=True)
    return criteria.EndedBy(By(word))


@click.command("select", cls=_Select)
@_several(
    "--tag",
    "tags",
    metavar="TEST",
    callback=selection.reading(criteria.Tagged),
    help="Select by a tag: NAME=VALUE, NAME~TEXT (contains TEXT), NAME<VALUE or NAME>VALUE.",
)
@_several(
    "--player",
    "names",
    metavar="NAME",
    callback=selection.each(selection.played_by),
    help="Select games of a player, by part of the name; E=NAME: as army E.",
)
@_several(
    "--result",
    "results",
    metavar="RESULT",
    callback=selection.each(criteria.Ended),
    help="Select games with this result; repeat it for others.",
)
@_several(
    "--ended",
    "ends",
    type=click.Choice(_ENDS),
    metavar="BY",
    callback=selection.each(_ended_by),
    help="Select games that this ended, such as moves or forfeit; repeat it for others.",
)
@_several(
    "--winner",
    "winners",
    metavar="ARMY",
    shell_complete=complete_armies,
    callback=selection.each(criteria.WonBy),
    help="Select games that this army won.",
)
@_several(
    "--plies",
    metavar="RANGE",
    callback=selection.reading(criteria.Long),
    help="Select games by the number of legal plies: 10, 10.., ..40 or 10..40.",
)
@_several(
    "--event",
    "events",
    metavar="EVENT",
    callback=selection.reading(criteria.Happened),
    help="Select games in which this happened: checkmate, promotion:E, promotion:E:F.",
)
@_several(
    "--moved",
    metavar="PIECE",
    shell_complete=complete_pieces,
    callback=selection.reading(criteria.Moved),
    help="Select games in which PIECE moved, or with PIECE@CELL moved to that cell.",
)
@_several(
    "--position",
    "patterns",
    metavar="PATTERN",
    callback=selection.reading(criteria.Stood),
    help="Select games in which these pieces stood at one time, as in 'E:Kjb5;Rka4/J:Aka1'.",
)
@_several(
    "--material",
    "counts",
    metavar="COUNTS",
    callback=selection.reading(criteria.Had),
    help="Select games with these numbers of pieces at one time, as in 'E:Q=2,J:P<3,R>5'.",
)
@_several(
    "--status",
    "statuses",
    type=click.Choice(["legal", "illegal", "malformed"]),
    callback=selection.each(criteria.InStatus),
    help="Select records with this status; repeat it for others.",
)
@click.option("--first", type=click.IntRange(1), metavar="N", help="Stop after N records.")
@click.option("--invert", is_flag=True, help="Select the records that do not meet the criteria.")
@click.option("--count", "is_counted", is_flag=True, help="Print only how many there are.")
@click.option(
    "--unique",
    type=click.Choice(_UNIQUE),
    help="Drop records whose moves, or last positions, occurred before, and report which.",
)
@_several("--sort", metavar="TAG", help="Sort the records by this tag; repeat it for further tags.")
@click.option(
    "--split", metavar="TAG", help="Write a file for each value of this tag to --output-dir."
)
@folder_option(
    "folder", "Write to files in DIR, one for each record or value of --split; print their names."
)
@partial(
    records_options,
    variant="Select games of this variant; records that name none count as this one.",
)
@gathered("every", Every)
@gathered("either", Either)
@gathered("output", Output)
def command(
    records: Records,
    every: Every,
    either: Either,
    output: Output,
    invert: bool,
    unique: str | None,
) -> None:
    """Select records and write them byte for byte as they came.

    A record must meet every criterion given.  The exit status is 0 if a record was selected, 1 if
    none was, 2 if something could not be read.
    """
    sort, split, folder, first, is_counted = output
    if split is not None and folder is None:
        raise click.UsageError("--split needs --output-dir")
    if folder is not None and is_counted:
        raise click.UsageError("--count cannot be combined with --output-dir")
    wanted = [criterion for criteria_ in every for criterion in criteria_]
    if variant := records.setting.variant:
        game = games.find(variant)
        assert game is not None
        wanted.append(criteria.OfGame(game.id))
    for criterion in (*wanted, *either.winners):
        if isinstance(criterion, criteria.ByName):
            selection.must_be_known(criterion, variant)
    valued = sort if split is None else (*sort, split)
    each = folder is not None and split is None
    groups = tuple(map(tuple, either))
    work = selection.Selection(tuple(wanted), groups, invert, unique, variant, valued, each)
    records, statuses = records._replace(with_content=True, with_remarks=True), {0}
    with closing(records.results(work)) as tried:
        kept = selection.selected(tried, statuses, unique)
        if sort:
            kept = iter(sorted(kept, key=lambda tried: criteria.order(tried.values[: len(sort)])))
        kept = islice(kept, first)
        if folder is None:
            written = selection.write(kept, is_counted, records.file)
        elif split is None:
            written = selection.split_up(kept, folder, records.file)
        else:
            written = selection.divide(kept, folder, records.file)
    if is_counted:
        stdout(f"{written}\n")
    sys.exit(max(statuses) or (0 if written else 1))

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
from aofref.cli.commands import Helped
from aofref.cli.io.files import files_read
from aofref.cli.io.output import stdout
from aofref.cli.many import Records, records_options
from aofref.cli.options.completers import complete_armies, complete_pieces
from aofref.cli.options.shared import folder_option, gathered
from aofref.library.selection import (
    CRITERIA,
    ENDS,
    STATUSES,
    UNIQUE,
    BadCriterion,
    order,
    read_criteria,
)
from aofref.values import Value

_several = partial(click.option, multiple=True)


class _Select(Helped):
    """A command whose --unique may come without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = []
        for at, arg in enumerate(args):
            bare = arg == "--unique" and [*args, ""][at + 1] not in UNIQUE
            given.append("--unique=moves" if bare else arg)
        return super().parse_args(ctx, given)


class Output(Value):
    """The values of the options that order, count or divide the selected records."""

    sort: tuple[str, ...]
    split: str | None
    folder: Path | None
    first: int | None
    is_counted: bool


@click.command("select", cls=_Select)
@_several(
    "--tag",
    metavar="TEST",
    help="Select by a tag: NAME=VALUE, NAME~TEXT (contains TEXT), NAME<VALUE or NAME>VALUE.",
)
@_several(
    "--player",
    metavar="NAME",
    help="Select games of a player, by part of the name; E=NAME: as army E.",
)
@_several(
    "--result",
    metavar="RESULT",
    help="Select games with this result; repeat it for others.",
)
@_several(
    "--ended",
    type=click.Choice(ENDS),
    metavar="BY",
    help="Select games that this ended, such as moves or forfeit; repeat it for others.",
)
@_several(
    "--winner",
    metavar="ARMY",
    shell_complete=complete_armies,
    help="Select games that this army won.",
)
@_several(
    "--plies",
    metavar="RANGE",
    help="Select games by the number of legal plies: 10, 10.., ..40 or 10..40.",
)
@_several(
    "--event",
    metavar="EVENT",
    help="Select games in which this happened: checkmate, promotion:E, promotion:E:F.",
)
@_several(
    "--moved",
    metavar="PIECE",
    shell_complete=complete_pieces,
    help="Select games in which PIECE moved, or with PIECE@CELL moved to that cell.",
)
@_several(
    "--position",
    metavar="PATTERN",
    help="Select games in which these pieces stood at one time, as in 'E:Kjb5;Rka4/J:Aka1'.",
)
@_several(
    "--material",
    metavar="COUNTS",
    help="Select games with these numbers of pieces at one time, as in 'E:Q=2,J:P<3,R>5'.",
)
@_several(
    "--status",
    type=click.Choice(STATUSES),
    help="Select records with this status; repeat it for others.",
)
@click.option("--first", type=click.IntRange(1), metavar="N", help="Stop after N records.")
@click.option("--invert", is_flag=True, help="Select the records that do not meet the criteria.")
@click.option("--count", "is_counted", is_flag=True, help="Print only how many there are.")
@click.option(
    "--unique",
    type=click.Choice(UNIQUE),
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
@gathered("output", Output)
def command(
    records: Records, output: Output, invert: bool, unique: str | None, **given: tuple[str, ...]
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
    game = games.find(records.setting.variant)
    try:
        criteria = {name: given[name] for name in CRITERIA if name in given}
        id_ = "" if game is None else game.id
        wanted = read_criteria(criteria, id_, invert=invert, unique=unique)
    except BadCriterion as problem:
        raise click.BadParameter(problem.why, param_hint=f"'--{problem.name}'") from problem
    tags = sort if split is None else (*sort, split)
    work = partial(
        selection.tried, wanted=wanted, tags=tags, named=folder is not None and split is None
    )
    records, statuses = records._replace(with_content=True, with_remarks=True, heads=True), {0}
    with closing(records.results(work)) as tried:
        kept = selection.selected(tried, statuses, unique)
        if sort:
            kept = iter(sorted(kept, key=lambda tried: order(tried.values[: len(sort)])))
        kept = islice(kept, first)
        if folder is None:
            written = selection.write(kept, is_counted, records.file)
        elif split is None:
            written = selection.split_up(kept, folder, files_read(records.file))
        else:
            written = selection.divide([*kept], folder, files_read(records.file))
    if is_counted:
        stdout(f"{written}\n")
    sys.exit(max(statuses) or (0 if written else 1))

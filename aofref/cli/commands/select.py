"""`aofref select`: select records by their content.

Group: Many records

    aofref select --player Anna --result 1-0-0-0 games/
    aofref select --tag 'Date>2025' --event promotion:E:F --plies 10..40 all.aof
    aofref select --position 'E:Kjb5;Rka4/J:Aka1' --unique games/ > some.aof
    aofref select --sort Event --sort Round games/ > sorted.aof
    aofref select --split Event --output-dir events/ all.aof
    aofref select --output-dir games/ all.aof
"""

from functools import partial
from itertools import islice
from pathlib import Path

import click

from aofref import games
from aofref.cli import selection
from aofref.cli.commands import Helped
from aofref.cli.io.files import files_read
from aofref.cli.io.output import stdout
from aofref.cli.many import Records, Run, records_options
from aofref.cli.options.completers import complete_armies, complete_pieces
from aofref.cli.options.option import option
from aofref.cli.options.shared import folder_option
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

_several = partial(option, multiple=True)


class Parser(Helped):
    """A command whose --unique may come without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write the value where it is left out."""
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


@_several(
    "--tag TEST",
    "Select by a tag: NAME=VALUE, NAME~TEXT (contains TEXT), NAME<VALUE or NAME>VALUE.",
)
@_several("--player NAME", "Select games of a player, by part of the name; E=NAME: as army E.")
@_several("--result RESULT", "Select games with this result; repeat it for others.")
@_several(
    "--ended BY",
    "Select games that this ended, such as moves or forfeit; repeat it for others.",
    type=click.Choice(ENDS),
)
@_several("--winner ARMY", "Select games that this army won.", shell_complete=complete_armies)
@_several("--plies RANGE", "Select games by the number of legal plies: 10, 10.., ..40 or 10..40.")
@_several(
    "--event EVENT",
    "Select games in which this happened: checkmate, promotion:E, promotion:E:F.",
)
@_several(
    "--moved PIECE",
    "Select games in which PIECE moved, or with PIECE@CELL moved to that cell.",
    shell_complete=complete_pieces,
)
@_several(
    "--position PATTERN",
    "Select games in which these pieces stood at one time, as in 'E:Kjb5;Rka4/J:Aka1'.",
)
@_several(
    "--material COUNTS",
    "Select games with these numbers of pieces at one time, as in 'E:Q=2,J:P<3,R>5'.",
)
@_several(
    f"--status {'|'.join(STATUSES)}",
    "Select records with this status; repeat it for others.",
    default=None,
)
@option("--first N", "Stop after N records.", type=click.IntRange(1))
@option("--invert", "Select the records that do not meet the criteria.")
@option("--count", "Print only how many there are.", "is_counted")
@option(
    f"--unique {'|'.join(UNIQUE)}",
    "Drop records whose moves, or last positions, occurred before, and report which.",
    default=None,
)
@_several("--sort TAG", "Sort the records by this tag; repeat it for further tags.")
@option("--split TAG", "Write a file for each value of this tag to --output-dir.")
@folder_option(
    "folder", "Write to files in DIR, one for each record or value of --split; print their names."
)
@records_options("Select games of this variant; records that name none count as this one.")
def command(records: Records, output: Output, invert: bool, unique: str | None) -> int:
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
        given = click.get_current_context().params
        others = {*Output._fields, "variant", "invert", "unique"}
        criteria = {name: given[name] for name in CRITERIA if name not in others}
        id_ = "" if game is None else game.id
        wanted = read_criteria(criteria, id_, invert=invert, unique=unique)
    except BadCriterion as problem:
        raise click.BadParameter(problem.why, param_hint=f"'--{problem.name}'") from problem
    tags = sort if split is None else (*sort, split)
    work = partial(
        selection.tried, wanted=wanted, tags=tags, named=folder is not None and split is None
    )
    run = Run(records._replace(with_content=True, with_remarks=True, heads=True), work)
    kept = selection.selected(run, unique)
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
    return run.status or (0 if written else 1)

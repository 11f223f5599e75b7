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


class Criteria(Value):
    """The values of the options that select records."""

    tags: list[criteria.Criterion]
    names: tuple[str, ...]
    results: tuple[str, ...]
    ends: tuple[str, ...]
    winners: tuple[str, ...]
    plies: list[criteria.Criterion]
    events: list[criteria.Criterion]
    moved: list[criteria.Criterion]
    patterns: list[criteria.Criterion]
    counts: list[criteria.Criterion]
    statuses: tuple[str, ...]

    def together(self) -> list[criteria.Criterion]:
        """List the criteria that a record must all meet."""
        players = map(selection.played_by, self.names)
        play = (*self.plies, *self.events, *self.moved, *self.patterns, *self.counts)
        return [*self.tags, *players, *play]

    def alternatives(self) -> tuple[tuple[criteria.Inward, ...], ...]:
        """List groups of criteria; a record must meet one criterion of each group that has any."""
        return (
            tuple(map(criteria.Ended, self.results)),
            tuple(map(_ended_by, self.ends)),
            tuple(map(criteria.WonBy, self.winners)),
            tuple(map(criteria.InStatus, self.statuses)),
        )


def _ended_by(word: str) -> criteria.EndedBy:
    if word == FORFEIT:
        return criteria.EndedBy(By.RESIGNATION, forfeited=True)
    return criteria.EndedBy(By(word))


class Output(Value):
    """The values of the options that order or divide the selected records."""

    sort: tuple[str, ...]
    split: str | None
    folder: Path | None


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
    help="Select games of a player, by part of the name; E=NAME: as army E.",
)
@_several(
    "--result",
    "results",
    metavar="RESULT",
    help="Select games with this result; repeat it for others.",
)
@_several(
    "--ended",
    "ends",
    type=click.Choice(_ENDS),
    metavar="BY",
    help="Select games that this ended, such as moves or forfeit; repeat it for others.",
)
@_several(
    "--winner",
    "winners",
    metavar="ARMY",
    shell_complete=complete_armies,
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
    help="Select records with this status; repeat it for others.",
)
@click.option("--first", type=click.IntRange(1), metavar="N", help="Stop after N records.")
@click.option("--invert", is_flag=True, help="Select the records that do not meet the criteria.")
@click.option("--count", is_flag=True, help="Print only how many there are.")
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
@gathered("tested", Criteria)
@gathered("output", Output)
def command(
    records: Records,
    tested: Criteria,
    output: Output,
    first: int | None,
    invert: bool,
    count: bool,
    unique: str | None,
) -> None:
    """Select records and write them byte for byte as they came.

    A record must meet every criterion given.  The exit status is 0 if a record was selected, 1 if
    none was, 2 if something could not be read.
    """
    if output.split is not None and output.folder is None:
        raise click.UsageError("--split needs --output-dir")
    if output.folder is not None and count:
        raise click.UsageError("--count cannot be combined with --output-dir")
    wanted = tested.together()
    variant = records.setting.variant
    if variant:
        game = games.find(variant)
        assert game is not None
        wanted.append(criteria.OfGame(game.id))
    either = tested.alternatives()
    for criterion in (*wanted, *either[2]):
        if isinstance(criterion, criteria.ByName):
            selection.must_be_known(criterion, variant)
    sort, split, folder = output.sort, output.split, output.folder
    valued = sort if split is None else (*sort, split)
    each = folder is not None and split is None
    work = selection.Selection(tuple(wanted), either, invert, unique, variant, valued, each)
    records, statuses = records._replace(with_content=True, with_remarks=True), {0}
    with closing(records.results(work)) as every:
        kept = selection.selected(every, statuses, unique)
        if sort:
            kept = iter(sorted(kept, key=lambda tried: criteria.order(tried.values[: len(sort)])))
        kept = islice(kept, first)
        if folder is not None:
            written = (selection.split_up if each else selection.divide)(kept, folder, records.file)
        else:
            written = selection.write(kept, count, records.file)
    if count:
        stdout(f"{written}\n")
    sys.exit(max(statuses) or (0 if written else 1))

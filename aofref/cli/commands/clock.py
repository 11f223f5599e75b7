"""`aofref clock`: list who is to move, and how much time is left."""

from datetime import UTC, datetime
from functools import partial

import click

from aofref.cli.io.inplace import Edited, in_place_option
from aofref.cli.io.output import stderr, stdout
from aofref.cli.many import Records, Run, records_options
from aofref.cli.options import times as options
from aofref.cli.options.option import option, refuse_if, usage
from aofref.cli.options.shared import format_option
from aofref.findings import Code, diagnostics
from aofref.judge.analysis.clock import Charging
from aofref.library.record import Record
from aofref.library.values import IllegalMove, UnknownName
from aofref.notation import times
from aofref.text import json_line


def _gifts(
    _ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]
) -> list[tuple[str, int]]:
    """Parse ARMY=DURATION, whose duration may be negative."""
    gifts = []
    for value in values:
        army, sign, span = value.rpartition("=")
        seconds = times.span(span.removeprefix("-"))
        if not sign or not seconds:
            raise click.BadParameter(f"{value!r} is not ARMY=DURATION, such as E=5d or E=-12h")
        gifts.append((army, -seconds if span.startswith("-") else seconds))
    return gifts


def _give(gifts: list[tuple[str, int]], edited: Edited) -> None:
    """Print the record with more time for armies, or write it in place."""
    to_write, record = edited.opened(well_formed=True)
    done, given = record, list[dict[str, object]]()
    for army, seconds in gifts:
        with usage():
            try:
                done = done.give_time(army, seconds)
            except UnknownName:
                raise
            except IllegalMove as problem:
                stderr(diagnostics(edited.file, [problem.finding]))
                edited.refuse(record, problem.code, str(problem))
            except ValueError as problem:
                edited.fail(record, str(problem), Code.GAME_OVER)
        given.append({"army": done.army_named(army), "seconds": seconds})
    edited.write(to_write, done, done.text, "", given=given)


@options.now_option
@option("--late", "List only games that are late.")
@options.double_after_option
@options.exact_option
@option(
    "--give ARMY=DURATION",
    "Give an army more time, such as E=5d, or less, E=-5d, and print the record FILE.",
    "gifts",
    multiple=True,
    callback=_gifts,
)
@in_place_option
@format_option
@records_options()
def command(
    records: Records,
    now: datetime | None,
    late: bool,
    charging: Charging,
    gifts: list[tuple[str, int]],
    in_place: bool,
    form: str,
) -> int:
    """List the games under way: who is to move, since when, the time used and the time left.

    aofref clock games/
    aofref clock --late --now 2026-11-22T00:00:00Z games/
    aofref clock --double-after 20d --format json game.aof
    aofref clock --give E=5d --in-place game.aof
    """
    if gifts:
        refuse_if(
            len(records.file) != 1 or now or late or charging != Charging(),
            "--give needs one FILE, and no option that reads clocks",
        )
        (file,) = records.file
        _give(gifts, Edited(file, records.setting, in_place, records.encoding, form=form))
        return 0
    refuse_if(in_place, "--in-place needs --give")
    reading = partial(Record.clock, now=now or datetime.now(UTC), **charging._asdict())
    run = Run(records._replace(needs_record=True), reading)
    for running in run:  # of games that are under way
        if running.late or not late:
            stdout(json_line(running.report()) if form == "json" else f"{running}\n")
    return run.status

"""Options for times and time controls."""

from datetime import UTC, datetime

import click

from aofref.cli.options.shared import once_option, reader
from aofref.notation import times


def now() -> datetime:
    """Read the system's clock, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def _moment(text: str) -> datetime | None:
    return now() if text.lower() == "now" else times.read_time(text)


moment = reader(_moment, "a time such as 2026-11-22, 2026-11-22T10:00:00Z or now")

now_option = click.option(
    "--now", metavar="TIME", callback=moment, help="Read the clocks at TIME, in UTC."
)
double_after_option = click.option(
    "--double-after",
    metavar="SPAN",
    callback=reader(times.span, "a time span such as 20d"),
    help="Count the days of a move beyond SPAN, such as 20d, twice.",
)
exact_option = click.option(
    "--exact", is_flag=True, help="Charge all time, not only whole days of 24 hours."
)


def _start(ctx: click.Context, param: click.Parameter, value: str | None) -> dict[str, str]:
    at = moment(ctx, param, value)
    return {} if at is None else times.start_tags(at)


start_option = once_option(
    "--start",
    read=_start,
    metavar="TIME",
    help="When the clocks start: a date, a time in UTC, or now.",
)

read_pace = reader(times.read_pace, "a pace with its units, such as 10/50d or 30d+3d")
pace_option = once_option(
    "--pace",
    read=read_pace,
    metavar="PACE",
    help="Set the time control: 10/50d, 10 moves in 50 days; 30d+3d, 30 days and 3 a move.",
)

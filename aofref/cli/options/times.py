"""Options for times and time controls."""

from datetime import UTC, datetime

from aofref.cli.options.option import known, option
from aofref.notation import times


def now() -> datetime:
    """Read the system's clock, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


moment = known(
    lambda text: now() if text.lower() == "now" else times.read_time(text),
    "a time such as 2026-11-22, 2026-11-22T10:00:00Z or now",
)
now_option = option("--now TIME", "Read the clocks at TIME, in UTC.", read=moment)
double_after_option = option(
    "--double-after SPAN",
    "Count the days of a move beyond SPAN, such as 20d, twice.",
    read=known(times.span, "a time span such as 20d"),
)
exact_option = option("--exact", "Charge all time, not only whole days of 24 hours.")
start_option = option(
    "--start TIME",
    "When the clocks start: a date, a time in UTC, or now.",
    read=lambda text: times.start_tags(moment(text)),
    once=True,
    default={},
)
read_pace = known(times.read_pace, "a pace with its units, such as 10/50d or 30d+3d")
pace_option = option(
    "--pace PACE",
    "Set the time control: 10/50d, 10 moves in 50 days; 30d+3d, 30 days and 3 a move.",
    read=read_pace,
    once=True,
)

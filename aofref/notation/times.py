"""Times: stamps of plies and time controls, in the forms of aofref-record(5).

Moments are aware datetimes in UTC, spans are whole seconds; only a period may have parts of one.
"""

import re
from datetime import UTC, datetime

from aofref.notation.signs import SECONDS, UNSAID
from aofref.text import some
from aofref.values import Value

DAY, HOUR = 86_400, 3_600
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)", re.ASCII)
_TYPED = re.compile(
    r"(\d{4})[.-](\d\d)[.-](\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?) ?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII
)
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": DAY, "w": 7 * DAY}
LONGEST = 10**SECONDS  # more seconds than any game lasts


class Period(Value):
    """A period of a time control: `moves` in `seconds`, and `increment` more for each move.

    0 moves are all that are left.
    """

    moves: int
    seconds: float
    increment: float


# The periods of a game in order; the last begins again when its moves are made.
Control = tuple[Period, ...]


def read_moment(text: str) -> datetime | None:
    """Parse a moment such as `2026-11-21T10:00:00Z`; None if it does not parse."""
    if _MOMENT.fullmatch(text) is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def read_time(text: str) -> datetime | None:
    """Parse a typed moment: a date alone is its midnight, and the default zone is UTC."""
    match = _TYPED.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day, clock, zone = match.groups()
    return read_moment(f"{year}-{month}-{day}T{clock or '00:00'}{zone or 'Z'}")


def write_moment(moment: datetime) -> str:
    """Write a moment in the form of a record."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def start_tags(moment: datetime) -> dict[str, str]:
    """Return the tags UTCDate and UTCTime, at which the clocks start."""
    at = moment.astimezone(UTC)
    return {"UTCDate": f"{at:%Y.%m.%d}", "UTCTime": f"{at:%H:%M:%S}"}


def begun(date: str, time: str) -> datetime | None:
    """Return the moment of the tags UTCDate and UTCTime; midnight without a time."""
    return read_moment(f"{date.strip().replace('.', '-')}T{time.strip() or '00:00:00'}Z")


def read_control(text: str) -> Control | None:
    """Parse the tag TimeControl: seconds, or spans such as `30d+3d`; None if it does not parse.

    `10/4320000` is ten moves in 4,320,000 seconds, `2592000+259200` has an increment for each
    move, `8+0.08` parts of a second.  A colon separates periods.
    """
    periods = list[Period]()
    for part in re.sub(r"\s*([+/:])\s*", r"\1", text.strip()).split(":"):
        match = re.fullmatch(r"(?:([1-9]\d{0,3})/)?([\w.]+)(?:\+([\w.]+))?", part, re.ASCII)
        moves, *spans = match.groups("0") if match is not None else ("0", "0", "0")
        seconds, increment = map(_seconds, spans)
        if seconds is None or increment is None or not seconds + increment:
            return None
        periods.append(Period(int(moves), seconds, increment))
    return tuple(periods)


def states_control(text: str) -> bool:
    """Return whether the tag TimeControl states a time control, even one that does not parse."""
    return text.strip() not in UNSAID


def write_control(control: Control, *, spans: bool = False) -> str:
    """Write a time control in seconds, or in spans such as `30d`."""
    write = write_span if spans else str
    return ":".join(
        (f"{moves}/" if moves else "")
        + write(seconds)
        + (f"+{write(increment)}" if increment else "")
        for moves, seconds, increment in control
    )


def read_pace(text: str) -> str | None:
    """Return a typed time control in seconds; None if it does not parse.

    None, too, where a number without a unit would be less than an hour: `30` is meant as 30 days.
    """
    if any(0 < int(alone) < HOUR for alone in re.findall(r"(?a)\b([0-9]{1,4})\b(?!\s*/)", text)):
        return None
    control = read_control(text)
    return None if control is None else write_control(control)


def write_span(seconds: float) -> str:
    """Write a span as a whole number of the longest unit, days at most: `30d`; or in seconds."""
    count, unit = _counted(seconds)
    return f"{count}{unit}"


def _counted(seconds: float) -> tuple[float, str]:
    unit = next((unit for unit in "dhm" if seconds % _UNITS[unit] == 0), "s")
    return (seconds if unit == "s" else seconds // _UNITS[unit]), unit


def in_days(seconds: int | None) -> str:
    """Write a span in days, hours, minutes and seconds, without zeros; `?` for None."""
    if seconds is None:
        return "?"
    days, rest = divmod(abs(seconds), DAY)
    parts = [f"{days}d", f"{rest // HOUR}h", f"{rest % HOUR // 60}m", f"{rest % 60}s"]
    return " ".join(part for part in parts if not part.startswith("0")) or "0d"


def span_in_words(seconds: float) -> str:
    """Write a span in words: `5 days`, `1 hour`."""
    count, unit = _counted(seconds)
    return some(count, _NAMES[unit])


def in_words(control: Control) -> str:
    """Write a time control in words: `10 moves in 50 days, and so on`; empty for none."""
    periods = []
    for moves, seconds, increment in control:
        parts = [span_in_words(seconds)] if seconds else []
        if increment:
            parts.append(f"{span_in_words(increment)} {'more ' if seconds else ''}for each move")
        periods.append((f"{some(moves, 'move')} in " if moves else "") + " and ".join(parts))
    return ", then ".join(periods) + (", and so on" if control and control[-1].moves else "")


_NAMES = {"d": "day", "h": "hour", "m": "minute", "s": "second"}


def _seconds(text: str) -> float | None:
    """Parse a span, or seconds with up to four decimals."""
    match = re.fullmatch(rf"(\d{{1,{SECONDS}}}\.\d{{1,4}})s?", text, re.ASCII)
    if match is None:
        return span(text)
    seconds = float(match[1])
    return int(seconds) if seconds.is_integer() else seconds


def span(text: str) -> int | None:
    """Parse a span such as `259200` or `3d` to seconds; None if it does not parse."""
    match = re.fullmatch(rf"(\d{{1,{SECONDS}}})([smhdw]?)", text, re.ASCII)
    seconds = int(match[1]) * _UNITS[match[2]] if match is not None else LONGEST
    return seconds if seconds < LONGEST else None

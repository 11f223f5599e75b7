"""Options: what several of them have in common in how their values are read."""

import math
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from aofref.notation import times

Command = TypeVar("Command", bound=Callable[..., Any])
Value = TypeVar("Value")
Reader = Callable[[click.Context, click.Parameter, str | None], Value | None]


class _Small(click.types.StringParamType):
    """A name of the board, such as a cell: small letters, in whatever case it is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(value, param, ctx).strip().lower()


class _Seconds(click.FloatRange):
    """A time to wait: more than none, and no longer than the system can wait."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1_000_000)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return seconds


SMALL = _Small()
SECONDS = _Seconds()


def once_option(
    *names: str, read: Reader[Any] | None = None, **settings: Any
) -> Callable[[Command], Command]:
    """Make an option whose second value must not replace the first in silence.

    `read` makes something of the value, or of None.
    """

    def callback(ctx: click.Context, param: click.Parameter, values: tuple[Any, ...]) -> Any:
        if len(set(values)) > 1:
            raise click.BadParameter("this is given more than once", param=param)
        value = values[0] if values else None
        return value if read is None else read(ctx, param, value)

    return click.option(*names, multiple=True, callback=callback, **settings)


def reader(read: Callable[[str], Value | None], what: str) -> Reader[Value]:
    """Make what reads the value of an option, None if it is not given, and refuses all others."""

    def callback(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Value | None:
        wanted = None if value is None else read(value)
        if value is not None and wanted is None:
            raise click.BadParameter(f"{value!r} is not {what}")
        return wanted

    return callback


def _moment(text: str) -> datetime | None:
    from aofref.notation.times import read_time  # completion needs none

    return datetime.now(UTC).replace(microsecond=0) if text.lower() == "now" else read_time(text)


moment = reader(_moment, "a time such as 2026-11-22, 2026-11-22T10:00:00Z or now")


_NAME = re.compile(r"[A-Za-z]\w*")


def tags_of(given: Iterable[str], pace: str | None, hint: str) -> dict[str, str]:
    """Read tags, none of them twice, and a pace as the tag TimeControl."""
    tags = {} if pace is None else {"TimeControl": pace}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or _NAME.fullmatch(name) is None or "\n" in value:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint=hint)
        if name in tags:
            raise click.BadParameter(f"the tag {name} is given twice", param_hint=hint)
        tags[name] = value
    return tags


def start_option(command: Command) -> Command:
    """Add --start, which gives the tags that say when the clocks start."""
    return once_option(
        "--start",
        read=_start,
        metavar="TIME",
        help="When the clocks start: a date, a time in UTC, or now.",
    )(command)


def _start(ctx: click.Context, param: click.Parameter, value: str | None) -> dict[str, str]:
    at = moment(ctx, param, value)
    return {} if at is None else times.start_tags(at)


def pace_option(command: Command) -> Command:
    """Add --pace, which gives a time control in seconds."""
    return once_option(
        "--pace",
        read=reader(times.in_seconds, "a pace such as 10/50d or 30d+3d"),
        metavar="PACE",
        help="Set the time control: 10/50d, 10 moves in 50 days; 30d+3d, 30 days and 3 a move.",
    )(command)

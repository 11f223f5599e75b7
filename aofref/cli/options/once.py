"""Options: what several of them have in common in how their values are read."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Value = TypeVar("Value")
Reader = Callable[[click.Context, click.Parameter, str | None], Value | None]


class _Small(click.types.StringParamType):
    """A name of the board, such as a cell: small letters, in whatever case it is given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return it in small letters."""
        return super().convert(value, param, ctx).strip().lower()


class _Seconds(click.FloatRange):
    """A time to wait: more than none, and no longer than the system can wait."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1_000_000)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return it as a number; NaN passes every comparison of the range."""
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

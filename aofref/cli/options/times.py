"""Times: moments and spans of the command line."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from aofref.notation import times


def moment(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime:
    """Read a moment such as --now; the system's clock is asked only where it is not given."""
    return moment_given(ctx, param, value) or datetime.now(UTC)


def moment_given(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> datetime | None:
    """Read a moment, if one is given."""
    found = None if value is None else times.read_moment(value)
    if value is not None and found is None:
        raise click.BadParameter(f"{value!r} is not a time such as 2026-11-22T10:00:00Z")
    return found


def span(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
    """Read a span of time, in seconds."""
    found = None if value is None else times.span(value)
    if value is not None and found is None:
        raise click.BadParameter(f"{value!r} is not a time span such as 20d")
    return found

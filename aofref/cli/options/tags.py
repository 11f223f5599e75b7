"""Tags as options and arguments write them: NAME=VALUE, and a pace."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from aofref.cli.options.once import Command, moment, once_option, reader
from aofref.notation import times

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

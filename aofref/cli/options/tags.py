"""Tags as options and arguments write them: NAME=VALUE, and a pace."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from aofref.cli.options.once import Command, once_option, reader
from aofref.notation import times

_NAME = re.compile(r"[A-Za-z]\w*")


def tags_of(given: Iterable[str], pace: str | None, hint: str) -> dict[str, str]:
    """Read tags, none of them twice, and a pace as the tag TimeControl."""
    found = {} if pace is None else {"TimeControl": pace}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or _NAME.fullmatch(name) is None or "\n" in value:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint=hint)
        if name in found:
            raise click.BadParameter(f"the tag {name} is given twice", param_hint=hint)
        found[name] = value
    return found


def pace_option(command: Command) -> Command:
    """Add --pace, which gives a time control in seconds."""
    return once_option(
        "--pace",
        read=reader(times.in_seconds, "a pace such as 10/50d or 30d+3d"),
        metavar="PACE",
        help="Set the time control: 10/50d, 10 moves in 50 days; 30d+3d, 30 days and 3 a move.",
    )(command)

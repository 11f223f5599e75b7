"""Options that many commands have."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from aofref.cli.io.output import Unreadable, complaint, unreadable
from aofref.cli.options.completers import complete_cells, complete_rulings, complete_variants
from aofref.cli.options.once import SMALL, Command, once_option
from aofref.findings import Code, Place

if TYPE_CHECKING:
    from aofref.judge.replay.opening import Setting
    from aofref.variants.files import shelf


def gathered(command: Callable[..., None], name: str, kind: Any) -> Callable[..., None]:
    """Hand the values of several options on to a command as one, a `kind` called `name`."""

    @wraps(command)
    def called(**values: Any) -> None:
        fields = [field for field in kind._fields if field in values]
        values[name] = kind(**{field: values.pop(field) for field in fields})
        command(**values)

    return called


OF_RECORDS = "The game of records that do not name theirs."


def setting_options(command: Command, variant: str = OF_RECORDS) -> Command:
    """Add --variant, with a text of its own, and --ruling."""
    command = click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="RULING",
        shell_complete=complete_rulings,
        help="Judge by another ruling, such as check=advisory; may be repeated.",
    )(command)
    return once_option(
        "--variant",
        read=lambda _ctx, _param, value: named_game(value or ""),
        metavar="ID",
        shell_complete=complete_variants,
        help=variant,
    )(command)


def named_game(name: str) -> str:
    """Find the id of a game that is named by it, by an alias, by its title, or by its file.

    Every fault of the file is a line.
    """
    if not name:
        return name
    from aofref import variants  # help and completion need none
    from aofref.variants.model import VariantData

    if name.lower() in {*variants.IDS, *variants.ALIASES}:
        return name
    opened = variants.opened(name) if name.endswith(".toml") else variants.faulty(name)
    if opened is None:
        return variants.meant(name)
    if not isinstance(opened, VariantData):
        raise Unreadable(bad_game(opened))
    return opened.id


def bad_game(faulty: shelf.FaultyFile) -> str:
    """Write the faults of a game's file as diagnostics."""
    return "\n".join(
        complaint(faulty.path, fault.code, fault.message, Place(fault.line, fault.column))
        for fault in faulty.faults
    )


def setting(variant: str, rulings: tuple[str, ...], *, as_played: bool = False) -> Setting:
    """Check the values of --variant and --ruling, and make a setting of them."""
    from aofref import variants
    from aofref.judge.replay.opening import Setting, no_such_variant

    if variant and variants.find(variant) is None:
        text = no_such_variant(variant)
        raise unreadable("--variant", Code.UNKNOWN_VARIANT, text)
    try:
        variants.check_rulings(rulings)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem
    own = os.environ.get("AOFREF_AS_PLAYED", "") not in ("", "0")
    return Setting(variant, rulings, as_played=as_played or own)


def choice_option(
    flag: str, words: Sequence[str], says: str | None = None, name: str = ""
) -> Callable[[Command], Command]:
    """Make an option that is one of some words, the first of them where it is not given."""
    return click.option(
        flag,
        name or flag.removeprefix("--"),
        type=click.Choice(words),
        default=words[0],
        show_default=True,
        help=says,
    )


def formats_option(words: Sequence[str], says: str | None = None) -> Callable[[Command], Command]:
    """Make --format, one of the forms in which a command writes what it has."""
    return choice_option("--format", words, says, "form")


format_option = formats_option(("text", "json"), "Lines to read, or JSON for scripts.")


def cell_option(says: str) -> Callable[[Command], Command]:
    """Make --from, the cell of a piece."""
    return click.option(
        "--from", "origin", type=SMALL, metavar="CELL", shell_complete=complete_cells, help=says
    )


def mail_to_option(command: Command) -> Command:
    """Add --mail-to, the address that pages send moves to."""
    return click.option(
        "--mail-to",
        default="",
        metavar="ADDRESS",
        callback=_address,
        help="Let players mail the move that they choose on the page (html).",
    )(command)


def _address(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    if value and not re.fullmatch(r"[^\s@<>\"]+@[^\s@<>\"]+", value):
        raise click.BadParameter(f"not an address: {value!r}")
    return value


def as_played_option(command: Command) -> Command:
    """Add --as-played."""
    return click.option(
        "--as-played",
        is_flag=True,
        help="Apply an arbiter's decisions in the record; AOFREF_AS_PLAYED=1 sets it.",
    )(command)


def encoding_option(command: Command) -> Command:
    """Add --encoding."""
    return click.option(
        "--encoding",
        default="utf-8",
        show_default=True,
        metavar="NAME",
        callback=_known_encoding,
        help="The encoding of the input; auto: what each file is seen to be in.",
    )(command)


def _known_encoding(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Let pass what keeps ASCII as it is: lines are split before they are decoded."""
    if value in ("utf-8", "auto"):
        return value
    from aofref.notation.records.stream import keeping_ascii

    try:
        return keeping_ascii(value)
    except ValueError as problem:
        raise click.BadParameter(str(problem)) from problem


def notation_option(command: Command) -> Command:
    """Add --to, a notation."""
    from aofref.notation.moves import Notation

    notations = [notation.value for notation in Notation]
    return choice_option("--to", notations, "Write moves in this notation.")(command)

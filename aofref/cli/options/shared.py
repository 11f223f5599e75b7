"""Options of many commands, and parsers of their values."""

import os
import re
from collections.abc import Callable, Iterable
from typing import Any

import click

from aofref import games
from aofref.cli.io import Unreadable, unreadable
from aofref.cli.options.option import WORDS, Command, RecordOption, option, options, usage
from aofref.findings import BadGame, Code
from aofref.judge.replay.opening import no_such_variant
from aofref.notation.movetext import Notation
from aofref.notation.records.stream import keeping_ascii
from aofref.rules import turn
from aofref.rules.compiled_variant import compile_variant


def tags_of(given: Iterable[str], pace: str | None, hint: str) -> dict[str, str]:
    """Parse tags, without repetitions; a pace becomes the tag TimeControl."""
    tags = {} if pace is None else {"TimeControl": pace}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or re.fullmatch(r"[A-Za-z]\w*", name) is None or "\n" in value:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint=hint)
        if name in tags:
            raise click.BadParameter(f"the tag {name} is given twice", param_hint=hint)
        tags[name] = value
    return tags


OF_RECORDS = "The game, where the record does not name it."


def _rulings(
    _ctx: click.Context, _param: click.Parameter, rulings: tuple[str, ...]
) -> tuple[str, ...]:
    with usage():
        games.check_rulings(rulings)
    return rulings


def _as_played(_ctx: click.Context, _param: click.Parameter, value: bool | None) -> bool | None:
    """Without the option (None) the environment decides, and without that each file."""
    own = os.environ.get("AOFREF_AS_PLAYED")
    return own != "0" if value is None and own else value


def reading_options(
    variant: str = OF_RECORDS, *, as_played: bool = True
) -> Callable[[Command], Command]:
    """Make the options on how records are read: a `Setting`, and --encoding.

    `variant` is the help of --variant; without `as_played` there is no --as-played.
    """
    own = {} if variant == OF_RECORDS else {"cls": click.Option}
    decisions = """--as-played/--no-as-played  Apply an arbiter's decisions, as in a club's games;
        or AOFREF_AS_PLAYED=1 or 0."""
    return options(
        f"""
    --variant ID  {variant}
    --ruling RULING... as rulings  Judge by another ruling, such as check=advisory; may be repeated.
    {decisions * as_played}
    --encoding NAME  The encoding of the input; auto: detect that of each file.
    """,
        RecordOption,
        variant={"read": known_game, "once": True, "default": "", **own},
        rulings={"callback": _rulings},
        as_played={"default": None, "callback": _as_played},
        encoding={
            "default": "utf-8",
            "show_default": True,
            "read": lambda name: name if name in ("utf-8", "auto") else keeping_ascii(name),
        },
    )


def variant_argument(form: str = "VARIANT") -> Callable[[Command], Command]:
    """Make the argument that names a game."""
    return click.argument("variant", default="", metavar=form, **WORDS["ID"])


def named_game(name: str) -> str:
    """Return the id of a game by id, alias, title, or path of its file.

    Raises Unreadable, with a line for every fault of the file.
    """
    if name.lower() in {"", *games.IDS, *games.ALIASES}:
        return name
    try:
        if name.endswith(".toml"):
            return games.opened(name).id
        if (faulty := games.faulty(name)) is not None:
            raise faulty
    except BadGame as problem:
        raise Unreadable(bad_game(problem)) from problem
    game = games.meant(name)
    if os.path.isfile(game) and games.find(game) is None:  # noqa: PTH113 - as in cli.io
        makes = f"of a record, aofref show --format html {name} makes a page"
        raise click.UsageError(f"{name} is a file and no game; {makes}")
    return game


def bad_game(faulty: BadGame) -> str:
    """Write the faults of a game's file as diagnostics, and its board below a faulty array."""
    from aofref.games.files.loader import with_faulty_array
    from aofref.games.files.shelf import text_of
    from aofref.report.text import board

    lines = [fault.diagnostic(faulty.source) for fault in faulty.findings]
    text = text_of(faulty.source)
    data = with_faulty_array(text) if isinstance(text, str) else None
    if data is not None:
        lines.append(board.position(turn.array(compile_variant(data, ()))))
    return "\n".join(lines)


def known_game(name: str, where: str = "--variant") -> str:
    """Return the id of a game as `named_game`; raises Unreadable also if there is no such game."""
    variant = named_game(name)
    if variant and games.find(variant) is None:
        raise unreadable(where, Code.UNKNOWN_VARIANT, no_such_variant(variant))
    return variant


format_option = option("--format text|json as form", "Lines to read, or JSON for scripts.")


def folder_option(name: str, says: str, **settings: Any) -> Callable[[Command], Command]:
    """Make --output-dir, the folder for a command's output."""
    from pathlib import Path  # which takes a while to load

    kind = click.Path(file_okay=False, path_type=Path)
    return option(f"--output-dir DIR as {name}", says, type=kind, **settings)


def _address(value: str) -> str:
    for address in value.split(",") if value else ():
        if not re.fullmatch(r"[^\s@<>\",]+@[^\s@<>\",]+", address):
            raise ValueError(f"not an address: {address!r}")
    return value


mail_to_option = option(
    "--mail-to ADDRESS",
    "Let players mail the move that they choose on the page (html).",
    default="",
    read=_address,
)


notation_option = option(
    f"--to {'|'.join(notation.value for notation in Notation)}", "Write moves in this notation."
)

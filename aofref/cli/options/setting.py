"""Setting: the game of records that name none, and the rulings, that options name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from aofref import variants
from aofref.cli.io.diagnostics import Unreadable, complaint, unreadable
from aofref.findings import Code, Place
from aofref.judge.replay.opening import Setting, no_such_variant
from aofref.variants.model import Variant

if TYPE_CHECKING:
    from aofref.variants.files import shelf


def known_as(name: str) -> str:
    """Give the id that a value of --variant stands for: FILE.toml is opened, and has one then.

    Every fault of the file is a line.
    """
    opened = variants.opened(name) if name.endswith(".toml") else variants.faulty(name)
    if opened is None:
        return name
    if isinstance(opened, Variant):
        return opened.id
    raise Unreadable(bad_game(opened))


def bad_game(faulty: shelf.BadGame) -> str:
    """Write the faults of a game's file as diagnostics."""
    placed = ((one.message, Place(one.line, one.column)) for one in faulty.faults)
    return "\n".join(complaint(faulty.path, Code.BAD_GAME, text, at) for text, at in placed)


def setting(variant: str, rulings: tuple[str, ...], *, as_played: bool = False) -> Setting:
    """Check the values of --variant and --ruling, and make a setting of them."""
    if variant and variants.find(variant) is None:
        text = no_such_variant(variant)
        raise unreadable("--variant", Code.UNKNOWN_VARIANT, text)
    try:
        variants.check_rulings(rulings)
    except ValueError as problem:
        import click

        raise click.UsageError(str(problem)) from problem
    own = os.environ.get("AOFREF_AS_PLAYED", "") not in ("", "0")
    return Setting(variant, rulings, as_played=as_played or own)

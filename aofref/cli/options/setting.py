"""Setting: the game, the rulings and the position that options name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from aofref import variants
from aofref.cli.io.diagnostics import Unreadable, complaint, unreadable
from aofref.findings import Code, Place, Refusal
from aofref.findings.facts import NoCell
from aofref.judge.replay.opening import Setting, no_such_variant
from aofref.notation import positions
from aofref.report.text.messages import sentence
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.position import Position
from aofref.variants.model import Variant

if TYPE_CHECKING:
    import click

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
    places = (Place(fault.line, fault.column) for fault in faulty.faults)
    placed = zip(faulty.faults, places, strict=True)
    return "\n".join(complaint(faulty.path, Code.BAD_GAME, f.message, at) for f, at in placed)


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


def _game(name: str) -> Variant:
    found = variants.find(name)
    assert found is not None
    return found


def open_variant(variant: str, rulings: tuple[str, ...]) -> CompiledVariant:
    """Give the game that --variant names, which must be there, under rulings that are its own."""
    if not variant:
        import click

        raise click.UsageError("--variant is needed")
    setting(variant, rulings)
    found = _game(variant)
    for ruling in rulings:
        if ruling not in found.rulings:
            has = ", ".join(sorted(found.rulings)) or "none"
            import click

            raise click.UsageError(f"{found.id} has no ruling {ruling}; it has {has}")
    return compile_variant(found, tuple(sorted(set(rulings))))


def position_text(given: str) -> str:
    """Give what --position says; for `-` it is what standard input holds."""
    from aofref.cli.io.streams import STDIN, opened
    from aofref.notation import diagrams

    if given != STDIN:
        return given
    with opened(STDIN) as stream:
        return stream.read(4 * diagrams.LONGEST).decode("utf-8", "replace").removeprefix("\ufeff")


def unfit(why: Refusal) -> click.UsageError:
    """Refuse a value that the game does not have."""
    import click

    return click.UsageError(f"{why.code.value}: {sentence(why)}")


def cell_of(game: CompiledVariant, name: str) -> int:
    """Give the cell that an option names, which the board must have."""
    if name not in game.board.number:
        raise unfit(Refusal(Code.NO_SUCH_CELL, NoCell(name)))
    return game.board.number[name]


def open_position(game: CompiledVariant, text: str | None) -> Position:
    """Read what --position says, a line or a diagram, or give the start position."""
    if text is None:
        return turn.start(game)[0]
    from aofref.notation import diagrams

    found = diagrams.read(game, text)
    if isinstance(found, positions.Faults):
        lines = (complaint("--position", why.code, sentence(why)) for why in found.refusals)
        raise Unreadable("\n".join(lines))
    return turn.begin(found)[0]

"""`aofref new`: a record to begin a game with."""

from __future__ import annotations

import re

import click

from aofref import variants
from aofref.cli.common import Unreadable, complaint, complete_variants, pass_on
from aofref.findings import Code, Place
from aofref.judge.opening import no_such_variant
from aofref.judge.replay import replay
from aofref.notation.records import RawRecord, read
from aofref.notation.records.blank import blank
from aofref.report.messages import diagnostics
from aofref.variants.model import Variant

_TAG = re.compile(r"[A-Za-z]\w*")
_ITS_OWN = ("Result", "Variant")


@click.command("new")
@click.argument("variant", shell_complete=complete_variants)
@click.option("--player", "players", multiple=True, metavar="LETTER=NAME", help="Who leads LETTER.")
@click.option("--tag", "tags", multiple=True, metavar="NAME=VALUE", help="Another tag.")
@click.option("--ruling", "rulings", multiple=True, metavar="RULING", help="A ruling of the game.")
@click.option("--array", metavar="PLACEMENT", help="Another array than the usual one.")
def command(
    variant: str,
    players: tuple[str, ...],
    tags: tuple[str, ...],
    rulings: tuple[str, ...],
    array: str | None,
) -> None:
    """Print a record of VARIANT without a move, to play on from."""
    game = variants.find(variant)
    if game is None:
        text = no_such_variant(variant)
        raise Unreadable(complaint("VARIANT", Code.UNKNOWN_VARIANT, text))
    told = _tags(tags) | _players(game, players)
    if array is not None:
        told["Array"] = array
    if rulings:
        told["Rulings"] = " ".join(rulings)
    text = blank(game, told)
    found = replay(read(RawRecord(text, Place(1, 1))))
    if found.findings:
        raise Unreadable(diagnostics("new", found.findings).rstrip("\n"))
    pass_on(text)


def _tags(given: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or _TAG.fullmatch(name) is None or "\n" in value:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--tag")
        if name in _ITS_OWN or name in found:
            why = "is set by the program" if name in _ITS_OWN else "is given twice"
            raise click.BadParameter(f"the tag {name} {why}", param_hint="--tag")
        found[name] = value
    return found


def _players(game: Variant, given: tuple[str, ...]) -> dict[str, str]:
    """Give the tags of the armies that players are named for, by letter or name."""
    known = {name: army.name for army in game.armies for name in (army.letter, army.name)}
    found: dict[str, str] = {}
    for text in given:
        army, sign, player = text.partition("=")
        if not sign or army not in known or "\n" in player:
            armies = ", ".join(f"{one.letter} {one.name}" for one in game.armies)
            why = f"{text!r} is not LETTER=NAME; the armies are {armies}"
            raise click.BadParameter(why, param_hint="--player")
        if known[army] in found:
            raise click.BadParameter(f"two players for {known[army]}", param_hint="--player")
        found[known[army]] = player
    return found

"""`aofref new`: write a record of a new game.

Group: Begin

    aofref new aof2 --player E=Anna --pace 30d+3d --start now > game.aof
"""

import click

from aofref.cli.io.output import refused, stdout, stdout_raw
from aofref.cli.options import shared
from aofref.cli.options.option import option
from aofref.cli.options.position import open_variant
from aofref.cli.options.times import pace_option, start_option
from aofref.findings import BadPosition
from aofref.library.files import new
from aofref.library.position import Variant
from aofref.text import json_line
from aofref.values import Value

_ITS_OWN = ("Result", "Variant")


class GivenTags(Value):
    """The values of the options that become tags."""

    players: tuple[str, ...]
    event: str | None
    tags: tuple[str, ...]
    array: str | None
    pace: str | None
    start: dict[str, str]


@shared.variant_argument
@option("--player LETTER=NAME", "Who plays the army LETTER.", "players", multiple=True)
@option("--event NAME", "The name of the event.", once=True)
@option("--tag NAME=VALUE", "Set another tag.", "tags", multiple=True)
@shared.ruling_option("Play by this ruling.")
@option("--array PLACEMENT", "Start from another array.", once=True)
@pace_option
@start_option
@option(
    "--format text|json", "What to print: the record, or in JSON its state and its text.", "form"
)
def command(variant: str, rulings: tuple[str, ...], given: GivenTags, form: str) -> None:
    """Print a record of VARIANT without a move, to play on from."""
    game = open_variant(variant, rulings)
    events = [] if given.event is None else [f"Event={given.event}"]
    others = shared.tags_of([*given.tags, *events], given.pace, "--tag")
    start = given.start
    chosen = ({"Date": start["UTCDate"]} | start if start else {}) | others
    for name in _ITS_OWN:
        if name in chosen:
            raise click.BadParameter(f"the tag {name} is set by the program", param_hint="--tag")
    chosen |= _players(game, given.players)
    if given.array is not None:
        chosen["Array"] = given.array
    if rulings:
        chosen.pop("Rulings", None)
    try:
        record = new(game.id, tags=chosen, rulings=rulings)
    except BadPosition as problem:
        raise refused("new", problem) from problem
    if form == "json":
        from aofref.report.json import position

        stdout(json_line(position.edited(record.verdict, record.text, {})))
    else:
        stdout_raw(record.text)


def _players(game: Variant, given: tuple[str, ...]) -> dict[str, str]:
    names: dict[str, str] = {}
    for text in given:
        name, sign, player = text.partition("=")
        army = game.army_named(name)
        if not sign or army is None or "\n" in player:
            armies = ", ".join(f"{letter} {army}" for letter, army in game.armies.items())
            why = f"{text!r} is not LETTER=NAME; the armies are {armies}"
            raise click.BadParameter(why, param_hint="--player")
        if game.armies[army] in names:
            raise click.BadParameter(f"two players for {game.armies[army]}", param_hint="--player")
        names[game.armies[army]] = player
    return names

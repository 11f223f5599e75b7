"""`aofref season`: pair the players of a season and begin its games."""

from pathlib import Path

import click

from aofref import Variant, variant
from aofref.cli.io import refused, stderr, stdout
from aofref.cli.options.option import known, option
from aofref.cli.options.shared import known_game
from aofref.cli.options.times import moment, now, read_pace
from aofref.club import season, settings
from aofref.club.answers import say
from aofref.club.season import Wanted
from aofref.club.store import Store
from aofref.findings import BadFile
from aofref.text import on_one_line, some

_NOWHERE = "club@localhost"


def _variants(value: str) -> list[Variant]:
    ids = (known_game(name.strip() or ",") for name in value.split(","))
    return list(dict.fromkeys(map(variant, ids)))


_address = known(lambda value: value if settings.is_address(value) else None, "an address")


@click.argument("players", metavar="PLAYERS.tsv", type=click.Path(dir_okay=False))
@option(
    "--variant ID[,ID] as variants",
    "The games to be played; each has a tournament of its own.",
    required=True,
    read=_variants,
)
@option("--games N", "The number of games in all.", type=click.IntRange(1))
@option("--output-dir DIR as target", "The directory of the club.", required=True)
@option(
    "--round N",
    "Begin only round N; the season is drawn with round 1, the others begin later.",
    type=click.IntRange(1),
)
@option("--event NAME", "The name of the season.", default="")
@option("--start TIME", "When the clocks start.", default="now", read=moment)
@option("--pace PACE as control", "The time control, such as 30d+3d.", read=read_pace)
@option("--seed N", "Draw the players' order by lot.", type=int)
@option("--address ADDRESS", "The club's address, if DIR has no club.toml yet.", read=_address)
@option(
    "--arbiter ADDRESS",
    "Where the arbiter gets a digest, if DIR has no club.toml yet.",
    read=_address,
)
def command(
    players: str,
    variants: list[Variant],
    target: str,
    address: str | None,
    arbiter: str | None,
    wanted: Wanted,
) -> None:
    """Pair the players of PLAYERS.tsv, and write the records and the invitations to DIR.

    aofref season players.tsv --variant aof2 --output-dir club/
    aofref season players.tsv --variant hec --pace 30d+3d --output-dir club/
    """
    given, store = Path(players), Store(Path(target))
    path = store.folder / settings.CLUB
    fresh = say("club.toml", wanted=wanted, address=address or _NOWHERE, arbiter=arbiter)
    try:
        club = store.club() if path.exists() else settings.read_club(fresh, f"new {settings.CLUB}")
        entered = Store(given.parent).players(given.name, club)
        needed = max(len(game.armies) for game in variants)
        if len(entered) < needed:
            why = f"a game needs {needed} players, and the file has {some(len(entered), 'player')}"
            raise settings.bad_settings(players, why)
        with store.locked():
            if not path.exists():
                store.write(path, f"{fresh}\n".encode())
                if not address:
                    why = f"the address is {_NOWHERE}: write the club's own there"
                    stderr(f"aofref: {path}: {why}\n")
            session = season.opened(store, entered, wanted.start, now())
            for line in season.begun(session, entered, variants, wanted):
                stdout(on_one_line(line) + "\n")
    except BadFile as problem:
        raise refused(problem.source, problem) from problem
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem

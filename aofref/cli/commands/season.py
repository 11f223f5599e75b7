"""`aofref season`: pair the players of a season and begin its games.

Group: Club

    aofref season players.tsv --variant aof2 --output-dir club/
    aofref season players.tsv --variant hec --pace 30d+3d --output-dir club/
"""

from datetime import datetime
from pathlib import Path

import click

from aofref import games
from aofref.cli.io.output import refused, stderr, stdout, unreadable
from aofref.cli.options.option import option
from aofref.cli.options.shared import named_game
from aofref.cli.options.times import moment, now, read_pace
from aofref.club import season, settings
from aofref.club.season import Paired, Wanted
from aofref.club.session import ClubSession
from aofref.club.settings import Club, Player, bad_settings
from aofref.club.store import Store
from aofref.findings import BadFile, Code
from aofref.games.model import VariantData
from aofref.judge.replay.opening import no_such_variant
from aofref.library.position import variant
from aofref.text import on_one_line, some

_NOWHERE = "club@localhost"


def _variants(value: str) -> list[VariantData]:
    found = []
    for name in value.split(","):
        game = games.find(named_game(name.strip()))
        if game is None:
            raise click.BadParameter(f"{Code.UNKNOWN_VARIANT.value} {no_such_variant(name)}")
        found.append(game)
    return list(dict.fromkeys(found))


def _address(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    if value is not None and not settings.is_address(value):
        raise click.BadParameter(f"{value!r} is not an address")
    return value or ""


RULES = "rules"
"""The folder of a club with the rulebooks of its games, for its players."""


@click.argument("players", metavar="PLAYERS.tsv", type=click.Path(dir_okay=False))
@option(
    "--variant ID[,ID]",
    "The games to be played; each has a tournament of its own.",
    "variants",
    required=True,
    read=_variants,
)
@option("--games N", "The number of games in all.", type=click.IntRange(1))
@option("--output-dir DIR", "The directory of the club.", "target", required=True)
@option(
    "--round N",
    "Begin only round N; the others later, with the same players and --seed.",
    type=click.IntRange(1),
)
@option("--event NAME", "The name of the season.", default="")
@option("--start TIME", "When the clocks start.", default="now", read=moment)
@option("--pace PACE", "The time control, such as 30d+3d.", "control", read=read_pace)
@option("--seed N", "Draw the players' order by lot.", type=int)
@option("--address ADDRESS", "The club's address, if DIR has no club.toml yet.", callback=_address)
@option(
    "--arbiter ADDRESS",
    "Where the arbiter gets a digest, if DIR has no club.toml yet.",
    callback=_address,
)
def command(
    players: str,
    variants: list[VariantData],
    target: str,
    address: str,
    arbiter: str,
    wanted: Wanted,
) -> None:
    """Pair the players of PLAYERS.tsv, and write the records and the invitations to DIR."""
    if arbiter and arbiter.casefold() == address.casefold():
        raise click.UsageError("the arbiter is to have another address than the club")
    event, control, file = wanted.event, wanted.control, players
    try:
        entered = settings.read_players(_text(players), players)
        needed = max(len(game.armies) for game in variants)
        if len(entered) < needed:
            few = some(len(entered), "player")
            raise bad_settings(players, f"a game needs {needed} players, and the file has {few}")
        store = Store(Path(target))
        file = target
        store.make()
        with store.locked(wait=True):
            fresh = Club(event or "The club", address or _NOWHERE, control or "", arbiter=arbiter)
            club = _club(store, fresh)
            session = _session(store, club, entered, wanted.start)
            wanted = wanted._replace(event=event or club.name, control=control or club.control)
            made: list[Paired | tuple[int, Player]] = []
            if store.begun() is None:
                why = wanted.round and season.objection(session, entered, variants, wanted)
                if why:
                    raise click.BadParameter(why, param_hint="--round")
                made += season.season(entered, variants, wanted, store.games())
                (store.folder / RULES).mkdir(exist_ok=True)
                for rules in variants:
                    book = variant(rules.id).rules().html()
                    store.write(store.folder / RULES / f"{rules.id}.html", book.encode())
                store.begin({game.id: game.record for game in made if isinstance(game, Paired)})
            else:
                more = "run it again to begin another"
                stderr(f"aofref: {target}: a season was interrupted, and is finished now: {more}\n")
            lines = dict(season.started(session))
            for one in made:
                if isinstance(one, Paired):
                    line = lines.pop(one.id)
                else:
                    line = f"no game  round {one[0]}  {one[1].name}"
                stdout(on_one_line(line) + "\n")
            for line in lines.values():  # of an interrupted run
                stdout(on_one_line(line) + "\n")
            store.end()
    except BadFile as problem:
        name = problem.source if file == players else str(Path(file) / problem.source)
        raise refused(name, problem) from problem


def _text(name: str) -> str:
    try:
        return Path(name).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise bad_settings(name, "is not in UTF-8", code=Code.ENCODING) from None
    except OSError as problem:
        why = f"cannot be opened: {problem.strerror or problem}"
        raise unreadable(name, Code.CANNOT_OPEN, why) from problem


def _club(store: Store, fresh: Club) -> Club:
    """Return the settings of a club, which are written if the club is new."""
    path = store.folder / settings.CLUB
    if not path.exists():
        store.write(path, season.settings_of(fresh).encode())
        if fresh.address == _NOWHERE:
            stderr(f"aofref: {path}: the address is {_NOWHERE}: write the club's own there\n")
    return store.club()


def _session(store: Store, club: Club, entered: tuple[Player, ...], at: datetime) -> ClubSession:
    """Open the club, with the players added to its list."""
    path = store.folder / settings.PLAYERS
    known = store.players() if path.exists() else ()
    players = settings.with_words(season.joined(known, entered))
    if players != known:
        seen = store.data(path).decode()
        store.write(path, settings.with_players(seen, players).encode())
    return ClubSession(club, players, store, at, min(at, now()))

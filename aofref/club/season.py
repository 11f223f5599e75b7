"""Season: the records of the games of a club, and the invitations to them."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import count
from random import Random

from aofref import Record, Variant, new
from aofref.club import pairing, settings
from aofref.club.answers import say
from aofref.club.game import ClubGame
from aofref.club.session import ClubSession
from aofref.club.settings import Player
from aofref.club.store import Store, folded, id_of
from aofref.notation import times
from aofref.text import in_bytes, json_text, on_one_line
from aofref.values import Value


class Wanted(Value):
    """The settings of a season: the event, start, time control and number of its games.

    `games` None is a whole round robin.  `seed` draws the order of the players by lot; None keeps
    their order.  `round` is the one round that begins now; None: all begin.
    """

    event: str
    start: datetime
    control: str | None
    games: int | None
    seed: int | None
    round: int | None = None


Seats = tuple[str, str, tuple[str, ...]]


def seats_of(record: Record) -> Seats:
    """Return the place of a record in its season: game, round, and names in order of play."""
    names = tuple(record.players.values())
    return record.tags.get("Variant", ""), record.tags.get("Round", ""), names


def planned(players: Sequence[Player], variants: Sequence[Variant], wanted: Wanted) -> list[Record]:
    """Pair all games of a season, each variant as a tournament of its own, and make the records."""
    order, number = list(players), len(variants)
    if wanted.seed is not None:
        Random(f"{wanted.seed} {variants[0].id}").shuffle(order)
    counts = [
        (len(game.armies), None if wanted.games is None else (wanted.games + behind) // number)
        for behind, game in zip(reversed(range(number)), variants, strict=True)
    ]
    start = times.start_tags(wanted.start)
    tags = {"Event": wanted.event, "Date": start["UTCDate"]} | start
    tags |= {"TimeControl": wanted.control} if wanted.control else {}
    tournaments = zip(variants, pairing.season(len(order), counts), strict=True)
    return [
        new(
            game.id,
            {army: order[seat].name for army, seat in zip(game.armies, seats, strict=True)},
            tags | {"Round": str(number)},
        )
        for game, rounds in tournaments
        for number, games in enumerate(rounds, 1)
        for seats in games
    ]


def require_round(
    session: ClubSession, players: Sequence[Player], season: Collection[Record], wanted: Wanted
) -> None:
    """Raise ValueError if a round of a season cannot begin.

    It has begun already, there is none, or an earlier round was paired otherwise; players who have
    been replaced since are left out of account.
    """
    paired, names = set(map(seats_of, season)), {player.name for player in players}
    if str(wanted.round) not in {round_ for _, round_, _ in paired}:
        raise ValueError(f"the season has no round {wanted.round}")
    known, begun = {seats[:2] for seats in paired}, []
    for game in session.readable:
        record = game.record
        seats = _, round_, playing = seats_of(record)
        if record.tags.get("Event") != wanted.event or seats[:2] not in known:
            continue
        if round_ == str(wanted.round):
            begun.append(game.id)
        elif seats not in paired and names.issuperset(playing):
            how = "give the same players, variants, --games and --seed"
            raise ValueError(f"[{game}] of round {round_} was paired otherwise: {how}")
    if begun:
        raise ValueError(f"round {wanted.round} of {wanted.event} has begun: {', '.join(begun)}")


def opened(store: Store, entered: Sequence[Player], at: datetime, now: datetime) -> ClubSession:
    """Open a club at the start of a season, with players added to its list.

    Raises BadFile for a player whose id has other data in the list.
    """
    known = store.players() if (store.folder / settings.PLAYERS).exists() else ()
    by_id = {player.id: player for player in known}
    for player in entered:
        old = by_id.setdefault(player.id, player)
        if old._replace(away=(), token="") != player._replace(away=(), token=""):
            why = f"{player.id} is {old.name}, {old.address} in the club: correct one of them"
            raise settings.bad_settings(settings.PLAYERS, why)
    players = settings.with_words(by_id.values())
    return ClubSession(store.club(), players, store, at, min(at, now))


def settings_of(wanted: Wanted, address: str, arbiter: str) -> str:
    """Write the club.toml of a new club, which is named after its first season."""
    periods = times.read_control(wanted.control or "")
    control = times.write_control(periods, spans=True) if periods else ""
    name, address, arbiter = map(json_text, (wanted.event or "The club", address, arbiter))
    lines = say("settings", name=name, address=address, arbiter=arbiter, control=control)
    return "\n".join([*lines, ""])


def begun(
    session: ClubSession, players: Sequence[Player], variants: Sequence[Variant], wanted: Wanted
) -> list[str]:
    """Begin a season, or finish one that was interrupted; return a line for each of its games.

    Behind them is a line for each round with the players who have no game in it.  Raises ValueError
    if the round that is to begin cannot.
    """
    store, club = session.store, session.club
    now: list[Record] = []
    if store.begun() is None:
        event, control = wanted.event or club.name, wanted.control or club.control
        wanted = wanted._replace(event=event, control=control)
        season = planned(players, variants, wanted)
        if wanted.round is not None:
            require_round(session, players, season, wanted)
        now = [record for record in season if wanted.round in (None, int(record.tags["Round"]))]
        taken = {folded(id_of(path)) for path in store.records()}
        books, begin = store.folder / "rules", dict[str, bytes]()
        books.mkdir(exist_ok=True)
        for game in variants:
            store.write(books / f"{game.id}.html", game.rules().html().encode())
            width = max(2, len(str(sum(record.variant == game for record in season))))
            ids = (f"{game.id}-{number:0{width}}" for number in count(1))
            free = (id_ for id_ in ids if id_ not in taken)
            begin |= {next(free): in_bytes(r.text) for r in now if r.variant == game}
        store.begin(begin)
    lines = [*_started(session)]
    for round_ in dict.fromkeys(record.tags["Round"] for record in now):
        of_it = (record for record in now if record.tags["Round"] == round_)
        playing = {name for record in of_it for name in record.players.values()}
        if free_now := [player.name for player in players if player.name not in playing]:
            lines.append(f"no game  round {round_}  {', '.join(free_now)}")
    store.end()
    return lines


def _started(session: ClubSession) -> Iterator[str]:
    """Invite each player to the games that have begun, and start them; yield a line for each.

    The players are invited before a game starts, and the log has to which games: an interrupted
    run invites nobody twice.
    """
    begun = [ClubGame(session, path) for path in session.store.begun() or ()]
    for player in session.players:
        lines = session.log.of_player(player.id)
        mine = {
            settings.digest(game.path.name, game.record.text, size=4): game
            for game in begun
            if player in game.players
        }
        if mine and not any(key in mine for line in lines for key in line.note.split()):
            games, hash_ = [*mine.values()], settings.digest("invite", *mine)
            event = on_one_line(games[0].record.tags["Event"])
            session.invite(player, event, games, hash_, " ".join(mine))
    for game in begun:
        _, round_, names = seats_of(game.record)
        session.store.start(game.path)
        yield f"{game}  round {round_}  {' - '.join(names)}"

"""Season: the records of the games of a club, and the invitations to them."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random

from aofref.club import pairing
from aofref.club.answers import ClubGame
from aofref.club.journal import open_game, record_of
from aofref.club.pairing import Pairing
from aofref.club.session import ClubSession
from aofref.club.settings import Club, Player, bad_settings, digest
from aofref.club.store import id_of
from aofref.games.model import VariantData
from aofref.judge.collect.summary import players as players_of
from aofref.notation import times
from aofref.notation.records import blank
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


class Paired(Value):
    """A game of a season: its id, and its record."""

    id: str
    record: bytes


def season(
    players: Sequence[Player], games: Sequence[VariantData], wanted: Wanted, taken: Collection[str]
) -> Iterator[Paired | tuple[int, Player]]:
    """Yield the games of a season, and the round and the player of each bye.

    `taken` are the ids in use.  Each variant is a tournament of its own; `pairing.season` makes
    meetings and armies equal over all of them.
    """
    order, tournaments = _planned(players, games, wanted)
    for variant, pairings in zip(games, tournaments, strict=True):
        width = max(2, len(str(len(pairings))))
        ids = (f"{variant.id}-{number:0{width}}" for number in count(1))
        free = (id_ for id_ in ids if id_ not in taken)
        for game in pairings:
            if wanted.round not in (None, game.round):
                continue
            clocks = times.start_tags(wanted.start)
            tags = {"Event": wanted.event, "Date": clocks["UTCDate"], "Round": str(game.round)}
            for army, seat in zip(variant.armies, game.seats, strict=True):
                tags[army.name] = order[seat].name
            tags |= clocks | ({"TimeControl": wanted.control} if wanted.control else {})
            yield Paired(next(free), in_bytes(blank(variant, tags)))
        for round_, number in pairing.byes(pairings, len(order)):
            if wanted.round in (None, round_):
                yield round_, order[number]


def _planned(
    players: Sequence[Player], games: Sequence[VariantData], wanted: Wanted
) -> tuple[list[Player], list[list[Pairing]]]:
    """Return the players in the order of their numbers, and the pairings of each variant."""
    order = list(players)
    if wanted.seed is not None:
        Random(f"{wanted.seed} {games[0].id}").shuffle(order)
    shares: list[int | None] = [None] * len(games)
    if wanted.games is not None:
        share, more = divmod(wanted.games, len(games))
        shares = [share + (number < more) for number in range(len(games))]
    armies = (len(variant.armies) for variant in games)
    return order, pairing.season(len(order), list(zip(armies, shares, strict=True)))


def objection(
    session: ClubSession,
    players: Sequence[Player],
    games: Sequence[VariantData],
    wanted: Wanted,
) -> str:
    """Return why a round of a season cannot begin, empty if it can.

    It has begun already, there is none, or an earlier round was paired otherwise; players who have
    been replaced since are left out of account.
    """
    order, tournaments = _planned(players, games, wanted)
    planned = {
        (variant.id, str(game.round), tuple(order[seat].name for seat in game.seats))
        for variant, pairings in zip(games, tournaments, strict=True)
        for game in pairings
    }
    rounds, names = {round_ for _, round_, _ in planned}, {player.name for player in players}
    if str(wanted.round) not in rounds:
        return f"the season has no round {wanted.round}"
    begun = []
    for id_ in session.readable():
        replay = session.game(id_)
        tags, game = replay.record.values, replay.known_game
        of_season = tags.get("Event") == wanted.event and tags.get("Round") in rounds
        if game is None or game.variant not in games or not of_season:
            continue
        seats = tuple(name for _, name in players_of(replay))
        known = (game.variant.id, tags["Round"], seats)
        if tags["Round"] == str(wanted.round):
            begun.append(session.id_of(id_))
        elif known not in planned and names.issuperset(seats):
            how = "give the same players, variants, --games and --seed"
            return f"[{session.id_of(id_)}] of round {known[1]} was paired otherwise: {how}"
    return f"round {wanted.round} of {wanted.event} has begun: {', '.join(begun)}" if begun else ""


def joined(known: Sequence[Player], more: Sequence[Player]) -> tuple[Player, ...]:
    """Add players to the players of a club; raises BadFile for an id that has other data there."""
    by_id = {player.id: player for player in known}
    for player in more:
        old = by_id.setdefault(player.id, player)
        if old._replace(away=(), token="") != player._replace(away=(), token=""):
            why = f"{player.id} is {old.name}, {old.address} in the club: correct one of them"
            raise bad_settings("players.tsv", why)
    return tuple(by_id.values())


def settings_of(club: Club) -> str:
    """Write the club.toml of a new club."""
    periods = times.read_control(club.control)
    control = times.write_control(periods, spans=True) if periods else "30d+3d"
    arbiter = json_text(club.arbiter or "arbiter@example.org")
    return (
        f"name = {json_text(club.name)}\naddress = {json_text(club.address)}\n"
        f'{"" if club.arbiter else "# "}arbiter = {arbiter}\n# digest = "1d"\n'
        '# site = "https://example.org/club"\n# token = true\n# dkim = true\n'
        '# remind = false\n# leave = "30d"\n\n[pace]\n'
        f'{"" if periods else "# "}control = "{control}"\n'
        '# double_after = "20d"\n'
    )


def started(session: ClubSession) -> Iterator[tuple[str, str]]:
    """Invite each player to the games that have begun, and start them; yield their ids and lines.

    The players are invited before a game starts: an interrupted run invites nobody twice.
    """
    records = {path: _begun(session, path) for path in session.store.begun() or ()}
    names = {path: [name for _, name in players_of(game.replay)] for path, game in records.items()}
    if not session.store.has_invited():
        seated = {path: session.called(names[path]) for path in records}
        for player in session.players:
            games = [game for path, game in records.items() if player in seated[path]]
            if games:
                event = on_one_line(games[0].replay.record.values["Event"])
                session.invite(player, event, games, digest("invite", *(game.id for game in games)))
        session.store.note_invited()
    for path, game in records.items():
        session.store.start(path)
        round_ = game.replay.record.values["Round"]
        yield game.id, f"{game.id}  round {round_}  {' - '.join(names[path])}"


def _begun(session: ClubSession, path: Path) -> ClubGame:
    replay = open_game(record_of(session.store.data(path))._verdict)
    assert replay is not None
    return ClubGame(id_of(path), replay)

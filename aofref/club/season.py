"""Season: who plays whom, in which rounds; the records of the games, and the invitations."""

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, combinations, count, cycle, islice, permutations, product
from pathlib import Path
from random import Random

from aofref import Variant, new
from aofref.club import news, settings
from aofref.club.session import ClubSession
from aofref.club.settings import Player, digest
from aofref.club.store import DRAWN, NEW, Store, folded
from aofref.findings import BadFile
from aofref.text import in_bytes, joined
from aofref.values import Value

_DRAFTED, _DRAWS = 600, 30  # games in all drafts of a season, and draws of each of their rounds

Round = list[list[int]]
"""Games without a player in common: the numbers of the players of each in order of play, from 0."""
Seats = tuple[str, str, tuple[str, ...]]
"""A game of a season: the id of its variant, its round, and the names in order of play."""


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


def planned(players: Sequence[str], variants: Sequence[Variant], wanted: Wanted) -> list[Seats]:
    """Pair all games of a season, each variant as a tournament of its own."""
    order, number = list(players), len(variants)
    if wanted.seed is not None:
        Random(f"{wanted.seed} {variants[0].id}").shuffle(order)
    counts = [
        (len(game.armies), None if wanted.games is None else (wanted.games + behind) // number)
        for behind, game in zip(reversed(range(number)), variants, strict=True)
    ]
    return [
        (game.id, str(number), tuple(order[seat] for seat in seats))
        for game, rounds in zip(variants, paired(len(order), counts), strict=True)
        for number, games in enumerate(rounds, 1)
        for seats in games
    ]


def opened(store: Store, entered: Sequence[Player], at: datetime, now: datetime) -> ClubSession:
    """Open a club at the start of a season, with players added to its list.

    Raises BadFile if a player has the id, the name or the address of another in the list.
    """
    path = store.folder / settings.PLAYERS
    known = store.players(club=store.club()) if path.exists() else ()
    new = [player for player in entered if player[:3] not in [old[:3] for old in known]]
    settings.read_players(settings.with_players("", [*known, *new]), f"{path} with new players")
    session = ClubSession(store, at, [*known, *new])
    session.dated = min(at, now)
    return session


def begun(
    session: ClubSession, players: Sequence[Player], variants: Sequence[Variant], wanted: Wanted
) -> list[str]:
    """Begin a season, or a round of it; return a line for each of its games.

    Behind them is a line for each round with the players who have no game in it.  Raises ValueError
    if there is no such round to begin, and BadFile if a record of the season is at fault.

    A season is drawn once, at its round 1: its records get into a folder in one step, and leave it
    one by one when their players are invited; the log has to which games they are.  So the same
    command finishes an interrupted run, and nobody is invited twice.
    """
    store, names = session.store, [player.name for player in players]
    wanted = wanted._replace(event=wanted.event or session.club.name)
    key = digest(wanted.event, *sorted(game.id for game in variants))
    folder, number = store.folder / DRAWN / key, wanted.round and str(wanted.round)
    if not folder.is_dir():
        if number not in (None, "1"):
            events = sorted({game.record.tags.get("Event", "?") for game in session.coming()})
            why = f"what waits is of {joined(events, 'and')}" if events else "begin with round 1"
            raise ValueError(f"no round {number} of {wanted.event} is drawn for these games: {why}")
        _write(session, folder, planned(names, variants, wanted), variants, wanted.event)
    games = session.drawn(key)
    for game in games:
        if found := game.record.findings:  # also a warning, as of bytes that are not UTF-8
            raise BadFile((game.fault or found[0],), str(game.path))
    games = [game for game in games if number in (None, game.record.tags.get("Round"))]
    if number and not games:
        raise ValueError(f"round {number} of {wanted.event} has begun, or there is none")
    if there := [str(game) for game in games if game.key in session.games]:
        raise ValueError(f"there are other games called {', '.join(there)}")
    day, control = f"{wanted.start:%Y.%m.%d}", wanted.control or session.club.control
    tags = {"Date": day, "UTCDate": day, "UTCTime": f"{wanted.start:%H:%M:%S}"}
    tags |= {"TimeControl": control} if control else {}
    fresh = [game for game in games if "UTCDate" not in game.record.tags]
    for game in fresh:
        game.keep(game.record.with_tags(tags))
    news.tell(session, map(news.begun, games))
    lines, rounds = list[str](), defaultdict[str, set[str]](set)
    for game in games:
        round_, seated = game.record.tags.get("Round", ""), game.record.players.values()
        game.path.rename(store.folder / "games" / game.path.name)
        lines.append(f"{game}  round {round_}  {' - '.join(seated)}")
        rounds[round_].update(seated)
    for round_, playing in rounds.items() if fresh == games else ():
        if free := [name for name in names if name not in playing]:
            lines.append(f"no game  round {round_}  {', '.join(free)}")
    if not number:
        shutil.rmtree(folder)
    return lines


def _write(
    session: ClubSession, folder: Path, season: list[Seats], variants: Sequence[Variant], event: str
) -> None:
    """Write the records of a season into a folder, in one step."""
    store, made = session.store, folder.with_name(NEW)
    known = (folded(path.stem) for path in store.files("known"))  # of games that are gone, too
    taken = {*session.games, *known, *(game.key for game in session.drawn())}
    books, width = store.folder / "rules", max(2, len(str(len(season))))
    books.mkdir(exist_ok=True)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    for game in variants:
        store.write(books / f"{game.id}.html", game.rules().html().encode())
        ids = (f"{game.id}-{number:0{width}}" for number in count(1))
        free = (id_ for id_ in ids if id_ not in taken)
        for _, round_, names in (seats for seats in season if seats[0] == game.id):
            seated = dict(zip(game.armies, names, strict=True))
            record = new(game.id, seated, {"Event": event, "Round": round_})
            store.write(made / f"{next(free)}.aof", in_bytes(record.text))
    made.rename(folder)


# Pairing ------------------------------------------------------------------------------------------


def paired(players: int, wanted: Sequence[tuple[int, int | None]]) -> list[list[Round]]:
    """Return the rounds of the tournaments of a season, given by numbers of armies and of games.

    Without a number of games, two armies play one round robin; with more armies, each player has
    each seat once.  Each round has as many games as there are players for, the last of a tournament
    those that are left.  Over all tournaments, a player's games differ by one at most from
    another's, and from seat to seat (by the number of armies); the meetings of each two players
    differ as little as in the best of several drafts.
    """
    whole = {armies: players for armies, _ in wanted} | {2: players * (players - 1) // 2}
    counts = [(armies, whole[armies] if games is None else games) for armies, games in wanted]
    most = max(1, _DRAFTED // max(1, sum(games for _, games in counts)))
    drafts = [_draft(players, counts, 0)]
    while len(drafts) < most and drafts[-1][0][0] > 1:
        drafts.append(_draft(players, counts, len(drafts)))
    season = min(drafts, key=lambda draft: draft[0])[1]
    for armies in dict(counts):
        sized = zip(counts, season, strict=True)
        alike = [[*chain(*rounds)] for (size, _), rounds in sized if size == armies]
        for games in (*alike, [*chain(*alike)]):
            _even_seats(games, armies)
    return season


def _draft(
    players: int, counts: Sequence[tuple[int, int]], number: int
) -> tuple[tuple[int, int], list[list[Round]]]:
    """Draft the rounds of tournaments: whole rounds for two armies by Berger, others by lot.

    A round by lot is the best of several draws of those who have played least, each with those whom
    they have met least; in every third draft one in ten comes by lot alone: what is best now may
    not be best later.  Before the rounds is how much the meetings of each two players differ at
    most, and the sum of their squares, which is least if all are equal.
    """
    lot, by_lot = Random(number), 0.1 if number % 3 == 2 else 0
    met = [[0] * players for _ in range(players)]  # with oneself: all games of a player

    def counted(games: Round) -> Round:
        for a, b in chain(*(product(game, repeat=2) for game in games)):
            met[a][b] += 1
        return games

    def drawn(seats: int, armies: int) -> Round:
        left = sorted(lot.sample(range(players), players), key=lambda one: met[one][one])[:seats]
        lot.shuffle(left)
        games = Round()
        while left:
            games.append([left.pop()])
            while len(games[-1]) < armies:
                free = left[-1:] if by_lot and lot.random() < by_lot else left
                games[-1].append(min(free, key=lambda one: sum(met[one][by] for by in games[-1])))
                left.remove(games[-1][-1])
        return games

    def met_before(games: Round) -> tuple[int, int]:
        before = [met[a][b] for game in games for a, b in combinations(game, 2)]
        return sum(before), max(before)

    table = _berger(players)
    season = [
        [*map(counted, islice(table, games // (players // 2)))] if armies == 2 else []
        for armies, games in counts
    ]
    for rounds, (armies, games) in zip(season, counts, strict=True):
        for left in range(games - sum(map(len, rounds)), 0, -(players // armies)):
            seats = min(left, players // armies) * armies
            draws = [drawn(seats, armies) for _ in range(_DRAWS)]
            rounds.append(counted(min(draws, key=met_before)))
    times = [met[a][b] for a, b in combinations(range(players), 2)]
    return (max(times) - min(times), sum(number**2 for number in times)), season


def _berger(players: int) -> Iterator[Round]:
    """Yield the rounds of round robins by Berger's tables, with colours swapped each time."""
    half = (players + 1) // 2
    last = others = 2 * half - 1
    for swapped, turn in cycle(product((False, True), range(others))):
        first = turn * half % others  # the last player stays, the others move on by half
        pairs = [[first, last] if turn % 2 == 0 else [last, first]]
        pairs += [[(first + n) % others, (first - n) % others] for n in range(1, half)]
        yield [pair[::-1] if swapped else pair for pair in pairs if max(pair) < players]


def _even_seats(games: Sequence[list[int]], armies: int) -> None:
    """Make each player's numbers of games in each seat differ by one at most.

    Who has had one seat at least twice more often than another swaps the two in a game drawn by
    lot.  Then it may be the other player of that game who has had the one too often; as each game
    has both seats, such a chain of games can always end.
    """
    lot, had = Random(0), Counter(place for game in games for place in enumerate(game))
    ways = [*product(dict.fromkeys(chain(*games)), permutations(range(armies), 2))]
    while often := [(who, way) for who, way in ways if had[way[0], who] > had[way[1], who] + 1]:
        player, (seat, other) = lot.choice(often)
        game = lot.choice([game for game in games if game[seat] == player])
        had.subtract([(seat, player), (other, game[other])])
        game[seat], game[other] = game[other], player
        had.update([(other, player), (seat, game[seat])])

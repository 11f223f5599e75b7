"""Pairing: the games of a season, with their players, armies and rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, permutations, product, starmap
from math import exp
from random import Random

from aofref.values import Value

_EXCHANGES, _MOST_EXCHANGES = 1000, 200_000  # tried for each pair of players, and in all

Groups = list[list[int]]
"""For each game, the numbers of its players from 0, in order of play."""


class Pairing(Value):
    """A game of a season: its round, and the numbers of its players in order of play, from 0."""

    round: int
    seats: tuple[int, ...]


def season(players: int, wanted: Sequence[tuple[int, int | None]]) -> list[list[Pairing]]:
    """Pair the tournaments of a season, each given by its numbers of armies and of games.

    Without a number of games, two armies play one round robin; with more armies, each player has
    each seat once.  Over all tournaments, the numbers of games of each player, of meetings of each
    two players, and of games of a player in each seat (by the number of armies) are as equal as
    possible.
    """
    tournaments, every = list[Groups](), Groups()
    for armies, games in wanted:
        if armies == 2:
            before = sum(len(game) == 2 for game in every)
            count = players * (players - 1) // 2 if games is None else games
            tournaments.append(list(islice(_berger(players), before, before + count)))
        else:
            count = players if games is None else games
            tournaments.append(_groups(players, armies, count, every))
        every += tournaments[-1]
    for groups in (*tournaments, every):
        _even_games(groups, players)
        _even_meetings(groups, players)
    while any(starmap(_exchanged, combinations(tournaments, 2))):
        pass
    of_one_size = ([game for game in every if len(game) == armies] for armies in {*dict(wanted)})
    for groups in (*tournaments, *of_one_size):
        _even_seats(groups)
    return [_in_rounds(groups) for groups in tournaments]


def byes(games: list[Pairing], players: int) -> Iterator[tuple[int, int]]:
    """Yield the round and the number of each player without a game in it."""
    for round_ in dict.fromkeys(game.round for game in games):
        playing = {player for game in games if game.round == round_ for player in game.seats}
        yield from ((round_, player) for player in range(players) if player not in playing)


def _in_rounds(groups: Groups) -> list[Pairing]:
    """Divide games into rounds; a player has at most one game in a round."""
    rounds: list[set[int]] = []
    games = []
    for group in groups:
        at = next((n for n, busy in enumerate(rounds) if busy.isdisjoint(group)), len(rounds))
        if at == len(rounds):
            rounds.append(set())
        rounds[at] |= set(group)
        games.append(Pairing(at + 1, tuple(group)))
    return sorted(games, key=lambda game: game.round)


# Two armies ---------------------------------------------------------------------------------------


def _berger(players: int) -> Iterator[list[int]]:
    """Yield the games of round robins by Berger's tables, with colours swapped each time."""
    half = (players + 1) // 2
    last = others = 2 * half - 1
    while True:
        for swapped, turn in product((False, True), range(others)):
            first = turn * half % others  # the last player stays, the others move on by half
            pairs = [(first, last) if turn % 2 == 0 else (last, first)]
            pairs += [((first + n) % others, (first - n) % others) for n in range(1, half)]
            for white, black in pairs:
                if max(white, black) < players:
                    yield [black, white] if swapped else [white, black]


# More armies --------------------------------------------------------------------------------------


def _groups(players: int, armies: int, games: int, before: Groups) -> Groups:
    """Group players into games: first the players who have played least and met least."""
    played, met = Counter(chain.from_iterable(before)), _meetings(before)
    groups = Groups()
    while len(groups) < games:
        behind = len(groups) % max(1, players // armies)  # games of the round that is being filled
        busy = {player for group in groups[len(groups) - behind :] for player in group}
        order = sorted(range(players), key=lambda one: (played[one], one in busy, one))
        group = order[:1]
        while len(group) < armies:
            group.append(
                min(
                    (player for player in order if player not in group),
                    key=lambda player: (
                        played[player],
                        sum(met[frozenset((player, other))] ** 2 for other in group),
                        player in busy,
                        order.index(player),
                    ),
                )
            )
        groups.append(group)
        played.update(group)
        met.update(_meetings([group]))
    return groups


# Equal counts -------------------------------------------------------------------------------------


def _meetings(groups: Groups) -> Counter[frozenset[int]]:
    """Count the games of each two players with each other."""
    return Counter(map(frozenset, chain.from_iterable(combinations(g, 2) for g in groups)))


def _even_games(groups: Groups, players: int) -> None:
    """Make the numbers of games differ by one at most; the last games are changed first."""
    games = Counter(chain.from_iterable(groups))
    while True:
        order = sorted(range(players), key=lambda player: games[player])
        least, most = order[0], order[-1]
        if games[most] - games[least] < 2:
            return
        group = next(each for each in reversed(groups) if most in each and least not in each)
        group[group.index(most)] = least
        games[most] -= 1
        games[least] += 1


def _even_meetings(groups: Groups, players: int) -> None:
    """Make the numbers of meetings differ by one at most, as far as exchanges of players allow.

    Exchanges are random, at first also some that increase the cost (simulated annealing).  The
    random numbers are the same each time.
    """
    met = [[0] * players for _ in range(players)]
    for a, b in chain.from_iterable(permutations(group, 2) for group in groups):
        met[a][b] += 1
    counts = [met[a][b] for a, b in combinations(range(players), 2)]
    times, more = divmod(sum(counts), len(counts))
    # The sum of the squares of the counts is least if all counts are equal.
    least = (len(counts) - more) * times**2 + more * (times + 1) ** 2
    cost = lowest = sum(count**2 for count in counts)
    best, lot = [*map(tuple, groups)], Random(0).random
    tries = min(_EXCHANGES * len(counts), _MOST_EXCHANGES) if lowest > least else 0
    for left in range(tries, 0, -1):
        group, other = (groups[int(lot() * len(groups))] for _ in "ab")
        a, b = (players_of[int(lot() * len(players_of))] for players_of in (group, other))
        if a in other or b in group:
            continue
        of_a, of_b = {*group} - {a, *other}, {*other} - {b, *group}
        worse = 2 * sum([met[b][player] - met[a][player] + 1 for player in of_a])
        worse += 2 * sum([met[a][player] - met[b][player] + 1 for player in of_b])
        if worse <= 0 or lot() < exp(-worse * tries / left):
            group[group.index(a)], other[other.index(b)] = b, a
            for leaves, comes, stay in ((a, b, of_a), (b, a, of_b)):
                for player in stay:
                    met[leaves][player] = met[player][leaves] = met[player][leaves] - 1
                    met[comes][player] = met[player][comes] = met[player][comes] + 1
            cost += worse
            if cost < lowest:
                lowest, best = cost, [*map(tuple, groups)]
                if lowest == least:
                    break
    for group, seats in zip(groups, best, strict=True):
        group[:] = seats


def _exchanged(groups: Groups, others: Groups) -> bool:
    """Exchange games of two tournaments if players' games become more equal; return whether so."""
    if {*map(len, groups)} != {*map(len, others)}:
        return False
    more = Counter(chain.from_iterable(groups))
    more.subtract(chain.from_iterable(others))
    for (at, one), (place, other) in product(enumerate(groups), enumerate(others)):
        leave, come = {*one} - {*other}, {*other} - {*one}
        # Less than nothing is a smaller sum of squares.
        if sum(1 - more[player] for player in leave) + sum(1 + more[player] for player in come) < 0:
            groups[at], others[place] = other, one
            return True
    return False


def _even_seats(groups: Groups) -> None:
    """Make each player's numbers of games in each seat differ by one at most, with few changes.

    If a player has had one seat at least twice more often than another, the two seats are swapped
    in a chain of games, from this player to a player who has had the first seat less often.
    """
    pairs = list(permutations(range(len(groups[0])), 2)) if groups else []
    while True:
        for seat, other in pairs:
            way = _way(groups, seat, other)
            for group in way:
                group[seat], group[other] = group[other], group[seat]
            if way:
                break
        else:
            return


def _way(groups: Groups, seat: int, other: int) -> Groups:
    """Find a chain of games from a player who has had `seat` at least twice more than `other`.

    The player on `other` of each game has `seat` in the next; the player on `other` of the last
    game has had `seat` less often.  If there is such a first player, there is a chain, as each game
    has both seats.  Empty if there is none.
    """
    more = Counter(group[seat] for group in groups)
    more.subtract(group[other] for group in groups)
    ways: dict[int, Groups] = {player: [] for player in sorted(more) if more[player] > 1}
    queue = list(ways)
    for player in queue:
        if more[player] < 0:
            return ways[player]
        for group in reversed(groups):
            if group[seat] == player and group[other] not in ways:
                ways[group[other]] = [*ways[player], group]
                queue.append(group[other])
    return []

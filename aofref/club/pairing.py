"""Pairing: who meets whom in a season, with which army, and in which round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from typing import NamedTuple

_MANY = 5000
"""As many groups are tried for each game."""


class Pairing(NamedTuple):
    """A game of a season: its round, and the numbers of its players in order of play, from 0."""

    round: int
    seats: tuple[int, ...]


def pairings(players: int, armies: int, games: int | None) -> list[Pairing]:
    """Pair a season: for two armies everyone meets everyone, for more groups as equal as can be.

    `games` is the number of games; without it two armies play one round robin, and with more each
    player has each seat once.
    """
    if armies == 2:
        every = players * (players - 1) // 2 if games is None else games
        found = list(islice(_berger(players), every))
    else:
        found = _groups(players, armies, players if games is None else games)
    seats = _evened([one.seats for one in found], armies)
    return [one._replace(seats=now) for one, now in zip(found, seats, strict=True)]


def byes(found: list[Pairing], players: int) -> Iterator[tuple[int, int]]:
    """Give the round and the number of each player who has no game in it."""
    for round_ in dict.fromkeys(one.round for one in found):
        playing = {player for one in found if one.round == round_ for player in one.seats}
        yield from ((round_, player) for player in range(players) if player not in playing)


def _berger(players: int) -> Iterator[Pairing]:
    """Give the games of round robins by Berger's tables, colours the other way each time again."""
    size = players + players % 2
    round_ = 0
    while True:
        for turn in range(size - 1):
            round_ += 1
            for white, black in _berger_round(size, turn):
                seats = (white, black) if (round_ - 1) // (size - 1) % 2 == 0 else (black, white)
                if max(seats) < players:
                    yield Pairing(round_, seats)


def _berger_round(size: int, turn: int) -> Iterator[tuple[int, int]]:
    """Give a round of Berger's table: the last player stays, the others go round by half."""
    last = others = size - 1
    half = size // 2
    first = turn * half % others
    yield (first, last) if turn % 2 == 0 else (last, first)
    for step in range(1, half):
        yield (first + step) % others, (first - step) % others


# Seats --------------------------------------------------------------------------------------------


def _evened(games: list[tuple[int, ...]], armies: int) -> list[tuple[int, ...]]:
    """Let each player have all seats equally often, give or take one; as few as can be change.

    Where a player has had a seat twice more than another, the two are changed in games along the
    way from him to one who has had it less often than the other.
    """
    seated = [list(game) for game in games]
    pairs = list(permutations(range(armies), 2))
    while True:
        for seat, other in pairs:
            way = _way(seated, seat, other)
            for game in way:
                game[seat], game[other] = game[other], game[seat]
            if way:
                break
        else:
            return [tuple(game) for game in seated]


def _way(games: list[list[int]], seat: int, other: int) -> list[list[int]]:
    """Find games that lead from a player who has had a seat twice more than another, if any.

    Each has a player in `seat`, and in `other` the one who has `seat` in the next; the last leads
    to one who has had `seat` less often.  There is one: all have had both equally often together.
    """
    more = Counter(game[seat] for game in games)
    more.subtract(game[other] for game in games)
    ways: dict[int, list[list[int]]] = {one: [] for one in sorted(more) if more[one] > 1}
    queue = list(ways)
    for player in queue:
        if more[player] < 0:
            return ways[player]
        for game in reversed(games):
            if game[seat] == player and game[other] not in ways:
                ways[game[other]] = [*ways[player], game]
                queue.append(game[other])
    return []


# Groups -------------------------------------------------------------------------------------------


class _Met(NamedTuple):
    """What is to be equal: games of each player, meetings of each two, seats of each player."""

    games: Counter[int]
    meetings: Counter[frozenset[int]]
    seats: Counter[tuple[int, int]]


def _groups(players: int, armies: int, games: int) -> list[Pairing]:
    """Put players into groups, each game with those who have played least, and met least."""
    found = list(_cycles(players, armies, games))
    met = _Met(Counter(), Counter(), Counter())
    for one in found:
        _count(met, one)
    while len(found) < games:
        seats = _seated(met, _next_group(met, players, armies, _busy(found, players, armies)))
        found.append(seats)
        _count(met, seats)
    return _in_rounds(found[:games])


def _cycles(players: int, armies: int, games: int) -> Iterator[tuple[int, ...]]:
    """Give whole cycles of games: a group moved on by one player each time.

    In such a cycle each player has each seat once.  The group is the one whose differences make the
    meetings most equal: with 13 players and four armies each two meet just once.
    """
    met: Counter[int] = Counter()
    for _ in range(games // players):
        group = min(
            islice(combinations(range(1, players), armies - 1), _MANY),
            key=lambda rest: _unequal(met, (0, *rest), players),
        )
        base = (0, *group)
        met.update(_differences(base, players))
        for start in range(players):
            yield tuple((start + one) % players for one in base)


def _differences(base: tuple[int, ...], players: int) -> list[int]:
    """List how far apart those of a group are, the shorter way round."""
    return [min(b - a, players - b + a) for a, b in combinations(base, 2)]


def _unequal(met: Counter[int], base: tuple[int, ...], players: int) -> int:
    """Measure how unequal the meetings would be; two that are opposite meet twice as often."""
    trial = met + Counter(_differences(base, players))
    weight = {away: 2 if 2 * away == players else 1 for away in trial}
    return sum((trial[away] * weight[away]) ** 2 for away in trial)


def _busy(found: list[tuple[int, ...]], players: int, armies: int) -> set[int]:
    """Give those who have a game in the round that is being filled."""
    behind = len(found) % max(1, players // armies)
    return {player for one in found[len(found) - behind :] for player in one}


def _next_group(met: _Met, players: int, armies: int, busy: set[int]) -> tuple[int, ...]:
    """Choose a group: who has played least, then who have met each other least."""
    order = sorted(range(players), key=lambda one: (met.games[one], one in busy, one))
    group = order[:1]
    while len(group) < armies:
        group.append(
            min(
                (one for one in order if one not in group),
                key=lambda one: (
                    met.games[one],
                    sum(met.meetings[frozenset((one, other))] ** 2 for other in group),
                    one in busy,
                    order.index(one),
                ),
            )
        )
    return tuple(group)


def _seated(met: _Met, group: tuple[int, ...]) -> tuple[int, ...]:
    """Give each of a group the seat that he has had least."""
    seats: list[int] = []
    for seat in range(len(group)):
        left = [one for one in group if one not in seats]
        seats.append(min(left, key=lambda one: (met.seats[one, seat], -_had(met, one, seat))))
    return tuple(seats)


def _had(met: _Met, player: int, seat: int) -> int:
    """Say how often a player has had the seats behind this one."""
    return sum(count for (one, at), count in met.seats.items() if one == player and at > seat)


def _count(met: _Met, group: tuple[int, ...]) -> None:
    met.games.update(group)
    met.meetings.update(map(frozenset, combinations(group, 2)))
    met.seats.update((player, seat) for seat, player in enumerate(group))


def _in_rounds(found: list[tuple[int, ...]]) -> list[Pairing]:
    """Put games into rounds, in each of which a player has at most one."""
    rounds: list[set[int]] = []
    made = []
    for seats in found:
        at = next((n for n, busy in enumerate(rounds) if not busy & set(seats)), len(rounds))
        if at == len(rounds):
            rounds.append(set())
        rounds[at] |= set(seats)
        made.append(Pairing(at + 1, seats))
    return sorted(made, key=lambda one: one.round)

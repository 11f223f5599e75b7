"""Pairing: who meets whom, in which round and in which seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from aofref.club.season import Round, paired

# The tables of FIDE's Handbook C.05, Annex 1, for six players: their numbers from 1.
BERGER = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]


def meetings(players: int, rounds: Sequence[Round]) -> Counter[int]:
    """Count the pairs of players by their numbers of meetings."""
    games = (game for games in rounds for game in games)
    met = Counter(pair for game in games for pair in combinations(sorted(game), 2))
    return Counter(met[pair] for pair in combinations(range(players), 2))


def test_bergers_tables() -> None:
    found = paired(6, [(2, None)])[0]
    assert [[tuple(s + 1 for s in one) for one in games] for games in found] == BERGER
    again = paired(6, [(2, 30)])[0]
    assert again == [*found, *([[b, a] for a, b in games] for games in found)]


@pytest.mark.parametrize("players", range(2, 41))
def test_everyone_meets_everyone(players: int) -> None:
    (found,) = paired(players, [(2, None)])
    assert meetings(players, found) == {1: players * (players - 1) // 2}
    assert len(found) == players - 1 + players % 2
    missing = [{*range(players)}.difference(*games) for games in found]
    byes = [player for free in missing for player in free]
    assert sorted(byes) == (list(range(players)) if players % 2 else [])


def test_twelve_players_of_games_for_four() -> None:
    """Four rounds of three games, in which all play, and each player has each army once.

    Four players of a game of one round are in three games of another, so that two of them meet
    again: each two rounds have at least three such pairs, four rounds have 18.
    """
    (found,) = paired(12, [(4, None)])
    assert [sorted(player for game in games for player in game) for games in found] == [
        [*range(12)]
    ] * 4
    for seat in range(4):
        assert sorted(game[seat] for games in found for game in games) == [*range(12)]
    assert meetings(12, found) == {0: 12, 1: 36, 2: 18}


def test_eight_players_of_games_for_four() -> None:
    """Four rounds of two games, in which all play, and each player has each army once.

    Only two of the eight signs of four rounds (in the first or the second game) may be alike or
    opposite, else two players meet always; so 96 is the least sum of squares.
    """
    (found,) = paired(8, [(4, None)])
    assert [sorted(player for game in games for player in game) for games in found] == [
        [*range(8)]
    ] * 4
    for seat in range(4):
        assert sorted(game[seat] for games in found for game in games) == [*range(8)]
    times = meetings(8, found)
    assert times.total() == 28 and sum(n * n * pairs for n, pairs in times.items()) == 96
    assert max(times) - min(times) == 2


def groups(free: Sequence[int], armies: int, size: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every round of `size` games of some of these players."""
    if not size:
        yield []
    for at in range(len(free) - size * armies + 1 if size else 0):
        for others in combinations(free[at + 1 :], armies - 1):
            left = [player for player in free[at + 1 :] if player not in others]
            yield from ([(free[at], *others), *more] for more in groups(left, armies, size - 1))


def least_differences(players: int, armies: int, games: int) -> tuple[int, int]:
    """Go through all seasons: how much do meetings differ at least, and their sum of squares?

    All rounds but the last are full, and byes come in turn.  Meetings and games are counted in the
    bytes of large numbers.
    """
    full = players // armies
    sizes = [full] * (games // full) + [games % full] * (games % full > 0)
    pairs = {pair: 1 << 8 * n for n, pair in enumerate(combinations(range(players), 2))}
    rounds = {
        size: [
            (
                sum(pairs[pair] for game in games for pair in combinations(game, 2)),
                sum(1 << 8 * player for game in games for player in game),
            )
            for games in groups(range(players), armies, size)
        ]
        for size in {*sizes}
    }

    def after(number: int, met: int, played: int) -> Iterator[tuple[int, int]]:
        by_player = played.to_bytes(players, "little")
        if max(by_player) - min(by_player) > 1:
            return
        if number == len(sizes):
            times = met.to_bytes(len(pairs), "little")
            yield max(times) - min(times), sum(time * time for time in times)
            return
        options = rounds[sizes[number]]
        for more, seats in options if number else options[:1]:  # the names of the players are free
            yield from after(number + 1, met + more, played + seats)

    return min(after(0, 0, 0))


@pytest.mark.parametrize(
    ("players", "armies", "games"),
    [
        *[(4, 2, 3), (4, 2, 5), (5, 2, 3), (5, 2, 7), (6, 2, 4), (6, 2, 8), (7, 2, 4), (7, 2, 5)],
        *[(5, 3, 5), (6, 3, 6), (6, 3, 8), (7, 3, 6), (7, 3, 7), (8, 3, 6), (9, 3, 6)],
        *[(5, 4, 5), (6, 4, 3), (6, 4, 6), (7, 4, 3), (7, 4, 4), (8, 4, 4), (8, 4, 5), (8, 4, 6)],
        *[(8, 4, 8), (9, 4, 4), (9, 4, 5), (10, 4, 4), (10, 4, 5), (11, 4, 3), (11, 4, 4)],
        (12, 4, 6),
    ],
)
def test_no_season_of_few_games_is_more_equal(players: int, armies: int, games: int) -> None:
    times = meetings(players, paired(players, [(armies, games)])[0])
    found = max(times) - min(times), sum(n * n * pairs for n, pairs in times.items())
    assert found == least_differences(players, armies, games)


@pytest.mark.parametrize(
    ("players", "armies", "rounds", "expected"),
    [
        (9, 3, 4, {1}),  # the affine plane of nine points: four parallel classes
        (16, 4, 5, {1}),  # and that of sixteen
        (20, 4, 5, {0, 1}),  # five rounds are the most that social golfers of 5-4 can play
        (24, 4, 4, {0, 1}),  # of 7
        (28, 4, 5, {0, 1}),  # of 9
        (32, 4, 6, {0, 1}),  # of 10
        (15, 3, 7, {0, 1, 2}),  # Kirkman's schoolgirls walk so that all meet once
        (12, 4, 11, {2, 3, 4}),  # a whist tournament has three meetings of each two
    ],
)
def test_seasons_that_are_known(players: int, armies: int, rounds: int, expected: set[int]) -> None:
    (found,) = paired(players, [(armies, rounds * (players // armies))])
    assert {*meetings(players, found)} == expected and len(found) == rounds


def differences(players: int, wanted: list[tuple[int, int | None]]) -> dict[str, int]:
    """How much the games, the meetings, the colours or seats of a season differ at most.

    The rounds are as few as can be, and nobody is in two games of a round.
    """
    games, met, seats = Counter[int](), Counter[tuple[int, ...]](), Counter[tuple[int, int, int]]()
    for (armies, count), found in zip(wanted, paired(players, wanted), strict=True):
        whole = players if armies > 2 else players * (players - 1) // 2
        assert sum(map(len, found)) == (whole if count is None else count)
        assert all(len(one) == players // armies for one in found[:-1])
        for one in found:
            playing = [player for seated in one for player in seated]
            assert len(playing) == len({*playing}) == armies * len(one) > 0
            assert {*playing} <= {*range(players)}
            for game in one:
                games.update(game)
                met.update(combinations(sorted(game), 2))
                seats.update((armies, seat, player) for seat, player in enumerate(game))
    had = [
        [seats[armies, seat, player] for seat in range(armies)]
        for armies, _ in wanted
        for player in range(players)
    ]
    counts = [games[player] for player in range(players)]
    times = [met[pair] for pair in combinations(range(players), 2)]
    return {
        "games": max(counts) - min(counts),
        "meetings": max(times) - min(times),
        "seats": max(max(one) - min(one) for one in had),
    }


@pytest.mark.parametrize("armies", [2, 3, 4])
def test_seasons_of_any_size_are_equal(armies: int, effort: int) -> None:
    """Games and seats differ by one at most, meetings by two: whatever the numbers."""
    for players in range(armies, 41, 1 if effort > 1 or armies == 2 else 3):
        chance = Random(players)
        several = [players // armies * 3, *chance.sample(range(1, 60), effort)]
        for games in (None, *(several if effort > 1 or armies == 2 or players % 5 == 0 else [])):
            found = differences(players, [(armies, games)])
            assert found["games"] <= 1 and found["seats"] <= 1, (players, games, found)
            assert found["meetings"] <= (1 if armies == 2 else 2), (players, games, found)


@pytest.mark.parametrize("players", range(2, 15))
def test_a_season_of_several_games_for_two_is_balanced(players: int, effort: int) -> None:
    """As a single tournament is: games, meetings and colours differ by one at most, always."""
    chance = Random(players)
    for _ in range(20 * effort):
        counts = [None, *range(3 * players)]
        wanted = [(2, chance.choice(counts)) for _ in range(chance.randint(1, 4))]
        found = differences(players, wanted)
        assert max(found.values()) <= 1, (players, wanted, found)
        assert paired(players, wanted) == paired(players, wanted)


@pytest.mark.parametrize(
    ("players", "wanted"),
    [
        (13, [(4, 13), (2, 78)]),
        (13, [(2, 78), (4, None)]),
        (7, [(3, None), (2, 21), (3, 7)]),
        (6, [(2, 9), (3, 7)]),
        (8, [(4, None), (2, None)]),
        (9, [(2, 20), (4, 9)]),
        (12, [(4, 5), (2, 11), (4, 6)]),
        (20, [(4, 20), (2, 100)]),
    ],
)
def test_a_season_of_any_games_is_balanced(
    players: int, wanted: list[tuple[int, int | None]]
) -> None:
    found = differences(players, wanted)
    assert found["games"] <= 1 and found["seats"] <= 1 and found["meetings"] <= 2, found

"""Pairing: the games of a season, with their players, armies and rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, cycle, islice, permutations, product
from operator import add
from random import Random

_DRAFTED, _DRAWS = 600, 30  # games in all drafts of a season, and draws of each of their rounds

Round = list[list[int]]
"""Games without a player in common: the numbers of the players of each in order of play, from 0."""


def season(players: int, wanted: Sequence[tuple[int, int | None]]) -> list[list[Round]]:
    """Return the rounds of the tournaments of a season, given by numbers of armies and of games.

    Without a number of games, two armies play one round robin; with more armies, each player has
    each seat once.  Each round has as many games as there are players for, the last of a tournament
    those that are left.  Over all tournaments, a player's games differ by one at most from
    another's, and from seat to seat (by the number of armies); the meetings of each two players
    differ as little as in the best of several drafts.
    """
    whole = {armies: players for armies, _ in wanted} | {2: players * (players - 1) // 2}
    counts = [(armies, whole[armies] if games is None else games) for armies, games in wanted]
    drafts: list[_Draft] = []
    most = max(1, _DRAFTED // max(1, sum(games for _, games in counts)))
    while len(drafts) < most and not (drafts and drafts[-1].unequal[0] < 2):
        drafts.append(_Draft(players, counts, Random(len(drafts))))
    season = min(drafts, key=lambda draft: draft.unequal).season
    every = [
        (armies, [*chain(*rounds)]) for (armies, _), rounds in zip(counts, season, strict=True)
    ]
    for armies in dict(counts):
        alike = [games for size, games in every if size == armies]
        for games in (*alike, [*chain(*alike)]):
            _even_seats(games, armies)
    return season


class _Draft:
    """The rounds of the tournaments of a season: whole rounds for two by Berger, others by lot.

    `unequal` is how much the meetings of each two players differ at most, and the sum of their
    squares, which is least if all are equal.
    """

    def __init__(self, players: int, counts: Sequence[tuple[int, int]], lot: Random) -> None:
        self._played = [0] * players
        self._met = [[0] * players for _ in range(players)]
        table = _berger(players)
        self.season = [
            list(islice(table, games // (players // 2))) if armies == 2 else []
            for armies, games in counts
        ]
        for round_ in chain(*self.season):
            self._count(round_)
        for rounds, (armies, games) in zip(self.season, counts, strict=True):
            for left in range(games - sum(map(len, rounds)), 0, -(players // armies)):
                size = min(left, players // armies)
                draws = [self._drawn(size, armies, lot) for _ in range(_DRAWS)]
                rounds.append(min(draws, key=self._met_before))
                self._count(rounds[-1])
        times = [self._met[a][b] for a, b in combinations(range(players), 2)]
        self.unequal = max(times) - min(times), sum(number**2 for number in times)

    def _count(self, games: Round) -> None:
        for player in chain(*games):
            self._played[player] += 1
        for a, b in chain(*(permutations(game, 2) for game in games)):
            self._met[a][b] += 1

    def _met_before(self, games: Round) -> tuple[int, int]:
        met = [self._met[a][b] for game in games for a, b in combinations(game, 2)]
        return sum(met), max(met)

    def _drawn(self, size: int, armies: int, lot: Random) -> Round:
        """Draw a round of those who have played least, each with those whom they have met least.

        In half of the rounds one in ten comes by lot alone: what is best now may not be best later.
        """
        by_lot = lot.choice((0, 0.1))
        everyone = lot.sample(range(len(self._played)), len(self._played))
        left = sorted(everyone, key=self._played.__getitem__)[: size * armies]
        lot.shuffle(left)
        games = Round()
        while left:
            game = [left.pop()]
            met = self._met[game[0]]
            while len(game) < armies:
                new = left[-1] if lot.random() < by_lot else min(left, key=met.__getitem__)
                game.append(new)
                left.remove(new)
                met = [*map(add, met, self._met[new])]
            games.append(game)
        return games


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
    """Make each player's numbers of games in each seat differ by one at most, with few changes.

    If a player has had one seat at least twice more often than another, the two seats are swapped
    in a chain of games: who gets the one seat in a game gives it up in the next, up to a player who
    has had it less often.  Such a chain ends, as each game has both seats.
    """
    while True:
        for seat, other in permutations(range(armies), 2):
            more = Counter(game[seat] for game in games)
            more.subtract(game[other] for game in games)
            player = max(more, key=more.__getitem__, default=0)
            if more[player] > 1:
                break
        else:
            return
        left = list(games)
        while more[player] >= 0:
            at = next(at for at, game in enumerate(left) if game[seat] == player)
            game = left.pop(at)
            game[seat], game[other] = game[other], game[seat]
            player = game[seat]

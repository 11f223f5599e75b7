# ruff: noqa
"""Positions of five kinds for the second referee: from whole games to nearly empty boards.

Each of KINDS is a stream without an end of states of `second_referee.Game`.
"""

from tests.referees import second_referee as referee
from tests.referees.second_referee import ROYAL, add


def scattered_state(game, rng, bare_odds=0.3):
    """A position with pieces put anywhere: few enough for long lines."""
    while True:
        cells = sorted(game.name)
        rng.shuffle(cells)
        parts, turn = [], rng.choice(game.order)
        for army in game.order:
            words = []
            royal = "K"
            if game.faith2 and rng.random() < 0.3:
                royal = "EM"
            if game.variant == "aof6" and rng.random() < 0.3:
                royal = "PR"
            words.append(royal + game.name[cells.pop()])
            codes = sorted(set(game.pieces) - set(ROYAL))
            most = 9 if bare_odds < 1 else 25
            # now and then the army to move has little, so that it may be stuck
            bare = army == turn and rng.random() < bare_odds
            for code in rng.choices(codes, k=rng.randrange(2 if bare else most)):
                words.append(code + game.name[cells.pop()])
            for _ in range(0 if bare else rng.randrange(5)):
                words.append(game.pawn_code + game.name[cells.pop()])
                if game.cubic:
                    words[-1] += "^%d" % rng.choice([0, 0, 1, 2, 6])
                elif game.variant == "aof6" and rng.random() < 0.3:
                    words[-1] += "^0"
            parts.append(army + ":" + ";".join(words))
        try:
            state = game.read("%s %s - 5" % ("/".join(parts), turn))
        except referee.BadPosition:
            continue
        if state.turn != "-":
            return state


# Five kinds of positions; each is a stream without an end.


def states_of_games(game, rng):
    """Positions of random games, every few plies from the array to the end, and that."""
    while True:
        state, most = game.start(), rng.randrange(20, 200)
        for _ in range(most):
            moves = game.moves(state)
            takes = [m for m in moves if "x" in m or "=" in m]
            state = game.play(state, rng.choice(takes if takes and rng.random() < 0.4 else moves))[
                0
            ]
            if state.turn == "-" or rng.random() < 0.15:
                yield state
            if state.turn == "-":
                break


def states_scattered(game, rng):
    """Positions with pieces put anywhere, all armies on the board."""
    while True:
        yield scattered_state(game, rng)


def states_of_endings(game, rng):
    """Two to six pieces in all, armies removed among four."""
    codes = sorted(set(game.pieces) - set(ROYAL))
    while True:
        alive = sorted(rng.sample(game.order, rng.randint(2, len(game.order))))
        board = {}
        for army in alive:
            put(game, board, army, a_royal(game, rng), rng, sorted(game.name))
        for _ in range(rng.randint(0, max(1, 6 - len(alive)))):
            army, code = rng.choice(alive), rng.choice(codes)
            cells = pawn_places(game, army) if code == game.pawn_code else sorted(game.name)
            put(game, board, army, code, rng, cells)
        yield from given_state(game, rng, board, rng.choice(alive))


def states_of_promotion(game, rng):
    """Pawns a step from where they promote, or two, and enemies to take there."""
    codes = sorted(set(game.pieces) - set(ROYAL))
    while True:
        army = rng.choice(game.order)
        board = {}
        for other in game.order:
            put(game, board, other, a_royal(game, rng), rng, sorted(game.name))
        near = [c for c in pawn_places(game, army) if nears_promotion(game, army, c)]
        for _ in range(rng.randint(1, 4)):
            put(game, board, army, game.pawn_code, rng, near)
        for pawn in [c for c in board if board[c][:2] == (army, game.pawn_code)]:
            targets = [c for c in game.pawn_capture_cells(army, pawn) if c not in board]
            if targets and rng.random() < 0.6:
                other = rng.choice([a for a in game.order if a != army])
                put(
                    game,
                    board,
                    other,
                    rng.choice([c for c in codes if c != game.pawn_code]),
                    rng,
                    targets,
                )
        for _ in range(rng.randint(0, 4)):
            code = rng.choice([c for c in codes if c != game.pawn_code])
            put(game, board, rng.choice(game.order), code, rng, sorted(game.name))
        yield from given_state(game, rng, board, army)


def states_of_passing(game, rng):
    """Pawns that have just double-stepped past others, and a move or two later."""
    steppers = [a for a in game.order if not game.faith2 or a in "IP"]
    codes = sorted(set(game.pieces) - set(ROYAL) - {game.pawn_code})
    while True:
        army = rng.choice(steppers)
        board = {}
        for other in game.order:
            put(game, board, other, a_royal(game, rng), rng, sorted(game.name))
        cells = sorted(c for c in game.pawn_cells[army] if c in pawn_places(game, army))
        for _ in range(rng.randint(1, 3)):
            put(game, board, army, game.pawn_code, rng, cells, rng.choice((5, 6)))
        for pawn in [c for c in board if board[c][:2] == (army, game.pawn_code)]:
            for step in game.forward[army]:
                passed = add(pawn, step)
                other = rng.choice([a for a in game.order if a != army])
                beside = [
                    c
                    for c in pawn_places(game, other)
                    if passed in game.pawn_capture_cells(other, c)
                ]
                if beside and passed not in board:
                    put(game, board, other, game.pawn_code, rng, beside)
        for _ in range(rng.randint(0, 4)):
            put(game, board, rng.choice(game.order), rng.choice(codes), rng, sorted(game.name))
        for state in given_state(game, rng, board, army):
            doubles = [t for t, m in game.legal_moves(state).items() if m and m.passed]
            for _ in range(rng.randint(1, 2)):
                moves = doubles or game.moves(state)
                if state.turn != "-" and moves:
                    state, doubles = game.play(state, rng.choice(moves))[0], []
            if state.turn != "-":
                yield state


KINDS = [
    states_of_games,
    states_scattered,
    states_of_endings,
    states_of_promotion,
    states_of_passing,
]


def a_royal(game, rng):
    if game.faith2 and rng.random() < 0.3:
        return "EM"
    return "PR" if game.variant == "aof6" and rng.random() < 0.3 else "K"


def put(game, board, army, code, rng, cells, owed=None):
    """A piece on one of the cells, if one is free."""
    free = [c for c in cells if c not in board]
    if free:
        if code != game.pawn_code or not game.cubic:
            owed = 0
        elif owed is None:
            owed = rng.choice([0, 0, 1, 2, 6])
        board[rng.choice(free)] = (army, code, owed)


def pawn_places(game, army):
    """The cells where a Pawn of the army may stand: where it has not to promote."""
    memo = game.__dict__.setdefault("pawn_places", {})
    if army not in memo:
        memo[army] = [c for c in sorted(game.name) if None in game.promotions({}, army, c, 0)]
    return memo[army]


def nears_promotion(game, army, cell):
    steps = [add(cell, f) for f in game.forward[army]]
    ends = [c for c in steps if c in game.name] + game.pawn_capture_cells(army, cell)
    return any(game.promotions({}, army, c, 0) != [None] for c in ends)


def given_state(game, rng, board, turn):
    """The position with these pieces, its turn started, if it is one."""
    parts = []
    for army in game.order:
        words = [
            code + game.name[cell] + ("^%d" % owed if owed else "")
            for cell, (owner, code, owed) in board.items()
            if owner == army
        ]
        parts.append(army + ":" + (";".join(words) or "-"))
    try:
        state = game.read("%s %s - %d" % ("/".join(parts), turn, rng.randint(1, 90)))
    except referee.BadPosition:
        return
    if state.turn != "-":
        yield state

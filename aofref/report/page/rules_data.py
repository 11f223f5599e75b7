"""The rules of a game as numbers, from which the script `rules.js` plays it.

What follows from the game alone is worked out here: the steps of every piece and what each needs,
double steps, promotions, castlings, who may take whom en passant.  What happens on a board is in
the script.  Cells, pieces and types are numbers of two digits.  A cell has a place: where the
differences of places are equal, the vectors are.

- `at`, `heights`: the places of columns and levels; `holes`: of columns between two others
- `steps`: two of `parts`, which are differences of places, and how often the step has each; it
  needs every cell of the block between its ends.  `gaps`: by step and cell, the missing cell that
  bars it; `leaps`: the steps of these that are leaps
- `ways`, and by piece from 1, `of`, the number of its way: `rays`, `captures` if it captures
  otherwise than it moves, cells that it is `kept` out of, and `doubles`: origin, cell passed, end.
  Rays of a kind are together: the step from which they may stop (or HOPS, JUMPS), how often the
  last step is repeated, how many steps each has, and their steps: a text, or the first of so many
- `promotes`: a Pawn, whether it must, to what, on which cells; `also`: one more, and what it needs
- `owing`, `starts`: whether Pawns owe moves; the cells where they have lost their double step
- `limits`: two armies, and the only cells where they take each other's Pawns en passant
- `together`, `aligned`, `emperor`, `bereft`: what turns pieces into others, or removes armies
- `ending`, `stalemate`, `binds`, `passes`, `fifty`, `dead`: how turns and games end
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import groupby, takewhile
from math import gcd
from typing import Any, Final

from aofref.boards import NO_CELL, Board
from aofref.games.model import ToArrayPiece
from aofref.geometry import Vector, add, at_level, times
from aofref.notation import positions
from aofref.report.page.look import DIGITS, digits, of_cells
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.pawns import STAYS, promotions
from aofref.rules.position import NO_PROMOTION, CorePosition

HOPS: Final = 0
JUMPS: Final = 3
"""In place of the step from which a ray may stop, 1 or 2."""
Place = Callable[[Vector], int]


@lru_cache(maxsize=32)
def of_rules(game: CompiledVariant) -> Mapping[str, Any]:
    """Return the rules of a game, its rulings and array applied, without keys that it lacks."""
    variant, board = game.variant, game.board
    base = 4 * max(*board.spans, board.reach) + 3  # no way of `reach` steps leads to an equal place

    def place(at: Vector) -> int:
        return (at[0] * base + at[1]) * base + at[2]

    steps = dict[Vector, int]()  # numbered as they are met
    each = [_way(game, piece, steps) for piece in range(1, game.in_a_state.start)]
    ways = [way for at, way in enumerate(each) if way not in each[:at]]
    data: dict[str, Any] = {
        **of_cells(game),
        "id": variant.id,
        "two": game.two_players,
        "royal": [kind for kind, type_ in enumerate(game.types) if type_.royal],
        "pawns": [kind for kind, type_ in enumerate(game.types) if type_.pawn],
        "start": positions.write(turn.array(game)),
        **_places(game, place),
        "ways": ways,
        "of": "".join(digits(ways.index(way)) for way in each),
        **_pawns(game),
        **_changes(game, steps),
        **_ends(game),
    }
    data |= _steps(board, steps, place)
    along = board.lattice.step_along
    barred = {(b[0] - a[0], b[1] - a[1]) for a, b in board.barred}
    data["gaps"] = {n: _gaps(game, one) for one, n in steps.items() if one[:2] in barred}
    leaps = [one for one, n in steps.items() if n in data["gaps"] and not along(one)]
    if leaps:
        data["leaps"] = [steps[one] for one in leaps]
    if game.castlings.every:
        data["castlings"] = _castlings(game)
    return data


def _packed(cells: Iterable[int]) -> str:
    return "".join(map(digits, sorted(cells)))


def _in_order(steps: list[int]) -> list[Any]:
    """Write numbers in a row as the first and their count, others as a text."""
    if len(steps) > 2 and steps == [*range(steps[0], steps[0] + len(steps))]:
        return [steps[0], len(steps)]
    return ["".join(map(digits, steps))]


def _steps(board: Board, steps: Iterable[Vector], place: Place) -> dict[str, Any]:
    """Return the steps: each two parts, and how often it has each."""
    parts, texts = dict[int, int](), list[str]()
    for one in steps:
        x, y, levels = one
        columns = gcd(x, y)
        needs = board.lattice.needs(one)
        outer, inner = (one, 1), ((0, 0, 0), 0)
        if len(needs) == 2 and needs[1] == (0, 0, levels):
            outer, inner = (needs[1], 1), (needs[0], 1)
        elif needs:
            unit = (x // columns, y // columns, 0)
            outer, inner = (unit, columns), ((0, 0, 1 if levels > 0 else -1), abs(levels))
        numbers = [parts.setdefault(place(part), len(parts)) for part, _ in (outer, inner)]
        texts.append("".join(map(digits, numbers)) + DIGITS[outer[1]] + DIGITS[inner[1]])
        block = [
            add(times(count, outer[0]), times(far, inner[0]))
            for count in range(outer[1] + 1)
            for far in range(inner[1] + 1)
        ]
        assert (tuple(block[1:-1]), block[-1]) == (needs, one)
    return {"parts": list(parts), "steps": "".join(texts)}


def _way(game: CompiledVariant, piece: int, steps: dict[Vector, int]) -> dict[str, Any]:
    kind, mover, spans = game.type_of(piece), game.movers[piece], game.board.spans

    def fits(vector: Vector) -> bool:  # no other cells are farther apart than the board is long
        return all(abs(part) <= span for part, span in zip(vector, spans, strict=True))

    def rays(*, capturing: bool) -> list[list[Any]]:
        found = []
        for ray in mover.rays(capturing):
            vectors = list(takewhile(fits, ray.vectors))
            if len(vectors) >= ray.first_stop:
                numbers = [steps.setdefault(vector, len(steps)) for vector in vectors]
                again = sum(1 for _ in takewhile(numbers[-1].__eq__, reversed(numbers[:-1])))
                first = HOPS if ray.hops else JUMPS if ray.jumps else ray.first_stop
                found.append((first, again, numbers[: len(numbers) - again]))
        alike = groupby(found, lambda ray: (ray[0], ray[1], len(ray[2])))
        return [
            [*of_kind, *_in_order([step for ray in rays_ for step in ray[2]])]
            for of_kind, rays_ in alike
        ]

    way: dict[str, Any] = {"rays": rays(capturing=False)}
    if kind.captures is not None:
        way["captures"] = rays(capturing=True)
    if kind.kept_out:
        closed = {cell: mover.closed_to(cell) for cell in range(len(game.board.cells))}
        way["kept"] = [
            [_packed(cell for cell in closed if closed[cell] == ends), _packed(ends)]
            for ends in dict.fromkeys(closed.values())
            if ends
        ]
    doubles = [
        digits(origin) + digits(passed) + digits(end)
        for origin, ends in sorted(game.pawns.doubles[piece].items())
        for end, passed in ends.items()
    ]
    return {**way, "doubles": "".join(doubles)} if doubles else way


def _places(game: CompiledVariant, place: Place) -> dict[str, Any]:
    board, cells = game.board, of_cells(game)
    columns = dict(zip(board.columns, board.cells, strict=True))
    heights = {name: at[2] for at, name in zip(board.cells, board.levels, strict=True)}
    holes = {
        board.parts_of((*gap[:2], 0))[0]: place((*gap[:2], 0)) for gap in board.barred.values()
    }
    return {
        "at": [place((*columns[name][:2], 0)) for name in cells["columns"].split()],
        "heights": [heights[name] for name in cells["levels"]],
        **({"holes": holes} if holes else {}),
    }


def _gaps(game: CompiledVariant, vector: Vector) -> dict[int, str]:
    """Return, by cell, the missing cell between two columns that bars a step."""
    board, gaps = game.board, dict[int, str]()
    for cell, start in enumerate(board.cells):
        end = add(start, vector)
        gap = board.barred.get((at_level(start, 0), at_level(end, 0)))
        if gap is not None and end in board.index:
            gaps[cell] = board.called(at_level(gap, end[2]))
    return gaps


def _pawns(game: CompiledVariant) -> dict[str, Any]:
    variant, rule, letters = game.variant, game.variant.pawns, game.letters
    limits = [
        [*sorted(letters.index(letter) for letter in pair), _packed(game.board.regions[region])]
        for pair, region in rule.limits.items()
    ]
    promotion, also = variant.promotion, list[int]()
    if isinstance(promotion, ToArrayPiece) and promotion.also:
        also = [game.kinds[promotion.needs], game.kinds[promotion.also]]
    return {
        "promotes": _promotions(game),
        **({"also": also} if also else {}),
        **({"owing": 1} if game.pawns.owing else {}),
        **({"starts": [*map(_packed, game.pawns.starts)]} if rule.first_move else {}),
        **({"limits": limits} if limits else {}),
        **({"bare": game.pawn_kind} if game.pawn_kind >= 0 else {}),
    }


def _promotions(game: CompiledVariant) -> list[list[Any]]:
    """List by Pawn: whether it must promote, what it may become, and the cells, for each case."""
    found = list[list[Any]]()
    for piece in range(1, game.in_a_state.start):
        if not game.is_pawn[piece]:
            continue
        alone = bytes([piece, *bytes(len(game.board.cells) - 1)])
        position = CorePosition(game, alone, game.army_of[piece])
        cases = dict[tuple[int, ...], list[int]]()
        for cell in range(len(game.board.cells)):
            if (choices := promotions(position, 0, cell)) != STAYS:
                cases.setdefault(choices, []).append(cell)
        for choices, cells in cases.items():
            kinds = [kind for kind in choices if kind != NO_PROMOTION]
            must, becomes = int(len(kinds) == len(choices)), "".join(map(digits, kinds))
            found.append([piece, must, becomes, _packed(cells)])
    return found


def _changes(game: CompiledVariant, steps: dict[Vector, int]) -> dict[str, Any]:
    """Return what turns pieces into others when a move or a checkmate is over."""
    variant, kinds, found = game.variant, game.kinds, dict[str, Any]()
    if (rule := variant.four_partners) is not None:
        found["together"] = {
            "all": [kinds[code] for code in rule.partners],
            "turn": [kinds[rule.most_bound[letter]] for letter in game.letters],
            "into": kinds[rule.into],
        }
    if (aligned := variant.alignment) is not None:
        vectors = game.board.lattice.vectors(aligned.radials, ())
        found["aligned"] = {
            "pieces": [kinds[code] for code in (aligned.royal, aligned.middle, aligned.ally)],
            "into": kinds[aligned.into],
            "steps": [steps.setdefault(vector, len(steps)) for vector in vectors],
        }
    if variant.emperor:
        found["emperor"] = kinds[variant.emperor]
    return found


def _ends(game: CompiledVariant) -> dict[str, Any]:
    """Return how check binds, and how the game ends."""
    variant, kinds, found = game.variant, game.kinds, dict[str, Any]()
    if game.two_players:
        found["stalemate"] = variant.stalemate.name.lower()
    else:
        found["ending"] = variant.ending.name.lower()
        found["binds"] = variant.check_binds
        found["passes"] = variant.stalemate_passes
    if variant.bereft:
        found["bereft"] = [kinds[code] for code in variant.bereft]
    if variant.fifty_moves:
        found["fifty"] = 1
    if variant.dead:
        found["dead"] = [kinds[code] for code in variant.dead]
    return found


def _castlings(game: CompiledVariant) -> list[dict[str, Any]]:
    return [
        {
            "army": castling.army,
            "name": castling.name,
            "walks": [
                [walk.piece, walk.origin, *walk.passed, walk.destination] for walk in castling.paths
            ],
            "needs": list(castling.needed),
            **({"strange": castling.strange} if castling.strange != NO_CELL else {}),
            **({"alone": 1} if castling.by_cells else {}),
        }
        for castling in game.castlings.every
    ]

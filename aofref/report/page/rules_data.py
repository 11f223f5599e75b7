"""The rules of a game as numbers, from which the script `rules.js` plays it.

What follows from the game alone is worked out here: the steps of every piece and what each needs,
double steps, promotions, castlings, who may take whom en passant.  What happens on a board is in
the script.  Cells, pieces and types are numbers; cells in a text are the first, in two digits, and
how many in a row, in one.  A cell has a place: where the differences of places are equal, the
vectors are.

- `columns`: in rows, each the first name, how many, the first place and the next one's distance;
  `heights`: the places of levels; `holes`: of columns between two others
- `steps`: each of some differences of places with each of others, and how often a step has the two,
  in each way that follows; it needs every cell of the block between its ends
- `barred`: from a column to another, and the hole between them that bars steps; `leaps`: the steps
  for which that bars a leap
- `ways`: by type its rays, or `rays` with `captures` if it captures otherwise than it moves, cells
  that it is `kept` out of, and `doubles`, steps that may be taken twice, and from which cells; of
  armies whose pieces go different ways `each`.  Rays of a kind are together: the step from which
  they may stop (or HOPS, JUMPS), how often the last step is repeated, how many steps each has, and
  their steps
- `promotes`: Pawns, whether they must, to what, on which cells; `also`: one more, and what it needs
- `owing`, `starts`: whether Pawns owe moves; the cells where they have lost their double step
- `limits`: two armies, and the only cells where they take each other's Pawns en passant
- `together`, `aligned`, `emperor`, `bereft`: what turns pieces into others, or removes armies
- `ending`, `stalemate`, `binds`, `passes`, `fifty`, `dead`: how turns and games end
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain, groupby, takewhile
from math import gcd
from typing import Any, Final

from aofref.boards import NO_CELL, Board
from aofref.games.model import ToArrayPiece
from aofref.geometry import Vector, add, times
from aofref.notation import positions
from aofref.report.page.look import DIGITS, digits, of_cells
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import STAYS, promotions
from aofref.rules.position import NO_PROMOTION, CorePosition

HOPS: Final = 0
JUMPS: Final = 3
"""In place of the step from which a ray may stop, 1 or 2."""
Place = Callable[[Vector], int]


@lru_cache(maxsize=32)
def of_rules(game: CompiledVariant) -> Mapping[str, Any]:
    """Return the rules of a game, its rulings and array applied, without keys that it lacks."""
    variant, board, kinds, two = game.variant, game.board, game.kinds, game.two_players
    base = 4 * max(*board.spans, board.reach) + 3  # no way of `reach` steps leads to an equal place

    def place(at: Vector) -> int:
        return (at[2] * base + at[0]) * base + at[1]

    steps = dict[Vector, int]()  # numbered as they are met

    def number(vector: Vector) -> int:
        return steps.setdefault(vector, len(steps))

    rule, becomes = variant.pawns, variant.promotion
    also = isinstance(becomes, ToArrayPiece) and becomes.also and [becomes.needs, becomes.also]
    four, align = variant.four_partners, variant.alignment
    data: dict[str, Any] = {
        **of_cells(game),
        "id": variant.id,
        "two": two,
        "royal": [kind for kind, type_ in enumerate(game.types) if type_.royal],
        "pawns": [kind for kind, type_ in enumerate(game.types) if type_.pawn],
        "start": positions.write(turn.array(game)),
        **_places(game, place),
        "ways": [_ways(game, kind, number) for kind in range(len(game.types))],
        "promotes": _promotions(game),
        "also": [kinds[code] for code in also or ()] or None,
        "owing": 1 if game.pawns.owing else None,
        "starts": [*map(_packed, game.pawns.starts)] if rule.first_move else None,
        "limits": [
            [*sorted(map(game.letters.index, pair)), _packed(board.regions[region])]
            for pair, region in rule.limits.items()
        ]
        or None,
        "bare": game.pawn_kind if game.pawn_kind >= 0 else None,
        "together": four
        and {
            "all": [kinds[code] for code in four.partners],
            "turn": [kinds[four.most_bound[letter]] for letter in game.letters],
            "into": kinds[four.into],
        },
        "aligned": align
        and {
            "pieces": [kinds[code] for code in (align.royal, align.middle, align.ally)],
            "into": kinds[align.into],
            "steps": [*map(number, board.lattice.vectors(align.radials, ()))],
        },
        "emperor": kinds[variant.emperor] if variant.emperor else None,
        "stalemate": variant.stalemate.name.lower() if two else None,
        "ending": None if two else variant.ending.name.lower(),
        "binds": None if two else variant.check_binds,
        "passes": None if two else variant.stalemate_passes,
        "bereft": [kinds[code] for code in variant.bereft or ()] or None,
        "fifty": 1 if variant.fifty_moves else None,
        "dead": [kinds[code] for code in variant.dead] or None,
    }
    data["steps"] = _steps(board, steps, place)
    data |= _barred(game, steps) if board.barred else {}
    data["castlings"] = _castlings(game) or None
    return {name: value for name, value in data.items() if value is not None}


def _packed(numbers: Iterable[int]) -> str:
    """Write a set of numbers as runs: the first and how many in a row."""
    runs = list[list[int]]()
    for number in sorted(numbers):
        if runs and number == sum(runs[-1]) and runs[-1][1] < len(DIGITS) - 1:
            runs[-1][1] += 1
        else:
            runs.append([number, 1])
    return "".join(digits(first) + DIGITS[count] for first, count in runs)


Block = tuple[tuple[int, int], Vector, Vector]
"""How often a step has two parts, and the parts."""


def _block(board: Board, one: Vector) -> Block:
    """Return a step as a block of cells, all of which it needs, in their order."""
    x, y, levels = one
    needs, columns = board.lattice.needs(one), gcd(x, y)
    if not needs:
        return (1, 0), one, (0, 0, 0)
    if len(needs) == 2 and needs[1] == (0, 0, levels):
        return (1, 1), needs[1], needs[0]
    unit = (x // columns, y // columns, 0)
    return (columns, abs(levels)), unit, (0, 0, 1 if levels > 0 else -1)


def _steps(board: Board, steps: Iterable[Vector], place: Place) -> list[list[Any]]:
    each = list[tuple[int, int, tuple[int, int]]]()
    for one in steps:
        often, outer, inner = _block(board, one)
        block = [
            add(times(count, outer), times(far, inner))
            for count in range(often[0] + 1)
            for far in range(often[1] + 1)
        ]
        assert (tuple(block[1:-1]), block[-1]) == (board.lattice.needs(one), one)
        each.append((place(outer), place(inner), often))
    by_first = [
        (first, tuple(other for _, other, _ in some), often)
        for (first, often), some in groupby(each, lambda step: (step[0], step[2]))
    ]
    blocks = [
        ([first for first, *_ in some], list(others), often)
        for (others, often), some in groupby(by_first, lambda row: row[1:])
    ]
    return [
        [*parts, [often for *_, often in some]] if parts[1] != [0] else parts[:1]
        for parts, some in groupby(blocks, lambda block: block[:2])
    ]


def _ways(game: CompiledVariant, kind: int, number: Callable[[Vector], int]) -> Any:
    ways = [_way(game, game.piece(army, kind), number) for army in game.armies]
    shorter = [way["rays"] if way.keys() == {"rays"} else way for way in ways]
    return shorter[0] if all(way == ways[0] for way in ways) else {"each": shorter}


def _way(game: CompiledVariant, piece: int, number: Callable[[Vector], int]) -> dict[str, Any]:
    kind, mover, spans = game.type_of(piece), game.movers[piece], game.board.spans

    def fits(vector: Vector) -> bool:  # no other cells are farther apart than the board is long
        return all(abs(part) <= span for part, span in zip(vector, spans, strict=True))

    def rays(*, capturing: bool) -> list[list[Any]]:
        alike = dict[tuple[int, int, int], list[list[Vector]]]()
        for ray in mover.rays(capturing):
            vectors = list(takewhile(fits, ray.vectors))
            if len(vectors) >= ray.first_stop:
                again = sum(1 for _ in takewhile(vectors[-1].__eq__, reversed(vectors[:-1])))
                first = HOPS if ray.hops else JUMPS if ray.jumps else ray.first_stop
                vectors = vectors[: len(vectors) - again]
                alike.setdefault((first, again, len(vectors)), []).append(vectors)
        for (_, _, size), every in alike.items():
            if size == 1:
                every.sort(key=lambda vectors: _block(game.board, vectors[0]))
            for vector in chain.from_iterable(every):
                number(vector)
        return [
            [first, again, _packed(number(one) for (one,) in every)]
            if size == 1
            else [first, again, "".join(digits(number(one)) for ray in every for one in ray), size]
            for (first, again, size), every in alike.items()
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
    doubles = dict[str, list[int]]()
    for ray in game.pawns.doubling[piece]:
        cells = _packed(cell for cell in ray.starts or () if len(ray.cells(cell)) == 2)
        if cells:
            doubles.setdefault(cells, []).append(number(ray.vectors[0]))
    if doubles:
        way["doubles"] = [[_packed(numbers), cells] for cells, numbers in doubles.items()]
    return way


def _places(game: CompiledVariant, place: Place) -> dict[str, Any]:
    board, levels = game.board, of_cells(game)["levels"]
    columns = {
        name: place((x, y, 0)) for (x, y, _), name in zip(board.cells, board.columns, strict=True)
    }
    rows = list[list[Any]]()
    for name in sorted(columns, key=lambda name: (name[0], len(name), name)):
        first, count, at, apart = rows[-1] if rows else ("", 0, 0, 0)
        even = count == 1 or columns[name] == at + count * apart
        if first and even and name == _following(first, count):
            rows[-1] = [first, count + 1, at, (columns[name] - at) // count]
        else:
            rows.append([name, 1, columns[name], 0])
    heights = dict(zip(board.levels, (z for _, _, z in board.cells), strict=True))
    holes = {board.parts_of(at)[0]: place((*at[:2], 0)) for at in board.barred.values()}
    heights_of = [place((0, 0, heights[name])) for name in levels]
    return {"columns": rows, "heights": heights_of, "holes": holes or None}


def _following(name: str, by: int) -> str:
    """Return the name of a column so many behind another: of letters, or a letter and a number."""
    letter, rest = name[0], name[1:]
    return f"{letter}{int(rest) + by}" if rest.isdigit() else letter + chr(ord(rest) + by)


def _barred(game: CompiledVariant, steps: Mapping[Vector, int]) -> dict[str, Any]:
    board, columns = game.board, sorted(set(game.board.columns))
    named = ([board.parts_of(at)[0] for at in (*pair, hole)] for pair, hole in board.barred.items())
    pairs = [[columns.index(start), columns.index(end), hole] for start, end, hole in named]
    apart = {(end[0] - start[0], end[1] - start[1]) for start, end in board.barred}
    crooked = [one for one in steps if one[:2] in apart and not board.lattice.step_along(one)]
    return {"barred": pairs, "leaps": [steps[one] for one in crooked]}


def _promotions(game: CompiledVariant) -> list[list[Any]]:
    found = dict[tuple[int, str, str], list[int]]()
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
            found.setdefault((must, becomes, _packed(cells)), []).append(piece)
    return [[pieces, *case] for case, pieces in found.items()]


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

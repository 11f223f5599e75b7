"""Rulebook drawings: the moves of a piece, level by level; empty levels are drawn once.

Every level is a picture of its own, so that a page can set them abreast.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from aofref.judge.analysis.rulebook import PromotionDrawing
from aofref.report.svg import shapes
from aofref.report.svg.picture import INSIDE, wall_path
from aofref.report.svg.piece_drawing import PieceDrawing
from aofref.report.svg.plan import READABLE, Layout, Point, layout_of, level_box, plan_of
from aofref.report.svg.shapes import plain_text, short
from aofref.report.text.glossary import Word, of_level, title
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CoreMove, CorePosition
from aofref.text import resource_text

FEW = 2  # the most levels of a board drawn one abreast on a telephone; others are two abreast
_NARROW = (352.0, 176.0)
"""The width of a level on a telephone, in points: of a board of FEW levels, and of others."""


@lru_cache(maxsize=16)
def board_of(game: CompiledVariant) -> Layout:
    """Lay out the levels of a board, each at the same place of a picture of its own."""
    plan, letter = plan_of(game), 12.0
    for _ in range(9):  # larger names make the picture wider, and so smaller on a page
        width = layout_of(plan, letter=letter, levels=[0]).width
        letter = max(14.0, 1.02 * READABLE * width / _NARROW[len(plan.levels) > FEW])
    layout, every = layout_of(plan, letter=letter, levels=[0]), range(len(plan.levels))
    titled = level_box(plan)[2][1] > 0 and len(every) > 1  # no corner is free for a title
    down, (x, y) = 0.7 * letter if titled else 0.0, layout.origins[0]
    origins, titles = [(x, y + down) for _ in every], [layout.titles[0] for _ in every]
    height, shown = layout.height + down, tuple(every)
    return layout._replace(height=height, origins=tuple(origins), titles=tuple(titles), shown=shown)


Place = tuple[int, float, float]
"""The index of a level, and a place on its picture, for a script."""


def places(game: CompiledVariant) -> tuple[list[Place], dict[str, Place]]:
    """Return the places of all cells, and by name those of missing cells in columns and gaps."""
    board = board_of(game)

    def place(level: int, point: Point) -> Place:
        x, y = board.at(level, point)
        return level, round(x, 1), round(y, 1)

    ghosts = sorted(board.plan.ghosts())
    return (
        [*map(place, board.plan.level_of, board.plan.points)],
        {game.board.called(cell): place(level, point) for level, cell, point in ghosts},
    )


def style(game: CompiledVariant) -> str:
    """Write the rules of colours and letters."""
    return shapes.STYLE + shapes.css("rulebook.css") + shapes.armies(game.two_players)


def definitions(game: CompiledVariant, names: Iterable[str]) -> str:
    """Write the definitions of drawings: marks, the armies' signs, some pieces, empty levels."""
    board = board_of(game)
    cell = f'<path id="c" d="{_outline(board, 1)}"/>'
    levels = (_empty(game, at) for at in board.shown)
    pieces = shapes.tokens(game) + shapes.drawings(names)
    marks = resource_text(__name__, "marks.txt").splitlines()  # they differ not by colour alone
    return "".join([cell, *marks, pieces, *levels])


def _outline(board: Layout, scale: float, at: Point = (0, 0)) -> str:
    corners = [(x * scale, y * scale) for x, y in board.corners()]
    (x, y), steps = corners[0], []
    for (ax, ay), (bx, by) in pairwise(corners):
        steps.append(f"{short(round(bx, 1) - round(ax, 1))} {short(round(by, 1) - round(ay, 1))}")
    return f"M{short(at[0] + x)} {short(at[1] + y)}l{' '.join(steps)}z"


@lru_cache(maxsize=64)
def _empty(game: CompiledVariant, level: int) -> str:
    """Draw a level without pieces: cells of a colour are one path."""
    board = board_of(game)
    plan, layout = board.plan, board._replace(shown=(level,))
    paths: dict[str, str] = {}
    shaded = shapes.shades(game)
    for cell in plan.cells(level):
        outer, inner = shaded[cell]
        paths[f"c {outer}"] = paths.get(f"c {outer}", "") + _outline(board, 1, board.spot(cell))
        if inner:
            inside = _outline(board, INSIDE, board.spot(cell))
            paths[f"d {inner}"] = paths.get(f"d {inner}", "") + inside
    ghosts = (board.at(at, point) for at, _, point in plan.ghosts() if at == level)
    paths["g"] = "".join(_outline(board, 1, at) for at in ghosts)
    x, y = layout.titles[level]
    name = plan.levels[level]
    title = f'<text class="lev" x="{short(x)}" y="{short(y)}" font-size="{short(board.letter)}">'
    title += f"level {plain_text(name)}</text>"
    base = 0.36 * board.letter
    rim = "".join(
        f'<text x="{short(x)}" y="{short(y + base)}">{plain_text(named.text)}</text>'
        for named, (x, y) in layout.names()
    )
    drawn = "".join(
        f'<path class="{kind}" d="{path}"/>' for kind, path in sorted(paths.items()) if path
    )
    size = short(board.letter)
    return (
        f'<g id="b{level}">{title if name else ""}<g class="axis" font-size="{size}">'
        f'{rim}</g>{drawn}<path class="w" d="{wall_path(layout)}"/></g>'
    )


def position_level(
    position: CorePosition,
    level: int,
    *,
    coming: CoreMove | None = None,
    done: CoreMove | None = None,
) -> str:
    """Draw the pieces on a level, and the next move, or the destinations of the last move."""
    board, game, stands = board_of(position.game), position.game, position.board
    place, names = board.plan.level_of, game.board.names
    standing = [cell for cell in board.plan.cells(level) if stands[cell]]
    words = [
        f"{game.variant.armies[game.army_of[p]].called} {game.type_of(p).name} on {names[cell]}"
        for cell, p in ((cell, stands[cell]) for cell in standing)
    ]
    going, gone = (() if move is None else game.castlings.walks(move) for move in (coming, done))
    arrows = [
        shapes.arrow(board.spot(start), board.spot(end), 6, shapes.aside(going))
        for start, end in going
        if place[start] == place[end] == level
    ]

    def moved(cells: Iterable[int]) -> list[str]:
        return [_at("moved", "c", board.spot(cell)) for cell in cells if place[cell] == level]

    parts = moved(chain.from_iterable(going)) + [line for line, _ in arrows]
    parts += moved(end for _, end in gone)
    parts += [token(board, stands[cell], cell) for cell in standing] + [tip for _, tip in arrows]
    return _level(board, level, ", ".join(words) or "empty", parts)


def _at(kind: str, shape: str, at: Point, data: str = "") -> str:
    return f'<use class="{kind}" href="#{shape}"{data} x="{short(at[0])}" y="{short(at[1])}"/>'


def promotion_level(game: CompiledVariant, drawing: PromotionDrawing, level: int) -> str:
    """Draw the cells of a level where an army's Pawns promote, with types that depend on them."""
    board, names = board_of(game), game.board.names
    place = board.plan.level_of
    own = frequent(drawing)
    parts, words = [], []
    for cell, kinds in [*drawing.must.items(), *((cell, ()) for cell in sorted(drawing.may))]:
        if place[cell] != level:
            continue
        data = f' data-cell="{names[cell]}"'
        codes = "/".join(game.codes[kind] for kind in kinds)
        words.append(f"{names[cell]}{' ' + codes if kinds and kinds != own else ''}")
        x, y = board.spot(cell)
        if not kinds or kinds == own:
            kind = "must" if kinds else "may"
            parts.append(_at(kind, kind, (x, y), data))
        else:
            parts.append(
                f'<g class="must"{data}><use class="as" href="#c" x="{short(x)}" y="{short(y)}"/>'
                f'<text class="code" font-size="25" x="{short(x)}" y="{short(y + 9)}">'
                f"{plain_text(codes)}</text></g>"
            )
    spoken = f"promotes on {' '.join(sorted(words)) or 'no cell'}"
    return _level(board, level, spoken, parts)


def frequent(drawing: PromotionDrawing) -> tuple[int, ...]:
    """Return the types that Pawns become on most of the cells where they must promote."""
    kinds = list(drawing.must.values())
    return max(kinds, key=kinds.count, default=())


def direction_levels(game: CompiledVariant, drawing: Word) -> Iterator[str]:
    """Draw directions from a cell: on its level, and on the level above if they lead there."""
    board, names = board_of(game), game.board.names
    place = board.plan.level_of
    start = place[drawing.origin]
    levels = {start, *(place[end] for end in drawing.ends)}
    for level in sorted(
        [level for level in levels if level >= start], reverse=True
    ):  # down is as up
        ends = [end for end in drawing.ends if place[end] == level]
        lines = "".join(
            f"M{_pair(board.spot(drawing.origin))}L{_pair(board.spot(end))}" for end in ends
        )
        far, origin = level != start, board.spot(drawing.origin)
        parts = [f'<path class="{"far" if far else "way"}" d="{lines}"/>'] if ends else []
        parts += [_at("beside", "c", origin)] * far
        parts += [_at("go", "go", board.spot(end)) for end in ends]
        parts += [_at("from", "must", origin)] * (not far)
        words = " ".join(names[end] for end in ends)
        spoken = f"from {names[drawing.origin]} to {words or 'no cell'}"
        yield _level(board, level, spoken, parts)


def level_svg(drawing: PieceDrawing, level: int, place: str = "") -> str:
    """Draw the moves of a piece on a level, as an element that refers to the definitions."""
    board = board_of(drawing.game)
    spoken = "; ".join(of_level(drawing, level, board.plan.level_of)) or "nothing"
    return _level(board, level, spoken, _marks(board, drawing, level), place)


def _level(board: Layout, level: int, spoken: str, marks: Iterable[str], place: str = "") -> str:
    name = board.plan.levels[level]
    spoken = f"Level {name}: {spoken}." if name else f"{spoken}."
    return (
        f'<svg class="level" data-level="{level}" viewBox="0 0 {short(board.width)} '
        f'{short(board.height)}"{place} role="img" aria-label="{plain_text(spoken)}">'
        f'<use href="#b{level}"/><g class="marks">{"".join(marks)}</g></svg>'
    )


def shown_levels(game: CompiledVariant) -> Sequence[int]:
    """Return the indices of the levels, the highest first."""
    return range(len(plan_of(game).levels))[::-1]


def svg(drawing: PieceDrawing) -> str:
    """Draw the moves of a piece as a standalone picture, with a heading and a legend."""
    board, game = board_of(drawing.game), drawing.game
    levels = shown_levels(game)
    abreast = min(len(levels), 3) if len(levels) != 4 else 2
    rows = -(-len(levels) // abreast)
    gap, top = 14.0, 64.0
    width, height = abreast * (board.width + gap) - gap, top + rows * (board.height + gap)
    entries = list(legend(drawing))
    foot = height + 40 * len(entries)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {short(width)} {short(foot)}" '
        f'width="186mm" height="{short(186 * foot / width)}mm" role="img" aria-labelledby="title">',
        f'<title id="title">{plain_text(title(drawing))}</title>',
        f"<style>{style(game)}</style>"
        f"<defs>{definitions(game, [game.types[drawing.kind].name])}</defs>",
        f'<rect width="{short(width)}" height="{short(foot)}" fill="#fff"/>',
        f'<g class="level"><text x="8" y="38" font-size="30" font-weight="bold">'
        f"{plain_text(title(drawing))}</text></g>",
    ]
    for place, level in enumerate(levels):
        row, column = divmod(place, abreast)
        x, y = column * (board.width + gap), top + row * (board.height + gap)
        size = f'width="{short(board.width)}" height="{short(board.height)}"'
        parts.append(level_svg(drawing, level, f' x="{short(x)}" y="{short(y)}" {size}'))
    samples = shapes.samples("rulebook")
    for n, (kinds, text) in enumerate(entries):
        down = short(height + 24 + 40 * n)
        parts.append(
            f'<g class="level" transform="translate(24 {down})">{samples[kinds]}'
            f'<text x="30" y="9" font-size="26">{plain_text(text)}</text></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def legend(drawing: PieceDrawing) -> Iterator[tuple[str, str]]:
    """Yield the kinds of marks in a drawing, with their meanings."""
    level = board_of(drawing.game).plan.level_of
    steps = [(a, b) for way in drawing.ways for a, b in pairwise(way)]
    kinds = {*_kinds(drawing).values()}
    kinds |= {"way" if level[a] == level[b] else "far" for a, b in steps}
    if any(drawing.barred.values()):
        kinds.add("gone")
    if len(set(level)) > 1:
        kinds.add("beside")
    meanings = dict(shapes.meanings("piece"))
    meanings |= dict(shapes.meanings("jump")) if drawing.jumps else {}
    yield from ((kind, text) for (kind,), text in meanings.items() if kind in kinds)


def _kinds(drawing: PieceDrawing) -> dict[int, str]:
    moves, captures = drawing.moves, drawing.captures
    apart = drawing.game.types[drawing.kind].captures_apart
    kinds = dict.fromkeys(drawing.needed, "need")  # where there is no other mark
    kinds |= dict.fromkeys(drawing.through, "through")
    kinds |= dict.fromkeys(drawing.barred, "no")
    kinds |= dict.fromkeys(moves - captures, "quiet")
    kinds |= dict.fromkeys(captures - moves, "take")
    return kinds | dict.fromkeys(moves & captures, "either" if apart else "go")


def _marks(board: Layout, drawing: PieceDrawing, level: int) -> Iterator[str]:
    plan, names = board.plan, drawing.game.board.names
    solid: set[tuple[Point, Point]] = set()
    dashed: set[tuple[Point, Point]] = set()
    for way in drawing.ways:
        for run in _runs(board, way, level):
            (dashed if run[2] else solid).add(run[:2])
    for kind, runs in (("way", solid), ("far", dashed)):
        if runs:
            path = "".join(f"M{_pair(a)}L{_pair(b)}" for a, b in sorted(runs))
            yield f'<path class="{kind}" d="{path}"/>'
    kinds = sorted(at for at in _kinds(drawing).items() if plan.level_of[at[0]] == level)
    if alone := [cell for cell, kind in kinds if kind == "need"]:
        squares = "".join(_square(board.spot(cell)) for cell in alone)
        yield f'<path class="need" d="{squares}"/>'
    lacking = {*drawing.barred.values()}
    for at, missing, point in sorted(plan.ghosts()):
        if at == level and missing in lacking:
            yield _at("gone", "c", board.at(level, point))
    if plan.level_of[drawing.origin] != level:
        yield _at("beside", "c", board.spot(drawing.origin))
    for cell, kind in kinds:
        if kind != "need":
            yield _mark(kind, board.spot(cell), f' data-cell="{plain_text(names[cell])}"')
    if plan.level_of[drawing.origin] == level:
        piece = drawing.game.piece(drawing.army, drawing.kind)
        yield token(board, piece, drawing.origin)


def _square(at: Point) -> str:
    return f"M{short(at[0] - 4.5)} {short(at[1] - 4.5)}h9v9h-9z"


def _mark(kind: str, at: Point, data: str) -> str:
    place = f' x="{short(at[0])}" y="{short(at[1])}"'
    if kind == "either":
        ring = f'<use class="quiet" href="#ring"{data}{place}/>'
        return f'{ring}<use class="take" href="#small"{data}{place}/>'
    under = f'<use class="no" href="#no"{place}/>' if kind == "no" else ""
    return f'{under}<use class="{kind}" href="#{kind}"{data}{place}/>'


_HALF = 17.2  # half the width of a piece
_SEEN = 22.0  # the least width of a piece among others, in CSS pixels


def legible(game: CompiledVariant) -> float:
    """Return how wide its levels are on a screen where its pieces can be told apart."""
    return _SEEN * board_of(game).width / (2 * _HALF)


def token(board: Layout, piece: int, cell: int) -> str:
    """Draw a piece on its cell."""
    x, y = board.spot(cell)
    man = shapes.token(board.plan.game, piece).replace("xlink:", "")
    return (
        f'<g class="man" data-cell="{plain_text(board.plan.game.board.names[cell])}" '
        f'transform="translate({short(x)} {short(y)})">'
        f'<g transform="scale({_HALF / 10:.3g})">{man}</g></g>'
    )


_Run = tuple[Point, Point, bool]


def _runs(board: Layout, way: tuple[int, ...], level: int) -> list[_Run]:
    """List the straight parts of a way on a level; True for a part from another level."""
    place = board.plan.level_of
    runs: list[_Run] = []
    for a, b in pairwise(way):
        if place[b] != level:
            continue
        start, end, far = board.spot(a), board.spot(b), place[a] != level
        if start == end:
            continue
        (ax, ay), before, leaping = runs[-1] if runs else (start, None, True)
        if before == start and not far and not leaping:
            x, y, dx, dy = start[0] - ax, start[1] - ay, end[0] - start[0], end[1] - start[1]
            if abs(x * dy - y * dx) < 1 and x * dx + y * dy > 0:  # straight on
                runs[-1] = ((ax, ay), end, False)
                continue
        runs.append((start, end, far))
    return runs


def _pair(at: Point) -> str:
    return f"{short(at[0])} {short(at[1])}"

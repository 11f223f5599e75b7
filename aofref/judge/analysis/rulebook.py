"""Rulebook: what a game's rulebook shows, as values; `report.page.rulebook` writes it.

`python -m tools.scenes` makes `scenes.txt`, the examples of the rules, from the cases.
"""

import re
from collections.abc import Iterator, Sequence

from aofref import games
from aofref.atoms import Bend
from aofref.games import RulingText
from aofref.judge.analysis.examples import Example, Shows, examples, informative_cell
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.notation import movetext, positions
from aofref.notation.movetext import suffix
from aofref.notation.records import Kind, Token, write_paragraph, write_tags
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event
from aofref.rules.moves import promotions
from aofref.rules.position import CoreMove, CorePosition
from aofref.text import resource_rows, resource_text
from aofref.values import Value


class Step(Value):
    """The positions before and after a move, and the events; no move at the start of a turn."""

    before: CorePosition
    move: CoreMove | None
    after: CorePosition
    events: tuple[Event, ...]


class Scene(Value):
    """An example of a rule: topic, text, steps to be drawn, and a record that ends with these."""

    topic: str
    text: str
    steps: tuple[Step, ...]
    record: str


class PromotionDrawing(Value):
    """The cells where the Pawns of armies must promote, with the types, and where they may."""

    armies: list[int]
    must: dict[int, tuple[int, ...]]
    may: frozenset[int]


def rulings_on(game: CompiledVariant, kind: int) -> list[RulingText]:
    """List the rulings of a game that name a piece, or what it is."""
    piece = game.types[kind]
    names = [piece.name, *["royal piece"] * piece.royal]
    names += ["[Bb]ent rider"] * any(isinstance(atom, Bend) for atom in piece.atoms)
    named = re.compile(rf"\b({'|'.join(names)})s?\b")
    every = games.rulings_of(game.base)
    return [each for each in every if named.search(f"{each.question} {each.reading}")]


def sentences(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Yield the page's sentences on a piece, each once; a game from a file has no page."""
    name, pawn = game.types[kind].name, game.types[kind].pawn
    page = {} if game.variant.source else games.page(game.variant.id) or {}
    found: dict[str, None] = {}
    for key, sentence in page.items():
        about = key == name or key.startswith(f"{name} ") or key.endswith(f" {name}")
        if about or (pawn and key.partition(" ")[0] in ("double-step", "en-passant")):
            found[sentence] = None
    yield from (text for text in found if not any(text != o and text in o for o in found))


def scenes_of(game: CompiledVariant, kind: int) -> Iterator[Scene]:
    """Play the castlings of a piece, and the examples of one whose captures are not its moves."""
    if not (game.types[kind].captures_apart or game.castlings.homes):
        return
    topics = {shows: said for shows, *said in resource_rows(__name__, "shown.tsv")}
    for example in examples(game, kind, informative_cell(game, kind)):
        shows = "HOP" if example.via and example.shows is Shows.CAPTURE else example.shows.name
        if shows not in topics:
            continue
        topic, text = topics[shows]
        before = [_double_step(game, example)] if example.shows is Shows.EN_PASSANT else []
        position = before[0].after if before else example.position
        plies = [*before, _play(position, example.move)]
        yield _scene(topic.format(example.text), text, *plies)


def _double_step(game: CompiledVariant, example: Example) -> Step:
    right, board = example.position.passed[0], bytearray(example.position.board)
    pawn = board[right.pawn]
    origin = next(
        cell
        for cell, ends in sorted(game.pawns.doubles[pawn].items())
        if ends.get(right.pawn) == right.cell and not board[cell]
    )
    board[right.pawn], board[origin] = 0, pawn
    before, _ = turn.begin(CorePosition(game, bytes(board), right.army))
    return _play(before, CoreMove(origin, right.pawn))


def scenes(game: CompiledVariant) -> list[Scene]:
    """List the chosen examples of a game, if it has any.

    They follow the usual rules; if a ruling forbids a move of an example, it is left out.
    """
    scenes = []
    for paragraph in resource_text(__name__, "scenes.txt").rstrip("\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in paragraph.split("\n"))
        if fields["case"].rpartition(".")[0] != game.variant.id:
            continue
        line = fields.get("position")
        standing = turn.array(game) if line is None else positions.read(game, line)
        shown = Step(standing, None, *turn.begin(standing))
        plies: list[Step] = []
        for text in fields.get("moves", "").split():
            ply = LineOfPlay(shown.after).play(Token(Kind.MOVE, text))
            if not isinstance(ply, Ply) or ply.move is None:
                break
            shown = _play(shown.after, ply.move)
            plies.append(shown)
        else:
            record = _record(line or "", shown.after, plies)
            scenes.append(Scene(fields["topic"], fields["text"], (shown,), record))
    return scenes


def _scene(topic: str, text: str, *plies: Step) -> Scene:
    record = _record(positions.write(plies[0].before), plies[-1].after, plies)
    return Scene(topic, text, plies, record)


def _play(before: CorePosition, move: CoreMove) -> Step:
    return Step(before, move, *turn.apply(before, move))


def _record(line: str, last: CorePosition, plies: Sequence[Step]) -> str:
    """Write the record of moves from a position line; if that is empty, from the game's array."""
    game = last.game
    result = game.result(last.winners)
    given = {"Rulings": " ".join(game.rulings), "Position": line}
    tags = [("Variant", game.variant.id), ("Result", result)]
    tags += [(name, value) for name, value in given.items() if value]
    items, last_round = [], 0
    for before, move, after, events in plies:
        if before.round != last_round:
            last_round = before.round
            number = f"{last_round}{'.' if before.turn == before.living[0] else '...'}"
            items.append(Token(Kind.NUMBER, number))
        assert move is not None
        items.append(Token(Kind.MOVE, movetext.shown(before, move) + suffix(after, events)))
    return write_tags(tags) + write_paragraph([*items, Token(Kind.RESULT, result)])


def promotion_drawings(game: CompiledVariant) -> list[PromotionDrawing]:
    """Find the cells that Pawns can reach and promote on, once for armies for which they are alike.

    Cells where only a Pawn that owes no move may promote are left out.
    """
    drawings: dict[object, PromotionDrawing] = {}
    for army in game.armies if game.pawn_kind >= 0 else ():
        pawn = game.piece(army, game.pawn_kind)
        reached, found = set(game.pawns.starts[army]), set[int]()
        waiting = [*reached]
        while waiting:
            cell = waiting.pop()
            ends = {*game.movers[pawn].quiet(cell), *game.movers[pawn].captures(cell)}
            found.update(end for end in ends if game.pawns.some_promote(army, end))
            new = {end for end in ends - reached if not game.pawns.must(pawn, end)}
            reached |= new
            waiting += new
        alone = CorePosition(game, bytes([pawn, *bytes(len(game.board.cells) - 1)]), army)
        forced = sorted(end for end in found if game.pawns.must(pawn, end))
        must = {end: promotions(alone, 0, end) for end in forced}  # from anywhere
        may = frozenset[int]() if game.pawns.owing else frozenset(found.difference(must))
        alike = (tuple(must.items()), may)
        drawings.setdefault(alike, PromotionDrawing([], must, may)).armies.append(army)
    return [*drawings.values()]

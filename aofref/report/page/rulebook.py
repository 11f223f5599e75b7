"""Rulebook: a game and its pieces as a page, from the values of `judge.analysis.rulebook`.

The page asks nothing of the network; a script is the only one that it lets run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from aofref.judge.analysis.rulebook import Chapter, PromotionDrawing, Rulebook
from aofref.judge.analysis.scenes import Scene
from aofref.judge.replay.event import Event
from aofref.report.page import trial
from aofref.report.page.write import hashed, script, script_data, templates
from aofref.report.svg import rulebook as svg
from aofref.report.svg import shapes
from aofref.report.svg.piece_drawing import PieceDrawing, barred_drawing, main_drawings
from aofref.report.text import drawn, glossary
from aofref.report.text.course import course
from aofref.report.text.record import rulings
from aofref.report.text.rules import starts, words
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Check, Checkmate, Stalemate
from aofref.rules.position import PASS, CoreMove, CorePosition
from aofref.text import capitalised, joined, on_one_line, own_text
from aofref.variants import RulingText

_own = partial(own_text, __name__)


class Figure(NamedTuple):
    """A drawing: its piece, army and cell for a script, its levels, and what stands under it."""

    piece: str
    army: str
    origin: str
    levels: tuple[str, ...]
    caption: str
    marks: tuple[tuple[str, str], ...] = ()
    kind: str = "piece"


class Picture(NamedTuple):
    """A picture of a position: its title, the move that is to come and where a page has that."""

    title: str
    levels: tuple[str, ...]
    move: str = ""
    link: str = ""


class Example(NamedTuple):
    """An example: pictures of a position before and after, or of one, and its record."""

    topic: str
    text: str
    anchor: str
    case: str
    pictures: tuple[Picture, ...]
    events: tuple[str, ...]
    record: tuple[tuple[str, str], ...]


class Entry(NamedTuple):
    """A chapter: the piece, what is said of it, and its figures and scenes."""

    code: str
    name: str
    icon: str
    way: str
    terms: tuple[tuple[str, str], ...]
    quotations: tuple[str, ...]
    counts: str
    figures: tuple[Figure, ...]
    scenes: tuple[Example, ...]
    rulings: tuple[RulingText, ...]


def page(book: Rulebook) -> str:
    """Write the rulebook of a game."""
    of = book.start.game
    levels = svg.shown_levels(of)
    entries = [entry(of, each) for each in book.chapters]
    return _render(
        of,
        title=on_one_line(of.variant.title),
        id=of.variant.id,
        judged=capitalised(rulings(of)),
        armies=[
            (army.letter, on_one_line(army.name), _icon(of, place))
            for place, army in enumerate(of.variant.armies)
        ],
        course=[(term, text) for term, text in course(of)],
        array=[svg.position_level(book.start, level, large=False) for level in levels],
        reading=[(svg.sample(of, kind), text) for kind, text in svg.MEANINGS.items()],
        chapters=entries,
        promotions=[_promotion(of, list(alike), levels) for alike in _alike(book.promotions)],
        scenes=[_example([scene], f"rule-{n}") for n, scene in enumerate(book.scenes, 1)],
        rulings=book.rulings,
        cells=list(glossary.cells(of)),
        notation=list(glossary.written_moves(book)),
        directions=[
            (*glossary.described(of, each), list(svg.direction_levels(of, each)))
            for each in glossary.directions(of)
        ],
        terms=list(glossary.terms(of)),
    )


def chapter_page(of: CompiledVariant, chapter: Chapter) -> str:
    """Write the chapter of one piece alone."""
    made = entry(of, chapter)
    reading = [(svg.sample(of, kind), text) for kind, text in svg.MEANINGS.items()]
    title = f"{made.name} – {on_one_line(of.variant.title)}"
    return _render(of, title=title, id=of.variant.id, chapters=[made], reading=reading)


def _render(of: CompiledVariant, **values: object) -> str:
    style = (
        _own("theme.css") + _own("rulebook.css") + _columns(of) + svg.style(of) + _own("trial.css")
    )
    code = script((*trial.SCRIPTS, "contents"))
    allowed = f"style-src '{hashed(style)}'; script-src '{hashed(code)}'"
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    values |= {"style": style, "policy": policy, "script": code}
    values |= {"data": script_data(trial.given(of))}
    names = dict.fromkeys(type_.name for type_ in of.types)
    icons = "".join(shapes.drawing(name) for name in names if name in shapes.DRAWINGS)
    values |= {"defs": svg.definitions(of) + icons, "few": len(svg.shown_levels(of)) <= svg.FEW}
    values["two"] = of.two_players
    return templates().get_template("rulebook.html").render(**values)


def _columns(of: CompiledVariant) -> str:
    """Set all levels of a drawing abreast where there is room, none wider than it need be."""
    count = len(svg.shown_levels(of))
    wide = f"repeat({count},minmax(0,{24 if count <= svg.FEW else 20}rem))"
    paper = (
        f"repeat({count},56mm)"
        if count <= svg.FEW
        else f"repeat({count},{min(33, 180 // count - 1)}mm)"
    )
    of_pieces = "{.piece .levels,.promotes .levels{grid-template-columns:"
    return f"@media (min-width:60.1rem){of_pieces}{wide}}}}}@media print{of_pieces}{paper}}}}}"


def entry(of: CompiledVariant, chapter: Chapter) -> Entry:
    """Put together what a chapter has."""
    kind = chapter.kind
    (_, way), *terms = words(of, kind)
    names = [on_one_line(army.name) for army in of.variant.armies]
    placed = [(name, cells) for name, (_, cells) in zip(names, starts(of, kind), strict=True)]
    drawings = main_drawings(of, kind)
    figures = [_figure(of, armies, drawing) for armies, drawing in drawings]
    barred = barred_drawing(of, kind, drawings[0][1].army)
    if barred is not None:
        figures.append(_barred(barred))
    code = of.codes[kind]
    return Entry(
        code,
        on_one_line(of.types[kind].name),
        shapes.drawing_id(of.types[kind].name) if of.types[kind].name in shapes.DRAWINGS else "",
        way,
        tuple((term, text) for term, text in terms if term not in ("Cells", "Check")),
        chapter.sentences,
        glossary.counts(placed),
        tuple(figures),
        tuple(_example(run, f"{code}-{n}") for n, run in enumerate(runs(chapter.scenes), 1)),
        chapter.rulings,
    )


_PLAIN = ("go", "way", "far", "need", "beside")
"""Marks that are explained once, before the chapters."""


def _marks(drawing: PieceDrawing) -> tuple[tuple[str, str], ...]:
    return tuple(
        (svg.sample(drawing.game, kind), text)
        for kind, text in svg.legend(drawing)
        if kind not in _PLAIN
    )


def _levels(drawing: PieceDrawing) -> tuple[str, ...]:
    return tuple(svg.level_svg(drawing, level) for level in svg.shown_levels(drawing.game))


def _figure(of: CompiledVariant, armies: tuple[int, ...], drawing: PieceDrawing) -> Figure:
    whose = glossary.of_armies(of, armies)
    text = f"{drawn.title(drawing)}: {drawn.reached(drawing)}."
    if whose and len(armies) > 1:
        text += f" So it goes for the {on_one_line(whose)} armies."
    return _made(drawing, text)


def _barred(drawing: PieceDrawing) -> Figure:
    return _made(drawing, f"{drawn.title(drawing)}: {drawn.barred_by(drawing)}.")


def _made(drawing: PieceDrawing, text: str) -> Figure:
    of = drawing.game
    return Figure(
        of.codes[drawing.kind],
        of.letters[drawing.army],
        of.board.names[drawing.origin],
        _levels(drawing),
        text,
        _marks(drawing),
    )


def _icon(of: CompiledVariant, army: int) -> str:
    return (
        f'<svg viewBox="-12 -12 24 24" aria-hidden="true"><use class="a{army}" href="#a{army}"/>'
        f'<text class="code i{army}" text-anchor="middle" font-size="12" y="4.3">'
        f"{shapes.plain_text(of.letters[army])}</text></svg>"
    )


def _alike(promotions: Sequence[PromotionDrawing]) -> list[list[PromotionDrawing]]:
    """Put armies together whose Pawns promote alike."""
    groups: list[list[PromotionDrawing]] = []
    for drawing in promotions:
        group = next((group for group in groups if group[0][1:] == drawing[1:]), None)
        if group is None:
            groups.append([drawing])
        else:
            group.append(drawing)
    return groups


def _promotion(
    of: CompiledVariant, drawings: Sequence[PromotionDrawing], levels: Sequence[int]
) -> tuple[str, tuple[str, ...], str]:
    """Draw where Pawns promote, on the levels where they do, and say what the marks mean."""
    drawing = drawings[0]
    names = [on_one_line(of.variant.armies[each.army].name) for each in drawings]
    own = svg.frequent(drawing)
    kinds = [on_one_line(of.types[kind].name) for kind in own]
    text = f"{joined(names, 'and')} Pawns must promote on the black squares"
    if own and len(kinds) < 6:
        text += f", to {joined(kinds)}"
    elif own:
        text += " (the chapter of the Pawn says to what)"
    others = dict.fromkeys(
        kind for kinds in drawing.must.values() if kinds != own for kind in kinds
    )
    if others:
        coded = [f"{of.codes[kind]} {on_one_line(of.types[kind].name)}" for kind in others]
        text += f"; on a cell with a code, to that piece ({joined(coded, 'or')})"
    if drawing.may:
        text += "; on the white squares they may"
    shown = {*drawing.must, *drawing.may}
    place = svg.board_of(of).plan.level_of
    drawn_levels = [level for level in levels if any(place[cell] == level for cell in shown)]
    made = tuple(svg.promotion_level(of, drawing, level) for level in drawn_levels)
    return f"{text}.", made, "".join(of.letters[each.army] for each in drawings)


def runs(scenes: Sequence[Scene]) -> list[list[Scene]]:
    """Put scenes together of which one begins where another ends."""
    runs: list[list[Scene]] = []
    for scene in scenes:
        if runs and runs[-1][-1].after is scene.before:
            runs[-1].append(scene)
        else:
            runs.append([scene])
    return runs


def _example(run: Sequence[Scene], anchor: str) -> Example:
    """Draw the positions of scenes one after another, on the levels where something happens."""
    of, last = run[0].before.game, run[-1]
    telling = set().union(*map(_telling, run))
    levels = [level for level in svg.shown_levels(of) if level in telling]

    def picture(
        at: CorePosition, coming: CoreMove | None, done: CoreMove | None
    ) -> tuple[str, ...]:
        return tuple(
            svg.position_level(at, level, coming=_taken(coming), done=_taken(done))
            for level in levels
        )

    record = tuple(_record(last.record, anchor))
    links = [link for _, link in record if link]
    done: CoreMove | None = None
    pictures: list[Picture] = []
    for scene, link in zip(run, links[-len(run) :] or [""], strict=True):
        levels_before = picture(scene.before, scene.move, done)
        pictures.append(Picture("Before", levels_before, scene.text_of_move, link))
        done = scene.move
    if last.before.board != last.after.board:
        pictures.append(Picture("After", picture(last.after, None, done)))
    elif last.move is None:
        pictures[-1] = pictures[-1]._replace(title="The position")
    events = tuple(f"{capitalised(str(Event(of, each)))}." for s in run for each in s.events)
    topic = joined([scene.topic for scene in run], "and")
    text = " ".join(scene.text for scene in run)
    return Example(capitalised(topic), text, anchor, last.case, tuple(pictures), events, record)


def _record(text: str, anchor: str) -> Iterator[tuple[str, str]]:
    """Cut a record into pieces, each with its anchor if it is a move."""
    tags, _, moves = text.rstrip("\n").rpartition("\n\n")
    *words, result = re.split(r"(\s+)", moves)
    yield f"{tags}\n\n", ""
    for place, word in enumerate(words):
        is_move = not (word.isspace() or word[0].isdigit())
        yield word, f"{anchor}-{place // 2}" if is_move else ""
    yield result, ""


def _taken(move: CoreMove | None) -> CoreMove | None:
    """Give a move that is to be drawn, which a pass is not."""
    return None if move == PASS else move


def _telling(scene: Scene) -> set[int]:
    """Choose the levels on which something happens, by their places."""
    of, board = scene.before.game, scene.before.board
    place = svg.board_of(of).plan.level_of
    cells = {cell for cell in range(len(board)) if board[cell] != scene.after.board[cell]}
    if scene.move is not None and scene.move != PASS:
        cells |= {scene.move.origin, scene.move.destination}
    for event in scene.events:
        if isinstance(event, Check | Checkmate):
            cells |= {cell for cell, _ in event.attackers}
            cells |= {scene.before.royals[event.army], scene.after.royals[event.army]}
        if of.two_players and isinstance(event, Checkmate | Stalemate):
            cells |= {cell for cell, piece in enumerate(board) if piece}
    if not cells or scene.move == PASS:
        cells = {cell for cell, p in enumerate(board) if p and not of.is_royal[p]}
        cells |= {scene.before.royals[scene.before.turn]}
    return {place[cell] for cell in cells if cell >= 0}

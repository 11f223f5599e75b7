"""Rulebook: a game and its pieces as a page, from the values of `judge.analysis.rulebook`.

The page loads nothing, and allows one script.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import Any

from aofref import games
from aofref.judge.analysis.rulebook import (
    PromotionDrawing,
    Scene,
    Step,
    promotion_drawings,
    rulings_on,
    scenes,
    scenes_of,
    sentences,
)
from aofref.notation import movetext
from aofref.report.page.rules_data import of_rules
from aofref.report.page.write import minified, render, script_data
from aofref.report.svg import rulebook as svg
from aofref.report.svg import shapes
from aofref.report.svg.piece_drawing import PieceDrawing, barred_drawing, main_drawings
from aofref.report.svg.plan import plan_of
from aofref.report.text import glossary
from aofref.report.text.record import armies_joined, rulings
from aofref.report.text.rules import how_it_goes, words
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Happening, attackers
from aofref.rules.position import PASS, CoreMove, CorePosition
from aofref.text import capitalised, joined, on_one_line


def page(start: CorePosition) -> str:
    """Write the rulebook of a game by the position that it starts from."""
    game, levels = start.game, svg.shown_levels(start.game)
    return _render(
        game,
        title=on_one_line(game.variant.title),
        judged=capitalised(rulings(game)),
        armies=[
            (on_one_line(army.called), shapes.badge(game, place).replace("xlink:", ""))
            for place, army in enumerate(game.variant.armies)
        ],
        how_it_goes=list(how_it_goes(game)),
        abreast=_array_columns(game),
        array=[svg.position_level(start, level) for level in levels],
        chapters=[entry(game, kind) for kind in range(len(game.types))],
        promotions=[_promotion(game, drawing, levels) for drawing in promotion_drawings(game)],
        scenes=[_example(scene, f"rule-{n}") for n, scene in enumerate(scenes(game), 1)],
        rulings=games.rulings_of(game.base),
        cells=list(glossary.cells(game)),
        notation=list(glossary.written_moves(game)),
    )


def chapter_page(game: CompiledVariant, kind: int) -> str:
    """Write the chapter of one piece alone."""
    made = entry(game, kind)
    title = f"{made['name']} – {on_one_line(game.variant.title)}"
    return _render(game, title=title, chapters=[made])


def _render(game: CompiledVariant, *, abreast: str = "", **values: Any) -> str:
    style = "".join(map(minified, ("theme.css", "rulebook.css")))
    style += _columns(game) + abreast + svg.style(game)
    samples = shapes.samples("rulebook")
    spots, missing = svg.places(game)  # the places of cells on drawings, for the script
    given = {**of_rules(game), "spots": spots, "missing": missing}
    return render(
        "rulebook.html",
        style + minified("trial.css"),
        scripts=[minified("rulebook.js")],
        data=script_data(given),
        defs=svg.definitions(game, [type_.name for type_ in game.types]),
        few=len(svg.shown_levels(game)) <= svg.FEW,
        two=game.two_players,
        words=partial(glossary.words, game),
        directions=partial(svg.direction_levels, game),
        reading=[(samples[kind], text) for (kind,), text in shapes.meanings("piece")],
        **values,
    )


def _columns(game: CompiledVariant) -> str:
    """Set all levels of a drawing abreast where there is room, none wider than it need be."""
    count = len(svg.shown_levels(game))
    few = count <= svg.FEW
    wide = f"repeat({count},minmax(0,{24 if few else 20}rem))"
    least = 0 if few else count * _NARROW + (count - 1) * _GAP + _COLUMN
    paper = f"repeat({count},{56 if few else min(33, 180 // count - 1)}mm)"
    of_pieces = "{.piece .levels,.promotes .levels{grid-template-columns:"
    return (
        f"@media (min-width:{max(962, least)}px){of_pieces}{wide}}}}}"
        f"@media print{of_pieces}{paper}}}}}"
    )


_GAP = 5  # between two levels, in points of a screen
_COLUMN = 232 + 15  # the contents beside the text, their edges and a scroll bar
_TEXT = 1336  # how wide the text beside them is at most
_LEAST, _NARROW = 202, 180  # how wide a level is at least, in the array and of all that are abreast


def _array_columns(game: CompiledVariant) -> str:
    """Set the levels of the array in as few rows as its letters allow, beside the contents.

    The rows are as equal as can be: six levels that do not stand abreast are three and three.
    """
    count, least = len(svg.shown_levels(game)), max(_LEAST, ceil(svg.legible(game)))
    wide = {n: n * (least + _GAP) for n in {-(-count // rows) for rows in range(1, count)}}
    return "".join(
        f"@media screen and (min-width:{width + _COLUMN}px)"
        f"{{.array .levels{{grid-template-columns:repeat({across},1fr)}}}}"
        for across, width in sorted(wide.items())
        if count > svg.FEW and width <= _TEXT
    )


def entry(game: CompiledVariant, kind: int) -> dict[str, Any]:
    """Return the contents of the chapter on a piece, for the template."""
    code, name = game.codes[kind], game.types[kind].name
    (_, way), *terms = words(game, kind)
    drawings, figures = main_drawings(game, kind), []
    slips = games.slips(game.variant.id)
    for armies, drawing in drawings:
        text = f"{glossary.reached(drawing)}."
        if 1 < len(armies) < len(game.armies):
            text += f" So it goes for {armies_joined(game, armies, 'and')}."
        figures.append(_figure(drawing, text))
    barred = barred_drawing(game, kind, drawings[0][1].army)
    if barred is not None:
        figures.append(_figure(barred, f"{glossary.barred_by(barred)}."))
    return {
        "code": code,
        "name": on_one_line(name),
        "icon": shapes.drawing_id(name),
        "way": way,
        "terms": [(term, text) for term, text in terms if term not in ("Cells", "Check")],
        "quotations": [(text, slips.get(text, "")) for text in sentences(game, kind)],
        "counts": glossary.counts(game, kind),
        "figures": figures,
        "scenes": [
            _example(scene, f"{code}-{n}") for n, scene in enumerate(scenes_of(game, kind), 1)
        ],
        "rulings": rulings_on(game, kind),
    }


_PLAIN = ("go", "way", "far", "need", "beside")
"""Marks that are explained once, before the chapters."""


def _figure(drawing: PieceDrawing, text: str) -> dict[str, Any]:
    game, marks, samples = drawing.game, svg.legend(drawing), shapes.samples("rulebook")
    return {
        "piece": game.codes[drawing.kind],
        "army": game.letters[drawing.army],
        "origin": game.board.names[drawing.origin],
        "levels": [svg.level_svg(drawing, level) for level in svg.shown_levels(game)],
        "caption": f"{glossary.title(drawing)}: {text}",
        "marks": [(samples[kind], meaning) for kind, meaning in marks if kind not in _PLAIN],
    }


def _promotion(
    game: CompiledVariant, drawing: PromotionDrawing, levels: Sequence[int]
) -> dict[str, Any]:
    own, place = svg.frequent(drawing), plan_of(game).level_of
    names = [on_one_line(type_.name) for type_ in game.types]
    others = dict.fromkeys(
        kind for kinds in drawing.must.values() if kinds != own for kind in kinds
    )
    shown = {place[cell] for cell in (*drawing.must, *drawing.may)}
    armies = [on_one_line(game.variant.armies[army].called) for army in drawing.armies]
    return {
        "armies": joined(armies, "and"),
        "letters": "".join(game.letters[army] for army in drawing.armies),
        "becomes": own and joined([names[kind] for kind in own]),
        "many": len(own) > 5,
        "others": others and joined([f"{game.codes[kind]} {names[kind]}" for kind in others]),
        "may": bool(drawing.may),
        "levels": [svg.promotion_level(game, drawing, n) for n in levels if n in shown],
    }


def _example(scene: Scene, anchor: str) -> dict[str, Any]:
    game, last = scene.steps[0].before.game, scene.steps[-1]
    informative = set().union(*map(_informative, scene.steps))
    levels = [level for level in svg.shown_levels(game) if level in informative]

    record = list(_record(scene.record, anchor))
    links = [link for _, link in record if link][-len(scene.steps) :] or [""]
    shown = [("Before", step.before, step.move) for step in scene.steps]
    if last.before.board != last.after.board:
        shown.append(("After", last.after, None))
    elif last.move is None:
        shown[-1] = ("The position", last.before, None)
    done: CoreMove | None = None
    pictures = []
    for (title, at, move), link in zip_longest(shown, links):
        drawn = [svg.position_level(at, level, coming=move, done=done) for level in levels]
        text = "" if move is None else movetext.shown(at, move)
        pictures.append({"title": title, "levels": drawn, "move": text, "link": link})
        done = move
    return {
        "topic": capitalised(scene.topic),
        "text": scene.text,
        "anchor": anchor,
        "pictures": pictures,
        "events": [f"{capitalised(str(each))}." for step in scene.steps for each in step.events],
        "record": record,
    }


def _record(text: str, anchor: str) -> Iterator[tuple[str, str]]:
    """Cut a record into pieces, each with its anchor if it is a move."""
    tags, _, moves = text.rstrip("\n").rpartition("\n\n")
    *words, result = re.split(r"(\s+)", moves)
    yield f"{tags}\n\n", ""
    for place, word in enumerate(words):
        is_move = not (word.isspace() or word[0].isdigit())
        yield word, f"{anchor}-{place // 2}" if is_move else ""
    yield result, ""


def _informative(step: Step) -> set[int]:
    game, board = step.before.game, step.before.board
    place = plan_of(game).level_of
    was, stands = (at.board.translate(game.plain) for at in (step.before, step.after))
    cells = {cell for cell in range(len(was)) if was[cell] != stands[cell]}
    if step.move is not None:
        cells |= {cell for walk in game.castlings.walks(step.move) for cell in walk}
    for event in step.events:
        if event.type in (Happening.CHECK, Happening.CHECKMATE):
            army = game.letters.index(event.army)
            cells |= {cell for cell, _ in attackers(event)}
            cells |= {step.before.royals[army], step.after.royals[army]}
        if game.two_players and event.type in (Happening.CHECKMATE, Happening.STALEMATE):
            cells |= {cell for cell, piece in enumerate(board) if piece}
    if not cells or step.move == PASS:
        cells = {cell for cell, p in enumerate(board) if p and not game.is_royal[p]}
        cells |= {step.before.royals[step.before.turn]}
    return {place[cell] for cell in cells if cell >= 0}

"""Write: the page of a record, from a game view; every word of the record is escaped."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, NamedTuple

import jinja2

from aofref.findings import Aside, Code, Finding
from aofref.judge.analysis.game_view import GameView
from aofref.judge.analysis.view import BoardView
from aofref.judge.replay.tree import Item, Mark
from aofref.report.page import data
from aofref.report.page.compose import Post
from aofref.report.svg import drawings, picture, shapes
from aofref.report.svg.layout import SCREEN, lay, level_box
from aofref.report.svg.plan import plan_of
from aofref.report.text import proof, spoken
from aofref.report.text.caption import caption, rulings
from aofref.report.text.ending import offers_in_words
from aofref.report.text.messages import diagnostic, sentence
from aofref.report.text.movement import summary
from aofref.report.text.record import latest, written
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import escaped, json_text, on_one_line, own_text

_NAGS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
_SCRIPTS = ("board", "sheet", "drawing", "pieces", "compose", "steps", "paper", "start")
"""The parts of the page's script, in order; they share what they name."""
_UNSCRIPTED = "#dock,#options,.keys{display:none}:target{background:var(--here)}"
"""The style of a page whose script does not run."""
NOWHERE = Post()
_own = cache(partial(own_text, __name__))


class PieceEntry(NamedTuple):
    """A piece type in the legend: code, name, drawing, how it goes, and whether it is here."""

    code: str
    name: str
    drawing: str
    way: str
    here: bool


class Entry(NamedTuple):
    """A piece of the list of moves: what it is, its text, its node, what it brought about."""

    kind: str
    text: str
    node: int = -1
    link: str = ""
    events: tuple[str, ...] = ()


def page(of: GameView, ply: int | None = None, post: Post = NOWHERE) -> str:
    """Write the page of a whole record, which opens after a ply; after the last if None."""
    replay = of.judged.replay
    tags = {tag.name: on_one_line(tag.value) for tag in replay.record.tags}
    last = of.views[of.main[-1]]
    view = last.board_view
    shown = caption(view, tags, replay.length, latest(view.game, last.ply))
    given = data.of_game_view(of, post)
    given["start"] = of.main[-1] if ply is None else data.view_at(of, ply)
    why = of.judged.proof
    refused = replay.refused
    return render(
        "page.html",
        title=shown.title,
        caption=shown,
        said=spoken.spoken(of, last),
        why=given["refused"]["why"] if given["refused"] else "",
        tags=[(name, value) for name, value in tags.items() if value.strip("?")],
        entries=list(entries(of)),
        claimed=replay.claimed,
        result=replay.result,
        status=replay.status,
        proof="\n".join(proof.lines(why)) if why is not None else "",
        refused=diagnostic("record", refused) if refused is not None else "",
        faults=[
            diagnostic("record", found)
            for found in replay.findings
            if found is not refused and found.code is not Code.VARIATION
        ],
        board=_still(of),
        defs=_definitions(of),
        rulings=rulings(last.board_view),
        pieces=list(_pieces(last.board_view)),
        two=last.board_view.game.two_players,
        measures=_measures(last.board_view.game),
        unclosed=_unclosed(of),
        data=_script_data(given),
        next=of.next_move,
        mailed=bool(post.address),
        script=_script(),
    )


def render(template: str, **values: Any) -> str:
    """Fill a template; its style and script are the only ones that the page lets run."""
    values["style"] = _own("page.css") + shapes.STYLE + shapes.armies(values.get("two", False))
    values["style"] += values.pop("measures", "")
    values["unscripted"] = _UNSCRIPTED
    allowed = f"style-src '{_hash(values['style'])}' '{_hash(_UNSCRIPTED)}'"
    if values.get("script"):
        allowed += f"; script-src '{_hash(values['script'])}'"
    images = "img-src 'self' file:; " if template == "gallery.html" else ""
    policy = f"default-src 'none'; {images}{allowed}; base-uri 'none'; form-action 'none'"
    return _templates().get_template(template).render(policy=policy, **values)


@cache
def _templates() -> jinja2.Environment:
    loader = jinja2.FunctionLoader(_own)
    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False
    )


@cache
def _script() -> str:
    parts = "\n".join(_own(f"{name}.js") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256-" + base64.b64encode(digest).decode()


def _script_data(given: dict[str, Any]) -> str:
    """Write data that no text in it can end."""
    text = json_text(given, (",", ":"))
    for mark in "<>&":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text


def _still(of: GameView) -> str:
    """Draw the last position, which is what stands in the page until its script runs."""
    board_view = of.views[of.main[-1]].board_view
    layout = lay(plan_of(board_view.game), sheets=(SCREEN,))
    look = shapes.Look()
    return (
        f'<svg id="svg" viewBox="0 0 {layout.width:.0f} {layout.height:.0f}" role="group" '
        f'aria-label="The board"><defs>{picture.cell_shapes(board_view, layout)}</defs>'
        f"{''.join(picture.board(board_view, layout, look))}</svg>"
    )


def _measures(game: CompiledVariant) -> str:
    """Say how high a board is on a telephone, by its width: a level, and a row of the others."""
    box, others = level_box(plan_of(game)), max(1, len(plan_of(game).levels) - 1)
    return f":root{{--high:{min(1.3, box.height / box.width * (1 + 1 / others)):.2f}}}"


def _pieces(board_view: BoardView) -> Iterator[PieceEntry]:
    """Give the piece types of a game for the legend."""
    game, here = board_view.game, {piece.code for piece in board_view.pieces if piece is not None}
    for kind, (code, piece) in enumerate(zip(game.codes, game.types, strict=True)):
        drawing = drawings.ident(piece.name) if piece.name in drawings.DRAWINGS else ""
        name, way = on_one_line(piece.name), on_one_line(summary(game, kind))
        yield PieceEntry(code, name, drawing, way, code in here)


def _definitions(of: GameView) -> str:
    """Define every token and drawing of the game once, for the script to use."""
    board_view = of.views[0].board_view
    names = dict.fromkeys(kind.name for kind in board_view.game.types)
    drawn = [drawings.symbol(name) for name in names if name in drawings.DRAWINGS]
    return "".join([shapes.tokens(board_view), *drawn])


# The list of moves ------------------------------------------------------------------------------


def entries(of: GameView) -> Iterator[Entry]:
    """Give the list of moves in order, a heading before each round of the main line."""
    anchors = list(data.anchors(of))
    round_, depth, fresh = 0, 0, False
    for place, item in enumerate(of.items):
        if item.mark is Mark.MOVE:
            view = of.views[item.node + 1]
            ply = view.ply
            assert ply is not None
            if (not depth and ply.round != round_) or (depth and fresh):
                yield Entry("number" if depth else "round", f"{ply.round}.")
                round_ = round_ if depth else ply.round
            yield Entry(
                "move",
                written(view.board_view.game, ply),
                item.node + 1,
                anchors[item.node + 1],
                tuple(spoken.events(view)),
            )
        else:
            depth += (item.mark is Mark.OPEN) - (item.mark is Mark.CLOSE)
            yield _entry(of, place, item)
        fresh = item.mark is Mark.OPEN


def _reason(finding: Finding) -> str:
    """Say why a move of the list is refused."""
    facts = finding.refusal.facts
    why = facts.reason if isinstance(facts, Aside) else finding.refusal
    return f"{why.code.value}: {sentence(why)}"


def _unclosed(of: GameView) -> int:
    """Count the variations that the record leaves open."""
    marks = [item.mark for item in of.items]
    return max(0, marks.count(Mark.OPEN) - marks.count(Mark.CLOSE))


def _entry(of: GameView, place: int, item: Item) -> Entry:
    text = escaped(item.text)
    finding = of.findings.get(place)
    reason = (_reason(finding),) if finding is not None else ()
    match item.mark:
        case Mark.NAG:
            return Entry("nag", _NAGS.get(text, text))
        case Mark.REFUSED | Mark.BEHIND | Mark.TAKEN_BACK:
            return Entry(item.mark.name.lower(), text, events=reason)
        case Mark.COMMENT:
            return Entry("comment", offers_in_words(text))
        case _:
            return Entry(item.mark.name.lower(), text)

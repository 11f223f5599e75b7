"""Write: the page of a record or of an analysis board, pages of many records, tables of points.

Every word of a record is escaped.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import jinja2

from aofref.findings import Code, Finding
from aofref.geometry import HexPrism
from aofref.judge.analysis.game_view import GameView
from aofref.judge.collect.totals import Row
from aofref.report.page import data, movetext
from aofref.report.page.data import Post
from aofref.report.svg import picture, shapes
from aofref.report.svg.layout import READABLE, UNIT, level_box
from aofref.report.svg.plan import naming, plan_of
from aofref.report.text import board as drawn
from aofref.report.text import listing, proof
from aofref.report.text.caption import (
    TAGS,
    caption,
    rulings,
    spoken,
    tag_in_words,
)
from aofref.report.text.movement import summary
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import json_text, on_one_line, resource_text
from aofref.values import Value

_UNSCRIPTED = (  # the style of a page whose script does not run
    "#dock,#options,.keys{display:none}:target{background:var(--here)}"
    "#scroll a{text-decoration:none}"
    "#board{display:none}noscript pre{white-space:pre;overflow:auto}"
)
RULES = "rules-"  # the prefix of the names of rulebooks among the pages of records
_own = cache(partial(resource_text, __name__))


def minified(name: str) -> str:
    """Return a script or style as `tools.minify` has made it of its sources."""
    return _own(f"made/{name}").removesuffix("\n")


def page(
    game_view: GameView, ply: int | None, post: Post, rules: str, *, board: bool = False
) -> str:
    """Write the page of a whole record, which opens after a ply; after the last if None.

    `rules` is the relative address of the rulebook of its game, or empty.  As an analysis `board`
    it has no truth of a referee, and a tray to set up positions.
    """
    replay = game_view.judged.replay
    tags = replay.record.values
    last = game_view.main[-1]
    view = game_view.shown(last)
    shown = caption(view, tags, replay.length, game_view.views[last].ply)
    tokens, other = movetext.token_lines(game_view)
    given = data.of_game_view(game_view, post, other)
    given["opened"] = last if ply is None else data.view_at(game_view, ply)
    if rules:
        given["rules"] = rules
    why, refused = game_view.judged.proof, replay.refused
    names = [kind.name for kind in view.game.types]
    on_board = {view.game.code(piece) for piece in view.position.board if piece}
    pieces = [
        {
            "code": code,
            "name": on_one_line(piece.name),
            "drawing": shapes.drawing_id(piece.name),
            "way": on_one_line(summary(view.game, kind)),
            "on_board": code in on_board,
        }
        for kind, (code, piece) in enumerate(zip(view.game.codes, view.game.types, strict=True))
    ]
    return render(
        "page.html",
        _style(view.game),
        _UNSCRIPTED,
        title=f"{shown.title}: analysis board" if board else shown.title,
        caption=shown,
        status=spoken(game_view, last),
        why=given["refused"]["why"] if given["refused"] else "",
        tags=[
            (TAGS.get(name, name), text)
            for name, value in tags.items()
            if (text := tag_in_words(name, value))
        ],
        record="\n".join([*movetext.tag_lines(game_view), "", *tokens]),
        proof="\n".join(proof.lines(why, options=False)) if why is not None else "",
        refused=_on_a_page(refused) if refused is not None else "",
        faults=[
            _on_a_page(finding)
            for finding in replay.findings
            if finding is not refused and finding.code is not Code.VARIATION
        ],
        still=drawn.draw(view, plan_of(view.game), drawn.position_marks(view)),
        defs=shapes.tokens(view.game) + shapes.drawings(names, styled=True),
        rulings=rulings(view),
        pieces=pieces,
        marks=(naming(view.game), _marks(view.game)),
        two=view.game.two_players,
        data=script_data(given),
        truth="" if board else script_data(data.truth(game_view)),
        next=given["next"],
        mailed=bool(post.address),
        script=minified("record.js"),
        rules=rules,
    )


def book_name(game: CompiledVariant) -> str:
    """Return the file name of a game's rulebook by its rulings; empty for an own array."""
    words = "-".join([game.variant.id, *game.rulings]).replace("=", "-")
    return "" if game.own_array else f"{words}.html"


@lru_cache(maxsize=32)
def _style(game: CompiledVariant) -> str:
    style = minified("theme.css") + minified("page.css") + shapes.small_style(game)
    return style + _measures(game)


def render(template: str, *styles: str, script: str = "", **values: Any) -> str:
    """Fill a template; the page allows only these styles and this script."""
    allowed = f"style-src {' '.join(map(_hashed, styles))}"
    if script:
        allowed += f"; script-src {_hashed(script)}"
    images = "img-src 'self' file:; " if template == "gallery.html" else ""
    policy = f"default-src 'none'; {images}{allowed}; base-uri 'none'; form-action 'none'"
    values |= {"policy": policy, "style": styles[0], "unscripted": styles[-1], "script": script}
    return _templates().get_template(template).render(**values)


@cache
def _templates() -> jinja2.Environment:
    loader = jinja2.FunctionLoader(_own)
    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False
    )


@lru_cache(maxsize=32)
def _hashed(text: str) -> str:
    """Return the source expression of a style or script for a content security policy."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def script_data(given: Mapping[Any, Any]) -> str:
    """Write data as JSON that cannot end a script element."""
    text = json_text(given, (",", ":"))
    for mark in "<>&":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text


def _measures(game: CompiledVariant) -> str:
    """Write the height of a board on a telephone, by its width, for the layout of the script.

    Two levels are abreast if letters are large enough so, else the first has a row of its own.
    """
    box, count = level_box(plan_of(game)), len(plan_of(game).levels)
    left, top, right, bottom = (pad * READABLE for pad in box.pads)

    def level(abreast: int) -> tuple[float, float]:
        scale = (_TELEPHONE / abreast - left - right - _GAP) / box.width
        return scale, box.height * scale + top + bottom + _GAP

    scale, half = level(2)
    letters = 8.2 if max(map(len, game.codes)) > 1 else 10.5
    whole = count % 2 == 0 and letters * 0.04 * UNIT * scale >= READABLE
    high = half * count / 2 if whole else level(1)[1] + half * (count // 2)
    return f":root{{--high:{high / _TELEPHONE:.2f}}}"


_TELEPHONE, _GAP = 372.0, 7.0  # how wide a board is on a telephone; the script's gap between levels


@lru_cache(maxsize=32)
def _marks(game: CompiledVariant) -> list[tuple[list[str], str, bool]]:
    """List the marks on pages of a game: samples, their meaning, whether a choice makes them."""
    hexes = isinstance(game.board.lattice, HexPrism)
    levels = len(set(game.board.levels)) > 1
    shown = (*picture.of_play(levels=levels), *picture.cells(game))
    return [
        ([shapes.sample(kind, hexes=hexes) for kind in kinds], text, live)
        for marks, live in ((shown, False), (picture.of_a_choice(levels=levels), True))
        for kinds, text in marks
    ]


def _on_a_page(finding: Finding) -> str:
    about = f"{finding.written}: " if finding.move and finding.code is not Code.SYNTAX else ""
    text = finding.refusal.sentence(options=False)
    return on_one_line(f"Line {finding.line}: {about}{finding.code.value}, {text}")


_CROSS = 30  # the most players of a crosstable


class Shown(Value):
    """A record in a gallery: its source, page, picture and text.

    `record` is the address of the record itself; `standing` is its end, or the army to move.
    """

    source: str
    link: str
    picture: str
    title: str
    standing: str
    lines: tuple[str, ...]
    status: str
    record: str = ""


def _style_of_list() -> str:
    return "".join(map(minified, ("theme.css", "page.css", "list.css")))


def gallery(
    title: str, records: list[Shown], ranking: Sequence[Row], rules: Mapping[str, str]
) -> str:
    """Write the page of several records, with the table of their players if there is one.

    `rules` are the titles of the rulebooks beside it, by their addresses.
    """
    cross = len(ranking) <= _CROSS
    lines = listing.grid(ranking, cross=cross) if ranking else []
    players = 2 if cross else 1
    shown: dict[str, Any] = {"title": title, "records": records, "table": lines, "players": players}
    return render("gallery.html", _style_of_list(), rules=rules, **shown)


def tables(grouped: Sequence[tuple[Mapping[str, str], Sequence[Row]]], *, cross: bool) -> str:
    """Write a page of tables; the title of each is the tags that its records share."""
    made = [
        {"title": listing.table_title(group), "lines": listing.grid(rows, cross=cross)}
        for group, rows in grouped
    ]
    return render("table.html", _style_of_list(), tables=made, players=2 if cross else 1)

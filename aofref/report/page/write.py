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
from aofref.judge.analysis.diagnosis import proved
from aofref.judge.analysis.view import view_of
from aofref.judge.replay.verdict import Replay
from aofref.report.page import data
from aofref.report.page.data import Post
from aofref.report.svg import picture, shapes
from aofref.report.svg.plan import plan_of
from aofref.report.text import board as drawn
from aofref.report.text import proof
from aofref.report.text.caption import TAGS, caption, rulings, spoken, tag_in_words
from aofref.report.text.glossary import naming
from aofref.report.text.movement import summary
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import json_text, on_one_line, resource_text

_UNSCRIPTED = (  # the style of a page whose script does not run
    "body{visibility:visible}#board,#dock,.keys,#copies,#scroll,#legend{display:none}"
    "noscript pre{white-space:pre;tab-size:3;overflow:auto}"
)
RULES = "rules-"  # the prefix of the names of rulebooks among the pages of records
_own = cache(partial(resource_text, __name__))


def minified(name: str) -> str:
    """Return a script or style as `tools.minify` has made it of its sources."""
    return _own(f"made/{name}").removesuffix("\n")


def page(replay: Replay, ply: int | None, post: Post, rules: str, *, board: bool = False) -> str:
    """Write the page of a whole record, which opens after a ply; after the last if None.

    `rules` is the relative address of the rulebook of its game, or empty.  As an analysis `board`
    it has no truth of a referee, and a tray to set up positions.
    """
    tags, plies = replay.record.values, replay.plies
    view = view_of(replay, plies, stood=True)
    shown = caption(view, tags, replay.length, plies[-1] if plies else None)
    players = any(army.player for army in shown.armies)
    title = (
        " – ".join(army.player or army.name for army in shown.armies) if players else shown.title
    )
    of = on_one_line(f"{view.game.variant.title} ({view.game.variant.id})")
    about = ", ".join(text for text in dict.fromkeys((shown.title, of)) if text != title)
    title += ": analysis board" if board else ""
    tokens, other = ([], {}) if board else data.token_lines(replay)
    given = data.of_record(replay, view, post, other)
    if board:
        given["next"] = None  # nobody plays here whom a move, a draw or a resignation could reach
    given["opened"] = data.node_after(replay, replay.length if ply is None else ply)
    given["says"] = [on_one_line(summary(view.game, kind)) for kind in range(len(view.game.codes))]
    given["marks"] = _marks(view.game)
    if rules:
        given["rules"] = rules
    why, refused, castles = proved(replay), replay.refused, view.game.castlings.every
    return render(
        "page.html",
        _style(view.game) + (minified("board.css") if board else ""),
        _UNSCRIPTED,
        board=board,
        title=title,
        name=f"{title}, {shown.title}" if players else title,
        about=about,
        caption=shown,
        status=spoken(replay, plies),
        why=given["refused"]["why"] if "refused" in given else "",
        tags=[
            (TAGS.get(name, name), text)
            for name, value in tags.items()
            if not board and (text := tag_in_words(name, value))
        ],
        record="\n".join([*data.tag_lines(replay), "", *tokens]),
        proof="\n".join(proof.lines(why, options=False)) if why is not None else "",
        refused=on_a_page(refused) if refused is not None else "",
        faults=[
            on_a_page(finding)
            for finding in replay.findings
            if finding is not refused and finding.code is not Code.VARIATION
        ],
        still=map(_tabbed, drawn.draw(view, plan_of(view.game), drawn.position_marks(view))),
        defs=shapes.tokens(view.game),
        rulings=rulings(view),
        naming=naming(view.game),
        two=view.game.two_players,
        badges=[shapes.badge(view.game, n).replace("xlink:", "") for n in view.game.armies],
        data=script_data(given),
        truth="" if board else script_data(data.truth(replay)),
        next=given["next"],
        fen="fen" in given,
        mailed=bool(post.address),
        scripts=[
            *([minified("orthodox.js")] if view.game.two_players or castles else []),
            *([minified("fen.js")] if "fen" in given else []),
            minified("board.js" if board else "record.js"),
        ],
    )


def _tabbed(line: str) -> str:
    """Write the blanks of a line as tabs, three columns apart."""
    parts = (line[at : at + 3] for at in range(0, len(line), 3))
    return "".join(f"{part.rstrip()}\t" if part.endswith("  ") else part for part in parts)


def book_name(game: CompiledVariant) -> str:
    """Return the file name of a game's rulebook by its rulings; empty for an own array."""
    words = "-".join([game.variant.id, *game.rulings]).replace("=", "-")
    return "" if game.own_array else f"{words}.html"


@lru_cache(maxsize=32)
def _style(game: CompiledVariant) -> str:
    return shapes.small_style(game) + minified("theme.css") + minified("page.css")


def render(template: str, *styles: str, scripts: Sequence[str] = (), **values: Any) -> str:
    """Fill a template; the page allows only these styles and scripts."""
    allowed = f"style-src {' '.join(map(_hashed, styles))}"
    if scripts:
        allowed += f"; script-src {' '.join(map(_hashed, scripts))}"
    images = "img-src 'self' file:; " if template == "gallery.html" else ""
    policy = f"default-src 'none'; {images}{allowed}; base-uri 'none'; form-action 'none'"
    values |= {"policy": policy, "style": styles[0], "unscripted": styles[-1], "scripts": scripts}
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


@lru_cache(maxsize=32)
def _marks(game: CompiledVariant) -> list[tuple[tuple[str, ...], str, int]]:
    """List the marks on pages of a game: classes, their meaning, whether a choice makes them."""
    lacking = {"end", "far", "beside"} if len(set(game.board.levels)) == 1 else set[str]()
    shown = (*shapes.meanings("play"), *picture.cells(game))
    return [
        (kinds, text, live)
        for marks, live in ((shown, 0), (shapes.meanings("choice"), 1))
        for kinds, text in marks
        if lacking.isdisjoint(kinds)
    ]


def on_a_page(finding: Finding) -> str:
    """Write a finding: its line, what is written there, and the fault."""
    about = f"{finding.written}: " if finding.move and finding.code is not Code.SYNTAX else ""
    text = finding.refusal.sentence(options=False)
    return on_one_line(f"Line {finding.line}: {about}{finding.code.value}, {text}")

"""Play on the page, in a real browser: pieces, own lines, copies, mail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from aofref import games
from aofref.findings import Code
from aofref.judge.analysis.diagnosis import explain
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition
from tests.browsing import Page, axe, browser, opened, visited
from tests.helpers import FIXTURES, aofref, sampled
from tests.judging import judged_as
from tests.pages import random_record

__all__ = ["browser", "opened", "visited"]
FOUR = """[Variant "aof2"]

1. E:Lkd5-hc3 I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I *
"""
PROMOTING = '[Variant "aof2"]\n[Position "E:Kjb5;Pge4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"]\n\n*\n'
PASSING = """[Variant "aof2"]
[Position "E:Kjb5/I:Kba3/J:Kjb1/P:Kjh3;Nha1,ja4;Rca2,ca4,fb3 I - 1"]

*
"""
CASTLING = '[Variant "chess"]\n[Position "W:Ke1;Ra1,h1/B:Ke8;Rf8 W - 1"]\n\n*\n'
PROMOTED = '[Variant "chess"]\n[Position "W:Ka1;Pa7/B:Kh8;Rb8 W - 1"]\n\n*\n'
OPENED = '[Variant "chess"]\n\n1. f2-f3 e7-e5 *\n'
MATES = '[Variant "chess"]\n\n1. f2-f3 e7-e5 2. g2-g4 *\n'
HIDDEN = "document.querySelector('#board').style.display = 'none'"
PRESSED = """([piece, cells]) => {
    const at = name => document.querySelector(`[data-cell="${name}"]`);
    const press = name => {
        const click = () => at(name).dispatchEvent(new MouseEvent("click", {bubbles: true}));
        if (at(name).closest(".small")) click(); // which makes its level the large one
        click();
    };
    const reason = document.querySelector("#reason");
    return cells.map(cell => {
        press(piece);
        press(cell);
        const found = [reason.dataset.code || "", reason.firstChild?.data || "", document.querySelector("#move").textContent,
            [...document.querySelectorAll("#promotion:not([hidden]) button")].map(one => one.dataset.promotion)];
        if (document.querySelector("#undo").disabled) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
        else document.querySelector("#undo").click();
        return found;
    });
}"""


def press(page: Page, *cells: str) -> None:
    for cell in cells:
        if page.page.locator(f'.small [data-cell="{cell}"]').count():
            page.page.click(f'.small:has([data-cell="{cell}"])')
        page.page.click(f'[data-cell="{cell}"]')


def move(page: Page) -> str:
    found: str = page.page.text_content("#move")
    return found.strip()


def said(page: Page) -> str:
    found: str = page.page.text_content("#info")
    return found


def reason(page: Page) -> tuple[str, str]:
    """Return the code and the text of the reason that is shown; both empty if none is."""
    if not page.page.is_visible("#reason"):
        return "", ""
    code, text = page.page.evaluate(
        "(at => [at.dataset.code, at.firstChild.data])(document.querySelector('#reason'))"
    )
    return code, text.strip()


def position(page: Page) -> str:
    found: str = page.page.get_attribute("#board", "data-position")
    return found


def own(page: Page) -> list[str]:
    """Return the own moves in the list, in long notation with their marks of check."""
    found: list[str] = page.page.eval_on_selector_all(
        "[data-own]",
        "all => all.map(one => one.dataset.own + (/[+#].*/.exec(one.textContent) || [''])[0])",
    )
    return found


def copied(page: Page, what: str) -> str:
    page.page.click(f"#{what}")
    found: str = page.page.input_value("#copied")
    return found


def after(record: str, *moves: str) -> str:
    """Return the position that aofref finds after a record and further moves."""
    text = record.rstrip().removesuffix("*") + " ".join(moves) + " *\n"
    return aofref("show", "--format", "position", stdin=text).stdout.strip()


def legal(record: str, *options: str) -> int:
    """Return how many plies aofref finds in a legal record."""
    found = aofref("check", "--format", "json", *options, stdin=record)
    assert found.exit_code == 0, found.output
    plies: int = json.loads(found.stdout)["plies"]
    return plies


def last(text: str) -> CorePosition:
    return judged_as(text).last


# Play -------------------------------------------------------------------------------------------


def test_a_piece_and_a_cell_play_from_any_position(opened: Any) -> None:
    page = opened(FOUR)
    press(page, "ic4", "hc3")
    assert move(page) == "E:ic4xhc3" and page.ply() == "#ply-4.ic4xhc3"
    assert (
        page.status()
        == "Ply 5, your own: European Pawn from ic4 takes the Jewish Pawn on hc3. Indian to move."
    )
    assert position(page) == after(FOUR, "E:ic4xhc3")
    press(page, "ea3", "gc3")
    assert move(page) == "I:ea3-gc3" and position(page) == after(FOUR, "E:ic4xhc3", "I:ea3-gc3")
    assert own(page) == ["E:ic4xhc3+I", "I:ea3-gc3+I"]
    page.page.click("#undo")
    assert move(page) == "E:ic4xhc3" and own(page) == ["E:ic4xhc3+I"]
    page.page.click("#return")
    assert page.ply() == "#ply-4" and move(page) == "" and page.page.is_disabled("#return")
    assert own(page) == ["E:ic4xhc3+I"] and page.page.is_disabled("#undo")
    page.page.click("#next")  # along the own line
    assert page.ply() == "#ply-4.ic4xhc3"


def test_own_lines_leave_the_record_anywhere(opened: Any) -> None:
    """A move that is there is followed; other moves are lines below their round, with variations."""
    page = opened(FOUR, "--ply", "1")
    page.page.click("#notation")
    press(page, "eb4", "fb4")  # the record's own second ply
    assert page.ply() == "#ply-2" and own(page) == [] and move(page) == ""
    page.page.click("#back")
    press(page, "ea3", "fa3")
    press(page, "ic2", "hc3")
    assert page.ply() == "#ply-1.ea3-fa3.ic2xhc3"
    page.page.click("#back")
    press(page, "hb2", "hc3")
    assert own(page) == ["I:ea3-fa3", "J:ic2xhc3", "J:hb2xhc3"]
    lines = page.page.locator(".line")
    assert lines.first.text_content() == "1... I:ea3-fa3 J:ic2xhc3 (1... J:hb2xhc3 ×) ×"
    page.page.click(".line .line button")
    assert own(page) == ["I:ea3-fa3", "J:ic2xhc3"] and page.ply() == "#ply-1.ea3-fa3"
    page.page.click("text=J:ic2xhc3")
    assert position(page) == after(
        "\n".join(FOUR.split("\n")[:2]) + "\n1. E:Lkd5-hc3 *", "I:ea3-fa3", "J:ic2xhc3"
    )
    record = copied(page, "copy-record")
    assert legal(record) == 4 and "I:eb4-fb4 (1. I:ea3-fa3 J:ic2xhc3) J:ic2xhc3" in record
    page.page.click("#return")
    press(page, "ha5", "fb3")  # behind the record, in its columns
    row = page.page.locator("#scroll tbody tr").last
    assert [text.strip() for text in row.locator("th, td").all_text_contents()] == [
        "2.",
        "Lha5-fb3+I×",
    ]
    assert own(page) == ["I:ea3-fa3", "J:ic2xhc3", "E:Lha5-fb3+I"]
    page.page.click(".line button >> nth=0")
    assert own(page) == ["E:Lha5-fb3+I"] and page.ply() == "#ply-4.Lha5-fb3"


def test_own_lines_outlive_a_reload_and_go_with_the_address(opened: Any) -> None:
    page = opened(FOUR)
    press(page, "ic4", "hc3", "ea3", "gc3")
    page.page.click("#first")
    press(page, "ga5", "fa5")
    page.page.click("#return")
    page.page.reload()
    page.until(lambda: own(page) == ["E:ga5-fa5", "E:ic4xhc3+I", "I:ea3-gc3+I"])
    page.visit("#ply-4.ic4xhc3.ea3-gc3.hb2xhc3")
    assert page.ply() == "#ply-4.ic4xhc3.ea3-gc3.hb2xhc3" and reason(page) == ("", "")


def test_an_address_is_followed_as_far_as_it_goes(opened: Any) -> None:
    """What it names beyond that is said, when the page is opened and while it is."""
    page = opened(FOUR)
    wrong = "No longer possible: {}. The line is shown as far as it goes."
    for part, shown, beyond in (
        ("#ply-4.ic4xhc3.ea3-gc9.ga5-fa5", "#ply-4.ic4xhc3", "ea3-gc9"),
        ("#ply-4.<b>.x", "#ply-4", "<b>"),
        ("#ply-99.ic4xhc3", "#ply-4", "ply-99"),
        ("#ply-4" + ".--" * 5000, "#ply-4", "--"),
        ("#ply-2." + "x" * 99, "#ply-2", "x" * 40),
        ("#%E0%A4", "#ply-4", "#%E0%A4"),
        ("#%", "#ply-4", "#%"),
        ("#ply-4", "#ply-4", ""),
        ("#piece-K", "#ply-4", ""),
    ):
        page.visit(part)
        assert page.ply() == shown
        if shown == "#ply-4":
            assert page.page.text_content("#count") == "4 of 4"
            assert page.page.input_value("#slider") == "4"
        assert reason(page)[1] == (wrong.format(beyond) if beyond else "")
    page.page.evaluate("location.hash = 'ply-3.jg3-jf3.jg3-jf3'")
    page.until(lambda: page.ply() == "#ply-3.jg3-jf3")
    assert reason(page) == ("address", wrong.format("jg3-jf3"))
    page.press("ArrowLeft")
    assert reason(page) == ("", "")
    # Own lines of a record that has become shorter since.
    short = opened(FOUR.replace("P:Cjh2-ge3+I ", ""))
    Path(unquote(page.url.removeprefix("file://"))).write_text(
        Path(unquote(short.url.removeprefix("file://"))).read_text("utf-8"), "utf-8"
    )
    page.page.click("#return")
    press(page, "ic4", "hc3")
    page.page.goto(page.url)
    page.until(lambda: own(page) == ["P:jg3-jf3"])
    assert reason(page) == ("address", wrong.format("ply-4"))


def test_a_long_own_line_outlives_a_reload(opened: Any) -> None:
    line = random_record("aof2", 900).split()[-900:]
    page = opened('[Variant "aof2"]\n\n*\n')
    page.visit(".".join(["#ply-0", *(text[2:] for text in line)]))
    assert page.page.text_content("#count") == "900, own"
    kept = "Object.values(sessionStorage).some(text => text.length > 4000)"
    page.until(lambda: bool(page.page.evaluate(kept)))  # when there is time
    page.visit()
    page.until(lambda: len(own(page)) == 900)
    assert [text.split("#")[0].split("+")[0] for text in own(page)] == line


def test_undo_loses_no_move_but_the_last(opened: Any) -> None:
    """In the middle of a line it steps back; a resignation and an offer of a draw are taken back."""
    page = opened(FOUR, "--mail-to", "a@b.org")
    press(page, "ic4", "hc3", "ea3", "gc3")
    page.page.click("#back")
    page.page.click("#undo")
    assert page.ply() == "#ply-4" and own(page) == ["E:ic4xhc3+I", "I:ea3-gc3+I"]
    assert said(page) == "Your line is kept: × in the list removes it."
    assert page.page.is_disabled("#undo")
    page.page.click("#last")
    page.page.click("#undo")
    assert page.ply() == "#ply-4.ic4xhc3" and own(page) == ["E:ic4xhc3+I"]
    assert said(page).startswith("Indian to move")
    send = page.page.locator("#send")
    assert send.get_attribute("href").endswith("&body=E%3Aic4xhc3")
    page.page.click("#draw")
    assert move(page) == "E:ic4xhc3 draw"
    page.page.click("#undo")
    assert move(page) == "E:ic4xhc3" and said(page).startswith("Indian to move")
    page.page.select_option("#resign", label="J Jewish")
    assert move(page) == "J:resigns" and send.get_attribute("href").endswith("&body=resign")
    page.page.click("#undo")
    assert move(page) == "" and said(page).startswith("European to move")
    assert send.get_attribute("href") is None and page.page.is_disabled("#copy")
    assert own(page) == ["E:ic4xhc3+I"] and page.page.is_disabled("#undo")


def test_every_choice_is_copied_as_aofref_reads_it(opened: Any, tmp_path: Any) -> None:
    page = opened(FOUR)
    for piece, cell in (
        ("ic4", "hc3"),
        ("ea3", "gc3"),
        ("hb2", "hc3"),
        ("jg3", "jf3"),
        ("ga5", "fa5"),
    ):
        press(page, piece, cell)
    assert copied(page, "copy") == "E:ga5-fa5"
    line = copied(page, "copy-line")
    assert line == "E:ic4xhc3 I:ea3-gc3 J:hb2xhc3 P:jg3-jf3 E:ga5-fa5"
    (tmp_path / "game.aof").write_text(FOUR)
    made = aofref("play", str(tmp_path / "game.aof"), *line.split())
    assert made.exit_code == 0
    given = copied(page, "copy-if")
    assert given == "I:ea3-gc3 J:hb2xhc3 P:jg3-jf3 E:ga5-fa5"
    assert aofref("play", str(tmp_path / "game.aof"), "E:ic4xhc3", "--if", given).exit_code == 0
    page.page.click("#back")  # it ends with the sender's own last move
    assert page.page.is_disabled("#copy-if")
    page.page.click("#next")
    record = copied(page, "copy-record")
    assert legal(record) == 9
    assert aofref("show", "--format", "position", stdin=record).stdout.strip() == position(page)


RULED = """[Variant "aof2"]
[Rulings "check=advisory"]
[Position "E:Kjb5;Rka4/I:Kdb2/J:Kjb1/P:Kjh3;Rga2 I - 12"]
[Termination "unterminated"]

12... I:Kdb2-cb2 {a comment} J:Kjb1-ja1 ; to the end } of the line
P:Kjh3-jg3 *
"""
DECIDED = """[Variant "aof2"]

1. E:Lkd5-hb4 {[%arbiter takeback]} E:Lha5-fb3 I:Rba2-fa2 {[%arbiter stands]} J:ga1-gb1 P:Cjh2-jh9 {[%arbiter forfeits]}
2. E:Lkd5-hc3 *
"""
REFUSED = """[Event "a cup"]
[Result "1-0"]
[Variant "hec"]

1. ac2-ad2 {well} (1. Kca1-ba1 cf4-cf3) cf4-cf3 2. ac2-ad2 {no} cf3-cf2 1-0
"""


@pytest.mark.parametrize(
    ("record", "options", "cells"),
    [
        (RULED, [], ["jb5", "kc4"]),
        (DECIDED, ["--as-played"], ["ea3", "fa3"]),
        (REFUSED, [], ["ca1", "ba1"]),
        (
            '[Variant "chess"]\n[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 98 60"]\n\n1. Kd1 *\n',
            [],
            ["e8", "d8"],
        ),
    ],
)
def test_a_record_is_copied_with_what_it_has(
    opened: Any, record: str, options: list[str], cells: list[str]
) -> None:
    """Rulings, positions, comments, decisions; a refused move and its sequel are left out."""
    page = opened(record, *options)
    plies = int(page.ply().removeprefix("#ply-"))
    assert legal(copied(page, "copy-record"), *options) == plies
    press(page, *cells)
    text = copied(page, "copy-record")
    assert len(own(page)) == 1 and legal(text, *options) == plies + 1
    for words in re.findall(r"{[^}]*}|; .*", record):
        assert ("no" in words) != (words.strip("{};. ").split()[0] in text), words
    shown = aofref("show", "--format", "position", *options, stdin=text).stdout.strip()
    assert shown == position(page)
    page.page.click("#first")
    assert copied(page, "copy-record") == text


@pytest.mark.parametrize(
    "name",
    sampled(
        [
            "aof6-04-joint-winners",
            "aof2-07-pass",
            "sd2l-sling-01-checkmate",
            "glinski-01-en-passant",
        ],
        "aof6-04-joint-winners",
        "glinski-01-en-passant",
    ),
)
def test_random_lines_from_random_plies_are_copied(opened: Any, name: str) -> None:
    """What `aofref moves` lists is typed; the record that is copied has every own move."""
    text, random = (FIXTURES / "records" / f"{name}.aof").read_text("utf-8"), Random(name)
    page = opened(text)
    variant, count, played = page.data()["id"], int(page.page.get_attribute("#slider", "max")), 0
    for _ in range(2):
        page.page.fill("#slider", str(random.randrange(count)))
        for _ in range(3):
            moves = aofref(
                "moves", "--variant", variant, "--position", position(page)
            ).stdout.split()
            if not moves:
                break
            page.enter(random.choice(moves))
            assert reason(page) == ("", "")
        played += page.page.is_enabled("#undo")
        record = copied(page, "copy-record")
        assert legal(record) and all(text in record for text in own(page))
        if page.page.is_enabled("#return"):
            page.page.click("#return")
    assert played


# What is refused, asked, passed -----------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(games.every(), "aof6", "sd2l-sling", "chess"))
def test_every_legal_move_is_played_and_every_other_refused(opened: Any, name: str) -> None:
    """A piece of each kind and many cells: the page gives the code and the sentence of `explain`.

    Pieces have their names there.  What aofref adds, a ruling or the rule, it leaves out.
    """
    text = random_record(name, 41)
    page, at = opened(text), last(text)
    page.page.evaluate(HIDDEN)  # a press takes a tenth of the time
    game = at.game
    names, prefix = game.board.names, "" if game.two_players else f"{game.letters[at.turn]}:"
    own_cells = at.cells_of(at.turn)
    kinds = sorted({at.board[cell]: cell for cell in own_cells}.values())
    others = [cell for cell in range(len(names)) if cell not in own_cells]
    for number, origin in enumerate(kinds):
        mover = game.movers[at.board[origin]]
        near = {game.board.index.get(to, origin) for to in mover.routes(origin)}
        near |= {*mover.quiet(origin), *mover.captures(origin)}
        few = {*near, *others[number % 15 :: 15]}
        chosen = [cell for cell in others if cell in few]
        shown = page.page.evaluate(PRESSED, [names[origin], [names[cell] for cell in chosen]])
        written = []
        for cell, (code, words, moved, choices) in zip(chosen, shown, strict=True):
            sign = game.signs[at.board[origin]]
            proof = explain(at, f"{sign}{names[origin]}-{names[cell]}")
            assert proof is not None
            why = proof.refusal
            if why is not None and why.code is not Code.PROMOTION_REQUIRED:
                told = named(game, at.turn, re.split(r"; | \(", why.message)[0])
                assert (code, words) == (why.code.value, f"{told[0].upper()}{told[1:]}.")
            written += [moved] if moved else [f"={choice}" for choice in choices]
        legal_moves = aofref("moves", "--from", names[origin], "-", stdin=text).stdout.split()
        plain = [one.removeprefix(prefix) for one in written if one[0] != "="]
        assert set(plain) <= set(legal_moves)
        assert len(written) == len(legal_moves)


def named(game: CompiledVariant, turn: int, text: str) -> str:
    """Write the pieces of a sentence as the page does: `the Pawn on ad5`, or `the Indian Pawn`."""

    def piece(found: re.Match[str]) -> str:
        letter, code, cell = found.groups()
        army = game.letters.index(letter)
        whose = "" if game.two_players or army == turn else f"{game.variant.armies[army].called} "
        return f"the {whose}{game.types[game.kinds[code]].name} on {cell}"

    text = re.sub(r"\b([A-Z]):([A-Z]+)([a-z]+\d+)(?![-x\w])", piece, text)
    text = text.replace("has no move that leads to", "cannot go to")
    leaves = r" to (\S+) leaves (.+) in check"
    text = re.sub(leaves, r" cannot go to \1: it would leave \2 in check", text)
    return text.replace("own the ", "own ")


def test_an_illegal_try_says_why_and_the_piece_stays_in_hand(opened: Any) -> None:
    page = opened(FOUR)
    press(page, "jb5", "ha5", "ha1")
    assert reason(page) == ("unreachable", "The Elf on ha5 cannot go to ha1.")
    assert move(page) == "" and page.page.locator("#board .self").count() == 1
    press(page, "fb3")
    assert move(page) == "E:Lha5-fb3" and reason(page) == ("", "")
    press(page, "ea3", "ea1")
    assert reason(page)[0] and own(page) == ["E:Lha5-fb3+I"]
    page.press("Escape")
    assert reason(page) == ("", "") and page.page.locator("#board .self").count() == 0


def test_a_refusal_leaves_the_board_in_sight(opened: Any) -> None:
    """What is beside the board covers no cell; a low window scrolls instead."""
    page = opened(CASTLING, width=1366, height=768)
    page.page.emulate_media(color_scheme="dark")
    press(page, "e1", "e3")
    assert reason(page)[0] == "unreachable"
    dock, cell = (page.page.locator(at).bounding_box() for at in ("#dock", '[data-cell="a1"]'))
    assert cell["x"] + cell["width"] <= dock["x"] and cell["y"] + cell["height"] <= 768
    page.page.set_viewport_size({"width": 844, "height": 390})
    assert (
        page.page.evaluate("getComputedStyle(document.querySelector('#dock')).position") == "static"
    )
    axe(page.page, every=True)


def test_a_promotion_is_asked_for_at_its_cell(opened: Any) -> None:
    page = opened(PROMOTING)
    press(page, "ge4", "fe4")
    assert move(page) == ""
    choices = page.page.locator("#promotion button")
    assert choices.all_text_contents() == ["Gryphon (Y)", "Fortnight (T)"]
    menu, cell = (
        page.page.locator(at).bounding_box() for at in ("#promotion", '[data-cell="fe4"]')
    )
    assert abs(menu["x"] - cell["x"]) < 200 and 0 < menu["y"] - cell["y"] < 100
    page.page.set_viewport_size({"width": 900, "height": 600})  # where its cell is elsewhere
    page.until(lambda: not page.page.is_visible("#promotion"))
    press(page, "fe4")  # the Pawn is still in hand
    choices.nth(1).click()
    assert move(page) == "E:ge4-fe4=T" and not page.page.is_visible("#promotion")
    page.page.click("#undo")
    press(page, "ge4", "fe4")  # and by keys
    page.press("Escape")
    assert not page.page.is_visible("#promotion") and move(page) == ""
    press(page, "ge4", "fe4")
    page.press("ArrowDown")
    page.press("ArrowDown")
    page.press("Enter")
    assert move(page) == "E:ge4-fe4=Y" and page.ply() == "#ply-0.ge4-fe4=Y"
    assert legal(copied(page, "copy-record")) == 1
    page.page.click("#undo")
    press(page, "ge4", "fe4")
    axe(page.page, every=True)


def test_the_king_castles_by_its_cells(opened: Any) -> None:
    page = opened(CASTLING)
    press(page, "e1", "g1")
    assert reason(page) == (
        "cannot-castle",
        "The King on e1 cannot castle: it would pass f1, which is attacked by the Rook on f8 "
        "through f7 f6 f5 f4 f3 f2.",
    )
    press(page, "c1")
    assert move(page) == "O-O-O" and position(page) == after(CASTLING, "O-O-O")
    assert (
        page.status()
        == "Ply 1, your own: White King from e1 to c1 and Rook from a1 to d1. Black to move."
    )
    assert legal(copied(page, "copy-record")) == 1
    page.page.click("#undo")
    press(page, "e1", "d1")
    assert move(page) == "Ke1-d1"


def test_a_game_that_a_line_ends_is_over_there(opened: Any) -> None:
    """Fool's mate; the record that is copied has its result."""
    page = opened(MATES)
    press(page, "d8", "h4")
    assert own(page) == ["Qd8-h4#"] and "checkmated" in page.status()
    press(page, "e2", "e4")
    assert move(page) == "Qd8-h4" and reason(page) == ("", "")
    page.enter("e2-e4")
    assert move(page) == "Qd8-h4" and reason(page) == ("game-over", "The game is over.")
    record = copied(page, "copy-record")
    assert legal(record) == 4 and "0-1" in record
    page.page.click("#undo")
    press(page, "e5", "e4")
    assert own(page) == ["e5-e4"]


def test_a_pass_and_a_withdrawal_are_offered(opened: Any) -> None:
    page = opened(PASSING, "--mail-to", "a@b.org")
    assert said(page) == "Indian has no move and passes."
    press(page, "ba3", "ba4")
    assert reason(page)[0] == "in-check"
    page.page.click("#pass")
    assert move(page) == "I:--" and not page.page.is_visible("#pass")
    assert legal(copied(page, "copy-record")) == 1
    page.page.select_option("#resign", label="J Jewish")
    assert move(page) == "J:resigns" and page.ply() == "#ply-0"
    assert page.page.get_attribute("#send", "href").endswith("&body=resign")
    assert not opened(FOUR).page.is_visible("#pass")


def test_a_move_is_typed(opened: Any) -> None:
    page = opened(FOUR)
    for text, found in (("E:Lha5-fb3", "E:Lha5-fb3"), ("fa3", "I:ea3-fa3")):
        page.enter(text)
        assert move(page) == found and page.page.input_value("#bring") == ""
    page.enter("ka1-ka9")
    assert reason(page)[0] and page.page.input_value("#bring") == "ka1-ka9"
    assert len(own(page)) == 2
    page.page.click("#back")  # where it is the Indian army's turn
    page.page.fill("#bring", "ea3fa3")
    assert copied(page, "copy-line") == "E:Lha5-fb3"  # a move is not played until Enter
    page.enter("Lha5-fb3")
    assert reason(page)[0]
    page.page.click("#back")
    page.page.press("#bring", "Enter")  # the same text, where it is a move
    assert move(page) == "E:Lha5-fb3" and page.page.input_value("#bring") == ""


# Texts that `aofref play` reads, too, with the move of each.
TYPED = {
    FOUR: [
        ("Elf ha5 to fb3", "E:Lha5-fb3"),
        ("European Pawn ic4 takes hc3", "E:ic4xhc3"),
        ("Pic4 x hc3", "E:ic4xhc3"),
        ("E: pawn ic4 captures hc3.", "E:ic4xhc3"),
        ("elf ha5 goes to fb3", "E:Lha5-fb3"),
        ("2. Pawn ga5 -> fa5", "E:ga5-fa5"),
    ],
    OPENED: [
        ("Pawn e2 to e4", "e2-e4"),
        ("knight g1 h3", "Ng1-h3"),
        ("White: Knight to h3!", "Ng1-h3"),
        ("King moves to f2", "Ke1-f2"),
    ],
    PROMOTED: [("pawn a7 to a8=Queen", "a7-a8=Q"), ("a7 takes b8 = knight", "a7xb8=N")],
}


def test_a_move_is_typed_in_words(opened: Any) -> None:
    for record, texts in TYPED.items():
        page = opened(record)
        for text, found in texts:
            done = aofref("play", "-", text, stdin=record)
            assert done.exit_code == 0 and f" {found}" in done.stdout, (text, done.output)
            page.enter(text)
            assert move(page) == found, text
            page.page.click("#undo")


def test_what_is_typed_and_refused_says_of_which_piece(opened: Any) -> None:
    pinned = '[Variant "chess"]\n[Position "W:Ke1;Na1,e3/B:Ke8;Re7 W - 1"]\n\n*\n'
    pawns = '[Variant "chess"]\n[Position "W:Ke1;Pb2,b7/B:Ke8;Ba8 W - 1"]\n\n*\n'
    for record, text, code, words in (
        (pinned, "Ng4", "in-check", "Knight on e3"),
        (pinned, "\N{WHITE CHESS KNIGHT}c4", "in-check", "Knight on e3"),
        (pinned, "\N{WHITE CHESS QUEEN}c4", "no-match", "Q of White"),
        (pawns, "bxa8", "promotion-required", "Pawn on b7"),
    ):
        page = opened(record)
        page.enter(text)
        assert reason(page)[0] == code and words in reason(page)[1], (text, reason(page))


def test_a_resignation_and_a_draw_are_typed(opened: Any) -> None:
    """As by the buttons, where these are shown."""
    page = opened(FOUR, "--mail-to", "a@b.org")

    def typed(text: str) -> str:
        page.enter(text)
        assert page.page.input_value("#bring") in ("", text)
        return move(page)

    assert typed("Resign.") == "E:resigns" and said(page) == "European resigns."
    assert page.page.get_attribute("#send", "href").endswith("&body=resign")
    assert typed("draw") == "draw" and said(page) == "A draw is offered, without a move."
    press(page, "ic4", "hc3")  # which the offer stays with
    assert typed("I draw back") == "E:ic4xhc3 draw" and reason(page)[0] == "syntax"
    assert typed("I offer a draw") == "E:ic4xhc3 draw" and reason(page) == ("", "")
    assert typed("I resign") == "E:resigns" and page.ply() == "#ply-4"
    press(page, "ic4", "hc3", "ea3", "gc3")
    assert typed("resign") == "I:ea3-gc3" and reason(page)[0] == "syntax"
    page.page.click("#return")
    assert typed("Indian resigns") == "I:resigns" and said(page) == "Indian resigns."
    page.page.click("#undo")
    assert typed("P: has resigned") == "P:resigns"


# Lists ------------------------------------------------------------------------------------------

NOTED = """[Variant "hec"]
[TimeControl "0+86400"]

1. ac2-ad2 {[%mail 0123abcd] [%sent 2026-11-21T10:00:00+01:00]} {[%draw W] [%sent soon] well} (1. Kca1-ba1 cf4-cf3 {deep})
cf4-cf3 $1 {[%clk 1:59:30] [%if ad2-ad3 cf3-cf2]} 2. ad2-ad3 {[%conditional 2]} cf3-ac9 {no}
"""


def test_the_list_has_what_the_record_has(opened: Any) -> None:
    page = opened(NOTED)
    assert page.page.get_attribute("#list", "data-notation") == "san"
    moves = page.page.locator("#scroll td:not([colspan]) a")
    assert moves.all_text_contents() == ["Start", "ad2", "cf3!", "ad3"]
    page.page.click("#notation")
    assert page.page.get_attribute("#list", "data-notation") == "lan"
    rows = page.page.locator("#scroll tr").all_inner_texts()
    assert [" ".join(row.split()) for row in rows] == [
        "Start W B",
        "1. ac2-ad2 cf4-cf3! 1:59:30",
        "ac2-ad2: White offers a draw [%sent soon] well",
        "( 1. Kca1-ba1 cf4-cf3 deep )",
        "cf4-cf3: if ad2-ad3 cf3-cf2",
        "2. ad2-ad3",
        "ad2-ad3: by the conditional line of ply 2",
        "cf3-ac9 no-such-cell: the board has no cell ac9 (RULES 2)",
        "no",
    ]
    titles = page.page.eval_on_selector_all("#scroll a", "all => all.map(one => one.title)")
    assert titles == [
        "",
        "ac2-ad2, 2026-11-21 09:00 UTC",
        "cf4-cf3",
        "Kca1-ba1",
        "cf4-cf3",
        "ad2-ad3",
    ]
    assert page.page.locator("#scroll s.refused").count() == 1
    page.page.click("#scroll a >> nth=4")
    assert page.page.text_content("#count") == "2, variation"
    press(page, "ca1", "ba1")


def test_given_time_is_written_in_whole_units(opened: Any) -> None:
    """As times are everywhere: days at most, else the longest unit of which they are so many."""
    gifts = (432000, -5400, 3600, 61)
    page = opened(
        f'[Variant "hec"]\n\n*{"".join(f" {{[%give W {one}]}}" for one in gifts)}\n'.replace(
            "*", "1. ac2-ad2"
        )
    )
    rows = " ".join(page.page.locator("#scroll").inner_text().split())
    for words in ("is given 5 days", "loses 90 minutes", "is given 1 hour", "is given 61 seconds"):
        assert f"White {words}" in rows


# Mail and draws ---------------------------------------------------------------------------------


def test_the_first_move_behind_the_record_is_mailed(opened: Any) -> None:
    page = opened(FOUR, "--mail-to", "club+aof@example.org,b@example.net")
    assert move(page) == "" and page.page.is_disabled("#copy")
    assert page.page.get_attribute("#send", "href") is None
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "ic4", "hc3", "ea3", "gc3")
    page.page.click("#copy")
    page.until(lambda: page.page.text_content("#copy") == "Copied")
    assert page.page.evaluate("navigator.clipboard.readText()") == "I:ea3-gc3"
    to, _, query = page.page.get_attribute("#send", "href").partition("?")
    assert to == "mailto:club%2Baof@example.org,b@example.net"
    fields = dict(field.split("=") for field in query.split("&"))
    assert unquote(fields["body"]) == "E:ic4xhc3"
    page.page.click("#first")
    assert page.page.get_attribute("#send", "href") is None


def test_the_subject_names_the_game(visited: Any, tmp_path: Any) -> None:
    (tmp_path / "spring-7.aof").write_text(FOUR, "utf-8")
    where = ["--output-dir", str(tmp_path), str(tmp_path / "spring-7.aof")]
    assert aofref("show", "--format", "html", "--mail-to", "a@b.org", *where).exit_code == 0
    page = visited(tmp_path / "001.html")
    press(page, "ha5", "fb3")
    assert "subject=%5Bspring-7%5D%20E%3ALha5-fb3&body=E%3ALha5-fb3" in page.page.get_attribute(
        "#send", "href"
    )


OFFERED = """[Variant "aof2"]

1. E:Lkd5-hc3 I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I {[%draw P]} *
"""


def test_a_draw_is_offered_with_a_move_or_alone(opened: Any) -> None:
    page = opened(FOUR, "--mail-to", "a@b.org")
    assert page.page.text_content("#draw") == "Offer draw"
    page.page.click("#draw")
    assert move(page) == "draw" and said(page) == "A draw is offered, without a move."
    press(page, "ha5", "fb3")
    assert move(page) == "E:Lha5-fb3 draw" and said(page) == "A draw is offered with E:Lha5-fb3."
    assert page.page.get_attribute("#send", "href").endswith("&body=E%3ALha5-fb3%20draw")
    page.page.click("#draw")
    assert move(page) == "E:Lha5-fb3" and page.page.get_attribute("#send", "href").endswith("fb3")
    page.page.click("#draw")
    assert move(page) == "E:Lha5-fb3 draw" and said(page) == "A draw is offered with E:Lha5-fb3."
    assert page.page.get_attribute("#send", "href").endswith("&body=E%3ALha5-fb3%20draw")
    page.page.click("#draw")
    assert move(page) == "E:Lha5-fb3"
    page.page.click("#first")
    assert not page.page.is_visible("#draw") and not page.page.is_visible("#resign")


def test_what_the_page_writes_of_a_draw_is_played(tmp_path: Any) -> None:
    """As `play` and the mail read it: with the move, and alone (CONTRACT 6, 8)."""
    (tmp_path / "game.aof").write_text(FOUR)
    (tmp_path / "mail").write_text("From: a@b.org\n\nE:Lha5-fb3 draw\n")
    for words in (("E:Lha5-fb3", "draw"), ("--mail", str(tmp_path / "mail"))):
        made = aofref("play", str(tmp_path / "game.aof"), *words)
        assert "Lha5-fb3+I {[%draw E]}" in " ".join(made.stdout.split())


def test_a_draw_is_accepted_or_declined(opened: Any) -> None:
    page = opened(OFFERED, "--mail-to", "a@b.org")
    assert said(page).startswith(
        "Persian offers a draw: accept it, or decline it by moving on without it. European to move"
    )
    assert page.page.text_content("#draw") == "Accept the draw"
    press(page, "ha5", "fb3")
    assert said(page) == "This declines the draw."
    press(page, "ea3")  # a piece in hand comes first
    assert said(page).startswith("Indian Pawn on ea3")
    page.press("Escape")
    assert said(page) == "This declines the draw."
    page.page.click("#draw")
    assert move(page) == "draw" and said(page) == "The draw is accepted."
    assert page.page.get_attribute("#send", "href").endswith("&body=draw")


# Hands ------------------------------------------------------------------------------------------


def test_a_mouse_drags_a_piece(opened: Any) -> None:
    page = opened(FOUR, width=1920, height=1080)  # where all levels are alike
    for end, code in (("ha1", "unreachable"), ("fb3", "")):
        page.drag('[data-cell="ha5"]', f'[data-cell="{end}"]')
        assert page.page.is_visible("#ghost svg")
        page.page.mouse.up()
        assert not page.page.is_visible("#ghost svg")
        assert reason(page)[0] == code
    assert move(page) == "E:Lha5-fb3"


def test_a_piece_that_is_dropped_nowhere_stays(opened: Any) -> None:
    """Outside the window; and on a cell to which it could go, after Escape."""
    page = opened(FOUR, width=1920, height=1080)
    for end, key in (((-40, -40), ""), (page.middle('[data-cell="fb3"]'), "Escape")):
        page.drag('[data-cell="ha5"]', '[data-cell="hb5"]')
        page.page.mouse.move(*end)
        if key:
            page.press(key)
        page.page.mouse.up()
        assert (move(page), own(page), reason(page)) == ("", [], ("", ""))
        assert not page.page.is_visible("#ghost svg")


def test_keys_choose_a_move(opened: Any) -> None:
    text = random_record("heathen-europe", 20)
    page = opened(text)
    assert "Kca1-ba1" in aofref("moves", "-", stdin=text).stdout.split()
    walk(page, "ca1")
    page.press("Enter")
    assert "King on ca1" in said(page)
    walk(page, "ba1")
    label = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == "ba1, empty: can be chosen"
    page.press("Enter")
    assert move(page) == "Kca1-ba1"
    assert page.page.evaluate("document.activeElement.dataset.cell") == "ba1"


def test_a_cell_takes_a_key_by_its_name(opened: Any) -> None:
    page = opened(FOUR, width=1366, height=768)  # where one level is large
    for cell in ("ha5", "fb3"):
        page.page.locator(f'[data-cell="{cell}"]').press("Enter")
    assert move(page) == "E:Lha5-fb3"


def walk(page: Page, cell: str) -> None:
    """Walk to a cell of the cubic board: levels, then files, then ranks."""
    page.page.focus("#board [tabindex='0']")
    for n, (up, down) in enumerate(
        (("PageUp", "PageDown"), ("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown"))
    ):
        for _ in range(6):
            here = page.page.evaluate("document.activeElement.dataset.cell")
            if here[n] != cell[n]:
                page.press(up if here[n] < cell[n] else down)
    assert page.page.evaluate("document.activeElement.dataset.cell") == cell


def test_a_finger_plays_on_a_telephone(browser: Any, tmp_path: Any) -> None:
    (tmp_path / "page.html").write_text(
        aofref("show", "--format", "html", "--mail-to", "a@b.org", stdin=FOUR).stdout
    )
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    touched = context.new_page()
    touched.goto((tmp_path / "page.html").as_uri())
    touched.tap('[role="tab"] >> text="5"')
    touched.tap('[data-cell="ha5"]')
    touched.tap('[role="tab"] >> text="3"')
    touched.tap('[data-cell="fb3"]')
    assert touched.text_content("#move") == "E:Lha5-fb3"
    for needed in ("#copy", "#send", "#resign", "#slider", "#count"):
        box = touched.locator(needed).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    touched.click("#undo")
    touched.tap('[role="tab"] >> text="5"')
    finger = context.new_cdp_session(touched)

    def at(where: str) -> dict[str, float]:
        box = touched.locator(where).bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    style = "name => getComputedStyle(document.querySelector(`[data-cell=${name}]`)).touchAction"
    # The page still scrolls by what is no piece to move.
    assert [touched.evaluate(style, cell) for cell in ("ha5", "ga4")] == ["none", "auto"]
    touch("touchStart", at('[data-cell="ha5"]'))
    touch("touchMove", at('[role="tab"] >> text="3"'))
    touched.wait_for_selector('.level:not(.small) [data-cell="gc3"]')  # held over its tab
    touch("touchMove", at('[data-cell="gc3"]'))
    touch("touchEnd")
    assert touched.text_content("#move") == "E:Lha5-gc3"
    context.close()


# What cannot be played on ---------------------------------------------------------------------------


def test_a_game_that_is_over_is_played_on_in_its_past_alone(opened: Any) -> None:
    for result in ("1-0-0-0", "1/4-1/4-1/4-1/4"):
        page = opened(FOUR.replace("*", result))
        assert page.page.locator("#draw, #resign").count() == 0
        press(page, "ha5", "fb3")
        assert move(page) == "" and own(page) == []
        assert reason(page) == ("game-over", "The game is over.")
        page.enter("Lha5-fb3")
        assert reason(page) == ("game-over", "The game is over.")
        page.page.click("#back")
        press(page, "kg2", "kf2")
        assert own(page) == ["P:kg2-kf2"]
        record = copied(page, "copy-record")
        assert legal(record) == 4 and f"(1. P:kg2-kf2) {result}" in record


def test_an_address_is_one() -> None:
    for wrong in ("nobody", "a b@c.org", "a@b@c"):
        found = aofref("show", "--format", "html", "--mail-to", wrong, stdin=FOUR)
        assert (found.exit_code, found.stdout) == (2, "")
    assert aofref("show", "--mail-to", "a@b.org", stdin=FOUR).exit_code == 2

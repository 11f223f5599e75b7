"""The next move, written by the page in a real browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest

from aofref import games
from aofref.findings import Code
from aofref.judge.analysis.diagnosis import explain
from aofref.rules.position import CorePosition
from tests.browsing import Page, browser, opened, spare, visited
from tests.helpers import aofref
from tests.judging import viewed
from tests.pages import random_record

__all__ = ["browser", "opened", "spare", "visited"]
FOUR = """[Variant "aof2"]

1. E:Lkd5-hc3 I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I *
"""
PROMOTING = '[Variant "aof2"]\n[Position "E:Kjb5;Pge4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"]\n\n*\n'
PASSING = """[Variant "aof2"]
[Position "E:Kjb5/I:Kba3/J:Kjb1/P:Kjh3;Nha1,ja4;Rca2,ca4,fb3 I - 1"]

*
"""
HIDDEN = "document.querySelector('#board').style.display = 'none'"
PRESSED = """([piece, cells]) => {
    const press = name => {
        const cell = document.querySelector(`#board [data-cell="${name}"]`);
        const click = () => cell.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        if (cell.closest(".small")) click(); // which makes its level the large one
        click();
    };
    press(piece);
    return cells.map(cell => {
        press(cell);
        return [document.querySelector("#info").textContent, document.querySelector("#move").textContent];
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


def last(text: str) -> CorePosition:
    return viewed(text).judged.replay.last


CASTLING = """[Variant "chess"]
[Position "W:Ke1;Ra1,h1/B:Ke8;Rf8 W - 1"]

*
"""


def test_the_king_castles_by_its_cells(opened: Any) -> None:
    page = opened(CASTLING)
    press(page, "e1")
    assert said(page).startswith("White King e1 goes to c1 d1 d2 e2;")
    press(page, "g1")
    assert move(page) == ""
    assert said(page).startswith(
        "Ke1 to g1 is refused: cannot-castle, W:Ke1 cannot castle: it would pass f1, which is "
        "attacked by B:Rf8"
    )
    press(page, "c1")
    assert move(page) == "O-O-O"
    assert said(page) == "King from e1 to c1 and Rook from a1 to d1."
    assert page.page.locator(".note .chosen").count() == 4
    press(page, "d1")
    assert move(page) == "Ke1-d1"
    assert page.page.locator(".note .chosen").count() == 2
    assert page.faults == []


def test_castling_that_was_played_is_shown_on_all_its_cells(opened: Any) -> None:
    page = opened(CASTLING.replace("*", "1. O-O-O *"))
    assert page.page.locator("#board .last").count() == 4
    assert page.page.locator("#board .tip").count() == 2
    assert page.page.text_content("#status").strip() == (
        "Ply 1: White King from e1 to c1 and Rook from a1 to d1. Black to move."
    )


def test_a_move_is_chosen_copied_and_mailed(opened: Any) -> None:
    page = opened(FOUR, "--mail-to", "club+aof@example.org")
    assert move(page) == "" and page.page.is_disabled("#copy")
    assert page.page.get_attribute("#send", "href") is None
    press(page, "ic4", "hc3")
    assert move(page) == "E:ic4xhc3"
    assert said(page) == "Pawn from ic4 takes the Jewish Pawn on hc3."
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.page.click("#copy")
    page.until(lambda: page.page.text_content("#copy") == "Copied")
    assert page.page.evaluate("navigator.clipboard.readText()") == "E:ic4xhc3"
    to, _, query = page.page.get_attribute("#send", "href").partition("?")
    assert unquote(to) == "mailto:club+aof@example.org"
    fields = dict(field.split("=") for field in query.split("&"))
    assert unquote(fields["body"]) == "E:ic4xhc3"
    press(page, "hc4")  # another cell for the same Pawn
    assert move(page) == "E:ic4-hc4"
    page.press("Escape")
    assert move(page) == ""


def test_the_subject_names_the_game(browser: Any, tmp_path: Any) -> None:
    (tmp_path / "spring-7.aof").write_text(FOUR, "utf-8")
    where = ["--output-dir", str(tmp_path), str(tmp_path / "spring-7.aof")]
    assert aofref("show", "--format", "html", "--mail-to", "a@b.org", *where).exit_code == 0
    page = Page(browser, tmp_path / "001.html")
    press(page, "ha5", "fb3")
    assert "subject=%5Bspring-7%5D%20E%3ALha5-fb3&body=E%3ALha5-fb3" in page.page.get_attribute(
        "#send", "href"
    )
    page.page.close()


@pytest.mark.parametrize("name", games.every())
def test_every_legal_move_is_written_and_every_other_refused(opened: Any, name: str) -> None:
    """A piece of each kind and many cells: the page gives the code and the sentence of `explain`.

    What aofref adds, a ruling or the rule, it leaves out.
    """
    text = random_record(name, 41)
    page, position = opened(text), last(text)
    page.page.evaluate(HIDDEN)  # a press takes a tenth of the time
    game = position.game
    names, prefix = game.board.names, "" if game.two_players else f"{game.letters[position.turn]}:"
    own = position.cells_of(position.turn)
    kinds = sorted({position.board[cell]: cell for cell in own}.values())
    others = [cell for cell in range(len(names)) if cell not in own]
    for number, origin in enumerate(kinds):
        mover = game.movers[position.board[origin]]
        near = {game.board.index.get(at, origin) for at in mover.routes(origin)}
        near |= {*mover.quiet(origin), *mover.captures(origin)}
        few = {*near, *others[number % 5 :: 5]}
        chosen = [cell for cell in others if cell in few]
        shown = page.page.evaluate(PRESSED, [names[origin], [names[cell] for cell in chosen]])
        for cell, (words, written) in zip(chosen, shown, strict=True):
            sign = game.signs[position.board[origin]]
            proof = explain(position, f"{sign}{names[origin]}-{names[cell]}")
            assert proof is not None
            why = proof.refusal
            if why is not None and why.code is not Code.PROMOTION_REQUIRED:
                _, _, told = words.partition(f" to {names[cell]} is refused: {why.code.value}, ")
                assert told and re.split(r"; | \(", why.message)[0] == told.removesuffix(".")
            assert (proof.refusal is None) == bool(written)
        legal = aofref("moves", "--from", names[origin], "-", stdin=text).stdout.split()
        assert sorted(written.removeprefix(prefix) for _, written in shown if written) == legal
        page.press("Escape")


def test_an_own_piece_in_the_way_is_taken_in_hand(opened: Any) -> None:
    page = opened(FOUR)
    press(page, "jb5", "ha5")
    assert "Elf ha5" in said(page)
    press(page, "fb3")
    assert move(page) == "E:Lha5-fb3"


def test_a_promotion_is_asked_for(opened: Any) -> None:
    page = opened(PROMOTING)
    press(page, "ge4", "fe4")
    assert move(page) == ""
    choices = page.page.locator("#promotion button")
    assert choices.all_text_contents() == ["Gryphon (Y)", "Fortnight (T)"]
    choices.nth(1).click()
    assert move(page) == "E:ge4-fe4=T"
    assert said(page) == "Pawn from ge4 to fe4 and becomes a Fortnight."
    assert choices.count() == 0


def test_a_pass_and_a_withdrawal_are_offered(opened: Any) -> None:
    page = opened(PASSING, "--mail-to", "a@b.org")
    assert said(page) == "Indian has no move and passes."
    press(page, "ba3", "ba4")
    assert "is refused: in-check" in said(page)
    page.page.click("#pass")
    assert move(page) == "I:--"
    page.page.select_option("#resign", label="J Jewish")
    assert move(page) == "J:resigns"
    assert page.page.get_attribute("#send", "href").endswith("&body=resign")
    assert not opened(FOUR).page.is_visible("#pass")


OFFERED = """[Variant "aof2"]

1. E:Lkd5-hc3 I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I {[%draw P]} *
"""


def test_a_draw_is_offered_with_a_move_or_alone(opened: Any) -> None:
    page = opened(FOUR, "--mail-to", "a@b.org")
    assert page.page.get_attribute("#draw", "aria-label") == "Offer a draw"
    page.page.click("#draw")
    assert move(page) == "draw" and said(page) == "A draw is offered, without a move."
    press(page, "ha5", "fb3")
    assert move(page) == "E:Lha5-fb3"
    page.page.click("#draw")
    assert move(page) == "E:Lha5-fb3 draw" and said(page) == "A draw is offered with E:Lha5-fb3."
    assert page.page.get_attribute("#send", "href").endswith("&body=E%3ALha5-fb3%20draw")
    page.page.click("#draw")
    assert move(page) == "E:Lha5-fb3" and "Elf from ha5" in said(page)


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
    assert page.page.text_content("#draw") == "Accept"
    press(page, "ha5", "fb3")
    assert said(page) == "Elf from ha5 to fb3. This declines the draw."
    page.page.click("#draw")
    assert move(page) == "draw" and said(page) == "The draw is accepted."
    assert page.page.get_attribute("#send", "href").endswith("&body=draw")


def test_keys_choose_a_move(opened: Any) -> None:
    text = random_record("heathen-europe", 20)
    page = opened(text)
    assert "Kca1-ba1" in aofref("moves", "-", stdin=text).stdout.split()
    walk(page, "ca1")
    page.press("Enter")
    assert "King ca1" in said(page)
    walk(page, "ba1")
    label = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == "ba1, empty: can be chosen"
    page.press("Enter")
    assert move(page) == "Kca1-ba1"


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


def test_a_finger_chooses_on_a_telephone(browser: Any, tmp_path: Any) -> None:
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
    context.close()


def test_a_game_that_is_over_takes_no_move(opened: Any) -> None:
    for result in ("1-0-0-0", "1/4-1/4-1/4-1/4"):
        page = opened(FOUR.replace("*", result))
        assert page.page.locator("#move").count() == 0
        press(page, "ha5")
        assert "Elf ha5" in said(page)


def test_an_address_is_one() -> None:
    for wrong in ("nobody", "a b@c.org", "a@b@c"):
        found = aofref("show", "--format", "html", "--mail-to", wrong, stdin=FOUR)
        assert (found.exit_code, found.stdout) == (2, "")
    assert aofref("show", "--mail-to", "a@b.org", stdin=FOUR).exit_code == 2

"""The drawings of a rulebook in a real browser: a piece put on other cells, and others in its way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aofref import games
from tests.browsing import Page, axe, browser, visited
from tests.helpers import ROOT, aofref, sampled

__all__ = ["browser", "visited"]

AGAIN = """() => {
    const marks = figure => JSON.stringify([...figure.querySelectorAll("svg.level[data-level]")].map(svg => [
        ...svg.querySelectorAll("g.marks use:not(.man use), g.marks .man")].map(mark => {
            const place = mark.getAttribute("transform")?.match(/-?[\\d.]+/g) || [];
            const at = (name, n) => Number(mark.getAttribute(name) || place[n] || 0);
            return [mark.getAttribute("href"), mark.getAttribute("class"), mark.dataset.cell, at("x", 0), at("y", 1)].join();
        }).sort()));
    return [...document.querySelectorAll("figure.piece")].map(figure => {
        const drawn = marks(figure);
        [...figure.querySelectorAll("button")].find(button => button.textContent === "Try it").click();
        return [figure.dataset.piece, drawn, marks(figure)];
    }).map(([piece, before, after]) => [piece, before.includes("#"), before === after]);
}"""
"""In one call: the browser would draw the whole page anew after each click."""
PLACE = """([figure, cell]) => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const [level, x, y] = data.spots[cell];
    const svg = figure.querySelector(`svg[data-level="${level}"]`);
    svg.scrollIntoView({block: "center"});
    const {a, d, e, f} = svg.getScreenCTM();
    return [a * x + e, d * y + f];
}"""


class Trial:
    """A figure of a rulebook that is tried."""

    def __init__(self, page: Page, code: str, army: str = "") -> None:
        self.page, self.names = page.page, page.names()
        of_army = f'[data-army="{army}"]' if army else ""
        self.figure = self.page.locator(f'figure.piece[data-piece="{code}"]{of_army}').first

    def begin(self) -> None:
        self.figure.get_by_role("button", name="Try it").click()

    def place(self, cell: str) -> list[float]:
        at = [self.figure.element_handle(), self.names.index(cell)]
        found: list[float] = self.page.evaluate(PLACE, at)
        return found

    def press(self, cell: str, button: str = "left") -> None:
        self.page.mouse.click(*self.place(cell), button=button)

    def block(self, cell: str, times: int = 1) -> None:
        for _ in range(times):
            self.press(cell, "right")

    @property
    def words(self) -> str:
        text: str = self.figure.locator(".words").inner_text()
        assert text == self.page.text_content("#say")
        return text

    @property
    def here(self) -> str:
        text: str = self.figure.locator(".here").inner_text()
        return text

    def shown(self, kind: str) -> set[str]:
        """List the cells that have a mark."""
        marks = self.figure.locator(f".marks .{kind}[data-cell]")
        found: list[str] = marks.evaluate_all("marks => marks.map(mark => mark.dataset.cell)")
        return set(found)


@pytest.fixture
def rulebook(visited: Any, tmp_path: Path) -> Callable[..., Page]:
    def opened(name: str, *piece: str, width: int = 1366, height: int = 768) -> Page:
        path = ROOT / "docs" / "rules" / f"{name}.html"  # fresh, says test_rulebook.py
        if piece or not path.exists():
            path = tmp_path / f"{'-'.join((Path(name).stem, *piece))}.html"
            path.write_text(aofref("rules", name, *piece, "--format", "html").stdout, "utf-8")
        book: Page = visited(path, width, height)
        return book

    return opened


OWN = [str(ROOT / "tests" / "games" / "files" / f"{name}.toml") for name in ("mixed", "round")]


@pytest.mark.parametrize("name", sampled([*games.IDS, *OWN], "aof6", "heathen-europe", OWN[0]))
def test_what_is_drawn_is_drawn_again(rulebook: Callable[..., Page], name: str) -> None:
    """In every game the script finds what is drawn: tests/pieces/test_page_ways.py."""
    page = rulebook(name)
    figures = page.page.evaluate(AGAIN)
    assert len(figures) >= len(page.data()["codes"])
    for piece, drawn, same in figures:
        assert drawn and same, piece


def test_a_piece_is_put_elsewhere(rulebook: Callable[..., Page]) -> None:
    """What aof2's page says of its Gryphon and its Fortnight, on the levels that cells have."""
    page = rulebook("aof2")
    gryphon = Trial(page, "Y")
    gryphon.begin()
    gryphon.press("jb4")
    ends = "eb5 fb5 gb5 hb5 jd5 je5 jf5 jg5"
    assert "European Gryphon jb4 goes to " + ends in gryphon.words
    assert gryphon.shown("go") == set(ends.split())
    assert gryphon.shown("through") == {"ib5", "jc5"}
    assert gryphon.shown("man") == {"jb4"}
    gryphon.press("hb5")
    assert gryphon.words.startswith("jb4 to hb5 is one of its moves. European Gryphon hb5 goes")
    gryphon.press("hd3")
    assert gryphon.words.startswith("hb5 to hd3 is none of its moves.")
    page.page.mouse.move(*gryphon.place("hd3"))
    page.page.mouse.down()
    page.page.mouse.move(*gryphon.place("hb3"), steps=3)
    page.page.mouse.up()
    assert gryphon.shown("man") == {"hb3"}, "it can be dragged, too"
    gryphon.press("hd3")
    fortnight = Trial(page, "T")
    fortnight.press("jb2")  # without the button
    assert " Fortnight jb2 goes to fa1 gc1 ie1 kf1" in fortnight.words
    assert gryphon.shown("man") == {"hd3"}, "each drawing has its own"


def test_others_stand_in_its_way(rulebook: Callable[..., Page]) -> None:
    """A bent rider crosses no piece, captures what it comes to, and stops before its own."""
    gryphon = Trial(rulebook("aof2", "Y"), "Y")
    gryphon.block(gryphon.figure.get_attribute("data-from"))
    assert gryphon.figure.locator(".other").count() == 0, "it is not in its own way"
    gryphon.press("jb4")
    gryphon.block("gb5")
    assert "goes to hb5 jd5 je5 jf5 jg5; captures on gb5; " in gryphon.words
    assert "the piece of another army on gb5 keeps it from eb5 fb5" in gryphon.words
    assert gryphon.here == "gb5: a piece of another army, which it captures"
    assert gryphon.figure.locator('.other[data-cell="gb5"] [href="#small"]').count() == 1
    gryphon.block("gb5")
    assert "captures" not in gryphon.words
    assert "the piece of its own army on gb5 keeps it from eb5 fb5 gb5" in gryphon.words
    assert gryphon.figure.locator('.other[data-cell="gb5"] .stop').count() == 1
    gryphon.block("ib5")
    assert "the piece of another army on ib5 keeps it from eb5 fb5 gb5 hb5" in gryphon.words
    gryphon.block("ib5", 2)
    gryphon.block("gb5")
    assert gryphon.words.startswith("gb5 is empty. European Gryphon jb4 goes to eb5 fb5 gb5 hb5")
    gryphon.block("jd5")
    gryphon.figure.get_by_role("button", name="Start again").click()
    assert gryphon.figure.locator(".other").count() == 0
    assert gryphon.shown("man") == {gryphon.figure.get_attribute("data-from")}


def test_captures_over_a_piece_and_by_pawns(rulebook: Callable[..., Page]) -> None:
    """The Sling moves along hex diagonals, and captures over exactly one piece (RULES 4)."""
    page = rulebook("sd2l-sling", "SL")
    sling = Trial(page, "SL")
    sling.press("ag4")
    assert "would capture over another piece on " in sling.words
    sling.block("af3", 2)
    assert "captures" not in sling.words
    assert sling.shown("take") >= {"ae2", "ad1"}
    sling.block("ae2")
    assert "; captures on ae2;" in sling.words
    assert sling.here == "ae2: a piece of another army, which it captures"
    pawn = Trial(rulebook("aof2", "P"), "P", "P")
    pawn.press("jg3")
    assert pawn.shown("quiet") == {"he3", "if3", "je3", "jf3"}  # with double steps
    assert pawn.shown("take") == {"if2", "if4", "jf2", "jf4"}
    pawn.block("if3")
    pawn.block("if4")
    assert pawn.shown("quiet") == {"je3", "jf3"}
    assert "captures on if4; would capture on if2 jf2 jf4;" in pawn.words
    assert "the piece of another army on if3 keeps it from he3 if3" in pawn.words


def test_by_keys_alone(rulebook: Callable[..., Page]) -> None:
    """As on heathen-europe's Rook from b2 on level b: up is rank 3, right file c, and levels."""
    page = rulebook("heathen-europe", "R")
    rook = Trial(page, "R")
    rook.figure.get_by_role("button", name="Try it").focus()
    page.press("Enter")
    start = rook.figure.get_attribute("data-from")
    assert rook.here == f"{start}: Rook"
    rook.press("bb2")

    def at() -> str:
        label: str = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label == rook.here
        return label.split(":")[0]

    for key, cell in (("ArrowRight", "bc2"), ("ArrowUp", "bc3"), ("PageUp", "cc3")):
        page.press(key)
        assert at() == cell
    page.press("Enter")
    assert rook.words.startswith("bb2 to cc3 is none of its moves. White Rook cc3 goes to ac3 bc3 ")
    page.press("ArrowLeft")
    page.press("b")
    assert "captures on cb3; the piece of another army on cb3 keeps it from ca3" in rook.words
    page.press("b")
    assert "the piece of its own army on cb3 keeps it from ca3 cb3" in rook.words
    page.press("b")
    assert rook.words.startswith("cb3 is empty.")
    page.press("Tab")
    page.press("Space")
    assert page.page.locator(":focus").get_attribute("aria-pressed") == "true"
    rook.press("cc4")
    assert "captures on cc4" in rook.words and rook.shown("man") == {"cc3"}
    page.press("Tab")
    page.press("Tab")
    page.press("Enter")
    assert rook.shown("man") == {start}


def test_on_a_telephone(browser: Any, rulebook: Callable[..., Page]) -> None:
    page = rulebook("aof6", "RY", width=390, height=844)
    trial = Trial(page, "RY")
    touched = page.page.context.new_cdp_session(page.page)

    def touch(cell: str, milliseconds: int) -> None:
        x, y = trial.place(cell)
        point = {"x": x, "y": y}
        touched.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.page.wait_for_timeout(milliseconds)
        touched.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.page.wait_for_timeout(100)

    trial.begin()
    wide = trial.figure.locator("svg.level").first.bounding_box()["width"]
    assert wide > 340, "a cell is wide enough for a finger"
    before = trial.shown("man")
    cell = sorted(trial.shown("go"))[0]
    touch(cell, 700)
    assert f"captures on {cell}" in trial.words
    assert trial.shown("man") == before, "a long press is no press"
    touch(cell, 700)
    assert f"the piece of its own army on {cell} keeps it from {cell}" in trial.words
    touch(cell, 50)
    assert trial.shown("man") == {cell}
    bar = trial.figure.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] <= 844, "what it is worked with is at hand"
    assert page.page.evaluate("document.documentElement.scrollWidth") == 390
    small = page.page.evaluate(
        """() => [...document.querySelectorAll(".try *")].filter(found =>
            parseFloat(getComputedStyle(found).fontSize) < 11).length"""
    )
    assert small == 0


@pytest.mark.parametrize(("width", "scheme"), [(1366, "light"), (390, "dark")])
def test_axe_finds_no_fault_in_a_trial(
    rulebook: Callable[..., Page], width: int, scheme: str
) -> None:
    page = rulebook("aof2", "E", width=width)
    trial = Trial(page, "E", "I")
    trial.begin()
    trial.press("fb4")
    trial.block("gc3")
    trial.block("hd2", 2)
    page.page.emulate_media(color_scheme=scheme)
    axe(page.page)


def test_nothing_moves_as_the_script_starts(rulebook: Callable[..., Page]) -> None:
    page = rulebook("sd2l-cohen")
    shifts = page.page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().length))
            .observe({type: "layout-shift", buffered: true}) || setTimeout(() => done(0), 300))"""
    )
    assert shifts == 0

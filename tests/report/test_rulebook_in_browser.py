"""The rulebook in a real browser, on a screen and on paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from aofref import games
from tests.browsing import REQUIRED, axe, browser, spare, visited
from tests.helpers import ROOT, game

__all__ = ["browser", "spare", "visited"]

SIZES = ((1366, 768), (390, 844))
WATCHED = """() => { window.shifted = 0; new PerformanceObserver(list => {
    for (const entry of list.getEntries()) window.shifted += entry.hadRecentInput ? 0 : entry.value;
}).observe({type: "layout-shift", buffered: true}); }"""
LETTERS = """() => [...document.querySelectorAll("svg text")].filter(text => text.getScreenCTM() &&
    !text.closest("defs")).map(text =>
        [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])"""
NAMES = """() => [...document.querySelectorAll("svg.level[data-level]")].map(svg =>
    svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"""
ROWS = """() => new Set([...document.querySelectorAll(".array .level")].map(svg =>
    svg.getBoundingClientRect().bottom)).size"""
TOO_WIDE = """() => [...document.querySelectorAll("main *")].filter(each =>
    each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 80))"""


def written(name: str) -> Path:
    """Give the rulebook of a game, which test_rulebook.py holds to be fresh."""
    return ROOT / "docs" / "rules" / f"{name}.html"


@pytest.fixture
def shown(visited: Any) -> Any:
    return lambda name, width, height: visited(written(name), width, height)


@pytest.mark.parametrize("name", games.every())
def test_letters_can_be_read_and_nothing_is_cut(shown: Any, name: str) -> None:
    page = shown(name, *SIZES[0]).page
    letter = page.evaluate(
        "parseFloat(document.querySelector('defs .axis').getAttribute('font-size'))"
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        small = [each for each in page.evaluate(LETTERS) if each[1] < 11]
        assert not small
        assert letter * min(page.evaluate(NAMES)) >= 11
        assert page.evaluate(TOO_WIDE) == []
        if width > 1000:  # five levels of 334 points do not fit there, nor six of 293
            assert page.evaluate(ROWS) == (2 if name in ("aof6", "proto-prelates") else 1)
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(ROWS) == 1
    assert page.evaluate(TOO_WIDE) == []


def test_nothing_moves_while_the_page_is_read(shown: Any) -> None:
    for size in SIZES:
        page = shown("aof2", *size).page
        page.evaluate(WATCHED)
        for _ in range(8):
            page.mouse.wheel(0, 3000)
            page.wait_for_timeout(50)
        assert page.evaluate("window.shifted") == 0


def test_the_contents_lead_to_every_chapter_by_keys(shown: Any) -> None:
    page = shown("aof2", *SIZES[0])
    links = page.page.evaluate("[...document.querySelectorAll('nav a')].map(a => a.hash)")
    for place, link in enumerate(links):
        page.press("Tab")
        assert page.page.evaluate("document.activeElement.hash") == link
        if place == 5:
            page.press("Enter")
            assert page.page.evaluate("location.hash") == link
            page.page.go_back()
            page.page.evaluate("document.querySelectorAll('nav a')[5].focus()")
    assert {f"#piece-{code}" for code in game("aof2").codes} <= set(links)


def test_the_contents_stay_in_view_and_mark_the_chapter(shown: Any) -> None:
    page = shown("aof6", *SIZES[0]).page
    page.locator("nav a[href='#piece-GY']").click()
    current = page.locator("nav a[aria-current]")
    current.get_by_text("Gryphon", exact=True).wait_for()
    assert page.evaluate("location.hash") == "#piece-GY"
    page.evaluate("document.getElementById('glossary').scrollIntoView()")
    current.get_by_text("Glossary", exact=True).wait_for()
    box, column = current.bounding_box(), page.locator("nav").bounding_box()
    assert 0 <= column["y"] <= box["y"] and box["y"] + box["height"] <= 768
    assert page.locator("main #glossary").bounding_box()["x"] >= column["x"] + column["width"]
    page.locator(".up").click()
    assert page.evaluate("scrollY") == 0


def test_on_a_telephone_the_contents_are_a_bar_that_opens(shown: Any) -> None:
    page = shown("aof2", *SIZES[1]).page
    bar, chapter = page.locator("button.opens"), page.locator("nav a[href='#piece-K']")
    page.evaluate("document.getElementById('open').scrollIntoView()")
    bar.get_by_text("What the page leaves open").wait_for()
    assert not chapter.is_visible() and bar.bounding_box()["y"] < 2
    bar.click()
    assert bar.get_attribute("aria-expanded") == "true" and chapter.is_visible()
    axe(page, every=True)
    page.keyboard.press("Escape")
    assert not chapter.is_visible()
    bar.click()
    chapter.click()
    assert not chapter.is_visible()
    assert page.locator("#piece-K h3").bounding_box()["y"] >= 44, "the bar does not hide it"
    page.locator(".up").click()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", SIZES)
def test_without_scripts_the_contents_are_links(browser: Any, size: Any) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": size[0], "height": size[1]}
    )
    page = context.new_page()
    page.goto(written("chess").as_uri())
    page.locator("nav a[href='#glossary']").click()
    title, up = page.locator("#glossary h2"), page.locator(".up")
    assert -1 < title.bounding_box()["y"] < size[1]
    assert not page.locator(".opens").is_visible()
    assert 0 < up.bounding_box()["y"] < size[1]
    up.click()
    assert page.locator("h1").bounding_box()["y"] >= 0
    context.close()


def test_a_move_over_a_picture_leads_to_that_move_in_the_record(shown: Any) -> None:
    page = shown("aof2", *SIZES[0]).page
    record = page.locator("#rule-2 details")
    assert not record.get_attribute("open")
    page.locator("#rule-2 .sides a").click()
    assert record.get_attribute("open") is not None
    assert page.evaluate("document.querySelector(':target').textContent") == "P:Kjh3-kh3#I"
    assert page.locator(":target").is_visible()


@pytest.mark.parametrize(("size", "scheme"), [(SIZES[0], "light"), (SIZES[1], "dark")])
@pytest.mark.parametrize("name", ["aof2", "heathen-europe", "glinski"])
def test_axe_finds_no_fault(shown: Any, name: str, size: Any, scheme: str) -> None:
    page = shown(name, *size).page
    page.emulate_media(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    axe(page, every=True)


PAPERS = {"A4": ("210mm", "297mm"), "Letter": ("8.5in", "11in")}


def printed(page: Any, tmp_path: Path, paper: str) -> Path:
    """Print a page on paper."""
    if shutil.which("pdftotext") is None and not REQUIRED:
        pytest.skip("pdftotext is not installed")
    path = tmp_path / "book.pdf"
    width, height = PAPERS[paper]
    page.pdf(path=str(path), width=width, height=height, print_background=True)
    return path


def sheets_of(path: Path, layout: str) -> list[str]:
    """Return the text of each sheet."""
    found = subprocess.run(["pdftotext", layout, path, "-"], capture_output=True, check=True)
    return found.stdout.decode().split("\f")[:-1]


PRINTED = [
    ("aof2", "A4", SIZES[0]),
    ("aof2", "Letter", SIZES[1]),
    ("aof6", "Letter", SIZES[0]),
    ("sd2l-sling", "A4", SIZES[1]),
    ("glinski", "Letter", SIZES[0]),
]


@pytest.mark.parametrize(("name", "paper", "size"), PRINTED)
def test_it_is_printed_with_the_pages_in_its_contents(
    shown: Any, tmp_path: Path, name: str, paper: str, size: Any
) -> None:
    page = shown(name, *size).page
    page.evaluate("scrollTo(0, 2000)")
    path = printed(page, tmp_path, paper)
    assert page.evaluate("scrollY") == 2000
    sheets = sheets_of(path, "-raw")
    # pdftotext may write several entries in a line.
    sheets[0] = re.sub(r"(?<= [0-9]) (?=[0-9]+\.[0-9]+ [A-Z])", "\n", sheets[0])
    entries = re.findall(r"^([0-9]+\.[0-9]*) (.+) ([0-9]+)$", sheets[0], re.MULTILINE)
    assert len(entries) > 10
    for number, title, leaf in entries:
        lines = rf"^{re.escape(number)} {re.escape(title)}"
        titles = [at for at, sheet in enumerate(sheets, 1) for _ in re.findall(lines, sheet, re.M)]
        assert titles == [1, int(leaf)], (number, title)
    if name == "aof2":
        laid_out(page, sheets_of(path, "-layout"), 16 if paper == "A4" else 17)


def laid_out(page: Any, sheets: list[str], most: int) -> None:
    """Pages are numbered, at most 16 of aof2 (Letter, which is shorter: 17), and none cuts a drawing."""
    assert len(sheets) <= most
    for number, sheet in enumerate(sheets, 1):
        assert sheet.rstrip().splitlines()[-1].strip() == str(number)
    # A drawing of a piece names all five levels before its caption.
    for sheet in sheets:
        captions = re.findall(r"^ *\w+ \w+ \([A-Z]+\) on \w+:", sheet, re.MULTILINE)
        assert sheet.count("level 4") >= len(captions)
    page.emulate_media(media="print")
    kept = page.evaluate(
        "[...document.querySelectorAll('main figure')].map(f => getComputedStyle(f).breakInside)"
    )
    assert set(kept) == {"avoid"}
    page.set_viewport_size({"width": 700, "height": 900})
    heights = page.evaluate(
        "[...document.querySelectorAll('main figure')].map(f => f.offsetHeight)"
    )
    assert max(heights) * 25.4 / 96 < 240

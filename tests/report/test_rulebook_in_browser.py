"""The rulebook in a real browser, on a screen and on paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from aofref import games
from aofref.judge.analysis.rulebook import scenes
from tests.browsing import REQUIRED, axe, browser, followed, visited
from tests.helpers import ROOT, game, sampled

__all__ = ["browser", "visited"]

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
UNFOLDED = (
    """document.querySelectorAll("main section").forEach(each => each.classList.add("shown"))"""
)
TOO_WIDE = """() => [...document.querySelectorAll("main *")].filter(each =>
    each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 80))"""


def written(name: str) -> Path:
    """Give the rulebook of a game, which test_rulebook.py holds to be fresh."""
    return ROOT / "docs" / "rules" / f"{name}.html"


@pytest.fixture
def shown(visited: Any) -> Any:
    return lambda name, width, height: visited(written(name), width, height)


@pytest.mark.parametrize(
    "name", sampled([*games.IDS, "parton", "glinski", "chess"], "aof6", "chess")
)
def test_letters_can_be_read_and_nothing_is_cut(shown: Any, name: str) -> None:
    page = shown(name, *SIZES[0]).page
    letter = page.evaluate(
        "parseFloat(document.querySelector('defs .axis').getAttribute('font-size'))"
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if width < 1000:  # the chapter in view is opened, and the others are folded
            page.locator("body.opened").wait_for()
        page.evaluate(UNFOLDED)
        small = [each for each in page.evaluate(LETTERS) if each[1] < 11]
        assert not small
        assert letter * min(page.evaluate(NAMES)) >= 11
        assert page.evaluate(TOO_WIDE) == []
        if width > 1000:  # beside the contents fit neither five levels of 262 points nor six of 202
            large = name in ("aof2", "aof6", "proto-prelates", "parton")
            assert page.evaluate(ROWS) == (2 if large else 1)
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(ROWS) == (2 if name in ("aof6", "proto-prelates") else 1)
    assert page.evaluate(TOO_WIDE) == []


def test_nothing_moves_while_the_page_is_read(shown: Any) -> None:
    for size in SIZES:
        page = shown("aof2", *size).page
        page.locator(".contents a[href='#piece-Y']").click()
        page.evaluate(WATCHED)
        for _ in range(8):
            page.mouse.wheel(0, 3000)
            page.wait_for_timeout(50)
        assert page.evaluate("window.shifted") == 0


def test_the_contents_lead_to_every_chapter_by_keys(shown: Any) -> None:
    page = shown("aof2", *SIZES[0])
    links = page.page.evaluate("[...document.querySelectorAll('.contents a')].map(a => a.hash)")
    for place, link in enumerate(links):
        page.press("Tab")
        assert page.page.evaluate("document.activeElement.hash") == link
        if place == 5:
            page.press("Enter")
            assert page.page.evaluate("location.hash") == link
            page.page.go_back()
            page.page.evaluate("document.querySelectorAll('.contents a')[5].focus()")
    assert {f"#piece-{code}" for code in game("aof2").codes} <= set(links)


def test_the_contents_stay_in_view_and_mark_the_chapter(shown: Any) -> None:
    page = shown("aof6", *SIZES[0]).page
    page.locator(".contents a[href='#piece-GY']").click()
    current = page.locator(".contents a[aria-current]")
    current.get_by_text("Gryphon", exact=True).wait_for()
    assert page.evaluate("location.hash") == "#piece-GY"
    page.evaluate("document.getElementById('glossary').scrollIntoView()")
    current.get_by_text("Glossary", exact=True).wait_for()
    box, column = current.bounding_box(), page.locator(".contents").bounding_box()
    assert 0 <= column["y"] <= box["y"] and box["y"] + box["height"] <= 768
    assert page.locator("main #glossary").bounding_box()["x"] >= column["x"] + column["width"]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("aof6", SIZES[0]),
        ("aof6", SIZES[1]),
        ("aof2", (768, 1024)),
        ("chess", SIZES[0]),
    ],
)
def test_the_contents_are_in_the_first_screen(shown: Any, name: str, size: Any) -> None:
    page = shown(name, *size).page
    box = page.locator(".contents").bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] <= size[1]
    if size[0] < 962:  # they are all there, and no chapter
        assert page.locator(".contents a").last.bounding_box()["y"] < size[1]
        assert not page.locator("main").inner_text().strip()


def opened(page: Any) -> list[str]:
    """List the chapters that are seen, by what they are called in the contents."""
    followed(page)
    found: list[str] = page.evaluate("""[...document.querySelectorAll(".contents a")].filter(link =>
        document.querySelector(link.hash).checkVisibility()).map(link => link.textContent)""")
    return found


def test_on_a_telephone_a_chapter_is_seen_at_a_time(shown: Any) -> None:
    page = shown("aof2", *SIZES[1]).page
    turn, rules = page.locator(".turn a"), [scene.topic for scene in scenes(game("aof2"))]
    page.locator(".contents a[href='#piece-EM']").click()
    assert opened(page) == ["The pieces", "Emperor"]
    assert not page.locator(".contents").is_visible()
    assert turn.all_inner_texts() == ["King", "Contents", "Rook"]
    box = page.locator("#piece-EM h3").bounding_box()
    assert 0 < box["y"] < 100
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert turn.last.bounding_box()["y"] + 44 < 844, "it is where the thumb is, all the time"
    turn.last.click()
    assert opened(page) == ["The pieces", "Rook"] and page.evaluate("scrollY") == 0
    axe(page, every=True)
    page.go_back()
    assert opened(page) == ["The pieces", "Emperor"]
    turn.first.click()
    turn.first.click()
    assert opened(page) == ["How to read the drawings"]
    turn.nth(1).click()
    assert not opened(page) and page.locator(".contents a").first.is_visible()
    assert turn.last.is_hidden()
    page.locator(".contents a[href='#pieces']").click()
    assert opened(page) == ["The pieces", "King"]
    page.evaluate("location.hash = 'glossary'")
    assert opened(page) == ["Glossary"] and turn.last.is_hidden()
    # every chapter comes once on the way through the book, and an example is in its chapter
    page.evaluate("location.hash = 'game'")
    seen = opened(page)
    while turn.last.is_visible():
        turn.last.click()
        seen += [title for title in opened(page) if title not in seen]
    assert seen == page.locator(".contents a").all_inner_texts()
    page.evaluate("location.hash = 'rule-3'")
    assert opened(page)[0] == "Rules by example" and len(opened(page)) == 1 + len(rules)
    assert -1 < page.locator("#rule-3 h3").bounding_box()["y"] < 200


def test_on_a_telephone_back_leads_to_where_a_link_was(shown: Any) -> None:
    page = shown("aof2", *SIZES[1]).page
    page.evaluate("location.hash = 'piece-N'")
    link = page.locator("#piece-N a[href='#R-27']")
    link.scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 90)")
    at = page.evaluate("scrollY")
    link.evaluate("link => link.click()")
    assert opened(page) == ["What the page leaves open"]
    assert -1 < page.locator("#R-27").bounding_box()["y"] < 600
    page.go_back()
    page.wait_for_function("at => scrollY === at", arg=at)
    assert opened(page) == ["The pieces", "Knight"]
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator("#piece-N h3").bounding_box()["y"] < 400
    page.set_viewport_size({"width": 390, "height": 844})
    assert opened(page) == ["The pieces", "Knight"]


WORDS = [  # of a game, in the chapter of a piece: the word, and how its meaning begins
    ("aof2", "K", "steps", "Step: a move to the next cell"),
    ("aof2", "R", "rides", "Ride: a move of any number of steps"),
    ("aof2", "N", "leaps", "Leap: a move straight to a cell further away"),
    ("aof2", "K", "orthogonals", "Orthogonal: a direction through a side"),
    ("aof2", "K", "root-2 diagonals", "Root-2 diagonal: to an adjacent column and one level up"),
    ("aof2", "S", "root-7", "Root-2, root-7, root-13: the number is the square"),
    ("aof2", "N", "2:1", "m:n leap: a leap of m cells"),
    ("aof2", "E", "bound", "Bound: A piece is bound to the cells that it can ever reach"),
    ("aof2", "F", "King's Partner", "King's Partner: the one piece of its kind"),
    ("heathen-europe", "P", "owes", "Owe: A Pawn owes the moves that it must still make"),
    ("sd2l-cohen", "P", "filestack", "Filestack: a file and the file with the same letter"),
    ("chess", "P", "promote", "Promote: to become another piece"),
]


@pytest.mark.parametrize("size", SIZES)
def test_each_word_is_explained_where_it_stands(browser: Any, size: Any) -> None:
    """Every second word by the mouse, the others by a finger."""
    touch = size == SIZES[1]
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch
    )
    page = context.new_page()
    for name, code, word, meaning in WORDS[touch::2]:
        page.goto(f"{written(name).as_uri()}#piece-{code}")
        found = page.locator(f"#piece-{code} .word").get_by_text(word, exact=True).first
        (found.tap if touch else found.click)()
        note = page.locator(".note")
        assert note.inner_text().split("\n")[-1].startswith(meaning), (name, word)
        (at, box), there = (each.bounding_box() for each in (found, note)), page.evaluate("scrollY")
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
        assert (
            box["y"] >= 0 and box["y"] + box["height"] <= size[1] and abs(box["y"] - at["y"]) < 60
        )
        (found.tap if touch else found.click)()
        assert not note.count() and page.evaluate("scrollY") == there
    context.close()


def test_a_word_is_explained_by_keys(shown: Any) -> None:
    shown_page = shown("aof2", *SIZES[0])
    page = shown_page.page
    word, note = (
        page.locator("#piece-K .word", has_text="root-2 diagonals").first,
        page.locator(".note"),
    )
    word.focus()
    page.keyboard.press("Enter")
    assert word.get_attribute("aria-expanded") == "true" and note.locator("svg.level").count() == 2
    axe(page, every=True)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # a word of the meaning takes its place
    assert note.inner_text().startswith("Column: all cells straight above")
    page.keyboard.press("Escape")
    assert not note.count() and word.get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.textContent") == "root-2 diagonals"
    word.click()
    page.locator("#piece-K h3").click()
    assert not note.count()
    assert (
        page.evaluate("location.hash") == ""
        and not shown_page.faults
        and len(shown_page.requests) == 1
    )


@pytest.mark.parametrize("size", SIZES)
def test_without_scripts_the_contents_are_links(browser: Any, size: Any) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": size[0], "height": size[1]}
    )
    page = context.new_page()
    page.goto(written("chess").as_uri())
    page.locator(".contents a[href='#glossary']").click()
    title, up = page.locator("#glossary h2"), page.locator(".up")
    assert -1 < title.bounding_box()["y"] < size[1]
    if size == SIZES[1]:  # elsewhere the contents are beside it
        assert 0 < up.bounding_box()["y"] < size[1]
        up.click()
        assert page.locator("h1").bounding_box()["y"] >= 0
    assert page.locator("#piece-K").is_visible() and page.locator(".word").count() == 0
    context.close()


def test_a_move_over_a_picture_leads_to_that_move_in_the_record(shown: Any) -> None:
    page = shown("aof2", *SIZES[0]).page
    record = page.locator("#rule-2 details")
    assert not record.get_attribute("open")
    page.locator("#rule-2 .sides a").click()
    assert record.get_attribute("open") is not None
    assert page.evaluate("document.querySelector(':target').textContent") == "P:Kjh3-kh3#I"
    assert page.locator(":target").is_visible()


@pytest.mark.parametrize(
    ("name", "size", "scheme"),
    [
        ("heathen-europe", SIZES[0], "light"),
        ("glinski", SIZES[1], "dark"),
    ],
)
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
    pytest.param("chess", "Letter", SIZES[1], marks=pytest.mark.long),
    pytest.param("aof2", "Letter", SIZES[1], marks=pytest.mark.long),
]


@pytest.mark.parametrize(("name", "paper", "size"), PRINTED)
def test_it_is_printed_with_the_pages_in_its_contents(
    shown: Any, tmp_path: Path, name: str, paper: str, size: Any
) -> None:
    page = shown(name, *size).page
    page.evaluate("location.hash = 'pieces'")
    page.evaluate("scrollTo(0, 600)")
    seen = opened(page)
    path = printed(page, tmp_path, paper)
    assert opened(page) == seen and (size == SIZES[1] or page.evaluate("scrollY") == 600)
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

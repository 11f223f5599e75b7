"""How the page of a record looks in a real browser: its measures, its colours, what stands where."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from aofref.report.svg import shapes
from tests.browsing import Page, axe, browser, opened, visited
from tests.helpers import FIXTURES, aofref
from tests.pages import random_record

__all__ = ["browser", "opened", "visited"]
RECORDS = FIXTURES / "records"
LAPTOP = {"width": 1366, "height": 768}


def record(name: str) -> str:
    return (RECORDS / f"{name}.aof").read_text("utf-8")


def box(page: Page, what: str) -> dict[str, float]:
    found: dict[str, float] = page.page.locator(what).bounding_box()
    return found


# The board and the column beside it -----------------------------------------------------------


def test_the_board_has_the_height_of_a_laptop(opened: Any) -> None:
    """Of 768 pixels a board of chess takes about 700, and all else stands beside it in the window."""
    page = opened('[Variant "chess"]\n\n1. e2-e4 *\n', **LAPTOP)
    top, foot = box(page, '[data-cell="a8"]'), box(page, '[data-cell="h1"]')
    assert foot["y"] + foot["height"] - top["y"] >= 690
    for beside in ("h1", "#armies", "#status", "#list", "#steps", "#bring", "#word", "#options"):
        at = box(page, beside)
        assert at["x"] >= foot["x"] + foot["width"] and at["y"] + at["height"] <= 768, beside
    cubic = opened(record("heathen-europe-01-checkmate"), **LAPTOP)
    assert box(cubic, '[data-cell="aa1"]')["height"] >= 54
    hexes = opened(random_record("aof2", 6), width=1280, height=720)
    assert hexes.page.locator(".small:not(.thumb)").count() == 0  # all levels at once
    assert box(hexes, '[data-cell="fa3"]')["height"] >= 28


@pytest.mark.parametrize("name", ["chess", "aof2", "heathen-europe"])
def test_no_key_scrolls_the_page(opened: Any, name: str) -> None:
    page = opened(random_record(name, 12), **LAPTOP)
    for width, height in ((1280, 720), (1920, 1080), (1366, 650)):
        page.resize(width, height)
        page.page.focus("#bring")
        for key in (*"abc", "Enter", "Backspace", *["Tab"] * 14):
            page.press(key)
            assert page.page.evaluate("scrollY") == 0, (width, key)
        page.page.click("#bring")
        assert page.page.evaluate("scrollY") == 0


PLACES = """() => ["#board", "#list", "#scroll", "#steps", "#bring", "#word", "#options", "#flip", "#first", "#next"].map(one => {
    const {x, y, width, height} = document.querySelector(one).getBoundingClientRect();
    return [one, x, y, width, height].join(" "); }).join("; ")"""


def test_nothing_moves_when_a_sentence_grows(opened: Any) -> None:
    page = opened(record("aof6-04-joint-winners"), **LAPTOP)
    page.page.wait_for_timeout(300)
    before = page.page.evaluate(PLACES)
    seen = set()
    for _ in range(30):
        page.press("ArrowLeft")
        seen.add(len(page.status()))
        assert page.page.evaluate(PLACES) == before
    assert max(seen) - min(seen) > 40  # sentences of one line and of several
    cells = page.page.locator("#board .level:not(.small) [data-cell]")
    for n in range(0, cells.count(), 30):  # what is said of a piece, and why it may not go there
        cells.nth(n).click()
        assert page.page.evaluate(PLACES) == before


def test_the_list_of_four_armies_is_whole(opened: Any) -> None:
    """In both notations, and no move is wider than its column."""
    page = opened(record("aof6-01-draw-of-four"))
    for width, _ in product((320, 390, 1366), range(2)):
        page.resize(width, 768)
        room, whole = page.page.evaluate(
            "(at => [at.clientWidth, at.scrollWidth])(document.querySelector('#scroll'))"
        )
        assert whole <= room
        cut = page.page.evaluate(
            """() => [...document.querySelectorAll("#scroll td a")].filter(one =>
                one.getBoundingClientRect().right > one.closest("td").getBoundingClientRect().right + 1).length"""
        )
        assert cut == 0
        page.page.click("#notation")


# Pieces ---------------------------------------------------------------------------------------


def colours(page: Page, at: str) -> tuple[str, str]:
    found = page.page.evaluate(
        "at => (style => [style.fill, style.stroke])(getComputedStyle(document.querySelector(at)))",
        at,
    )
    return found[0], found[1]


def test_white_is_white_with_a_dark_rim_everywhere(opened: Any, tmp_path: Path) -> None:
    text = random_record("chess", 8)
    for scheme in ("light", "dark"):
        page = opened(text)
        page.page.emulate_media(color_scheme=scheme)
        for at in ("#board .i0", "#board .i0.p"):
            fill, rim = colours(page, at)
            assert fill == "rgb(255, 255, 255)" and max(map(int, re.findall(r"\d+", rim))) < 60
            fill, rim = colours(page, at.replace("0", "1"))
            assert max(map(int, re.findall(r"\d+", fill))) < 60
            assert min(map(int, re.findall(r"\d+", rim))) > 220
            page.page.click("#pieces")
    white = re.compile(r"\.i0\{fill:#fff;color:#fff;stroke:#1f1d1b")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.aof").write_text(text, "utf-8")
    made = tmp_path / "made"
    aofref("gallery", "--rules", str(tmp_path / "games"), "--output-dir", str(made))
    picture = aofref("show", "--format", "svg", "--pieces", "drawings", stdin=text).stdout
    for drawn in (picture, *((made / each).read_text() for each in ("a.svg", "rules-chess.html"))):
        assert white.search(drawn) and 'class="i0"' in drawn


def test_every_drawing_fits_its_cell() -> None:
    """It lies within 8.5 of its middle: all numbers of its paths that are places do."""
    for name, paths in shapes.DRAWINGS.items():
        number = r"(-?\d*\.?\d+)"
        starts = re.findall(f"M{number} ?{number}", "".join(paths))
        assert starts and all(abs(float(at)) <= 8.5 for pair in starts for at in pair), name


@pytest.mark.parametrize("name", ["aof6", "glinski"])
def test_names_leave_every_piece_readable(opened: Any, name: str) -> None:
    page = opened(f'[Variant "{name}"]\n\n*\n')
    page.page.click("#names")
    for width, height in ((1366, 768), (1280, 720), (390, 844)):
        page.resize(width, height)
        sizes = page.page.evaluate(
            """() => [...document.querySelectorAll("#board .level:not(.small) [data-m]")].map(man => 20 * man.getScreenCTM().a)"""
        )
        assert sizes and min(sizes) >= 22, width


# The list, the sentence, the marks ------------------------------------------------------------

NOTED = """[Variant "chess"]

1. e4 {[%clk 1:30:00][%eval 0.25,12] [%csl Gd4,Re5,Xz9][%cal Yg1f3,Bb1] sound} e5 {[%emt 0:00:12] [%eval -1.5]}
2. Nf3 {%LONG} Nc6 {[%eval #3] short} *
"""


def test_comments_are_times_values_and_drawings(opened: Any) -> None:
    page = opened(NOTED.replace("%LONG", "x"), "--ply", "1", **LAPTOP)
    beside = page.page.locator("#scroll td > small").all_text_contents()
    assert sorted(beside) == sorted(["1:30:00", "+0.25", "0:00:12", "-1.5", "#3"])
    listed = page.page.inner_text("#scroll")
    assert "%" not in listed and "e4: sound" in listed
    drawn = page.page.locator("#board :is(.drawn, .sketch) > *")
    kinds = page.page.eval_on_selector_all(
        "#board :is(.drawn, .sketch) > *", "all => all.map(one => one.getAttribute('class'))"
    )
    assert kinds == [*"GRBYY"]  # three cells, and the two parts of an arrow
    page.page.click("#next")
    assert drawn.count() == 0


def test_a_long_comment_is_folded(opened: Any) -> None:
    page = opened(NOTED.replace("%LONG", "a word " * 90), **LAPTOP)
    comments = page.page.locator("#scroll q")
    assert comments.count() == 3 and page.page.locator("#scroll summary").count() == 1
    low = comments.nth(1).bounding_box()["height"]
    page.page.click("#scroll summary")
    assert comments.nth(1).bounding_box()["height"] > 3 * low
    page.page.click('[data-cell="a2"]')
    page.page.click('[data-cell="a3"]')  # the list is made anew, and the comment stays open
    assert comments.nth(1).bounding_box()["height"] > 3 * low


def test_the_end_of_a_game_of_four_is_folded(opened: Any) -> None:
    page = opened(record("aof6-04-joint-winners"), **LAPTOP)
    page.page.wait_for_timeout(300)
    shown = page.page.inner_text("#status")
    assert shown.startswith("Ply ") and shown.count(".") == 1 and page.status().count(". ") > 2
    page.page.click("#status summary")
    assert "The game is over" in page.page.inner_text("#status")


def test_a_hexagon_lights_its_three_lines(opened: Any) -> None:
    """From the middle of Glinski's board its file and two diagonals of eleven cells lead."""
    page = opened('[Variant "glinski"]\n\n*\n', **LAPTOP)
    page.page.click('[data-cell="f5"]')
    page.page.mouse.move(*page.middle('[data-cell="f6"]'))
    assert page.page.locator("#board .lane > *").count() == 3 * 10
    assert page.page.text_content("#board .tag") == "f6"
    assert set(page.page.locator("#board .axis .lit").all_text_contents()) <= {"f1", "f11"}
    page.press("Escape")
    page.page.mouse.move(*page.middle('[data-cell="f7"]'))
    assert page.page.locator("#board .lane > *").count() == 0


def test_letters_of_two_lines_stand_apart(opened: Any) -> None:
    page = opened('[Variant "aof6"]\n\n*\n', **LAPTOP)
    around = page.page.locator("#board .level:not(.small) .axis text").all_text_contents()
    assert all(len(text) == 1 or " " in text for text in around)
    assert "take turns in their colours" in page.page.text_content("#marks")


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [
        ("chess", 390, "dark"),
        ("glinski", 390, "light"),
        ("aof6", 1366, "dark"),
    ],
)
def test_axe_finds_no_fault_where_some_have_lost_nothing(
    opened: Any, name: str, width: int, scheme: str
) -> None:
    page = opened(random_record(name, 9), width=width, height=768)
    page.page.emulate_media(color_scheme=scheme)
    page.page.wait_for_timeout(200)
    axe(page.page, every=True)

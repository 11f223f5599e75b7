"""The page of a record in a real browser: Debian's Chromium, driven by Playwright.

Where Chromium or axe-core is missing these tests are skipped, save that under AOFREF_BROWSER=yes,
which .ci/test.sh sets, they fail.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from aofref.cli.commands import names as command_names
from tests.helpers import FIXTURES, aofref
from tests.pages import random_record

REQUIRED = os.environ.get("AOFREF_BROWSER") == "yes"
CHROMIUM = shutil.which("chromium")
AXE = os.environ.get("AOFREF_AXE", "")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
VARIED = """[Event "<b>a match</b>"]
[Site "?"]
[European "Anna <script>document.title='broken'</script>"]
[Indian "Bela & 'sons'"]
[Jewish "Carl"]
[Persian "Dora"]
[Variant "aof2"]

1. E:Lkd5-hc3 $1 {</script><script>document.title="broken"</script> a <i>comment</i>}
(E:ga5-fa5 I:eb4-fb4 {another way} (I:da3-ea3 {deeper}))
I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I
2. E:ic4xhc3+I I:ea3-gc3+I
"""
REFUSED = VARIED + "J:ka1-kb7 {too far}\n"

if REQUIRED or CHROMIUM:
    sync_api: Any = (
        import_module("playwright.sync_api")
        if REQUIRED
        else pytest.importorskip("playwright.sync_api")
    )
else:
    pytest.skip("chromium is not installed, so no page is tried", allow_module_level=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as found:
        launched = found.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


class Page:
    """A page under test: what it asked for, said and threw is kept."""

    def __init__(self, browser: Any, path: Path, width: int = 1440, height: int = 1000) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": height})
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.faults.append(said.text) if said.type == "error" else None,
        )
        self.url = path.as_uri()
        self.page.goto(self.url)

    def cells(self) -> dict[str, str]:
        """Read off the drawing what stands on which cell: army and code by cell."""
        found: dict[str, str] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("#svg [data-m]")].map(man => [
                document.querySelector(`#svg [data-c="${man.dataset.m}"]`) && man.dataset.m,
                man.querySelector("use").getAttribute("href").slice(2) + man.textContent]))"""
        )
        names = self.data()["cells"].split(" ")
        letters = self.data()["letters"]
        return {
            names[int(cell)]: letters[int(shown[0])] + ":" + shown[1:]
            for cell, shown in found.items()
        }

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.text_content("#data"))
        return found

    def ply(self) -> str:
        found: str = self.page.evaluate("location.hash")
        return found

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something: the page's own policy lets no test wait inside it."""
        for _ in range(100):
            if holds():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("this did not come about")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def status(self) -> str:
        found: str = self.page.text_content("#status")
        return found


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    made: list[Page] = []

    def opener(text: str, *options: str, width: int = 1440, height: int = 1000) -> Page:
        path = tmp_path / f"page-{len(made)}.html"
        found = aofref("show", "--format", "html", *options, stdin=text)
        path.write_text(found.stdout, "utf-8")
        made.append(Page(browser, path, width, height))
        return made[-1]

    yield opener
    for page in made:
        assert page.requests == [page.url]
        assert page.faults == []
        page.page.close()


def placed(line: str) -> dict[str, str]:
    """Read off a position line what stands on which cell."""
    found = {}
    for army in line.split(" ")[0].split("/"):
        letter, _, groups = army.partition(":")
        for group in groups.split(";") if groups != "-" else ():
            code = "".join(c for c in group if c.isupper())
            for cell in group[len(code) :].split(","):
                found[cell.split("^")[0]] = f"{letter}:{code}"
    return found


def test_a_whole_game_is_stepped_through(opened: Any) -> None:
    text = random_record("aof6", 120)
    page = opened(text)
    page.press("Home")
    assert page.ply() == "#ply-0"
    for ply in range(121):
        assert page.ply() == f"#ply-{ply}"
        if ply % 10 == 0:
            line = aofref("show", "--format", "position", "--ply", str(ply), stdin=text).stdout
            assert page.cells() == placed(line), ply
        page.press("ArrowRight")
    assert page.ply() == "#ply-120"
    assert len(page.page.content()) < 1_000_000


@pytest.mark.parametrize("name", ["aof2", "proto-prelates", "sd2l-cohen", "heathen-europe"])
def test_other_games_and_views(opened: Any, name: str) -> None:
    text = random_record(name, 60)
    page = opened(text)
    last = placed(aofref("show", "--format", "position", stdin=text).stdout)
    assert page.cells() == last
    for kind, side in (("stacked", 0), ("stacked", 1), ("flat", 1)):
        page.page.select_option("#kind", kind)
        page.page.select_option("#side", str(side))
        assert page.cells() == last
    page.page.select_option("#pieces", "drawings")
    assert page.page.locator("#svg [data-m] use[href^='#d-']").count() == len(last)


def test_keys_buttons_and_links(opened: Any) -> None:
    page = opened(VARIED)
    assert page.ply() == "#ply-6"
    assert "Indian Pawn" in page.status() or "Indian" in page.status()
    page.press("ArrowLeft")
    assert page.ply() == "#ply-5"
    page.press("Home")
    page.page.click("#next")
    page.page.click("#next")
    assert page.ply() == "#ply-2"
    page.page.click("#back")
    page.page.click("#last")
    assert page.ply() == "#ply-6"
    page.page.click("#first")
    page.page.evaluate("location.hash = '#ply-4'")
    page.until(lambda: page.page.text_content(".here").startswith("P:"))
    page.page.fill("#slider", "3")
    assert page.ply() == "#ply-3"
    page.page.evaluate("document.activeElement.blur()")
    page.press("Home")
    page.press(" ")
    page.until(lambda: page.ply() == "#ply-2")
    page.press(" ")
    page.page.goto(f"{page.url}#ply-5")
    page.page.reload()
    assert page.ply() == "#ply-5"
    page.requests[:] = page.requests[:1]


def test_variations_are_followed(opened: Any) -> None:
    page = opened(VARIED)
    page.page.click("text=E:ga5-fa5")
    assert page.ply().startswith("#variation-")
    assert "in a variation" in page.status()
    assert page.cells()["fa5"] == "E:P"
    assert "ga5" not in page.cells()
    page.press("ArrowRight")
    assert page.cells()["fb4"] == "I:P"
    page.press("ArrowDown")
    assert page.cells()["ea3"] == "I:P"
    page.press("ArrowUp")
    assert page.cells()["fb4"] == "I:P"
    page.press("ArrowLeft")
    page.press("ArrowUp")
    assert page.ply() == "#ply-1"
    page.press("End")
    assert page.ply() == "#ply-6"


def test_a_record_is_untrusted_text(opened: Any) -> None:
    page = opened(VARIED)
    assert page.page.title() == "<b>a match</b>"
    shown = page.page.inner_text("body")
    assert "</script><script>document.title" in shown
    assert "Anna <script>" in shown
    assert page.page.locator("#scroll i, #armies script").count() == 0


def test_what_a_piece_may_do_is_shown(opened: Any) -> None:
    page = opened(VARIED, "--ply", "0")
    names = page.data()["cells"].split(" ")
    at = page.page.locator(f"#svg [data-c='{names.index('kd5')}']")
    at.click()
    said = page.page.text_content("#info")
    assert "European Elf kd5" in said
    for cell in aofref("moves", "--variant", "aof2", "--from", "kd5").stdout.split():
        assert cell.split("-")[1] in said
    assert page.page.text_content("#say") == said
    page.press("Escape")
    assert "Point at a piece" in page.page.text_content("#info")
    page.page.locator("#men").dispatch_event("pointerdown")
    page.page.select_option("#men", label="King db2")
    assert "Indian King db2 would have no move" in page.page.text_content("#info")


def test_the_board_is_walked_by_keys(opened: Any) -> None:
    page = opened(VARIED, "--ply", "0")
    page.page.focus("#svg [tabindex='0']")
    page.press("PageUp")
    label = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    before = page.ply()
    page.press("ArrowRight")
    assert page.page.evaluate("document.activeElement.getAttribute('aria-label')") != label
    assert page.ply() == before
    page.press("Enter")
    assert page.page.locator("#svg .self").count() == 1


def test_an_illegal_record_shows_its_proof_at_the_end(opened: Any) -> None:
    page = opened(REFUSED)
    assert page.page.is_visible("#proof")
    assert "kb7" in page.page.inner_text("#proof")
    page.press("ArrowLeft")
    assert not page.page.is_visible("#proof")


def test_print_has_a_diagram_a_round(opened: Any) -> None:
    page = opened(random_record("aof2", 40))
    page.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.page.emulate_media(media="print")
    assert page.page.locator("#rounds figure").count() == 10
    assert page.page.locator("#rounds figure").first.is_visible()
    assert not page.page.is_visible("#steps")


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_wider_than_the_window(opened: Any, width: int) -> None:
    for name in ("aof6", "sd2l-cohen", "heathen-europe"):
        page = opened(random_record(name, 30), width=width, height=844)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("text", [VARIED, REFUSED])
def test_axe_finds_no_serious_fault(opened: Any, theme: str, text: str) -> None:
    if not AXE and not REQUIRED:
        pytest.skip("axe-core is not installed (AOFREF_AXE)")
    page = opened(text)
    page.page.select_option("#theme", theme)
    page.page.select_option("#kind", "stacked")
    _axe(page.page)


def _axe(page: Any) -> None:
    script = Path(AXE).read_text("utf-8")
    page.evaluate(script)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (fault["id"], [node["target"] for node in fault["nodes"]][:5])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_a_gallery_shows_every_picture(browser: Any, tmp_path: Path) -> None:
    assert "gallery" in command_names()
    found = aofref("gallery", str(FIXTURES / "records"), "--output-dir", str(tmp_path / "made"))
    assert found.exit_code == 0
    page = Page(browser, tmp_path / "made" / "index.html", height=9000)
    page.page.wait_for_load_state("networkidle")
    loaded = page.page.evaluate("[...document.images].map(image => image.naturalWidth > 0)")
    assert len(loaded) > 20
    assert all(loaded)
    assert page.faults == []
    assert all(url.startswith((tmp_path / "made").as_uri()) for url in page.requests)
    page.page.click("article h2 a >> nth=0")
    assert page.page.locator("#svg").count() == 1
    page.page.close()

"""A real browser for tests of pages: Debian's Chromium without its windows, driven by Playwright.

The whole Chromium takes three times as long for a page.  Where it or axe-core is missing these
tests are skipped, save that under AOFREF_BROWSER=yes, which .ci/test.sh sets, they fail.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import aofref

REQUIRED = os.environ.get("AOFREF_BROWSER") == "yes"
CHROMIUM = shutil.which("chromium-headless-shell")
AXE = os.environ.get("AOFREF_AXE", "")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    *("--in-process-gpu", "--num-raster-threads=1"),
]

if REQUIRED or CHROMIUM:
    sync_api: Any = (
        import_module("playwright.sync_api")
        if REQUIRED
        else pytest.importorskip("playwright.sync_api")
    )
else:
    pytest.skip(
        "chromium-headless-shell is not installed, so no page is tried", allow_module_level=True
    )


@pytest.fixture(scope="module")
def browser(pytestconfig: pytest.Config) -> Any:
    return _launched(pytestconfig)


@cache
def _launched(config: pytest.Config) -> Any:
    """Launch the browser of all modules, which ends with the tests: to launch one takes a second."""
    found = sync_api.sync_playwright().start()
    launched = found.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    config.add_cleanup(found.stop)
    config.add_cleanup(launched.close)  # the last that is added is the first that is called
    return launched


def followed(page: Any) -> None:
    """Wait until a page has followed a new width, or a link in it."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


class Page:
    """A page under test: what it asked for, said and threw is kept."""

    def __init__(
        self, browser: Any, path: Path, width: int = 1440, height: int = 1000, used: Any = None
    ) -> None:
        self.page = used or browser.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.heard: dict[str, Callable[[Any], None]] = {
            "request": lambda request: self.requests.append(request.url),
            "pageerror": lambda error: self.faults.append(str(error)),
            "console": lambda said: self.faults.append(said.text) if said.type == "error" else None,
        }
        for event, kept in self.heard.items():
            self.page.on(event, kept)
        self.url = path.as_uri()
        self.page.goto(self.url)

    def left(self) -> Any:
        """Return the browser's page to be used again, as a new one: to make one takes a third of a second."""
        for event, kept in self.heard.items():
            self.page.remove_listener(event, kept)
        self.page.evaluate("localStorage.clear()")
        self.page.goto("about:blank")  # before what would have the page drawn anew
        self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null")
        self.page.mouse.move(0, 0)
        return self.page

    def cells(self) -> dict[str, str]:
        """Read off the drawing what stands on which cell: army and code by cell."""
        found: dict[str, list[str]] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("#board [data-m]")].map(man => [
                document.querySelector(`#board [data-c="${man.dataset.m}"]`) && man.dataset.m,
                [man.firstChild.getAttribute("class").slice(-1), man.firstChild.getAttribute("href")?.slice(3) ?? "", man.textContent]]))"""
        )
        names, data = self.names(), self.data()
        letters, codes = data["letters"], data["codes"]
        return {
            names[int(cell)]: f"{letters[int(army)]}:{codes[int(kind)] if kind else text}"
            for cell, (army, kind, text) in found.items()
        }

    def names(self) -> list[str]:
        """Read off the data of the page which cells there are, in the order of their names."""
        data = self.data()
        rows = [(first[0], first[1:], count) for first, count, *_ in data["columns"]]
        columns = [
            letter + (str(int(rest) + n) if rest.isdigit() else chr(ord(rest) + n))
            for letter, rest, count in rows
            for n in range(count)
        ]
        pairs = product(columns, data["levels"])
        every = (on + column if data["first"] else column + on for column, on in pairs)
        return sorted(set(every).difference(data["lacking"].split(" ")))

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.text_content("#data"))
        return found

    def visit(self, part: str = "") -> None:
        """Open the page anew, at a part of it."""
        self.page.goto("about:blank")
        self.page.goto(self.url + part)

    def enter(self, text: str) -> None:
        """Type a text where moves are brought."""
        self.page.fill("#bring", text)
        self.press("Enter")

    def middle(self, what: str) -> tuple[float, float]:
        box = self.page.locator(what).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: str, end: str) -> None:
        """Drag what is at one place to another, where it is still held."""
        self.page.mouse.move(*self.middle(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(end), steps=4)

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

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})
        self.until(lambda: bool(self.page.evaluate("width => innerWidth === width", width)))
        followed(self.page)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def status(self) -> str:
        found: str = self.page.text_content("#status")
        return found


def axe(page: Any, *, every: bool = False) -> None:
    """Look for what would keep people from reading a page; for `every` fault, or the serious."""
    if not AXE and not REQUIRED:
        pytest.skip("axe-core is not installed (AOFREF_AXE)")
    page.evaluate(Path(AXE).read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [
        (fault["id"], [node["target"] for node in fault["nodes"]][:5])
        for fault in found["violations"]
        if every or fault["impact"] in ("serious", "critical")
    ]
    assert serious == [], serious


SPARE = list[Any]()
"""The pages of the browser that no test uses."""


@pytest.fixture
def visited(browser: Any) -> Iterator[Callable[..., Page]]:
    """Open pages, which ask nothing of the network and break nothing."""
    made: list[Page] = []

    def visit(path: Path, width: int = 1440, height: int = 1000) -> Page:
        made.append(Page(browser, path, width, height, SPARE.pop() if SPARE else None))
        return made[-1]

    yield visit
    for page in made:
        assert {address.partition("#")[0] for address in page.requests} == {page.url}
        assert page.faults == []
        SPARE.append(page.left())


@pytest.fixture
def opened(visited: Any, tmp_path: Path) -> Any:
    """Open the pages of records."""
    numbers = count()

    def opener(text: str, *options: str, width: int = 1440, height: int = 1000) -> Page:
        path = tmp_path / f"page-{next(numbers)}.html"
        found = aofref("show", "--format", "html", *options, stdin=text)
        path.write_text(found.stdout, "utf-8")
        page: Page = visited(path, width, height)
        return page

    return opener


@pytest.fixture
def board(visited: Any, tmp_path: Path) -> Callable[..., Page]:
    """Open the boards of games."""

    def opener(*args: str, width: int = 1366, height: int = 768) -> Page:
        path = tmp_path / "board.html"
        path.write_text(aofref("board", *args).stdout, "utf-8")
        page: Page = visited(path, width, height)
        return page

    return opener

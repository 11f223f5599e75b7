"""The page of a record in a real browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from aofref import games
from aofref.cli.commands import names as command_names
from aofref.judge.replay.opening import Setting
from aofref.notation import positions
from aofref.report.text.caption import spoken
from tests.browsing import Page, axe, browser, opened, spare, visited
from tests.helpers import FIXTURES, aofref, game
from tests.judging import viewed
from tests.pages import random_record, standing
from tests.report.test_page import LEAVING

__all__ = ["browser", "opened", "spare", "visited"]

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


def placed(line: str) -> dict[str, str]:
    return {cell: f"{army}:{code}" for army, code, cell, _ in standing(line)}


PRESSED = """([key, times]) => {
    const ways = [];
    for (let n = 0; n < times; n += 1) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        ways.push(location.hash);
    }
    return ways;
}"""


def test_a_whole_game_is_stepped_through(opened: Any) -> None:
    text = random_record("aof6", 60)
    page = opened(text)
    assert len(page.page.content()) < 1_000_000
    page.press("Home")
    assert page.ply() == "#ply-0"
    for ply in range(20, 61, 20):
        passed = page.page.evaluate(PRESSED, ["ArrowRight", 20])
        assert passed == [f"#ply-{n}" for n in range(ply - 19, ply + 1)]
        line = aofref("show", "--format", "position", "--ply", str(ply), stdin=text).stdout
        assert page.cells() == placed(line), ply
        assert page.page.text_content("#count") == f"{ply} of 60"


SPOKEN = """() => {
    const said = [];
    document.querySelector("#first").click();
    for (;;) {
        said.push(document.querySelector("#status").textContent);
        if (document.querySelector("#next").disabled) return said;
        document.querySelector("#next").click();
    }
}"""


@pytest.mark.parametrize(
    "name", ["aof2-00-first", "aof6-02-last-of-three", "sd2l-sling-01-checkmate"]
)
def test_the_page_writes_each_ply_as_it_is_spoken(opened: Any, name: str) -> None:
    text = (FIXTURES / "records" / f"{name}.aof").read_text("utf-8")
    page, view = opened(text), viewed(text)
    said = [spoken(view, node) for node in view.main]
    assert len(said) > 8
    assert page.page.evaluate(SPOKEN) == said


ARMIES = "() => [...document.querySelectorAll('#armies i')].map(one => one.textContent)"


def test_the_armies_are_told_who_has_left_at_each_ply(opened: Any) -> None:
    page = opened(LEAVING)
    assert page.page.evaluate(ARMIES) == ["", "forfeited", "to move", ""]
    page.press("ArrowDown")
    assert page.page.evaluate(ARMIES) == ["", "resigned", "to move", ""]
    page.press("Home")
    assert page.page.evaluate(ARMIES) == ["to move", "", "", ""]
    won = (FIXTURES / "records" / "aof2-01-en-passant.aof").read_text("utf-8")
    page = opened(won)
    assert page.page.evaluate(ARMIES) == ["checkmated", "checkmated", "won", "checkmated"]
    page.press("Home")
    assert "checkmated" not in page.page.evaluate(ARMIES)


POSITION = "() => document.querySelector('#board').dataset.position"


@pytest.mark.parametrize(
    "record",
    [
        VARIED,
        '[Variant "hec"]\n\n1. ac2-ad2 B:resigns 1-0\n',
        '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:Rba2-fa2 {[%arbiter stands]} J:resigns P:Cjh2-ge3 *\n',
        '[Variant "hec"]\n\n1. ac2-ad2 af4-bb2 {[%arbiter stands]} ad2-ad3 {[%arbiter forfeits]} *\n',
        '[Variant "aof2"]\n\n1. E:Lha5-fb3 J:Sha1-fb1 {[%arbiter stands]} P:jg3-jf3 *\n',
        '[Variant "chess"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 98 60"]\n\nKe1-d1 Ke8-d8 *\n',
    ],
)
def test_the_page_names_the_position_that_is_shown(opened: Any, record: str) -> None:
    page, view = opened(record, "--as-played"), viewed(record, Setting(as_played=True))
    for number in reversed(view.main):
        assert page.page.evaluate(POSITION) == positions.write(view.position(number))
        assert page.status().strip() == spoken(view, number)
        page.press("ArrowLeft")
    assert not page.page.is_visible("#reason")


def test_what_the_referee_has_found_counts(visited: Any, tmp_path: Path) -> None:
    """A page whose own position differs shows the referee's, and nothing is played on."""
    record = random_record("aof2", 8)
    text = aofref("show", "--format", "html", stdin=record).stdout
    line = aofref("show", "--format", "position", stdin=record).stdout.strip()
    other = line.replace("Kjb5", "Kfa5")
    assert text.count(line) == 1 and other != line
    (tmp_path / "page.html").write_text(text.replace(line, other), "utf-8")
    page = visited(tmp_path / "page.html")
    assert page.page.evaluate(POSITION) == other and page.cells()["fa5"] == "E:K"
    page.until(lambda: page.page.is_visible("#reason"))
    assert page.page.get_attribute("#reason", "data-code") == "differs"
    page.page.click('[data-cell="fa5"]')
    assert page.page.locator('[aria-label$="can be chosen"]').count() == 0
    assert page.page.text_content("#move") == ""


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
    page.until(lambda: page.page.text_content(".here") == "Cjh2-ge3+I")
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
    names = page.names()
    at = page.page.locator(f"#svg [data-c='{names.index('kd5')}']")
    at.click()
    said = page.page.text_content("#info")
    assert "European Elf kd5" in said
    for cell in aofref("moves", "--variant", "aof2", "--from", "kd5").stdout.split():
        assert cell.split("-")[1] in said
    assert page.page.text_content("#say") == said
    page.press("Escape")
    assert page.page.text_content("#info") == "European to move: choose a piece, then a cell."
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
    page = opened(REFUSED, width=1366, height=768)
    assert page.page.is_visible("#proof")
    assert "kb7" in page.page.inner_text("#proof")
    assert "Refused: J:ka1-kb7: no-such-cell" in page.status()
    page.press("ArrowLeft")
    assert not page.page.is_visible("#proof")
    assert "Refused" not in page.status()
    page = opened(VARIED + "J:Rka2-ka4\n", width=1366, height=768)
    box = page.page.locator("#status strong").bounding_box()
    assert box["y"] + box["height"] < 768
    assert page.page.locator("#svg .cross").count() == 1
    assert page.page.locator("#svg .refused").count() == 2


SHEETS = re.compile(rb"/Type\s*/Page\b")


def test_paper_holds_a_position_or_the_whole_game(opened: Any) -> None:
    page = opened(random_record("aof6", 24))
    page.press("ArrowLeft")
    assert len(SHEETS.findall(page.page.pdf(format="A4"))) == 1
    page.page.evaluate("window.print = () => {}")
    page.page.click("#print")
    page.page.emulate_media(media="print")
    assert page.page.locator("#rounds figure").count() == 6
    assert page.page.locator("#rounds figure").first.is_visible()
    assert page.page.locator("#board").is_visible() and "Ply 24" in page.status()  # the cover
    assert not page.page.is_visible("#steps")
    assert len(SHEETS.findall(page.page.pdf(format="A4"))) == 1 + 6 / 2
    assert page.ply() == "#ply-23" and page.page.locator("#rounds figure").count() == 0


def test_a_laptop_shows_a_level_that_can_be_read(opened: Any) -> None:
    for name in ("aof6", "aof2"):
        page = opened(random_record(name, 60), width=1366, height=768)
        letters = page.page.evaluate(
            """() => [...document.querySelectorAll("#svg .p")].map(text =>
                parseFloat(getComputedStyle(text).fontSize) * text.getCTM().a)"""
        )
        assert max(letters) >= 13  # a code of two letters on the level in hand
        assert min(letters) >= 7
        page.page.click("#svg .pick >> nth=0", position={"x": 2, "y": 60})
        assert page.page.text_content("#svg .lev:not(.small)") == "level 1"
        page.page.select_option("#size", "wide")
        assert page.page.locator("#svg .lev:not(.small)").count() == 5
        assert page.page.locator("#board").bounding_box()["width"] > 1300


MEASURED = """() => {
    const data = JSON.parse(document.querySelector("#data").textContent);
    const size = text => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
    const middle = it => { const at = it.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; };
    const cells = [...document.querySelectorAll("#svg [data-cell]")];
    const places = cells.map(middle), wide = cells.map(cell => cell.getBoundingClientRect().width);
    const near = ([x, y]) => places.reduce((best, [u, v], at) =>
        Math.hypot(u - x, v - y) < Math.hypot(places[best][0] - x, places[best][1] - y) ? at : best, 0);
    const around = [...document.querySelectorAll("#svg .axis text:not(.n)")];
    return {
        names: around.map(text => [text.textContent, size(text), cells[near(middle(text))].dataset.cell]),
        letters: [...document.querySelectorAll("#svg .p")].map(size),
        cells: cells.map((cell, at) => [cell.dataset.cell, wide[at], ...places[at]]),
        off: [...document.querySelectorAll("#svg [data-m]")].map(man => {
            const [x, y] = middle(man.querySelector("use")), [u, v] = places[man.dataset.m];
            return [Math.abs(x - u), Math.abs(y - v)].concat(wide[man.dataset.m]);
        }),
    };
}"""

WINDOWS = [(390, 844), (1366, 768), (1366, 650)]


@pytest.mark.parametrize(
    "name, width, height",
    [
        *((name, *size) for name in (*games.IDS, "glinski") for size in WINDOWS[::2]),
        *((name, *WINDOWS[1]) for name in ("aof2", "aof6", "glinski")),
    ],
)
def test_names_around_every_level_are_read_in_any_window(
    opened: Any, name: str, width: int, height: int
) -> None:
    page = opened(f'[Variant "{name}"]\n\n*\n', width=width, height=height)
    of, found = game(name).board, page.page.evaluate(MEASURED)
    level = dict(zip(of.names, of.levels, strict=True))
    around: dict[str, list[str]] = {at: [] for at in of.levels}
    for text, size, near in found["names"]:
        assert size >= 11
        around[level[near]].append(text)
    scale = {level[cell]: wide for cell, wide, *_ in found["cells"]}
    for at, names in around.items():
        files = {name[0] for name, on in zip(of.columns, of.levels, strict=True) if on == at}
        assert len(names) >= len(files) / (1 if scale[at] > 16 else 2)  # all, or every second
    assert min(found["letters"]) >= 7
    for x, y, wide in found["off"]:  # a shield is not as high above its middle as below it
        assert x < 0.5 and y < 0.04 * wide
    assert scale[level[royal(name)]] == pytest.approx(max(scale.values()), 1e-4)


def royal(name: str) -> str:
    """Give the cell of the King of the army to move, at the start (RULES 10)."""
    line = aofref("show", "--variant", name, "--format", "position", stdin="*\n").stdout
    return line.split(":K")[1].split(";")[0]


def test_a_board_fills_its_frame_and_no_level_is_smaller_for_that(opened: Any) -> None:
    """The level of the King of the army to move is the large one: ca1, as the array has it."""
    for height in (650, 700, 768):
        page = opened('[Variant "hec"]\n\n*\n', width=1366, height=height)
        wide = {cell: size for cell, size, *_ in page.page.evaluate(MEASURED)["cells"]}
        frame = page.page.locator("#board").bounding_box()["width"]
        drawn = page.page.evaluate(
            """() => { const all = [...document.querySelectorAll("#svg [data-cell]")].map(cell =>
                cell.getBoundingClientRect()); return Math.max(...all.map(box => box.right)) -
                Math.min(...all.map(box => box.left)); }"""
        )
        assert drawn > (0.85 if height < 768 else 0.93) * frame and wide["ca1"] > 1.3 * wide["da1"]
        page.page.select_option("#size", "all")
        alike = {cell: size for cell, size, *_ in page.page.evaluate(MEASURED)["cells"]}
        assert wide["da1"] >= alike["da1"] - 0.5 or height < 768


def test_the_slider_is_as_wide_as_the_board(opened: Any) -> None:
    for width, height in WINDOWS:
        page = opened(random_record("hec", 6), width=width, height=height)
        slider, board = (page.page.locator(at).bounding_box() for at in ("#slider", "#board"))
        assert slider["width"] == pytest.approx(board["width"], abs=4)
        assert page.page.text_content("#play") == "Replay"


def test_no_caption_is_cut(opened: Any) -> None:
    record = (FIXTURES / "records" / "aof6-04-joint-winners.aof").read_text("utf-8")
    page = opened(record, width=390, height=844)
    for kind in ("#status", "#info"):
        high, whole = page.page.evaluate(
            f"(({{clientHeight, scrollHeight}}) => [clientHeight, scrollHeight])(document.querySelector('{kind}'))"
        )
        assert whole <= high + 1


def test_four_levels_of_squares_stand_two_by_two(opened: Any) -> None:
    for height in (650, 700, 768):
        page = opened('[Variant "hec"]\n\n*\n', width=1366, height=height)
        page.page.select_option("#size", "all")
        at = {cell: (x, y) for cell, _, x, y in page.page.evaluate(MEASURED)["cells"]}
        assert at["da1"][1] == at["ca1"][1] < at["ba1"][1] == at["aa1"][1]
        assert at["da1"][0] == at["ba1"][0] < at["ca1"][0] == at["aa1"][0]
        dock = page.page.locator("#dock").bounding_box()["y"]
        assert at["aa1"][1] < dock


@pytest.mark.parametrize("width, height", WINDOWS[::2])
@pytest.mark.parametrize("name", ["aof2", "aof6", "sd2l-cohen", "glinski"])
def test_every_cell_is_named_when_asked(opened: Any, name: str, width: int, height: int) -> None:
    page = opened(f'[Variant "{name}"]\n\n*\n', width=width, height=height)
    page.page.select_option("#names", "all")
    named = page.page.evaluate(
        """() => [...document.querySelectorAll("#svg .n")].map(text => {
            const at = text.getBoundingClientRect(); return [text.textContent,
                parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, at.x, at.right, at.width]; })"""
    )
    assert [text for text, *_ in named] == list(game(name).board.names)
    assert min(size for _, size, *_ in named) >= 11
    assert min(x for _, _, x, *_ in named) >= 0 and max(at[3] for at in named) <= width
    assert page.page.text_content("#narrow") == ""
    page.page.set_viewport_size({"width": 250, "height": height})
    page.until(lambda: page.page.text_content("#narrow") != "")
    assert page.page.locator("#svg .n").count() == 0
    assert page.page.locator("#svg .axis text").count() > 10


def test_the_marks_are_explained(opened: Any) -> None:
    page = opened(VARIED)
    told = page.page.text_content("#marks")
    for words in (
        *("the last move", "it may go there", "it captures there", "is refused"),
        *("the same column on another level", "border of the Drum and the Subcamps"),
        *("a step along a hex diagonal keeps the colour", "not a cell of this level"),
        *("a royal piece in check", "from another level", "from 1 to 2"),
        "A cell is named by the letters of its two lines, the later of the alphabet first",
    ):
        assert words in told
    for kind in ("go", "take", "last", "far", "beside", "w", "t0", "g", "end", "check"):
        assert page.page.locator(f"#marks svg .{kind}").count(), kind


def test_no_text_is_clipped(opened: Any) -> None:
    refused = VARIED + "J:Rka2-ka4\n"
    for width in (390, 1366):
        page = opened(refused, width=width, height=844)
        wide, room = page.page.evaluate(
            "(at => [at.scrollWidth, at.clientWidth])(document.querySelector('pre'))"
        )
        assert wide <= room
        page = opened(VARIED, width=width, height=844)
        text = page.page.evaluate(
            """() => { const select = document.querySelector("#resign"), style = getComputedStyle(select);
                const pen = document.createElement("canvas").getContext("2d");
                pen.font = style.font;
                return [pen.measureText("Resign…").width + 30, select.getBoundingClientRect().width]; }"""
        )
        assert text[0] <= text[1]  # with the arrow of a list


def test_the_address_of_the_last_ply_and_one_that_cannot_be_read(opened: Any) -> None:
    for part in ("#ply-6", "#%", "#%E0%A4%A"):
        page = opened(VARIED)
        page.page.goto("about:blank")
        page.page.goto(page.url + part)
        assert page.page.text_content("#count") == "6 of 6"
        assert page.ply() == "#ply-6" and page.page.input_value("#slider") == "6"
        page.requests[:] = page.requests[:1]


def test_a_withdrawal_between_two_leaves_the_board_as_it_stood(opened: Any) -> None:
    page = opened('[Variant "hec"]\n\n1. ac2-ad2 B:resigns 1-0\n')
    assert page.cells()["cf6"] == "B:K" and page.cells()["ad2"] == "W:P"
    assert "Black resigns. The game is over: W" in page.status().replace("White", "W")
    assert page.page.locator("#armies .gone").count() == 0
    press = "document.querySelector('[data-cell=\"ab2\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    page.page.evaluate(press)
    assert "White Knight ab2" in page.page.text_content("#info")


def test_the_page_of_a_decided_game_speaks_of_no_option(opened: Any) -> None:
    text = '[Variant "hec"]\n\n1. ac2-ad2 af4-bb2 {[%%arbiter %s] by Eva} *\n'
    for verdict, words in (
        ("stands", "the move stands"),
        ("takeback", "the move is taken back"),
        ("forfeits", "the army forfeits the game"),
    ):
        page = opened(text % verdict)
        shown = page.page.inner_text("body") + page.page.inner_text("#proof")
        assert f"an arbiter has decided: {words}" in shown
        assert "--" not in shown and "record:" not in shown


def test_what_is_printed_has_names(opened: Any, tmp_path: Path) -> None:
    record = '[Variant "hec"]\n\n1. ac2-ad2 cf4-cf2 2. ad2-ad3 *\n'
    for width, height in WINDOWS:
        page = opened(record, width=width, height=height)
        page.page.evaluate("window.print = () => {}")
        page.page.click("#print")
        page.page.set_viewport_size({"width": 703, "height": 1000})  # as wide as A4 is printed
        page.page.emulate_media(media="print")
        sizes = page.page.evaluate(
            """() => [document.querySelector("#svg"), ...document.querySelectorAll("#rounds figure svg")].map(svg =>
                12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width *
                Math.min(1, svg.getBoundingClientRect().height * svg.viewBox.baseVal.width
                    / svg.viewBox.baseVal.height / svg.getBoundingClientRect().width))"""
        )
        assert len(sizes) == 3 and min(sizes) >= 11
        page.page.pdf(format="A4", path=str(tmp_path / "made.pdf"))
        if shutil.which("pdftotext"):
            told = subprocess.run(
                ["pdftotext", str(tmp_path / "made.pdf"), "-"], capture_output=True, check=True
            ).stdout.decode()
            for text in ("e", "4", "5"):  # no pieces: four levels of three diagrams
                assert told.split().count(text) >= 12, text


def test_a_telephone_shows_every_moved_cell(opened: Any) -> None:
    page = opened(random_record("aof6", 30), width=390, height=844)
    page.page.evaluate(
        """() => { window.shifted = 0; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) window.shifted += entry.hadRecentInput ? 0 : entry.value;
        }).observe({type: "layout-shift", buffered: true}); }"""
    )
    page.press("Home")
    page.page.click("#next")
    hidden = page.page.evaluate(
        """() => {
            const hidden = [];
            while (!document.querySelector("#next").disabled) {
                document.querySelector("#next").click();
                const dock = document.querySelector("#dock").getBoundingClientRect().top;
                for (const cell of document.querySelectorAll("#svg .last")) {
                    const box = cell.getBoundingClientRect();
                    if (box.top < 0 || box.bottom > dock) hidden.push(location.hash);
                }
            }
            return hidden;
        }"""
    )
    assert hidden == [] and page.ply() == "#ply-30"
    assert page.page.evaluate("window.shifted") < 0.1
    row = [
        page.page.locator(f"#{one}").bounding_box() for one in ("first", "last", "play", "count")
    ]
    assert max(box["y"] for box in row) < min(box["y"] + box["height"] for box in row)


def test_a_check_from_another_level_is_ringed(opened: Any) -> None:
    page = opened(VARIED.split("\n2. ")[0] + "\n")
    for kind in ("flat", "stacked"):
        page.page.select_option("#kind", kind)
        assert page.page.locator("#svg circle.check").count() == 1
        assert page.page.locator("#svg .far").count() == 1
        assert page.page.locator("#svg .arrow, #svg .by").count() == 0
        assert page.page.locator("#svg .end").all_text_contents() == ["1", "2"]
    page.press("ArrowLeft")
    assert (
        page.page.locator("#svg .end").count() == 0 or page.page.locator("#svg .arrow").count() == 0
    )


def test_the_pieces_on_the_board_are_explained(opened: Any) -> None:
    page = opened('[Variant "aof2"]\n[Position "E:Kjb5;Rka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"]\n\n*\n')
    shown = page.page.locator("#legend dl div:visible")
    assert [" ".join(text.split()) for text in shown.all_text_contents()] == [
        "K Kingsteps along orthogonals or root-2 diagonals; royal",
        "R Rookrides along orthogonals",
    ]
    assert shown.locator("svg use").count() == 2


def test_a_page_without_its_script(browser: Any, tmp_path: Path) -> None:
    text = random_record("aof2", 40)
    found = aofref("show", "--format", "html", stdin=text)
    (tmp_path / "page.html").write_text(found.stdout)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri() + "#ply-7")
    drawn = [*page.locator("noscript pre").text_content().split("\n")]
    last = aofref("show", "--color", "never", stdin=text).stdout
    assert len(drawn) > 10 and all(line in last for line in drawn)
    assert not page.is_visible("#board")
    assert page.locator("#record p").is_visible()
    moves = [move for move in text.split("\n\n")[1].split() if move[0].isupper()]
    assert len(moves) == 40 and all(move in page.text_content("#record") for move in moves)
    assert not page.is_visible("#steps") and not page.is_visible("#options")
    context.close()


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_wider_than_the_window(opened: Any, width: int) -> None:
    for name in ("aof6", "sd2l-cohen", "heathen-europe"):
        page = opened(random_record(name, 30), width=width, height=844)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("text", [VARIED, REFUSED])
def test_axe_finds_no_serious_fault(opened: Any, theme: str, text: str) -> None:
    page = opened(text)
    page.page.select_option("#theme", theme)
    page.page.select_option("#kind", "stacked")
    axe(page.page)


def test_a_piece_that_is_chosen_leads_to_its_chapter(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "a.aof").write_text(random_record("aof2", 4), "utf-8")
    made = tmp_path / "made"
    assert aofref("gallery", "--rules", str(tmp_path), "--output-dir", str(made)).exit_code == 0
    page = Page(browser, made / "a.html")
    number = page.names().index("jb4")
    page.page.click(f'#svg [data-c="{number}"]')
    assert page.page.text_content("#info").startswith("European Gryphon")
    page.page.click("#info a")
    page.until(lambda: page.page.url.endswith("rules-aof2.html#piece-Y"))
    assert page.page.text_content("#piece-Y h3").split() == ["Gryphon", "Y"]
    assert page.faults == []
    page.page.close()


def test_a_gallery_shows_every_picture(browser: Any, tmp_path: Path) -> None:
    assert "gallery" in command_names()
    for record in sorted((FIXTURES / "records").glob("*-0[12]-*.aof")):
        shutil.copy(record, tmp_path)
    found = aofref("gallery", str(tmp_path), "--output-dir", str(tmp_path / "made"))
    assert found.exit_code == 0
    page = Page(browser, tmp_path / "made" / "index.html", height=9000)
    page.page.wait_for_load_state("networkidle")
    loaded = page.page.evaluate("[...document.images].map(image => image.naturalWidth > 0)")
    assert len(loaded) >= 12
    assert all(loaded)
    assert page.faults == []
    assert all(url.startswith((tmp_path / "made").as_uri()) for url in page.requests)
    page.page.click("article h2 a >> nth=0")
    assert page.page.locator("#svg").count() == 1
    page.page.close()

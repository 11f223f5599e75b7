"""The page of a record in a real browser."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from aofref import games
from aofref.cli.commands import COMMANDS
from aofref.judge.replay.opening import Setting
from aofref.notation import positions
from aofref.report.text.caption import spoken
from tests.browsing import Page, axe, browser, opened, visited
from tests.helpers import FIXTURES, aofref, game, sampled
from tests.judging import judged_as
from tests.pages import random_record, standing
from tests.report.test_page import LEAVING
from tests.report.test_play import position
from tests.report.test_rulebook_in_browser import WATCHED, printed, sheets_of

__all__ = ["browser", "opened", "visited"]

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
    text = random_record("aof6", 40)
    page = opened(text)
    assert len(page.page.content()) < 1_000_000
    page.press("Home")
    assert page.ply() == "#ply-0"
    for ply in range(20, 41, 20):
        passed = page.page.evaluate(PRESSED, ["ArrowRight", 20])
        assert passed == [f"#ply-{n}" for n in range(ply - 19, ply + 1)]
        line = aofref("show", "--format", "position", "--ply", str(ply), stdin=text).stdout
        assert page.cells() == placed(line), ply
        assert page.page.text_content("#count") == f"{ply} of 40"
    page.page.set_viewport_size({"width": 1366, "height": 360})
    page.page.reload()
    for key, times in (("", 0), ("ArrowLeft", 20), ("ArrowLeft", 15)):
        page.page.evaluate(PRESSED, [key, times])
        above, top, bottom, below = page.page.evaluate(LISTED)
        assert above <= top < bottom <= below, key


LISTED = """() => {
    const box = id => document.querySelector(id).getBoundingClientRect();
    const [list, ply] = [box("#scroll"), box("#scroll [aria-current]")];
    return [list.top, ply.top, ply.bottom, list.bottom];
}"""


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
    "name",
    sampled(
        ["aof2-00-first", "aof6-02-last-of-three", "sd2l-sling-01-checkmate"],
        "aof2-00-first",
        "sd2l-sling-01-checkmate",
    ),
)
def test_the_page_writes_each_ply_as_it_is_spoken(opened: Any, name: str) -> None:
    text = (FIXTURES / "records" / f"{name}.aof").read_text("utf-8")
    page, judged = opened(text), judged_as(text)
    said = [spoken(judged, judged.plies[:count]) for count in range(len(judged.plies) + 1)]
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
    page, judged = opened(record, "--as-played"), judged_as(record, Setting(as_played=True))
    at = [*(before for before, _ in judged.moves()), judged.last]
    for count, stood in reversed([*enumerate(at)]):
        assert position(page) == positions.write(stood)
        assert page.status().strip() == spoken(judged, judged.plies[:count])
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
    assert position(page) == other and page.cells()["fa5"] == "E:K"
    page.until(lambda: page.page.is_visible("#reason"))
    assert page.page.get_attribute("#reason", "data-code") == "differs"
    page.page.click('[data-cell="fa5"]')
    assert page.page.locator('[aria-label$="can be chosen"]').count() == 0
    assert page.page.text_content("#move") == ""


@pytest.mark.parametrize(
    "name",
    sampled(["aof2", "proto-prelates", "sd2l-cohen", "heathen-europe"], "aof2", "heathen-europe"),
)
def test_other_games_and_views(opened: Any, name: str) -> None:
    text = random_record(name, 60)
    page = opened(text)
    last = placed(aofref("show", "--format", "position", stdin=text).stdout)
    assert page.cells() == last
    for choice in ("#flip", "#view", "#names"):
        page.page.click(choice)
        assert page.cells() == last
    assert page.page.locator("#board [data-m] use[href^='#d-']").count() == len(last)
    page.page.click("#pieces")
    assert page.page.locator("#board [data-m] .p").count() == len(last)


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
    page.until(lambda: page.page.text_content("[aria-current]") == "Cge3+I")
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


def test_variations_are_followed(opened: Any) -> None:
    page = opened(VARIED)
    page.page.click("text=E:fa5")
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
    players = "Anna <script>document.title='broken'</script> – Bela & 'sons' – Carl – Dora"
    assert page.page.title() == f"{players}, <b>a match</b>"
    assert page.page.text_content("h1") == players
    shown = page.page.inner_text("body")
    assert "</script><script>document.title" in shown
    assert "Anna <script>" in shown
    assert page.page.locator("#scroll i, #armies script").count() == 0


def test_what_a_piece_may_do_is_shown(opened: Any) -> None:
    page = opened(VARIED, "--ply", "0")
    names = page.names()
    at = page.page.locator(f"#board [data-c='{names.index('kd5')}']")
    at.click()
    said = page.page.text_content("#info")
    assert "European Elf on kd5" in said
    for cell in aofref("moves", "--variant", "aof2", "--from", "kd5").stdout.split():
        assert cell.split("-")[1] in said
    assert said == page.page.text_content("#say") + " How the Elf moves"
    page.page.click("#info a")
    page.until(lambda: page.ply() == "#piece-L")
    entry = page.page.locator("#piece-L:target")
    assert entry.is_visible() and "Elf" in entry.text_content()
    page.press("Escape")
    assert page.page.text_content("#info") == "European to move: choose a piece, then a cell."
    page.page.click('[data-cell="db2"]')
    assert "Indian King on db2 would have no move" in page.page.text_content("#info")


LOST = """() => [...document.querySelectorAll('#armies small')].map(one => one.getAttribute("aria-label"))"""


def test_each_army_has_what_it_has_lost(opened: Any) -> None:
    """Hand counts: the Elf and the Camel on hc3, and a Pawn that is taken en passant."""
    page = opened(VARIED)
    page.until(lambda: page.page.evaluate(LOST) == ["lost L", "", "lost P", ""])
    page.press("Home")
    assert page.page.evaluate(LOST) == [""] * 4
    page = opened('[Variant "chess"]\n\n1. e2-e4 a7-a6 2. e4-e5 d7-d5 3. e5xd6ep *\n')
    page.until(lambda: page.page.evaluate(LOST) == [", ahead by 1", "lost P"])
    assert page.page.inner_text("#armies li:first-child small").strip() == "+1"
    assert page.page.locator("#armies li:last-child small use").count() == 1


def test_the_right_button_draws_until_the_next_click(opened: Any) -> None:
    page = opened('[Variant "chess"]\n\n1. e2-e4 *\n', "--ply", "0")
    drawn = page.page.locator("#board :is(.drawn, .sketch) > *")

    def draw(start: str, end: str) -> None:
        for cell, act in ((start, page.page.mouse.down), (end, page.page.mouse.up)):
            page.page.mouse.move(*page.middle(f'[data-cell="{cell}"]'))
            act(button="right")

    draw("d4", "d4")
    draw("g1", "f3")
    assert drawn.count() == 3  # a cell, and the two parts of an arrow
    draw("d4", "d4")
    assert drawn.count() == 2
    page.page.click("#next")
    assert drawn.count() == 0
    draw("d5", "d5")
    page.page.click('[data-cell="a4"]')
    assert drawn.count() == 0 and page.ply() == "#ply-1"


def test_the_board_is_walked_by_keys(opened: Any) -> None:
    page = opened(VARIED, "--ply", "0")
    page.page.focus("#board [tabindex='0']")
    page.press("PageUp")
    label = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    before = page.ply()
    page.press("ArrowRight")
    assert page.page.evaluate("document.activeElement.getAttribute('aria-label')") != label
    assert page.ply() == before
    page.press("Enter")
    assert page.page.locator("#board .self").count() == 1


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
    assert page.page.locator("#board .cross").count() == 1
    assert page.page.locator("#board .refused").count() == 2


SHEETS = re.compile(rb"/Type\s*/Page\b")


def test_paper_holds_a_position_or_the_whole_game(opened: Any) -> None:
    page = opened(random_record("aof6", 24), width=1366, height=768)
    page.press("ArrowLeft")
    page.page.locator("#board .small:not(.thumb)").last.click()
    in_hand = page.page.locator("#board .level:not(.small)")
    chosen = in_hand.get_attribute("data-level")
    assert (
        len(SHEETS.findall(page.page.pdf(format="A4"))) == 2
    )  # as by Ctrl+P: the second has the moves
    page.page.emulate_media(media="print")
    assert page.page.is_visible("#scroll table") and not page.page.is_visible("#rounds")
    page.page.emulate_media(media="screen")
    page.page.evaluate("window.print = () => {}")
    page.page.click("#print")
    page.page.emulate_media(media="print")
    assert page.page.locator("#rounds figure").count() == 6
    assert page.page.locator("#rounds figure").first.is_visible()
    assert page.page.locator("#board").is_visible() and "Ply 24" in page.status()  # the cover
    assert not page.page.is_visible("#steps")
    assert len(SHEETS.findall(page.page.pdf(format="A4"))) == 1 + 6 / 2
    assert page.ply() == "#ply-23" and page.page.locator("#rounds figure").count() == 0
    assert in_hand.get_attribute("data-level") == chosen


MEASURED = """() => {
    const data = JSON.parse(document.querySelector("#data").textContent);
    const size = text => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
    const middle = it => { const at = it.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; };
    const seen = found => [...document.querySelectorAll(`#board .level:not(.small) ${found}`)];
    const cells = [...document.querySelectorAll("#board [data-cell]")].sort((a, b) => a.dataset.c - b.dataset.c);
    const places = cells.map(middle), wide = cells.map(cell => cell.getBoundingClientRect().width);
    const around = seen(".axis text");
    return {
        names: around.map(text => [text.textContent, size(text), text.closest("[data-level]").querySelector("[data-cell]").dataset.cell]),
        letters: seen(".p").map(size),
        cells: cells.map((cell, at) => [cell.dataset.cell, wide[at], ...places[at]]),
        off: seen("[data-m]").map(man => {
            const [x, y] = middle(man.querySelector("use")), [u, v] = places[man.dataset.m];
            return [Math.abs(x - u), Math.abs(y - v)].concat(wide[man.dataset.m]);
        }),
    };
}"""

WINDOWS = [(390, 844), (1366, 768), (1366, 650)]


@pytest.mark.parametrize(
    "name", sampled([*games.IDS, "glinski"], "aof6", "heathen-europe", "glinski")
)
def test_names_around_every_level_are_read_in_any_window(opened: Any, name: str) -> None:
    page = opened(f'[Variant "{name}"]\n\n*\n')
    for width, height in WINDOWS:
        page.resize(width, height)
        names_around(name, page.page.evaluate(MEASURED))


def names_around(name: str, found: dict[str, Any]) -> None:
    """Hold what was measured in a window to what can be read and told apart."""
    of = game(name).board
    level = dict(zip(of.names, of.levels, strict=True))
    around: dict[str, list[str]] = {at: [] for at in of.levels}
    for text, size, cell in found["names"]:
        assert size >= 11
        around[level[cell]].append(text)
    scale = {level[cell]: wide for cell, wide, *_ in found["cells"]}
    largest = max(scale.values())
    assert largest * 0.8 >= 22 and around[level[royal(name)]]
    for at, names in around.items():
        if scale[at] < largest - 0.01:  # in the strip, or under a tab
            assert not names
            continue
        files = {name[0] for name, on in zip(of.columns, of.levels, strict=True) if on == at}
        assert len(names) >= len(files)
    assert min(found["letters"], default=9) >= 8
    for x, y, wide in found["off"]:  # a figure is not the same on both sides of its middle
        assert x < 0.1 * wide and y < 0.1 * wide
    assert scale[level[royal(name)]] == pytest.approx(max(scale.values()), 1e-4)


def royal(name: str) -> str:
    """Give the cell of the King of the army to move, at the start (RULES 10)."""
    line = aofref("show", "--variant", name, "--format", "position", stdin="*\n").stdout
    return line.split(":K")[1].split(";")[0]


def test_no_caption_is_cut(opened: Any) -> None:
    record = (FIXTURES / "records" / "aof6-04-joint-winners.aof").read_text("utf-8")
    page = opened(record, width=390, height=844)
    for kind in ("#status", "#info"):
        high, whole = page.page.evaluate(
            f"(({{clientHeight, scrollHeight}}) => [clientHeight, scrollHeight])(document.querySelector('{kind}'))"
        )
        assert whole <= high + 1


LEVELS = """() => [...document.querySelectorAll("[data-level]")].map(svg => {
    const {x, y, width} = svg.getBoundingClientRect(); return [svg.dataset.level, x, y, width]; })"""
FIRST = """() => { const svg = document.querySelector("[data-level]"), first = svg.querySelector("[data-cell]");
    if (!window.before) window.before = [svg, first];
    return window.before[0] === svg && window.before[1] === first; }"""


@pytest.mark.parametrize(
    ("name", "width", "height", "alike"),
    [
        ("aof2", 1366, 768, True),
        ("aof6", 1366, 768, False),
        pytest.param("aof2", 1000, 600, False, marks=pytest.mark.long),
        pytest.param("proto-prelates", 1100, 768, False, marks=pytest.mark.long),
    ],
)
def test_levels_never_change_places(
    opened: Any, name: str, width: int, height: int, alike: bool
) -> None:
    """All are alike where tokens reach 22 pixels; else one is large, and a strip has all in their order."""
    page = opened(random_record(name, 6), width=width, height=height)
    before = page.page.evaluate(LEVELS)
    assert page.page.evaluate(FIRST)
    order = [at for at, *_ in before]
    assert order == sorted(order, reverse=True) and len(order) > 2
    assert (len({round(width) for *_, width in before}) == 1) == alike
    assert all(
        y + page.page.locator(f'[data-level="{at}"]').bounding_box()["height"] <= height
        for at, _, y, _ in before
    )
    if alike:
        return
    shown = (page.ply(), page.page.text_content("#info"), position(page))
    for at in order:
        if page.page.locator(f'.small[data-level="{at}"]').count():
            page.page.click(f'[data-level="{at}"]')
        after = {one: place for one, *place in page.page.evaluate(LEVELS)}
        assert list(after) == order and after[at][2] > 1.5 * max(
            width for one, (*_, width) in after.items() if one != at
        )
        for one, x, y, width in before:  # a small one stands where it stood
            if one != at and width < after[at][2]:
                assert after[one] == [x, y, width]
        framed = page.page.locator(".thumb").bounding_box()
        assert framed["width"] == pytest.approx(min(width for *_, width in after.values()))
        assert (page.ply(), page.page.text_content("#info"), position(page)) == shown
    assert not page.page.is_visible("#reason")
    assert page.page.evaluate(FIRST)  # nothing was drawn again
    page.page.click("#view")
    assert len({round(width) for *_, width in page.page.evaluate(LEVELS)}) == 1


def test_a_telephone_has_a_tab_for_each_level(opened: Any) -> None:
    page = opened(VARIED, "--ply", "1", width=390, height=844)
    tabs = page.page.locator('[role="tab"]')
    assert page.page.locator('[aria-selected="true"]').text_content() == "3"  # to which it moved
    buttons = page.page.locator("#options button:visible")
    words = "Flip", "One large", "Drawings or letters", "Names of the cells", "Dark", "Print"
    for button, word in zip(buttons.all(), words, strict=True):
        named = button.get_attribute("aria-label") or button.get_attribute("title")
        assert named.startswith(word)
    assert len({round(one.bounding_box()["y"]) for one in buttons.all()}) == 1
    assert tabs.all_text_contents() == ["5", "4", "3", "2", "1"]
    assert page.page.locator("#tabs .last").all_text_contents() == ["5", "3"]  # kd5-hc3
    for at in range(5):
        tabs.nth(at).click()
        (shown,) = [at for at, *_, width in page.page.evaluate(LEVELS) if width > 370]
        assert shown == str(4 - at) and page.page.locator("[data-level]:visible").count() == 1
        assert page.page.locator('[aria-selected="true"]').text_content() == str(5 - at)
    page = opened(VARIED, "--ply", "0", width=390, height=844)
    tabs.nth(0).click()
    page.page.click('[data-cell="kd5"]')
    ends = aofref("moves", "--variant", "aof2", "--from", "kd5").stdout.split()
    levels = sorted({end[-1] for end in ends}, reverse=True)
    assert page.page.locator("#tabs .dots").all_text_contents() == levels


def test_what_a_reader_chooses_is_kept(opened: Any) -> None:
    page = opened('[Variant "chess"]\n\n*\n')
    drawn = page.page.locator("#board [data-m] use[href^='#d-']")
    assert drawn.count() == 32 and not page.page.is_visible("#view")
    assert page.page.get_attribute("#pieces", "aria-pressed") == "true"
    first = "document.querySelector('[data-cell=a1]').getBoundingClientRect().y"
    low = page.page.evaluate(first)
    for choice in ("#flip", "#pieces", "#theme"):
        page.page.click(choice)
    page.page.reload()
    assert drawn.count() == 0 and page.page.evaluate(first) < low - 200
    assert page.page.get_attribute("html", "data-theme") == "dark"
    page.page.click("#theme")  # back to the system's
    assert page.page.get_attribute("html", "data-theme") == ""


@pytest.mark.parametrize(
    "name", sampled(["aof2", "aof6", "sd2l-cohen", "glinski"], "aof2", "sd2l-cohen")
)
def test_every_cell_is_named_when_asked(opened: Any, name: str) -> None:
    width, height = WINDOWS[0 if name in ("aof2", "glinski") else 2]
    page = opened(f'[Variant "{name}"]\n\n*\n', width=width, height=height)
    page.page.click("#names")
    named = page.page.evaluate(
        """() => [...document.querySelectorAll("#board .level:not(.small) .n text, #board .level:not(.small) text.n")].map(text => {
            const at = text.getBoundingClientRect(); return [text.textContent,
                parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, at.x, at.right]; })"""
    )
    level = dict(zip(game(name).board.names, game(name).board.levels, strict=True))
    large = {level[text] for text, *_ in named}
    assert sorted(text for text, *_ in named) == [
        text for text in game(name).board.names if level[text] in large
    ]
    assert min(size for _, size, *_ in named) >= 10.5
    assert min(x for _, _, x, _ in named) >= 0 and max(at[3] for at in named) <= width


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


def test_a_withdrawal_between_two_leaves_the_board_as_it_stood(opened: Any) -> None:
    page = opened('[Variant "hec"]\n\n1. ac2-ad2 B:resigns 1-0\n')
    assert page.cells()["cf6"] == "B:K" and page.cells()["ad2"] == "W:P"
    assert "Black resigns. The game is over: W" in page.status().replace("White", "W")
    assert page.page.locator("#armies .gone").count() == 0
    press = "document.querySelector('[data-cell=\"ab2\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    page.page.evaluate(press)
    assert "White Knight on ab2" in page.page.text_content("#info")


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
            """() => [...document.querySelectorAll("#board [data-level] .axis, #rounds figure svg")].map(one =>
                parseFloat(getComputedStyle(one).getPropertyValue("--print-em")) * one.getScreenCTM().a)"""
        )
        assert len(sizes) == 3 * 4 and min(sizes) >= 11
        told = " ".join(sheets_of(printed(page.page, tmp_path, "A4"), "-raw")).split()
        for text in ("e", "4", "5"):  # no pieces: four levels of three diagrams
            assert told.count(text) >= 12, text


def test_a_telephone_shows_every_moved_cell(opened: Any) -> None:
    page = opened(random_record("aof6", 30), width=390, height=844)
    page.page.evaluate(WATCHED)
    page.press("Home")
    page.page.click("#next")
    hidden = page.page.evaluate(
        """() => {
            const hidden = [];
            while (!document.querySelector("#next").disabled) {
                document.querySelector("#next").click();
                const dock = document.querySelector("#dock").getBoundingClientRect().top;
                for (const cell of document.querySelectorAll("#board .last")) {
                    const box = cell.getBoundingClientRect();
                    if (box.width && (box.top < 0 || box.bottom > dock)) hidden.push(location.hash);
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
    assert page.page.locator("#board circle.check").count() == 1
    assert page.page.locator("#board .far").count() == 1
    assert page.page.locator("#board .arrow, #board .by").count() == 0
    assert page.page.locator("#board .end").count() == 2
    page.press("ArrowLeft")
    assert (
        page.page.locator("#board .end").count() == 0
        or page.page.locator("#board .arrow").count() == 0
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
    drawn = page.locator("noscript pre").text_content().expandtabs(3).split("\n")
    last = aofref("show", "--color", "never", stdin=text).stdout
    assert len(drawn) > 10 and all(line in last for line in drawn)
    assert not page.is_visible("#board")
    assert page.locator("#record p").is_visible()
    moves = [move for move in text.split("\n\n")[1].split() if move[0].isupper()]
    assert len(moves) == 40 and all(move in page.text_content("#record") for move in moves)
    assert not page.is_visible("#steps") and not page.is_visible("#options")
    context.close()


@pytest.mark.parametrize(
    ("name", "plies"),
    sampled(
        [("aof2", 200), ("aof6", 30), ("sd2l-cohen", 30), ("heathen-europe", 30)],
        ("aof2", 200),
        ("heathen-europe", 30),
    ),
)
def test_nothing_is_wider_than_the_window(opened: Any, name: str, plies: int) -> None:
    page = opened(random_record(name, plies))
    for width in (1440, 390, 320):
        page.resize(width, 844)
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("text", "theme", "width"), [(VARIED, "light", 1440), (REFUSED, "dark", 390)]
)
def test_axe_finds_no_fault(opened: Any, text: str, theme: str, width: int) -> None:
    page = opened(text, width=width, height=844)
    page.page.emulate_media(color_scheme=theme)
    axe(page.page, every=True)


def test_a_piece_that_is_chosen_leads_to_its_chapter(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "a.aof").write_text(random_record("aof2", 4), "utf-8")
    made = tmp_path / "made"
    assert aofref("gallery", "--rules", str(tmp_path), "--output-dir", str(made)).exit_code == 0
    page = Page(browser, made / "a.html")
    number = page.names().index("jb4")
    page.page.click(f'#board [data-c="{number}"]')
    assert page.page.text_content("#info").startswith("European Gryphon")
    page.page.click("#info a")
    page.until(lambda: page.page.url.endswith("rules-aof2.html#piece-Y"))
    assert page.page.text_content("#piece-Y h3").split() == ["Gryphon", "Y"]
    assert page.faults == []
    page.page.close()


def test_a_gallery_shows_every_picture(browser: Any, tmp_path: Path) -> None:
    assert "gallery" in COMMANDS
    for record in sorted((FIXTURES / "records").glob("*-0[12]-*.aof")):
        shutil.copy(record, tmp_path)
    (tmp_path / "mine.aof").write_text(
        '[Event "A cup with a long name"]\n[White "Anna"]\n[Black "Bela"]\n[Variant "hec"]\n'
        '[UTCDate "2026.11.20"]\n[TimeControl "30d"]\n\n1. ac2-ad2 {[%sent 2026-11-21T00:00Z]} *\n'
    )
    (tmp_path / "wrong.aof").write_text('[Variant "hec"]\n\n1. ac2-ad9 *\n')
    args = ["--now", "2026-11-30", str(tmp_path)]
    found = aofref("gallery", *args, "--output-dir", str(tmp_path / "made"))
    assert found.exit_code == 1
    page = Page(browser, tmp_path / "made" / "index.html", height=9000)
    page.page.wait_for_load_state("networkidle")
    loaded = page.page.evaluate("[...document.images].map(image => image.naturalWidth > 0)")
    assert len(loaded) >= 12
    assert all(loaded)
    assert page.faults == []
    assert all(url.startswith((tmp_path / "made").as_uri()) for url in page.requests)
    levels = page.page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3')].map(h => +h.tagName[1])"
    )
    assert levels[:3] == [1, 2, 3] and levels.count(1) == 1
    assert all(below - above < 2 for above, below in pairwise(levels))
    axe(page.page, every=True)
    page.page.emulate_media(color_scheme="dark")
    page.page.set_viewport_size({"width": 390, "height": 844})
    assert page.page.evaluate("document.documentElement.scrollWidth") == 390
    axe(page.page, every=True)
    page.page.goto((tmp_path / "made" / "index.html").as_uri() + "#bela")
    assert page.page.locator(":target h2").text_content() == "Bela to move (2)"
    page.page.click(":target article h3 a")
    assert page.page.locator("#board").count() == 1
    page.page.close()

"""The script `placing.js` finds the faults of a position that is set up, and writes its line, as aofref does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import chess
import pytest

from aofref import games
from aofref.findings import BadPosition
from aofref.notation import positions
from aofref.report.page.rules_data import of_rules
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves
from aofref.rules.position import CorePosition
from tests import pages
from tests.browsing import Page, axe, board, browser, visited
from tests.helpers import ROOT, aofref, sampled
from tests.pieces.test_page_ways import tables
from tests.report.test_play import copied, position, press, reason
from tests.report.test_rules_script import FILES, started

__all__ = ["board", "browser", "visited"]

SCRIPT = "\n".join(
    (ROOT / "aofref/report/page" / name).read_text("utf-8")
    for name in ("digits.js", "orthodox.js", "rules.js", "faults.js", "placing.js")
)
SET_UP = """([data, tries]) => {
  const game = called.rules(data), tray = called.placing(game);
  return tries.map(({ line, done, turn, lost, passed }) => {
    let set = line ? tray.setup(game.read(line)) : tray.empty(0);
    for (const [verb, ...args] of done) set = tray[verb](set, ...args);
    if (turn >= 0) set = { ...set, turn };
    set.lost = new Set(tray.castlings(set).map(({ home }) => home).filter((_, at) => (lost >> at) & 1));
    const may = tray.passes(set);
    if (passed >= 0 && may.length) set.passed = [...set.passed, may[passed % may.length]];
    set = tray.kept(set);
    return { line: tray.line(set), faults: tray.faults(set) };
  });
}"""


@pytest.fixture(scope="module")
def run(browser: Any) -> Iterator[Callable[[str, Any], Any]]:
    yield from started(browser, SCRIPT, "rules, placing")


def some_play(of: CompiledVariant, rng: random.Random) -> CorePosition:
    """Play some plies at random, rather double steps of Pawns."""
    position, _ = turn.start(of)
    for _ in range(rng.randrange(40)):
        legal = legal_moves(position)
        doubles = [move for move in legal if turn.apply(position, move)[0].passed]
        after, _ = turn.apply(
            position, rng.choice(doubles if doubles and rng.random() < 0.3 else legal)
        )
        if after.turn < 0:
            break
        position = after
    return position


def attempt(of: CompiledVariant, rng: random.Random) -> dict[str, Any]:
    """Take a position apart, or begin with an empty board, and put, move and remove pieces."""
    line = positions.write(some_play(of, rng)) if rng.random() < 0.8 else ""
    pieces, cells, done = len(of.letters) * len(of.types), len(of.board.cells), list[Any]()
    if not line:
        royal = next(kind for kind, piece in enumerate(of.types) if piece.royal)
        done += [
            ["put", rng.randrange(cells), of.piece(army, royal), -1]
            for army in of.armies
            if rng.random() < 0.9
        ]
    for _ in range(rng.choice((0, 1, 2, 6))):
        piece, mark = rng.randrange(pieces + 1), rng.randrange(-1, 3)
        if rng.random() < 0.5:
            done.append(["move", rng.randrange(cells), rng.randrange(cells)])
        else:
            done.append(["put", rng.randrange(cells), piece, mark])
    army = rng.choice((-1, *of.armies))
    return {
        "line": line,
        "done": done,
        "turn": army,
        "lost": rng.randrange(16),
        "passed": rng.randrange(-1, 9),
    }


@pytest.mark.parametrize(
    "name", sampled([*games.IDS, *FILES], "aof6", "aof2", "heathen-europe", "chess", "mixed")
)
def test_setups_are_read_alike(run: Callable[[str, Any], Any], name: str, effort: int) -> None:
    of = tables(name)
    rng = random.Random(name if effort == 1 else str(random.random()))
    tries = [attempt(of, rng) for _ in range(25 * effort)]
    right = 0
    for found in run(SET_UP, [of_rules(of), tries]):
        try:
            read = positions.read(of, found["line"])
        except BadPosition as problem:
            assert found["faults"][:19] == [one.refusal.sentence() for one in problem.findings][:19]
        else:
            assert found["faults"] == [] and positions.write(read) == found["line"]
            right += 1
    assert 2 < right < len(tries)


# On the page ---------------------------------------------------------------------------------------


def put(page: Page, line: str) -> None:
    """Put the pieces of a line from the tray on the board, which is cleared first."""
    page.page.click("#clear")
    for army, code, cell, _ in pages.standing(line):
        piece = f'[data-piece="{army}:{code}"]'
        if page.page.get_attribute(piece, "aria-pressed") != "true":
            page.page.click(piece)
        press(page, cell)


def play_from_here(page: Page) -> None:
    page.page.click("#setup")
    assert page.page.is_hidden("#tray") and page.page.is_visible("#compose")


def played_on(page: Page, game: str, *moves: str) -> None:
    """Play moves between two cells, and have the record judged."""
    for move in moves:
        press(page, *move.split("-"))
    found = aofref("check", "--variant", game, stdin=copied(page, "copy-record"))
    assert found.exit_code == 0 and f"After ply {len(moves)}" in found.stdout, found.stdout


def test_chess_is_set_up(board: Callable[..., Page]) -> None:
    page = board("chess")
    page.page.click("#setup")
    put(page, "W:Ke1;Ra1,h1;Pe5/B:Ke8;Rh8;Pd5,e7")
    assert reason(page)[1] == "" and position(page) == "W:Ke1;Pe5;Ra1,h1/B:Ke8;Pd5,e7;Rh8 W - 1"
    rights = (
        "() => [...document.querySelectorAll('#rights label')].map(one => one.textContent.trim())"
    )
    assert page.page.evaluate(rights) == [
        "White O-O",
        "White O-O-O",
        "Black O-O",
        "d5 has just passed d6",
    ]
    page.page.uncheck("#right-a1")
    page.page.check("#right-d6-d5")
    page.page.click("#rubber")
    page.page.click('[data-cell="e7"]')
    line = "W:Ke1;Pe5;Ra1^0,h1/B:Ke8;Pd5;Rh8 W d6>d5 1"
    assert copied(page, "copy-position") == line
    fen = "4k2r/8/8/3pP3/8/8/8/4K2R w Kk d6 0 1".replace("4K2R", "R3K2R")
    legal = chess.Board(fen).legal_moves
    assert (
        len(aofref("moves", "--variant", "chess", "--position", line).stdout.split())
        == legal.count()
    )
    shown = aofref(
        "show", "--variant", "chess", "--position", line, "--format", "fen"
    ).stdout.strip()
    assert shown == fen
    play_from_here(page)
    assert position(page) == line
    played_on(page, "chess", "e5-d6", "e8-d7", "e1-g1")
    assert copied(page, "copy-line") == "e5xd6ep Ke8-d7 O-O"
    page.page.reload()
    assert (
        position(page) == "W:Kg1;Pd6;Ra1,f1/B:Kd7;Rh8 B - 2"
        and page.page.text_content("#move") == "O-O"
    )
    page.page.click("#undo")
    assert page.page.text_content("#move") == "Ke8-d7"
    page.page.click("#setup")
    page.page.click("#setup")
    assert page.page.text_content("#move") == "Ke8-d7"  # nothing has changed


def test_four_armies_are_set_up(board: Callable[..., Page]) -> None:
    """The ending of the manual."""
    page = board("aof2")
    page.page.click("#setup")
    line = "E:Kjb5;Rka4/I:-/J:Kjb1;Aka1,kb1/P:- E - 41"
    put(page, "E:Rka4/I:-/J:Aka1,kb1/P:-")
    assert reason(page)[1] == "Army E has pieces but no royal piece."
    page.page.click("#setup")  # which is refused
    assert page.page.is_visible("#tray")
    page.page.select_option("#turn", label="Persian")
    put(page, line)
    assert reason(page)[1] == "Army P has the turn but is not on the board."
    page.page.select_option("#turn", label="European")
    page.page.fill("#round", "0")
    page.page.press("#round", "Enter")
    assert reason(page)[1] == "The round is a number from 1, not '0'."
    page.page.fill("#round", "41")
    page.page.press("#round", "Enter")
    assert copied(page, "copy-position") == line
    play_from_here(page)
    assert position(page) == line
    played_on(page, "aof2", "ka4-kb4", "jb1-ib1")
    page.page.click("#setup")
    page.page.click("#array")
    page.page.click("#give-up")
    assert page.page.text_content("#move") == "J:Kjb1-ib1"  # nothing has changed
    page.page.click("#setup")
    page.page.click("#array")
    play_from_here(page)
    assert (
        position(page) == aofref("show", "--variant", "aof2", "--format", "position").stdout.strip()
    )


def test_what_pawns_owe_is_set_up(board: Callable[..., Page]) -> None:
    page = board("heathen-europe")
    page.page.click("#setup")
    put(page, "W:Kaa1/B:Kdf6")
    page.page.select_option("#owes", label="owes 2 moves")
    page.page.click('[data-piece="W:P"]')
    page.page.click('[data-cell="ac3"]')
    page.page.select_option("#owes", label="owes nothing")
    page.page.click('[data-cell="bc3"]')
    line = copied(page, "copy-position")
    assert line == "W:Kaa1;Pac3^2,bc3/B:Kdf6 W - 1"
    assert aofref("moves", "--variant", "heathen-europe", "--position", line).exit_code == 0
    play_from_here(page)
    played_on(page, "heathen-europe", "aa1-ba1")


def test_a_board_is_set_up_by_the_keys(board: Callable[..., Page]) -> None:
    page = board("chess", "--position", "W:Kg6;Qf7/B:Kh8 B - 60")  # checkmate
    assert "The game is over" in page.status()
    page.page.focus("#setup")
    page.press("Enter")
    page.page.focus('[data-cell="f7"]')
    page.press("Delete")
    assert position(page) == "W:Kg6/B:Kh8 W - 60" and "off the board" not in page.page.text_content(
        "#armies"
    )
    page.page.focus('[data-piece="W:R"]')
    page.press("Enter")
    page.page.focus('[data-cell="g6"]')
    page.press("ArrowLeft")
    page.press("Enter")
    page.press("Escape")
    page.press("Enter")
    page.press("ArrowUp")
    page.press("Enter")
    assert position(page) == "W:Kg6;Rf7/B:Kh8 W - 60"
    page.press("Home")  # which would step through the moves
    axe(page.page)
    page.page.focus("#setup")
    page.press("Enter")
    assert position(page) == "W:Kg6;Rf7/B:Kh8 W - 60"


def drag(page: Page, start: str, end: str) -> None:
    page.drag(start, end)
    page.page.mouse.up()


def test_pieces_are_dragged(board: Callable[..., Page]) -> None:
    page = board("chess", "--position", "W:Ke1;Qd1/B:Ke8 W - 1")
    page.page.click("#setup")
    page.page.evaluate("scrollTo(0, 0)")
    drag(page, '[data-piece="B:R"]', '[data-cell="h8"]')
    drag(page, '[data-cell="d1"]', '[data-cell="d4"]')
    drag(page, '[data-cell="e1"]', '[data-cell="f1"]')
    assert position(page) == "W:Kf1;Qd4/B:Ke8;Rh8 W - 1"
    page.drag('[data-cell="h8"]', '[data-cell="d4"]')
    page.page.mouse.move(4, 4)  # off the board
    page.page.mouse.up()
    assert position(page) == "W:Kf1;Qd4/B:Ke8 W - 1"


ADDRESSES = [
    ("W:Ke1;Rh1/B:Ke8_B_-_3", "W:Ke1;Rh1/B:Ke8 B - 3"),
    ("W:Ke1;Rh1/B:Ke8_W_-_3.O-O.Ke8-e7", "W:Kg1;Rf1/B:Ke7 W - 4"),
    ("W:Ke1;Rh1/B:Ke8_W_-_3.O-O-O", "W:Ke1;Rh1/B:Ke8 W - 3"),
    *((address, "") for address in ("W:Ke1;Rh1/B:-_B_-_3", "W:Ke1;Rh1/B:Ke9_B_-_3", "W:Rh1;Ke1/B:Ke8_B_-_3", "W:/B", "/", "W:Ke1/B:Ke2_W_-_0",
        "W:Ke1/B:Ke8_W_-_0", "W:Ke1;Pe2^3/B:Ke8_W_-_1", "W:Ke1;Pe4/B:Ke8_B_e3>e5_1", "<b>/%E0%A4", "W:Ke1/B:Ke8_W_-_1_2")),
]  # fmt: skip


def test_an_address_has_a_position(board: Callable[..., Page]) -> None:
    page = board("chess")
    array = aofref("show", "--variant", "chess", "--format", "position").stdout.strip()
    for address, stands in ADDRESSES:
        page.visit(f"#{address}")
        assert position(page) == (stands or array), address


def test_a_board_on_a_phone(board: Callable[..., Page]) -> None:
    page = board("aof2", width=390, height=844)
    page.page.click("#setup")
    page.page.click('[data-piece="J:Y"]')
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
    page.page.click('[data-cell="ia5"]')
    assert ";Yia5,jb4/I:" not in position(page) and "Yia5/P:" in position(page)
    axe(page.page)


def test_a_piece_is_dragged_to_another_level_on_a_phone(board: Callable[..., Page]) -> None:
    page = board("heathen-europe", "--position", "W:Kaa1/B:Kdf6 W - 1", width=390, height=844)
    page.page.click("#setup")
    page.page.evaluate("scrollTo(0, 0)")
    page.page.click('[role="tab"]:text-is("a")')
    page.drag('[data-cell="aa1"]', '[role="tab"]:text-is("c")')
    page.until(lambda: page.page.is_visible('[data-cell="cb2"]'))
    page.page.mouse.move(*page.middle('[data-cell="cb2"]'), steps=4)
    page.page.mouse.up()
    assert position(page) == "W:Kcb2/B:Kdf6 W - 1"

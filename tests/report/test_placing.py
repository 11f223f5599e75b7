"""The script `placing.js` finds the faults of a position that is set up, and writes its line, as aofref does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aofref import games
from aofref.findings import BadPosition
from aofref.notation import positions
from aofref.report.page.rules_data import of_rules
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import legal_moves
from aofref.rules.position import CorePosition
from tests.browsing import browser
from tests.helpers import ROOT
from tests.pieces.test_page_ways import tables
from tests.report.test_rules_script import FILES

__all__ = ["browser"]

SCRIPT = "\n".join(
    (ROOT / "aofref/report/page" / name).read_text("utf-8")
    for name in ("digits.js", "rules.js", "placing.js")
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
def run(browser: Any) -> Iterator[Callable[[Any], Any]]:
    """Set up positions by the script in a page of the browser."""
    page = browser.new_page()
    page.evaluate(f"(() => {{ {SCRIPT}\n window.called = {{ rules, placing }}; }})()")
    yield lambda given: page.evaluate(
        f"(given) => ({SET_UP})(JSON.parse(given))", json.dumps(given)
    )
    page.close()


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


@pytest.mark.parametrize("name", [*games.IDS, *FILES])
def test_setups_are_read_alike(run: Callable[[Any], Any], name: str, effort: int) -> None:
    of = tables(name)
    rng = random.Random(name if effort == 1 else str(random.random()))
    tries = [attempt(of, rng) for _ in range(60 * effort)]
    right = 0
    for found in run([of_rules(of), tries]):
        try:
            read = positions.read(of, found["line"])
        except BadPosition as problem:
            assert found["faults"][:19] == [one.refusal.sentence() for one in problem.findings][:19]
        else:
            assert found["faults"] == [] and positions.write(read) == found["line"]
            right += 1
    assert 5 < right < len(tries)

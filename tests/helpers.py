"""What several tests need: games by id, random play, running the command line."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aofref import games
from aofref.cli.app import main
from aofref.findings import Refusal
from aofref.judge.replay.driver import replay
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves, positions, resolve
from aofref.notation.movetext import Notation
from aofref.notation.records import Record, read
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.moves import legal_moves
from aofref.rules.position import CoreMove, CorePosition
from aofref.rules.refuse import refusal

ROOT = Path(__file__).parent.parent
PACKAGE = Path(games.__file__).parent.parent
"""aofref as it is installed."""
"""Whether the source is here, too: where a wheel is tested it is not."""
FIXTURES = ROOT / "fixtures"


def game(name: str, *rulings: str) -> CompiledVariant:
    variant = games.find(name)
    assert variant is not None
    return compile_variant(variant, rulings)


def played(raw: Record) -> Replay:
    """Replay a record that can be opened."""
    found = replay(read(raw))
    assert found.opened, found.findings
    return found


def given(of: CompiledVariant, line: str) -> CorePosition:
    """Give the position of a line, its turn started."""
    setup = positions.read(of, line)
    return turn.begin(setup)[0]


def meant(
    position: CorePosition, said: str, notation: Notation | None = None
) -> CoreMove | Refusal:
    """Give the move that a text means, or why there is none or it is refused."""
    parsed = moves.parse(position.game, said, notation)
    assert parsed is not None, said
    return resolve.legal(position, parsed)


def play_at_random(
    of: CompiledVariant, seed: object, plies: int
) -> list[tuple[CorePosition, CoreMove]]:
    """Play a random game, rather with captures: positions, each with the move played in it."""
    rng = random.Random(str(seed))
    position, _ = turn.start(of)
    played: list[tuple[CorePosition, CoreMove]] = []
    while len(played) < plies and position.turn >= 0:
        legal = legal_moves(position)
        takes = [move for move in legal if position.board[move.destination]]
        move = rng.choice(takes if takes and rng.random() < 0.4 else legal)
        assert refusal(position, move) is None
        played.append((position, move))
        position, _ = turn.apply(position, move)
    return played


OURS = [notation for notation in Notation if notation is not Notation.UCI]
"""The notations of every game."""


def aofref(*args: str, stdin: str | bytes = b"") -> Result:
    return CliRunner().invoke(main, list(args), input=stdin)


def sampled(every: Sequence[Any], *few: Any) -> list[Any]:
    """Give a test some of its parameters, and with --long all."""
    assert {*few} <= {*every}
    several = [one if isinstance(one, tuple) else (one,) for one in every]
    return [
        pytest.param(*each, marks=[] if one in few else pytest.mark.long)
        for one, each in zip(every, several, strict=True)
    ]


def table(name: str) -> list[tuple[str, str, list[str]]]:
    """Read a table of `fixtures/reading`: the words behind ===, the text above ---, the lines below."""
    page = (FIXTURES / "reading" / f"{name}.txt").read_text("utf-8")
    found = []
    for case in re.split("^===", page, flags=re.MULTILINE)[1:]:
        mark, _, rest = case.partition("\n")
        text, below = rest.split("\n---\n")
        found.append((mark.strip(), text, below.splitlines()))
    assert len(found) > 5
    return found


def unhidden(text: str) -> str:
    """Put characters into a table's text that do not show, or are bytes, such as `<U+200B>`, `<U+DCFF>`."""
    return re.sub(r"<U\+([0-9A-F]{4,5})>", lambda sign: chr(int(sign[1], 16)), text)


@contextmanager
def nobody() -> Iterator[None]:
    """Be nobody in particular, for whom permissions hold, as whoever is not root is already."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        if not os.access(PACKAGE, os.R_OK | os.X_OK, effective_ids=True):
            pytest.skip("only root may read aofref where it is installed")
        yield
    finally:
        os.seteuid(0)


def grows_evenly(work: Callable[[int], object], size: int) -> bool:
    """Whether twice the input keeps the processor at work for about twice as long, at most.

    What else the machine does can delay it once: then it has another try.
    """
    for _ in range(2):
        seconds = []
        for some in (size // 2, size):
            begun = time.process_time()
            work(some)
            seconds.append(time.process_time() - begun)
        if seconds[1] < 3 * seconds[0] + 0.3:
            return True
    return False

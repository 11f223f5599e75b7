"""What becomes of files of games and of phrases in them, by the tables of fixtures/games, whose heads say what is in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from aofref.findings import BadText
from aofref.games.files import movers, words
from aofref.games.files.loader import load
from aofref.geometry import Forward
from aofref.report.text.movement import moves as in_full
from aofref.report.text.movement import summary
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from tests.helpers import FIXTURES

GAMES = FIXTURES / "games"


def lines_of(name: str) -> str:
    return re.sub("(?m)^#.*\n", "", (GAMES / name).read_text("utf-8"))


CHANGES = lines_of("faults.txt").strip("\n").split("\n\n")
"""Blocks: changes of a file, and its faults."""


@pytest.mark.parametrize("block", CHANGES)
def test_all_faults_of_a_file(block: str) -> None:
    *changes, _ = re.split("^(?=  )|\\Z", block, maxsplit=1, flags=re.MULTILINE)
    base, *_ = re.findall("^in (.*)\n", block) or ["small"]
    text = (GAMES / f"{base}.toml").read_text("utf-8")
    for old, new in re.findall("^(?!  )(.*) => ?(.*)$", changes[0], re.MULTILINE):
        assert meant(old) in text
        text = text.replace(meant(old), meant(new), 1)
    found = list[str]()
    try:
        load(text)
    except BadText as wrong:
        found = [f"  {one.line}:{one.column} {one.message}" for one in wrong.findings]
    assert "\n".join([changes[0].rstrip("\n"), *found]) == block


def meant(text: str) -> str:
    return re.sub(r"\\(.)", lambda sign: {"n": "\n"}.get(sign[1], sign[1]), text)


# Phrases ------------------------------------------------------------------------------------------


def with_phrase(base: str, phrase: str) -> CompiledVariant:
    text = (GAMES / f"{base}.toml").read_text("utf-8")
    return compile_variant(load(text.replace("[armies.W]", f'X = "X: {phrase}"\n[armies.W]', 1)))


def goes(base: str, phrase: str, cell: str, ends: str, captures: str = "") -> None:
    of = with_phrase(base, phrase)
    piece, at = of.piece(0, of.kinds["X"]), of.board.number[cell]
    for lines, wanted in (
        (of.movers[piece].quiet(at), ends), (of.movers[piece].captures(at), captures or ends),
    ):  # fmt: skip
        assert " ".join(sorted(of.board.names[end] for end in lines)) == wanted


def is_called(base: str, phrase: str, told: str) -> None:
    of = with_phrase(base, phrase)
    assert summary(of, of.kinds["X"]) == told
    assert all(sentence for _, sentence in in_full(of, of.kinds["X"]))


def has_steps(base: str, phrase: str, steps: str, _: str = "") -> None:
    """Steps are counted from a cell times the cells; a small board counts as one of 200."""
    of = with_phrase(base, phrase)
    turns: dict[Forward, movers.Turn] = {army.forward: lambda it: it for army in of.variant.armies}
    ground = movers.Ground(of.board.lattice, of.board.spans[2] + 1, turns, of.board)
    assert movers.steps(of.variant.pieces["X"], ground) == 200 * int(steps)


def goes_wrong(language: str, text: str, what: str, at: str) -> None:
    readers: dict[str, Callable[[str], object]] = {
        "piece": words.piece, "condition": words.condition, "castling": words.castling,
    }  # fmt: skip
    with pytest.raises(BadText) as wrong:
        readers[language](text)
    (why,) = wrong.value.findings
    assert (why.message, why.place) == (f"expected {what}", (1, int(at) + 1))


TABLES: dict[str, Callable[..., None]] = {
    "Where it goes": goes,
    "What it is called": is_called,
    "How many steps it has": has_steps,
    "Where a text cannot be read": goes_wrong,
}


def rows() -> list[Any]:
    found = []
    for table in lines_of("phrases.txt").split("=== ")[1:]:
        head, *every = table.splitlines()
        of = TABLES[re.split("[,:]| on an| from a", head)[0]]
        found += [pytest.param(of, row, id=row) for row in every if row]
    return found


@pytest.mark.parametrize(("of", "row"), rows())
def test_a_phrase(of: Callable[..., None], row: str) -> None:
    of(*(json.loads(cell) if cell.startswith('"') else cell for cell in row.split(" | ")))

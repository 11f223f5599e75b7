"""What people bring to a page: moves, records, positions, FENs; what they write behind own moves, and take along."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.pgn
import pytest

import aofref as library
from aofref.judge.cases.question import Question
from tests.browsing import Page, browser, opened, spare, visited
from tests.helpers import FIXTURES, aofref
from tests.judge.test_cases import EVERY as CASES
from tests.report.test_play import reason

__all__ = ["browser", "opened", "spare", "visited"]

TAKEN = """(texts) => texts.map(text => {
    const at = id => document.getElementById(id), field = at("bring");
    field.value = text;
    at("read").click();
    if (!at("yes").hidden) at("yes").click();
    const taken = !field.value;
    at("copy-record").click();
    return [taken, at("reason").hidden ? "" : at("reason").dataset.code, at("board").dataset.position, at("copied").value];
})"""
STRICT = {"bad-tag", "syntax"}
"""Of a record that aofref reads with a warning: another array, a tag that is no pair."""


def bring(page: Page, text: str) -> tuple[str, str]:
    """Bring a text, opened in place of what is shown if that is asked; return what is said."""
    page.page.fill("#bring", text)
    page.page.click("#read")
    if page.page.is_visible("#yes"):
        page.page.click("#yes")
    return reason(page)


@pytest.fixture
def board(visited: Any, tmp_path: Path) -> Any:
    def made(*args: str, **size: int) -> Page:
        path = tmp_path / "board.html"
        path.write_text(aofref("board", *args).stdout, "utf-8")
        page: Page = visited(path, **size)
        return page

    return made


# As check reads it -----------------------------------------------------------------------------


def of_fixtures() -> Iterator[tuple[str, str]]:
    """Yield 200 records, each with the game that is given to those that name none."""
    for path in sorted((FIXTURES / "records").glob("*.aof")):
        yield from (("", record.text) for record in library.read(str(path)))
    for path in sorted((FIXTURES / "chess").glob("*.pgn")):
        for record in library.read(str(path), variant="chess"):
            yield "chess", record.text
    for case in Random("bring").sample(CASES, 120):
        asked = Question(case.game, case.rulings, case.array, case.position, case.moves)
        yield "", asked.raw.text


def of_others() -> Iterator[tuple[str, str]]:
    """Yield 200 games with variations, comments and NAGs, as python-chess writes them."""
    chance = Random("bring")
    for number in range(200):
        game = chess.pgn.Game()
        if number % 5 == 0:
            at = chess.Board()
            for _ in range(chance.randrange(30)):
                at.push(chance.choice([*at.legal_moves]))
                if at.is_game_over():
                    at = chess.Board()
            game.setup(at)
        node: chess.pgn.GameNode = game
        for _ in range(chance.randrange(1, 50)):
            legal = [*node.board().legal_moves]
            some = min(len(legal), chance.choice((1, 1, 1, 1, 2, 3)))
            for nth, one in enumerate(chance.sample(legal, some)):
                child = node.add_variation(one)
                if chance.random() < 0.2:
                    child.comment = chance.choice(
                        (
                            "fine",
                            "[%clk 0:10:03] [%eval 0.3]",
                            "a (b) c; d",
                            "[%csl Ge4,Rd5][%cal Gd2d4]",
                        )
                    )
                if chance.random() < 0.2:
                    child.nags.add(chance.choice((1, 2, 3, 4, 5, 6, 10, 14, 146)))
                if nth and (further := [*child.board().legal_moves]):
                    child.add_variation(chance.choice(further))
            if not node.variations:
                break
            node = node.variation(0)
        game.headers["Result"] = node.board().result()
        yield "chess", str(game)


def plain(text: str, *options: str) -> str:
    """Write a record's moves, variations, comments and marks in LAN, on one line."""
    converted = aofref("convert", "--to", "lan", *options, stdin=text)
    assert converted.exit_code == 0, converted.output
    return " ".join(converted.stdout.rpartition("]\n\n")[2].split())


@pytest.mark.parametrize("source", [of_fixtures, of_others])
def test_what_the_page_takes_check_reads_to_the_same_position(
    visited: Any, tmp_path: Path, source: Any
) -> None:
    """What is copied is legal, and has every variation, comment and mark."""
    groups: dict[tuple[str, ...], list[Any]] = defaultdict(list)
    for variant, text in source():
        options = ["--variant", variant] if variant else []
        told = json.loads(aofref("check", "--format", "json", *options, stdin=text).stdout)
        groups[(told["variant"], *told["rulings"])].append(
            (options, text, told["status"] == "legal")
        )
    count = 0
    for number, ((name, *rulings), records) in enumerate(groups.items()):
        path = tmp_path / f"{number}.html"
        ruled = [word for ruling in rulings for word in ("--ruling", ruling)]
        path.write_text(aofref("board", name, *ruled).stdout, "utf-8")
        found = visited(path).page.evaluate(TAKEN, [text for _, text, _ in records])
        for (options, text, legal), (taken, code, shown, copy) in zip(records, found, strict=True):
            assert taken == legal or (legal and code in STRICT), (text, code)
            if not taken:
                continue
            count += 1
            variant = options[1] if options else ""
            assert shown == str(library.loads(text, variant=variant).position), text
            assert aofref("check", stdin=copy).exit_code == 0, copy
            assert str(library.loads(copy).position) == shown
            if source is of_others:
                assert plain(copy) == plain(text, *options)
    assert count == 200 if source is of_others else count > 150

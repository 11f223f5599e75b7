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
from aofref.judge.cases import Question
from tests.browsing import Page, axe, board, browser, opened, visited
from tests.helpers import FIXTURES, aofref
from tests.judge.test_cases import EVERY as CASES
from tests.report.test_play import copied, move, own, position, press, reason

__all__ = ["board", "browser", "opened", "visited"]

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


# As check reads it -----------------------------------------------------------------------------


def of_fixtures() -> Iterator[tuple[str, str]]:
    """Yield some 30 records, each with the game that is given to those that name none."""
    for path in sorted((FIXTURES / "records").glob("*.aof"))[::4]:
        yield from (("", record.text) for record in library.read(str(path)))
    for path in sorted((FIXTURES / "chess").glob("*.pgn")):
        for record in [*library.read(str(path), variant="chess")][::4]:
            yield "chess", record.text
    for case in Random("bring").sample(CASES, 12):
        asked = Question(case.game, case.rulings, case.array, case.position, case.moves)
        yield "", asked.raw.text


def of_others() -> Iterator[tuple[str, str]]:
    """Yield 10 games with variations, comments and NAGs, as python-chess writes them."""
    chance = Random("bring")
    for number in range(10):
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
    assert count == 10 if source is of_others else count > 14


# What is taken, asked, refused -----------------------------------------------------------------

PGN = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. d4 {first} d5 $6 (1... e6 2. c4) 2. c4 1-0\n'
TWO = PGN + '\n[White "Cy"]\n\n1. e4 *\n'
AOF2 = '[Variant "aof2"]\n\n1. E:Lkd5-hc3 I:eb4-fb4 *\n'


def test_notations_of_others_are_taken_or_refused_with_a_reason(board: Any) -> None:
    page = board("chess")
    assert bring(page, "1. e4 e5 2. Nf3 Nc6+- 3. Bb5+/- a6 -+") == ("", "") and len(own(page)) == 6
    for text in ("5254 5755", "1. P-K4 P-K4", "5254", "\N{CYRILLIC SMALL LETTER IE}4"):
        code, why = bring(page, text)
        assert code and why and page.page.input_value("#bring") == text


def test_a_board_takes_moves_a_game_a_position_and_a_fen(board: Any) -> None:
    page = board("chess")
    assert bring(page, "1. e4 e5 2. Nf3") == ("", "") and move(page) == "Ng1-f3"
    page.enter("Nc6")
    assert move(page) == "Nb8-c6" and page.page.input_value("#bring") == ""
    page.page.fill("#bring", TWO)
    page.page.click("#read")
    assert reason(page)[0] == "question" and move(page) == "Nb8-c6"
    page.press("Escape")
    assert not page.page.is_visible("#yes") and page.page.input_value("#bring") == TWO
    assert bring(page, TWO)[0] == "first-of-several"
    assert page.page.text_content("h1") == "Ann \N{EN DASH} Bob"
    text = copied(page, "copy-record")
    assert '[White "Ann"]' in text and "{first}" in text and "(1... e7-e6 2. c2-c4)" in text
    assert text.endswith("1-0\n")
    assert bring(page, "7k/5Q2/6K1/8/8/8/8/8 b - - 3 60") == ("", "")
    assert position(page) == "W:Kg6;Qf7/B:Kh8 - - 60"
    assert copied(page, "copy-fen") == "7k/5Q2/6K1/8/8/8/8/8 b - - 3 60"
    assert bring(page, "W:Ke1;Ra1/B:Ke8 W - 3") == ("", "") and own(page) == []
    assert bring(page, "O-O-O") == ("", "") and move(page) == "O-O-O"


NOT_TAKEN = [
    ("1. e4 e5 2. Ke3", "unreachable"),
    ("1. e4 resigned-ly", "syntax"),
    ("1. e4 {no end", "syntax"),
    ("1. e4 (1. d4", "syntax"),
    (AOF2, "unknown-variant"),
    ('[Rulings "check=advisory"]\n\n1. e4 *', "bad-tag"),
    ('[Array "W:Ke1/B:Ke8"]\n\n*', "bad-tag"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "bad-position"),
    ("8/8 w - - 0 1", "bad-position"),
    ("W:Ke1,e2/B:Ke8 W - 1", "bad-position"),
    ("1. f3 e5 2. g4 Qh4# 1-0", "false-result"),
    ("1. e4 e5 * Nf3", "syntax"),
    ("1. e4 17 e5", "syntax"),
    ("1. e4 e5 2 Nf3 2 Nc6 2 Bb5", "syntax"),
    ("1. e4 e5 1-0-0-0", "syntax"),
    ("1. e4 e5 1-1", "syntax"),
    ("1. e4 (1. d4 1-0-0-0) e5", "syntax"),
]


def test_what_a_page_cannot_take_changes_nothing(board: Any) -> None:
    page = board("chess")
    bring(page, "e4")
    before = position(page), own(page)
    page.page.click("#back")
    shown = position(page)
    for text, code in NOT_TAKEN:
        assert bring(page, text)[0] == code, text
        assert page.page.input_value("#bring") == text and position(page) == shown
    page.page.click("#next")
    assert (position(page), own(page)) == before


def test_a_page_of_a_record_goes_on_from_the_position_shown(opened: Any) -> None:
    page = opened('[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nc6 *\n')
    page.press("Home")
    page.press("ArrowRight")
    assert bring(page, "c5 {Sicilian} 2. Nf3! d6") == ("", "")
    assert "(1... c7-c5 {Sicilian} 2. Ng1-f3 ! d7-d6)" in copied(page, "copy-record")
    page.page.fill("#bring", PGN)
    page.page.click("#read")
    assert reason(page)[0] == "question" and len(own(page)) == 3
    page.page.click("#yes")
    assert page.page.text_content("h1") == "Ann \N{EN DASH} Bob" and move(page) == "c2-c4"
    page.page.reload()
    assert page.page.text_content("h1") == "Ann \N{EN DASH} Bob"
    page.until(lambda: len(own(page)) == 5)
    page.page.click("#return")  # to the page's own record
    page.until(lambda: "Ply 4" in page.status())
    page.until(lambda: len(own(page)) == 3)


def test_own_moves_have_comments_and_signs_and_lines_are_ordered(board: Any) -> None:
    page = board("chess")
    bring(page, "1. e4 e5 (1... c5 2. Nf3) 2. d4")
    page.page.fill("#note", "a {gambit} later")
    page.page.press("#note", "Tab")
    page.page.select_option("#nag", "!?")
    assert ";a {gambit} later\n" in copied(page, "copy-record")
    press(page, "e5", "d4")
    page.page.click("#back")
    page.page.click("#back")
    page.page.click("#back")
    bring(page, "c5 Nf3 Nc6")
    assert page.page.is_enabled("#promote")
    page.page.click("#promote")
    text = " ".join(copied(page, "copy-record").split())
    assert "1. e2-e4 c7-c5 (1... e7-e5 2. d2-d4 $5 ;a {gambit} later 2... e5xd4) 2." in text
    assert aofref("check", stdin=copied(page, "copy-record")).exit_code == 0
    page.page.click("#back")
    page.page.click("#cut")
    assert "Nb8-c6" not in copied(page, "copy-record")
    page.page.reload()
    page.until(lambda: len(own(page)) == 5)
    assert "$5" in copied(page, "copy-record")
    assert copied(page, "copy-link") == page.page.url
    axe(page.page, every=True)


def test_nothing_that_is_typed_is_lost_by_a_reload(board: Any) -> None:
    page = board("aof2")
    page.page.fill("#bring", "no move\nat all")
    page.page.reload()
    assert page.page.input_value("#bring") == "no move\nat all"
    assert not page.page.is_visible("#copy-fen")


def test_a_file_is_dropped(board: Any) -> None:
    page = board("aof2")
    page.page.evaluate(
        """text => { const dropped = new DataTransfer(); dropped.items.add(new File([text], "a.aof"));
        document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true})); }""",
        AOF2,
    )
    page.until(lambda: len(own(page)) == 2)


def test_letters_are_keys_unless_that_is_switched_off(board: Any) -> None:
    page = board("chess")
    page.page.hover('[data-cell="f3"]')
    page.press("x")
    assert page.page.text_content("#info") == (
        "f3: attacked by White Pawn e2, White Knight g1 and White Pawn g2."
    )
    first = page.page.locator('[data-cell="a1"]')
    low = first.bounding_box()["y"]
    page.press("f")
    assert first.bounding_box()["y"] < low
    page.press("/")
    page.press("f")
    assert page.page.input_value("#bring") == "f"
    page.page.evaluate("document.activeElement.blur()")
    page.press("?")
    page.page.uncheck("#keys-on")
    page.page.evaluate("document.activeElement.blur()")
    page.press("f")
    assert first.bounding_box()["y"] < low

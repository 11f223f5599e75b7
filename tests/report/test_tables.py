"""Lists and statistics of many records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from aofref.judge.replay.opening import Setting
from tests.helpers import aofref
from tests.judging import EU, IN, JE, PE, PLAYED, judged_as

TABLED = """[Variant "aof2"]
[European " Ann "]
[European "Zoe"]
[Indian "Bob"]
[Jewish ""]
[Persian "Ann"]
"""


def lines_of(command: str, text: str, *args: str) -> list[dict[str, Any]]:
    found = aofref(command, "--format", "json", *args, stdin=text)
    return [json.loads(line) for line in found.stdout.splitlines()]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{TABLED}\n{EU} {IN} *\n", ("aof2", "E:Ann I:Bob J:? P:Ann", 2, "J", "*", "legal")),
        (f"{TABLED}\n{EU} 1/2-0-0-1/2\n",
         ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "-", "1/2-0-0-1/2", "legal")),
        # what an illegal record states is not heeded
        (f"{TABLED}\n{EU} I:zz1-zz2 1/2-0-0-1/2\n",
         ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "I", "*", "illegal")),
        (f"{TABLED}\n{EU} I:resigns J:resigns E:resigns\n",
         ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "-", "0-0-0-1", "legal")),
        (f"{TABLED}\n{EU} I:resigns J:resigns E:resigns 0-1-0-0\n",
         ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "-", "0-0-0-1", "illegal")),
        (f"{TABLED.replace('aof2', 'shogi')}\n1. e4 1-0\n",
         (None, "E:Ann I:Bob P:Ann", 0, None, "*", "malformed")),
        ('[Variant "aof2"]\n[Position "E:Kba2/I:-/J:-/P:- - - 1"]\n\n*\n',
         ("aof2", "E:? I:? J:? P:?", 0, "-", "1-0-0-0", "legal")),
    ],
)  # fmt: skip
def test_a_record_in_a_list(text: str, told: tuple[object, ...]) -> None:
    before, found = lines_of("list", f"\n\n{TABLED}\n*\n\n{text}")
    assert (before["line"], found["source"], found["record"], found["line"]) == (3, "-", 2, 12)
    assert found["variant"] is None or found["players"]["E"] in ("Ann", "?")
    players = found["players"].items()
    found["players"] = " ".join(f"{army}:{name.strip()}" for army, name in players)
    names = ("variant", "players", "plies", "turn", "result", "status")
    assert tuple(found[name] for name in names) == told


def test_whose_turn_it_is() -> None:
    tagged = TABLED.replace('[Jewish ""]', '[Jewish "Cy Lang"]')
    text = f"{tagged}\n{EU} {IN} *\n"
    (found,) = lines_of("list", text)
    assert (found["player"], found["turn"]) == ("Cy Lang", "J")
    for who in ("J", "j", "jewish", " J e wish", "cy", "Cy  lang", "LANG"):
        assert lines_of("list", text, "--turn", who) == [found], who
    for who in ("I", "lan", "Bob", ""):
        assert lines_of("list", text, "--turn", who) == [], who
    for end in ("1-0-0-0", "1/2-0-1/2-0", "{[%draw E I J P]} *"):
        (over,) = lines_of("list", ended := text.replace("*", end))
        assert (over["player"], over["turn"]) == (None, "-")
        assert lines_of("list", ended, "--turn", "J") == lines_of("list", ended, "--turn", "Cy") == []  # fmt: skip


def test_nobody_is_awaited_where_there_is_no_game() -> None:
    none = f"{TABLED.replace('aof2', 'shogi')}\n1. e4 *\n"
    unnamed = '[Variant "aof6"]\n\n*\n'  # a player whose name is not given is nobody's
    assert [one["player"] for one in lines_of("list", f"{none}\n{unnamed}")] == [None, None]
    for who, records in (("?", []), ("", []), ("Ann", []), ("c", [2])):
        found = lines_of("list", f"{none}\n{unnamed}", "--turn", who)
        assert [one["record"] for one in found] == records


@pytest.mark.parametrize("variant", ["aof2", "nim"])
def test_the_names_of_players_have_no_blanks_around_them(variant: str) -> None:
    text = f'[Variant "{variant}"]\n[European " Ann "]\n[Indian " "]\n\n*\n'
    (line,) = map(json.loads, aofref("list", "--format", "json", stdin=text).stdout.splitlines())
    assert {name for name in line["players"].values() if name != "?"} == {"Ann"}


def test_statistics_are_counted_by_hand() -> None:
    texts = (
        PLAYED,  # E promotes to F, a Pawn of I falls en passant; it has no first round
        # E is in check from P, and mated when J has moved: P's King becomes an Emperor
        '[Variant "aof2"]\n[Position "E:Kgd3/I:-/J:Kjb1;Nia2/P:Kjh3;Rgd5 J - 1"]\n\nJ:Nia2-ga1 *\n',
        # on the first cell of the board
        '[Variant "aof2"]\n[Position "E:Kjb5;Rca2/I:Kdb4;Nba2/J:Kjb1/P:Kjh3 E - 1"]\n\nE:Rca2xba2 *\n',
        f'[Variant "aof2"]\n\n{EU} I:resigns {JE} {PE} E:Lkd5-hb3 *\n',
        *2 * [f'[Variant "aof2"]\n\n{EU} *\n'],
        '[Variant "aof2"]\n\n1-0-0-0\n',
        '[Variant "shogi"]\n\n1. e4 *\n',
    )
    found, other = lines_of("stats", "\n".join(texts))
    assert found == {
        "variant": "aof2", "games": 7, "plies": 13, "longest": 5,
        "statuses": {"legal": 7, "illegal": 0, "malformed": 0},
        "results": {"*": 6, "1-0-0-0": 1},
        "ends": {"unknown": 1},
        "mates": {"P": 1},
        "promotions": {"E:F": 1, "P:EM": 1},
        "taken": {"I:N": 1, "I:P": 1},
        "openings": [
            {"opening": "Lha5-fb3", "games": 2},
            {"opening": "Lha5-fb3 Sha1-fb1 jg3-jf3", "games": 1},
        ],
    }  # fmt: skip
    assert other == {
        "variant": None, "games": 1, "plies": 0, "longest": 0,
        "statuses": {"legal": 0, "illegal": 0, "malformed": 1},
        "results": {"*": 1}, "ends": {}, "mates": {}, "promotions": {}, "taken": {}, "openings": [],
    }  # fmt: skip


def test_a_game_in_short_notation() -> None:
    text = f'[Variant "aof2"]\n\n{EU} I:da4-fa4 {{[%arbiter stands]}} J:resigns {PE} E:Lkd5-hb3 *\n'
    found = judged_as(text, Setting(as_played=True))
    assert tuple(ply.in_san(before) for before, ply in found.moves()) == (
        "Lfb3",
        "da4-fa4",
        "resigns",
        "jgjf3",
        "Lhb3",
    )


# What is counted --------------------------------------------------------------------------------

GAME = f'[Event "Cup"]\n[European "Ann"]\n[Indian "Bob"]\n[Variant "aof2"]\n\n{EU} 1-0-0-0\n'
OTHERS = (
    GAME.replace("Ann", "Cy"),
    GAME.replace("Cup", "Open"),
    GAME.replace(" 1-0", f" {IN} 1-0"),
    GAME.replace(f"{EU} 1-0-0-0", "*"),  # nobody has moved: it is not known to be one game
)


@pytest.mark.parametrize("command", ["table", "stats", "gallery"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_game_that_lies_in_two_files_is_named(command: str, jobs: str, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.aof").write_text("\n".join((*OTHERS, GAME)))
    (games / "b.aof").write_text("\n".join((GAME.replace("Ann", "ann"), OTHERS[3])))
    args = ["--output-dir", str(tmp_path / "out")] if command == "gallery" else []
    found = aofref(command, *args, "--jobs", jobs, str(games))
    assert found.exit_code == 0
    place = f"{games}/a.aof:{1 + sum(text.count(chr(10)) + 1 for text in OTHERS)}"
    assert found.stderr == f"aofref: {games}/b.aof:1: counted again: the same game is in {place}\n"


def test_a_table_does_not_speak_of_records_that_it_leaves_out() -> None:
    illegal = GAME.replace("1-0-0-0", "I:zz1-zz2 *")
    found = aofref("table", stdin=illegal + "\n" + illegal)
    *each, last = found.stderr.splitlines()
    assert last == "aofref: left out of the table: 2 records: 2 illegal"
    assert not re.search("counted again", found.stderr) and len(each) == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_table_says_which_games_it_leaves_out_and_why(jobs: str) -> None:
    two = '[Variant "sd2l-cohen"]\n[White "Ann"]\n[Black "Bob"]\n'
    texts = (
        f"{two}\nbg3-bg4 zz9 1-0\n\n",
        f'{two}[Termination "abandoned"]\n\nbg3-bg4 *\n\n',
        '[Variant "sd2l-cohen"]\n\nbg3-bg4 1-0\n\n',
        f"{two}\nae3-ae4 1-0\n",
    )
    found = aofref("table", "--jobs", jobs, stdin="".join(texts))
    assert found.stderr.splitlines() == [
        "aofref: -:1: left out of the table: illegal: no-such-cell B:zz9: "
        "the board has no cell zz9 (RULES 2)",
        "aofref: -:7: left out of the table: it ended without a result",
        "aofref: -:14: left out of the table: no player is named",
        "aofref: left out of the table: 1 record: 1 illegal",
    ]


@pytest.mark.parametrize("command", ["table", "stats", "list"])
def test_where_an_arbiter_has_decided_the_option_is_named(command: str) -> None:
    """I's Pawn cannot step over its own on ea4."""
    decided = GAME.replace("1-0-0-0", "I:da4-fa4 {[%arbiter takeback]} *")
    text = "\n".join(
        (decided, GAME.replace("1-0-0-0", "I:da4-fa4 *"), decided.replace("Ann", "Zoe"))
    )
    found = aofref(command, stdin=text)
    hint = (
        "aofref: 2 records stop at a move that an arbiter has decided on: --as-played applies it\n"
    )
    assert found.exit_code == 1 and found.stderr.endswith(hint)
    assert "--as-played" not in aofref(command, "--as-played", stdin=text).stderr
    assert "1 record stops at" in aofref(command, stdin=decided).stderr

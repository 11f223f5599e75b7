"""Lists and statistics of many records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aofref.judge.collect.summary import Summary, captured, summary
from aofref.judge.collect.totals import Statistics, facts
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import read
from tests.helpers import aofref, played
from tests.judging import EU, IN, JE, PE, PLAYED, game_of, judged_as, of_text

TABLED = """[Variant "aof2"]
[European " Ann "]
[European "Zoe"]
[Indian "Bob"]
[Jewish ""]
[Persian "Ann"]
"""


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
         ("", "E:Ann I:Bob P:Ann", 0, "?", "*", "malformed")),
        ('[Variant "aof2"]\n[Position "E:Kba2/I:-/J:-/P:- - - 1"]\n\n*\n',
         ("aof2", "E:? I:? J:? P:?", 0, "-", "1-0-0-0", "legal")),
    ],
)  # fmt: skip
def test_a_record_in_a_list(text: str, told: tuple[str, str, int, str, str, str]) -> None:
    found = summary(judged_as(f"\n\n{text}"), 7, "g.aof")
    assert (found.source, found.number, found.line) == ("g.aof", 7, 3)
    names = " ".join(f"{army}:{name.strip()}" for army, name in found.players)
    assert (found.variant, names, found.plies, found.turn, found.result, found.status) == told
    assert found.variant == "" or found.players[0][1] in ("Ann", "?")


@pytest.mark.parametrize(
    ("who", "end", "awaited"),
    [
        ("J", "*", True),
        ("j", "*", True),
        ("jewish", "*", True),
        (" J e wish", "*", True),
        ("I", "*", False),
        ("cy", "*", True),
        ("Cy  lang", "*", True),
        ("LANG", "*", True),
        ("lan", "*", False),
        ("Bob", "*", False),
        ("", "*", False),
        ("J", "1-0-0-0", False),
        ("Cy", "1/2-0-1/2-0", False),
        ("J", "{[%draw E I J P]} *", False),
    ],
)
def test_whose_turn_it_is(who: str, end: str, awaited: bool) -> None:
    tagged = TABLED.replace('[Jewish ""]', '[Jewish "Cy Lang"]')
    found = summary(judged_as(f"{tagged}\n{EU} {IN} {end}\n"), 1, "-")
    assert found.awaits(who) == awaited
    assert (found.player, found.army) == (
        ("Cy Lang", "Jewish") if found.turn == "J" else (None, "")
    )


def test_nobody_is_awaited_where_there_is_no_game() -> None:
    found = summary(judged_as(f"{TABLED.replace('aof2', 'shogi')}\n1. e4 *\n"), 1, "-")
    assert (found.player, found.army, found.turn) == (None, "", "?")
    assert not any(found.awaits(who) for who in ("?", "", "Ann"))
    # a player whose name is not given is nobody's
    unnamed = summary(judged_as(f'[Variant "aof6"]\n\n{""}*\n'), 1, "-")
    assert unnamed.player is None and unnamed.awaits("c") and not unnamed.awaits("?")


def facts_of(judged: Replay) -> tuple[Summary, dict[str, list[str]]]:
    row = summary(judged, 1, "-")
    return row, facts(judged, row)


def test_what_a_record_adds_to_the_statistics() -> None:
    found = played(of_text(PLAYED))
    assert list(judged_as('[Variant "shogi"]\n\n1. e4 *\n').moves()) == []
    _, counted = facts_of(found)
    assert counted["promotions"] == ["E:F"] and counted["taken"] == ["I:P"]
    assert not counted["mates"] and not counted["openings"]
    assert [name for before, ply in found.moves() for name in captured(before, ply)] == ["I:P"]
    mated = "E:Kgd3/I:-/J:Kjb1;Nia2/P:Kjh3;Rgd5 J - 1"
    takes = facts_of(game_of("J:Nia2-ga1", tags=f'[Position "{mated}"]\n'))
    assert takes[1]["mates"] == ["P"] and not takes[1]["taken"]
    first = facts_of(game_of(EU, "I:resigns", JE, PE, "E:Lkd5-hb3"))
    assert first[1]["openings"] == ["Lha5-fb3 Sha1-fb1 jg3-jf3"]
    nothing = facts_of(judged_as('[Variant "shogi"]\n\n1. e4 *\n'))
    assert nothing[1] == {
        **{"status": ["malformed"], "results": ["*"]},
        **{"ends": [], "endings": []},
    }
    knight = "E:Kjb5;Rca2/I:Kdb4;Nba2/J:Kjb1/P:Kjh3 E - 1"  # on the first cell of the board
    took = facts_of(game_of("E:Rca2xba2", tags=f'[Position "{knight}"]\n'))
    assert took[1]["taken"] == ["I:N"]
    none = Statistics()
    none.add(*nothing)
    assert (none.games, none.plies, none.longest) == (1, 0, 0)


def test_statistics_add_up() -> None:
    total = Statistics()
    for text in (PLAYED, f'[Variant "aof2"]\n\n{EU} *\n', '[Variant "aof2"]\n\n1-0-0-0\n'):
        total.add(*facts_of(judged_as(text)))
    assert (total.games, total.plies, total.longest) == (3, 6, 5)
    counts = total.counts
    assert counts["status"] == {"legal": 3} and counts["results"] == {"*": 2, "1-0-0-0": 1}
    assert counts["promotions"] == {"E:F": 1} and counts["taken"] == {"I:P": 1}
    assert not counts["mates"] and counts["openings"] == {"Lha5-fb3": 1}
    mated = "E:Kgd3/I:-/J:Kjb1;Nia2/P:Kjh3;Rgd5 J - 1"
    total.add(*facts_of(game_of("J:Nia2-ga1", tags=f'[Position "{mated}"]\n')))
    total.add(*facts_of(game_of(EU)))
    assert counts["mates"] == {"P": 1} and counts["openings"] == {"Lha5-fb3": 2}


def test_a_game_in_short_notation() -> None:
    text = f'[Variant "aof2"]\n\n{EU} I:da4-fa4 {{[%arbiter stands]}} J:resigns {PE} E:Lkd5-hb3 *\n'
    found = replay(read(of_text(text)), Setting(as_played=True))
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

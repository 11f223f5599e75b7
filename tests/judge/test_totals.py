"""Points: tables of what records add up to by player, who met whom, and tie-breaks."""

from __future__ import annotations

import html
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from aofref import Opponent, Row, Table, loads, table
from aofref.judge.collect.totals import in_fractions
from tests.helpers import aofref
from tests.judging import EU

ARMIES = {"aof2": ("European", "Indian", "Jewish", "Persian"), "hec": ("White", "Black")}


def text(players: str, result: str, **tags: str) -> str:
    """Write a record of players, as in `Ann Bob`, of as many armies as the game has."""
    names = players.split(" ")
    game = "hec" if len(names) == 2 else "aof2"
    named = dict(zip(ARMIES[game], names, strict=True)) | {"Variant": game} | tags
    return "".join(f'[{name} "{value}"]\n' for name, value in named.items()) + f"\n{result}\n\n"


def table_of(*games: tuple[str, str]) -> Table:
    return table(loads(text(players, result)) for players, result in games)


def order(table: Table) -> list[str]:
    return [row.name for row in table]


def rows(table: Table) -> dict[str, Row]:
    return {row.name: row for row in table.rows}


# Points -------------------------------------------------------------------------------------------


def test_a_player_of_two_armies_has_the_points_of_both() -> None:
    ends = ("1/2-0-0-1/2", "0-1-0-0", "1/3-1/3-1/3-0", "*", *2 * (f"{EU} I:zz1-zz2 *",))
    found = table_of(*(("Ann Bob ? Ann", end) for end in ends))
    assert [(one.source, one.line, one.status) for one in found.left_out] == [("-", 1, "illegal")] * 2  # fmt: skip
    # Ann: a whole game, nothing, a third; Bob: nothing, a whole game, a third
    third = Fraction(1, 3)
    counts = [(r.name, r.games, r.points, r.wins, r.shared, r.open) for r in found]
    assert counts == [("Ann", 3, 1 + third, 1, 1, 1), ("Bob", 3, 1 + third, 1, 1, 1)]


def test_with_as_many_points_fewer_games_come_first() -> None:
    games = [("Ann Bob", "1-0"), ("Ann Eve", "0-1"), ("Zed Dan", "1-0"), ("Zed Dan", "*")]
    assert order(table_of(*games)) == ["Eve", "Zed", "Ann", "Bob", "Dan"]


def test_a_player_is_one_in_any_case_and_who_is_not_named_is_none() -> None:
    pairs = ("Anna", "Bob"), ("anna", "?"), (" ANNA  ", ""), ("?", "bob"), ("An na", "B")
    games = [f'[Variant "hec"]\n[White "{white}"]\n[Black "{black}"]\n\n1-0\n' for white, black in pairs]  # fmt: skip
    found = table(map(loads, games))
    counts = [(row.name, row.games, int(row.points)) for row in found]
    assert counts == [("Anna", 3, 3), ("An na", 1, 1), ("B", 1, 0), ("Bob", 2, 0)]
    # who is not named is nobody's opponent; Bob has lost all
    assert rows(found)["Anna"].sonneborn_berger == 0
    assert list(rows(found)["Anna"].against) == ["Bob"]
    # one who leads both armies, spelt in two ways, has played one game, against nobody
    (row,) = table_of(("Cy CY", "1/2-1/2"))
    assert row[:6] == ("Cy", 1, 1, 1, 0, 0) and not row.against


def test_thirds_add_up() -> None:
    found = rows(table_of(*4 * [("a b c d", "1/3-1/3-0-1/3")]))["a"]
    assert (found.games, found.points, found.wins, found.shared) == (4, Fraction(4, 3), 0, 4)
    assert str(found).startswith("a  1 1/3  4  0  4  0  ") and in_fractions(Fraction(0)) == "0"


def test_a_draw_that_all_offered_counts_and_an_abandoned_game_does_not() -> None:
    found = table(
        [
            loads(text("Ann Bob", "{[%draw W B]} *")),
            loads(text("Ann Bob", "*", Termination="abandoned")),
        ]
    )
    assert [(r.games, r.points, r.open) for r in found] == [(1, Fraction(1, 2), 0)] * 2
    assert [one.why for one in found.left_out] == ["it ended without a result"]


# Tie-breaks ---------------------------------------------------------------------------------------


def test_sonneborn_berger_of_two_players_a_game() -> None:
    """A round robin of four, counted by hand: two points each, and Bea beat the stronger one."""
    table = table_of(
        ("Abe Cy", "1-0"),
        ("Abe Dan", "1-0"),
        ("Bea Abe", "1-0"),
        ("Bea Cy", "1/2-1/2"),
        ("Dan Bea", "1/2-1/2"),
        ("Cy Dan", "1-0"),
    )
    # Abe 2, Bea 2, Cy 1 1/2, Dan 1/2
    assert order(table) == ["Bea", "Abe", "Cy", "Dan"]
    half = Fraction(1, 2)
    assert {name: row.sonneborn_berger for name, row in rows(table).items()} == {
        "Bea": 2 + half * Fraction(3, 2) + half * half,  # Abe's points, half of Cy's, half of Dan's
        "Abe": Fraction(3, 2) + half,
        "Cy": half * 2 + half,
        "Dan": half * 2,
    }
    assert all(row.head_to_head is None for row in table)


def test_sonneborn_berger_of_four_armies_counts_the_points_of_all_three() -> None:
    table = table_of(
        ("Ann Bob Cy Dan", "1-0-0-0"), ("Ann Bob Cy Dan", "0-1/2-1/2-0"), ("Bob Eve", "1/2-1/2")
    )
    # Ann 1, Bob 1, Eve 1/2, Cy 1/2, Dan 0
    half = Fraction(1, 2)
    assert {name: row.sonneborn_berger for name, row in rows(table).items()} == {
        "Ann": 1 * (1 + half + 0),
        "Bob": half * (1 + half + 0) + half * half,
        "Eve": half * 1,
        "Cy": half * (1 + 1 + 0),
        "Dan": 0,
    }
    assert order(table) == ["Ann", "Bob", "Eve", "Cy", "Dan"]  # Bob and Cy have more games


def test_those_who_are_tied_are_ranked_by_the_games_among_them() -> None:
    games = [("Zed Abe", "1-0"), ("Abe Quin", "1-0"), ("Rob Zed", "1-0"), ("Quin Sam", "1-0")]
    table = table_of(*games)
    # Rob has one game; Zed, Abe and Quin one point of two: Zed and Abe beat one who has a point
    assert order(table) == ["Rob", "Zed", "Abe", "Quin", "Sam"]
    found = rows(table)
    assert [found[name].sonneborn_berger for name in ("Zed", "Abe", "Quin")] == [1, 1, 0]
    assert [found[name].head_to_head for name in order(table)] == [None, 1, 0, None, None]


def test_those_whom_nothing_sets_apart_are_ranked_by_name() -> None:
    table = table_of(("Zed b Ann d", "1/2-0-1/2-0"), ("Ann d Zed b", "1/2-0-1/2-0"))
    assert order(table) == ["Ann", "Zed", "b", "d"]
    # in both games Ann and Zed had half a point each
    assert [row.head_to_head for row in table] == [1, 1, 0, 0]


# Who met whom -------------------------------------------------------------------------------------


def test_the_points_against_each_player() -> None:
    table = table_of(("Ann Bob Cy Dan", "1/2-0-0-1/2"), ("Bob Ann", "1-0"), ("Cy Eve", "*"))
    found = rows(table)
    names = list(found)
    assert names == ["Bob", "Dan", "Ann", "Eve", "Cy"]
    against = {name: dict(row.against) for name, row in found.items()}
    half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
    assert against["Ann"] == {
        "Bob": Opponent(2, half),
        "Cy": Opponent(1, half),
        "Dan": Opponent(1, half),
    }
    assert against["Bob"] == {
        "Ann": Opponent(2, one),
        "Cy": Opponent(1, none),
        "Dan": Opponent(1, none),
    }
    assert against["Cy"] == {
        "Ann": Opponent(1, none),
        "Bob": Opponent(1, none),
        "Dan": Opponent(1, none),
    }
    assert against["Eve"] == {}


SEASON = "".join(
    [
        text("Ada Bob", "1-0", Event="Spring", Round="1"),
        text("Bob Ada", "1/2-1/2", Event=" spring", Round="2"),
        text("Bob Cy", "1-0", Event="Spring", Round="10"),
        text("Ada Bob Cy Dan", "1/2-0-0-1/2", Event="Four armies"),
    ]
)


def test_tables_by_several_tags_in_the_order_of_numbers() -> None:
    found = aofref("table", "--by", "event", "--by", "Round", "--by", "event", stdin=SEASON).stdout
    heads = [line for line in found.splitlines() if re.match("[SF]", line)]
    assert heads == [
        "Four armies, round ?",
        "Spring, round 1",
        "Spring, round 2",
        "Spring, round 10",
    ]
    by_variant = aofref("table", "--by", "variant", stdin=SEASON).stdout
    assert [part.split("\n")[0] for part in by_variant.split("\n\n")] == ["aof2", "heathen-europe"]


def test_a_cross_table_as_tab_separated_values_and_as_json() -> None:
    lines = aofref("table", "--by", "Variant", "--format", "tsv", stdin=SEASON).stdout.splitlines()
    assert lines[0].split("\t")[:3] == ["variant", "player", "points"] and len(lines) == 8
    lines = aofref("table", "--cross", "--format", "tsv", stdin=SEASON).stdout.splitlines()
    assert lines[0].split("\t")[:7] == ["#", "player", "Ada", "Bob", "Dan", "Cy", "points"]
    assert lines[2].split("\t")[:7] == ["2", "Bob", "1/2 (3)", "*", "0", "1 (2)", "1 1/2"]
    args = ("table", "--cross", "--by", "Round", "--by", "Event", "--format", "json")
    first = json.loads(aofref(*args, stdin=SEASON).stdout.splitlines()[-1])
    assert (first["round"], first["event"], first["player"]) == ("?", "Four armies", "Cy")
    found = [json.loads(line) for line in aofref("table", "--cross", "--format", "json", stdin=SEASON).stdout.splitlines()]  # fmt: skip
    assert found[0]["against"]["Bob"] == {"points": "2", "value": 2.0, "games": 3}
    assert (found[0]["sonneborn-berger"], found[0]["head-to-head"]) == ("3 1/4", None)


@pytest.mark.parametrize("args", [[], ["--cross"]])
def test_a_table_of_nothing(args: list[str]) -> None:
    illegal = text("Ann Bob", "1. aa1-aa9 *")
    found = aofref("table", *args, stdin=illegal)
    assert (found.exit_code, len(found.stdout.splitlines())) == (1, 1)
    assert re.match("aofref: -:1: left out of the table: illegal: ", found.stderr)
    assert found.stderr.endswith("\naofref: left out of the table: 1 record: 1 illegal\n")
    assert aofref("table", *args, "--by", "Event", stdin=illegal).stdout == ""


def test_a_page_says_what_the_table_says() -> None:
    page = aofref("table", "--format", "html", "--cross", "--by", "Event", stdin=SEASON).stdout
    assert re.findall("<caption>(.*)</caption>", page) == ["Four armies", "Spring"]
    lines = [
        re.findall("<t[hd][^>]*>(.*?)</t[hd]>", line) for line in re.findall("<tr>(.*)</tr>", page)
    ]
    shown = aofref("table", "--cross", "--by", "Event", stdin=SEASON).stdout
    read = [re.split(" {2,}", line) for line in shown.splitlines() if re.match("[#0-9]", line)]
    written_out = {"SB": "Sonneborn-Berger", "H2H": "head-to-head"}  # where there is room
    assert lines == [[written_out.get(cell, cell) for cell in line] for line in read]
    plain = aofref("table", "--format", "html", stdin=SEASON).stdout
    assert '<th scope="row">Ada</th>' in plain and "<caption>" not in plain
    assert "default-src 'none'" in html.unescape(plain) and "<script" not in plain


def test_names_are_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "games.aof"
    path.write_text(text("<b>Ann</b> Bob", "1-0", Event="<i>E</i>"))
    page = aofref("table", "--format", "html", "--cross", "--by", "Event", str(path)).stdout
    assert "<b>" not in page and "<i>" not in page and "&lt;b&gt;Ann" in page
